"""Zones as ground: which squares of the board they make difficult, hard to see or impassable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tactics.core.lattice import Square, parse_square
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.world.board import BLOCKABLE, Terrain
from tactics.world.edit import with_terrain
from tactics.world.fight import Effect, Fight
from tactics.world.world import World

ZONE = "zone"
"""Id of the effect on its maker that a zone is; the note names its squares, the origin its power."""
PLAIN, DIFFICULT, OBSCURED, HEAVY, SOLID = "plain", "difficult", "obscured", "heavily_obscured", "solid"
Key = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone that lasts.

    Attributes:
        maker: id of who made it.
        effect: what it hangs on.
        power: what made it.
        kind: one of `powers.ZONES`.
        squares: where it lies.
    """

    maker: str
    effect: Effect
    power: Power
    kind: str
    squares: frozenset[Square]


def zones(fight: Fight) -> Iterator[Zone]:
    """Every zone there is now; those of the dead are gone with them. Source: dnd4e.duration.sustain."""
    for who, body in fight.bodies.items():
        for effect in body.effects if not body.out else ():
            if effect.id == ZONE:
                power = sheet_of(fight.world.creature(who)).powers[effect.origin]
                kind, *names = effect.note.split()
                yield Zone(who, effect, power, kind, frozenset(map(parse_square, names)))


def key_of(fight: Fight) -> Key:
    """What of the zones changes the ground, for remembering positions."""
    found = (
        (who, effect.note)
        for who, body in fight.bodies.items()
        if not body.out
        for effect in body.effects
        if effect.id == ZONE and not effect.note.startswith(PLAIN)
    )
    return tuple(found)


def with_zones(fight: Fight, world: World) -> World:
    """The position with the ground as zones make it. Source: dnd4e.area.wall_solid."""
    for zone in zones(fight):
        if zone.kind == PLAIN:
            continue
        for square in sorted(zone.squares):
            if world.board.inside(square) and not world.board.solid(square):
                world = with_terrain(world, square, _changed(world.board.at(square), zone.kind))
    return world


def _changed(terrain: Terrain, kind: str) -> Terrain:
    if kind == DIFFICULT:
        return replace(terrain, difficulty=max(1, terrain.difficulty))
    if kind in (OBSCURED, HEAVY):
        return replace(terrain, obscurement=max(1 if kind == OBSCURED else 2, terrain.obscurement))
    return replace(terrain, blocks=frozenset(BLOCKABLE), cover="solid")
