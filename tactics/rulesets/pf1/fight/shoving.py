"""Bull rush and trip: maneuvers that move a creature or lay it down."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Decision, Preview, Refusal
from tactics.rules.event import Moved, Part
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight import conditions, moves, opportunity, turn
from tactics.rulesets.pf1.fight.asking import price, provoked
from tactics.rulesets.pf1.fight.instead import InsteadOfAttack
from tactics.rulesets.pf1.fight.maneuver import (
    NAMES,
    TargetedManeuver,
    arm_for,
    attempt,
    check_preview,
    too_big,
    within_reach,
)
from tactics.rulesets.pf1.fight.mounted import mount_of
from tactics.rulesets.pf1.fight.numbers import weapon_of
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.rulesets.pf1.surfaces import opened
from tactics.world.creature import Creature
from tactics.world.fight import Fight
from tactics.world.place import open_square
from tactics.world.world import World

_BY_FIVE, _CHAIN = 5, -4
_TWO_LEGS, _LEG_BONUS = 2, 2
_CANNOT_FALL = frozenset({"legless", "ooze", "incorporeal"})


def legs_part(fight: Fight, target: str) -> tuple[Part, ...]:
    """What more than two legs add to the defense against trip and overrun.

    Source: pf1.maneuver.trip, pf1.maneuver.overrun
    """
    more = sheet_of(fight.world.creature(target)).legs - _TWO_LEGS
    if more <= 0:
        return ()
    return (Part(_LEG_BONUS * more, text("more than two legs"), rule="pf1.maneuver.trip"),)


class Trip(InsteadOfAttack):
    """Knocking somebody's legs away.

    Source: pf1.maneuver.trip, pf1.maneuver.action
    """

    id, rule = "trip", "pf1.maneuver.trip"

    def refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        """Not on what has no legs, flies, lies already, or is much bigger."""
        found = within_reach(fight, who, target, self.rule, arm_for(fight, who, target))
        if found is not None:
            return found
        creature, sheet = fight.world.creature(target), sheet_of(fight.world.creature(target))
        flies = creature.z_ft > 0 and "fly" in creature.of("pf1").speeds_sq
        if sheet.legs == 0 or sheet.special & _CANNOT_FALL or flies:
            return Refusal(text("It cannot be tripped."), self.rule)
        if "prone" in conditions.active(fight, target):
            return Refusal(text("It lies on the ground already."), self.rule)
        return too_big(fight, who, target, self.rule)

    def resolve(self, run: Run, action: Action) -> None:
        """Try to trip; a bad failure lays the one who tried down."""
        self.attempt_on(run, action.who, *self.check(run, action))

    def attempt_on(self, run: Run, who: str, target: str, extra: tuple[Part, ...] = ()) -> None:
        """The check and who lies down by it."""
        arm = _tripping(run.fight, who, target)
        found = attempt(run, who, target, "trip", arm, extra=extra, extra_defense=legs_part(run.fight, target))
        if found is None:
            return
        if found.success:
            conditions.gain(run, target, "prone", source=who, rule=self.rule)
        elif found.margin <= -10:
            conditions.gain(run, who, "prone", rule=self.rule)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        target = str(action.arguments.get("target", ""))
        arm = _tripping(fight, action.who, target)
        return check_preview(fight, action.who, target, "trip", arm, extra_defense=legs_part(fight, target))


def _tripping(fight: Fight, who: str, target: str) -> str | None:
    """The weapon whose bonuses count: one that is made for tripping.

    Source: pf1.maneuver.resolve
    """
    arm = arm_for(fight, who, target)
    return arm if "trip" in weapon_of(fight, who, arm).properties else None


class BullRush(TargetedManeuver):
    """Pushing somebody straight back.

    Source: pf1.maneuver.bull_rush, pf1.maneuver.bull_rush_no_aoo, pf1.maneuver.bull_rush_chain
    """

    id, rule = "bull_rush", "pf1.maneuver.bull_rush"

    def refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        """Not on somebody much bigger, nor on a fallen one it stands on."""
        found = within_reach(fight, who, target, self.rule) or too_big(fight, who, target, self.rule)
        if found is None and straight_back(fight.world, who, target) == (0, 0):
            return Refusal(text("There is no way to push what lies underfoot."), self.rule)
        return found

    def resolve(self, run: Run, action: Action) -> None:
        """Push, and follow if there is movement left and the player wants to."""
        target, extra = self.check(run, action)
        self.attempt_on(run, action.who, target, extra)

    @property
    def title(self) -> Text:
        """What it is called."""
        return NAMES[self.id]

    def fits(self, fight: Fight, who: str, target: str) -> bool:
        """Whether it can be tried at the end of a charge."""
        return self.refusal(fight, who, target) is None

    def attempt_on(self, run: Run, who: str, target: str, extra: tuple[Part, ...] = ()) -> None:
        """The check and what comes of it."""
        found = attempt(run, who, target, "bull_rush", extra=extra)
        if found is None or not found.success:
            return
        steps = 1 + found.margin // _BY_FIVE
        way = straight_back(run.fight.world, who, target)
        pushed = _push_all(run, who, (target,), way, steps, extra)
        if pushed:
            self._follow(run, who, way, pushed)

    def _follow(self, run: Run, who: str, way: tuple[int, int], pushed: int) -> None:
        left = 0 if run.fight.body(who).count(turn.MOVE) else moves.speed_ft(run.fight, who)
        path = _path_after(run.fight, who, way, pushed, left)
        if len(path) < 2 or not conditions.can_act(run.fight, who) or mount_of(run.fight, who):
            return
        decision = Decision(
            who=who,
            id="follow",
            title=text("Follow the one that was pushed?"),
            choices=(Choice("follow", text("Follow")), Choice("stay", text("Stay"))),
            default="stay",
        )
        if run.ask(decision).id == "follow":
            turn.spend(run, who, turn.MOVE)
            moves.walk(run, who, path)


def straight_back(world: World, who: str, target: str) -> tuple[int, int]:
    """The nearest of the eight directions from one creature's middle to another's."""
    a, b = world.creature(who).space.centre, world.creature(target).space.centre
    dx, dy = b.x - a.x, b.y - a.y
    # Within 22.5 degrees of an axis it is that axis: tan(22.5°) is a little over 0.414.
    flat = abs(dy) * 1000 < abs(dx) * 414
    steep = abs(dx) * 1000 < abs(dy) * 414
    return (0 if steep else (dx > 0) - (dx < 0), 0 if flat else (dy > 0) - (dy < 0))


def _push_all(
    run: Run, who: str, group: tuple[str, ...], way: tuple[int, int], steps: int, extra: tuple[Part, ...]
) -> int:
    """Push creatures one behind another, the farthest first; returns how far the first of them went, in squares.

    Source: pf1.maneuver.bull_rush_chain
    """
    gone = 0
    while gone < steps:
        blocked = _in_the_way(run.fight, group[-1], way)
        if blocked == _SOLID:
            return gone
        if blocked:
            chain = Part(_CHAIN * len(group), text("creatures pushed already"), rule="pf1.maneuver.bull_rush_chain")
            if too_big(run.fight, who, blocked, "pf1.maneuver.bull_rush"):
                return gone
            found = attempt(run, who, blocked, "bull_rush", extra=(*extra, chain), provokes=False)
            if found is None or not found.success:
                return gone
            more = min(steps - gone, 1 + found.margin // _BY_FIVE)
            return gone + _push_all(run, who, (*group, blocked), way, more, extra)
        for one in reversed(group):
            _shift(run, who, one, way)
        gone += 1
    return gone


_SOLID = "#"


def _in_the_way(fight: Fight, who: str, way: tuple[int, int]) -> str:
    """Id of the creature a pushed one would bump into, `_SOLID` for a wall, "" for nothing."""
    creature = fight.world.creature(who)
    there = creature.space.at(Square(creature.space.x + way[0], creature.space.y + way[1]))
    if not all(open_square(opened(fight.world), square) for square in there.squares()):
        return _SOLID
    if not _may_step(fight, creature, there.anchor):
        return _SOLID
    for other in fight.world.creatures:
        if other.id != who and other.space.overlaps(there) and not fight.body(other.id).out:
            return other.id
    return ""


def _may_step(fight: Fight, creature: Creature, there: Square) -> bool:
    """Whether no wall stands between; other creatures and its own state do not matter here."""
    stats = replace(creature.of("pf1"), conditions=frozenset())
    free = replace(creature, stats=MappingProxyType({**creature.stats, "pf1": stats}))
    alone = World(opened(fight.world).board, (free,), fight.world.rulesets, fight.world.switches, fight.world.title)
    return isinstance(price(alone, creature.id, (creature.space.anchor, there)), tuple)


def _shift(run: Run, pusher: str, who: str, way: tuple[int, int]) -> None:
    """Push a creature one square; with the feat that gives openings to the pusher's allies.

    Source: pf1.maneuver.bull_rush_no_aoo
    """
    world = run.fight.world
    creature = world.creature(who)
    space = creature.space
    there = Square(space.x + way[0], space.y + way[1])
    if "greater_bull_rush" in sheet_of(world.creature(pusher)).feats:
        side = world.creature(pusher).side
        seen = provoked(run.fight, who, (space.anchor, there))
        allies = tuple(one for one in seen if one != pusher and world.creature(one).side == side)
        opportunity.provoke(run, who, path=(space.anchor, there), only=allies)
    run.emit(Moved(who, there, 0, "forced", space.width, space.height, creature.z_ft))


def _path_after(fight: Fight, who: str, way: tuple[int, int], squares: int, budget: int) -> tuple[Square, ...]:
    """The squares the pusher can follow through."""
    path = [fight.world.creature(who).space.anchor]
    for _ in range(squares):
        path.append(Square(path[-1].x + way[0], path[-1].y + way[1]))
        if not moves.affordable_path(fight, who, tuple(path), budget):
            return tuple(path[:-1])
    return tuple(path)
