"""What random play found: kinds of faults, each with a test of its own."""

from __future__ import annotations

import pytest
from rulesets.dnd4e.fight.ring import fight, power, sheet

from tactics.core.lattice import Square
from tactics.rulesets.dnd4e.fight import aiming
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.world.fight import Fight

LARGE = {"size": "large"}
FIELD = "\n".join(["." * 12] * 4 + ["." * 5 + "OO" + "." * 5] * 2 + ["." * 12] * 4)


def breathing(size: int) -> Fight:
    """A large creature with a blast in the middle of an open field."""
    blast = power("b", kind="close_blast", size=size, attack=5, hit=[{"damage": "1"}])
    own = sheet(powers=[blast])
    return fight(FIELD, {"O": own}, {"O": LARGE})


@pytest.mark.rule("dnd4e.area.blast_placement")
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_a_blast_holds_the_square_it_is_aimed_at(size: int) -> None:
    moment = breathing(size)
    space = moment.world.creature("O").space
    own = sheet_of(moment.world.creature("O")).powers["b"]
    for y in range(space.y - size, space.y + space.height + size):
        for x in range(space.x - size, space.x + space.width + size):
            if moment.world.board.inside(Square(x, y)) and not space.holds(Square(x, y)):
                assert Square(x, y) in aiming.squares_of(moment, "O", own, Square(x, y)), f"{Square(x, y)}"


@pytest.mark.rule("dnd4e.area.blast_placement")
def test_a_blast_aimed_past_its_end_lies_towards_that_square() -> None:
    moment = breathing(2)
    own = sheet_of(moment.world.creature("O")).powers["b"]
    assert set(aiming.squares_of(moment, "O", own, Square(0, 4))) == {Square(x, y) for x in (3, 4) for y in (4, 5)}
