"""The kinds of All-Out Attack in melee: Determined, Strong, Double, Feint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tactics.core.text import text
from tactics.rules.action import Refusal
from tactics.rules.dice_text import Dice
from tactics.rules.event import Part
from tactics.rulesets.dfrpg.fight import attack_action, holding, turn
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.damage import Damage
from tactics.rulesets.dfrpg.tables import table
from tactics.rulesets.dfrpg.wounds import strong_bonus
from tactics.world.fight import Fight


def _is(attack: Attack, variant: str) -> bool:
    return attack.melee and (attack.maneuver, attack.variant) == ("all_out_attack", variant)


def determined_parts(fight: Fight, attack: Attack) -> Iterator[Part]:
    """A blow with all one's care. Source: dfrpg.maneuver.all_out_attack.determined."""
    if _is(attack, "determined"):
        rule = "dfrpg.maneuver.all_out_attack.determined"
        yield Part(table("fight")["all_out"]["determined"], text("Determined"), "", rule)


def stronger(fight: Fight, attack: Attack, damage: Damage) -> Damage:
    """A blow with all one's strength: damage by muscle only. Source: dfrpg.maneuver.all_out_attack.strong."""
    if not _is(attack, "strong") or attack.use is None or not attack.use.base:
        return damage
    part = Part(strong_bonus(damage.dice), text("Strong"), "", "dfrpg.maneuver.all_out_attack.strong")
    dice = Dice(damage.dice.dice, damage.dice.bonus + part.amount)
    return replace(damage, dice=dice, parts=(*damage.parts, part))


def once_more(fight: Fight, attack: Attack) -> Refusal | None:
    """Two blows take two ready weapons, or one that stays ready.

    Source: dfrpg.maneuver.all_out_attack.double
    """
    if not _is(attack, "double") or attack.use is None or holding.stays_ready(fight, attack.who, attack.use):
        return None
    last = fight.body(attack.who).count(turn.ACTS) + 1 >= attack_action.attacks_allowed(fight, attack.who)
    others = (one for one, item in holding.weapons(fight, attack.who) if item is not None and one != attack.weapon)
    ready = any(holding.unready(fight, attack.who, one, use) is None for one in others for use in one.uses.values())
    if last or ready:
        return None
    return Refusal(text("It would not be ready for the second blow."), "dfrpg.maneuver.all_out_attack.double")
