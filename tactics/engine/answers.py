"""Whether what was named fits what was asked."""

from __future__ import annotations

from tactics.core.lattice import Point, Square
from tactics.core.text import Named, text
from tactics.rules.action import (
    Action,
    Argument,
    Decision,
    Need,
    NeedArea,
    NeedChoice,
    NeedCreature,
    NeedPath,
    NeedSquare,
    Refusal,
)
from tactics.world.fight import Fight


def misfit(fight: Fight, decision: Decision, answer: Action) -> Refusal | None:
    """Why something cannot be the answer to a decision, None when it can."""
    if answer.who != decision.who or answer.id not in {one.id for one in decision.choices}:
        return Refusal(
            text("First {name} has to decide: {what}", name=name_of(fight, decision.who), what=decision.title), ""
        )
    for need in decision.needs.get(answer.id, ()):
        if need.name not in answer.arguments or not fits(need, answer.arguments[need.name]):
            return Refusal(text("This answer needs something else: {what}", what=need.title), "")
    return None


def fits(need: Need, value: Argument) -> bool:
    """Whether a value is one that a need asks for; a way is named by all its squares."""
    match need:
        case NeedCreature(ids=ids):
            return value in ids
        case NeedSquare(squares=squares):
            return value in squares
        case NeedPath(costs=costs):
            return isinstance(value, tuple) and bool(value) and isinstance(value[-1], Square) and value[-1] in costs
        case NeedChoice(choices=choices):
            return any(value == one.id for one in choices)
        case NeedArea(at=at):
            return isinstance(value, Point if at == "corner" else Square)


def name_of(fight: Fight, who: str) -> Named | str:
    """What players call a creature; its id when there is none of that id."""
    return next((one.name for one in fight.world.creatures if one.id == who), who)
