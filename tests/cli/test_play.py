"""`tactics play`: what can be told without a window."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import SCENARIO, Tactics


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("with_file", [False, True])
def test_without_a_display_it_names_the_way_out(tactics: Tactics, corner: Path, with_file: bool) -> None:
    done = tactics("play", *([corner] if with_file else []))
    assert (done.code, done.out) == (2, "")
    assert "`tactics draw FILE -o picture.svg`" in done.err


def test_a_faulty_file_is_told_before_any_window_opens(tactics: Tactics, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(SCENARIO.replace('side = "heroes"', 'size = "vast"'))
    done = tactics("play", path)
    assert (done.code, done.out) == (1, "")
    assert "bad.toml:16: creatures.A.size" in done.err


@pytest.mark.parametrize("words", [("no/such/file.toml",), ("--ruleset", "gurps")])
def test_wrong_usage_is_refused(tactics: Tactics, words: tuple[str, ...]) -> None:
    done = tactics("play", *words)
    assert (done.code, done.out) == (2, "")
