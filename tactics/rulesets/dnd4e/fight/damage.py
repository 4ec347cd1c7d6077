"""What of some damage comes through: immunity, vulnerability, resistance, halving. Nothing is rolled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tactics.core.text import Text, text
from tactics.rulesets.dnd4e.fight.conditions import RESIST, VULNERABLE, effects_of
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.world.fight import Fight

ALL, UNTYPED = "all", ""


@dataclass(frozen=True, slots=True)
class Defenses:
    """What a creature has against damage now, by type.

    Attributes:
        immune: types that do nothing.
        resist, vulnerable: by type; "all" for every one.
        halves: how many things halve whatever it takes.
    """

    immune: frozenset[str]
    resist: Mapping[str, int]
    vulnerable: Mapping[str, int]
    halves: int = 0


def defenses_of(fight: Fight, who: str) -> Defenses:
    """What a creature has against damage: of equal kinds the highest counts.

    Source: dnd4e.resist.no_stack, dnd4e.vulnerable.no_stack, dnd4e.condition.petrified, dnd4e.insubstantial
    """
    sheet, body = sheet_of(fight.world.creature(who)), fight.body(who)
    resist, vulnerable = dict(sheet.resist), dict(sheet.vulnerable)
    for known, id_ in ((resist, RESIST), (vulnerable, VULNERABLE)):
        for effect in effects_of(fight, who, id_):
            known[effect.note or ALL] = max(effect.value, known.get(effect.note or ALL, 0))
    if body.has("petrified"):
        resist[ALL] = max(20, resist.get(ALL, 0))
    insubstantial = "insubstantial" in sheet.keywords or body.has("insubstantial")
    return Defenses(sheet.immune, resist, vulnerable, int(insubstantial))


def through(own: Defenses, amount: int, types: tuple[str, ...], *, halves: int = 0) -> tuple[int, tuple[Text, ...]]:
    """Damage of one instance after immunity, vulnerability, resistance and halving, in this order.

    Args:
        own: what the creature has against it.
        amount: points dealt.
        types: its damage types, empty for untyped.
        halves: how many things halve it besides: a miss, a weakened attacker.

    Returns:
        Points that come through, and why it is not all of them.

    Source: dnd4e.damage.order, dnd4e.resist.reduce, dnd4e.resist.combined, dnd4e.resist.all, dnd4e.vulnerable.extra,
        dnd4e.vulnerable.combined, dnd4e.resist.with_vulnerable, dnd4e.immune, dnd4e.damage.half_on_miss
    """
    kinds = types or (UNTYPED,)
    why: list[Text] = []
    if types and set(types) <= own.immune:
        return 0, (text("immune"),)
    more = _vulnerable(own, kinds)
    less = _resist(own, kinds)
    if more:
        why.append(text("vulnerable {n}", n=more))
    if less:
        why.append(text("resist {n}", n=less))
    amount = max(0, amount + more - less)
    for _ in range(halves + own.halves):
        amount //= 2
        why.append(text("half"))
    return amount, tuple(why)


def _vulnerable(own: Defenses, kinds: tuple[str, ...]) -> int:
    """What vulnerabilities add: each type of the damage once, or that to all damage."""
    typed = sum(own.vulnerable.get(kind, 0) for kind in kinds if kind)
    return max(typed, own.vulnerable.get(ALL, 0))


def _resist(own: Defenses, kinds: tuple[str, ...]) -> int:
    """What resistances take off: against several types only the lowest of them, if every one is resisted."""
    every = own.resist.get(ALL, 0)
    found = [max(own.resist.get(kind, 0), every) for kind in kinds if kind not in own.immune or not kind]
    return min(found, default=0)
