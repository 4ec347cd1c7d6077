"""Why something is not allowed."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.text import Text


@dataclass(frozen=True, slots=True)
class Refusal:
    """The rule that forbids something, and how it applies here."""

    rule: str
    why: Text
