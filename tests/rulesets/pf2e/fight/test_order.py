"""Initiative, rounds, Delay and Ready."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from kit import world
from rulesets.pf2e.fight.ring import (
    BOOK,
    act,
    asked,
    fight,
    happened,
    kept,
    lost,
    options,
    refused,
    rolled,
    running,
    sheet,
    value,
    weapon,
    where,
)

from tactics.engine.reduce import settled
from tactics.rules.action import NeedChoice
from tactics.rules.event import CounterSet, EffectGained, RoundBegan
from tactics.world.fight import Duration, Effect, Fight

FIGHTER = sheet(str=4, hp=60, weapons=[weapon("longsword")], proficiencies={"martial": "trained"})


def three(order: tuple[str, ...] = ("A", "B", "C"), **more: Any) -> Fight:
    """A hero and B against C, far apart."""
    own = {"A": FIGHTER, "B": FIGHTER, "C": {**FIGHTER, "numbers": {"ac": 10}}, **more.pop("sheets", {})}
    sides = {"B": {"side": "heroes"}, **more.pop("creatures", {})}
    return fight(more.pop("rows", "A.B.....C"), own, sides, order=order, **more)


def begun(rows: str, sheets: dict[str, Any], *faces: int, **tables: Any) -> Fight:
    """A fight from its initiative on, with these faces."""
    here = world(rows, ("pf2e",), **tables)
    bodies = tuple(
        replace(one, sheets=MappingProxyType({"pf2e": dict(sheets.get(one.id, sheet()))})) for one in here.creatures
    )
    run = running(settled(BOOK.prepare(replace(here, creatures=bodies))), *faces)
    BOOK.begin(run)
    return run.fight


@pytest.mark.rule("pf2e.encounter.initiative")
def test_initiative_is_a_perception_check_from_high_to_low() -> None:
    found = begun("ABC", {"A": sheet(wis=2), "B": sheet(wis=2), "C": sheet(wis=2)}, 7, 15, 20)
    assert [(slot.who, slot.initiative) for slot in found.order] == [("C", 22), ("B", 17), ("A", 9)]


@pytest.mark.rule("pf2e.encounter.initiative")
def test_creatures_of_a_group_share_one_roll() -> None:
    goblin = sheet(group="goblins")
    found = begun("ABCD", {"B": goblin, "C": goblin, "D": goblin}, 10, 14)
    assert [(slot.who, slot.initiative) for slot in found.order] == [("B", 14), ("C", 14), ("D", 14), ("A", 10)]


@pytest.mark.rule("pf2e.encounter.initiative")
def test_another_statistic_may_be_rolled() -> None:
    found = begun("AB", {"A": sheet(initiative="deception", numbers={"deception": 9}), "B": sheet()}, 5, 10)
    assert [(slot.who, slot.initiative) for slot in found.order] == [("A", 14), ("B", 10)]


@pytest.mark.rule("pf2e.encounter.initiative_order")
def test_opponents_win_ties_against_heroes_and_heroes_stay_in_order() -> None:
    hero = sheet(kind="hero")
    sides = {"A": {"side": "heroes"}, "B": {"side": "heroes"}, "C": {"side": "foes"}}
    found = begun("ABC", {"A": hero, "B": hero, "C": sheet()}, 15, 15, 15, creatures=sides)
    assert [slot.who for slot in found.order] == ["C", "A", "B"]


@pytest.mark.rule("pf2e.encounter.reactions_before_first_turn")
@pytest.mark.rule("pf2e.action.reaction")
@pytest.mark.parametrize("on", [False, True])
def test_reactions_before_the_first_turn_are_a_switch(on: bool) -> None:
    rules = {"pf2e": {"reactions_before_first_turn": on}}
    found = begun("AB", {}, 15, 10, rules=rules)
    assert (found.active, found.body("B").count("reaction"), found.body("A").count("reaction")) == ("A", int(on), 1)


@pytest.mark.rule("pf2e.encounter.round")
@pytest.mark.rule("pf2e.encounter.structure")
def test_rounds_keep_the_order() -> None:
    moment = three()
    turns = []
    for _ in range(6):
        turns.append((moment.round, moment.active))
        moment = act(moment, moment.active, "end_turn").fight
    assert turns == [(1, "A"), (1, "B"), (1, "C"), (2, "A"), (2, "B"), (2, "C")]


@pytest.mark.rule("pf2e.encounter.structure")
def test_fight_ends_when_one_side_is_left() -> None:
    moment = fight("AT", {"A": FIGHTER, "T": sheet(hp=1, numbers={"ac": 10})})
    assert act(moment, "A", "strike", 10, 5, weapon="longsword", target="T").fight.over == "heroes"


@pytest.mark.rule("pf2e.basic.delay")
def test_coming_back_after_another_turn_changes_the_order_for_good() -> None:
    moment = act(three(), "A", "delay").fight
    assert (moment.active, moment.body("A").has("delaying")) == ("B", True)
    decision = asked(moment, "B", "end_turn")
    assert (decision.who, decision.id, decision.default) == ("A", "delay", "wait")
    run = act(moment, "B", "end_turn", answers=("A return",))
    assert [slot.who for slot in run.fight.order] == ["B", "A", "C"]
    assert (run.fight.active, run.fight.round) == ("A", 1)
    assert (run.fight.body("A").count("actions"), run.fight.body("A").count("reaction")) == (3, 1)
    moment = act(act(run.fight, "A", "end_turn").fight, "C", "end_turn").fight
    assert (moment.active, moment.round) == ("B", 2)


@pytest.mark.rule("pf2e.basic.delay")
def test_after_a_whole_round_the_turn_is_lost_and_the_place_kept() -> None:
    moment = act(three(), "A", "delay").fight
    moment = act(moment, "B", "end_turn", answers=("A wait",)).fight
    run = act(moment, "C", "end_turn", answers=("A wait",))
    assert [slot.who for slot in run.fight.order] == ["A", "B", "C"]
    assert (run.fight.active, run.fight.round, run.fight.body("A").has("delaying")) == ("A", 2, False)
    assert run.fight.body("A").count("actions") == 3


@pytest.mark.rule("pf2e.basic.delay")
def test_last_of_a_round_comes_back_in_the_next() -> None:
    moment = act(three(("B", "C", "A")), "B", "end_turn").fight
    moment = act(act(moment, "C", "end_turn").fight, "A", "delay").fight
    assert (moment.active, moment.round) == ("B", 2)
    run = act(moment, "B", "end_turn", answers=("A return",))
    assert ([slot.who for slot in run.fight.order], run.fight.round) == (["B", "A", "C"], 2)
    assert [one for one in happened(run) if isinstance(one, RoundBegan)] == []


@pytest.mark.rule("pf2e.basic.delay")
def test_two_who_delay_come_back_one_after_the_other() -> None:
    moment = act(act(three(), "A", "delay").fight, "B", "delay").fight
    assert moment.active == "C"
    run = act(moment, "C", "end_turn", answers=("A return",))
    assert run.fight.active == "A"
    run = act(run.fight, "A", "end_turn", answers=("B return",))
    assert ([slot.who for slot in run.fight.order], run.fight.active) == (["C", "A", "B"], "B")


@pytest.mark.rule("pf2e.basic.delay")
def test_no_reactions_while_delaying() -> None:
    moment = fight(
        ".A.\n.T.", {"A": FIGHTER, "T": FIGHTER}, {"T": {"reactions": ["attack_of_opportunity"]}}, order=("T", "A")
    )
    moment = act(moment, "T", "delay").fight
    assert where(act(moment, "A", "stride", path="B1 A1").fight, "A") == "A1"


@pytest.mark.rule("pf2e.basic.delay")
@pytest.mark.rule("pf2e.damage.persistent")
def test_harm_of_the_turn_comes_at_once_and_only_once() -> None:
    moment = three(effects={"A": [Effect("persistent_fire", note="5")]})
    run = act(moment, "A", "delay", 3)
    assert lost(run, "A") == 5
    run = act(run.fight, "B", "end_turn", answers=("A return",))
    assert lost(act(run.fight, "A", "end_turn"), "A") == 0


@pytest.mark.rule("pf2e.basic.delay")
def test_help_till_the_end_of_the_turn_ends_and_harm_stays() -> None:
    until = Duration("end", "A", 1)
    kept_, lost_ = Effect("enfeebled", 1, duration=until), Effect("blessed", 1, duration=until)
    grip = Effect("grabbed", source="A", duration=until, note="hold.unarmed")
    moment = three(rows="AC.....B", effects={"A": [kept_, lost_], "C": [grip]})
    run = act(moment, "A", "delay")
    assert [run.fight.body("A").has(one) for one in ("enfeebled", "blessed")] == [True, False]
    assert not run.fight.body("C").has("grabbed")


@pytest.mark.rule("pf2e.basic.delay")
@pytest.mark.rule("pf2e.effect.duration_sustained")
def test_what_would_be_sustained_ends_with_the_delay() -> None:
    keeping = Effect("sustaining", 0, "A", Duration("end", "A", 1), "grip", origin="grip")
    kept_up = Effect("enfeebled", 1, "A", Duration("sustain"), origin="grip")
    moment = three(effects={"A": [keeping], "C": [kept_up]})
    assert not act(moment, "A", "delay").fight.body("C").has("enfeebled")


@pytest.mark.rule("pf2e.basic.delay")
@pytest.mark.rule("pf2e.condition.frightened")
def test_fear_fades_at_the_end_of_the_turn_that_was_delayed() -> None:
    moment = act(three(effects={"A": [Effect("frightened", 2)]}), "A", "delay").fight
    assert value(moment, "A", "frightened") == 2
    back = act(moment, "B", "end_turn", answers=("A return",)).fight
    assert value(act(back, "A", "end_turn").fight, "A", "frightened") == 1
    gone = act(moment, "B", "end_turn", answers=("A wait",)).fight
    assert value(act(gone, "C", "end_turn", answers=("A wait",)).fight, "A", "frightened") == 1


@pytest.mark.rule("pf2e.basic.delay")
def test_delay_is_the_first_thing_of_a_turn() -> None:
    moment = act(three(), "A", "step", path="A1 B1").fight
    assert refused(moment, "A", "delay") == "pf2e.basic.delay"
    assert refused(three(), "B", "delay") == "pf2e.turn.act"


@pytest.mark.rule("pf2e.basic.delay")
@pytest.mark.rule("pf2e.condition.slowed")
def test_slowness_that_came_meanwhile_counts() -> None:
    moment = act(three(), "A", "delay").fight
    run = running(moment)
    run.emit(EffectGained("A", Effect("slowed", 1)))
    assert act(run.fight, "B", "end_turn", answers=("A return",)).fight.body("A").count("actions") == 2


STRIKE = "strike,kind=melee,weapon=longsword"


def waiting(rows: str = "A..T", trigger: str = "comes_within_reach", choice: str = STRIKE, **more: Any) -> Fight:
    """A has readied something and T acts."""
    own = {"A": FIGHTER, "T": {**FIGHTER, "numbers": {"ac": 10}, **more.pop("foe", {})}}
    moment = fight(rows, own, **more)
    return act(moment, "A", "ready", choice=choice, trigger=trigger).fight


@pytest.mark.rule("pf2e.basic.ready")
def test_readied_strike_meets_who_comes_within_reach() -> None:
    moment = waiting()
    assert (moment.active, [slot.who for slot in moment.order]) == ("T", ["A", "T"])
    decision = asked(moment, "T", "stride", path="D1 C1 B1")
    assert (decision.who, decision.id) == ("A", "readied")
    run = act(moment, "T", "stride", 10, 5, answers=("A readied",), path="D1 C1 B1")
    assert lost(run, "T") == 9
    assert (run.fight.body("A").count("reaction"), run.fight.body("A").has("readied")) == (0, False)
    assert where(run.fight, "T") == "B1"


@pytest.mark.rule("pf2e.basic.ready")
@pytest.mark.rule("pf2e.attack.map_own_turn")
def test_readied_attack_keeps_the_penalty_of_its_turn() -> None:
    own = {"A": FIGHTER, "T": {**FIGHTER, "numbers": {"ac": 30}}}
    moment = fight("AT", own)
    moment = act(moment, "A", "strike", 10, weapon="longsword", target="T").fight
    moment = act(moment, "A", "ready", choice=STRIKE, trigger="attacks").fight
    run = act(moment, "T", "strike", 10, 2, answers=("A readied",), weapon="longsword", target="A")
    first, second = rolled(run, "attack")
    assert (first.who, -5 in kept(first.parts)) == ("A", True)
    assert (second.who, -5 in kept(second.parts)) == ("T", False)
    assert run.fight.body("A").count("kept_attacks") == 0


@pytest.mark.rule("pf2e.basic.ready")
@pytest.mark.rule("pf2e.action.activity")
def test_ready_takes_two_actions_and_the_turn() -> None:
    moment = fight("A..T", {"A": FIGHTER})
    spent = act(act(moment, "A", "step", path="A1 B1").fight, "A", "step", path="B1 A1").fight
    assert refused(spent, "A", "ready", choice=STRIKE, trigger="moves") == "pf2e.action.activity"
    moment = act(moment, "A", "ready", choice=STRIKE, trigger="moves").fight
    assert (moment.active, moment.body("A").count("actions")) == ("T", 0)
    assert refused(fight("A..T"), "A", "ready", choice="sing", trigger="moves") == "pf2e.basic.ready"


@pytest.mark.rule("pf2e.basic.ready")
def test_waiting_ends_with_the_next_turn_and_holding_back_keeps_it() -> None:
    moment = waiting("AT.", "moves")
    run = act(moment, "T", "stride", answers=("A decline",), path="B1 C1")
    assert run.fight.body("A").has("readied")
    assert not act(run.fight, "T", "end_turn").fight.body("A").has("readied")


@pytest.mark.rule("pf2e.basic.ready")
@pytest.mark.rule("pf2e.move.exempt_from_reactions")
@pytest.mark.parametrize("trigger", ["moves", "comes_within_reach"])
def test_careful_step_sets_no_readied_action_off(trigger: str) -> None:
    moment = waiting("A.T", trigger)
    assert where(act(moment, "T", "step", path="C1 B1").fight, "T") == "B1"


@pytest.mark.rule("pf2e.basic.ready")
@pytest.mark.rule("pf2e.detect.undetected")
def test_unseen_mover_sets_nothing_off() -> None:
    run = running(waiting("A..T....", "moves", "stride"))
    run.emit(EffectGained("T", Effect("undetected")))
    assert where(act(run.fight, "T", "stride", path="D1 E1").fight, "T") == "E1"


@pytest.mark.rule("pf2e.basic.ready")
def test_readied_stride_is_aimed_when_it_comes_to_that() -> None:
    moment = waiting("A..T....", "moves", "stride")
    decision = asked(moment, "T", "stride", answers=("A readied",), path="D1 E1")
    assert (decision.id, [need.name for need in decision.needs["aim"]]) == ("aim_readied", ["path"])


@pytest.mark.rule("pf2e.basic.ready")
def test_thing_to_draw_is_chosen_when_it_comes_to_that() -> None:
    arms = [weapon("longsword", "worn"), weapon("dagger", "worn")]
    moment = fight("A..T", {"A": sheet(weapons=arms)})
    moment = act(moment, "A", "ready", choice="draw", trigger="moves").fight
    decision = asked(moment, "T", "stride", answers=("A readied",), path="D1 C1")
    assert [need.name for need in decision.needs["aim"]] == ["item"]


@pytest.mark.rule("pf2e.basic.ready")
def test_readied_shield_goes_up_before_the_blow() -> None:
    armed = {**FIGHTER, "shield": {"id": "steel_shield"}}
    moment = fight("AT", {"A": armed, "T": FIGHTER})
    moment = act(moment, "A", "ready", choice="raise_shield", trigger="attacks").fight
    run = act(moment, "T", "strike", 4, answers=("A readied",), weapon="longsword", target="A")
    (roll,) = rolled(run, "attack")
    assert (roll.against, roll.total) == (12, 11)
    assert run.fight.body("A").has("shield_raised")


@pytest.mark.rule("pf2e.basic.ready")
@pytest.mark.rule("pf2e.action.reaction")
def test_no_reaction_no_readied_action() -> None:
    moment = waiting()
    run = running(moment)
    run.emit(CounterSet("A", "reaction", 0))
    assert where(act(run.fight, "T", "stride", path="D1 C1 B1").fight, "T") == "B1"


@pytest.mark.rule("pf2e.basic.ready")
def test_one_who_stood_in_reach_does_not_come_into_it() -> None:
    moment = waiting("AT.\n...", foe={"weapons": []})
    assert where(act(moment, "T", "stride", path="B1 B2").fight, "T") == "B2"


@pytest.mark.rule("pf2e.basic.ready")
def test_ready_offers_single_actions() -> None:
    (option,) = options(fight("A..T", {"A": FIGHTER}), "A", "ready")
    choices = {
        one.id
        for need in option.needs
        if isinstance(need, NeedChoice) and need.name == "choice"
        for one in need.choices
    }
    assert {STRIKE, "stride", "step", "release"} <= choices
    assert not [one for one in choices if one.startswith(("ready", "delay", "aid", "end_turn"))]
