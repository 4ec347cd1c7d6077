"""Results on standard output, messages on standard error, files that are whole or not there."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer

from tactics.core.problems import Problem, ProblemError, problem

PICTURES = (".svg", ".png")


def put(line: str = "") -> None:
    """A line of the result."""
    sys.stdout.write(f"{line}\n")


def put_json(value: Any) -> None:
    """The result as JSON."""
    put(json.dumps(value, ensure_ascii=False, indent=2))


def tell(line: str) -> None:
    """A message beside the result."""
    sys.stderr.write(f"{line}\n")


def tell_problems(problems: Iterable[Problem]) -> None:
    """Every problem, one a line."""
    for one in problems:
        tell(f"tactics: {one}")


@contextmanager
def faults_of(path: Path) -> Iterator[None]:
    """While a file is read: its faults are findings, exit 1; a file that is not there is wrong usage.

    Raises:
        Exit: the file has faults; they have been told.
        ProblemError: there is no such file.
    """
    try:
        yield
    except ProblemError as error:
        if not path.is_file():
            raise
        tell_problems(error.problems)
        raise typer.Exit(1) from None


def check_output(path: Path, suffixes: tuple[str, ...]) -> Path:
    """Refuse a path that cannot become a file, before any work is done for it.

    Args:
        path: where the user wants the result.
        suffixes: endings that say a known format.

    Raises:
        ProblemError: unknown ending, missing folder, or a folder of that name.
    """
    if path.suffix.lower() not in suffixes:
        raise problem(str(path), "", f"the name must end in {' or '.join(suffixes)}")
    if path.is_dir():
        raise problem(str(path), "", "is a folder")
    if not path.parent.is_dir():
        raise problem(str(path), "", f"there is no folder {path.parent}")
    return path


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A path to write to; it takes the place of `path` when everything went well, else it vanishes.

    Raises:
        ProblemError: the file cannot be written.
    """
    partial = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield partial
        partial.replace(path)
    except OSError as error:
        raise problem(str(path), "", f"cannot be written: {error.strerror or error}") from error
    finally:
        partial.unlink(missing_ok=True)
