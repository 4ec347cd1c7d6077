"""Questions, answers and rulings in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawn import BOOKS, ENGLISH, QUESTION, RussianTexts, cover_verdict, english, line, ogre_world

from tactics.core.language import catalogue
from tactics.core.lattice import Point, Square
from tactics.core.text import as_words, say, text
from tactics.render.compare import differing
from tactics.render.terms import GRADES, RANKS, length_text
from tactics.render.words import (
    alternative_text,
    line_text,
    line_texts,
    modifier_text,
    net_texts,
    question_title,
    ruling_text,
    sequence,
    value_text,
)
from tactics.rules.question import ASKS, Question
from tactics.rules.registry import book
from tactics.rules.verdict import Alternative, Modifier

WORLD = ogre_world()
PATH = (Square(5, 4), Square(5, 5), Square(5, 6))


@pytest.mark.parametrize(
    ("question", "title"),
    [
        (QUESTION, "Cover: Rogue on Ogre, melee"),
        (Question(ask="cover", source="R", to="O"), "Cover: Rogue on Ogre"),
        (Question(ask="cover", origin=Point(3500, 2000), to="O", attack="area"), "Cover: <3.5,2> on Ogre, area effect"),
        (Question(ask="concealment", source="R", to="O", attack="ranged"), "Concealment: Rogue on Ogre, ranged"),
        (Question(ask="concealment", source="R", to="O"), "Concealment: Rogue on Ogre"),
        (Question(ask="distance", source=Square(0, 0), to="O"), "Distance: A1 to Ogre"),
        (Question(ask="move_cost", who="R", path=PATH), "Cost of a path: Rogue, F5 to F7, walking"),
        (Question(ask="path_cost", who="R", to=Square(0, 0), mode="fly"), "Cheapest way: Rogue to A1, flying"),
        (Question(ask="reachable", who="R", budget=30), "Where Rogue can get with 30 ft, walking"),
        (Question(ask="reachable", who="R"), "Where Rogue can get, walking"),
        (Question(ask="threatened", who="O"), "Threatened squares: Ogre"),
        (Question(ask="threatened", who="O", weapon="club"), "Threatened squares: Ogre, club"),
        (Question(ask="threatens", source="O", to="R"), "Threat: Ogre on Rogue"),
        (Question(ask="flanking", source="R", to="O"), "Flanking: Rogue on Ogre"),
        (Question(ask="flanking", source="R", to="O", partner="C"), "Flanking: Rogue and Cleric on Ogre"),
        (Question(ask="line_of_effect", source="W", to="O"), "Line of effect: Wizard to Ogre"),
        (Question(ask="line_of_sight", source="W", to="O"), "Line of sight: Wizard to Ogre"),
        (Question(ask="area", shape="burst", size=20, origin=Point(1000, 2000)), "Area: burst, 20 ft, from <1,2>"),
        (Question(ask="area", shape="close_blast", size=3), "Area: close blast, 3 ft"),
        (Question(ask="provokes", who="R", path=PATH), "Who may react: Rogue goes F5 to F7"),
        (Question(ask="provokes", who="R", action="stand_up"), "Who may react: Rogue, standing up"),
        (Question(ask="legal", who="R", action="charge", target="O"), "Is it allowed: Rogue, charge, target Ogre"),
        (Question(ask="legal", who="R", action="step", path=PATH[:2]), "Is it allowed: Rogue, Step, to F6"),
        (Question(ask="legal", shape="wall", squares=PATH), "Is it allowed: wall"),
        (Question(ask="modifiers", source="R", to="O", attack="reach"), "Modifiers: Rogue on Ogre, melee with reach"),
    ],
)
def test_titles_say_what_was_asked(question: Question, title: str) -> None:
    assert english(question_title(question, WORLD, "ft")) == title


@pytest.mark.parametrize("ask", ASKS)
def test_every_question_has_a_title_whatever_is_left_out(ask: str) -> None:
    assert english(question_title(Question(ask=ask), None))


def test_names_follow_the_language_and_ids_stand_in_for_missing_ones() -> None:
    russian = say(question_title(QUESTION, WORLD), RussianTexts())
    assert russian == "Укрытие: Плут — Огр, ближний бой"
    assert english(question_title(QUESTION, None)) == "Cover: R on O, melee"


@pytest.mark.parametrize(
    ("system", "ask", "value", "words"),
    [
        ("pf1", "cover", "cover", "Cover"),
        ("pf1", "cover", "improved", "Improved cover"),
        ("pf2e", "cover", "standard", "Standard cover"),
        ("pf2e", "concealment", "observed", "Observed"),
        ("dnd4e", "cover", "superior", "Superior cover"),
        ("pf1", "cover", "none", "No cover"),
        ("pf1", "concealment", "none", "No concealment"),
        ("pf1", "distance", 35, "35 ft"),
        ("dnd4e", "distance", 1, "1 square"),
        ("dnd4e", "move_cost", 7, "7 squares"),
        ("dfrpg", "path_cost", 3, "3 yards"),
        ("pf1", "path_cost", "unreachable", "Out of reach"),
        ("pf1", "move_cost", "illegal", "Not allowed"),
        ("pf1", "reachable", 120, "120 squares"),
        ("pf1", "threatened", 1, "1 square"),
        ("pf1", "flanking", True, "Flanking"),
        ("pf1", "legal", False, "Not allowed"),
        ("pf1", "line_of_sight", False, "No line of sight"),
        ("pf1", "threatens", True, "Threatened"),
        ("pf1", "provokes", ("O", "C"), "Ogre, Cleric"),
        ("pf1", "provokes", (), "Nobody"),
        ("pf1", "modifiers", (("attack", 2), ("ac", -4)), "+2 attack, -4 AC"),
        ("pf1", "modifiers", (), "No modifiers"),
        ("pf1", "modifiers", "none", "No cover"),
        ("pf1", "cover", "a_new_grade", "a new grade"),
    ],
)
def test_answers_in_words(system: str, ask: str, value, words: str) -> None:
    assert english(value_text(BOOKS[system], ask, value, WORLD)) == words


def test_creatures_without_a_position_go_by_their_ids() -> None:
    assert english(value_text(BOOKS["pf1"], "area", ("R",))) == "R"


def test_lengths_without_a_unit_are_bare_numbers() -> None:
    assert english(length_text(5, "")) == "5"
    assert english(as_words({}, "low_light_vision")) == "low light vision"


def test_every_grade_that_is_compared_has_a_name() -> None:
    assert set(RANKS) <= set(GRADES)


def test_lists() -> None:
    assert english(sequence(["a", "b", "c"])) == "a, b, c"
    assert english(sequence([])) == "Nobody"


def test_lines_say_what_stopped_them() -> None:
    assert english(line_text(line((6, 4), (8, 5), (6400, 4200)))) == "<6,4> to <8,5>: blocked by wall G5"
    assert english(line_text(line((6, 5), (8, 5)))) == "<6,5> to <8,5>: clear"
    stopped = line((6, 4), (8, 5), (6400, 4200))
    touching = replace(stopped, blocked=False, contacts=(replace(stopped.contacts[0], stops=False),))
    assert english(line_text(touching)) == "<6,4> to <8,5>: clear, touches wall G5"
    assert english(line_text(replace(stopped, contacts=()))) == "<6,4> to <8,5>: blocked"


def test_flanking_lines_speak_of_sides() -> None:
    flank = replace(line((6, 5), (8, 5)), role="flank")
    assert english(line_text(flank)) == "<6,5> to <8,5>: through opposite sides"
    assert english(line_text(replace(flank, blocked=True))) == "<6,5> to <8,5>: not through opposite sides"


def test_lines_through_fog_pass_it() -> None:
    fogged = replace(line((6, 4), (8, 5), (6400, 4200)), role="concealment")
    assert english(line_text(fogged)) == "<6,4> to <8,5>: passes wall G5"


def test_of_many_lines_the_clear_ones_are_counted() -> None:
    clear, stopped = line((6, 5), (8, 5)), line((6, 4), (8, 5), (6400, 4200))
    assert [english(one) for one in line_texts([clear] * 16)] == ["All 16 lines are clear"]
    assert [english(one) for one in line_texts([clear] * 13 + [stopped] * 3)] == [
        *["<6,4> to <8,5>: blocked by wall G5"] * 3,
        "13 lines are clear",
    ]
    assert [english(one) for one in line_texts([stopped] * 16)] == ["<6,4> to <8,5>: blocked by wall G5"] * 16
    assert [english(one) for one in line_texts([clear, stopped])] == [
        "<6,4> to <8,5>: blocked by wall G5",
        "<6,5> to <8,5>: clear",
    ]


def test_modifiers_say_kind_reason_and_whether_they_count() -> None:
    plain = Modifier(2, "attack", "", text("higher ground"), "pf1.x")
    assert english(modifier_text(plain, BOOKS["pf1"])) == "+2 attack: higher ground"
    left_out = replace(plain, type="circumstance", kept=False)
    assert (
        english(modifier_text(left_out, BOOKS["pf1"]))
        == "+2 attack (circumstance): higher ground; it does not stack and is left out"
    )
    big = replace(left_out, amount=-1, to="ac", type="size", reason=text("large"))
    assert (
        english(modifier_text(big, BOOKS["pf1"])) == "-1 AC (size): large; the creature's own figures hold it already"
    )
    verdict = cover_verdict(modifiers=(plain, plain, left_out, replace(plain, to="ac", amount=-4)))
    assert [english(one) for one in net_texts(verdict, BOOKS["pf1"])] == ["+4 attack", "-4 AC"]


def test_alternatives_name_their_place() -> None:
    free = Alternative("none", text("free"), corner=Point(3000, 2000))
    assert english(alternative_text(free, BOOKS["pf1"], "cover")) == "<3,2>, No cover: free"
    assert english(alternative_text(replace(free, corner=None), BOOKS["pf1"], "cover")) == "No cover: free"
    assert (
        english(alternative_text(replace(free, corner=None, square=Square(0, 0)), BOOKS["pf1"], "cover"))
        == "A1, No cover: free"
    )


def test_a_ruling_as_plain_text() -> None:
    verdict = cover_verdict()
    words = ruling_text(verdict, BOOKS["pf1"], ENGLISH, WORLD).splitlines()
    assert words[:3] == ["Cover: Rogue on Ogre, melee", "Pathfinder 1e: Cover", "Cover: +4 AC."]
    assert "  2. Corner <6,4>: 2 of 4 lines are blocked. [pf1.cover.melee]" in words
    assert "  +4 AC (cover): the wall [pf1.cover.melee]" in words
    assert "  <6,4> to <8,7>: blocked by wall G5" in words
    assert "  pf1.partial_cover = true" in words
    assert "  How much counts as hidden." in words
    headings = [
        line
        for line in words
        if line in ("Why", "Modifiers", "Lines", "Also looked at", "Readings used", "Left to the game master")
    ]
    assert headings == ["Why", "Modifiers", "Lines", "Also looked at", "Readings used", "Left to the game master"]


def test_a_bare_ruling_has_no_empty_headings() -> None:
    bare = cover_verdict(lines=(), steps=(), modifiers=(), alternatives=(), switches={}, discretion=())
    assert ruling_text(bare, BOOKS["pf1"], ENGLISH).splitlines() == [
        "Cover: R on O, melee",
        "Pathfinder 1e: Cover",
        "Cover: +4 AC.",
    ]


# Whether books agree.


def groups(*verdicts) -> list[list[int]]:
    return differing(verdicts, [BOOKS[one.ruleset] for one in verdicts])


def test_the_same_grade_under_another_name_is_no_difference() -> None:
    assert groups(
        cover_verdict("pf1", "cover"), cover_verdict("pf2e", "standard"), cover_verdict("dnd4e", "cover")
    ) == [[0, 1, 2]]
    assert groups(cover_verdict("pf1", "cover"), cover_verdict("pf2e", "none"), cover_verdict("dnd4e", "none")) == [
        [1, 2],
        [0],
    ]


def test_the_same_length_in_another_unit_is_no_difference() -> None:
    asked = Question(ask="distance", source="R", to="O")
    feet, squares = cover_verdict("pf1", 30, question=asked), cover_verdict("dnd4e", 6, question=asked)
    assert groups(feet, squares) == [[0, 1]]
    assert groups(feet, replace(squares, value=7)) == [[0], [1]]


def test_as_many_squares_elsewhere_are_a_difference() -> None:
    asked = Question(ask="threatened", who="O")
    one = cover_verdict("pf1", 1, question=asked, squares={"threatened": (Square(0, 0),)})
    other = cover_verdict("dnd4e", 1, question=asked, squares={"threatened": (Square(1, 0),)})
    assert groups(one, other) == [[0], [1]]
    assert groups(one, replace(other, squares=one.squares)) == [[0, 1]]


def test_lists_of_creatures_are_compared_as_sets() -> None:
    asked = Question(ask="provokes", who="R")
    assert groups(
        cover_verdict("pf1", ("O", "C"), question=asked), cover_verdict("pf2e", ("C", "O"), question=asked)
    ) == [[0, 1]]


def test_a_russian_book_keeps_its_own_terms() -> None:
    russian, pf1, pf2e = catalogue("ru"), book("pf1"), book("pf2e")
    assert say(value_text(pf1, "flanking", True), russian) == "Окружение"
    assert say(value_text(pf2e, "flanking", True), russian) == "В тисках"
    reflex = Modifier(2, "reflex", "", text("cover"), "pf1.x")
    assert say(modifier_text(reflex, pf1), russian) == "+2 к Реакции: укрытие"
    assert say(modifier_text(reflex, pf2e), russian) == "+2 к Рефлексам: укрытие"
    assert english(modifier_text(reflex, pf2e)) == "+2 Reflex: cover"


def test_conditions_have_names() -> None:
    russian = catalogue("ru")
    assert english(book("pf1").condition("flat_footed")) == "flat-footed"
    assert english(book("pf1").condition("hands_full")) == "hands full"
    assert say(book("pf2e").condition("prone"), russian) == "распластан"
    assert say(book("dnd4e").condition("prone"), russian) == "лежит ничком"
