"""Single values of a scenario file: squares, points, places, ids."""

from __future__ import annotations

import math
import re
from typing import Annotated, Any

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema

from tactics.core.lattice import Point, Square, parse_point, parse_square, to_units

_FAR_SQ = 1e6
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+)*")
_ID = re.compile(r"[\w-]{1,40}")


def shown(value: Any) -> str:
    """A value of a file, short enough for a message."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list" if len(value) > 3 or any(isinstance(one, list | dict) for one in value) else repr(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) > 10**12:
        return "a huge number"
    words = repr(value)
    return words if len(words) <= 60 else f"{words[:57]}..."


def read_point(value: Any) -> Point:
    """A lattice point from ``[x, y]`` or ``"<x,y>"``, rounded to thousandths.

    Raises:
        ValueError: it has another form or is absurdly far away.
    """
    if isinstance(value, Point):
        return value
    if isinstance(value, str):
        if len(value) > 60:
            raise ValueError(f"{shown(value)} is not a point such as <3,2>")
        return parse_point(value)
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"{shown(value)} is not a point such as [3, 2]")
    return Point(_coordinate(value[0]), _coordinate(value[1]))


def _coordinate(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{shown(value)} is not a number")
    if not math.isfinite(value) or abs(value) > _FAR_SQ:
        raise ValueError(f"{shown(value)} is no place on a map")
    return to_units(value)


def read_square(value: Any) -> Square:
    """A square from ``"C4"`` or ``[x, y]`` counted from 0.

    Raises:
        ValueError: it has another form.
    """
    if isinstance(value, Square):
        return value
    if isinstance(value, str):
        if len(value) > 20:
            raise ValueError(f"{shown(value)} is not a square such as C4")
        return parse_square(value)
    if isinstance(value, list | tuple) and len(value) == 2 and all(type(one) is int for one in value):
        if all(0 <= one < _FAR_SQ for one in value):
            return Square(*value)
        raise ValueError(f"{shown(value)} is no square of a map; columns and rows count from 0")
    raise ValueError(f'{shown(value)} is not a square such as "C4" or [2, 3]')


def _lamp_point(value: Any) -> Point:
    """A place for a light: a point as text, or the middle of a square."""
    if isinstance(value, Point) or (isinstance(value, str) and value.strip().startswith("<")):
        return read_point(value)
    square = read_square(value)
    return Point(to_units(square.x + 0.5), to_units(square.y + 0.5))


def _place(value: Any) -> Any:
    """A creature, a square or a point, left as it is written."""
    if isinstance(value, list):
        read_point(value)
    elif not isinstance(value, str) or not value:
        raise ValueError(f"{shown(value)} is no creature, square or point")
    return value


def _word(value: str) -> str:
    if _WORD.fullmatch(value) is None:
        raise ValueError(f"{shown(value)} is not an English id such as attack_of_opportunity")
    return value.lower().replace(" ", "_").replace("-", "_")


def _condition(value: str) -> str:
    """A condition, or one towards a single creature: ``hidden:B``."""
    name, colon, towards = value.partition(":")
    return _word(name) + (colon + read_id(towards.strip()) if colon else "")


def read_id(value: str) -> str:
    """The id of a creature as it stands.

    Raises:
        ValueError: it has other signs than letters, digits, - and _, or too many.
    """
    if _ID.fullmatch(value) is None:
        raise ValueError(f"{shown(value)} is not an id: letters, digits, - and _")
    return value


def _glyph(value: str) -> str:
    if len(value) != 1 or not value.isprintable():
        raise ValueError(f"{shown(value)} is not a single character")
    return value


def _switch(value: Any) -> bool | str:
    if not isinstance(value, bool | str):
        raise ValueError(f"{shown(value)} is neither true, false nor text")
    return value


def _rules(value: Any) -> tuple[str, ...]:
    many = [value] if isinstance(value, str) else value
    if not isinstance(many, list) or not all(isinstance(one, str) and one for one in many):
        raise ValueError("needs the id of a rule, or a list of ids")
    return tuple(many)


def _numbers(value: Any) -> tuple[int, ...]:
    many = value if isinstance(value, list) else [value]
    if not all(type(one) is int for one in many):
        raise ValueError("needs a whole number, or a list of them")
    return tuple(many)


_PAIR = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}

PointValue = Annotated[
    Point,
    PlainValidator(read_point),
    WithJsonSchema({"anyOf": [_PAIR, {"type": "string", "pattern": "^<.*>$"}], "description": "[x, y] or <x,y>"}),
]
SquareValue = Annotated[
    Square,
    PlainValidator(read_square),
    WithJsonSchema(
        {
            "anyOf": [{"type": "string", "pattern": "^[A-Za-z]{1,3}[1-9][0-9]*$"}, _PAIR],
            "description": "C4, or [x, y] from 0",
        }
    ),
]
LampPoint = Annotated[
    Point,
    PlainValidator(_lamp_point),
    WithJsonSchema({"anyOf": [{"type": "string"}, _PAIR], "description": "<x,y>, or a square, whose middle is meant"}),
]
Place = Annotated[
    Any,
    PlainValidator(_place),
    WithJsonSchema({"anyOf": [{"type": "string"}, _PAIR], "description": "a creature, a square or a point"}),
]
Glyph = Annotated[str, AfterValidator(_glyph)]
CreatureId = Annotated[str, AfterValidator(read_id)]
Word = Annotated[str, AfterValidator(_word)]
Words = Annotated[tuple[Word, ...], Field(strict=False)]
Conditions = Annotated[tuple[Annotated[str, AfterValidator(_condition)], ...], Field(strict=False)]
SwitchSetting = Annotated[
    bool | str, PlainValidator(_switch), WithJsonSchema({"anyOf": [{"type": "boolean"}, {"type": "string"}]})
]
RuleIds = Annotated[
    tuple[str, ...],
    PlainValidator(_rules),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Numbers = Annotated[
    tuple[int, ...],
    PlainValidator(_numbers),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}),
]
