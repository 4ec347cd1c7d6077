"""Grabbing, holding on, letting go, and what ends a grab."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tactics.core.text import Named, Text, as_words, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal
from tactics.rules.event import EffectGained, EffectLost
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.fight import conditions, maneuver, turn
from tactics.rulesets.dnd4e.fight.asking import case_of
from tactics.rulesets.dnd4e.fight.conditions import GRABBED
from tactics.rulesets.dnd4e.fight.holding import free_hands
from tactics.rulesets.dnd4e.ranges import melee_reach_sq, melee_refusal
from tactics.rulesets.dnd4e.spots import creature_spot
from tactics.world.fight import Duration, Effect, Fight

RULE, ENDS = "dnd4e.action.grab", "dnd4e.action.grab_end"
GRAB = maneuver.bare("grab", Named("Grab", "Захват"), "reflex")
SUSTAINED = 2
"""Ends of the grabber's turns until it ends: that of this turn, and that of the next unless it is sustained."""

COSTS = {"sustain_grab": turn.MINOR, "release_grab": turn.FREE}
TITLES: dict[str, Text] = {"sustain_grab": text("Hold on"), "release_grab": text("Let go")}


def held_by(fight: Fight, who: str) -> tuple[str, ...]:
    """Ids of those a creature holds."""
    return tuple(
        one
        for one in fight.bodies
        if any(effect.source == who for effect in conditions.effects_of(fight, one, GRABBED))
    )


def grabbers_of(fight: Fight, who: str) -> tuple[str, ...]:
    """Ids of those who hold a creature."""
    found = (effect.source for effect in conditions.effects_of(fight, who, GRABBED) if effect.source)
    return tuple(dict.fromkeys(found))


def let_go(run: Run, who: str, target: str) -> None:
    """End every grab of a creature on another one."""
    conditions.lose(run, target, GRABBED, source=who)


class Grab:
    """A Strength attack against Reflex that holds. Source: dnd4e.action.grab."""

    ids = ("grab",)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Enemies within its natural reach that are not too big."""
        found = self._why_not(fight, who) or maneuver.targets(fight, who, GRAB, RULE)
        title, cost = as_words(ACTIONS, "grab"), turn.COSTS[turn.STANDARD]
        if isinstance(found, Refusal):
            yield Option("grab", "maneuver", title, cost, refusal=found)
        else:
            yield Option("grab", "maneuver", title, cost, (NeedCreature("target", found, text("Whom?")),))

    def resolve(self, run: Run, action: Action) -> None:
        """Grab it."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(self._why_not(run.fight, who) or maneuver.may_meet(run.fight, who, target, GRAB, RULE))
        turn.spend(run, who, turn.STANDARD)
        if maneuver.hits(run, who, target, GRAB):
            turns = SUSTAINED if run.fight.active == who else SUSTAINED - 1
            conditions.gain(run, target, Effect(GRABBED, 0, who, Duration("end", who, turns), who, RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the attack."""
        target = str(action.arguments.get("target", ""))
        refuse(maneuver.may_meet(fight, action.who, target, GRAB, RULE))
        return maneuver.previewed(fight, action.who, target, GRAB)

    def _why_not(self, fight: Fight, who: str) -> Refusal | None:
        refusal = turn.affordable(fight, who, turn.STANDARD)
        if refusal is None and not free_hands(fight, who):
            return Refusal(text("A free hand is needed."), RULE)
        return refusal


class KeepGrab:
    """Holding on for another turn, and letting go. Source: dnd4e.action.grab, dnd4e.duration.sustain."""

    ids = ("sustain_grab", "release_grab")
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For those who hold somebody."""
        if not held_by(fight, who):
            return
        for id_, cost in COSTS.items():
            refusal = turn.affordable(fight, who, cost)
            targets = self._targets(fight, who, id_)
            if refusal is None and not targets:
                refusal = Refusal(text("It has been sustained this turn."), RULE)
            needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
            yield Option(id_, "maneuver", TITLES[id_], turn.COSTS[cost], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Hold on, or let go."""
        who, target = action.who, str(action.arguments.get("target", ""))
        cost = COSTS[action.id]
        refuse(turn.affordable(run.fight, who, cost))
        if target not in self._targets(run.fight, who, action.id):
            refuse(Refusal(text("It holds nobody like that."), RULE))
        turn.spend(run, who, cost)
        if action.id == "release_grab":
            let_go(run, who, target)
            return
        for effect in self._fading(run.fight, who, target):
            run.emit(EffectLost(target, effect))
            run.emit(EffectGained(target, replace(effect, duration=replace(effect.duration, turns=SUSTAINED))))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview(takes=(str(action.arguments.get("target", "")),))

    def _targets(self, fight: Fight, who: str, id: str) -> tuple[str, ...]:
        found = held_by(fight, who)
        return found if id == "release_grab" else tuple(one for one in found if self._fading(fight, who, one))

    def _fading(self, fight: Fight, who: str, target: str) -> list[Effect]:
        """Grabs of its own that would end with this turn."""
        return [
            one
            for one in conditions.effects_of(fight, target, GRABBED)
            if one.source == who and one.duration.anchor == "end" and one.duration.turns < SUSTAINED
        ]


def lapse(run: Run) -> None:
    """End grabs whose maker can no longer hold on, or is out of reach.

    Source: dnd4e.action.grab_end
    """
    for target, grabber in list(_grabs(run.fight)):
        if not _holds(run.fight, grabber, target):
            let_go(run, grabber, target)


def cannot_hold(run: Run, who: str, effect: Effect) -> None:
    """A new condition may keep a grabber from holding on. Source: dnd4e.action.grab_end."""
    if held_by(run.fight, who) and not conditions.can_oppose(run.fight, who):
        lapse(run)


def _grabs(fight: Fight) -> Iterator[tuple[str, str]]:
    for target in fight.bodies:
        for grabber in grabbers_of(fight, target):
            yield target, grabber


def _holds(fight: Fight, grabber: str, target: str) -> bool:
    if grabber not in fight.bodies or fight.body(target).out or not conditions.can_oppose(fight, grabber):
        return False
    case = case_of(fight)
    own, theirs = (creature_spot(case.world, case.world.creature(one)) for one in (grabber, target))
    return melee_refusal(case, own, theirs, melee_reach_sq(own)) is None
