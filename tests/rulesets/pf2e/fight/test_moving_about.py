"""Whatever is offered of movement is accepted, on ground of every kind and in every posture."""

from __future__ import annotations

import random
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from kit import world
from rulesets.pf2e.fight.ring import BOOK, sheet

from tactics.core.dice import SeededDice
from tactics.engine.reduce import settled
from tactics.engine.run import Playing, Waiting
from tactics.rules.action import Action, Argument, Need, NeedArea, NeedChoice, NeedCreature, NeedPath, NeedSquare
from tactics.rulesets.pf2e.fight import footing
from tactics.world.fight import Fight

GROUND = {
    "w": {"terrain": "water", "depth": 20},
    "r": {"terrain": "water", "depth": 15, "dc": 14},
    "c": {"terrain": "cliff", "z": 15},
    "l": {"terrain": "ledge", "z": 5},
    "p": {"terrain": "pit", "z": -20},
    "b": {"terrain": "beam", "surface": "narrow", "dc": 12},
    "g": {"terrain": "gravel", "surface": "uneven", "dc": 13},
    "i": {"terrain": "slope", "surface": "incline", "z": 5},
    "e": {"terrain": "embers", "hazardous": True, "damage": "1d4", "damage_type": "fire"},
    "d": {"terrain": "dirt", "difficulty": 0},
    "s": {"terrain": "dirt", "blocks": ["movement", "sight", "effect"]},
}
GLYPHS = ".....,;#wwrrcclppbbgiieddss"
MOVERS: list[dict[str, Any]] = [
    {"speed": 30, "speeds": {"fly": 30}, "z": 20},
    {"speed": 25, "speeds": {"swim": 25, "climb": 20}},
    {"speed": 20, "speeds": {"burrow": 20}, "size": "large"},
    {"speed": 35},
]


def _begun(chance: random.Random) -> Fight:
    """A board of ten by eight squares of every kind, with one creature of each kind of mover."""
    rows = [[chance.choice(GLYPHS) for _ in range(10)] for _ in range(8)]
    creatures: dict[str, Any] = {}
    for number, (name, mover) in enumerate(zip("ATUV", MOVERS, strict=True)):
        x, y = 1 + 4 * (number % 2), 1 + 4 * (number // 2)
        for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
            rows[y + dy][x + dx] = chance.choice(".wpg")
        watches = ["attack_of_opportunity"] if number % 2 else []
        side = "heroes" if number < 2 else "foes"
        creatures[name] = {**mover, "at": f"{chr(ord('A') + x)}{y + 1}", "side": side, "reactions": watches}
    place = world("\n".join(map("".join, rows)), ("pf2e",), creatures=creatures, legend=GROUND)
    numbers = {"acrobatics": 5, "athletics": 6, "reflex": 4}
    own = MappingProxyType({"pf2e": sheet(hp=60, con=1, kind="significant", numbers=numbers)})
    moment = settled(BOOK.prepare(replace(place, creatures=tuple(replace(one, sheets=own) for one in place.creatures))))
    run = Playing(moment, (), [], SeededDice(1))
    BOOK.begin(run)
    return run.fight


def _aim(chance: random.Random, need: Need) -> Argument | None:
    match need:
        case NeedPath(costs=costs, paths=paths):
            return paths[chance.choice(list(costs))] if costs else None
        case NeedCreature(ids=ids):
            return chance.choice(ids)
        case NeedSquare(squares=squares):
            return chance.choice(squares)
        case NeedChoice(choices=choices):
            return chance.choice(choices).id
        case NeedArea():
            return None


def _done(moment: Fight, action: Action, chance: random.Random, seed: int) -> Fight:
    """The action carried out, with any answers."""
    answers: list[Action] = []
    while True:
        run = Playing(moment, (), list(answers), SeededDice(seed))
        try:
            BOOK.resolve(run, action)
        except Waiting as waiting:
            choice = chance.choice(waiting.decision.choices)
            answers.append(Action(waiting.decision.who, choice.id))
        else:
            return run.fight


@pytest.mark.rule("pf2e.grid.movement_cost")
@pytest.mark.rule("pf2e.aerial.three_dimensional")
@pytest.mark.parametrize("seed", range(4))
def test_what_is_offered_of_movement_is_accepted(seed: int) -> None:
    chance = random.Random(seed)
    moment = _begun(chance)
    for number in range(30):
        if moment.over:
            break
        who = moment.active
        moves = [one for one in BOOK.options(moment, who) if one.group in ("move", "turn") and one.refusal is None]
        option = chance.choice([one for one in moves if one.id not in ("delay", "ready", "command_animal")])
        aims = {need.name: _aim(chance, need) for need in option.needs}
        named = {name: value for name, value in aims.items() if value is not None}
        if len(named) < len(aims):
            continue
        action = Action(who, option.id, {**option.arguments, **named})
        BOOK.preview(moment, action)
        moment = _done(moment, action, chance, 100 * seed + number)
        _sound(moment)


def _sound(moment: Fight) -> None:
    """Nobody unconscious is in the air, whoever flies is above the ground, whoever is submerged is under water."""
    for who, body in moment.bodies.items():
        if body.out:
            continue
        assert not (body.has("unconscious") and footing.airborne(moment, who))
        assert not body.has("flying") or footing.above_ground_ft(moment, who) > 0
        assert body.has("submerged") == footing.under_water(moment.world, moment.world.creature(who))
