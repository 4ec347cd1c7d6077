"""The questions a position can be asked, the same for scenario files, command line and window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from tactics.core.lattice import UNIT, Point, Square, parse_point, parse_square, square_name, to_units
from tactics.core.problems import Problem, ProblemError
from tactics.world.world import World

Place = str | Square | Point
"""A creature's id, a square, or a point of the lattice."""

ATTACKS = ("melee", "reach", "ranged", "area")
SHAPES = (
    "burst",
    "spread",
    "cone",
    "line",
    "emanation",
    "cylinder",
    "close_burst",
    "close_blast",
    "area_burst",
    "wall",
)
DIRECTIONS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
MODES = ("walk", "squeeze", "fly", "swim", "climb", "burrow")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question. Which fields an `ask` reads stands in `ASKS`.

    Attributes:
        ask: a key of `ASKS`.
        source: who or where from (``from`` in files).
        to: towards whom or where.
        attack: one of `ATTACKS`; None chooses melee for neighbours, else ranged.
        who: the creature that moves or threatens.
        path: squares of its top left corner, the first is where it starts.
        mode: one of `MODES`.
        budget: most it may spend, in the system's unit; None for no limit.
        diagonals: diagonal steps it already took this turn.
        weapon: name of the weapon that is asked about.
        partner: the ally that must help to flank (``with`` in files).
        origin: where an area starts: a point, a square or a creature.
        shape: one of `SHAPES`.
        size: radius, length or number of squares, in the system's unit.
        width: width of a line, in the system's unit.
        direction: a key of `DIRECTIONS`.
        at: top left square of a close blast placed off centre.
        squares: squares of a drawn wall.
        action: what is done (charge, five_foot_step, withdraw, cast ...).
        target: whom a charge is aimed at.
    """

    ask: str
    source: Place | None = None
    to: Place | None = None
    attack: str | None = None
    who: str | None = None
    path: tuple[Square, ...] = ()
    mode: str = "walk"
    budget: int | None = None
    diagonals: int = 0
    weapon: str | None = None
    partner: str | None = None
    origin: Place | None = None
    shape: str | None = None
    size: int | None = None
    width: int | None = None
    direction: str | None = None
    at: Square | None = None
    squares: tuple[Square, ...] = ()
    action: str | None = None
    target: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The question with the argument names of scenario files, defaults left out."""
        out: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                out[_FILE_NAME.get(field.name, field.name)] = plain(value)
        return out


_FILE_NAME = {"source": "from", "partner": "with"}

ASKS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    ask: (frozenset(must.split()), frozenset(may.split()))
    for ask, must, may in (
        ("distance", "from to", ""),
        ("move_cost", "who path", "mode diagonals"),
        ("path_cost", "who to", "mode budget diagonals"),
        ("reachable", "who", "mode budget diagonals"),
        ("threatened", "who", "weapon"),
        ("threatens", "from to", "weapon"),
        ("cover", "to", "from attack origin weapon"),
        ("concealment", "from to", "attack"),
        ("flanking", "from to", "with weapon"),
        ("line_of_effect", "from to", ""),
        ("line_of_sight", "from to", ""),
        ("area", "shape", "size width origin direction to at squares who from"),
        ("provokes", "who", "path action"),
        ("legal", "", "who action target path shape size squares mode diagonals from origin"),
        ("modifiers", "from to", "attack weapon"),
    )
}
"""Arguments an ask needs and those it may have, named as in scenario files."""


def plain(value: Any) -> Any:
    """A value of a question or a verdict as JSON: squares by name, points as numbers of squares."""
    if isinstance(value, Square):
        return square_name(value)
    if isinstance(value, Point):
        return [whole_or_float(value.x), whole_or_float(value.y)]
    if isinstance(value, tuple | frozenset):
        return [plain(one) for one in value]
    return value


def whole_or_float(units: int) -> int | float:
    """Lattice units in squares, as an integer where it is whole."""
    return units // UNIT if units % UNIT == 0 else units / UNIT


def parse_question(ask: str, arguments: Mapping[str, Any], world: World, path: str, key: str = "") -> Question:
    """Check and read the arguments of a question.

    Args:
        ask: the question's name.
        arguments: values as they stand in a scenario file or on the command line, names as there.
        world: the position that is asked.
        path: file or command to name in problems.
        key: key path of the question in that file.

    Raises:
        ProblemError: with every problem of the arguments.
    """
    if ask not in ASKS:
        known = ", ".join(sorted(ASKS))
        raise ProblemError([Problem(path, _join(key, "ask"), f"unknown question {ask!r}; known: {known}")])
    needed, allowed = ASKS[ask]
    problems = [Problem(path, _join(key, name), f"{ask} needs it") for name in sorted(needed - set(arguments))]
    read: dict[str, Any] = {}
    for name, value in arguments.items():
        if name not in needed | allowed:
            problems.append(Problem(path, _join(key, name), f"{ask} has no such argument"))
            continue
        try:
            read[_FIELD.get(name, name)] = _READERS[name](value, world)
        except ValueError as error:
            problems.append(Problem(path, _join(key, name), str(error)))
    if problems:
        raise ProblemError(problems)
    return Question(ask=ask, **read)


_FIELD = {"from": "source", "with": "partner"}


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _creature(value: Any, world: World) -> str:
    ids = [one.id for one in world.creatures]
    if isinstance(value, str) and value:
        if value in ids:
            return value
        called = value.casefold()
        named = [one.id for one in world.creatures if called in (one.name.en.casefold(), one.name.ru.casefold())]
        if len(named) == 1:
            return named[0]
    raise ValueError(f"no creature {value!r}; there are: {', '.join(ids) or 'none'}")


def _square(value: Any, world: World) -> Square:
    if isinstance(value, Square):
        square = value
    elif isinstance(value, str):
        square = parse_square(value)
    else:
        raise ValueError(f"{value!r} is not a square such as C4")
    if not world.board.inside(square):
        raise ValueError(f"{square_name(square)} is off the map")
    return square


def _point(value: Any, world: World) -> Point:
    if isinstance(value, Point):
        point = value
    elif isinstance(value, str):
        point = parse_point(value)
    elif (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(v, int | float) and not isinstance(v, bool) and abs(v) < 1e6 for v in value)
    ):
        point = Point(to_units(value[0]), to_units(value[1]))
    else:
        raise ValueError(f"{value!r} is not a point such as [3, 2]")
    if not (0 <= point.x <= world.board.width * UNIT and 0 <= point.y <= world.board.height * UNIT):
        raise ValueError(f"{point} is off the map")
    return point


def _place(value: Any, world: World) -> Place:
    if isinstance(value, Square):
        return _square(value, world)
    if isinstance(value, list | tuple) or (isinstance(value, str) and value.strip().startswith("<")):
        return _point(value, world)
    try:
        return _creature(value, world)
    except ValueError as error:
        try:
            return _square(value, world)
        except ValueError as second:
            raise (second if "off the map" in str(second) else error) from None


def _squares(value: Any, world: World) -> tuple[Square, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"{value!r} is not a list of squares")
    return tuple(_square(one, world) for one in value)


def _one_of(*known: str) -> Any:
    def read(value: Any, world: World) -> str:
        if value not in known:
            raise ValueError(f"{value!r} is not one of {', '.join(known)}")
        return str(value)

    return read


def _number(value: Any, world: World) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 100_000:
        raise ValueError(f"{value!r} is not a whole number from 0 to 100000")
    return value


def _word(value: Any, world: World) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is not a word")
    return value


_READERS: dict[str, Any] = {
    "from": _place,
    "to": _place,
    "origin": _place,
    "who": _creature,
    "with": _creature,
    "target": _creature,
    "path": _squares,
    "squares": _squares,
    "at": _square,
    "attack": _one_of(*ATTACKS),
    "shape": _one_of(*SHAPES),
    "direction": _one_of(*DIRECTIONS),
    "mode": _one_of(*MODES),
    "budget": _number,
    "diagonals": _number,
    "size": _number,
    "width": _number,
    "weapon": _word,
    "action": _word,
}
