"""Stride, Step and Crawl: what they cost over a turn, where they may end, who reacts."""

from __future__ import annotations

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.ring import (
    act,
    asked,
    fight,
    options,
    refused,
    rolled,
    running,
    sheet,
    value,
    weapon,
    where,
)

from tactics.engine.run import Playing
from tactics.rules.action import NeedPath
from tactics.rules.event import HpChanged, Moved
from tactics.rulesets.pf2e.fight import pushes
from tactics.rulesets.pf2e.fight.travel import speed_of
from tactics.rulesets.pf2e.forced import push
from tactics.world.fight import Effect

SPEED = {"A": {"speed": 25}}
WATCHER = {"reactions": ["attack_of_opportunity"]}
GUARD = sheet(str=1, weapons=[weapon("mace")], numbers={"ac": 15})


@pytest.mark.rule("pf2e.basic.stride")
@pytest.mark.rule("pf2e.grid.movement_cost")
@pytest.mark.rule("pf2e.grid.diagonal")
@pytest.mark.rule("pf2e.grid.square")
@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("A1 B1 C1 D1 E1 F1", ""),
        ("A1 B2 C3 D4 D5", ""),
        ("A1 B2 C3 D4 E5", "pf2e.basic.stride"),
        ("A1 B1 C1 D1 E1 F1 G1", "pf2e.basic.stride"),
    ],
)
def test_a_stride_is_paid_by_the_speed(path: str, rule: str) -> None:
    moment = fight("A.......\n" + "........\n" * 3 + ".......T", creatures=SPEED)
    assert refused(moment, "A", "stride", path=path) == rule


@pytest.mark.rule("pf2e.grid.diagonal")
def test_diagonals_are_counted_over_the_whole_turn_and_begin_anew_with_the_next() -> None:
    moment = fight("A.......\n" + "........\n" * 5 + ".......T", creatures={"A": {"speed": 20}})
    three = act(moment, "A", "stride", path="A1 B2 C3 D4")
    assert [one.cost for one in _moves(three)] == [5, 10, 5]
    (option,) = options(three.fight, "A", "stride")
    assert {str(square): cost for square, cost in need_of(option, NeedPath).costs.items()}["E5"] == 10
    second = act(three.fight, "A", "stride", path="D4 E5 F6")
    assert [one.cost for one in _moves(second)] == [10, 5]
    assert refused(three.fight, "A", "stride", path="D4 E5 F6 G7") == "pf2e.basic.stride"
    assert refused(three.fight, "A", "stride", path="D4 E5 F6 F7") == ""
    ended = act(second.fight, "A", "end_turn")
    again = act(ended.fight, "T", "end_turn")
    assert [one.cost for one in _moves(act(again.fight, "A", "stride", path="F6 E5"))] == [5]


def _moves(run: Playing) -> list[Moved]:
    return [one for one in run.trace if isinstance(one, Moved)]


@pytest.mark.rule("pf2e.grid.movement_cost")
def test_what_is_left_of_a_stride_is_lost() -> None:
    moment = fight("A........T", creatures=SPEED)
    run = act(moment, "A", "stride", path="A1 B1")
    assert refused(run.fight, "A", "stride", path="B1 C1 D1 E1 F1 G1 H1") == "pf2e.basic.stride"


@pytest.mark.rule("pf2e.terrain.difficult")
@pytest.mark.rule("pf2e.terrain.ignore_difficult")
@pytest.mark.parametrize(("traits", "costs"), [([], [10, 15, 5]), (["ignores_difficult"], [5, 10, 5])])
def test_difficult_ground_costs_more(traits: list[str], costs: list[int]) -> None:
    moment = fight("A,;..T", creatures={"A": {"speed": 30, "traits": traits}})
    assert [one.cost for one in _moves(act(moment, "A", "stride", path="A1 B1 C1 D1"))] == costs


@pytest.mark.rule("pf2e.terrain.difficult")
def test_speed_5_does_not_get_into_difficult_ground() -> None:
    moment = fight("A,..T", creatures={"A": {"speed": 5}})
    assert refused(moment, "A", "stride", path="A1 B1") == "pf2e.basic.stride"


@pytest.mark.rule("pf2e.move.speed")
@pytest.mark.rule("pf2e.move.special_speeds")
@pytest.mark.parametrize(
    ("bonuses", "speed", "fly"),
    [
        ([("speed", -10, "item"), ("speed", -15, "circumstance")], 5, 40),
        ([("speed", 10, "status"), ("speed", 5, "status")], 35, 40),
        ([("speed", 10, "status")], 35, 40),
        ([("fly_speed", 10, "status")], 25, 50),
    ],
)
def test_bonuses_and_penalties_to_speed(bonuses: list[tuple[str, int, str]], speed: int, fly: int) -> None:
    rows = [{"to": to, "amount": amount, "type": kind, "name": "boots"} for to, amount, kind in bonuses]
    creatures = {"A": {"speed": 25, "speeds": {"fly": 40}}}
    moment = fight("A.........T", {"A": sheet(bonuses=rows)}, creatures)
    assert (speed_of(moment, "A"), speed_of(moment, "A", "fly")) == (speed, fly)


@pytest.mark.rule("pf2e.move.speed")
def test_fear_does_not_slow() -> None:
    moment = fight("A.....T", creatures={"A": {"speed": 25, "conditions": ["frightened_2"]}})
    assert speed_of(moment, "A") == 25


@pytest.mark.rule("pf2e.move.occupied_space")
def test_a_friend_lets_pass_and_an_enemy_does_not() -> None:
    friends = {"A": {"speed": 30}, "B": {"side": "heroes"}}
    moment = fight("AB..T", creatures=friends)
    assert where(act(moment, "A", "stride", path="A1 B1 C1").fight, "A") == "C1"
    assert refused(fight("AT..B", creatures=friends), "A", "stride", path="A1 B1 C1") == "pf2e.move.occupied_space"


@pytest.mark.rule("pf2e.move.occupied_space")
def test_on_a_friend_s_square_only_a_move_action_comes_next() -> None:
    moment = fight(
        "AB.....T", {"A": sheet(weapons=[weapon("longsword")])}, {"A": {"speed": 30}, "B": {"side": "heroes"}}
    )
    stopped = act(moment, "A", "stride", path="A1 B1")
    assert refused(stopped.fight, "A", "end_turn") == "pf2e.move.occupied_space"
    assert refused(stopped.fight, "A", "strike", weapon="longsword", target="T") == "pf2e.move.occupied_space"
    moved_on = act(stopped.fight, "A", "stride", path="B1 C1")
    assert refused(moved_on.fight, "A", "end_turn") == ""


@pytest.mark.rule("pf2e.move.occupied_space")
def test_with_the_last_action_nobody_stops_on_a_friend() -> None:
    moment = fight("AB.....T\n........", creatures={"A": {"speed": 30}, "B": {"side": "heroes"}})
    for path in ("A1 A2", "A2 A1"):
        moment = act(moment, "A", "stride", path=path).fight
    assert refused(moment, "A", "stride", path="A1 B1") == "pf2e.move.occupied_space"


@pytest.mark.rule("pf2e.move.prone_incapacitated_space")
@pytest.mark.rule("pf2e.move.different_sizes")
@pytest.mark.parametrize(("size", "rule"), [("medium", ""), ("large", "pf2e.move.occupied_space")])
def test_who_lies_unconscious_may_be_stood_upon(size: str, rule: str) -> None:
    rows = "AT....B" if size == "medium" else "ATT...B\n.TT...."
    moment = fight(rows, creatures={"T": {"size": size, "conditions": ["unconscious"]}})
    assert refused(moment, "A", "stride", path="A1 B1") == rule


@pytest.mark.rule("pf2e.basic.step")
@pytest.mark.parametrize(
    ("rows", "speed", "path", "rule"),
    [
        (".,..\nA..T", 25, "A2 A1", ""),
        (".,..\nA..T", 25, "A2 B1", "pf2e.terrain.difficult"),
        ("A..T", 5, "A1 B1", "pf2e.basic.step"),
        ("A..T", 10, "A1 B1", ""),
        (".,..\n.#..\n.A..\n...T", 25, "B3 C2", "pf2e.grid.diagonal"),
        (".,..\n.#..\n.A..\n...T", 25, "B3 C4", ""),
    ],
)
def test_where_a_step_leads(rows: str, speed: int, path: str, rule: str) -> None:
    assert refused(fight(rows, creatures={"A": {"speed": speed}}), "A", "step", path=path) == rule


@pytest.mark.rule("pf2e.basic.step")
@pytest.mark.rule("pf2e.grid.diagonal")
def test_a_diagonal_step_is_legal_after_a_diagonal_and_counts() -> None:
    moment = fight("A....\n.....\n.....\n....T", creatures={"A": {"speed": 20}})
    first = act(moment, "A", "step", path="A1 B2")
    second = act(first.fight, "A", "step", path="B2 C3")
    assert where(second.fight, "A") == "C3"
    assert second.fight.body("A").count("diagonals") == 2
    assert [one.cost for one in _moves(act(second.fight, "A", "stride", path="C3 D4"))] == [5]


@pytest.mark.rule("pf2e.basic.crawl")
@pytest.mark.rule("pf2e.move.triggers_reactions")
def test_crawling_leaves_one_prone_and_is_reacted_to() -> None:
    moment = fight("AT\n..\n..", {"T": GUARD}, {"T": WATCHER}, {"A": ["prone"]})
    decision = asked(moment, "A", "crawl", path="A1 A2")
    assert (decision.who, decision.id) == ("T", "attack_of_opportunity")
    run = act(moment, "A", "crawl", 1, answers=("T strike.mace",), path="A1 A2")
    assert run.fight.body("A").has("prone")
    assert where(run.fight, "A") == "A2"
    assert refused(moment, "A", "crawl", path="A1 A2 A3") == "pf2e.basic.crawl"
    rough = fight("A,T", creatures={"A": {"speed": 25}}, effects={"A": ["prone"]})
    assert refused(rough, "A", "crawl", path="A1 B1") == "pf2e.basic.crawl"


@pytest.mark.rule("pf2e.move.triggers_reactions")
@pytest.mark.rule("pf2e.reach.reaction_zone")
def test_entering_a_reach_and_stopping_sets_nothing_off_and_each_stride_counts_anew() -> None:
    moment = fight("A....\n..T..", {"T": GUARD}, {"A": {"speed": 10}, "T": WATCHER})
    entered = act(moment, "A", "stride", path="A1 B1")
    assert where(entered.fight, "A") == "B1"
    assert asked(entered.fight, "A", "stride", path="B1 C1").id == "attack_of_opportunity"
    declined = act(entered.fight, "A", "stride", answers=("T decline",), path="B1 C1 D1")
    assert asked(declined.fight, "A", "stride", path="D1 E1").id == "attack_of_opportunity"


@pytest.mark.rule("pf2e.terrain.hazardous")
@pytest.mark.parametrize(("damage", "faces", "loss"), [("2", (), 6), ("1d6", (1, 2, 3), 6)])
def test_every_hazardous_square_hurts(damage: str, faces: tuple[int, ...], loss: int) -> None:
    legend = {"e": {"terrain": "embers", "hazardous": True, "damage": damage, "damage_type": "fire"}}
    moment = fight("Aeee.T", creatures={"A": {"speed": 30}}, legend=legend)
    run = act(moment, "A", "stride", *faces, path="A1 B1 C1 D1 E1")
    assert _lost(run) == loss
    assert {one.rule for one in run.trace if isinstance(one, HpChanged)} == {"pf2e.terrain.hazardous"}
    assert len(rolled(run, "damage")) == 3


def _lost(run: Playing) -> int:
    return -sum(one.by for one in run.trace if isinstance(one, HpChanged))


@pytest.mark.rule("pf2e.terrain.hazardous")
@pytest.mark.rule("pf2e.iwr.immunity")
def test_who_is_immune_walks_through_and_who_drops_stays_there() -> None:
    legend = {"e": {"terrain": "embers", "hazardous": True, "damage": "30", "damage_type": "fire"}}
    moment = fight("Aee..T", {"A": sheet(immunities=["fire"])}, {"A": {"speed": 30}}, legend=legend)
    assert where(act(moment, "A", "stride", path="A1 B1 C1 D1").fight, "A") == "D1"
    burnt = act(
        fight("Aee..TB", {"A": sheet(kind="hero")}, {"A": {"speed": 30}, "B": {"side": "heroes"}}, legend=legend),
        "A",
        "stride",
        path="A1 B1 C1 D1",
    )
    assert where(burnt.fight, "A") == "B1"
    assert value(burnt.fight, "A", "dying") == 1


@pytest.mark.rule("pf2e.grid.big_mover")
def test_a_large_creature_pays_the_worst_ground_it_newly_enters() -> None:
    rows = "AA...\nAA...\n.....\n,,,,,\n....T"
    moment = fight(rows, creatures={"A": {"size": "large", "speed": 40}})
    run = act(moment, "A", "stride", path="A1 A2 A3 A4")
    assert [one.cost for one in _moves(run)] == [5, 10, 5]


@pytest.mark.rule("pf2e.action.cannot_act")
@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
@pytest.mark.parametrize("held", ["grabbed", "immobilized", "restrained"])
def test_who_is_held_does_not_move(held: str) -> None:
    moment = fight("A..T", effects={"A": [Effect(held, source="T")]})
    for action in ("stride", "step", "leap"):
        assert refused(moment, "A", action, path="A1 B1") == "pf2e.condition.grabbed_immobilized_restrained"


@pytest.mark.rule("pf2e.basic.drop_prone")
@pytest.mark.rule("pf2e.condition.prone")
def test_dropping_prone_takes_an_action() -> None:
    run = act(fight("A..T"), "A", "drop_prone")
    assert (run.fight.body("A").has("prone"), run.fight.body("A").count("actions")) == (True, 2)


@pytest.mark.rule("pf2e.terrain.difficult")
@pytest.mark.rule("pf2e.grid.diagonal")
@pytest.mark.parametrize(
    ("glyph", "costs", "most"),
    [(".", [5, 10, 5, 10], 7), (",", [10, 15, 10, 15], 4), (";", [15, 20, 15, 20], 3)],
)
def test_rough_diagonals_pay_an_addition_and_no_multiple(glyph: str, costs: list[int], most: int) -> None:
    rows = "\n".join("A" + glyph * 8 if not number else glyph * 9 for number in range(8)) + "\n" + "." * 8 + "T"
    moment = fight(rows, creatures={"A": {"speed": 50}})
    way = [f"{chr(ord('A') + number)}{number + 1}" for number in range(8)]
    run = act(moment, "A", "stride", path=" ".join(way[:4]))
    assert [one.cost for one in _moves(run)] == costs[:3]
    assert refused(moment, "A", "stride", path=" ".join(way[: most + 1])) == ""
    if most < 7:
        assert refused(moment, "A", "stride", path=" ".join(way[: most + 2])) == "pf2e.basic.stride"


@pytest.mark.rule("pf2e.terrain.difficult")
@pytest.mark.parametrize(("under", "costs"), [(".", [10, 5]), (",", [10, 5])])
def test_rough_ground_is_paid_for_on_entering(under: str, costs: list[int]) -> None:
    moment = fight("A,..T", creatures={"A": {"speed": 30, "under": under}})
    assert [one.cost for one in _moves(act(moment, "A", "stride", path="A1 B1 C1"))] == costs


@pytest.mark.rule("pf2e.move.forced")
@pytest.mark.rule("pf2e.move.exempt_from_reactions")
def test_a_push_stops_at_a_wall_costs_nothing_extra_and_nobody_reacts() -> None:
    moment = fight("AT,.#\n..B..", {"B": GUARD}, {"B": {"side": "heroes", **WATCHER}})
    world = moment.world
    pushed = push(world, world.creature("A"), world.creature("T"), 20)
    run = running(moment)
    assert pushes.along(run, "T", pushed.path) == 2
    assert where(run.fight, "T") == "D1"
    assert [one.cost for one in _moves(run)] == [0, 0]


@pytest.mark.rule("pf2e.move.speed")
@pytest.mark.parametrize(("speed", "left"), [(25, 15), (10, 5)])
def test_the_encumbered_are_slow_in_every_way_of_moving(speed: int, left: int) -> None:
    creatures = {"A": {"speed": speed, "speeds": {"fly": speed}, "conditions": ["encumbered"]}}
    moment = fight("A.....T", creatures=creatures)
    assert (speed_of(moment, "A"), speed_of(moment, "A", "fly")) == (left, left)
