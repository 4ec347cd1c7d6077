"""Attacks from the side and from behind."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tactics.rulesets.dfrpg.fight import places
from tests.rulesets.dfrpg.fight.blows import HITS, blow, dice, offered
from tests.rulesets.dfrpg.fight.moments import turned
from tests.rulesets.dfrpg.fight.ring import act, chose, ended, fight, lost, noted, rolled, sheet, weapon, where

NORTH, EAST, SOUTH, WEST = 0, 2, 4, 6
SHIELD = {"id": "medium_shield", "skill": 14}
FIELD = """
.......
.......
..AT...
.......
.......
"""


@pytest.mark.rule("dfrpg.defense.side_and_back", "dfrpg.grid.cell")
@pytest.mark.parametrize(("facing", "defends"), [("N", False), ("E", True)])
def test_whether_a_big_attacker_began_behind_goes_by_its_middle(facing: str, defends: bool) -> None:
    rows = "...T..\n.AAAA.\n.AAAA.\n.AAAA.\n.AAAA."
    moment = fight(rows, {"T": sheet()}, {"A": {"size": "gargantuan"}}, facing={"T": facing})
    assert bool(offered(moment)) == defends


def looking(facing: int, **more: Any) -> Any:
    """A defender that looks somewhere while the attacker stands west of it."""
    return turned(fight(FIELD, {"T": sheet(**more)}), "T", facing)


@pytest.mark.rule("dfrpg.grid.facings", "dfrpg.attack.front_arc", "dfrpg.grid.arcs_far")
@pytest.mark.parametrize("size", ["large", "huge", "gargantuan"])
def test_a_big_figure_turns_so_that_its_target_is_before_it(size: str) -> None:
    wide = {"large": 2, "huge": 3, "gargantuan": 4}[size]
    for x, y in product(range(wide + 2), repeat=2):
        if 0 < x <= wide and 0 < y <= wide:
            continue
        rows = [["."] * (wide + 2) for _ in range(wide + 2)]
        rows[y][x] = "T"
        for column, row in product(range(wide), repeat=2):
            rows[row + 1][column + 1] = "A"
        moment = fight("\n".join(map("".join, rows)), {"T": sheet()}, {"A": {"size": size}})
        there = turned(moment, "A", places.direction_to(moment, "A", "T"))
        assert places.arc(there, "A", "T") == "front", (x, y)


@pytest.mark.rule("dfrpg.defense.side_and_back")
def test_from_the_front_from_the_side_and_from_behind() -> None:
    assert offered(looking(WEST, dodge=9))["dodge"] == 9
    assert offered(looking(NORTH, dodge=9))["dodge"] == 7
    assert offered(looking(SOUTH, dodge=9))["dodge"] == 7
    assert offered(looking(EAST, dodge=9)) == {}
    run = blow(looking(EAST), *HITS, 1)
    assert lost(run, "T") > 0
    assert rolled(run, "defense") == []
    assert "dfrpg.defense.side_and_back" in noted(run)


@pytest.mark.rule("dfrpg.defense.side_and_back")
@pytest.mark.parametrize(("facing", "number"), [(NORTH, 9), (EAST, 7)])
def test_peripheral_vision_waives_the_one_and_allows_the_other(facing: int, number: int) -> None:
    assert offered(looking(facing, dodge=9, traits=["peripheral_vision"]))["dodge"] == number


@pytest.mark.rule("dfrpg.defense.side_and_back")
def test_who_has_run_around_counts_as_at_the_side() -> None:
    moment = fight(FIELD, {"A": sheet(move=12), "T": sheet(dodge=9, facing="W")}, order=("T", "A"))
    moment = ended(chose(moment, "T", "do_nothing"), "T")
    moment = chose(moment, "A", "move_and_attack")
    run = act(moment, "A", "move", path="C3 D2 E3", manner="turning")
    assert where(run.fight, "A") == "E3"
    moment = act(run.fight, "A", "face", facing="W").fight
    assert offered(moment, 2, 2, 2)["dodge"] == 7


@pytest.mark.rule("dfrpg.defense.side_and_back")
def test_who_began_its_turn_behind_is_still_behind() -> None:
    rows = FIELD.replace("AT", ".T").replace("T..", "T.A")
    moment = fight(rows, {"A": sheet(move=12), "T": sheet(facing="W")}, order=("T", "A"))
    moment = ended(chose(moment, "T", "do_nothing"), "T")
    moment = act(chose(moment, "A", "move_and_attack"), "A", "move", path="F3 E3", manner="turning").fight
    assert offered(moment, 2, 2, 2) == {}


@pytest.mark.rule("dfrpg.defense.shield_and_weapon_side", "dfrpg.defense.defense_bonus")
def test_from_the_weapon_side_parry_and_dodge_without_the_shield() -> None:
    asked = offered(looking(SOUTH, shield=SHIELD))
    assert (asked["dodge"], asked["parry.broadsword"]) == (6, 8)
    assert "block" not in asked


@pytest.mark.rule("dfrpg.defense.shield_and_weapon_side", "dfrpg.defense.defense_bonus")
def test_from_the_shield_side_block_and_dodge_with_it() -> None:
    asked = offered(looking(NORTH, shield=SHIELD))
    assert (asked["dodge"], asked["block"]) == (8, 10)
    assert "parry.broadsword" not in asked


@pytest.mark.rule("dfrpg.defense.shield_and_weapon_side")
@pytest.mark.parametrize("facing", [NORTH, SOUTH])
def test_what_both_hands_hold_parries_on_either_side(facing: int) -> None:
    asked = offered(looking(facing, st=12, weapons=[weapon("greatsword", 14, "both")]))
    assert asked["parry.greatsword"] == 8


@pytest.mark.rule("dfrpg.defense.shield_and_weapon_side")
def test_a_left_hander_has_it_the_other_way_round() -> None:
    own = {"weapons": [weapon("broadsword", 14, "off")], "shield": {**SHIELD, "hand": "main"}}
    assert "block" in offered(looking(SOUTH, **own))
    assert "parry.broadsword" in offered(looking(NORTH, **own))


@pytest.mark.rule("dfrpg.defense.side_and_back")
def test_a_shooter_behind_allows_no_defence() -> None:
    moment = fight("........\nA..T....\n........", {"A": sheet(st=12, weapons=[weapon("bow", 14, "both")])})
    shot = {"weapon": "bow", "use": ""}
    assert "dodge" in offered(moment, *dice(3 + 2), **shot)
    assert offered(turned(moment, "T", EAST), *dice(3 + 2), **shot) == {}


@pytest.mark.rule("dfrpg.defense.parry", "dfrpg.defense.block")
def test_arrows_are_blocked_and_dodged_but_not_parried() -> None:
    own = {"A": sheet(st=12, weapons=[weapon("bow", 14, "both")]), "T": sheet(shield=SHIELD)}
    asked = offered(fight("........\nA..T....\n........", own), *dice(5), weapon="bow", use="")
    assert (asked["dodge"], asked["block"]) == (10, 12)
    assert not any(one.startswith("parry") for one in asked)


@pytest.mark.rule("dfrpg.defense.parry")
@pytest.mark.parametrize(("small", "number"), [(False, 9), (True, 8)])
def test_thrown_weapons_are_harder_to_parry_small_ones_still_more(small: bool, number: int) -> None:
    shot = {"base": "thr", "add": 0, "type": "imp", "thrown": True, "small": small, "most_yd": 10, "hands": 1}
    moment = fight("........\nA..T....\n........", {"A": sheet(weapons=[weapon("dart", 14, shot=shot)])})
    assert offered(moment, *dice(5), weapon="dart", use="")["parry.broadsword"] == number


CLAWS = {"slash": {"base": "thr", "type": "cut", "reaches": [0, 1], "parry": 0}}


@pytest.mark.rule("dfrpg.defense.shield_and_weapon_side")
@pytest.mark.parametrize("facing", [NORTH, SOUTH])
def test_claws_parry_on_either_side(facing: int) -> None:
    own = {"weapons": [{"id": "claws", "skill": 14, "uses": CLAWS}], "hands": 0}
    asked = offered(looking(facing, **own))
    assert asked["parry.claws"] == 10 - 2 - 3
    assert not any(one.startswith("parry.fist") for one in asked)


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.defense")
def test_claws_that_attacked_on_the_move_do_not_parry() -> None:
    own = {"weapons": [{"id": "claws", "skill": 14, "uses": CLAWS}], "hands": 0}
    moment = chose(fight(FIELD, {"A": sheet(**own)}), "A", "move_and_attack")
    moment = act(moment, "A", "move", path="C3 C2", manner="facing").fight
    assert "parry.claws" in offered(ended(moment, "A"), who="T", target="A")
    named = {"weapon": "claws", "use": "slash", "target": "T"}
    moment = act(moment, "A", "attack", *dice(16), **named).fight
    assert "parry.claws" not in offered(ended(moment, "A"), who="T", target="A")
