"""Conditions and other effects: how they come and go, and what they leave a creature to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tactics.core.text import Text, text
from tactics.rules.action import Refusal
from tactics.rules.event import EffectGained, EffectLost
from tactics.rules.fighting import Run
from tactics.rules.registry import book
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.tables import SYSTEM, stats, table
from tactics.world.fight import Duration, Effect, Fight

GENERAL = "dnd4e.condition.general"
_NO_ACTIONS = frozenset({"stunned", "unconscious", "surprised", "dying", "dead", "petrified"})
_ONE_ACTION = frozenset({"dazed", "dominated"})
_NO_REACTIONS = frozenset({*_NO_ACTIONS, *_ONE_ACTION, "blinded"})
_IMPLIES = {"unconscious": ("helpless",), "dominated": ("dazed",)}
"""Conditions that come with another one. Source: dnd4e.condition.unconscious, dnd4e.condition.dominated."""
MARK, GRABBED, BONUS, ONGOING, RESIST, VULNERABLE = "marked", "grabbed", "bonus", "ongoing", "resist", "vulnerable"


def rule_of(id: str) -> str:
    """The rule of a condition, that of conditions in general when it has none of its own."""
    named = f"dnd4e.condition.{id}"
    return named if named in book(SYSTEM).rules else GENERAL


def named(id: str) -> Text:
    """A condition or effect in the words of the book."""
    return book(SYSTEM).condition(id)


def gain(run: Run, who: str, effect: Effect) -> bool:
    """Give a creature an effect, unless it is immune or out of the fight; returns whether it has it now from this.

    Of equal effects with different ends only the one that lasts longest is kept; what a save ends stands apart.

    Source: dnd4e.duration.overlap, dnd4e.duration.overlap_save, dnd4e.condition.general, dnd4e.immune
    """
    body = run.fight.body(who)
    if body.out or effect.id in sheet_of(run.fight.world.creature(who)).immune:
        return False
    for other in body.effects:
        if (other.id, other.note) != (effect.id, effect.note):
            continue
        if effect.id == MARK:
            run.emit(EffectLost(who, other))
        elif _same_kind(other, effect):
            if _lasts(run.fight, other) >= _lasts(run.fight, effect) and abs(other.value) >= abs(effect.value):
                return False
            if _lasts(run.fight, effect) >= _lasts(run.fight, other) and abs(effect.value) >= abs(other.value):
                run.emit(EffectLost(who, other))
    run.emit(EffectGained(who, effect if effect.rule else replace(effect, rule=rule_of(effect.id))))
    for implied in _IMPLIES.get(effect.id, ()):
        gain(run, who, Effect(implied, source=effect.source, duration=effect.duration, note=effect.id))
    if effect.id == "unconscious":
        if not run.fight.body(who).has("prone"):
            gain(run, who, Effect("prone", rule="dnd4e.condition.unconscious"))
        for one in run.fight.bodies:
            lose(run, one, MARK, source=who)
    for follow in AFTERMATH:
        follow(run, who, effect)
    return True


AFTERMATH: list[Callable[[Run, str, Effect], None]] = []
"""What a new effect brings about besides: falling from the air, a grab that ends; other modules put it in."""


def _same_kind(one: Effect, other: Effect) -> bool:
    """Whether two effects are merged: both end by the same save, or neither by one."""
    saves = [effect.duration.anchor == "save" for effect in (one, other)]
    if all(saves) and group_of(one) != group_of(other):
        return False
    return saves[0] == saves[1] and one.value * other.value >= 0


def group_of(effect: Effect) -> str:
    """What joins effects that one save ends together: their power and its group, "" when it stands alone.

    Source: dnd4e.save.separate
    """
    return effect.origin if effect.origin.partition(":")[2] else ""


def comes_along(fight: Fight, who: str, effect: Effect) -> bool:
    """Whether an effect is there only because another condition brings it, and ends with that."""
    return effect.id in _IMPLIES.get(effect.note, ()) and fight.body(who).has(effect.note)


def _lasts(fight: Fight, effect: Effect) -> tuple[int, int]:
    """How long an effect lasts, for comparing: kind of end, then how many turns from now."""
    kinds = {"start": 0, "end": 0, "sustain": 1, "save": 2, "encounter": 3, "forever": 4}
    anchor = effect.duration.anchor
    if kinds[anchor]:
        return kinds[anchor], 0
    order = [slot.who for slot in fight.order]
    of = effect.duration.of
    place = order.index(of) if of in order else 0
    here = fight.turn or 0
    turns = (place - here) % max(1, len(order)) or len(order)
    return 0, (turns + len(order) * (effect.duration.turns - 1)) * 2 + (1 if anchor == "end" else 0)


def lose(run: Run, who: str, id: str, *, note: str | None = None, source: str | None = None) -> bool:
    """Let every effect of an id end (only those with the note, from the source, when given); whether there was one."""
    found = [
        one
        for one in run.fight.body(who).effects
        if one.id == id and note in (None, one.note) and source in (None, one.source)
    ]
    for effect in found:
        end(run, who, effect)
    return bool(found)


def end(run: Run, who: str, effect: Effect) -> None:
    """Let one effect end, with what came with it."""
    if effect in run.fight.body(who).effects:
        run.emit(EffectLost(who, effect))
        if not run.fight.body(who).has(effect.id):
            for implied in _IMPLIES.get(effect.id, ()):
                lose(run, who, implied, note=effect.id)


def held(fight: Fight, who: str) -> frozenset[str]:
    """The conditions of a creature."""
    return stats(fight.world.creature(who)).conditions


def can_act(fight: Fight, who: str) -> bool:
    """Whether a creature can take any action at all. Source: dnd4e.condition.stunned, dnd4e.condition.unconscious."""
    return not fight.body(who).out and not held(fight, who) & _NO_ACTIONS


def one_action_only(fight: Fight, who: str) -> bool:
    """Whether a creature has a single action this turn: dazed, or in the surprise round.

    Source: dnd4e.condition.dazed, dnd4e.initiative.surprise
    """
    return fight.surprise or bool(held(fight, who) & _ONE_ACTION)


def can_react(fight: Fight, who: str) -> bool:
    """Whether a creature may make opportunity attacks; for those it must see. Source: dnd4e.opportunity.limits."""
    return not fight.body(who).out and not held(fight, who) & _NO_REACTIONS


def can_oppose(fight: Fight, who: str) -> bool:
    """Whether its conditions leave a creature opportunity and immediate actions, seeing or not.

    Source: dnd4e.action.immediate, dnd4e.action.grab_end
    """
    return not fight.body(who).out and not held(fight, who) & (_NO_ACTIONS | _ONE_ACTION)


def commander(fight: Fight, who: str) -> str:
    """Who chooses what a dominated creature does: the latest that dominates it and still can, "" for nobody.

    Source: dnd4e.condition.dominated
    """
    for effect in reversed(tuple(effects_of(fight, who, "dominated"))):
        if effect.source in fight.bodies and effect.source != who and can_act(fight, effect.source):
            return effect.source
    return ""


def limited_to_at_will(fight: Fight, who: str) -> Refusal | None:
    """Why a creature may use nothing but at-will powers, None when it may. Source: dnd4e.condition.dominated."""
    if "dominated" not in held(fight, who):
        return None
    name = fight.world.creature(who).name
    return Refusal(text("{name} is dominated and has only its at-will powers.", name=name), "dnd4e.condition.dominated")


def for_good(fight: Fight, who: str) -> bool:
    """Whether a creature can take no actions and nothing will change that by itself in this encounter."""
    lasting, unable = ("forever", "encounter"), _NO_ACTIONS - {"surprised"}
    return any(one.id in unable and one.duration.anchor in lasting for one in fight.body(who).effects)


def why_not_act(fight: Fight, who: str) -> Refusal | None:
    """Why a creature can take no actions at all, None when it can."""
    if can_act(fight, who):
        return None
    creature = fight.world.creature(who)
    found = sorted(held(fight, who) & _NO_ACTIONS)
    if not found:
        return Refusal(text("{name} is out of the fight.", name=creature.name), GENERAL)
    return Refusal(text("{name}: {condition}", name=creature.name, condition=named(found[0])), rule_of(found[0]))


def effects_of(fight: Fight, who: str, id: str) -> Iterator[Effect]:
    """Every effect of an id on a creature."""
    return (one for one in fight.body(who).effects if one.id == id)


def bloodied(fight: Fight, who: str) -> bool:
    """Whether a creature has lost half of its hit points. Source: dnd4e.hp.bloodied."""
    body = fight.body(who)
    return body.hp <= body.max_hp // 2


def penalty_for_marks(fight: Fight, who: str, targets: tuple[str, ...]) -> tuple[int, Effect | None]:
    """What a mark takes off an attack that leaves its maker out. Source: dnd4e.condition.marked."""
    for effect in effects_of(fight, who, MARK):
        if effect.source not in targets:
            return int(table("fight")["marked"]["penalty"]), effect
    return 0, None


FOREVER = Duration()
