"""Questions, answers and rulings in words, for sheet, window and command line alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tactics.core.lattice import Point, Square
from tactics.core.text import Catalogue, Named, Param, Text, as_words, composed, ntext, say, text
from tactics.render.terms import (
    ATTACKS,
    GRADES,
    KINDS_OF_BONUS,
    NUMBERED,
    SHAPES,
    TARGETS,
    YES_NO,
    length_text,
)
from tactics.rules.book import Book
from tactics.rules.question import Place, Question
from tactics.rules.verdict import Alternative, Line, Modifier, Value, Verdict
from tactics.rules.vocabulary import ACTIONS, MODES
from tactics.world.world import World

WHY = text("Why")
MODIFIERS = text("Modifiers")
LINES = text("Lines")
ALTERNATIVES = text("Also looked at")
CHANGES = text("What would change it")
SWITCHES = text("Readings used")
DISCRETION = text("Left to the game master")
NOBODY = text("Nobody")
NO_MODIFIERS = text("No modifiers")

FEW_LINES = 6
"""How many lines of a ruling are all named."""


# The question.


def question_title(question: Question, world: World | None, unit: str = "") -> Text:
    """The question as a heading: "Cover: Rogue on Ogre, melee".

    Args:
        question: what was asked.
        world: the position, for the creatures' names; without it their ids stand.
        unit: ``ft``, ``sq`` or ``yd`` of the numbers in the question; "" leaves the unit out.
    """
    return _TITLES[question.ask](question, _Names(world, unit))


class _Names:
    """How places, creatures and lengths of one question are called."""

    def __init__(self, world: World | None, unit: str) -> None:
        self._names = {one.id: one.name for one in world.creatures} if world else {}
        self._unit = unit

    def creature(self, id: str) -> Param:
        name = self._names.get(id, Named(""))
        return name if name.en or name.ru else id

    def place(self, place: Place | None) -> Param:
        if place is None:
            return text("anywhere")
        return self.creature(place) if isinstance(place, str) else place

    def length(self, number: int) -> Text:
        return length_text(number, self._unit)


def _ends(question: Question, names: _Names) -> dict[str, Param]:
    start = question.origin if question.source is None else question.source
    return {"source": names.place(start), "target": names.place(question.to)}


def _attack(question: Question, names: _Names) -> dict[str, Param]:
    return {**_ends(question, names), "attack": as_words(ATTACKS, question.attack or "")}


def _distance(question: Question, names: _Names) -> Text:
    return text("Distance: {source} to {target}", **_ends(question, names))


def _threatens(question: Question, names: _Names) -> Text:
    return text("Threat: {source} on {target}", **_ends(question, names))


def _cover(question: Question, names: _Names) -> Text:
    if question.attack is None:
        return text("Cover: {source} on {target}", **_ends(question, names))
    return text("Cover: {source} on {target}, {attack}", **_attack(question, names))


def _concealment(question: Question, names: _Names) -> Text:
    if question.attack is None:
        return text("Concealment: {source} on {target}", **_ends(question, names))
    return text("Concealment: {source} on {target}, {attack}", **_attack(question, names))


def _modifiers(question: Question, names: _Names) -> Text:
    if question.attack is None:
        return text("Modifiers: {source} on {target}", **_ends(question, names))
    return text("Modifiers: {source} on {target}, {attack}", **_attack(question, names))


def _line_of_effect(question: Question, names: _Names) -> Text:
    return text("Line of effect: {source} to {target}", **_ends(question, names))


def _line_of_sight(question: Question, names: _Names) -> Text:
    return text("Line of sight: {source} to {target}", **_ends(question, names))


def _flanking(question: Question, names: _Names) -> Text:
    source, target = names.place(question.source), names.place(question.to)
    if question.partner is None:
        return text("Flanking: {source} on {target}", source=source, target=target)
    partner = names.creature(question.partner)
    return text("Flanking: {source} and {partner} on {target}", source=source, partner=partner, target=target)


def _move_cost(question: Question, names: _Names) -> Text:
    who, mode = names.creature(question.who or ""), as_words(MODES, question.mode)
    if not question.path:
        return text("Cost of a path: {who}, {mode}", who=who, mode=mode)
    start, end = question.path[0], question.path[-1]
    return text("Cost of a path: {who}, {start} to {end}, {mode}", who=who, start=start, end=end, mode=mode)


def _path_cost(question: Question, names: _Names) -> Text:
    who, mode = names.creature(question.who or ""), as_words(MODES, question.mode)
    return text("Cheapest way: {who} to {target}, {mode}", who=who, target=names.place(question.to), mode=mode)


def _reachable(question: Question, names: _Names) -> Text:
    who, mode = names.creature(question.who or ""), as_words(MODES, question.mode)
    if question.budget is None:
        return text("Where {who} can get, {mode}", who=who, mode=mode)
    return text("Where {who} can get with {budget}, {mode}", who=who, budget=names.length(question.budget), mode=mode)


def _threatened(question: Question, names: _Names) -> Text:
    who = names.creature(question.who or "")
    if question.weapon is None:
        return text("Threatened squares: {who}", who=who)
    return text("Threatened squares: {who}, {weapon}", who=who, weapon=question.weapon)


def _area(question: Question, names: _Names) -> Text:
    shape = as_words(SHAPES, question.shape or "")
    place = question.origin if question.origin is not None else question.at
    if question.size is None:
        return text("Area: {shape}, from {place}", shape=shape, place=names.place(place))
    size = names.length(question.size)
    if place is None:
        return text("Area: {shape}, {size}", shape=shape, size=size)
    return text("Area: {shape}, {size}, from {place}", shape=shape, size=size, place=names.place(place))


def _provokes(question: Question, names: _Names) -> Text:
    who = names.creature(question.who or "")
    if question.action is not None:
        return text("Who may react: {who}, {action}", who=who, action=as_words(ACTIONS, question.action))
    if question.path:
        return text(
            "Who may react: {who} goes {start} to {end}", who=who, start=question.path[0], end=question.path[-1]
        )
    return text("Who may react: {who}", who=who)


def _legal(question: Question, names: _Names) -> Text:
    if question.shape is not None:
        return text("Is it allowed: {shape}", shape=as_words(SHAPES, question.shape))
    who, action = names.creature(question.who or ""), as_words(ACTIONS, question.action or "")
    if question.target is not None:
        target = names.creature(question.target)
        return text("Is it allowed: {who}, {action}, target {target}", who=who, action=action, target=target)
    if question.path:
        end = question.path[-1]
        return text("Is it allowed: {who}, {action}, to {target}", who=who, action=action, target=end)
    return text("Is it allowed: {who}, {action}", who=who, action=action)


_TITLES: dict[str, Callable[[Question, _Names], Text]] = {
    "distance": _distance,
    "move_cost": _move_cost,
    "path_cost": _path_cost,
    "reachable": _reachable,
    "threatened": _threatened,
    "threatens": _threatens,
    "cover": _cover,
    "concealment": _concealment,
    "flanking": _flanking,
    "line_of_effect": _line_of_effect,
    "line_of_sight": _line_of_sight,
    "area": _area,
    "provokes": _provokes,
    "legal": _legal,
    "modifiers": _modifiers,
}


# The answer.


def value_text(book: Book, ask: str, value: Value, world: World | None = None) -> Text:
    """An answer in words: a grade by its name, a number with its unit, yes and no by what was asked.

    Args:
        book: the system that answered.
        ask: the question's name.
        value: the answer.
        world: the position, for the creatures' names; without it their ids stand.
    """
    if isinstance(value, bool):
        return book.word(f"{ask}.{'yes' if value else 'no'}", YES_NO.get(ask, YES_NO[""])[0 if value else 1])
    if isinstance(value, int):
        return length_text(value, book.unit) if ask in NUMBERED else ntext("{n} square", "{n} squares", value)
    if isinstance(value, str):
        # Alternatives of other questions speak of cover too.
        usual = GRADES.get((ask, value)) or GRADES.get(("cover", value)) or as_words({}, value)
        return book.word(f"{ask}.{value}", usual)
    if ask == "modifiers":
        return sequence([amount_text(amount, to, book) for to, amount in _amounts(value)]) if value else NO_MODIFIERS
    names = _Names(world, "")
    return sequence([names.creature(str(one)) for one in value])


def _amounts(value: Value) -> Iterator[tuple[str, int]]:
    assert isinstance(value, tuple)
    for pair in value:
        assert isinstance(pair, tuple)
        yield pair[0], pair[1]


def sequence(parts: Iterable[Param]) -> Text:
    """Several things after one another, "Nobody" for none."""
    listed = list(parts)
    if not listed:
        return NOBODY
    if len(listed) == 1:
        return composed("{one}", one=listed[0])
    return composed("{first}, {rest}", first=listed[0], rest=sequence(listed[1:]))


def amount_text(amount: int, to: str, book: Book) -> Text:
    """A modifier in short: "+4 AC"."""
    if to == "miss_chance":
        return text("{n}% miss chance", n=amount)
    if to == "flat_check":
        return text("flat check DC {dc}", dc=amount)
    return composed("{amount} {to}", amount=f"{amount:+d}", to=book.word(f"to.{to}", as_words(TARGETS, to)))


def net_texts(verdict: Verdict, book: Book) -> list[Text]:
    """Sums of the kept modifiers, one for each thing they change."""
    changed = dict.fromkeys(one.to for one in verdict.modifiers if one.kept)
    return [amount_text(verdict.net(to), to, book) for to in changed]


def modifier_text(modifier: Modifier, book: Book) -> Text:
    """One modifier with its kind and reason."""
    amount = amount_text(modifier.amount, modifier.to, book)
    if not modifier.type:
        told = composed("{amount}: {reason}", amount=amount, reason=modifier.reason)
    else:
        kind = as_words(KINDS_OF_BONUS, modifier.type)
        told = composed("{amount} ({kind}): {reason}", amount=amount, kind=kind, reason=modifier.reason)
    if modifier.kept:
        return told
    if modifier.type == "size":
        return text("{modifier}; the creature's own figures hold it already", modifier=told)
    return text("{modifier}; it does not stack and is left out", modifier=told)


def line_text(line: Line) -> Text:
    """One line: its ends, whether it is free, and what it met."""
    if line.role == "flank":
        if line.blocked:
            return text("{start} to {end}: not through opposite sides", start=line.start, end=line.end)
        return text("{start} to {end}: through opposite sides", start=line.start, end=line.end)
    stopping = [one.what for one in line.contacts if one.stops]
    if not line.blocked:
        met = sequence(dict.fromkeys(one.what for one in line.contacts)) if line.contacts else None
        if met is None:
            return text("{start} to {end}: clear", start=line.start, end=line.end)
        return text("{start} to {end}: clear, touches {met}", start=line.start, end=line.end, met=met)
    if not stopping:
        return text("{start} to {end}: blocked", start=line.start, end=line.end)
    met = sequence(dict.fromkeys(stopping))
    if line.role == "concealment":
        return text("{start} to {end}: passes {met}", start=line.start, end=line.end, met=met)
    return text("{start} to {end}: blocked by {met}", start=line.start, end=line.end, met=met)


def line_texts(lines: Sequence[Line]) -> list[Text]:
    """Lines of a ruling one by one, those that are blocked first; of many lines the clear ones are only counted."""
    blocked = [line for line in lines if line.blocked]
    clear = [line for line in lines if not line.blocked]
    if len(lines) <= FEW_LINES:
        return [line_text(line) for line in (*blocked, *clear)]
    if not blocked:
        return [ntext("The only line is clear", "All {n} lines are clear", len(clear))]
    counted = [ntext("{n} line is clear", "{n} lines are clear", len(clear))] if clear else []
    return [*map(line_text, blocked), *counted]


def alternative_text(alternative: Alternative, book: Book, ask: str, world: World | None = None) -> Text:
    """A rejected choice: where, what it would give, and why it was not taken."""
    value = value_text(book, ask, alternative.value, world)
    place: Point | Square | None = alternative.corner if alternative.corner is not None else alternative.square
    if place is None:
        return composed("{value}: {why}", value=value, why=alternative.why)
    return composed("{place}, {value}: {why}", place=place, value=value, why=alternative.why)


# The whole ruling as plain text.


def ruling_text(verdict: Verdict, book: Book, catalogue: Catalogue, world: World | None = None) -> str:
    """A ruling for the terminal.

    Args:
        verdict: the ruling.
        book: the system that made it.
        catalogue: translations, see `tactics.core.language.catalogue`.
        world: the position, for the creatures' names; without it their ids stand.

    Returns:
        Heading, answer, numbered steps with rule ids, and what else the ruling holds; without a final newline.
    """
    ask = verdict.question.ask
    title = say(question_title(verdict.question, world, book.unit), catalogue)
    answer = say(value_text(book, ask, verdict.value, world), catalogue)
    out = [title, f"{book.title}: {answer}", say(verdict.summary, catalogue)]
    steps = [f"{say(one.text, catalogue)} [{one.rule}]" for one in verdict.steps]
    modifiers = [f"{say(modifier_text(one, book), catalogue)} [{one.rule}]" for one in verdict.modifiers]
    alternatives = [say(alternative_text(one, book, ask, world), catalogue) for one in verdict.alternatives]
    switches = [
        f"{name} = {str(value).lower() if isinstance(value, bool) else value}" for name, value in switches_of(verdict)
    ]
    for heading, rows in (
        (WHY, [f"{number}. {row}" for number, row in enumerate(steps, 1)]),
        (MODIFIERS, modifiers),
        (LINES, [say(one, catalogue) for one in line_texts(verdict.lines)]),
        (ALTERNATIVES, alternatives),
        (SWITCHES, switches),
        (DISCRETION, [say(one, catalogue) for one in verdict.discretion]),
    ):
        if rows:
            out += ["", say(heading, catalogue), *(f"  {row}" for row in rows)]
    return "\n".join(out)


def switches_of(verdict: Verdict) -> list[tuple[str, bool | str]]:
    """The switches a ruling read, by name."""
    return sorted(verdict.switches.items())
