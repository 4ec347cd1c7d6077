"""Shove: pushing somebody away, and going after it."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Action, Choice, Decision, Option, Preview
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, holds, maneuver, performing, pushes, travel, ways
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.maneuver import Maneuver
from tactics.rulesets.pf2e.fight.performing import MOVE, Deed
from tactics.rulesets.pf2e.forced import Forced, away_from, follow, push, shove
from tactics.rulesets.pf2e.passing import may_end_turn
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.fight import Fight

SHOVE = Maneuver("shove", text("Shove"), "fortitude", "pf2e.skill.shove")
_STRIDE = Deed("stride", 1, frozenset({MOVE}))


class Shove:
    """Athletics against Fortitude: pushed away. Source: pf2e.skill.shove, pf2e.move.forced."""

    ids = ("shove",)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """With a free hand or a weapon made for it."""
        return maneuver.options(fight, who, SHOVE)

    def resolve(self, run: Run, action: Action) -> None:
        """Push the target and perhaps follow, or fall."""
        found = maneuver.attempt(run, action, SHOVE)
        if found is None:
            return
        target, _, roll = found
        outcome = shove(roll.degree)
        if outcome.prone:
            conditions.gain(run, action.who, "prone", rule=SHOVE.rule)
        if outcome.feet and _gives_way(run, action.who, target, roll.total):
            feet = _how_far(run, action.who, outcome.feet) if roll.degree == CRITICAL_SUCCESS else outcome.feet
            pushed = _push(run, action.who, target, feet)
            _follow(run, action.who, pushed)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances."""
        return maneuver.previewed(fight, action, SHOVE)


def _gives_way(run: Run, who: str, target: str, total: int) -> bool:
    """Whether a creature can be moved: one that somebody else holds only by more than the holder resists.

    Source: pf2e.condition.grabbed_immobilized_restrained, pf2e.move.forced
    """
    creature = run.fight.world.creature(target)
    if creature.mount or away_from(run.fight.world.creature(who).space, creature.space) == (0, 0):
        run.emit(Noted(target, text("It cannot be moved."), "pf2e.move.forced"))
        return False
    return holds.gives_way(run, who, target, total)


def _how_far(run: Run, who: str, most: int) -> int:
    """A critical success pushes up to its distance. Source: pf2e.skill.shove."""
    feet = range(SQUARE_FT, most + 1, SQUARE_FT)
    decision = Decision(
        who=who,
        id="shove_distance",
        title=text("How far?"),
        choices=tuple(Choice(str(one), text("{feet} ft", feet=one)) for one in feet),
        default=str(most),
    )
    return int(run.ask(decision).id)


def _push(run: Run, who: str, target: str, feet: int) -> Forced:
    """Move the target; how it went, with the path only as far as it led. Source: pf2e.move.forced."""
    world = judged(run.fight)
    pushed = push(world, world.creature(who), world.creature(target), feet)
    moved = pushes.along(run, target, pushed.path)
    if not moved:
        run.emit(Noted(target, text("It cannot be moved."), "pf2e.move.forced"))
    return pushed._replace(path=pushed.path[: moved + 1])


def _follow(run: Run, who: str, pushed: Forced) -> None:
    """The Stride that may follow: as far, in the same direction. Source: pf2e.skill.shove."""
    path = follow(pushed, run.fight.world.creature(who))
    if len(path) < 2 or not _can_follow(run.fight, who, path):
        return
    decision = Decision(
        who=who,
        id="follow",
        title=text("Go after it?"),
        choices=(Choice("stay", text("Stay")), Choice("follow", text("Follow"))),
        default="stay",
    )
    if run.ask(decision).id == "follow" and performing.begin(run, who, _STRIDE, free=True):
        costs = ways.costs_of(run.fight, who, path, ways.way_of(run.fight, who))
        travel.walk(run, who, travel.legs_of(path, costs), action="stride")


def _can_follow(fight: Fight, who: str, path: tuple[Square, ...]) -> bool:
    world = judged(fight)
    creature = world.creature(who)
    able = conditions.can_act(fight, who) and conditions.why_not_move(fight, who) is None
    if not able or fight.body(who).has("prone") or creature.mount:
        return False
    costs = ways.way_of(fight, who).costs_ft(path)
    if costs is None or sum(costs) > travel.speed_of(fight, who):
        return False
    return may_end_turn(world, creature, creature.space.at(path[-1]))
