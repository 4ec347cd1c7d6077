"""Bull rush."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rulesets.dnd4e.fight.ring import BOOK, act, fight, noted, options, refused, rolled, sheet, weapon, where

from tactics.rules.action import Action

RULE = "dnd4e.action.bull_rush"
HERO = sheet(kind="hero", hp=30, str=18, weapons=[weapon("longsword", proficiency=3, enhancement=2)])
FOE = sheet(defenses={"ac": 18, "fortitude": 14, "reflex": 15, "will": 15}, weapons=[weapon("mace")])


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.forced.push")
def test_the_target_goes_back_and_the_attacker_takes_its_place() -> None:
    moment = fight("AT..\n..U.", {"A": HERO, "T": FOE, "U": FOE})
    run = act(moment, "A", "bull_rush", 10, answers=("A usual",), target="T")
    assert (where(run.fight, "A"), where(run.fight, "T")) == ("B1", "C1")
    assert rolled(run, "attack")[0].total == 14
    assert rolled(run, "attack")[0].against == 14


@pytest.mark.rule(RULE)
def test_a_miss_moves_nobody() -> None:
    run = act(fight("AT..", {"A": HERO, "T": FOE}), "A", "bull_rush", 9, target="T")
    assert (where(run.fight, "A"), where(run.fight, "T")) == ("A1", "B1")


@pytest.mark.rule(RULE)
def test_only_one_size_bigger() -> None:
    for size, rows, rule in (("large", "ATT\n.TT", ""), ("huge", "ATTT\n.TTT\n.TTT", RULE)):
        moment = fight(rows, {"A": HERO}, {"T": {"size": size}})
        assert refused(moment, "A", "bull_rush", target="T") == rule
        assert bool(options(moment, "A", "bull_rush")) is (rule == "")


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.forced.clear_path")
def test_with_walls_behind_it_nothing_happens() -> None:
    run = act(fight("..#\nAT#\n..#", {"A": HERO, "T": FOE}), "A", "bull_rush", 15, target="T")
    assert (where(run.fight, "A"), where(run.fight, "T")) == ("A2", "B2")
    assert "dnd4e.forced.clear_path" in noted(run)


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.roll.attack")
def test_its_chance_is_shown_with_every_part_and_no_weapon() -> None:
    moment = fight("AT..", {"A": HERO, "T": FOE})
    preview = BOOK.preview(moment, Action("A", "bull_rush", {"target": "T"}))
    assert (preview.chance, preview.against, [one.amount for one in preview.parts]) == (Fraction(11, 20), 14, [0, 4])
    assert refused(fight("A.T", {"A": HERO}), "A", "bull_rush", target="T") == "dnd4e.range.melee"
