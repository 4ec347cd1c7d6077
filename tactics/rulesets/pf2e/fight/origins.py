"""What an effect on a creature comes from: the power or affliction of its source, with DC and level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tactics.core.text import Named, composed
from tactics.rules.event import Part
from tactics.rules.parts import total
from tactics.rulesets.pf2e.fight.own_numbers import own_parts
from tactics.rulesets.pf2e.fight.parts import stacked
from tactics.rulesets.pf2e.fight.powers import SPELL, Affliction, Power
from tactics.rulesets.pf2e.fight.powers_reading import dc_by
from tactics.rulesets.pf2e.fight.sheet import Sheet, sheet_of
from tactics.rulesets.pf2e.fight.states import condition_parts
from tactics.rulesets.pf2e.fight.statistics import DC_BASE
from tactics.world.fight import Effect, Fight


@dataclass(frozen=True, slots=True)
class Origin:
    """What an effect comes from.

    Attributes:
        name: in words.
        kind: spell, ability, activity, poison, disease, curse; "" when nothing is known of it.
        dc: of the effect.
        counteract_level: by which it is counteracted.
    """

    name: Named
    kind: str
    dc: int
    counteract_level: int


def counteract_level(level: int, rank: int = 0) -> int:
    """A spell's rank, else half the level, rounded up. Source: pf2e.counteract.level."""
    return rank or (max(0, level) + 1) // 2


def power_of(fight: Fight, who: str, id: str) -> Power | None:
    """A power of a creature, None when it has none of the id."""
    if who not in fight.bodies:
        return None
    return sheet_of(fight.world.creature(who)).powers.get(id)


def affliction_of(fight: Fight, who: str, id: str) -> Affliction | None:
    """An affliction that a creature gives, None when it gives none of the id."""
    if who not in fight.bodies:
        return None
    return sheet_of(fight.world.creature(who)).afflictions.get(id)


def _casting(fight: Fight, who: str, power: Power) -> Sheet:
    """The sheet as the power sees it: with its own spellcasting ability when it has one."""
    sheet = sheet_of(fight.world.creature(who))
    return replace(sheet, key=power.ability) if power.ability else sheet


def power_dc_parts(fight: Fight, who: str, power: Power) -> tuple[Part, ...]:
    """Parts of a power's DC over 10: what the stat block gives, else those of spells or class; with its user's state.

    Source: pf2e.spell.dc, pf2e.check.dc
    """
    sheet = _casting(fight, who, power)
    statistic = "spell_dc" if power.kind == SPELL else "class_dc"
    if power.dc is not None:
        given = Part(power.dc - DC_BASE, composed("{name}", name=power.name), "", "pf2e.skill.recorded_total")
        own: tuple[Part, ...] = (given,)
    else:
        own = own_parts(sheet, statistic)
    return stacked((*own, *condition_parts(fight, who, statistic, sheet.key)))


def power_dc(fight: Fight, who: str, power: Power) -> int:
    """What those a power takes must reach. Source: pf2e.spell.dc."""
    return DC_BASE + total(power_dc_parts(fight, who, power))


def affliction_dc(fight: Fight, who: str, affliction: Affliction) -> int:
    """What a victim must reach: the listed DC, else the spell DC of who brought it.

    Source: pf2e.affliction.initial_save
    """
    if affliction.dc is not None:
        return affliction.dc
    sheet = sheet_of(fight.world.creature(who))
    return DC_BASE + total(
        stacked((*own_parts(sheet, "spell_dc"), *condition_parts(fight, who, "spell_dc", sheet.key)))
    )


def origin_of(fight: Fight, effect: Effect) -> Origin:
    """What an effect comes from; one of unknown origin is as hard as the level of its source.

    Source: pf2e.counteract.check, pf2e.counteract.level
    """
    named = effect.origin
    power = power_of(fight, effect.source, named)
    if power is not None:
        dc = power_dc(fight, effect.source, power)
        return Origin(power.name, power.kind, dc, counteract_level(power.level, power.rank))
    affliction = affliction_of(fight, effect.source, named)
    if affliction is not None:
        dc = affliction_dc(fight, effect.source, affliction)
        return Origin(affliction.name, affliction.kind, dc, counteract_level(affliction.level))
    level = _level(fight, effect.source)
    return Origin(Named(effect.id.replace("_", " ")), "", dc_by("by_level", level), counteract_level(level))


def _level(fight: Fight, who: str) -> int:
    return sheet_of(fight.world.creature(who)).level if who in fight.bodies else 0


def spell_attack_parts(fight: Fight, who: str, power: Power) -> Iterator[Part]:
    """Parts of a power's roll against Armor Class by its user alone.

    Source: pf2e.attack.spell_roll
    """
    sheet = _casting(fight, who, power)
    if power.modifier is not None:
        yield Part(power.modifier, composed("{name}", name=power.name), "", "pf2e.skill.recorded_total")
    else:
        yield from own_parts(sheet, "spell_attack")
    yield from condition_parts(fight, who, "attack", sheet.key)
