"""Combat advantage in fights: every reason for it, and that it is one state between two creatures."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import act, fight, power, rolled, sheet

from tactics.core.lattice import Square
from tactics.rules.event import Part
from tactics.world.fight import Effect, Fight

OWN = sheet(
    hp=90,
    powers=[
        power("blow", attack=5, hit=[{"damage": "1"}]),
        power("shot", kind="ranged", range=20, attack=5, provokes=False, hit=[{"damage": "1"}]),
        power("blast", kind="area_burst", range=20, size=1, attack=5, provokes=False, hit=[{"damage": "1"}]),
    ],
)
FRIEND: dict[str, Any] = {"side": "heroes"}


def ring(rows: str, effects: dict[str, list[str | Effect]] | None = None, **more: Any) -> Fight:
    """A and B against all others."""
    names = [one for one in rows if one.isalpha() and one.isupper()]
    friends = {"B": FRIEND} if "B" in names else {}
    return fight(rows, dict.fromkeys(names, OWN), {**friends, **more.pop("creatures", {})}, effects, **more)


def bonus(moment: Fight, who: str = "A", target: str = "T", use: str = "blow") -> int:
    """The bonus of combat advantage in an attack roll."""
    run = act(moment, who, "use", 1, power=use, target=target)
    return sum(one.amount for one in advantage(rolled(run, "attack")[0].parts) if one.kept)


def advantage(parts: tuple[Part, ...]) -> list[Part]:
    """The parts that are combat advantage."""
    return [one for one in parts if one.type == "combat advantage"]


@pytest.mark.rule("dnd4e.ca.sources")
@pytest.mark.rule("dnd4e.ca.bonus")
@pytest.mark.parametrize(
    "reason",
    [
        "running", "helpless", "unconscious", "surprised", "dazed", "climbing", "unaware", "blinded", "stunned",
        "squeezing", "restrained", "balancing",
    ],
)  # fmt: skip
def test_a_state_of_the_target_grants_it_near_and_far(reason: str) -> None:
    assert bonus(ring("AT", {"T": [reason]})) == 2
    assert bonus(ring("A...T", {"T": [reason]}), use="shot") == 2
    assert bonus(ring("AT")) == 0


@pytest.mark.rule("dnd4e.ca.sources")
@pytest.mark.rule("dnd4e.condition.prone")
def test_the_prone_grant_it_in_melee_only() -> None:
    assert bonus(ring("AT", {"T": ["prone"]})) == 2
    assert bonus(ring("A...T", {"T": ["prone"]}), use="shot") == 0
    assert bonus(ring("AT", {"T": ["prone"]}), use="shot") == 0


@pytest.mark.rule("dnd4e.ca.sources")
def test_running_opens_to_all_until_the_next_turn() -> None:
    moment = ring("A.......T", order=["A", "T"])
    moment = act(moment, "A", "run", path="A1 B1 C1 D1").fight
    moment = act(moment, "A", "end_turn").fight
    assert bonus(moment, "T", "A", "shot") == 2
    moment = act(act(moment, "T", "end_turn").fight, "A", "end_turn").fight
    assert bonus(moment, "T", "A", "shot") == 0


@pytest.mark.rule("dnd4e.ca.sources")
@pytest.mark.rule("dnd4e.ca.relative")
def test_flanked_by_two_a_third_gets_nothing() -> None:
    rows = "ATB\n.C."
    friends = {"C": FRIEND}
    assert bonus(ring(rows, creatures=friends)) == 2
    assert bonus(ring(rows, creatures=friends, order=["B"]), "B") == 2
    assert bonus(ring(rows, creatures=friends, order=["C"]), "C") == 0


@pytest.mark.rule("dnd4e.ca.bonus")
def test_several_reasons_are_one_advantage() -> None:
    run = act(ring("ATB", {"T": ["prone"]}), "A", "use", 1, power="blow", target="T")
    found = advantage(rolled(run, "attack")[0].parts)
    assert (len(found), [one.amount for one in found if one.kept]) == (2, [2])


@pytest.mark.rule("dnd4e.ca.must_see")
@pytest.mark.rule("dnd4e.condition.blinded")
def test_the_blinded_get_none() -> None:
    run = act(ring("AT", {"A": ["blinded"], "T": ["stunned"]}), "A", "use", 1, power="blow", target="T")
    parts = rolled(run, "attack")[0].parts
    assert (advantage(parts), [one.amount for one in parts if one.kept]) == ([], [5, -5])


@pytest.mark.rule("dnd4e.ca.relative")
def test_two_on_the_ground_have_it_against_each_other() -> None:
    both: dict[str, list[str | Effect]] = {"A": ["prone"], "T": ["prone"]}
    assert bonus(ring("AT", both)) == 2
    assert bonus(ring("AT", both, order=["T"]), "T", "A") == 2


@pytest.mark.rule("dnd4e.ca.sources")
def test_who_cannot_see_its_attacker_grants_it() -> None:
    dark: dict[str, Any] = {"light": "dark", "creatures": {"A": {"dnd4e": {"senses": ["darkvision"]}}}}
    assert bonus(ring("AT", **dark)) == 2
    seeing = {**dark, "creatures": {one: {"dnd4e": {"senses": ["darkvision"]}} for one in "AT"}}
    assert bonus(ring("AT", **seeing)) == 0


@pytest.mark.rule("dnd4e.ca.bonus")
def test_an_area_has_it_against_each_target_by_itself() -> None:
    moment = ring("A....T\n.....U", {"T": ["dazed"]})
    run = act(moment, "A", "use", 1, 1, power="blast", area=Square(5, 0))
    assert {one.target: sum(part.amount for part in advantage(one.parts)) for one in rolled(run, "attack")} == {
        "T": 2, "U": 0,
    }  # fmt: skip
