"""Fights played at random: whatever is offered is accepted, and every moment can be taken back and brought again."""

from __future__ import annotations

import random
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from kit import world
from rulesets.pf2e.fight.ring import sheet, weapon

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
from tactics.world.world import World

ROWS = "A.B..T..\n..HH..CC\n..HH..CC\n.D....E.\n........"
TRAINED = {"martial": "trained", "simple": "trained", "athletics": "trained"}
JAWS = {"id": "jaws", "name": "Jaws", "damage": "1d6", "type": "piercing", "attack": 9, "traits": ["grapple", "trip"]}
SHEETS: dict[str, dict[str, Any]] = {
    "A": sheet(
        level=3,
        str=4,
        kind="hero",
        hp=40,
        weapons=[weapon("longsword"), weapon("dagger", "worn")],
        proficiencies={**TRAINED, "intimidation": "trained"},
        shield={"id": "steel_shield"},
        feats=["shield_block"],
    ),
    "B": sheet(
        level=3,
        dex=4,
        kind="hero",
        hp=30,
        weapons=[weapon("crossbow", "both"), weapon("whip", "worn")],
        proficiencies=TRAINED,
        feats=["ride"],
    ),
    "C": sheet(str=5, hp=50, numbers={"athletics": 12}, weapons=[weapon("greatsword")], proficiencies=TRAINED),
    "D": sheet(str=3, hp=25, weapons=[weapon("glaive", "both")], proficiencies=TRAINED),
    "E": sheet(str=3, hp=25, weapons=[weapon("spear")], group="band", proficiencies=TRAINED),
    "H": sheet(traits=["animal"], hp=30, weapons=[JAWS], numbers={"will": 5, "ac": 16, "athletics": 9}),
    "T": sheet(str=3, hp=25, weapons=[weapon("mace")], group="band", proficiencies=TRAINED),
}
WATCHERS, BIG, HEROES = "ADTC", "HC", "ABHD"


def crowd() -> World:
    """Seven creatures who can do a good deal."""
    tables = {
        one: {
            "side": "heroes" if one in HEROES else "foes",
            "size": "large" if one in BIG else "medium",
            "reactions": ["attack_of_opportunity"] if one in WATCHERS else [],
        }
        for one in SHEETS
    }
    here = world(ROWS, ("pf2e",), creatures=tables)
    bodies = tuple(replace(one, sheets=MappingProxyType({"pf2e": SHEETS[one.id]})) for one in here.creatures)
    return replace(here, creatures=bodies)


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


def deed(chance: random.Random, battle: Battle) -> Action:
    """Something the creature whose turn it is can do; the turn ends rarely."""
    who = battle.fight.active
    kinds: dict[str, list[Option]] = {}
    for option in battle.options(who):
        if option.refusal is None:
            kinds.setdefault(option.id, []).append(option)
    while True:
        id_ = chance.choices(list(kinds), [0.3 if one in ("end_turn", "delay", "other") else 1 for one in kinds])[0]
        option = chance.choice(kinds[id_])
        said = aimed(chance, option.needs, battle.fight.world.creature(who).space)
        if said is not None:
            return Action(who, id_, {**option.arguments, **said})


@pytest.mark.rule("pf2e.action.kinds")
@pytest.mark.rule("pf2e.turn.act")
@pytest.mark.parametrize("seed", [4, 16, 51])
def test_whatever_is_offered_can_be_done_and_taken_back(seed: int) -> None:
    chance, battle = random.Random(seed), Battle.new(crowd(), seed=seed, system="pf2e")
    for _ in range(45):
        if battle.fight.over:
            break
        if battle.decision is not None:
            battle.submit(answer(chance, battle))
            continue
        action = deed(chance, battle)
        battle.preview(action)
        battle.submit(action)
    last = digest(battle.fight)
    while battle.undo():
        pass
    while battle.redo():
        pass
    assert digest(battle.fight) == last
