"""What a verdict puts on the board."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from drawn import cover_verdict, line, ogre_world
from kit import world

from tactics.core.lattice import Point, Square, corner, parse_square
from tactics.core.text import text
from tactics.render.displaylist import Arrow, Circle, Label, Polygon, Polyline, bounds
from tactics.render.legend import MEANINGS, SAMPLE, in_order, meaning, sample
from tactics.render.palette import DARK, LIGHT
from tactics.render.ruling import line_items, path_items, ruling_overlay, square_items
from tactics.render.view import View
from tactics.rules.question import Question
from tactics.rules.verdict import Contact, Line, Verdict

VIEW = View(40.0)


def ruling(question: Question, value=True, **more) -> Verdict:
    squares = MappingProxyType(more.pop("squares", {}))
    return Verdict(question, "pf1", value, text("So it is."), squares=squares, **more)


def squares_of(names: str) -> tuple[Square, ...]:
    return tuple(map(parse_square, names.split()))


def strokes(items, colour: str) -> list[Polyline]:
    return [item for item in items if isinstance(item, Polyline) and item.stroke == colour]


def test_free_and_blocked_lines_differ_in_colour_dash_and_marker() -> None:
    clear = line_items([line((0, 0), (3, 1))], VIEW)
    blocked = line_items([line((0, 0), (3, 1), (1500, 500))], VIEW)
    assert [bool(one.dash) for one in strokes(clear, DARK.clear)] == [False]
    dashed, *cross = strokes(blocked, DARK.blocked)
    assert dashed.dash
    assert len(cross) == 2
    left, top, right, bottom = bounds(cross)
    assert (left + right) / 2 == pytest.approx(60)
    assert (top + bottom) / 2 == pytest.approx(20)


def test_the_cross_stands_at_the_first_contact_that_stops() -> None:
    met = (
        Contact(text("tree"), "interior", Point(500, 0)),
        Contact(text("wall"), "cross", Point(1000, 0), stops=True),
        Contact(text("wall"), "cross", Point(2000, 0), stops=True),
    )
    _, *cross = strokes(line_items([Line(corner(0, 0), corner(3, 0), True, met)], VIEW), DARK.blocked)
    left, _, right, _ = bounds(cross)
    assert (left + right) / 2 == pytest.approx(40)


def test_every_drawn_line_of_the_verdict_is_there() -> None:
    overlay = ruling_overlay(ogre_world(), cover_verdict(), VIEW)
    drawn = [
        one for one in (*strokes(overlay.over, DARK.clear), *strokes(overlay.over, DARK.blocked)) if not one.closed
    ]
    ends = {one.points for one in drawn}
    assert ((240.0, 200.0), (320.0, 280.0)) in ends
    assert ((240.0, 160.0), (320.0, 200.0)) in ends
    assert overlay.used == ("origin", "target", "clear", "blocked", "met", "chosen")


def test_the_chosen_corner_is_marked() -> None:
    overlay = ruling_overlay(ogre_world(), cover_verdict(), VIEW)
    discs = [item for item in overlay.over if isinstance(item, Circle) and item.fill == DARK.chosen]
    assert [(disc.x, disc.y) for disc in discs] == [(240, 200)]


def test_origin_and_target_are_outlined_even_when_the_verdict_names_no_squares() -> None:
    over = ruling_overlay(ogre_world(), cover_verdict(), VIEW).over
    loops = [
        item
        for item in over
        if isinstance(item, Polyline) and item.closed and item.stroke == DARK.style("origin").colour
    ]
    assert [bounds((one,))[:2] for one in loops] == [(198.75, 158.75), (238.75, 198.75)]
    assert [bool(one.dash) for one in loops] == [False, True]


def test_what_stops_the_lines_is_outlined() -> None:
    over = ruling_overlay(ogre_world(), cover_verdict(), VIEW).over
    loops = [item for item in strokes(over, DARK.blocked) if item.closed]
    assert [one.points for one in loops] == [((240.0, 160.0), (280.0, 160.0), (280.0, 200.0), (240.0, 200.0))]


def test_the_stopping_piece_of_a_wall_is_marked() -> None:
    position = world("...\n...", walls=[{"line": [[1, 0], [1, 1], [2, 1]]}])
    met = Contact(text("wall"), "cross", Point(1000, 500), wall=0, stops=True)
    verdict = ruling(
        Question(ask="line_of_effect", source=Square(0, 0), to=Square(2, 0)),
        lines=(Line(corner(0, 0), corner(3, 1), True, (met,)),),
    )
    marked = strokes(ruling_overlay(position, verdict, VIEW).over, DARK.blocked + "99")
    assert [one.points for one in marked] == [((40.0, 0.0), (40.0, 40.0))]


def test_a_body_in_the_way_is_outlined() -> None:
    met = Contact(text("Ogre"), "interior", Point(7000, 6000), Square(6, 5), creature="O", stops=True)
    verdict = ruling(Question(ask="cover", source="R", to="F"), lines=(Line(corner(0, 0), corner(9, 9), True, (met,)),))
    loops = [one for one in strokes(ruling_overlay(ogre_world(), verdict, VIEW).over, DARK.blocked) if one.closed]
    assert [bounds((one,))[2] - bounds((one,))[0] for one in loops] == [82]


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_sets_of_squares_are_told_apart_by_hatch_or_dash(theme) -> None:
    names = (
        "area",
        "reachable",
        "threatened",
        "path",
        "blockers",
        "provokes",
        "out_of_effect",
        "swept",
        "something_else",
    )
    marks = {(theme.style(name).hatch, bool(theme.style(name).dash)) for name in names}
    assert len(marks) == len(names)


def test_two_names_for_what_an_area_misses_look_alike() -> None:
    asked = Question(ask="area", shape="burst", size=10, origin=Point(6000, 5000))
    one, other = (
        ruling_overlay(ogre_world(), ruling(asked, 1, squares={name: squares_of("F5 G6")}), VIEW)
        for name in ("shadow", "out_of_effect")
    )
    assert one == other
    assert "out_of_effect" in one.used


def test_the_partner_of_a_flanker_is_outlined() -> None:
    verdict = ruling(Question(ask="flanking", source="R", to="O", partner="C"))
    assert ruling_overlay(ogre_world(), verdict, VIEW).used == ("origin", "target", "partner")


def test_a_set_is_tinted_and_outlined() -> None:
    tint, edge = square_items("area", squares_of("A1 B1"), VIEW)
    assert isinstance(tint, Polygon)
    assert tint.hatch is not None
    assert bounds((tint,)) == (0, 0, 80, 40)
    assert isinstance(edge, Polyline)
    assert edge.closed


def test_costs_are_written_on_the_squares_when_there_is_room() -> None:
    squares = squares_of("A1 B1 C1")
    costs = MappingProxyType(dict(zip(squares, (0, 5, 10), strict=True)))
    verdict = ruling(Question(ask="reachable", who="A"), 3, squares={"reachable": squares}, costs=costs)
    position = world("A,.\n...")
    labels = [item for item in ruling_overlay(position, verdict, VIEW).under if isinstance(item, Label)]
    assert [(one.text, one.x) for one in labels] == [("0", 20), ("5", 60), ("10", 100)]
    assert not [item for item in ruling_overlay(position, verdict, View(16.0)).under if isinstance(item, Label)]


def test_a_path_is_an_arrow_with_the_cost_of_each_step() -> None:
    path = squares_of("G6 G7 H8")
    verdict = ruling(Question(ask="move_cost", who="O", path=path), 15, squares={"path": path}, step_costs=(5, 10))
    items = path_items(ogre_world(), verdict, path, VIEW)
    arrow = [item for item in items if isinstance(item, Arrow)][-1]
    # The ogre fills 2x2 squares: the arrow runs along the middles of its space.
    assert arrow.points[1:] == ((280.0, 280.0), (320.0, 320.0))
    labels = [(item.text, item.x) for item in items if isinstance(item, Label)]
    assert labels == [("5", 280), ("10", 300)]


def test_the_path_of_a_squeezing_creature_runs_through_the_squares_it_is_named_by() -> None:
    path = squares_of("G6 H7")
    asked = Question(ask="move_cost", who="O", path=path, mode="squeeze")
    arrow = path_items(ogre_world(), ruling(asked, 10, squares={"path": path}), path, VIEW)[1]
    assert isinstance(arrow, Arrow)
    assert arrow.points[-1] == (7.5 * VIEW.cell, 6.5 * VIEW.cell)


def test_the_named_creatures_of_an_area_are_ringed() -> None:
    verdict = ruling(
        Question(ask="area", shape="burst", size=10, origin=Point(6000, 5000)),
        ("R", "O"),
        squares={"area": squares_of("F5 G6")},
        creatures=("R", "O"),
    )
    overlay = ruling_overlay(ogre_world(), verdict, VIEW)
    rings = [item for item in overlay.over if isinstance(item, Circle) and item.dash]
    assert [(ring.x, ring.y) for ring in rings] == [(280, 240), (220, 180)]
    assert set(overlay.used) == {"area", "ringed_area", "point"}


def test_a_flanking_line_is_one_of_a_kind() -> None:
    verdict = ruling(Question(ask="flanking", source="R", to="O"), lines=(line((5, 4), (9, 8), role="flank"),))
    overlay = ruling_overlay(ogre_world(), verdict, VIEW)
    assert "flank" in overlay.used
    assert [one for one in strokes(overlay.over, DARK.chosen) if not one.closed]


def test_empty_verdicts_draw_nothing() -> None:
    overlay = ruling_overlay(ogre_world(), ruling(Question(ask="area", shape="wall", size=4)), VIEW)
    assert overlay == replace(overlay, under=(), over=(), used=())


# The legend.


@pytest.mark.parametrize("key", [*MEANINGS, "some_other_set"])
@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_every_mark_has_a_sample_of_its_size(key: str, theme) -> None:
    left, top, right, bottom = bounds((sample(key, theme, 0, 0),))
    assert 0 <= left < right <= SAMPLE
    assert -12 <= top < bottom <= 12
    assert meaning(key).msgid


def test_samples_look_different() -> None:
    looks = {sample(key, DARK, 0, 0) for key in MEANINGS}
    assert len(looks) == len(MEANINGS)


def test_the_legend_is_in_one_order_without_repeats() -> None:
    assert in_order(["zzz", "target", "clear", "target"]) == ["clear", "target", "zzz"]
