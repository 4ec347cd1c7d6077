"""The numbers of the book."""

from __future__ import annotations

from tactics.rules.data import tables_of

SYSTEM = "dfrpg"
table = tables_of(SYSTEM)
"""A file of the folder ``data``, by its name without ending."""
