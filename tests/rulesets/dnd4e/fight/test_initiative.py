"""Initiative and the surprise round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import BOOK, act, asked, fight, refused, rolled, running, sheet, weapon

from tactics.engine.run import Playing
from tactics.world.fight import Effect, Fight


def begun(moment: Fight, *faces: int) -> Playing:
    """A fight from its very beginning."""
    run = running(replace(moment, order=(), turn=None, round=0), *faces)
    BOOK.begin(run)
    return run


def order_of(moment: Fight) -> list[str]:
    """Who acts one after another."""
    return [one.who for one in moment.order]


@pytest.mark.rule("dnd4e.initiative.roll")
def test_of_equal_counts_the_better_modifier_goes_first() -> None:
    run = begun(fight("AT", {"A": sheet(initiative=3), "T": sheet(initiative=6)}), 15, 12)
    assert ([one.total for one in rolled(run, "initiative")], order_of(run.fight)) == ([18, 18], ["T", "A"])


@pytest.mark.rule("dnd4e.initiative.roll")
def test_half_the_level_and_dexterity_make_the_modifier() -> None:
    run = begun(fight("AT", {"A": sheet(level=7, dex=14)}), 10, 1)
    assert [one.total for one in rolled(run, "initiative")] == [15, 1]


@pytest.mark.rule("dnd4e.initiative.roll")
def test_equal_counts_and_modifiers_are_rolled_off() -> None:
    run = begun(fight("AT"), 10, 10, 4, 17)
    assert (order_of(run.fight), run.fight.round, run.fight.active) == (["T", "A"], 1, "T")
    assert order_of(begun(fight("AT"), 10, 10, 5, 5, 9, 2).fight) == ["A", "T"]


def ambush(rows: str = "A...T", **heroes: Any) -> Fight:
    """A surprise round in which the hero is aware and T is not; the hero goes first."""
    own = sheet(kind="hero", action_points=1, surges=5, initiative=5, weapons=[weapon("longsword")], **heroes)
    return begun(fight(rows, {"A": own}, effects={"T": [Effect("surprised")]}), 15, 10).fight


@pytest.mark.rule("dnd4e.initiative.surprise")
@pytest.mark.rule("dnd4e.condition.surprised")
def test_the_aware_have_one_action_and_then_all_begin() -> None:
    moment = ambush()
    assert (moment.surprise, moment.active) == (True, "A")
    moment = act(moment, "A", "walk", path="A1 B1").fight
    assert refused(moment, "A", "walk", path="B1 C1") != ""
    assert refused(moment, "A", "drop_prone") != ""
    assert moment.body("T").has("surprised")
    moment = act(moment, "A", "end_turn").fight
    assert (moment.surprise, moment.round, moment.active, moment.body("T").has("surprised")) == (False, 1, "A", False)


@pytest.mark.rule("dnd4e.initiative.surprise")
def test_an_aware_creature_may_charge_but_not_walk_and_attack() -> None:
    moment = ambush()
    run = act(moment, "A", "charge", 1, target="T", path="A1 B1 C1 D1")
    assert rolled(run, "attack")[0].target == "T"
    walked = act(moment, "A", "walk", path="A1 B1 C1 D1").fight
    assert refused(walked, "A", "use", power="melee_basic", target="T") == "dnd4e.condition.dazed"


@pytest.mark.rule("dnd4e.initiative.surprise")
@pytest.mark.rule("dnd4e.action.action_point")
def test_no_action_point_in_a_surprise_round() -> None:
    assert refused(ambush(), "A", "action_point") == "dnd4e.action.action_point"


@pytest.mark.rule("dnd4e.initiative.surprise")
@pytest.mark.rule("dnd4e.condition.surprised")
def test_the_surprised_strike_at_nobody_and_are_open_to_all() -> None:
    gone = act(ambush("A...\n.T.."), "A", "walk", path="A1 B1 C1 D1")
    assert not rolled(gone, "attack")
    run = act(ambush("AT.."), "A", "use", 1, power="melee_basic", target="T")
    assert "combat advantage" in {one.type for one in rolled(run, "attack")[0].parts if one.kept}


@pytest.mark.rule("dnd4e.initiative.surprise")
def test_when_all_are_surprised_or_none_the_first_round_begins_at_once() -> None:
    both = fight("AT", effects={"A": [Effect("surprised")], "T": [Effect("surprised")]})
    run = begun(both, 12, 10)
    assert (run.fight.surprise, run.fight.round, run.fight.body("A").has("surprised")) == (False, 1, False)


@pytest.mark.rule("dnd4e.initiative.surprise")
def test_the_aware_strike_at_openings_in_the_surprise_round() -> None:
    rows = "A...\n.T.U"
    sheets = {"A": sheet(kind="hero", surges=5, initiative=5), "T": sheet(weapons=[weapon("mace")]), "U": sheet()}
    moment = begun(fight(rows, sheets, effects={"U": [Effect("surprised")]}), 15, 10, 5).fight
    assert asked(moment, "A", "walk", path="A1 B1 C1 D1").who == "T"
