"""The book's own data."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

import tactics.rulesets.dfrpg as dungeon
import tactics.rulesets.dnd4e as fourth_edition
from tactics.rules.book import Book
from tactics.rulesets.dnd4e.tables import action_kinds, conditions

BOOKS = [(fourth_edition.BOOK, fourth_edition), (dungeon.BOOK, dungeon)]


def sources(package: ModuleType, which: str = "*.py") -> str:
    """The code of a ruleset: of its top folder, or of all that match."""
    folder = Path(str(package.__file__)).parent
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.glob(which)))


@pytest.mark.parametrize(("book", "package"), BOOKS, ids=["dnd4e", "dfrpg"])
def test_every_rule_the_code_names_exists(book: Book, package: ModuleType) -> None:
    named = set(re.findall(rf"\b{book.id}\.[a-z_]+\.[a-z_.]*[a-z_]", sources(package)))
    named = {name for name in named if not name.startswith(f"{book.id}.tables")}
    modules = {path.stem for path in Path(str(package.__file__)).parent.glob("*.py")}
    named = {name for name in named if name.split(".")[1] not in modules or name in book.rules}
    assert named <= set(book.rules), named - set(book.rules)


@pytest.mark.parametrize(("book", "package"), BOOKS, ids=["dnd4e", "dfrpg"])
def test_every_switch_is_read_and_belongs_to_a_rule(book: Book, package: ModuleType) -> None:
    code = sources(package, "**/*.py")
    for switch in book.switches.values():
        assert f'"{switch.name}"' in code
        assert switch.rule in book.rules
        assert switch.meaning.en
        assert switch.meaning.ru


@pytest.mark.parametrize(("book", "package"), BOOKS, ids=["dnd4e", "dfrpg"])
def test_rules_have_titles_gists_and_sources(book: Book, package: ModuleType) -> None:
    for rule in book.rules.values():
        assert rule.id.startswith(f"{book.id}.")
        assert rule.title.en
        assert re.search("[а-яё]", rule.title.ru)
        assert rule.gist.endswith(".")
        assert rule.source


def test_tables_name_rules_that_exist() -> None:
    known = fourth_edition.BOOK.rules
    assert {one.rule for one in conditions().values()} <= set(known)
    assert {rule for _, rule in action_kinds().values()} <= set(known)
