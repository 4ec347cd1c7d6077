"""Pointing in a fight: the square and the creature under mouse or keyboard cursor, and naming what the option needs."""

from __future__ import annotations

from collections.abc import Hashable

from tactics.core.lattice import UNIT, Point, Square
from tactics.render.tokens import token_place
from tactics.rules.action import Need, NeedArea, NeedCreature, NeedPath, NeedSquare
from tactics.ui.fight_session import FightSession
from tactics.ui.pointing import creatures_at

ON_THE_BOARD = NeedCreature | NeedPath | NeedSquare | NeedArea
"""Needs that are named on the board."""

Spot = tuple[float, float]
"""A place on the board in squares, with fractions; for pointing only."""


class FightCursor:
    """Where the player points.

    Attributes:
        square: the square, None when the pointer is off the board.
        corner: the corner of the grid nearest to the pointer.
        picked: id of the creature pointed at, "" for none; of several on one square the one that is meant.
    """

    def __init__(self, session: FightSession) -> None:
        self.square: Square | None = None
        self.corner: Point | None = None
        self.picked = ""
        self._session = session

    @property
    def key(self) -> Hashable:
        """Tells whether it points elsewhere."""
        return (self.square, self.corner, self.picked)

    def point(self, square: Square | None, corner: Point | None, spot: Spot = (0.0, 0.0)) -> None:
        """Follow the mouse."""
        self.square, self.corner = (square, corner) if square is not None else (None, None)
        self.picked = "" if square is None else self._under(square, spot)

    def pick(self, who: str) -> None:
        """Point at a creature."""
        self._go(self._session.fight.world.creature(who).space.anchor)
        self.picked = who

    def value(self) -> str | Square | Point | None:
        """What naming the place would name for the option being aimed, None for nothing."""
        need = self.need
        if self.square is None:
            return None
        if isinstance(need, NeedCreature):
            return self.picked if self.picked in self.here() else next(iter(self.here()), None)
        if isinstance(need, NeedArea):
            return self.corner if need.at == "corner" else self.square
        return self.square if isinstance(need, NeedPath | NeedSquare) else None

    def here(self) -> list[str]:
        """Ids of the creatures on the square, of those that can be named while creatures are to be."""
        if self.square is None:
            return []
        found, need = self._at(self.square), self.need
        return [one for one in found if one in need.ids] if isinstance(need, NeedCreature) else found

    def name(self) -> bool:
        """Name what is pointed at for the option being aimed; False when it does not fit."""
        value = self.value()
        return value is not None and self._session.name(value)

    def next(self, step: int) -> bool:
        """Go to the next creature or square that can be named; False when there is none."""
        need, world = self.need, self._session.fight.world
        if isinstance(need, NeedCreature):
            now = self.value()
            if need.ids:
                self.pick(need.ids[_following(need.ids.index(now) if now in need.ids else None, step, len(need.ids))])
            return bool(need.ids)
        places: list[Square] = []
        if isinstance(need, NeedSquare):
            places = list(need.squares)
        elif isinstance(need, NeedPath):
            places = sorted(need.costs, key=lambda one: (need.costs[one], one.y, one.x))
        elif isinstance(need, NeedArea):
            side = world.creature(self._session.mover).side
            foes = [one for one in world.creatures if one.side != side]
            places = [one.space.anchor for one in foes if self._session.knows_place(one.id)]
        if not places:
            return False
        at = places.index(self.square) if self.square in places else None
        self._go(places[_following(at, step, len(places))])
        return True

    def move(self, dx: int, dy: int) -> bool:
        """Go one square on; False when nothing is to be named on the board."""
        if not isinstance(self.need, ON_THE_BOARD):
            return False
        world = self._session.fight.world
        here = self.square or world.creature(self._session.mover).space.anchor
        board = world.board
        self._go(Square(min(board.width - 1, max(0, here.x + dx)), min(board.height - 1, max(0, here.y + dy))))
        return True

    @property
    def need(self) -> Need | None:
        """What has to be named next."""
        return self._session.aim.need if self._session.aim is not None else None

    def _go(self, square: Square) -> None:
        self.square, self.corner = square, Point(square.x * UNIT, square.y * UNIT)
        self.picked = ""

    def _at(self, square: Square) -> list[str]:
        """Ids of the creatures on a square whose place the player may know."""
        found = creatures_at(self._session.fight.world, square)
        return [one for one in found if self._session.knows_place(one)]

    def _under(self, square: Square, spot: Spot) -> str:
        """The creature on a square whose token lies under the pointer, the smallest token first."""
        world = self._session.fight.world
        best: tuple[float, float, str] | None = None
        for one in self._at(square):
            x, y, diameter = token_place(world, world.creature(one))
            away = ((spot[0] - x) ** 2 + (spot[1] - y) ** 2) ** 0.5
            if away <= diameter / 2 and (best is None or (diameter, away) < best[:2]):
                best = (diameter, away, one)
        return "" if best is None else best[2]


def _following(at: int | None, step: int, count: int) -> int:
    """Number of the next of some places; from elsewhere the first or the last one."""
    before = at if at is not None else -1 if step > 0 else 0
    return (before + step) % count
