"""`tactics ask`: one ruling in words, JSON or a picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import SCENARIO, Tactics

COVER = ("--from", "A", "--to", "T")


def test_every_system_of_the_file_answers(tactics: Tactics, corner: Path) -> None:
    done = tactics("ask", "cover", corner, *COVER, "--json")
    assert done.code == 0
    assert [one["ruleset"] for one in done.json] == ["pf1", "pf2e", "dnd4e"]


def test_one_system_answers_with_one_object(tactics: Tactics, corner: Path) -> None:
    ruling = tactics("ask", "cover", corner, *COVER, "--json", "--ruleset", "pf1").json
    keys = {"question", "ruleset", "value", "summary", "lines", "squares", "modifiers", "steps", "alternatives"}
    assert keys | {"switches", "discretion"} <= set(ruling)
    assert (ruling["question"], ruling["ruleset"]) == ("cover", "pf1")
    assert all(len(line["from"]) == 2 and isinstance(line["blocked"], bool) for line in ruling["lines"])
    assert all(step["rule"].startswith("pf1.") for step in ruling["steps"])


def test_systems_answer_in_the_order_named(tactics: Tactics, corner: Path) -> None:
    named = ("--ruleset", "dnd4e", "--ruleset", "pf1", "--ruleset", "dnd4e")
    assert [one["ruleset"] for one in tactics("ask", "cover", corner, *COVER, "--json", *named).json] == [
        "dnd4e",
        "pf1",
    ]


def test_all_is_every_system_that_knows_the_question(tactics: Tactics, corner: Path) -> None:
    from tactics.rules.registry import SYSTEMS, book

    done = tactics("ask", "cover", corner, *COVER, "--json", "--ruleset", "all")
    assert [one["ruleset"] for one in done.json] == [one for one in SYSTEMS if "cover" in book(one).asks]


def test_the_words_name_the_ruling_and_its_rules(tactics: Tactics, corner: Path) -> None:
    done = tactics("ask", "cover", corner, *COVER, "--ruleset", "pf1")
    ruling = tactics("ask", "cover", corner, *COVER, "--ruleset", "pf1", "--json").json
    assert ruling["summary"] in done.out
    assert all(step["text"] in done.out and step["rule"] in done.out for step in ruling["steps"])
    assert done.err == ""


def test_names_of_creatures_will_do(tactics: Tactics, corner: Path) -> None:
    by_id = tactics("ask", "cover", corner, *COVER)
    assert tactics("ask", "cover", corner, "--from", "archer", "--to", "TROLL").out == by_id.out


def test_a_bare_map_can_be_asked(tactics: Tactics, tmp_path: Path) -> None:
    bare = tmp_path / "map.toml"
    bare.write_text("schema = 1\nmap.rows = '''\n..#.\n....\n'''\n")
    ruling = tactics("ask", "line_of_effect", bare, "--from", "A1", "--to", "D1", "--ruleset", "pf1", "--json").json
    assert ruling["value"] is False


def test_a_switch_changes_the_ruling_and_is_named(tactics: Tactics, tmp_path: Path) -> None:
    path = tmp_path / "reach.toml"
    rows = "'''\nA......\n.......\n.......\n'''"
    path.write_text(f"schema = 1\nrulesets = ['pf1']\nmap.rows = {rows}\n[creatures.A]\nreach = 10\n")
    asked = ("ask", "threatened", path, "--who", "A", "--json")
    strict = tactics(*asked, "--set", "ten_foot_reach_diagonal=false").json
    also = tactics(*asked, "--set", "pf1.ten_foot_reach_diagonal=false").json
    assert strict == also
    assert strict["switches"]["pf1.ten_foot_reach_diagonal"] is False
    assert tactics(*asked).json["value"] == strict["value"] + 1


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("no_such_switch=true", "--set: unknown switch 'no_such_switch'; known: "),
        ("pf1.no_such_switch=true", "--set: unknown switch"),
        ("gurps.cone_apex=edge", "unknown rule system; known: pf1"),
        ("cone_apex=sideways", '--set: "sideways" is not one of "book", "edge", "vertex"'),
        ("cone_apex", "'cone_apex' is not of the form switch=value"),
    ],
)
def test_a_wrong_switch_is_wrong_usage(tactics: Tactics, corner: Path, setting: str, words: str) -> None:
    done = tactics("ask", "cover", corner, *COVER, "--set", setting)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("cover", "--from", "A"), "--to: cover needs it"),
        (("cover", "--from", "A", "--to", "Q"), "--to: no creature 'Q'; there are: A, T"),
        (("covers", "--from", "A", "--to", "T"), "unknown question 'covers'; known: area"),
        (("cover", "--from", "A", "--to", "T", "--ruleset", "gurps"), "unknown rule system; known: pf1"),
        (("cover", "--from", "A", "--to", "T", "-o", "x.gif"), "x.gif: the name must end in .svg or .png"),
        (("cover", "--from", "A", "--to", "T", "-o", "nowhere/x.svg"), "there is no folder nowhere"),
        (("cover", "--form", "A"), "No such option"),
        (("cover", "--lang", "de"), "de"),
    ],
)
def test_wrong_usage_is_one_message_and_exit_2(
    tactics: Tactics, corner: Path, words: tuple[str, ...], message: str
) -> None:
    done = tactics("ask", words[0], corner, *words[1:])
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_missing_file_is_wrong_usage(tactics: Tactics, tmp_path: Path) -> None:
    done = tactics("ask", "cover", tmp_path / "none.toml", *COVER)
    assert (done.code, done.out) == (2, "")
    assert "none.toml: there is no such file" in done.err


def test_a_faulty_file_is_a_problem_with_all_its_faults(tactics: Tactics, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(SCENARIO.replace('side = "heroes"', 'size = "vast"').replace('side = "monsters"', "reach = true"))
    done = tactics("ask", "cover", path, *COVER)
    assert (done.code, done.out) == (1, "")
    assert "bad.toml:16: creatures.A.size" in done.err
    assert "bad.toml:20: creatures.T.reach" in done.err


def test_a_system_of_the_file_without_the_question_is_mentioned(tactics: Tactics, tmp_path: Path) -> None:
    from tactics.rules.registry import book

    silent = sorted(set(book("pf1").asks) - set(book("dfrpg").asks))
    path = tmp_path / "both.toml"
    path.write_text(SCENARIO.replace('["pf1", "pf2e", "dnd4e"]', '["pf1", "dfrpg"]'))
    assert "cover" in silent
    done = tactics("ask", "cover", path, *COVER, "--json")
    assert (done.code, done.json["ruleset"]) == (0, "pf1")
    assert "has no answer to 'cover'" in done.err
    named = tactics("ask", "cover", path, *COVER, "--ruleset", "dfrpg")
    assert (named.code, named.out) == (2, "")


def test_russian_is_another_text_of_the_same_ruling(tactics: Tactics, corner: Path) -> None:
    english = tactics("ask", "cover", corner, *COVER, "--json", "--ruleset", "pf1").json
    russian = tactics("ask", "cover", corner, *COVER, "--json", "--ruleset", "pf1", "--lang", "ru").json
    assert russian["summary"] != english["summary"]
    assert (russian["value"], russian["lines"] and russian["lines"][0]["from"]) == (
        english["value"],
        english["lines"] and english["lines"][0]["from"],
    )


def test_the_ruling_is_drawn_as_svg(tactics: Tactics, corner: Path, tmp_path: Path) -> None:
    picture = tmp_path / "ruling.svg"
    done = tactics("ask", "cover", corner, *COVER, "-o", picture)
    assert done.code == 0
    assert done.out != ""
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert list(tmp_path.glob(".*")) == []


def test_the_ruling_is_drawn_as_png(tactics: Tactics, corner: Path, tmp_path: Path) -> None:
    picture = tmp_path / "ruling.png"
    assert tactics("ask", "cover", corner, *COVER, "--json", "-o", picture).code == 0
    assert picture.read_bytes().startswith(b"\x89PNG\r\n")
