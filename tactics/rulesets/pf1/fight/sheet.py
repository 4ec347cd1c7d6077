"""What a stat block says of a creature in a fight: its abilities, its attacks, what it wears and can do.

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
from tactics.world.creature import Creature
from tactics.world.fight import Item
from tactics.world.kept import kept

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
SAVES = ("fortitude", "reflex", "will")
SAVE_ABILITIES: Mapping[str, str] = MappingProxyType({"fortitude": "con", "reflex": "dex", "will": "wis"})
"""Source: pf1.save.types."""
UNARMED = "unarmed"
"""Id of the strike everybody has."""


@dataclass(frozen=True, slots=True, eq=False)
class Extra:
    """Dice on top of a weapon's damage, never multiplied."""

    dice: Dice
    type: str
    name: Named


@dataclass(frozen=True, slots=True, eq=False)
class Weapon:
    """A weapon or natural attack. Lengths are feet; the keys are explained in docs/file-formats.md.

    Attributes:
        id: unique for the creature.
        name: what to call it.
        kind: melee, ranged (shoots), thrown (made to be thrown), natural.
        hands: light, one, two.
        dice: its damage.
        types: slashing, piercing, bludgeoning, or an energy.
        threat: lowest face that threatens a critical hit.
        multiplier: of a critical hit.
        reach: a reach weapon.
        reach_ft: a reach of its own, None when it follows from the creature.
        increment_ft: range increment, None when it cannot be thrown or shot.
        properties: brace, trip, disarm, double, finesse, lance, prone, adds_strength ...
        composite: strength rating of a composite bow, None for other weapons.
        ammunition: shots at the beginning, None for enough.
        reload: action that makes it ready, "" for none.
        nonlethal: deals nonlethal damage.
        touch: "", touch, incorporeal.
        enhancement, masterwork, attack, bonus_damage: bonuses.
        extra: dice that are never multiplied.
        overcomes: what damage reduction it goes through besides its types.
        count, secondary: natural weapons: how many, and whether they are secondary.
        hardness, hp: for sundering.
        hand: main, off, both, worn, stowed: how it is held when the fight begins.
        broken: it is broken when the fight begins.
    """

    id: str
    name: Named
    kind: str = "melee"
    hands: str = "one"
    dice: Dice = field(default_factory=Dice)
    types: tuple[str, ...] = ()
    threat: int = 20
    multiplier: int = 2
    reach: bool = False
    reach_ft: int | None = None
    increment_ft: int | None = None
    properties: frozenset[str] = frozenset()
    composite: int | None = None
    ammunition: int | None = None
    reload: str = ""
    nonlethal: bool = False
    touch: str = ""
    enhancement: int = 0
    masterwork: bool = False
    attack: int = 0
    bonus_damage: int = 0
    extra: tuple[Extra, ...] = ()
    overcomes: frozenset[str] = frozenset()
    count: int = 1
    secondary: bool = False
    hardness: int = 10
    hp: int = 5
    hand: str = "stowed"
    broken: bool = False

    @property
    def natural(self) -> bool:
        """Whether it is part of the body, unarmed strikes not included."""
        return self.kind == "natural"

    @property
    def melee(self) -> bool:
        """Whether it strikes in melee."""
        return self.kind in ("melee", "natural")

    @property
    def ranged(self) -> bool:
        """Whether it only shoots or is thrown."""
        return self.kind in ("ranged", "thrown")

    @property
    def flies(self) -> bool:
        """Whether it can be shot or thrown."""
        return self.kind in ("ranged", "thrown") or self.increment_ft is not None


@dataclass(frozen=True, slots=True, eq=False)
class Armor:
    """Armor or a shield that is worn.

    Attributes:
        kind: light, medium, heavy, shield, "" for magic that gives an armor bonus.
        bonus: to Armor Class, its enhancement included.
        max_dex: most Dexterity it lets through, None for all.
        check: armor check penalty, 0 or below.
        force: made of force: counts against incorporeal touch.
    """

    id: str
    name: Named
    kind: str
    bonus: int
    max_dex: int | None = None
    check: int = 0
    hardness: int = 10
    hp: int = 10
    force: bool = False
    broken: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Bonus:
    """A number from elsewhere: a feature, an item, a race.

    Attributes:
        to: attack, damage, ac, fortitude, reflex, will, saves, initiative, cmb, cmd, skills, speed in ft, or a skill.
        weapon: only with this weapon, "" for all.
    """

    to: str
    amount: int
    type: str
    name: Named
    weapon: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Power:
    """A spell, an area or another power; the keys are explained in docs/file-formats.md. Lengths are feet."""

    id: str
    name: Named
    kind: str = "spell"
    action: str = "standard"
    shape: str = ""
    size_ft: int = 0
    width_ft: int = 5
    range_ft: int = 0
    touch: str = ""
    effect: str = "damage"
    dice: Dice = field(default_factory=Dice)
    type: str = ""
    condition: str = ""
    rounds: int = 1
    save: str = ""
    on_save: str = "half"
    dc: int = 0
    uses: int = 0
    level: int = 0
    caster_level: int = 1
    concentration: int | None = None
    splash: int = 1
    increment_ft: int = 10


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A creature's numbers as its stat block says them, before anything has happened to it.

    Attributes:
        level: level or Hit Dice.
        type: humanoid, undead, construct ...
        size: of the creature.
        abilities: scores by id; None for an ability it lacks.
        bab: base attack bonus.
        saves: base saves.
        hp: full hit points.
        armor, shield: what it wears.
        ac: other parts of Armor Class by bonus type.
        weapons: by id, in the order of the file; always with `UNARMED`.
        feats, special: English ids.
        skills: total bonuses.
        ranks: ranks.
        bonuses: what else adds.
        powers: by id.
        sneak_attack: its dice, None for none.
        legs: how many it stands on.
        gear: how many it has of what is used up: rope.
        immunities, resistances, vulnerabilities: against damage and conditions.
        reduction: damage reduction; what goes through is in `reduction_except`.
        regeneration, fast_healing: hit points a round.
        spell_resistance: 0 for none.
        base_speed_ft: speed before armor, load and bonuses; 0 when the sheet does not say.
        load: light, medium or heavy.
    """

    level: int
    type: str
    size: str
    abilities: Mapping[str, int | None]
    bab: int
    saves: Mapping[str, int]
    hp: int
    armor: Armor | None = None
    shield: Armor | None = None
    ac: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    weapons: Mapping[str, Weapon] = field(default_factory=lambda: MappingProxyType({}))
    feats: frozenset[str] = frozenset()
    special: frozenset[str] = frozenset()
    skills: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    ranks: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    bonuses: tuple[Bonus, ...] = ()
    powers: Mapping[str, Power] = field(default_factory=lambda: MappingProxyType({}))
    sneak_attack: Dice | None = None
    legs: int = 2
    gear: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    immunities: frozenset[str] = frozenset()
    resistances: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    vulnerabilities: frozenset[str] = frozenset()
    reduction: int = 0
    reduction_except: frozenset[str] = frozenset()
    regeneration: int = 0
    regeneration_except: frozenset[str] = frozenset()
    fast_healing: int = 0
    spell_resistance: int = 0
    base_speed_ft: int = 0
    load: str = "light"

    def weapon(self, id: str) -> Weapon:
        """One of its weapons.

        Raises:
            KeyError: it has none of the id.
        """
        return self.weapons[id]

    @property
    def heavy_armor(self) -> bool:
        """Whether it wears heavy armor."""
        return self.armor is not None and self.armor.kind == "heavy"

    @property
    def natural_weapons(self) -> tuple[Weapon, ...]:
        """Its natural attacks."""
        return tuple(one for one in self.weapons.values() if one.natural)


def _read(combat: Mapping[str, Any], creature: Creature) -> Sheet:
    # These modules build sheets and so know this one.
    from tactics.rulesets.pf1.fight.own_numbers import differences
    from tactics.rulesets.pf1.fight.sheet_reading import read_sheet
    from tactics.rulesets.pf1.fight.speeds import difference

    sheet, stated = read_sheet(combat, creature.size, creature.id)
    return faultless(sheet, (*differences(sheet, stated, creature.id), *difference(sheet, creature)))


_SHEETS = Sheets("pf1", _read)


@kept
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
        own_item(creature.id, one.id, one.hand, damage=_lost(one))
        for one in sheet.weapons.values()
        if not one.natural and one.id != UNARMED
    ]
    return (*weapons, *worn_items(creature.id, sheet.armor, sheet.shield, _lost))


def _lost(thing: Weapon | Armor) -> int:
    """Hit points a broken thing has lost: half of them. Source: pf1.condition.broken."""
    return (thing.hp + 1) // 2 if thing.broken else 0
