"""Splash weapons: direct hits, splash, and where a miss comes down."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import act, options, refused, turn_of
from rulesets.pf1.fight.ring import fight, lost, rolled, sheet, weapon

from tactics.core.lattice import Point
from tactics.engine.run import Playing
from tactics.world.fight import Fight

pytestmark = pytest.mark.rule("pf1.combat.splash")
FLASK = {"id": "flask", "name": "Flask of fire", "kind": "splash", "dice": "1d6", "type": "fire", "splash": 1}
ROUND = "BCD\nETF\nGHI"


def field(rows: str, foe: dict[str, Any] | None = None, flask: dict[str, Any] | None = None, **more: Any) -> Fight:
    """The turn of A, who has a flask with an increment of 10 ft; the others are hard to hit but by a touch."""
    other = sheet(**{"armor": {"id": "full_plate"}, **(foe or {})})
    sheets = dict.fromkeys("BCDEFGHIT", other) | {"A": sheet(powers=[{**FLASK, **(flask or {})}])}
    return turn_of(fight(rows, sheets, **more), "A")


def throw(moment: Fight, *faces: int, **more: Any) -> Playing:
    return act(moment, "A", "throw_splash", *faces, power="flask", **(more or {"target": "T"}))


def hurt(run: Playing) -> dict[str, int]:
    """What everybody lost."""
    found = {who: -sum(lost(run, who)) for who in run.fight.bodies}
    return {who: amount for who, amount in found.items() if amount}


def corner(x: int, y: int) -> Point:
    return Point(1000 * x, 1000 * y)


AROUND = "....BCD\nA...ETF\n....GHI"


def test_direct_damage_and_splash_around() -> None:
    moment = field("......\nA.T...\n.BC...")
    run = throw(moment, 10, 6)
    assert rolled(run, "attack")[0].against == 10
    assert hurt(run) == {"T": 6, "B": 1, "C": 1}
    run = throw(field(AROUND), 19, 6)
    assert hurt(run) == {"T": 6, **dict.fromkeys("BCDEFGHI", 1)}


def test_a_big_target_is_splashed_around_one_square() -> None:
    rows = "..B...\nA..TT.\n..CTTD\n...E.."
    assert hurt(throw(field(rows, creatures={"A": {}, "T": {"size": "large"}}), 19, 6)) == {"T": 6, "B": 1, "C": 1}


def test_at_a_corner_four_squares_are_splashed() -> None:
    rows = "......\nA.BC..\n..DE..\n..F..."
    run = throw(field(rows), 5, area=corner(3, 2))
    (attack,) = rolled(run, "attack")
    assert (attack.against, attack.outcome) == (5, "hit")
    assert hurt(run) == dict.fromkeys("BCDE", 1)
    assert not hurt(throw(field(rows), 5, area=corner(5, 1)))


@pytest.mark.parametrize(
    ("gap", "face", "landed"), [(1, 1, "B3"), (1, 5, "D3"), (1, 3, "C2"), (3, 1, "C3"), (4, 1, "C3"), (4, 5, "I3")]
)
def test_a_miss_flies_by_increments(gap: int, face: int, landed: str) -> None:
    """10 ft is the first increment, 20 ft the second, 25 ft the third: 1, 2 and 3 squares from the target's."""
    rows = ".\n.\nA" + "." * gap + "T......\n.\n."
    width = max(map(len, rows.split("\n")))
    rows = "\n".join(line.ljust(width, ".") for line in rows.split("\n"))
    run = throw(field(rows), 1, face)
    (direction,) = rolled(run, "direction")
    assert direction.total == face
    words = [dict(one.text.params) for one in run.trace if type(one).__name__ == "Noted"]
    assert [str(one["square"]) for one in words] == [landed]


def test_a_miss_splashes_where_it_comes_down() -> None:
    rows = "........\nA...T.B.\n........"
    run = throw(field(rows), 1, 5)
    assert hurt(run) == {"B": 1}
    run = throw(field("........\nA..BT...\n........"), 1, 1)
    assert hurt(run) == {"B": 1}


def test_a_flask_is_used_up_and_gives_an_opening() -> None:
    moment = field("......\nA.T...", flask={"uses": 1})
    after = throw(moment, 15, 6).fight
    again = act(after, "A", "end_turn").fight
    while again.active != "A":
        again = act(again, again.active, "end_turn").fight
    assert not options(again, "A", "throw_splash")
    near = field("AT", {"weapons": [weapon("dagger")]})
    run = act(near, "A", "throw_splash", 15, 6, answers=("T decline",), power="flask", target="T")
    assert hurt(run)["T"] == 6


def test_five_increments_and_line_of_effect() -> None:
    row = "A" + "." * 9 + "T....."
    assert refused(field(row), "A", "throw_splash", power="flask", target="T") == ""
    row = "A" + "." * 10 + "T....."
    assert refused(field(row), "A", "throw_splash", power="flask", target="T") == "pf1.attack.range_increment"
    assert refused(field(row), "A", "throw_splash", power="flask", area=corner(13, 0)) == "pf1.combat.splash"
    assert refused(field("A#...\n.#..."), "A", "throw_splash", power="flask", area=corner(4, 1)) == "pf1.loe.line_touch"
