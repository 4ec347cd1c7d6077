"""A newcomer whose Python will not do is told so in one sentence."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tactics.core.resources import checkout

ROOT = checkout()
pytestmark = pytest.mark.skipif(ROOT is None or shutil.which("make") is None, reason="needs make and a checkout")

OLD = "import sys; sys.version_info = (3, 9, 2, 'final', 0)"
BARE = "import sys; sys.modules['ensurepip'] = None"


def make(folder: Path, python: str) -> subprocess.CompletedProcess[str]:
    assert ROOT is not None
    for name in ("Makefile", "pyproject.toml", "hatch_build.py", "tools"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    return subprocess.run(
        ["make", "test", f"PYTHON={python}"], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


def fake_python(folder: Path, before: str) -> str:
    """A Python that is somewhat different from the one of the tests."""
    path = folder / "fake-python"
    start = f"{before}; import runpy; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{start}" "$@"\n')
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("before", "words"),
    [(OLD, "Python 3.11 or newer is needed, this is 3.9.2."), (BARE, "This Python has no venv module.")],
)
def test_an_unfit_python_is_refused(tmp_path: Path, before: str, words: str) -> None:
    done = make(tmp_path, fake_python(tmp_path, before))
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_a_missing_python_is_named(tmp_path: Path) -> None:
    done = make(tmp_path, "no-such-python")
    assert done.returncode == 2
    assert "There is no 'no-such-python' here. Install Python 3.11 or newer." in done.stderr
