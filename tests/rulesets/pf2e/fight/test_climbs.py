"""Climb, inclines, Balance, narrow and uneven ground, and Tumble Through in a fight."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.ring import (
    BOOK,
    act,
    asked,
    fight,
    lost,
    noted,
    options,
    refused,
    rolled,
    sheet,
    way,
    weapon,
    where,
)

from tactics.engine.run import Playing
from tactics.rules.action import Action, NeedPath
from tactics.world.fight import Fight

LEGEND = {
    "c": {"terrain": "cliff", "z": 20},
    "t": {"terrain": "cliff", "z": 10},
    "i": {"terrain": "slope", "surface": "incline", "z": 5, "dc": 15},
    "j": {"terrain": "slope", "surface": "incline", "z": 10, "dc": 15},
    "b": {"terrain": "beam", "surface": "narrow", "dc": 15},
    "p": {"terrain": "pit", "z": -20},
    "g": {"terrain": "gravel", "surface": "uneven", "dc": 20},
}


def climber(**more: Any) -> dict[str, Any]:
    return sheet(hp=40, numbers={"athletics": 5, "acrobatics": 5, "reflex": 2}, **more)


def high(moment: Fight, who: str) -> int:
    return moment.world.creature(who).z_ft


@pytest.mark.rule("pf2e.skill.climb")
@pytest.mark.parametrize(
    ("speed", "face", "height"), [(25, 10, 5), (25, 20, 10), (40, 10, 10), (40, 20, 15), (25, 9, 0)]
)
def test_one_climb_up_a_wall(speed: int, face: int, height: int) -> None:
    moment = fight("Ac..T", {"A": climber()}, {"A": {"speed": speed}}, legend=LEGEND)
    assert refused(moment, "A", "stride", path="A1 B1") == "pf2e.skill.climb"
    run = act(moment, "A", "climb", face, path="A1 B1")
    assert (rolled(run, "skill")[0].against, high(run.fight, "A"), where(run.fight, "A")) == (15, height, "A1")
    assert run.fight.body("A").has("climbing") == bool(height)


@pytest.mark.rule("pf2e.skill.climb")
@pytest.mark.rule("pf2e.move.switch_type")
def test_at_the_top_one_stands_and_walks_on_with_another_action() -> None:
    moment = fight("At..T", {"A": climber()}, {"A": {"speed": 25}}, legend=LEGEND)
    half = act(moment, "A", "climb", 10, path="A1 B1").fight
    assert refused(half, "A", "stride", path="A1 A2") == "pf2e.move.switch_type"
    (option,) = options(half, "A", "climb")
    assert {str(one) for one in need_of(option, NeedPath).costs} == {"A1", "B1"}
    top = act(half, "A", "climb", 10, path="A1 B1").fight
    assert (where(top, "A"), high(top, "A"), top.body("A").has("climbing")) == ("B1", 0, False)
    down = act(top, "A", "climb", 10, path="B1 C1").fight
    assert (where(down, "A"), high(down, "A"), down.body("A").has("climbing")) == ("C1", 5, True)


@pytest.mark.rule("pf2e.skill.climb")
@pytest.mark.rule("pf2e.condition.flat_footed")
def test_one_that_climbs_is_flat_footed_unless_it_has_a_climb_speed() -> None:
    foe = sheet(numbers={"ac": 10}, weapons=[weapon("longbow", "both")], abilities={})
    for speeds, against in (({}, 13), ({"climb": 20}, 15)):
        sheets = {"A": sheet(numbers={"athletics": 5, "ac": 15}), "T": {**foe, "weapons": [weapon("spear")]}}
        moment = fight("Ac..T", sheets, {"A": {"speed": 25, "speeds": speeds}}, legend=LEGEND)
        run = act(moment, "A", "climb", *(() if speeds else (10,)), path="A1 B1")
        turned = act(run.fight, "A", "end_turn").fight
        shot = act(turned, "T", "strike", 1, weapon="spear", kind="ranged", target="A")
        assert rolled(shot, "attack")[0].against == against


@pytest.mark.rule("pf2e.move.climb_speed")
@pytest.mark.rule("pf2e.skill.climb")
def test_a_climb_speed_needs_no_roll_and_no_hands() -> None:
    arms = [weapon("longsword")]
    moment = fight("Ac..T", {"A": climber(weapons=arms)}, {"A": {"speed": 25, "speeds": {"climb": 20}}}, legend=LEGEND)
    run = act(moment, "A", "climb", path="A1 B1")
    assert (where(run.fight, "A"), rolled(run, "skill")) == ("B1", [])
    bound = fight("Ac..T", {"A": climber(weapons=arms)}, {"A": {"speed": 25}}, legend=LEGEND)
    assert refused(bound, "A", "climb", path="A1 B1") == "pf2e.skill.climb"


@pytest.mark.rule("pf2e.skill.climb")
@pytest.mark.rule("pf2e.move.falling")
@pytest.mark.rule("pf2e.condition.prone")
def test_a_critical_failure_falls() -> None:
    moment = fight("Ac..T", {"A": climber()}, {"A": {"speed": 40}}, legend=LEGEND)
    ground = act(moment, "A", "climb", 1, path="A1 B1")
    assert (lost(ground, "A"), ground.fight.body("A").has("prone")) == (0, True)
    up = act(moment, "A", "climb", 20, path="A1 B1").fight
    assert high(up, "A") == 15
    fell = act(up, "A", "climb", 1, path="A1 B1")
    assert (lost(fell, "A"), fell.fight.body("A").has("prone"), high(fell.fight, "A")) == (7, True, 0)


@pytest.mark.rule("pf2e.condition.prone")
@pytest.mark.rule("pf2e.move.falling")
def test_knocked_prone_on_a_wall_is_a_fall() -> None:
    moment = fight("Ac..T", {"A": climber()}, {"A": {"speed": 40}}, legend=LEGEND)
    up = act(moment, "A", "climb", 20, path="A1 B1").fight
    run = act(up, "A", "drop_prone")
    assert (lost(run, "A"), high(run.fight, "A"), run.fight.body("A").has("climbing")) == (7, 0, False)


@pytest.mark.rule("pf2e.terrain.incline")
@pytest.mark.rule("pf2e.skill.climb")
def test_an_incline_is_climbed_up_and_walked_down() -> None:
    moment = fight("Aij.T", {"A": climber()}, {"A": {"speed": 25}}, legend=LEGEND)
    assert refused(moment, "A", "stride", path="A1 B1") == "pf2e.terrain.incline"
    run = act(moment, "A", "climb", 10, path="A1 B1")
    assert (where(run.fight, "A"), run.fight.body("A").has("climbing")) == ("B1", True)
    assert where(act(run.fight, "A", "stride", path="B1 A1").fight, "A") == "A1"
    lizard = fight("Aij.T", {"A": climber()}, {"A": {"speed": 25, "speeds": {"climb": 20}}}, legend=LEGEND)
    climbed = act(lizard, "A", "climb", path="A1 B1 C1")
    assert (where(climbed.fight, "A"), climbed.fight.body("A").has("climbing")) == ("C1", False)


@pytest.mark.rule("pf2e.skill.climb")
@pytest.mark.parametrize(("under", "wall", "dc"), [("g", "c", 15), (".", "h", 25), ("h", ".", 25)])
def test_the_dc_is_that_of_the_wall(under: str, wall: str, dc: int) -> None:
    legend = {**LEGEND, "h": {"terrain": "smooth rock", "z": 20, "dc": 25}}
    moment = fight(f"A{wall}..T", {"A": climber()}, {"A": {"speed": 25, "under": under}}, legend=legend)
    run = act(moment, "A", "climb", 20, path="A1 B1")
    assert rolled(run, "skill")[0].against == dc
    down = act(run.fight, "A", "climb", 20, path=f"{where(run.fight, 'A')}")
    assert rolled(down, "skill")[0].against == dc


@pytest.mark.rule("pf2e.skill.climb")
def test_climbs_that_are_offered_are_accepted() -> None:
    moment = fight("Aij.T\ncc...\n.....", {"A": climber()}, {"A": {"speed": 40}}, legend=LEGEND)
    (option,) = options(moment, "A", "climb")
    for path in need_of(option, NeedPath).paths.values():
        assert refused(moment, "A", "climb", path=" ".join(map(str, path))) == ""
    preview = BOOK.preview(moment, Action("A", "climb", {"path": way("A1 A2")}))
    assert (preview.chance, preview.against) == (Fraction(11, 20), 15)


@pytest.mark.rule("pf2e.skill.balance")
@pytest.mark.rule("pf2e.terrain.narrow_surface")
@pytest.mark.parametrize(("face", "square"), [(10, "C1"), (20, "F1"), (9, "A1")])
def test_one_balance_over_a_beam(face: int, square: str) -> None:
    moment = fight("Abbbbb.T\npppppppp", {"A": climber()}, {"A": {"speed": 25}}, legend=LEGEND)
    assert refused(moment, "A", "stride", path="A1 B1") == "pf2e.terrain.narrow_surface"
    run = act(moment, "A", "balance", face, path="A1 B1 C1 D1 E1 F1")
    assert (where(run.fight, "A"), rolled(run, "skill")[0].against) == (square, 15)
    assert run.fight.body("A").has("balancing") == (square != "A1")


@pytest.mark.rule("pf2e.skill.balance")
@pytest.mark.rule("pf2e.terrain.narrow_surface")
@pytest.mark.rule("pf2e.move.falling")
def test_a_critical_failure_falls_and_ends_the_turn() -> None:
    moment = fight("Abbb.T\npppppp", {"A": climber()}, {"A": {"speed": 25}}, legend=LEGEND)
    out = act(moment, "A", "balance", 10, path="A1 B1 C1").fight
    run = act(out, "A", "balance", 1, answers=("A decline",), path="C1 D1")
    assert (lost(run, "A"), run.fight.body("A").has("prone"), run.fight.active) == (10, True, "T")
    assert where(run.fight, "A")[1] == "2"


@pytest.mark.rule("pf2e.terrain.narrow_surface")
@pytest.mark.rule("pf2e.condition.flat_footed")
@pytest.mark.parametrize(("face", "falls"), [(12, True), (13, False)])
def test_a_hit_on_a_beam_asks_for_a_reflex_save(face: int, falls: bool) -> None:
    sheets = {"A": sheet(hp=40, numbers={"ac": 15, "reflex": 2}), "T": sheet(weapons=[weapon("spear")])}
    moment = fight(".A.T.\nppppp", sheets, {"A": {"under": "b"}}, order=("T", "A"), legend=LEGEND)
    assert moment.body("A").has("balancing")
    answers = ("A decline",) if falls else ()
    run = act(moment, "T", "strike", 19, 1, face, answers=answers, weapon="spear", kind="ranged", target="A")
    assert rolled(run, "attack")[0].against == 13
    assert [(one.against, one.total) for one in rolled(run, "balance")] == [(15, face + 2)]
    assert where(run.fight, "A").endswith("2" if falls else "1")
    assert lost(run, "A") >= (10 if falls else 0)


@pytest.mark.rule("pf2e.terrain.uneven_ground")
@pytest.mark.parametrize(("face", "prone"), [(17, True), (18, False)])
def test_a_hit_on_gravel_asks_for_a_reflex_save(face: int, prone: bool) -> None:
    sheets = {"A": sheet(hp=40, numbers={"ac": 15, "reflex": 2}), "T": sheet(weapons=[weapon("spear")])}
    moment = fight("A.T", sheets, {"A": {"under": "g"}}, order=("T", "A"), legend=LEGEND)
    run = act(moment, "T", "strike", 19, 1, face, weapon="spear", kind="ranged", target="A")
    assert [(one.against, one.total) for one in rolled(run, "balance")] == [(20, face + 2)]
    assert run.fight.body("A").has("prone") == prone


@pytest.mark.rule("pf2e.terrain.uneven_ground")
@pytest.mark.rule("pf2e.skill.balance")
def test_uneven_ground_is_balanced_over_and_what_is_offered_is_accepted() -> None:
    moment = fight("Agg..T", {"A": climber()}, {"A": {"speed": 25}}, legend=LEGEND)
    assert refused(moment, "A", "stride", path="A1 B1 C1 D1") == "pf2e.terrain.uneven_ground"
    (option,) = options(moment, "A", "balance")
    for path in need_of(option, NeedPath).paths.values():
        assert refused(moment, "A", "balance", path=" ".join(map(str, path))) == ""
    run = act(moment, "A", "balance", 15, path="A1 B1 C1 D1")
    assert where(run.fight, "A") == "D1"
    assert not run.fight.body("A").has("balancing")


TUMBLER = sheet(numbers={"acrobatics": 5})


def _tumble(moment: Fight, *faces: int, **more: Any) -> Playing:
    return act(moment, "A", "tumble_through", *faces, **more)


@pytest.mark.rule("pf2e.skill.tumble_through")
@pytest.mark.rule("pf2e.move.occupied_space")
@pytest.mark.parametrize(("face", "square"), [(10, "E1"), (9, "B1")])
def test_tumbling_past_an_enemy(face: int, square: str) -> None:
    moment = fight("A.T..", {"A": TUMBLER, "T": sheet(numbers={"reflex": 5})}, {"A": {"speed": 25}})
    run = _tumble(moment, face, path="A1 B1 C1 D1 E1")
    assert (where(run.fight, "A"), rolled(run, "skill")[0].against) == (square, 15)


@pytest.mark.rule("pf2e.skill.tumble_through")
def test_a_failure_sets_reactions_off_as_if_the_first_square_was_left() -> None:
    sheets = {"A": TUMBLER, "T": sheet(numbers={"reflex": 5}, weapons=[weapon("mace")])}
    moment = fight("AT..", sheets, {"A": {"speed": 25}, "T": {"reactions": ["attack_of_opportunity"]}})
    decision = asked(moment, "A", "tumble_through", 9, path="A1 B1 C1")
    assert (decision.who, decision.id) == ("T", "attack_of_opportunity")
    run = _tumble(moment, 9, 1, answers=("T strike.mace",), path="A1 B1 C1")
    assert (where(run.fight, "A"), "pf2e.skill.tumble_through" in noted(run)) == ("A1", True)


@pytest.mark.rule("pf2e.skill.tumble_through")
def test_what_cannot_be_paid_or_leads_through_two_is_no_tumbling() -> None:
    slow = fight("AT..", {"A": TUMBLER}, {"A": {"speed": 10}})
    assert refused(slow, "A", "tumble_through", path="A1 B1 C1") == "pf2e.skill.tumble_through"
    two = fight("ATB..", {"A": TUMBLER}, {"A": {"speed": 40}})
    assert refused(two, "A", "tumble_through", path="A1 B1 C1 D1") == "pf2e.skill.tumble_through"
    one = fight("AT..", {"A": TUMBLER, "T": sheet(numbers={"reflex": 5})}, {"A": {"speed": 25}})
    (option,) = options(one, "A", "tumble_through")
    for path in need_of(option, NeedPath).paths.values():
        assert refused(one, "A", "tumble_through", path=" ".join(map(str, path))) == ""
    preview = BOOK.preview(one, Action("A", "tumble_through", {"path": way("A1 B1 C1")}))
    assert (preview.chance, preview.against) == (Fraction(11, 20), 15)
