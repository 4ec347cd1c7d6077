"""Mappings that are worked out when somebody looks into them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found", covariant=True)


class Later(Mapping[Key, Found]):
    """A mapping that is worked out as a whole, once, when it is first looked into.

    Args:
        make: works it out.
    """

    def __init__(self, make: Callable[[], Mapping[Key, Found]]) -> None:
        self._make = make

    @cached_property
    def _found(self) -> Mapping[Key, Found]:
        return self._make()

    def __getitem__(self, key: Key) -> Found:
        return self._found[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


class Each(Mapping[Key, Found]):
    """A mapping of which each value is worked out anew when it is asked for.

    Args:
        keys: what it has.
        find: works out the value of one of them.
    """

    def __init__(self, keys: Collection[Key], find: Callable[[Key], Found]) -> None:
        self._keys, self._find = keys, find

    def __getitem__(self, key: Key) -> Found:
        if key not in self._keys:
            raise KeyError(key)
        return self._find(key)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
