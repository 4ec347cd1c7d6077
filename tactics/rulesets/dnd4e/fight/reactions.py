"""Opportunity actions and immediate actions: what sets them off, who is asked, and what becomes of the trigger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Choice, Decision, Preview
from tactics.rules.fighting import Run
from tactics.world.fight import Fight

DECLINE = "decline"


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something that others, or the one it happens to, may answer.

    Attributes:
        kind: "leaves" (a square is left), "uses" (a ranged or area power is used), and for immediate actions one of
            `powers.TRIGGERS`, or what somebody waits for with a readied action.
        who: who causes it.
        target: whom it happens to, "" for nobody.
        before: it can still be prevented: interrupts are asked, reactions afterwards.
        path: the square left and the next one.
        action: id of the power or action.
        targets: everybody an attack is aimed at.
    """

    kind: str
    who: str
    target: str = ""
    before: bool = True
    path: tuple[Square, ...] = ()
    action: str = ""
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to react, as a player is asked."""

    choice: Choice
    title: Text
    preview: Preview | None = None


class Reaction(Protocol):
    """A kind of opportunity or immediate action."""

    @property
    def id(self) -> str:
        """Its English id, also that of the question when it is the only one."""

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """What a creature may do about a trigger."""

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> None:
        """Carry it out and spend what it costs."""


REACTIONS: list[Reaction] = []
"""Kinds of reactions in the order they are offered; the fight puts them in."""


def offer(run: Run, trigger: Trigger, *, only: frozenset[str] | None = None) -> None:
    """Ask everybody who may react, one after another in turn order, and let them.

    Source: dnd4e.opportunity.interrupts, dnd4e.action.immediate, dnd4e.action.opportunity
    """
    for who in _in_order(run.fight):
        if only is None or who in only:
            _react(run, who, trigger)


def could_react(fight: Fight, trigger: Trigger) -> tuple[str, ...]:
    """Ids of those who would be asked about a trigger now."""
    return tuple(who for who in _in_order(fight) if any(one.offers(fight, who, trigger) for one in REACTIONS))


def _in_order(fight: Fight) -> tuple[str, ...]:
    slots = [one.who for one in fight.order]
    return (*slots, *(one for one in fight.bodies if one not in slots))


def _react(run: Run, who: str, trigger: Trigger) -> None:
    found = [(kind, one) for kind in REACTIONS for one in kind.offers(run.fight, who, trigger)]
    if not found:
        return
    kinds = {kind.id for kind, _ in found}
    decision = Decision(
        who=who,
        id=kinds.pop() if len(kinds) == 1 else "reaction",
        title=found[0][1].title if len(found) == 1 else text("How to react?"),
        choices=(*(one.choice for _, one in found), Choice(DECLINE, text("Let it go"))),
        default=found[0][1].choice.id,
        preview={one.choice.id: one.preview for _, one in found if one.preview is not None},
    )
    answer = run.ask(decision)
    for kind, one in found:
        if one.choice.id == answer.id:
            kind.react(run, who, trigger, answer.id)
            return


def this_turn(fight: Fight) -> int:
    """A number that tells the turns of a fight apart."""
    return fight.round * 1000 + (fight.turn or 0) + 1
