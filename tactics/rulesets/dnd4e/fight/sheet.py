"""What a stat block says of a creature in a fight: its defenses, its powers, what it wears and holds.

A sheet is read once for each table, so sheets and what is in them are compared by identity: they are keys of caches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tactics.core.text import Named
from tactics.rules.dice_text import Dice
from tactics.rules.sheets import Sheets, faultless
from tactics.rules.things import own_item, worn_items
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.tables import SYSTEM
from tactics.world.creature import Creature
from tactics.world.fight import Item

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
KINDS = ("hero", "standard", "minion", "elite", "solo")
"""Heroes fall and die slowly; all others die at 0 hit points. Source: dnd4e.hp.dying."""
UNARMED = "unarmed"


@dataclass(frozen=True, slots=True, eq=False)
class Weapon:
    """A weapon. Lengths are squares; the keys are explained in docs/file-formats.md.

    Attributes:
        kind: melee or ranged.
        proficiency: bonus of those who are trained with it.
        dice: its damage, [W].
        hands: one, two, free.
        range_sq, long_range_sq: None when it is neither shot nor thrown.
        properties: high_crit, implement, light_thrown, heavy_thrown, off_hand, reach, versatile.
        load: action that makes it ready: "", free, minor.
        enhancement: bonus to attack and damage.
        critical: dice a critical hit adds, with their damage type ("": that of the attack).
        damage_type: type that all damage of powers made with it becomes, "" for none.
        hand: main, off, both, stowed: how it is held when the fight begins.
    """

    id: str
    name: Named
    kind: str = "melee"
    proficiency: int = 2
    dice: Dice = field(default_factory=Dice)
    hands: str = "one"
    range_sq: int | None = None
    long_range_sq: int | None = None
    properties: frozenset[str] = frozenset()
    load: str = ""
    ammunition: int | None = None
    enhancement: int = 0
    critical: Dice = field(default_factory=Dice)
    critical_type: str = ""
    damage_type: str = ""
    hand: str = "stowed"

    @property
    def body(self) -> bool:
        """Whether it is a part of the body."""
        return self.hands == "free"

    @property
    def ranged(self) -> bool:
        """Whether it shoots."""
        return self.kind == "ranged"


@dataclass(frozen=True, slots=True, eq=False)
class Armor:
    """Armor or a shield: bonus, and whether it is heavy."""

    id: str
    name: Named
    bonus: int
    heavy: bool = False
    enhancement: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Bonus:
    """A number from elsewhere.

    Attributes:
        to: attack, damage, ac, fortitude, reflex, will, defenses, initiative, saves, death_saves, or a skill.
        type: one of the types, "" for untyped.
        against: only against targets in this state ("bloodied"), "" for all.
        keyword: only with powers that have it, "" for all.
    """

    to: str
    amount: int
    type: str
    name: Named
    against: str = ""
    keyword: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Reaction:
    """What a kind of damage does to a creature besides. Source: dnd4e.vulnerable.special_weakness."""

    type: str
    condition: str
    until: str


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A creature's numbers as its stat block says them, before anything has happened to it.

    Attributes:
        level: its level.
        kind: one of `KINDS`.
        role: artillery, brute, controller, defender, leader, lurker, skirmisher, soldier, striker.
        keywords: undead, construct, ...
        abilities: scores.
        hp: full hit points.
        surges: healing surges a day.
        defenses: totals given outright.
        initiative: total given outright, None when it follows from Dexterity.
        trained: skills it is trained in.
        skills: totals given outright.
        armor, shield: what it wears.
        weapons: by id; always with `UNARMED`.
        powers: by id, basic attacks included.
        bonuses: what else adds.
        resist, vulnerable: by damage type; "all" for every one.
        immune: damage types, conditions and keywords.
        weaknesses: what a kind of damage does besides.
        regeneration: hit points at the start of a turn.
        action_points: at the beginning.
        second_wind: it has one although it is no hero.
    """

    level: int
    kind: str
    role: str
    keywords: frozenset[str]
    abilities: Mapping[str, int]
    hp: int
    surges: int = 0
    defenses: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    initiative: int | None = None
    trained: frozenset[str] = frozenset()
    skills: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    armor: Armor | None = None
    shield: Armor | None = None
    weapons: Mapping[str, Weapon] = field(default_factory=lambda: MappingProxyType({}))
    powers: Mapping[str, Power] = field(default_factory=lambda: MappingProxyType({}))
    bonuses: tuple[Bonus, ...] = ()
    resist: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    vulnerable: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    immune: frozenset[str] = frozenset()
    weaknesses: tuple[Reaction, ...] = ()
    regeneration: int = 0
    action_points: int = 0
    second_wind: bool = False

    @property
    def hero(self) -> bool:
        """Whether it is a player's character."""
        return self.kind == "hero"

    def modifier(self, ability: str) -> int:
        """The modifier of an ability."""
        return (self.abilities[ability] - 10) // 2


def _read(combat: Mapping[str, Any], creature: Creature) -> Sheet:
    # These modules build sheets and so know this one.
    from tactics.rulesets.dnd4e.fight.own_numbers import differences
    from tactics.rulesets.dnd4e.fight.sheet_reading import read_sheet

    sheet, stated = read_sheet(combat, creature.id)
    return faultless(sheet, differences(sheet, stated, creature.id))


_SHEETS = Sheets(SYSTEM, _read)


def sheet_of(creature: Creature) -> Sheet:
    """What the creature's stat block says, read once for each table.

    Raises:
        ProblemError: there is no table ``combat``, or it has faults, or a stated number differs from the computed one.
    """
    return _SHEETS.of(creature)


def items_of(creature: Creature) -> tuple[Item, ...]:
    """The things a creature has when the fight begins: "A.longsword", "A.armor", "A.shield"."""
    sheet = sheet_of(creature)
    weapons = [own_item(creature.id, one.id, one.hand) for one in sheet.weapons.values() if not one.body]
    return (*weapons, *worn_items(creature.id, sheet.armor, sheet.shield))
