"""Drawings kept as SVG files: a change of looks shows up as a change of a file.

After a change that is meant, run these tests once with TACTICS_DRAW_PICTURES=1 and look at the files in a browser.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from drawn import BOOKS, ENGLISH, RussianTexts, books_of, cover_verdict, ogre_world
from kit import world

from tactics.core.lattice import Point, Square
from tactics.core.text import ntext, text
from tactics.render.board import board_picture
from tactics.render.displaylist import DisplayList
from tactics.render.palette import LIGHT
from tactics.render.sheet import lay_out
from tactics.render.svg import write_svg
from tactics.rules.question import Question
from tactics.rules.verdict import Step, Verdict
from tactics.world.board import Lamp

FOLDER = Path(__file__).parents[1] / "pictures"

GROUND = """
##..,,;;o.n.%%@@
##..,,;;o.n.%%@@
..::..A...  ..B.
................
................
..CC........DD..
..CC........DD..
"""
BUILT = [
    {"line": [[0, 4], [1, 4]]},
    {"line": [[1, 4], [2, 4]], "kind": "door", "state": "closed"},
    {"line": [[2, 4], [3, 4]], "kind": "door", "state": "open"},
    {"line": [[3, 4], [4, 4]], "kind": "door", "state": "locked"},
    {"line": [[4, 4], [6, 4]], "kind": "window"},
    {"line": [[6, 4], [8, 4]], "kind": "window", "glazed": True},
    {"line": [[8, 4], [9, 4]], "kind": "arrow_slit"},
    {"line": [[9, 4], [11, 4]], "kind": "portcullis"},
    {"line": [[11, 4], [12, 4]], "kind": "curtain"},
    {"line": [[12, 4], [14, 4]], "kind": "force"},
    {"line": [[14, 4], [16, 4]], "kind": "low_wall"},
    {"line": [[5, 5], [6.5, 6.25], [7.25, 5.5]]},
]


def everything() -> DisplayList:
    creatures = {
        "A": {"side": "heroes", "z": 15},
        "B": {"side": "heroes", "conditions": ["prone", "dazed"]},
        "C": {"side": "foes", "size": "large", "conditions": ["unconscious"]},
        "D": {"side": "guards", "size": "large", "name": "Guard"},
        **{f"rat_{n}": {"name": f"Rat {n}", "at": "H7", "size": "tiny", "side": "vermin"} for n in range(3)},
    }
    position = world(GROUND, creatures=creatures, walls=BUILT)
    lit = replace(position.board, ambient="dim", lamps=(Lamp(Point(9500, 5500), 1, 2),))
    return board_picture(replace(position, board=lit), cell=40.0)


def one_ruling() -> DisplayList:
    return lay_out(ogre_world(), [cover_verdict()], [BOOKS["pf1"]], ENGLISH)


def three_books_in_russian() -> DisplayList:
    verdicts = [cover_verdict(), cover_verdict("pf2e", "none", lines=()), cover_verdict("dnd4e", "none")]
    return lay_out(ogre_world(), verdicts, books_of(verdicts), RussianTexts(), LIGHT)


def movement() -> DisplayList:
    squares = tuple(Square(x, y) for y in range(5, 9) for x in range(2, 6))
    path = (Square(3, 6), Square(4, 7), Square(5, 8))
    verdict = Verdict(
        Question(ask="reachable", who="F", budget=15),
        "pf1",
        len(squares),
        ntext("{n} square can be reached.", "{n} squares can be reached.", len(squares)),
        squares=MappingProxyType({"reachable": squares, "threatened": (Square(5, 5), Square(5, 6)), "path": path}),
        costs=MappingProxyType({square: 5 * max(abs(square.x - 3), abs(square.y - 6)) for square in squares}),
        step_costs=(5, 10),
        steps=(Step(text("It has 15 ft."), "pf1.cover.melee"),),
    )
    return lay_out(ogre_world(), [verdict], [BOOKS["pf1"]], ENGLISH)


def area() -> DisplayList:
    squares = tuple(Square(x, y) for y in range(2, 8) for x in range(5, 11) if abs(x - 7.5) + abs(y - 4.5) < 4)
    verdict = Verdict(
        Question(ask="area", shape="burst", size=15, origin=Point(8000, 5000)),
        "pf1",
        ("R", "O", "C"),
        text("It takes three."),
        squares=MappingProxyType({"area": squares}),
        creatures=("R", "O", "C"),
    )
    return lay_out(ogre_world(), [verdict], [BOOKS["pf1"]], ENGLISH)


def facing() -> DisplayList:
    """Who looks everywhere, with states beside the wedge, and bodies across two squares."""
    states = {
        "A": ["attack"],
        "B": ["all_out_attack", "aim"],
        "C": ["kneeling", "ready", "unready"],
        "D": ["sitting", "stunned"],
        "E": ["crawling", "feint", "wait"],
        "F": ["crouching", "move"],
        "G": ["all_out_defense", "feinted", "defenseless", "dazed"],
        "H": ["concentrate", "do_nothing", "change_posture"],
        "I": ["prone", "move_and_attack"],
        "J": ["prone", "unconscious"],
    }
    lies = {"I": (Square(2, 4),), "J": (Square(6, 3),)}
    creatures: dict[str, Any] = {one: {"side": "ab"[n % 2], "z": 5 * (one == "B")} for n, one in enumerate(states)}
    position = world("........\nA.B.C.D.\n........\nE.F.G..H\n.I...J..", creatures=creatures)
    shown = []
    for number, one in enumerate(position.creatures):
        stats = one.of("pf1").with_conditions(frozenset(states[one.id]))
        faced = replace(one.with_stats("pf1", stats), facing=number % 8, sprawl=lies.get(one.id, ()))
        shown.append(faced)
    return board_picture(replace(position, creatures=tuple(shown)), cell=48.0)


@pytest.mark.parametrize("draw", [everything, one_ruling, three_books_in_russian, movement, area, facing])
def test_a_picture_is_as_it_was(draw: Callable[[], DisplayList]) -> None:
    path = FOLDER / f"{draw.__name__}.svg"
    drawn = write_svg(draw())
    if os.environ.get("TACTICS_DRAW_PICTURES"):
        path.write_text(drawn, "utf-8")
    assert drawn == path.read_text("utf-8"), f"{path.name} looks different"
