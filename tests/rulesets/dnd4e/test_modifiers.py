"""What the position adds to an attack."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fourth import HEROES, ask, fourth, rules_of, value

from tactics.core.problems import ProblemError
from tactics.rulesets.dnd4e.tables import conditions
from tactics.world.world import World


def net(here: World | str, source: str = "A", target: str = "T", **more: Any) -> dict[str, int]:
    """Net modifiers, zeros left out."""
    return {to: amount for to, amount in value(here, "modifiers", from_=source, to=target, **more) if amount}


BOW = {"name": "bow", "ranged": True, "range": 4, "long_range": 8}


@pytest.mark.rule("dnd4e.roll.situational", "dnd4e.cover.normal", "dnd4e.cover.superior")
def test_the_table_adds_up() -> None:
    fog = fourth("A..o..T", creatures={"T": {"under": "%"}})
    assert net(fog) == {"attack": -4}
    pit = fourth("T....\n.#...\n.....\n....A", creatures={"T": {"conditions": ["dazed"]}, "A": {"weapons": [BOW]}})
    assert net(pit) == {"attack": 2 - 5 - 2}
    far = fourth("A.....T", creatures={"A": {"weapons": [BOW], "conditions": ["running"]}})
    assert net(far) == {"attack": -7}
    assert net(far, "T", "A") == {"attack": 2}


@pytest.mark.rule("dnd4e.range.long", "dnd4e.range.beyond_long")
def test_long_range() -> None:
    def at_range(squares: int) -> World:
        return fourth("A" + "." * (squares - 1) + "T", creatures={"A": {"weapons": [BOW]}})

    assert net(at_range(4), weapon="bow") == {}
    assert net(at_range(5)) == net(at_range(8)) == {"attack": -2}
    beyond = ask(at_range(9), "modifiers", from_="A", to="T")
    assert (beyond.value, "dnd4e.range.beyond_long" in rules_of(beyond)) == ((), True)
    with pytest.raises(ProblemError, match="no ranged weapon"):
        ask(at_range(4), "modifiers", from_="A", to="T", weapon="axe")


@pytest.mark.rule("dnd4e.roll.situational", "dnd4e.concealment.attack_types", "dnd4e.attack.area_unseen")
def test_areas_ignore_concealment_and_not_cover() -> None:
    here = fourth("A..o..T", creatures={"T": {"conditions": ["invisible"]}})
    assert net(here, attack="area") == {"attack": -2}
    assert net(here) == {"attack": -7}


@pytest.mark.rule("dnd4e.ca.bonus", "dnd4e.ca.sources", "dnd4e.roll.situational")
def test_combat_advantage_counts_once() -> None:
    flanked = fourth("ATB", creatures={"B": HEROES, "T": {"conditions": ["prone"], "side": "foes"}})
    verdict = ask(flanked, "modifiers", from_="A", to="T")
    assert dict(verdict.value) == {"attack": 2}
    assert sorted(one.kept for one in verdict.modifiers) == [False, True]
    both = fourth("ATB", creatures={"A": {"conditions": ["prone"]}, "B": HEROES})
    assert net(both) == {}


@pytest.mark.rule("dnd4e.ca.sources")
@pytest.mark.parametrize(
    "condition",
    [
        "running",
        "helpless",
        "unconscious",
        "surprised",
        "dazed",
        "climbing",
        "unaware",
        "blinded",
        "stunned",
        "squeezing",
        "restrained",
        "balancing",
    ],
)
def test_states_that_grant_advantage_to_everybody(condition: str) -> None:
    here = fourth("A..T", creatures={"T": {"conditions": [condition]}})
    assert net(here)["attack"] == 2


@pytest.mark.rule("dnd4e.ca.sources")
def test_fifteen_reasons() -> None:
    table = {name for name, one in conditions().items() if one.advantage}
    others = {"flanked", "cannot see"}
    assert len(table - {"dominated", "dying"} | others) == 15


@pytest.mark.rule("dnd4e.ca.sources", "dnd4e.condition.prone")
def test_the_prone_are_easy_to_strike_and_hard_to_shoot() -> None:
    prone = {"T": {"conditions": ["prone"]}}
    assert net(fourth("AT", creatures=prone)) == {"attack": 2}
    far = net(fourth("A.....T", creatures=prone))
    assert far == {"ac": 2, "fortitude": 2, "reflex": 2, "will": 2}
    assert net(fourth("AT", creatures=prone), attack="ranged") == {}
    assert net(fourth("A...T", creatures=prone), attack="area") == {}
    assert net(fourth("AT", creatures={"A": {"conditions": ["prone"]}})) == {"attack": -2}


@pytest.mark.rule("dnd4e.ca.relative", "dnd4e.flank.line")
def test_advantage_is_relative() -> None:
    rows = ".C.\nATB"
    here = fourth(rows, creatures={"B": HEROES, "C": HEROES})
    assert [net(here, who) for who in "ABC"] == [{"attack": 2}, {"attack": 2}, {}]
    prone = fourth("AT", creatures={who: {"conditions": ["prone"]} for who in "AT"} | {})
    assert net(prone) == net(prone, "T", "A") == {}
    verdict = ask(prone, "modifiers", from_="A", to="T")
    assert sorted(one.amount for one in verdict.modifiers) == [-2, 2]


@pytest.mark.rule("dnd4e.ca.must_see", "dnd4e.concealment.total")
def test_the_blind_gain_no_advantage() -> None:
    here = fourth("AT", creatures={"A": {"conditions": ["blinded"]}, "T": {"conditions": ["stunned"]}})
    assert net(here) == {"attack": -5}


@pytest.mark.rule("dnd4e.concealment.invisible", "dnd4e.ca.sources")
def test_the_invisible_have_advantage() -> None:
    here = fourth("AT", creatures={"A": {"conditions": ["invisible"]}})
    assert net(here) == {"attack": 2}
    assert net(here, "T", "A") == {"attack": -5}


@pytest.mark.rule("dnd4e.condition.restrained")
def test_the_restrained() -> None:
    here = fourth("AT", creatures={"A": {"conditions": ["restrained"]}})
    assert net(here) == {"attack": -2}
    assert net(here, "T", "A") == {"attack": 2}


@pytest.mark.rule("dnd4e.loe.target_required", "dnd4e.cover.needs_loe")
def test_no_attack_no_modifiers() -> None:
    verdict = ask("A#T", "modifiers", from_="A", to="T")
    assert verdict.value == ()
    assert "dnd4e.cover.needs_loe" in rules_of(verdict)


@pytest.mark.rule("dnd4e.condition.unconscious")
@pytest.mark.parametrize("condition", ["unconscious", "dying"])
def test_the_unconscious_defend_badly(condition: str) -> None:
    """Lying besides is no second state to a neighbour; an archer far away still has it harder."""
    low = {"ac": -5, "fortitude": -5, "reflex": -5, "will": -5}
    lying = {"T": {"conditions": [condition, "prone"]}}
    assert net(fourth("AT", creatures={"T": {"conditions": [condition]}})) == {"attack": 2, **low}
    assert net(fourth("AT", creatures=lying)) == {"attack": 2, **low}
    far = net(fourth("A.....T", creatures=lying), attack="ranged")
    assert far == {"attack": 2, **{defense: amount + 2 for defense, amount in low.items()}}
