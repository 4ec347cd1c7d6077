"""`tactics rules`: every rule and switch known, and what proves it."""

from __future__ import annotations

import re

import pytest
from command_line import Tactics

from tactics.rules.registry import SYSTEMS, book


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_of_a_system_is_listed(tactics: Tactics, system: str) -> None:
    done = tactics("rules", system)
    assert done.code == 0
    assert re.findall(rf"^  ({system}\.\S+)  \S", done.out, re.MULTILINE) == list(book(system).rules)


def test_the_json_has_titles_gists_and_sources(tactics: Tactics) -> None:
    entries = tactics("rules", "--json").json
    assert {one["ruleset"] for one in entries} == set(SYSTEMS)
    assert len(entries) == sum(len(book(system).rules) for system in SYSTEMS)
    assert all(one["title"] and one["title_ru"] and one["gist"] and one["source"] for one in entries)


def test_coverage_names_the_tests(tactics: Tactics) -> None:
    entries = {one["id"]: one for one in tactics("rules", "pf1", "--coverage", "--json").json}
    proved = [one for one in entries.values() if one["tests"]]
    assert proved
    assert all(test.startswith(("tests/", "scenarios/")) for one in proved for test in one["tests"])
    words = tactics("rules", "pf1", "--coverage").out
    assert f"pf1: {len(proved)} of {len(entries)} rules are proved by a test" in words


def test_switches_are_listed_with_the_default_first(tactics: Tactics) -> None:
    listed = tactics("rules", "pf1", "--switches").out
    assert "grazing_corner_blocks = false (default) | true" in listed
    entries = {one["name"]: one for one in tactics("rules", "pf1", "--switches", "--json").json}
    assert entries["cone_apex"]["values"] == ["book", "edge", "vertex"]
    assert entries["cone_apex"]["default"] == "book"


def test_titles_come_in_russian(tactics: Tactics) -> None:
    english, russian = tactics("rules", "pf1").out, tactics("rules", "pf1", "--lang", "ru").out
    assert english != russian
    assert all(rule.title.ru in russian for rule in book("pf1").rules.values())


def test_a_gist_in_another_language_is_marked(tactics: Tactics) -> None:
    english, russian = tactics("rules", "dfrpg").out, tactics("rules", "dfrpg", "--lang", "ru").out
    gists = [rule.gist for rule in book("dfrpg").rules.values()]
    assert all(f"      {gist}\n" in english for gist in gists)
    assert all(f"      (en) {gist}\n" in russian for gist in gists)
    assert "(en)" in russian.splitlines()[0], "what the mark means is said first"
    assert "(en)" not in english


def test_the_words_around_the_rules_are_russian_too(tactics: Tactics) -> None:
    covered = tactics("rules", "dfrpg", "--coverage", "--lang", "ru").out
    listed = tactics("rules", "pf1", "--switches", "--lang", "ru").out
    for english in ("tests:", "none", "are proved", "default"):
        assert not re.search(rf"(^|\W){english}(\W|$)", re.sub(r"\(en\).*", "", covered + listed)), english


def test_an_unknown_system_is_wrong_usage(tactics: Tactics) -> None:
    done = tactics("rules", "gurps")
    assert (done.code, done.out) == (2, "")
    assert "unknown rule system; known: pf1" in done.err
