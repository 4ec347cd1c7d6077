"""The way on: what everybody does while travelling, how long it takes, and what it brings to the next fight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, NeedChoice, Option, Preview, Refusal, Refused
from tactics.rules.camps import SetOut, journey_of, members
from tactics.rules.event import EffectGained, EffectLost
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.camp import time
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.fight import conditions
from tactics.rulesets.pf2e.fight.holding import shield_of
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.speeds import speed_ft
from tactics.rulesets.pf2e.tables import table
from tactics.rulesets.pf2e.travel import Pace, activities, hustle_minutes, minutes_on_the_way, pace
from tactics.world.fight import Duration, Effect, Fight

EXPLORING = "exploring"
"""Effect: what a creature does on the way, its id in the note."""
NAMES: Mapping[str, Text] = {
    "none": text("only travel"),
    "avoid_notice": text("Avoid Notice"),
    "defend": text("Defend"),
    "detect_magic": text("Detect Magic"),
    "follow_the_expert": text("Follow the Expert"),
    "hustle": text("Hustle"),
    "investigate": text("Investigate"),
    "repeat_a_spell": text("Repeat a Spell"),
    "scout": text("Scout"),
    "search": text("Search"),
}


def activity_of(fight: Fight, who: str) -> str:
    """What a creature does on the way."""
    return next((one.note for one in fight.body(who).effects if one.id == EXPLORING), "none")


class Explore:
    """Choosing what to do on the way. Source: pf2e.explore.activities, pf2e.explore.other_activities."""

    ids = ("explore",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One of the exploration activities."""
        choices = tuple(Choice(one, NAMES[one]) for one in activities() if self._fits(fight, who, one) is None)
        need = NeedChoice("kind", choices, text("What does it do on the way?"))
        yield Option("explore", "other", text("On the way"), NAMES[activity_of(fight, who)], (need,))

    def resolve(self, run: Run, action: Action) -> None:
        """Note it."""
        who, chosen = action.who, str(action.arguments.get("kind", ""))
        if chosen not in activities():
            raise Refused(Refusal(text("There is no such activity."), "pf2e.explore.activities"))
        refusal = self._fits(run.fight, who, chosen)
        if refusal is not None:
            raise Refused(refusal)
        for effect in run.fight.body(who).effects:
            if effect.id == EXPLORING:
                run.emit(EffectLost(who, effect))
        if chosen != "none":
            run.emit(EffectGained(who, Effect(EXPLORING, note=chosen, rule="pf2e.explore.activities")))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()

    def _fits(self, fight: Fight, who: str, activity: str) -> Refusal | None:
        if activity == "defend" and shield_of(fight, who) is None:
            return Refusal(text("It has no shield."), "pf2e.explore.other_activities")
        return None


def slowest_pace(fight: Fight) -> Pace:
    """The pace of the slowest, at which all travel, a hustle not counted in. Source: pf2e.explore.travel_speed."""
    _, terrain = journey_of(fight)
    found = []
    for who in members(fight):
        activity = activity_of(fight, who)
        feet = speed_ft(stats(fight.world.creature(who))) or 0
        found.append(pace(feet, terrain, "none" if activity == "hustle" else activity))
    return min(found)


def way_minutes(fight: Fight) -> int:
    """Minutes the way takes; at double speed as long as everybody hustles.

    Source: pf2e.explore.travel_speed, pf2e.explore.other_activities
    """
    miles, _ = journey_of(fight)
    party = members(fight)
    hustling = 0
    if all(activity_of(fight, who) == "hustle" for who in party):
        hustling = hustle_minutes(sheet_of(fight.world.creature(who)).abilities["con"] for who in party)
    return minutes_on_the_way(miles, slowest_pace(fight), hustling=hustling)


def arrive(run: Run, who: str) -> None:
    """Begin the next fight as the activity has it.

    Source: pf2e.explore.avoid_notice, pf2e.explore.other_activities
    """
    activity = activity_of(run.fight, who)
    rule = "pf2e.explore.other_activities"
    if activity == "avoid_notice":
        run.emit(EffectGained(who, Effect("avoiding_notice", rule="pf2e.explore.avoid_notice")))
    elif activity == "defend":
        shield = sheet_of(run.fight.world.creature(who)).shield
        if shield is not None and shield_of(run.fight, who) is not None:
            effect = Effect("shield_raised", shield.bonus, who, Duration("start", who), rule="pf2e.basic.raise_shield")
            run.emit(EffectGained(who, effect))
    elif activity == "scout":
        bonus = int(table("travel")["scout"]["initiative"])
        for other in members(run.fight):
            if not run.fight.body(other).has("scouted"):
                run.emit(EffectGained(other, Effect("scouted", bonus, who, rule=rule)))


def _leave(run: Run) -> None:
    """Travel, and arrive as the activities have it."""
    taken = way_minutes(run.fight)
    for who in members(run.fight):
        if taken:
            time.tire(run, who, taken)
    for who in members(run.fight):
        arrive(run, who)


SET_OUT = SetOut("pf2e.explore.travel_speed", way_minutes, conditions.can_act, _leave)
"""Leaving the camp. Source: pf2e.explore.travel_speed, pf2e.mode.kinds."""
