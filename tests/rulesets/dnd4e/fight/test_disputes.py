"""Questions people argued about at the table, with the numbers they ended with."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import act, fight, power, sheet, value, where

from tactics.rulesets.dnd4e.fight.damage import defenses_of, through
from tactics.rulesets.dnd4e.fight.forcing import ends_of

BOTH = ("lightning", "thunder")


@pytest.mark.rule("dnd4e.resist.combined")
@pytest.mark.rule("dnd4e.vulnerable.combined")
@pytest.mark.parametrize(
    ("amount", "types", "own", "left"),
    [
        (15, BOTH, {"resist": {"lightning": 10, "thunder": 5}}, 10),
        (15, BOTH, {"resist": {"lightning": 10}}, 15),
        (15, BOTH, {"vulnerable": {"thunder": 5}}, 20),
        (15, ("thunder",), {"vulnerable": {"thunder": 10}}, 25),
        (15, BOTH, {"immune": ["thunder"]}, 15),
        (15, ("cold",), {"resist": {"cold": 5, "all": 2}}, 10),
    ],
)
def test_several_types_are_not_summed(amount: int, types: tuple[str, ...], own: dict[str, Any], left: int) -> None:
    moment = fight("AT", {"T": sheet(hp=100, **own)})
    assert through(defenses_of(moment, "T"), amount, types)[0] == left


@pytest.mark.rule("dnd4e.damage.order")
def test_what_is_added_is_added_before_halving() -> None:
    moment = fight("AT", {"T": sheet(hp=100, vulnerable={"cold": 5})})
    assert through(defenses_of(moment, "T"), 16, ("cold",), halves=1)[0] == 10


@pytest.mark.rule("dnd4e.forced.clear_path")
def test_a_push_longer_than_the_free_way_ends_before_the_wall() -> None:
    moment = fight("AT..#")
    ends = ends_of(moment, "A", "T", "push", 4)
    assert max(square.x for square in ends) == 3
    shove = power("shove", attack=20, versus="fortitude", hit=[{"damage": "3"}, {"push": 4}])
    run = act(
        fight("AT..#", {"A": sheet(powers=[shove])}), "A", "use", 10, power="shove", target="T", answers=("A usual",)
    )
    assert (where(run.fight, "T"), run.fight.body("T").hp) == ("D1", 17)
    assert value(run.fight, "T", "prone") is None
