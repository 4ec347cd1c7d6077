"""Total defense, aid another, feint and the coup de grace."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import HEROES, act, options, refused, turn_of
from rulesets.pf1.fight.ring import fight, lost, rolled, sheet, weapon

from tactics.rulesets.pf1.fight.numbers import armor_class
from tactics.rulesets.pf1.fight.opportunity import left
from tactics.world.fight import Fight

SWORD = [weapon("longsword")]


def duel(own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, rows: str = "AT", **more: Any) -> Fight:
    """The turn of A with a sword beside T with one."""
    sheets = {"A": sheet(**{"weapons": SWORD, **(own or {})}), "T": sheet(**{"weapons": SWORD, **(foe or {})})}
    return turn_of(fight(rows, sheets, **more), "A", "T")


@pytest.mark.rule("pf1.action.total_defense")
@pytest.mark.parametrize(("ranks", "ac"), [(0, 20), (2, 20), (3, 22)])
def test_total_defense(ranks: int, ac: int) -> None:
    moment = duel({"ac": {"natural": 6}, "ranks": {"acrobatics": ranks}})
    assert left(moment, "A") == 1
    after = act(moment, "A", "total_defense").fight
    assert armor_class(moment, "A")[0] == 16
    assert armor_class(after, "A")[0] == ac
    (part,) = (one for one in armor_class(after, "A")[1] if one.rule == "pf1.action.total_defense")
    assert part.type == "dodge"
    assert left(after, "A") == 0
    assert after.body("A").count("standard")
    again = act(act(after, "A", "end_turn").fight, "T", "end_turn").fight
    assert (armor_class(again, "A")[0], left(again, "A")) == (16, 1)


@pytest.mark.rule("pf1.action.total_defense")
def test_not_together_with_fighting_defensively() -> None:
    moment = duel(effects={"A": ["fighting_defensively"]})
    assert refused(moment, "A", "total_defense") == "pf1.action.total_defense"


def party(**effects: Any) -> Fight:
    """The turns of B and C, who help A against T."""
    armed = dict.fromkeys("ABC", sheet(bab=4, weapons=SWORD)) | {"T": sheet(weapons=SWORD)}
    return turn_of(
        fight("AT.\nBC.\n...", armed, {"A": HEROES, "B": HEROES, "C": HEROES}, **effects), "B", "C", "A", "T"
    )


def helped(moment: Fight, who: str, face: int = 7, how: str = "attack") -> Fight:
    return act(act(moment, who, "aid_another", face, target="T", friend="A", how=how).fight, who, "end_turn").fight


@pytest.mark.rule("pf1.aid.another")
@pytest.mark.parametrize(("face", "total"), [(7, 12), (6, 12), (5, 10), (1, 10)])
def test_a_roll_against_ten_gives_two_once(face: int, total: int) -> None:
    run = act(party(), "B", "aid_another", face, target="T", friend="A", how="attack")
    (roll,) = rolled(run, "aid")
    assert (roll.total, roll.against) == (face + 4, 10)
    after = act(act(run.fight, "B", "end_turn").fight, "C", "end_turn").fight
    first = act(after, "A", "attack", 6, 5, weapon="longsword", target="T")
    assert rolled(first, "attack")[0].total == total
    assert not first.fight.body("A").has("aided_attack")


@pytest.mark.rule("pf1.aid.another")
def test_several_helpers() -> None:
    moment = helped(helped(party(), "B"), "C")
    assert rolled(act(moment, "A", "attack", 6, 5, weapon="longsword", target="T"), "attack")[0].total == 14


@pytest.mark.rule("pf1.aid.another")
def test_help_for_the_defense() -> None:
    moment = act(helped(helped(party(), "B", how="defense"), "C", how="defense"), "A", "end_turn").fight
    run = act(moment, "T", "attack", 5, weapon="longsword", target="A")
    assert rolled(run, "attack")[0].against == 14
    run = act(moment, "T", "attack", 5, weapon="longsword", target="B")
    assert rolled(run, "attack")[0].against == 10


@pytest.mark.rule("pf1.aid.another")
def test_help_is_lost_when_the_helper_is_up_again() -> None:
    moment = helped(party(), "B")
    for who in "CAT":
        moment = act(moment, who, "end_turn").fight
    assert not moment.body("A").has("aided_attack")


@pytest.mark.rule("pf1.aid.another")
def test_only_against_who_fights_the_friend_and_is_in_reach() -> None:
    armed = dict.fromkeys("ABT", sheet(weapons=SWORD))
    apart = turn_of(fight("A...BT", armed, {"A": HEROES, "B": HEROES}), "B")
    assert refused(apart, "B", "aid_another", target="T", friend="A", how="attack") == "pf1.aid.another"
    far = turn_of(fight("AT..B", armed, {"A": HEROES, "B": HEROES}), "B")
    assert not options(far, "B", "aid_another")


@pytest.mark.rule("pf1.combat.feint")
@pytest.mark.parametrize(
    ("more", "dc"),
    [
        ({}, 15),
        ({"skills": {"sense_motive": 9}, "ranks": {"sense_motive": 1}}, 19),
        ({"skills": {"sense_motive": 9}}, 15),
        ({"skills": {"sense_motive": 4}, "ranks": {"sense_motive": 1}}, 15),
    ],
)
def test_what_a_feint_must_reach(more: dict[str, Any], dc: int) -> None:
    run = act(duel(foe={"bab": 4, "wis": 12, **more}), "A", "feint", dc - 1, target="T")
    (roll,) = rolled(run, "feint")
    assert (roll.against, roll.outcome) == (dc, "failure")
    assert (
        rolled(act(duel(foe={"bab": 4, "wis": 12, **more}), "A", "feint", dc, target="T"), "feint")[0].outcome
        == "success"
    )


@pytest.mark.rule("pf1.combat.feint")
def test_dexterity_is_lost_for_one_blow() -> None:
    own = {"bab": 6, "feats": []}
    moment = act(duel(own, {"dex": 16, "ac": {"natural": 4}, "hp": 50}), "A", "feint", 18, target="T").fight
    assert armor_class(moment, "T")[0] == 17
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    run = act(moment, "A", "full_attack", 8, 1, series="main", target="T")
    assert rolled(run, "attack")[0].against == 14
    run = act(run.fight, "A", "next_attack", 8, target="T")
    assert rolled(run, "attack")[0].against == 17


@pytest.mark.rule("pf1.combat.feint")
def test_the_feint_ends_with_the_next_turn_and_helps_nobody_else() -> None:
    creatures = {"A": HEROES, "B": HEROES}
    sheets = dict.fromkeys("AB", sheet(weapons=SWORD)) | {"T": sheet(dex=16)}
    moment = act(turn_of(fight("AT\n.B", sheets, creatures), "A", "B", "T"), "A", "feint", 18, target="T").fight
    moment = act(moment, "A", "end_turn").fight
    run = act(moment, "B", "attack", 2, weapon="longsword", target="T")
    assert rolled(run, "attack")[0].against == 13
    moment = run.fight
    assert moment.body("T").has("feinted")
    for who in "BTA":
        moment = act(moment, who, "end_turn").fight
    assert not moment.body("T").has("feinted")


@pytest.mark.rule("pf1.combat.feint")
def test_who_is_hard_to_read() -> None:
    for foe, total in (({}, 10), ({"type": "giant"}, 6), ({"type": "animal", "int": 2}, 2), ({"int": 1}, 2)):
        (roll,) = rolled(act(duel(foe=foe), "A", "feint", 10, target="T"), "feint")
        assert roll.total == total == 10 + sum(part.amount for part in roll.parts if part.kept)
    assert refused(duel(foe={"int": "-"}), "A", "feint", target="T") == "pf1.combat.feint"


@pytest.mark.rule("pf1.combat.feint")
def test_a_feint_gives_no_opening() -> None:
    assert rolled(act(duel(), "A", "feint", 10, target="T"), "feint")


def helpless(own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, rows: str = "AT") -> Fight:
    return duel({"weapons": [weapon("greatsword", "both")], **(own or {})}, foe, rows, effects={"T": ["paralyzed"]})


@pytest.mark.rule("pf1.combat.coup_de_grace")
@pytest.mark.parametrize(("face", "dead"), [(19, True), (20, False)])
def test_a_sure_critical_hit_and_a_save_or_death(face: int, dead: bool) -> None:
    """Two times 2d6, 18 in all, and Fortitude against 28; the die alone gives it with a 20."""
    run = act(helpless(foe={"hp": 90}), "A", "coup_de_grace", 6, 3, 5, 4, face, target="T")
    assert lost(run, "T")[0] == -18
    (save,) = rolled(run, "save")
    assert (save.against, save.total) == (28, face + 1)
    assert not rolled(run, "attack")
    assert (run.fight.body("T").out == "dead") is dead
    assert run.fight.body("A").count("standard")
    assert run.fight.body("A").count("move")


@pytest.mark.rule("pf1.combat.coup_de_grace")
def test_who_may_be_finished_off() -> None:
    assert refused(duel(), "A", "coup_de_grace", target="T") == "pf1.combat.coup_de_grace"
    assert refused(helpless(foe={"immunities": ["critical"]}), "A", "coup_de_grace", target="T")
    assert refused(helpless(rows="A.T"), "A", "coup_de_grace", target="T") == "pf1.combat.coup_de_grace"
    assert refused(helpless({"weapons": []}), "A", "coup_de_grace", target="T") == "pf1.combat.coup_de_grace"
    bow = helpless({"weapons": [weapon("longbow", "both")]}, {"hp": 90})
    assert lost(act(bow, "A", "coup_de_grace", 1, 2, 3, 20, target="T"), "T") == [-6]
    javelin = helpless({"weapons": [weapon("dart")]})
    assert refused(javelin, "A", "coup_de_grace", target="T") == "pf1.combat.coup_de_grace"


@pytest.mark.rule("pf1.combat.coup_de_grace")
def test_it_gives_an_opening() -> None:
    sheets = {"A": sheet(weapons=SWORD), "U": sheet(weapons=SWORD)}
    moment = turn_of(fight("AT\nU.", sheets, effects={"T": ["unconscious"]}), "A", "U", "T")
    run = act(moment, "A", "coup_de_grace", 8, 8, 20, answers=("U decline",), target="T")
    assert run.fight.body("T").hp == 4


@pytest.mark.rule("pf1.combat.coup_de_grace")
@pytest.mark.rule("pf1.conceal.total")
def test_an_unseen_one_takes_two_rounds_one_behind_the_other() -> None:
    sheets = {"A": sheet(weapons=[weapon("longsword")]), "T": sheet(hp=90)}
    moment = turn_of(fight("AT", sheets, effects={"T": ["paralyzed", "invisible"]}), "A", "T")
    first = act(moment, "A", "coup_de_grace", target="T")
    assert not rolled(first, "damage")
    assert refused(first.fight, "A", "coup_de_grace", target="T") == "pf1.action.full_round"
    moment = act(first.fight, "A", "end_turn").fight
    assert moment.active == "A"
    second = act(moment, "A", "coup_de_grace", 4, 5, 20, target="T")
    assert [roll.face for roll in rolled(second, "damage")[0].rolls] == [4, 5]
    late = act(moment, "A", "end_turn").fight
    assert late.active == "A"
    assert not rolled(act(late, "A", "coup_de_grace", target="T"), "damage")
