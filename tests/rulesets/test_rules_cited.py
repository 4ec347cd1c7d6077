"""Every rule that events, refusals and states cite is one of the book."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from tactics.rules.registry import SYSTEMS, book


def texts(system: str) -> dict[str, str]:
    """Modules and tables of a book by name, without its list of rules."""
    package = files(f"tactics.rulesets.{system}")
    folders = (one for name in ("", "fight", "camp", "data") if (one := package.joinpath(name)).is_dir())
    found = {f"{folder.name}/{one.name}": one for folder in folders for one in folder.iterdir()}
    return {
        name: one.read_text("utf-8")
        for name, one in found.items()
        if name.endswith((".py", ".toml")) and one.name != "rules.toml"
    }


@pytest.mark.parametrize("system", SYSTEMS)
def test_rules_that_are_cited_exist(system: str) -> None:
    quoted = re.compile(rf'"({system}(?:\.[a-z0-9_]+){{2,}})"')
    cited = {rule: name for name, written in texts(system).items() for rule in quoted.findall(written)}
    assert len(cited) > 100
    assert {rule: name for rule, name in cited.items() if rule not in book(system).rules} == {}


@pytest.mark.parametrize("system", SYSTEMS)
def test_rules_that_docstrings_name_exist(system: str) -> None:
    spoken = re.compile(rf"(?<![.\w])({system}\.[a-z_]+(?:\.[a-z0-9_]+)+)")
    modules = (one for name, one in texts(system).items() if name.endswith(".py"))
    lines = (line for one in modules for line in one.splitlines() if "import" not in line)
    named = {rule.rstrip(".") for line in lines for rule in spoken.findall(line) if ".fight." not in rule}
    assert named - set(book(system).rules) == set()
    assert len(named) > 150


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_rule_is_listed_twice(system: str) -> None:
    listed = files(f"tactics.rulesets.{system}").joinpath("rules.toml").read_text("utf-8")
    assert len(re.findall(r'^id = "(.+)"$', listed, re.M)) == len(book(system).rules)
