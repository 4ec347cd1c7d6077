"""What makes blows harder: side arcs, sight, footing, shields, holds, distractions."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.text import composed, text
from tactics.rules.event import Part
from tactics.rulesets.dfrpg.fight import footing, holding, places, states, surprise
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight

_RULE = "dfrpg.attack.melee_modifiers"
DISTRACTIONS = {"distracted": "distraction_minor", "badly_distracted": "distraction_major"}
"""Conditions: something takes its mind off the fight. Source: dfrpg.attack.melee_modifiers."""


def wild(fight: Fight, attack: Attack) -> bool:
    """Whether a blow goes into a side arc. Source: dfrpg.attack.front_arc."""
    return attack.melee and places.arc(fight, attack.who, attack.target) in ("left", "right")


def wild_cap(fight: Fight, attack: Attack) -> tuple[int, str] | None:
    """How good a blow into a side arc is at best. Source: dfrpg.attack.front_arc."""
    return (int(table("fight")["wild_swing"]["most"]), "dfrpg.attack.front_arc") if wild(fight, attack) else None


def aiming_parts(fight: Fight, attack: Attack) -> Iterator[Part]:
    """A blow into a side arc, or one in the dark: of both the worse.

    Source: dfrpg.attack.front_arc, dfrpg.attack.melee_modifiers
    """
    if not attack.melee:
        return
    swung = int(table("fight")["wild_swing"]["attack"]) if wild(fight, attack) else 0
    sight = int(table("fight")["melee"]["sight_worst"]) if surprise.unseen(fight, attack.who, attack.target) else 0
    if sight < swung:
        yield Part(sight, text("target not seen"), "", _RULE)
    elif swung:
        yield Part(swung, text("wild swing"), "", "dfrpg.attack.front_arc")


def hindered_parts(fight: Fight, attack: Attack) -> Iterator[Part]:
    """Bad footing, a hold, a distraction, a large shield.

    Source: dfrpg.attack.melee_modifiers
    """
    if not attack.melee:
        return
    numbers, who = table("fight")["melee"], attack.who
    if footing.bad_footing(fight, who):
        yield Part(numbers["bad_footing"], text("bad footing"), "", _RULE)
    if states.has(fight, who, states.GRAPPLED):
        yield Part(numbers["grappled"], states.named(states.GRAPPLED), "", _RULE)
    distracted = [one for one in DISTRACTIONS if states.has(fight, who, one)]
    if distracted:
        worst = min(distracted, key=lambda one: int(numbers[DISTRACTIONS[one]]))
        yield Part(numbers[DISTRACTIONS[worst]], states.named(worst), "", _RULE)
    yield from _shield_parts(fight, attack)


def _shield_parts(fight: Fight, attack: Attack) -> Iterator[Part]:
    """A large shield hinders the other hand. Source: dfrpg.attack.melee_modifiers."""
    found = holding.shield_of(fight, attack.who)
    if found is None or "shield_wall_training" in sheet_of(fight.world.creature(attack.who)).traits:
        return
    shield, thing = found
    item = holding.item_of(fight, attack.who, attack.weapon)
    same_hand = item is not None and item.hand == thing.hand
    if not same_hand and attack.weapon.id != holding.FOOT:
        yield Part(shield.attack, composed("{name}", name=shield.name), "", _RULE)
