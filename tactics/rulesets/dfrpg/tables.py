"""The tables of ``data/`` as values."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

SYSTEM = "dfrpg"


@cache
def table(name: str) -> Mapping[str, Any]:
    """One file of the ``data`` folder, by its name without ending."""
    text = files("tactics.rulesets.dfrpg").joinpath("data", f"{name}.toml").read_text("utf-8")
    tables: Mapping[str, Any] = tomllib.loads(text)
    return tables
