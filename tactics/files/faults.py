"""Collecting what is wrong with a file, and saying it in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from tactics.core.problems import Problem, ProblemError
from tactics.files.lines import KeyLines
from tactics.files.values import shown

Model = TypeVar("Model", bound=BaseModel)
KeyPath = tuple[str | int, ...]

_KINDS = {
    "bool_type": "true or false",
    "dict_type": "a table",
    "float_type": "a number",
    "int_type": "a whole number",
    "model_type": "a table",
    "string_type": "text",
    "tuple_type": "a list",
}


class Faults:
    """The problems of one file."""

    def __init__(self, path: Path | str, lines: KeyLines | None = None) -> None:
        self.path = str(path)
        self.lines = lines
        self.found: list[Problem] = []

    def add(self, key: KeyPath, message: str, line: int = 0) -> None:
        """Note a problem; without a line the line of its key is looked up."""
        if not line and self.lines is not None:
            line = self.lines.line(key)
        self.found.append(Problem(self.path, key_text(key), message, line))

    def read(self, model: type[Model], value: Any, key: KeyPath) -> Model | None:
        """Validate one table; None, and problems noted, when it is not valid."""
        try:
            return model.model_validate(value)
        except ValidationError as error:
            for one in error.errors(include_url=False):
                inner = tuple(part for part in one["loc"] if part != "[key]")
                self.add((*key, *inner), _message(one, model, inner))
        except RecursionError:
            self.add(key, "tables and lists are nested too deeply")
        return None

    def stop(self) -> None:
        """End here when anything was found.

        Raises:
            ProblemError: with every problem, in the order of the file.
        """
        if self.found:
            raise ProblemError(sorted(self.found, key=lambda one: one.line))


def key_text(key: KeyPath) -> str:
    """A key path as it is shown: ``map.walls[2].line``."""
    words = ""
    for part in key:
        words += f"[{part}]" if isinstance(part, int) else f".{part}" if words else part
    return words


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """A hint for a word that is not known: the nearest one, or all of them when they are few."""
    near = get_close_matches(word, known, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"known: {', '.join(known)}" if len(known) <= 40 else ""


def _message(error: Mapping[str, Any], model: type[BaseModel], inner: KeyPath) -> str:
    kind, value, context = error["type"], error.get("input"), error.get("ctx", {})
    if kind == "extra_forbidden":
        hint = did_you_mean(str(inner[-1]), _keys_at(model, inner[:-1]))
        return f"unknown key; {hint}" if hint else "unknown key"
    if kind == "missing":
        return "is missing"
    if kind == "literal_error":
        known = context["expected"].replace("'", "").replace(" or ", ", ")
        near = get_close_matches(value, known.split(", "), n=1) if isinstance(value, str) else []
        hint = f"; did you mean {near[0]}?" if near else ""
        return f"{shown(value)} is not one of {known}{hint}"
    if kind == "value_error":
        return str(context["error"])
    if kind in _KINDS:
        return f"needs {_KINDS[kind]}, not {shown(value)}"
    return f"{shown(value)}: {error['msg'][0].lower()}{error['msg'][1:]}"


def _keys_at(model: type[BaseModel], inner: KeyPath) -> list[str]:
    """Keys of the table a path leads to."""
    for part in inner:
        by_key = {field.alias or name: field for name, field in model.model_fields.items()}
        if part in by_key:
            model = _table_of(by_key[str(part)].annotation) or model
    return [field.alias or name for name, field in model.model_fields.items()]


def _table_of(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for part in get_args(annotation):
        found = _table_of(part)
        if found is not None:
            return found
    return None
