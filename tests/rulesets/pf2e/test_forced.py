"""Pushes, pulls and shoves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.forced import (
    Shove,
    away_from,
    destination_allowed,
    follow,
    may_shove,
    off_a_ledge,
    push,
    shove,
)
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]


def _pushed(position: World, feet: int, kind: str = "push") -> tuple[str, bool]:
    done = push(position, position.creature("A"), position.creature("F"), feet, kind=kind)
    return str(done.path[-1]), done.stopped


@pytest.mark.rule("pf2e.move.forced")
def test_a_push_stops_at_the_last_free_square(board: Board) -> None:
    assert _pushed(board("AF.#"), 10) == ("C1", True)
    assert _pushed(board("AF..#"), 10) == ("D1", False)
    assert _pushed(board("AF.E."), 10) == ("C1", True)


@pytest.mark.rule("pf2e.move.forced")
def test_a_push_pays_nothing_for_the_ground(board: Board) -> None:
    assert _pushed(board("AF,;"), 10) == ("D1", False)


@pytest.mark.rule("pf2e.move.forced")
def test_a_diagonal_push_is_counted_and_cuts_no_corner(board: Board) -> None:
    rows = "A...\n.F..\n....\n...."
    assert _pushed(board(rows), 10) == ("C3", False)
    assert _pushed(board(rows), 15) == ("D4", False)
    assert _pushed(board("A..\n.F#\n..."), 5) == ("B2", True)


@pytest.mark.rule("pf2e.move.forced")
def test_a_pull_leads_towards(board: Board) -> None:
    assert _pushed(board("A..F"), 10, "pull") == ("B1", False)
    assert _pushed(board("A..F"), 15, "pull") == ("B1", True)


@pytest.mark.rule("pf2e.move.forced")
@pytest.mark.parametrize(
    ("target", "way"),
    [((1, 0), (1, 0)), ((1, 1), (1, 1)), ((0, -1), (0, -1)), ((3, 1), (1, 0)), ((2, 1), (1, 1)), ((-1, 4), (0, 1))],
)
def test_straight_away(target: tuple[int, int], way: tuple[int, int]) -> None:
    assert away_from(Space(0, 0, 1, 1), Space(*target, 1, 1)) == way


@pytest.mark.rule("pf2e.move.forced")
def test_beside_a_big_creature_away_is_along_the_shared_row() -> None:
    assert away_from(Space(0, 0, 3, 3), Space(3, 0, 1, 1)) == (1, 0)
    assert away_from(Space(0, 0, 3, 3), Space(3, 3, 1, 1)) == (1, 1)


@pytest.mark.rule("pf2e.move.forced_danger")
def test_only_pushes_and_pulls_lead_into_danger(board: Board) -> None:
    position = board("AF:.")
    assert _pushed(position, 5) == ("C1", False)
    assert _pushed(position, 5, "reposition") == ("B1", True)
    target = position.creature("F")
    assert not destination_allowed(position, target, Square(2, 0), kind="reposition")
    assert destination_allowed(position, target, Square(2, 0), kind="push")
    assert destination_allowed(position, target, Square(3, 0), kind="reposition")
    assert off_a_ledge(20) == (10, True)


@pytest.mark.rule("pf2e.skill.shove")
def test_shove_by_degree() -> None:
    degrees = ("critical_failure", "failure", "success", "critical_success")
    assert [shove(one) for one in degrees] == [Shove(0, prone=True), Shove(0), Shove(5), Shove(10)]


@pytest.mark.rule("pf2e.skill.shove", "pf2e.move.forced")
def test_shoved_and_followed(board: Board) -> None:
    position = board("AF..#")
    shover, target = position.creature("A"), position.creature("F")
    once = push(position, shover, target, shove("success").feet)
    assert [str(one) for one in once.path] == ["B1", "C1"]
    assert [str(one) for one in follow(once, shover)] == ["A1", "B1"]
    assert [str(one) for one in push(position, shover, target, shove("critical_success").feet).path] == [
        "B1",
        "C1",
        "D1",
    ]


@pytest.mark.rule("pf2e.skill.shove")
def test_who_can_be_shoved(board: Board, ask: Ask) -> None:
    assert may_shove("medium", "large", free_hand=True)
    assert not may_shove("medium", "huge", free_hand=True)
    assert not may_shove("medium", "medium", free_hand=False)
    assert ask(board("AF"), "legal", who="A", action="shove", target="F").value is True
    assert ask(board("A.F"), "legal", who="A", action="shove", target="F").value is False


@pytest.mark.rule("pf2e.move.prone_incapacitated_space", "pf2e.skill.shove")
def test_a_shoved_off_creature_lets_the_prone_one_stand(board: Board, ask: Ask) -> None:
    prone = {"A": {"conditions": ["prone", "unconscious"], "side": "heroes"}}
    under = board(".A..", creatures={**prone, "b": {"at": "B1", "side": "foes"}})
    with pytest.raises(ValueError, match="same squares"):
        push(under, under.creature("A"), under.creature("b"), 5)
    awake = {"A": {"conditions": ["prone"], "side": "heroes"}}
    after = board(".A..", creatures={**awake, "b": {"at": "C1", "side": "foes"}})
    assert ask(after, "legal", who="A", action="stand").value is True
