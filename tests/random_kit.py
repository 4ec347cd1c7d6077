"""Fights played at random: something to do, something to aim it at, some answer."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tactics.core.lattice import Point, Square
from tactics.core.space import Space
from tactics.engine.battle import Battle
from tactics.engine.digest import digest
from tactics.rules.action import (
    Action,
    Argument,
    Choice,
    Need,
    NeedArea,
    NeedChoice,
    NeedCreature,
    NeedPath,
    NeedSquare,
    Option,
)


def aimed(chance: random.Random, needs: tuple[Need, ...], space: Space) -> dict[str, Argument] | None:
    """Something to aim an option at, None when it cannot be said here."""
    found: dict[str, Argument] = {}
    for need in needs:
        if isinstance(need, NeedCreature):
            found[need.name] = chance.choice(need.ids)
        elif isinstance(need, NeedSquare):
            found[need.name] = chance.choice(need.squares)
        elif isinstance(need, NeedChoice):
            found[need.name] = chance.choice(need.choices).id
        elif isinstance(need, NeedPath) and need.costs:
            found[need.name] = need.paths[chance.choice(list(need.costs))]
        elif isinstance(need, NeedArea):
            found[need.name] = _corner(space) if need.at == "corner" else _beside(space)
        else:
            return None
    return found


def _corner(space: Space) -> Point:
    """A corner of a creature that lies within the board."""
    return next(one for one in space.outer_corners() if one.x and one.y)


def _beside(space: Space) -> Square:
    return Square(space.x - 1, space.y) if space.x else Square(space.width, space.y)


def answer(chance: random.Random, battle: Battle) -> Action:
    """An answer to the question that waits."""
    decision = battle.decision
    assert decision is not None
    open_: list[tuple[Choice, dict[str, Argument]]] = []
    for choice in decision.choices:
        said = aimed(chance, decision.needs.get(choice.id, ()), battle.fight.world.creature(decision.who).space)
        if said is not None:
            open_.append((choice, said))
    choice, said = chance.choice(open_)
    return Action(decision.who, choice.id, said)


def deed(chance: random.Random, battle: Battle, weights: Mapping[str, float]) -> Action:
    """Something the creature whose turn it is can do; what has no weight has that of 1."""
    who = battle.fight.active
    kinds: dict[str, list[Option]] = {}
    for option in battle.options(who):
        if option.refusal is None:
            kinds.setdefault(option.id, []).append(option)
    while True:
        id_ = chance.choices(list(kinds), [weights.get(one, 1) for one in kinds])[0]
        option = chance.choice(kinds[id_])
        said = aimed(chance, option.needs, battle.fight.world.creature(who).space)
        if said is not None:
            return Action(who, id_, {**option.arguments, **said})


def play(battle: Battle, chance: random.Random, inputs: int, weights: Mapping[str, float]) -> None:
    """Play at random for a while: whatever is offered is accepted, and every moment comes again after going back."""
    for _ in range(inputs):
        if battle.fight.over:
            break
        if battle.decision is not None:
            battle.submit(answer(chance, battle))
            continue
        action = deed(chance, battle, weights)
        battle.preview(action)
        battle.submit(action)
    last = digest(battle.fight)
    while battle.undo():
        pass
    while battle.redo():
        pass
    assert digest(battle.fight) == last
