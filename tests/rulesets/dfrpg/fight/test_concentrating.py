"""Tasks of several seconds, what distracts from them, and abilities that are turned on and off."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of

from tactics.rules.action import Action, NeedSquare
from tactics.rules.event import EffectLost
from tactics.rulesets.dfrpg.fight import concentrating, distraction, states
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    happened,
    kept,
    lost,
    noted,
    options,
    refused,
    rolled,
    sheet,
)

SPELL: dict[str, Any] = {"id": "spell", "name": "Spell", "skill": 14, "seconds": 3, "target": "enemy", "damage": "1d6"}


def caster(*abilities: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A sheet with IQ 14 (so Will 14) and some abilities."""
    return sheet(**{"iq": 14, "abilities": list(abilities or [SPELL]), **more})


def casting(moment: Fight, *faces: int, target: str = "") -> Fight:
    """The moment after A's Concentrate and one second of the spell."""
    aim = {"target": target} if target else {}
    return act(chose(moment, "A", "concentrate"), "A", "use_ability", *faces, ability="spell", **aim).fight


def seconds(moment: Fight) -> int:
    """Seconds that A has spent on its spell."""
    return concentrating.done_seconds(moment, "A", "spell")


BLOW = {"weapon": "broadsword", "use": "swing", "target": "A"}
STAB = {**BLOW, "use": "thrust"}


def begun(done: int = 2, **more: Any) -> Fight:
    """A has spent some seconds on its spell; T, an arm's length off, is about to act."""
    task = Effect(distraction.TASK, done, note="spell")
    return fight(
        "AT", {"A": caster(**more)}, effects={"A": [task, Effect("maneuver", note="concentrate")]}, order=("T",)
    )


@pytest.mark.rule("dfrpg.maneuver.concentrate")
@pytest.mark.rule("dfrpg.core.turn_length")
def test_a_task_of_three_seconds_takes_three_consecutive_maneuvers() -> None:
    moment = casting(fight("A..T", {"A": caster()}))
    assert seconds(moment) == 1
    for _ in range(2):
        moment = ended(ended(moment, "A"), "T")
        if seconds(moment) < 2:
            moment = casting(moment)
    assert seconds(moment) == 2
    run = act(chose(moment, "A", "concentrate"), "A", "use_ability", 4, 4, 4, 5, ability="spell", target="T")
    assert rolled(run, "check")[0].against == 14
    assert lost(run, "T") == 5
    assert not states.has(run.fight, "A", distraction.TASK)


@pytest.mark.rule("dfrpg.maneuver.concentrate")
def test_only_this_maneuver_casts_and_only_what_calls_for_it_is_cast() -> None:
    switch = {"id": "aura", "activation": "ready", "bonus_to": "dr", "bonus": 2}
    moment = fight("A..T", {"A": caster(SPELL, switch)})
    assert not options(chose(moment, "A", "ready"), "A", "use_ability")
    assert refused(chose(moment, "A", "attack"), "A", "use_ability", ability="spell") == "dfrpg.maneuver.attack"
    assert [one.arguments["ability"] for one in options(chose(moment, "A", "concentrate"), "A", "use_ability")] == [
        "spell"
    ]
    assert (
        refused(chose(moment, "A", "concentrate"), "A", "use_ability", ability="aura") == "dfrpg.maneuver.concentrate"
    )


@pytest.mark.rule("dfrpg.maneuver.concentrate.distraction")
@pytest.mark.parametrize(("faces", "left"), [((4, 4, 3), 2), ((4, 4, 4), 0)])
def test_a_defense_distracts_by_a_roll_of_will_at_minus_3(faces: tuple[int, ...], left: int) -> None:
    moment = chose(begun(), "T", "attack")
    run = act(
        moment,
        "T",
        "attack",
        3,
        4,
        4,
        *faces,
        2,
        2,
        2,
        answers=("A dodge",),
        **BLOW,
    )
    will = rolled(run, "will")[0]
    assert (will.against, kept(will.parts)) == (11, [14, -3])
    assert seconds(run.fight) == left


@pytest.mark.rule("dfrpg.maneuver.concentrate.distraction")
@pytest.mark.rule("dfrpg.maneuver.concentrate.movement_defense")
def test_who_declines_to_defend_rolls_for_its_wound_alone() -> None:
    moment = chose(begun(st=14), "T", "attack")
    run = act(moment, "T", "attack", 3, 4, 4, 1, 6, 6, 6, answers=("A none",), **STAB)
    assert lost(run, "A") == 2
    assert len(rolled(run, "will")) == 1
    assert seconds(run.fight) == 0


@pytest.mark.rule("dfrpg.maneuver.concentrate.distraction")
def test_a_task_that_is_done_is_not_disturbed() -> None:
    lasting = [Effect("maneuver", note="concentrate")]
    moment = fight("AT", {"A": caster({**SPELL, "seconds": 1})}, effects={"A": lasting}, order=("T",))
    run = act(chose(moment, "T", "attack"), "T", "attack", 3, 4, 4, 2, 2, 2, answers=("A dodge",), **BLOW)
    assert not rolled(run, "will")


@pytest.mark.rule("dfrpg.maneuver.concentrate.distraction")
def test_another_maneuver_gives_the_task_up() -> None:
    moment = ended(begun(), "T")
    assert seconds(moment) == 2
    run = act(moment, "A", "maneuver", maneuver="move")
    assert any(isinstance(one, EffectLost) and one.effect.id == distraction.TASK for one in happened(run))


@pytest.mark.rule("dfrpg.maneuver.concentrate.movement_defense")
def test_a_step_goes_with_it_and_every_defense() -> None:
    moment = chose(fight("A...T", {"A": caster()}), "A", "concentrate")
    (step,) = options(moment, "A", "step")
    assert [str(one) for one in need_of(step, NeedSquare).squares] == ["B1"]
    moment = chose(ended(casting(fight(".AT", {"A": caster()})), "A"), "T", "attack")
    decision = asked(moment, "T", "attack", 3, 4, 4, **BLOW)
    assert {"dodge", "dodge_retreat", "parry.broadsword"} <= {one.id for one in decision.choices}


@pytest.mark.rule("dfrpg.maneuver.ready.toggle_ability")
def test_abilities_are_turned_on_and_off_by_ready() -> None:
    aura = {"id": "aura", "activation": "ready", "bonus_to": "dr", "bonus": 2}
    always = {"id": "hide", "activation": "always_on", "bonus_to": "dr", "bonus": 1}
    moment = chose(fight("AT", {"A": caster(SPELL, aura, always, hp=20)}), "A", "ready")
    assert [one.arguments["ability"] for one in options(moment, "A", "toggle_ability")] == ["aura"]
    assert refused(moment, "A", "toggle_ability", ability="spell") == "dfrpg.maneuver.ready.toggle_ability"
    assert refused(moment, "A", "toggle_ability", ability="hide") == "dfrpg.maneuver.ready.toggle_ability"
    on = act(moment, "A", "toggle_ability", ability="aura").fight
    assert refused(on, "A", "toggle_ability", ability="aura") == "dfrpg.maneuver.ready"
    run = act(
        chose(ended(on, "A"), "T", "attack"),
        "T",
        "attack",
        3,
        4,
        4,
        6,
        answers=("A none",),
        **STAB,
    )
    # A thrust of 1d comes to 6, DR is 2 + 1, and what is left is doubled.
    assert lost(run, "A") == 6
    off = act(chose(ended(run.fight, "T"), "A", "ready", ""), "A", "toggle_ability", ability="aura").fight
    assert not states.has(off, "A", "ability_on")


@pytest.mark.rule("dfrpg.maneuver.concentrate")
def test_a_missile_is_made_by_concentrating_and_thrown_by_an_attack() -> None:
    dart = {
        "id": "dart",
        "name": "Dart",
        "skill": 14,
        "missile": True,
        "throw_skill": 13,
        "range_yd": 30,
        "damage": "2d6",
        "type": "burn",
    }
    moment = chose(fight("A...T", {"A": caster(dart)}), "A", "concentrate")
    made = act(moment, "A", "use_ability", 4, 4, 4, ability="dart").fight
    assert made.items["A.dart"].hand == "off"
    assert refused(chose(ended(ended(made, "A"), "T"), "A", "concentrate"), "A", "use_ability", ability="dart")
    attack = chose(ended(ended(made, "A"), "T"), "A", "attack")
    shots = [one for one in options(attack, "A", "attack") if one.arguments["weapon"] == "dart"]
    assert len(shots) == 1
    assert BOOK.preview(attack, Action("A", "attack", {"weapon": "dart", "target": "T"})).damage_most == 12


@pytest.mark.rule("dfrpg.core.quick_contest")
@pytest.mark.parametrize(("faces", "holds"), [((4, 4, 4), True), ((3, 3, 2), False), ((3, 3, 3), True)])
def test_a_spell_is_resisted_by_a_quick_contest(faces: tuple[int, ...], holds: bool) -> None:
    daze = {"id": "daze", "name": "Daze", "skill": 14, "target": "enemy", "resist": "ht", "condition": "blinded"}
    moment = chose(fight("A..T", {"A": caster(daze)}), "A", "concentrate")
    # The caster makes it by 2; Health 10 fails with 12, makes it by 2 with 8 and by 1 with 9.
    run = act(moment, "A", "use_ability", 4, 4, 4, *faces, ability="daze", target="T")
    assert states.has(run.fight, "T", "blinded") == holds


@pytest.mark.rule("dfrpg.core.success_roll", "dfrpg.injury.shock")
@pytest.mark.parametrize(("shock", "refusal"), [(1, ""), (2, "dfrpg.core.success_roll")])
def test_a_spell_is_not_tried_with_next_to_no_skill(shock: int, refusal: str) -> None:
    weak = caster({**SPELL, "skill": 4, "seconds": 1})
    moment = chose(fight("A..T", {"A": weak}, effects={"A": [Effect("shock", shock)]}), "A", "concentrate")
    assert refused(moment, "A", "use_ability", ability="spell", target="T") == refusal
    assert bool(options(moment, "A", "use_ability")) == (not refusal)


@pytest.mark.rule("dfrpg.injury.exhaustion")
def test_spells_tire() -> None:
    moment = chose(fight("A..T", {"A": caster({**SPELL, "seconds": 1, "fatigue": 3})}), "A", "concentrate")
    run = act(moment, "A", "use_ability", 4, 4, 4, 5, ability="spell", target="T")
    assert run.fight.body("A").count("fatigue") == 3
    assert noted(run) == ["dfrpg.injury.exhaustion"]
