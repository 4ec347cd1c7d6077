"""Scripted fights and stat blocks as files."""

from __future__ import annotations

from pathlib import Path

from tactics.cli.check import Report, find_files

ROOT = Path(__file__).parents[1]
BLOCKS = ROOT / "assets" / "creatures"
"""Stat blocks, a folder for each book."""


def fights_in(folder: str) -> list[Path]:
    """Scripted fights in a folder below ``tests/scenarios``."""
    return sorted((ROOT / "tests" / "scenarios" / folder).glob("*.toml"))


def shipped(pattern: str) -> list[Path]:
    """Scenarios that come with the program, by a pattern of their names."""
    return sorted((ROOT / "scenarios").glob(pattern))


def comes_out_as_written(path: Path) -> None:
    """A file of scripts has no fault, and every expectation in it is met."""
    report = Report()
    report.add(path)
    assert report.problems == []
    assert report.failed == []
    assert report.expectations > 0


def blocks_agree(system: str, least: int) -> None:
    """At least so many stat blocks of a book are there, and their numbers agree with what they state."""
    report = Report()
    for path in find_files([BLOCKS / system]):
        report.add(path)
    assert report.problems == []
    assert report.files >= least
