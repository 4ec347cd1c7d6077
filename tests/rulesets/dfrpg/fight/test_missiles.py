"""Thrown weapons, and what may be done against missiles."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.core.lattice import Square
from tactics.rulesets.dfrpg.fight import states
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.archery import SHOT, archer, attacking, thrower
from tests.rulesets.dfrpg.fight.moments import counted
from tests.rulesets.dfrpg.fight.ring import (
    act,
    asked,
    chose,
    ended,
    fight,
    lost,
    refused,
    rolled,
    sheet,
    weapon,
)

ROLL = "dfrpg.ranged.attack_roll"


# Thrown weapons.


def thrown_at(moment: Fight, *faces: int, answers: tuple[str, ...] = (), id: str = "javelin") -> Fight:
    """The moment after A has thrown a weapon at T."""
    return act(attacking(moment), "A", "attack", *faces, answers=answers, weapon=id, target="T").fight


@pytest.mark.rule("dfrpg.maneuver.ready.pick_up", ROLL)
@pytest.mark.parametrize(
    ("row", "faces", "answers", "square"),
    [
        ("A..T..", (3, 3, 4, 3), ("T none",), Square(3, 0)),  # a hit
        ("A..T..", (3, 3, 4, 1, 1, 2), ("T dodge",), Square(3, 0)),  # dodged
        ("A..T..", (5, 5, 5), (), Square(4, 0)),  # missed: it flies on
        ("A..T#.", (5, 5, 5), (), Square(3, 0)),
        ("A..T", (5, 5, 5), (), Square(3, 0)),
    ],
)
def test_a_thrown_weapon_lies_at_its_target_or_behind_it(
    row: str, faces: tuple[int, ...], answers: tuple[str, ...], square: Square
) -> None:
    moment = thrown_at(fight(row, {"A": thrower()}), *faces, answers=answers)
    item = moment.items["A.javelin"]
    assert (item.holder, item.hand, item.square) == ("", "", square)
    assert refused(moment, "A", "attack", weapon="javelin", target="T")


@pytest.mark.rule("dfrpg.maneuver.ready.pick_up")
def test_a_thrown_weapon_can_be_picked_up_by_others() -> None:
    moment = thrown_at(fight("A..T..", {"A": thrower()}, effects={"T": ["kneeling"]}), 3, 3, 3, 1, answers=("T none",))
    moment = chose(ended(moment, "A"), "T", "ready")
    moment = act(moment, "T", "pick_up", item="A.javelin").fight
    assert moment.items["A.javelin"].holder == "T"


@pytest.mark.rule("dfrpg.defense.parry")
@pytest.mark.parametrize(("small", "expected"), [(False, 9), (True, 8)])
def test_a_thrown_weapon_is_harder_to_parry_and_a_small_one_harder_still(small: bool, expected: int) -> None:
    javelin = weapon("javelin", 14, shot={"small": small})
    moment = attacking(fight("A..T", {"A": sheet(weapons=[javelin])}))
    decision = asked(moment, "A", "attack", 3, 3, 4, weapon="javelin", target="T")
    assert decision.preview["parry.broadsword"].against == expected  # skill 14: Parry 10


# Defences against missiles.


def missile(moment: Fight, *faces: int, **more: Any) -> dict[str, int | None]:
    """The numbers of the defences T is offered against a shot that hits."""
    decision = asked(attacking(moment), "A", "attack", *(faces or (3, 3, 3)), **{**SHOT, **more})
    return {one: preview.against for one, preview in decision.preview.items()}


@pytest.mark.rule("dfrpg.defense.parry", "dfrpg.defense.block")
def test_arrows_are_dodged_and_blocked_but_not_parried() -> None:
    guard = sheet(shield={"id": "medium_shield", "skill": 14})
    assert missile(fight("A...T", {"A": archer(), "T": guard})) == {"dodge": 10, "dodge_drop": 13, "block": 12}


@pytest.mark.rule("dfrpg.defense.dodge_and_drop")
def test_dropping_under_a_shot_is_a_better_dodge_and_leaves_one_lying() -> None:
    moment = fight("A...T...", {"A": archer(), "T": sheet(dodge=9)})
    assert missile(moment) == {"dodge": 9, "dodge_drop": 12}
    run = act(attacking(moment), "A", "attack", 3, 3, 3, 4, 4, 4, answers=("T dodge_drop", "T face_up"), **SHOT)
    assert lost(run, "T") == 0
    assert states.posture_of(run.fight, "T") == states.PRONE
    assert rolled(run, "defense")[0].outcome == "success"


@pytest.mark.rule("dfrpg.defense.dodge_and_drop")
@pytest.mark.parametrize("effect", ["retreated", "stunned", "prone"])
def test_no_dropping_after_a_retreat_nor_stunned_nor_on_the_ground(effect: str) -> None:
    moment = fight("A...T...", {"A": archer()})
    if effect == "retreated":
        moment = counted(moment, "T", retreated=1)
    else:
        lasting = Effect("stunned", note="physical") if effect == "stunned" else Effect("prone", note="face_up")
        moment = fight("A...T...", {"A": archer()}, effects={"T": [lasting]})
    assert "dodge_drop" not in missile(moment)


@pytest.mark.rule("dfrpg.defense.dodge_and_drop", "dfrpg.maneuver.move_and_attack.defense")
def test_nobody_drops_after_move_and_attack_for_it_is_a_retreat() -> None:
    moment = fight("A...T...", {"A": archer()}, effects={"T": [Effect("maneuver", note="move_and_attack")]})
    assert "dodge" in missile(moment)
    assert "dodge_drop" not in missile(moment)


@pytest.mark.rule("dfrpg.defense.dodge_and_drop")
def test_nobody_drops_under_a_blow() -> None:
    moment = attacking(fight("AT"))
    offered = asked(moment, "A", "attack", 3, 3, 3, weapon="broadsword", use="swing", target="T").preview
    assert "dodge" in offered
    assert "dodge_drop" not in offered


@pytest.mark.rule("dfrpg.defense.dodge_and_drop", "dfrpg.defense.retreat")
def test_a_drop_is_the_retreat_of_the_turn() -> None:
    moment = fight("A...T...", {"A": archer()})
    run = act(attacking(moment), "A", "attack", 3, 3, 3, 3, 3, 4, answers=("T dodge_drop", "T face_up"), **SHOT)
    assert run.fight.body("T").count("retreated") == 1


@pytest.mark.rule("dfrpg.defense.side_and_back")
def test_a_shooter_behind_leaves_no_defense_and_one_beside_a_worse_one() -> None:
    behind = attacking(fight("A...T..", {"A": archer()}, facing={"T": "E"}))
    run = act(behind, "A", "attack", 3, 3, 3, 3, **SHOT)
    assert rolled(run, "defense") == []
    beside = fight("A...T..", {"A": archer()}, facing={"T": "N"})
    assert missile(beside)["dodge"] == 6


@pytest.mark.rule("dfrpg.defense.side_and_back")
def test_an_archer_that_runs_around_behind_counts_as_beside() -> None:
    moment = fight(["....", "....", ".A..", "..T."], {"A": archer(skill=18, move=8)}, facing={"T": "N"})
    moment = chose(moment, "A", "move_and_attack")
    moment = act(moment, "A", "turn", facing="SW").fight
    moment = act(moment, "A", "move", path="B3 A4").fight
    assert missile_on_the_move(moment) == 6


def missile_on_the_move(moment: Fight) -> int | None:
    """T's dodge against a shot of the manoeuvre in force."""
    return asked(moment, "A", "attack", 3, 3, 3, **SHOT).preview["dodge"].against
