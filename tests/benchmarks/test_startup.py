"""How long a question takes from the shell, as a multiple of importing the libraries it stands on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import SCENARIO
from race import Table, judged

MOST_TIMES = 3
LIBRARIES = "import numpy, shapely, pydantic, typer"


def seconds(*words: str) -> float:
    """Processor time of a Python process, which other work on the machine hardly changes."""
    start = os.times()
    subprocess.run([sys.executable, *words], check=True, capture_output=True, timeout=60)
    end = os.times()
    return end.children_user + end.children_system - start.children_user - start.children_system


@pytest.mark.slow
def test_a_question_starts_quickly(tmp_path: Path, table: Table) -> None:
    (tmp_path / "corner.toml").write_text(SCENARIO)
    ask = ["-m", "tactics", "ask", "cover", str(tmp_path / "corner.toml"), "--from", "A", "--to", "T"]
    seconds(*ask)
    pairs = [(seconds("-c", LIBRARIES), seconds(*ask)) for _ in range(7)]
    result = judged((asking, libraries) for libraries, asking in pairs)
    table.add("tactics ask, a process", LIBRARIES, result, MOST_TIMES)
