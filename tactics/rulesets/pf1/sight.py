"""Line of effect and line of sight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

from tactics.core.lattice import Point
from tactics.core.space import Space, square_space
from tactics.core.text import Param, listed, text
from tactics.geometry.effect import Segment, clear_segment
from tactics.geometry.metric import between_sq
from tactics.geometry.neat import neat_segment
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.rules.book import Case
from tactics.rules.lines import clear_line, obstacle_name
from tactics.rules.question import Place
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1.drawn import drawn
from tactics.rulesets.pf1.light import is_blinded, light_at, sense_sq, unlit
from tactics.rulesets.pf1.occupancy import Refusal
from tactics.rulesets.pf1.places import called, creature_spot, space_or_point
from tactics.rulesets.pf1.reach import point_to_space_sq
from tactics.rulesets.pf1.shelter import is_solid
from tactics.rulesets.pf1.tables import table
from tactics.world.board import EFFECT, SIGHT, Board
from tactics.world.creature import Creature
from tactics.world.world import World

_SEES_INVISIBLE = frozenset({"see_invisible", "see_invisibility", "true_seeing"})
_NEEDS_NO_LIGHT = frozenset({"see_in_darkness", "true_seeing"})
_HEAVY = 2


class Look(NamedTuple):
    """What became of a look from one place to another: a clear line, or why there is none.

    Attributes:
        segment: the line.
        refusal: why there is none.
        walled: whether that is for something in the way, not for fog, darkness or eyes.
    """

    segment: Segment | None
    refusal: Refusal | None = None
    walled: bool = False


def effect(case: Case, source: Space | Point, target: Space | Point) -> Segment | None:
    """A line of effect.

    Source: pf1.loe.line_of_effect
    """
    find = neat_segment if case.explain else clear_segment
    return find(scene_of(case.world), source, target, touch=str(case.switch("loe_touch")))


def judge_line_of_effect(case: Case) -> Verdict:
    """Whether effects get from one place to another.

    Source: pf1.loe.line_of_effect, pf1.loe.small_hole
    """
    (source, name), (target, its_name) = _ends(case)
    found = effect(case, source, target)
    if found is not None:
        case.line(clear_line(found))
        words = text("The line from {start} to {end} meets nothing solid.", start=found.start, end=found.end)
        case.step("pf1.loe.line_of_effect", words)
        return case.verdict(True, text("Line of effect from {source} to {target}.", source=name, target=its_name))
    case.step("pf1.loe.line_of_effect", text("Every line between the two meets something solid."))
    explain_no_effect(case, source, target)
    return case.verdict(False, text("No line of effect from {source} to {target}.", source=name, target=its_name))


def judge_line_of_sight(case: Case) -> Verdict:
    """Whether one place can be seen from another; a creature looks with its own eyes.

    Source: pf1.loe.line_of_sight, pf1.conceal.light_levels, pf1.conceal.figure_obscuring
    """
    (source, name), (target, its_name) = _ends(case)
    observer = _creature_at(case, case.question.source)
    found = look(case, source, target, observer, _creature_at(case, case.question.to))
    if found.segment is not None:
        case.line(clear_line(found.segment, role="sight"))
        ends = {"start": found.segment.start, "end": found.segment.end}
        words = text("The line from {start} to {end} meets nothing that stops sight.", **ends)
        case.step("pf1.loe.line_of_sight", words)
        return case.verdict(True, text("{source} sees {target}.", source=name, target=its_name))
    draw_middle(case, source, target, "sight")
    if found.refusal is not None:
        case.step(*found.refusal)
        if found.walled:
            _name_blockers(case, source, target, "pf1.loe.line_of_sight")
    return case.verdict(False, text("{source} does not see {target}.", source=name, target=its_name))


def _ends(case: Case) -> tuple[tuple[Space | Point, Param], tuple[Space | Point, Param]]:
    ends = space_or_point(case, case.question.source, "from"), space_or_point(case, case.question.to, "to")
    for name, (place, _) in zip(("origin", "target"), ends, strict=True):
        if isinstance(place, Space):
            case.squares(name, tuple(place.squares()))
    return ends


def _creature_at(case: Case, place: Place | None) -> Creature | None:
    return case.world.creature(place) if isinstance(place, str) else None


def look(
    case: Case, source: Space | Point, target: Space | Point, observer: Creature | None, seen: Creature | None
) -> Look:
    """Look from one place to another.

    Args:
        case: the question.
        source, target: the two places.
        observer: whose eyes; None needs no light and knows no conditions.
        seen: who is looked at, None for a bare place.

    Source: pf1.loe.line_of_sight
    """
    felt = observer is not None and feels(observer, source, target)
    hidden = None if felt else unseen(observer, seen)
    if hidden is not None:
        return Look(None, hidden)
    find = neat_segment if case.explain else clear_segment
    segment = find(scene_of(case.world), source, target, blocks="sight", touch=str(case.switch("loe_touch")))
    if segment is None:
        words = text("Something that stops sight is in every line.")
        return Look(None, Refusal("pf1.loe.line_of_sight", words), walled=True)
    if felt:
        return Look(segment)
    if _distance_sq(source, target) > table("concealment")["dense_fog"]["sight_sq"]:
        segment = _through_fog(case, source, target, segment)
        if segment is None:
            words = text("Dense fog ends all sight after 5 ft.")
            return Look(None, Refusal("pf1.conceal.figure_obscuring", words))
    if observer is not None and isinstance(target, Space) and in_darkness(case.world, observer, target):
        words = text("It is dark there, and {name} needs light to see.", name=called(observer))
        return Look(None, Refusal("pf1.conceal.light_levels", words))
    return Look(segment)


def unseen(observer: Creature | None, seen: Creature | None) -> Refusal | None:
    """Why an observer's eyes cannot see somebody wherever it stands, None when nothing of the kind is the matter.

    Source: pf1.conceal.invisible, pf1.loe.line_of_sight
    """
    if observer is not None and is_blinded(observer):
        return Refusal("pf1.loe.line_of_sight", text("{name} is blinded.", name=called(observer)))
    if seen is not None and "invisible" in seen.of("pf1").conditions:
        if observer is not None and observer.of("pf1").senses & _SEES_INVISIBLE:
            return None
        return Refusal("pf1.conceal.invisible", text("{name} is invisible.", name=called(seen)))
    return None


def is_unseen(observer: Creature, seen: Creature) -> bool:
    """Whether somebody is unseen by an observer whatever lies between the two.

    Source: pf1.conceal.invisible
    """
    return not feels(observer, observer.space, seen.space) and unseen(observer, seen) is not None


_hiding: WeakKeyDictionary[Board, bool] = WeakKeyDictionary()


def may_hide(world: World) -> bool:
    """Whether the board has anything that hides somebody whom effects can reach: fog, poor light, a curtain.

    Source: pf1.conceal.ranged, pf1.loe.line_of_sight
    """
    board = world.board
    found = _hiding.get(board)
    if found is None:
        stops = [*(one.blocks for one in board.walls), *(one.blocks for one in board.kinds)]
        curtains = any(SIGHT in one and EFFECT not in one for one in stops)
        fog = any(one.obscurement for one in board.kinds)
        found = _hiding[board] = curtains or fog or unlit(world)
    return found


def feels(observer: Creature, source: Space | Point, target: Space | Point) -> bool:
    """Whether blindsight reaches a place, so that fog, darkness and invisibility are idle.

    Source: pf1.conceal.ignoring
    """
    reach_sq = sense_sq(observer, "blindsight")
    return reach_sq is not None and _distance_sq(source, target) <= reach_sq


def _distance_sq(source: Space | Point, target: Space | Point) -> int:
    if isinstance(source, Point) or isinstance(target, Point):
        point, other = (source, target) if isinstance(source, Point) else (target, source)
        assert isinstance(point, Point)
        return 0 if isinstance(other, Point) else point_to_space_sq(point, other)
    return between_sq(source, target)


def in_darkness(world: World, observer: Creature, target: Space) -> bool:
    """Whether a space lies entirely in darkness to somebody's eyes.

    Source: pf1.conceal.light_levels, pf1.conceal.ignoring
    """
    return all(level == "dark" for level in light_levels(world, observer, target))


def light_levels(world: World, observer: Creature, target: Space) -> tuple[str, ...]:
    """The light of each square of a space to somebody's eyes; within darkvision everything is bright.

    Source: pf1.conceal.light_levels, pf1.conceal.ignoring
    """
    if not unlit(world):
        return ("bright",)
    senses, range_sq = observer.of("pf1").senses, sense_sq(observer, "darkvision")
    if senses & _NEEDS_NO_LIGHT:
        return tuple("bright" for _ in target.squares())
    space = creature_spot(world, observer).space
    return tuple(
        "bright"
        if range_sq is not None and between_sq(space, square_space(square)) <= range_sq
        else light_at(world, square, low_light="low_light_vision" in senses)
        for square in target.squares()
    )


_foggy: WeakKeyDictionary[World, World] = WeakKeyDictionary()


def _through_fog(case: Case, source: Space | Point, target: Space | Point, segment: Segment) -> Segment | None:
    """A line of sight that meets no dense fog, at a distance at which fog is a wall.

    Source: pf1.conceal.figure_obscuring
    """
    board = case.world.board
    if not any(one.obscurement >= _HEAVY for one in board.kinds):
        return segment
    world = _foggy.get(case.world)
    if world is None:
        kinds = tuple(
            replace(one, blocks=one.blocks | {SIGHT}) if one.obscurement >= _HEAVY else one for one in board.kinds
        )
        world = _foggy[case.world] = replace(case.world, board=replace(board, kinds=kinds))
    touch = str(case.switch("loe_touch"))
    lines = (
        clear_segment(scene_of(world), here, there, blocks="sight", touch=touch)
        for here in _clear_parts(case.world, source)
        for there in _clear_parts(case.world, target)
    )
    return next((line for line in lines if line is not None), None)


def _clear_parts(world: World, place: Space | Point) -> Iterator[Space | Point]:
    """The place itself where no dense fog is in it, else its squares that are free of it."""
    if isinstance(place, Point):
        yield place
        return
    squares = [one for one in place.squares() if world.board.inside(one)]
    clear = [one for one in squares if world.board.at(one).obscurement < _HEAVY]
    if len(clear) == len(squares):
        yield place
    else:
        yield from map(square_space, clear)


def explain_no_effect(case: Case, source: Space | Point, target: Space | Point) -> None:
    """Draw the line between the middles, name what stands in it, and say where a line that only touches is left.

    Source: pf1.loe.line_of_effect
    """
    if not case.explain:
        return
    rule = "pf1.loe.line_of_effect"
    draw_middle(case, source, target, "effect")
    _name_blockers(case, source, target, rule)
    if clear_segment(scene_of(case.world), source, target, touch="lenient") is not None:
        words = text("Only a line that touches something solid would get through, and that is no line of effect.")
        case.step(rule, words)


def _name_blockers(case: Case, source: Space | Point, target: Space | Point, rule: str) -> None:
    """Name what stands in the line between the middles."""
    traced = scene_of(case.world).trace(_middle(source), _middle(target))
    stops = is_solid if rule == "pf1.loe.line_of_effect" else (lambda one: SIGHT in one.blocks)
    blockers = [met.obstacle for met in traced.mets if stops(met.obstacle)]
    if blockers:
        names = dict.fromkeys(obstacle_name(one) for one in blockers)
        case.step(rule, text("In the way: {what}.", what=listed(names)))
        case.squares("blockers", tuple(dict.fromkeys(one.square for one in blockers if one.square is not None)))


def _middle(place: Space | Point) -> Point:
    return place.centre if isinstance(place, Space) else place


def draw_middle(case: Case, source: Space | Point, target: Space | Point, role: str) -> None:
    """The line between the middles, for a look that fails."""
    if not case.explain:
        return
    scene = scene_of(case.world)
    start, end = _middle(source), _middle(target)
    fog: tuple[Obstacle, ...] = ()
    if role == "sight" and _distance_sq(source, target) > table("concealment")["dense_fog"]["sight_sq"]:
        fog = tuple(one for one in scene.obscuring_on(start, end) if one.obscurement >= _HEAVY)
    stops = is_solid if role == "effect" else (lambda one: SIGHT in one.blocks or one.obscurement >= _HEAVY)
    line = drawn(scene.trace(start, end, extra=fog), stops, blocked=True, role=role)
    if role == "effect" or any(one.stops for one in line.contacts):
        case.line(line)
