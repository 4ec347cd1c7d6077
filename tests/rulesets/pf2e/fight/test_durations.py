"""Durations, sustained powers, counteracting, and the steps of a turn."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.powers_kit import DREAD, VENOM, mage, power
from rulesets.pf2e.fight.ring import (
    BOOK,
    act,
    asked,
    fight,
    happened,
    lost,
    noted,
    options,
    refused,
    rolled,
    running,
    sheet,
    value,
    way,
    weapon,
    where,
)

from tactics.ai.opponent import Opponent
from tactics.core.dice import FixedDice, Roll
from tactics.engine.battle import Battle
from tactics.engine.run import Playing
from tactics.rules.action import Action, NeedCreature, NeedPath, Refused
from tactics.rules.dice_text import Dice
from tactics.rules.event import CounterSet, EffectLost, TurnBegan, TurnEnded
from tactics.rulesets.pf2e.fight import afflictions, conditions, counteract, dying, origins, persistent
from tactics.rulesets.pf2e.fight.counteract import gets_rid_of
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.world.fight import Duration, Effect, Fight

SLOW: dict[str, Any] = power(DREAD, id="slow", effects=[{"condition": "clumsy", "value": 1, "rounds": 3}])
WEB: dict[str, Any] = power(
    DREAD, id="web", sustained=100, effects=[{"condition": "clumsy", "value": 1, "sustained": True}]
)
RULE = "pf2e.effect.duration_sustained"


def turns(moment: Fight, count: int) -> Fight:
    """So many turns later."""
    for _ in range(count):
        moment = act(moment, moment.active, "end_turn").fight
    return moment


def cast(moment: Fight, *faces: int, answers: tuple[str, ...] = (), **more: Any) -> Fight:
    return act(moment, moment.active, "cast", *faces, answers=answers, target=more.pop("target", "T"), **more).fight


@pytest.mark.rule("pf2e.effect.duration_rounds")
def test_rounds_are_counted_at_the_start_of_the_users_turns() -> None:
    moment = cast(fight("A..T", {"A": mage(SLOW)}), 5, power="slow")
    found = []
    for _ in range(3):
        (effect,) = moment.body("T").effects
        found.append(effect.duration.turns)
        moment = turns(moment, 2)
    assert found == [3, 2, 1]
    assert moment.body("T").effects == ()


@pytest.mark.rule("pf2e.effect.duration_rounds")
def test_what_the_dead_have_made_runs_on_in_their_place() -> None:
    moment = cast(fight("A..TB", {"A": mage(SLOW)}, {"B": {"side": "heroes"}}, order=("A", "B", "T")), 5, power="slow")
    run = running(moment)
    dying.kill(run, "A")
    moment, found = act(run.fight, "A", "end_turn").fight if run.fight.active == "A" else run.fight, []
    for _ in range(3):
        found.append(value(moment, "T", "clumsy"))
        moment = turns(moment, 2)
    assert (found, value(moment, "T", "clumsy")) == ([1, 1, 1], None)


@pytest.mark.rule("pf2e.effect.duration_target_turns")
@pytest.mark.parametrize("count", [1, 3])
def test_turns_of_the_target_are_counted_at_their_end(count: int) -> None:
    spell = power(SLOW, effects=[{"condition": "clumsy", "value": 1, "turns": count}])
    moment = cast(fight("A..T", {"A": mage(spell)}), 5, power="slow")
    for left in range(count, 0, -1):
        moment = turns(moment, 1)
        assert moment.active == "T"
        assert [one.duration.turns for one in moment.body("T").effects] == [left]
        moment = turns(moment, 1)
    assert moment.body("T").effects == ()


@pytest.mark.rule("pf2e.effect.duration_target_turns")
def test_until_the_end_of_ones_own_next_turn() -> None:
    spell = power(SLOW, save=None, targets="self", effects=[{"condition": "quickened", "user_turns": 1}])
    moment = act(fight("A..T", {"A": mage(spell)}), "A", "cast", power="slow").fight
    moment = turns(moment, 2)
    assert moment.body("A").has("quickened")
    assert not turns(moment, 1).body("A").has("quickened")


@pytest.mark.rule("pf2e.effect.duration_conditional")
@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
def test_a_grip_ends_when_its_holder_goes_away() -> None:
    grab = power(DREAD, id="grab", kind="ability", rank=None, range=None, dc=21, effects=[{"condition": "grabbed"}])
    moment = cast(fight("TA....", {"A": mage(grab)}), 5, power="grab")
    assert moment.body("T").has("grabbed")
    run = act(moment, "A", "stride", path="B1 C1 D1")
    assert not run.fight.body("T").has("grabbed")
    assert where(run.fight, "A") == "D1"
    far = power(grab, range=60)
    moment = cast(fight("TA....", {"A": mage(far)}), 5, power="grab")
    assert act(moment, "A", "stride", path="B1 C1 D1").fight.body("T").has("grabbed")


@pytest.mark.rule("pf2e.effect.duration_conditional")
def test_a_grip_ends_when_its_holder_goes_down() -> None:
    grab = power(DREAD, id="grab", kind="ability", rank=None, range=None, dc=21, effects=[{"condition": "grabbed"}])
    own = mage(grab, hp=4)
    moment = turns(cast(fight("TA", {"A": own, "T": sheet(str=1, weapons=[weapon("mace")])}), 5, power="grab"), 1)
    run = act(moment, "T", "strike", 15, 6, weapon="mace", target="A")
    assert run.fight.body("A").has("unconscious")
    assert not run.fight.body("T").has("grabbed")


@pytest.mark.rule("pf2e.effect.duration_sustained")
@pytest.mark.rule("pf2e.basic.sustain_spell")
def test_a_spell_that_is_not_sustained_ends_with_the_next_turn() -> None:
    moment = cast(fight("A..T", {"A": mage(WEB)}), 5, power="web")
    assert refused(moment, "A", "sustain_spell", power="web") == "pf2e.basic.sustain_spell"
    second = turns(moment, 2)
    assert value(second, "T", "clumsy") == 1
    assert value(turns(second, 1), "T", "clumsy") is None
    (option,) = options(second, "A", "sustain_spell")
    assert option.arguments == {"power": "web"}
    kept = act(second, "A", "sustain_spell", power="web").fight
    assert kept.body("A").count("actions") == 2
    third = turns(kept, 2)
    assert value(third, "T", "clumsy") == 1
    assert value(turns(third, 1), "T", "clumsy") is None


@pytest.mark.rule("pf2e.effect.duration_sustained")
def test_sustaining_to_the_end_tires() -> None:
    spell = power(WEB, sustained=2, tires=True)
    moment = turns(cast(fight("A..T", {"A": mage(spell)}), 5, power="web"), 2)
    moment = turns(act(moment, "A", "sustain_spell", power="web").fight, 2)
    after = act(moment, "A", "sustain_spell", power="web").fight
    assert (value(after, "T", "clumsy"), after.body("A").has("fatigued")) == (None, True)


@pytest.mark.rule("pf2e.effect.duration_sustained")
@pytest.mark.rule("pf2e.action.disrupt")
def test_a_disrupted_sustaining_ends_the_spell() -> None:
    stop = {
        "id": "hush",
        "kind": "ability",
        "actions": "reaction",
        "trigger": "act",
        "trigger_traits": ["concentrate"],
        "range": 60,
        "disrupts": ["success"],
    }
    own = mage(power(WEB, traits=["manipulate"]))
    moment = turns(cast(fight("A..T", {"A": own, "T": sheet(powers=[stop])}), 5, power="web"), 2)
    run = act(moment, "A", "sustain_spell", answers=("T power.hush",), power="web")
    assert "pf2e.action.disrupt" in noted(run)
    assert value(run.fight, "T", "clumsy") is None


@pytest.mark.rule("pf2e.effect.duration_sustained")
def test_casting_a_sustained_spell_again_ends_the_first_one() -> None:
    moment = cast(fight("A..TU", {"A": mage(WEB)}), 5, power="web")
    again = turns(moment, 3)
    after = act(again, "A", "cast", 5, power="web", target="U").fight
    assert (value(after, "T", "clumsy"), value(after, "U", "clumsy")) == (None, 1)


@pytest.mark.rule("pf2e.basic.sustain_spell")
@pytest.mark.rule("pf2e.attack.spell_roll")
def test_a_power_may_strike_again_whenever_it_is_sustained() -> None:
    blade = power(
        DREAD,
        id="blade",
        sustained=10,
        repeats=True,
        save=None,
        attack="melee",
        effects=[{"damage": "3", "type": "force"}],
    )
    people = {"A": mage(blade), "T": sheet(hp=60, numbers={"ac": 15}), "U": sheet(hp=60, numbers={"ac": 15})}
    moment = turns(act(fight("A..TU", people), "A", "cast", 10, power="blade", target="T").fight, 3)
    (option,) = options(moment, "A", "sustain_spell")
    assert need_of(option, NeedCreature).ids == ("T", "U")
    run = act(moment, "A", "sustain_spell", 10, power="blade", target="U")
    assert (lost(run, "U"), run.fight.body("A").count("attacks")) == (3, 1)
    preview = BOOK.preview(moment, Action("A", "sustain_spell", {"power": "blade", "target": "U"}))
    assert (preview.takes, preview.damage_most) == (("U",), 3)


# Counteracting.


@pytest.mark.rule("pf2e.counteract.check")
@pytest.mark.parametrize(
    ("target", "needed"),
    [
        (6, ["critical_success"]),
        (7, []),
        (4, ["critical_success", "success"]),
        (5, ["critical_success"]),
        (2, ["critical_success", "success", "failure"]),
        (3, ["critical_success", "success"]),
    ],
)
def test_how_high_a_level_each_degree_gets_rid_of(target: int, needed: list[str]) -> None:
    degrees = ["critical_success", "success", "failure", "critical_failure"]
    assert [one for one in degrees if gets_rid_of(one, 3, target)] == needed


@pytest.mark.rule("pf2e.counteract.level")
@pytest.mark.parametrize(("level", "rank", "found"), [(7, 4, 4), (7, 0, 4), (8, 0, 4), (1, 0, 1), (-1, 0, 0)])
def test_counteract_levels(level: int, rank: int, found: int) -> None:
    assert origins.counteract_level(level, rank) == found


@pytest.mark.rule("pf2e.counteract.check")
@pytest.mark.parametrize(
    ("face", "degree", "ended"), [(8, "success", True), (7, "failure", False), (18, "critical_success", True)]
)
def test_a_disease_is_counteracted_against_its_dc(face: int, degree: str, ended: bool) -> None:
    plague = power(VENOM, kind="disease", dc=20, level=5)
    cure = {
        "id": "cure",
        "kind": "ability",
        "level": 4,
        "range": 30,
        "effects": [{"counteract": ["disease"], "modifier": 12}],
    }
    own = mage(cure)
    moment = fight("AB.T", {"A": own, "B": sheet(hp=90), "T": sheet(afflictions=[plague])}, {"B": {"side": "heroes"}})
    run = running(moment, 10)
    afflictions.expose(run, "B", "T", sheet_of(moment.world.creature("T")).afflictions["venom"])
    assert value(run.fight, "B", "affliction") == 2
    after = act(run.fight, "A", "cast", face, power="cure", target="B")
    (roll,) = rolled(after, "counteract")
    assert (roll.against, roll.outcome) == (20, degree)
    assert (value(after.fight, "B", "affliction") is None) is ended


@pytest.mark.rule("pf2e.counteract.check")
@pytest.mark.rule("pf2e.spell.dc")
def test_a_spell_is_counteracted_against_the_dc_of_its_caster() -> None:
    dispel = {
        "id": "dispel",
        "rank": 3,
        "range": 120,
        "traits": ["concentrate"],
        "effects": [{"counteract": ["spell"]}],
    }
    hex_ = power(SLOW, rank=4)
    people = {"A": mage(dispel), "T": mage(hex_, power(SLOW, id="other", rank=3)), "B": sheet()}
    moment = fight("AB.T", people, {"B": {"side": "heroes"}}, order=("T", "A", "B"))
    cursed = act(moment, "T", "cast", 5, power="slow", target="B").fight
    here = turns(cursed, 1)
    run = act(here, "A", "cast", 10, power="dispel", target="B")
    (roll,) = rolled(run, "counteract")
    assert (roll.total, roll.against, roll.outcome) == (21, 21, "success")
    assert run.fight.body("B").effects == ()
    twice = running(here)
    conditions.gain(twice, "B", "enfeebled", value=1, source="T", origin="other", duration=Duration("start", "T", 5))
    decision = asked(twice.fight, "A", "cast", power="dispel", target="B")
    assert (decision.id, len(decision.choices)) == ("counteract", 2)
    run = act(twice.fight, "A", "cast", 10, answers=("A 1",), power="dispel", target="B")
    assert [one.id for one in run.fight.body("B").effects] == ["clumsy"]
    nothing = act(fight("AB.T", people, {"B": {"side": "heroes"}}), "A", "cast", power="dispel", target="B")
    assert "pf2e.counteract.check" in noted(nothing)


@pytest.mark.rule("pf2e.counteract.check")
@pytest.mark.parametrize(("level", "dc"), [(0, 14), (1, 15), (5, 20), (6, 22), (10, 27)])
def test_what_states_no_dc_is_as_hard_as_its_level(level: int, dc: int) -> None:
    moment = fight("A..T", {"T": sheet(level=level)}, effects={"A": [Effect("blinded", source="T")]})
    (effect,) = moment.body("A").effects
    assert origins.origin_of(moment, effect).dc == dc
    assert counteract.possible(moment, "A", ["blinded"]) == (effect,)


# The steps of a turn.


@pytest.mark.rule("pf2e.turn.steps")
@pytest.mark.rule("pf2e.turn.end")
def test_a_turn_has_a_beginning_and_an_end() -> None:
    found = [type(one).__name__ for one in happened(act(fight(), "A", "end_turn"))]
    assert found.index(TurnEnded.__name__) < found.index(TurnBegan.__name__)


@pytest.mark.rule("pf2e.turn.start")
@pytest.mark.rule("pf2e.action.trigger_limits")
@pytest.mark.rule("pf2e.action.free")
def test_a_reaction_to_the_start_of_a_turn_uses_what_is_left_of_the_last_round() -> None:
    brace = {
        "id": "brace",
        "kind": "ability",
        "actions": "reaction",
        "trigger": "turn_start",
        "targets": "self",
        "effects": [{"temporary": "3"}],
    }
    free = {**brace, "id": "breathe", "actions": "free", "effects": [{"temporary": "2"}]}
    moment = fight("A..T", {"T": sheet(powers=[brace, free])})
    decision = asked(moment, "A", "end_turn")
    assert [one.id for one in decision.choices] == ["power.brace", "power.breathe", "decline"]
    run = act(moment, "A", "end_turn", answers=("T power.brace",))
    assert (run.fight.body("T").temp_hp, run.fight.body("T").count("reaction")) == (3, 1)
    spent = running(moment)
    spent.emit(CounterSet("T", "reaction", 0))
    assert [one.id for one in asked(spent.fight, "A", "end_turn").choices] == ["power.breathe", "decline"]


@pytest.mark.rule("pf2e.turn.start")
@pytest.mark.rule("pf2e.hp.regeneration")
def test_regeneration_comes_before_the_recovery_check() -> None:
    own = sheet(kind="hero", regeneration={"amount": 5, "off": ["fire"]})
    moment = fight("A..T", {"T": own}, {"T": {"conditions": ["dying_1"]}})
    run = act(moment, "A", "end_turn")
    assert not rolled(run, "recovery")
    assert not run.fight.body("T").has("dying")


@pytest.mark.rule("pf2e.turn.end")
@pytest.mark.rule("pf2e.damage.persistent")
def test_fire_that_fells_somebody_is_still_checked() -> None:
    moment = fight("A..T", {"A": sheet(hp=3, kind="hero")})
    run = running(moment)
    persistent.begin(run, "A", persistent.Lasting("fire", Dice(((1, 6),))))
    after = act(run.fight, "A", "end_turn", 3, 15)
    assert (value(after.fight, "A", "dying"), after.fight.body("A").has("persistent_fire")) == (1, False)


@pytest.mark.rule("pf2e.turn.end")
def test_the_order_of_the_end_of_a_turn() -> None:
    moment = fight("AT", {"A": sheet(hp=90), "T": sheet(afflictions=[VENOM])}, effects={"A": [Effect("frightened", 1)]})
    run = running(moment)
    persistent.begin(run, "A", persistent.Lasting("fire", Dice(((1, 6),))))
    afflicted = running(run.fight, 16)
    afflictions.expose(afflicted, "A", "T", sheet_of(moment.world.creature("T")).afflictions["venom"])
    here = turns_without_save(afflicted.fight)
    end = act(here, "A", "end_turn", 4, 10, 17)
    story = [one for one in end.trace if not isinstance(one, Roll)]
    told = [getattr(one, "purpose", "") or (one.effect.id if isinstance(one, EffectLost) else "") for one in story]
    wanted = [one for one in told if one in ("damage", "flat_check", "save", "frightened")]
    assert wanted == ["damage", "flat_check", "save", "frightened"]


def turns_without_save(moment: Fight) -> Fight:
    """The same moment as if the interval of A's affliction ended with this turn."""
    (effect,) = afflictions.afflictions_of(moment, "A")
    run = running(moment)
    run.emit(CounterSet("A", afflictions.key(effect, "wait"), 1))
    return run.fight


@pytest.mark.rule("pf2e.action.kinds")
@pytest.mark.rule("pf2e.action.single")
def test_each_kind_of_action_costs_what_it_is() -> None:
    own = mage(DREAD, power(DREAD, id="cry", kind="ability", rank=None, actions="1", dc=20))
    found = {one.arguments["power"]: one.cost.msgid for one in options(fight("A..T", {"A": own}), "A", "cast")}
    assert found == {"dread": "2 actions", "cry": "1 action"}


@pytest.mark.rule("pf2e.action.reaction")
@pytest.mark.parametrize(("answer", "taken"), [("power.ward", 2), ("decline", 7)])
def test_a_reaction_takes_something_off_damage(answer: str, taken: int) -> None:
    ward = {
        "id": "ward",
        "kind": "ability",
        "actions": "reaction",
        "trigger": "hurt",
        "trigger_types": ["bludgeoning"],
        "effects": [{"reduce": "5"}],
    }
    own = sheet(weapons=[{**weapon("mace"), "attack": 20, "damage": "1d6+1"}])
    moment = fight("AT", {"A": own, "T": sheet(powers=[ward], numbers={"ac": 22})})
    run = act(moment, "A", "strike", 5, 6, answers=(f"T {answer}",), weapon="mace", target="T")
    assert lost(run, "T") == taken
    if taken == 2:
        again = act(run.fight, "A", "strike", 12, 6, weapon="mace", target="T")
        assert lost(again, "T") == 7


@pytest.mark.rule("pf2e.action.reaction")
def test_a_reaction_for_an_ally_and_against_the_attacker() -> None:
    shelter = {
        "id": "shelter",
        "kind": "ability",
        "actions": "reaction",
        "trigger": "ally_hurt",
        "range": 10,
        "effects": [{"reduce": "3"}, {"damage": "2", "type": "fire"}],
    }
    own = sheet(weapons=[{**weapon("mace"), "attack": 20, "damage": "1d6"}])
    moment = fight("ATU", {"A": own, "T": sheet(numbers={"ac": 22}), "U": sheet(powers=[shelter])})
    run = act(moment, "A", "strike", 5, 6, answers=("U power.shelter",), weapon="mace", target="T")
    assert (lost(run, "T"), lost(run, "A")) == (3, 2)
    assert run.fight.body("U").count("reaction") == 0


@pytest.mark.rule("pf2e.action.reaction")
def test_a_reaction_to_coming_near() -> None:
    hiss = {
        "id": "hiss",
        "kind": "ability",
        "actions": "reaction",
        "trigger": "reached",
        "range": 10,
        "dc": 15,
        "save": "will",
        "effects": [{"condition": "frightened", "value": 1}],
    }
    moment = fight("A....T", {"T": sheet(powers=[hiss])})
    run = act(moment, "A", "stride", 5, answers=("T power.hiss",), path="A1 B1 C1 D1 E1")
    assert value(run.fight, "A", "frightened") == 1
    assert where(run.fight, "A") == "E1"


# Activities.


CHARGE: dict[str, Any] = {
    "id": "charge",
    "name": "Charge",
    "kind": "activity",
    "actions": "2",
    "steps": "stride stride strike_melee",
}


@pytest.mark.rule("pf2e.action.subordinate")
@pytest.mark.rule("pf2e.action.activity")
def test_a_charge_is_two_strides_and_a_strike_for_two_actions() -> None:
    own = sheet(powers=[CHARGE], weapons=[weapon("mace")])
    moment = fight("A.........T", {"A": own, "T": sheet(numbers={"ac": 40})}, {"A": {"speed": 25}})
    (option,) = options(moment, "A", "activity")
    assert max(need_of(option, NeedPath).costs.values()) == 25
    decision = asked(moment, "A", "activity", power="charge", path="A1 B1 C1 D1 E1 F1")
    assert (decision.id, [one.id for one in decision.choices]) == ("stride", ["go", "stop"])
    run = charged(moment, "A1 B1 C1 D1 E1 F1", "F1 G1 H1 I1 J1", 10)
    assert where(run.fight, "A") == "J1"
    assert len(rolled(run, "attack")) == 1
    body = run.fight.body("A")
    assert (body.count("actions"), body.count("attacks")) == (1, 1)
    again = act(run.fight, "A", "strike", 10, weapon="mace", target="T")
    assert rolled(again, "attack")[0].total == rolled(run, "attack")[0].total - 5
    assert refused(run.fight, "A", "activity", power="charge", path="J1 I1") == "pf2e.action.activity"


def charged(moment: Fight, first: str, second: str, *faces: int) -> Any:
    """A charge along two ways."""
    answers = [Action("A", "go", {"path": way(second)}), Action("A", "mace.melee.T")]
    run = Playing(moment, (), answers, FixedDice(faces))
    BOOK.resolve(run, Action("A", "activity", {"power": "charge", "path": way(first)}))
    return run


@pytest.mark.rule("pf2e.action.subordinate")
@pytest.mark.rule("pf2e.move.triggers_reactions")
def test_the_moves_of_a_charge_are_reacted_to_like_any() -> None:
    own = sheet(powers=[CHARGE], weapons=[weapon("mace")], hp=60)
    people = {"A": own, "T": sheet(numbers={"ac": 40}), "U": sheet(weapons=[weapon("mace")], numbers={"ac": 40})}
    moment = fight("A..T\n.U..", people, {"U": {"reactions": ["attack_of_opportunity"]}})
    assert asked(moment, "A", "activity", power="charge", path="A1 B1 C1").id == "attack_of_opportunity"


@pytest.mark.rule("pf2e.action.no_nesting")
def test_an_activity_needs_its_actions_and_its_first_move() -> None:
    own = sheet(powers=[CHARGE])
    held = fight("A...T", {"A": own}, effects={"A": ["immobilized"]})
    assert refused(held, "A", "activity", power="charge", path="A1 B1") == (
        "pf2e.condition.grabbed_immobilized_restrained"
    )
    down = act(act(fight("A...T", {"A": own}), "A", "drop_prone").fight, "A", "stand").fight
    assert refused(down, "A", "activity", power="charge", path="A1 B1") == "pf2e.action.activity"
    free = fight("A...T", {"A": own}, {"A": {"speed": 25}})
    assert refused(free, "A", "activity", power="charge", path="A1 E1") == "pf2e.action.subordinate"


@pytest.mark.rule("pf2e.action.subordinate")
def test_the_plain_opponent_charges_and_goes_on_to_its_enemy() -> None:
    own = sheet(powers=[CHARGE], weapons=[weapon("mace")], hp=60)
    moment = fight("A" + "." * 9 + "T", {"A": own, "T": sheet(hp=60)}, {"A": {"speed": 25}, "T": {"speed": 0}})
    battle, opponent = Battle.new(moment.world, seed=3, system="pf2e"), Opponent()
    done = []
    for _ in range(20):
        action = opponent.choose(battle)
        if action.who == "A":
            done.append(action.id)
        battle.submit(action)
        if "mace.melee.T" in done:
            break
    assert done[-3:] == ["activity", "go", "mace.melee.T"]


@pytest.mark.rule("pf2e.action.no_nesting")
@pytest.mark.rule("pf2e.action.single")
def test_one_action_is_over_before_the_next_begins() -> None:
    own = sheet(weapons=[weapon("mace", "worn")], hp=60)
    moment = fight("A......T", {"A": own}, {"A": {"speed": 25}})
    moment = act(moment, "A", "stride", path="A1 B1 C1").fight
    moment = act(moment, "A", "draw", item="A.mace").fight
    moment = act(moment, "A", "stride", path="C1 D1 E1 F1").fight
    assert (where(moment, "A"), moment.body("A").count("actions")) == ("F1", 0)
    assert refused(moment, "A", "stride", path="F1 G1") == "pf2e.action.single"


@pytest.mark.rule("pf2e.action.no_nesting")
@pytest.mark.rule("pf2e.action.reaction")
def test_only_a_reaction_comes_into_the_middle_of_an_action() -> None:
    people = {"A": sheet(hp=60), "T": sheet(weapons=[weapon("mace")], hp=60)}
    watcher = {"T": {"reactions": ["attack_of_opportunity"]}, "A": {"speed": 25}}
    world = fight("A....\n.T...", people, watcher).world
    battle = Battle.new(world, dice=FixedDice((1, 20)), system="pf2e")
    battle.submit(Action("T", "end_turn"))
    battle.submit(Action("A", "stride", {"path": way("A1 B1 C1")}))
    assert battle.decision is not None
    with pytest.raises(Refused):
        battle.submit(Action("A", "strike", {"weapon": "unarmed", "target": "T"}))
    battle.submit(Action("T", "decline"))
    assert where(battle.fight, "A") == "C1"
