"""Powers: types of attack, whom they may meet, several targets, ammunition, every outcome a stat block can name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulesets.dnd4e.fight.decided import through
from rulesets.dnd4e.fight.ring import act, fight, lost, noted, options, power, refused, rolled, sheet, weapon, where

from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.rules.action import NeedCreature
from tactics.rulesets.dnd4e.fight.outcomes import APPLY
from tactics.rulesets.dnd4e.fight.powers import BASICS, BONUSES, CONDITIONS, DOES, KINDS, ZONES
from tactics.rulesets.dnd4e.fight.seeking import direction, grade
from tactics.world.fight import Effect

HARD = sheet(hp=200, str=16, defenses={"ac": 10, "fortitude": 10, "reflex": 10, "will": 10})
HIT = [{"damage": "1d6"}]


def user(*powers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A hero with some powers."""
    return sheet(kind="hero", hp=60, surges=6, str=16, dex=16, int=16, powers=list(powers), **more)


WORDS: dict[str, list[dict[str, Any]]] = {
    "damage": [{"damage": "2d6", "add": "int", "types": ["fire"]}],
    "ongoing": [{"ongoing": "5", "types": ["acid"]}],
    "condition": [{"condition": one, "until": "end_next"} for one in CONDITIONS],
    "push": [{"push": 2}],
    "pull": [{"pull": 1}],
    "slide": [{"slide": 2}],
    "shift": [{"shift": 2, "to_user": True}, {"shift": 1}],
    "teleport": [{"teleport": 3, "to_user": True}, {"teleport": 2}],
    "heal": [{"heal": "1d6", "surge": one} for one in ("", "spend", "value")],
    "temporary": [{"temporary": "5", "to_user": True}],
    "mark": [{"mark": "", "until": "end_next"}],
    "bonus": [{"bonus": one, "amount": 2, "type": "power", "until": "end_next"} for one in BONUSES],
    "save": [{"save": ""}],
    "resist": [{"resist": "5", "types": ["fire"], "until": "encounter"}],
    "vulnerable": [{"vulnerable": "5", "until": "save"}],
    "zone": [{"zone": one, "until": "end_next"} for one in ZONES],
    "basic": [{"basic": one} for one in BASICS],
}
SOLID = WORDS["zone"][-1]
CASES = [(word, one) for word, several in WORDS.items() for one in several]


@pytest.mark.rule("dnd4e.attack.types")
def test_every_word_a_stat_block_can_name_has_its_work() -> None:
    assert set(WORDS) == set(DOES) == set(APPLY)


@pytest.mark.rule("dnd4e.attack.types")
@pytest.mark.parametrize(("word", "outcome"), CASES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_outcome_comes_of_every_kind_of_power(kind: str, word: str, outcome: dict[str, Any]) -> None:
    if word == "zone" and kind not in ("close_burst", "close_blast", "area_burst", "wall"):
        with pytest.raises(ProblemError):
            fight(sheets={"A": user(power("p", kind=kind, range=5, effect=[outcome]))})
        return
    size = 2 if kind == "wall" else 1
    own = user(
        power("p", kind=kind, range=5, size=size, ability="int", hit=[outcome], miss=[outcome], effect=[outcome])
    )
    aim: dict[str, Any] = {} if kind in ("personal", "close_burst") else {"target": "T"}
    if kind in ("close_blast", "area_burst", "wall"):
        # A wall of matter needs empty squares.
        aim = {"area": Square(4 if outcome == SOLID else 3, 1)} | ({"how": "S"} if kind == "wall" else {})
    for face in (1, 4, 20):
        moment = fight("..U..\n..AT.\n.....", {"A": own, "T": HARD, "U": HARD}, effects={"T": ["dazed"]})
        run, _ = through(moment, "A", "use", face=face, power="p", **aim)
        assert run.trace


def strikes(run: Any) -> list[str]:
    """Whom the attacks of an action met."""
    return [one.target for one in rolled(run, "attack")]


@pytest.mark.rule("dnd4e.attack.types")
@pytest.mark.parametrize(
    ("kind", "provokes"),
    [("melee", False), ("ranged", True), ("close_burst", False), ("close_blast", False), ("area_burst", True)],
)
def test_ranged_and_area_powers_provoke_melee_and_close_ones_do_not(kind: str, provokes: bool) -> None:
    own = user(power("p", kind=kind, range=5, size=1, targets="enemy", ability="int", hit=HIT))
    aim: dict[str, Any] = {} if kind == "close_burst" else {"target": "T"}
    if kind in ("close_blast", "area_burst"):
        aim = {"area": Square(1, 0)}
    moment = fight("AT", {"A": own, "T": HARD})
    run, asked_ = through(moment, "A", "use", power="p", **aim)
    assert [one.id for one in asked_] == (["opportunity_attack"] if provokes else [])
    # What provokes is struck before it strikes.
    assert [one.who for one in rolled(run, "attack")] == (["T", "A"] if provokes else ["A"])


@pytest.mark.rule("dnd4e.attack.ranged_provokes")
@pytest.mark.rule("dnd4e.attack.area_provokes")
@pytest.mark.parametrize("kind", ["ranged", "area_burst"])
def test_each_adjacent_enemy_may_strike_and_nobody_farther_off(kind: str) -> None:
    own = user(power("p", kind=kind, range=5, size=1, ability="int", hit=HIT))
    aim: dict[str, Any] = {"target": "V"} if kind == "ranged" else {"area": Square(3, 1)}
    long = {**HARD, "powers": [power("spear", reach=2, attack=6, basic="melee", hit=HIT)]}
    moment = fight("T....\nA..V.\nU....", {"A": own, "T": HARD, "U": HARD, "V": long})
    _, asked_ = through(moment, "A", "use", power="p", **aim)
    assert [one.who for one in asked_] == ["T", "U"]
    alone = fight("A.V.", {"A": own, "V": long}, {"V": {"reach": 2}})
    aim = {"target": "V"} if kind == "ranged" else {"area": Square(2, 0)}
    _, asked_ = through(alone, "A", "use", power="p", **aim)
    assert asked_ == []


@pytest.mark.rule("dnd4e.attack.close")
def test_a_close_burst_beside_three_enemies_lets_nobody_strike() -> None:
    own = user(power("p", kind="close_burst", size=1, ability="int", hit=HIT))
    moment = fight("TU.\nAV.", {"A": own, "T": HARD, "U": HARD, "V": HARD})
    run, asked_ = through(moment, "A", "use", power="p")
    assert (asked_, strikes(run), len(rolled(run, "damage"))) == ([], ["T", "U", "V"], 1)


@pytest.mark.rule("dnd4e.attack.area")
def test_the_origin_of_an_area_may_be_empty_or_occupied() -> None:
    own = user(power("p", kind="area_burst", range=5, size=1, ability="int", hit=HIT))
    moment = fight("A..T..", {"A": own, "T": HARD})
    for x in (3, 4):
        run, _ = through(moment, "A", "use", power="p", area=Square(x, 0))
        assert strikes(run) == ["T"]
    assert (
        refused(fight("A.......T", {"A": own}), "A", "use", power="p", area=Square(7, 0)) == "dnd4e.range.area_within"
    )
    assert refused(moment, "A", "use", power="p") == "dnd4e.area.origin_square"


@pytest.mark.rule("dnd4e.attack.melee")
@pytest.mark.rule("dnd4e.attack.ranged")
@pytest.mark.rule("dnd4e.target.multiple")
@pytest.mark.parametrize(("kind", "count"), [("melee", 2), ("ranged", 3)])
def test_several_targets_have_a_roll_and_a_damage_roll_each(kind: str, count: int) -> None:
    own = user(power("p", kind=kind, range=5, count=count, ability="int", hit=HIT, provokes=False))
    moment = fight("TU.\nAV.", {"A": own, "T": HARD, "U": HARD, "V": HARD})
    run, _ = through(moment, "A", "use", 11, 3, 12, 4, face=15, power="p", target="U")
    assert len(strikes(run)) == len(rolled(run, "damage")) == count
    assert (lost(run, "U"), strikes(run)[0]) == (3, "U")
    named, asked_ = through(moment, "A", "use", power="p", targets=("V", "T"))
    assert (strikes(named), asked_) == (["V", "T"], [])
    with_one, _ = through(moment, "A", "use", said={"another_target": "enough"}, power="p", target="T")
    assert strikes(with_one) == ["T"]


@pytest.mark.rule("dnd4e.target.multiple")
def test_every_one_of_several_targets_must_be_legal_by_itself() -> None:
    own = user(power("p", kind="ranged", range=2, count=3, ability="int", hit=HIT, provokes=False))
    moment = fight("ATU..V", {"A": own, "T": HARD, "U": HARD, "V": HARD})
    run, asked_ = through(moment, "A", "use", power="p", target="T")
    assert [one.id for one in asked_[0].choices] == ["U", "enough"]
    assert strikes(run) == ["T", "U"]
    assert refused(moment, "A", "use", power="p", targets=("T", "U", "V")) == "dnd4e.range.ranged_n"
    near = fight("TUV\n.A.\n..W", {"A": own, **dict.fromkeys("TUVW", HARD)})
    assert refused(near, "A", "use", power="p", targets=tuple("TUVW")) == "dnd4e.target.multiple"


@pytest.mark.rule("dnd4e.target.legal")
def test_a_target_must_be_in_range_and_in_line_of_effect_and_need_not_be_seen() -> None:
    own = user(power("p", kind="ranged", range=4, ability="int", hit=HIT))
    assert refused(fight("A.#.T", {"A": own}), "A", "use", power="p", target="T") != ""
    walled = fight("A#T\n.#.\n.#.", {"A": own})
    assert refused(walled, "A", "use", power="p", target="T") in ("dnd4e.loe.target_required", "dnd4e.range.ranged_n")
    assert refused(fight("A.....T", {"A": own}), "A", "use", power="p", target="T") == "dnd4e.range.ranged_n"
    unseen = fight("A..T", {"A": own, "T": HARD}, effects={"T": ["invisible"]})
    run, _ = through(unseen, "A", "use", power="p", target="T")
    assert strikes(run) == ["T"]
    allies = user(power("p", kind="ranged", range=4, targets="ally", effect=[{"temporary": "5"}]))
    assert refused(fight("A..T", {"A": allies}), "A", "use", power="p", target="T") == "dnd4e.area.target_line"


@pytest.mark.rule("dnd4e.range.no_weapon_no_long")
def test_a_power_without_a_weapon_has_no_long_range() -> None:
    own = user(power("p", kind="ranged", range=10, ability="int", hit=HIT))
    for squares, refusal in ((9, ""), (10, "dnd4e.range.ranged_n")):
        moment = fight(f"A{'.' * squares}T", {"A": own, "T": HARD})
        assert refused(moment, "A", "use", power="p", target="T") == refusal
    run, _ = through(fight(f"A{'.' * 9}T", {"A": own, "T": HARD}), "A", "use", power="p", target="T")
    assert all(one.amount >= 0 for one in rolled(run, "attack")[0].parts)


@pytest.mark.rule("dnd4e.area.target_line")
@pytest.mark.parametrize(("targets", "count"), [("enemy", 3), ("creature", 5), ("ally", 2)])
def test_the_target_line_filters_those_in_the_area(targets: str, count: int) -> None:
    own = user(power("p", kind="close_burst", size=1, targets=targets, ability="int", hit=HIT))
    friends = {one: {"side": "heroes"} for one in "BC"}
    moment = fight("TUV\nBAC", {"A": own, **dict.fromkeys("BCTUV", HARD)}, friends)
    run, _ = through(moment, "A", "use", power="p")
    assert len(strikes(run)) == count


@pytest.mark.rule("dnd4e.area.target_line")
def test_one_creature_of_a_burst_is_chosen_and_oneself_only_where_the_line_says_so() -> None:
    heal = [{"heal": "1d6", "surge": "spend"}]
    for targets, known in (("ally", ("B",)), ("ally_or_self", ("A", "B"))):
        own = user(power("p", action="minor", kind="close_burst", size=5, targets=targets, count=1, effect=heal))
        moment = fight("A..B.T", {"A": own, "B": {**HARD, "surges": 4, "kind": "hero"}}, {"B": {"side": "heroes"}})
        need = next(one for one in options(moment, "A", "use") if one.arguments["power"] == "p").needs[0]
        assert isinstance(need, NeedCreature)
        assert need.ids == known
        hurt = {**moment.bodies, "B": replace(moment.body("B"), hp=100), "A": replace(moment.body("A"), hp=30)}
        run, _ = through(replace(moment, bodies=hurt), "A", "use", 4, power="p", target="B")
        assert (run.fight.body("B").hp, run.fight.body("B").count("surges"), run.fight.body("A").hp) == (154, 3, 30)


BOW = weapon("longbow", "both", ammunition=4)


@pytest.mark.rule("dnd4e.attack.ammo")
def test_a_bow_spends_an_arrow_for_each_target_of_an_area() -> None:
    own = user(
        power("p", kind="close_blast", size=3, keywords=["weapon"], weapon="longbow", ability="dex", hit=HIT),
        weapons=[BOW],
    )
    moment = fight(".TU\nAVW\n.X.", {"A": own, **dict.fromkeys("TUVWX", HARD)})
    run, asked_ = through(moment, "A", "use", power="p", area=Square(2, 1))
    assert (len(strikes(run)), len(asked_)) == (4, 4)
    assert run.fight.body("A").count("shots.longbow") == 4
    fresh = {**run.fight.bodies, "A": replace(run.fight.body("A"), counters={"shots.longbow": 4})}
    spent = replace(run.fight, bodies=fresh)
    assert refused(spent, "A", "use", power="p", area=Square(2, 1)) == "dnd4e.attack.ammo"
    assert refused(spent, "A", "use", power="ranged_basic", target="T") == "dnd4e.attack.ammo"


@pytest.mark.rule("dnd4e.attack.ammo")
def test_three_daggers_meet_three_of_four() -> None:
    own = user(
        power("p", kind="close_burst", size=1, keywords=["weapon"], weapon="dagger", ability="dex", hit=HIT),
        weapons=[weapon("dagger", ammunition=3)],
    )
    moment = fight("TUV\n.AW", {"A": own, **dict.fromkeys("TUVW", HARD)})
    run, _ = through(moment, "A", "use", power="p")
    assert len(strikes(run)) == 3


HIDDEN = Effect("hidden", 20, "T", note="A")


@pytest.mark.rule("dnd4e.target.hidden_guess")
@pytest.mark.rule("dnd4e.target.unseen")
def test_the_square_of_somebody_hidden_must_be_guessed() -> None:
    own = user(power("p", kind="ranged", range=5, attack=9, hit=HIT))
    moment = fight("A....\n...T.", {"A": own, "T": HARD}, effects={"T": [HIDDEN, "invisible"]})
    assert refused(moment, "A", "use", power="p", target="T") == "dnd4e.target.hidden_guess"
    run, _ = through(moment, "A", "use", 20, power="p", square=Square(4, 0))
    assert (rolled(run, "attack")[0].outcome, lost(run, "T")) == ("miss", 0)
    run, _ = through(moment, "A", "use", 12, 4, power="p", square=Square(3, 1))
    assert (rolled(run, "attack")[0].total, lost(run, "T")) == (12 + 9 - 5, 4)


@pytest.mark.rule("dnd4e.target.hidden_guess")
def test_only_those_who_hide_must_be_guessed_and_areas_need_no_guess() -> None:
    own = user(
        power("p", kind="ranged", range=5, attack=9, hit=HIT),
        power("q", kind="area_burst", range=5, size=1, attack=9, hit=HIT),
    )
    seen = fight("A....\n...T.", {"A": own, "T": HARD}, effects={"T": ["invisible"]})
    run, _ = through(seen, "A", "use", 12, power="p", target="T")
    assert rolled(run, "attack")[0].total == 12 + 4
    hidden = fight("A....\n...T.", {"A": own, "T": HARD}, effects={"T": [HIDDEN, "invisible"]})
    run, _ = through(hidden, "A", "use", 12, power="q", area=Square(3, 0))
    assert (rolled(run, "attack")[0].total, strikes(run)) == (12 + 9, ["T"])
    guess = [one for one in options(hidden, "A", "use") if one.needs and one.needs[0].name == "square"]
    assert [one.arguments["power"] for one in guess if one.arguments["power"] in "pq"] == ["p"]


@pytest.mark.rule("dnd4e.target.unseen")
def test_who_hides_in_plain_light_is_attacked_at_minus_5_too() -> None:
    own = user(power("p", attack=9, hit=HIT))
    moment = fight("AT", {"A": own, "T": HARD}, effects={"T": [HIDDEN]})
    run, _ = through(moment, "A", "use", 12, power="p", square=Square(1, 0))
    assert rolled(run, "attack")[0].total == 12 + 9 - 5


@pytest.mark.rule("dnd4e.action.free")
def test_one_attack_power_a_turn_by_a_free_action_even_for_the_dazed() -> None:
    own = user(
        power("p", action="free", attack=9, hit=HIT),
        power("q", action="free", attack=9, hit=HIT),
        power("r", action="free", kind="personal", effect=[{"temporary": "5"}]),
    )
    moment = fight("AT", {"A": own, "T": HARD}, effects={"A": ["dazed"]})
    moment = through(moment, "A", "use", power="p", target="T")[0].fight
    assert refused(moment, "A", "use", power="q", target="T") == "dnd4e.action.free"
    assert refused(moment, "A", "use", power="r") == ""
    moment = act(moment, "A", "end_turn").fight
    moment = act(moment, "T", "end_turn").fight
    assert refused(moment, "A", "use", power="q", target="T") == ""


def test_a_power_recharges_by_a_die_at_the_start_of_each_turn() -> None:
    own = user(
        power("p", usage="recharge", recharge=5, attack=9, hit=HIT), power("d", usage="daily", attack=9, hit=HIT)
    )
    moment = fight("AT", {"A": own, "T": HARD})
    moment = through(moment, "A", "use", power="p", target="T")[0].fight
    moment = act(moment, "A", "end_turn").fight
    for face, outcome in ((4, "failure"), (5, "success")):
        run = act(moment, "T", "end_turn", face)
        assert [one.outcome for one in rolled(run, "recharging")] == [outcome]
        assert refused(run.fight, "A", "use", power="p", target="T") == ("" if face == 5 else "dnd4e.hp.rest")
    moment = through(run.fight, "A", "use", power="d", target="T")[0].fight
    assert refused(moment, "A", "use", power="d", target="T") in ("dnd4e.action.turn_budget", "dnd4e.hp.rest")


def test_an_ally_shifts_teleports_and_strikes_as_a_power_lets_it() -> None:
    own = user(
        power("lead", targets="ally", range=5, kind="ranged", provokes=False,
              effect=[{"shift": 2}, {"basic": "melee"}, {"teleport": 3}]),
    )  # fmt: skip
    ally = {**HARD, "powers": [power("club", attack=6, basic="melee", hit=[{"damage": "3"}])]}
    moment = fight("A.B..T", {"A": own, "B": ally, "T": HARD}, {"B": {"side": "heroes"}})
    said = {"shift": "elsewhere path C1 D1 E1", "teleport": "elsewhere square B1"}
    run, asked_ = through(moment, "A", "use", 10, said=said, power="lead", target="B")
    assert [(one.id, one.who) for one in asked_] == [("shift", "B"), ("granted_attack", "B"), ("teleport", "A")]
    assert (lost(run, "T"), where(run.fight, "B")) == (3, "B1")


@pytest.mark.parametrize(
    ("faulty", "key"),
    [
        ({"action": "reaction", "effect": HIT}, "trigger"),
        ({"trigger": "hit", "effect": HIT}, "action"),
        ({"kind": "area_burst", "size": 1, "effect": HIT}, "range"),
        ({"effect": [{"condition": "sleepy"}]}, "condition"),
        ({"effect": [{"bonus": "luck"}]}, "bonus"),
        ({"effect": [{"zone": "plain", "until": "end_next"}]}, "kind"),
        ({"effect": [{"condition": "slowed", "until": "sustain"}]}, "sustain"),
        ({"sustain": "minor", "effect": HIT}, "sustain"),
        ({"on_enter": HIT, "effect": HIT}, "on_enter"),
        ({"keywords": ["weapon"], "weapon": "spoon", "effect": HIT}, "powers"),
        ({"hit": HIT}, "ability"),
        ({}, "effect"),
    ],
)
def test_faults_of_a_power_are_named(faulty: dict[str, Any], key: str) -> None:
    with pytest.raises(ProblemError) as found:
        fight(sheets={"A": user(power("p", **faulty))})
    assert any(key in f"{one.key}" for one in found.value.problems)


@pytest.mark.rule("dnd4e.target.unseen")
@pytest.mark.parametrize(
    ("perception", "known"), [(17, "nothing"), (18, "direction"), (27, "direction"), (28, "square")]
)
def test_perception_that_wins_tells_the_direction_and_by_10_the_square(perception: int, known: str) -> None:
    assert grade(18, perception) == known


@pytest.mark.rule("dnd4e.target.unseen")
@pytest.mark.parametrize(("face", "hidden", "told"), [(4, True, 0), (5, True, 1), (14, True, 1), (15, False, 0)])
def test_a_minor_action_looks_for_those_who_hide(face: int, hidden: bool, told: int) -> None:
    own = sheet(kind="hero", wis=10, skills={"perception": 10})
    hides = Effect("hidden", 15, "T", note="A")
    moment = fight("A..\n...\n..T", {"A": own, "T": HARD}, effects={"T": [hides, "invisible"]})
    run = act(moment, "A", "seek", face)
    assert (run.fight.body("T").has("hidden"), noted(run).count("dnd4e.target.unseen")) == (hidden, told)
    assert run.fight.body("A").count("minor") == 1
    assert str(direction(moment, "A", "T").msgid) == "south-east"
