"""Fly, hovering, falling out of the air, Arrest a Fall, Grab an Edge, pushes over edges, and Burrow in a fight."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.powers_kit import FIREBALL, corner, mage
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
    running,
    sheet,
    value,
    way,
    weapon,
    where,
)

from tactics.ai.opponent import Opponent
from tactics.engine.battle import Battle
from tactics.rules.action import Action, NeedPath
from tactics.rules.event import Moved
from tactics.rulesets.pf2e.fight import breath, conditions, falls, pushes
from tactics.rulesets.pf2e.fight.asking import has_effect
from tactics.world.fight import Fight

WINGED = {"A": {"speed": 25, "speeds": {"fly": 30}}}
FLYER = sheet(hp=60, numbers={"acrobatics": 5, "reflex": 5})
PIT = {"p": {"terrain": "pit", "z": -20}, "q": {"terrain": "pit", "z": -40}}
WATCHER = {"reactions": ["attack_of_opportunity"]}


def high(moment: Fight, who: str) -> int:
    return moment.world.creature(who).z_ft


def flown(run: Any) -> list[int]:
    return [one.cost for one in run.trace if isinstance(one, Moved)]


def aloft(height: int, rows: str = "A........T", **more: Any) -> Fight:
    creatures = {"A": {**WINGED["A"], "z": height}, **more.pop("creatures", {})}
    return fight(rows, {"A": FLYER, **more.pop("sheets", {})}, creatures, **more)


@pytest.mark.rule("pf2e.basic.fly")
@pytest.mark.rule("pf2e.move.fly_speed")
@pytest.mark.rule("pf2e.aerial.three_dimensional")
@pytest.mark.parametrize(
    ("start", "path", "height", "costs"),
    [
        (0, "A1", 15, [10, 10, 10]),
        (60, "A1", 0, [3, 2] * 6),
        (10, "A1 B1 C1 D1 E1 F1 G1", 10, [5] * 6),
        (10, "A1 B1 C1", 0, [3, 5, 5]),
        (0, "A1 B1 C1", 10, [10, 15]),
    ],
)
def test_what_a_flight_costs(start: int, path: str, height: int, costs: list[int]) -> None:
    run = act(aloft(start), "A", "fly", path=path, height=height)
    assert sorted(flown(run)) == sorted(costs)
    assert (high(run.fight, "A"), where(run.fight, "A")) == (height, path.split()[-1])
    assert run.fight.body("A").has("flying") == (height > 0)


@pytest.mark.rule("pf2e.basic.fly")
def test_two_squares_level_and_two_up_are_30_ft() -> None:
    moment = aloft(0)
    run = act(moment, "A", "fly", path="A1 B1 C1", height=10)
    assert sum(flown(run)) <= 30
    assert refused(moment, "A", "fly", path="A1 B1 C1 D1 E1", height=15) == "pf2e.basic.fly"


@pytest.mark.rule("pf2e.basic.fly")
@pytest.mark.rule("pf2e.terrain.ignore_difficult")
def test_the_ground_below_does_not_matter() -> None:
    moment = aloft(10, "A,;,:..T")
    assert flown(act(moment, "A", "fly", path="A1 B1 C1 D1 E1 F1", height=10)) == [5] * 5


@pytest.mark.rule("pf2e.basic.fly")
def test_every_height_that_is_offered_is_accepted() -> None:
    moment = aloft(10, "A....\n.....\n..#..\n....T")
    found = options(moment, "A", "fly")
    assert [one.arguments["height"] for one in found] == [0, 5, 10, 15, 20, 25]
    for option in found:
        for square, path in need_of(option, NeedPath).paths.items():
            names = " ".join(map(str, path))
            assert refused(moment, "A", "fly", path=names, height=option.arguments["height"]) == "", (square, option)


@pytest.mark.rule("pf2e.basic.fly")
@pytest.mark.rule("pf2e.move.falling")
def test_who_does_not_fly_falls_at_the_end_of_the_turn() -> None:
    moment = aloft(30)
    hovered = act(act(moment, "A", "hover").fight, "A", "end_turn")
    assert (high(hovered.fight, "A"), lost(hovered, "A")) == (30, 0)
    run = act(moment, "A", "end_turn", answers=("A decline",))
    assert (high(run.fight, "A"), lost(run, "A"), run.fight.body("A").has("prone")) == (0, 15, True)


@pytest.mark.rule("pf2e.basic.fly")
@pytest.mark.rule("pf2e.move.no_exit_trigger")
def test_hovering_within_reach_is_reacted_to_at_its_end() -> None:
    sheets = {"T": sheet(weapons=[weapon("mace")])}
    moment = aloft(5, "AT", sheets=sheets, creatures={"T": WATCHER})
    assert asked(moment, "A", "hover").id == "attack_of_opportunity"


@pytest.mark.rule("pf2e.move.triggers_reactions")
@pytest.mark.rule("pf2e.aerial.three_dimensional")
def test_flying_up_out_of_reach_is_reacted_to() -> None:
    sheets = {"T": sheet(weapons=[weapon("mace")])}
    moment = aloft(0, "AT", sheets=sheets, creatures={"T": WATCHER})
    assert asked(moment, "A", "fly", path="A1", height=15).id == "attack_of_opportunity"


@pytest.mark.rule("pf2e.aerial.combat")
@pytest.mark.parametrize("action", ["stride", "step", "leap"])
def test_there_is_no_ground_in_the_air(action: str) -> None:
    assert refused(aloft(10), "A", action, path="A1 B1") == "pf2e.aerial.combat"


@pytest.mark.rule("pf2e.aerial.combat")
@pytest.mark.rule("pf2e.move.falling")
def test_a_flyer_that_is_struck_down_falls() -> None:
    sheets = {"A": sheet(hp=9, kind="hero", numbers={"ac": 10}), "T": sheet(str=4, weapons=[weapon("spear")])}
    creatures = {"A": {**WINGED["A"], "z": 30}, "B": {"side": "heroes"}}
    moment = fight("A...TB", sheets, creatures, order=("T", "A", "B"))
    run = act(moment, "T", "strike", 15, 6, weapon="spear", kind="ranged", target="A")
    assert (high(run.fight, "A"), run.fight.body("A").has("prone")) == (0, True)
    assert "pf2e.move.falling" in noted(run)
    assert value(run.fight, "A", "dying") == 2


@pytest.mark.rule("pf2e.condition.prone")
@pytest.mark.rule("pf2e.move.falling")
def test_knocked_prone_in_the_air_is_a_fall() -> None:
    run = running(aloft(20), answers=("A decline",))
    assert not conditions.gain(run, "A", "prone")
    assert (high(run.fight, "A"), lost(run, "A"), run.fight.body("A").has("prone")) == (0, 10, True)


@pytest.mark.rule("pf2e.basic.arrest_fall")
@pytest.mark.rule("pf2e.move.fly_speed")
@pytest.mark.parametrize(("face", "damage"), [(10, 0), (9, 15)])
def test_arresting_a_fall(face: int, damage: int) -> None:
    moment = aloft(30)
    decision = asked(moment, "A", "end_turn")
    assert (decision.id, decision.preview["arrest_fall"].chance) == ("arrest_fall", Fraction(11, 20))
    run = act(moment, "A", "end_turn", face, answers=("A arrest_fall",))
    assert (lost(run, "A"), run.fight.body("A").has("prone")) == (damage, damage > 0)
    assert rolled(run, "skill")[0].against == 15
    assert run.fight.body("A").count("reaction") == 0


@pytest.mark.rule("pf2e.move.falling")
@pytest.mark.parametrize(
    ("height", "damage", "prone"), [(5, 0, False), (10, 5, True), (30, 15, True), (55, 27, True), (2000, 750, True)]
)
def test_falls_and_their_damage(height: int, damage: int, prone: bool) -> None:
    run = running(fight("A..T", {"A": sheet(hp=1000)}))
    falls.fall(run, "A", height)
    assert (lost(run, "A"), run.fight.body("A").has("prone")) == (damage, prone)


@pytest.mark.rule("pf2e.move.falling")
@pytest.mark.rule("pf2e.iwr.resistance")
def test_resistance_that_leaves_nothing_keeps_one_standing() -> None:
    tough = sheet(hp=40, resistances=[{"to": "physical", "amount": 10}])
    run = running(fight("A..T", {"A": tough}))
    falls.fall(run, "A", 20)
    assert (lost(run, "A"), run.fight.body("A").has("prone")) == (0, False)


@pytest.mark.rule("pf2e.move.falling_soft")
@pytest.mark.parametrize(
    ("height", "depth", "dive", "damage"),
    [(50, 30, False, 15), (50, 30, True, 10), (30, 10, False, 10), (30, 10, True, 10), (20, 20, False, 0)],
)
def test_falls_into_water(height: int, depth: int, dive: bool, damage: int) -> None:
    legend = {"w": {"terrain": "water", "depth": depth}}
    run = running(fight("A..T", {"A": sheet(hp=100)}, {"A": {"under": "w"}}, legend=legend))
    falls.fall(run, "A", height, dive=dive)
    assert (lost(run, "A"), run.fight.body("A").has("prone")) == (damage, False)


@pytest.mark.rule("pf2e.move.falling_on_creature")
@pytest.mark.parametrize(("face", "damage"), [(20, 0), (10, 10), (5, 20), (1, 40)])
def test_falling_onto_somebody(face: int, damage: int) -> None:
    sheets = {"A": sheet(hp=100), "T": sheet(hp=100, numbers={"reflex": 5})}
    moment = _stacked(sheets)
    run = running(moment, face, answers=("A decline",))
    falls.fall(run, "A", 80)
    assert (lost(run, "A"), lost(run, "T")) == (40, damage)
    assert rolled(run, "save")[0].against == 15
    assert where(run.fight, "A") != where(run.fight, "T")


def _stacked(sheets: dict[str, Any]) -> Fight:
    """A flyer above somebody on the ground."""
    moment = fight("AT.\n...", sheets, {"A": {**WINGED["A"], "z": 80}})
    run = running(moment)
    run.emit(Moved("A", way("B1")[0], 0, "fly", 1, 1, 80))
    return run.fight


@pytest.mark.rule("pf2e.basic.grab_edge")
@pytest.mark.parametrize(("face", "holds", "damage"), [(10, True, 0), (9, False, 10), (20, True, 0)])
def test_grabbing_the_edge_of_a_pit(face: int, holds: bool, damage: int) -> None:
    moment = fight("Ap.T", {"A": sheet(hp=60, numbers={"reflex": 5})}, {"A": {"speed": 25}}, legend=PIT)
    run = act(moment, "A", "leap", face, answers=("A grab_edge",), path="A1 B1")
    assert (lost(run, "A"), high(run.fight, "A"), run.fight.body("A").has("climbing")) == (
        damage,
        -5 if holds else 0,
        holds,
    )
    assert rolled(run, "save")[0].against == 15
    if holds:
        assert where(act(run.fight, "A", "climb", 20, path="B1 A1").fight, "A") == "A1"


@pytest.mark.rule("pf2e.basic.grab_edge")
@pytest.mark.parametrize(
    ("above", "face", "hands", "damage", "holds"),
    [
        (40, 15, True, 10, True),
        (25, 20, True, 0, True),
        (40, 15, False, 30, False),
        (25, 20, False, 0, True),
        (15, 1, True, 17, False),
        (20, 1, True, 30, False),
        (45, 1, True, 52, False),
    ],
)
def test_grabbing_an_edge_on_the_way_down(above: int, face: int, hands: bool, damage: int, holds: bool) -> None:
    arms = [] if hands else [weapon("greatsword", "both")]
    moment = fight("Ap.T", {"A": sheet(hp=200, numbers={"reflex": 0}, weapons=arms)}, legend=PIT)
    run = running(moment, face, answers=("A grab_edge",))
    run.emit(Moved("A", way("B1")[0], 0, "forced", 1, 1, 0))
    falls.fall(run, "A", above)
    assert (lost(run, "A"), run.fight.body("A").has("climbing")) == (damage, holds)


@pytest.mark.rule("pf2e.basic.grab_edge")
def test_bound_hands_grab_nothing() -> None:
    moment = fight("Ap.T", {"A": sheet(hp=60)}, effects={"A": ["restrained"]}, legend=PIT)
    run = running(moment)
    run.emit(Moved("A", way("B1")[0], 0, "forced", 1, 1, 0))
    falls.fall(run, "A", 0)
    assert lost(run, "A") == 10


@pytest.mark.rule("pf2e.move.forced_danger")
@pytest.mark.rule("pf2e.move.forced")
@pytest.mark.rule("pf2e.move.falling")
def test_a_push_over_an_edge_is_a_fall() -> None:
    moment = fight("T.Ap...", {"A": sheet(hp=60)}, {"T": WATCHER}, legend=PIT)
    run = running(moment, answers=("A decline",))
    assert pushes.along(run, "A", way("C1 D1 E1")) == 1
    assert (lost(run, "A"), run.fight.body("A").has("prone"), where(run.fight, "A")) == (10, True, "D1")


@pytest.mark.rule("pf2e.move.forced_danger")
@pytest.mark.rule("pf2e.terrain.hazardous")
def test_a_push_through_embers_burns_and_stops_below_a_ledge() -> None:
    legend = {
        "e": {"terrain": "embers", "hazardous": True, "damage": "3", "damage_type": "fire"},
        "c": {"terrain": "cliff", "z": 10},
    }
    moment = fight("TAee.c", {"A": sheet(hp=60)}, legend=legend)
    run = running(moment)
    assert pushes.along(run, "A", way("B1 C1 D1 E1 F1")) == 3
    assert (lost(run, "A"), where(run.fight, "A")) == (6, "E1")


@pytest.mark.rule("pf2e.skill.maneuver_in_flight")
@pytest.mark.rule("pf2e.aerial.combat")
def test_maneuvers_are_for_trained_flyers() -> None:
    moment = aloft(20)
    run = act(moment, "A", "maneuver_in_flight", 24 - 5 - 9, kind="steep_ascent")
    assert (rolled(run, "skill")[0].against, rolled(run, "skill")[0].outcome) == (15, "success")
    assert high(act(run.fight, "A", "end_turn").fight, "A") == 20
    failed = act(moment, "A", "maneuver_in_flight", 10, kind="reverse_direction")
    assert rolled(failed, "skill")[0].against == 30
    assert high(act(failed.fight, "A", "end_turn", answers=("A decline",)).fight, "A") == 0
    untrained = fight("A...T", {"A": sheet()}, {"A": {**WINGED["A"], "z": 20}})
    assert refused(untrained, "A", "maneuver_in_flight", kind="hover") == "pf2e.skill.maneuver_in_flight"


EARTH = {
    "d": {"terrain": "dirt", "difficulty": 0},
    "s": {"terrain": "dirt", "blocks": ["movement", "sight", "effect"]},
    "r": {"terrain": "rock", "blocks": ["movement", "sight", "effect"]},
}
DIGGER = {"A": {"speed": 25, "speeds": {"burrow": 20}}}


@pytest.mark.rule("pf2e.basic.burrow")
@pytest.mark.rule("pf2e.move.burrow_speed")
def test_burrowing_through_a_bank_of_earth() -> None:
    moment = fight("Assss.T", creatures=DIGGER, legend=EARTH)
    run = act(moment, "A", "burrow", path="A1 B1 C1 D1 E1", height=0)
    assert (where(run.fight, "A"), flown(run)) == ("E1", [5, 5, 5, 5])
    assert run.fight.body("A").has("burrowing")
    assert refused(run.fight, "A", "stride", path="E1 F1") == "pf2e.move.burrow_speed"
    out = act(run.fight, "A", "burrow", path="E1 F1", height=0).fight
    assert not out.body("A").has("burrowing")
    assert refused(out, "A", "stride", path="F1 E1") != ""


@pytest.mark.rule("pf2e.basic.burrow")
def test_rock_stops_it_and_a_walker_has_no_such_action() -> None:
    moment = fight("Asrs.T", creatures=DIGGER, legend=EARTH)
    assert {str(one) for option in options(moment, "A", "burrow") for one in need_of(option, NeedPath).costs} == {"B1"}
    assert options(fight("Asrs.T", legend=EARTH), "A", "burrow", possible=False) == []


@pytest.mark.rule("pf2e.basic.burrow")
@pytest.mark.rule("pf2e.move.burrow_speed")
@pytest.mark.rule("pf2e.aquatic.hold_breath")
def test_under_the_ground_one_holds_its_breath_and_is_out_of_reach() -> None:
    moment = fight("AddT", {"A": sheet(con=2), "T": sheet(weapons=[weapon("mace")])}, DIGGER, legend=EARTH)
    run = act(moment, "A", "burrow", path="A1 B1 C1", height=-5)
    assert (high(run.fight, "A"), value(run.fight, "A", breath.HOLDING)) == (-5, 7)
    turned = act(run.fight, "A", "end_turn").fight
    assert refused(turned, "T", "strike", weapon="mace", target="A") == "pf2e.line_of_effect"
    for option in options(run.fight, "A", "burrow"):
        for path in need_of(option, NeedPath).paths.values():
            names = " ".join(map(str, path))
            assert refused(run.fight, "A", "burrow", path=names, height=option.arguments["height"]) == ""
    calm = fight("AddT", {"A": sheet(con=2)}, {"A": {**DIGGER["A"], "traits": ["breathless"]}}, legend=EARTH)
    dug = act(calm, "A", "burrow", path="A1 B1 C1", height=-5)
    assert value(dug.fight, "A", breath.HOLDING) is None


def test_previews_of_flights_name_those_who_react() -> None:
    sheets = {"T": sheet(weapons=[weapon("mace")])}
    moment = aloft(0, "AT...", sheets=sheets, creatures={"T": WATCHER})
    preview = BOOK.preview(moment, Action("A", "fly", {"path": way("A1"), "height": 15}))
    assert preview.reactions == ("T",)


@pytest.mark.rule("pf2e.line_of_effect.area")
@pytest.mark.rule("pf2e.aquatic.fire")
def test_fire_does_not_burn_what_is_in_the_earth() -> None:
    moment = fight(
        "AddT....B", {"T": mage(FIREBALL), "A": sheet(hp=90)}, {**DIGGER, "B": {"side": "heroes"}}, legend=EARTH
    )
    dug = act(moment, "A", "burrow", path="A1 B1 C1", height=-5).fight
    turned = act(act(dug, "A", "end_turn").fight, "B", "end_turn").fight
    assert has_effect(moment, "T", "A")
    assert not has_effect(turned, "T", "A")
    burst = Action("T", "cast", {"power": "fire_burst", "area": corner(2, 0)})
    assert BOOK.preview(turned, burst).takes == ("T",)


@pytest.mark.rule("pf2e.aquatic.fire")
@pytest.mark.rule("pf2e.aquatic.hold_breath")
@pytest.mark.parametrize(("z", "rule"), [(-5, "pf2e.aquatic.fire"), (0, "")])
def test_a_fire_spell_under_water_is_refused(z: int, rule: str) -> None:
    legend = {"w": {"terrain": "water", "depth": 30}}
    moment = fight("Aww......T", {"A": mage(FIREBALL)}, {"A": {"under": "w", "z": z}}, legend=legend)
    assert refused(moment, "A", "cast", power="fire_burst", area=corner(9, 0)) == rule


def test_plain_opponent_comes_down_to_its_enemy() -> None:
    creatures = {"A": {"speed": 25}, "T": {**WINGED["A"], "z": 30}}
    battle = Battle.new(fight("A.....T", creatures=creatures, order=("T", "A")).world, seed=1, system="pf2e")
    opponent = Opponent()
    for _ in range(8):
        action = opponent.choose(battle)
        battle.submit(action)
        if action.who == "T" and action.id == "strike":
            break
    assert action.id == "strike"
    assert battle.fight.world.creature("T").z_ft in (0, 5)
