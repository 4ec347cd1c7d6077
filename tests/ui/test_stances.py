"""Figures that look somewhere in the window: a manoeuvre comes first, arcs are shown, answers tell their chances."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pygame_gui
import pytest
from engine.stances import STANCES, duel, said

from tactics.core.dice import FixedDice
from tactics.core.language import catalogue
from tactics.core.lattice import Square, parse_square
from tactics.core.text import say
from tactics.engine.battle import Battle
from tactics.render.displaylist import Item, Label, label_box
from tactics.render.view import View
from tactics.rules.action import Action, Option, Preview
from tactics.rules.event import Moved
from tactics.ui import browser, fight_table
from tactics.ui.app import App, open_window
from tactics.ui.arcs import arcs_around
from tactics.ui.fight_choices import choosing_stance, heading, rows
from tactics.ui.fight_marks import FightMarks, preview_lines
from tactics.ui.fight_session import FightSession
from tactics.ui.fight_table import FightTable
from tactics.ui.pointing import creatures_at
from tactics.world.edit import with_creature

EAST, SOUTH_WEST = 2, 5
FACING = {"A": EAST, "B": SOUTH_WEST}


@pytest.fixture(params=[(1280, 800), (1920, 1080)], ids=["small", "big"])
def app(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    for module in (browser, fight_table):
        monkeypatch.setattr(module, "save_folder", lambda: tmp_path)
    yield App(open_window(request.param))
    pygame.display.quit()


def opened(app: App, battle: Battle | None = None) -> FightTable:
    session = FightSession.of(battle or duel(facing=FACING))
    session.computer = frozenset()
    app.show_fight(session, Path("toy.toml"))
    app.step([])
    assert isinstance(app.screen, FightTable)
    return app.screen


def key(app: App, *keys: int) -> None:
    for one in keys:
        app.step([pygame.Event(pygame.KEYDOWN, key=one, mod=0, scancode=0, unicode="")])


def words(table: FightTable) -> list[str]:
    """What is told of the marked button."""
    return [one.text for one in table._panel._telling if isinstance(one, Label)]


def marked(table: FightTable) -> object:
    panel = table._panel
    return panel._buttons[panel._rows[panel._focus]].value


def english(session: FightSession) -> str:
    return say(heading(session)[0], catalogue("en"))


def test_the_manoeuvre_is_chosen_before_anything_else(app: App) -> None:
    table = opened(app)
    session = table.session
    assert choosing_stance(session)
    assert english(session) == "What is this turn to be?"
    offered = [one.value for one in rows(session)]
    assert [said(Action("A", one.id, one.arguments)) for one in offered if isinstance(one, Option)] == [
        *(one for one in STANCES if one != "change_posture"),
        "end_turn",
        "change_posture",
    ]
    session.submit(Action("A", "maneuver", {"maneuver": "attack"}))
    app.step([])
    assert not choosing_stance(session)
    assert english(session).endswith(": choose an action")
    assert {one.value.id for one in rows(session) if isinstance(one.value, Option) and one.enabled} == {
        "step",
        "strike",
        "face",
        "end_turn",
    }
    assert words(table) == []


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_manoeuvre_tells_what_it_allows_or_why_it_is_refused(app: App, lang: str) -> None:
    app.lang = lang
    table = opened(app)
    table.laid_out()
    panel = table._panel
    told = {}
    for _ in panel._rows:
        option = marked(table)
        assert isinstance(option, Option)
        told[said(Action("A", option.id, option.arguments))] = words(table)
        box, area = table._panel._told, panel._area
        assert box is not None
        for one in panel._telling:
            if isinstance(one, Label):
                left, top, right, bottom = label_box(one)
                assert box.x <= left
                assert right <= box.x + box.width
                assert box.y <= top
                assert bottom <= box.y + box.height <= area.y + area.height
        assert panel._scroller is not None
        assert panel._scroller.get_abs_rect().bottom <= box.y
        key(app, pygame.K_DOWN)
    assert set(told) == {*STANCES, "end_turn"}
    assert told["move"] == ["4 squares", "0 blows"]
    assert told["change_posture"][0] in ("There is no room.", "Там нет места.")
    assert len(told["change_posture"]) >= 3, "the rule, and what it would allow"


def test_a_manoeuvre_is_chosen_by_the_keyboard_alone(app: App) -> None:
    table = opened(app)
    for _ in range(3):
        key(app, pygame.K_DOWN)
    key(app, pygame.K_RETURN)
    assert table.session.fight.body("A").effects[0].note == "all_out_attack:strong"


def test_a_refused_manoeuvre_says_why_when_it_is_taken(app: App) -> None:
    table = opened(app)
    key(app, pygame.K_UP, pygame.K_RETURN)
    assert table.session.message is not None
    assert not table.session.fight.body("A").effects
    key(app, pygame.K_ESCAPE)
    assert choosing_stance(table.session)


def test_a_manoeuvre_is_pointed_at_and_chosen_by_the_mouse(app: App) -> None:
    table = opened(app)
    button = table._panel._rows[1]
    spot = button.get_abs_rect().center
    app.step([pygame.Event(pygame.MOUSEMOTION, pos=spot, rel=(1, 1), buttons=(0, 0, 0))])
    assert words(table) == ["4 squares", "0 blows"]
    app.step([pygame.Event(pygame_gui.UI_BUTTON_PRESSED, ui_element=button, mouse_button=1)])
    assert table.session.fight.body("A").effects[0].note == "move"


# Answers with chances.


def struck(app: App) -> FightTable:
    """B is struck and asked."""
    battle = duel(facing=FACING)
    battle.dice = FixedDice([1, 1, 1, 2, 2, 2])
    battle.submit(Action("A", "maneuver", {"maneuver": "attack"}))
    battle.submit(Action("A", "strike", {"target": "B"}))
    return opened(app, battle)


def test_answers_tell_their_chances_and_what_these_are_made_of(app: App) -> None:
    table = struck(app)
    assert [say(one.words, catalogue("en")) for one in rows(table.session)] == ["duck · 33 %", "step · 67 %", "stand"]
    assert marked(table) == "none", "the usual answer is marked first"
    assert words(table) == []
    key(app, pygame.K_DOWN)
    assert words(table) == ["33 %", "10 or less is wanted", "12 Strength", "−2 nothing"]


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_an_answer_that_goes_somewhere_is_aimed_on_the_board(app: App, by: str) -> None:
    table = struck(app)
    key(app, pygame.K_UP, pygame.K_RETURN)
    assert table.session.aim is not None
    assert table.session.preview(Square(0, 0)) is None, "it cannot go there"
    assert isinstance(table.session.preview(Square(3, 0)), Preview)
    if by == "mouse":
        spot = table.camera.spot(Square(3, 0))
        app.step([pygame.Event(pygame.MOUSEMOTION, pos=spot, rel=(1, 1), buttons=(0, 0, 0))])
        app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1)])
    else:
        key(app, pygame.K_TAB)
        assert table._cursor.square == Square(3, 0)
        key(app, pygame.K_RETURN)
    assert Moved("B", Square(3, 0), 0, "walk", 1, 1) in table.session.battle.events
    assert table.session.decision is None


def test_a_number_to_stay_under_is_told_with_its_parts() -> None:
    battle = duel(facing=FACING)
    battle.submit(Action("A", "maneuver", {"maneuver": "attack"}))
    lines = preview_lines(battle.preview(Action("A", "strike", {"target": "B"})), battle.fight)
    assert [say(one, catalogue("en")) for one in lines][2:] == ["10 or less is wanted", "12 Strength", "−2 nothing"]


# Facing and lying.


def test_the_squares_around_fall_into_arcs() -> None:
    world = duel(facing=FACING).fight.world
    found = arcs_around(world.board, world.creature("A"))
    assert {name: sorted(map(str, squares)) for name, squares in found.items()} == {
        "front": ["C1", "C2", "C3"],
        "right": ["A3", "B3"],
        "left": ["A1", "B1"],
        "back": ["A2"],
    }
    corner = duel("A...\n...B", facing={"A": 0}).fight.world
    assert sorted(len(squares) for squares in arcs_around(corner.board, corner.creature("A")).values()) == [1, 2]
    nobody = replace(world.creature("A"), facing=None)
    assert arcs_around(world.board, nobody) == {}


def arcs_shown(table: FightTable) -> list[Item]:
    return list(FightMarks(table.session, table._cursor, catalogue("en")).under(View(40.0)))


def test_arcs_are_shown_of_the_one_who_acts_or_is_pointed_at(app: App) -> None:
    table = opened(app)
    own = arcs_shown(table)
    assert own
    app.step([pygame.Event(pygame.MOUSEMOTION, pos=table.camera.spot(Square(2, 1)), rel=(1, 1), buttons=(0, 0, 0))])
    others = arcs_shown(table)
    assert others
    assert others != own
    table.session.submit(Action("A", "maneuver", {"maneuver": "move"}))
    table.session.choose(next(one for one in table.session.options() if one.id == "move"))
    assert not [one for one in arcs_shown(table) if one in own], "while a way is laid nothing else is tinted"


def test_who_lies_across_two_squares_is_found_on_both(app: App) -> None:
    battle = duel("......\n.AB...\n......", facing=FACING)
    last = battle._history.done[-1]
    lying = replace(battle.fight.world.creature("B"), sprawl=(Square(3, 1),))
    there = battle.fight.with_world(with_creature(battle.fight.world, lying))
    battle._history.done[-1] = replace(last, after=there)
    table = opened(app, battle)
    assert [creatures_at(there.world, parse_square(one)) for one in ("C2", "D2", "E2")] == [["B"], ["B"], []]
    for square in (Square(2, 1), Square(3, 1)):
        spot = table.camera.spot(square)
        app.step([pygame.Event(pygame.MOUSEMOTION, pos=spot, rel=(1, 1), buttons=(0, 0, 0))])
        assert table._cursor.here() == ["B"]


def test_states_on_the_tokens_say_what_a_turn_is() -> None:
    session = FightSession.of(duel(facing=FACING, B=("dazed",)))
    assert session.states == {"A": (), "B": ("dazed",)}
    session.submit(Action("A", "maneuver", {"maneuver": "all_out_attack", "variant": "double"}))
    assert session.states["A"] == ("all_out_attack", "defenseless")
