"""What a stat block says of a creature in a fight: its statistics, its attacks, what it wears and can do.

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
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.fight.powers import Affliction, Power
from tactics.world.creature import Creature
from tactics.world.fight import Item

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
SAVES = ("fortitude", "reflex", "will")
KINDS = ("hero", "companion", "significant", "ordinary")
"""What becomes of it at 0 hit points: the ordinary die, all others are knocked out. Source: pf2e.hp.zero_minor."""
RANKS = ("untrained", "trained", "expert", "master", "legendary")
UNARMED = "unarmed"
"""Id of the strike everybody has."""
BASH = "shield_bash"
"""Id of the strike of those who have a shield in hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Extra:
    """Dice on top of a weapon's damage.

    Attributes:
        dice: what is rolled.
        type: damage type.
        name: what gives it.
        critical: only on a critical hit, and then not doubled.
        persistent: persistent damage.
        precision: precision damage.
        flat_footed: only against targets that are flat-footed to the attacker, as a sneak attack.
    """

    dice: Dice
    type: str
    name: Named
    critical: bool = False
    persistent: bool = False
    precision: bool = False
    flat_footed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Weapon:
    """A weapon or unarmed attack. Lengths are feet; the keys are explained in docs/file-formats.md.

    Attributes:
        id: unique for the creature.
        name: what to call it.
        category: simple, martial, advanced, unarmed.
        kind: melee, ranged (shoots), thrown (made to be thrown).
        hands: "one", "two", "free" for a part of the body.
        dice: its damage; complete when `attack` is given.
        types: damage types to choose from, the usual one first.
        traits: agile, finesse, reach, thrown_20, deadly_d10 ...
        increment_ft: range increment, None when it is neither shot nor thrown.
        reach_ft: a reach of its own, None when it follows from the creature.
        reload: Interact actions that make it ready.
        ammunition: shots at the beginning, None for enough.
        potency: item bonus to attacks.
        striking: dice that a striking rune adds.
        attack: the total of its attack, None when it follows from ability and proficiency.
        extra: further dice.
        tags: magical, silver, cold_iron, ...: what resistances look at.
        hardness, hp, threshold: as a thing.
        hand: main, off, both, worn, stowed: how it is held when the fight begins.
        affliction: id of the poison or disease that a hit exposes to, "" for none.
        splash: damage to everybody near the target, 0 for none.
        lost: hit points it has lost before the fight.
        like: id of the weapon of the table it is one of, "" for that of its own id.
    """

    id: str
    name: Named
    category: str = "simple"
    kind: str = "melee"
    hands: str = "one"
    dice: Dice = field(default_factory=Dice)
    types: tuple[str, ...] = ()
    traits: frozenset[str] = frozenset()
    increment_ft: int | None = None
    reach_ft: int | None = None
    reload: int = 0
    ammunition: int | None = None
    potency: int = 0
    striking: int = 0
    attack: int | None = None
    extra: tuple[Extra, ...] = ()
    tags: frozenset[str] = frozenset()
    hardness: int = 5
    hp: int = 20
    threshold: int = 10
    hand: str = "stowed"
    affliction: str = ""
    splash: int = 0
    lost: int = 0
    like: str = ""

    @property
    def body(self) -> bool:
        """Whether it is a part of the body: a fist, jaws, claws."""
        return self.hands == "free"

    @property
    def ranged(self) -> bool:
        """Whether it only shoots or is thrown."""
        return self.kind != "melee"

    @property
    def flies(self) -> bool:
        """Whether it can be shot or thrown."""
        return self.increment_ft is not None

    def sides(self, trait: str) -> int | None:
        """Sides of the die that a trait such as ``deadly_d8`` names, None without the trait."""
        found = next((one for one in self.traits if one.startswith(f"{trait}_d")), None)
        return None if found is None else int(found.rpartition("d")[2])

    def number(self, trait: str) -> int | None:
        """The number of a trait such as ``volley_30``, None without the trait."""
        found = next((one for one in self.traits if one.startswith(f"{trait}_")), None)
        return None if found is None else int(found.rpartition("_")[2])


@dataclass(frozen=True, slots=True, eq=False)
class Armor:
    """Armor or a shield that is worn.

    Attributes:
        category: light, medium, heavy, shield.
        bonus: item bonus of armor; circumstance bonus of a raised shield.
        cap: most Dexterity it lets through, None for all.
        cover_bonus: of a tower shield behind which cover is taken, 0 for none.
        hardness, hp, threshold: as a thing.
        check_penalty: of checks of Strength and Dexterity without the attack trait, 0 or below.
        strength: Strength from which on there is no such penalty, None for never.
        lost: hit points it has lost before the fight.
    """

    id: str
    name: Named
    category: str
    bonus: int
    cap: int | None = None
    cover_bonus: int = 0
    hardness: int = 5
    hp: int = 20
    threshold: int = 10
    check_penalty: int = 0
    strength: int | None = None
    lost: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Bonus:
    """A number from elsewhere: a feature, an item.

    Attributes:
        to: a statistic (ac, perception, fortitude, a skill ...), attack, damage, initiative.
        amount: above 0 a bonus, below 0 a penalty.
        type: circumstance, status, item; "" for an untyped penalty.
        name: what gives it.
    """

    to: str
    amount: int
    type: str
    name: Named


@dataclass(frozen=True, slots=True, eq=False)
class Against:
    """A weakness or resistance.

    Attributes:
        to: a damage type, physical, energy, all, or a tag such as cold_iron.
        amount: points.
        needs: tags the damage must have for it to count: nonmagical ...
        excepts: types and tags that it does not count for: silver, magical ...
    """

    to: str
    amount: int
    needs: frozenset[str] = frozenset()
    excepts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A creature's numbers as its stat block says them, before anything has happened to it.

    Attributes:
        level: its level.
        kind: one of `KINDS`.
        traits: undead, construct, evil, mindless ...
        size: of the creature.
        abilities: ability modifiers.
        ranks: proficiency by statistic: perception, saves, skills, spell, class; weapon and armor categories.
        totals: totals of statistics that are given outright: ac, perception, fortitude, athletics, spell_attack ...
        hp: full hit points.
        armor, shield: what it wears.
        weapons: by id, in the order of the file; always with `UNARMED`.
        feats: English ids: shield_block, ride, ...
        bonuses: what else adds.
        hero_points: at the beginning.
        immunities: damage types, conditions, critical_hits, nonlethal, precision, traits of effects.
        weaknesses, resistances: against damage.
        fast_healing, regeneration: hit points at the start of a turn.
        regeneration_off: damage types that switch regeneration off.
        initiative: the statistic it rolls initiative with.
        group: creatures of one side with the same word here share one roll of initiative; "" rolls alone.
        languages: it understands; none named means that of everybody.
        specialization: "", "plain" or "greater" weapon specialization.
        key: key ability of spells.
        powers, afflictions: by id.
        pools: how often a day what shares them can be used: spell slots, focus points.
        companion_of: id of the hero whose companion it is, "" for nobody's.
        gear: English ids of tools it wears: healers_tools ...
        temp_hp: temporary hit points when the fight begins.
    """

    level: int
    kind: str
    traits: frozenset[str]
    size: str
    abilities: Mapping[str, int]
    ranks: Mapping[str, str]
    totals: Mapping[str, int]
    hp: int
    armor: Armor | None = None
    shield: Armor | None = None
    weapons: Mapping[str, Weapon] = field(default_factory=lambda: MappingProxyType({}))
    feats: frozenset[str] = frozenset()
    bonuses: tuple[Bonus, ...] = ()
    hero_points: int = 0
    immunities: frozenset[str] = frozenset()
    weaknesses: tuple[Against, ...] = ()
    resistances: tuple[Against, ...] = ()
    fast_healing: int = 0
    regeneration: int = 0
    regeneration_off: frozenset[str] = frozenset()
    initiative: str = "perception"
    group: str = ""
    languages: frozenset[str] = frozenset()
    specialization: str = ""
    key: str = "cha"
    companion_of: str = ""
    gear: frozenset[str] = frozenset()
    temp_hp: int = 0
    powers: Mapping[str, Power] = field(default_factory=lambda: MappingProxyType({}))
    afflictions: Mapping[str, Affliction] = field(default_factory=lambda: MappingProxyType({}))
    pools: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    def rank(self, of: str) -> str:
        """Its proficiency in something, untrained when the stat block does not say."""
        return self.ranks.get(of, "untrained")


def _read(combat: Mapping[str, Any], creature: Creature) -> Sheet:
    # These modules build sheets and so know this one.
    from tactics.rulesets.pf2e.fight.own_numbers import differences
    from tactics.rulesets.pf2e.fight.sheet_reading import read_sheet

    sheet, stated = read_sheet(combat, creature.size, creature.id)
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
    weapons = [
        own_item(creature.id, one.id, one.hand, damage=one.lost) for one in sheet.weapons.values() if not one.body
    ]
    return (*weapons, *worn_items(creature.id, sheet.armor, sheet.shield, lambda one: one.lost))
