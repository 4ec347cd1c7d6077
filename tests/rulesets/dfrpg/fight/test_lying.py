"""Lying figures in a fight: through which square they are struck, how they roll away and what a fall distracts from."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.rules.action import NeedSquare
from tactics.rulesets.dfrpg.fight import concentrating, distraction, lying_down, states
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.blows import dice
from tests.rulesets.dfrpg.fight.moments import cells, lying, names, put
from tests.rulesets.dfrpg.fight.ring import (
    act,
    asked,
    chose,
    ended,
    fight,
    options,
    refused,
    rolled,
    running,
    sheet,
    weapon,
)

TWO_CELLS = "dfrpg.grid.prone_two_cells"
RETREAT = "dfrpg.grid.retreat"
SWORD: dict[str, Any] = {"weapon": "broadsword", "use": "swing", "target": "T"}
SPEAR: dict[str, Any] = {"weapon": "spear", "use": "thrust_two", "target": "T"}
FLOOR = """
........
........
........
...T...A
........
........
........
"""


def down(at: str, own: dict[str, Any] | None = None, feet: str = "D4", head: str = "E5") -> Fight:
    """A has chosen Attack somewhere near T, which lies."""
    moment = fight(FLOOR, {"A": own or sheet()})
    return chose(put(lying(moment, "T", feet, head), "A", at), "A", "attack")


@pytest.mark.rule(TWO_CELLS)
@pytest.mark.parametrize(("at", "struck"), [("C4", True), ("F5", True), ("E6", True), ("G5", False), ("C6", False)])
def test_a_lying_figure_is_struck_through_either_square(at: str, struck: bool) -> None:
    rule = "" if struck else "dfrpg.maneuver.attack.melee_reach"
    assert refused(down(at), "A", "attack", **SWORD) == rule


@pytest.mark.rule(TWO_CELLS)
def test_reach_counts_to_the_nearer_square() -> None:
    spearman = sheet(weapons=[weapon("spear", 14, "both")])
    assert refused(down("G5", spearman), "A", "attack", **SPEAR) == ""
    far = down("G5", spearman, feet="D4", head="D5")
    assert refused(far, "A", "attack", **SPEAR) == "dfrpg.maneuver.attack.melee_reach"


@pytest.mark.rule(TWO_CELLS)
@pytest.mark.parametrize(("at", "defends"), [("F3", True), ("E3", True), ("C6", False)])
def test_it_looks_from_its_head(at: str, defends: bool) -> None:
    moment = down(at, feet="D5", head="E4")
    assert moment.world.creature("T").facing == 1
    if defends:
        assert asked(moment, "A", "attack", *dice(10), **SWORD).preview["dodge"].against == 5
    else:
        run = act(moment, "A", "attack", *dice(10), 1, **SWORD)
        assert rolled(run, "defense") == []


@pytest.mark.rule(RETREAT, "dfrpg.defense.retreat")
def test_it_rolls_away_with_both_halves() -> None:
    moment = down("D2", feet="D4", head="D3")
    decision = asked(moment, "A", "attack", *dice(10), **SWORD)
    assert decision.preview["dodge_retreat"].against == 8 - 3 + 3
    (need,) = decision.needs["dodge_retreat"]
    assert isinstance(need, NeedSquare)
    assert sorted(names(need.squares)) == ["C5", "D5", "E5"]
    run = act(moment, "A", "attack", *dice(10), *dice(8), answers=("T dodge_retreat E5",), **SWORD)
    assert cells(run.fight, "T") == ("E5", "E4")
    assert rolled(run, "defense")[0].outcome == "success"
    assert states.posture_of(run.fight, "T") == "prone"


@pytest.mark.rule(RETREAT)
def test_it_does_not_roll_where_one_half_has_no_room() -> None:
    rows = FLOOR.replace("...T...A\n........", "...T...A\n...#....")
    moment = put(lying(fight(rows), "T", "D4", "D3"), "A", "D2")
    decision = asked(chose(moment, "A", "attack"), "A", "attack", *dice(10), **SWORD)
    assert "dodge_retreat" not in {one.id for one in decision.choices}


@pytest.mark.rule(TWO_CELLS)
def test_the_head_goes_first_when_it_crawls() -> None:
    moment = lying(fight(FLOOR, order="TA"), "T", "C3", "D4")
    moment = chose(moment, "T", "move")
    (crawl,) = options(moment, "T", "move")
    moment = act(moment, "T", "move", path="C3 E4", **crawl.arguments).fight
    assert cells(moment, "T") == ("D4", "E4")
    assert moment.world.creature("T").facing == 2


@pytest.mark.rule(TWO_CELLS, "dfrpg.movement.step")
def test_a_step_shifts_all_of_it() -> None:
    moment = chose(lying(fight(FLOOR, order="TA"), "T", "D4", "E4"), "T", "attack")
    moment = act(moment, "T", "step", square="D3").fight
    assert cells(moment, "T") == ("D3", "E3")
    assert options(moment, "T", "turn") == []


@pytest.mark.rule("dfrpg.posture.fall", "dfrpg.maneuver.concentrate.distraction")
def test_a_fall_distracts() -> None:
    task = Effect(distraction.TASK, 2, note="spell")
    spell = {"id": "spell", "name": "Spell", "skill": 14, "seconds": 3, "target": "enemy", "damage": "1d6"}
    caster = sheet(iq=14, abilities=[spell])
    moment = fight(FLOOR, {"T": caster}, effects={"T": [task, Effect("maneuver", note="concentrate")]})
    run = running(moment, *dice(12), answers=("T face_up D3",))
    lying_down.fall(run, "T")
    (roll,) = rolled(run, "will") or rolled(run, "concentration")
    assert roll.against == 11
    assert concentrating.done_seconds(run.fight, "T", "spell") == 0


@pytest.mark.rule("dfrpg.maneuver.change_posture.no_lying_to_standing")
def test_getting_up_takes_two_turns() -> None:
    moment = lying(fight(FLOOR, order="TA"), "T", "D4", "E4")
    for posture, more in (("kneeling", {"square": "E4"}), ("standing", {})):
        moment = act(chose(moment, "T", "change_posture"), "T", "change_posture", posture=posture, **more).fight
        moment = ended(ended(moment, "T"), "A")
    assert states.posture_of(moment, "T") == "standing"
    assert cells(moment, "T") == ("E4",)
