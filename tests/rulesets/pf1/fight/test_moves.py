"""Move actions, the 5-foot step, the last square one can struggle into, and moving past foes."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf1.fight.acting import HEROES, act, asked, options, refused, turn_of, way, where
from rulesets.pf1.fight.ring import fight, rolled, sheet, weapon

from tactics.core.lattice import Square
from tactics.rules.action import Action, NeedPath
from tactics.rulesets.pf1.fight import opportunity
from tactics.rulesets.pf1.fight.book import Pf1Fighting
from tactics.world.fight import Fight

SWORD = [weapon("longsword")]
AXES = [weapon("battleaxe")]
LANE = "A" + "." * 30 + "\n" + "." * 31 + "\n" + "." * 30 + "T"


def lane(**own: Any) -> Fight:
    """A at the west end of a long hall, T far away at the other."""
    return turn_of(fight(LANE, {"A": sheet(**{"weapons": SWORD, **own})}), "A", "T")


def field(moment: Fight, who: str, id: str) -> dict[Square, int]:
    """Where an option may end, with its cost."""
    (option,) = options(moment, who, id)
    need = need_of(option, NeedPath)
    return dict(need.costs)


def row(count: int, number: int = 1) -> str:
    """A path east along a row from the first column, of so many steps."""
    letters = [chr(65 + n) if n < 26 else "A" + chr(65 + n - 26) for n in range(count + 1)]
    return " ".join(f"{one}{number}" for one in letters)


@pytest.mark.rule("pf1.move.speed")
def test_one_move_action_reaches_what_costs_no_more_than_the_speed() -> None:
    costs = field(lane(), "A", "move")
    assert max(costs.values()) == 30
    assert costs[Square(6, 0)] == 30
    assert Square(7, 0) not in costs
    assert costs[Square(4, 2)] == 25


@pytest.mark.rule("pf1.move.in_combat")
def test_how_far_in_a_round() -> None:
    moment = lane()
    assert refused(moment, "A", "move", path=row(7)) == "pf1.move.speed"
    once = act(moment, "A", "move", path=row(6)).fight
    assert refused(once, "A", "total_defense") == ""
    way_on = " ".join(row(12).split()[6:])
    twice = act(once, "A", "move", path=way_on).fight
    assert where(twice, "A") == "M1"
    assert where(act(moment, "A", "run", path=row(24)).fight, "A") == "Y1"
    assert refused(moment, "A", "run", path=row(25)) == "pf1.action.run"


@pytest.mark.rule("pf1.move.in_combat")
def test_only_a_step_goes_with_a_full_attack() -> None:
    moment = fight("....\n.AT.\n....", {"A": sheet(bab=6, weapons=SWORD)})
    after = act(turn_of(moment, "A", "T"), "A", "full_attack", 2, series="main", target="T").fight
    after = act(after, "A", "next_attack", 2, target="T").fight
    assert not options(after, "A", "move")
    assert set(field(after, "A", "five_foot_step").values()) == {5}
    assert not options(act(after, "A", "five_foot_step", path="B2 A2").fight, "A", "five_foot_step")


@pytest.mark.rule("pf1.move.double_move")
def test_eight_diagonals_are_a_double_move() -> None:
    rows = "\n".join("A........" if n == 0 else "........T" if n == 9 else "........." for n in range(10))
    moment = turn_of(fight(rows), "A", "T")
    once = act(moment, "A", "move", path="A1 B2 C3 D4 E5").fight
    assert once.body("A").count("moved_ft") == 30
    twice = act(once, "A", "move", path="E5 F6 G7 H8 I9").fight
    assert twice.body("A").count("moved_ft") == 60


@pytest.mark.rule("pf1.move.double_move")
@pytest.mark.rule("pf1.grid.diagonal")
def test_diagonals_are_counted_on_through_both_moves() -> None:
    rows = "\n".join("A......" if n == 0 else "......T" if n == 7 else "......." for n in range(8))
    moment = turn_of(fight(rows, None, {"A": {**HEROES, "speed": 20}}), "A", "T")
    once = act(moment, "A", "move", path="A1 B2 C3 D4").fight
    assert once.body("A").count("moved_ft") == 20
    assert refused(once, "A", "move", path="D4 E5 F6 G7") == "pf1.move.speed"
    twice = act(once, "A", "move", path="D4 E5 F6").fight
    assert twice.body("A").count("moved_ft") == 35


@pytest.mark.rule("pf1.move.double_move")
def test_what_the_first_move_left_is_not_lost() -> None:
    moment = turn_of(fight("A......\n.....,.\n......T"), "A", "T")
    once = act(moment, "A", "move", path="A1 B1 C1 D1 E1").fight
    assert once.body("A").count("moved_ft") == 20
    assert field(once, "A", "move")[Square(5, 1)] == 15
    far = turn_of(fight("A" + "." * 14 + "T"), "A", "T")
    once = act(far, "A", "move", path="A1 B1 C1 D1 E1").fight
    assert max(field(once, "A", "move").values()) == 40
    assert refused(once, "A", "move", path="E1 F1 G1 H1 I1 J1 K1 L1 M1 N1") == "pf1.move.speed"
    later = act(act(act(once, "A", "end_turn").fight, "T", "end_turn").fight, "A", "drop_prone").fight
    assert later.active == "A"
    assert not later.body("A").count("spare.walk")


@pytest.mark.rule("pf1.action.five_foot_step")
def test_the_step_out_of_reach_provokes_nobody() -> None:
    moment = fight("....\n.AT.\n....", {"A": sheet(weapons=SWORD), "T": sheet(weapons=SWORD)})
    after = act(turn_of(moment, "A", "T"), "A", "five_foot_step", path="B2 A2").fight
    assert where(after, "A") == "A2"
    assert asked(turn_of(moment, "A", "T"), "A", "move", path="B2 A2").who == "T"


@pytest.mark.rule("pf1.action.five_foot_step")
def test_where_a_step_may_go() -> None:
    moment = turn_of(fight("A,..\n..#.\n.,.T"), "A", "T")
    assert refused(moment, "A", "five_foot_step", path="A1 B1") == "pf1.move.hampered"
    assert set(field(moment, "A", "five_foot_step")) == {Square(0, 1), Square(1, 1)}
    corner = turn_of(fight("A#..\n...T"), "A", "T")
    assert refused(corner, "A", "five_foot_step", path="A1 B2") == "pf1.grid.corner_cut"
    out = turn_of(fight(".,A.\n...T", None, {"A": {**HEROES, "under": ","}}), "A", "T")
    assert refused(out, "A", "five_foot_step", path="C1 D1") == ""


@pytest.mark.rule("pf1.action.five_foot_step")
def test_when_a_step_may_be_taken() -> None:
    moment = lane(weapons=[weapon("longsword", "stowed")])
    drawn = act(moment, "A", "draw_weapon", item="A.longsword").fight
    assert refused(drawn, "A", "five_foot_step", path="A1 B1") == ""
    moved = act(moment, "A", "move", path="A1 B1").fight
    assert refused(moved, "A", "five_foot_step", path="B1 C1") == "pf1.action.five_foot_step"
    stepped = act(moment, "A", "five_foot_step", path="A1 B1").fight
    assert refused(stepped, "A", "move", path="B1 C1") == "pf1.action.five_foot_step"
    assert refused(stepped, "A", "five_foot_step", path="B1 C1") == "pf1.action.five_foot_step"
    prone = act(moment, "A", "drop_prone").fight
    assert refused(prone, "A", "five_foot_step", path="A1 B1") == "pf1.condition.prone"


@pytest.mark.rule("pf1.action.five_foot_step")
@pytest.mark.rule("pf1.move.very_small_enter")
def test_a_tiny_creature_that_steps_into_a_foes_square_provokes_it() -> None:
    tiny = {**HEROES, "size": "tiny"}
    moment = turn_of(fight("...\nAT.\n...", {"T": sheet(weapons=SWORD)}, {"A": tiny}), "A", "T")
    assert asked(moment, "A", "five_foot_step", path="A2 B2").who == "T"


def slow(ground: str = ",", **own: Any) -> Fight:
    """A creature of speed 5 between dear squares."""
    rows = f"{ground * 3}\n{ground}A{ground}\n{ground * 3}\n..T"
    return turn_of(
        fight(rows, {"A": sheet(), "T": sheet(weapons=SWORD)}, {"A": {**HEROES, "speed": 5}}, **own), "A", "T"
    )


@pytest.mark.rule("pf1.move.minimum")
def test_one_square_whatever_it_costs() -> None:
    moment = slow(";")
    assert not field_or_none(moment, "A", "move")
    assert len(field(moment, "A", "minimum_move")) == 8
    after = act(moment, "A", "minimum_move", path="B2 A1").fight
    assert where(after, "A") == "A1"
    assert not options(after, "A", "move")
    assert not options(after, "A", "total_defense")
    assert refused(moment, "A", "minimum_move", path="B2 A1 A2") == "pf1.move.minimum"


def field_or_none(moment: Fight, who: str, id: str) -> dict[Square, int]:
    return field(moment, who, id) if options(moment, who, id) else {}


@pytest.mark.rule("pf1.move.minimum")
def test_it_is_movement_and_provokes() -> None:
    rows = ",,,\n,A,\n,T,"
    moment = turn_of(fight(rows, {"T": sheet(weapons=SWORD)}, {"A": {**HEROES, "speed": 5}}), "A", "T")
    assert asked(moment, "A", "minimum_move", path="B2 A1").who == "T"


@pytest.mark.rule("pf1.move.minimum")
def test_who_cannot_move_cannot_struggle_either() -> None:
    assert refused(slow(effects={"A": ["grappled"]}), "A", "minimum_move", path="B2 A1") == "pf1.condition.grappled"
    assert not options(slow(effects={"A": ["paralyzed"]}), "A", "minimum_move", possible=False)
    walled = turn_of(fight(",#,\n#A#\n,#T", None, {"A": {**HEROES, "speed": 5}}), "A", "T")
    assert not options(walled, "A", "minimum_move", possible=False)


def past(skill: int = 5, **own: Any) -> Fight:
    """A, trained in Acrobatics, beside the armed T (CMD 15) and U (CMD 18), south of them a free row."""
    sheets = {
        "A": sheet(**{"skills": {"acrobatics": skill}, "ranks": {"acrobatics": 1}, **own}),
        "T": sheet(bab=5, weapons=SWORD, hp=30),
        "U": sheet(bab=5, str=16, weapons=SWORD, hp=30),
    }
    return turn_of(fight(".T.U....\n.A......\n........", sheets), "A", "T", "U")


@pytest.mark.rule("pf1.move.acrobatics_threatened")
def test_one_check_for_each_foe() -> None:
    run = act(past(), "A", "tumble", 10, 15, pace="half", path="B2 C2 D2 E2")
    checks = [(one.target, one.against, one.total, one.outcome) for one in rolled(run, "check")]
    assert checks == [("T", 15, 15, "success"), ("U", 20, 20, "success")]
    assert where(run.fight, "A") == "E2"


@pytest.mark.rule("pf1.move.acrobatics_threatened")
def test_whom_it_does_not_get_past_strikes_once() -> None:
    run = act(past(), "A", "tumble", 9, 3, 15, answers=("T strike.longsword",), pace="half", path="B2 C2 D2 E2")
    assert [one.outcome for one in rolled(run, "check")] == ["failure", "success"]
    assert len(rolled(run, "attack")) == 1
    assert where(run.fight, "A") == "E2"


@pytest.mark.rule("pf1.move.acrobatics_threatened")
def test_half_speed_or_ten_more() -> None:
    long = "B2 C2 D2 E2 F2 G2 H2"
    assert refused(past(), "A", "tumble", pace="half", path="B2 C2 D2 E2 F2") == "pf1.move.acrobatics_threatened"
    run = act(past(15), "A", "tumble", 10, 15, pace="full", path=long)
    assert [one.against for one in rolled(run, "check")] == [25, 30]
    assert where(run.fight, "A") == "H2"
    found = [
        one.costs for option in options(past(), "A", "tumble") for one in option.needs if isinstance(one, NeedPath)
    ]
    assert [max(one.values()) for one in found] == [15, 30]


@pytest.mark.rule("pf1.move.acrobatics_threatened")
def test_five_squares_of_one_foe_are_one_check() -> None:
    sheets = {"A": sheet(skills={"acrobatics": 30}, ranks={"acrobatics": 1}), "T": sheet(weapons=SWORD)}
    moment = turn_of(fight("...\nAT.\n...", sheets), "A", "T")
    run = act(moment, "A", "tumble", 5, pace="full", path="A2 A1 B1 C1 C2 C3")
    assert len(rolled(run, "check")) == 1


@pytest.mark.rule("pf1.move.acrobatics_threatened")
def test_who_may_tumble() -> None:
    assert not options(past(ranks={}), "A", "tumble", possible=False)
    assert refused(past(armor={"id": "chainmail"}), "A", "tumble", pace="half", path="B2 B3") == (
        "pf1.move.acrobatics_threatened"
    )
    assert not options(lane(ranks={"acrobatics": 1}), "A", "tumble", possible=False)
    shown = Pf1Fighting().preview(past(), Action("A", "tumble", {"pace": "half", "path": way("B2 C2 D2 E2")}))
    assert shown.reactions == ("T", "U")
    assert [one.msgid for one in shown.notes] == ["past {name}: {n} %"] * 2
    assert [dict(one.params)["n"] for one in shown.notes] == [55, 30]
    assert opportunity.left(past(), "T") == 1


def corridor(skill: int = 10, rows: str = "A.T...", foe: dict[str, Any] | None = None, **own: Any) -> Fight:
    """A, trained in Acrobatics, and in its way T with a combat maneuver defense of 17."""
    sheets = {
        "A": sheet(**{"skills": {"acrobatics": skill}, "ranks": {"acrobatics": 1}, **own}),
        "T": sheet(**{"bab": 5, "str": 14, "weapons": SWORD, "hp": 30, **(foe or {})}),
        "U": sheet(bab=5, str=14, weapons=SWORD, hp=30),
    }
    return turn_of(fight(rows, {key: value for key, value in sheets.items() if key in rows}), "A")


@pytest.mark.rule("pf1.move.acrobatics_through")
@pytest.mark.parametrize(("pace", "dc"), [("half", 22), ("full", 32)])
def test_through_an_opponent(pace: str, dc: int) -> None:
    moment = corridor(dc - 10)
    run = act(moment, "A", "tumble_through", 10, pace=pace, target="T")
    assert [(one.target, one.against, one.outcome) for one in rolled(run, "check")] == [("T", dc, "success")]
    assert where(run.fight, "A") == "D1"
    assert (run.fight.body("A").count("moved_ft"), run.fight.body("A").count("move")) == (15, 1)
    failed = act(moment, "A", "tumble_through", 9, 1, answers=("T strike.longsword",), pace=pace, target="T")
    assert [one.who for one in rolled(failed, "attack")] == ["T"]
    assert (where(failed.fight, "A"), failed.fight.body("A").count("move")) == ("B1", 1)


@pytest.mark.rule("pf1.move.acrobatics_through")
def test_each_more_in_a_round_is_harder() -> None:
    moment = corridor(30, rows="AT.U......")
    once = act(moment, "A", "tumble_through", 10, pace="half", target="T").fight
    twice = act(once, "A", "tumble_through", 10, pace="half", target="U")
    assert [one.against for one in rolled(twice, "check")] == [24]
    assert where(twice.fight, "A") == "E1"


@pytest.mark.rule("pf1.move.acrobatics_through")
def test_through_whom_and_how_far() -> None:
    assert not options(corridor(ranks={}), "A", "tumble_through", possible=False)
    assert refused(corridor(rows="A..T.."), "A", "tumble_through", pace="half", target="T") == (
        "pf1.move.acrobatics_through"
    )
    assert refused(corridor(rows="A..T.."), "A", "tumble_through", pace="full", target="T") == ""
    assert refused(corridor(rows="A.TU#"), "A", "tumble_through", pace="full", target="T") == (
        "pf1.move.acrobatics_through"
    )
    heavy = corridor(armor={"id": "chainmail"})
    assert refused(heavy, "A", "tumble_through", pace="half", target="T") == "pf1.move.acrobatics_threatened"


@pytest.mark.rule("pf1.move.fills_square")
def test_nobody_gets_through_what_fills_its_squares() -> None:
    sheets = {"A": sheet(skills={"acrobatics": 30}, ranks={"acrobatics": 1}), "T": sheet()}
    moment = turn_of(fight("A.T...", sheets, {"T": {"side": "foes", "pf1": {"traits": ["fills_space"]}}}), "A", "T")
    assert not options(moment, "A", "tumble_through", possible=False)


@pytest.mark.rule("pf1.move.very_small_enter")
@pytest.mark.rule("pf1.aoo.one_per_move")
def test_a_tiny_creature_that_walks_in_gives_one_opening_only() -> None:
    """It leaves a square that T threatens and enters that of T: once, even with Combat Reflexes."""
    foe = sheet(weapons=SWORD, dex=18, feats=["combat_reflexes"])
    moment = turn_of(fight("A.T", {"A": sheet(hp=40), "T": foe}, {"A": {**HEROES, "size": "tiny"}}), "A", "T")
    run = act(moment, "A", "move", 1, answers=("T strike.longsword",), path="A1 B1 C1")
    assert run.fight.body("T").count("opportunities") == 1
    assert str(run.fight.world.creature("A").space.anchor) == "C1"


@pytest.mark.rule("pf1.move.acrobatics_threatened")
@pytest.mark.parametrize(("face", "struck"), [(10, False), (9, True)])
def test_rolling_away_while_lying_down(face: int, struck: bool) -> None:
    """One square for the whole turn, against CMD 15 and 5 more; Acrobatics +10."""
    sheets = {
        "A": sheet(skills={"acrobatics": 10}, ranks={"acrobatics": 1}, hp=40),
        "T": sheet(bab=3, str=14, weapons=SWORD),
    }
    moment = turn_of(fight("...\nAT.\n...", sheets, effects={"A": ["prone"]}), "A", "T")
    (option,) = options(moment, "A", "tumble")
    assert (option.arguments["pace"], option.cost.msgid) == ("prone", "full-round action")
    answers, faces = (("T strike.longsword",), (face, 1)) if struck else ((), (face,))
    run = act(moment, "A", "tumble", *faces, answers=answers, pace="prone", path="A2 A1")
    (check,) = rolled(run, "check")
    assert (check.total, check.against) == (face + 10, 20)
    assert str(run.fight.world.creature("A").space.anchor) == "A1"
    assert run.fight.body("A").has("prone")
    assert refused(moment, "A", "tumble", pace="half", path="A2 A1") == "pf1.move.acrobatics_threatened"


@pytest.mark.rule("pf1.move.acrobatics_threatened")
def test_one_may_begin_to_tumble_before_anybody_threatens() -> None:
    moment = turn_of(
        fight("A..T..\n......", {"A": sheet(ranks={"acrobatics": 1}), "T": sheet(weapons=SWORD)}), "A", "T"
    )
    assert options(moment, "A", "tumble")
    far = turn_of(fight("A........T", {"A": sheet(ranks={"acrobatics": 1}), "T": sheet(weapons=SWORD)}), "A", "T")
    assert not options(far, "A", "tumble", possible=False)
