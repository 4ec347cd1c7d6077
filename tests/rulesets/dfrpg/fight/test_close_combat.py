"""Figures in one square: who gets in, what strikes, shoots and defends there, and how one gets out and by."""

from __future__ import annotations

import pytest

from tactics.rules.action import Action
from tactics.rules.event import EffectGained
from tactics.rulesets.dfrpg.fight import checks, close_combat, evading, lying_down
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.blows import dice, effective
from tests.rulesets.dfrpg.fight.moments import cells, counted, having, lying, put, turned
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    noted,
    options,
    refused,
    rolled,
    rules,
    running,
    sheet,
    way,
    weapon,
)

CLOSE = "dfrpg.grid.close_combat"
OCCUPIED = "dfrpg.movement.occupied"
EVADE = "dfrpg.movement.evade"
DAGGER = {"weapon": "dagger", "use": "thrust", "target": "T"}
SWORD = {"weapon": "broadsword", "use": "swing", "target": "T"}
KNIFER = sheet(weapons=[weapon("dagger")])
SHIELDED = {"id": "medium_shield", "skill": 14}
HALL = """
.......
.......
A..T...
.......
.......
"""


def inside(**sheets: dict[str, object]) -> Fight:
    """A has come into the square of T from the west on an earlier turn."""
    moment = put(fight(HALL, {"A": KNIFER, **sheets}), "A", "D3", "E")
    return counted(moment, "A", came_from=7)


# Coming in.


@pytest.mark.rule(OCCUPIED, CLOSE)
def test_an_enemys_square_is_entered_for_nothing_more_and_ends_the_move() -> None:
    moment = chose(fight(HALL, {"A": KNIFER}), "A", "move")
    run = act(moment, "A", "move", path="A3 B3 C3 D3", manner="turning")
    assert cells(run.fight, "A") == cells(run.fight, "T") == ("D3",)
    assert run.fight.body("A").count("spent_half") == 6
    assert CLOSE in noted(run)
    assert refused(moment, "A", "move", path="A3 B3 C3 D3 E3", manner="turning") == "dfrpg.movement.points"


@pytest.mark.rule(OCCUPIED)
def test_a_friends_square_is_crossed_for_one_point_and_not_ended_in() -> None:
    rows = "#######\nAB..T..\n#######"
    moment = chose(fight(rows, creatures={"B": {"side": "heroes"}}), "A", "move")
    run = act(moment, "A", "move", path="A2 B2 C2", manner="turning")
    assert run.fight.body("A").count("spent_half") == 6
    assert refused(moment, "A", "move", path="A2 B2", manner="turning") == "dfrpg.movement.points"


@pytest.mark.rule(OCCUPIED, CLOSE)
def test_a_step_enters_as_well() -> None:
    moment = chose(fight(HALL.replace("A..T", "..AT"), {"A": KNIFER}), "A", "attack")
    moment = act(moment, "A", "step", square="D3").fight
    assert effective(moment, "A", **DAGGER) == 14
    assert close_combat.came_from(moment, "A") == (2, 2)


# Striking.


@pytest.mark.rule(CLOSE)
def test_in_close_combat_only_reach_c_strikes() -> None:
    armed = sheet(weapons=[weapon("broadsword"), weapon("dagger", hand="off")])
    moment = chose(inside(A=armed), "A", "attack")
    assert refused(moment, "A", "attack", **SWORD) == "dfrpg.maneuver.attack.melee_reach"
    found = {str(one.arguments["weapon"]) for one in options(moment, "A", "attack")}
    assert found == {"dagger", "foot"}


@pytest.mark.rule(CLOSE)
@pytest.mark.parametrize(("shield", "skill"), [("medium_shield", 12), ("small_shield", 13), ("medium_buckler", 14)])
def test_a_worn_shield_hampers(shield: str, skill: int) -> None:
    own = sheet(weapons=[weapon("dagger")], shield={"id": shield, "skill": 14})
    moment = chose(inside(A=own), "A", "attack")
    assert effective(moment, "A", **DAGGER) == skill
    outside = chose(fight("A.T".replace(".", ""), {"A": own}), "A", "attack")
    assert effective(outside, "A", weapon="foot", use="kick", target="T") == 10


@pytest.mark.rule(CLOSE)
def test_a_bow_is_clumsy_in_close_combat() -> None:
    moment = chose(inside(A=sheet(weapons=[weapon("bow", 14, "both")])), "A", "attack")
    assert effective(moment, "A", weapon="bow", target="T") == 7


@pytest.mark.rule(CLOSE)
def test_a_blow_from_outside_into_close_combat_is_harder() -> None:
    rows = HALL.replace("A..T...", "A..T.B.")
    sheets = {"A": KNIFER, "B": sheet(weapons=[weapon("spear")])}
    moment = counted(put(fight(rows, sheets, {"B": {"side": "heroes"}}, order="BAT"), "A", "D3", "E"), "A", came_from=7)
    near = put(chose(moment, "B", "attack"), "B", "E3", "W")
    spear = {"weapon": "spear", "use": "thrust", "target": "T"}
    assert effective(near, "B", **spear) == 12
    assert effective(put(near, "A", "A1"), "B", **spear) == 14


# Defending.


def struck(moment: Fight) -> set[str]:
    """How T may defend against a dagger of A in its square."""
    decision = asked(chose(moment, "A", "attack"), "A", "attack", *dice(10), **DAGGER)
    return {one.id.partition("_")[0].partition(".")[0] for one in decision.choices if "fist" not in one.id}


@pytest.mark.rule(CLOSE)
def test_in_close_combat_one_dodges_or_parries_with_reach_c() -> None:
    swordsman = sheet(shield=SHIELDED)
    assert struck(inside(T=swordsman)) == {"dodge", "none"}
    assert struck(inside(T=sheet(weapons=[weapon("dagger")], shield=SHIELDED))) == {"dodge", "parry", "none"}


@pytest.mark.rule(CLOSE)
@pytest.mark.parametrize(("switch", "blocks"), [("faq", True), ("strict", False)])
def test_a_foe_that_has_just_come_in_counts_as_outside(switch: str, blocks: bool) -> None:
    swordsman = sheet(shield=SHIELDED)
    rules = {"dfrpg": {"close_combat_entry": switch}}
    moment = fight(HALL.replace("A..T", "..AT"), {"A": KNIFER, "T": swordsman}, rules=rules)
    moment = act(chose(moment, "A", "attack"), "A", "step", square="D3").fight
    decision = asked(moment, "A", "attack", *dice(10), **DAGGER)
    kinds = {one.id.partition("_")[0].partition(".")[0] for one in decision.choices if "fist" not in one.id}
    assert kinds == ({"dodge", "parry", "block", "none"} if blocks else {"dodge", "none"})
    later = ended(ended(act(moment, "A", "attack", *dice(16), **DAGGER).fight, "A"), "T")
    again = asked(chose(later, "A", "attack"), "A", "attack", *dice(10), **DAGGER)
    kinds = {one.id.partition("_")[0].partition(".")[0] for one in again.choices if "fist" not in one.id}
    assert kinds == {"dodge", "none"}


@pytest.mark.rule(CLOSE)
def test_a_shot_in_close_combat_is_not_blocked() -> None:
    moment = chose(inside(A=sheet(weapons=[weapon("bow", 14, "both")]), T=sheet(shield=SHIELDED)), "A", "attack")
    decision = asked(moment, "A", "attack", *dice(6), weapon="bow", target="T")
    assert not any(one.id.startswith("block") for one in decision.choices)


# Getting out and by.


def contest(moment: Fight) -> int:
    """What A rolls against to get by T."""
    return checks.total(evading.parts_of(moment, "A", "T"))


@pytest.mark.rule(EVADE)
@pytest.mark.parametrize(("looks", "skill"), [("W", 7), ("E", 12), ("N", 9), ("S", 9)])
def test_evading_by_the_side_one_came_from(looks: str, skill: int) -> None:
    assert contest(turned(inside(), "T", looks)) == skill


@pytest.mark.rule(EVADE)
@pytest.mark.parametrize(
    ("posture", "skill"), [("crouching", 7), ("kneeling", 10), ("sitting", 10), ("crawling", 17), ("prone", 17)]
)
def test_evading_by_the_posture_of_the_foe(posture: str, skill: int) -> None:
    assert contest(having(turned(inside(), "T", "W"), "T", posture)) == skill


@pytest.mark.rule(EVADE)
def test_a_lying_foe_from_behind_is_easiest() -> None:
    assert contest(lying(inside(), "T", "D3", "E3")) == 22


@pytest.mark.rule(EVADE, OCCUPIED, "dfrpg.core.quick_contest")
@pytest.mark.parametrize(
    ("own", "foe", "ends"), [(6, 12, "F3"), (6, 13, "F3"), (7, 12, "D3"), (8, 13, "D3"), (10, 12, "D3"), (6, 11, "D3")]
)
def test_who_wins_goes_on_and_who_does_not_stays(own: int, foe: int, ends: str) -> None:
    moment = chose(turned(inside(), "T", "W"), "A", "move")
    arguments = {"path": "D3 E3 F3", "manner": "turning"}
    decision = asked(moment, "A", "move", **arguments)
    assert (decision.who, decision.id, decision.default) == ("T", "evade", "hinder")
    run = act(moment, "A", "move", *dice(own), *dice(foe), answers=("T hinder",), **arguments)
    assert cells(run.fight, "A") == (ends,)
    assert [one.who for one in rolled(run, "contest")] == ["A", "T"]
    assert [one.against for one in rolled(run, "contest")] == [7, 12]
    assert EVADE in noted(run)
    if ends == "D3":
        assert options(run.fight, "A", "move") == []
        assert refused(run.fight, "A", "move", path="D3 C3", manner="turning") == EVADE
    else:
        assert close_combat.came_from(run.fight, "A") is None


@pytest.mark.rule(EVADE)
def test_the_preview_says_how_likely_it_gets_by() -> None:
    moment = turned(inside(), "T", "W")
    notes = BOOK.preview(
        chose(moment, "A", "move"), Action("A", "move", {"path": way("D3 E3 F3"), "manner": "turning"})
    ).notes
    assert [dict(one.params)["percent"] for one in notes] == [10]
    back = BOOK.preview(
        chose(moment, "A", "move"), Action("A", "move", {"path": way("D3 C3"), "manner": "facing"})
    ).notes
    assert back == ()
    stepping = BOOK.preview(chose(moment, "A", "attack"), Action("A", "step", {"square": way("E3")[0]}))
    assert stepping.notes == notes


@pytest.mark.rule(EVADE)
def test_a_foe_may_let_it_pass() -> None:
    moment = chose(inside(), "A", "move")
    run = act(moment, "A", "move", answers=("T let_pass",), path="D3 E3", manner="turning")
    assert cells(run.fight, "A") == ("E3",)
    assert rolled(run, "contest") == []


@pytest.mark.rule(EVADE)
def test_an_unconscious_foe_does_not_care() -> None:
    rows = HALL.replace("A..T...", "A..T..B")
    moment = fight(rows, {"A": KNIFER})
    moment = having(counted(put(moment, "A", "D3", "E"), "A", came_from=7), "T", "prone", "unconscious")
    run = act(chose(moment, "A", "move"), "A", "move", path="D3 E3", manner="turning")
    assert cells(run.fight, "A") == ("E3",)


@pytest.mark.rule(OCCUPIED, CLOSE)
@pytest.mark.parametrize("id", ["move", "step"])
def test_going_back_the_way_it_came_takes_no_contest(id: str) -> None:
    moment = inside()
    if id == "move":
        back = act(chose(moment, "A", "move"), "A", "move", path="D3 C3", manner="facing").fight
    else:
        back = act(chose(moment, "A", "attack"), "A", "step", square="C3").fight
    assert cells(back, "A") == ("C3",)


@pytest.mark.rule(OCCUPIED, EVADE)
def test_a_step_through_takes_a_contest() -> None:
    moment = chose(turned(inside(), "T", "W"), "A", "attack")
    run = act(moment, "A", "step", *dice(8), *dice(12), answers=("T hinder",), square="E3")
    assert cells(run.fight, "A") == ("D3",)
    assert options(run.fight, "A", "step") == []


@pytest.mark.rule(OCCUPIED)
def test_who_was_run_into_leaves_as_it_likes() -> None:
    moment = ended(inside(), "A")
    run = act(chose(moment, "T", "move"), "T", "move", path="D3 E3", manner="turning")
    assert cells(run.fight, "T") == ("E3",)
    later = ended(run.fight, "T")
    assert cells(act(chose(later, "A", "move"), "A", "move", path="D3 D2", manner="turning").fight, "A") == ("D2",)


@pytest.mark.rule(EVADE, "dfrpg.core.success_roll")
@pytest.mark.parametrize(("dx", "rolls"), [(7, 0), (8, 2)])
def test_with_next_to_no_skill_nobody_tries_to_get_by(dx: int, rolls: int) -> None:
    moment = chose(turned(inside(A=sheet(dx=dx)), "T", "W"), "A", "move")
    faces = (*dice(9), *dice(9)) if rolls else ()
    run = act(moment, "A", "move", *faces, answers=("T hinder",), path="D3 E3", manner="turning")
    assert len(rolled(run, "contest")) == rolls
    assert cells(run.fight, "A") == ("D3",)
    notes = BOOK.preview(moment, Action("A", "move", {"path": way("D3 E3"), "manner": "turning"})).notes
    assert ([dict(one.params)["percent"] for one in notes] == [0]) == (not rolls)


@pytest.mark.rule(EVADE, "dfrpg.maneuver.concentrate.distraction")
def test_who_is_kept_from_getting_by_is_distracted() -> None:
    moment = turned(inside(), "T", "W")
    run = running(moment)
    run.emit(EffectGained("A", Effect("concentrating", 2, note="spell")))
    moment = chose(run.fight, "A", "concentrate")
    lost = act(moment, "A", "step", *dice(8), *dice(12), *dice(8), answers=("T hinder",), square="E3")
    assert [one.against for one in rolled(lost, "will")] == [7]


@pytest.mark.rule(EVADE)
def test_the_next_turn_brings_another_try() -> None:
    moment = chose(turned(inside(), "T", "W"), "A", "move")
    stopped = act(moment, "A", "move", *dice(8), *dice(8), answers=("T hinder",), path="D3 E3", manner="turning")
    later = chose(ended(ended(stopped.fight, "A"), "T"), "A", "move")
    run = act(later, "A", "move", *dice(3), *dice(12), answers=("T hinder",), path="D3 E3", manner="turning")
    assert cells(run.fight, "A") == ("E3",)


@pytest.mark.rule(OCCUPIED)
def test_others_that_move_change_nothing_for_who_came_in() -> None:
    rows = HALL.replace("A..T...", "A..T..B")
    moment = counted(put(fight(rows, {"A": KNIFER}, order="BAT"), "A", "D3", "E"), "A", came_from=7)
    moment = act(chose(moment, "B", "move"), "B", "move", path="G3 G2", manner="turning").fight
    assert close_combat.came_from(moment, "A") == (2, 2)


@pytest.mark.rule(EVADE)
def test_a_held_figure_does_not_get_by() -> None:
    moment = chose(inside(), "A", "move")
    run = running(moment)
    held = having(run.fight, "A", "grappled")
    assert refused(held, "A", "move", path="D3 E3", manner="turning") == EVADE
    assert options(held, "A", "move") == []


@pytest.mark.rule(EVADE, OCCUPIED)
def test_a_lying_foe_on_the_way_is_got_by_in_one_move() -> None:
    moment = chose(lying(fight(HALL, {"A": KNIFER}), "T", "D3", "D2"), "A", "move")
    arguments = {"path": "A3 B3 C3 D3 E3", "manner": "turning"}
    run = act(moment, "A", "move", *dice(8), *dice(8), answers=("T hinder",), **arguments)
    assert cells(run.fight, "A") == ("E3",)
    assert rolled(run, "contest")[0].against == 12 + 5 + 2
    stopped = act(moment, "A", "move", *dice(17), *dice(8), answers=("T hinder",), **arguments)
    assert cells(stopped.fight, "A") == ("D3",)


@pytest.mark.rule(OCCUPIED)
def test_a_foe_knocked_over_is_left_as_one_likes() -> None:
    moment = chose(inside(), "A", "move")
    run = running(moment, answers=("T face_up D2",))
    lying_down.fall(run, "T")
    assert cells(act(run.fight, "A", "move", path="D3 E3", manner="turning").fight, "A") == ("E3",)


@pytest.mark.rule(EVADE)
def test_shock_makes_it_harder_to_get_by() -> None:
    run = running(turned(inside(), "T", "W"))
    hurt = fight(HALL, {"A": KNIFER}, effects={"A": [Effect("shock", 2)]})
    hurt = turned(counted(put(hurt, "A", "D3", "E"), "A", came_from=7), "T", "W")
    assert contest(hurt) == contest(run.fight) - 2
    assert rules(evading.parts_of(hurt, "A", "T")) == {EVADE, "dfrpg.injury.shock"}


def test_previews_of_what_is_offered_in_close_combat() -> None:
    moment = chose(inside(), "A", "attack")
    found = options(moment, "A", "attack")
    likely = [BOOK.preview(moment, Action("A", "attack", {**one.arguments, "target": "T"})).chance for one in found]
    assert likely
    assert all(likely)
