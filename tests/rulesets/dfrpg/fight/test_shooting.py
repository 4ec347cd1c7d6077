"""What makes shots and throws easier or harder, how far they go, and where thrown weapons come to lie."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.rules.action import Action, NeedCreature
from tactics.rulesets.dfrpg.fight import checks, shooting
from tactics.rulesets.dfrpg.fight.attack import Attack, parts_of
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.archery import SHOT, aimed, archer, attacking, skill, thrower
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    chose,
    ended,
    fight,
    kept,
    lost,
    options,
    refused,
    rolled,
    rules,
    sheet,
    weapon,
)

ROLL = "dfrpg.ranged.attack_roll"

TABLE = "dfrpg.ranged.size_speed_range"

HALF = "dfrpg.ranged.half_damage"

MAX = "dfrpg.maneuver.attack.ranged_max"


def across(yards: int, between: str = "", **more: Any) -> Fight:
    """A with a bow, and T so many yards to the east of it; some squares next to A's may be given."""
    row = "A" + between + "." * (yards - 1 - len(between)) + "T"
    return fight(row, {"A": archer(), **more.pop("sheets", {})}, **more)


def parts(moment: Fight, rule: str, **arguments: Any) -> list[int]:
    """Amounts of the parts of A's shot at T by a rule."""
    preview = BOOK.preview(moment, Action("A", "attack", {**SHOT, **arguments}))
    assert preview.under
    assert preview.against == sum(kept(preview.parts))
    return [one.amount for one in preview.parts if one.rule == rule]


# The roll.


@pytest.mark.rule(ROLL)
@pytest.mark.parametrize(("row", "expected"), [("A.........T", 10), ("AB........T", 6), ("AB.C......T", 2)])
def test_each_figure_in_the_line_of_fire_makes_a_shot_harder(row: str, expected: int) -> None:
    moment = attacking(fight(row, {"A": archer()}, {"B": {"side": "heroes"}}))
    if expected < 3:
        assert refused(moment, "A", "attack", **SHOT) == "dfrpg.core.success_roll"
        return
    assert skill(moment) == expected


@pytest.mark.rule(ROLL)
def test_the_parts_of_an_aimed_shot_through_figures_are_told_one_by_one() -> None:
    sheets = {"A": archer("composite_bow")}
    for row, expected in (("A.........T", 13), ("AB........T", 9), ("AB.C......T", 5)):
        moment = fight(row, sheets)
        others = tuple(sorted(one for one in moment.bodies if one != "A"))
        moment = attacking(aimed(moment, id="composite_bow", others=others))
        assert skill(moment, weapon="composite_bow") == expected
    assert parts(moment, ROLL, weapon="composite_bow") == [-4, -4]


@pytest.mark.rule(ROLL)
def test_nobody_lying_is_in_the_line_of_fire() -> None:
    moment = attacking(fight("AB........T", {"A": archer()}, effects={"B": ["prone"]}))
    assert skill(moment) == 10


@pytest.mark.rule(ROLL, "dfrpg.posture.smaller_target")
def test_a_kneeling_target_is_smaller() -> None:
    moment = fight("A.........T", {"A": archer("composite_bow")}, effects={"T": ["kneeling"]})
    moment = attacking(aimed(moment, id="composite_bow"))
    assert skill(moment, weapon="composite_bow") == 11


LOW_WALL = {"kind": "low_wall"}


@pytest.mark.rule(ROLL)
@pytest.mark.parametrize(
    ("row", "walls", "expected"),
    [
        ("A........nT", [], [-2]),  # a table right before the target
        ("A.......n.T", [], []),  # a yard away it hides nothing
        ("An........T", [], []),  # the shooter's own table
        ("AnT", [], []),  # both stand at it
        ("A.........T", [{"line": [[10, 0], [10, 1]], **LOW_WALL}], [-2]),
        ("A.........T", [{"line": [[9, 0], [9, 1]], **LOW_WALL}], []),
        ("A.........T", [{"line": [[1, 0], [1, 1]], **LOW_WALL}], []),
        ("A....o....T", [], [-2]),  # a tree on the way
        ("A.........T", [{"line": [[10, 0], [10, 1]], "kind": "window"}], [-2]),
        ("A........nT", [{"line": [[10, 0], [10, 1]], **LOW_WALL}], [-2]),  # no more than half is hidden
    ],
)
def test_half_of_a_target_may_be_hidden(row: str, walls: list[dict[str, Any]], expected: list[int]) -> None:
    moment = attacking(fight(row, {"A": archer()}, walls=walls))
    assert parts(moment, ROLL) == expected


@pytest.mark.rule(ROLL)
@pytest.mark.parametrize(
    ("row", "effects", "rule"),
    [
        ("A........nT", {"T": ["prone"]}, ROLL),
        ("A........nT", {"T": ["crawling"]}, ROLL),
        ("A........nT", {"T": ["kneeling"]}, ""),
        ("An........T", {"A": ["prone"]}, ROLL),
        ("A.........T", {"T": ["prone"]}, ""),
        ("A...#.....T", {}, "dfrpg.grid.sight_line"),
    ],
)
def test_nothing_hits_who_is_wholly_behind_cover(row: str, effects: dict[str, list[str]], rule: str) -> None:
    moment = attacking(fight(row, {"A": archer()}, effects=effects))
    assert refused(moment, "A", "attack", **SHOT) == rule
    offered = options(moment, "A", "attack")
    assert any("T" in need.ids for one in offered for need in one.needs if isinstance(need, NeedCreature)) == (not rule)


@pytest.mark.rule(ROLL)
def test_glass_lets_looks_through_but_no_arrows() -> None:
    glass = {"line": [[5, 0], [5, 1]], "kind": "window", "glazed": True}
    moment = attacking(fight("A.........T", {"A": archer()}, walls=[glass]))
    assert refused(moment, "A", "attack", **SHOT) == "dfrpg.grid.sight_line"


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.ranged")
def test_a_shot_all_out_is_a_little_better() -> None:
    moment = across(7)  # -3
    assert skill(attacking(moment)) == 11
    moment = chose(moment, "A", "all_out_attack", "ranged")
    assert skill(moment) == 12
    assert parts(moment, "dfrpg.maneuver.all_out_attack.ranged") == [1]


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.ranged")
def test_aiming_and_shooting_all_out_go_together() -> None:
    moment = chose(aimed(across(7), 2), "A", "all_out_attack", "ranged")
    assert skill(moment) == 11 + 2 + 1 + 1


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.ranged")
def test_without_a_ranged_weapon_there_is_no_shot_all_out() -> None:
    moment = fight("A.T")
    assert refused(moment, "A", "maneuver", maneuver="all_out_attack", variant="ranged") == (
        "dfrpg.maneuver.all_out_attack.ranged"
    )


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.ranged_penalty")
@pytest.mark.parametrize(("bulk", "expected"), [(-6, 8), (-2, 12), (0, 12)])
def test_the_bulk_of_a_weapon_hampers_on_the_move(bulk: int, expected: int) -> None:
    moment = fight(".A.T", {"A": archer(weapons=[weapon("bow", 14, "both", shot={"bulk": bulk})])})
    moment = act(chose(moment, "A", "move_and_attack"), "A", "turn", facing="NE").fight
    assert skill(moment) == expected


# Range, speed and size.


@pytest.mark.rule(TABLE)
@pytest.mark.parametrize(
    ("yards", "expected"), [(2, []), (3, [-1]), (4, [-2]), (6, [-3]), (8, [-4]), (10, [-4]), (11, [-5]), (101, [-11])]
)
def test_range(yards: int, expected: list[int]) -> None:
    sheets = {"A": archer(skill=20)}
    assert parts(attacking(across(yards, sheets=sheets)), TABLE) == expected


@pytest.mark.rule(TABLE)
@pytest.mark.parametrize(("size", "expected"), [("small", [-1, -4]), ("medium", [-4]), ("large", [1, -4])])
def test_size(size: str, expected: list[int]) -> None:
    moment = attacking(across(10, creatures={"T": {"size": size}}) if size != "large" else _at_a_big_one())
    assert parts(moment, TABLE) == expected


def _at_a_big_one() -> Fight:
    return fight("A.........TT\n..........TT", {"A": archer()}, creatures={"T": {"size": "large"}})


def walked(maneuver: str, variant: str = "", yards: int = 6, **rules_: Any) -> Fight:
    """A's Attack after T has gone so many yards straight up and down the board; T ends 20 yards off."""
    rows = ["." * 21] * yards + ["A" + "." * 20]
    rows[0] = "." * 20 + "T"
    rows[-1] = "A" + "." * 20
    sheets = {"A": archer(skill=20), "T": sheet(move=12)}
    moment = fight([*rows, "." * 21], sheets, order=("T", "A"), facing={"T": "S"}, rules={"dfrpg": rules_})
    moment = chose(moment, "T", maneuver, variant)
    path = " ".join(f"U{number}" for number in range(1, yards + 2))
    moment = act(moment, "T", "move", path=path).fight
    return attacking(ended(moment, "T"))


@pytest.mark.rule(TABLE)
@pytest.mark.parametrize(
    ("maneuver", "variant", "yards", "switch", "expected"),
    [
        ("move", "", 6, "move_only", -7),
        ("move", "", 12, "move_only", -8),
        ("all_out_defense", "increased_dodge", 6, "move_only", -7),
        ("move_and_attack", "", 6, "move_only", -6),
        ("move_and_attack", "", 6, "always", -7),
        ("move", "", 6, "never", -6),
    ],
)
def test_a_target_that_has_run_is_harder_to_hit(
    maneuver: str, variant: str, yards: int, switch: str, expected: int
) -> None:
    moment = walked(maneuver, variant, yards, target_speed=switch)
    far = shooting.yards_between(moment.world, moment.world.creature("A"), moment.world.creature("T"))
    assert far == 20
    assert parts(moment, TABLE) == [expected]


@pytest.mark.rule(TABLE)
def test_every_second_diagonal_counts_twice_for_speed() -> None:
    moment = fight(["T....", ".....", ".....", "A...."], {"T": sheet(move=6)}, order=("T",), facing={"T": "SE"})
    moment = act(chose(moment, "T", "move"), "T", "move", path="A1 B2 C3 D3").fight
    assert shooting.speed_yd(moment, "T") == 4


@pytest.mark.rule(TABLE)
def test_the_yards_of_an_earlier_turn_do_not_count() -> None:
    moment = fight("T..........A", {"A": archer()}, order=("T", "A"), facing={"T": "E"})
    moment = act(chose(moment, "T", "move"), "T", "move", path="A1 B1 C1").fight
    moment = ended(ended(moment, "T"), "A")
    assert shooting.speed_yd(ended(chose(moment, "T", "move"), "T"), "T") == 0


# Half range and the greatest range.


@pytest.mark.rule(HALF)
@pytest.mark.parametrize(("yards", "damage"), [(149, 7), (150, 3), (200, 3)])
def test_from_half_range_on_damage_is_halved(yards: int, damage: int) -> None:
    bow = weapon("bow", 30, "both", shot={"base": "", "add": "2d6", "type": "cr"})
    moment = attacking(fight("A" + "." * (yards - 1) + "T", {"A": archer(weapons=[bow]), "T": sheet(hp=30)}))
    preview = BOOK.preview(moment, Action("A", "attack", SHOT))
    assert preview.damage_most == (12 if damage == 7 else 6)
    assert any("half range" in note.msgid for note in preview.notes) == (damage == 3)
    run = act(moment, "A", "attack", 3, 3, 4, 3, 4, answers=("T none",), **SHOT)
    assert lost(run, "T") == damage
    told = rolled(run, "damage")[0]
    assert told.total == damage
    assert (HALF in rules(told.parts)) == (damage == 3)


@pytest.mark.rule(MAX, HALF)
@pytest.mark.parametrize(("yards", "rule"), [(200, ""), (201, MAX)])
def test_no_shot_goes_farther_than_the_greatest_range(yards: int, rule: str) -> None:
    sheets = {"A": archer(skill=30)}
    assert refused(attacking(across(yards, sheets=sheets)), "A", "attack", **SHOT) == rule


@pytest.mark.rule(MAX)
@pytest.mark.parametrize(("there", "rule"), [((10, 8), ""), ((12, 8), MAX)])
def test_the_range_of_a_throw_counts_diagonals(there: tuple[int, int], rule: str) -> None:
    rows = [["."] * 13 for _ in range(9)]
    rows[0][0], rows[there[1]][there[0]] = "A", "T"
    moment = attacking(fight(["".join(row) for row in rows], {"A": thrower("throwing_axe", 16)}))
    assert refused(moment, "A", "attack", weapon="throwing_axe", target="T") == rule


@pytest.mark.rule(HALF)
def test_the_ranges_of_a_weapon_grow_with_strength() -> None:
    moment = fight("A....T", {"A": thrower("throwing_axe", st=12), "T": archer("crossbow", st=12)})
    axe = sheet_of(moment.world.creature("A")).weapons["throwing_axe"].shot
    bow = sheet_of(moment.world.creature("T")).weapons["crossbow"].shot
    assert axe is not None
    assert bow is not None
    assert (axe.half_yd, axe.most_yd) == (12, 18)
    assert (bow.half_yd, bow.most_yd) == (240, 300)


# Shots from a Wait.


@pytest.mark.rule("dfrpg.ranged.opportunity_fire")
@pytest.mark.parametrize(
    ("squares", "line", "checking", "expected"),
    [
        (1, False, False, []),
        (4, False, False, [-2]),
        (9, True, False, [-2]),
        (9, False, False, [-4]),
        (13, False, True, [-5, -2]),
        (1, False, True, [-2]),
    ],
)
def test_covering_an_area_makes_the_shot_worse(squares: int, line: bool, checking: bool, expected: list[int]) -> None:
    found = shooting.covering_parts(squares, line=line, checking=checking)
    assert [one.amount for one in found] == expected
    assert rules(found) <= {"dfrpg.ranged.opportunity_fire"}


@pytest.mark.rule("dfrpg.ranged.opportunity_fire")
@pytest.mark.parametrize(("squares", "expected"), [(1, 14 - 4 + 3), (4, 14 - 4 - 2)])
def test_aiming_helps_only_who_covers_a_single_square(squares: int, expected: int) -> None:
    moment = attacking(aimed(fight("A.........T", {"A": archer("composite_bow")}), id="composite_bow"))
    bow = sheet_of(moment.world.creature("A")).weapons["composite_bow"]
    attack = Attack("A", "T", bow, None, extra=shooting.covering_parts(squares), covering=squares)
    assert checks.total(parts_of(moment, attack)) == expected
