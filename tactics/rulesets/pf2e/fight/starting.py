"""A creature as a fight finds it: hit points, and what the file says of its state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from tactics.rules.dice_text import parse_dice
from tactics.rules.things import READY, SHIELD
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.fight import conditions, first_notice, states
from tactics.rulesets.pf2e.fight.draining import DRAINED, LOST, loss
from tactics.rulesets.pf2e.fight.dying import KNOCKED_OUT
from tactics.rulesets.pf2e.fight.persistent import PERSISTENT
from tactics.rulesets.pf2e.fight.persistent import RULE as PERSISTENT_RULE
from tactics.rulesets.pf2e.fight.sheet import items_of, sheet_of
from tactics.rulesets.pf2e.fight.temporary import TEMPORARY
from tactics.world.creature import Creature
from tactics.world.fight import Body, Duration, Effect, Item


def started(creature: Creature, everybody: Iterable[Creature] = ()) -> tuple[Body, Creature]:
    """The body of a creature before the fight, and the creature with its conditions by their plain names.

    Args:
        creature: whose.
        everybody: all creatures, for what holds towards enemies only.

    Raises:
        ProblemError: its stat block is missing or has faults.

    Source: pf2e.condition.general, pf2e.condition.dying, pf2e.death.state
    """
    sheet = sheet_of(creature)
    effects, names = _effects(creature.of(SYSTEM).conditions)
    effects += first_notice.told_effects(creature, everybody)
    names -= first_notice.told_words(names)
    out = "dead" if "dead" in names else ""
    drain = loss(sheet, max((one.value for one in effects if one.id == DRAINED), default=0))
    most = max(1, sheet.hp - drain)
    hp = 0 if out or "dying" in names else most
    if sheet.temp_hp:
        effects += (Effect(TEMPORARY, duration=Duration("encounter"), rule="pf2e.hp.temporary"),)
    counters = MappingProxyType({LOST: drain} if drain else {})
    body = Body(hp, most, temp_hp=sheet.temp_hp, effects=effects, counters=counters, out=out)
    own = MappingProxyType({**creature.stats, SYSTEM: replace(creature.of(SYSTEM), conditions=names)})
    return body, replace(creature, stats=own)


def things_at_first(creature: Creature) -> tuple[Item, ...]:
    """What a creature has; who lies there unconscious or dead has dropped it. Source: pf2e.condition.unconscious."""
    items = items_of(creature)
    if not creature.of(SYSTEM).conditions & {"unconscious", "dead"}:
        return items
    return tuple(
        replace(one, holder="", hand="", square=creature.space.anchor)
        if one.hand in READY and one.kind != SHIELD
        else one
        for one in items
    )


def _effects(words: frozenset[str]) -> tuple[tuple[Effect, ...], frozenset[str]]:
    """Conditions of a file that carry something: ``frightened_2``, ``persistent_fire_1d6``; and all by plain name.

    A valued condition without a number has the value 1.
    """
    effects: list[Effect] = []
    names: set[str] = set()
    for word in sorted(words):
        name, _, number = word.rpartition("_")
        if name.startswith(PERSISTENT.rstrip("_")) and parse_dice(number) is not None:
            effects.append(Effect(name, note=number, rule=PERSISTENT_RULE))
        else:
            name, value = (name, int(number)) if number.isdigit() else (word, 1)
            if name in conditions.VALUED:
                effects.append(Effect(name, value, rule=states.rule_of(name)))
            else:
                name = word
        names.add(name)
    if "dying" in names:
        effects.append(Effect("unconscious", note=KNOCKED_OUT, rule="pf2e.condition.dying"))
        names.add("unconscious")
    if "unconscious" in names:
        rule = states.rule_of("unconscious")
        effects += [Effect(one, note="unconscious", rule=rule) for one in states.known()["unconscious"].implies]
        effects.append(Effect("prone", rule=rule))
    return tuple(effects), frozenset(names) | {one.id for one in effects}
