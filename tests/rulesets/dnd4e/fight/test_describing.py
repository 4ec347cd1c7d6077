"""Powers as on their cards: cost, use, and what they do."""

from __future__ import annotations

import pytest
from rulesets.dnd4e.fight.ring import BOOK, fight, options, power, sheet

from tactics.core.language import catalogue
from tactics.core.text import say
from tactics.world.fight import Effect

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
    [("at_will", ""), ("encounter", " · encounter power"), ("daily", " · daily power"), ("recharge", " · recharge 5")],
)
def test_an_option_tells_how_often_it_can_be_used(usage: str, words: str) -> None:
    own = {key: one for key, one in CLAP.items() if key != "recharge"} if usage != "recharge" else CLAP
    moment = fight("AT", {"A": sheet(kind="hero", powers=[{**own, "usage": usage}])})
    (found,) = [one for one in options(moment, "A", "use") if one.arguments["power"] == "clap"]
    assert say(found.cost, catalogue("en")) == f"standard action{words}"


@pytest.mark.rule("dnd4e.attack.types")
def test_an_option_tells_what_the_power_does() -> None:
    moment = fight("AT", {"A": sheet(kind="hero", powers=[CLAP])})
    (found,) = [one for one in options(moment, "A", "use") if one.arguments["power"] == "clap"]
    assert [say(one, catalogue("en")) for one in found.notes] == [
        "recharge 5",
        "close blast 3",
        "against Fortitude",
        "Hit: damage 1d6 + Intelligence (thunder), push 2, slowed (save ends)",
        "Miss: half damage",
    ]


@pytest.mark.rule("dnd4e.condition.general")
@pytest.mark.parametrize(
    ("note", "value", "words"),
    [
        ("ac:power", 4, "+4 to Armor Class"),
        ("attack:", -2, "-2 to attack rolls"),
        ("defenses:", 1, "+1 to all defenses"),
    ],
)
def test_a_badge_of_a_bonus_tells_its_sign_and_what_it_goes_to(note: str, value: int, words: str) -> None:
    moment = fight("AT", effects={"A": [Effect("bonus", value, note=note)]})
    (badge,) = BOOK.badges(moment, "A")
    assert (say(badge.title, catalogue("en")), badge.value) == (words, 0)
