"""Interact and Release: things in hands, on the ground, in need of loading; doors."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf2e.fight.ring import BOOK, act, asked, fight, noted, options, refused, rolled, sheet, weapon

from tactics.rules.action import Action
from tactics.world.fight import Effect, Fight

WATCHER = {"T": {"reactions": ["attack_of_opportunity"]}}
GUARD = sheet(str=4, weapons=[weapon("longsword")], proficiencies={"martial": "trained"})


def with_things(*weapons: dict[str, Any], rows: str = "A.T", **more: Any) -> Fight:
    return fight(rows, {"A": sheet(weapons=list(weapons)), "T": GUARD}, **more)


@pytest.mark.rule("pf2e.basic.interact")
@pytest.mark.parametrize(
    ("id", "held", "hand"),
    [
        ("longsword", [], "main"),
        ("greatsword", [], "both"),
        ("dagger", [weapon("longsword")], "off"),
        ("greatsword", [weapon("longsword")], "off"),
    ],
)
def test_drawing_takes_the_hands_there_are(id: str, held: list[dict[str, Any]], hand: str) -> None:
    run = act(with_things(weapon(id, "worn"), *held), "A", "draw", item=f"A.{id}")
    assert run.fight.items[f"A.{id}"].hand == hand
    assert run.fight.body("A").count("actions") == 2


@pytest.mark.rule("pf2e.basic.interact")
def test_without_a_free_hand_nothing_is_drawn() -> None:
    moment = with_things(weapon("dagger", "worn"), weapon("greatsword", "both"))
    assert refused(moment, "A", "draw", item="A.dagger") == "pf2e.basic.interact"
    shield = fight(
        "A.T", {"A": sheet(weapons=[weapon("longsword"), weapon("dagger", "worn")], shield={"id": "steel_shield"})}
    )
    assert refused(shield, "A", "draw", item="A.dagger") == "pf2e.basic.interact"
    buckler = fight(
        "A.T", {"A": sheet(weapons=[weapon("longsword"), weapon("dagger", "worn")], shield={"id": "buckler"})}
    )
    assert act(buckler, "A", "draw", item="A.dagger").fight.items["A.dagger"].hand == "off"


@pytest.mark.rule("pf2e.basic.interact")
@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.action.disrupt")
@pytest.mark.parametrize(("face", "drawn"), [(20, False), (12, True)])
def test_critical_attack_of_opportunity_disrupts_drawing(face: int, drawn: bool) -> None:
    moment = with_things(weapon("longsword", "worn"), rows="AT", creatures=WATCHER)
    run = act(moment, "A", "draw", face, 1, answers=("T strike.longsword",), item="A.longsword")
    assert (run.fight.items["A.longsword"].hand == "main") == drawn
    assert ("pf2e.action.disrupt" in noted(run)) != drawn
    assert run.fight.body("A").count("actions") == 2
    preview = BOOK.preview(moment, Action("A", "draw", {"item": "A.longsword"}))
    assert preview.reactions == ("T",)


@pytest.mark.rule("pf2e.basic.release")
@pytest.mark.rule("pf2e.action.free")
def test_release_drops_for_nothing_and_nobody_reacts() -> None:
    moment = with_things(weapon("longsword"), rows="AT", creatures=WATCHER)
    run = act(moment, "A", "release", item="A.longsword")
    assert str(run.fight.items["A.longsword"].square) == "A1"
    assert run.fight.body("A").count("actions") == 3
    spent = run.fight
    for face in (5, 5, 5):
        spent = act(spent, "A", "strike", face, weapon="unarmed", target="T").fight
    assert spent.body("A").count("actions") == 0
    moment = with_things(weapon("longsword"), rows="AT")
    for face in (1, 1, 1):
        moment = act(moment, "A", "strike", face, weapon="longsword", target="T").fight
    assert refused(moment, "A", "release", item="A.longsword") == ""


@pytest.mark.rule("pf2e.basic.interact")
def test_picking_up_what_lies_beside_also_somebody_elses() -> None:
    moment = with_things(weapon("longsword"))
    moment = act(moment, "A", "release", item="A.longsword").fight
    assert act(moment, "A", "pick_up", item="A.longsword").fight.items["A.longsword"].hand == "main"
    far = act(act(moment, "A", "end_turn").fight, "T", "step", path="C1 B1").fight
    run = act(far, "T", "pick_up", item="A.longsword")
    assert (run.fight.items["A.longsword"].holder, run.fight.items["A.longsword"].hand) == ("T", "off")
    out_of_reach = act(moment, "A", "end_turn").fight
    assert refused(out_of_reach, "T", "pick_up", item="A.longsword") == "pf2e.basic.interact"


@pytest.mark.rule("pf2e.basic.interact")
def test_stowing_and_handing_over() -> None:
    moment = fight(
        "AB.T", {"A": sheet(weapons=[weapon("longsword"), weapon("dagger", "off")])}, {"B": {"side": "heroes"}}
    )
    assert act(moment, "A", "stow", item="A.dagger").fight.items["A.dagger"].hand == "worn"
    item = act(moment, "A", "give", friend="B", item="A.longsword").fight.items["A.longsword"]
    assert (item.holder, item.hand) == ("B", "main")
    assert refused(moment, "A", "give", friend="T", item="A.longsword") == "pf2e.basic.interact"


@pytest.mark.rule("pf2e.basic.interact")
@pytest.mark.rule("pf2e.basic.release")
def test_second_hand_takes_an_action_to_put_on_and_none_to_take_off() -> None:
    moment = with_things(weapon("greatsword", "main"), rows="AT")
    assert refused(moment, "A", "strike", weapon="greatsword", target="T") == "pf2e.basic.interact"
    run = act(moment, "A", "grip", item="A.greatsword")
    assert run.fight.items["A.greatsword"].hand == "both"
    assert refused(run.fight, "A", "strike", weapon="greatsword", target="T") == ""
    loose = act(run.fight, "A", "loosen", item="A.greatsword").fight
    assert (loose.items["A.greatsword"].hand, loose.body("A").count("actions")) == ("main", 2)


@pytest.mark.rule("pf2e.basic.interact")
@pytest.mark.parametrize(("id", "actions"), [("crossbow", 1), ("heavy_crossbow", 2)])
def test_loading_takes_as_many_actions_as_the_weapon_says(id: str, actions: int) -> None:
    moment = with_things({**weapon(id, "both"), "reload": actions}, rows="A..T")
    moment = act(moment, "A", "strike", 1, weapon=id, target="T").fight
    assert refused(moment, "A", "strike", weapon=id, target="T") == "pf2e.basic.interact"
    for number in range(actions):
        assert not moment.items[f"A.{id}"].ready, number
        moment = act(moment, "A", "reload", item=f"A.{id}").fight
    assert moment.items[f"A.{id}"].ready


@pytest.mark.rule("pf2e.basic.interact")
def test_what_was_spanned_halfway_stays_so() -> None:
    moment = with_things({**weapon("heavy_crossbow", "both"), "reload": 2}, rows="A..T")
    moment = act(moment, "A", "strike", 1, weapon="heavy_crossbow", target="T").fight
    moment = act(moment, "A", "reload", item="A.heavy_crossbow").fight
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    assert act(moment, "A", "reload", item="A.heavy_crossbow").fight.items["A.heavy_crossbow"].ready


@pytest.mark.rule("pf2e.basic.interact")
def test_doors_open_and_close_unless_locked() -> None:
    def scene(state: str) -> Fight:
        walls = [{"line": [[1, 0], [1, 1]], "kind": "door", "state": state}]
        return fight("A.T", walls=walls)

    (option,) = options(scene("closed"), "A", "door")
    moment = act(scene("closed"), "A", "door", **option.arguments).fight
    assert {wall.state for wall in moment.world.board.walls} == {"open"}
    assert {wall.state for wall in act(moment, "A", "door", **option.arguments).fight.world.board.walls} == {"closed"}
    assert refused(scene("locked"), "A", "door", **option.arguments) == "pf2e.basic.interact"


@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
@pytest.mark.parametrize(("face", "drawn"), [(5, True), (4, False)])
def test_held_hands_may_fail(face: int, drawn: bool) -> None:
    grip = Effect("grabbed", source="T", note="hold.unarmed")
    moment = with_things(weapon("longsword", "worn"), rows="AT", effects={"A": [grip]})
    run = act(moment, "A", "draw", face, item="A.longsword")
    assert (run.fight.items["A.longsword"].hand == "main") == drawn
    assert [one.against for one in rolled(run, "flat_check")] == [5]


@pytest.mark.rule("pf2e.basic.interact")
def test_nothing_at_hand_is_said_once() -> None:
    (option,) = options(fight("AT"), "A", "interact", possible=False)
    assert option.refusal is not None
    assert option.refusal.rule == "pf2e.basic.interact"
    assert asked(with_things(weapon("longsword", "worn"), rows="AT", creatures=WATCHER), "A", "draw").who == "T"


@pytest.mark.rule("pf2e.basic.interact")
@pytest.mark.rule("pf2e.basic.raise_shield")
def test_shield_comes_off_the_arm_and_back_onto_a_free_one() -> None:
    arms = [weapon("longsword"), weapon("dagger", "worn")]
    moment = fight("A.T", {"A": sheet(weapons=arms, shield={"id": "steel_shield"})})
    moment = act(moment, "A", "raise_shield").fight
    moment = act(moment, "A", "shield").fight
    assert (moment.items["A.shield"].hand, moment.body("A").has("shield_raised")) == ("worn", False)
    assert refused(moment, "A", "raise_shield") == "pf2e.basic.raise_shield"
    drawn = act(moment, "A", "draw", item="A.dagger").fight
    drawn = act(act(drawn, "A", "end_turn").fight, "T", "end_turn").fight
    assert refused(drawn, "A", "shield") == "pf2e.basic.interact"
    assert act(moment, "A", "shield").fight.items["A.shield"].hand == "off"
