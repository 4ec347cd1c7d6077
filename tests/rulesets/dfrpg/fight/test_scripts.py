"""Every scripted fight by the Dungeon Fantasy RPG comes out as written, and every stat block can be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripted import blocks_agree, comes_out_as_written, fights_in, shipped

FIGHTS = (*fights_in("fights-dfrpg"), *shipped("fight-df-*.toml"))


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_a_script_comes_out_as_written(path: Path) -> None:
    comes_out_as_written(path)


def test_stat_blocks_agree_with_what_they_state() -> None:
    blocks_agree("dfrpg", 16)
