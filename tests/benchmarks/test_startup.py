"""How long a question takes from the shell, as a multiple of importing the libraries it stands on."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import SCENARIO

MOST_TIMES = 3
LIBRARIES = "import numpy, shapely, pydantic, typer"


def seconds(*words: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, capture_output=True, timeout=60)
    return time.perf_counter() - start


@pytest.mark.slow
def test_a_question_starts_quickly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "corner.toml").write_text(SCENARIO)
    ask = ["-m", "tactics", "ask", "cover", str(tmp_path / "corner.toml"), "--from", "A", "--to", "T"]
    seconds(*ask)
    # Taken in turn, so that whatever else the machine does slows both.
    pairs = [(seconds("-c", LIBRARIES), seconds(*ask)) for _ in range(5)]
    libraries, asking = (statistics.median(column) for column in zip(*pairs, strict=True))
    with capsys.disabled():
        print(f"\ntactics ask: {asking:.2f} s, its libraries alone {libraries:.2f} s: x{asking / libraries:.2f}")  # noqa: T201 - the table of `make bench`
    assert asking <= MOST_TIMES * libraries
