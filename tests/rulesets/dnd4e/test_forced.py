"""Pulls, pushes and slides."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fourth import HEROES, at, case_of, fourth, refused_by, spot_of, squares, value

from tactics.core.lattice import Square
from tactics.rulesets.dnd4e.forced import KINDS, Caught, Force, catch_at_edge, swap
from tactics.rulesets.dnd4e.mount import (
    SHARED_ACTIONS,
    Pair,
    mount_forced,
    mount_knocked_prone,
    mount_refusal,
    rider_forced,
    rider_knocked_prone,
)
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.tables import speed_sq
from tactics.world.world import World


def board(a: tuple[int, int], t: tuple[int, int], **tables: Any) -> World:
    """Open floor with A and T."""
    return fourth("\n".join(["." * 9] * 9), creatures={"A": {"at": list(a)}, "T": {"at": list(t), **tables}})


def force(here: World, kind: str) -> Force:
    """A moves T."""
    return Force(case_of(here), kind, spot_of(here, "A"), here.creature("T"))


def allowed(here: World, kind: str) -> set[tuple[int, int]]:
    """Where the next square may be."""
    return set(force(here, kind).choices().allowed)


def shifted(origin: tuple[int, int], *offsets: tuple[int, int]) -> set[Square]:
    """Squares by offset from an origin."""
    return {at(origin[0] + x, origin[1] + y) for x, y in offsets}


@pytest.mark.rule("dnd4e.forced.kinds")
def test_the_kinds() -> None:
    assert set(KINDS) == {"pull", "push", "slide"}


@pytest.mark.rule("dnd4e.forced.pull")
@pytest.mark.parametrize(
    ("target", "choices"),
    [
        ((3, 0), ((2, -1), (2, 0), (2, 1))),
        ((3, 3), ((2, 2),)),
        ((3, 1), ((2, 0), (2, 1), (2, 2))),
    ],
)
def test_a_pull_comes_closer(target: tuple[int, int], choices: tuple[tuple[int, int], ...]) -> None:
    origin = (2, 2)
    here = board(origin, (origin[0] + target[0], origin[1] + target[1]))
    assert allowed(here, "pull") == shifted(origin, *choices)


@pytest.mark.rule("dnd4e.forced.pull")
def test_a_pull_ends_beside_the_puller() -> None:
    here = board((2, 2), (5, 2))
    ways = force(here, "pull").ends(5)
    assert max(len(way) - 1 for way in ways.values()) == 2
    assert {square for square, way in ways.items() if len(way) == 3} == shifted((2, 2), (1, -1), (1, 0), (1, 1))


@pytest.mark.rule("dnd4e.forced.push")
@pytest.mark.parametrize(
    ("target", "choices"),
    [
        ((1, 0), ((2, -1), (2, 0), (2, 1))),
        ((1, 1), ((2, 0), (2, 1), (2, 2), (1, 2), (0, 2))),
        ((2, 1), ((3, 0), (3, 1), (3, 2))),
    ],
)
def test_a_push_goes_farther(target: tuple[int, int], choices: tuple[tuple[int, int], ...]) -> None:
    origin = (3, 3)
    here = board(origin, (origin[0] + target[0], origin[1] + target[1]))
    assert allowed(here, "push") == shifted(origin, *choices)


@pytest.mark.rule("dnd4e.forced.slide")
def test_a_slide_goes_anywhere() -> None:
    ways = force(board((0, 0), (5, 5)), "slide").ends(2)
    assert len(ways) == 25
    assert (5, 5) in ways


@pytest.mark.rule("dnd4e.forced.distance")
def test_the_number_is_a_maximum() -> None:
    push = force(board((0, 4), (1, 4)), "push")
    assert {len(way) - 1 for way in push.ends(3).values()} == {0, 1, 2, 3}
    walled = force(fourth("AT..#"), "push")
    assert {len(way) - 1 for way in walled.ends(3).values()} == {0, 1, 2}
    assert refused_by(fourth("AT..#"), who="A", target="T", action="push", size=3, path=["B1", "C1", "D1"]) == ""
    too_far = refused_by(fourth("AT...."), who="A", target="T", action="push", size=2, path=["B1", "C1", "D1", "E1"])
    assert too_far == "dnd4e.forced.distance"
    elsewhere = refused_by(fourth("AT...."), who="A", target="T", action="push", path=["C1", "D1"])
    assert elsewhere == "dnd4e.forced.kinds"


@pytest.mark.rule("dnd4e.forced.distance")
def test_a_named_destination_is_reached_or_nothing_happens() -> None:
    here = board((4, 4), (4, 7))
    beside = force(here, "slide").ends(4, lambda square: max(abs(square[0] - 4), abs(square[1] - 4)) == 1)
    assert (4, 7) in beside
    assert set(beside) - {(4, 7)} == shifted((4, 4), *((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y))


@pytest.mark.rule("dnd4e.forced.loe", "dnd4e.forced.clear_path")
def test_the_mover_needs_line_of_effect_to_every_square() -> None:
    here = fourth("A#..\n.T..\n....")
    choices = force(here, "slide").choices()
    assert set(choices.allowed) == {(2, 1), (2, 2), (1, 2), (0, 2), (0, 1)}
    assert dict(choices.refused)[at(2, 0)].rule == "dnd4e.forced.clear_path"
    corner = fourth("A.T\n###\n...".replace("###", "##."))
    slide = force(corner, "slide").choices()
    assert dict(slide.refused)[at(1, 1)].rule == "dnd4e.forced.clear_path"
    ways = force(corner, "slide").ends(3)
    assert (0, 2) not in ways
    hidden = force(corner, "slide")
    assert hidden.step_refusal(at(2, 2), at(1, 2)) is not None
    assert hidden.step_refusal(at(2, 2), at(1, 2)).rule == "dnd4e.forced.loe"


@pytest.mark.rule("dnd4e.forced.clear_path")
def test_the_way_must_be_one_the_target_could_walk() -> None:
    here = fourth("A..\n.T#\n...")
    assert allowed(here, "push") == {(0, 2), (1, 2)}
    crowded = fourth("AT.")
    assert allowed(crowded, "push") == {(2, 0)}
    ally = fourth("ATE")
    assert force(ally, "push").ends(1) == {at(1, 0): (at(1, 0),)}
    assert refused_by(ally, who="A", target="T", action="push", size=1, path=["B1", "C1"]) == "dnd4e.forced.clear_path"
    enemy = fourth("ATB", creatures={"B": HEROES})
    assert allowed(enemy, "push") == set()
    corridor = fourth(".TT.\nATT.\n####", creatures={"T": {"size": "large"}})
    narrow = fourth("TT##\nTT..\nA...", creatures={"T": {"size": "large"}})
    assert allowed(corridor, "push") == {(2, 0)}
    assert allowed(narrow, "push") == set()


@pytest.mark.rule("dnd4e.forced.difficult")
def test_difficult_ground_and_speed_do_not_matter() -> None:
    here = fourth("AT,,,", creatures={"T": {"conditions": ["slowed"]}})
    assert max(len(way) - 1 for way in force(here, "push").ends(3).values()) == 3
    assert speed_sq(here.creature("T"), "walk") == 2


@pytest.mark.rule("dnd4e.forced.conditions", "dnd4e.condition.restrained")
def test_restrained_creatures_stay_immobilized_ones_do_not() -> None:
    assert allowed(board((3, 3), (4, 3), conditions=["restrained"]), "push") == set()
    assert len(allowed(board((3, 3), (4, 3), conditions=["immobilized"]), "push")) == 3
    assert len(allowed(board((3, 3), (4, 3), conditions=["prone"]), "slide")) == 7


@pytest.mark.rule("dnd4e.forced.no_provoke", "dnd4e.opportunity.exempt")
def test_forced_movement_provokes_nothing() -> None:
    here = fourth("B.C\n.T.\nD.A", creatures=dict.fromkeys("ABCD", HEROES) | {"T": {"side": "foes"}})
    for action in ("push", "pull", "slide", "fall"):
        assert value(here, "provokes", who="T", action=action, path=["B2", "B1"]) == ()


@pytest.mark.rule("dnd4e.forced.hindering", "dnd4e.save.roll")
def test_catching_oneself_at_the_edge() -> None:
    path = [at(1, 0), at(2, 0), at(3, 0)]
    pit = {at(2, 0)}
    assert catch_at_edge(path, pit.__contains__, 10) == Caught(at(1, 0), prone=True, inside=False, saves=1)
    assert catch_at_edge(path, pit.__contains__, 9) == Caught(at(2, 0), prone=False, inside=True, saves=1)
    both = {at(2, 0), at(3, 0)}
    assert catch_at_edge(path, both.__contains__, 3).saves == 1
    assert catch_at_edge(path, set().__contains__, 3) == Caught(at(3, 0), prone=False, inside=False, saves=0)


@pytest.mark.rule("dnd4e.forced.hindering")
def test_ground_is_hindering_by_its_flag() -> None:
    here = fourth("AT:.")
    caught = catch_at_edge([at(1, 0), at(2, 0), at(3, 0)], lambda square: here.board.at(square).hazardous, 4)
    assert (caught.at, caught.inside) == (at(2, 0), True)


@pytest.mark.rule("dnd4e.forced.swap")
def test_swapping_places() -> None:
    here = fourth("AT\n..")
    assert swap(case_of(here), here.creature("A"), here.creature("T")) == (at(1, 0), at(0, 0))
    assert refused_by(here, who="A", target="T", action="swap") == ""
    assert value(fourth("EAT"), "provokes", who="A", action="swap") == ()
    restrained = fourth("AT", creatures={"T": {"conditions": ["restrained"]}})
    assert refused_by(restrained, who="A", target="T", action="swap") == "dnd4e.forced.conditions"
    assert refused_by(fourth("A.T"), who="A", target="T", action="swap") == "dnd4e.forced.swap"
    assert refused_by(fourth("#A\nT#"), who="A", target="T", action="swap") == "dnd4e.forced.loe"
    big = fourth("ATT\n.TT", creatures={"T": {"size": "large"}})
    found = swap(case_of(big), big.creature("A"), big.creature("T"))
    assert not isinstance(found, Refusal)
    own, theirs = found
    assert big.creature("T").space.holds(own)
    assert big.creature("T").space.at(theirs).holds(at(0, 0))
    tight = fourth("#ATT\n##TT", creatures={"T": {"size": "large"}})
    assert refused_by(tight, who="A", target="T", action="swap") == "dnd4e.forced.swap"


@pytest.mark.rule("dnd4e.mount.basics")
def test_mount_and_rider_share_a_space() -> None:
    creatures = {
        "R": {"side": "heroes", "at": "B2", "mount": "M"},
        "M": {"side": "heroes", "size": "large", "at": "B2"},
    }
    here = fourth(".....\n.....\n.....\n....E", creatures=creatures)
    assert value(here, "distance", from_="R", to="E") == 2
    assert value(here, "threatened", who="R") == value(here, "threatened", who="M") == 12
    burst = value(here, "area", shape="close_burst", size=1, origin="R")
    assert burst == 12
    assert mount_refusal(here.creature("R"), here.creature("M")) is None
    assert mount_refusal(here.creature("M"), here.creature("R")) is not None
    assert mount_refusal(here.creature("R"), here.creature("M"), willing=False) is not None
    assert SHARED_ACTIONS == ("standard", "move", "minor")
    slow = fourth(
        ".....\n.....\n.....", creatures={"R": {**creatures["R"], "conditions": ["slowed"]}, "M": creatures["M"]}
    )
    assert speed_sq(slow.creature("M"), "walk") == 6


@pytest.mark.rule("dnd4e.mount.forced")
def test_forced_mounts_and_riders() -> None:
    pair = Pair(at(0, 0), at(0, 0))
    assert mount_forced(pair, at(2, 0)) == Pair(at(2, 0), at(2, 0))
    assert rider_forced(pair, at(2, 0), mount_follows=True) == Pair(at(2, 0), at(2, 0))
    assert rider_forced(pair, at(2, 0), mount_follows=False) == Pair(at(2, 0), at(0, 0), mounted=False, prone=True)
    assert rider_knocked_prone(pair, 10, at(2, 0)) == pair
    assert rider_knocked_prone(pair, 9, at(2, 0)) == Pair(at(2, 0), at(0, 0), mounted=False, prone=True)
    assert mount_knocked_prone(pair, at(2, 0)) == Pair(at(2, 0), at(0, 0), mounted=False, prone=True)
    assert squares("A1") == {at(0, 0)}
