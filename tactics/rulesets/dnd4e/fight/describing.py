"""A power as on its card: how often it can be used, whom it reaches, and what it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tactics.core.text import Text, composed, listed, text
from tactics.rules.parts import ABILITY_NAMES
from tactics.rulesets.dnd4e.fight import conditions
from tactics.rulesets.dnd4e.fight.badges import typed
from tactics.rulesets.dnd4e.fight.own_numbers import defense_name
from tactics.rulesets.dnd4e.fight.powers import Outcome, Power
from tactics.rulesets.dnd4e.fight.turn import COSTS

USAGE: Mapping[str, Text] = {
    "at_will": text("at will"),
    "encounter": text("encounter power"),
    "daily": text("daily power"),
}
_DOES: Mapping[str, Text] = {
    "heal": text("heals"),
    "temporary": text("temporary hit points"),
    "bonus": text("bonus or penalty"),
    "save": text("a saving throw"),
    "zone": text("zone"),
    "basic": text("a basic attack"),
    "mark": text("mark"),
    "shift": text("shift"),
    "push": text("push"),
    "pull": text("pull"),
    "slide": text("slide"),
    "teleport": text("teleport"),
    "ongoing": text("ongoing damage"),
    "resist": text("resistance"),
    "vulnerable": text("vulnerability"),
}
_SAVE_ENDS = text("save ends")


def cost_of(power: Power) -> Text:
    """What a power costs: an action, and its use unless it is at will.

    Source: dnd4e.action.turn_budget, dnd4e.hp.rest
    """
    if power.usage == "at_will":
        return COSTS[power.action]
    return composed("{action} · {usage}", action=COSTS[power.action], usage=_usage(power))


def _usage(power: Power) -> Text:
    if power.usage == "recharge":
        return text("recharge {n}", n=power.recharge)
    return USAGE[power.usage]


def notes_of(power: Power) -> tuple[Text, ...]:
    """A power in a few lines: its use, reach and defense, then what comes of a hit, a miss and in any case."""
    lines = [_usage(power), _reach(power)]
    if power.rolls:
        lines.append(text("against {defense}", defense=defense_name(power.versus)))
    if power.hit:
        lines.append(text("Hit: {what}", what=listed(_outcomes(power.hit))))
    if power.miss:
        lines.append(text("Miss: {what}", what=listed(_outcomes(power.miss))))
    if power.effect:
        lines.append(text("Effect: {what}", what=listed(_outcomes(power.effect))))
    return tuple(lines)


def _reach(power: Power) -> Text:
    """How far it reaches and what it fills. Source: dnd4e.attack.types."""
    size, far = power.size_sq, power.range_sq
    if power.kind == "close_burst":
        return text("close burst {n}", n=size)
    if power.kind == "close_blast":
        return text("close blast {n}", n=size)
    if power.kind == "area_burst":
        return text("burst {n} within {far} squares", n=size, far=far or 0)
    if power.kind == "wall":
        return text("wall {n} within {far} squares", n=size, far=far or 0)
    if power.kind == "personal":
        return text("for its user")
    if power.kind == "ranged":
        return text("ranged {n}", n=far) if far else text("range of the weapon")
    return text("melee, reach {n}", n=power.reach_sq) if power.reach_sq else text("melee")


def _outcomes(several: Iterable[Outcome]) -> Iterator[Text]:
    for one in several:
        words = _outcome(one)
        yield text("{what} ({ends})", what=words, ends=_SAVE_ENDS) if one.until == "save" else words


def _outcome(one: Outcome) -> Text:
    if one.does == "condition":
        return conditions.named(one.id)
    if one.does == "damage":
        return text("half damage") if one.half else typed(_damage(one), one.types)
    words = _DOES[one.does]
    number = str(one.dice) if one.dice.most else str(one.amount or "")
    if one.types:
        words = typed(words, one.types)
    return composed("{what} {number}", what=words, number=number) if number else words


def _damage(one: Outcome) -> Text:
    """Dice of the weapon, own dice, and the ability, as "2[W] + 1d6 + Strength"."""
    found = [composed("{n}[W]", n=one.weapon)] if one.weapon else []
    if one.dice.most:
        found.append(composed("{dice}", dice=str(one.dice)))
    if one.add:
        found.append(ABILITY_NAMES[one.add])
    words = found[0] if found else composed("{n}", n=0)
    for more in found[1:]:
        words = composed("{first} + {second}", first=words, second=more)
    return text("damage {dice}", dice=words)
