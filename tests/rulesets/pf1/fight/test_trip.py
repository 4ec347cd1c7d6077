"""Combat maneuver checks in general, shown by the trip, and maneuvers in place of attacks."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import act, asked, options, refused, turn_of
from rulesets.pf1.fight.ring import fight, lost, rolled, running, sheet, weapon

from tactics.rules.parts import total
from tactics.rulesets.pf1.fight.maneuver import attempt
from tactics.rulesets.pf1.fight.numbers import cmb_parts, cmd
from tactics.world.fight import Fight

SWORD = [weapon("longsword")]


def duel(own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, rows: str = "AT", **more: Any) -> Fight:
    """The turn of A, with a sword and Improved Trip, beside T with bare hands."""
    first = {"weapons": SWORD, "feats": ["improved_trip"], **(own or {})}
    return turn_of(fight(rows, {"A": sheet(**first), "T": sheet(**(foe or {}))}, **more), "A", "T")


def prone(moment: Fight, who: str) -> bool:
    return moment.body(who).has("prone")


@pytest.mark.rule("pf1.maneuver.cmb")
@pytest.mark.parametrize(
    ("size", "own", "expected"),
    [("large", {"bab": 3, "str": 20}, 9), ("tiny", {"bab": 2, "dex": 16, "str": 4}, 3), ("small", {"bab": 1}, 0)],
)
def test_maneuver_bonus(size: str, own: dict[str, int], expected: int) -> None:
    moment = fight("AA.\nAA." if size == "large" else "A", {"A": sheet(**own)}, {"A": {"size": size}})
    assert total(cmb_parts(moment, "A")) == expected


@pytest.mark.rule("pf1.maneuver.cmd")
def test_maneuver_defense() -> None:
    ogre: dict[str, Any] = {"bab": 3, "str": 20, "dex": 8}
    large = {"A": {"size": "large"}}

    def defense(effects: tuple[str, ...] = (), **more: Any) -> int:
        return cmd(fight("AAT\nAA.", {"A": sheet(**ogre, **more)}, large, {"A": effects}), "A", "T", "trip")[0]

    assert defense() == 18
    assert defense(ac={"deflection": 2, "dodge": 1}) == 21
    assert defense(("charging",), ac={"deflection": 2, "dodge": 1}) == 19
    assert defense(armor={"id": "breastplate"}) == 18
    assert defense(("prone",)) == 14


@pytest.mark.rule("pf1.maneuver.cmd")
def test_the_flat_footed_lose_dexterity_and_dodge() -> None:
    own = {"A": sheet(bab=3, dex=14, ac={"dodge": 1})}
    assert cmd(fight("AT", own), "A", "T", "trip")[0] == 16
    assert cmd(fight("AT", own, effects={"A": ["flat_footed"]}), "A", "T", "trip")[0] == 13


@pytest.mark.rule("pf1.maneuver.cmd")
def test_cover_adds_nothing_to_the_defense() -> None:
    wall = [{"line": [[1, 0], [1, 0.5]]}]
    run = act(duel(walls=wall), "A", "trip", 10, target="T")
    assert rolled(run, "maneuver")[0].against == 10


@pytest.mark.rule("pf1.maneuver.resolve")
@pytest.mark.parametrize(
    ("face", "bonus", "defense", "outcome"),
    [(9, 9, 18, "success"), (8, 9, 18, "failure"), (20, 1, 40, "success"), (1, 30, 10, "failure")],
)
def test_check_against_the_defense(face: int, bonus: int, defense: int, outcome: str) -> None:
    run = act(duel({"bab": bonus}, {"bab": defense - 10}), "A", "trip", face, target="T")
    (check,) = rolled(run, "maneuver")
    assert (check.total, check.against, check.outcome) == (face + bonus, defense, outcome)
    assert prone(run.fight, "T") is (outcome == "success")


@pytest.mark.rule("pf1.maneuver.resolve")
@pytest.mark.parametrize(("percent", "down"), [(20, False), (21, True)])
def test_concealment_saves_from_a_success(percent: int, down: bool) -> None:
    run = act(duel(effects={"T": ["blur"]}), "A", "trip", 19, percent, target="T")
    assert rolled(run, "maneuver")[0].outcome == "success"
    assert rolled(run, "miss_chance")[0].total == percent
    assert prone(run.fight, "T") is down
    assert not rolled(act(duel(effects={"T": ["blur"]}), "A", "trip", 2, target="T"), "miss_chance")


@pytest.mark.rule("pf1.maneuver.reach")
def test_who_lies_tries_with_minus_four() -> None:
    run = act(duel(effects={"A": ["prone"]}), "A", "trip", 14, target="T")
    assert rolled(run, "maneuver")[0].total == 10


@pytest.mark.rule("pf1.maneuver.reach")
def test_a_long_spear_reaches_with_disarm_and_trip_but_not_with_the_arms() -> None:
    spear = {"weapons": [weapon("longspear", "both")], "feats": ["improved_disarm"]}
    moment = duel(spear, {"weapons": SWORD}, "A.T")
    assert rolled(act(moment, "A", "disarm", 10, target="T"), "maneuver")
    assert refused(moment, "A", "grapple", target="T") == "pf1.maneuver.reach"
    assert refused(moment, "A", "bull_rush", target="T") == "pf1.maneuver.reach"
    near = duel(spear, {"weapons": SWORD})
    assert refused(near, "A", "grapple", target="T") == ""


@pytest.mark.rule("pf1.maneuver.provoke")
def test_the_target_strikes_first_and_its_damage_counts_against_the_maneuver() -> None:
    moment = duel({"feats": [], "bab": 3}, {"weapons": SWORD})
    run = act(moment, "A", "trip", 15, 6, 17, answers=("T strike.longsword",), target="T")
    assert lost(run, "A") == [-6]
    assert rolled(run, "maneuver")[0].total == 17 + 3 - 6
    run = act(moment, "A", "trip", 2, 17, answers=("T strike.longsword",), target="T")
    assert rolled(run, "maneuver")[0].total == 20
    assert rolled(act(duel({"bab": 3}, {"weapons": SWORD}), "A", "trip", 17, target="T"), "maneuver")[0].total == 20


@pytest.mark.rule("pf1.maneuver.provoke")
def test_nobody_else_gets_an_opening() -> None:
    armed = sheet(weapons=SWORD)
    moment = turn_of(fight("AT\nUV", dict.fromkeys("ATUV", armed)), "A")
    run = act(moment, "A", "trip", 10, answers=("T decline",), target="T")
    assert rolled(run, "maneuver")


@pytest.mark.rule("pf1.maneuver.auto_success")
def test_who_cannot_defend_itself_is_tripped_as_by_a_20() -> None:
    foe = sheet(bab=30)
    for state, sure in (("unconscious", True), ("paralyzed", True), ("tied_up", True), ("pinned", False)):
        moment = fight("AT", {"A": sheet(), "T": foe}, effects={"T": [state]})
        run = running(moment, *(() if sure else (19,)))
        found = attempt(run, "A", "T", "bull_rush", provokes=False)
        assert found is not None
        defense = cmd(moment, "T", "A", "bull_rush")[0]
        assert (found.success, found.margin) == (sure, (20 if sure else 19) - defense)


@pytest.mark.rule("pf1.maneuver.stunned_bonus")
def test_four_more_against_the_stunned() -> None:
    run = act(duel({"bab": 5}, effects={"T": ["stunned"]}), "A", "trip", 10, target="T")
    (check,) = rolled(run, "maneuver")
    assert check.total == 10 + 9
    assert "pf1.maneuver.stunned_bonus" in {part.rule for part in check.parts}


@pytest.mark.rule("pf1.maneuver.trip")
@pytest.mark.parametrize(("face", "target", "own"), [(15, True, False), (5, False, True), (6, False, False)])
def test_who_lies_down(face: int, target: bool, own: bool) -> None:
    run = act(duel({}, {"bab": 5}), "A", "trip", face, target="T")
    assert (prone(run.fight, "T"), prone(run.fight, "A")) == (target, own)


@pytest.mark.rule("pf1.maneuver.trip")
def test_more_legs_stand_better_and_none_cannot_be_knocked_away() -> None:
    run = act(duel({}, {"bab": 3, "legs": 4}), "A", "trip", 10, target="T")
    assert rolled(run, "maneuver")[0].against == 17
    for foe in ({"legs": 0}, {"special": ["legless"]}, {"special": ["ooze"]}):
        assert refused(duel({}, foe), "A", "trip", target="T") == "pf1.maneuver.trip"
    flier = duel(creatures={"A": {}, "T": {"z": 5, "speeds": {"fly": 30}}})
    assert refused(flier, "A", "trip", target="T") == "pf1.maneuver.trip"


@pytest.mark.rule("pf1.maneuver.trip")
def test_one_size_larger_at_most() -> None:
    rows = "ATTT\n.TTT\n.TTT"
    for size, rule in (("large", ""), ("huge", "pf1.maneuver.trip")):
        moment = duel(rows=rows if size == "huge" else "ATT\n.TT", creatures={"A": {}, "T": {"size": size}})
        assert refused(moment, "A", "trip", target="T") == rule


@pytest.mark.rule("pf1.maneuver.action")
def test_trip_and_then_strike() -> None:
    run = act(duel({"bab": 6}), "A", "trip", 10, target="T")
    assert prone(run.fight, "T")
    run = act(run.fight, "A", "next_attack", 10, 4, target="T")
    (attack,) = rolled(run, "attack")
    assert (attack.total, attack.against) == (11, 6)
    assert not options(run.fight, "A", "trip")
    assert not options(act(duel({"bab": 5}), "A", "trip", 10, target="T").fight, "A", "next_attack")


@pytest.mark.rule("pf1.maneuver.action")
def test_strike_and_then_trip() -> None:
    run = act(duel({"bab": 6}), "A", "full_attack", 2, series="main", target="T")
    run = act(run.fight, "A", "trip", 10, target="T")
    assert rolled(run, "maneuver")[0].total == 11
    assert refused(run.fight, "A", "trip", target="T") == "pf1.action.full_attack"


@pytest.mark.rule("pf1.maneuver.action")
def test_which_maneuvers_serve_as_an_attack_of_opportunity() -> None:
    armed = {"weapons": SWORD, "feats": ["improved_trip", "improved_bull_rush", "improved_grapple"]}
    moment = turn_of(fight("...\nAT.", {"A": sheet(weapons=SWORD), "T": sheet(**armed)}), "A")
    decision = asked(moment, "A", "move", path="A2 A1")
    assert [one.id for one in decision.choices] == ["strike.longsword", "trip", "disarm", "sunder", "decline"]
    run = act(moment, "A", "move", 15, answers=("T trip",), path="A2 A1")
    assert prone(run.fight, "A")
    assert run.fight.body("T").count("opportunities") == 1


@pytest.mark.rule("pf1.maneuver.action")
def test_a_charge_may_end_with_a_trip() -> None:
    moment = duel(rows="A...T")
    run = act(moment, "A", "charge", 10, weapon="trip", target="T")
    assert rolled(run, "maneuver")[0].total == 12
    assert prone(run.fight, "T")
    assert {one.arguments["weapon"] for one in options(moment, "A", "charge")} == {"longsword", "bull_rush", "trip"}
    snake = duel({}, {"legs": 0}, "A...T")
    assert refused(snake, "A", "charge", weapon="trip", target="T") == "pf1.maneuver.action"
