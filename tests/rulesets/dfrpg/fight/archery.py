"""What tests of shots share: archers and their sheets."""

from __future__ import annotations

from typing import Any

from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.blows import effective
from tests.rulesets.dfrpg.fight.ring import act, chose, ended, fight, sheet, weapon

SHOT = {"weapon": "bow", "target": "T"}
BOLT = {"weapon": "crossbow", "target": "T"}
ROW = "A......T"
"""Seven yards: −3 to a shot."""


def archer(id: str = "bow", skill: int = 14, **more: Any) -> dict[str, Any]:
    """A sheet with a bow, or another weapon to shoot with, in both hands."""
    return sheet(**{"weapons": [weapon(id, skill, "both")], **more})


def thrower(id: str = "javelin", skill: int = 14, **more: Any) -> dict[str, Any]:
    """A sheet with something to throw in the right hand."""
    return sheet(**{"weapons": [weapon(id, skill)], **more})


def passed(moment: Fight, *whose: str) -> Fight:
    """The moment after turns in which nothing is done."""
    for who in whose or ("T",):
        moment = ended(moment, who)
    return moment


def aimed(
    moment: Fight, turns: int = 1, variant: str = "", *, id: str = "bow", others: tuple[str, ...] = ("T",)
) -> Fight:
    """The moment in which A acts again after some turns of aiming at T, the others having done nothing."""
    for _ in range(turns):
        moment = act(chose(moment, "A", "aim", variant), "A", "aim", weapon=id, target="T").fight
        moment = passed(ended(moment, "A"), *others)
    return moment


def skill(moment: Fight, who: str = "A", **arguments: Any) -> int:
    """The effective skill of an attack."""
    return effective(moment, who, **{**SHOT, **arguments})


def kneeling(moment: Fight, who: str = "T") -> tuple[Effect, ...]:
    """The postures of a figure."""
    return tuple(one for one in moment.body(who).effects if one.id == "kneeling")


def ready(row: str = ROW, **more: Any) -> Fight:
    """A has a bow; T looks on."""
    return fight(row, {"A": archer(), **more.pop("sheets", {})}, **more)


def attacking(moment: Fight) -> Fight:
    """The moment after A has chosen Attack."""
    return chose(moment, "A", "attack")
