"""A table of a stat block while it is read: values of the right kind, every fault noted with its key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from tactics.core.problems import Problem
from tactics.core.text import Named
from tactics.rules.dice_text import Dice, parse_dice


class WithId(Protocol):
    """Something that is told apart by an id."""

    @property
    def id(self) -> str:
        """What tells it apart."""


One = TypeVar("One", bound=WithId)


def words_of(several: str) -> frozenset[str]:
    """Words with spaces between them, as a list of known keys is written."""
    return frozenset(several.split())


class Keys:
    """A table being read: takes keys of a kind and notes what is wrong with them."""

    def __init__(self, table: object, key: str, who: str, problems: list[Problem], known: Iterable[str]) -> None:
        self._who, self._key, self.problems = who, key, problems
        self._table: Mapping[str, Any] = table if isinstance(table, Mapping) else {}
        self._no_table = False
        if not isinstance(table, Mapping):
            self.fault("", "must be a table")
            self._no_table = True
        names = frozenset(known)
        for name in self._table:
            if name not in names:
                self.fault(name, f"unknown key; known: {', '.join(sorted(names))}")

    def __contains__(self, name: str) -> bool:
        return name in self._table

    def fault(self, name: str, message: str) -> None:
        """Note a problem of a key; of what is no table at all nothing else."""
        if self._no_table:
            return
        where = ".".join(part for part in (self._key, name) if part)
        self.problems.append(Problem(self._who, where, message))

    def lacks(self, name: str) -> bool:
        """Whether the key says "-"."""
        return bool(self._table.get(name) == "-")

    def by_id(self, name: str, several: Iterable[One]) -> Mapping[str, One]:
        """What was made of a list, by id; ids that stand in it twice are faults."""
        found = tuple(several)
        ids = [one.id for one in found]
        for doubled in sorted({one for one in ids if ids.count(one) > 1}):
            self.fault(name, f"two {name} have the id {doubled!r}")
        return MappingProxyType({one.id: one for one in found})

    def from_entry(self, known: Mapping[str, Mapping[str, Any]], what: str, key: str = "id") -> Keys:
        """The same keys, and those of the entry of a table that one of them names where they say nothing.

        Args:
            known: entries by id; what is not among them needs a name of its own.
            what: what the entries are, for problems.
            key: the key that names the entry.
        """
        named = self.word(key)
        if named and named not in known and "name" not in self:
            self.fault(key, f"{named!r} is not in the table of {what}; give its name and numbers")
        return self.over(known.get(named, {}))

    def over(self, entry: Mapping[str, Any]) -> Keys:
        """The same keys, and those of an entry of a table where they say nothing."""
        merged = {**entry, **self._table}
        found = Keys(merged, self._key, self._who, self.problems, (*merged,))
        found._no_table = self._no_table
        return found

    def inner(self, name: str, known: Iterable[str]) -> Keys:
        """A table inside, empty when it is missing."""
        return Keys(self._table.get(name, {}), f"{self._key}.{name}", self._who, self.problems, known)

    def keys_of(self, name: str) -> tuple[str, ...]:
        """Names in a table inside."""
        found = self._table.get(name)
        return tuple(found) if isinstance(found, Mapping) else ()

    def rows(self, name: str, known: Iterable[str]) -> list[Keys]:
        """The tables of a list."""
        found = self._table.get(name, [])
        if not isinstance(found, list):
            self.fault(name, "must be a list of tables")
            return []
        names = tuple(known)
        return [
            Keys(one, f"{self._key}.{name}[{number}]", self._who, self.problems, names)
            for number, one in enumerate(found)
        ]

    def number(self, name: str, default: int | None = None, *, least: int = -1000, most: int = 100_000) -> int:
        """A whole number; needed when there is no default."""
        found = self._table.get(name, default)
        if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
            self.fault(
                name, "is missing" if name not in self._table else f"must be a whole number from {least} to {most}"
            )
            return least if default is None else default
        return found

    def maybe(self, name: str, *, least: int = -1000, most: int = 100_000) -> int | None:
        """A whole number, None when it is missing."""
        return self.number(name, 0, least=least, most=most) if name in self._table else None

    def word(self, name: str, default: str | None = None, allowed: Iterable[str] | None = None) -> str:
        """A text; needed when there is no default."""
        found = self._table.get(name, default)
        if not isinstance(found, str):
            self.fault(name, "is missing" if name not in self._table else "must be a text")
            return default or ""
        if allowed is not None and found not in (choices := tuple(allowed)) and name in self._table:
            self.fault(name, f"{found!r} is not one of {', '.join(repr(one) for one in choices)}")
        return found

    def flag(self, name: str) -> bool:
        """True or false; false when missing."""
        found = self._table.get(name, False)
        if not isinstance(found, bool):
            self.fault(name, "must be true or false")
        return found is True

    def wholes(self, name: str, *, least: int = 0, most: int = 1000) -> tuple[int, ...]:
        """A list of whole numbers."""
        found = self._table.get(name, [])
        fits = isinstance(found, list) and all(
            isinstance(one, int) and not isinstance(one, bool) and least <= one <= most for one in found
        )
        if not fits:
            self.fault(name, f"must be a list of whole numbers from {least} to {most}")
            return ()
        return tuple(found)

    def words(self, name: str, allowed: frozenset[str] | None = None) -> frozenset[str]:
        """A list of texts."""
        found = self._table.get(name, [])
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            self.fault(name, "must be a list of texts")
            return frozenset()
        for one in found:
            if allowed is not None and one not in allowed:
                self.fault(name, f"{one!r} is not one of {', '.join(sorted(allowed))}")
        return frozenset(found)

    def dice(self, name: str, default: str | None = "0") -> Dice:
        """Dice such as "2d6+1"."""
        written = self.word(name, default)
        dice = parse_dice(written) if written else None
        if dice is None:
            if written or self._table.get(name) == "":
                self.fault(name, f"{written!r} is no dice such as 2d6+1")
            return Dice()
        return dice

    def name(self, otherwise: str = "") -> Named:
        """Its name in English and Russian."""
        return Named(self.word("name", otherwise), self.word("name_ru", ""))

    def numbers(self, name: str, known: Iterable[str] | None = None) -> Mapping[str, int]:
        """A table of whole numbers."""
        names = self.keys_of(name)
        inner = self.inner(name, names if known is None else known)
        return MappingProxyType({one: inner.number(one, 0) for one in names})
