"""Every roll a ruleset makes is told in words: its purpose is one the story knows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tactics.render.events import PURPOSES

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "tactics" / "rulesets").rglob("*.py"))


def purposes(path: Path) -> Iterator[tuple[int, str]]:
    """Line and purpose of every roll of a module whose purpose stands there."""
    tree = ast.parse(path.read_text("utf-8"))
    named = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Rolled":
            said = [one.value for one in node.keywords if one.arg == "purpose"] or node.args[1:2]
            for one in said:
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield node.lineno, one.value
                elif isinstance(one, ast.Name) and one.id in named:
                    yield node.lineno, named[one.id]


def test_every_purpose_has_words() -> None:
    found = [(path, line, purpose) for path in MODULES for line, purpose in purposes(path)]
    assert len(found) > 30
    assert [f"{path.relative_to(ROOT)}:{line}: {one}" for path, line, one in found if one not in PURPOSES] == []
