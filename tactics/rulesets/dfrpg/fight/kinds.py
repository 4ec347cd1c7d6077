"""What every kind of action of the book is."""

from __future__ import annotations

from tactics.rules.kinds import Kind, refuse

__all__ = ["Kind", "refuse"]
