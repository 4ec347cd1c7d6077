"""Line of effect and line of sight."""

from __future__ import annotations

from tactics.core.lattice import Point
from tactics.core.space import Space
from tactics.core.text import text
from tactics.geometry.effect import clear_segment
from tactics.geometry.neat import neat_segment
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.rules.book import Case
from tactics.rules.lines import clear_line, traced_line
from tactics.rules.verdict import Verdict
from tactics.rulesets.dfrpg.figures import place_of
from tactics.world.board import EFFECT, SIGHT

Place = Space | Point


def judge_effect(case: Case) -> Verdict:
    """Whether there is line of effect.

    Source: dfrpg.grid.sight_line
    """
    return _judge(case, EFFECT)


def judge_sight(case: Case) -> Verdict:
    """Whether there is line of sight; where no facing is known it goes all round.

    Source: dfrpg.grid.sight_line, dfrpg.grid.start_facing
    """
    case.step("dfrpg.grid.start_facing", text("No facing is known: sight goes all round."))
    case.discretion(text("Fog and darkness are not judged in this game."))
    return _judge(case, SIGHT)


def has_effect(case: Case, source: Place, target: Place) -> bool:
    """Whether there is line of effect.

    Source: dfrpg.grid.sight_line
    """
    touch = str(case.switch("loe_touch"))
    return clear_segment(scene_of(case.world), source, target, blocks=EFFECT, touch=touch) is not None


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
