"""Fighting in water, swimming, sinking, holding one's breath and suffocating."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.ring import (
    BOOK,
    act,
    fight,
    lost,
    options,
    refused,
    rolled,
    rules,
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
from tactics.rulesets.pf2e.fight import breath, conditions, harm, swims
from tactics.rulesets.pf2e.fight.damage import Dealt
from tactics.rulesets.pf2e.fight.harm import Blow
from tactics.rulesets.pf2e.fight.performing import Deed, why_not
from tactics.world.fight import Fight

LAKE = {
    "w": {"terrain": "water", "depth": 30},
    "r": {"terrain": "water", "depth": 30, "dc": 15},
    "s": {"terrain": "water", "depth": 2},
}
SWIMMER = sheet(hp=40, con=2, numbers={"athletics": 5, "ac": 15, "fortitude": 5})


def wet(
    rows: str = "Awwwwwww.T", under: str = "w", z: int = 0, sheets: dict[str, Any] | None = None, **more: Any
) -> Fight:
    creatures = {"A": {"speed": 25, "under": under, "z": z, **more.pop("own", {})}, **more.pop("creatures", {})}
    return fight(rows, {"A": SWIMMER, **(sheets or {})}, creatures, legend=LAKE, **more)


def deep(moment: Fight, who: str = "A") -> int:
    return moment.world.creature(who).z_ft


@pytest.mark.rule("pf2e.aquatic.flat_footed")
@pytest.mark.rule("pf2e.condition.flat_footed")
@pytest.mark.parametrize(
    ("under", "speeds", "against"), [("w", {}, 13), ("w", {"swim": 25}, 15), ("s", {}, 15), (".", {}, 15)]
)
def test_in_water_one_is_flat_footed_without_a_swim_speed(under: str, speeds: dict[str, int], against: int) -> None:
    sheets = {"T": sheet(weapons=[weapon("longbow", "both")])}
    moment = wet(f"A{under * 3}T", under, sheets=sheets, own={"speeds": speeds}, order=("T", "A"))
    run = act(moment, "T", "strike", 1, weapon="longbow", target="A")
    assert rolled(run, "attack")[0].against == against


@pytest.mark.rule("pf2e.aquatic.resistance")
@pytest.mark.rule("pf2e.iwr.resistance")
@pytest.mark.parametrize(("kind", "amount", "loss"), [("fire", 9, 4), ("acid", 4, 0), ("cold", 9, 9)])
def test_water_keeps_fire_and_acid_off(kind: str, amount: int, loss: int) -> None:
    for moment, expected in ((wet(), loss), (wet(under="."), amount)):
        run = running(moment)
        harm.hurt(run, "A", [Dealt(amount, kind)], Blow())
        assert lost(run, "A") == expected


@pytest.mark.rule("pf2e.damage.persistent")
def test_deep_water_puts_fire_out() -> None:
    moment = fight("Aw.T", {"A": SWIMMER}, {"A": {"speed": 25, "conditions": ["persistent_fire_1d6"]}}, legend=LAKE)
    assert moment.body("A").has("persistent_fire")
    run = act(moment, "A", "stride", path="A1 B1")
    assert not run.fight.body("A").has("persistent_fire")


@pytest.mark.rule("pf2e.aquatic.melee_penalty")
@pytest.mark.rule("pf2e.penalty.stacking")
@pytest.mark.parametrize(("arm", "penalty"), [("longsword", -2), ("mace", -2), ("spear", 0)])
def test_blows_through_water_are_slow(arm: str, penalty: int) -> None:
    armed = {**SWIMMER, "weapons": [weapon(arm)]}
    moment = wet("ATww", sheets={"A": armed}, creatures={"T": {"under": "w"}})
    (roll,) = rolled(act(moment, "A", "strike", 2, weapon=arm, kind="melee", target="T"), "attack")
    assert ("pf2e.aquatic.melee_penalty" in rules(roll.parts)) == bool(penalty)
    dry = fight("AT", {"A": armed})
    (other,) = rolled(act(dry, "A", "strike", 2, weapon=arm, kind="melee", target="T"), "attack")
    assert roll.total - other.total == penalty


@pytest.mark.rule("pf2e.aquatic.ranged")
def test_a_bullet_into_water_misses() -> None:
    slinger = sheet(weapons=[weapon("sling")])
    moment = wet("Awww.T", z=-10, sheets={"T": slinger}, order=("T", "A"))
    run = act(moment, "T", "strike", weapon="sling", target="A")
    assert (rolled(run, "attack"), lost(run, "A"), run.fight.body("T").count("attacks")) == ([], 0, 1)
    preview = BOOK.preview(moment, Action("T", "strike", {"weapon": "sling", "target": "A"}))
    assert (preview.chance, preview.damage_mean) == (0, 0)
    surface = wet("Awww.T", sheets={"T": slinger}, order=("T", "A"))
    assert rolled(act(surface, "T", "strike", 1, weapon="sling", target="A"), "attack")


@pytest.mark.rule("pf2e.aquatic.ranged")
@pytest.mark.rule("pf2e.attack.range_penalty")
@pytest.mark.parametrize(("squares", "penalty"), [(12, 0), (13, -2)])
def test_bolts_fly_half_as_far_under_water(squares: int, penalty: int) -> None:
    archer = sheet(weapons=[weapon("crossbow", "both")])
    rows = "A" + "w" * (squares - 1) + "T"
    moment = wet(rows, z=-5, sheets={"T": archer}, order=("T", "A"))
    (roll,) = rolled(act(moment, "T", "strike", 2, weapon="crossbow", target="A"), "attack")
    dry = fight("A" + "." * (squares - 1) + "T", {"T": archer}, order=("T", "A"))
    (other,) = rolled(act(dry, "T", "strike", 2, weapon="crossbow", target="A"), "attack")
    assert roll.total - other.total == penalty


@pytest.mark.rule("pf2e.aquatic.ranged")
def test_under_water_six_halved_increments_are_the_end() -> None:
    thrower = sheet(weapons=[weapon("spear")])
    rows = "A" + "w" * 12 + "T"
    near = wet(rows[:1] + "w" * 11 + "T", z=-5, sheets={"T": thrower}, order=("T", "A"))
    far = wet(rows, z=-5, sheets={"T": thrower}, order=("T", "A"))
    assert refused(near, "T", "strike", weapon="spear", kind="ranged", target="A") == ""
    assert refused(far, "T", "strike", weapon="spear", kind="ranged", target="A") == "pf2e.attack.range_penalty"


@pytest.mark.rule("pf2e.aquatic.fire")
@pytest.mark.parametrize(("z", "rule"), [(-5, "pf2e.aquatic.fire"), (0, "")])
def test_no_fire_under_water(z: int, rule: str) -> None:
    refusal = why_not(wet(z=z), "A", Deed("cast_spell", 2, frozenset({"fire"})))
    assert (refusal.rule if refusal is not None else "") == rule


@pytest.mark.rule("pf2e.aquatic.fire")
@pytest.mark.parametrize("action", ["stride", "step", "leap", "long_jump"])
def test_what_needs_ground_is_not_done_in_water(action: str) -> None:
    assert refused(wet(), "A", action, path="A1 B1") == "pf2e.aquatic.fire"


@pytest.mark.rule("pf2e.skill.swim")
@pytest.mark.parametrize(
    ("speed", "face", "square"),
    [(25, 10, "C1"), (25, 20, "D1"), (40, 10, "D1"), (40, 20, "E1"), (25, 9, "A1")],
)
def test_swimming_in_rough_water_is_a_check(speed: int, face: int, square: str) -> None:
    moment = wet("Arrrrrrr.T", "r", own={"speed": speed})
    path = "A1 B1 C1 D1" if speed == 25 else "A1 B1 C1 D1 E1"
    run = act(moment, "A", "swim", face, path=path, height=0)
    assert (where(run.fight, "A"), rolled(run, "skill")[0].against) == (square, 15)
    preview = BOOK.preview(moment, Action("A", "swim", {"path": way("A1 B1"), "height": 0}))
    assert (preview.chance, preview.against) == (Fraction(11, 20), 15)


@pytest.mark.rule("pf2e.skill.swim")
@pytest.mark.rule("pf2e.move.swim_speed")
@pytest.mark.parametrize(
    ("speeds", "path", "height", "rule"),
    [
        ({}, "A1 B1 C1", 0, ""),
        ({}, "A1 B1 C1 D1", 0, "pf2e.skill.swim"),
        ({"swim": 25}, "A1 B1 C1 D1 E1 F1", 0, ""),
        ({"swim": 25}, "A1 B1 C1 D1 E1 F1 G1", 0, "pf2e.skill.swim"),
        ({"swim": 30}, "A1", -15, ""),
        ({"swim": 30}, "A1", -20, "pf2e.skill.swim"),
        ({}, "A1", -5, ""),
        ({}, "A1", -10, "pf2e.skill.swim"),
    ],
)
def test_calm_water_needs_no_check(speeds: dict[str, int], path: str, height: int, rule: str) -> None:
    moment = wet(own={"speeds": speeds})
    assert refused(moment, "A", "swim", path=path, height=height) == rule
    if not rule:
        run = act(moment, "A", "swim", path=path, height=height)
        assert (deep(run.fight), where(run.fight, "A"), rolled(run, "skill")) == (height, path.split()[-1], [])


@pytest.mark.rule("pf2e.move.swim_speed")
def test_a_swim_speed_helps_where_the_water_is_rough() -> None:
    moment = wet("Arrrrrrr.T", "r", own={"speeds": {"swim": 25}})
    run = act(moment, "A", "swim", 6, path="A1 B1 C1 D1 E1 F1", height=0)
    (roll,) = rolled(run, "skill")
    assert (roll.total, "pf2e.move.swim_speed" in rules(roll.parts), where(run.fight, "A")) == (15, True, "F1")


@pytest.mark.rule("pf2e.skill.swim")
def test_what_is_offered_is_accepted_and_the_shore_is_reached() -> None:
    moment = wet("Aww.T\nwwww.", own={"speeds": {"swim": 25}})
    found = options(moment, "A", "swim")
    assert {one.arguments["height"] for one in found} == {0, -5, -10}
    for option in found:
        for path in need_of(option, NeedPath).paths.values():
            names = " ".join(map(str, path))
            assert refused(moment, "A", "swim", path=names, height=option.arguments["height"]) == ""
    run = act(moment, "A", "swim", path="A1 B1 C1 D1", height=0)
    assert not run.fight.body("A").has("swimming")
    assert refused(run.fight, "A", "stride", path="D1 D2") == ""


@pytest.mark.rule("pf2e.skill.swim")
def test_walking_into_water_and_sinking() -> None:
    moment = fight("Aww.T", {"A": SWIMMER}, {"A": {"speed": 25}}, legend=LAKE)
    run = act(moment, "A", "stride", path="A1 B1")
    assert run.fight.body("A").has("swimming")
    assert refused(moment, "A", "stride", path="A1 B1 C1") == "pf2e.skill.swim"
    last = act(run.fight, "A", "end_turn")
    assert deep(last.fight) == 0
    again = act(act(last.fight, "T", "end_turn").fight, "A", "end_turn")
    assert deep(again.fight) == -10
    assert value(again.fight, "A", breath.HOLDING) == 7


@pytest.mark.rule("pf2e.skill.swim")
@pytest.mark.rule("pf2e.move.swim_speed")
def test_who_swam_or_has_a_swim_speed_does_not_sink() -> None:
    swam = act(act(wet(), "A", "swim", path="A1 B1", height=0).fight, "A", "end_turn")
    assert deep(swam.fight) == 0
    assert deep(act(wet(own={"speeds": {"swim": 25}}), "A", "end_turn").fight) == 0
    assert deep(act(wet(), "A", "end_turn").fight) == -10
    assert deep(act(wet(z=-25), "A", "end_turn").fight) == -30


@pytest.mark.rule("pf2e.skill.swim")
@pytest.mark.rule("pf2e.aquatic.hold_breath")
def test_a_bad_failure_costs_air() -> None:
    moment = wet("Arrrrrrr.T", "r", z=-10)
    assert value(moment, "A", breath.HOLDING) == 7
    run = act(moment, "A", "swim", 1, path="A1 B1", height=-10)
    assert (where(run.fight, "A"), value(run.fight, "A", breath.HOLDING)) == ("A1", 6)


@pytest.mark.rule("pf2e.aquatic.hold_breath")
@pytest.mark.rule("pf2e.turn.end")
@pytest.mark.parametrize(("attacks", "left"), [(False, [6, 5, 4]), (True, [5, 3, 1])])
def test_air_is_used_up_turn_by_turn(attacks: bool, left: list[int]) -> None:
    armed = {**SWIMMER, "weapons": [weapon("spear")], "hp": 90}
    moment = wet(
        "AT",
        z=-30,
        sheets={"A": armed, "T": sheet(numbers={"ac": 40}, hp=90)},
        creatures={"T": {"under": "w", "z": -30, "traits": ["breathless"]}},
    )
    found = []
    for _ in left:
        if attacks:
            moment = act(moment, "A", "strike", 2, weapon="spear", kind="melee", target="T").fight
        moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
        found.append(value(moment, "A", breath.HOLDING))
    assert found == left


@pytest.mark.rule("pf2e.aquatic.hold_breath")
def test_a_critical_hit_takes_air_and_speaking_all_of_it() -> None:
    moment = wet(z=-30)
    run = running(moment)
    harm.hurt(run, "A", [Dealt(1, "piercing")], Blow("T", critical=True))
    assert value(run.fight, "A", breath.HOLDING) == 6
    spoken = running(moment)
    breath.strain(spoken, "A", "cast_spell", frozenset({"verbal"}))
    assert value(spoken.fight, "A", breath.HOLDING) is None
    assert spoken.fight.body("A").has("unconscious")


@pytest.mark.rule("pf2e.aquatic.hold_breath")
@pytest.mark.rule("pf2e.move.swim_speed")
@pytest.mark.parametrize(("traits", "air"), [([], 7), (["water_breathing"], None), (["breathless"], None)])
def test_who_holds_its_breath(traits: list[str], air: int | None) -> None:
    moment = wet(z=-5, own={"speeds": {"swim": 25}, "traits": traits})
    assert value(moment, "A", breath.HOLDING) == air
    assert value(wet(own={"speeds": {"swim": 25}}), "A", breath.HOLDING) is None


@pytest.mark.rule("pf2e.aquatic.hold_breath")
@pytest.mark.parametrize(("trait", "air"), [("undead", None), ("construct", None), ("amphibious", None), ("animal", 7)])
def test_what_needs_no_air_or_breathes_water(trait: str, air: int | None) -> None:
    moment = wet(z=-5, sheets={"A": {**SWIMMER, "traits": [trait]}})
    assert value(moment, "A", breath.HOLDING) == air


@pytest.mark.rule("pf2e.aquatic.hold_breath")
def test_at_the_surface_the_air_comes_back() -> None:
    moment = wet(z=-5, own={"speeds": {"swim": 25}})
    run = act(moment, "A", "swim", path="A1", height=0)
    assert value(run.fight, "A", breath.HOLDING) is None
    below = act(run.fight, "A", "swim", path="A1", height=-5)
    assert value(below.fight, "A", breath.HOLDING) == 7


def _choking(saves: int = 0, hp: int = 40) -> Fight:
    """A hero out of air at the bottom, in its next turn."""
    own = {**SWIMMER, "kind": "hero", "hp": hp}
    moment = wet("Aww.TB", z=-30, sheets={"A": own}, creatures={"B": {"side": "heroes"}}, order=("T", "A", "B"))
    run = running(moment)
    breath.lose(run, "A", 7)
    return run.fight


@pytest.mark.rule("pf2e.aquatic.suffocation")
def test_out_of_air_one_is_unconscious_and_saves_get_harder() -> None:
    moment = _choking()
    assert moment.body("A").has("unconscious")
    assert moment.body("A").has(breath.SUFFOCATING)
    faces: list[tuple[int, ...]] = [(14, 4), (19, 1, 2), (20,)]
    found = []
    for several in faces:
        run = act(moment, "T", "end_turn", *several)
        found += [(one.against, one.outcome) for one in rolled(run, "save")]
        moment = act(run.fight, "B", "end_turn").fight
    assert found == [(20, "failure"), (25, "failure"), (30, "success")]
    assert moment.body("A").hp == 40 - 4 - 3


@pytest.mark.rule("pf2e.aquatic.suffocation")
@pytest.mark.rule("pf2e.death.state")
def test_a_critical_failure_drowns() -> None:
    once = act(_choking(), "T", "end_turn", 14, 4).fight
    run = act(act(once, "B", "end_turn").fight, "T", "end_turn", 10)
    assert rolled(run, "save")[0].against == 25
    assert run.fight.body("A").out == "dead"


@pytest.mark.rule("pf2e.aquatic.suffocation")
@pytest.mark.rule("pf2e.unconscious.wake_above_zero")
@pytest.mark.parametrize(("hp", "awake"), [(4, True), (0, False)])
def test_with_air_one_wakes_unless_at_0_hit_points(hp: int, awake: bool) -> None:
    run = running(_choking(hp=20))
    if not hp:
        harm.hurt(run, "A", [Dealt(20, "cold")], Blow())
    square = run.fight.world.creature("A").space.anchor
    run.emit(Moved("A", square, 0, "forced", 1, 1, 0))
    breath.settle(run)
    assert run.fight.body("A").has("unconscious") != awake
    assert not run.fight.body("A").has(breath.SUFFOCATING)


@pytest.mark.rule("pf2e.condition.prone")
def test_nobody_is_knocked_prone_while_swimming() -> None:
    run = running(wet())
    assert not conditions.gain(run, "A", "prone")
    assert not run.fight.body("A").has("prone")


def test_sinking_stops_at_the_bed() -> None:
    run = running(wet(z=-30))
    swims.sink(run, "A")
    assert deep(run.fight) == -30


@pytest.mark.rule("pf2e.skill.swim")
def test_treading_water_is_a_swim_of_0_ft() -> None:
    trodden = act(wet(), "A", "tread_water").fight
    assert options(trodden, "A", "tread_water") == []
    assert deep(act(trodden, "A", "end_turn").fight) == 0
    rough = act(wet("Arrr.T", "r"), "A", "tread_water", 9).fight
    assert deep(act(rough, "A", "end_turn").fight) == -10
    assert options(wet(own={"speeds": {"swim": 25}}), "A", "tread_water", possible=False) == []


def test_plain_opponent_keeps_its_head_above_water_while_it_strikes() -> None:
    creatures = {"A": {"under": "w"}, "T": {"under": "w"}}
    sheets = {"T": sheet(hp=90, weapons=[weapon("spear")]), "A": sheet(hp=90)}
    battle = Battle.new(fight("AT", sheets, creatures, order=("T", "A"), legend=LAKE).world, seed=1, system="pf2e")
    opponent = Opponent()
    done = []
    while battle.fight.round < 3:
        action = opponent.choose(battle)
        done.append((action.who, action.id))
        battle.submit(action)
    assert ("T", "tread_water") in done
    assert battle.fight.world.creature("T").z_ft == 0
