"""Costs of moves, distances, difficult and hazardous ground."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tactics.core.language import catalogue
from tactics.core.lattice import Square, centre
from tactics.core.space import size_space
from tactics.core.text import say
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.distance import in_range, range_penalty
from tactics.rulesets.pf2e.hazards import hazardous_entries, object_terrain
from tactics.rulesets.pf2e.tables import whole_squares
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]

OPEN = "\n".join(["A........"] + ["........."] * 8)
DIAGONAL = ["A1", "B2", "C3", "D4", "E5", "F6", "G7", "H8"]


@pytest.mark.rule("pf2e.grid.square")
def test_six_squares_are_thirty_feet(board: Board, ask: Ask) -> None:
    path = ["A1", "B1", "C1", "D1", "E1", "F1", "G1"]
    assert ask(board(OPEN), "move_cost", who="A", path=path).value == 30


@pytest.mark.rule("pf2e.grid.diagonal")
@pytest.mark.parametrize(("count", "feet"), [(1, 5), (2, 15), (3, 20), (4, 30), (5, 35), (6, 45), (7, 50)])
def test_diagonals_alternate(board: Board, ask: Ask, count: int, feet: int) -> None:
    assert ask(board(OPEN), "move_cost", who="A", path=DIAGONAL[: count + 1]).value == feet


@pytest.mark.rule("pf2e.grid.diagonal")
def test_straight_steps_do_not_start_the_count_anew(board: Board, ask: Ask) -> None:
    path = ["A1", "B2", "B3", "B4", "B5", "C6"]
    verdict = ask(board(OPEN), "move_cost", who="A", path=path)
    assert (verdict.value, verdict.step_costs) == (30, (5, 5, 5, 5, 10))


@pytest.mark.rule("pf2e.grid.diagonal", "pf2e.grid.movement_cost")
@pytest.mark.parametrize(
    ("to", "taken", "cost"), [("D4", 3, "unreachable"), ("C3", 3, 15), ("D3", 3, 20), ("D4", 2, 20)]
)
def test_the_count_goes_on_and_unspent_feet_do_not(
    board: Board, ask: Ask, to: str, taken: int, cost: int | str
) -> None:
    verdict = ask(board(OPEN), "path_cost", who="A", to=to, budget=20, diagonals=taken)
    assert verdict.value == cost


@pytest.mark.rule("pf2e.grid.diagonal")
@pytest.mark.parametrize("cutting", [False, True])
def test_corners(board: Board, ask: Ask, cutting: bool) -> None:
    position = board("A#..\n....", rules={"pf2e": {"corner_cutting": cutting}})
    direct = ask(position, "move_cost", who="A", path=["A1", "B2"])
    assert direct.value == (5 if cutting else "illegal")
    assert direct.switches["pf2e.corner_cutting"] is cutting
    assert ask(position, "path_cost", who="A", to="B2").value == (5 if cutting else 10)
    assert ask(position, "path_cost", who="A", to="C1").value == (15 if cutting else 20)


@pytest.mark.rule("pf2e.grid.diagonal")
def test_past_an_enemy_and_past_the_end_of_a_wall(board: Board, ask: Ask) -> None:
    assert ask(board("AE..\n...."), "move_cost", who="A", path=["A1", "B2"]).value == 5
    walled = board("A...\n....", walls=[{"line": [[1, 0], [1, 1]]}])
    assert ask(walled, "move_cost", who="A", path=["A1", "B2"]).value == "illegal"


@pytest.mark.rule("pf2e.grid.diagonal")
@pytest.mark.parametrize("cutting", [False, True])
def test_between_two_walls_no_step(board: Board, ask: Ask, cutting: bool) -> None:
    position = board("A#\n#.", rules={"pf2e": {"corner_cutting": cutting}})
    verdict = ask(position, "move_cost", who="A", path=["A1", "B2"])
    assert verdict.value == "illegal"
    assert verdict.steps[-1].rule == "pf2e.grid.diagonal"


@pytest.mark.rule("pf2e.grid.movement_cost", "pf2e.terrain.difficult")
def test_cost_of_rough_ground(board: Board, ask: Ask) -> None:
    verdict = ask(board("A,,.."), "move_cost", who="A", path=["A1", "B1", "C1", "D1", "E1"])
    assert (verdict.value, verdict.step_costs) == (30, (10, 10, 5, 5))


@pytest.mark.rule("pf2e.terrain.difficult")
@pytest.mark.parametrize(
    ("ground", "taken", "cost"), [(",", 0, 10), (",", 1, 15), (";", 0, 15), (";", 1, 20), (".", 1, 10)]
)
def test_diagonals_into_rough_ground(board: Board, ask: Ask, ground: str, taken: int, cost: int) -> None:
    position = board(f"A.\n.{ground}")
    assert ask(position, "move_cost", who="A", path=["A1", "B2"], diagonals=taken).value == cost


@pytest.mark.rule("pf2e.terrain.difficult")
@pytest.mark.parametrize(("ground", "costs"), [(",", (10, 15, 10, 15)), (";", (15, 20, 15, 20))])
def test_four_rough_diagonals(board: Board, ask: Ask, ground: str, costs: tuple[int, ...]) -> None:
    rows = [["."] * 5 for _ in range(5)]
    for n in range(1, 5):
        rows[n][n] = ground
    rows[0][0] = "A"
    position = board(["".join(row) for row in rows])
    assert ask(position, "move_cost", who="A", path=DIAGONAL[:5]).step_costs == costs


@pytest.mark.rule("pf2e.terrain.difficult")
def test_greater_difficult_ground_and_leaving_it(board: Board, ask: Ask) -> None:
    assert ask(board("A,;."), "move_cost", who="A", path=["A1", "B1", "C1", "D1"]).step_costs == (10, 15, 5)
    assert ask(board("A,,.."), "path_cost", who="A", to="D1", budget=25).value == 25
    assert ask(board("A,,.."), "path_cost", who="A", to="E1", budget=25).value == "unreachable"


@pytest.mark.rule("pf2e.terrain.difficult")
def test_there_is_no_least_move(board: Board, ask: Ask) -> None:
    position = board(",,,\n,A,\n,,,", creatures={"A": {"speed": 5, "under": ","}})
    assert ask(position, "reachable", who="A", budget=5).value == 1
    assert ask(position, "legal", who="A", action="stride", path=["B2", "B1"]).value is False


@pytest.mark.rule("pf2e.terrain.ignore_difficult")
def test_ignoring_difficult_ground(board: Board, ask: Ask) -> None:
    position = board("A,;", creatures={"A": {"traits": ["ignores_difficult"], "speeds": {"fly": 30}}})
    assert ask(position, "move_cost", who="A", path=["A1", "B1", "C1"]).step_costs == (5, 10)
    assert ask(position, "move_cost", who="A", path=["A1", "B1", "C1"], mode="fly").step_costs == (5, 5)


@pytest.mark.rule("pf2e.terrain.ignore_difficult")
def test_four_greater_difficult_diagonals_for_one_who_ignores(board: Board, ask: Ask) -> None:
    rows = "A....\n.;...\n..;..\n...;.\n....;"
    position = board(rows, creatures={"A": {"traits": ["ignores_difficult"]}})
    assert ask(position, "move_cost", who="A", path=DIAGONAL[:5]).step_costs == (10, 15, 10, 15)


@pytest.mark.rule("pf2e.condition.blinded")
def test_plain_ground_is_difficult_for_the_blind(board: Board, ask: Ask) -> None:
    position = board("A....", creatures={"A": {"conditions": ["blinded"]}})
    assert ask(position, "path_cost", who="A", to="C1", budget=25).value == 20
    assert ask(position, "path_cost", who="A", to="D1", budget=25).value == "unreachable"


@pytest.mark.rule("pf2e.basic.fly")
def test_flat_flight_over_rough_ground(board: Board, ask: Ask) -> None:
    position = board("A,;\n.,,", creatures={"A": {"speeds": {"fly": 60}}})
    assert ask(position, "move_cost", who="A", path=["A1", "B2", "C1"], mode="fly").value == 15
    assert ask(position, "move_cost", who="A", path=["A1", "B2"], mode="burrow").value == "illegal"


def test_squeezing_is_no_encounter_move(board: Board, ask: Ask) -> None:
    assert ask(board("A.."), "path_cost", who="A", to="B1", mode="squeeze").value == "unreachable"
    assert ask(board("A.."), "reachable", who="A", budget=30, mode="squeeze").value == 1


@pytest.mark.rule("pf2e.grid.big_mover")
def test_the_worst_newly_entered_ground_counts(board: Board, ask: Ask) -> None:
    position = board("LL...\nLL...\n.....\n,,,,,\n.....", creatures={"L": {"size": "large"}})
    verdict = ask(position, "move_cost", who="L", path=["A1", "A2", "A3", "A4"])
    assert verdict.step_costs == (5, 10, 5)


@pytest.mark.rule("pf2e.grid.big_mover")
def test_a_big_creature_and_corners(board: Board, ask: Ask) -> None:
    position = board("LL#..\nLL...\n.....", creatures={"L": {"size": "large"}})
    assert ask(position, "move_cost", who="L", path=["A1", "B2"]).value == "illegal"
    assert ask(position, "path_cost", who="L", to="B2").value == 10


@pytest.mark.rule("pf2e.grid.big_mover")
def test_own_squares_do_not_hinder(board: Board, ask: Ask) -> None:
    position = board("......\n.LL...\n.LL...\n......", creatures={"L": {"size": "large"}})
    assert ask(position, "move_cost", who="L", path=["B2", "C2"]).value == 5
    assert ask(position, "reachable", who="L", budget=15).value == 15


@pytest.mark.rule("pf2e.grid.big_mover")
def test_a_gap_narrower_than_the_space(board: Board, ask: Ask) -> None:
    position = board(".....#....\nHHH..#....\nHHH.......\nHHH..#....", creatures={"H": {"size": "huge"}})
    assert ask(position, "path_cost", who="H", to="G2").value == "unreachable"


@pytest.mark.rule("pf2e.terrain.hazardous")
def test_every_hazardous_square_entered_hurts(board: Board) -> None:
    position = board("A:::.")
    path = [size_space("medium", Square(x, 0)) for x in range(5)]
    assert hazardous_entries(position.board, path) == 3
    assert hazardous_entries(position.board, path[:1]) == 0


@pytest.mark.rule("pf2e.move.objects_in_space")
def test_objects_say_what_they_let_pass(board: Board, ask: Ask) -> None:
    column, statue = object_terrain("column"), object_terrain("statue")
    assert column.blocks == {"movement", "sight", "effect"}
    assert (statue.blocks, statue.cover, statue.difficulty) == (frozenset(), "object", 1)
    legend = {
        "t": {"terrain": "statue", "cover": "object", "difficulty": 1},
        "c": {"terrain": "column", "blocks": ["movement", "sight", "effect"], "cover": "solid"},
    }
    position = board("AtcB", legend=legend)
    assert ask(position, "move_cost", who="A", path=["A1", "B1"]).value == 10
    assert ask(position, "move_cost", who="A", path=["A1", "B1", "C1"]).value == "illegal"
    assert ask(position, "line_of_effect", from_="A", to="B").value is False


@pytest.mark.rule("pf2e.grid.distance")
@pytest.mark.parametrize(
    ("to", "feet"),
    [("D1", 15), ("B2", 5), ("C3", 15), ("D4", 20), ("E5", 30), ("F3", 30), ("H4", 40), ("A1", 0)],
)
def test_distances_count_like_movement(board: Board, ask: Ask, to: str, feet: int) -> None:
    assert ask(board(OPEN), "distance", from_="A1", to=to).value == feet


@pytest.mark.rule("pf2e.grid.distance", "pf2e.aerial.three_dimensional")
@pytest.mark.parametrize(
    ("at", "z", "nested", "foundry"),
    [("E1", 5, 20, 20), ("E1", 10, 25, None), ("C3", 10, 20, 15), ("F4", 10, 35, 35), ("F5", 20, 45, 40)],
)
def test_height_counts(board: Board, ask: Ask, at: str, z: int, nested: int, foundry: int | None) -> None:
    creatures = {"A": {}, "b": {"at": at, "z": z}}
    position = board(OPEN, creatures=creatures)
    verdict = ask(position, "distance", from_="A", to="b")
    assert (verdict.value, verdict.switches) == (nested, {"pf2e.distance_3d": "nested"})
    other = board(OPEN, creatures=creatures, rules={"pf2e": {"distance_3d": "foundry"}})
    if foundry is not None:
        assert ask(other, "distance", from_="A", to="b").value == foundry


@pytest.mark.rule("pf2e.aerial.three_dimensional")
def test_right_above_is_five_feet(board: Board, ask: Ask) -> None:
    position = board("....\n....\n....\n...F", creatures={"F": {"z": 10}, "a": {"at": "D4", "z": 15}})
    assert ask(position, "distance", from_="F", to="a").value == 5


@pytest.mark.rule("pf2e.grid.distance", "pf2e.effect.range")
def test_distance_runs_between_nearest_squares(board: Board, ask: Ask) -> None:
    position = board("LL...\nLL...\n.....\n.....\n....B", creatures={"L": {"size": "large"}})
    assert ask(position, "distance", from_="L", to="B").value == 20
    assert ask(position, "distance", from_="B", to="L").value == 20


@pytest.mark.rule("pf2e.effect.range")
def test_ranges(board: Board, ask: Ask) -> None:
    feet = [ask(board(OPEN), "distance", from_="A", to=to).value for to in ("E5", "F5")]
    assert [in_range(one, 30) for one in feet if isinstance(one, int)] == [True, False]


@pytest.mark.rule("pf2e.effect.range")
def test_range_to_the_corner_of_a_burst(board: Board, ask: Ask) -> None:
    assert ask(board(OPEN), "distance", from_="A", to=[1, 1]).value == 5
    assert ask(board(OPEN), "distance", from_="A", to=[4, 4]).value == 30
    assert ask(board(OPEN), "distance", from_=[0, 0], to=[3, 3]).value == 20


@pytest.mark.rule("pf2e.attack.range_penalty")
@pytest.mark.parametrize(
    ("increment", "penalties"),
    [
        (60, {60: 0, 65: -2, 120: -2, 125: -4, 180: -4, 185: -6, 300: -8, 305: -10, 360: -10, 365: None}),
        (120, {120: 0, 125: -2, 240: -2, 245: -4, 365: -6, 600: -8, 605: -10, 720: -10, 725: None}),
        (20, {0: 0, 20: 0, 25: -2, 120: -10, 125: None}),
    ],
)
def test_range_increments(increment: int, penalties: dict[int, int | None]) -> None:
    assert {feet: range_penalty(feet, increment) for feet in penalties} == penalties


@pytest.mark.rule("pf2e.rounding.down")
def test_whole_squares_round_down() -> None:
    assert [whole_squares(feet) for feet in (4, 5, 12, 25)] == [0, 1, 2, 5]


def test_why_a_step_is_not_allowed_is_said(board: Board, ask: Ask) -> None:
    rules = {
        "A1 C1": ("A..", "pf2e.grid.square"),
        "A1 B1": ("A#.", "pf2e.move.objects_in_space"),
        "A1 B1 ": ("AE.", "pf2e.move.occupied_space"),
    }
    for path, (rows, rule) in rules.items():
        verdict = ask(board(rows), "move_cost", who="A", path=path.split())
        assert (verdict.value, verdict.steps[-1].rule) == ("illegal", rule)


@pytest.mark.rule("pf2e.grid.movement_cost")
@pytest.mark.parametrize(
    ("rows", "walls", "path", "words"),
    [
        ("A#\n..", [], "A1 B2", "The diagonal leads past wall B1."),
        ("A.\n..", [{"line": [[1, 0], [1, 1]], "kind": "window"}], "A1 B1", "Something stands between: window."),
        ("A.\n..", [{"line": [[1, 0.2], [1, 0.8]], "kind": "door"}], "A1 B1", "Something stands between: closed door."),
        ("A.\n..", [{"line": [[1, 0], [1, 1]]}], "A1 B2", "The diagonal leads past thin wall."),
        ("Ap\n..", [], "A1 B1", "pit B1 cannot be entered."),
        ("LL.\nLL.\n...", [], "A1 B1 C1", "There is no room: it would stand beyond the edge of the map."),
    ],
)
def test_what_closes_a_step_is_named(
    board: Board, ask: Ask, rows: str, walls: list[dict[str, object]], path: str, words: str
) -> None:
    legend = {"p": {"terrain": "pit", "blocks": ["movement"]}} if "p" in rows else {}
    who = rows[0]
    creatures = {who: {"size": "large" if who == "L" else "medium"}}
    position = board(rows, walls=walls, legend=legend, creatures=creatures)
    verdict = ask(position, "move_cost", who=who, path=path.split())
    assert verdict.value == "illegal"
    assert say(verdict.summary, catalogue("en")).endswith(words)


@pytest.mark.rule("pf2e.terrain.ignore_difficult", "pf2e.terrain.difficult")
def test_rough_ground_is_named_where_it_counts_and_where_it_does_not(board: Board, ask: Ask) -> None:
    def said(**creature: object) -> list[str]:
        position = board("A,;.", creatures={"A": creature})
        mode = "fly" if "speeds" in creature else "walk"
        verdict = ask(position, "move_cost", who="A", path=["A1", "B1", "C1", "D1"], mode=mode)
        return [say(one.text, catalogue("en")) for one in verdict.steps]

    assert [one.endswith("more: difficult terrain.") for one in said()] == [True, False, False]
    assert said()[1].endswith("10 ft more: greater difficult terrain.")
    assert said(traits=["ignores_difficult"])[0].startswith("A ignores difficult terrain")
    assert said(speeds={"fly": 30})[0] == "Flying, A does not mind the ground."


@pytest.mark.rule("pf2e.grid.distance", "pf2e.effect.range")
def test_the_squares_a_distance_is_counted_between(board: Board, ask: Ask) -> None:
    position = board("LL...\nLL...\n.....\n....T", creatures={"L": {"size": "large"}, "T": {}})
    verdict = ask(position, "distance", from_="L", to="T")
    assert [(one.start, one.end) for one in verdict.lines] == [(centre(Square(1, 1)), centre(Square(4, 3)))]
    assert "nearest square, B2, to the nearest, E4" in say(verdict.steps[0].text, catalogue("en"))


@pytest.mark.parametrize("mode", ["walk", "fly", "squeeze"])
def test_where_one_stands_one_always_is(board: Board, ask: Ask, mode: str) -> None:
    position = board("A..")
    assert ask(position, "path_cost", who="A", to="A1", mode=mode, budget=0).value == 0
    assert ask(position, "reachable", who="A", budget=0, mode=mode).value == 1
