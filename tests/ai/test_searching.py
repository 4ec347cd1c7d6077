"""Enemies whose place is not known are neither aimed at nor gone to; they are looked for where they were known last."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ai.test_helping import position

from tactics.ai.opponent import Opponent
from tactics.ai.places import come_level
from tactics.ai.searching import last_known, look, search
from tactics.ai.worth import enemies, unknown
from tactics.core.lattice import Square
from tactics.engine.battle import Battle
from tactics.rules.action import Action
from tactics.world.edit import moved
from tactics.world.fight import Effect

BETWEEN = "B.....................\n...........A..........\n.....................C"


def lost(system: str = "dnd4e") -> Battle:
    """A has known that B stood on the left and has lost sight of it; by now B stands on the right. C is dead."""
    battle = position(system, BETWEEN, {"B": (Effect("hidden"),)})
    last, fight = battle._history.done[-1], battle.fight
    bodies = fight.with_body("C", replace(fight.body("C"), out="dead"))
    there = moved(bodies.world, "B", Square(21, 0))
    battle._history.done[-1] = replace(last, after=replace(bodies, world=there))
    return battle


def test_whose_place_it_does_not_know_is_no_enemy_to_it() -> None:
    battle = lost()
    assert unknown(battle.fight, "A") == {"B"}
    assert enemies(battle.fight, "A") == ()
    assert [one.id for one in enemies(battle.fight, "B")] == ["A"], "it hides, it is not blind"


def test_it_goes_where_somebody_was_known_last_and_not_where_he_is() -> None:
    battle = lost()
    assert last_known(battle, "A") == (Square(0, 0),)
    found = search(battle, "A")
    assert found is not None
    way = found.arguments["path"]
    assert isinstance(way, tuple)
    assert isinstance(way[-1], Square)
    assert way[-1].x < 11
    assert Opponent().choose(battle).id == "seek", "it looks around first"


def test_while_another_enemy_is_known_it_looks_for_nobody() -> None:
    battle = position("dnd4e", BETWEEN, {"B": (Effect("hidden"),)})
    assert [one.id for one in enemies(battle.fight, "A")] == ["C"]
    assert look(battle, "A") is None
    assert search(battle, "A") is None


@pytest.mark.parametrize("row", ["A..........................B", "B..........................A"])
def test_of_whom_it_never_knew_it_does_not_know_the_side(row: str) -> None:
    battle = position("pf2e", f"{'.' * len(row)}\n{row}\n{'.' * len(row)}", B={"conditions": ["undetected"]})
    assert unknown(battle.fight, "A") == {"B"}
    assert last_known(battle, "A") == ()
    found = search(battle, "A")
    assert found is not None, "it goes round the board"
    seeks = look(battle, "A")
    assert seeks is not None, "an area to look over is laid on the board, wherever the other one is"
    assert seeks.id == "seek"


def test_a_swimmer_goes_round_a_wall_under_water() -> None:
    rows = "wwwwwwwww\nwwww#wwww\nwwAw#wBww\nwwww#wwww"
    deep = {"under": "w", "z": -15}
    battle = position("pf2e", rows, legend={"w": {"terrain": "deep_water"}}, A=deep, B=deep)
    for _ in range(12):
        action = come_level(battle, "A", battle.allowed("A", ids=("swim",)))
        if action is None:
            if battle.fight.active != "A" or max(gap(battle)) <= 1:
                break
            battle.submit(Action("A", "end_turn"))
            while battle.fight.active != "A":
                battle.submit(Action(battle.fight.active, "end_turn"))
            continue
        battle.submit(action)
    assert battle.fight.world.creature("A").space.x > 4


def gap(battle: Battle) -> tuple[int, int]:
    world = battle.fight.world
    return world.creature("A").space.gap_sq(world.creature("B").space)
