"""Books find the functions they name, and load them no sooner than they are asked for."""

from __future__ import annotations

import subprocess
import sys

import kit
import pytest

from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.rules.question import ASKS, Question
from tactics.rules.registry import SYSTEMS, book


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_question_of_a_book_has_its_judge(system: str) -> None:
    world = kit.world("A.T", (system,))
    asked = {
        "shape": "burst",
        "size": 1,
        "origin": Square(1, 0),
        "path": (Square(0, 0), Square(1, 0)),
        "source": "A",
        "to": "T",
        "who": "A",
        "action": "charge",
        "target": "T",
    }
    assert set(book(system).asks) <= set(ASKS)
    for ask in book(system).asks:
        try:
            verdict = book(system).judge(world, Question(ask=ask, **asked))  # type: ignore[arg-type]  # by name
        except ProblemError:
            continue  # it was found, and knows that the arguments do not fit
        assert verdict.ruleset == system
    assert book(system).light_at(world, Square(0, 0)) == "bright"


def test_a_question_loads_only_what_answers_it() -> None:
    code = (
        "import sys; from tactics.rules.registry import book; book('pf1');"
        "print([one for one in sys.modules if one.startswith('tactics.rulesets.pf1.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_a_question_the_system_does_not_know_is_refused() -> None:
    with pytest.raises(ProblemError, match="no answer to 'cover'"):
        book("dfrpg").judge(kit.world("A.T", ("dfrpg",)), Question(ask="cover", source="A", to="T"))
