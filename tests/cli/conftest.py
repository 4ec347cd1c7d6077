"""Running the command line in the test's own process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from command_line import SCENARIO, Done, Tactics

from tactics.cli.main import run


@pytest.fixture
def tactics(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tactics:
    """Run a command as `tactics ...` would."""

    def call(*words: str | Path) -> Done:
        monkeypatch.setattr(sys, "argv", ["tactics", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            run()
        said = capsys.readouterr()
        code = left.value.code
        return Done(code if isinstance(code, int) else int(bool(code)), said.out, said.err)

    return call


@pytest.fixture
def corner(tmp_path: Path) -> Path:
    """A scenario judged by three systems."""
    path = tmp_path / "corner.toml"
    path.write_text(SCENARIO)
    return path
