"""Flanking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tactics.core.problems import ProblemError
from tactics.rules.verdict import Verdict
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]

HEROES = {name: {"side": "heroes"} for name in "ABCLM"}


def _position(board: Board, rows: str, **stats: dict[str, Any]) -> World:
    letters = {one for one in rows if one.isupper()}
    tables = {one: {**HEROES.get(one, {"side": "foes"}), **stats.get(one, {})} for one in sorted(letters)}
    return board(rows, creatures=tables)


@pytest.mark.rule("pf2e.flanking.position")
@pytest.mark.parametrize(
    ("rows", "flanks"),
    [
        ("A..\n.F.\n..B", True),
        ("...\nAFB\n...", True),
        ("A..\n.F.\n.B.", False),
        ("..A\n.F.\nB..", True),
        (".A.\n.F.\n.B.", True),
        ("AB.\n.F.\n...", False),
    ],
)
def test_opposite_sides_or_corners(board: Board, ask: Ask, rows: str, flanks: bool) -> None:
    position = _position(board, rows)
    assert ask(position, "flanking", from_="A", to="F", with_="B").value is flanks
    assert ask(position, "flanking", from_="B", to="F", with_="A").value is flanks


@pytest.mark.rule("pf2e.flanking.position")
@pytest.mark.parametrize(("rows", "flanks"), [("AFF.\n.FFB", True), ("A...\n.FF.\n.FF.\n..B.", False)])
def test_a_large_target(board: Board, ask: Ask, rows: str, flanks: bool) -> None:
    position = _position(board, rows, F={"size": "large"})
    assert ask(position, "flanking", from_="A", to="F", with_="B").value is flanks


@pytest.mark.rule("pf2e.flanking.position")
@pytest.mark.parametrize(("rows", "flanks"), [("LL...\nLLT..\n...B.", False), ("LL...\nLLTB.", True)])
def test_a_large_flanker_counts_by_its_centre(board: Board, ask: Ask, rows: str, flanks: bool) -> None:
    position = _position(board, rows, L={"size": "large"})
    assert ask(position, "flanking", from_="L", to="T", with_="B").value is flanks


@pytest.mark.rule("pf2e.flanking.position")
def test_lines_that_touch_corners(board: Board, ask: Ask) -> None:
    corner = _position(board, "....B\n.AT..", B={"reach": 10})
    assert ask(corner, "flanking", from_="A", to="T", with_="B").value is True
    skew = _position(board, "....B\nA.T..", A={"reach": 10}, B={"reach": 10})
    assert ask(skew, "flanking", from_="A", to="T", with_="B").value is False
    level = _position(board, "LL.MM\nLLTMM", L={"size": "large"}, M={"size": "large"})
    assert ask(level, "flanking", from_="L", to="T", with_="M").value is True


@pytest.mark.rule("pf2e.flanking.requirements")
@pytest.mark.parametrize(
    ("rows", "stats", "flanks"),
    [
        ("A.FB", {"A": {"reach_weapon": True}}, True),
        ("A.FB", {}, False),
        ("AFB", {"B": {"conditions": ["unconscious"]}}, False),
        ("AFB", {"B": {"armed": False}}, False),
        ("AFB", {"B": {"weapons": [{"name": "bow", "ranged": True}]}}, True),
        ("AFB", {"A": {"size": "tiny"}}, False),
        ("AFB", {"B": {"size": "tiny"}}, False),
        ("AFB", {"B": {"side": "foes"}}, False),
        ("AFB", {"F": {"side": "heroes"}}, False),
    ],
)
def test_both_must_be_able_to_strike(
    board: Board, ask: Ask, rows: str, stats: dict[str, dict[str, Any]], flanks: bool
) -> None:
    assert ask(_position(board, rows, **stats), "flanking", from_="A", to="F", with_="B").value is flanks


@pytest.mark.rule("pf2e.flanking.requirements")
def test_a_wall_between_ends_flanking(board: Board, ask: Ask) -> None:
    position = board("AFB", walls=[{"line": [[2, 0], [2, 1]]}], creatures={"B": {"side": "heroes"}})
    assert ask(position, "flanking", from_="A", to="F", with_="B").value is False


@pytest.mark.rule("pf2e.flanking.effect", "pf2e.condition.flat_footed")
def test_the_flanked_one_is_flat_footed(board: Board, ask: Ask) -> None:
    position = _position(board, ".C..\nAFB.")
    verdict = ask(position, "flanking", from_="A", to="F")
    assert (verdict.value, verdict.creatures, 18 + verdict.net("ac")) == (True, ("B",), 16)
    ac = {
        (who, attack): 18 + dict(ask(position, "modifiers", from_=who, to="F", attack=attack).value).get("ac", 0)
        for who in "ABC"
        for attack in ("melee", "ranged")
    }
    assert [ac[who, "melee"] for who in "ABC"] == [16, 16, 18]
    assert [ac[who, "ranged"] for who in "ABC"] == [18, 18, 18]


@pytest.mark.rule("pf2e.flanking.effect", "pf2e.penalty.stacking")
def test_flanking_over_a_friends_shoulder(board: Board, ask: Ask) -> None:
    position = board(
        "AFBC",
        creatures={
            "F": {"side": "foes"},
            "B": {"side": "heroes"},
            "C": {"side": "heroes", "reach": 10},
            "A": {"side": "heroes"},
        },
    )
    verdict = ask(position, "modifiers", from_="C", to="F", attack="reach")
    assert dict(verdict.value) == {"ac": -1}
    assert sorted(one.amount for one in verdict.modifiers) == [-2, 1]


@pytest.mark.rule("pf2e.aerial.three_dimensional", "pf2e.flanking.position")
def test_above_and_below(board: Board, ask: Ask) -> None:
    def heights(above: dict[str, Any]) -> World:
        creatures = {
            "f": {"at": "B2", "z": 10, "side": "foes"},
            "low": {"at": "B2", "z": 5, "side": "heroes"},
            "high": {"side": "heroes", **above},
        }
        return board("...\n...\n...", creatures=creatures)

    straight = heights({"at": "B2", "z": 15})
    assert ask(straight, "flanking", from_="low", to="f", with_="high").value is True
    beside = heights({"at": "C2", "z": 10})
    assert ask(beside, "flanking", from_="low", to="f", with_="high").value is False


def test_flanking_is_between_creatures(board: Board, ask: Ask) -> None:
    with pytest.raises(ProblemError):
        ask(board("AF."), "flanking", from_="A", to="C1")


def test_rejected_partners_are_named(board: Board, ask: Ask) -> None:
    verdict = ask(_position(board, "AB.\n.F.\n..C"), "flanking", from_="A", to="F")
    assert (verdict.value, verdict.creatures) == (True, ("C",))
    assert len(verdict.alternatives) == 1
