"""A ruling as one picture: the board with what was drawn on it, the answers, and the argument step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tactics.core.language import catalogue
from tactics.core.space import Space
from tactics.core.text import Catalogue, Text, composed, say
from tactics.render.argument import write_agreement, write_argument, write_card, write_changes
from tactics.render.board import board_items, board_size, fitting_cell, on_page, placed
from tactics.render.displaylist import DisplayList, Group, Item, Label
from tactics.render.flow import BODY, SMALL, TITLE, Flow
from tactics.render.framing import framed, named_creatures
from tactics.render.legend import SAMPLE, in_order, meaning, sample
from tactics.render.metrics import shorten, text_width
from tactics.render.palette import DARK, Theme
from tactics.render.ruling import ruling_overlay
from tactics.render.tokens import token, token_letters
from tactics.render.view import View
from tactics.render.words import (
    question_title,
)
from tactics.rules.book import Book
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.rules.whatif import Change, changes
from tactics.world.world import World

_MARGIN, _GUTTER = 24.0, 26.0
_PANEL = 400.0
_COLUMNS = {2: 500.0, 3: 410.0}
_NARROW_COLUMN, _COLUMN_BOARD_HEIGHT = 370.0, 440.0
_BOARD_WIDTH, _BOARD_HEIGHT = 860.0, 720.0
_ALTERNATIVES_SHOWN = 4
_NAMES_SHOWN = 12
_CHANGES_SHOWN = 3
_CHANGEABLE = ("cover", "concealment", "line_of_effect", "line_of_sight", "flanking")
"""Questions for which a sheet says what would change the answer."""
_NAME_WIDTH = 170.0


def sheet(world: World, verdicts: Sequence[Verdict], lang: str = "en", theme: Theme = DARK) -> DisplayList:
    """The sheet of one question, answered by one or several systems.

    Args:
        world: the position.
        verdicts: the answers, at least one, all to the same question.
        lang: one of `tactics.core.language.LANGUAGES`.
        theme: colours.

    Raises:
        ValueError: there is no verdict.
    """
    books = [book(one.ruleset) for one in verdicts]
    suggested = [
        changes(world, one, own, limit=_CHANGES_SHOWN) if one.question.ask in _CHANGEABLE else ()
        for one, own in zip(verdicts, books, strict=True)
    ]
    return lay_out(world, verdicts, books, catalogue(lang), theme, suggested)


def lay_out(
    world: World,
    verdicts: Sequence[Verdict],
    books: Sequence[Book],
    words: Catalogue,
    theme: Theme = DARK,
    suggested: Sequence[Sequence[Change]] = (),
) -> DisplayList:
    """The same as `sheet` with the books, the translations and what would change each answer given."""
    if not verdicts:
        raise ValueError("a sheet needs a verdict")
    offers = tuple(map(tuple, suggested)) or ((),) * len(verdicts)
    plan = _Plan(world, tuple(verdicts), tuple(books), words, theme, offers)
    return _one(plan) if len(verdicts) == 1 else _several(plan)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What every part of a sheet needs."""

    world: World
    verdicts: tuple[Verdict, ...]
    books: tuple[Book, ...]
    words: Catalogue
    theme: Theme
    suggested: tuple[tuple[Change, ...], ...]

    def flow(self, x: float, y: float, width: float) -> Flow:
        return Flow(x, y, width, self.theme, self.words)

    @property
    def title(self) -> Text:
        return question_title(self.verdicts[0].question, self.world, self.books[0].unit)

    def page(self, items: list[Item], width: float, height: float) -> DisplayList:
        return on_page(tuple(items), width, height, self.theme, say(self.title, self.words))


# The arrangements.


def _one(plan: _Plan) -> DisplayList:
    """One ruling: the board left with its legend below, the argument right; a wide low board has it below."""
    window = framed(plan.world, plan.verdicts, 26, 20)
    board = _Board(plan, 0, window, fitting_cell(window, _BOARD_WIDTH, _BOARD_HEIGHT))
    low = board.height < 300 and board.width > 700
    if low:
        flow = plan.flow(_MARGIN, _MARGIN + board.height + 14, board.width)
        _legend(flow, plan, window, board.used)
        flow.gap(10)
    else:
        flow = plan.flow(_MARGIN + board.width + _GUTTER, _MARGIN, _PANEL)
    _heading(flow, plan)
    flow.gap(10)
    write_card(flow, plan.world, plan.verdicts, plan.books, 0, plain=True)
    _argument(flow, plan, 0)
    items = [board.at(_MARGIN, _MARGIN), *flow.items]
    if low:
        return plan.page(items, board.width + 2 * _MARGIN, flow.y + _MARGIN)
    below = plan.flow(_MARGIN, _MARGIN + board.height + 14, board.width)
    if board.width < 340:
        below = plan.flow(flow.x, flow.y + 14, _PANEL)
    _legend(below, plan, window, board.used)
    height = max(flow.y, below.y, _MARGIN + board.height) + _MARGIN
    return plan.page([*items, *below.items], flow.x + _PANEL + _MARGIN, height)


def _several(plan: _Plan) -> DisplayList:
    """Several systems: a column each with answer, board and argument; what they share stands across."""
    count = len(plan.verdicts)
    window = framed(plan.world, plan.verdicts, 13, 11)
    least = _COLUMNS.get(count, _NARROW_COLUMN)
    cell = fitting_cell(window, least - 24, _COLUMN_BOARD_HEIGHT)
    boards = [_Board(plan, number, window, cell) for number in range(count)]
    width = max(least, *(board.width for board in boards))
    across = width * count + _GUTTER * (count - 1)
    top = plan.flow(_MARGIN, _MARGIN, across)
    _heading(top, plan)
    top.gap(10)
    write_agreement(top, plan.world, plan.verdicts, plan.books)
    top.gap(14)
    lefts = [_MARGIN + number * (width + _GUTTER) for number in range(count)]
    tallest = max(_card_height(plan, number, width) for number in range(count))
    items, bottom = list(top.items), top.y
    for number, left in enumerate(lefts):
        flow = plan.flow(left, top.y, width)
        write_card(flow, plan.world, plan.verdicts, plan.books, number, least=tallest)
        flow.gap(14)
        items.append(boards[number].at(left, flow.y))
        flow.gap(boards[number].height)
        _argument(flow, plan, number)
        items += flow.items
        bottom = max(bottom, flow.y)
    legend = plan.flow(_MARGIN, bottom + 16, across)
    _legend(legend, plan, window, [key for board in boards for key in board.used])
    return plan.page([*items, *legend.items], across + 2 * _MARGIN, legend.y + _MARGIN)


class _Board:
    """The board of one verdict with its drawing."""

    def __init__(self, plan: _Plan, number: int, window: Space, cell: float) -> None:
        verdict = plan.verdicts[number]
        self._world = plan.world
        self._view = View(cell, plan.theme, window, verdict.ruleset)
        overlay = ruling_overlay(plan.world, verdict, self._view)
        self._items = board_items(plan.world, self._view, overlay.under, overlay.over)
        self.used = overlay.used
        self.width, self.height = board_size(plan.world.board, self._view)

    def at(self, x: float, y: float) -> Group:
        return placed(self._world, self._view, self._items, x, y)


# The parts.


def _heading(flow: Flow, plan: _Plan) -> None:
    """The question, and the position's name above it."""
    name = say(composed("{name}", name=plan.world.title), plan.words)
    if name:
        flow.write(name, BODY, plan.theme.muted)
        flow.gap(2)
    flow.write(plan.title, TITLE, plan.theme.strong, bold=True)


def _argument(flow: Flow, plan: _Plan, number: int) -> None:
    write_argument(flow, plan.world, plan.verdicts[number], plan.books[number])
    write_changes(flow, plan.world, plan.suggested[number], plan.books[number])


def _card_height(plan: _Plan, number: int, width: float) -> float:
    trial = plan.flow(0, 0, width)
    write_card(trial, plan.world, plan.verdicts, plan.books, number)
    return trial.y


def _legend(flow: Flow, plan: _Plan, window: Space, used: Sequence[str]) -> None:
    """Samples of the marks used, then the tokens with their creatures' names, in rows that wrap."""
    entries: list[tuple[Group, float, str]] = []
    for key in in_order(used):
        entries.append((sample(key, plan.theme, 0, 0), SAMPLE, say(meaning(key), plan.words)))
    entries += _named_tokens(plan, window)
    x = 0.0
    for mark, wide, words in entries:
        room = min(flow.width - wide - 8, text_width(words, SMALL + 1) + 1)
        if x and x + wide + 8 + room > flow.width:
            x = 0.0
            flow.gap(25)
        middle = flow.y + 12
        flow.items.append(Group(mark.items, flow.x + x, middle))
        spot = flow.x + x + wide + 8
        shown = shorten(words, SMALL + 1, room)
        flow.items.append(Label(spot, middle + SMALL * 0.39, shown, SMALL + 1, plan.theme.text, max_width=room))
        x += wide + 8 + room + 18
    if entries:
        flow.gap(25)


def _named_tokens(plan: _Plan, window: Space) -> list[tuple[Group, float, str]]:
    """A small token for creatures in the window whose name says more than its letters, those asked about first."""
    world = plan.world
    sides = list(dict.fromkeys(one.side for one in world.creatures))
    letters = token_letters(world)
    asked = {name for verdict in plan.verdicts for name in named_creatures(verdict)}
    found = []
    for one in sorted(world.creatures, key=lambda one: one.id not in asked):
        name = say(composed("{name}", name=one.name), plan.words)
        if one.space.overlaps(window) and name not in ("", letters[one.id]):
            look = Group(token(letters[one.id], 22.0, sides.index(one.side), 0, (), plan.theme), 11.0, 0.0, sprite=True)
            found.append((Group((look,)), 22.0, shorten(name, SMALL + 1, _NAME_WIDTH)))
    return found[:_NAMES_SHOWN]
