"""Sheets: nothing overlaps, nothing is cut, and all that a verdict says is there."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from types import MappingProxyType

import pytest
from drawn import ENGLISH, LINES, RussianTexts, books_of, cover_verdict, flat, ogre_world
from kit import world

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import Named, text
from tactics.render.displaylist import Circle, DisplayList, Group, Label, Polyline, Rect, bounds, label_box
from tactics.render.framing import framed
from tactics.render.metrics import text_width
from tactics.render.palette import DARK, LIGHT
from tactics.render.sheet import lay_out, sheet
from tactics.rules.question import Question
from tactics.rules.verdict import Step
from tactics.rules.whatif import Change

LONG = Named("Sir Bartholomew of the Exceedingly Long and Winding Name", "Достопочтенный сэр Варфоломей Длинноименный")
VERDICTS = (
    cover_verdict("pf1"),
    cover_verdict("pf2e", "none", modifiers=(), alternatives=()),
    cover_verdict("dnd4e", "none", steps=()),
    cover_verdict("dfrpg", "none"),
)


def laid_out(position, verdicts, words=ENGLISH, theme=DARK) -> DisplayList:
    return lay_out(position, verdicts, books_of(verdicts), words, theme)


def texts(drawing: DisplayList) -> list[str]:
    return [item.text for item, *_ in flat(drawing.items) if isinstance(item, Label)]


def apart(one, other) -> bool:
    return (
        one[2] <= other[0] + 0.01 or other[2] <= one[0] + 0.01 or one[3] <= other[1] + 0.01 or other[3] <= one[1] + 0.01
    )


def check_layout(drawing: DisplayList) -> None:
    """No two texts on each other, no text on a board, no text cut, nothing outside the page."""
    left, top, right, bottom = bounds(drawing.items)
    assert left >= 0
    assert top >= 0
    assert right <= drawing.width
    assert bottom <= drawing.height
    labels = [item for item in drawing.items if isinstance(item, Label)]
    assert labels
    for label in labels:
        assert not label.max_width or text_width(label.text, label.size, label.bold) <= label.max_width + 0.01
    boxes = [label_box(label) for label in labels]
    marks = [bounds((item,)) for item in drawing.items if isinstance(item, Circle | Group)]
    for one, other in combinations(boxes, 2):
        assert apart(one, other)
    for box in boxes:
        for mark in marks:
            # The number of a step lies on its disc.
            inside = mark[0] <= box[0] and box[2] <= mark[2] and mark[1] <= box[1] and box[3] <= mark[3]
            assert inside or apart(box, mark)
    for one, other in combinations(marks, 2):
        assert apart(one, other)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("words", [ENGLISH, RussianTexts()], ids=["en", "ru"])
@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_sheets_of_one_to_four_systems(count: int, words, theme) -> None:
    check_layout(laid_out(ogre_world(), VERDICTS[:count], words, theme))


@pytest.mark.parametrize("count", [1, 4])
def test_long_names_wrap(count: int) -> None:
    position = ogre_world()
    position = replace(position, title=LONG, creatures=tuple(replace(one, name=LONG) for one in position.creatures))
    drawing = laid_out(position, VERDICTS[:count], RussianTexts())
    check_layout(drawing)
    assert "Варфоломей" in "".join(texts(drawing))


GOBLINS = {f"goblin_{n}": {"at": [n, n % 7], "name": f"Goblin {n}"} for n in range(20)}
POSITIONS = {
    "one square": ("A", {}),
    "tiny": ("A..\n.B.\n...", {}),
    "tall": ("\n".join(["A.", "B.", *[".."] * 40]), {}),
    "wide": ("A" + "." * 24 + "B\n" + "." * 26, {}),
    "huge creature": ("\n".join(["." * 12] * 9), {"A": {"at": "A1"}, "B": {"at": "E3", "size": "huge"}}),
    "big": ("\n".join(["." * 100] * 100), {"A": {"at": "B2"}, "B": {"at": "F9", "size": "large"}}),
    "crowd": ("\n".join(["." * 20] * 20), GOBLINS),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("count", [1, 2, 4])
def test_sheets_of_all_kinds_of_boards(name: str, count: int) -> None:
    rows, creatures = POSITIONS[name]
    position = world(rows, creatures=creatures)
    ids = [one.id for one in position.creatures]
    question = Question(ask="cover", source=ids[0], to=ids[-1])
    changes = {"question": question, "lines": (), "chosen_corner": None}
    check_layout(laid_out(position, [replace(one, **changes) for one in VERDICTS[:count]]))


def test_an_argument_of_many_steps_only_makes_the_sheet_longer() -> None:
    steps = tuple(Step(text("Because of the reason before this one."), "pf1.cover.melee") for _ in range(120))
    drawing = laid_out(ogre_world(), [cover_verdict(steps=steps)])
    check_layout(drawing)
    assert "120" in texts(drawing)


def test_a_sheet_says_everything() -> None:
    shown = "\n".join(texts(laid_out(ogre_world(), [VERDICTS[0]])))
    for words in (
        "The ogre and the corner",
        "Cover: Rogue on Ogre, melee",
        "Pathfinder 1e",
        "+4 AC",
        "Adjacent, reach 5 ft: the melee test applies.",
        "pf1.cover.melee",
        "Cover in melee",
        "+4 AC (cover): the wall",
        "<5,5>, No cover: Free from there.",
        "pf1.partial_cover = true, a house rule (usually false)",
        "pf1.other = text",
        "How much counts as hidden.",
        "clear line",
        "blocked line",
        "chosen corner",
        "Rogue",
    ):
        assert words in shown


def test_differing_books_are_announced_and_the_odd_one_out_stands_out() -> None:
    drawing = laid_out(ogre_world(), VERDICTS[:3])
    told = "".join(texts(drawing))
    assert "The books differ. Pathfinder 1e: Cover; Pathfinder 2e, D&D 4th edition: No cover." in told
    cards = [item for item in drawing.items if isinstance(item, Rect) and item.fill == DARK.card]
    assert [card.stroke == DARK.blocked for card in cards] == [True, False, False]
    assert cards[0].stroke_width > cards[1].stroke_width
    assert len({card.height for card in cards}) == 1


def test_books_that_agree_keep_their_own_words() -> None:
    three = [cover_verdict("pf1"), cover_verdict("pf2e", "standard"), cover_verdict("dnd4e", "superior")]
    told = "".join(texts(laid_out(ogre_world(), three)))
    assert "Pathfinder 1e: Cover, Pathfinder 2e: Standard cover; D&D 4th edition: Superior cover." in told


def test_nobody_stands_out_when_there_is_no_majority() -> None:
    drawing = laid_out(ogre_world(), VERDICTS[:2])
    cards = [item for item in drawing.items if isinstance(item, Rect) and item.fill == DARK.card]
    assert [card.stroke for card in cards] == [DARK.card_edge] * 2


def test_agreeing_books_are_told_so() -> None:
    told = texts(laid_out(ogre_world(), [cover_verdict("pf1"), cover_verdict("pf2e", "standard")]))
    assert "The books agree." in told


def test_as_many_squares_elsewhere_are_told_as_such() -> None:
    asked = Question(ask="threatened", who="O")
    here, there = (MappingProxyType({"threatened": (Square(x, 5),)}) for x in (5, 8))
    one, other = (cover_verdict(id_, 1, question=asked, squares=some) for id_, some in (("pf1", here), ("pf2e", there)))
    told = texts(laid_out(ogre_world(), [one, other]))
    assert "The books differ: as many, but not the same ones." in told


def test_every_system_has_its_own_lines_on_its_own_board() -> None:
    free = replace(VERDICTS[1], lines=LINES[:2])
    drawing = laid_out(ogre_world(), [VERDICTS[0], free])
    boards = [item for item in drawing.items if isinstance(item, Group) and bounds((item,))[2] > 300]
    strokes = [[item for item, *_ in flat((board,)) if isinstance(item, Polyline)] for board in boards[:2]]
    blocked = [sum(item.stroke == DARK.blocked and bool(item.dash) for item in some) for some in strokes]
    assert blocked == [2, 0]


def test_russian_sheets_are_russian() -> None:
    shown = texts(laid_out(ogre_world(), VERDICTS[:3], RussianTexts()))
    assert "Огр за углом" in shown
    assert "Укрытие: Плут — Огр, ближний бой" in shown
    assert "Укрытие в ближнем бою" in shown
    assert "Плут" in shown


def test_a_sheet_needs_a_verdict() -> None:
    with pytest.raises(ValueError, match="verdict"):
        sheet(ogre_world(), [])


# The part of the board that is shown.


def test_a_small_board_is_shown_whole() -> None:
    assert framed(ogre_world(), VERDICTS, 26, 20) == Space(0, 0, 15, 12)


def test_a_big_board_is_cut_to_what_the_ruling_touches() -> None:
    position = world(["." * 100] * 100, creatures={"A": {"at": [50, 40]}, "B": {"at": [56, 44], "size": "large"}})
    asked = replace(VERDICTS[0], question=Question(ask="cover", source="A", to="B"), lines=(), chosen_corner=None)
    window = framed(position, [asked], 26, 20)
    assert window == Space(48, 38, 12, 10)
    assert all(window.holds(square) for one in position.creatures for square in one.space.squares())


@pytest.mark.parametrize("at", [(0, 0), (99, 0), (0, 99), (99, 99), (50, 50)])
def test_the_part_is_never_too_small_nor_off_the_board(at: tuple[int, int]) -> None:
    position = world(["." * 100] * 100, creatures={"A": {"at": list(at)}})
    window = framed(
        position,
        [replace(VERDICTS[0], question=Question(ask="threatened", who="A"), lines=(), chosen_corner=None)],
        26,
        20,
    )
    assert window.holds(Square(*at))
    assert window.width >= 9
    assert window.height >= 7
    assert 0 <= window.x <= window.x + window.width <= 100
    assert 0 <= window.y <= window.y + window.height <= 100


def test_sets_and_paths_are_part_of_what_is_shown() -> None:
    position = world(["." * 60] * 60, creatures={"A": {"at": [30, 30]}})
    asked = replace(
        VERDICTS[0],
        question=Question(ask="move_cost", who="A", path=(Square(30, 30), Square(40, 30))),
        squares=MappingProxyType({"area": (Square(10, 50),)}),
        lines=(),
        chosen_corner=None,
    )
    window = framed(position, [asked], 26, 20)
    assert window.holds(Square(40, 30))
    assert window.holds(Square(10, 50))


def test_a_ruling_about_nothing_in_particular_shows_the_whole_board() -> None:
    position = world(["." * 60] * 60)
    asked = replace(VERDICTS[0], question=Question(ask="legal", shape="wall"), lines=(), chosen_corner=None)
    assert framed(position, [asked], 26, 20) == Space(0, 0, 60, 60)


def test_a_sheet_says_what_would_change_the_answer() -> None:
    free = cover_verdict(value="none")
    change = Change(text("From {square}", square=Square(5, 5)), ogre_world(), free.question, free)
    verdicts = VERDICTS[:1]
    drawing = lay_out(ogre_world(), verdicts, books_of(verdicts), ENGLISH, suggested=[[change]])
    check_layout(drawing)
    shown = texts(drawing)
    assert shown[shown.index("What would change it") + 1] == "From F6: No cover"
    assert "What would change it" not in texts(laid_out(ogre_world(), verdicts))
