"""Fights played at random: whatever is offered is accepted, and every moment can be taken back and brought again."""

from __future__ import annotations

import random
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from kit import world
from random_kit import play
from rulesets.pf2e.fight.ring import sheet, weapon

from tactics.engine.battle import Battle
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
RARE = dict.fromkeys(("end_turn", "delay", "other"), 0.3)
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


@pytest.mark.rule("pf2e.action.kinds")
@pytest.mark.rule("pf2e.turn.act")
@pytest.mark.parametrize("seed", [4, 16, 51])
def test_whatever_is_offered_can_be_done_and_taken_back(seed: int) -> None:
    play(Battle.new(crowd(), seed=seed, system="pf2e"), random.Random(seed), 45, RARE)
