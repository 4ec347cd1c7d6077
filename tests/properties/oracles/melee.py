"""Reach, threat, flanking and opportunity by the letter of three books, square by square."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

from properties.oracles.covers import Body, Scene, alternating, cells, gap, pf1
from properties.oracles.plane import Block, Spot, cell, side


def within(reach: int, one: Block, other: Block) -> bool:
    """Whether a reach in squares covers the way between two blocks; 10 ft has the second diagonal."""
    columns, rows = gap(one, other)
    return alternating(columns, rows) <= reach or (reach == columns == rows == 2)


def strikes(book: str, scene: Scene, one: Body, square: Block) -> bool:
    """Whether a creature could strike into a square."""
    if book == "dnd4e":
        near = max(gap(one.block, square)) <= 1
    elif book == "pf2e":
        near = within(one.reach + one.weapon, one.block, square)
    else:
        near = within(one.reach, one.block, square)
        near = within(2 * one.reach, one.block, square) and not near if one.weapon else near
    return near and scene.effect(one.block, square)


def threatened(book: str, scene: Scene, who: str) -> set[tuple[int, int]]:
    """Squares a creature threatens, its own left out."""
    one = scene.bodies[who]
    solid = scene.squares("# ")
    board = [cell(x, y) for y, row in enumerate(scene.rows) for x in range(len(row))]
    free = [square for square in board if square not in solid and square not in set(cells(one.block))]
    return {(int(square[0]), int(square[1])) for square in free if strikes(book, scene, one, square)}


def flanks(book: str, scene: Scene, source: str, partner: str, target: str) -> bool:
    """Whether two creatures flank a third."""
    one, two, foe = (scene.bodies[name] for name in (source, partner, target))
    if one.party != two.party or one.party == foe.party:
        return False
    if not all(any(strikes(book, scene, each, square) for square in cells(foe.block)) for each in (one, two)):
        return False
    if book == "pf2e":
        return opposite(_middle(one.block), _middle(two.block), foe.block)
    squares = [
        [square for square in cells(each.block) if book == "pf1" or _may_strike(scene, square, foe.block)]
        for each in (one, two)
    ]
    return any(opposite(_middle(a), _middle(b), foe.block) for a, b in product(*squares))


def _may_strike(scene: Scene, square: Block, target: Block) -> bool:
    return max(gap(square, target)) == 1 and scene.effect(square, target)


def _middle(block: Block) -> Spot:
    return Fraction(block[0] + block[2], 2), Fraction(block[1] + block[3], 2)


def opposite(a: Spot, b: Spot, block: Block) -> bool:
    """Whether a segment meets two opposite sides of a block; a corner belongs to both its sides."""
    left, top, right, bottom = block
    nw, ne, sw, se = (left, top), (right, top), (left, bottom), (right, bottom)
    return (_meet(a, b, nw, sw) and _meet(a, b, ne, se)) or (_meet(a, b, nw, ne) and _meet(a, b, sw, se))


def _meet(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether two closed segments have a point in common."""
    if all(side(a, b, end) == 0 for end in (c, d)):
        return all(max(min(a[n], b[n]), min(c[n], d[n])) <= min(max(a[n], b[n]), max(c[n], d[n])) for n in (0, 1))
    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0


def provoked(book: str, scene: Scene, mover: str, path: list[tuple[int, int]]) -> set[str]:
    """Who may react to a way: enemies that threaten a square it leaves, and can strike there without cover."""
    one = scene.bodies[mover]
    found = set()
    for name, foe in scene.bodies.items():
        if foe.party != one.party and any(_reacts(book, scene, mover, name, *step) for step in pairwise(path)):
            found.add(name)
    return found


def _reacts(book: str, scene: Scene, mover: str, name: str, here: tuple[int, int], there: tuple[int, int]) -> bool:
    one, foe = scene.bodies[mover], scene.bodies[name]
    block = moved(one.block, here)
    left = set(cells(block)) - set(cells(moved(one.block, there)))
    squares = left if book == "pf1" else set(cells(block))
    if not any(strikes(book, scene, foe, square) for square in squares):
        return False
    if book != "pf1":
        return True
    there_now = Scene(scene.rows, scene.walls, {**scene.bodies, mover: Body(block, one.size, one.party)})
    near = max(gap(foe.block, block)) == 1
    return pf1(there_now, name, mover, "melee" if near else "reach") == "none"


def moved(block: Block, to: tuple[int, int]) -> Block:
    return to[0], to[1], to[0] + block[2] - block[0], to[1] + block[3] - block[1]


def overlap(one: Block, other: Block) -> bool:
    """Whether two blocks share a square."""
    return all(one[n] < other[n + 2] and other[n] < one[n + 2] for n in (0, 1))
