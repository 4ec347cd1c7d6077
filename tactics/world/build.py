"""From a validated document to a position: one set of units, walls in straight pieces, gaps closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import numpy as np

from tactics.core.lattice import Point
from tactics.core.text import Named
from tactics.files.combat import merged
from tactics.files.document import CreatureDocument, Document, MapDocument, ThinWall
from tactics.files.ground import Ground
from tactics.files.schema import SystemTable, WeaponTable
from tactics.files.terms import FEET_PER_HEIGHT, PER_SQUARE
from tactics.world.board import EFFECT, Board, Lamp, Picture, Terrain, Wall
from tactics.world.creature import Creature, Stats, Weapon
from tactics.world.walls import barrier
from tactics.world.weld import welded
from tactics.world.world import World

_WALK_SQ = 6
"""Speed of a creature whose file gives none."""


def build(document: Document) -> World:
    """The position a document describes.

    Lengths of a creature's own keys are in the unit of the file's first rule system, those of a
    ``[creatures.X.<system>]`` table in that system's; both become squares.
    """
    return World(
        board=_board(document.map),
        creatures=tuple(_creature(one, document.rulesets) for one in document.creatures),
        rulesets=document.rulesets,
        switches=document.switches,
        title=document.title,
    )


def _board(ground: MapDocument) -> Board:
    glyphs = sorted(set("".join(ground.rows)))
    kinds = tuple(_terrain(ground.ground(glyph)) for glyph in glyphs)
    index = {glyph: number for number, glyph in enumerate(glyphs)}
    grid = np.array([[index[glyph] for glyph in row] for row in ground.rows], dtype=np.uint8)
    lines = welded([wall.line for wall in ground.walls])
    picture = ground.picture
    return Board(
        kinds=kinds,
        terrain=grid,
        walls=tuple(
            piece
            for group, (wall, line) in enumerate(zip(ground.walls, lines, strict=True))
            for piece in _pieces(wall, line, group)
        ),
        ambient=ground.light,
        lamps=tuple(Lamp(light.at, light.bright_sq, light.dim_sq) for light in ground.lights),
        picture=Picture(picture.data, picture.pixels_per_square) if picture else None,
    )


def _terrain(ground: Ground) -> Terrain:
    return Terrain(
        id=ground.terrain,
        blocks=frozenset(ground.blocks),
        cover=ground.cover,
        difficulty=ground.difficulty,
        obscurement=ground.obscurement,
        hazardous=ground.hazardous,
        hole=ground.hole,
        ground_z_ft=ground.z_ft,
        light=ground.light,
        top_ft=ground.top_ft,
        shelters_up_to=ground.shelters_up_to,
        damage=ground.damage,
        damage_type=ground.damage_type,
        depth_ft=ground.depth_ft,
        surface=ground.surface,
        dc=ground.dc,
    )


def _pieces(wall: ThinWall, line: Sequence[Point], group: int) -> Iterator[Wall]:
    blocks, cover = barrier(wall.kind, wall.state, glazed=wall.glazed)
    if wall.blocks is not None:
        blocks = frozenset(wall.blocks)
        if EFFECT in blocks:
            cover = "solid"
        elif cover == "solid":
            cover = "none"
    for start, end in pairwise(_straightened(line)):
        yield Wall(
            start=start,
            end=end,
            kind=wall.kind,
            state=wall.state,
            blocks=blocks,
            cover=cover if wall.cover is None else wall.cover,
            group=group,
            one_way=wall.one_way,
            glazed=wall.glazed,
            top_ft=wall.top_ft,
            name=wall.name,
        )


def _straightened(line: Sequence[Point]) -> list[Point]:
    """The polyline without points that repeat or lie on the straight way to the next one."""
    kept: list[Point] = []
    for point in line:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and _straight_on(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def _straight_on(a: Point, b: Point, c: Point) -> bool:
    first, second = (b.x - a.x, b.y - a.y), (c.x - b.x, c.y - b.y)
    turn = first[0] * second[1] - first[1] * second[0]
    return turn == 0 and first[0] * second[0] + first[1] * second[1] > 0


def _creature(one: CreatureDocument, rulesets: Sequence[str]) -> Creature:
    table = one.table
    names = [(table.name, table.name_ru), *((block.name, block.name_ru) for block in one.blocks.values())]
    english, russian = next((pair for pair in names if pair[0] is not None), (one.id, None))
    statures = [table.stature, *(block.stature for block in one.blocks.values())]
    return Creature(
        id=one.id,
        name=Named(english or one.id, russian or ""),
        side=table.side or one.id,
        size=one.size,
        space=one.space,
        z_ft=(table.z or 0) * FEET_PER_HEIGHT[rulesets[0]],
        stature=next((stature for stature in statures if stature is not None), "tall"),
        stats=MappingProxyType({system: _stats(one, system, rulesets[0]) for system in rulesets}),
        mount=table.mount or "",
        sheets=MappingProxyType(_sheets(one, rulesets)),
    )


def _sheets(one: CreatureDocument, rulesets: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    """The combat table for each system: that of its stat block, under its own and that for the system."""
    found: dict[str, Mapping[str, Any]] = {}
    for system in rulesets:
        block, own = one.blocks.get(system), one.table.of(system)
        under = block.combat if block is not None else None
        if block is not None and under is not None and (block.size or "medium") != one.size:
            under = merged(under, {})
        over = [one.table.combat] if system == rulesets[0] else []
        over += [own.combat] if own is not None else []
        for table in over:
            if table is not None:
                under = merged(under or {}, table)
        if under is not None:
            found[system] = MappingProxyType(under)
    return found


class _Layers:
    """What is said of a creature for one rule system, the most particular table first."""

    def __init__(self, one: CreatureDocument, system: str, first: str) -> None:
        said: list[tuple[SystemTable | None, str]] = [
            (one.table.of(system), system),
            (one.table, first),
            (one.blocks.get(system), system),
            *((block, other) for other, block in one.blocks.items()),
        ]
        self._tables = [(table, PER_SQUARE[unit]) for table, unit in said if table is not None]

    def get(self, key: str, default: Any) -> Any:
        """The value of a key that is no length."""
        return self._find(key, default)[0]

    def length_sq(self, key: str) -> int | None:
        """A length in squares."""
        value, per_square = self._find(key, None)
        return None if value is None else value // per_square

    def speeds_sq(self) -> dict[str, int]:
        """Speed by mode in squares; walking is always there."""
        walk_sq = self.length_sq("speed")
        speeds, per_square = self._find("speeds", {})
        modes = {mode: speed // per_square for mode, speed in speeds.items()}
        return {"walk": _WALK_SQ if walk_sq is None else walk_sq, **modes}

    def weapons(self) -> tuple[Weapon, ...]:
        """Its attacks."""
        weapons, per_square = self._find("weapons", ())
        return tuple(_weapon(weapon, per_square) for weapon in weapons)

    def _find(self, key: str, default: Any) -> tuple[Any, int]:
        for table, per_square in self._tables:
            value = getattr(table, key)
            if value is not None:
                return value, per_square
        return default, 1


def _stats(one: CreatureDocument, system: str, first: str) -> Stats:
    said = _Layers(one, system, first)
    return Stats(
        reach_sq=said.length_sq("reach"),
        reach_weapon=said.get("reach_weapon", False),
        armed=said.get("armed", True),
        weapons=said.weapons(),
        speeds_sq=MappingProxyType(said.speeds_sq()),
        senses=frozenset(said.get("senses", ())),
        conditions=frozenset(said.get("conditions", ())),
        reactions=frozenset(said.get("reactions", ())),
        traits=frozenset(said.get("traits", ())),
        threatening_reach_sq=said.length_sq("threatening_reach") or 0,
    )


def _weapon(table: WeaponTable, per_square: int) -> Weapon:
    def squares(length: int | None) -> int | None:
        return None if length is None else length // per_square

    return Weapon(
        name=table.name,
        ranged=table.ranged,
        reach_weapon=table.reach_weapon,
        reach_sq=squares(table.reach),
        range_sq=squares(table.range),
        long_range_sq=squares(table.long_range),
    )
