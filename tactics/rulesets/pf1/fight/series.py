"""What a creature can attack with now, and the attacks of a full attack in their order."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.text import Text, text
from tactics.rulesets.pf1.fight.numbers import Manner, held
from tactics.rulesets.pf1.fight.sheet import Weapon, sheet_of
from tactics.world.fight import Fight

KINDS: dict[str, Text] = {
    "main": text("Full attack"),
    "two_weapons": text("Full attack with two weapons"),
    "natural": text("Full attack with natural weapons"),
}
"""The kinds of full attack, in the order they are offered."""

UNARMED = "unarmed"
_LATER, _LEAST_BONUS, _MOST = 5, 1, 4


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack of a series: with what, and how."""

    weapon: str
    manner: Manner


@dataclass(frozen=True, slots=True)
class Arm:
    """A way to attack now: a weapon, and whether it strikes in melee or flies."""

    weapon: Weapon
    kind: str


def arms(fight: Fight, who: str) -> tuple[Arm, ...]:
    """Every way to attack with what is at hand: held weapons, natural ones, the bare fist."""
    sheet = sheet_of(fight.world.creature(who))
    found: list[Arm] = []
    for weapon in (*(one for one, _ in held(fight, who)), *sheet.natural_weapons):
        if weapon.melee:
            found.append(Arm(weapon, "melee"))
        if weapon.flies:
            found.append(Arm(weapon, "ranged"))
    if not any(arm.weapon.id == UNARMED for arm in found):
        found.append(Arm(sheet.weapons[UNARMED], "melee"))
    return tuple(found)


def series(fight: Fight, who: str, kind: str) -> tuple[Blow, ...]:
    """The attacks of a full attack, highest bonus first; () when the creature has no such attack.

    Source: pf1.action.full_attack, pf1.attack.two_weapon, pf1.attack.natural
    """
    if kind == "main":
        return _iterative(fight, who)
    if kind == "two_weapons":
        return _two_weapons(fight, who)
    return _natural(fight, who)


def _steps(bab: int) -> tuple[int, ...]:
    """Penalties of the attacks a base attack bonus gives: +6 gives 0 and -5."""
    return tuple(-_LATER * n for n in range(_MOST) if n == 0 or bab - _LATER * n >= _LEAST_BONUS)


def _in_hand(fight: Fight, who: str, *hands: str) -> Weapon | None:
    return next((weapon for weapon, item in held(fight, who) if item.hand in hands), None)


def _iterative(fight: Fight, who: str) -> tuple[Blow, ...]:
    weapon = _in_hand(fight, who, "main", "both") or _in_hand(fight, who, "off")
    if weapon is None:
        return ()
    kind = "melee" if weapon.melee else "ranged"
    return tuple(
        Blow(weapon.id, Manner(kind=kind, step=step)) for step in _steps(sheet_of(fight.world.creature(who)).bab)
    )


def _two_weapons(fight: Fight, who: str) -> tuple[Blow, ...]:
    main, off = _in_hand(fight, who, "main"), _in_hand(fight, who, "off")
    if main is None or off is None or not (main.melee and off.melee):
        return ()
    kind = "light" if off.hands == "light" else "other"
    blows = [
        Blow(main.id, Manner(kind="melee", hand="main", step=step, two_weapons=kind))
        for step in _steps(sheet_of(fight.world.creature(who)).bab)
    ]
    blows.insert(1, Blow(off.id, Manner(kind="melee", hand="off", two_weapons=kind)))
    return tuple(blows)


def _natural(fight: Fight, who: str) -> tuple[Blow, ...]:
    weapons = sheet_of(fight.world.creature(who)).natural_weapons
    ordered = sorted(weapons, key=lambda one: one.secondary)
    return tuple(Blow(one.id, Manner(kind="melee")) for one in ordered for _ in range(one.count))
