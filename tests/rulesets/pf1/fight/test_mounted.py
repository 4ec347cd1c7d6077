"""Riding: whose turn, whose speed, what the rider can still do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf1.fight.acting import HEROES, act, options, refused, turn_of, way, where
from rulesets.pf1.fight.ring import fight, lost, rolled, sheet, weapon

from tactics.rules.action import NeedSquare
from tactics.rulesets.pf1.fight.numbers import armor_class
from tactics.world.fight import Fight

mounted = pytest.mark.rule("pf1.combat.mounted")
SWORD = weapon("longsword")
LANCE = weapon("lance")
BOW = weapon("shortbow", "both")


def field(rows: str, own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **steed: Any) -> Fight:
    """The turn of A, who rides the horse H of speed 50; T is on foot."""
    horse = sheet(type="animal", hp=30, legs=4, int=2, weapons=[{"id": "hoof", "kind": "natural", "damage": "1d4"}])
    sheets = {
        "A": sheet(**{"weapons": [SWORD], "hp": 40, **(own or {})}),
        "H": horse,
        "T": sheet(**{"hp": 90, **(foe or {})}),
    }
    at = {
        "A": {**HEROES, "at": "A1", "mount": "H"},
        "H": {**HEROES, "size": "large", "stature": "long", "speed": 50, **steed},
    }
    return turn_of(fight(rows, sheets, at), "A", "T")


OPEN = "HH" + "." * 18 + "\nHH" + "." * 18
HALL = OPEN + "\n" + "." * 12 + "T" + "." * 7


@mounted
def test_the_rider_shares_the_space_and_moves_at_the_mounts_speed() -> None:
    moment = field(HALL)
    run = act(moment, "A", "move", path="A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1")
    assert where(run.fight, "A") == where(run.fight, "H") == "K1"
    assert not run.fight.body("A").count("move")
    assert refused(moment, "A", "move", path="A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1") == "pf1.move.speed"


@mounted
def test_it_acts_in_the_riders_turn() -> None:
    moment = field(HALL)
    assert refused(moment, "H", "move", path="A1 B1") == ""
    after = act(moment, "A", "end_turn").fight
    assert after.active == "T"
    assert refused(after, "H", "move", path="A1 B1") == "pf1.init.round"


@mounted
def test_more_than_a_step_leaves_one_melee_attack() -> None:
    rows = "HHT" + "." * 8 + "\nHH" + "." * 9
    near = field(rows, {"bab": 6})
    assert [one.arguments["series"] for one in options(near, "A", "full_attack")] == ["main"]
    rows = "HH......T..\nHH........."
    far = act(field(rows, {"bab": 6}), "A", "move", path="A1 B1 C1 D1 E1 F1 G1").fight
    assert not options(far, "A", "full_attack")
    assert refused(far, "A", "full_attack", series="main", target="T") == "pf1.combat.mounted"
    assert rolled(act(far, "A", "attack", 2, weapon="longsword", target="T"), "attack")
    rows = "HH.T.\nHH..."
    step = act(field(rows, {"bab": 6}), "A", "move", path="A1 B1").fight
    assert options(step, "A", "full_attack")


@mounted
@pytest.mark.parametrize(("size", "bonus"), [("medium", 1), ("small", 1), ("large", 0)])
def test_one_more_against_smaller_foes_on_foot(size: str, bonus: int) -> None:
    rows = "HHTT.\nHHTT." if size == "large" else "HHT..\nHH..."
    at = {"A": {**HEROES, "at": "A1", "mount": "H"}, "H": {**HEROES, "size": "large"}, "T": {"size": size}}
    moment = turn_of(fight(rows, {"A": sheet(weapons=[SWORD])}, at), "A")
    (attack,) = rolled(act(moment, "A", "attack", 2, weapon="longsword", target="T"), "attack")
    assert sum(part.amount for part in attack.parts if part.rule == "pf1.combat.mounted") == bonus


@mounted
def test_shooting_from_a_mount_in_a_hurry() -> None:
    moment = field(HALL, {"weapons": [BOW]})
    still = rolled(act(moment, "A", "attack", 5, weapon="shortbow", kind="ranged", target="T"), "attack")[0].total
    once = act(moment, "A", "move", path="A1 B1 C1").fight
    twice = act(once, "A", "move", path="C1 D1").fight
    runs = act(moment, "A", "run", path="A1 B1 C1 D1").fight
    for state, less in ((once, 0), (twice, 4), (runs, 8)):
        run = act(state, "A", "attack", 5, weapon="shortbow", kind="ranged", target="T")
        assert rolled(run, "attack")[0].total == still - less


LIST = "HH......T\nHH......."


@mounted
@pytest.mark.rule("pf1.charge.lance")
def test_a_lance_on_a_charging_horse_does_double_damage() -> None:
    moment = field(LIST, {"str": 16, "weapons": [LANCE], "ac": {"natural": 3}})
    before = armor_class(moment, "A")[0]
    run = act(moment, "A", "charge", 10, 3, 5, weapon="lance", target="T")
    (attack,) = rolled(run, "attack")
    assert attack.total == 10 + 3 + 2 + 1
    (damage,) = rolled(run, "damage")
    assert [roll.face for roll in damage.rolls] == [3, 5]
    bonus = sum(part.amount for part in damage.parts)
    assert bonus % 2 == 0
    assert lost(run, "T") == [-(8 + bonus)]
    assert armor_class(run.fight, "A")[0] == before - 2
    assert where(run.fight, "A") == where(run.fight, "H")
    assert not options(run.fight, "A", "move")


@pytest.mark.rule("pf1.charge.lance")
def test_on_foot_and_without_a_charge_it_is_a_spear_like_others() -> None:
    own = sheet(str=16, weapons=[LANCE])
    moment = turn_of(fight("A......T", {"A": own, "T": sheet(hp=90)}), "A")
    assert len(rolled(act(moment, "A", "charge", 10, 3, weapon="lance", target="T"), "damage")[0].rolls) == 1
    near = field("HH.T\nHH..", {"str": 16, "weapons": [LANCE]})
    assert len(rolled(act(near, "A", "attack", 10, 3, weapon="lance", target="T"), "damage")[0].rolls) == 1
    sword = field(LIST, {"str": 16})
    assert len(rolled(act(sword, "A", "charge", 10, 3, weapon="longsword", target="T"), "damage")[0].rolls) == 1


@mounted
def test_who_falls_parts_from_the_mount() -> None:
    moment = field("HHT..\nHH...", foe={"bab": 20, "weapons": [SWORD]})
    moment = act(moment, "A", "end_turn").fight
    run = act(moment, "T", "full_attack", 19, 10, 8, 8, series="main", target="H")
    assert run.fight.world.creature("A").mount in ("H", "")
    while not run.fight.body("H").hp < 0:
        run = act(run.fight, "T", "next_attack", 15, 8, target="H")
    rider = run.fight.world.creature("A")
    assert rider.mount == ""
    assert run.fight.body("A").has("prone")
    assert not rider.space.overlaps(run.fight.world.creature("H").space)


BESIDE = "HH......\nHH......\nA.......\n.......T"


def on_foot(*order: str, rows: str = BESIDE, **horse: Any) -> Fight:
    """The turn of the first; A stands beside the horse H, T far away."""
    steed = sheet(type="animal", hp=30, legs=4, bab=2, weapons=[{"id": "hoof", "kind": "natural", "damage": "1d4"}])
    at = {"A": HEROES, "H": {**HEROES, "size": "large", "stature": "long", "speed": 50, **horse}}
    sheets = {"A": sheet(weapons=[SWORD], hp=40), "H": steed, "T": sheet(hp=90)}
    return turn_of(fight(rows, sheets, at), *order)


def order_of(moment: Fight) -> str:
    return "".join(slot.who for slot in moment.order)


@mounted
@pytest.mark.rule("pf1.action.move")
def test_getting_on_takes_a_move_action_and_then_the_mount_carries_its_rider() -> None:
    moment = on_foot("A", "H", "T")
    (option,) = options(moment, "A", "mount")
    assert option.cost.msgid == "move action"
    moment = act(moment, "A", "mount", target="H").fight
    assert (moment.world.creature("A").mount, where(moment, "A"), order_of(moment)) == ("H", "A1", "AT")
    assert moment.body("A").count("move") == 1
    assert not moment.body("A").count("standard")
    rode = act(moment, "A", "move", path="A1 B1 C1 D1 E1 F1 G1").fight
    assert where(rode, "A") == where(rode, "H") == "G1"
    assert not rode.body("A").count("standard")


@mounted
def test_a_mount_that_took_its_turn_before_does_not_act_again() -> None:
    moment = act(on_foot("H", "A", "T"), "H", "end_turn").fight
    moment = act(moment, "A", "mount", target="H").fight
    assert (order_of(moment), moment.active) == ("AT", "A")
    assert refused(moment, "A", "move", path="A1 B1") == "pf1.action.move"
    for who in "AT":
        moment = act(moment, who, "end_turn").fight
    assert moment.active == "A"
    assert refused(moment, "A", "move", path="A1 B1") == ""


@mounted
def test_getting_off_gives_the_mount_a_turn_of_its_own_just_before() -> None:
    moment = act(on_foot("A", "H", "T"), "A", "mount", target="H").fight
    for who in "AT":
        moment = act(moment, who, "end_turn").fight
    moment = act(moment, "A", "move", path="A1 B1 C1 D1").fight
    moment = act(moment, "A", "dismount", square=way("F2")[0]).fight
    assert (moment.world.creature("A").mount, where(moment, "A"), where(moment, "H")) == ("", "F2", "D1")
    assert (order_of(moment), moment.active) == ("HAT", "A")
    assert moment.body("A").count("move") == 1
    for who in "ATHAT":
        assert moment.active == who
        moment = act(moment, who, "end_turn").fight


@mounted
@pytest.mark.rule("pf1.aoo.provoking_actions")
def test_getting_on_and_off_gives_no_opening() -> None:
    rows = "HH......\nHH......\nAT......\n........"
    sheets = {"T": sheet(weapons=[SWORD])}
    at = {"A": HEROES, "H": {**HEROES, "size": "large"}}
    horse = sheet(legs=4, hp=30)
    moment = turn_of(fight(rows, {**sheets, "H": horse}, at), "A", "H", "T")
    moment = act(moment, "A", "mount", target="H").fight
    off = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    assert act(off, "A", "dismount", square=way("C1")[0]).fight.world.creature("A").mount == ""


@mounted
def test_whom_one_can_mount() -> None:
    assert not options(on_foot("A", side="foes"), "A", "mount", possible=False)
    assert not options(on_foot("A", rows="HHH.....\nHHH.....\nHHH.....\n.......T\nA.......", size="huge"), "A", "mount")
    near = on_foot("A", rows="HHH....T\nHHH.....\nHHH.....\nA.......", size="huge")
    assert options(near, "A", "mount")
    assert not options(on_foot("A", rows="H......T\n........\nA.......", size="medium"), "A", "mount")
    two_legs = turn_of(fight("HHA.\nHH..\n...T", {"A": sheet()}, {"A": HEROES, "H": {**HEROES, "size": "large"}}), "A")
    assert not options(two_legs, "A", "mount")
    lying = on_foot("A")
    lying = turn_of(
        fight("HHA.\nHH..\n...T", {"H": sheet(legs=4)}, {"H": {**HEROES, "size": "large"}}, {"A": ["prone"]}), "A"
    )
    assert refused(lying, "A", "mount", target="H") == "pf1.condition.prone"


@mounted
def test_nobody_gets_off_through_a_wall() -> None:
    walls = [{"line": [[0, 2], [8, 2]]}]
    rows = "HH......\nHH......\n........\n.......T"
    at = {"A": {**HEROES, "at": "A1", "mount": "H"}, "H": {**HEROES, "size": "large"}}
    moment = turn_of(fight(rows, {"H": sheet(legs=4)}, at, walls=walls), "A", "T")
    (option,) = options(moment, "A", "dismount")
    assert {str(square) for square in need_of(option, NeedSquare).squares} == {"C1", "C2"}


@mounted
@pytest.mark.rule("pf1.action.full_attack")
def test_the_mount_strikes_with_its_own_actions_in_the_riders_turn() -> None:
    rows = "HHT....\nHH....."
    at = {"A": {**HEROES, "at": "A1", "mount": "H"}, "H": {**HEROES, "size": "large", "stature": "long", "speed": 50}}
    hooves = [{"id": "hoof", "kind": "natural", "damage": "1d4", "count": 2}]
    sheets = {"A": sheet(weapons=[SWORD], bab=1), "H": sheet(legs=4, hp=30, bab=3, weapons=hooves), "T": sheet(hp=90)}
    moment = turn_of(fight(rows, sheets, at), "A", "T")
    one = act(moment, "A", "mount_acts", 10, 3, how="attack", weapon="hoof", kind="melee", target="T")
    (attack,) = rolled(one, "attack")
    assert (attack.who, attack.total) == ("H", 10 + 3 - 1)
    assert rolled(act(one.fight, "A", "attack", 12, 4, weapon="longsword", target="T"), "attack")[0].who == "A"
    assert refused(one.fight, "A", "mount_acts", how="attack", weapon="hoof", target="T") == "pf1.action.standard"
    both = act(moment, "A", "mount_acts", 10, 3, how="full_attack", series="natural", target="T").fight
    again = act(both, "A", "mount_acts", 10, 3, how="next_attack", target="T")
    assert rolled(again, "attack")[0].who == "H"
    assert refused(again.fight, "A", "move", path="A1 B1") != ""
    assert not again.fight.body("A").count("standard")
    assert refused(moment, "A", "mount_acts", how="end_turn") == "pf1.combat.mounted"


@mounted
def test_a_dying_mount_rolls_to_become_stable() -> None:
    moment = field("HHT..\nHH...", foe={"bab": 20, "weapons": [SWORD]})
    moment = replace(moment, order=tuple(slot for slot in moment.order if slot.who != "H"))
    moment = act(moment, "A", "end_turn").fight
    run = act(moment, "T", "full_attack", 19, 10, 8, 8, series="main", target="H")
    while not run.fight.body("H").hp < 0:
        run = act(run.fight, "T", "next_attack", 15, 8, target="H")
    assert order_of(run.fight) == "HAT"
    assert rolled(act(run.fight, "T", "end_turn", 5), "stabilize")


@mounted
@pytest.mark.rule("pf1.conceal.total")
@pytest.mark.parametrize(("square", "bonus"), [("C1", 1), ("C2", 0)])
def test_a_rider_strikes_at_squares_from_above(square: str, bonus: int) -> None:
    """Whoever is met there on foot is met from above; where nobody is there is nothing to add."""
    at = {
        "A": {**HEROES, "at": "A1", "mount": "H"},
        "H": {**HEROES, "size": "large"},
        "T": {"conditions": ["invisible"]},
    }
    moment = turn_of(fight("HHT..\nHH...", {"A": sheet(weapons=[SWORD])}, at), "A")
    run = act(moment, "A", "attack_square", 2, weapon="longsword", kind="melee", square=way(square)[0])
    (attack,) = rolled(run, "attack")
    assert sum(part.amount for part in attack.parts if part.rule == "pf1.combat.mounted") == bonus


@mounted
@pytest.mark.rule("pf1.aoo.definition")
@pytest.mark.rule("pf1.init.ready")
def test_height_counts_for_every_blow_of_a_rider() -> None:
    """An attack of opportunity and a readied one are melee attacks like others."""
    moment = turn_of(field("HHT..\nHH..."), "T", "A")
    run = act(moment, "T", "move", 2, answers=("H decline", "A strike.longsword"), path="C1 D1")
    assert 1 in [part.amount for part in rolled(run, "attack")[0].parts if part.rule == "pf1.combat.mounted"]
    moment = act(field("HHT..\nHH..."), "A", "ready", weapon="melee.longsword", trigger="attacks").fight
    moment = turn_of(moment, "T", "A")
    moment = replace(moment, order=tuple(slot for slot in moment.order if slot.who != "H"))
    run = act(moment, "T", "attack", 2, 5, answers=("A strike", "A decline"), weapon="unarmed", target="A")
    assert 1 in [part.amount for part in rolled(run, "attack")[0].parts if part.rule == "pf1.combat.mounted"]
