"""Turns of a headless fight, side by side with the same fight on a plain heap search over (x, y, parity).

On the plain side every movement field is searched when it is offered, for a heap has no way to look at one square, and
the way to the nearest enemy is found by the rulings "reachable" and "path_cost", as in a book without a quick one. Both
find the same ways, so both fights come out the same; what differs is how long a turn takes.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Collection, Mapping
from functools import partial
from heapq import heappop, heappush
from random import Random
from typing import Any

import pytest
from kit import world

from tactics.ai.opponent import Opponent
from tactics.core.lattice import Square, square_name
from tactics.core.space import Space
from tactics.engine.battle import Battle
from tactics.engine.digest import digest
from tactics.geometry.paths import field
from tactics.geometry.steps import DIRECTIONS, Steps
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rulesets.pf1 import movement
from tactics.rulesets.pf1.fight import moves
from tactics.rulesets.pf1.fight.fields import costs_and_paths
from tactics.world.fight import Fight
from tactics.world.world import World

SIDE = 24
HEROES = ("fighter_3", "rogue_3", "cleric_3", "archer_3")
FOES = ("orc", "bandit", "ogre", "hobgoblin")
TURNS = 8
"""The first round, in which everybody has a way to go; later ones look at fewer fields, and the share is smaller."""


class PlainField:
    """Costs as `field` gives them, by Dijkstra with a heap and a dictionary; everything else is left to `field`."""

    def __init__(
        self,
        steps: Steps,
        start: Square,
        *,
        budget_sq: int | None = None,
        taken: int = 0,
        blocked: Collection[Square] = frozenset(),
        no_end: Collection[Square] = frozenset(),
        goal: Square | None = None,
        ends: Collection[Square] = (),
    ) -> None:
        self._ours = partial(
            field, steps, start, budget_sq=budget_sq, taken=taken, blocked=blocked, no_end=no_end, goal=goal, ends=ends
        )
        closed, crowded = frozenset(blocked), frozenset(no_end)
        best = {(start.x, start.y, taken % 2): 0}
        heap = [(0, start.x, start.y, taken % 2)]
        while heap:
            cost, x, y, parity = heappop(heap)
            if best[x, y, parity] < cost:
                continue
            for number, (dx, dy) in enumerate(DIRECTIONS):
                key = int(steps.keys[number, y, x])
                there = Space(x + dx, y + dy, *steps.footprint)
                if not key or any(square in closed for square in there.squares()):
                    continue
                after = cost + (parity + key) // 2
                state = (x + dx, y + dy, (parity + key) % 2)
                if (budget_sq is None or after <= budget_sq) and after < best.get(state, after + 1):
                    best[state] = after
                    heappush(heap, (after, *state))
        costs: dict[Square, int] = {}
        for (x, y, _), cost in best.items():
            square = Square(x, y)
            if square == start or not crowded.intersection(Space(x, y, *steps.footprint).squares()):
                costs[square] = min(cost, costs.get(square, cost))
        self._plain = dict(sorted(costs.items(), key=lambda one: (one[0].y, one[0].x)))

    def costs_sq(self) -> Mapping[Square, int]:
        return self._plain

    def cost_sq(self, square: Square) -> int | None:
        return self._plain.get(square)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ours(), name)


def skirmish(seed: int) -> World:
    """Four against four on rough ground."""
    chance = Random(seed)
    rows = [["."] * SIDE for _ in range(SIDE)]
    for _ in range(50):
        rows[chance.randrange(SIDE)][chance.randrange(SIDE)] = chance.choice("#,,,on")
    creatures = {}
    for number, name in enumerate(HEROES + FOES):
        x, y, side = 3 + 5 * (number % 4), 4 + 10 * (number // 4), "foes" if number > 3 else "heroes"
        creatures["ABCDEFGH"[number]] = {"from": name, "at": square_name(Square(x, y)), "side": side}
        for row in rows[y : y + 2]:
            row[x : x + 2] = ".."
    return world(["".join(row) for row in rows], creatures=creatures)


def turns(seed: int, count: int, here: World | None = None) -> tuple[Battle, int]:
    """The opponent on both sides; how many turns were played."""
    battle, opponent = Battle.new(here or skirmish(seed), seed=seed), Opponent()
    played = 0
    while played < count and not battle.fight.over:
        turn = (battle.fight.round, battle.fight.turn)
        battle.submit(opponent.choose(battle))
        played += (battle.fight.round, battle.fight.turn) != turn
    return battle, played


def costs(here: World, who: str) -> Mapping[Square, int]:
    return book("pf1").judge(here, Question(ask="reachable", who=who, budget=60), explain=False).costs


def filled(fight: Fight, question: Question) -> tuple[Mapping[Square, int], Mapping[Square, tuple[Square, ...]]]:
    """A field of which every cost is found at once."""
    costs, paths = costs_and_paths(fight, question)
    return dict(costs), paths


def timed(seed: int, *, plain: bool = False) -> tuple[float, str]:
    """Seconds a turn with one kind of search for ways, and the sum of the state at the end.

    The board was fought on for a round before, with other dice: reading it is no part of a turn.
    """
    here = skirmish(seed)
    turns(seed + 100, len(HEROES + FOES), here)
    with pytest.MonkeyPatch.context() as patch:
        if plain:
            patch.setattr(movement, "field", PlainField)
            patch.setattr(moves, "costs_and_paths", filled)
            patch.setattr(book("pf1"), "_way", "")
        began = time.process_time()
        battle, played = turns(seed, TURNS, here)
        return (time.process_time() - began) / played, digest(battle.fight)


def test_both_searches_find_the_same_fields() -> None:
    here = skirmish(1)
    ours = {one.id: costs(here, one.id) for one in here.creatures}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(movement, "field", PlainField)
        assert {one.id: costs(here, one.id) for one in here.creatures} == ours
    assert all(len(one) > 50 for one in ours.values())


def test_turns_of_a_skirmish(capsys: pytest.CaptureFixture[str]) -> None:
    timed(1)
    ratios, seconds = [], []
    for seed in (2, 3, 4, 5, 6):
        ours, end = timed(seed)
        plain, same_end = timed(seed, plain=True)
        assert end == same_end
        seconds.append(ours)
        ratios.append(plain / ours)
    ratio = statistics.median(ratios)
    with capsys.disabled():
        words = f"four against four: {1 / min(seconds):.0f} turns a second, x{ratio:.1f} of a plain heap search"
        print(f"\n{words}", end="")  # noqa: T201 - the table of `make bench`
    assert ratio >= 3
