"""Covering a target or some squares with a ranged weapon."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.rules.action import Decision
from tests.rulesets.dfrpg.fight.guard import BOW, covers
from tests.rulesets.dfrpg.fight.ring import (
    act,
    asked,
    chose,
    ended,
    fight,
    kept,
    options,
    refused,
    rolled,
    sheet,
    weapon,
    where,
)

ROWS = "\n".join(("...............", "...............", "T.............A", "...............", "..............."))


def target(**more: Any) -> dict[str, Any]:
    return {"trigger": "cover_target", "target": "A", **more}


def area(square: str, shape: str = "one", checks: str = "enemies") -> dict[str, Any]:
    return {"trigger": "cover_area", "square": square, "kind": shape, "how": checks}


def shot(decision: Decision) -> list[int]:
    """The parts of the covering shot."""
    return kept(decision.preview["attack.longbow"].parts)


@pytest.mark.rule("dfrpg.maneuver.wait.ranged_cover")
@pytest.mark.parametrize(
    "named",
    [
        {"trigger": "cover_target"},
        {"trigger": "cover_area"},
        {"trigger": "cover_area", "square": "H3"},
        {"trigger": "cover_area", "square": "H3", "kind": "one"},
        {"trigger": "reach"},
        {"trigger": "cover_target", "target": "A", "choice": "feint"},
        {"trigger": "cover_target", "target": "A", "weapon": "broadsword"},
    ],
)
def test_target_or_area_and_weapon_are_named(named: dict[str, Any]) -> None:
    moment = chose(fight(ROWS, {"T": BOW}, order=("T", "A")), "T", "wait")
    said = {"weapon": "longbow", "choice": "attack", **named}
    assert refused(moment, "T", "cover", **said) == "dfrpg.maneuver.wait.ranged_cover"


@pytest.mark.rule("dfrpg.maneuver.wait.ranged_cover", "dfrpg.maneuver.wait.declaration")
def test_what_is_covered_stays_so() -> None:
    moment = chose(fight(ROWS, {"T": BOW}, order=("T", "A")), "T", "wait")
    moment = act(moment, "T", "cover", weapon="longbow", choice="attack", **area("H3")).fight
    again = refused(moment, "T", "cover", weapon="longbow", choice="attack", **area("I3"))
    assert again == "dfrpg.maneuver.wait.declaration"
    assert options(moment, "T", "cover", possible=False) == []


@pytest.mark.rule("dfrpg.maneuver.wait.ranged_cover", "dfrpg.state.ready")
def test_only_a_ready_weapon_covers() -> None:
    swordsman = chose(fight(ROWS, order=("T", "A")), "T", "wait")
    assert options(swordsman, "T", "cover", possible=False) == []
    slung = sheet(weapons=[weapon("longbow", 14, "stowed")])
    assert options(chose(fight(ROWS, {"T": slung}, order=("T", "A")), "T", "wait"), "T", "cover") == []


@pytest.mark.rule("dfrpg.maneuver.wait.ranged_cover", "dfrpg.ranged.opportunity_fire")
def test_a_target_is_shot_when_it_stirs() -> None:
    moment = chose(covers(fight(ROWS, {"T": BOW}, order=("T", "A")), "T", **target()), "A", "move")
    decision = asked(moment, "A", "move", path="O3 N3 M3")
    assert (decision.who, decision.id) == ("T", "wait")
    assert shot(decision) == [14, -5], "range only"
    run = act(moment, "A", "move", 4, 4, 4, path="O3 N3 M3", answers=("T attack.longbow", "T done"))
    assert (where(run.fight, "A"), len(rolled(run, "attack"))) == ("M3", 1)


@pytest.mark.rule("dfrpg.ranged.opportunity_fire")
@pytest.mark.parametrize(
    ("shape", "checks", "parts"),
    [
        ("one", "enemies", [-2]),
        ("block", "enemies", [-2, -2]),
        ("around", "enemies", [-4, -2]),
        ("line", "enemies", [-2, -2]),
    ],
)
def test_the_area_makes_the_shot_harder(shape: str, checks: str, parts: list[int]) -> None:
    moment = fight(ROWS.replace("A", ".").replace("T.........", "T........A"), {"T": BOW}, order=("T", "A"))
    moment = chose(covers(moment, "T", **area("I3", shape, checks)), "A", "move")
    decision = asked(moment, "A", "move", path="J3 I3")
    assert shot(decision) == [14, -4, *parts], "eight yards off"


@pytest.mark.rule("dfrpg.ranged.opportunity_fire")
def test_who_does_not_look_shoots_at_whoever_comes() -> None:
    moment = fight(ROWS, {"T": BOW}, order=("T", "A"))
    moment = chose(covers(moment, "T", **area("N3", "around", "anybody")), "A", "move")
    run = act(moment, "A", "move", 4, 4, 4, path="O3 N3 M3", answers=("T done",))
    assert kept(rolled(run, "attack")[0].parts) == [14, -5, -4]


@pytest.mark.rule("dfrpg.ranged.opportunity_fire", "dfrpg.maneuver.wait.ranged_cover")
def test_who_looks_spares_its_friends() -> None:
    rows = ROWS.replace("A", "B").replace("T.....", "T....A", 1)
    moment = fight(rows, {"T": BOW}, {"B": {"side": "foes"}}, order=("T", "B", "A"))
    watch = area("N3", "around", "enemies")
    moment = chose(covers(moment, "T", **watch), "B", "move")
    assert where(act(moment, "B", "move", path="O3 N3 M3").fight, "B") == "M3"


@pytest.mark.rule("dfrpg.ranged.opportunity_fire")
@pytest.mark.parametrize(("shape", "aimed"), [("one", [3, 0]), ("block", [])])
def test_aiming_helps_only_where_one_square_is_covered(shape: str, aimed: list[int]) -> None:
    moment = fight(ROWS, {"T": BOW}, order=("T", "A"))
    moment = chose(moment, "T", "aim")
    moment = act(moment, "T", "aim", weapon="longbow", target="A").fight
    moment = ended(chose(ended(moment, "T"), "A", "do_nothing"), "A")
    assert moment.body("T").has("aiming")
    moment = chose(covers(moment, "T", **area("N3", shape)), "A", "move")
    parts = asked(moment, "A", "move", path="O3 N3").preview["attack.longbow"].parts
    assert (3 in kept(parts)) == bool(aimed)


@pytest.mark.rule("dfrpg.maneuver.wait.ranged_cover")
def test_nothing_behind_a_wall_or_behind_its_back_is_covered() -> None:
    rows = "\n".join((".....", "..T#.", "....."))
    moment = chose(fight(rows, {"T": BOW}, order=("T",), facing={"T": "E"}), "T", "wait")
    said = {"weapon": "longbow", "choice": "attack"}
    for square in ("A2", "E2", "C2"):
        assert refused(moment, "T", "cover", **said, **area(square)) == "dfrpg.maneuver.wait.ranged_cover"


@pytest.mark.rule("dfrpg.maneuver.wait.ranged_cover")
def test_who_is_out_of_sight_by_then_is_not_shot() -> None:
    rows = "\n".join(("T......", "....#..", "....#.A"))
    moment = fight(rows, {"T": BOW}, order=("T", "A"))
    moment = chose(covers(moment, "T", **target()), "A", "move")
    assert where(act(moment, "A", "move", path="G3 F3").fight, "A") == "F3"
