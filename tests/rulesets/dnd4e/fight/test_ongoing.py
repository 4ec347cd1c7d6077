"""Ongoing damage: when it comes, what ends it, several at once."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import act, fight, happened, lost, power, rolled, sheet, value

from tactics.rules.event import HpChanged
from tactics.rulesets.dnd4e.fight.conditions import ONGOING, effects_of
from tactics.world.fight import Duration, Effect, Fight

SAVE = Duration("save")


def burning(number: int, *types: str, until: str = "save") -> dict[str, Any]:
    """An outcome of ongoing damage."""
    return {"ongoing": str(number), "types": list(types), "until": until}


def lasting(number: int, note: str = "") -> Effect:
    """Ongoing damage as an effect."""
    return Effect(ONGOING, number, "A", SAVE, note)


def under(*effects: Effect, **own: Any) -> Fight:
    """T with some effects, at the end of A's turn."""
    return fight("AT", {"T": sheet(**{"hp": 60, **own})}, effects={"T": effects})


@pytest.mark.rule("dnd4e.ongoing.start_of_turn")
def test_nothing_at_once_and_then_at_the_start_of_each_turn() -> None:
    brand = power("brand", attack=20, hit=[burning(5, "fire")])
    moment = fight("AT", {"A": sheet(kind="hero", powers=[brand]), "T": sheet(hp=40)})
    run = act(moment, "A", "use", 10, power="brand", target="T")
    assert run.fight.body("T").hp == 40
    run = act(run.fight, "A", "end_turn")
    assert run.fight.body("T").hp == 35
    assert [one.rule for one in happened(run) if isinstance(one, HpChanged)] == ["dnd4e.ongoing.start_of_turn"]
    run = act(run.fight, "T", "end_turn", 9)
    run = act(run.fight, "A", "end_turn")
    assert run.fight.body("T").hp == 30


@pytest.mark.rule("dnd4e.ongoing.save")
@pytest.mark.parametrize(("face", "hp"), [(10, 55), (9, 50)])
def test_a_save_of_10_ends_it(face: int, hp: int) -> None:
    moment = act(under(lasting(5)), "A", "end_turn").fight
    run = act(moment, "T", "end_turn", face)
    assert (value(run.fight, "T", ONGOING) is None) == (face == 10)
    assert act(run.fight, "A", "end_turn").fight.body("T").hp == hp


@pytest.mark.rule("dnd4e.ongoing.different_types")
def test_different_types_burn_and_are_saved_against_apart() -> None:
    run = act(under(lasting(5, "fire"), lasting(5, "poison"), lasting(5)), "A", "end_turn")
    assert [one.by for one in happened(run) if isinstance(one, HpChanged)] == [-5, -5, -5]
    run = act(run.fight, "T", "end_turn", 15, 3, 2)
    assert len(rolled(run, "save")) == 3
    assert {one.note for one in effects_of(run.fight, "T", ONGOING)} == {"poison", ""}
    assert lost(act(run.fight, "A", "end_turn"), "T") == 10


@pytest.mark.rule("dnd4e.ongoing.different_types")
def test_a_mixture_is_a_type_of_its_own() -> None:
    blows = [power("one", attack=20, hit=[burning(5, "fire")]),
             power("two", attack=20, hit=[burning(5, "radiant", "fire")])]  # fmt: skip
    moment = fight("AT", {"A": sheet(kind="hero", action_points=0, powers=blows), "T": sheet(hp=60)})
    moment = act(moment, "A", "use", 10, power="one", target="T").fight
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn", 2).fight
    moment = act(moment, "A", "use", 10, power="two", target="T").fight
    assert lost(act(moment, "A", "end_turn"), "T") == 10


@pytest.mark.rule("dnd4e.ongoing.same_type")
@pytest.mark.parametrize(("first", "second", "type_"), [(5, 10, ""), (10, 5, "fire"), (5, 5, "cold")])
def test_of_one_type_the_highest_counts_and_one_save_ends_it(first: int, second: int, type_: str) -> None:
    kinds = [type_] if type_ else []
    blows = [power("one", attack=20, hit=[burning(first, *kinds)]),
             power("two", attack=20, hit=[burning(second, *kinds)])]  # fmt: skip
    moment = fight("AT", {"A": sheet(kind="hero", powers=blows), "T": sheet(hp=90)})
    moment = act(moment, "A", "use", 10, power="one", target="T").fight
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn", 2).fight
    moment = act(moment, "A", "use", 10, power="two", target="T").fight
    run = act(moment, "A", "end_turn")
    assert lost(run, "T") == max(first, second)
    run = act(run.fight, "T", "end_turn", 10)
    assert value(run.fight, "T", ONGOING) is None


@pytest.mark.rule("dnd4e.ongoing.same_type")
def test_the_same_type_in_two_groups_counts_once_a_turn() -> None:
    moment = under(
        Effect(ONGOING, 5, "A", SAVE, "fire", origin="brand:1"), Effect(ONGOING, 10, "A", SAVE, "fire", origin="pyre:1")
    )
    assert lost(act(moment, "A", "end_turn"), "T") == 10


@pytest.mark.rule("dnd4e.resist.reduce")
@pytest.mark.rule("dnd4e.vulnerable.extra")
@pytest.mark.rule("dnd4e.vulnerable.combined")
@pytest.mark.rule("dnd4e.insubstantial")
@pytest.mark.parametrize(
    ("note", "own", "damage"),
    [
        ("fire", {"resist": {"fire": 3}}, 2),
        ("fire", {"vulnerable": {"fire": 5}}, 10),
        ("fire/radiant", {"vulnerable": {"fire": 5}}, 10),
        ("", {"keywords": ["insubstantial"]}, 2),
        ("cold", {"immune": ["cold"]}, 0),
    ],
)
def test_every_tick_is_damage_like_any_other(note: str, own: dict[str, Any], damage: int) -> None:
    assert lost(act(under(lasting(5, note), **own), "A", "end_turn"), "T") == damage


@pytest.mark.rule("dnd4e.condition.weakened")
@pytest.mark.rule("dnd4e.ongoing.start_of_turn")
def test_that_of_a_weakened_attacker_is_not_halved() -> None:
    moment = fight("AT", {"T": sheet(hp=60)}, effects={"A": ["weakened"], "T": [lasting(10)]})
    assert lost(act(moment, "A", "end_turn"), "T") == 10


@pytest.mark.rule("dnd4e.ongoing.start_of_turn")
def test_it_can_kill_before_the_turn_begins() -> None:
    moment = fight("AT\n.U", {"T": sheet(hp=4)}, effects={"T": [lasting(5)]})
    run = act(moment, "A", "end_turn")
    assert (run.fight.body("T").out, run.fight.active) == ("dead", "U")
