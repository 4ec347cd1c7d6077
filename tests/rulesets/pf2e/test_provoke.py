"""Who may react."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tactics.core.lattice import parse_square
from tactics.core.problems import ProblemError
from tactics.rules.book import Case
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.provoke import times_triggered
from tactics.rulesets.pf2e.tumbling import path_after_failure, reactions_after_failure
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]

GUARD: dict[str, Any] = {"reactions": ["attack_of_opportunity"], "side": "foes"}
PAST = "M.....\n..F..."


def _guarded(board: Board, rows: str = PAST, **guard: Any) -> World:
    return board(rows, creatures={"M": {"side": "heroes"}, "F": {**GUARD, **guard}})


@pytest.mark.rule("pf2e.move.triggers_reactions", "pf2e.basic.attack_of_opportunity")
def test_the_first_square_left_within_reach(board: Board, ask: Ask) -> None:
    verdict = ask(_guarded(board), "provokes", who="M", path=["A1", "B1", "C1", "D1", "E1"])
    assert verdict.value == ("F",)
    assert dict(verdict.steps[0].text.params)["square"] == parse_square("B1")


@pytest.mark.rule("pf2e.move.triggers_reactions")
def test_entering_and_stopping_sets_nothing_off(board: Board, ask: Ask) -> None:
    assert ask(_guarded(board), "provokes", who="M", path=["A1", "B1"]).value == ()


@pytest.mark.rule("pf2e.move.triggers_reactions")
def test_once_for_each_stride(board: Board) -> None:
    position = _guarded(board)
    case = Case(book("pf2e"), position, Question(ask="provokes", who="M"), explain=False)
    first = [parse_square(one) for one in ("A1", "B1", "C1")]
    second = [parse_square(one) for one in ("C1", "D1", "E1")]
    assert times_triggered(case, position.creature("M"), [first, second]) == {"F": 2}
    assert times_triggered(case, position.creature("M"), [first + second[1:]]) == {"F": 1}


@pytest.mark.rule("pf2e.move.triggers_reactions")
def test_any_square_of_a_big_mover_counts(board: Board, ask: Ask) -> None:
    rows = "......\nMM....\nMM....\n...F.."
    creatures = {"M": {"size": "large", "side": "heroes"}, "F": GUARD}
    position = board(rows, creatures=creatures)
    assert ask(position, "provokes", who="M", path=["A2", "B2"]).value == ()
    assert ask(position, "provokes", who="M", path=["A2", "B2", "C2"]).value == ("F",)


@pytest.mark.rule("pf2e.move.triggers_reactions", "pf2e.reach.reaction_zone")
def test_no_reaction_through_a_wall(board: Board, ask: Ask) -> None:
    creatures = {"M": {"side": "heroes"}, "F": GUARD}
    position = board(PAST, creatures=creatures, walls=[{"line": [[0, 1], [6, 1]]}])
    assert ask(position, "provokes", who="M", path=["A1", "B1", "C1", "D1"]).value == ()


@pytest.mark.rule("pf2e.reach.reaction_zone")
def test_reach_decides_who_reacts(board: Board, ask: Ask) -> None:
    path = ["A1", "A2"]
    rows = "M.F\n..."
    assert ask(_guarded(board, rows), "provokes", who="M", path=path).value == ()
    assert ask(_guarded(board, rows, reach=10), "provokes", who="M", path=path).value == ("F",)
    assert ask(_guarded(board, "MF\n.."), "provokes", who="M", path=path).value == ("F",)


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.parametrize(
    "guard", [{"reactions": []}, {"conditions": ["unconscious"]}, {"side": "heroes"}, {"armed": False}]
)
def test_who_does_not_react(board: Board, ask: Ask, guard: dict[str, Any]) -> None:
    assert ask(_guarded(board, **guard), "provokes", who="M", path=["A1", "B1", "C1"]).value == ()


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
def test_the_corner_of_a_ten_foot_reach(board: Board, ask: Ask) -> None:
    position = _guarded(board, "....M\n.....\n..F..", reach=10)
    for to in ("E2", "D1", "D2"):
        assert ask(position, "provokes", who="M", path=["E1", to]).value == ("F",)


@pytest.mark.rule("pf2e.move.exempt_from_reactions", "pf2e.basic.step", "pf2e.move.forced")
@pytest.mark.parametrize("action", ["step", "forced", "teleport", "fall"])
def test_moves_that_set_nothing_off(board: Board, ask: Ask, action: str) -> None:
    assert ask(_guarded(board, "MF\n.."), "provokes", who="M", action=action, path=["A1", "A2"]).value == ()


@pytest.mark.rule("pf2e.move.no_exit_trigger")
@pytest.mark.parametrize("action", ["stand", "hover"])
def test_a_move_action_in_place_sets_reactions_off_at_its_end(board: Board, ask: Ask, action: str) -> None:
    verdict = ask(_guarded(board, "MF\n.."), "provokes", who="M", action=action)
    assert verdict.value == ("F",)
    assert verdict.steps[0].rule == "pf2e.move.no_exit_trigger"
    assert ask(_guarded(board, "M.F\n..."), "provokes", who="M", action=action).value == ()


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.parametrize("action", ["cast", "ranged_attack", "drink", "interact", "point_out"])
def test_manipulating_and_shooting(board: Board, ask: Ask, action: str) -> None:
    assert ask(_guarded(board, "MF"), "provokes", who="M", action=action).value == ("F",)


@pytest.mark.rule("pf2e.basic.crawl", "pf2e.move.triggers_reactions")
def test_crawling_away_sets_reactions_off(board: Board, ask: Ask) -> None:
    assert ask(_guarded(board, "MF\n.."), "provokes", who="M", action="crawl", path=["A1", "A2"]).value == ("F",)


@pytest.mark.rule("pf2e.move.triggers_reactions", "pf2e.basic.leap")
def test_leaping_past_a_guard(board: Board, ask: Ask) -> None:
    position = _guarded(board, "M....\n.....\n..F..")
    assert ask(position, "provokes", who="M", action="leap", path=["A1", "D1"]).value == ()
    near = _guarded(board, "M....\n..F..")
    assert ask(near, "provokes", who="M", action="leap", path=["A1", "D1"]).value == ("F",)


@pytest.mark.rule("pf2e.skill.tumble_through")
def test_a_failed_tumble_ends_before_the_enemy(board: Board) -> None:
    creatures = {"M": {"side": "heroes"}, "F": GUARD, "G": GUARD}
    position = board("#G....\nM.F...", creatures=creatures)
    mover = position.creature("M")
    path = [parse_square(one) for one in ("A2", "B2", "C2", "D2")]
    assert [str(one) for one in path_after_failure(position, mover, path)] == ["A2", "B2"]
    case = Case(book("pf2e"), position, Question(ask="provokes", who="M"), explain=False)
    assert {one.reactor.id for one in reactions_after_failure(case, mover, path)} == {"G"}


def test_actions_and_paths_that_make_no_sense_are_refused(board: Board, ask: Ask) -> None:
    position = _guarded(board)
    for arguments in ({"action": "withdraw"}, {"path": ["A1", "D1"]}, {}):
        with pytest.raises(ProblemError):
            ask(position, "provokes", who="M", **arguments)


@pytest.mark.rule("pf2e.basic.attack_of_opportunity", "pf2e.move.triggers_reactions")
def test_an_action_and_the_move_after_it(board: Board, ask: Ask) -> None:
    creatures = {"M": {"side": "heroes"}, "F": GUARD, "G": GUARD}
    position = board("MF....\n......\n....G.", creatures=creatures)
    path = ["A2", "B3", "C2", "D2", "E1"]
    assert ask(position, "provokes", who="M", path=path).value == ("F", "G")
    assert ask(position, "provokes", who="M", action="drink").value == ("F",)
    assert ask(position, "provokes", who="M", action="drink", path=["A3", "B3", "C2", "D2", "E1"]).value == ("F", "G")
    assert ask(position, "provokes", who="M", action="strike", path=["C1", "D2", "E1"]).value == ("F", "G")
    assert ask(position, "provokes", who="M", action="step", path=["C1", "D1"]).value == ()


@pytest.mark.rule("pf2e.move.triggers_reactions")
def test_the_squares_in_which_somebody_may_react_are_named(board: Board, ask: Ask) -> None:
    verdict = ask(_guarded(board), "provokes", who="M", path=["A1", "B1", "C1", "D1", "E1"])
    assert [str(one) for one in verdict.squares["provokes"]] == ["B1"]
    assert verdict.creatures == ("F",)


@pytest.mark.rule("pf2e.detect.undetected")
def test_whether_an_unseen_mover_is_noticed_is_left_to_the_table(board: Board, ask: Ask) -> None:
    creatures = {"M": {"side": "heroes", "conditions": ["invisible"]}, "F": GUARD}
    verdict = ask(board("MF\n..", creatures=creatures), "provokes", who="M", path=["A1", "A2"])
    assert (verdict.value, len(verdict.discretion)) == (("F",), 1)


def test_an_unknown_action_is_refused_with_those_that_are_known(board: Board, ask: Ask) -> None:
    with pytest.raises(ProblemError, match=r"known: .*cast.*step.*trip"):
        ask(_guarded(board), "provokes", who="M", action="five_foot_step")
