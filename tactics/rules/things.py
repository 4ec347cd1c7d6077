"""Things of a fight: in whose stat block they stand, who has them in hand, and what is within reach of a creature.

The id of a thing is that of the creature it belonged to at first and that of its kind: "A.longsword", "A.shield".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from tactics.core.lattice import UNIT
from tactics.core.space import Space, square_space
from tactics.core.text import Named
from tactics.world.creature import Creature
from tactics.world.fight import Fight, Item
from tactics.world.world import World

ARMOR, SHIELD = "armor", "shield"
"""Kinds of the things that are worn."""
WORN = (ARMOR, SHIELD)
READY = frozenset({"main", "off", "both"})
"""Hands that hold a thing ready."""


class HasName(Protocol):
    """Something that is called somehow."""

    @property
    def name(self) -> Named:
        """What it is called."""


class Outfit(Protocol):
    """What a stat block says of the things of a creature."""

    @property
    def armor(self) -> HasName | None:
        """Armor, None without any."""

    @property
    def shield(self) -> HasName | None:
        """Shield, None without any."""

    @property
    def weapons(self) -> Mapping[str, HasName]:
        """Weapons by id."""


class Held(Protocol):
    """A weapon of a stat block."""

    @property
    def id(self) -> str:
        """That of its kind, or of the thing when it is somebody else's."""


Weapon = TypeVar("Weapon", bound=Held)
Worn = TypeVar("Worn")


def maker_of(item: str) -> str:
    """Id of the creature a thing belonged to at first, in whose stat block it stands."""
    return item.rpartition(".")[0]


def thing_name(outfit: Outfit, kind: str) -> Named:
    """What a stat block calls a thing."""
    worn = {ARMOR: outfit.armor, SHIELD: outfit.shield}.get(kind)
    return worn.name if worn is not None else outfit.weapons[kind].name


def own_item(who: str, kind: str, hand: str, *, damage: int = 0) -> Item:
    """A thing of a creature as a fight begins."""
    return Item(f"{who}.{kind}", kind, who, hand, damage=damage)


def worn_items(
    who: str, armor: Worn | None, shield: Worn | None, lost: Callable[[Worn], int] = lambda one: 0
) -> tuple[Item, ...]:
    """What a creature wears as a fight begins, less the hit points that are lost already."""
    worn = ((ARMOR, armor, "worn"), (SHIELD, shield, "off"))
    return tuple(own_item(who, kind, hand, damage=lost(one)) for kind, one, hand in worn if one is not None)


def things_of(fight: Fight, who: str) -> tuple[Item, ...]:
    """Everything a creature has."""
    return tuple(one for one in fight.items.values() if one.holder == who)


def lying_near(fight: Fight, space: Space) -> Iterator[Item]:
    """Things that lie in a space or in the squares around it."""
    for item in fight.items.values():
        if item.square is not None and max(space.gap_sq(square_space(item.square))) <= 1:
            yield item


def doors_near(world: World, space: Space) -> dict[int, str]:
    """States of the doors that touch a space or the squares around it, by the numbers of their polylines."""
    left, top = (space.x - 1) * UNIT, (space.y - 1) * UNIT
    right, bottom = (space.x + space.width + 1) * UNIT, (space.y + space.height + 1) * UNIT
    found: dict[int, str] = {}
    for wall in world.board.walls:
        middle_x, middle_y = (wall.start.x + wall.end.x) // 2, (wall.start.y + wall.end.y) // 2
        if wall.kind == "door" and left < middle_x < right and top < middle_y < bottom:
            found[wall.group] = wall.state
    return found


class Arms(Generic[Weapon]):
    """The weapons of creatures as things, by one book.

    Args:
        weapons_of: the weapons of a creature's stat block, by id.
        borrowed: a weapon of somebody else's stat block in the hands of a creature, by the id of the thing.
    """

    def __init__(
        self, weapons_of: Callable[[Creature], Mapping[str, Weapon]], borrowed: Callable[[Weapon, str], Weapon]
    ) -> None:
        self._weapons_of, self._borrowed = weapons_of, borrowed

    def weapon_of(self, fight: Fight, who: str, weapon: str | Weapon) -> Weapon:
        """A weapon by its id in the creature's stat block or by the id of a thing, its own or somebody else's.

        Raises:
            KeyError: there is no such weapon.
        """
        if not isinstance(weapon, str):
            return weapon
        own = self._weapons_of(fight.world.creature(who)).get(weapon)
        if own is not None:
            return own
        item, maker = fight.items[weapon], maker_of(weapon)
        found = self._weapons_of(fight.world.creature(maker))[item.kind]
        return found if maker == who else self._borrowed(found, item.id)

    def item_of(self, fight: Fight, who: str, weapon: Weapon) -> Item | None:
        """The thing a weapon is, None for parts of the body and for what the creature does not have."""
        for key in (f"{who}.{weapon.id}", weapon.id):
            item = fight.items.get(key)
            if item is not None and item.holder == who:
                return item
        return None

    def held(self, fight: Fight, who: str) -> tuple[tuple[Weapon, Item], ...]:
        """Weapons in a creature's hands, with their items."""
        return tuple(
            (self.weapon_of(fight, who, item.id), item)
            for item in things_of(fight, who)
            if item.kind not in WORN and item.hand in READY
        )
