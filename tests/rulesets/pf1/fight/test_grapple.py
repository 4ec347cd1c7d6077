"""Grappling: taking hold, holding on, pins and bonds, getting free."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf1.fight.acting import BOOK, HEROES, act, asked, options, refused, turn_of, where
from rulesets.pf1.fight.ring import fight, lost, rolled, sheet, weapon

from tactics.core.dice import FixedDice
from tactics.core.lattice import Square, parse_square
from tactics.engine.run import Playing
from tactics.rules.action import Action, NeedChoice, NeedPath
from tactics.rulesets.pf1.fight.holding_on import ropes_left
from tactics.rulesets.pf1.fight.numbers import armor_class
from tactics.world.fight import Effect, Fight

HELD = {"A": [Effect("grappling", 0, "A", note="T"), "grappled"], "T": [Effect("grappled", 0, "A")]}
PINNED = {"A": [Effect("grappling", 0, "A", note="T"), "grappled", "pinning"], "T": [Effect("pinned", 0, "A")]}
DAGGER = [weapon("dagger")]


def pair(
    rows: str = "AT..",
    own: dict[str, Any] | None = None,
    foe: dict[str, Any] | None = None,
    first: str = "A",
    **more: Any,
) -> Fight:
    """The turn of A, who has Improved Grapple, bare hands and a rope, and of T after it."""
    able = {"feats": ["improved_grapple"], "gear": {"rope": 1}}
    sheets = {"A": sheet(**{**able, **(own or {})}), "T": sheet(**(foe or {}))}
    return turn_of(fight(rows, sheets, **more), first, "A" if first == "T" else "T")


def has(moment: Fight, who: str, *ids: str) -> bool:
    return all(moment.body(who).has(one) for one in ids)


@pytest.mark.rule("pf1.maneuver.grapple")
def test_success_grapples_both() -> None:
    run = act(pair(), "A", "grapple", 10, target="T")
    assert has(run.fight, "A", "grappled")
    assert has(run.fight, "T", "grappled")
    run = act(pair(), "A", "grapple", 9, target="T")
    assert not has(run.fight, "A", "grappled")
    assert not has(run.fight, "T", "grappled")


@pytest.mark.rule("pf1.maneuver.grapple")
@pytest.mark.parametrize(
    ("more", "bonus"),
    [
        ({}, 6),
        ({"weapons": DAGGER}, 2),
        ({"shield": {"id": "heavy_shield"}}, 2),
        ({"type": "animal", "weapons": DAGGER}, 6),
    ],
)
def test_without_two_free_hands(more: dict[str, Any], bonus: int) -> None:
    run = act(pair(own={"bab": 6, **more}), "A", "grapple", 10, target="T")
    assert rolled(run, "maneuver")[0].total == 10 + bonus


@pytest.mark.rule("pf1.maneuver.grapple")
def test_a_far_target_is_pulled_near() -> None:
    run = act(pair("A.T.", creatures={"A": {"reach": 10}}), "A", "grapple", 15, target="T")
    assert where(run.fight, "T") == "B1"
    full = pair("###\nAUT\n###", creatures={"A": {"reach": 10}, "U": HEROES})
    run = act(full, "A", "grapple", 20, target="T")
    assert rolled(run, "maneuver")[0].outcome == "success"
    assert where(run.fight, "T") == "C2"
    assert not has(run.fight, "A", "grappled")


@pytest.mark.rule("pf1.maneuver.grapple")
def test_holding_on_has_plus_five_and_failing_ends_it() -> None:
    run = act(pair(effects=HELD), "A", "grapple_pin", 3, target="T")
    (check,) = rolled(run, "maneuver")
    assert (check.total, check.against) == (8, 8)
    assert has(run.fight, "T", "pinned")
    run = act(pair(effects=HELD), "A", "grapple_pin", 2)
    assert not run.fight.body("A").has("grappling")
    assert not has(run.fight, "T", "grappled")


@pytest.mark.rule("pf1.maneuver.grapple")
def test_a_hold_must_be_kept_up_and_may_be_let_go_freely() -> None:
    run = act(pair(effects=HELD), "A", "release")
    assert not has(run.fight, "T", "grappled")
    assert not run.fight.body("A").count("standard")
    assert not has(act(pair(effects=HELD), "A", "end_turn").fight, "T", "grappled")
    kept = act(pair(effects=HELD), "A", "grapple_pin", 10).fight
    assert has(act(kept, "A", "end_turn").fight, "T", "pinned")


@pytest.mark.rule("pf1.maneuver.grapple_maintain")
def test_hurting_needs_no_attack_roll_and_no_two_handed_weapon() -> None:
    own = {"str": 16, "weapons": [*DAGGER, weapon("greatsword", "stowed")]}
    moment = pair(own=own, effects=HELD)
    run = act(moment, "A", "grapple_hurt", 15, 2, weapon="dagger")
    assert lost(run, "T") == [-5]
    assert not rolled(run, "attack")
    run = act(moment, "A", "grapple_hurt", 15, 2, weapon="dagger", style="nonlethal")
    assert (lost(run, "T"), lost(run, "T", "nonlethal")) == ([], [5])
    assert lost(act(moment, "A", "grapple_hurt", 15, 1, weapon="unarmed"), "T", "nonlethal") == [4]
    (option,) = options(moment, "A", "grapple_hurt")
    assert [one.id for one in need_of(option, NeedChoice).choices] == ["dagger", "unarmed"]
    both = pair(own={"weapons": [weapon("greatsword", "both")]}, effects=HELD)
    assert refused(both, "A", "grapple_hurt", weapon="greatsword") == "pf1.maneuver.grapple_maintain"


@pytest.mark.rule("pf1.maneuver.grapple_maintain")
def test_both_move_up_to_half_speed() -> None:
    moment = pair("AT......\n........", effects=HELD)
    assert refused(moment, "A", "grapple_move", path="A1 B1 C1 D1") == ""
    assert refused(moment, "A", "grapple_move", path="A1 B1 C1 D1 E1") == "pf1.maneuver.grapple_maintain"
    decision = asked(moment, "A", "grapple_move", 15, path="A1 B1 C1 D1")
    assert (decision.who, decision.id) == ("A", "place_grappled")
    run = _placed(moment, "E2", 15)
    assert (where(run.fight, "A"), where(run.fight, "T")) == ("D1", "E2")
    assert has(run.fight, "T", "grappled")
    (option,) = options(moment, "A", "grapple_move")
    assert max(need_of(option, NeedPath).costs.values()) == 15


def _placed(moment: Fight, square: str, *faces: int, path: str = "A1 B1 C1 D1") -> Playing:
    answer = Action("A", "place", {"square": parse_square(square)})
    run = Playing(moment, (), [answer], FixedDice(faces))
    BOOK.resolve(run, Action("A", "grapple_move", {"path": tuple(map(parse_square, path.split()))}))
    return run


@pytest.mark.rule("pf1.maneuver.grapple_maintain")
def test_into_the_fire_gives_an_attempt_to_get_free() -> None:
    moment = pair("AT..\n.:..", effects=HELD)
    run = act(moment, "A", "grapple_place", 15, 6, square=Square(1, 1))
    mine, other = rolled(run, "maneuver")
    assert (mine.who, other.who, other.total, other.against) == ("A", "T", 10, 8)
    assert where(run.fight, "T") == "B1"
    assert not has(run.fight, "T", "grappled")
    run = act(moment, "A", "grapple_place", 15, 3, square=Square(1, 1))
    assert where(run.fight, "T") == "B2"
    assert has(run.fight, "T", "grappled")
    run = act(moment, "A", "grapple_place", 15, square=Square(0, 1))
    assert where(run.fight, "T") == "A2"
    assert refused(moment, "A", "grapple_place", square=Square(3, 1)) == "pf1.maneuver.grapple_maintain"


@pytest.mark.rule("pf1.maneuver.pin")
def test_the_pinner_stays_grappled_and_loses_dexterity() -> None:
    moment = pair(own={"dex": 18, "armor": {"id": "chain_shirt"}}, effects=HELD)
    assert armor_class(moment, "A")[0] == 10 + 4 + 2
    after = act(moment, "A", "grapple_pin", 10).fight
    assert has(after, "A", "grappled")
    assert has(after, "T", "pinned")
    assert armor_class(after, "A")[0] == 10 + 4
    assert armor_class(act(after, "A", "release").fight, "A")[0] == 10 + 4 + 4


@pytest.mark.rule("pf1.maneuver.tie_up")
def test_bonds_need_no_more_holding_and_are_as_good_as_the_binder() -> None:
    after = act(pair(own={"bab": 9}, effects=PINNED), "A", "grapple_tie", 10).fight
    assert has(after, "T", "pinned", "tied_up")
    assert not has(after, "A", "grappled")
    (bonds,) = (one for one in after.body("T").effects if one.id == "tied_up")
    assert bonds.value == 29
    assert has(act(after, "A", "end_turn").fight, "T", "pinned", "tied_up")


@pytest.mark.rule("pf1.maneuver.tie_up")
def test_each_rope_ties_one_up() -> None:
    assert refused(pair(own={"gear": {}}, effects=PINNED), "A", "grapple_tie") == "pf1.maneuver.tie_up"
    tied = act(pair(effects=PINNED), "A", "grapple_tie", 10).fight
    assert ropes_left(tied, "A") == 0
    missed = act(pair(effects=PINNED), "A", "grapple_tie", 1).fight
    assert ropes_left(missed, "A") == 1


@pytest.mark.rule("pf1.maneuver.tie_up")
@pytest.mark.rule("pf1.maneuver.resolve")
@pytest.mark.parametrize(("bonus", "face", "free"), [(9, 20, True), (9, 19, False), (10, 20, True)])
def test_getting_out_of_bonds(bonus: int, face: int, free: bool) -> None:
    bound = {"T": [Effect("pinned", 0, "A"), Effect("tied_up", 29, "A")]}
    moment = pair(foe={"bab": bonus}, effects=bound, first="T")
    run = act(moment, "T", "escape", face, how="free")
    assert has(run.fight, "T", "tied_up") is not free
    assert has(run.fight, "T", "pinned") is not free


@pytest.mark.rule("pf1.maneuver.tie_up")
def test_bonds_that_are_too_good() -> None:
    bound = {"T": [Effect("pinned", 0, "A"), Effect("tied_up", 29, "A")]}
    assert refused(pair(foe={"bab": 8}, effects=bound, first="T"), "T", "escape") == "pf1.maneuver.tie_up"
    assert refused(pair(foe={"bab": 9}, effects=bound, first="T"), "T", "escape") == ""


@pytest.mark.rule("pf1.maneuver.tie_up")
def test_tying_up_who_is_only_held_is_hard() -> None:
    run = act(pair(effects=HELD), "A", "grapple_tie", 10)
    assert rolled(run, "maneuver")[0].total == 5
    assert rolled(act(pair(effects=PINNED), "A", "grapple_tie", 10), "maneuver")[0].total == 15


@pytest.mark.rule("pf1.maneuver.grapple_escape")
@pytest.mark.parametrize(("face", "free"), [(11, True), (10, False)])
def test_breaking_free(face: int, free: bool) -> None:
    moment = pair(own={"bab": 8, "dex": 14}, foe={"bab": 7, "weapons": DAGGER}, effects=HELD, first="T")
    run = act(moment, "T", "escape", face, how="free")
    (check,) = rolled(run, "maneuver")
    assert (check.total, check.against) == (7 + face, 18)
    assert has(run.fight, "T", "grappled") is not free
    assert run.fight.body("A").has("grappling") is not free


@pytest.mark.rule("pf1.maneuver.grapple_escape")
def test_turning_the_hold_round() -> None:
    run = act(pair(effects=HELD, first="T"), "T", "escape", 15, how="reverse")
    assert run.fight.body("T").has("grappling")
    assert not run.fight.body("A").has("grappling")
    assert has(run.fight, "A", "grappled")
    assert has(run.fight, "T", "grappled")
    assert has(act(run.fight, "T", "end_turn").fight, "A", "grappled")


@pytest.mark.rule("pf1.maneuver.grapple_escape")
def test_escape_artist_instead() -> None:
    moment = pair(foe={"skills": {"escape_artist": 10}}, effects=HELD, first="T")
    run = act(moment, "T", "escape", 2, how="wriggle")
    assert rolled(run, "check")[0].against == 8
    assert not has(run.fight, "T", "grappled")


@pytest.mark.rule("pf1.maneuver.grapple_escape")
def test_what_one_hand_can_do() -> None:
    arms = [weapon("longsword"), weapon("greatsword", "both")]
    moment = pair("AT\n.U", foe={"weapons": arms[:1]}, effects=HELD, first="T", creatures={"A": {}, "U": HEROES})
    assert rolled(act(moment, "T", "attack", 5, weapon="longsword", target="A"), "attack")[0].total == 3
    assert rolled(act(moment, "T", "attack", 5, weapon="longsword", target="U"), "attack")
    assert refused(
        pair(foe={"weapons": arms[1:]}, effects=HELD, first="T"), "T", "attack", weapon="greatsword", target="A"
    )


@pytest.mark.rule("pf1.maneuver.grapple_multiple")
def test_helpers_add_two_each() -> None:
    friends = {"A": {}, "B": HEROES, "C": HEROES}
    moment = turn_of(fight("BT.\nAC.", {"A": sheet()}, friends, HELD), "B", "C", "A", "T")
    assert refused(moment, "B", "grapple", target="T") == "pf1.maneuver.grapple_multiple"
    armed = {"A": sheet(), "B": sheet(weapons=DAGGER), "C": sheet(weapons=DAGGER)}
    moment = turn_of(fight("BT.\nAC.", armed, friends, HELD), "B", "C", "A", "T")
    moment = act(moment, "B", "aid_another", 10, target="T", friend="A", how="grapple").fight
    moment = act(moment, "B", "end_turn").fight
    moment = act(moment, "C", "aid_another", 10, target="T", friend="A", how="grapple").fight
    moment = act(moment, "C", "end_turn").fight
    run = act(moment, "A", "grapple_pin", 10)
    assert rolled(run, "maneuver")[0].total == 10 + 5 + 4
    assert not run.fight.body("A").has("aided_grapple")


@pytest.mark.rule("pf1.maneuver.grapple_multiple")
def test_help_for_the_held_one() -> None:
    sheets = {"U": sheet(weapons=DAGGER)}
    moment = turn_of(fight("AT\n.U", sheets, None, HELD), "U", "T", "A")
    moment = act(moment, "U", "aid_another", 10, target="A", friend="T", how="grapple").fight
    run = act(act(moment, "U", "end_turn").fight, "T", "escape", 10, how="free")
    assert rolled(run, "maneuver")[0].total == 12


@pytest.mark.rule("pf1.maneuver.tie_up")
@pytest.mark.rule("pf1.condition.helpless")
def test_who_is_tied_up_is_helpless_but_may_work_on_its_bonds() -> None:
    """Dexterity +2 gone and 0 instead, and 4 less in melee, nothing more for the pin: 14 - 2 - 5 - 4."""
    own = {"dex": 14, "ac": {"natural": 2}}
    free, tied = pair(foe=own), pair(foe=own, effects={"T": [Effect("pinned", 0, "A"), Effect("tied_up", 25, "A")]})
    assert armor_class(free, "T", "A", "unarmed")[0] == 14
    assert armor_class(tied, "T", "A", "unarmed")[0] == 3
    assert refused(pair(own={"weapons": DAGGER}, effects=TIED), "A", "coup_de_grace", target="T") == ""
    assert refused(pair(foe={"bab": 9}, effects=TIED, first="T"), "T", "escape") == ""


TIED = {"T": [Effect("pinned", 0, "A"), Effect("tied_up", 25, "A")]}


@pytest.mark.rule("pf1.maneuver.tie_up")
def test_bonds_do_not_make_escape_artist_worse() -> None:
    moment = pair(foe={"bab": 9, "dex": 14, "skills": {"escape_artist": 7}}, effects=TIED, first="T")
    (check,) = rolled(act(moment, "T", "escape", 10, how="wriggle"), "check")
    assert (check.total, check.against) == (17, 25)
