"""What the window can be told, without a window."""

from __future__ import annotations

import kit
import pytest

from tactics.core.lattice import Square, corner
from tactics.core.problems import ProblemError
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.ui.session import PAIR_ASKS, Session

ROWS = """
A.....
...#..
....OO
....OO
B.....
"""
THREE = ("pf1", "pf2e", "dnd4e")


def session() -> Session:
    creatures = {"O": {"size": "large", "reach": 10}, "A": {"side": "heroes"}, "B": {"side": "heroes"}}
    door = {"line": [[2, 3], [2, 4]], "kind": "door", "state": "closed"}
    return Session.of(kit.world(ROWS, THREE, creatures=creatures, walls=[door]))


def test_a_pair_is_asked_of_every_system_shown() -> None:
    table = session()
    assert table.rulings() == ()
    table.choose_attacker("A")
    table.choose_target("O")
    rulings = table.rulings()
    assert [one.ruleset for one in rulings if isinstance(one, Verdict)] == list(THREE)
    asked = Question(ask="cover", source="A", to="O")
    assert rulings == tuple(book(system).judge(table.world, asked) for system in THREE)
    assert table.main_ruling() == rulings[0]
    for ask in PAIR_ASKS:
        assert table.ask == ask
        assert all(isinstance(one, Verdict) for one in table.rulings())
        table.next_ask()
    assert table.ask == PAIR_ASKS[0]


def test_choosing_with_the_keyboard_goes_round() -> None:
    table = session()
    table.choose_next()
    assert table.attacker == "A"
    table.choose_next(target=True)
    assert table.target == "B"
    table.choose_next(target=True)
    assert table.target == "O"
    table.swap()
    assert (table.attacker, table.target) == ("O", "A")
    table.choose_next()
    assert table.attacker == "A"
    assert table.target == ""
    table.choose_attacker("A")
    assert table.attacker == ""


def test_one_system_always_stays_and_the_main_one_is_shown() -> None:
    table = session()
    table.show_lines_of("dnd4e")
    table.toggle_system("dnd4e")
    assert table.main == "pf1"
    table.toggle_system("pf2e")
    table.toggle_system("pf1")
    assert table.shown == ("pf1",)
    table.toggle_system("dnd4e")
    assert table.shown == ("pf1", "dnd4e")


def test_a_drag_is_a_what_if_with_a_way_back() -> None:
    table = session()
    loaded = table.world
    assert not table.drag("A", Square(3, 1)), "a wall is no place to stand"
    assert not table.drag("A", Square(5, 3)), "the ogre stands there"
    assert not table.drag("A", Square(0, 0)), "it is there already"
    assert not table.changed
    assert table.drag("A", Square(2, 0))
    assert table.world.creature("A").space.anchor == (2, 0)
    table.toggle_door(0)
    assert table.world.board.walls[0].state == "open"
    assert table.back()
    assert table.world.board.walls[0].state == "closed"
    assert table.forward()
    table.reset()
    assert table.world is loaded
    assert not table.back()


def test_answers_follow_the_position() -> None:
    table = session()
    table.choose_attacker("A")
    table.choose_target("O")
    before = table.main_ruling()
    table.drag("A", Square(5, 0))
    after = table.main_ruling()
    assert before is not None
    assert after is not None
    assert before.value != after.value
    table.back()
    assert table.main_ruling() == before


def test_a_suggestion_can_be_tried() -> None:
    table = session()
    table.choose_attacker("A")
    table.choose_target("O")
    ruling, suggestions = table.main_ruling(), table.suggestions()
    assert ruling is not None
    assert suggestions
    for number in range(len(suggestions)):
        change = table.suggestions()[number]
        table.try_change(change)
        assert table.main_ruling() == change.verdict
        table.back()
        table.attack = None
        assert table.main_ruling() == ruling


def test_areas_are_asked_in_each_system_s_own_unit() -> None:
    table = session()
    table.hover = Square(1, 1)
    assert table.start_template()
    table.aim(Square(2, 2), corner(2, 2))
    first = table.rulings()[0]
    assert isinstance(first, Verdict)
    assert first.question.size == 15
    assert isinstance(table.rulings()[2], ProblemError), "the third system has no burst from a corner"
    table.show_lines_of("dnd4e")
    assert table.template is not None
    assert table.template.shape == "area_burst"
    ruling = table.main_ruling()
    assert ruling is not None
    assert ruling.question.size == 3


def test_every_shape_can_be_placed_turned_and_resized() -> None:
    table = session()
    table.choose_attacker("A")
    table.hover = Square(1, 1)
    for system in THREE:
        table.show_lines_of(system)
        table.start_template()
        table.aim(Square(1, 1), corner(1, 1))
        for _ in table.shapes():
            sizes = set()
            for _ in range(8):
                table.turn(1)
                ruling = table.main_ruling()
                assert ruling is not None, table.template
                sizes.add(ruling.value)
            table.grow(1)
            bigger = table.main_ruling()
            assert bigger is not None
            assert isinstance(bigger.value, int)
            table.grow(-1)
            table.next_shape()
        table.template = None


@pytest.mark.parametrize("system", THREE)
def test_what_is_highlighted_is_what_a_move_accepts(system: str) -> None:
    table = session()
    table.show_lines_of(system)
    table.choose_attacker("A")
    reach = table.reachable()
    assert reach is not None
    shown = set(reach.squares["reachable"])
    budget = reach.question.budget
    assert budget is not None
    board = table.world.board
    for square in (Square(x, y) for y in range(board.height) for x in range(board.width)):
        table.hover = square
        way = table.path()
        assert way is not None
        accepted = way.value != "unreachable" and isinstance(way.value, int) and way.value <= budget
        assert (square in shown) == accepted, square
        if accepted:
            assert reach.costs[square] == way.value


def test_a_path_tells_who_may_react() -> None:
    table = session()
    table.choose_attacker("B")
    table.drag("B", Square(3, 4))
    table.hover = Square(0, 4)
    reactions = table.provoked()
    assert reactions is not None
    assert reactions.value == ("O",)
