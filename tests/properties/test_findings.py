"""What is remembered of a fight and what is found by a short cut is what is found anew and the long way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from properties.test_fights import position, possible, submitted

from tactics.core.lattice import Square
from tactics.engine.battle import Battle
from tactics.rules.action import NeedPath, Option, Preview, Refused
from tactics.rules.book import Book
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rulesets.pf1 import charge
from tactics.rulesets.pf1.fight.asking import case_about, has_effect, provoked, sees
from tactics.rulesets.pf1.fight.book import KINDS, Pf1Fighting
from tactics.rulesets.pf1.fight.holding import judged
from tactics.world.fight import Fight
from tactics.world.world import World

SYSTEM = "pf1"
SEEDS = range(24)
STEPS = 12
RULES = Pf1Fighting()


def moments(seed: int) -> Iterator[tuple[Random, Battle]]:
    """A random fight, step by step."""
    chance = Random(seed)
    battle = Battle.new(position(chance, "pf1"), seed=seed)
    for _ in range(STEPS):
        if battle.fight.over:
            return
        yield chance, battle
        submitted(battle, next(possible(chance, battle)))


def anew(fight: Fight) -> Fight:
    """The same moment with nothing remembered of its board, creatures and position."""
    world = fight.world
    creatures = tuple(replace(one) for one in world.creatures)
    return replace(fight, world=replace(world, board=replace(world.board), creatures=creatures))


def spelled(option: Option) -> tuple[Any, ...]:
    """An option with its fields looked at, so that two can be compared."""
    needs = tuple(
        (need.name, need.mode, list(need.costs.items()), sorted(need.paths)) if isinstance(need, NeedPath) else need
        for need in option.needs
    )
    return option.id, option.group, option.title, option.cost, needs, option.refusal, dict(option.arguments)


def looked_at(fight: Fight, battle: Battle, chance: Random) -> list[Preview | str]:
    """What some actions would do."""
    found: list[Preview | str] = []
    choices = possible(chance, battle)
    for _ in range(4):
        try:
            found.append(RULES.preview(fight, next(choices)))
        except Refused as refused:
            found.append(refused.refusal.text.msgid)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_remembered_is_what_is_found_anew(seed: int) -> None:
    for chance, battle in moments(seed):
        if battle.decision is not None:
            continue
        fight, fresh = battle.fight, anew(battle.fight)
        for who in fight.bodies:
            remembered = [spelled(one) for one in RULES.options(fight, who)]
            assert remembered == [spelled(one) for one in RULES.options(fresh, who)], who
        state = chance.getstate()
        remembered_previews = looked_at(fight, battle, chance)
        chance.setstate(state)
        assert remembered_previews == looked_at(fresh, battle, chance)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_allowed_is_what_is_not_refused(seed: int) -> None:
    for _, battle in moments(seed):
        fight = battle.fight
        for who in fight.bodies:
            options = [one for one in RULES.options(fight, who) if one.refusal is None]
            groups = sorted({one.group for one in options})
            for group in groups:
                wanted = [spelled(one) for one in options if one.group == group]
                assert [spelled(one) for one in RULES.allowed(fight, who, groups=(group,))] == wanted
            for id_ in sorted({one.id for one in options}):
                wanted = [spelled(one) for one in options if one.id == id_]
                assert [spelled(one) for one in RULES.allowed(fight, who, ids=(id_,))] == wanted


@pytest.mark.parametrize("seed", SEEDS)
def test_kinds_name_the_groups_and_ids_of_what_they_offer(seed: int) -> None:
    for _, battle in moments(seed):
        for kind in KINDS:
            for who in battle.fight.bodies:
                for option in kind.options(battle.fight, who):
                    assert option.group in kind.groups
                    assert option.id in kind.ids


def long_way(world: World, who: str, ends: set[Square]) -> tuple[Square, ...]:
    """`Book.way_to` of a book that has no quick way."""
    plain = Book(SYSTEM, {"reachable": "movement.judge_reachable", "path_cost": "movement.judge_path_cost"})
    return plain.way_to(world, who, ends)


@pytest.mark.rule("pf1.grid.diagonal")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_way_to_the_nearest_square_is_the_cheapest(seed: int) -> None:
    for chance, battle in moments(seed):
        world = battle.fight.world
        for who in battle.fight.bodies:
            ends = {Square(chance.randrange(world.board.width), chance.randrange(world.board.height)) for _ in range(5)}
            assert book(SYSTEM).way_to(world, who, ends) == long_way(world, who, ends)


@pytest.mark.rule("pf1.aoo.provoke_moving")
@pytest.mark.rule("pf1.aoo.provoke_action")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_react_is_who_the_book_names(seed: int) -> None:
    for chance, battle in moments(seed):
        fight, world = battle.fight, judged(battle.fight)
        for who in fight.bodies:
            here = world.creature(who).space.anchor
            there = Square(here.x + chance.randint(-1, 1), here.y + chance.choice((-1, 1)))
            asked: list[Mapping[str, Any]] = [
                {"path": (here, there)},
                {"path": (here, there), "action": "withdraw"},
                {"action": "cast"},
                {"action": "stand_up"},
            ]
            for one in asked:
                said = book(SYSTEM).judge(world, Question(ask="provokes", who=who, **one)).value
                assert provoked(fight, who, one.get("path", ()), one.get("action")) == said


@pytest.mark.rule("pf1.charge.path")
@pytest.mark.rule("pf1.loe.line_of_effect")
@pytest.mark.rule("pf1.loe.line_of_sight")
@pytest.mark.parametrize("seed", SEEDS)
def test_charges_and_lines_are_those_of_the_book(seed: int) -> None:
    for _, battle in moments(seed):
        world = judged(battle.fight)
        for one in world.creatures:
            for other in world.creatures:
                if one.id == other.id:
                    continue
                question = Question(ask="legal", who=one.id, action="charge", target=other.id)
                verdict = book(SYSTEM).judge(world, question)
                end = charge.landing(case_about(world, question), one, other)
                assert (end is not None) is verdict.value
                assert end is None or end == verdict.squares["target"][0]
                for ask, found in (("line_of_effect", has_effect), ("line_of_sight", sees)):
                    said = book(SYSTEM).judge(world, Question(ask=ask, source=one.id, to=other.id)).value
                    assert found(world, one.id, other.id) is said
