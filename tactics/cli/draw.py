"""``tactics draw``: the board as a picture, with rulings drawn on it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tactics.cli import options
from tactics.cli.asking import open_world, parse_typed, typed_question, with_switches
from tactics.cli.output import PICTURES, check_output
from tactics.cli.pictures import draw_board
from tactics.core.problems import problem
from tactics.rules.registry import book

LAYERS = {
    "reach": ("threatened", ("who", "weapon")),
    "reachable": ("reachable", ("who", "budget", "mode")),
    "area": ("area", ("shape", "size", "origin", "direction")),
}
"""By the name of a layer, the question whose squares it shows, and what stands between the colons."""


def draw(
    file: options.FILE,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE.svg|.png", help="The picture to write.")],
    ask: Annotated[
        list[str] | None, typer.Option("--ask", metavar="QUESTION", help="Draw a ruling: 'cover --from A --to B'.")
    ] = None,
    layer: Annotated[
        list[str] | None,
        typer.Option(
            "--layer", help="Tint squares: reach:A, reachable:A:30, area:burst:20:'<3,2>', area:cone:15:A:NE."
        ),
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", metavar="NAME", help="Who judges. Default: the first of the file.")
    ] = None,
    set_: options.SWITCHES = None,
) -> None:
    """Draw the board, with the rulings and squares asked for on it."""
    check_output(output, PICTURES)
    world = open_world(file)
    judge = book(ruleset or world.rulesets[0])
    world = with_switches(world, set_ or (), [judge])
    asked = [*map(parse_typed, ask or ()), *map(parse_layer, layer or ())]
    questions = [typed_question(name, typed, world) for name, typed in asked]
    draw_board(world, [judge.judge(world, question) for question in questions], output)


def parse_layer(words: str) -> tuple[str, dict[str, str]]:
    """Split a layer such as ``reachable:A:30`` into a question and its arguments.

    Raises:
        ProblemError: no such layer, or nothing to ask it about.
    """
    name, *values = words.split(":")
    if name not in LAYERS:
        raise problem("--layer", "", f"unknown layer {name!r}; known: {', '.join(LAYERS)}")
    question, arguments = LAYERS[name]
    if not any(values) or len(values) > len(arguments):
        raise problem("--layer", "", f"{words!r} is not of the form {':'.join((name, *arguments))}")
    return question, {key: value for key, value in zip(arguments, values, strict=False) if value}
