"""Every kind of fault is one clear problem with its place; several are reported together."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

import pytest

from tactics.core.problems import ProblemError
from tactics.files import load as load_module
from tactics.files.load import load
from tactics.files.terms import MAX_EXPECTATIONS, MAX_PIECES, MAX_SIDE_SQ

HEAD = 'schema = 1\nrulesets = ["pf1"]\n'
MAP = "[map]\nrows = '''\nA.#\n...\n...\n'''\n"
HERO = "[creatures.A]\n"
GOOD = HEAD + MAP + HERO


def problems(tmp_path: Path, content: str | bytes, name: str = "case.toml") -> list[str]:
    """The problems of a file, without its folder."""
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ProblemError) as caught:
        load(path)
    return [str(one).replace(f"{tmp_path}/", "") for one in caught.value.problems]


def test_the_good_file_of_these_tests_is_good(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text(GOOD)
    assert load(path).creatures[0].space == (0, 0, 1, 1)


def creature(keys: str, rows: str = "A.#\n...\n...", more: str = "") -> str:
    return f"{HEAD}[map]\nrows = '''\n{rows}\n'''\n[creatures.A]\n{keys}\n{more}"


def expectation(keys: str) -> str:
    return f"{GOOD}[[expect]]\n{keys}\n"


def wall(keys: str) -> str:
    return f"{HEAD}{MAP}[[map.walls]]\n{keys}\n{HERO}"


def script(steps: str, keys: str = "") -> str:
    return f"{GOOD}[[script]]\n{keys}\nsteps = [\n{steps}\n]\n"


FAULTS: dict[str, tuple[str, str]] = {
    # the file as a whole
    "no schema": (GOOD.replace("schema = 1\n", ""), "case.toml: schema: is missing"),
    "newer schema": (GOOD.replace("= 1", "= 2"), "case.toml:1: schema: is 2; this version reads files with schema = 1"),
    "no map": (HEAD, "case.toml: map: is missing"),
    "map is a number": (HEAD + "map = 3\n", "case.toml:3: map: needs a table"),
    "no rulesets": ("schema = 1\n" + MAP + HERO, "case.toml: rulesets: is missing; creatures and expectations need"),
    "unknown ruleset": (
        GOOD.replace('"pf1"', '"pf1", "pf3"'),
        "case.toml:2: rulesets[1]: 'pf3' is not one of pf1, pf2e, dnd4e, dfrpg",
    ),
    "ruleset twice": (GOOD.replace('"pf1"', '"pf1", "pf1"'), "case.toml:2: rulesets: a rule system is named twice"),
    "rulesets a text": (GOOD.replace('["pf1"]', '"pf1"'), "case.toml:2: rulesets: needs a list, not 'pf1'"),
    "unknown key": ("tilte = 'x'\n" + GOOD, "case.toml:1: tilte: unknown key; did you mean title?"),
    "text for a number": ("seed = '7'\n" + GOOD, "case.toml:1: seed: needs a whole number, not '7'"),
    "syntax": (HEAD + "[map\n", "case.toml:3: is not valid TOML: expected ']' at the end of a table declaration"),
    "unfinished text": (HEAD + 'title = """x\n', "case.toml:4: is not valid TOML: unterminated string"),
    "key twice": (HEAD + "schema = 1\n", "case.toml:3: is not valid TOML: cannot overwrite a value"),
    "empty": ("", "case.toml: is empty"),
    "nested lists": ("a = " + "[" * 20_000 + "\n", "case.toml: tables and lists are nested too deeply"),
    "nested tables": ("a = " + "{a=" * 20_000 + "\n", "case.toml: tables and lists are nested too deeply"),
    "long number": (f"seed = {'9' * 5000}\n", "case.toml: is not valid TOML: exceeds the limit (4300 digits)"),
    "huge number": (f"seed = {'9' * 300}\n" + GOOD, "case.toml:1: seed: a huge number: input should be less than"),
    # the map
    "ragged rows": (
        HEAD + "[map]\nrows = '''\n...\n..\n'''\n",
        "case.toml:6: map.rows: row 2 has 2 squares, the first",
    ),
    "empty rows": (HEAD + "[map]\nrows = ''\n", "case.toml:4: map.rows: the map is empty"),
    "rows and file": (HEAD + "[map]\nrows='.'\nfile='x'\n", "case.toml:3: map: needs either rows or file"),
    "neither": (HEAD + "[map]\n", "case.toml:3: map: needs either rows or file"),
    "unknown glyph": (HEAD + "[map]\nrows='.?.?'\n", "case.toml:4: map.rows: unknown glyph '?' at B1 and 1 more"),
    "letter of nobody": (
        HEAD + "[map]\nrows='.B'\n",
        "case.toml:4: map.rows: unknown glyph 'B' at B1; a creature needs a table [creatures.B]",
    ),
    "tab": (HEAD + '[map]\nrows=".\\t"\n', "case.toml:4: map.rows: unknown glyph '\\t' at B1"),
    "too wide": (
        HEAD + f"[map]\nrows='{'.' * (MAX_SIDE_SQ + 1)}'\n",
        "case.toml:4: map.rows: 501 x 1 squares; a map may have 500 x 500",
    ),
    "unknown terrain": (
        HEAD + "[map]\nrows='.'\n[map.legend]\nt={terrain='tre'}\n",
        "case.toml:6: map.legend.t.terrain: unknown terrain 'tre' without properties; did you mean tree?",
    ),
    "long glyph": (HEAD + "[map]\nrows='.'\n[map.legend]\ntt={terrain='tree'}\n", "'tt' is not a single character"),
    "legend letter of a creature": (
        HEAD + "[map]\nrows='A'\n[map.legend]\nA={terrain='tree'}\n" + HERO,
        "case.toml:6: map.legend.A: A is a creature as well",
    ),
    "legend damage": (
        HEAD + "[map]\nrows='.'\n[map.legend]\nt={terrain='embers', hazardous=true, damage='hot'}\n",
        "map.legend.t.damage",
    ),
    "legend surface": (
        HEAD + "[map]\nrows='.'\n[map.legend]\nt={terrain='ice', surface='slippery'}\n",
        "map.legend.t.surface: 'slippery' is not one of narrow, uneven, incline",
    ),
    "legend blocks": (
        HEAD + "[map]\nrows='.'\n[map.legend]\nt={terrain='tree', blocks=['light']}\n",
        "case.toml:6: map.legend.t.blocks[0]: 'light' is not one of movement, sight, effect; did you mean sight?",
    ),
    "lamp off the map": (HEAD + MAP + "lights=[{at='Z9', bright=5}]\n" + HERO, "map.lights[0].at: <25.5,8.5> is off"),
    "lamp of half squares": (HEAD + MAP + "lights=[{at='B2', bright=7}]\n" + HERO, "7 ft is not a whole number of"),
    "lamp shrinking": (HEAD + MAP + "lights=[{at='B2', bright=20, dim=10}]\n" + HERO, "dim light reaches at least"),
    "no map file": (HEAD + "[map]\nfile='gone.toml'\n", "case.toml:4: map.file: there is no file gone.toml"),
    "its own map": (HEAD + "[map]\nfile='case.toml'\n", "a map file cannot take its map from yet another file"),
    # thin walls
    "wall of one point": (wall("line=[[0,0]]"), "case.toml:10: map.walls[0].line: a wall needs at least two points"),
    "wall without length": (wall("line=[[1,1],[1,1.0001]]"), "map.walls[0].line: points 1 and 2 are both <1,1>"),
    "wall without line": (wall("kind='wall'"), "case.toml:9: map.walls[0].line: is missing"),
    "wall to nan": (wall("line=[[0,0],[nan,1]]"), "case.toml:10: map.walls[0].line[1]: nan is no place on a map"),
    "wall to infinity": (wall("line=[[0,0],[1,inf]]"), "case.toml:10: map.walls[0].line[1]: inf is no place on a map"),
    "wall far away": (
        wall("line=[[0,0],[1e308,1]]"),
        "case.toml:10: map.walls[0].line[1]: 1e+308 is no place on a map",
    ),
    "wall off the map": (
        wall("line=[[0,0],[4,0]]"),
        "case.toml:10: map.walls[0].line: <4,0> is off the map (3 x 3 squares)",
    ),
    "wall to a word": (wall("line=['<0,0>','B2']"), "map.walls[0].line[1]: 'B2' is not a point such as <3,2>"),
    "wall to truth": (wall("line=[[0,0],[true,1]]"), "map.walls[0].line[1]: true is not a number"),
    "wall to three numbers": (wall("line=[[0,0],[1,1,1]]"), "is not a point such as [3, 2]"),
    "wall kind": (wall("line=[[0,0],[1,0]]\nkind='windows'"), "did you mean window?"),
    "open wall": (wall("line=[[0,0],[1,0]]\nstate='open'"), "case.toml:11: map.walls[0].state: only a door is open"),
    "glazed door": (
        wall("line=[[0,0],[1,0]]\nkind='door'\nglazed=true"),
        "map.walls[0].glazed: only a window is glazed",
    ),
    "door state": (wall("line=[[0,0],[1,0]]\nkind='door'\nstate='ajar'"), "'ajar' is not one of open, closed, locked"),
    "wall key": (wall("line=[[0,0],[1,0]]\nkynd='door'"), "map.walls[0].kynd: unknown key; did you mean kind?"),
    "walls a table": (HEAD + MAP + "[map.walls]\nline=[[0,0],[1,0]]\n" + HERO, "map.walls: needs [[map.walls]] tables"),
    # creatures
    "bad size": (creature("size='larg'"), "case.toml:10: creatures.A.size: 'larg' is not one of fine, diminutive"),
    "creature key": (creature("rech=5"), "case.toml:10: creatures.A.rech: unknown key; did you mean reach?"),
    "creature a number": (HEAD + MAP + "[creatures]\nA = 3\n", "case.toml:10: creatures.A: needs a table, not 3"),
    "system key": (creature("[creatures.A.pf2e]\nrech=5"), "creatures.A.pf2e.rech: unknown key; did you mean reach?"),
    "unknown system": (creature("[creatures.A.pf3]\nreach=5"), "creatures.A.pf3: unknown key; did you mean pf1?"),
    "reach of half squares": (
        creature("reach=7"),
        "case.toml:10: creatures.A.reach: 7 ft is not a whole number of squares",
    ),
    "negative reach": (creature("reach=-5"), "creatures.A.reach: -5: input should be greater than or equal to 0"),
    "fly of half squares": (creature("speeds={fly=62}"), "creatures.A.speeds.fly: 62 ft is not a whole number"),
    "mode of movement": (creature("speeds={fli=60}"), "creatures.A.speeds.fli: 'fli' is not one of walk, fly, swim"),
    "weapon key": (
        creature("weapons=[{name='x', rage=10}]"),
        "creatures.A.weapons[0].rage: unknown key; did you mean range?",
    ),
    "weapon twice": (creature("weapons=[{name='x'},{name='x'}]"), "creatures.A.weapons: two weapons are called 'x'"),
    "no creature id": (HEAD + "[map]\nrows='.'\n[creatures.'A B']\nat='A1'\n", "creatures.A B: 'A B' is not an id"),
    "no id": (creature("conditions=['!']"), "creatures.A.conditions[0]: '!' is not an English id"),
    "height": (creature("z=1.5"), "creatures.A.z: needs a whole number, not 1.5"),
    "bad at": (creature("at='B0'", "..."), "case.toml:8: creatures.A.at: 'B0' is not a square such as C4"),
    "negative at": (creature("at=[-1,0]", "..."), "creatures.A.at: [-1, 0] is no square of a map"),
    "off the map": (creature("at='D1'", "..."), "case.toml:8: creatures.A.at: at D1 it does not lie on the map (3 x 1"),
    "partly off the map": (creature("at='B1'\nsize='large'", "..\n.."), "at B1 it does not lie on the map (2 x 2"),
    "inside a wall": (creature("at='B1'\nsize='large'", "..#\n..."), "creatures.A.at: it stands inside wall at C1"),
    "no square to stand on": (creature("at='B1'", ". ."), "creatures.A.at: there is no square at B1 to stand on"),
    "letter twice": (
        creature("", "A.A"),
        "creatures.A: its letter stands at A1, C1; medium fills a block of 1 x 1 squares",
    ),
    "broken footprint": (
        creature("size='large'", "AA\nA."),
        "case.toml:8: creatures.A: its letter stands at A1, B1, A2; large fills a block of 2 x 2 squares",
    ),
    "letter and at": (creature("at='B2'"), "case.toml:10: creatures.A.at: its letter stands on the map at A1; use"),
    "neither letter nor at": (
        creature("", "..."),
        "case.toml:7: creatures.A: its letter is not on the map and it has no at",
    ),
    "under and at": (creature("at='A1'\nunder=','", "..."), "creatures.A.under: belongs to a letter on the map"),
    "unknown under": (creature("under='?'"), "case.toml:10: creatures.A.under: unknown glyph '?'"),
    "bad space": (creature("space=[0,1]"), "creatures.A.space[0]: 0: input should be greater than or equal to 1"),
    "overlap": (
        creature("", "AB", "[creatures.B]\n[creatures.C]\nat='A1'"),
        "creatures.C: it shares A1 with creature A",
    ),
    "mount of nobody": (creature("mount='B'"), "creatures.A.mount: no creature 'B'; known: A"),
    "its own mount": (creature("mount='A'"), "creatures.A.mount: it cannot ride itself"),
    "no stat block": (creature("from='nothing_like_it'"), "case.toml:10: creatures.A.from: there is no stat block"),
    "stat block elsewhere": (creature("from='../x'"), "creatures.A.from: '../x': string should match pattern"),
    # switches
    "switches of nobody": (GOOD + "[rules.pf3]\nx=true\n", "case.toml:10: rules.pf3: 'pf3' is not one of pf1, pf2e"),
    "switch a number": (GOOD + "[rules.pf1]\nx=3\n", "case.toml:11: rules.pf1.x: 3 is neither true, false nor text"),
    # expectations
    "unknown question": (expectation("ask='covver'\nis=true"), "expect[0].ask: 'covver' is not one of distance"),
    "no question": (expectation("is=true"), "case.toml:10: expect[0].ask: is missing"),
    "argument missing": (
        expectation("ask='distance'\nfrom='A'\nis=5"),
        "case.toml:10: expect[0].to: distance needs it",
    ),
    "argument of another": (
        expectation("ask='distance'\nfrom='A'\nto='B2'\nattack='melee'\nis=5"),
        "case.toml:14: expect[0].attack: distance has no such key; it takes from, to, is",
    ),
    "unknown argument": (
        expectation("ask='distance'\nfrm='A'\nto='B2'\nis=5"),
        "expect[0].frm: unknown key; did you mean",
    ),
    "nothing expected": (
        expectation("ask='distance'\nfrom='A'\nto='B2'"),
        "expect[0]: nothing is expected; distance can",
    ),
    "nobody": (
        expectation("ask='distance'\nfrom='Q'\nto='B2'\nis=5"),
        "case.toml:12: expect[0].from: no creature 'Q'; known: A",
    ),
    "square off the map": (
        expectation("ask='distance'\nfrom='A'\nto='Z9'\nis=5"),
        "expect[0].to: Z9 is off the map (3 x 3",
    ),
    "point off the map": (
        expectation("ask='distance'\nfrom='A'\nto=[9,1]\nis=5"),
        "expect[0].to: <9,1> is off the map (3 x 3",
    ),
    "path off the map": (
        expectation("ask='move_cost'\nwho='A'\npath=['A1','A9']\nis=5"),
        "expect[0].path: A9 is off the map",
    ),
    "number a text": (
        expectation("ask='distance'\nfrom='A'\nto='B2'\nis='near'"),
        "expect[0].is: needs a number, not 'near'",
    ),
    "truth a text": (
        expectation("ask='threatens'\nfrom='A'\nto='A'\nis='yes'"),
        "expect[0].is: needs true or false, not",
    ),
    "value of nobody": (
        expectation("ask='distance'\nfrom='A'\nto='B2'\nis={pf9=5}"),
        "expect[0].is.pf9: unknown rule system",
    ),
    "cost a text": (
        expectation("ask='move_cost'\nwho='A'\npath=['A1']\nis='forbidden'"),
        "expect[0].is: needs a number or \"illegal\", not 'forbidden'",
    ),
    "reacting stranger": (expectation("ask='provokes'\nwho='A'\nis=['Q']"), "expect[0].is: no creature 'Q'"),
    "picture height": (
        expectation("ask='threatened'\nwho='A'\ncells='xxx'"),
        "expect[0].cells: the picture has 1 rows, the map 3",
    ),
    "picture width": (
        expectation("ask='threatened'\nwho='A'\ncells='''\nxxx\nxx\nxxx\n'''"),
        "case.toml:15: expect[0].cells: row 2 of the picture has 2 squares, the map 3",
    ),
    "expectations a table": (GOOD + "[expect]\nask='x'\n", "case.toml:10: expect: needs [[expect]] tables"),
    # combat tables and scripts
    "combat is a number": (creature("combat = 3"), "case.toml:10: creatures.A.combat: needs a table, not 3"),
    "combat holds a fraction": (
        creature("combat.bab = 1.5"),
        "case.toml:10: creatures.A.combat: bab: 1.5 is no text, whole number or truth value",
    ),
    "combat holds a date": (creature("pf1.combat.a.b = [2020-01-01]"), "creatures.A.pf1.combat: a.b[0]: datetime"),
    "combat is deep": (
        creature("combat.a.b.c.d.e.f.g.h.i.j.k = 1"),
        "creatures.A.combat: a.b.c.d.e.f.g.h.i.j: nested more than 10",
    ),
    "combat is huge": (
        creature(f"combat.a = [{', '.join(['1'] * 6000)}]"),
        "creatures.A.combat: holds more than 5000 values",
    ),
    "script is a table": (GOOD + "[script]\na = 1\n", "case.toml:10: script: needs [[script]] tables"),
    "script without steps": (GOOD + "[[script]]\n", "case.toml:10: script[0].steps: is missing"),
    "script with no steps": (
        GOOD + "[[script]]\nsteps = []\n",
        "case.toml:11: script[0].steps: needs at least one step",
    ),
    "script with an unknown key": (script('{ do = "x" }', "turns = 3"), "case.toml:11: script[0].turns: unknown key"),
    "script of another system": (
        script('{ do = "x" }', 'system = "dnd4e"'),
        "case.toml:11: script[0].system: the file is not judged by dnd4e; rulesets: pf1",
    ),
    "script with order and dice": (
        script('{ do = "x" }', 'order = ["A"]\ndice = [1]'),
        "script[0].dice: the order is given already; use order or dice, not both",
    ),
    "order of a stranger": (script('{ do = "x" }', 'order = ["B"]'), "case.toml:11: script[0].order: no creature 'B'"),
    "step that does nothing": (
        script('{ do = "x" },\n{ who = "A" }'),
        "case.toml:14: script[0].steps[1]: needs either",
    ),
    "step with an unknown key": (
        script('{ do = "x", wepon = "club" }'),
        "case.toml:13: script[0].steps[0].wepon: unknown key; did you mean weapon?",
    ),
    "step with a face of 0": (script('{ do = "x", dice = [0] }'), "case.toml:13: script[0].steps[0].dice[0]: 0: input"),
    "step with path and to": (
        script('{ do = "x", path = ["A1", "B1"], to = "B1" }'),
        "case.toml:13: script[0].steps[0].to: the way is given already",
    ),
    "step off the map": (
        script('{ do = "x", path = ["A1", "D1"] }'),
        "case.toml:13: script[0].steps[0].path: D1 is off the map (3 x 3 squares)",
    ),
    "step with an area nowhere": (
        script('{ do = "x", area = "here" }'),
        "case.toml:13: script[0].steps[0].area: 'here' is not a square such as C4",
    ),
    "step of a stranger": (script('{ do = "x", who = "B" }'), "case.toml:13: script[0].steps[0].who: no creature 'B'"),
    "step that expects nothing": (
        script('{ do = "x", expect = {} }'),
        "case.toml:13: script[0].steps[0].expect: nothing is expected; a step can expect refused, events",
    ),
    "step with an unknown expectation": (
        script('{ do = "x", expect.hitpoints.A = 3 }'),
        "case.toml:13: script[0].steps[0].expect.hitpoints: unknown key",
    ),
    "step that expects of a stranger": (
        script('{ do = "x", expect.hp.B = 3 }'),
        "case.toml:13: script[0].steps[0].expect.hp.B: no creature 'B'",
    ),
    "step that is refused and happens": (
        script('{ do = "x", expect = { refused = "pf1.x", events = ["hit"] } }'),
        "case.toml:13: script[0].steps[0].expect.events: nothing happens when the step is refused",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_problem(tmp_path: Path, name: str) -> None:
    content, words = FAULTS[name]
    found = problems(tmp_path, content)
    assert len(found) == 1, found
    assert words in found[0]


def test_all_faults_of_a_file_are_reported_in_its_order(tmp_path: Path) -> None:
    content = (
        "schema = 1\ntilte = 'x'\nrulesets = ['pf1', 'pf5']\n"
        "[map]\nrows = '''\nA?.\n..\n...\n'''\n"
        "[[map.walls]]\nline = [[0, 0]]\n[[map.walls]]\nline = [[0, 0], [nan, 1]]\nkind = 'dor'\n"
        "[creatures.A]\nsize = 'big'\n[creatures.B]\nrech = 5\n[[expect]]\nask = 'covr'\n"
    )
    assert [one.split(": ")[0] + ": " + one.split(": ")[1] for one in problems(tmp_path, content)] == [
        "case.toml:2: tilte",
        "case.toml:3: rulesets[1]",
        "case.toml:6: map.rows",
        "case.toml:7: map.rows",
        "case.toml:11: map.walls[0].line",
        "case.toml:13: map.walls[1].line[1]",
        "case.toml:14: map.walls[1].kind",
        "case.toml:16: creatures.A.size",
        "case.toml:18: creatures.B.rech",
        "case.toml:20: expect[0].ask",
    ]


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for path, words in ((tmp_path / "gone.toml", "there is no such file"), (tmp_path, "is a folder, not a file")):
        with pytest.raises(ProblemError, match=words):
            load(path)
    with pytest.raises(ProblemError, match="cannot be read"):
        load("null\0character.toml")


def test_what_is_no_regular_file_is_not_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    with pytest.raises(ProblemError, match="is not a regular file"):
        load(pipe)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.dd2vtt"
    with huge.open("wb") as stream:
        stream.truncate(200_000_000)
    with pytest.raises(ProblemError, match="has 200000000 bytes; at most 64000000 are read"):
        load(huge)


def test_a_big_toml_file_is_refused_before_it_is_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_module, "MAX_TOML_BYTES", 100)
    assert problems(tmp_path, GOOD + "#" * 100) == [f"case.toml: has {len(GOOD) + 100} bytes; a TOML file may have 100"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"schema = 1\ntitle = '\xff'\n", "case.toml:2: is not UTF-8 text (byte 20)"),
        (GOOD.encode("utf-16"), "is not UTF-8 text"),
        (b"\x89PNG\r\n\x1a\n", "case.toml: is a PNG picture, not a map"),
        (b"PK\x03\x04", "version 2 of Universal VTT is not read"),
    ],
)
def test_bytes_that_are_no_text(tmp_path: Path, content: bytes, words: str) -> None:
    assert [one for one in problems(tmp_path, content) if words in one]


def test_a_file_cut_off_anywhere_never_breaks_the_program(tmp_path: Path) -> None:
    path = tmp_path / "cut.toml"
    whole = expectation("ask='threatened'\nwho='A'\ncells='''\nxxx\nxxx\nxxx\n'''").encode()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with contextlib.suppress(ProblemError):
            assert load(path).map.width == 3


def test_more_expectations_than_anybody_reads(tmp_path: Path) -> None:
    many = "[[expect]]\nask='distance'\n" * (MAX_EXPECTATIONS + 1)
    assert len(problems(tmp_path, GOOD + many)) == 1


def test_more_walls_than_a_map_may_have(tmp_path: Path) -> None:
    line = ",".join(f"[{number % 2}, {number // 2 % 2}]" for number in range(MAX_PIECES + 2))
    found = problems(tmp_path, wall(f"line=[{line}]"))
    assert found == [f"case.toml:9: map.walls: a map may have {MAX_PIECES} straight pieces of wall"]


def test_faults_of_a_map_file_name_that_file(tmp_path: Path) -> None:
    (tmp_path / "ground.toml").write_text("schema = 1\n[map]\nrows = '''\n..\n.\n'''\n")
    found = problems(tmp_path, HEAD + "[map]\nfile = 'ground.toml'\n")
    assert found == ["ground.toml:5: map.rows: row 2 has 1 squares, the first row 2"]


def test_a_map_that_is_no_json(tmp_path: Path) -> None:
    assert problems(tmp_path, '{"format": 0.3,\n"resolution": }', "x.dd2vtt") == [
        "x.dd2vtt:2: is not valid JSON: Expecting value"
    ]
    assert problems(tmp_path, "[" * 100_000, "x.uvtt") == ["x.uvtt: lists and tables are nested too deeply"]
    assert problems(tmp_path, json.dumps([1]), "x.json") == ["x.json: is not a Universal VTT map: no resolution"]
