"""What the window needs of a screen, and what a screen needs of the window."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import pygame
import pygame_gui

from tactics.core.text import Catalogue, Text
from tactics.render.palette import Theme
from tactics.ui.camp_session import CampSession
from tactics.ui.fight_session import FightSession
from tactics.ui.session import Session


class Screen(Protocol):
    """One thing the window can show."""

    @property
    def covered(self) -> bool:
        """Whether something lies over the widgets, which then hear nothing."""

    def handle(self, event: pygame.Event) -> None:
        """React to an event that no widget took."""

    def laid_out(self) -> None:
        """The window's size or language changed: place everything anew."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what lies below the widgets."""

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw what lies above the widgets."""


class Window(Protocol):
    """The window as its screens see it."""

    surface: pygame.Surface
    theme: Theme
    lang: str
    widgets: pygame_gui.UIManager
    running: bool

    @property
    def catalogue(self) -> Catalogue:
        """Translations into the chosen language."""

    def say(self, message: Text) -> str:
        """A message in the chosen language."""

    def show_browser(self, message: str = "") -> None:
        """Show the list of scenarios."""

    def show_table(self, session: Session, path: Path) -> None:
        """Show a position."""

    def show_fight(self, session: FightSession, path: Path) -> None:
        """Show a fight."""

    def make_camp(self, session: FightSession) -> None:
        """Show the camp after a fight that was won."""

    def go_on(self, camp: CampSession) -> None:
        """Show the fight that follows a camp."""

    def screen_is(self, screen: Screen) -> bool:
        """Whether a screen is still the one that is shown."""

    def open(self, path: Path) -> None:
        """Load a file and show it."""

    def fight(self, path: Path) -> None:
        """Load a scenario and fight it out."""

    def next_language(self) -> None:
        """Switch to the next language."""

    def toggle_full_screen(self) -> None:
        """Fill the screen, or go back to a window."""
