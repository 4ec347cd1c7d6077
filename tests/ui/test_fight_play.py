"""Fights in the window, played by mouse, by keyboard and by the computer, on a display that is not there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import kit
import pygame
import pygame_gui
import pytest

from tactics.ai.opponent import Opponent
from tactics.core.dice import HandDice, SeededDice
from tactics.core.language import catalogue
from tactics.core.lattice import UNIT, Point, Square
from tactics.core.resources import resource_folder
from tactics.core.text import text
from tactics.engine.battle import Battle
from tactics.engine.digest import digest
from tactics.files.load import load
from tactics.render.displaylist import Rect
from tactics.render.tokens import token, token_place
from tactics.render.view import View
from tactics.rules.action import (
    Action,
    Argument,
    Choice,
    Decision,
    NeedArea,
    NeedChoice,
    NeedCreature,
    NeedPath,
    NeedSquare,
    Option,
)
from tactics.rules.event import HpChanged, Moved
from tactics.ui import fight_table
from tactics.ui.app import App, open_session, open_window
from tactics.ui.commands import Command, fight_sections, sections
from tactics.ui.fight_marks import FightMarks
from tactics.ui.fight_session import FightSession
from tactics.ui.fight_table import FightTable
from tactics.ui.session import Session
from tactics.ui.table import Table
from tactics.world.build import build

FIGHTS = sorted(resource_folder("scenarios").glob("fight-*.toml"))
KEYS = {
    "fight": [one for section in fight_sections() for entry in section.entries for one in entry.bindings],
    "table": [one for section in sections() for entry in section.entries for one in entry.bindings],
}
MOST_INPUTS = 400


def scenario(name: str) -> Path:
    return next(path for path in FIGHTS if path.stem == f"fight-{name}")


class Player:
    """A hand on the mouse and the keyboard, in front of a fight."""

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def table(self) -> FightTable:
        assert isinstance(self.app.screen, FightTable)
        return self.app.screen

    @property
    def session(self) -> FightSession:
        return self.table.session

    def open(self, path: Path, *, seed: int = 5, nobody: bool = True) -> FightSession:
        session = FightSession.of(Battle.new(build(load(path)), seed=seed))
        if nobody:
            session.computer = frozenset()
        self.app.show_fight(session, path)
        self.app.step([])
        return session

    def press(self, command: Command, keys: str = "fight") -> None:
        one = next(binding for binding in KEYS[keys] if binding.command is command)
        self.key(one.key, one.modifiers, one.scancode)

    def key(self, key: int, mod: int = 0, scancode: int = 0, unicode: str = "") -> None:
        self.app.step([pygame.Event(pygame.KEYDOWN, key=key, mod=mod, scancode=scancode, unicode=unicode)])

    def type(self, face: int) -> None:
        for digit in str(face):
            self.key(ord(digit), unicode=digit)
        self.key(pygame.K_RETURN)

    def point(self, pos: tuple[int, int]) -> None:
        self.app.step([pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0))])

    def click(self, pos: tuple[int, int], button: int = 1) -> None:
        self.point(pos)
        self.app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)])
        self.app.step([pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button)])

    def skip(self) -> None:
        """A click beside everything ends the showing of what happened."""
        self.click((4, self.app.surface.get_height() - 4))

    def click_square(self, square: Square) -> None:
        self.click(self.table.camera.spot(square))

    def click_corner(self, corner: Point) -> None:
        camera = self.table.camera
        x, y = camera.spot(Square(corner.x // UNIT, corner.y // UNIT))
        self.click((x - camera.cell // 2 + 1, y - camera.cell // 2 + 1))

    def push(self, wanted: Callable[[object], bool]) -> None:
        """Press the button of the panel that stands for something."""
        panel = self.table._panel
        button = next(button for button, chosen in panel._buttons.items() if wanted(chosen.value))
        self.app.step([pygame.Event(pygame_gui.UI_BUTTON_PRESSED, ui_element=button, mouse_button=1)])

    def walk_to(self, wanted: Callable[[object], bool]) -> None:
        """Move the mark of the keyboard to a button of the panel, and press Enter."""
        panel = self.table._panel
        for _ in range(len(panel._rows)):
            if wanted(panel._buttons[panel._rows[panel._focus]].value):
                break
            self.press(Command.CURSOR_DOWN)
        self.press(Command.CHOOSE)

    def choose(self, action: Action, *, keyboard: bool) -> None:
        """Do what an action says, as a player would."""
        choose = self.walk_to if keyboard else self.push
        if self.session.seen is not None:
            self.skip()
        if self.session.decision is not None:
            choose(lambda one: one == action.id)
        else:
            choose(lambda one: _is(one, action))
        while self.session.aim is not None and self.session.aim.need is not None:
            need = self.session.aim.need
            value = action.arguments[need.name]
            if isinstance(need, NeedChoice):
                choose(lambda one, wanted=value: one == wanted)
                continue
            self.aim(value, keyboard=keyboard)

    def aim(self, value: Argument, *, keyboard: bool) -> None:
        if isinstance(value, Point) and not keyboard:
            self.click_corner(value)
            return
        if isinstance(value, str):
            self.aim_at(value, keyboard=keyboard)
            return
        square = self.place(value)
        if not keyboard:
            self.click_square(square)
            return
        while (here := self.table._cursor.square) != square:
            if here is None:
                self.press(Command.NEXT_PICK)
            elif here.x != square.x:
                self.press(Command.CURSOR_RIGHT if here.x < square.x else Command.CURSOR_LEFT)
            else:
                self.press(Command.CURSOR_DOWN if here.y < square.y else Command.CURSOR_UP)
        self.press(Command.CHOOSE)

    def aim_at(self, who: str, *, keyboard: bool) -> None:
        """Name a creature: by its token, by its button where others are on its square, or with Tab."""
        table, world = self.table, self.session.fight.world
        if keyboard:
            while table._cursor.value() != who:
                self.press(Command.NEXT_PICK)
            self.press(Command.CHOOSE)
            return
        alone = [one for one in world.creature(who).space.squares() if len(list(world.standing_on(one))) == 1]
        if alone:
            self.click_square(alone[0])
        else:
            self.push(lambda one: one == who)

    def place(self, value: Argument) -> Square:
        """The square that names a value."""
        if isinstance(value, Square):
            return value
        if isinstance(value, Point):
            return Square(value.x // UNIT, value.y // UNIT)
        assert isinstance(value, tuple)
        last = value[-1]
        assert isinstance(last, Square)
        return last


def _is(one: object, action: Action) -> bool:
    """Whether a row is the option an action was made from: the same deed, settled and aimed in the same way."""
    if not isinstance(one, Option) or one.id != action.id:
        return False
    settled = all(action.arguments.get(key) == value for key, value in one.arguments.items())
    return settled and {need.name for need in one.needs} <= set(action.arguments)


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setattr(fight_table, "save_folder", lambda: tmp_path)
    yield Player(App(open_window((1280, 800))))
    pygame.display.quit()


BY_HAND = ("first-duel", "ogre", "pf2e-first-steps", "pf2e-drake-roost", "4e-first-steps", "4e-horde", "df-duel")


@pytest.mark.parametrize("keyboard", [False, True], ids=["mouse", "keyboard"])
@pytest.mark.parametrize("name", BY_HAND)
def test_a_fight_is_played_to_its_end(player: Player, name: str, keyboard: bool) -> None:
    session, opponent = player.open(scenario(name)), Opponent()
    for _ in range(MOST_INPUTS):
        if session.over:
            break
        before, asked = session.battle.event_count, session.decision
        player.choose(opponent.choose(session.battle), keyboard=keyboard)
        if not session.battle.event_count > before and session.decision is None and asked is None:
            pytest.fail(f"nothing happened: {session.message}")
    assert session.over
    assert not session.options()


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_the_computer_plays_both_sides_to_the_end(player: Player, path: Path) -> None:
    session = player.open(path, nobody=False)
    sides = {one.side for one in session.fight.world.creatures}
    player.press(Command.COMPUTER)
    assert session.computer == frozenset()
    player.press(Command.COMPUTER)
    assert session.computer == sides
    for _ in range(MOST_INPUTS):
        if session.over:
            break
        session.look_at(None)
        asked = session.decision
        assert session.computer_moves() or asked is not None, session.message
    assert session.over
    player.press(Command.PRESENT)
    player.app.step([])


def test_an_attack_is_aimed_with_a_preview(player: Player) -> None:
    session = player.open(scenario("fire"))
    while session.mover != "B":
        player.press(Command.END_TURN)
    player.push(lambda one: getattr(one, "arguments", {}).get("power") == "force_dart")
    assert session.aim is not None
    assert isinstance(session.aim.need, NeedCreature)
    foe = session.aim.need.ids[0]
    assert session.preview(foe) is not None
    player.click_square(Square(1, 1))
    assert session.aim is not None, "nobody stands there"
    player.click(player.table.camera.spot(Square(1, 1)), button=3)
    assert session.aim is None, "the right button goes back"
    player.push(lambda one: getattr(one, "arguments", {}).get("power") == "force_dart")
    player.click_square(session.fight.world.creature(foe).space.anchor)
    assert any(isinstance(one, HpChanged) and one.who == foe for one in session.battle.events)


@pytest.mark.parametrize(("power", "at"), [("slick_ground", "corner"), ("fan_of_fire", "square")])
def test_an_area_is_aimed_at_a_corner_or_towards_a_square(player: Player, power: str, at: str) -> None:
    session = player.open(scenario("fire"))
    while session.mover != "B":
        player.press(Command.END_TURN)
    before = session.battle.event_count
    player.push(lambda one: getattr(one, "arguments", {}).get("power") == power)
    need = session.aim.need if session.aim is not None else None
    assert isinstance(need, NeedArea)
    assert need.at == at
    value: Argument = Point(6 * UNIT, 4 * UNIT) if at == "corner" else Square(6, 4)
    assert session.preview(value) is not None
    player.aim(value, keyboard=False)
    assert session.battle.event_count > before


def test_a_way_out_of_reach_asks_for_an_attack_of_opportunity(player: Player) -> None:
    session, opponent = player.open(scenario("ogre")), Opponent()
    for _ in range(MOST_INPUTS):
        if session.decision is not None or session.over:
            break
        session.submit(opponent.choose(session.battle))
    decision = session.decision
    assert decision is not None
    player.app.step([])
    player.app.screen.laid_out()
    player.push(lambda one: one == decision.default)
    assert session.decision is not decision


def test_an_answer_is_aimed_at_a_place(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    player.open(scenario("first-duel"))
    places = (Square(3, 3), Square(4, 3))
    needs = {"place": (NeedSquare("square", places, text("Where to?")),)}
    asked = Decision("A", "place_somebody", text("Where to?"), (Choice("place", text("Place it")),), "place", needs)
    answers: list[Action] = []
    monkeypatch.setattr(Battle, "decision", property(lambda _: asked))
    monkeypatch.setattr(Battle, "submit", lambda _, action: answers.append(action) or ())
    player.click((4, 700))
    player.push(lambda one: one == "place")
    assert not answers
    player.click_square(Square(6, 6))
    assert not answers, "that is none of the places"
    player.click_square(places[1])
    assert answers == [Action("A", "place", {"square": places[1]})]


def test_the_story_scrolls_to_its_beginning_and_no_further(player: Player) -> None:
    session, opponent = player.open(scenario("first-duel")), Opponent()
    for _ in range(5):
        session.submit(opponent.choose(session.battle))
    player.press(Command.OPEN_ROLLS)
    for _ in range(60):
        player.press(Command.PANEL_UP)
    far = player.table._panel.story.back
    assert 0 < far < 400
    for _ in range(60):
        player.press(Command.PANEL_DOWN)
    assert player.table._panel.story.back == 0


def test_a_refused_action_says_why(player: Player) -> None:
    session = player.open(scenario("first-duel"))
    refused = next(one for one in session.options() if one.refusal is not None)
    player.push(lambda one: getattr(one, "title", None) == refused.title)
    assert refused.refusal is not None
    assert session.message == refused.refusal.text
    button = next(
        button
        for button, one in player.table._panel._buttons.items()
        if getattr(one.value, "title", None) == refused.title
    )
    assert button.can_hover(), "its tip tells the reason too"


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_buttons_begin_with_a_capital_and_are_told_apart(player: Player, path: Path, lang: str) -> None:
    player.app.lang = lang
    player.open(path)
    panel = player.table._panel
    shown = {button.text: panel._buttons[button].words for button in panel._rows}
    assert not [words for words in shown if words[:1] != words[:1].upper()]
    for words, button in ((one.text, one) for one in panel._rows):
        assert shown[words] == panel._buttons[button].words, f"two buttons say {words}"


@pytest.mark.parametrize("name", ["df-duel", "df-archers"])
def test_what_the_turn_is_to_be_stands_before_what_is_done_besides(player: Player, name: str) -> None:
    player.open(scenario(name))
    panel = player.table._panel
    rows = [panel._buttons[button] for button in panel._rows]
    first = [getattr(row.value, "id", "") == "maneuver" for row in rows if row.enabled]
    assert first == sorted(first, reverse=True)
    assert first[0]


@pytest.mark.parametrize("name", ["pf2e-underwater", "pf2e-ledge"])
def test_hit_points_leave_room_for_the_height(player: Player, name: str) -> None:
    session, view = player.open(scenario(name)), View()
    player.press(Command.ALL_SHOWN)
    bars = FightMarks(session, player.table._cursor, catalogue("en"))._standing(view)
    for creature in session.fight.world.creatures:
        x, y, diameter = token_place(session.fight.world, creature)
        look = token("A", diameter * view.cell, 0, creature.z_ft, (), view.theme)
        pills = [(x * view.cell + one.x, y * view.cell + one.y) for one in look if isinstance(one, Rect)]
        assert bool(pills) == bool(creature.z_ft)
        for left, top in pills:
            over = [one for one in bars if isinstance(one, Rect) and one.x < left + 4 and abs(one.y - top) < view.cell]
            near = [one for one in over if one.x > (x - diameter / 2) * view.cell - 2]
            assert near
            assert all(one.x + one.width <= left for one in near)


def test_undo_and_redo_come_to_the_same(player: Player) -> None:
    session, opponent = player.open(scenario("first-duel")), Opponent()
    for _ in range(3):
        player.choose(opponent.choose(session.battle), keyboard=False)
    earlier, now = [], digest(session.battle.fight)
    while session.battle._history.done[1:]:
        player.press(Command.BACK)
        earlier.append(digest(session.battle.fight))
    assert len(earlier) == 3
    assert now not in earlier
    for _ in range(3):
        player.press(Command.FORWARD)
    assert digest(session.battle.fight) == now


def test_looking_back_and_home_again(player: Player) -> None:
    session, opponent = player.open(scenario("first-duel")), Opponent()
    for _ in range(4):
        session.submit(opponent.choose(session.battle))
    total, now = session.battle.event_count, digest(session.fight)
    player.press(Command.EARLIER)
    player.press(Command.EARLIER)
    assert session.seen == total - 2
    assert session.options() == ()
    player.press(Command.LATER)
    assert session.seen == total - 1
    player.press(Command.PRESENT)
    assert session.seen is None
    assert digest(session.fight) == now


def test_the_bar_under_the_board_is_dragged(player: Player) -> None:
    session, opponent = player.open(scenario("first-duel")), Opponent()
    for _ in range(4):
        session.submit(opponent.choose(session.battle))
    line, total = player.table.timeline, session.battle.event_count
    player.app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=line.spot(4), button=1)])
    assert session.seen == 4
    player.point(line.spot(9))
    assert session.seen == 9
    player.point((5000, 0))
    assert session.seen is None
    player.point(line.spot(2))
    player.app.step([pygame.Event(pygame.MOUSEBUTTONUP, pos=line.spot(2), button=1)])
    player.point(line.spot(total))
    assert session.seen == 2, "it was let go"


def test_a_fight_is_saved_and_opened_where_it_was(player: Player, tmp_path: Path) -> None:
    session, opponent = player.open(scenario("first-duel")), Opponent()
    for _ in range(5):
        session.submit(opponent.choose(session.battle))
    player.press(Command.SAVE)
    now = digest(session.battle.fight)
    player.app.open(tmp_path / "fight-first-duel-saved.jsonl")
    assert player.session is not session
    assert digest(player.session.battle.fight) == now


def test_what_happened_is_shown_step_by_step_until_a_key_skips_it(player: Player) -> None:
    session, opponent = player.open(scenario("first-duel")), Opponent()
    player.choose(opponent.choose(session.battle), keyboard=False)
    assert session.seen is not None
    player.press(Command.OPEN_ROLLS)
    assert session.seen is None
    assert player.table._panel.story.opened
    assert not player.session.showing


def test_actions_come_back_when_the_showing_is_over(player: Player) -> None:
    session, opponent = player.open(scenario("first-duel")), Opponent()
    player.choose(opponent.choose(session.battle), keyboard=False)
    while session.seen is not None:
        player.table._showing.next_at_ms = 0
        player.app.step([])
    assert player.table._panel._rows


def test_dice_by_hand_are_typed(player: Player) -> None:
    session = player.open(scenario("fire"))
    while session.mover != "B":
        player.press(Command.END_TURN)
    player.press(Command.DICE)
    assert isinstance(session.battle.dice, HandDice)
    before = session.battle.event_count
    player.push(lambda one: getattr(one, "arguments", {}).get("power") == "force_dart")
    need = session.aim.need if session.aim is not None else None
    assert isinstance(need, NeedCreature)
    player.click_square(session.fight.world.creature(need.ids[0]).space.anchor)
    sides = session.wanted_sides
    assert sides > 1
    player.type(sides + 1)
    assert session.wanted_sides == sides, "no die shows that"
    for _ in range(9):
        if session.wanted_sides:
            player.type(session.wanted_sides)
    assert session.battle.event_count > before
    player.press(Command.DICE)
    assert isinstance(session.battle.dice, SeededDice)


def test_undo_gives_up_what_waits_for_a_die(player: Player) -> None:
    session = player.open(scenario("fire"))
    while session.mover != "B":
        player.press(Command.END_TURN)
    player.press(Command.DICE)
    now = digest(session.fight)
    player.push(lambda one: getattr(one, "arguments", {}).get("power") == "force_dart")
    need = session.aim.need if session.aim is not None else None
    assert isinstance(need, NeedCreature)
    player.click_square(session.fight.world.creature(need.ids[0]).space.anchor)
    player.press(Command.BACK)
    assert not session.wanted_sides
    assert digest(session.fight) == now
    assert session.options()


def test_a_fight_by_hand_begins_with_typed_initiative(player: Player) -> None:
    player.app.show_table(open_session(scenario("first-duel"), ()), scenario("first-duel"))
    player.press(Command.FIGHT_BY_HAND, "table")
    session = player.session
    assert session.wanted_sides == 20
    for face in (15, 10):
        player.type(face)
    assert session.battle.begun
    assert not session.wanted_sides
    assert session.mover


@pytest.mark.parametrize(("system", "words"), [("pf1", "creatures.A.pf1.combat"), ("pf2e", "creatures.A.pf2e.combat")])
def test_a_position_that_cannot_be_fought_says_what_is_missing(player: Player, system: str, words: str) -> None:
    player.app.show_table(Session.of(kit.world("A..B", (system,))), Path("plain.toml"))
    table = player.app.screen
    assert isinstance(table, Table)
    player.press(Command.FIGHT, "table")
    assert player.app.screen is table
    assert words in table._note()


def test_a_way_is_laid_by_squares_of_the_players_choice(player: Player) -> None:
    session = player.open(scenario("first-duel"))
    start = session.fight.world.creature(session.mover).space.anchor
    player.push(lambda one: getattr(one, "id", "") == "move")
    need = session.aim.need if session.aim is not None else None
    assert isinstance(need, NeedPath)
    straight = max(need.costs, key=lambda one: (need.costs[one] == 10, one.x, one.y))
    apart = [one for one in need.costs if one not in need.paths[straight] and need.costs[one] == 5]
    by = next(one for one in apart if _within(session, one, straight, need))
    pygame.key.set_mods(pygame.KMOD_SHIFT)
    player.click_square(by)
    pygame.key.set_mods(0)
    assert session.via == (start, by)
    way, cost = session.way_to(straight), session.cost_to(straight)
    assert way[:2] == (start, by)
    assert way[-1] == straight
    assert cost is not None
    assert cost >= need.costs[straight]
    player.click(player.table.camera.spot(straight), button=3)
    assert session.via == (), "the right button takes the way back first"
    assert session.aim is not None
    player.point(player.table.camera.spot(by))
    player.press(Command.GO_BY)
    assert session.via == (start, by)
    player.click_square(straight)
    player.skip()
    walked = [one.to for one in session.battle.events if isinstance(one, Moved)]
    assert (start, *walked) == way
    assert session.battle.fight.world.creature(session.mover).space.anchor == straight


def _within(session: FightSession, by: Square, to: Square, need: NeedPath) -> bool:
    """Whether a way by a square is another one than the cheapest and short enough."""
    session.go_by(by)
    way, cost = session.way_to(to), session.cost_to(to)
    session.via = ()
    return cost is not None and need.costs[to] < cost <= max(need.costs.values()) and way != need.paths[to]


def test_a_way_that_is_too_long_is_refused_in_words(player: Player) -> None:
    session = player.open(scenario("first-duel"))
    player.push(lambda one: getattr(one, "id", "") == "move")
    need = session.aim.need if session.aim is not None else None
    assert isinstance(need, NeedPath)
    far = sorted(need.costs, key=lambda one: need.costs[one])[-1]
    other = max(need.costs, key=lambda one: abs(one.x - far.x) + abs(one.y - far.y))
    assert session.go_by(far)
    assert session.go_by(other)
    assert (session.cost_to(other) or 0) > max(need.costs.values())
    before = session.battle.event_count
    player.click_square(other)
    assert session.battle.event_count == before
    assert session.message is not None
