"""How long a question takes from the shell, as a multiple of importing the libraries it stands on."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import SCENARIO

MOST_TIMES = 3
LIBRARIES = "import numpy, shapely, pydantic, typer"


def seconds(*words: str) -> float:
    """Processor time of a Python process, which other work on the machine hardly changes."""
    start = os.times()
    subprocess.run([sys.executable, *words], check=True, capture_output=True, timeout=60)
    end = os.times()
    return end.children_user + end.children_system - start.children_user - start.children_system


@pytest.mark.slow
def test_a_question_starts_quickly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "corner.toml").write_text(SCENARIO)
    ask = ["-m", "tactics", "ask", "cover", str(tmp_path / "corner.toml"), "--from", "A", "--to", "T"]
    seconds(*ask)
    pairs = [(seconds("-c", LIBRARIES), seconds(*ask)) for _ in range(7)]
    libraries, asking = (statistics.median(column) for column in zip(*pairs, strict=True))
    with capsys.disabled():
        print(f"\ntactics ask: {asking:.2f} s, its libraries alone {libraries:.2f} s: x{asking / libraries:.2f}")  # noqa: T201 - the table of `make bench`
    assert asking <= MOST_TIMES * libraries
