"""Retreating from a blow: what it adds, when it may be done, where it leads and where one looks then."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.core.lattice import Square, square_name
from tactics.rules.action import NeedChoice, NeedSquare
from tactics.rules.event import Moved
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.blows import FAILS, HITS, SUCCEEDS, blow, offered, question, ready
from tests.rulesets.dfrpg.fight.moments import doing, having, turned
from tests.rulesets.dfrpg.fight.ring import (
    act,
    chose,
    ended,
    fight,
    lost,
    options,
    refused,
    rolled,
    running,
    sheet,
    weapon,
    where,
)

NORTH, WEST = 0, 6
FIELD = """
.......
.......
..AT...
.......
.......
"""
BETWEEN = """
.......
.......
..ATB..
.......
.......
"""


def room(**more: Any) -> Fight:
    """A defender with room behind it."""
    return fight(FIELD, {"T": sheet(**more)})


@pytest.mark.rule("dfrpg.defense.retreat")
@pytest.mark.parametrize(
    ("more", "choice", "number"),
    [
        ({"dodge": 9}, "dodge_retreat", 12),
        ({"weapons": [weapon("broadsword", 14)]}, "parry.broadsword_retreat", 11),
        ({"weapons": [weapon("rapier", 14)]}, "parry.rapier_retreat", 13),
        ({"shield": {"id": "small_shield", "skill": 14}}, "block_retreat", 12),
        ({"weapons": [], "skills": {"judo": 14}}, "parry.fist_retreat", 13),
        ({"weapons": [], "skills": {"karate": 14}}, "parry.fist_retreat", 13),
        ({"weapons": [], "skills": {"brawling": 14}}, "parry.fist_retreat", 8),
    ],
)
def test_what_a_retreat_adds(more: dict[str, Any], choice: str, number: int) -> None:
    assert offered(room(**more))[choice] == number


@pytest.mark.rule("dfrpg.defense.retreat")
@pytest.mark.parametrize(("posture", "number"), [("kneeling", None), ("sitting", None), ("prone", 9)])
def test_the_kneeling_and_sitting_do_not_retreat_but_the_lying_roll_away(posture: str, number: int | None) -> None:
    moment = having(room(dodge=9), "T", Effect(posture, note="face_up" if posture == "prone" else ""))
    assert offered(moment).get("dodge_retreat") == number


@pytest.mark.rule("dfrpg.defense.retreat", "dfrpg.maneuver.do_nothing.stunned_defense", "dfrpg.state.stun")
def test_the_stunned_defend_at_minus_four_and_do_not_retreat() -> None:
    moment = having(room(), "T", Effect("stunned", note="physical"))
    asked = offered(moment)
    assert asked["dodge"] == 4
    assert asked["parry.broadsword"] == 6
    assert not any(one.endswith("_retreat") for one in asked)


@pytest.mark.rule("dfrpg.defense.retreat")
def test_the_second_blow_of_the_same_attacker_still_meets_the_retreat() -> None:
    long = [weapon("greatsword", 14, "both")]
    moment = fight(FIELD, {"A": sheet(st=12, attacks=2, weapons=long), "T": sheet(dodge=9)})
    moment = blow(moment, *HITS, *SUCCEEDS, answers=("T dodge_retreat E3",), weapon="greatsword").fight
    asked = offered(moment, weapon="greatsword")
    assert asked["dodge"] == 12
    assert "dodge_retreat" not in asked
    assert where(moment, "T") == "E3"


@pytest.mark.rule("dfrpg.grid.retreat", "dfrpg.defense.retreat", "dfrpg.maneuver.all_out_attack.double")
def test_all_blows_of_the_turn_get_at_one_who_gave_way_out_of_reach() -> None:
    moment = ready(fight(FIELD, {"A": sheet(), "T": sheet(dodge=9)}), "A", "all_out_attack", "double")
    moment = blow(moment, *HITS, *SUCCEEDS, answers=("T dodge_retreat E3",)).fight
    assert where(moment, "T") == "E3", "two yards off, and the sword reaches one"
    assert offered(moment)["dodge"] == 12
    run = blow(moment, *HITS, *FAILS, 1, answers=("T dodge",))
    assert lost(run, "T") > 0


@pytest.mark.rule("dfrpg.grid.retreat", "dfrpg.attack.dual_weapon", "dfrpg.attack.rapid_strike")
@pytest.mark.parametrize("manner", ["dual_weapon_attack", "rapid_strike"])
def test_the_second_of_two_blows_follows_one_who_gave_way(manner: str) -> None:
    own = sheet(weapons=[weapon("broadsword", 20), weapon("shortsword", 20, "off")], traits=["ambidextrous"])
    moment = chose(fight(FIELD, {"A": own, "T": sheet(dodge=9)}, rules={"dfrpg": {manner: True}}), "A", "attack")
    first: dict[str, Any] = {"weapon": "broadsword", "use": "swing", "target": "T"}
    answers = ("T dodge_retreat E3", "T dodge")
    if manner == "dual_weapon_attack":
        other = {"other": "shortsword", "other_use": "thrust", "other_target": "T"}
        run = act(moment, "A", manner, *HITS, *SUCCEEDS, *HITS, *SUCCEEDS, answers=answers, **first, **other)
        assert [one.against for one in rolled(run, "defense")] == [11, 11]
        return
    moment = act(moment, "A", "attack", *HITS, *SUCCEEDS, answers=answers[:1], rapid=True, **first).fight
    run = act(moment, "A", "attack", *HITS, *SUCCEEDS, answers=answers[1:], rapid=True, **first)
    assert [one.against for one in rolled(run, "defense")] == [12]


@pytest.mark.rule("dfrpg.grid.retreat")
def test_in_later_turns_nobody_reaches_after_one_who_gave_way() -> None:
    moment = fight(FIELD, {"A": sheet(), "T": sheet(dodge=9)}, order="AT")
    moment = blow(moment, *HITS, *SUCCEEDS, answers=("T dodge_retreat E3",)).fight
    moment = chose(ended(chose(ended(moment, "A"), "T", "do_nothing"), "T"), "A", "attack")
    named = {"weapon": "broadsword", "use": "swing", "target": "T"}
    assert refused(moment, "A", "attack", **named) == "dfrpg.maneuver.attack.melee_reach"


@pytest.mark.rule("dfrpg.grid.retreat", "dfrpg.damage.knockback")
def test_who_is_driven_farther_than_it_gave_way_is_out_of_reach() -> None:
    mace = sheet(st=20, attacks=2, weapons=[weapon("mace", 14)])
    moment = fight(FIELD, {"A": mace, "T": sheet(dodge=9, dr=50)})
    kept_on_foot = (1, 1, 1)
    answers = ("T dodge_retreat E3",)
    moment = blow(moment, *HITS, *FAILS, 6, 6, 6, *kept_on_foot, weapon="mace", answers=answers).fight
    assert where(moment, "T") == "G3"
    assert refused(moment, "A", "attack", weapon="mace", use="swing", target="T")


@pytest.mark.rule("dfrpg.defense.retreat", "dfrpg.state.turn_state")
def test_another_attacker_meets_no_retreat_bonus_and_no_second_retreat() -> None:
    moment = fight(BETWEEN, {"T": sheet(dodge=9, facing="W")}, order=("A", "B", "T"))
    moment = blow(moment, *HITS, *SUCCEEDS, answers=("T dodge_retreat E4",)).fight
    asked = offered(turned(ended(moment, "A"), "T", NORTH), who="B")
    assert asked["dodge"] == 9
    assert not any(one.endswith("_retreat") for one in asked)


@pytest.mark.rule("dfrpg.defense.retreat", "dfrpg.state.turn_state")
def test_the_step_of_a_retreat_is_not_lost_from_the_next_turn() -> None:
    moment = blow(room(), *HITS, *SUCCEEDS, answers=("T dodge_retreat E3",)).fight
    moment = chose(ended(moment, "A"), "T", "attack")
    assert options(moment, "T", "step")
    assert not [one for one in moment.body("T").effects if one.id == "retreated"]


@pytest.mark.rule("dfrpg.defense.retreat")
def test_a_failed_retreat_moves_and_is_hit_all_the_same() -> None:
    run = blow(room(), *HITS, *FAILS, 1, answers=("T dodge_retreat E3",))
    assert where(run.fight, "T") == "E3"
    assert lost(run, "T") > 0
    assert rolled(run, "defense")[0].against == 11


@pytest.mark.rule("dfrpg.grid.retreat")
@pytest.mark.parametrize(
    ("rows", "more", "squares"),
    [
        (FIELD, {}, {"E2", "E3", "E4"}),
        (".....\n.A...\n..T..\n.....\n.....", {}, {"D4", "D3", "C4", "D2", "B4"}),
        (".....\n.....\nA.T..\n.....\n.....", {"A": [weapon("greatsword", 14, "both")]}, {"D2", "D3", "D4"}),
    ],
)
def test_a_retreat_ends_farther_from_the_attacker(rows: str, more: dict[str, Any], squares: set[str]) -> None:
    own = more.get("A", [weapon("broadsword")])
    moment = fight(rows, {"A": sheet(st=12, weapons=own)})
    asked = question(moment, weapon=own[0]["id"])
    assert asked is not None
    need = asked.needs["dodge_retreat"][0]
    assert isinstance(need, NeedSquare)
    assert {square_name(one) for one in need.squares} == squares


@pytest.mark.rule("dfrpg.grid.retreat", "dfrpg.defense.retreat")
@pytest.mark.parametrize("rows", ["####\nAT##\n####", "#####\n#AT##\n####."])
def test_with_the_back_to_a_wall_there_is_no_retreat(rows: str) -> None:
    assert not any(one.endswith("_retreat") for one in offered(fight(rows)))


@pytest.mark.rule("dfrpg.grid.retreat")
def test_with_a_retreat_one_may_turn_to_the_attacker() -> None:
    moment = room(facing="N")
    asked = question(moment)
    assert asked is not None
    assert [type(one) for one in asked.needs["dodge_retreat"]] == [NeedSquare, NeedChoice]
    for answer, facing in (("turned", WEST), ("kept", NORTH)):
        run = blow(moment, *HITS, *SUCCEEDS, answers=(f"T dodge_retreat E3 facing={answer}",))
        assert run.fight.world.creature("T").facing == facing


@pytest.mark.rule("dfrpg.grid.retreat")
def test_the_lying_roll_with_both_halves_the_same_way() -> None:
    rows = ".......\n.......\n..AT...\n.......\n......."
    moment = fight(rows, {"T": sheet(facing="E")}, {"T": {"dfrpg": {"conditions": ["prone"]}}})
    run = running(moment)
    run.emit(Moved("T", Square(3, 2), 0, "forced", 1, 1, 0, 0, (Square(3, 1),)))
    moved = blow(run.fight, *HITS, 2, 2, 1, answers=("T dodge_retreat E4",)).fight.world.creature("T")
    assert (square_name(moved.space.anchor), square_name(moved.sprawl[0])) == ("E4", "E3")
    asked = question(run.fight)
    assert asked is not None
    assert len(asked.needs["dodge_retreat"]) == 1


@pytest.mark.rule("dfrpg.defense.retreat", "dfrpg.maneuver.move_and_attack.defense")
def test_nobody_retreats_after_move_and_attack() -> None:
    asked = offered(doing(room(), "T", "move_and_attack"))
    assert not any(one.endswith("_retreat") for one in asked)
    assert "dodge" in asked


@pytest.mark.rule("dfrpg.defense.retreat")
@pytest.mark.parametrize("condition", ["pinned", "grappled"])
def test_a_held_figure_does_not_retreat(condition: str) -> None:
    moment = having(room(), "T", condition)
    assert not any(one.endswith("_retreat") for one in offered(moment))


@pytest.mark.rule("dfrpg.defense.retreat")
def test_nobody_retreats_from_arrows() -> None:
    rows = "........\nA..T....\n........"
    bow = [weapon("bow", 14, "both")]
    moment = fight(rows, {"A": sheet(st=12, weapons=bow)})
    asked = offered(moment, weapon="bow", use="")
    assert not any(one.endswith("_retreat") for one in asked)
