"""``tactics rules``: what the program knows of each book, and what proves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from tactics.cli import options
from tactics.cli.coverage import proofs
from tactics.cli.output import put, put_json, tell
from tactics.core.resources import checkout
from tactics.core.text import Named
from tactics.rules.book import Book, Rule, Switch
from tactics.rules.expect import shown_value
from tactics.rules.registry import SYSTEMS, books

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
    for book in chosen:
        put(f"{book.title} ({book.id})")
        for switch in book.switches.values() if switches else ():
            _put_switch(switch, lang)
        for rule in () if switches else book.rules.values():
            _put_rule(rule, lang, proved)
        if proved is not None:
            done = sum(rule in proved for rule in book.rules)
            put(f"{book.id}: {done} of {len(book.rules)} rules are proved by a test")
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


def _put_rule(rule: Rule, lang: options.Language, proved: Proofs | None) -> None:
    put(f"  {rule.id}  {_in(lang, rule.title)}")
    put(f"      {rule.gist}")
    put(f"      {rule.source}")
    if proved is not None:
        put(f"      tests: {', '.join(proved.get(rule.id, ())) or 'none'}")


def _put_switch(switch: Switch, lang: options.Language) -> None:
    default, *others = map(shown_value, switch.values)
    put(f"  {switch.name} = {default} (default) | {' | '.join(others)}")
    put(f"      {_in(lang, switch.meaning)}")
    put(f"      {switch.rule}")


def _in(lang: options.Language, name: Named) -> str:
    return name.ru if lang is options.Language.ru and name.ru else name.en
