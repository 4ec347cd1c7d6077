"""What each creature perceives of each other: senses, light, noise, searching, and the strikes it allows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.ring import (
    BOOK,
    act,
    asked,
    fight,
    happened,
    lost,
    noted,
    options,
    refused,
    rolled,
    sheet,
    weapon,
    where,
)

from tactics.core.language import catalogue
from tactics.core.lattice import Point, Square
from tactics.core.text import say
from tactics.rules.action import Action, NeedPath, NeedSquare
from tactics.rules.event import HpChanged
from tactics.rulesets.pf2e.fight import noticing, statistics
from tactics.world.fight import Effect, Fight

DARK: dict[str, Any] = {"legend": {"d": {"terrain": "floor", "light": "dark"}}}
SWORD = sheet(numbers={"ac": 16, "perception": 9}, str=3, weapons=[weapon("shortsword")])
BOTH = {"A": SWORD, "T": sheet(numbers={"ac": 15, "stealth": 7, "perception": 9})}


def _state(moment: Fight, observer: str = "A", subject: str = "T") -> str:
    return noticing.state(moment, observer, subject)


def _seen(rows: str, viewer: dict[str, Any], target: dict[str, Any], **tables: Any) -> str:
    return _state(fight(rows, BOTH, {"A": viewer, "T": target}, **tables))


@pytest.mark.rule("pf2e.sense.imprecise", "pf2e.condition.blinded")
@pytest.mark.parametrize(
    ("squares", "hearing", "state"),
    [(2, "near", "hidden"), (12, "near", "hidden"), (13, "near", "undetected"), (13, "far", "hidden")],
)
def test_the_blind_hear_whoever_walks_near_by(squares: int, hearing: str, state: str) -> None:
    rows, rules = "A" + "." * (squares - 1) + "T", {"pf2e": {"hearing": hearing}}
    assert _seen(rows, {"conditions": ["blinded"]}, {}, rules=rules) == state


@pytest.mark.rule("pf2e.sense.imprecise")
@pytest.mark.parametrize(
    ("viewer", "target"),
    [(["blinded", "deafened"], []), (["blinded"], ["in_noise"]), (["blinded", "in_noise"], [])],
)
def test_noise_and_deafness_leave_nothing_to_hear(viewer: list[str], target: list[str]) -> None:
    assert _seen("A.T", {"conditions": viewer}, {"conditions": target}) == "undetected"


@pytest.mark.rule("pf2e.sense.imprecise")
def test_a_waterfall_drowns_every_step() -> None:
    loud = {"legend": {"w": {"terrain": "waterfall", "difficulty": 0}}}
    assert _seen("A.T", {"conditions": ["blinded"]}, {"under": "w"}, **loud) == "undetected"


@pytest.mark.rule("pf2e.sense.best_applies", "pf2e.sense.precise")
@pytest.mark.parametrize(
    ("senses", "squares", "state"),
    [
        ([], 4, "hidden"),
        (["echolocation_20"], 4, "observed"),
        (["echolocation_20"], 5, "hidden"),
        (["hearing_precise_30"], 6, "observed"),
        (["scent_imprecise_30"], 6, "hidden"),
        (["low_light_vision"], 4, "hidden"),
        (["darkvision"], 12, "observed"),
    ],
)
def test_in_the_dark_the_best_sense_counts(senses: list[str], squares: int, state: str) -> None:
    rows = "A" + "." * (squares - 1) + "T"
    assert _seen(rows, {"senses": senses}, {"under": "d"}, **DARK) == state


@pytest.mark.rule("pf2e.sense.precise")
def test_walls_stop_echolocation() -> None:
    walls = [{"line": [[1, 0], [1, 1]]}]
    assert _seen("AT", {"senses": ["echolocation_20"]}, {}, walls=walls) == "hidden"


@pytest.mark.rule("pf2e.sense.darkvision")
@pytest.mark.parametrize(
    ("senses", "state"), [(["darkvision"], "concealed"), (["greater_darkvision"], "observed"), ([], "hidden")]
)
def test_darkness_of_strong_magic(senses: list[str], state: str) -> None:
    legend = {"m": {"terrain": "magical_darkness", "light": "dark"}}
    assert _seen("A.T", {"senses": senses}, {"under": "m"}, legend=legend) == state


@pytest.mark.rule("pf2e.sense.low_light_vision")
def test_fog_in_dim_light_stays_fog() -> None:
    legend = {"f": {"terrain": "fog", "obscurement": 1, "light": "dim"}, "m": {"terrain": "floor", "light": "dim"}}
    viewer = {"senses": ["low_light_vision"]}
    assert _seen("A.T", viewer, {"under": "f"}, legend=legend) == "concealed"
    assert _seen("A.T", viewer, {"under": "m"}, legend=legend) == "observed"


@pytest.mark.rule("pf2e.light.darkness")
def test_out_of_the_dark_one_sees_who_stands_in_the_light() -> None:
    moment = fight("A..T", BOTH, {"A": {"under": "d"}}, **DARK)
    assert (_state(moment), _state(moment, "T", "A")) == ("observed", "hidden")


@pytest.mark.rule("pf2e.sense.scent", "pf2e.sense.vague")
@pytest.mark.parametrize(
    ("squares", "target", "state"),
    [
        (6, {}, "hidden"),
        (7, {}, "undetected"),
        (12, {"conditions": ["invisible", "upwind"]}, "hidden"),
        (13, {"conditions": ["invisible", "upwind"]}, "undetected"),
        (4, {"conditions": ["invisible", "downwind"]}, "undetected"),
        (6, {"traits": ["incorporeal"]}, "undetected"),
    ],
)
def test_scent_within_its_range(squares: int, target: dict[str, Any], state: str) -> None:
    unseen = {**target, "conditions": sorted({"invisible", *target.get("conditions", [])})}
    assert _seen("A" + "." * (squares - 1) + "T", {"senses": ["scent_imprecise_30"]}, unseen) == state


@pytest.mark.rule("pf2e.sense.vague")
def test_a_vague_sense_turns_unnoticed_into_undetected_and_no_more() -> None:
    effects = {"T": [Effect("unnoticed_by", note="A")]}
    plain = fight("A..T", BOTH, effects=effects)
    nose = fight("A..T", BOTH, {"A": {"senses": ["scent_30"]}}, effects)
    assert [noticing.perceived(one, "A") for one in (plain, nose)] == [{"T": "unnoticed"}, {"T": "unseen"}]
    assert _seen("A..T", {"senses": ["scent_30"], "conditions": ["blinded", "deafened"]}, {}) == "undetected"


@pytest.mark.rule("pf2e.sense.tremorsense")
@pytest.mark.parametrize(
    ("squares", "target", "state"),
    [
        (6, {}, "hidden"),
        (7, {}, "undetected"),
        (2, {"conditions": ["flying"]}, "undetected"),
        (2, {"conditions": ["motionless"]}, "undetected"),
        (2, {"z": 10}, "undetected"),
    ],
)
def test_tremorsense_feels_what_moves_on_the_same_ground(squares: int, target: dict[str, Any], state: str) -> None:
    unseen = {**target, "conditions": sorted({"invisible", *target.get("conditions", [])})}
    moment = fight("A" + "." * (squares - 1) + "T", BOTH, {"A": {"senses": ["tremorsense_30"]}, "T": unseen})
    stirred = replace(moment, bodies={**moment.bodies, "T": replace(moment.body("T"), counters={"stirred": 1})})
    assert _state(stirred) == state


@pytest.mark.rule("pf2e.sense.tremorsense")
def test_who_moved_on_its_last_turn_is_felt_until_the_next() -> None:
    creatures = {"A": {"senses": ["tremorsense_30"]}, "T": {"conditions": ["invisible"]}}
    moment = fight("A..T\n....", BOTH, creatures, order=("T",))
    assert _state(moment) == "undetected"
    moved = act(moment, "T", "stride", path="D1 D2").fight
    assert _state(moved) == "hidden"
    waits = act(act(moved, "T", "end_turn").fight, "A", "end_turn").fight
    assert (waits.active, _state(waits)) == ("T", "undetected")


@pytest.mark.rule("pf2e.condition.dazzled", "pf2e.detect.concealed")
@pytest.mark.parametrize(("senses", "squares", "state"), [([], 2, "concealed"), (["echolocation_20"], 2, "observed")])
def test_the_dazzled_see_everything_blurred(senses: list[str], squares: int, state: str) -> None:
    assert _seen("A.T", {"senses": senses, "conditions": ["dazzled"]}, {}) == state


@pytest.mark.rule("pf2e.condition.blinded")
@pytest.mark.parametrize(("senses", "modifier"), [([], 5), (["echolocation_60"], 9)])
def test_perception_of_the_blinded(senses: list[str], modifier: int) -> None:
    moment = fight("A.T", BOTH, {"A": {"senses": senses}}, {"A": ["blinded"]})
    assert statistics.modifier(moment, "A", "perception") == modifier


@pytest.mark.rule("pf2e.detect.states")
def test_each_pair_has_its_own_state() -> None:
    moment = fight("AST", {**BOTH, "S": sheet()}, {"S": {"side": "heroes", "conditions": ["blinded"]}})
    assert (_state(moment, "A"), _state(moment, "S")) == ("observed", "hidden")


@pytest.mark.rule("pf2e.detect.observed", "pf2e.detect.concealed")
@pytest.mark.parametrize(("face", "attacks"), [(4, False), (5, True)])
def test_who_is_observed_in_the_mist_takes_a_flat_check_and_is_not_flat_footed(face: int, attacks: bool) -> None:
    moment = fight("AT", BOTH, {"T": {"under": "%"}})
    run = act(moment, "A", "strike", *((face, 2) if attacks else (face,)), weapon="shortsword", target="T")
    assert [one.against for one in rolled(run, "attack")] == ([15] if attacks else [])


@pytest.mark.rule("pf2e.detect.hidden", "pf2e.check.flat_combined", "pf2e.attack.multiple_attack_penalty")
@pytest.mark.parametrize(("face", "attacks"), [(10, False), (11, True)])
def test_one_flat_check_for_hidden_and_concealed_and_the_attack_counts(face: int, attacks: bool) -> None:
    moment = fight("AT", BOTH, {"T": {"under": "%"}}, {"T": [Effect("hidden_from", note="A")]})
    run = act(moment, "A", "strike", *((face, 2) if attacks else (face,)), weapon="shortsword", target="T")
    assert [one.against for one in rolled(run, "flat_check")] == [11]
    assert len(rolled(run, "attack")) == attacks
    assert (run.fight.body("A").count("attacks"), run.fight.body("A").count("actions")) == (1, 2)


UNDETECTED = {"T": [Effect("undetected_by", note="A")]}


@pytest.mark.rule("pf2e.effect.targets", "pf2e.detect.undetected")
def test_the_undetected_are_not_to_be_targeted_but_squares_are() -> None:
    moment = fight("AT\n..", BOTH, effects=UNDETECTED)
    assert refused(moment, "A", "strike", weapon="shortsword", target="T") == "pf2e.effect.targets"
    assert all(one.arguments["weapon"] for one in options(moment, "A", "strike_square"))
    (need,) = options(moment, "A", "strike_square")[0].needs
    assert isinstance(need, NeedSquare)
    assert set(need.squares) == {Square(1, 0), Square(0, 1), Square(1, 1)}
    told = [one.refusal.text for one in options(moment, "A", "strike", possible=False) if one.refusal]
    assert {one.msgid for one in told} == {"There is no enemy."}


@pytest.mark.rule("pf2e.detect.undetected")
def test_a_blow_at_a_square_and_a_throw_at_it_are_told_apart() -> None:
    armed = sheet(numbers={"ac": 16, "perception": 9}, str=3, weapons=[weapon("dagger")])
    offered = options(fight("AT\n..", {**BOTH, "A": armed}, effects=UNDETECTED), "A", "strike_square")
    assert [one.arguments["kind"] for one in offered if one.arguments["weapon"] == "dagger"] == ["melee", "ranged"]
    assert len({say(one.title, catalogue("ru")) for one in offered}) == len(offered)


@pytest.mark.rule("pf2e.detect.unnoticed")
def test_nobody_lashes_about_at_those_he_has_not_noticed() -> None:
    moment = fight("AT\n..", BOTH, effects={"T": [Effect("unnoticed_by", note="A")]})
    assert options(moment, "A", "strike_square", possible=False) == []


@pytest.mark.rule("pf2e.detect.undetected", "pf2e.check.secret")
@pytest.mark.parametrize(
    ("square", "faces", "hit"),
    [
        (Square(1, 0), (11, 12, 3), True),
        (Square(1, 0), (10,), False),
        (Square(1, 0), (11, 2), False),
        (Square(0, 1), (20, 20), False),
        (Square(0, 1), (2,), False),
    ],
)
def test_a_guessed_square(square: Square, faces: tuple[int, ...], hit: bool) -> None:
    moment = fight("AT\n..", BOTH, effects=UNDETECTED)
    run = act(moment, "A", "strike_square", *faces, weapon="shortsword", square=square)
    assert any(isinstance(one, HpChanged) for one in happened(run)) == hit
    assert all(one.secret for one in rolled(run, "attack") + rolled(run, "flat_check"))
    assert ("pf2e.detect.undetected" in noted(run)) != hit
    assert run.fight.body("A").count("attacks") == 1


SEEKER = sheet(numbers={"perception": 9})


@pytest.mark.rule("pf2e.basic.seek", "pf2e.check.secret")
@pytest.mark.parametrize(
    ("was", "face", "state"),
    [
        ("undetected_by", 10, "hidden"),
        ("undetected_by", 18, "observed"),
        ("undetected_by", 7, "undetected"),
        ("hidden_from", 8, "observed"),
        ("hidden_from", 7, "hidden"),
    ],
)
def test_what_a_search_makes_of_a_goblin(was: str, face: int, state: str) -> None:
    moment = fight("A..T", {**BOTH, "A": SEEKER}, effects={"T": [Effect(was, note="A")]})
    run = act(moment, "A", "seek", face, kind="cone", area=Square(1, 0))
    (roll,) = rolled(run, "skill")
    assert (roll.total, roll.against, roll.secret) == (face + 9, 17, True)
    assert _state(run.fight) == state


@pytest.mark.rule("pf2e.basic.seek", "pf2e.detect.invisible", "pf2e.sense.imprecise")
@pytest.mark.parametrize(("viewer", "target"), [({}, {"conditions": ["invisible"]}), ({"conditions": ["blinded"]}, {})])
def test_without_a_sense_that_observes_the_best_search_leaves_hidden(
    viewer: dict[str, Any], target: dict[str, Any]
) -> None:
    moment = fight("A..T", {**BOTH, "A": SEEKER}, {"A": viewer, "T": target}, UNDETECTED)
    found = act(moment, "A", "seek", 20, kind="cone", area=Square(1, 0)).fight
    assert _state(found) == "hidden"


@pytest.mark.rule("pf2e.basic.seek", "pf2e.area.cone", "pf2e.area.burst")
@pytest.mark.parametrize(
    ("shape", "aim", "found"),
    [
        ("cone", Square(3, 2), True),
        ("cone", Square(0, 0), False),
        ("burst", Point(6000, 2000), True),
        ("burst", Point(2000, 0), False),
    ],
)
def test_only_the_area_is_searched(shape: str, aim: Square | Point, found: bool) -> None:
    rows = ".........\n.........\n..A...T..\n.........\n........."
    moment = fight(rows, BOTH, effects=UNDETECTED)
    assert (_state(act(moment, "A", "seek", 15, kind=shape, area=aim).fight) != "undetected") == found


@pytest.mark.rule("pf2e.basic.seek", "pf2e.check.secret", "pf2e.hero.reroll")
@pytest.mark.parametrize("effects", [UNDETECTED, {}])
def test_a_hero_point_for_a_search_names_no_number_and_is_asked_of_an_empty_room_too(effects: dict[str, Any]) -> None:
    hero = {**SEEKER, "kind": "hero", "hero_points": 1}
    moment = fight("A..T", {**BOTH, "A": hero}, effects=effects)
    decision = asked(moment, "A", "seek", 2, kind="cone", area=Square(1, 0))
    assert (decision.id, decision.title.params) == ("hero_point", ())
    run = act(moment, "A", "seek", 2, 12, answers=("A reroll",), kind="cone", area=Square(1, 0))
    assert run.fight.body("A").count("hero_points") == 0
    assert _state(run.fight) == ("hidden" if effects else "observed")


@pytest.mark.rule("pf2e.basic.point_out", "pf2e.detect.hidden")
def test_pointing_out_tells_those_who_did_not_know() -> None:
    friend = {"side": "heroes"}
    sheets = {**BOTH, **{one: sheet() for one in "RSU"}}
    effects = {"T": [Effect("undetected_by", note="R"), Effect("hidden_from", note="S")]}
    moment = fight("A.R\nS.U\n..T", sheets, dict.fromkeys("RSU", friend), effects)
    run = act(moment, "A", "point_out", target="T")
    assert [_state(run.fight, one) for one in "RSU"] == ["hidden", "hidden", "observed"]
    assert run.fight.body("A").count("actions") == 2
    assert refused(run.fight, "A", "point_out", target="T") == "pf2e.basic.point_out"


@pytest.mark.rule("pf2e.basic.point_out")
@pytest.mark.parametrize(("face", "state"), [(17, "hidden"), (16, "undetected")])
def test_an_ally_who_cannot_hear_has_to_understand(face: int, state: str) -> None:
    creatures = {"S": {"side": "heroes", "conditions": ["deafened"]}}
    effects = {"T": [Effect("undetected_by", note="S")]}
    moment = fight("A.S\n..T", {**BOTH, "S": sheet(numbers={"perception": 0})}, creatures, effects)
    run = act(moment, "A", "point_out", face, target="T")
    assert (_state(run.fight, "S"), rolled(run, "skill")[0].secret) == (state, True)


@pytest.mark.rule("pf2e.sense.imprecise", "pf2e.detect.states")
def test_what_is_offered_does_not_betray_the_unseen() -> None:
    moment = fight("A..T", BOTH, effects=UNDETECTED)
    assert options(moment, "A", "hide") == []
    assert options(moment, "A", "create_diversion") == []


@pytest.mark.rule("pf2e.detect.undetected", "pf2e.move.occupied_space")
@pytest.mark.parametrize("path", ["A1 B1 C1 D1", "A1 B1 C1"])
def test_a_way_leads_into_somebody_unseen_and_stops_before_it(path: str) -> None:
    moment = fight("A.T...", BOTH, {"T": {"conditions": ["invisible"]}})
    need = need_of(options(moment, "A", "stride")[0], NeedPath)
    assert Square(2, 0) in need.costs
    run = act(moment, "A", "stride", path=path)
    assert (where(run.fight, "A"), _state(run.fight), noted(run)) == ("B1", "hidden", ["pf2e.detect.undetected"])
    plain = need_of(options(run.fight, "A", "stride")[0], NeedPath)
    assert Square(2, 0) not in plain.costs


@pytest.mark.rule("pf2e.detect.undetected", "pf2e.basic.step")
def test_a_step_into_somebody_unseen() -> None:
    run = act(fight("AT..", BOTH, effects=UNDETECTED), "A", "step", path="A1 B1")
    assert (where(run.fight, "A"), _state(run.fight)) == ("A1", "hidden")


@pytest.mark.rule("pf2e.move.occupied_space", "pf2e.skill.hide")
def test_a_way_stops_before_one_who_is_seen_on_the_way() -> None:
    run = act(fight("A..T", BOTH, effects=UNDETECTED), "A", "stride", path="A1 B1 C1 D1")
    assert (where(run.fight, "A"), _state(run.fight)) == ("C1", "observed")


BREATH = {"id": "breath", "name": "Breath", "shape": "cone", "size": 15, "save": "reflex", "dc": 15}


@pytest.mark.rule("pf2e.detect.hidden", "pf2e.detect.undetected", "pf2e.detect.concealed")
@pytest.mark.parametrize("effect", ["hidden_from", "undetected_by", ""])
def test_areas_take_those_who_are_not_seen_without_a_flat_check(effect: str) -> None:
    power = {**BREATH, "basic": True, "rank": 1, "effects": [{"damage": "2d6", "type": "fire"}]}
    effects = {"T": [Effect(effect, note="A")]} if effect else {}
    moment = fight("A.T", {"A": sheet(powers=[power]), "T": sheet()}, {"T": {} if effect else {"under": "%"}}, effects)
    (option,) = [one for one in BOOK.options(moment, "A") if one.arguments.get("power") == "breath"]
    arguments = {**option.arguments, "area": Square(2, 0)}
    run = act(moment, "A", option.id, 10, 3, 4, **arguments)
    assert rolled(run, "flat_check") == []
    assert lost(run, "T") == 7
    takes = BOOK.preview(moment, Action("A", option.id, arguments)).takes
    assert takes == (() if effect == "undetected_by" else ("T",))


@pytest.mark.rule("pf2e.detect.hidden", "pf2e.basic.attack_of_opportunity")
@pytest.mark.parametrize(("effect", "name"), [("hidden_from", "somebody"), ("", "A")])
def test_a_question_names_only_who_is_seen(effect: str, name: str) -> None:
    creatures = {"T": {"reactions": ["attack_of_opportunity"], "conditions": ["blinded"] if effect else []}}
    moment = fight("A.\nT.", BOTH, creatures)
    decision = asked(moment, "A", "stride", path="A1 B1 B2")
    assert say(decision.title, catalogue("en")).startswith(f"{name} gives")
