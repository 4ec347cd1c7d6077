"""A rule system as data and functions: its rules, switches and judges."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from tactics.core.lattice import Point, Square
from tactics.core.problems import Problem, ProblemError
from tactics.core.text import Named, Text, as_words, composed
from tactics.rules.fighting import Fighting
from tactics.rules.question import Question
from tactics.rules.resting import Resting
from tactics.rules.verdict import Alternative, Line, Modifier, Step, Value, Verdict
from tactics.rules.vocabulary import CONDITIONS
from tactics.world.world import SwitchValue, World


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a book: id, titles, our gist of it, and where it stands."""

    id: str
    title: Named
    gist: str
    source: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A named reading of an open question.

    Attributes:
        name: as in ``[rules.<system>]``.
        values: those allowed, the default first.
        meaning: what the values mean, in English and Russian.
        rule: the rule it belongs to.
    """

    name: str
    values: tuple[SwitchValue, ...]
    meaning: Named
    rule: str


Judge = Callable[["Case"], Verdict]
Light = Callable[[World, Square], str]
Field = Callable[["Case"], Mapping[Square, Value] | None]
"""Answers for all squares as the target, None where the book has no quick way to them."""
WayTo = Callable[["Case", Collection[Square]], tuple[Square, ...]]


class Book:
    """One rule system.

    Attributes:
        id: ``pf1``, ``pf2e``, ``dnd4e`` or ``dfrpg``.
        title: what to call it.
        short: the same in a few letters, for selectors.
        unit: ``ft``, ``sq`` or ``yd``.
        per_square: units of that kind in one square.
        move_unit: what moves are paid in during a fight: the unit, or ``mp`` for movement points.
        count_parts: so many of a slot's counts make one; Basic Speed is counted in quarters.
        shapes: area shapes it offers, the usual one first; empty when it judges none.
        rules: by id.
        switches: by name.
        words_ru: where the Russian book has a term of its own, that term by ``question.value``, ``to.<what a modifier
            changes>`` or ``condition.<id>``.
    """

    def __init__(
        self,
        id: str,
        judges: Mapping[str, str],
        *,
        light: str = "",
        fields: Mapping[str, str] = MappingProxyType({}),
        fighting: str = "",
        resting: str = "",
        way: str = "",
    ) -> None:
        """Read ``rules.toml`` and ``data/system.toml`` of the package ``tactics.rulesets.<id>``.

        Functions are named ``module.function`` within the package and loaded when they are first needed, so that one
        question does not wait for the modules of all others.

        Args:
            id: the package's name.
            judges: the `Judge` that answers each ask; an ask that is missing does not exist in the system.
            light: the `Light` that says how light a square is; without it lamps do not matter.
            fields: for an ask the `Field` that answers it for all squares at once.
            fighting: the class of its rules of fights, "" when it judges positions only.
            resting: the class of its rules between fights, "" when it has none.
            way: the `WayTo` that finds the way to the nearest of some squares, "" where the book has no quick one.
        """
        package = files(f"tactics.rulesets.{id}")
        system = tomllib.loads(package.joinpath("data", "system.toml").read_text("utf-8"))
        rules = tomllib.loads(package.joinpath("rules.toml").read_text("utf-8"))["rule"]
        self.id = id
        self.title: str = system["title"]
        self.short: str = system["short"]
        self.unit: str = system["unit"]
        self.per_square: int = system["per_square"]
        self.move_unit: str = system.get("move_unit", self.unit)
        self.count_parts: int = system.get("count_parts", 1)
        self.shapes: tuple[str, ...] = tuple(system.get("shapes", ()))
        self.rules: Mapping[str, Rule] = MappingProxyType({one["id"]: _rule(one) for one in rules})
        self.switches: Mapping[str, Switch] = MappingProxyType(
            {one["name"]: _switch(one) for one in system.get("switch", [])}
        )
        self.words_ru: Mapping[str, str] = MappingProxyType(system.get("words_ru", {}))
        self._judges = MappingProxyType(dict(judges))
        self._light = light
        self._fields = MappingProxyType(dict(fields))
        self._functions: dict[str, Any] = {}
        self._fighting = fighting
        self._resting = resting
        self._way = way

    @cached_property
    def fighting(self) -> Fighting | None:
        """Its rules of fights, None when it judges positions only."""
        if not self._fighting:
            return None
        found: Fighting = self._function(self._fighting)()
        return found

    @cached_property
    def resting(self) -> Resting | None:
        """Its rules between fights, None when it has none."""
        if not self._resting:
            return None
        found: Resting = self._function(self._resting)()
        return found

    @property
    def asks(self) -> tuple[str, ...]:
        """The questions the system answers."""
        return tuple(self._judges)

    def judge(self, world: World, question: Question, *, explain: bool = True) -> Verdict:
        """Answer a question about a position.

        Args:
            world: the position; it is not changed.
            question: what is asked.
            explain: False leaves out lines, steps and alternatives and is much faster; the value is the same.

        Raises:
            ProblemError: the system does not know the question, or an argument makes no sense in it.
        """
        name = self._judges.get(question.ask)
        if name is None:
            raise ProblemError([Problem(self.id, "ask", f"{self.title} has no answer to {question.ask!r}")])
        judge: Judge = self._function(name)
        return judge(Case(self, world, question, explain))

    def _function(self, name: str) -> Any:
        """A function of the package, loaded when it is first asked for."""
        found = self._functions.get(name)
        if found is None:
            module, function = name.rsplit(".", 1)
            found = getattr(import_module(f"tactics.rulesets.{self.id}.{module}"), function)
            self._functions[name] = found
        return found

    def judge_square(self, world: World, question: Question, square: Square) -> Value:
        """The answer for one square as the target."""
        return self.judge(world, replace(question, to=square), explain=False).value

    def judge_squares(self, world: World, question: Question) -> Mapping[Square, Value]:
        """The answers for every square of the board as the target, the same as those of `judge` one by one.

        Args:
            world: the position.
            question: what is asked, such as the cover from somebody; its own target does not matter.

        Raises:
            ProblemError: as `judge` does.
        """
        if question.ask in self._fields:
            field: Field = self._function(self._fields[question.ask])
            found = field(Case(self, world, question, False))
            if found is not None:
                return found
        board = world.board
        squares = (Square(x, y) for y in range(board.height) for x in range(board.width))
        return {square: self.judge_square(world, question, square) for square in squares}

    def way_to(self, world: World, who: str, ends: Collection[Square]) -> tuple[Square, ...]:
        """The cheapest way on foot to the nearest of some squares, the start included; () when there is none.

        The same as `judge` of "reachable" without a budget and of "path_cost" say; of squares as near the upper one is
        taken, then the left one.

        Args:
            world: the position.
            who: id of who walks.
            ends: positions of its top left square.
        """
        if self._way:
            find: WayTo = self._function(self._way)
            return find(Case(self, world, Question(ask="path_cost", who=who), False), ends)
        costs = self.judge(world, Question(ask="reachable", who=who), explain=False).costs
        near = [(costs[square], square.y, square.x) for square in ends if square in costs]
        if not near:
            return ()
        _, y, x = min(near)
        question = Question(ask="path_cost", who=who, to=Square(x, y))
        return self.judge(world, question, explain=False).squares.get("path", ())

    def word(self, key: str, usual: Text) -> Text:
        """A term as this book has it: the usual one, unless `words_ru` knows better."""
        own = self.words_ru.get(key)
        return composed("{word}", word=Named(usual.msgid, own)) if own else usual

    def condition(self, id: str) -> Text:
        """A condition in words."""
        return self.word(f"condition.{id}", as_words(CONDITIONS, id))

    def count(self, initiative: int) -> Named:
        """A slot's count as a number, with the decimal point of each language where counts have parts."""
        whole, rest = divmod(initiative, self.count_parts)
        part = f"{rest * 100 // self.count_parts:02d}".rstrip("0") if rest else ""
        return Named(f"{whole}.{part}", f"{whole},{part}") if part else Named(str(whole))

    def light_at(self, world: World, square: Square) -> str:
        """How light a square is by this system: bright, dim or dark."""
        if self._light:
            light: Light = self._function(self._light)
            return light(world, square)
        return world.board.at(square).light or world.board.ambient

    def check_switches(self, chosen: Mapping[str, Any], path: str) -> Iterator[Problem]:
        """Problems of a ``[rules.<system>]`` table: unknown names and values."""
        for name, value in chosen.items():
            key = f"rules.{self.id}.{name}"
            if name not in self.switches:
                known = ", ".join(sorted(self.switches))
                yield Problem(path, key, f"unknown switch; {self.title} has: {known}")
            elif not any(value == one and type(value) is type(one) for one in self.switches[name].values):
                values = ", ".join(map(_toml, self.switches[name].values))
                yield Problem(path, key, f"{_toml(value)} is not one of {values}")


class Case:
    """One question being judged: reads switches, collects the argument, and makes the verdict.

    It notes every switch that is read, and refuses rule ids that the book does not have. With `explain` False
    it collects nothing but modifiers.
    """

    __slots__ = (
        "_alternatives",
        "_discretion",
        "_lines",
        "_modifiers",
        "_squares",
        "_steps",
        "_switches",
        "book",
        "explain",
        "question",
        "world",
    )

    def __init__(self, book: Book, world: World, question: Question, explain: bool) -> None:
        self.book = book
        self.world = world
        self.question = question
        self.explain = explain
        self._lines: list[Line] = []
        self._steps: list[Step] = []
        self._modifiers: list[Modifier] = []
        self._alternatives: list[Alternative] = []
        self._discretion: list[Text] = []
        self._squares: dict[str, tuple[Square, ...]] = {}
        self._switches: dict[str, SwitchValue] = {}

    def switch(self, name: str) -> SwitchValue:
        """The value of a switch in this position; the verdict will show that it was read."""
        value = self.world.switches.get(self.book.id, {}).get(name, self.book.switches[name].values[0])
        self._switches[f"{self.book.id}.{name}"] = value
        return value

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers so far."""
        return tuple(self._modifiers)

    def step(self, rule: str, text: Text) -> None:
        """Add a sentence to the argument."""
        if self.explain:
            self._steps.append(Step(text, self._known(rule)))

    def line(self, *lines: Line) -> None:
        """Add lines that were drawn."""
        if self.explain:
            self._lines.extend(lines)

    def squares(self, name: str, squares: tuple[Square, ...]) -> None:
        """Name a set of squares."""
        self._squares[name] = squares

    def modifier(self, amount: int, to: str, type: str, reason: Text, rule: str, *, kept: bool = True) -> None:
        """Add a modifier."""
        self._modifiers.append(Modifier(amount, to, type, reason, self._known(rule), kept))

    def alternative(self, alternative: Alternative) -> None:
        """Add a rejected choice."""
        if self.explain:
            self._alternatives.append(alternative)

    def discretion(self, text: Text) -> None:
        """Note what the book leaves to the game master."""
        if self.explain:
            self._discretion.append(text)

    def refuse(self, argument: str, message: str) -> ProblemError:
        """An error about an argument of the question, ready to raise."""
        return ProblemError([Problem(self.book.id, argument, message)])

    def verdict(
        self,
        value: Value,
        summary: Text,
        *,
        creatures: tuple[str, ...] = (),
        step_costs: tuple[int, ...] = (),
        costs: Mapping[Square, int] | None = None,
        chosen_corner: Point | None = None,
    ) -> Verdict:
        """Close the case."""
        return Verdict(
            question=self.question,
            ruleset=self.book.id,
            value=value,
            summary=summary,
            lines=tuple(self._lines),
            squares=MappingProxyType(self._squares),
            modifiers=tuple(self._modifiers),
            steps=tuple(self._steps),
            alternatives=tuple(self._alternatives),
            switches=MappingProxyType(self._switches),
            discretion=tuple(self._discretion),
            creatures=creatures,
            step_costs=step_costs,
            costs=MappingProxyType(dict(costs or {})),
            chosen_corner=chosen_corner,
        )

    def _known(self, rule: str) -> str:
        if rule not in self.book.rules:
            raise KeyError(f"{rule} is not in the rules.toml of {self.book.id}")
        return rule


def _rule(table: Mapping[str, str]) -> Rule:
    return Rule(table["id"], Named(table["title"], table["title_ru"]), table["gist"], table["source"])


def _switch(table: Mapping[str, Any]) -> Switch:
    meaning = Named(table["meaning"], table["meaning_ru"])
    return Switch(table["name"], tuple(table["values"]), meaning, table["rule"])


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'
