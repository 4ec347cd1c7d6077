"""A short sum of a state: two fights have the same one when everything an event can change is the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from tactics.engine.codec import codec
from tactics.world.creature import Creature
from tactics.world.fight import Body, Fight, Item, Slot

_CANONICAL = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def digest(fight: Fight) -> str:
    """The sum, in hexadecimal digits."""
    return Digester().sum(fight)


def canonical(value: Any) -> str:
    """JSON that is the same for equal values."""
    return _CANONICAL.encode(value)


class Digester:
    """Sums of one state after the other; what they share is written out once."""

    def __init__(self) -> None:
        self._written: dict[tuple[str, str], tuple[Any, str]] = {}

    def sum(self, fight: Fight) -> str:
        """The sum of a state, in hexadecimal digits."""
        system, world = fight.system, fight.world
        slot = codec(Slot).encode
        parts = [
            canonical(
                [system, fight.turn, fight.round, fight.surprise, fight.over, [slot(one) for one in fight.order]]
            ),
            canonical([[wall.group, wall.state] for wall in world.board.walls if wall.kind == "door"]),
        ]
        for creature in world.creatures:
            parts.append(self._part("creature", creature.id, creature, lambda one: _creature(one, system)))
        for who in sorted(fight.bodies):
            parts.append(self._part("body", who, fight.bodies[who], codec(Body).encode))
        for key in sorted(fight.items):
            parts.append(self._part("item", key, fight.items[key], codec(Item).encode))
        return sha256("\n".join(parts).encode()).hexdigest()

    def _part(self, kind: str, key: str, value: Any, encode: Callable[[Any], Any]) -> str:
        written = self._written.get((kind, key))
        if written is None or written[0] is not value:
            written = self._written[kind, key] = (value, canonical([kind, key, encode(value)]))
        return written[1]


def _creature(one: Creature, system: str) -> list[Any]:
    known = [*one.space, one.z_ft, sorted(one.of(system).conditions)]
    return [*known, one.facing, list(map(list, one.sprawl))] if one.facing is not None or one.sprawl else known
