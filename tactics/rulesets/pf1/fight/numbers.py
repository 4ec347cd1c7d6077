"""A creature's numbers in a fight: every sum as its parts, each with reason and rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.core.text import Text
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight.sheet import Weapon
from tactics.world.fight import Fight, Item
from tactics.world.world import World


@dataclass(frozen=True, slots=True)
class Manner:
    """How one attack is made.

    Attributes:
        kind: "melee" or "ranged"; "" takes the weapon's own.
        hand: "main", "off" or "both"; "" as the weapon is held.
        step: penalty of later attacks of a full attack: 0, -5, -10, -15.
        lethal: "" as the weapon does; "lethal" or "nonlethal" chosen against its kind.
        charging: the attack at the end of a charge.
        two_weapons: "" for none; "light" or "other" by the off-hand weapon: penalties of fighting with two weapons.
        combined: natural attacks beside manufactured weapons: all secondary.
        touch: "" as the weapon does; "touch", "incorporeal".
        at: the square an unseen target is believed to be in.
        multiplier: damage multiplier besides a critical hit (lance on a mounted charge), 1 for none.
        opportunity: an attack of opportunity.
    """

    kind: str = ""
    hand: str = ""
    step: int = 0
    lethal: str = ""
    charging: bool = False
    two_weapons: str = ""
    combined: bool = False
    touch: str = ""
    at: Square | None = None
    multiplier: int = 1
    opportunity: bool = False


PLAIN = Manner()


def stack(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts with those marked not kept that do not add up.

    Source: pf1.check.bonus_stacking
    """
    raise NotImplementedError


def total(parts: Iterable[Part]) -> int:
    """Sum of the parts that are kept."""
    raise NotImplementedError


def ability(fight: Fight, who: str, id: str) -> int:
    """An ability modifier as it is now: damage, drain and conditions included; 0 for an ability it lacks."""
    raise NotImplementedError


def weapon_of(fight: Fight, who: str, weapon: str | Weapon) -> Weapon:
    """A weapon by its id in the creature's sheet or by the id of an `Item` (its own or somebody else's).

    Raises:
        KeyError: there is no such weapon.
    """
    raise NotImplementedError


def held(fight: Fight, who: str) -> tuple[tuple[Weapon, Item], ...]:
    """Weapons in a creature's hands or worn ready, with their items; natural ones and unarmed strikes are none."""
    raise NotImplementedError


def melee_weapons(fight: Fight, who: str) -> tuple[str, ...]:
    """What a creature threatens with now, by weapon or item id: in its hands, natural, unarmed only with the feat."""
    raise NotImplementedError


def judged(fight: Fight) -> World:
    """The position for `Book.judge`: creatures hold the weapons they hold in the fight."""
    raise NotImplementedError


def attack_parts(
    fight: Fight, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN, *, extra: Iterable[Part] = ()
) -> tuple[Part, ...]:
    """Parts of an attack roll, stacked: base attack bonus, ability, size, weapon, range, position, conditions."""
    raise NotImplementedError


def armor_class(
    fight: Fight,
    who: str,
    attacker: str = "",
    weapon: str | Weapon | None = None,
    manner: Manner = PLAIN,
    *,
    flat_footed: bool = False,
    extra: Iterable[Part] = (),
) -> tuple[int, tuple[Part, ...]]:
    """Armor Class of `who` and its parts; against an attacker with cover, position and what it can see of it.

    A touch attack is that of the weapon or of `manner.touch`.
    """
    raise NotImplementedError


def damage_parts(fight: Fight, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN) -> tuple[Part, ...]:
    """What is added to the weapon's dice, once for each time they are rolled."""
    raise NotImplementedError


def save_parts(fight: Fight, who: str, save: str, *, extra: Iterable[Part] = ()) -> tuple[Part, ...]:
    """Parts of a saving throw: "fortitude", "reflex" or "will"."""
    raise NotImplementedError


def saving_throw(
    run: Run,
    who: str,
    save: str,
    dc: int,
    *,
    extra: Iterable[Part] = (),
    source: str = "",
    what: Text | None = None,
    rule: str = "pf1.save.formula",
) -> bool:
    """Roll a saving throw and tell about it; whether it succeeded. Natural 1 fails, natural 20 succeeds."""
    raise NotImplementedError


def skill_parts(fight: Fight, who: str, skill: str, *, extra: Iterable[Part] = ()) -> tuple[Part, ...]:
    """Parts of a skill check: the sheet's total, or the bare ability, and conditions."""
    raise NotImplementedError


def check_parts(fight: Fight, who: str, ability_id: str, *, extra: Iterable[Part] = ()) -> tuple[Part, ...]:
    """Parts of an ability check."""
    raise NotImplementedError


def initiative_parts(fight: Fight, who: str) -> tuple[Part, ...]:
    """Parts of the initiative check."""
    raise NotImplementedError


def cmb_parts(
    fight: Fight,
    who: str,
    target: str = "",
    maneuver: str = "",
    weapon: str | Weapon | None = None,
    *,
    extra: Iterable[Part] = (),
) -> tuple[Part, ...]:
    """Parts of the combat maneuver bonus; with a weapon (trip, disarm, sunder) also its bonuses to attack."""
    raise NotImplementedError


def cmd(
    fight: Fight,
    who: str,
    attacker: str = "",
    maneuver: str = "",
    *,
    flat_footed: bool = False,
    extra: Iterable[Part] = (),
) -> tuple[int, tuple[Part, ...]]:
    """Combat maneuver defense and its parts."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class AttackStep:
    """One attack of a full attack: the weapon's id and how it is made."""

    weapon: str
    manner: Manner


def ready_weapons(fight: Fight, who: str) -> tuple[Weapon, ...]:
    """What a creature can attack with now: in its hands, natural, and unarmed; each `id` is one `weapon_of` knows."""
    raise NotImplementedError


def attack_sequence(fight: Fight, who: str, kind: str = "main") -> tuple[AttackStep, ...]:
    """The attacks of a full attack: "main" (iterative, one weapon), "two_weapons", "natural"; empty when it has none.

    Source: pf1.action.full_attack, pf1.attack.two_weapon, pf1.attack.natural
    """
    raise NotImplementedError


def opportunities_each_round(fight: Fight, who: str) -> int:
    """Attacks of opportunity a creature has in a round by its feats.

    Source: pf1.aoo.one_per_round, pf1.aoo.combat_reflexes
    """
    raise NotImplementedError
