"""Handing things over: offers, taking, and what ends an offer."""

from __future__ import annotations

import pytest

from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.ring import act, chose, ended, fight, options, refused, sheet, weapon

RULE = "dfrpg.maneuver.ready.hand_over"
FRIEND = {"B": {"side": "heroes"}}


def potions(count: int) -> list[dict[str, object]]:
    return [
        {"id": f"potion{number}", "kind": "potion", "hand": hand}
        for number, hand in zip(range(count), ("main", "off"), strict=False)
    ]


def scene(rows: str = "BAT", count: int = 1) -> Fight:
    empty = sheet(weapons=[])
    return fight(rows, {"A": sheet(weapons=[], gear=potions(count)), "B": empty}, FRIEND, order="ABT")


def offered(moment: Fight, item: str) -> Fight:
    """The moment after A has held something out and it is B's turn."""
    return ended(act(chose(moment, "A", "ready"), "A", "offer", item=item).fight, "A")


def round_on(moment: Fight) -> Fight:
    """The moment when B and T have ended their turns."""
    return ended(ended(moment, "B"), "T")


@pytest.mark.rule(RULE, "dfrpg.grid.adjacency")
@pytest.mark.parametrize(("rows", "rule"), [("BAT", ""), ("B..\n.AT", ""), ("B.AT", RULE)])
def test_what_is_held_out_is_taken_by_an_ally_beside(rows: str, rule: str) -> None:
    moment = chose(offered(scene(rows), "A.potion0"), "B", "ready")
    assert refused(moment, "B", "take", item="A.potion0") == rule
    if not rule:
        item = act(moment, "B", "take", item="A.potion0").fight.items["A.potion0"]
        assert (item.holder, item.hand) == ("B", "main")


@pytest.mark.rule(RULE)
def test_nothing_is_taken_that_is_not_held_out() -> None:
    moment = chose(ended(scene(), "A"), "B", "ready")
    assert options(moment, "B", "take", possible=False) == []
    assert refused(moment, "B", "take", item="A.potion0") == RULE


@pytest.mark.rule(RULE)
def test_enemies_take_nothing_that_is_held_out() -> None:
    moment = ended(offered(scene(), "A.potion0"), "B")
    assert refused(chose(moment, "T", "ready"), "T", "take", item="A.potion0") == RULE


@pytest.mark.rule(RULE)
def test_two_things_take_two_turns_of_both() -> None:
    moment = scene(count=2)
    for number in range(2):
        item = f"A.potion{number}"
        moment = chose(offered(moment, item), "B", "ready")
        other = f"A.potion{1 - number}"
        assert refused(moment, "B", "take", item=other) == RULE
        moment = act(moment, "B", "take", item=item).fight
        assert refused(moment, "B", "take", item=item) == "dfrpg.maneuver.ready"
        moment = round_on(moment)
    assert [moment.items[f"A.potion{number}"].holder for number in range(2)] == ["B", "B"]


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(("maneuver", "act_", "open_"), [("ready", "offer", 2), ("ready", "stow", 0), ("move", "", 0)])
def test_an_offer_stays_open_until_the_giver_does_something_else(maneuver: str, act_: str, open_: int) -> None:
    moment = round_on(offered(scene(count=2), "A.potion0"))
    moment = chose(moment, "A", maneuver)
    if act_:
        moment = act(moment, "A", act_, item="A.potion1").fight
    moment = chose(ended(moment, "A"), "B", "ready")
    assert len(options(moment, "B", "take")) == open_


@pytest.mark.rule("dfrpg.maneuver.ready.movement", RULE)
def test_who_takes_something_from_an_ally_does_not_step() -> None:
    moment = chose(offered(scene("...\nBAT"), "A.potion0"), "B", "ready")
    stepped = act(moment, "B", "step", square="A1").fight
    assert refused(stepped, "B", "take", item="A.potion0") == "dfrpg.maneuver.ready.movement"
    taken = act(moment, "B", "take", item="A.potion0").fight
    assert refused(taken, "B", "step", square="A1") == "dfrpg.maneuver.ready.movement"


@pytest.mark.rule(RULE, "dfrpg.maneuver.ready.shield")
def test_a_strapped_shield_is_not_handed_over_and_weapons_keep_their_skill_apart() -> None:
    giver = sheet(weapons=[weapon("axe", 15)], shield={"id": "small_shield", "skill": 12})
    taker = sheet(weapons=[weapon("mace", 11, "stowed")])
    moment = fight("BAT", {"A": giver, "B": taker}, FRIEND, order="ABT")
    assert refused(chose(moment, "A", "ready"), "A", "offer", item="A.shield") == RULE
    moment = chose(offered(moment, "A.axe"), "B", "ready")
    moment = round_on(act(moment, "B", "take", item="A.axe").fight)
    moment = chose(ended(moment, "A"), "B", "attack")
    first = options(moment, "B", "attack", possible=False)[0]
    assert first.arguments["weapon"] == "A.axe"


@pytest.mark.rule(RULE, "dfrpg.data.sample_weapons")
@pytest.mark.parametrize(("st", "refusal"), [(6, "dfrpg.maneuver.attack.ranged_max"), (7, "")])
def test_a_bow_that_was_handed_over_shoots_by_the_strength_of_whoever_has_it(st: int, refusal: str) -> None:
    archer = sheet(st=20, weapons=[weapon("short_bow", hand="both")])
    taker = sheet(st=st, weapons=[weapon("short_bow", 18, "stowed")])
    moment = fight("BA" + "." * 93 + "T", {"A": archer, "B": taker}, FRIEND, order="ABT")
    moment = chose(offered(moment, "A.short_bow"), "B", "ready")
    moment = round_on(act(moment, "B", "take", item="A.short_bow").fight)
    moment = chose(ended(moment, "A"), "B", "attack")
    assert refused(moment, "B", "attack", weapon="A.short_bow", target="T") == refusal
