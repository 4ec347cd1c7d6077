"""What a defence may be tried against, and what adds to it."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.text import composed, text
from tactics.rules.action import Refusal
from tactics.rules.event import Part
from tactics.rulesets.dfrpg import walking
from tactics.rulesets.dfrpg.fight import holding, own_numbers, places, states, turn
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.defending import (
    BLOCK,
    DODGE,
    DROP,
    FREE_OF_WEAPONS,
    PARRY,
    RETREAT,
    Defense,
    parry_count,
)
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight

_SIDES = {"main": "right", "off": "left"}
"""The side of each hand. Source: dfrpg.defense.shield_and_weapon_side."""
CLOSE_SKILLS = ("boxing", "judo", "karate")
"""Unarmed skills whose parry retreats well. Source: dfrpg.defense.retreat."""


# Why a target may not defend at all.


def helpless(fight: Fight, attack: Attack) -> Refusal | None:
    """An unconscious figure has no defence, nor has one that is paralyzed. Source: dfrpg.state.unconscious."""
    if states.can_act(fight, attack.target) and not states.has(fight, attack.target, states.PARALYZED):
        return None
    return Refusal(text("It cannot defend."), "dfrpg.state.unconscious")


def all_out(fight: Fight, attack: Attack) -> Refusal | None:
    """An All-Out Attack leaves no defence. Source: dfrpg.maneuver.all_out_attack.no_defense."""
    if turn.allowance(fight, attack.target).defenses == "none":
        return Refusal(text("It attacks all out."), "dfrpg.maneuver.all_out_attack.no_defense")
    return None


def from_behind(fight: Fight, attack: Attack) -> Refusal | None:
    """Nothing is defended against from the back arc, unless the attacker ran around.

    Source: dfrpg.defense.side_and_back
    """
    if places.arc(fight, attack.target, attack.who) != "back":
        return None
    peripheral = "peripheral_vision" in sheet_of(fight.world.creature(attack.target)).traits
    if peripheral or places.began_in_view(fight, attack.target, attack.who):
        return None
    return Refusal(text("The attack comes from behind."), "dfrpg.defense.side_and_back")


# Why one defence is not legal.


def shots(fight: Fight, defense: Defense) -> Refusal | None:
    """Arrows are not parried; only melee attacks are retreated from, only ranged ones dropped under.

    Source: dfrpg.defense.parry, dfrpg.defense.retreat, dfrpg.defense.dodge_and_drop
    """
    attack = defense.attack
    if defense.kind == PARRY and not attack.melee and not attack.thrown:
        return Refusal(text("It cannot be parried."), "dfrpg.defense.parry")
    if defense.with_ == RETREAT and not attack.melee:
        return Refusal(text("One retreats from melee attacks only."), "dfrpg.defense.retreat")
    if defense.with_ == DROP and (attack.melee or defense.kind != DODGE):
        return Refusal(text("One drops under ranged attacks only."), "dfrpg.defense.dodge_and_drop")
    return None


def moving_away(fight: Fight, defense: Defense) -> Refusal | None:
    """When a retreat or a drop is not possible.

    Source: dfrpg.defense.retreat, dfrpg.maneuver.move_and_attack.defense, dfrpg.maneuver.do_nothing.stunned_defense
    """
    if not defense.with_:
        return None
    who, posture = defense.who, states.posture_of(fight, defense.who)
    if fight.body(who).count(turn.RETREATED):
        rule = "dfrpg.defense.dodge_and_drop" if defense.with_ == DROP else "dfrpg.defense.retreat"
        return Refusal(text("It has retreated this turn."), rule)
    if states.stunned(fight, who):
        return Refusal(text("It is stunned."), "dfrpg.maneuver.do_nothing.stunned_defense")
    if turn.allowance(fight, who).defenses == "free_hands":
        return Refusal(text("No retreat after Move and Attack."), "dfrpg.maneuver.move_and_attack.defense")
    if defense.with_ == DROP:
        if posture == states.PRONE:
            return Refusal(text("It lies already."), "dfrpg.defense.dodge_and_drop")
        return None
    if posture in (states.KNEELING, states.SITTING):
        return Refusal(text("No retreat in this posture."), "dfrpg.defense.retreat")
    if walking.held(fight.world.creature(who)) or states.has(fight, who, states.GRAPPLED):
        return Refusal(text("It is held."), "dfrpg.defense.retreat")
    if not places.retreat_squares(fight, who, defense.attack.who):
        return Refusal(text("There is no square to retreat to."), "dfrpg.grid.retreat")
    return None


def used_hand(fight: Fight, defense: Defense) -> Refusal | None:
    """A hand that attacked on the move neither parries nor blocks; an unbalanced weapon not after any attack.

    Source: dfrpg.maneuver.move_and_attack.defense, dfrpg.defense.parry_unbalanced
    """
    body = fight.body(defense.who)
    means = "" if defense.weapon is None else defense.weapon.id
    if defense.use is not None and defense.use.unbalanced and body.count(f"{turn.ATTACKED}{means}"):
        return Refusal(text("It is unbalanced and has attacked."), "dfrpg.defense.parry_unbalanced")
    if turn.allowance(fight, defense.who).defenses != "free_hands" or defense.kind == DODGE:
        return None
    rule = "dfrpg.maneuver.move_and_attack.defense"
    claw = defense.weapon is not None and defense.weapon.body and not defense.hand
    if claw and body.count(f"{turn.ATTACKED}{means}"):
        return Refusal(text("It has attacked on the move."), rule)
    if own_numbers.switch(fight, "move_and_attack_parry") == "none" and defense.kind == PARRY:
        return Refusal(text("No parry after Move and Attack."), rule)
    if _attacking_hands(fight, defense.who).intersection(holding.hands_of(defense.hand)):
        return Refusal(text("The hand has attacked on the move."), rule)
    return None


def _attacking_hands(fight: Fight, who: str) -> frozenset[str]:
    """Hands that attacked since the start of its turn. Source: dfrpg.maneuver.move_and_attack.defense."""
    counters = fight.body(who).counters
    return frozenset(one for one in ("main", "off") if counters.get(f"{turn.HAND}{one}"))


def blocks_left(fight: Fight, defense: Defense) -> Refusal | None:
    """One block a turn. Source: dfrpg.defense.block."""
    if defense.kind != BLOCK or own_numbers.switch(fight, "multiple_blocks") is True:
        return None
    if fight.body(defense.who).count(turn.BLOCKS) >= int(table("fight")["block"]["per_turn"]):
        return Refusal(text("It has blocked this turn."), "dfrpg.defense.block")
    return None


def wrong_side(fight: Fight, defense: Defense) -> Refusal | None:
    """From a side only the shield or the weapon of that side helps; both hands, claws and the like help on both.

    Source: dfrpg.defense.shield_and_weapon_side
    """
    side = places.side(fight, defense.who, defense.attack.who)
    if defense.kind == DODGE or side not in ("left", "right") or defense.hand in ("both", ""):
        return None
    if _SIDES.get(defense.hand) == side:
        return None
    return Refusal(text("It is on the other side."), "dfrpg.defense.shield_and_weapon_side")


# What adds to a defence.


def condition_parts(fight: Fight, defense: Defense) -> Iterator[Part]:
    """Posture, stun, being off balance, reflexes.

    Source: dfrpg.posture.table, dfrpg.maneuver.do_nothing.stunned_defense, dfrpg.defense.total_modifiers
    """
    who, numbers = defense.who, table("fight")
    posture = states.posture_of(fight, who)
    yield Part(table("postures")[posture]["defense"], states.named(posture), "", "dfrpg.posture.table")
    if states.stunned(fight, who):
        rule = "dfrpg.maneuver.do_nothing.stunned_defense"
        yield Part(numbers["defense"]["stunned"], states.named(states.STUNNED), "", rule)
    for one in states.effects_of(fight, who, states.OFF_BALANCE):
        yield Part(-one.value, text("off balance"), "", "dfrpg.attack.critical_miss")
    if "combat_reflexes" in sheet_of(fight.world.creature(who)).traits:
        yield Part(numbers["defense"]["combat_reflexes"], text("Combat Reflexes"), "", "dfrpg.defense.total_modifiers")


def side_parts(fight: Fight, defense: Defense) -> Iterator[Part]:
    """An attack from the side, or by one who ran around. Source: dfrpg.defense.side_and_back."""
    if places.side(fight, defense.who, defense.attack.who) == "front":
        return
    traits = sheet_of(fight.world.creature(defense.who)).traits
    behind = places.arc(fight, defense.who, defense.attack.who) == "back"
    if "peripheral_vision" in traits and not behind:
        return
    yield Part(table("fight")["defense"]["side"], text("attack from the side"), "", "dfrpg.defense.side_and_back")


def shield_parts(fight: Fight, defense: Defense) -> Iterator[Part]:
    """The bonus of a ready shield from the front and its own side. Source: dfrpg.defense.defense_bonus."""
    found = holding.shield_of(fight, defense.who)
    if found is None:
        return
    shield, item = found
    side = places.side(fight, defense.who, defense.attack.who)
    if side == "front" or side == _SIDES.get(item.hand):
        yield Part(shield.defense_bonus, composed("{name}", name=shield.name), "", "dfrpg.defense.defense_bonus")


def retreat_parts(fight: Fight, defense: Defense) -> Iterator[Part]:
    """A retreat, also one made before against the same attacker; a drop. Source: dfrpg.defense.retreat."""
    if defense.with_ == DROP:
        rule = "dfrpg.defense.dodge_and_drop"
        yield Part(table("fight")["defense"]["drop"], text("drop"), "", rule)
        return
    before = any(one.source == defense.attack.who for one in states.effects_of(fight, defense.who, turn.RETREATED))
    if not before and defense.with_ != RETREAT:
        return
    numbers = table("fight")["retreat"]
    close = defense.weapon is not None and defense.weapon.body and defense.weapon.skill_id in CLOSE_SKILLS
    fencing = defense.kind == PARRY and defense.use is not None and (defense.use.fencing or close)
    amount = numbers["parry_fencing" if fencing else defense.kind]
    yield Part(amount, text("retreat"), "", "dfrpg.defense.retreat")


def parry_parts(fight: Fight, defense: Defense) -> Iterator[Part]:
    """Parries made already, bare hands against weapons, thrown weapons, the off hand, encumbered fencing.

    Source: dfrpg.defense.parry, dfrpg.attack.off_hand
    """
    if defense.kind != PARRY or defense.weapon is None or defense.use is None:
        return
    numbers, rule = table("fight")["parry"], "dfrpg.defense.parry"
    sheet = sheet_of(fight.world.creature(defense.who))
    again = fight.body(defense.who).count(parry_count(defense))
    cheap = defense.use.fencing or "weapon_master" in sheet.traits
    yield Part(again * numbers["again_fencing" if cheap else "again"], text("parried before"), "", rule)
    attack = defense.attack
    if defense.weapon.body and not attack.weapon.body and defense.weapon.skill_id not in FREE_OF_WEAPONS:
        thrust = attack.use is not None and attack.use.base == "thr"
        if not thrust:
            yield Part(numbers["bare_hands"], text("bare hands against a weapon"), "", rule)
    if attack.thrown:
        small = attack.weapon.shot is not None and attack.weapon.shot.small
        yield Part(numbers["thrown_small" if small else "thrown"], text("thrown weapon"), "", rule)
    if defense.hand == "off" and not defense.weapon.body and "ambidextrous" not in sheet.traits:
        yield Part(table("fight")["off_hand"]["parry"], text("off hand"), "", "dfrpg.attack.off_hand")
    light = defense.use.fencing or (defense.weapon.body and defense.weapon.skill_id in FREE_OF_WEAPONS)
    if light and sheet.encumbrance:
        yield Part(-sheet.encumbrance, text("encumbrance"), "", rule)


def block_parts(fight: Fight, defense: Defense) -> Iterator[Part]:
    """Blocks made already, where more than one is allowed. Source: dfrpg.defense.block."""
    if defense.kind == BLOCK:
        again = fight.body(defense.who).count(turn.BLOCKS) * int(table("fight")["block"]["again"])
        yield Part(again, text("blocked before"), "", "dfrpg.defense.block")


def maneuver_parts(fight: Fight, defense: Defense) -> Iterator[Part]:
    """The kind of defence an All-Out Defense makes better. Source: dfrpg.maneuver.all_out_defense.increased."""
    if states.maneuver_of(fight, defense.who) == ("all_out_defense", f"increased_{defense.kind}"):
        rule = "dfrpg.maneuver.all_out_defense.increased"
        yield Part(table("fight")["defense"]["all_out"], text("All-Out Defense"), "", rule)


FORBIDS_ALL = (helpless, all_out, from_behind)
FORBIDS = (shots, moving_away, used_hand, blocks_left, wrong_side)
PARTS = (condition_parts, shield_parts, side_parts, retreat_parts, parry_parts, block_parts, maneuver_parts)
