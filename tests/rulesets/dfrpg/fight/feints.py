"""What tests of feints share: a duel, a feint in it, and what the feint is worth."""

from __future__ import annotations

from typing import Any

from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.blows import dice
from tests.rulesets.dfrpg.fight.ring import act, asked, chose, fight, sheet, weapon


def duel(own: int = 15, foe: int = 14, rows: str = "AT", **more: Any) -> Fight:
    """A duel in which the hero's sword and the foe's sword have these skills."""
    sheets = {"A": sheet(weapons=[weapon("broadsword", own)]), "T": sheet(weapons=[weapon("broadsword", foe)])}
    return fight(rows, {**sheets, **more.pop("sheets", {})}, **more)


def feinted(moment: Fight, own: int, foe: int, target: str = "T", variant: str = "") -> Fight:
    """The moment after a feint by these totals."""
    maneuver = "all_out_attack" if variant else "feint"
    return act(chose(moment, "A", maneuver, variant), "A", "feint", *dice(own), *dice(foe), target=target).fight


def penalty(moment: Fight, who: str = "A", target: str = "T", **arguments: Any) -> int:
    """What a feint takes off a dodge against an attack that hits."""
    named = {"weapon": "broadsword", "use": "swing", **arguments}
    choice = asked(moment, who, "attack", 3, 3, 4, target=target, **named).preview["dodge"]
    return sum(one.amount for one in choice.parts if one.rule.startswith("dfrpg.maneuver.feint"))
