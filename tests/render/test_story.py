"""A fight told line by line: moves in one line, names of turns that stay right, lines that open."""

from __future__ import annotations

from dataclasses import replace

import pytest
from engine.toy import battle

from tactics.core.dice import Roll
from tactics.core.language import catalogue
from tactics.core.lattice import Square
from tactics.core.text import say, text
from tactics.render.story import Story, details, opens, story, until
from tactics.rules.event import (
    Began,
    CounterSet,
    EffectGained,
    EffectLost,
    Event,
    LeftFight,
    Moved,
    OrderChanged,
    Part,
    Rolled,
    TurnBegan,
    Turned,
)
from tactics.rules.registry import book
from tactics.world.fight import Duration, Effect, Fight, Slot


@pytest.fixture
def start() -> Fight:
    return battle().header.start


def step(who: str, x: int, y: int, cost: int = 5, mode: str = "walk") -> Moved:
    return Moved(who, Square(x, y), cost, mode, 1, 1)


def told(start: Fight, *events: Event, lang: str = "en") -> list[str]:
    return [say(one.text, catalogue(lang)) for one in story(start, events)]


ROLL = Rolled(
    "B", "attack", (Roll(20, 11),), (Part(2, text("Strength"), "", "toy.coin"),), 13, 12, "hit", "A", None, "x"
)


def test_a_move_is_one_line_with_its_way_and_cost(start: Fight) -> None:
    spent = CounterSet("A", "moved", 5)
    steps = (step("A", 2, 1), spent, step("A", 3, 1), spent, step("A", 4, 2, 10), spent)
    assert told(start, *steps) == ["A goes B2 – D2 – E3, 20 ft."]
    assert told(start, *steps, lang="ru") == ["A, путь: B2 – D2 – E3, 20 футов."]
    assert told(start, step("A", 2, 1, 0, "fly")) == ["A goes B2 – C2, flying."]
    assert told(start, step("A", 2, 1, 0, "forced")) == ["A is moved: B2 – C2."]


def test_a_move_is_broken_by_what_happens_on_the_way(start: Fight) -> None:
    lines = told(start, step("A", 2, 1), ROLL, step("A", 3, 1), step("B", 5, 5))
    assert lines[0] == "A goes B2 – C2, 5 ft."
    assert lines[2] == "A goes C2 – D2, 5 ft."
    assert lines[3].startswith("B goes")
    pushed = told(start, step("A", 2, 1), step("A", 3, 1, 0, "forced"))
    assert len(pushed) == 2, "another kind of movement"


def test_turns_are_told_and_those_on_a_way_are_part_of_it(start: Fight) -> None:
    turn = Turned("A", 1)
    assert told(start, turn) == ["A turns to the north-east."]
    assert told(start, turn, lang="ru") == ["A: поворот на северо-восток."]
    assert told(start, Turned("A", 1, 5), Turned("A", 4, 5)) == ["A turns to the south, 10 ft."]
    assert told(start, step("A", 2, 1), turn, step("A", 3, 2)) == ["A goes B2 – C2 – D3, 10 ft."]
    assert told(start, Turned("A", 2, 5), step("A", 2, 1)) == ["A goes B2 – C2, 10 ft."]
    after = told(start, step("A", 2, 1), Turned("A", 0))
    assert after == ["A goes B2 – C2, 5 ft, and turns to the north."]
    assert len(told(start, turn, Turned("B", 2))) == 2, "somebody else"
    assert len(told(start, step("A", 2, 1, 0, "forced"), turn)) == 2, "being moved is not its own way"


def test_a_turn_opens_into_its_cost(start: Fight) -> None:
    (line,) = story(start, (Turned("A", 2, 5), step("A", 2, 1)))
    assert [say(one.text, catalogue("en")) for one in details(line, "pf1")] == ["to the east: 5 ft", "C2: 5 ft"]
    paid = [say(one.text, catalogue("en")) for one in details(line, "dfrpg")]
    assert paid[0] == "to the east: 5 movement points", "turning takes points, and no yards"
    assert line.is_move
    assert line.start == Square(1, 1)
    alone = story(start, (Turned("A", 2, 5),))[0]
    assert opens(alone)
    assert not alone.is_move


def test_a_roll_to_stay_under_tells_its_number_and_what_it_is_made_of(start: Fight) -> None:
    parts = (Part(12, text("Strength"), "", "toy.coin"), Part(-2, text("nothing")), Part(4, text("effect"), kept=False))
    faces = (Roll(6, 2), Roll(6, 3), Roll(6, 4))
    roll = Rolled("A", "defense", faces, parts, 9, 10, "critical_miss", "B", under=True)
    (line,) = story(start, (roll,))
    assert say(line.text, catalogue("en")) == "A, defense roll: 9 [2, 3, 4], wanted 10 or less · B – critical miss"
    opened = [say(one.text, catalogue("en")) for one in details(line, "pf1")]
    assert opened == ["10 or less is made of:", "12 Strength", "−2 nothing", "+4 effect (does not add up)"]
    over = story(start, (replace(roll, under=False),))[0]
    assert say(details(over, "pf1")[0].text, catalogue("en")) == "+12 Strength"


def test_what_a_turn_is_to_be_is_told_by_the_title_of_its_rule(start: Fight) -> None:
    first, other = sorted(book(start.system).rules)[:2]
    attack, wait = (
        Effect("maneuver", note=note, rule=rule) for note, rule in (("attack:double", first), ("wait", other))
    )
    titles = [book(start.system).rules[one].title.en for one in (first, other)]
    lines = told(start, EffectGained("A", attack), EffectLost("A", attack), EffectGained("A", wait))
    assert lines == [f"A: {one}" for one in titles]
    again = told(start, EffectGained("A", attack), ROLL, EffectLost("A", attack), EffectGained("A", attack))
    assert [again[0], again[2]] == [lines[0]] * 2, "the same is chosen once more"


def test_a_mount_and_its_rider_make_one_line(start: Fight) -> None:
    ways = (step("A", 2, 1), step("C", 2, 1, 0, "ridden"), step("A", 3, 1), step("C", 3, 1, 0, "ridden"))
    assert told(start, *ways) == ["A goes B2 – D2, 10 ft."]


def test_the_same_state_of_several_is_one_line(start: Fight) -> None:
    prone = [EffectGained(who, Effect("prone")) for who in "AB"]
    assert told(start, *prone) == ["A, B: prone"]
    assert len(told(start, prone[0], EffectGained("B", Effect("dazed")))) == 2


def test_coming_to_lie_where_one_stood_is_no_way(start: Fight) -> None:
    falls = Moved("A", Square(1, 1), 0, "forced", 1, 1, sprawl=(Square(2, 1),))
    rises = Moved("A", Square(1, 1), 0, "walk", 1, 1)
    assert told(start, falls) == ["A lies across B2, C2."]
    opened = details(story(start, (falls,))[0], "dfrpg")
    assert [say(one.text, catalogue("en")) for one in opened] == ["B2"], "it costs nothing"
    assert told(start, falls, rises) == ["A lies across B2, C2."]
    assert told(start, falls, rises, step("A", 2, 1))[1:] == ["A goes B2 – C2, 5 ft."]
    assert told(start, rises) == ["A goes B2 – B2."], "up or down through the air"
    crawls = Moved("A", Square(2, 1), 0, "walk", 1, 1, sprawl=(Square(3, 1),))
    assert told(start, falls, crawls)[1:] == ["A goes B2 – C2."]


def test_a_state_towards_somebody_names_both(start: Fight) -> None:
    marked = Effect("marked", note="B")
    assert told(start, EffectGained("A", marked)) == ["A: marked: B"]
    assert told(start, EffectGained("A", marked), EffectGained("C", marked)) == ["A, C: marked: B"]


def test_a_death_is_told_once(start: Fight) -> None:
    assert len(told(start, EffectGained("A", Effect("dead")), LeftFight("A", "dead"))) == 1
    assert len(told(start, LeftFight("A", "dead"))) == 1


def test_time_that_passes_for_an_effect_is_not_told(start: Fight) -> None:
    shaken = [Effect("shaken", duration=Duration("end", "A", turns)) for turns in (3, 2)]
    passes = (EffectLost("A", shaken[0]), EffectGained("A", shaken[1]))
    assert told(start, *passes) == []
    assert told(start, ROLL, *passes, step("A", 2, 1))[1:] == ["A goes B2 – C2, 5 ft."]
    worse = EffectGained("A", replace(shaken[1], value=2))
    assert told(start, passes[0], worse) == ["A: shaken 2"]
    other = EffectGained("B", shaken[1])
    assert told(start, passes[0], other) == ["A: no longer shaken", "B: shaken"]


def test_turns_keep_their_names_when_the_order_changes(start: Fight) -> None:
    first, other = (Slot("A", 9), Slot("B", 5)), (Slot("B", 5), Slot("A", 4))
    lines = told(start, Began(first), TurnBegan(0), OrderChanged(other), TurnBegan(0))
    assert lines[1] == "Turn: A"
    assert lines[3] == "Turn: B"


def test_lines_open_into_squares_parts_and_rules(start: Fight) -> None:
    move, roll = story(start, (step("A", 2, 1), step("A", 3, 2, 10), ROLL))
    assert [say(one.text, catalogue("en")) for one in details(move, "pf1")] == ["C2: 5 ft", "D3: 10 ft"]
    assert [one.rule for one in details(roll, "pf1")] == ["toy.coin", "x"]
    assert opens(move)
    assert opens(roll)
    assert not opens(story(start, (TurnBegan(0), Began((Slot("A", 1),))))[-1])


def test_a_secret_roll_keeps_its_numbers_to_itself(start: Fight) -> None:
    (line,) = story(start, (replace(ROLL, secret=True),))
    assert say(line.text, catalogue("en")) == "B, attack roll: a secret roll"
    assert [one.rule for one in details(line, "pf1")] == ["x"]


def test_the_story_up_to_the_middle_of_a_move(start: Fight) -> None:
    whole = story(start, (Began((Slot("A", 1),)), step("A", 2, 1), step("A", 3, 1), step("A", 4, 1)))
    assert [one.last for one in until(whole, 3, start)] == [1, 3]
    assert say(until(whole, 3, start)[-1].text, catalogue("en")) == "A goes B2 – D2, 10 ft."
    assert until(whole, 9, start) == whole
    assert until(whole, 0, start) == ()


def test_a_story_that_goes_on_is_the_same_as_one_told_at_once(start: Fight) -> None:
    events = [
        Began((Slot("A", 1),)),
        step("A", 2, 1),
        CounterSet("A", "moved", 5),
        step("A", 3, 1),
        ROLL,
        step("A", 4, 1),
    ]
    growing = Story(start)
    for count in range(len(events) + 1):
        assert growing.told(events[:count]) == story(start, events[:count])
    other = [*events[:2], ROLL, step("A", 1, 1), step("A", 1, 2), step("A", 1, 3), step("A", 1, 4)]
    assert growing.told(other) == story(start, other), "something else was done after undoing"
    assert growing.told(events[:1]) == story(start, events[:1])
