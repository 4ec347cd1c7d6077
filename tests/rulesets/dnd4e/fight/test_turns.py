"""The start and the end of a turn: what comes, and in whose order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulesets.dnd4e.fight.ring import act, asked, fight, lost, rolled, sheet

from tactics.rules.event import HpChanged
from tactics.world.fight import Duration, Effect, Fight

BURNING = Effect("ongoing", 5, note="fire", duration=Duration("encounter"))


def wounded(moment: Fight, who: str, hp: int) -> Fight:
    """The moment with so many hit points left."""
    return replace(moment, bodies={**moment.bodies, who: replace(moment.body(who), hp=hp)})


@pytest.mark.rule("dnd4e.turn.start")
@pytest.mark.rule("dnd4e.ongoing.start_of_turn")
def test_ongoing_damage_can_fell_a_creature_before_it_acts() -> None:
    moment = fight("AT.U", {"T": sheet(hp=20)}, effects={"T": [BURNING]})
    run = act(wounded(moment, "T", 5), "A", "end_turn")
    assert (run.fight.body("T").out, run.fight.active) == ("dead", "U")


@pytest.mark.rule("dnd4e.turn.start")
@pytest.mark.parametrize(("first", "hp", "dying"), [("0", 4, False), ("1", -1, True)])
def test_the_owner_orders_regeneration_and_damage(first: str, hp: int, dying: bool) -> None:
    own = sheet(kind="hero", hp=40, regeneration=5)
    moment = wounded(fight("BAT", {"A": own}, {"B": {"side": "heroes"}}, {"A": [BURNING]}, order=["B", "A"]), "A", 4)
    assert (asked(moment, "B", "end_turn").who, asked(moment, "B", "end_turn").default) == ("A", "0")
    faces = (15,) if dying else ()
    run = act(moment, "B", "end_turn", *faces, answers=(f"A {first}",))
    assert (run.fight.body("A").hp, run.fight.body("A").has("dying")) == (hp, dying)


@pytest.mark.rule("dnd4e.turn.start")
@pytest.mark.parametrize(("first", "damage"), [("0", 0), ("1", 5)])
def test_the_damage_may_come_before_the_resistance_ends(first: str, damage: int) -> None:
    guard = Effect("resist", 5, note="fire", duration=Duration("start", "T"))
    moment = fight("AT", effects={"T": [BURNING, guard]})
    run = act(moment, "A", "end_turn", answers=(f"T {first}",))
    assert (lost(run, "T"), run.fight.body("T").has("resist")) == (damage, False)


@pytest.mark.rule("dnd4e.turn.start")
def test_nobody_is_asked_when_the_order_makes_no_difference() -> None:
    moment = fight("AT", effects={"T": [BURNING, Effect("slowed", duration=Duration("start", "T"))]})
    run = act(moment, "A", "end_turn")
    assert (lost(run, "T"), run.fight.body("T").has("slowed"), run.fight.active) == (5, False, "T")


@pytest.mark.rule("dnd4e.turn.start")
def test_the_budget_and_the_immediate_action_come_back() -> None:
    moment = fight("A....T")
    moment = act(moment, "A", "walk", path="A1 B1").fight
    assert moment.body("A").count("move") == 1
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    assert (moment.active, moment.body("A").count("move"), moment.round) == ("A", 0, 2)


@pytest.mark.rule("dnd4e.turn.end")
def test_saves_are_rolled_and_what_lasts_to_the_end_of_the_turn_is_over() -> None:
    effects = [Effect("dazed", duration=Duration("save")), Effect("slowed", duration=Duration("end", "A"))]
    run = act(fight(effects={"A": effects}), "A", "end_turn", 9)
    assert [run.fight.body("A").has(one) for one in ("dazed", "slowed")] == [True, False]


@pytest.mark.rule("dnd4e.turn.end")
@pytest.mark.parametrize(("bonus", "first", "total"), [(2, "0", 10), (2, "1", 8), (-2, "0", 6), (-2, "1", 8)])
def test_the_owner_rolls_before_or_after_a_bonus_to_saves_ends(bonus: int, first: str, total: int) -> None:
    helps = Effect("bonus", bonus, note="saves:", duration=Duration("end", "A"))
    moment = fight(effects={"A": [Effect("dazed", duration=Duration("save")), helps]})
    assert asked(moment, "A", "end_turn").id == "turn_order"
    run = act(moment, "A", "end_turn", 8, answers=(f"A {first}",))
    assert ([one.total for one in rolled(run, "save")], run.fight.body("A").has("bonus")) == ([total], False)


@pytest.mark.rule("dnd4e.turn.end")
def test_the_end_of_a_turn_leaves_no_room_for_actions() -> None:
    run = act(fight("A..T", effects={"A": [Effect("dazed", duration=Duration("save"))]}), "A", "end_turn", 10)
    assert (run.fight.active, [one for one in run.trace if isinstance(one, HpChanged)]) == ("T", [])
