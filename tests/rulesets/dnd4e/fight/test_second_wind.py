"""Second wind and total defense."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from rulesets.dnd4e.fight.ring import BOOK, act, fight, options, refused, sheet

from tactics.rules.action import Action
from tactics.rulesets.dnd4e.fight.numbers import defense
from tactics.world.fight import Duration, Effect, Fight

RULE = "dnd4e.action.second_wind"
HERO = sheet(kind="hero", hp=40, surges=9, defenses={"ac": 18, "fortitude": 15, "reflex": 13, "will": 14})


def hurt(moment: Fight, who: str = "A", hp: int = 12) -> Fight:
    return replace(moment, bodies={**moment.bodies, who: replace(moment.body(who), hp=hp)})


@pytest.mark.rule(RULE)
def test_a_surge_comes_back_and_defenses_rise_until_the_next_turn() -> None:
    moment = hurt(fight("A.T", {"A": HERO}))
    preview = BOOK.preview(moment, Action("A", "second_wind"))
    assert (preview.heals_mean, preview.takes) == (Fraction(10), ("A",))
    moment = act(moment, "A", "second_wind").fight
    assert (moment.body("A").hp, moment.body("A").count("surges"), defense(moment, "A", "ac")[0]) == (22, 8, 20)
    moment = act(moment, "A", "end_turn").fight
    assert defense(moment, "A", "will")[0] == 16
    moment = act(moment, "T", "end_turn").fight
    assert (moment.active, defense(moment, "A", "ac")[0]) == ("A", 18)
    assert refused(moment, "A", "second_wind") == RULE


@pytest.mark.rule(RULE)
def test_none_without_a_surge_and_none_for_monsters_unless_their_block_says_so() -> None:
    assert refused(hurt(fight("A.T", {"A": {**HERO, "surges": 0}})), "A", "second_wind") == RULE
    monster = sheet(hp=40, surges=1)
    assert not options(fight("A.T", {"A": monster}), "A", "second_wind", possible=False)
    assert refused(fight("A.T", {"A": monster}), "A", "second_wind") == RULE
    moment = act(hurt(fight("A.T", {"A": {**monster, "second_wind": True}})), "A", "second_wind").fight
    assert moment.body("A").hp == 22


@pytest.mark.rule("dnd4e.action.total_defense")
def test_all_defenses_rise_by_2() -> None:
    moment = act(fight("A.T", {"A": HERO}), "A", "total_defense").fight
    assert [defense(moment, "A", one)[0] for one in ("ac", "fortitude", "reflex", "will")] == [20, 17, 15, 16]
    rules = {one.rule for one in defense(moment, "A", "ac")[1]}
    assert "dnd4e.action.total_defense" in rules
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    assert defense(moment, "A", "ac")[0] == 18


@pytest.mark.rule("dnd4e.action.total_defense")
@pytest.mark.rule(RULE)
def test_both_add_up() -> None:
    moment = act(hurt(fight("A.T", {"A": HERO})), "A", "total_defense").fight
    moment = act(act(moment, "A", "action_point").fight, "A", "second_wind").fight
    assert defense(moment, "A", "ac")[0] == 22


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.hp.heal_dying")
def test_first_aid_gives_a_neighbour_its_second_wind_without_the_defenses() -> None:
    medic = sheet(kind="hero", skills={"heal": 5})
    here = {"creatures": {"B": {"side": "heroes"}}}
    moment = hurt(fight("AB.T", {"A": medic, "B": HERO}, **here), "B")
    failed = act(moment, "A", "first_aid", 4, how="second_wind", target="B").fight
    assert failed.body("B").hp == 12
    done = act(moment, "A", "first_aid", 5, how="second_wind", target="B").fight
    assert (done.body("B").hp, done.body("B").count("surges"), defense(done, "B", "ac")[0]) == (22, 8, 18)
    preview = BOOK.preview(moment, Action("A", "first_aid", {"how": "second_wind", "target": "B"}))
    assert (preview.chance, preview.against, preview.heals_mean) == (Fraction(16, 20), 10, Fraction(8))
    done = act(done, "A", "action_point").fight
    assert refused(done, "A", "first_aid", how="second_wind", target="B") == RULE


@pytest.mark.rule("dnd4e.hp.heal_dying")
def test_first_aid_stabilizes_until_the_next_wound() -> None:
    medic = sheet(kind="hero", skills={"heal": 5})
    moment = fight(
        "AB.T", {"A": medic, "B": HERO}, {"B": {"side": "heroes"}}, {"B": ["dying", "unconscious", "helpless", "prone"]}
    )
    moment = hurt(moment, "B", -12)
    moment = act(moment, "A", "first_aid", 10, how="stabilize", target="B").fight
    assert (moment.body("B").has("stable"), moment.body("B").hp) == (True, -12)
    moment = act(moment, "A", "end_turn").fight
    assert moment.active == "T"
    assert not moment.body("B").count("death_failures")


@pytest.mark.rule("dnd4e.save.immediate")
def test_first_aid_grants_a_saving_throw() -> None:
    slowed = Effect("slowed", duration=Duration("save"))
    moment = fight("AB.T", {"A": sheet(kind="hero", skills={"heal": 5})}, {"B": {"side": "heroes"}}, {"B": [slowed]})
    assert act(moment, "A", "first_aid", 10, 10, how="save", target="B").fight.body("B").has("slowed") is False
    assert act(moment, "A", "first_aid", 9, how="save", target="B").fight.body("B").has("slowed") is True
