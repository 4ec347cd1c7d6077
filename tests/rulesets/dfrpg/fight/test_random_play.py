"""Fights played at random: whatever is offered is accepted, and every moment can be taken back and brought again."""

from __future__ import annotations

import random
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from kit import world
from random_kit import play

from tactics.engine.battle import Battle
from tactics.world.world import World
from tests.rulesets.dfrpg.fight.ring import sheet, weapon

ROWS = "......\n.,ABT.\n.,D#C.\n....E.\n......"
SHEETS: dict[str, dict[str, Any]] = {
    "A": sheet(
        skills={"acrobatics": 15, "brawling": 14},
        weapons=[weapon("broadsword"), weapon("dagger", hand="stowed")],
        shield={"id": "medium_shield", "skill": 14},
    ),
    "B": sheet(weapons=[weapon("bow", hand="both"), weapon("dagger", 12, "stowed")]),
    "C": sheet(st=14, hp=16, weapons=[weapon("halberd", 13, "both")]),
    "D": sheet(weapons=[], skills={"karate": 14, "judo": 13, "sumo_wrestling": 14}),
    "E": sheet(weapons=[weapon("dagger")]),
    "T": sheet(weapons=[weapon("spear", 13, "both")], traits=["combat_reflexes"]),
}
WEIGHTS = {"end_turn": 0.3, "turn": 0.1, "face": 0.1, "crouch": 0.1, "drop": 0.05, "attack": 3, "slam": 9, "shove": 3}
SWITCHES: list[dict[str, Any]] = [
    {},
    {"acrobatic_stand": True, "crawling_two_cells": True, "close_combat_entry": "strict"},
    {"metric": "chebyshev", "critical_tables": "book", "reflex_actions": True, "split_step": True},
]


def crowd(switches: dict[str, Any]) -> World:
    """Six figures in a small room."""
    tables = {one: {"side": "heroes" if one in "ABD" else "foes"} for one in SHEETS}
    here = world(ROWS, ("dfrpg",), creatures=tables, rules={"dfrpg": switches})
    bodies = tuple(replace(one, sheets=MappingProxyType({"dfrpg": SHEETS[one.id]})) for one in here.creatures)
    return replace(here, creatures=bodies)


@pytest.mark.rule("dfrpg.maneuver.list", "dfrpg.core.turn_order")
@pytest.mark.parametrize(("switches", "seed"), [(SWITCHES[0], 3), (SWITCHES[1], 7), (SWITCHES[2], 12)])
def test_whatever_is_offered_can_be_done_and_taken_back(switches: dict[str, Any], seed: int) -> None:
    play(Battle.new(crowd(switches), seed=seed, system="dfrpg"), random.Random(seed), 120, WEIGHTS)
