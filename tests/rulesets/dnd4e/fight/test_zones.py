"""Zones and walls: where they lie, what they do on entering and at the start of a turn, what ground they are."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fight.decided import through
from rulesets.dnd4e.fight.ring import BOOK, fight, lost, options, power, refused, running, sheet, value, where

from tactics.core.lattice import Square
from tactics.rules.action import Action, NeedArea, NeedChoice, Preview
from tactics.rulesets.dnd4e.fight import harm
from tactics.rulesets.dnd4e.fight.asking import reachable
from tactics.rulesets.dnd4e.fight.zone_ground import zones
from tactics.world.fight import Fight

HARD = sheet(hp=200, defenses={"ac": 10, "fortitude": 10, "reflex": 10, "will": 10})
BURN = [{"damage": "5", "types": ["fire"]}]


def cloud(**more: Any) -> dict[str, Any]:
    """A hero with a cloud of fire that is sustained."""
    own = {"kind": "area_burst", "range": 10, "size": 1, "sustain": "minor", "provokes": False}
    own |= {"effect": [{"zone": more.pop("zone", "plain"), "until": "sustain"}], "on_enter": BURN, "on_start": BURN}
    return sheet(kind="hero", hp=60, surges=5, powers=[power("cloud", **{**own, **more})])


def clouded(rows: str = "A...T....", x: int = 4, **more: Any) -> Fight:
    """The moment with the cloud in place."""
    moment = fight(rows, {"A": cloud(**more), "T": HARD, "U": HARD})
    return through(moment, "A", "use", power="cloud", area=Square(x, 0))[0].fight


def done(moment: Fight, who: str, id: str, **more: Any) -> Any:
    """An action with its decisions answered as usual."""
    return through(moment, who, id, **more)[0]


@pytest.mark.rule("dnd4e.area.kinds")
def test_a_zone_lies_where_its_power_did() -> None:
    zone = next(zones(clouded()))
    assert sorted(str(one) for one in zone.squares) == ["D1", "E1", "F1"]
    assert zone.maker == "A"


@pytest.mark.rule("dnd4e.turn.start")
@pytest.mark.rule("dnd4e.duration.sustain")
def test_a_zone_hurts_who_starts_there_until_it_is_not_sustained() -> None:
    run = done(clouded(), "A", "end_turn")
    assert lost(run, "T") == 5
    moment = done(run.fight, "T", "end_turn").fight
    assert list(zones(moment))
    assert not list(zones(done(moment, "A", "end_turn").fight))
    kept = done(done(moment, "A", "sustain", power="cloud").fight, "A", "end_turn")
    assert lost(kept, "T") == 5


@pytest.mark.rule("dnd4e.area.in_area")
def test_entering_hurts_and_only_once_a_turn() -> None:
    moment = done(clouded(x=2), "A", "end_turn").fight
    run = done(moment, "T", "walk", path="E1 D1 C1")
    assert lost(run, "T") == 5
    again = done(run.fight, "T", "walk", path="C1 D1 E1 F1")
    back = done(done(again.fight, "T", "end_turn").fight, "A", "end_turn").fight
    assert lost(again, "T") == 0
    assert (lost(done(back, "T", "walk", path="F1 E1 D1"), "T"), list(zones(back))) == (0, [])


@pytest.mark.rule("dnd4e.area.in_area")
def test_who_is_pushed_into_a_zone_has_entered_it() -> None:
    own = cloud(size=1)
    own["powers"].append(power("shove", action="minor", attack=20, hit=[{"push": 2}]))
    moment = fight("AT.....", {"A": own, "T": HARD})
    moment = through(moment, "A", "use", power="cloud", area=Square(4, 0))[0].fight
    run = done(moment, "A", "use", power="shove", target="T")
    assert (where(run.fight, "T"), lost(run, "T")) == ("D1", 5)


@pytest.mark.rule("dnd4e.area.target_line")
def test_a_zone_for_enemies_spares_its_maker_and_friends() -> None:
    for targets, hurt in (("enemy", 0), ("creature", 5), ("ally", 5)):
        moment = fight("AB.....T", {"A": cloud(targets=targets), "B": HARD}, {"B": {"side": "heroes"}})
        moment = through(moment, "A", "use", power="cloud", area=Square(1, 0))[0].fight
        run = done(moment, "A", "end_turn")
        assert lost(run, "B") == hurt
        run = done(done(run.fight, "B", "end_turn").fight, "T", "end_turn")
        assert lost(run, "A") == (5 if targets == "creature" else 0)


@pytest.mark.parametrize(("zone", "cost"), [("plain", 4), ("difficult", 7), ("solid", None)])
def test_the_ground_of_a_zone_is_what_it_says(zone: str, cost: int | None) -> None:
    moment = clouded("A.......T", 3, zone=zone)
    assert reachable(moment, "A", 20).get(Square(5, 0)) == (None if cost is None else cost + 1)


@pytest.mark.rule("dnd4e.concealment.total")
def test_a_thick_cloud_hides_those_in_it() -> None:
    own = cloud(zone="heavily_obscured")
    own["powers"].append(power("dart", kind="ranged", range=10, attack=9, hit=[{"damage": "1"}]))
    moment = fight("A...T....", {"A": own, "T": HARD})
    before = preview(moment)
    after = preview(through(moment, "A", "use", power="cloud", area=Square(4, 0))[0].fight)
    assert sum(one.amount for one in before.parts) - sum(one.amount for one in after.parts) == 5


def preview(moment: Fight) -> Preview:
    """The chances of a dart at T, whatever is left of the turn."""
    return BOOK.preview(moment, Action("A", "use", {"power": "dart", "target": "T"}))


@pytest.mark.rule("dnd4e.hp.death")
def test_a_zone_goes_with_its_maker() -> None:
    run = running(clouded())
    harm.kill(run, "A")
    assert (list(zones(run.fight)), value(run.fight, "A", "zone")) == ([], None)


WALL = {"kind": "wall", "size": 3}


@pytest.mark.rule("dnd4e.area.wall")
@pytest.mark.rule("dnd4e.area.wall_free_shape")
def test_a_wall_is_straight_or_drawn() -> None:
    rows = "A....\n..T..\n....."
    moment = fight(rows, {"A": cloud(**WALL), "T": HARD})
    needs = next(one for one in options(moment, "A", "use") if one.arguments["power"] == "cloud").needs
    assert [type(one) for one in needs] == [NeedArea, NeedChoice]
    straight = through(moment, "A", "use", power="cloud", area=Square(2, 0), how="S")[0].fight
    assert sorted(map(str, next(zones(straight)).squares)) == ["C1", "C2", "C3"]
    bent = (Square(2, 0), Square(2, 1), Square(3, 1))
    drawn = through(moment, "A", "use", power="cloud", squares=bent)[0].fight
    assert sorted(map(str, next(zones(drawn)).squares)) == ["C1", "C2", "D2"]
    assert lost(done(drawn, "A", "end_turn"), "T") == 5


@pytest.mark.rule("dnd4e.area.wall")
@pytest.mark.rule("dnd4e.area.wall_side_contact")
@pytest.mark.rule("dnd4e.area.wall_solid")
@pytest.mark.parametrize(
    ("squares", "zone", "rule"),
    [
        (((1, 0), (2, 0)), "plain", "dnd4e.area.wall"),
        (((1, 0), (2, 1), (3, 0)), "plain", "dnd4e.area.wall_side_contact"),
        (((2, 0), (2, 1), (2, 2)), "solid", "dnd4e.area.wall_solid"),
        (((2, 0), (2, 1), (2, 2)), "plain", ""),
        ((), "plain", "dnd4e.area.origin_square"),
    ],
)
def test_a_wall_that_is_none_is_refused(squares: tuple[tuple[int, int], ...], zone: str, rule: str) -> None:
    moment = fight("A....\n..T..\n.....", {"A": cloud(**WALL, zone=zone), "T": HARD})
    named = tuple(Square(*one) for one in squares)
    assert refused(moment, "A", "use", power="cloud", squares=named) == rule


@pytest.mark.rule("dnd4e.area.blast_placement")
def test_a_blast_is_not_aimed_at_oneself() -> None:
    own = sheet(kind="hero", hp=60, powers=[power("b", kind="close_blast", size=3, attack=9, hit=BURN)])
    moment = fight("A.T", {"A": own, "T": HARD})
    assert refused(moment, "A", "use", power="b", area=Square(0, 0)) == "dnd4e.area.blast_placement"
    assert refused(moment, "A", "use", power="b", area=Square(9, 9)) == "dnd4e.area.origin_square"
