"""Checks: their parts, DCs and degrees of success, flat and secret checks, and statistics by the sheet."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf2e.fight.ring import act, fight, happened, refused, rolled, rules, running, sheet, weapon

from tactics.core.problems import ProblemError
from tactics.core.text import text
from tactics.rules.event import Part, Rolled
from tactics.rules.parts import total
from tactics.rulesets.pf2e.distance import range_penalty
from tactics.rulesets.pf2e.fight import checks, turn
from tactics.rulesets.pf2e.fight.own_numbers import proficiency
from tactics.rulesets.pf2e.fight.parts import stacked
from tactics.rulesets.pf2e.fight.statistics import dc_of, modifier, parts_of
from tactics.rulesets.pf2e.fight.strike import Manner, strike
from tactics.world.fight import Effect

NAME = text("x")


def of(**more: Any) -> Any:
    """A fight in which A has such a sheet."""
    return fight("AT", {"A": sheet(**more)})


def total_of(*parts: tuple[int, str]) -> int:
    """What parts come to."""
    return total(stacked(Part(amount, NAME, kind) for amount, kind in parts))


@pytest.mark.rule("pf2e.check.procedure")
@pytest.mark.parametrize(("face", "degree"), [(12, "success"), (11, "failure")])
def test_reaching_the_dc_is_enough(face: int, degree: str) -> None:
    run = running(of(), face)
    found = checks.check(run, "A", "skill", (Part(7, NAME),), 19)
    assert (found.total, found.degree) == (face + 7, degree)


@pytest.mark.rule("pf2e.check.degree_of_success")
@pytest.mark.parametrize(
    ("sum_", "degree"),
    [
        (30, "critical_success"),
        (29, "success"),
        (20, "success"),
        (19, "failure"),
        (11, "failure"),
        (10, "critical_failure"),
    ],
)
def test_degrees_against_20(sum_: int, degree: str) -> None:
    assert checks.degree_of(10, sum_, 20) == degree


@pytest.mark.rule("pf2e.check.natural_20_1")
@pytest.mark.parametrize(
    ("face", "added", "dc", "degree"),
    [
        (20, 5, 30, "success"),
        (20, 5, 36, "failure"),
        (1, 30, 20, "success"),
        (1, 20, 20, "failure"),
        (20, 30, 20, "critical_success"),
        (1, 0, 20, "critical_failure"),
    ],
)
def test_natural_20_and_1_shift_the_degree(face: int, added: int, dc: int, degree: str) -> None:
    assert checks.degree_of(face, face + added, dc) == degree


@pytest.mark.rule("pf2e.check.degree_adjustment_order")
@pytest.mark.parametrize(("face", "added", "dc", "degree"), [(1, 20, 20, "failure"), (20, 5, 30, "critical_success")])
def test_abilities_change_the_degree_last(face: int, added: int, dc: int, degree: str) -> None:
    def better(found: str) -> str:
        return checks.CRITICAL_SUCCESS if found == checks.SUCCESS else found

    assert checks.degree_of(face, face + added, dc, better) == degree


@pytest.mark.rule("pf2e.check.missing_degree")
@pytest.mark.parametrize(
    ("degree", "entries", "counts"),
    [
        ("critical_success", ("success", "failure"), "success"),
        ("critical_failure", ("success", "failure"), "failure"),
        ("critical_failure", ("success", "critical_success"), ""),
        ("failure", ("success", "critical_success"), ""),
        ("failure", ("success", "critical_failure"), ""),
        ("critical_success", ("success", "critical_success"), "critical_success"),
    ],
)
def test_a_critical_degree_without_an_entry_is_the_plain_one(
    degree: str, entries: tuple[str, ...], counts: str
) -> None:
    assert checks.listed(degree, entries) == counts


@pytest.mark.rule("pf2e.check.flat")
@pytest.mark.parametrize(("face", "passed"), [(5, True), (4, False)])
def test_a_flat_check_is_a_bare_die(face: int, passed: bool) -> None:
    moment = fight("AT", {"A": sheet(con=4)}, effects={"A": [Effect("frightened", 3)]})
    run = running(moment, face)
    assert checks.flat_check(run, "A", 5).succeeded is passed
    (roll,) = rolled(run, "flat_check")
    assert (roll.total, roll.parts) == (face, ())


@pytest.mark.rule("pf2e.check.flat")
@pytest.mark.parametrize(("dc", "passed"), [(1, True), (21, False)])
def test_some_flat_checks_are_not_rolled(dc: int, passed: bool) -> None:
    run = running(of())
    assert checks.flat_check(run, "A", dc).succeeded is passed
    assert happened(run) == []


@pytest.mark.rule("pf2e.check.flat_combined")
@pytest.mark.parametrize(("face", "hits"), [(10, False), (11, True)])
def test_one_flat_check_for_concealed_and_hidden(face: int, hits: bool) -> None:
    moment = fight(
        "AT", {"A": sheet(str=4), "T": sheet(numbers={"ac": 10})}, {"T": {"conditions": ["hidden", "concealed"]}}
    )
    faces = (face, 15, 2) if hits else (face,)
    run = act(moment, "A", "strike", *faces, weapon="unarmed", target="T")
    assert [one.against for one in rolled(run, "flat_check")] == [11]
    assert bool(rolled(run, "attack")) is hits
    assert checks.hardest((5, 11)) == 11


@pytest.mark.rule("pf2e.check.secret")
def test_a_secret_check_is_kept_with_its_die() -> None:
    moment = fight("AT", {"A": sheet(kind="hero", hero_points=1)})
    run = running(moment, 3, answers=("A keep",))
    checks.check(run, "A", "skill", (), 15, secret=True)
    (roll,) = rolled(run, "skill")
    assert (roll.secret, roll.rolls[0].face) == (True, 3)
    passed = running(moment, 19, 4, answers=("A reroll",))
    assert not checks.check(passed, "A", "skill", (), 15, secret=True).succeeded
    unknown = running(moment, 3)
    checks.check(unknown, "A", "save", (), 15, secret=True, fortune=False)
    assert [type(one) for one in happened(unknown)] == [Rolled]


@pytest.mark.rule("pf2e.check.modifier_bonus_penalty")
def test_modifier_bonus_and_penalty_add_up() -> None:
    assert total_of((4, ""), (7, ""), (-2, "")) == 9


@pytest.mark.rule("pf2e.check.modifier_bonus_penalty")
@pytest.mark.rule("pf2e.bonus.types")
@pytest.mark.parametrize("row", [{"to": "ac", "amount": 1}, {"to": "ac", "amount": 0, "type": "item"}])
def test_a_bonus_has_a_type_and_is_no_zero(row: dict[str, Any]) -> None:
    with pytest.raises(ProblemError):
        of(bonuses=[row])


@pytest.mark.rule("pf2e.check.proficiency_bonus")
@pytest.mark.parametrize(
    ("level", "rank", "bonus"),
    [
        (5, "untrained", 0),
        (5, "trained", 7),
        (5, "expert", 9),
        (5, "master", 11),
        (5, "legendary", 13),
        (1, "trained", 3),
        (20, "legendary", 28),
    ],
)
def test_proficiency_bonus(level: int, rank: str, bonus: int) -> None:
    assert proficiency(level, rank) == bonus


@pytest.mark.rule("pf2e.bonus.types")
@pytest.mark.rule("pf2e.bonus.same_type_no_stack")
@pytest.mark.rule("pf2e.penalty.stacking")
@pytest.mark.parametrize(
    ("parts", "sum_"),
    [
        ([(1, "item"), (1, "status"), (2, "circumstance"), (7, "")], 11),
        ([(1, "circumstance"), (2, "circumstance")], 2),
        ([(1, "status"), (1, "status")], 1),
        ([(1, "item"), (2, "item")], 2),
        ([(2, "circumstance"), (4, "circumstance")], 4),
        ([(1, "status"), (-2, "status")], -1),
        ([(-1, "status"), (-2, "status")], -2),
        ([(-5, ""), (-2, "")], -7),
    ],
)
def test_what_adds_up(parts: list[tuple[int, str]], sum_: int) -> None:
    assert total_of(*parts) == sum_


@pytest.mark.rule("pf2e.check.dc")
@pytest.mark.parametrize(("statistic", "number", "dc"), [("perception", 8, 18), ("stealth", 11, 21), ("reflex", 6, 16)])
def test_a_dc_is_ten_and_the_modifier(statistic: str, number: int, dc: int) -> None:
    assert dc_of(of(numbers={statistic: number}), "A", statistic) == dc


@pytest.mark.rule("pf2e.perception.check")
def test_perception() -> None:
    moment = of(level=3, wis=2, proficiencies={"perception": "expert"})
    assert (modifier(moment, "A", "perception"), dc_of(moment, "A", "perception")) == (9, 19)


@pytest.mark.rule("pf2e.save.kinds")
@pytest.mark.parametrize(
    ("level", "ability", "rank", "save", "bonus"),
    [
        (5, {"dex": 3}, "expert", "reflex", 12),
        (1, {"con": 2}, "trained", "fortitude", 5),
        (1, {"wis": 1}, "expert", "will", 6),
    ],
)
def test_saves(level: int, ability: dict[str, int], rank: str, save: str, bonus: int) -> None:
    moment = of(level=level, proficiencies={save: rank}, **ability)
    assert (modifier(moment, "A", save), dc_of(moment, "A", save)) == (bonus, 10 + bonus)


@pytest.mark.rule("pf2e.save.no_action")
@pytest.mark.parametrize(("state", "penalty"), [("stunned", 0), ("unconscious", -4)])
def test_the_helpless_save_too(state: str, penalty: int) -> None:
    moment = fight(
        "AT", {"T": sheet(level=5, dex=3, proficiencies={"reflex": "expert"})}, effects={"T": [Effect(state)]}
    )
    run = running(moment, 10)
    assert checks.check(run, "T", "save", parts_of(moment, "T", "reflex"), 15).total == 22 + penalty
    assert moment.body("T").counters["reaction"] == 1


@pytest.mark.rule("pf2e.skill.check")
def test_skills() -> None:
    trained = of(level=3, str=4, proficiencies={"athletics": "trained"})
    assert (modifier(trained, "A", "athletics"), dc_of(trained, "A", "athletics")) == (9, 19)
    assert modifier(of(level=7, int=2), "A", "arcana") == 2


@pytest.mark.rule("pf2e.skill.check")
@pytest.mark.parametrize(("strength", "stealth", "shove"), [(2, 4, 8), (3, 6, 9)])
def test_armor_hampers_those_who_are_too_weak(strength: int, stealth: int, shove: int) -> None:
    ranks = {"stealth": "trained", "athletics": "expert"}
    moment = of(level=1, dex=3, str=strength, proficiencies=ranks, armor={"id": "chain_mail"})
    assert modifier(moment, "A", "stealth") == stealth
    assert total(parts_of(moment, "A", "athletics", attack=True)) == strength + 1 + 4 == shove - 1
    assert modifier(moment, "A", "medicine") == 0


@pytest.mark.rule("pf2e.skill.recorded_total")
def test_stated_totals_are_compared_with_their_parts() -> None:
    sword = weapon("longsword", potency=1)
    good: dict[str, Any] = {"level": 5, "str": 4, "wis": 2, "weapons": [sword]}
    ranks = {"martial": "expert", "perception": "trained"}
    of(**good, proficiencies=ranks, stated={"attack": {"longsword": 14}, "perception": 9})
    with pytest.raises(ProblemError, match=r"stated\.perception"):
        of(**good, proficiencies=ranks, stated={"perception": 10})
    with pytest.raises(ProblemError, match="longsword"):
        of(**good, proficiencies=ranks, stated={"attack": {"longsword": 13}})


@pytest.mark.rule("pf2e.class.proficiency_sources")
@pytest.mark.parametrize(("arm", "bonus"), [("longsword", 11), ("battle_axe", 9), ("strange_flail", 7)])
def test_a_weapon_may_have_a_rank_of_its_own(arm: str, bonus: int) -> None:
    flail = {"id": "strange_flail", "name": "Strange flail", "category": "advanced", "damage": "1d6", "hands": "one"}
    arms = [weapon("longsword"), weapon("battle_axe"), {**flail, "type": "bludgeoning", "hand": "off"}]
    ranks = {"simple": "expert", "martial": "expert", "advanced": "trained", "longsword": "master"}
    fighter = sheet(level=5, proficiencies=ranks, weapons=[one for one in arms if one["id"] == arm])
    moment = fight("AT", {"A": fighter, "T": sheet(numbers={"ac": 60})})
    (roll,) = rolled(act(moment, "A", "strike", 10, weapon=arm, target="T"), "attack")
    assert roll.total == 10 + bonus


@pytest.mark.rule("pf2e.defense.armor_class")
@pytest.mark.parametrize(
    ("state", "rows", "ac"),
    [([], "A..T", 16), (["flat_footed"], "A..T", 14), ([], "A.oT", 18), (["flat_footed"], "A.oT", 16)],
)
def test_armor_class_in_leather(state: list[str], rows: str, ac: int) -> None:
    leather = sheet(dex=2, proficiencies={"light": "trained"}, armor={"id": "leather"})
    archer = sheet(weapons=[weapon("shortbow", "both")])
    moment = fight(rows, {"A": archer, "T": leather}, {"T": {"conditions": state}})
    (roll,) = rolled(act(moment, "A", "strike", 2, weapon="shortbow", target="T"), "attack")
    assert roll.against == ac


@pytest.mark.rule("pf2e.defense.armor_class")
@pytest.mark.rule("pf2e.item.broken")
@pytest.mark.parametrize(("lost", "ac"), [(0, 19), (9, 19), (10, 16)])
def test_armor_class_in_half_plate_whole_and_broken(lost: int, ac: int) -> None:
    moment = of(dex=3, proficiencies={"heavy": "trained"}, armor={"id": "half_plate", "lost": lost})
    assert dc_of(moment, "A", "ac") == ac


@pytest.mark.rule("pf2e.attack.roll")
@pytest.mark.parametrize(
    ("kind", "rows", "faces", "added", "damage"),
    [("melee", "AT", (10, 3), 7, 4), ("ranged", "A.T", (10, 3), 7, 4)],
)
def test_a_dagger_is_swung_and_thrown_by_dexterity(
    kind: str, rows: str, faces: tuple[int, ...], added: int, damage: int
) -> None:
    rogue = sheet(str=1, dex=4, proficiencies={"simple": "trained"}, weapons=[weapon("dagger")])
    moment = fight(rows, {"A": rogue, "T": sheet(numbers={"ac": 15})})
    run = act(moment, "A", "strike", *faces, weapon="dagger", target="T", kind=kind)
    assert [one.total for one in rolled(run, "attack")] == [10 + added]
    assert [one.total for one in rolled(run, "damage")] == [damage]


@pytest.mark.rule("pf2e.attack.roll")
def test_finesse_takes_the_better_ability_of_the_moment() -> None:
    rogue = sheet(str=3, dex=4, proficiencies={"simple": "trained"}, weapons=[weapon("dagger")])
    moment = fight("AT", {"A": rogue, "T": sheet(numbers={"ac": 40})}, effects={"A": [Effect("clumsy", 2)]})
    (roll,) = rolled(act(moment, "A", "strike", 10, weapon="dagger", target="T"), "attack")
    assert roll.total == 16


@pytest.mark.rule("pf2e.attack.roll")
@pytest.mark.rule("pf2e.penalty.stacking")
def test_third_shot_into_the_second_increment() -> None:
    archer = sheet(level=5, dex=3, proficiencies={"martial": "expert"}, weapons=[weapon("shortbow", "both")])
    moment = fight("A" + "." * 12 + "T", {"A": archer, "T": sheet(numbers={"ac": 60})})
    for _ in range(2):
        moment = act(moment, "A", "strike", 10, weapon="shortbow", target="T").fight
    (roll,) = rolled(act(moment, "A", "strike", 10, weapon="shortbow", target="T"), "attack")
    assert roll.total == 10
    assert {"pf2e.attack.multiple_attack_penalty", "pf2e.attack.range_penalty"} <= rules(roll.parts)


@pytest.mark.rule("pf2e.attack.spell_roll")
def test_a_spell_attack_by_its_parts() -> None:
    moment = of(level=5, wis=4, key_ability="wis", proficiencies={"spell": "trained"})
    assert modifier(moment, "A", "spell_attack") == 11
    after = act(moment, "A", "strike", 2, weapon="unarmed", target="T").fight
    penalty = turn.attack_penalty(turn.attacks_made(after, "A"), agile=False)
    assert modifier(after, "A", "spell_attack", extra=[Part(penalty, NAME)]) == 6


@pytest.mark.rule("pf2e.attack.melee_reach")
@pytest.mark.parametrize(
    ("rows", "arm", "walls", "refusal"),
    [
        ("AT", "longsword", [], ""),
        ("A.T", "longsword", [], "pf2e.attack.melee_reach"),
        ("A..\n...\n..T", "glaive", [], ""),
        ("AT", "longsword", [{"line": [[1, 0], [1, 1]]}], "pf2e.attack.melee_reach"),
    ],
)
def test_melee_needs_reach_and_line_of_effect(rows: str, arm: str, walls: list[Any], refusal: str) -> None:
    held = weapon(arm, "both" if arm == "glaive" else "main")
    moment = fight(rows, {"A": sheet(weapons=[held])}, walls=walls)
    assert refused(moment, "A", "strike", weapon=arm, target="T") == refusal


@pytest.mark.rule("pf2e.attack.multiple_attack_penalty")
def test_the_fourth_attack_is_like_the_third() -> None:
    assert [turn.attack_penalty(made, agile=False) for made in range(4)] == [0, -5, -10, -10]


@pytest.mark.rule("pf2e.attack.map_own_turn")
def test_reactions_know_no_penalty_and_raise_none() -> None:
    watcher = {"reactions": ["attack_of_opportunity"]}
    moment = fight("AT..", {"A": sheet(weapons=[weapon("mace")]), "T": sheet(numbers={"ac": 50})}, {"A": watcher})
    for _ in range(3):
        moment = act(moment, "A", "strike", 10, weapon="mace", target="T").fight
    moment = act(moment, "A", "end_turn").fight
    run = act(moment, "T", "stride", 10, answers=("A strike.mace",), path="B1 C1")
    assert [one.total for one in rolled(run, "attack")] == [10]
    moment = act(act(run.fight, "T", "stride", path="C1 B1").fight, "T", "end_turn").fight
    assert [one.total for one in rolled(act(moment, "A", "strike", 10, weapon="mace", target="T"), "attack")] == [10]


@pytest.mark.rule("pf2e.attack.map_own_turn")
def test_a_reaction_in_the_own_turn_leaves_the_penalty_as_it_is() -> None:
    moment = fight("AT", {"A": sheet(weapons=[weapon("mace")]), "T": sheet(numbers={"ac": 50})})
    moment = act(moment, "A", "strike", 10, weapon="mace", target="T").fight
    run = running(moment, 10)
    strike(run, "A", "T", "mace", Manner(kind="melee", reaction=True))
    assert [one.total for one in rolled(run, "attack")] == [10]
    later = act(run.fight, "A", "strike", 10, weapon="mace", target="T")
    assert [one.total for one in rolled(later, "attack")] == [5]


@pytest.mark.rule("pf2e.attack.range_penalty")
@pytest.mark.parametrize(
    ("increment", "feet", "penalty"),
    [
        (120, 120, 0),
        (120, 125, -2),
        (120, 240, -2),
        (120, 245, -4),
        (120, 360, -4),
        (120, 365, -6),
        (120, 600, -8),
        (120, 605, -10),
        (120, 720, -10),
        (120, 725, None),
        (60, 60, 0),
        (60, 65, -2),
        (60, 120, -2),
        (60, 125, -4),
        (60, 180, -4),
        (60, 185, -6),
        (60, 300, -8),
        (60, 305, -10),
        (60, 360, -10),
        (60, 365, None),
        (20, 20, 0),
        (20, 25, -2),
        (20, 120, -10),
        (20, 125, None),
        (60, 0, 0),
    ],
)
def test_range_increments(increment: int, feet: int, penalty: int | None) -> None:
    assert range_penalty(feet, increment) == penalty


@pytest.mark.rule("pf2e.attack.multiple_attack_penalty")
def test_a_shove_counts_as_an_attack() -> None:
    moment = fight("AT.", {"A": sheet(weapons=[weapon("mace")]), "T": sheet(numbers={"ac": 40, "fortitude": 8})})
    moment = act(moment, "A", "shove", 10, target="T").fight
    assert [one.total for one in rolled(act(moment, "A", "strike", 10, weapon="mace", target="T"), "attack")] == [5]


@pytest.mark.rule("pf2e.penalty.stacking")
def test_frightened_and_sickened_are_one_penalty_with_a_status_bonus_beside() -> None:
    bonus = [{"to": "will", "amount": 1, "type": "status", "name": "prayer"}]
    states = [Effect("frightened", 1), Effect("sickened", 2)]
    moment = fight("AT", {"A": sheet(wis=2, bonuses=bonus)}, effects={"A": states})
    assert modifier(moment, "A", "will") == 2 + 1 - 2
    assert dc_of(moment, "A", "ac") == 10 - 2
