"""Every rule that events, refusals and states of the Dungeon Fantasy RPG cite is one of the book."""

from __future__ import annotations

import re
from importlib.resources import files

from tactics.rulesets.dfrpg import BOOK

CITED = re.compile(r'"(dfrpg(?:\.[a-z0-9_]+){2,})"')
SOURCES = re.compile(r"(?<![.\w])(dfrpg(?:\.[a-z0-9_]+){2,})")


def _texts() -> dict[str, str]:
    package = files("tactics.rulesets.dfrpg")
    folders = (package, package.joinpath("fight"), package.joinpath("data"))
    names = (one for folder in folders for one in folder.iterdir() if one.name.endswith((".py", ".toml")))
    return {one.name: one.read_text("utf-8") for one in names if one.name != "rules.toml"}


def test_rules_that_are_cited_exist() -> None:
    cited = {rule: name for name, written in _texts().items() for rule in CITED.findall(written)}
    assert len(cited) > 100
    assert {rule: name for rule, name in cited.items() if rule not in BOOK.rules} == {}


def test_rules_that_docstrings_name_exist() -> None:
    modules = {name: one for name, one in _texts().items() if name.endswith(".py")}
    lines = (line for one in modules.values() for line in one.splitlines() if "import" not in line)
    named = {rule.rstrip(".") for line in lines for rule in SOURCES.findall(line) if ".fight." not in rule}
    known = {rule for rule in named if rule in BOOK.rules}
    assert len(known) > 150
    assert named - known == set()


def test_no_rule_is_listed_twice() -> None:
    ids = re.findall(r'^id = "(.+)"$', files("tactics.rulesets.dfrpg").joinpath("rules.toml").read_text("utf-8"), re.M)
    assert len(ids) == len(BOOK.rules)
