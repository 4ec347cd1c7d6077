"""Cover by the letter of three books, corner by corner; written from the books alone.

Thin walls lie on the grid's lines and block from both sides. Everybody stands on the ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from properties.oracles.plane import Block, Spot, Wall, cell, clear, corners, crosses, enters, pinched, side, stopped

SOLID_WALLS = ("wall", "force")
SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan")


@dataclass(frozen=True)
class Body:
    """A creature: its block, its size, its side, and its natural reach in squares."""

    block: Block
    size: str = "medium"
    party: str = "heroes"
    reach: int = 1
    weapon: bool = False


@dataclass(frozen=True)
class Scene:
    """A drawn board.

    Attributes:
        rows: glyphs.
        walls: pieces of thin wall by kind; doors that are shut are walls.
        bodies: creatures by id.
    """

    rows: Sequence[str]
    walls: Sequence[tuple[str, Wall]] = ()
    bodies: Mapping[str, Body] = field(default_factory=dict)

    def squares(self, glyphs: str, without: Sequence[Block] = ()) -> list[Block]:
        """Squares of some glyphs, those inside some blocks left out."""
        found = [cell(x, y) for y, row in enumerate(self.rows) for x, glyph in enumerate(row) if glyph in glyphs]
        return [one for one in found if not any(inside(one, block) for block in without)]

    def pieces(self, *kinds: str) -> list[Wall]:
        """Pieces of thin wall of some kinds."""
        return [wall for kind, wall in self.walls if kind in kinds]

    def effect(self, source: Block, target: Block) -> bool:
        """Line of effect."""
        return clear(source, target, self.squares("# "), self.pieces(*SOLID_WALLS))


def inside(one: Block, block: Block) -> bool:
    return block[0] <= one[0] and one[2] <= block[2] and block[1] <= one[1] and one[3] <= block[3]


def cells(block: Block) -> Iterator[Block]:
    """The squares of a block."""
    for x, y in product(range(int(block[0]), int(block[2])), range(int(block[1]), int(block[3]))):
        yield cell(x, y)


def lattice(block: Block) -> Iterator[Spot]:
    """Every corner of every square of a block."""
    yield from product(range(int(block[0]), int(block[2]) + 1), range(int(block[1]), int(block[3]) + 1))


def gap(one: Block, other: Block) -> tuple[int, int]:
    """Columns and rows between the nearest squares of two blocks; neighbours are 1 apart."""
    return tuple(int(max(0, other[n] - one[n + 2] + 1, one[n] - other[n + 2] + 1)) for n in (0, 1))  # type: ignore[return-value]  # a pair


def alternating(dx: int, dy: int) -> int:
    return max(dx, dy) + min(dx, dy) // 2


# Pathfinder 1e


def pf1(scene: Scene, source: str, target: str, attack: str) -> str:
    """The grade of cover by Pathfinder 1e."""
    a, b = scene.bodies[source], scene.bodies[target]
    if not scene.effect(a.block, b.block):
        return "total"
    others = [one.block for name, one in scene.bodies.items() if name not in (source, target)]
    near = max(gap(a.block, b.block)) == 1
    melee = attack in ("melee", "reach")
    if attack == "melee" and near and a.reach == 1 and not a.weapon:
        return _sixteen(scene, a.block, b.block)
    aims = [one for one in cells(b.block) if _strikes(a, one)] or list(cells(b.block)) if melee else [b.block]
    aims = [one for one in aims if scene.effect(a.block, one)] if melee and len(list(cells(b.block))) > 1 else aims
    grades = [_pf1_corner(scene, corner, aim, a.block, b.block, others) for corner in lattice(a.block) for aim in aims]
    return min(grades, key=("none", "cover", "improved").index) if grades else "total"


def _strikes(attacker: Body, square: Block) -> bool:
    columns, rows = gap(attacker.block, square)
    away = (
        2 if (columns, rows) == (2, 2) and attacker.reach * (1 + attacker.weapon) == 2 else alternating(columns, rows)
    )
    natural = 2 if (columns, rows) == (2, 2) and attacker.reach == 2 else alternating(columns, rows)
    if attacker.weapon:
        return natural > attacker.reach and away <= 2 * attacker.reach
    return away <= attacker.reach


def _pf1_corner(scene: Scene, corner: Spot, aim: Block, own: Block, target: Block, others: Sequence[Block]) -> str:
    return _pf1_grade([_pf1_line(scene, corner, end, own, target, others) for end in corners(aim)])


def _pf1_grade(met: Sequence[frozenset[str]]) -> str:
    """What the lines of one choice come to; one that ends at a slit has come as far as the slit."""
    if not any(one - {"ends at a slit"} for one in met):
        return "none"
    slit = any("slit" in one for one in met)
    return "improved" if slit and all(one & {"slit", "solid", "ends at a slit"} for one in met) else "cover"


def _pf1_line(
    scene: Scene, start: Spot, end: Spot, own: Block, target: Block, others: Sequence[Block]
) -> frozenset[str]:
    """What shelters along one line."""
    solid, walls = scene.squares("# "), scene.pieces(*SOLID_WALLS)
    met = {"solid"} if stopped(start, end, solid, walls) else set()
    if any(enters(start, end, one) for one in (*scene.squares("o", (own, target)), *others)):
        met.add("cover")
    if any(enters(start, end, one) for one in scene.squares("n", (own, target)) if _low_counts(own, target, one)):
        met.add("cover")
    crossed = [list(_crossed(start, end, one)) for one in scene.pieces("low_wall")]
    if any(parts and all(_low_counts(own, target, part) for part in parts) for parts in crossed):
        met.add("cover")
    if any(crosses(start, end, one) for one in scene.pieces("window", "portcullis")):
        met.add("cover")
    slits = [one for one in scene.pieces("arrow_slit") if not _beside(one, own)]
    if any(crosses(start, end, one) for one in slits) or _joined(start, end, solid, walls, slits):
        met.add("slit")
    openings = scene.pieces("window", "portcullis")
    if _joined(start, end, solid, walls, openings):
        met.add("cover")
    if any(_ends_at(start, end, one, target) for one in slits):
        met.add("ends at a slit")
    return frozenset(met)


def _joined(start: Spot, end: Spot, blocks: Sequence[Block], walls: Sequence[Wall], openings: Sequence[Wall]) -> bool:
    """Whether a line slips between an opening and what it is built into, where there is no gap."""
    return pinched(start, end, blocks, (*walls, *openings)) and not pinched(start, end, blocks, walls)


def _block(wall: Wall) -> Block:
    (ax, ay), (bx, by) = wall
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _crossed(start: Spot, end: Spot, wall: Wall) -> Iterator[Block]:
    """The pieces, a square long, of a wall where a line crosses it."""
    if not crosses(start, end, wall):
        return
    left, top, right, bottom = _block(wall)
    axis = 0 if top == bottom else 1
    share = Fraction(wall[0][1 - axis] - start[1 - axis]) / (end[1 - axis] - start[1 - axis])
    place = start[axis] + share * (end[axis] - start[axis])
    for first in range(int((left, top)[axis]), int((right, bottom)[axis])):
        if first <= place <= first + 1:
            yield (first, top, first + 1, bottom) if axis == 0 else (left, first, right, first + 1)


def _touch_gap(one: Block, other: Block) -> int:
    """Squares from a block to something that may have no width; what touches it is 1 away."""
    return alternating(*_touch_gaps(one, other))


def _touch_gaps(one: Block, other: Block) -> tuple[int, int]:
    away = [max(other[n] - one[n + 2], one[n] - other[n + 2]) for n in (0, 1)]
    return tuple(int(each) + 1 if each >= 0 else 0 for each in away)  # type: ignore[return-value]  # a pair


def _low_counts(own: Block, target: Block, low: Block) -> bool:
    return _touch_gap(target, low) <= 6 and _touch_gap(target, low) <= _touch_gap(own, low)


def _beside(wall: Wall, own: Block) -> bool:
    """Whether a piece of wall runs along the border of a block or inside it."""
    block = _block(wall)
    shared = [min(block[n + 2], own[n + 2]) - max(block[n], own[n]) for n in (0, 1)]
    return min(shared) >= 0 and max(shared) > 0


def _sixteen(scene: Scene, own: Block, target: Block) -> str:
    grades = []
    for one, other in product(cells(own), cells(target)):
        if max(gap(one, other)) == 1 and scene.effect(one, other):
            lines = product(corners(one), corners(other))
            grades.append(_pf1_grade([_pf1_melee(scene, a, b, own, target) for a, b in lines]))
    return min(grades, key=("none", "cover", "improved").index) if grades else "total"


def _pf1_melee(scene: Scene, start: Spot, end: Spot, own: Block, target: Block) -> frozenset[str]:
    return _pf1_line(Scene([row.replace("o", ".") for row in scene.rows], scene.walls), start, end, own, target, ())


# Pathfinder 2e


def pf2e(scene: Scene, source: str, target: str) -> str:
    """The grade of cover by Pathfinder 2e."""
    a, b = scene.bodies[source], scene.bodies[target]
    if not scene.effect(a.block, b.block):
        return "total"
    start, end = ((Fraction(one[0] + one[2], 2), Fraction(one[1] + one[3], 2)) for one in (a.block, b.block))
    own = (a.block, b.block)
    slits = [part for one in scene.pieces("arrow_slit") for part in _crossed(start, end, one)]
    if any(max(_touch_gaps(a.block, part)) > 1 for part in slits):
        return "greater"
    terrain = any(enters(start, end, one) for one in scene.squares("on", own))
    openings = any(crosses(start, end, one) for one in scene.pieces("window", "portcullis", "low_wall"))
    things = scene.squares("# ") + scene.squares("on", own)
    joints = pinched(start, end, things, [one for _, one in scene.walls])
    if stopped(start, end, scene.squares("# "), scene.pieces(*SOLID_WALLS)) or terrain or openings or joints:
        return "standard"
    grades = {"none"}
    for name, one in scene.bodies.items():
        if name not in (source, target) and enters(start, end, one.block):
            big = all(SIZES.index(one.size) - SIZES.index(each.size) >= 2 for each in (a, b))
            grades.add("standard" if big else "lesser")
    return max(grades, key=("none", "lesser", "standard").index)


# D&D 4th edition


def dnd4e(scene: Scene, source: str, target: str, attack: str) -> str:
    """The grade of cover by the fourth edition."""
    a, b = scene.bodies[source], scene.bodies[target]
    if not scene.effect(a.block, b.block):
        return "total"
    foes = [one.block for one in scene.bodies.values() if one.party != a.party and one is not b]
    foes = foes if attack == "ranged" else []
    grades = []
    for corner, square in product(lattice(a.block), cells(b.block)):
        hard = hampered = 0
        for end in corners(square):
            strong, weak = _fourth_line(scene, corner, end, a.block, square, foes)
            hard += strong
            hampered += strong or weak
        grades.append("none" if not hampered else "superior" if hard >= 3 else "cover")
    return min(grades, key=("none", "cover", "superior").index)


def _fourth_line(
    scene: Scene, start: Spot, end: Spot, own: Block, square: Block, foes: Sequence[Block]
) -> tuple[bool, bool]:
    """Whether a line is blocked by an obstacle, and whether by something that gives cover at most."""
    openings = scene.pieces("portcullis") + [
        one for one in scene.pieces("window", "arrow_slit") if not _beside(one, own)
    ]
    hard = stopped(start, end, scene.squares("# "), scene.pieces(*SOLID_WALLS)) or any(
        crosses(start, end, one) or _ends_at(start, end, one, square) for one in openings
    )
    weak = any(enters(start, end, one) for one in (*scene.squares("on", (own,)), *foes))
    return hard, weak or any(crosses(start, end, one) for one in scene.pieces("low_wall"))


def _ends_at(start: Spot, end: Spot, wall: Wall, square: Block) -> bool:
    """Whether a line ends on a feature at the border of the target's square, which it stands behind."""
    block = _block(wall)
    on = block[0] <= end[0] <= block[2] and block[1] <= end[1] <= block[3]
    middle = (Fraction(square[0] + square[2], 2), Fraction(square[1] + square[3], 2))
    here, there = side(*wall, start), side(*wall, middle)
    return on and _beside(wall, square) and (here < 0 < there or there < 0 < here)
