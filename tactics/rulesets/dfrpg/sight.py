"""Line of effect and line of sight."""

from __future__ import annotations

from tactics.core.lattice import Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import text
from tactics.geometry.effect import clear_segment
from tactics.geometry.inside import passes_inside
from tactics.geometry.neat import neat_segment
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.rules.book import Case
from tactics.rules.lines import clear_line, traced_line
from tactics.rules.verdict import Verdict
from tactics.rulesets.dfrpg.arcs import arc_of
from tactics.rulesets.dfrpg.board import blocks_of, lies, switch
from tactics.rulesets.dfrpg.figures import called, place_of
from tactics.world.board import EFFECT, SIGHT
from tactics.world.creature import Creature
from tactics.world.world import World

Place = Space | Point


def judge_effect(case: Case) -> Verdict:
    """Whether there is line of effect.

    Source: dfrpg.grid.sight_line
    """
    return _judge(case, EFFECT)


def judge_sight(case: Case) -> Verdict:
    """Whether there is line of sight; where no facing is known it goes all round.

    Source: dfrpg.grid.sight_line, dfrpg.grid.start_facing, dfrpg.grid.arcs_far
    """
    case.discretion(text("Fog and darkness are not judged in this game."))
    viewer = case.world.creature(case.question.source) if isinstance(case.question.source, str) else None
    if viewer is None or viewer.facing is None:
        case.step("dfrpg.grid.start_facing", text("No facing is known: sight goes all round."))
    elif _behind(case, viewer):
        case.step("dfrpg.grid.arcs_far", text("It lies behind {name}, who looks elsewhere.", name=called(viewer)))
        return case.verdict(False, text("{name} does not look there.", name=called(viewer)))
    return _judge(case, SIGHT)


def _behind(case: Case, viewer: Creature) -> bool:
    """Whether what is looked at lies in the back arc; a bare point of the lattice never does."""
    target = case.question.to
    if isinstance(target, str):
        return arc_of(case.world, viewer, case.world.creature(target)) == "back"
    return isinstance(target, Square) and arc_of(case.world, viewer, target) == "back"


def has_effect(case: Case, source: Place, target: Place) -> bool:
    """Whether there is line of effect.

    Source: dfrpg.grid.sight_line
    """
    touch = str(case.switch("loe_touch"))
    return clear_segment(scene_of(case.world), source, target, blocks=EFFECT, touch=touch) is not None


def clear_between(world: World, a: Creature, b: Creature | Square, blocks: str) -> bool:
    """Whether a line from some cell of a figure to some cell of another one, or to a square, is clear.

    Source: dfrpg.grid.sight_line
    """
    touch, scene = str(switch(world, "loe_touch")), scene_of(world)
    return any(
        clear_segment(scene, source, target, blocks=blocks, touch=touch) is not None
        for source in blocks_of(a)
        for target in (blocks_of(b) if isinstance(b, Creature) else (square_space(b),))
    )


def open_between(world: World, one: Square, other: Square) -> bool:
    """Whether something gets from one square to another one. Source: dfrpg.grid.sight_line."""
    touch = str(switch(world, "loe_touch"))
    line = clear_segment(scene_of(world), square_space(one), square_space(other), blocks=EFFECT, touch=touch)
    return line is not None


def sees(world: World, a: Creature, b: Creature | Square) -> bool:
    """Whether a figure sees another one or a square: a clear line, and not behind it when it looks somewhere.

    Source: dfrpg.grid.sight_line, dfrpg.grid.arcs_far
    """
    return arc_of(world, a, b) != "back" and clear_between(world, a, b, SIGHT)


def figures_between(world: World, a: Creature, b: Creature) -> tuple[str, ...]:
    """Ids of the upright figures in the line of fire, which runs from middle to middle through the inside of cells.

    Source: dfrpg.ranged.attack_roll
    """
    ends = (a.space.centre, b.space.centre)
    others = (one for one in world.creatures if one.id not in (a.id, b.id) and not lies(one))
    return tuple(one.id for one in others if any(passes_inside(*ends, block) for block in blocks_of(one)))


def _judge(case: Case, blocks: str) -> Verdict:
    source, from_name = place_of(case, case.question.source, "from")
    target, to_name = place_of(case, case.question.to, "to")
    touch = str(case.switch("loe_touch"))
    find = neat_segment if case.explain else clear_segment
    segment = find(scene_of(case.world), source, target, blocks=blocks, touch=touch)
    if segment is not None:
        case.line(clear_line(segment, role=blocks))
        case.step("dfrpg.grid.sight_line", text("A line between the two spaces meets nothing that stops it."))
        return case.verdict(True, text("The line from {a} to {b} is clear.", a=from_name, b=to_name))
    if case.explain:
        _explain_none(case, source, target, blocks, strict=touch == "strict")
    return case.verdict(False, text("There is no clear line from {a} to {b}.", a=from_name, b=to_name))


def _explain_none(case: Case, source: Place, target: Place, blocks: str, *, strict: bool) -> None:
    def stops(obstacle: Obstacle) -> bool:
        return blocks in obstacle.blocks

    start = source.centre if isinstance(source, Space) else source
    end = target.centre if isinstance(target, Space) else target
    traced = scene_of(case.world).trace(start, end)
    case.line(traced_line(traced, stops, role=blocks, graze=stops if strict else None))
    case.step("dfrpg.grid.sight_line", text("Every line between the two spaces meets something that stops it."))
