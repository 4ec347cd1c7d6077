"""Using things by Ready: tasks, potions, fire arrows, doors."""

from __future__ import annotations

import pytest

from tactics.rules.event import ItemLost
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.moments import again, readied
from tests.rulesets.dfrpg.fight.ring import (
    act,
    chose,
    fight,
    happened,
    refused,
    rolled,
    sheet,
)

POTION = {"id": "potion", "kind": "potion", "heals": "1d6"}


@pytest.mark.rule("dfrpg.maneuver.ready.misc_actions", "dfrpg.maneuver.ready.sequence")
def test_a_task_of_five_seconds_takes_five_turns() -> None:
    rope = {"id": "rope", "name": "Coil of rope", "seconds": 5, "hand": "off"}
    moment = fight("AT", {"A": sheet(gear=[{**rope, "used_up": True}])})
    for number in range(5):
        run = act(chose(moment, "A", "ready"), "A", "use", item="A.rope")
        assert bool([one for one in happened(run) if isinstance(one, ItemLost)]) == (number == 4)
        moment = again(run.fight)


@pytest.mark.rule("dfrpg.maneuver.ready.misc_actions", "dfrpg.state.ready")
def test_a_potion_is_drawn_and_drunk_and_a_sealed_one_opened_in_between() -> None:
    for sealed in (False, True):
        moment = fight("AT", {"A": sheet(hp=10, lost_hp=5, gear=[{**POTION, "sealed": sealed}])})
        assert refused(chose(moment, "A", "ready"), "A", "drink", item="A.potion") == "dfrpg.state.ready"
        moment = again(readied(moment, "draw", item="A.potion"))
        if sealed:
            assert refused(chose(moment, "A", "ready"), "A", "drink", item="A.potion") == "dfrpg.state.ready"
            moment = again(readied(moment, "open", item="A.potion"))
        run = act(chose(moment, "A", "ready"), "A", "drink", 4, item="A.potion")
        assert (run.fight.body("A").hp, "A.potion" in run.fight.items) == (9, False)
        assert [one.total for one in rolled(run, "healing")] == [4]


@pytest.mark.rule("dfrpg.maneuver.ready.misc_actions")
def test_a_fire_arrow_is_lit_at_a_ready_flame() -> None:
    arrow = {"id": "arrow", "name": "Fire arrow", "kind": "fire_arrow", "hand": "off"}
    torch = {"id": "torch", "kind": "torch", "hand": "off"}
    friend = {"B": {"side": "heroes"}}
    for hand, refusal in (("off", ""), ("stowed", "dfrpg.maneuver.ready.misc_actions")):
        sheets = {"A": sheet(gear=[arrow]), "B": sheet(gear=[{**torch, "hand": hand}])}
        moment = chose(fight("BA.T", sheets, friend), "A", "ready")
        assert refused(moment, "A", "light", item="A.arrow") == refusal
        if not refusal:
            assert act(moment, "A", "light", item="A.arrow").fight.items["A.arrow"].ready


@pytest.mark.rule("dfrpg.maneuver.ready.misc_actions")
def test_a_door_beside_it_is_opened_in_one_turn_unless_it_is_locked() -> None:
    def scene(rows: str, x: int, state: str) -> Fight:
        walls = [{"line": [[x, 0], [x, 1]], "kind": "door", "state": state}]
        return chose(fight(rows, walls=walls), "A", "ready")

    moment = act(scene("A..T", 1, "closed"), "A", "door", door=0).fight
    assert {wall.state for wall in moment.world.board.walls} == {"open"}
    moment = act(chose(again(moment), "A", "ready"), "A", "door", door=0).fight
    assert {wall.state for wall in moment.world.board.walls} == {"closed"}
    assert refused(scene("A..T", 1, "locked"), "A", "door", door=0) == "dfrpg.maneuver.ready.misc_actions"
    assert refused(scene("A..T", 2, "closed"), "A", "door", door=0) == "dfrpg.maneuver.ready.misc_actions"
