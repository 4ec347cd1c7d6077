"""``tactics replay``: a saved fight told, looked at or proved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from tactics.cli import options
from tactics.cli.output import faults_of, put, put_json, tell_problems
from tactics.core.language import catalogue
from tactics.core.problems import Problem
from tactics.core.text import Catalogue, Text, composed, ntext, say, text
from tactics.engine.codec import codec
from tactics.engine.load import Saved, read_log
from tactics.render.events import event_text
from tactics.render.story import details, story
from tactics.rules.book import Book
from tactics.rules.event import Event, Rolled
from tactics.rules.registry import book
from tactics.world.fight import Fight


def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A saved fight.")],
    until: Annotated[
        int | None, typer.Option("--until", metavar="N", min=0, help="Stop after the first N events.")
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Prove the log and say nothing else.")] = False,
    squares: Annotated[bool, typer.Option("--squares", help="Open every move into its squares.")] = False,
    secrets: Annotated[bool, typer.Option("--secrets", help="Tell secret rolls with their dice.")] = False,
    as_json: options.JSON = False,
    lang: options.LANG = options.Language.en,
) -> None:
    """Tell a saved fight line by line; exit 1 when it has a fault, named by its line."""
    with faults_of(log):
        saved = read_log(log, salvage=True)
    words = catalogue(lang.value)
    count = saved.history.event_count if until is None else min(until, saved.history.event_count)
    if as_json:
        put_json(_document(saved, count, words, told=not verify, secrets=secrets))
    elif verify:
        put(say(_proof(saved), words))
    else:
        for line in _story(saved, count, words, squares=squares, secrets=secrets):
            put(line)
    tell_problems((*saved.faults, *saved.notes))
    if saved.faults:
        raise typer.Exit(1)


def _proof(saved: Saved) -> Text:
    events, sums = saved.history.event_count, saved.hashes
    return text("{events}, {states}", events=_events(events), states=_states(sums))


def _events(count: int) -> Text:
    return ntext("{n} event", "{n} events", count)


def _states(count: int) -> Text:
    return ntext("{n} state proved by its sum", "{n} states proved by their sums", count)


def _told(saved: Saved, count: int) -> Iterator[tuple[int, Event, Fight]]:
    """Number, event and the state after it."""
    for (number, after), event in zip(saved.history.states(1), saved.history.events[:count], strict=False):
        yield number, event, after


def _story(saved: Saved, count: int, words: Catalogue, *, squares: bool, secrets: bool) -> Iterator[str]:
    header = saved.header
    played = book(header.system)
    title = say(composed("{title}", title=header.title), words) or header.scenario or saved.history.start.system
    yield f"{title} ({played.title})"
    for passage in story(saved.history.start, saved.history.events[:count], secrets=secrets):
        yield f"{passage.first:>5}  {say(passage.text, words)}"
        if isinstance(passage.events[0], Rolled) or (squares and passage.is_move):
            for detail in details(passage, header.system, secrets=secrets):
                yield f"{'':>9}{say(detail.text, words)}" + (f"  {detail.rule}" if detail.rule else "")
    yield ""
    fight = saved.history.at(count)
    for creature in fight.world.creatures:
        yield say(_standing(fight, creature.id, played), words)


def _standing(fight: Fight, who: str, played: Book) -> Text:
    """A creature at the end: where it is and how it is."""
    creature, body = fight.world.creature(who), fight.body(who)
    told = text(
        "{name}: {square}, {hp} of {max_hp} hit points",
        name=creature.name,
        square=creature.space.anchor,
        hp=body.hp,
        max_hp=body.max_hp,
    )
    for effect in dict.fromkeys(one.id for one in body.effects):
        told = composed("{told}, {effect}", told=told, effect=played.condition(effect))
    return told


def _document(saved: Saved, count: int, words: Catalogue, *, told: bool, secrets: bool) -> dict[str, Any]:
    header, fight = saved.header, saved.history.at(count)
    out: dict[str, Any] = {
        "ruleset": header.system,
        "title": say(composed("{title}", title=header.title), words),
        "scenario": header.scenario,
        "seed": header.seed,
        "dice": header.dice,
        "version": header.version,
        "events": count,
        "states_proved": saved.hashes,
        "round": fight.round,
        "turn": fight.active,
        "winner": fight.over,
    }
    if told:
        out["story"] = [_told_event(*one, words, secrets=secrets) for one in _told(saved, count)]
        out["creatures"] = [_creature(fight, one.id) for one in fight.world.creatures]
    out["problems"] = [_problem(one) for one in (*saved.faults, *saved.notes)]
    return out


def _told_event(number: int, event: Event, after: Fight, words: Catalogue, *, secrets: bool) -> dict[str, Any]:
    sentence = event_text(event, after, secrets=secrets)
    if isinstance(event, Rolled) and event.secret and not secrets:
        event = replace(event, rolls=(), parts=(), total=0, against=None, outcome="", target="")
    return {
        "seq": number,
        "round": after.round,
        "event": codec(Event).encode(event),
        "text": "" if sentence is None else say(sentence, words),
    }


def _creature(fight: Fight, who: str) -> dict[str, Any]:
    creature, body = fight.world.creature(who), fight.body(who)
    return {
        "id": who,
        "square": str(creature.space.anchor),
        "hp": body.hp,
        "max_hp": body.max_hp,
        "temp_hp": body.temp_hp,
        "nonlethal": body.nonlethal,
        "effects": [one.id for one in body.effects],
        "out": body.out,
    }


def _problem(one: Problem) -> dict[str, Any]:
    return {"file": one.path, "line": one.line, "message": one.message}
