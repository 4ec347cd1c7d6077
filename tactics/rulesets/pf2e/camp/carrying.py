"""From a fight into a camp, and from the camp into the next fight: who comes along, and with what."""

from __future__ import annotations

from dataclasses import replace

from tactics.rules.camps import JOURNEY, Passage
from tactics.rulesets.pf2e.camp import time
from tactics.rulesets.pf2e.camp.exploring import EXPLORING
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.fight.draining import LOST
from tactics.rulesets.pf2e.fight.heroes import HERO_POINTS
from tactics.rulesets.pf2e.fight.sheet import items_of
from tactics.world.fight import Body, Effect

LASTING = frozenset({"doomed", "drained", "dying", "fatigued", "persistent", "unconscious", "wounded"})
"""Conditions that outlast a fight. Source: pf2e.mode.kinds."""
_ARRIVING = frozenset({"avoiding_notice", "shield_raised", "scouted"})
_KEPT_COUNTERS = (HERO_POINTS, LOST, time.AWAKE, time.RESTED, time.PREPARED)
_KEPT_BEGINNINGS = ("uses.", "shots.")


def _counts(key: str) -> bool:
    return key in _KEPT_COUNTERS or key.startswith(_KEPT_BEGINNINGS)


def _outlasts(body: Body, effect: Effect) -> bool:
    return effect.id in LASTING


def _arrives(body: Body, effect: Effect) -> bool:
    if effect.id in (JOURNEY, EXPLORING, time.TREATED):
        return False
    return effect.id in LASTING | _ARRIVING or bool(effect.note)


def _hit_points(new: Body, old: Body) -> Body:
    most = new.max_hp + new.count(LOST) - old.count(LOST)
    return replace(new, hp=min(old.hp, most), max_hp=most)


PASSAGE = Passage(
    system=SYSTEM,
    way_rule="pf2e.explore.travel_speed",
    things=items_of,
    counts=_counts,
    outlasts=_outlasts,
    arrives=_arrives,
    hit_points=_hit_points,
)
"""With hit points, conditions, Hero Points and things. Source: pf2e.mode.kinds, pf2e.hero.points."""
