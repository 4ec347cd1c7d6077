"""A saved fight comes back as it was left; a damaged one says where, and comes back as far as it is sound."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from engine.toy import Toy, act, battle, play
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tactics.core.dice import FixedDice, HandDice, NoFace
from tactics.core.problems import ProblemError
from tactics.engine.battle import Battle
from tactics.engine.digest import digest
from tactics.engine.load import read_log
from tactics.engine.log import header_sum, is_log
from tactics.rules.action import Action

STORY = (0, 3, 1, 0, 3, 0, 1, 3, 0, 3, 2, 0, 0, 3, 8, 1)


def load(path: Path, *, salvage: bool = False) -> Battle:
    return Battle.load(path, salvage=salvage, fighting=Toy())


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A fight with actions, answers, undo and redo, autosaved."""
    path = tmp_path / "fight.jsonl"
    fight = battle(seed=4)
    fight.autosave(path)
    play(fight, list(STORY))
    fight.undo()
    fight.undo()
    fight.redo()
    play(fight, [3, 0, 1, 3])
    fight.undo()
    fight.autosave(None)
    return path


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def put(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def test_loading_needs_neither_book_nor_dice(saved: Path) -> None:
    class Nothing(Toy):
        def __getattribute__(self, name: str) -> Any:
            raise AssertionError(name)

    fight = Battle.load(saved, fighting=Nothing())
    assert fight.fight.round > 1
    assert fight.events
    assert fight.undo()
    assert fight.redo()
    assert not fight.notes
    assert read_log(saved).hashes > 2


def test_a_loaded_fight_goes_on_as_the_one_that_was_saved(tmp_path: Path) -> None:
    fight = battle(seed=9)
    path = tmp_path / "fight.jsonl"
    for number in range(25):
        play(fight, [number * 5])
        fight.save(path)
        again = load(path)
        assert again.events == fight.events
        assert digest(again.fight) == digest(fight.fight)
        assert again.decision == fight.decision
        for one in (again, fight):
            play(one, [number, 0])
        assert again.events == fight.events
        fight.undo()


def test_what_was_undone_can_be_done_again_after_loading(saved: Path) -> None:
    fight = load(saved)
    now = digest(fight.fight)
    assert fight.redo()
    assert not fight.redo()
    assert fight.undo()
    assert digest(fight.fight) == now
    while fight.undo():
        pass
    assert len(fight.fight.order) == 3


def test_the_log_is_only_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    fight = battle(seed=4)
    fight.autosave(path)
    before = path.read_bytes()
    for step in [*STORY[:8], "undo", "undo", "redo", "undo", *STORY[:3]]:
        if isinstance(step, int):
            play(fight, [step])
        else:
            getattr(fight, step)()
        now = path.read_bytes()
        assert now.startswith(before)
        assert len(now) > len(before)
        before = now
    fight.save(tmp_path / "copy.jsonl")
    assert (tmp_path / "copy.jsonl").read_bytes() == before
    fight.save(path)
    play(fight, [0])
    assert path.read_bytes().startswith(before)
    assert load(path).events == fight.events


def test_every_prefix_loads(saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    header = whole.index(b"\n") + 1
    ends = [at + 1 for at, byte in enumerate(whole) if byte == ord("\n")]
    path = tmp_path / "prefix.jsonl"
    for cut in sorted({*ends, *range(header, len(whole), 97)}):
        path.write_bytes(whole[:cut])
        fight = load(path)
        assert fight.fight.round >= 0
        torn = cut not in ends
        assert any("torn" in str(note) for note in fight.notes) == torn
    path.write_bytes(whole[: header - 1])
    with pytest.raises(ProblemError, match="first line is not whole"):
        load(path)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**31), st.lists(st.integers(0, 10_000), max_size=30), st.lists(st.booleans(), max_size=12))
def test_a_replay_gives_the_same_states(tmp_path: Path, seed: int, choices: list[int], back: list[bool]) -> None:
    path = tmp_path / "fight.jsonl"
    fight = battle(seed)
    play(fight, choices)
    for undo in back:
        fight.undo() if undo else fight.redo()
    fight.save(path)
    again = load(path)
    assert again.events == fight.events
    for count in range(len(fight.events) + 1):
        assert digest(again.at(count)) == digest(fight.at(count))


def first(rows: list[dict[str, Any]], kind: str, after: int = 0) -> int:
    return next(at for at, row in enumerate(rows) if at > after and kind in row)


def _drop(rows: list[dict[str, Any]]) -> None:
    del rows[first(rows, "event", 20)]


def _renumbered(rows: list[dict[str, Any]]) -> None:
    """A whole input that changed something is cut out and the rest numbered anew."""
    hurt = next(at for at, row in enumerate(rows) if row.get("event", {}).get("is") == "HpChanged")
    begin = max(at for at in range(hurt) if "action" in rows[at] or "answer" in rows[at])
    end = begin + 1 + rows[begin]["records"]
    del rows[begin:end]
    for number, row in enumerate(rows[1:], 1):
        row["n"] = number


def _hash(rows: list[dict[str, Any]]) -> None:
    rows[first(rows, "hash", first(rows, "hash"))]["hash"] = "0" * 64


def _event(**changed: Any) -> Callable[[list[dict[str, Any]]], None]:
    def damage(rows: list[dict[str, Any]]) -> None:
        rows[first(rows, "event", 30)]["event"] = changed

    return damage


def _kind(rows: list[dict[str, Any]]) -> None:
    at = first(rows, "action", 20)
    rows[at] = {"n": rows[at]["n"], "miracle": True}


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_drop, "record .* is missing"),
        (_hash, "not the one that was written down"),
        (_event(**{"is": "Exploded"}), "unknown kind 'Exploded'"),
        (_event(**{"is": "HpChanged", "who": "X", "pool": "hp", "by": 1}), "no creature 'X'"),
        (_event(**{"is": "HpChanged", "who": "A", "pool": "luck", "by": 1}), "no pool 'luck'"),
        (_event(**{"is": "HpChanged", "who": "A", "pool": "hp", "by": float("nan")}), "NaN is no number"),
        (_event(**{"is": "TurnBegan", "slot": 99}), "no slot 99"),
        (_event(**{"is": "DoorChanged", "group": 5, "state": "open"}), "door 5"),
        (
            _event(**{"is": "Moved", "who": "A", "to": [50, 0], "cost": 5, "mode": "walk", "width": 1, "height": 1}),
            "no place on the board",
        ),
        (_kind, "unknown kind of record 'miracle'"),
        (lambda rows: rows.insert(30, {"n": 30, "redo": True}), "redo does not belong here|nothing to redo"),
        (
            lambda rows: rows.insert(1, {"n": 1, "answer": {"who": "A", "id": "duck"}, "records": 0}),
            "nothing was asked",
        ),
        (lambda rows: rows.insert(1, {"n": 1, "undo": True}), "nothing to undo"),
        (_renumbered, "due|not the one that was written down"),
    ],
)
def test_a_fault_is_named_by_line_and_what_comes_before_is_sound(
    saved: Path, damage: Callable[[list[dict[str, Any]]], None], words: str
) -> None:
    rows = records(saved)
    damage(rows)
    put(saved, rows)
    with pytest.raises(ProblemError, match=words) as error:
        load(saved)
    (fault,) = error.value.problems
    assert fault.line > 1
    assert "sound up to line" in fault.message
    fight = load(saved, salvage=True)
    assert fight.notes == (fault,)
    assert len(fight.events) < len(rows)
    play(fight, [0]) if fight.begun else fight.begin()
    assert fight.events


def test_a_changed_header_is_told_and_found_out_by_the_first_sum(saved: Path) -> None:
    rows = records(saved)
    rows[0]["title"] = {"en": "Another"}
    put(saved, rows)
    with pytest.raises(ProblemError, match="header was changed"):
        load(saved)
    fight = load(saved, salvage=True)
    assert "header was changed" in fight.notes[0].message
    assert fight.fight.round > 1
    rows[0]["start"]["bodies"]["A"]["hp"] = 99
    put(saved, rows)
    fight = load(saved, salvage=True)
    assert fight.notes[0].line == 1
    assert "not the one" in fight.notes[1].message
    assert not fight.begun


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"schema": 2}, "version 2 of the format; this program reads version 1"),
        ({"schema": "new"}, "version 'new'"),
        ({"log": "other"}, "no saved fight"),
        ({"dice": "loaded"}, "dice or system"),
        ({"seed": "x"}, "seed"),
        ({"start": {}}, "start: Fight needs"),
        ({"extra": 1}, "has no 'extra'"),
    ],
)
def test_a_header_that_cannot_be_used(saved: Path, change: dict[str, Any], words: str) -> None:
    rows = records(saved)
    rows[0].update(change)
    rows[0]["sha256"] = header_sum(rows[0])
    put(saved, rows)
    for salvage in (False, True):
        with pytest.raises(ProblemError, match=words):
            load(saved, salvage=salvage)


def test_a_start_that_does_not_hold_together(saved: Path) -> None:
    rows = records(saved)
    del rows[0]["start"]["bodies"]["B"]
    rows[0]["sha256"] = header_sum(rows[0])
    put(saved, rows)
    with pytest.raises(ProblemError, match="bodies and creatures"):
        load(saved, salvage=True)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\x00\xff\xfe binary",
        b"\x89PNG\r\n\x1a\n\x00\n",
        b"{}\n",
        b"[1, 2]\n",
        b'{"log":"tactics","schema":1}\n',
        b'{"log":"tactics","schema":1,"sha256":"","seed":1e999}\n',
        b'{"log":"tactics","schema":' + b"[" * 100_000 + b"\n",
        b'{"log":"tactics","schema":' + b"9" * 10_000 + b"}\n",
        b"schema = 1\n",
    ],
)
def test_files_that_are_no_log(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "fight.jsonl"
    path.write_bytes(content)
    for salvage in (False, True):
        with pytest.raises(ProblemError):
            load(path, salvage=salvage)
    assert is_log(path) == content.startswith(b'{"log":"tactics"')
    with pytest.raises(ProblemError, match="no such file"):
        load(tmp_path / "nothing")
    with pytest.raises(ProblemError, match="folder"):
        load(tmp_path)
    assert not is_log(tmp_path)


def test_a_binary_line_in_the_middle(saved: Path) -> None:
    lines = saved.read_bytes().split(b"\n")
    lines[40] = b"\x00\x01\xff\xfe"
    saved.write_bytes(b"\n".join(lines))
    with pytest.raises(ProblemError, match="UTF-8") as error:
        load(saved)
    assert error.value.problems[0].line == 41
    assert load(saved, salvage=True).fight.round >= 1


def test_a_disk_that_fails_ends_the_writing_and_not_the_fight(tmp_path: Path) -> None:
    fight = battle()
    with pytest.raises(ProblemError, match="cannot be written"):
        fight.autosave(tmp_path / "no" / "folder.jsonl")
    path = tmp_path / "fight.jsonl"
    fight.autosave(path)
    path.unlink()
    act(fight, "end_turn")
    assert fight.trouble is not None
    assert "cannot be written" in fight.trouble.message
    assert not path.exists()
    fight.autosave(path)
    assert fight.trouble is None
    assert load(path).events == fight.events


def test_dice_by_hand_go_on_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    fight = battle(dice=FixedDice([6, 2, 1, 2, 2]))
    act(fight, "toss", target="B")
    fight.save(path)
    again = load(path)
    assert isinstance(again.dice, HandDice)
    decision = again.decision
    assert decision is not None
    with pytest.raises(NoFace):
        again.submit(Action("B", "duck"))
    assert again.decision == decision
    again.dice.type_in(6)
    assert again.submit(Action("B", "duck"))


def test_ten_thousand_events_load_within_a_second(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    fight = battle(seed=1, hp=10**6)
    number = 0
    while fight.event_count < 10_000:
        number += 1
        play(fight, [number])
    fight.save(path)
    began = time.process_time()
    again = load(path)
    took = time.process_time() - began
    assert again.event_count == fight.event_count
    assert took < 1.0
