"""Taking care of oneself: what it costs to stand without a defense, when to do nothing but defend, stepping back."""

from __future__ import annotations

from fractions import Fraction

from tactics.ai.places import STEPS, mover_space, safest_square, strides, threatened_in
from tactics.ai.worth import enemies, is_friend, is_hurt, is_up
from tactics.engine.battle import Battle
from tactics.rules.action import MANEUVER, Action
from tactics.world.fight import Fight

DEFENDS = "all_out_defense"
"""The manoeuvre of one who does nothing but defend."""
_RECKLESS = "all_out_attack"
_STRUCK_BACK = Fraction(4)
"""What it costs to be defenseless before one enemy."""
_BADLY = 3
"""Who has less than such a part of its hit points is hurt badly."""
_QUIET = ("concentrate", "aim", "ready")
"""Manoeuvres of those who would rather have nobody close by."""


def exposed(fight: Fight, who: str) -> Fraction:
    """What those may do who can strike one without a defense; twice as much to one who is hurt."""
    if not _chose(fight, who, _RECKLESS) and not fight.body(who).has("defenseless"):
        return Fraction(0)
    count = _strikers(fight, who)
    # Each of several finds it worse than the one before left it.
    return _STRUCK_BACK * (count * (count + 1) // 2) * (2 if is_hurt(fight, who) else 1)


def hard_pressed(fight: Fight, who: str) -> bool:
    """Whether one who is badly hurt should only defend: several strike at it, or one and a friend still fights.

    Not twice running, so that no fight goes on for good.
    """
    body, count = fight.body(who), _strikers(fight, who)
    if body.hp * _BADLY >= body.max_hp or not count or _chose(fight, who, DEFENDS):
        return False
    others = (one.id for one in fight.world.creatures if one.id != who)
    return count > 1 or any(is_friend(fight, who, one) and is_up(fight, one) for one in others)


def step_back(battle: Battle, who: str) -> Action | None:
    """A step out of the reach of everybody for one whose manoeuvre goes better there."""
    fight = battle.fight
    if not _chose(fight, who, *_QUIET) or not _strikers(fight, who):
        return None
    own, foes = mover_space(fight, who), enemies(fight, who)
    danger = frozenset(one for foe in foes for one in (*threatened_in(fight, foe.id), *foe.space.squares()))
    steps = strides(who, battle.allowed(who, ids=STEPS))
    ends = {one.square: one.action for one in steps if danger.isdisjoint(own.at(one.square).squares())}
    best = safest_square(fight, who, tuple(ends))
    return None if best is None else ends[best]


def _chose(fight: Fight, who: str, *ids: str) -> bool:
    """Whether one of some manoeuvres is in force."""
    return any(one.id == MANEUVER and one.note.partition(":")[0] in ids for one in fight.body(who).effects)


def _strikers(fight: Fight, who: str) -> int:
    """How many enemies can strike it where it stands."""
    own = frozenset(fight.world.creature(who).space.squares())
    return sum(not own.isdisjoint(threatened_in(fight, one.id)) for one in enemies(fight, who))
