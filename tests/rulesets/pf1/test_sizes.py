"""Table 8-4 and what follows from size."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from rulesets.pf1.first import ask, first, named, refused_by, value

from tactics.core.lattice import Square
from tactics.core.space import SIZES, Space, size_space, size_steps
from tactics.rulesets.pf1.relocation import settled
from tactics.rulesets.pf1.sizes import (
    capacity,
    natural_reach_ft,
    shares_square,
    space_ft,
    squeezed_side_sq,
    squeezed_space,
)


@pytest.mark.rule("pf1.size.categories")
@pytest.mark.parametrize(
    ("smaller", "bigger", "steps"), [("small", "huge", 3), ("medium", "large", 1), ("fine", "colossal", 8)]
)
def test_sizes_are_counted_in_steps(smaller: str, bigger: str, steps: int) -> None:
    assert size_steps(smaller, bigger) == steps
    assert size_steps(bigger, smaller) == -steps
    assert len(SIZES) == 9


@pytest.mark.rule("pf1.size.space")
@pytest.mark.parametrize(
    ("size", "side", "squares"),
    [
        ("fine", Fraction(1, 2), 1),
        ("diminutive", 1, 1),
        ("tiny", Fraction(5, 2), 1),
        ("small", 5, 1),
        ("medium", 5, 1),
        ("large", 10, 4),
        ("huge", 15, 9),
        ("gargantuan", 20, 16),
        ("colossal", 30, 36),
    ],
)
def test_space_by_size(size: str, side: Fraction, squares: int) -> None:
    assert space_ft(size) == side
    assert len(list(size_space(size, Square(3, 3)).squares())) == squares


@pytest.mark.rule("pf1.size.space")
def test_a_large_creature_fills_four_squares() -> None:
    assert set(size_space("large", Square(3, 3)).squares()) == {
        Square(3, 3),
        Square(4, 3),
        Square(3, 4),
        Square(4, 4),
    }


@pytest.mark.rule("pf1.size.shared_square")
def test_how_many_fit_into_a_square() -> None:
    assert [capacity(size) for size in ("fine", "diminutive", "tiny", "small")] == [100, 25, 4, 1]
    assert shares_square({"tiny": 2, "diminutive": 12, "fine": 2})
    assert not shares_square({"tiny": 3, "diminutive": 6, "fine": 2})


def _with_tiny(number: int) -> str:
    """The rule that keeps one more Tiny creature out of a square that holds some."""
    others = {f"T{one}": {"at": "B1", "size": "tiny", "side": "heroes"} for one in range(number)}
    here = first("A..", {"A": {"size": "tiny"}, **others})
    return refused_by(here, who="A", action="move", path=["A1", "B1"])


@pytest.mark.rule("pf1.size.shared_square")
def test_the_fifth_tiny_creature_finds_no_room() -> None:
    assert _with_tiny(3) == ""
    assert _with_tiny(4) == "pf1.move.end_in_occupied"


@pytest.mark.rule("pf1.size.tiny_reach")
def test_reach_zero() -> None:
    here = first("...\nBTA\n...", {"T": {"size": "tiny", "side": "foes"}, "B": {"side": "heroes"}})
    assert ask(here, "threatened", who="T").squares["threatened"] == ()
    assert value(here, "provokes", who="A", path=["C2", "C1"]) == ()
    assert value(here, "threatens", from_="A", to="T") is True
    flankers = first(".....\n.TAC.", {"T": {"size": "tiny"}, "A": {"side": "foes"}, "C": {}})
    assert (
        value(
            first("TBC", {"T": {"size": "tiny", "side": "x"}, "B": {}, "C": {"side": "x"}}),
            "flanking",
            from_="C",
            to="B",
            with_="T",
        )
        is False
    )
    assert value(flankers, "threatens", from_="T", to="A") is False


@pytest.mark.rule("pf1.size.tiny_reach")
def test_a_creature_in_ones_own_square_can_be_struck() -> None:
    here = first("A..", {"A": {}, "T": {"at": "A1", "size": "tiny"}})
    assert value(here, "threatens", from_="A", to="T") is True
    assert value(here, "threatens", from_="T", to="A") is True
    spear = first("A..", {"A": {"reach_weapon": True}, "T": {"at": "A1", "size": "tiny"}})
    assert value(spear, "threatens", from_="A", to="T") is False


@pytest.mark.rule("pf1.size.big_space")
def test_an_ogre_reaches_two_squares_away() -> None:
    here = first("OO.T\nOO..", {"O": {"size": "large"}, "T": {"side": "heroes"}})
    assert value(here, "threatens", from_="O", to="T") is True
    assert value(here, "threatens", from_="T", to="O") is False


@pytest.mark.rule("pf1.size.tall_long")
@pytest.mark.rule("pf1.reach.natural")
@pytest.mark.parametrize(
    ("size", "tall", "long"),
    [
        ("fine", 0, 0),
        ("diminutive", 0, 0),
        ("tiny", 0, 0),
        ("small", 5, 5),
        ("medium", 5, 5),
        ("large", 10, 5),
        ("huge", 15, 10),
        ("gargantuan", 20, 15),
        ("colossal", 30, 20),
    ],
)
def test_reach_by_size_and_stature(size: str, tall: int, long: int) -> None:
    assert (natural_reach_ft(size, "tall"), natural_reach_ft(size, "long")) == (tall, long)


@pytest.mark.rule("pf1.squeeze.half_width")
@pytest.mark.parametrize(("size", "narrowest"), [("large", 1), ("huge", 2), ("gargantuan", 2), ("colossal", 3)])
def test_half_the_space_is_the_narrowest_passage(size: str, narrowest: int) -> None:
    assert squeezed_side_sq(size) == narrowest


@pytest.mark.rule("pf1.squeeze.footprint")
@pytest.mark.parametrize(
    ("size", "along", "footprint"),
    [
        ("large", "x", (2, 1)),
        ("large", "y", (1, 2)),
        ("huge", "x", (3, 2)),
        ("huge", "y", (2, 3)),
        ("gargantuan", "y", (2, 4)),
        ("colossal", "y", (3, 6)),
    ],
)
def test_a_squeezed_creature_keeps_its_length(size: str, along: str, footprint: tuple[int, int]) -> None:
    full = size_space(size, Square(2, 5))
    assert squeezed_space(full, size, along=along) == Space(2, 5, *footprint)


@pytest.mark.rule("pf1.squeeze.footprint")
def test_a_squeezed_large_creature_fills_two_squares_in_a_line() -> None:
    here = first("####\nOO..\nOO##\n####", {"O": {"size": "large"}})
    squeezed = ask(here, "move_cost", who="O", mode="squeeze", path=["A2", "B2", "C2"]).squares["squeezed"]
    assert set(squeezed) == named("C2", "D2")


@pytest.mark.rule("pf1.move.illegal_end")
@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ("A....\n..B..\n.....", "A1"),
        (".....\n#A#..\n#.#..\n.....", "D1"),
        ("B.A.C\n.....", "C1"),
        ("A#\n.#", "None"),
    ],
)
def test_who_grows_where_there_is_no_room_gets_the_nearest_place_or_none(rows: str, place: str) -> None:
    """A Medium creature becomes a Large one: no wall, nobody else and no edge of the board in its new space."""
    here = first(rows)
    before = here.creature("A")
    grown = replace(before, size="large", space=size_space("large", before.space.anchor))
    found = settled(here, grown, [before.space.anchor], Random(1))
    assert str(found) == place
    if found is not None:
        space = grown.space.at(found)
        assert not any(here.board.solid(square) for square in space.squares())
        assert not any(space.overlaps(one.space) for one in here.creatures if one.id != "A")
