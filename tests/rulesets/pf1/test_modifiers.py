"""What position and conditions add."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.first import FOE, HERO, ask, first, rules_of, value

from tactics.core.problems import ProblemError
from tactics.rulesets.pf1.tables import acts, conditions
from tactics.world.world import World


def _sum(position: World | str, source: str = "A", target: str = "T", **more: Any) -> dict[str, int]:
    return dict(value(position, "modifiers", from_=source, to=target, **more))


@pytest.mark.rule("pf1.attack.modifiers_table")
@pytest.mark.parametrize(
    ("condition", "melee", "ranged"),
    [
        ("dazzled", -1, -1),
        ("entangled", -2, -2),
        ("invisible", 2, 2),
        ("prone", -4, 0),
        ("shaken", -2, -2),
        ("frightened", -2, -2),
        ("squeezing", -4, -4),
        ("sickened", -2, -2),
        ("grappled", -2, -2),
    ],
)
def test_the_attackers_state(condition: str, melee: int, ranged: int) -> None:
    here = first("AT", {"A": {"conditions": [condition]}})
    assert _sum(here, attack="melee").get("attack", 0) == melee
    assert _sum(here, attack="ranged").get("attack", 0) == ranged


@pytest.mark.rule("pf1.ac.modifiers_table")
@pytest.mark.parametrize(
    ("state", "melee", "ranged"),
    [
        (["blinded"], -2, -2),
        (["cowering"], -2, -2),
        (["entangled"], 0, 0),
        (["flat_footed"], 0, 0),
        (["helpless"], -4, 0),
        (["unconscious"], -4, 0),
        (["unconscious", "prone"], -4, 0),
        (["kneeling"], -2, 2),
        (["sitting"], -2, 2),
        (["pinned"], -4, -4),
        (["prone"], -4, 4),
        (["squeezing"], -4, -4),
        (["stunned"], -2, -2),
        (["prone", "stunned"], -6, 2),
        (["petrified"], -4, 0),
    ],
)
def test_the_defenders_state(state: list[str], melee: int, ranged: int) -> None:
    here = first("AT", {"A": HERO, "T": {"conditions": state, **FOE}})
    assert _sum(here, attack="melee").get("ac", 0) == melee
    assert _sum(here, attack="ranged").get("ac", 0) == ranged


@pytest.mark.rule("pf1.squeeze.half_width")
def test_squeezing_costs_four_on_attack_and_armor_class() -> None:
    here = first("AT", {"A": {"conditions": ["squeezing"]}, "T": {"conditions": ["squeezing"], **FOE}})
    assert _sum(here) == {"attack": -4, "ac": -4}


def test_one_condition_may_stand_in_for_another() -> None:
    here = first("AT", {"A": {"conditions": ["frightened", "shaken"]}})
    verdict = ask(here, "modifiers", from_="A", to="T")
    assert verdict.value == (("attack", -2),)
    assert sorted(one.kept for one in verdict.modifiers) == [False, True]
    paralyzed = first("A.", {"A": {"conditions": ["paralyzed", "made_up"]}}).creature("A")
    assert {one.id for one in conditions(paralyzed)} == {"paralyzed", "helpless"}
    assert not acts(paralyzed)


@pytest.mark.rule("pf1.attack.modifiers_table")
@pytest.mark.parametrize(
    ("heights", "flying", "attack"), [((5, 0), False, 1), ((4, 0), False, 0), ((0, 5), False, 0), ((5, 0), True, 0)]
)
def test_higher_ground(heights: tuple[int, int], flying: bool, attack: int) -> None:
    speeds = {"speeds": {"fly": 60}} if flying else {}
    here = first("AT", {"A": {"z": heights[0], **speeds}, "T": {"z": heights[1]}})
    assert _sum(here, attack="melee").get("attack", 0) == attack
    assert _sum(here, attack="ranged").get("attack", 0) == 0


@pytest.mark.rule("pf1.attack.modifiers_table")
def test_flanking_from_higher_ground() -> None:
    here = first("ATB", {"A": {"z": 5, **HERO}, "B": HERO, "T": FOE})
    assert _sum(here) == {"attack": 3}


@pytest.mark.rule("pf1.attack.into_melee")
@pytest.mark.parametrize(
    ("rows", "tables", "attack"),
    [
        ("A...TB", {"B": HERO}, -4),
        ("A..T..\n....B.", {"B": HERO}, -4),
        ("A..T..B", {"B": HERO}, 0),
        ("A...TB", {"B": HERO, "A": {"traits": ["precise_shot"], **HERO}}, 0),
        ("A..TTTB\n...TTT.\n...TTT.", {"B": {"armed": False, **HERO}, "T": {"size": "huge", "reach": 5, **FOE}}, 0),
        ("A..TTT\n...TTT\n...TTT\n....B.", {"B": HERO, "T": {"size": "huge", **FOE}}, 0),
        ("A..TT\n...TT\n...B.", {"B": {"size": "tiny", **HERO}, "T": {"size": "large", **FOE}}, 0),
        ("A..TTB\n...TT.", {"B": HERO, "T": {"size": "large", **FOE}}, 0),
        ("A.CTTB\n...TT.", {"B": HERO, "C": HERO, "T": {"size": "large", **FOE}}, -4),
        (
            "A.CTTB\n...TT.",
            {"B": {"size": "small", **HERO}, "C": {"size": "small", **HERO}, "T": {"size": "large", **FOE}},
            -2,
        ),
    ],
)
def test_shooting_into_a_melee(rows: str, tables: dict[str, Any], attack: int) -> None:
    here = first(rows, {"A": HERO, "T": FOE, **tables})
    assert _sum(here, attack="ranged").get("attack", 0) == attack


@pytest.mark.rule("pf1.attack.into_melee")
@pytest.mark.rule("pf1.cover.soft")
def test_reach_past_an_ally_and_a_bow_past_an_ally() -> None:
    here = first("AYT", {"A": {"reach_weapon": True, **HERO}, "Y": HERO, "T": FOE})
    assert _sum(here, attack="reach") == {"ac": 4}
    assert _sum(here, attack="ranged") == {"ac": 4, "attack": -4}


@pytest.mark.rule("pf1.cover.grades")
@pytest.mark.rule("pf1.conceal.miss_chance")
def test_cover_and_concealment_come_together() -> None:
    verdict = ask("A..%.oT\n.......", "modifiers", from_="A", to="T")
    assert dict(verdict.value) == {"ac": 4, "miss_chance": 20}
    assert {"pf1.cover.grades", "pf1.conceal.miss_chance"} <= rules_of(verdict)
    assert value("A..#..T", "modifiers", from_="A", to="T") == ()
    assert value("A.....T", "modifiers", from_="A", to="T") == ()


def test_an_area_makes_no_attack_roll() -> None:
    with pytest.raises(ProblemError, match="no attack roll"):
        _sum("A..T", attack="area")


@pytest.mark.rule("pf1.ac.size_modifier")
@pytest.mark.parametrize(
    ("size", "amount"),
    [
        ("fine", 8),
        ("diminutive", 4),
        ("tiny", 2),
        ("small", 1),
        ("medium", 0),
        ("large", -1),
        ("huge", -2),
        ("gargantuan", -4),
        ("colossal", -8),
    ],
)
def test_size_is_named_and_left_to_the_creatures_own_figures(size: str, amount: int) -> None:
    rows = ".......A\n" + "........\n" * 6
    here = first(rows, {"A": HERO, "S": {"at": "A1", "size": size, **FOE}})
    for source, target, to in (("A", "S", "ac"), ("S", "A", "attack")):
        verdict = ask(here, "modifiers", from_=source, to=target, attack="ranged")
        assert verdict.value == ()
        named = [(one.amount, one.to, one.type, one.kept) for one in verdict.modifiers]
        assert named == ([(amount, to, "size", False)] if amount else [])


def _net(here: World, source: str, target: str) -> dict[str, int]:
    return dict(value(here, "modifiers", from_=source, to=target, attack="ranged"))


@pytest.mark.rule("pf1.attack.into_melee")
def test_nobody_fights_the_unconscious_or_with_bare_hands_on_both_sides() -> None:
    for friend, foe, amount in (
        ({}, {}, -4),
        ({"conditions": ["unconscious"]}, {}, 0),
        ({}, {"conditions": ["unconscious"]}, 0),
        ({"armed": False}, {}, -4),
        ({"armed": False}, {"armed": False}, 0),
        ({"conditions": ["prone"]}, {}, -4),
    ):
        here = first("A...TB", {"A": HERO, "B": {**HERO, **friend}, "T": {**FOE, **foe}})
        assert _net(here, "A", "T").get("attack", 0) == amount


@pytest.mark.rule("pf1.conceal.invisible")
def test_the_invisible_gain_nothing_against_who_sees_them() -> None:
    for senses, amount in (([], 2), (["see_invisibility"], 0), (["blindsight"], 0)):
        here = first("A.T", {"A": {"conditions": ["invisible"], **HERO}, "T": {"senses": senses, **FOE}})
        assert _net(here, "A", "T").get("attack", 0) == amount


def test_modifiers_are_argued() -> None:
    creatures = {"A": {"z": 5, **HERO}, "B": HERO, "T": {"size": "large", "under": "%", **FOE}}
    verdict = ask(first("....\nATTB\n.TT.\n....", creatures), "modifiers", from_="A", to="T", attack="melee")
    assert dict(verdict.value) == {"attack": 3, "miss_chance": 20}
    assert rules_of(verdict) >= {
        "pf1.cover.melee_adjacent",
        "pf1.flank.line_test",
        "pf1.attack.modifiers_table",
        "pf1.ac.size_modifier",
    }
    assert {line.role for line in verdict.lines} == {"cover", "flank"}
    fogged = ask(first("A%%T"), "modifiers", from_="A", to="T")
    assert {line.role for line in fogged.lines} == {"cover", "concealment"}
    assert dict(fogged.value) == {"miss_chance": 20}
    prone = ask(first("A..T", {"A": {"conditions": ["prone"]}}), "modifiers", from_="A", to="T")
    assert (prone.value, prone.steps[-1].rule) == ((), "pf1.attack.modifiers_table")
