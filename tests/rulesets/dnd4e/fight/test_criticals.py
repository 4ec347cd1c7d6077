"""Critical hits: when a hit is one, and what it deals."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import act, asked, fight, lost, power, rolled, rules, sheet, weapon

TOUGH = sheet(hp=300, defenses=dict.fromkeys(("ac", "fortitude", "reflex", "will"), 24))


def duel(*powers: dict[str, Any], target: dict[str, Any] | None = None, **more: Any) -> Any:
    """A hero with some powers beside somebody tough."""
    return fight("AT....", {"A": sheet(kind="hero", powers=list(powers), **more), "T": target or TOUGH})


@pytest.mark.rule("dnd4e.crit.natural_20")
@pytest.mark.parametrize(("bonus", "outcome", "faces"), [(4, "critical", ()), (3, "hit", (2,))])
def test_a_natural_20_must_reach_the_defense_too(bonus: int, outcome: str, faces: tuple[int, ...]) -> None:
    run = act(
        duel(power("hew", attack=bonus, hit=[{"damage": "1d8"}])), "A", "use", 20, *faces, power="hew", target="T"
    )
    assert rolled(run, "attack")[0].outcome == outcome
    assert lost(run, "T") == (2 if faces else 8)


@pytest.mark.rule("dnd4e.crit.precision")
@pytest.mark.parametrize(
    ("face", "bonus", "outcome"), [(18, 6, "critical"), (19, 4, "miss"), (17, 7, "hit"), (20, 0, "hit")]
)
def test_a_wider_range_still_has_to_hit(face: int, bonus: int, outcome: str) -> None:
    hew = power("hew", attack=bonus, crit=18, hit=[{"damage": "1d8"}])
    faces = (1,) if outcome == "hit" else ()
    attack = rolled(act(duel(hew), "A", "use", face, *faces, power="hew", target="T"), "attack")[0]
    assert attack.outcome == outcome
    if outcome == "critical":
        assert attack.rule == "dnd4e.crit.precision"


@pytest.mark.rule("dnd4e.crit.max_damage")
@pytest.mark.parametrize(("dice", "ability", "damage"), [("3d6", 20, 23), ("1d4", 16, 7), ("2d8+3", 18, 23)])
def test_the_dice_are_at_their_highest(dice: str, ability: int, damage: int) -> None:
    hew = power("hew", attack=20, hit=[{"damage": dice, "add": "str"}])
    run = act(duel(hew, str=ability), "A", "use", 20, power="hew", target="T")
    assert lost(run, "T") == damage
    told = rolled(run, "damage")[0]
    assert (told.total, told.rolls, told.rule) == (damage, (), "dnd4e.crit.max_damage")
    assert rules(told.parts) == {"dnd4e.crit.max_damage", "dnd4e.damage.roll"}


@pytest.mark.rule("dnd4e.crit.extra_damage")
@pytest.mark.parametrize(("faces", "damage"), [((1, 1), 25), ((6, 6), 35)])
def test_a_thundering_sword_rolls_its_thunder(faces: tuple[int, ...], damage: int) -> None:
    hit = [{"damage": "0", "weapon": 2, "add": "str", "types": ["thunder"]}]
    blow = power("blow", keywords=["weapon"], ability="str", hit=hit)
    sword = weapon("longsword", enhancement=2, critical="2d6", critical_type="thunder")
    focus = {"to": "damage", "amount": 2, "type": "feat", "name": "focus"}
    moment = duel(blow, level=12, str=16, weapons=[sword], bonuses=[focus])
    assert lost(act(moment, "A", "use", 20, *faces, power="blow", target="T"), "T") == damage


@pytest.mark.rule("dnd4e.crit.extra_damage")
@pytest.mark.parametrize(("type_", "damage"), [("", 8 + 5 - 3), ("cold", (8 - 3) + 5)])
def test_what_is_added_is_of_the_attacks_type_unless_it_has_one(type_: str, damage: int) -> None:
    hit = [{"damage": "0", "weapon": 1, "types": ["fire"]}]
    blow = power("blow", keywords=["weapon"], attack=20, hit=hit)
    moment = duel(blow, weapons=[weapon("longsword", critical="1d6", critical_type=type_)],
                  target={**TOUGH, "resist": {"fire": 3}})  # fmt: skip
    assert lost(act(moment, "A", "use", 20, 5, power="blow", target="T"), "T") == damage


@pytest.mark.rule("dnd4e.crit.high_crit")
@pytest.mark.parametrize(("level", "dice"), [(10, 2), (12, 4), (20, 4), (21, 6)])
def test_a_falchion_adds_rolled_dice_by_level(level: int, dice: int) -> None:
    blow = power("blow", keywords=["weapon"], attack=20, hit=[{"damage": "0", "weapon": 1, "add": "str"}])
    moment = duel(blow, level=level, str=20, weapons=[weapon("falchion", "both")])
    run = act(moment, "A", "use", 20, *[3] * dice, power="blow", target="T")
    assert lost(run, "T") == 13 + 3 * dice
    assert [one.rule for one in rolled(run, "damage")] == ["dnd4e.crit.max_damage", "dnd4e.crit.high_crit"]


@pytest.mark.rule("dnd4e.crit.high_crit")
def test_an_ordinary_hit_adds_nothing() -> None:
    blow = power("blow", keywords=["weapon"], attack=20, hit=[{"damage": "0", "weapon": 1}])
    moment = duel(blow, weapons=[weapon("falchion", "both", critical="1d6")])
    assert lost(act(moment, "A", "use", 19, 2, 3, power="blow", target="T"), "T") == 5


@pytest.mark.rule("dnd4e.crit.no_damage")
def test_a_push_deals_no_damage_on_a_critical_hit_either() -> None:
    shove = power("shove", keywords=["weapon"], attack=20, hit=[{"push": 1}])
    moment = duel(shove, weapons=[weapon("falchion", "both", critical="1d6")])
    assert asked(moment, "A", "use", 20, power="shove", target="T").id == "push"
    trip = power("trip", keywords=["weapon"], attack=20, hit=[{"condition": "prone"}])
    moment = duel(trip, weapons=[weapon("falchion", "both", critical="1d6")])
    run = act(moment, "A", "use", 20, power="trip", target="T")
    assert (lost(run, "T"), run.fight.body("T").has("prone")) == (0, True)


@pytest.mark.rule("dnd4e.crit.max_damage")
def test_in_an_area_each_roll_is_critical_by_itself() -> None:
    burst = power("burst", kind="close_burst", size=1, attack=10, count=0, hit=[{"damage": "2d6"}])
    moment = fight("TAU", {"A": sheet(kind="hero", powers=[burst]), "T": TOUGH, "U": TOUGH})
    run = act(moment, "A", "use", 20, 14, 2, 3, power="burst")
    assert (lost(run, "T"), lost(run, "U")) == (12, 5)
