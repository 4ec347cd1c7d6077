"""Steps, retreats and what else moves a figure without points."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.rulesets.dfrpg.board import cells_of, grid_of
from tactics.rulesets.dfrpg.going import going_of
from tactics.rulesets.dfrpg.lying import shifts_whole, upright_cells
from tactics.rulesets.dfrpg.walking import held
from tactics.world.creature import Creature
from tactics.world.world import World


def step_cells(world: World, who: str, yards: int) -> tuple[Square, ...]:
    """Where the top left cell of a figure may be after a step, in the order of their distance.

    Neither facing nor posture nor ground costs anything. An enemy's cell may be entered, which begins close combat,
    and ends the step; nobody ends on an upright friend. A lying figure shifts by a cell, both halves the same way.

    Source: dfrpg.movement.step, dfrpg.grid.step
    """
    creature = world.creature(who)
    if held(creature):
        return ()
    friends = upright_cells(world, creature, enemies=False)
    enemies = upright_cells(world, creature) - friends - frozenset(cells_of(creature))

    def passable(here: Square, there: Square) -> bool:
        return enemies.isdisjoint(_cells_at(creature, here)) and shifts_whole(world, creature, here, there)

    length = min(yards, 1) if creature.sprawl else yards
    found = grid_of(world).step_cells(creature.space.anchor, length, passable)
    return tuple(cell for cell in found if friends.isdisjoint(_cells_at(creature, cell)))


def retreat_cells(world: World, defender: str, attacker: str, yards: int) -> tuple[Square, ...]:
    """Where the top left cell of a defender may be after a retreat: free cells farther from the attacker than now.

    A lying defender rolls, both halves the same way.

    Args:
        world: the position.
        defender: id of who retreats.
        attacker: id of whom it retreats from.
        yards: length of its step.

    Source: dfrpg.grid.retreat
    """
    creature, foe = world.creature(defender), world.creature(attacker)
    taken = upright_cells(world, creature)

    def passable(here: Square, there: Square) -> bool:
        return taken.isdisjoint(_cells_at(creature, there)) and shifts_whole(world, creature, here, there)

    return grid_of(world).retreat_cells(cells_of(foe), cells_of(creature), yards, passable)


def approach_yd(world: World, waiter: Creature, charger: Creature, start: Square, now: Square) -> int:
    """How many yards somebody has come nearer to one who waits, since the start of its turn.

    Args:
        world: the position.
        waiter: who waits.
        charger: who comes; of a wide one the nearest cell counts, then and now.
        start: where its top left cell was as its turn began.
        now: where that is now.

    Source: dfrpg.grid.stop_thrust_distance, dfrpg.grid.distance
    """
    grid, there = grid_of(world), cells_of(waiter)

    def nearest(anchor: Square) -> Square:
        return min(_cells_at(charger, anchor), key=lambda one: grid.between((one,), there))

    return grid.approach(nearest(start), nearest(now), there)


def evading(world: World, who: str, came: Square | None, there: Square) -> tuple[str, ...]:
    """Ids of the enemies a figure has to evade to leave their cell for a neighbouring one; nobody on the way it came.

    Whose cells it still shares afterwards it has not left.

    Args:
        world: the position.
        who: id of who is in the enemies' cell.
        came: the cell it came from, None where nobody knows.
        there: where it goes.

    Source: dfrpg.movement.occupied, dfrpg.movement.evade
    """
    creature = world.creature(who)
    if there == came:
        return ()
    here, later = frozenset(cells_of(creature)), frozenset(_cells_at(creature, there))
    foes = (one for one in world.creatures if one.side != creature.side and later.isdisjoint(cells_of(one)))
    return tuple(one.id for one in foes if not here.isdisjoint(cells_of(one)))


def knockback_path(world: World, attacker: str, target: str, yards: int) -> tuple[Square, ...]:
    """The cells a target is pushed through, straight away from an attacker, as far as nothing is in the way.

    Each yard goes to the neighbour farthest from the attacker; of several as far, to the one nearest to the line
    through both middles, and then to the first by direction. Where both share a cell the attacker's facing is the line.

    Source: dfrpg.grid.knockback_path
    """
    hit, by = world.creature(target), world.creature(attacker)
    grid, taken = grid_of(world), upright_cells(world, hit)
    line = _line(world, by, hit)
    here, gone, parity = hit.space.anchor, 0, 0
    path: list[Square] = []
    while True:
        around = enumerate(grid.neighbours(here))
        direction, there = min(around, key=lambda one: (*_off(world, by, hit, one[1], line), one[0]))
        length, parity = grid.step_length(direction, parity)
        gone += length
        blocked = not taken.isdisjoint(_cells_at(hit, there)) or not shifts_whole(world, hit, here, there)
        if gone > yards or blocked:
            return tuple(path)
        path.append(there)
        here = there


def flown_to(world: World, who: str, yards: int) -> Square:
    """Where something comes to lie that flies the way a figure looks, as far as nothing is in the way.

    Source: dfrpg.attack.critical_miss
    """
    creature, grid = world.creature(who), grid_of(world)
    going, square, gone, parity = going_of(world, creature), creature.space.anchor, 0, 0
    direction = creature.facing or 0
    while True:
        there = grid.neighbours(square)[direction]
        length, parity = grid.step_length(direction, parity)
        gone += length
        if gone > yards or not going.free(square, there):
            return square
        square = there


def _line(world: World, by: Creature, hit: Creature) -> tuple[int, int]:
    """The way from the middle of one to that of the other, in half cells."""
    dx = 2 * (hit.space.x - by.space.x) + hit.space.width - by.space.width
    dy = 2 * (hit.space.y - by.space.y) + hit.space.height - by.space.height
    if (dx, dy) == (0, 0) and by.facing is not None:
        there = grid_of(world).neighbours(by.space.anchor)[by.facing]
        return there.x - by.space.x, there.y - by.space.y
    return dx, dy


def _off(world: World, by: Creature, hit: Creature, cell: Square, line: tuple[int, int]) -> tuple[int, int, int]:
    """How little a cell is a way straight off: distance first, then on the right side, then deviation from the line."""
    far = grid_of(world).between(cells_of(by), _cells_at(hit, cell))
    dx = 2 * (cell.x - by.space.x) + hit.space.width - by.space.width
    dy = 2 * (cell.y - by.space.y) + hit.space.height - by.space.height
    ahead = dx * line[0] + dy * line[1]
    return -far, int(ahead <= 0), abs(dx * line[1] - dy * line[0])


def _cells_at(creature: Creature, anchor: Square) -> tuple[Square, ...]:
    """The cells of a figure whose top left one comes to a square."""
    dx, dy = anchor[0] - creature.space.x, anchor[1] - creature.space.y
    return tuple(Square(x + dx, y + dy) for x, y in cells_of(creature))
