"""``tactics play``: the desktop game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tactics.cli import options
from tactics.cli.asking import open_world
from tactics.cli.output import faults_of
from tactics.engine.load import read_log
from tactics.engine.log import is_log
from tactics.rules.registry import books


def play(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A scenario, a saved fight or any importable map.")
    ] = None,
    ruleset: options.RULESETS = None,
    lang: options.LANG = options.Language.en,
) -> None:
    """Open the window: with no FILE its scenario browser."""
    if file is not None:
        _check(file)  # its faults are told before any window opens
    rulesets = tuple(one.id for one in books(ruleset or (), ()))
    from tactics.ui.app import main

    main(file, lang.value, rulesets)


def _check(file: Path) -> None:
    if is_log(file):
        with faults_of(file):
            read_log(file, salvage=True)
    else:
        open_world(file)
