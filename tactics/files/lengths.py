"""Lengths of creatures, in the units of the rule systems."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.files.faults import Faults, KeyPath
from tactics.files.schema import SystemTable
from tactics.files.terms import PER_SQUARE, UNIT_NAME


def whole_squares(length: int, system: str, faults: Faults, key: KeyPath) -> int:
    """A length of a rule system in squares; a problem when it is no whole number of them."""
    squares, rest = divmod(length, PER_SQUARE[system])
    if rest:
        faults.add(key, f"{length} {UNIT_NAME[system]} is not a whole number of squares")
    return squares


def check_lengths(table: SystemTable, system: str, faults: Faults, key: KeyPath) -> None:
    """Note every length of a creature's table that is no whole number of squares."""
    for inner, length in _lengths(table):
        whole_squares(length, system, faults, (*key, *inner))


def _lengths(table: SystemTable) -> Iterator[tuple[KeyPath, int]]:
    for name in ("reach", "speed", "threatening_reach"):
        value = getattr(table, name)
        if value is not None:
            yield (name,), value
    for mode, value in (table.speeds or {}).items():
        yield ("speeds", mode), value
    for number, weapon in enumerate(table.weapons or ()):
        for name in ("reach", "range", "long_range"):
            value = getattr(weapon, name)
            if value is not None:
                yield ("weapons", number, name), value
