"""Shoves: with how many hands, how hard, how far, and what Move and Attack does to them."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.rules.action import Action, NeedCreature
from tactics.rulesets.dfrpg.fight import attack_action, damage, shoving
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.blows import dice, effective
from tests.rulesets.dfrpg.fight.moments import cells, put
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    lost,
    noted,
    options,
    refused,
    rolled,
    rules,
    sheet,
    weapon,
)

SHOVE = "dfrpg.attack.shove"
EXEMPT = "dfrpg.maneuver.move_and_attack.shove_exempt"
KNOCKBACK = "dfrpg.damage.knockback"
BOTH: dict[str, Any] = {"hands": 2, "target": "T"}
ONE: dict[str, Any] = {"hands": 1, "target": "T"}
FLOOR = """
........
.AT.....
........
"""


def bare(**more: Any) -> dict[str, Any]:
    """A sheet with both hands free."""
    return sheet(**{"weapons": [], **more})


def brawl(maneuver: str = "attack", variant: str = "", rows: str = FLOOR, **more: Any) -> Fight:
    """A fight in which A with bare hands has chosen its manoeuvre."""
    return chose(fight(rows, {"A": bare(**more), "T": sheet()}), "A", maneuver, variant)


def dealt(moment: Fight, hands: int) -> damage.Damage:
    """What a shove of A deals."""
    weapon = shoving.push_of(moment, "A", hands)
    return damage.damage_of(moment, attack_action.attack_of(moment, "A", "T", weapon, next(iter(weapon.uses.values()))))


@pytest.mark.rule(SHOVE, KNOCKBACK)
def test_a_shove_pushes_by_twice_a_thrust_and_wounds_nobody() -> None:
    run = act(brawl(st=12), "A", "shove", *dice(10), *dice(15), 5, *dice(5), answers=("T dodge",), **BOTH)
    (roll,) = rolled(run, "damage")
    assert roll.total == 8
    assert cells(run.fight, "T") == ("D2",)
    assert lost(run, "T") == 0


@pytest.mark.rule(SHOVE)
def test_one_hand_pushes_less() -> None:
    run = act(brawl(st=12), "A", "shove", *dice(10), *dice(15), 5, answers=("T dodge",), **ONE)
    assert rolled(run, "damage")[0].total == 6
    assert cells(run.fight, "T") == ("C2",)
    assert rolled(run, "fall") == []


@pytest.mark.rule(SHOVE)
@pytest.mark.parametrize(("st", "hands", "bonus"), [(12, 2, -1), (12, 1, -2), (13, 1, -1), (19, 2, -1), (19, 1, -3)])
def test_the_dice_of_a_shove(st: int, hands: int, bonus: int) -> None:
    found = dealt(brawl(st=st), hands)
    assert (found.dice.bonus, found.times, found.injures, found.type) == (bonus, 2, False, "cr")


@pytest.mark.rule(SHOVE)
@pytest.mark.parametrize(
    ("sumo", "skill", "bonus"), [(11, 12, -2), (12, 12, -2), (13, 13, -1), (14, 14, 0), (20, 20, 0)]
)
def test_sumo_wrestling_shoves_better(sumo: int, skill: int, bonus: int) -> None:
    moment = brawl(st=10, skills={"sumo_wrestling": sumo, "brawling": 25})
    assert effective(moment, "A", "shove", **BOTH) == skill
    assert dealt(moment, 2).dice.bonus == bonus


@pytest.mark.rule(SHOVE)
@pytest.mark.parametrize("kind", ["dodge", "parry", "block"])
def test_every_defense_stops_a_shove(kind: str) -> None:
    sheets = {"A": bare(), "T": sheet(shield={"id": "medium_shield", "skill": 14})}
    moment = chose(fight(FLOOR, sheets), "A", "attack")
    decision = asked(moment, "A", "shove", *dice(10), **BOTH)
    (way,) = [
        one.id for one in decision.choices if one.id.startswith(kind) and "_" not in one.id and "fist" not in one.id
    ]
    run = act(moment, "A", "shove", *dice(10), *dice(5), answers=(f"T {way}",), **BOTH)
    assert rolled(run, "damage") == []


@pytest.mark.rule(SHOVE)
@pytest.mark.parametrize(
    ("weapons", "shield", "possible"),
    [([], None, [2, 1]), ([weapon("broadsword")], None, [1]), ([weapon("broadsword")], "medium_shield", [])],
)
def test_a_shove_takes_free_hands(weapons: list[Any], shield: str | None, possible: list[int]) -> None:
    own = sheet(weapons=weapons, **({"shield": {"id": shield, "skill": 14}} if shield else {}))
    moment = chose(fight(FLOOR, {"A": own}), "A", "attack")
    assert [one.arguments["hands"] for one in options(moment, "A", "shove")] == possible
    for hands in (1, 2):
        expected = "" if hands in possible else SHOVE
        assert refused(moment, "A", "shove", hands=hands, target="T") == expected


@pytest.mark.rule(SHOVE)
def test_a_shove_reaches_the_next_square_and_the_own_one() -> None:
    moment = brawl()
    assert refused(put(moment, "T", "B2"), "A", "shove", **BOTH) == ""
    assert refused(put(moment, "T", "D2"), "A", "shove", **BOTH) == "dfrpg.maneuver.attack.melee_reach"
    assert options(put(moment, "T", "D2"), "A", "shove") == []
    assert refused(moment, "A", "shove", hands=3, target="T") == SHOVE
    assert refused(moment, "A", "shove", hands=2) == SHOVE


@pytest.mark.rule(SHOVE)
def test_only_foes_are_offered() -> None:
    rows = FLOOR.replace(".A", "BA")
    moment = chose(fight(rows, {"A": bare()}, {"B": {"side": "heroes"}}), "A", "attack")
    (need,) = options(moment, "A", "shove")[0].needs
    assert isinstance(need, NeedCreature)
    assert need.ids == ("T",)


@pytest.mark.rule(SHOVE, "dfrpg.grid.knockback_path")
def test_in_one_square_a_shove_goes_where_the_attacker_looks() -> None:
    moment = put(put(brawl(st=12), "A", "C2", "N"), "T", "C2", "S")
    run = act(moment, "A", "shove", *dice(10), *dice(15), 5, *dice(5), answers=("T dodge",), **BOTH)
    assert cells(run.fight, "T") == ("C1",)


@pytest.mark.rule(EXEMPT, SHOVE)
@pytest.mark.parametrize(("exempt", "skill"), [("slam_and_shove", 13), ("slam", 9)])
def test_a_shove_on_the_move(exempt: str, skill: int) -> None:
    rules_ = {"dfrpg": {"move_and_attack_exempt": exempt}}
    moment = chose(fight("A...T", {"A": bare(dx=13)}, rules=rules_), "A", "move_and_attack")
    assert refused(moment, "A", "shove", **BOTH) == "dfrpg.maneuver.move_and_attack"
    moment = act(moment, "A", "move", path="A1 B1 C1 D1", manner="turning").fight
    assert effective(moment, "A", "shove", **BOTH) == skill
    parts = BOOK.preview(moment, Action("A", "shove", BOTH)).parts
    assert ("dfrpg.maneuver.move_and_attack.melee_penalty" in rules(parts)) == (exempt == "slam")
    run = act(moment, "A", "shove", *dice(16), **BOTH)
    assert (EXEMPT in noted(run)) == (exempt == "slam_and_shove")


@pytest.mark.rule(EXEMPT)
@pytest.mark.parametrize(("exempt", "skill"), [("slam_and_shove", 16), ("slam", 9)])
def test_the_limit_of_nine(exempt: str, skill: int) -> None:
    rules_ = {"dfrpg": {"move_and_attack_exempt": exempt}}
    moment = chose(fight("A...T", {"A": bare(dx=16)}, rules=rules_), "A", "move_and_attack")
    moment = act(moment, "A", "move", path="A1 B1 C1 D1", manner="turning").fight
    assert effective(moment, "A", "shove", **BOTH) == skill


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.defense", SHOVE)
@pytest.mark.parametrize(("hands", "parries"), [(2, False), (1, True)])
def test_hands_that_have_shoved_on_the_move_do_not_parry(hands: int, parries: bool) -> None:
    moment = chose(fight("A...T", {"A": bare()}), "A", "move_and_attack")
    moment = act(moment, "A", "move", path="A1 B1 C1 D1", manner="turning").fight
    moment = act(moment, "A", "shove", *dice(16), hands=hands, target="T").fight
    moment = chose(ended(moment, "A"), "T", "attack")
    decision = asked(moment, "T", "attack", *dice(10), weapon="broadsword", use="swing", target="A")
    assert any(one.id.startswith("parry") for one in decision.choices) == parries


@pytest.mark.rule(SHOVE)
def test_an_all_out_shove_is_stronger_or_surer() -> None:
    assert effective(brawl("all_out_attack", "determined"), "A", "shove", **BOTH) == 16
    assert dealt(brawl("all_out_attack", "strong"), 2).dice.bonus == 0
    archer = sheet(weapons=[weapon("bow", 14, "both")])
    moment = chose(fight(FLOOR, {"A": archer}), "A", "all_out_attack", "ranged")
    assert options(moment, "A", "shove", possible=False) == []
    assert refused(moment, "A", "shove", **BOTH) == "dfrpg.maneuver.all_out_attack.ranged"


@pytest.mark.rule(SHOVE, KNOCKBACK)
def test_the_preview_says_how_far_it_pushes() -> None:
    preview = BOOK.preview(brawl(st=15), Action("A", "shove", BOTH))
    assert any(note.count == 1 for note in preview.notes)
    assert preview.damage_most == 0


@pytest.mark.rule(SHOVE)
def test_a_shove_is_the_attack_of_its_maneuver() -> None:
    moment = act(brawl(), "A", "shove", *dice(16), **BOTH).fight
    assert options(moment, "A", "shove") == []
    assert refused(moment, "A", "attack", weapon="foot", use="kick", target="T") == "dfrpg.maneuver.attack"
    assert options(chose(fight(FLOOR, {"A": bare()}), "A", "move"), "A", "shove", possible=False) == []
