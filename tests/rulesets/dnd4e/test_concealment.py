"""Concealment by the target's own square."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fourth import ask, fourth, rules_of, value

from tactics.world.world import World


def concealment(here: World | str, attack: str = "ranged", source: str = "A", target: str = "T") -> str:
    """The grade of concealment."""
    return str(value(here, "concealment", from_=source, to=target, attack=attack))


def under(glyph: str, rows: str = "A...T", **tables: Any) -> World:
    """A position with the target on some ground."""
    return fourth(rows, creatures={"T": {"under": glyph}}, **tables)


@pytest.mark.rule("dnd4e.concealment.obscured", "dnd4e.concealment.normal")
def test_light_obscurement_conceals_at_any_distance() -> None:
    assert concealment(under("%")) == "concealment"
    assert concealment(under("%", "AT"), "melee") == "concealment"
    verdict = ask(under("%"), "concealment", from_="A", to="T")
    assert [(one.amount, one.type) for one in verdict.modifiers] == [(-2, "concealment")]


@pytest.mark.rule("dnd4e.concealment.obscured", "dnd4e.concealment.total")
def test_heavy_obscurement_conceals_neighbours_and_hides_the_rest() -> None:
    assert concealment(under("@", "AT"), "melee") == "concealment"
    assert concealment(under("@")) == "total"
    assert ask(under("@"), "concealment", from_="A", to="T").modifiers[0].amount == -5


@pytest.mark.rule("dnd4e.concealment.obscured")
def test_what_only_lies_between_does_nothing() -> None:
    assert concealment("A..%..T") == "none"
    assert concealment("....\nA..T\n.%..") == "none"


@pytest.mark.rule("dnd4e.concealment.obscured")
def test_darkness_is_total_at_any_distance() -> None:
    dark = fourth("AT", light="dark")
    assert concealment(dark, "melee") == "total"
    seer = fourth("AT", light="dark", creatures={"A": {"senses": ["darkvision"]}})
    assert (concealment(seer, "melee"), concealment(seer, "melee", "T", "A")) == ("none", "total")
    dim = fourth("A...T", light="dim")
    assert concealment(dim) == "concealment"
    assert concealment(fourth("A...T", light="dim", creatures={"A": {"senses": ["low_light_vision"]}})) == "none"


@pytest.mark.rule("dnd4e.concealment.obscured")
def test_a_lamp_lights_its_surroundings() -> None:
    lamp = [{"at": "E1", "bright": 1, "dim": 3}]
    here = fourth("A...T.B....C", light="dark", lights=lamp)
    assert [concealment(here, target=who) for who in "TBC"] == ["none", "concealment", "total"]
    walled = fourth("A..#T", light="dark", lights=[{"at": "B1", "bright": 9}])
    assert value(walled, "concealment", from_="A", to="T") == "total"
    cave = fourth(
        "A...T", creatures={"T": {"under": "d"}}, lights=lamp, legend={"d": {"terrain": "floor", "light": "dark"}}
    )
    assert concealment(cave) == "none"


@pytest.mark.rule("dnd4e.concealment.obscured")
def test_the_clearest_square_of_a_big_target_counts() -> None:
    half = fourth("A%%..\n.....", creatures={"T": {"at": "B1", "size": "large"}})
    assert concealment(half) == "none"
    whole = fourth("A%%..\n.%%..", creatures={"T": {"at": "B1", "size": "large"}})
    assert concealment(whole) == "concealment"


@pytest.mark.rule("dnd4e.concealment.attack_types", "dnd4e.attack.area_unseen")
def test_areas_do_not_care() -> None:
    assert concealment(under("@"), "area") == "none"
    assert concealment(under("%"), "area") == "none"


@pytest.mark.rule("dnd4e.concealment.total", "dnd4e.concealment.invisible")
def test_who_cannot_be_seen_is_totally_concealed() -> None:
    hidden = fourth("AT", creatures={"T": {"conditions": ["invisible"]}})
    verdict = ask(hidden, "concealment", from_="A", to="T")
    assert (verdict.value, rules_of(verdict)) == ("total", {"dnd4e.concealment.invisible", "dnd4e.concealment.total"})
    blind = fourth("AT", creatures={"A": {"conditions": ["blinded"]}})
    assert concealment(blind, "melee") == "total"
    curtain = fourth("A..T", walls=[{"line": [[2, 0], [2, 1]], "kind": "curtain"}])
    assert concealment(curtain) == "total"
    assert concealment("A.@.T") == "total"
