"""Aid another."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from rulesets.dnd4e.fight.ring import BOOK, act, fight, power, refused, rolled, sheet

from tactics.rules.action import Action
from tactics.world.fight import Fight

RULE = "dnd4e.action.aid_another"
NINE = sheet(kind="hero", powers=[power("melee_basic", basic="melee", attack=9, hit=[{"damage": "1d6"}])])
FOE = sheet(hp=90, str=14, defenses={"ac": 30, "fortitude": 15, "reflex": 15, "will": 15})


def around_t(*, level: int = 1) -> Fight:
    """Six heroes around T; A attacks."""
    rows = "BCD\nETF\nGHA"
    own = {**NINE, "level": level}
    heroes = {one: {"side": "heroes"} for one in "BCDEFGH"}
    return fight(rows, {**dict.fromkeys("ABCDEFGH", own), "T": FOE}, heroes, order="BCDEFGHAT")


def aided(number: int, kind: str = "aid_attack", friend: str = "A") -> Fight:
    moment = around_t()
    for who in "BCDEFG"[:number]:
        moment = act(moment, who, kind, friend=friend, target="T").fight
        moment = act(moment, who, "end_turn").fight
    return moment


def turn_of(moment: Fight, who: str) -> Fight:
    return replace(moment, turn=next(n for n, slot in enumerate(moment.order) if slot.who == who))


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(("helpers", "bonus"), [(1, 2), (2, 4), (4, 8)])
def test_each_helper_adds_2_to_the_next_attack(helpers: int, bonus: int) -> None:
    moment = turn_of(aided(helpers), "A")
    run = act(moment, "A", "use", 2, power="melee_basic", target="T")
    flanking = 2
    assert rolled(run, "attack")[0].total == 2 + 9 + flanking + bonus
    again = act(turn_of(act(run.fight, "A", "action_point").fight, "A"), "A", "use", 2, power="melee_basic", target="T")
    assert rolled(again, "attack")[0].total == 2 + 9 + flanking


@pytest.mark.rule(RULE)
def test_a_fifth_helper_adds_nothing() -> None:
    moment = aided(5)
    assert [one.source for one in moment.body("A").effects if one.id == "aided_attack"] == ["B", "C", "D", "E"]
    preview = BOOK.preview(turn_of(moment, "G"), Action("G", "aid_attack", {"friend": "A", "target": "T"}))
    assert len(preview.notes) == 1
    run = act(turn_of(moment, "A"), "A", "use", 2, power="melee_basic", target="T")
    assert rolled(run, "attack")[0].total == 2 + 9 + 2 + 8


@pytest.mark.rule(RULE)
def test_helping_twice_in_the_same_counts_once() -> None:
    moment = act(aided(1), "C", "aid_attack", friend="A", target="T").fight
    moment = act(act(turn_of(moment, "C"), "C", "action_point").fight, "C", "aid_attack", friend="A", target="T").fight
    assert sum(one.value for one in moment.body("A").effects if one.id == "aided_attack") == 4


@pytest.mark.rule(RULE)
def test_aid_in_defense_counts_against_the_next_attack_of_that_enemy() -> None:
    moment = turn_of(aided(2, "aid_defense"), "T")
    first = act(moment, "T", "use", 2, power="melee_basic", target="A")
    plain = act(turn_of(around_t(), "T"), "T", "use", 2, power="melee_basic", target="A")
    assert rolled(first, "attack")[0].against == (rolled(plain, "attack")[0].against or 0) + 4
    assert not any(one.id == "aided_defense" for one in first.fight.body("A").effects)


@pytest.mark.rule(RULE)
def test_the_enemy_must_be_beside_the_helper() -> None:
    moment = fight("AB.T", {"A": NINE}, {"B": {"side": "heroes"}})
    assert refused(moment, "A", "aid_attack", friend="B", target="T") == RULE


@pytest.mark.rule(RULE)
def test_unused_help_lapses_at_the_end_of_the_helpers_next_turn() -> None:
    moment = aided(1)
    assert moment.body("A").has("aided_attack")
    while moment.active != "B":
        moment = act(moment, moment.active, "end_turn").fight
    assert moment.body("A").has("aided_attack")
    assert act(moment, "B", "end_turn").fight.body("A").has("aided_attack") is False


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(("total", "amount"), [(13, 2), (12, -1)])
def test_help_with_a_check_is_itself_a_check(total: int, amount: int) -> None:
    helper = sheet(level=7, skills={"athletics": 3})
    moment = fight("AB.T", {"A": helper, "B": sheet()}, {"B": {"side": "heroes"}})
    run = act(moment, "A", "aid_check", total - 3, friend="B", skill="athletics")
    assert (rolled(run, "check")[0].total, rolled(run, "check")[0].against) == (total, 13)
    assert [one.value for one in run.fight.body("B").effects if one.id == "aided_check"] == [amount]
    preview = BOOK.preview(moment, Action("A", "aid_check", {"friend": "B", "skill": "athletics"}))
    assert preview.chance == Fraction(11, 20)
