"""What is shown of a creature's effects: one badge for each condition, with its highest value and its longest time."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import Text, composed, text
from tactics.rules.action import Badge
from tactics.rulesets.pf2e.fight import noticing, persistent, states
from tactics.rulesets.pf2e.fight.affecting import IMMUNE
from tactics.rulesets.pf2e.fight.afflictions import AFFLICTION
from tactics.rulesets.pf2e.fight.casting import RECHARGING
from tactics.rulesets.pf2e.fight.origins import affliction_of, power_of
from tactics.rulesets.pf2e.fight.sustaining import SUSTAINING
from tactics.world.fight import Duration, Effect, Fight

_ENDS = {
    "start": text("until the start of the turn of {name}"),
    "end": text("until the end of the turn of {name}"),
}
_OF_A_POWER = (IMMUNE, RECHARGING, SUSTAINING)
_ALWAYS = 10**9


def badges_of(fight: Fight, who: str) -> tuple[Badge, ...]:
    """Conditions and other effects of a creature. Source: pf2e.condition.general."""
    return tuple(_badge(fight, who, one) for one in _one_each(noticing.once_each(fight.body(who).effects)))


def _one_each(effects: Iterable[Effect]) -> list[Effect]:
    """Of several entries of a condition the one that counts, in the place of the first."""
    found: dict[tuple[str, str], Effect] = {}
    for one in effects:
        apart = one.note if one.id == AFFLICTION or one.id in _OF_A_POWER else ""
        held = found.get((one.id, apart))
        if held is None or (held.value, _length(held.duration)) < (one.value, _length(one.duration)):
            found[one.id, apart] = one
    return list(found.values())


def _length(duration: Duration) -> int:
    return duration.turns if duration.anchor in _ENDS else _ALWAYS


def _badge(fight: Fight, who: str, effect: Effect) -> Badge:
    ends: Text | None = None
    if effect.duration.anchor in _ENDS and effect.duration.of:
        creature = fight.world.creature(effect.duration.of)
        ends = text(_ENDS[effect.duration.anchor].msgid, name=creature.name if creature.name.en else creature.id)
    return Badge(effect.id, _title(fight, who, effect), effect.value, ends, effect.rule)


def _title(fight: Fight, who: str, effect: Effect) -> Text:
    named = states.named(effect.id)
    if effect.id.startswith(persistent.PERSISTENT):
        return text("{what}, {dice}", what=named, dice=persistent.lasting_of(effect).words)
    if effect.id == AFFLICTION:
        affliction = affliction_of(fight, effect.source, effect.origin)
        return named if affliction is None else composed("{name}", name=affliction.name)
    if effect.id in _OF_A_POWER:
        power = power_of(fight, who if effect.id != IMMUNE else effect.source, effect.note)
        return named if power is None else composed("{what}: {name}", what=named, name=power.name)
    return named
