"""Actions aimed at nothing and nobody are refused, never a fault of the program."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rulesets.pf1.fight.acting import BOOK, HEROES, turn_of
from rulesets.pf1.fight.ring import fight, running, sheet, weapon

from tactics.core.lattice import Point, Square
from tactics.engine.run import Waiting
from tactics.rules.action import Action, Refused
from tactics.rulesets.pf1 import BOOK as BOOK_OF_RULES
from tactics.rulesets.pf1.fight.book import KINDS
from tactics.world.fight import Effect, Fight

ROWS = "AT..\nF...\n..HH\n..HH"
POWERS: list[dict[str, Any]] = [
    {"id": "scorch", "name": "Scorch", "range": 30, "dice": "1d6", "type": "fire", "save": "reflex", "dc": 15},
    {
        "id": "burst",
        "name": "Burst",
        "shape": "burst",
        "size": 10,
        "range": 30,
        "dice": "1d6",
        "save": "reflex",
        "dc": 15,
    },
    {"id": "ray", "name": "Ray", "touch": "ranged", "range": 30, "dice": "1d6", "type": "fire"},
    {"id": "flask", "name": "Flask", "kind": "splash", "increment": 10, "dice": "1d6", "type": "fire"},
]
HOLD = {"A": [Effect("grappling", source="A", note="T"), "grappled"], "T": ["grappled"]}
HELD = {"A": ["grappled"], "T": [Effect("grappling", source="T", note="A"), "grappled"]}
ARGUMENTS: dict[str, list[Any]] = {
    "target": ["", "?", "A", "T", "F", 3, Square(0, 0)],
    "path": [(), (Square(0, 0),), (Square(0, 0), Square(9, 9)), (Square(0, 0), Square(1, 1), Square(2, 2)), "x"],
    "weapon": ["", "?", "longsword", "trip", "bull_rush"],
    "square": [Square(99, 99), "x", Square(1, 0)],
    "kind": ["", "melee", "ranged", "x"],
    "item": ["", "?", "A.longsword", "T.longsword"],
    "how": ["", "?"],
    "power": ["", "?", "scorch", "burst", "ray", "flask"],
    "area": ["x", Point(1000, 1000), Square(50, 50), Point(990000, 0)],
    "friend": ["", "?", "F"],
    "series": ["", "?", "main"],
    "mode": ["", "?", "fly"],
    "after": ["", "?", "A", "T"],
    "door": [0, 99, "x"],
    "trigger": ["", "?", "attacks"],
    "style": ["", "?"],
    "pace": ["?"],
}


def moment(effects: dict[str, Any] | None) -> Fight:
    """The turn of A, who can do a little of everything."""
    arms = [weapon("longsword"), weapon("dagger", "stowed"), weapon("shortbow", "stowed")]
    own = sheet(weapons=arms, bab=6, powers=POWERS, ranks={"acrobatics": 2}, gear={"rope": 1})
    sheets = {"A": own, "T": sheet(weapons=[weapon("longsword")]), "H": sheet(legs=4)}
    friends = {"A": HEROES, "F": HEROES, "H": {**HEROES, "size": "large"}}
    return turn_of(fight(ROWS, sheets, friends, effects), "A", "T")


def went(here: Fight, action: Action) -> set[str]:
    """The rules that refuse to look at an action and to carry it out."""
    found = set()
    try:
        BOOK.preview(here, action)
    except Refused as refused:
        found.add(refused.refusal.rule)
    try:
        BOOK.resolve(running(here, *[5] * 60), action)
    except Refused as refused:
        found.add(refused.refusal.rule)
    except Waiting:
        pass
    return found


@pytest.mark.rule("pf1.action.economy")
@pytest.mark.parametrize("effects", [None, {"A": ["prone"]}, {"T": ["unconscious"]}, {"T": ["invisible"]}, HOLD, HELD])
def test_nonsense_is_refused(effects: dict[str, Any] | None) -> None:
    here, chance, rules = moment(effects), Random(1), set[str]()
    for _ in range(1500):
        arguments = {name: chance.choice(values) for name, values in ARGUMENTS.items() if chance.random() < 0.6}
        rules |= went(here, Action("A", chance.choice(chance.choice(KINDS).ids), arguments))
    assert len(rules) > 10
    assert rules <= set(BOOK_OF_RULES.rules)
