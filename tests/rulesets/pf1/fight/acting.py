"""A turn of a small fight: actions with their faces and answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesets.pf1.fight.ring import running

from tactics.core.dice import FixedDice
from tactics.core.lattice import Square, parse_square
from tactics.engine.run import Playing, Waiting
from tactics.rules.action import Action, Decision, Option, Refused
from tactics.rulesets.pf1.fight.book import Pf1Fighting
from tactics.world.fight import Fight, Slot

BOOK = Pf1Fighting()
HEROES = {"side": "heroes"}
"""A creature that fights beside A."""


def turn_of(moment: Fight, *order: str, surprise: bool = False) -> Fight:
    """The turn of the first of some creatures, which act in this order; nobody is flat-footed."""
    names = (*order, *(one for one in moment.bodies if one not in order))
    slots = tuple(Slot(who, 20 - number) for number, who in enumerate(names))
    return replace(moment, order=slots, turn=0, round=1, surprise=surprise)


def way(names: str) -> tuple[Square, ...]:
    """A path by the names of its squares."""
    return tuple(map(parse_square, names.split()))


def act(moment: Fight, who: str, id: str, *faces: int, answers: tuple[str, ...] = (), **arguments: Any) -> Playing:
    """An action carried out: with these faces, and answers such as "T decline". A ``path`` is named by its squares."""
    run = Playing(moment, (), [_answer(one) for one in answers], FixedDice(faces))
    BOOK.resolve(run, Action(who, id, _arguments(arguments)))
    assert not list(run._answers), "an answer was not asked for"
    return run


def asked(moment: Fight, who: str, id: str, *faces: int, answers: tuple[str, ...] = (), **arguments: Any) -> Decision:
    """The decision an action waits for, after some answers."""
    run = Playing(moment, (), [_answer(one) for one in answers], FixedDice(faces))
    try:
        BOOK.resolve(run, Action(who, id, _arguments(arguments)))
    except Waiting as waiting:
        return waiting.decision
    raise AssertionError("nobody was asked")


def refused(moment: Fight, who: str, id: str, **arguments: Any) -> str:
    """The rule that refuses an action, "" when it goes as far as a decision or a roll."""
    try:
        BOOK.resolve(running(moment, *([1] * 20)), Action(who, id, _arguments(arguments)))
    except Refused as error:
        return error.refusal.rule
    except Waiting:
        return ""
    return ""


def options(moment: Fight, who: str, id: str, *, possible: bool = True) -> list[Option]:
    """What is offered of a kind of action."""
    found = [one for one in BOOK.options(moment, who) if one.id == id]
    return [one for one in found if one.refusal is None] if possible else found


def where(moment: Fight, who: str) -> str:
    """The square a creature stands on."""
    return str(moment.world.creature(who).space.anchor)


def _answer(words: str) -> Action:
    who, choice = words.split()
    return Action(who, choice)


def _arguments(given: dict[str, Any]) -> dict[str, Any]:
    return {name: way(value) if name == "path" else value for name, value in given.items()}
