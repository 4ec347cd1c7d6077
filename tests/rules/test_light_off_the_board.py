"""Squares off the board have a light too: creatures may stand partly outside."""

from __future__ import annotations

import pytest
from kit import world

from tactics.core.lattice import Square
from tactics.rules.registry import book


@pytest.mark.parametrize("system", ["pf1", "pf2e", "dnd4e"])
@pytest.mark.parametrize("ambient", ["bright", "dark"])
def test_off_the_board_it_is_as_light_as_the_board(system: str, ambient: str) -> None:
    here = world(["A.."], (system,), light=ambient)
    assert book(system).light_at(here, Square(1, 0)) == ambient
    assert book(system).light_at(here, Square(3, 0)) == ambient
    assert book(system).light_at(here, Square(-1, -1)) == ambient
