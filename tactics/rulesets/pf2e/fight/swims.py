"""Swim, and sinking at the end of a turn without it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tactics.core.text import as_words, text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import CounterSet, Moved, Noted, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS, SKILLS
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import breath, chances, footing, performing, turn
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS, SUCCESS, check
from tactics.rulesets.pf2e.fight.flights import legs_through, volume_need, way_through
from tactics.rulesets.pf2e.fight.performing import MOVE, Deed
from tactics.rulesets.pf2e.fight.spaces import water
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.fight.travel import path_of, speed_of, walk, way_preview, within
from tactics.rulesets.pf2e.fight.volume import Point3
from tactics.rulesets.pf2e.swimming import check_bonus, needs_check, sinks_ft, swim
from tactics.world.fight import Fight

SWIM = Deed("swim", 1, frozenset({MOVE}))
SWAM = "swam"
"""Counter: whether a creature swam with success since its turn began."""
RULE = "pf2e.skill.swim"
SPEED_RULE = "pf2e.move.swim_speed"


class Swim:
    """Moving through water: by a check, or up to a swim Speed; up and down is twice as dear.

    Treading water is a Swim of 0 ft. The way is chosen for the best that can come of the check and followed as far as
    the result leads.

    Source: pf2e.skill.swim, pf2e.move.swim_speed
    """

    ids = ("swim", "tread_water")
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for every depth that can be reached, for one in deep water."""
        if not footing.in_water(fight.world, fight.world.creature(who)):
            return
        refusal = _why_not(fight, who)
        if refusal is not None:
            yield Option("swim", "move", as_words(ACTIONS, "swim"), turn.COSTS[1], refusal=refusal)
            return
        volume = water(fight, who, most_ft(fight, who))
        surface_ft = creatures.ground_ft(fight.world, fight.world.creature(who).space)
        for number, level in enumerate(volume.levels):
            if volume.reaches(number):
                deep_ft = surface_ft - level.foot_ft
                title = text("Swim {feet} ft deep", feet=deep_ft) if deep_ft else text("Swim at the surface")
                needs = (volume_need(volume, number, "swim"),)
                yield Option("swim", "move", title, turn.COSTS[1], needs, None, {"height": level.foot_ft})
        if not speed_of(fight, who, "swim") and not fight.body(who).count(SWAM):
            yield Option("tread_water", "move", as_words(ACTIONS, "tread_water"), turn.COSTS[1])

    def resolve(self, run: Run, action: Action) -> None:
        """Roll where a roll is needed, and swim."""
        who, fight = action.who, run.fight
        refuse(_why_not(fight, who))
        points: Sequence[Point3] = (
            ()
            if action.id == "tread_water"
            else way_through(
                water(fight, who, most_ft(fight, who)),
                action,
                creatures.foot_ft(fight.world, fight.world.creature(who)),
            )
        )
        within(sum(one.cost_ft for one in points), most_ft(fight, who), RULE)
        if not performing.begin(run, who, SWIM):
            return
        degree = SUCCESS
        if rolls(fight, who):
            parts, dc = _parts(fight, who), _dc(fight, who)
            degree = check(run, who, "skill", parts, dc, what=as_words(SKILLS, "athletics"), rule=RULE).degree
        result = swim(degree, speed_of(fight, who))
        if result.air_lost:
            breath.lose(run, who, result.air_lost, rule=RULE)
        feet = _feet(fight, who, degree)
        if degree in (SUCCESS, CRITICAL_SUCCESS):
            run.emit(CounterSet(who, SWAM, 1))
        if feet and points:
            walk(run, who, legs_through(run.fight, who, _as_far(points, feet)), action="swim", mode="swim")
        else:
            performing.finish_move(run, who, SWIM)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the check, and who may react on the way."""
        here = (fight.world.creature(action.who).space.anchor,)
        path = here if action.id == "tread_water" else path_of(action)
        others = way_preview(fight, action.who, path, "swim")
        if not rolls(fight, action.who):
            return others
        found = chances.preview_of(_parts(fight, action.who), _dc(fight, action.who))
        return chances.with_reactions(found, others.reactions)


def _why_not(fight: Fight, who: str) -> Refusal | None:
    if not footing.in_water(fight.world, fight.world.creature(who)):
        return Refusal(text("It is not in deep water."), RULE)
    return performing.why_not(fight, who, SWIM)


def _dc(fight: Fight, who: str) -> int:
    return footing.check_dc(fight.world.board, fight.world.creature(who).space, "swim")


def rolls(fight: Fight, who: str) -> bool:
    """Whether the water is rough, so that a check is needed. Source: pf2e.skill.swim, pf2e.move.swim_speed."""
    return needs_check(speed_of(fight, who, "swim") or None, calm=not _dc(fight, who))


def _parts(fight: Fight, who: str) -> tuple[Part, ...]:
    bonus = check_bonus(speed_of(fight, who, "swim") or None)
    extra = (Part(bonus, text("swim Speed"), "circumstance", SPEED_RULE),) if bonus else ()
    return parts_of(fight, who, "athletics", extra=extra)


def _feet(fight: Fight, who: str, degree: str) -> int:
    """How far a degree leads; a swim Speed takes the place of the usual distance."""
    own, usual = speed_of(fight, who, "swim"), swim(degree, speed_of(fight, who)).feet
    if not usual:
        return 0
    further = usual - swim(SUCCESS, speed_of(fight, who)).feet
    return max(usual, own + further) if own else usual


def most_ft(fight: Fight, who: str) -> int:
    """The farthest one Swim can lead: a critical success where a check is made."""
    return _feet(fight, who, CRITICAL_SUCCESS if rolls(fight, who) else SUCCESS)


def _as_far(points: Sequence[Point3], feet: int) -> Sequence[Point3]:
    spent = 0
    for number, one in enumerate(points):
        spent += one.cost_ft
        if spent > feet:
            return points[:number]
    return points


def sink(run: Run, who: str) -> None:
    """At the end of a turn without a Swim one sinks; who has a swim Speed keeps its depth.

    Source: pf2e.skill.swim
    """
    world = run.fight.world
    creature, body = world.creature(who), run.fight.body(who)
    if not footing.in_water(world, creature) or speed_of(run.fight, who, "swim") or creature.mount:
        return
    entered = body.count(footing.ENTERED_WATER)
    feet = sinks_ft(swam=body.count(SWAM) > 0, entered_with_last_action=0 < entered == body.count(turn.DONE))
    surface_ft = creatures.ground_ft(world, creature.space)
    foot_ft = creatures.foot_ft(world, creature)
    bed_ft = surface_ft - footing.depth_ft(world.board, creature.space)
    deeper_ft = max(bed_ft, foot_ft - feet)
    if deeper_ft >= foot_ft or surface_ft > 0:
        return
    space = creature.space
    run.emit(Moved(who, space.anchor, 0, "forced", space.width, space.height, deeper_ft))
    run.emit(Noted(who, text("{who} sinks {feet} ft.", who=creature.name, feet=foot_ft - deeper_ft), RULE))
    footing.settle(run, who)
