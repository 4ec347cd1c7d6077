"""Forced movement: pushes, pulls, shoves."""

from __future__ import annotations

from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.geometry.metric import alternating_sq
from tactics.geometry.paths import path_cost
from tactics.geometry.steps import MoveCosts, Steps
from tactics.rules.ground import walking_steps
from tactics.rulesets.pf2e.falling import Landing, land
from tactics.rulesets.pf2e.hazards import touches_hazard
from tactics.rulesets.pf2e.passing import may_end_turn
from tactics.rulesets.pf2e.sizes import steps_above
from tactics.rulesets.pf2e.tables import check_degree, table, whole_squares
from tactics.world.creature import Creature
from tactics.world.place import open_square
from tactics.world.world import World

MAY_ENDANGER = ("push", "pull")
"""Kinds of forced movement that may lead into danger."""


class Forced(NamedTuple):
    """Where forced movement ends.

    Attributes:
        path: top left squares from the start to where it stops.
        stopped: whether it stopped before its distance was used up.
    """

    path: tuple[Square, ...]
    stopped: bool


def away_from(source: Space, target: Space) -> tuple[int, int]:
    """The direction straight away from a space, as unit steps: the nearest of eight, along a shared row or column.

    Source: pf2e.move.forced.
    """
    columns, rows = source.gap_sq(target)
    right, down = target.centre.x - source.centre.x, target.centre.y - source.centre.y
    # Twice as far one way as the other is nearer to the row or column than to the diagonal.
    dx = 0 if 2 * columns < rows else (right > 0) - (right < 0)
    dy = 0 if 2 * rows < columns else (down > 0) - (down < 0)
    return (dx if columns else 0, dy if rows else 0)


def push(world: World, source: Creature, target: Creature, distance_ft: int, *, kind: str = "push") -> Forced:
    """Move a creature straight away from another, or towards it with ``kind="pull"``.

    The effect sets the distance, counted as ever with every second diagonal double; difficult ground costs nothing,
    and the move stops in the last space the creature can be in. No reaction is set off.

    Source: pf2e.move.forced, pf2e.skill.shove.

    Raises:
        ValueError: the two share squares, so that no direction leads away.
    """
    dx, dy = away_from(source.space, target.space)
    if not dx and not dy:
        raise ValueError("creatures in the same squares have no direction between them")
    if kind == "pull":
        dx, dy = -dx, -dy
    distance_sq = whole_squares(distance_ft)
    squares = (
        distance_sq
        if not (dx and dy)
        else max(n for n in range(distance_sq + 1) if alternating_sq(n, n) <= distance_sq)
    )
    path = [target.space.anchor]
    steps = _free_steps(world, target.space)
    for _ in range(squares):
        after = Square(path[-1].x + dx, path[-1].y + dy)
        if not can_be_forced(world, target, steps, path[-1], after, kind=kind):
            break
        path.append(after)
    return Forced(tuple(path), len(path) - 1 < squares)


def can_be_forced(world: World, target: Creature, steps: Steps, before: Square, after: Square, *, kind: str) -> bool:
    """Whether forced movement can lead from one place to the next.

    Source: pf2e.move.forced, pf2e.move.forced_danger.
    """
    if path_cost(steps, (before, after)) is None:
        return False
    space = target.space.at(after)
    if kind not in MAY_ENDANGER and touches_hazard(world.board, space.squares()):
        return False
    return may_end_turn(world, target, space)


def destination_allowed(world: World, target: Creature, square: Square, *, kind: str) -> bool:
    """Whether an effect may put a creature somewhere: only pushes and pulls may put it into danger.

    Source: pf2e.move.forced_danger.
    """
    space = target.space.at(square)
    if not all(open_square(world, one) for one in space.squares()) or not may_end_turn(world, target, space):
        return False
    return kind in MAY_ENDANGER or not touches_hazard(world.board, space.squares())


def off_a_ledge(drop_ft: int) -> Landing:
    """What being pushed off a ledge comes to. Source: pf2e.move.forced_danger, pf2e.move.falling."""
    return land(drop_ft)


def _free_steps(world: World, space: Space) -> Steps:
    return walking_steps(world.board, MoveCosts(straight=(2, 2, 2), diagonal=(3, 3, 3)), (space.width, space.height))


class Shove(NamedTuple):
    """What a Shove comes to.

    Attributes:
        feet: how far the target may be pushed.
        prone: whether the one who shoved falls prone.
    """

    feet: int
    prone: bool = False


def may_shove(shover_size: str, target_size: str, *, free_hand: bool) -> bool:
    """Whether a creature can Shove another at all. Source: pf2e.skill.shove."""
    return free_hand and steps_above(target_size, shover_size) <= int(table("movement")["shove"]["bigger_by"])


def shove(degree: str) -> Shove:
    """A Shove by the degree of its Athletics check.

    Source: pf2e.skill.shove.

    Raises:
        ValueError: unknown degree.
    """
    rules = table("movement")["shove"]
    if check_degree(degree) in ("success", "critical_success"):
        return Shove(int(rules[f"{degree.removesuffix('_success')}_ft"]))
    return Shove(0, prone=degree == "critical_failure")


def follow(pushed: Forced, shover: Creature) -> tuple[Square, ...]:
    """The Stride that may follow a Shove: as far, in the same direction. Source: pf2e.skill.shove."""
    start = pushed.path[0]
    return tuple(Square(shover.space.x + one.x - start.x, shover.space.y + one.y - start.y) for one in pushed.path)
