"""Errors that a user can act on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault of a file, a command line or a click, in English.

    Attributes:
        path: the file or the argument that is at fault.
        key: where in it, such as ``creatures.A.size``; empty for the file as a whole.
        message: what is wrong and what would be right.
        line: line of the file counted from 1, 0 when unknown.
    """

    path: str
    key: str
    message: str
    line: int = 0

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"


class ProblemError(Exception):
    """Something the user gave cannot be used; carries every problem found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def problem(path: str, key: str, message: str, line: int = 0) -> ProblemError:
    """A `ProblemError` of one problem, ready to raise."""
    return ProblemError([Problem(path, key, message, line)])
