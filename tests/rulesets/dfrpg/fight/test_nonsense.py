"""Actions aimed at nothing and nobody are refused, never a fault of the program."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from properties import warriors
from properties.test_fights import possible, submitted

from tactics.core.lattice import Point, Square
from tactics.engine.battle import Battle
from tactics.engine.digest import digest
from tactics.rules.action import Action, Refused
from tactics.rules.keys import words_of
from tactics.rulesets.dfrpg import BOOK
from tactics.rulesets.dfrpg.fight.book import KINDS

IDS = sorted({id_ for kind in KINDS for id_ in kind.ids})
NAMES = sorted(
    words_of(
        """
        maneuver variant weapon use target second square path manner facing item hand hands ability trigger choice door
        posture levels squares from to
        """
    )
)
VALUES: tuple[Any, ...] = (
    *("", "?", "A", "B", "fist", "broadsword", "attack", "move", "/", ":", "attack/fist/punch", "a/b/c/d", "N"),
    *(0, -1, 99, True, None, 1.5, [], {}),
    *(Square(0, 0), Square(-1, 5), Square(10**6, 0), Point(3, 3)),
    *((), (Square(0, 0),), (Square(2, 2), Square(3, 3)), ("A", "B")),
)
STEPS, TRIES = 12, 40


def spoiled(chance: Random, sound: Action, everybody: tuple[str, ...]) -> Action:
    """A possible action with arguments left out or exchanged, or one of words at random."""
    if chance.random() < 0.4:
        arguments = {name: chance.choice(VALUES) for name in chance.sample(NAMES, chance.randint(0, 4))}
        return Action(chance.choice((*everybody, "?", "")), chance.choice(IDS), arguments)
    kept = {name: one for name, one in sound.arguments.items() if chance.random() < 0.7}
    return Action(sound.who, sound.id, {name: chance.choice((one, *VALUES)) for name, one in kept.items()})


def went(battle: Battle, action: Action) -> set[str]:
    """The rules that refuse to look at an action and to carry it out; what is accepted is taken back."""
    found = set()
    if battle.decision is None:
        try:
            battle.preview(action)
        except Refused as refused:
            found.add(refused.refusal.rule)
    try:
        battle.submit(action)
    except Refused as refused:
        found.add(refused.refusal.rule)
    else:
        assert battle.undo()
    return found


@pytest.mark.rule("dfrpg.maneuver.list", "dfrpg.maneuver.choose_one")
@pytest.mark.parametrize("seed", range(8))
def test_nonsense_is_refused_and_changes_nothing(seed: int) -> None:
    chance, rules = Random(seed), set[str]()
    battle = Battle.new(warriors.position(chance), seed=seed)
    for _ in range(STEPS):
        if battle.fight.over:
            break
        choices, before = possible(chance, battle), digest(battle.fight)
        for _ in range(TRIES):
            rules |= went(battle, spoiled(chance, next(choices), tuple(battle.fight.bodies)))
        assert digest(battle.fight) == before
        submitted(battle, next(choices))
    assert battle.fight.over or len(rules) > 5
    assert rules <= {*BOOK.rules, ""}
