"""Chains of D&D 4e fights through the engine: fight, camp, fight, each with a log that plays back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactics.core.dice import FixedDice
from tactics.engine.battle import Battle
from tactics.engine.campaign import has_camp, make_camp, next_file, set_out
from tactics.engine.digest import digest
from tactics.files.load import load
from tactics.rules.action import Action
from tactics.world.build import build

SCENARIOS = Path(__file__).parents[4] / "scenarios"
FIRST = """
schema = 1
title = "Gate"
rulesets = ["dnd4e"]
seed = 5
next = "second.toml"
journey = { miles = 3 }
map.rows = '''
AT
'''
[creatures.A]
side = "heroes"
[creatures.A.combat]
level = 3
kind = "hero"
abilities = { str = 18 }
hp = 40
surges = 8
[[creatures.A.combat.powers]]
id = "great_blow"
name = "Great blow"
usage = "daily"
attack = 9
hit = [{ damage = "20" }]
[creatures.T]
side = "foes"
[creatures.T.combat]
level = 1
hp = 20
defenses = { ac = 15 }
"""
SECOND = FIRST.replace('next = "second.toml"\n', "").replace("Gate", "Hall")


@pytest.fixture
def won(tmp_path: Path) -> Battle:
    """The first fight, won with the power of the day."""
    (tmp_path / "first.toml").write_text(FIRST, "utf-8")
    (tmp_path / "second.toml").write_text(SECOND, "utf-8")
    path = tmp_path / "first.toml"
    battle = Battle.new(build(load(path)), dice=FixedDice([20, 1, 15]), scenario=str(path))
    battle.submit(Action("A", "use", {"power": "great_blow", "target": "T"}))
    battle.submit(Action("A", "kill"))
    assert battle.fight.over == "heroes"
    return battle


@pytest.mark.rule("dnd4e.hp.rest")
def test_a_chain_goes_from_fight_to_camp_to_fight(won: Battle, tmp_path: Path) -> None:
    assert has_camp(won)
    camp = make_camp(won, dice=FixedDice([]))
    assert camp.fight.body("A").count("used.great_blow") == 1
    camp.submit(Action("A", "short_rest"))
    assert camp.undo()
    camp.submit(Action("A", "short_rest"))
    camp.submit(Action("A", "set_out"))
    camp.save(tmp_path / "camp.log")
    assert digest(Battle.load(tmp_path / "camp.log").fight) == digest(camp.fight)
    path = next_file(won)
    assert path is not None
    second = set_out(camp, build(load(path)), path, dice=FixedDice([15, 3]))
    body = second.fight.body("A")
    assert (body.count("used.great_blow"), body.count("encounters"), second.fight.active) == (1, 1, "A")
    refusal = next(one.refusal for one in second.options("A") if one.arguments.get("power") == "great_blow")
    assert refusal is not None


@pytest.mark.rule("dnd4e.action.action_point")
def test_the_shipped_chain_leads_on_for_the_same_heroes() -> None:
    names, path = [], SCENARIOS / "fight-4e-horde.toml"
    heroes = None
    while True:
        names.append(path.stem)
        document = load(path)
        own = {one.id for one in build(document).creatures if one.side == "heroes"}
        assert heroes is None or own == heroes
        heroes = own
        if not document.next:
            break
        path = path.parent / document.next
    assert names == ["fight-4e-horde", "fight-4e-burning-store", "fight-4e-bog"]
