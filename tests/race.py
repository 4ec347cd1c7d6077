"""Timing two ways in turn, by processor time, so that it hardly matters what else the machine does."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

Run = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Race:
    """Medians of a race.

    Attributes:
        ours_s, other_s: seconds of one run.
        share: what ours takes of the other's time.
    """

    ours_s: float
    other_s: float
    share: float


def race(inputs: Iterable[Any], ours: Run, *others: Run) -> list[Race]:
    """Run all on each input in turn; one race with each of the others."""
    rounds = []
    for number, given in enumerate(inputs):
        if not number:
            for run in (ours, *others):
                run(given)
        rounds.append([seconds(partial(run, given)) for run in (ours, *others)])
    return [judged((row[0], row[other]) for row in rounds) for other in range(1, len(others) + 1)]


def judged(rounds: Iterable[tuple[float, float]]) -> Race:
    """The medians of rounds of ours and another's seconds."""
    pairs = list(rounds)
    ours, other = zip(*pairs, strict=True)
    return Race(statistics.median(ours), statistics.median(other), statistics.median(a / b for a, b in pairs))


def seconds(run: Callable[[], Any]) -> float:
    """Processor time of one run."""
    start = time.process_time()
    run()
    return time.process_time() - start


class Table(Protocol):
    """Where races are written down, see ``benchmarks/conftest.py``."""

    def add(self, case: str, other: str, result: Race, limit: float) -> None:
        """Write down a race, and fail when ours took too great a share of the other's time."""
        ...
