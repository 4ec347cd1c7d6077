"""Concealment: fog, darkness and invisibility between an attacker and a target."""

from __future__ import annotations

from typing import NamedTuple

from tactics.core.lattice import Point
from tactics.core.space import Space, square_space
from tactics.core.text import Text, listed, ntext, text
from tactics.geometry.metric import between_sq
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle, Trace, trace
from tactics.rules.book import Case
from tactics.rules.lines import obstacle_name
from tactics.rules.verdict import Alternative, Line, Verdict
from tactics.rulesets.pf1.cover import attack_kind
from tactics.rulesets.pf1.drawn import drawn
from tactics.rulesets.pf1.light import is_dim
from tactics.rulesets.pf1.occupancy import Refusal
from tactics.rulesets.pf1.places import Spot, spot
from tactics.rulesets.pf1.sight import draw_middle, feels, light_levels, look, may_hide, unseen
from tactics.rulesets.pf1.tables import table
from tactics.world.board import Board
from tactics.world.kept import kept

NONE, CONCEALMENT, TOTAL = "none", "concealment", "total"
GRADES = (NONE, CONCEALMENT, TOTAL)
_LIGHT = {"bright": 0, "dim": 1, "dark": 2}
_GLOOM = ("", "dim_light", "darkness")


class Veil(NamedTuple):
    """Concealment as it was found.

    Attributes:
        grade: none, concealment or total.
        rule: what decides.
        why: in words.
        corner: the attacker's corner where lines were drawn.
        lines: what its lines met.
        rejected: other corners with their grades and lines.
    """

    grade: str
    rule: str
    why: Text
    corner: Point | None = None
    lines: tuple[Trace, ...] = ()
    rejected: tuple[tuple[Point, str, tuple[Trace, ...]], ...] = ()


def judge(case: Case) -> Verdict:
    """Concealment of a target from an attacker.

    Source: pf1.conceal.ranged, pf1.conceal.melee_adjacent, pf1.conceal.miss_chance, pf1.conceal.total
    """
    source, target = spot(case, case.question.source, "from"), spot(case, case.question.to, "to")
    kind = attack_kind(case, source, target)
    found = veil(case, source, target, kind)
    case.squares("origin", tuple(source.space.squares()))
    case.squares("target", tuple(target.space.squares()))
    if found.grade != TOTAL:
        words = text("{source} sees {target}.", source=source.name, target=target.name)
        case.step("pf1.loe.line_of_sight", words)
    explain_veil(case, source, target, found)
    if case.explain:
        for corner, grade, lines in found.rejected:
            hit = sum(1 for line in lines if _veils(line))
            why = ntext("{n} of 4 lines passes it.", "{n} of 4 lines pass it.", hit)
            case.alternative(Alternative(grade, why, corner, lines=tuple(map(_drawn, lines))))
    miss(case, found.grade)
    return case.verdict(found.grade, _summary(found.grade), chosen_corner=found.corner)


def explain_veil(case: Case, source: Spot, target: Spot, found: Veil) -> None:
    """Say what decides about the concealment, and draw the lines."""
    case.step(found.rule, found.why)
    if case.explain:
        case.line(*(_drawn(line) for line in found.lines))
        if found.grade == TOTAL:
            draw_middle(case, source.space, target.space, "sight")


def miss(case: Case, grade: str) -> None:
    """Add the miss chance of a grade.

    Source: pf1.conceal.miss_chance, pf1.conceal.total
    """
    chance = table("concealment")["miss_chance"].get(grade)
    if chance is None:
        return
    rule = "pf1.conceal.total" if grade == TOTAL else "pf1.conceal.miss_chance"
    reason = text("total concealment") if grade == TOTAL else text("concealment")
    case.modifier(chance, "miss_chance", "concealment", reason, rule)
    if grade == TOTAL:
        case.step(rule, text("The target cannot be aimed at; an attack on its square misses half of the time."))


def _summary(grade: str) -> Text:
    chance = table("concealment")["miss_chance"].get(grade, 0)
    if grade == NONE:
        return text("No concealment.")
    if grade == TOTAL:
        return text("Total concealment: {chance}% miss chance, only a square can be attacked.", chance=chance)
    return text("Concealment: {chance}% miss chance.", chance=chance)


def veil(case: Case, source: Spot, target: Spot, kind: str, *, reached: bool = False) -> Veil:
    """How well a target is concealed from one kind of attack.

    Args:
        case: the question.
        source, target: who attacks and who is attacked.
        kind: melee, reach or ranged.
        reached: it is known that effects get from the one to the other.

    Source: pf1.conceal.ranged, pf1.conceal.melee_adjacent, pf1.conceal.melee_nonadjacent, pf1.conceal.invisible
    """
    if reached and not case.explain and not may_hide(case.world) and not source.space.overlaps(target.space):
        hidden = unseen(source.creature, target.creature)
        felt = source.creature is not None and feels(source.creature, source.space, target.space)
        return _CLEAR if hidden is None or felt else Veil(TOTAL, hidden.rule, hidden.why)
    seen = look(case, source.space, target.space, source.creature, target.creature)
    if seen.segment is None:
        refusal = seen.refusal or Refusal("pf1.loe.line_of_sight", text("There is no line of sight."))
        return Veil(TOTAL, refusal.rule, refusal.why)
    if source.creature is not None and feels(source.creature, source.space, target.space):
        return Veil(NONE, "pf1.conceal.ignoring", text("Blindsight needs no eyes."))
    if not case.explain and not _conceals(case.world.board):
        return _CLEAR
    if kind == "melee" and between_sq(source.space, target.space) <= 1:
        return _among_neighbours(case, source, target)
    return _by_lines(case, source, target, kind)


_CLEAR = Veil(NONE, "pf1.conceal.ranged", text("No concealment."))


@kept
def _conceals(board: Board) -> bool:
    """Whether fog or poor light is anywhere on a board."""
    return is_dim(board) or any(one.obscurement for one in board.kinds)


def _among_neighbours(case: Case, source: Spot, target: Spot) -> Veil:
    """A neighbour in melee: its whole space must lie in what conceals.

    Source: pf1.conceal.melee_adjacent, pf1.conceal.light_levels
    """
    board = case.world.board
    fog = [min(board.at(square).obscurement, 1) for square in target.space.squares() if board.inside(square)]
    light = _light(case, source, target)
    levels = [max(pair) for pair in zip(fog, light, strict=True)] if len(light) == len(fog) else fog
    grade = GRADES[min(levels, default=0)]
    if grade == NONE:
        inside = any(levels)
        why = text("Part of its space is clear.") if inside else text("Its own space is clear.")
        return Veil(grade, "pf1.conceal.melee_adjacent", why)
    if any(light):
        return Veil(grade, "pf1.conceal.light_levels", text("Its whole space lies in poor light."))
    return Veil(grade, "pf1.conceal.melee_adjacent", text("Its whole space lies in fog."))


def _light(case: Case, source: Spot, target: Spot) -> list[int]:
    """For each square of the target how far light conceals it: 0, 1 or 2; bare squares look with plain eyes."""
    if source.creature is None:
        return [0]
    return [_LIGHT[level] for level in light_levels(case.world, source.creature, target.space)]


def _by_lines(case: Case, source: Spot, target: Spot, kind: str) -> Veil:
    """From the best corner, lines to the target's outer corners.

    Source: pf1.conceal.ranged, pf1.conceal.melee_nonadjacent, pf1.conceal.figure_obscuring
    """
    dim = _dim_squares(case, source, target)
    scene = scene_of(case.world)
    tries: list[tuple[int, int, Point, tuple[Trace, ...]]] = []
    for number, corner in enumerate(source.space.lattice_corners()):
        lines = tuple(
            trace(corner, end, (*scene.obscuring_on(corner, end), *dim)) for end in target.space.outer_corners()
        )
        hit = sum(1 for line in lines if _veils(line))
        tries.append((hit, number, corner, lines))
        if not hit and not case.explain:
            break
    hit, _, corner, lines = min(tries, key=lambda one: one[:2])
    rule = "pf1.conceal.ranged" if kind == "ranged" else "pf1.conceal.melee_nonadjacent"
    why = text("From corner {corner} no line passes anything that conceals.", corner=corner)
    if hit:
        why = ntext(
            "From corner {corner} {n} of 4 lines passes {what}; one is enough, and no corner is better.",
            "From corner {corner} {n} of 4 lines pass {what}; one is enough, and no corner is better.",
            hit,
            corner=corner,
            what=listed(dict.fromkeys(obstacle_name(one) for line in lines for one in _veils(line))),
        )
    rejected = tuple((other, GRADES[min(its, 1)], drawn) for its, _, other, drawn in tries if other != corner)
    return Veil(GRADES[min(hit, 1)], rule, why, corner, lines, rejected)


def _dim_squares(case: Case, source: Spot, target: Spot) -> tuple[Obstacle, ...]:
    """The target's squares in poor light as obstacles, the darkness in their obscurement."""
    levels = _light(case, source, target)
    if not any(levels):
        return ()
    return tuple(
        Obstacle(_block(square_space(square)), "square", what=_GLOOM[level], square=square, obscurement=level)
        for square, level in zip(target.space.squares(), levels, strict=True)
        if level
    )


def _block(space: Space) -> tuple[Point, ...]:
    top_left, top_right, bottom_left, bottom_right = space.outer_corners()
    return top_left, top_right, bottom_right, bottom_left


def _veils(line: Trace) -> list[Obstacle]:
    """What a line passes that conceals; where it can be seen through at all, it is no more than that."""
    return [met.obstacle for met in line.mets if met.passes]


def _drawn(line: Trace) -> Line:
    return drawn(line, lambda _: False, blocked=bool(_veils(line)), role="concealment")
