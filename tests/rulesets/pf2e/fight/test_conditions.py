"""Conditions: values, side by side, what they weaken, and how each of them ends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.powers_kit import DREAD, mage, power
from rulesets.pf2e.fight.ring import BOOK, act, fight, lost, options, refused, rolled, running, sheet, value, weapon

from tactics.rules.action import Action, NeedPath
from tactics.rules.event import HpChanged
from tactics.rulesets.pf2e.fight import conditions, order, recovering
from tactics.rulesets.pf2e.fight.statistics import dc_of, modifier
from tactics.world.fight import Duration, Effect, Fight


def turns(moment: Fight, count: int) -> Fight:
    """So many turns later."""
    for _ in range(count):
        moment = act(moment, moment.active, "end_turn").fight
    return moment


@pytest.mark.rule("pf2e.condition.general")
def test_a_value_that_comes_to_nothing_is_gone() -> None:
    run = running(fight(effects={"A": [Effect("clumsy", 2)]}))
    conditions.lower(run, "A", "clumsy")
    assert value(run.fight, "A", "clumsy") == 1
    conditions.lower(run, "A", "clumsy")
    assert value(run.fight, "A", "clumsy") is None


@pytest.mark.rule("pf2e.condition.general")
@pytest.mark.rule("pf2e.effect.duration_rounds")
def test_values_of_different_durations_stand_side_by_side() -> None:
    slow = [Effect("slowed", 2, "T", Duration("start", "T", 1)), Effect("slowed", 1, "T", Duration("start", "T", 6))]
    moment = fight(effects={"A": slow}, order=("T", "A"))
    found = []
    for _ in range(7):
        found.append(conditions.value(moment, "A", "slowed"))
        moment = turns(moment, 2)
    assert found == [2, 1, 1, 1, 1, 1, 0]
    run = running(fight(effects={"A": slow}))
    conditions.lower(run, "A", "slowed")
    assert [one.value for one in run.fight.body("A").effects] == [1]


@pytest.mark.rule("pf2e.condition.general")
def test_a_condition_without_value_lasts_as_long_as_the_longer_one() -> None:
    both = [
        Effect("flat_footed", duration=Duration("end", "A")),
        Effect("flat_footed", duration=Duration("end", "A", 10)),
    ]
    moment = fight("A...T", {"A": sheet(numbers={"ac": 18})}, effects={"A": both})
    assert [one.id for one in BOOK.badges(moment, "A")].count("flat_footed") == 1
    moment = turns(moment, 18)
    assert moment.body("A").has("flat_footed")
    assert not turns(moment, 1).body("A").has("flat_footed")


@pytest.mark.rule("pf2e.condition.general")
def test_the_same_condition_again_is_worth_the_higher_value() -> None:
    run = running(fight())
    conditions.gain(run, "A", "frightened", value=1, source="T")
    conditions.gain(run, "A", "frightened", value=3, source="T")
    assert not conditions.gain(run, "A", "frightened", value=2, source="T")
    assert [one.value for one in run.fight.body("A").effects] == [3]


@pytest.mark.rule("pf2e.condition.frightened")
def test_fear_is_a_penalty_to_checks_and_dcs() -> None:
    own = mage(numbers={"ac": 20, "reflex": 7, "spell_dc": 21}, weapons=[{**weapon("mace"), "attack": 10}])
    foe = sheet(numbers={"ac": 40})
    plain, scared = (
        fight("AT", {"A": own, "T": foe}, effects={"A": effects}) for effects in ([], [Effect("frightened", 2)])
    )
    found = [
        (dc_of(one, "A", "ac"), modifier(one, "A", "reflex"), dc_of(one, "A", "spell_dc")) for one in (plain, scared)
    ]
    assert found == [(20, 7, 21), (18, 5, 19)]
    totals = [
        rolled(act(one, "A", "strike", 2, weapon="mace", target="T"), "attack")[0].total for one in (plain, scared)
    ]
    assert totals == [12, 10]


@pytest.mark.rule("pf2e.condition.frightened")
@pytest.mark.rule("pf2e.turn.end")
def test_fear_fades_by_one_a_turn() -> None:
    moment = fight(effects={"A": [Effect("frightened", 2)]})
    found = []
    for _ in range(2):
        moment = turns(moment, 2)
        found.append(value(moment, "A", "frightened"))
    assert found == [1, None]


@pytest.mark.rule("pf2e.condition.sickened")
def test_sickness_is_a_status_penalty() -> None:
    own = sheet(weapons=[{**weapon("mace"), "attack": 10}])
    heroism = {**own, "bonuses": [{"to": "fortitude", "amount": 1, "type": "status", "name": "heroism"}]}
    moment = fight("AT", {"A": own, "T": sheet(numbers={"ac": 40})}, effects={"A": [Effect("sickened", 2)]})
    assert rolled(act(moment, "A", "strike", 2, weapon="mace", target="T"), "attack")[0].total == 10
    moment = fight("AT", {"A": heroism}, effects={"A": [Effect("sickened", 2)]})
    assert modifier(moment, "A", "fortitude") == -1


@pytest.mark.rule("pf2e.condition.sickened")
@pytest.mark.rule("pf2e.save.no_action")
@pytest.mark.parametrize(("face", "left"), [(20, None), (19, 1), (18, 2), (1, 2)])
def test_retching(face: int, left: int | None) -> None:
    # DC 17 against a Fortitude of 0, lowered by the sickness itself.
    spell = power(DREAD, dc=17, effects=[{"condition": "sickened", "value": 2}])
    sick = act(fight("A..T", {"A": mage(spell)}), "A", "cast", 5, power="dread", target="T").fight
    moment = turns(sick, 1)
    (option,) = options(moment, "T", "retch")
    assert option.title.msgid == "Retch"
    run = act(moment, "T", "retch", face)
    assert [one.against for one in rolled(run, "save")] == [17]
    assert value(run.fight, "T", "sickened") == left
    assert run.fight.body("T").count("actions") == 2
    preview = BOOK.preview(moment, Action("T", "retch"))
    assert (preview.chance, preview.against) == (Fraction(2, 20), 17)


@pytest.mark.rule("pf2e.condition.sickened")
def test_the_sick_swallow_nothing() -> None:
    moment = fight(effects={"A": [Effect("sickened", 1)]})
    refusal = recovering.why_not_swallow(moment, "A")
    assert refusal is not None
    assert refusal.rule == "pf2e.condition.sickened"
    assert recovering.why_not_swallow(moment, "T") is None
    assert refused(fight(), "A", "retch") == "pf2e.condition.sickened"


@pytest.mark.rule("pf2e.condition.slowed")
@pytest.mark.rule("pf2e.turn.regain_actions")
@pytest.mark.parametrize(("slowed", "actions"), [(0, 3), (1, 2), (2, 1)])
def test_the_slowed_regain_fewer_actions(slowed: int, actions: int) -> None:
    effects = {"T": [Effect("slowed", slowed)]} if slowed else {}
    body = turns(fight(effects=effects), 1).body("T")
    assert (body.count("actions"), body.count("reaction")) == (actions, 1)


@pytest.mark.rule("pf2e.condition.slowed")
def test_slowness_that_comes_in_a_turn_takes_nothing_of_it() -> None:
    moment = fight()
    run = running(moment)
    conditions.gain(run, "A", "slowed", value=1)
    assert run.fight.body("A").count("actions") == 3
    assert turns(run.fight, 2).body("A").count("actions") == 2


@pytest.mark.rule("pf2e.condition.quickened")
@pytest.mark.rule("pf2e.action.subordinate")
def test_haste_gives_one_more_strike_or_stride() -> None:
    charge = {"id": "charge", "kind": "activity", "actions": "1", "steps": "strike"}
    own = sheet(weapons=[weapon("mace")], powers=[charge], hp=90)
    haste = [Effect("quickened", note="strike stride"), Effect("quickened", note="strike stride")]
    moment = turns(fight("AT", {"A": own, "T": sheet(hp=90, numbers={"ac": 50})}, effects={"A": haste}), 2)
    assert (moment.body("A").count("actions"), moment.body("A").count("quick")) == (3, 1)
    struck = act(moment, "A", "strike", 5, weapon="mace", target="T").fight
    assert (struck.body("A").count("actions"), struck.body("A").count("quick")) == (3, 0)
    down = act(act(act(moment, "A", "drop_prone").fight, "A", "stand").fight, "A", "drop_prone").fight
    assert (down.body("A").count("actions"), down.body("A").count("quick")) == (0, 1)
    assert refused(down, "A", "stand") == "pf2e.action.single"
    assert refused(down, "A", "activity", power="charge") == "pf2e.action.single"
    assert refused(down, "A", "strike", weapon="mace", target="T") == ""


@pytest.mark.rule("pf2e.condition.quickened")
@pytest.mark.rule("pf2e.condition.slowed")
@pytest.mark.rule("pf2e.action.gain_lose")
@pytest.mark.parametrize(("answer", "actions", "quick"), [("restricted", 3, 0), ("any", 2, 1)])
def test_who_is_quickened_and_slowed_chooses_what_is_lost(answer: str, actions: int, quick: int) -> None:
    effects = {"T": [Effect("quickened", note="strike"), Effect("slowed", 1)]}
    run = act(fight(effects=effects), "A", "end_turn", answers=(f"T {answer}",))
    body = run.fight.body("T")
    assert (body.count("actions"), body.count("quick")) == (actions, quick)


@pytest.mark.rule("pf2e.condition.stunned")
def test_a_stun_takes_actions_over_several_turns() -> None:
    moment = fight(effects={"T": [Effect("stunned", 4)]})
    # Nothing is left of the first turn, so that the next one comes at once.
    moment = turns(moment, 1)
    assert (moment.active, value(moment, "T", "stunned")) == ("A", 1)
    moment = turns(moment, 1)
    assert (moment.active, moment.body("T").count("actions"), value(moment, "T", "stunned")) == ("T", 2, None)


@pytest.mark.rule("pf2e.condition.stunned")
@pytest.mark.rule("pf2e.condition.slowed")
def test_actions_lost_to_a_stun_count_for_slowness() -> None:
    moment = turns(fight(effects={"T": [Effect("stunned", 1), Effect("slowed", 2)]}), 1)
    assert (moment.active, moment.body("T").count("actions")) == ("T", 1)


@pytest.mark.rule("pf2e.condition.stunned")
@pytest.mark.rule("pf2e.action.cannot_act")
def test_a_stun_that_lasts_takes_everything() -> None:
    moment = fight(effects={"T": [Effect("stunned", 0, "A", Duration("start", "A", 10))]})
    for _ in range(9):
        moment = turns(moment, 1)
        assert (moment.active, moment.body("T").count("actions"), moment.body("T").count("reaction")) == ("A", 0, 0)
    assert turns(moment, 1).active == "A"
    assert turns(turns(moment, 1), 1).body("T").count("actions") == 3


@pytest.mark.rule("pf2e.condition.stunned")
def test_the_stunned_do_not_react() -> None:
    watcher = {"T": {"reactions": ["attack_of_opportunity"]}}
    moment = fight("A..\n.T.", {"T": sheet(weapons=[weapon("mace")])}, watcher, {"T": [Effect("stunned", 1)]})
    assert act(moment, "A", "stride", path="A1 B1 C1").fight.world.creature("A").space.x == 2


@pytest.mark.rule("pf2e.condition.fatigued")
def test_the_tired_are_easier_to_harm() -> None:
    own = sheet(numbers={"ac": 18, "fortitude": 5, "reflex": 5, "will": 5, "perception": 5})
    moment = fight(sheets={"A": own}, effects={"A": ["fatigued"]})
    found = [modifier(moment, "A", one) for one in ("fortitude", "reflex", "will", "perception")]
    assert (dc_of(moment, "A", "ac"), found) == (17, [4, 4, 4, 5])


@pytest.mark.rule("pf2e.condition.drained")
@pytest.mark.parametrize(("level", "drain", "loss"), [(4, 2, 8), (0, 1, 1), (-1, 2, 2)])
def test_the_drained_lose_hit_points_and_their_maximum(level: int, drain: int, loss: int) -> None:
    run = running(fight(sheets={"A": sheet(level=level, hp=40, con=1)}))
    before = modifier(run.fight, "A", "fortitude")
    conditions.gain(run, "A", "drained", value=drain)
    body = run.fight.body("A")
    assert (body.hp, body.max_hp) == (40 - loss, 40 - loss)
    assert modifier(run.fight, "A", "fortitude") == before - drain
    assert not rolled(run, "damage")
    conditions.gain(run, "A", "drained", value=drain + 1)
    more = max(1, level)
    assert run.fight.body("A").hp == 40 - loss - more
    conditions.lower(run, "A", "drained", drain)
    body = run.fight.body("A")
    assert (body.hp, body.max_hp) == (40 - loss - more, 40 - more)
    conditions.lose(run, "A", "drained")
    assert run.fight.body("A").max_hp == 40


@pytest.mark.rule("pf2e.condition.drained")
def test_two_drains_are_worth_the_higher_one() -> None:
    run = running(fight(sheets={"A": sheet(level=4, hp=40)}))
    conditions.gain(run, "A", "drained", value=2, source="T")
    conditions.gain(run, "A", "drained", value=1, source="A")
    assert run.fight.body("A").max_hp == 32
    conditions.lose(run, "A", "drained", source="T")
    assert run.fight.body("A").max_hp == 36


@pytest.mark.rule("pf2e.condition.drained")
def test_who_is_drained_to_nothing_falls() -> None:
    run = running(fight(sheets={"A": sheet(level=4, hp=40, kind="hero")}))
    run.emit(HpChanged("A", "hp", -35))
    conditions.gain(run, "A", "drained", value=2)
    assert (run.fight.body("A").hp, value(run.fight, "A", "dying")) == (0, 1)


@pytest.mark.rule("pf2e.condition.drained")
def test_who_comes_drained_to_a_fight_has_fewer_hit_points() -> None:
    body = fight(sheets={"A": sheet(level=4, hp=40)}, creatures={"A": {"conditions": ["drained_2"]}}).body("A")
    assert (body.hp, body.max_hp) == (32, 32)


@pytest.mark.rule("pf2e.condition.blinded")
@pytest.mark.rule("pf2e.condition.dazzled")
@pytest.mark.parametrize(
    ("senses", "state", "total", "dc"),
    [
        ([], "blinded", 5, 11),
        (["echolocation"], "blinded", 9, 0),
        ([], "dazzled", 9, 5),
        (["echolocation"], "dazzled", 9, 0),
    ],
)
def test_who_cannot_see(senses: list[str], state: str, total: int, dc: int) -> None:
    own = sheet(numbers={"perception": 9}, weapons=[weapon("mace")])
    moment = fight("AT", {"A": own, "T": sheet(hp=90)}, {"A": {"senses": senses}}, {"A": [state]})
    assert modifier(moment, "A", "perception") == total
    run = running(moment, *([15] * 2 if dc else [5]), 1)
    BOOK.resolve(run, Action("A", "strike", {"weapon": "mace", "target": "T"}))
    assert [one.against for one in rolled(run, "flat_check")] == ([dc] if dc else [])


@pytest.mark.rule("pf2e.condition.blinded")
def test_all_ground_is_difficult_for_the_blind() -> None:
    moment = fight("A....\nT....", creatures={"A": {"speed": 25}}, effects={"A": ["blinded"]})
    (option,) = options(moment, "A", "stride")
    costs = need_of(option, NeedPath).costs
    assert {str(square): cost for square, cost in costs.items() if square.y == 0} == {"B1": 10, "C1": 20}


@pytest.mark.rule("pf2e.condition.blinded")
def test_visual_effects_do_nothing_to_the_blind() -> None:
    spell = power(DREAD, traits=["visual"])
    moment = fight("A..T", {"A": mage(spell)}, effects={"T": ["blinded"]})
    assert not rolled(act(moment, "A", "cast", power="dread", target="T"), "save")


@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
@pytest.mark.parametrize(("face", "goes_on"), [(5, True), (4, False)])
def test_who_is_grabbed_may_lose_what_it_does_with_its_hands(face: int, goes_on: bool) -> None:
    spell = power(DREAD, traits=["manipulate"])
    moment = fight(
        "AT", {"A": mage(spell, numbers={"ac": 18}), "T": sheet()}, effects={"A": [Effect("grabbed", 0, "T")]}
    )
    run = act(moment, "A", "cast", face, *((10,) if goes_on else ()), power="dread", target="T")
    assert bool(rolled(run, "save")) is goes_on
    assert run.fight.body("A").count("actions") == 1
    assert refused(moment, "A", "stride", path="A1 A2") == "pf2e.condition.grabbed_immobilized_restrained"
    hit = act(turns(moment, 1), "T", "strike", 16, 1, weapon="unarmed", target="A")
    assert rolled(hit, "attack")[0].against == 16


@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
@pytest.mark.parametrize("act_", ["stride", "step", "stand", "crawl"])
def test_the_immobilized_take_no_move_action(act_: str) -> None:
    effects = {"A": ["immobilized", *(["prone"] if act_ in ("stand", "crawl") else [])]}
    (option,) = options(fight("A..T", effects=effects), "A", act_, possible=False)
    assert option.refusal is not None
    assert option.refusal.rule == "pf2e.condition.grabbed_immobilized_restrained"


@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
def test_the_restrained_use_neither_weapons_nor_hands() -> None:
    own = mage(power(DREAD, traits=["manipulate"]), power(DREAD, id="word", traits=["concentrate"]))
    moment = fight("AT", {"A": own}, effects={"A": [Effect("restrained", 0, "T"), Effect("grabbed", 0, "T")]})
    rule = "pf2e.condition.grabbed_immobilized_restrained"
    assert refused(moment, "A", "strike", weapon="unarmed", target="T") == rule
    assert refused(moment, "A", "cast", power="dread", target="T") == rule
    assert refused(moment, "A", "cast", power="word", target="T") == ""
    assert refused(moment, "A", "drop_prone") == rule


@pytest.mark.rule("pf2e.action.cannot_act")
@pytest.mark.rule("pf2e.flanking.requirements")
@pytest.mark.parametrize("state", ["paralyzed", "stunned", "petrified"])
def test_who_cannot_act_has_an_empty_turn(state: str) -> None:
    effects: dict[str, Any] = {"T": [state]}
    moment = turns(fight("A..T", effects=effects), 1)
    assert (moment.active, moment.body("T").count("actions"), moment.body("T").count("reaction")) == ("A", 0, 0)
    rows = "CTA"
    flank = fight(rows, {"A": sheet(weapons=[weapon("mace")])}, {"C": {"side": "heroes"}}, {"C": [state]})
    assert lost(act(flank, "A", "strike", 8, weapon="mace", target="T"), "T") == 0


@pytest.mark.rule("pf2e.action.cannot_act")
@pytest.mark.rule("pf2e.turn.start")
def test_the_dying_have_a_turn_for_their_recovery_check() -> None:
    moment = fight("A..T", {"T": sheet(kind="hero")}, {"T": {"conditions": ["dying_1"]}})
    run = running(moment, 15)
    order.begin_turn(run, "T")
    assert [one.against for one in rolled(run, "recovery")] == [11]
    assert (run.fight.body("T").count("actions"), run.fight.body("T").count("reaction")) == (0, 0)


@pytest.mark.rule("pf2e.turn.regain_actions")
@pytest.mark.rule("pf2e.action.reaction")
def test_what_is_left_over_is_not_saved() -> None:
    moment = act(fight(), "A", "drop_prone").fight
    body = turns(moment, 2).body("A")
    assert (body.count("actions"), body.count("reaction")) == (3, 1)


@pytest.mark.rule("pf2e.turn.act")
def test_ending_a_turn_early_leaves_the_reaction() -> None:
    moment = act(act(fight(), "A", "drop_prone").fight, "A", "end_turn").fight
    assert (moment.body("A").count("actions"), moment.body("A").count("reaction")) == (0, 1)
    assert moment.active == "T"


@pytest.mark.rule("pf2e.condition.general")
def test_the_immune_do_not_get_a_condition() -> None:
    run = running(fight(sheets={"A": sheet(immunities=["frightened"])}))
    assert not conditions.gain(run, "A", "frightened", value=2)
    assert run.fight.body("A").effects == ()


@pytest.mark.rule("pf2e.action.gain_lose")
@pytest.mark.rule("pf2e.action.reaction")
def test_an_effect_may_forbid_reactions() -> None:
    spell = power(DREAD, effects=[{"condition": "no_reactions", "turns": 1}])
    watcher = {"T": {"reactions": ["attack_of_opportunity"]}}
    moment = fight("A..\n.T.", {"A": mage(spell), "T": sheet(weapons=[weapon("mace")])}, watcher)
    dazed = act(moment, "A", "cast", 5, power="dread", target="T").fight
    assert dazed.body("T").count("reaction") == 1
    assert act(dazed, "A", "stride", path="A1 B1 C1").fight.world.creature("A").space.x == 2
    assert not turns(dazed, 2).body("T").has("no_reactions")
