"""Reading the tables of a foreign JSON file, with the place of every fault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tactics.files.faults import Faults, KeyPath, key_text
from tactics.files.values import shown

_FAR_SQ = 1e6

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RawTable:
    """A JSON object and where it stands. Faults are noted; a harmless value is returned instead.

    Attributes:
        values: its content.
        path: its place in the file.
        faults: takes the problems.
    """

    values: Mapping[str, Any]
    path: KeyPath
    faults: Faults

    def key_path(self, key: str) -> KeyPath:
        """Place of a key in the file."""
        return (*self.path, key)

    def key(self, key: str) -> str:
        """The same in words."""
        return key_text(self.key_path(key))

    def table(self, key: str) -> RawTable:
        """An inner object, empty when it is missing."""
        value = self.values.get(key)
        return RawTable(
            self._as_table(self.key_path(key), {} if value is None else value), self.key_path(key), self.faults
        )

    def tables(self, key: str) -> Iterator[RawTable]:
        """The objects of a list, none when it is missing."""
        for number, value in enumerate(self._list(key)):
            path = (*self.path, key, number)
            yield RawTable(self._as_table(path, value), path, self.faults)

    def number(self, key: str, default: float) -> float:
        """A number, or the default when it is missing."""
        value = self.values.get(key)
        return default if value is None else self._number(self.key_path(key), value)

    def truth(self, key: str, default: bool) -> bool:
        """True or false, or the default when it is missing."""
        value = self.values.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.faults.add(self.key_path(key), f"needs true or false, not {shown(value)}")
            return default
        return value

    def pair(self, key: str, default: Pair | None) -> Pair:
        """A pair of x and y. Without a default a missing one is a fault."""
        if self.values.get(key) is None and default is not None:
            return default
        if key not in self.values:
            self.faults.add(self.key_path(key), "is missing")
            return (1.0, 1.0)
        return self._pair(self.key_path(key), self.values[key])

    def polylines(self, key: str) -> list[list[Pair]]:
        """A list of polylines, empty when it is missing."""
        return [self._points((*self.path, key, number), value) for number, value in enumerate(self._list(key))]

    def polyline(self, key: str, value: Any) -> list[Pair]:
        """The points of one polyline."""
        return self._points(self.key_path(key), value)

    def _points(self, path: KeyPath, value: Any) -> list[Pair]:
        if not isinstance(value, list):
            self.faults.add(path, f"needs a list of points, not {shown(value)}")
            return []
        return [self._pair((*path, number), point) for number, point in enumerate(value)]

    def _pair(self, path: KeyPath, value: Any) -> Pair:
        table = self._as_table(path, value)
        missing = [name for name in ("x", "y") if table.get(name) is None]
        for name in missing:
            if isinstance(value, dict):
                self.faults.add((*path, name), "is missing")
        if missing:
            return (1.0, 1.0)
        return self._number((*path, "x"), table["x"]), self._number((*path, "y"), table["y"])

    def _number(self, path: KeyPath, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.faults.add(path, f"needs a number, not {shown(value)}")
        elif not -_FAR_SQ < value < _FAR_SQ:
            self.faults.add(path, f"{shown(value)} is far off any map")
        else:
            return float(value)
        return 1.0

    def _list(self, key: str) -> list[Any]:
        value = self.values.get(key)
        if value is not None and not isinstance(value, list):
            self.faults.add(self.key_path(key), f"needs a list, not {shown(value)}")
        return value if isinstance(value, list) else []

    def _as_table(self, path: KeyPath, value: Any) -> Mapping[str, Any]:
        if isinstance(value, dict):
            return value
        self.faults.add(path, f"needs a table, not {shown(value)}")
        return {}
