"""One attack: rolls, refusals, odds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from rulesets.pf1.fight.ring import fight, happened, lost, rolled, running, sheet, weapon

from tactics.core.lattice import Square
from tactics.rules.action import Refused
from tactics.rules.event import CounterSet, EffectLost, ItemChanged
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight.numbers import Manner, armor_class
from tactics.rulesets.pf1.fight.strike import StrikeResult, can_strike, strike, strike_preview
from tactics.world.fight import Effect, Fight

SWORD = [weapon("longsword")]
BOW = [weapon("longbow", "both")]


def duel(attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **more: Any) -> Fight:
    """An attacker with a sword, unless said otherwise, beside a target."""
    return fight("AT", {"A": sheet(**{"weapons": SWORD, **(attacker or {})}), "T": sheet(**(target or {}))}, **more)


def refused(moment: Fight, weapon: str = "longsword", manner: Manner | None = None, target: str = "T") -> str:
    """The rule that refuses an attack of A, "" when it is allowed."""
    refusal = can_strike(moment, "A", target, weapon, manner or Manner())
    return "" if refusal is None else refusal.rule


@pytest.mark.rule("pf1.attack.roll")
@pytest.mark.rule("pf1.damage.basic")
@pytest.mark.parametrize(("face", "hits"), [(11, True), (10, False)])
def test_to_hit(face: int, hits: bool) -> None:
    run = running(duel({"bab": 5, "str": 10}, {"ac": {"natural": 6}}), face, 7)
    assert strike(run, "A", "T", "longsword").hit is hits
    assert run.fight.body("T").hp == (13 if hits else 20)
    (attack,) = rolled(run, "attack")
    assert (attack.total, attack.against, attack.outcome) == (face + 5, 16, "hit" if hits else "miss")
    assert (attack.who, attack.target, attack.rule) == ("A", "T", "pf1.attack.roll")


@pytest.mark.rule("pf1.attack.natural_1_20")
def test_the_die_decides_at_its_ends() -> None:
    run = running(duel({"bab": 0}, {"ac": {"natural": 30}}), 20, 2, 5)
    assert strike(run, "A", "T", "longsword").hit
    run = running(duel({"bab": 29}), 1)
    assert not strike(run, "A", "T", "longsword").hit
    assert rolled(run, "attack")[0].total == 30


@pytest.mark.rule("pf1.attack.critical")
@pytest.mark.parametrize(("face", "critical"), [(12, True), (11, False)])
def test_a_threat_is_confirmed(face: int, critical: bool) -> None:
    run = running(duel({"bab": 5}, {"ac": {"natural": 7}}), 20, face, 3, 6)
    assert strike(run, "A", "T", "longsword").critical is critical
    assert [one.outcome for one in rolled(run, "attack") + rolled(run, "confirm")] == [
        "threat",
        "critical" if critical else "hit",
    ]
    assert run.fight.body("T").hp == 20 - (9 if critical else 3)


@pytest.mark.rule("pf1.attack.critical")
def test_a_roll_in_the_threat_range_must_hit() -> None:
    run = running(duel({"bab": 5, "weapons": [weapon("rapier")]}, {"ac": {"natural": 15}}), 18)
    assert not strike(run, "A", "T", "rapier").hit
    assert not rolled(run, "confirm")
    run = running(duel({"bab": 5, "weapons": [weapon("rapier")]}, {"ac": {"natural": 13}}), 18, 2, 4)
    assert strike(run, "A", "T", "rapier") == StrikeResult(True, False, 4, 18, 23)


@pytest.mark.rule("pf1.attack.critical")
@pytest.mark.rule("pf1.damage.multiply")
def test_the_axe_is_rolled_three_times() -> None:
    own = {"str": 18, "weapons": [weapon("greataxe", "both")]}
    run = running(duel(own, {"hp": 60}), 20, 20, 4, 7, 1)
    assert strike(run, "A", "T", "greataxe").damage == 12 + 18
    run = running(duel({"weapons": [weapon("longsword", bonus_damage=5)]}), 19, 15, 3, 6)
    assert strike(run, "A", "T", "longsword").damage == 19


@pytest.mark.rule("pf1.damage.multiply_stack")
def test_a_lance_on_a_charge_and_a_critical() -> None:
    own = {"weapons": [weapon("lance", "both")]}
    moment = fight("A.T", {"A": sheet(**own), "T": sheet(hp=60)})
    run = running(moment, 20, 20, 1, 2, 3, 4)
    assert strike(run, "A", "T", "lance", Manner(multiplier=2)).damage == 10


@pytest.mark.rule("pf1.damage.extra_dice")
def test_sneak_attack_is_not_multiplied() -> None:
    own = {"weapons": [weapon("shortsword", bonus_damage=2)], "sneak_attack": "2d6"}
    run = running(duel(own, {"hp": 60}, effects={"T": ["flat_footed"]}), 19, 15, 3, 4, 5, 6)
    assert strike(run, "A", "T", "shortsword").damage == 3 + 2 + 4 + 2 + 5 + 6
    run = running(duel(own, {"hp": 60}), 15, 3)
    assert strike(run, "A", "T", "shortsword").damage == 5


def test_sneak_attack_by_flanking() -> None:
    rogue = sheet(weapons=[weapon("shortsword")], sneak_attack="1d6")
    sheets = {"A": rogue, "B": sheet(weapons=SWORD), "T": sheet()}
    moment = fight("ATB", sheets, {"B": {"side": "heroes"}})
    run = running(moment, 15, 3, 4)
    assert strike(run, "A", "T", "shortsword").damage == 7
    wary = {**sheets, "T": sheet(special=["improved_uncanny_dodge"])}
    run = running(fight("ATB", wary, {"B": {"side": "heroes"}}), 15, 3)
    assert strike(run, "A", "T", "shortsword").damage == 3


@pytest.mark.rule("pf1.damage.minimum")
@pytest.mark.parametrize(("face", "hp", "nonlethal"), [(2, 20, 1), (4, 19, 0)])
def test_at_least_one_point(face: int, hp: int, nonlethal: int) -> None:
    run = running(duel({"str": 4, "bab": 5, "weapons": [weapon("dagger")]}), 15, face)
    strike(run, "A", "T", "dagger")
    body = run.fight.body("T")
    assert (body.hp, body.nonlethal) == (hp, nonlethal)


@pytest.mark.rule("pf1.conceal.miss_chance")
@pytest.mark.parametrize(("percent", "hits"), [(20, False), (21, True)])
def test_a_hit_may_be_lost_in_fog(percent: int, hits: bool) -> None:
    moment = fight("AT", {"A": sheet(weapons=SWORD)}, {"T": {"under": "%"}}, light="dim")
    run = running(moment, 15, percent, 4)
    assert strike(run, "A", "T", "longsword").hit is hits
    (roll,) = rolled(run, "miss_chance")
    assert (roll.against, roll.rule) == (21, "pf1.conceal.miss_chance")


@pytest.mark.rule("pf1.conceal.miss_chance")
def test_no_percent_for_a_miss() -> None:
    run = running(fight("AT", {"A": sheet(weapons=SWORD)}, {"T": {"under": "%"}}), 2)
    assert not strike(run, "A", "T", "longsword").hit
    assert not rolled(run, "miss_chance")


@pytest.mark.rule("pf1.conceal.magic")
@pytest.mark.rule("pf1.conceal.varying")
@pytest.mark.parametrize(
    ("effect", "percent"), [(Effect("blur"), 20), (Effect("concealed", 30), 30), (Effect("displacement"), 50)]
)
def test_magic_conceals_from_everybody(effect: Effect, percent: int) -> None:
    for face, hits in ((percent, False), (percent + 1, True)):
        run = running(duel(effects={"T": [effect]}), 15, face, 4)
        assert strike(run, "A", "T", "longsword").hit is hits


@pytest.mark.rule("pf1.conceal.total")
@pytest.mark.rule("pf1.attack.target_legal")
def test_who_is_not_seen_is_attacked_by_the_square() -> None:
    moment = duel(effects={"T": ["invisible"]})
    assert refused(moment) == "pf1.conceal.total"
    at = Manner(at=Square(1, 0))
    assert refused(moment, manner=at, target="") == ""
    for percent, hits in ((50, False), (51, True)):
        run = running(moment, 15, percent, 4)
        assert strike(run, "A", "", "longsword", at).hit is hits
    run = running(fight("A.T", {"A": sheet(weapons=SWORD)}), 20)
    assert strike(run, "A", "", "longsword", at) == StrikeResult(False, natural=20)
    (roll,) = rolled(run, "attack")
    assert (roll.outcome, roll.against, roll.target) == ("miss", None, "")


@pytest.mark.rule("pf1.condition.other")
def test_the_blinded_see_nobody() -> None:
    moment = duel(effects={"A": ["blinded"]})
    assert refused(moment) == "pf1.conceal.total"
    run = running(moment, 15, 50)
    assert not strike(run, "A", "T", "longsword", Manner(at=Square(1, 0))).hit


@pytest.mark.rule("pf1.attack.target_legal")
@pytest.mark.rule("pf1.cover.total")
def test_what_cannot_be_attacked() -> None:
    assert refused(duel()) == ""
    assert refused(fight("A.T", {"A": sheet(weapons=SWORD)})) == "pf1.attack.melee_band"
    assert refused(fight("A#T", {"A": sheet(weapons=BOW)}), "longbow") == "pf1.cover.total"
    wall = [{"line": [[1, 0], [1, 1]]}]
    assert refused(fight("AT", {"A": sheet(weapons=SWORD)}, walls=wall)) == "pf1.cover.total"
    assert refused(duel({"weapons": [weapon("longsword", "stowed")]})) == "pf1.attack.target_legal"
    assert refused(duel(), target="A") == "pf1.attack.target_legal"
    assert refused(duel(), manner=Manner(kind="ranged")) == "pf1.attack.target_legal"


@pytest.mark.rule("pf1.attack.melee_band")
@pytest.mark.rule("pf1.reach.weapon")
def test_a_reach_weapon_does_not_strike_neighbours() -> None:
    own = sheet(weapons=[weapon("longspear", "both")])
    assert refused(fight("AT", {"A": own}), "longspear") == "pf1.attack.melee_band"
    assert refused(fight("A.T", {"A": own}), "longspear") == ""


@pytest.mark.rule("pf1.attack.range_increment")
@pytest.mark.parametrize(
    ("id", "away_ft", "rule"),
    [
        ("longbow", 1000, ""),
        ("longbow", 1005, "pf1.attack.range_increment"),
        ("dagger", 50, ""),
        ("dagger", 55, "pf1.attack.range_increment"),
    ],
)
def test_the_longest_shot(id: str, away_ft: int, rule: str) -> None:
    rows = "A" + "." * (away_ft // 5 - 1) + "T"
    moment = fight(rows, {"A": sheet(weapons=[weapon(id)])})
    assert refused(moment, id, Manner(kind="ranged")) == rule


@pytest.mark.rule("pf1.attack.prone_ranged")
@pytest.mark.parametrize(
    ("id", "rule"),
    [
        ("shortbow", "pf1.attack.prone_ranged"),
        ("light_crossbow", ""),
        ("shuriken", ""),
        ("sling", "pf1.attack.prone_ranged"),
    ],
)
def test_shooting_while_prone(id: str, rule: str) -> None:
    moment = fight("A.T", {"A": sheet(weapons=[weapon(id)])}, effects={"A": ["prone"]})
    assert refused(moment, id) == rule
    if not rule:
        assert total(strike_preview(moment, "A", "T", id).parts) == 0


@pytest.mark.rule("pf1.condition.prone")
def test_striking_while_prone() -> None:
    moment = duel({"bab": 6}, effects={"A": ["prone"]})
    assert total(strike_preview(moment, "A", "T", "longsword").parts) == 2


@pytest.mark.rule("pf1.nonlethal.from_lethal_weapon")
def test_subduing() -> None:
    manner = Manner(lethal="nonlethal")
    run = running(duel({"bab": 6}), 15, 5)
    strike(run, "A", "T", "longsword", manner)
    assert (run.fight.body("T").hp, run.fight.body("T").nonlethal) == (20, 5)
    moment = fight("A.T", {"A": sheet(weapons=BOW)})
    assert refused(moment, "longbow", manner) == "pf1.nonlethal.from_lethal_weapon"


@pytest.mark.rule("pf1.nonlethal.lethal_from_nonlethal")
@pytest.mark.rule("pf1.attack.unarmed_provokes")
def test_fists() -> None:
    run = running(duel(), 15, 3)
    strike(run, "A", "T", "unarmed")
    assert (run.fight.body("T").hp, run.fight.body("T").nonlethal) == (20, 3)
    run = running(duel({"bab": 4}), 15, 3)
    strike(run, "A", "T", "unarmed", Manner(lethal="lethal"))
    assert (run.fight.body("T").hp, run.fight.body("T").nonlethal) == (17, 0)


@pytest.mark.rule("pf1.condition.grappled")
def test_nothing_with_two_hands_in_a_grapple() -> None:
    own = {"weapons": [weapon("greatsword", "both"), weapon("dagger", "off")], "bab": 7}
    moment = duel(own, effects={"A": ["grappled"]})
    assert refused(moment, "greatsword") == "pf1.condition.grappled"
    assert total(strike_preview(moment, "A", "T", "dagger").parts) == 5


@pytest.mark.rule("pf1.condition.stunned")
@pytest.mark.rule("pf1.condition.other")
@pytest.mark.parametrize("state", ["stunned", "dazed", "nauseated", "cowering", "pinned", "unconscious", "helpless"])
def test_states_that_do_not_attack(state: str) -> None:
    assert refused(duel(effects={"A": [state]})).startswith("pf1.condition.")
    with pytest.raises(Refused):
        strike(running(duel(effects={"A": [state]})), "A", "T", "longsword")


@pytest.mark.rule("pf1.condition.broken")
def test_a_broken_weapon_threatens_on_20_only() -> None:
    own = {"bab": 5, "weapons": [weapon("longsword", broken=True, bonus_damage=4)]}
    run = running(duel(own), 19, 5)
    strike(run, "A", "T", "longsword")
    assert not rolled(run, "confirm")
    axe = {"bab": 5, "weapons": [weapon("greataxe", "both", broken=True, bonus_damage=4)]}
    run = running(duel(axe, {"hp": 60}), 20, 15, 5, 6)
    assert strike(run, "A", "T", "greataxe").damage == 2 * (4 - 2) + 11


@pytest.mark.rule("pf1.aid.another")
def test_aid_is_used_up_by_the_next_attack() -> None:
    aid = [Effect("aided_attack", 2, "B", note="T"), Effect("aided_attack", 2, "B", note="C")]
    moment = fight("ATB", {"A": sheet(weapons=SWORD)}, {"B": {"side": "heroes"}}, {"A": aid})
    run = running(moment, 2)
    strike(run, "A", "T", "longsword")
    assert total(rolled(run, "attack")[0].parts) == 2
    assert [one.effect.note for one in happened(run) if isinstance(one, EffectLost)] == ["T"]


def test_energy_meets_its_own_resistance() -> None:
    flaming = [weapon("longsword", extra=[{"dice": "1d6", "type": "fire"}])]
    run = running(duel({"weapons": flaming}, {"resistances": {"fire": 3}}), 15, 4, 5)
    assert strike(run, "A", "T", "longsword").damage == 4 + 2
    run = running(duel({"weapons": flaming}, {"immunities": ["fire"]}), 15, 4, 5)
    assert strike(run, "A", "T", "longsword").damage == 4


def test_damage_reduction() -> None:
    hard = {"reduction": {"amount": 5, "except": ["magic"]}}
    run = running(duel({}, hard), 15, 8)
    assert strike(run, "A", "T", "longsword").damage == 3
    magic = {"weapons": [weapon("longsword", enhancement=1)]}
    run = running(duel(magic, hard), 15, 7)
    assert strike(run, "A", "T", "longsword").damage == 8


def test_no_critical_hits_on_who_is_immune() -> None:
    run = running(duel({}, {"immunities": ["critical"]}), 20, 5)
    assert strike(run, "A", "T", "longsword") == StrikeResult(True, False, 5, 20, 20)


def test_shots_are_used_up_and_crossbows_loaded_again() -> None:
    moment = fight("A.T", {"A": sheet(weapons=[weapon("light_crossbow", "both", ammunition=1)])})
    run = running(moment, 2)
    strike(run, "A", "T", "light_crossbow")
    assert CounterSet("A", "shots.light_crossbow", 1) in happened(run)
    assert not run.fight.items["A.light_crossbow"].ready
    assert refused(run.fight, "light_crossbow") == "pf1.attack.target_legal"


def test_what_is_thrown_lies_by_the_target() -> None:
    moment = fight("A.T", {"A": sheet(weapons=[weapon("dagger")])})
    run = running(moment, 2)
    strike(run, "A", "T", "dagger", Manner(kind="ranged"))
    assert any(isinstance(one, ItemChanged) for one in happened(run))
    assert (run.fight.items["A.dagger"].holder, run.fight.items["A.dagger"].square) == ("", Square(2, 0))
    assert refused(run.fight, "dagger", Manner(kind="ranged")) == "pf1.attack.target_legal"


def test_a_picked_up_weapon_can_be_used() -> None:
    moment = fight("AT", {"A": sheet(weapons=SWORD), "T": sheet()})
    run = running(moment, 15, 4)
    run.emit(ItemChanged(_given(moment, "A.longsword", "T")))
    assert strike(run, "T", "A", "A.longsword").damage == 4
    assert refused(run.fight) == "pf1.attack.target_legal"


def _given(moment: Fight, id: str, who: str) -> Any:
    return replace(moment.items[id], holder=who, hand="main")


@pytest.mark.rule("pf1.attack.roll")
@pytest.mark.rule("pf1.attack.critical")
def test_the_odds_are_exact() -> None:
    moment = duel({"bab": 5, "str": 16}, {"ac": {"natural": 6}})
    found = strike_preview(moment, "A", "T", "longsword")
    assert found.against == 16
    assert found.chance == Fraction(13, 20)
    assert found.critical == Fraction(2, 20) * Fraction(13, 20)
    plain = Fraction(9, 2) + 3
    assert found.damage_mean == (Fraction(13, 20) + Fraction(26, 400)) * plain
    assert (found.damage_least, found.damage_most) == (4, 11)


@pytest.mark.rule("pf1.conceal.miss_chance")
@pytest.mark.rule("pf1.damage.minimum")
def test_the_odds_by_counting_every_face() -> None:
    """The preview is what a strike does over all faces of its dice."""
    own = {"str": 4, "bab": 6, "weapons": [weapon("dagger")]}
    moment = duel(own, {"ac": {"natural": 3}, "reduction": {"amount": 1, "except": []}}, effects={"T": ["blur"]})
    found = strike_preview(moment, "A", "T", "dagger")
    hits = criticals = damage = Fraction(0)
    for face in range(1, 21):
        for percent in (20, 100):
            for confirm in range(1, 21):
                for first in range(1, 5):
                    for second in range(1, 5):
                        share = Fraction(1, 20 * 20 * 16) * Fraction(20 if percent == 20 else 80, 100)
                        result = strike(
                            running(moment, face, percent, *_after(face, confirm, first, second)), "A", "T", "dagger"
                        )
                        hits += share * result.hit
                        criticals += share * result.critical
                        damage += share * result.damage
    assert (found.chance, found.critical, found.damage_mean) == (hits, criticals, damage)


def _after(face: int, confirm: int, first: int, second: int) -> tuple[int, ...]:
    return (confirm, first, second) if face >= 19 else (first, second)


def test_the_log_shows_everything_that_was_lost() -> None:
    run = running(duel(), 15, 8)
    strike(run, "A", "T", "longsword")
    assert lost(run, "T") == [-8]
    assert [one.purpose for one in (rolled(run, "attack") + rolled(run, "damage"))] == ["attack", "damage"]


@pytest.mark.rule("pf1.conceal.light_levels")
@pytest.mark.rule("pf1.ac.lose_dex")
@pytest.mark.parametrize(
    ("light", "senses", "special", "ac"),
    [
        ("bright", [], [], 15),
        ("dim", [], [], 15),
        ("dark", [], [], 10),
        ("dark", ["darkvision"], [], 15),
        ("dark", ["blindsight"], [], 15),
        ("dark", [], ["uncanny_dodge"], 13),
    ],
)
def test_in_darkness_who_needs_light_is_as_good_as_blinded(
    light: str, senses: list[str], special: list[str], ac: int
) -> None:
    """Dexterity +3 is lost against the attacker that is not seen, and 2 more; uncanny dodge keeps Dexterity."""
    sheets = {"A": sheet(weapons=SWORD), "T": sheet(dex=16, ac={"natural": 2}, special=special)}
    creatures = {"A": {"senses": ["darkvision"]}, "T": {"senses": senses}}
    moment = fight("AT", sheets, creatures, light=light)
    assert armor_class(moment, "T", "A", "longsword")[0] == ac
