"""Everything that is written down comes back as it was, and nothing else comes back."""

from __future__ import annotations

import json
from typing import Any, get_args

import numpy as np
import pytest
from engine.toy import ring
from hypothesis import given, settings
from hypothesis import strategies as st

from tactics.core.dice import Roll
from tactics.core.lattice import Point, Square
from tactics.core.text import Named, Text
from tactics.engine.codec import MisfitError, codec
from tactics.rules.action import Action
from tactics.rules.event import Event
from tactics.world.board import Board
from tactics.world.world import World

WORDS = st.text(max_size=6)
NUMBERS = st.integers(-(2**63) + 1, 2**63 - 1)
st.register_type_strategy(str, WORDS)
st.register_type_strategy(int, NUMBERS)
st.register_type_strategy(
    Text, st.builds(Text, WORDS, st.lists(st.tuples(WORDS, NUMBERS | WORDS), max_size=2).map(tuple))
)
ARGUMENTS = (
    st.booleans()
    | NUMBERS
    | WORDS
    | st.builds(Square, NUMBERS, NUMBERS)
    | st.builds(Point, NUMBERS, NUMBERS)
    | st.lists(st.builds(Square, NUMBERS, NUMBERS), max_size=3).map(tuple)
    | st.lists(WORDS, max_size=3).map(tuple)
)
NESTED = st.recursive(
    st.builds(Text, WORDS),
    lambda inner: st.builds(
        Text,
        WORDS,
        st.lists(
            st.tuples(
                WORDS,
                ARGUMENTS.filter(lambda one: type(one) not in (tuple, bool)) | inner | st.builds(Named, WORDS, WORDS),
            ),
            max_size=3,
        ).map(tuple),
        WORDS,
        NUMBERS,
    ),
    max_leaves=4,
)


def through_json(form: Any, value: Any) -> Any:
    return codec(form).decode(json.loads(json.dumps(codec(form).encode(value), allow_nan=False)))


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_kind_of_event(kind: type) -> None:
    @settings(max_examples=25, deadline=None, database=None)
    @given(st.from_type(kind))
    def comes_back(event: Any) -> None:
        back = through_json(Event, event)
        assert back == event
        assert type(back) is kind
        assert hash(back) == hash(event)

    comes_back()


@settings(max_examples=100, deadline=None)
@given(st.builds(Action, WORDS, WORDS, st.dictionaries(WORDS, ARGUMENTS, max_size=3)))
def test_actions(action: Action) -> None:
    back = through_json(Action, action)
    assert back == action
    assert [type(one) for one in back.arguments.values()] == [type(one) for one in action.arguments.values()]


@settings(max_examples=100, deadline=None)
@given(NESTED)
def test_texts_in_texts(words: Text) -> None:
    assert through_json(Text, words) == words


def test_a_whole_position() -> None:
    world = ring(A={"conditions": ["prone"], "weapons": [{"name": "bow", "ranged": True, "range": 60}]})
    back = through_json(World, world)
    assert back.creatures == world.creatures
    assert np.array_equal(back.board.terrain, world.board.terrain)
    assert not back.board.terrain.flags.writeable
    for name in ("kinds", "walls", "ambient", "lamps", "picture"):
        assert getattr(back.board, name) == getattr(world.board, name)
    assert (back.rulesets, back.switches, back.title) == (world.rulesets, world.switches, world.title)


@pytest.mark.parametrize(
    ("form", "value", "words"),
    [
        (Event, {"is": "Exploded"}, "unknown kind 'Exploded'"),
        (Event, {"who": "A"}, "does not fit"),
        (Event, [], "does not fit"),
        (Event, {"is": ["Moved"]}, "unknown kind"),
        (Event, {"is": "TurnBegan"}, "needs slot"),
        (Event, {"is": "TurnBegan", "slot": 1, "who": "A"}, "has no 'who'"),
        (Event, {"is": "TurnBegan", "slot": "one"}, "slot: a whole number"),
        (Event, {"is": "TurnBegan", "slot": True}, "slot: a whole number"),
        (Event, {"is": "TurnBegan", "slot": 10**30}, "slot: a whole number"),
        (Event, {"is": "TurnBegan", "slot": 1.5}, "slot: a whole number"),
        (
            Event,
            {"is": "Moved", "who": "A", "to": [1], "cost": 5, "mode": "walk", "width": 1, "height": 1},
            "to: 2 whole",
        ),
        (Event, {"is": "Rolled", "who": "A", "purpose": "x", "rolls": 5, "parts": [], "total": 1}, "rolls: a list"),
        (Action, {"who": "A", "id": "x", "arguments": {"to": {"square": [1, "a"]}}}, "arguments: a whole number"),
        (Action, {"who": "A", "id": "x", "arguments": []}, "arguments: a table"),
        (Action, "toss", "a table of Action"),
        (Board, {"kinds": [], "terrain": ["zz"]}, "terrain: rows"),
        (Board, {"kinds": [], "terrain": ["00", "0000"]}, "terrain: rows"),
        (tuple[str, str] | None, ["A"], "a list of 2"),
    ],
)
def test_what_does_not_belong_is_named(form: Any, value: Any, words: str) -> None:
    with pytest.raises(MisfitError, match=words):
        codec(form).decode(value)


def test_what_has_no_form_is_not_written() -> None:
    with pytest.raises(TypeError):
        codec(Event).encode(Roll(6, 1))
    with pytest.raises(TypeError, match="no codec"):
        codec(complex)
