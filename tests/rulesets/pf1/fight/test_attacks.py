"""Attacks and full attacks in a turn."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf1.fight.acting import BOOK, HEROES, act, asked, options, refused, turn_of, where
from rulesets.pf1.fight.ring import fight, kept, rolled, sheet, weapon

from tactics.core.lattice import Square
from tactics.rules.action import Action, NeedSquare
from tactics.rules.event import Rolled
from tactics.rulesets.pf1.fight.numbers import armor_class
from tactics.world.fight import Fight

SWORD = [weapon("longsword")]
ROWS = "......\n.ATU..\n......"


def duel(foe: dict[str, Any] | None = None, rows: str = ROWS, **own: Any) -> Fight:
    """The turn of A beside T; U is behind T."""
    sheets = {"A": sheet(**{"weapons": SWORD, **own}), "T": sheet(**{"hp": 40, **(foe or {})}), "U": sheet(hp=40)}
    return turn_of(fight(rows, sheets), "A", "T", "U")


def bonuses(*runs: Any) -> list[int]:
    """What was added to the attack rolls."""
    attacks: list[Rolled] = [one for run in runs for one in rolled(run, "attack")]
    return [one.total - one.rolls[0].face for one in attacks]


@pytest.mark.rule("pf1.action.full_attack")
@pytest.mark.parametrize(("bab", "steps"), [(6, [6, 1]), (11, [11, 6, 1]), (16, [16, 11, 6, 1])])
def test_from_the_highest_bonus_down(bab: int, steps: list[int]) -> None:
    runs = [act(duel({"hp": 90}, bab=bab), "A", "full_attack", 1, series="main", target="T")]
    while options(runs[-1].fight, "A", "next_attack"):
        runs.append(act(runs[-1].fight, "A", "next_attack", 1, target="T"))
    assert bonuses(*runs) == steps
    assert refused(runs[-1].fight, "A", "next_attack", target="T") == "pf1.action.full_attack"
    assert not options(runs[-1].fight, "A", "move")


@pytest.mark.rule("pf1.action.full_attack")
def test_one_attack_is_no_full_attack() -> None:
    assert not options(duel(bab=5), "A", "full_attack", possible=False)
    assert options(duel(bab=6), "A", "full_attack")


@pytest.mark.rule("pf1.action.full_attack")
def test_after_the_first_attack_the_rest_may_be_left_for_a_move() -> None:
    moment = duel({"hp": 5}, rows=".......\nBATU...\n.......", bab=6)
    run = act(moment, "A", "full_attack", 15, 6, series="main", target="T")
    assert run.fight.body("T").hp < 0
    after = act(run.fight, "A", "move", path="B2 B1 C1 D1").fight
    assert where(after, "A") == "D1"
    assert not options(after, "A", "next_attack")
    assert refused(after, "A", "next_attack", target="U") == "pf1.action.full_attack"


@pytest.mark.rule("pf1.action.full_attack")
def test_targets_are_chosen_one_by_one() -> None:
    rows = "......\n.AT...\n..U..."
    first = act(duel(rows=rows, bab=6), "A", "full_attack", 1, series="main", target="T")
    second = act(first.fight, "A", "next_attack", 1, target="U")
    assert [one.target for one in rolled(second, "attack")] == ["U"]


@pytest.mark.rule("pf1.action.full_attack")
def test_after_a_step_the_traded_move_covers_no_distance() -> None:
    own = {"bab": 6, "weapons": [*SWORD, weapon("dagger", "stowed")]}
    moment = act(duel(**own), "A", "five_foot_step", path="B2 B1").fight
    moment = act(moment, "A", "full_attack", 1, series="main", target="T").fight
    assert refused(moment, "A", "move", path="B1 A1") == "pf1.action.five_foot_step"
    drawn = act(moment, "A", "draw_weapon", item="A.dagger").fight
    assert drawn.items["A.dagger"].hand == "off"
    assert not options(drawn, "A", "next_attack")


@pytest.mark.rule("pf1.action.full_attack")
def test_not_after_moving() -> None:
    moment = act(duel(bab=6), "A", "move", path="B2 B1").fight
    assert refused(moment, "A", "full_attack", series="main", target="T") == "pf1.action.full_round"


@pytest.mark.rule("pf1.action.standard")
def test_one_attack_takes_the_standard_action() -> None:
    after = act(duel(bab=6), "A", "attack", 1, weapon="longsword", kind="melee", target="T").fight
    assert refused(after, "A", "attack", weapon="longsword", kind="melee", target="T") == "pf1.action.standard"
    assert options(after, "A", "move")


@pytest.mark.rule("pf1.attack.two_weapon")
@pytest.mark.parametrize(
    ("feats", "off", "expected"),
    [
        (["two_weapon_fighting"], "shortsword", [4, 4]),
        ([], "shortsword", [2, -2]),
        ([], "longsword", [0, -4]),
        (["two_weapon_fighting"], "longsword", [2, 2]),
    ],
)
def test_two_weapons(feats: list[str], off: str, expected: list[int]) -> None:
    """Base attack bonus 6 stands in for the first attack; the second main attack comes at 5 less."""
    main = weapon("battleaxe") if off == "longsword" else weapon("longsword")
    moment = duel({"hp": 90}, bab=6, feats=feats, weapons=[main, weapon(off, "off")])
    runs = [act(moment, "A", "full_attack", 1, series="two_weapons", target="T")]
    while options(runs[-1].fight, "A", "next_attack"):
        runs.append(act(runs[-1].fight, "A", "next_attack", 1, target="T"))
    found = bonuses(*runs)
    assert sorted(found) == sorted([*expected, expected[0] - 5])


@pytest.mark.rule("pf1.attack.fight_defensively")
@pytest.mark.parametrize(("ranks", "armor"), [({}, 17), ({"acrobatics": 2}, 17), ({"acrobatics": 3}, 18)])
def test_fighting_defensively(ranks: dict[str, int], armor: int) -> None:
    moment = duel(bab=7, ac={"natural": 5}, ranks=ranks)
    assert armor_class(moment, "A", "T", None)[0] == 15
    arguments = {"weapon": "longsword", "kind": "melee", "target": "T", "style": "defensive"}
    run = act(moment, "A", "attack", 1, **arguments)
    assert bonuses(run) == [3]
    assert armor_class(run.fight, "A", "T", None)[0] == armor
    preview = BOOK.preview(moment, Action("A", "attack", arguments))
    assert -4 in kept(preview.parts)
    later = run.fight
    for who in "ATU":
        later = act(later, who, "end_turn").fight
    assert armor_class(later, "A", "T", None)[0] == 15


@pytest.mark.rule("pf1.attack.unarmed_provokes")
def test_a_fist_lets_the_armed_strike_first() -> None:
    moment = duel({"weapons": SWORD}, weapons=[])
    run = act(
        moment, "A", "attack", 15, 4, 10, 2, answers=("T strike.longsword",), weapon="unarmed", kind="melee", target="T"
    )
    assert [one.who for one in rolled(run, "attack")] == ["T", "A"]
    trained = duel({"weapons": SWORD}, weapons=[], feats=["improved_unarmed_strike"])
    run = act(trained, "A", "attack", 10, 2, weapon="unarmed", kind="melee", target="T")
    assert [one.who for one in rolled(run, "attack")] == ["A"]
    bare = duel(weapons=[])
    run = act(bare, "A", "attack", 10, 2, weapon="unarmed", kind="melee", target="T")
    assert [one.who for one in rolled(run, "attack")] == ["A"]


@pytest.mark.rule("pf1.attack.prone_ranged")
@pytest.mark.parametrize(
    ("arm", "hand", "refusal"),
    [("shortbow", "both", "pf1.attack.prone_ranged"), ("light_crossbow", "both", ""), ("shuriken", "main", "")],
)
def test_shooting_while_lying(arm: str, hand: str, refusal: str) -> None:
    moment = duel(rows="......\nA..TU.\n......", weapons=[weapon(arm, hand)])
    standing = act(moment, "A", "attack", 1, weapon=arm, kind="ranged", target="T")
    prone = act(moment, "A", "drop_prone").fight
    assert refused(prone, "A", "attack", weapon=arm, kind="ranged", target="T") == refusal
    if not refusal:
        lying = act(prone, "A", "attack", 1, weapon=arm, kind="ranged", target="T")
        assert bonuses(lying) == bonuses(standing)


@pytest.mark.rule("pf1.attack.modifiers_table")
def test_striking_while_lying() -> None:
    prone = act(duel(bab=5), "A", "drop_prone").fight
    assert bonuses(act(prone, "A", "attack", 1, weapon="longsword", kind="melee", target="T")) == [1]


@pytest.mark.rule("pf1.attack.target_legal")
def test_whom_one_may_attack() -> None:
    bow = [weapon("shortbow", "both")]
    walled = duel(rows="......\nA.#.T.\n....U.\n......", weapons=bow)
    behind = turn_of(fight("A#T\n##.", {"A": sheet(weapons=bow)}), "A", "T")
    assert refused(behind, "A", "attack", weapon="shortbow", kind="ranged", target="T")
    assert refused(walled, "A", "attack", weapon="shortbow", kind="ranged", target="A") == "pf1.attack.target_legal"
    assert refused(walled, "A", "attack", weapon="longsword", kind="melee", target="T") == "pf1.attack.target_legal"
    hidden = turn_of(fight(ROWS, {"A": sheet(weapons=SWORD)}, effects={"T": ["invisible"]}), "A", "T")
    assert refused(hidden, "A", "attack", weapon="longsword", kind="melee", target="T")
    (aimed,) = [one for one in options(hidden, "A", "attack_square") if one.arguments["weapon"] == "longsword"]
    need = need_of(aimed, NeedSquare)
    assert Square(2, 1) in need.squares
    far = turn_of(fight("A" + "." * 12 + "T", {"A": sheet(weapons=[weapon("dagger")])}), "A", "T")
    assert refused(far, "A", "attack", weapon="dagger", kind="ranged", target="T")


@pytest.mark.rule("pf1.attack.range_increment")
@pytest.mark.parametrize(("feet", "penalty"), [(10, 0), (15, -2), (20, -2), (25, -4), (50, -8), (55, None)])
def test_throwing_a_dagger(feet: int, penalty: int | None) -> None:
    rows = "A" + "." * (feet // 5 - 1) + "T"
    moment = turn_of(fight(rows, {"A": sheet(bab=9, weapons=[weapon("dagger")])}), "A", "T")
    if penalty is None:
        assert refused(moment, "A", "attack", weapon="dagger", kind="ranged", target="T")
    else:
        run = act(moment, "A", "attack", 1, weapon="dagger", kind="ranged", target="T")
        assert bonuses(run) == [9 + penalty]
        assert run.fight.items["A.dagger"].holder == ""


@pytest.mark.rule("pf1.attack.into_melee")
def test_shooting_at_who_fights_a_friend() -> None:
    sheets = {"A": sheet(bab=5, weapons=[weapon("shortbow", "both")]), "B": sheet(weapons=SWORD)}
    moment = turn_of(fight("A....T\n.....B", sheets, {"B": HEROES}), "A", "T", "B")
    assert bonuses(act(moment, "A", "attack", 1, weapon="shortbow", kind="ranged", target="T")) == [1]


@pytest.mark.rule("pf1.aoo.interrupt")
def test_who_is_felled_by_an_opportunity_does_not_shoot() -> None:
    moment = duel({"weapons": SWORD}, hp=3, weapons=[weapon("shortbow", "both")])
    answers = ("T strike.longsword",)
    run = act(moment, "A", "attack", 15, 5, answers=answers, weapon="shortbow", kind="ranged", target="U")
    assert [one.who for one in rolled(run, "attack")] == ["T"]
    assert asked(moment, "A", "attack", weapon="shortbow", kind="ranged", target="U").who == "T"
