"""Staying conscious at 0 hit points or less, coming to after being stunned, and being tired."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tactics.rules.action import Action, Preview
from tactics.rules.event import EffectGained
from tactics.rulesets.dfrpg.fight import exhaustion, harm, own_numbers
from tactics.rulesets.dfrpg.fight.surprise import TOTALLY
from tactics.rulesets.dfrpg.rolls import chance
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.blows import HITS, blow, dice, offered, ready
from tests.rulesets.dfrpg.fight.guard import waits
from tests.rulesets.dfrpg.fight.moments import counted, having, with_hp
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    chose,
    ended,
    fight,
    lost,
    options,
    refused,
    rolled,
    running,
    sheet,
    weapon,
)

FIELD = """
......
......
..AT..
...B..
......
"""


def wounded(hp: int, **more: Any) -> Fight:
    """A figure that acts with few hit points."""
    return with_hp(fight(FIELD, {"A": sheet(**more)}, order=("A", "T", "B")), "A", hp)


def choosing(moment: Fight, *faces: int, maneuver: str = "attack") -> Any:
    """A figure chooses a manoeuvre."""
    return act(moment, "A", "maneuver", *faces, maneuver=maneuver)


@pytest.mark.rule("dfrpg.injury.collapse", "dfrpg.maneuver.do_nothing.no_collapse_roll")
@pytest.mark.parametrize(("hp", "against"), [(1, None), (0, 10), (-3, 10), (-10, 9), (-12, 9), (-20, 8)])
def test_at_zero_or_less_acting_takes_a_roll(hp: int, against: int | None) -> None:
    run = choosing(wounded(hp), *(() if against is None else dice(8)))
    assert [one.against for one in rolled(run, "consciousness")] == ([] if against is None else [against])
    assert options(run.fight, "A", "attack")


@pytest.mark.rule("dfrpg.injury.collapse", "dfrpg.injury.exhaustion", "dfrpg.maneuver.do_nothing.no_collapse_roll")
@pytest.mark.parametrize(("hp", "more", "against"), [(-12, {}, 9), (5, {"lost_fp": 10}, 10), (5, {}, None)])
def test_the_risk_is_told_before_the_choice(hp: int, more: dict[str, Any], against: int | None) -> None:
    moment = wounded(hp, **more)
    told = {maneuver: _preview(moment, maneuver) for maneuver in ("attack", "do_nothing")}
    assert told["attack"].against == against
    assert told["attack"].chance == (None if against is None else chance(against))
    assert told["do_nothing"].against is None
    notes = {str(one.arguments["maneuver"]): one.notes for one in options(moment, "A", "maneuver")}
    assert len(notes["attack"]) == len(notes["do_nothing"]) + (against is not None)


def _preview(moment: Fight, maneuver: str) -> Preview:
    return BOOK.preview(moment, Action("A", "maneuver", {"maneuver": maneuver}))


@pytest.mark.rule("dfrpg.injury.collapse", "dfrpg.state.unconscious")
def test_who_fails_falls_and_its_turn_is_over() -> None:
    run = choosing(wounded(-3), *dice(11))
    body = run.fight.body("A")
    assert {"unconscious", "prone"} <= {one.id for one in body.effects}
    assert run.fight.items["A.broadsword"].holder == ""
    assert run.fight.over == "foes"
    assert BOOK.options(run.fight, "A") == ()


@pytest.mark.rule("dfrpg.state.unconscious", "dfrpg.core.turn_order")
def test_the_unconscious_are_passed_over() -> None:
    rows = FIELD.replace("A", "AC", 1).replace("..ACT", ".ACT")
    tables = {"C": {"side": "heroes"}}
    moment = with_hp(fight(rows, {}, tables, order=("A", "T", "B", "C")), "A", -3)
    moment = choosing(moment, *dice(11)).fight
    assert moment.over == ""
    assert moment.active == "T"
    for who in ("T", "B", "C"):
        assert moment.active == who
        moment = ended(chose(moment, who, "do_nothing"), who)
    assert moment.active == "T"
    assert moment.round == 2


@pytest.mark.rule("dfrpg.maneuver.do_nothing.no_collapse_roll", "dfrpg.injury.collapse")
def test_doing_nothing_takes_no_roll_unless_one_defends() -> None:
    moment = choosing(wounded(-3), maneuver="do_nothing").fight
    quiet = ended(moment, "A")
    for who in ("T", "B"):
        quiet = ended(chose(quiet, who, "do_nothing"), who)
    assert quiet.active == "A"
    moment = blow(ended(moment, "A"), *HITS, *dice(4), who="T", target="A", answers=("A dodge",)).fight
    moment = ended(moment, "T")
    moment = chose(moment, "B", "do_nothing")
    run = act(moment, "B", "end_turn", *dice(9))
    assert [one.who for one in rolled(run, "consciousness")] == ["A"]
    assert run.fight.active == "A"


@pytest.mark.rule("dfrpg.maneuver.do_nothing.no_collapse_roll")
def test_the_roll_that_was_owed_stands_for_that_of_the_turn() -> None:
    moment = counted(chose(wounded(-3), "A", "do_nothing"), "A", owes_consciousness=1)
    for who in ("A", "T"):
        moment = ended(moment, who)
    run = act(moment, "B", "end_turn", *dice(9))
    assert len(rolled(run, "consciousness")) == 1
    again = choosing(run.fight)
    assert rolled(again, "consciousness") == []
    fails = act(moment, "B", "end_turn", *dice(12))
    assert fails.fight.body("A").has("unconscious")


@pytest.mark.rule("dfrpg.maneuver.do_nothing.no_collapse_roll")
def test_who_defends_while_acting_owes_nothing() -> None:
    moment = ended(choosing(wounded(-3), *dice(8)).fight, "A")
    moment = blow(moment, *HITS, *dice(4), who="T", target="A", answers=("A dodge",)).fight
    assert moment.body("A").count("owes_consciousness") == 0


@pytest.mark.rule("dfrpg.maneuver.do_nothing.stun_recovery", "dfrpg.state.stun")
@pytest.mark.parametrize(
    ("kind", "more", "total", "recovers"),
    [
        ("physical", {"ht": 11}, 11, True),
        ("physical", {"ht": 11}, 12, False),
        ("mental", {"iq": 10}, 10, True),
        ("mental", {"iq": 10}, 12, False),
    ],
)
def test_the_roll_at_the_end_of_the_turn(kind: str, more: dict[str, Any], total: int, recovers: bool) -> None:
    moment = having(fight(FIELD, {"A": sheet(**more)}, order=("A", "T", "B")), "A", Effect("stunned", note=kind))
    run = act(chose(moment, "A", "do_nothing"), "A", "end_turn", *dice(total))
    assert rolled(run, "stun")[0].against == (more.get("ht") or more.get("iq"))
    moment = run.fight
    for who in ("T", "B"):
        moment = ended(moment, who)
    assert moment.body("A").has("stunned") is not recovers
    assert ("attack" in {one.arguments["maneuver"] for one in options(moment, "A", "maneuver")}) == recovers


@pytest.mark.rule("dfrpg.state.stun", "dfrpg.maneuver.do_nothing.stun_recovery")
@pytest.mark.parametrize("maneuver", ["attack", "move", "ready", "all_out_defense"])
def test_who_is_stunned_in_the_middle_of_its_turn_does_no_more_and_loses_the_next_one(maneuver: str) -> None:
    moment = chose(fight(FIELD, order=("A", "T", "B")), "A", maneuver, "double" if "defense" in maneuver else "")
    run = running(moment)
    harm.stun(run, "A", "physical", "dfrpg.state.stun")
    can = {one.id for one in BOOK.options(run.fight, "A") if one.refusal is None}
    assert can <= {"drop", "end_turn"}
    over = act(run.fight, "A", "end_turn")
    assert rolled(over, "stun") == [], "this turn was not one of Do Nothing"
    moment = ended(ended(over.fight, "T"), "B")
    assert {one.arguments["maneuver"] for one in options(moment, "A", "maneuver")} == {"do_nothing"}
    assert rolled(act(moment, "A", "end_turn", *dice(10)), "stun")


@pytest.mark.rule("dfrpg.state.stun", "dfrpg.maneuver.do_nothing.stunned_defense")
def test_until_the_next_turn_the_recovered_defend_no_better() -> None:
    moment = having(fight(FIELD, order=("A", "T", "B")), "A", Effect("stunned", note="physical"))
    moment = act(chose(moment, "A", "do_nothing"), "A", "end_turn", *dice(5)).fight
    asked = offered(moment, who="T", target="A")
    assert asked["dodge"] == 4
    assert "dodge_retreat" not in asked


@pytest.mark.rule("dfrpg.maneuver.do_nothing.stun_recovery")
def test_two_kinds_of_stun_take_two_rolls() -> None:
    both = (Effect("stunned", note="physical"), Effect("stunned", note="mental"))
    moment = having(fight(FIELD), "A", both[0])
    run = running(moment)
    run.emit(EffectGained("A", both[1]))
    ends = act(chose(run.fight, "A", "do_nothing"), "A", "end_turn", *dice(9), *dice(13))
    assert len(rolled(ends, "stun")) == 2
    moment = ends.fight
    for who in ("B", "T"):
        moment = ended(moment, who)
    assert [one.note for one in moment.body("A").effects if one.id == "stunned"] == ["mental"]


@pytest.mark.rule("dfrpg.injury.exhaustion", "dfrpg.core.rounding")
@pytest.mark.parametrize(("lost_fp", "move", "dodge"), [(7, 5, 8), (8, 3, 4), (11, 3, 4)])
def test_below_a_third_of_the_fatigue_points_move_and_dodge_are_half(lost_fp: int, move: int, dodge: int) -> None:
    moment = fight(FIELD, {"T": sheet(fp=11, lost_fp=lost_fp)})
    assert own_numbers.move_now(moment, "T") == move
    assert offered(moment)["dodge"] == dodge


@pytest.mark.rule("dfrpg.injury.exhaustion")
def test_the_tired_hold_weapons_with_half_their_strength_but_hit_as_hard() -> None:
    moment = fight(FIELD, {"A": sheet(st=12, fp=11, lost_fp=8), "T": sheet(st=30)}, order=("A", "T", "B"))
    assert own_numbers.strength_now(moment, "A") == 6
    moment = ready(moment)
    run = act(moment, "A", "attack", *dice(5), 1, answers=("T none",), weapon="broadsword", use="swing", target="T")
    weak = {one.rule: one.amount for one in rolled(run, "attack")[0].parts}
    assert weak["dfrpg.attack.melee_modifiers"] == 6 - 10
    assert rolled(run, "damage")[0].total == 1 + 2 + 1
    assert run.fight.body("A").max_hp == 12
    badges = {one.rule for one in BOOK.badges(run.fight, "A")}
    assert "dfrpg.injury.exhaustion" in badges


@pytest.mark.rule("dfrpg.injury.exhaustion", "dfrpg.maneuver.do_nothing.no_collapse_roll")
def test_without_fatigue_points_anything_takes_a_will_roll() -> None:
    moment = fight(FIELD, {"A": sheet(fp=11, lost_fp=11)}, order=("A", "T", "B"))
    assert rolled(choosing(moment, maneuver="do_nothing"), "will") == []
    goes_on = choosing(moment, *dice(10))
    assert [one.against for one in rolled(goes_on, "will")] == [10]
    assert not goes_on.fight.body("A").has("unconscious")
    assert choosing(moment, *dice(11)).fight.body("A").has("unconscious")


@pytest.mark.rule("dfrpg.injury.exhaustion")
def test_fatigue_below_zero_costs_hit_points_and_far_below_consciousness() -> None:
    run = running(fight(FIELD, {"A": sheet(fp=10, lost_fp=9, hp=30)}))
    exhaustion.tire(run, "A", 4)
    assert own_numbers.fatigue_left(run.fight, "A") == -3
    assert lost(run, "A") == 3
    exhaustion.tire(run, "A", 6)
    assert lost(run, "A") == 9
    assert not run.fight.body("A").has("unconscious")
    exhaustion.tire(run, "A", 1)
    assert run.fight.body("A").has("unconscious")


@pytest.mark.rule("dfrpg.injury.exhaustion")
def test_a_spell_that_costs_the_last_points_costs_hit_points() -> None:
    spell = {
        "id": "spark",
        "name": "Spark",
        "skill": 15,
        "target": "enemy",
        "damage": "1",
        "type": "burn",
        "fatigue": 3,
    }
    moment = chose(fight(FIELD, {"A": sheet(fp=10, lost_fp=8, hp=30, abilities=[spell])}), "A", "concentrate")
    run = act(moment, "A", "use_ability", *dice(9), ability="spark", target="T")
    assert lost(run, "A") == 1


@pytest.mark.rule("dfrpg.state.surprise", "dfrpg.maneuver.before_first_choice", "dfrpg.defense.unaware")
def test_the_surprised_defend_from_their_first_turn_on() -> None:
    moment = surprised(order_of="A")
    assert moment.active == "A"
    assert offered(moment) == {}
    moment = ended(moment, "A")
    assert moment.active == "T"
    assert {one.arguments["maneuver"] for one in options(moment, "T", "maneuver")} == {"do_nothing"}
    failed = act(moment, "T", "end_turn", *dice(12))
    assert rolled(failed, "stun")[0].against == 10
    asked = offered(failed.fight, who="A")
    assert asked["dodge"] == 4
    assert not any(one.endswith("_retreat") for one in asked)
    awake = act(moment, "T", "end_turn", *dice(9))
    assert offered(awake.fight, who="A")["dodge"] == 8
    assert not awake.fight.body("T").has("surprised")
    moment = ended(awake.fight, "A")
    assert "attack" in {one.arguments["maneuver"] for one in options(moment, "T", "maneuver")}


def surprised(condition: str = "surprised", *faces: int, order_of: str = "", **more: Any) -> Fight:
    """A fight that has begun, with T surprised; A is the faster one."""
    tables = {"T": {"dfrpg": {"conditions": [condition]}}}
    rules = more.pop("rules", {})
    moment = fight("......\n..AT..\n......", {"A": sheet(speed_quarters=40), "T": sheet(**more)}, tables, rules=rules)
    run = running(replace(moment, order=(), turn=None), *faces)
    BOOK.begin(run)
    assert order_of in ("", run.fight.active)
    return run.fight


@pytest.mark.rule("dfrpg.state.surprise")
def test_the_roll_is_better_on_each_turn_after_the_first() -> None:
    moment = surprised()
    for against in (10, 11, 12):
        moment = ended(moment, "A")
        run = act(moment, "T", "end_turn", *dice(14))
        assert rolled(run, "stun")[0].against == against
        moment = run.fight


@pytest.mark.rule("dfrpg.state.surprise")
def test_combat_reflexes_help_against_surprise() -> None:
    run = act(ended(surprised(traits=["combat_reflexes"]), "A"), "T", "end_turn", *dice(14))
    assert rolled(run, "stun")[0].against == 16
    assert not run.fight.body("T").has("stunned")


@pytest.mark.rule("dfrpg.state.surprise")
def test_the_wholly_unprepared_freeze_for_some_seconds_first() -> None:
    moment = surprised(TOTALLY, 3)
    for left in (3, 2, 1):
        assert [one.value for one in moment.body("T").effects if one.id == TOTALLY] == [left]
        moment = ended(ended(moment, "A"), "T")
    moment = ended(moment, "A")
    run = act(moment, "T", "end_turn", *dice(10))
    assert rolled(run, "stun")[0].against == 10
    assert not run.fight.body("T").has("stunned")


@pytest.mark.rule("dfrpg.state.surprise")
def test_quick_reflexes_do_not_freeze() -> None:
    moment = surprised(TOTALLY, traits=["combat_reflexes"])
    assert not moment.body("T").has(TOTALLY)
    assert moment.body("T").has("stunned")


@pytest.mark.rule("dfrpg.maneuver.before_first_choice", "dfrpg.defense.unaware")
@pytest.mark.parametrize(
    ("switch", "before", "after"), [("until_first_turn", None, 4), ("while_stunned", None, None), ("minus_four", 4, 4)]
)
def test_how_the_surprised_defend_by_the_switch(switch: str, before: int | None, after: int | None) -> None:
    moment = surprised(rules={"dfrpg": {"surprise_defense": switch}})
    assert offered(moment).get("dodge") == before
    moment = act(ended(moment, "A"), "T", "end_turn", *dice(14)).fight
    assert offered(moment).get("dodge") == after


@pytest.mark.rule("dfrpg.defense.unaware")
@pytest.mark.parametrize(
    ("own", "other", "number"),
    [
        ((), ("undetected",), None),
        ((), ("undetected:T",), None),
        ((), ("undetected:B",), 8),
        (("asleep",), (), None),
        ((), ("invisible",), 4),
        (("blinded",), (), 4),
    ],
)
def test_who_does_not_know_or_see_the_attacker(
    own: tuple[str, ...], other: tuple[str, ...], number: int | None
) -> None:
    moment = having(having(fight(FIELD), "T", *own), "A", *other)
    assert offered(moment).get("dodge") == number


@pytest.mark.rule("dfrpg.defense.unaware")
def test_an_attacker_is_known_after_its_first_blow() -> None:
    moment = having(fight(FIELD, {"A": sheet(attacks=2)}), "A", "undetected")
    moment = blow(moment, *HITS, 1).fight
    assert not moment.body("A").has("undetected")
    assert offered(moment)["dodge"] == 8


@pytest.mark.rule("dfrpg.defense.unaware")
def test_a_sleeper_does_nothing_until_a_wound_wakes_it() -> None:
    moment = having(fight(FIELD, order=("T", "A", "B")), "T", "asleep")
    assert refused(moment, "T", "maneuver", maneuver="move") == "dfrpg.defense.unaware"
    moment = ended(moment, "T")
    moment = blow(moment, *HITS, 1).fight
    assert not moment.body("T").has("asleep")


@pytest.mark.rule("dfrpg.state.unconscious", "dfrpg.defense.one_per_attack")
@pytest.mark.parametrize("condition", ["paralyzed", "asleep"])
def test_who_cannot_react_neither_acts_nor_defends_nor_breaks_in(condition: str) -> None:
    moment = fight("T..A", order=("T", "A"))
    moment = having(waits(moment, "T"), "T", condition)
    moment = act(chose(moment, "A", "move_and_attack"), "A", "move", path="D1 C1 B1").fight
    assert offered(moment, who="A", target="T") == {}, "nobody was asked, on the way or now"
    moment = ended(moment, "A")
    assert {one.arguments["maneuver"] for one in options(moment, "T", "maneuver")} == {"do_nothing"}


@pytest.mark.rule("dfrpg.defense.unaware", "dfrpg.defense.total_modifiers")
def test_a_curtain_hides_an_attacker_who_strikes_through_it() -> None:
    # The attacker sees nothing either, so it takes a master to hit.
    sheets = {"A": sheet(weapons=[weapon("broadsword", 24)]), "T": sheet(weapons=[weapon("broadsword", 14)])}
    moment = fight("AT", sheets, walls=[{"line": [[1, 0], [1, 1]], "kind": "curtain"}])
    asked = offered(moment)
    assert asked.get("dodge") == 4
