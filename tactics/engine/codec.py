"""Values of a fight as JSON and back, exactly, by the annotations of their classes.

Where an annotation says what stands there nothing more is written; in a union a record says which class it is
(``"is"``), a square and a point say so. What a file holds is checked against the annotations while it is read.
"""

from __future__ import annotations

import math
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache, cached_property
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import Point, Square
from tactics.core.space import Space

_MOST = 2**63
_PLACES = {Square: "square", Point: "point"}
_ROWS = npt.NDArray[np.uint8]


class MisfitError(ValueError):
    """A JSON value is not what should stand there; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type become JSON (`encode`) and come back (`decode`, raises `MisfitError`)."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


@cache
def codec(form: Any) -> Codec:
    """The codec of a type or annotation.

    Raises:
        TypeError: there is none.
    """
    origin, inner = get_origin(form), get_args(form)
    if form in _PLAIN:
        return _PLAIN[form]
    if form in (Square, Point, Space):
        return _numbers(form)
    if origin in (Union, UnionType):
        return _union(inner)
    if origin is tuple and inner[-1] is Ellipsis:
        return _many(codec(inner[0]), tuple)
    if origin is tuple:
        return _row(tuple(map(codec, inner)))
    if origin is frozenset:
        return _many(codec(inner[0]), frozenset)
    if origin is Mapping and inner[0] is str:
        return _mapping(codec(inner[1]))
    if is_dataclass(form) and isinstance(form, type):
        record = _Record(form)
        return Codec(record.encode, record.decode)
    raise TypeError(f"no codec for {form}")


class _Record:
    """A dataclass as a table; fields that have their default are left out, and those that follow from the others."""

    def __init__(self, cls: type) -> None:
        self.cls = cls

    @cached_property
    def _fields(self) -> Mapping[str, tuple[Codec, Any]]:
        """Codec and default by field. Found late, because a class may hold itself."""
        hints = get_type_hints(self.cls)
        table = {}
        for one in fields(self.cls):
            if not one.init:
                continue
            default = one.default_factory() if one.default_factory is not MISSING else one.default
            table[one.name] = (codec(hints[one.name]), default)
        return table

    @cached_property
    def _needed(self) -> frozenset[str]:
        return frozenset(name for name, (_, default) in self._fields.items() if default is MISSING)

    def encode(self, value: Any) -> dict[str, Any]:
        out = {}
        for name, (one, default) in self._fields.items():
            part = getattr(value, name)
            if default is MISSING or part != default:
                out[name] = one.encode(part)
        return out

    def decode(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise MisfitError(f"a table of {self.cls.__name__} is wanted, not {shown(value)}")
        table = self._fields
        read = {}
        for name, part in value.items():
            if name not in table:
                if name == "is" and part == self.cls.__name__:
                    continue
                raise MisfitError(f"{self.cls.__name__} has no {shown(name)}")
            try:
                read[name] = table[name][0].decode(part)
            except MisfitError as fault:
                raise MisfitError(f"{name}: {fault}") from None
        if not self._needed <= read.keys():
            missing = ", ".join(sorted(self._needed - read.keys()))
            raise MisfitError(f"{self.cls.__name__} needs {missing}")
        return self.cls(**read)


def shown(value: Any) -> str:
    """A value for a message, cut off when it is long."""
    words = repr(value)
    return words if len(words) <= 60 else f"{words[:57]}..."


def _numbers(form: type) -> Codec:
    count = len(form._fields)  # type: ignore[attr-defined] # these are named tuples

    def decode(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != count:
            raise MisfitError(f"{count} whole numbers are wanted, not {shown(value)}")
        return form(*map(_int, value))

    return Codec(list, decode)


def _many(one: Codec, kind: type[tuple[Any, ...]] | type[frozenset[Any]]) -> Codec:
    def encode(value: Any) -> list[Any]:
        return [one.encode(part) for part in (value if kind is tuple else sorted(value))]

    def decode(value: Any) -> Any:
        if not isinstance(value, list):
            raise MisfitError(f"a list is wanted, not {shown(value)}")
        return kind(map(one.decode, value))

    return Codec(encode, decode)


def _row(parts: tuple[Codec, ...]) -> Codec:
    def encode(value: Any) -> list[Any]:
        return [one.encode(part) for one, part in zip(parts, value, strict=True)]

    def decode(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(parts):
            raise MisfitError(f"a list of {len(parts)} is wanted, not {shown(value)}")
        return tuple(one.decode(part) for one, part in zip(parts, value, strict=True))

    return Codec(encode, decode)


def _mapping(one: Codec) -> Codec:
    def encode(value: Any) -> dict[str, Any]:
        return {key: one.encode(part) for key, part in value.items()}

    def decode(value: Any) -> Any:
        if not isinstance(value, dict):
            raise MisfitError(f"a table is wanted, not {shown(value)}")
        return MappingProxyType({key: one.decode(part) for key, part in value.items()})

    return Codec(encode, decode)


def _union(forms: tuple[Any, ...]) -> Codec:
    """One of several types: plain values tell themselves apart, the others are named."""
    plain = {form for form in forms if form in (int, str, bool, NoneType)}
    places = {_PLACES[form]: codec(form) for form in forms if form in _PLACES}
    classes = {form.__name__: form for form in forms if is_dataclass(form) and isinstance(form, type)}
    tuples = [form for form in forms if get_origin(form) is tuple]
    listed = codec(tuples[0]) if len(tuples) == 1 else _mixed(tuples) if tuples else None

    def encode(value: Any) -> Any:
        kind = type(value)
        if kind in plain:
            return value
        if kind in _PLACES:
            return {_PLACES[kind]: list(value)}
        if kind is tuple and listed is not None:
            return listed.encode(value)
        if classes.get(kind.__name__) is not kind:
            raise TypeError(f"{shown(value)} is none of {forms}")
        return {"is": kind.__name__, **codec(kind).encode(value)}

    def decode(value: Any) -> Any:
        kind = type(value)
        if kind in plain:
            return _int(value) if kind is int else value
        if kind is list and listed is not None:
            return listed.decode(value)
        if kind is dict:
            named = value.get("is")
            if isinstance(named, str) and named in classes:
                return codec(classes[named]).decode(value)
            if len(value) == 1 and (place := next(iter(value))) in places:
                return places[place].decode(value[place])
            if named is not None:
                raise MisfitError(f"unknown kind {shown(named)}")
        raise MisfitError(f"{shown(value)} does not fit here")

    return Codec(encode, decode)


def _mixed(tuples: Sequence[Any]) -> Codec:
    """One of several lists of any length: each part tells itself what it is."""
    return _many(codec(Union[tuple(get_args(form)[0] for form in tuples)]), tuple)  # noqa: UP007 - put together here


def _int(value: Any) -> int:
    if type(value) is not int or not -_MOST < value < _MOST:
        raise MisfitError(f"a whole number is wanted, not {shown(value)}")
    return value


def _of(kind: type, words: str) -> Callable[[Any], Any]:
    def decode(value: Any) -> Any:
        if type(value) is not kind:
            raise MisfitError(f"{words} is wanted, not {shown(value)}")
        return value

    return decode


def _float(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise MisfitError(f"a number is wanted, not {shown(value)}")
    return float(value)


def _bytes(value: Any) -> bytes:
    try:
        return b64decode(value, validate=True)
    except (TypeError, ValueError, BadBase64):
        raise MisfitError(f"bytes in base 64 are wanted, not {shown(value)}") from None


def _rows(value: Any) -> npt.NDArray[np.uint8]:
    try:
        rows = [np.frombuffer(bytes.fromhex(row), np.uint8) for row in value]
        return np.array(rows, np.uint8).reshape(len(rows), len(rows[0]))
    except (TypeError, ValueError, IndexError):
        raise MisfitError("rows of equal length are wanted, two hexadecimal digits for each square") from None


def _loose(value: Any) -> Any:
    """Tables and lists of a file as they stand there."""
    if isinstance(value, Mapping):
        return {str(key): _loose(part) for key, part in value.items()}
    return [_loose(part) for part in value] if isinstance(value, list | tuple) else value


def _same(value: Any) -> Any:
    return value


_PLAIN: Mapping[Any, Codec] = {
    int: Codec(_same, _int),
    str: Codec(_same, _of(str, "a text")),
    bool: Codec(_same, _of(bool, "true or false")),
    NoneType: Codec(_same, _of(NoneType, "null")),
    float: Codec(_same, _float),
    bytes: Codec(lambda value: b64encode(value).decode("ascii"), _bytes),
    _ROWS: Codec(lambda rows: [row.tobytes().hex() for row in rows], _rows),
    Any: Codec(_loose, _same),
}
