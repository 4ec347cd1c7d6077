"""What a stat block says of a figure in a fight: its attributes, skills, weapons and what it wears.

A sheet is read once for each table, so sheets and what is in them are compared by identity: they are keys of caches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from tactics.core.lattice import Square
from tactics.core.text import Named
from tactics.rules.dice_text import Dice
from tactics.rules.sheets import Sheets
from tactics.rulesets.dfrpg.tables import SYSTEM
from tactics.world.creature import Creature
from tactics.world.fight import Item

UNMADE = "unmade"
"""Where a missile is before its spell has made it."""
SHIELD = "shield"
"""Kind of the item that is a shield or cloak."""
POTION, TORCH, FIRE_ARROW, TASK, OTHER = "potion", "torch", "fire_arrow", "task", "other"
GEAR = (POTION, TORCH, FIRE_ARROW, TASK, OTHER)
"""Kinds of other things. A fire arrow is ready once it burns; a task is no thing at all."""
TRAITS = frozenset(
    {
        "ambidextrous",
        "combat_reflexes",
        "enhanced_time_sense",
        "fearless",
        "high_pain_threshold",
        "peripheral_vision",
        "shield_wall_training",
        "weapon_master",
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """One way to strike with a weapon.

    Attributes:
        id: unique for the weapon: swing, thrust, thrust_two ...
        base: "thr" or "sw" for damage by Strength, "" for dice given outright.
        add: what is added to it, or the dice.
        type: damage type.
        reaches: yards it strikes at, 0 for close combat.
        starred: changing the reach takes a Ready manoeuvre.
        parry: modifier to parry, None when it cannot parry.
        unbalanced: it cannot parry after attacking in the turn.
        fencing: a fencing weapon.
        st: Strength it needs, 0 for none.
        hands: hands it takes.
        unready: it becomes unready after an attack unless its user is strong.
        skill_by: what is added to the skill, such as −2 for a kick.
    """

    id: str
    name: Named
    base: str
    add: Dice
    type: str
    reaches: frozenset[int]
    starred: bool = False
    parry: int | None = 0
    unbalanced: bool = False
    fencing: bool = False
    st: int = 0
    hands: int = 1
    unready: bool = False
    skill_by: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """What a weapon is as a ranged one.

    Attributes:
        base, add, type: damage, as for `Use`.
        accuracy: bonus of aiming.
        half_yd: range from which damage is halved, None for never.
        most_yd: greatest range.
        half_per_2st, most_per_2st: the same for every 2 points of its user's Strength, 0 when it does not depend on it.
        thrown: it is thrown itself.
        small: so small that it is hard to parry when thrown.
        reload: Ready manoeuvres to load it again, 0 for none.
        bulk: how unwieldy it is.
        st: Strength it needs.
        hands: hands it takes.
        braces: it can be rested on a table or the like.
    """

    base: str
    add: Dice
    type: str
    accuracy: int
    half_yd: int | None
    most_yd: int
    half_per_2st: int = 0
    most_per_2st: int = 0
    thrown: bool = False
    small: bool = False
    reload: int = 0
    bulk: int = 0
    st: int = 0
    hands: int = 2
    braces: bool = False


def ranges_for(shot: Shot, st: int) -> Shot:
    """The same in the hands of somebody of a Strength. Source: dfrpg.data.sample_weapons."""
    half = shot.half_per_2st * st // 2 if shot.half_per_2st else shot.half_yd
    most = shot.most_per_2st * st // 2 if shot.most_per_2st else shot.most_yd
    return replace(shot, half_yd=half, most_yd=most)


@dataclass(frozen=True, slots=True, eq=False)
class Weapon:
    """A weapon, or a part of the body that strikes.

    Attributes:
        skill: level of the skill it is used with.
        skill_id: English id of that skill, "" when it does not matter.
        uses: ways to strike, by id.
        shot: what it is as a ranged weapon, None when it is none.
        hand: where it is at first: main, off, both, stowed; "" for a part of the body, `UNMADE` for what a spell makes.
        parry: the fixed bonus of quality or the like.
        unready_after_parry: a parry makes it unready.
        sturdy: well made or all of metal, so that it breaks only the second time it would.
        reach: yards it is held for at first, None for the longest its hands allow.
        at: where it lies at first, None when its owner has it.
    """

    id: str
    name: Named
    skill: int
    skill_id: str = ""
    uses: Mapping[str, Use] = field(default_factory=lambda: MappingProxyType({}))
    shot: Shot | None = None
    hand: str = "stowed"
    unready_after_parry: bool = False
    sturdy: bool = False
    reach: int | None = None
    at: Square | None = None

    @property
    def body(self) -> bool:
        """Whether it is a part of the body."""
        return not self.hand

    def hands_with(self, use: Use | None) -> int:
        """Hands a blow of some kind takes, or a shot for None."""
        if use is not None:
            return use.hands
        return self.shot.hands if self.shot is not None else 1


@dataclass(frozen=True, slots=True, eq=False)
class Shield:
    """A shield, buckler or cloak: its defense bonus, skill, kind, and what it does to attacks of the other hand."""

    id: str
    name: Named
    defense_bonus: int
    skill: int
    hand: str = "off"
    kind: str = "shield"
    attack: int = 0
    at: Square | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Gear:
    """A thing that is neither weapon nor shield, such as a potion; or a task that takes no thing.

    Attributes:
        kind: potion, torch, fire_arrow, task, other.
        heals: hit points it gives back.
        seconds: how long its use takes.
        hand: where it is at first: main, off, both, stowed.
        packed_seconds: how long it takes to get it out.
        sealed: it must be opened before it is of use.
        keep_progress: its use need not be begun anew after something else.
        used_up: it is gone once it was used.
        at: where it lies at first, None when its owner has it.
    """

    id: str
    name: Named
    kind: str
    heals: Dice
    seconds: int = 1
    hand: str = "stowed"
    packed_seconds: int = 1
    sealed: bool = False
    keep_progress: bool = False
    used_up: bool = False
    at: Square | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Ability:
    """A spell or another thing to do with the mind.

    Attributes:
        activation: concentrate, ready or always_on.
        skill: level it is rolled against, 0 for no roll.
        seconds: manoeuvres it takes.
        target: creature, self, friend, enemy.
        range_yd: how far, None for any distance that is seen.
        resist: attribute that resists it: will, ht, or "".
        damage, type: what it deals.
        heals: hit points it gives back.
        condition: what the target has from it, "" for nothing.
        lasts_turns: how many of its own turns the condition lasts.
        fatigue: fatigue points it costs.
        missile: it makes a missile to be thrown by an attack; the weapon of its id says what that is.
        bonus_to: what it adds to while it is on or always: attack, defenses, dr; "" for nothing.
        bonus: how much.
    """

    id: str
    name: Named
    activation: str
    skill: int
    seconds: int
    target: str
    range_yd: int | None
    resist: str
    damage: Dice
    type: str
    heals: Dice
    condition: str
    lasts_turns: int
    fatigue: int
    missile: bool = False
    bonus_to: str = ""
    bonus: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A figure's numbers as its stat block says them, before anything has happened to it.

    Attributes:
        st, dx, iq, ht: attributes.
        hp, will, per, fp: what follows from them, or was given.
        lost_hp, lost_fp: hit points and fatigue points that are gone when the fight begins.
        hands: how many it has to hold things and strike with; a beast has none, and no bare feet either.
        speed_quarters: Basic Speed in quarters.
        move: Basic Move in yards.
        dodge: base Dodge without load.
        encumbrance: level from 0 to 4.
        dr: damage resistance.
        sm: size modifier.
        attacks: attacks a turn.
        skills: other skills by id.
        traits: some of `TRAITS`.
        weapons: by id, fists and feet included.
        shield: what it has as a shield, None for nothing.
        gear: other things by id.
        abilities: by id.
        facing: name of the facing in which it looks at first, "" when the book chooses.
    """

    st: int
    dx: int
    iq: int
    ht: int
    hp: int
    will: int
    per: int
    fp: int
    speed_quarters: int
    move: int
    dodge: int
    encumbrance: int
    dr: int
    sm: int
    attacks: int
    skills: Mapping[str, int]
    traits: frozenset[str]
    weapons: Mapping[str, Weapon]
    shield: Shield | None
    gear: Mapping[str, Gear]
    abilities: Mapping[str, Ability]
    facing: str = ""
    lost_hp: int = 0
    lost_fp: int = 0
    hands: int = 2


def sheet_of(creature: Creature) -> Sheet:
    """What the figure's stat block says, read once for each table.

    Raises:
        ProblemError: there is no table ``combat``, or it has faults.
    """
    return _SHEETS.of(creature)


def _read(combat: Mapping[str, Any], creature: Creature) -> Sheet:
    # The module builds sheets and so knows this one.
    from tactics.rulesets.dfrpg.fight.sheet_reading import read_sheet

    return read_sheet(combat, creature.id, creature.size)


_SHEETS = Sheets(SYSTEM, _read)


def thing_name(sheet: Sheet, kind: str) -> Named:
    """What a stat block calls a thing."""
    if kind == SHIELD and sheet.shield is not None:
        return sheet.shield.name
    return sheet.weapons[kind].name if kind in sheet.weapons else sheet.gear[kind].name


def items_of(creature: Creature) -> tuple[Item, ...]:
    """The things of a figure when the fight begins: "A.broadsword", "A.shield"; some may lie about.

    Source: dfrpg.state.ready
    """
    sheet = sheet_of(creature)
    found = [_item(creature.id, one.id, one.hand, one.at) for one in sheet.weapons.values() if _made(one)]
    if sheet.shield is not None:
        found.append(_item(creature.id, SHIELD, sheet.shield.hand, sheet.shield.at))
    for one in sheet.gear.values():
        if one.kind != TASK:
            ready = not one.sealed and one.kind != FIRE_ARROW
            found.append(replace(_item(creature.id, one.id, one.hand, one.at), ready=ready))
    return tuple(found)


def _made(weapon: Weapon) -> bool:
    return not weapon.body and weapon.hand != UNMADE


def _item(who: str, kind: str, hand: str, at: Square | None) -> Item:
    id_ = f"{who}.{kind}"
    return Item(id_, kind, who, hand) if at is None else Item(id_, kind, "", "", at)
