"""Manoeuvre, posture and other states of a figure as badges."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.text import Text, composed, text
from tactics.rules.action import Badge
from tactics.rulesets.dfrpg.fight import holding, maneuvers, own_numbers, states, waits
from tactics.world.fight import Effect, Fight

_HIDDEN = frozenset({"declared_foe"})
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
    title = waits.words(fight, who, waits.read(effect.note)) if effect.id == waits.WAIT else _title(fight, effect)
    return Badge(effect.id, title, effect.value, _ends(fight, effect), effect.rule)


def _title(fight: Fight, effect: Effect) -> Text:
    title = states.named(effect.id)
    if effect.note in fight.bodies:
        name = fight.world.creature(effect.note).name
        return composed("{what}: {name}", what=title, name=name if name.en else effect.note)
    thing = next((one for one in effect.note.split(":") if one in fight.items), "")
    return composed("{what}: {name}", what=title, name=holding.called(fight, thing)) if thing else title


def _ends(fight: Fight, effect: Effect) -> Text | None:
    of = effect.duration.of
    if effect.duration.anchor not in ("start", "end") or of not in fight.bodies:
        return None
    name = fight.world.creature(of).name
    shown = name if name.en else of
    if effect.duration.anchor == "start":
        return text("until the start of the turn of {name}", name=shown)
    return text("until the end of the turn of {name}", name=shown)
