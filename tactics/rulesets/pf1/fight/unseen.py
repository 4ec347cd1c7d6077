"""Who is not noticed by whom: hidden by Stealth, or unseen wherever it stands. Moves are planned without such foes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tactics.core.space import Space
from tactics.rulesets.pf1.light import unlit
from tactics.rulesets.pf1.occupancy import in_the_way, passing_refusal
from tactics.rulesets.pf1.places import space_of
from tactics.rulesets.pf1.sight import feels, in_darkness, is_unseen
from tactics.world.creature import Creature
from tactics.world.fight import Fight
from tactics.world.kept import kept
from tactics.world.lately import LatelyBy
from tactics.world.world import World

HIDDEN = "hidden"
"""Effect: the creature in its note does not notice this one; its value is what a search must beat."""
_MAY_BE_UNNOTICED = frozenset({HIDDEN, "invisible"})
_known: LatelyBy[World, tuple[str, ...], World] = LatelyBy()


def hidden_from(fight: Fight, who: str, observer: str) -> bool:
    """Whether a creature hides from an observer.

    Source: pf1.conceal.stealth
    """
    return any((one.id, one.note) == (HIDDEN, observer) for one in fight.body(who).effects)


def in_the_dark(fight: Fight, who: str, observer: str) -> bool:
    """Whether darkness keeps an observer from seeing a creature.

    Source: pf1.conceal.light_levels
    """
    world = fight.world
    if not unlit(world):
        return False
    eye, space = world.creature(observer), space_of(world, world.creature(who))
    return not feels(eye, space_of(world, eye), space) and in_darkness(world, eye, space)


def unnoticed(fight: Fight, who: str) -> tuple[str, ...]:
    """Foes of a creature that nobody of its side notices: hidden or invisible ones.

    Source: pf1.conceal.stealth, pf1.conceal.invisible
    """
    doubtful = _doubtful(fight.world)
    if not doubtful:
        return ()
    side = fight.world.creature(who).side
    foes = [one for one in doubtful if one.side != side and not fight.body(one.id).out]
    if not foes:
        return ()
    own = [one for one in fight.world.creatures if one.side == side and not fight.body(one.id).out]
    return tuple(
        foe.id for foe in foes if all(hidden_from(fight, foe.id, eye.id) or is_unseen(eye, foe) for eye in own)
    )


@kept
def _doubtful(world: World) -> tuple[Creature, ...]:
    """Those whom somebody may not notice."""
    return tuple(one for one in world.creatures if one.of("pf1").conditions & _MAY_BE_UNNOTICED)


def as_known(fight: Fight, who: str, keep: Iterable[str] = ()) -> Fight:
    """The fight as a creature's side knows it: without the foes that nobody of it notices.

    Args:
        fight: the moment.
        who: the creature.
        keep: ids of those who stay in any case, such as the target of a charge.
    """
    gone = tuple(one for one in unnoticed(fight, who) if one not in tuple(keep))
    if not gone:
        return fight
    known = _known.at(fight.world)
    if gone not in known:
        creatures = tuple(one for one in fight.world.creatures if one.id not in gone)
        known[gone] = replace(fight.world, creatures=creatures)
    return replace(fight, world=known[gone])


def bumps_into(fight: Fight, who: str, space: Space) -> str:
    """Id of an unnoticed foe that a creature would run into in a space and may not pass, "" for none.

    Source: pf1.move.through_enemy
    """
    gone = unnoticed(fight, who)
    if not gone:
        return ""
    mover = fight.world.creature(who)
    for other in in_the_way(fight.world, mover):
        near = other.id in gone and space_of(fight.world, other).overlaps(space)
        if near and passing_refusal(mover, other) is not None:
            return other.id
    return ""
