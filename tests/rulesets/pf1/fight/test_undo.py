"""A fight goes back and forth, and is read again, as it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from rulesets.pf1.fight.acting import way
from rulesets.pf1.fight.ring import sheet, weapon
from rulesets.pf1.first import first

from tactics.ai.opponent import Opponent
from tactics.core.dice import FixedDice
from tactics.engine.battle import Battle
from tactics.files.load import load
from tactics.rules.action import Action
from tactics.world.build import build
from tactics.world.edit import with_creature
from tactics.world.fight import Fight

SCENARIOS = Path(__file__).parents[4] / "scenarios"


def state(moment: Fight) -> tuple[Any, ...]:
    """Everything of a moment that may differ: places, bodies, things, order, turn, round."""
    places = [(one.id, one.space, one.z_ft, one.mount, one.of("pf1").conditions) for one in moment.world.creatures]
    items = sorted(moment.items.values(), key=lambda one: one.id)
    bodies = [(who, body.hp, body.effects, dict(body.counters), body.out) for who, body in moment.bodies.items()]
    return places, bodies, items, moment.order, moment.turn, moment.round, moment.over


@pytest.mark.parametrize("name", ["fight-bridge", "fight-lists"])
def test_back_and_forth_and_read_again(name: str, tmp_path: Path) -> None:
    battle = Battle.new(build(load(SCENARIOS / f"{name}.toml")), seed=5)
    player = Opponent()
    states = [state(battle.fight)]
    while len(states) < 40 and not battle.fight.over:
        battle.submit(player.choose(battle))
        states.append(state(battle.fight))
    events = battle.events
    for back in (1, 3, len(states) - 1):
        for number in range(1, back + 1):
            assert battle.undo()
            assert state(battle.fight) == states[-1 - number]
        for number in reversed(range(back)):
            assert battle.redo()
            assert state(battle.fight) == states[-1 - number]
    assert battle.events == events
    battle.save(tmp_path / "fight.jsonl")
    again = Battle.load(tmp_path / "fight.jsonl")
    assert (state(again.fight), again.events) == (states[-1], events)
    if not battle.fight.over:
        for one in (battle, again):
            one.submit(player.choose(one))
        assert state(again.fight) == state(battle.fight)


def test_a_move_that_was_cut_short_is_cut_short_again() -> None:
    """One of four squares, then a blow: redo comes to the same square and goes no further."""
    world = first("A....\n..T..")
    for who, table in (("A", sheet(hp=3, dex=18)), ("T", sheet(weapons=[weapon("longsword")]))):
        creature = world.creature(who)
        world = with_creature(world, replace(creature, sheets=MappingProxyType({"pf1": table})))
    battle = Battle.new(world, dice=FixedDice([1, 20, 15, 5]))
    battle.submit(Action("T", "end_turn"))
    battle.submit(Action("A", "move", {"path": way("A1 B1 C1 D1 E1")}))
    assert battle.decision is not None
    battle.submit(Action("T", "strike.longsword"))
    after = state(battle.fight)
    assert str(battle.fight.world.creature("A").space.anchor) == "B1"
    battle.undo()
    battle.undo()
    assert str(battle.fight.world.creature("A").space.anchor) == "A1"
    battle.redo()
    battle.redo()
    assert state(battle.fight) == after
