"""Hide and Sneak: who may, with what bonus, and what a roll makes of it."""

from __future__ import annotations

from tactics.rulesets.pf2e.tables import SQUARE_FT, table, whole_squares


def can_hide(cover: str, *, concealed: bool = False) -> bool:
    """Whether a creature may Hide from an observer.

    Args:
        cover: its cover from that observer.
        concealed: whether it is concealed from it.

    Source: pf2e.cover.hide, pf2e.skill.hide.
    """
    return concealed or cover in ("standard", "greater", "total")


def stealth_bonus(cover: str) -> int:
    """Circumstance bonus of cover to Stealth; lesser cover gives none, being wholly behind something as standard does.

    Source: pf2e.cover.stealth.
    """
    grade = "standard" if cover == "total" else cover
    return int(table("cover")["bonus"][grade]) if grade in ("standard", "greater") else 0


def hide(stealth: int, cover: str, perception_dc: int, *, concealed: bool = False) -> str:
    """What Hide makes of a creature for one observer.

    Args:
        stealth: Stealth total without cover.
        cover: cover from the observer.
        perception_dc: the observer's Perception DC.
        concealed: whether it is concealed from the observer.

    Returns:
        "hidden" or "observed".

    Source: pf2e.skill.hide.

    Raises:
        ValueError: it may not Hide from that observer.
    """
    if not can_hide(cover, concealed=concealed):
        raise ValueError("hiding needs standard or greater cover, or concealment")
    return "hidden" if stealth + stealth_bonus(cover) >= perception_dc else "observed"


def sneak_ft(speed_ft: int) -> int:
    """How far one Sneak leads: half the Speed in whole squares. Source: pf2e.skill.sneak, pf2e.rounding.down."""
    return whole_squares(speed_ft // 2) * SQUARE_FT


def sneak_bonus(covers: list[str]) -> int:
    """Bonus of cover to a Sneak.

    Args:
        covers: cover from the observer in every square of the move, without what Take Cover added.

    Source: pf2e.skill.sneak.
    """
    return min(map(stealth_bonus, covers), default=0)


def sneak(stealth: int, perception_dc: int, *, sheltered_at_end: bool, can_be_observed: bool = True) -> str:
    """What Sneak makes of a creature for one observer.

    Args:
        stealth: Stealth total, cover included.
        perception_dc: the observer's Perception DC.
        sheltered_at_end: whether it ends with standard or greater cover from, or concealed from, that observer.
        can_be_observed: False when the observer has no sense to observe it by, as with an invisible creature.

    Returns:
        "undetected", "hidden" or "observed".

    Source: pf2e.skill.sneak.
    """
    degree = "success" if stealth >= perception_dc else "failure"
    if stealth <= perception_dc - 10:
        degree = "critical_failure"
    return sneaked(degree, sheltered_at_end=sheltered_at_end, can_be_observed=can_be_observed)


def sneaked(degree: str, *, sheltered_at_end: bool, can_be_observed: bool = True) -> str:
    """What a degree of success of Sneak makes of a creature for one observer; arguments and result as for `sneak`.

    Source: pf2e.skill.sneak.
    """
    if not sheltered_at_end and can_be_observed:
        return "observed"
    if degree in ("success", "critical_success"):
        return "undetected"
    return "observed" if degree == "critical_failure" and can_be_observed else "hidden"
