"""Numbers of a fight, part by part."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulesets.pf1.fight.ring import fight, kept, rolled, rules, running, sheet, weapon

from tactics.core.text import text
from tactics.rules.event import ItemChanged, Part
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight.checks import ability_modifier
from tactics.rulesets.pf1.fight.numbers import (
    Manner,
    armor_class,
    attack_parts,
    attack_sequence,
    cmb_parts,
    cmd,
    damage_parts,
    melee_weapons,
    opportunities_each_round,
    save_parts,
    saving_throw,
    skill_parts,
    stack,
)
from tactics.rulesets.pf1.fight.plan import combined
from tactics.rulesets.pf1.fight.sheet import Weapon
from tactics.world.fight import Effect, Fight

SWORD = [weapon("longsword")]


def part(amount: int, type: str = "", reason: str = "x") -> Part:
    return Part(amount, text(reason), type, "pf1.check.bonus_stacking")


@pytest.mark.rule("pf1.check.bonus_stacking")
@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([part(1, "morale"), part(2, "morale")], 2),
        ([part(2, "morale"), part(1, "morale")], 2),
        ([part(1, "dodge", "a"), part(1, "dodge", "b")], 2),
        ([part(2, "flanking"), part(1, "", "higher ground")], 3),
        ([part(-2, "", "a"), part(-2, "", "b")], -4),
        ([part(-2, "", "a"), part(-2, "", "a")], -2),
        ([part(-2, "morale", "a"), part(-3, "morale", "b")], -3),
        ([part(2, "morale", "a"), part(-3, "morale", "b")], -1),
        ([part(1, "racial", "a"), part(1, "racial", "b"), part(1, "circumstance", "c")], 3),
    ],
)
def test_what_adds_up(parts: list[Part], expected: int) -> None:
    assert total(stack(parts)) == expected


def test_what_does_not_add_up_stays_to_be_seen() -> None:
    found = stack([part(1, "morale"), part(2, "morale")])
    assert [one.kept for one in found] == [False, True]


@pytest.mark.rule("pf1.check.doubling")
@pytest.mark.rule("pf1.damage.multiply_stack")
@pytest.mark.parametrize(
    ("multipliers", "expected"), [((2, 2), 3), ((3, 2), 4), ((2, 2, 2), 4), ((2,), 2), ((), 1), ((1, 1), 1)]
)
def test_multipliers_together(multipliers: tuple[int, ...], expected: int) -> None:
    assert combined(multipliers) == expected


@pytest.mark.rule("pf1.attack.bonus_melee")
@pytest.mark.rule("pf1.ac.size_modifier")
def test_a_melee_attack() -> None:
    small = fight("A.T", {"A": sheet(bab=6, str=16, weapons=SWORD)}, {"A": {"size": "small"}})
    assert total(attack_parts(small, "A", "", "longsword")) == 10
    ogre = fight("AA.T\nAA..", {"A": sheet(bab=3, str=20, weapons=SWORD)}, {"A": {"size": "large"}})
    assert total(attack_parts(ogre, "A", "", "longsword")) == 7


@pytest.mark.rule("pf1.ac.size_modifier")
@pytest.mark.parametrize(("size", "amount"), [("small", 1), ("huge", -2), ("fine", 8), ("colossal", -8)])
def test_size(size: str, amount: int) -> None:
    side = {"huge": 3, "colossal": 6}.get(size, 1)
    rows = "\n".join("A" * side for _ in range(side))
    bare = {"unarmed": "1d3"}
    own = sheet(weapons=[{"id": one, "damage": dice} for one, dice in bare.items()])
    moment = fight(rows, {"A": own}, {"A": {"size": size}})
    assert total(attack_parts(moment, "A", "", "unarmed")) == amount
    assert armor_class(moment, "A")[0] == 10 + amount


@pytest.mark.rule("pf1.attack.bonus_ranged")
@pytest.mark.rule("pf1.attack.range_increment")
@pytest.mark.parametrize(
    ("id", "away_sq", "expected"),
    [
        ("longbow", 20, 0),
        ("longbow", 21, -2),
        ("dagger", 2, 0),
        ("dagger", 3, -2),
        ("dagger", 4, -2),
        ("dagger", 5, -4),
    ],
)
def test_range(id: str, away_sq: int, expected: int) -> None:
    rows = "A" + "." * (away_sq - 1) + "T"
    moment = fight(rows, {"A": sheet(bab=4, dex=16, weapons=[weapon(id)])})
    found = attack_parts(moment, "A", "T", id, Manner(kind="ranged"))
    assert total(found) == 7 + expected
    assert ("pf1.attack.range_increment" in rules(found)) == (expected < 0)


@pytest.mark.rule("pf1.attack.two_weapon")
@pytest.mark.parametrize(
    ("feats", "off", "expected"),
    [
        ([], "longsword_2", (-6, -10)),
        ([], "dagger", (-4, -8)),
        (["two_weapon_fighting"], "longsword_2", (-4, -4)),
        (["two_weapon_fighting"], "dagger", (-2, -2)),
    ],
)
def test_two_weapons(feats: list[str], off: str, expected: tuple[int, int]) -> None:
    second = (
        {"id": off, "hand": "off", "name": "Second", "damage": "1d8"} if off != "dagger" else weapon("dagger", "off")
    )
    moment = fight("AT", {"A": sheet(feats=feats, weapons=[*SWORD, second])})
    steps = attack_sequence(moment, "A", "two_weapons")
    assert [one.weapon for one in steps] == ["longsword", off]
    assert tuple(total(attack_parts(moment, "A", "T", one.weapon, one.manner)) for one in steps) == expected


@pytest.mark.rule("pf1.attack.natural")
def test_natural_weapons() -> None:
    own = sheet(bab=4, str=18, weapons=[{"id": "claw", "count": 2}, {"id": "tail"}])
    moment = fight("AT", {"A": own})
    steps = attack_sequence(moment, "A", "natural")
    assert [one.weapon for one in steps] == ["claw", "claw", "tail"]
    assert [total(attack_parts(moment, "A", "T", one.weapon, one.manner)) for one in steps] == [8, 8, 3]
    assert [kept(damage_parts(moment, "A", "T", one.weapon, one.manner)) for one in steps] == [[4], [4], [2]]


@pytest.mark.rule("pf1.attack.natural")
def test_a_single_natural_weapon_strikes_harder() -> None:
    moment = fight("AT", {"A": sheet(str=18, weapons=[{"id": "bite"}])})
    assert kept(damage_parts(moment, "A", "T", "bite")) == [6]


@pytest.mark.rule("pf1.attack.natural")
def test_beside_weapons_natural_ones_are_secondary() -> None:
    moment = fight("AT", {"A": sheet(bab=6, str=14, weapons=[*SWORD, {"id": "bite"}, {"id": "claw"}])})
    steps = attack_sequence(moment, "A", "main")
    assert [(one.weapon, one.manner.step) for one in steps] == [("longsword", 0), ("longsword", -5), ("bite", 0)]
    bite = steps[-1]
    assert total(attack_parts(moment, "A", "T", "bite", bite.manner)) == 6 + 2 - 5
    assert kept(damage_parts(moment, "A", "T", "bite", bite.manner)) == [1]


@pytest.mark.rule("pf1.aoo.full_bab")
def test_iterative_attacks_and_one_of_opportunity() -> None:
    moment = fight("AT", {"A": sheet(bab=11, weapons=SWORD)})
    steps = attack_sequence(moment, "A", "main")
    assert [total(attack_parts(moment, "A", "T", one.weapon, one.manner)) for one in steps] == [11, 6, 1]
    assert total(attack_parts(moment, "A", "T", "longsword", Manner(kind="melee", opportunity=True))) == 11


@pytest.mark.rule("pf1.attack.fight_defensively")
@pytest.mark.parametrize(("ranks", "expected"), [(0, 17), (3, 18)])
def test_fighting_defensively(ranks: int, expected: int) -> None:
    own = sheet(bab=7, ac={"natural": 5}, ranks={"acrobatics": ranks}, weapons=SWORD)
    moment = fight("AT", {"A": own}, effects={"A": ["fighting_defensively"]})
    assert total(attack_parts(moment, "A", "T", "longsword")) == 3
    assert armor_class(moment, "A", "T", "unarmed")[0] == expected


@pytest.mark.rule("pf1.charge.attack")
def test_a_charge() -> None:
    own = sheet(bab=7, ac={"natural": 7}, weapons=SWORD)
    moment = fight("AT", {"A": own}, effects={"A": ["charging"]})
    assert total(attack_parts(moment, "A", "T", "longsword", Manner(charging=True))) == 9
    assert armor_class(moment, "A", "T", "unarmed")[0] == 15


@pytest.mark.rule("pf1.attack.modifiers_table")
def test_flanking_from_higher_ground() -> None:
    moment = fight(
        "ATB",
        {one: sheet(weapons=SWORD) for one in "ATB"},
        {"A": {"z": 5}, "B": {"side": "heroes"}, "T": {"side": "foes"}},
    )
    assert sorted(kept(attack_parts(moment, "A", "T", "longsword"))) == [0, 1, 2]


@pytest.mark.rule("pf1.attack.into_melee")
def test_shooting_into_a_melee() -> None:
    creatures = {"A": {"side": "heroes"}, "B": {"side": "heroes"}, "T": {"side": "foes"}}
    sheets = {"A": sheet(weapons=[weapon("longbow", "both")]), "B": sheet(weapons=SWORD), "T": sheet(weapons=SWORD)}
    moment = fight("A....TB", sheets, creatures)
    assert total(attack_parts(moment, "A", "T", "longbow")) == -4
    precise = {**sheets, "A": {**sheets["A"], "feats": ["precise_shot"]}}
    assert total(attack_parts(fight("A....TB", precise, creatures), "A", "T", "longbow")) == 0


@pytest.mark.rule("pf1.nonlethal.from_lethal_weapon")
@pytest.mark.rule("pf1.nonlethal.lethal_from_nonlethal")
def test_the_other_kind_of_damage() -> None:
    moment = fight("AT", {"A": sheet(bab=6, weapons=SWORD)})
    assert total(attack_parts(moment, "A", "T", "longsword", Manner(lethal="nonlethal"))) == 2
    assert total(attack_parts(moment, "A", "T", "longsword", Manner(lethal="lethal"))) == 6
    assert total(attack_parts(moment, "A", "T", "unarmed", Manner(lethal="lethal"))) == 2
    trained = fight("AT", {"A": sheet(bab=6, feats=["improved_unarmed_strike"])})
    assert total(attack_parts(trained, "A", "T", "unarmed", Manner(lethal="lethal"))) == 6


@pytest.mark.rule("pf1.ac.modifiers_table")
@pytest.mark.rule("pf1.condition.helpless")
@pytest.mark.rule("pf1.condition.prone")
@pytest.mark.rule("pf1.condition.stunned")
@pytest.mark.rule("pf1.condition.pinned")
@pytest.mark.rule("pf1.condition.grappled")
@pytest.mark.rule("pf1.condition.unconscious")
@pytest.mark.rule("pf1.condition.other")
@pytest.mark.parametrize(
    ("states", "dex", "natural", "melee", "ranged"),
    [
        (["prone"], 10, 6, 12, 20),
        (["helpless"], 14, 2, 3, 7),
        (["unconscious", "prone"], 14, 2, 3, 7),
        (["stunned"], 16, 4, 12, 12),
        (["kneeling"], 10, 5, 13, 17),
        (["cowering"], 16, 4, 12, 12),
        (["pinned"], 14, 5, 11, 11),
        (["grappled"], 14, 0, 10, 10),
        (["entangled"], 14, 0, 10, 10),
        (["blinded"], 14, 0, 8, 8),
        (["dazed"], 14, 0, 12, 12),
        (["flat_footed"], 16, 4, 14, 14),
        (["exhausted"], 16, 0, 10, 10),
        (["fatigued"], 16, 0, 12, 12),
        (["squeezing"], 10, 0, 6, 6),
    ],
)
def test_armor_class_in_a_state(states: list[str], dex: int, natural: int, melee: int, ranged: int) -> None:
    own = sheet(dex=dex, ac={"natural": natural})
    moment = fight("AT", {"A": sheet(weapons=[weapon("longbow", "both")]), "T": own}, effects={"T": states})
    assert armor_class(moment, "T", "A", "unarmed")[0] == melee
    assert armor_class(moment, "T", "A", "longbow")[0] == ranged


@pytest.mark.rule("pf1.ac.lose_dex")
@pytest.mark.rule("pf1.condition.flat_footed")
def test_losing_dexterity() -> None:
    own = sheet(dex=16, ac={"dodge": 1, "natural": 4})
    assert armor_class(fight("AT", {"T": own}), "T", "A", "unarmed")[0] == 18
    assert armor_class(fight("AT", {"T": own}, effects={"T": ["flat_footed"]}), "T", "A", "unarmed")[0] == 14
    uncanny = {**own, "special": ["uncanny_dodge"]}
    assert armor_class(fight("AT", {"T": uncanny}, effects={"T": ["flat_footed"]}), "T", "A", "unarmed")[0] == 18


@pytest.mark.rule("pf1.conceal.invisible")
def test_an_invisible_attacker() -> None:
    own = sheet(dex=16, ac={"natural": 5})
    moment = fight("AT", {"T": own}, effects={"A": ["invisible"]})
    needed, _ = armor_class(moment, "T", "A", "unarmed")
    assert needed == 15
    assert total(attack_parts(moment, "A", "T", "unarmed")) == 2


@pytest.mark.rule("pf1.ac.incorporeal_touch")
def test_incorporeal_touch() -> None:
    rows = "A.BT"
    creatures = {"B": {"side": "heroes"}}
    ray = Weapon("ray", text_name(), kind="ranged", increment_ft=100, touch="incorporeal")
    own = sheet(dex=14, armor={"id": "breastplate"}, shield={"id": "heavy_shield"}, ac={"deflection": 1, "natural": 1})
    moment = fight(rows, {"T": own}, creatures)
    plain = Weapon("ray", text_name(), kind="ranged", increment_ft=100, touch="touch")
    assert armor_class(moment, "T", "A", plain)[0] == 17
    assert armor_class(moment, "T", "A", ray)[0] == 13
    forced = fight(rows, {"T": {**own, "armor": {"id": "mage_armor"}}}, creatures)
    assert armor_class(forced, "T", "A", ray)[0] == 17
    assert armor_class(forced, "T", "A", plain)[0] == 17


def text_name() -> Any:
    return fight("A").world.creature("A").name


@pytest.mark.rule("pf1.ac.touch")
def test_a_touch_in_the_fight() -> None:
    own = sheet(dex=14, armor={"id": "breastplate"}, ac={"deflection": 1, "natural": 1})
    moment = fight("AT", {"T": own})
    assert armor_class(moment, "T", "A", "unarmed", Manner(touch="touch"))[0] == 13


@pytest.mark.rule("pf1.damage.strength")
@pytest.mark.parametrize(
    ("id", "more", "strength", "expected"),
    [
        ("javelin", {}, 16, 3),
        ("shortbow", {}, 16, 0),
        ("shortbow", {}, 8, -1),
        ("composite_longbow", {"composite": 2}, 16, 2),
        ("light_crossbow", {}, 16, 0),
        ("light_crossbow", {}, 8, 0),
        ("sling", {}, 16, 3),
    ],
)
def test_strength_behind_shots(id: str, more: dict[str, int], strength: int, expected: int) -> None:
    moment = fight("A.T", {"A": sheet(str=strength, weapons=[weapon(id, **more)])})
    assert total(damage_parts(moment, "A", "T", id)) == expected


@pytest.mark.rule("pf1.damage.off_hand")
@pytest.mark.rule("pf1.damage.two_handed")
@pytest.mark.rule("pf1.check.rounding")
@pytest.mark.parametrize(
    ("id", "hand", "strength", "expected"),
    [
        ("dagger", "off", 16, 1),
        ("dagger", "off", 6, -2),
        ("greatsword", "both", 16, 4),
        ("greatsword", "both", 8, -1),
        ("dagger", "both", 16, 3),
        ("longsword", "both", 18, 6),
        ("longsword", "main", 18, 4),
    ],
)
def test_strength_by_the_grip(id: str, hand: str, strength: int, expected: int) -> None:
    moment = fight("AT", {"A": sheet(str=strength, weapons=[weapon(id, hand)])})
    assert total(damage_parts(moment, "A", "T", id)) == expected


@pytest.mark.rule("pf1.condition.broken")
def test_broken_things() -> None:
    own = sheet(weapons=[weapon("longsword", broken=True)], armor={"id": "chain_shirt", "broken": True})
    moment = fight("AT", {"A": own})
    assert total(attack_parts(moment, "A", "T", "longsword")) == -2
    assert total(damage_parts(moment, "A", "T", "longsword")) == -2
    assert armor_class(moment, "A")[0] == 12


@pytest.mark.rule("pf1.condition.broken")
def test_armor_breaks_in_the_fight() -> None:
    moment = fight("AT", {"A": sheet(armor={"id": "chain_shirt"})})
    run = running(moment)
    run.emit(ItemChanged(_damaged(moment, "A.armor", 9)))
    assert armor_class(run.fight, "A")[0] == 14
    run.emit(ItemChanged(_damaged(moment, "A.armor", 10)))
    assert armor_class(run.fight, "A")[0] == 12


def _damaged(moment: Fight, id: str, damage: int) -> Any:
    return replace(moment.items[id], damage=damage)


@pytest.mark.rule("pf1.save.formula")
@pytest.mark.rule("pf1.save.natural_1_20")
@pytest.mark.parametrize(
    ("face", "dex", "base", "dc", "expected"),
    [(10, 16, 2, 15, True), (9, 16, 2, 15, False), (1, 30, 20, 5, False), (20, 10, 1, 40, True)],
)
def test_a_saving_throw(face: int, dex: int, base: int, dc: int, expected: bool) -> None:
    own = sheet(dex=dex, saves={"fortitude": 0, "reflex": base, "will": 0})
    run = running(fight("A", {"A": own}), face)
    assert saving_throw(run, "A", "reflex", dc) is expected
    (roll,) = rolled(run, "save")
    assert (roll.against, roll.outcome) == (dc, "success" if expected else "failure")


@pytest.mark.rule("pf1.condition.other")
def test_fear_and_sickness() -> None:
    moment = fight("A", {"A": sheet(skills={"climb": 5})}, effects={"A": ["shaken", "frightened", "sickened"]})
    assert total(save_parts(moment, "A", "will")) == -4
    assert total(skill_parts(moment, "A", "climb")) == 1
    assert total(damage_parts(moment, "A", "", "unarmed")) == -2


@pytest.mark.rule("pf1.damage.ability")
@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (Effect("ability_damage", 4, note="dex"), 0),
        (Effect("ability_damage", 3, note="dex"), 1),
        (Effect("ability_drain", 3, note="dex"), 0),
    ],
)
def test_harm_to_abilities(effect: Effect, expected: int) -> None:
    moment = fight("AT", {"A": sheet(dex=14)}, effects={"A": [effect]})
    assert ability_modifier(moment, "A", "dex") == expected
    assert armor_class(moment, "A")[0] == 10 + expected
    assert total(save_parts(moment, "A", "reflex")) == expected


@pytest.mark.rule("pf1.maneuver.cmd")
def test_combat_maneuver_defense() -> None:
    large = {"T": {"size": "large"}}
    rows = "ATT\n.TT"
    own = sheet(bab=3, str=20, dex=8)
    assert cmd(fight(rows, {"T": own}, large), "T", "A")[0] == 18
    helped = {**own, "ac": {"deflection": 2, "dodge": 1}}
    assert cmd(fight(rows, {"T": helped}, large), "T", "A")[0] == 21
    assert cmd(fight(rows, {"T": helped}, large, {"T": ["charging"]}), "T", "A")[0] == 19
    assert cmd(fight(rows, {"T": {**helped, "armor": {"id": "leather"}}}, large), "T", "A")[0] == 21
    nimble = sheet(dex=14, ac={"dodge": 1})
    assert cmd(fight("AT", {"T": nimble}), "T", "A")[0] == 13
    assert cmd(fight("AT", {"T": nimble}), "T", "A", flat_footed=True)[0] == 10
    assert cmd(fight("AT", {"T": nimble}, effects={"T": ["prone"]}), "T", "A")[0] == 9


@pytest.mark.rule("pf1.condition.grappled")
def test_the_grappled_lose_nothing_on_grappling() -> None:
    moment = fight("AT", {"A": sheet(bab=5)}, effects={"A": ["grappled"]})
    assert total(cmb_parts(moment, "A", "T", "grapple")) == 5
    assert total(cmb_parts(moment, "A", "T", "bull_rush")) == 3


@pytest.mark.rule("pf1.attack.unarmed_provokes")
@pytest.mark.rule("pf1.threat.unarmed")
def test_what_threatens() -> None:
    assert melee_weapons(fight("A"), "A") == ()
    assert melee_weapons(fight("A", {"A": sheet(feats=["improved_unarmed_strike"])}), "A") == ("unarmed",)
    own = sheet(weapons=[weapon("longsword"), weapon("dagger", "stowed"), {"id": "bite"}])
    assert melee_weapons(fight("A", {"A": own}), "A") == ("longsword", "bite")


@pytest.mark.rule("pf1.aoo.combat_reflexes")
def test_combat_reflexes() -> None:
    assert opportunities_each_round(fight("A", {"A": sheet(dex=16)}), "A") == 1
    assert opportunities_each_round(fight("A", {"A": sheet(dex=16, feats=["combat_reflexes"])}), "A") == 4


@pytest.mark.rule("pf1.cover.grades")
def test_cover_counts() -> None:
    behind = fight("A.nT", {"T": sheet(ac={"natural": 5}), "A": sheet(weapons=[weapon("longbow", "both")])})
    found, parts = armor_class(behind, "T", "A", "longbow")
    assert found == 19
    assert "cover" in {one.type for one in parts if one.kept}
