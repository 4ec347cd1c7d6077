"""Shifting, crawling, squeezing, teleporting, flying and charging."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fourth import HEROES, ask, fourth, refused_by, rules_of, squares, value

from tactics.core.lattice import Square, square_name
from tactics.core.problems import ProblemError
from tactics.core.space import Space
from tactics.rulesets.dnd4e.flight import fall_dice, falls, flight_cost_sq
from tactics.rulesets.dnd4e.squeeze import full_spaces, given_up, squeezed
from tactics.rulesets.dnd4e.tables import attack_modifiers
from tactics.rulesets.dnd4e.teleport import arrives, frees_from_grab

FOES = {"side": "foes"}
LARGE = {"size": "large", "speed": 6}


@pytest.mark.rule("dnd4e.move.shift", "dnd4e.opportunity.exempt")
def test_a_shift_is_one_easy_square_and_provokes_nobody() -> None:
    ring = fourth("E.F\n.A.\n.G.")
    assert value(ring, "provokes", who="A", action="shift", path=["B2", "C2"]) == ()
    assert set(value(ring, "provokes", who="A", path=["B2", "C2"])) == {"E", "F", "G"}
    assert refused_by(ring, who="A", action="shift", path=["B2", "C2"]) == ""
    rough = fourth("A,..")
    assert refused_by(rough, who="A", action="shift", path=["A1", "B1"]) == "dnd4e.move.shift"
    assert refused_by(rough, who="A", action="shift", size=2, path=["A1", "B1"]) == ""
    assert refused_by("A...", who="A", action="shift", path=["A1", "B1", "C1"]) == "dnd4e.move.shift"
    corner = "A#\n.."
    assert refused_by(corner, who="A", action="shift", path=["A1", "B2"]) == "dnd4e.move.corner"
    assert refused_by(corner, who="A", action="shift", path=["A1", "B1"]) == "dnd4e.grid.filled_square"


@pytest.mark.rule("dnd4e.move.crawl", "dnd4e.condition.prone", "dnd4e.round_down")
def test_the_prone_crawl_at_half_speed() -> None:
    prone = fourth("A...", creatures={"A": {"speed": 5, "conditions": ["prone"]}})
    assert refused_by(prone, who="A", action="crawl", path=["A1", "B1", "C1"]) == ""
    assert refused_by(prone, who="A", action="crawl", path=["A1", "B1", "C1", "D1"]) == "dnd4e.move.crawl"
    assert refused_by("A...", who="A", action="crawl", path=["A1", "B1"]) == "dnd4e.move.crawl"
    for action in ("walk", "shift", "run"):
        assert refused_by(prone, who="A", action=action, path=["A1", "B1"]) == "dnd4e.condition.prone"
    assert value(prone, "reachable", who="A") == 3
    guarded = fourth("E..\nA..", creatures={"A": {"conditions": ["prone"]}})
    assert value(guarded, "provokes", who="A", action="crawl", path=["A2", "B2"]) == ("E",)


@pytest.mark.rule("dnd4e.move.stand_up")
def test_standing_up() -> None:
    prone = {"A": {"conditions": ["prone"]}}
    assert refused_by(fourth("A.", creatures=prone), who="A", action="stand_up") == ""
    assert refused_by("A.", who="A", action="stand_up") == "dnd4e.move.stand_up"
    assert value(fourth("AE", creatures=prone), "provokes", who="A", action="stand_up") == ()
    shared = {**prone, "B": {**HEROES, "at": "A1", "conditions": ["unconscious"]}}
    assert refused_by(fourth("A.", creatures=shared), who="A", action="stand_up") == ""
    assert refused_by(fourth("A#", creatures=shared), who="A", action="stand_up") == "dnd4e.move.stand_up"


CORRIDOR = "########\nLL######\nLL......\n########"


@pytest.mark.rule("dnd4e.move.squeeze")
def test_a_large_creature_squeezes_through_one_square() -> None:
    here = fourth(CORRIDOR, creatures={"L": LARGE})
    assert value(here, "path_cost", who="L", to="C3") == "unreachable"
    reached = ask(here, "reachable", who="L", mode="squeeze")
    assert "E3" in set(map(square_name, reached.squares["reachable"]))
    assert "F3" not in set(map(square_name, reached.squares["reachable"]))
    assert rules_of(reached) >= {"dnd4e.move.squeeze"}
    assert refused_by(here, who="L", action="squeeze", path=["B3", "C3", "D3", "E3"]) == ""
    assert refused_by(here, who="L", action="squeeze", path=["B3", "C3", "D3", "E3", "F3"]) == "dnd4e.move.squeeze"
    assert refused_by(here, who="L", action="squeeze", path=["C3", "D3"]) == "dnd4e.move.squeeze"
    held = fourth(CORRIDOR, creatures={"L": {**LARGE, "conditions": ["immobilized"]}})
    assert refused_by(held, who="L", action="squeeze", path=["B3", "C3"]) == "dnd4e.condition.immobilized"


@pytest.mark.rule("dnd4e.move.squeeze")
def test_a_huge_creature_squeezes_into_a_large_space() -> None:
    rows = "#######\nHHH####\nHHH....\nHHH{}\n#######"
    creatures = {"H": {"size": "huge", "speed": 6}}
    slit = fourth(rows.format("####"), creatures=creatures)
    assert value(slit, "path_cost", who="H", to="D3", mode="squeeze") == "unreachable"
    gate = fourth(rows.format("...."), creatures=creatures)
    assert value(gate, "path_cost", who="H", to="D3", mode="squeeze") == 2
    assert value(gate, "path_cost", who="H", to="D3") == "unreachable"


@pytest.mark.rule("dnd4e.move.squeeze")
def test_shrinking_leaves_squares() -> None:
    here = fourth(".......\nLL.....\nLL.....", creatures={"L": LARGE})
    creature = here.creature("L")
    small = squeezed(creature, Square(1, 2))
    assert small == Space(1, 2, 1, 1)
    assert given_up(creature, small) == squares("A2", "B2", "A3")
    guarded = fourth("E......\n.F.....\n..LL...\n..LL...", creatures={"L": {**LARGE, **HEROES}, "E": FOES})
    assert value(guarded, "provokes", who="L", action="squeeze", path=["D4"]) == ("F",)
    assert value(guarded, "provokes", who="L", action="squeeze", path=["C3"]) == ()


@pytest.mark.rule("dnd4e.move.squeeze")
def test_squeezing_costs_five_and_grants_advantage() -> None:
    here = fourth("AT", creatures={"A": {"conditions": ["squeezing"]}})
    assert dict(value(here, "modifiers", from_="A", to="T")) == {"attack": -5}
    assert dict(value(here, "modifiers", from_="T", to="A")) == {"attack": attack_modifiers()["combat_advantage"]}
    with_note = ask(fourth("A."), "reachable", who="A", mode="squeeze")
    assert with_note.discretion


@pytest.mark.rule("dnd4e.move.squeeze_end")
def test_a_squeeze_ends_in_a_free_space_that_holds_it() -> None:
    here = fourth("......\n......\n......\nLL....\nLL....", creatures={"L": LARGE})
    anchors = {one.anchor for one in full_spaces(here.creature("L"), Space(3, 1, 1, 1))}
    assert anchors == {(2, 0), (3, 0), (2, 1), (3, 1)}
    assert refused_by(here, who="L", action="squeeze_end", path=["D2", "C1"]) == ""
    assert refused_by(here, who="L", action="squeeze_end", path=["D2", "E2"]) == "dnd4e.move.squeeze_end"
    walled = fourth("..#...\n......\n......\nLL....\nLL....", creatures={"L": LARGE})
    assert refused_by(walled, who="L", action="squeeze_end", path=["D2", "C1"]) == "dnd4e.move.squeeze_end"
    assert value(here, "provokes", who="L", action="squeeze_end") == ()


def teleport(rows: str, *path: str, size: int | None = None, **tables: Any) -> str:
    """The rule that forbids a teleport."""
    more = {} if size is None else {"size": size}
    return refused_by(fourth(rows, **tables), who="A", action="teleport", path=list(path), **more)


@pytest.mark.rule("dnd4e.move.teleport")
def test_teleporting_needs_sight_of_a_free_place() -> None:
    assert teleport("A...", "A1", "D1", walls=[{"line": [[2, 0], [2, 1]], "kind": "force"}]) == ""
    assert teleport("A.#.", "A1", "D1") == "dnd4e.move.teleport"
    assert teleport("A..E", "A1", "D1") == "dnd4e.move.teleport"
    assert teleport("A....#", "A1", "E1", size=4) == ""
    assert teleport("A....#", "A1", "E1", size=3) == "dnd4e.move.teleport"
    assert teleport("AA..\nAA..\n...#", "A1", "C2", creatures={"A": {"size": "large"}}) == "dnd4e.move.teleport"


@pytest.mark.rule("dnd4e.move.teleport")
def test_what_teleporting_does_not_care_for() -> None:
    for condition in ("immobilized", "restrained", "grabbed", "prone"):
        assert teleport("A...", "A1", "D1", creatures={"A": {"conditions": [condition]}}) == ""
    force = fourth("A.....", walls=[{"line": [[2, 0], [2, 1]], "kind": "force"}])
    assert refused_by(force, who="A", action="teleport", path=["A1", "E1"], size=4) == ""
    assert value(force, "distance", from_="A", to="E1") == "unreachable"
    assert value(fourth("EA.."), "provokes", who="A", action="teleport", path=["B1", "D1"]) == ()


@pytest.mark.rule("dnd4e.move.teleport", "dnd4e.save.roll")
def test_a_save_cancels_a_teleport_over_a_drop() -> None:
    assert not arrives(10)
    assert arrives(9)
    assert frees_from_grab(Space(0, 0, 1, 1), 1, Space(4, 0, 1, 1))
    assert not frees_from_grab(Space(0, 0, 1, 1), 1, Space(1, 1, 1, 1))


@pytest.mark.rule("dnd4e.move.fly")
def test_flying() -> None:
    here = fourth("A,,,", creatures={"A": {"speeds": {"fly": 8}}})
    path = ["A1", "B1", "C1", "D1"]
    assert (value(here, "move_cost", who="A", path=path, mode="fly"), value(here, "move_cost", who="A", path=path)) == (
        3,
        6,
    )
    assert flight_cost_sq(8, 0, 8) == 8
    assert not falls([])
    assert falls(["stunned"])
    assert not falls(["stunned"], hover=True)
    assert not falls(["immobilized"])
    assert falls(["prone"], hover=True)


@pytest.mark.rule("dnd4e.move.fall")
@pytest.mark.parametrize(
    ("feet", "fly", "dice"), [(20, 0, 2), (5, 0, 0), (25, 0, 2), (600, 0, 50), (50, 8, 1), (40, 8, 0)]
)
def test_falling(feet: int, fly: int, dice: int) -> None:
    assert fall_dice(feet, fly) == dice


def charge(rows: str, speed: int = 6, target: str = "T", **more: Any) -> str:
    """The rule that forbids a charge."""
    creatures = {"A": {"speed": speed, **more.pop("own", {})}, **more.pop("creatures", {})}
    return refused_by(fourth(rows, creatures=creatures), who="A", action="charge", target=target, **more)


@pytest.mark.rule("dnd4e.action.charge")
def test_a_charge_needs_two_squares_and_speed() -> None:
    verdict = ask("A..T", "legal", who="A", action="charge", target="T")
    assert (verdict.value, list(map(square_name, verdict.squares["path"]))) == (True, ["A1", "B1", "C1"])
    assert charge("A.T") == "dnd4e.action.charge"
    assert charge("A......T") == ""
    assert charge("A.......T") == "dnd4e.action.charge"
    assert charge("A......T", 5) == "dnd4e.action.charge"
    assert charge("A,,,.T", 6) == "dnd4e.action.charge"
    assert charge("A,,,.T", 7) == ""


@pytest.mark.rule("dnd4e.action.charge")
def test_every_square_of_a_charge_comes_closer() -> None:
    assert charge("A.E.T") == "dnd4e.action.charge"
    assert charge("A.E.T\n.....") == ""
    rows = "A...T\n.....\n....."
    assert charge(rows, path=["A1", "B2", "C2", "D1"]) == ""
    assert charge(rows, path=["A1", "A2", "B2", "C2", "D1"]) == "dnd4e.action.charge"
    assert charge(rows, path=["A1", "B1"]) == "dnd4e.action.charge"
    assert charge(rows, path=["A1", "B1", "C1"]) == "dnd4e.action.charge"


@pytest.mark.rule("dnd4e.action.charge", "dnd4e.condition.immobilized")
def test_who_cannot_charge() -> None:
    assert charge("A..T", own={"conditions": ["prone"]}) == "dnd4e.condition.prone"
    assert charge("A..T", own={"conditions": ["restrained"]}) == "dnd4e.condition.restrained"
    assert charge("A..T", own={"conditions": ["dazed"]}) == ""
    with pytest.raises(ProblemError):
        charge("A..T", target="A")
    assert charge("A.BT", creatures={"B": HEROES}) == "dnd4e.action.charge"
    assert charge("A.B.T", creatures={"B": HEROES}) == ""


@pytest.mark.rule("dnd4e.action.charge")
def test_a_long_reach_may_charge_from_afar() -> None:
    verdict = ask(fourth("A...T", creatures={"A": {"reach": 2}}), "legal", who="A", action="charge", target="T")
    assert list(map(square_name, verdict.squares["path"])) == ["A1", "B1", "C1"]
    assert charge("A....#T\n.....#.") == "dnd4e.action.charge"


@pytest.mark.rule("dnd4e.action.charge", "dnd4e.roll.situational")
def test_what_a_charge_adds() -> None:
    table = attack_modifiers()
    assert 9 + table["charge"] + table["combat_advantage"] == 12


def test_what_an_action_needs() -> None:
    for action in ("shift", "walk", "crawl", "squeeze"):
        with pytest.raises(ProblemError, match="squares of the move"):
            refused_by(
                fourth("A..", creatures={"A": {"conditions": ["prone"]}}) if action == "crawl" else "A..",
                who="A",
                action=action,
            )
    for action in ("charge", "push", "swap"):
        with pytest.raises(ProblemError, match="needs it"):
            refused_by("A..T", who="A", action=action)
    with pytest.raises(ProblemError, match="unknown action"):
        refused_by("A..", who="A", action="five_foot_step", path=["A1", "B1"])
    with pytest.raises(ProblemError, match="action or a shape"):
        refused_by("A..", who="A")
    with pytest.raises(ProblemError, match="who"):
        refused_by("A..", action="shift", path=["A1", "B1"])
    with pytest.raises(ProblemError, match="where it ends"):
        refused_by("A..", who="A", action="teleport", path=["A1"])
