"""Tumble Through."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import as_words, text
from tactics.rules.action import Action, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS, SKILLS
from tactics.rulesets.pf2e.fight import chances, flights, footing, noticing, performing, reactions, turn
from tactics.rulesets.pf2e.fight.asking import provoked
from tactics.rulesets.pf2e.fight.checks import check
from tactics.rulesets.pf2e.fight.performing import MOVE, Deed
from tactics.rulesets.pf2e.fight.reactions import Trigger
from tactics.rulesets.pf2e.fight.statistics import dc_of, parts_of
from tactics.rulesets.pf2e.fight.travel import legs_of, path_of, speed_of, walk, way_preview, within
from tactics.rulesets.pf2e.fight.ways import Keep, costs_of, need, way_of
from tactics.rulesets.pf2e.passing import may_end_turn, occupied
from tactics.rulesets.pf2e.tumbling import path_after_failure, tumbled
from tactics.world.fight import Fight

TUMBLE = Deed("tumble_through", 1, frozenset({MOVE}))
RULE = "pf2e.skill.tumble_through"


class TumbleThrough:
    """A Stride through the space of one enemy. Source: pf2e.skill.tumble_through, pf2e.move.occupied_space."""

    ids = ("tumble_through",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Squares behind an enemy, reached through its space."""
        refusal = performing.why_not(fight, who, TUMBLE)
        mode = _mode(fight, who)
        speed_ft = speed_of(fight, who, mode)
        needs: tuple[NeedPath, ...] = ()
        if refusal is None:
            found = need(fight, who, speed_ft, mode=mode, tumbling=True, keep=_through_one(fight, who))
            if not len(found.costs):
                return
            needs = (found,)
        yield Option("tumble_through", "move", as_words(ACTIONS, "tumble_through"), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Move up to the enemy, roll, and go on or stop there."""
        who, path, fight = action.who, path_of(action), run.fight
        refuse(performing.why_not(fight, who, TUMBLE))
        mode = _mode(fight, who)
        costs = costs_of(fight, who, path, way_of(fight, who, mode, tumbling=True), mode)
        within(sum(costs), speed_of(fight, who, mode), RULE)
        foe = _one(fight, who, path)
        if not may_end_turn(
            noticing.known_position(fight, who), fight.world.creature(who), fight.world.creature(who).space.at(path[-1])
        ):
            raise Refused(Refusal(text("No move may end there."), "pf2e.move.occupied_space"))
        if not performing.begin(run, who, TUMBLE):
            return
        before = len(path_after_failure(noticing.known_position(fight, who), fight.world.creature(who), path))
        legs, asked = legs_of(path, costs), set[str]()
        here = fight.world.creature(who).space
        came = walk(run, who, legs[: before - 1], action=TUMBLE.id, mode=mode, asked=asked)
        _lands(run, who, mode, here)
        if not came:
            return
        parts = parts_of(run.fight, who, "acrobatics")
        dc = dc_of(run.fight, foe, "reflex")
        found = check(run, who, "skill", parts, dc, target=foe, what=as_words(SKILLS, "acrobatics"), rule=RULE)
        if found.succeeded:
            start = run.fight.world.creature(who).space
            walk(run, who, legs[before - 1 :], action=TUMBLE.id, mode=mode, asked=asked)
            _lands(run, who, mode, start)
            return
        run.emit(Noted(who, text("It does not get past."), RULE))
        _as_if_it_left(run, who, path, asked)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the check, and who may react."""
        who, path = action.who, path_of(action)
        foe = _one(fight, who, path)
        found = chances.preview_of(parts_of(fight, who, "acrobatics"), dc_of(fight, foe, "reflex"), takes=())
        return chances.with_reactions(found, way_preview(fight, who, path, TUMBLE.id).reactions)


def _mode(fight: Fight, who: str) -> str:
    """Through the air for one that flies, else on foot. Source: pf2e.skill.tumble_through."""
    return "fly" if footing.airborne(fight, who) else "walk"


def _lands(run: Run, who: str, mode: str, before: Space) -> None:
    """A flyer that came through has flown, and stands where the ground came up to it. Source: pf2e.basic.fly."""
    if mode == "fly":
        run.emit(CounterSet(who, flights.FLEW, 1))
        flights.land(run, who, before)


def _through_one(fight: Fight, who: str) -> Keep:
    """Whether a path leads through exactly one enemy. Source: pf2e.skill.tumble_through."""
    world = noticing.known_position(fight, who)
    space, closed = world.creature(who).space, occupied(world, world.creature(who)).blocked

    def keep(path: tuple[Square, ...]) -> bool:
        touches = any(not closed.isdisjoint(space.at(one).squares()) for one in path)
        return touches and len(_met(fight, who, path)) == 1

    return keep


def _met(fight: Fight, who: str, path: tuple[Square, ...]) -> tuple[str, ...]:
    world = noticing.known_position(fight, who)
    return tuple(one.id for one in tumbled(world, world.creature(who), path))


def _one(fight: Fight, who: str, path: tuple[Square, ...]) -> str:
    met = _met(fight, who, path)
    if len(met) != 1:
        raise Refused(Refusal(text("Only one enemy can be tumbled through."), RULE))
    return met[0]


def _as_if_it_left(run: Run, who: str, path: tuple[Square, ...], asked: set[str]) -> None:
    """A failure sets reactions off as if the square it started in had been left. Source: pf2e.skill.tumble_through."""
    step = (path[0], path[1])
    able = set(provoked(run.fight, who, TUMBLE.id, step)) - asked
    reactions.offer(run, Trigger("leaves", who, TUMBLE.id, TUMBLE.traits, step), only=frozenset(able))
