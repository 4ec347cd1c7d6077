"""A process that plays with autosave until it is killed: for each line ``PATH SEED`` it says the process id.

The player notes every input it has done, with the sum of the state, in ``PATH.done``.
"""

from __future__ import annotations

import os
import sys

from engine.toy import battle, play

from tactics.engine.digest import digest


def player(path: str, seed: int) -> None:
    """Play on for ever, with a step back now and then."""
    fight = battle(seed, hp=10**6)
    fight.autosave(path)
    note = os.open(f"{path}.done", os.O_CREAT | os.O_WRONLY)
    number = 1
    while True:
        os.write(note, f"{number} {digest(fight.fight)}\n".encode())
        number += 1
        if number % 7 == 0:
            fight.undo()
        else:
            play(fight, [number * seed])


def main() -> None:
    """Serve until the input ends."""
    for line in sys.stdin:
        path, seed = line.split()
        process = os.fork()
        if process == 0:
            player(path, int(seed))
        sys.stdout.write(f"{process}\n")
        sys.stdout.flush()
        os.waitpid(process, 0)
        sys.stdout.write("dead\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
