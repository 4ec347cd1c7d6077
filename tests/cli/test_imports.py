"""No question pays for the window or for what speed is measured against; a closed pipe is no error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROBE = """
import sys
from tactics.cli.main import run
sys.argv = ["tactics", *sys.argv[1:]]
try:
    run()
except SystemExit as left:
    assert not left.code, left.code
heavy = {"pygame", "pygame_gui", "scipy", "tcod", "networkx"} & set(sys.modules)
sys.stderr.write(" ".join(sorted(heavy)))
"""


def heavy(*words: str | Path) -> set[str]:
    """Which heavy libraries a command has loaded."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *map(str, words)], capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "words",
    [
        ("ask", "cover", "CORNER", "--from", "A", "--to", "T"),
        ("ask", "reachable", "CORNER", "--who", "A", "--budget", "30", "--ruleset", "pf1", "--json"),
        ("ask", "area", "CORNER", "--shape", "burst", "--size", "10", "--origin", "3,2", "--ruleset", "pf2e"),
        ("ask", "cover", "CORNER", "--from", "A", "--to", "T", "-o", "CORNER.svg"),
        ("draw", "CORNER", "-o", "CORNER.svg"),
        ("check", "CORNER"),
        ("rules",),
        ("replay", "--help"),
    ],
)
def test_a_question_loads_no_window_and_no_rival(corner: Path, words: tuple[str, ...]) -> None:
    assert heavy(*(word.replace("CORNER", str(corner)) for word in words)) == set()


def test_png_loads_pygame_and_its_font_alone(corner: Path, tmp_path: Path) -> None:
    assert heavy("draw", corner, "-o", tmp_path / "board.png") == {"pygame", "pygame_gui"}


def test_a_closed_pipe_is_quiet() -> None:
    command = [sys.executable, "-m", "tactics", "rules", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""


def test_the_package_is_a_command() -> None:
    done = subprocess.run([sys.executable, "-m", "tactics", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("tactics ")
