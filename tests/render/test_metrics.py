"""Widths of texts without a font, and wrapping by them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.render.metrics import shorten, shorten_middle, text_width, wrap
from tactics.render.png import font

TEXTS = st.text("abcdefghijWM .,<>ёЖщ—12", max_size=60)
SIZES = st.sampled_from([8.0, 11.0, 13.0, 22.0])


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("words", ["Corner <6,4>: 2 of 4 lines", "Угол Ё: линии, «щит» — 10 %", "Ŵïńdøw №7"])
def test_widths_are_those_of_the_font_that_draws(words: str, bold: bool) -> None:
    size = 200
    drawn = sum(font(size, bold).size(letter)[0] for letter in words)
    assert text_width(words, size, bold) == pytest.approx(drawn, rel=0.01)


def test_unknown_letters_have_a_width_too() -> None:
    assert text_width("ა", 10) > 4
    assert text_width("漢", 10) == 10


@given(TEXTS, SIZES, st.booleans(), st.floats(30, 300))
def test_no_wrapped_line_is_wider_than_allowed(words: str, size: float, bold: bool, width: float) -> None:
    lines = wrap(words, size, width, bold)
    assert all(text_width(line, size, bold) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(words.split())


def test_wrapping_breaks_between_words_where_it_can() -> None:
    room = text_width("one two", 13)
    assert wrap("one two three", 13, room) == ("one two", "three")
    assert wrap("", 13, 100) == ("",)
    assert wrap(" one\n two\t", 13, room) == ("one two",)


def test_a_word_wider_than_the_line_is_broken_inside() -> None:
    lines = wrap("pf1.cover.melee.of.an.unusual.length", 13, 60)
    assert len(lines) > 2
    assert "".join(lines) == "pf1.cover.melee.of.an.unusual.length"


def test_a_hard_space_keeps_a_number_and_its_unit_together() -> None:
    room = text_width("reach 10", 13) + 1
    assert wrap("reach 10\u00a0ft", 13, room) == ("reach", "10\u00a0ft")


@given(TEXTS, SIZES, st.floats(20, 200))
def test_a_shortened_text_fits(words: str, size: float, width: float) -> None:
    short = shorten(words, size, width)
    assert text_width(short, size) <= width
    assert short == words or short.endswith("…")


@given(TEXTS, SIZES, st.floats(20, 200))
def test_a_text_shortened_in_the_middle_fits_and_keeps_its_end(words: str, size: float, width: float) -> None:
    short = shorten_middle(words, size, width)
    assert text_width(short, size) <= width
    if short != words:
        head, _, tail = short.partition("…")
        assert words.startswith(head)
        assert words.endswith(tail)


def test_the_number_at_the_end_of_a_long_line_stays() -> None:
    short = shorten_middle("Strike whoever stands there, the fog stalker: Longsword · 75 %", 14, 240)
    assert short.startswith("Strike")
    assert short.endswith(": Longsword · 75 %")
