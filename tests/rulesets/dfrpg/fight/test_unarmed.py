"""Fists and feet: skill, reach, damage, and the hand a punch takes."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.rules.action import Action
from tactics.rules.event import ItemChanged
from tactics.rulesets.dfrpg.fight import attack_action, damage
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.blows import dice, effective
from tests.rulesets.dfrpg.fight.moments import put
from tests.rulesets.dfrpg.fight.ring import act, chose, fight, happened, options, refused, rolled, sheet, weapon

UNARMED = "dfrpg.attack.unarmed"
PUNCH = {"weapon": "fist", "use": "punch", "target": "T"}
KICK = {"weapon": "foot", "use": "kick", "target": "T"}


def brawl(rows: str = "AT", **more: Any) -> Fight:
    """A with bare hands has chosen Attack."""
    return chose(fight(rows, {"A": sheet(**{"weapons": [], **more})}), "A", "attack")


def dealt(moment: Fight, how: dict[str, str]) -> str:
    """The dice of a blow."""
    found = damage.damage_of(moment, attack_action.named(moment, Action("A", "attack", how)))
    ((number, _),) = found.dice.dice
    return f"{number}d{found.dice.bonus:+d} {found.type}"


@pytest.mark.rule(UNARMED)
@pytest.mark.parametrize(("st", "punch", "kick"), [(11, "1d-2 cr", "1d-1 cr"), (10, "1d-3 cr", "1d-2 cr")])
def test_damage_of_fists_and_feet(st: int, punch: str, kick: str) -> None:
    moment = brawl(st=st)
    assert dealt(moment, PUNCH) == punch
    assert dealt(moment, KICK) == kick


@pytest.mark.rule(UNARMED)
def test_a_kick_reaches_the_next_square_and_a_punch_does_not() -> None:
    moment = brawl("AT.")
    assert refused(moment, "A", "attack", **PUNCH) == "dfrpg.maneuver.attack.melee_reach"
    assert refused(moment, "A", "attack", **KICK) == ""
    inside = act(moment, "A", "step", square="B1").fight
    assert refused(inside, "A", "attack", **PUNCH) == ""
    assert refused(inside, "A", "attack", **KICK) == ""
    assert refused(put(moment, "T", "C1"), "A", "attack", **KICK) == "dfrpg.maneuver.attack.melee_reach"


@pytest.mark.rule(UNARMED)
@pytest.mark.parametrize(
    ("skills", "punch", "kick"),
    [
        ({}, 12, 10),
        ({"brawling": 14}, 14, 12),
        ({"karate": 15}, 15, 13),
        ({"boxing": 16}, 16, 10),
        ({"boxing": 16, "brawling": 13}, 16, 11),
        ({"brawling": 9}, 12, 10),
    ],
)
def test_what_fists_and_feet_are_rolled_against(skills: dict[str, int], punch: int, kick: int) -> None:
    moment = put(brawl(skills=skills), "T", "A1")
    assert effective(moment, "A", **PUNCH) == punch
    assert effective(moment, "A", **KICK) == kick


@pytest.mark.rule(UNARMED)
def test_a_punch_takes_a_free_hand_and_a_kick_none() -> None:
    both = sheet(weapons=[weapon("broadsword")], shield={"id": "medium_shield", "skill": 14})
    moment = put(chose(fight("AT", {"A": both}), "A", "attack"), "T", "A1")
    assert refused(moment, "A", "attack", **PUNCH) == UNARMED
    assert refused(moment, "A", "attack", **KICK) == ""
    one = put(chose(fight("AT"), "A", "attack"), "T", "A1")
    assert refused(one, "A", "attack", **PUNCH) == ""


@pytest.mark.rule(UNARMED)
def test_bare_hands_are_always_ready() -> None:
    moment = brawl("AT")
    run = (
        act(moment, "A", "attack", *dice(18), answers=(), **KICK)
        if False
        else act(moment, "A", "attack", *dice(15), **KICK)
    )
    assert rolled(run, "attack")[0].outcome == "miss"
    assert not any(isinstance(one, ItemChanged) for one in happened(run))
    assert {str(one.arguments["weapon"]) for one in options(moment, "A", "attack")} == {"foot"}
    assert {"fist", "foot"} <= set(sheet_of(moment.world.creature("A")).weapons)
