"""Reactions and triggered free actions: what sets them off, who is asked, and whether they disrupt what was begun.

A kind of reaction says which choices it gives a creature for a trigger; the fight puts the kinds into `REACTIONS`. Each
creature answers a trigger at most once, whatever it could answer with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Choice, Decision, Preview
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, turn
from tactics.world.fight import Fight

DECLINE = "decline"


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something that others, or the one it happens to, may react to.

    Attributes:
        kind: "act" (an action with its traits), "leaves" (a square is left), "moved" (an action with the move trait
            that leaves no square was finished), "reached" (a square was entered), "hurt" (damage is about to be taken),
            "check" (a check is about to be rolled), "fall", "turn_start", "turn_end".
        who: who causes it.
        action: id of the action it belongs to.
        traits: of that action.
        path: the square left and the next one, for "leaves" and "reached".
        target: whom it happens to, "" for nobody.
        amount: damage about to be taken, after resistances.
        damage: its types.
        weapon: id of the weapon behind it.
        statistic: what is about to be checked.
    """

    kind: str
    who: str
    action: str = ""
    traits: frozenset[str] = frozenset()
    path: tuple[Square, ...] = ()
    target: str = ""
    amount: int = 0
    damage: frozenset[str] = frozenset()
    weapon: str = ""
    statistic: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to react, as a player is asked.

    Attributes:
        choice: id and words; the id is unique among all reactions of a creature.
        preview: what it would probably do.
        title: what to ask when it is the only one.
        first: whether it is the answer of one who does not decide.
    """

    choice: Choice
    title: Text
    preview: Preview | None = None
    first: bool = True


class Reaction(Protocol):
    """A kind of reaction or triggered free action."""

    @property
    def id(self) -> str:
        """Its English id, also that of the question when it is the only one."""

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """What a creature may do about a trigger; it is looked at only while it can act."""

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> int:
        """Carry it out and spend what it costs.

        Returns:
            What it means for the trigger: `GOES_ON`, `DISRUPTED`, or for a check or damage the number to add.
        """


GOES_ON, DISRUPTED = 0, -1000
REACTIONS: list[Reaction] = []
"""Kinds of reactions in the order they are offered; the fight puts them in."""


def offer(run: Run, trigger: Trigger, only: frozenset[str] | None = None, skip: frozenset[str] = frozenset()) -> int:
    """Ask everybody who may react, one after another in turn order, and let them.

    Args:
        run: the action.
        trigger: what happens.
        only: ids of those who are asked at all, None for everybody.
        skip: ids of those who have had their chance.

    Returns:
        `DISRUPTED` when somebody disrupted the action, else the sum of what the reactions add.

    Source: pf2e.action.reaction, pf2e.action.trigger_limits, pf2e.action.disrupt
    """
    added = 0
    for who in _in_order(run.fight):
        if (only is not None and who not in only) or who in skip or not conditions.can_act(run.fight, who):
            continue
        found = _react(run, who, trigger)
        if found == DISRUPTED:
            return DISRUPTED
        added += found
    return added


def could_react(fight: Fight, trigger: Trigger) -> tuple[str, ...]:
    """Ids of those who would be asked about a trigger now."""
    return tuple(
        who
        for who in _in_order(fight)
        if conditions.can_act(fight, who) and any(one.offers(fight, who, trigger) for one in REACTIONS)
    )


def _in_order(fight: Fight) -> tuple[str, ...]:
    """Everybody in turn order, those without a place of their own last."""
    slots = [one.who for one in fight.order]
    return (*slots, *(one for one in fight.bodies if one not in slots))


def _react(run: Run, who: str, trigger: Trigger) -> int:
    found = [(kind, one) for kind in REACTIONS for one in kind.offers(run.fight, who, trigger)]
    if not found:
        return GOES_ON
    kinds = {kind.id for kind, _ in found}
    preferred = next((one.choice.id for _, one in found if one.first), DECLINE)
    decision = Decision(
        who=who,
        id=kinds.pop() if len(kinds) == 1 else "reaction",
        title=found[0][1].title if len(found) == 1 else text("How to react?"),
        choices=(*(one.choice for _, one in found), Choice(DECLINE, text("Let it go"))),
        default=preferred,
        preview={one.choice.id: one.preview for _, one in found if one.preview is not None},
    )
    answer = run.ask(decision)
    for kind, one in found:
        if one.choice.id == answer.id:
            return kind.react(run, who, trigger, answer.id)
    return GOES_ON


def with_reaction(fight: Fight, who: str) -> bool:
    """Whether a creature has a reaction to spend. Source: pf2e.action.reaction."""
    return turn.has_reaction(fight, who)
