"""The board in the window: cached layers of display items, and what is laid over them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import pygame

from tactics.core.lattice import Square, square_name
from tactics.render.board import ground_items
from tactics.render.displaylist import Item, Label, Rect
from tactics.render.layers import LayeredPainter
from tactics.render.lights import light_items
from tactics.render.metrics import text_width
from tactics.render.palette import Theme
from tactics.render.png import Painter
from tactics.render.tokens import NO_STATES, NOBODY, token_items
from tactics.render.view import View
from tactics.render.walls import wall_items
from tactics.ui.camera import Camera
from tactics.world.world import World

RULER = 22
"""Width of the strips with the coordinates, in pixels."""


class Marks(Protocol):
    """What is laid over the board.

    Attributes:
        key: tells whether anything has changed since the last frame.
    """

    key: Hashable

    def under(self, view: View) -> tuple[Item, ...]:
        """What lies below walls and tokens."""

    def over(self, view: View) -> tuple[Item, ...]:
        """What lies above the tokens."""


@dataclass(frozen=True, slots=True)
class Scenery:
    """What a frame of the board shows.

    Attributes:
        world: the position.
        system: the rule system whose conditions and light are shown.
        hover: the square whose coordinates are marked.
        hidden, states: who is not plainly seen, and what is shown on creatures, as for
            `tactics.render.tokens.token_items`.
    """

    world: World
    system: str
    hover: Square | None = None
    hidden: Mapping[str, str] = field(default_factory=lambda: NOBODY)
    states: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NO_STATES)


class BoardView:
    """Draws a board through a camera.

    A layer is made again only when something it shows has changed; panning and zooming make all of them again.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._layers = LayeredPainter()
        self._rulers = Painter()
        self._kept: dict[str, tuple[Hashable, tuple[Item, ...]]] = {}

    def draw(self, surface: pygame.Surface, camera: Camera, scenery: Scenery, marks: Marks) -> None:
        """Draw the board, its overlays and the coordinates."""
        area, world, system = camera.area, scenery.world, scenery.system
        view = View(float(camera.cell), self._theme, camera.window(world.board), system, coordinates=False)
        place = (world.board, camera.cell, view.window)
        laid = (world, *place, system, marks.key)
        layers = (
            self._layer("ground", place, lambda: ground_items(world.board, view)),
            self._layer("under", laid, lambda: marks.under(view)),
            self._layer("walls", (*place, system), lambda: (*light_items(world, view), *wall_items(world.board, view))),
            self._layer(
                "tokens",
                (world, *place, system, tuple(sorted(scenery.hidden.items())), tuple(scenery.states.items())),
                lambda: tuple(token_items(world, view, scenery.hidden, scenery.states)),
            ),
            self._layer("over", laid, lambda: marks.over(view)),
        )
        picture = self._layers.frame(layers, (area.width, area.height), 1.0, camera.x, camera.y, page=self._theme.page)
        surface.blit(picture, (area.x, area.y))
        self._rulers.paint(self._coordinates(camera, scenery), surface)

    def _layer(self, name: str, key: Hashable, make: Callable[[], tuple[Item, ...]]) -> tuple[Item, ...]:
        kept = self._kept.get(name)
        if kept is None or kept[0] != key:
            kept = (key, make())
            self._kept[name] = kept
        return kept[1]

    def _coordinates(self, camera: Camera, scenery: Scenery) -> list[Item]:
        """Letters and numbers beside the board, or along the edge of the view where the board goes on beyond it."""
        area, board, theme = camera.area, scenery.world.board, self._theme
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
        hover = scenery.hover or Square(-1, -1)
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
