"""Fights of a few rows of text, with fixed dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from fight_kit import happened, kept, rolled, rules, running, weapon, with_effects
from rulesets.pf1.first import first

from tactics.engine.reduce import settled
from tactics.rules.event import HpChanged
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight.book import Pf1Fighting
from tactics.world.fight import Effect, Fight
from tactics.world.world import World

__all__ = [
    "ABILITIES",
    "PLAIN",
    "fight",
    "happened",
    "kept",
    "lost",
    "rolled",
    "rules",
    "running",
    "sheet",
    "weapon",
]

ABILITIES = {"str": 10, "dex": 10, "con": 12, "int": 10, "wis": 10, "cha": 10}
PLAIN: dict[str, Any] = {
    "level": 1,
    "abilities": ABILITIES,
    "bab": 0,
    "saves": {"fortitude": 0, "reflex": 0, "will": 0},
    "hp": 20,
}


def sheet(**more: Any) -> dict[str, Any]:
    """A table ``combat``; ability scores by their names, everything else as its keys."""
    abilities = {**ABILITIES, **{key: more.pop(key) for key in tuple(more) if key in ABILITIES}}
    return {**PLAIN, "abilities": abilities, **more}


def fight(
    rows: str = "AT",
    sheets: Mapping[str, Mapping[str, Any]] | None = None,
    creatures: dict[str, Any] | None = None,
    effects: Mapping[str, Iterable[str | Effect]] | None = None,
    **tables: Any,
) -> Fight:
    """A fight that has not begun: plain sheets unless said otherwise; "A" is a hero, all others are foes."""
    here = first(rows, creatures, **tables)
    own = dict(sheets or {})
    return with_effects(running(settled(Pf1Fighting().prepare(_with_sheets(here, own)))), effects)


def _with_sheets(world: World, sheets: Mapping[str, Mapping[str, Any]]) -> World:
    creatures = tuple(
        replace(one, sheets=MappingProxyType({"pf1": dict(sheets.get(one.id, sheet()))})) for one in world.creatures
    )
    return replace(world, creatures=creatures)


def lost(run: Run, who: str, pool: str = "hp") -> list[int]:
    """Changes of a pool of hit points."""
    return [one.by for one in happened(run) if isinstance(one, HpChanged) and (one.who, one.pool) == (who, pool)]
