"""What happened in a fight, told line by line: a move is one line, however many squares it went through.

A line opens into what it is made of: the squares of a way, the parts of a roll, the rule that was used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tactics.core.lattice import Square
from tactics.core.text import Param, Text, as_words, composed, figures, listed, text
from tactics.render.compass import towards
from tactics.render.events import Names, part_texts, sentence
from tactics.render.terms import length_text
from tactics.rules.book import Book
from tactics.rules.event import (
    Began,
    EffectGained,
    EffectLost,
    Event,
    HpChanged,
    LeftFight,
    Moved,
    Noted,
    OrderChanged,
    Rolled,
    RoundBegan,
    TurnBegan,
    Turned,
)
from tactics.rules.registry import book
from tactics.rules.vocabulary import MODES
from tactics.world.fight import Effect, Fight

Veil = Callable[[int], frozenset[str]]
"""Ids of those who must not be named in the line of an event, by its number."""
_NO_WORD = ("walk", "step", "forced")
_NOT_ITS_OWN = frozenset({"forced", "ridden"})
_STEP = " – "


@dataclass(frozen=True, slots=True)
class Passage:
    """A line of the story.

    Attributes:
        first: number of its first event, counted from 1.
        events: its events in their order, those that say nothing included.
        text: the line.
        start: where a move began, None for everything else.
    """

    first: int
    events: tuple[Event, ...]
    text: Text
    start: Square | None = None

    @property
    def last(self) -> int:
        """Number of its last event."""
        return self.first + len(self.events) - 1

    @property
    def is_move(self) -> bool:
        """Whether somebody moves here, which turns may be part of."""
        return any(isinstance(one, Moved) for one in self.events)

    @property
    def is_heading(self) -> bool:
        """Whether a round or a turn begins here."""
        return isinstance(self.events[0], RoundBegan | TurnBegan)


@dataclass(frozen=True, slots=True)
class Detail:
    """Something a line is made of, with the rule it comes from."""

    text: Text
    rule: str = ""


def story(start: Fight, events: Sequence[Event], *, secrets: bool = False) -> tuple[Passage, ...]:
    """The lines of a fight.

    Args:
        start: the fight before its first event.
        events: everything that happened, from the first event on.
        secrets: whether secret rolls are told with their numbers.
    """
    return Story(start, secrets=secrets).told(events)


def until(passages: Sequence[Passage], count: int, fight: Fight) -> tuple[Passage, ...]:
    """The lines that the first `count` events make; a move that goes on beyond them is told as far as it came."""
    shown = [one for one in passages if one.first <= count]
    if shown and shown[-1].last > count:
        whole = shown.pop()
        part = whole.events[: count - whole.first + 1]
        told = _told(part, whole.start, Names(fight)) if len(whole.events) > 1 else whole.text
        shown.append(replace(whole, events=part, text=told or whole.text))
    return tuple(shown)


def details(passage: Passage, system: str, *, secrets: bool = False) -> tuple[Detail, ...]:
    """What a line is made of: squares with their cost, parts of a roll, who has an effect, and the rules."""
    own = book(system)
    return tuple(one for event in passage.events for one in _details(event, own, secrets=secrets))


def opens(passage: Passage, *, secrets: bool = False) -> bool:
    """Whether there is anything to open in a line."""
    return any(isinstance(one, Moved | Turned) for one in passage.events) or any(
        _has_parts(one, secrets=secrets) or _rule(one) for one in passage.events
    )


def _has_parts(event: Event, *, secrets: bool) -> bool:
    return isinstance(event, Rolled) and bool(event.parts) and (secrets or not event.secret)


class Story:
    """The lines of a fight that goes on: what was told once is not told anew."""

    def __init__(self, start: Fight, *, secrets: bool = False, veil: Veil | None = None) -> None:
        """Begin with the fight before its first event.

        Args:
            start: that fight.
            secrets: whether secret rolls are told with their numbers.
            veil: who must not be named.
        """
        self._start, self._secrets, self._veil = start, secrets, veil
        self._begin()

    def told(self, events: Sequence[Event]) -> tuple[Passage, ...]:
        """The lines of everything that happened, from the first event on."""
        known = len(self._events)
        if len(events) < known or (known and events[known - 1] is not self._events[-1]):
            self._begin()
        for event in events[len(self._events) :]:
            self._events.append(event)
            self._take(len(self._events), event)
        return tuple(self._passages)

    def _begin(self) -> None:
        self._events: list[Event] = []
        self._passages: list[Passage] = []
        self._quiet: list[Event] = []
        self._names = Names(self._start, secrets=self._secrets)
        self._spots = {one.id: one.space.anchor for one in self._start.world.creatures}
        self._lying = {one.id: one.sprawl for one in self._start.world.creatures}

    def _take(self, number: int, event: Event) -> None:
        """Put an event to the line it belongs to, or begin a new one."""
        if isinstance(event, Began | OrderChanged):
            self._names = self._names.in_order(event.order)
        start = self._spots.get(event.who) if isinstance(event, Moved | Turned) else None
        stays = isinstance(event, Moved) and start == event.to and self._lying.get(event.who) != event.sprawl
        if isinstance(event, Moved):
            self._spots[event.who], self._lying[event.who] = event.to, event.sprawl
        last = self._passages[-1] if self._passages else None
        if self._veil is not None:
            self._names = self._names.veiling(self._veil(number))
        exchange = _exchange(last.events[0], event) if last is not None and len(last.events) == 1 else None
        if exchange is not None:
            self._quiet[:0] = self._passages.pop().events
            old, new = exchange
            if replace(old, duration=new.duration) == new:
                self._quiet.append(event)
                return
            last = self._passages[-1] if self._passages else None
        told = _lies(event, self._names) if stays and isinstance(event, Moved) else sentence(event, self._names)
        if told is None or (last is not None and _said_already(last.events[-1], event)):
            self._quiet.append(event)
            return
        if stays:
            self._passages.append(Passage(number, (event,), told))
        elif last is not None and _goes_on(last, event):
            events = (*last.events, *self._quiet, event)
            self._passages[-1] = replace(last, events=events, text=_told(events, last.start, self._names) or told)
        else:
            self._passages.append(Passage(number, (event,), _told((event,), start, self._names) or told, start))
        self._quiet.clear()


def _goes_on(last: Passage, event: Event) -> bool:
    """Whether an event belongs to the line that others began."""
    events, first = last.events, last.events[0]
    if isinstance(first, Moved | Turned) and isinstance(event, Moved | Turned):
        if last.start is None:
            return False
        modes = {one.mode for one in (*events, event) if isinstance(one, Moved) and one.who == first.who}
        turns = any(isinstance(one, Turned) for one in (*events, event))
        return first.who == event.who and len(modes) < 2 and not (turns and modes & _NOT_ITS_OWN)
    if isinstance(first, EffectGained | EffectLost) and isinstance(event, EffectGained | EffectLost):
        one, other = first.effect, event.effect
        return type(first) is type(event) and (one.id, one.value, one.note) == (other.id, other.value, other.note)
    return False


def _exchange(before: Event, event: Event) -> tuple[Effect, Effect] | None:
    """An effect that ended only for another one of its kind, and that one: the new number or time says it all."""
    if not isinstance(before, EffectLost) or not isinstance(event, EffectGained):
        return None
    old, new = before.effect, event.effect
    return (old, new) if (before.who, old.id) == (event.who, new.id) and old != new else None


def _said_already(before: Event, event: Event) -> bool:
    """Whether somebody leaves the fight for the very condition that was just told."""
    if not isinstance(before, EffectGained) or not isinstance(event, LeftFight):
        return False
    return (before.who, before.effect.id) == (event.who, event.why)


def _told(events: Sequence[Event], start: Square | None, names: Names) -> Text | None:
    """The line of some events that belong together."""
    first = events[0]
    if isinstance(first, Moved | Turned):
        return _way([one for one in events if isinstance(one, Moved | Turned) and one.who == first.who], start, names)
    if isinstance(first, EffectGained | EffectLost):
        same = [one for one in events if isinstance(one, type(first))]
        who = listed(dict.fromkeys(names.of(one.who) for one in same))
        return sentence(first, names, who=who)
    return sentence(first, names)


def _lies(event: Moved, names: Names) -> Text | None:
    """Coming to lie across squares where one was; getting up says nothing, for the posture is told."""
    if not event.sprawl:
        return None
    squares = listed(str(one) for one in (event.to, *event.sprawl))
    return text("{who} lies across {squares}.", who=names.of(event.who), squares=squares)


def _way(goes: Sequence[Moved | Turned], start: Square | None, names: Names) -> Text | None:
    """A way with the turns on it; only a turn at its end is told."""
    last, cost = goes[-1], sum(one.cost for one in goes)
    steps = [one for one in goes if isinstance(one, Moved)]
    if not steps:
        return sentence(replace(last, cost=cost), names)
    first = steps[0]
    turns = _turning_points([*([] if start is None else [start]), *(one.to for one in steps)])
    told: Param = composed(_STEP.join(map(str, turns)))
    if first.mode not in _NO_WORD:
        told = composed("{way}, {mode}", way=told, mode=as_words(MODES, first.mode))
    if cost:
        told = composed("{way}, {cost}", way=told, cost=length_text(cost, names.unit))
    if first.mode == "forced":
        return text("{who} is moved: {way}.", who=names.of(first.who), way=told)
    if isinstance(last, Turned):
        return text(
            "{who} goes {way}, and turns {towards}.", who=names.of(first.who), way=told, towards=towards(last.facing)
        )
    return text("{who} goes {way}.", who=names.of(first.who), way=told)


def _turning_points(squares: Sequence[Square]) -> list[Square]:
    """Both ends of a way and the squares where its direction changes."""
    kept = list(squares[:1])
    for before, here, after in zip(squares, squares[1:], squares[2:], strict=False):
        if (here.x - before.x, here.y - before.y) != (after.x - here.x, after.y - here.y):
            kept.append(here)
    return [*kept, *squares[-1:]] if len(squares) > 1 else kept


def _details(event: Event, own: Book, *, secrets: bool) -> list[Detail]:
    found: list[Detail] = []
    if isinstance(event, Moved) and event.mode != "ridden":
        paid = composed("{square}: {cost}", square=event.to, cost=length_text(event.cost, own.unit))
        found.append(Detail(paid if event.cost else composed("{square}", square=event.to)))
    if isinstance(event, Turned):
        paid = length_text(event.cost, own.move_unit)
        turned = composed("{towards}: {cost}", towards=towards(event.facing), cost=paid)
        found.append(Detail(turned))
    if isinstance(event, Rolled) and (secrets or not event.secret):
        if event.under and event.against is not None and event.parts:
            found.append(Detail(text("{against} or less is made of:", against=figures(event.against))))
        words = part_texts(event.parts, under=event.under)
        found += [Detail(told, part.rule) for told, part in zip(words, event.parts, strict=True)]
    rule = _rule(event)
    if rule:
        known = own.rules.get(rule)
        found.append(Detail(composed("{title}", title=known.title if known is not None else rule), rule))
    return found


def _rule(event: Event) -> str:
    """The rule an event was made by, "" for none."""
    match event:
        case Rolled(rule=rule) | HpChanged(rule=rule) | LeftFight(rule=rule) | Noted(rule=rule):
            return rule
        case EffectGained(effect=effect) | EffectLost(effect=effect):
            return effect.rule
    return ""
