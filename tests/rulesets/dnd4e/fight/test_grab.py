"""Grabbing, what ends it, moving with it, and escaping."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import (
    BOOK,
    act,
    asked,
    fight,
    happened,
    options,
    power,
    refused,
    rolled,
    running,
    sheet,
    way,
    weapon,
    where,
)

from tactics.rules.action import Action
from tactics.rules.event import Moved
from tactics.rulesets.dnd4e.fight import conditions, forcing
from tactics.rulesets.dnd4e.fight.escape import dc_of
from tactics.world.fight import Duration, Effect, Fight

RULE, ENDS, MOVE, ESCAPE = (
    "dnd4e.action.grab",
    "dnd4e.action.grab_end",
    "dnd4e.action.grab_move",
    "dnd4e.action.escape",
)
STRONG = sheet(kind="hero", hp=30, str=18)
FOE = sheet(defenses={"ac": 18, "fortitude": 14, "reflex": 14, "will": 15}, weapons=[weapon("mace")])


def grabbed(rows: str = "AT..", **more: Any) -> Fight:
    sheets = {"A": STRONG, "T": FOE, "U": FOE}
    return act(fight(rows, sheets, **more), "A", "grab", 10, target="T").fight


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.condition.immobilized")
def test_a_hit_holds_until_the_grabber_has_no_minor_action_for_it() -> None:
    moment = grabbed()
    assert moment.body("T").has("grabbed")
    moment = act(moment, "A", "end_turn").fight
    assert refused(moment, "T", "walk", path="B1 C1") == "dnd4e.condition.immobilized"
    moment = act(moment, "T", "end_turn").fight
    assert moment.body("T").has("grabbed")
    assert act(moment, "A", "end_turn").fight.body("T").has("grabbed") is False
    held = act(moment, "A", "sustain_grab", target="T").fight
    assert held.body("A").count("minor") == 1
    assert refused(held, "A", "sustain_grab", target="T") == RULE
    assert act(held, "A", "end_turn").fight.body("T").has("grabbed")


@pytest.mark.rule(RULE)
def test_full_hands_bigger_sizes_and_longer_weapons() -> None:
    full = sheet(str=18, weapons=[weapon("longsword")], shield={"id": "heavy_shield"})
    assert refused(fight("AT", {"A": full}), "A", "grab", target="T") == RULE
    for size, rows, rule in (("large", "ATT\n.TT", ""), ("huge", "ATTT\n.TTT\n.TTT", RULE)):
        moment = fight(rows, {"A": STRONG}, {"T": {"size": size}})
        assert refused(moment, "A", "grab", target="T") == rule
    spear = sheet(str=18, weapons=[weapon("whip_hook", name="Hook", damage="1d6", hands="one", properties=["reach"])])
    assert refused(fight("A.T", {"A": spear}), "A", "grab", target="T") == "dnd4e.range.melee"


@pytest.mark.rule(RULE)
def test_it_rolls_strength_against_reflex_without_the_weapon() -> None:
    moment = fight("AT", {"A": STRONG, "T": FOE})
    preview = BOOK.preview(moment, Action("A", "grab", {"target": "T"}))
    assert (preview.chance, preview.against) == (Fraction(11, 20), 14)
    assert act(moment, "A", "grab", 9, target="T").fight.body("T").has("grabbed") is False


@pytest.mark.rule(ENDS)
@pytest.mark.parametrize("condition", ["dazed", "stunned", "unconscious", "dominated"])
def test_a_grabber_that_cannot_hold_on_lets_go(condition: str) -> None:
    run = running(grabbed())
    conditions.gain(run, "A", Effect(condition, duration=Duration("save")))
    assert run.fight.body("T").has("grabbed") is False


@pytest.mark.rule(ENDS)
@pytest.mark.rule("dnd4e.forced.kinds")
def test_who_is_pushed_out_of_reach_is_free() -> None:
    run = running(grabbed("AT...\nU...."), answers=("U usual",))
    forcing.force(run, "U", "T", "push", 1)
    assert where(run.fight, "T") == "C1"
    assert run.fight.body("T").has("grabbed") is False


@pytest.mark.rule(ENDS)
def test_a_grabber_that_walks_away_or_opens_its_hand_lets_go() -> None:
    assert (
        act(grabbed(".AT"), "A", "walk", path="B1 A1", answers=("T decline",)).fight.body("T").has("grabbed") is False
    )
    moment = act(grabbed(), "A", "release_grab", target="T").fight
    assert (moment.body("T").has("grabbed"), moment.body("A").count("minor")) == (False, 0)


@pytest.mark.rule(MOVE)
def test_the_held_one_is_pulled_along_half_of_the_speed() -> None:
    moment = fight("....AT", {"A": STRONG, "T": FOE}, effects={"T": [Effect("grabbed", 0, "A", note="A")]})
    run = act(moment, "A", "grab_move", 10, target="T", path="E1 D1 C1 B1")
    assert (where(run.fight, "A"), where(run.fight, "T")) == ("B1", "C1")
    assert run.fight.body("T").has("grabbed")
    assert rolled(run, "attack")[0].total == 14
    assert refused(moment, "A", "grab_move", target="T", path="E1 D1 C1 B1 A1") == MOVE
    missed = act(moment, "A", "grab_move", 9, target="T", path="E1 D1")
    assert not [one for one in happened(missed) if isinstance(one, Moved)]


@pytest.mark.rule(MOVE)
@pytest.mark.rule("dnd4e.opportunity.movement")
def test_a_third_one_may_strike_the_grabber_but_neither_of_the_two() -> None:
    held = {"T": [Effect("grabbed", 0, "A", note="A")]}
    moment = fight("...AT\n..U..", {"A": STRONG, "T": FOE, "U": FOE}, effects=held)
    decision = asked(moment, "A", "grab_move", 10, target="T", path="D1 C1 B1")
    assert (decision.who, decision.id) == ("U", "opportunity_attack")
    preview = BOOK.preview(moment, Action("A", "grab_move", {"target": "T", "path": way("D1 C1 B1")}))
    assert (preview.reactions, preview.chance) == (("U",), Fraction(11, 20))
    run = act(moment, "A", "grab_move", 10, answers=("U decline",), target="T", path="D1 C1")
    assert where(run.fight, "T") == "D1"


@pytest.mark.rule(MOVE)
def test_a_helpless_ally_is_moved_without_a_roll() -> None:
    moment = fight("..AB.T", {"A": STRONG}, {"B": {"side": "heroes"}}, {"B": ["unconscious", "helpless", "prone"]})
    run = act(moment, "A", "grab_move", target="B", path="C1 B1 A1")
    assert (where(run.fight, "A"), where(run.fight, "B")) == ("A1", "B1")


@pytest.mark.rule(ESCAPE)
def test_athletics_of_17_gets_free_of_fortitude_16_and_may_shift() -> None:
    athlete = sheet(skills={"athletics": 7, "acrobatics": 4})
    grabber = sheet(kind="hero", defenses={"ac": 15, "fortitude": 16, "reflex": 15, "will": 12})
    moment = fight(
        "AT..", {"A": grabber, "T": athlete}, effects={"T": [Effect("grabbed", 0, "A", note="A")]}, order=["T"]
    )
    run = act(moment, "T", "escape", 10, answers=("T stay",), how="athletics")
    assert (run.fight.body("T").has("grabbed"), rolled(run, "check")[0].total) == (False, 17)
    assert asked(moment, "T", "escape", 9, how="athletics").id == "escaped"
    run = act(moment, "T", "escape", 10, how="acrobatics")
    assert (run.fight.body("T").has("grabbed"), rolled(run, "check")[0].total) == (True, 14)
    preview = BOOK.preview(moment, Action("T", "escape", {"how": "acrobatics"}))
    assert (preview.chance, preview.against) == (Fraction(10, 20), 15)
    assert run.fight.body("T").count("move") == 1


@pytest.mark.rule(ESCAPE)
def test_three_that_hold_on_are_harder_to_escape() -> None:
    def grabber(fortitude: int) -> dict[str, object]:
        return sheet(defenses={"ac": 15, "fortitude": fortitude, "reflex": 12, "will": 12})

    holds = {"T": [Effect("grabbed", 0, one, note=one) for one in "ABC"]}
    here = {"B": {"side": "heroes"}, "C": {"side": "heroes"}}
    moment = fight("AB\nTC", {"A": grabber(15), "B": grabber(16), "C": grabber(14)}, here, holds, order=["T"])
    assert dc_of(moment, "T", "athletics") == 20
    run = act(moment, "T", "escape", 20, answers=("T stay",) if options(moment, "T", "shift") else (), how="athletics")
    assert run.fight.body("T").has("grabbed") is False


@pytest.mark.rule(ESCAPE)
def test_what_names_a_dc_uses_it() -> None:
    bound = Effect("immobilized", 12, duration=Duration("save"))
    moment = fight("AT..", {"T": sheet(skills={"athletics": 2})}, effects={"T": [bound]}, order=["T"])
    assert dc_of(moment, "T", "athletics") == 12
    run = act(moment, "T", "escape", 10, answers=("T stay",), how="athletics")
    assert run.fight.body("T").has("immobilized") is False


@pytest.mark.rule(ESCAPE)
def test_who_is_held_by_nobody_has_nothing_to_escape() -> None:
    moment = fight("AT", {"A": STRONG})
    assert refused(moment, "A", "escape", how="athletics") == ESCAPE
    assert not options(moment, "A", "escape", possible=False)
    plain = fight("AT", {"A": STRONG}, effects={"A": ["immobilized"]})
    assert refused(plain, "A", "escape", how="athletics") == ESCAPE


@pytest.mark.rule(ENDS)
def test_a_grab_by_a_power_is_kept_and_ended_like_any_other() -> None:
    claw = sheet(powers=[power("claw", attack=30, hit=[{"condition": "grabbed", "until": "encounter"}])])
    moment = act(fight("AT", {"A": claw}), "A", "use", 10, power="claw", target="T").fight
    assert [one.id for one in options(moment, "A", "release_grab")] == ["release_grab"]
    assert act(moment, "A", "release_grab", target="T").fight.body("T").has("grabbed") is False


@pytest.mark.rule(ESCAPE)
def test_a_power_may_name_the_dc() -> None:
    web = sheet(powers=[power("web", attack=30, hit=[{"condition": "immobilized", "until": "save", "amount": 13}])])
    moment = act(fight("AT", {"A": web}), "A", "use", 10, power="web", target="T").fight
    moment = act(moment, "A", "end_turn").fight
    assert dc_of(moment, "T", "acrobatics") == 13
    assert BOOK.preview(moment, Action("T", "escape", {"how": "acrobatics"})).against == 13
