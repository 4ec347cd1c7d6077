"""What a player sees and is told of creatures that his own have not noticed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, cast

import kit
import pytest

from tactics.core.dice import FixedDice
from tactics.core.language import catalogue
from tactics.core.lattice import Square
from tactics.core.text import say
from tactics.engine.battle import Battle
from tactics.render.displaylist import Group, Label
from tactics.render.palette import DARK
from tactics.render.story import Story
from tactics.render.tokens import token_items
from tactics.render.view import View
from tactics.rules.action import Action, NeedCreature, Option
from tactics.rules.fighting import Fighting
from tactics.ui import fight_choices
from tactics.ui.aim import Aim
from tactics.ui.camera import Area
from tactics.ui.fight_card import UNKNOWN
from tactics.ui.fight_cursor import FightCursor
from tactics.ui.fight_marks import creature_lines
from tactics.ui.fight_session import FightSession
from tactics.ui.order_strip import known_slots, slot_at, strip_items
from tactics.ui.point_of_view import hidden_from, players, viewers

PLAIN = {"level": 1, "hp": 20, "numbers": {"perception": 5, "stealth": 5, "ac": 15}}
STRIP = Area(0, 0, 900, 60)


def _session(
    board: str, conditions: Mapping[str, Iterable[str]], faces: Iterable[int] = (20, 10, 5, 1)
) -> FightSession:
    """A fight of the hero A, whom a person plays, and others, whom the computer plays."""
    tables = {who: {"conditions": list(several)} for who, several in conditions.items()}
    here = kit.world(board, ("pf2e",), creatures={"A": {"side": "heroes", **tables.pop("A", {})}, **tables})
    sheets: Mapping[str, Mapping[str, Any]] = MappingProxyType({"pf2e": PLAIN})
    here = replace(here, creatures=tuple(replace(one, sheets=sheets) for one in here.creatures))
    return FightSession.of(Battle.new(here, dice=FixedDice(tuple(faces))))


def _told(session: FightSession) -> list[str]:
    passages = Story(session.battle.header.start, secrets=session.all_shown, veil=session.veiled)
    return [say(one.text, catalogue("en")) for one in passages.told(session.told())]


def _signs(session: FightSession) -> list[str]:
    """What stands on the tokens of the board."""
    fight = session.fight
    tokens = [one for one in token_items(fight.world, View(56.0), session.hidden) if isinstance(one, Group)]
    return [next(item.text for item in one.items if isinstance(item, Label)) for one in tokens]


def _begun(session: FightSession) -> FightSession:
    if not session.battle.begun:
        session.resume()
    return session


THREE = {"S": ["hidden:A"], "T": ["undetected:A"], "U": ["unnoticed:A"]}


def test_each_kind_of_the_unseen_on_the_board_and_in_the_order() -> None:
    session = _begun(_session("A.STU\n..R..", THREE, (20, 10, 5, 1, 2)))
    assert session.mover == "A"
    assert dict(session.hidden) == {"S": "sensed", "T": "unseen", "U": "unnoticed"}
    assert sorted(_signs(session)) == ["?", "A", "R"]
    assert [one.who for one in known_slots(session.fight, session.hidden)] == ["A", "R", "S", "T"]
    drawn = strip_items(session.fight, "A", "", STRIP, DARK, catalogue("en"), session.hidden)
    signs = [item.text for one in drawn if isinstance(one, Group) for item in one.items if isinstance(item, Label)]
    assert signs == ["A", "R", "?", "?"]
    spots = {slot_at(session.fight, STRIP, x, 20, session.hidden) for x in range(0, 900, 10)}
    assert spots == {"", "A", "R", "S"}, "a click on one whose place is not known leads nowhere"


def test_the_master_sees_everybody() -> None:
    session = _begun(_session("A.STU", THREE))
    session.all_shown = True
    assert sorted(_signs(session)) == ["A", "S", "T", "U"]
    session.all_shown = False
    session.computer = frozenset({"heroes", "foes"})
    assert sorted(_signs(session)) == ["A", "S", "T", "U"], "nobody plays, so nobody has to be kept from knowing"


def test_pointing_finds_only_those_whose_place_is_known() -> None:
    session = _begun(_session("A.STU", THREE))
    cursor = FightCursor(session)
    found = {}
    for name, x in (("S", 2), ("T", 3), ("U", 4)):
        cursor.point(Square(x, 0), None, (x + 0.5, 0.5))
        found[name] = cursor.here()
    assert found == {"S": ["S"], "T": [], "U": []}
    assert creature_lines(session, "S") == [UNKNOWN]
    session.aim = Aim(Option("strike", "attack", UNKNOWN, UNKNOWN, (NeedCreature("target", ("S",), UNKNOWN),)))
    words = [say(one.words, catalogue("en")) for one in fight_choices.rows(session)]
    assert words[0].startswith("? · somebody")


def test_the_story_does_not_follow_who_is_lost_from_sight() -> None:
    session = _begun(_session("A....T\n......", {"T": ["undetected:A", "invisible"]}, (20, 10)))
    session.battle.submit(Action("A", "end_turn"))
    session.battle.submit(Action("T", "stride", {"path": (Square(5, 0), Square(5, 1), Square(4, 1))}))
    assert not any(line.startswith(("T,", "T:", "T ")) for line in _told(session))
    assert "Turn: somebody" in _told(session)
    assert not any("goes" in line for line in _told(session))
    session.all_shown = True
    assert any("T goes F1 – F2 – E2" in line for line in _told(session))


def test_who_attacks_out_of_nowhere_is_told_as_somebody() -> None:
    session = _begun(_session("AT", {"T": ["undetected:A"]}, (1, 10, 15, 1)))
    assert session.mover == "T"
    session.battle.submit(Action("T", "strike", {"weapon": "unarmed", "target": "A"}))
    told = " ".join(_told(session))
    assert "somebody, attack roll" in told
    assert "A takes" in told


def test_secret_rolls_are_told_without_numbers_and_once() -> None:
    session = _begun(_session("A.STU", THREE, (20, 10, 5, 1, 17)))
    session.battle.submit(Action("A", "seek", {"kind": "cone", "area": Square(2, 0)}))
    secret = [line for line in _told(session) if "secret" in line]
    assert secret == ["A, skill check, Perception: a secret roll"]
    session.all_shown = True
    assert [line for line in _told(session) if "22" in line]


def test_initiative_of_the_unnoticed_is_not_told() -> None:
    session = _begun(_session("A..T", {"T": ["avoiding_notice"]}, (5, 15)))
    assert dict(session.hidden) == {"T": "unnoticed"}
    assert not any(line.startswith(("T,", "T:", "T ")) for line in _told(session))
    assert [line for line in _told(session) if "initiative" in line] == ["A, initiative: 10 [5]"]


@pytest.mark.parametrize(("mover", "computer", "through"), [("A", {"foes"}, ("A",)), ("T", {"foes"}, ("A", "B"))])
def test_through_whose_senses_the_board_is_shown(mover: str, computer: set[str], through: tuple[str, ...]) -> None:
    session = _begun(_session("ABT", {"B": []}))
    heroes = replace(session.fight.world.creature("B"), side="heroes")
    world = replace(
        session.fight.world,
        creatures=tuple(heroes if one.id == "B" else one for one in session.fight.world.creatures),
    )
    fight = replace(session.fight, world=world)
    assert players(fight, frozenset(computer)) == ("A", "B")
    assert viewers(fight, mover, frozenset(computer)) == through


def test_the_best_of_several_viewers_counts() -> None:
    class Senses:
        def perceived(self, fight: object, who: str) -> Mapping[str, str]:
            return {"A": {"S": "unseen", "T": "sensed"}, "B": {"S": "sensed"}}[who]

    senses, moment = cast(Fighting, Senses()), _begun(_session("ABT", {"B": []})).fight
    assert hidden_from(senses, moment, ("A", "B")) == {"S": "sensed"}
    assert hidden_from(senses, moment, ()) == {}


def test_two_players_at_one_table_are_told_what_their_own_side_knows() -> None:
    session = _begun(_session("A....T\n......", {"T": ["undetected:A", "invisible"]}, (20, 10)))
    session.computer = frozenset()
    session.battle.submit(Action("A", "end_turn"))
    session.battle.submit(Action("T", "stride", {"path": (Square(5, 0), Square(5, 1), Square(4, 1))}))
    assert any("T goes" in line for line in _told(session)), "it is the turn of T's own player"
    session.battle.submit(Action("T", "end_turn"))
    assert not any("T goes" in line for line in _told(session))
