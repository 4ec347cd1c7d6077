"""Readied actions."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import BOOK, act, asked, options, refused, turn_of, way, where
from rulesets.pf1.fight.ring import fight, rolled, sheet, weapon

from tactics.core.dice import FixedDice
from tactics.engine.run import Playing
from tactics.rules.action import Action
from tactics.world.fight import Fight

SWORD = [weapon("longsword")]
REACHED, ATTACKS, CASTS = "comes_within_reach", "attacks", "casts"


def waiting(rows: str, arm: str, trigger: str, foe: dict[str, Any] | None = None, **own: Any) -> Fight:
    """The turn of T after A began to wait."""
    sheets = {"A": sheet(**own), "T": sheet(**{"weapons": SWORD, "hp": 40, **(foe or {})})}
    moment = turn_of(fight(rows, sheets), "A", "T")
    after = act(moment, "A", "ready", weapon=arm, trigger=trigger).fight
    return act(after, "A", "end_turn").fight


@pytest.mark.rule("pf1.init.ready")
def test_the_blow_falls_before_the_one_that_set_it_off() -> None:
    moment = waiting("AT...", "melee.longsword", ATTACKS, weapons=SWORD)
    run = act(moment, "T", "attack", 10, 3, 12, 4, answers=("A strike",), weapon="longsword", kind="melee", target="A")
    assert [one.who for one in rolled(run, "attack")] == ["A", "T"]
    assert (run.fight.body("T").hp, run.fight.body("A").hp) == (37, 16)


@pytest.mark.rule("pf1.init.ready")
def test_who_falls_does_not_go_on() -> None:
    moment = waiting("AT...\n.U...", "melee.longsword", ATTACKS, {"hp": 2}, weapons=SWORD)
    run = act(moment, "T", "attack", 10, 3, answers=("A strike",), weapon="longsword", kind="melee", target="A")
    assert [one.who for one in rolled(run, "attack")] == ["A"]
    assert run.fight.body("A").hp == 20


@pytest.mark.rule("pf1.init.ready")
def test_it_falls_as_soon_as_a_foe_comes_within_reach() -> None:
    moment = waiting("A....T", "melee.longsword", REACHED, weapons=SWORD)
    assert where(act(moment, "T", "move", path="F1 E1 D1 C1").fight, "T") == "C1"
    run = act(moment, "T", "move", 10, 3, answers=("A strike",), path="F1 E1 D1 C1 B1")
    assert (where(run.fight, "T"), run.fight.body("T").hp) == ("B1", 37)
    charge = act(moment, "T", "charge", 10, 3, 2, answers=("A strike",), weapon="longsword", target="A")
    assert [one.who for one in rolled(charge, "attack")] == ["A", "T"]


@pytest.mark.rule("pf1.init.ready")
def test_who_was_within_reach_does_not_come_there() -> None:
    moment = waiting("AT...\n.....", "melee.longsword", REACHED, weapons=SWORD)
    run = act(moment, "T", "five_foot_step", path="B1 B2")
    assert not rolled(run, "attack")


@pytest.mark.rule("pf1.init.ready")
def test_afterwards_one_acts_just_before_the_other() -> None:
    sheets = {"A": sheet(weapons=SWORD), "T": sheet(hp=40), "U": sheet()}
    moment = turn_of(fight("A....T\n.....U", sheets), "A", "U", "T")
    moment = act(moment, "A", "ready", weapon="melee.longsword", trigger=REACHED).fight
    for who in "AU":
        moment = act(moment, who, "end_turn").fight
    run = act(moment, "T", "move", 2, answers=("A strike",), path="F1 E1 D1 C1 B1")
    assert [slot.who for slot in run.fight.order] == ["U", "A", "T"]
    assert run.fight.active == "T"
    after = act(act(run.fight, "T", "end_turn").fight, "U", "end_turn").fight
    assert (after.active, after.round) == ("A", 2)


@pytest.mark.rule("pf1.init.ready")
def test_what_is_not_set_off_is_lost() -> None:
    moment = waiting("A....T", "melee.longsword", REACHED, weapons=SWORD)
    assert moment.body("A").has("readied")
    after = act(moment, "T", "end_turn").fight
    assert after.active == "A"
    assert not after.body("A").has("readied")
    again = act(after, "A", "ready", weapon="melee.longsword", trigger=REACHED).fight
    assert again.body("A").has("readied")


@pytest.mark.rule("pf1.init.ready")
def test_one_may_hold_on_until_something_better() -> None:
    moment = waiting("A....T", "melee.longsword", REACHED, weapons=SWORD)
    run = act(moment, "T", "move", answers=("A hold",), path="F1 E1 D1 C1 B1")
    assert run.fight.body("A").has("readied")
    assert [slot.who for slot in run.fight.order] == ["A", "T"]


@pytest.mark.rule("pf1.init.ready")
def test_it_takes_a_standard_action_and_gives_no_opening() -> None:
    moment = turn_of(fight("AT...\n.....", {"A": sheet(weapons=SWORD), "T": sheet(weapons=SWORD)}), "A", "T")
    run = act(moment, "A", "ready", weapon="melee.longsword", trigger=ATTACKS)
    assert not rolled(run, "attack")
    assert refused(run.fight, "A", "total_defense") == "pf1.action.standard"
    assert options(run.fight, "A", "move")
    assert refused(moment, "A", "ready", weapon="melee.greatsword", trigger=ATTACKS) == "pf1.init.ready"
    assert refused(moment, "A", "ready", weapon="melee.longsword", trigger="sleeps") == "pf1.init.ready"


@pytest.mark.rule("pf1.init.ready")
def test_a_readied_shot_gives_an_opening() -> None:
    bow = [weapon("shortbow", "both")]
    moment = waiting("AT...\n.....", "ranged.shortbow", ATTACKS, weapons=bow)
    decision = asked(moment, "T", "attack", answers=("A strike",), weapon="longsword", kind="melee", target="A")
    assert (decision.who, decision.id) == ("T", "attack_of_opportunity")


RAY = {"id": "ray", "touch": "ranged", "range": 60, "dice": "1d6", "level": 3, "concentration": 10}


@pytest.mark.rule("pf1.init.ready")
@pytest.mark.rule("pf1.action.cast")
@pytest.mark.parametrize(("face", "cast"), [(12, True), (11, False)])
def test_a_caster_who_is_shot_has_to_concentrate(face: int, cast: bool) -> None:
    bow = {"dex": 20, "weapons": [weapon("longbow", "both", bonus_damage=5)]}
    moment = waiting("A...T\n.....", "ranged.longbow", CASTS, {"powers": [RAY]}, **bow)
    faces = (15, 4, face, 19, 2) if cast else (15, 4, face)
    run = act(moment, "T", "cast", *faces, answers=("A strike",), power="ray", target="A")
    (check,) = rolled(run, "check")
    assert (check.against, check.total, check.outcome) == (22, face + 10, "success" if cast else "failure")
    assert run.fight.body("T").hp == 40 - 9
    assert (run.fight.body("A").hp < 20) is cast


@pytest.mark.rule("pf1.charge.brace")
@pytest.mark.parametrize(("deed", "totals"), [("charge", [3 + 3 + 3 + 3]), ("move", [3 + 3])])
def test_a_spear_set_against_a_charge(deed: str, totals: list[int]) -> None:
    moment = waiting("A......T", "melee.spear", REACHED, str=14, weapons=[weapon("spear", "both")])
    if deed == "charge":
        run = act(moment, "T", "charge", 12, 3, 3, 2, answers=("A strike",), weapon="longsword", target="A")
    else:
        run = act(moment, "T", "move", 12, 3, answers=("A strike",), path="H1 G1 F1 E1 D1 C1 B1")
    assert [one.total for one in rolled(run, "damage")] == totals


@pytest.mark.rule("pf1.init.ready")
@pytest.mark.rule("pf1.action.five_foot_step")
def test_a_step_may_be_part_of_it() -> None:
    """T attacks U two squares off; A steps up first and strikes."""
    sheets = {"A": sheet(weapons=SWORD), "T": sheet(weapons=SWORD, hp=40), "U": sheet(hp=30)}
    moment = turn_of(fight("A.TU\n....", sheets, {"A": {"side": "heroes"}, "U": {"side": "heroes"}}), "A", "T", "U")
    moment = act(moment, "A", "ready", weapon="melee.longsword", trigger=ATTACKS).fight
    moment = act(moment, "A", "end_turn").fight
    decision = asked(moment, "T", "attack", weapon="longsword", kind="melee", target="U")
    assert [one.id for one in decision.choices] == ["step", "hold"]
    assert {str(square) for square in decision.needs["step"][0].squares} == {"B1", "B2"}
    answer = Action("A", "step", {"square": way("B2")[0]})
    run = Playing(moment, (), [answer], FixedDice((10, 3, 12, 4)))
    BOOK.resolve(run, Action("T", "attack", {"weapon": "longsword", "kind": "melee", "target": "U"}))
    assert [one.who for one in rolled(run, "attack")] == ["A", "T"]
    assert where(run.fight, "A") == "B2"
    assert run.fight.body("A").count("five_foot_step") == 1


@pytest.mark.rule("pf1.init.ready")
def test_no_step_for_one_who_moved_before() -> None:
    sheets = {"A": sheet(weapons=SWORD), "T": sheet(weapons=SWORD, hp=40), "U": sheet(hp=30)}
    moment = fight(".A.TU\n.....", sheets, {"A": {"side": "heroes"}, "U": {"side": "heroes"}})
    moment = act(turn_of(moment, "A", "T", "U"), "A", "move", path="B1 A1 B1").fight
    moment = act(moment, "A", "ready", weapon="melee.longsword", trigger=ATTACKS).fight
    moment = act(moment, "A", "end_turn").fight
    run = act(moment, "T", "attack", 2, weapon="longsword", kind="melee", target="U")
    assert [one.who for one in rolled(run, "attack")] == ["T"]


SCORCH = {
    "id": "scorch",
    "name": "Scorch",
    "range": 30,
    "effect": "damage",
    "dice": "4d6",
    "type": "fire",
    "save": "reflex",
    "dc": 15,
    "uses": 1,
    "level": 3,
    "concentration": 0,
}


def with_a_spell(rows: str = "A..TU\n.....") -> Fight:
    """The turn of T after A, an ally of U, readied a spell against whoever attacks."""
    sheets = {"A": sheet(powers=[SCORCH]), "T": sheet(weapons=SWORD, hp=40), "U": sheet(hp=30)}
    moment = turn_of(fight(rows, sheets, {"A": {"side": "heroes"}, "U": {"side": "heroes"}}), "A", "T", "U")
    after = act(moment, "A", "ready", weapon="power.scorch", trigger=ATTACKS).fight
    return act(after, "A", "end_turn").fight


@pytest.mark.rule("pf1.init.ready")
def test_a_spell_can_be_readied() -> None:
    """The fire comes before the blow and is used up; afterwards A acts just before T."""
    moment = with_a_spell()
    faces = (6, 6, 6, 6, 2, 2)
    run = act(moment, "T", "attack", *faces, answers=("A strike",), weapon="longsword", kind="melee", target="U")
    assert [one.who for one in rolled(run, "damage")] == ["A"]
    assert run.fight.body("T").hp == 40 - 24
    assert [one.who for one in rolled(run, "attack")] == ["T"]
    assert run.fight.body("A").count("uses.scorch") == 1
    assert not run.fight.body("A").has("readied")
    assert [slot.who for slot in run.fight.order][:2] == ["A", "T"]


@pytest.mark.rule("pf1.init.ready")
@pytest.mark.rule("pf1.action.cast")
def test_what_it_cannot_be_used_on_does_not_set_it_off() -> None:
    run = act(with_a_spell("A.......TU\n.........."), "T", "attack", 2, weapon="longsword", kind="melee", target="U")
    assert not rolled(run, "damage")
    held = act(with_a_spell(), "T", "attack", 2, answers=("A hold",), weapon="longsword", kind="melee", target="U")
    assert held.fight.body("A").has("readied")
    assert held.fight.body("A").count("uses.scorch") == 0
