"""`tactics replay`: a saved fight told and proved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Tactics
from engine.toy import act, battle

from tactics.core.dice import FixedDice
from tactics.core.lattice import Square
from tactics.rules.action import Action


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """B ducks in vain, an action is undone, the turn ends."""
    path = tmp_path / "duel.jsonl"
    fight = battle(dice=FixedDice([6, 2, 1, 2, 2, 3]))
    fight.autosave(path)
    act(fight, "toss", target="B")
    fight.submit(Action("B", "duck"))
    act(fight, "door")
    fight.undo()
    act(fight, "end_turn")
    return path


def test_the_story(tactics: Tactics, log: Path) -> None:
    done = tactics("replay", log)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "pf1 (Pathfinder 1e)"
    assert "    1  A, initiative: 6 [6]" in lines
    assert "   10  B, duck, a coin with 6 sides: 3 [3]" in lines
    assert "         +0 nothing  toy.coin" in lines
    assert not any("door" in line for line in lines)
    assert lines[-3:] == [
        "A: B2, 3 of 3 hit points",
        "B: C2, 1 of 3 hit points",
        "C: B3, 3 of 3 hit points",
    ]


def test_only_the_beginning(tactics: Tactics, log: Path) -> None:
    done = tactics("replay", log, "--until", "6")
    assert "Turn: A" in done.out
    assert "duck" not in done.out
    assert "B: C2, 3 of 3 hit points" in done.out
    assert tactics("replay", log, "--until", "999").out == tactics("replay", log).out
    assert tactics("replay", log, "--until", "-1").code == 2


def test_moves_are_opened_into_squares_on_demand(tactics: Tactics, tmp_path: Path) -> None:
    path, fight = tmp_path / "walk.jsonl", battle(dice=FixedDice([6, 2, 1]))
    act(fight, "step", to=Square(0, 1))
    fight.save(path)
    lines = tactics("replay", path).out.splitlines()
    way = next(number for number, line in enumerate(lines) if "A goes B2 – A2" in line)
    opened = tactics("replay", path, "--squares").out.splitlines()
    assert opened[way] == lines[way]
    assert opened[way + 1].split() == ["A2:", "5", "ft"]
    assert [*opened[: way + 1], *opened[way + 2 :]] == lines


def test_json(tactics: Tactics, log: Path) -> None:
    done = tactics("replay", log, "--json", "--until", "11")
    assert done.code == 0
    document = done.json
    assert (document["ruleset"], document["dice"], document["events"], document["problems"]) == ("pf1", "fixed", 11, [])
    assert [one["seq"] for one in document["story"]] == list(range(1, 12))
    assert document["story"][-1]["event"] == {
        "is": "HpChanged",
        "who": "B",
        "pool": "hp",
        "by": -2,
        "source": "A",
        "rule": "toy.coin",
    }
    assert document["creatures"][1]["hp"] == 1
    assert document["creatures"][1]["effects"] == ["prone"]
    assert "story" not in tactics("replay", log, "--json", "--verify").json


def test_russian(tactics: Tactics, log: Path) -> None:
    assert tactics("replay", log, "--lang", "ru").code == 0


def test_proving(tactics: Tactics, log: Path) -> None:
    done = tactics("replay", log, "--verify")
    assert (done.code, done.out, done.err) == (0, "15 events, 1 state proved by its sum\n", "")


def test_a_fault_is_named_by_its_line(tactics: Tactics, log: Path) -> None:
    lines = log.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if "HpChanged" in line)
    lines[at] = lines[at].replace('"by":-2', '"by":-1')
    log.write_text("\n".join(lines) + "\n", "utf-8")
    for words in ((), ("--verify",), ("--json",)):
        done = tactics("replay", log, *words)
        assert done.code == 1
        assert f"duel.jsonl:{len(lines)}: the state after this turn is not the one" in done.err
    assert json.loads(done.out)["problems"]


def test_a_torn_end_is_told_and_no_fault(tactics: Tactics, log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-5])
    done = tactics("replay", log, "--verify")
    assert done.code == 0
    assert "torn" in done.err


@pytest.mark.parametrize("content", ["schema = 1\n", "{}\n", "\0\0", ""])
def test_what_is_no_saved_fight(tactics: Tactics, tmp_path: Path, content: str) -> None:
    path = tmp_path / "other"
    path.write_text(content)
    done = tactics("replay", path)
    assert (done.code, done.out) == (1, "")
    assert "no saved fight" in done.err or "empty" in done.err


def test_a_file_that_is_not_there(tactics: Tactics) -> None:
    assert tactics("replay", "no/such/log").code == 2
    assert tactics("replay").code == 2


def test_play_tells_the_faults_of_a_saved_fight(tactics: Tactics, log: Path) -> None:
    log.write_text('{"log":"tactics","schema":9}\n')
    done = tactics("play", log)
    assert done.code == 1
    assert "version 9" in done.err


def test_secret_rolls_are_shown_on_demand_only(tactics: Tactics, tmp_path: Path) -> None:
    path, fight = tmp_path / "secret.jsonl", battle(dice=FixedDice([6, 2, 1, 4]))
    act(fight, "peek")
    fight.save(path)
    plain, opened = tactics("replay", path), tactics("replay", path, "--secrets")
    assert "a secret roll" in plain.out
    assert "[4]" not in plain.out
    assert "[4]" in opened.out
    secret = [one for one in tactics("replay", path, "--json").json["story"] if one["event"].get("secret")]
    assert [(one["event"]["rolls"], one["event"]["total"]) for one in secret] == [([], 0)]
    shown = [one for one in tactics("replay", path, "--json", "--secrets").json["story"] if one["event"].get("secret")]
    assert shown[0]["event"]["rolls"] == [{"sides": 6, "face": 4}]
