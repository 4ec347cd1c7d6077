"""What is offered has something to be aimed at, and whoever cannot do something is told why."""

from __future__ import annotations

import random
from typing import Any

import pytest
from fight_kit import need_of
from random_kit import answer, deed
from rulesets.pf2e.fight.ring import BOOK, fight, options, refused
from rulesets.pf2e.fight.test_random_play import RARE, crowd

from tactics.engine.battle import Battle
from tactics.rules.action import Need, NeedChoice, NeedCreature, NeedPath, NeedSquare, Option

CELL = "#####\n#A#.T\n#####"
CORNERED = "A#.T\n##.."
MET = "AT\n##"
ALL_SPEEDS = {"A": {"speeds": {"fly": 30, "swim": 20, "burrow": 10, "climb": 10}}}


def aims(need: Need) -> int:
    """At how much something can be aimed; an area can be put anywhere."""
    match need:
        case NeedCreature(ids=found) | NeedSquare(squares=found) | NeedChoice(choices=found):
            return len(found)
        case NeedPath(costs=costs):
            return len(costs)
    return 1


def aimless(several: list[Option]) -> list[str]:
    """What is offered and can be aimed at nothing."""
    return [one.id for one in several if one.refusal is None and not all(map(aims, one.needs))]


@pytest.mark.rule("pf2e.basic.stride")
@pytest.mark.rule("pf2e.basic.leap")
@pytest.mark.rule("pf2e.skill.long_jump")
@pytest.mark.rule("pf2e.skill.sneak")
@pytest.mark.parametrize("creatures", [{}, ALL_SPEEDS], ids=["on_foot", "all_speeds"])
@pytest.mark.parametrize("rows", [CELL, CORNERED, MET])
def test_who_is_shut_in_is_offered_no_way_out(rows: str, creatures: dict[str, Any]) -> None:
    moment = fight(rows, creatures=creatures)
    for deed_id in ("stride", "step", "leap", "long_jump", "sneak"):
        assert not options(moment, "A", deed_id), deed_id
        (shown,) = options(moment, "A", deed_id, possible=False)
        assert shown.refusal is not None
        assert shown.refusal.rule
    assert aimless(list(BOOK.options(moment, "A"))) == []


@pytest.mark.rule("pf2e.skill.long_jump")
@pytest.mark.parametrize(("rows", "squares"), [("A....T", {"E1"}), ("A...T", set()), ("A..#.T", set())])
def test_a_long_jump_needs_room_for_the_run_and_the_jump(rows: str, squares: set[str]) -> None:
    found = options(fight(rows), "A", "long_jump")
    assert {str(one) for option in found for one in need_of(option, NeedPath).costs} == squares
    assert bool(found) is bool(squares)


@pytest.mark.rule("pf2e.basic.stride")
@pytest.mark.rule("pf2e.move.occupied_space")
@pytest.mark.parametrize(("rows", "speed", "far"), [("AB.T", 10, 1), ("AB.T", 5, 0), ("A,.T", 5, 0)])
def test_a_way_over_a_friend_is_a_way(rows: str, speed: int, far: int) -> None:
    moment = fight(
        rows, creatures={"A": {"speed": speed}, "B": {"side": "heroes"}} if "B" in rows else {"A": {"speed": speed}}
    )
    found = options(moment, "A", "stride")
    assert sum(len(need_of(one, NeedPath).costs) for one in found) >= far
    assert aimless(list(BOOK.options(moment, "A"))) == []


@pytest.mark.rule("pf2e.skill.create_diversion")
@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
@pytest.mark.parametrize(("state", "ways"), [("restrained", ["words"]), ("grabbed", ["gesture", "words"])])
def test_a_gesture_takes_hands_that_can_move(state: str, ways: list[str]) -> None:
    moment = fight("A.T", effects={"A": [state]})
    (option,) = options(moment, "A", "create_diversion")
    (need,) = option.needs
    assert isinstance(need, NeedChoice)
    assert [one.id for one in need.choices] == ways
    rule = "" if "gesture" in ways else "pf2e.condition.grabbed_immobilized_restrained"
    assert refused(moment, "A", "create_diversion", how="gesture") == rule


@pytest.mark.rule("pf2e.skill.create_diversion")
@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
def test_who_is_bound_makes_no_gesture_to_the_deaf() -> None:
    moment = fight("A.T", effects={"A": ["restrained"], "T": ["deafened"]})
    assert not options(moment, "A", "create_diversion")


@pytest.mark.rule("pf2e.action.kinds")
@pytest.mark.parametrize("seed", [3, 8, 21, 69])
def test_whatever_is_offered_can_be_aimed(seed: int) -> None:
    chance, battle = random.Random(seed), Battle.new(crowd(), seed=seed, system="pf2e")
    for _ in range(30):
        if battle.fight.over:
            break
        if battle.decision is not None:
            battle.submit(answer(chance, battle))
            continue
        assert aimless(list(battle.options(battle.fight.active))) == []
        battle.submit(deed(chance, battle, RARE))
