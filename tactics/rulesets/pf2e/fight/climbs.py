"""Climb: up and down ledges, and up what is too steep to walk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tactics.core.lattice import Square
from tactics.core.space import square_space
from tactics.core.text import as_words, text
from tactics.geometry.paths import step_key
from tactics.geometry.steps import DIRECTIONS
from tactics.rules.action import Action, Option, Preview, Refusal, Refused
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS, SKILLS
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.climbing import climb, needs_check
from tactics.rulesets.pf2e.fight import chances, conditions, falls, footing, performing, turn
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS, SUCCESS, check
from tactics.rulesets.pf2e.fight.falls import z_for
from tactics.rulesets.pf2e.fight.holding import free_hands, judged
from tactics.rulesets.pf2e.fight.performing import MOVE, Deed
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.fight.travel import Leg, path_of, speed_of, walk, way_preview
from tactics.rulesets.pf2e.fight.ways import CLIMB, FREE, Way, need_of, way_of
from tactics.rulesets.pf2e.passing import may_end_turn
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.fight import Fight

CLIMBS = Deed("climb", 1, frozenset({MOVE}))
RULE = "pf2e.skill.climb"
HANDS = 2
"""Hands that must be free."""


class Climb:
    """Climbing by a check, or up to a climb Speed; the way is followed as far as the result leads.

    Source: pf2e.skill.climb, pf2e.move.climb_speed, pf2e.terrain.incline
    """

    ids = ("climb",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Ledges beside it, steep ground, and the wall it hangs on."""
        if not _anything(fight, who):
            return
        refusal = _why_not(fight, who)
        needs = () if refusal else (need_of(lambda: _goals(fight, who), "climb"),)
        yield Option("climb", "move", as_words(ACTIONS, "climb"), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Roll where a roll is needed, and climb or fall."""
        who, path, fight = action.who, path_of(action), run.fight
        refuse(_why_not(fight, who))
        if not path or path[-1] not in (goals := _goals(fight, who)):
            raise Refused(Refusal(text("There is nothing to climb there."), RULE))
        path = path if len(path) > 2 and _steep(fight, who, path) is not None else goals[path[-1]][0]
        if not performing.begin(run, who, CLIMBS):
            return
        degree = SUCCESS
        if rolls(fight, who):
            found = check(
                run,
                who,
                "skill",
                _parts(fight, who),
                _dc(fight, who, path),
                what=as_words(SKILLS, "athletics"),
                rule=RULE,
            )
            degree = found.degree
        speed_ft, own_ft = speed_of(fight, who), speed_of(fight, who, "climb") or None
        result = climb(degree, speed_ft, own_ft)
        if result.falls:
            _falls(run, who)
        elif result.feet:
            footing.take_posture(run, who, footing.climbing_posture(run.fight, who), RULE)
            walk(run, who, _legs(run.fight, who, path, result.feet), action="climb", mode="climb")
            footing.settle(run, who)
        else:
            performing.finish_move(run, who, CLIMBS)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the check, and who may react."""
        who, path = action.who, path_of(action)
        others = way_preview(fight, who, path if len(path) > 1 else (*path, *path), "climb")
        if not rolls(fight, who):
            return others
        return chances.with_reactions(chances.preview_of(_parts(fight, who), _dc(fight, who, path)), others.reactions)


def rolls(fight: Fight, who: str) -> bool:
    """Whether a check is made. Source: pf2e.move.climb_speed."""
    return needs_check(speed_of(fight, who, "climb") or None)


def _parts(fight: Fight, who: str) -> tuple[Part, ...]:
    return parts_of(fight, who, "athletics")


def _dc(fight: Fight, who: str, path: tuple[Square, ...]) -> int:
    """That of the slope, else that of the higher one of the two squares. Source: pf2e.skill.climb."""
    world, creature = fight.world, fight.world.creature(who)
    spaces = [creature.space.at(one) for one in path]
    if any(footing.on_incline(world.board, one) for one in spaces):
        return max(footing.check_dc(world.board, one, footing.INCLINE) for one in spaces)
    if len(path) == 1:
        own_ft, foot_ft = creatures.ground_ft(world, creature.space), creatures.foot_ft(world, creature)
        edge = falls.edge_beside(world, creature.space, own_ft, max(foot_ft, _highest_ft(fight)))
        spaces = [creature.space.at(path[0])] if edge is None else [square_space(edge.square)]
    return footing.check_dc(world.board, max(spaces, key=lambda one: creatures.ground_ft(world, one)), "ledge")


def _highest_ft(fight: Fight) -> int:
    return max(one.ground_z_ft for one in fight.world.board.kinds)


def _why_not(fight: Fight, who: str) -> Refusal | None:
    if footing.airborne(fight, who):
        return Refusal(text("It is in the air: there is no ground under its feet."), "pf2e.aerial.combat")
    if rolls(fight, who) and free_hands(fight, who) < HANDS:
        return Refusal(text("Both hands must be free."), RULE)
    return performing.why_not(fight, who, CLIMBS)


def _anything(fight: Fight, who: str) -> bool:
    """Whether there is anything to climb on the board at all where the creature is."""
    board = fight.world.board
    if not any(one.ground_z_ft or one.surface == footing.INCLINE for one in board.kinds):
        return False
    return bool(_goals(fight, who))


def _goals(fight: Fight, who: str) -> Mapping[Square, tuple[tuple[Square, ...], int]]:
    """Where a Climb may lead: the way and the feet of it. Source: pf2e.skill.climb, pf2e.terrain.incline."""
    world = judged(fight)
    creature = world.creature(who)
    start, foot_ft = creature.space.anchor, creatures.foot_ft(world, creature)
    found: dict[Square, tuple[tuple[Square, ...], int]] = {}
    if footing.holds_on(fight, who):
        found[start] = ((start,), footing.above_ground_ft(fight, who))
    else:
        field = way_of(fight, who, tread=CLIMB).field(_most_ft(fight, who))
        for square, cost in field.costs_sq().items():
            path = field.path_to(square)
            if square != start and path is not None and _steep(fight, who, path) is not None:
                found[square] = (path, cost * SQUARE_FT)
    free = way_of(fight, who, tread=FREE)
    for dx, dy in DIRECTIONS:
        there = Square(start.x + dx, start.y + dy)
        if there not in found and _ledge(fight, who, free, there):
            rise_ft = creatures.ground_ft(world, creature.space.at(there)) - foot_ft
            found[there] = ((start, there), abs(rise_ft))
    return found


def _ledge(fight: Fight, who: str, free: Way, there: Square) -> bool:
    """Whether the ground beside a creature is a ledge up or down from it. Source: pf2e.skill.climb."""
    world = judged(fight)
    creature = world.creature(who)
    if not step_key(free.plain, creature.space.anchor, there) or not free.costs_ft((creature.space.anchor, there)):
        return False
    space = creature.space.at(there)
    rise_ft = creatures.ground_ft(world, space) - creatures.foot_ft(world, creature)
    numbers = table("terrain")
    up, down = rise_ft >= int(numbers["ledge_up_ft"]), -rise_ft > int(numbers["ledge_down_ft"])
    if footing.holds_on(fight, who):
        up, down = rise_ft > 0, False
    return (up or down) and may_end_turn(world, creature, space)


def _steep(fight: Fight, who: str, path: tuple[Square, ...]) -> tuple[int, ...] | None:
    """The costs of a way over steep ground, None when it is none or does not lead up. Source: pf2e.terrain.incline."""
    world = judged(fight)
    space = world.creature(who).space
    way = way_of(fight, who, tread=CLIMB)
    if path[0] != way.start or not (costs := way.costs_ft(path)):
        return None
    rises = creatures.ground_ft(world, space.at(path[-1])) >= creatures.ground_ft(world, space.at(path[0]))
    return costs if rises else None


def _most_ft(fight: Fight, who: str) -> int:
    best = CRITICAL_SUCCESS if rolls(fight, who) else SUCCESS
    return climb(best, speed_of(fight, who), speed_of(fight, who, "climb") or None).feet


def _legs(fight: Fight, who: str, path: tuple[Square, ...], feet: int) -> list[Leg]:
    """How far so many feet lead along a way: over steep squares, up or down one ledge, along the wall.

    Source: pf2e.skill.climb, pf2e.move.switch_type
    """
    world = judged(fight)
    creature = world.creature(who)
    steep = _steep(fight, who, path) if len(path) > 1 else None
    if steep is not None:
        legs, spent = [], 0
        for square, cost in zip(path[1:], steep, strict=True):
            spent += cost
            if spent > feet:
                break
            legs.append(Leg(square, cost))
        return legs
    start, foot_ft, goal = path[0], creatures.foot_ft(world, creature), path[-1]
    own_ft, goal_ft = (creatures.ground_ft(world, creature.space.at(one)) for one in (start, goal))
    if goal_ft > foot_ft:
        if goal_ft - foot_ft <= feet:
            return [Leg(goal, goal_ft - foot_ft, 0, diagonal=False)]
        return [Leg(start, feet, z_for(foot_ft + feet, own_ft), diagonal=False)]
    lower_ft = max(goal_ft, foot_ft - feet)
    return [Leg(goal, foot_ft - lower_ft, z_for(lower_ft, goal_ft), diagonal=False)]


def _falls(run: Run, who: str) -> None:
    """A critical failure: off the wall, or prone where the climb began. Source: pf2e.skill.climb, pf2e.move.falling."""
    fight = run.fight
    if footing.holds_on(fight, who):
        falls.fall(run, who, creatures.foot_ft(fight.world, fight.world.creature(who)))
    elif not fight.body(who).has("prone"):
        conditions.lose(run, who, footing.CLIMBING)
        conditions.gain(run, who, "prone", rule=RULE)
