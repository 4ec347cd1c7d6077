"""Every scripted fight by D&D 4e comes out as written."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripted import comes_out_as_written, fights_in


@pytest.mark.parametrize("path", fights_in("fights-dnd4e"), ids=lambda path: path.stem)
def test_a_script_comes_out_as_written(path: Path) -> None:
    comes_out_as_written(path)
