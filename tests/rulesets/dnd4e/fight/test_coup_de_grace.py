"""Coup de grace."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from fight_kit import need_of
from rulesets.dnd4e.fight.ring import BOOK, act, fight, lost, options, power, refused, rolled, sheet

from tactics.rules.action import Action, NeedCreature
from tactics.world.fight import Fight

RULE, CRITICAL = "dnd4e.action.coup_de_grace", "dnd4e.crit.coup_de_grace"
ASLEEP = {"T": ["unconscious", "helpless", "prone"]}


def asleep(damage: str, *, hp: int = 40, ac: int = 18, kind: str = "hero") -> Fight:
    blow = power("melee_basic", basic="melee", attack=9, hit=[{"damage": damage}])
    victim = sheet(hp=hp, kind=kind, defenses={"ac": ac, "fortitude": 15, "reflex": 15, "will": 15})
    return fight("A.U\nT..", {"A": sheet(powers=[blow]), "T": victim}, effects=ASLEEP)


@pytest.mark.rule(CRITICAL)
def test_a_hit_is_critical_whatever_the_die_shows() -> None:
    run = act(asleep("1d6+3"), "A", "coup_de_grace", 7, power="melee_basic", target="T")
    assert (rolled(run, "attack")[0].outcome, lost(run, "T")) == ("critical", 9)
    preview = BOOK.preview(asleep("1d6+3"), Action("A", "coup_de_grace", {"power": "melee_basic", "target": "T"}))
    assert preview.chance == preview.critical
    assert preview.damage_mean == preview.critical * 9


@pytest.mark.rule(CRITICAL)
@pytest.mark.rule("dnd4e.roll.auto_hit")
def test_a_natural_20_that_does_not_reach_is_a_hit_and_so_critical() -> None:
    run = act(asleep("1d6+3", ac=50), "A", "coup_de_grace", 20, power="melee_basic", target="T")
    assert (rolled(run, "attack")[0].outcome, lost(run, "T")) == ("critical", 9)


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(("damage", "dies"), [("1d6+14", True), ("1d6+13", False)])
def test_half_of_its_hit_points_in_one_blow_kill(damage: str, *, dies: bool) -> None:
    run = act(asleep(damage), "A", "coup_de_grace", 12, power="melee_basic", target="T")
    assert (run.fight.body("T").out == "dead", lost(run, "T")) == (dies, 20 if dies else 19)


@pytest.mark.rule(RULE)
def test_only_a_helpless_neighbour() -> None:
    moment = asleep("1d6")
    assert refused(moment, "A", "coup_de_grace", power="melee_basic", target="U") == RULE
    assert [need_of(one, NeedCreature).ids for one in options(moment, "A", "coup_de_grace")] == [("T",)]
    assert not options(fight("AT", {"A": sheet()}), "A", "coup_de_grace", possible=False)


@pytest.mark.rule(RULE)
def test_a_miss_harms_nobody() -> None:
    run = act(asleep("1d6+30", ac=28), "A", "coup_de_grace", 1, power="melee_basic", target="T")
    assert (lost(run, "T"), run.fight.body("T").out) == (0, "")
    away = replace(asleep("1d6"), surprise=False)
    preview = BOOK.preview(away, Action("A", "coup_de_grace", {"power": "melee_basic", "target": "T"}))
    assert preview.chance == Fraction(19, 20)
