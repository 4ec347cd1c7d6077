"""What is argued about at tables and goes wrong in other programs, with the numbers of each answer."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.archery import archer, skill
from tests.rulesets.dfrpg.fight.blows import FAILS, HITS, blow, offered, shock
from tests.rulesets.dfrpg.fight.moments import turned
from tests.rulesets.dfrpg.fight.ring import BOOK, act, chose, ended, fight, refused, sheet, weapon

OPEN = "\n".join([".........", ".........", "..AT.....", ".........", "........."])
SWING = {"weapon": "broadsword", "use": "swing", "target": "T"}
N, E, S, W = 0, 2, 4, 6


def moving(own: dict[str, Any], rows: str = OPEN) -> Fight:
    """A has chosen Move and Attack."""
    return chose(fight(rows, {"A": own}), "A", "move_and_attack")


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.melee_penalty")
@pytest.mark.parametrize(("level", "against"), [(25, 9), (12, 8)])
def test_a_melee_blow_on_the_move_is_capped_at_nine(level: int, against: int) -> None:
    moment = act(moving(sheet(weapons=[weapon("broadsword", level)])), "A", "move", path="C3 C2", manner="facing").fight
    assert skill(moment, **SWING) == against


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.ranged_penalty")
@pytest.mark.parametrize(("level", "bulk", "against"), [(14, -6, 8), (14, -1, 12), (25, -6, 19)])
def test_a_shot_on_the_move_takes_the_worse_of_two_and_bulk_and_has_no_cap(level: int, bulk: int, against: int) -> None:
    own = archer(weapons=[weapon("bow", level, "both", shot={"bulk": bulk})])
    assert skill(act(moving(own, "....\nA.T."), "A", "move", path="A2 A1", manner="facing").fight) == against


@pytest.mark.rule("dfrpg.maneuver.all_out_defense.movement", "dfrpg.core.rounding")
@pytest.mark.parametrize(
    ("variant", "left"),
    [
        ("increased_dodge", {"movement": 3}),
        ("increased_parry", {"step": 1}),
        ("increased_block", {"step": 1}),
        ("double", {"step": 1}),
    ],
)
def test_only_better_dodging_gives_half_of_move(variant: str, left: dict[str, int]) -> None:
    own = sheet(move=5, shield={"id": "small_shield", "skill": 12})
    moment = chose(fight(OPEN, {"A": own}), "A", "all_out_defense", variant)
    assert {one.key: one.left for one in BOOK.resources(moment, "A")} == left


@pytest.mark.rule("dfrpg.defense.parry")
@pytest.mark.parametrize(("traits", "numbers"), [([], [10, 6, 2]), (["weapon_master"], [10, 8, 6])])
def test_parries_with_one_weapon_get_worse_and_other_hands_do_not(traits: list[str], numbers: list[int]) -> None:
    arms = [weapon("broadsword", 15), weapon("shortsword", 15, "off")]
    own = sheet(weapons=arms, traits=["ambidextrous", *traits], hp=60)
    moment = chose(fight(OPEN, {"A": sheet(attacks=3), "T": own}), "A", "attack")
    for number in numbers:
        asked = offered(moment)
        assert (asked["parry.broadsword"], asked["parry.shortsword"]) == (number, 10)
        moment = blow(moment, *HITS, *FAILS, 1, answers=("T parry.broadsword",)).fight


@pytest.mark.rule("dfrpg.defense.side_and_back")
@pytest.mark.parametrize(("facing", "less"), [(W, 0), (N, 2), (S, 2)])
def test_from_the_side_every_defense_is_two_worse(facing: int, less: int) -> None:
    usual, asked = offered(turned(fight(OPEN), "T", W)), offered(turned(fight(OPEN), "T", facing))
    plain = {id_: one for id_, one in asked.items() if "retreat" not in id_}
    assert plain["dodge"] == usual["dodge"] - less
    assert all(one == usual[id_] - less for id_, one in plain.items() if id_.startswith("parry.broadsword"))


@pytest.mark.rule("dfrpg.defense.side_and_back")
def test_from_behind_there_is_no_defense_but_against_who_ran_around_there_is() -> None:
    assert offered(turned(fight(OPEN), "T", E)) == {}
    moment = fight(OPEN, {"A": sheet(move=12), "T": sheet(facing="W")}, order=("T", "A"))
    usual = offered(ended(moment, "T"))["dodge"]
    around = act(chose(ended(moment, "T"), "A", "move_and_attack"), "A", "move", path="C3 D2 E3", manner="turning")
    looking = act(around.fight, "A", "face", facing="W").fight
    assert offered(looking, 2, 2, 2)["dodge"] == usual - 2


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.no_defense", "dfrpg.maneuver.all_out_attack.movement")
def test_all_out_attack_costs_the_defenses_of_a_second_and_runs_ahead_before_the_blow() -> None:
    moment = chose(fight("A..T.", {"A": sheet(move=5), "T": sheet(hp=60)}), "A", "all_out_attack", "strong")
    assert refused(moment, "A", "move", path="A1 B1 C1") == ""
    assert refused(chose(fight("..\nA.\n.T"), "A", "all_out_attack", "strong"), "A", "move", path="A2 A1") != ""
    struck = act(
        act(moment, "A", "move", path="A1 B1 C1").fight, "A", "attack", *HITS, *FAILS, 1, answers=("T dodge",), **SWING
    )
    assert refused(struck.fight, "A", "move", path="C1 B1") == "dfrpg.maneuver.all_out_attack.movement"
    theirs = chose(ended(struck.fight, "A"), "T", "attack")
    assert offered(theirs, who="T", target="A") == {}
    again = chose(ended(theirs, "T"), "A", "do_nothing")
    assert offered(chose(ended(again, "A"), "T", "attack"), who="T", target="A")["dodge"] > 3


@pytest.mark.rule("dfrpg.injury.shock")
def test_shock_lasts_for_the_next_turn_of_the_wounded_only() -> None:
    moment = blow(fight(OPEN, {"T": sheet(hp=30)}), *HITS, *FAILS, 3, answers=("T dodge",)).fight
    assert shock(moment, "T") == 4
    theirs = chose(ended(moment, "A"), "T", "attack")
    assert skill(theirs, "T", **{**SWING, "target": "A"}) == 14 - 4
    later = chose(ended(ended(theirs, "T"), "A"), "T", "attack")
    assert shock(later, "T") == 0
    assert skill(later, "T", **{**SWING, "target": "A"}) == 14
