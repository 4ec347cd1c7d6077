"""What closes a step, in words."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import pytest
from kit import world

from tactics.core.lattice import Square
from tactics.core.space import Space, square_space
from tactics.core.text import Text, say
from tactics.rules.barriers import barrier_of, filled_by

HERE = square_space(Square(0, 0))


def _said(words: Text | None) -> str:
    return "" if words is None else say(words, NullTranslations())


@pytest.mark.parametrize(
    ("rows", "space", "words"),
    [
        ("A.", Space(1, 0, 1, 1), ""),
        ("A#", Space(1, 0, 1, 1), "wall B1 cannot be entered."),
        ("A ", Space(1, 0, 1, 1), "edge of the map B1 cannot be entered."),
        ("A..\n..#", Space(1, 0, 2, 2), "wall C2 cannot be entered."),
        ("A.", Space(2, 0, 1, 1), "There is no room: it would stand beyond the edge of the map."),
        ("Ao", Space(1, 0, 1, 1), ""),
    ],
)
def test_squares_that_nobody_can_be_in(rows: str, space: Space, words: str) -> None:
    assert _said(filled_by(world(rows), space)) == words


@pytest.mark.parametrize(
    ("rows", "walls", "step", "words"),
    [
        ("A.\n..", [], (1, 0), ""),
        ("A.\n..", [{"line": [[1, 0], [1, 1]]}], (1, 0), "thin wall"),
        ("A.\n..", [{"line": [[1, 0], [1, 1]], "kind": "door"}], (1, 0), "closed door"),
        ("A.\n..", [{"line": [[1, 0], [1, 1]], "kind": "door", "state": "open"}], (1, 0), ""),
        ("A.\n..", [{"line": [[1, 1], [1, 2]], "kind": "portcullis"}], (1, 1), "portcullis"),
        ("A#\n..", [], (1, 1), "wall B1"),
        ("A.\n..", [{"line": [[0.8, 0], [0.8, 0.3]]}], (1, 0), "thin wall"),
    ],
)
def test_what_bars_a_step(rows: str, walls: list[dict[str, Any]], step: tuple[int, int], words: str) -> None:
    assert _said(barrier_of(world(rows, walls=walls), HERE, step)) == words
