"""All-Out Attacks in melee: their kinds, the run before the blow, and no defence until the next turn."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.rules.action import Action
from tactics.rules.event import Rolled
from tactics.rulesets.dfrpg.fight import moves
from tactics.rulesets.dfrpg.fight.attack_action import named
from tactics.rulesets.dfrpg.fight.damage import Damage, damage_of
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.guard import waits
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    chose,
    ended,
    fight,
    kept,
    lost,
    options,
    refused,
    rolled,
    sheet,
    weapon,
    where,
)

SWING = {"weapon": "broadsword", "use": "swing"}
MISS = (6, 6, 4)


def all_out(variant: str, rows: str = "AT", own: dict[str, Any] | None = None, **more: Any) -> Fight:
    """The moment after a hero has chosen a kind of All-Out Attack."""
    return chose(fight(rows, {"A": own or sheet()}, **more), "A", "all_out_attack", variant)


@pytest.mark.rule("dfrpg.maneuver.all_out_attack")
def test_a_kind_has_to_be_named_and_is_not_changed() -> None:
    assert refused(fight(), "A", "maneuver", maneuver="all_out_attack") == "dfrpg.maneuver.all_out_attack"
    moment = act(all_out("strong", "A..T"), "A", "move", path="A1 B1").fight
    again = {"maneuver": "all_out_attack", "variant": "determined"}
    assert refused(moment, "A", "maneuver", **again) == "dfrpg.maneuver.choose_one"


@pytest.mark.rule("dfrpg.maneuver.all_out_attack", "dfrpg.state.ready")
def test_an_unready_weapon_does_not_attack_all_out() -> None:
    moment = all_out("strong", own=sheet(weapons=[weapon("broadsword", 14, "stowed")]))
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.state.ready"


@pytest.mark.rule("dfrpg.maneuver.all_out_attack")
def test_a_melee_kind_does_not_shoot() -> None:
    axe = sheet(weapons=[weapon("throwing_axe", 14)])
    moment = all_out("strong", "A.T", own=axe)
    assert refused(moment, "A", "attack", weapon="throwing_axe", target="T") != ""
    assert all("use" in one.arguments for one in options(moment, "A", "attack", possible=False))


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.determined", "dfrpg.core.critical_success")
def test_determined_is_four_better() -> None:
    moment = all_out("determined", own=sheet(weapons=[weapon("broadsword", 12)]))
    run = act(moment, "A", "attack", 1, 2, 3, 1, **SWING, target="T")
    (one,) = rolled(run, "attack")
    assert (one.against, one.total, one.outcome) == (16, 6, "critical")
    assert kept(one.parts) == [12, 4]
    moment = chose(fight("AT", {"A": sheet(weapons=[weapon("broadsword", 12)])}), "A", "attack")
    assert rolled(act(moment, "A", "attack", *MISS, **SWING, target="T"), "attack")[0].against == 12


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.determined", "dfrpg.attack.off_hand")
@pytest.mark.parametrize(("traits", "skill"), [([], 10), (["ambidextrous"], 14)])
def test_determined_with_the_off_hand(traits: list[str], skill: int) -> None:
    own = sheet(weapons=[weapon("shortsword", 10, "off")], traits=traits)
    run = act(all_out("determined", own=own), "A", "attack", 6, 6, 5, weapon="shortsword", use="thrust", target="T")
    assert rolled(run, "attack")[0].against == skill


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.strong")
@pytest.mark.parametrize(
    ("st", "weapon_id", "use", "add"),
    [
        # Broadsword swing+1: ST 10 1d+1; ST 13 2d-1+1; ST 17 3d-1+1; ST 21 4d-1+1.
        (10, "broadsword", "swing", 2),
        (13, "broadsword", "swing", 2),
        (17, "broadsword", "swing", 3),
        (21, "broadsword", "swing", 4),
        (10, "broadsword", "thrust", 2),
        (10, "fist", "punch", 2),
    ],
)
def test_strong_adds_two_or_one_for_each_die(st: int, weapon_id: str, use: str, add: int) -> None:
    own = sheet(st=st)
    plain = _damage(chose(fight("AT", {"A": own}), "A", "attack"), weapon_id, use)
    strong = _damage(all_out("strong", own=own), weapon_id, use)
    assert strong.dice.dice == plain.dice.dice
    assert strong.dice.bonus == plain.dice.bonus + add
    assert [one.amount for one in strong.parts] == [add]


def _damage(moment: Fight, weapon_id: str, use: str) -> Damage:
    return damage_of(moment, named(moment, Action("A", "attack", {"weapon": weapon_id, "use": use, "target": "T"})))


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.strong")
def test_strong_has_the_usual_skill_and_tells_of_its_bonus() -> None:
    moment = chose(fight("AT", {"T": sheet(hp=40)}), "A", "all_out_attack", "strong")
    run = act(moment, "A", "attack", 3, 3, 4, 2, answers=("T none",), **SWING, target="T")
    assert rolled(run, "attack")[0].against == 14
    (told,) = rolled(run, "damage")
    assert (told.total, kept(told.parts)) == (5, [1, 2])
    assert lost(run, "T") == 7


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.strong")
def test_dice_that_are_no_muscle_are_not_stronger() -> None:
    breath = {"id": "horn", "skill": 14, "uses": {"gore": {"add": "1d6", "type": "imp", "reaches": [1]}}}
    moment = all_out("strong", own=sheet(weapons=[breath]))
    assert _damage(moment, "horn", "gore").parts == ()


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.double")
def test_double_is_two_attacks_on_one_foe() -> None:
    rows = """
TU
A.
"""
    moment = all_out("double", rows, facing={"A": "N"})
    moment = act(moment, "A", "attack", *MISS, **SWING, target="T").fight
    assert refused(moment, "A", "attack", **SWING, target="U") == "dfrpg.maneuver.all_out_attack.double"
    for option in options(moment, "A", "attack"):
        assert option.needs[0].ids == ("T",)
    moment = act(moment, "A", "attack", *MISS, **SWING, target="T").fight
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.maneuver.all_out_attack.double"


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.double", "dfrpg.state.unready_after_attack")
@pytest.mark.parametrize(("st", "use", "rule"), [(13, "swing", "double"), (20, "swing", ""), (13, "thrust", "")])
def test_double_takes_a_weapon_that_stays_ready(st: int, use: str, rule: str) -> None:
    moment = all_out("double", "A..T", sheet(st=st, weapons=[weapon("halberd", 14, "both")]))
    found = refused(moment, "A", "attack", weapon="halberd", use=use, target="T")
    assert found == (f"dfrpg.maneuver.all_out_attack.{rule}" if rule else "")


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.double", "dfrpg.attack.off_hand")
@pytest.mark.parametrize(("traits", "second"), [([], 10), (["ambidextrous"], 14)])
def test_double_with_two_weapons(traits: list[str], second: int) -> None:
    own = sheet(weapons=[weapon("broadsword", 14), weapon("shortsword", 14, "off")], traits=traits)
    run = act(all_out("double", own=own), "A", "attack", *MISS, **SWING, target="T")
    assert rolled(run, "attack")[0].against == 14
    run = act(run.fight, "A", "attack", *MISS, weapon="shortsword", use="thrust", target="T")
    assert rolled(run, "attack")[0].against == second


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.extra_attacks")
@pytest.mark.parametrize(("attacks", "variant", "made"), [(3, "double", 4), (1, "double", 2), (2, "strong", 2)])
def test_one_attack_more_than_usual(attacks: int, variant: str, made: int) -> None:
    moment = all_out(variant, own=sheet(attacks=attacks))
    for _ in range(made):
        moment = act(moment, "A", "attack", *MISS, **SWING, target="T").fight
    assert refused(moment, "A", "attack", **SWING, target="T").startswith("dfrpg.maneuver.all_out_attack")


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.feint")
def test_who_strikes_without_its_feint_has_given_it_up() -> None:
    moment = act(all_out("feint"), "A", "attack", *MISS, **SWING, target="T").fight
    rule = "dfrpg.maneuver.all_out_attack.feint"
    assert refused(moment, "A", "feint", target="T") == rule
    assert refused(moment, "A", "attack", **SWING, target="T") == rule


OPEN = "\n".join(["........."] * 5 + ["....A...."] + ["........T"])


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.movement")
@pytest.mark.parametrize(
    ("move", "path", "goes"),
    [
        (5, "E6 E5 E4 E3", True),
        (5, "E6 E5 E4 E3 E2", False),
        (3, "E6 E5 E4", True),
        (3, "E6 E5 E4 E3", False),
        (1, "E6 E5 E4", True),
        (8, "E6 E5 E4 E3 E2", True),
        (4, "E6 F5 F4", True),
        (4, "E6 F5 G4", False),
        (5, "E6 F5 G4", True),
        (5, "E6 E7", False),
        (5, "E6 E5 F5", False),
        (5, "E6 F6", False),
    ],
)
def test_a_run_goes_ahead_half_of_move_or_two_squares(move: int, path: str, goes: bool) -> None:
    moment = all_out("strong", OPEN, sheet(move=move), facing={"A": "N"})
    assert (refused(moment, "A", "move", path=path) == "") == goes


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.movement")
def test_two_squares_of_bad_ground_are_run_as_well() -> None:
    moment = all_out("strong", "A,,,.T", sheet(move=3))
    assert refused(moment, "A", "move", path="A1 B1 C1") == ""
    assert refused(moment, "A", "move", path="A1 B1 C1 D1") == "dfrpg.movement.points"


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.movement", "dfrpg.movement.facing_change", "dfrpg.movement.facing_end")
def test_a_run_has_no_turn_of_its_own() -> None:
    moment = act(all_out("strong", OPEN, facing={"A": "N"}), "A", "move", path="E6 E5 E4").fight
    assert refused(moment, "A", "turn", facing="E") == "dfrpg.maneuver.all_out_attack.movement"
    assert refused(moment, "A", "face", facing="E") == "dfrpg.maneuver.all_out_attack.movement"
    assert options(moment, "A", "turn") == options(moment, "A", "face") == []
    assert moment.world.creature("A").facing == 0


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.movement")
def test_who_turns_in_place_does_not_run() -> None:
    moment = act(all_out("strong", OPEN, facing={"A": "N"}), "A", "turn", facing="E").fight
    assert moment.world.creature("A").facing == 2
    assert moves.points_left(moment, "A") == 6
    assert refused(moment, "A", "move", path="E6 F6") == "dfrpg.maneuver.all_out_attack.movement"
    assert options(moment, "A", "move") == []


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.movement")
def test_running_comes_before_the_blow() -> None:
    moment = act(all_out("strong", "AT\n.."), "A", "attack", *MISS, **SWING, target="T").fight
    rule = "dfrpg.maneuver.all_out_attack.movement"
    assert refused(moment, "A", "move", path="A1 A2") == rule
    assert options(moment, "A", "turn") == []
    run = act(all_out("strong", "A..T"), "A", "move", path="A1 B1 C1").fight
    assert where(run, "A") == "C1"
    assert refused(run, "A", "attack", **SWING, target="T") == ""


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.no_defense")
def test_no_defence_until_the_next_turn() -> None:
    own = sheet(shield={"id": "large_shield", "skill": 14}, hp=30)
    moment = chose(ended(all_out("strong", own=own), "A"), "T", "attack")
    run = act(moment, "T", "attack", 3, 3, 4, 1, **SWING, target="A")
    assert [one.purpose for one in run.trace if isinstance(one, Rolled)] == ["attack", "damage"]
    assert lost(run, "A") == 3
    preview = BOOK.preview(moment, Action("T", "attack", {**SWING, "target": "A"}))
    assert any(one.msgid.startswith("No active defense") for one in preview.notes)


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.no_defense", "dfrpg.maneuver.wait.interrupt")
def test_who_runs_into_a_waiting_blow_does_not_defend() -> None:
    moment = waits(fight("T...A", {"A": sheet(hp=30)}, order="TA"), "T")
    moment = chose(moment, "A", "all_out_attack", "strong")
    answers = ("T attack.broadsword.swing", "T done")
    run = act(moment, "A", "move", 3, 3, 4, 1, answers=answers, path="E1 D1 C1 B1")
    assert [one.purpose for one in run.trace if isinstance(one, Rolled)] == ["attack", "damage"]
    assert where(run.fight, "A") == "B1"
