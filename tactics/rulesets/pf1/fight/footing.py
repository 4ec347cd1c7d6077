"""What standing in water or on a steep place means: who has no speed for it swims or climbs, and cannot walk.

Source: pf1.move.climb_swim
"""

from __future__ import annotations

from tactics.core.text import Text, text
from tactics.rules.action import Refusal
from tactics.rules.event import EffectLost
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight import conditions
from tactics.rulesets.pf1.places import space_of
from tactics.rulesets.pf1.surfaces import CLIMB, SWIM, has_surfaces, surfaces
from tactics.world.fight import Fight

RULE = "pf1.move.climb_swim"
CLIMBING = "climbing"
_IN: dict[str, Text] = {
    SWIM: text("It is in the water and has to swim."),
    CLIMB: text("It hangs on a steep place and has to climb."),
}


def has_speed(fight: Fight, who: str, mode: str) -> bool:
    """Whether a creature has a listed speed of a kind."""
    return mode in fight.world.creature(who).of("pf1").speeds_sq


def mode_of(fight: Fight, who: str) -> str:
    """How a creature moves where it is: "walk", or what the ground under it asks for."""
    creature = fight.world.creature(who)
    if creature.z_ft and has_speed(fight, who, "fly"):
        return "walk"
    return next((one.mode for one in surfaces(fight.world, space_of(fight.world, creature))), "walk")


def no_footing(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot walk where it is, None when it can or has a speed for that ground.

    Source: pf1.move.climb_swim
    """
    mode = mode_of(fight, who)
    return None if mode == "walk" or has_speed(fight, who, mode) else Refusal(_IN[mode], RULE)


def hold_on(run: Run) -> None:
    """Let those be climbing, or no longer, whom the ground under them asks for it.

    Source: pf1.move.climb_swim
    """
    anywhere = has_surfaces(run.fight.world.board)
    for creature in run.fight.world.creatures:
        who = creature.id
        if not anywhere and CLIMBING not in creature.of("pf1").conditions:
            continue
        climbs = mode_of(run.fight, who) == CLIMB and not has_speed(run.fight, who, CLIMB)
        if climbs and not run.fight.body(who).has(CLIMBING):
            conditions.gain(run, who, CLIMBING, source=who, rule=RULE)
        elif not climbs:
            for effect in run.fight.body(who).effects:
                if (effect.id, effect.source) == (CLIMBING, who):
                    run.emit(EffectLost(who, effect))
