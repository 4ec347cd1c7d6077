"""What rulings say in words, as parts that a sheet and the window's panel both put into their columns."""

from __future__ import annotations

from collections.abc import Sequence

from tactics.core.text import Text, composed, ntext, say, text
from tactics.render.compare import differing
from tactics.render.flow import BODY, CARD_PAD, SMALL, VALUE, Flow
from tactics.render.metrics import text_width
from tactics.render.words import (
    ALTERNATIVES,
    CHANGES,
    DISCRETION,
    MODIFIERS,
    SWITCHES,
    WHY,
    alternative_text,
    modifier_text,
    net_texts,
    switches_of,
    value_text,
)
from tactics.rules.book import Book
from tactics.rules.verdict import Verdict
from tactics.rules.whatif import Change
from tactics.world.world import World

_ALTERNATIVES_SHOWN = 4
_LEAST_VALUE, _MOST_WRAPPED = 15.0, 18.0


def write_agreement(flow: Flow, world: World, verdicts: Sequence[Verdict], books: Sequence[Book]) -> None:
    """Whether the books differ, and who says what."""
    groups = differing(verdicts, books)
    if len(groups) == 1:
        flow.write(text("The books agree."), BODY, flow.theme.muted)
        return
    values = [
        flow.say(value_text(book, one.question.ask, one.value, world))
        for one, book in zip(verdicts, books, strict=True)
    ]
    if len(set(values)) == 1:
        sentence = flow.say(text("The books differ: as many, but not the same ones."))
    else:
        answers = "; ".join(_who_says_what(group, values, books) for group in sorted(groups))
        sentence = f"{flow.say(text('The books differ.'))} {answers}."
    ink = flow.theme.notice_text

    def write(inner: Flow) -> None:
        inner.write(sentence, BODY, ink)

    flow.boxed(flow.theme.notice, "", 0.0, write)


def _who_says_what(group: Sequence[int], values: Sequence[str], books: Sequence[Book]) -> str:
    """What books that agree say, each in its own words."""
    names: dict[str, list[str]] = {}
    for number in group:
        names.setdefault(values[number], []).append(books[number].title)
    return ", ".join(f"{', '.join(titles)}: {value}" for value, titles in names.items())


def write_card(
    flow: Flow,
    world: World,
    verdicts: Sequence[Verdict],
    books: Sequence[Book],
    number: int,
    *,
    least: float = 0.0,
    plain: bool = False,
) -> None:
    """The answer of one system; a thick bright edge, unless `plain`, when most of the others agree on another."""
    verdict, own = verdicts[number], books[number]

    def write(inner: Flow) -> None:
        fits = text_width(own.title, SMALL + 1) <= inner.width
        inner.write(own.title if fits else own.short, SMALL + 1, flow.theme.muted)
        value = inner.say(value_text(own, verdict.question.ask, verdict.value, world))
        inner.write(value, _fitting(value, inner.width), flow.theme.strong, bold=True)
        if verdict.question.ask != "modifiers" and net_texts(verdict, own):
            inner.write(", ".join(map(inner.say, net_texts(verdict, own))), BODY)

    first, second = [*differing(verdicts, books), []][:2]
    apart = not plain and len(first) > len(second) > 0 and number not in first
    edge = flow.theme.blocked if apart else flow.theme.card_edge
    flow.boxed(flow.theme.card, edge, 2.5 if apart else 1.5, write, least)


def answer_fits(flow: Flow, world: World, verdict: Verdict, own: Book, width: float) -> bool:
    """Whether a card of some width shows the answer without breaking a word."""
    value = flow.say(value_text(own, verdict.question.ask, verdict.value, world))
    return _longest(value, BODY) <= width - 2 * CARD_PAD


def _fitting(value: str, width: float) -> float:
    """A size at which an answer stands on one line, or at least no word of it is broken."""
    whole = VALUE * width / max(1.0, text_width(value, VALUE, bold=True))
    if whole >= _LEAST_VALUE:
        return min(VALUE, whole)
    widest = 0.99 * VALUE * width / max(1.0, _longest(value, VALUE))  # a hair less, so that rounding breaks no word
    return min(_MOST_WRAPPED, max(BODY, widest))


def _longest(value: str, size: float) -> float:
    """Width of the longest word."""
    return max((text_width(word, size, bold=True) for word in value.split(" ")), default=0.0)


def write_argument(flow: Flow, world: World, verdict: Verdict, own: Book) -> None:
    """Everything a verdict says in words."""
    ask = verdict.question.ask
    flow.gap(12)
    flow.write(verdict.summary, BODY, flow.theme.strong, bold=True)
    if verdict.steps:
        flow.heading(WHY)
    for count, step in enumerate(verdict.steps, 1):
        flow.step(count, step.text, step.rule, _rule_title(flow, own, step.rule))
    if verdict.modifiers:
        flow.heading(MODIFIERS)
    for modifier in verdict.modifiers:
        flow.point(modifier_text(modifier, own), modifier.rule, _rule_title(flow, own, modifier.rule))
    if verdict.alternatives:
        flow.heading(ALTERNATIVES)
    for alternative in verdict.alternatives[:_ALTERNATIVES_SHOWN]:
        flow.point(alternative_text(alternative, own, ask, world))
    more = len(verdict.alternatives) - _ALTERNATIVES_SHOWN
    if more > 0:
        flow.write(ntext("and {n} more", "and {n} more", more), SMALL, flow.theme.muted, indent=16)
    if verdict.switches:
        flow.heading(SWITCHES)
    for name, value in switches_of(verdict):
        flow.point(_switch_text(own, name, value))
    if verdict.discretion:
        flow.heading(DISCRETION)
    for left in verdict.discretion:
        flow.point(left)


def write_changes(flow: Flow, world: World, changes: Sequence[Change], own: Book) -> None:
    """What would change the answer, and to what."""
    if changes:
        flow.heading(CHANGES)
    for change in changes:
        value = value_text(own, change.question.ask, change.verdict.value, world)
        flow.point(composed("{change}: {value}", change=change.label, value=value))


def _rule_title(flow: Flow, own: Book, rule: str) -> str:
    known = own.rules.get(rule)
    return say(composed("{title}", title=known.title), flow.words) if known else ""


def _switch_text(own: Book, name: str, value: bool | str) -> Text:
    known = own.switches.get(name.rpartition(".")[2])
    shown = str(value).lower()
    if known is None or known.values[0] == value:
        return composed("{name} = {value}", name=name, value=shown)
    default = str(known.values[0]).lower()
    return text("{name} = {value}, a house rule (usually {default})", name=name, value=shown, default=default)
