"""The numbers of the books, read from their folders ``data``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any


def tables_of(system: str) -> Callable[[str], Mapping[str, Any]]:
    """What reads a file in the folder ``data`` of a book, by its name without ending; each is read once.

    Args:
        system: id of the book.
    """

    @cache
    def table(name: str) -> Mapping[str, Any]:
        written = files(f"tactics.rulesets.{system}").joinpath("data", f"{name}.toml").read_text("utf-8")
        return MappingProxyType(tomllib.loads(written))

    return table
