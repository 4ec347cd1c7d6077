"""A creature's statistics at a moment of a fight, as parts: by its sheet, its conditions and what is around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.text import text
from tactics.rules.event import Part
from tactics.rules.parts import total
from tactics.rulesets.pf2e.fight.own_numbers import ability_of, attack_abilities, attack_parts, own_parts
from tactics.rulesets.pf2e.fight.parts import stacked
from tactics.rulesets.pf2e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.pf2e.fight.states import condition_parts
from tactics.rulesets.pf2e.fight.worn import worn_parts
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

DC_BASE = 10
"""What a DC has over its modifier. Source: pf2e.check.dc."""


def parts_of(
    fight: Fight, who: str, statistic: str, *, extra: Iterable[Part] = (), attack: bool = False
) -> tuple[Part, ...]:
    """Parts of a statistic now, those that do not add up marked.

    Args:
        fight: the moment.
        who: whose.
        statistic: ac, perception, a save, a skill, spell_attack, spell_dc, class_dc.
        extra: further bonuses and penalties of the situation.
        attack: it is for an action with the attack trait, which armor does not hamper.

    Source: pf2e.check.procedure, pf2e.bonus.same_type_no_stack, pf2e.penalty.stacking
    """
    sheet = sheet_of(fight.world.creature(who))
    own = own_parts(sheet, statistic, attack=attack)
    around = (*worn_parts(fight, who),) if statistic == "ac" else (*_riding(fight, who, statistic),)
    return stacked((*own, *condition_parts(fight, who, statistic, ability_of(sheet, statistic)), *around, *extra))


def _riding(fight: Fight, who: str, statistic: str) -> Iterator[Part]:
    """A rider dodges worse. Source: pf2e.mounted.penalties."""
    if statistic == "reflex" and fight.world.creature(who).mount:
        yield Part(int(table("fight")["mounted"]["reflex"]), text("riding"), "circumstance", "pf2e.mounted.penalties")


def modifier(fight: Fight, who: str, statistic: str, *, extra: Iterable[Part] = ()) -> int:
    """The total modifier of a statistic now."""
    return total(parts_of(fight, who, statistic, extra=extra))


def dc_of(fight: Fight, who: str, statistic: str, *, extra: Iterable[Part] = ()) -> int:
    """The DC of a statistic now. Source: pf2e.check.dc."""
    return DC_BASE + modifier(fight, who, statistic, extra=extra)


def strike_parts(fight: Fight, who: str, weapon: Weapon, kind: str, *, extra: Iterable[Part] = ()) -> tuple[Part, ...]:
    """Parts of an attack roll now: by the sheet, by conditions, and what the situation adds.

    Args:
        fight: the moment.
        who: the attacker.
        weapon: what with.
        kind: "melee" or "ranged".
        extra: multiple attack penalty, what the position adds.

    Source: pf2e.attack.roll
    """
    sheet, extra = sheet_of(fight.world.creature(who)), tuple(extra)
    ways = (
        stacked((*attack_parts(sheet, weapon, kind, ability), *condition_parts(fight, who, "attack", ability), *extra))
        for ability in attack_abilities(sheet, weapon, kind)[: 2 if weapon.attack is None else 1]
    )
    return max(ways, key=total)
