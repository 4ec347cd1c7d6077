"""Trip: throwing somebody to the ground."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import text
from tactics.rules.action import Action, Option, Preview
from tactics.rules.dice_text import face_sum, parse_dice, roll_dice
from tactics.rules.event import Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, maneuver
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, CRITICAL_SUCCESS
from tactics.rulesets.pf2e.fight.damage import Dealt
from tactics.rulesets.pf2e.fight.harm import Blow, hurt
from tactics.rulesets.pf2e.fight.maneuver import Maneuver
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

TRIP = Maneuver("trip", text("Trip"), "reflex", "pf2e.skill.trip")


class Trip:
    """Athletics against Reflex: prone, and hurt on a critical success. Source: pf2e.skill.trip."""

    ids = ("trip",)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """With a free hand or a weapon made for it."""
        return maneuver.options(fight, who, TRIP)

    def resolve(self, run: Run, action: Action) -> None:
        """Throw the target, or fall."""
        found = maneuver.attempt(run, action, TRIP)
        if found is None:
            return
        target, _, roll = found
        if roll.succeeded:
            if not run.fight.body(target).has("prone"):
                conditions.gain(run, target, "prone", source=action.who, rule=TRIP.rule)
            if roll.degree == CRITICAL_SUCCESS:
                _hurt(run, action.who, target)
        elif roll.degree == CRITICAL_FAILURE:
            conditions.gain(run, action.who, "prone", rule=TRIP.rule)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances."""
        return maneuver.previewed(fight, action, TRIP)


def _hurt(run: Run, who: str, target: str) -> None:
    """The blow of a hard fall; it is no critical hit. Source: pf2e.skill.trip."""
    dice = parse_dice(table("fight")["athletics"]["trip_damage"])
    assert dice is not None
    rolls = roll_dice(run, dice)
    sum_ = face_sum(rolls) + dice.bonus
    run.emit(Rolled(who, "damage", rolls, (), sum_, target=target, what=TRIP.title, rule=TRIP.rule))
    hurt(run, target, (Dealt(sum_, "bludgeoning"),), Blow(who, rule=TRIP.rule))
