"""Saving throws, skill and ability checks, initiative: their parts and their rolls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import MappingProxyType

from tactics.core.dice import Roll
from tactics.core.text import Text, as_words, listed, text
from tactics.rules.event import Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import ABILITY_NAMES, total
from tactics.rules.vocabulary import SKILLS
from tactics.rulesets.pf1.fight.conditions import Held, named, states, states_of
from tactics.rulesets.pf1.fight.own_numbers import (
    Mods,
    bonus_parts,
    modifier,
    own_initiative_parts,
    own_save_parts,
    stack,
)
from tactics.rulesets.pf1.fight.sheet import ABILITIES, Sheet, sheet_of
from tactics.rulesets.pf1.tables import table
from tactics.world.creature import Creature
from tactics.world.fight import Effect, Fight
from tactics.world.kept import Effects, kept_by_effects

SAVE_NAMES = {"fortitude": text("Fortitude save"), "reflex": text("Reflex save"), "will": text("Will save")}
SKILL_ABILITIES = {
    "acrobatics": "dex",
    "bluff": "cha",
    "climb": "str",
    "escape_artist": "dex",
    "fly": "dex",
    "heal": "wis",
    "intimidate": "cha",
    "perception": "wis",
    "ride": "dex",
    "sense_motive": "wis",
    "stealth": "dex",
    "swim": "str",
}
_PENALIZED = {"str": "strength", "dex": "dexterity"}


def score(fight: Fight, who: str, ability: str) -> int | None:
    """An ability score as it is now, None for one it lacks; damage to it is not counted, see `ability_modifier`.

    Source: pf1.damage.ability, pf1.condition.other
    """
    creature = fight.world.creature(who)
    return _score(sheet_of(creature), fight.body(who).effects, creature.of("pf1").conditions, ability)


def _score(sheet: Sheet, effects: tuple[Effect, ...], held: frozenset[str], ability: str) -> int | None:
    own = sheet.abilities[ability]
    if own is None:
        return None
    now = states_of(effects, held)
    drained = sum(one.value for one in effects if (one.id, one.note) == ("ability_drain", ability))
    if any(ability in one.state.zero for one in now):
        return 0
    return max(0, own - drained + _penalty(now, ability))


def _penalty(now: tuple[Held, ...], ability: str) -> int:
    """What states take from a score; the exhausted are not fatigued as well."""
    if ability not in _PENALIZED:
        return 0
    found = {one.state.id: int(getattr(one.state, _PENALIZED[ability])) for one in now}
    if "exhausted" in found:
        found.pop("fatigued", None)
    return sum(found.values())


def ability_modifier(fight: Fight, who: str, ability: str) -> int:
    """An ability modifier as it is now: damage, drain and conditions included; 0 for an ability it lacks."""
    return ability_modifiers(fight, who)[ability]


@kept_by_effects
def ability_modifiers(creature: Creature, effects: Effects) -> Mods:
    """All ability modifiers as they are now."""
    return modifiers_of(sheet_of(creature), effects, creature.of("pf1").conditions)


@lru_cache(4096)
def modifiers_of(sheet: Sheet, effects: tuple[Effect, ...], held: frozenset[str]) -> Mods:
    """All ability modifiers of a sheet with effects and conditions.

    Source: pf1.damage.ability, pf1.check.rounding
    """
    return MappingProxyType({one: _modifier(sheet, effects, held, one) for one in ABILITIES})


def _modifier(sheet: Sheet, effects: tuple[Effect, ...], held: frozenset[str], ability: str) -> int:
    now = _score(sheet, effects, held, ability)
    if now is None:
        return 0
    return modifier(now) - sum(one.value for one in effects if (one.id, one.note) == ("ability_damage", ability)) // 2


def state_reason(fight: Fight, held: Held) -> Text:
    """A state as the reason of a part; with whom it comes from, so that two of one kind are told apart."""
    words = named(held.state.id)
    if held.effect is None or not held.effect.source:
        return words
    source = fight.world.creature(held.effect.source)
    return text("{effect} ({name})", effect=words, name=source.name if source.name.en else source.id)


def _plain_parts(fight: Fight, who: str, key: str) -> Iterator[Part]:
    """What states add to saves or checks; the frightened are not shaken as well."""
    found = list(states(fight, who))
    frightened = any(one.state.id == "frightened" for one in found)
    for one in found:
        amount = int(getattr(one.state, key))
        if amount:
            kept = not (frightened and one.state.id == "shaken")
            yield Part(amount, state_reason(fight, one), "", one.state.rule, kept)


def save_parts(fight: Fight, who: str, save: str, *, extra: Iterable[Part] = ()) -> tuple[Part, ...]:
    """Parts of a saving throw: "fortitude", "reflex" or "will".

    Source: pf1.save.formula, pf1.save.types
    """
    sheet = sheet_of(fight.world.creature(who))
    parts = own_save_parts(sheet, save, ability_modifiers(fight, who))
    return stack((*parts, *_plain_parts(fight, who, "saves"), *extra))


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
    """Roll a saving throw and tell about it; whether it succeeded. Natural 1 fails, natural 20 succeeds.

    Source: pf1.save.formula, pf1.save.natural_1_20, pf1.save.dc
    """
    parts = save_parts(run.fight, who, save, extra=extra)
    face = run.roll(20)
    sum_ = face + total(parts)
    success = passes(face, sum_, dc)
    if face in (1, 20):
        rule = "pf1.save.natural_1_20"
    words = SAVE_NAMES[save] if what is None else listed((SAVE_NAMES[save], what))
    outcome = "success" if success else "failure"
    run.emit(Rolled(who, "save", (Roll(20, face),), parts, sum_, dc, outcome, source, words, rule))
    return success


def passes(face: int, total: int, dc: int) -> bool:
    """Whether a save or an attack roll succeeds. Source: pf1.save.natural_1_20, pf1.attack.natural_1_20."""
    return face == 20 or (face != 1 and total >= dc)


def skill_parts(fight: Fight, who: str, skill: str, *, extra: Iterable[Part] = ()) -> tuple[Part, ...]:
    """Parts of a skill check: the sheet's total, or the bare ability, and conditions."""
    sheet = sheet_of(fight.world.creature(who))
    used = SKILL_ABILITIES.get(skill, "int")
    now = ability_modifier(fight, who, used)
    rule = "pf1.condition.other"
    if skill in sheet.skills:
        change = now - modifier(sheet.abilities[used])
        own = [Part(sheet.skills[skill], as_words(SKILLS, skill), "base", rule)]
        own += [Part(change, ABILITY_NAMES[used], "ability", rule)] if change else []
    else:
        own = [Part(now, ABILITY_NAMES[used], "ability", rule)] if now else []
    more = bonus_parts(sheet, (skill, "skills"), rule=rule)
    return stack((*own, *more, *_plain_parts(fight, who, "checks"), *extra))


def check_parts(fight: Fight, who: str, ability: str, *, extra: Iterable[Part] = ()) -> tuple[Part, ...]:
    """Parts of an ability check."""
    now = ability_modifier(fight, who, ability)
    own = [Part(now, ABILITY_NAMES[ability], "ability", "pf1.check.rounding")] if now else []
    return stack((*own, *_plain_parts(fight, who, "checks"), *extra))


def initiative_parts(fight: Fight, who: str) -> tuple[Part, ...]:
    """Parts of the initiative check. Source: pf1.init.roll."""
    sheet = sheet_of(fight.world.creature(who))
    return stack((*own_initiative_parts(sheet, ability_modifiers(fight, who)), *_plain_parts(fight, who, "checks")))


def stabilize_parts(fight: Fight, who: str) -> tuple[Part, ...]:
    """Parts of the check of a dying creature. Source: pf1.hp.dying."""
    hp = fight.body(who).hp
    penalty = Part(min(hp, 0), text("negative hit points"), "", "pf1.hp.dying")
    return check_parts(fight, who, "con", extra=(penalty,))


def stabilize_dc() -> int:
    """What the check of a dying creature must reach. Source: pf1.hp.dying."""
    found: int = table("fight")["stabilize"]["dc"]
    return found
