"""Nothing that is offered betrays those a creature does not know of, and everything that is offered is accepted."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from kit import world
from rulesets.pf2e.fight.ring import BOOK, fight, running, sheet, weapon

from tactics.ai.opponent import Opponent
from tactics.core.dice import FixedDice
from tactics.core.lattice import Point, Square
from tactics.core.problems import ProblemError
from tactics.engine.battle import Battle
from tactics.engine.run import Waiting
from tactics.rules.action import (
    Action,
    Need,
    NeedArea,
    NeedChoice,
    NeedCreature,
    NeedPath,
    NeedSquare,
    Option,
    Refused,
)
from tactics.rules.event import Rolled
from tactics.rulesets.pf2e.fight import noticing
from tactics.world.fight import Fight

WIDTH, HEIGHT = 6, 4
STATES = ("hidden", "undetected", "unnoticed", "invisible", "blinded", "dazzled", "deafened", "prone", "concealed")
SENSES = ("darkvision", "scent_imprecise_30", "tremorsense_30", "echolocation_20")
BODY = sheet(
    numbers={"stealth": 5, "perception": 5, "deception": 4, "ac": 15},
    weapons=[weapon("shortsword"), weapon("javelin", "off")],
)


def _anywhere(luck: random.Random) -> Fight | None:
    """A hero A, a friend S and two foes somewhere, in some states; None when they cannot stand so."""
    rows = [["."] * WIDTH for _ in range(HEIGHT)]
    cells = [(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
    luck.shuffle(cells)
    for glyph in "ASTU" + "".join(luck.choices("#o%@,", k=luck.randrange(5))):
        x, y = cells.pop()
        rows[y][x] = glyph
    creatures: dict[str, Any] = {
        who: {"conditions": luck.sample(STATES, luck.randrange(3)), "senses": luck.sample(SENSES, luck.randrange(2))}
        for who in "ASTU"
    }
    creatures["S"]["side"] = "heroes"
    light = luck.choice(("bright", "dim", "dark"))
    try:
        return fight("\n".join(map("".join, rows)), dict.fromkeys("ASTU", BODY), creatures, light=light)
    except ProblemError:
        return None


def _value(need: Need, luck: random.Random) -> Any:
    match need:
        case NeedCreature(ids=ids):
            return luck.choice(ids)
        case NeedSquare(squares=squares):
            return luck.choice(squares)
        case NeedPath(costs=costs, paths=paths):
            return paths[luck.choice(list(costs))] if costs else None
        case NeedChoice(choices=choices):
            return luck.choice(choices).id
        case NeedArea(at=at):
            x, y = luck.randrange(WIDTH), luck.randrange(HEIGHT)
            return Point(x * 1000, y * 1000) if at == "corner" else Square(x, y)


def _tried(moment: Fight, option: Option, luck: random.Random) -> None:
    lost = set(noticing.lost(moment, "A"))
    for need in option.needs:
        assert not isinstance(need, NeedCreature) or lost.isdisjoint(need.ids), option.id
    named = {need.name: _value(need, luck) for need in option.needs}
    if None in named.values():
        return
    placed = any(isinstance(one, NeedArea) for one in option.needs)
    action = Action("A", option.id, {**option.arguments, **named})
    try:
        assert lost.isdisjoint(BOOK.preview(moment, action).takes), option.id
        BOOK.resolve(running(moment, *luck.choices((1, 2), k=80)), action)
    except Waiting:
        return
    except Refused:
        if not placed:
            raise


@pytest.mark.rule("pf2e.effect.targets", "pf2e.detect.undetected", "pf2e.detect.unnoticed")
@pytest.mark.parametrize("seed", range(24))
def test_what_is_offered_names_nobody_who_is_lost_from_sight(seed: int) -> None:
    luck = random.Random(seed)
    moment = _anywhere(luck)
    if moment is None:
        return
    lost = {moment.world.creature(one).name for one in noticing.lost(moment, "A")}
    for option in BOOK.options(moment, "A"):
        if option.refusal is not None:
            assert lost.isdisjoint(value for _, value in option.refusal.text.params), option.id
        else:
            _tried(moment, option, luck)


@pytest.mark.rule("pf2e.basic.seek", "pf2e.detect.invisible")
def test_the_plain_opponent_looks_for_one_it_has_lost() -> None:
    sheets: Mapping[str, Mapping[str, Any]] = MappingProxyType({"pf2e": BODY})
    here = world("A....T", ("pf2e",), creatures={"A": {"conditions": ["invisible"]}, "T": {}})
    here = replace(here, creatures=tuple(replace(one, sheets=sheets) for one in here.creatures))
    battle, opponent = Battle.new(here, dice=FixedDice((1, 20, 15))), Opponent()
    assert battle.fight.active == "T"
    done = battle.submit(opponent.choose(battle))
    assert any(isinstance(one, Rolled) and one.secret for one in done)
    assert noticing.state(battle.fight, "T", "A") == "hidden"
