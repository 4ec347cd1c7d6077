"""Attacks of opportunity."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import HEROES, act, asked, turn_of, where
from rulesets.pf1.fight.ring import fight, lost, rolled, sheet, weapon

from tactics.rulesets.pf1.fight import opportunity
from tactics.world.fight import Fight

SWORD = [weapon("longsword")]
ROWS = "......\n.AT...\n......\n......"


def beside(foe: dict[str, Any] | None = None, own: dict[str, Any] | None = None, **more: Any) -> Fight:
    """The turn of A, beside T with a sword."""
    sheets = {"A": sheet(**(own or {})), "T": sheet(**{"weapons": SWORD, **(foe or {})})}
    return turn_of(fight(ROWS, sheets, **more), "A", "T")


STRUCK, SPARED = ("T strike.longsword",), ("T decline",)


@pytest.mark.rule("pf1.aoo.definition")
def test_it_is_offered_and_may_be_let_go() -> None:
    decision = asked(beside(), "A", "move", path="B2 A2")
    assert (decision.who, decision.id) == ("T", "attack_of_opportunity")
    assert {"strike.longsword", "decline"} <= {one.id for one in decision.choices}
    run = act(beside(), "A", "move", path="B2 A2", answers=SPARED)
    assert not rolled(run, "attack")
    assert run.fight.body("T") == beside().body("T")
    assert opportunity.left(run.fight, "T") == 1
    assert where(run.fight, "A") == "A2"


@pytest.mark.rule("pf1.aoo.provoke_moving")
def test_coming_near_is_free() -> None:
    moment = turn_of(fight("A....T", {"T": sheet(weapons=SWORD)}), "A", "T")
    assert where(act(moment, "A", "move", path="A1 B1 C1 D1 E1").fight, "A") == "E1"


@pytest.mark.rule("pf1.aoo.provoke_moving")
@pytest.mark.rule("pf1.aoo.one_per_move")
def test_two_foes_have_one_opportunity_each() -> None:
    sheets = {"T": sheet(weapons=SWORD), "U": sheet(weapons=SWORD)}
    moment = turn_of(fight(".T.\n.A.\n.U.\n...", sheets), "A", "T", "U")
    answers = ("T strike.longsword", "U strike.longsword")
    run = act(moment, "A", "move", 2, 2, answers=answers, path="B2 A2")
    assert [one.who for one in rolled(run, "attack")] == ["T", "U"]


@pytest.mark.rule("pf1.aoo.one_per_round")
def test_one_in_a_round_until_the_own_turn_begins() -> None:
    sheets = {"T": sheet(weapons=SWORD)}
    moment = turn_of(fight(".A.\n.T.\n.B.\n...", sheets, {"B": HEROES}), "A", "B", "T")
    after = act(moment, "A", "move", 2, answers=STRUCK, path="B1 A1").fight
    assert opportunity.left(after, "T") == 0
    second = act(act(after, "A", "end_turn").fight, "B", "move", path="B3 B4")
    assert not rolled(second, "attack")
    again = act(second.fight, "B", "end_turn").fight
    assert (again.active, opportunity.left(again, "T")) == ("T", 1)


@pytest.mark.rule("pf1.aoo.combat_reflexes")
@pytest.mark.parametrize(
    ("dex", "feats", "most"), [(16, ["combat_reflexes"], 4), (8, ["combat_reflexes"], 1), (16, [], 1)]
)
def test_how_many_in_a_round(dex: int, feats: list[str], most: int) -> None:
    assert opportunity.left(beside({"dex": dex, "feats": feats}), "T") == most


@pytest.mark.rule("pf1.aoo.combat_reflexes")
@pytest.mark.parametrize(("feats", "attacks"), [(["combat_reflexes"], 2), ([], 1)])
def test_two_deeds_are_two_opportunities(feats: list[str], attacks: int) -> None:
    moment = beside({"dex": 16, "feats": feats}, {"weapons": [weapon("shortbow", "both")], "hp": 40})
    run = act(moment, "A", "move", 2, answers=STRUCK, path="B2 B3")
    more = STRUCK if attacks == 2 else ()
    shot = act(run.fight, "A", "attack", *[2] * attacks, answers=more, weapon="shortbow", kind="ranged", target="T")
    assert len([one for one in rolled(run, "attack") + rolled(shot, "attack") if one.who == "T"]) == attacks


@pytest.mark.rule("pf1.aoo.one_per_move")
@pytest.mark.parametrize("feats", [["combat_reflexes"], []])
def test_one_for_all_squares_of_a_move(feats: list[str]) -> None:
    sheets = {"T": sheet(dex=16, feats=feats, weapons=SWORD), "D": sheet(weapons=SWORD)}
    moment = turn_of(fight("....\nAT..\n..D.\n....", sheets), "A", "T", "D")
    path = "A2 A1 B1 C1 D1"
    run = act(moment, "A", "move", 2, answers=STRUCK, path=path)
    assert [one.who for one in rolled(run, "attack")] == ["T"]
    round_both = act(moment, "A", "move", 2, 2, answers=(*STRUCK, "D strike.longsword"), path="A2 A3 B4 C4 D4")
    assert [one.who for one in rolled(round_both, "attack")] == ["T", "D"]


@pytest.mark.rule("pf1.aoo.one_per_move")
def test_both_moves_of_a_turn_are_one_opportunity() -> None:
    moment = beside({"dex": 16, "feats": ["combat_reflexes"]})
    once = act(moment, "A", "move", 2, answers=STRUCK, path="B2 B3").fight
    twice = act(once, "A", "move", path="B3 B4")
    assert not rolled(twice, "attack")


@pytest.mark.rule("pf1.aoo.full_bab")
def test_at_the_full_bonus_after_a_full_attack() -> None:
    foe = sheet(bab=11, weapons=SWORD)
    moment = turn_of(fight(ROWS, {"A": sheet(hp=90, weapons=SWORD), "T": foe}), "T", "A")
    moment = act(moment, "T", "full_attack", 1, series="main", target="A").fight
    for _ in range(2):
        moment = act(moment, "T", "next_attack", 1, target="A").fight
    run = act(act(moment, "T", "end_turn").fight, "A", "move", 10, 5, answers=STRUCK, path="B2 A2")
    assert [one.total for one in rolled(run, "attack")] == [21]


@pytest.mark.rule("pf1.aoo.interrupt")
def test_who_falls_stays_in_the_square_it_was_leaving() -> None:
    run = act(beside(own={"hp": 3}), "A", "move", 18, 5, answers=STRUCK, path="B2 A2 A3")
    assert where(run.fight, "A") == "B2"
    assert run.fight.body("A").hp == -2
    assert run.fight.active == "T" or run.fight.over


@pytest.mark.rule("pf1.aoo.cover_blocks")
def test_no_attack_past_a_corner() -> None:
    rows = "....\n.A..\nT#..\n...."
    moment = turn_of(fight(rows, {"T": sheet(weapons=SWORD)}), "A", "T")
    assert where(act(moment, "A", "move", path="B2 C2").fight, "A") == "C2"


@pytest.mark.rule("pf1.aoo.cover_blocks")
def test_no_attack_through_a_friend_in_between() -> None:
    sheets = {"T": sheet(weapons=[weapon("longspear", "both")])}
    between = turn_of(fight("....\nAUT.\n....", {**sheets, "U": sheet()}), "A", "T", "U")
    assert where(act(between, "A", "five_foot_step", path="A2 A1").fight, "A") == "A1"
    assert where(act(between, "A", "move", path="A2 A1").fight, "A") == "A1"
    free = turn_of(fight("....\nA.T.\n...U", sheets), "A", "T", "U")
    assert asked(free, "A", "move", path="A2 A1").who == "T"


@pytest.mark.rule("pf1.aoo.total_concealment_blocks")
def test_the_invisible_are_left_alone() -> None:
    run = act(beside(effects={"A": ["invisible"]}), "A", "move", path="B2 A2")
    assert not rolled(run, "attack")


@pytest.mark.rule("pf1.aoo.total_concealment_blocks")
def test_through_ordinary_concealment_with_a_miss_chance() -> None:
    rows = "%%%...\n%AT...\n%%%..."
    moment = turn_of(fight(rows, {"A": sheet(), "T": sheet(weapons=SWORD)}, {"A": {**HEROES, "under": "%"}}), "A", "T")
    run = act(moment, "A", "move", 18, 20, answers=STRUCK, path="B2 A2")
    assert [one.outcome for one in rolled(run, "miss_chance")] == ["miss"]
    run = act(moment, "A", "move", 18, 21, 4, answers=STRUCK, path="B2 A2")
    assert lost(run, "A") == [-4]


@pytest.mark.rule("pf1.aoo.flat_footed")
def test_none_while_flat_footed() -> None:
    assert opportunity.left(beside(effects={"T": ["flat_footed"]}), "T") == 0
    ready = beside({"dex": 14, "feats": ["combat_reflexes"]}, effects={"T": ["flat_footed"]})
    assert opportunity.left(ready, "T") == 3
    assert asked(ready, "A", "move", path="B2 A2").who == "T"


@pytest.mark.rule("pf1.aoo.melee_only")
def test_nothing_without_a_melee_weapon() -> None:
    run = act(beside({"weapons": [weapon("light_crossbow", "both")]}), "A", "move", path="B2 A2")
    assert not rolled(run, "attack")


FIGURE = "OO....\nOO.G..\n...A..\n......\n......"


def figure() -> Fight:
    """The ogre with a reach of 10 ft, the goblin with one of 5, and A that wants to leave."""
    sheets = {"O": sheet(weapons=[weapon("greatclub", "both")]), "G": sheet(weapons=SWORD)}
    creatures = {"O": {"side": "foes", "size": "large", "reach": 10}}
    return turn_of(fight(FIGURE, sheets, creatures), "A", "O", "G")


@pytest.mark.rule("pf1.aoo.figure")
def test_walking_away_from_both() -> None:
    answers = ("G strike.longsword", "O strike.greatclub")
    run = act(figure(), "A", "move", 2, 2, answers=answers, path="D3 E4")
    assert {one.who for one in rolled(run, "attack")} == {"O", "G"}


@pytest.mark.rule("pf1.aoo.figure")
@pytest.mark.rule("pf1.action.withdraw")
def test_withdrawing_from_both() -> None:
    run = act(figure(), "A", "withdraw", 2, answers=("O strike.greatclub",), path="D3 C4 C5")
    assert [one.who for one in rolled(run, "attack")] == ["O"]


@pytest.mark.rule("pf1.aoo.figure")
def test_stepping_away_and_walking_outside() -> None:
    assert where(act(figure(), "A", "five_foot_step", path="D3 E4").fight, "A") == "E4"
    outside = turn_of(act(figure(), "A", "five_foot_step", path="D3 E4").fight, "A", "O", "G")
    assert not rolled(
        act(
            act(act(act(outside, "A", "end_turn").fight, "O", "end_turn").fight, "G", "end_turn").fight,
            "A",
            "move",
            path="E4 F5",
        ),
        "attack",
    )


@pytest.mark.rule("pf1.aoo.provoke_action")
@pytest.mark.rule("pf1.aoo.provoking_actions")
def test_which_deeds_give_an_opening() -> None:
    stowed = {"weapons": [weapon("longsword", "stowed"), weapon("dagger", "main")]}
    moment = beside(own={**stowed, "hp": 90})
    assert asked(moment, "A", "attack", weapon="dagger", kind="ranged", target="T").who == "T"
    assert asked(moment, "A", "sheathe_weapon", item="A.dagger").who == "T"
    assert rolled(act(moment, "A", "attack", 2, weapon="dagger", kind="melee", target="T"), "attack")
    for deed, arguments in (
        ("total_defense", {}),
        ("draw_weapon", {"item": "A.longsword"}),
        ("drop_item", {"item": "A.dagger"}),
        ("drop_prone", {}),
        ("ready", {"weapon": "melee.dagger", "trigger": "attacks"}),
    ):
        assert not rolled(act(moment, "A", deed, **arguments), "attack"), deed
    prone = act(moment, "A", "drop_prone").fight
    assert asked(prone, "A", "stand_up").who == "T"
    dropped = act(moment, "A", "drop_item", item="A.dagger").fight
    assert asked(dropped, "A", "pick_up", item="A.dagger").who == "T"


@pytest.mark.rule("pf1.aoo.provoke_action")
def test_nothing_where_nobody_threatens() -> None:
    moment = turn_of(
        fight("A...T", {"A": sheet(weapons=[weapon("shortbow", "both")]), "T": sheet(weapons=SWORD)}), "A", "T"
    )
    run = act(moment, "A", "attack", 2, weapon="shortbow", kind="ranged", target="T")
    assert [one.who for one in rolled(run, "attack")] == ["A"]


@pytest.mark.rule("pf1.aoo.interrupt")
@pytest.mark.rule("pf1.aoo.melee_only")
def test_who_is_tripped_on_the_way_goes_no_further() -> None:
    run = act(beside({"bab": 20, "feats": ["improved_trip"]}), "A", "move", 19, answers=("T trip",), path="B2 A2 A3")
    assert run.fight.body("A").has("prone")
    assert where(run.fight, "A") == "B2"
    assert run.fight.active == "A"


@pytest.mark.rule("pf1.move.illegal_end")
def test_who_is_stopped_in_a_friends_square_is_put_beside_it() -> None:
    sheets = {"T": sheet(bab=20, feats=["improved_trip"], weapons=SWORD)}
    moment = turn_of(fight("#####\nAB..#\n#T###", sheets, {"B": HEROES}), "A", "T", "B")
    run = act(moment, "A", "move", 19, answers=("T trip",), path="A2 B2 C2")
    assert run.fight.body("A").has("prone")
    assert where(run.fight, "A") == "A2"


@pytest.mark.rule("pf1.aoo.melee_only")
@pytest.mark.rule("pf1.threat.squares")
@pytest.mark.parametrize(("feats", "shot"), [([], False), (["snap_shot"], True)])
def test_with_a_feat_for_it_an_archer_shoots_who_goes_past(feats: list[str], shot: bool) -> None:
    archer = sheet(weapons=[weapon("longbow", "both")], feats=feats, bab=6)
    moment = turn_of(fight("AT..\n....", {"T": archer}), "A", "T")
    run = act(moment, "A", "move", *([3] if shot else []), answers=("T strike.longbow",) if shot else (), path="A1 A2")
    assert bool(rolled(run, "attack")) is shot
