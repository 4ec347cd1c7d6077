"""Ranges of powers and weapons."""

from __future__ import annotations

import pytest
from rulesets.dnd4e.fourth import case_of, fourth, spot_of

from tactics.core.lattice import parse_square
from tactics.rulesets.dnd4e.ranges import (
    LONG,
    NORMAL,
    area_refusal,
    melee_reach_sq,
    melee_refusal,
    personal_targets,
    ranged_refusal,
    sight_refusal,
    weapon_band,
)
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.spots import square_spot
from tactics.rulesets.dnd4e.tables import reach_sq
from tactics.world.creature import Weapon
from tactics.world.world import World


def rule(refusal: Refusal | None) -> str:
    """The rule of a refusal, "" for none."""
    return refusal.rule if refusal else ""


def ranged(here: World, n: int) -> str:
    """Whether A may use a ranged n power on T."""
    return rule(ranged_refusal(case_of(here), spot_of(here, "A"), spot_of(here, "T"), n))


def row(gap: int, **tables: object) -> World:
    """A and T in a row at a count."""
    return fourth("A" + "." * (gap - 1) + "T", **tables)


@pytest.mark.rule("dnd4e.range.definition", "dnd4e.range.ranged_n")
def test_ranged_n_takes_targets_up_to_n() -> None:
    assert ranged(row(10), 10) == ""
    assert ranged(row(11), 10) == "dnd4e.range.ranged_n"
    assert ranged(row(5), 5) == ""
    assert ranged(row(6), 5) == "dnd4e.range.ranged_n"


@pytest.mark.rule("dnd4e.range.ranged_n")
def test_one_square_of_a_big_target_in_range_is_enough() -> None:
    here = fourth("A....TT\n.....TT", creatures={"T": {"size": "large"}})
    assert ranged(here, 5) == ""


@pytest.mark.rule("dnd4e.range.ranged_n")
def test_ranged_needs_a_way_and_line_of_effect() -> None:
    assert ranged(fourth("A#T\n.#.\n..."), 2) == "dnd4e.range.ranged_n"
    assert ranged(fourth("A#T\n...\n..."), 9) == "dnd4e.loe.target_required"


@pytest.mark.rule("dnd4e.range.sight")
def test_range_sight_takes_whom_you_see() -> None:
    def sight(here: World) -> str:
        return rule(sight_refusal(case_of(here), spot_of(here, "A"), spot_of(here, "T")))

    assert sight(row(200)) == ""
    assert sight(fourth("A..T", creatures={"T": {"under": "@"}})) == "dnd4e.range.sight"
    force = [{"line": [[2, 0], [2, 1]], "kind": "force"}]
    assert sight(fourth("A..T", walls=force)) == "dnd4e.loe.target_required"


@pytest.mark.rule("dnd4e.range.weapon")
def test_weapon_bands() -> None:
    bow = Weapon("longbow", ranged=True, range_sq=20, long_range_sq=40)
    assert [weapon_band(bow, away) for away in (20, 21, 40, 41)] == [NORMAL, LONG, LONG, None]
    axe = Weapon("handaxe", ranged=True, range_sq=5, long_range_sq=10)
    assert [weapon_band(axe, away) for away in (5, 6, 10, 11)] == [NORMAL, LONG, LONG, None]


@pytest.mark.rule("dnd4e.range.melee")
def test_reach_in_melee() -> None:
    def melee(here: World, reach: int) -> str:
        return rule(melee_refusal(case_of(here), spot_of(here, "A"), spot_of(here, "T"), reach))

    def with_weapon(gap: int) -> World:
        return row(gap, creatures={"A": {"reach_weapon": True}})

    reach = melee_reach_sq(spot_of(with_weapon(1), "A"))
    assert [melee(with_weapon(gap), reach) for gap in (1, 2, 3)] == ["", "", "dnd4e.range.melee"]
    assert melee_reach_sq(spot_of(with_weapon(1), "A"), touch=True) == 1
    assert melee_reach_sq(spot_of(with_weapon(1), "A"), 2) == 2

    big = {"A": {"size": "large", "reach": 2}}
    assert melee(fourth("AA.T\nAA..", creatures=big), 2) == ""
    assert melee(fourth("AA..T\nAA...", creatures=big), 2) == "dnd4e.range.melee"

    counted = {"dnd4e": {"reach_metric": "counted"}}
    assert melee(fourth("A#\n.T"), 1) == ""
    assert melee(fourth("A#\n.T", rules=counted), 1) == "dnd4e.range.melee"
    assert melee(fourth("A#\n.T"), 2) == melee(fourth("A#\n.T", rules=counted), 2) == ""
    assert melee(fourth("#A\nT#"), 1) == melee(fourth("#A\nT#", rules=counted), 1) == "dnd4e.loe.target_required"

    door = {"line": [[1, 0], [1, 1]], "kind": "door"}
    assert melee(fourth("AT", walls=[{**door, "state": "closed"}]), 1) == "dnd4e.loe.target_required"
    assert melee(fourth("AT", walls=[{**door, "state": "open"}]), 1) == ""


@pytest.mark.rule("dnd4e.range.personal")
def test_a_personal_power_takes_its_user() -> None:
    sealed = fourth("###\n#A#\n###", creatures={"A": {"conditions": ["blinded"]}})
    assert personal_targets(spot_of(sealed, "A")) == ("A",)


@pytest.mark.rule("dnd4e.range.area_within", "dnd4e.range.definition")
def test_only_the_origin_square_has_to_be_in_range() -> None:
    here = fourth("A.............")

    def area(square: str) -> str:
        origin = square_spot(here, parse_square(square))
        return rule(area_refusal(case_of(here), spot_of(here, "A"), origin, 10))

    assert area("K1") == ""
    assert area("L1") == "dnd4e.range.area_within"
    walled = fourth("A#.\n...")
    origin = square_spot(walled, parse_square("C1"))
    assert rule(area_refusal(case_of(walled), spot_of(walled, "A"), origin, 10)) == "dnd4e.loe.area_origin"


@pytest.mark.rule("dnd4e.space.size_table")
@pytest.mark.parametrize(
    ("size", "stature", "own", "reach"),
    [
        ("tiny", "tall", None, 0),
        ("small", "tall", None, 1),
        ("medium", "tall", None, 1),
        ("large", "tall", None, 2),
        ("large", "long", None, 1),
        ("large", "tall", 1, 1),
        ("huge", "tall", None, 3),
        ("gargantuan", "long", None, 3),
    ],
)
def test_reach_by_size_unless_the_creature_says_otherwise(size: str, stature: str, own: int | None, reach: int) -> None:
    table = {"size": size, "stature": stature, "at": "A1", **({} if own is None else {"reach": own})}
    assert reach_sq(fourth("....\n....\n....\n....", creatures={"A": table}).creature("A")) == reach
