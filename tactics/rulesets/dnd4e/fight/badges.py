"""Conditions and other states of a creature as badges."""

from __future__ import annotations

from collections.abc import Mapping

from tactics.core.text import Text, as_words, composed, listed, text
from tactics.rules.action import Badge
from tactics.rules.vocabulary import DAMAGE_TYPES
from tactics.rulesets.dnd4e.fight import conditions
from tactics.rulesets.dnd4e.fight.own_numbers import defense_name
from tactics.rulesets.dnd4e.fight.powers import DEFENSES
from tactics.world.fight import Effect, Fight

BLOODIED = "bloodied"
_ENDS: Mapping[str, Text] = {
    "start": text("until the start of the turn of {name}"),
    "end": text("until the end of the turn of {name}"),
    "save": text("save ends"),
    "sustain": text("while {name} sustains it"),
    "encounter": text("until the end of the encounter"),
}
_BONUS_TO: Mapping[str, Text] = {
    "attack": text("to attack rolls"),
    "damage": text("to damage rolls"),
    "defenses": text("to all defenses"),
    "saves": text("to saving throws"),
    "speed": text("to speed"),
}
_TYPED = (conditions.ONGOING, conditions.RESIST, conditions.VULNERABLE)


def badges_of(fight: Fight, who: str) -> tuple[Badge, ...]:
    """What lasts on a creature, bloodied first. Source: dnd4e.hp.bloodied, dnd4e.condition.general."""
    body = fight.body(who)
    found = tuple(_badge(fight, effect) for effect in body.effects)
    if body.out or not conditions.bloodied(fight, who):
        return found
    return (Badge(BLOODIED, conditions.named(BLOODIED), rule="dnd4e.hp.bloodied"), *found)


def typed(words: Text, types: tuple[str, ...]) -> Text:
    """Something with the damage types it is of, if it has some."""
    if not types:
        return words
    return composed("{what} ({types})", what=words, types=listed(as_words(DAMAGE_TYPES, one) for one in types))


def _badge(fight: Fight, effect: Effect) -> Badge:
    ends: Text | None = None
    anchor, of = effect.duration.anchor, effect.duration.of
    if anchor in ("save", "encounter"):
        ends = _ENDS[anchor]
    elif anchor in _ENDS and of:
        creature = fight.world.creature(of)
        ends = text(_ENDS[anchor].msgid, name=creature.name if creature.name.en else creature.id)
    title = conditions.named(effect.id)
    if effect.id == conditions.BONUS:
        return Badge(effect.id, _bonus(effect), 0, ends, effect.rule)
    if effect.id in _TYPED:
        title = typed(title, tuple(one for one in effect.note.split("/") if one))
    return Badge(effect.id, title, effect.value, ends, effect.rule)


def _bonus(effect: Effect) -> Text:
    """A bonus or penalty with its sign and what it goes to."""
    to = effect.note.partition(":")[0]
    amount = f"{effect.value:+d}"
    if to in DEFENSES:
        return text("{amount} to {defense}", amount=amount, defense=defense_name(to))
    return composed("{amount} {to}", amount=amount, to=as_words(_BONUS_TO, to))
