"""A position as obstacles for lines, found through a grid index."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import chain

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.geometry.between import Box, Nearby, box_around, box_of, hull_of, touches
from tactics.geometry.gaps import closing_walls, narrow_gaps
from tactics.geometry.grid import Solids, block_corners, joined_boxes, touched_rows
from tactics.geometry.trace import LEFT, RIGHT, Obstacle, Stops, Trace, is_stopped, trace
from tactics.world.board import BLOCKABLE, Board, Terrain, Wall
from tactics.world.creature import Creature
from tactics.world.kept import kept
from tactics.world.world import World

WELD = 10
"""Openings between walls narrower than this many lattice units are closed when a board is read."""

_OTHER_WAY = {"": "", LEFT: RIGHT, RIGHT: LEFT}
_OBSTRUCTS, _WALLED, _OBSCURES = 1, 2, 4
_FEW = 12
"""Up to how many creatures are looked at one by one."""
_BETWEEN_KEPT = 4096
"""How many pairs of places are remembered with what lies between them."""
_KEPT = 16
"""How many sets of joined squares are kept for one board."""


class _Ground:
    """The part of a scene that depends on the board alone. Squares are counted ``y * width + x``."""

    def __init__(self, board: Board) -> None:
        self.width, self.height = board.width, board.height
        self.kinds = board.kinds
        self.codes = board.terrain.tobytes()
        walls = tuple(_merged(board.walls))
        by_square = _by_square(walls, self.width, self.height)
        closed = self.filled(*BLOCKABLE)
        welds = tuple(closing_walls(narrow_gaps(walls, by_square, closed, self.width, WELD)))
        self.walls = walls + welds
        self.by_square = _by_square(self.walls, self.width, self.height) if welds else by_square
        marks = bytearray(self._marked(lambda kind: _OBSTRUCTS * _obstructs(kind) | _OBSCURES * (kind.obscurement > 0)))
        for index in self.by_square:
            marks[index] |= _WALLED
        self.marks = bytes(marks)
        self._squares: dict[int, Obstacle] = {}
        self._solids: dict[tuple[str, int, bool], Solids] = {}
        self._joined: dict[bytes, tuple[Box, ...]] = {}
        self._between: dict[tuple[Space | Point, Space | Point], tuple[Obstacle, ...]] = {}

    def filled(self, *blocks: str) -> bytes:
        """1 for each square that stops all of the given things."""
        return self._marked(lambda kind: int(_blocks(kind).issuperset(blocks)))

    def square(self, index: int) -> Obstacle:
        """The obstacle of one square, made when it is first asked for."""
        found = self._squares.get(index)
        if found is None:
            y, x = divmod(index, self.width)
            found = self._squares[index] = _square_obstacle(Square(x, y), self.kinds[self.codes[index]])
        return found

    def solids(self, blocks: str, narrow: int, backwards: bool) -> Solids:
        """What stops one kind of line, openings below a width closed."""
        found = self._solids.get((blocks, narrow, backwards))
        if found is None:
            found = self._solids[blocks, narrow, backwards] = self._read_solids(blocks, narrow, backwards)
        return found

    def joined_squares(self, stops: Stops, without: Collection[Square]) -> tuple[Box, ...]:
        """Squares that stop a line, joined to boxes."""
        return self._joined_boxes(self._stopping(stops, without))

    def single_squares(self, stops: Stops, without: Collection[Square]) -> list[Box]:
        """Squares that stop a line, one box each."""
        return [self._box(index) for index, filled in enumerate(self._stopping(stops, without)) if filled]

    def _stopping(self, stops: Stops, without: Collection[Square]) -> bytes:
        """1 for each square that stops a line."""
        codes = [self.codes.find(code) for code in range(len(self.kinds))]
        stopping = {code for code, first in enumerate(codes) if first >= 0 and self._stops(first, stops)}
        filled = bytearray(self.codes.translate(bytes(code in stopping for code in range(256))))
        for x, y in without:
            if 0 <= x < self.width and 0 <= y < self.height:
                filled[y * self.width + x] = 0
        return bytes(filled)

    def _joined_boxes(self, filled: bytes) -> tuple[Box, ...]:
        if filled not in self._joined:
            while len(self._joined) >= _KEPT:
                del self._joined[next(iter(self._joined))]
            self._joined[filled] = tuple(joined_boxes(filled, self.width))
        return self._joined[filled]

    def _stops(self, index: int, stops: Stops) -> bool:
        return _obstructs(self.kinds[self.codes[index]]) and stops(self.square(index))

    def _read_solids(self, blocks: str, narrow: int, backwards: bool) -> Solids:
        filled = self.filled(blocks)
        walls = tuple(wall for wall in self.walls if blocks in wall.blocks)
        if backwards:
            if not any(wall.one_way for wall in walls):
                return self.solids(blocks, narrow, False)
            walls = tuple(replace(wall, one_way=_OTHER_WAY[wall.one_way]) for wall in walls)
        by_square = _by_square(walls, self.width, self.height)
        if narrow > WELD:
            walls += tuple(closing_walls(narrow_gaps(walls, by_square, filled, self.width, narrow)))
            by_square = _by_square(walls, self.width, self.height)
        walled = bytearray(len(filled))
        for index in by_square:
            walled[index] = 1
        nearby = Nearby[Obstacle | Box](
            chain(
                ((box_around(wall.corners), wall) for wall in walls), ((box, box) for box in self._joined_boxes(filled))
            )
        )
        return Solids(self.width, self.height, filled, bytes(walled), by_square, nearby)

    def between(self, source: Space | Point, target: Space | Point) -> tuple[Obstacle, ...]:
        """Walls and obstructing squares that touch the hull of two places, and some close to it."""
        found = self._between.get((source, target))
        if found is None:
            if len(self._between) >= _BETWEEN_KEPT:
                self._between.clear()
            near = self._index.touching(hull_of(box_of(source), box_of(target)))
            found = tuple(one if isinstance(one, Obstacle) else self.square(one) for one in near)
            self._between[source, target] = found
        return found

    @cached_property
    def _index(self) -> Nearby[Obstacle | int]:
        walls = ((box_around(wall.corners), wall) for wall in self.walls)
        squares = ((self._box(index), index) for index, mark in enumerate(self.marks) if mark & _OBSTRUCTS)
        return Nearby[Obstacle | int](chain(walls, squares))

    def _box(self, index: int) -> Box:
        y, x = divmod(index, self.width)
        return Box(x * UNIT, y * UNIT, (x + 1) * UNIT, (y + 1) * UNIT)

    def near(self, start: Point, end: Point) -> Iterator[Obstacle]:
        """Walls and obstructing squares touched by a segment, and some more walls; each once."""
        marks, width = self.marks, self.width
        seen: set[int] = set()
        for row, first, last in touched_rows(start, end, width, self.height):
            for index in range(row * width + first, row * width + last + 1):
                mark = marks[index]
                if mark & _OBSTRUCTS:
                    yield self.square(index)
                if mark & _WALLED:
                    for wall in self.by_square[index]:
                        if id(wall) not in seen:
                            seen.add(id(wall))
                            yield wall

    def obscuring(self, start: Point, end: Point) -> Iterator[Obstacle]:
        """Squares with obscurement touched by a segment."""
        for row, first, last in touched_rows(start, end, self.width, self.height):
            for index in range(row * self.width + first, row * self.width + last + 1):
                if self.marks[index] & _OBSCURES:
                    yield self.square(index)

    def _marked(self, mark: Callable[[Terrain], int]) -> bytes:
        table = bytearray(256)
        for code, kind in enumerate(self.kinds):
            table[code] = mark(kind)
        return self.codes.translate(bytes(table))


class Scene:
    """What lines of a position can meet. What lies outside the board is not there for lines."""

    def __init__(self, ground: _Ground, creatures: tuple[Creature, ...]) -> None:
        self._ground = ground
        self._creatures = creatures

    @cached_property
    def _bodies(self) -> tuple[Obstacle, ...]:
        return tuple(map(_body, self._creatures))

    @property
    def width(self) -> int:
        """Columns of the board."""
        return self._ground.width

    @property
    def height(self) -> int:
        """Rows of the board."""
        return self._ground.height

    @property
    def walls(self) -> tuple[Obstacle, ...]:
        """All thin walls, pieces that go straight on joined, and what closes hair's breadths between them."""
        return self._ground.walls

    def joined_squares(self, stops: Stops, without: Collection[Square] = ()) -> tuple[Box, ...]:
        """Squares that stop a line, neighbours joined to boxes.

        Args:
            stops: which squares; asked once for each terrain.
            without: squares to leave out.
        """
        return self._ground.joined_squares(stops, without)

    def single_squares(self, stops: Stops, without: Collection[Square] = ()) -> list[Box]:
        """Squares that stop a line, one box each; arguments as for `joined_squares`."""
        return self._ground.single_squares(stops, without)

    def obstacles_on(self, start: Point, end: Point) -> tuple[Obstacle, ...]:
        """Thin walls and obstructing squares near a segment: at least all it touches. No bodies."""
        return tuple(self._ground.near(start, end))

    def obstacles_between(self, source: Space | Point, target: Space | Point) -> tuple[Obstacle, ...]:
        """Thin walls and obstructing squares near the lines from one place to another: at least all they touch."""
        return self._ground.between(source, target)

    def bodies_between(self, source: Space | Point, target: Space | Point) -> tuple[Obstacle, ...]:
        """Creatures near the lines from one place to another: at least all they touch."""
        if len(self._creatures) > _FEW:
            return tuple(self._bodies_nearby.touching(hull_of(box_of(source), box_of(target))))
        hull = hull_of(box_of(source), box_of(target))
        left, top, right, bottom, cuts, _ = hull
        found = []
        for one in self._creatures:
            x, y, width, height = one.space
            near = (
                x * UNIT <= right and left <= (x + width) * UNIT and y * UNIT <= bottom and top <= (y + height) * UNIT
            )
            if near and (not cuts or touches(box_of(one.space), hull)):
                found.append(_body(one))
        return tuple(found)

    @cached_property
    def _bodies_nearby(self) -> Nearby[Obstacle]:
        return Nearby((box_around(one.corners), one) for one in self._bodies)

    def obscuring_on(self, start: Point, end: Point) -> tuple[Obstacle, ...]:
        """Squares with obscurement near a segment: at least all it touches."""
        return tuple(self._ground.obscuring(start, end))

    def square_at(self, square: Square) -> Obstacle | None:
        """The obstacle that fills or stands in a square, None where there is none."""
        ground = self._ground
        if not self.inside(square):
            return None
        index = square[1] * ground.width + square[0]
        return ground.square(index) if ground.marks[index] & _OBSTRUCTS else None

    def inside(self, square: Square) -> bool:
        """Whether a square lies on the board."""
        return 0 <= square[0] < self._ground.width and 0 <= square[1] < self._ground.height

    def bodies(self, without: Collection[str] = ()) -> tuple[Obstacle, ...]:
        """The creatures as obstacles, each one its whole space.

        Args:
            without: ids to leave out.
        """
        return tuple(one for one in self._bodies if one.creature not in without) if without else self._bodies

    def trace(
        self, start: Point, end: Point, *, bodies: Iterable[Obstacle] = (), extra: Iterable[Obstacle] = ()
    ) -> Trace:
        """What a line meets of walls and squares, and of the given bodies and further obstacles."""
        return trace(start, end, chain(self._ground.near(start, end), bodies, extra))

    def is_stopped(
        self,
        start: Point,
        end: Point,
        stops: Stops,
        *,
        bodies: Iterable[Obstacle] = (),
        extra: Iterable[Obstacle] = (),
    ) -> bool:
        """The same as ``trace(...).stopped(stops)``, faster."""
        return is_stopped(start, end, chain(self._ground.near(start, end), bodies, extra), stops)

    def solids(self, blocks: str, narrow: int = 0, *, backwards: bool = False) -> Solids:
        """What stops one kind of line.

        Args:
            blocks: one of `tactics.world.board.BLOCKABLE`.
            narrow: openings narrower than this many lattice units are closed; at most one square.
            backwards: for lines asked for from their end to their start: one-way walls block the other way.
        """
        return self._ground.solids(blocks, narrow, backwards)


@kept
def scene_of(world: World) -> Scene:
    """The scene of a position. It is kept as long as the position, its ground as long as the board."""
    return Scene(_ground_of(world.board), world.creatures)


@kept
def _ground_of(board: Board) -> _Ground:
    return _Ground(board)


def _blocks(kind: Terrain) -> frozenset[str]:
    return frozenset(BLOCKABLE) if kind.hole else kind.blocks


def _obstructs(kind: Terrain) -> bool:
    return kind.hole or bool(kind.blocks) or kind.cover != "none"


def _square_obstacle(square: Square, kind: Terrain) -> Obstacle:
    return Obstacle(
        block_corners(square.x, square.y, 1, 1),
        "square",
        what=kind.id,
        square=square,
        blocks=_blocks(kind),
        cover="solid" if kind.hole else kind.cover,
        obscurement=kind.obscurement,
        top_ft=kind.top_ft,
        ground_z_ft=kind.ground_z_ft,
    )


@kept
def _body(creature: Creature) -> Obstacle:
    space = creature.space
    return Obstacle(
        block_corners(space.x, space.y, space.width, space.height),
        "body",
        square=space.anchor,
        creature=creature.id,
        name=creature.name,
        ground_z_ft=creature.z_ft,
    )


def _merged(walls: Iterable[Wall]) -> Iterator[Obstacle]:
    """Walls as obstacles; pieces of a polyline that go straight on become one."""
    last: Obstacle | None = None
    for index, wall in enumerate(walls):
        piece = _wall_obstacle(index, wall)
        if last is not None and _goes_on(last, piece):
            last = replace(last, corners=(last.corners[0], piece.corners[1]))
            continue
        if last is not None:
            yield last
        last = piece
    if last is not None:
        yield last


def _wall_obstacle(index: int, wall: Wall) -> Obstacle:
    return Obstacle(
        (wall.start, wall.end),
        "wall",
        what=wall.kind,
        wall=index,
        group=wall.group,
        state=wall.state,
        blocks=wall.blocks,
        cover=wall.cover,
        one_way=wall.one_way,
        top_ft=wall.top_ft,
    )


def _goes_on(last: Obstacle, piece: Obstacle) -> bool:
    (start, joint), (same, end) = last.corners, piece.corners
    if joint != same or replace(piece, corners=last.corners, wall=last.wall) != last:
        return False
    ax, ay, bx, by = joint.x - start.x, joint.y - start.y, end.x - same.x, end.y - same.y
    return ax * by == ay * bx and ax * bx + ay * by > 0


def _by_square(walls: Iterable[Obstacle], width: int, height: int) -> dict[int, tuple[Obstacle, ...]]:
    lists: dict[int, list[Obstacle]] = {}
    for wall in walls:
        for row, first, last in touched_rows(wall.corners[0], wall.corners[1], width, height):
            for index in range(row * width + first, row * width + last + 1):
                lists.setdefault(index, []).append(wall)
    return {index: tuple(found) for index, found in lists.items()}
