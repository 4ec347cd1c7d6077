"""What the computer does with a bow, a crossbow and something to throw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from kit import world

from tactics.ai.opponent import Opponent
from tactics.core.dice import SeededDice
from tactics.engine.battle import Battle
from tactics.files.load import load
from tactics.rules.action import Action
from tactics.rules.event import EffectGained, Rolled
from tactics.world.build import build

SCENARIO = Path(__file__).parents[2] / "scenarios" / "fight-df-archers.toml"
BOW = {"id": "bow", "skill": 12, "hand": "both"}
CROSSBOW = {"id": "crossbow", "skill": 12, "hand": "both"}
JAVELINS = [
    {"id": "javelin", "skill": 14, "hand": "main"},
    {"id": "second_javelin", "kind": "javelin", "skill": 14, "hand": "stowed"},
]
SWORD = {"id": "broadsword", "skill": 14, "hand": "main"}
FAR = "A" + "." * 14 + "B"


def battle(rows: str, weapons: Iterable[Mapping[str, Any]], **more: Any) -> Battle:
    """A, who acts first, with some weapons, against B, and C, with swords who stand still."""
    own = {"st": 10, "dx": 14, "iq": 10, "ht": 10, "weapons": list(weapons), **more}
    other = {"st": 10, "dx": 10, "iq": 10, "ht": 10, "weapons": [SWORD]}
    tables = {one: {"dfrpg": {"combat": own if one == "A" else other}} for one in sorted({*rows} & {*"ABC"})}
    return Battle.new(world(rows, ("dfrpg",), creatures=tables), dice=SeededDice(1))


def turn(fought: Battle, who: str = "A") -> list[Action]:
    """What the computer does until its turn ends; the other one does nothing."""
    done: list[Action] = []
    while fought.fight.active == who and not fought.fight.over:
        action = Opponent().choose(fought)
        fought.submit(action)
        done.append(action)
        while fought.decision is not None:
            fought.submit(Action(fought.decision.who, fought.decision.default))
    while fought.fight.active not in (who, "") and not fought.fight.over:
        fought.submit(Action(fought.fight.active, "end_turn"))
    return done


def names(actions: Iterable[Action]) -> list[str]:
    """Manoeuvres and what was done by them."""
    return [str(one.arguments.get("maneuver", one.id)) for one in actions if one.id != "end_turn"]


def test_an_archer_far_away_aims_and_then_shoots() -> None:
    fought = battle(FAR, [CROSSBOW])
    assert names(turn(fought)) == ["aim", "aim"]
    second = turn(fought)
    assert "attack" in [one.id for one in second]
    assert second[0].arguments["maneuver"] in ("attack", "all_out_attack")


def test_once_it_has_aimed_it_shoots_though_another_target_would_be_better() -> None:
    other = battle("A" + "." * 9 + "C....B", [CROSSBOW])
    other.submit(Action("A", "maneuver", {"maneuver": "aim"}))
    other.submit(Action("A", "aim", {"weapon": "crossbow", "target": "B"}))
    other.submit(Action("A", "end_turn"))
    while other.fight.active != "A":
        other.submit(Action(other.fight.active, "end_turn"))
    assert Opponent().choose(other).arguments["maneuver"] != "aim"


def test_it_braces_a_crossbow_where_it_can() -> None:
    action = Opponent().choose(battle("An" + "." * 13 + "B", [CROSSBOW]))
    assert action.arguments == {"maneuver": "aim", "variant": "brace"}


def test_it_loads_again_after_the_shot() -> None:
    fought = battle(FAR, [BOW])
    while "attack" not in [one.id for one in turn(fought)]:
        assert fought.fight.round < 5
    assert names(turn(fought)) == ["ready", "reload"]


@pytest.mark.parametrize("row", ["A..B", "A.B"])
def test_nobody_aims_with_an_enemy_close_by_or_where_the_shot_is_sure(row: str) -> None:
    fought = battle(row, [{**BOW, "skill": 18}])
    assert "aim" not in names(turn(fought))


def test_who_has_thrown_its_weapon_takes_the_next_one_though_it_holds_a_shield() -> None:
    fought = battle(FAR, JAVELINS, shield={"id": "small_shield", "skill": 12})
    while "attack" not in [one.id for one in turn(fought)]:
        assert fought.fight.round < 5
    assert names(turn(fought)) == ["ready", "draw"]
    assert fought.fight.items["A.second_javelin"].hand == "main"


def test_a_shooter_whose_bow_is_empty_drops_it_for_a_blade_when_an_enemy_is_close() -> None:
    fought = battle("A..B", [BOW, {"id": "shortsword", "skill": 12, "hand": "stowed"}])
    while "attack" not in [one.id for one in turn(fought)]:
        assert fought.fight.round < 5
    assert names(turn(fought)) == ["drop", "ready", "draw"]
    assert fought.fight.items["A.shortsword"].hand in ("main", "off")


def test_far_from_everybody_it_keeps_its_bow_and_loads_it() -> None:
    fought = battle(FAR, [BOW, {"id": "shortsword", "skill": 12, "hand": "stowed"}])
    while "attack" not in [one.id for one in turn(fought)]:
        assert fought.fight.round < 5
    assert names(turn(fought)) == ["ready", "reload"]


def test_guards_behind_the_table_of_the_scenario_brace_their_crossbows_and_shoot() -> None:
    fought = Battle.new(build(load(SCENARIO)), seed=6)
    while fought.fight.round < 4 and not fought.fight.over:
        fought.submit(Opponent().choose(fought))
    braced = {one.who for one in fought.events if isinstance(one, EffectGained) and one.effect.id == "braced"}
    shot = {one.who for one in fought.events if isinstance(one, Rolled) and one.purpose == "attack"}
    assert braced == {"A", "B"}
    assert braced <= shot
