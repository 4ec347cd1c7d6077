"""The window driven by events, on a display that is not there."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import kit
import pygame
import pytest

from tactics.core.lattice import Square, parse_square
from tactics.core.resources import resource_folder
from tactics.rules.verdict import Verdict
from tactics.ui import saving
from tactics.ui.app import App, open_session, open_window
from tactics.ui.browser import Browser, scenarios
from tactics.ui.commands import Command, sections
from tactics.ui.session import Session
from tactics.ui.table import Table

ROWS = """
A.......
...#....
....OO..
....OO..
B......T
"""
DOOR = {"line": [[2, 3], [2, 4]], "kind": "door", "state": "closed"}


class Player:
    """A hand on the mouse and the keyboard."""

    def __init__(self, app: App, table: Table) -> None:
        self.app, self.table = app, table

    @property
    def session(self) -> Session:
        return self.table.session

    def spot(self, name: str) -> tuple[int, int]:
        return self.table.camera.spot(parse_square(name))

    def move(self, pos: tuple[int, int]) -> None:
        self.app.step([pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(3, 3), buttons=(0, 0, 0))])

    def down(self, pos: tuple[int, int], button: int = 1) -> None:
        self.app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)])

    def up(self, pos: tuple[int, int], button: int = 1) -> None:
        self.app.step([pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button)])

    def click(self, name: str, button: int = 1) -> None:
        pos = self.spot(name)
        self.move(pos)
        self.down(pos, button)
        self.up(pos, button)

    def press(self, command: Command) -> None:
        for section in sections():
            for entry in section.entries:
                for binding in entry.bindings:
                    if binding.command is command:
                        key = {"key": binding.key, "scancode": binding.scancode, "mod": binding.modifiers}
                        self.app.step([pygame.Event(pygame.KEYDOWN, unicode="", **key)])
                        return


@pytest.fixture
def app() -> Iterator[App]:
    yield App(open_window((1280, 800)))
    pygame.display.quit()


@pytest.fixture
def player(app: App) -> Player:
    creatures = {"O": {"size": "large", "reach": 10}, "A": {"side": "heroes"}, "B": {"side": "heroes"}}
    world = kit.world(ROWS, ("pf1", "pf2e", "dnd4e"), creatures=creatures, walls=[DOOR])
    app.show_table(Session.of(world), Path("ruins.toml"))
    table = app.screen
    assert isinstance(table, Table)
    app.step([])
    return Player(app, table)


def picture(app: App) -> str:
    """A fingerprint of what is on the screen."""
    app.step([])
    return hashlib.sha256(pygame.image.tobytes(app.surface, "RGB")).hexdigest()


def test_two_clicks_ask_about_a_pair(player: Player) -> None:
    player.click("A1")
    assert player.session.attacker == "A"
    player.click("F4")
    assert player.session.target == "O"
    assert len(player.session.rulings()) == 3
    player.click("H5")
    assert player.session.target == "T"
    player.press(Command.CLEAR)
    assert (player.session.attacker, player.session.target) == ("", "")


def test_the_right_button_chooses_another_attacker(player: Player) -> None:
    player.click("A1")
    player.click("F4", button=3)
    assert player.session.attacker == "O"


def test_dragging_a_creature_is_a_what_if(player: Player) -> None:
    player.click("A1")
    player.down(player.spot("A5"))
    player.move(player.spot("B5"))
    player.move(player.spot("C5"))
    player.up(player.spot("C5"))
    assert player.session.world.creature("B").space.anchor == (2, 4)
    assert player.session.attacker == "A", "a drag is no click"
    player.press(Command.BACK)
    assert player.session.world.creature("B").space.anchor == (0, 4)


def test_a_big_creature_is_dragged_by_the_square_it_was_grabbed(player: Player) -> None:
    player.down(player.spot("F4"))
    player.move(player.spot("F5"))
    player.up(player.spot("F5"))
    assert player.session.world.creature("O").space.anchor == (4, 3)


def test_a_drag_into_a_wall_changes_nothing(player: Player) -> None:
    player.down(player.spot("A1"))
    player.move(player.spot("D2"))
    player.up(player.spot("D2"))
    assert not player.session.changed


def test_a_click_on_a_door_opens_it(player: Player) -> None:
    x, y = player.spot("C4")
    pos = (x - player.table.camera.cell // 2, y)
    player.move(pos)
    player.down(pos)
    player.up(pos)
    assert player.session.world.board.walls[0].state == "open"


def test_everything_without_a_mouse(player: Player) -> None:
    player.press(Command.NEXT_ATTACKER)
    player.press(Command.NEXT_TARGET)
    assert (player.session.attacker, player.session.target) == ("A", "B")
    player.press(Command.CURSOR_RIGHT)
    player.press(Command.CURSOR_RIGHT)
    player.press(Command.CURSOR_DOWN)
    assert player.session.hover == (1, 1)
    player.press(Command.MOVE_HERE)
    assert player.session.world.creature("A").space.anchor == (1, 1)
    player.press(Command.RESET)
    assert not player.session.changed
    player.session.hover = Square(2, 3)
    player.press(Command.DOOR)
    assert player.session.world.board.walls[0].state == "open"
    player.session.hover = Square(5, 3)
    player.press(Command.CLEAR)
    player.press(Command.CHOOSE)
    assert player.session.attacker == "O"


def test_every_command_draws_something_and_breaks_nothing(player: Player) -> None:
    for command in Command:
        if command not in (Command.QUIT, Command.BROWSER, Command.FULL_SCREEN, Command.SAVE_SVG, Command.SAVE_PNG):
            player.press(command)
            player.app.step([])
    assert player.app.running


def test_an_area_follows_the_mouse_until_it_is_held(player: Player) -> None:
    player.move(player.spot("C3"))
    player.press(Command.TEMPLATE)
    player.move(player.spot("D4"))
    moving = player.session.template
    assert moving is not None
    assert moving.square == (3, 3)
    player.click("D4")
    player.move(player.spot("H1"))
    assert player.session.template == moving
    player.press(Command.TURN_RIGHT)
    turned = player.session.template
    assert turned is not None
    assert turned.direction != moving.direction
    player.press(Command.CLEAR)
    assert player.session.template is None


def test_the_picture_follows_the_hover_and_the_language(player: Player) -> None:
    player.click("A1")
    player.move(player.spot("C1"))
    first = picture(player.app)
    player.move(player.spot("C3"))
    second = picture(player.app)
    assert first != second
    player.press(Command.LANGUAGE)
    assert player.app.lang == "ru"
    assert picture(player.app) != second
    player.press(Command.HELP)
    helped = picture(player.app)
    player.press(Command.NEXT_ATTACKER)
    assert player.session.attacker == "A", "keys do nothing while the help is shown"
    player.press(Command.HELP)
    assert picture(player.app) != helped


def test_a_second_frame_is_the_same(player: Player) -> None:
    player.click("A1")
    player.click("F4")
    assert picture(player.app) == picture(player.app)


def test_resizing_keeps_the_state(player: Player) -> None:
    player.click("A1")
    pygame.display.set_mode((1920, 1080), pygame.RESIZABLE)
    player.app.step([pygame.Event(pygame.VIDEORESIZE, size=(1920, 1080), w=1920, h=1080)])
    assert player.app.surface.get_size() == (1920, 1080)
    player.click("F4")
    assert player.session.target == "O"


def test_rulings_are_saved_under_new_names(player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "picture_folder", lambda: tmp_path / "rulings")
    player.press(Command.SAVE_SVG)
    assert not (tmp_path / "rulings").exists(), "nothing is chosen yet"
    player.click("A1")
    player.click("F4")
    player.press(Command.SAVE_SVG)
    player.press(Command.SAVE_SVG)
    player.press(Command.SAVE_PNG)
    names = sorted(path.name for path in (tmp_path / "rulings").iterdir())
    assert sorted(name.rpartition(".")[2] for name in names) == ["png", "svg", "svg"]
    assert all((tmp_path / "rulings" / name).stat().st_size > 1000 for name in names)


def test_a_folder_that_cannot_be_made_is_told(player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr(saving, "picture_folder", lambda: blocked / "rulings")
    player.click("A1")
    player.click("F4")
    before = picture(player.app)
    player.press(Command.SAVE_PNG)
    assert player.app.running
    assert picture(player.app) != before


def test_the_words_of_a_ruling(player: Player) -> None:
    player.click("A1")
    player.click("F4")
    verdicts = [one for one in player.session.rulings() if isinstance(one, Verdict)]
    words = saving.ruling_words(player.session.world, verdicts, player.app.catalogue)
    assert words.count("Cover: A on O") == 3


def test_the_browser_opens_its_first_scenario(app: App) -> None:
    assert isinstance(app.screen, Browser)
    app.step([])
    app.step([pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, scancode=40, mod=0, unicode="")])
    assert isinstance(app.screen, Table)


def test_the_browser_walks_through_all_scenarios(app: App) -> None:
    pictures = set()
    for _ in scenarios(resource_folder("scenarios")):
        app.step([pygame.Event(pygame.KEYDOWN, key=pygame.K_DOWN, scancode=81, mod=0, unicode="")])
        pictures.add(picture(app))
    assert len(pictures) >= 1


def test_a_file_with_problems_is_told_in_the_browser(app: App, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("schema = 1\nwrong = true\n")
    app.open(bad)
    assert isinstance(app.screen, Browser)
    app.step([])


def test_shipped_scenarios_open(app: App) -> None:
    folder = resource_folder("scenarios")
    for listed in scenarios(folder):
        app.show_table(open_session(listed.path, ()), listed.path)
        app.step([])
        app.step([pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, scancode=43, mod=0, unicode="")])


def test_the_sheet_lies_over_the_window_until_it_is_closed(player: Player) -> None:
    player.click("A1")
    player.click("F4")
    before = picture(player.app)
    player.press(Command.SHEET)
    shown = picture(player.app)
    assert shown != before
    player.press(Command.CURSOR_DOWN)
    assert picture(player.app) != shown
    player.click("B1")
    save_button = (1010, 26)
    player.down(save_button)
    player.up(save_button)
    assert (player.session.attacker, player.session.target) == ("A", "O")
    player.press(Command.CLEAR)
    player.move(player.spot("F4"))
    assert picture(player.app) == before
