"""``tactics play``: the desktop game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tactics.cli import options
from tactics.cli.asking import open_world
from tactics.rules.registry import books


def play(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A scenario or any importable map.")] = None,
    ruleset: options.RULESETS = None,
    lang: options.LANG = options.Language.en,
) -> None:
    """Open the window: with no FILE its scenario browser."""
    if file is not None:
        open_world(file)  # its faults are told before any window opens
    rulesets = tuple(one.id for one in books(ruleset or (), ()))
    from tactics.ui.app import main

    main(file, lang.value, rulesets)
