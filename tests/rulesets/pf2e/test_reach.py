"""Reach, reaction zones, riders' reach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.mounted import may_be_mount, may_mount, rider_reach_sq
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]

COUNTS = {
    "medium": (8, 24, 36, 60, 88),
    "large": (12, 32, 48, 76, 108),
    "huge": (16, 40, 60, 92, 128),
    "gargantuan": (20, 48, 72, 108, 148),
}


def _alone(board: Board, size: str = "medium", **stats: Any) -> World:
    return board(["." * 16] * 16, creatures={"a": {"at": "G7", "size": size, **stats}})


@pytest.mark.rule("pf2e.reach.measure")
@pytest.mark.parametrize("size", COUNTS)
@pytest.mark.parametrize("number", range(5))
def test_squares_within_reach(board: Board, ask: Ask, size: str, number: int) -> None:
    position = _alone(board, size, reach=5 * (number + 1))
    assert ask(position, "threatened", who="a").value == COUNTS[size][number]


@pytest.mark.rule("pf2e.reach.measure")
def test_the_second_diagonal_belongs_to_ten_feet_only(board: Board, ask: Ask, drawn: Callable[..., str]) -> None:
    rows = ".......\n.......\n.......\n...A...\n.......\n.......\n......."
    ten = ask(board(rows, creatures={"A": {"reach": 10}}), "threatened", who="A")
    assert drawn(ten, "threatened", rows) == ".......\n.xxxxx.\n.xxxxx.\n.xxAxx.\n.xxxxx.\n.xxxxx.\n......."
    fifteen = ask(board(rows, creatures={"A": {"reach": 15}}), "threatened", who="A")
    assert drawn(fifteen, "threatened", rows) == "..xxx..\n.xxxxx.\nxxxxxxx\nxxxAxxx\nxxxxxxx\n.xxxxx.\n..xxx.."


@pytest.mark.rule("pf2e.reach.measure")
@pytest.mark.parametrize(("reach", "diagonals"), [(5, 1), (10, 2), (15, 2), (20, 3), (25, 3), (30, 4)])
def test_pure_diagonals_within_reach(board: Board, ask: Ask, reach: int, diagonals: int) -> None:
    position = board(["." * 8] * 8, creatures={"a": {"at": "A1", "reach": reach}})
    reached = [n for n in range(1, 8) if ask(position, "threatens", from_="a", to=f"{'ABCDEFGH'[n]}{n + 1}").value]
    assert reached == list(range(1, diagonals + 1))


@pytest.mark.rule("pf2e.reach.measure")
def test_a_reach_weapon_adds_five_feet_and_keeps_the_neighbours(board: Board, ask: Ask) -> None:
    assert ask(_alone(board, reach_weapon=True), "threatened", who="a").value == 24
    assert ask(_alone(board, "large", reach_weapon=True), "threatened", who="a").value == 48
    weapons = [{"name": "whip", "reach_weapon": True}, {"name": "bow", "ranged": True}, {"name": "sword"}]
    armed = _alone(board, weapons=weapons)
    counts = [ask(armed, "threatened", who="a", weapon=one).value for one in ("whip", "bow", "sword")]
    assert counts == [24, 0, 8]
    assert ask(armed, "threatened", who="a").value == 24


@pytest.mark.rule("pf2e.creature.size_table", "pf2e.reach.measure")
@pytest.mark.parametrize(
    ("size", "stature", "count"),
    [("large", "tall", 32), ("large", "long", 12), ("huge", "tall", 60), ("huge", "long", 40), ("tiny", "tall", 0)],
)
def test_reach_by_size(board: Board, ask: Ask, size: str, stature: str, count: int) -> None:
    assert ask(_alone(board, size, stature=stature), "threatened", who="a").value == count


@pytest.mark.rule("pf2e.reach.reaction_zone")
def test_squares_behind_a_wall_are_no_part_of_the_zone(board: Board, ask: Ask, drawn: Callable[..., str]) -> None:
    rows = "......\n...A..\n......"
    verdict = ask(board(rows, walls=[{"line": [[4, 0], [4, 3]]}]), "threatened", who="A")
    assert drawn(verdict, "threatened", rows) == "..xx..\n..xA..\n..xx.."


@pytest.mark.rule("pf2e.attack.melee_reach")
def test_melee_needs_reach(board: Board, ask: Ask) -> None:
    assert ask(board("AB.C"), "threatens", from_="A", to="B").value is True
    assert ask(board("AB.C"), "threatens", from_="A", to="C").value is False
    ten = board("A..\n...\n..B", creatures={"A": {"reach": 10}})
    assert ask(ten, "threatens", from_="A", to="B").value is True


@pytest.mark.rule("pf2e.attack.melee_reach")
def test_no_strike_through_a_thin_wall(board: Board, ask: Ask) -> None:
    verdict = ask(board("AB", walls=[{"line": [[1, 0], [1, 1]]}]), "threatens", from_="A", to="B")
    assert verdict.value is False
    assert verdict.steps[-1].rule == "pf2e.line_of_effect"


@pytest.mark.rule("pf2e.attack.melee_reach", "pf2e.action.cannot_act")
@pytest.mark.parametrize("table", [{"armed": False}, {"conditions": ["unconscious"]}, {"conditions": ["stunned"]}])
def test_who_cannot_strike_threatens_nothing(board: Board, ask: Ask, table: dict[str, Any]) -> None:
    position = board("AB", creatures={"A": table})
    assert ask(position, "threatens", from_="A", to="B").value is False
    assert ask(position, "threatened", who="A").value == 0


def test_height_takes_a_target_out_of_reach(board: Board, ask: Ask) -> None:
    hovering = board("A.", creatures={"A": {}, "b": {"at": "B1", "z": 10, "side": "foes"}})
    assert ask(hovering, "threatens", from_="A", to="b").value is False
    longer = board("A.", creatures={"A": {"reach": 10}, "b": {"at": "B1", "z": 10, "side": "foes"}})
    assert ask(longer, "threatens", from_="A", to="b").value is True


@pytest.mark.rule("pf2e.creature.extended_parts")
@pytest.mark.parametrize("allowed", [False, True])
def test_a_held_creature_may_strike_the_tentacle(board: Board, ask: Ask, allowed: bool) -> None:
    creatures = {"A": {"conditions": ["grabbed"]}, "O": {"reach": 15}}
    position = board("A..O", creatures=creatures, rules={"pf2e": {"extended_parts": allowed}})
    verdict = ask(position, "threatens", from_="A", to="O")
    assert verdict.value is allowed
    assert verdict.switches["pf2e.extended_parts"] is allowed


MOUNTED = "........\n........\n........\n...MM...\n...MM...\n........\n........\n........"


@pytest.mark.rule("pf2e.mounted.reach")
@pytest.mark.parametrize(("reach", "count"), [(5, 12), (10, 12), (15, 32)])
def test_reach_from_a_large_mount(board: Board, ask: Ask, reach: int, count: int) -> None:
    creatures = {"M": {"size": "large"}, "r": {"at": "D4", "mount": "M", "reach": reach, "side": "heroes"}}
    verdict = ask(board(MOUNTED, creatures=creatures), "threatened", who="r")
    assert verdict.value == count
    assert verdict.steps[0].rule == "pf2e.mounted.reach"


@pytest.mark.rule("pf2e.mounted.reach")
def test_reach_from_other_mounts(board: Board, ask: Ask) -> None:
    huge = {"m": {"size": "huge", "at": "D4"}, "r": {"at": "D4", "mount": "m", "reach": 15}}
    assert ask(board(["." * 10] * 10, creatures=huge), "threatened", who="r").value == 40
    pony = {"m": {"at": "D4"}, "r": {"at": "D4", "mount": "m", "size": "small", "reach": 10}}
    assert ask(board(["." * 10] * 10, creatures=pony), "threatened", who="r").value == 24
    assert rider_reach_sq(4, "gargantuan") == (3, False)


@pytest.mark.rule("pf2e.mounted.space")
def test_a_rider_strikes_on_both_sides_of_the_mount(board: Board, ask: Ask) -> None:
    creatures = {"M": {"size": "large"}, "r": {"at": "B1", "mount": "M", "side": "heroes"}}
    position = board("EMM.\n.MMG", creatures={"E": {"side": "foes"}, "G": {"side": "foes"}, **creatures})
    assert [ask(position, "threatens", from_="r", to=one).value for one in ("E", "G")] == [True, True]


@pytest.mark.rule("pf2e.mounted.targeting")
def test_a_rider_is_reached_at_any_square_of_the_mount(board: Board, ask: Ask) -> None:
    creatures = {"M": {"size": "large"}, "r": {"at": "B1", "mount": "M", "side": "heroes"}, "F": {"side": "foes"}}
    position = board(".MM.\n.MMF", creatures=creatures)
    assert ask(position, "threatens", from_="F", to="r").value is True
    assert ask(position, "distance", from_="F", to="r").value == 5


@pytest.mark.rule("pf2e.mounted.requirements")
@pytest.mark.parametrize(
    ("rider", "mount", "fits"),
    [("medium", "large", True), ("small", "medium", True), ("medium", "medium", False), ("small", "small", False)],
)
def test_a_mount_is_bigger(rider: str, mount: str, fits: bool) -> None:
    assert may_be_mount(rider, mount) is fits
    assert not may_be_mount(rider, mount, willing=False)


@pytest.mark.rule("pf2e.basic.mount", "pf2e.mounted.requirements")
def test_mounting(board: Board, ask: Ask) -> None:
    horse = {"H": {"size": "large", "side": "heroes"}}
    far = board("A.HH\n..HH", creatures={"A": {}, **horse})
    assert not may_mount(far, far.creature("A"), far.creature("H"))
    assert ask(far, "legal", who="A", action="mount", target="H").value is False
    near = board(".AHH\n..HH", creatures={"A": {}, **horse})
    assert ask(near, "legal", who="A", action="mount", target="H").value is True
    pony = board("AP", creatures={"P": {"side": "heroes"}})
    assert ask(pony, "legal", who="A", action="mount", target="P").value is False
    halfling = board("AP", creatures={"A": {"size": "small"}, "P": {"side": "heroes"}})
    assert ask(halfling, "legal", who="A", action="mount", target="P").value is True
    wild = board(".AHH\n..HH", creatures={"A": {}, "H": {"size": "large", "side": "foes"}})
    assert ask(wild, "legal", who="A", action="mount", target="H").value is False


@pytest.mark.rule("pf2e.basic.mount", "pf2e.mounted.space")
def test_getting_off_beside_the_mount(board: Board, ask: Ask) -> None:
    creatures = {"H": {"size": "large"}, "r": {"at": "B1", "mount": "H", "side": "heroes"}}
    position = board("#HH#\n#HH.", creatures=creatures)
    assert ask(position, "legal", who="r", action="dismount", path=["B1", "D2"]).value is True
    assert ask(position, "legal", who="r", action="dismount", path=["B1", "A1"]).value is False
    walled = board("#HH#\n#HH#", creatures=creatures)
    assert ask(walled, "legal", who="r", action="dismount").value is False
    on_foot = ask(position, "legal", who="H", action="dismount")
    assert on_foot.value is False


@pytest.mark.rule("pf2e.reach.reaction_zone", "pf2e.line_of_effect")
def test_squares_out_of_effect_and_what_stands_between_are_shown(board: Board, ask: Ask) -> None:
    position = board("A.T\n...", walls=[{"line": [[1, 0], [1, 2]], "kind": "force"}], creatures={"A": {"reach": 10}})
    zone = ask(position, "threatened", who="A")
    assert {str(one) for one in zone.squares["out_of_effect"]} == {"B1", "C1", "B2", "C2"}
    strike = ask(position, "threatens", from_="A", to="T")
    assert (strike.value, strike.steps[-1].rule) == (False, "pf2e.line_of_effect")
    assert [str(dict(one.text.params).get("target", "")) for one in strike.steps][-1] != ""
    assert [one.blocked for one in strike.lines] == [True]
    assert "out_of_effect" not in ask(board("A.T\n..."), "threatened", who="A").squares
