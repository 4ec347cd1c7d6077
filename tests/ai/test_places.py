"""Where a creature goes: past those who would react where it can, far enough, and never into a trap for nothing."""

from __future__ import annotations

from engine.toy import Toy, act
from kit import world

from tactics.ai.places import away_from, close_in, follow, stands, strides, struck, struck_from_afar
from tactics.core.dice import FixedDice
from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.engine.battle import Battle
from tactics.rules.action import Action, NeedPath, NeedSquare, Option, Preview
from tactics.world.fight import Fight

RED = Square(2, 0)


class Wary(Toy):
    """Whoever goes by the red square draws a reaction."""

    def preview(self, fight: Fight, action: Action) -> Preview:
        way = action.arguments.get("path", ())
        return Preview(reactions=("B",) if isinstance(way, tuple) and RED in way else ())


def battle(rows: str = "A.....\n......\n.....B") -> Battle:
    sides = {"A": {"side": "heroes"}, "B": {"side": "foes"}}
    return Battle.new(world(rows, creatures=sides), dice=FixedDice([6, 1, 2, 2, 2, 2]), fighting=Wary())


def walk(*ways: str, id: str = "move") -> Option:
    """A move that may end on the last square of each way; every step costs 5."""
    paths = {}
    for way in ways:
        squares = tuple(Square(ord(one[0]) - ord("A"), int(one[1:]) - 1) for one in way.split())
        paths[squares[-1]] = squares
    costs = {end: 5 * (len(way) - 1) for end, way in paths.items()}
    return Option(id, "move", text("Move"), text("move"), (NeedPath("path", "walk", costs, paths, text("Where?")),))


def end(action: Action | None) -> str:
    if action is None:
        return ""
    (way,) = action.arguments.values()
    return str(way[-1] if isinstance(way, tuple) else way)


def test_it_closes_in_by_the_way_without_a_reaction_though_it_is_longer() -> None:
    short, long = "A1 B1 C1 D1 E2", "A1 A2 B3 C3 D3 E3"
    assert end(close_in(battle(), "A", [walk(short, long)])) == "E3"
    assert end(close_in(battle(), "A", [walk(short)])) == "E2", "there is no other way"
    assert close_in(battle(), "A", [walk(short)], bold=False) is None
    assert close_in(battle(), "A", [walk("A1 A2", "A1 B1")]) is None, "from there it strikes nobody"


def test_it_stands_where_it_has_an_enemy_in_reach() -> None:
    here = stands(battle(), "A")
    assert Square(4, 1) in here
    assert Square(3, 1) not in here


def test_it_follows_the_way_as_far_as_it_can() -> None:
    way = [Square(x, 1) for x in range(6)]
    far, near = "A2 B2 C2 D2", "A2 B2 C2"
    assert end(follow(battle(), "A", [walk(far, near)], way=way)) == "D2"
    assert end(follow(battle(), "A", [walk(far, near)], way=way, shun=frozenset({Square(3, 1)}))) == "C2"
    assert end(follow(battle(), "A", [walk(far)], way=way, shun=frozenset({Square(3, 1)}))) == "D2", "else never"
    assert follow(battle(), "A", [walk("A2 A3")], way=way) is None
    assert end(follow(battle(), "A", [walk("A2 B2 C1 D2", near)], way=way)) == "C2", "by the way nobody reacts to"


def test_it_backs_out_of_reach_and_stays_as_near_as_it_may() -> None:
    near = battle("......\n...AB.\n......")
    options = [walk("D2 C2", "D2 D1", "D2 C2 B2", id="step")]
    assert [str(one.square) for one in away_from(near, "A", options, ["B"])] == ["C2", "B2"]
    assert list(away_from(battle(), "A", [walk("A1 A2")], ["B"])) == [], "nobody has it in reach"
    red = battle("..AB..\n......\n......")
    assert list(away_from(red, "A", [walk("C1 B1")], ["B"])) == [], "that would draw a reaction as well"


def test_squares_and_ways_are_moves_alike() -> None:
    square = Option("hop", "move", text("Hop"), text("move"), (NeedSquare("to", (Square(1, 1),), text("Where?")),))
    found = list(strides("A", [walk("A1 A2 A3"), square, Option("rest", "other", text("Rest"), text("free"))]))
    assert [(str(one.square), one.cost, one.action.id) for one in found] == [("A3", 10, "move"), ("B2", 0, "hop")]
    assert [one.action.id for one in strides("A", [walk("A1 A2"), square], {Square(1, 1)})] == ["hop"]


def test_it_knows_whom_it_struck_this_turn_and_how_far_off() -> None:
    near = battle("......\n...AB.\n......")
    assert struck(near, "A") == frozenset()
    act(near, "toss", target="B")
    if near.decision is not None:
        near.submit(Action("B", "stand"))
    assert struck(near, "A") == {"B"}
    assert not struck_from_afar(near, "A")
    act(near, "end_turn")
    assert struck(near, "A") == frozenset()
    far = battle()
    act(far, "toss", target="B")
    if far.decision is not None:
        far.submit(Action("B", "stand"))
    assert struck_from_afar(far, "A")
