"""Active defences: what dodges, parries and blocks are made of, and how often they may be tried."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.engine.compare import in_english
from tactics.rulesets.dfrpg.rolls import chance
from tactics.world.fight import Effect
from tests.rulesets.dfrpg.fight.blows import FAILS, HITS, SUCCEEDS, blow, dice, offered, question
from tests.rulesets.dfrpg.fight.moments import doing
from tests.rulesets.dfrpg.fight.ring import chose, ended, fight, kept, lost, options, rolled, rules, sheet, weapon

SHIELD = {"id": "medium_shield", "skill": 14}


def target(**more: Any) -> dict[str, dict[str, Any]]:
    """Only the sheet of the target is another one."""
    return {"T": sheet(**more)}


@pytest.mark.rule("dfrpg.defense.one_per_attack")
def test_a_defence_stops_the_blow_and_a_failed_one_is_the_only_one() -> None:
    stopped = blow(fight("AT"), *HITS, *SUCCEEDS, answers=("T dodge",))
    assert lost(stopped, "T") == 0
    hit = blow(fight("AT"), *HITS, *FAILS, 1, answers=("T dodge",))
    assert lost(hit, "T") > 0
    assert len(rolled(hit, "defense")) == 1


@pytest.mark.rule("dfrpg.defense.one_per_attack")
def test_who_wants_no_defence_rolls_none() -> None:
    hit = blow(fight("AT"), *HITS, 1, answers=("T none",))
    assert lost(hit, "T") > 0
    assert rolled(hit, "defense") == []


@pytest.mark.rule("dfrpg.defense.one_per_attack", "dfrpg.defense.dodge")
def test_there_is_a_defence_against_every_attack_of_a_turn() -> None:
    moment = fight("AT", {"A": sheet(attacks=3)})
    moment = chose(moment, "A", "attack")
    for _ in range(3):
        run = blow(moment, *HITS, *SUCCEEDS, answers=("T dodge",))
        assert rolled(run, "defense")[0].against == 8
        moment = run.fight


@pytest.mark.rule("dfrpg.defense.dodge", "dfrpg.core.encumbrance", "dfrpg.defense.defense_bonus")
def test_a_dodge_is_speed_and_three_less_the_load_with_the_shield() -> None:
    light = {"speed_quarters": 25, "st": 10, "load_lb": 21, "shield": SHIELD}
    asked = question(fight("AT", target(**light)))
    assert asked is not None
    dodge = asked.preview["dodge"]
    assert dodge.against == 10
    assert kept(dodge.parts) == [9, -1, 2]
    assert dodge.chance == chance(10)
    assert dodge.under


@pytest.mark.rule("dfrpg.core.encumbrance", "dfrpg.core.characteristics")
@pytest.mark.parametrize(
    ("more", "dodge", "move"),
    [
        ({"load_lb": 20}, 8, 5),
        ({"load_lb": 21}, 7, 4),
        ({"load_lb": 50}, 6, 3),
        ({"load_lb": 100}, 5, 2),
        ({"load_lb": 190}, 4, 1),
        ({"dx": 12, "ht": 11}, 8, 5),
        ({"speed_quarters": 24, "load_lb": 21}, 8, 4),
    ],
)
def test_the_load_takes_from_dodge_and_move(more: dict[str, Any], dodge: int, move: int) -> None:
    moment = fight("AT", target(**more), order=("T",))
    assert offered(fight("AT", target(**more)))["dodge"] == dodge
    notes = next(one.notes for one in options(moment, "T", "maneuver") if one.arguments["maneuver"] == "move")
    assert any(in_english(one).startswith(f"{move} movement point") for one in notes)


@pytest.mark.rule("dfrpg.core.characteristics")
def test_hit_points_and_will_follow_from_the_attributes() -> None:
    moment = fight("AT", target(st=13, iq=10))
    assert moment.body("T").max_hp == 13


@pytest.mark.rule("dfrpg.defense.parry", "dfrpg.core.rounding")
@pytest.mark.parametrize(
    ("weapons", "choice", "number"),
    [
        ([weapon("broadsword", 15)], "parry.broadsword", 10),
        ([weapon("broadsword", 13)], "parry.broadsword", 9),
        ([weapon("quarterstaff", 15, "both")], "parry.quarterstaff", 12),
    ],
)
def test_a_parry_is_half_the_skill_and_three(weapons: list[dict[str, Any]], choice: str, number: int) -> None:
    assert offered(fight("AT", target(weapons=weapons)))[choice] == number


@pytest.mark.rule("dfrpg.defense.parry", "dfrpg.defense.defense_bonus")
def test_a_shield_helps_a_parry() -> None:
    moment = fight("AT", target(weapons=[weapon("broadsword", 16)], shield=SHIELD))
    assert offered(moment)["parry.broadsword"] == 13


@pytest.mark.rule("dfrpg.defense.parry", "dfrpg.state.turn_state")
@pytest.mark.parametrize(
    ("weapons", "more", "numbers"),
    [
        ([weapon("broadsword", 15)], {}, [10, 6, 2]),
        ([weapon("rapier", 15)], {}, [10, 8, 6]),
        ([weapon("broadsword", 15)], {"traits": ["weapon_master"]}, [10, 8, 6]),
    ],
)
def test_each_further_parry_with_the_same_weapon_is_worse(
    weapons: list[dict[str, Any]], more: dict[str, Any], numbers: list[int]
) -> None:
    moment = fight("AT", {"A": sheet(attacks=3), "T": sheet(weapons=weapons, **more)})
    moment, choice = chose(moment, "A", "attack"), f"parry.{weapons[0]['id']}"
    for number in numbers:
        assert offered(moment)[choice] == number
        thrown = SUCCEEDS if number > 5 else (*FAILS, 1)
        moment = blow(moment, *HITS, *thrown, answers=(f"T {choice}",)).fight


@pytest.mark.rule("dfrpg.defense.parry", "dfrpg.state.turn_state")
def test_parries_are_counted_anew_with_the_own_turn() -> None:
    moment = fight("AT")
    moment = blow(moment, *HITS, *SUCCEEDS, answers=("T parry.broadsword",)).fight
    moment = ended(moment, "A")
    assert offered(moment, who="T", target="A") != {}
    moment = ended(chose(moment, "T", "attack"), "T")
    assert offered(chose(moment, "A", "attack"))["parry.broadsword"] == 10


@pytest.mark.rule("dfrpg.defense.parry")
@pytest.mark.parametrize(
    ("own", "means", "more", "number"),
    [
        ("broadsword", "swing", {}, 6),
        ("spear", "thrust", {}, 9),
        ("broadsword", "swing", {"skills": {"karate": 12}}, 9),
        ("broadsword", "swing", {"skills": {"judo": 13}}, 9),
        ("foot", "kick", {}, 9),
    ],
)
def test_bare_hands_against_weapons(own: str, means: str, more: dict[str, Any], number: int) -> None:
    weapons = [] if own == "foot" else [weapon(own)]
    moment = fight("AT", {"A": sheet(weapons=weapons), "T": sheet(weapons=[], **more)})
    assert offered(moment, 3, 3, 3, weapon=own, use=means)["parry.fist"] == number


@pytest.mark.rule("dfrpg.defense.parry", "dfrpg.core.encumbrance")
@pytest.mark.parametrize(("id_", "number"), [("rapier", 8), ("broadsword", 9)])
def test_the_load_takes_from_fencing_parries_only(id_: str, number: int) -> None:
    moment = fight("AT", target(weapons=[weapon(id_, 13)], load_lb=21))
    assert offered(moment)[f"parry.{id_}"] == number


@pytest.mark.rule("dfrpg.attack.off_hand", "dfrpg.defense.parry")
@pytest.mark.parametrize(("traits", "number"), [([], 8), (["ambidextrous"], 10)])
def test_the_off_hand_parries_worse(traits: list[str], number: int) -> None:
    moment = fight("AT", target(weapons=[weapon("shortsword", 14, "off")], traits=traits))
    assert offered(moment)["parry.shortsword"] == number


@pytest.mark.rule("dfrpg.defense.parry_unbalanced")
def test_an_unbalanced_weapon_that_has_attacked_does_not_parry() -> None:
    both = [weapon("axe", 14), weapon("shortsword", 14, "off")]
    moment = fight("AT", {"A": sheet(weapons=both)})
    moment = blow(moment, *HITS, *SUCCEEDS, answers=("T dodge",), weapon="axe").fight
    moment = ended(moment, "A")
    asked = offered(moment, who="T", target="A")
    assert "parry.axe" not in asked
    assert "parry.shortsword" in asked
    moment = ended(chose(ended(moment, "T"), "A", "all_out_defense", "double"), "A")
    assert "parry.axe" in offered(moment, who="T", target="A")


@pytest.mark.rule("dfrpg.defense.parry_unbalanced", "dfrpg.maneuver.governs_defense")
def test_an_unbalanced_weapon_that_has_not_attacked_parries() -> None:
    moment = ended(chose(fight("AT", {"A": sheet(weapons=[weapon("axe", 14)])}), "A", "attack"), "A")
    assert offered(moment, who="T", target="A")["parry.axe"] == 10


@pytest.mark.rule("dfrpg.defense.block", "dfrpg.defense.defense_bonus")
def test_a_block_is_half_the_shield_skill_and_three_once_a_turn() -> None:
    moment = fight("AT", {"A": sheet(attacks=2), "T": sheet(shield=SHIELD)})
    assert offered(moment)["block"] == 12
    moment = blow(moment, *HITS, *SUCCEEDS, answers=("T block",)).fight
    assert "block" not in offered(moment)
    assert "dodge" in offered(moment)


@pytest.mark.rule("dfrpg.defense.block")
def test_more_blocks_by_the_switch_are_each_worse() -> None:
    rows = {"A": sheet(attacks=3), "T": sheet(shield=SHIELD)}
    moment = chose(fight("AT", rows, rules={"dfrpg": {"multiple_blocks": True}}), "A", "attack")
    for number in (12, 7, 2):
        asked = question(moment)
        assert asked is not None
        assert asked.preview["block"].against == number
        answer = (*HITS, *SUCCEEDS) if number > 5 else (*HITS, *FAILS, 1)
        moment = blow(moment, *answer, answers=("T block",)).fight


@pytest.mark.rule("dfrpg.defense.defense_bonus", "dfrpg.state.ready")
def test_a_shield_on_the_back_helps_nothing() -> None:
    slung = offered(fight("AT", target(shield={**SHIELD, "hand": "stowed"})))
    assert slung["dodge"] == 8
    assert "block" not in slung
    assert offered(fight("AT", target(shield=SHIELD)))["dodge"] == 10


@pytest.mark.rule("dfrpg.defense.total_modifiers")
def test_everything_adds_up() -> None:
    parts = [
        (fight("AT", target(speed_quarters=24), {}, {"T": ["prone"]}), "dodge", 6),
        (doing(fight("AT", {}, {}, {"T": ["prone"]}), "T", "all_out_defense:increased_parry"), "parry.broadsword", 9),
        (fight("AT", target(traits=["combat_reflexes"])), "dodge", 9),
        (fight("AT", {}, {}, {"T": ["kneeling"]}), "dodge", 6),
        (fight("AT", {}, {}, {"T": ["sitting"]}), "dodge", 6),
        (fight("AT", target(speed_quarters=12, shield=SHIELD), {}, {"T": ["stunned"]}), "dodge", 4),
        (fight("AT", {}, {}, {"T": [Effect("shock", 4)]}), "dodge", 8),
    ]
    for moment, choice, number in parts:
        assert offered(moment)[choice] == number


@pytest.mark.rule("dfrpg.defense.total_modifiers")
def test_a_hopeless_defence_may_be_tried_and_succeeds_on_four() -> None:
    moment = fight("AT", target(speed_quarters=8, weapons=[]), {}, {"T": ["prone", "stunned"]})
    assert offered(moment)["dodge"] == -2
    assert lost(blow(moment, *HITS, *dice(4), answers=("T dodge",)), "T") == 0
    assert lost(blow(moment, *HITS, *dice(5), 1, answers=("T dodge",)), "T") > 0


@pytest.mark.rule("dfrpg.defense.total_modifiers", "dfrpg.defense.one_per_attack")
def test_the_decision_tells_chance_and_parts_of_every_choice_with_their_rules() -> None:
    moment = fight(".....\n.AT..\n.....", target(shield=SHIELD, traits=["combat_reflexes"]), {}, {"T": ["stunned"]})
    asked = question(moment)
    assert asked is not None
    shown = {one.id for one in asked.choices} - {"none"}
    assert shown == set(asked.preview)
    for one in asked.preview.values():
        assert one.chance == chance(one.against or 0)
        assert sum(kept(one.parts)) == one.against
        assert "dfrpg.defense.defense_bonus" in rules(one.parts)
        assert "dfrpg.maneuver.do_nothing.stunned_defense" in rules(one.parts)
    assert asked.default not in asked.needs


@pytest.mark.rule("dfrpg.attack.sequence", "dfrpg.attack.critical_hit")
def test_a_perfect_blow_allows_no_defence() -> None:
    assert rolled(blow(fight("AT"), *dice(4), 1), "defense") == []
    assert offered(fight("AT"), *dice(4)) == {}


@pytest.mark.rule("dfrpg.attack.sequence")
def test_a_miss_asks_nobody() -> None:
    run = blow(fight("AT"), *dice(15))
    assert rolled(run, "defense") == []
    assert lost(run, "T") == 0
