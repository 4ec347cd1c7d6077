"""Powers as on their cards: cost, use, and what they do."""

from __future__ import annotations

import pytest
from rulesets.dnd4e.fight.ring import fight, options, power, sheet

from tactics.core.language import catalogue
from tactics.core.text import say

CLAP = power(
    "clap",
    usage="recharge",
    recharge=5,
    kind="close_blast",
    size=3,
    count=0,
    ability="int",
    versus="fortitude",
    hit=[{"damage": "1d6", "add": "int", "types": ["thunder"]}, {"push": 2}, {"condition": "slowed", "until": "save"}],
    miss=[{"damage": "0", "half": True}],
)


@pytest.mark.rule("dnd4e.hp.rest")
@pytest.mark.parametrize(
    ("usage", "words"),
    [
        ("at_will", "at will"),
        ("encounter", "once an encounter"),
        ("daily", "once a day"),
        ("recharge", "recharges on 5"),
    ],
)
def test_an_option_tells_how_often_it_can_be_used(usage: str, words: str) -> None:
    own = {key: one for key, one in CLAP.items() if key != "recharge"} if usage != "recharge" else CLAP
    moment = fight("AT", {"A": sheet(kind="hero", powers=[{**own, "usage": usage}])})
    (found,) = [one for one in options(moment, "A", "use") if one.arguments["power"] == "clap"]
    assert say(found.cost, catalogue("en")).startswith(f"standard action · {words}")


@pytest.mark.rule("dnd4e.attack.types")
def test_an_option_tells_what_the_power_does() -> None:
    moment = fight("AT", {"A": sheet(kind="hero", powers=[CLAP])})
    (found,) = [one for one in options(moment, "A", "use") if one.arguments["power"] == "clap"]
    assert [say(one, catalogue("en")) for one in found.notes] == [
        "close blast 3",
        "against Fortitude",
        "Hit: damage 1d6 + Intelligence (thunder), push 2, slowed (save ends)",
        "Miss: half damage",
    ]
