"""Critical hits and misses, perfect and botched defences: plain outcomes and the tables of the book."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.core.lattice import square_name
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.blows import HITS, blow, dice, offered, ready, shock
from tests.rulesets.dfrpg.fight.moments import put
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    chose,
    ended,
    fight,
    lost,
    noted,
    options,
    refused,
    rolled,
    sheet,
    weapon,
    where,
)

FIELD = """
.......
.......
..AT...
.......
.......
"""
BOOK_TABLES = {"dfrpg": {"critical_tables": "book"}}
SHIELD = {"id": "medium_shield", "skill": 14}


def club(damage: str, kind: str = "burn", base: str = "") -> dict[str, Any]:
    """A weapon with dice of its own."""
    add: Any = int(damage) if base else damage
    use = {"add": add, "type": kind, "reaches": [1], "name": "Blow", "base": base, "parry": 0}
    return weapon("club", 14, uses={"blow": use})


def tables(damage: str = "2", base: str = "", own: dict[str, Any] | None = None, **more: Any) -> Fight:
    """A fight by the tables of the book."""
    attacker = sheet(**{"weapons": [club(damage, base=base)], "st": 11, **(own or {})})
    return fight(FIELD, {"A": attacker, "T": sheet(**{"st": 30, **more})}, rules=BOOK_TABLES)


def table_hit(moment: Fight, total: int, *faces: int, answers: tuple[str, ...] = ()) -> Any:
    """A critical hit, and a total on the table."""
    return blow(moment, *dice(4), *dice(total), *faces, answers=answers, weapon="club", use="blow")


def table_miss(moment: Fight, total: int, *faces: int, answers: tuple[str, ...] = ()) -> Any:
    """A critical miss, and a total on the table."""
    return blow(moment, *dice(18), *dice(total), *faces, answers=answers, weapon="club", use="blow")


@pytest.mark.rule("dfrpg.attack.critical_hit")
@pytest.mark.parametrize(("total", "faces", "damage"), [(3, (), 13), (4, (2, 3), 6)])
def test_a_three_does_all_the_damage(total: int, faces: tuple[int, ...], damage: int) -> None:
    moment = fight(FIELD, {"A": sheet(weapons=[club("2d6+1")]), "T": sheet(st=30)})
    run = blow(moment, *dice(total), *faces, weapon="club", use="blow")
    assert lost(run, "T") == damage
    assert rolled(run, "defense") == []


@pytest.mark.rule("dfrpg.attack.critical_hit")
@pytest.mark.parametrize(
    ("total", "damage", "dr", "injury"),
    [
        (3, "7", 2, 19),
        (18, "7", 2, 19),
        (5, "7", 2, 12),
        (16, "7", 2, 12),
        (4, "7", 5, 5),
        (17, "7", 5, 5),
        (9, "7", 2, 5),
        (10, "7", 2, 5),
        (11, "7", 2, 5),
    ],
)
def test_the_table_multiplies_damage_or_halves_armour(total: int, damage: str, dr: int, injury: int) -> None:
    major = dice(9) if injury > 15 else ()
    run = table_hit(tables(damage, dr=dr), total, *major)
    assert lost(run, "T") == injury
    assert "dfrpg.attack.critical_hit" in noted(run)
    assert [one.rule for one in rolled(run, "critical_table")] == ["dfrpg.attack.critical_hit"]


@pytest.mark.rule("dfrpg.attack.critical_hit")
@pytest.mark.parametrize("total", [6, 15])
def test_the_table_gives_all_the_damage(total: int) -> None:
    assert lost(table_hit(tables("2d6+1"), total), "T") == 13


@pytest.mark.rule("dfrpg.attack.critical_hit", "dfrpg.injury.major_wound")
@pytest.mark.parametrize("total", [7, 13, 14])
def test_the_table_makes_any_wound_a_major_one(total: int) -> None:
    run = table_hit(tables("2", dr=1), total, *dice(9))
    assert len(rolled(run, "wound")) == 1
    assert rolled(table_hit(tables("2", dr=2), total), "wound") == []


@pytest.mark.rule("dfrpg.attack.critical_hit", "dfrpg.injury.shock")
@pytest.mark.parametrize(("damage", "amount"), [("3", 6), ("5", 8), ("1", 2)])
def test_the_table_doubles_shock(damage: str, amount: int) -> None:
    assert shock(table_hit(tables(damage), 8).fight, "T") == amount


@pytest.mark.rule("dfrpg.attack.critical_hit")
@pytest.mark.parametrize("dr", [0, 9])
def test_the_table_lets_the_victim_drop_what_it_holds(dr: int) -> None:
    run = table_hit(tables("2", dr=dr, shield=SHIELD), 12)
    assert run.fight.items["T.broadsword"].holder == ""
    assert run.fight.items["T.shield"].holder == "T"


@pytest.mark.rule("dfrpg.attack.critical_miss")
def test_a_critical_miss_leaves_the_weapon_unready_and_its_wielder_off_balance() -> None:
    moment = fight(FIELD, {"A": sheet(attacks=2)})
    run = blow(moment, *dice(18))
    assert not run.fight.items["A.broadsword"].ready
    assert "dfrpg.attack.critical_miss" in noted(run)
    can = {one.id for one in BOOK.options(run.fight, "A") if one.refusal is None}
    assert can.isdisjoint({"attack", "move", "step", "turn", "face"})
    assert refused(run.fight, "A", "attack", weapon="foot", use="kick", target="T")
    moment = ended(run.fight, "A")
    asked = offered(moment, who="T", target="A")
    assert asked["dodge"] == 6
    assert "parry.broadsword" not in asked
    moment = ended(ended(chose(ended(moment, "T"), "A", "ready"), "A"), "T")
    assert not moment.body("A").has("off_balance")


@pytest.mark.rule("dfrpg.attack.critical_miss")
@pytest.mark.parametrize("total", [7, 13])
def test_the_table_sets_off_balance_with_a_ready_weapon(total: int) -> None:
    run = table_miss(tables(), total)
    assert run.fight.items["A.club"].ready
    assert run.fight.body("A").has("off_balance")
    assert offered(ended(run.fight, "A"), who="T", target="A")["dodge"] == 6


@pytest.mark.rule("dfrpg.attack.critical_miss")
@pytest.mark.parametrize("total", [8, 12])
def test_the_table_makes_the_weapon_unready_only(total: int) -> None:
    run = table_miss(tables(), total)
    assert not run.fight.items["A.club"].ready
    assert offered(ended(run.fight, "A"), who="T", target="A")["dodge"] == 8


@pytest.mark.rule("dfrpg.attack.critical_miss")
@pytest.mark.parametrize("total", [9, 10, 11])
def test_the_table_drops_the_weapon(total: int) -> None:
    item = table_miss(tables(), total).fight.items["A.club"]
    assert item.holder == ""
    assert item.square is not None
    assert square_name(item.square) == "C3"


@pytest.mark.rule("dfrpg.attack.critical_miss")
def test_a_swung_weapon_flies_on_where_its_wielder_looks() -> None:
    item = table_miss(tables("1", base="sw"), 14, 3).fight.items["A.club"]
    assert item.square is not None
    assert square_name(item.square) == "F3"
    near = table_miss(tables("1", base="thr"), 14).fight.items["A.club"]
    assert near.square is not None
    assert square_name(near.square) == "C3"


@pytest.mark.rule("dfrpg.attack.critical_miss")
def test_a_flying_weapon_stops_at_a_wall() -> None:
    rows = "######\n#AT.##\n######"
    sheets = {"A": sheet(st=11, weapons=[club("1", base="sw")]), "T": sheet()}
    item = table_miss(fight(rows, sheets, rules=BOOK_TABLES), 14, 6).fight.items["A.club"]
    assert item.square is not None
    assert square_name(item.square) == "D2"


@pytest.mark.rule("dfrpg.attack.critical_miss")
@pytest.mark.parametrize("total", [3, 4, 17, 18])
def test_the_table_breaks_the_weapon_a_sturdy_one_only_the_second_time(total: int) -> None:
    assert "A.club" not in table_miss(tables(), total).fight.items
    sturdy = {"weapons": [{**club("2"), "sturdy": True}]}
    item = table_miss(tables(own=sturdy), total).fight.items["A.club"]
    assert (item.holder, item.damage) == ("", 1)


@pytest.mark.rule("dfrpg.attack.critical_miss")
@pytest.mark.parametrize(("total", "injury"), [(5, 6), (6, 2)])
def test_the_table_turns_the_blow_on_its_wielder(total: int, injury: int) -> None:
    moment = tables("8", own={"dr": 2, "st": 30})
    assert lost(table_miss(moment, total), "A") == injury


@pytest.mark.rule("dfrpg.attack.critical_miss")
def test_the_table_makes_the_arm_useless() -> None:
    run = table_miss(tables(own={"shield": SHIELD}), 15)
    assert [one.note for one in run.fight.body("A").effects if one.id == "arm_useless"] == ["main"]
    asked = offered(ended(run.fight, "A"), who="T", target="A")
    assert "parry.club" not in asked
    assert "block" in asked
    moment = ended(ended(run.fight, "A"), "T")
    moment = chose(moment, "A", "attack")
    assert refused(moment, "A", "attack", weapon="club", use="blow", target="T") == "dfrpg.attack.critical_miss"
    assert [one.arguments["weapon"] for one in options(moment, "A", "attack")] == ["foot"]


@pytest.mark.rule("dfrpg.attack.critical_miss")
def test_the_arm_that_punched_is_the_useless_one() -> None:
    moment = put(ready(tables()), "T", "C3")
    run = act(moment, "A", "attack", *dice(18), *dice(15), weapon="fist", use="punch", target="T")
    assert [one.note for one in run.fight.body("A").effects if one.id == "arm_useless"] == ["off"]


@pytest.mark.rule("dfrpg.attack.critical_hit", "dfrpg.attack.shove")
def test_the_table_doubles_a_shove_that_is_doubled_anyway() -> None:
    moment = ready(tables(own={"st": 14, "weapons": []}))
    run = act(moment, "A", "shove", *dice(3), *dice(16), 3, hands=2, target="T")
    assert [one.total for one in rolled(run, "damage")] == [3 * 2 * 2]


@pytest.mark.rule("dfrpg.attack.critical_miss", "dfrpg.posture.fall")
def test_the_table_fells_the_attacker() -> None:
    run = table_miss(tables(), 16, answers=("A face_up B3",))
    assert run.fight.body("A").has("prone")
    assert where(run.fight, "A") == "C3"


@pytest.mark.rule("dfrpg.attack.critical_miss")
@pytest.mark.parametrize("total", [3, 8, 10])
def test_who_kicks_has_nothing_to_drop_and_is_off_balance(total: int) -> None:
    moment = ready(tables())
    named = {"weapon": "foot", "use": "kick", "target": "T"}
    run = act(moment, "A", "attack", *dice(18), *dice(total), **named)
    assert run.fight.body("A").has("off_balance")
    falls = act(moment, "A", "attack", *dice(18), *dice(15), answers=("A face_up B3",), **named)
    assert falls.fight.body("A").has("prone")


@pytest.mark.rule("dfrpg.defense.critical")
@pytest.mark.parametrize("total", [3, 4])
def test_a_perfect_defence_botches_the_blow(total: int) -> None:
    run = blow(fight(FIELD), *HITS, *dice(total), answers=("T dodge",))
    assert not run.fight.items["A.broadsword"].ready
    assert run.fight.body("A").has("off_balance")
    assert "dfrpg.defense.critical" in noted(run)


@pytest.mark.rule("dfrpg.defense.critical")
def test_a_perfect_defence_does_nothing_to_a_shooter() -> None:
    moment = fight("........\nA..T....\n........", {"A": sheet(st=12, weapons=[weapon("bow", 14, "both")])})
    run = blow(moment, *dice(5), *dice(3), answers=("T dodge",), weapon="bow", use="")
    assert not run.fight.body("A").has("off_balance")
    assert "dfrpg.defense.critical" not in noted(run)


@pytest.mark.rule("dfrpg.defense.critical")
@pytest.mark.parametrize(("skill", "total", "kind"), [(26, 5, "success"), (26, 6, "success"), (10, 5, "success")])
def test_only_three_and_four_are_perfect(skill: int, total: int, kind: str) -> None:
    moment = fight(FIELD, {"T": sheet(weapons=[weapon("broadsword", skill)])})
    run = blow(moment, *HITS, *dice(total), answers=("T parry.broadsword",))
    assert rolled(run, "defense")[0].outcome == kind


@pytest.mark.rule("dfrpg.defense.critical", "dfrpg.posture.fall")
def test_a_botched_dodge_is_a_fall_and_a_hit() -> None:
    run = blow(fight(FIELD), *HITS, *dice(18), 1, answers=("T dodge", "T face_down D4"))
    assert run.fight.body("T").has("prone")
    assert lost(run, "T") > 0


@pytest.mark.rule("dfrpg.defense.critical")
def test_a_botched_block_or_parry_leaves_shield_or_weapon_unready() -> None:
    moment = fight(FIELD, {"T": sheet(shield=SHIELD), "A": sheet(attacks=2)})
    run = blow(moment, *HITS, *dice(17), 1, answers=("T block",))
    assert not run.fight.items["T.shield"].ready
    asked = offered(run.fight)
    assert "block" not in asked
    assert asked["dodge"] == 8
    run = blow(moment, *HITS, *dice(18), 1, answers=("T parry.broadsword",))
    assert not run.fight.items["T.broadsword"].ready
    assert not run.fight.body("T").has("off_balance")


@pytest.mark.rule("dfrpg.defense.critical")
@pytest.mark.parametrize(("skill", "total", "ready_still"), [(26, 17, True), (26, 18, False), (14, 17, False)])
def test_a_seventeen_is_botched_only_by_the_usual_rule(skill: int, total: int, ready_still: bool) -> None:
    moment = fight(FIELD, {"T": sheet(weapons=[weapon("broadsword", skill)])})
    run = blow(moment, *HITS, *dice(total), 1, answers=("T parry.broadsword",))
    assert run.fight.items["T.broadsword"].ready is ready_still


@pytest.mark.rule("dfrpg.defense.critical")
def test_failing_by_much_is_not_yet_botched() -> None:
    moment = fight(FIELD, {"T": sheet(speed_quarters=8)}, {}, {"T": ["prone"]})
    run = blow(moment, *HITS, *dice(15), 1, answers=("T dodge",))
    assert rolled(run, "defense")[0].outcome == "failure"


@pytest.mark.rule("dfrpg.defense.critical", "dfrpg.attack.critical_miss")
def test_by_the_tables_perfect_defences_and_botched_parries_roll() -> None:
    moment = fight(FIELD, rules=BOOK_TABLES)
    run = blow(moment, *HITS, *dice(3), *dice(10), answers=("T dodge",))
    assert run.fight.items["A.broadsword"].holder == ""
    run = blow(moment, *HITS, *dice(18), *dice(10), 1, answers=("T parry.broadsword",))
    assert run.fight.items["T.broadsword"].holder == ""
    assert lost(run, "T") > 0
