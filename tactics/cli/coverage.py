"""Which tests prove which rule, read from the tests and scenarios of a source checkout."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def proofs(root: Path) -> dict[str, list[str]]:
    """The tests that name each rule.

    Args:
        root: the checkout.

    Returns:
        By rule id: ``path::test`` of tests marked with the rule, and paths of files with an expectation for it.
    """
    found: dict[str, list[str]] = {}
    for rule, place in (*_marked(root), *_expected(root)):
        places = found.setdefault(rule, [])
        if place not in places:
            places.append(place)
    return found


def _marked(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((root / "tests").rglob("test_*.py")):
        source = path.read_text("utf-8")
        if "mark.rule" not in source:
            continue
        place = path.relative_to(root).as_posix()
        for node in ast.parse(source).body:
            test = f"{place}::{node.name}" if isinstance(node, ast.FunctionDef | ast.ClassDef) else place
            yield from ((rule, test) for rule in _marks(node))


def _marks(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            for one in node.args:
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.value


def _expected(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((*(root / "tests").rglob("*.toml"), *(root / "scenarios").rglob("*.toml"))):
        try:
            tables = tomllib.loads(path.read_text("utf-8"))
        except ValueError:
            continue  # a test of unreadable files
        scripts = _tables(tables.get("script"))
        steps = [step for one in scripts for step in _tables(one.get("steps"))]
        for table in (*_tables(tables.get("expect")), *scripts, *steps):
            rules = table.get("rule", ())
            for rule in (rules,) if isinstance(rules, str) else rules:
                yield rule, path.relative_to(root).as_posix()


def _tables(value: object) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
