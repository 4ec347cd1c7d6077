"""What of some damage comes through: immunity, vulnerability, resistance, halving. Nothing is rolled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from tactics.core.text import Text, text
from tactics.rulesets.dnd4e.fight.conditions import RESIST, VULNERABLE, effects_of
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.tables import table
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

    immune: frozenset[str] = frozenset()
    resist: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    vulnerable: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
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
        resist[ALL] = max(int(table("fight")["petrified"]["resist"]), resist.get(ALL, 0))
    insubstantial = "insubstantial" in sheet.keywords or body.has("insubstantial")
    return Defenses(sheet.immune, resist, vulnerable, int(insubstantial))


@dataclass(frozen=True, slots=True)
class Change:
    """Why damage is not what was dealt, with its rule."""

    words: Text
    rule: str


def immune_to(fight: Fight, who: str, keywords: frozenset[str]) -> bool:
    """Whether a creature is immune to what a power with such keywords does beyond damage. Source: dnd4e.immune."""
    own = sheet_of(fight.world.creature(who)).immune
    return bool(keywords & own & frozenset(table("fight")["immunity"]["keywords"]))


def through(own: Defenses, amount: int, types: tuple[str, ...], *, halves: int = 0) -> tuple[int, tuple[Change, ...]]:
    """Damage of one instance after immunity, vulnerability, resistance and halving, in this order.

    Args:
        own: what the creature has against it.
        amount: points dealt.
        types: its damage types, empty for untyped.
        halves: how many things halve it besides: a miss, a weakened attacker.

    Returns:
        Points that come through, and why it is not all of them.

    Source: dnd4e.damage.order, dnd4e.immune, dnd4e.damage.half_on_miss, dnd4e.insubstantial
    """
    kinds = tuple(one for one in types if one not in own.immune) if types else (UNTYPED,)
    if not kinds:
        return 0, (Change(text("immune"), "dnd4e.immune"),)
    why: list[Change] = []
    more, less = _vulnerable(own, kinds), _resist(own, kinds)
    if more:
        why.append(Change(text("vulnerable {n}", n=more), _vulnerable_rule(own, kinds)))
    if less:
        why.append(Change(text("resist {n}", n=less), _resist_rule(own, kinds)))
    amount = max(0, amount + more - less)
    halved = Change(text("half"), "dnd4e.damage.half_on_miss")
    insubstantial = Change(text("half, being insubstantial"), "dnd4e.insubstantial")
    for change in (halved,) * halves + (insubstantial,) * own.halves:
        amount //= 2
        why.append(change)
    return amount, tuple(why)


def _of(numbers: Mapping[str, int], kind: str) -> int:
    """The number that holds for a type: its own or that for all, whichever is higher.

    Source: dnd4e.resist.all, dnd4e.resist.no_stack
    """
    return max(numbers.get(kind, 0) if kind else 0, numbers.get(ALL, 0))


def _vulnerable(own: Defenses, kinds: tuple[str, ...]) -> int:
    """What vulnerabilities add, net of resistance: each type of the damage once, or that to all damage once.

    Source: dnd4e.vulnerable.extra, dnd4e.vulnerable.combined, dnd4e.resist.with_vulnerable
    """
    typed = sum(max(0, own.vulnerable.get(kind, 0) - _of(own.resist, kind)) for kind in kinds if kind)
    every = max(own.vulnerable.get(ALL, 0) - _of(own.resist, kind) for kind in kinds)
    return max(0, typed, every)


def _resist(own: Defenses, kinds: tuple[str, ...]) -> int:
    """What resistances take off, net of vulnerability: of several types the lowest, and only if all are resisted.

    Source: dnd4e.resist.reduce, dnd4e.resist.combined, dnd4e.resist.with_vulnerable
    """
    return max(0, min(_of(own.resist, kind) - _of(own.vulnerable, kind) for kind in kinds))


def _vulnerable_rule(own: Defenses, kinds: tuple[str, ...]) -> str:
    if any(_of(own.resist, kind) for kind in kinds):
        return "dnd4e.resist.with_vulnerable"
    return "dnd4e.vulnerable.combined" if len(kinds) > 1 else "dnd4e.vulnerable.extra"


def _resist_rule(own: Defenses, kinds: tuple[str, ...]) -> str:
    if any(_of(own.vulnerable, kind) for kind in kinds):
        return "dnd4e.resist.with_vulnerable"
    if len(kinds) > 1:
        return "dnd4e.resist.combined"
    return "dnd4e.resist.reduce" if own.resist.get(kinds[0], 0) > own.resist.get(ALL, 0) else "dnd4e.resist.all"
