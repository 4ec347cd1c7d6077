"""What the panel says while there is no ruling to show."""

from __future__ import annotations

from tactics.core.text import as_words, composed, text
from tactics.render.flow import BODY, SMALL, Flow
from tactics.render.terms import length_text
from tactics.render.words import value_text
from tactics.rules.registry import book
from tactics.rules.vocabulary import MODES, SIZES
from tactics.ui.session import Session

WELCOME = (
    text("Click a creature to see where it can go. Click a second one to ask about the pair."),
    text("Drag a creature or click a door to see what would change; Backspace takes it back."),
    text("B places an area: move the mouse, turn it with the wheel."),
    text("1 to 4 choose the rule systems. F1 shows every key."),
)


def write_welcome(flow: Flow, session: Session) -> None:
    """How to begin."""
    flow.write(composed("{title}", title=session.world.title), 18, flow.theme.strong, bold=True)
    flow.gap(8)
    for line in WELCOME:
        flow.point(line)
    if session.world.creatures:
        flow.heading(text("On the board"))
        for one in session.world.creatures:
            size = as_words(SIZES, one.size)
            flow.point(
                text("{id} · {name}, {size}, {square}", id=one.id, name=one.name, size=size, square=one.space.anchor)
            )


def write_creature(flow: Flow, session: Session) -> None:
    """The chosen creature by the main system: size, ways to move, what the overlays show."""
    who, own = session.world.creature(session.attacker), book(session.main)
    stats = who.of(own.id)
    flow.write(composed("{name}", name=who.name), 20, flow.theme.strong, bold=True)
    size = as_words(SIZES, who.size)
    flow.write(text("{size}, stands at {square}", size=size, square=who.space.anchor), BODY, flow.theme.muted)
    flow.heading(composed("{title}", title=own.title))
    for mode, speed_sq in stats.speeds_sq.items():
        length = length_text(speed_sq * own.per_square, own.unit)
        flow.point(text("{mode}: {length}", mode=as_words(MODES, mode), length=length))
    for condition in sorted(stats.conditions):
        flow.point(own.condition(condition))
    reach = session.reachable()
    if reach is not None:
        squares = value_text(own, "reachable", reach.value)
        way = as_words(MODES, session.mode)
        flow.point(text("Can get to {squares}, {mode} (M changes it)", squares=squares, mode=way))
    threat = session.threatened()
    if threat is not None:
        flow.point(text("Threatens {squares} (L shows them)", squares=value_text(own, "threatened", threat.value)))
    flow.point(text("Diagonals already taken this turn: {n} (G changes it)", n=session.diagonals))
    flow.heading(text("The way to the pointer"))
    flow.write(text("The path shows the cost of each step; rings mark who may react."), SMALL + 1, flow.theme.muted)
