"""Saved fights on the disk, for the list in the browser. Nothing is changed or deleted here."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tactics.core.problems import Problem, ProblemError
from tactics.core.text import Named, Text, as_words, composed, text
from tactics.engine.load import Saved, read_log
from tactics.engine.log import is_log
from tactics.render.flow import BODY, SMALL, Flow
from tactics.rules.registry import SYSTEMS, book
from tactics.rules.vocabulary import SIDES
from tactics.ui.fight_card import hp_text, name_of
from tactics.ui.fight_keeping import SUFFIX, is_by_hand
from tactics.world.fight import Fight

DAMAGED = text("It is not whole and opens as far as it is sound:")
_MOST_CREATURES, _MOST_PROBLEMS = 14, 3


@dataclass(slots=True)
class SavedFight:
    """A log in the folder of fights; it is read when somebody looks at it.

    Attributes:
        path: the file.
        changed: when it was written last, in seconds.
    """

    path: Path
    changed: float
    _read: Saved | None = None
    _problem: Problem | None = None
    _known: bool = field(default=False)

    def read(self) -> Saved | None:
        """What is sound of it, None when nothing is."""
        if not self._known:
            self._known = True
            try:
                self._read = read_log(self.path, salvage=True)
            except ProblemError as error:
                self._problem = error.problems[0]
        return self._read

    @property
    def is_read(self) -> bool:
        """Whether it was looked at."""
        return self._known

    @property
    def fight(self) -> Fight | None:
        """The moment where it was left."""
        saved = self.read()
        return None if saved is None else saved.history.fight

    def title(self) -> Text:
        """The scenario's title, or the file's name."""
        saved = self._read
        named = saved.header.title if saved is not None else Named("")
        return composed("{title}", title=named if named.en else self.path.stem)

    def about(self) -> Text:
        """When, how and by what system it was saved, and how far it is."""
        when = composed("{when} · {kind}", when=self._when(), kind=self._kind())
        if self._problem is not None:
            return text("{saved} · cannot be opened", saved=when)
        if self._read is None:
            return when
        system = self._read.header.system
        short = book(system).short if system in SYSTEMS else system
        fight = self._read.history.fight
        return composed("{how_far} · {system} · {saved}", how_far=_how_far(fight), system=short, saved=when)

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with it."""
        saved = self.read()
        if saved is None:
            return () if self._problem is None else (self._problem,)
        return (*saved.faults, *saved.notes)

    def _when(self) -> str:
        return datetime.fromtimestamp(self.changed).strftime("%Y-%m-%d %H:%M")

    def _kind(self) -> Text:
        return text("saved") if is_by_hand(self.path) else text("autosave")


def saved_fights(folder: Path) -> tuple[SavedFight, ...]:
    """Every saved fight of a folder, the newest first; none when there is no folder."""
    found = []
    try:
        paths = [one for one in folder.iterdir() if one.suffix == SUFFIX and is_log(one)]
        found = [SavedFight(one, one.stat().st_mtime) for one in paths]
    except OSError:
        return tuple(found)
    return tuple(sorted(found, key=lambda one: (-one.changed, one.path.name)))


def write_saved(flow: Flow, one: SavedFight) -> None:
    """A saved fight in words: where it was left, and what is wrong with it."""
    theme, fight = flow.theme, one.fight
    flow.write(one.title(), 20, theme.strong, bold=True)
    flow.gap(4)
    flow.write(one.about(), BODY, theme.text)
    flow.write(one.path.name, SMALL + 1, theme.muted)
    flow.gap(6)
    problems = one.problems()
    if problems and fight is not None:
        flow.write(DAMAGED, BODY, theme.notice_text, bold=True)
    for problem in problems[:_MOST_PROBLEMS]:
        flow.write(problem.message, SMALL + 1, theme.notice_text)
    if fight is None:
        return
    for creature in fight.world.creatures[:_MOST_CREATURES]:
        body = fight.body(creature.id)
        told = composed("{name} · {hp}", name=name_of(creature), hp=hp_text(body))
        turn = creature.id == fight.active and not fight.over
        ink = theme.chosen if turn else theme.muted if body.out else theme.text
        flow.write(text("{creature} – its turn", creature=told) if turn else told, SMALL + 1, ink)
    flow.gap(16)


def _how_far(fight: Fight) -> Text:
    if fight.over == "nobody":
        return text("round {n}, nobody won", n=fight.round)
    if fight.over:
        return text("round {n}, won by {side}", n=fight.round, side=as_words(SIDES, fight.over))
    return text("round {n}", n=fight.round)
