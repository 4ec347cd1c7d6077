"""What makes shots and throws easier or harder: size, range, speed, cover, figures in the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tactics.core.text import Text, ntext, text
from tactics.rules.action import Refusal
from tactics.rules.event import Part
from tactics.rulesets.dfrpg import distances, shelter
from tactics.rulesets.dfrpg.board import in_close_combat, yards_between
from tactics.rulesets.dfrpg.fight import holding, own_numbers, states, surprise, turn
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.damage import Damage
from tactics.rulesets.dfrpg.fight.sheet import Shot, Weapon, sheet_of
from tactics.rulesets.dfrpg.sight import clear_between, figures_between
from tactics.rulesets.dfrpg.tables import table
from tactics.world.board import EFFECT
from tactics.world.fight import Fight

ROLL = "dfrpg.ranged.attack_roll"
FAST = (("move", ""), ("all_out_defense", "increased_dodge"))
"""Manoeuvres whose yards make a target harder to hit. Source: dfrpg.ranged.size_speed_range."""


def shots(fight: Fight, who: str) -> Iterator[tuple[Weapon, Shot]]:
    """The ready weapons in a figure's hands that shoot or are thrown. Source: dfrpg.state.ready."""
    for weapon, item in holding.weapons(fight, who):
        if item is not None and weapon.shot is not None and holding.unready(fight, who, weapon) is None:
            yield weapon, weapon.shot


def parts(fight: Fight, attack: Attack) -> Iterator[Part]:
    """What adds to the roll of a shot, besides aiming and what counts for blows as well.

    Source: dfrpg.ranged.attack_roll, dfrpg.ranged.size_speed_range, dfrpg.maneuver.all_out_attack.ranged
    """
    if attack.melee or attack.weapon.shot is None:
        return
    world, numbers = fight.world, table("fight")
    own, other = world.creature(attack.who), world.creature(attack.target)
    yield Part(sheet_of(other).sm, text("size"), "", "dfrpg.ranged.size_speed_range")
    if not in_close_combat(own, other):
        yield _distance(fight, attack)
    if shelter.sheltering(world, own, other):
        yield Part(numbers["ranged"]["half_exposed"], text("half exposed"), "", ROLL)
    for one in figures_between(world, own, other):
        words = text("{name} in the line of fire", name=world.creature(one).name)
        yield Part(numbers["ranged"]["figure_in_line"], words, "", ROLL)
    if attack.maneuver == "all_out_attack":
        yield Part(numbers["all_out"]["ranged"], text("All-Out Attack"), "", "dfrpg.maneuver.all_out_attack.ranged")


def _distance(fight: Fight, attack: Attack) -> Part:
    """Range and speed. Source: dfrpg.ranged.size_speed_range."""
    own, other = fight.world.creature(attack.who), fight.world.creature(attack.target)
    far, fast = yards_between(fight.world, own, other), speed_yd(fight, attack.target)
    words = ntext("{n} yard off", "{n} yards off", far)
    if fast:
        words = text("{far}, moved {m}", far=words, m=fast)
    return Part(distances.range_modifier(far + fast), words, "", "dfrpg.ranged.size_speed_range")


def speed_yd(fight: Fight, who: str) -> int:
    """Yards a figure went by its last manoeuvre, where they make it harder to hit.

    Source: dfrpg.ranged.size_speed_range
    """
    mode = own_numbers.switch(fight, "target_speed")
    if mode == "never" or (mode == "move_only" and states.maneuver_of(fight, who) not in FAST):
        return 0
    return turn.yards_moved(fight, who)


def halved(fight: Fight, attack: Attack, damage: Damage) -> Damage:
    """Half the damage from far away. Source: dfrpg.ranged.half_damage."""
    if attack.melee or attack.weapon.shot is None:
        return damage
    own, other = fight.world.creature(attack.who), fight.world.creature(attack.target)
    far = distances.is_half_damage(yards_between(fight.world, own, other), attack.weapon.shot.half_yd)
    return replace(damage, halved=True) if far else damage


def notes(fight: Fight, attack: Attack) -> Iterable[Text]:
    """What a preview of a shot says besides. Source: dfrpg.ranged.half_damage, dfrpg.grid.sight_line."""
    shot = attack.weapon.shot
    if attack.melee or shot is None:
        return ()
    far = yards_between(fight.world, fight.world.creature(attack.who), fight.world.creature(attack.target))
    if distances.is_half_damage(far, shot.half_yd):
        return (text("Beyond half range: half the damage."),)
    return ()


def covered(fight: Fight, attack: Attack) -> Refusal | None:
    """Nobody shoots at what it does not see, nor hits what is wholly behind cover.

    Source: dfrpg.ranged.attack_roll, dfrpg.grid.sight_line
    """
    if attack.melee:
        return None
    if surprise.unseen(fight, attack.who, attack.target) or surprise.undetected(fight, attack.who, attack.target):
        name = fight.world.creature(attack.target).name
        return Refusal(text("{name} is not seen.", name=name), "dfrpg.grid.sight_line")
    own, other = fight.world.creature(attack.who), fight.world.creature(attack.target)
    if not clear_between(fight.world, own, other, EFFECT):
        return Refusal(text("No line of fire leads to {name}.", name=other.name), "dfrpg.grid.sight_line")
    if shelter.hidden(fight.world, own, other):
        return Refusal(text("{name} is wholly behind cover.", name=other.name), ROLL)
    return None


def covering_parts(squares: int, *, line: bool = False, checking: bool = False) -> tuple[Part, ...]:
    """What covering an area by a Wait does to the shot, for `Attack.extra`; `Attack.covering` says how many squares.

    Args:
        squares: how many are covered, 1 for a single target.
        line: they lie in one straight line.
        checking: the shooter looks whom it shoots at.

    Source: dfrpg.ranged.opportunity_fire
    """
    rule = "dfrpg.ranged.opportunity_fire"
    area = distances.covering_modifier(squares, line=line)
    both = distances.covering_modifier(squares, line=line, checking=checking)
    words = ntext("covers {n} square", "covers {n} squares", squares)
    found = (Part(area, words, "", rule), Part(both - area, text("looks whom it shoots at"), "", rule))
    return tuple(one for one in found if one.amount)
