"""A creature's numbers at a moment of a fight: by its sheet, what lasts on it and what is around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tactics.core.text import Text, composed, text
from tactics.rules.event import Part
from tactics.rules.parts import total
from tactics.rules.things import SHIELD
from tactics.rulesets.dnd4e.fight.conditions import BONUS, effects_of, named, penalty_for_marks
from tactics.rulesets.dnd4e.fight.own_numbers import attack_parts, base, defense_parts, skill_parts
from tactics.rulesets.dnd4e.fight.parts import stacked
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import Sheet, Weapon, sheet_of
from tactics.rulesets.dnd4e.tables import conditions_of
from tactics.world.fight import Effect, Fight

DEFENDING = ("total_defense", "second_wind")
"""Effects that are bonuses by themselves; each adds to the other. Source: dnd4e.action.total_defense."""


def lasting(fight: Fight, who: str, *to: str) -> Iterator[Part]:
    """Bonuses and penalties from powers that last on a creature.

    Source: dnd4e.roll.temporary, dnd4e.defense.temporary
    """
    for id_ in (BONUS, *DEFENDING):
        for effect in effects_of(fight, who, id_):
            kind, type_, *_ = *effect.note.split(":"), ""
            if kind in to and effect.value:
                yield Part(effect.value, _giver(fight, effect), type_, effect.rule or "dnd4e.roll.temporary")


def _giver(fight: Fight, effect: Effect) -> Text:
    """What a bonus comes from: bonuses of one name are of one source. Source: dnd4e.bonus.stacking."""
    power = effect.origin.partition(":")[0]
    if effect.id == BONUS and power and effect.source in fight.bodies:
        known = sheet_of(fight.world.creature(effect.source)).powers.get(power)
        if known is not None:
            return composed("{name}", name=known.name)
    return named(effect.id)


def as_held(fight: Fight, who: str) -> Sheet:
    """The sheet of a creature, without a shield that is not in its hand. Source: dnd4e.defense.ac."""
    sheet = sheet_of(fight.world.creature(who))
    item = fight.items.get(f"{who}.{SHIELD}")
    if sheet.shield is None or (item is not None and item.holder == who and item.hand in ("main", "off")):
        return sheet
    return replace(sheet, shield=None)


def usual_defense(fight: Fight, who: str, which: str) -> int:
    """A defense by the sheet alone. Source: dnd4e.defense.base."""
    return base() + total(defense_parts(as_held(fight, who), which))


def defense(fight: Fight, who: str, which: str, *, extra: Iterable[Part] = ()) -> tuple[int, tuple[Part, ...]]:
    """A defense now, and its parts. Source: dnd4e.defense.four, dnd4e.defense.temporary."""
    own = defense_parts(as_held(fight, who), which)
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
    creature = fight.world.creature(who)
    worse = [
        Part(one.perception, composed("{name}", name=one.name), "", one.rule)
        for one in conditions_of(creature)
        if which == "perception" and one.perception
    ]
    return stacked((*skill_parts(sheet_of(creature), which), *lasting(fight, who, which), *worse, *extra))


def passive(fight: Fight, who: str, which: str) -> int:
    """A skill nobody rolls for, now. Source: dnd4e.stealth.hide, dnd4e.condition.blinded, dnd4e.condition.deafened."""
    return base() + total(skill(fight, who, which))
