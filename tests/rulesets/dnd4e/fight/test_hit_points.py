"""Hit points: bloodied, temporary ones, surges, dying, death, and blows that only knock out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import (
    BOOK,
    act,
    asked,
    fight,
    happened,
    lost,
    options,
    power,
    rolled,
    running,
    sheet,
    value,
)

from tactics.core.language import catalogue
from tactics.core.lattice import Square
from tactics.core.text import say
from tactics.rules.action import Action
from tactics.rules.event import CounterSet, Noted, Rolled
from tactics.rulesets.dnd4e.fight import conditions, harm
from tactics.rulesets.dnd4e.fight.conditions import bloodied, can_act
from tactics.rulesets.dnd4e.fight.harm import Blow
from tactics.world.fight import Effect, Fight

FALLEN = (Effect("dying"), Effect("unconscious", note="dying"), Effect("prone"))


def at(moment: Fight, who: str, hp: int, temp_hp: int = 0) -> Fight:
    """A moment with so many hit points left."""
    return replace(moment, bodies={**moment.bodies, who: replace(moment.body(who), hp=hp, temp_hp=temp_hp)})


def hero(**more: Any) -> dict[str, Any]:
    """A hero of 40 hit points."""
    return sheet(**{"kind": "hero", "hp": 40, "surges": 8, **more})


def dying(at_hp: int, surges: int = 8, **more: Any) -> Fight:
    """B lies dying, and A of its side stands."""
    own = hero(surges=surges, **more)
    moment = fight("AB..T", {"A": hero(), "B": own}, {"B": {"side": "heroes"}}, {"B": FALLEN}, order=["B"])
    return at(moment, "B", at_hp)


def hurt(moment: Fight, who: str, amount: int, blow: Blow | None = None, answers: tuple[str, ...] = ()) -> Fight:
    """After some damage."""
    run = running(moment, answers=answers)
    harm.hurt(run, who, amount, (), blow or Blow())
    return run.fight


@pytest.mark.rule("dnd4e.hp.bloodied")
@pytest.mark.parametrize(("most", "value_"), [(41, 20), (61, 30), (1, 0)])
def test_bloodied_at_half_rounded_down(most: int, value_: int) -> None:
    moment = fight("AT", {"T": sheet(hp=most)})
    assert harm.bloodied_value(moment, "T") == value_
    assert bloodied(at(moment, "T", value_), "T")
    assert not bloodied(at(moment, "T", value_ + 1), "T")


@pytest.mark.rule("dnd4e.hp.bloodied")
def test_it_is_told_once_and_shown_as_a_badge() -> None:
    moment = fight("AT", {"T": sheet(hp=41)})
    run = running(moment)
    for amount, told in ((20, 0), (1, 1), (5, 1)):
        harm.hurt(run, "T", amount, (), Blow())
        assert [one.rule for one in happened(run) if isinstance(one, Noted)] == ["dnd4e.hp.bloodied"] * told
        assert [one.id for one in BOOK.badges(run.fight, "T")] == ["bloodied"] * told
    dead = hurt(run.fight, "T", 50)
    assert "bloodied" not in [one.id for one in BOOK.badges(dead, "T")]


@pytest.mark.rule("dnd4e.hp.bloodied")
def test_a_power_of_the_bloodied() -> None:
    fury = power("fury", attack=20, requires="bloodied", hit=[{"damage": "5"}])
    moment = fight("AT", {"A": hero(powers=[fury])})
    assert "fury" not in [one.arguments["power"] for one in options(moment, "A", "use")]
    assert "fury" in [one.arguments["power"] for one in options(at(moment, "A", 20), "A", "use")]


@pytest.mark.rule("dnd4e.hp.surge")
@pytest.mark.rule("dnd4e.round_down")
def test_a_surge_is_a_quarter_and_never_more_than_the_maximum() -> None:
    moment = fight("AT", {"A": hero(hp=43)})
    assert harm.surge_value(moment, "A") == 10
    run = running(at(moment, "A", 38))
    harm.spend_surge(run, "A")
    assert (run.fight.body("A").hp, run.fight.body("A").count(harm.SURGES)) == (43, 7)
    run = running(at(moment, "A", 20))
    harm.spend_surge(run, "A")
    assert run.fight.body("A").hp == 30


@pytest.mark.rule("dnd4e.hp.surge")
def test_a_power_lets_somebody_spend_a_surge() -> None:
    word = power("word", kind="ranged", range=5, targets="ally", provokes=False, action="minor",
                 effect=[{"heal": "1d6", "surge": "spend"}])  # fmt: skip
    moment = fight("AB", {"A": hero(powers=[word]), "B": hero(hp=43)}, {"B": {"side": "heroes"}})
    run = act(at(moment, "B", 20), "A", "use", 4, power="word", target="B")
    assert (run.fight.body("B").hp, run.fight.body("B").count(harm.SURGES)) == (34, 7)


@pytest.mark.rule("dnd4e.hp.temporary")
@pytest.mark.parametrize(("gained", "has"), [(8, 8), (3, 5)])
def test_of_temporary_hit_points_the_higher_number_counts(gained: int, has: int) -> None:
    run = running(at(fight("AT"), "T", 20, 5))
    harm.gain_temporary(run, "T", gained)
    assert run.fight.body("T").temp_hp == has


@pytest.mark.rule("dnd4e.hp.temporary")
def test_they_are_lost_first_and_are_no_healing() -> None:
    after = hurt(at(fight("AT"), "T", 20, 5), "T", 12)
    assert (after.body("T").hp, after.body("T").temp_hp) == (13, 0)
    run = running(hurt(at(fight("AT"), "T", 20, 10), "T", 8))
    harm.gain_temporary(run, "T", 5)
    assert (run.fight.body("T").hp, run.fight.body("T").temp_hp) == (20, 5)
    run = running(dying(-3))
    harm.gain_temporary(run, "B", 7)
    body = run.fight.body("B")
    assert (body.hp, body.temp_hp, body.has("dying")) == (-3, 7, True)
    assert bloodied(at(fight("AT"), "T", 10, 30), "T")


@pytest.mark.rule("dnd4e.hp.dying")
def test_heroes_fall_and_others_die() -> None:
    moment = fight("AT", {"A": hero(), "T": sheet()})
    after = hurt(at(moment, "A", 5), "A", 12)
    assert (after.body("A").hp, after.body("A").out) == (-7, "")
    assert all(after.body("A").has(one) for one in ("dying", "unconscious", "helpless", "prone"))
    assert not can_act(after, "A")
    assert hurt(at(moment, "T", 5), "T", 12).body("T").out == "dead"


@pytest.mark.rule("dnd4e.hp.death_save")
@pytest.mark.parametrize(
    ("face", "bonus", "surges", "hp", "failures", "conscious"),
    [
        (20, 0, 8, 10, 0, True),
        (15, 0, 8, -7, 0, False),
        (9, 0, 8, -7, 1, False),
        (10, 0, 8, -7, 0, False),
        (18, 2, 8, 10, 0, True),
        (20, 0, 0, -7, 0, False),
        (8, 2, 8, -7, 0, False),
    ],
)
def test_a_death_save(face: int, bonus: int, surges: int, hp: int, failures: int, conscious: bool) -> None:
    own = [{"to": "death_saves", "amount": bonus, "type": "feat", "name": "tough"}] if bonus else []
    run = running(dying(-7, surges, bonuses=own), face)
    harm.death_save(run, "B")
    body = run.fight.body("B")
    assert (body.hp, body.count(harm.DEATH_FAILURES), can_act(run.fight, "B")) == (hp, failures, conscious)
    assert body.has("prone")
    assert body.count(harm.SURGES) == surges - int(conscious)


@pytest.mark.rule("dnd4e.hp.death_save")
@pytest.mark.rule("dnd4e.hp.death")
def test_the_third_failure_kills_at_the_end_of_the_turn() -> None:
    moment = dying(-7)
    run = running(moment)
    run.emit(CounterSet("B", harm.DEATH_FAILURES, 2))
    run = act(run.fight, "B", "end_turn", 9)
    saves = [one for one in happened(run) if isinstance(one, Rolled)]
    assert [(one.purpose, one.outcome) for one in saves] == [("death_save", "failure")]
    assert run.fight.body("B").out == "dead"


@pytest.mark.rule("dnd4e.hp.death")
@pytest.mark.parametrize(
    ("most", "start", "damage", "out"), [(40, 1, 21, "dead"), (40, 1, 20, ""), (61, -12, 18, "dead"), (61, -12, 17, "")]
)
def test_death_at_the_bloodied_value_below_0(most: int, start: int, damage: int, out: str) -> None:
    moment = at(dying(start, hp=most) if start < 0 else fight("AB..T", {"B": hero(hp=most)}), "B", start)
    after = hurt(moment, "B", damage)
    assert after.body("B").out == out
    assert after.body("B").has("dying") == (out == "")


@pytest.mark.rule("dnd4e.hp.heal_dying")
def test_healing_counts_from_0_and_wakes() -> None:
    run = running(dying(-12))
    harm.heal(run, "B", 8)
    body = run.fight.body("B")
    assert body.hp == 8
    assert [body.has(one) for one in ("dying", "unconscious", "helpless", "prone")] == [False, False, False, True]


@pytest.mark.rule("dnd4e.hp.heal_dying")
@pytest.mark.parametrize(("surges", "hp", "left"), [(8, 21, 7), (0, 1, 0)])
def test_a_surge_for_the_dying(surges: int, hp: int, left: int) -> None:
    run = running(dying(-12, surges, hp=60))
    harm.spend_surge(run, "B", more=6)
    assert (run.fight.body("B").hp, run.fight.body("B").count(harm.SURGES)) == (hp, left)
    assert can_act(run.fight, "B")


@pytest.mark.rule("dnd4e.hp.heal_dying")
def test_the_stable_roll_no_more_until_they_are_hurt() -> None:
    moment = dying(-12)
    run = running(moment)
    conditions.gain(run, "B", Effect("stable"))
    assert rolled(act(run.fight, "B", "end_turn"), "death_save") == []
    after = hurt(run.fight, "B", 1)
    assert after.body("B").hp == -13
    assert len(rolled(act(after, "B", "end_turn", 15), "death_save")) == 1


@pytest.mark.rule("dnd4e.hp.heal_dying")
def test_healing_wakes_nobody_from_sleep() -> None:
    moment = fight("AT", {"A": hero()}, effects={"A": [Effect("unconscious", source="T", note="")]})
    run = running(at(moment, "A", 20))
    harm.heal(run, "A", 8)
    assert run.fight.body("A").hp == 28
    assert run.fight.body("A").has("unconscious")


BLOW = power("blow", kind="ranged", range=10, provokes=False, attack=20, hit=[{"damage": "30"}])


@pytest.mark.rule("dnd4e.hp.knock_out")
@pytest.mark.parametrize(("answer", "out"), [("kill", "dead"), ("spare", "")])
def test_a_hero_may_spare_whom_he_brings_down(answer: str, out: str) -> None:
    moment = fight("A..T\n...U", {"A": hero(powers=[BLOW])})
    decision = asked(moment, "A", "use", 10, power="blow", target="T")
    assert (decision.id, decision.who, [one.id for one in decision.choices]) == ("knock_out", "A", ["kill", "spare"])
    after = act(moment, "A", "use", 10, answers=(f"A {answer}",), power="blow", target="T").fight
    body = after.body("T")
    assert (body.out, body.has("unconscious"), body.has("dying")) == (out, answer == "spare", False)


@pytest.mark.rule("dnd4e.hp.knock_out")
def test_it_is_asked_for_each_one_an_area_brings_down() -> None:
    burst = power("burst", kind="area_burst", range=10, size=1, attack=20, provokes=False, hit=[{"damage": "30"}])
    moment = fight("A..TU", {"A": hero(powers=[burst])})
    run = act(moment, "A", "use", 10, 10, answers=("A spare", "A kill"), power="burst", area=Square(3, 0))
    assert [run.fight.body(one).out for one in ("T", "U")] == ["", "dead"]
    assert run.fight.over == "heroes"


@pytest.mark.rule("dnd4e.hp.knock_out")
def test_healing_wakes_who_was_knocked_out_and_a_second_blow_kills() -> None:
    moment = fight("A..T\n...U", {"A": hero(powers=[BLOW])})
    spared = act(moment, "A", "use", 10, answers=("A spare",), power="blow", target="T").fight
    run = running(spared)
    harm.heal(run, "T", 5)
    assert (run.fight.body("T").hp, can_act(run.fight, "T")) == (5, True)
    assert hurt(spared, "T", 3, Blow("A", attack=True)).body("T").out == "dead"


@pytest.mark.rule("dnd4e.hp.knock_out")
def test_monsters_have_no_such_choice_and_ongoing_damage_has_none() -> None:
    foe = sheet(powers=[BLOW])
    moment = fight("A..T\nB...", {"A": hero(), "B": sheet(), "T": foe}, {"B": {"side": "heroes"}}, order=["T"])
    assert lost(act(moment, "T", "use", 10, power="blow", target="A"), "A") == 30
    assert act(moment, "T", "use", 10, power="blow", target="B").fight.body("B").out == "dead"
    burning = fight("A..T\n...U", {"A": hero(), "T": sheet(hp=4)}, effects={"T": [Effect("ongoing", 5, "A")]})
    assert act(burning, "A", "end_turn").fight.body("T").out == "dead"


@pytest.mark.rule("dnd4e.ongoing.start_of_turn")
def test_a_badge_names_the_type_of_ongoing_damage() -> None:
    moment = fight("AT", effects={"T": [Effect("ongoing", 5, "A", note="fire/radiant")]})
    (badge,) = BOOK.badges(moment, "T")
    assert badge.value == 5
    assert say(badge.title, catalogue("en")) == "ongoing damage (fire, radiant)"
    assert value(moment, "T", "ongoing") == 5


@pytest.mark.rule("dnd4e.hp.knock_out")
def test_damage_that_comes_either_way_lets_him_choose_too() -> None:
    sure = power("sure", kind="ranged", range=10, provokes=False, attack=0, hit=[{"damage": "1"}],
                 effect=[{"damage": "30"}])  # fmt: skip
    moment = fight("A..T\n...U", {"A": hero(powers=[sure])})
    assert asked(moment, "A", "use", 2, power="sure", target="T").id == "knock_out"


@pytest.mark.rule("dnd4e.hp.surge")
@pytest.mark.rule("dnd4e.hp.heal_dying")
@pytest.mark.parametrize("surge", ["spend", "value", ""])
@pytest.mark.parametrize("surges", [0, 5])
@pytest.mark.parametrize("hp", [-12, 5, 28, 38])
def test_the_mean_of_healing_is_that_of_every_roll(surge: str, surges: int, hp: int) -> None:
    word = power("word", kind="ranged", range=5, targets="ally", provokes=False, action="minor",
                 effect=[{"heal": "1d6+1", "add": "wis", "surge": surge}])  # fmt: skip
    own = {"A": hero(wis=14, powers=[word]), "B": hero(surges=surges)}
    fallen = {"B": FALLEN} if hp <= 0 else {}
    moment = at(fight("AB..T", own, {"B": {"side": "heroes"}}, fallen), "B", hp)
    aim = {"power": "word", "target": "B"}
    preview = BOOK.preview(moment, Action("A", "use", aim))
    restored = [act(moment, "A", "use", face, **aim).fight.body("B").hp - hp for face in range(1, 7)]
    assert preview.heals_mean == Fraction(sum(restored), 6)
