"""Squeezing into narrow places in the middle of a fight, and out of them again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf1.fight.acting import HEROES, act, options, refused, turn_of, way, where
from rulesets.pf1.fight.ring import fight, kept, rolled, sheet, weapon

from tactics.core.lattice import Square
from tactics.rules.action import NeedPath, NeedSquare
from tactics.rules.event import Moved
from tactics.rulesets.pf1.fight.numbers import armor_class, attack_parts
from tactics.rulesets.pf1.fight.tight import narrowed
from tactics.world.edit import moved
from tactics.world.fight import Fight

squeezing = pytest.mark.rule("pf1.squeeze.half_width")
SWORD = [weapon("longsword")]
TUNNEL = """
############
AA.........T
AA####......
############
"""


def tunnel(rows: str = TUNNEL, size: str = "large", **more: Any) -> Fight:
    """The turn of A, who is big, before a passage; further creatures by id."""
    creatures = {"A": {**HEROES, "size": size}, **more}
    return turn_of(fight(rows.strip("\n"), {"A": sheet(weapons=SWORD, hp=40)}, creatures), "A")


def ends(moment: Fight, mode: str) -> dict[str, int]:
    """Where a move of a mode may end, with the costs."""
    for one in options(moment, "A", "move"):
        (need,) = one.needs
        if one.arguments["mode"] == mode and isinstance(need, NeedPath):
            return {str(square): cost for square, cost in need.costs.items()}
    return {}


def shape(moment: Fight) -> tuple[int, int]:
    space = moment.world.creature("A").space
    return space.width, space.height


INSIDE = "A2 B2 C2 D2"


@squeezing
@pytest.mark.rule("pf1.squeeze.footprint")
def test_every_square_costs_double_and_it_fills_two_in_a_line() -> None:
    moment = tunnel()
    assert ends(moment, "walk") == {}
    assert ends(moment, "squeeze") == {"B2": 10, "C2": 20, "D2": 30}
    run = act(moment, "A", "move", mode="squeeze", path=INSIDE)
    assert [one.cost for one in run.trace if isinstance(one, Moved)] == [10, 10, 10]
    assert (where(run.fight, "A"), shape(run.fight)) == ("D2", (2, 1))
    assert run.fight.body("A").has("squeezing")


@squeezing
@pytest.mark.rule("pf1.ac.modifiers_table")
@pytest.mark.rule("pf1.attack.modifiers_table")
def test_four_less_to_hit_and_to_be_hit() -> None:
    before = tunnel()
    after = act(before, "A", "move", mode="squeeze", path=INSIDE).fight
    assert armor_class(after, "A")[0] == armor_class(before, "A")[0] - 4
    assert -4 in kept(attack_parts(after, "A", "T", "longsword"))
    assert -4 not in kept(attack_parts(before, "A", "T", "longsword"))


@squeezing
@pytest.mark.rule("pf1.squeeze.footprint")
def test_out_at_the_other_end_it_has_its_full_space_again() -> None:
    inside = act(tunnel(), "A", "move", mode="squeeze", path=INSIDE).fight
    assert ends(inside, "walk") == {}
    run = act(inside, "A", "move", mode="squeeze", path="D2 E2 F2 G2")
    assert [one.cost for one in run.trace if isinstance(one, Moved)] == [10, 10, 5]
    assert (where(run.fight, "A"), shape(run.fight)) == ("G2", (2, 2))
    assert not run.fight.body("A").has("squeezing")
    assert not narrowed(run.fight, "A")


@squeezing
@pytest.mark.rule("pf1.move.hampered")
def test_who_is_squeezed_in_does_not_dash_or_step() -> None:
    inside = act(tunnel(), "A", "move", mode="squeeze", path=INSIDE).fight
    inside = act(act(inside, "A", "end_turn").fight, "T", "end_turn").fight
    assert inside.active == "A"
    for deed, arguments in (
        ("five_foot_step", {"path": "D2 E2"}),
        ("run", {"path": "D2 E2"}),
        ("charge", {"weapon": "longsword", "target": "T"}),
        ("move", {"path": "D2 E2", "mode": "walk"}),
    ):
        assert refused(inside, "A", deed, **arguments) == "pf1.squeeze.half_width", deed
    assert refused(inside, "A", "move", path="D2 E2", mode="squeeze") == ""
    away = act(inside, "A", "withdraw", path="D2 E2 F2 G2")
    assert (where(away.fight, "A"), shape(away.fight)) == ("G2", (2, 2))


@squeezing
@pytest.mark.parametrize(("size", "width", "open_"), [("huge", 1, False), ("huge", 2, True), ("gargantuan", 2, True)])
def test_half_the_space_is_needed(size: str, width: int, open_: bool) -> None:
    side = {"huge": 3, "gargantuan": 4}[size]
    rows = [("A" * side + ("." if row < width else "#") * 8) for row in range(side)]
    assert bool(ends(tunnel("\n".join(rows), size), "squeeze")) is open_


@squeezing
def test_it_is_not_offered_in_the_open_nor_to_those_of_one_square() -> None:
    assert ends(tunnel("AA......\nAA......\n........"), "squeeze") == {}
    assert ends(tunnel("A.......\n########", "medium"), "squeeze") == {}


@pytest.mark.rule("pf1.squeeze.past_creature")
def test_it_squeezes_between_foes_and_a_wall_but_does_not_end_in_somebodys_square() -> None:
    rows = "##########\nAA........\nAA.T......\n##########"
    moment = tunnel(rows, T={})
    found = ends(moment, "squeeze")
    assert "C2" in found
    assert refused(moment, "A", "move", mode="squeeze", path="A2 B2 C2") == ""
    friend = tunnel("##########\nAA........\nAAF.......\n##########", F=HEROES)
    assert refused(friend, "A", "move", mode="squeeze", path="A2 B3") != ""


@squeezing
@pytest.mark.rule("pf1.aoo.interrupt")
def test_a_blow_on_the_way_meets_a_squeezed_one() -> None:
    rows = "##########\nAA........\nAA#.T.####\n##########"
    sheets = {"A": sheet(weapons=SWORD, hp=40), "T": sheet(weapons=SWORD)}
    moment = turn_of(fight(rows, sheets, {"A": {**HEROES, "size": "large", "speed": 40}}), "A")
    run = act(moment, "A", "move", 2, answers=("T strike.longsword",), mode="squeeze", path="A2 B2 C2 D2 E2")
    (attack,) = rolled(run, "attack")
    assert attack.against == armor_class(moment, "A")[0] - 4
    assert where(run.fight, "A") == "E2"


@squeezing
def test_the_second_move_goes_on_from_the_narrow_place() -> None:
    once = act(tunnel(), "A", "move", mode="squeeze", path="A2 B2 C2").fight
    assert ends(once, "squeeze")["F2"] == 30
    again = act(once, "A", "move", mode="squeeze", path="C2 D2 E2 F2").fight
    assert (where(again, "A"), shape(again)) == ("F2", (2, 1))
    assert again.world.creature("A").space.holds(way("G2")[0])


@pytest.mark.rule("pf1.squeeze.footprint")
@pytest.mark.rule("pf1.maneuver.bull_rush")
def test_who_is_pushed_out_of_a_passage_spreads_out() -> None:
    sheets = {"A": sheet(weapons=SWORD, hp=40), "T": sheet(bab=20, feats=["improved_bull_rush"])}
    moment = turn_of(fight(TUNNEL.strip(), sheets, {"A": {**HEROES, "size": "large", "speed": 60}}), "A", "T")
    moment = act(moment, "A", "move", mode="squeeze", path="A2 B2 C2 D2 E2 F2").fight
    assert shape(moment) == (2, 1)
    world = moved(moment.world, "T", Square(4, 1))
    moment = turn_of(replace(moment, world=world), "T", "A")
    run = act(moment, "T", "bull_rush", 2, answers=("T stay",), target="A")
    assert shape(run.fight) == (2, 2)
    assert not run.fight.body("A").has("squeezing")
    assert where(run.fight, "A") == "J2"


SLIT = "#########\nAAA###...\nAAA......\nAAA###...\n#########\n........T"
wriggling = pytest.mark.rule("pf1.squeeze.escape_artist")


def slit(bonus: int = 15) -> Fight:
    """A Huge creature before a passage one square wide: a third of it."""
    own = sheet(weapons=SWORD, hp=90, dex=16, skills={"escape_artist": bonus}, ac={"natural": 5})
    return turn_of(fight(SLIT, {"A": own}, {"A": {**HEROES, "size": "huge"}}), "A", "T")


def wriggled(rounds: int, *faces: int, bonus: int = 15) -> Fight:
    """After so many rounds in the passage; the faces are for the last one."""
    moment = slit(bonus)
    for number in range(1, rounds + 1):
        arguments = {} if number > 1 else {"square": way("G2")[0]}
        moment = act(moment, "A", "wriggle", *(faces if number == rounds else ()), **arguments).fight
        if number < rounds:
            moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    return moment


@wriggling
def test_a_third_of_its_width_is_too_narrow_to_squeeze_and_takes_escape_artist() -> None:
    moment = slit()
    assert ends(moment, "squeeze") == {}
    (option,) = options(moment, "A", "wriggle")
    assert [str(square) for square in need_of(option, NeedSquare).squares] == ["G2"]
    assert not options(tunnel(), "A", "wriggle", possible=False)


@wriggling
@pytest.mark.rule("pf1.ac.lose_dex")
def test_meanwhile_no_attacks_four_less_and_no_dexterity() -> None:
    before, inside = slit(), wriggled(1)
    assert armor_class(before, "A")[0] == 10 + 3 + 5 - 2
    assert armor_class(inside, "A")[0] == 10 + 5 - 2 - 4
    inside = act(act(inside, "A", "end_turn").fight, "T", "end_turn").fight
    assert refused(inside, "A", "attack", weapon="longsword", target="T") == "pf1.squeeze.escape_artist"
    assert refused(inside, "A", "move", path="A2 B2") == "pf1.squeeze.escape_artist"
    back = act(inside, "A", "wriggle_back").fight
    assert not back.body("A").has("wriggling")
    assert where(back, "A") == "A2"


@wriggling
@pytest.mark.parametrize(("face", "square"), [(15, "G2"), (14, "A2")])
def test_a_minute_and_then_the_check(face: int, square: str) -> None:
    """Ten rounds; 15 and 15 make 30."""
    assert where(wriggled(9), "A") == "A2"
    after = wriggled(10, face)
    assert (where(after, "A"), shape(after)) == (square, (3, 3))
    assert not after.body("A").has("wriggling")
