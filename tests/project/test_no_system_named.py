"""Engine, opponents, drawings and window know no rule system by name; what differs between books stands in them."""

from __future__ import annotations

from pathlib import Path

import pytest

import tactics
from tactics.rules.registry import SYSTEMS

PACKAGE = Path(tactics.__file__).parent


@pytest.mark.parametrize("layer", ["engine", "ai", "render", "ui"])
def test_no_rule_system_is_named_in(layer: str) -> None:
    modules = sorted((PACKAGE / layer).rglob("*.py"))
    named = [f"{one.name}: {system}" for one in modules for system in SYSTEMS if system in one.read_text("utf-8")]
    assert modules
    assert not named
