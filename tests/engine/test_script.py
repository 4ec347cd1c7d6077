"""Scripted fights: what is played, what is compared, and every way to fail."""

from __future__ import annotations

import pytest
from engine.stances import Stances
from engine.toy import Toy

from tactics.engine.script import Played, play_scripts
from tactics.files.scenario import read_scenario
from tactics.world.build import build

HEAD = """
schema = 1
rulesets = ["pf1"]
map.rows = '''
....
.AB.
.C..
'''
[creatures.A]
[creatures.B]
[creatures.C]
[[script]]
"""


def played(script: str) -> Played:
    document = read_scenario(HEAD + script, "case.toml")
    return play_scripts(build(document), document.scripts, "case.toml", fighting=Toy())


def wrong(steps: str, head: str = "dice = [6, 2, 1]") -> list[str]:
    """What is wrong with the steps, all of them."""
    found = played(f"{head}\nsteps = [\n{steps}\n]\n")
    assert found.problems == ()
    return [one for outcome in found.outcomes for one in outcome.wrong]


def test_everything_that_can_be_expected_comes_out() -> None:
    steps = """
    { do = "toss", who = "A", target = "B", dice = [2, 2], answers = ["stand"], expect = { hp.B = 1, hp.A = 3, \
        asked = ["B duck"], events = ["A toss", "B hp -2"], no_events = ["moved"], totals.toss = 2, left.A.toss = 0, \
        holds.A = ["coin"], out.B = "", temp_hp.A = 0, nonlethal.A = 0 } },
    { do = "toss", target = "B", expect.refused = "toy.once" },
    { do = "step", to = "A3", expect = { at.A = "A3", turn = "A", round = 1, over = "" } },
    { do = "end_turn", expect = { turn = "B", order = ["A", "B", "C"] } },
    { do = "toss", who = "B", target = "C", dice = [2, 1, 2], answers = ["duck"], expect = { has.C = ["prone"] } },
    { do = "end_turn", expect = { lacks.C = ["prone"], hp.C = 2 } },
    """.replace("\\\n", " ")
    assert wrong(steps) == []


def test_a_step_may_answer_for_itself() -> None:
    steps = """
    { do = "toss", target = "B", dice = [2, 1], expect = { asked = ["B"], hp.B = 3 } },
    { answer = "duck", dice = [6], expect = { hp.B = 3, events = ["B prone", "duck 6"], against.duck = [] } },
    """
    (message,) = wrong(steps)
    assert message == "against.duck: expected nothing, got nothing"


def test_an_answer_may_be_aimed_in_a_script() -> None:
    script = """
    steps = [
        { do = "maneuver", maneuver = "attack" },
        { do = "face", facing = "E" },
        { do = "strike", target = "B", dice = [1, 1, 1], expect.asked = ["B defense"] },
        { answer = "leap", to = "D1", dice = [2, 2, 2], expect = { at.B = "D1", hp.B = 10 } },
        { do = "end_turn", expect.turn = "B" },
    ]
    """
    document = read_scenario(HEAD.replace("[creatures.A]", 'creatures.A.side = "heroes"') + script, "case.toml")
    found = play_scripts(build(document), document.scripts, "case.toml", fighting=Stances())
    assert found.problems == ()
    assert [one for outcome in found.outcomes for one in outcome.wrong] == []


def test_an_order_makes_the_dice_fall_so() -> None:
    assert wrong('{ do = "end_turn", expect = { order = ["C", "A", "B"], turn = "A" } }', 'order = ["C", "A"]') == []


SOME_ROLL = """
schema = 1
rulesets = ["dfrpg"]
map.rows = "ABC"
[creatures.A]
dfrpg.combat = { st = 10, dx = 10, iq = 10, ht = 10 }
[creatures.B]
dfrpg.combat = { st = 10, dx = 14, iq = 10, ht = 10 }
[creatures.C]
dfrpg.combat = { st = 10, dx = 10, iq = 10, ht = 10 }
[[script]]
steps = [{ do = "end_turn", expect.order = ["B", "C", "A"] }]
order = """


def test_an_order_may_name_creatures_that_roll_nothing() -> None:
    document = read_scenario(SOME_ROLL + '["B", "C", "A"]', "case.toml")
    (outcome,) = play_scripts(build(document), document.scripts, "case.toml").outcomes
    assert outcome.passed, outcome.wrong


def test_an_order_that_the_dice_cannot_bring_about_is_a_problem() -> None:
    document = read_scenario(SOME_ROLL + '["C", "B", "A"]', "case.toml")
    (problem,) = play_scripts(build(document), document.scripts, "case.toml").problems
    assert "the dice cannot bring them into this order" in str(problem)


@pytest.mark.parametrize(
    ("steps", "messages"),
    [
        ('{ do = "end_turn", expect.turn = "C" }', ["turn: expected C, got B"]),
        ('{ do = "end_turn", expect.refused = "" }', ["expected a refusal, but it is carried out"]),
        ('{ do = "end_turn", dice = [3] }', ["not every die is used, left are 3"]),
        ('{ do = "end_turn", answers = ["duck"] }', ["nobody has to decide anything more, but answers are left: duck"]),
        ('{ answer = "duck" }', ["nobody has to decide anything"]),
        ('{ do = "step", to = "D1" }', ["it is refused by toy.room: There is no room."]),
        (
            '{ do = "end_turn", who = "B" },\n{ do = "end_turn" }',
            ["it is refused by toy.turn: It is not its turn.", "is not reached"],
        ),
        ('{ do = "toss", target = "B" }', ["a face of a die with 2 sides is wanted, none are left"]),
        ('{ do = "toss", target = "B", dice = [4] }', ["a face of a die with 2 sides is wanted, left are 4"]),
        ('{ do = "toss", target = "B", dice = [2, 1], expect.hp.B = 3 }', ["hp.B: expected 3, got 2"]),
        ('{ do = "toss", target = "B", dice = [2, 1], expect.asked = [] }', ["asked: expected nobody, got B duck"]),
        ('{ do = "toss", target = "B", dice = [2, 1], expect.totals.toss = [3] }', ["totals.toss: expected 3, got 2"]),
        ('{ do = "end_turn", expect.no_events = ["round_began", "B"] }', []),
        ('{ do = "end_turn", expect.no_events = ["turn_ended"] }', ["events: 'turn_ended' happened"]),
        ('{ do = "end_turn", expect.has.A = ["prone"] }', ["has.A: is not prone"]),
        ('{ do = "end_turn", expect.holds.A = [] }', ["holds.A: expected nothing, got coin"]),
        ('{ do = "end_turn", expect.left.A.spell = 1 }', ["left.A.spell: expected 1, got nothing of the kind"]),
        (
            '{ do = "end_turn", who = "B", expect.refused = "toy.room" }',
            ["expected a refusal by toy.room, got toy.turn: It is not its turn."],
        ),
    ],
)
def test_what_differs_is_said(steps: str, messages: list[str]) -> None:
    assert wrong(steps) == messages


def test_events_are_looked_for_in_their_order() -> None:
    (message,) = wrong('{ do = "end_turn", expect.events = ["turn_began", "turn_ended A"] }')
    assert message.startswith("events: 'turn_ended A' is missing; what happened: ")


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ('dice = [1]\nsteps = [{ do = "end_turn" }]', "script[0].dice: to begin, more or other faces are needed"),
        ('dice = [1, 2, 3, 4]\nsteps = [{ do = "end_turn" }]', "script[0].dice: to begin, 1 faces are left over"),
        (
            'rule = "pf1.nothing"\nsteps = [{ do = "x" }]',
            "script[0].rule: no rule 'pf1.nothing'; `tactics rules` lists",
        ),
        ('steps = [{ do = "x", rule = "pf1.no" }]', "script[0].steps[0].rule: no rule 'pf1.no'; `tactics rules` lists"),
    ],
)
def test_a_script_that_cannot_begin_is_a_problem(script: str, message: str) -> None:
    found = played(script)
    (problem,) = found.problems
    assert str(problem).partition(": ")[2].startswith(message)
    assert problem.line in (12, 13)
    assert found.outcomes == ()


def test_steps_have_lines_of_their_own() -> None:
    found = played('dice = [6, 2, 1]\nsteps = [\n  { do = "end_turn" }, # {\n  { do = "end_turn" },\n]\n')
    assert [one.line for one in found.outcomes] == [15, 16]
