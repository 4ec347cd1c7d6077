"""A short sum of a state: two fights have the same one when everything an event can change is the same."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from tactics.engine.codec import codec
from tactics.world.fight import Body, Fight, Item, Slot


def digest(fight: Fight) -> str:
    """The sum, in hexadecimal digits."""
    return sha256(canonical(state(fight)).encode()).hexdigest()


def canonical(value: Any) -> str:
    """JSON that is the same for equal values."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def state(fight: Fight) -> dict[str, Any]:
    """Everything an event can change, as JSON."""
    body, item, slot = codec(Body).encode, codec(Item).encode, codec(Slot).encode
    return {
        "system": fight.system,
        "places": {one.id: [*one.space, one.z_ft] for one in fight.world.creatures},
        "conditions": {one.id: sorted(one.of(fight.system).conditions) for one in fight.world.creatures},
        "doors": [[wall.group, wall.state] for wall in fight.world.board.walls if wall.kind == "door"],
        "bodies": {who: body(one) for who, one in fight.bodies.items()},
        "items": {key: item(one) for key, one in fight.items.items()},
        "order": [slot(one) for one in fight.order],
        "turn": fight.turn,
        "round": fight.round,
        "surprise": fight.surprise,
        "over": fight.over,
    }
