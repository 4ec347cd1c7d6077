"""What a session lays over the board: the main system's ruling, where a creature can go, what it threatens."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.render.displaylist import Item
from tactics.render.regions import outline
from tactics.render.ruling import Overlay, ruling_overlay
from tactics.render.view import View
from tactics.rules.verdict import Verdict
from tactics.ui.session import Session
from tactics.world.place import fits


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


class SessionMarks:
    """The overlays of one moment of a session, made only when their key is new."""

    def __init__(self, session: Session, shown: Shown) -> None:
        self._session, self._shown = session, shown
        self._verdicts = tuple(_verdicts(session, shown))
        self.key: Hashable = (session.hover, shown, tuple(map(id, self._verdicts)))
        self._made: list[Overlay] | None = None

    def under(self, view: View) -> tuple[Item, ...]:
        """Tints and costs."""
        return tuple(item for one in self._overlays(view) for item in one.under)

    def over(self, view: View) -> tuple[Item, ...]:
        """Lines and outlines."""
        items = [item for one in self._overlays(view) for item in one.over]
        items += _chosen(self._session, view)
        items += _cursor(self._session, view, self._shown)
        return tuple(items)

    def _overlays(self, view: View) -> list[Overlay]:
        if self._made is None:
            world = self._session.world
            self._made = [ruling_overlay(world, verdict, view) for verdict in self._verdicts]
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
