"""The tables of ``data/`` as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tactics.core.text import Named
from tactics.rules.data import tables_of
from tactics.world.creature import Creature, Stats

SYSTEM = "dnd4e"

FEET_PER_SQUARE = 5
"""Source: dnd4e.grid.square"""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a condition does to position and attack.

    Attributes:
        name: what to call it.
        advantage: "all" or "melee" attackers get combat advantage against its bearer, "" for none.
        attack: penalty to the bearer's attack rolls.
        defense: penalty to all its defenses.
        forbids: flank, opportunity (attacks), move (by itself), forced (movement).
        speed_sq: greatest speed, None for no limit.
        perception: penalty to Perception.
        rule: the rule that says so.
    """

    name: Named
    advantage: str
    attack: int
    defense: int
    forbids: frozenset[str]
    speed_sq: int | None
    perception: int
    rule: str


@cache
def conditions() -> Mapping[str, Condition]:
    """Every condition that matters here, by id."""
    return {
        key: Condition(
            Named(key, table["name_ru"]),
            table.get("advantage", ""),
            table.get("attack", 0),
            table.get("defense", 0),
            frozenset(table.get("forbids", ())),
            table.get("speed_sq"),
            table.get("perception", 0),
            table["rule"],
        )
        for key, table in table("conditions").items()
    }


def stats(creature: Creature) -> Stats:
    """What this system knows of a creature."""
    return creature.of(SYSTEM)


def conditions_of(creature: Creature) -> list[Condition]:
    """The conditions of a creature that matter here, in the order of the table."""
    own = stats(creature).conditions
    return [condition for key, condition in conditions().items() if key in own]


def forbidding(creature: Creature, what: str) -> Condition | None:
    """The first condition that forbids a creature something, None when nothing does.

    Args:
        creature: who.
        what: flank, opportunity, move or forced.
    """
    return next((one for one in conditions_of(creature) if what in one.forbids), None)


def is_helpless(creature: Creature) -> bool:
    """Whether others may walk over it and strike it at will."""
    return bool(stats(creature).conditions & {"helpless", "unconscious", "dying", "dead"})


def speed_sq(creature: Creature, mode: str) -> int | None:
    """Speed for a mode of movement with every limit applied, None when the creature has no such speed.

    Source: dnd4e.condition.slowed, dnd4e.round_down (squeezing halves).
    """
    speeds = stats(creature).speeds_sq
    speed = speeds.get("walk" if mode == "squeeze" else mode)
    if speed is None:
        return None
    for condition in conditions_of(creature):
        if condition.speed_sq is not None:
            speed = min(speed, condition.speed_sq)
    return speed // 2 if mode == "squeeze" else speed


def reach_sq(creature: Creature) -> int:
    """Reach in melee, weapon included.

    Source: dnd4e.space.size_table, dnd4e.range.melee
    """
    own = stats(creature)
    natural = own.reach_sq
    if natural is None:
        usual = _size(creature.size)["reach_sq"]
        natural = int(usual[1] if creature.stature == "tall" else usual[0])
    return natural + 1 if own.reach_weapon else natural


def has_natural_reach(creature: Creature) -> bool:
    """Whether it can strike outside its own space at all; Tiny creatures usually cannot."""
    own = stats(creature).reach_sq
    return (own if own is not None else int(_size(creature.size)["reach_sq"][1])) > 0


def tiny_per_square() -> int:
    """How many Tiny creatures share one square."""
    return int(table("sizes")["tiny"]["per_square"])


@cache
def attack_modifiers() -> Mapping[str, int]:
    """Modifiers to the attack roll by situation."""
    return {name: int(amount) for name, amount in table("modifiers")["attack"].items()}


@cache
def defense_modifiers() -> Mapping[str, int]:
    """Modifiers to the defenses by situation."""
    return {name: int(amount) for name, amount in table("modifiers")["defense"].items()}


@cache
def action_kinds() -> Mapping[str, tuple[str, str]]:
    """For every action how it provokes (leaving, using, never) and the rule."""
    return {action: (kind, table["rule"]) for kind, table in table("actions").items() for action in table["actions"]}


def _size(size: str) -> Mapping[str, Any]:
    sizes = table("sizes")
    small = {"fine", "diminutive"}
    found: Mapping[str, Any] = sizes["tiny" if size in small else "gargantuan" if size == "colossal" else size]
    return found


table = tables_of(SYSTEM)
"""One file of the ``data`` folder, by its name without ending."""
