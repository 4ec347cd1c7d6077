"""Maneuvers in place of a melee attack: as a single one, within a full attack, or as an attack of opportunity."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tactics.core.text import Text, text
from tactics.rules.action import Refusal
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight import turn
from tactics.rulesets.pf1.fight.attacks import current_series, next_refusal, spend_blow
from tactics.rulesets.pf1.fight.maneuver import NAMES, TargetedManeuver
from tactics.rulesets.pf1.fight.manner import kind_of
from tactics.rulesets.pf1.fight.mounted import moved_too_far
from tactics.rulesets.pf1.fight.numbers import attack_sequence, weapon_of
from tactics.world.fight import Fight


class InsteadOfAttack(TargetedManeuver, ABC):
    """Trip, disarm and sunder take the place of any melee attack.

    Source: pf1.maneuver.action
    """

    @property
    def title(self) -> Text:
        """What it is called."""
        return NAMES[self.id]

    def spent(self, fight: Fight, who: str) -> Refusal | None:
        """Within a full attack it takes the next attack, else a standard action."""
        number = fight.body(who).count(turn.SERIES)
        if not number:
            return turn.affordable(fight, who, turn.STANDARD)
        blows, _ = current_series(fight, who)
        if number >= len(blows):
            return Refusal(text("All attacks are made."), "pf1.action.full_attack")
        if kind_of(weapon_of(fight, who, blows[number].weapon), blows[number].manner) == "ranged":
            return Refusal(text("It takes the place of a melee attack only."), "pf1.maneuver.action")
        return next_refusal(fight, who, number)

    def cost(self, fight: Fight, who: str) -> Text:
        """What it takes of the turn, in words."""
        number = fight.body(who).count(turn.SERIES)
        return turn.COSTS[(turn.STANDARD, turn.MOVE)[number] if number < 2 else turn.FREE]

    def spend(self, run: Run, who: str) -> tuple[Part, ...]:
        """Later attacks carry their penalty; a first one may be the beginning of a full attack."""
        number = run.fight.body(who).count(turn.SERIES)
        if not number:
            if _may_go_on(run.fight, who):
                spend_blow(run, who, 0, "main")
            else:
                turn.spend(run, who, turn.STANDARD)
            return ()
        blows, _ = current_series(run.fight, who)
        step = blows[number].manner.step
        spend_blow(run, who, number)
        return (Part(step, text("further attack"), "", "pf1.action.full_attack"),) if step else ()

    def fits(self, fight: Fight, who: str, target: str) -> bool:
        """Whether it can be tried as an attack of opportunity."""
        return self.unable(fight, who) is None and self.refusal(fight, who, target) is None

    @abstractmethod
    def attempt_on(self, run: Run, who: str, target: str, extra: tuple[Part, ...] = ()) -> None:
        """The check against a target and what comes of it; the action is not spent here."""


def _may_go_on(fight: Fight, who: str) -> bool:
    """Whether further attacks may follow: it has some, and the whole turn for them."""
    if len(attack_sequence(fight, who)) < 2 or fight.body(who).count(turn.MOVED) or moved_too_far(fight, who):
        return False
    return turn.affordable(fight, who, turn.FULL_ROUND) is None
