"""What is wrong with the log of a fight, over the top of the board until it is put away."""

from __future__ import annotations

from pathlib import Path

from tactics.core.problems import Problem
from tactics.core.text import Catalogue, ntext, say, text
from tactics.render.displaylist import Item, Label, Polyline, Rect
from tactics.render.flow import BODY, SMALL, Flow
from tactics.render.palette import Theme
from tactics.ui.camera import Area
from tactics.ui.fight_session import FightSession

NOT_WHOLE = text("The saved fight is not whole. It was opened as far as it is sound:")
NOT_KEPT = text("The fight is no longer written down as it happens. Ctrl+S saves it:")
_MARGIN, _PAD, _MOST = 16, 12, 4


class FightNotice:
    """A box with the faults of the log and with why the fight is no longer written down."""

    def __init__(self, session: FightSession) -> None:
        self._session = session
        self._put_away: tuple[Problem, ...] = ()
        self._box = Area(0, 0, 0, 0)

    def put_away(self) -> bool:
        """Show what is told now no more; False when nothing is told."""
        now = self._told()
        self._put_away = (*self._put_away, *now)
        return bool(now)

    def press(self, x: int, y: int) -> bool:
        """A click on the box puts it away; False when it lies elsewhere."""
        return self._box.holds(x, y) and self.put_away()

    def items(self, area: Area, theme: Theme, words: Catalogue) -> list[Item]:
        """The box below the top of an area; nothing when there is nothing to tell."""
        told = self._told()
        self._box = Area(0, 0, 0, 0)
        if not told:
            return []
        flow = Flow(area.x + _MARGIN + _PAD, area.y + _MARGIN + 6, area.width - 2 * (_MARGIN + _PAD) - 20, theme, words)
        trouble = self._session.battle.trouble
        for title, problems in (
            (NOT_WHOLE, [one for one in told if one is not trouble]),
            (NOT_KEPT, [one for one in told if one is trouble]),
        ):
            if problems:
                flow.write(title, BODY, theme.notice_text, bold=True)
            for one in problems[:_MOST]:
                flow.write(_words(one), SMALL + 1, theme.text)
            if len(problems) > _MOST:
                more = len(problems) - _MOST
                flow.write(ntext("and {n} more", "and {n} more", more), SMALL + 1, theme.muted)
        high = round(flow.y) + 6 - area.y - _MARGIN
        self._box = Area(area.x + _MARGIN, area.y + _MARGIN, area.width - 2 * _MARGIN, high)
        box = self._box
        ground = Rect(box.x, box.y, box.width, box.height, theme.notice, theme.notice_text, 1.5, radius=8)
        return [ground, *flow.items, *_cross(box, theme), _closing(box, theme, words)]

    def _told(self) -> tuple[Problem, ...]:
        battle = self._session.battle
        found = (*battle.notes, *([battle.trouble] if battle.trouble is not None else []))
        return tuple(one for one in found if one not in self._put_away)


def _words(one: Problem) -> str:
    where = Path(one.path).name + (f":{one.line}" if one.line else "")
    return f"{where}: {one.message}"


def _cross(box: Area, theme: Theme) -> list[Item]:
    x, y, arm = box.x + box.width - 18, box.y + 16, 5
    return [
        Polyline(((x - arm, y - arm * turn), (x + arm, y + arm * turn)), theme.notice_text, 2.0) for turn in (1, -1)
    ]


def _closing(box: Area, theme: Theme, words: Catalogue) -> Label:
    return Label(box.x + box.width - 32, box.y + 20, say(text("Esc"), words), SMALL, theme.muted, anchor="end")
