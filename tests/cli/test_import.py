"""`tactics import`: a map of another program becomes a scenario that loads again."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from command_line import Tactics

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.fixture
def vtt(tmp_path: Path) -> Path:
    """A room of 4 by 3 squares with a wall across it and a picture."""
    path = tmp_path / "room.dd2vtt"
    path.write_text(
        json.dumps(
            {
                "format": 0.3,
                "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 4, "y": 3}, "pixels_per_grid": 1},
                "line_of_sight": [[{"x": 2, "y": 0}, {"x": 2, "y": 3}]],
                "portals": [],
                "lights": [],
                "image": base64.b64encode(PIXEL).decode(),
            }
        )
    )
    return path


def test_the_written_file_judges_like_the_map(tactics: Tactics, vtt: Path, tmp_path: Path) -> None:
    written = tmp_path / "room.toml"
    assert tactics("import", vtt, "-o", written).code == 0
    assert (tmp_path / "room.png").read_bytes() == PIXEL
    asked = ("--from", "A1", "--to", "D1", "--ruleset", "pf1", "--json")
    before = tactics("ask", "line_of_effect", vtt, *asked).json
    assert before["value"] is False
    assert tactics("ask", "line_of_effect", written, *asked).json == before
    assert tactics("check", written, vtt).code == 0


@pytest.mark.parametrize(
    ("output", "words"),
    [("room.json", "must end in .toml"), ("nowhere/room.toml", "there is no folder")],
)
def test_a_path_that_cannot_work_is_refused(
    tactics: Tactics, vtt: Path, tmp_path: Path, output: str, words: str
) -> None:
    done = tactics("import", vtt, "-o", tmp_path / output)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_a_file_that_is_no_map_is_a_problem(tactics: Tactics, tmp_path: Path) -> None:
    (tmp_path / "room.dd2vtt").write_text("{}")
    done = tactics("import", tmp_path / "room.dd2vtt", "-o", tmp_path / "room.toml")
    assert (done.code, done.out) == (1, "")
    assert "room.dd2vtt" in done.err
    assert not (tmp_path / "room.toml").exists()
