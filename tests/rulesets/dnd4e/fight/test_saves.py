"""Saving throws: when they come, how many, against what, and what follows."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import act, asked, fight, power, rolled, sheet, value

from tactics.world.fight import Duration, Effect, Fight

RALLY = power("rally", kind="ranged", range=10, targets="ally", effect=[{"save": ""}])


def until_saved(id: str, number: int = 0, **more: Any) -> Effect:
    """An effect that a save ends."""
    return Effect(id, number, duration=Duration("save"), **more)


def gaze(**outcome: Any) -> dict[str, Any]:
    """A stat block with a power that gives a condition until a save ends it."""
    hit = [{"until": "save", **outcome}]
    return sheet(powers=[power("gaze", kind="ranged", range=10, attack=9, provokes=False, hit=hit)])


def has(moment: Fight, who: str, *ids: str) -> list[bool]:
    """Whether a creature has each of some conditions."""
    return [moment.body(who).has(one) for one in ids]


@pytest.mark.rule("dnd4e.save.end_of_turn")
def test_the_turn_in_which_an_effect_came_ends_with_the_first_save() -> None:
    run = act(fight(effects={"A": [until_saved("slowed")]}), "A", "end_turn", 10)
    assert [(one.total, one.against, one.outcome) for one in rolled(run, "save")] == [(10, 10, "success")]
    assert has(run.fight, "A", "slowed") == [False]


@pytest.mark.rule("dnd4e.save.end_of_turn")
@pytest.mark.rule("dnd4e.duration.save_ends")
def test_what_comes_in_anothers_turn_is_saved_against_at_the_end_of_the_next_own_one() -> None:
    moment = fight(sheets={"A": gaze(condition="slowed")})
    moment = act(moment, "A", "use", 15, power="gaze", target="T").fight
    moment = act(moment, "A", "end_turn").fight
    assert has(moment, "T", "slowed") == [True]
    assert has(act(moment, "T", "end_turn", 9).fight, "T", "slowed") == [True]
    assert has(act(moment, "T", "end_turn", 10).fight, "T", "slowed") == [False]


@pytest.mark.rule("dnd4e.save.roll")
@pytest.mark.parametrize(
    ("face", "bonus", "success"),
    [(10, 0, True), (9, 0, False), (8, 2, True), (7, 2, False), (20, -5, True)],
)
def test_only_what_is_meant_for_saves_is_added(face: int, bonus: int, success: bool) -> None:
    extra = [{"to": "saves", "amount": bonus, "type": "", "name": "own"}] if bonus else []
    own = sheet(level=9, con=20, wis=20, bonuses=extra)
    run = act(fight(sheets={"A": own}, effects={"A": [until_saved("dazed")]}), "A", "end_turn", face)
    assert (rolled(run, "save")[0].total, has(run.fight, "A", "dazed")) == (face + bonus, [not success])


@pytest.mark.rule("dnd4e.save.separate")
def test_each_effect_has_a_save_of_its_own_and_joined_ones_have_one() -> None:
    apart = fight(effects={"A": [until_saved("weakened"), until_saved("slowed")]})
    assert has(act(apart, "A", "end_turn", 12, 3).fight, "A", "weakened", "slowed") == [False, True]
    joined = {"source": "T", "origin": "hex:both"}
    both = fight(effects={"A": [until_saved("weakened", **joined), until_saved("slowed", **joined)]})
    assert has(act(both, "A", "end_turn", 12).fight, "A", "weakened", "slowed") == [False, False]
    assert has(act(both, "A", "end_turn", 3).fight, "A", "weakened", "slowed") == [True, True]


@pytest.mark.rule("dnd4e.save.separate")
def test_the_same_effect_twice_takes_one_save() -> None:
    moment = fight("AT\n.U", sheets={"T": gaze(condition="dazed"), "U": gaze(condition="dazed")}, order=["T", "U"])
    moment = act(moment, "T", "use", 15, power="gaze", target="A").fight
    moment = act(act(moment, "T", "end_turn").fight, "U", "use", 15, power="gaze", target="A").fight
    moment = act(moment, "U", "end_turn").fight
    assert has(act(moment, "A", "end_turn", 10).fight, "A", "dazed") == [False]


@pytest.mark.rule("dnd4e.save.separate")
def test_a_joined_effect_and_the_same_one_alone_are_two() -> None:
    joined = {"source": "T", "origin": "hex:both"}
    moment = fight(effects={"A": [until_saved("slowed", **joined), until_saved("dazed", **joined)]})
    assert len(rolled(act(moment, "A", "end_turn", 3), "save")) == 1
    own = sheet(powers=gaze(condition="slowed")["powers"])
    moment = fight(sheets={"T": own}, effects={"A": [until_saved("slowed", **joined)]}, order=["T"])
    moment = act(moment, "T", "use", 15, power="gaze", target="A").fight
    moment = act(moment, "T", "end_turn").fight
    assert has(act(moment, "A", "end_turn", 10, 3).fight, "A", "slowed") == [True]


@pytest.mark.rule("dnd4e.save.separate")
def test_its_owner_may_first_shake_off_what_burdens_the_saves() -> None:
    burden = until_saved("bonus", -5, note="saves:")
    moment = fight(effects={"A": [until_saved("dazed"), burden]})
    assert asked(moment, "A", "end_turn").id == "save_order"
    run = act(moment, "A", "end_turn", 15, 10, answers=("A 1",))
    assert [one.total for one in rolled(run, "save")] == [10, 10]
    assert not run.fight.body("A").effects


@pytest.mark.rule("dnd4e.save.immediate")
def test_a_granted_save_meets_one_effect_of_the_owners_choice() -> None:
    moment = fight(
        "BAT", {"B": sheet(powers=[RALLY])}, {"B": {"side": "heroes"}},
        {"A": [until_saved("dazed"), until_saved("slowed")]}, order=["B"],
    )  # fmt: skip
    decision = asked(moment, "B", "use", power="rally", target="A")
    assert (decision.who, [one.id for one in decision.choices]) == ("A", ["0", "1"])
    run = act(moment, "B", "use", 10, answers=("A 1",), power="rally", target="A")
    assert has(run.fight, "A", "dazed", "slowed") == [True, False]


@pytest.mark.rule("dnd4e.save.immediate")
def test_only_the_failed_save_at_the_end_of_the_turn_makes_it_worse() -> None:
    moment = fight(
        "A.T.U", {"A": gaze(condition="slowed", worse="immobilized"), "U": sheet(powers=[RALLY])},
        order=["A", "U", "T"],
    )  # fmt: skip
    moment = act(moment, "A", "use", 15, power="gaze", target="T").fight
    moment = act(moment, "A", "end_turn").fight
    moment = act(moment, "U", "use", 5, power="rally", target="T").fight
    assert has(moment, "T", "slowed", "immobilized") == [True, False]
    moment = act(moment, "U", "end_turn").fight
    moment = act(moment, "T", "end_turn", 5).fight
    assert has(moment, "T", "slowed", "immobilized") == [False, True]
    moment = act(act(moment, "A", "end_turn").fight, "U", "end_turn").fight
    assert has(act(moment, "T", "end_turn", 2).fight, "T", "slowed", "immobilized") == [False, True]
    assert has(act(moment, "T", "end_turn", 10).fight, "T", "slowed", "immobilized") == [False, False]


@pytest.mark.rule("dnd4e.save.aftereffect")
def test_an_aftereffect_comes_after_the_saves_and_is_saved_against_a_turn_later() -> None:
    moment = fight("A.T", {"A": gaze(condition="unconscious", after="slowed")})
    moment = act(moment, "A", "use", 15, power="gaze", target="T").fight
    assert has(moment, "T", "unconscious", "helpless", "prone") == [True, True, True]
    run = act(moment, "A", "end_turn", 12)
    assert has(run.fight, "T", "unconscious", "helpless", "slowed") == [False, False, True]
    moment = act(run.fight, "A", "end_turn").fight
    assert moment.active == "T"
    assert has(act(moment, "T", "end_turn", 9).fight, "T", "slowed") == [True]
    assert has(act(moment, "T", "end_turn", 10).fight, "T", "slowed") == [False]


@pytest.mark.rule("dnd4e.save.separate")
def test_what_a_condition_brings_along_has_no_save_of_its_own() -> None:
    moment = fight("A.T", {"A": gaze(condition="dominated")})
    moment = act(moment, "A", "use", 15, power="gaze", target="T").fight
    assert has(moment, "T", "dominated", "dazed") == [True, True]
    run = act(moment, "A", "end_turn", 10, answers=("A nothing",))
    assert (value(run.fight, "T", "dominated"), value(run.fight, "T", "dazed")) == (None, None)
