"""Aid: an action to prepare, a reaction to the ally's check."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf2e.fight.ring import BOOK, act, asked, fight, kept, refused, rolled, sheet, weapon

from tactics.rules.action import Action
from tactics.rules.event import CounterSet
from tactics.world.fight import Fight

FRIEND = {"B": {"side": "heroes"}}


def pair(helper: dict[str, Any], what: str = "attack", rows: str = "ATB") -> Fight:
    """A has prepared to help B against T, and B acts."""
    own = {
        "A": helper,
        "B": sheet(str=3, weapons=[weapon("longsword")], numbers={"athletics": 5}),
        "T": sheet(numbers={"ac": 30, "reflex": 20}),
    }
    moment = fight(rows, own, FRIEND, order=("A", "B", "T"))
    return act(act(moment, "A", "aid", friend="B", choice=what).fight, "A", "end_turn").fight


@pytest.mark.rule("pf2e.basic.aid")
@pytest.mark.parametrize(("face", "bonus"), [(10, 1), (9, 0), (20, 2), (1, -1)])
def test_degrees_of_aid(face: int, bonus: int) -> None:
    helper = sheet(numbers={"athletics": 10})
    run = act(pair(helper, "athletics"), "B", "trip", face, 10, answers=("A aid",), target="T")
    (aid,), (trip,) = rolled(run, "aid"), rolled(run, "skill")
    assert (aid.total, aid.against) == (10 + face, 20)
    assert trip.total == 15 + bonus
    assert (run.fight.body("A").count("reaction"), run.fight.body("A").has("aiding")) == (0, False)
    assert not run.fight.body("B").has("aided")


@pytest.mark.rule("pf2e.basic.aid")
@pytest.mark.parametrize(("rank", "bonus"), [("expert", 2), ("master", 3), ("legendary", 4)])
def test_masters_help_more_on_a_critical_success(rank: str, bonus: int) -> None:
    helper = sheet(level=15, str=5, proficiencies={"athletics": rank})
    run = act(pair(helper, "athletics"), "B", "trip", 11, 10, answers=("A aid",), target="T")
    assert rolled(run, "skill")[0].total == 15 + bonus


@pytest.mark.rule("pf2e.basic.aid")
def test_an_attack_is_helped_by_who_can_attack_the_same_target() -> None:
    helper = sheet(level=5, str=4, weapons=[weapon("longsword")], proficiencies={"martial": "trained"})
    moment = pair(helper)
    assert asked(moment, "B", "strike", weapon="longsword", target="T").who == "A"
    run = act(moment, "B", "strike", 10, 10, answers=("A aid",), weapon="longsword", target="T")
    assert rolled(run, "aid")[0].total == 21
    assert 1 in kept(rolled(run, "attack")[0].parts)
    far = pair(helper, rows="A..TB")
    assert not rolled(act(far, "B", "strike", 10, weapon="longsword", target="T"), "aid")


@pytest.mark.rule("pf2e.basic.aid")
@pytest.mark.rule("pf2e.action.reaction")
def test_no_question_without_preparing_or_without_a_reaction() -> None:
    moment = fight("ATB", {"T": sheet(numbers={"reflex": 20})}, FRIEND, order=("B", "A", "T"))
    assert not rolled(act(moment, "B", "trip", 10, target="T"), "aid")
    moment = pair(sheet(numbers={"athletics": 10}), "athletics")
    from rulesets.pf2e.fight.ring import running

    run = running(moment)
    run.emit(CounterSet("A", "reaction", 0))
    assert not rolled(act(run.fight, "B", "trip", 10, target="T"), "aid")
    assert not rolled(act(moment, "B", "grapple", 10, answers=("A decline",), target="T"), "aid")


@pytest.mark.rule("pf2e.basic.aid")
def test_aid_is_for_the_check_it_was_prepared_for_and_till_the_next_turn() -> None:
    moment = pair(sheet(numbers={"athletics": 10, "stealth": 3}), "stealth")
    assert not rolled(act(moment, "B", "trip", 10, target="T"), "aid")
    moment = act(act(moment, "B", "end_turn").fight, "T", "end_turn").fight
    assert not moment.body("A").has("aiding")


@pytest.mark.rule("pf2e.basic.aid")
@pytest.mark.rule("pf2e.bonus.same_type_no_stack")
def test_two_helpers_do_not_add_up() -> None:
    own = {one: sheet(numbers={"athletics": 10}) for one in "ACB"} | {"T": sheet(numbers={"reflex": 40})}
    sides = {one: {"side": "heroes"} for one in "BC"}
    moment = fight("ATB\n.C.", own, sides, order=("A", "C", "B", "T"))
    for who in "AC":
        moment = act(act(moment, who, "aid", friend="B", choice="athletics").fight, who, "end_turn").fight
    run = act(moment, "B", "trip", 20, 10, 10, answers=("A aid", "C aid"), target="T")
    assert rolled(run, "skill")[0].total == 10 + 10 + 2


@pytest.mark.rule("pf2e.basic.aid")
def test_whom_one_can_help() -> None:
    moment = fight("AT")
    assert refused(moment, "A", "aid", friend="T") == "pf2e.basic.aid"
    found = BOOK.preview(pair(sheet(numbers={"athletics": 10})), Action("B", "trip", {"target": "T"}))
    assert found.against == 30
