"""What every kind of action of the book is."""

from __future__ import annotations

from tactics.rules.kinds import Kind, key_of, refuse

__all__ = ["ALL", "Kind", "key_of", "refuse"]

ALL: list[Kind] = []
"""Every kind, for those who need them all; the fight puts them in."""
