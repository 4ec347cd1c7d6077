"""Every scripted fight by the Dungeon Fantasy RPG comes out as written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactics.cli.check import Report

ROOT = Path(__file__).parents[4]
FIGHTS = (
    *sorted((ROOT / "tests" / "scenarios" / "fights-dfrpg").glob("*.toml")),
    *ROOT.glob("scenarios/fight-df-*.toml"),
)


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_a_script_comes_out_as_written(path: Path) -> None:
    report = Report()
    report.add(path)
    assert report.problems == []
    assert report.failed == []
    assert report.expectations > 0
