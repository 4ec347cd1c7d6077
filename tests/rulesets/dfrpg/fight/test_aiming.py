"""Taking aim: what it adds, how long it lasts, what spoils it; loading a weapon again."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.engine.compare import in_english
from tactics.rules.action import Action, NeedCreature
from tactics.rules.event import ItemChanged
from tactics.rulesets.dfrpg.fight import aiming, harm, lying_down, states
from tactics.world.fight import Effect, Fight, Item
from tests.rulesets.dfrpg.fight.archery import BOLT, ROW, SHOT, aimed, archer, passed, ready, skill, thrower
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

AIM = "dfrpg.maneuver.aim"


PLAIN = 14 - 3


def then(moment: Fight, maneuver: str = "attack", variant: str = "", **arguments: Any) -> int:
    """The effective skill of A's shot by a manoeuvre."""
    return skill(chose(moment, "A", maneuver, variant), **arguments)


def aims(moment: Fight) -> bool:
    """Whether A still has its aim."""
    return aiming.aim_of(moment, "A") is not None


# What it adds.


@pytest.mark.rule(AIM, "dfrpg.maneuver.attack.carry_over")
def test_the_shot_after_aiming_has_the_accuracy_of_the_weapon() -> None:
    assert then(ready()) == PLAIN
    moment = chose(aimed(ready()), "A", "attack")
    assert skill(moment) == PLAIN + 2
    preview = BOOK.preview(moment, Action("A", "attack", SHOT))
    assert [one.amount for one in preview.parts if one.rule == "dfrpg.maneuver.attack.carry_over"] == [2]


@pytest.mark.rule(AIM)
def test_aiming_at_one_is_no_help_against_another() -> None:
    moment = aimed(ready("A......T\n........\n.......U"), others=("T", "U"))
    assert then(moment, target="U") == 14 - 4


@pytest.mark.rule(AIM)
def test_aiming_one_weapon_is_no_help_with_another() -> None:
    sheets = {"A": sheet(weapons=[weapon("javelin", 14), weapon("throwing_axe", 14, "off", shot={"st": 6})])}
    moment = aimed(fight(ROW, sheets), id="javelin")
    assert then(moment, weapon="javelin") == PLAIN + 3
    assert then(moment, weapon="throwing_axe") == PLAIN - 4  # the off hand


@pytest.mark.rule(AIM)
@pytest.mark.parametrize("between", ["ready", "do_nothing", "concentrate", "all_out_defense"])
def test_only_the_very_next_manoeuvre_profits(between: str) -> None:
    moment = aimed(ready())
    variant = "double" if between == "all_out_defense" else ""
    moment = passed(ended(chose(moment, "A", between, variant), "A"))
    assert not aims(moment)
    assert then(moment) == PLAIN


@pytest.mark.rule(AIM)
def test_a_turn_without_a_shot_ends_it_too() -> None:
    moment = passed(ended(chose(aimed(ready()), "A", "attack"), "A"))
    assert not aims(moment)
    assert not aims(passed(ended(chose(aimed(ready()), "A", "aim"), "A")))


@pytest.mark.rule(AIM, "dfrpg.maneuver.all_out_attack.ranged")
def test_an_all_out_shot_profits_as_well() -> None:
    assert then(aimed(ready()), "all_out_attack", "ranged") == PLAIN + 2 + 1


@pytest.mark.rule(AIM)
def test_it_is_used_up_by_the_shot() -> None:
    run = act(chose(aimed(ready()), "A", "attack"), "A", "attack", 6, 6, 5, **SHOT)
    assert not aims(run.fight)


@pytest.mark.rule(AIM)
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_its_preview_foretells_the_shot(turns: int) -> None:
    moment = chose(aimed(ready(), turns - 1), "A", "aim")
    preview = BOOK.preview(moment, Action("A", "aim", SHOT))
    assert preview.later is not None
    assert preview.later.against == then(aimed(ready(), turns))
    assert [dict(one.params).get("n") for one in preview.notes] == [1 + turns, 12 + turns]
    hidden = chose(fight("A....nT", {"A": archer()}, effects={"T": ["prone"]}), "A", "aim")
    assert BOOK.preview(hidden, Action("A", "aim", SHOT)).later is None


@pytest.mark.rule("dfrpg.maneuver.aim.extra_turns")
@pytest.mark.parametrize(("turns", "expected"), [(1, 4), (2, 5), (3, 6), (4, 6)])
def test_more_turns_of_aiming_add_more(turns: int, expected: int) -> None:
    moment = fight(ROW, {"A": archer("crossbow")})
    assert then(aimed(moment, turns, id="crossbow"), **BOLT) == PLAIN + expected


@pytest.mark.rule("dfrpg.maneuver.aim.extra_turns")
@pytest.mark.parametrize(("turns", "expected"), [(1, 0), (2, 1), (3, 2)])
def test_a_weapon_without_accuracy_profits_from_more_turns(turns: int, expected: int) -> None:
    bottle = weapon("bottle", 14, shot={"add": "1d6", "type": "burn", "most_yd": 20, "thrown": True, "hands": 1})
    moment = fight(ROW, {"A": sheet(weapons=[bottle])})
    assert then(aimed(moment, turns, id="bottle"), weapon="bottle") == PLAIN + expected


@pytest.mark.rule("dfrpg.maneuver.aim.extra_turns")
def test_aiming_at_somebody_else_begins_anew() -> None:
    moment = aimed(ready("A......T\n........\n.......U"), 2, others=("T", "U"))
    moment = act(chose(moment, "A", "aim"), "A", "aim", weapon="bow", target="U").fight
    aim = aiming.aim_of(moment, "A")
    assert aim is not None
    assert (aim.note, aim.value) == ("U", 1)


@pytest.mark.rule(AIM)
def test_thrown_weapons_are_aimed_too() -> None:
    assert then(aimed(fight(ROW, {"A": thrower()}), id="javelin"), weapon="javelin") == PLAIN + 3


@pytest.mark.rule(AIM)
def test_only_who_holds_a_ready_ranged_weapon_aims_it() -> None:
    assert refused(fight("A.T"), "A", "maneuver", maneuver="aim") == AIM
    stowed = fight(ROW, {"A": archer(weapons=[weapon("bow", 14, "stowed")])})
    assert refused(stowed, "A", "maneuver", maneuver="aim") == AIM
    moment = chose(ready(), "A", "aim")
    assert refused(moment, "A", "aim", weapon="fist", target="T") == AIM
    moment = act(moment, "A", "aim", weapon="bow", target="T").fight
    assert refused(moment, "A", "aim", weapon="bow", target="T") == AIM


@pytest.mark.rule(AIM)
def test_what_a_spell_has_made_is_aimed_and_gone_once_it_is_thrown() -> None:
    spell = {"id": "dart", "skill": 14, "missile": True, "throw_skill": 14, "accuracy": 1, "range_yd": 50}
    run = running(fight(ROW, {"A": sheet(weapons=[], abilities=[{**spell, "damage": "1d6", "type": "burn"}])}))
    run.emit(ItemChanged(Item("A.dart", "dart", "A", "main")))
    moment = aimed(run.fight, id="dart")
    assert then(moment, weapon="dart") == PLAIN + 1
    run = act(chose(moment, "A", "attack"), "A", "attack", 6, 5, 5, weapon="dart", target="T")
    assert "A.dart" not in run.fight.items


# Whom, and how one moves.


@pytest.mark.rule("dfrpg.maneuver.aim.perceived_target")
def test_only_what_is_seen_is_aimed_at() -> None:
    moment = chose(ready("A..#...T"), "A", "aim")
    assert refused(moment, "A", "aim", weapon="bow", target="T") == "dfrpg.maneuver.aim.perceived_target"
    offered = options(moment, "A", "aim", possible=False)
    assert [one.refusal.rule for one in offered if one.refusal] == ["dfrpg.maneuver.aim.perceived_target"]


@pytest.mark.rule("dfrpg.maneuver.aim.perceived_target")
@pytest.mark.parametrize(
    ("effects", "seen"),
    [
        ({"T": ["observed"]}, True),  # heard behind its wall
        ({"T": ["observed:A"]}, True),
        ({"T": ["observed:T"]}, False),
        ({}, False),
    ],
)
def test_what_is_perceived_in_another_way_is_aimed_at(effects: dict[str, list[str]], seen: bool) -> None:
    moment = chose(ready("A..#...T", effects=effects), "A", "aim")
    assert bool(options(moment, "A", "aim")) == seen


@pytest.mark.rule("dfrpg.maneuver.aim.perceived_target")
@pytest.mark.parametrize("effects", [{"T": ["invisible"]}, {"T": ["undetected"]}, {"A": ["blinded"]}])
def test_who_is_not_perceived_is_neither_aimed_nor_shot_at(effects: dict[str, list[str]]) -> None:
    moment = ready(effects=effects)
    assert options(chose(moment, "A", "aim"), "A", "aim") == []
    assert refused(chose(moment, "A", "attack"), "A", "attack", **SHOT) == "dfrpg.grid.sight_line"


@pytest.mark.rule("dfrpg.maneuver.aim.perceived_target")
def test_a_shooter_turns_to_its_target() -> None:
    moment = chose(ready(facing={"A": "W"}), "A", "aim")
    (offered,) = options(moment, "A", "aim")
    assert [need.ids for need in offered.needs if isinstance(need, NeedCreature)] == [("T",)]
    moment = act(moment, "A", "aim", weapon="bow", target="T").fight
    assert moment.world.creature("A").facing == 2


@pytest.mark.rule("dfrpg.maneuver.aim.movement", "dfrpg.maneuver.aim")
def test_a_step_goes_with_aiming() -> None:
    moment = act(chose(ready(["A......T", "........"]), "A", "aim"), "A", "step", square="A2").fight
    moment = act(moment, "A", "aim", weapon="bow", target="T").fight
    assert aims(moment)
    assert refused(moment, "A", "step", square="A1")


# Bracing.

TABLE = ["An.....T", "........"]


def marksman(rows: list[str] | None = None, **more: Any) -> Fight:
    """A with a crossbow at a table."""
    return fight(rows or TABLE, {"A": archer("crossbow")}, **more)


@pytest.mark.rule("dfrpg.maneuver.aim.brace")
@pytest.mark.parametrize(("turns", "expected"), [(1, 5), (3, 7)])
def test_a_braced_crossbow_is_aimed_better(turns: int, expected: int) -> None:
    moment = chose(aimed(marksman(), turns, "brace", id="crossbow"), "A", "attack")
    assert skill(moment, **BOLT) == PLAIN + expected
    preview = BOOK.preview(moment, Action("A", "attack", BOLT))
    assert [one.amount for one in preview.parts if one.rule == "dfrpg.maneuver.aim.brace"] == [1]


@pytest.mark.rule("dfrpg.maneuver.aim.brace", "dfrpg.maneuver.aim.movement")
def test_who_braces_does_not_move() -> None:
    moment = chose(marksman(), "A", "aim", "brace")
    assert refused(moment, "A", "step", square="A2") == "dfrpg.maneuver.aim.movement"
    assert options(moment, "A", "step") == []
    assert options(moment, "A", "turn") == []
    assert refused(chose(marksman(), "A", "aim"), "A", "step", square="A2") == ""


@pytest.mark.rule("dfrpg.maneuver.aim.brace")
def test_only_a_crossbow_is_braced_and_only_on_something_low() -> None:
    brace = {"maneuver": "aim", "variant": "brace"}
    rule = "dfrpg.maneuver.aim.brace"
    assert refused(fight(TABLE, {"A": archer()}), "A", "maneuver", **brace) == rule
    assert refused(marksman(["A......T"]), "A", "maneuver", **brace) == rule
    assert refused(marksman(["nA.....T"]), "A", "maneuver", **brace) == rule  # behind its back
    assert refused(marksman([".n......", "A......T"]), "A", "maneuver", **brace) == ""
    wall = {"line": [[1, 0], [1, 1]], "kind": "low_wall"}
    assert refused(marksman(["A......T"], walls=[wall]), "A", "maneuver", **brace) == ""


@pytest.mark.rule("dfrpg.maneuver.aim.brace")
def test_every_turn_of_aiming_has_to_be_braced() -> None:
    first = aimed(marksman(), id="crossbow")
    assert then(aimed(first, 1, "brace", id="crossbow"), **BOLT) == PLAIN + 5
    braced = aimed(marksman(), 1, "brace", id="crossbow")
    assert then(aimed(braced, id="crossbow"), **BOLT) == PLAIN + 5


@pytest.mark.rule("dfrpg.maneuver.aim.brace")
def test_a_step_before_the_shot_takes_the_weapon_off_the_table() -> None:
    moment = chose(aimed(marksman(), 1, "brace", id="crossbow"), "A", "attack")
    moment = act(moment, "A", "step", square="A2").fight
    assert skill(moment, **BOLT) == PLAIN + 4


@pytest.mark.rule("dfrpg.maneuver.aim.brace", "dfrpg.posture.fall")
def test_a_fall_takes_the_weapon_off_the_table() -> None:
    run = running(aimed(marksman(), 1, "brace", id="crossbow"), answers=("A face_up",))
    lying_down.fall(run, "A")
    assert aims(run.fight)
    assert not run.fight.body("A").has(aiming.BRACED)


# What spoils it.


def screened(facing: str = "S") -> Fight:
    """A has aimed at T, who can get behind a wall; T acts."""
    rows = ["A......T", "....#...", "....#..."]
    moment = ready(rows, sheets={"T": sheet(move=9)}, facing={"T": facing})
    moment = act(chose(moment, "A", "aim"), "A", "aim", weapon="bow", target="T").fight
    return ended(moment, "A")


@pytest.mark.rule("dfrpg.maneuver.aim.lost_sight")
def test_a_target_that_was_out_of_sight_has_to_be_aimed_at_anew() -> None:
    there = act(chose(screened(), "T", "move"), "T", "move", path="H1 H2 H3").fight
    assert not aims(there)
    back = act(there, "T", "move", path="H3 H2 H1").fight
    assert then(ended(back, "T")) == 14 - 5  # seven yards and the four it went


@pytest.mark.rule("dfrpg.maneuver.aim.lost_sight")
def test_a_target_that_moves_in_sight_stays_aimed_at() -> None:
    moment = act(chose(screened("W"), "T", "move"), "T", "move", path="H1 G1 F1").fight
    assert aims(moment)


@pytest.mark.rule("dfrpg.maneuver.aim.lost_sight")
def test_who_looks_elsewhere_loses_sight_of_its_target() -> None:
    moment = act(chose(aimed(ready()), "A", "attack"), "A", "turn", facing="W").fight
    assert not aims(moment)


@pytest.mark.rule("dfrpg.maneuver.aim.injury")
@pytest.mark.parametrize(("faces", "keeps"), [((4, 4, 3), True), ((4, 4, 4), False)])
def test_a_wound_calls_for_a_roll_of_will(faces: tuple[int, int, int], keeps: bool) -> None:
    moment = aimed(ready(sheets={"A": archer(will=11, hp=20)}))
    run = running(moment, *faces)
    harm.hurt(run, "A", 3)
    (roll,) = rolled(run, "will")
    assert (roll.against, roll.total) == (11, sum(faces))
    assert aims(run.fight) == keeps


@pytest.mark.rule("dfrpg.maneuver.aim.injury")
def test_a_blow_that_armor_stops_calls_for_none() -> None:
    moment = fight("A.T", {"A": archer(dr=10), "T": archer()}, order=("A", "T"))
    moment = act(chose(moment, "A", "aim"), "A", "aim", weapon="bow", target="T").fight
    moment = chose(ended(moment, "A"), "T", "attack")
    run = act(moment, "T", "attack", 3, 3, 3, 4, answers=("A none",), weapon="bow", target="A")
    assert (lost(run, "A"), rolled(run, "will")) == (0, [])
    assert aims(run.fight)


@pytest.mark.rule("dfrpg.maneuver.aim.defense_spoils")
@pytest.mark.parametrize(
    ("answer", "faces", "keeps"), [("dodge", (1, 2, 2), False), ("dodge", (5, 5, 5, 1), False), ("none", (1,), True)]
)
def test_a_defense_spoils_it_whatever_comes_of_it(answer: str, faces: tuple[int, ...], keeps: bool) -> None:
    moment = fight("A.T", {"A": archer(dr=10), "T": archer()}, order=("A", "T"))
    moment = aimed(moment, 2)
    moment = act(chose(moment, "A", "aim"), "A", "aim", weapon="bow", target="T").fight
    moment = chose(ended(moment, "A"), "T", "attack")
    run = act(moment, "T", "attack", 3, 3, 3, *faces, answers=(f"A {answer}",), weapon="bow", target="A")
    assert aims(run.fight) == keeps
    assert then(ended(run.fight, "T")) == 14 + (4 if keeps else 0)


@pytest.mark.rule("dfrpg.state.stun")
def test_being_stunned_loses_it() -> None:
    run = running(aimed(ready()))
    harm.stun(run, "A", states.PHYSICAL, "dfrpg.state.stun")
    assert not aims(run.fight)


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.ranged_penalty")
def test_a_shot_on_the_move_loses_it() -> None:
    moment = chose(aimed(ready(), 3), "A", "move_and_attack")
    moment = act(moment, "A", "turn", facing="NE").fight
    assert skill(moment) == PLAIN - 7
    near = chose(fight("A.T", {"A": archer("short_bow")}), "A", "move_and_attack")
    near = act(near, "A", "turn", facing="NE").fight
    assert skill(near, weapon="short_bow") == 8


@pytest.mark.rule("dfrpg.maneuver.aim.lost_sight")
def test_a_dead_target_is_aimed_at_no_more() -> None:
    run = running(aimed(ready("A......T\n.......U"), others=("T", "U")))
    harm.kill(run, "T")
    assert not aims(passed(ended(chose(run.fight, "A", "aim"), "A"), "U"))


@pytest.mark.rule(AIM)
def test_an_aim_is_told_by_a_badge() -> None:
    badges = {one.id: one for one in BOOK.badges(aimed(ready(), 2), "A")}
    assert in_english(badges["aiming"].title) == "aiming 2: T"


@pytest.mark.rule("dfrpg.ranged.opportunity_fire")
def test_a_wait_keeps_the_aim_until_another_manoeuvre_is_chosen() -> None:
    waits = Effect("maneuver", note="wait")
    moment = aimed(ready())
    run = running(moment)
    states.set_maneuver(run, "A", "wait", "", waits.rule)
    assert aims(run.fight)
    assert not aims(chose(run.fight, "A", "attack"))
