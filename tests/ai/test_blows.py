"""What the computer does with a blade: how many blows, feints, when it only defends, and magic and potions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from ai.test_archers import names, turn
from kit import world

from tactics.ai.opponent import Opponent
from tactics.core.dice import SeededDice
from tactics.engine.battle import Battle
from tactics.rules.action import Action

SWORD = {"id": "broadsword", "skill": 14, "hand": "main"}
PLAIN: dict[str, Any] = {"st": 10, "dx": 11, "iq": 10, "ht": 10, "weapons": [SWORD]}
MEND = {"id": "mend", "name": "Mend", "skill": 14, "target": "friend", "range_yd": 1, "heals": "2d6", "fatigue": 1}
DART = {
    "id": "dart",
    "name": "Dart",
    "skill": 15,
    "seconds": 2,
    "missile": True,
    "throw_skill": 14,
    "accuracy": 1,
    "bulk": -2,
    "range_yd": 50,
    "damage": "3d6",
    "type": "burn",
    "fatigue": 1,
}


def battle(
    rows: str, sheets: Mapping[str, Mapping[str, Any]], heroes: str = "A", hp: Mapping[str, int] | None = None
) -> Battle:
    """A acts first; who is named is of its side; some have lost hit points."""
    ids = sorted({one for one in rows if one.isupper()})
    tables = {
        who: {
            "side": "heroes" if who in heroes else "foes",
            "dfrpg": {"combat": {**PLAIN, "dx": 14 if who == "A" else 9, **sheets.get(who, {})}},
        }
        for who in ids
    }
    fought = Battle.new(world(rows, ("dfrpg",), creatures=tables), dice=SeededDice(1))
    last = fought._history.done[-1]
    bodies = {who: replace(body, hp=(hp or {}).get(who, body.hp)) for who, body in last.after.bodies.items()}
    fought._history.done[-1] = replace(last, after=replace(last.after, bodies=MappingProxyType(bodies)))
    return fought


def chosen(fought: Battle) -> tuple[str, ...]:
    """The manoeuvre with its kind."""
    return tuple(str(one) for one in Opponent().choose(fought).arguments.values())


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.double")
def test_two_blows_at_once_are_worth_more_than_one() -> None:
    fought = battle("AB", {"B": {"weapons": [], "dx": 9}}, hp={"B": 4})
    fought.submit(Action("A", "maneuver", {"maneuver": "all_out_attack", "variant": "double"}))
    blow = {"weapon": "broadsword", "use": "swing", "target": "B"}
    assert fought.preview(Action("A", "attack", blow)).times == 2
    fought.submit(Action("A", "attack", blow))
    if not fought.fight.over:
        assert fought.preview(Action("A", "attack", blow)).times == 1


def test_it_strikes_twice_whom_it_may_well_fell() -> None:
    strong: dict[str, dict[str, Any]] = {"A": {"st": 16}, "B": {"weapons": []}}
    assert chosen(battle("AB", strong)) == ("all_out_attack", "double")


@pytest.mark.parametrize("armed", [True, False], ids=["blades", "fists"])
def test_it_does_not_go_all_out_among_several(armed: bool) -> None:
    foe: dict[str, Any] = {} if armed else {"weapons": []}
    assert chosen(battle(".B.\n.A.\n.C.", {"B": foe, "C": foe}, hp={"B": 2}))[0] != "all_out_attack"


def test_it_feints_where_nothing_gets_through_and_then_strikes() -> None:
    wall = {"shield": {"id": "large_shield", "skill": 18}, "dx": 10, "weapons": [{**SWORD, "skill": 16}]}
    fought = battle("AB", {"A": {"weapons": [{**SWORD, "skill": 20}]}, "B": wall})
    assert names(turn(fought)) == ["feint", "feint"]
    if fought.fight.body("B").has("feinted"):
        assert names(turn(fought))[-1] == "attack"


def test_it_does_not_feint_against_a_poor_defense() -> None:
    fought = battle("AB", {"B": {"weapons": [], "dx": 9}})
    assert "feint" not in names(turn(fought))


def test_who_is_badly_hurt_among_several_defends_every_other_turn() -> None:
    fought = battle(".B.\n.A.\n.C.", {"A": {"ht": 13}}, hp={"A": 3})
    assert chosen(fought)[0] == "all_out_defense"
    turn(fought)
    if fought.fight.active == "A" and fought.fight.body("A").hp > 0:
        assert chosen(fought)[0] != "all_out_defense"


def test_alone_against_one_it_fights_on() -> None:
    assert chosen(battle("AB", {}, hp={"A": 3}))[0] != "all_out_defense"
    assert chosen(battle("DAB", {}, "AD", hp={"A": 3}))[0] == "all_out_defense", "a friend fights on"


def test_a_healer_mends_a_hurt_friend_at_hand() -> None:
    fought = battle("AD........B", {"A": {"abilities": [MEND], "fp": 10}}, "AD", hp={"D": 2})
    assert names(turn(fought)) == ["concentrate", "use_ability"]
    fit = battle("AD........B", {"A": {"abilities": [MEND], "fp": 10}}, "AD")
    assert "use_ability" not in names(turn(fit))


def test_a_wizard_makes_a_dart_and_throws_it() -> None:
    fought = battle("A........B", {"A": {"abilities": [DART], "fp": 10, "weapons": []}, "B": {"move": 0}})
    done: list[Action] = []
    for _ in range(6):
        done += turn(fought)
        if any(one.arguments.get("weapon") == "dart" for one in done):
            break
    assert any(one.id == "use_ability" for one in done)
    assert any(one.arguments.get("weapon") == "dart" for one in done)


def test_who_makes_a_spell_steps_out_of_reach() -> None:
    fought = battle(".....\n..AB.\n.....", {"A": {"abilities": [DART], "fp": 10, "weapons": []}})
    fought.submit(Action("A", "maneuver", {"maneuver": "concentrate"}))
    fought.submit(Action("A", "use_ability", {"ability": "dart"}))
    step = Opponent().choose(fought)
    assert step.id == "step"
    fought.submit(step)
    assert max(fought.fight.world.creature("A").space.gap_sq(fought.fight.world.creature("B").space)) > 1


def test_who_is_hurt_drinks_what_it_holds() -> None:
    potion = {"id": "potion", "name": "Potion", "kind": "potion", "heals": "2d6", "hand": "off"}
    fought = battle("A.........B", {"A": {"gear": [potion]}}, hp={"A": 3})
    assert "drink" in names(turn(fought))


def test_nobody_chooses_to_move_and_attack_for_nothing() -> None:
    """Whoever chooses it goes and strikes."""
    for far in range(3, 7):
        row = "A" + "." * far + "B"
        fought = battle(f"{'.' * len(row)}\n{row}\n{'.' * len(row)}", {})
        done = names(turn(fought))
        if done[0] == "move_and_attack":
            assert done[1:] == ["move", "attack"] or "slam" in done, far


def test_it_steps_into_nobody_to_get_away() -> None:
    fought = battle("AB", {"A": {"abilities": [DART], "fp": 10, "weapons": []}})
    fought.submit(Action("A", "maneuver", {"maneuver": "concentrate"}))
    fought.submit(Action("A", "use_ability", {"ability": "dart"}))
    assert Opponent().choose(fought).id == "end_turn"
