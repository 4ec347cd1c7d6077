"""The line at the bottom: what is under the pointer, and the next useful keys."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.text import Catalogue, Text, as_words, composed, say, text
from tactics.render.displaylist import Item, Label, Rect
from tactics.render.metrics import shorten, text_width
from tactics.render.palette import Theme
from tactics.render.words import value_text
from tactics.rules.registry import book
from tactics.ui.camera import Area
from tactics.ui.marks import Shown
from tactics.ui.session import Session
from tactics.ui.terms import LIGHTS, TERRAINS

HINT_CHOOSE = text("Click a creature, or Tab · F1 keys")
HINT_TARGET = text("Click a target, or T · R ways · L threat · drag to try a square · F1 keys")
HINT_RULING = text("Q question · A attack · V whose lines · X swap · Ctrl+S save · F1 keys")
HINT_AREA = text("Wheel turns · Shift+wheel size · N shape · click holds · Esc ends · F1 keys")


def status_items(session: Session, shown: Shown, area: Area, theme: Theme, words: Catalogue, note: str) -> list[Item]:
    """The status line.

    Args:
        note: a message that takes the place of the hints.
    """
    baseline = area.y + area.height / 2 + 4.5
    items: list[Item] = [Rect(area.x, area.y, area.width, area.height, theme.panel)]
    left = 16.0
    square = shown.to or session.hover
    if square is not None and session.world.board.inside(square):
        told = say(square_text(session, square), words)
        told = shorten(told, 13, area.width - 32)
        items.append(Label(left, baseline, told, 13, theme.text))
        left += text_width(told, 13) + 24
    hint = note or say(_hint(session), words)
    room = area.x + area.width - 16 - left
    if room > 80:
        colour = theme.notice_text if note else theme.muted
        items.append(Label(left, baseline, shorten(hint, 13, room), 13, colour))
    return items


def square_text(session: Session, square: Square) -> Text:
    """A square in words: name, terrain, light, height, and what walking there costs."""
    terrain = session.world.board.at(square)
    light = session.light_at(square)
    told = text(
        "{square} · {terrain} · {light} · height {height} ft",
        square=square,
        terrain=as_words(TERRAINS, terrain.id),
        light=as_words(LIGHTS, light),
        height=terrain.ground_z_ft,
    )
    way = session.path()
    if way is None or not isinstance(way.value, int) or isinstance(way.value, bool) or square != session.hover:
        return told
    return composed("{told} · {cost}", told=told, cost=value_text(book(session.main), "path_cost", way.value))


def _hint(session: Session) -> Text:
    if session.template is not None:
        return HINT_AREA
    if session.attacker and session.target:
        return HINT_RULING
    return HINT_TARGET if session.attacker else HINT_CHOOSE
