"""The board with everything that stands on it, as layers of display items."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from tactics.core.lattice import Square, square_name
from tactics.core.space import Space
from tactics.render.displaylist import DisplayList, Group, Item, Label, Polyline, Rect
from tactics.render.lights import light_items
from tactics.render.metrics import text_width
from tactics.render.palette import DARK, Theme
from tactics.render.terrain import terrain_items
from tactics.render.tokens import token_items
from tactics.render.view import View
from tactics.render.walls import wall_items
from tactics.world.board import Board
from tactics.world.world import World

MARGIN = 16.0
_PICTURE_SIDE, _LEAST_CELL, _MOST_CELL = 1400.0, 12.0, 56.0


@dataclass(frozen=True, slots=True)
class Layers:
    """A board from back to front, in the board's own frame.

    Attributes:
        ground: terrain, map picture, grid. Overlays that tint squares go above it.
        light: darkness and lamps.
        walls: thin walls and doors.
        tokens: one `Group` a creature. Overlays of lines go above them.
        edge: the frame and the coordinates, which lie outside the squares.
    """

    ground: tuple[Item, ...]
    light: tuple[Item, ...]
    walls: tuple[Item, ...]
    tokens: tuple[Item, ...]
    edge: tuple[Item, ...]


def board_layers(world: World, view: View) -> Layers:
    """The board without any overlay."""
    board = world.board
    return Layers(
        ground=ground_items(board, view),
        light=tuple(light_items(world, view)),
        walls=tuple(wall_items(board, view)),
        tokens=tuple(token_items(world, view)),
        edge=edge_items(board, view),
    )


def ground_items(board: Board, view: View) -> tuple[Item, ...]:
    """Terrain and grid."""
    ground = terrain_items(board, view)
    return (*ground.below, *(_grid(board, view) if view.grid else ()), *ground.above)


def board_items(
    world: World, view: View, under: tuple[Item, ...] = (), over: tuple[Item, ...] = ()
) -> tuple[Item, ...]:
    """The whole board with overlays, cut at the window; coordinates stay outside the cut.

    Args:
        world: the position.
        view: how to draw it.
        under: overlays below walls and tokens, such as tinted squares.
        over: overlays on top, such as lines.
    """
    layers = board_layers(world, view)
    window, cell, spare = view.shown(world.board), view.cell, view.cell * 0.08
    left, top, width, height = window.x * cell, window.y * cell, window.width * cell, window.height * cell
    ground = Group((*layers.ground, *under, *layers.light), clip=(left, top, width, height))
    # Walls and lines on the rim keep their full width.
    wider = (left - spare, top - spare, width + 2 * spare, height + 2 * spare)
    return (ground, *layers.edge, Group((*layers.walls, *layers.tokens, *over), clip=wider))


def _grid(board: Board, view: View) -> list[Item]:
    window, cell = view.shown(board), view.cell
    left, top = window.x * cell, window.y * cell
    right, bottom = left + window.width * cell, top + window.height * cell
    columns = range(window.x + 1, window.x + window.width)
    rows = range(window.y + 1, window.y + window.height)
    colour = view.theme.grid + ("" if board.picture is None else "a0")
    return [
        *(Polyline(((x * cell, top), (x * cell, bottom)), colour, 1.0) for x in columns),
        *(Polyline(((left, y * cell), (right, y * cell)), colour, 1.0) for y in rows),
    ]


def edge_items(board: Board, view: View) -> tuple[Item, ...]:
    """The frame, dashed where the board goes on beyond the window, and the coordinates."""
    window, cell = view.shown(board), view.cell
    left, top = window.x * cell, window.y * cell
    right, bottom = left + window.width * cell, top + window.height * cell
    sides = (
        ((left, top), (right, top), window.y > 0),
        ((right, top), (right, bottom), window.x + window.width < board.width),
        ((left, bottom), (right, bottom), window.y + window.height < board.height),
        ((left, top), (left, bottom), window.x > 0),
    )
    frame = tuple(
        Polyline((a, b), view.theme.border, 1.0 if more else 2.0, (6.0, 5.0) if more else ()) for a, b, more in sides
    )
    return (*frame, *(_coordinates(window, view) if view.coordinates else ()))


def _coordinates(window: Space, view: View) -> list[Item]:
    cell, size, colour = view.cell, coordinate_size(view), view.theme.muted
    left, top = window.x * cell, window.y * cell
    every_column = _every(text_width("WW" if window.x + window.width > 26 else "W", size) + 6, cell)
    every_row = _every(size + 6, cell)
    labels: list[Item] = []
    for x in range(window.x, window.x + window.width):
        if x % every_column == 0:
            name = square_name(Square(x, 0))[:-1]
            labels.append(Label((x + 0.5) * cell, top - size * 0.6, name, size, colour, anchor="middle"))
    for y in range(window.y, window.y + window.height):
        if (y + 1) % every_row == 0 or every_row == 1:
            spot = (y + 0.5) * cell + size * 0.357
            labels.append(Label(left - size * 0.6, spot, str(y + 1), size, colour, anchor="end"))
    return labels


def _every(needed: float, cell: float) -> int:
    """Label every so many squares that the labels do not touch: 1, 2, 5, 10 ..."""
    return next((n for n in (1, 2, 5, 10, 20, 50) if n * cell >= needed), 100)


def coordinate_size(view: View) -> float:
    """Size of the letters and numbers along the edges."""
    return max(9.0, min(13.0, view.cell * 0.24))


def edge_room(board: Board, view: View) -> tuple[float, float]:
    """Room the coordinates need to the left of the window and above it."""
    if not view.coordinates:
        return 2.0, 2.0
    window, size = view.shown(board), coordinate_size(view)
    return text_width(str(window.y + window.height), size) + size * 1.2, size * 1.9


def placed(world: World, view: View, items: tuple[Item, ...], x: float, y: float) -> Group:
    """Board items moved so that coordinates and squares start at a place of a sheet."""
    window = view.shown(world.board)
    left, top = edge_room(world.board, view)
    return Group(items, x + left - window.x * view.cell, y + top - window.y * view.cell)


def board_size(board: Board, view: View) -> tuple[float, float]:
    """Width and height of the window with its coordinates."""
    window = view.shown(board)
    left, top = edge_room(board, view)
    return left + window.width * view.cell + 2, top + window.height * view.cell + 2


def fitting_cell(window: Space, width: float, height: float) -> float:
    """The side of a square that lets a window fit, within what can be read."""
    return float(max(_LEAST_CELL, min(_MOST_CELL, width // window.width, height // window.height)))


def board_picture(
    world: World,
    theme: Theme = DARK,
    *,
    cell: float | None = None,
    under: tuple[Item, ...] = (),
    over: tuple[Item, ...] = (),
) -> DisplayList:
    """The whole board as a picture of its own.

    Args:
        world: the position.
        theme: colours.
        cell: side of a square in sheet units; by default as big as fits on a screen.
        under, over: overlays in the frame of the same cell, see `board_items`.
    """
    whole = Space(0, 0, world.board.width, world.board.height)
    view = View(cell or fitting_cell(whole, _PICTURE_SIDE, _PICTURE_SIDE), theme)
    width, height = board_size(world.board, view)
    board = placed(world, view, board_items(world, view, under, over), MARGIN, MARGIN)
    return on_page((board,), width + 2 * MARGIN, height + 2 * MARGIN, theme, world.title.en)


def on_page(items: tuple[Item, ...], width: float, height: float, theme: Theme, title: str) -> DisplayList:
    """Items on a page filled with the theme's background."""
    wide, high = ceil(width), ceil(height)
    return DisplayList(wide, high, (Rect(0, 0, wide, high, theme.page), *items), title)
