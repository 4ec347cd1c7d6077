"""Hero Points, shields, first aid, and things that break."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf2e.fight.ring import (
    act,
    asked,
    fight,
    happened,
    lost,
    options,
    refused,
    rolled,
    running,
    sheet,
    value,
    weapon,
)

from tactics.core.problems import ProblemError
from tactics.rules.action import Action
from tactics.rules.event import ItemLost
from tactics.rulesets.pf2e.fight import checks, conditions, dying, heroes
from tactics.rulesets.pf2e.fight.book import Pf2eFighting
from tactics.rulesets.pf2e.fight.damage import Dealt
from tactics.rulesets.pf2e.fight.harm import Blow, hurt
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.statistics import dc_of
from tactics.rulesets.pf2e.fight.things_broken import damage_thing
from tactics.world.fight import Effect, Fight

MACE = [weapon("mace")]


def hero(points: int = 1, **more: Any) -> dict[str, Any]:
    """A hero with Hero Points."""
    return sheet(kind="hero", hero_points=points, **more)


@pytest.mark.rule("pf2e.hero.points")
def test_a_hero_begins_with_one_and_never_has_more_than_three() -> None:
    moment = fight("A.T", {"A": sheet(kind="hero"), "T": sheet()})
    assert [sheet_of(moment.world.creature(one)).hero_points for one in "AT"] == [1, 0]
    with pytest.raises(ProblemError, match="hero_points"):
        fight("A.T", {"A": hero(4)})


@pytest.mark.rule("pf2e.hero.points")
def test_a_companion_is_helped_by_its_hero() -> None:
    pet = sheet(kind="companion", companion_of="A")
    moment = fight("AB.T", {"A": hero(2), "B": pet}, {"B": {"side": "heroes"}})
    assert (heroes.purse_of(moment, "B"), heroes.purse_of(moment, "T")) == ("A", "")
    run = running(moment, 4, 15, answers=("A reroll",))
    checks.check(run, "B", "save", (), 15)
    assert run.fight.body("A").count("hero_points") == 1


@pytest.mark.rule("pf2e.hero.reroll")
@pytest.mark.parametrize(("second", "hit"), [(2, False), (18, True)])
def test_the_second_roll_stands(second: int, hit: bool) -> None:
    moment = fight("AT", {"A": hero(2, weapons=MACE), "T": sheet(numbers={"ac": 15})})
    faces = (4, second, 3) if hit else (4, second)
    run = act(moment, "A", "strike", *faces, answers=("A reroll",), weapon="mace", target="T")
    assert [one.rolls[0].face for one in rolled(run, "attack")] == [4, second]
    assert rolled(run, "attack")[1].rule == "pf2e.hero.reroll"
    assert bool(lost(run, "T")) is hit
    assert run.fight.body("A").count("hero_points") == 1


@pytest.mark.rule("pf2e.hero.reroll")
def test_it_is_offered_once_and_not_beside_other_fortune() -> None:
    moment = fight("AT", {"A": hero(3)})
    run = running(moment, 4, answers=())
    assert not checks.check(run, "A", "skill", (), 15, fortune=False).succeeded
    decision = asked(moment, "A", "strike", 1, weapon="unarmed", target="T")
    assert (decision.id, decision.who, decision.default) == ("hero_point", "A", "keep")


@pytest.mark.rule("pf2e.hero.reroll")
@pytest.mark.rule("pf2e.check.flat")
def test_a_flat_check_can_be_rolled_again() -> None:
    run = running(fight("AT", {"A": hero()}), 3, 16, answers=("A reroll",))
    assert checks.flat_check(run, "A", 15).succeeded
    assert run.fight.body("A").count("hero_points") == 0


def dying_hero(value_: int, points: int, wounded: int = 0) -> Fight:
    """A dying hero with Hero Points."""
    state = [f"dying_{value_}", *([f"wounded_{wounded}"] if wounded else [])]
    return fight("AT", {"A": hero(points)}, {"A": {"conditions": state}})


@pytest.mark.rule("pf2e.hero.heroic_recovery")
def test_all_points_at_a_failed_recovery_check() -> None:
    run = running(dying_hero(3, 2, 1), 5, answers=("A keep", "A keep", "A spend"))
    dying.recovery(run, "A")
    body = run.fight.body("A")
    assert (body.has("dying"), body.has("unconscious"), body.hp, body.out) == (False, True, 0, "")
    assert (value(run.fight, "A", "wounded"), body.count("hero_points")) == (1, 0)


@pytest.mark.rule("pf2e.hero.heroic_recovery")
@pytest.mark.rule("pf2e.hero.points")
def test_all_points_at_the_start_of_the_turn_of_one_who_cannot_act() -> None:
    run = running(dying_hero(1, 1), answers=("A spend",))
    dying.recovery(run, "A")
    assert (run.fight.body("A").has("dying"), value(run.fight, "A", "wounded")) == (False, None)
    assert rolled(run, "recovery") == []


@pytest.mark.rule("pf2e.hero.avoid_death")
@pytest.mark.parametrize(("answer", "out"), [("spend", ""), ("keep", "dead")])
def test_avoiding_death(answer: str, out: str) -> None:
    run = running(dying_hero(3, 1, 1), answers=(f"A {answer}",))
    hurt(run, "A", [Dealt(3, "slashing")], Blow("T"))
    body = run.fight.body("A")
    assert body.out == out
    if not out:
        assert (body.has("dying"), value(run.fight, "A", "wounded"), body.count("hero_points")) == (False, 1, 0)


@pytest.mark.rule("pf2e.hero.avoid_death")
def test_avoiding_a_death_that_comes_with_the_fall() -> None:
    moment = fight("AT", {"A": hero(1)}, {"A": {"conditions": ["wounded_3"]}})
    run = running(moment, answers=("A spend",))
    hurt(run, "A", [Dealt(20, "slashing")], Blow("T"))
    body = run.fight.body("A")
    assert (body.out, body.hp, body.has("dying"), body.has("unconscious")) == ("", 0, False, True)
    assert value(run.fight, "A", "wounded") == 3


SHIELDS = {"buckler": 1, "wooden_shield": 2, "steel_shield": 2, "tower_shield": 2}


def guarded(shield: str = "steel_shield", raised: bool = True, **more: Any) -> Fight:
    """A with a shield and the feat, beside T with a big sword."""
    plate = {"id": shield, **more.pop("plate", {})}
    own = sheet(numbers={"ac": 10}, hp=60, shield=plate, feats=["shield_block"], **more)
    moment = fight("AT", {"A": own, "T": sheet(weapons=[weapon("greatsword", "both")])})
    return act(moment, "A", "raise_shield").fight if raised else moment


@pytest.mark.rule("pf2e.basic.raise_shield")
@pytest.mark.parametrize(("shield", "bonus"), list(SHIELDS.items()))
def test_a_raised_shield_lasts_until_the_next_turn(shield: str, bonus: int) -> None:
    moment = guarded(shield)
    assert (dc_of(moment, "A", "ac"), moment.body("A").count("actions")) == (10 + bonus, 2)
    assert options(moment, "A", "raise_shield", possible=False) == []
    moment = act(moment, "A", "end_turn").fight
    assert dc_of(moment, "A", "ac") == 10 + bonus
    assert dc_of(act(moment, "T", "end_turn").fight, "A", "ac") == 10


@pytest.mark.rule("pf2e.basic.raise_shield")
@pytest.mark.rule("pf2e.bonus.same_type_no_stack")
@pytest.mark.parametrize(("cover", "ac"), [(0, 12), (1, 12), (2, 12), (4, 14)])
def test_a_shield_and_cover_do_not_add_up(cover: int, ac: int) -> None:
    from tactics.core.text import text
    from tactics.rules.event import Part

    extra = [Part(cover, text("cover"), "circumstance")] if cover else []
    assert dc_of(guarded(), "A", "ac", extra=extra) == ac


@pytest.mark.rule("pf2e.basic.raise_shield")
@pytest.mark.rule("pf2e.basic.take_cover")
def test_cover_behind_a_tower_shield() -> None:
    moment = act(guarded("tower_shield"), "A", "take_cover").fight
    assert dc_of(moment, "A", "ac") == 14
    assert refused(guarded(), "A", "take_cover") == "pf2e.basic.take_cover"


@pytest.mark.rule("pf2e.basic.shield_block")
@pytest.mark.rule("pf2e.item.hardness_hp")
@pytest.mark.rule("pf2e.item.broken")
@pytest.mark.parametrize(
    ("amount", "resistance", "taken", "shield_left", "broken"),
    [(12, 0, 7, 13, False), (16, 0, 11, 9, True), (8, 3, 0, 20, False), (14, 0, 9, 11, False), (15, 0, 10, 10, True)],
)
def test_blocking(amount: int, resistance: int, taken: int, shield_left: int, broken: bool) -> None:
    resists = [{"to": "slashing", "amount": resistance}] if resistance else []
    run = running(guarded(resistances=resists), answers=("A shield_block",))
    hurt(run, "A", [Dealt(amount, "slashing")], Blow("T", strike=True))
    assert lost(run, "A") == taken
    assert 20 - run.fight.items["A.shield"].damage == shield_left
    assert run.fight.body("A").has("shield_raised") is not broken
    assert (dc_of(run.fight, "A", "ac"), run.fight.body("A").count("reaction")) == (10 if broken else 12, 0)


@pytest.mark.rule("pf2e.basic.shield_block")
@pytest.mark.rule("pf2e.iwr.order")
def test_a_block_comes_after_resistance() -> None:
    resists = [{"to": "fire", "amount": 5}]
    run = running(guarded(resistances=resists), answers=("A shield_block",))
    hurt(run, "A", [Dealt(20, "fire")], Blow("T", strike=True))
    assert (lost(run, "A"), run.fight.items["A.shield"].damage) == (10, 10)


@pytest.mark.rule("pf2e.basic.shield_block")
@pytest.mark.parametrize("case", ["fireball", "lowered", "no_feat", "no_reaction", "nothing_left"])
def test_no_block_is_offered(case: str) -> None:
    moment = guarded(raised=case != "lowered")
    if case == "no_feat":
        own = sheet(hp=60, shield={"id": "steel_shield"})
        moment = act(fight("AT", {"A": own}), "A", "raise_shield").fight
    run = running(moment)
    if case == "no_reaction":
        from tactics.rules.event import CounterSet

        run.emit(CounterSet("A", "reaction", 0))
    blow = Blow("T", strike=case != "fireball")
    hurt(run, "A", [Dealt(0 if case == "nothing_left" else 12, "slashing")], blow)
    assert run.fight.items["A.shield"].damage == 0


@pytest.mark.rule("pf2e.basic.shield_block")
def test_a_strike_asks_and_shows_what_is_left() -> None:
    moment = act(guarded(), "A", "end_turn").fight
    decision = asked(moment, "T", "strike", 15, 12, weapon="greatsword", target="A")
    assert (decision.who, decision.id, decision.default) == ("A", "shield_block", "shield_block")
    run = act(moment, "T", "strike", 15, 12, answers=("A shield_block",), weapon="greatsword", target="A")
    assert lost(run, "A") == 7
    declined = act(moment, "T", "strike", 15, 12, answers=("A decline",), weapon="greatsword", target="A")
    assert lost(declined, "A") == 12


@pytest.mark.rule("pf2e.item.hardness_hp")
@pytest.mark.parametrize(("lost_before", "damage", "left"), [(0, 16, 9), (0, 4, 20), (11, 14, None)])
def test_things_take_what_is_over_their_hardness(lost_before: int, damage: int, left: int | None) -> None:
    moment = guarded(raised=False, plate={"lost": lost_before})
    run = running(moment)
    damage_thing(run, moment.items["A.shield"], damage)
    item = run.fight.items.get("A.shield")
    assert (None if item is None else 20 - item.damage) == left
    assert any(isinstance(one, ItemLost) for one in happened(run)) is (left is None)


@pytest.mark.rule("pf2e.item.broken")
@pytest.mark.parametrize(("lost_before", "refusal"), [(9, ""), (10, "pf2e.item.broken")])
def test_a_broken_shield_is_no_use(lost_before: int, refusal: str) -> None:
    moment = guarded(raised=False, plate={"lost": lost_before})
    assert refused(moment, "A", "raise_shield") == refusal
    (option,) = options(moment, "A", "raise_shield", possible=False)
    assert (option.refusal is None) is (refusal == "")


@pytest.mark.rule("pf2e.item.broken")
@pytest.mark.rule("pf2e.attack.roll")
@pytest.mark.parametrize(
    ("rank", "lost_before", "bashes"), [("trained", 0, True), ("trained", 10, False), ("untrained", 0, False)]
)
def test_a_shield_can_strike(rank: str, lost_before: int, bashes: bool) -> None:
    own = sheet(
        str=2,
        proficiencies={"martial": rank},
        shield={"id": "wooden_shield", "hp": 20, "broken": 10, "lost": lost_before},
    )
    moment = fight("AT", {"A": own, "T": sheet(numbers={"ac": 12})})
    names = [one.arguments["weapon"] for one in options(moment, "A", "strike")]
    assert ("shield_bash" in names) is bashes
    if bashes:
        assert lost(act(moment, "A", "strike", 10, 4, weapon="shield_bash", target="T"), "T") == 6


@pytest.mark.rule("pf2e.item.broken")
def test_a_broken_weapon_is_no_use() -> None:
    moment = fight("AT", {"A": sheet(weapons=[weapon("mace", lost=10)])})
    assert refused(moment, "A", "strike", weapon="mace", target="T") == "pf2e.item.broken"


@pytest.mark.rule("pf2e.basic.raise_shield")
def test_the_unconscious_hold_no_shield_up() -> None:
    run = running(guarded())
    conditions.gain(run, "A", "unconscious")
    assert not run.fight.body("A").has("shield_raised")


HEALER = sheet(wis=4, level=3, proficiencies={"medicine": "trained"}, gear=["healers_tools"])
BLEEDING = Effect("persistent_bleed", note="4")


def patient(state: str = "dying_2", **tables: Any) -> Fight:
    """A healer beside one of its own who needs it."""
    own = {"side": "heroes", "conditions": [state] if state else []}
    return fight("AB.T", {"A": HEALER, "B": sheet(kind="hero", hero_points=0)}, {"B": own}, **tables)


@pytest.mark.rule("pf2e.skill.administer_first_aid")
@pytest.mark.parametrize(("face", "dying_value", "wounded"), [(8, None, 1), (7, 2, None), (1, 3, None)])
def test_stabilizing(face: int, dying_value: int | None, wounded: int | None) -> None:
    run = act(patient(), "A", "administer_first_aid", face, target="B", how="stabilize")
    (roll,) = rolled(run, "skill")
    assert (roll.total, roll.against) == (face + 9, 17)
    assert (value(run.fight, "B", "dying"), value(run.fight, "B", "wounded")) == (dying_value, wounded)
    assert (run.fight.body("B").hp, run.fight.body("B").has("unconscious")) == (0, True)
    assert run.fight.body("A").count("actions") == 1


@pytest.mark.rule("pf2e.skill.administer_first_aid")
@pytest.mark.parametrize(
    ("faces", "bleeds", "damage"), [((15, 15), False, 0), ((15, 14), True, 0), ((1,), True, 4), ((5,), True, 0)]
)
def test_stopping_a_bleeding(faces: tuple[int, ...], bleeds: bool, damage: int) -> None:
    moment = patient("", effects={"B": [BLEEDING]})
    run = act(moment, "A", "administer_first_aid", *faces, target="B", how="stop_bleeding")
    assert [one.against for one in rolled(run, "skill")] == [15]
    assert (run.fight.body("B").has("persistent_bleed"), lost(run, "B")) == (bleeds, damage)


@pytest.mark.rule("pf2e.skill.administer_first_aid")
@pytest.mark.parametrize(("source", "dc"), [(sheet(level=4), 19), (sheet(numbers={"class_dc": 21}), 21)])
def test_a_wound_is_as_hard_to_stop_as_who_made_it(source: dict[str, Any], dc: int) -> None:
    wound = Effect("persistent_bleed", source="T", note="4")
    moment = fight("A.T", {"A": HEALER, "T": source}, effects={"A": [wound]})
    preview = Pf2eFighting().preview(
        moment, Action("A", "administer_first_aid", {"target": "A", "how": "stop_bleeding"})
    )
    assert preview.against == dc


@pytest.mark.rule("pf2e.skill.administer_first_aid")
def test_what_first_aid_takes() -> None:
    assert refused(patient(""), "A", "administer_first_aid", target="B") == "pf2e.skill.administer_first_aid"
    bare = fight("AB.T", creatures={"B": {"side": "heroes", "conditions": ["dying_1"]}})
    assert refused(bare, "A", "administer_first_aid", target="B") == "pf2e.skill.administer_first_aid"
    (offered,) = options(bare, "A", "administer_first_aid", possible=False)
    assert offered.refusal is not None
    far = fight("A.BT", {"A": HEALER}, {"B": {"side": "heroes", "conditions": ["dying_1"]}})
    assert options(far, "A", "administer_first_aid", possible=False) == []


@pytest.mark.rule("pf2e.skill.administer_first_aid")
@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
def test_first_aid_gives_an_opening() -> None:
    creatures = {
        "B": {"side": "heroes", "conditions": ["dying_2"]},
        "T": {"reactions": ["attack_of_opportunity"]},
    }
    moment = fight("BAT", {"A": HEALER, "B": sheet(kind="hero", hero_points=0), "T": sheet(weapons=MACE)}, creatures)
    decision = asked(moment, "A", "administer_first_aid", target="B", how="stabilize")
    assert (decision.who, decision.id) == ("T", "attack_of_opportunity")
