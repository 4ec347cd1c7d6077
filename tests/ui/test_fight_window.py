"""What the window shows of any book's fight: pips, numbers, states that end, long questions, crowded squares."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pygame_gui
import pytest
from engine.toy import Toy
from kit import world

from tactics.core.language import catalogue
from tactics.core.lattice import Square
from tactics.core.problems import Problem
from tactics.core.text import say, text
from tactics.engine.battle import Battle
from tactics.render.displaylist import Circle, Item, Label, Rect, label_box
from tactics.render.flow import Flow
from tactics.render.palette import DARK
from tactics.rules.action import Action, Badge, Choice, Decision, NeedCreature, Preview, Resource
from tactics.rules.fighting import Run
from tactics.ui import browser, fight_table
from tactics.ui.app import App, open_window
from tactics.ui.commands import Command
from tactics.ui.fight_card import write_badges, write_card
from tactics.ui.fight_choices import heading, rows
from tactics.ui.fight_session import FightSession
from tactics.ui.fight_table import FightTable
from tactics.world.fight import Fight
from tactics.world.world import World

MANY = tuple(Choice(f"choice_{n}", text("answer number {n}", n=n)) for n in range(40))
WHY = text("A very long question, " * 20)


class Rich(Toy):
    """The toy with as much to show as any book has."""

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        return (
            Resource("actions", text("Actions"), 2, 3),
            Resource("reaction", text("Reaction"), 1, 1),
            Resource("focus", text("Focus"), 12, 20),
            Resource("feet", text("Movement"), 15, 30, "number"),
            Resource("strain", text("Strain"), 4, 10, "bar"),
        )

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        return (
            Badge("frightened", text("frightened"), 2, text("until the toy is wound up")),
            Badge("slowed", text("slowed"), -1),
            Badge("prone", text("prone")),
        )

    def preview(self, fight: Fight, action: Action) -> Preview:
        target = str(action.arguments.get("target", ""))
        return Preview(
            chance=Fraction(55, 100), damage_least=1, damage_most=2, damage_mean=Fraction(3, 4), takes=(target,)
        )

    def resolve(self, run: Run, action: Action) -> None:
        if action.id == "door":
            run.ask(Decision(action.who, "long", WHY, MANY, MANY[0].id))
            return
        super().resolve(run, action)


def crowded() -> World:
    """A stands beside B, on whose square lie C and D, and before a big mount with a rider on it."""
    creatures = {
        "A": {"side": "heroes"},
        "B": {"side": "foes"},
        "C": {"side": "foes", "at": "D2", "size": "tiny"},
        "D": {"side": "foes", "at": "D2", "size": "tiny"},
        "M": {"side": "foes", "size": "large"},
        "R": {"side": "foes", "at": "F2", "mount": "M"},
    }
    door = {"line": [[0, 1], [1, 1]], "kind": "door", "state": "open"}
    return world("........\n..AB.MM.\n.....MM.\n........", creatures=creatures, walls=[door])


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    for module in (browser, fight_table):
        monkeypatch.setattr(module, "save_folder", lambda: tmp_path)
    yield App(open_window((1280, 800)))
    pygame.display.quit()


def opened(app: App, who: str = "A") -> FightTable:
    """The crowded fight in the turn of somebody, played by hand."""
    session = FightSession.of(Battle.new(crowded(), seed=1, fighting=Rich()))
    session.computer = frozenset()
    while session.battle.fight.active != who:
        session.submit(Action(session.battle.fight.active, "end_turn"))
    app.show_fight(session, Path("toy.toml"))
    app.step([])
    assert isinstance(app.screen, FightTable)
    return app.screen


def key(app: App, key: int, mod: int = 0) -> None:
    app.step([pygame.Event(pygame.KEYDOWN, key=key, mod=mod, scancode=0, unicode="")])


def point(app: App, pos: tuple[int, int]) -> None:
    app.step([pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0))])


def push(app: App, table: FightTable, value: object) -> None:
    button = next(one for one, row in table._panel._buttons.items() if row.value == value)
    app.step([pygame.Event(pygame_gui.UI_BUTTON_PRESSED, ui_element=button, mouse_button=1)])


def aim(table: FightTable, option: str) -> NeedCreature:
    table.session.choose(next(one for one in table.session.options() if one.id == option))
    table._panel.refresh()
    need = table.session.aim.need if table.session.aim is not None else None
    assert isinstance(need, NeedCreature)
    return need


def labels(items: list[Item]) -> list[str]:
    return [one.text for one in items if isinstance(one, Label)]


# The card.


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("width", [340.0, 520.0])
def test_the_card_shows_pips_numbers_bars_and_ends(app: App, lang: str, width: float) -> None:
    session = opened(app).session
    flow = Flow(0, 0, width, DARK, catalogue(lang))
    write_card(flow, session, "A")
    words = labels(flow.items)
    frightened, slowed = {"en": ("frightened", "slowed"), "ru": ("напуган", "замедлен")}[lang]
    assert f"{frightened} 2 · until the toy is wound up" in words
    assert f"{slowed} −1" in words
    for sign in ("12/20", "15/30", "4/10"):
        assert sign in words
    pips = [one for one in flow.items if isinstance(one, Circle) and one.radius == 6][1:]
    assert [one.fill != "" for one in pips] == [True, True, False, True]
    boxes = [label_box(one) for one in flow.items if isinstance(one, Label)]
    assert all(right <= width + 1 for _, _, right, _ in boxes)
    for number, (left, top, right, bottom) in enumerate(boxes):
        for x, y, far, low in boxes[number + 1 :]:
            assert right <= x + 0.5 or far <= left + 0.5 or bottom <= y + 0.5 or low <= top + 0.5, "words lie on words"


def test_states_that_find_no_room_are_counted() -> None:
    flow = Flow(0, 0, 200, DARK, catalogue("en"))
    write_badges(flow, [Badge(f"b{n}", text("state {n}", n=n), n) for n in range(30)])
    shown = len([one for one in flow.items if isinstance(one, Rect)])
    assert labels(flow.items)[-1] == f"and {30 - shown} more"


# Questions.


def test_a_long_question_wraps_and_its_answers_scroll(app: App) -> None:
    table = opened(app)
    table.session.submit(Action("A", "door"))
    app.step([])
    assert heading(table.session) == (WHY, True)
    panel = table._panel
    assert [panel._buttons[one].value for one in panel._rows] == [one.id for one in MANY]
    assert panel._scroller is not None
    seen = panel._scroller.get_abs_rect()
    assert seen.height >= 90
    assert not seen.contains(panel._rows[30].get_abs_rect())
    for _ in range(30):
        key(app, pygame.K_DOWN)
    app.step([], 0.1)
    assert seen.contains(panel._rows[30].get_abs_rect()), "the marked answer is scrolled into sight"
    key(app, pygame.K_RETURN)
    assert table.session.decision is None


def test_refusals_in_words_wrap_and_move_the_buttons_down(app: App) -> None:
    table = opened(app)
    assert table._panel._scroller is not None
    before = table._panel._scroller.get_abs_rect().top
    table.session.message = WHY
    app.step([])
    assert table._panel._scroller is not None
    assert table._panel._scroller.get_abs_rect().top > before


# Crowded squares.


def test_targets_are_listed_with_their_chances(app: App) -> None:
    table = opened(app)
    need = aim(table, "toss")
    listed = [row for row in rows(table.session) if row.target]
    assert [row.target for row in listed] == list(need.ids)
    assert all("55 %" in say(row.words, catalogue("en")) for row in listed)
    push(app, table, "M")
    assert table.session.aim is None
    assert any(getattr(one, "purpose", "") == "toss" for one in table.session.battle.events)


@pytest.mark.parametrize("who", ["B", "C", "D", "M", "R"])
def test_everybody_can_be_pointed_at_in_the_list_of_targets(app: App, who: str) -> None:
    table = opened(app)
    aim(table, "toss")
    button = next(one for one, row in table._panel._buttons.items() if row.target == who)
    point(app, button.get_abs_rect().center)
    assert table._cursor.value() == who


@pytest.mark.parametrize("who", ["B", "C", "D", "M", "R"])
def test_everybody_can_be_chosen_with_tab(app: App, who: str) -> None:
    table = opened(app)
    aim(table, "toss")
    seen = set()
    for _ in range(8):
        key(app, pygame.K_TAB)
        seen.add(table._cursor.value())
        if table._cursor.value() == who:
            break
    assert table._cursor.value() == who, seen
    key(app, pygame.K_TAB, pygame.KMOD_SHIFT)
    assert table._cursor.value() != who
    key(app, pygame.K_TAB)
    key(app, pygame.K_RETURN)
    asked = table.session.decision
    assert table.session.aim is None
    assert asked is None or asked.who == who


@pytest.mark.parametrize(("who", "x", "y"), [("B", 3.25, 1.25), ("C", 3.75, 1.25), ("D", 3.25, 1.75), ("R", 5.4, 1.4)])
def test_the_token_under_the_pointer_is_meant(app: App, who: str, x: float, y: float) -> None:
    table = opened(app)
    aim(table, "toss")
    camera = table.camera
    point(app, (round(camera.area.x + camera.x + x * camera.cell), round(camera.area.y + camera.y + y * camera.cell)))
    assert table._cursor.value() == who


def test_a_mount_is_pointed_at_beside_its_rider(app: App) -> None:
    table = opened(app)
    aim(table, "toss")
    point(app, table.camera.spot(Square(6, 2)))
    assert table._cursor.value() == "M"


# The log.


def test_faults_of_a_log_stand_over_the_board_until_they_are_put_away(app: App) -> None:
    table = opened(app)
    battle = table.session.battle
    box = table._layout.board
    assert table._notice.items(box, DARK, catalogue("en")) == []
    battle.notes = (Problem("fights/duel.jsonl", "", "the state is not the one", 12),)
    words = labels(table._notice.items(box, DARK, catalogue("en")))
    assert words[0].startswith("The saved fight is not whole")
    assert "duel.jsonl:12: the state is not the one" in words
    key(app, pygame.K_ESCAPE)
    assert table._notice.items(box, DARK, catalogue("en")) == []
    battle.trouble = Problem("fights/duel.jsonl", "", "cannot be written: disk full")
    words = labels(table._notice.items(box, DARK, catalogue("ru")))
    assert words[0].startswith("Бой больше не записывается")
    assert any("disk full" in one for one in words)
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(box.x + box.width // 2, box.y + 30), button=1)])
    assert table._notice.items(box, DARK, catalogue("en")) == []


def test_a_disk_that_fails_is_told_and_saving_begins_to_write_again(app: App, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    table = opened(app)
    keeper = fight_table.FightKeeper(table.session.battle, Path("toy.toml"), blocked)
    assert table.session.battle.trouble is not None
    blocked.unlink()
    saved = keeper.save()
    assert saved.exists()
    assert table.session.battle.trouble is None
    table.session.submit(Action("A", "end_turn"))
    assert Battle.load(blocked / "toy.jsonl", fighting=Rich()).event_count == table.session.battle.event_count


# The story.


def test_a_line_of_the_story_is_opened_by_a_click(app: App) -> None:
    table = opened(app)
    table.session.submit(Action("A", "toss", MappingProxyType({"target": "B"})))
    app.step([])
    story = table._panel.story
    number = next(n for n, one in enumerate(story._passages()) if getattr(one.events[0], "purpose", "") == "toss")
    before = labels(story.items(DARK, catalogue("en")))
    spot = story.line_of(number)
    assert spot is not None
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1)])
    after = labels(story.items(DARK, catalogue("en")))
    assert [one for one in after if "toy.coin" in one]
    assert not [one for one in before if "toy.coin" in one]
    spot = story.line_of(number)
    assert spot is not None
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1)])
    assert labels(story.items(DARK, catalogue("en"))) == before


# Undo and the computer.


def test_redo_brings_back_what_the_computer_did(app: App) -> None:
    table = opened(app)
    session = table.session
    session.submit(Action("A", "end_turn"))
    session.computer = frozenset({"foes"})
    for _ in range(40):
        if not session.computer_moves():
            break
    end = session.battle.event_count
    assert session.undo()
    assert session.battle.fight.active == "A"
    assert session.battle.event_count < end
    assert session.redo()
    assert session.battle.event_count == end


def test_what_is_under_the_pointer_is_told(app: App) -> None:
    table = opened(app)
    app.step([])
    plain = pygame.image.tobytes(app.surface, "RGB")
    point(app, table.camera.spot(Square(2, 1)))
    assert pygame.image.tobytes(app.surface, "RGB") != plain
    assert table._cursor.here() == ["A"]


def test_the_order_of_turns_points_at_the_board(app: App) -> None:
    table = opened(app)
    place = table._strip_area()
    who = table.session.fight.order[1].who
    point(app, (place.x + 120 + 58 + 20, place.y + 20))
    assert table._cursor.picked == who


def test_nothing_to_take_back_is_said(app: App) -> None:
    session = FightSession.of(Battle.new(crowded(), seed=1, fighting=Rich()))
    session.computer = frozenset()
    app.show_fight(session, Path("toy.toml"))
    assert isinstance(app.screen, FightTable)
    app.screen.do(Command.BACK)
    assert "nothing to take back" in app.screen._note
