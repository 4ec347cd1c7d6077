"""What a step of a script expects, compared with what came out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from gettext import NullTranslations
from typing import Any

from tactics.core.lattice import Square, square_name
from tactics.core.text import Text, say
from tactics.engine.battle import Battle
from tactics.rules.action import Decision, Refusal
from tactics.rules.event import Event, Rolled
from tactics.world.fight import Effect, Fight, Item

IN_HAND = ("main", "off", "both")


def differences(
    battle: Battle,
    expects: Mapping[str, Any],
    events: Sequence[Event],
    asked: Sequence[Decision],
    refusal: Refusal | None,
) -> Iterator[str]:
    """Every difference, in words.

    Args:
        battle: the fight after the step.
        expects: as `tactics.files.document.ScriptStep` has it.
        events: what happened in the step.
        asked: the decisions it asked for.
        refusal: why it was refused, None when it was carried out.
    """
    for name, wanted in expects.items():
        if name == "refused":
            yield from _refused(wanted, refusal)
        elif name in ("events", "no_events"):
            yield from (_EVENTS[name](wanted, [event_words(one) for one in events]))
        elif name == "asked":
            yield from _asked(wanted, asked)
        elif name in ("totals", "against"):
            yield from _rolls(name, wanted, events)
        elif name == "left":
            yield from _left(battle, wanted)
        elif name in _STATE:
            found = _STATE[name](battle.fight)
            if found != wanted:
                yield f"{name}: expected {_said(wanted)}, got {_said(found)}"
        else:
            yield from _by_creature(name, wanted, battle.fight)


def in_english(words: Text) -> str:
    """A text in English."""
    return say(words, NullTranslations())


def event_words(event: Event) -> frozenset[str]:
    """The words an event can be named by: its kind, ids, purpose, outcome, squares, amounts and effect."""
    words = {_snake(type(event).__name__)}
    for one in fields(event):
        words |= _words_of(getattr(event, one.name))
    return frozenset(words - {""})


def _words_of(value: object) -> set[str]:
    if isinstance(value, Square):
        return {square_name(value)}
    if isinstance(value, bool):
        return set()
    if isinstance(value, str | int):
        return {str(value)}
    if isinstance(value, Effect):
        return {value.id, value.note}
    if isinstance(value, Item):
        return {value.id, value.kind, value.holder, value.hand or "ground"} | _words_of(value.square)
    return set()


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _refused(wanted: str, refusal: Refusal | None) -> Iterator[str]:
    if refusal is None:
        yield f"expected a refusal{f' by {wanted}' if wanted else ''}, but it is carried out"
    elif wanted and refusal.rule != wanted:
        yield f"expected a refusal by {wanted}, got {refusal.rule or 'no rule'}: {in_english(refusal.text)}"


def _in_order(wanted: Sequence[str], happened: Sequence[frozenset[str]]) -> Iterator[str]:
    place = 0
    for one in wanted:
        words = set(one.split())
        found = next((number for number in range(place, len(happened)) if words <= happened[number]), None)
        if found is None:
            yield f"events: {one!r} is missing; what happened: {_listed(happened)}"
        else:
            place = found + 1


def _none_of(wanted: Sequence[str], happened: Sequence[frozenset[str]]) -> Iterator[str]:
    for one in wanted:
        if any(set(one.split()) <= words for words in happened):
            yield f"events: {one!r} happened"


_EVENTS: Mapping[str, Callable[[Sequence[str], Sequence[frozenset[str]]], Iterator[str]]] = {
    "events": _in_order,
    "no_events": _none_of,
}


def _listed(happened: Sequence[frozenset[str]]) -> str:
    return "; ".join(" ".join(sorted(words)) for words in happened) or "nothing"


def _asked(wanted: Sequence[str], asked: Sequence[Decision]) -> Iterator[str]:
    found = [f"{one.who} {one.id}" for one in asked]
    fits = len(found) == len(wanted) and all(
        set(one.split()) <= set(words.split()) for one, words in zip(wanted, found, strict=True)
    )
    if not fits:
        yield f"asked: expected {', '.join(wanted) or 'nobody'}, got {', '.join(found) or 'nobody'}"


def _rolls(name: str, wanted: Mapping[str, Sequence[int]], events: Sequence[Event]) -> Iterator[str]:
    for purpose, numbers in wanted.items():
        rolls = [one for one in events if isinstance(one, Rolled) and one.purpose == purpose]
        found = [one.total if name == "totals" else one.against for one in rolls]
        if found != list(numbers):
            yield f"{name}.{purpose}: expected {_said(numbers)}, got {_said(found)}"


def _left(battle: Battle, wanted: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    for who, resources in wanted.items():
        found = {one.key: one.left for one in battle.resources(who)}
        for key, amount in resources.items():
            if found.get(key) != amount:
                yield f"left.{who}.{key}: expected {amount}, got {found.get(key, 'nothing of the kind')}"


_STATE: Mapping[str, Callable[[Fight], Any]] = {
    "turn": lambda fight: fight.active,
    "round": lambda fight: fight.round,
    "order": lambda fight: tuple(slot.who for slot in fight.order),
    "over": lambda fight: fight.over,
}


def _by_creature(name: str, wanted: Mapping[str, Any], fight: Fight) -> Iterator[str]:
    for who, value in wanted.items():
        found: Any = _OF_CREATURE[name](fight, who)
        if name == "has":
            value, found = set(value) - found, set()
            message = f"is not {_said(sorted(value))}"
        elif name == "lacks":
            value, found = set(value) & found, set()
            message = f"is {_said(sorted(value))}"
        elif name == "holds":
            value, found = sorted(value), sorted(found)
            message = f"expected {_said(value)}, got {_said(found)}"
        else:
            message = f"expected {_said(value)}, got {_said(found)}"
        if value != found:
            yield f"{name}.{who}: {message}"


def _effects(fight: Fight, who: str) -> set[str]:
    """Ids of effects, those with a note once more with it: ``hidden_from:B``."""
    effects = fight.body(who).effects
    return {one.id for one in effects} | {f"{one.id}:{one.note}" for one in effects if one.note}


def _in_hands(fight: Fight, who: str) -> tuple[str, ...]:
    return tuple(one.kind for one in fight.items.values() if one.holder == who and one.hand in IN_HAND)


_OF_CREATURE: Mapping[str, Callable[[Fight, str], Any]] = {
    "hp": lambda fight, who: fight.body(who).hp,
    "temp_hp": lambda fight, who: fight.body(who).temp_hp,
    "nonlethal": lambda fight, who: fight.body(who).nonlethal,
    "has": _effects,
    "lacks": _effects,
    "at": lambda fight, who: fight.world.creature(who).space.anchor,
    "holds": _in_hands,
    "out": lambda fight, who: fight.body(who).out,
}


def _said(value: Any) -> str:
    if isinstance(value, Square):
        return square_name(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(_said, value)) or "nothing"
    return "nothing" if value in ("", None) else str(value)
