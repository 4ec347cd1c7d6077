"""What camps have in common in all books: who is left, time that passes, the way on, and what a party brings along."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from tactics.core.text import Text, ntext, text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import Ended, Noted, RoundBegan
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.resting import ONWARD
from tactics.world.creature import Creature
from tactics.world.edit import with_creature, without_creature
from tactics.world.fight import Body, Effect, Fight, Item
from tactics.world.world import World

JOURNEY = "journey"
"""Effect: the way to the next fight, its miles as the value and the ground in the note."""


def members(camp: Fight) -> tuple[str, ...]:
    """Ids of the living."""
    return tuple(who for who, body in camp.bodies.items() if not body.out)


def journey_of(camp: Fight) -> tuple[int, str]:
    """Miles of the way and the ground on it."""
    for body in camp.bodies.values():
        for effect in body.effects:
            if effect.id == JOURNEY:
                return effect.value, effect.note
    return 0, "plain"


def go_by(run: Run, stretches: int, minutes: int, rule: str) -> None:
    """Let stretches of so many minutes in all go by, and say so."""
    run.emit(RoundBegan(run.fight.round + stretches))
    hours, rest = divmod(minutes, 60)
    words = text("Time passes: {hours} h {minutes} min", hours=hours, minutes=rest)
    run.emit(Noted(members(run.fight)[0], words, rule))


@dataclass(frozen=True, slots=True)
class SetOut:
    """Leaving the camp.

    Attributes:
        rule: rule of the way.
        minutes: how long the way takes.
        can_walk: whether a creature is able to go on.
        leave: lets the way go by and everybody arrive, before the camp ends.
    """

    rule: str
    minutes: Callable[[Fight], int]
    can_walk: Callable[[Fight, str], bool]
    leave: Callable[[Run], None]

    @property
    def ids(self) -> tuple[str, ...]:
        """The one action."""
        return ("set_out",)

    @property
    def groups(self) -> tuple[str, ...]:
        """What takes time."""
        return ("time",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Possible when somebody can walk; it says how long the way takes."""
        yield Option("set_out", "time", text("Set out"), self._words(fight), refusal=self._nobody_walks(fight))

    def resolve(self, run: Run, action: Action) -> None:
        """Go, and arrive."""
        refuse(self._nobody_walks(run.fight))
        run.emit(Noted(action.who, self._words(run.fight), self.rule))
        self.leave(run)
        run.emit(Ended(ONWARD))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview(notes=(self._words(fight),))

    def _nobody_walks(self, fight: Fight) -> Refusal | None:
        if any(self.can_walk(fight, who) for who in members(fight)):
            return None
        return Refusal(text("Nobody is able to go on."), self.rule)

    def _words(self, fight: Fight) -> Text:
        """The way in words."""
        miles, _ = journey_of(fight)
        if not miles:
            return text("It is not far.")
        hours, rest = divmod(self.minutes(fight), 60)
        return ntext(
            "{n} mile, {hours} h {minutes} min", "{n} miles, {hours} h {minutes} min", miles, hours=hours, minutes=rest
        )


@dataclass(frozen=True, slots=True)
class Passage:
    """What comes from a fight into a camp and from the camp into the next fight, by one book.

    Attributes:
        system: id of the book.
        way_rule: rule of the way, whose effect everybody in a camp has.
        things: what a creature has as a fight begins.
        counts: whether a counter goes on, by its key.
        outlasts: whether an effect on a body outlasts the fight.
        arrives: whether an effect on a body goes on from the camp.
        hit_points: a body as the next fight begins, with the hit points of the one that comes along.
    """

    system: str
    way_rule: str
    things: Callable[[Creature], Iterable[Item]]
    counts: Callable[[str], bool]
    outlasts: Callable[[Body, Effect], bool]
    arrives: Callable[[Body, Effect], bool]
    hit_points: Callable[[Body, Body], Body]

    def camp_of(self, after: Fight, miles: int, terrain: str) -> Fight:
        """The camp of the side that won: bodies with what outlasts a fight, things back with their owners.

        Things are as their stat blocks have them, with the damage they took; what was destroyed stays gone.
        """
        world = after.world
        bodies: dict[str, Body] = {}
        for creature in after.world.creatures:
            body = after.body(creature.id)
            if creature.side != after.over or body.out == "fled":
                world = without_creature(world, creature.id)
                continue
            effects = tuple(one for one in body.effects if self.outlasts(body, one))
            if not body.out:
                effects = (*effects, Effect(JOURNEY, miles, note=terrain, rule=self.way_rule))
            bodies[creature.id] = replace(body, effects=effects, counters=self._counters(body))
            world = self._told(world, replace(creature, mount=""), {one.id for one in effects})
        had = (one for who in bodies for one in self.things(world.creature(who)) if one.id in after.items)
        items = {one.id: replace(one, damage=after.items[one.id].damage) for one in had}
        return Fight(world, self.system, MappingProxyType(bodies), MappingProxyType(items))

    def carried(self, camp: Fight, fresh: Fight) -> Fight:
        """The next fight with the hit points, effects, counters and things of those who come along.

        A creature comes along when the next scenario has one of its id on its side; the dead stay behind.
        """
        bodies, items, world = dict(fresh.bodies), dict(fresh.items), fresh.world
        for who, body in camp.bodies.items():
            if who not in bodies or world.creature(who).side != camp.world.creature(who).side:
                continue
            if body.out:
                del bodies[who]
                world = without_creature(world, who)
                items = {key: one for key, one in items.items() if one.holder != who}
                continue
            new = self.hit_points(bodies[who], body)
            effects = (*new.effects, *(one for one in body.effects if self.arrives(body, one)))
            bodies[who] = replace(new, effects=effects, counters=self._counters(body))
            creature = world.creature(who)
            world = self._told(world, creature, creature.of(self.system).conditions | {one.id for one in effects})
            for key, one in camp.items.items():
                if key in items and one.holder == who:
                    items[key] = replace(items[key], damage=one.damage)
        return replace(fresh, world=world, bodies=MappingProxyType(bodies), items=MappingProxyType(items))

    def _counters(self, body: Body) -> Mapping[str, int]:
        return MappingProxyType({key: value for key, value in body.counters.items() if self.counts(key)})

    def _told(self, world: World, creature: Creature, conditions: Iterable[str]) -> World:
        """The position with a creature that has these conditions."""
        stats = replace(creature.of(self.system), conditions=frozenset(conditions))
        return with_creature(world, replace(creature, stats=MappingProxyType({**creature.stats, self.system: stats})))
