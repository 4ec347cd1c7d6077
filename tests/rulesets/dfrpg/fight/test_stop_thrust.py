"""Stop thrusts: who is met, how far that one came, and how much harder the thrust is."""

from __future__ import annotations

import pytest

from tactics.rules.action import Action
from tactics.rules.event import Moved
from tactics.rulesets.dfrpg.fight import stop_thrust
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.guard import SHORT_SPEAR, SPEAR, braced
from tests.rulesets.dfrpg.fight.moments import with_hp
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    happened,
    noted,
    options,
    refused,
    rolled,
    sheet,
    weapon,
    where,
)

STRONG_ARM = sheet(st=13, weapons=[weapon("spear", 14)])
"""It thrusts for 1d+2 with one hand."""
FAST = sheet(move=9, hp=40)


def charged(rows: str, use: str = "thrust_two", waiter: dict[str, object] | None = None) -> Fight:
    """A braced spear "T", and a hero who has chosen to move."""
    waiter = waiter or {"thrust": SHORT_SPEAR, "thrust_two": SPEAR}[use]
    moment = fight(rows, {"T": waiter, "A": FAST}, order=("T", "A"))
    return chose(braced(moment, "T", use), "A", "move")


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust")
@pytest.mark.parametrize(
    ("id_", "hand", "use", "rule"),
    [
        ("axe", "main", "swing", "dfrpg.maneuver.wait.stop_thrust"),
        ("broadsword", "main", "swing", "dfrpg.maneuver.wait.stop_thrust"),
        ("shortsword", "main", "thrust", ""),
        ("spear", "main", "thrust", ""),
        ("spear", "both", "thrust_two", ""),
        ("spear", "both", "thrust", "dfrpg.state.reach_change"),
        ("spear", "both", "swing", "dfrpg.maneuver.wait.stop_thrust"),
    ],
)
def test_only_thrusting_weapons_are_braced(id_: str, hand: str, use: str, rule: str) -> None:
    moment = fight("T....A", {"T": sheet(weapons=[weapon(id_, 14, hand)])}, order=("T", "A"))
    moment = chose(moment, "T", "wait")
    assert refused(moment, "T", "stop_thrust", weapon=id_, use=use) == rule
    assert any(one.arguments["use"] == use for one in options(moment, "T", "stop_thrust")) == (not rule)


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust", "dfrpg.state.ready")
def test_a_weapon_in_its_sheath_is_not_braced() -> None:
    armed = sheet(weapons=[weapon("shortsword", 14, "stowed")])
    moment = chose(fight("T....A", {"T": armed}, order=("T", "A")), "T", "wait")
    assert options(moment, "T", "stop_thrust") == []
    assert refused(moment, "T", "stop_thrust", weapon="shortsword", use="thrust")


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust")
def test_who_stood_beside_already_is_not_met() -> None:
    moment = fight("TA.", {"T": SHORT_SPEAR}, order=("T", "A"))
    moment = chose(braced(moment, "T", "thrust"), "A", "attack")
    blow = {"weapon": "broadsword", "use": "swing", "target": "T"}
    assert [one.who for one in rolled(act(moment, "A", "attack", 6, 5, 5, **blow), "attack")] == ["A"]


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust", "dfrpg.maneuver.wait.interrupt")
def test_who_steps_up_to_attack_is_thrust_at_first() -> None:
    moment = fight("T.A", {"T": SHORT_SPEAR}, order=("T", "A"))
    moment = chose(braced(moment, "T", "thrust"), "A", "attack")
    answers = ("T attack.spear.thrust", "T done")
    run = act(moment, "A", "step", 6, 5, 5, square="B1", answers=answers)
    assert [one.who for one in rolled(run, "attack")] == ["T"]
    blow = {"weapon": "broadsword", "use": "swing", "target": "T"}
    assert [one.who for one in rolled(act(run.fight, "A", "attack", 6, 5, 5, **blow), "attack")] == ["A"]


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust")
def test_the_thrust_becomes_an_attack_or_an_all_out_attack() -> None:
    decision = asked(charged("T......A"), "A", "move", path="H1 G1 F1 E1 D1 C1")
    found = {one.id.partition(".")[0] for one in decision.choices}
    assert found == {"attack", "determined", "strong", "double", "feint", "hold"}
    assert decision.default == "attack.spear.thrust_two"
    assert decision.preview["attack.spear.thrust_two"].reactions == ()
    assert decision.preview["strong.spear.thrust_two"].reactions == ("A",), "it will have no defence"


@pytest.mark.rule("dfrpg.grid.stop_thrust_distance", "dfrpg.maneuver.wait.stop_thrust_damage")
@pytest.mark.parametrize(
    ("rows", "path", "use", "yards", "bonus"),
    [
        ("T.......A", "I1 H1 G1 F1 E1 D1 C1", "thrust_two", 6, 3),
        ("\n".join(("T....", ".....", ".....", ".....", "....A")), "E5 D4 C3 B2", "thrust", 5, 2),
        ("T..A", "D1 C1", "thrust_two", 1, 0),
    ],
)
def test_what_counts_is_by_how_much_the_foe_came_nearer(rows: str, path: str, use: str, yards: int, bonus: int) -> None:
    decision = asked(charged(rows, use), "A", "move", path=path)
    preview = decision.preview[f"attack.spear.{use}"]
    said = [note.count for note in preview.notes if "charge" in note.msgid]
    assert said == ([bonus] if bonus else [])
    answers = (f"T attack.spear.{use}", "A none", "T done")
    run = act(charged(rows, use), "A", "move", 3, 3, 3, 1, path=path, answers=answers)
    plain = 1 + {"thrust": 0, "thrust_two": 1}[use]
    assert rolled(run, "damage")[0].total == plain + bonus
    assert stop_thrust.bonus(yards) == bonus


@pytest.mark.rule("dfrpg.grid.stop_thrust_distance", "dfrpg.maneuver.wait.stop_thrust")
def test_who_runs_across_is_not_met() -> None:
    rows = "\n".join(("A....", ".....", "..T..", ".....", "....."))
    moment = fight(rows, {"T": SPEAR, "A": FAST}, order=("T", "A"))
    moment = chose(braced(moment, "T"), "A", "move")
    assert where(act(moment, "A", "move", path="A1 B1").fight, "A") == "B1", "as far away as before"


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust_damage")
@pytest.mark.parametrize(("yards", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (7, 3)])
def test_every_two_squares_add_a_point(yards: int, points: int) -> None:
    assert stop_thrust.bonus(yards) == points


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust_damage")
def test_five_squares_make_a_spear_hit_two_points_harder() -> None:
    moment = charged("T.....A", "thrust", STRONG_ARM)
    answers = ("T attack.spear.thrust", "A none", "T done")
    run = act(moment, "A", "move", 3, 3, 3, 1, path="G1 F1 E1 D1 C1 B1", answers=answers)
    assert rolled(run, "damage")[0].total == 1 + 4
    assert "dfrpg.maneuver.wait.stop_thrust_damage" in noted(run)


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust_damage")
def test_a_strong_thrust_at_a_charge_of_four_squares() -> None:
    moment = charged("T....A", "thrust", STRONG_ARM)
    answers = ("T strong.spear.thrust", "A none")
    run = act(moment, "A", "move", 3, 3, 3, 1, path="F1 E1 D1 C1 B1", answers=answers)
    assert rolled(run, "damage")[0].total == 1 + 6


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust_damage")
def test_a_defence_takes_the_charge_out_of_it() -> None:
    run = act(
        charged("T....A"),
        "A",
        "move",
        3,
        3,
        3,
        3,
        3,
        2,
        path="F1 E1 D1 C1",
        answers=("T attack.spear.thrust_two", "A dodge", "T done"),
    )
    assert rolled(run, "damage") == []


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust", "dfrpg.maneuver.wait.interrupt")
def test_who_falls_to_the_point_never_arrives() -> None:
    moment = fight("T....A\n.....B", {"T": SPEAR}, {"B": {"side": "heroes"}}, order=("T", "A", "B"))
    moment = with_hp(chose(braced(moment, "T"), "A", "move"), "A", -48)
    run = act(
        moment, "A", "move", 3, 3, 3, 5, path="F1 E1 D1 C1", answers=("T attack.spear.thrust_two", "A none", "T done")
    )
    assert run.fight.body("A").out == "dead"
    assert len([one for one in happened(run) if isinstance(one, Moved) and one.mode == "walk"]) == 3
    assert run.fight.active == "B"


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust")
def test_only_the_first_thrust_meets_the_charge() -> None:
    moment = charged("T....A")
    answers = ("T double.spear.thrust_two", "A none", "T double.spear.thrust_two", "A none")
    run = act(moment, "A", "move", 3, 3, 3, 1, 3, 3, 3, 1, path="F1 E1 D1 C1", answers=answers)
    assert [one.total for one in rolled(run, "damage")] == [1 + 1 + 1, 1 + 1]
    assert not run.fight.body("T").has("declared_foe"), "its next turn begins with nobody in mind"


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust", "dfrpg.maneuver.wait")
def test_a_stop_thrust_nobody_runs_into_is_lost() -> None:
    moment = charged("T....A")
    assert not ended(moment, "A").body("T").has("wait")


@pytest.mark.rule("dfrpg.maneuver.wait.stop_thrust")
@pytest.mark.parametrize(("rows", "meets"), [("T....A", ("A",)), ("T.A", ()), ("TA", ())])
def test_the_preview_speaks_of_foes_who_are_still_to_come(rows: str, meets: tuple[str, ...]) -> None:
    moment = chose(fight(rows, {"T": SPEAR}, order=("T", "A")), "T", "wait")
    brace = Action("T", "stop_thrust", {"weapon": "spear", "use": "thrust_two"})
    assert BOOK.preview(moment, brace).takes == meets
