"""Light levels, and what a creature's eyes make of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Text, text
from tactics.geometry.effect import clear_segment
from tactics.geometry.metric import alternating_sq
from tactics.geometry.scene import scene_of
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.distance import flat_gaps_sq
from tactics.rulesets.pf2e.tables import table
from tactics.world.board import LIGHTS, SIGHT, Lamp
from tactics.world.creature import Creature
from tactics.world.world import World

BRIGHT, DIM, DARK = LIGHTS
MAGICAL_DARK = "magical_dark"
"""Darkness of strong magic, which darkvision only half sees through."""


def lamp_level(distance_sq: int, bright_sq: int, dim_sq: int) -> str:
    """Light of a lamp at a distance. Source: pf2e.light.levels."""
    if distance_sq <= bright_sq:
        return BRIGHT
    return DIM if distance_sq <= dim_sq else DARK


def dim_radius_sq(lamp: Lamp) -> int:
    """How far a lamp sheds dim light: twice its bright radius unless it says so itself. Source: pf2e.light.levels."""
    return lamp.dim_sq if lamp.dim_sq > lamp.bright_sq else 2 * lamp.bright_sq


def light_at(world: World, square: Square) -> str:
    """Light level of a square, the brightest of its own light and of the lamps that shine on it.

    Source: pf2e.light.levels.
    """
    board = world.board
    own = board.at(square).light if board.inside(square) else ""
    level = own or board.ambient
    scene = scene_of(world)
    for lamp in board.lamps:
        if level == BRIGHT:
            break
        distance = alternating_sq(*flat_gaps_sq(lamp.at, square_space(square)))
        shed = lamp_level(distance, lamp.bright_sq, dim_radius_sq(lamp))
        if LIGHTS.index(shed) < LIGHTS.index(level) and clear_segment(
            scene, lamp.at, square_space(square), blocks=SIGHT, narrow=UNIT // 5
        ):
            level = shed
    return level


def best_light(world: World, where: Space | Point) -> str:
    """The brightest light on any square of a place; a corner belongs to the squares round it."""
    return min((light_at(world, square) for square in squares_of(world, where)), key=LIGHTS.index)


def light_on(world: World, where: Space | Point) -> str:
    """The best light on a place, `MAGICAL_DARK` when strong magic darkens all of it. Source: pf2e.sense.darkvision."""
    squares, board = tuple(squares_of(world, where)), world.board
    magical = table("senses")["magical_darkness"]
    if squares and all(board.inside(one) and board.at(one).id in magical for one in squares):
        return MAGICAL_DARK
    return best_light(world, where)


def squares_of(world: World, where: Space | Point) -> Iterable[Square]:
    """The squares of a place, for a point those on the board that it belongs to."""
    if isinstance(where, Space):
        return list(where.squares())
    x, y = where.x // UNIT, where.y // UNIT
    columns = [x - 1, x] if where.x % UNIT == 0 else [x]
    rows = [y - 1, y] if where.y % UNIT == 0 else [y]
    return [Square(column, row) for row in rows for column in columns if world.board.inside(Square(column, row))]


class Seen(NamedTuple):
    """What the light makes of a target for one viewer.

    Attributes:
        visible: whether it is seen at all.
        clearly: whether it is seen without being concealed.
        rule: id of the rule that decides.
        why: in words.
    """

    visible: bool
    clearly: bool
    rule: str
    why: Text


def sees_in(viewer: Creature | None, level: str) -> Seen | None:
    """What a viewer sees of something in a light level, None when the light makes no difference.

    Args:
        viewer: whose eyes; None for ordinary eyes at a square or point.
        level: light on the target, see `light_on`.

    Source: pf2e.light.bright, pf2e.light.dim, pf2e.light.darkness, pf2e.sense.darkvision.
    """
    own = frozenset() if viewer is None else stats(viewer).senses
    conditions = frozenset() if viewer is None else stats(viewer).conditions
    if not conditions.isdisjoint({"blinded", "unconscious"}):
        return Seen(False, False, "pf2e.condition.blinded", text("The viewer sees nothing."))
    senses = table("senses")
    if level == BRIGHT:
        return None
    if level == DIM:
        if not own.isdisjoint(senses["see_in_dim"]):
            return Seen(True, True, _eyes(own), text("Dim light does not trouble these eyes."))
        return Seen(True, False, "pf2e.light.dim", text("The target stands in dim light."))
    if level == MAGICAL_DARK and own.isdisjoint(senses["see_in_magical_dark"]):
        blind = own.isdisjoint(senses["see_in_dark"])
        why = text("The target stands in darkness that even darkvision hardly sees through.")
        return Seen(not blind, False, "pf2e.light.darkness" if blind else "pf2e.sense.darkvision", why)
    if not own.isdisjoint(senses["see_in_dark"]):
        return Seen(True, True, "pf2e.sense.darkvision", text("Darkness does not trouble these eyes."))
    return Seen(False, False, "pf2e.light.darkness", text("The target stands in darkness."))


def _eyes(senses: frozenset[str]) -> str:
    dark = not senses.isdisjoint(table("senses")["see_in_dark"])
    return "pf2e.sense.darkvision" if dark else "pf2e.sense.low_light_vision"
