"""Entry point of the command line: results on stdout, messages on stderr, exit codes 0, 1 (problems), 2 (usage)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

import tactics
from tactics.cli.output import put, tell_problems
from tactics.core.problems import ProblemError

HELP = "Judge positions on a battle grid by the letter of the rulebooks."
COMMANDS = ("play", "replay", "ask", "draw", "check", "rules", "import")


def app(words: Sequence[str]) -> typer.Typer:
    """The command line; when the first word names a command, that one alone, so that nothing else is loaded."""
    made = typer.Typer(
        help=HELP, add_completion=False, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False
    )
    made.callback()(_options)
    for name in words[:1] if words and words[0] in COMMANDS else COMMANDS:
        made.command(name)(_function(name))
    return made


def _function(command: str) -> Any:
    name = "import_" if command == "import" else command
    return getattr(import_module(f"tactics.cli.{name}"), name)


def _version(wanted: bool) -> None:
    if wanted:
        put(f"tactics {tactics.__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def run() -> None:
    """Run the command line of this process."""
    words = sys.argv[1:]
    try:
        app(words)(words, prog_name="tactics")
    except ProblemError as error:
        tell_problems(error.problems)
        sys.exit(2)
