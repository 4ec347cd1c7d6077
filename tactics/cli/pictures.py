"""Drawings as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tactics.cli.output import whole_file
from tactics.render.displaylist import DisplayList
from tactics.rules.verdict import Verdict
from tactics.world.world import World


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
