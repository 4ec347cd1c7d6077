"""The mouse on the board: pointing, clicking, dragging creatures, moving and zooming the view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import pygame

from tactics.core.lattice import UNIT, Point, Square
from tactics.ui.camera import Camera
from tactics.ui.pointing import creatures_at, door_near
from tactics.ui.session import Session

_DRAG_STARTS = 5
_DOOR_REACH = 160


class Aimed(Protocol):
    """What the pointer works on."""

    session: Session
    camera: Camera
    pinned: bool

    def point_at(self, square: Square, corner: Point) -> None:
        """The pointer came to a square."""

    def choose(self, who: str) -> None:
        """A creature was clicked."""

    def pan(self, dx: int, dy: int) -> None:
        """Move the view by pixels."""

    def zoom(self, steps: int, x: float | None = None, y: float | None = None) -> None:
        """Bring the view nearer or farther."""


@dataclass(frozen=True, slots=True)
class Drag:
    """A creature being dragged, and where its top left square would come."""

    creature: str = ""
    to: Square | None = None


class Pointer:
    """Turns mouse events over the board into calls."""

    def __init__(self, aimed: Aimed, told_no_room: Callable[[], None]) -> None:
        self.drag = Drag()
        self._aimed = aimed
        self._told_no_room = told_no_room
        self._pressed: tuple[int, int] | None = None
        self._grabbed = ""
        self._panning = False

    def moved(self, event: pygame.Event) -> None:
        """The mouse moved."""
        aimed = self._aimed
        if self._panning:
            aimed.pan(*event.rel)
            return
        camera = aimed.camera
        if not camera.area.holds(*event.pos):
            aimed.session.hover = None
            return
        square = camera.square_at(*event.pos)
        aimed.point_at(square, camera.corner_at(*event.pos))
        if self._grabbed and self._pressed is not None:
            far = max(abs(event.pos[0] - self._pressed[0]), abs(event.pos[1] - self._pressed[1])) > _DRAG_STARTS
            if far or self.drag.creature:
                self.drag = Drag(self._grabbed, self._anchor_for(square, self._pressed))

    def pressed(self, event: pygame.Event) -> None:
        """A button went down over the board."""
        ids = self._ids_at(event.pos)
        if event.button == 2 or (event.button == 3 and not ids):
            self._panning = True
        elif event.button == 3:
            self._aimed.session.choose_attacker(ids[0])
        elif event.button == 1:
            self._pressed = event.pos
            self._grabbed = ids[0] if ids and self._aimed.session.template is None else ""

    def released(self, event: pygame.Event) -> None:
        """A button went up anywhere."""
        if event.button in (2, 3):
            self._panning = False
        if event.button != 1 or self._pressed is None:
            return
        drag, grabbed = self.drag, self._grabbed
        self.drag, self._pressed, self._grabbed = Drag(), None, ""
        session = self._aimed.session
        if drag.to is not None:
            home = session.world.creature(drag.creature).space.anchor
            if not session.drag(drag.creature, drag.to) and drag.to != home:
                self._told_no_room()
        elif self._aimed.camera.area.holds(*event.pos):
            self._clicked(event.pos, grabbed)

    def wheeled(self, event: pygame.Event) -> None:
        """The wheel turned: the area's direction or size, else the zoom."""
        pos, held, session = pygame.mouse.get_pos(), pygame.key.get_mods(), self._aimed.session
        if not self._aimed.camera.area.holds(*pos):
            return
        if session.template is None or held & pygame.KMOD_CTRL:
            self._aimed.zoom(event.y, *pos)
        elif held & pygame.KMOD_SHIFT:
            session.grow(event.y or event.x)
        else:
            session.turn(-event.y)

    def _clicked(self, pos: tuple[int, int], grabbed: str) -> None:
        session, camera = self._aimed.session, self._aimed.camera
        if session.template is not None:
            self._aimed.pinned = not self._aimed.pinned
            return
        inside_x, inside_y = pos[0] - camera.area.x - camera.x, pos[1] - camera.area.y - camera.y
        point = Point(inside_x * UNIT // camera.cell, inside_y * UNIT // camera.cell)
        group = door_near(session.world, point, _DOOR_REACH)
        if group is not None:
            session.toggle_door(group)
        elif grabbed:
            self._aimed.choose(grabbed)

    def _anchor_for(self, square: Square, pressed: tuple[int, int]) -> Square:
        """The square it was grabbed by stays under the pointer."""
        anchor = self._aimed.session.world.creature(self._grabbed).space.anchor
        held = self._aimed.camera.square_at(*pressed)
        return Square(square.x - held.x + anchor.x, square.y - held.y + anchor.y)

    def _ids_at(self, pos: tuple[int, int]) -> list[str]:
        return creatures_at(self._aimed.session.world, self._aimed.camera.square_at(*pos))
