"""Senses besides sight: how a file writes them, how precise they are, and whether they reach a target."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from tactics.rules.book import Case
from tactics.rulesets.pf2e.creatures import foot_ft, ground_ft, space_of, stats
from tactics.rulesets.pf2e.distance import Spot, gaps_sq, metric_sq
from tactics.rulesets.pf2e.effect import has_effect
from tactics.rulesets.pf2e.light import DARK, MAGICAL_DARK, light_on
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.creature import Creature
from tactics.world.world import World

PRECISE, IMPRECISE, VAGUE = "precise", "imprecise", "vague"
HEARING = "hearing"
MOTIONLESS, STRONG_SMELL = "motionless", "strong_smell"
"""A condition of a target that made nothing shake since its last turn, and one that can be smelled from afar."""
UPWIND, DOWNWIND = "upwind", "downwind"
"""Conditions of a target from which the wind blows to everybody, and of one the wind blows to."""
IN_NOISE = "in_noise"
"""Condition of who can neither hear nor be heard."""


class Sense(NamedTuple):
    """A sense of one creature besides sight.

    Attributes:
        word: as its stat block writes it.
        name: id of the sense.
        precision: precise, imprecise or vague.
        range_ft: how far it reaches, None for as far as one likes.
    """

    word: str
    name: str
    precision: str
    range_ft: int | None


@cache
def parsed(word: str) -> Sense | None:
    """A sense as a stat block writes it: ``scent``, ``scent_30``, ``scent_imprecise_30``, ``tremorsense_precise``.

    What is left out comes from the table; None for vision modes and words that are no senses.

    Source: pf2e.sense.best_applies
    """
    known = table("senses")["sense"]
    name, feet, precision = word, None, ""
    head, _, tail = name.rpartition("_")
    if tail.isdigit():
        name, feet = head, int(tail)
    for one in table("senses")["precision"]:
        if name.endswith(f"_{one}"):
            name, precision = name.removesuffix(f"_{one}"), one
        elif name.startswith(f"{one}_"):
            name, precision = name.removeprefix(f"{one}_"), one
    if name not in known:
        return None
    entry = known[name]
    return Sense(word, name, precision or entry["precision"], entry.get("range") if feet is None else feet)


def senses_of(creature: Creature | None) -> tuple[Sense, ...]:
    """All senses of a creature but sight, the most precise first; hearing is everybody's.

    Source: pf2e.sense.precise, pf2e.sense.imprecise, pf2e.sense.best_applies
    """
    words = frozenset() if creature is None else stats(creature).senses
    return _sorted(words)


@cache
def _sorted(words: frozenset[str]) -> tuple[Sense, ...]:
    found = [one for one in map(parsed, sorted(words)) if one is not None]
    own = {one.name for one in found}
    known, order = table("senses")["sense"], table("senses")["precision"]
    for name, entry in known.items():
        if entry.get("everyone") and name not in own:
            found.append(Sense(name, name, entry["precision"], entry.get("range")))
    found.sort(key=lambda one: (order.index(one.precision), one.name == HEARING, one.word))
    return tuple(found)


def sees_otherwise(creature: Creature) -> bool:
    """Whether a creature has a precise sense besides sight. Source: pf2e.condition.blinded, pf2e.condition.dazzled."""
    return any(one.precision == PRECISE for one in senses_of(creature))


def sensed_by(case: Case, viewer: Spot, target: Spot, precision: Iterable[str]) -> Sense | None:
    """The best sense besides sight, of one of some precisions, that reaches a target now.

    Source: pf2e.sense.best_applies, pf2e.sense.scent, pf2e.sense.tremorsense
    """
    wanted = frozenset(precision)
    found = (one for one in senses_of(viewer.creature) if one.precision in wanted)
    return next((one for one in found if _reaches(case, one, viewer, target)), None)


def _reaches(case: Case, sense: Sense, viewer: Spot, target: Spot) -> bool:
    entry = table("senses")["sense"][sense.name]
    by = entry.get("by", "")
    feet = metric_sq(gaps_sq(viewer, target), "nested") * SQUARE_FT
    reach = sense.range_ft
    if reach is None and "near_ft" in entry and case.switch("hearing") == "near":
        reach = int(entry["near_ft"])
    if by == "smell" and reach is not None:
        reach = _smelled_ft(reach, target.creature)
    if reach is not None and feet > reach:
        return False
    if by == "sound" and (_deaf(case.world, viewer) or _in_noise(case.world, target)):
        return False
    if by == "smell" and target.creature is not None and "incorporeal" in stats(target.creature).traits:
        return False
    if by == "ground" and not _shakes(case.world, viewer.creature, target.creature):
        return False
    return not entry.get("line") or has_effect(case, viewer.where, target.where)


def _deaf(world: World, viewer: Spot) -> bool:
    deafened = viewer.creature is not None and "deafened" in stats(viewer.creature).conditions
    return deafened or _in_noise(world, viewer)


def _in_noise(world: World, place: Spot) -> bool:
    """Whether what is around a creature drowns every sound. Source: pf2e.sense.imprecise."""
    if place.creature is None:
        return False
    noisy, board = table("senses")["noisy"], world.board
    squares = space_of(world, place.creature).squares()
    around = any(board.inside(one) and board.at(one).id in noisy for one in squares)
    return around or IN_NOISE in stats(place.creature).conditions


def _smelled_ft(range_ft: int, target: Creature | None) -> int:
    """Range of scent for a target: farther against the wind and for strong smells. Source: pf2e.sense.scent."""
    if target is None:
        return range_ft
    numbers, conditions = table("senses")["smell"], stats(target).conditions
    if UPWIND in conditions or STRONG_SMELL in stats(target).traits:
        return range_ft * int(numbers["towards"])
    return range_ft // int(numbers["away"]) if DOWNWIND in conditions else range_ft


def _shakes(world: World, viewer: Creature | None, target: Creature | None) -> bool:
    """Whether a target moves on or through the ground its viewer stands on. Source: pf2e.sense.tremorsense."""
    if viewer is None or target is None or MOTIONLESS in stats(target).conditions:
        return False
    return _on_ground(world, viewer) and _on_ground(world, target)


def _on_ground(world: World, creature: Creature) -> bool:
    flies = "flying" in stats(creature).conditions
    return not flies and foot_ft(world, creature) <= ground_ft(world, space_of(world, creature))


def blinded_by_darkness(world: World, creature: Creature) -> bool:
    """Whether a creature in the dark has no sense that helps it there. Source: pf2e.light.darkness."""
    helps = table("senses")["see_in_dark"]
    if light_on(world, creature.space) not in (DARK, MAGICAL_DARK) or sees_otherwise(creature):
        return False
    return stats(creature).senses.isdisjoint(helps)
