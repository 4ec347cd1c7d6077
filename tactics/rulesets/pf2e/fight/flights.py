"""Fly, hover and Maneuver in Flight, and who drops out of the air."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tactics.core.later import Each, Later
from tactics.core.space import Space
from tactics.core.text import Text, as_words, text
from tactics.rules.action import Action, Choice, NeedChoice, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Moved, Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS, SKILLS
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import chances, falls, footing, hurting_ground, performing, reactions, turn
from tactics.rulesets.pf2e.fight.checks import check
from tactics.rulesets.pf2e.fight.performing import MOVE, Deed
from tactics.rulesets.pf2e.fight.reactions import Trigger
from tactics.rulesets.pf2e.fight.sheet import RANKS, sheet_of
from tactics.rulesets.pf2e.fight.spaces import air
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.fight.travel import Leg, path_of, speed_of, walk, way_preview, within
from tactics.rulesets.pf2e.fight.volume import Point3, Volume
from tactics.rulesets.pf2e.fight.ways import WHERE
from tactics.rulesets.pf2e.flying import falls_at_turn_end, maneuver_dc, may_maneuver
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.fight import Fight

FLY = Deed("fly", 1, frozenset({MOVE}))
HOVER = Deed("hover", 1, frozenset({MOVE}))
MANEUVER = Deed("maneuver_in_flight", 1, frozenset({MOVE}))
FLEW = "flew"
"""Counter: whether a creature flew since its turn began."""
RULE = "pf2e.basic.fly"
TASKS: Mapping[str, Text] = {
    "steep_ascent": text("a steep ascent"),
    "steep_descent": text("a steep descent"),
    "against_the_wind": text("against the wind"),
    "hover": text("hovering"),
    "reverse_direction": text("turning on the spot"),
    "gale": text("through a gale"),
}
"""Sample manoeuvres in words."""


class Fly:
    """Moving through the air to some height; 0 ft of it keep a flyer where it is.

    Source: pf2e.basic.fly, pf2e.move.fly_speed, pf2e.aerial.three_dimensional
    """

    ids = ("fly", "hover")
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for every height that can be reached, and staying in the air."""
        speed_ft = speed_of(fight, who, "fly")
        if not speed_ft:
            return
        refusal = performing.why_not(fight, who, FLY)
        if refusal is not None:
            yield Option("fly", "move", as_words(ACTIONS, "fly"), turn.COSTS[1], refusal=refusal)
            return
        volume = air(fight, who, speed_ft)
        for number in _heights(volume, speed_ft):
            foot_ft = volume.levels[number].foot_ft
            needs = (volume_need(volume, number, "fly"),)
            yield Option(
                "fly", "move", text("Fly at {feet} ft", feet=foot_ft), turn.COSTS[1], needs, None, {"height": foot_ft}
            )
        if footing.airborne(fight, who) and not fight.body(who).count(FLEW):
            yield Option("hover", "move", as_words(ACTIONS, "hover"), turn.COSTS[1])

    def resolve(self, run: Run, action: Action) -> None:
        """Fly along the path."""
        if action.id == "hover":
            _hover(run, action.who)
            return
        who, fight = action.who, run.fight
        refuse(performing.why_not(fight, who, FLY))
        speed_ft = speed_of(fight, who, "fly")
        if not speed_ft:
            raise Refused(Refusal(text("It has no Speed for that."), "pf2e.move.special_speeds"))
        points = way_through(
            air(fight, who, speed_ft), action, creatures.foot_ft(fight.world, fight.world.creature(who))
        )
        within(sum(one.cost_ft for one in points), speed_ft, RULE)
        if not performing.begin(run, who, FLY):
            return
        footing.take_posture(run, who, footing.FLYING, RULE)
        run.emit(CounterSet(who, FLEW, 1))
        before = fight.world.creature(who).space
        walk(run, who, legs_through(run.fight, who, points), action="fly", mode="fly")
        land(run, who, before)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        if action.id == "hover":
            trigger = Trigger("moved", action.who, "hover", HOVER.traits)
            return Preview(reactions=tuple(one for one in reactions.could_react(fight, trigger) if one != action.who))
        return way_preview(fight, action.who, path_of(action), "fly")


def _heights(volume: Volume, speed_ft: int) -> Iterator[int]:
    """Levels a flight can end on; all of them have a way, straight up or down or along."""
    for number in range(len(volume.levels)):
        rise_ft = volume.levels[number].foot_ft - volume.levels[volume.level].foot_ft
        if 2 * rise_ft <= speed_ft and volume.reaches(number):
            yield number


def legs_through(fight: Fight, who: str, points: Iterable[Point3]) -> tuple[Leg, ...]:
    """The steps of a way with heights as events give them: 0 only on the ground."""
    world = fight.world
    space = world.creature(who).space
    return tuple(
        Leg(
            one.square,
            one.cost_ft,
            falls.z_for(one.foot_ft, creatures.ground_ft(world, space.at(one.square))),
            one.diagonal,
        )
        for one in points
    )


def land(run: Run, who: str, before: Space) -> None:
    """A flyer less than a step above the ground stands on it. Source: pf2e.basic.fly."""
    space = run.fight.world.creature(who).space
    if 0 < footing.above_ground_ft(run.fight, who) < SQUARE_FT:
        run.emit(Moved(who, space.anchor, 0, "fly", space.width, space.height, 0))
    footing.settle(run, who)
    hurting_ground.entered(run, who, before, run.fight.world.creature(who).space)


def _hover(run: Run, who: str) -> None:
    """Fly 0 ft. Source: pf2e.basic.fly, pf2e.move.no_exit_trigger."""
    refuse(performing.why_not(run.fight, who, HOVER))
    if not speed_of(run.fight, who, "fly") or not footing.airborne(run.fight, who):
        raise Refused(Refusal(text("It does not fly."), RULE))
    if performing.begin(run, who, HOVER):
        footing.take_posture(run, who, footing.FLYING, RULE)
        run.emit(CounterSet(who, FLEW, 1))
        performing.finish_move(run, who, HOVER)


def way_through(volume: Volume, action: Action, height_ft: int) -> tuple[Point3, ...]:
    """The steps of a move with height that an action names by its squares and the height it ends at.

    Raises:
        Refused: no such way is free.

    Source: pf2e.aerial.three_dimensional
    """
    path = path_of(action)
    given = action.arguments.get("height", height_ft)
    wanted = int(given) if isinstance(given, int | str) else height_ft
    numbers = {one.foot_ft: number for number, one in enumerate(volume.levels)}
    points = volume.along(path, numbers[wanted]) if wanted in numbers else None
    if not points:
        raise Refused(Refusal(text("No way leads there."), "pf2e.aerial.three_dimensional"))
    last = points[-1].square
    if not volume.levels[numbers[wanted]].ends[last.y][last.x]:
        raise Refused(Refusal(text("No move may end there."), "pf2e.move.occupied_space"))
    return points


def volume_need(volume: Volume, number: int, mode: str) -> NeedPath:
    """One level of a volume as something to aim an option at."""
    costs = Later(lambda: volume.costs_ft(number))
    return NeedPath("path", mode, costs, Each(costs, lambda square: volume.squares_to(number, square)), WHERE)


def end_of_turn(run: Run, who: str) -> None:
    """A flyer that did not fly since its turn began drops. Source: pf2e.basic.fly, pf2e.move.falling."""
    flew = run.fight.body(who).count(FLEW) > 0
    if falls_at_turn_end(airborne=footing.airborne(run.fight, who), flew_this_round=flew):
        run.emit(Noted(who, text("It did not fly and drops out of the air."), RULE))
        falls.fall(run, who, creatures.foot_ft(run.fight.world, run.fight.world.creature(who)))


class ManeuverInFlight:
    """A hard manoeuvre in the air: Acrobatics, for those who are trained in it.

    Source: pf2e.skill.maneuver_in_flight, pf2e.aerial.combat
    """

    ids = ("maneuver_in_flight",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The sample tasks, for a creature with a fly Speed."""
        if not speed_of(fight, who, "fly"):
            return
        refusal = performing.why_not(fight, who, MANEUVER) or _no_maneuver(fight, who)
        choices = tuple(Choice(one, words) for one, words in TASKS.items())
        needs = () if refusal else (NeedChoice("kind", choices, text("Which manoeuvre?")),)
        yield Option(
            "maneuver_in_flight", "move", as_words(ACTIONS, "maneuver_in_flight"), turn.COSTS[1], needs, refusal
        )

    def resolve(self, run: Run, action: Action) -> None:
        """Roll; on a success the manoeuvre happens and counts as flying."""
        who, task = action.who, _task(action)
        refuse(performing.why_not(run.fight, who, MANEUVER) or _no_maneuver(run.fight, who))
        if not performing.begin(run, who, MANEUVER):
            return
        rule = "pf2e.skill.maneuver_in_flight"
        parts = parts_of(run.fight, who, "acrobatics")
        found = check(run, who, "skill", parts, maneuver_dc(task), what=as_words(SKILLS, "acrobatics"), rule=rule)
        if found.succeeded:
            run.emit(CounterSet(who, FLEW, 1))
            run.emit(Noted(who, text("The manoeuvre succeeds: {what}.", what=TASKS[task]), rule))
        else:
            run.emit(Noted(who, text("The manoeuvre does not happen."), rule))
        performing.finish_move(run, who, MANEUVER)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the check."""
        found = chances.preview_of(parts_of(fight, action.who, "acrobatics"), maneuver_dc(_task(action)))
        trigger = Trigger("moved", action.who, MANEUVER.id, MANEUVER.traits)
        others = tuple(one for one in reactions.could_react(fight, trigger) if one != action.who)
        return chances.with_reactions(found, others)


def _task(action: Action) -> str:
    task = str(action.arguments.get("kind", ""))
    if task not in TASKS:
        raise Refused(Refusal(text("Say which manoeuvre."), "pf2e.skill.maneuver_in_flight"))
    return task


def _no_maneuver(fight: Fight, who: str) -> Refusal | None:
    sheet = sheet_of(fight.world.creature(who))
    trained = sheet.rank("acrobatics") != RANKS[0] or "acrobatics" in sheet.totals
    rule = "pf2e.skill.maneuver_in_flight"
    if not may_maneuver(trained=trained, has_fly_speed=speed_of(fight, who, "fly") > 0):
        return Refusal(text("It takes training in Acrobatics and a fly Speed."), rule)
    if not footing.airborne(fight, who):
        return Refusal(text("It does not fly."), rule)
    return None
