"""Movement: what hampers a step several times over, who cannot move at all, and what is said about it."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import pytest
from rulesets.pf1.first import FOE, HERO, ask, first, refused_by, rules_of, value

from tactics.core.text import say


def _steps(rows: str, path: list[str], creatures: dict[str, Any] | None = None, **more: Any) -> tuple[int, ...]:
    asked = {name: more.pop(name) for name in ("mode", "diagonals") if name in more}
    return ask(first(rows, creatures, **more), "move_cost", who="A", path=path, **asked).step_costs


@pytest.mark.rule("pf1.move.double_cost")
@pytest.mark.rule("pf1.move.hampered")
def test_every_hindrance_of_a_square_doubles_again() -> None:
    body = {"A": HERO, "E": {"at": "B1", "conditions": ["paralyzed"], **FOE}}
    assert _steps("A..", ["A1", "B1", "C1"], body) == (10, 5)
    assert _steps("A,.", ["A1", "B1", "C1"], body) == (20, 5)
    assert _steps("A..", ["A1", "B1", "C1"], body, light="dark") == (20, 10)
    assert _steps("A,.", ["A1", "B1", "C1"], body, light="dark") == (40, 10)
    assert _steps("A;.", ["A1", "B1", "C1"], body, light="dark") == (80, 10)
    assert _steps("A.\n.,", ["A1", "B2"], {"A": HERO}, light="dark") == (30,)
    assert _steps("An.", ["A1", "B1", "C1"], {"A": HERO}, light="dark") == (20, 10)


@pytest.mark.rule("pf1.move.hampered")
def test_the_blinded_grope_everywhere() -> None:
    blinded = {"A": {"conditions": ["blinded"], "senses": ["darkvision"], **HERO}}
    verdict = ask(first("A.,\n...", blinded), "move_cost", who="A", path=["A1", "B1", "C1"])
    assert verdict.step_costs == (10, 20)
    assert len(verdict.discretion) == 1
    assert _steps("A.\n..", ["A1", "B2"], blinded) == (15,)
    groping = {"A": {"conditions": ["blinded"], "senses": ["blindsight"], **HERO}}
    assert _steps("A.", ["A1", "B1"], groping) == (5,)
    assert refused_by(first("A.", blinded), who="A", action="five_foot_step", path=["A1", "B1"]) == "pf1.move.hampered"


@pytest.mark.rule("pf1.terrain.flying_incorporeal")
@pytest.mark.rule("pf1.move.hampered")
@pytest.mark.parametrize("table", [{"speeds": {"fly": 60}}, {"traits": ["incorporeal"]}])
def test_the_ground_is_nothing_to_who_does_not_touch_it_but_darkness_is(table: dict[str, Any]) -> None:
    mode = {"mode": "fly"} if "speeds" in table else {}
    assert _steps("A;n,", ["A1", "B1", "C1", "D1"], {"A": table}, **mode) == (5, 5, 5)
    assert _steps("A;n,", ["A1", "B1", "C1", "D1"], {"A": table}, light="dark", **mode) == (10, 10, 10)


@pytest.mark.rule("pf1.terrain.difficult")
def test_who_ignores_rough_ground_still_climbs_and_gropes() -> None:
    surefooted = {"A": {"traits": ["ignores_difficult"]}}
    assert _steps("A,;n", ["A1", "B1", "C1", "D1"], surefooted) == (5, 5, 10)
    assert _steps("A,.", ["A1", "B1"], surefooted, light="dark") == (10,)
    charger = {"A": {"traits": ["ignores_difficult"]}, "E": FOE}
    assert refused_by(first("A..,..E", charger), who="A", action="charge", target="E") == ""
    assert refused_by(first("A..n..E", charger), who="A", action="charge", target="E") == "pf1.charge.path"
    assert refused_by(first("A..,..E", {"A": HERO, "E": FOE}), who="A", action="charge", target="E")


@pytest.mark.rule("pf1.move.hampered")
@pytest.mark.parametrize("state", ["grappled", "paralyzed", "stunned", "dazed", "unconscious", "bound"])
def test_who_cannot_move_stays(state: str) -> None:
    here = first("A..\n...", {"A": {"conditions": [state]}})
    assert ask(here, "reachable", who="A", budget=30).value == 1
    assert value(here, "path_cost", who="A", to="B1") == "unreachable"
    assert value(here, "path_cost", who="A", to="A1") == 0
    assert value(here, "move_cost", who="A", path=["A1", "B1"]) == "illegal"
    assert refused_by(here, who="A", action="move", path=["A1", "B1"]) == "pf1.move.hampered"


def test_the_nauseated_may_still_move() -> None:
    here = first("A..E", {"A": {"conditions": ["nauseated"]}, "E": FOE})
    assert value(here, "path_cost", who="A", to="C1") == 10
    assert refused_by(here, who="A", action="move", path=["A1", "B1"]) == ""
    assert refused_by(here, who="A", action="charge", target="E") == "pf1.charge.basics"
    assert value(here, "threatened", who="A") == 0


@pytest.mark.rule("pf1.action.withdraw")
def test_withdrawing_needs_eyes_and_a_speed_and_ends_at_twice_of_it() -> None:
    rows, far = "A" + "." * 13, [f"{letter}1" for letter in "ABCDEFGHIJKLM"]
    assert refused_by(rows, who="A", action="withdraw", path=far) == ""
    assert refused_by(rows, who="A", action="withdraw", path=[*far, "N1"]) == "pf1.action.withdraw"
    blinded = first("A..", {"A": {"conditions": ["blinded"]}})
    assert refused_by(blinded, who="A", action="withdraw", path=["A1", "B1"]) == "pf1.action.withdraw"
    assert refused_by("A..", who="A", action="withdraw", path=["A1", "B1"], mode="swim") == "pf1.action.withdraw"


def test_each_step_says_what_makes_it_dear() -> None:
    ogre = first("AA..\nAA.,\n....", {"A": {"size": "large"}})
    verdict = ask(ogre, "move_cost", who="A", path=["A1", "B1", "C1"])
    assert rules_of(verdict) == {"pf1.move.through_empty", "pf1.terrain.difficult", "pf1.move.big_creature"}
    wall = {"line": [[1, 0], [1, 1]], "kind": "low_wall"}
    verdict = ask(first("A,.", walls=[wall]), "move_cost", who="A", path=["A1", "B1"])
    assert verdict.value == 20
    assert rules_of(verdict) == {"pf1.terrain.obstacle_partial"}
    verdict = ask(first("AB.C", {"A": HERO, "B": HERO, "C": FOE}), "move_cost", who="A", path=["A1", "B1", "C1"])
    assert "pf1.move.through_friend" in rules_of(verdict)


def test_squeezed_steps_are_told_from_free_ones() -> None:
    rows = "######\nAA....\nAA####\n######"
    verdict = ask(first(rows, {"A": {"size": "large"}}), "path_cost", who="A", to="C2", mode="squeeze")
    assert verdict.value == sum(verdict.step_costs) == 20
    assert [one.rule for one in verdict.steps] == ["pf1.squeeze.half_width"] * 2 + ["pf1.squeeze.footprint"]


@pytest.mark.parametrize(
    ("rows", "to", "budget", "rule"),
    [
        ("AE.", "C1", None, "pf1.move.through_enemy"),
        ("AE.", "B1", None, "pf1.move.through_enemy"),
        ("A#.", "C1", None, "pf1.move.occupied_none_threat"),
        ("A#.", "B1", None, "pf1.terrain.obstacle_blocking"),
        ("A....", "E1", 15, "pf1.move.occupied_none_threat"),
    ],
)
def test_what_closes_the_way_is_named(rows: str, to: str, budget: int | None, rule: str) -> None:
    asked = {} if budget is None else {"budget": budget}
    verdict = ask(rows, "path_cost", who="A", to=to, **asked)
    assert verdict.value == "unreachable"
    assert verdict.steps[0].rule == rule


@pytest.mark.rule("pf1.grid.corner_cut")
def test_the_corner_and_the_wall_in_the_way_are_named() -> None:
    corner = ask("A#\n..", "move_cost", who="A", path=["A1", "B2"])
    assert "pf1.grid.corner_cut" in rules_of(corner)
    wall = {"line": [[1, 0], [1, 1]], "kind": "portcullis"}
    barred = ask(first("A.", walls=[wall]), "move_cost", who="A", path=["A1", "B1"])
    assert "pf1.terrain.obstacle_blocking" in rules_of(barred)
    said = [say(one.text, NullTranslations()) for one in (*corner.steps, *barred.steps)]
    assert said == [
        "A1 to B2: The diagonal leads past wall B1.",
        "A1 to B1: Something stands between: portcullis.",
    ]


@pytest.mark.rule("pf1.charge.path")
def test_a_refused_charge_says_where_it_would_end() -> None:
    verdict = ask(first("A..B..E", {"B": HERO, "E": FOE}), "legal", who="A", action="charge", target="E")
    assert [one.rule for one in verdict.steps] == ["pf1.charge.path"] * 2
    assert [line.blocked for line in verdict.lines] == [True]
    assert len(verdict.squares["swept"]) == 5


@pytest.mark.rule("pf1.squeeze.half_width")
def test_where_only_squeezing_helps_it_is_said() -> None:
    rows = "######\nAA....\nAA####\n######"
    here = first(rows, {"A": {"size": "large"}})
    verdict = ask(here, "path_cost", who="A", to="C2")
    assert (verdict.value, verdict.steps[-1].rule) == ("unreachable", "pf1.squeeze.half_width")
    near = ask(here, "path_cost", who="A", to="C2", budget=10)
    assert all(one.rule != "pf1.squeeze.half_width" for one in near.steps)


@pytest.mark.rule("pf1.move.crawl")
def test_the_prone_are_told_to_crawl() -> None:
    here = first("A...", {"A": {"conditions": ["prone"]}})
    assert ask(here, "reachable", who="A", budget=30).steps[0].rule == "pf1.move.crawl"
    assert ask(here, "path_cost", who="A", to="C1").steps[0].rule == "pf1.move.crawl"
    fallen = first("A...", {"A": {"conditions": ["unconscious", "prone"]}})
    assert "pf1.move.crawl" not in rules_of(ask(fallen, "reachable", who="A", budget=30))
