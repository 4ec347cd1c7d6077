"""Areas of powers: whom they take, and what cover is worth."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf1.fight.acting import HEROES, act, options, refused, turn_of
from rulesets.pf1.fight.ring import fight, lost, rolled, sheet

from tactics.core.lattice import Point, Square
from tactics.engine.run import Playing
from tactics.rules.action import Action, NeedArea
from tactics.rulesets.pf1.fight.book import Pf1Fighting
from tactics.world.fight import Fight

CONE = {"shape": "cone", "size": 15}
BURST = {"shape": "burst", "size": 30, "range": 100}
LINE = {"shape": "line", "size": 30}


def blast(**more: Any) -> dict[str, Any]:
    """Fire in an area, 30 points, Reflex 15 for half; no spell, so it gives no opening."""
    plain = {
        "id": "blast",
        "name": "Blast",
        "kind": "supernatural",
        "effect": "damage",
        "dice": "5d6",
        "type": "fire",
        "save": "reflex",
        "on_save": "half",
        "dc": 15,
    }
    return {**plain, **more}


def field(rows: str, power: dict[str, Any], foe: dict[str, Any] | None = None, **more: Any) -> Fight:
    """The turn of A, who has the power."""
    other = sheet(**{"hp": 90, **(foe or {})})
    sheets = dict.fromkeys("BCDEFGTUVW", other) | {"A": sheet(hp=90, powers=[power])}
    return turn_of(fight(rows, sheets, **more), "A")


def cast(moment: Fight, area: Point | Square, *faces: int) -> Playing:
    return act(moment, "A", "cast", *faces, power="blast", area=area)


def corner(x: int, y: int) -> Point:
    return Point(1000 * x, 1000 * y)


SIXES = (6,) * 5


def save_bonus(moment: Fight, area: Point | Square, who: str = "T") -> int:
    """What a creature adds to its save; it rolls a 10."""
    met = Pf1Fighting().preview(moment, Action("A", "cast", {"power": "blast", "area": area})).takes
    found = cast(moment, area, *SIXES, *(10,) * len(met))
    return next(one.total for one in rolled(found, "save") if one.who == who) - 10


@pytest.mark.rule("pf1.save.types")
def test_one_roll_for_all_and_a_save_for_each() -> None:
    run = cast(field("A.T\n..U", blast(**CONE)), Square(2, 0), 6, 5, 4, 3, 2, 15, 14)
    assert rolled(run, "damage")[0].total == 20
    assert (lost(run, "T"), lost(run, "U")) == ([-10], [-20])


@pytest.mark.rule("pf1.save.types")
@pytest.mark.parametrize(
    ("special", "on_save", "left"),
    [
        ([], "half", (15, 30)),
        (["evasion"], "half", (0, 30)),
        (["improved_evasion"], "half", (0, 15)),
        (["evasion"], "negates", (0, 30)),
        (["evasion"], "partial", (30, 30)),
    ],
)
def test_what_a_save_leaves(special: list[str], on_save: str, left: tuple[int, int]) -> None:
    moment = field("A.T", blast(**CONE, on_save=on_save), {"special": special})
    for face, amount in zip((15, 14), left, strict=True):
        assert sum(lost(cast(moment, Square(2, 0), *SIXES, face), "T")) == -amount


@pytest.mark.rule("pf1.save.types")
def test_the_helpless_do_not_evade() -> None:
    moment = field("A.T", blast(**CONE), {"special": ["improved_evasion"]}, effects={"T": ["paralyzed"]})
    assert lost(cast(moment, Square(2, 0), *SIXES, 20), "T") == [-15]
    assert lost(cast(moment, Square(2, 0), *SIXES, 2), "T") == [-30]


@pytest.mark.rule("pf1.cover.reflex")
def test_cover_from_the_point_of_origin() -> None:
    rows = "......\n...#T.\n......\nA....."
    moment = field(rows, blast(**BURST))
    assert save_bonus(moment, corner(1, 0)) == 2
    (save,) = [one for one in rolled(cast(moment, corner(1, 0), *SIXES, 10, 10), "save") if one.who == "T"]
    assert [part.rule for part in save.parts if part.type == "cover"] == ["pf1.cover.reflex"]
    assert save_bonus(moment, corner(5, 3)) == 0


@pytest.mark.rule("pf1.cover.reflex")
def test_low_walls_count_by_the_side_of_the_burst() -> None:
    low = [{"line": [[3, 0], [3, 3]], "kind": "low_wall"}]
    rows = "A......\n...T...\n......."
    assert save_bonus(field(rows, blast(**BURST), walls=low), corner(1, 1)) == 2
    assert save_bonus(field(rows, blast(**BURST), walls=low), corner(6, 1)) == 0


@pytest.mark.rule("pf1.cover.reflex")
def test_behind_a_whole_wall_nothing_arrives() -> None:
    wall = [{"line": [[3, 0], [3, 3]]}]
    moment = field("A......\n...T...\n.......", blast(**BURST), walls=wall)
    run = cast(moment, corner(1, 1), *SIXES, 10)
    assert [one.who for one in rolled(run, "save")] == ["A"]


@pytest.mark.rule("pf1.cover.reflex")
def test_a_spread_goes_round_the_corner() -> None:
    rows = "......\n...#T.\n......\nA....."
    assert save_bonus(field(rows, blast(**{**BURST, "shape": "spread"})), corner(1, 0)) == 0


@pytest.mark.rule("pf1.cover.reflex")
def test_creatures_are_no_cover_against_areas() -> None:
    assert save_bonus(field("A.UT..", blast(**LINE)), Square(3, 0)) == 0


@pytest.mark.rule("pf1.cover.reflex")
def test_only_reflex_saves_gain() -> None:
    low = [{"line": [[3, 0], [3, 3]], "kind": "low_wall"}]
    rows = "A......\n...T...\n......."
    moment = field(rows, blast(**BURST, save="fortitude"), {"con": 10}, walls=low)
    assert save_bonus(moment, corner(1, 1)) == 0


SLIT = [{"line": [[3, 0], [3, 3]], "kind": "arrow_slit"}]


@pytest.mark.rule("pf1.cover.improved")
def test_an_arrow_slit_gives_four_and_improved_evasion() -> None:
    moment = field("A......\n...T...\n.......", blast(**BURST), walls=SLIT)
    assert save_bonus(moment, corner(1, 1)) == 4
    for face, left in ((11, 0), (10, 15)):
        run = cast(moment, corner(1, 1), *SIXES, 20, face)
        assert -sum(lost(run, "T")) == left
        (save,) = [one for one in rolled(run, "save") if one.who == "T"]
        assert "pf1.cover.improved" in {part.rule for part in save.parts}


@pytest.mark.rule("pf1.cover.improved")
def test_the_preview_knows_it_too() -> None:
    behind = field("A......\n...T...\n.......", blast(**BURST), walls=SLIT)
    open_ = field("A......\n...T...\n.......", blast(**BURST))
    action = Action("A", "cast", {"power": "blast", "area": corner(1, 1)})
    hidden, plain = (Pf1Fighting().preview(one, action) for one in (behind, open_))
    assert set(hidden.takes) == set(plain.takes) == {"A", "T"}
    # A rolls without cover either way: 14 of 20 fail, and 17.5 is the mean; half is taken after a save.
    assert hidden.damage_mean < plain.damage_mean


def test_friends_are_taken_as_well() -> None:
    moment = field("AFT..", blast(**LINE), creatures={"A": HEROES, "F": HEROES})
    assert {one.who for one in rolled(cast(moment, Square(2, 0), *SIXES, 10, 10), "save")} == {"F", "T"}


def test_where_it_can_be_aimed() -> None:
    moment = field("A" + "." * 24 + "T", blast(**BURST))
    assert refused(moment, "A", "cast", power="blast", area=corner(21, 0)) == ""
    assert refused(moment, "A", "cast", power="blast", area=corner(22, 0)) == "pf1.area.origin"
    assert refused(moment, "A", "cast", power="blast") == "pf1.area.origin"
    wall = field("A#....T", blast(**BURST))
    assert refused(wall, "A", "cast", power="blast", area=corner(4, 0)) == "pf1.area.origin"
    for shape, at in ((BURST, "corner"), (CONE, "square"), (LINE, "square")):
        (option,) = options(field("A.T", blast(**shape)), "A", "cast")
        need = need_of(option, NeedArea)
        assert need.at == at
    (option,) = options(field("A.T", blast(shape="emanation", size=10)), "A", "cast")
    assert option.needs == ()


def test_who_is_out_of_the_fight_is_not_taken() -> None:
    moment = field("A.T", blast(**CONE))
    run = cast(moment, Square(2, 0), *SIXES, 15)
    again = act(
        field("A.T", blast(**CONE), {"hp": 5, "con": 10}), "A", "cast", *SIXES, 1, power="blast", area=Square(2, 0)
    )
    assert run.fight.body("T").out == ""
    assert again.fight.body("T").out == "dead"
