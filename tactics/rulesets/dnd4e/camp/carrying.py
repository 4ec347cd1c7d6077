"""From a fight into a camp, and from the camp into the next fight: who comes along, and with what."""

from __future__ import annotations

from dataclasses import replace

from tactics.rules.camps import JOURNEY, Passage
from tactics.rulesets.dnd4e.camp import time
from tactics.rulesets.dnd4e.camp.resting import ENCOUNTERS
from tactics.rulesets.dnd4e.fight import harm, turn
from tactics.rulesets.dnd4e.fight.aiming import SHOTS
from tactics.rulesets.dnd4e.fight.sheet import items_of
from tactics.rulesets.dnd4e.tables import SYSTEM
from tactics.world.fight import Body, Effect

_LASTING = ("save", "encounter", "forever")
"""How effects end that outlast the last turn of a fight; what is sustained ends, so that the party can rest."""
_LEFT_BEHIND = frozenset({"grabbed", "marked", "running", "squeezing", "surprised"})
_STANDING = frozenset({"prone"})
_KEPT = (harm.SURGES, harm.DEATH_FAILURES, turn.POINTS, ENCOUNTERS, time.WAIT)
_KEPT_BEGINNINGS = (turn.USED, SHOTS)


def _outlasts(body: Body, effect: Effect) -> bool:
    """Whether an effect is still there in the camp; who is awake gets up."""
    if effect.duration.anchor not in _LASTING or effect.id in _LEFT_BEHIND:
        return False
    return effect.id not in _STANDING or body.has("unconscious")


def _counts(key: str) -> bool:
    return key in _KEPT or key.startswith(_KEPT_BEGINNINGS)


def _arrives(body: Body, effect: Effect) -> bool:
    return effect.id != JOURNEY and _outlasts(body, effect)


def _hit_points(new: Body, old: Body) -> Body:
    return replace(new, hp=min(old.hp, new.max_hp), temp_hp=old.temp_hp)


PASSAGE = Passage(
    system=SYSTEM,
    way_rule=time.RULE,
    things=items_of,
    counts=_counts,
    outlasts=_outlasts,
    arrives=_arrives,
    hit_points=_hit_points,
)
"""With hit points, surges, action points and used powers.

Source: dnd4e.hp.rest, dnd4e.duration.sustain_no_rest, dnd4e.action.action_point
"""
