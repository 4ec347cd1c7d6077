"""Slams: when one may run into somebody, the dice of both sides, and who falls."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.rules.action import Action, NeedCreature
from tactics.rulesets.dfrpg.fight import attack_action, damage, slamming, states
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.blows import dice, effective
from tests.rulesets.dfrpg.fight.moments import cells, counted, having, put, turned
from tests.rulesets.dfrpg.fight.ring import BOOK, act, asked, chose, fight, lost, options, refused, rolled, sheet

SLAM = "dfrpg.attack.slam"
EXEMPT = "dfrpg.maneuver.move_and_attack.shove_exempt"
SHIELD = {"id": "medium_shield", "skill": 14}
HALL = """
..........
A...T.....
..........
"""


def run_in(
    own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, maneuver: str = "move_and_attack"
) -> Fight:
    """A has run four yards into the square of T."""
    variant = "strong" if maneuver == "all_out_attack" else ""
    moment = chose(fight(HALL, {"A": own or sheet(), "T": foe or sheet()}), "A", maneuver, variant)
    if maneuver == "all_out_attack":
        moment = put(moment, "A", "C2")
        return act(moment, "A", "move", path="C2 D2 E2", manner="turning").fight
    return act(moment, "A", "move", path="A2 B2 C2 D2 E2", manner="turning").fight


def slam(moment: Fight) -> Attack:
    """The slam of A at T."""
    weapon = slamming.slam_of(moment, "A")
    return attack_action.attack_of(moment, "A", "T", weapon, weapon.uses["slam"])


def sides(moment: Fight, yards: int) -> tuple[str, str]:
    """The dice of both sides after a run."""
    after = counted(moment, "A", walked_yd=yards)
    own, foe = damage.damage_of(after, slam(after)).dice, slamming.foe_damage(after, slam(after)).dice
    return _words(own), _words(foe)


def _words(dice_: Any) -> str:
    (number, _) = dice_.dice[0]
    return f"{number}d{dice_.bonus:+d}" if dice_.bonus else f"{number}d"


@pytest.mark.rule(SLAM)
@pytest.mark.parametrize(
    ("st", "yards", "dice_"), [(12, 4, "1d-2"), (10, 9, "1d-1"), (7, 5, "1d-3"), (19, 5, "2d+1"), (13, 1, "1d-4")]
)
def test_both_roll_thrust_less_two_and_more_by_the_run(st: int, yards: int, dice_: str) -> None:
    moment = chose(fight(HALL, {"A": sheet(st=st), "T": sheet(st=st)}), "A", "move_and_attack")
    assert sides(moment, yards) == (dice_, dice_)


@pytest.mark.rule(SLAM)
@pytest.mark.parametrize(
    ("yards", "per_die"),
    [(1, -2), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (9, 3), (10, 4), (14, 4), (20, 4)],
)
def test_the_run_table(yards: int, per_die: int) -> None:
    assert slamming.per_die(yards) == per_die


@pytest.mark.rule(SLAM)
@pytest.mark.parametrize(("shield", "dice_"), [("medium_shield", ("1d", "1d-4")), ("medium_buckler", ("1d-2", "1d-2"))])
def test_a_shield_helps_who_runs(shield: str, dice_: tuple[str, str]) -> None:
    sheets = {"A": sheet(st=13, shield={"id": shield, "skill": 14}), "T": sheet(st=13)}
    moment = chose(fight(HALL, sheets), "A", "move_and_attack")
    assert sides(moment, 2) == dice_


@pytest.mark.rule(SLAM)
def test_an_all_out_slam_is_stronger() -> None:
    moment = run_in(sheet(st=10), maneuver="all_out_attack")
    assert _words(damage.damage_of(moment, slam(moment)).dice) == "1d-2"
    assert _words(slamming.foe_damage(moment, slam(moment)).dice) == "1d-4"


def contact(own: int, foe: int, *faces: int, answers: tuple[str, ...] = ()) -> Any:
    """A slam in which these are the faces of both sides; nobody defends."""
    tough = sheet(st=12, hp=30)
    return act(run_in(tough, tough), "A", "slam", *dice(9), own, foe, *faces, target="T", answers=("T none", *answers))


@pytest.mark.rule(SLAM, "dfrpg.posture.fall")
def test_twice_as_much_and_the_foe_falls() -> None:
    run = contact(6, 4, answers=("T face_up E1",))
    assert [(one.who, one.total) for one in rolled(run, "damage")] == [("A", 4), ("T", 2)]
    assert states.posture_of(run.fight, "T") == "prone"
    assert rolled(run, "fall") == []
    assert (lost(run, "T"), lost(run, "A")) == (4, 2)


@pytest.mark.rule(SLAM)
@pytest.mark.parametrize(("total", "falls"), [(12, False), (13, True)])
@pytest.mark.parametrize("faces", [(5, 4), (4, 4)])
def test_at_least_as_much_and_the_foe_rolls(faces: tuple[int, int], total: int, falls: bool) -> None:
    run = contact(*faces, *dice(total), answers=("T face_up E1",) if falls else ())
    (roll,) = rolled(run, "fall")
    assert (roll.who, roll.against, roll.rule) == ("T", 12, SLAM)
    assert (states.posture_of(run.fight, "T") == "prone") == falls


@pytest.mark.rule(SLAM)
def test_half_as_much_and_the_runner_falls() -> None:
    run = contact(4, 6, answers=("A face_down D2",))
    assert cells(run.fight, "A") == ("E2", "D2")
    assert states.posture_of(run.fight, "T") == "standing"


@pytest.mark.rule(SLAM)
def test_a_little_less_and_nobody_falls() -> None:
    run = contact(5, 6)
    assert states.posture_of(run.fight, "A") == states.posture_of(run.fight, "T") == "standing"
    assert rolled(run, "fall") == []


@pytest.mark.rule(SLAM)
def test_the_least_is_one() -> None:
    run = contact(1, 1, *dice(5))
    assert [one.total for one in rolled(run, "damage")] == [1, 1]


@pytest.mark.rule(SLAM)
def test_armor_protects_from_the_wound_but_not_from_the_fall() -> None:
    moment = run_in(sheet(st=12), sheet(st=12, dr=5))
    run = act(moment, "A", "slam", *dice(9), 6, 4, target="T", answers=("T none", "T face_up E1"))
    assert lost(run, "T") == 0
    assert states.posture_of(run.fight, "T") == "prone"


@pytest.mark.rule(SLAM)
@pytest.mark.parametrize(
    ("skills", "skill"), [({}, 12), ({"brawling": 14}, 14), ({"sumo_wrestling": 15}, 15), ({"karate": 18}, 12)]
)
def test_what_a_slam_is_rolled_against(skills: dict[str, int], skill: int) -> None:
    assert effective(run_in(sheet(skills=skills)), "A", "slam", target="T") == skill


@pytest.mark.rule(EXEMPT, SLAM)
@pytest.mark.parametrize("exempt", ["slam_and_shove", "slam"])
def test_move_and_attack_makes_no_slam_worse(exempt: str) -> None:
    rules = {"dfrpg": {"move_and_attack_exempt": exempt}}
    moment = chose(fight(HALL, {"A": sheet(dx=13)}, rules=rules), "A", "move_and_attack")
    moment = act(moment, "A", "move", path="A2 B2 C2 D2 E2", manner="turning").fight
    assert effective(moment, "A", "slam", target="T") == 13


@pytest.mark.rule(SLAM)
def test_a_worn_shield_does_not_hamper_a_slam() -> None:
    assert effective(run_in(sheet(shield=SHIELD)), "A", "slam", target="T") == 12


@pytest.mark.rule(SLAM)
@pytest.mark.parametrize("switch", ["faq", "strict"])
def test_the_foe_may_defend_as_if_the_runner_stood_outside(switch: str) -> None:
    rules = {"dfrpg": {"close_combat_entry": switch}}
    moment = chose(fight(HALL, {"T": sheet(shield=SHIELD)}, rules=rules), "A", "move_and_attack")
    moment = act(moment, "A", "move", path="A2 B2 C2 D2 E2", manner="turning").fight
    decision = asked(moment, "A", "slam", *dice(10), target="T")
    assert {"dodge", "parry.broadsword", "block"} <= {one.id for one in decision.choices}
    run = act(moment, "A", "slam", *dice(10), *dice(5), target="T", answers=("T dodge",))
    assert rolled(run, "damage") == []
    assert cells(run.fight, "A") == cells(run.fight, "T")


@pytest.mark.rule(SLAM)
def test_a_slam_is_offered_after_running_into_a_foes_square() -> None:
    moment = chose(fight(HALL), "A", "move_and_attack")
    assert options(moment, "A", "slam") == []
    assert refused(moment, "A", "slam", target="T") == "dfrpg.maneuver.move_and_attack"
    near = act(moment, "A", "move", path="A2 B2 C2 D2", manner="turning").fight
    assert refused(near, "A", "slam", target="T") == SLAM
    (option,) = options(run_in(), "A", "slam")
    (need,) = option.needs
    assert isinstance(need, NeedCreature)
    assert need.ids == ("T",)
    notes = BOOK.preview(run_in(), Action("A", "slam", {"target": "T"})).notes
    assert {"own": "1d6-3", "foe": "1d6-3"} in [dict(one.params) for one in notes]
    assert not any(one.plural for one in notes)
    assert refused(run_in(), "A", "slam", target="A") == SLAM


@pytest.mark.rule(SLAM)
def test_who_came_in_on_an_earlier_turn_slams_nobody() -> None:
    moment = counted(put(fight(HALL), "A", "E2", "E"), "A", came_from=7)
    moment = act(chose(moment, "A", "move_and_attack"), "A", "turn", facing="NE").fight
    assert refused(moment, "A", "slam", target="T") == SLAM


@pytest.mark.rule(SLAM)
def test_backing_into_a_foe_is_no_slam() -> None:
    moment = turned(put(chose(fight(HALL), "A", "move_and_attack"), "A", "D2", "W"), "A", "W")
    moment = act(moment, "A", "move", path="D2 E2", manner="facing").fight
    assert refused(moment, "A", "slam", target="T") == SLAM


@pytest.mark.rule(SLAM)
def test_a_slam_takes_feet_and_the_right_maneuver() -> None:
    assert refused(having(run_in(), "A", "kneeling"), "A", "slam", target="T") == SLAM
    stepped = chose(put(fight(HALL), "A", "D2", "E"), "A", "attack")
    stepped = act(stepped, "A", "step", square="E2").fight
    assert options(stepped, "A", "slam", possible=False) == []
    assert refused(stepped, "A", "slam", target="T") == "dfrpg.maneuver.attack"


@pytest.mark.rule(SLAM)
def test_who_lies_is_not_slammed() -> None:
    moment = having(run_in(), "T", "prone")
    assert refused(moment, "A", "slam", target="T") == SLAM
    assert options(moment, "A", "slam") == []


@pytest.mark.rule(SLAM)
def test_one_slam_a_turn() -> None:
    moment = chose(put(fight(HALL), "A", "C2", "E"), "A", "all_out_attack", "double")
    moment = act(moment, "A", "move", path="C2 D2 E2", manner="turning").fight
    moment = act(moment, "A", "slam", *dice(15), target="T").fight
    assert refused(moment, "A", "slam", target="T") == SLAM


@pytest.mark.rule(SLAM, "dfrpg.movement.occupied")
def test_over_a_foe_that_was_knocked_down_the_way_is_free() -> None:
    quick = sheet(st=12, hp=30, move=8)
    moment = run_in(quick, sheet(st=12, hp=30))
    moment = act(moment, "A", "slam", *dice(9), 6, 4, target="T", answers=("T none", "T face_up E1")).fight
    moment = act(moment, "A", "move", path="E2 F2 G2", manner="turning").fight
    assert cells(moment, "A") == ("G2",)
