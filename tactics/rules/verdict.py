"""A verdict: the answer, what was drawn to find it, and the rules that decide.

Window, text, JSON, SVG and PNG all read this one record; nothing is computed a second time for display.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NoReturn

from tactics.core.lattice import Point, Square
from tactics.core.text import Catalogue, Text, say
from tactics.rules.question import Question, plain
from tactics.world.world import SwitchValue

Value = str | int | bool | tuple[str, ...] | tuple[tuple[str, int], ...]
"""A grade, a number, yes or no, a list of creatures, or a table of modifiers (``modifiers`` only)."""


@dataclass(frozen=True, slots=True)
class Contact:
    """One thing a line met.

    Attributes:
        what: the obstacle in words, such as "wall D2" or a creature's name.
        kind: interior, edge, corner (solid squares and bodies), cross, overlap, touch (thin walls), or pinch.
        at: where on the line, for drawing; the first point met.
        square: the square of a square obstacle or the anchor of a body.
        wall: number of the wall polyline, None for squares and bodies.
        creature: id of the creature, "" for terrain and walls.
        stops: whether this contact is one that blocks the line for the question asked.
    """

    what: Text
    kind: str
    at: Point
    square: Square | None = None
    wall: int | None = None
    creature: str = ""
    stops: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was drawn.

    Attributes:
        start, end: its ends.
        blocked: whether it counts as blocked for the question asked.
        contacts: what it met, in order from `start`.
        role: cover, effect, sight, concealment, flank, centre or charge.
    """

    start: Point
    end: Point
    blocked: bool
    contacts: tuple[Contact, ...] = ()
    role: str = "cover"


@dataclass(frozen=True, slots=True)
class Modifier:
    """A number the position adds to a roll or a defence.

    Attributes:
        amount: signed.
        to: attack, ac, fortitude, reflex, will, stealth, miss_chance, flat_check ...
        type: the bonus type that decides stacking, "" for untyped.
        reason: in words.
        rule: rule id.
        kept: False when another modifier of its type suppresses it.
    """

    amount: int
    to: str
    type: str
    reason: Text
    rule: str
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of the argument, with the rule it rests on."""

    text: Text
    rule: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """A choice that was looked at and not taken.

    Attributes:
        value: what it would have given.
        why: why it was not taken.
        corner: the corner it starts from, where there is one.
        square: the square it starts from or ends at, where there is one.
        lines: what was drawn for it.
    """

    value: Value
    why: Text
    corner: Point | None = None
    square: Square | None = None
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one question by one rule system.

    Attributes:
        question: what was asked.
        ruleset: id of the system.
        value: the answer.
        summary: the answer in one sentence.
        lines: the lines that decide (those of the chosen corner).
        squares: named sets of squares: origin, target, area, reachable, threatened, path, blockers ...; of a move that
            somebody may react to also provokes, the squares in which somebody may
        modifiers: what it does to rolls and defences.
        steps: the argument, in the order one would make it at the table.
        alternatives: rejected choices.
        switches: ``system.name`` and value of every switch that was read.
        discretion: what the book leaves to the game master here.
        creatures: those an area takes, who may react, the flanking partners.
        step_costs: cost of each step of a path, in the system's unit.
        costs: cost by square of a movement field, in the system's unit.
        chosen_corner: the corner the attacker used.
    """

    question: Question
    ruleset: str
    value: Value
    summary: Text
    lines: tuple[Line, ...] = ()
    squares: Mapping[str, tuple[Square, ...]] = field(default_factory=lambda: MappingProxyType({}))
    modifiers: tuple[Modifier, ...] = ()
    steps: tuple[Step, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    switches: Mapping[str, SwitchValue] = field(default_factory=lambda: MappingProxyType({}))
    discretion: tuple[Text, ...] = ()
    creatures: tuple[str, ...] = ()
    step_costs: tuple[int, ...] = ()
    costs: Mapping[Square, int] = field(default_factory=lambda: MappingProxyType({}))
    chosen_corner: Point | None = None

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict is not a truth value; read its .value")

    def net(self, to: str) -> int:
        """Sum of the kept modifiers to one thing."""
        return sum(one.amount for one in self.modifiers if one.to == to and one.kept)

    def to_dict(self, catalogue: Catalogue) -> dict[str, Any]:
        """The JSON of ``--json``, texts in the catalogue's language."""
        value = plain(self.value)
        if self.question.ask == "modifiers" and isinstance(self.value, tuple):
            value = dict(one for one in self.value if isinstance(one, tuple))
        out: dict[str, Any] = {
            "question": self.question.ask,
            "arguments": {key: one for key, one in self.question.to_dict().items() if key != "ask"},
            "ruleset": self.ruleset,
            "value": value,
            "summary": say(self.summary, catalogue),
            "lines": [_line(one, catalogue) for one in self.lines],
            "squares": {name: plain(squares) for name, squares in self.squares.items()},
            "modifiers": [_modifier(one, catalogue) for one in self.modifiers],
            "steps": [{"text": say(one.text, catalogue), "rule": one.rule} for one in self.steps],
            "alternatives": [_alternative(one, catalogue) for one in self.alternatives],
            "switches": dict(self.switches),
            "discretion": [say(one, catalogue) for one in self.discretion],
        }
        if self.creatures:
            out["creatures"] = list(self.creatures)
        if self.step_costs:
            out["step_costs"] = list(self.step_costs)
        if self.costs:
            out["costs"] = {plain(square): cost for square, cost in self.costs.items()}
        if self.chosen_corner is not None:
            out["corner"] = plain(self.chosen_corner)
        return out


def _line(line: Line, catalogue: Catalogue) -> dict[str, Any]:
    contacts = [
        {"what": say(one.what, catalogue), "kind": one.kind, "at": plain(one.at), "stops": one.stops}
        for one in line.contacts
    ]
    return {
        "from": plain(line.start),
        "to": plain(line.end),
        "blocked": line.blocked,
        "role": line.role,
        "contacts": contacts,
    }


def _modifier(modifier: Modifier, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "amount": modifier.amount,
        "to": modifier.to,
        "type": modifier.type,
        "reason": say(modifier.reason, catalogue),
        "rule": modifier.rule,
        "kept": modifier.kept,
    }


def _alternative(alternative: Alternative, catalogue: Catalogue) -> dict[str, Any]:
    out: dict[str, Any] = {"value": plain(alternative.value), "why": say(alternative.why, catalogue)}
    if alternative.corner is not None:
        out["corner"] = plain(alternative.corner)
    if alternative.square is not None:
        out["square"] = plain(alternative.square)
    if alternative.lines:
        out["lines"] = [_line(one, catalogue) for one in alternative.lines]
    return out
