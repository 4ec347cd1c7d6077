"""Actions played to their end, every decision on the way answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.dnd4e.fight.ring import BOOK

from tactics.core.dice import FixedDice
from tactics.core.lattice import Square, parse_square
from tactics.engine.run import Playing, Waiting
from tactics.rules.action import Action, Decision
from tactics.world.fight import Fight

MOST = 60
Said = Mapping[str, str]
"""Answers by decision id: a choice, then what it needs, such as "elsewhere path A1 B1"."""


class _Faces(FixedDice):
    """Some faces, then always the same one, or the highest a die has."""

    def __init__(self, faces: tuple[int, ...], face: int) -> None:
        super().__init__(faces)
        self._first, self._usual = len(faces), face

    def face(self, sides: int) -> int:
        if self._first:
            self._first -= 1
            return super().face(sides)
        return min(self._usual, sides)


def through(
    moment: Fight, who: str, id: str, *faces: int, face: int = 10, said: Said | None = None, **arguments: Any
) -> tuple[Playing, list[Decision]]:
    """An action with these faces and then always the same one; decisions are answered as said, else as usual."""
    named = {key: _path(one) if key == "path" else one for key, one in arguments.items()}
    answers: list[Action] = []
    asked: list[Decision] = []
    while True:
        run = Playing(moment, (), list(answers), _Faces(faces, face))
        try:
            BOOK.resolve(run, Action(who, id, named))
        except Waiting as waiting:
            assert len(answers) < MOST
            asked.append(waiting.decision)
            answers.append(_answer(waiting.decision, said or {}))
            continue
        return run, asked


def _answer(decision: Decision, said: Said) -> Action:
    choice, *rest = said.get(decision.id, decision.default).split()
    if not rest:
        return Action(decision.who, choice)
    name, *squares = rest
    found = tuple(map(parse_square, squares))
    return Action(decision.who, choice, {name: found if name == "path" else found[0]})


def _path(names: str) -> tuple[Square, ...]:
    return tuple(map(parse_square, names.split()))
