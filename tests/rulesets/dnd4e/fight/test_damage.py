"""Damage of hits and misses: dice, bonuses, types, types that change, and what a preview expects of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import BOOK, act, fight, kept, lost, power, rolled, sheet, weapon

from tactics.core.lattice import Square
from tactics.rules.action import Action
from tactics.rulesets.dnd4e.fight.attacking import outcome_of, plan_of
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.powers_reading import DAMAGE
from tactics.rulesets.dnd4e.fight.retyping import as_made
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.world.fight import Effect, Fight

TOUGH = sheet(hp=300, defenses=dict.fromkeys(("ac", "fortitude", "reflex", "will"), 15))
FOCUS = {"to": "damage", "amount": 2, "type": "feat", "name": "focus"}


def hero(*powers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A hero with some powers."""
    return sheet(**{"kind": "hero", "hp": 60, "powers": list(powers), **more})


def thunder(**more: Any) -> dict[str, Any]:
    """Twice the weapon and Strength."""
    hit = [{"damage": "0", "weapon": 2, "add": "str", "types": ["thunder"]}]
    return power("strike", keywords=["weapon"], ability="str", hit=hit, **more)


def struck(by: dict[str, Any], *faces: int, target: dict[str, Any] | None = None, **aim: Any) -> int:
    """Hit points T loses to one use of a power."""
    moment = fight("AT", {"A": by, "T": target or TOUGH})
    return lost(act(moment, "A", "use", *faces, target="T", **{"power": "strike", **aim}), "T")


@pytest.mark.rule("dnd4e.damage.roll")
@pytest.mark.parametrize(("faces", "damage"), [((1, 1), 9), ((8, 8), 23)])
def test_two_weapon_dice_and_7(faces: tuple[int, ...], damage: int) -> None:
    paladin = hero(thunder(), level=12, str=16, weapons=[weapon("longsword", enhancement=2)], bonuses=[FOCUS])
    moment = fight("AT", {"A": paladin, "T": TOUGH})
    run = act(moment, "A", "use", 10, *faces, power="strike", target="T")
    assert lost(run, "T") == damage
    assert sorted(kept(rolled(run, "damage")[0].parts)) == [2, 2, 3]


@pytest.mark.rule("dnd4e.damage.roll")
@pytest.mark.parametrize(("face", "damage"), [(1, 8), (6, 23)])
def test_a_burst_of_fire(face: int, damage: int) -> None:
    burst = power("strike", attack=10, versus="reflex", hit=[{"damage": "3d6", "add": "int", "types": ["fire"]}])
    assert struck(hero(burst, int=20), 10, face, face, face) == damage


@pytest.mark.rule("dnd4e.damage.roll")
def test_general_bonuses_are_added_once_to_an_attack() -> None:
    both = power(
        "strike", keywords=["weapon"], ability="str",
        hit=[{"damage": "0", "weapon": 1, "add": "str"}, {"damage": "1d6", "types": ["fire"]}],
    )  # fmt: skip
    by = hero(both, str=16, weapons=[weapon("longsword", enhancement=1)], bonuses=[FOCUS])
    assert struck(by, 12, 4, 5) == (4 + 3 + 1 + 2) + 5


@pytest.mark.rule("dnd4e.damage.weapon_dice")
@pytest.mark.parametrize(
    ("arm", "times", "dice"), [("dagger", 2, (4, 4)), ("heavy_flail", 2, (6, 6, 6, 6)), ("longsword", 1, (8,))]
)
def test_so_many_times_the_dice_of_the_weapon(arm: str, times: int, dice: tuple[int, ...]) -> None:
    blow = power("strike", keywords=["weapon"], ability="str", hit=[{"damage": "0", "weapon": times, "add": "str"}])
    by = hero(blow, str=16, weapons=[weapon(arm, "both" if arm == "heavy_flail" else "main")])
    moment = fight("AT", {"A": by, "T": TOUGH})
    run = act(moment, "A", "use", 15, *(1 for _ in dice), power="strike", target="T")
    assert tuple(one.sides for one in rolled(run, "damage")[0].rolls) == dice
    assert lost(run, "T") == len(dice) + 3


@pytest.mark.rule("dnd4e.damage.types")
def test_there_are_ten_types_and_none() -> None:
    assert len(DAMAGE) == len(set(DAMAGE)) == 10
    for kind in DAMAGE:
        bolt = power("strike", attack=10, hit=[{"damage": "12", "types": [kind]}])
        assert struck(hero(bolt), 10, target={**TOUGH, "resist": {kind: 5}}) == 7
    plain = power("strike", attack=10, hit=[{"damage": "12"}])
    assert struck(hero(plain), 10, target={**TOUGH, "resist": dict.fromkeys(DAMAGE, 5)}) == 12


@pytest.mark.rule("dnd4e.damage.typed_power")
@pytest.mark.parametrize(
    ("types", "resist", "damage"),
    [(["fire"], {"fire": 5}, 12 - 5), ([], {"fire": 5}, 12), (["fire", "radiant"], {"fire": 5}, 12),
     (["fire", "radiant"], {"fire": 5, "radiant": 20}, 12 - 5)],
)  # fmt: skip
def test_dice_and_bonus_are_of_the_types_of_the_power(types: list[str], resist: dict[str, int], damage: int) -> None:
    burst = power("strike", attack=10, hit=[{"damage": "2d6", "add": "int", "types": types}])
    assert struck(hero(burst, int=20), 10, 3, 4, target={**TOUGH, "resist": resist}) == damage


def made(named: dict[str, Any], type_: str) -> Power:
    """A power made with an implement that turns its damage into another type."""
    staff = weapon("quarterstaff", "both", properties=["implement"], damage_type=type_)
    moment = fight("AT", {"A": hero(named, weapons=[staff])})
    own = sheet_of(moment.world.creature("A"))
    return as_made(own.powers[named["id"]], own.weapons["quarterstaff"])


FROST = power(
    "strike", kind="ranged", range=10, provokes=False, keywords=["cold", "implement"], ability="int",
    versus="fortitude",
    hit=[{"damage": "1d6", "add": "int", "types": ["cold"]}, {"condition": "slowed", "until": "end_next"}],
)  # fmt: skip


@pytest.mark.rule("dnd4e.damage.type_change")
def test_a_ray_of_frost_through_a_flaming_staff() -> None:
    assert made(FROST, "fire").keywords == {"fire", "implement"}
    bonuses = [
        {"to": "damage", "amount": 3, "type": "feat", "name": "frost", "keyword": "cold"},
        {"to": "damage", "amount": 2, "type": "feat", "name": "flame", "keyword": "fire"},
        {"to": "attack", "amount": 1, "type": "feat", "name": "flame", "keyword": "fire"},
    ]
    staff = weapon("quarterstaff", "both", properties=["implement"], damage_type="fire", enhancement=1)
    target = {**TOUGH, "resist": {"cold": 50}}
    moment = fight("A.T", {"A": hero(FROST, int=18, weapons=[staff], bonuses=bonuses), "T": target})
    run = act(moment, "A", "use", 10, 5, power="strike", target="T", weapon="quarterstaff")
    assert rolled(run, "attack")[0].total == 10 + 4 + 1 + 1
    assert lost(run, "T") == 5 + 4 + 2 + 1
    assert run.fight.body("T").has("slowed")


@pytest.mark.rule("dnd4e.damage.type_change")
def test_without_such_a_staff_the_ray_stays_cold() -> None:
    bonuses = [{"to": "damage", "amount": 3, "type": "feat", "name": "frost", "keyword": "cold"}]
    moment = fight("A.T", {"A": hero(FROST, int=18, bonuses=bonuses), "T": {**TOUGH, "resist": {"fire": 50}}})
    assert lost(act(moment, "A", "use", 15, 5, power="strike", target="T"), "T") == 5 + 4 + 3


@pytest.mark.rule("dnd4e.damage.poison_keyword")
@pytest.mark.parametrize(
    ("more", "keywords"),
    [
        ([{"condition": "weakened", "until": "save"}], {"fire", "poison", "implement"}),
        ([], {"fire", "implement"}),
        ([{"ongoing": "5", "types": ["poison"]}], {"fire", "implement"}),
    ],
)
def test_poison_stays_while_the_power_does_more_than_damage(more: list[dict[str, Any]], keywords: set[str]) -> None:
    sting = power(
        "strike", keywords=["poison", "implement"], attack=5, hit=[{"damage": "1d6", "types": ["poison"]}, *more]
    )
    found = made(sting, "fire")
    assert found.keywords == keywords
    assert {one.types for one in found.hit if one.does in ("damage", "ongoing")} == {("fire",)}


@pytest.mark.rule("dnd4e.damage.half_on_miss")
@pytest.mark.rule("dnd4e.round_down")
@pytest.mark.parametrize(
    ("target", "damage"), [({}, 4), ({"kind": "minion", "hp": 1}, 0), ({"resist": {"fire": 4}}, 2)]
)
def test_half_of_the_hit_on_a_miss(target: dict[str, Any], damage: int) -> None:
    burst = power("strike", attack=0, hit=[{"damage": "2d6", "types": ["fire"]}], miss=[{"damage": "0", "half": True}])
    faces = (2,) if "kind" in target else (2, 4, 5)
    assert struck(hero(burst), *faces, target={**TOUGH, **target}) == damage


@pytest.mark.rule("dnd4e.damage.half_on_miss")
def test_a_minion_takes_no_damage_on_a_miss_and_dies_of_any_hit() -> None:
    graze = power("strike", attack=0, hit=[{"damage": "2"}], miss=[{"damage": "1"}])
    minion = {"level": 1, "kind": "minion", "defenses": {"ac": 15}}
    moment = fight("AT", {"A": hero(graze), "T": minion})
    assert moment.body("T").max_hp == 1
    assert act(moment, "A", "use", 5, power="strike", target="T").fight.body("T").out == ""
    assert act(moment, "A", "use", 16, answers=("A kill",), power="strike", target="T").fight.body("T").out == "dead"
    assert struck(hero(graze), 5) == 1


@pytest.mark.rule("dnd4e.damage.half_on_miss")
@pytest.mark.rule("dnd4e.condition.weakened")
def test_each_source_halves_once() -> None:
    burst = power("strike", attack=0, hit=[{"damage": "2d6"}], miss=[{"damage": "0", "half": True}])
    ghost = {**TOUGH, "keywords": ["insubstantial"]}
    moment = fight("AT", {"A": hero(burst), "T": ghost}, effects={"A": ["weakened"]})
    run = act(moment, "A", "use", 18, 6, 5, power="strike", target="T")
    assert lost(run, "T") == 2
    assert lost(act(moment, "A", "use", 3, 6, 5, power="strike", target="T"), "T") == 1


@pytest.mark.rule("dnd4e.damage.order")
def test_damage_of_one_type_is_one_instance() -> None:
    both = power("strike", attack=10, hit=[{"damage": "6"}, {"damage": "1d6"}, {"damage": "4", "types": ["fire"]}])
    assert struck(hero(both), 10, 3, target={**TOUGH, "resist": {"all": 2}}) == (6 + 3 - 2) + (4 - 2)


@pytest.mark.rule("dnd4e.attack.area_rolls")
@pytest.mark.rule("dnd4e.hp.bloodied")
def test_in_an_area_the_bloodied_may_take_more_of_the_same_dice() -> None:
    burst = power("strike", kind="close_burst", size=1, attack=20, count=0, hit=[{"damage": "2d6"}])
    bonuses = [{"to": "damage", "amount": 3, "type": "", "name": "blood", "against": "bloodied"}]
    moment = fight("TAU", {"A": hero(burst, bonuses=bonuses), "T": TOUGH, "U": TOUGH})
    moment = replace(moment, bodies={**moment.bodies, "U": replace(moment.body("U"), hp=150)})
    run = act(moment, "A", "use", 10, 4, 3, 10, power="strike")
    assert (lost(run, "T"), lost(run, "U")) == (7, 10)
    assert [(one.target, one.total) for one in rolled(run, "damage")] == [("", 7), ("U", 10)]


def mean_of(moment: Fight, power_id: str, arm: str = "") -> Fraction:
    """The mean damage of all ways the dice may fall, each played."""
    own = sheet_of(moment.world.creature("A"))
    strike = own.powers[power_id]
    plan = plan_of(moment, "A", "T", strike, own.weapons.get(arm), ("T",))
    aim = {"power": power_id, "target": "T"} | ({"weapon": arm} if arm else {})
    faces: dict[str, list[int]] = {}
    for face in range(1, 21):
        faces.setdefault(outcome_of(plan, face), []).append(face)
    mean = Fraction(0)
    for result, several in faces.items():
        dealt = [lost(act(moment, "A", "use", several[0], *dice, **aim), "T") for dice in _rolls(strike, result)]
        mean += Fraction(sum(dealt), len(dealt)) * len(several) / 20
    return mean


def _rolls(strike: Power, result: str) -> Iterator[tuple[int, ...]]:
    """Every way the dice of damage may fall with a result: those of the power below."""
    sides = {"hit": (8, 4), "critical": (8, 6), "miss": (8, 4) if strike.miss else ()}[result]
    return product(*(range(1, side + 1) for side in sides))


@pytest.mark.rule("dnd4e.damage.order")
@pytest.mark.rule("dnd4e.crit.extra_damage")
@pytest.mark.rule("dnd4e.crit.high_crit")
@pytest.mark.parametrize("miss", [[], [{"damage": "0", "half": True}]])
@pytest.mark.parametrize("crit", [20, 18])
@pytest.mark.parametrize(
    "target",
    [{}, {"resist": {"all": 6}}, {"vulnerable": {"thunder": 3}}, {"keywords": ["insubstantial"]},
     {"resist": {"fire": 5, "thunder": 4}}],
)  # fmt: skip
@pytest.mark.parametrize("weak", [False, True])
def test_the_mean_of_the_preview_is_that_of_every_roll(
    miss: list[dict[str, Any]], crit: int, target: dict[str, Any], weak: bool
) -> None:
    strike = power(
        "strike", keywords=["weapon"], ability="str", miss=miss, crit=crit,
        hit=[{"damage": "0", "weapon": 1, "add": "str"}, {"damage": "1d4", "types": ["thunder"]}],
    )  # fmt: skip
    sword = weapon("longsword", critical="1d6", critical_type="fire", properties=["high_crit"])
    by = hero(strike, kind="standard", str=16, weapons=[sword], bonuses=[FOCUS])
    effects = {"A": [Effect("weakened")]} if weak else {}
    moment = fight("AT", {"A": by, "T": {**TOUGH, **target}}, effects=effects)
    expected = mean_of(moment, "strike", "longsword")
    aim = {"power": "strike", "weapon": "longsword", "target": "T"}
    preview = BOOK.preview(moment, Action("A", "use", aim))
    assert preview.damage_mean == expected
    assert preview.critical == Fraction(21 - crit, 20)


@pytest.mark.rule("dnd4e.attack.area_rolls")
def test_the_preview_of_an_area_adds_up_those_it_takes() -> None:
    burst = power(
        "strike", kind="area_burst", range=10, size=1, attack=4, hit=[{"damage": "7"}],
        miss=[{"damage": "0", "half": True}],
    )  # fmt: skip
    moment = fight("A....TU", {"A": hero(burst), "T": TOUGH, "U": {**TOUGH, "kind": "minion", "hp": 1}})
    preview = BOOK.preview(moment, Action("A", "use", {"power": "strike", "area": Square(5, 0)}))
    assert set(preview.takes) == {"T", "U"}
    assert preview.damage_mean == Fraction(10, 20) * (7 + 7) + Fraction(10, 20) * 3


@pytest.mark.rule("dnd4e.damage.weapon_dice")
@pytest.mark.parametrize(("hand", "damage"), [("main", 4 + 3), ("both", 4 + 3 + 1)])
def test_a_versatile_weapon_in_both_hands(hand: str, damage: int) -> None:
    by = hero(str=16, weapons=[weapon("longsword", hand)])
    assert struck(by, 15, 4, power="melee_basic") == damage


@pytest.mark.rule("dnd4e.roll.ability_and_defense")
@pytest.mark.parametrize(("arm", "total", "damage"), [("javelin", 10 + 5 + 2, 3 + 5), ("dagger", 10 + 1 + 3, 3 + 1)])
def test_heavy_weapons_are_thrown_with_strength(arm: str, total: int, damage: int) -> None:
    by = hero(str=20, dex=12, weapons=[weapon(arm)])
    foe = {**TOUGH, "defenses": {"ac": 5}}
    moment = fight("A..T", {"A": by, "T": foe})
    run = act(moment, "A", "use", 10, 3, power="ranged_basic", weapon=arm, target="T")
    assert (rolled(run, "attack")[0].total, lost(run, "T")) == (total, damage)


@pytest.mark.rule("dnd4e.damage.type_change")
@pytest.mark.rule("dnd4e.action.charge")
def test_a_burning_sword_burns_in_a_charge_too() -> None:
    by = hero(str=16, weapons=[weapon("longsword", damage_type="fire")])
    moment = fight("A...T", {"A": by, "T": {**TOUGH, "vulnerable": {"fire": 5}}})
    aim = {"power": "melee_basic", "weapon": "longsword", "target": "T"}
    (option,) = (one for one in BOOK.options(moment, "A") if one.id == "charge" and one.arguments.get("weapon"))
    assert option.arguments["weapon"] == "longsword"
    preview = BOOK.preview(moment, Action("A", "charge", aim))
    assert (preview.damage_least, preview.damage_most) == (1 + 3 + 5, 8 + 3 + 5)
