"""The rules on a board of hexagons: none of them but the board knows how many facings there are."""

from __future__ import annotations

import pytest
from geometry.hexes import HexTiling
from rulesets.dfrpg.yards import facing, floor, one, path

from tactics.core.lattice import Square
from tactics.rulesets.dfrpg import board
from tactics.rulesets.dfrpg.lying import crawl_cells, lying_cells
from tactics.rulesets.dfrpg.sight import sees
from tactics.rulesets.dfrpg.stepping import knockback_path, retreat_cells, step_cells
from tactics.rulesets.dfrpg.walking import end_facings, price_path, walk_field
from tactics.world.world import World

pytestmark = pytest.mark.rule("dfrpg.grid.board_kind")
MIDDLE = (9, 9)


@pytest.fixture(autouse=True)
def _hexagons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "_squares", lambda alternating: HexTiling())


def at(q: int, r: int) -> Square:
    """A hexagon by its offset from the middle."""
    return Square(MIDDLE[0] + q, MIDDLE[1] + r)


def costs(here: World, *offsets: tuple[int, int]) -> list[float]:
    """Points of the steps of a way."""
    strides = price_path(here, "A", (at(0, 0), *(at(*offset) for offset in offsets)))
    return [stride.points / 2 for stride in strides or ()]


@pytest.mark.rule("dfrpg.movement.points", "dfrpg.grid.start_facing")
def test_moves_with_any_facing_reach_rings_of_hexagons() -> None:
    here = floor(19, 19, {"A": MIDDLE})
    assert [len(walk_field(here, "A", 2 * points)) + 1 for points in (1, 2, 3)] == [7, 19, 37]


@pytest.mark.rule("dfrpg.movement.forward", "dfrpg.movement.sideways_backward", "dfrpg.grid.turn_cost")
def test_costs_by_facing() -> None:
    here = facing(floor(19, 19, {"A": MIDDLE}), "A", 0)
    assert costs(here, (0, -1), (0, -2), (1, -3)) == [1, 1, 1]
    assert costs(here, (0, 1)) == [2]
    assert sum(costs(here, (0, 1), (0, 2), (0, 3), (0, 4), (0, 5))) == 3 + 5 - 1
    found = walk_field(here, "A", 2, minimum=False)
    assert set(found) == {at(0, -1), at(1, -1), at(-1, 0)}
    assert {reached.facing for reached in found.values()} == {0, 1, 5}
    assert len(end_facings(HexTiling(), 0, 4, 6)) == 3
    assert len(end_facings(HexTiling(), 0, 3, 6)) == 6


@pytest.mark.rule("dfrpg.grid.step", "dfrpg.grid.retreat", "dfrpg.grid.knockback_path")
def test_steps_retreats_and_pushes() -> None:
    duel = floor(19, 19, {"A": MIDDLE, "B": (10, 9)})
    assert len(step_cells(duel, "A", 1)) == 6
    assert len(retreat_cells(duel, "B", "A", 1)) == 3
    assert knockback_path(duel, "A", "B", 3) == tuple(at(2 + n, 0) for n in range(3))


@pytest.mark.rule("dfrpg.posture.lying_two_cells", "dfrpg.grid.prone_two_cells", "dfrpg.grid.sight_line")
def test_lying_and_seeing() -> None:
    here = floor(19, 19, {"A": MIDDLE, "B": (9, 12)})
    assert len(lying_cells(here, "A")) == 6
    lying = facing(floor(19, 19, {"A": MIDDLE}, creatures={"A": {"conditions": ["prone"]}}), "A", 0, [tuple(at(0, -1))])
    assert len(crawl_cells(lying, "A")) == 5
    assert price_path(lying, "A", path(MIDDLE, tuple(at(0, -2)))) is not None
    looking = facing(here, "A", 0)
    assert not sees(looking, one(looking, "A"), one(looking, "B"))
