"""How light it is in a square, and whose eyes need it."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from tactics.core.lattice import UNIT, Square
from tactics.core.space import square_space
from tactics.geometry.effect import clear_segment
from tactics.geometry.metric import alternating_sq
from tactics.geometry.scene import scene_of
from tactics.rulesets.pf1.sizes import squares
from tactics.rulesets.pf1.tables import conditions, table
from tactics.world.board import Board, Lamp
from tactics.world.creature import Creature
from tactics.world.kept import kept
from tactics.world.world import World

_LEVELS = ("dark", "dim", "bright")
_FEELS_ITS_WAY = ("blindsight", "blindsense", "tremorsense")
_SEES_IN_THE_DARK = ("darkvision", "see_in_darkness", "true_seeing")

_known: WeakKeyDictionary[World, dict[tuple[Square, bool], str]] = WeakKeyDictionary()


def unlit(world: World) -> bool:
    """Whether any square may be less than bright: only then does light matter at all."""
    return is_dim(world.board)


@kept
def is_dim(board: Board) -> bool:
    """Whether any square of a board may be less than bright."""
    return board.ambient != "bright" or any(one.light not in ("", "bright") for one in board.kinds)


def light_at(world: World, square: Square, *, low_light: bool = False) -> str:
    """The light of a square: bright, dim or dark.

    Args:
        world: the position.
        square: a square; off the board it is as light as the board without lamps.
        low_light: as eyes with low-light vision see it: every lamp shines twice as far.

    Source: pf1.conceal.light_levels, pf1.conceal.ignoring
    """
    kept = _known.setdefault(world, {})
    key = (square, low_light)
    if key not in kept:
        board = world.board
        own = board.at(square).light if board.inside(square) else ""
        levels = [own or board.ambient]
        if levels[0] != "bright":
            levels += [_lamp_light(world, lamp, square, low_light) for lamp in board.lamps]
        kept[key] = max(levels, key=_LEVELS.index)
    return kept[key]


def _lamp_light(world: World, lamp: Lamp, square: Square, low_light: bool) -> str:
    factor = table("concealment")["senses"]["low_light_factor"] if low_light else 1
    away = _from_lamp_sq(lamp, square)
    level = "bright" if away <= lamp.bright_sq * factor else "dim" if away <= lamp.dim_sq * factor else "dark"
    if level == "dark" or clear_segment(scene_of(world), lamp.at, square_space(square), blocks="sight") is not None:
        return level
    return "dark"


def _from_lamp_sq(lamp: Lamp, square: Square) -> int:
    """From an intersection to the far corner, as areas count; a lamp inside a square counts from the square."""
    x, x_rest = divmod(lamp.at.x, UNIT)
    y, y_rest = divmod(lamp.at.y, UNIT)
    if x_rest or y_rest:
        return alternating_sq(square.x - x, square.y - y)
    return alternating_sq(square.x - x + (square.x >= x), square.y - y + (square.y >= y))


def dark_squares(world: World, creature: Creature) -> frozenset[Square]:
    """Squares that hamper a creature's movement because it cannot see them: all of them to the blinded.

    Source: pf1.move.hampered, pf1.conceal.ignoring
    """
    blinded = is_blinded(creature)
    if not (blinded or unlit(world)) or any(sense_sq(creature, one) is not None for one in _FEELS_ITS_WAY):
        return frozenset()
    if not blinded and any(sense_sq(creature, one) is not None for one in _SEES_IN_THE_DARK):
        return frozenset()
    board, low_light = world.board, "low_light_vision" in creature.of("pf1").senses
    every = (Square(x, y) for y in range(board.height) for x in range(board.width))
    return frozenset(one for one in every if blinded or light_at(world, one, low_light=low_light) == "dark")


@kept
def is_blinded(creature: Creature) -> bool:
    """Whether a creature's eyes are of no use to it.

    Source: pf1.move.hampered
    """
    return not all(one.sees for one in conditions(creature))


def sense_sq(creature: Creature, name: str) -> int | None:
    """How far a sense reaches, in squares; None when a creature has not got it.

    Args:
        creature: whose sense.
        name: its English id; in a file its range in feet may follow, as in ``darkvision_120``.

    Source: pf1.conceal.ignoring
    """
    return _senses(creature).get(name)


@kept
def _senses(creature: Creature) -> Mapping[str, int]:
    """How far each sense of a creature reaches, in squares.

    Source: pf1.conceal.ignoring
    """
    usual: int = table("concealment")["senses"]["usual_sq"]
    found: dict[str, int] = {}
    for sense in creature.of("pf1").senses:
        kind, _, range_ft = sense.rpartition("_")
        found[sense] = max(usual, found.get(sense, 0))
        if kind and range_ft.isdecimal():
            found[kind] = max(squares(int(range_ft)), found.get(kind, 0))
    return found
