"""Burrow: moving through earth, down into it and out of it again."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import as_words, text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import footing, performing, turn
from tactics.rulesets.pf2e.fight.flights import legs_through, volume_need, way_through
from tactics.rulesets.pf2e.fight.performing import MOVE, Deed
from tactics.rulesets.pf2e.fight.spaces import earth
from tactics.rulesets.pf2e.fight.travel import path_of, speed_of, walk, way_preview, within
from tactics.world.fight import Fight

BURROW = Deed("burrow", 1, frozenset({MOVE}))
RULE = "pf2e.basic.burrow"


class Burrow:
    """Moving through dirt, sand and the like; no tunnel is left. Source: pf2e.basic.burrow, pf2e.move.burrow_speed."""

    ids = ("burrow",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for every depth that can be reached, for one with a burrow Speed."""
        speed_ft = speed_of(fight, who, "burrow")
        if not speed_ft:
            return
        refusal = _why_not(fight, who)
        volume = None if refusal else earth(fight, who, speed_ft)
        numbers = [] if volume is None else [n for n in range(len(volume.levels)) if volume.reaches(n)]
        if volume is None or not numbers:
            refusal = refusal or Refusal(text("There is no earth to dig through."), RULE)
            yield Option("burrow", "move", as_words(ACTIONS, "burrow"), turn.COSTS[1], refusal=refusal)
            return
        ground_ft = creatures.ground_ft(fight.world, fight.world.creature(who).space)
        for number in numbers:
            deep_ft = ground_ft - volume.levels[number].foot_ft
            title = (
                text("Burrow {feet} ft deep", feet=deep_ft) if deep_ft else text("Burrow at the height of the ground")
            )
            needs = (volume_need(volume, number, "burrow"),)
            yield Option("burrow", "move", title, turn.COSTS[1], needs, None, {"height": volume.levels[number].foot_ft})

    def resolve(self, run: Run, action: Action) -> None:
        """Dig along the path."""
        who, fight = action.who, run.fight
        refuse(_why_not(fight, who))
        speed_ft = speed_of(fight, who, "burrow")
        foot_ft = creatures.foot_ft(fight.world, fight.world.creature(who))
        points = way_through(earth(fight, who, speed_ft), action, foot_ft)
        within(sum(one.cost_ft for one in points), speed_ft, RULE)
        if performing.begin(run, who, BURROW):
            legs = legs_through(run.fight, who, points)
            for leg in legs:
                footing.take_posture(run, who, footing.BURROWING, RULE)
                if not walk(run, who, (leg,), action="burrow", mode="burrow"):
                    break
            footing.settle(run, who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return way_preview(fight, action.who, path_of(action), "burrow")


def _why_not(fight: Fight, who: str) -> Refusal | None:
    if not speed_of(fight, who, "burrow"):
        return Refusal(text("It has no Speed for that."), "pf2e.move.special_speeds")
    if (
        footing.airborne(fight, who)
        or footing.holds_on(fight, who)
        or footing.in_water(fight.world, fight.world.creature(who))
    ):
        return Refusal(text("There is no earth to dig through."), RULE)
    return performing.why_not(fight, who, BURROW)
