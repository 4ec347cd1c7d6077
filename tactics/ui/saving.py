"""Keeping a ruling: as a picture file, or on the clipboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import platformdirs
import pygame

from tactics.core.problems import ProblemError, problem
from tactics.core.text import Catalogue, say, text
from tactics.render.png import write_png
from tactics.render.sheet import sheet
from tactics.render.svg import write_svg
from tactics.render.words import question_title, ruling_text
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.ui.screen import Window
from tactics.ui.session import Session
from tactics.world.world import World

NOTHING_CHOSEN = text("Choose an attacker and a target first")


def picture_folder() -> Path:
    """Where rulings are saved: a folder of the program's own among the user's pictures."""
    return platformdirs.user_pictures_path() / "tactics"


def save_ruling(
    world: World, verdicts: Sequence[Verdict], lang: str, words: Catalogue, suffix: str, folder: Path
) -> Path:
    """Save a sheet under a new name made of its question.

    Args:
        suffix: ``.svg`` or ``.png``.
        folder: made when it is not there.

    Returns:
        The file written.

    Raises:
        ProblemError: it cannot be written.
    """
    drawing = sheet(world, verdicts, lang)
    title = say(question_title(verdicts[0].question, world), words)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = _free_name(folder, title, suffix)
        if suffix == ".svg":
            path.write_text(write_svg(drawing), encoding="utf-8")
        else:
            write_png(drawing, path)
    except OSError as error:
        raise problem(str(folder), "", f"the ruling cannot be saved: {error.strerror or error}") from None
    return path


def _free_name(folder: Path, title: str, suffix: str) -> Path:
    stem = re.sub(r"[^\w]+", "-", title.casefold()).strip("-")[:60] or "ruling"
    path = folder / f"{stem}{suffix}"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}{suffix}"
        number += 1
    return path


def ruling_words(world: World, verdicts: Sequence[Verdict], words: Catalogue) -> str:
    """The rulings as plain text, one below the other."""
    return "\n\n".join(ruling_text(one, book(one.ruleset), words, world) for one in verdicts)


def copy_text(content: str) -> None:
    """Put text on the clipboard.

    Raises:
        ProblemError: there is no clipboard.
    """
    try:
        pygame.scrap.put_text(content)
    except pygame.error as error:
        raise problem("clipboard", "", f"nothing can be copied: {error}") from None


class Keeper:
    """The ways to keep what the session rules; each tells how it went."""

    def __init__(self, window: Window, session: Session, tell: Callable[[str], None]) -> None:
        self._window, self._session, self._tell = window, session, tell

    def save(self, suffix: str) -> None:
        """Save the rulings as a picture file."""
        window = self._window

        def keep(world: World, verdicts: list[Verdict]) -> str:
            path = save_ruling(world, verdicts, window.lang, window.catalogue, suffix, picture_folder())
            return window.say(text("Saved: {path}", path=str(path)))

        self._keep(keep)

    def copy_words(self) -> None:
        """Put the rulings in words on the clipboard."""
        self._keep(lambda world, verdicts: self._copied(ruling_words(world, verdicts, self._window.catalogue)))

    def copy_svg(self) -> None:
        """Put the sheet as SVG on the clipboard."""
        self._keep(lambda world, verdicts: self._copied(write_svg(sheet(world, verdicts, self._window.lang))))

    def _copied(self, content: str) -> str:
        copy_text(content)
        return self._window.say(text("Copied"))

    def _keep(self, keep: Callable[[World, list[Verdict]], str]) -> None:
        verdicts = [one for one in self._session.rulings() if isinstance(one, Verdict)]
        if not verdicts:
            self._tell(self._window.say(NOTHING_CHOSEN))
            return
        try:
            self._tell(keep(self._session.world, verdicts))
        except ProblemError as error:
            self._tell(str(error))
