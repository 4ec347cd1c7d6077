"""Hiding in the middle of a fight, being searched for, and running into somebody unseen."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import HEROES, act, options, refused, turn_of, way, where
from rulesets.pf1.fight.ring import fight, happened, rolled, sheet, weapon

from tactics.rules.action import NeedPath
from tactics.rules.event import Noted
from tactics.rulesets.pf1.fight.numbers import armor_class
from tactics.rulesets.pf1.fight.stealth import may_hide_from, stealth_parts
from tactics.rulesets.pf1.fight.unseen import hidden_from
from tactics.world.fight import Fight

stealth = pytest.mark.rule("pf1.conceal.stealth")
SWORD = [weapon("longsword")]
CORNER = "A#....\n.....T\n......"
"""T sees A past a wall: A has cover from T, T has none from A."""


def field(
    rows: str = CORNER, own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **more: Any
) -> Fight:
    """The turn of A with Stealth +5, before T with Perception +3; both have swords."""
    sneak = {"weapons": SWORD, "skills": {"stealth": 5}, "dex": 12, **(own or {})}
    guard = {"weapons": SWORD, "skills": {"perception": 3}, "dex": 16, **(foe or {})}
    return turn_of(fight(rows, {"A": sheet(**sneak), "T": sheet(**guard)}, **more), "A", "T")


def hidden(moment: Fight) -> bool:
    return hidden_from(moment, "A", "T")


@stealth
@pytest.mark.parametrize(("face", "seen"), [(12, False), (13, True)])
def test_stealth_against_perception(face: int, seen: bool) -> None:
    """10 and 5 against the face and 3: who does not beat 15 does not notice."""
    run = act(field(), "A", "hide", 10, face)
    assert [one.total for one in rolled(run, "check")] == [15, face + 3]
    assert hidden(run.fight) is not seen


@pytest.mark.rule("pf1.cover.stealth")
@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ("A.....\n.....T", "pf1.cover.stealth"),
        ("A..F..T", "pf1.cover.stealth"),
        (CORNER, ""),
        ("A..%..T", ""),
        ("A..,..T", "pf1.cover.stealth"),
    ],
)
def test_cover_but_no_creature_and_no_open_ground(rows: str, rule: str) -> None:
    assert refused(field(rows, creatures={"A": HEROES, "F": HEROES} if "F" in rows else None), "A", "hide") == rule


@stealth
@pytest.mark.parametrize(("senses", "rule"), [([], ""), (["darkvision"], "pf1.cover.stealth")])
def test_dim_light_hides_from_those_who_need_light(senses: list[str], rule: str) -> None:
    moment = field("A.....T", creatures={"A": HEROES, "T": {"senses": senses}}, light="dim")
    assert refused(moment, "A", "hide") == rule


@stealth
def test_it_takes_a_move_action_or_is_part_of_a_walk_and_once_a_turn() -> None:
    still = act(field(), "A", "hide", 10, 1).fight
    assert still.body("A").count("move") == 1
    assert refused(still, "A", "hide") == "pf1.conceal.stealth"
    walked = act(field("......\nA#....\n.....T"), "A", "move", path="A2 A3 A2").fight
    assert walked.body("A").count("move") == 1
    assert not act(walked, "A", "hide", 10, 1).fight.body("A").count("standard")


@stealth
@pytest.mark.parametrize(("path", "more"), [("A3 A2 A1 A2", 0), ("A3 A2 A1 A2 A3", -5)])
def test_more_than_half_the_speed_is_harder(path: str, more: int) -> None:
    moment = act(field("......\n.#....\nA#...T", {"skills": {"stealth": 5}}), "A", "move", path=path).fight
    assert sum(part.amount for part in stealth_parts(moment, "A")) == 5 + more


@pytest.mark.rule("pf1.conceal.invisible")
def test_the_invisible_have_twenty_moving_and_forty_still() -> None:
    moment = field("A.....T\n.......", effects={"A": ["invisible"]})
    assert sum(part.amount for part in stealth_parts(moment, "A")) == 45
    moment = act(moment, "A", "move", path="A1 A2 A1").fight
    assert sum(part.amount for part in stealth_parts(moment, "A")) == 25


@pytest.mark.rule("pf1.cover.improved")
def test_exceptional_cover_adds_ten() -> None:
    walls = [{"line": [[3, 0], [3, 1]], "kind": "arrow_slit"}]
    run = act(field("A.....T", walls=walls), "A", "hide", 10, 20)
    assert rolled(run, "check")[1].against == 10 + 5 + 10 + 1


def fog() -> Fight:
    """A stands in light fog beside T."""
    return field("AT...", creatures={"A": {**HEROES, "under": "%"}})


@stealth
@pytest.mark.rule("pf1.conceal.total")
def test_the_hidden_cannot_be_aimed_at_and_half_of_the_blows_on_their_square_miss() -> None:
    moment = act(fog(), "A", "hide", 15, 1).fight
    assert hidden(moment)
    moment = act(moment, "A", "end_turn").fight
    assert refused(moment, "T", "attack", weapon="longsword", target="A") == "pf1.conceal.total"
    run = act(
        moment,
        "T",
        "attack_square",
        19,
        50,
        weapon="longsword",
        kind="melee",
        square=way("A1")[0],
    )
    assert rolled(run, "miss_chance")[0].against == 51
    assert run.fight.body("A").hp == moment.body("A").hp


@stealth
@pytest.mark.rule("pf1.ac.lose_dex")
def test_a_blow_from_hiding_meets_a_foe_without_dexterity_and_ends_it() -> None:
    moment = act(fog(), "A", "hide", 15, 1).fight
    assert armor_class(moment, "T", "A", "longsword")[0] == armor_class(fog(), "T", "A", "longsword")[0] - 3
    run = act(moment, "A", "attack", 2, weapon="longsword", target="T")
    assert not hidden(run.fight)


@stealth
def test_who_comes_into_the_open_is_seen() -> None:
    moment = act(field("A#....\n..#..T\n......"), "A", "hide", 15, 1).fight
    assert hidden(moment)
    after = act(moment, "A", "move", path="A1 A2 B3").fight
    assert may_hide_from(after, "A", "T") is hidden(after) is False


@stealth
def test_who_walks_on_in_cover_checks_anew() -> None:
    rows = "A...\n####\n.T.."
    moment = field(rows)
    assert refused(moment, "A", "hide") == ""
    moment = act(moment, "A", "hide", 15, 1).fight
    run = act(moment, "A", "move", 10, 20, path="A1 B1")
    assert [one.total for one in rolled(run, "check")] == [15, 23]
    assert not hidden(run.fight)


@stealth
def test_a_foe_that_goes_round_the_corner_sees_it() -> None:
    moment = act(act(field(), "A", "hide", 15, 1).fight, "A", "end_turn").fight
    after = act(moment, "T", "move", path="F2 E2 D2 C2 B2").fight
    assert not hidden(after)


@stealth
@pytest.mark.parametrize(("face", "found"), [(17, False), (18, True)])
def test_searching_takes_a_move_action(face: int, found: bool) -> None:
    moment = act(act(field(), "A", "hide", 15, 1).fight, "A", "end_turn").fight
    assert options(moment, "T", "search")
    run = act(moment, "T", "search", face)
    assert hidden(run.fight) is not found
    assert run.fight.body("T").count("move") == 1
    assert not options(field(), "T", "search", possible=False)


@stealth
def test_not_while_charging_or_in_a_grapple() -> None:
    assert refused(field(effects={"A": ["charging"]}), "A", "hide") == "pf1.conceal.stealth"
    assert refused(field(effects={"A": ["grappled"]}), "A", "hide") == "pf1.conceal.stealth"


def hall(**effects: Any) -> Fight:
    """The turn of T in a corridor one square wide, A somewhere in it."""
    moment = fight("T..A...", {"A": sheet(), "T": sheet(weapons=SWORD)}, None, effects)
    return turn_of(moment, "T", "A")


def ends(moment: Fight) -> set[str]:
    (one,) = options(moment, "T", "move")
    (need,) = one.needs
    assert isinstance(need, NeedPath)
    return {str(square) for square in need.costs}


@pytest.mark.rule("pf1.conceal.invisible")
@pytest.mark.rule("pf1.move.through_enemy")
def test_a_foe_nobody_sees_does_not_show_in_the_field_and_stops_who_runs_into_it() -> None:
    assert ends(hall()) == {"B1", "C1"}
    moment = hall(A=["invisible"])
    assert ends(moment) == {"B1", "C1", "D1", "E1", "F1", "G1"}
    run = act(moment, "T", "move", path="A1 B1 C1 D1 E1")
    assert where(run.fight, "T") == "C1"
    assert [one.rule for one in happened(run) if isinstance(one, Noted)] == ["pf1.move.through_enemy"]
    assert run.fight.body("T").count("moved_ft") == 10


@pytest.mark.rule("pf1.conceal.invisible")
def test_those_who_see_the_invisible_go_round_it() -> None:
    moment = fight("T..A...", None, {"A": HEROES, "T": {"senses": ["see_invisible"]}}, {"A": ["invisible"]})
    assert ends(turn_of(moment, "T", "A")) == {"B1", "C1"}


@pytest.mark.rule("pf1.move.end_in_occupied")
@pytest.mark.rule("pf1.move.illegal_end")
def test_who_ends_in_an_unseen_ones_square_is_put_beside_it() -> None:
    creatures = {"A": HEROES, "T": {"size": "gargantuan"}}
    rows = "TTTT....\nTTTT....\nTTTT..A.\nTTTT...."
    moment = turn_of(fight(rows, None, creatures, {"A": ["invisible"]}), "T", "A")
    run = act(moment, "T", "move", answers=(), path="A1 B1 C1 D1")
    assert not run.fight.world.creature("T").space.overlaps(run.fight.world.creature("A").space)
