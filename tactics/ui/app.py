"""The window and its loop."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame
import pygame_gui

from tactics.core.language import LANGUAGES, catalogue
from tactics.core.problems import ProblemError, problem
from tactics.core.text import Catalogue, Text, say
from tactics.engine.battle import Battle
from tactics.engine.campaign import make_camp, next_file, set_out
from tactics.engine.log import CAMP, is_log
from tactics.files.load import load
from tactics.render.palette import DARK, Theme
from tactics.ui.browser import Browser
from tactics.ui.camp_session import CampSession
from tactics.ui.camp_table import CampTable
from tactics.ui.fight_session import FightSession
from tactics.ui.fight_table import FightTable
from tactics.ui.layout import LEAST_WINDOW
from tactics.ui.screen import Screen
from tactics.ui.session import Session
from tactics.ui.table import Table
from tactics.ui.theme import widget_theme
from tactics.world.build import build

FIRST_SIZE = (1280, 800)
FRAMES_A_SECOND = 60


def main(path: Path | None, lang: str, rulesets: tuple[str, ...]) -> None:
    """Open the window and run until it is closed.

    Args:
        path: the file to show, None for the scenario browser.
        lang: language of the texts.
        rulesets: systems to judge by; empty for those of the file.

    Raises:
        ProblemError: the file has problems, or there is no display.
    """
    saved = open_fight(path) if path is not None and is_log(path) else None
    session = open_session(path, rulesets) if path is not None and saved is None else None
    app = App(open_window(FIRST_SIZE), lang, rulesets)
    if saved is not None and path is not None:
        app.show_fight(saved, path)
    elif session is not None and path is not None:
        app.show_table(session, path)
    app.run()


def open_session(path: Path, rulesets: tuple[str, ...]) -> Session:
    """Load a file for the table.

    Raises:
        ProblemError: with every problem of the file.
    """
    return Session.of(build(load(path)), rulesets)


def open_fight(path: Path) -> FightSession:
    """Load a saved fight or camp as far as it is sound; every side but the first is played by the computer.

    Raises:
        ProblemError: nothing of it is sound, its system has no rules for fights, or what waits in it cannot be played.
    """
    battle = Battle.load(path, salvage=True)
    session = CampSession(battle) if battle.header.mode == CAMP else FightSession.of(battle)
    session.check()
    return session


def open_window(size: tuple[int, int]) -> pygame.Surface:
    """Open a resizable window.

    Raises:
        ProblemError: there is no display to open it on.
    """
    try:
        pygame.display.init()
        if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("there is no display")  # SDL would draw where nobody can see it
        pygame.font.init()
        surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    except pygame.error as error:
        pygame.display.quit()
        raise problem(
            "play", "", f"no window can be opened ({error}); `tactics draw FILE -o picture.svg` draws a picture"
        ) from None
    pygame.display.set_caption("tactics")
    pygame.key.set_repeat(350, 45)
    return surface


class App:
    """The open window: one screen at a time, its widgets, and the language.

    Attributes:
        surface: the window's pixels.
        theme: colours.
        lang: language of the texts.
        rulesets: systems named on the command line.
        widgets: pygame_gui's manager; a screen's widgets live until the next screen is shown.
        running: False ends the loop.
    """

    def __init__(
        self, surface: pygame.Surface, lang: str = "en", rulesets: tuple[str, ...] = (), theme: Theme = DARK
    ) -> None:
        self.surface = surface
        self.theme = theme
        self.lang = lang
        self.rulesets = rulesets
        self.running = True
        self.widgets = pygame_gui.UIManager(surface.get_size(), widget_theme(theme))
        self.screen: Screen = Browser(self)

    @property
    def catalogue(self) -> Catalogue:
        """Translations into the chosen language."""
        return catalogue(self.lang)

    def say(self, message: Text) -> str:
        """A message in the chosen language."""
        return say(message, self.catalogue)

    def show_browser(self, message: str = "") -> None:
        """Show the list of scenarios, with a message under it."""
        self.widgets.clear_and_reset()
        self.screen = Browser(self, message)

    def show_table(self, session: Session, path: Path) -> None:
        """Show a position."""
        self.widgets.clear_and_reset()
        self.screen = Table(self, session, path)

    def show_fight(self, session: FightSession, path: Path) -> None:
        """Show a fight."""
        self.widgets.clear_and_reset()
        if isinstance(session, CampSession):
            self.screen = CampTable(self, session, path)
        else:
            self.screen = FightTable(self, session, path)

    def make_camp(self, session: FightSession) -> None:
        """Show the camp after a fight that was won; problems of the chain are told by the browser."""
        try:
            camp = CampSession(make_camp(session.battle))
        except ProblemError as error:
            self.show_browser(str(error))
            return
        self.show_fight(camp, Path(session.battle.header.scenario))

    def go_on(self, camp: CampSession) -> None:
        """Show the fight that follows a camp."""
        try:
            path = next_file(camp.battle)
            if path is None:
                self.show_browser()
                return
            session = FightSession.of(set_out(camp.battle, build(load(path)), path))
        except ProblemError as error:
            self.show_browser(str(error))
            return
        self.show_fight(session, path)

    def screen_is(self, screen: Screen) -> bool:
        """Whether a screen is still the one that is shown."""
        return self.screen is screen

    def open(self, path: Path) -> None:
        """Load a scenario, a map or a saved fight and show it; its problems are told by the browser."""
        try:
            if is_log(path):
                self.show_fight(open_fight(path), path)
                return
            session = open_session(path, self.rulesets)
        except ProblemError as error:
            self.show_browser(str(error))
            return
        self.show_table(session, path)

    def fight(self, path: Path) -> None:
        """Load a scenario and fight it out by its main system; its problems are told by the browser."""
        try:
            session = open_session(path, self.rulesets)
            battle = Battle.new(session.world, system=session.main, scenario=path.name)
        except ProblemError as error:
            self.show_browser(str(error))
            return
        self.show_fight(FightSession.of(battle), path)

    def next_language(self) -> None:
        """Switch to the next language; the screen is laid out anew."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        self.screen.laid_out()

    def toggle_full_screen(self) -> None:
        """Fill the screen, or go back to a window."""
        pygame.display.toggle_fullscreen()

    def run(self) -> None:
        """Handle events and draw until the window is closed."""
        clock = pygame.time.Clock()
        while self.running:
            seconds = clock.tick(FRAMES_A_SECOND) / 1000
            self.step(pygame.event.get(), seconds)
            pygame.display.flip()
        pygame.quit()

    def step(self, events: Iterable[pygame.Event], seconds: float = 0.0) -> None:
        """One turn of the loop: events, then a frame."""
        for event in events:
            if event.type == pygame.QUIT:
                self.running = False
            elif event.type == pygame.VIDEORESIZE:
                self._resize(event.size)
            else:
                taken = not self.screen.covered and self.widgets.process_events(event)
                if not taken or event.type >= pygame.USEREVENT:
                    self.screen.handle(event)
        self.widgets.update(seconds)
        self.screen.draw(self.surface)
        self.widgets.draw_ui(self.surface)
        self.screen.draw_over(self.surface)

    def _resize(self, size: tuple[int, int]) -> None:
        wanted = max(size[0], LEAST_WINDOW[0]), max(size[1], LEAST_WINDOW[1])
        current = pygame.display.get_surface()
        if current is not None and current.get_size() != wanted and wanted != size:
            current = pygame.display.set_mode(wanted, pygame.RESIZABLE)
        self.surface = current if current is not None else self.surface
        self.widgets.set_window_resolution(self.surface.get_size())
        self.screen.laid_out()
