"""What an action is worth to the one who does it, read off its preview and the state of those it affects.

Damage counts, more where it fells somebody, harm to friends against it, healing where it is needed. No rule of any
book is known here; who is down is told by the usual conditions.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tactics.rules.action import Preview
from tactics.rules.registry import book
from tactics.world.creature import Creature
from tactics.world.fight import Fight
from tactics.world.lately import LatelyBy

DOWN = frozenset({"dead", "dying", "petrified", "unconscious"})
"""Conditions of those who fight no more."""

_PLACELESS = ("unseen", "unnoticed")
"""Ways of being perceived by which one's place is not known."""
_REACTION_COST = Fraction(3)
_CONDITION_WORTH = Fraction(6)
_FELLING_WORTH = Fraction(4)
_FRIEND_WEIGHT = 2
_FRIEND_DYING = Fraction(3, 2)


def is_up(fight: Fight, who: str) -> bool:
    """Whether a creature still fights."""
    if fight.body(who).out:
        return False
    return not DOWN.intersection(one.id for one in fight.body(who).effects)


def enemies(fight: Fight, who: str) -> tuple[Creature, ...]:
    """Those of other sides who still fight; when nobody does, those who could rise again.

    Those whose place it does not know are left out: it neither aims at them nor goes to them.
    """
    side, lost = fight.world.creature(who).side, unknown(fight, who)
    others = [one for one in fight.world.creatures if one.side != side and not fight.body(one.id).out]
    others = [one for one in others if one.id not in lost]
    return tuple(one for one in others if is_up(fight, one.id)) or tuple(others)


_UNKNOWN: LatelyBy[Fight, str, frozenset[str]] = LatelyBy()


def unknown(fight: Fight, who: str) -> frozenset[str]:
    """Ids of the enemies whose place a creature does not know."""
    known = _UNKNOWN.at(fight)
    if who not in known:
        side, fighting = fight.world.creature(who).side, book(fight.system).fighting
        found = {} if fighting is None else fighting.perceived(fight, who)
        lost = (one for one, how in found.items() if how in _PLACELESS and not fight.body(one).out)
        known[who] = frozenset(one for one in lost if fight.world.creature(one).side != side)
    return known[who]


def is_friend(fight: Fight, who: str, other: str) -> bool:
    """Whether two creatures, or one and itself, are of one side."""
    return fight.world.creature(who).side == fight.world.creature(other).side


def is_hurt(fight: Fight, who: str) -> bool:
    """Whether a creature has lost half of its hit points and can be helped."""
    body = fight.body(who)
    return not body.out and 2 * body.hp <= body.max_hp


def worth(fight: Fight, who: str, preview: Preview, aimed: Iterable[str] = ()) -> Fraction:
    """What an action promises, less for reactions.

    Args:
        fight: the moment.
        who: id of the creature that acts.
        preview: of the action.
        aimed: whom it is aimed at, for a preview that does not say whom it affects.
    """
    return promise(fight, who, preview, aimed) - risk(fight, who, preview)


def promise(fight: Fight, who: str, preview: Preview, aimed: Iterable[str] = ()) -> Fraction:
    """What it promises when nobody reacts; arguments as for `worth`."""
    takes = tuple(dict.fromkeys(preview.takes or aimed))
    if not takes:
        return preview.damage_mean
    each = preview.damage_mean * preview.times / len(takes)
    foes = {one.id for one in enemies(fight, who)}
    total = Fraction(0)
    for other in takes:
        friend = is_friend(fight, who, other)
        counts = friend or other in foes
        gain = _harm(fight, other, each) if counts else Fraction(0)
        if counts and not preview.damage_most and preview.chance is not None and not preview.heals_mean:
            gain += _CONDITION_WORTH * preview.chance / len(takes)
        total += -_FRIEND_WEIGHT * gain if friend else gain
        if preview.heals_mean:
            total += _help(fight, other, preview.heals_mean / len(takes)) * (1 if friend else -1)
    return total


def risk(fight: Fight, who: str, preview: Preview) -> Fraction:
    """What the reactions it draws may cost; twice as much for one who is hurt."""
    return _REACTION_COST * len(preview.reactions) * (2 if is_hurt(fight, who) else 1)


def _harm(fight: Fight, other: str, mean: Fraction) -> Fraction:
    """Damage, and more the likelier it fells."""
    body = fight.body(other)
    if not mean or body.out:
        return Fraction(0)
    left = max(1, body.hp + body.temp_hp)
    return mean + _FELLING_WORTH * min(Fraction(1), mean / left)


def _help(fight: Fight, other: str, mean: Fraction) -> Fraction:
    """Healing as far as it is needed; more for one who is down."""
    body = fight.body(other)
    if not is_hurt(fight, other):
        return Fraction(0)
    gain = min(mean, Fraction(body.max_hp - body.hp))
    return gain if is_up(fight, other) else gain * _FRIEND_DYING
