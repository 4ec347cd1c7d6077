"""What the end of a turn brings, in its order: durations, persistent damage, afflictions, then fading conditions."""

from __future__ import annotations

from collections.abc import Callable

from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, turn


def _durations(run: Run, who: str) -> None:
    """Effects that last until the end of this turn. Source: pf2e.effect.duration_target_turns."""
    turn.count_down(run, "end", who)


def _fading(run: Run, who: str) -> None:
    """Fear fades. Source: pf2e.condition.frightened."""
    conditions.lower(run, who, "frightened")


STEPS: list[Callable[[Run, str], None]] = [_durations, _fading]
"""Steps of the end of a turn. Source: pf2e.turn.end."""
