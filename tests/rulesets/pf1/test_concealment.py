"""Concealment by fog, light and invisibility."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import pytest
from rulesets.pf1.first import FOE, HERO, ask, first, rules_of, value

from tactics.core.lattice import Square
from tactics.core.text import say
from tactics.rules.verdict import Verdict
from tactics.world.world import World


def _veil(position: World | str, source: str = "A", target: str = "T", attack: str = "ranged") -> Verdict:
    return ask(position, "concealment", from_=source, to=target, attack=attack)


def _grade(position: World | str, source: str = "A", target: str = "T", attack: str = "ranged") -> str:
    return str(_veil(position, source, target, attack).value)


FOGGY = {"under": "%"}


@pytest.mark.rule("pf1.conceal.ranged")
@pytest.mark.rule("pf1.conceal.miss_chance")
@pytest.mark.parametrize(
    ("rows", "creatures", "grade", "chance"),
    [
        ("A..%..T\n.......", {}, "concealment", 20),
        ("A.....T\n...%...", {}, "none", 0),
        ("A.....T\n.......", {"T": FOGGY}, "concealment", 20),
        ("A.....T\n.......", {"A": FOGGY}, "none", 0),
        (".....\nA%%..\n.%...", {"T": {"at": "B2", "size": "large"}}, "concealment", 20),
        ("AT%\n..%", {}, "none", 0),
        ("A.%%%.T\n..%%%..", {}, "concealment", 20),
    ],
)
def test_one_line_through_fog_is_enough(rows: str, creatures: dict[str, Any], grade: str, chance: int) -> None:
    verdict = _veil(first(rows, {"A": {}, **creatures}))
    assert (verdict.value, verdict.net("miss_chance")) == (grade, chance)
    assert "pf1.conceal.ranged" in rules_of(verdict)
    assert any(line.blocked for line in verdict.lines) is (grade != "none")


@pytest.mark.rule("pf1.conceal.melee_adjacent")
@pytest.mark.parametrize(
    ("rows", "creatures", "grade"),
    [
        ("AT", {"T": FOGGY}, "concealment"),
        ("A%%\n.%.", {"T": {"at": "B1", "size": "large"}}, "none"),
        ("A%%\n.%%", {"T": {"at": "B1", "size": "large"}}, "concealment"),
        ("AT", {"A": FOGGY}, "none"),
        ("AT", {"T": {"under": "@"}}, "concealment"),
    ],
)
def test_a_neighbour_must_be_wholly_in_the_fog(rows: str, creatures: dict[str, Any], grade: str) -> None:
    verdict = _veil(first(rows, {"A": {}, **creatures}), attack="melee")
    assert verdict.value == grade
    assert rules_of(verdict) & {"pf1.conceal.melee_adjacent"}


@pytest.mark.rule("pf1.conceal.melee_nonadjacent")
def test_a_reach_weapon_over_foliage() -> None:
    spear = first("A%T\n...", {"A": {"reach_weapon": True}})
    verdict = _veil(spear, attack="reach")
    assert (verdict.value, "pf1.conceal.melee_nonadjacent" in rules_of(verdict)) == ("concealment", True)
    assert _grade(first("A.T\n.%.", {"A": {"reach_weapon": True}}), attack="reach") == "none"


@pytest.mark.rule("pf1.conceal.figure_obscuring")
@pytest.mark.rule("pf1.conceal.total")
@pytest.mark.parametrize(
    ("rows", "attack", "grade", "chance"),
    [
        ("@@", "melee", "concealment", 20),
        ("@@", "ranged", "concealment", 20),
        ("@.@", "ranged", "total", 50),
        (".....@", "ranged", "total", 50),
        ("..@...", "ranged", "total", 50),
    ],
)
def test_dense_fog_leaves_sight_for_five_feet(rows: str, attack: str, grade: str, chance: int) -> None:
    creatures = {"A": {"at": [0, 0]}, "T": {"at": [len(rows) - 1, 0]}}
    verdict = _veil(first(rows, creatures), attack=attack)
    assert (verdict.value, verdict.net("miss_chance")) == (grade, chance)
    if grade == "total":
        assert "pf1.conceal.total" in rules_of(verdict)


@pytest.mark.rule("pf1.conceal.figure_obscuring")
def test_an_attacker_in_light_fog_does_not_conceal_his_neighbour() -> None:
    assert _grade(first("AT", {"A": FOGGY}), attack="melee") == "none"
    deep = first("A.....T", {"A": {}, "T": {"under": "@"}})
    assert _grade(deep) == "total"
    assert value(deep, "line_of_effect", from_="A", to="T") is True
    assert value(deep, "line_of_sight", from_="A", to="T") is False


@pytest.mark.rule("pf1.conceal.light_levels")
@pytest.mark.rule("pf1.conceal.ignoring")
@pytest.mark.parametrize(
    ("light", "senses", "columns", "grade"),
    [
        ("dim", [], 4, "concealment"),
        ("dark", [], 4, "total"),
        ("dark", [], 1, "total"),
        ("dim", [], 1, "concealment"),
        ("dim", ["darkvision"], 8, "none"),
        ("dim", ["darkvision"], 14, "concealment"),
        ("dark", ["darkvision"], 12, "none"),
        ("dark", ["darkvision"], 13, "total"),
        ("dark", ["blindsight"], 5, "none"),
    ],
)
def test_poor_light_conceals(light: str, senses: list[str], columns: int, grade: str) -> None:
    here = first("." * 16, {"A": {"at": [0, 0], "senses": senses}, "T": {"at": [columns, 0]}}, light=light)
    assert _grade(here, attack="melee" if columns == 1 else "ranged") == grade


@pytest.mark.rule("pf1.conceal.light_levels")
@pytest.mark.rule("pf1.conceal.ignoring")
@pytest.mark.parametrize(
    ("column", "plain", "low_light"),
    [
        (4, "none", "none"),
        (5, "concealment", "none"),
        (8, "concealment", "none"),
        (9, "total", "concealment"),
        (17, "total", "total"),
    ],
)
def test_a_torch_shines_twice_as_far_for_low_light_eyes(column: int, plain: str, low_light: str) -> None:
    torch = [{"at": [1, 1], "bright": 20, "dim": 40}]
    for senses, grade in (([], plain), (["low_light_vision"], low_light)):
        creatures = {"A": {"at": [1, 0], "senses": senses}, "T": {"at": [1 + column, 1]}}
        here = first("\n".join(["." * 20] * 2), creatures, light="dark", lights=torch)
        assert _grade(here) == grade


@pytest.mark.rule("pf1.conceal.light_levels")
def test_walls_shade_a_lamp() -> None:
    lamp = [{"at": "A1", "bright": 20, "dim": 40}]
    here = first("A.#.T\n..#..", {"A": {}, "T": {}}, light="dark", lights=lamp)
    assert _grade(here) == "total"
    beside = first("A...T\n..#..", {"A": {}, "T": {}}, light="dark", lights=lamp)
    assert _grade(beside) == "none"


@pytest.mark.rule("pf1.conceal.miss_chance")
def test_fog_and_dim_light_do_not_add_up() -> None:
    assert _veil(first("A..%..T", light="dim")).net("miss_chance") == 20


@pytest.mark.rule("pf1.conceal.invisible")
@pytest.mark.rule("pf1.conceal.total")
def test_the_invisible_have_total_concealment() -> None:
    here = first("A..T", {"A": {}, "T": {"conditions": ["invisible"]}})
    verdict = _veil(here)
    assert (verdict.value, "pf1.conceal.invisible" in rules_of(verdict)) == ("total", True)
    assert _grade(here, "T", "A") == "none"
    assert _grade(first("A..T", {"A": {"conditions": ["blinded"]}})) == "total"
    behind = first("A..T", walls=[{"line": [[2, 0], [2, 1]], "kind": "curtain"}])
    assert _grade(behind) == "total"


@pytest.mark.rule("pf1.conceal.total")
@pytest.mark.rule("pf1.conceal.figure_obscuring")
def test_who_is_seen_is_never_totally_concealed() -> None:
    lit = first(
        "A.......\n......TT\n......TT",
        {"A": HERO, "T": {"size": "large", **FOE}},
        light="dark",
        lights=[{"at": "G1", "bright": 5, "dim": 5}],
    )
    fogged = first("A.......\n......@.\n........", {"A": HERO, "T": {"at": "G2", "size": "large", **FOE}})
    beside = first("A.....\n...@@.\n.....T")
    for here in (lit, fogged, beside):
        grade = value(here, "concealment", from_="A", to="T", attack="ranged")
        assert (grade == "total") is not value(here, "line_of_sight", from_="A", to="T")
    assert value(lit, "concealment", from_="A", to="T", attack="ranged") == "concealment"


@pytest.mark.rule("pf1.conceal.ignoring")
def test_blindsight_ends_at_sixty_feet() -> None:
    for distance, grade in ((12, "none"), (13, "total")):
        rows = "A" + "." * (distance - 1) + "T"
        here = first(rows, {"A": {"senses": ["blindsight"]}, "T": {"conditions": ["invisible"]}})
        assert value(here, "concealment", from_="A", to="T") == grade
        fog = first(rows, {"A": {"senses": ["blindsight"]}, "T": {"under": "%"}})
        assert value(fog, "concealment", from_="A", to="T") == ("none" if grade == "none" else "concealment")


def test_what_conceals_is_named_and_drawn() -> None:
    verdict = ask("A..%..T", "concealment", from_="A", to="T")
    assert [one.rule for one in verdict.steps] == ["pf1.loe.line_of_sight", "pf1.conceal.ranged"]
    assert "light obscurement D1" in say(verdict.steps[1].text, NullTranslations())
    total = ask("A.@.T", "concealment", from_="A", to="T")
    assert [(line.blocked, [one.square for one in line.contacts]) for line in total.lines] == [(True, [Square(2, 0)])]


@pytest.mark.rule("pf1.conceal.ignoring")
@pytest.mark.parametrize(
    ("sense", "grade"),
    [
        ("darkvision", "total"),
        ("darkvision_60", "total"),
        ("darkvision_90", "none"),
        ("darkvision_120", "none"),
        ("blindsight_30", "total"),
        ("blindsight_90", "none"),
        ("see_in_darkness", "none"),
        ("darkvision_far", "total"),
    ],
)
def test_a_sense_may_say_how_far_it_reaches(sense: str, grade: str) -> None:
    here = first("A" + "." * 13 + "T", {"A": {"senses": [sense]}}, light="dark")
    assert value(here, "concealment", from_="A", to="T") == grade
