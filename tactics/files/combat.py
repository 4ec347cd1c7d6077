"""The table ``combat`` of a creature: only a rulebook understands it, so it is kept as it stands, if it is plain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema

from tactics.files.values import shown

MAX_DEPTH = 10
"""How deep tables and lists of a combat table may be nested."""

MAX_VALUES = 5_000
"""Most values a combat table may hold."""

_MAX_TEXT = 400
_FAR = 10**9


def read_combat(value: Any) -> dict[str, Any]:
    """A combat table as it stands.

    Raises:
        ValueError: it is no table, too deep, too big, or holds something else than tables, lists, texts, whole
            numbers and truth values.
    """
    if not isinstance(value, dict):
        raise ValueError(f"needs a table, not {shown(value)}")
    if _count(value, "", 1) > MAX_VALUES:
        raise ValueError(f"holds more than {MAX_VALUES} values")
    return value


def _count(value: Any, key: str, depth: int) -> int:
    if depth > MAX_DEPTH:
        raise ValueError(f"{key}: nested more than {MAX_DEPTH} deep")
    if isinstance(value, dict):
        return 1 + sum(_count(one, f"{key}.{name}" if key else name, depth + 1) for name, one in value.items())
    if isinstance(value, list):
        return 1 + sum(_count(one, f"{key}[{number}]", depth + 1) for number, one in enumerate(value))
    plain = isinstance(value, bool) or (isinstance(value, str) and len(value) <= _MAX_TEXT)
    if not plain and not (isinstance(value, int) and abs(value) <= _FAR):
        raise ValueError(f"{key}: {shown(value)} is no text, whole number or truth value")
    return 1


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """One combat table laid over another, key by key and table by table; lists are replaced as a whole.

    What the lower one states in print holds for it alone, so its ``stated`` is left out.
    """
    kept = {key: value for key, value in under.items() if key != "stated"}
    return _laid(kept, over)


def _laid(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(under)
    for key, value in over.items():
        below = found.get(key)
        found[key] = _laid(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return found


Combat = Annotated[
    dict[str, Any],
    PlainValidator(read_combat),
    WithJsonSchema({"type": "object", "description": "what a fight has to know; each book reads its own"}),
]
