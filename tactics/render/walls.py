"""Thin walls and what is built into them, each kind with a shape of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import hypot

from tactics.core.lattice import Point
from tactics.core.space import Space
from tactics.render.displaylist import Arrow, Circle, Item, Polygon, Polyline, Spot
from tactics.render.view import View
from tactics.world.board import Board, Wall


def wall_items(board: Board, view: View) -> list[Item]:
    """Every thin wall that reaches into the window; runs of plain wall are drawn as one stroke."""
    window = view.shown(board)
    near = [wall for wall in board.walls if _reaches(wall, window)]
    items: list[Item] = []
    for chain in _chains(wall for wall in near if wall.kind == "wall"):
        points = tuple(view.spot(point) for point in chain)
        items.append(Polyline(points, view.theme.outline, view.line(0.13, 4.0)))
    for chain in _chains(wall for wall in near if wall.kind == "wall"):
        points = tuple(view.spot(point) for point in chain)
        items.append(Polyline(points, view.theme.solid_edge, view.line(0.09, 2.5)))
    for wall in near:
        if wall.kind != "wall":
            items += _DRAW.get(wall.kind, _low_wall)(wall, view)
        if wall.one_way:
            items.append(_one_way(wall, view))
    return items


def _reaches(wall: Wall, window: Space) -> bool:
    left, top, right, bottom = window.x, window.y, window.x + window.width, window.y + window.height
    return (
        max(wall.start.x, wall.end.x) >= left * 1000
        and min(wall.start.x, wall.end.x) <= right * 1000
        and max(wall.start.y, wall.end.y) >= top * 1000
        and min(wall.start.y, wall.end.y) <= bottom * 1000
    )


def _chains(walls: Iterable[Wall]) -> list[list[Point]]:
    chains: list[list[Point]] = []
    group = None
    for wall in walls:
        if chains and group == wall.group and chains[-1][-1] == wall.start:
            chains[-1].append(wall.end)
        else:
            chains.append([wall.start, wall.end])
        group = wall.group
    return chains


class _Frame:
    """A wall's own coordinates: `along` from its start in shares of its length, `off` to the right in squares."""

    def __init__(self, wall: Wall, view: View) -> None:
        (x0, y0), (x1, y1) = view.spot(wall.start), view.spot(wall.end)
        self.length = max(hypot(x1 - x0, y1 - y0), 1e-6)
        self._start, self._way = (x0, y0), ((x1 - x0) / self.length, (y1 - y0) / self.length)
        self._cell = view.cell

    def at(self, along: float, off: float = 0.0) -> Spot:
        (x, y), (ux, uy) = self._start, self._way
        forward, aside = along * self.length, off * self._cell
        return x + ux * forward - uy * aside, y + uy * forward + ux * aside

    def share(self, squares: float) -> float:
        """A length in squares as a share of the wall, at most half of it."""
        return min(0.5, squares * self._cell / self.length)


def _stroke(frame: _Frame, view: View, start: float, end: float, colour: str, share: float) -> list[Item]:
    ends = (frame.at(start), frame.at(end))
    return [
        Polyline(ends, view.theme.outline, view.line(share + 0.04, 3.5)),
        Polyline(ends, colour, view.line(share, 2.0)),
    ]


def _door(wall: Wall, view: View) -> list[Item]:
    frame, theme = _Frame(wall, view), view.theme
    jamb = frame.share(0.12)
    items = _stroke(frame, view, 0, jamb, theme.solid_edge, 0.09) + _stroke(
        frame, view, 1 - jamb, 1, theme.solid_edge, 0.09
    )
    edge = view.line(0.03)
    if wall.state == "open":
        swing = (1 - 2 * jamb) * frame.length / view.cell
        leaf = _slab(frame, jamb, frame.share(0.11), 0.0, min(swing, 0.95))
        way = tuple(frame.at(jamb + (1 - 2 * jamb) * a, min(swing, 0.95) * b) for a, b in _ARC)
        return [
            *items,
            Polyline(way, theme.wood, view.line(0.02), (3.0, 3.0)),
            Polygon((leaf,), theme.wood),
            Polyline(leaf, theme.solid_edge, edge, closed=True),
        ]
    leaf = _slab(frame, jamb, 1 - 2 * jamb, -0.09, 0.18)
    items += [Polygon((leaf,), theme.wood), Polyline(leaf, theme.solid_edge, edge, closed=True)]
    if wall.state == "locked":
        x, y = frame.at(0.5)
        items += [
            Circle(x, y, max(3.0, view.cell * 0.13), theme.outline, theme.chosen, view.line(0.035, 1.5)),
            Circle(x, y, max(1.0, view.cell * 0.045), theme.chosen),
        ]
    else:
        items.append(Circle(*frame.at(1 - jamb - frame.share(0.13)), max(1.0, view.cell * 0.035), theme.solid_edge))
    return items


_ARC = ((0.0, 1.0), (0.26, 0.97), (0.5, 0.87), (0.71, 0.71), (0.87, 0.5), (0.97, 0.26), (1.0, 0.0))


def _slab(frame: _Frame, along: float, length: float, off: float, thickness: float) -> tuple[Spot, ...]:
    return (
        frame.at(along, off),
        frame.at(along + length, off),
        frame.at(along + length, off + thickness),
        frame.at(along, off + thickness),
    )


def _window(wall: Wall, view: View) -> list[Item]:
    frame, theme = _Frame(wall, view), view.theme
    pane = _slab(frame, 0, 1, -0.06, 0.12)
    inner = Polyline((frame.at(0), frame.at(1)), theme.glass, view.line(0.03))
    body = theme.glass if wall.glazed else theme.outline
    bars = [Polyline((frame.at(a, -0.09), frame.at(a, 0.09)), theme.solid_edge, view.line(0.05, 2)) for a in (0, 1)]
    edge = Polyline(pane, theme.glass, view.line(0.03, 1.5), closed=True)
    return [Polygon((pane,), body + ("aa" if wall.glazed else "")), inner, edge, *bars]


def _arrow_slit(wall: Wall, view: View) -> list[Item]:
    frame, theme = _Frame(wall, view), view.theme
    half = frame.share(0.09)
    sides = [_slab(frame, 0, 0.5 - half, -0.1, 0.2), _slab(frame, 0.5 + half, 0.5 - half, -0.1, 0.2)]
    edges: list[Item] = [Polyline(side, theme.outline, view.line(0.02), closed=True) for side in sides]
    slit = Polyline((frame.at(0.5, -0.16), frame.at(0.5, 0.16)), theme.glass, view.line(0.04, 1.5))
    return [Polygon(tuple(sides), theme.solid_edge), *edges, slit]


def _portcullis(wall: Wall, view: View) -> list[Item]:
    frame, theme = _Frame(wall, view), view.theme
    count = max(2, round(frame.length / view.cell * 5))
    items = _stroke(frame, view, 0, 1, theme.stone, 0.04)
    bars = [frame.at((n + 0.5) / count) for n in range(count)]
    return [*items, *(Circle(x, y, max(2.0, view.cell * 0.055), theme.stone_edge, theme.outline, 1.0) for x, y in bars)]


def _curtain(wall: Wall, view: View) -> list[Item]:
    frame, theme = _Frame(wall, view), view.theme
    count = max(2, round(frame.length / view.cell * 3)) * 2
    wave = tuple(frame.at(n / count, (0.0, 0.09, 0.0, -0.09)[n % 4]) for n in range(count + 1))
    return [Polyline(wave, theme.outline, view.line(0.09, 3.5)), Polyline(wave, theme.cloth, view.line(0.05, 2.0))]


def _force(wall: Wall, view: View) -> list[Item]:
    frame, theme = _Frame(wall, view), view.theme
    glow = Polyline((frame.at(0), frame.at(1)), theme.force + "44", view.line(0.2, 5.0))
    sides = [
        Polyline((frame.at(0, off), frame.at(1, off)), theme.force, view.line(0.03, 1.0), (6.0, 3.0))
        for off in (-0.06, 0.06)
    ]
    return [glow, *sides]


def _low_wall(wall: Wall, view: View) -> list[Item]:
    frame, theme = _Frame(wall, view), view.theme
    count = max(1, round(frame.length / view.cell * 3))
    stones = tuple(_slab(frame, n / count, 1 / count, -0.065, 0.13) for n in range(count))
    seams = [Polyline(stone, theme.stone_edge, view.line(0.02), closed=True) for stone in stones]
    return [Polygon(stones, theme.stone), *seams]


def _one_way(wall: Wall, view: View) -> Arrow:
    """An arrow through the wall along the way that is free."""
    frame = _Frame(wall, view)
    stopped = -1 if wall.one_way == "left" else 1
    ends = (frame.at(0.5, -0.24 * stopped), frame.at(0.5, 0.24 * stopped))
    return Arrow(ends, view.theme.text, view.line(0.03, 1.5), head=max(5.0, view.cell * 0.14))


_DRAW: dict[str, Callable[[Wall, View], list[Item]]] = {
    "door": _door,
    "window": _window,
    "arrow_slit": _arrow_slit,
    "portcullis": _portcullis,
    "curtain": _curtain,
    "force": _force,
    "low_wall": _low_wall,
}
