"""Entry point of the command line: results on stdout, messages on stderr, exit codes 0, 1 (problems), 2 (usage)."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated

import typer

import tactics
from tactics.cli.output import put, tell_problems
from tactics.core.problems import ProblemError

COMMANDS = ("play", "ask", "draw", "check", "rules", "import_")

app = typer.Typer(
    help="Judge positions on a battle grid by the letter of the rulebooks.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        put(f"tactics {tactics.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Judge positions on a battle grid by the letter of the rulebooks."""


for _name in COMMANDS:
    app.command(_name.rstrip("_"))(getattr(import_module(f"tactics.cli.{_name}"), _name))


def run() -> None:
    """Run the command line of this process."""
    try:
        app(prog_name="tactics")
    except ProblemError as error:
        tell_problems(error.problems)
        sys.exit(2)
