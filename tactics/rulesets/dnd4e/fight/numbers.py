"""A creature's numbers at a moment of a fight: by its sheet, what lasts on it and what is around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.text import text
from tactics.rules.event import Part
from tactics.rulesets.dnd4e.fight.conditions import BONUS, effects_of, named, penalty_for_marks
from tactics.rulesets.dnd4e.fight.own_numbers import attack_parts, base, defense_parts, skill_parts
from tactics.rulesets.dnd4e.fight.parts import stacked, total
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.world.fight import Fight


def lasting(fight: Fight, who: str, *to: str) -> Iterator[Part]:
    """Bonuses and penalties from powers that last on a creature.

    Source: dnd4e.roll.temporary, dnd4e.defense.temporary
    """
    for effect in effects_of(fight, who, BONUS):
        kind, _, type_ = effect.note.partition(":")
        if kind in to and effect.value:
            yield Part(effect.value, named(BONUS), type_, effect.rule or "dnd4e.roll.temporary")


def defense(fight: Fight, who: str, which: str, *, extra: Iterable[Part] = ()) -> tuple[int, tuple[Part, ...]]:
    """A defense now, and its parts. Source: dnd4e.defense.four, dnd4e.defense.temporary."""
    own = defense_parts(sheet_of(fight.world.creature(who)), which)
    parts = stacked((*own, *lasting(fight, who, which, "defenses"), *extra))
    return base() + total(parts), parts


def attack(
    fight: Fight,
    who: str,
    power: Power,
    weapon: Weapon | None,
    targets: tuple[str, ...],
    *,
    bloodied: bool = False,
    extra: Iterable[Part] = (),
) -> tuple[Part, ...]:
    """Parts of an attack roll now: by the sheet, what lasts, a mark, and what the position adds.

    Source: dnd4e.roll.attack, dnd4e.condition.marked
    """
    own = attack_parts(sheet_of(fight.world.creature(who)), power, weapon, bloodied=bloodied)
    amount, mark = penalty_for_marks(fight, who, targets)
    marked = (Part(amount, text("marked"), "", "dnd4e.condition.marked"),) if mark is not None else ()
    return stacked((*own, *lasting(fight, who, "attack"), *marked, *extra))


def skill(fight: Fight, who: str, which: str, *, extra: Iterable[Part] = ()) -> tuple[Part, ...]:
    """Parts of a skill check now."""
    own = skill_parts(sheet_of(fight.world.creature(who)), which)
    return stacked((*own, *lasting(fight, who, which), *extra))
