"""Charging, running and withdrawing."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf1.fight.acting import HEROES, act, asked, options, refused, turn_of, where
from rulesets.pf1.fight.ring import fight, rolled, sheet, weapon

from tactics.rules.action import NeedPath
from tactics.rulesets.pf1.fight.numbers import armor_class
from tactics.world.fight import Fight

SWORD = [weapon("longsword")]


def towards(squares: int, states: tuple[str, ...] = (), **own: Any) -> Fight:
    """A and T in a row with so many squares of ground between them."""
    rows = "A" + "." * squares + "T" + "\n" + "." * (squares + 2)
    sheets = {"A": sheet(**{"weapons": SWORD, **own}), "T": sheet(hp=60)}
    return turn_of(fight(rows, sheets, effects={"A": states}), "A", "T")


def charge(moment: Fight, *faces: int, weapon: str = "longsword", **more: Any) -> Fight:
    return act(moment, "A", "charge", *faces, weapon=weapon, target="T", **more).fight


def charge_refused(moment: Fight, weapon: str = "longsword", target: str = "T") -> str:
    return refused(moment, "A", "charge", weapon=weapon, target=target)


@pytest.mark.rule("pf1.charge.basics")
@pytest.mark.parametrize(("squares", "allowed"), [(1, False), (2, True), (12, True), (13, False)])
def test_ten_feet_to_twice_the_speed(squares: int, allowed: bool) -> None:
    moment = towards(squares)
    assert bool(options(moment, "A", "charge")) is allowed
    assert charge_refused(moment) == ("" if allowed else "pf1.charge.basics")
    if allowed:
        after = charge(moment, 2)
        assert after.world.creature("A").space.x == squares
        assert not options(after, "A", "move")
        assert not options(after, "A", "attack")


@pytest.mark.rule("pf1.charge.basics")
def test_nothing_else_before_it() -> None:
    for deed, arguments in (("attack", {}), ("move", {"path": "A1 A2"}), ("five_foot_step", {"path": "A1 A2"})):
        near = turn_of(fight("AU....T\n.......", {"A": sheet(weapons=SWORD), "U": sheet(hp=40)}), "A", "T", "U")
        more = {"weapon": "longsword", "kind": "melee", "target": "U"} if deed == "attack" else arguments
        assert charge_refused(act(near, "A", deed, 2, **more).fight) == "pf1.action.full_round"


@pytest.mark.rule("pf1.charge.path")
@pytest.mark.parametrize(
    ("rows", "allowed"),
    [("A.....T", True), ("A..B..T", False), ("A..,..T", False), ("A...,.T", False), ("A....,T", False)],
)
def test_the_way_is_clear(rows: str, allowed: bool) -> None:
    moment = turn_of(fight(rows, {"A": sheet(weapons=SWORD)}, {"B": HEROES} if "B" in rows else None), "A", "T")
    assert bool(options(moment, "A", "charge")) is allowed
    if allowed:
        assert where(charge(moment, 2), "A") == "F1"


@pytest.mark.rule("pf1.charge.path")
def test_a_long_weapon_ends_the_charge_sooner() -> None:
    moment = turn_of(fight("A.....T", {"A": sheet(weapons=[weapon("longspear", "both")])}), "A", "T")
    assert where(charge(moment, 2, weapon="longspear"), "A") == "E1"


@pytest.mark.rule("pf1.charge.sight")
def test_who_is_not_seen_is_not_charged() -> None:
    hidden = turn_of(fight("A.....T", {"A": sheet(weapons=SWORD)}, effects={"T": ["invisible"]}), "A", "T")
    assert charge_refused(hidden) == "pf1.charge.sight"
    walled = turn_of(fight("A..#..T\n.......", {"A": sheet(weapons=SWORD)}), "A", "T")
    assert charge_refused(walled) in ("pf1.charge.sight", "pf1.charge.path")
    assert not options(walled, "A", "charge")


@pytest.mark.rule("pf1.charge.no_five_foot")
def test_no_step_after_it() -> None:
    after = charge(towards(5), 2)
    assert not options(after, "A", "five_foot_step")
    refusal = refused(after, "A", "five_foot_step", path="F1 F2")
    assert refusal in ("pf1.charge.no_five_foot", "pf1.action.five_foot_step")


@pytest.mark.rule("pf1.charge.attack")
def test_two_more_to_hit_and_two_less_to_be_hit() -> None:
    moment = towards(5, bab=7, ac={"natural": 7})
    run = act(moment, "A", "charge", 10, 5, weapon="longsword", target="T")
    assert [one.total for one in rolled(run, "attack")] == [10 + 7 + 2]
    assert armor_class(moment, "A", "T", None)[0] == 17
    assert armor_class(run.fight, "A", "T", None)[0] == 15
    later = act(act(run.fight, "A", "end_turn").fight, "T", "end_turn").fight
    assert later.active == "A"
    assert armor_class(later, "A", "T", None)[0] == 17


@pytest.mark.rule("pf1.charge.attack")
def test_only_one_attack_whatever_the_bonus() -> None:
    run = act(towards(5, bab=11), "A", "charge", 1, weapon="longsword", target="T")
    assert len(rolled(run, "attack")) == 1
    assert not options(run.fight, "A", "next_attack")
    assert not options(run.fight, "A", "full_attack")


@pytest.mark.rule("pf1.charge.standard_only")
@pytest.mark.rule("pf1.action.restricted")
def test_the_staggered_charge_at_single_speed() -> None:
    for squares, allowed in ((1, False), (2, True), (6, True), (7, False)):
        assert bool(options(towards(squares, ("staggered",)), "A", "charge")) is allowed, squares
    after = charge(towards(6, ("staggered",)), 2)
    assert after.body("A").count("standard") == 1
    assert not options(after, "A", "move")
    (option,) = [one for one in options(towards(6), "A", "charge") if one.arguments["weapon"] == "longsword"]
    assert option.cost.msgid == "full-round action"


def rider(mount: bool = True, **own: Any) -> Fight:
    """A knight with a lance, on a horse or on foot, five squares from T."""
    rows = "AH.......T\n.........." if not mount else "HH.......T\nHH........"
    knight = sheet(**{"str": 18, "weapons": [weapon("lance", "both")], **own})
    sheets = {"A": knight, "T": sheet(hp=90), "H": sheet(hp=40)}
    if not mount:
        rows = "A........T\nH........."
        return turn_of(fight(rows, sheets, {"H": HEROES}), "A", "T", "H")
    creatures = {"A": {**HEROES, "mount": "H", "at": "A1"}, "H": {**HEROES, "size": "large", "speed": 50}}
    return turn_of(fight(rows, sheets, creatures), "A", "T")


@pytest.mark.rule("pf1.charge.lance")
def test_on_foot_a_lance_does_its_damage_once() -> None:
    run = act(rider(mount=False), "A", "charge", 15, 3, weapon="lance", target="T")
    assert [one.total for one in rolled(run, "damage")] == [3 + 6]


@pytest.mark.rule("pf1.charge.lance")
def test_in_the_saddle_it_is_rolled_twice() -> None:
    run = act(rider(), "A", "charge", 15, 3, 7, weapon="lance", target="T")
    assert [one.total for one in rolled(run, "damage")] == [3 + 6 + 7 + 6]
    run = act(rider(), "A", "charge", 20, 15, 1, 2, 3, 4, weapon="lance", target="T")
    assert [one.total for one in rolled(run, "damage")] == [1 + 2 + 3 + 4 + 4 * 6]


@pytest.mark.rule("pf1.action.run")
@pytest.mark.rule("pf1.move.in_combat")
@pytest.mark.parametrize(
    ("own", "speed", "feet"),
    [
        ({}, 30, 120),
        ({"feats": ["run"]}, 30, 150),
        ({"armor": {"id": "full_plate"}}, 20, 60),
        ({"armor": {"id": "full_plate"}, "feats": ["run"]}, 20, 80),
        ({"armor": {"id": "chainmail"}}, 20, 80),
    ],
)
def test_how_far_one_runs(own: dict[str, Any], speed: int, feet: int) -> None:
    moment = turn_of(fight("A" + "." * 35 + "T", {"A": sheet(**own)}, {"A": {**HEROES, "speed": speed}}), "A", "T")
    (option,) = options(moment, "A", "run")
    need = need_of(option, NeedPath)
    assert max(need.costs.values()) == feet


@pytest.mark.rule("pf1.action.run")
def test_straight_and_over_clear_ground() -> None:
    moment = turn_of(fight("A....\n.....\n..,..\n....T"), "A", "T")
    assert refused(moment, "A", "run", path="A1 B1 C2") == "pf1.action.run"
    assert refused(moment, "A", "run", path="A1 B2 C3") == "pf1.action.run"
    assert where(act(moment, "A", "run", path="A1 B1 C1 D1").fight, "A") == "D1"
    assert where(act(moment, "A", "run", path="A1 B2").fight, "A") == "B2"


@pytest.mark.rule("pf1.action.run")
@pytest.mark.parametrize(("feats", "armor"), [([], 14), (["run"], 17)])
def test_who_runs_loses_its_dexterity_until_its_next_turn(feats: list[str], armor: int) -> None:
    moment = turn_of(fight("A....T\n......", {"A": sheet(dex=16, ac={"natural": 4}, feats=feats)}), "A", "T")
    assert armor_class(moment, "A", "T", None)[0] == 17
    after = act(moment, "A", "run", path="A1 B1 C1").fight
    assert armor_class(after, "A", "T", None)[0] == armor
    assert not options(after, "A", "five_foot_step")
    later = act(act(after, "A", "end_turn").fight, "T", "end_turn").fight
    assert armor_class(later, "A", "T", None)[0] == 17


@pytest.mark.rule("pf1.action.run")
def test_running_provokes() -> None:
    moment = turn_of(fight("A....\nT....", {"T": sheet(weapons=SWORD)}), "A", "T")
    assert asked(moment, "A", "run", path="A1 B1 C1").who == "T"


WITHDRAW = "........\n.EA.....\n....F...\n........"


def cornered(**more: Any) -> Fight:
    """A between E and F, both armed."""
    sheets = {"E": sheet(weapons=SWORD), "F": sheet(weapons=SWORD)}
    return turn_of(fight(WITHDRAW, sheets, **more), "A", "E", "F")


@pytest.mark.rule("pf1.action.withdraw")
@pytest.mark.parametrize(("path", "who"), [("C2 D1 E1", ""), ("C2 D2 E2 F1", "F"), ("C2 B1 A1", "E")])
def test_the_first_square_is_left_freely(path: str, who: str) -> None:
    if who:
        assert asked(cornered(), "A", "withdraw", path=path).who == who
    else:
        assert where(act(cornered(), "A", "withdraw", path=path).fight, "A") == path.split()[-1]


@pytest.mark.rule("pf1.action.withdraw")
def test_up_to_twice_the_speed() -> None:
    moment = turn_of(fight("A" + "." * 20 + "T"), "A", "T")
    names = [f"{chr(65 + n)}1" for n in range(14)]
    assert where(act(moment, "A", "withdraw", path=" ".join(names[:13])).fight, "A") == "M1"
    assert refused(moment, "A", "withdraw", path=" ".join(names)) == "pf1.action.withdraw"
    after = act(moment, "A", "withdraw", path="A1 B1").fight
    assert not options(after, "A", "five_foot_step")
    assert not options(after, "A", "total_defense")


@pytest.mark.rule("pf1.action.withdraw")
def test_one_whom_it_does_not_see_may_strike() -> None:
    moment = cornered(effects={"E": ["invisible"]})
    assert asked(moment, "A", "withdraw", path="C2 D1 E1").who == "E"
    blind = cornered(effects={"A": ["blinded"]})
    assert refused(blind, "A", "withdraw", path="C2 D1 E1") == "pf1.action.withdraw"


@pytest.mark.rule("pf1.action.run")
def test_running_on_takes_a_check_after_as_many_rounds_as_the_constitution() -> None:
    """Constitution 12: the 13th round of running needs 10, the 14th 11, with +1."""
    moment = turn_of(fight("A" + "." * 30 + "\n" + "." * 30 + "T"), "A", "T")
    for number, (path, faces) in enumerate([("A1 B1", ()), ("B1 A1", ())] * 6 + [("A1 B1", (9,)), ("B1 A1", (10,))]):
        run = act(moment, "A", "run", *faces, path=path)
        assert [one.against for one in rolled(run, "check")] == ([] if number < 12 else [number - 2])
        assert run.fight.body("A").count("ran") == number + 1
        moment = act(act(run.fight, "A", "end_turn").fight, "T", "end_turn").fight
    tired = act(moment, "A", "run", 10, path="A1 B1").fight
    assert where(tired, "A") == "A1"
    assert refused(tired, "A", "run", path="A1 B1") == "pf1.action.run"
    assert refused(tired, "A", "move", path="A1 B1") == ""


@pytest.mark.rule("pf1.action.run")
def test_a_turn_without_running_begins_the_count_anew() -> None:
    moment = turn_of(fight("A" + "." * 30 + "\n" + "." * 30 + "T"), "A", "T")
    moment = act(moment, "A", "run", path="A1 B1").fight
    for who in ("A", "T", "A", "T"):
        moment = act(moment, who, "end_turn").fight
    assert moment.body("A").count("ran") == 0


@pytest.mark.rule("pf1.charge.path")
@pytest.mark.parametrize(
    ("weapon_id", "square", "faces"),
    [("longspear", "F1", (2,)), ("spiked_gauntlet", "G1", (2,)), ("bull_rush", "G1", (1,))],
)
def test_it_ends_where_what_it_is_made_with_strikes_from(weapon_id: str, square: str, faces: tuple[int, ...]) -> None:
    """A spear stops 10 ft off, a fist and a shove beside the target."""
    arms = [weapon("longspear", "both"), weapon("spiked_gauntlet", "worn")]
    own = sheet(weapons=arms, feats=["improved_bull_rush"])
    moment = turn_of(fight("A......T.\n.........", {"A": own, "T": sheet(hp=90)}), "A", "T")
    assert where(act(moment, "A", "charge", *faces, weapon=weapon_id, target="T").fight, "A") == square
