"""Manoeuvre, posture and other states of a figure as badges."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.text import Param, Text, composed, text
from tactics.rules.action import Badge
from tactics.rulesets.dfrpg.fight import attack_action, holding, maneuvers, own_numbers, states, waits
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.world.fight import Effect, Fight

_HIDDEN = frozenset({attack_action.DECLARED})
"""Effects that are bookkeeping."""


def badges_of(fight: Fight, who: str) -> tuple[Badge, ...]:
    """What lasts on a figure, its manoeuvre first, and what it holds that is not ready.

    Source: dfrpg.maneuver.governs_defense, dfrpg.posture.list, dfrpg.state.ready
    """
    found = [_badge(fight, who, one) for one in fight.body(who).effects if one.id not in _HIDDEN]
    found.sort(key=lambda one: one.rule != "dfrpg.maneuver.governs_defense")
    if states.can_act(fight, who):
        found += _worn(fight, who)
    for item in holding.in_hands(fight, who):
        if not item.ready:
            title = text("{what} is not ready", what=holding.called(fight, item.id))
            found.append(Badge("unready", title, rule="dfrpg.state.ready"))
    return tuple(found)


def _worn(fight: Fight, who: str) -> Iterator[Badge]:
    """Few hit points and few fatigue points. Source: dfrpg.injury.reeling, dfrpg.injury.exhaustion."""
    if own_numbers.reeling(fight, who):
        yield Badge("reeling", text("reeling"), rule="dfrpg.injury.reeling")
    if own_numbers.tired(fight, who):
        left = own_numbers.fatigue_left(fight, who)
        yield Badge("tired", text("tired, {n} FP left", n=left), rule="dfrpg.injury.exhaustion")


def _badge(fight: Fight, who: str, effect: Effect) -> Badge:
    if effect.id == states.MANEUVER:
        maneuver, _, variant = effect.note.partition(":")
        return Badge(maneuver, maneuvers.title_of(maneuver, variant), rule="dfrpg.maneuver.governs_defense")
    if effect.id == waits.WAIT:
        title = waits.words(fight, who, waits.read(effect.note))
        return Badge(effect.id, title, effect.value, _ends(fight, who, effect), effect.rule)
    title, concerned = states.named(effect.id), _concerned(fight, who, effect)
    if concerned is None:
        return Badge(effect.id, title, effect.value, _ends(fight, who, effect), effect.rule)
    counted = composed("{what} {n}", what=title, n=effect.value) if effect.value else title
    named = composed("{what}: {name}", what=counted, name=concerned)
    return Badge(effect.id, named, ends=_ends(fight, who, effect), rule=effect.rule)


def _concerned(fight: Fight, who: str, effect: Effect) -> Param | None:
    """The name of the figure, the thing or the ability that an effect concerns, None for none."""
    ability = sheet_of(fight.world.creature(who)).abilities.get(effect.note)
    if ability is not None:
        return ability.name
    if effect.note in fight.bodies:
        name = fight.world.creature(effect.note).name
        return name if name.en else effect.note
    thing = next((one for one in effect.note.split(":") if one in fight.items), "")
    return holding.called(fight, thing) if thing else None


def _ends(fight: Fight, who: str, effect: Effect) -> Text | None:
    of = effect.duration.of
    if effect.duration.anchor not in ("start", "end") or of not in fight.bodies:
        return None
    if of == who:
        return text("until its next turn") if effect.duration.anchor == "start" else text("until the end of its turn")
    name = fight.world.creature(of).name
    shown = name if name.en else of
    if effect.duration.anchor == "start":
        return text("until the start of the turn of {name}", name=shown)
    return text("until the end of the turn of {name}", name=shown)
