"""What happens in a fight, as values. An event says what came out, never why it had to; applying it needs no rule.

Every event can be written to a log and read back. `Rolled` keeps each face and each part of a sum with its rule, so the
log of a fight can be opened roll by roll.
"""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.dice import Roll
from tactics.core.lattice import Square
from tactics.core.text import Text
from tactics.world.fight import Effect, Item, Slot


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a sum: a modifier with its reason, kept or not."""

    amount: int
    reason: Text
    type: str = ""
    rule: str = ""
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Began:
    """The order of turns was settled."""

    order: tuple[Slot, ...]
    surprise: bool = False


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round began; a surprise round is over."""

    number: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """Somebody's turn began: the number of the slot."""

    slot: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """Somebody's turn ended."""

    who: str


@dataclass(frozen=True, slots=True)
class OrderChanged:
    """The order of turns changed; the turn stays with the same creature."""

    order: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody came to another square: one event for every square.

    Attributes:
        to: its top left square.
        cost: movement spent, in the system's unit.
        mode: how it moved; "forced" when something else moved it.
        width, height: its space there in squares, smaller when squeezed.
        z_ft: height of its feet.
        facing: where it looks then, None where that does not change.
        sprawl: squares it then covers beside its space.
    """

    who: str
    to: Square
    cost: int
    mode: str
    width: int
    height: int
    z_ft: int = 0
    facing: int | None = None
    sprawl: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class Turned:
    """Somebody turned on the spot.

    Attributes:
        facing: where it looks now, see `tactics.world.creature.Creature`.
        cost: movement spent, in the system's unit.
    """

    who: str
    facing: int
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled for something.

    Attributes:
        who: whose roll it is.
        purpose: attack, confirm, damage, save, check, initiative, miss_chance, stabilize ...
        rolls: the faces, in the order they fell.
        parts: what was added to them; of a roll to stay under, what its number is made of.
        total: the sum that counts.
        against: what it had to reach, or to stay at or under; None for none.
        outcome: hit, miss, threat, critical, success, failure ... or "".
        target: id of whom it concerns, "" for nobody.
        what: the weapon, save or skill in words.
        rule: rule id.
        secret: the game master rolls it: players are told what comes of it, not the dice.
        under: the total must not be more than `against`.
    """

    who: str
    purpose: str
    rolls: tuple[Roll, ...]
    parts: tuple[Part, ...]
    total: int
    against: int | None = None
    outcome: str = ""
    target: str = ""
    what: Text | None = None
    rule: str = ""
    secret: bool = False
    under: bool = False


@dataclass(frozen=True, slots=True)
class HpChanged:
    """Hit points of a pool changed: hp, temp or nonlethal; or how many there are at most: max."""

    who: str
    pool: str
    by: int
    source: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class EffectGained:
    """An effect began."""

    who: str
    effect: Effect


@dataclass(frozen=True, slots=True)
class EffectLost:
    """An effect ended."""

    who: str
    effect: Effect


@dataclass(frozen=True, slots=True)
class CounterSet:
    """A counter of a creature was set: actions left, reactions used, uses of an ability."""

    who: str
    key: str
    value: int


@dataclass(frozen=True, slots=True)
class ItemChanged:
    """A thing was drawn, dropped, taken, damaged, loaded."""

    item: Item


@dataclass(frozen=True, slots=True)
class ItemLost:
    """A thing is no more: used up or destroyed."""

    item: str


@dataclass(frozen=True, slots=True)
class DoorChanged:
    """A door was opened, closed or locked: the number of its polyline and the state."""

    group: int
    state: str


@dataclass(frozen=True, slots=True)
class Mounted:
    """Somebody mounted a creature, or left it: `mount` is "" then."""

    who: str
    mount: str


@dataclass(frozen=True, slots=True)
class LeftFight:
    """Somebody is out of the fight: dead, fled, surrendered."""

    who: str
    why: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """Something worth telling that changes nothing."""

    who: str
    text: Text
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The fight is over: the side that won, or "nobody"."""

    winner: str


Event = (
    Began
    | RoundBegan
    | TurnBegan
    | TurnEnded
    | OrderChanged
    | Moved
    | Turned
    | Rolled
    | HpChanged
    | EffectGained
    | EffectLost
    | CounterSet
    | ItemChanged
    | ItemLost
    | DoorChanged
    | Mounted
    | LeftFight
    | Noted
    | Ended
)
