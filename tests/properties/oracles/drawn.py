"""Random scenes as the oracles read them, and the same scenes as positions."""

from __future__ import annotations

from random import Random

from kit import world
from properties.oracles.covers import Body, Scene

from tactics.core.space import SIDE_SQ
from tactics.world.world import World

BOOKS = ("pf1", "pf2e", "dnd4e")
KINDS = ("wall", "wall", "low_wall", "window", "arrow_slit", "portcullis", "force")
GLYPHS = ("", "#", "##", "##o", "#on", "##n", "o", "n", "##on")
SIZES = ("small", "medium", "medium", "medium", "large", "large", "huge")


def scene(seed: int, glyph_sets: tuple[str, ...] = GLYPHS) -> tuple[Scene, World]:
    """A random scene, drawn twice. No wall runs through anybody's space."""
    dice = Random(seed)
    width, height = dice.randint(4, 8), dice.randint(3, 7)
    glyphs = "......." + dice.choice(glyph_sets)
    grid = [[dice.choice(glyphs) for _ in range(width)] for _ in range(height)]
    bodies: dict[str, Body] = {}
    for name in "ATBE"[: dice.randint(2, 4)]:
        size = dice.choice(SIZES) if bodies else "medium"
        side = SIDE_SQ.get(size, 1)
        spots = [
            (x, y)
            for x in range(width - side + 1)
            for y in range(height - side + 1)
            if not any(_overlap((x, y, x + side, y + side), one.block) for one in bodies.values())
        ]
        if not spots:
            continue
        x, y = dice.choice(spots)
        for row in grid[y : y + side]:
            row[x : x + side] = ["." if glyph == "#" else glyph for glyph in row[x : x + side]]
        party = "heroes" if name in "AB" else "foes"
        block = (x, y, x + side, y + side)
        bodies[name] = Body(block, size, party, dice.choice([1, 1, 1, 2, 3]), dice.random() < 0.2)
    walls = []
    for _ in range(dice.choice([0, 0, 0, 1, 2, 3])):
        x, y = dice.randint(0, width), dice.randint(0, height)
        end = (dice.randint(0, width), y) if dice.random() < 0.5 else (x, dice.randint(0, height))
        if end != (x, y) and not any(_cuts((x, y), end, one.block) for one in bodies.values()):
            walls.append((dice.choice(KINDS), ((x, y), end)))
    drawn = Scene(["".join(row) for row in grid], walls, bodies)
    return drawn, position(drawn)


def position(drawn: Scene) -> World:
    """A scene as a position of all three books."""
    creatures = {
        name: {
            "at": [int(one.block[0]), int(one.block[1])],
            "size": one.size,
            "side": one.party,
            "reach": 5 * one.reach,
            "reach_weapon": one.weapon,
            "pf2e": {"reactions": ["attack_of_opportunity"]},
        }
        for name, one in drawn.bodies.items()
    }
    lines = [{"kind": kind, "line": [list(end) for end in wall]} for kind, wall in drawn.walls]
    return world(drawn.rows, BOOKS, walls=lines, creatures=creatures)


def _overlap(one: tuple[int, ...], other: tuple[float, ...]) -> bool:
    return all(one[n] < other[n + 2] and other[n] < one[n + 2] for n in (0, 1))


def _cuts(one: tuple[int, int], other: tuple[int, int], block: tuple[float, ...]) -> bool:
    low, high = (min(one[0], other[0]), min(one[1], other[1])), (max(one[0], other[0]), max(one[1], other[1]))
    return all(low[n] < block[n + 2] and high[n] > block[n] for n in (0, 1))
