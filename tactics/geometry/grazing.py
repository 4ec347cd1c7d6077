"""Lines that touch solids on one side and still get through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import gcd

from tactics.geometry.between import Box, grown
from tactics.geometry.corridor import Found, Piece, Vertex
from tactics.geometry.trace import Number, Stretch, pinched

HAIR = 1
"""Lattice units by which solids are made smaller to see whether a line could graze past them at all."""


def slighter(found: Found) -> Found:
    """The same solids without their outermost `HAIR`; walls that have no lattice point there are left out.

    A line that grazes the solids misses these, or runs along walls of theirs and misses them when it is moved a
    little to one side.
    """
    blocks = tuple(grown(block, -HAIR) for block in found.blocks)
    walls = []
    for start, end, one_way in found.walls:
        dx, dy = int(end[0] - start[0]), int(end[1] - start[1])
        shared = gcd(dx, dy)
        if shared > 2 * HAIR:
            step_x, step_y = dx // shared * HAIR, dy // shared * HAIR
            walls.append(Piece((start[0] + step_x, start[1] + step_y), (end[0] - step_x, end[1] - step_y), one_way))
    return Found(blocks, tuple(walls))


def grazing_segment(found: Found, source: Box, target: Box) -> tuple[Vertex, Vertex] | None:
    """A segment from one closed rectangle to another that is not stopped, though it may touch solids on one side.

    Its ends touch no solid; a source without extent is an exception. If there is such a segment and none that is
    free of contacts, then there is one through two corners of rectangles and solids, or of the source alone.

    Args:
        found: the solids near the lines between the two.
        source, target: the rectangles; the source may be a point.
    """
    from_point = (source.left, source.top) == (source.right, source.bottom)
    for start, end in _candidates(found, source, target, from_point):
        line = _Line(start, (end[0] - start[0], end[1] - start[1]))
        chords = line.chord(source), line.chord(target)
        if chords[0] is None or chords[1] is None:
            continue
        if chords[0][1] > chords[1][0]:
            line = _Line(start, (start[0] - end[0], start[1] - end[1]))
            chords = line.chord(source), line.chord(target)
        if chords[0] is None or chords[1] is None or chords[0][1] > chords[1][0]:
            continue
        ends = _free_ends(line, found, chords[0], chords[1], from_point)
        if ends is not None:
            return line.at(ends[0]), line.at(ends[1])
    return None


def _candidates(found: Found, source: Box, target: Box, from_point: bool) -> Iterator[tuple[Vertex, Vertex]]:
    """Pairs of corners, one pair for each straight line through some."""
    corners = {corner for box in (source, target, *found.blocks) for corner in _corners(box)}
    corners.update(end for wall in found.walls for end in (wall.start, wall.end))
    first = (source.left, source.top)
    pairs: Iterable[tuple[Vertex, Vertex]]
    pairs = ((first, one) for one in sorted(corners - {first})) if from_point else combinations(sorted(corners), 2)
    seen: set[tuple[Number, Number, Number]] = set()
    for one, other in pairs:
        dx, dy = other[0] - one[0], other[1] - one[1]
        sides = [[dx * (y - one[1]) - dy * (x - one[0]) for x, y in _corners(box)] for box in (source, target)]
        if any(min(side) > 0 or max(side) < 0 for side in sides):
            continue
        offset = dy * one[0] - dx * one[1]
        shared = gcd(int(dx), int(dy))
        key = (dx // shared, dy // shared, Fraction(offset) / shared)
        if key not in seen:
            seen.add(key)
            yield one, other


def _corners(box: Box) -> tuple[Vertex, ...]:
    return (box.left, box.top), (box.right, box.top), (box.left, box.bottom), (box.right, box.bottom)


@dataclass(slots=True)
class _Contacts:
    """What a line meets, as ranges along it: what it runs through, and what it touches on which side."""

    passed: list[Stretch] = field(default_factory=list)
    left: list[Stretch] = field(default_factory=list)
    right: list[Stretch] = field(default_factory=list)
    along: list[Stretch] = field(default_factory=list)

    def all(self) -> list[Stretch]:
        return [*self.passed, *self.left, *self.right, *self.along]


@dataclass(frozen=True, slots=True)
class _Line:
    """A directed line; a place on it is a multiple of its direction."""

    start: Vertex
    direction: Vertex

    def at(self, place: Number) -> Vertex:
        return self.start[0] + place * self.direction[0], self.start[1] + place * self.direction[1]

    def side(self, point: Vertex) -> Number:
        dx, dy = self.direction
        return dx * (point[1] - self.start[1]) - dy * (point[0] - self.start[0])

    def place(self, point: Vertex) -> Fraction:
        """Where a point of the line is."""
        axis = 0 if self.direction[0] else 1
        return Fraction(point[axis] - self.start[axis]) / self.direction[axis]

    def chord(self, box: Box) -> tuple[Fraction, Fraction] | None:
        """The part of the line in a closed rectangle."""
        low, high = None, None
        for axis in (0, 1):
            step = self.direction[axis]
            bounds = box[axis] - self.start[axis], box[axis + 2] - self.start[axis]
            if step == 0:
                if bounds[0] > 0 or bounds[1] < 0:
                    return None
                continue
            ends = sorted(Fraction(bound) / step for bound in bounds)
            low = ends[0] if low is None else max(low, ends[0])
            high = ends[1] if high is None else min(high, ends[1])
        return (low, high) if low is not None and high is not None and low <= high else None

    def meet_block(self, block: Box, contacts: _Contacts) -> None:
        sides = [self.side(corner) for corner in _corners(block)]
        if min(sides) > 0 or max(sides) < 0:
            return
        span = self.chord(block)
        assert span is not None
        if min(sides) < 0 < max(sides):
            contacts.passed.append(span)
        else:
            (contacts.right if max(sides) > 0 else contacts.left).append(span)

    def meet_wall(self, wall: Piece, contacts: _Contacts) -> None:
        first, second = self.side(wall.start), self.side(wall.end)
        if (first > 0 and second > 0) or (first < 0 and second < 0) or (wall.one_way and second > first):
            return
        if first and second:
            share = Fraction(first) / (first - second)
            x, y = (a + share * (b - a) for a, b in zip(wall.start, wall.end, strict=True))
            contacts.passed.append((self.place((x, y)),) * 2)
        elif first or second:
            place = self.place(wall.start if not first else wall.end)
            (contacts.right if first + second > 0 else contacts.left).append((place, place))
        else:
            ends = sorted((self.place(wall.start), self.place(wall.end)))
            contacts.along.append((ends[0], ends[1]))


def _free_ends(line: _Line, found: Found, source: Stretch, target: Stretch, from_point: bool) -> Stretch | None:
    """Places where a clear segment along a line may start and end, None when the line is stopped."""
    contacts = _Contacts()
    for block in found.blocks:
        line.meet_block(block, contacts)
    for wall in found.walls:
        line.meet_wall(wall, contacts)
    spans = contacts.all()
    start = source[1] if from_point else _last_free(source, spans)
    mirrored = _last_free((-target[1], -target[0]), [(-last, -first) for first, last in spans])
    if start is None or mirrored is None or start >= -mirrored:
        return None
    end = -mirrored
    if any(last > start and first < end for first, last in contacts.passed):
        return None
    if any(True for _ in pinched(contacts.left, contacts.right, contacts.along, start, end)):
        return None
    return start, end


def _last_free(chord: Stretch, spans: Sequence[Stretch]) -> Number | None:
    """The end of a chord, or if something is in contact there, a place shortly before; None when all is in contact."""
    low, place = chord
    touching = [span for span in spans if span[0] <= place <= span[1]]
    if not touching:
        return place
    while touching:
        place = min(first for first, _ in touching)
        touching = [span for span in spans if span[0] < place <= span[1]]
    if place <= low:
        return None
    before = max([low, *(last for _, last in spans if last < place)])
    return Fraction(before + place) / 2
