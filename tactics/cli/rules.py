"""``tactics rules``: what the program knows of each book, and what proves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from tactics.cli import options
from tactics.cli.coverage import proofs
from tactics.cli.output import put, put_json, tell
from tactics.core.language import catalogue
from tactics.core.resources import checkout
from tactics.core.text import Catalogue, Named, composed, say, text
from tactics.rules.book import Book, Rule, Switch
from tactics.rules.expect import shown_value
from tactics.rules.registry import SYSTEMS, books

GISTS = text("Gists of the rules are in English only; they are marked (en).")

Proofs = Mapping[str, Sequence[str]]


def rules(
    system: Annotated[str | None, typer.Argument(metavar="[SYSTEM]", help=f"One of: {', '.join(SYSTEMS)}.")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Name the tests that prove each rule.")] = False,
    switches: Annotated[bool, typer.Option("--switches", help="List the switches instead of the rules.")] = False,
    as_json: options.JSON = False,
    lang: options.LANG = options.Language.en,
) -> None:
    """List every rule known: id, title, gist, source."""
    chosen = books((system,) if system else ("all",), ())
    proved = _proofs() if coverage and not switches else None
    if as_json:
        put_json([entry for one in chosen for entry in (_switches(one) if switches else _rules(one, proved))])
        return
    words = catalogue(lang.value)
    if lang is not options.Language.en and not switches:
        put(say(GISTS, words))
        put()
    for book in chosen:
        put(f"{book.title} ({book.id})")
        for switch in book.switches.values() if switches else ():
            _put_switch(switch, words)
        for rule in () if switches else book.rules.values():
            _put_rule(rule, words, proved)
        if proved is not None:
            done, every = sum(rule in proved for rule in book.rules), len(book.rules)
            told = text("{book}: {done} of {all} rules are proved by a test", book=book.id, done=done, all=every)
            put(say(told, words))
        put()


def _proofs() -> Proofs | None:
    root = checkout()
    if root is None:
        tell("tactics: no source checkout here, so the tests that prove the rules are not known")
        return None
    return proofs(root)


def _rules(book: Book, proved: Proofs | None) -> list[dict[str, Any]]:
    entries = []
    for rule in book.rules.values():
        entry: dict[str, Any] = {
            "id": rule.id,
            "ruleset": book.id,
            "title": rule.title.en,
            "title_ru": rule.title.ru,
            "gist": rule.gist,
            "source": rule.source,
        }
        if proved is not None:
            entry["tests"] = list(proved.get(rule.id, ()))
        entries.append(entry)
    return entries


def _switches(book: Book) -> list[dict[str, Any]]:
    return [
        {
            "name": one.name,
            "ruleset": book.id,
            "values": list(one.values),
            "default": one.values[0],
            "meaning": one.meaning.en,
            "meaning_ru": one.meaning.ru,
            "rule": one.rule,
        }
        for one in book.switches.values()
    ]


def _put_rule(rule: Rule, words: Catalogue, proved: Proofs | None) -> None:
    put(f"  {rule.id}  {_in(words, rule.title)}")
    put(f"      {rule.gist}" if words.info().get("language", "en") == "en" else f"      (en) {rule.gist}")
    put(f"      {rule.source}")
    if proved is not None:
        tests = ", ".join(proved.get(rule.id, ())) or say(text("none"), words)
        put(f"      {say(text('tests: {tests}', tests=tests), words)}")


def _put_switch(switch: Switch, words: Catalogue) -> None:
    default, *others = map(shown_value, switch.values)
    put(f"  {switch.name} = {default} ({say(text('default'), words)}) | {' | '.join(others)}")
    put(f"      {_in(words, switch.meaning)}")
    put(f"      {switch.rule}")


def _in(words: Catalogue, name: Named) -> str:
    return say(composed("{name}", name=name), words)
