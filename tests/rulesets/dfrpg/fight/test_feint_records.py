"""How long a feint helps, and which attacks of whom."""

from __future__ import annotations

import pytest

from tactics.rulesets.dfrpg.fight import states
from tactics.rulesets.dfrpg.fight.feinting import FEINTED
from tests.rulesets.dfrpg.fight.blows import dice
from tests.rulesets.dfrpg.fight.feints import duel, feinted, penalty
from tests.rulesets.dfrpg.fight.guard import waits
from tests.rulesets.dfrpg.fight.moments import again
from tests.rulesets.dfrpg.fight.ring import (
    act,
    asked,
    chose,
    ended,
    fight,
    options,
    refused,
    rules,
    sheet,
    weapon,
)

SURE = (3, 3, 4)
"""A total of 10."""


SWING = {"weapon": "broadsword", "use": "swing"}


@pytest.mark.rule("dfrpg.maneuver.feint.duration", "dfrpg.core.turn_length")
def test_a_feint_lasts_for_the_next_turn_only() -> None:
    moment = again(feinted(duel(), 12, 15))
    assert penalty(chose(moment, "A", "attack")) == -3
    later = again(chose(moment, "A", "ready"))
    assert not states.has(later, "T", FEINTED)
    assert penalty(chose(later, "A", "attack")) == 0


@pytest.mark.rule("dfrpg.maneuver.feint.duration")
def test_an_attack_on_another_foe_lets_the_feint_pass() -> None:
    moment = fight("UAT", {"A": sheet(weapons=[weapon("broadsword", 15)])}, facing={"A": "E"})
    moment = again(feinted(moment, 12, 18))
    moment = act(chose(moment, "A", "attack"), "A", "attack", 6, 6, 6, **SWING, target="U").fight
    later = again(moment)
    assert not states.has(later, "T", FEINTED)


@pytest.mark.rule("dfrpg.maneuver.feint.duration")
def test_who_waits_keeps_its_feint_until_its_next_turn() -> None:
    moment = again(feinted(duel(), 12, 15))
    run = act(moment, "A", "maneuver", maneuver="do_nothing")
    assert not states.has(ended(run.fight, "A"), "T", FEINTED)
    waiting = waits(moment, "A")
    assert states.has(waiting, "T", FEINTED)
    assert not states.has(ended(waiting, "T"), "T", FEINTED)


@pytest.mark.rule("dfrpg.maneuver.feint.duration", "dfrpg.maneuver.attack.carry_over")
def test_a_blow_by_a_wait_uses_the_feint() -> None:
    moment = chose(ended(feinted(duel(rows="AT.."), 12, 15), "A"), "T", "move")
    moment = ended(act(moment, "T", "move", path="B1 C1 D1", manner="facing").fight, "T")
    moment = chose(waits(moment, "A"), "T", "move")
    decision = asked(moment, "T", "move", *SURE, path="D1 C1 B1", answers=("A attack.broadsword.swing",))
    assert (decision.who, decision.preview["dodge"].against) == ("T", 5)


@pytest.mark.rule("dfrpg.maneuver.feint.duration", "dfrpg.maneuver.wait")
def test_a_feint_by_a_wait_helps_on_the_next_own_turn() -> None:
    moment = chose(waits(duel(rows="A..T"), "A", "feint/"), "T", "move")
    moment = act(moment, "T", "move", *dice(12), *dice(15), path="D1 C1 B1", answers=("A feint", "A done")).fight
    assert penalty(chose(ended(moment, "T"), "A", "attack")) == -3


@pytest.mark.rule("dfrpg.maneuver.feint.not_an_attack", "dfrpg.state.unready_after_attack")
@pytest.mark.parametrize("maneuver", ["feint", "attack"])
def test_an_unwieldy_weapon_is_unready_after_a_blow_and_not_after_a_feint(maneuver: str) -> None:
    axe = sheet(st=13, weapons=[weapon("great_axe", 15, "both")])
    moment = chose(fight("A.T", {"A": axe}), "A", maneuver)
    blow = {"weapon": "great_axe", "use": "swing"} if maneuver == "attack" else {}
    faces = (6, 6, 4) if maneuver == "attack" else (*SURE, *SURE)
    assert act(moment, "A", maneuver, *faces, target="T", **blow).fight.items["A.great_axe"].ready == (
        maneuver == "feint"
    )


@pytest.mark.rule("dfrpg.maneuver.feint.all_attacks")
def test_a_feint_helps_every_attack_on_the_foe() -> None:
    moment = again(feinted(duel(15, 12), 12, 15))
    moment = chose(moment, "A", "all_out_attack", "double")
    assert penalty(moment) == -3
    moment = act(moment, "A", "attack", *SURE, 1, answers=("T none",), **SWING, target="T").fight
    assert penalty(moment) == -3


@pytest.mark.rule("dfrpg.maneuver.feint.all_attacks", "dfrpg.maneuver.feint.personal")
def test_another_foe_and_other_attackers_have_nothing_of_it() -> None:
    sheets = {"A": sheet(weapons=[weapon("broadsword", 15)], attacks=2)}
    rows = """
U.B
AT.
"""
    moment = fight(rows, sheets, creatures={"B": {"side": "heroes"}}, order="ABTU", facing={"T": "W", "A": "E"})
    moment = feinted(moment, 12, 18)
    friend = chose(ended(moment, "A"), "B", "attack")
    assert penalty(friend, "B") == 0
    moment = ended(ended(ended(ended(moment, "A"), "B"), "T"), "U")
    moment = chose(moment, "A", "attack")
    assert penalty(moment, target="U") == 0
    assert penalty(moment) == -3


@pytest.mark.rule("dfrpg.maneuver.attack.carry_over")
def test_a_thrown_axe_has_nothing_of_a_feint() -> None:
    blades = sheet(weapons=[weapon("broadsword", 15), weapon("throwing_axe", 15, "off")])
    moment = again(feinted(fight("AT", {"A": blades}), 12, 18))
    moment = chose(moment, "A", "attack")
    choice = asked(moment, "A", "attack", *SURE, weapon="throwing_axe", target="T").preview["dodge"]
    assert not {one for one in rules(choice.parts) if "feint" in one}
    assert penalty(moment) == -3


@pytest.mark.rule("dfrpg.maneuver.feint.movement_defense", "dfrpg.maneuver.summary_table")
def test_a_feint_gives_a_step_and_leaves_every_defence() -> None:
    moment = feinted(duel(rows=".AT"), 12, 15)
    assert options(moment, "A", "step") != []
    turn_of_foe = chose(ended(moment, "A"), "T", "attack")
    choices = {one.id for one in asked(turn_of_foe, "T", "attack", *SURE, **SWING, target="A").choices}
    assert {"dodge", "parry.broadsword", "dodge_retreat"} <= choices
    run = act(turn_of_foe, "T", "attack", *SURE, 3, 3, 2, answers=("A dodge",), **SWING, target="A")
    assert states.has(run.fight, "T", FEINTED)


@pytest.mark.rule("dfrpg.maneuver.feint.movement_defense")
def test_a_parry_that_leaves_the_weapon_unready_spoils_the_attack() -> None:
    own = sheet(weapons=[{**weapon("broadsword", 15), "unready_after_parry": True}])
    moment = ended(feinted(fight("AT", {"A": own}), 12, 18), "A")
    moment = chose(moment, "T", "attack")
    moment = act(moment, "T", "attack", *SURE, 3, 3, 2, answers=("A parry.broadsword",), **SWING, target="A").fight
    moment = ended(moment, "T")
    assert refused(chose(moment, "A", "attack"), "A", "attack", **SWING, target="T") == "dfrpg.state.ready"
    assert not states.has(again(chose(moment, "A", "do_nothing")), "T", FEINTED)


@pytest.mark.rule("dfrpg.state.feint_record")
def test_a_later_feint_takes_the_place_of_the_first() -> None:
    rows = """
U.
AT
"""
    moment = fight(rows, {"A": sheet(weapons=[weapon("broadsword", 15)])}, facing={"U": "S", "A": "E", "T": "W"})
    moment = again(feinted(moment, 12, 18))
    moment = feinted(moment, 14, 18, target="U")
    assert not states.has(moment, "T", FEINTED)
    assert [one.value for one in states.effects_of(moment, "U", FEINTED)] == [1]
