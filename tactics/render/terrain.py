"""The ground: what fills the squares, and its height."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sin, tau
from typing import NamedTuple

import numpy as np

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.render.displaylist import Circle, Hatch, Item, Label, Picture, Polygon, Polyline, Rect
from tactics.render.regions import fill, outline, ring
from tactics.render.view import View
from tactics.world.board import EFFECT, MOVEMENT, SIGHT, Board, Terrain


class Ground(NamedTuple):
    """Items below the grid's lines and items above them."""

    below: list[Item]
    above: list[Item]


def terrain_items(board: Board, view: View) -> Ground:
    """Floor, map picture and every kind of terrain in the window."""
    window = view.shown(board)
    ground = Ground([Polygon((ring(window, view.cell),), view.theme.floor)], [])
    if board.picture is not None:
        picture = Picture(0, 0, board.width * view.cell, board.height * view.cell, board.picture.data)
        ground.below.append(picture)
    for terrain, squares in kinds_in(board, window):
        below, above = _kind(terrain, squares, view, see_through=board.picture is not None)
        ground.below.extend(below)
        ground.above.extend(above)
    ground.above.extend(_heights(board, window, view))
    return ground


def kinds_in(board: Board, window: Space) -> list[tuple[Terrain, list[Square]]]:
    """Every kind of terrain in the window with its squares, in the order of the board's kinds."""
    part = board.terrain[window.y : window.y + window.height, window.x : window.x + window.width]
    found = []
    for number in np.unique(part):
        rows, columns = np.nonzero(part == number)
        squares = [Square(int(x) + window.x, int(y) + window.y) for x, y in zip(columns, rows, strict=True)]
        found.append((board.kinds[int(number)], squares))
    return found


def _kind(terrain: Terrain, squares: Sequence[Square], view: View, *, see_through: bool) -> Ground:
    if terrain.hole:
        return Ground([], _hole(squares, view))
    if terrain.solid:
        return Ground([], _solid(terrain, squares, view, see_through=see_through))
    parts = []
    if terrain.depth_ft:
        parts.append(_water(terrain.depth_ft, squares, view, see_through=see_through))
    if terrain.surface:
        draw_surface = _SURFACES[terrain.surface]
        parts.append(Ground([item for square in squares for item in draw_surface(square, view)], []))
    if terrain.difficulty:
        parts.append(_difficult(terrain.difficulty, squares, view, see_through=see_through))
    if terrain.hazardous:
        parts.append(_hazard(squares, view))
    if MOVEMENT in terrain.blocks or EFFECT in terrain.blocks:
        parts.append(_barred(squares, view))
    if terrain.cover != "none":
        draw = _object(terrain)
        parts.append(Ground([], [part for square in squares for part in draw(square, view)]))
    haze = max(terrain.obscurement, 2 if SIGHT in terrain.blocks else 0)
    if haze:
        parts.append(_fog(haze, squares, view))
    below = [item for part in parts for item in part.below]
    return Ground(below, [item for part in parts for item in part.above])


def tile_side(view: View) -> float:
    """Side of a hatch tile: a whole part of a square, so that patterns meet at the squares' borders."""
    return view.cell / max(1, round(view.cell / 11))


def _solid(terrain: Terrain, squares: Sequence[Square], view: View, *, see_through: bool) -> list[Item]:
    theme = view.theme
    clear = SIGHT not in terrain.blocks
    body = theme.glass + "40" if clear else theme.solid + ("99" if see_through else "")
    strokes = Hatch("rise", theme.glass if clear else theme.solid_hatch, tile_side(view), view.line(0.03))
    edge = outline(squares, view.cell, theme.glass if clear else theme.solid_edge, view.line(0.04, 1.5))
    return [fill(squares, view.cell, body, strokes), *edge]


def _hole(squares: Sequence[Square], view: View) -> list[Item]:
    return [fill(squares, view.cell, view.theme.void), *outline(squares, view.cell, view.theme.border, 1.0)]


def _difficult(difficulty: int, squares: Sequence[Square], view: View, *, see_through: bool) -> Ground:
    theme = view.theme
    tile = view.cell / max(1, round(view.cell / (14 if difficulty == 1 else 11)))
    tufts = Hatch("tufts", theme.plant_mark, tile, view.line(0.022))
    items: list[Item] = [fill(squares, view.cell, theme.plant + ("80" if see_through else ""), tufts)]
    if difficulty > 1:
        items.append(fill(squares, view.cell, "", Hatch("upright", theme.plant_mark + "88", tile, view.line(0.02))))
    return Ground(items, outline(squares, view.cell, theme.plant_mark + "66", 1.0))


def _water(depth_ft: int, squares: Sequence[Square], view: View, *, see_through: bool) -> Ground:
    """Water with waves, two of them where a creature of a square's height can stand under the surface."""
    theme, cell = view.theme, view.cell
    items: list[Item] = [fill(squares, cell, theme.water + ("99" if see_through else ""))]
    for square in squares:
        heights = (0.36, 0.7) if depth_ft > _SHALLOW_FT else (0.55,)
        items += [_wave(square, height, view) for height in heights]
    return Ground(items, outline(squares, cell, theme.water_mark, view.line(0.02)))


def _wave(square: Square, height: float, view: View) -> Polyline:
    left, y, cell = square[0] + 0.14, square[1] + height, view.cell
    rises = [-0.05 * sin(number * tau / _PIECES_OF_A_WAVE) for number in range(2 * _PIECES_OF_A_WAVE + 1)]
    points = tuple(((left + 0.72 * n / (len(rises) - 1)) * cell, (y + rise) * cell) for n, rise in enumerate(rises))
    return Polyline(points, view.theme.water_mark, view.line(0.03))


def _plank(square: Square, view: View) -> list[Item]:
    """A narrow surface: two planks with nothing beside them."""
    theme, cell = view.theme, view.cell
    x, y, edge = square[0] * cell, square[1] * cell, view.line(0.02)
    return [
        Rect(x, y, cell, cell, theme.shade + "70"),
        Rect(x + cell * 0.3, y, cell * 0.19, cell, theme.wood, theme.stone_edge, edge),
        Rect(x + cell * 0.51, y, cell * 0.19, cell, theme.wood, theme.stone_edge, edge),
    ]


def _rubble(square: Square, view: View) -> list[Item]:
    """Uneven ground: loose stones."""
    theme, cell = view.theme, view.cell
    stones = (
        (0.2, 0.25, 0.09),
        (0.55, 0.18, 0.07),
        (0.8, 0.4, 0.1),
        (0.35, 0.6, 0.11),
        (0.7, 0.78, 0.08),
        (0.15, 0.83, 0.06),
    )
    return [
        Circle(
            (square[0] + x) * cell, (square[1] + y) * cell, size * cell, theme.stone, theme.stone_edge, view.line(0.015)
        )
        for x, y, size in stones
    ]


def _slope(square: Square, view: View) -> list[Item]:
    """A steep incline: chevrons."""
    cell = view.cell
    items: list[Item] = []
    for row in (0.4, 0.65, 0.9):
        points = tuple(
            ((square[0] + x) * cell, (square[1] + y) * cell) for x, y in ((0.2, row), (0.5, row - 0.22), (0.8, row))
        )
        items.append(Polyline(points, view.theme.stone_edge, view.line(0.035)))
    return items


_SURFACES: Mapping[str, Callable[[Square, View], list[Item]]] = {"narrow": _plank, "uneven": _rubble, "incline": _slope}
_PIECES_OF_A_WAVE = 12
_SHALLOW_FT = 4
"""Deepest water that is drawn with one wave in a square."""


def _hazard(squares: Sequence[Square], view: View) -> Ground:
    theme, cell = view.theme, view.cell
    strokes = Hatch("fall", theme.hazard + "90", tile_side(view), view.line(0.025))
    items = outline(squares, cell, theme.hazard, 1.0)
    for square in squares:
        x, y = (square[0] + 0.5) * cell, (square[1] + 0.5) * cell
        top, side = cell * 0.17, cell * 0.18
        warning = ((x, y - top), (x + side, y + top), (x - side, y + top))
        items.append(Polygon((warning,), theme.hazard))
        items.append(Label(x, y + top * 0.8, "!", cell * 0.24, theme.page, bold=True, anchor="middle"))
    return Ground([fill(squares, cell, theme.hazard + "30", strokes)], items)


def _barred(squares: Sequence[Square], view: View) -> Ground:
    """Squares that can be seen over and not walked into, such as deep water."""
    waves = Hatch("level", view.theme.glass + "90", view.cell / 4, view.line(0.03))
    body = fill(squares, view.cell, view.theme.glass + "30", waves)
    return Ground([body], outline(squares, view.cell, view.theme.glass, view.line(0.03)))


def _fog(thickness: int, squares: Sequence[Square], view: View) -> Ground:
    fog = view.theme.fog
    if thickness == 1:
        dots = Hatch("dots", fog + "88", tile_side(view), view.line(0.02))
        return Ground([fill(squares, view.cell, fog + "22", dots)], [])
    waves = Hatch("level", fog + "88", tile_side(view) * 0.75, view.line(0.03))
    return Ground([fill(squares, view.cell, fog + "55", waves)], outline(squares, view.cell, fog + "aa", 1.0))


def _object(terrain: Terrain) -> Callable[[Square, View], list[Item]]:
    if terrain.cover == "low":
        return _low_obstacle
    if "tree" in terrain.id:
        return _tree
    return _pillar


def _tree(square: Square, view: View) -> list[Item]:
    theme, cell = view.theme, view.cell
    x, y = (square[0] + 0.5) * cell, (square[1] + 0.5) * cell
    crowns = ((-0.16, -0.14), (0.16, -0.12), (0.15, 0.15), (-0.15, 0.16))
    items: list[Item] = [Circle(x + dx * cell, y + dy * cell, cell * 0.25, theme.plant_mark) for dx, dy in crowns]
    items += [Circle(x + dx * cell, y + dy * cell, cell * 0.21, theme.plant) for dx, dy in crowns]
    return [*items, Circle(x, y, cell * 0.11, theme.wood, theme.plant_mark, view.line(0.02))]


def _pillar(square: Square, view: View) -> list[Item]:
    theme, cell = view.theme, view.cell
    x, y = (square[0] + 0.5) * cell, (square[1] + 0.5) * cell
    return [
        Circle(x, y, cell * 0.34, theme.stone, theme.stone_edge, view.line(0.035, 1.5)),
        Circle(x, y, cell * 0.19, "", theme.stone_edge, view.line(0.02)),
    ]


def _low_obstacle(square: Square, view: View) -> list[Item]:
    theme, cell = view.theme, view.cell
    left, top = (square[0] + 0.12) * cell, (square[1] + 0.3) * cell
    wide, high = cell * 0.76, cell * 0.4
    edge = view.line(0.03)
    seams = [
        Polyline(((left, top + high / 2), (left + wide, top + high / 2)), theme.stone_edge, edge),
        Polyline(((left + wide * 0.35, top), (left + wide * 0.35, top + high / 2)), theme.stone_edge, edge),
        Polyline(((left + wide * 0.65, top + high / 2), (left + wide * 0.65, top + high)), theme.stone_edge, edge),
    ]
    return [Rect(left, top, wide, high, theme.stone, theme.stone_edge, edge, radius=cell * 0.06), *seams]


def _heights(board: Board, window: Space, view: View) -> list[Item]:
    """Outlines of ground at another height than zero, each square with its height in feet."""
    levels: dict[int, list[Square]] = {}
    for terrain, squares in kinds_in(board, window):
        if terrain.ground_z_ft and not terrain.hole:
            levels.setdefault(terrain.ground_z_ft, []).extend(squares)
    items: list[Item] = []
    size = max(8.0, view.cell * 0.17)
    for level, squares in sorted(levels.items()):
        tint = view.theme.stone_edge if level > 0 else view.theme.shade
        items.append(fill(squares, view.cell, tint + "26"))
        items += outline(squares, view.cell, view.theme.stone_edge, view.line(0.035))
        if view.cell >= 24:
            items += [
                Label((x + 0.06) * view.cell, y * view.cell + size * 1.05, f"{level:+d}", size, view.theme.muted)
                for x, y in squares
            ]
    return items
