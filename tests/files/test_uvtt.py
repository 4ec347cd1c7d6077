"""Universal VTT maps: moved by the origin, cut at the edges, nothing guessed in silence."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tactics.core.lattice import Point
from tactics.core.problems import ProblemError
from tactics.files.document import Document, ThinWall
from tactics.files.load import load
from tactics.files.pictures import picture_size
from tactics.files.toml_out import dump
from tactics.files.uvtt import read_uvtt

SHARED = Path(__file__).parents[3] / "shared"


def line(*points: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in points]


def portal(*ends: tuple[float, float], closed: bool = True) -> dict[str, Any]:
    return {"position": {"x": 0, "y": 0}, "bounds": line(*ends), "rotation": 0, "closed": closed}


def read(size: tuple[float, float] = (10, 8), origin: tuple[int, int] = (0, 0), **keys: Any) -> Document:
    options = {"open_portals": keys.pop("open_portals")} if "open_portals" in keys else {}
    resolution = {
        "map_origin": {"x": origin[0], "y": origin[1]},
        "map_size": {"x": size[0], "y": size[1]},
        "pixels_per_grid": 70,
    }
    return read_uvtt(json.dumps({"format": 0.3, "resolution": resolution, **keys}), "cave_map.dd2vtt", **options)


def walls(document: Document) -> list[tuple[Point, ...]]:
    return [wall.line for wall in document.map.walls]


def squares(*points: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(round(x * 1000), round(y * 1000)) for x, y in points)


def problems(**keys: Any) -> list[str]:
    with pytest.raises(ProblemError) as caught:
        read(**keys)
    return [str(one) for one in caught.value.problems]


def test_squares_are_plain_floor_and_the_title_is_the_name_of_the_file() -> None:
    document = read((4, 2))
    assert document.map.rows == ("....", "....")
    assert document.title.en == "cave map"
    assert document.notes == ()


def test_everything_is_moved_by_the_origin() -> None:
    document = read(
        origin=(2, 3),
        line_of_sight=[line((2, 3), (5, 3))],
        portals=[portal((5, 3), (6, 3))],
        lights=[{"position": {"x": 4.5, "y": 5.5}, "range": 6, "color": "ffeccd8b"}],
    )
    assert walls(document) == [squares((0, 0), (3, 0)), squares((3, 0), (4, 0))]
    assert [(lamp.at, lamp.bright_sq, lamp.dim_sq) for lamp in document.map.lights] == [(Point(2500, 2500), 3, 6)]


def test_walls_off_the_grid_stay_exact() -> None:
    document = read(origin=(2, 1), line_of_sight=[line((7.123456, 2), (7.98, 8.619141))])
    assert walls(document) == [squares((5.123, 1), (5.98, 7.619))]


def test_lines_are_cut_at_the_edges_of_the_map() -> None:
    document = read(
        line_of_sight=[
            line((-2, 4), (12, 4)),
            line((1, 1), (1, -3), (3, -3), (3, 2)),
            line((-5, -5), (-1, 9)),
            line((0, 0), (10, 0), (10, 8)),
            line((-4, 0), (4, -8)),
            line((8, 7), (12, 11)),
        ],
        portals=[portal((40, 1), (41, 1)), portal((9.5, 2), (10.5, 2))],
        lights=[{"position": {"x": 30, "y": 3}, "range": 4}],
    )
    assert walls(document) == [
        squares((0, 4), (10, 4)),
        squares((1, 1), (1, 0)),
        squares((3, 0), (3, 2)),
        squares((0, 0), (10, 0), (10, 8)),
        squares((8, 7), (9, 8)),
        squares((9.5, 2), (10, 2)),
    ]
    assert document.notes == ("5 pieces of wall, portals and lights lie off the map and were left out",)


def test_pieces_without_length_are_dropped() -> None:
    document = read(line_of_sight=[line((1, 1), (1, 1), (2, 1)), line((3, 3), (3, 3)), line((4, 4)), []])
    assert walls(document) == [squares((1, 1), (2, 1))]


@pytest.mark.parametrize(
    ("closed", "width", "option", "expected"),
    [
        (True, 1.0, "auto", ("door", "closed")),
        (True, 0.76, "window", ("door", "closed")),
        (False, 0.76, "auto", ("window", "")),
        (False, 1.0, "auto", ("door", "open")),
        (False, 0.76, "door", ("door", "open")),
        (False, 1.0, "window", ("window", "")),
    ],
)
def test_portals(closed: bool, width: float, option: str, expected: tuple[str, str]) -> None:
    document = read(portals=[portal((1, 1), (1 + width, 1), closed=closed)], open_portals=option)
    assert [(wall.kind, wall.state) for wall in document.map.walls] == [expected]
    assert bool(document.notes) is not closed


def test_a_portal_without_bounds_is_a_square_wide_about_its_position() -> None:
    document = read(portals=[{"position": {"x": 3, "y": 2.5}, "rotation": 1.5707963}])
    assert walls(document) == [squares((3, 2), (3, 3))]


def test_outlines_of_objects_stop_movement_and_give_cover() -> None:
    document = read(objects_line_of_sight=[line((1, 1), (2, 1), (2, 2), (1, 1))])
    assert document.map.walls == (
        ThinWall(squares((1, 1), (2, 1), (2, 2), (1, 1)), blocks=("movement",), cover="object", name="object"),
    )
    assert len(document.notes) == 1


LAMP = {"position": {"x": 1, "y": 1}, "range": 4, "color": "ff4dd569"}


@pytest.mark.parametrize(
    ("environment", "lights", "light"),
    [
        (None, [], "bright"),
        ({"ambient_light": "ff000000"}, [], "bright"),
        ({"ambient_light": "ff000000"}, [LAMP], "dark"),
        ({"ambient_light": "ff646464"}, [LAMP], "dim"),
        ({"ambient_light": "ffffffff"}, [LAMP], "bright"),
        ({"ambient_light": "00ffffff"}, [LAMP], "dark"),
        ({"ambient_light": "ff000000", "baked_lighting": True}, [LAMP], "bright"),
    ],
)
def test_light_of_the_map(environment: dict[str, Any] | None, lights: list[Any], light: str) -> None:
    assert read(environment=environment, lights=lights).map.light == light


def test_a_colour_that_is_none_is_noted() -> None:
    document = read(environment={"ambient_light": "white"}, lights=[{**LAMP, "color": "12345"}])
    assert document.map.light == "bright"
    assert [note.split(" is ")[0] for note in document.notes] == [
        "lights[0].color: '12345'",
        "environment.ambient_light: 'white'",
    ]


@pytest.mark.parametrize("version", [0.2, 0.3, 1.0, 1, "0.3", "1.0", None, "next"])
def test_the_number_of_the_format_never_matters(version: Any) -> None:
    text = json.dumps({"format": version, "resolution": {"map_size": {"x": 3, "y": 2}}})
    assert read_uvtt(text, "x.uvtt").map.width == 3


def test_broken_squares_at_the_edge_are_whole_squares() -> None:
    document = read((9.25, 7.5))
    assert (document.map.width, document.map.height) == (10, 8)
    assert document.notes == ("the map does not end at a grid line; its last squares are kept whole",)


def encoded(size: tuple[int, int], form: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    Image.new("RGBA" if options.pop("alpha", False) else "RGB", size, (120, 90, 60)).save(stream, form, **options)
    return stream.getvalue()


PICTURES = {
    "png": encoded((694, 555), "PNG"),
    "webp": encoded((694, 555), "WEBP"),
    "webp lossless": encoded((694, 555), "WEBP", lossless=True),
    "webp extended": encoded((694, 555), "WEBP", alpha=True, exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0"),
}


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("before", ["", "data:image/png;base64,"])
def test_pictures_measure_their_squares_in_fractions(name: str, before: str) -> None:
    data = PICTURES[name]
    assert picture_size(data) == (694, 555)
    document = read(image=before + base64.b64encode(data).decode())
    assert document.map.picture is not None
    assert document.map.picture.data == data
    assert document.map.picture.pixels_per_square == pytest.approx(69.4)
    assert document.notes == ("the picture has 69.4 pixels to a square, not 70 as the file says",)


@pytest.mark.parametrize("image", ["maps/cave.png", base64.b64encode(b"GIF89a").decode(), "iVBORw0KGgo", 3, ["x"]])
def test_a_picture_that_cannot_be_shown_is_left_out(image: Any) -> None:
    document = read(image=image)
    assert document.map.picture is None
    assert len(document.notes) == 1


@pytest.mark.parametrize("length", range(0, 40, 3))
def test_a_picture_cut_off_in_its_header_has_no_size(length: int) -> None:
    for data in PICTURES.values():
        assert picture_size(data[:length]) in (None, (694, 555))


def test_an_empty_template_is_one_square() -> None:
    document = read((0, 0))
    assert document.map.rows == (".",)
    assert document.notes == ("the file gives no size; 1 x 1 squares were taken",)


def test_a_missing_size_is_that_of_the_picture_or_the_walls() -> None:
    picture = base64.b64encode(encoded((210, 140), "PNG")).decode()
    assert read((0, 0), image=picture).map.rows == ("...", "...")
    assert read((0, 0), origin=(1, 1), line_of_sight=[line((1, 1), (3.5, 2))]).map.rows == ("...",)


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"size": (-1, 5)}, "resolution.map_size: -1 x 5 squares; a map may have 500 x 500"),
        ({"size": (501, 5)}, "resolution.map_size: 501 x 5 squares; a map may have 500 x 500"),
        ({"size": (float("nan"), 5)}, "resolution.map_size.x: nan is far off any map"),
        ({"size": ("9", 5)}, "resolution.map_size.x: needs a number, not '9'"),
        ({"size": (None, 5)}, "resolution.map_size.x: is missing"),
        ({"line_of_sight": {}}, "line_of_sight: needs a list, not a table"),
        ({"line_of_sight": [3]}, "line_of_sight[0]: needs a list of points, not 3"),
        ({"line_of_sight": [[3]]}, "line_of_sight[0][0]: needs a table, not 3"),
        ({"line_of_sight": [line((0, 0), (1e308, 0))]}, "line_of_sight[0][1].x: 1e+308 is far off any map"),
        ({"line_of_sight": [line((0, 0), (float("inf"), 0))]}, "line_of_sight[0][1].x: inf is far off any map"),
        ({"line_of_sight": [[{"x": 1}]]}, "line_of_sight[0][0].y: is missing"),
        ({"portals": [portal((1, 1))]}, "portals[0].bounds: needs two points"),
        ({"portals": [{}]}, "portals[0].position: is missing"),
        ({"portals": [{"bounds": line((1, 1), (2, 1)), "closed": "no"}]}, "portals[0].closed: needs true or false"),
        ({"lights": [{"range": 3}]}, "lights[0].position: is missing"),
        ({"environment": []}, "environment: needs a table, not []"),
        ({"line_of_sight": [line(*((n % 2, 0) for n in range(20_002)))]}, "a map may have 20000 straight pieces"),
    ],
)
def test_faults_name_their_place(keys: dict[str, Any], problem: str) -> None:
    (found,) = problems(**keys)
    assert found.startswith("cave_map.dd2vtt: ")
    assert problem in found


def test_all_faults_of_a_map_are_reported_at_once() -> None:
    assert len(problems(size=("9", "8"), line_of_sight=[3], lights=[{}], portals=[{}])) >= 4


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"format_version": "2.0", "walls": []}, "version 2 of Universal VTT"),
        ({"format_version": 2, "resolution": {}}, "version 2 of Universal VTT"),
        ({"header": {}, "world": {}}, "Dungeondraft source file; export it"),
        ({"tiledversion": "1.10"}, "is a Tiled map"),
        ({"walls": [], "grid": 100}, "is a Foundry scene"),
        ({"cells": []}, "is a donjon dungeon"),
        ({"rects": []}, "is a watabou dungeon"),
        ({}, "is not a Universal VTT map: no resolution"),
        ({"resolution": 3}, "resolution: needs a table, not 3"),
        ({"resolution": {}}, "resolution.map_size: is missing"),
    ],
)
def test_other_formats_are_recognised(content: Any, words: str) -> None:
    with pytest.raises(ProblemError, match=words):
        read_uvtt(json.dumps(content), "x.json")


@pytest.mark.parametrize("name", ["x.dd2vtt", "x.UVTT", "x.df2vtt", "x.json", "x.map", "x"])
def test_maps_are_known_by_their_ending_or_their_beginning(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(json.dumps({"resolution": {"map_size": {"x": 3, "y": 2}}}))
    assert load(path).map.rows == ("...", "...")


def test_a_scenario_on_an_imported_map(tmp_path: Path) -> None:
    keys = {"portals": [portal((1, 1), (2, 1), closed=False)]}
    (tmp_path / "cave.dd2vtt").write_text(json.dumps({"resolution": {"map_size": {"x": 3, "y": 2}}, **keys}))
    path = tmp_path / "one.toml"
    head = "schema = 1\nrulesets = ['pf1']\n[map]\nfile = 'cave.dd2vtt'\n"
    for option, kind in (("", "door"), ("open_portals = 'window'\n", "window")):
        path.write_text(head + option + "[creatures.A]\nat = 'B1'\n")
        assert [wall.kind for wall in load(path).map.walls] == [kind]
        assert "open_portals decides" in load(path).notes[0]


def test_importing_twice_changes_nothing(tmp_path: Path) -> None:
    keys = {
        "line_of_sight": [line((0.12345, 0), (4.4, 9), (7, 7.77777))],
        "objects_line_of_sight": [line((1, 1), (2, 1), (2, 2))],
        "portals": [portal((1, 1), (1.7, 1), closed=False), portal((3, 1), (4, 1))],
        "lights": [LAMP],
        "environment": {"ambient_light": "ff202020"},
        "image": base64.b64encode(PICTURES["webp"]).decode(),
    }
    document = read(**keys)
    assert document.map.picture is not None
    assert document.map.picture.suffix == ".webp"
    (tmp_path / "cave.webp").write_bytes(document.map.picture.data)
    (tmp_path / "cave.toml").write_text(dump(document, picture_file="cave.webp"), "utf-8")
    assert load(tmp_path / "cave.toml") == document


@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared files")
def test_shared_maps_are_read_and_written(tmp_path: Path) -> None:
    paths = [*sorted(SHARED.glob("data/uvtt/*vtt")), SHARED / "data/uvtt/jwv_uvtt_template.json"]
    assert len(paths) > 5
    for path in paths:
        document = load(path)
        (tmp_path / "map.toml").write_text(dump(document), "utf-8")
        assert load(tmp_path / "map.toml") == document
    assert load(SHARED / "data/uvtt/imagix_sampleMap.dd2vtt").map.walls[0].line == squares((5, 1), (5, 1.5))
