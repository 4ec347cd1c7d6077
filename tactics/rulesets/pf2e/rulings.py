"""What the game master decides otherwise than the computation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tactics.rules.verdict import Value, Verdict

COMPUTED, GM = "computed", "gm"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict as it holds at the table.

    Attributes:
        verdict: what was computed.
        value: what holds.
        source: "computed", or "gm" when it was overruled.
        why: the game master's reason.
    """

    verdict: Verdict
    value: Value
    source: str = COMPUTED
    why: str = ""

    def record(self) -> dict[str, Any]:
        """An entry for a session's log: the question, both values and the reason. Source: pf2e.gm.final_call."""
        return {
            "question": self.verdict.question.to_dict(),
            "ruleset": self.verdict.ruleset,
            "computed": self.verdict.value,
            "value": self.value,
            "source": self.source,
            "why": self.why,
        }


def computed(verdict: Verdict) -> Ruling:
    """The verdict as it was computed. Source: pf2e.gm.final_call."""
    return Ruling(verdict, verdict.value)


def overruled(ruling: Ruling, value: Value, why: str) -> Ruling:
    """The same question decided by the game master. Source: pf2e.gm.final_call."""
    return replace(ruling, value=value, source=GM, why=why)


@dataclass(frozen=True, slots=True)
class Session:
    """The rulings of a session that the game master made, the latest of each question counting.

    Attributes:
        overrides: in the order they were made.
    """

    overrides: tuple[Ruling, ...] = ()

    def overrule(self, verdict: Verdict, value: Value, why: str) -> Session:
        """The session with one more decision in its log. Source: pf2e.gm.final_call."""
        return Session((*self.overrides, overruled(computed(verdict), value, why)))

    def ruling(self, verdict: Verdict) -> Ruling:
        """What holds for a verdict: the latest decision about its question, else the computation."""
        for one in reversed(self.overrides):
            if one.verdict.question == verdict.question and one.verdict.ruleset == verdict.ruleset:
                return replace(one, verdict=verdict)
        return computed(verdict)
