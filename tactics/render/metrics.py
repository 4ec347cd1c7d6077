"""How wide texts are, known without opening a font."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

UNKNOWN = 620
"""Width taken for a letter that the table does not have, in thousandths of the font size."""

ELLIPSIS = "…"
_BREAKS = re.compile(r"[ \t\r\n]+")


@cache
def _advances(bold: bool) -> Mapping[str, int]:
    tables = tomllib.loads(files("tactics.render").joinpath("data", "noto_sans.toml").read_text("utf-8"))
    rows: dict[str, str] = tables["bold" if bold else "regular"]
    return {letter: int(width) for width, letters in rows.items() for letter in letters}


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of one line in sheet units."""
    table = _advances(bold)
    return sum(table.get(letter, UNKNOWN if letter < "\u1100" else 1000) for letter in text) * size / 1000


def wrap(text: str, size: float, width: float, bold: bool = False) -> tuple[str, ...]:
    """Break a text into lines no wider than `width`, between words where possible.

    Ordinary spaces, tabs and ends of lines break, hard spaces do not; a word wider than a line is broken inside.
    """
    lines: list[str] = []
    line = ""
    for word in _BREAKS.split(text.strip(" \n\t")):
        longer = f"{line} {word}" if line else word
        if text_width(longer, size, bold) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *whole, line = _pieces(word, size, width, bold)
        lines.extend(whole)
    if line or not lines:
        lines.append(line)
    return tuple(lines)


def _pieces(word: str, size: float, width: float, bold: bool) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and text_width(pieces[-1] + letter, size, bold) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def shorten(text: str, size: float, width: float, bold: bool = False) -> str:
    """The text itself, or as much of its beginning as fits before an ellipsis."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + ELLIPSIS, size, bold) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def shorten_middle(text: str, size: float, width: float) -> str:
    """The text itself, or its beginning and its end, which often tells most, around an ellipsis."""
    if text_width(text, size) <= width:
        return text
    tail = text
    while tail and text_width(tail, size) > width * 0.6:
        tail = tail[1:]
    tail = tail.lstrip()
    head = text[: len(text) - len(tail)]
    while head and text_width(head.rstrip() + ELLIPSIS + tail, size) > width:
        head = head[:-1]
    while tail and text_width(head + ELLIPSIS + tail, size) > width:
        tail = tail[1:]
    return head.rstrip() + ELLIPSIS + tail
