"""What holds in every position."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulesets.dnd4e.fourth import ask, fourth

from tactics.world.world import World

GLYPHS = st.sampled_from("....##,on%@")
SIZE = 6


@st.composite
def positions(draw: st.DrawFn) -> World:
    """A small board with an attacker, a target, a bystander and a thin wall."""
    spots = draw(st.lists(st.integers(0, SIZE * SIZE - 1), min_size=3, max_size=3, unique=True))
    ground = [draw(GLYPHS) for _ in range(SIZE * SIZE)]
    creatures: dict[str, dict[str, Any]] = {}
    for who, spot in zip("ATE", spots, strict=True):
        creatures[who] = {"side": "heroes" if who == "A" else "foes"}
        ground[spot] = who
    rows = "\n".join("".join(ground[n : n + SIZE]) for n in range(0, SIZE * SIZE, SIZE))
    x, y = draw(st.integers(0, SIZE)), draw(st.integers(0, SIZE - 1))
    kind = draw(st.sampled_from(["wall", "low_wall", "window", "arrow_slit", "curtain", "force"]))
    switches = {
        "melee_cover": draw(st.sampled_from(["phb", "dmg"])),
        "creature_cover_cap": draw(st.booleans()),
        "loe_touch": draw(st.sampled_from(["strict", "lenient"])),
        "burst_metric": draw(st.sampled_from(["counted", "outline"])),
        "reach_metric": draw(st.sampled_from(["adjacent", "counted"])),
        "count_round_corner": draw(st.booleans()),
    }
    wall = {"line": [[x, y], [x, y + 1]], "kind": kind}
    return fourth(rows, walls=[wall], creatures=creatures, rules={"dnd4e": switches})


@settings(max_examples=40, deadline=None)
@given(positions())
def test_the_short_answer_is_the_same_as_the_explained_one(here: World) -> None:
    between = {"from_": "A", "to": "T"}
    for attack in ("melee", "ranged", "area"):
        ask(here, "cover", attack=attack, **between)
        ask(here, "concealment", attack=attack, **between)
        ask(here, "modifiers", attack=attack, **between)
    for question in ("distance", "line_of_effect", "line_of_sight", "threatens", "flanking"):
        ask(here, question, **between)
    ask(here, "threatened", who="A")
    ask(here, "reachable", who="A", budget=4)
    ask(here, "path_cost", who="A", to=str(here.creature("T").space.anchor))
    ask(here, "area", shape="close_burst", size=2, origin="A")
    ask(here, "area", shape="close_blast", size=2, origin="A", direction="E")
    ask(here, "legal", who="A", action="charge", target="T")
    ask(here, "provokes", who="A", action="ranged_attack")


@settings(max_examples=40, deadline=None)
@given(positions())
def test_effect_sight_and_distance_are_the_same_from_both_ends(here: World) -> None:
    for question in ("line_of_effect", "line_of_sight"):
        there, back = (ask(here, question, from_=a, to=b).value for a, b in (("A", "T"), ("T", "A")))
        assert there is back
    if here.switches["dnd4e"]["count_round_corner"] is False:
        there, back = (ask(here, "distance", from_=a, to=b).value for a, b in (("A", "T"), ("T", "A")))
        assert there == back


@settings(max_examples=40, deadline=None)
@given(positions())
def test_cover_is_total_exactly_without_line_of_effect(here: World) -> None:
    cover = ask(here, "cover", from_="A", to="T", attack="ranged")
    clear = ask(here, "line_of_effect", from_="A", to="T").value
    assert (cover.value == "total") is not clear
    if cover.value != "total":
        blocked = sum(line.blocked for line in cover.lines)
        assert (cover.value == "none") is (blocked == 0)
        assert cover.value != "superior" or blocked >= 3
        order = ("none", "cover", "superior")
        assert all(order.index(one.value) >= order.index(cover.value) for one in cover.alternatives)


ROWS = ["A.#..", "..#..", "....T", ".##..", "....."]


def turned(rows: list[str]) -> list[str]:
    """A map turned by a quarter."""
    return ["".join(column) for column in zip(*rows[::-1], strict=True)]


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
def test_turned_and_mirrored_maps_give_the_same_verdicts(quarter: int, mirrored: bool) -> None:
    rows = [row[::-1] for row in ROWS] if mirrored else ROWS
    for _ in range(quarter):
        rows = turned(rows)
    here = "\n".join(rows)
    values = [ask(here, "cover", from_=a, to=b, attack="ranged").value for a, b in (("A", "T"), ("T", "A"))]
    plain = "\n".join(ROWS)
    assert values == [ask(plain, "cover", from_=a, to=b, attack="ranged").value for a, b in (("A", "T"), ("T", "A"))]
    assert ask(here, "distance", from_="A", to="T").value == ask(plain, "distance", from_="A", to="T").value
    assert ask(here, "reachable", who="A", budget=3).value == ask(plain, "reachable", who="A", budget=3).value
