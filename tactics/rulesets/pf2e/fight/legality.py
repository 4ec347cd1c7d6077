"""Whether a Strike may be made at all: the weapon, reach or range, line of effect, and whether the target is known."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.action import Refusal
from tactics.rules.question import Question
from tactics.rules.things import READY
from tactics.rulesets.pf2e.detection import UNDETECTED
from tactics.rulesets.pf2e.distance import range_penalty
from tactics.rulesets.pf2e.fight import conditions, noticing, water
from tactics.rulesets.pf2e.fight.asking import ask, distance_ft, earth_between, has_effect
from tactics.rulesets.pf2e.fight.holding import board_name, item_of, judged, weapon_of
from tactics.rulesets.pf2e.fight.sheet import Weapon
from tactics.world.fight import Fight

SHOTS = "shots."
"""Beginning of a counter: shots used of a weapon."""


def can_strike(
    fight: Fight, who: str, target: str, weapon: str | Weapon, kind: str, *, guessed: bool = False
) -> Refusal | None:
    """Why a creature may not Strike a target, None when it may. Actions are not looked at.

    Args:
        fight: the moment.
        who: the attacker.
        target: whom it attacks.
        weapon: what with.
        kind: "melee" or "ranged".
        guessed: a square is attacked without knowing who is in it.

    Source: pf2e.basic.strike, pf2e.attack.melee_reach, pf2e.attack.range_penalty, pf2e.effect.targets
    """
    if target not in fight.bodies or fight.body(target).out or target == who:
        return Refusal(text("There is nobody to strike at."), "pf2e.basic.strike")
    arm = weapon_of(fight, who, weapon)
    unable = conditions.why_not_attack(fight, who) or unready(fight, who, arm)
    if unable is not None:
        return unable
    if not guessed and undetected(fight, who, target):
        words = text("{name} is undetected: guess the square.", name=fight.world.creature(target).name)
        return Refusal(words, "pf2e.effect.targets")
    if earth_between(fight, who, target):
        return Refusal(text("Earth lies between them."), "pf2e.line_of_effect")
    return _too_far(fight, who, target, arm, kind)


def unready(fight: Fight, who: str, weapon: Weapon) -> Refusal | None:
    """Why a weapon cannot be used: not in hand, two hands needed, not loaded, nothing to shoot.

    Source: pf2e.basic.strike, pf2e.basic.interact, pf2e.item.broken
    """
    if weapon.body:
        return None
    item = item_of(fight, who, weapon)
    if item is None or item.hand not in READY:
        return Refusal(text("It is not in hand."), "pf2e.basic.interact")
    lance = weapon.sides("jousting") is not None and fight.world.creature(who).mount
    if weapon.hands == "two" and item.hand != "both" and not lance:
        return Refusal(text("It takes two hands."), "pf2e.basic.interact")
    if weapon.hp - item.damage <= weapon.threshold:
        return Refusal(text("It is broken."), "pf2e.item.broken")
    if not item.ready:
        return Refusal(text("It is not loaded."), "pf2e.basic.interact")
    if weapon.ammunition is not None and fight.body(who).count(SHOTS + weapon.id) >= weapon.ammunition:
        return Refusal(text("Nothing is left to shoot."), "pf2e.basic.strike")
    return None


def undetected(fight: Fight, who: str, target: str) -> bool:
    """Whether a creature does not know where another is, so that it cannot be targeted. Source: pf2e.effect.targets."""
    return noticing.state(fight, who, target) == UNDETECTED


def _too_far(fight: Fight, who: str, target: str, weapon: Weapon, kind: str) -> Refusal | None:
    if kind == "melee":
        question = Question(ask="threatens", source=who, to=target, weapon=board_name(weapon, kind))
        if ask(judged(fight), question).value is True:
            return None
        verdict = ask(judged(fight), question, explain=True)
        return Refusal(verdict.summary, "pf2e.attack.melee_reach", verdict)
    feet = distance_ft(fight, who, target)
    increment = water.increment_ft(fight, who, target, weapon)
    if increment is None or range_penalty(feet, increment) is None:
        return Refusal(text("{feet} ft is too far.", feet=feet), "pf2e.attack.range_penalty")
    if not has_effect(fight, who, target):
        return Refusal(text("No line of effect: the target cannot be attacked."), "pf2e.line_of_effect")
    return None
