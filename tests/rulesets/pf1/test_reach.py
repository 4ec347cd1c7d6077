"""Reach, reach weapons, threatened squares."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.first import FOE, HERO, ask, first, named, picture, refused_by, rules_of, value

from tactics.core.space import SIDE_SQ
from tactics.world.world import World

STRICT = {"ten_foot_reach_diagonal": False}


def _alone(size: str = "medium", switches: dict[str, Any] | None = None, **table: Any) -> World:
    """A creature in the middle of an empty board big enough for any reach."""
    side = 26 + SIDE_SQ.get(size, 1)
    return first("\n".join(["." * side] * side), {"A": {"size": size, "at": [13, 13], **table}}, switches=switches)


def _count(size: str = "medium", switches: dict[str, Any] | None = None, **table: Any) -> Any:
    return value(_alone(size, switches, **table), "threatened", who="A")


@pytest.mark.rule("pf1.reach.natural")
@pytest.mark.parametrize(
    ("size", "counts"),
    [
        ("medium", {5: 8, 10: 24, 15: 36, 20: 60}),
        ("large", {5: 12, 10: 32, 15: 48, 20: 76}),
        ("huge", {5: 16, 10: 40, 15: 60, 20: 92}),
        ("gargantuan", {5: 20, 10: 48, 15: 72, 20: 108}),
        ("colossal", {20: 140, 30: 240}),
    ],
)
def test_squares_in_natural_reach(size: str, counts: dict[int, int]) -> None:
    assert {reach: _count(size, reach=reach) for reach in counts} == counts


@pytest.mark.rule("pf1.reach.natural")
@pytest.mark.rule("pf1.size.tall_long")
@pytest.mark.parametrize(
    ("size", "stature", "count"),
    [
        ("large", "tall", 32),
        ("large", "long", 12),
        ("huge", "long", 40),
        ("huge", "tall", 60),
        ("gargantuan", "long", 72),
        ("gargantuan", "tall", 108),
        ("colossal", "long", 140),
        ("colossal", "tall", 240),
    ],
)
def test_the_table_decides_where_a_file_says_nothing(size: str, stature: str, count: int) -> None:
    assert _count(size, stature=stature) == count


@pytest.mark.rule("pf1.reach.ten_foot_diagonal")
@pytest.mark.parametrize(("size", "count"), [("medium", 20), ("large", 28), ("huge", 36), ("gargantuan", 44)])
def test_without_the_second_diagonal(size: str, count: int) -> None:
    assert _count(size, STRICT, reach=10) == count


@pytest.mark.rule("pf1.reach.ten_foot_diagonal")
def test_the_second_diagonal_belongs_to_ten_feet() -> None:
    rows = "OO....\nOO....\n......\n...B..\n......"
    creatures = {"O": {"size": "large", "reach": 10}, "B": {}}
    verdict = ask(first(rows, creatures), "threatens", from_="O", to="B")
    assert verdict.value is True
    assert "pf1.reach.ten_foot_diagonal" in rules_of(verdict)
    assert value(first(rows, creatures), "distance", from_="O", to="B") == 15
    strict = ask(first(rows, creatures, switches=STRICT), "threatens", from_="O", to="B")
    assert (strict.value, strict.switches["pf1.ten_foot_reach_diagonal"]) == (False, False)


@pytest.mark.rule("pf1.reach.ten_foot_diagonal")
def test_fifteen_feet_have_no_third_diagonal() -> None:
    assert value("A....\n.....\n.....\n...T.", "threatens", from_="A", to="T") is False
    longer = first("A....\n.....\n.....\n...T.", {"A": {"reach": 15}})
    assert value(longer, "threatens", from_="A", to="T") is False
    assert value(first("A....\n.....\n.....\n...T.", {"A": {"reach": 20}}), "threatens", from_="A", to="T") is True


@pytest.mark.rule("pf1.reach.weapon")
@pytest.mark.rule("pf1.reach.ten_foot_diagonal")
def test_a_longspear_threatens_the_ring_at_ten_feet() -> None:
    rows = ".....\n.....\n..A..\n.....\n....."
    spear = {"A": {"reach": 5, "reach_weapon": True}}
    ring = ask(first(rows, spear), "threatened", who="A")
    assert picture(ring, "threatened", 5, 5) == "xxxxx\nx...x\nx...x\nx...x\nxxxxx"
    strict = ask(first(rows, spear, switches=STRICT), "threatened", who="A")
    assert picture(strict, "threatened", 5, 5) == ".xxx.\nx...x\nx...x\nx...x\n.xxx."
    assert "pf1.reach.weapon" in rules_of(ring)


@pytest.mark.rule("pf1.reach.weapon_large")
@pytest.mark.parametrize(
    ("size", "natural", "on", "off"),
    [("large", 5, 20, 16), ("large", 10, 44, 48), ("huge", 10, 52, 56), ("huge", 15, 108, 108), ("medium", 5, 16, 12)],
)
def test_bands_of_reach_weapons(size: str, natural: int, on: int, off: int) -> None:
    table = {"reach": natural, "reach_weapon": True}
    assert (_count(size, **table), _count(size, STRICT, **table)) == (on, off)


@pytest.mark.rule("pf1.reach.weapon_large")
def test_an_ogre_with_a_spear_strikes_at_fifteen_and_twenty_feet() -> None:
    rows = "OO" + "." * 8 + "\nOO" + "." * 8
    for column, struck in ((2, False), (3, False), (4, True), (5, True), (6, False)):
        here = first(rows, {"O": {"size": "large", "reach_weapon": True}, "T": {"at": [column, 0]}})
        assert value(here, "threatens", from_="O", to="T") is struck


@pytest.mark.rule("pf1.reach.natural_threatens_adjacent")
def test_long_arms_reach_the_neighbours_too() -> None:
    here = first("OOT\nOO.", {"O": {"size": "large", "reach": 10}, "T": {}})
    assert refused_by(here, who="O", action="attack", target="T") == ""
    threatened = ask(here, "threatened", who="O")
    assert named("C1", "C2") <= set(threatened.squares["threatened"])
    assert "pf1.reach.natural_threatens_adjacent" in rules_of(threatened)


@pytest.mark.rule("pf1.threat.squares")
def test_an_armed_creature_threatens_its_neighbours() -> None:
    assert set(ask("...\n.A.\n...", "threatened", who="A").squares["threatened"]) == named(
        "A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"
    )


SPEAR = {"name": "longspear", "reach_weapon": True}
SPIKES = {"name": "armor spikes"}
BOW = {"name": "bow", "ranged": True}


@pytest.mark.rule("pf1.threat.squares")
@pytest.mark.rule("pf1.attack.melee_band")
@pytest.mark.parametrize(
    ("weapons", "count"), [([SPEAR], 16), ([SPIKES], 8), ([SPEAR, SPIKES], 24), ([SPEAR, BOW], 16), ([BOW], 0)]
)
def test_every_weapon_at_hand_threatens(weapons: list[dict[str, Any]], count: int) -> None:
    assert _count(weapons=weapons) == count


@pytest.mark.rule("pf1.attack.melee_band")
@pytest.mark.rule("pf1.reach.weapon")
@pytest.mark.parametrize(
    ("weapon", "column", "struck"),
    [("armor spikes", 1, True), ("armor spikes", 2, False), ("longspear", 1, False), ("longspear", 2, True)],
)
def test_one_weapon_strikes_in_its_own_band(weapon: str, column: int, struck: bool) -> None:
    here = first("A...", {"A": {"weapons": [SPEAR, SPIKES]}, "T": {"at": [column, 0]}})
    assert value(here, "threatens", from_="A", to="T", weapon=weapon) is struck
    bare = first(
        "A...", {"A": {"weapons": [{"name": weapon, "reach_weapon": weapon == "longspear"}]}, "T": {"at": [column, 0]}}
    )
    assert (refused_by(bare, who="A", action="attack", target="T") == "") is struck


@pytest.mark.rule("pf1.attack.melee_band")
def test_a_weapon_may_have_a_reach_of_its_own() -> None:
    whip = {"name": "whip", "reach": 15}
    assert _count(weapons=[whip]) == 36
    lunge = {"name": "pike", "reach": 15, "reach_weapon": True}
    assert _count(weapons=[lunge]) == 28


@pytest.mark.rule("pf1.threat.unarmed")
def test_the_unarmed_and_archers_threaten_nothing() -> None:
    assert _count(armed=False) == 0
    archer = ask(_alone(weapons=[BOW]), "threatened", who="A")
    assert (archer.value, rules_of(archer)) == (0, {"pf1.aoo.melee_only"})


@pytest.mark.rule("pf1.threat.squares")
@pytest.mark.parametrize("condition", ["unconscious", "helpless", "stunned", "dazed", "paralyzed", "cowering"])
def test_who_cannot_act_threatens_nothing(condition: str) -> None:
    assert _count(conditions=[condition]) == 0


@pytest.mark.rule("pf1.threat.squares")
@pytest.mark.parametrize("condition", ["prone", "grappled", "shaken", "flat_footed", "blinded"])
def test_lesser_conditions_leave_the_threat(condition: str) -> None:
    assert _count(conditions=[condition]) == 8


@pytest.mark.rule("pf1.threat.blocked")
def test_nothing_is_threatened_through_walls() -> None:
    side = first(".......\n" * 3 + "...A...\n" + ".......\n" * 3, walls=[{"line": [[4, 0], [4, 7]]}])
    assert value(side, "threatened", who="A") == 5
    assert value(first("#A#T\n####"), "threatens", from_="A", to="T") is False
    reach = first("####\nA#T.\n####", {"A": {"reach": 10}})
    verdict = ask(reach, "threatens", from_="A", to="T")
    assert (verdict.value, verdict.steps[-1].rule) == (False, "pf1.threat.blocked")
    for state, threatened in (("closed", False), ("open", True)):
        door = first("AT", walls=[{"line": [[1, 0], [1, 1]], "kind": "door", "state": state}])
        assert value(door, "threatens", from_="A", to="T") is threatened


@pytest.mark.rule("pf1.threat.blocked")
def test_cover_leaves_the_threat_and_stops_the_opportunity() -> None:
    here = first("F..\n#G.\n..H", {"F": HERO, "G": FOE, "H": HERO})
    assert value(here, "threatens", from_="F", to="G") is True
    assert value(here, "flanking", from_="H", to="G", with_="F") is True
    assert value(here, "provokes", who="G", path=["B2", "C1"]) == ("H",)


@pytest.mark.rule("pf1.threat.squares")
def test_height_counts_for_reach() -> None:
    for z, struck in ((0, True), (5, True), (10, False)):
        here = first("AT", {"A": {}, "T": {"z": z}})
        assert value(here, "threatens", from_="A", to="T") is struck
    high = first("A.T", {"A": {"reach": 10}, "T": {"z": 10}})
    assert value(high, "threatens", from_="A", to="T") is True
    strict = first("A.T", {"A": {"reach": 10}, "T": {"z": 10}}, switches=STRICT)
    assert value(strict, "threatens", from_="A", to="T") is False
