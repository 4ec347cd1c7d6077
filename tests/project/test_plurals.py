"""Texts that count something have a form for one: no English text says "1 squares"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "tactics").rglob("*.py"))
NOUNS = "squares|yards|miles|targets|attacks|creatures|actions|rounds|minutes|hours|points|times|dice"
COUNTED = re.compile(r"\{n\} (" + NOUNS + r")\b")


def plain_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Line and words of every text of a module that has one form only."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "text":
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield node.lineno, first.value


def test_what_is_counted_has_a_form_for_one() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {words}"
        for path in MODULES
        for line, words in plain_texts(path)
        if COUNTED.search(words)
    ]
    assert found == []


@pytest.mark.parametrize("words", ["Go {n} squares.", "It takes {n} targets."])
def test_the_pattern_finds_what_it_is_for(words: str) -> None:
    assert COUNTED.search(words)
