"""The bar under the board on which a fight is looked back at."""

from __future__ import annotations

from tactics.render.displaylist import Circle, Item, Polyline, Rect
from tactics.render.palette import Theme
from tactics.rules.event import RoundBegan, TurnBegan
from tactics.ui.camera import Area
from tactics.ui.fight_session import FightSession
from tactics.world.fight import Fight

HEIGHT = 26
_PAD = 20
_LEAST_BETWEEN_MARKS = 5.0


class Timeline:
    """A knob on a line from the first event to the last, with marks where rounds and turns begin.

    Attributes:
        held: whether the mouse drags the knob.
    """

    def __init__(self, session: FightSession, area: Area) -> None:
        self._session, self._area = session, area
        self.held = False
        self._kept: tuple[tuple[int, Fight], list[Item]] | None = None

    def press(self, x: int, y: int) -> bool:
        """Take hold of the knob; False when the place is not on the bar."""
        self.held = self._area.holds(x, y) and self._session.battle.event_count > 0
        if self.held:
            self.drag(x)
        return self.held

    def drag(self, x: int) -> None:
        """Look at the moment under a pixel; the right end is the present."""
        total, (left, wide) = self._session.battle.event_count, self._track()
        self._session.look_at(round(min(1.0, max(0.0, (x - left) / wide)) * total))

    def spot(self, number: int) -> tuple[int, int]:
        """The pixel that stands for the moment after so many events."""
        left, wide = self._track()
        total = max(1, self._session.battle.event_count)
        return round(left + wide * number / total), self._area.y + self._area.height // 2

    def items(self, theme: Theme) -> list[Item]:
        """The bar; nothing but its ground while nothing has happened."""
        area, session = self._area, self._session
        items: list[Item] = [Rect(area.x, area.y, area.width, area.height, theme.panel)]
        total = session.battle.event_count
        if not total:
            return items
        left, wide = self._track()
        now = total if session.seen is None else session.seen
        x, y = self.spot(now)
        items += [
            Rect(left, y - 2, wide, 4, theme.card_edge, radius=2),
            Rect(left, y - 2, max(1, x - left), 4, theme.badge, radius=2),
        ]
        items += self._marks(theme)
        items.append(Circle(x, y, 7, theme.chosen if session.seen is not None else theme.badge, theme.outline, 1.5))
        return items

    def _marks(self, theme: Theme) -> list[Item]:
        """Where rounds and turns begin, found anew only when something has happened."""
        battle = self._session.battle
        if self._kept is None or self._kept[0] != (battle.event_count, battle.fight):
            marks: list[Item] = []
            last = float(self._track()[0])
            for number, event in enumerate(battle.events):
                if not isinstance(event, RoundBegan | TurnBegan):
                    continue
                mark, y = self.spot(number)
                if isinstance(event, RoundBegan) or mark - last >= _LEAST_BETWEEN_MARKS:
                    half = 7 if isinstance(event, RoundBegan) else 4
                    marks.append(Polyline(((mark, y - half), (mark, y + half)), theme.muted, 1.0))
                    last = mark
            self._kept = ((battle.event_count, battle.fight), marks)
        return self._kept[1]

    def _track(self) -> tuple[int, int]:
        return self._area.x + _PAD, max(1, self._area.width - 2 * _PAD)
