"""Powers for tests."""

from __future__ import annotations

from typing import Any

from rulesets.pf2e.fight.ring import sheet

from tactics.core.lattice import UNIT, Point

FIREBALL: dict[str, Any] = {
    "id": "fire_burst",
    "name": "Fire Burst",
    "rank": 3,
    "traits": ["fire", "concentrate", "manipulate"],
    "range": 500,
    "shape": "burst",
    "size": 20,
    "save": "reflex",
    "basic": True,
    "effects": [{"damage": "6d6", "type": "fire"}],
}
RAY: dict[str, Any] = {
    "id": "frost_ray",
    "name": "Frost Ray",
    "rank": 1,
    "traits": ["cold", "concentrate", "manipulate"],
    "range": 60,
    "attack": "ranged",
    "effects": [{"damage": "2d4", "type": "cold"}],
}
DREAD: dict[str, Any] = {
    "id": "dread",
    "name": "Dread",
    "rank": 1,
    "traits": ["mental", "fear", "concentrate"],
    "range": 30,
    "save": "will",
    "effects": [
        {"condition": "frightened", "value": 1, "on": ["success"]},
        {"condition": "frightened", "value": 2, "on": ["failure"]},
        {"condition": "frightened", "value": 3, "on": ["critical_failure"]},
    ],
}
VENOM: dict[str, Any] = {
    "id": "venom",
    "name": "Venom",
    "kind": "poison",
    "level": 2,
    "dc": 17,
    "stages": [
        {"effects": [{"damage": "1", "type": "poison"}]},
        {"effects": [{"damage": "2", "type": "poison"}]},
        {"effects": [{"damage": "3", "type": "poison"}, {"condition": "enfeebled", "value": 2}]},
    ],
}
MAGE: dict[str, Any] = {
    "level": 5,
    "int": 4,
    "wis": 4,
    "key_ability": "int",
    "kind": "hero",
    "hp": 60,
    "proficiencies": {"spell": "trained", "simple": "trained"},
}


def mage(*powers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A caster of level 5, trained in spells, Intelligence +4: attack +11, DC 21."""
    return sheet(**{**MAGE, "powers": list(powers), **more})


def power(plain: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A power, with other keys; None leaves one out."""
    return {key: one for key, one in {**plain, **more}.items() if one is not None}


def corner(x: int, y: int) -> Point:
    """A corner of the grid."""
    return Point(x * UNIT, y * UNIT)
