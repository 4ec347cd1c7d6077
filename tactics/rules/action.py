"""What a player may do, what it must be aimed at, and what the rulebook asks back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from tactics.core.lattice import Point, Square
from tactics.core.text import Text
from tactics.rules.event import Part
from tactics.rules.verdict import Verdict

MANEUVER = "maneuver"
"""Option: to choose what the whole turn is to be, before anything else. Effect: what was chosen; its rule names it, its
note is the id of the choice with a kind of it behind a colon.
"""

Argument = str | int | bool | Square | Point | tuple[Square, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """Something a creature does, or its answer to a `Decision`.

    Attributes:
        who: id of the creature.
        id: English id: move, attack, charge, end_turn ...; of an answer the id of the chosen `Choice`.
        arguments: what the option needs, by the names of its needs.
    """

    who: str
    id: str
    arguments: Mapping[str, Argument] = field(default_factory=lambda: MappingProxyType({}))


# What an option must be aimed at, in the order the player is asked.


@dataclass(frozen=True, slots=True)
class NeedCreature:
    """One of some creatures."""

    name: str
    ids: tuple[str, ...]
    title: Text


@dataclass(frozen=True, slots=True)
class NeedSquare:
    """One of some squares."""

    name: str
    squares: tuple[Square, ...]
    title: Text


@dataclass(frozen=True, slots=True)
class NeedPath:
    """A way through a movement field: squares one may end on with their cost; the first square of a path is the start.

    Attributes:
        mode: how it moves.
        costs: cost by square where it may end, in the system's unit.
        paths: the cheapest way to each of them.
    """

    name: str
    mode: str
    costs: Mapping[Square, int]
    paths: Mapping[Square, tuple[Square, ...]]
    title: Text


@dataclass(frozen=True, slots=True)
class NeedArea:
    """An area to be placed: by the corner of the grid it starts from, or by the square it goes towards.

    Attributes:
        at: "corner", aimed with a `Point`, or "square", aimed with a `Square`.
    """

    name: str
    at: str
    title: Text


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several things to choose."""

    id: str
    title: Text


@dataclass(frozen=True, slots=True)
class NeedChoice:
    """One of a list."""

    name: str
    choices: tuple[Choice, ...]
    title: Text


Need = NeedCreature | NeedSquare | NeedPath | NeedArea | NeedChoice


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed: in words, with its rule, and the verdict that says so where there is one."""

    text: Text
    rule: str
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """Something a creature could do now.

    Attributes:
        id: the action's id.
        group: attack, move, maneuver, defend, item, other, turn; for the action bar.
        title: what it is called.
        cost: what it takes of the turn, in words.
        needs: what it must be aimed at.
        refusal: None when it is allowed now.
        arguments: arguments that are settled already, such as the weapon.
        notes: what it does, in a few lines.
    """

    id: str
    group: str
    title: Text
    cost: Text
    needs: tuple[Need, ...] = ()
    refusal: Refusal | None = None
    arguments: Mapping[str, Argument] = field(default_factory=lambda: MappingProxyType({}))
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Resource:
    """What is left of something this turn: shown as "pips", "number" or "bar"."""

    key: str
    title: Text
    left: int
    total: int
    shown: str = "pips"


@dataclass(frozen=True, slots=True)
class Badge:
    """A condition, posture or other state to show on a creature.

    Attributes:
        id: English id, also the name of its icon.
        title: in words.
        value: its number, 0 for none.
        ends: when it ends, in words.
        rule: rule id.
    """

    id: str
    title: Text
    value: int = 0
    ends: Text | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action would probably do.

    Attributes:
        chance: of success, None when nothing is rolled.
        critical: of a critical hit.
        parts: the modifiers of the roll.
        against: what it is rolled against, None for none.
        under: the roll must not be more than `against`, which the parts make up.
        damage_least, damage_most: possible damage of one success.
        damage_mean: expected damage, failures included, of everyone it affects together.
        heals_mean: expected hit points restored.
        reactions: ids of those who may react.
        takes: ids of those it affects.
        notes: further things to know.
        verdicts: geometric rulings it rests on.
        later: what it prepares: the best use of it afterwards, None when it prepares nothing.
        times: how often it could be done this turn, one after the other.
    """

    chance: Fraction | None = None
    critical: Fraction = Fraction(0)
    parts: tuple[Part, ...] = ()
    against: int | None = None
    damage_least: int = 0
    damage_most: int = 0
    damage_mean: Fraction = Fraction(0)
    heals_mean: Fraction = Fraction(0)
    reactions: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    under: bool = False
    later: Preview | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class Decision:
    """A question the rules ask in the middle of an action: a reaction, a choice of the target, a place.

    Attributes:
        who: id of the creature whose player decides.
        id: what it is about: attack_of_opportunity, step_aside, place_grappled ...
        title: in words.
        choices: the answers; an answer is an `Action` with the id of a choice.
        default: id of the choice taken when nobody decides.
        needs: what a choice must be aimed at, by choice id.
        preview: what a choice would probably do, by choice id.
    """

    who: str
    id: str
    title: Text
    choices: tuple[Choice, ...]
    default: str
    needs: Mapping[str, tuple[Need, ...]] = field(default_factory=lambda: MappingProxyType({}))
    preview: Mapping[str, Preview] = field(default_factory=lambda: MappingProxyType({}))


class Refused(Exception):  # noqa: N818 - the rules say no; nothing went wrong
    """An action that the rules do not allow. Nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text.msgid)
        self.refusal = refusal
