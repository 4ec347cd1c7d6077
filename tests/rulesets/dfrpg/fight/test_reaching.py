"""Unwieldy weapons and long ones: when they are unready, and for which reach they are held."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fight_kit import need_of

from tactics.ai.opponent import Opponent
from tactics.core.dice import FixedDice
from tactics.engine.battle import Battle
from tactics.rules.action import Action, NeedChoice
from tactics.rules.event import ItemChanged
from tactics.rulesets.dfrpg.fight import harm, lying_down
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    noted,
    options,
    refused,
    running,
    sheet,
    weapon,
)


def bearer(id: str, st: int, hand: str = "both", **more: Any) -> dict[str, Any]:
    return sheet(st=st, weapons=[weapon(id, hand=hand, **more)])


def missed(moment: Fight, id: str, use: str, target: str = "T") -> Fight:
    """The moment after a blow that misses: 15 against 14 or less."""
    return act(chose(moment, "A", "attack"), "A", "attack", 5, 5, 5, weapon=id, use=use, target=target).fight


@pytest.mark.rule("dfrpg.state.unready_after_attack", "dfrpg.data.sample_weapons")
@pytest.mark.parametrize(
    ("id", "use", "st", "ready"),
    [
        ("halberd", "swing", 19, False),
        ("halberd", "swing", 20, True),
        ("maul", "swing", 19, False),
        ("maul", "swing", 20, True),
        ("great_axe", "swing", 17, False),
        ("great_axe", "swing", 18, True),
        ("halberd", "thrust", 14, True),
        ("greatsword", "swing", 12, True),
        ("quarterstaff", "swing", 10, True),
    ],
)
def test_an_unwieldy_weapon_is_unready_after_a_blow_of_the_weak(id: str, use: str, st: int, ready: bool) -> None:
    own = bearer(id, st, reach=2) if id == "halberd" else bearer(id, st)
    moment = missed(fight("A.T", {"A": own}), id, use)
    assert moment.items[f"A.{id}"].ready == ready


@pytest.mark.rule("dfrpg.state.unready_after_attack", "dfrpg.state.ready")
def test_an_unready_axe_neither_attacks_nor_parries_until_it_is_made_ready() -> None:
    axe = {"weapon": "great_axe", "use": "swing", "target": "T"}
    sword = {"weapon": "broadsword", "use": "swing", "target": "A"}
    moment = missed(fight("A.T", {"A": bearer("great_axe", 14)}), "great_axe", "swing")
    near = act(chose(ended(moment, "A"), "T", "attack"), "T", "step", square="B1").fight
    decision = asked(near, "T", "attack", 3, 4, 4, **sword)
    assert "parry.great_axe" not in {one.id for one in decision.choices}
    moment = ended(act(near, "T", "attack", 5, 5, 5, **sword).fight, "T")
    assert refused(chose(moment, "A", "attack"), "A", "attack", **axe) == "dfrpg.state.ready"
    run = act(chose(moment, "A", "ready"), "A", "ready_weapon", item="A.great_axe", reach=1)
    assert run.fight.items["A.great_axe"].ready
    assert "dfrpg.state.unready_after_attack" in noted(run)
    assert refused(chose(ended(ended(run.fight, "A"), "T"), "A", "attack"), "A", "attack", **axe) == ""


@pytest.mark.rule("dfrpg.state.unready_on_fall_or_stun", "dfrpg.state.stun")
@pytest.mark.parametrize(
    ("id", "st", "hand", "ready"),
    [
        ("halberd", 14, "both", False),
        ("halberd", 20, "both", True),
        ("great_axe", 17, "both", False),
        ("broadsword", 10, "main", True),
        ("greatsword", 12, "both", True),
    ],
)
@pytest.mark.parametrize("how", ["fall", "stun"])
def test_a_fall_or_a_stun_leaves_an_unwieldy_weapon_unready(id: str, st: int, hand: str, ready: bool, how: str) -> None:
    run = running(fight("A#T", {"A": bearer(id, st, hand)}), answers=("A face_up",) if how == "fall" else ())
    if how == "fall":
        lying_down.fall(run, "A")
    else:
        harm.stun(run, "A", "physical", "dfrpg.state.stun")
    assert run.fight.items[f"A.{id}"].ready == ready
    assert ("dfrpg.state.unready_on_fall_or_stun" in noted(run)) != ready


@pytest.mark.rule("dfrpg.state.reach_change", "dfrpg.grid.reach")
def test_a_spear_held_for_two_yards_has_to_be_held_otherwise_for_one() -> None:
    moment = fight("AT", {"A": bearer("spear", 10)})
    thrust = {"weapon": "spear", "target": "T"}
    for use in ("thrust", "thrust_two"):
        rule = refused(chose(moment, "A", "attack"), "A", "attack", use=use, **thrust)
        assert rule == "dfrpg.maneuver.attack.melee_reach"
    (option,) = options(chose(moment, "A", "ready"), "A", "change_reach")
    assert option.arguments == {"item": "A.spear", "reach": 1}
    run = act(chose(moment, "A", "ready"), "A", "change_reach", item="A.spear", reach=1)
    assert "dfrpg.state.reach_change" in noted(run)
    moment = chose(ended(ended(run.fight, "A"), "T"), "A", "attack")
    assert refused(moment, "A", "attack", use="thrust", **thrust) == ""
    assert refused(moment, "A", "attack", use="thrust_two", **thrust) == ""


@pytest.mark.rule("dfrpg.state.reach_change")
@pytest.mark.parametrize(("reach", "rows"), [(1, "AT"), (2, "A.T")])
def test_an_unready_spear_is_made_ready_for_either_reach_at_once(reach: int, rows: str) -> None:
    run = running(fight(rows, {"A": bearer("spear", 10)}))
    run.emit(ItemChanged(replace(run.fight.items["A.spear"], ready=False)))
    moment = act(chose(run.fight, "A", "ready"), "A", "ready_weapon", item="A.spear", reach=reach).fight
    moment = chose(ended(ended(moment, "A"), "T"), "A", "attack")
    assert refused(moment, "A", "attack", weapon="spear", use="thrust_two", target="T") == ""


@pytest.mark.rule("dfrpg.state.reach_change", "dfrpg.maneuver.ready.draw")
def test_a_long_weapon_is_drawn_for_any_of_its_reaches_the_useful_one_first() -> None:
    moment = chose(fight("A..T", {"A": bearer("halberd", 14, "stowed")}), "A", "ready")
    (option,) = options(moment, "A", "draw")
    assert [one.id for one in need_of(option, NeedChoice).choices] == ["3", "2", "1"]
    moment = act(moment, "A", "draw", item="A.halberd").fight
    assert moment.body("A").count("reach.A.halberd") == 3


@pytest.mark.rule("dfrpg.state.reach_change", "dfrpg.data.sample_weapons")
@pytest.mark.parametrize(
    ("held", "rows", "use", "refusal"),
    [
        (3, "A..T", "swing", ""),
        (3, "A.T.", "swing", "dfrpg.maneuver.attack.melee_reach"),
        (1, "AT..", "thrust", ""),
        (1, "AT..", "swing", "dfrpg.maneuver.attack.melee_reach"),
        (1, "A..T", "swing", "dfrpg.maneuver.attack.melee_reach"),
        (None, "A..T", "thrust", ""),
    ],
)
def test_a_halberd_strikes_at_the_reach_it_is_held_for(held: int | None, rows: str, use: str, refusal: str) -> None:
    more = {} if held is None else {"reach": held}
    moment = chose(fight(rows, {"A": bearer("halberd", 14, **more)}), "A", "attack")
    assert refused(moment, "A", "attack", weapon="halberd", use=use, target="T") == refusal


@pytest.mark.rule("dfrpg.data.sample_weapons", "dfrpg.state.reach_change")
@pytest.mark.parametrize(
    ("rows", "use", "refusal"),
    [
        ("AT.", "swing", ""),
        ("A.T", "swing", ""),
        ("A.T", "thrust", ""),
        ("AT.", "thrust", "dfrpg.maneuver.attack.melee_reach"),
    ],
)
def test_a_greatsword_swings_at_either_reach_and_thrusts_at_two_yards_only(rows: str, use: str, refusal: str) -> None:
    moment = fight(rows, {"A": bearer("greatsword", 12)})
    assert options(chose(moment, "A", "ready"), "A", "change_reach") == []
    assert refused(chose(moment, "A", "attack"), "A", "attack", weapon="greatsword", use=use, target="T") == refusal


@pytest.mark.rule("dfrpg.maneuver.feint.movement_defense", "dfrpg.state.ready")
def test_a_parry_may_leave_a_weapon_unready_and_a_dodge_does_not() -> None:
    sheets = {"A": bearer("halberd", 14, unready_after_parry=True, reach=1)}
    feinted = chose(fight("AT", sheets), "A", "feint")
    feinted = act(feinted, "A", "feint", 3, 3, 3, 5, 5, 5, weapon="halberd", use="thrust", target="T").fight
    moment = chose(ended(feinted, "A"), "T", "attack")
    blow = {"weapon": "broadsword", "use": "swing", "target": "A"}
    thrust = {"weapon": "halberd", "use": "thrust", "target": "T"}
    for defense, rule in (("parry.halberd", "dfrpg.state.ready"), ("dodge", "")):
        after = act(moment, "T", "attack", 3, 4, 4, 2, 2, 2, answers=(f"A {defense}",), **blow).fight
        assert after.body("T").has("feinted")
        assert refused(chose(ended(after, "T"), "A", "attack"), "A", "attack", **thrust) == rule
        if rule:
            ready = chose(ended(after, "T"), "A", "ready")
            ready = act(ready, "A", "ready_weapon", item="A.halberd", reach=1).fight
            assert not ended(ready, "A").body("T").has("feinted"), "the feint is wasted"


def test_the_computer_gets_its_axe_ready_before_it_strikes_again() -> None:
    sheets = {"A": {**bearer("great_axe", 14), "dx": 14}}
    battle = Battle.new(fight("A.T", sheets).world, dice=FixedDice([5] * 60), fighting=BOOK)
    swing = {"weapon": "great_axe", "use": "swing", "target": "T"}
    battle.submit(Action("A", "maneuver", {"maneuver": "attack"}))
    battle.submit(Action("A", "attack", swing))
    for who in "AT":
        battle.submit(Action(who, "end_turn"))
    done: list[tuple[str, object]] = []
    while battle.fight.active == "A":
        action = Opponent().choose(battle)
        done.append((action.id, action.arguments.get("maneuver", "")))
        battle.submit(action)
    assert done[:2] == [("maneuver", "ready"), ("ready_weapon", "")]
