"""Whether actions may be taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tactics.core.language import catalogue
from tactics.core.problems import ProblemError
from tactics.core.text import say
from tactics.rules.verdict import Verdict
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]


def _legal(ask: Ask, position: World, action: str, **arguments: Any) -> bool:
    value = ask(position, "legal", who="A", action=action, **arguments).value
    assert isinstance(value, bool)
    return value


@pytest.mark.rule("pf2e.basic.stride", "pf2e.grid.movement_cost")
def test_stride_as_far_as_the_speed_pays(board: Board, ask: Ask) -> None:
    position = board(["A....."] + ["......"] * 5, creatures={"A": {"speed": 25}})
    straight = ["A1", "B1", "C1", "D1", "E1", "F1"]
    assert _legal(ask, position, "stride", path=straight)
    assert _legal(ask, position, "stride", path=["A1", "B2", "C3", "D4", "E4"])
    assert not _legal(ask, position, "stride", path=["A1", "B2", "C3", "D4", "E5"])


@pytest.mark.rule("pf2e.basic.stride", "pf2e.move.special_speeds")
def test_stride_uses_the_land_speed_only(board: Board, ask: Ask) -> None:
    position = board("A.........", creatures={"A": {"speed": 10, "speeds": {"fly": 40}}})
    path = ["A1", "B1", "C1", "D1"]
    assert not _legal(ask, position, "stride", path=path)
    assert not _legal(ask, position, "stride", path=path[:2], mode="fly")
    assert _legal(ask, position, "fly", path=path)
    assert not _legal(ask, position, "swim", path=path[:2])


@pytest.mark.rule("pf2e.basic.burrow", "pf2e.move.burrow_speed")
def test_burrowing_needs_a_burrow_speed(board: Board, ask: Ask) -> None:
    assert not _legal(ask, board("A."), "burrow", path=["A1", "B1"])
    digger = board("A.", creatures={"A": {"speeds": {"burrow": 10}}})
    assert _legal(ask, digger, "burrow", path=["A1", "B1"])


@pytest.mark.rule("pf2e.basic.step")
def test_where_a_step_may_go(board: Board, ask: Ask) -> None:
    position = board(".,\nA.")
    assert _legal(ask, position, "step", path=["A2", "A1"])
    assert _legal(ask, position, "step", path=["A2", "B2"])
    assert not _legal(ask, position, "step", path=["A2", "B1"])
    cornered = board("....\n.#..\n.A..\n....")
    assert not _legal(ask, cornered, "step", path=["B3", "C2"])
    assert _legal(ask, cornered, "step", path=["B3", "C4"])
    assert not _legal(ask, board("AB"), "step", path=["A1", "B1"])
    assert not _legal(ask, board("A.."), "step", path=["A1", "B1", "C1"])


@pytest.mark.rule("pf2e.basic.step")
@pytest.mark.parametrize(("speed", "legal"), [(5, False), (10, True)])
def test_a_step_needs_speed(board: Board, ask: Ask, speed: int, legal: bool) -> None:
    assert _legal(ask, board("A.", creatures={"A": {"speed": speed}}), "step", path=["A1", "B1"]) is legal


@pytest.mark.rule("pf2e.basic.step", "pf2e.move.special_speeds")
def test_no_step_in_the_air(board: Board, ask: Ask) -> None:
    flyer = {"A": {"speeds": {"fly": 30}}}
    assert not _legal(ask, board("A.", creatures=flyer), "step", path=["A1", "B1"], mode="fly")
    assert not _legal(ask, board("A.", creatures={"A": {"conditions": ["flying"]}}), "step", path=["A1", "B1"])


@pytest.mark.rule("pf2e.basic.step", "pf2e.grid.diagonal")
def test_a_diagonal_step_is_legal_after_an_odd_diagonal(board: Board, ask: Ask) -> None:
    position = board("A..\n...\n...")
    assert _legal(ask, position, "step", path=["A1", "B2"], diagonals=1)
    assert ask(position, "move_cost", who="A", path=["A1", "B2"], diagonals=2).value == 5


@pytest.mark.rule("pf2e.basic.crawl")
def test_crawl(board: Board, ask: Ask) -> None:
    prone = {"A": {"conditions": ["prone"]}}
    assert _legal(ask, board("A.", creatures=prone), "crawl", path=["A1", "B1"])
    assert not _legal(ask, board("A,", creatures=prone), "crawl", path=["A1", "B1"])
    assert not _legal(ask, board("A."), "crawl", path=["A1", "B1"])
    slow = {"A": {"conditions": ["prone"], "speed": 5}}
    assert not _legal(ask, board("A.", creatures=slow), "crawl", path=["A1", "B1"])


@pytest.mark.rule("pf2e.condition.prone")
def test_prone_creatures_only_crawl_and_stand(board: Board, ask: Ask) -> None:
    position = board("A.", creatures={"A": {"conditions": ["prone"]}})
    assert not _legal(ask, position, "stride", path=["A1", "B1"])
    assert not _legal(ask, position, "step", path=["A1", "B1"])
    assert _legal(ask, position, "stand")
    assert not _legal(ask, board("A."), "stand")


@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained", "pf2e.action.cannot_act")
def test_held_and_helpless_creatures_do_not_move(board: Board, ask: Ask) -> None:
    for condition, rule in (
        ("grabbed", "pf2e.condition.grabbed_immobilized_restrained"),
        ("immobilized", "pf2e.condition.grabbed_immobilized_restrained"),
        ("unconscious", "pf2e.action.cannot_act"),
    ):
        position = board("A.", creatures={"A": {"conditions": [condition]}})
        verdict = ask(position, "legal", who="A", action="step", path=["A1", "B1"])
        assert (verdict.value, verdict.steps[0].rule) == (False, rule)


@pytest.mark.rule("pf2e.mounted.penalties")
def test_a_rider_only_dismounts(board: Board, ask: Ask) -> None:
    creatures = {"H": {"size": "large", "side": "heroes"}, "A": {"at": "A1", "mount": "H", "side": "heroes"}}
    position = board("HH..\nHH..", creatures=creatures)
    assert not _legal(ask, position, "stride", path=["A1", "C1"])
    assert _legal(ask, position, "dismount", path=["A1", "C1"])


@pytest.mark.rule("pf2e.basic.leap", "pf2e.terrain.jump_ignores")
@pytest.mark.parametrize(
    ("speed", "to", "legal"),
    [(25, "C1", True), (25, "D1", False), (30, "D1", True), (30, "E1", False), (10, "C1", False), (15, "C1", True)],
)
def test_how_far_a_leap_goes(board: Board, ask: Ask, speed: int, to: str, legal: bool) -> None:
    position = board("A,;..", creatures={"A": {"speed": speed}})
    assert _legal(ask, position, "leap", path=["A1", to]) is legal


@pytest.mark.rule("pf2e.terrain.jump_ignores")
def test_a_leap_over_rough_ground_costs_nothing_more(board: Board, ask: Ask) -> None:
    position = board("A,.", creatures={"A": {"speed": 15}})
    assert _legal(ask, position, "leap", path=["A1", "C1"])
    assert ask(position, "path_cost", who="A", to="C1").value == 15


@pytest.mark.rule("pf2e.basic.leap")
def test_a_leap_over_a_pit_and_not_into_it(board: Board, ask: Ask) -> None:
    pit = {"p": {"terrain": "pit", "blocks": ["movement"]}}
    assert _legal(ask, board("Ap.", legend=pit), "leap", path=["A1", "C1"])
    assert not _legal(ask, board("A.p", legend=pit), "leap", path=["A1", "C1"])
    assert not _legal(ask, board("Ap.", legend=pit), "stride", path=["A1", "B1", "C1"])


@pytest.mark.rule("pf2e.basic.leap")
def test_a_leap_cuts_no_corner_and_passes_no_bars(board: Board, ask: Ask) -> None:
    assert not _legal(ask, board("A#.\n...\n..."), "leap", path=["A1", "B2"])
    assert _legal(ask, board("A#.\n...\n..."), "leap", path=["A1", "A3"])
    barred = board("A..", walls=[{"line": [[1, 0], [1, 1]], "kind": "portcullis"}])
    assert not _legal(ask, barred, "leap", path=["A1", "C1"])


@pytest.mark.rule("pf2e.basic.leap", "pf2e.aerial.combat")
def test_where_a_leap_fails(board: Board, ask: Ask) -> None:
    assert not _legal(ask, board("A#."), "leap", path=["A1", "C1"])
    assert not _legal(ask, board("A.E"), "leap", path=["A1", "C1"])
    flying = board("A..", creatures={"A": {"conditions": ["flying"]}})
    assert not _legal(ask, flying, "leap", path=["A1", "C1"])
    walled = board("A..", walls=[{"line": [[1, 0], [1, 1]]}])
    assert not _legal(ask, walled, "leap", path=["A1", "C1"])


@pytest.mark.rule("pf2e.skill.tumble_through")
def test_tumbling_through_an_enemy(board: Board, ask: Ask) -> None:
    walls = "######\n{}\n######"
    way = ["A2", "B2", "C2", "D2"]
    enough = board(walls.format("A.F..#"), creatures={"A": {"speed": 25}})
    assert _legal(ask, enough, "tumble_through", path=way)
    exact = board(walls.format("A.F..#"), creatures={"A": {"speed": 20}})
    assert _legal(ask, exact, "tumble_through", path=way)
    short = board(walls.format("A.F..#"), creatures={"A": {"speed": 15}})
    assert not _legal(ask, short, "tumble_through", path=way)
    slow = board(walls.format("AF...#"), creatures={"A": {"speed": 10}})
    assert not _legal(ask, slow, "tumble_through", path=["A2", "B2", "C2"])
    assert not _legal(ask, slow, "tumble_through", path=["A2", "B2"])


@pytest.mark.rule("pf2e.skill.tumble_through")
def test_only_one_enemy_can_be_tumbled_through(board: Board, ask: Ask) -> None:
    position = board("AFG..", creatures={"A": {"speed": 60}})
    assert not _legal(ask, position, "tumble_through", path=["A1", "B1", "C1", "D1"])


@pytest.mark.rule("pf2e.skill.sneak")
def test_sneaking_half_as_far(board: Board, ask: Ask) -> None:
    position = board("A.....", creatures={"A": {"speed": 30}})
    assert _legal(ask, position, "sneak", path=["A1", "B1", "C1", "D1"])
    assert not _legal(ask, position, "sneak", path=["A1", "B1", "C1", "D1", "E1"])


@pytest.mark.rule("pf2e.basic.take_cover")
def test_something_to_take_cover_with(board: Board, ask: Ask) -> None:
    assert _legal(ask, board("Ao.E"), "take_cover")
    assert not _legal(ask, board("A..E"), "take_cover")
    assert _legal(ask, board("A..E", creatures={"A": {"conditions": ["prone"]}}), "take_cover")
    assert _legal(ask, board("A..E", walls=[{"line": [[1, 0], [1, 1]], "kind": "low_wall"}]), "take_cover")
    assert _legal(ask, board("A..oE"), "take_cover", target="E")


@pytest.mark.rule("pf2e.cover.hide", "pf2e.skill.hide")
def test_hiding_needs_cover_or_concealment(board: Board, ask: Ask) -> None:
    assert _legal(ask, board("Ao.E"), "hide", target="E")
    assert not _legal(ask, board("AC.E"), "hide", target="E")
    assert not _legal(ask, board("A..E"), "hide", target="E")
    assert _legal(ask, board("A..E", creatures={"A": {"under": "%"}}), "hide", target="E")


@pytest.mark.rule("pf2e.creature.space_exclusive")
def test_placing(board: Board, ask: Ask) -> None:
    assert _legal(ask, board("A.E"), "place", path=["B1"])
    assert not _legal(ask, board("A.E"), "place", path=["C1"])
    assert not _legal(ask, board("A#E"), "place", path=["B1"])


def test_unknown_actions_are_refused(board: Board, ask: Ask) -> None:
    with pytest.raises(ProblemError, match="charge"):
        ask(board("A.E"), "legal", who="A", action="charge", target="E")
    with pytest.raises(ProblemError, match="target"):
        ask(board("A.E"), "legal", who="A", action="strike")


@pytest.mark.rule("pf2e.skill.tumble_through", "pf2e.terrain.difficult")
@pytest.mark.parametrize(("under", "feet"), [(".", 20), (",", 20), (";", 25)])
def test_an_enemy_on_rough_ground_is_no_rougher(board: Board, ask: Ask, under: str, feet: int) -> None:
    path = ["A1", "B1", "C1", "D1"]
    for speed in (15, 20, 25):
        position = board("A.F..", creatures={"A": {"speed": speed}, "F": {"under": under}})
        verdict = ask(position, "legal", who="A", action="tumble_through", path=path)
        assert verdict.value is (speed >= feet)


@pytest.mark.rule("pf2e.basic.leap", "pf2e.move.occupied_space")
@pytest.mark.parametrize(
    ("other", "legal"),
    [
        ({"side": "foes"}, False),
        ({"side": "heroes"}, True),
        ({"side": "foes", "conditions": ["unconscious"]}, True),
    ],
)
def test_a_leap_over_others(board: Board, ask: Ask, other: dict[str, Any], legal: bool) -> None:
    position = board("AB.", creatures={"A": {"side": "heroes"}, "B": other})
    assert ask(position, "legal", who="A", action="leap", path=["A1", "C1"]).value is legal


@pytest.mark.rule("pf2e.aerial.combat")
@pytest.mark.parametrize("action", ["stride", "step", "leap", "fly"])
def test_in_the_air_one_flies(board: Board, ask: Ask, action: str) -> None:
    position = board("A...", creatures={"A": {"conditions": ["flying"], "speeds": {"fly": 30}}})
    verdict = ask(position, "legal", who="A", action=action, path=["A1", "B1"])
    assert verdict.value is (action == "fly")


@pytest.mark.parametrize("action", ["strike", "shove", "hide", "mount"])
def test_nobody_aims_at_themselves(board: Board, ask: Ask, action: str) -> None:
    with pytest.raises(ProblemError, match="somebody else"):
        ask(board("A.T"), "legal", who="A", action=action, target="A")


@pytest.mark.rule("pf2e.attack.melee_reach", "pf2e.cover.hide")
def test_strikes_and_hiding_are_argued(board: Board, ask: Ask) -> None:
    strike = ask(board("A..T"), "legal", who="A", action="strike", target="T")
    assert [one.rule for one in strike.steps] == ["pf2e.reach.measure", "pf2e.attack.melee_reach"]
    hidden = ask(board("A..\n##T"), "legal", who="T", action="hide", target="A")
    assert [one.rule for one in hidden.steps] == ["pf2e.cover.relative", "pf2e.cover.hide"]
    assert hidden.value is True


@pytest.mark.rule("pf2e.grid.movement_cost", "pf2e.grid.diagonal")
def test_a_refused_move_says_why_once(board: Board, ask: Ask) -> None:
    verdict = ask(board("A#\n..", creatures={"A": {}}), "legal", who="A", action="stride", path=["A1", "B2"])
    assert [one.rule for one in verdict.steps] == ["pf2e.grid.diagonal"]
    assert "wall B1" in say(verdict.summary, catalogue("en"))
