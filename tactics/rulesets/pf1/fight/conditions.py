"""Conditions: how they come and go, and what they leave a creature to do."""

from __future__ import annotations

from tactics.rules.action import Refusal
from tactics.rules.fighting import Run
from tactics.world.fight import Duration, Fight


def gain(
    run: Run,
    who: str,
    id: str,
    *,
    value: int = 0,
    source: str = "",
    duration: Duration | None = None,
    note: str = "",
    rule: str = "",
) -> bool:
    """Let a condition or effect begin, unless the creature is immune or has the same one already.

    A stunned creature drops what it holds.

    Returns:
        Whether it began.
    """
    raise NotImplementedError


def lose(run: Run, who: str, id: str, *, note: str | None = None, source: str | None = None) -> bool:
    """Let every effect of an id end (only those with the note, from the source, when given); whether there was one."""
    raise NotImplementedError


def active(fight: Fight, who: str) -> frozenset[str]:
    """Ids of every effect a creature has and of the conditions that come with them."""
    raise NotImplementedError


def can_act(fight: Fight, who: str) -> bool:
    """Whether a creature can take any action at all; see `turn_limit` for what kind."""
    raise NotImplementedError


def why_not_act(fight: Fight, who: str) -> Refusal | None:
    """Why a creature can take no actions at all, None when it can."""
    raise NotImplementedError


def turn_limit(fight: Fight, who: str) -> str:
    """What conditions leave of a turn: "full", "single" (one standard or one move action), "move" (a move action),
    "escape" (nothing but getting out of a pin), "none"."""
    raise NotImplementedError


def halves_speed(fight: Fight, who: str) -> bool:
    """Whether a condition halves its speed (blinded, entangled, exhausted, disabled)."""
    raise NotImplementedError


def denied_dexterity(fight: Fight, who: str, attacker: str = "") -> bool:
    """Whether a creature loses its Dexterity bonus to Armor Class, against an attacker where that matters."""
    raise NotImplementedError
