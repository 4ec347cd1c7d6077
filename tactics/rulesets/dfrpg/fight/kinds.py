"""Every kind of action of the book, for those who wait with one; the fight puts them in."""

from __future__ import annotations

from tactics.rules.kinds import Kind

ALL: list[Kind] = []
"""In the order of the action bar."""
