"""Weapons and doors in a turn."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import act, asked, options, refused, turn_of, where
from rulesets.pf1.fight.ring import fight, rolled, sheet, weapon

from tactics.core.lattice import Square
from tactics.world.fight import Fight

STOWED = [weapon("longsword", "stowed"), weapon("dagger", "stowed")]
LANE = "A" + "." * 15 + "T"


def hall(rows: str = LANE, **own: Any) -> Fight:
    """The turn of A, far from T."""
    sheets = {"A": sheet(**{"weapons": STOWED, **own}), "T": sheet(weapons=[weapon("longsword")], hp=40)}
    return turn_of(fight(rows, sheets), "A", "T")


FAR = "A1 B1 C1 D1 E1 F1 G1"


@pytest.mark.rule("pf1.action.move")
@pytest.mark.rule("pf1.action.draw_weapon")
def test_with_some_skill_drawing_is_part_of_a_walk() -> None:
    walked = act(hall(bab=1), "A", "move", path=FAR).fight
    drawn = act(walked, "A", "draw_weapon", item="A.longsword").fight
    assert drawn.items["A.longsword"].hand == "main"
    assert refused(drawn, "A", "total_defense") == ""
    first = act(act(hall(bab=1), "A", "draw_weapon", item="A.longsword").fight, "A", "move", path=FAR).fight
    assert refused(first, "A", "total_defense") == ""
    assert where(first, "A") == "G1"


@pytest.mark.rule("pf1.action.move")
def test_without_it_they_are_two_actions() -> None:
    for first, second in (("move", "draw_weapon"), ("draw_weapon", "move")):
        arguments: dict[str, dict[str, Any]] = {"move": {"path": FAR}, "draw_weapon": {"item": "A.longsword"}}
        moment = act(act(hall(bab=0), "A", first, **arguments[first]).fight, "A", second, **arguments[second]).fight
        assert refused(moment, "A", "total_defense") == "pf1.action.standard"


@pytest.mark.rule("pf1.action.draw_weapon")
def test_one_weapon_with_one_walk() -> None:
    moment = act(hall(bab=1), "A", "move", path=FAR).fight
    moment = act(moment, "A", "draw_weapon", item="A.longsword").fight
    moment = act(moment, "A", "draw_weapon", item="A.dagger").fight
    assert moment.items["A.dagger"].hand == "off"
    assert refused(moment, "A", "total_defense") == "pf1.action.standard"


@pytest.mark.rule("pf1.action.draw_weapon")
def test_quick_draw_is_free() -> None:
    moment = act(hall(feats=["quick_draw"]), "A", "draw_weapon", item="A.longsword").fight
    moment = act(moment, "A", "draw_weapon", item="A.dagger").fight
    assert refused(moment, "A", "run", path=FAR) == ""


@pytest.mark.rule("pf1.action.draw_weapon")
@pytest.mark.rule("pf1.aoo.provoking_actions")
def test_drawing_gives_no_opening_and_sheathing_does() -> None:
    near = hall("AT...", bab=1)
    drawn = act(near, "A", "draw_weapon", item="A.longsword")
    assert not rolled(drawn, "attack")
    assert asked(drawn.fight, "A", "sheathe_weapon", item="A.longsword").who == "T"
    away = act(drawn.fight, "A", "sheathe_weapon", answers=("T decline",), item="A.longsword").fight
    assert away.items["A.longsword"].hand == "stowed"
    assert refused(away, "A", "total_defense") == "pf1.action.standard"


@pytest.mark.rule("pf1.charge.draw")
@pytest.mark.rule("pf1.action.draw_weapon")
@pytest.mark.parametrize(("feet", "bab", "allowed"), [(30, 1, True), (35, 1, False), (30, 0, False)])
def test_drawing_for_a_charge(feet: int, bab: int, allowed: bool) -> None:
    rows = "A" + "." * (feet // 5) + "T"
    moment = hall(rows, bab=bab)
    assert refused(moment, "A", "charge", weapon="unarmed", target="T") != "pf1.action.full_round"
    drawn = act(moment, "A", "draw_weapon", item="A.longsword").fight
    if allowed:
        run = act(drawn, "A", "charge", 18, 4, weapon="longsword", target="T")
        assert run.fight.body("T").hp == 36
        assert not options(run.fight, "A", "move")
    else:
        assert not options(drawn, "A", "charge")
        assert refused(drawn, "A", "charge", weapon="longsword", target="T")


@pytest.mark.rule("pf1.charge.draw")
def test_no_drawing_for_a_charge_with_a_single_action() -> None:
    sheets = {"A": sheet(bab=1, weapons=STOWED)}
    moment = turn_of(fight("A....T", sheets, effects={"A": ["staggered"]}), "A", "T")
    drawn = act(moment, "A", "draw_weapon", item="A.longsword").fight
    assert refused(drawn, "A", "charge", weapon="longsword", target="T") == "pf1.action.restricted"
    quick = turn_of(
        fight("A....T", {"A": sheet(feats=["quick_draw"], weapons=STOWED)}, effects={"A": ["staggered"]}), "A", "T"
    )
    drawn = act(quick, "A", "draw_weapon", item="A.longsword").fight
    assert where(act(drawn, "A", "charge", 2, weapon="longsword", target="T").fight, "A") == "E1"


@pytest.mark.rule("pf1.action.free")
def test_dropping_is_free_and_picking_up_is_not() -> None:
    moment = hall("A...T", weapons=[weapon("longsword")])
    dropped = act(moment, "A", "drop_item", item="A.longsword").fight
    assert (dropped.items["A.longsword"].holder, dropped.items["A.longsword"].square) == ("", Square(0, 0))
    assert refused(dropped, "A", "run", path="A1 B1") == ""
    assert not [one for one in options(dropped, "A", "attack") if one.arguments["weapon"] == "longsword"]
    taken = act(dropped, "A", "pick_up", item="A.longsword").fight
    assert (taken.items["A.longsword"].holder, taken.items["A.longsword"].hand) == ("A", "main")
    assert refused(taken, "A", "run", path="A1 B1") == "pf1.action.full_round"
    far = act(dropped, "A", "move", path="A1 B1 C1").fight
    assert not options(far, "A", "pick_up", possible=False)


@pytest.mark.rule("pf1.action.move")
def test_a_hand_must_be_free() -> None:
    moment = hall(weapons=[weapon("greatsword", "both"), *STOWED])
    assert not options(moment, "A", "draw_weapon", possible=False)
    shield = hall(weapons=[weapon("longsword"), weapon("dagger", "stowed")], shield={"id": "heavy_shield"})
    assert not options(shield, "A", "draw_weapon", possible=False)


@pytest.mark.rule("pf1.action.move")
@pytest.mark.parametrize(("crossbow", "refusal"), [("light_crossbow", ""), ("heavy_crossbow", "pf1.action.full_round")])
def test_loading_a_crossbow(crossbow: str, refusal: str) -> None:
    moment = hall("A....T", weapons=[weapon(crossbow, "both")])
    shot = act(moment, "A", "attack", 2, weapon=crossbow, kind="ranged", target="T").fight
    assert not shot.items[f"A.{crossbow}"].ready
    assert refused(shot, "A", "reload", item=f"A.{crossbow}") == refusal
    if not refusal:
        loaded = act(shot, "A", "reload", item=f"A.{crossbow}").fight
        assert loaded.items[f"A.{crossbow}"].ready
        assert not options(loaded, "A", "move")


@pytest.mark.rule("pf1.action.move")
def test_a_door_takes_a_move_action() -> None:
    door = [{"line": [[1, 0], [1, 1]], "kind": "door", "state": "closed"}]
    moment = turn_of(fight("A..T", walls=door), "A", "T")
    (option,) = options(moment, "A", "door")
    opened = act(moment, "A", "door", **option.arguments).fight
    assert where(act(opened, "A", "move", path="A1 B1").fight, "A") == "B1"
    assert not options(act(opened, "A", "total_defense").fight, "A", "door")
    far = turn_of(fight("..A.T", walls=door), "A", "T")
    assert not options(far, "A", "door", possible=False)
