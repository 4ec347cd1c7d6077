"""Figures that have said what they wait for, and the turn of somebody else."""

from __future__ import annotations

from typing import Any

from tactics.rules.action import Decision
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.ring import act, chose, ended, sheet, weapon

SPEAR = sheet(weapons=[weapon("spear", 14, "both")])
"""A spear in both hands: it thrusts at 2 yards for 1d+1 of ST 10."""
SHORT_SPEAR = sheet(weapons=[weapon("spear", 14)])
"""A spear in one hand: it thrusts at 1 yard for 1d."""
BOW = sheet(st=11, weapons=[weapon("longbow", 14, "both")])
SWORD = "attack/broadsword/swing"


def waits(moment: Fight, who: str, choice: str = SWORD, trigger: str = "reach", **named: Any) -> Fight:
    """The moment after a figure has declared a Wait and ended its turn."""
    return ended(declared(moment, who, choice, trigger, **named), who)


def declared(moment: Fight, who: str, choice: str = SWORD, trigger: str = "reach", **named: Any) -> Fight:
    """The moment after a figure has declared a Wait in its turn, which goes on."""
    return act(chose(moment, who, "wait"), who, "wait", choice=choice, trigger=trigger, **named).fight


def braced(moment: Fight, who: str, use: str = "thrust_two") -> Fight:
    """The moment after a figure has announced a stop thrust with its spear and ended its turn."""
    return ended(act(chose(moment, who, "wait"), who, "stop_thrust", weapon="spear", use=use).fight, who)


def covers(moment: Fight, who: str, **named: Any) -> Fight:
    """The moment after a figure has begun to cover something with its bow and ended its turn."""
    said: dict[str, Any] = {"weapon": "longbow", "choice": "attack", **named}
    return ended(act(chose(moment, who, "wait"), who, "cover", **said).fight, who)


def choices(decision: Decision) -> list[str]:
    """Ids of the answers."""
    return [one.id for one in decision.choices]
