"""A position that is turned, mirrored or moved is still the same position."""

from __future__ import annotations

from random import Random

import pytest
from properties.asking import answer, judged
from properties.boards import SYSTEMS, questions, random_document
from properties.turning import Turn, turns

from tactics.core.lattice import Square
from tactics.rules.question import Question
from tactics.world.build import build
from tactics.world.world import World


@pytest.mark.parametrize("seed", range(40))
def test_turned_boards_get_the_same_answers(seed: int) -> None:
    here = build(random_document(seed))
    _compare(seed, here, turns(here)[1 + seed % 7])


@pytest.mark.parametrize("seed", range(1000, 1012))
def test_moved_boards_get_the_same_answers(seed: int) -> None:
    drawn = build(random_document(seed))
    # No line runs along the border of a board framed by rock, so only the place differs.
    framed = Turn(drawn.board.width, drawn.board.height, shift=(1, 1)).world(drawn)
    _compare(seed, framed, Turn(framed.board.width, framed.board.height, shift=(1 + seed % 3, seed % 4)))


def _compare(seed: int, here: World, turn: Turn) -> None:
    there = turn.world(here)
    for system in SYSTEMS:
        for question in questions(system, here, Random(seed)):
            found = judged(system, here, question)
            moved = judged(system, there, turn.question(here, question))
            *said, squares = answer(system, found) or (frozenset(),)
            assert answer(system, moved)[:-1] == tuple(said), (system, question.to_dict(), turn)
            if moved is not None:
                turned = frozenset(_turned(turn, here, question, square) for square in squares)
                assert answer(system, moved)[-1] == turned, (system, question.to_dict(), turn)


def _turned(turn: Turn, here: World, question: Question, square: Square) -> Square:
    if question.ask == "reachable":
        return turn.anchor(here.creature(question.who or "").space, square)
    return turn.square(square)
