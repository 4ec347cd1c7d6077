"""Damage against armour, and what wounds do: shock, major wounds, reeling, death."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of

from tactics.rules.action import Action, NeedPath
from tactics.rules.event import EffectGained, LeftFight
from tactics.rulesets.dfrpg.fight import harm, own_numbers
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.blows import HITS, blow, dice, offered, ready, shock
from tests.rulesets.dfrpg.fight.guard import waits
from tests.rulesets.dfrpg.fight.moments import having, with_hp
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    happened,
    lost,
    noted,
    options,
    rolled,
    running,
    sheet,
    weapon,
)

FIELD = """
......
......
..AT..
......
......
"""


def club(damage: str, kind: str = "burn") -> dict[str, Any]:
    """A weapon with dice of its own."""
    use = {"add": damage, "type": kind, "reaches": [1], "name": "Blow"}
    return weapon("club", 14, uses={"blow": use})


def struck(moment: Fight, *faces: int, answers: tuple[str, ...] = ("T none",)) -> Any:
    """What comes of a blow that hits and is not defended against."""
    return blow(moment, *HITS, *faces, answers=answers, weapon="club", use="blow")


def ring(damage: str, kind: str = "burn", **more: Any) -> Fight:
    """A club of some damage against a target."""
    return fight(FIELD, {"A": sheet(weapons=[club(damage, kind)]), "T": sheet(**more)})


@pytest.mark.rule("dfrpg.damage.roll", "dfrpg.damage.wounding")
@pytest.mark.parametrize(
    ("damage", "kind", "dr", "face", "injury"),
    [
        ("1d6-2", "cut", 0, 1, 1),
        ("1d6-2", "cr", 0, 1, 0),
        ("1d6+1", "cr", 4, 6, 3),
        ("1d6+1", "cr", 4, 2, 0),
        ("1d6", "cut", 0, 5, 7),
        ("1d6", "imp", 0, 5, 10),
        ("1d6", "cr", 0, 5, 5),
        ("1d6", "pi-", 0, 5, 2),
        ("1d6", "pi-", 0, 1, 1),
        ("1d6", "burn", 1, 1, 0),
    ],
)
def test_armour_comes_off_and_the_kind_multiplies(damage: str, kind: str, dr: int, face: int, injury: int) -> None:
    run = struck(ring(damage, kind, st=30, dr=dr), face)
    assert lost(run, "T") == injury
    assert ("dfrpg.damage.roll" in noted(run)) == (injury == 0)


@pytest.mark.rule("dfrpg.damage.roll")
def test_the_preview_tells_the_damage_behind_armour() -> None:
    moment = ready(ring("2d6", "cut", st=30, dr=3))
    option = options(moment, "A", "attack")[0]
    preview = BOOK.preview(moment, Action("A", "attack", {**option.arguments, "target": "T"}))
    assert (preview.damage_least, preview.damage_most) == (0, 13)


@pytest.mark.rule("dfrpg.injury.shock")
@pytest.mark.parametrize(("damage", "amount"), [("3", 3), ("8", 4), ("1", 1)])
def test_lost_hit_points_lower_skills_on_the_next_turn_only(damage: str, amount: int) -> None:
    moment = ring(damage, st=30)
    moment = struck(moment).fight
    assert shock(moment, "T") == amount
    moment = ended(moment, "A")
    sword = {"weapon": "broadsword", "use": "swing", "target": "A"}
    run = act(chose(moment, "T", "attack"), "T", "attack", *dice(16), **sword)
    parts = {one.rule: one.amount for one in rolled(run, "attack")[0].parts}
    assert parts["dfrpg.injury.shock"] == -amount
    assert shock(ended(run.fight, "T"), "T") == 0


@pytest.mark.rule("dfrpg.injury.shock", "dfrpg.defense.total_modifiers")
def test_shock_does_not_touch_defences() -> None:
    moment = struck(fight(FIELD, {"A": sheet(attacks=2, weapons=[club("4")]), "T": sheet(st=30)})).fight
    assert offered(moment, weapon="club", use="blow")["dodge"] == 8


@pytest.mark.rule("dfrpg.injury.shock")
def test_several_wounds_together_give_no_more_than_the_most() -> None:
    moment = fight(FIELD, {"A": sheet(attacks=3, weapons=[club("2")]), "T": sheet(st=30)})
    for amount in (2, 4, 4):
        moment = struck(moment).fight
        assert shock(moment, "T") == amount


def skilled(moment: Fight, who: str) -> int:
    """What a blow of somebody whose turn it is would be rolled against."""
    sword = {"weapon": "broadsword", "use": "swing", "target": "A" if who == "T" else "T"}
    return BOOK.preview(ready(moment, who), Action(who, "attack", sword)).against or 0


@pytest.mark.rule("dfrpg.injury.shock", "dfrpg.state.turn_state")
def test_a_wound_on_ones_own_turn_counts_on_the_next_one_only() -> None:
    run = running(fight(FIELD, {"A": sheet(st=30)}))
    harm.hurt(run, "A", 3)
    assert skilled(run.fight, "A") == 14, "not on the turn it was dealt in"
    moment = ended(ended(run.fight, "A"), "T")
    assert skilled(moment, "A") == 11
    assert shock(ended(moment, "A"), "A") == 0


@pytest.mark.rule("dfrpg.injury.shock", "dfrpg.state.turn_state")
def test_old_shock_and_a_wound_on_ones_own_turn_count_one_after_the_other() -> None:
    run = running(ended(struck(ring("3", st=30)).fight, "A"))
    for _ in range(3):
        harm.hurt(run, "T", 2)
    assert skilled(run.fight, "T") == 11
    later = ended(ended(run.fight, "T"), "A")
    assert skilled(later, "T") == 10, "no more than four"


@pytest.mark.rule("dfrpg.injury.shock", "dfrpg.state.turn_state")
def test_shock_does_not_count_before_the_next_own_turn() -> None:
    friend = {"B": {"side": "heroes"}}
    moment = fight("AT..B", {"T": sheet(st=30)}, friend, order=("T", "A", "B"), facing={"T": "N"})
    moment = waits(moment, "T")
    moment = blow(moment, *HITS, 1, answers=("T none",), target="T").fight
    assert shock(moment, "T") > 0
    moment = chose(ended(moment, "A"), "B", "move")
    decision = asked(moment, "B", "move", path="E1 D1 C1")
    assert decision.who == "T"
    assert decision.preview["attack.broadsword.swing"].against == 14


@pytest.mark.rule("dfrpg.injury.shock")
def test_high_pain_threshold_feels_no_shock() -> None:
    assert shock(struck(ring("4", st=30, traits=["high_pain_threshold"])).fight, "T") == 0


@pytest.mark.rule("dfrpg.injury.major_wound")
@pytest.mark.parametrize(("damage", "rolls"), [("5", 0), ("6", 1)])
def test_more_than_half_the_hit_points_is_a_major_wound(damage: str, rolls: int) -> None:
    run = struck(ring(damage, hp=11), *(dice(10) if rolls else ()))
    assert len(rolled(run, "wound")) == rolls
    assert not run.fight.body("T").has("stunned")


@pytest.mark.rule("dfrpg.injury.major_wound", "dfrpg.state.stun", "dfrpg.posture.fall")
def test_a_failed_roll_stuns_fells_and_empties_the_hands() -> None:
    own = {"hp": 11, "ht": 11, "shield": {"id": "medium_shield", "skill": 13}}
    run = struck(ring("6", **own), *dice(15), answers=("T none", "T face_up C3"))
    body = run.fight.body("T")
    assert body.has("stunned")
    assert body.has("prone")
    assert run.fight.items["T.broadsword"].holder == ""
    assert run.fight.items["T.shield"].holder == "T"
    assert [one.note for one in body.effects if one.id == "stunned"] == ["physical"]


@pytest.mark.rule("dfrpg.injury.major_wound", "dfrpg.state.unconscious")
@pytest.mark.parametrize(("ht", "total"), [(11, 16), (16, 18)])
def test_a_roll_that_fails_badly_is_unconsciousness(ht: int, total: int) -> None:
    run = struck(ring("6", hp=11, ht=ht), *dice(total))
    body = run.fight.body("T")
    assert body.has("unconscious")
    assert body.has("prone")
    assert not body.has("stunned")
    assert run.fight.items["T.broadsword"].holder == ""


@pytest.mark.rule("dfrpg.injury.major_wound")
def test_high_pain_threshold_helps_against_being_stunned() -> None:
    run = struck(ring("6", hp=11, ht=11, traits=["high_pain_threshold"]), *dice(14))
    assert rolled(run, "wound")[0].against == 14
    assert not run.fight.body("T").has("stunned")


@pytest.mark.rule("dfrpg.injury.reeling", "dfrpg.movement.halved_by_wounds", "dfrpg.core.rounding")
@pytest.mark.parametrize(
    ("full", "hp", "move", "dodge"), [(12, 4, 5, 9), (12, 3, 3, 5), (10, 3, 3, 5), (10, 4, 5, 9), (12, -3, 3, 5)]
)
def test_below_a_third_of_the_hit_points_move_and_dodge_are_half(full: int, hp: int, move: int, dodge: int) -> None:
    moment = with_hp(fight(FIELD, {"T": sheet(hp=full, dodge=9, move=5)}), "T", hp)
    assert own_numbers.move_now(moment, "T") == move
    assert offered(moment)["dodge"] == dodge


@pytest.mark.rule("dfrpg.movement.halved_by_wounds")
def test_points_and_steps_follow_the_halved_move() -> None:
    moment = with_hp(fight(FIELD, {"A": sheet(hp=12, move=5)}), "A", 3)
    left = {one.key: one.left for one in BOOK.resources(chose(moment, "A", "move"), "A")}
    assert left == {"movement": 3}
    left = {one.key: one.left for one in BOOK.resources(chose(moment, "A", "all_out_defense", "increased_dodge"), "A")}
    assert left == {"movement": 2}
    moment = with_hp(fight(FIELD, {"A": sheet(hp=12, move=12)}), "A", 3)
    assert {one.key: one.left for one in BOOK.resources(chose(moment, "A", "attack"), "A")} == {"step": 1}


@pytest.mark.rule("dfrpg.movement.halved_by_wounds", "dfrpg.maneuver.all_out_attack.movement")
def test_a_reeling_figure_runs_two_squares_for_an_all_out_attack() -> None:
    rows = "..........\nA.......T.\n.........."
    moment = chose(with_hp(fight(rows, {"A": sheet(hp=12, move=5)}), "A", 3), "A", "all_out_attack", "strong")
    (run,) = options(moment, "A", "move")
    assert max(one.x for one in need_of(run, NeedPath).costs) == 2


@pytest.mark.rule("dfrpg.injury.reeling")
def test_a_reeling_figure_shows_it() -> None:
    moment = with_hp(fight(FIELD), "T", 3)
    assert "dfrpg.injury.reeling" in {one.rule for one in BOOK.badges(moment, "T")}
    assert "dfrpg.injury.reeling" not in {one.rule for one in BOOK.badges(fight(FIELD), "T")}


@pytest.mark.rule("dfrpg.injury.death")
@pytest.mark.parametrize(
    ("full", "before", "damage", "rolls"), [(11, -2, "10", 1), (10, 5, "30", 2), (10, -2, "6", 0), (10, -11, "8", 0)]
)
def test_every_full_multiple_below_zero_takes_a_roll(full: int, before: int, damage: str, rolls: int) -> None:
    moment = with_hp(ring(damage, hp=full, st=10), "T", before)
    faces = [one for _ in range(rolls) for one in dice(9)]
    major = dice(9) if int(damage) * 2 > full else ()
    run = struck(moment, *faces, *major)
    assert len(rolled(run, "death")) == rolls
    assert run.fight.body("T").out == ""


@pytest.mark.rule("dfrpg.injury.death")
def test_a_failed_roll_is_death_and_one_missed_by_two_a_mortal_wound() -> None:
    moment = with_hp(ring("10", hp=11, ht=10), "T", -2)
    dead = struck(moment, *dice(13))
    assert dead.fight.body("T").out == "dead"
    assert [one.why for one in happened(dead) if isinstance(one, LeftFight)] == ["dead"]
    dying = struck(moment, *dice(12))
    assert dying.fight.body("T").out == ""
    assert {"dying", "unconscious", "prone"} <= {one.id for one in dying.fight.body("T").effects}
    assert "dfrpg.injury.death" in noted(dying)


@pytest.mark.rule("dfrpg.injury.death")
def test_five_times_below_zero_is_death_without_a_roll() -> None:
    run = struck(with_hp(ring("10", hp=10), "T", -40))
    assert run.fight.body("T").out == "dead"
    assert rolled(run, "death") == []
    assert [one.effect.id for one in happened(run) if isinstance(one, EffectGained) and one.effect.id == "dead"]


@pytest.mark.rule("dfrpg.injury.death", "dfrpg.state.unconscious")
def test_the_dead_and_the_dying_have_lost_the_fight() -> None:
    moment = with_hp(ring("10", hp=11, ht=10), "T", -2)
    for total in (12, 13):
        run = struck(moment, *dice(total))
        assert run.fight.over == "heroes"


@pytest.mark.rule("dfrpg.injury.death")
def test_who_lies_unconscious_can_still_be_killed() -> None:
    rows = FIELD.replace("T..", "TB.")
    sheets = {"A": sheet(weapons=[club("10")]), "T": sheet(hp=11, ht=10)}
    moment = having(with_hp(fight(rows, sheets), "T", -2), "T", "unconscious", "prone")
    run = struck(moment, *dice(13), answers=())
    assert run.fight.body("T").out == "dead"
    assert run.fight.over == ""


@pytest.mark.rule("dfrpg.injury.death")
def test_wounds_from_before_the_fight_count() -> None:
    moment = fight(FIELD, {"T": sheet(hp=12, dodge=9, lost_hp=9)})
    assert (moment.body("T").hp, moment.body("T").max_hp) == (3, 12)
    assert offered(moment)["dodge"] == 5
