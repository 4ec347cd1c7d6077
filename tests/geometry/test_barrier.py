"""One obstacle that bars the whole way between two boxes."""

from __future__ import annotations

import pytest
from random_boards import as_obstacle, wall

from tactics.core.lattice import UNIT
from tactics.core.space import Space
from tactics.geometry.barrier import bars
from tactics.geometry.between import Box, box_of

HERE, THERE, ASLANT = Space(0, 1, 1, 1), Space(4, 1, 1, 1), Space(4, 5, 1, 1)


@pytest.mark.parametrize(
    ("ends", "target", "barred"),
    [
        pytest.param([(2, 1), (2, 2)], THERE, True, id="exactly as wide as the way"),
        pytest.param([(2, 1), (2, 1.9)], THERE, False, id="a little short"),
        pytest.param([(1, 1), (1, 2)], THERE, True, id="along the side of the one"),
        pytest.param([(5, 1), (5, 2)], THERE, False, id="behind the other"),
        pytest.param([(0.5, 0), (0.5, 3)], THERE, False, id="through the one"),
        pytest.param([(1, 1), (4, 1)], THERE, False, id="along the way"),
        pytest.param([(1, 4), (2, 3)], ASLANT, False, id="across, one end inside the way"),
        pytest.param([(1, 5), (4, 2)], ASLANT, True, id="across the slanting way"),
    ],
)
def test_walls(ends: list[tuple[float, float]], target: Space, barred: bool) -> None:
    (piece,) = map(as_obstacle, wall(*ends))
    for one, other in ((HERE, target), (target, HERE)):
        assert bars(piece, box_of(one), box_of(other)) is barred
        turned = as_obstacle(wall(*((y, x) for x, y in ends))[0])
        assert bars(turned, _turned(box_of(one)), _turned(box_of(other))) is barred


@pytest.mark.parametrize(
    ("block", "target", "barred"),
    [
        pytest.param(Space(2, 1, 1, 1), THERE, True, id="a square in the row"),
        pytest.param(Space(2, 2, 1, 1), THERE, False, id="a square beside it"),
        pytest.param(Space(1, 2, 2, 3), ASLANT, True, id="a big block on the slanting way"),
        pytest.param(Space(2, 3, 1, 1), ASLANT, True, id="a square as wide as the slanting way"),
        pytest.param(Space(2, 4, 1, 1), ASLANT, False, id="a square that the slanting way goes round"),
        pytest.param(Space(0, 1, 1, 1), THERE, True, id="the square itself"),
    ],
)
def test_blocks(block: Space, target: Space, barred: bool) -> None:
    for one, other in ((HERE, target), (target, HERE)):
        assert bars(box_of(block), box_of(one), box_of(other)) is barred
        assert bars(_turned(box_of(block)), _turned(box_of(one)), _turned(box_of(other))) is barred


def test_of_one_way_walls_nothing_is_said() -> None:
    (piece,) = map(as_obstacle, wall((2, 0), (2, 9), one_way="left"))
    assert not bars(piece, box_of(HERE), box_of(THERE))


def _turned(box: Box) -> Box:
    return Box(box.top, box.left, box.bottom, box.right)


def test_far_apart_and_of_different_sizes() -> None:
    near, far = Box(0, 0, 2 * UNIT, 2 * UNIT), Box(9 * UNIT, -3 * UNIT, 10 * UNIT, 5 * UNIT)
    (tall, low) = map(as_obstacle, wall((5, -2), (5, 4)) + wall((5, -1), (5, 4)))
    assert bars(tall, near, far)
    assert not bars(low, near, far)
