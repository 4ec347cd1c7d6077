"""``tactics ask``: one question about one position."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from tactics.cli import options
from tactics.cli.asking import ARGUMENTS, chosen_books, judge_all, open_world, typed_question, with_switches
from tactics.cli.output import PICTURES, check_output, put, put_json, tell, tell_problems
from tactics.cli.pictures import draw_sheet
from tactics.core.language import catalogue
from tactics.render.words import ruling_text
from tactics.rules.question import ASKS
from tactics.rules.registry import book

_Word: TypeAlias = str | None
_PLACE = "A creature, a square such as C4, or a point such as '<3,2>'."


def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help=f"One of: {', '.join(ASKS)}.")],
    file: options.FILE,
    from_: Annotated[_Word, typer.Option("--from", help=_PLACE)] = None,
    to: Annotated[_Word, typer.Option("--to", help=_PLACE)] = None,
    attack: Annotated[_Word, typer.Option("--attack", help="melee, reach, ranged or area.")] = None,
    who: Annotated[_Word, typer.Option("--who", help="The creature that moves or threatens.")] = None,
    path: Annotated[_Word, typer.Option("--path", help="Squares, the first is the start: 'B2 C3'.")] = None,
    mode: Annotated[_Word, typer.Option("--mode", help="walk, squeeze, fly, swim, climb or burrow.")] = None,
    budget: Annotated[_Word, typer.Option("--budget", help="Most it may spend, in the system's unit.")] = None,
    diagonals: Annotated[_Word, typer.Option("--diagonals", help="Diagonals already taken this turn.")] = None,
    weapon: Annotated[_Word, typer.Option("--weapon", help="Name of a weapon.")] = None,
    with_: Annotated[_Word, typer.Option("--with", help="The ally that flanks.")] = None,
    origin: Annotated[_Word, typer.Option("--origin", help=f"Where an area starts. {_PLACE}")] = None,
    shape: Annotated[_Word, typer.Option("--shape", help="burst, cone, line, emanation, close_blast ...")] = None,
    size: Annotated[_Word, typer.Option("--size", help="Radius or length, in the system's unit.")] = None,
    width: Annotated[_Word, typer.Option("--width", help="Width of a line, in the system's unit.")] = None,
    direction: Annotated[_Word, typer.Option("--direction", help="N, NE, E, SE, S, SW, W or NW.")] = None,
    at: Annotated[_Word, typer.Option("--at", help="Top left square of a blast placed off centre.")] = None,
    squares: Annotated[_Word, typer.Option("--squares", help="Squares of a drawn wall: 'B2 B3'.")] = None,
    action: Annotated[_Word, typer.Option("--action", help="charge, step, withdraw, cast ...")] = None,
    target: Annotated[_Word, typer.Option("--target", help="Whom a charge is aimed at.")] = None,
    ruleset: options.RULESETS = None,
    as_json: options.JSON = False,
    lang: options.LANG = options.Language.en,
    set_: options.SWITCHES = None,
    output: options.PICTURE = None,
) -> None:
    """Ask one question: the ruling, the lines that decide, and the rules behind it."""
    if output is not None:
        check_output(output, PICTURES)
    world = open_world(file)
    typed = {name.rstrip("_"): value for name, value in context.params.items() if value is not None}
    asked = typed_question(question, {name: typed[name] for name in ARGUMENTS if name in typed}, world)
    names = tuple(ruleset or ())
    books, notes = chosen_books(names, world, question)
    world = with_switches(world, set_ or (), books)
    verdicts, problems = judge_all(books, world, asked, strict=bool(names) and "all" not in names)
    for note in notes:
        tell(f"tactics: {note}")
    tell_problems(problems)
    words = catalogue(lang.value)
    if as_json:
        rulings = [one.to_dict(words) for one in verdicts]
        put_json(rulings if len(books) > 1 else rulings[0])
    else:
        put("\n\n\n".join(ruling_text(one, book(one.ruleset), words, world) for one in verdicts))
    if output is not None:
        draw_sheet(world, verdicts, lang.value, output)
