"""``tactics play``: the desktop game."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from tactics.cli import options
from tactics.cli.output import faults_of
from tactics.core.problems import problem
from tactics.rules.registry import books


def play(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A scenario or any importable map.")] = None,
    ruleset: options.RULESETS = None,
    lang: options.LANG = options.Language.en,
) -> None:
    """Open the window: with no FILE its scenario browser."""
    if file is not None and not file.is_file():
        raise problem(str(file), "", "no such file")
    rulesets = tuple(one.id for one in books(ruleset or (), ()))
    if not _has_display():
        raise problem(
            "play", "", "there is no display to open a window on; `tactics draw FILE -o picture.svg` draws a picture"
        )
    from tactics.ui.app import main

    if file is None:
        main(None, lang.value, rulesets)
    else:
        with faults_of(file):
            main(file, lang.value, rulesets)


def _has_display() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
