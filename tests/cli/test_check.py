"""`tactics check`: everything that is wrong with files, and every expectation that does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import SCENARIO, Tactics

FLAT = """
schema = 1
rulesets = ["pf1", "dnd4e"]
map.rows = '''
A....
....B
'''
[creatures.A]
[creatures.B]
"""
RIGHT = '[[expect]]\nask = "distance"\nfrom = "A"\nto = "B"\nis = { pf1 = 20, dnd4e = 4 }\n'
WRONG = '[[expect]]\nask = "distance"\nfrom = "A"\nto = "B"\nis = { pf1 = 25, dnd4e = 4 }\nwhy = "counted twice"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files that hold and a file that is none of ours."""
    inner = tmp_path / "all" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / "all" / "flat.toml").write_text(FLAT + RIGHT)
    (inner / "corner.toml").write_text(SCENARIO)
    (inner / "notes.txt").write_text("not ours")
    return tmp_path / "all"


def test_a_folder_is_searched_through(tactics: Tactics, folder: Path) -> None:
    done = tactics("check", folder)
    assert (done.code, done.err) == (0, "")
    assert done.out == "2 files, 1 expectations: 1 passed, 0 failed, 0 problems\n"


def test_what_does_not_hold_is_shown_with_place_and_reason(tactics: Tactics, folder: Path) -> None:
    (folder / "flat.toml").write_text(FLAT + RIGHT + WRONG)
    done = tactics("check", folder)
    assert done.code == 1
    assert done.out.splitlines() == [
        f"{folder / 'flat.toml'}:15: expect[1]: distance --from A --to B",
        "    pf1: expected 25, got 20",
        "    why: counted twice",
        "2 files, 2 expectations: 1 passed, 1 failed, 0 problems",
    ]


def test_the_json_has_the_agreed_shape(tactics: Tactics, folder: Path) -> None:
    path = folder / "flat.toml"
    path.write_text(FLAT + RIGHT + WRONG)
    (folder / "bad.toml").write_text(SCENARIO.replace('side = "heroes"', 'size = "vast"'))
    done = tactics("check", "--json", folder)
    assert done.code == 1
    assert {key: done.json[key] for key in ("files", "expectations", "passed")} == {
        "files": 3,
        "expectations": 2,
        "passed": 1,
    }
    assert done.json["failed"] == [
        {
            "file": str(path),
            "line": 15,
            "index": 1,
            "ask": "distance",
            "asked": "distance --from A --to B",
            "expected": {"pf1": "25"},
            "got": {"pf1": "20"},
            "why": "counted twice",
        }
    ]
    (problem,) = done.json["problems"]
    assert (problem["file"], problem["key"], problem["line"]) == (str(folder / "bad.toml"), "creatures.A.size", 16)


def test_problems_of_several_files_are_all_reported(tactics: Tactics, folder: Path) -> None:
    (folder / "one.toml").write_text("schema = 2\n")
    (folder / "two.toml").write_text("this is not TOML")
    (folder / "three.dd2vtt").write_text("{}")
    done = tactics("check", folder)
    assert done.code == 1
    assert all(f"{name}" in done.out for name in ("one.toml", "two.toml", "three.dd2vtt"))


def test_an_unknown_switch_in_a_file_is_a_problem(tactics: Tactics, folder: Path) -> None:
    (folder / "flat.toml").write_text(FLAT + "[rules.pf1]\nno_such_switch = true\n" + RIGHT)
    done = tactics("check", folder)
    assert done.code == 1
    assert "rules.pf1.no_such_switch: unknown switch" in done.out


def test_an_unknown_rule_in_an_expectation_is_a_problem(tactics: Tactics, folder: Path) -> None:
    (folder / "flat.toml").write_text(FLAT + RIGHT + 'rule = "pf1.no.such"\n')
    done = tactics("check", folder)
    assert done.code == 1
    assert "flat.toml:10: expect[0].rule: no rule 'pf1.no.such'" in done.out


def test_stat_blocks_are_checked_as_such(tactics: Tactics, tmp_path: Path) -> None:
    blocks = tmp_path / "assets" / "creatures" / "pf1"
    blocks.mkdir(parents=True)
    (blocks / "ogre.toml").write_text('name = "Ogre"\nsize = "large"\nreach = 10\n')
    assert tactics("check", tmp_path).code == 0
    (blocks / "giant.toml").write_text('name = "Giant"\nsize = "enormous"\n')
    done = tactics("check", tmp_path)
    assert done.code == 1
    assert "giant.toml:2: size" in done.out


def test_a_file_named_twice_is_checked_once(tactics: Tactics, folder: Path) -> None:
    assert tactics("check", folder, folder / "flat.toml").out.startswith("2 files")


@pytest.mark.parametrize("words", [(), ("no/such/folder",)])
def test_nothing_to_check_is_wrong_usage(tactics: Tactics, words: tuple[str, ...]) -> None:
    done = tactics("check", *words)
    assert (done.code, done.out) == (2, "")
    assert done.err != ""


def test_the_schema_is_printed_for_editors(tactics: Tactics) -> None:
    schema = tactics("check", "--schema").json
    assert {"map", "creatures", "expect", "rulesets"} <= set(schema["properties"])


FIGHT = """
schema = 1
rulesets = ["pf1"]
map.rows = "A.B"
[creatures.A]
from = "orc"
side = "one"
[creatures.B]
from = "orc"
side = "other"
[[script]]
why = "to see"
order = ["A", "B"]
steps = [
    { do = "end_turn", expect.turn = "B" },
    { do = "end_turn", expect.turn = "B" },
]
"""


def test_steps_of_scripts_are_expectations(tactics: Tactics, tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(FIGHT)
    done = tactics("check", path)
    assert done.code == 1
    assert done.out.splitlines() == [
        f"{path}:16: script[0].steps[1]: end_turn",
        "    turn: expected B, got A",
        "    why: to see",
        "1 files, 2 expectations: 1 passed, 1 failed, 0 problems",
    ]
    (failed,) = tactics("check", path, "--json").json["failed"]
    place = {"file": str(path), "line": 16, "script": 0, "step": 1}
    assert failed == {**place, "asked": "end_turn", "wrong": ["turn: expected B, got A"], "why": "to see"}


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (None, "there is no file 'second.toml' beside it"),
        (SCENARIO.replace('side = "heroes"', 'size = "vast"'), "'second.toml' cannot be played: {folder}/second.toml:"),
        ("schema = 1\n[", "'second.toml' cannot be played: {folder}/second.toml:"),
    ],
)
def test_a_chain_that_breaks_off_is_told_where_it_is_named(
    tactics: Tactics, tmp_path: Path, second: str | None, words: str
) -> None:
    first = tmp_path / "first.toml"
    first.write_text(SCENARIO.replace("\nrulesets", '\nnext = "second.toml"\nrulesets', 1))
    if second is not None:
        (tmp_path / "second.toml").write_text(second)
    done = tactics("check", first)
    line = first.read_text().splitlines().index('next = "second.toml"') + 1
    assert done.code == 1
    assert f"{first}:{line}: next: {words.format(folder=tmp_path)}" in done.out


def test_a_whole_chain_is_sound(tactics: Tactics, tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text(SCENARIO.replace("\nrulesets", '\nnext = "second.toml"\nrulesets', 1))
    (tmp_path / "second.toml").write_text(SCENARIO)
    assert tactics("check", tmp_path).code == 0
