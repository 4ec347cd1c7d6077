"""Every rule that events, refusals and states cite is one of the book."""

from __future__ import annotations

import re
from importlib.resources import files

from tactics.rulesets.pf1 import BOOK

CITED = re.compile(r'"(pf1\.[a-z_]+\.[a-z0-9_]+)"')


def test_rules_that_are_cited_exist() -> None:
    package = files("tactics.rulesets.pf1")
    sources = [one for one in package.joinpath("fight").iterdir() if one.name.endswith(".py")]
    sources.append(package.joinpath("data", "states.toml"))
    cited = {rule: one.name for one in sources for rule in CITED.findall(one.read_text("utf-8"))}
    assert len(cited) > 50
    assert {rule: where for rule, where in cited.items() if rule not in BOOK.rules} == {}


def test_no_rule_is_listed_twice() -> None:
    ids = re.findall(r'^id = "(.+)"$', files("tactics.rulesets.pf1").joinpath("rules.toml").read_text("utf-8"), re.M)
    assert len(ids) == len(BOOK.rules)
