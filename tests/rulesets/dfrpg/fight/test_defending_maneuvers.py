"""What the manoeuvre in force lets a figure do against attacks."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.rulesets.dfrpg.fight import defending
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.blows import FAILS, HITS, SUCCEEDS, blow, dice, offered, question
from tests.rulesets.dfrpg.fight.moments import counted, doing, having
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    chose,
    ended,
    fight,
    lost,
    options,
    refused,
    rolled,
    sheet,
    weapon,
)

SHIELD = {"id": "medium_shield", "skill": 14}
FIELD = """
.......
.......
..AT...
.......
.......
"""


def against(variant: str, **more: Any) -> Fight:
    """A blow at one who defends all out."""
    return doing(fight(FIELD, {"A": sheet(attacks=3), "T": sheet(**more)}), "T", f"all_out_defense:{variant}")


@pytest.mark.rule("dfrpg.maneuver.governs_defense", "dfrpg.maneuver.all_out_attack.no_defense")
def test_an_all_out_attack_leaves_no_defence_until_another_choice() -> None:
    moment = chose(fight(FIELD, {"A": sheet(shield=SHIELD)}), "A", "all_out_attack", "strong")
    moment = ended(moment, "A")
    assert offered(moment, who="T", target="A") == {}
    run = blow(moment, *HITS, 1, who="T", target="A")
    assert rolled(run, "defense") == []
    assert lost(run, "A") > 0
    moment = ended(moment, "T")
    sword = sheet_of(moment.world.creature("T")).weapons["broadsword"]
    assert defending.legal(moment, Attack("T", "A", sword, sword.uses["swing"])) == ()
    moment = ended(chose(moment, "A", "move"), "A")
    assert "dodge" in offered(moment, who="T", target="A")


@pytest.mark.rule("dfrpg.maneuver.before_first_choice", "dfrpg.maneuver.do_nothing.default_at_start")
def test_who_is_attacked_before_any_choice_defends_as_one_who_does_nothing() -> None:
    assert set(offered(fight(FIELD))) > {"dodge", "parry.broadsword", "dodge_retreat"}


@pytest.mark.rule("dfrpg.maneuver.do_nothing")
def test_who_does_nothing_neither_moves_nor_attacks_but_defends() -> None:
    moment = chose(fight(FIELD), "A", "do_nothing")
    assert refused(moment, "A", "move", path="C3 B3", manner="turning")
    assert refused(moment, "A", "step", square="B3")
    assert refused(moment, "A", "attack", weapon="broadsword", use="swing", target="T")
    can = {one.id for one in BOOK.options(moment, "A") if one.refusal is None}
    assert can <= {"crouch", "drop", "end_turn"}
    assert "dodge_retreat" in offered(ended(moment, "A"), who="T", target="A")


@pytest.mark.rule("dfrpg.maneuver.do_nothing", "dfrpg.maneuver.choose_one")
def test_who_chooses_nothing_has_done_nothing() -> None:
    moment = ended(fight(FIELD), "A")
    assert [one.note for one in moment.body("A").effects if one.id == "maneuver"] == ["do_nothing"]


@pytest.mark.rule("dfrpg.maneuver.all_out_defense")
def test_all_out_defence_names_its_kind_and_attacks_nobody() -> None:
    assert refused(fight(FIELD), "A", "maneuver", maneuver="all_out_defense") == "dfrpg.maneuver.all_out_defense"
    moment = chose(fight(FIELD), "A", "all_out_defense", "double")
    assert refused(moment, "A", "attack", weapon="broadsword", use="swing", target="T")


@pytest.mark.rule("dfrpg.maneuver.all_out_defense.increased")
def test_one_kind_of_defence_is_better_against_every_attack() -> None:
    moment = against("increased_dodge", dodge=9, shield=SHIELD)
    for _ in range(3):
        asked = offered(moment)
        assert asked["dodge"] == 13
        assert asked["block"] == 12
        moment = blow(moment, *HITS, *SUCCEEDS, answers=("T dodge",)).fight
    assert offered(against("increased_block", shield=SHIELD))["block"] == 14
    two = [weapon("broadsword", 14), weapon("shortsword", 14, "off")]
    asked = offered(against("increased_parry", weapons=two))
    assert (asked["parry.broadsword"], asked["parry.shortsword"], asked["dodge"]) == (12, 10, 8)


@pytest.mark.rule("dfrpg.maneuver.all_out_defense.double", "dfrpg.defense.one_per_attack")
def test_after_a_failed_defence_another_kind_may_be_tried() -> None:
    moment = against("double", shield=SHIELD)
    asked = question(moment, *HITS, *FAILS, answers=("T dodge",))
    assert asked is not None
    assert "dodge" not in asked.preview
    run = blow(moment, *HITS, *FAILS, *SUCCEEDS, answers=("T dodge", "T block"))
    assert lost(run, "T") == 0
    both = blow(moment, *HITS, *FAILS, *FAILS, 1, answers=("T dodge", "T block"))
    assert lost(both, "T") > 0
    assert len(rolled(both, "defense")) == 2


@pytest.mark.rule("dfrpg.maneuver.all_out_defense.double")
@pytest.mark.parametrize("armed", [True, False])
def test_the_other_hand_parries_after_the_first_one(armed: bool) -> None:
    two = [weapon("broadsword", 14), weapon("shortsword", 14, "off")] if armed else []
    first, second = ("parry.broadsword", "parry.shortsword") if armed else ("parry.fist", "parry.fist.off")
    moment = against("double", weapons=two)
    asked = question(moment, *HITS, *FAILS, answers=(f"T {first}",))
    assert asked is not None
    assert second in asked.preview
    assert first not in asked.preview


@pytest.mark.rule("dfrpg.maneuver.all_out_defense.double", "dfrpg.defense.retreat")
def test_a_retreat_counts_for_both_tries() -> None:
    moment = against("double")
    asked = question(moment, *HITS, *FAILS, answers=("T dodge_retreat E3",))
    assert asked is not None
    assert asked.preview["parry.broadsword"].against == 11
    assert not asked.needs


@pytest.mark.rule("dfrpg.maneuver.all_out_defense.movement", "dfrpg.core.rounding")
@pytest.mark.parametrize(
    ("variant", "move", "resource", "amount"),
    [
        ("increased_dodge", 5, "movement", 3),
        ("increased_dodge", 6, "movement", 3),
        ("increased_parry", 5, "step", 1),
        ("double", 12, "step", 2),
    ],
)
def test_how_far_one_who_defends_all_out_goes(variant: str, move: int, resource: str, amount: int) -> None:
    moment = chose(fight(FIELD, {"A": sheet(move=move)}), "A", "all_out_defense", variant)
    found = {one.key: one.left for one in BOOK.resources(moment, "A")}
    assert found == {resource: amount}


def attacked_on_the_move(own: dict[str, Any], weapon_id: str, use: str, **tables: Any) -> Fight:
    """The moment after A has moved, attacked and ended its turn."""
    moment = fight(FIELD, {"A": sheet(**own)}, **tables)
    moment = chose(moment, "A", "move_and_attack")
    moment = act(moment, "A", "move", path="C3 C2", manner="facing").fight
    if weapon_id:
        named = {"weapon": weapon_id, "target": "T", **({"use": use} if use else {})}
        moment = act(moment, "A", "attack", *dice(16), **named).fight
    return ended(moment, "A")


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.defense")
@pytest.mark.parametrize(
    ("own", "means", "can", "cannot"),
    [
        ({"shield": SHIELD}, ("broadsword", "swing"), {"dodge", "block"}, {"parry.broadsword"}),
        (
            {"st": 12, "weapons": [weapon("greatsword", 14, "both")]},
            ("greatsword", "swing"),
            {"dodge"},
            {"parry.greatsword"},
        ),
        ({"st": 12, "weapons": [weapon("bow", 16, "both")], "shield": None}, ("bow", ""), {"dodge"}, {"block"}),
        ({"shield": SHIELD}, ("foot", "kick"), {"dodge", "block", "parry.broadsword"}, set()),
        ({"shield": SHIELD}, ("", ""), {"dodge", "block", "parry.broadsword"}, set()),
    ],
)
def test_the_hand_that_attacked_on_the_move_does_not_defend(
    own: dict[str, Any], means: tuple[str, str], can: set[str], cannot: set[str]
) -> None:
    own = {key: one for key, one in own.items() if one is not None}
    asked = offered(attacked_on_the_move(own, *means), who="T", target="A")
    assert set(asked) >= can
    assert cannot.isdisjoint(asked)
    assert not any(one.endswith("_retreat") for one in asked)


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.defense", "dfrpg.defense.parry")
def test_after_a_punch_on_the_move_the_other_hand_parries() -> None:
    moment = fight(FIELD, {"T": sheet(weapons=[])})
    moment = counted(doing(moment, "T", "move_and_attack"), "T", **{"attacked_hand.main": 1})
    assert set(offered(moment)) == {"dodge", "parry.fist.off"}


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.defense")
def test_by_the_switch_nothing_parries_after_move_and_attack() -> None:
    rules = {"dfrpg": {"move_and_attack_parry": "none"}}
    asked = offered(attacked_on_the_move({"shield": SHIELD}, "foot", "kick", rules=rules), who="T", target="A")
    assert "block" in asked
    assert not any(one.startswith("parry") for one in asked)


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.defense", "dfrpg.state.turn_state")
def test_with_the_next_turn_the_hand_is_free_again() -> None:
    moment = attacked_on_the_move({"shield": SHIELD}, "broadsword", "swing")
    moment = ended(chose(ended(moment, "T"), "A", "attack"), "A")
    assert "parry.broadsword" in offered(moment, who="T", target="A")


@pytest.mark.rule("dfrpg.maneuver.do_nothing.stunned_forced", "dfrpg.state.stun")
@pytest.mark.parametrize("kind", ["physical", "mental"])
def test_the_stunned_can_only_do_nothing(kind: str) -> None:
    moment = having(fight(FIELD), "A", Effect("stunned", note=kind))
    assert {one.arguments["maneuver"] for one in options(moment, "A", "maneuver")} == {"do_nothing"}
    rule = refused(moment, "A", "maneuver", maneuver="move")
    assert rule == "dfrpg.maneuver.do_nothing.stunned_forced"


@pytest.mark.rule("dfrpg.state.unconscious", "dfrpg.defense.one_per_attack")
def test_the_unconscious_are_hit_without_a_defence() -> None:
    moment = having(fight(FIELD, {"B": sheet()}), "T", "unconscious")
    hit = blow(moment, *HITS, 1)
    assert rolled(hit, "defense") == []
    assert lost(hit, "T") > 0
