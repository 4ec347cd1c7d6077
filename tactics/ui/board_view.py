"""The board in the window: cached layers of display items, and what the session lays over them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

import pygame

from tactics.core.lattice import Square, square_name
from tactics.core.space import Space
from tactics.render.board import ground_items
from tactics.render.displaylist import Item, Label, Rect
from tactics.render.layers import LayeredPainter
from tactics.render.lights import light_items
from tactics.render.metrics import text_width
from tactics.render.palette import Theme
from tactics.render.png import Painter
from tactics.render.regions import outline
from tactics.render.ruling import Overlay, ruling_overlay
from tactics.render.tokens import token_items
from tactics.render.view import View
from tactics.render.walls import wall_items
from tactics.rules.verdict import Verdict
from tactics.ui.camera import Camera
from tactics.ui.session import Session
from tactics.world.place import fits

RULER = 22
"""Width of the strips with the coordinates, in pixels."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the player has switched on, and what is happening to the board.

    Attributes:
        reach: tint where the chosen creature can go.
        threat: tint what it threatens.
        dragged: id of the creature being dragged, "" for none.
        to: where it is dragged to.
    """

    reach: bool = True
    threat: bool = True
    dragged: str = ""
    to: Square | None = None


class BoardView:
    """Draws the board of a session through a camera.

    A layer is made again only when something it shows has changed; panning and zooming make all of them again.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._layers = LayeredPainter()
        self._rulers = Painter()
        self._kept: dict[str, tuple[Hashable, tuple[Item, ...]]] = {}

    def draw(self, surface: pygame.Surface, camera: Camera, session: Session, shown: Shown) -> None:
        """Draw the board, its overlays and the coordinates."""
        area, board = camera.area, session.world.board
        view = View(float(camera.cell), self._theme, camera.window(board), session.main, coordinates=False)
        place = (board, camera.cell, view.window)
        marks = self._marks(session, view, shown)
        layers = (
            self._layer("ground", place, lambda: ground_items(board, view)),
            self._layer("under", marks.key, marks.under),
            self._layer(
                "walls",
                (*place, session.main),
                lambda: (*light_items(session.world, view), *wall_items(board, view)),
            ),
            self._layer(
                "tokens",
                (session.world, camera.cell, view.window, session.main),
                lambda: tuple(token_items(session.world, view)),
            ),
            self._layer("over", marks.key, marks.over),
        )
        picture = self._layers.frame(layers, (area.width, area.height), 1.0, camera.x, camera.y, page=self._theme.page)
        surface.blit(picture, (area.x, area.y))
        self._rulers.paint(self._coordinates(camera, session), surface)

    def _layer(self, name: str, key: Hashable, make: Callable[[], tuple[Item, ...]]) -> tuple[Item, ...]:
        kept = self._kept.get(name)
        if kept is None or kept[0] != key:
            kept = (key, make())
            self._kept[name] = kept
        return kept[1]

    def _marks(self, session: Session, view: View, shown: Shown) -> _Marks:
        verdicts = tuple(_verdicts(session, shown))
        key = (session.world, view.cell, view.window, session.main, session.hover, shown, tuple(map(id, verdicts)))
        return _Marks(key, session, verdicts, view, shown)

    def _coordinates(self, camera: Camera, session: Session) -> list[Item]:
        """Letters and numbers beside the board, or along the edge of the view where the board goes on beyond it."""
        area, board, theme = camera.area, session.world.board, self._theme
        window, size = camera.window(board), 12.0
        left = max(area.x, area.x + camera.x - RULER - 8)
        top = max(area.y, area.y + camera.y - RULER)
        right = min(area.x + area.width, area.x + camera.x + board.width * camera.cell)
        bottom = min(area.y + area.height, area.y + camera.y + board.height * camera.cell)
        items: list[Item] = [
            Rect(left, top, max(0, right - left), RULER, theme.page + "d8"),
            Rect(left, top + RULER, RULER + 6, max(0, bottom - top - RULER), theme.page + "d8"),
        ]
        names = [square_name(Square(x, 0))[:-1] for x in range(window.x, window.x + window.width)]
        every = max(1, -(-int(max(text_width(name, size) for name in names) + 6) // camera.cell))
        hover = session.hover or Square(-1, -1)
        for x, name in enumerate(names, window.x):
            middle, _ = camera.spot(Square(x, 0))
            if x % every == 0 and left + RULER + 6 < middle < area.x + area.width:
                ink = theme.chosen if hover.x == x else theme.muted
                items.append(Label(middle, top + 15, name, size, ink, anchor="middle"))
        rows = max(1, -(-18 // camera.cell))
        for y in range(window.y, window.y + window.height):
            _, middle = camera.spot(Square(0, y))
            if y % rows == 0 and top + RULER < middle < area.y + area.height:
                ink = theme.chosen if hover.y == y else theme.muted
                items.append(Label(left + RULER, middle + 4, str(y + 1), size, ink, anchor="end"))
        return items


class _Marks:
    """The overlays of one moment, made only when their key is new."""

    def __init__(
        self, key: Hashable, session: Session, verdicts: tuple[Verdict, ...], view: View, shown: Shown
    ) -> None:
        self.key = key
        self._session, self._verdicts, self._view, self._shown = session, verdicts, view, shown
        self._made: list[Overlay] | None = None

    def under(self) -> tuple[Item, ...]:
        return tuple(item for one in self._overlays() for item in one.under)

    def over(self) -> tuple[Item, ...]:
        items = [item for one in self._overlays() for item in one.over]
        items += _chosen(self._session, self._view)
        items += _cursor(self._session, self._view, self._shown)
        return tuple(items)

    def _overlays(self) -> list[Overlay]:
        if self._made is None:
            world = self._session.world
            self._made = [ruling_overlay(world, verdict, self._view) for verdict in self._verdicts]
        return self._made


def _verdicts(session: Session, shown: Shown) -> Iterator[Verdict]:
    """The verdicts that are drawn, lowest first."""
    ruling = session.main_ruling()
    if ruling is None:
        if shown.reach and (reach := session.reachable()) is not None:
            yield reach
        if shown.threat and (threat := session.threatened()) is not None:
            yield threat
        if not shown.dragged:
            for one in (session.provoked(), session.path()):
                if one is not None:
                    yield one
        return
    yield ruling


def _chosen(session: Session, view: View) -> list[Item]:
    """Outlines of attacker and target while no ruling outlines them."""
    items: list[Item] = []
    for who, name in ((session.attacker, "origin"), (session.target, "target")):
        if who and session.main_ruling() is None:
            style = view.theme.style(name)
            squares = tuple(session.world.creature(who).space.squares())
            items += outline(squares, view.cell, style.colour, view.line(0.06, 2.0), style.dash)
    return items


def _cursor(session: Session, view: View, shown: Shown) -> list[Item]:
    """The square under the pointer, or the space a dragged creature would take."""
    if shown.dragged and shown.to is not None:
        who = session.world.creature(shown.dragged)
        space = who.space.at(shown.to)
        good = fits(session.world, who, shown.to)
        colour = view.theme.clear if good else view.theme.blocked
        return outline(tuple(space.squares()), view.cell, colour, view.line(0.07, 2.5), () if good else (6.0, 4.0))
    if session.hover is None or not session.world.board.inside(session.hover):
        return []
    here = Space(session.hover.x, session.hover.y, 1, 1)
    return outline(tuple(here.squares()), view.cell, view.theme.text, 1.0, (3.0, 3.0))
