"""What an interrupt leaves of the action it interrupts."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import HEROES, act, asked, refused, turn_of, where
from rulesets.pf1.fight.ring import fight, lost, rolled, sheet, weapon

from tactics.world.fight import Fight

interrupt = pytest.mark.rule("pf1.aoo.interrupt")
SWORD = [weapon("longsword")]


def brawl(
    own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, rows: str = "AT..", **more: Any
) -> Fight:
    """The turn of A, who fights with bare hands at +6/+1, against T with a sword."""
    sheets = {
        "A": sheet(**{"bab": 6, "hp": 40, **(own or {})}),
        "T": sheet(**{"weapons": SWORD, "hp": 60, **(foe or {})}),
    }
    return turn_of(fight(rows, sheets, **more), "A", "T")


@interrupt
@pytest.mark.rule("pf1.action.full_attack")
def test_who_is_struck_in_the_middle_of_a_full_attack_goes_on_with_it() -> None:
    run = act(brawl(), "A", "full_attack", 15, 4, 12, 2, answers=("T strike.longsword",), series="main", target="T")
    assert lost(run, "A") == [-4]
    assert [one.who for one in rolled(run, "attack")] == ["T", "A"]
    after = act(run.fight, "A", "next_attack", 12, 2, target="T")
    assert [one.total for one in rolled(after, "attack")] == [13]


@interrupt
@pytest.mark.rule("pf1.attack.unarmed_provokes")
def test_who_is_felled_by_it_strikes_no_more_and_its_turn_is_over() -> None:
    run = act(brawl({"hp": 3}), "A", "full_attack", 15, 6, answers=("T strike.longsword",), series="main", target="T")
    assert [one.who for one in rolled(run, "attack")] == ["T"]
    assert run.fight.active != "A" or run.fight.over


@interrupt
def test_the_second_foe_is_not_asked_about_one_who_fell() -> None:
    rows = "T.\nA.\nU."
    sheets = {"A": sheet(hp=3), "T": sheet(weapons=SWORD), "U": sheet(weapons=SWORD)}
    moment = turn_of(fight(rows, sheets, {"A": HEROES}), "A", "T", "U")
    run = act(moment, "A", "move", 15, 6, answers=("T strike.longsword",), path="A2 B2")
    assert where(run.fight, "A") == "A2"
    assert run.fight.body("A").hp < 0


@interrupt
@pytest.mark.rule("pf1.maneuver.disarm")
def test_a_weapon_lost_to_the_interrupt_does_not_strike() -> None:
    rows = "A....T"
    sheets = {
        "A": sheet(weapons=SWORD, hp=40),
        "T": sheet(weapons=[weapon("longspear", "both")], bab=20, feats=["improved_disarm"]),
    }
    moment = turn_of(fight(rows, sheets), "A", "T")
    run = act(moment, "A", "charge", 10, answers=("T disarm",), weapon="longsword", target="T")
    assert not rolled(run, "attack")
    assert where(run.fight, "A") == "E1"
    assert run.fight.items["A.longsword"].holder == ""


@interrupt
@pytest.mark.rule("pf1.init.ready")
def test_who_is_felled_by_a_blow_that_waited_for_its_own_does_not_strike() -> None:
    sheets = {"A": sheet(weapons=SWORD, hp=4), "T": sheet(weapons=SWORD, hp=60)}
    moment = turn_of(fight("AT", sheets), "T", "A")
    moment = act(moment, "T", "ready", weapon="melee.longsword", trigger="attacks").fight
    moment = act(moment, "T", "end_turn").fight
    run = act(moment, "A", "attack", 15, 5, answers=("T strike",), weapon="longsword", target="T")
    assert [one.who for one in rolled(run, "attack")] == ["T"]
    assert asked(moment, "A", "attack", weapon="longsword", target="T").id == "readied"
    assert refused(run.fight, "A", "attack", weapon="longsword", target="T") != ""
