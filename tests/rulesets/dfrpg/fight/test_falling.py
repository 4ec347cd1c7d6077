"""Falls and knockback: how far a blow pushes, who keeps its feet, and how one comes to lie."""

from __future__ import annotations

import pytest

from tactics.engine.run import Playing
from tactics.rules.action import Action, NeedSquare
from tactics.rules.dice_text import Dice
from tactics.rules.event import ItemChanged, Moved
from tactics.rulesets.dfrpg.fight import attack_action, balance, lying_down, states
from tactics.rulesets.dfrpg.fight.damage import Damage
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.blows import dice
from tests.rulesets.dfrpg.fight.moments import cells, having, lying, names, put, turned
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    happened,
    kept,
    noted,
    options,
    refused,
    rolled,
    rules,
    running,
    sheet,
    weapon,
)

KNOCKBACK = "dfrpg.damage.knockback"
PATH = "dfrpg.grid.knockback_path"
FALL = "dfrpg.posture.fall"
LYING = "dfrpg.posture.lying_two_cells"
FLOOR = """
..........
..........
..AT......
..........
..........
"""
RAM = {
    "id": "ram",
    "name": "Ram",
    "skill": 14,
    "hand": "main",
    "uses": {"ram": {"add": "2d6", "type": "cr", "reaches": [1]}},
}


def pushed(moment: Fight, basic: int, *faces: int, type: str = "cr", pierced: int = 0) -> Playing:
    """What a blow of A at T of so much basic damage does by knockback."""
    run = running(moment, *faces)
    attack = attack_action.named(moment, Action("A", "attack", {"weapon": "foot", "use": "kick", "target": "T"}))
    balance.knocked_back(run, attack, Damage(Dice((), 0), type), basic, pierced)
    return run


def yards(run: Playing) -> int:
    """How many squares T was pushed through."""
    found = [one for one in happened(run) if isinstance(one, Moved) and one.who == "T"]
    return len([one for one in found if one.mode == "forced" and not one.sprawl])


@pytest.mark.rule(KNOCKBACK)
@pytest.mark.parametrize(
    ("st", "basic", "type", "pierced", "expected"),
    [
        (12, 10, "cr", 0, 1),
        (12, 20, "cr", 0, 2),
        (12, 9, "cr", 0, 0),
        (12, 10, "cr", 8, 1),
        (10, 9, "cut", 0, 1),
        (10, 9, "cut", 4, 0),
        (10, 20, "imp", 0, 0),
        (3, 3, "cr", 0, 3),
    ],
)
def test_how_far_a_blow_pushes(st: int, basic: int, type: str, pierced: int, expected: int) -> None:
    run = pushed(
        fight(FLOOR, {"T": sheet(st=st, dx=14)}), basic, *(dice(5) if expected else ()), type=type, pierced=pierced
    )
    assert yards(run) == expected
    assert len(rolled(run, "fall")) == (1 if expected else 0)


@pytest.mark.rule(KNOCKBACK)
@pytest.mark.parametrize(("basic", "parts"), [(8, [12]), (16, [12, -1]), (24, [12, -2])])
def test_the_roll_is_worse_for_each_yard_after_the_first(basic: int, parts: list[int]) -> None:
    (roll,) = rolled(pushed(fight(FLOOR), basic, *dice(5)), "fall")
    assert kept(roll.parts) == parts
    assert (roll.who, roll.target, roll.rule, roll.under) == ("T", "A", KNOCKBACK, True)


@pytest.mark.rule(KNOCKBACK)
@pytest.mark.parametrize(
    ("skills", "against"),
    [({}, 12), ({"acrobatics": 11}, 12), ({"acrobatics": 14}, 14), ({"judo": 15, "acrobatics": 13}, 15)],
)
def test_the_best_of_three_keeps_the_feet(skills: dict[str, int], against: int) -> None:
    (roll,) = rolled(pushed(fight(FLOOR, {"T": sheet(skills=skills)}), 8, *dice(5)), "fall")
    assert roll.against == against


@pytest.mark.rule(KNOCKBACK, FALL, LYING)
@pytest.mark.parametrize(("total", "falls"), [(12, False), (13, True)])
def test_who_fails_falls_on_its_back_with_its_head_away(total: int, falls: bool) -> None:
    moment = pushed(fight(FLOOR), 8, *dice(total)).fight
    assert cells(moment, "T") == (("E3", "F3") if falls else ("E3",))
    assert states.has(moment, "T", states.PRONE, states.FACE_UP) == falls


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.movement")
@pytest.mark.parametrize(("maneuver", "against"), [("move_and_attack", 10), ("move", 12)])
def test_move_and_attack_makes_every_roll_not_to_fall_worse(maneuver: str, against: int) -> None:
    moment = chose(fight(FLOOR, order="TA"), "T", maneuver)
    (roll,) = rolled(pushed(moment, 8, *dice(5)), "fall")
    assert roll.against == against
    later = ended(moment, "T")
    assert rolled(pushed(later, 8, *dice(5)), "fall")[0].against == against


@pytest.mark.rule(KNOCKBACK)
def test_shock_counts_on_the_own_turn_only() -> None:
    shock = Effect("shock", 3)
    moment = fight(FLOOR, effects={"T": [shock]})
    assert rolled(pushed(moment, 8, *dice(5)), "fall")[0].against == 12
    own = fight(FLOOR, effects={"T": [shock]}, order="TA")
    assert rolled(pushed(own, 8, *dice(5)), "fall")[0].against == 9


@pytest.mark.rule(PATH)
@pytest.mark.parametrize(
    ("at", "yards", "ends"), [("B1", 2, "D1"), ("B2", 1, "C3"), ("B2", 2, "C3"), ("B2", 3, "D4"), ("A2", 1, "A3")]
)
def test_a_push_goes_straight_away(at: str, yards: int, ends: str) -> None:
    moment = put(fight("A.....\n......\n......\n......\n....T."), "T", at)
    assert cells(pushed(moment, 8 * yards, *dice(5)).fight, "T") == (ends,)


@pytest.mark.rule(PATH, KNOCKBACK)
@pytest.mark.parametrize("rows", ["AT#..", "ATB.."])
def test_a_wall_or_a_figure_stops_it_and_the_roll_is_made(rows: str) -> None:
    run = pushed(fight(rows), 16, *dice(5))
    assert cells(run.fight, "T") == ("B1",)
    assert rolled(run, "fall")[0].against == 11
    assert noted(run) == [KNOCKBACK, PATH]


@pytest.mark.rule(KNOCKBACK)
def test_who_lies_is_pushed_whole_and_does_not_roll() -> None:
    moment = lying(fight(FLOOR), "T", "D3", "D2")
    run = pushed(moment, 8)
    assert cells(run.fight, "T") == ("E3", "E2")


@pytest.mark.rule(KNOCKBACK)
def test_a_heavy_blow_pushes_in_a_fight() -> None:
    moment = chose(fight(FLOOR, {"A": sheet(weapons=[RAM]), "T": sheet(hp=30)}), "A", "attack")
    faces = (*dice(10), *dice(15), 5, 6, *dice(13))
    run = act(moment, "A", "attack", *faces, weapon="ram", use="ram", target="T", answers=("T dodge",))
    assert cells(run.fight, "T") == ("E3", "F3")
    assert rolled(run, "fall")[0].against == 12


@pytest.mark.rule(KNOCKBACK, LYING, "dfrpg.injury.major_wound")
def test_a_blow_that_stuns_and_pushes_lays_its_victim_away_from_it() -> None:
    moment = chose(fight(FLOOR, {"A": sheet(weapons=[RAM])}), "A", "attack")
    faces = (*dice(10), 5, 6, *dice(13))
    run = act(moment, "A", "attack", *faces, weapon="ram", use="ram", target="T", answers=("T none",))
    assert states.stunned(run.fight, "T")
    assert states.has(run.fight, "T", states.PRONE, states.FACE_UP), "nobody was asked how it lies"
    assert cells(run.fight, "T") == ("E3", "F3")


@pytest.mark.rule(KNOCKBACK)
@pytest.mark.parametrize(
    ("add", "type", "yards"), [("2d6", "cr", 1), ("3d6", "cr", 2), ("1d6", "cr", 0), ("3d6", "cut", 0)]
)
def test_the_preview_says_how_far_a_crushing_blow_may_push(add: str, type: str, yards: int) -> None:
    ram = {**RAM, "uses": {"ram": {"add": add, "type": type, "reaches": [1]}}}
    moment = chose(fight(FLOOR, {"A": sheet(weapons=[ram])}), "A", "attack")
    notes = BOOK.preview(moment, Action("A", "attack", {"weapon": "ram", "use": "ram", "target": "T"})).notes
    assert [one.count for one in notes if one.plural] == ([yards] if yards else [])


@pytest.mark.rule(FALL, LYING)
def test_who_falls_says_how_it_lies() -> None:
    run = running(fight(FLOOR), answers=("T face_down D2",))
    lying_down.fall(run, "T")
    assert cells(run.fight, "T") == ("D3", "D2")
    assert states.has(run.fight, "T", states.PRONE, states.FACE_DOWN)
    assert run.fight.world.creature("T").facing == 0


@pytest.mark.rule(FALL, LYING)
def test_the_head_comes_to_a_free_neighbour() -> None:
    moment = having(fight("#.#\nATB\n#.#\n..."), "T", "crouching")
    drops = chose(fight("....\nA..T\n....", {"A": sheet(weapons=[weapon("bow", 14, "both")])}), "A", "attack")
    decision = asked(drops, "A", "attack", *dice(10), weapon="bow", target="T", answers=("T dodge_drop",))
    (need,) = decision.needs["face_up"]
    assert decision.id == "lie"
    assert [one.id for one in decision.choices] == ["face_up", "face_down"]
    assert isinstance(need, NeedSquare)
    assert sorted(names(need.squares)) == ["C1", "C2", "C3", "D1", "D3"]
    run = running(moment, answers=("T face_up B1",))
    lying_down.fall(run, "T")
    assert cells(run.fight, "T") == ("B2", "B1")
    assert states.posture_of(run.fight, "T") == "prone"
    assert not run.fight.body("T").has("crouching")


@pytest.mark.rule(LYING)
def test_with_all_squares_around_taken_it_lies_in_one() -> None:
    run = running(fight("###\n#T#\n###\nA.."), answers=("T face_up",))
    lying_down.fall(run, "T")
    assert cells(run.fight, "T") == ("B2",)


@pytest.mark.rule(FALL)
def test_who_loses_consciousness_falls_on_its_back() -> None:
    moment = turned(fight(FLOOR), "T", "W")
    run = running(moment)
    states.gain(run, "T", Effect(states.UNCONSCIOUS))
    lying_down.fall(run, "T")
    assert cells(run.fight, "T") == ("D3", "E3")
    assert states.has(run.fight, "T", states.PRONE, states.FACE_UP)


@pytest.mark.rule(FALL)
def test_what_is_left_of_a_move_buys_one_square_after_a_fall() -> None:
    moment = chose(fight("..........\nA........T\n.........."), "A", "move")
    moment = act(moment, "A", "move", path="A2 B2 C2", manner="turning").fight
    run = running(moment, answers=("A face_up D2",))
    lying_down.fall(run, "A")
    crawls = options(run.fight, "A", "move")
    assert crawls
    moment = act(run.fight, "A", "move", path="C2 E2", manner="facing").fight
    assert cells(moment, "A") == ("D2", "E2")
    assert options(moment, "A", "move") == []
    assert refused(moment, "A", "move", path="D2 F2", manner="facing") == "dfrpg.movement.points"


@pytest.mark.rule(FALL, "dfrpg.state.unready_on_fall_or_stun")
@pytest.mark.parametrize(("st", "ready"), [(14, False), (20, True)])
def test_a_fall_leaves_an_unwieldy_weapon_unready(st: int, ready: bool) -> None:
    moment = fight(FLOOR, {"T": sheet(st=st, weapons=[weapon("halberd", 14, "both")])})
    run = running(moment, answers=("T face_up D2",))
    lying_down.fall(run, "T")
    assert run.fight.items["T.halberd"].ready is ready
    assert any(isinstance(one, ItemChanged) for one in happened(run)) is not ready


@pytest.mark.rule("dfrpg.state.unready_on_fall_or_stun")
def test_a_sword_stays_ready() -> None:
    run = running(fight(FLOOR), answers=("T face_up D2",))
    lying_down.fall(run, "T")
    assert run.fight.items["T.broadsword"].ready


@pytest.mark.rule(FALL)
def test_a_second_fall_changes_nothing() -> None:
    run = running(lying(fight(FLOOR), "T", "D3", "D2"))
    lying_down.fall(run, "T")
    assert happened(run) == []


@pytest.mark.rule(KNOCKBACK)
def test_a_push_names_its_rules() -> None:
    moment = chose(fight(FLOOR, order="TA"), "T", "move_and_attack")
    (roll,) = rolled(pushed(moment, 16, *dice(5)), "fall")
    assert rules(roll.parts) == {KNOCKBACK, "dfrpg.maneuver.move_and_attack.movement"}
