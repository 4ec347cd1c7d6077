"""SVG files: valid, deterministic, without a window's libraries."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import pytest
from drawn import BOOKS, RussianTexts, cover_verdict, ogre_world
from hypothesis import given
from hypothesis import strategies as st

from tactics.render.board import board_picture
from tactics.render.displaylist import HATCHES, DisplayList, Group, Hatch, Label, Picture, Polygon, Rect
from tactics.render.sheet import lay_out
from tactics.render.svg import write_svg

SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawing: DisplayList) -> ElementTree.Element:
    return ElementTree.fromstring(write_svg(drawing))


@given(st.text(max_size=30))
def test_any_text_makes_valid_xml(words: str) -> None:
    root = parsed(DisplayList(10, 10, (Label(1, 2, words, 9, "#000000"),), words))
    shown = root.find(f"{SVG}text")
    assert shown is not None
    if words.isascii() and words.isprintable():
        assert (shown.text or "") == words


def test_the_same_drawing_gives_the_same_bytes() -> None:
    first, second = (write_svg(lay_out(ogre_world(), [cover_verdict()], [BOOKS["pf1"]], RussianTexts())) for _ in "ab")
    assert first == second


def test_size_and_fonts() -> None:
    root = parsed(DisplayList(120, 80, ()))
    assert root.attrib["viewBox"] == "0 0 120 80"
    assert root.attrib["font-family"].split(", ")[-1] == "sans-serif"
    assert "Noto Sans" in root.attrib["font-family"]


def test_long_texts_state_their_width_so_that_other_fonts_fit() -> None:
    root = parsed(
        DisplayList(
            99, 9, (Label(0, 0, "Cover and more", 10, "#000000", max_width=40), Label(0, 0, "A1", 10, "#000000"))
        )
    )
    long, short = root.findall(f"{SVG}text")
    assert float(long.attrib["textLength"]) == 40
    assert "textLength" not in short.attrib


def test_opacity_is_written_apart_from_the_colour() -> None:
    (rect,) = parsed(DisplayList(9, 9, (Rect(0, 0, 1, 1, "#11223380"),))).findall(f"{SVG}rect")
    assert (rect.attrib["fill"], rect.attrib["fill-opacity"]) == ("#112233", "0.5")


@pytest.mark.parametrize("kind", HATCHES)
def test_every_hatch_is_a_pattern_used_by_its_shape(kind: str) -> None:
    ring = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    root = parsed(DisplayList(9, 9, (Polygon((ring,), "#101010", Hatch(kind, "#ffffff", 3.0)),)))
    (pattern,) = root.iter(f"{SVG}pattern")
    fills = [path.attrib["fill"] for path in root.findall(f"{SVG}path")]
    assert fills == ["#101010", f"url(#{pattern.attrib['id']})"]


def test_groups_are_moved_and_cut() -> None:
    root = parsed(DisplayList(9, 9, (Group((Rect(0, 0, 1, 1, "#000000"),), 5, 6.5, clip=(0, 0, 2, 2)),)))
    group = root.find(f"{SVG}g")
    assert group is not None
    assert group.attrib["transform"] == "translate(5 6.5)"
    (clip,) = root.iter(f"{SVG}clipPath")
    assert group.attrib["clip-path"] == f"url(#{clip.attrib['id']})"


def test_pictures_are_embedded_with_their_type() -> None:
    kinds = {b"\x89PNG....": "image/png", b"RIFF....WEBP": "image/webp", b"\xff\xd8\xff": "image/jpeg"}
    for data, kind in kinds.items():
        (image,) = parsed(DisplayList(9, 9, (Picture(0, 0, 9, 9, data),))).iter(f"{SVG}image")
        assert image.attrib["href"].startswith(f"data:{kind};base64,")


def test_a_plain_board_makes_a_small_file() -> None:
    assert len(write_svg(board_picture(ogre_world()))) < 25_000


def test_no_svg_needs_pygame() -> None:
    script = (
        "import sys, tactics.render.svg, tactics.render.sheet, tactics.render.board, tactics.render.words;"
        "sys.exit('pygame' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False, timeout=60).returncode == 0
