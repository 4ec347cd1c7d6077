"""Whatever is typed, nobody sees a traceback: a message, and exit code 1 or 2."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from command_line import Tactics

from tactics.rules.question import ASKS

COMMANDS = ("replay", "ask", "draw", "check", "rules", "import", "play", "nonsense", "")
BAD: tuple[tuple[str, ...], ...] = (
    (),
    ("?",),
    ("--no-such-option",),
    ("", ""),
    ("no/such/file", "no/such/file"),
)
GARBAGE = (
    "",
    "?",
    "--",
    "-o",
    "--json",
    "--from",
    "A",
    "Z99",
    "<1,2",
    "<9,9>",
    "-1",
    "1e9",
    "\u2603",
    "../..",
    "/",
    "=",
    "pf1.=",
)
OPTIONS = (
    "--from",
    "--to",
    "--who",
    "--path",
    "--budget",
    "--shape",
    "--size",
    "--origin",
    "--set",
    "--ruleset",
    "--layer",
)


@pytest.fixture(autouse=True)
def _no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(("command", "words"), [pair for pair in product(COMMANDS, BAD) if pair != ("rules", ())])
def test_bad_arguments_end_with_a_message(tactics: Tactics, command: str, words: tuple[str, ...]) -> None:
    done = tactics(*filter(None, [command]), *words)
    assert done.code in (1, 2)
    assert done.err + done.out
    assert "Traceback" not in done.err


@pytest.mark.parametrize("ask", sorted(ASKS))
def test_a_question_without_its_arguments_says_what_it_needs(tactics: Tactics, corner: Path, ask: str) -> None:
    done = tactics("ask", ask, corner)
    assert done.code == 2
    assert done.err.startswith("tactics: ")


@pytest.mark.parametrize("seed", range(60))
def test_any_mixture_of_words_is_answered_or_refused(tactics: Tactics, corner: Path, seed: int) -> None:
    dice = random.Random(seed)
    words = [dice.choice(sorted(ASKS)), str(corner)]
    for _ in range(dice.randint(1, 4)):
        words += [dice.choice(OPTIONS), dice.choice(GARBAGE)]
    done = tactics("ask", *words)
    assert done.code in (0, 1, 2)
    assert bool(done.out) == (done.code == 0)


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_a_problem(tactics: Tactics, corner: Path, seed: int) -> None:
    dice = random.Random(seed)
    data = bytearray(corner.read_bytes())
    for _ in range(dice.randint(1, 6)):
        data[dice.randrange(len(data))] = dice.randrange(256)
    corner.write_bytes(data[: dice.randint(1, len(data))] if seed % 2 else data)
    assert tactics("check", corner).code in (0, 1)
    assert tactics("ask", "cover", corner, "--from", "A", "--to", "T").code in (0, 1, 2)
