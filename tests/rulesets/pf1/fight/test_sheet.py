"""Reading sheets, and the numbers that follow from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulesets.pf1.fight.ring import fight, sheet, weapon

from tactics.core.problems import ProblemError
from tactics.rulesets.pf1.fight.own_numbers import computed
from tactics.rulesets.pf1.fight.sheet import Sheet, items_of, sheet_of
from tactics.rulesets.pf1.tables import table


def read(**more: Any) -> Sheet:
    moment = fight("A", {"A": sheet(**more)})
    return sheet_of(moment.world.creature("A"))


def faults(**more: Any) -> list[str]:
    with pytest.raises(ProblemError) as caught:
        fight("A", {"A": sheet(**more)})
    return [f"{one.key}: {one.message}" for one in caught.value.problems]


def test_hit_points_come_from_the_dice() -> None:
    assert read(hp=7).hp == 7
    plain = {**sheet(con=14, level=3), "hit_dice": "3d10", "bonus_hp": 2}
    del plain["hp"]
    assert sheet_of(fight("A", {"A": plain}).world.creature("A")).hp == 16 + 6 + 2


def test_undead_count_charisma() -> None:
    plain = {**sheet(con="-", cha=16, level=2), "type": "undead", "hit_dice": "2d8"}
    del plain["hp"]
    assert sheet_of(fight("A", {"A": plain}).world.creature("A")).hp == 9 + 6


@pytest.mark.rule("pf1.ac.formula")
def test_armor_class_is_the_sum_of_its_parts() -> None:
    found = read(dex=14, armor={"id": "chain_shirt"}, shield={"id": "heavy_shield"})
    assert computed(found)["ac"] == 18


@pytest.mark.rule("pf1.ac.max_dex")
def test_armor_limits_dexterity_but_not_dodge() -> None:
    found = read(dex=20, armor={"id": "breastplate"}, ac={"dodge": 1})
    assert computed(found)["ac"] == 10 + 6 + 3 + 1


@pytest.mark.rule("pf1.ac.touch")
def test_touch_leaves_out_armor_shield_and_natural_armor() -> None:
    found = read(dex=14, armor={"id": "breastplate"}, shield={"id": "heavy_shield"}, ac={"deflection": 1, "natural": 1})
    assert (computed(found)["ac"], computed(found)["touch"]) == (22, 13)


@pytest.mark.rule("pf1.ac.flat_footed_value")
def test_flat_footed_leaves_out_dexterity_and_dodge() -> None:
    found = read(dex=14, ac={"dodge": 1, "natural": 5})
    assert (computed(found)["ac"], computed(found)["flat_footed"]) == (18, 15)


@pytest.mark.rule("pf1.ac.lose_dex")
def test_a_penalty_of_dexterity_stays() -> None:
    found = computed(read(dex=8))
    assert (found["ac"], found["flat_footed"]) == (9, 9)


@pytest.mark.rule("pf1.ac.bonus_types")
def test_one_bonus_of_each_type_counts() -> None:
    bonuses = [{"to": "ac", "amount": amount, "type": "deflection"} for amount in (1, 3)]
    assert computed(read(bonuses=bonuses))["ac"] == 13
    assert computed(read(armor={"id": "chain_shirt", "enhancement": 2}))["ac"] == 16
    assert read(armor={"id": "chain_shirt", "enhancement": 2}).armor.bonus == 6  # type: ignore[union-attr] # it wears it


@pytest.mark.rule("pf1.ac.dodge")
def test_dodge_bonuses_add_up() -> None:
    bonuses = [{"to": "ac", "amount": 2, "type": "dodge", "name": "haste"}]
    found = computed(read(ac={"dodge": 1}, bonuses=bonuses))
    assert (found["ac"], found["flat_footed"]) == (13, 10)


@pytest.mark.rule("pf1.maneuver.cmb")
@pytest.mark.rule("pf1.maneuver.special_size_table")
@pytest.mark.parametrize(
    ("size", "more", "expected"),
    [("large", {"bab": 3, "str": 20}, 9), ("tiny", {"bab": 2, "dex": 16, "str": 4}, 3)],
)
def test_combat_maneuver_bonus(size: str, more: dict[str, int], expected: int) -> None:
    rows = "AA\nAA" if size == "large" else "A"
    natural = [{"id": "slam", "damage": "1d6"}]
    moment = fight(rows, {"A": sheet(**more, weapons=[*natural, {"id": "unarmed"}])}, {"A": {"size": size}})
    assert computed(sheet_of(moment.world.creature("A")))["cmb"] == expected


@pytest.mark.rule("pf1.save.types")
def test_each_save_has_its_ability() -> None:
    found = computed(read(con=14, dex=16, wis=18))
    assert (found["fortitude"], found["reflex"], found["will"]) == (2, 3, 4)


@pytest.mark.rule("pf1.save.dc")
def test_a_power_with_a_save_needs_a_dc() -> None:
    power = {"id": "fear", "name": "Fear", "effect": "condition", "condition": "shaken", "save": "will"}
    assert any("powers[0].dc: is missing" in one for one in faults(powers=[power]))
    assert read(powers=[{**power, "dc": 14}]).powers["fear"].dc == 14


def test_a_power_with_a_shape_needs_its_size() -> None:
    power = {"id": "flames", "name": "Flames", "shape": "cone", "dice": "3d6"}
    assert any("powers[0].size: is missing" in one for one in faults(powers=[power]))
    assert read(powers=[{**power, "size": 15}]).powers["flames"].size_ft == 15


def test_two_powers_of_one_id_are_a_fault() -> None:
    flames = {"id": "flames", "name": "Flames", "shape": "cone", "size": 15, "dice": "3d6"}
    assert any("powers: two powers have the id 'flames'" in one for one in faults(powers=[flames, flames]))


def test_a_stated_number_is_checked() -> None:
    assert read(dex=14, stated={"ac": 12, "attack": {"unarmed": 0}}).hp == 20
    found = faults(dex=14, stated={"ac": 13, "attack": {"unarmed": 5}})
    assert found == [
        "combat.stated.ac: says 13, but the parts give 12",
        "combat.stated.attack.unarmed: says 5, but the parts give 0",
    ]


def test_every_fault_is_named() -> None:
    found = faults(colour="red", bab="high", weapons=[{"id": "rock"}, {"id": "dagger", "damage": "2d"}])
    assert any(one.startswith("combat.colour: unknown key") for one in found)
    assert any(one.startswith("combat.bab: must be a whole number") for one in found)
    assert any("combat.weapons[0].id: 'rock' is not in the table" in one for one in found)
    assert any("combat.weapons[1].damage: '2d' is no dice" in one for one in found)


def test_without_a_sheet_there_is_no_fight() -> None:
    bare = replace(fight("A").world.creature("A"), sheets={})
    with pytest.raises(ProblemError, match="needs the table"):
        sheet_of(bare)


@pytest.mark.parametrize("size", ["fine", "diminutive", "tiny", "small", "gargantuan", "colossal"])
def test_every_size_has_dice_for_every_weapon(size: str) -> None:
    side = {"gargantuan": 4, "colossal": 6}.get(size, 1)
    rows = "\n".join("A" * side for _ in range(side))
    several = [{"id": one} for one in table("weapons")]
    moment = fight(rows, {"A": sheet(weapons=several)}, {"A": {"size": size}})
    assert len(sheet_of(moment.world.creature("A")).weapons) == len(several)


def test_weapons_of_the_table_are_scaled() -> None:
    moment = fight("AA\nAA", {"A": sheet(weapons=[weapon("longsword")])}, {"A": {"size": "large"}})
    assert str(sheet_of(moment.world.creature("A")).weapons["longsword"].dice) == "2d6"


def test_things_come_from_the_sheet() -> None:
    moment = fight(
        "A",
        {"A": sheet(weapons=[weapon("longsword"), {"id": "bite"}], armor={"id": "leather"}, shield={"id": "buckler"})},
    )
    found = {one.id: one.hand for one in items_of(moment.world.creature("A"))}
    assert found == {"A.longsword": "main", "A.armor": "worn", "A.shield": "off"}
