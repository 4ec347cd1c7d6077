"""Attack rolls: what they are made of, what they must reach, bonuses that add up and those that do not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import BOOK, act, fight, happened, kept, lost, power, rolled, rules, sheet, weapon

from tactics.core.text import composed
from tactics.rules.action import Action
from tactics.rules.event import Noted, Part
from tactics.rules.parts import total
from tactics.rulesets.dnd4e.fight.conditions import BONUS
from tactics.rulesets.dnd4e.fight.parts import TYPES, stacked
from tactics.world.fight import Duration, Effect

PLUS_10 = power("strike", attack=10, hit=[{"damage": "1"}])


def part(amount: int, type_: str = "", reason: str = "") -> Part:
    """A part of a sum; its source is its reason."""
    return Part(amount, composed("{name}", name=reason or f"{type_} {amount}"), type_, "dnd4e.bonus.stacking")


def attacker(*powers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A hero with some powers."""
    return sheet(**{"kind": "hero", "hp": 40, "powers": list(powers), **more})


def target(**defenses: int) -> dict[str, Any]:
    """Somebody with these defenses and many hit points."""
    every = dict.fromkeys(("ac", "fortitude", "reflex", "will"), 10)
    return sheet(hp=200, defenses={**every, **defenses})


@pytest.mark.rule("dnd4e.roll.attack")
def test_base_bonus_advantage_and_cover_come_to_19() -> None:
    shot = power("shot", kind="ranged", range=10, attack=10, hit=[{"damage": "1"}], provokes=False)
    rows = "A....\n...LT"
    moment = fight(rows, {"A": attacker(shot), "T": target()}, {"L": {"side": "foes"}}, {"T": ["dazed"]})
    attack = rolled(act(moment, "A", "use", 9, power="shot", target="T"), "attack")[0]
    assert sorted(kept(attack.parts)) == [-2, 2, 10]
    assert attack.total == 19
    assert rules(attack.parts) == {"dnd4e.roll.base_bonus", "dnd4e.ca.sources", "dnd4e.cover.normal"}


@pytest.mark.rule("dnd4e.roll.attack")
def test_14_and_7_come_to_21() -> None:
    moment = fight("AT", {"A": attacker(power("strike", attack=7, hit=[{"damage": "1"}])), "T": target()})
    assert rolled(act(moment, "A", "use", 14, power="strike", target="T"), "attack")[0].total == 21


@pytest.mark.rule("dnd4e.roll.ability_and_defense")
@pytest.mark.parametrize(("versus", "against"), [("ac", 31), ("fortitude", 32), ("reflex", 33), ("will", 34)])
def test_a_power_names_its_ability_and_the_defense(versus: str, against: int) -> None:
    ray = power("ray", ability="int", versus=versus, hit=[{"damage": "1"}])
    hero = attacker(ray, int=18, str=30)
    moment = fight("AT", {"A": hero, "T": target(ac=31, fortitude=32, reflex=33, will=34)})
    attack = rolled(act(moment, "A", "use", 10, power="ray", target="T"), "attack")[0]
    assert (attack.total, attack.against) == (14, against)


@pytest.mark.rule("dnd4e.roll.hit")
@pytest.mark.parametrize(("face", "outcome"), [(8, "hit"), (7, "miss")])
def test_reaching_the_defense_is_enough(face: int, outcome: str) -> None:
    moment = fight("AT", {"A": attacker(PLUS_10), "T": target(ac=18)})
    assert rolled(act(moment, "A", "use", face, power="strike", target="T"), "attack")[0].outcome == outcome


@pytest.mark.rule("dnd4e.roll.auto_hit")
@pytest.mark.rule("dnd4e.roll.auto_miss")
@pytest.mark.rule("dnd4e.crit.natural_20")
@pytest.mark.parametrize(
    ("face", "bonus", "ac", "outcome", "rule"),
    [
        (20, 5, 30, "hit", "dnd4e.roll.auto_hit"),
        (20, 11, 30, "critical", "dnd4e.crit.natural_20"),
        (1, 30, 10, "miss", "dnd4e.roll.auto_miss"),
        (20, 7, 27, "critical", "dnd4e.crit.natural_20"),
        (20, 6, 27, "hit", "dnd4e.roll.auto_hit"),
        (12, 6, 18, "hit", "dnd4e.roll.hit"),
    ],
)
def test_the_highest_and_the_lowest_face(face: int, bonus: int, ac: int, outcome: str, rule: str) -> None:
    moment = fight("AT", {"A": attacker(power("strike", attack=bonus, hit=[{"damage": "1"}])), "T": target(ac=ac)})
    attack = rolled(act(moment, "A", "use", face, power="strike", target="T"), "attack")[0]
    assert (attack.outcome, attack.rule) == (outcome, rule)


@pytest.mark.rule("dnd4e.roll.temporary")
def test_a_power_bonus_lasts_until_the_end_of_the_next_turn() -> None:
    song = power(
        "song", kind="personal", action="minor",
        effect=[{"bonus": "attack", "amount": 1, "type": "power", "until": "end_next"}],
    )  # fmt: skip
    moment = fight("AT", {"A": attacker(PLUS_10, song), "T": target()})

    def sum_of(at: Any) -> int:
        return rolled(act(at, "A", "use", 5, power="strike", target="T"), "attack")[0].total

    assert sum_of(moment) == 15
    moment = act(moment, "A", "use", power="song").fight
    assert sum_of(moment) == 16
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    assert sum_of(moment) == 16
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    assert sum_of(moment) == 15


@pytest.mark.rule("dnd4e.bonus.stacking")
@pytest.mark.parametrize(
    ("parts", "sum_"),
    [
        ([part(1, "feat"), part(2, "feat")], 2),
        ([part(2, "power"), part(1, "item"), part(1)], 4),
        ([part(2, "enhancement"), part(3, "enhancement")], 3),
        ([part(1, reason="one"), part(1, reason="other")], 2),
        ([part(1, reason="one"), part(2, reason="one")], 2),
        ([part(-2, reason="one"), part(-1, reason="other")], -3),
        ([part(-2, reason="one"), part(-1, reason="one")], -2),
        ([part(-2, "power", "one"), part(2, "power", "other")], 0),
    ],
)
def test_which_bonuses_add_up(parts: list[Part], sum_: int) -> None:
    assert total(stacked(parts)) == sum_


@pytest.mark.rule("dnd4e.bonus.stacking")
@pytest.mark.parametrize("type_", TYPES)
def test_of_each_type_the_highest_counts(type_: str) -> None:
    assert total(stacked([part(1, type_, "one"), part(3, type_, "two"), part(2, type_, "three")])) == 3


@pytest.mark.rule("dnd4e.bonus.stacking")
@pytest.mark.parametrize(("types", "sum_"), [(("", ""), 15 + 3), (("power", "power"), 15 + 2)])
def test_lasting_bonuses_of_two_powers(types: tuple[str, str], sum_: int) -> None:
    songs = [
        power(f"song_{n}", kind="personal", action="free",
              effect=[{"bonus": "attack", "amount": n, "type": types[n - 1], "until": "encounter"}])
        for n in (1, 2)
    ]  # fmt: skip
    moment = fight("AT", {"A": attacker(PLUS_10, *songs), "T": target()})
    for n in (1, 2):
        moment = act(moment, "A", "use", power=f"song_{n}").fight
    assert rolled(act(moment, "A", "use", 5, power="strike", target="T"), "attack")[0].total == sum_


@pytest.mark.rule("dnd4e.roll.base_bonus")
@pytest.mark.parametrize(("bloodied", "sum_"), [(False, 15), (True, 16)])
def test_a_given_total_still_takes_what_holds_against_the_bloodied_only(bloodied: bool, sum_: int) -> None:
    more = [
        {"to": "attack", "amount": 1, "type": "racial", "name": "hunt", "against": "bloodied"},
        {"to": "attack", "amount": 2, "type": "feat", "name": "counted in the total"},
    ]
    moment = fight("AT", {"A": attacker(PLUS_10, bonuses=more), "T": {**target(), "hp": 200}})
    if bloodied:
        moment = replace(moment, bodies={**moment.bodies, "T": replace(moment.body("T"), hp=100)})
    assert rolled(act(moment, "A", "use", 5, power="strike", target="T"), "attack")[0].total == sum_


@pytest.mark.rule("dnd4e.roll.attack")
@pytest.mark.rule("dnd4e.defense.temporary")
def test_the_log_says_what_raised_a_defense() -> None:
    guard = Effect(BONUS, 2, "T", Duration("encounter"), "ac:power")
    moment = fight("AT", {"A": attacker(PLUS_10), "T": target(ac=18)}, effects={"T": [guard]})
    run = act(moment, "A", "use", 9, power="strike", target="T")
    assert (rolled(run, "attack")[0].against, rolled(run, "attack")[0].outcome) == (20, "miss")
    told = [one for one in happened(run) if isinstance(one, Noted)]
    assert [(one.who, one.rule) for one in told] == [("T", "dnd4e.defense.temporary")]
    assert dict(told[0].text.params)["now"] == 20


@pytest.mark.rule("dnd4e.roll.hit")
def test_the_preview_counts_the_faces() -> None:
    sword = sheet(kind="hero", hp=40, str=18, weapons=[weapon("longsword")])
    moment = fight("AT", {"A": sword, "T": target(ac=19)})
    preview = BOOK.preview(moment, Action("A", "use", {"power": "melee_basic", "target": "T"}))
    assert (preview.chance, preview.critical) == (Fraction(9, 20), Fraction(1, 20))
    assert (sorted(filter(None, kept(preview.parts))), preview.against) == ([3, 4], 19)
    faces = [act(moment, "A", "use", face, *([4] * (12 <= face < 20)), power="melee_basic", target="T")
             for face in range(1, 21)]  # fmt: skip
    assert sum(lost(run, "T") > 0 for run in faces) == 9
