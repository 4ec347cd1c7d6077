"""Things in hands, and doors."""

from __future__ import annotations

import pytest
from rulesets.dnd4e.fight.ring import act, fight, options, refused, sheet, weapon

from tactics.world.fight import Fight

RULE = "dnd4e.action.turn_budget"


def hand(moment: Fight, item: str) -> str:
    return moment.items[item].hand


@pytest.mark.rule(RULE)
def test_drawing_and_stowing_take_a_minor_action_each() -> None:
    armed = sheet(weapons=[weapon("longsword"), weapon("dagger", "stowed"), weapon("maul", "stowed")])
    moment = fight("A..T", {"A": armed})
    assert refused(moment, "A", "draw", item="A.maul") == RULE
    moment = act(moment, "A", "stow", item="A.longsword").fight
    moment = act(moment, "A", "draw", item="A.maul").fight
    assert (hand(moment, "A.longsword"), hand(moment, "A.maul")) == ("stowed", "both")
    assert (moment.body("A").count("minor"), moment.body("A").count("move")) == (1, 1)
    assert refused(moment, "A", "draw", item="A.dagger") == RULE


@pytest.mark.rule("dnd4e.action.free")
def test_dropping_is_free_and_picking_up_is_not() -> None:
    moment = fight("A..T", {"A": sheet(weapons=[weapon("longsword")])})
    moment = act(moment, "A", "drop", item="A.longsword").fight
    assert (moment.items["A.longsword"].holder, moment.body("A").count("minor")) == ("", 0)
    moment = act(moment, "A", "pick_up", item="A.longsword").fight
    assert (hand(moment, "A.longsword"), moment.body("A").count("minor")) == ("main", 1)


@pytest.mark.rule(RULE)
def test_a_crossbow_is_loaded_by_a_minor_action() -> None:
    archer = sheet(weapons=[weapon("crossbow", "both")])
    moment = act(fight("A..T", {"A": archer}), "A", "use", 1, power="ranged_basic", target="T").fight
    assert moment.items["A.crossbow"].ready is False
    assert moment.body("A").count("minor") == 0
    moment = act(moment, "A", "load", item="A.crossbow").fight
    assert (moment.items["A.crossbow"].ready, moment.body("A").count("minor")) == (True, 1)


@pytest.mark.rule(RULE)
def test_a_door_is_opened_by_a_minor_action_unless_it_is_locked() -> None:
    door = {"line": [[1, 0], [1, 1]], "kind": "door", "state": "closed"}
    moment = fight("A..T", {"A": sheet()}, walls=[door])
    option = options(moment, "A", "door")[0]
    opened = act(moment, "A", "door", **option.arguments).fight
    assert {wall.state for wall in opened.world.board.walls if wall.kind == "door"} == {"open"}
    assert opened.body("A").count("minor") == 1
    locked = fight("A..T", {"A": sheet()}, walls=[{**door, "state": "locked"}])
    assert refused(locked, "A", "door", **option.arguments) == RULE
