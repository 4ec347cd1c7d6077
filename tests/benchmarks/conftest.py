"""One table of everything that was measured."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from race import Race

_TABLE = pytest.StashKey["Table"]()


@dataclass(slots=True)
class Table:
    """What was measured so far: case, the other's name, times and the limit of the share."""

    rows: list[tuple[str, str, Race, float]] = field(default_factory=list)

    def add(self, case: str, other: str, result: Race, limit: float) -> None:
        """Write down a race, and fail when ours took too great a share of the other's time."""
        self.rows.append((case, other, result, limit))
        assert result.share <= limit, f"{case}: {result.share:.2f} of {other}, {limit} is the limit"

    def lines(self) -> list[str]:
        """The table as text."""
        head = ("case", "ours", "measured by", "takes", "share", "limit")
        body = [
            (case, _time(result.ours_s), other, _time(result.other_s), f"{result.share:.3f}", f"{limit:g}")
            for case, other, result, limit in self.rows
        ]
        widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
        right = (1, 3, 4, 5)
        return [
            "  ".join(
                cell.rjust(width) if at in right else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in (head, *body)
        ]


def _time(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} us"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Table:
    return request.config.stash.setdefault(_TABLE, Table())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    measured = config.stash.get(_TABLE, Table())
    if measured.rows:
        terminalreporter.section("share of the time that others take")
        for line in measured.lines():
            terminalreporter.write_line(line)
