"""What one answer says about another: highlights and moves, threat and strikes, walls more and doors open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from properties.asking import ask, judged, squares_of, value
from properties.boards import FEET, SYSTEMS, questions, random_document

from tactics.core.lattice import Point, Square, corner, square_name
from tactics.core.space import size_space
from tactics.core.text import Named
from tactics.rules.expect import SET_OF
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.world.board import BLOCKABLE, Wall
from tactics.world.build import build
from tactics.world.creature import Creature
from tactics.world.edit import with_door
from tactics.world.world import World


def _squares(world: World) -> Iterator[Square]:
    return (Square(x, y) for y in range(world.board.height) for x in range(world.board.width))


def _fits(world: World, creature: Creature, square: Square) -> bool:
    return all(world.board.inside(one) for one in creature.space.at(square).squares())


WALKS = [(system, seed) for system in SYSTEMS for seed in range(4000, 4001 if system == "dfrpg" else 4008)]
"""Facings make a walk of Dungeon Fantasy slow to look at."""


@pytest.mark.parametrize(("system", "seed"), WALKS)
def test_what_is_lit_can_be_walked_at_that_price(system: str, seed: int) -> None:
    here, dice = build(random_document(seed)), Random(seed)
    for who in here.creatures:
        move = {"who": who.id, "diagonals": dice.randint(0, 1), "budget": dice.randint(1, 5) * FEET[system]}
        field = ask(system, here, "reachable", **move)
        lit = set(field.squares["reachable"])
        assert field.value == len(lit)
        for square in _squares(here):
            if not _fits(here, who, square):
                assert square not in lit
                continue
            way = ask(system, here, "path_cost", to=square_name(square), **move)
            assert (square in lit) is (way.value != "unreachable"), (who.id, move, square)
            if square in lit:
                _check_way(system, here, field, way, square)


def _check_way(system: str, here: World, field: Verdict, way: Verdict, square: Square) -> None:
    assert way.value == field.costs[square] == sum(way.step_costs)
    # In Dungeon Fantasy one square may always be entered, however dear.
    assert system == "dfrpg" or way.value <= (field.question.budget or 0)
    if len(way.squares["path"]) > 1:
        path = [square_name(one) for one in way.squares["path"]]
        question = field.question
        walked = ask(system, here, "move_cost", who=question.who, path=path, diagonals=question.diagonals)
        assert (walked.value, walked.step_costs) == (way.value, way.step_costs), path


@pytest.mark.parametrize("seed", range(4100, 4112))
@pytest.mark.parametrize("system", SYSTEMS)
def test_threatened_squares_are_those_where_a_small_creature_is_threatened(system: str, seed: int) -> None:
    here = build(random_document(seed, plain=True))
    for who in here.creatures:
        lit = squares_of(ask(system, here, "threatened", who=who.id))
        for square in _squares(here):
            if here.board.solid(square) or who.space.holds(square):
                assert square not in lit
                continue
            assert value(system, here, "threatens", from_=who.id, to=square_name(square)) is (square in lit)
            if not any(here.standing_on(square)):
                small = Creature("Z", Named("Z"), "strangers", "small", size_space("small", square))
                there = replace(here, creatures=(*here.creatures, small))
                assert value(system, there, "threatens", from_=who.id, to="Z") is (square in lit), (who.id, square)


@pytest.mark.parametrize("seed", range(4200, 4220))
def test_a_wall_more_never_opens_anything(seed: int) -> None:
    here, dice = build(random_document(seed)), Random(seed)
    there = _with_wall(here, dice)
    for system in SYSTEMS:
        for question in questions(system, here, dice):
            found, other = judged(system, here, question), judged(system, there, question)
            if found is not None and other is not None:
                _check_no_more(question, found, other)


def _with_wall(here: World, dice: Random) -> World:
    board = here.board
    x, y, down = dice.randint(0, board.width), dice.randint(0, board.height), dice.random() < 0.5
    start, end = (corner(x, 0), corner(x, board.height // 2 + 1)) if down else (corner(0, y), corner(board.width, y))
    wall = Wall(start, end, "wall", "", frozenset(BLOCKABLE), "solid", 99)
    return replace(here, board=replace(board, walls=(*board.walls, wall)))


def _check_no_more(question: Question, found: Verdict, other: Verdict) -> None:
    if question.ask in ("line_of_effect", "line_of_sight", "threatens"):
        assert found.value or not other.value, question.to_dict()
    # The best square of its space that a blast starts from may be another one.
    if question.ask in SET_OF and question.shape != "close_blast":
        assert squares_of(other) <= squares_of(found), question.to_dict()
    if question.ask == "path_cost" and isinstance(other.value, int):
        assert isinstance(found.value, int), question.to_dict()
        assert found.value <= other.value, question.to_dict()


@pytest.mark.parametrize("seed", range(4300, 4330))
def test_an_open_door_never_closes_anything(seed: int) -> None:
    here, dice = build(random_document(seed)), Random(seed)
    for wall in here.board.walls:
        if wall.kind != "door" or wall.state == "open":
            continue
        there = with_door(here, wall.group, "open")
        for system in SYSTEMS:
            for question in questions(system, here, dice):
                found, other = judged(system, here, question), judged(system, there, question)
                if question.ask in ("line_of_effect", "line_of_sight") and found is not None and other is not None:
                    assert other.value or not found.value, question.to_dict()


@pytest.mark.parametrize("seed", range(4400, 4420))
def test_lines_of_effect_are_the_same_from_both_ends(seed: int) -> None:
    """So are lines of sight where everybody's eyes are alike; walls that block one way only are left out."""
    drawn = build(random_document(seed, plain=True))
    walls = tuple(replace(wall, one_way="") for wall in drawn.board.walls)
    here = replace(drawn, board=replace(drawn.board, walls=walls))
    fog = any(drawn.board.at(square).obscurement for square in _squares(drawn))
    for system in SYSTEMS:
        for question in questions(system, here, Random(seed)):
            if question.ask == "line_of_effect" or (question.ask == "line_of_sight" and not fog):
                back = replace(question, source=question.to, to=question.source)
                there, again = judged(system, here, question), judged(system, here, back)
                assert there is not None
                assert again is not None
                assert there.value == again.value, question.to_dict()


@pytest.mark.parametrize("seed", range(4500, 4512))
def test_creatures_in_an_area_have_a_square_in_it(seed: int) -> None:
    here = build(random_document(seed, plain=True))
    for system in SYSTEMS:
        for question in questions(system, here, Random(seed)):
            verdict = judged(system, here, question)
            if question.ask == "area" and verdict is not None:
                area = squares_of(verdict)
                inside = {one.id for one in here.creatures if area & set(one.space.squares())}
                assert set(verdict.creatures) == inside, question.to_dict()


@pytest.mark.parametrize("seed", range(4600, 4604))
@pytest.mark.parametrize("attack", ["melee", "ranged"])
def test_the_cover_of_all_squares_is_that_of_each(attack: str, seed: int) -> None:
    here = build(random_document(seed))
    for system in ("pf1", "pf2e", "dnd4e"):
        for who in here.creatures:
            question = Question(ask="cover", source=who.id, to=who.id, attack=attack)
            found = book(system).judge_squares(here, question)
            for square in _squares(here):
                assert found[square] == book(system).judge_square(here, question, square), (system, who.id, square)


def test_a_point_of_the_border_is_a_place() -> None:
    here = build(random_document(1, plain=True))
    edge = Point(0, 0)
    for system in SYSTEMS:
        question = Question(ask="line_of_effect", source=edge, to=here.creatures[0].id)
        assert judged(system, here, question) is not None
