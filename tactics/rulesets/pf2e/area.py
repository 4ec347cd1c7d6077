"""Areas: which squares one takes and whom it catches, cut down by line of effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tactics.core.lattice import Point, Square
from tactics.core.space import square_space
from tactics.core.text import listed, ntext, text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.area_shapes import Area, burst, cone, emanation, line, origin_of, size_sq
from tactics.rulesets.pf2e.creatures import foot_ft, head_ft, space_of
from tactics.rulesets.pf2e.distance import Gaps, flat_gaps_sq, metric_sq, spot
from tactics.rulesets.pf2e.effect import has_effect, show_blocked, squares_in_effect
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.board import EFFECT
from tactics.world.creature import Creature

SHAPES: Mapping[str, Callable[[Case], Area]] = {"burst": burst, "cone": cone, "emanation": emanation, "line": line}

_SHOWN_SQUARES = 6
"""How many squares without line of effect are named in words."""


def judge(case: Case) -> Verdict:
    """The squares an area takes and the creatures in them. Source: pf2e.area.general, pf2e.line_of_effect.area."""
    shape = case.question.shape or ""
    if shape not in SHAPES:
        raise case.refuse("shape", f"Pathfinder 2e has no {shape}; its areas are {', '.join(SHAPES)}")
    area = SHAPES[shape](case)
    if not _may_start(case):
        case.squares("area", ())
        return case.verdict(0, text("The area cannot start there."))
    inside = frozenset(one for one in area.template if not case.world.board.solid(one))
    reached = _in_effect(case, area, inside)
    taken = tuple(sorted(reached, key=lambda one: (one.y, one.x)))
    case.squares("area", taken)
    caught = affected(case, area, reached)
    if case.explain:
        _explain(case, area, inside, reached, caught)
    count = len(taken)
    summary = ntext("The area takes {n} square.", "The area takes {n} squares.", count)
    return case.verdict(count, summary, creatures=tuple(one.id for one in caught))


def _may_start(case: Case) -> bool:
    """Whether the creature a question names has line of effect to the point of origin.

    Source: pf2e.line_of_effect.
    """
    maker, origin = case.question.source or case.question.who, case.question.origin
    if not isinstance(maker, str) or not isinstance(origin, Point):
        return True
    own, start = spot(case.world, maker), spot(case.world, origin)
    if has_effect(case, own.where, start.where):
        return True
    if case.explain:
        show_blocked(case, own, start, EFFECT, "pf2e.line_of_effect")
    return False


def _in_effect(case: Case, area: Area, inside: frozenset[Square]) -> frozenset[Square]:
    """Those of some squares that one of the area's sources has line of effect to."""
    found: frozenset[Square] = frozenset()
    for source in area.sources:
        if found == inside:
            break
        found |= squares_in_effect(case, source, inside - found)
    behind = [square_space(one) for one in area.behind if not case.world.board.solid(one)]
    if not behind:
        return found
    return frozenset().union(*(squares_in_effect(case, one, found) for one in behind))


def affected(case: Case, area: Area, squares: frozenset[Square]) -> list[Creature]:
    """Creatures with a square inside, high enough or low enough to be caught; each of them once.

    The creature an emanation starts from is left out: its maker decides about it.

    Source: pf2e.area.general, pf2e.mounted.targeting.
    """
    shared = frozenset() if area.own is None or area.rule != "pf2e.area.emanation" else frozenset(area.own.squares())
    source = origin_of(case).creature
    return [
        one
        for one in case.world.creatures
        if (source is None or one.id != source.id or area.rule != "pf2e.area.emanation")
        and any(square in squares or square in shared for square in space_of(case.world, one).squares())
        and _at_height(case, area, one, source)
    ]


def _at_height(case: Case, area: Area, creature: Creature, source: Creature | None) -> bool:
    """Whether a creature is not too high above or below an area; cones and lines are judged on the ground."""
    foot, head = foot_ft(case.world, creature), head_ft(case.world, creature)
    space = space_of(case.world, creature)
    if area.rule == "pf2e.area.emanation" and area.own is not None:
        base = 0 if source is None else foot_ft(case.world, source)
        top = base + SQUARE_FT if source is None else head_ft(case.world, source)
        heights = max(0, (max(base - head, foot - top) + SQUARE_FT) // SQUARE_FT)
        gaps = Gaps(*flat_gaps_sq(area.own, space), heights)
    elif area.rule == "pf2e.area.burst":
        # Counted from the point on the ground to the far side, as on the flat.
        heights = max(1, foot // SQUARE_FT + 1, -head // SQUARE_FT + 1)
        gaps = Gaps(*flat_gaps_sq(area.start, space), heights if heights > 1 else 0)
    else:
        return True
    return not gaps.heights or metric_sq(gaps, str(case.switch("distance_3d"))) <= size_sq(case)


def _explain(
    case: Case, area: Area, inside: frozenset[Square], reached: frozenset[Square], caught: list[Creature]
) -> None:
    if area.own is not None:
        case.squares("origin", tuple(area.own.squares()))
    case.step(area.rule, area.words)
    case.step("pf2e.area.general", text("Counted like movement, every second diagonal double."))
    _explain_cut(case, sorted(inside - reached, key=lambda one: (one.y, one.x)))
    spared = [one for one in affected(case, area, inside) if one not in caught]
    for one in spared:
        words = text("{who} stands where it would be, without line of effect to its origin.", who=one.name)
        case.step("pf2e.line_of_effect.area", words)
    if caught:
        case.step("pf2e.area.general", text("It takes in: {who}.", who=listed(one.name for one in caught)))
    else:
        case.step("pf2e.area.general", text("Nobody is in it."))
    if any(case.world.board.at(one).cover != "none" for one in reached):
        case.discretion(text("Effects on objects and on the surroundings are the GM's call."))


def _explain_cut(case: Case, cut: list[Square]) -> None:
    """Say which squares of the template there is no line of effect to."""
    if not cut:
        return
    case.squares("out_of_effect", tuple(cut))
    if len(cut) <= _SHOWN_SQUARES:
        words = text("No line of effect from its origin: {squares}.", squares=listed(cut))
    else:
        words = ntext(
            "{n} square has no line of effect from its origin.",
            "{n} squares have no line of effect from its origin.",
            len(cut),
        )
    case.step("pf2e.line_of_effect.area", words)
