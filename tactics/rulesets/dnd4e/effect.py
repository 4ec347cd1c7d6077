"""Line of effect and line of sight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from tactics.core.lattice import Point, Square
from tactics.core.space import Space
from tactics.core.text import Param, Text, text
from tactics.geometry.effect import Segment, clear_segment, visible_squares
from tactics.geometry.neat import neat_segment
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle, Stops
from tactics.rules.book import Case
from tactics.rules.lines import clear_line, obstacle_name, traced_line
from tactics.rules.verdict import Verdict
from tactics.rulesets.dnd4e.adjacency import touching
from tactics.rulesets.dnd4e.light import is_dark
from tactics.rulesets.dnd4e.spots import Spot, place_of
from tactics.rulesets.dnd4e.tables import stats
from tactics.world.board import EFFECT, SIGHT
from tactics.world.creature import Creature
from tactics.world.world import World

HEAVY = 2
"""Obscurement that hides everyone who is not adjacent."""

Place = Space | Point


def judge_effect(case: Case) -> Verdict:
    """Whether there is line of effect between two places.

    Source: dnd4e.loe.trace, dnd4e.loe.pinch
    """
    source, target, names = _places(case)
    segment = effect_segment(case, source, target)
    if segment is not None:
        case.line(clear_line(segment, role="effect"))
        case.step("dnd4e.loe.trace", text("A line between the two spaces meets nothing solid."))
        return case.verdict(True, text("There is line of effect from {a} to {b}.", a=names[0], b=names[1]))
    explain_no_effect(case, source, target)
    return case.verdict(False, text("There is no line of effect from {a} to {b}.", a=names[0], b=names[1]))


def judge_sight(case: Case) -> Verdict:
    """Whether there is line of sight between two places.

    Source: dnd4e.los.trace, dnd4e.los.blockers, dnd4e.loe.not_sight
    """
    source, target, names = _places(case)
    viewer = case.world.creature(case.question.source) if isinstance(case.question.source, str) else None
    no = text("There is no line of sight from {a} to {b}.", a=names[0], b=names[1])
    find = neat_segment if case.explain else clear_segment
    segment = find(scene_of(case.world), source, target, blocks=SIGHT, touch=_touch(case))
    if segment is None:
        _explain_none(case, case.world, source, target, SIGHT, "sight")
        case.step("dnd4e.los.trace", text("Every line between the two spaces meets something that stops sight."))
        return case.verdict(False, no)
    if _lost_in_dark(case.world, viewer, target):
        case.step("dnd4e.los.blockers", text("{b} lies in darkness.", b=names[1]))
        return case.verdict(False, no)
    if not _near(source, target):
        segment = find(scene_of(_foggy(case.world)), source, target, blocks=SIGHT, touch=_touch(case))
        if segment is None:
            _explain_none(case, _foggy(case.world), source, target, SIGHT, "sight")
            case.step("dnd4e.los.blockers", text("A heavily obscured square hides what is not adjacent."))
            return case.verdict(False, no)
    case.line(clear_line(segment, role="sight"))
    case.step("dnd4e.los.trace", text("A line between the two spaces meets nothing that stops sight."))
    return case.verdict(True, text("There is line of sight from {a} to {b}.", a=names[0], b=names[1]))


def effect_segment(case: Case, source: Place, target: Place) -> Segment | None:
    """A clear line of effect, None where there is none.

    Source: dnd4e.loe.trace
    """
    find = neat_segment if case.explain else clear_segment
    return find(scene_of(case.world), source, target, blocks=EFFECT, touch=_touch(case))


def has_effect(case: Case, source: Place, target: Place) -> bool:
    """Whether there is line of effect.

    Source: dnd4e.loe.trace
    """
    return clear_segment(scene_of(case.world), source, target, blocks=EFFECT, touch=_touch(case)) is not None


def effect_squares(case: Case, source: Place, squares: Iterable[Square]) -> frozenset[Square]:
    """Those of some squares to which there is line of effect.

    Source: dnd4e.loe.origin_to_target
    """
    return visible_squares(scene_of(case.world), source, squares, blocks=EFFECT, touch=_touch(case))


def has_sight(case: Case, viewer: Creature | None, source: Place, target: Place) -> bool:
    """Whether there is line of sight, obscurement and darkness included.

    Args:
        case: the question.
        viewer: who looks, for darkvision; None for anybody.
        source, target: the two places.

    Source: dnd4e.los.trace, dnd4e.los.blockers
    """
    if _lost_in_dark(case.world, viewer, target):
        return False
    world = case.world if _near(source, target) else _foggy(case.world)
    return clear_segment(scene_of(world), source, target, blocks=SIGHT, touch=_touch(case)) is not None


def can_see(case: Case, viewer: Spot, target: Spot) -> bool:
    """Whether one creature sees another where it stands.

    Source: dnd4e.los.trace, dnd4e.concealment.total, dnd4e.concealment.invisible, dnd4e.stealth.hide
    """
    if viewer.creature is not None and "blinded" in stats(viewer.creature).conditions:
        return False
    if target.creature is not None and "invisible" in stats(target.creature).conditions:
        return False
    known = stats(target.creature).conditions if target.creature is not None else frozenset()
    if viewer.creature is not None and f"hidden:{viewer.creature.id}" in known:
        return False
    return has_sight(case, viewer.creature, viewer.space, target.space)


def explain_no_effect(case: Case, source: Place, target: Place) -> None:
    """Show a blocked line where there is no line of effect."""
    if not case.explain:
        return
    stopped = _explain_none(case, case.world, source, target, EFFECT, "effect")
    if stopped is None:
        case.step("dnd4e.loe.trace", text("Every line between the two spaces meets something solid."))
    else:
        case.step(
            "dnd4e.loe.trace",
            text(
                "Every line between the two spaces meets something solid, the one between the middles {what}.",
                what=stopped,
            ),
        )


def _explain_none(case: Case, world: World, source: Place, target: Place, blocks: str, role: str) -> Text | None:
    if not case.explain:
        return None

    def stops(obstacle: Obstacle) -> bool:
        return blocks in obstacle.blocks

    start, end = _middle(source), _middle(target)
    traced = scene_of(world).trace(start, end)
    graze: Stops | None = stops if _touch(case) == "strict" else None
    case.line(traced_line(traced, stops, role=role, graze=graze))
    met = [met.obstacle for met in traced.mets if stops(met.obstacle)]
    case.squares("blockers", tuple(dict.fromkeys(one.square for one in met if one.square is not None)))
    return obstacle_name(met[0]) if met else None


def _places(case: Case) -> tuple[Place, Place, tuple[Param, Param]]:
    source, from_name = place_of(case, case.question.source, "from")
    target, to_name = place_of(case, case.question.to, "to")
    for name, place in (("origin", source), ("target", target)):
        if isinstance(place, Space):
            case.squares(name, tuple(place.squares()))
    return source, target, (from_name, to_name)


def _middle(place: Place) -> Point:
    return place.centre if isinstance(place, Space) else place


def _touch(case: Case) -> str:
    return str(case.switch("loe_touch"))


def _near(source: Place, target: Place) -> bool:
    return isinstance(source, Space) and isinstance(target, Space) and touching(source, target)


def _lost_in_dark(world: World, viewer: Creature | None, target: Place) -> bool:
    return isinstance(target, Space) and all(is_dark(world, square, viewer) for square in target.squares())


_FOGGY: WeakKeyDictionary[World, World | None] = WeakKeyDictionary()


def _foggy(world: World) -> World:
    """The position with heavily obscured squares as blockers of sight; the position itself where there are none."""
    if world not in _FOGGY:
        _FOGGY[world] = _fogged(world)
    return _FOGGY[world] or world


def _fogged(world: World) -> World | None:
    board = world.board
    heavy = [n for n, kind in enumerate(board.kinds) if kind.obscurement >= HEAVY]
    if not np.isin(board.terrain, heavy).any():
        return None
    kinds = tuple(
        replace(kind, blocks=kind.blocks | {SIGHT}) if n in heavy else kind for n, kind in enumerate(board.kinds)
    )
    return replace(world, board=replace(board, kinds=kinds))
