"""Keys are found on the line they stand on."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from tactics.files.lines import KeyLines

TEXT = '''# a comment with [brackets] = "and quotes"
schema = 1
title = "a # no comment"   # a comment

[map]
rows = \'\'\'
.A.
[x] = 1
\'\'\'
[map.legend]
"t" = { terrain = "tree" }
[[map.walls]]
line = [
    [0, 0], # first
    [1, 0],
]
kind = "wall"
[[map.walls]]
line = [[0, 0], [0, 1]]
[creatures.A]
name = """
three
lines"""
conditions = ["prone"]
pf1.reach = 10
[[expect]]
ask = "cover"
[[expect]]
ask = "flanking"
is = { pf1 = true }
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("schema",), 2),
        (("title",), 3),
        (("map",), 5),
        (("map", "rows"), 6),
        (("map", "legend", "t"), 11),
        (("map", "legend", "t", "terrain"), 11),
        (("map", "walls", 0), 12),
        (("map", "walls", 0, "line"), 13),
        (("map", "walls", 0, "line", 1), 13),
        (("map", "walls", 0, "kind"), 17),
        (("map", "walls", 1, "line"), 19),
        (("creatures", "A"), 20),
        (("creatures", "A", "name"), 21),
        (("creatures", "A", "conditions"), 24),
        (("creatures", "A", "pf1", "reach"), 25),
        (("expect", 1), 28),
        (("expect", 1, "is", "pf1"), 30),
        (("nowhere",), 0),
    ],
)
def test_the_line_of_a_key(path: tuple[str | int, ...], line: int) -> None:
    assert KeyLines(TEXT).line(path) == line


def test_the_first_line_of_a_text_below_its_key() -> None:
    lines = KeyLines(TEXT)
    assert lines.content_line(("map", "rows")) == 7
    assert lines.content_line(("title",)) == 0


@pytest.mark.parametrize(
    "value",
    [
        '"""a\\""" b = 1\n"""',
        "'''a\n''''",
        '"\\" # ["',
        "[\n  # ]\n  [1, 2], { a = ']' },\n]",
        "1979-05-27T07:32:00Z",
        '{ a = "}", b = { c = [1] } }',
    ],
)
def test_the_key_after_any_value_is_found(value: str) -> None:
    text = f"first = {value}\nsecond = 2\n"
    assert tomllib.loads(text)["second"] == 2
    assert KeyLines(text).line(("second",)) == text.count("\n")


def test_every_key_of_a_text_has_a_line() -> None:
    lines, rows = KeyLines(TEXT), TEXT.split("\n")
    for path in _paths(tomllib.loads(TEXT)):
        key = next(part for part in reversed(path) if isinstance(part, str))
        assert key in rows[lines.line(path) - 1], path


def _paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from _paths(inner, (*path, key))
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for number, inner in enumerate(value):
            yield from _paths(inner, (*path, number))
