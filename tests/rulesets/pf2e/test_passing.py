"""Sizes, shared squares, and moving through others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tactics.core.lattice import Square
from tactics.core.space import size_space
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.passing import may_end_turn, may_stand_up, must_move_on
from tactics.rulesets.pf2e.sizes import may_be_placed, rank, reach_by_size_sq, space_sq
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]


@pytest.mark.rule("pf2e.creature.size_table")
def test_table_of_sizes() -> None:
    sizes = ("tiny", "small", "medium", "large", "huge", "gargantuan")
    assert [space_sq(one) ** 2 for one in sizes] == [1, 1, 1, 4, 9, 16]
    assert [reach_by_size_sq(one, "tall") * 5 for one in sizes] == [0, 5, 5, 10, 15, 20]
    assert [reach_by_size_sq(one, "long") * 5 for one in sizes] == [0, 5, 5, 5, 10, 15]
    assert [rank(one) for one in sizes] == list(range(6))
    assert rank("diminutive") == rank("tiny")


@pytest.mark.rule("pf2e.creature.space_exclusive")
def test_spaces_are_not_shared(board: Board) -> None:
    position = board("LL..\nLL..\n...B", creatures={"L": {"size": "large"}})
    medium = position.creature("B")
    assert not may_be_placed(position, medium, size_space("medium", Square(1, 1)))
    assert may_be_placed(position, medium, size_space("medium", Square(2, 1)))
    assert not may_be_placed(position, medium, size_space("medium", Square(9, 9)))


@pytest.mark.rule("pf2e.creature.space_exclusive")
def test_a_rider_shares_its_mounts_squares(board: Board) -> None:
    position = board("MM.\nMM.", creatures={"M": {"size": "large"}, "r": {"at": "A1", "mount": "M", "side": "heroes"}})
    assert may_be_placed(position, position.creature("r"), size_space("medium", Square(1, 1)))


@pytest.mark.rule("pf2e.creature.tiny", "pf2e.creature.space_exclusive")
def test_four_tiny_creatures_fit_into_a_square(board: Board) -> None:
    crowd = {name: {"size": "tiny", "at": "A1"} for name in ("r1", "r2", "r3")}
    three = board("..B", creatures={**crowd, "r4": {"size": "tiny", "at": "B1"}})
    assert may_be_placed(three, three.creature("r4"), size_space("tiny", Square(0, 0)))
    four = board("..B", creatures={**crowd, "r4": {"size": "tiny", "at": "A1"}, "r5": {"size": "tiny", "at": "B1"}})
    assert not may_be_placed(four, four.creature("r5"), size_space("tiny", Square(0, 0)))
    assert may_be_placed(four, four.creature("r5"), size_space("tiny", Square(0, 0)), cap=5)
    assert may_be_placed(four, four.creature("r5"), size_space("tiny", Square(2, 0)))


@pytest.mark.rule("pf2e.creature.tiny", "pf2e.move.different_sizes")
def test_a_rat_strikes_only_in_the_same_square(board: Board, ask: Ask) -> None:
    position = board(".A", creatures={"rat": {"size": "tiny", "at": "A1", "side": "foes"}})
    assert ask(position, "threatens", from_="rat", to="A").value is False
    assert ask(position, "path_cost", who="rat", to="B1").value == 5
    together = board(".A", creatures={"rat": {"size": "tiny", "at": "B1", "side": "foes"}})
    assert ask(together, "threatens", from_="rat", to="A").value is True


@pytest.mark.rule("pf2e.move.occupied_space")
def test_friends_let_pass_and_foes_do_not(board: Board, ask: Ask) -> None:
    friend = board("#####\nAB..#\n#####", creatures={"B": {"side": "heroes"}})
    assert ask(friend, "path_cost", who="A", to="C2").value == 10
    assert ask(friend, "path_cost", who="A", to="B2").value == "unreachable"
    foe = board("#####\nAF..#\n#####")
    assert ask(foe, "path_cost", who="A", to="C2").value == "unreachable"


@pytest.mark.rule("pf2e.move.occupied_space")
def test_ending_on_an_ally_only_on_the_way(board: Board) -> None:
    position = board("AB..", creatures={"B": {"side": "heroes"}})
    mover, there = position.creature("A"), size_space("medium", Square(1, 0))
    assert must_move_on(position, mover, there)
    assert not may_end_turn(position, mover, there)
    assert may_end_turn(position, mover, size_space("medium", Square(2, 0)))


@pytest.mark.rule("pf2e.move.different_sizes")
@pytest.mark.parametrize(
    ("mover", "other", "passes"),
    [
        ("medium", "gargantuan", True),
        ("medium", "huge", False),
        ("small", "huge", True),
        ("large", "small", False),
        ("huge", "small", True),
        ("tiny", "medium", True),
    ],
)
def test_three_sizes_apart(board: Board, ask: Ask, mover: str, other: str, passes: bool) -> None:
    """One of the two fills the corridor, so the way leads through the other's squares or nowhere."""
    side = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4}
    high, wide = max(side[mover], side[other]), side[mover] + side[other] + side[mover]
    creatures = {
        "a": {"size": mover, "at": "A1", "side": "heroes"},
        "b": {"size": other, "at": [side[mover], 0], "side": "foes"},
    }
    position = board(["." * wide] * high, creatures=creatures)
    beyond = Square(side[mover] + side[other], 0)
    assert (ask(position, "path_cost", who="a", to=beyond).value != "unreachable") is passes
    among = Square(side[mover], 0)
    assert (ask(position, "path_cost", who="a", to=among).value != "unreachable") is (mover == "tiny")


@pytest.mark.rule("pf2e.move.prone_incapacitated_space")
def test_bodies_can_be_stood_upon(board: Board, ask: Ask) -> None:
    body = {"conditions": ["unconscious", "prone"]}
    assert ask(board("AE.", creatures={"E": body}), "path_cost", who="A", to="B1").value == 5
    large = board("A.EE\n..EE", creatures={"E": {**body, "size": "large"}})
    assert ask(large, "path_cost", who="A", to="C1").value == "unreachable"
    awake = board("AE.", creatures={"E": {"conditions": ["prone"]}})
    assert ask(awake, "path_cost", who="A", to="B1").value == "unreachable"


@pytest.mark.rule("pf2e.move.prone_incapacitated_space", "pf2e.basic.stand")
def test_nobody_stands_up_under_another(board: Board, ask: Ask) -> None:
    prone = {"conditions": ["prone"], "side": "heroes"}
    under = board(".A.", creatures={"A": prone, "b": {"at": "B1", "size": "tiny", "side": "foes"}})
    assert not may_stand_up(under, under.creature("A"))
    assert ask(under, "legal", who="A", action="stand").value is False
    free = board(".A.", creatures={"A": prone})
    assert ask(free, "legal", who="A", action="stand").value is True
