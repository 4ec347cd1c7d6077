"""Drawings as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tactics.cli.output import whole_file
from tactics.rules.verdict import Verdict
from tactics.world.world import World

if TYPE_CHECKING:  # drawing is loaded when something is drawn
    from tactics.render.displaylist import DisplayList

_BOARD_SIDE = 1400.0
"""Most pixels a drawn board is wide or high, as long as its squares stay big enough to see."""


def write_picture(drawing: DisplayList, path: Path) -> None:
    """Write a drawing as SVG or PNG, by the ending of the name.

    Raises:
        ProblemError: the file cannot be written.
    """
    with whole_file(path) as partial:
        if path.suffix.lower() == ".png":
            from tactics.render.png import write_png

            write_png(drawing, partial)
        else:
            from tactics.render.svg import write_svg

            partial.write_text(write_svg(drawing), "utf-8")


def draw_sheet(world: World, verdicts: Sequence[Verdict], lang: str, path: Path) -> None:
    """Write the sheet of a ruling: the board with what was drawn on it, and the argument beside it.

    Raises:
        ProblemError: the file cannot be written.
    """
    from tactics.render.sheet import sheet

    write_picture(sheet(world, verdicts, lang), path)


def draw_board(world: World, verdicts: Sequence[Verdict], path: Path) -> None:
    """Write the board with rulings drawn on it.

    Raises:
        ProblemError: the file cannot be written.
    """
    from tactics.core.space import Space
    from tactics.render.board import board_picture, fitting_cell
    from tactics.render.ruling import ruling_overlay
    from tactics.render.view import View

    whole = Space(0, 0, world.board.width, world.board.height)
    view = View(fitting_cell(whole, _BOARD_SIDE, _BOARD_SIDE))
    overlays = [ruling_overlay(world, one, view) for one in verdicts]
    under = tuple(item for one in overlays for item in one.under)
    over = tuple(item for one in overlays for item in one.over)
    write_picture(board_picture(world, view.theme, cell=view.cell, under=under, over=over), path)
