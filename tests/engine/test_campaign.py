"""Chains of scenarios: fight, camp, next fight, each a battle with a log of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactics.core.dice import FixedDice
from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.engine.battle import Battle
from tactics.engine.campaign import has_camp, make_camp, next_file, set_out
from tactics.engine.digest import digest
from tactics.files.load import load
from tactics.rules.action import Action
from tactics.world.build import build

FIRST = """
schema = 1
title = "Gate"
rulesets = ["pf2e"]
seed = 5
next = "second.toml"
journey = { miles = 6, terrain = "difficult" }
map.rows = '''
A.T
'''
[creatures.A]
side = "heroes"
[creatures.A.combat]
level = 3
kind = "hero"
abilities = { str = 4, con = 2, wis = 2 }
proficiencies = { martial = "expert", medicine = "trained" }
hp = 40
weapons = [{ id = "longsword", hand = "main" }]
[creatures.T]
side = "foes"
[creatures.T.combat]
level = -1
hp = 3
"""
SECOND = FIRST.replace('next = "second.toml"\n', "").replace("Gate", "Hall")


@pytest.fixture
def chain(tmp_path: Path) -> Path:
    (tmp_path / "first.toml").write_text(FIRST, "utf-8")
    (tmp_path / "second.toml").write_text(SECOND, "utf-8")
    return tmp_path / "first.toml"


def won(path: Path) -> Battle:
    """The first fight, won with one blow."""
    battle = Battle.new(build(load(path)), dice=FixedDice([20, 1, 18, 8]), scenario=str(path))
    battle.submit(Action("A", "stride", {"path": (Square(0, 0), Square(1, 0))}))
    battle.submit(Action("A", "strike", {"weapon": "longsword", "target": "T"}))
    assert battle.fight.over == "heroes"
    return battle


def test_a_chain_goes_from_fight_to_camp_to_fight(chain: Path, tmp_path: Path) -> None:
    battle = won(chain)
    assert has_camp(battle)
    camp = make_camp(battle, dice=FixedDice([]))
    assert [one.id for one in camp.options("A")].count("set_out") == 1
    camp.submit(Action("A", "ten_minutes"))
    before = digest(camp.fight)
    camp.submit(Action("A", "explore", {"kind": "scout"}))
    assert camp.undo()
    assert digest(camp.fight) == before
    assert camp.redo()
    # Six miles at Speed 30, halved by the ground and again by scouting.
    camp.submit(Action("A", "set_out"))
    assert camp.fight.over == "onward"
    camp.save(tmp_path / "camp.log")
    again = Battle.load(tmp_path / "camp.log", dice=FixedDice([]))
    assert (again.header.mode, digest(again.fight)) == ("camp", digest(camp.fight))
    following = next_file(again)
    assert following == chain.parent / "second.toml"
    onward = set_out(again, build(load(following)), following, dice=FixedDice([10, 10]))
    assert onward.header.title.en == "Hall"
    assert onward.begun
    assert onward.fight.body("A").has("scouted")
    assert onward.fight.body("A").count("camp.awake") == 8 * 60 + 10


def test_the_last_of_a_chain_has_no_camp(chain: Path) -> None:
    (chain.parent / "first.toml").write_text(SECOND, "utf-8")
    assert not has_camp(won(chain))


def test_a_chain_that_leads_nowhere_says_so(chain: Path) -> None:
    battle = won(chain)
    (chain.parent / "second.toml").unlink()
    with pytest.raises(ProblemError, match=r"next: there is no file 'second\.toml' beside it"):
        has_camp(battle)


def test_a_lost_fight_has_no_camp(chain: Path) -> None:
    battle = Battle.new(build(load(chain)), dice=FixedDice([20, 1]), scenario=str(chain))
    assert not has_camp(battle)
