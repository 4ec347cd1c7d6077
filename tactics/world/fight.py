"""The state of a fight: the position, and what has happened to everyone in it. Immutable, and without any rule.

A rulebook decides what the numbers mean; the engine changes them by events only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeVar

from tactics.core.lattice import Square
from tactics.world.world import World

ANCHORS = ("start", "end", "save", "sustain", "encounter", "forever")
"""What ends an effect: the start or end of somebody's turn, a save, not being sustained, the fight, nothing."""


Value = TypeVar("Value")


def entered(mapping: Mapping[str, Value], key: str, value: Value) -> Mapping[str, Value]:
    """A read-only copy of a mapping with one entry set."""
    if isinstance(mapping, MappingProxyType):
        return MappingProxyType(mapping | {key: value})
    return MappingProxyType({**mapping, key: value})


@dataclass(frozen=True, slots=True)
class Duration:
    """When an effect ends.

    Attributes:
        anchor: one of `ANCHORS`.
        of: id of the creature whose turn counts, for "start" and "end".
        turns: how many such turns must come; 1 is the next one.
    """

    anchor: str = "forever"
    of: str = ""
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Effect:
    """A condition or another lasting effect on a creature.

    Attributes:
        id: English id of the condition (prone, stunned ...) or of what gives it (charging, total_defense ...).
        value: its number where it has one (frightened 2, a bonus of 4), else 0.
        source: id of the creature it comes from, "" for none.
        duration: when it ends.
        note: an id that tells it apart from others of the same kind (a target, a weapon, a damage type).
        rule: rule id that gives it.
        origin: id of what of its source gave it: a power, a poison; "" when nothing hangs on it.
    """

    id: str
    value: int = 0
    source: str = ""
    duration: Duration = field(default_factory=Duration)
    note: str = ""
    rule: str = ""
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that can be held, dropped, broken.

    Attributes:
        id: unique in the fight ("A.longsword").
        kind: its entry in the holder's stat block or the book's table.
        holder: id of the creature that has it, "" when it lies on the ground.
        hand: "main", "off", "both", "worn", "stowed", or "" on the ground.
        square: where it lies, None while somebody has it.
        damage: hit points it has lost.
        ready: False while it must be made ready (unloaded, unready).
    """

    id: str
    kind: str
    holder: str = ""
    hand: str = "stowed"
    square: Square | None = None
    damage: int = 0
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Body:
    """What has happened to one creature.

    Attributes:
        hp: current hit points; may be negative.
        max_hp: full hit points.
        temp_hp: temporary hit points.
        nonlethal: nonlethal damage, where a book counts it apart.
        effects: lasting effects, in the order they came.
        counters: numbers by key: actions spent this turn, reactions used, dying value, uses of a power ...
        out: "" while it is in the fight; dead, fled, surrendered.
    """

    hp: int
    max_hp: int
    temp_hp: int = 0
    nonlethal: int = 0
    effects: tuple[Effect, ...] = ()
    counters: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    out: str = ""

    def has(self, effect: str) -> bool:
        """Whether some effect with the id lasts."""
        return any(one.id == effect for one in self.effects)

    def count(self, key: str) -> int:
        """A counter, 0 when it was never set."""
        return self.counters.get(key, 0)

    # Changed copies are made for every event, so they are made by hand: `dataclasses.replace` takes twice as long.

    def with_effects(self, effects: tuple[Effect, ...]) -> Body:
        """The same with other effects."""
        return Body(self.hp, self.max_hp, self.temp_hp, self.nonlethal, effects, self.counters, self.out)

    def with_counter(self, key: str, value: int) -> Body:
        """The same with a counter set."""
        counters = entered(self.counters, key, value)
        return Body(self.hp, self.max_hp, self.temp_hp, self.nonlethal, self.effects, counters, self.out)

    def with_points(self, hp: int, temp_hp: int, nonlethal: int, max_hp: int) -> Body:
        """The same with other hit points."""
        return Body(hp, max_hp, temp_hp, nonlethal, self.effects, self.counters, self.out)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the turn order.

    Attributes:
        who: id of the creature.
        initiative: the count it acts on.
        tie: greater acts first among equal counts.
    """

    who: str
    initiative: int
    tie: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Fight:
    """A moment of a fight.

    Attributes:
        world: the position; creatures' conditions in it follow the bodies.
        system: id of the rule system it is fought by.
        bodies: by creature id.
        items: by item id.
        order: slots from first to last of the round.
        turn: number in `order` of the slot whose turn it is, None before the first.
        round: counted from 1, 0 before the fight has begun (1 may be a surprise round: see `surprise`).
        surprise: whether this is the surprise round.
        over: "" while it goes on, else the side that won, or "nobody".
    """

    world: World
    system: str
    bodies: Mapping[str, Body]
    items: Mapping[str, Item] = field(default_factory=lambda: MappingProxyType({}))
    order: tuple[Slot, ...] = ()
    turn: int | None = None
    round: int = 0
    surprise: bool = False
    over: str = ""

    @property
    def active(self) -> str:
        """Id of the creature whose turn it is, "" when it is nobody's."""
        return "" if self.turn is None else self.order[self.turn].who

    def with_world(self, world: World) -> Fight:
        """The same in another position."""
        return Fight(
            world,
            self.system,
            self.bodies,
            self.items,
            self.order,
            self.turn,
            self.round,
            self.surprise,
            self.over,
        )

    def with_body(self, who: str, body: Body, world: World | None = None) -> Fight:
        """The same with one body replaced, and in another position if one is given."""
        return Fight(
            world or self.world,
            self.system,
            entered(self.bodies, who, body),
            self.items,
            self.order,
            self.turn,
            self.round,
            self.surprise,
            self.over,
        )

    def body(self, who: str) -> Body:
        """What has happened to a creature.

        Raises:
            KeyError: nobody has the id.
        """
        return self.bodies[who]
