"""Showing what just happened, one thing after another."""

from __future__ import annotations

from tactics.rules.event import HpChanged, Moved, Turned
from tactics.ui.fight_session import FightSession

_SHOWN_FOR_MS = 110
_LONG = 24
_SHOWN = (Moved, Turned, HpChanged)


class Showing:
    """Moments still to be shown; the last of them is the present."""

    def __init__(self, session: FightSession) -> None:
        self._session = session
        self._steps: list[int] = []
        self.next_at_ms = 0

    @property
    def goes_on(self) -> bool:
        """Whether something is still to be shown."""
        return bool(self._steps)

    def since(self, before: int) -> None:
        """Show what happened after so many events; a long tale in bigger steps."""
        battle = self._session.battle
        if battle.event_count <= before or self._session.seen is not None:
            return
        events = self._session.told()
        steps = [n for n in range(before + 1, battle.event_count) if isinstance(events[n - 1], _SHOWN)]
        every = 1 + len(steps) // _LONG
        self._steps = steps[every - 1 :: every]
        self.next_at_ms = 0
        self._session.showing = bool(self._steps)

    def step(self, now_ms: int) -> bool:
        """Show the next moment when it is time; False when nothing is left to show."""
        if not self._steps and not self._session.showing:
            return False
        if now_ms >= self.next_at_ms:
            self.next_at_ms = now_ms + _SHOWN_FOR_MS
            if self._steps:
                self._session.look_at(self._steps.pop(0))
            else:
                self.skip()
        return True

    def skip(self) -> None:
        """Show the present at once."""
        self._steps.clear()
        self._session.showing = False
        self._session.look_at(None)
