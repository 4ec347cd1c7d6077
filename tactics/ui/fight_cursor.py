"""Pointing in a fight: the square under mouse or keyboard cursor, and naming what the option needs there."""

from __future__ import annotations

from tactics.core.lattice import UNIT, Point, Square
from tactics.rules.action import Need, NeedArea, NeedCreature, NeedPath, NeedSquare
from tactics.ui.fight_session import FightSession
from tactics.ui.pointing import creatures_at

ON_THE_BOARD = NeedCreature | NeedPath | NeedSquare | NeedArea
"""Needs that are named on the board."""


class FightCursor:
    """Where the player points.

    Attributes:
        square: the square, None when the pointer is off the board.
        corner: the corner of the grid nearest to the pointer.
    """

    def __init__(self, session: FightSession) -> None:
        self.square: Square | None = None
        self.corner: Point | None = None
        self._session = session

    def point(self, square: Square | None, corner: Point | None) -> None:
        """Follow the mouse."""
        self.square, self.corner = (square, corner) if square is not None else (None, None)

    def name(self) -> bool:
        """Name what is pointed at for the option being aimed; False when it does not fit."""
        value = named_at(self._session, self.square, self.corner)
        return value is not None and self._session.name(value)

    def next(self, step: int) -> bool:
        """Go to the next creature or square that can be named; False when there is none."""
        need, world = self.need, self._session.fight.world
        places: list[Square] = []
        if isinstance(need, NeedCreature):
            places = [world.creature(one).space.anchor for one in need.ids]
        elif isinstance(need, NeedSquare):
            places = list(need.squares)
        elif isinstance(need, NeedPath):
            places = sorted(need.costs, key=lambda one: (need.costs[one], one.y, one.x))
        elif isinstance(need, NeedArea):
            side = world.creature(self._session.mover).side
            places = [one.space.anchor for one in world.creatures if one.side != side]
        if not places:
            return False
        now = places.index(self.square) if self.square in places else -1 if step > 0 else 0
        self._go(places[(now + step) % len(places)])
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


def named_at(session: FightSession, square: Square | None, corner: Point | None) -> str | Square | Point | None:
    """What a click at a place would name for the option being aimed, None for nothing."""
    need = session.aim.need if session.aim is not None else None
    if square is None:
        return None
    if isinstance(need, NeedCreature):
        return next((one for one in creatures_at(session.fight.world, square) if one in need.ids), None)
    if isinstance(need, NeedArea):
        return corner if need.at == "corner" else square
    return square if isinstance(need, NeedPath | NeedSquare) else None
