"""Mounts and riders in a fight."""

from __future__ import annotations

import pytest
from rulesets.dnd4e.fight.ring import act, fight, options, refused, running, sheet, where

from tactics.core.lattice import Square
from tactics.rulesets.dnd4e.fight import conditions, forcing, harm
from tactics.world.fight import Effect, Fight

RULE, FORCED = "dnd4e.mount.basics", "dnd4e.mount.forced"
BOARD = ".....AMM...T\n......MM....\n............"


def order_of(moment: Fight) -> str:
    return "".join(slot.who for slot in moment.order)


def beside(rows: str = BOARD) -> Fight:
    mount = {"side": "heroes", "size": "large", "stature": "long", "speeds": {"walk": 8}}
    sheets = {"A": sheet(kind="hero", hp=40), "M": sheet(hp=60), "T": sheet(hp=60)}
    return fight(rows, sheets, {"M": mount}, order="AMT")


def mounted() -> Fight:
    """A in the saddle, with a fresh turn."""
    moment = act(beside(), "A", "mount", target="M").fight
    return act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight


@pytest.mark.rule(RULE)
def test_mounting_takes_a_move_action_and_joins_their_turns() -> None:
    moment = act(beside(), "A", "mount", target="M").fight
    assert (moment.world.creature("A").mount, where(moment, "A"), order_of(moment)) == ("M", "G1", "AT")
    assert moment.body("A").count("move") == 1
    assert refused(beside("A.MM...T\n..MM....\n........"), "A", "mount", target="M") == RULE
    assert not options(fight("AMT", {"A": sheet()}, {"M": {"side": "heroes"}}), "A", "mount", possible=False)


@pytest.mark.rule(RULE)
def test_the_mount_moves_at_its_own_speed_even_when_the_rider_is_slowed() -> None:
    run = running(mounted())
    conditions.gain(run, "A", Effect("slowed"))
    moment = act(run.fight, "A", "walk", path="G1 F1 E1 D1 C1 B1 A1", mode="walk").fight
    assert (where(moment, "A"), where(moment, "M")) == ("A1", "A1")
    assert (moment.body("A").count("move"), moment.body("M").count("move")) == (1, 0)


@pytest.mark.rule(RULE)
def test_who_dismounts_stands_beside_it_and_the_mount_keeps_the_riders_place() -> None:
    moment = act(mounted(), "A", "dismount", square=Square(5, 0)).fight
    assert (moment.world.creature("A").mount, where(moment, "A"), order_of(moment)) == ("", "F1", "MAT")
    assert [slot.initiative for slot in moment.order if slot.who in "MA"] == [20, 20]
    assert moment.active == "A"
    assert refused(moment, "A", "dismount", square=Square(5, 0)) == RULE


@pytest.mark.rule(FORCED)
def test_who_pushes_the_mount_moves_the_rider_too() -> None:
    run = running(mounted(), answers=("T usual",))
    forcing.force(run, "T", "M", "push", 2)
    assert (where(run.fight, "A"), where(run.fight, "M")) == ("E1", "E1")


@pytest.mark.rule(FORCED)
@pytest.mark.parametrize(("face", "stays"), [(10, True), (9, False)])
def test_a_rider_knocked_prone_may_save(face: int, *, stays: bool) -> None:
    run = running(mounted(), face)
    conditions.gain(run, "A", Effect("prone"))
    assert (run.fight.world.creature("A").mount == "M", run.fight.body("A").has("prone")) == (stays, not stays)


@pytest.mark.rule(FORCED)
def test_a_mount_that_falls_throws_its_rider() -> None:
    run = running(mounted())
    conditions.gain(run, "M", Effect("prone"))
    assert run.fight.world.creature("A").mount != "M"
    assert run.fight.body("A").has("prone")


@pytest.mark.rule(FORCED)
def test_a_dead_mount_carries_nobody() -> None:
    moment = mounted()
    run = running(moment)
    harm.kill(run, "M")
    after = act(run.fight, "A", "total_defense").fight
    assert after.world.creature("A").mount != "M"
    assert after.body("A").has("prone")


@pytest.mark.rule(RULE)
def test_a_mounts_ongoing_damage_comes_at_the_start_of_its_riders_turn() -> None:
    run = running(mounted())
    conditions.gain(run, "M", Effect("ongoing", 5, note="fire"))
    moment = act(act(run.fight, "A", "end_turn").fight, "T", "end_turn").fight
    assert (moment.active, moment.body("M").hp) == ("A", 55)


@pytest.mark.rule("dnd4e.action.charge")
@pytest.mark.rule(RULE)
def test_a_mounted_charge_moves_the_mount_and_the_rider_attacks() -> None:
    run = act(mounted(), "A", "charge", 2, target="T")
    assert where(run.fight, "M") == where(run.fight, "A") == "J1"
