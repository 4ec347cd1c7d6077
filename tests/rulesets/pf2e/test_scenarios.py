"""The scenarios that prove Pathfinder 2e hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactics.files.load import load
from tactics.rules.expect import check_expectations
from tactics.world.build import build

FOLDER = Path(__file__).parents[2] / "scenarios" / "pf2e"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    document = load(path)
    checked = check_expectations(build(document), document.expectations, path.name)
    assert checked.problems == ()
    assert checked.outcomes
    assert [(one.asked, one.expected, one.got) for one in checked.outcomes if not one.passed] == []
