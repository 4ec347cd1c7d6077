"""Leap, High Jump and Long Jump."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import as_words, text
from tactics.geometry.metric import alternating_sq
from tactics.geometry.steps import DIRECTIONS
from tactics.rules.action import Action, Option, Preview, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS, SKILLS
from tactics.rulesets.pf2e import creatures, legal
from tactics.rulesets.pf2e.fight import chances, conditions, falls, footing, hurting_ground, performing, turn
from tactics.rulesets.pf2e.fight.asking import case_of
from tactics.rulesets.pf2e.fight.checks import FAILURE, check
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.performing import MOVE, Deed
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.fight.travel import Leg, legs_of, path_of, speed_of, walk, way_preview, within
from tactics.rulesets.pf2e.fight.ways import costs_of, need_of, taken, way_of
from tactics.rulesets.pf2e.jumping import high_jump, leap_ft, leap_up, long_jump, long_jump_allowed
from tactics.rulesets.pf2e.passing import may_end_turn
from tactics.rulesets.pf2e.provoke import squares_left
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.fight import Fight

LEAP = Deed("leap", 1, frozenset({MOVE}))
HIGH = Deed("high_jump", 2, frozenset({MOVE}))
LONG = Deed("long_jump", 2, frozenset({MOVE}))
LEAP_RULE, HIGH_RULE, LONG_RULE = "pf2e.basic.leap", "pf2e.skill.high_jump", "pf2e.skill.long_jump"
Goals = Mapping[Square, tuple[tuple[Square, ...], int]]


class Leap:
    """A jump of up to 10 or 15 ft over whatever lies between. Source: pf2e.basic.leap, pf2e.terrain.jump_ignores."""

    ids = ("leap",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares that can be jumped to."""
        refusal = performing.why_not(fight, who, LEAP) or _too_slow(fight, who)
        if refusal is None and next(_leap_ways(fight, who), None) is None:
            refusal = Refusal(text("There is nowhere to go."), LEAP_RULE)
        needs = () if refusal else (need_of(lambda: _leaps(fight, who), "leap"),)
        yield Option("leap", "move", as_words(ACTIONS, "leap"), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Jump."""
        who, path, fight = action.who, path_of(action), run.fight
        refuse(performing.why_not(fight, who, LEAP) or _too_slow(fight, who))
        refuse(_no_leap(fight, who, path))
        if performing.begin(run, who, LEAP):
            jump(run, who, path[-1], "leap")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return way_preview(fight, action.who, path_of(action), "leap")


def _too_slow(fight: Fight, who: str) -> Refusal | None:
    """Source: pf2e.basic.leap."""
    least = table("movement")["leap"]["far"][-1][0]
    if leap_ft(speed_of(fight, who)):
        return None
    return Refusal(text("A Leap needs a Speed of {feet} ft.", feet=least), LEAP_RULE)


def _no_leap(fight: Fight, who: str, path: tuple[Square, ...]) -> Refusal | None:
    """Why a creature cannot Leap along a path, None when it can. Source: pf2e.basic.leap."""
    start = fight.world.creature(who).space.anchor
    if len(path) < 2 or path[0] != start or path[-1] == start:
        return Refusal(text("A path begins where the creature stands."), LEAP_RULE)
    dx, dy = path[-1].x - start.x, path[-1].y - start.y
    feet, most = alternating_sq(dx, dy, taken(fight, who)) * SQUARE_FT, leap_ft(speed_of(fight, who))
    if feet > most:
        words = text("The leap is {feet} ft, at most {most} ft are possible.", feet=feet, most=most)
        return Refusal(words, LEAP_RULE)
    closed = _hindered(fight, who, start, path[-1])
    if closed is not None:
        return closed
    return _too_high(fight, who, path[0], path[-1], leap_up().up_ft, LEAP_RULE)


def _hindered(fight: Fight, who: str, start: Square, there: Square) -> Refusal | None:
    """What keeps anybody from a jump: something solid, nowhere to land, squares that are taken.

    Source: pf2e.basic.leap, pf2e.terrain.jump_ignores
    """
    case = case_of(fight)
    creature = case.world.creature(who)
    found = legal.jump_hindered(case, creature, (start, there))
    if found is not None:
        return Refusal(found.why, found.rule)
    if not may_end_turn(case.world, creature, creature.space.at(there)):
        return Refusal(text("No move may end there."), "pf2e.move.occupied_space")
    return None


def _too_high(fight: Fight, who: str, start: Square, there: Square, up_ft: int, rule: str) -> Refusal | None:
    """Why a jump does not lead up onto a ledge. Source: pf2e.basic.leap, pf2e.skill.high_jump."""
    world, space = fight.world, fight.world.creature(who).space
    rise_ft = creatures.ground_ft(world, space.at(there)) - creatures.ground_ft(world, space.at(start))
    if rise_ft <= up_ft:
        return None
    return Refusal(text("{feet} ft up is too high for it.", feet=rise_ft), rule)


def _leaps(fight: Fight, who: str) -> Goals:
    return {path[-1]: (path, feet) for path, feet in _leap_ways(fight, who)}


def _leap_ways(fight: Fight, who: str) -> Iterator[tuple[tuple[Square, ...], int]]:
    """Every leap that can be made, with its length in feet."""
    start = fight.world.creature(who).space.anchor
    reach = leap_ft(speed_of(fight, who)) // SQUARE_FT
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            there = Square(start.x + dx, start.y + dy)
            if (dx or dy) and there.x >= 0 and there.y >= 0 and _no_leap(fight, who, (start, there)) is None:
                yield (start, there), alternating_sq(dx, dy, taken(fight, who)) * SQUARE_FT


def jump(run: Run, who: str, there: Square, action: str, *, meant: bool = True) -> bool:
    """Go through the air in a straight line and come down; returns whether it got there.

    Args:
        run: the action.
        who: who jumps.
        there: where it comes down.
        action: what it belongs to.
        meant: whether that is where it wanted to land: into water it then dives.

    Source: pf2e.basic.leap, pf2e.terrain.jump_ignores, pf2e.move.triggers_reactions
    """
    creature = run.fight.world.creature(who)
    before, from_ft = creature.space, creatures.foot_ft(run.fight.world, creature)
    path = (*squares_left((before.anchor, there)), there)
    arrived = walk(run, who, _jump_legs(run.fight, who, path), action=action, mode="leap")
    come_down(run, who, before, from_ft, dive=meant and arrived)
    return arrived


def _jump_legs(fight: Fight, who: str, path: tuple[Square, ...]) -> Iterator[Leg]:
    counted, start = taken(fight, who), path[0]
    spent = 0
    for here, square in pairwise(path):
        if square == here:
            continue
        far = alternating_sq(square.x - start.x, square.y - start.y, counted) * SQUARE_FT
        yield Leg(square, far - spent)
        spent = far


def come_down(run: Run, who: str, before: Space, from_ft: int, *, dive: bool) -> None:
    """Land: on the ground, in water, or further down. Source: pf2e.basic.leap, pf2e.move.falling_soft."""
    ground_ft = creatures.ground_ft(run.fight.world, before)
    if falls.off_the_edge(run, who, min(from_ft, ground_ft), dive=dive):
        return
    was_wet = run.fight.body(who).has(footing.SWIMMING)
    footing.settle(run, who)
    if not was_wet:
        footing.came_into_water(run, who)
    hurting_ground.entered(run, who, before, run.fight.world.creature(who).space)


class LongJump:
    """A Stride and a farther Leap on in the same direction; the DC is the distance.

    Source: pf2e.skill.long_jump, pf2e.action.no_nesting
    """

    ids = ("long_jump",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Landing squares in the eight directions, each with the shortest jump that gets there."""
        refusal = performing.why_not(fight, who, LONG) or _too_slow(fight, who)
        if refusal is None and next(_long_ways(fight, who), None) is None:
            refusal = Refusal(text("There is nowhere to go."), LONG_RULE)
        needs = () if refusal else (need_of(lambda: _long_jumps(fight, who), "leap"),)
        yield Option("long_jump", "move", as_words(ACTIONS, "long_jump"), turn.COSTS[2], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Stride, roll, and jump as far as it leads."""
        who, path, fight = action.who, path_of(action), run.fight
        refuse(performing.why_not(fight, who, LONG))
        run_up, there = _run_up(fight, who, path)
        speed_ft, feet = speed_of(fight, who), _feet(run_up[-1], there)
        if not long_jump_allowed(feet, speed_ft):
            raise Refused(Refusal(text("A jump is at most as long as the Speed: {feet} ft.", feet=speed_ft), LONG_RULE))
        refuse(_jump_closed(fight, who, run_up[-1], there))
        costs = costs_of(fight, who, run_up, way_of(fight, who)) if len(run_up) > 1 else ()
        within(sum(costs), speed_ft, "pf2e.basic.stride")
        if not performing.begin(run, who, LONG) or not walk(run, who, legs_of(run_up, costs), action="stride"):
            return
        straight = _straight((*run_up, there))
        degree = FAILURE
        if straight and sum(costs) >= table("movement")["long_jump"]["run_ft"]:
            parts = parts_of(run.fight, who, "athletics")
            degree = check(run, who, "skill", parts, feet, what=as_words(SKILLS, "athletics"), rule=LONG_RULE).degree
        result = long_jump(degree, feet, speed_ft, run_ft=sum(costs), same_direction=straight)
        _jump_on(run, who, there, result.across_ft)
        if result.prone and run.fight.body(who).out == "" and not run.fight.body(who).has("prone"):
            conditions.gain(run, who, "prone", rule=LONG_RULE)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the whole distance, and who may react."""
        who, path = action.who, path_of(action)
        run_up, there = _run_up(fight, who, path)
        found = chances.preview_of(parts_of(fight, who, "athletics"), _feet(run_up[-1], there))
        others = way_preview(fight, who, run_up, "stride") if len(run_up) > 1 else Preview()
        return chances.with_reactions(found, others.reactions)


def _run_up(fight: Fight, who: str, path: tuple[Square, ...]) -> tuple[tuple[Square, ...], Square]:
    """The Stride and the landing square of a path: its last step is the jump."""
    if len(path) < 2 or path[0] != fight.world.creature(who).space.anchor:
        raise Refused(Refusal(text("A path begins where the creature stands."), LONG_RULE))
    return path[:-1], path[-1]


def _feet(start: Square, there: Square) -> int:
    return alternating_sq(there.x - start.x, there.y - start.y) * SQUARE_FT


def _straight(path: tuple[Square, ...]) -> bool:
    """Whether a run and a jump lead one way. Source: pf2e.skill.long_jump."""
    ways = set()
    for here, there in pairwise(path):
        dx, dy = there.x - here.x, there.y - here.y
        far = max(abs(dx), abs(dy), 1)
        if dx % far or dy % far:
            return False
        ways.add((dx // far, dy // far))
    return len(ways) == 1


def _jump_closed(fight: Fight, who: str, start: Square, there: Square) -> Refusal | None:
    """Why a long jump cannot be begun. Source: pf2e.skill.long_jump."""
    return _hindered(fight, who, start, there) or _too_high(fight, who, start, there, leap_up().up_ft, LONG_RULE)


def _jump_on(run: Run, who: str, there: Square, feet: int) -> None:
    """Jump so far towards a square, down where one may come down. Source: pf2e.skill.long_jump, pf2e.basic.leap."""
    world = judged(run.fight)
    creature = world.creature(who)
    start = creature.space.anchor
    line = [*squares_left((start, there))[1:], there]
    reached = [one for one in line if _feet(start, one) <= feet]
    while reached and not may_end_turn(world, creature, creature.space.at(reached[-1])):
        reached.pop()
    if reached:
        jump(run, who, reached[-1], "leap", meant=reached[-1] == there)


def _long_jumps(fight: Fight, who: str) -> Goals:
    """For every square that can be landed on the way with the shortest jump."""
    found: dict[Square, tuple[tuple[Square, ...], int]] = {}
    for path, feet in _long_ways(fight, who):
        if path[-1] not in found or feet < found[path[-1]][1]:
            found[path[-1]] = path, feet
    return found


def _long_ways(fight: Fight, who: str) -> Iterator[tuple[tuple[Square, ...], int]]:
    """Every run straight ahead with a jump at its end, and the length of the jump in feet."""
    way, start = way_of(fight, who), fight.world.creature(who).space.anchor
    speed_ft, least_ft = speed_of(fight, who), int(table("movement")["long_jump"]["run_ft"])
    board = fight.world.board
    for dx, dy in DIRECTIONS:
        run_up: tuple[Square, ...] = (start,)
        while True:
            run_up = (*run_up, Square(run_up[-1].x + dx, run_up[-1].y + dy))
            costs = way.costs_ft(run_up) if board.inside(run_up[-1]) else None
            if costs is None or sum(costs) > speed_ft:
                break
            if sum(costs) < least_ft:
                continue
            for far in range(2, speed_ft // SQUARE_FT + 1):
                there = Square(run_up[-1].x + far * dx, run_up[-1].y + far * dy)
                feet = _feet(run_up[-1], there)
                if feet <= speed_ft and board.inside(there) and not _jump_closed(fight, who, run_up[-1], there):
                    yield (*run_up, there), feet


class HighJump:
    """A Stride and a Leap upwards, onto a ledge. Source: pf2e.skill.high_jump, pf2e.action.no_nesting."""

    ids = ("high_jump",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Ledges a jump can lead onto, each with the shortest run-up."""
        if not any(one.ground_z_ft for one in fight.world.board.kinds):
            return
        refusal = performing.why_not(fight, who, HIGH)
        if refusal is None and not _high_jumps(fight, who):
            refusal = Refusal(text("There is no ledge to jump onto."), HIGH_RULE)
        needs = () if refusal else (need_of(lambda: _high_jumps(fight, who), "leap"),)
        yield Option("high_jump", "move", as_words(ACTIONS, "high_jump"), turn.COSTS[2], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Stride, roll, and jump onto the last square of the way if the result is high enough."""
        who, path, fight = action.who, path_of(action), run.fight
        refuse(performing.why_not(fight, who, HIGH))
        run_up, there = _run_up(fight, who, path)
        refuse(_no_high_jump(fight, who, run_up[-1], there))
        costs = costs_of(fight, who, run_up, way_of(fight, who)) if len(run_up) > 1 else ()
        within(sum(costs), speed_of(fight, who), "pf2e.basic.stride")
        if not performing.begin(run, who, HIGH) or not walk(run, who, legs_of(run_up, costs), action="stride"):
            return
        numbers, degree = table("movement")["high_jump"], FAILURE
        if sum(costs) >= numbers["run_ft"]:
            parts = parts_of(run.fight, who, "athletics")
            degree = check(
                run, who, "skill", parts, int(numbers["dc"]), what=as_words(SKILLS, "athletics"), rule=HIGH_RULE
            ).degree
        far = _feet(run_up[-1], there) > leap_up().across_ft
        result = high_jump(degree, run_ft=sum(costs), long=far)
        if result.prone:
            conditions.gain(run, who, "prone", rule=HIGH_RULE)
        elif _rise_ft(fight, who, run_up[-1], there) <= result.up_ft and _feet(run_up[-1], there) <= max(
            result.across_ft, leap_up().across_ft
        ):
            jump(run, who, there, "leap")
        else:
            performing.finish_move(run, who, HIGH)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the check, and who may react."""
        who, path = action.who, path_of(action)
        run_up, _ = _run_up(fight, who, path)
        found = chances.preview_of(parts_of(fight, who, "athletics"), int(table("movement")["high_jump"]["dc"]))
        others = way_preview(fight, who, run_up, "stride") if len(run_up) > 1 else Preview()
        return chances.with_reactions(found, others.reactions)


def _rise_ft(fight: Fight, who: str, start: Square, there: Square) -> int:
    world, space = fight.world, fight.world.creature(who).space
    return creatures.ground_ft(world, space.at(there)) - creatures.ground_ft(world, space.at(start))


def _no_high_jump(fight: Fight, who: str, start: Square, there: Square) -> Refusal | None:
    """Why no High Jump can lead from one square onto another. Source: pf2e.skill.high_jump."""
    numbers, feet = table("movement")["high_jump"], _feet(start, there)
    most_ft = int(numbers["critical_up_ft" if feet <= leap_up().across_ft else "critical_low_up_ft"])
    if not feet or feet > int(numbers["critical_low_across_ft"]):
        return Refusal(text("There is no ledge to jump onto."), HIGH_RULE)
    return _hindered(fight, who, start, there) or _too_high(fight, who, start, there, most_ft, HIGH_RULE)


def _high_jumps(fight: Fight, who: str) -> Goals:
    """For every ledge that could be jumped onto the shortest run-up that is long enough."""
    way, board = way_of(fight, who), fight.world.board
    field = way.field(speed_of(fight, who))
    least_ft, up_ft = int(table("movement")["high_jump"]["run_ft"]), int(table("terrain")["ledge_up_ft"])
    found: dict[Square, tuple[tuple[Square, ...], int]] = {}
    for square, cost in field.costs_sq().items():
        feet = cost * SQUARE_FT
        if feet < least_ft:
            continue
        for dx, dy in DIRECTIONS:
            there = Square(square.x + dx, square.y + dy)
            if not board.inside(there) or _rise_ft(fight, who, square, there) < up_ft:
                continue
            path = field.path_to(square)
            if (
                path
                and (there not in found or feet < found[there][1])
                and _no_high_jump(fight, who, square, there) is None
            ):
                found[there] = ((*path, there), feet)
    return found
