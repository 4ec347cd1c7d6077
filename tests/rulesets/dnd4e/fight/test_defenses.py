"""The four defenses: their parts, what changes them for a time, and numbers a stat block states."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import act, fight, power, rolled, sheet, weapon

from tactics.rulesets.dnd4e.fight.conditions import BONUS
from tactics.rulesets.dnd4e.fight.numbers import defense
from tactics.rulesets.dnd4e.fight.powers import DEFENSES
from tactics.world.fight import Duration, Effect, Fight


def numbers(**own: Any) -> dict[str, int]:
    """The four defenses by such a stat block."""
    moment = fight("AT", {"A": sheet(**own)})
    return {one: defense(moment, "A", one)[0] for one in DEFENSES}


def against(moment: Fight, versus: str = "ac") -> int | None:
    """What an attack of T on A must reach."""
    return rolled(act(moment, "T", "use", 2, power=f"poke_{versus}", target="A"), "attack")[0].against


POKES = sheet(powers=[power(f"poke_{one}", attack=1, versus=one, hit=[{"damage": "1"}], crit=20) for one in DEFENSES])


@pytest.mark.rule("dnd4e.defense.four")
def test_there_are_four_defenses() -> None:
    assert DEFENSES == ("ac", "fortitude", "reflex", "will")
    own = {"ac": 41, "fortitude": 42, "reflex": 43, "will": 44}
    moment = fight("AT", {"A": sheet(defenses=own), "T": POKES}, order=["T"])
    assert {one: against(moment, one) for one in DEFENSES} == own


@pytest.mark.rule("dnd4e.defense.base")
@pytest.mark.parametrize(("level", "base"), [(1, 10), (7, 13), (12, 16)])
def test_every_defense_starts_at_10_and_half_the_level(level: int, base: int) -> None:
    assert set(numbers(level=level).values()) == {base}


@pytest.mark.rule("dnd4e.defense.ac")
@pytest.mark.rule("dnd4e.defense.reflex")
@pytest.mark.parametrize(
    ("own", "ac", "reflex"),
    [
        ({"level": 7, "dex": 14, "int": 20, "armor": {"id": "leather"}}, 20, 18),
        ({"level": 12, "dex": 12, "armor": {"id": "plate"}, "shield": {"id": "heavy_shield"}}, 26, 19),
        ({"level": 1, "dex": 6, "int": 8, "armor": {"id": "leather"}}, 11, 9),
        ({"level": 1, "dex": 6, "int": 8, "armor": {"id": "plate"}}, 18, 9),
    ],
)
def test_armor_class_and_reflex(own: dict[str, Any], ac: int, reflex: int) -> None:
    found = numbers(**own)
    assert (found["ac"], found["reflex"]) == (ac, reflex)


@pytest.mark.rule("dnd4e.defense.ac")
def test_a_shield_counts_only_in_the_hand() -> None:
    moment = fight("AT", {"A": sheet(shield={"id": "heavy_shield"})})
    assert defense(moment, "A", "ac")[0] == 12
    put_down = replace(moment.items["A.shield"], holder="", hand="")
    assert defense(replace(moment, items={**moment.items, "A.shield": put_down}), "A", "reflex")[0] == 10


@pytest.mark.rule("dnd4e.defense.modifiers")
def test_a_thing_round_the_neck_leaves_armor_class_alone() -> None:
    neck = [
        {"to": one, "amount": 2, "type": "enhancement", "name": "amulet"} for one in ("fortitude", "reflex", "will")
    ]
    assert numbers(bonuses=neck) == {"ac": 10, "fortitude": 12, "reflex": 12, "will": 12}


@pytest.mark.rule("dnd4e.defense.modifiers")
@pytest.mark.rule("dnd4e.bonus.stacking")
def test_magic_armor_and_typed_bonuses() -> None:
    own = [
        {"to": "ac", "amount": 1, "type": "enhancement", "name": "spell"},
        {"to": "defenses", "amount": 1, "type": "feat", "name": "feat"},
        {"to": "ac", "amount": 2, "type": "feat", "name": "better feat"},
        {"to": "ac", "amount": 1, "type": "", "name": "luck"},
    ]
    found = numbers(armor={"id": "leather", "enhancement": 2}, bonuses=own)
    assert found == {"ac": 10 + 2 + 2 + 2 + 1, "fortitude": 11, "reflex": 11, "will": 11}


@pytest.mark.rule("dnd4e.defense.temporary")
@pytest.mark.parametrize("effects", [["unconscious"], ["dying", "unconscious"], ["unconscious", "helpless", "prone"]])
def test_the_unconscious_have_5_less(effects: list[str]) -> None:
    moment = fight("AT", {"A": sheet(defenses={"ac": 20}), "T": POKES}, effects={"A": effects}, order=["T"])
    run = act(moment, "T", "use", 2, power="poke_ac", target="A")
    attack = rolled(run, "attack")[0]
    assert (attack.against, attack.total) == (15, 2 + 1 + 2)


@pytest.mark.rule("dnd4e.defense.temporary")
def test_a_raised_defense_falls_back_at_the_start_of_the_turn() -> None:
    raised = Effect(BONUS, 2, "A", Duration("start", "A"), "defenses:")
    moment = fight("AT", {"A": sheet(defenses={"ac": 20}, hp=99), "T": POKES}, effects={"A": [raised]}, order=["T"])
    assert against(moment) == 22
    moment = act(moment, "T", "end_turn").fight
    moment = act(moment, "A", "end_turn").fight
    assert against(moment) == 20


@pytest.mark.rule("dnd4e.defense.temporary")
def test_penalties_of_two_powers_add_and_that_of_one_does_not() -> None:
    curses = [
        power(name, attack=50, versus="will", hit=[{"bonus": "ac", "amount": -2, "until": "encounter"}])
        for name in ("curse", "hex")
    ]
    moment = fight("AT", {"A": sheet(kind="hero", powers=curses), "T": sheet(defenses={"ac": 20}, hp=99)})

    def after(*names: str) -> int:
        now = moment
        for name in names:
            now = act(now, "A", "use", 10, power=name, target="T").fight
            now = act(act(now, "A", "end_turn").fight, "T", "end_turn").fight
        return defense(now, "T", "ac")[0]

    assert (after("curse"), after("curse", "curse"), after("curse", "hex")) == (18, 18, 16)


@pytest.mark.rule("dnd4e.defense.base")
def test_a_weapon_in_hand_changes_no_defense() -> None:
    assert numbers(weapons=[weapon("longsword")]) == dict.fromkeys(DEFENSES, 10)
