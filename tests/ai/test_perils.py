"""Ground that hurts: fire is walked round, nobody steps over an edge, unless there is no other way."""

from __future__ import annotations

import pytest
from kit import world

from tactics.ai.opponent import Opponent
from tactics.ai.perils import perilous, perils, wary
from tactics.core.dice import SeededDice
from tactics.core.lattice import Square, parse_square
from tactics.core.space import Space
from tactics.engine.battle import Battle
from tactics.rules.action import Action

PIT = {"legend": {"p": {"terrain": "floor", "z": -20}, "s": {"terrain": "floor", "z": -5}}}


SHEET = {"st": 10, "dx": 12, "iq": 10, "ht": 10, "weapons": [{"id": "broadsword", "skill": 14, "hand": "main"}]}


def squares(*names: str) -> tuple[Square, ...]:
    return tuple(map(parse_square, names))


def position(rows: str) -> Battle:
    """A, who acts first, and B."""
    tables = {who: {"dfrpg": {"combat": {**SHEET, "dx": dx}}} for who, dx in (("A", 13), ("B", 9))}
    return Battle.new(world(rows, ("dfrpg",), creatures=tables), dice=SeededDice(1))


def trodden(battle: Battle, who: str = "A") -> set[Square]:
    """Squares it comes to in three turns in which the others stand still."""
    found = set[Square]()
    for _ in range(3):
        while battle.fight.active == who and not battle.fight.over:
            action = Opponent().choose(battle)
            ways = (value for value in action.arguments.values() if isinstance(value, tuple))
            found |= {one for way in ways for one in way if isinstance(one, Square)}
            battle.submit(action)
        while battle.fight.active != who and not battle.fight.over:
            decision = battle.decision
            battle.submit(
                Action(battle.fight.active, "end_turn") if decision is None else Action(decision.who, decision.default)
            )
    return found


def test_fire_and_deep_edges_are_perilous_and_gentle_slopes_are_not() -> None:
    assert perilous(world("..:..").board) == set(squares("C1"))
    assert perilous(world("..pp..", **PIT).board) == set(squares("C1", "D1"))
    assert perilous(world("..s...", **PIT).board) == set()
    assert perilous(world("......").board) == set()


def test_only_what_is_entered_or_fallen_into_counts() -> None:
    fire = world(".:.:.")
    assert perils(fire, Space(0, 0, 1, 1), squares("A1", "B1", "C1", "D1")) == 2
    assert perils(fire, Space(1, 0, 1, 1), squares("B1", "C1")) == 0, "it leaves it"
    pit = world(".ppp.", **PIT)
    assert perils(pit, Space(0, 0, 1, 1), squares("A1", "B1", "C1", "D1")) == 1, "once down it walks"
    assert perils(pit, Space(0, 0, 1, 1), squares("B1")) == 1, "a step there is the same"


def test_a_wary_look_closes_them_but_not_where_it_stands() -> None:
    here = world("A:.:.")
    closed = wary(here, "A").board
    assert [closed.solid(one) for one in squares("A1", "B1", "C1", "D1")] == [False, True, False, True]
    plain = world("A....")
    assert wary(plain, "A") is plain


@pytest.mark.parametrize(
    "rows",
    [
        "......\n..:...\nA.:..B\n..:...\n......",
        ".........\n...::....\nA..::...B\n...::....\n.........",
    ],
)
def test_it_walks_round_what_hurts(rows: str) -> None:
    battle = position(rows)
    fire = perilous(battle.fight.world.board)
    walked = trodden(battle)
    assert walked
    assert not walked & fire


def test_it_goes_through_where_there_is_no_other_way() -> None:
    battle = position("..::..\nA.::.B\n..::..")
    assert trodden(battle) & perilous(battle.fight.world.board)
