"""What the game master decides, and the wounded switch."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.dying import DAMAGE, GAIN, RECOVERY, dying_rise
from tactics.rulesets.pf2e.rulings import Session, computed
from tactics.world.world import World


@pytest.mark.rule("pf2e.gm.final_call")
def test_a_ruling_can_be_overruled_and_is_logged(board: Callable[..., World], ask: Callable[..., Verdict]) -> None:
    verdict = ask(board("A.B"), "distance", from_="A", to="B")
    assert computed(verdict).source == "computed"
    session = Session().overrule(verdict, 5, "the table is bent")
    ruling = session.ruling(verdict)
    assert (ruling.source, ruling.value) == ("gm", 5)
    record = session.overrides[0].record()
    assert (record["computed"], record["value"], record["why"]) == (10, 5, "the table is bent")
    other = ask(board("A.B"), "distance", from_="B", to="A")
    assert session.ruling(other) == computed(other)


@pytest.mark.rule("pf2e.condition.wounded")
@pytest.mark.parametrize(("reading", "rises"), [("text", [3, 3, 1]), ("gain", [3, 1, 1]), ("every", [3, 3, 3])])
def test_when_wounded_adds_to_dying(reading: str, rises: list[int]) -> None:
    assert [dying_rise(1, 2, cause, reading) for cause in (GAIN, DAMAGE, RECOVERY)] == rises


def test_an_unknown_cause_is_refused() -> None:
    with pytest.raises(ValueError, match="boredom"):
        dying_rise(1, 2, "boredom", "text")
