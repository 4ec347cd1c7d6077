"""What is typed becomes the question a scenario file would ask."""

from __future__ import annotations

from typing import Any

import pytest
from kit import world

from tactics.cli.asking import parse_typed, typed_question
from tactics.core.lattice import Point, Square
from tactics.core.problems import ProblemError

ROWS = "A.B\n...\n..."


@pytest.mark.parametrize(
    ("typed", "name", "value"),
    [
        ({"from": "A", "to": "B"}, "source", "A"),
        ({"from": "B2", "to": "B"}, "source", Square(1, 1)),
        ({"from": "A", "to": "<1,2.5>"}, "to", Point(1000, 2500)),
        ({"from": "A", "to": "[1, 2.5]"}, "to", Point(1000, 2500)),
        ({"from": "A", "to": "1,2.5"}, "to", Point(1000, 2500)),
        ({"from": "archer", "to": "B"}, "source", "A"),
        ({"from": "ЛУЧНИК", "to": "B"}, "source", "A"),
    ],
)
def test_places_are_creatures_squares_and_points(typed: dict[str, str], name: str, value: Any) -> None:
    position = world(ROWS, creatures={"A": {"name": "Archer", "name_ru": "Лучник"}})
    assert getattr(typed_question("distance", typed, position), name) == value


@pytest.mark.parametrize("path", ["A1 B2", "A1,B2", "A1, B2", " A1  B2 "])
def test_paths_are_squares_with_anything_between_them(path: str) -> None:
    question = typed_question("move_cost", {"who": "A", "path": path, "diagonals": "1"}, world(ROWS))
    assert (question.path, question.diagonals) == ((Square(0, 0), Square(1, 1)), 1)


@pytest.mark.parametrize(
    ("ask", "typed", "words"),
    [
        ("cover", {"from": "A"}, "--to: cover needs it"),
        ("cover", {"from": "A", "to": "Q"}, "--to: no creature 'Q'; there are: A, B"),
        ("cover", {"from": "A", "to": "Z9"}, "--to: Z9 is off the map"),
        ("cover", {"from": "A", "to": "B", "budget": "5"}, "--budget: cover has no such argument"),
        ("reachable", {"who": "A", "budget": "far"}, "--budget: 'far' is not a whole number"),
        ("reachable", {"who": "A", "budget": "-5"}, "--budget: -5 is not a whole number from 0"),
        ("cover", {"from": "A", "to": "B", "attack": "spit"}, "--attack: 'spit' is not one of melee"),
        ("covers", {}, "unknown question 'covers'; known: area, concealment, cover"),
    ],
)
def test_a_wrong_argument_names_its_option(ask: str, typed: dict[str, str], words: str) -> None:
    with pytest.raises(ProblemError) as caught:
        typed_question(ask, typed, world(ROWS))
    assert words in str(caught.value)


def test_every_wrong_argument_is_named_at_once() -> None:
    with pytest.raises(ProblemError) as caught:
        typed_question("cover", {"from": "Q", "attack": "spit"}, world(ROWS))
    assert len(caught.value.problems) == 3


def test_a_question_in_one_text_is_split() -> None:
    words = "move_cost --who 'Old Ogre' --path='A1 B2' --diagonals 1"
    assert parse_typed(words) == ("move_cost", {"who": "Old Ogre", "path": "A1 B2", "diagonals": "1"})


@pytest.mark.parametrize("words", ["", "cover 'A", "cover A", "cover --from", "cover --form A"])
def test_a_text_that_is_no_question_is_refused(words: str) -> None:
    with pytest.raises(ProblemError, match="--ask"):
        parse_typed(words)
