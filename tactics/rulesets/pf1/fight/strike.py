"""One attack: whether it may be made, its rolls, its damage; and what it would probably do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tactics.rules.action import Preview, Refusal
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight.numbers import PLAIN, Manner
from tactics.rulesets.pf1.fight.sheet import Weapon
from tactics.world.fight import Fight


@dataclass(frozen=True, slots=True)
class StrikeResult:
    """How an attack came out.

    Attributes:
        hit: whether it hit, miss chance included.
        critical: whether it was a critical hit.
        damage: points that came through.
        natural: face of the attack roll, 0 when none was rolled.
        total: the attack roll's sum.
    """

    hit: bool
    critical: bool = False
    damage: int = 0
    natural: int = 0
    total: int = 0


def can_strike(fight: Fight, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN) -> Refusal | None:
    """Why an attack may not be made, None when it may: state, weapon, reach band or range, total cover, total concealment.

    Actions left in the turn are not looked at.

    Source: pf1.attack.target_legal
    """
    raise NotImplementedError


def strike(
    run: Run,
    who: str,
    target: str,
    weapon: str | Weapon,
    manner: Manner = PLAIN,
    *,
    extra: Iterable[Part] = (),
    extra_ac: Iterable[Part] = (),
) -> StrikeResult:
    """Make one attack: attack roll, miss chance, confirmation, damage. The turn's actions are not spent here.

    With `manner.at` the attack is aimed at that square, and `target` may be "" when nobody is believed to be known there.

    Raises:
        Refused: it may not be made; nothing was emitted.
    """
    raise NotImplementedError


def strike_preview(
    fight: Fight,
    who: str,
    target: str,
    weapon: str | Weapon,
    manner: Manner = PLAIN,
    *,
    extra: Iterable[Part] = (),
    extra_ac: Iterable[Part] = (),
) -> Preview:
    """Exact chances and damage of an attack, from the same parts as `strike`; nothing is rolled.

    Raises:
        Refused: it may not be made.
    """
    raise NotImplementedError
