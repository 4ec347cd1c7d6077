"""What of damage comes through: resistance, vulnerability, immunity, halving, and in which order."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import BOOK, act, fight, happened, lost, noted, power, running, sheet, value, weapon

from tactics.core.text import Text
from tactics.engine.run import Waiting
from tactics.rules.action import Action
from tactics.rules.event import Noted
from tactics.rulesets.dnd4e.fight.conditions import RESIST, VULNERABLE, gain
from tactics.rulesets.dnd4e.fight.damage import Defenses, defenses_of, through
from tactics.rulesets.dnd4e.fight.harm import Blow, gain_temporary, hurt
from tactics.world.fight import Effect, Fight


def left(amount: int, types: str, halves: int = 0, **own: Any) -> int:
    """What of damage of some types comes through to a creature with such a stat block."""
    moment = fight("AT", {"T": sheet(hp=100, **own)})
    return through(defenses_of(moment, "T"), amount, tuple(types.split()), halves=halves)[0]


def dealt(moment: Fight, amount: int, *types: str, blow: Blow | None = None) -> int:
    """How many hit points T loses."""
    run = running(moment)
    hurt(run, "T", amount, types, blow or Blow("A"))
    return lost(run, "T")


def under(*effects: Effect, **own: Any) -> Fight:
    """T with some effects."""
    return fight("AT", {"T": sheet(hp=100, **own)}, effects={"T": effects})


@pytest.mark.rule("dnd4e.resist.reduce")
@pytest.mark.parametrize(("amount", "types", "through"), [(12, "fire", 7), (3, "fire", 0), (12, "cold", 12)])
def test_resistance_takes_off_and_never_heals(amount: int, types: str, through: int) -> None:
    assert left(amount, types, resist={"fire": 5}) == through


@pytest.mark.rule("dnd4e.resist.combined")
@pytest.mark.parametrize(
    ("amount", "types", "own", "through"),
    [
        (15, "lightning thunder", {"resist": {"lightning": 10, "thunder": 5}}, 10),
        (15, "lightning thunder", {"resist": {"lightning": 10}}, 15),
        (15, "fire cold", {"resist": {"fire": 10, "all": 3}}, 12),
        (20, "cold necrotic", {"immune": ["cold"], "resist": {"necrotic": 5}}, 15),
    ],
)
def test_against_several_types_only_the_lowest_resistance_counts(
    amount: int, types: str, own: dict[str, Any], through: int
) -> None:
    assert left(amount, types, **own) == through


@pytest.mark.rule("dnd4e.resist.no_stack")
def test_resistances_to_one_type_do_not_add() -> None:
    moment = under(Effect(RESIST, 5, note="cold"), resist={"cold": 10})
    assert dealt(moment, 30, "cold") == 20
    moment = under(Effect(RESIST, 10, note="cold"), resist={"cold": 5})
    assert dealt(moment, 30, "cold") == 20


@pytest.mark.rule("dnd4e.resist.all")
@pytest.mark.parametrize(("types", "through"), [("cold", 4), ("", 7), ("fire", 7)])
def test_resistance_to_all_does_not_add_to_a_specific_one(types: str, through: int) -> None:
    assert left(9, types, resist={"cold": 5, "all": 2}) == through


@pytest.mark.rule("dnd4e.vulnerable.extra")
@pytest.mark.parametrize(("types", "through"), [("fire", 17), ("cold", 12)])
def test_vulnerability_adds(types: str, through: int) -> None:
    assert left(12, types, vulnerable={"fire": 5}) == through


@pytest.mark.rule("dnd4e.vulnerable.combined")
@pytest.mark.parametrize(
    ("amount", "types", "vulnerable", "through"),
    [
        (5, "fire radiant", {"fire": 5}, 10),
        (12, "fire cold", {"fire": 5}, 17),
        (10, "thunder lightning", {"thunder": 5, "lightning": 2}, 17),
        (10, "fire radiant", {"all": 5}, 15),
    ],
)
def test_vulnerability_to_one_of_several_types_is_enough(
    amount: int, types: str, vulnerable: dict[str, int], through: int
) -> None:
    assert left(amount, types, vulnerable=vulnerable) == through


@pytest.mark.rule("dnd4e.vulnerable.no_stack")
def test_vulnerabilities_to_one_type_do_not_add() -> None:
    moment = under(Effect(VULNERABLE, 5, note="psychic"), vulnerable={"psychic": 10})
    assert dealt(moment, 10, "psychic") == 20
    assert dealt(under(Effect(VULNERABLE, 5), Effect(VULNERABLE, 10)), 10, "psychic") == 20


@pytest.mark.rule("dnd4e.resist.with_vulnerable")
@pytest.mark.parametrize(
    ("amount", "resist", "vulnerable", "through"),
    [(10, 5, 10, 15), (10, 5, 5, 10), (13, 30, 12, 0), (31, 30, 12, 13), (12, 10, 5, 7)],
)
def test_resistance_and_vulnerability_are_set_off(amount: int, resist: int, vulnerable: int, through: int) -> None:
    assert left(amount, "fire", resist={"fire": resist}, vulnerable={"fire": vulnerable}) == through


@pytest.mark.rule("dnd4e.resist.with_vulnerable")
def test_they_are_set_off_before_a_mixture_is_looked_at() -> None:
    own = Defenses(resist={"fire": 5}, vulnerable={"fire": 5})
    assert through(own, 10, ("fire", "cold"))[0] == 10
    own = Defenses(resist={"fire": 10, "cold": 5}, vulnerable={"fire": 7})
    assert through(own, 10, ("fire", "cold"))[0] == 7


@pytest.mark.rule("dnd4e.immune")
@pytest.mark.parametrize(("types", "through"), [("fire", 0), ("fire cold", 20), ("", 20)])
def test_immunity_to_a_type(types: str, through: int) -> None:
    assert left(20, types, immune=["fire"]) == through


@pytest.mark.rule("dnd4e.immune")
def test_immunity_to_the_damage_does_not_stop_the_push() -> None:
    clap = power(
        "clap", attack=20, versus="fortitude", basic="melee", hit=[{"damage": "7", "types": ["thunder"]}, {"push": 2}]
    )
    moment = fight("AT....", {"A": sheet(kind="hero", powers=[clap]), "T": sheet(immune=["thunder"], hp=50)})
    run = running(moment, 10)
    with pytest.raises(Waiting) as waiting:
        BOOK.resolve(run, Action("A", "use", {"power": "clap", "target": "T"}))
    assert waiting.value.decision.id == "push"
    assert lost(run, "T") == 0
    assert "dnd4e.immune" in noted(run)


@pytest.mark.rule("dnd4e.immune")
def test_a_creature_ignores_conditions_it_is_immune_to() -> None:
    moment = fight("AT", {"T": sheet(immune=["stunned"])})
    run = running(moment)
    assert not gain(run, "T", Effect("stunned"))
    assert gain(run, "T", Effect("dazed"))


@pytest.mark.rule("dnd4e.damage.order")
@pytest.mark.parametrize(
    ("amount", "types", "own", "halves", "through"),
    [
        (12, "fire", {"resist": {"fire": 10}, "vulnerable": {"fire": 5}}, 0, 7),
        (16, "cold", {"vulnerable": {"cold": 5}}, 1, 10),
        (14, "fire", {"resist": {"fire": 5}}, 1, 4),
        (11, "", {"keywords": ["insubstantial"]}, 1, 2),
        (20, "fire", {"immune": ["fire"], "vulnerable": {"fire": 5}}, 0, 0),
    ],
)
def test_immunity_then_vulnerability_then_resistance_then_halving(
    amount: int, types: str, own: dict[str, Any], halves: int, through: int
) -> None:
    assert left(amount, types, halves, **own) == through


@pytest.mark.rule("dnd4e.damage.order")
@pytest.mark.rule("dnd4e.hp.temporary")
def test_temporary_hit_points_come_after_resistance() -> None:
    moment = fight("AT", {"T": sheet(hp=30, resist={"fire": 5})})
    run = running(moment)
    gain_temporary(run, "T", 5)
    hurt(run, "T", 3, ("fire",), Blow("A"))
    assert run.fight.body("T").temp_hp == 5
    hurt(run, "T", 12, ("fire",), Blow("A"))
    assert (run.fight.body("T").temp_hp, run.fight.body("T").hp) == (0, 28)


@pytest.mark.rule("dnd4e.insubstantial")
@pytest.mark.parametrize(("amount", "through"), [(17, 8), (5, 2)])
def test_the_insubstantial_take_half_of_everything(amount: int, through: int) -> None:
    assert left(amount, "", keywords=["insubstantial"]) == through
    assert dealt(under(Effect("insubstantial")), amount) == through


@pytest.mark.rule("dnd4e.condition.petrified")
def test_the_petrified_resist_20() -> None:
    assert dealt(under(Effect("petrified")), 25) == 5


@pytest.mark.rule("dnd4e.resist.reduce")
@pytest.mark.rule("dnd4e.vulnerable.extra")
def test_every_reason_is_told_with_its_rule() -> None:
    moment = fight("AT", {"T": sheet(hp=50, resist={"fire": 5}, vulnerable={"cold": 3}, keywords=["insubstantial"])})
    run = running(moment)
    hurt(run, "T", 12, ("fire",), Blow("A"))
    hurt(run, "T", 12, ("cold",), Blow("A", halves=1))
    notes = [one for one in happened(run) if isinstance(one, Noted)]
    told = [(why.msgid, one.rule) for one in notes if isinstance(why := dict(one.text.params)["why"], Text)]
    assert told == [
        ("resist {n}", "dnd4e.resist.reduce"),
        ("half, being insubstantial", "dnd4e.insubstantial"),
        ("vulnerable {n}", "dnd4e.vulnerable.extra"),
        ("half", "dnd4e.damage.half_on_miss"),
        ("half, being insubstantial", "dnd4e.insubstantial"),
    ]


@pytest.mark.rule("dnd4e.resist.reduce")
@pytest.mark.rule("dnd4e.vulnerable.extra")
@pytest.mark.parametrize(("does", "through"), [("resist", 3), ("vulnerable", 13)])
def test_powers_give_resistance_and_vulnerability_of_several_types(does: str, through: int) -> None:
    ward = power("ward", kind="personal", effect=[{does: "5", "types": ["cold", "fire"], "until": "encounter"}])
    moment = fight("AT", {"A": sheet(kind="hero", hp=60, powers=[ward])})
    run = act(moment, "A", "use", power="ward")
    for kind in ("fire", "cold"):
        assert through_of(run.fight, "A", 8, kind) == through
    assert through_of(run.fight, "A", 8, "acid") == 8


def through_of(moment: Fight, who: str, amount: int, *types: str) -> int:
    """What of damage comes through to somebody."""
    return through(defenses_of(moment, who), amount, types)[0]


@pytest.mark.rule("dnd4e.vulnerable.special_weakness")
@pytest.mark.parametrize(("type_", "slow"), [("cold", True), ("fire", False)])
def test_cold_slows_some_creatures(type_: str, slow: bool) -> None:
    weak = [{"type": "cold", "condition": "slowed"}]
    bolt = power("bolt", attack=20, hit=[{"damage": "3", "types": [type_]}])
    moment = fight("AT", {"A": sheet(kind="hero", powers=[bolt]), "T": sheet(hp=50, weaknesses=weak)})
    run = act(moment, "A", "use", 10, power="bolt", target="T")
    assert (value(run.fight, "T", "slowed") is not None) == slow
    run = act(run.fight, "A", "end_turn")
    assert (value(run.fight, "T", "slowed") is not None) == slow
    run = act(run.fight, "T", "end_turn")
    assert value(run.fight, "T", "slowed") is None


@pytest.mark.rule("dnd4e.vulnerable.special_weakness")
def test_resisted_damage_triggers_no_weakness() -> None:
    weak = [{"type": "cold", "condition": "slowed"}]
    moment = fight("AT", {"T": sheet(hp=50, weaknesses=weak, resist={"cold": 5})})
    run = running(moment)
    hurt(run, "T", 5, ("cold",), Blow("A"))
    assert value(run.fight, "T", "slowed") is None


@pytest.mark.rule("dnd4e.condition.weakened")
def test_weakened_attackers_deal_half_once() -> None:
    club = sheet(kind="hero", str=20, weapons=[weapon("club")])
    twice = [Effect("weakened", source="T"), Effect("weakened", source="T", note="again")]
    moment = fight("AT", {"A": club, "T": sheet(hp=50, defenses={"ac": 5})}, effects={"A": twice})
    assert lost(act(moment, "A", "use", 10, 6, power="melee_basic", target="T"), "T") == 5


@pytest.mark.rule("dnd4e.immune")
@pytest.mark.parametrize(("keyword", "frightened"), [("fear", False), ("psychic", True)])
def test_who_is_immune_to_fear_ignores_what_fear_does(keyword: str, frightened: bool) -> None:
    roar = power("roar", attack=20, keywords=[keyword, "psychic"], hit=[{"damage": "3"}, {"condition": "stunned"}])
    foe = sheet(hp=50, immune=["fear", "psychic"])
    run = act(fight("AT", {"A": sheet(kind="hero", powers=[roar]), "T": foe}), "A", "use", 9, power="roar", target="T")
    assert (run.fight.body("T").has("stunned"), lost(run, "T")) == (frightened, 3)


@pytest.mark.rule("dnd4e.resist.reduce")
def test_the_preview_says_why_less_comes_through() -> None:
    bolt = power("bolt", attack=20, hit=[{"damage": "9", "types": ["fire"]}])
    foe = sheet(hp=50, resist={"fire": 5}, keywords=["insubstantial"])
    moment = fight("AT", {"A": sheet(kind="hero", powers=[bolt]), "T": foe})
    preview = BOOK.preview(moment, Action("A", "use", {"power": "bolt", "target": "T"}))
    assert [one.msgid for one in preview.notes] == ["resist {n}", "half, being insubstantial"]
    assert (preview.damage_least, preview.damage_most) == (2, 2)
