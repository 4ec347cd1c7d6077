"""Immediate interrupts and reactions, opportunity powers and free actions that answer something."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fight.decided import through
from rulesets.dnd4e.fight.ring import act, asked, fight, lost, options, power, rolled, sheet, value, where

from tactics.world.fight import Effect, Fight

HARD = sheet(hp=200, str=16, defenses={"ac": 15, "fortitude": 15, "reflex": 15, "will": 15})
BITE = power("bite", attack=10, basic="melee", hit=[{"damage": "5"}])
TWICE = power("twice", attack=10, action="minor", hit=[{"damage": "5"}], miss=[{"damage": "1"}])


def guarded(*powers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Somebody with powers that answer, and an armor class of 20."""
    return sheet(hp=60, defenses={"ac": 20, "reflex": 20, "fortitude": 20, "will": 20}, powers=[*powers], **more)


def attacker(**more: Any) -> dict[str, Any]:
    """A hero that bites for 5 points with a bonus of 10."""
    return sheet(kind="hero", hp=40, surges=5, powers=[BITE, TWICE], **more)


SHIELD = power(
    "shield", action="interrupt", trigger="hit", kind="personal",
    effect=[{"bonus": "ac", "amount": 4, "type": "power", "until": "end_next", "to_user": True}],
)  # fmt: skip
SLIP = power("slip", action="interrupt", trigger="hit", kind="personal", effect=[{"shift": 2, "to_user": True}])
BACK = power("back", action="reaction", trigger="missed", attack=30, hit=[{"damage": "7"}])


def bitten(defender: dict[str, Any], face: int, *, said: dict[str, str] | None = None, rows: str = "AT.") -> Any:
    """A bite of A at T that comes out by a face, with what was asked."""
    moment = fight(rows, {"A": attacker(), "T": defender})
    return through(moment, "A", "use", face, face=10, said=said, power="bite", target="T")


@pytest.mark.rule("dnd4e.action.immediate")
@pytest.mark.parametrize(("face", "outcome", "damage"), [(10, "miss", 0), (13, "miss", 0), (14, "hit", 5)])
def test_an_interrupt_comes_before_the_hit_and_may_undo_it(face: int, outcome: str, damage: int) -> None:
    run, decisions = bitten(guarded(SHIELD), face)
    assert [(one.id, one.who) for one in decisions] == [("triggered_power", "T")]
    assert (rolled(run, "attack")[-1].outcome, lost(run, "T")) == (outcome, damage)
    assert value(run.fight, "T", "bonus") == 4


@pytest.mark.rule("dnd4e.action.immediate")
def test_an_interrupt_that_leads_out_of_reach_loses_the_attack() -> None:
    run, decisions = bitten(guarded(SLIP), 15, said={"shift": "elsewhere path B1 C1"})
    assert [one.id for one in decisions] == ["triggered_power", "shift"]
    assert (where(run.fight, "T"), lost(run, "T"), run.fight.body("A").count("standard")) == ("C1", 0, 1)


@pytest.mark.rule("dnd4e.action.immediate")
def test_who_declines_is_hit_and_keeps_its_action() -> None:
    run, _ = bitten(guarded(SHIELD), 12, said={"triggered_power": "decline"})
    assert (lost(run, "T"), run.fight.body("T").count("immediate")) == (5, 0)


@pytest.mark.rule("dnd4e.action.immediate")
def test_a_reaction_comes_after_what_set_it_off() -> None:
    run, _ = bitten(guarded(BACK), 2)
    assert [one.who for one in rolled(run, "attack")] == ["A", "T"]
    assert lost(run, "A") == 7


@pytest.mark.rule("dnd4e.action.immediate")
def test_one_immediate_action_a_round_whichever_it_is() -> None:
    moment = fight("AT", {"A": attacker(), "T": guarded(SHIELD, BACK)})
    moment = through(moment, "A", "use", 12, power="bite", target="T")[0].fight
    run, decisions = through(moment, "A", "use", 2, power="twice", target="T")
    assert (decisions, lost(run, "A")) == ([], 0)
    moment = act(run.fight, "A", "end_turn").fight
    moment = act(moment, "T", "end_turn").fight
    run, decisions = through(moment, "A", "use", 2, power="twice", target="T")
    assert [one.who for one in decisions] == ["T"]


@pytest.mark.rule("dnd4e.action.immediate")
@pytest.mark.parametrize("state", ["dazed", "stunned", "unconscious"])
def test_the_dazed_have_no_immediate_action(state: str) -> None:
    moment = fight("AT", {"A": attacker(), "T": guarded(SHIELD)}, effects={"T": [state]})
    assert through(moment, "A", "use", 12, power="bite", target="T")[1] == []


@pytest.mark.rule("dnd4e.action.immediate")
def test_no_immediate_action_in_ones_own_turn() -> None:
    own = guarded({**BITE, "provokes": True, "kind": "ranged", "range": 5}, SHIELD)
    guard = sheet(hp=50, str=30, powers=[power("club", attack=30, basic="melee", hit=[{"damage": "5"}])])
    moment = fight("AT", {"A": own, "T": guard})
    run, decisions = through(moment, "A", "use", 5, power="bite", target="T")
    assert [(one.id, one.who) for one in decisions] == [("opportunity_attack", "T")]
    assert lost(run, "A") == 5


@pytest.mark.rule("dnd4e.action.opportunity")
def test_an_opportunity_attack_is_left_after_the_immediate_action() -> None:
    strong = guarded(SHIELD, power("club", attack=9, basic="melee", hit=[{"damage": "3"}]))
    moment = fight("AT.\n...", {"A": attacker(), "T": strong})
    moment = through(moment, "A", "use", 12, power="bite", target="T")[0].fight
    assert moment.body("T").count("immediate") == 1
    assert asked(moment, "A", "walk", path="A1 A2 B2 C2").id == "opportunity_attack"


@pytest.mark.rule("dnd4e.action.opportunity")
def test_an_opportunity_power_comes_once_in_each_turn_of_others() -> None:
    trip = power("trip", action="opportunity", trigger="leaves", attack=30, hit=[{"damage": "1"}])
    moment = fight("A....\n.T...", {"A": attacker(), "T": guarded(trip)})
    said = {"opportunity_attack": "decline", "reaction": "answer.trip."}
    run, decisions = through(moment, "A", "walk", said=said, path="A1 B1 C1 D1")
    assert [one.id for one in decisions] == ["opportunity_attack", "opportunity_attack", "reaction"]
    assert (lost(run, "A"), run.fight.body("T").count("immediate")) == (1, 0)
    moment = act(run.fight, "A", "walk", path="D1 C1").fight
    assert through(moment, "A", "use", 5, power="twice", target="T")[1] == []
    assert act(moment, "A", "end_turn").fight.active == "T"


def stepping(trigger: str, path: str, rows: str = "A....\n...T.") -> tuple[Any, list[Any]]:
    """A walk past somebody that answers to it."""
    own = power("snap", action="reaction", trigger=trigger, reach=3, attack=30, hit=[{"damage": "2"}])
    moment = fight(rows, {"A": attacker(), "T": guarded(own)})
    return through(moment, "A", "walk", said={"opportunity_attack": "decline"}, path=path)


@pytest.mark.rule("dnd4e.action.immediate")
def test_a_reaction_comes_in_the_middle_of_a_move_after_the_square_that_set_it_off() -> None:
    run, decisions = stepping("adjacent", "A1 B1 C1")
    assert ([one.id for one in decisions], where(run.fight, "A"), lost(run, "A")) == (["triggered_power"], "C1", 2)
    run, decisions = stepping("leaves", "C1 B1 A1", "..A..\n...T.")
    assert (decisions[-1].id, lost(run, "A"), where(run.fight, "A")) == ("triggered_power", 2, "A1")


@pytest.mark.rule("dnd4e.action.immediate")
@pytest.mark.parametrize(("hp", "who"), [(31, ["T"]), (60, []), (30, [])])
def test_the_bloodied_answer_once(hp: int, who: list[str]) -> None:
    roar = power(
        "roar", action="free", trigger="bloodied", usage="encounter", kind="close_burst", size=1, targets="enemy",
        attack=30, hit=[{"condition": "dazed", "until": "save"}],
    )  # fmt: skip
    moment = fight("AT", {"A": attacker(), "T": guarded(roar)})
    moment = with_hp(moment, "T", hp)
    run, decisions = through(moment, "A", "use", 15, power="bite", target="T")
    assert ([one.who for one in decisions], run.fight.body("A").has("dazed")) == (who, bool(who))


@pytest.mark.rule("dnd4e.action.immediate")
def test_a_defender_answers_when_its_marked_foe_leaves_it_out() -> None:
    own = power("punish", action="interrupt", trigger="attacks_other", attack=30, hit=[{"damage": "9"}])
    mark = Effect("marked", source="T")
    friends = {"T": {"side": "foes"}, "U": {"side": "foes"}}
    for marked, target, damage in (([mark], "U", 9), ([mark], "T", 0), ([], "U", 0)):
        moment = fight("UAT", {"A": attacker(), "T": guarded(own), "U": HARD}, friends, {"A": marked})
        run, _ = through(moment, "A", "use", 15, power="bite", target=target)
        assert lost(run, "A") == damage


@pytest.mark.rule("dnd4e.action.immediate")
def test_an_ally_that_is_hit_is_helped() -> None:
    own = power(
        "aid", action="interrupt", trigger="ally_hit", kind="ranged", range=5, targets="ally", provokes=False,
        effect=[{"bonus": "ac", "amount": 2, "type": "power", "until": "end_next"}],
    )  # fmt: skip
    moment = fight("AT..U", {"A": attacker(), "T": guarded(), "U": guarded(own)})
    run, decisions = through(moment, "A", "use", 11, power="bite", target="T")
    assert ([one.who for one in decisions], lost(run, "T")) == (["U"], 0)


def test_a_power_with_a_trigger_is_no_action_of_ones_own_turn() -> None:
    moment = fight("AT", {"A": guarded(SHIELD, BACK), "T": HARD})
    assert {one.arguments["power"] for one in options(moment, "A", "use", possible=False)} == {"melee_basic"}


def with_hp(moment: Fight, who: str, hp: int) -> Fight:
    """The moment with so many hit points left."""
    return moment.with_body(who, moment.body(who).with_points(hp, 0, 0, moment.body(who).max_hp))


@pytest.mark.rule("dnd4e.attack.ranged_provokes")
def test_a_readied_shot_provokes_when_it_is_readied_and_when_it_is_loosed() -> None:
    shot = power("shot", kind="ranged", range=20, attack=9, hit=[{"damage": "1d6"}])
    moment = fight("AT\nU.", {"A": sheet(kind="hero", hp=40, powers=[BITE, shot]), "T": HARD, "U": HARD})
    declined = {"opportunity_attack": "decline"}
    run, decisions = through(moment, "A", "ready", said=declined, choice="use,power=shot", trigger="attacks")
    assert [(one.who, one.id) for one in decisions] == [("T", "opportunity_attack"), ("U", "opportunity_attack")]
    moment = act(run.fight, "A", "end_turn").fight
    answered = {**declined, "readied": "readied"}
    _, decisions = through(moment, "T", "use", 2, said=answered, power="melee_basic", target="A")
    assert [(one.who, one.id) for one in decisions][:2] == [("A", "readied"), ("U", "opportunity_attack")]


@pytest.mark.rule("dnd4e.action.free")
def test_two_that_answer_each_others_answers_come_to_an_end() -> None:
    spikes = power("spikes", action="none", trigger="hurt", effect=[{"damage": "1"}])
    both = sheet(hp=60, powers=[BITE, spikes], defenses=dict.fromkeys(("ac", "fortitude", "reflex", "will"), 10))
    run, decisions = through(fight("AT", {"A": both, "T": both}), "A", "use", 15, power="bite", target="T")
    assert [one.who for one in decisions] == ["T", "A"]
    assert (lost(run, "T"), lost(run, "A")) == (6, 1)
