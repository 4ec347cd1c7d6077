"""Killing the process at any moment loses at most the action that was being done."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from engine.toy import Toy, play

from tactics.engine.battle import Battle
from tactics.engine.digest import digest
from tactics.engine.load import read_log

TESTS = Path(__file__).resolve().parents[1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fifty_kills(tmp_path: Path) -> None:
    chance = random.Random(50)
    command = [sys.executable, TESTS / "engine" / "killed.py"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])}
    played = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for number in range(50):
            path = tmp_path / f"{number}.jsonl"
            server.stdin.write(f"{path} {number + 1}\n")
            server.stdin.flush()
            player = int(server.stdout.readline())
            if number % 5:
                _wait_for_the_first_input(path)
            time.sleep(chance.uniform(0, 0.1))
            os.kill(player, signal.SIGKILL)
            assert server.stdout.readline() == "dead\n"
            played += _nothing_done_is_lost(path)
        server.stdin.close()
    assert played > 100


def _wait_for_the_first_input(path: Path) -> None:
    """Every fifth player may be killed before it has written anything; a busy disk must not make that all of them."""
    notes = Path(f"{path}.done")
    for _ in range(1000):
        if notes.exists() and notes.stat().st_size:
            return
        time.sleep(0.005)


def _nothing_done_is_lost(path: Path) -> int:
    """Check the log against what the player noted, and play on; returns how many inputs were noted."""
    notes = Path(f"{path}.done")
    done = notes.read_text().splitlines() if notes.exists() else []
    if not path.exists():
        assert not done
        return 0
    saved = read_log(path)
    assert len(done) <= len(saved.history.journal) <= len(done) + 1
    if len(saved.history.journal) == len(done):
        assert done[-1] == f"{len(done)} {digest(saved.history.fight)}"
    fight = Battle.of(saved, fighting=Toy())
    play(fight, [1, 2, 3])
    assert fight.event_count >= saved.history.event_count
    return len(done)
