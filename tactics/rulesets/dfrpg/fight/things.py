"""What things are, which hands they take, and which lie within a figure's grasp."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.lattice import UNIT, Square
from tactics.core.text import text
from tactics.rules.action import Choice, NeedChoice, Refusal
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.board import cells_of, grid_of
from tactics.rulesets.dfrpg.fight import holding
from tactics.rulesets.dfrpg.fight.sheet import Gear, sheet_of
from tactics.rulesets.dfrpg.sight import open_between
from tactics.world.fight import Fight, Item

STOWED = "stowed"
"""Where a thing on the belt, in a scabbard, on the back is. Source: dfrpg.state.ready."""


def gear_of(fight: Fight, item: Item) -> Gear | None:
    """A thing as what is neither weapon nor shield, None when it is one of those."""
    return sheet_of(fight.world.creature(holding.maker_of(item))).gear.get(item.kind)


def hands_for(fight: Fight, item: Item) -> int:
    """The hands a thing takes at least."""
    weapon = holding.weapon_of(fight, item)
    if weapon is None:
        return 1
    several = [one.hands for one in weapon.uses.values()]
    return min([*several, weapon.shot.hands] if weapon.shot is not None else several, default=1)


def grips(fight: Fight, who: str, item: Item) -> tuple[str, ...]:
    """How a figure could take a thing into its hands now: "both", or each free hand; a shield rather on the left.

    Source: dfrpg.maneuver.ready.draw
    """
    free = holding.free_hands(fight, who)
    if hands_for(fight, item) == 2:
        return ("both",) if len(free) == 2 else ()
    return tuple(reversed(free)) if holding.shield_named(fight, item) is not None else free


def no_hand(fight: Fight, who: str, item: Item, rule: str) -> Refusal | None:
    """Why a figure cannot take a thing into its hands, None when it can."""
    if grips(fight, who, item):
        return None
    if hands_for(fight, item) == 2:
        return Refusal(text("Both hands must be free."), rule)
    return Refusal(text("No hand is free."), rule)


def hand_needs(fight: Fight, who: str, item: Item) -> tuple[NeedChoice, ...]:
    """The choice of a hand, where there is one. Source: dfrpg.maneuver.ready.draw."""
    found = grips(fight, who, item)
    if len(found) < 2:
        return ()
    choices = tuple(Choice(one, holding.HAND_WORDS[one]) for one in found)
    return (NeedChoice("hand", choices, text("In which hand?")),)


def take(run: Run, who: str, item: Item, grip: str) -> None:
    """Take a thing into the hand, which makes it ready.

    A shield or cloak is only held so, and has yet to be strapped on; what is not loaded has yet to be.

    Source: dfrpg.state.ready, dfrpg.maneuver.ready.draw, dfrpg.maneuver.ready.shield
    """
    changed = {"holder": who, "hand": grip, "square": None}
    ready = item.ready or not _waits_for_more(run.fight, item)
    holding.change(run, item, ready=ready and not holding.strapped(run.fight, item), **changed)


def _waits_for_more(fight: Fight, item: Item) -> bool:
    """Whether a thing that is not ready takes more than a hand: it is not loaded, sealed or not lit."""
    weapon = holding.weapon_of(fight, item)
    if weapon is None:
        return gear_of(fight, item) is not None
    return weapon.shot is not None and weapon.shot.reload > 0


def lying_about(fight: Fight) -> Iterator[tuple[Item, Square]]:
    """Things that nobody has, and where they lie."""
    return ((one, one.square) for one in fight.items.values() if one.square is not None and not one.holder)


def grasps(fight: Fight, who: str, square: Square) -> bool:
    """Whether a square is one of a figure's own or beside one, and nothing solid is between.

    Source: dfrpg.maneuver.ready.pick_up, dfrpg.grid.adjacency
    """
    world = fight.world
    grid, own = grid_of(world), cells_of(world.creature(who))
    return any(
        cell == square or (grid.distance(cell, square) <= 1 and open_between(world, cell, square)) for cell in own
    )


def reaches_hand(fight: Fight, who: str, other: str) -> bool:
    """Whether two figures are in the same or adjacent squares. Source: dfrpg.maneuver.ready.hand_over."""
    return any(grasps(fight, who, cell) for cell in cells_of(fight.world.creature(other)))


def on_table(fight: Fight, square: Square) -> bool:
    """Whether what lies in a square lies on something low, not on the floor.

    Source: dfrpg.maneuver.ready.from_ground
    """
    board = fight.world.board
    return board.inside(square) and board.at(square).cover == "low"


def doors(fight: Fight, who: str) -> Iterator[tuple[int, str]]:
    """Doors within a figure's grasp: number of the polyline and state. Source: dfrpg.maneuver.ready.misc_actions."""
    around = {
        Square(cell.x + x, cell.y + y)
        for cell in cells_of(fight.world.creature(who))
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
    }
    found: dict[int, str] = {}
    for wall in fight.world.board.walls:
        if wall.kind != "door":
            continue
        middle_x, middle_y = (wall.start.x + wall.end.x) // 2, (wall.start.y + wall.end.y) // 2
        # A piece of a door lies between two squares: both of them are around one who stands beside it.
        along_x = {(middle_x - 1) // UNIT, middle_x // UNIT}
        along_y = {(middle_y - 1) // UNIT, middle_y // UNIT}
        if {Square(x, y) for x in along_x for y in along_y} <= around:
            found[wall.group] = wall.state
    yield from found.items()
