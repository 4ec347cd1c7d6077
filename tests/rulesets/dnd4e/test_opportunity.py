"""Threatened squares and opportunity attacks."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fourth import HEROES, ask, fourth, rules_of, squares, value

from tactics.core.problems import ProblemError
from tactics.world.world import World


def reactors(here: World | str, *path: str, who: str = "A", **more: Any) -> set[str]:
    """Who may react."""
    return set(value(here, "provokes", who=who, **({"path": list(path)} if path else {}), **more))


@pytest.mark.rule("dnd4e.opportunity.movement")
def test_leaving_provokes_entering_does_not() -> None:
    here = ".......\n...E...\n.......\nA......"
    assert reactors(here, "A4", "B3", "C3") == set()
    assert reactors(here, "A4", "B3", "C3", "D3") == {"E"}
    assert reactors(here, "A4", "B3", "C3", "B3") == {"E"}


@pytest.mark.rule("dnd4e.opportunity.movement", "dnd4e.opportunity.limits")
def test_one_attack_for_all_squares_of_a_move() -> None:
    verdict = ask("A....\n.E...\n.....", "provokes", who="A", path=["A1", "B1", "C1", "C2", "C3"])
    assert verdict.value == ("E",)
    assert sum("leaves" in one.text.msgid for one in verdict.steps) == 1
    assert "dnd4e.opportunity.limits" in rules_of(verdict)


@pytest.mark.rule("dnd4e.opportunity.movement")
def test_any_square_of_a_big_mover_counts() -> None:
    rows = "..........\nLL........\nLL........\n....E.....\n.........."
    here = fourth(rows, creatures={"L": {"size": "large", **HEROES}, "E": {"side": "foes"}})
    assert reactors(here, "A2", "B2", "C2", who="L") == set()
    assert reactors(here, "A2", "B2", "C2", "D2", "E2", who="L") == {"E"}
    assert reactors(here, "A2", "B1", "C1", "D1", "E1", "F1", who="L") == set()


@pytest.mark.rule("dnd4e.opportunity.limits")
@pytest.mark.parametrize("condition", ["blinded", "dazed", "stunned", "unconscious"])
def test_who_cannot_react(condition: str) -> None:
    here = fourth("EA..", creatures={"E": {"side": "foes", "conditions": [condition]}, "A": HEROES})
    verdict = ask(here, "provokes", who="A", path=["B1", "C1"])
    assert verdict.value == ()
    assert [one.value for one in verdict.alternatives] == [("E",)]


@pytest.mark.rule("dnd4e.opportunity.limits")
def test_reactions_need_effect_sight_and_a_weapon() -> None:
    foe = {"E": {"side": "foes"}, "A": HEROES}
    corner = fourth("E#.\n.A.\n...", creatures=foe)
    assert reactors(corner, "B2", "C3") == {"E"}
    counted = fourth("E#.\n.A.\n...", creatures=foe, rules={"dnd4e": {"reach_metric": "counted"}})
    assert reactors(counted, "B2", "C3") == set()
    assert reactors(fourth("E#.\n#A.\n...", creatures=foe), "B2", "C3") == set()
    wall = [{"line": [[0, 1], [4, 1]]}]
    assert reactors(fourth("E...\nA...", creatures=foe, walls=wall), "A2", "B2") == set()
    unseen = fourth("EA..", creatures={**foe, "A": {**HEROES, "conditions": ["invisible"]}})
    assert reactors(unseen, "B1", "C1") == set()
    unarmed = fourth("EA..", creatures={**foe, "E": {"side": "foes", "armed": False}})
    assert reactors(unarmed, "B1", "C1") == set()
    friend = fourth("EA..", creatures={"E": HEROES, "A": HEROES})
    assert reactors(friend, "B1", "C1") == set()


@pytest.mark.rule("dnd4e.opportunity.threatened")
@pytest.mark.parametrize(
    ("size", "count"), [("medium", 8), ("large", 12), ("huge", 16), ("gargantuan", 20), ("tiny", 0)]
)
@pytest.mark.parametrize("reach", [None, 4])
def test_neighbours_are_threatened_whatever_the_reach(size: str, count: int, reach: int | None) -> None:
    own = {"size": size, "at": "D4", **({} if reach is None else {"reach": reach})}
    here = fourth("\n".join(["." * 10] * 10), creatures={"A": own})
    expected = 8 if size == "tiny" and reach else count
    assert value(here, "threatened", who="A") == expected


@pytest.mark.rule("dnd4e.opportunity.threatened")
def test_reach_and_doors() -> None:
    halberd = fourth("A.T", creatures={"A": {"reach_weapon": True}})
    assert value(halberd, "threatens", from_="A", to="T") is False
    for state, through in (("closed", False), ("open", True)):
        door = fourth("AT", walls=[{"line": [[1, 0], [1, 1]], "kind": "door", "state": state}])
        assert value(door, "threatens", from_="A", to="T") is through
        assert value(door, "threatens", from_="T", to="A") is through


def test_threatened_squares_are_named() -> None:
    verdict = ask("...\n.A#\n...", "threatened", who="A")
    assert set(verdict.squares["threatened"]) == squares("A1", "B1", "C1", "A2", "A3", "B3", "C3")
    assert value("...\n.A#\n...", "threatens", from_="A", to="C3") is True
    with pytest.raises(ProblemError, match="only a creature"):
        ask("A.", "threatens", from_="B1", to="A1")


@pytest.mark.rule("dnd4e.opportunity.threatening_reach")
def test_threatening_reach_widens_what_is_threatened() -> None:
    rows = "E..A...."
    long = fourth(rows, creatures={"E": {"side": "foes", "threatening_reach": 2}, "A": HEROES})
    assert reactors(long, "D1", "E1") == set()
    assert reactors(long, "D1", "C1", "D1") == {"E"}
    plain = fourth(rows, creatures={"E": {"side": "foes", "reach": 2}, "A": HEROES})
    assert reactors(plain, "D1", "C1", "D1") == set()
    assert (
        value(
            fourth("\n".join(["....."] * 5), creatures={"A": {"at": "C3", "threatening_reach": 2}}),
            "threatened",
            who="A",
        )
        == 24
    )
    near = fourth("E.A", creatures={"E": {"side": "foes", "threatening_reach": 2}, "A": HEROES})
    assert reactors(near, action="ranged_attack") == {"E"}
    assert reactors(near, action="close_attack") == set()
    walled = fourth("E#A\n...", creatures={"E": {"side": "foes", "threatening_reach": 2}, "A": HEROES})
    assert reactors(walled, action="ranged_attack") == set()


@pytest.mark.rule("dnd4e.opportunity.ranged_area")
@pytest.mark.parametrize(
    ("action", "provoked"),
    [
        ("ranged_attack", True),
        ("ranged_power", True),
        ("area_attack", True),
        ("area_power", True),
        ("close_attack", False),
        ("melee_attack", False),
        ("drink", False),
        ("stand_up", False),
    ],
)
def test_actions_beside_an_enemy(action: str, provoked: bool) -> None:
    assert (reactors("AE", action=action) == {"E"}) is provoked
    assert reactors("A.E", action=action) == set()


def test_an_action_of_another_game_is_refused() -> None:
    with pytest.raises(ProblemError, match="five_foot_step"):
        ask("AE", "provokes", who="A", action="five_foot_step")
    with pytest.raises(ProblemError, match="name a path or an action"):
        ask("AE", "provokes", who="A")
