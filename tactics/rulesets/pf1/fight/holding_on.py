"""Keeping a hold, and what a holder does with it: hurt, move, pin, tie up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from tactics.core.lattice import Square
from tactics.core.text import Text, composed, text
from tactics.rules.action import (
    Action,
    Argument,
    Choice,
    Decision,
    Need,
    NeedChoice,
    NeedPath,
    NeedSquare,
    Option,
    Preview,
    Refusal,
)
from tactics.rules.event import CounterSet, EffectGained, Moved, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight import conditions, opportunity, turn
from tactics.rulesets.pf1.fight.grappling import (
    GRAPPLED,
    PINNED,
    PINNING,
    RULE,
    hands_part,
    holds,
    places_around,
    release,
)
from tactics.rulesets.pf1.fight.maneuver import (
    TIED,
    attempt,
    check_preview,
)
from tactics.rulesets.pf1.fight.manner import PLAIN, Manner, hand_of
from tactics.rulesets.pf1.fight.moves import affordable_path, path_costs, path_of, speed_ft, ways
from tactics.rulesets.pf1.fight.numbers import cmb_parts, ready_weapons, weapon_of
from tactics.rulesets.pf1.fight.series import UNARMED
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.rulesets.pf1.fight.strike import sure_damage
from tactics.world.fight import Effect, Fight

_ROPES_USED = "ropes_used"
"""Counter: ropes that somebody was tied up with."""
_HOLDING_ON, _TIE_DC, _TIE_PENALTY, _INTO_DANGER = 5, 20, -10, 4

_WAYS: dict[str, Text] = {
    "hurt": text("Hurt it"),
    "move": text("Move with it"),
    "place": text("Move it round"),
    "pin": text("Pin it"),
    "tie": text("Tie it up"),
}


class HoldOn:
    """Keeping the hold, and one of several things with it.

    Source: pf1.maneuver.grapple_maintain, pf1.maneuver.pin, pf1.maneuver.tie_up
    """

    ids = (*(f"grapple_{way}" for way in _WAYS), "release")
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Only for one who holds somebody."""
        target = holds(fight, who)
        if not target:
            return
        spent = turn.affordable(fight, who, turn.STANDARD)
        for way, title in _WAYS.items():
            refusal = spent or self._unfit(fight, who, target, way)
            needs = self._needs(fight, who, target, way) if refusal is None else ()
            words = text("Keep hold: {way}", way=title)
            yield Option(f"grapple_{way}", "maneuver", words, turn.COSTS[turn.STANDARD], needs, refusal)
        yield Option("release", "maneuver", text("Let go"), turn.COSTS[turn.FREE], (), turn.own_turn(fight, who))

    def _needs(self, fight: Fight, who: str, target: str, way: str) -> tuple[Need, ...]:
        if way == "hurt":
            arms = tuple(
                Choice(one, composed("{name}", name=weapon_of(fight, who, one).name)) for one in _arms(fight, who)
            )
            styles = (Choice("lethal", text("to kill")), Choice("nonlethal", text("to subdue")))
            return (NeedChoice("weapon", arms, text("With what?")), NeedChoice("style", styles, text("How?")))
        if way == "place":
            return (NeedSquare("square", places_around(fight, who, target), text("Where to?")),)
        return (_way_together(fight, who, target),) if way == "move" else ()

    def resolve(self, run: Run, action: Action) -> None:
        """The check with +5, and what was chosen; a failure ends the hold."""
        who, target = action.who, holds(run.fight, action.who)
        refuse(None if target else Refusal(text("It holds nobody."), RULE))
        if action.id == "release":
            refuse(turn.own_turn(run.fight, who))
            release(run, who)
            return
        way = action.id.removeprefix("grapple_")
        refuse(turn.affordable(run.fight, who, turn.STANDARD) or self._unfit(run.fight, who, target, way))
        refuse(_ill_chosen(run.fight, who, target, way, action))
        turn.spend(run, who, turn.STANDARD)
        found = attempt(run, who, target, "grapple", extra=self._parts(run.fight, who, target, way), provokes=False)
        if found is None:
            return
        run.emit(CounterSet(who, turn.HELD_ON, 1))
        if not found.success:
            release(run, who)
        elif way == "hurt":
            style = str(action.arguments.get("style", ""))
            weapon = str(action.arguments.get("weapon", "") or _arms(run.fight, who)[0])
            sure_damage(run, who, target, weapon, Manner(kind="melee", lethal=style))
        elif way == "move":
            _go_together(run, who, target, path_of(action))
        elif way == "place":
            _put(run, who, target, action.arguments["square"])
        else:
            self._bind(run, who, target, way)

    def _bind(self, run: Run, who: str, target: str, way: str) -> None:
        """Source: pf1.maneuver.pin, pf1.maneuver.tie_up."""
        conditions.lose(run, target, GRAPPLED)
        conditions.lose(run, target, PINNED)
        if way == "pin":
            run.emit(EffectGained(target, Effect(PINNED, source=who, rule="pf1.maneuver.pin")))
            run.emit(EffectGained(who, Effect(PINNING, source=who, rule="pf1.maneuver.pin")))
            return
        dc = _TIE_DC + total(cmb_parts(run.fight, who, target, "grapple"))
        release(run, who)
        run.emit(EffectGained(target, Effect(PINNED, source=who, rule="pf1.maneuver.tie_up")))
        run.emit(EffectGained(target, Effect(TIED, dc, who, rule="pf1.maneuver.tie_up")))
        run.emit(CounterSet(who, _ROPES_USED, run.fight.body(who).count(_ROPES_USED) + 1))

    def _parts(self, fight: Fight, who: str, target: str, way: str) -> tuple[Part, ...]:
        parts = [Part(_HOLDING_ON, text("holding on"), rule="pf1.maneuver.grapple"), *hands_part(fight, who)]
        if way == "tie" and not {PINNED, "helpless"} & conditions.active(fight, target):
            parts.append(Part(_TIE_PENALTY, text("the target is not pinned"), rule="pf1.maneuver.tie_up"))
        return tuple(parts)

    def _unfit(self, fight: Fight, who: str, target: str, way: str) -> Refusal | None:
        if way == "pin" and fight.body(target).has(PINNED):
            return Refusal(text("It is pinned already."), "pf1.maneuver.pin")
        if way == "tie" and not ropes_left(fight, who):
            return Refusal(text("It has no rope."), "pf1.maneuver.tie_up")
        if way == "place" and not places_around(fight, who, target):
            return Refusal(text("There is no free place."), RULE)
        if way == "move" and not _way_together(fight, who, target).costs:
            return Refusal(text("There is nowhere to go."), "pf1.maneuver.grapple_maintain")
        return None

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        target = holds(fight, action.who)
        if action.id == "release" or not target:
            return Preview()
        way = action.id.removeprefix("grapple_")
        parts = self._parts(fight, action.who, target, way)
        return check_preview(fight, action.who, target, "grapple", extra=parts, provokes=False)


def ropes_left(fight: Fight, who: str) -> int:
    """How many ropes a creature still has.

    Source: pf1.maneuver.tie_up
    """
    return sheet_of(fight.world.creature(who)).gear.get("rope", 0) - fight.body(who).count(_ROPES_USED)


def _arms(fight: Fight, who: str) -> tuple[str, ...]:
    """What a holder may hurt with: nothing that takes two hands.

    Source: pf1.maneuver.grapple_maintain
    """
    arms = (one for one in ready_weapons(fight, who) if one.melee and one.hands != "two")
    return tuple(one.id for one in arms if hand_of(fight, who, one, PLAIN) != "both")


def _ill_chosen(fight: Fight, who: str, target: str, way: str, action: Action) -> Refusal | None:
    """Why the weapon, the place or the way named does not do."""
    words = action.arguments
    if way == "hurt" and words.get("weapon", UNARMED) not in _arms(fight, who):
        return Refusal(text("Only what takes one hand hurts in a hold."), "pf1.maneuver.grapple_maintain")
    if way == "place" and words.get("square") not in places_around(fight, who, target):
        return Refusal(text("Name a free place next to it."), "pf1.maneuver.grapple_maintain")
    if way == "move":
        path, ways = path_of(action), _way_together(fight, who, target)
        free = _without(fight, who, target)
        if path[-1] not in ways.costs or not affordable_path(free, who, path, _half_speed(fight, who)):
            return Refusal(text("It does not get there with half its speed."), "pf1.maneuver.grapple_maintain")
    return None


def _half_speed(fight: Fight, who: str) -> int:
    return 5 * (speed_ft(fight, who) // 10)


def _without(fight: Fight, who: str, target: str) -> Fight:
    """The fight as one who takes a held creature along finds it: that creature is not in the way."""
    world = fight.world
    own = world.creature(who)
    stats = replace(own.of("pf1"), conditions=own.of("pf1").conditions - {GRAPPLED})
    free = replace(own, stats=MappingProxyType({**own.stats, "pf1": stats}))
    others = tuple(free if one.id == who else one for one in world.creatures if one.id != target)
    return replace(fight, world=replace(world, creatures=others))


def _way_together(fight: Fight, who: str, target: str) -> NeedPath:
    """Where a holder can go with the held one: up to half its speed.

    Source: pf1.maneuver.grapple_maintain
    """
    return ways(_without(fight, who, target), who, _half_speed(fight, who))


def _go_together(run: Run, who: str, target: str, path: tuple[Square, ...]) -> None:
    """Walk with the held one, which is put down next to the holder at the end.

    Source: pf1.maneuver.grapple_maintain
    """
    free = _without(run.fight, who, target)
    costs = path_costs(free, who, path)
    for here, there, cost in zip(path, path[1:], costs, strict=False):
        opportunity.provoke(run, who, path=(here, there))
        if not conditions.can_act(run.fight, who) or not holds(run.fight, who):
            return
        own = run.fight.world.creature(who)
        run.emit(Moved(who, there, cost, "walk", own.space.width, own.space.height, own.z_ft))
    places = places_around(run.fight, who, target)
    if not places:
        release(run, who)
        return
    decision = Decision(
        who=who,
        id="place_grappled",
        title=text("Where does the held one go?"),
        choices=(Choice("place", text("Put it there")),),
        default="place",
        needs={"place": (NeedSquare("square", places, text("Where to?")),)},
    )
    _put(run, who, target, run.ask(decision).arguments.get("square", places[0]))


def _put(run: Run, who: str, target: str, place: Argument) -> None:
    """Put a held creature down; a dangerous place gives it an attempt to get free first.

    Source: pf1.maneuver.grapple_maintain
    """
    if not isinstance(place, Square):
        return
    other = run.fight.world.creature(target)
    squares = other.space.at(place).squares()
    if any(run.fight.world.board.at(one).hazardous for one in squares) and conditions.can_act(run.fight, target):
        bonus = Part(_INTO_DANGER, text("into danger"), rule="pf1.maneuver.grapple_maintain")
        found = attempt(run, target, who, "grapple", extra=(bonus,), provokes=False)
        if found is not None and found.success:
            release(run, who)
            return
    run.emit(Moved(target, place, 0, "forced", other.space.width, other.space.height, other.z_ft))
