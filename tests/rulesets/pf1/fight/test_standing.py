"""Lying down, crawling and getting up."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import act, asked, options, refused, turn_of, where
from rulesets.pf1.fight.ring import fight, rolled, sheet, weapon

from tactics.world.fight import Fight

SWORD = [weapon("longsword")]


def lying(rows: str = "....\n.AT.\n....", **own: Any) -> Fight:
    """A lies beside T, who has a sword."""
    sheets = {"A": sheet(**own), "T": sheet(weapons=SWORD)}
    return turn_of(fight(rows, sheets, effects={"A": ["prone"]}), "A", "T")


@pytest.mark.rule("pf1.action.stand_up")
@pytest.mark.rule("pf1.condition.prone")
def test_who_gets_up_is_struck_while_it_lies() -> None:
    run = act(lying(ac={"natural": 4}), "A", "stand_up", 10, 3, answers=("T strike.longsword",))
    assert [(one.against, one.outcome) for one in rolled(run, "attack")] == [(10, "hit")]
    assert not run.fight.body("A").has("prone")
    assert run.fight.body("A").hp == 17
    assert run.fight.body("A").count("move") == 1


@pytest.mark.rule("pf1.action.stand_up")
def test_who_gets_up_is_not_tripped_instead() -> None:
    """A trip would change nothing: the one who lies gets up all the same."""
    assert {one.id for one in asked(lying(), "A", "stand_up").choices} == {"strike.longsword", "decline"}
    on_its_feet = turn_of(fight("....\n.AT.\n....", {"T": sheet(weapons=SWORD)}), "A", "T")
    assert "trip" in {one.id.partition(".")[0] for one in asked(on_its_feet, "A", "move", path="B2 A2").choices}


@pytest.mark.rule("pf1.action.stand_up")
def test_only_for_those_who_lie_and_for_a_move_action() -> None:
    standing = act(lying(), "A", "stand_up", answers=("T decline",)).fight
    assert refused(standing, "A", "stand_up") == "pf1.condition.prone"
    twice = act(act(lying("....\n.A..\n...T"), "A", "crawl", path="B2 A2").fight, "A", "crawl", path="A2 A1").fight
    assert refused(twice, "A", "stand_up") == "pf1.action.move"


@pytest.mark.rule("pf1.action.stand_up")
def test_who_is_felled_does_not_get_up() -> None:
    run = act(lying(hp=3), "A", "stand_up", 15, 5, answers=("T strike.longsword",))
    assert run.fight.body("A").has("prone")


@pytest.mark.rule("pf1.move.crawl")
def test_one_square_for_a_move_action() -> None:
    moment = lying()
    assert asked(moment, "A", "crawl", path="B2 A2").who == "T"
    after = act(moment, "A", "crawl", answers=("T decline",), path="B2 A2").fight
    assert (where(after, "A"), after.body("A").count("move")) == ("A2", 1)
    assert after.body("A").has("prone")
    assert refused(moment, "A", "crawl", path="B2 A2 A1") == "pf1.move.crawl"
    assert refused(moment, "A", "move", path="B2 A2") == "pf1.condition.prone"


@pytest.mark.rule("pf1.move.crawl")
def test_those_who_stand_do_not_crawl() -> None:
    moment = turn_of(fight("A..T"), "A", "T")
    assert not options(moment, "A", "crawl")
    assert refused(moment, "A", "crawl", path="A1 B1") == "pf1.condition.prone"


@pytest.mark.rule("pf1.action.free")
def test_throwing_oneself_down_is_free() -> None:
    moment = turn_of(fight("AT", {"T": sheet(weapons=SWORD)}), "A", "T")
    run = act(moment, "A", "drop_prone")
    assert run.fight.body("A").has("prone")
    assert not rolled(run, "attack")
    assert refused(run.fight, "A", "total_defense") == ""
    assert refused(run.fight, "A", "drop_prone") == "pf1.condition.prone"
