"""Boards: every kind of ground, wall and token shows, and shows as itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawn import flat, ogre_world
from kit import world

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.render.board import (
    board_items,
    board_layers,
    board_picture,
    board_size,
    edge_items,
    edge_room,
    fitting_cell,
    ground_items,
)
from tactics.render.displaylist import Circle, Group, Hatch, Label, Picture, Polygon, Polyline, bounds
from tactics.render.lights import light_items, light_levels
from tactics.render.palette import DARK, LIGHT
from tactics.render.terrain import terrain_items
from tactics.render.tokens import token_items, token_letters, token_place
from tactics.render.view import View
from tactics.render.walls import wall_items
from tactics.rules.registry import book
from tactics.world.board import FLOOR, LIGHTS, Terrain
from tactics.world.board import Picture as MapPicture
from tactics.world.edit import with_terrain
from tactics.world.walls import WALL_KINDS
from tactics.world.world import World

VIEW = View(40.0)
PLAIN = world("...\n...\n...")


def ground_of(terrain: Terrain):
    return ground_items(with_terrain(PLAIN, Square(1, 1), terrain).board, VIEW)


# Ground.


GLYPHS = ".#,;on%@: "
_BUILT_IN = world([GLYPHS]).board
KINDS = {
    **{(one := _BUILT_IN.at(Square(x, 0))).id: one for x in range(len(GLYPHS))},
    "tree": Terrain("tree", cover="object"),
    "glass": Terrain("glass", frozenset({"movement", "effect"}), "solid"),
    "water": Terrain("water", frozenset({"movement"})),
    "smoke": Terrain("smoke", frozenset({"sight"})),
    "ledge": Terrain("ledge", ground_z_ft=10),
    "brook": Terrain("brook", depth_ft=2),
    "lake": Terrain("lake", depth_ft=20),
    "beam": Terrain("beam", surface="narrow"),
    "gravel": Terrain("gravel", surface="uneven"),
    "slope": Terrain("slope", surface="incline"),
}


def test_every_kind_of_ground_looks_different() -> None:
    drawings = {name: ground_of(terrain) for name, terrain in KINDS.items()}
    assert len(set(drawings.values())) == len(KINDS) - 1
    assert drawings["smoke"] == drawings["heavy_obscurement"]


@pytest.mark.parametrize("name", [name for name in KINDS if name != "floor"])
def test_ground_is_drawn_on_its_own_square(name: str) -> None:
    plain = set(ground_items(PLAIN.board, VIEW))
    left, top, right, bottom = bounds([item for item in ground_of(KINDS[name]) if item not in plain])
    assert 38 <= left < right <= 82
    assert 38 <= top < bottom <= 82


def test_the_grid_does_not_run_through_solids() -> None:
    items = ground_items(world("##\n##").board, VIEW)
    last_line = max(n for n, item in enumerate(items) if isinstance(item, Polyline) and item.stroke == DARK.grid)
    assert any(isinstance(item, Polygon) and item.fill == DARK.solid for item in items[last_line:])


def test_raised_ground_names_its_height() -> None:
    labels = [item.text for item in ground_of(KINDS["ledge"]) if isinstance(item, Label)]
    assert labels == ["+10"]


def test_a_map_picture_lies_under_everything_and_shows_through() -> None:
    board = replace(world("#.\n..").board, picture=MapPicture(b"\x89PNG", 70.0))
    below, above = terrain_items(board, VIEW)
    (picture,) = [item for item in below if isinstance(item, Picture)]
    assert (picture.width, picture.height) == (80, 80)
    assert below.index(picture) == 1
    (solid,) = [item for item in above if isinstance(item, Polygon)]
    assert len(solid.fill) == 9


def test_light_is_told_by_shade_and_by_hatch() -> None:
    dim, dark = Terrain("dim", light="dim"), Terrain("dark", light="dark")
    lit = with_terrain(with_terrain(PLAIN, Square(0, 0), dim), Square(2, 2), dark)
    shades = [item for item in light_items(lit, VIEW) if isinstance(item, Polygon)]
    assert len({item.fill for item in shades}) == len({item.hatch.kind for item in shades if item.hatch}) == 2
    assert light_items(PLAIN, VIEW) == []


@pytest.mark.parametrize("system", ["pf1", "pf2e", "dnd4e"])
def test_a_lamp_lights_the_squares_that_the_system_says(system: str) -> None:
    unit = 1 if system == "dnd4e" else 5
    lamp = {"at": "F5", "bright": 2 * unit, "dim": 4 * unit}
    position = world(["." * 11] * 9, [system], lights=[lamp], light="dark")
    levels = light_levels(position, system)
    for square in (Square(5, 4), Square(6, 6), Square(9, 4), Square(0, 0)):
        assert LIGHTS[int(levels[square.y, square.x])] == book(system).light_at(position, square)
    assert not levels.flags.writeable
    assert light_levels(position, system) is levels
    assert [item.fill for item in light_items(position, VIEW) if isinstance(item, Circle)][-1] == DARK.chosen


# Walls.


def built(kind: str, state: str = "closed", **more):
    table = {"line": [[0, 1], [2, 1]], "kind": kind, **more}
    if kind == "door":
        table["state"] = state
    return wall_items(world("...\n...", walls=[table]).board, VIEW)


def test_every_kind_of_wall_looks_different() -> None:
    looks = {kind: tuple(built(kind)) for kind in WALL_KINDS}
    looks |= {state: tuple(built("door", state)) for state in ("open", "locked")}
    looks["glazed"] = tuple(built("window", glazed=True))
    assert len(set(looks.values())) == len(WALL_KINDS) + 3


@pytest.mark.parametrize("kind", WALL_KINDS)
def test_walls_stand_where_they_are(kind: str) -> None:
    left, top, right, bottom = bounds(built(kind))
    assert -5 <= left <= 3
    assert 77 <= right <= 85
    assert 30 <= top < bottom <= 50


def test_an_open_door_swings_out_of_its_wall() -> None:
    _, top, _, bottom = bounds(built("door", "open"))
    assert bottom - top > 40


def test_pieces_of_one_wall_are_one_stroke() -> None:
    chain = world("...\n...", walls=[{"line": [[0, 0], [1, 1], [2, 1], [2, 2]]}, {"line": [[2, 2], [3, 2]]}])
    strokes = [item for item in wall_items(chain.board, VIEW) if isinstance(item, Polyline)]
    assert [len(stroke.points) for stroke in strokes] == [4, 2, 4, 2]


def test_a_one_way_wall_points_along_the_free_way() -> None:
    plain = world("...\n...", walls=[{"line": [[0, 1], [2, 1]]}]).board
    for side, downwards in (("right", True), ("left", False)):
        (wall,) = plain.walls
        board = replace(plain, walls=(replace(wall, one_way=side),))
        (arrow,) = [item for item in wall_items(board, VIEW) if type(item).__name__ == "Arrow"]
        # Blocked from the right of a wall drawn eastwards (from below), so the free way leads down.
        assert (arrow.points[1][1] > arrow.points[0][1]) is downwards


# Tokens.


def test_tokens_fill_their_space() -> None:
    one = ogre_world()
    places = {creature.id: token_place(one, creature) for creature in one.creatures}
    assert places["O"] == (7.0, 6.0, 2)
    assert places["R"] == (5.5, 4.5, 1)


def crowd(count: int, size: str = "tiny") -> World:
    return world("...\n...", creatures={f"r{n}": {"at": "B1", "size": size} for n in range(count)})


@pytest.mark.parametrize("count", [2, 4, 5, 9])
def test_a_crowd_in_one_square_does_not_overlap(count: int) -> None:
    position = crowd(count)
    places = [token_place(position, creature) for creature in position.creatures]
    for n, (x, y, size) in enumerate(places):
        assert 1 <= x - size / 2 < x + size / 2 <= 2
        assert 0 <= y - size / 2 < y + size / 2 <= 1
        assert all(max(abs(x - other[0]), abs(y - other[1])) >= size - 1e-9 for other in places[n + 1 :])


def test_a_tiny_creature_alone_is_drawn_small_in_the_middle() -> None:
    position = crowd(1)
    assert token_place(position, position.creatures[0]) == (1.5, 0.5, 0.62)


def test_letters_tell_all_tokens_apart() -> None:
    names = ["Goblin Archer 1", "Goblin Archer 21", "Goblin", "Goblin", "Гоблин-лучник", "42", "???"]
    creatures = {f"creature{n}": {"name": name, "at": [n, 0]} for n, name in enumerate(names)}
    letters = token_letters(world("." * 9, creatures={**creatures, "A": {"at": [8, 0]}}))
    assert letters["A"] == "A"
    assert [letters[f"creature{n}"] for n in range(5)] == ["G1", "G21", "G", "G2", "ГЛ"]
    assert len(set(letters.values())) == 8


def test_sides_are_told_apart_by_more_than_colour() -> None:
    position = world("ABCDE", creatures={letter: {"side": letter} for letter in "ABCDE"})
    shapes = []
    for group in token_items(position, VIEW):
        assert isinstance(group, Group)
        assert group.sprite
        shapes.append(tuple((item.radius, bool(item.dash)) for item in group.items if isinstance(item, Circle)))
    assert len(set(shapes)) == 5


def test_height_and_conditions_show_on_the_token() -> None:
    def looks(**table):
        (group,) = token_items(world("A", creatures={"A": table}), View(56.0))
        return group.items

    plain = looks()
    assert [item.text for item in looks(z=10) if isinstance(item, Label)] == ["A", "10"]
    assert looks(z=10) != looks(z=-10)
    assert len(looks(conditions=["prone"])) > len(plain)
    assert [item.text for item in looks(conditions=["dazed"]) if isinstance(item, Label)] == ["A", "D"]
    assert any(isinstance(item, Polyline) for item in looks(conditions=["unconscious"]))


def test_the_same_look_is_the_same_tuple() -> None:
    first, second = (token_items(ogre_world(), VIEW) for _ in "ab")
    assert all(a.items is b.items for a, b in zip(first, second, strict=True))


# Window and edge.


def names_of(position: World, view: View) -> list[str]:
    return [item.text for item in edge_items(position.board, view) if isinstance(item, Label)]


def test_coordinates_name_the_columns_and_rows_that_show() -> None:
    position = ogre_world()
    assert names_of(position, View(40.0, window=Space(2, 3, 3, 2))) == ["C", "D", "E", "4", "5"]
    assert names_of(position, View(40.0, coordinates=False)) == []


@pytest.mark.parametrize("cell", [12.0, 20.0, 56.0])
def test_coordinates_never_touch_each_other(cell: float) -> None:
    board = world(["." * 60] * 120).board
    boxes = [bounds((item,)) for item in edge_items(board, View(cell)) if isinstance(item, Label)]
    assert len(boxes) > 10
    for n, (x0, y0, x1, y1) in enumerate(boxes):
        assert not any(x0 < b[2] and b[0] < x1 and y0 < b[3] and b[1] < y1 for b in boxes[n + 1 :])


def test_coordinates_have_their_room() -> None:
    position = world(["." * 30] * 120)
    for cell in (12.0, 30.0, 56.0):
        view = View(cell)
        left, top, _, _ = bounds(edge_items(position.board, view))
        room_left, room_top = edge_room(position.board, view)
        assert -room_left <= left < 0
        assert -room_top <= top < 0


def test_the_frame_is_dashed_where_the_board_goes_on() -> None:
    position = ogre_world()
    view = View(40.0, window=Space(0, 0, 5, 5), coordinates=False)
    dashed = [bool(item.dash) for item in edge_items(position.board, view) if isinstance(item, Polyline)]
    assert dashed == [False, True, True, False]


def test_a_window_draws_nothing_beyond_itself() -> None:
    position = ogre_world()
    view = View(40.0, window=Space(4, 3, 6, 5), coordinates=False)
    left, top, right, bottom = bounds(board_items(position, view))
    assert left >= 4 * 40 - 4
    assert top >= 3 * 40 - 4
    assert right <= 10 * 40 + 4
    assert bottom <= 8 * 40 + 4
    assert View(40.0, window=Space(-3, -3, 99, 99)).shown(position.board) == (0, 0, 15, 12)


def test_layers_are_tuples_that_can_be_kept() -> None:
    layers = board_layers(ogre_world(), VIEW)
    assert all(isinstance(getattr(layers, name), tuple) for name in ("ground", "light", "walls", "tokens", "edge"))
    assert hash(layers.ground) == hash(board_layers(ogre_world(), VIEW).ground)


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (3, 3), (40, 30), (100, 100)])
@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_a_board_picture_holds_all_it_draws(columns: int, rows: int, theme) -> None:
    drawing = board_picture(world(["." * columns] * rows), theme)
    left, top, right, bottom = bounds(drawing.items)
    assert left >= 0
    assert top >= 0
    assert right <= drawing.width
    assert bottom <= drawing.height
    assert max(drawing.width, drawing.height) < 1500


def test_cells_fit_and_stay_readable() -> None:
    assert fitting_cell(Space(0, 0, 10, 10), 300, 200) == 20
    assert fitting_cell(Space(0, 0, 500, 500), 300, 200) == 12
    width, height = board_size(world(["." * 10] * 5).board, View(20.0, coordinates=False))
    assert (width, height) == (204, 104)


def test_patterns_meet_at_the_borders_of_squares() -> None:
    for cell in (12.0, 30.0, 56.0):
        items = [item for item, *_ in flat(ground_items(world("#,;:%@").board, View(cell)))]
        gaps = [item.hatch.gap for item in items if isinstance(item, Polygon) and item.hatch]
        assert gaps
        hatches = [item.hatch for item in items if isinstance(item, Polygon) and isinstance(item.hatch, Hatch)]
        for hatch in hatches:
            if hatch.kind in ("rise", "fall", "dots", "tufts"):
                assert cell / hatch.gap == pytest.approx(round(cell / hatch.gap))


def test_plain_floor_needs_no_marks() -> None:
    assert FLOOR.id == "floor"
    assert terrain_items(PLAIN.board, VIEW).above == []


def test_who_lies_beneath_somebody_standing_is_drawn_small_beside_it() -> None:
    creatures = {"A": {}, "B": {"at": "B1", "conditions": ["dead"]}}
    position = world(".A.", creatures=creatures)
    standing, lying = (token_place(position, position.creature(one)) for one in "AB")
    assert standing[2] > 0.7 > 0.5 > lying[2]
    assert standing[0] < lying[0]
    assert standing[1] < lying[1]
    drawn = [(item.x, item.y) for item in token_items(position, View(cell=40.0)) if isinstance(item, Group)]
    assert drawn[-1] == (lying[0] * 40, lying[1] * 40), "the small one lies on top"
