"""Where fights are kept on the disk, and how."""

from __future__ import annotations

import re
from pathlib import Path

import platformdirs

from tactics.core.problems import Problem, ProblemError
from tactics.engine.battle import Battle
from tactics.engine.log import is_log

SUFFIX = ".jsonl"
_BY_HAND = "-saved"
_NUMBERED = re.compile(r"-\d+$")
_ODD = re.compile(r"[^\w.-]+")


def save_folder() -> Path:
    """Where fights are saved."""
    return platformdirs.user_data_path("tactics") / "fights"


def free_path(folder: Path, stem: str) -> Path:
    """A file name that is not taken."""
    path, number = folder / f"{stem}{SUFFIX}", 2
    while path.exists():
        path = folder / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path


def is_by_hand(path: Path) -> bool:
    """Whether the player saved this fight; others were written down as they happened."""
    return _NUMBERED.sub("", path.stem).endswith(_BY_HAND)


class FightKeeper:
    """Writes a fight down as it happens, in a log of its own: what was saved before stays as it is.

    A fight that was opened from a log gets a new one only when something happens in it.
    """

    def __init__(self, battle: Battle, path: Path, folder: Path) -> None:
        """Begin to keep a fight.

        Args:
            battle: the fight.
            path: the scenario or the log it came from.
            folder: where fights are kept.
        """
        self._battle, self._folder, self._stem = battle, folder, _stem(battle, path)
        self._opened = battle.fight if is_log(path) else None
        self._writing = False
        self.follow()

    def follow(self) -> None:
        """Begin to write once there is something to write; a disk that fails is told as the battle's `trouble`."""
        if self._writing or self._battle.fight is self._opened:
            return
        self._writing = True
        self._write()

    def save(self) -> Path:
        """Save the fight under a new name; when it was no longer written down, it is from now on.

        Returns:
            The file written.

        Raises:
            ProblemError: it cannot be written.
        """
        self._make_folder()
        saved = free_path(self._folder, self._stem + _BY_HAND)
        self._battle.save(saved)
        if self._battle.trouble is not None:
            self._write()
        return saved

    def _write(self) -> None:
        try:
            self._make_folder()
            self._battle.autosave(free_path(self._folder, self._stem))
        except ProblemError as error:
            self._battle.trouble = error.problems[0]

    def _make_folder(self) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            told = f"there can be no such folder: {error.strerror or error}"
            raise ProblemError([Problem(str(self._folder), "", told)]) from None


def _stem(battle: Battle, path: Path) -> str:
    """What the logs of a fight are called: as its scenario, whatever log it was opened from."""
    scenario = Path(battle.header.scenario).stem
    stem = scenario or _NUMBERED.sub("", path.stem).removesuffix(_BY_HAND)
    return _ODD.sub("-", stem).strip("-.")[:80] or "fight"
