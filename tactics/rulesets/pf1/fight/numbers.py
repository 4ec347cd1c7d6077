"""A creature's numbers in a fight: every sum as its parts, each with reason and rule.

The one place to take them from; the modules named below compute them.
"""

from __future__ import annotations

from tactics.rulesets.pf1.fight.attack_numbers import (
    AttackStep,
    attack_parts,
    attack_sequence,
    damage_parts,
    opportunities_each_round,
)
from tactics.rulesets.pf1.fight.checks import ability_modifier as ability
from tactics.rulesets.pf1.fight.checks import (
    check_parts,
    initiative_parts,
    save_parts,
    saving_throw,
    skill_parts,
)
from tactics.rulesets.pf1.fight.defense import armor_class, cmb_parts, cmd, miss_chance
from tactics.rulesets.pf1.fight.holding import held, is_broken, judged, melee_weapons, ready_weapons, weapon_of
from tactics.rulesets.pf1.fight.manner import PLAIN, Manner
from tactics.rulesets.pf1.fight.own_numbers import stack

__all__ = [
    "PLAIN",
    "AttackStep",
    "Manner",
    "ability",
    "armor_class",
    "attack_parts",
    "attack_sequence",
    "check_parts",
    "cmb_parts",
    "cmd",
    "damage_parts",
    "held",
    "initiative_parts",
    "is_broken",
    "judged",
    "melee_weapons",
    "miss_chance",
    "opportunities_each_round",
    "ready_weapons",
    "save_parts",
    "saving_throw",
    "skill_parts",
    "stack",
    "weapon_of",
]
