"""`tactics draw`: the board as SVG or PNG."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import Tactics

from tactics.cli.draw import parse_layer


def drawn(path: Path) -> int:
    """How much there is on a picture."""
    return len(list(ElementTree.parse(path).getroot().iter()))


def test_the_board_is_drawn(tactics: Tactics, corner: Path, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    done = tactics("draw", corner, "-o", picture)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert drawn(picture) > 10
    assert tactics("draw", corner, "-o", tmp_path / "board.png").code == 0
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_a_ruling_and_layers_are_drawn_on_it(tactics: Tactics, corner: Path, tmp_path: Path) -> None:
    sizes = []
    for number, words in enumerate(
        [
            (),
            ("--ask", "cover --from A --to T --attack ranged"),
            ("--layer", "reach:A"),
            ("--layer", "reach:A", "--layer", "reachable:T:30"),
            ("--layer", "area:burst:10:<4,2>", "--layer", "reach:A", "--layer", "reachable:T:30"),
        ]
    ):
        picture = tmp_path / f"{number}.svg"
        assert tactics("draw", corner, *words, "-o", picture).code == 0
        sizes.append(drawn(picture))
    assert sizes[0] < sizes[1]
    assert sizes[0] < sizes[2] < sizes[3] < sizes[4]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--layer", "glow:A"), "--layer: unknown layer 'glow'; known: reach, reachable, area"),
        (("--layer", "reach"), "'reach' is not of the form reach:who:weapon"),
        (("--layer", "reach:Q"), "--who: no creature 'Q'"),
        (("--ask", "cover --from A"), "--to: cover needs it"),
        (("--ask", ""), "'' is not a question"),
        (("--ruleset", "gurps"), "unknown rule system"),
        (("--set", "nothing=1"), "unknown switch"),
    ],
)
def test_wrong_usage_writes_nothing(
    tactics: Tactics, corner: Path, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    done = tactics("draw", corner, *words, "-o", tmp_path / "board.svg")
    assert done.code == 2
    assert message in done.err
    assert list(tmp_path.glob("*.svg")) == []


def test_a_picture_needs_a_file_to_go_to(tactics: Tactics, corner: Path) -> None:
    done = tactics("draw", corner)
    assert (done.code, done.out) == (2, "")
    assert "--output" in done.err


def test_layers_name_their_questions() -> None:
    assert parse_layer("reachable:A:30:fly") == ("reachable", {"who": "A", "budget": "30", "mode": "fly"})
    assert parse_layer("area:cone:15:A:NE") == (
        "area",
        {"shape": "cone", "size": "15", "origin": "A", "direction": "NE"},
    )
    assert parse_layer("reachable:A::fly") == ("reachable", {"who": "A", "mode": "fly"})
