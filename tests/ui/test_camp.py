"""A chain of scenarios in the window: won fight, camp by mouse and by keyboard, next fight; no display is there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pygame_gui
import pytest

from tactics.core.dice import FixedDice
from tactics.core.lattice import Square
from tactics.engine.battle import Battle
from tactics.files.load import load
from tactics.rules.action import Action
from tactics.ui import camp_table, fight_table
from tactics.ui.app import App, open_fight, open_window
from tactics.ui.browser import Browser
from tactics.ui.camp_session import CampSession
from tactics.ui.camp_table import CampTable
from tactics.ui.commands import Command
from tactics.ui.fight_session import FightSession
from tactics.ui.fight_table import FightTable
from tactics.world.build import build

FIRST = """
schema = 1
title = "Gate"
rulesets = ["pf2e"]
next = "second.toml"
journey = { miles = 6 }
map.rows = '''
A.T
B..
'''
[creatures.A]
name = "Guard"
side = "heroes"
[creatures.A.combat]
level = 3
kind = "hero"
hero_points = 0
abilities = { str = 4, con = 2, wis = 2 }
proficiencies = { martial = "expert", medicine = "trained" }
hp = 40
weapons = [{ id = "longsword", hand = "main" }]
[creatures.B]
name = "Scout"
side = "heroes"
conditions = ["wounded_1"]
[creatures.B.combat]
level = 3
kind = "hero"
hp = 30
[creatures.T]
side = "foes"
[creatures.T.combat]
level = -1
hp = 3
"""
SECOND = FIRST.replace('next = "second.toml"', "").replace("Gate", "Hall").replace('"wounded_1"', "")


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    for module in (fight_table, camp_table):
        monkeypatch.setattr(module, "save_folder", lambda: tmp_path / "saves")
    (tmp_path / "first.toml").write_text(FIRST, "utf-8")
    (tmp_path / "second.toml").write_text(SECOND, "utf-8")
    path = tmp_path / "first.toml"
    battle = Battle.new(build(load(path)), dice=FixedDice([20, 2, 1, 18, 8]), scenario=str(path))
    battle.submit(Action("A", "stride", {"path": (Square(0, 0), Square(1, 0))}))
    battle.submit(Action("A", "strike", {"weapon": "longsword", "target": "T"}))
    window = App(open_window((1280, 800)))
    window.show_fight(FightSession.of(battle), path)
    window.step([])
    yield window
    pygame.display.quit()


def push(app: App, wanted: Callable[[object], bool]) -> None:
    """Press a button of the panel."""
    assert isinstance(app.screen, FightTable | CampTable)
    button = next(one for one, row in app.screen._panel._buttons.items() if wanted(row.value))
    app.step([pygame.Event(pygame_gui.UI_BUTTON_PRESSED, ui_element=button, mouse_button=1)])
    app.step([])


def press(app: App, key: int, mod: int = 0) -> None:
    app.step([pygame.Event(pygame.KEYDOWN, key=key, mod=mod, scancode=0, unicode="")])


def camp(app: App) -> CampTable:
    assert isinstance(app.screen, CampTable)
    return app.screen


def make_camp(app: App) -> CampSession:
    push(app, lambda one: one is Command.CAMP)
    return camp(app).session


def named(id: str) -> Callable[[object], bool]:
    return lambda one: getattr(one, "id", "") == id


def test_a_won_fight_offers_its_camp_and_the_camp_the_next_fight(app: App) -> None:
    session = make_camp(app)
    assert [one.id for one in session.party] == ["A", "B"]
    push(app, named("ten_minutes"))
    assert session.clock_minutes() == 10
    push(app, named("set_out"))
    assert isinstance(app.screen, FightTable)
    assert app.screen.session.fight.world.title.en == "Hall"
    assert not app.screen.session.fight.body("B").has("wounded")


def test_a_camp_is_made_by_its_key_and_only_after_a_fight_that_was_won(app: App) -> None:
    press(app, pygame.K_z, pygame.KMOD_CTRL)
    press(app, pygame.K_n)
    assert isinstance(app.screen, FightTable)
    press(app, pygame.K_y, pygame.KMOD_CTRL)
    press(app, pygame.K_n)
    assert camp(app).session.party


def test_treating_somebody_by_mouse(app: App) -> None:
    session = make_camp(app)
    session.battle.dice = FixedDice([15, 3, 4])
    push(app, named("treat_wounds"))
    places = {creature.id: area for creature, area in camp(app).cards()}
    area = places["B"]
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(int(area.x) + 200, int(area.y) + 50), button=1)])
    push(app, lambda one: one == "15")
    assert not session.battle.fight.body("B").has("wounded")
    assert [one.id for one in session.options() if one.refusal is not None].count("treat_wounds") == 1


def test_treating_somebody_by_keyboard_and_taking_it_back(app: App) -> None:
    session = make_camp(app)
    session.battle.dice = FixedDice([15, 3, 4])
    panel = camp(app)._panel
    while getattr(panel._buttons[panel._rows[panel._focus]].value, "id", "") != "treat_wounds":
        press(app, pygame.K_DOWN)
    press(app, pygame.K_RETURN)
    press(app, pygame.K_RETURN)
    press(app, pygame.K_RETURN)
    assert not session.battle.fight.body("B").has("wounded")
    press(app, pygame.K_z, pygame.KMOD_CTRL)
    assert session.battle.fight.body("B").has("wounded")


def test_tab_and_clicks_choose_the_member_whose_options_are_shown(app: App) -> None:
    session = make_camp(app)
    assert session.mover == "A"
    press(app, pygame.K_TAB)
    assert session.mover == "B"
    assert "treat_wounds" not in [one.id for one in session.options()]
    places = {creature.id: area for creature, area in camp(app).cards()}
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(int(places["A"].x) + 5, int(places["A"].y) + 5), button=1)])
    assert session.mover == "A"


def test_a_camp_is_kept_and_opened_again(app: App, tmp_path: Path) -> None:
    make_camp(app)
    push(app, named("ten_minutes"))
    (kept,) = (tmp_path / "saves").glob("*-camp.jsonl")
    again = open_fight(kept)
    assert isinstance(again, CampSession)
    assert again.clock_minutes() == 10


def test_a_broken_chain_is_told_and_nothing_breaks(app: App, tmp_path: Path) -> None:
    make_camp(app)
    (tmp_path / "second.toml").unlink()
    push(app, named("set_out"))
    assert isinstance(app.screen, Browser)
