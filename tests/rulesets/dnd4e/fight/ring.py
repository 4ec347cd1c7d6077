"""Fights of a few rows of text by D&D 4e, with fixed dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fight_kit import (
    FOE,
    HERO,
    Ring,
    happened,
    kept,
    lost,
    noted,
    rolled,
    rules,
    running,
    value,
    way,
    weapon,
    where,
    with_effects,
)

from tactics.rules.event import CounterSet
from tactics.rulesets.dnd4e.fight.book import Dnd4eFighting
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.world.fight import Effect, Fight

__all__ = [
    "ABILITIES",
    "BOOK",
    "FOE",
    "HERO",
    "PLAIN",
    "RING",
    "act",
    "asked",
    "fight",
    "happened",
    "kept",
    "lost",
    "noted",
    "options",
    "power",
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

BOOK = Dnd4eFighting()
RING = Ring(BOOK)
act, asked, refused, options = RING.act, RING.asked, RING.refused, RING.options
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
PLAIN: dict[str, Any] = {"level": 1, "hp": 20, "kind": "standard"}


def sheet(**more: Any) -> dict[str, Any]:
    """A table ``combat`` of level 1 with 20 hit points; ability scores by name, everything else as its keys."""
    abilities = {key: more.pop(key) for key in tuple(more) if key in ABILITIES}
    return {**PLAIN, "abilities": abilities, **more}


def fight(
    rows: str = "AT",
    sheets: Mapping[str, Mapping[str, Any]] | None = None,
    creatures: dict[str, Any] | None = None,
    effects: Mapping[str, Iterable[str | Effect]] | None = None,
    *,
    order: Iterable[str] = (),
    **tables: Any,
) -> Fight:
    """The first turn of a fight: plain sheets unless said otherwise; "A" is a hero, all others are foes.

    Args:
        rows: the map.
        sheets: ``combat`` tables by creature.
        creatures: further tables of creatures.
        effects: effects by creature.
        order: who acts first.
        tables: as for `kit.world`.
    """
    own = dict(sheets or {})
    moment = RING.first_turn("dnd4e", rows, lambda who: own.get(who, sheet()), creatures, order, **tables)
    run = running(moment)
    for who in moment.bodies:
        of = sheet_of(moment.world.creature(who))
        for key, number in (("surges", of.surges), ("action_points", of.action_points)):
            if number:
                run.emit(CounterSet(who, key, number))
    return with_effects(run, effects)


def power(id: str, **more: Any) -> dict[str, Any]:
    """A power of a stat block."""
    return {"id": id, "name": id, **more}
