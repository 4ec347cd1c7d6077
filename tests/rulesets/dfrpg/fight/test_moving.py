"""Movement as it is played: points in parts, turns that cost, turns at the end, steps before and after an act."""

from __future__ import annotations

import pytest
from fight_kit import need_of

from tactics.rules.action import NeedChoice, NeedPath
from tactics.rules.event import Turned
from tactics.rulesets.dfrpg.fight import moves, turn
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.ring import act, chose, fight, happened, options, refused, sheet, where

OPEN = "\n".join(["." * 9] * 4 + ["....A...."] + ["." * 9] * 4 + ["........T"])
SWING = {"weapon": "broadsword", "use": "swing"}


def going(maneuver: str = "move", variant: str = "", move: int = 5, facing: str = "N", rows: str = OPEN) -> Fight:
    """A hero with a Move in the middle of open ground who has chosen a manoeuvre."""
    return chose(fight(rows, {"A": sheet(move=move)}, facing={"A": facing}), "A", maneuver, variant)


def looks(moment: Fight) -> int | None:
    return moment.world.creature("A").facing


@pytest.mark.rule("dfrpg.movement.points")
@pytest.mark.parametrize(("move", "path"), [(4, "E5 E4 E3 E2 E1"), (3, "E5 E4 E3 E2")])
def test_as_many_squares_as_points(move: int, path: str) -> None:
    moment = act(going(move=move), "A", "move", path=path).fight
    assert where(moment, "A") == path.split()[-1]
    assert moves.points_left(moment, "A") == 0
    assert options(moment, "A", "move") == []


@pytest.mark.rule("dfrpg.movement.points")
def test_points_are_spent_in_parts() -> None:
    moment = act(going(), "A", "move", path="E5 E4 E3").fight
    assert moves.points_left(moment, "A") == 6
    moment = act(moment, "A", "move", path="E3 E2 E1").fight
    assert moves.points_left(moment, "A") == 2
    assert refused(moment, "A", "move", path="E1 D1 C1") == "dfrpg.movement.points"


@pytest.mark.rule("dfrpg.movement.points", "dfrpg.grid.diagonal_cost")
def test_diagonals_are_counted_through_the_turn() -> None:
    moment = act(going(facing="NE"), "A", "move", path="E5 F4").fight
    assert moment.body("A").count(turn.SPENT) == 2
    moment = act(moment, "A", "move", path="F4 G3").fight
    assert moment.body("A").count(turn.SPENT) == 6
    moment = act(moment, "A", "move", path="G3 H2").fight
    assert moment.body("A").count(turn.SPENT) == 8


@pytest.mark.rule("dfrpg.movement.points", "dfrpg.posture.table")
def test_half_a_point_leads_nowhere() -> None:
    moment = chose(fight(OPEN, facing={"A": "N"}, effects={"A": ["crouching"]}), "A", "move")
    moment = act(moment, "A", "move", path="E5 E4 E3 E2").fight
    assert moves.points_left(moment, "A") == 1
    assert options(moment, "A", "move") == []


@pytest.mark.rule("dfrpg.movement.points")
def test_half_of_move_is_rounded_up() -> None:
    assert moves.points_left(going("all_out_defense", "increased_dodge"), "A") == 6


@pytest.mark.rule("dfrpg.movement.facing_change")
def test_turning_costs_points_before_and_between() -> None:
    run = act(going(), "A", "turn", facing="S")
    assert [(one.facing, one.cost) for one in happened(run) if isinstance(one, Turned)] == [(4, 3)]
    moment = run.fight
    assert refused(moment, "A", "move", path="E5 E6 E7 E8") == "dfrpg.movement.points"
    moment = act(moment, "A", "move", path="E5 E6 E7").fight
    assert (where(moment, "A"), moves.points_left(moment, "A")) == ("E7", 0)


@pytest.mark.rule("dfrpg.movement.facing_change", "dfrpg.movement.forward")
def test_a_move_pays_for_the_cheapest_turns_on_its_way() -> None:
    moment = act(going(), "A", "move", path="E5 F4 G4").fight
    assert (looks(moment), moment.body("A").count(turn.SPENT)) == (2, 4)
    aside = act(going(), "A", "move", path="E5 F5", manner="facing").fight
    assert (looks(aside), aside.body("A").count(turn.SPENT)) == (0, 4)


@pytest.mark.rule("dfrpg.movement.facing_end")
@pytest.mark.parametrize(
    ("move", "path", "names"),
    [
        (6, "E5 E4 E3 E2", {"NE", "E", "SE", "S", "SW", "W", "NW"}),
        (6, "E5 E4 E3 E2 E1", {"NE", "NW"}),
        (5, "E5 E4 E3", {"NE", "E", "SE", "S", "SW", "W", "NW"}),
        (5, "E5 E4 E3 E2", {"NE", "NW"}),
    ],
)
def test_who_spent_half_its_points_looks_where_it_likes_in_the_end(move: int, path: str, names: set[str]) -> None:
    moment = act(going(move=move), "A", "move", path=path).fight
    (option,) = options(moment, "A", "face")
    assert {one.id for one in need_of(option, NeedChoice).choices} == names
    moment = act(moment, "A", "face", facing="NE").fight
    assert looks(moment) == 1
    assert refused(moment, "A", "move", path=" ".join([path.split()[-1], "D1"])) == "dfrpg.movement.facing_end"
    assert options(moment, "A", "turn") == options(moment, "A", "face") == []


@pytest.mark.rule("dfrpg.movement.facing_end")
def test_no_farther_than_one_facing_after_a_long_move() -> None:
    moment = act(going(), "A", "move", path="E5 E4 E3 E2").fight
    assert refused(moment, "A", "face", facing="E") == "dfrpg.movement.facing_change"


@pytest.mark.rule("dfrpg.movement.step")
@pytest.mark.parametrize(("move", "yards"), [(5, 1), (10, 1), (11, 2), (20, 2)])
def test_a_step_is_a_tenth_of_move(move: int, yards: int) -> None:
    moment = going("attack", move=move)
    assert turn.step_yd(moment, "A") == yards
    moment = act(moment, "A", "step", square=f"E{5 + yards}").fight
    assert looks(moment) == 0
    assert refused(moment, "A", "step", square=f"E{6 + yards}") == "dfrpg.movement.step"


@pytest.mark.rule("dfrpg.movement.step")
def test_a_step_onto_bad_ground_costs_no_more() -> None:
    moment = going("attack", rows=OPEN.replace("....A....", "..;;A;..."))
    assert refused(moment, "A", "step", square="F5") == ""


@pytest.mark.rule("dfrpg.movement.step")
def test_a_step_may_be_a_mere_turn() -> None:
    moment = act(going("attack"), "A", "turn", facing="S").fight
    assert looks(moment) == 4
    assert refused(moment, "A", "turn", facing="E") == ""


@pytest.mark.rule("dfrpg.maneuver.attack.step_order")
def test_a_step_before_the_attack_or_after_it_and_not_both() -> None:
    moment = chose(fight("A.T..", {"A": sheet(dx=12)}), "A", "attack")
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.maneuver.attack.melee_reach"
    moment = act(moment, "A", "step", square="B1").fight
    moment = act(moment, "A", "attack", 6, 6, 4, **SWING, target="T").fight
    assert refused(moment, "A", "step", square="A1") == "dfrpg.movement.step"
    assert options(moment, "A", "step") == options(moment, "A", "turn") == []
    after = act(chose(fight(".AT"), "A", "attack"), "A", "attack", 6, 6, 4, **SWING, target="T").fight
    after = act(after, "A", "step", square="A1").fight
    assert where(after, "A") == "A1"


@pytest.mark.rule("dfrpg.maneuver.attack.step_order")
@pytest.mark.parametrize(("splits", "rule"), [(False, "dfrpg.movement.step"), (True, "")])
def test_a_long_step_is_split_where_the_switch_says_so(splits: bool, rule: str) -> None:
    moment = fight("A.T..", {"A": sheet(move=11)}, rules={"dfrpg": {"split_step": splits}})
    moment = chose(moment, "A", "attack")
    moment = act(moment, "A", "step", square="B1").fight
    moment = act(moment, "A", "attack", 6, 6, 4, **SWING, target="T").fight
    assert refused(moment, "A", "step", square="A1") == rule
    if splits:
        moment = act(moment, "A", "step", square="A1").fight
        assert turn.step_yd(moment, "A") == 0


@pytest.mark.rule("dfrpg.maneuver.move_and_attack", "dfrpg.maneuver.move_and_attack.movement")
def test_move_and_attack_strikes_on_the_way() -> None:
    rows = """
.........
A........
....T....
"""
    moment = chose(fight(rows, {"A": sheet(move=6)}, facing={"A": "E"}), "A", "move_and_attack")
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.maneuver.move_and_attack"
    moment = act(moment, "A", "move", path="A2 B2 C2 D2").fight
    moment = act(moment, "A", "attack", 6, 6, 4, **SWING, target="T").fight
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.maneuver.move_and_attack"
    moment = act(moment, "A", "move", path="D2 E2 F2 G2").fight
    assert where(moment, "A") == "G2"
    assert moves.points_left(moment, "A") == 0


@pytest.mark.rule("dfrpg.maneuver.move_and_attack")
def test_an_attack_where_it_stood_is_not_one_on_the_move() -> None:
    moment = chose(fight("AT"), "A", "move_and_attack")
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.maneuver.move_and_attack"
    turned = act(moment, "A", "turn", facing="NE").fight
    assert refused(turned, "A", "attack", **SWING, target="T") == ""


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.movement")
def test_move_and_attack_has_all_its_points() -> None:
    assert moves.points_left(going("move_and_attack"), "A") == 10


@pytest.mark.rule("dfrpg.movement.minimum")
@pytest.mark.parametrize(("path", "goes"), [("E5 F5", True), ("E5 F5 G5", False)])
def test_one_square_is_always_left_to_who_has_only_turned(path: str, goes: bool) -> None:
    moment = act(going(move=3, rows=OPEN.replace("....A....", "....A;;..")), "A", "turn", facing="E").fight
    assert moves.points_left(moment, "A") == 2
    assert (refused(moment, "A", "move", path=path) == "") == goes
    assert options(moment, "A", "move") != []
    stopped = act(moment, "A", "move", path="E5 F5").fight
    assert moves.points_left(stopped, "A") == 0


@pytest.mark.rule("dfrpg.movement.minimum", "dfrpg.movement.facing_change")
def test_who_has_turned_about_with_all_its_points_still_goes_one_square() -> None:
    moment = act(going(move=3), "A", "turn", facing="S").fight
    assert moves.points_left(moment, "A") == 0
    (ahead, *_) = options(moment, "A", "move")
    need = ahead.needs[0]
    assert isinstance(need, NeedPath)
    assert len(need.costs) == 8
    moment = act(moment, "A", "move", path="E5 E6").fight
    assert options(moment, "A", "move") == []
    assert refused(moment, "A", "move", path="E6 E7") == "dfrpg.movement.points"


@pytest.mark.rule("dfrpg.grid.start_facing", "dfrpg.grid.facings")
@pytest.mark.parametrize(
    ("rows", "facing"),
    [
        ("A.........\n..........\n.........T", 2),
        ("A.......\n........\n........\n.......T", 3),
        (".T.\n...\n...\n..A", 0),
    ],
)
def test_a_figure_looks_straight_at_the_nearest_enemy(rows: str, facing: int) -> None:
    assert looks(fight(rows)) == facing
