"""Shots unload, and Ready maneuvers load again."""

from __future__ import annotations

import pytest

from tactics.rulesets.dfrpg.fight import holding
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.archery import ROW, archer, passed, ready, thrower
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    chose,
    ended,
    fight,
    options,
    refused,
    running,
)

AIM = "dfrpg.maneuver.aim"


RELOAD = "dfrpg.maneuver.ready.reload"


def loaded(moment: Fight, id: str = "bow") -> bool:
    """Whether A's weapon is loaded."""
    return moment.items[f"A.{id}"].ready


def loading(moment: Fight, id: str = "bow") -> Fight:
    """The moment in which A acts again after a turn of loading."""
    moment = act(chose(moment, "A", "ready"), "A", "reload", item=f"A.{id}").fight
    return passed(ended(moment, "A"))


def shot(id: str = "bow", row: str = ROW) -> Fight:
    """The moment in which A acts again after a shot that missed."""
    moment = chose(fight(row, {"A": archer(id)}), "A", "attack")
    moment = act(moment, "A", "attack", 6, 6, 5, weapon=id, target="T").fight
    return passed(ended(moment, "A"))


@pytest.mark.rule(RELOAD)
@pytest.mark.parametrize(("id", "turns"), [("bow", 2), ("sling", 2), ("crossbow", 4)])
def test_a_shot_unloads_and_ready_loads_again(id: str, turns: int) -> None:
    moment = shot(id)
    for _ in range(turns):
        assert not loaded(moment, id)
        assert refused(chose(moment, "A", "attack"), "A", "attack", weapon=id, target="T") == "dfrpg.state.ready"
        assert refused(moment, "A", "maneuver", maneuver="aim") == AIM
        moment = loading(moment, id)
    assert loaded(moment, id)
    assert refused(chose(moment, "A", "attack"), "A", "attack", weapon=id, target="T") == ""


@pytest.mark.rule(RELOAD, "dfrpg.maneuver.ready.sequence")
def test_loading_that_is_broken_off_begins_anew() -> None:
    moment = loading(shot())
    moment = passed(ended(chose(moment, "A", "do_nothing"), "A"))
    assert not loaded(loading(moment))
    assert loaded(loading(loading(moment)))


@pytest.mark.rule(RELOAD)
def test_a_loaded_weapon_and_one_that_is_thrown_need_no_loading() -> None:
    moment = chose(ready(), "A", "ready")
    assert options(moment, "A", "reload", possible=False) == []
    assert refused(moment, "A", "reload", item="A.bow") == RELOAD
    moment = chose(fight(ROW, {"A": thrower()}), "A", "attack")
    moment = act(moment, "A", "attack", 6, 6, 5, weapon="javelin", target="T").fight
    assert refused(chose(passed(ended(moment, "A")), "A", "ready"), "A", "reload", item="A.javelin") == RELOAD


@pytest.mark.rule(RELOAD)
def test_one_turn_loads_once() -> None:
    moment = act(chose(shot("crossbow"), "A", "ready"), "A", "reload", item="A.crossbow").fight
    assert refused(moment, "A", "reload", item="A.crossbow") == "dfrpg.maneuver.ready"


@pytest.mark.rule(RELOAD)
def test_an_unloaded_bow_is_not_made_ready_in_any_shorter_way() -> None:
    moment = chose(shot(), "A", "ready")
    offered = [one.id for one in BOOK.options(moment, "A") if "A.bow" in one.arguments.values() and not one.refusal]
    assert set(offered) <= {"reload", "drop", "stow", "offer"}
    run = running(moment)
    holding.drop(run, moment.items["A.bow"])
    assert not run.fight.items["A.bow"].ready
