"""What holds of every verdict, whatever was asked of whom."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from properties.asking import answer, judged, squares_of
from properties.boards import SYSTEMS, questions, random_document

from tactics.core.language import catalogue
from tactics.core.lattice import UNIT, Point
from tactics.files.scenario import read_scenario
from tactics.files.toml_out import dump
from tactics.rules.question import parse_question
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.world.board import Board, Wall
from tactics.world.build import build

_OTHER_SIDE = {"": "", "left": "right", "right": "left"}


@pytest.mark.parametrize("seed", range(2000, 2024))
def test_verdicts_are_whole(seed: int) -> None:
    here = build(random_document(seed))
    for system in SYSTEMS:
        for question in questions(system, here, Random(seed)):
            verdict = judged(system, here, question, explain=True)
            assert answer(system, judged(system, here, question)) == answer(system, verdict), question.to_dict()
            if verdict is not None:
                _check(here.board, verdict)


def _check(board: Board, verdict: Verdict) -> None:
    where = (verdict.ruleset, verdict.question.to_dict())
    rules = {one.rule for one in verdict.steps} | {one.rule for one in verdict.modifiers}
    assert rules <= set(book(verdict.ruleset).rules), where
    lines = [*verdict.lines, *(line for one in verdict.alternatives for line in one.lines)]
    assert all(_on_board(board, point) for line in lines for point in (line.start, line.end)), where
    assert all(board.inside(one) for squares in verdict.squares.values() for one in squares), where
    for language in ("en", "ru"):
        told = verdict.to_dict(catalogue(language))
        assert json.loads(json.dumps(told)) == told, where
        assert told["summary"], where
    if verdict.question.ask == "area":
        area = squares_of(verdict)
        assert verdict.value == len(area) == len(verdict.squares.get("area", ())), where
        assert not any(board.solid(one) for one in area), where


def _on_board(board: Board, point: Point) -> bool:
    return 0 <= point.x <= board.width * UNIT and 0 <= point.y <= board.height * UNIT


@pytest.mark.parametrize("seed", range(2000, 2012))
def test_questions_read_back(seed: int) -> None:
    here = build(random_document(seed))
    for system in SYSTEMS:
        for question in questions(system, here, Random(seed)):
            arguments = question.to_dict()
            assert parse_question(arguments.pop("ask"), arguments, here, "test") == question


@pytest.mark.parametrize("seed", range(2000, 2060))
def test_documents_read_back(seed: int) -> None:
    document = random_document(seed)
    assert read_scenario(dump(document), document.path) == document


@pytest.mark.parametrize("seed", range(3000, 3016))
def test_the_order_of_the_file_does_not_matter(seed: int) -> None:
    """Nor how a wall is drawn: which end is named first, and with how many points."""
    here, dice = build(random_document(seed)), Random(seed)
    creatures, walls = list(here.creatures), [piece for wall in here.board.walls for piece in _pieces(wall)]
    dice.shuffle(creatures)
    dice.shuffle(walls)
    there = replace(here, creatures=tuple(creatures), board=replace(here.board, walls=tuple(walls)))
    for system in SYSTEMS:
        for question in questions(system, here, Random(seed)):
            found, other = judged(system, here, question), judged(system, there, question)
            assert answer(system, found) == answer(system, other), (system, question.to_dict())


def _pieces(wall: Wall) -> list[Wall]:
    """The wall turned about, and cut at its middle where that is a point of the lattice."""
    turned = replace(wall, start=wall.end, end=wall.start, one_way=_OTHER_SIDE[wall.one_way])
    x, y = wall.start.x + wall.end.x, wall.start.y + wall.end.y
    if x % 2 or y % 2:
        return [turned]
    middle = Point(x // 2, y // 2)
    return [replace(turned, end=middle), replace(turned, start=middle)]
