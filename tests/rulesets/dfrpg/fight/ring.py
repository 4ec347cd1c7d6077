"""Fights of a few rows of text by the Dungeon Fantasy RPG, with fixed dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fight_kit import Ring, happened, kept, lost, noted, rolled, rules, running, value, way, where, with_effects

from tactics.rulesets.dfrpg.fight.book import DfrpgFighting
from tactics.world.fight import Effect, Fight

__all__ = [
    "BOOK",
    "PLAIN",
    "RING",
    "act",
    "asked",
    "chose",
    "ended",
    "fight",
    "happened",
    "kept",
    "lost",
    "noted",
    "options",
    "refused",
    "rolled",
    "rules",
    "running",
    "sheet",
    "value",
    "way",
    "weapon",
    "where",
]

BOOK = DfrpgFighting()
RING = Ring(BOOK)
act, asked, refused, options = RING.act, RING.asked, RING.refused, RING.options
PLAIN: dict[str, Any] = {
    "st": 10,
    "dx": 12,
    "iq": 10,
    "ht": 10,
    "weapons": [{"id": "broadsword", "skill": 14, "hand": "main"}],
}


def sheet(**more: Any) -> dict[str, Any]:
    """A table ``combat``: ST 10, DX 12, IQ 10, HT 10, a broadsword at 14 in hand; Speed 5.5, Move 5, Dodge 8."""
    return {**PLAIN, **more}


def weapon(id: str, skill: int = 14, hand: str = "main", **more: Any) -> dict[str, Any]:
    """A weapon that is held."""
    return {"id": id, "skill": skill, "hand": hand, **more}


def fight(
    rows: str = "AT",
    sheets: Mapping[str, Mapping[str, Any]] | None = None,
    creatures: dict[str, Any] | None = None,
    effects: Mapping[str, Iterable[str | Effect]] | None = None,
    *,
    order: Iterable[str] = (),
    facing: Mapping[str, str] | None = None,
    **tables: Any,
) -> Fight:
    """The first turn of a fight: plain sheets unless said otherwise; "A" is a hero, all others are foes.

    Args:
        rows: the map.
        sheets: ``combat`` tables by creature.
        creatures: further tables of creatures.
        effects: effects by creature.
        order: who acts first.
        facing: where creatures look, by compass names; else towards the nearest enemy.
        tables: as for `kit.world`.
    """
    own, looks = dict(sheets or {}), dict(facing or {})

    def table(who: str) -> dict[str, Any]:
        found = dict(own.get(who, sheet()))
        return {**found, "facing": looks[who]} if who in looks else found

    moment = RING.first_turn("dfrpg", rows, table, creatures, order, **tables)
    return with_effects(running(moment), effects)


def chose(moment: Fight, who: str, maneuver: str, variant: str = "", *faces: int) -> Fight:
    """The moment after a figure has chosen its manoeuvre."""
    kinds: dict[str, Any] = {"variant": variant} if variant else {}
    return act(moment, who, "maneuver", *faces, maneuver=maneuver, **kinds).fight


def ended(moment: Fight, who: str, *faces: int) -> Fight:
    """The moment after a figure has ended its turn."""
    return act(moment, who, "end_turn", *faces).fight
