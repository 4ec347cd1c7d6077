"""TOML text to tables, or a clear problem."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from tactics.core.problems import problem

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def parse_toml(text: str, path: str) -> dict[str, Any]:
    """The tables of a TOML text.

    Raises:
        ProblemError: it is not TOML.
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise problem(path, "", "tables and lists are nested too deeply") from None
    except ValueError as error:
        message = str(error)
        place = _PLACE.search(message)
        line = int(place[1]) if place and place[1] else text.count("\n") + 1 if place else 0
        words = _PLACE.sub("", message)
        raise problem(path, "", f"is not valid TOML: {words[:1].lower()}{words[1:]}", line) from None
