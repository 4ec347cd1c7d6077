"""What the end of a turn brings, in its order: durations, persistent damage, afflictions, then fading conditions."""

from __future__ import annotations

from collections.abc import Callable

from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import afflictions, conditions, persistent, surroundings, sustaining, turn


def _durations(run: Run, who: str) -> None:
    """Effects that last until the end of this turn. Source: pf2e.effect.duration_target_turns."""
    turn.count_down(run, "end", who)


def _fading(run: Run, who: str) -> None:
    """Fear fades. Source: pf2e.condition.frightened."""
    conditions.lower(run, who, "frightened")


STEPS: list[Callable[[Run, str], None]] = [
    _durations,
    sustaining.turn_ends,
    persistent.suffer,
    afflictions.turn_ends,
    surroundings.turn_ends,
    _fading,
]
"""Steps of the end of a turn. Source: pf2e.turn.end."""
AT_ONCE: list[Callable[[Run, str], None]] = [persistent.suffer, afflictions.turn_ends]
"""Those of the steps that only harm: a delayed turn brings them at once, and not again at its end.

Source: pf2e.basic.delay
"""


def passes(run: Run, who: str) -> None:
    """The turn of one who has left the fight: what it has made runs on in its place.

    Source: pf2e.effect.duration_rounds
    """
    for anchor in ("start", "end"):
        turn.count_down(run, anchor, who)
    sustaining.turn_ends(run, who)
