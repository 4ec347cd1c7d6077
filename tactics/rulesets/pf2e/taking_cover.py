"""Take Cover."""

from __future__ import annotations

CONDITION = "taking_cover"
"""Condition of a creature that has taken cover."""

ENDS = frozenset({"leave_space", "attack", "unconscious", "end"})
"""What ends it: leaving the space, an attack action, falling unconscious, and ending it as a free action."""


def may_take_cover(cover: str, *, prone: bool, near_feature: bool) -> bool:
    """Whether there is anything to take cover with. Source: pf2e.basic.take_cover."""
    return prone or near_feature or cover in ("lesser", "standard", "greater")


def taken_cover(cover: str, *, attack: str, prone: bool, near_feature: bool) -> str:
    """The grade of cover after Take Cover.

    Args:
        cover: grade of the line itself.
        attack: melee, reach, ranged or area.
        prone: whether the creature lies prone.
        near_feature: whether it is next to something to crouch behind.

    Source: pf2e.basic.take_cover.
    """
    if cover in ("standard", "greater", "total"):
        return cover if cover == "total" else "greater"
    if prone and attack == "ranged":
        return "greater"
    return "standard" if near_feature or cover == "lesser" else cover


def ends_with(event: str) -> bool:
    """Whether something ends the effect. Source: pf2e.basic.take_cover."""
    return event in ENDS
