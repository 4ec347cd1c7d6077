"""What is shown of a creature's effects."""

from __future__ import annotations

from tactics.core.text import Text, text
from tactics.rules.action import Badge
from tactics.rulesets.pf1.fight import conditions
from tactics.world.fight import Effect, Fight

_ENDS = {
    "start": text("until the start of the turn of {name}"),
    "end": text("until the end of the turn of {name}"),
}


def badges_of(fight: Fight, who: str) -> tuple[Badge, ...]:
    """Conditions and other effects of a creature."""
    return tuple(_badge(fight, effect) for effect in fight.body(who).effects)


def _badge(fight: Fight, effect: Effect) -> Badge:
    ends: Text | None = None
    if effect.duration.anchor in _ENDS and effect.duration.of:
        creature = fight.world.creature(effect.duration.of)
        ends = text(_ENDS[effect.duration.anchor].msgid, name=creature.name if creature.name.en else creature.id)
    return Badge(effect.id, conditions.named(effect.id), effect.value, ends, effect.rule)
