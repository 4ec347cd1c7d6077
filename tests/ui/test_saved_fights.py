"""Saved fights in the browser: listed, opened by mouse and keyboard, and never touched."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pygame_gui
import pytest

from tactics.ai.opponent import Opponent
from tactics.core.language import catalogue
from tactics.core.resources import resource_folder
from tactics.core.text import say
from tactics.engine.battle import Battle
from tactics.engine.digest import digest
from tactics.files.load import load
from tactics.ui import browser, fight_table
from tactics.ui.app import App, open_window
from tactics.ui.browser import Browser
from tactics.ui.fight_table import FightTable
from tactics.ui.saved_fights import saved_fights
from tactics.world.build import build

SCENARIO = resource_folder("scenarios") / "fight-first-duel.toml"


def fought(inputs: int, *, scenario: str = SCENARIO.name) -> Battle:
    battle, opponent = Battle.new(build(load(SCENARIO)), seed=5, scenario=scenario), Opponent()
    for _ in range(inputs):
        battle.submit(opponent.choose(battle))
    return battle


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A duel in its first turns, saved by hand an hour later, and a file that is no log."""
    folder = tmp_path / "fights"
    folder.mkdir()
    monkeypatch.setattr(browser, "save_folder", lambda: folder)
    monkeypatch.setattr(fight_table, "save_folder", lambda: folder)
    fought(2).save(folder / "fight-first-duel.jsonl")
    fought(9).save(folder / "fight-first-duel-saved.jsonl")
    for hour, name in enumerate(("fight-first-duel.jsonl", "fight-first-duel-saved.jsonl")):
        os.utime(folder / name, (1e9 + 3600 * hour,) * 2)
    (folder / "other.jsonl").write_text("{}\n")
    return folder


@pytest.fixture
def app(folder: Path) -> Iterator[App]:
    yield App(open_window((1280, 800)))
    pygame.display.quit()


def key(app: App, key: int) -> None:
    app.step([pygame.Event(pygame.KEYDOWN, key=key, mod=0, scancode=0, unicode="")])


def shown(app: App) -> Browser:
    assert isinstance(app.screen, Browser)
    return app.screen


def contents(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir()}


def test_they_are_listed_newest_first_with_title_round_and_system(folder: Path) -> None:
    newest, oldest = saved_fights(folder)
    assert (newest.path.stem, oldest.path.stem) == ("fight-first-duel-saved", "fight-first-duel")
    for one, kind in ((newest, "saved"), (oldest, "autosave")):
        fight = one.fight
        assert fight is not None
        assert say(one.title(), catalogue("en")) == "A first duel"
        about = say(one.about(), catalogue("en"))
        assert about.startswith(f"round {fight.round} · PF1 · 2001-09-")
        assert about.endswith(f"· {kind}")
        assert f"раунд {fight.round}" in say(one.about(), catalogue("ru"))
    assert saved_fights(folder / "nowhere") == ()


def test_a_log_that_cannot_be_opened_says_so(folder: Path) -> None:
    (folder / "new.jsonl").write_text('{"log":"tactics","schema":9}\n')
    newest = saved_fights(folder)[0]
    assert newest.fight is None
    assert "cannot be opened" in say(newest.about(), catalogue("en"))
    assert newest.problems()


def test_one_is_opened_with_the_keyboard_and_nothing_is_changed(app: App, folder: Path) -> None:
    before = contents(folder)
    key(app, pygame.K_TAB)
    assert shown(app).tab == 1
    key(app, pygame.K_DOWN)
    wanted = shown(app).saved[1]
    key(app, pygame.K_RETURN)
    assert isinstance(app.screen, FightTable)
    assert wanted.fight is not None
    assert digest(app.screen.session.battle.fight) == digest(wanted.fight)
    app.screen.session.computer = frozenset()
    for _ in range(3):
        app.step([])
    assert contents(folder) == before, "looking at a fight writes nothing"


def test_going_on_with_one_is_written_to_a_log_of_its_own(app: App, folder: Path) -> None:
    before = contents(folder)
    app.open(folder / "fight-first-duel-saved.jsonl")
    assert isinstance(app.screen, FightTable)
    session = app.screen.session
    session.computer = frozenset()
    session.submit(Opponent().choose(session.battle))
    app.step([])
    after = contents(folder)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {"fight-first-duel-2.jsonl"}
    assert digest(Battle.load(folder / "fight-first-duel-2.jsonl").fight) == digest(session.battle.fight)


def test_one_is_opened_with_the_mouse(app: App) -> None:
    screen = shown(app)
    app.step([pygame.Event(pygame_gui.UI_BUTTON_PRESSED, ui_element=screen._tabs[1], mouse_button=1)])
    row = (200, 122 + 46 + 20)
    for _ in range(2):
        assert isinstance(app.screen, Browser)
        app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=row, button=1)])
    assert isinstance(app.screen, FightTable)


def test_a_scenario_is_fought_from_the_list(app: App) -> None:
    screen = shown(app)
    names = [one.path.name for one in screen.listed]
    assert not screen._fight.is_enabled, "the first one has no sheets"
    for _ in range(names.index(SCENARIO.name)):
        key(app, pygame.K_DOWN)
    assert screen._fight.is_enabled
    app.step([pygame.Event(pygame.KEYDOWN, key=pygame.K_f, mod=pygame.KMOD_CTRL, scancode=0, unicode="")])
    assert isinstance(app.screen, FightTable)


def test_an_empty_folder_says_where_fights_are_kept(folder: Path, app: App) -> None:
    for one in folder.iterdir():
        one.unlink()
    app.show_browser()
    key(app, pygame.K_TAB)
    key(app, pygame.K_DOWN)
    key(app, pygame.K_RETURN)
    assert isinstance(app.screen, Browser)
