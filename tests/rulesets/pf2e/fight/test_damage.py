"""Damage: its sum, doubling and halving, types, immunity, weakness and resistance, persistent damage, splash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from gettext import NullTranslations
from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.ring import BOOK, act, fight, happened, kept, lost, options, refused, rolled, running, sheet
from rulesets.pf2e.fight.ring import value as value_of
from rulesets.pf2e.fight.ring import weapon as weapon_

from tactics.core.dice import NoFace
from tactics.core.lattice import Square
from tactics.core.text import say
from tactics.engine.run import Playing
from tactics.rules.action import Action, NeedCreature
from tactics.rules.dice_text import parse_dice
from tactics.rules.event import EffectGained, ItemLost, Mounted, Moved
from tactics.rules.parts import total
from tactics.rulesets.pf2e import falling
from tactics.rulesets.pf2e.fight import checks, persistent
from tactics.rulesets.pf2e.fight.damage import Dealt, by_basic_save, doubled, halved, through
from tactics.rulesets.pf2e.fight.harm import Blow, heal, hurt
from tactics.rulesets.pf2e.fight.legality import can_strike
from tactics.rulesets.pf2e.fight.plan import plan_of
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.travel import Leg, take_step
from tactics.world.fight import Effect, Fight

FULL_AC = {"ac": 10}
PIERCING = [{"to": "piercing", "amount": 4}]
SNEAKY = {"dice": "1d4", "type": "piercing", "precision": True}


def lasting(written: str, kind: str = "fire") -> persistent.Lasting:
    """Persistent damage of so many dice."""
    dice = parse_dice(written)
    assert dice is not None
    return persistent.Lasting(kind, dice)


def left(parts: Iterable[Dealt], **more: Any) -> int:
    """What of damage comes through to a creature with such a stat block."""
    moment = fight("AT", {"T": sheet(**more)})
    return sum(one.amount for one in through(sheet_of(moment.world.creature("T")), parts))


def struck(arm: dict[str, Any], *faces: int, target: dict[str, Any] | None = None, kind: str = "", **own: Any) -> int:
    """Damage of one Strike that hits."""
    moment = fight(
        "AT" if kind != "ranged" else "A.T", {"A": sheet(weapons=[arm], **own), "T": sheet(**(target or {}))}
    )
    aim = {"weapon": arm["id"], "target": "T", **({"kind": kind} if kind else {})}
    return lost(act(moment, "A", "strike", *faces, **aim), "T")


def at_end(moment: Fight, *faces: int, answers: tuple[str, ...] = ()) -> Any:
    """The end of A's turn."""
    return act(moment, "A", "end_turn", *faces, answers=answers)


@pytest.mark.rule("pf2e.damage.procedure")
@pytest.mark.rule("pf2e.hp.basics")
def test_what_is_left_is_lost_and_never_below_zero() -> None:
    moment = fight("AT", {"T": sheet(hp=6, kind="hero")})
    run = running(moment)
    assert hurt(run, "T", [Dealt(4, "slashing")], Blow("A")) == 4
    assert run.fight.body("T").hp == 2
    hurt(run, "T", [Dealt(10, "slashing")], Blow("A"))
    assert run.fight.body("T").hp == 0


@pytest.mark.rule("pf2e.damage.procedure")
@pytest.mark.rule("pf2e.iwr.order")
@pytest.mark.parametrize(
    ("parts", "target", "amount"),
    [
        (doubled([Dealt(9, "slashing")]), {"weak": ("slashing", 5), "resists": ("physical", 3)}, 20),
        ([Dealt(10, "fire")], {"weak": ("fire", 5), "resists": ("fire", 3)}, 12),
        ([Dealt(10, "fire")], {"immunities": ["fire"], "weak": ("fire", 5)}, 0),
        (doubled([Dealt(10, "fire")]), {"weak": ("fire", 5)}, 25),
        (halved([Dealt(11, "fire")]), {"weak": ("fire", 5)}, 10),
        ([Dealt(20, "fire")], {"resists": ("fire", 5)}, 15),
    ],
)
def test_immunity_then_weakness_then_resistance(parts: Any, target: dict[str, Any], amount: int) -> None:
    block = {key: one for key, one in target.items() if key == "immunities"}
    for key, name in (("weak", "weaknesses"), ("resists", "resistances")):
        if key in target:
            block[name] = [{"to": target[key][0], "amount": target[key][1]}]
    assert left(parts, **block) == amount


@pytest.mark.rule("pf2e.iwr.order")
@pytest.mark.rule("pf2e.damage.types")
@pytest.mark.parametrize(
    ("kind", "traits", "amount"),
    [
        ("good", [], 0),
        ("good", ["evil"], 5),
        ("evil", ["good"], 5),
        ("lawful", ["chaotic"], 5),
        ("bleed", ["undead"], 0),
        ("bleed", ["human"], 5),
        ("negative", ["undead"], 0),
        ("negative", ["human"], 5),
        ("positive", ["undead"], 5),
        ("positive", ["human"], 0),
        ("mental", ["mindless"], 0),
        ("slashing", ["evil"], 5),
    ],
)
def test_some_damage_only_hurts_some(kind: str, traits: list[str], amount: int) -> None:
    assert left([Dealt(5, kind)], traits=traits) == amount


@pytest.mark.rule("pf2e.iwr.order")
def test_resisting_an_alignment_is_no_shield_against_those_of_it() -> None:
    assert left([Dealt(9, "slashing")], resistances=[{"to": "evil", "amount": 5}]) == 9


@pytest.mark.rule("pf2e.iwr.immunity")
def test_immunity_to_one_part_of_a_mixed_effect() -> None:
    assert left([Dealt(8, "fire"), Dealt(6, "acid")], immunities=["fire"]) == 6
    moment = fight("AT", {"T": sheet(immunities=["fire"], numbers=FULL_AC)})
    (option,) = options(moment, "A", "strike")
    assert need_of(option, NeedCreature).ids == ("T",)


@pytest.mark.rule("pf2e.iwr.immunity_critical_hits")
@pytest.mark.parametrize(("immune", "amount"), [(True, 9), (False, 18)])
def test_critical_hits_are_plain_to_some(immune: bool, amount: int) -> None:
    target = {"hp": 60, "numbers": FULL_AC, "immunities": ["critical_hits"] if immune else []}
    assert struck(weapon_("longsword"), 20, 5, target=target, str=4) == amount


@pytest.mark.rule("pf2e.iwr.immunity_critical_hits")
@pytest.mark.rule("pf2e.iwr.weakness")
def test_weakness_stays_when_a_critical_hit_is_plain() -> None:
    weak = [{"to": "bludgeoning", "amount": 5}]
    target = {"hp": 60, "numbers": FULL_AC, "immunities": ["critical_hits"], "weaknesses": weak}
    assert struck(weapon_("warhammer"), 20, 8, target=target, str=4) == 17


@pytest.mark.rule("pf2e.iwr.immunity_nonlethal")
@pytest.mark.parametrize(("style", "amount"), [("plain", 0), ("lethal", 12)])
def test_a_fist_does_nothing_to_a_golem(style: str, amount: int) -> None:
    golem = sheet(immunities=["nonlethal"], numbers=FULL_AC, hp=50)
    moment = fight("AT", {"A": sheet(str=8), "T": golem})
    assert lost(act(moment, "A", "strike", 10, 4, weapon="unarmed", target="T", style=style), "T") == amount


@pytest.mark.rule("pf2e.iwr.weakness")
@pytest.mark.parametrize(
    ("parts", "weak", "amount"),
    [
        ([Dealt(8, "fire")], [("fire", 5)], 13),
        ([Dealt(10, "slashing", frozenset({"cold_iron"}))], [("slashing", 5), ("cold_iron", 10)], 20),
        ([Dealt(8, "slashing"), Dealt(4, "fire")], [("fire", 5)], 17),
        ([Dealt(8, "slashing", frozenset({"silver"})), Dealt(4, "fire", frozenset({"silver"}))], [("silver", 5)], 17),
    ],
)
def test_the_highest_weakness_counts_once(parts: list[Dealt], weak: list[tuple[str, int]], amount: int) -> None:
    assert left(parts, weaknesses=[{"to": to, "amount": number} for to, number in weak]) == amount


STEEL_NO_SILVER = [{"to": "physical", "amount": 10, "except": ["silver"]}]
PLAIN_CLUBS = [{"to": "bludgeoning", "amount": 5, "needs": ["nonmagical"]}]


@pytest.mark.rule("pf2e.iwr.resistance")
@pytest.mark.parametrize(
    ("parts", "resists", "amount"),
    [
        ([Dealt(7, "slashing")], STEEL_NO_SILVER, 0),
        ([Dealt(12, "slashing")], STEEL_NO_SILVER, 2),
        ([Dealt(12, "slashing", frozenset({"silver"}))], STEEL_NO_SILVER, 12),
        ([Dealt(9, "bludgeoning", frozenset({"magical"}))], PLAIN_CLUBS, 9),
        ([Dealt(9, "piercing")], PLAIN_CLUBS, 9),
        ([Dealt(9, "bludgeoning")], PLAIN_CLUBS, 4),
        ([Dealt(10, "fire")], [{"to": "fire", "amount": 5}, {"to": "all", "amount": 3}], 5),
        ([Dealt(7, "slashing"), Dealt(4, "fire")], [{"to": "all", "amount": 5}], 2),
    ],
)
def test_resistance(parts: list[Dealt], resists: list[dict[str, Any]], amount: int) -> None:
    assert left(parts, resistances=resists) == amount


@pytest.mark.rule("pf2e.damage.types")
@pytest.mark.rule("pf2e.iwr.resistance")
def test_precision_is_part_of_the_blow_it_rides_on() -> None:
    blow = [Dealt(8, "slashing"), Dealt(4, "slashing", frozenset({"precision"}))]
    assert left(blow, resistances=[{"to": "slashing", "amount": 5}]) == 7
    assert left(blow, immunities=["precision"]) == 8
    assert left(blow, immunities=["slashing"]) == 0


@pytest.mark.rule("pf2e.damage.types")
@pytest.mark.parametrize(("arm", "kind"), [("mace", "bludgeoning"), ("spear", "piercing")])
def test_a_weapon_has_its_type(arm: str, kind: str) -> None:
    target = {"numbers": FULL_AC, "weaknesses": [{"to": kind, "amount": 7}]}
    assert struck(weapon_(arm), 12, 3, target=target) == 10


@pytest.mark.rule("pf2e.damage.types")
@pytest.mark.parametrize(("kind", "amount"), [("slashing", 9), ("piercing", 4)])
def test_a_versatile_weapon_deals_what_is_chosen(kind: str, amount: int) -> None:
    skeleton = sheet(numbers=FULL_AC, resistances=[{"to": "piercing", "amount": 5}])
    moment = fight("AT", {"A": sheet(str=4, weapons=[weapon_("longsword")]), "T": skeleton})
    assert lost(act(moment, "A", "strike", 10, 5, weapon="longsword", target="T", type=kind), "T") == amount


@pytest.mark.rule("pf2e.damage.roll")
@pytest.mark.parametrize(
    ("arm", "hand", "strength", "face", "amount"),
    [
        ("longsword", "main", 4, 5, 9),
        ("shortbow", "both", 4, 4, 4),
        ("composite_shortbow", "both", 3, 4, 5),
        ("composite_shortbow", "both", -1, 4, 3),
        ("composite_shortbow", "both", 1, 4, 4),
    ],
)
def test_strength_in_damage(arm: str, hand: str, strength: int, face: int, amount: int) -> None:
    assert struck(weapon_(arm, hand), 12, face, target={"numbers": FULL_AC}, str=strength) == amount


@pytest.mark.rule("pf2e.damage.roll")
def test_a_thrown_weapon_adds_strength_and_lies_there() -> None:
    moment = fight("A.T", {"A": sheet(str=3, weapons=[weapon_("javelin")]), "T": sheet(numbers=FULL_AC)})
    run = act(moment, "A", "strike", 12, 4, weapon="javelin", target="T")
    assert lost(run, "T") == 7
    assert (run.fight.items["A.javelin"].holder, str(run.fight.items["A.javelin"].square)) == ("", "C1")


@pytest.mark.rule("pf2e.damage.roll")
@pytest.mark.parametrize(("hand", "face"), [("main", 8), ("both", 12)])
def test_a_second_hand_makes_bigger_dice(hand: str, face: int) -> None:
    assert struck(weapon_("bastard_sword", hand), 12, face, target={"numbers": FULL_AC}, str=2) == face + 2


@pytest.mark.rule("pf2e.damage.minimum_one")
@pytest.mark.parametrize(("resistance", "amount"), [(0, 1), (5, 0)])
def test_a_weak_hit_is_one_point(resistance: int, amount: int) -> None:
    resists = [{"to": "bludgeoning", "amount": resistance}] if resistance else []
    target = {"numbers": {"ac": 5}, "resistances": resists}
    assert struck(weapon_("unarmed"), 14, 1, target=target, str=-3) == amount


@pytest.mark.rule("pf2e.damage.extra_dice")
@pytest.mark.parametrize(("striking", "faces"), [(0, (3,)), (1, (3, 4)), (2, (3, 4, 5)), (3, (3, 4, 5, 6))])
def test_striking_runes(striking: int, faces: tuple[int, ...]) -> None:
    arm = weapon_("longsword", striking=striking)
    assert struck(arm, 12, *faces, target={"numbers": FULL_AC, "hp": 60}, str=4) == sum(faces) + 4


@pytest.mark.rule("pf2e.damage.extra_dice")
@pytest.mark.parametrize(
    ("rank", "kind", "more"),
    [
        ("trained", "plain", 0),
        ("expert", "plain", 2),
        ("master", "plain", 3),
        ("legendary", "plain", 4),
        ("expert", "greater", 4),
        ("master", "greater", 6),
        ("legendary", "greater", 8),
    ],
)
def test_weapon_specialization(rank: str, kind: str, more: int) -> None:
    own = {"proficiencies": {"martial": rank}, "specialization": kind}
    assert struck(weapon_("longsword"), 13, 5, target={"numbers": {"ac": 15}, "hp": 60}, **own) == 5 + more


@pytest.mark.rule("pf2e.damage.double_halve")
@pytest.mark.rule("pf2e.rounding.down")
def test_the_whole_sum_is_doubled_or_halved() -> None:
    assert struck(weapon_("longsword"), 20, 5, target={"numbers": FULL_AC, "hp": 60}, str=4) == 18
    assert [one.amount for one in halved([Dealt(15, "fire"), Dealt(27, "fire"), Dealt(7, "fire")])] == [7, 13, 3]


@pytest.mark.rule("pf2e.damage.double_halve")
@pytest.mark.parametrize(
    ("arm", "hand", "faces", "amount"),
    [
        ("rapier", "main", (4, 7), 2 * 4 + 7),
        ("pick", "main", (9, 8), 2 * 9 + 8),
        ("longbow", "both", (5, 6), 2 * 5 + 6),
    ],
)
def test_deadly_and_fatal_dice_are_not_doubled(arm: str, hand: str, faces: tuple[int, ...], amount: int) -> None:
    assert struck(weapon_(arm, hand), 20, *faces, target={"numbers": {"ac": 14}, "hp": 60}) == amount


@pytest.mark.rule("pf2e.rounding.down")
def test_halves_are_rounded_down() -> None:
    assert falling.falling_damage(55) == 27
    assert falling.below_damage(27, "success") == 6


@pytest.mark.rule("pf2e.save.basic")
@pytest.mark.parametrize(
    ("damage", "critical_success", "success", "failure", "critical_failure"), [(27, 0, 13, 27, 54), (28, 0, 14, 28, 56)]
)
def test_basic_saves(damage: int, critical_success: int, success: int, failure: int, critical_failure: int) -> None:
    found = {
        degree: sum(one.amount for one in by_basic_save([Dealt(damage, "fire")], degree)) for degree in checks.DEGREES
    }
    assert found == {
        "critical_success": critical_success,
        "success": success,
        "failure": failure,
        "critical_failure": critical_failure,
    }


FLAMING = {"dice": "1d10", "type": "fire", "persistent": True, "critical": True}
BURNING = {"dice": "1d6", "type": "fire", "persistent": True}


@pytest.mark.rule("pf2e.damage.persistent")
@pytest.mark.parametrize(("face", "ends"), [(15, True), (14, False)])
def test_persistent_damage_comes_at_the_end_of_the_turn(face: int, ends: bool) -> None:
    moment = fight("A.T", {"A": sheet(kind="hero")})
    run = running(moment)
    assert persistent.begin(run, "A", lasting("1d6"), source="T")
    assert lost(run, "A") == 0
    after = at_end(run.fight, 4, face)
    assert lost(after, "A") == 4
    assert [one.against for one in rolled(after, "flat_check")] == [15]
    assert after.fight.body("A").has("persistent_fire") is not ends


@pytest.mark.rule("pf2e.damage.persistent")
def test_the_greater_of_a_type_counts_and_types_stand_side_by_side() -> None:
    run = running(fight("A.T", {"A": sheet(kind="hero")}))
    assert persistent.begin(run, "A", lasting("2"))
    assert persistent.begin(run, "A", lasting("5"))
    assert not persistent.begin(run, "A", lasting("3"))
    assert persistent.begin(run, "A", lasting("4", "acid"))
    after = at_end(run.fight, 3, 16)
    assert lost(after, "A") == 9
    assert [one.total for one in rolled(after, "flat_check")] == [3, 16]
    assert [one.id for one in persistent.effects_of(after.fight, "A")] == ["persistent_fire"]


@pytest.mark.rule("pf2e.damage.persistent")
@pytest.mark.rule("pf2e.dying.damage_while_dying")
def test_two_types_raise_dying_once() -> None:
    run = running(fight("A.T", {"A": sheet(kind="hero", hp=3), "T": sheet()}))
    hurt(run, "A", [Dealt(3, "fire")], Blow("T"))
    persistent.begin(run, "A", lasting("2"))
    persistent.begin(run, "A", lasting("2", "acid"))
    persistent.suffer(after := running(run.fight, 2, 2), "A")
    assert value_of(after.fight, "A", "dying") == 2


@pytest.mark.rule("pf2e.damage.persistent")
@pytest.mark.rule("pf2e.damage.double_halve")
@pytest.mark.parametrize(("extra", "note"), [(BURNING, "1d6*2"), (FLAMING, "1d10")])
def test_only_what_every_hit_does_is_doubled(extra: dict[str, Any], note: str) -> None:
    moment = fight(
        "AT", {"A": sheet(weapons=[weapon_("longsword", extra=[extra])]), "T": sheet(numbers=FULL_AC, hp=60)}
    )
    run = act(moment, "A", "strike", 20, 5, weapon="longsword", target="T")
    (effect,) = persistent.effects_of(run.fight, "T")
    assert (effect.note, effect.source) == (note, "A")
    persistent.suffer(later := running(run.fight, 4, 2), "T")
    assert lost(later, "T") == (8 if note.endswith("*2") else 4)


@pytest.mark.rule("pf2e.damage.persistent")
def test_a_plain_hit_gives_no_critical_fire_and_a_harmless_one_none() -> None:
    def hit(extra: dict[str, Any], resistance: int) -> Fight:
        arms = [weapon_("longsword", extra=[extra])]
        tough = sheet(numbers=FULL_AC, resistances=[{"to": "slashing", "amount": resistance}])
        return act(
            fight("AT", {"A": sheet(weapons=arms), "T": tough}), "A", "strike", 12, 5, weapon="longsword", target="T"
        ).fight

    assert persistent.effects_of(hit(FLAMING, 1), "T") == ()
    assert persistent.effects_of(hit(BURNING, 1), "T") != ()
    assert persistent.effects_of(hit(BURNING, 9), "T") == ()


@pytest.mark.rule("pf2e.damage.persistent")
@pytest.mark.rule("pf2e.save.basic")
@pytest.mark.parametrize(("written", "faces", "amount"), [("1d6", (5,), 2), ("5", (), 2)])
def test_half_of_it_after_a_save(written: str, faces: tuple[int, ...], amount: int) -> None:
    run = running(fight("A.T", {"A": sheet(kind="hero")}), *faces, 3)
    persistent.begin(run, "A", lasting(written).halved())
    persistent.suffer(run, "A")
    assert lost(run, "A") == amount


@pytest.mark.rule("pf2e.damage.persistent")
@pytest.mark.rule("pf2e.damage.types")
@pytest.mark.rule("pf2e.iwr.immunity")
def test_some_cannot_bleed_or_burn() -> None:
    run = running(fight("A.T", {"A": sheet(traits=["undead"]), "T": sheet(immunities=["fire"])}))
    assert not persistent.begin(run, "A", lasting("3", "bleed"))
    assert not persistent.begin(run, "T", lasting("3"))
    assert happened(run) == []


@pytest.mark.rule("pf2e.damage.persistent")
@pytest.mark.rule("pf2e.iwr.resistance")
def test_resistance_counts_each_time() -> None:
    run = running(fight("A.T", {"A": sheet(resistances=[{"to": "physical", "amount": 2}])}), 3)
    persistent.begin(run, "A", lasting("5", "bleed"))
    persistent.suffer(run, "A")
    assert lost(run, "A") == 3


@pytest.mark.rule("pf2e.damage.types")
def test_full_health_stops_a_bleeding() -> None:
    run = running(fight("A.T", {"A": sheet()}))
    hurt(run, "A", [Dealt(4, "slashing")], Blow("T"))
    persistent.begin(run, "A", lasting("3", "bleed"))
    heal(run, "A", 3)
    assert persistent.effects_of(run.fight, "A") != ()
    heal(run, "A", 1)
    assert persistent.effects_of(run.fight, "A") == ()


@pytest.mark.rule("pf2e.damage.persistent")
def test_it_burns_out_after_a_minute() -> None:
    run = running(fight("A.T", {"A": sheet(hp=60)}))
    persistent.begin(run, "A", lasting("1"))
    moment, ticks = run.fight, 0
    for _ in range(12):
        burning = bool(persistent.effects_of(moment, "A"))
        step = act(moment, "A", "end_turn", *([2] if burning and ticks < 10 else []))
        ticks += lost(step, "A")
        moment = act(step.fight, "T", "end_turn").fight
    assert ticks == 10
    assert persistent.effects_of(moment, "A") == ()


@pytest.mark.rule("pf2e.damage.persistent")
@pytest.mark.parametrize(("face", "ends"), [(15, True), (14, False)])
def test_a_friend_helps_once_a_round(face: int, ends: bool) -> None:
    burning = [Effect("persistent_fire", note="1d6"), Effect("persistent_acid", note="2")]
    moment = fight("AB.T", creatures={"B": {"side": "heroes"}}, effects={"B": burning})
    assert len(options(moment, "A", "assist_recovery")) == 2
    run = act(moment, "A", "assist_recovery", face, target="B", how="persistent_fire")
    assert run.fight.body("B").has("persistent_fire") is not ends
    assert run.fight.body("B").has("persistent_acid")
    again = act(run.fight, "A", "end_turn").fight
    assert refused(again, "B", "assist_recovery", target="B", how="persistent_acid") == "pf2e.damage.persistent"
    foe = fight("AT", effects={"T": burning})
    assert options(foe, "A", "assist_recovery", possible=False) == []


@pytest.mark.rule("pf2e.damage.types")
@pytest.mark.parametrize(
    ("faces", "target", "near"),
    [((20, 5), 2 * 5 + 1, 1), ((10, 5), 6, 1), ((5,), 1, 1), ((1,), 0, 0)],
)
def test_splash_hurts_everybody_around(faces: tuple[int, ...], target: int, near: int) -> None:
    bomber = sheet(str=4, proficiencies={"martial": "trained"}, weapons=[weapon_("alchemists_fire")])
    others = {"T": sheet(numbers={"ac": 13}, hp=60), "U": sheet(), "V": sheet()}
    moment = fight("A..T\n....\n..U.V".replace("..U.V", "..UV").replace("....\n", ""), {"A": bomber, **others})
    run = act(moment, "A", "strike", *faces, weapon="alchemists_fire", target="T")
    assert (lost(run, "T"), lost(run, "U"), lost(run, "V"), lost(run, "A")) == (target, near, near, 0)
    assert any(isinstance(one, ItemLost) for one in happened(run))
    assert bool(persistent.effects_of(run.fight, "T")) is (target > 1)


@pytest.mark.rule("pf2e.iwr.weakness")
def test_a_weakness_to_splash_counts_once() -> None:
    bomber = sheet(proficiencies={"martial": "trained"}, weapons=[weapon_("alchemists_fire")])
    swarm = sheet(numbers={"ac": 13}, hp=60, weaknesses=[{"to": "splash", "amount": 5}])
    run = act(fight("A.T", {"A": bomber, "T": swarm}), "A", "strike", 12, 4, weapon="alchemists_fire", target="T")
    assert lost(run, "T") == 10


@pytest.mark.rule("pf2e.attack.roll")
@pytest.mark.rule("pf2e.damage.roll")
def test_traits_that_look_at_earlier_strikes() -> None:
    arms = [weapon_("scimitar")]
    moment = fight(
        "UAT", {"A": sheet(weapons=arms), "T": sheet(numbers={"ac": 1}, hp=60), "U": sheet(numbers={"ac": 30})}
    )
    first = act(moment, "A", "strike", 10, 3, weapon="scimitar", target="T")
    assert [kept(one.parts) for one in rolled(first, "damage")] == [[]]
    second = act(first.fight, "A", "strike", 10, 3, weapon="scimitar", target="T")
    assert [one.total for one in rolled(second, "damage")] == [4]
    third = act(second.fight, "A", "strike", 10, weapon="scimitar", target="U")
    assert [one.total for one in rolled(third, "attack")] == [10 - 10 + 1]
    later = act(act(third.fight, "A", "end_turn").fight, "T", "end_turn").fight
    fresh = act(act(later, "U", "end_turn").fight, "A", "strike", 10, 3, weapon="scimitar", target="T")
    assert [one.total for one in rolled(fresh, "damage")] == [3]


@pytest.mark.rule("pf2e.attack.roll")
@pytest.mark.parametrize(("squares", "penalty"), [(6, -2), (7, 0)])
def test_a_volley_needs_distance(squares: int, penalty: int) -> None:
    archer = sheet(weapons=[weapon_("longbow", "both")])
    moment = fight("A" + "." * (squares - 1) + "T", {"A": archer, "T": sheet(numbers={"ac": 40})})
    assert [one.total for one in rolled(act(moment, "A", "strike", 10, weapon="longbow", target="T"), "attack")] == [
        10 + penalty
    ]


@pytest.mark.rule("pf2e.damage.persistent")
def test_the_effect_says_how_much() -> None:
    run = running(fight("A.T"))
    persistent.begin(run, "A", lasting("2d6+1"))
    (gained,) = [one for one in happened(run) if isinstance(one, EffectGained)]
    assert persistent.lasting_of(gained.effect) == lasting("2d6+1")


@pytest.mark.rule("pf2e.damage.procedure")
@pytest.mark.rule("pf2e.check.degree_of_success")
@pytest.mark.parametrize(
    ("arm", "target"),
    [
        ({"id": "longsword"}, {}),
        ({"id": "pick"}, {"resistances": [{"to": "piercing", "amount": 3}]}),
        ({"id": "rapier", "extra": [{"dice": "1d4", "type": "fire"}]}, {"weaknesses": [{"to": "fire", "amount": 2}]}),
        (
            {"id": "dagger", "extra": [{"dice": "1d4", "type": "piercing", "precision": True}]},
            {"resistances": PIERCING},
        ),
        ({"id": "longsword", "extra": [{"dice": "1d4", "type": "cold", "critical": True}]}, {"hp": 60}),
    ],
)
def test_a_preview_is_what_all_the_dice_come_to(arm: dict[str, Any], target: dict[str, Any]) -> None:
    """Every roll of every die, one after another."""
    own = {"A": sheet(str=2, weapons=[weapon_(**arm)]), "T": sheet(**{"numbers": {"ac": 14}, "hp": 90, **target})}
    moment = fight("AT", own)
    action = Action("A", "strike", {"weapon": arm["id"], "target": "T"})
    found = BOOK.preview(moment, action)
    whole, hits = Fraction(0), 0
    for face in range(1, 21):
        ways = list(_every_way(moment, action, (face,)))
        whole += Fraction(sum(lost(one, "T") for one in ways), len(ways))
        hits += rolled(ways[0], "attack")[0].outcome in ("success", "critical_success")
    assert (found.chance, found.damage_mean) == (Fraction(hits, 20), whole / 20)


def _every_way(moment: Fight, action: Action, faces: tuple[int, ...]) -> Iterator[Playing]:
    """An action with each face of each die it still wants."""
    run = running(moment, *faces)
    try:
        BOOK.resolve(run, action)
    except NoFace as more:
        for face in range(1, more.sides + 1):
            yield from _every_way(moment, action, (*faces, face))
    else:
        yield run


@pytest.mark.rule("pf2e.damage.roll")
@pytest.mark.parametrize(
    ("squares", "hand", "bonus", "face"), [(2, "main", 1, 6), (1, "main", 0, 6), (2, "both", 1, 8)]
)
def test_a_lance_from_the_saddle(squares: int, hand: str, bonus: int, face: int) -> None:
    own = {"A": sheet(str=2, weapons=[weapon_("lance", hand)]), "M": sheet(), "T": sheet(numbers={"ac": 10}, hp=60)}
    steed = {"M": {"side": "heroes", "size": "large"}}
    run = running(fight("MM......T\nMM.......\nA........", own, steed))
    run.emit(Mounted("A", "M"))
    run.emit(Moved("A", Square(0, 0), 0, "walk", 1, 1))
    for step in range(1, squares + 1):
        take_step(run, "M", Leg(Square(step, 0), 5), "walk")
    plan = plan_of(run.fight, "A", "T", "lance")
    assert plan.dice.dice == ((1, face),)
    assert total(plan.damage) == 2 + bonus
    why = can_strike(run.fight, "A", "T", "lance", "melee")
    assert why is not None
    assert why.rule == "pf2e.attack.melee_reach"


@pytest.mark.rule("pf2e.damage.roll")
@pytest.mark.rule("pf2e.class.proficiency_sources")
def test_two_of_a_kind() -> None:
    arms = [
        weapon_("sword_a", like="shortsword", traits=["agile", "twin"]),
        weapon_("sword_b", "off", like="shortsword"),
    ]
    own = {"A": sheet(weapons=arms, proficiencies={"shortsword": "trained"}), "T": sheet(numbers={"ac": 12}, hp=60)}
    first = act(fight("AT", own), "A", "strike", 10, 2, weapon="sword_b", target="T")
    second = act(first.fight, "A", "strike", 14, 2, weapon="sword_a", target="T")
    assert [one.total for one in rolled(first, "attack")] == [13]
    assert [one.total for one in rolled(second, "damage")] == [3]
    third = act(second.fight, "A", "strike", 19, 2, weapon="sword_a", target="T")
    assert [one.total for one in rolled(third, "damage")] == [3]


@pytest.mark.rule("pf2e.damage.persistent")
@pytest.mark.parametrize(("note", "words"), [("1d6", "1d6"), ("1d6*2", "1d6 × 2"), ("2d4/2", "2d4 ÷ 2"), ("3", "3")])
def test_a_badge_says_how_much(note: str, words: str) -> None:
    moment = fight("A.T", effects={"A": [Effect("persistent_fire", note=note)]})
    (badge,) = BOOK.badges(moment, "A")
    assert say(badge.title, NullTranslations()) == f"persistent damage: fire, {words}"


@pytest.mark.rule("pf2e.damage.types")
@pytest.mark.rule("pf2e.condition.flat_footed")
@pytest.mark.parametrize(
    ("rows", "state", "faces"),
    [("AT.", [], (12, 2)), ("AT.", ["prone"], (12, 2, 5)), ("ATB", [], (12, 2, 5)), ("AT.", ["grabbed"], (12, 2, 5))],
)
def test_a_sneak_attack_needs_an_opening(rows: str, state: list[str], faces: tuple[int, ...]) -> None:
    sneak = {"dice": "1d6", "type": "piercing", "precision": True, "flat_footed": True, "name": "sneak attack"}
    rogue = sheet(weapons=[weapon_("dagger", extra=[sneak])])
    moment = fight(rows, {"A": rogue, "T": sheet(numbers={"ac": 12})}, {"B": {"side": "heroes"}}, {"T": state})
    assert lost(act(moment, "A", "strike", *faces, weapon="dagger", target="T"), "T") == sum(faces[1:])
