"""Grapple, Shove, Trip, Disarm and Escape: what they may be tried with, their degrees, and what ends a hold."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf2e.fight.ring import (
    BOOK,
    act,
    asked,
    fight,
    lost,
    options,
    refused,
    rolled,
    sheet,
    value,
    weapon,
    where,
)

from tactics.rules.action import Action
from tactics.world.fight import Duration, Effect, Fight

BRAWLER = sheet(numbers={"athletics": 8, "acrobatics": 3}, hp=40, str=3)
DOLL = sheet(numbers={"fortitude": 8, "reflex": 8, "athletics": 9, "ac": 16}, hp=40)


def ring(
    rows: str = "AT", doll: dict[str, Any] | None = None, brawler: dict[str, Any] | None = None, **more: Any
) -> Fight:
    """A brawler with +8 against DC 18."""
    return fight(rows, {"A": {**BRAWLER, **(brawler or {})}, "T": {**DOLL, **(doll or {})}}, **more)


@pytest.mark.rule("pf2e.skill.grapple")
@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
@pytest.mark.parametrize(("face", "got"), [(10, "grabbed"), (20, "restrained"), (9, ""), (19, "grabbed")])
def test_degrees_of_a_grapple(face: int, got: str) -> None:
    run = act(ring(), "A", "grapple", face, target="T")
    assert [one for one in ("grabbed", "restrained") if run.fight.body("T").has(one)] == ([got] if got else [])
    (roll,) = rolled(run, "skill")
    assert (roll.total, roll.against) == (face + 8, 18)


@pytest.mark.rule("pf2e.skill.grapple")
def test_hold_lasts_to_the_end_of_the_next_turn_and_can_be_renewed() -> None:
    moment = act(ring(), "A", "grapple", 10, target="T").fight
    moment = act(moment, "A", "end_turn").fight
    moment = act(moment, "T", "end_turn").fight
    assert moment.body("T").has("grabbed")
    kept = act(moment, "A", "grapple", 10, target="T").fight
    assert not act(moment, "A", "end_turn").fight.body("T").has("grabbed")
    assert act(kept, "A", "end_turn").fight.body("T").has("grabbed")


@pytest.mark.rule("pf2e.skill.grapple")
def test_failure_while_holding_ends_the_hold() -> None:
    moment = act(ring(), "A", "grapple", 10, target="T").fight
    assert not act(moment, "A", "grapple", 9, target="T").fight.body("T").has("grabbed")


@pytest.mark.rule("pf2e.skill.grapple")
@pytest.mark.parametrize(("answer", "got"), [("prone", "prone"), ("grab", "grabbed"), ("nothing", "")])
def test_critical_failure_lets_the_target_turn_the_tables(answer: str, got: str) -> None:
    moment = ring(doll={"numbers": {"fortitude": 15, "athletics": 9}})
    assert asked(moment, "A", "grapple", 2, target="T").default == "prone"
    run = act(moment, "A", "grapple", 2, answers=(f"T {answer}",), target="T")
    held = [one for one in ("prone", "grabbed") if run.fight.body("A").has(one)]
    assert held == ([got] if got else [])


@pytest.mark.rule("pf2e.skill.grapple")
def test_hold_ends_when_the_holder_moves_or_falls() -> None:
    moment = act(ring("A.\nT."), "A", "grapple", 10, target="T").fight
    assert not act(moment, "A", "step", path="A1 B1").fight.body("T").has("grabbed")
    weak = ring("A.\nT.", doll={"abilities": {"str": 4}, "weapons": [weapon("longsword")]}, brawler={"hp": 1})
    weak = act(weak, "A", "grapple", 10, target="T").fight
    weak = act(weak, "A", "end_turn").fight
    assert not act(weak, "T", "strike", 19, 4, weapon="longsword", target="A").fight.body("T").has("grabbed")


@pytest.mark.rule("pf2e.skill.grapple")
def test_holding_takes_a_hand() -> None:
    one_handed = {"weapons": [weapon("longsword")]}
    assert refused(ring(brawler={"weapons": [weapon("greatsword", "both")]}), "A", "grapple", target="T") == (
        "pf2e.skill.grapple"
    )
    moment = act(ring("ATC", brawler=one_handed), "A", "grapple", 10, target="T").fight
    assert refused(moment, "A", "trip", target="T") == "pf2e.skill.trip"
    assert refused(moment, "A", "grapple", target="T") == ""


@pytest.mark.rule("pf2e.skill.grapple")
@pytest.mark.rule("pf2e.basic.release")
def test_letting_go_is_free() -> None:
    moment = act(ring(), "A", "grapple", 10, target="T").fight
    run = act(moment, "A", "let_go", target="T")
    assert not run.fight.body("T").has("grabbed")
    assert run.fight.body("A").count("actions") == 2


@pytest.mark.rule("pf2e.skill.trip")
@pytest.mark.parametrize(
    ("face", "prone", "hurt", "fell"), [(10, True, 0, False), (20, True, 4, False), (9, False, 0, False)]
)
def test_degrees_of_a_trip(face: int, prone: bool, hurt: int, fell: bool) -> None:
    faces = (face, 4) if hurt else (face,)
    run = act(ring(), "A", "trip", *faces, target="T")
    assert (run.fight.body("T").has("prone"), lost(run, "T"), run.fight.body("A").has("prone")) == (prone, hurt, fell)


@pytest.mark.rule("pf2e.skill.trip")
def test_critical_failure_of_a_trip_is_a_fall() -> None:
    moment = ring(doll={"numbers": {"reflex": 10}})
    run = act(moment, "A", "trip", 2, target="T")
    assert run.fight.body("A").has("prone")
    assert not run.fight.body("T").has("prone")


@pytest.mark.rule("pf2e.skill.trip")
@pytest.mark.rule("pf2e.skill.grapple")
@pytest.mark.rule("pf2e.skill.shove")
@pytest.mark.parametrize("id", ["trip", "grapple", "shove"])
def test_only_one_size_bigger(id: str) -> None:
    large, huge = ("ATT\n.TT", "large"), ("ATTT\n.TTT\n.TTT", "huge")
    for (rows, size), rule in ((large, ""), (huge, f"pf2e.skill.{id}")):
        moment = ring(rows, creatures={"T": {"size": size}})
        assert refused(moment, "A", id, target="T") == rule


@pytest.mark.rule("pf2e.skill.trip")
def test_weapon_with_the_trait_trips_at_its_reach_with_its_rune() -> None:
    whip = {**weapon("whip"), "potency": 1}
    moment = ring("A.T", brawler={"weapons": [whip, weapon("longsword", "off")]})
    assert refused(moment, "A", "trip", target="T") == "pf2e.skill.trip"
    run = act(moment, "A", "trip", 9, weapon="whip", target="T")
    assert rolled(run, "skill")[0].total == 18
    assert run.fight.body("T").has("prone")


@pytest.mark.rule("pf2e.skill.trip")
def test_weapon_may_be_dropped_to_save_a_critical_failure() -> None:
    moment = ring(brawler={"weapons": [weapon("whip")]}, doll={"numbers": {"reflex": 10}})
    run = act(moment, "A", "trip", 2, answers=("A drop",), weapon="whip", target="T")
    assert not run.fight.body("A").has("prone")
    assert run.fight.items["A.whip"].holder == ""
    assert act(moment, "A", "trip", 2, answers=("A keep",), weapon="whip", target="T").fight.body("A").has("prone")


@pytest.mark.rule("pf2e.skill.shove")
@pytest.mark.rule("pf2e.move.forced")
@pytest.mark.parametrize(
    ("face", "answers", "at", "prone"),
    [
        (12, ("A stay",), "C1", False),
        (20, ("A 10", "A stay"), "D1", False),
        (20, ("A 5", "A stay"), "C1", False),
        (11, (), "B1", False),
        (2, (), "B1", True),
    ],
)
def test_degrees_of_a_shove(face: int, answers: tuple[str, ...], at: str, prone: bool) -> None:
    moment = ring("AT..#", doll={"numbers": {"fortitude": 10}})
    run = act(moment, "A", "shove", face, answers=answers, target="T")
    assert (where(run.fight, "T"), run.fight.body("A").has("prone")) == (at, prone)


@pytest.mark.rule("pf2e.skill.shove")
def test_wall_stops_a_shove_and_the_shover_may_follow() -> None:
    moment = ring("AT.#")
    run = act(moment, "A", "shove", 20, answers=("A 10", "A follow"), target="T")
    assert (where(run.fight, "T"), where(run.fight, "A")) == ("C1", "B1")
    assert run.fight.body("A").count("actions") == 2
    back = act(ring("AT#"), "A", "shove", 20, answers=("A 10",), target="T")
    assert where(back.fight, "T") == "B1"


@pytest.mark.rule("pf2e.skill.shove")
@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
def test_following_is_a_stride_others_react_to() -> None:
    watcher = {"C": {"reactions": ["attack_of_opportunity"]}}
    moment = ring("AT..\nC...", creatures=watcher)
    decision = asked(moment, "A", "shove", 10, answers=("A follow",), target="T")
    assert (decision.who, decision.id) == ("C", "attack_of_opportunity")


@pytest.mark.rule("pf2e.skill.shove")
@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
def test_shoving_one_whom_another_holds() -> None:
    grip = Effect("grabbed", source="C", duration=Duration("end", "C", 2), note="hold.unarmed")
    moment = fight(
        "AT.\n.C.",
        {"A": BRAWLER, "T": DOLL, "C": sheet(numbers={"fortitude": 10})},
        {"C": {"side": "heroes"}},
        {"T": [grip]},
    )
    assert where(act(moment, "A", "shove", 11, target="T").fight, "T") == "B1"
    free = act(moment, "A", "shove", 12, answers=("A stay",), target="T").fight
    assert where(free, "T") == "C1"


@pytest.mark.rule("pf2e.attack.multiple_attack_penalty")
@pytest.mark.rule("pf2e.skill.check")
def test_maneuvers_take_and_raise_the_penalty() -> None:
    moment = act(ring("AT."), "A", "shove", 9, target="T").fight
    run = act(moment, "A", "trip", 10, target="T")
    assert rolled(run, "skill")[0].total == 13
    (roll,) = rolled(act(run.fight, "A", "strike", 10, weapon="unarmed", target="T"), "attack")
    assert -8 in [part.amount for part in roll.parts]


SWORDSMAN = {"weapons": [weapon("longsword")], "proficiencies": {"athletics": "trained"}}


@pytest.mark.rule("pf2e.skill.disarm")
@pytest.mark.parametrize(
    ("face", "held", "loosened", "flat"),
    [(10, True, True, False), (20, False, False, False), (9, True, False, False)],
)
def test_degrees_of_a_disarm(face: int, held: bool, loosened: bool, flat: bool) -> None:
    run = act(ring(doll=SWORDSMAN), "A", "disarm", face, target="T")
    assert (run.fight.items["T.longsword"].holder == "T") == held
    assert run.fight.body("T").has("loosened_grip") == loosened
    assert run.fight.body("A").has("flat_footed") == flat


@pytest.mark.rule("pf2e.skill.disarm")
def test_loosened_grip_is_worse_and_easier_to_break() -> None:
    moment = act(ring(doll=SWORDSMAN), "A", "disarm", 10, target="T").fight
    (roll,) = rolled(act(moment, "A", "disarm", 10, target="T"), "skill")
    assert roll.total == 10 + 8 - 5 + 2
    out_of_turn = fight(
        "TA",
        {"T": {**DOLL, **SWORDSMAN}, "A": BRAWLER},
        effects={"T": [Effect("loosened_grip", note="T.longsword")]},
        order=("T",),
    )
    (roll,) = rolled(act(out_of_turn, "T", "strike", 10, weapon="longsword", target="A"), "attack")
    assert -2 in [part.amount for part in roll.parts]
    assert not act(moment, "A", "end_turn").fight.body("T").has("loosened_grip")


@pytest.mark.rule("pf2e.skill.disarm")
def test_which_of_two_things_is_knocked_away() -> None:
    moment = ring(doll={"weapons": [weapon("longsword"), weapon("dagger", "off")]})
    assert [one.id for one in asked(moment, "A", "disarm", target="T").choices] == ["T.longsword", "T.dagger"]
    run = act(moment, "A", "disarm", 20, answers=("A T.dagger",), target="T")
    assert [run.fight.items[one].holder for one in ("T.longsword", "T.dagger")] == ["T", ""]


@pytest.mark.rule("pf2e.skill.disarm")
def test_critical_failure_of_a_disarm_and_who_may_try() -> None:
    moment = ring(doll={**SWORDSMAN, "numbers": {"reflex": 10}})
    assert act(moment, "A", "disarm", 2, target="T").fight.body("A").has("flat_footed")
    untrained = ring(doll=SWORDSMAN, brawler={"numbers": {}})
    assert refused(untrained, "A", "disarm", target="T") == "pf2e.skill.disarm"
    assert refused(ring(), "A", "disarm", target="T") == "pf2e.skill.disarm"


def caught(**more: Any) -> Fight:
    """T holds A with Athletics DC 19; it is A's turn."""
    grip = Effect("grabbed", source="T", duration=Duration("end", "T", 2), note="hold.unarmed")
    return ring(more.pop("rows", ".A\n.T"), effects={"A": [grip]}, **more)


@pytest.mark.rule("pf2e.basic.escape")
@pytest.mark.parametrize(("face", "free", "again"), [(11, True, True), (10, False, True), (1, False, False)])
def test_degrees_of_an_escape(face: int, free: bool, again: bool) -> None:
    run = act(caught(), "A", "escape", face, how="athletics")
    (roll,) = rolled(run, "skill")
    assert (roll.total, roll.against) == (face + 8, 19)
    assert run.fight.body("A").has("grabbed") != free
    assert run.fight.body("A").has("cannot_escape") != again
    if not free:
        assert refused(run.fight, "A", "escape") == ("" if again else "pf2e.basic.escape")


@pytest.mark.rule("pf2e.basic.escape")
def test_critical_escape_gives_a_short_stride() -> None:
    moment = caught(brawler={"numbers": {"athletics": 15}})
    decision = asked(moment, "A", "escape", 14, how="athletics")
    assert decision.id == "get_away"
    run = act(moment, "A", "escape", 14, answers=("A stay",), how="athletics")
    assert not run.fight.body("A").has("grabbed")


@pytest.mark.rule("pf2e.basic.escape")
@pytest.mark.rule("pf2e.attack.multiple_attack_penalty")
def test_second_attack_action_escapes_at_five_less() -> None:
    moment = act(caught(), "A", "escape", 5, how="athletics").fight
    (roll,) = rolled(act(moment, "A", "escape", 10, how="athletics"), "skill")
    assert roll.total == 13
    (roll,) = rolled(act(moment, "A", "escape", 10, how="unarmed_attack"), "attack")
    assert roll.total == 10 + 3 - 5


@pytest.mark.rule("pf2e.basic.escape")
def test_escape_is_from_one_holder_of_several() -> None:
    grip = Effect("restrained", source="C", duration=Duration("end", "C", 2), note="hold.unarmed")
    moment = caught(rows="CA\n.T")
    moment = fight("CA\n.T", {"A": BRAWLER, "T": DOLL}, effects={"A": [*moment.body("A").effects, grip]})
    assert [one.arguments["target"] for one in options(moment, "A", "escape")] == ["T", "C"]
    run = act(moment, "A", "escape", 19, target="C", how="athletics")
    assert run.fight.body("A").has("grabbed")
    assert not run.fight.body("A").has("restrained")


@pytest.mark.rule("pf2e.basic.escape")
def test_bond_with_its_own_dc() -> None:
    moment = ring(".A\n.T", effects={"A": [Effect("immobilized", 22, note="web")]})
    (roll,) = rolled(act(moment, "A", "escape", 14, how="athletics"), "skill")
    assert (roll.against, roll.outcome) == (22, "success")


@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
@pytest.mark.rule("pf2e.basic.escape")
def test_restrained_may_only_escape() -> None:
    moment = ring(effects={"A": [Effect("restrained", source="T", note="hold.unarmed")]})
    assert refused(moment, "A", "grapple", target="T") == "pf2e.condition.grabbed_immobilized_restrained"
    assert refused(moment, "A", "escape") == ""


@pytest.mark.rule("pf2e.check.degree_of_success")
def test_preview_says_the_exact_chances() -> None:
    found = BOOK.preview(ring(), Action("A", "grapple", {"target": "T"}))
    assert (str(found.chance), str(found.critical), found.against) == ("11/20", "1/20", 18)


@pytest.mark.rule("pf2e.detect.hidden")
def test_hidden_target_needs_the_flat_check_first() -> None:
    moment = ring(effects={"T": [Effect("hidden")]})
    run = act(moment, "A", "trip", 10, target="T")
    assert [one.against for one in rolled(run, "flat_check")] == [11]
    assert not run.fight.body("T").has("prone")
    assert run.fight.body("A").count("attacks") == 1
    assert value(run.fight, "T", "hidden") == 0
