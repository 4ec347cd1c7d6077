"""Spells and other powers: costs, targets, areas, saves, attack rolls, and what is lost when they are disrupted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from rulesets.pf2e.fight.powers_kit import DREAD, FIREBALL, RAY, corner, mage, power
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
    rules,
    running,
    sheet,
    value,
    weapon,
)

from tactics.core.problems import ProblemError
from tactics.rules.action import Action, NeedArea, NeedChoice, NeedCreature, NeedSquare
from tactics.rules.event import EffectGained, Rolled
from tactics.world.fight import Effect, Fight

FAR = "A........T"
WATCHER = {"reactions": ["attack_of_opportunity"]}


def cast(moment: Fight, *faces: int, who: str = "A", answers: tuple[str, ...] = (), **more: Any) -> Any:
    return act(moment, who, "cast", *faces, answers=answers, **more)


@pytest.mark.rule("pf2e.attack.spell_roll")
@pytest.mark.rule("pf2e.attack.multiple_attack_penalty")
def test_spell_attack_takes_the_penalty_and_counts() -> None:
    own = mage(RAY, weapons=[weapon("mace")])
    moment = fight("AT", {"A": own, "T": sheet(numbers={"ac": 40}, hp=60)})
    (plain,) = rolled(cast(moment, 10, power="frost_ray", target="T"), "attack")
    assert plain.total == 10 + 11
    struck = act(moment, "A", "strike", 10, weapon="mace", target="T")
    (later,) = rolled(cast(struck.fight, 10, power="frost_ray", target="T"), "attack")
    assert later.total == 10 + 6
    after = cast(moment, 10, power="frost_ray", target="T").fight
    (blow,) = rolled(act(after, "A", "strike", 10, weapon="mace", target="T"), "attack")
    assert "pf2e.attack.multiple_attack_penalty" in rules(blow.parts)


@pytest.mark.rule("pf2e.attack.spell_roll")
@pytest.mark.rule("pf2e.effect.range")
def test_the_range_of_a_spell_is_a_limit_and_no_increment() -> None:
    own = mage(RAY, weapons=[weapon("shortbow", "both")])
    for squares, allowed in ((12, True), (13, False)):
        moment = fight("A" + "." * (squares - 1) + "T", {"A": own, "T": sheet(numbers={"ac": 40})})
        assert refused(moment, "A", "cast", power="frost_ray", target="T") == ("" if allowed else "pf2e.effect.range")
        if allowed:
            (roll,) = rolled(cast(moment, 10, power="frost_ray", target="T"), "attack")
            assert roll.total == 21


@pytest.mark.rule("pf2e.attack.spell_roll")
@pytest.mark.rule("pf2e.damage.double_halve")
def test_a_critical_hit_of_a_spell_doubles_its_damage() -> None:
    moment = fight(FAR, {"A": mage(RAY), "T": sheet(numbers={"ac": 15}, hp=60)})
    assert lost(cast(moment, 4, 3, 4, power="frost_ray", target="T"), "T") == 7
    assert lost(cast(moment, 14, 3, 4, power="frost_ray", target="T"), "T") == 14


@pytest.mark.rule("pf2e.attack.spell_roll")
def test_innate_spells_use_the_ability_their_source_names() -> None:
    own = mage(power(RAY, ability="cha"), cha=2)
    moment = fight(FAR, {"A": own, "T": sheet(numbers={"ac": 40})})
    (roll,) = rolled(cast(moment, 10, power="frost_ray", target="T"), "attack")
    assert roll.total == 10 + 9


@pytest.mark.rule("pf2e.spell.dc")
@pytest.mark.rule("pf2e.condition.frightened")
@pytest.mark.parametrize(("fear", "dc"), [(0, 21), (2, 19)])
def test_the_dc_of_spells(fear: int, dc: int) -> None:
    scared = {"A": {"conditions": [f"frightened_{fear}"]}} if fear else {}
    moment = fight("A..T", {"A": mage(DREAD), "T": sheet()}, scared)
    (roll,) = rolled(cast(moment, 10, power="dread", target="T"), "save")
    assert roll.against == dc


@pytest.mark.rule("pf2e.save.basic")
@pytest.mark.rule("pf2e.save.kinds")
@pytest.mark.parametrize(("face", "taken"), [(20, 0), (11, 13), (10, 27), (1, 54)])
@pytest.mark.parametrize("more", [0, 1])
def test_a_basic_save_sets_the_damage(face: int, taken: int, more: int) -> None:
    moment = fight(FAR, {"A": mage(FIREBALL), "T": sheet(hp=200, numbers={"reflex": 10})})
    dice = (6, 6, 6, 6, 2, 1 + more) if face != 20 else ()
    run = cast(moment, face, *dice, power="fire_burst", area=corner(9, 0))
    expected = {0: 0, 13: (27 + more) // 2, 27: 27 + more, 54: 2 * (27 + more)}[taken]
    assert lost(run, "T") == expected


@pytest.mark.rule("pf2e.save.basic")
@pytest.mark.rule("pf2e.area.burst")
def test_damage_of_an_area_is_rolled_once_and_each_saves_for_itself() -> None:
    rows = "A.......\n......T.\n......U."
    moment = fight(rows, {"A": mage(FIREBALL), "T": sheet(hp=60), "U": sheet(hp=60)})
    run = cast(moment, 5, 19, 1, 2, 3, 4, 5, 6, power="fire_burst", area=corner(7, 2))
    assert [one.who for one in rolled(run, "save")] == ["T", "U"]
    assert len(rolled(run, "damage")) == 1
    assert (lost(run, "T"), lost(run, "U")) == (42, 21)


@pytest.mark.rule("pf2e.save.no_action")
@pytest.mark.rule("pf2e.condition.unconscious")
@pytest.mark.parametrize(("state", "total"), [("stunned", 10), ("unconscious", 6)])
def test_who_cannot_act_still_saves(state: str, total: int) -> None:
    moment = fight(FAR, {"A": mage(FIREBALL), "T": sheet(hp=60)}, effects={"T": [state]})
    run = running(moment, 10, *[1] * 6)
    BOOK.resolve(run, Action("A", "cast", {"power": "fire_burst", "area": corner(9, 0)}))
    (roll,) = rolled(run, "save")
    assert roll.total == total


@pytest.mark.rule("pf2e.cover.area_effects")
@pytest.mark.rule("pf2e.cover.standard")
@pytest.mark.parametrize(("at", "bonus"), [((6, 0), 2), ((13, 0), 0)])
def test_cover_from_the_point_of_origin_helps_reflex(at: tuple[int, int], bonus: int) -> None:
    moment = fight(
        "A.......oT...", {"A": mage(FIREBALL), "T": sheet(hp=60)}, legend={"o": {"terrain": "floor", "cover": "low"}}
    )
    run = running(moment, 10, *[1] * 6)
    BOOK.resolve(run, Action("A", "cast", {"power": "fire_burst", "area": corner(*at)}))
    (roll,) = rolled(run, "save")
    assert roll.total == 10 + bonus
    single = power(FIREBALL, shape=None, size=None)
    moment = fight(
        "A.......oT...", {"A": mage(single), "T": sheet(hp=60)}, legend={"o": {"terrain": "floor", "cover": "low"}}
    )
    (roll,) = rolled(cast(moment, 10, *[1] * 6, power="fire_burst", target="T"), "save")
    assert roll.total == 10


@pytest.mark.rule("pf2e.line_of_effect.area")
@pytest.mark.rule("pf2e.area.general")
def test_behind_a_wall_nobody_saves() -> None:
    rows = "AC.#T..\n...#...\n...#..."
    moment = fight(rows, {"A": mage(FIREBALL), "T": sheet(hp=60), "C": sheet(hp=60)})
    run = running(moment, *[10] * 2, *[1] * 6)
    BOOK.resolve(run, Action("A", "cast", {"power": "fire_burst", "area": corner(2, 1)}))
    assert {one.who for one in rolled(run, "save")} == {"A", "C"}


@pytest.mark.rule("pf2e.effect.range")
@pytest.mark.parametrize(("feet", "x", "rule"), [(30, 6, ""), (30, 7, "pf2e.effect.range")])
def test_the_corner_of_a_burst_must_be_in_range(feet: int, x: int, rule: str) -> None:
    moment = fight("A" + "." * 19, {"A": mage(power(FIREBALL, range=feet))})
    assert refused(moment, "A", "cast", power="fire_burst", area=corner(x, 0)) == rule


@pytest.mark.rule("pf2e.effect.range")
@pytest.mark.rule("pf2e.effect.targets")
@pytest.mark.parametrize(("column", "allowed"), [(4, True), (5, False)])
def test_range_is_counted_like_movement(column: int, allowed: bool) -> None:
    rows = "\n".join(["A....."] + ["......"] * 3 + ["." * column + "T" + "." * (5 - column)])
    moment = fight(rows, {"A": mage(DREAD), "T": sheet()})
    assert refused(moment, "A", "cast", power="dread", target="T") == ("" if allowed else "pf2e.effect.range")


@pytest.mark.rule("pf2e.area.cone")
@pytest.mark.rule("pf2e.area.line")
@pytest.mark.rule("pf2e.area.emanation")
@pytest.mark.parametrize(
    ("shape", "size", "met"), [("cone", 15, {"T", "U"}), ("line", 60, {"T"}), ("emanation", 10, {"T", "U", "V"})]
)
def test_areas_that_start_at_their_user(shape: str, size: int, met: set[str]) -> None:
    rows = "......\n...U..\n.AT...\n......\n.V...."
    breath = power(FIREBALL, shape=shape, size=size, range=None)
    people = {one: sheet(hp=90) for one in "TUV"}
    moment = fight(rows, {"A": mage(breath), **people})
    (option,) = options(moment, "A", "cast")
    aim: dict[str, Any] = {} if shape == "emanation" else {"area": moment.world.creature("T").space.anchor}
    assert [need.at for need in option.needs if isinstance(need, NeedArea)] == ["square"] * len(aim)
    run = running(moment, *[10] * len(met), *[1] * 6)
    BOOK.resolve(run, Action("A", "cast", {"power": "fire_burst", **aim}))
    assert {one.who for one in rolled(run, "save")} == met


@pytest.mark.rule("pf2e.basic.cast_spell")
@pytest.mark.rule("pf2e.action.disrupt")
@pytest.mark.rule("pf2e.action.activity")
def test_a_disrupted_spell_is_lost_with_its_actions_and_slot() -> None:
    spell = power(DREAD, actions="3", pool="rank_1", traits=["manipulate", "concentrate"])
    own = mage(spell, pools={"rank_1": 1})
    moment = fight("AT", {"A": own, "T": sheet(str=9, weapons=[weapon("mace")])}, {"T": WATCHER})
    run = cast(moment, 19, 1, answers=("T strike.mace",), power="dread", target="T")
    assert "pf2e.action.disrupt" in noted(run)
    assert not rolled(run, "save")
    assert run.fight.body("A").count("actions") == 0
    again = replace(run.fight, bodies={**run.fight.bodies, "A": replace(run.fight.body("A"), counters={"actions": 3})})
    assert refused(again, "A", "cast", power="dread", target="T") == ""
    kept = dict(run.fight.body("A").counters)
    again = replace(
        run.fight, bodies={**run.fight.bodies, "A": replace(run.fight.body("A"), counters={**kept, "actions": 3})}
    )
    assert refused(again, "A", "cast", power="dread", target="T") == "pf2e.basic.cast_spell"


@pytest.mark.rule("pf2e.basic.cast_spell")
@pytest.mark.parametrize(("traits", "reacts"), [(["manipulate", "concentrate"], True), (["concentrate"], False)])
def test_only_somatic_spells_give_an_opening(traits: list[str], reacts: bool) -> None:
    own = mage(power(DREAD, traits=traits))
    moment = fight("AT", {"A": own, "T": sheet(weapons=[weapon("mace")])}, {"T": WATCHER})
    preview = BOOK.preview(moment, Action("A", "cast", {"power": "dread", "target": "T"}))
    assert preview.reactions == (("T",) if reacts else ())
    if reacts:
        assert asked(moment, "A", "cast", power="dread", target="T").id == "attack_of_opportunity"
    else:
        assert len(rolled(cast(moment, 10, power="dread", target="T"), "save")) == 1


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.attack.spell_roll")
@pytest.mark.parametrize(("attack", "reacts"), [("ranged", True), ("melee", False)])
def test_a_spell_that_is_a_ranged_attack_gives_an_opening(attack: str, reacts: bool) -> None:
    own = mage(power(RAY, traits=["concentrate"], attack=attack))
    moment = fight("AT", {"A": own, "T": sheet(weapons=[weapon("mace")])}, {"T": WATCHER})
    preview = BOOK.preview(moment, Action("A", "cast", {"power": "frost_ray", "target": "T"}))
    assert preview.reactions == (("T",) if reacts else ())


@pytest.mark.rule("pf2e.effect.targets")
def test_friends_find_the_invisible_among_them() -> None:
    mend = {"id": "mend", "rank": 1, "traits": [], "range": 30, "targets": "ally", "effects": [{"temporary": "5"}]}
    moment = fight("AB.T", {"A": mage(mend)}, {"B": {"side": "heroes"}}, {"B": ["invisible"]})
    assert cast(moment, power="mend", target="B").fight.body("B").temp_hp == 5


@pytest.mark.rule("pf2e.action.activity")
@pytest.mark.rule("pf2e.action.no_nesting")
def test_two_actions_are_needed_at_once() -> None:
    moment = fight("A..T", {"A": mage(DREAD)})
    spent = act(act(moment, "A", "drop_prone").fight, "A", "stand").fight
    assert refused(spent, "A", "cast", power="dread", target="T") == "pf2e.action.activity"


@pytest.mark.rule("pf2e.action.long_activity")
def test_what_takes_minutes_is_no_matter_for_a_fight() -> None:
    moment = fight("A..T", {"A": mage(power(DREAD, actions="minutes"))})
    assert refused(moment, "A", "cast", power="dread", target="T") == "pf2e.action.long_activity"


@pytest.mark.rule("pf2e.action.other")
@pytest.mark.rule("pf2e.effect.general")
@pytest.mark.parametrize(("cost", "left"), [("free", 3), ("1", 2), ("2", 1), ("3", 0)])
def test_a_deed_of_ones_own_costs_what_it_says(cost: str, left: int) -> None:
    deed = {"id": "sign", "kind": "ability", "actions": cost, "traits": ["concentrate"], "about": "Draws a sign."}
    moment = fight("A..T", {"A": mage(deed)})
    run = cast(moment, power="sign")
    assert run.fight.body("A").count("actions") == left
    assert "pf2e.action.other" in noted(run)


@pytest.mark.rule("pf2e.effect.targets")
@pytest.mark.rule("pf2e.detect.undetected")
def test_an_undetected_target_is_refused_and_its_square_offered() -> None:
    moment = fight("A..T..", {"A": mage(DREAD)}, effects={"T": [Effect("undetected_by", note="A")]})
    assert refused(moment, "A", "cast", power="dread", target="T") == "pf2e.effect.targets"
    (option,) = options(moment, "A", "cast")
    (need,) = option.needs
    assert isinstance(need, NeedSquare)
    there = moment.world.creature("T").space.anchor
    assert there in need.squares
    run = cast(moment, 11, 5, power="dread", square=there)
    assert value(run.fight, "T", "frightened") == 3
    assert value(cast(moment, 10, power="dread", square=there).fight, "T", "frightened") is None
    wrong = cast(moment, 20, power="dread", square=moment.world.creature("T").space.anchor._replace(x=2))
    assert [one.outcome for one in rolled(wrong, "flat_check")] == ["failure"]


@pytest.mark.rule("pf2e.detect.concealed")
@pytest.mark.rule("pf2e.condition.dazzled")
@pytest.mark.parametrize(("face", "met"), [(5, True), (4, False)])
def test_the_dazzled_aim_at_what_is_concealed_from_them(face: int, met: bool) -> None:
    moment = fight("A..T", {"A": mage(DREAD)}, effects={"A": ["dazzled"]})
    run = cast(moment, face, *((10,) if met else ()), power="dread", target="T")
    assert [one.against for one in rolled(run, "flat_check")] == [5]
    assert bool(rolled(run, "save")) is met
    burst = fight("A..T", {"A": mage(FIREBALL)}, effects={"A": ["dazzled"]})
    run = running(burst, *[10] * 2, *[1] * 6)
    BOOK.resolve(run, Action("A", "cast", {"power": "fire_burst", "area": corner(4, 0)}))
    assert not rolled(run, "flat_check")


@pytest.mark.rule("pf2e.effect.willing_target")
@pytest.mark.parametrize("asleep", [False, True])
@pytest.mark.parametrize(("answer", "healed"), [("accept", 8), ("refuse", 0)])
def test_a_willing_target_is_asked_even_when_unconscious(asleep: bool, answer: str, healed: int) -> None:
    mend = {
        "id": "mend",
        "rank": 1,
        "traits": ["concentrate"],
        "range": 30,
        "targets": "willing",
        "effects": [{"heal": "1d8"}],
    }
    effects = {"B": ["unconscious"]} if asleep else {}
    moment = fight("AB.T", {"A": mage(mend), "B": sheet(hp=40)}, {"B": {"side": "heroes"}}, effects)
    hurt = replace(moment, bodies={**moment.bodies, "B": replace(moment.body("B"), hp=20)})
    decision = asked(hurt, "A", "cast", power="mend", target="B")
    assert (decision.who, decision.id) == ("B", "willing")
    run = cast(hurt, *((8,) if healed else ()), answers=(f"B {answer}",), power="mend", target="B")
    assert run.fight.body("B").hp == 20 + healed


@pytest.mark.rule("pf2e.effect.ally")
def test_nobody_is_their_own_ally() -> None:
    bless = {
        "id": "bless",
        "rank": 1,
        "shape": "emanation",
        "size": 10,
        "spares_user": "no",
        "effects": [{"temporary": "4"}],
    }
    for targets, met in (("ally", {"B"}), ("friend", {"A", "B"}), ("enemy", {"T"})):
        moment = fight("ABT", {"A": mage({**bless, "targets": targets})}, {"B": {"side": "heroes"}})
        run = cast(moment, power="bless")
        assert {who for who in "ABT" if run.fight.body(who).temp_hp} == met


@pytest.mark.rule("pf2e.iwr.temporary_immunity")
def test_temporary_immunity_holds_against_everybody_and_leaves_what_runs() -> None:
    spell = power(DREAD, immunity={"rounds": 10})
    moment = fight("A..T..B", {"A": mage(spell), "B": mage(spell)}, {"B": {"side": "heroes"}})
    run = cast(moment, 10, power="dread", target="T")
    assert value(run.fight, "T", "frightened") == 3
    again = replace(run.fight, bodies={**run.fight.bodies, "A": moment.body("A")})
    second = cast(again, power="dread", target="T")
    assert "pf2e.iwr.temporary_immunity" in noted(second)
    other = replace(again, turn=1, bodies={**again.bodies, "B": replace(again.body("B"), counters={"actions": 3})})
    assert "pf2e.iwr.temporary_immunity" in noted(cast(other, who="B", power="dread", target="T"))
    own = power(DREAD, immunity={"rounds": 10, "own": True})
    moment = fight("A..T..B", {"A": mage(own), "B": mage(own)}, {"B": {"side": "heroes"}})
    run = cast(moment, 10, power="dread", target="T")
    ready = {**run.fight.bodies, "B": replace(run.fight.body("B"), counters={"actions": 3})}
    assert rolled(cast(replace(run.fight, turn=1, bodies=ready), 10, who="B", power="dread", target="T"), "save")


@pytest.mark.rule("pf2e.iwr.immunity")
@pytest.mark.parametrize(
    ("immunities", "taken"), [([], 14), (["fire"], 6), (["acid"], 8), (["fire", "acid"], 0), (["magic"], 0)]
)
def test_separable_parts_of_a_mixed_effect_still_work(immunities: list[str], taken: int) -> None:
    both = power(
        FIREBALL,
        traits=["fire", "acid", "magic"],
        effects=[{"damage": "8", "type": "fire"}, {"damage": "6", "type": "acid"}],
    )
    moment = fight(FAR, {"A": mage(both), "T": sheet(hp=60, immunities=immunities)})
    saves = (15,) if taken else ()
    run = cast(moment, *saves, power="fire_burst", area=corner(9, 0))
    assert lost(run, "T") == taken


@pytest.mark.rule("pf2e.iwr.immunity")
def test_an_immune_creature_can_be_chosen_as_a_target() -> None:
    moment = fight("A..T", {"A": mage(DREAD), "T": sheet(immunities=["mental"])})
    (option,) = options(moment, "A", "cast")
    (need,) = option.needs
    assert isinstance(need, NeedCreature)
    assert need.ids == ("T",)
    run = cast(moment, power="dread", target="T")
    assert "pf2e.iwr.immunity" in noted(run)


@pytest.mark.rule("pf2e.iwr.immunity")
@pytest.mark.parametrize(
    ("trait", "foe", "state"), [("auditory", {}, ["deafened"]), ("mental", {"traits": ["mindless"]}, [])]
)
def test_what_is_not_heard_or_not_understood_does_nothing(trait: str, foe: dict[str, Any], state: list[str]) -> None:
    moment = fight("A..T", {"A": mage(power(DREAD, traits=[trait])), "T": sheet(**foe)}, effects={"T": state})
    run = cast(moment, power="dread", target="T")
    assert "pf2e.iwr.immunity" in noted(run)


@pytest.mark.rule("pf2e.death.death_effects")
def test_a_death_effect_kills_at_no_hit_points() -> None:
    doom = power(FIREBALL, traits=["death"], effects=[{"damage": "5", "type": "negative"}])
    moment = fight(FAR, {"A": mage(doom), "T": sheet(hp=5, kind="hero")})
    assert cast(moment, 10, power="fire_burst", area=corner(9, 0)).fight.body("T").out == "dead"


@pytest.mark.rule("pf2e.check.degree_adjustment_order")
@pytest.mark.parametrize(
    ("feats", "face", "degree"),
    [([], 11, "success"), (["evasion"], 11, "critical_success"), (["evasion"], 1, "critical_failure")],
)
def test_what_abilities_make_of_a_save(feats: list[str], face: int, degree: str) -> None:
    moment = fight(FAR, {"A": mage(FIREBALL), "T": sheet(hp=90, numbers={"reflex": 10}, feats=feats)})
    run = running(moment, face, *[1] * 6)
    BOOK.resolve(run, Action("A", "cast", {"power": "fire_burst", "area": corner(9, 0)}))
    assert [one.outcome for one in rolled(run, "save")] == [degree]


@pytest.mark.rule("pf2e.check.degree_adjustment_order")
@pytest.mark.parametrize(("level", "fear"), [(2, 2), (3, 1)])
def test_the_strong_are_not_incapacitated(level: int, fear: int) -> None:
    spell = power(DREAD, traits=["incapacitation"])
    moment = fight("A..T", {"A": mage(spell), "T": sheet(level=level, numbers={"will": 5})})
    assert value(cast(moment, 10, power="dread", target="T").fight, "T", "frightened") == fear


@pytest.mark.rule("pf2e.check.missing_degree")
def test_a_degree_without_an_entry_is_that_of_the_plain_one() -> None:
    spell = power(DREAD, effects=DREAD["effects"][:2])
    moment = fight("A..T", {"A": mage(spell), "T": sheet()})
    assert value(cast(moment, 2, power="dread", target="T").fight, "T", "frightened") == 2


@pytest.mark.rule("pf2e.effect.duration_rounds")
def test_a_breath_must_be_drawn_again() -> None:
    breath = power(FIREBALL, kind="ability", rank=None, dc=21, recharge="1d4")
    moment = fight("A........T", {"A": mage(breath), "T": sheet(hp=300)})
    run = running(moment, 2, 10, *[1] * 6)
    BOOK.resolve(run, Action("A", "cast", {"power": "fire_burst", "area": corner(9, 0)}))
    found = []
    here = run.fight
    for _ in range(2):
        here = act(here, "A", "end_turn").fight
        here = act(here, "T", "end_turn").fight
        found.append(refused(here, "A", "cast", power="fire_burst", area=corner(9, 0)))
    assert found == ["pf2e.effect.duration_rounds", ""]


@pytest.mark.rule("pf2e.move.forced")
def test_a_power_pushes() -> None:
    gust = power(DREAD, effects=[{"push": 10}])
    moment = fight("A..T....", {"A": mage(gust), "T": sheet()})
    assert str(cast(moment, 5, power="dread", target="T").fight.world.creature("T").space.anchor) == "F1"


@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
@pytest.mark.parametrize(("fortitude", "moved"), [(11, True), (12, False)])
def test_who_is_held_is_pushed_only_by_more_than_its_holder_resists(fortitude: int, moved: bool) -> None:
    gust = power(DREAD, effects=[{"push": 10}])
    people = {"A": mage(gust), "T": sheet(), "U": sheet(numbers={"fortitude": fortitude})}
    moment = fight("A..T....\n...U....", people, effects={"T": [Effect("grabbed", 0, "U")]})
    run = cast(moment, 5, power="dread", target="T")
    assert (run.fight.world.creature("T").space.x == 5) is moved


@pytest.mark.rule("pf2e.effect.targets")
def test_several_targets_are_chosen_one_after_another() -> None:
    spell = power(DREAD, count=3)
    moment = fight("A..TUV", {"A": mage(spell)})
    run = cast(moment, 10, 10, answers=("A V", "A enough"), power="dread", target="T")
    assert [one.who for one in rolled(run, "save")] == ["T", "V"]
    run = cast(moment, 10, 10, 10, power="dread", targets=("T", "U", "V"))
    assert [one.who for one in rolled(run, "save")] == ["T", "U", "V"]
    assert refused(moment, "A", "cast", power="dread", targets=("T", "T")) == "pf2e.effect.targets"


@pytest.mark.rule("pf2e.save.basic")
@pytest.mark.rule("pf2e.check.degree_of_success")
def test_the_preview_of_a_burst_is_exact() -> None:
    plain = power(FIREBALL, effects=[{"damage": "1d4", "type": "fire"}])
    moment = fight(FAR, {"A": mage(plain), "T": sheet(hp=90, numbers={"reflex": 10})})
    action = Action("A", "cast", {"power": "fire_burst", "area": corner(9, 0)})
    found = BOOK.preview(moment, action)
    taken = Fraction(0)
    for face in range(1, 21):
        for die in range(1, 5):
            run = running(moment, face, die)
            BOOK.resolve(run, action)
            taken += Fraction(lost(run, "T"), 80)
    assert (found.damage_mean, found.takes) == (taken, ("T",))
    assert (found.chance, found.critical) == (Fraction(10, 20), Fraction(1, 20))
    assert (found.damage_least, found.damage_most) == (1, 4)


@pytest.mark.rule("pf2e.attack.spell_roll")
def test_the_preview_of_an_attack_is_exact() -> None:
    ray = power(RAY, effects=[{"damage": "1d4", "type": "cold"}, {"damage": "1d2", "type": "fire"}])
    foe = sheet(hp=90, numbers={"ac": 22}, resistances=[{"to": "cold", "amount": 2}])
    moment = fight(FAR, {"A": mage(ray), "T": foe})
    action = Action("A", "cast", {"power": "frost_ray", "target": "T"})
    found, taken = BOOK.preview(moment, action), Fraction(0)
    for face in range(1, 21):
        for cold in range(1, 5):
            for fire in (1, 2):
                run = running(moment, face, cold, fire)
                BOOK.resolve(run, action)
                taken += Fraction(lost(run, "T"), 160)
    assert found.damage_mean == taken


@pytest.mark.rule("pf2e.condition.general")
@pytest.mark.parametrize(("face", "cast_"), [(7, True), (6, False)])
def test_a_stupefied_mind_may_lose_the_spell(face: int, cast_: bool) -> None:
    moment = fight("A..T", {"A": mage(DREAD)}, {"A": {"conditions": ["stupefied_2"]}})
    run = cast(moment, face, *((10,) if cast_ else ()), power="dread", target="T")
    assert bool(rolled(run, "save")) is cast_


@pytest.mark.rule("pf2e.effect.general")
@pytest.mark.parametrize(
    ("keys", "where"),
    [
        ({"shape": "cone"}, "size"),
        ({"attack": "ranged"}, "save"),
        ({"save": None, "basic": True}, "basic"),
        ({"rank": None}, "rank"),
        ({"actions": "reaction"}, "trigger"),
        ({"trigger": "hurt"}, "trigger"),
        ({"effects": None}, "effects"),
        ({"effects": [{"type": "fire"}]}, "effects[0]"),
        ({"effects": [{"heal": "1d8", "damage": "1d8"}]}, "effects[0]"),
        ({"effects": [{"affliction": "plague"}]}, "affliction"),
        ({"effects": [{"condition": "slowed", "rounds": 1, "turns": 1}]}, "rounds"),
        ({"pool": "rank_1"}, "pool"),
        ({"steps": "stride fly"}, "steps"),
        ({"repeats": True}, "sustained"),
        ({"effects": [{"condition": "slowed", "sustained": True}]}, "sustained"),
    ],
)
def test_faults_of_a_power_are_named(keys: dict[str, Any], where: str) -> None:
    with pytest.raises(ProblemError) as caught:
        fight("AT", {"A": mage(power(DREAD, **keys))})
    assert any(where in str(one) for one in caught.value.problems)


def test_what_comes_of_a_power_names_it() -> None:
    run = cast(fight("A..T", {"A": mage(DREAD)}), 10, power="dread", target="T")
    (effect,) = [one.effect for one in happened(run) if isinstance(one, EffectGained)]
    assert (effect.source, effect.origin) == ("A", "dread")


@pytest.mark.rule("pf2e.attack.spell_roll")
@pytest.mark.rule("pf2e.detect.hidden")
def test_a_hidden_caster_attacks_the_flat_footed_and_is_seen_then() -> None:
    people = {"A": mage(RAY, DREAD), "T": sheet(numbers={"ac": 30})}
    hidden = {"A": [Effect("hidden_from", note="T")]}
    moment = fight("A..oT", people, effects=hidden, legend={"o": {"terrain": "floor", "cover": "low"}})
    run = cast(moment, 10, power="frost_ray", target="T")
    (roll,) = rolled(run, "attack")
    assert roll.against == 30 + 2 - 2
    assert not run.fight.body("A").has("hidden_from")
    other = cast(moment, 10, power="dread", target="T")
    assert not other.fight.body("A").has("hidden_from")


@pytest.mark.rule("pf2e.damage.types")
@pytest.mark.rule("pf2e.hp.healing")
@pytest.mark.parametrize(
    ("trait", "traits", "gained"),
    [
        ("positive", [], 5),
        ("positive", ["undead"], 0),
        ("negative", ["undead"], 5),
        ("negative", [], 0),
        ("water", [], 5),
    ],
)
def test_energy_mends_its_own(trait: str, traits: list[str], gained: int) -> None:
    mend = {"id": "mend", "rank": 1, "traits": [trait], "range": 30, "effects": [{"heal": "5"}]}
    moment = fight("AB.T", {"A": mage(mend), "B": sheet(hp=40, traits=traits)}, {"B": {"side": "heroes"}})
    hurt = replace(moment, bodies={**moment.bodies, "B": replace(moment.body("B"), hp=20)})
    assert cast(hurt, power="mend", target="B").fight.body("B").hp == 20 + gained


@pytest.mark.rule("pf2e.basic.escape")
@pytest.mark.rule("pf2e.spell.dc")
def test_getting_out_of_a_spell_is_against_its_dc() -> None:
    web = power(DREAD, id="web", effects=[{"condition": "immobilized", "rounds": 10}])
    moment = cast(fight("A..T", {"A": mage(web), "T": sheet(hp=60)}), 5, power="web", target="T").fight
    run = act(act(moment, "A", "end_turn").fight, "T", "escape", 20, how="athletics", target="A")
    assert [one.against for one in happened(run) if isinstance(one, Rolled)] == [21]
    assert not run.fight.body("T").has("immobilized")


@pytest.mark.rule("pf2e.basic.cast_spell")
def test_the_preview_says_how_often_a_power_can_be_used() -> None:
    moment = fight("A..T", {"A": mage(power(DREAD, uses=2))})
    action = Action("A", "cast", {"power": "dread", "target": "T"})
    assert [one.count for one in BOOK.preview(moment, action).notes] == [2]
    used = cast(moment, 10, power="dread", target="T").fight
    ready = replace(
        used, bodies={**used.bodies, "A": replace(used.body("A"), counters={"actions": 3, "uses.dread": 1})}
    )
    assert [one.count for one in BOOK.preview(ready, action).notes] == [1]


@pytest.mark.rule("pf2e.basic.ready")
@pytest.mark.rule("pf2e.basic.cast_spell")
def test_an_ability_of_one_action_can_be_readied_and_no_spell() -> None:
    quick = power(DREAD, id="quick", kind="ability", rank=None, dc=21, actions="1", traits=["mental"])
    spell = power(DREAD, id="word", actions="1")
    moment = fight("A.....T.", {"A": mage(quick, spell, DREAD)}, {"T": {"speed": 25}})
    (option,) = options(moment, "A", "ready")
    choices = [need for need in option.needs if isinstance(need, NeedChoice) and need.name == "choice"]
    keys = [choice.id for need in choices for choice in need.choices]
    (key,) = [one for one in keys if one.startswith("cast")]
    assert "quick" in key
    waiting = act(moment, "A", "ready", choice=key, trigger="moves").fight
    here = act(waiting, waiting.active, "end_turn").fight if waiting.active == "A" else waiting
    decision = asked(here, "T", "stride", path="G1 F1 E1")
    assert decision.id == "readied"
    run = act(here, "T", "stride", 5, answers=(f"A {decision.choices[0].id}",), path="G1 F1 E1")
    assert value(run.fight, "T", "frightened") == 3
