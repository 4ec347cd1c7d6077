"""Every scripted fight by Pathfinder 2e comes out as written, and every stat block agrees with itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactics.cli.check import Report, find_files

ROOT = Path(__file__).parents[4]
FIGHTS = (
    *sorted((ROOT / "tests" / "scenarios" / "fights-pf2e").glob("*.toml")),
    *sorted(ROOT.glob("scenarios/fight-pf2e-*.toml")),
)
BLOCKS = ROOT / "assets" / "creatures" / "pf2e"


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_a_script_comes_out_as_written(path: Path) -> None:
    report = Report()
    report.add(path)
    assert report.problems == []
    assert report.failed == []
    assert report.expectations > 0


def test_stat_blocks_agree_with_what_they_state() -> None:
    report = Report()
    for path in find_files([BLOCKS]):
        report.add(path)
    assert report.problems == []
    assert report.files >= 20
