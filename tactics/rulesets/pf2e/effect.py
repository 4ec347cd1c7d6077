"""Line of effect and line of sight."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.core.text import Text, text
from tactics.geometry.effect import Segment, clear_segment, visible_squares
from tactics.geometry.neat import neat_segment
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.rules.book import Case
from tactics.rules.lines import clear_line, traced_line
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.distance import Spot, spot
from tactics.rulesets.pf2e.fog import HEAVY, at_least, fog_between, fog_trace
from tactics.rulesets.pf2e.light import light_on, sees_in
from tactics.world.board import EFFECT, SIGHT

NARROW = UNIT // 5
"""One foot: a narrower gap counts as closed. Source: pf2e.line_of_effect."""


def clear_way(case: Case, source: Space | Point, target: Space | Point, blocks: str = EFFECT) -> Segment | None:
    """A straight way from inside one place to inside another that no solid stops, neat where it will be shown.

    Source: pf2e.line_of_effect, pf2e.line_of_sight.
    """
    touch, find = str(case.switch("loe_touch")), neat_segment if case.explain else clear_segment
    return find(scene_of(case.world), source, target, blocks=blocks, touch=touch, narrow=NARROW)


def has_effect(case: Case, source: Space | Point, target: Space | Point) -> bool:
    """Whether there is line of effect. Source: pf2e.line_of_effect."""
    touch = str(case.switch("loe_touch"))
    return clear_segment(scene_of(case.world), source, target, touch=touch, narrow=NARROW) is not None


def squares_in_effect(case: Case, source: Space | Point, squares: Iterable[Square]) -> frozenset[Square]:
    """Those of some squares that there is line of effect to. Source: pf2e.line_of_effect.area."""
    touch = str(case.switch("loe_touch"))
    return visible_squares(scene_of(case.world), source, squares, blocks=EFFECT, touch=touch, narrow=NARROW)


def stops_effect(obstacle: Obstacle) -> bool:
    """Whether an obstacle is solid for effects."""
    return EFFECT in obstacle.blocks


def stops_sight(obstacle: Obstacle) -> bool:
    """Whether an obstacle cannot be looked through."""
    return SIGHT in obstacle.blocks


def _ends(case: Case) -> tuple[Spot, Spot]:
    source, target = case.question.source, case.question.to
    if source is None or target is None:
        raise case.refuse("from", "a line has two ends")
    ends = spot(case.world, source), spot(case.world, target)
    for name, end in zip(("origin", "target"), ends, strict=True):
        if isinstance(end.where, Space):
            case.squares(name, tuple(end.where.squares()))
    return ends


def show_blocked(case: Case, source: Spot, target: Spot, blocks: str, rule: str) -> None:
    """Draw the line between two places, say what stops it, and that no other line gets through."""
    stops = stops_effect if blocks == EFFECT else stops_sight
    strict = case.switch("loe_touch") == "strict"
    trace = scene_of(case.world).trace(source.centre, target.centre)
    line = traced_line(trace, stops, role=blocks, graze=stops if strict else None)
    case.line(line)
    met = [one for one in line.contacts if one.stops]
    case.squares("blockers", tuple(dict.fromkeys(one.square for one in met if one.square is not None)))
    words = text("Every straight line from {source} to {target} is stopped.", source=source.name, target=target.name)
    if _way_with_gaps(case, source, target, blocks, touch="strict") is not None:
        words = text("What is open between them is narrower than one foot and counts as closed.")
    elif met:
        words = text(
            "The straight line from {source} to {target} meets {what}, and no other gets through.",
            source=source.name,
            target=target.name,
            what=met[0].what,
        )
    case.step(rule, words)
    grazing = _way_with_gaps(case, source, target, blocks, touch="lenient") if strict else None
    if grazing is not None and not _along_the_edge(case, grazing):
        case.discretion(text("A line that only touches what is solid gets through; the GM may let that be enough."))


def _way_with_gaps(case: Case, source: Spot, target: Spot, blocks: str, *, touch: str) -> Segment | None:
    """A line that would get through with the narrowest gaps open."""
    return clear_segment(scene_of(case.world), source.where, target.where, blocks=blocks, touch=touch)


def _along_the_edge(case: Case, way: Segment) -> bool:
    """Whether a line runs along the edge of the board, beyond which all is solid."""
    board = case.world.board
    upright = way.start.x == way.end.x and way.start.x in (0, board.width * UNIT)
    return upright or (way.start.y == way.end.y and way.start.y in (0, board.height * UNIT))


def way_words(case: Case, way: Segment, source: Spot, target: Spot) -> Text:
    """That a line of effect gets through, and whether it is the one between the middles."""
    names = {"source": source.name, "target": target.name}
    if scene_of(case.world).trace(way.start, way.end).grazed(stops_effect):
        return text("A straight line from {source} to {target} only touches what is solid: line of effect.", **names)
    if (way.start, way.end) == (source.centre, target.centre):
        return text("The straight line from {source} to {target} meets nothing solid: line of effect.", **names)
    return text(
        "The middle line from {source} to {target} meets something solid, but another one does not: line of effect.",
        **names,
    )


def judge_effect(case: Case) -> Verdict:
    """Whether there is line of effect between two places. Source: pf2e.line_of_effect."""
    source, target = _ends(case)
    way = clear_way(case, source.where, target.where)
    if way is not None:
        if case.explain:
            case.line(clear_line(way, role="effect"))
            case.step("pf2e.line_of_effect", way_words(case, way, source, target))
        return case.verdict(True, text("Line of effect: yes."))
    if case.explain:
        show_blocked(case, source, target, EFFECT, "pf2e.line_of_effect")
    return case.verdict(False, text("Line of effect: no."))


def judge_sight(case: Case) -> Verdict:
    """Whether one place can be seen from another. Source: pf2e.line_of_sight."""
    source, target = _ends(case)
    way = clear_way(case, source.where, target.where, SIGHT)
    if way is None:
        if case.explain:
            show_blocked(case, source, target, SIGHT, "pf2e.line_of_sight")
        return case.verdict(False, text("Line of sight: no."))
    if fog_between(case.world, source, target) == HEAVY:
        if case.explain:
            case.line(traced_line(fog_trace(case.world, source, target), at_least(HEAVY), role="sight"))
        case.step("pf2e.detect.hidden", text("Fog too dense to see through lies between or round the target."))
        return case.verdict(False, text("Line of sight: no."))
    case.line(clear_line(way, role="sight"))
    words = text(
        "Some straight line from {source} to {target} meets nothing that stops sight.",
        source=source.name,
        target=target.name,
    )
    case.step("pf2e.line_of_sight", words)
    seen = sees_in(source.creature, light_on(case.world, target.where))
    if seen is not None:
        case.step(seen.rule, seen.why)
        if not seen.visible:
            return case.verdict(False, text("Line of sight: no."))
    return case.verdict(True, text("Line of sight: yes."))
