"""At 0 hit points and after: dying, wounded, doomed, death, sleep, temporary hit points, healing by itself."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.ring import (
    BOOK,
    act,
    fight,
    happened,
    lost,
    options,
    refused,
    rolled,
    running,
    sheet,
    value,
    weapon,
)

from tactics.engine.run import Playing
from tactics.rules.action import NeedCreature
from tactics.rules.event import EffectGained, EffectLost, Ended, ItemChanged, LeftFight
from tactics.rules.question import parse_question
from tactics.rules.registry import book
from tactics.rulesets.pf2e.fight import conditions, dying, temporary, waking
from tactics.rulesets.pf2e.fight.damage import Dealt
from tactics.rulesets.pf2e.fight.harm import Blow, heal, hurt
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.statistics import modifier
from tactics.world.fight import Duration, Effect, Fight

HERO = sheet(kind="hero", hp=20, hero_points=0)
KILLER = Blow("T")
CRITICAL = Blow("T", critical=True)
SOFT = Blow("T", nonlethal=True)
DOWN = [Effect("unconscious", note=dying.KNOCKED_OUT)]


def dealt(moment: Fight, *amounts: int, who: str = "A", blow: Blow = KILLER, kind: str = "slashing") -> Playing:
    """Damage, one blow after another."""
    run = running(moment)
    for amount in amounts:
        hurt(run, who, [Dealt(amount, kind)], blow)
    return run


def dropped(wounded: int = 0, blow: Blow = KILLER, **tables: Any) -> Fight:
    """A hero who just fell to 0 hit points; somebody of its side still stands."""
    effects = {"A": [Effect("wounded", wounded)]} if wounded else {}
    moment = fight("AB.T", {"A": HERO}, {"B": {"side": "heroes"}}, effects, **tables)
    return dealt(moment, 20, blow=blow).fight


def dies_or(moment: Fight, who: str = "A") -> int | str | None:
    """The dying value, or "dead"."""
    return moment.body(who).out or value(moment, who, "dying")


@pytest.mark.rule("pf2e.hp.zero_minor")
@pytest.mark.parametrize(
    ("traits", "blow", "out", "asleep"),
    [
        ([], KILLER, "dead", False),
        ([], SOFT, "", True),
        (["undead"], KILLER, "dead", False),
        (["undead"], SOFT, "dead", False),
        (["construct"], SOFT, "dead", False),
    ],
)
def test_ordinary_creatures_at_zero(traits: list[str], blow: Blow, out: str, asleep: bool) -> None:
    run = dealt(fight("A.T", {"T": sheet(traits=traits)}), 25, who="T", blow=blow)
    body = run.fight.body("T")
    assert (body.hp, body.out, body.has("unconscious"), body.has("dying")) == (0, out, asleep, False)


@pytest.mark.rule("pf2e.hp.zero_minor")
def test_a_fist_knocks_out_and_a_second_blow_may_kill() -> None:
    moment = fight("AT.U", {"A": sheet(str=9, weapons=[weapon("mace")]), "T": sheet(numbers={"ac": 10}, hp=13)})
    run = act(moment, "A", "strike", 10, 4, weapon="unarmed", target="T")
    assert (run.fight.body("T").hp, run.fight.body("T").out) == (0, "")
    more = act(run.fight, "A", "strike", 2, 4, weapon="unarmed", target="T")
    assert more.fight.body("T").out == ""
    last = act(more.fight, "A", "strike", 9, 4, weapon="mace", target="T")
    (gone,) = [one for one in happened(last) if isinstance(one, LeftFight)]
    assert (gone.who, gone.rule) == ("T", "pf2e.hp.zero_minor")


@pytest.mark.rule("pf2e.hp.zero_significant")
@pytest.mark.rule("pf2e.condition.wounded")
@pytest.mark.parametrize(
    ("wounded", "blow", "dying_value"),
    [(0, KILLER, 1), (0, CRITICAL, 2), (1, CRITICAL, 3), (2, KILLER, 3), (2, CRITICAL, "dead"), (0, SOFT, None)],
)
def test_knocked_out(wounded: int, blow: Blow, dying_value: int | str | None) -> None:
    moment = dropped(wounded, blow)
    assert dies_or(moment) == dying_value
    assert moment.body("A").has("unconscious") is (dying_value != "dead")
    assert moment.body("A").hp == 0


@pytest.mark.rule("pf2e.hp.zero_significant")
@pytest.mark.parametrize("kind", ["companion", "significant"])
def test_those_the_story_needs_are_dying_too(kind: str) -> None:
    moment = fight("AT.U", {"T": sheet(kind=kind)})
    assert dies_or(dealt(moment, 20, who="T").fight, "T") == 1


@pytest.mark.rule("pf2e.hp.zero_significant")
@pytest.mark.rule("pf2e.hp.regeneration")
def test_a_troll_is_not_dead_at_zero() -> None:
    troll = sheet(regeneration={"amount": 10, "off": ["fire"]})
    run = dealt(fight("A.T", {"T": troll}), 20, who="T")
    assert dies_or(run.fight, "T") == 1
    assert not dying.beaten(run.fight, "T")


@pytest.mark.rule("pf2e.hp.zero_significant")
def test_the_turn_of_the_dying_comes_before_the_one_that_dropped_them() -> None:
    sheets = {"A": HERO, "B": HERO, "T": sheet(str=9, weapons=[weapon("mace")])}
    creatures = {"B": {"side": "heroes"}}
    moment = fight("A.TB", sheets, creatures, order=("A", "T", "B"))
    moment = act(moment, "A", "end_turn").fight
    run = act(moment, "T", "strike", 10, 6, weapon="mace", target="B")
    run = act(run.fight, "T", "strike", 19, 6, weapon="mace", target="B")
    assert [one.who for one in run.fight.order] == ["A", "B", "T"]
    assert (run.fight.active, run.fight.round) == ("T", 1)
    after = act(run.fight, "T", "end_turn")
    assert (after.fight.active, after.fight.round) == ("A", 2)


@pytest.mark.rule("pf2e.dying.damage_while_dying")
@pytest.mark.parametrize(
    ("reading", "wounded", "before", "blow", "after"),
    [
        ("text", 0, 1, KILLER, 2),
        ("text", 0, 1, CRITICAL, 3),
        ("text", 1, 1, KILLER, 3),
        ("text", 1, 1, CRITICAL, "dead"),
        ("text", 1, 2, KILLER, "dead"),
        ("gain", 1, 2, KILLER, 3),
    ],
)
def test_damage_while_dying(reading: str, wounded: int, before: int, blow: Blow, after: int | str) -> None:
    effects = [*DOWN, Effect("dying", before), *([Effect("wounded", wounded)] if wounded else [])]
    moment = fight("A.T", {"A": HERO}, {"A": {"conditions": ["dying"]}}, rules={"pf2e": {"wounded_adds": reading}})
    run = running(moment)
    conditions.lose(run, "A", "dying")
    moment = run.fight
    moment = _with(moment, effects)
    assert dies_or(dealt(moment, 3, blow=blow).fight) == after


def _with(moment: Fight, effects: list[Effect]) -> Fight:
    run = running(moment)
    for old in moment.body("A").effects:
        run.emit(EffectLost("A", old))
    for new in effects:
        run.emit(EffectGained("A", new))
    return run.fight


def recovered(value_: int, face: int, wounded: int = 0, reading: str = "text") -> int | str | None:
    """What becomes of a dying hero by a recovery check; None when it dies no longer."""
    tables: dict[str, Any] = {"rules": {"pf2e": {"wounded_adds": reading}}}
    moment = fight("A.T", {"A": HERO}, {"A": {"conditions": [f"dying_{value_}"]}}, **tables)
    if wounded:
        moment = _with(moment, [*moment.body("A").effects, Effect("wounded", wounded)])
    run = running(moment, face)
    dying.recovery(run, "A")
    (roll,) = rolled(run, "recovery")
    assert (roll.against, roll.parts) == (10 + value_, ())
    return dies_or(run.fight)


@pytest.mark.rule("pf2e.dying.recovery_check")
@pytest.mark.parametrize(
    ("before", "face", "wounded", "reading", "after"),
    [
        (1, 11, 0, "text", None),
        (1, 10, 0, "text", 2),
        (1, 20, 0, "text", None),
        (1, 1, 0, "text", 3),
        (3, 20, 0, "text", 1),
        (3, 3, 0, "text", "dead"),
        (3, 12, 0, "text", "dead"),
        (3, 13, 0, "text", 2),
        (2, 12, 0, "text", 1),
        (2, 11, 0, "text", 3),
        (2, 2, 0, "text", "dead"),
        (1, 5, 2, "text", 2),
        (1, 5, 2, "every", "dead"),
        (2, 11, 1, "every", "dead"),
        (2, 11, 1, "gain", 3),
    ],
)
def test_recovery_checks(before: int, face: int, wounded: int, reading: str, after: int | str | None) -> None:
    assert recovered(before, face, wounded, reading) == after


@pytest.mark.rule("pf2e.condition.dying")
@pytest.mark.rule("pf2e.condition.wounded")
def test_the_check_comes_by_itself_at_the_start_of_the_turn() -> None:
    moment = fight(
        "A.TB", {"A": HERO}, {"A": {"conditions": ["dying_1"]}, "B": {"side": "heroes"}}, order=("T", "A", "B")
    )
    run = act(moment, "T", "end_turn", 11)
    assert (run.fight.active, run.fight.body("A").hp) == ("B", 0)
    assert (value(run.fight, "A", "wounded"), run.fight.body("A").has("dying")) == (1, False)
    assert run.fight.body("A").has("unconscious")


@pytest.mark.rule("pf2e.condition.dying")
@pytest.mark.rule("pf2e.unconscious.recover_zero_hp")
def test_healing_ends_dying_and_wakes() -> None:
    run = running(dropped(blow=CRITICAL))
    assert value(run.fight, "A", "dying") == 2
    heal(run, "A", 5)
    body = run.fight.body("A")
    assert (body.hp, body.has("dying"), body.has("unconscious"), body.has("prone")) == (5, False, False, True)
    assert value(run.fight, "A", "wounded") == 1
    assert not body.has("blinded")
    assert not body.has("flat_footed")


@pytest.mark.rule("pf2e.unconscious.recover_zero_hp")
def test_healing_wakes_who_was_stable() -> None:
    run = running(dropped(blow=SOFT))
    heal(run, "A", 3)
    assert (run.fight.body("A").hp, run.fight.body("A").has("unconscious")) == (3, False)
    assert value(run.fight, "A", "wounded") is None


@pytest.mark.rule("pf2e.condition.wounded")
def test_a_spell_leaves_one_wounded() -> None:
    run = running(dropped())
    heal(run, "A", 20)
    assert value(run.fight, "A", "wounded") == 1
    hurt(run, "A", [Dealt(20, "fire")], KILLER)
    assert value(run.fight, "A", "dying") == 2


@pytest.mark.rule("pf2e.condition.doomed")
@pytest.mark.parametrize(
    ("doomed", "before", "result"), [(1, 2, 2), (1, 3, "dead"), (2, 2, "dead"), (4, 0, "dead"), (3, 0, None)]
)
def test_doomed_brings_death_nearer(doomed: int, before: int, result: int | str | None) -> None:
    state = [f"dying_{before}"] if before else []
    run = running(fight("A.T", {"A": HERO}, {"A": {"conditions": state}}))
    conditions.gain(run, "A", "doomed", value=doomed)
    assert dies_or(run.fight) == result
    assert run.fight.body("A").has("doomed") is (result != "dead")


@pytest.mark.rule("pf2e.condition.doomed")
def test_the_doomed_die_sooner() -> None:
    moment = fight("A.T", {"A": HERO}, {"A": {"conditions": ["dying_2", "doomed_1"]}})
    assert dies_or(dealt(moment, 1).fight) == "dead"


@pytest.mark.rule("pf2e.condition.unconscious")
def test_the_unconscious_are_easy_to_hit_and_drop_things() -> None:
    guard = sheet(kind="hero", hp=20, hero_points=0, numbers={"ac": 18}, weapons=[weapon("longsword")], wis=2)
    moment = fight("AT", {"A": guard, "T": sheet(weapons=[weapon("mace")])}, order=("T", "A"))
    run = running(moment)
    conditions.gain(run, "A", "unconscious")
    assert modifier(run.fight, "A", "perception") == -2
    item = run.fight.items["A.longsword"]
    assert (item.holder, str(item.square)) == ("", "A1")
    assert run.fight.body("A").has("prone")
    assert options(run.fight, "A", "strike") == []
    hit = act(run.fight, "T", "strike", 2, weapon="mace", target="A")
    assert [one.against for one in rolled(hit, "attack")] == [12]


@pytest.mark.rule("pf2e.unconscious.wake_above_zero")
@pytest.mark.parametrize(("amount", "awake"), [(4, True), (10, False)])
def test_a_blow_wakes_who_is_not_down(amount: int, awake: bool) -> None:
    moment = fight("A.T", {"A": sheet(kind="hero", hp=10, hero_points=0)}, {"A": {"conditions": ["unconscious"]}})
    run = dealt(moment, amount)
    assert run.fight.body("A").has("unconscious") is not awake
    assert dies_or(run.fight) == (None if awake else 1)


@pytest.mark.rule("pf2e.unconscious.wake_above_zero")
@pytest.mark.parametrize(("face", "awake"), [(9, True), (8, False)])
def test_the_noise_of_battle_wakes(face: int, awake: bool) -> None:
    moment = fight("A.T", {"A": HERO}, {"A": {"conditions": ["unconscious"]}})
    run = running(moment, face)
    waking.hear(run, "A")
    (roll,) = rolled(run, "perception")
    assert (roll.total, roll.against) == (face - 4, 5)
    assert run.fight.body("A").has("unconscious") is not awake


@pytest.mark.rule("pf2e.unconscious.wake_above_zero")
def test_magic_sleep_is_deaf_but_not_to_blows() -> None:
    moment = fight("A.T", {"A": HERO})
    run = running(moment)
    conditions.gain(run, "A", "unconscious", source="T", note="slumber")
    waking.hear(run, "A")
    assert run.fight.body("A").has("unconscious")
    hurt(run, "A", [Dealt(1, "slashing")], KILLER)
    assert not run.fight.body("A").has("unconscious")


@pytest.mark.rule("pf2e.unconscious.wake_above_zero")
def test_a_friend_shakes_a_sleeper() -> None:
    moment = fight("AB.T", {"A": HERO}, {"B": {"side": "heroes", "conditions": ["unconscious"]}})
    (option,) = options(moment, "A", "wake")
    assert need_of(option, NeedCreature).ids == ("B",)
    run = act(moment, "A", "wake", target="B")
    assert not run.fight.body("B").has("unconscious")
    assert run.fight.body("A").count("actions") == 2
    assert refused(run.fight, "A", "wake", target="B") == "pf2e.unconscious.wake_above_zero"


@pytest.mark.rule("pf2e.death.state")
def test_the_dead_are_things() -> None:
    run = dealt(fight("AT.U", {"T": sheet(weapons=[weapon("mace")])}), 20, who="T")
    moment = run.fight
    assert [one.kind for one in moment.items.values() if one.holder == "T"] == []
    assert any(isinstance(one, ItemChanged) for one in happened(run))
    assert refused(moment, "A", "strike", weapon="unarmed", target="T") == "pf2e.basic.strike"
    healed = running(moment)
    assert heal(healed, "T", 5) == 0
    assert healed.fight.body("T").hp == 0
    assert not conditions.gain(healed, "T", "frightened", value=1)


@pytest.mark.rule("pf2e.death.state")
@pytest.mark.parametrize(("state", "cover"), [("unconscious", "lesser"), ("dead", "none")])
def test_a_corpse_is_no_cover(state: str, cover: str) -> None:
    moment = fight("A..C..T", creatures={"C": {"conditions": [state]}})
    question = parse_question("cover", {"from": "A", "to": "T"}, moment.world, "test")
    assert book("pf2e").judge(judged(moment), question).value == cover


@pytest.mark.rule("pf2e.death.state")
def test_the_dead_of_a_file_are_out_of_the_fight() -> None:
    here = fight("A.TU", creatures={"T": {"conditions": ["dead"]}})
    assert (here.body("T").out, here.body("T").hp) == ("dead", 0)
    assert act(here, "A", "end_turn").fight.active == "U"


@pytest.mark.rule("pf2e.death.death_effects")
def test_a_death_effect_at_zero_kills() -> None:
    moment = fight("A.T", {"A": sheet(kind="hero", hp=5, hero_points=0)})
    assert dies_or(dealt(moment, 5, blow=Blow("T", death=True)).fight) == "dead"
    assert dies_or(dealt(moment, 4, blow=Blow("T", death=True)).fight) is None


@pytest.mark.rule("pf2e.death.massive_damage")
@pytest.mark.parametrize(
    ("resistance", "amounts", "dead"),
    [(0, (60,), True), (0, (59,), False), (0, (30, 30), False), (5, (64,), False), (5, (65,), True)],
)
def test_massive_damage(resistance: int, amounts: tuple[int, ...], dead: bool) -> None:
    resists = [{"to": "fire", "amount": resistance}] if resistance else []
    moment = fight("A.T", {"A": sheet(kind="hero", hp=30, hero_points=0, resistances=resists)})
    assert (dies_or(dealt(moment, *amounts, kind="fire").fight) == "dead") is dead


@pytest.mark.rule("pf2e.hp.basics")
@pytest.mark.rule("pf2e.hp.healing")
def test_healing_stops_at_the_maximum() -> None:
    run = dealt(fight("A.T", {"A": HERO}), 2)
    assert heal(run, "A", 7) == 2
    assert run.fight.body("A").hp == 20


@pytest.mark.rule("pf2e.hp.temporary")
def test_temporary_hit_points_go_first() -> None:
    run = dealt(fight("A.T", {"A": sheet(temporary_hp=10)}), 14)
    assert (run.fight.body("A").temp_hp, run.fight.body("A").hp) == (0, 16)
    assert (lost(run, "A", "temp"), run.fight.body("A").has("temporary_hp")) == (10, False)


@pytest.mark.rule("pf2e.hp.temporary")
def test_healing_does_not_restore_them() -> None:
    run = dealt(fight("A.T", {"A": sheet(temporary_hp=10)}), 7)
    heal(run, "A", 5)
    assert run.fight.body("A").temp_hp == 3


@pytest.mark.rule("pf2e.hp.temporary")
@pytest.mark.parametrize(("answer", "left"), [("keep", 4), ("take", 6)])
def test_one_source_of_them_at_a_time(answer: str, left: int) -> None:
    run = running(fight("A.T", {"A": sheet(temporary_hp=4)}), answers=(f"A {answer}",))
    assert temporary.gain(run, "A", 6, source="T") is (answer == "take")
    assert run.fight.body("A").temp_hp == left
    assert sum(one.id == "temporary_hp" for one in run.fight.body("A").effects) == 1


@pytest.mark.rule("pf2e.hp.temporary")
def test_they_expire() -> None:
    run = running(fight("A.T", {"A": HERO}))
    temporary.gain(run, "A", 6, duration=Duration("end", "A"))
    assert run.fight.body("A").temp_hp == 6
    after = act(run.fight, "A", "end_turn")
    assert (after.fight.body("A").temp_hp, after.fight.body("A").hp) == (0, 20)


@pytest.mark.rule("pf2e.hp.fast_healing")
def test_fast_healing_at_the_start_of_the_turn() -> None:
    moment = dealt(fight("A.T", {"A": sheet(hp=30, fast_healing=5)}, order=("T", "A")), 20).fight
    assert act(moment, "T", "end_turn").fight.body("A").hp == 15


TROLL = sheet(kind="ordinary", hp=20, regeneration={"amount": 10, "off": ["fire"]})


def dying_troll() -> Fight:
    """A troll at dying 3."""
    return fight("A.T", {"T": TROLL}, {"T": {"conditions": ["dying_3"]}})


@pytest.mark.rule("pf2e.hp.regeneration")
def test_regeneration_keeps_from_death() -> None:
    assert dies_or(dealt(dying_troll(), 5, who="T", blow=Blow("A")).fight, "T") == 3


@pytest.mark.rule("pf2e.hp.regeneration")
def test_fire_stops_regeneration_at_once() -> None:
    assert dies_or(dealt(dying_troll(), 1, who="T", blow=Blow("A"), kind="fire").fight, "T") == "dead"


@pytest.mark.rule("pf2e.hp.regeneration")
@pytest.mark.rule("pf2e.turn.start")
def test_a_troll_gets_up_again_and_the_fight_goes_on() -> None:
    run = dealt(fight("A.T", {"T": TROLL}), 20, who="T", blow=Blow("A"))
    after = act(run.fight, "A", "end_turn")
    assert (after.fight.over, after.fight.active, after.fight.body("T").hp) == ("", "T", 10)
    assert rolled(after, "recovery") == []


@pytest.mark.rule("pf2e.hp.regeneration")
def test_fire_stops_regeneration_until_the_end_of_the_next_turn() -> None:
    run = dealt(fight("A.T", {"T": TROLL}), 15, who="T", blow=Blow("A"), kind="fire")
    moment = act(run.fight, "A", "end_turn").fight
    assert moment.body("T").hp == 5
    moment = act(act(moment, "T", "end_turn").fight, "A", "end_turn").fight
    assert moment.body("T").hp == 15


@pytest.mark.rule("pf2e.encounter.structure")
@pytest.mark.rule("pf2e.hp.zero_minor")
@pytest.mark.parametrize("style", ["plain", "nonlethal"])
def test_the_fight_ends_with_the_last_foe(style: str) -> None:
    fighter = sheet(str=9, weapons=[weapon("mace")])
    moment = fight("AT", {"A": fighter, "T": sheet(numbers={"ac": 10}, hp=5)})
    run = act(moment, "A", "strike", 10, 4, weapon="mace", target="T", style=style)
    assert run.fight.over == "heroes"
    assert isinstance(happened(run)[-1], Ended)


@pytest.mark.rule("pf2e.encounter.structure")
def test_the_fight_ends_when_all_heroes_are_down() -> None:
    killer = sheet(str=1, weapons=[weapon("mace")])
    moment = fight("AT", {"A": sheet(kind="hero", hp=5, hero_points=0), "T": killer}, order=("T", "A"))
    run = act(moment, "T", "strike", 12, 4, weapon="mace", target="A")
    assert (run.fight.over, dies_or(run.fight)) == ("foes", 1)


@pytest.mark.rule("pf2e.hp.zero_significant")
@pytest.mark.rule("pf2e.turn.end")
def test_fire_drops_at_the_end_of_the_own_turn() -> None:
    burning = [Effect("persistent_fire", note="1d6")]
    moment = fight("AB.T", {"A": sheet(kind="hero", hp=3, hero_points=0)}, {"B": {"side": "heroes"}}, {"A": burning})
    run = act(moment, "A", "end_turn", 5, 7)
    assert dies_or(run.fight) == 1
    assert [one.total for one in rolled(run, "flat_check")] == [7]
    assert [one.who for one in run.fight.order] == ["A", "B", "T"]


@pytest.mark.rule("pf2e.condition.flat_footed")
def test_flat_footed_counts_once() -> None:
    moment = fight(
        "ATB",
        {"T": sheet(numbers={"ac": 18}), "B": sheet()},
        {"B": {"side": "heroes"}},
        {"T": ["prone"]},
    )
    (roll,) = rolled(act(moment, "A", "strike", 2, weapon="unarmed", target="T"), "attack")
    assert roll.against == 16


@pytest.mark.rule("pf2e.condition.flat_footed")
def test_flat_footed_only_to_who_is_hidden() -> None:
    creatures = {"A": {"conditions": ["hidden"]}, "B": {"side": "heroes"}}
    moment = fight("A..\n.T.\n.B.", {"T": sheet(numbers={"ac": 18})}, creatures)
    assert [one.against for one in rolled(act(moment, "A", "strike", 2, weapon="unarmed", target="T"), "attack")] == [
        16
    ]
    moment = act(moment, "A", "end_turn").fight
    assert [one.against for one in rolled(act(moment, "B", "strike", 2, weapon="unarmed", target="T"), "attack")] == [
        18
    ]


@pytest.mark.rule("pf2e.condition.prone")
def test_the_prone_fight_badly_and_only_crawl_or_stand() -> None:
    moment = fight("AT.\n...", {"A": sheet(), "T": sheet(numbers={"ac": 18})}, effects={"A": ["prone"]})
    (roll,) = rolled(act(moment, "A", "strike", 10, weapon="unarmed", target="T"), "attack")
    assert roll.total == 8
    moves = {one.id for one in BOOK.options(moment, "A") if one.group == "move" and one.refusal is None}
    assert {"crawl", "stand"} <= moves
    assert not moves & {"stride", "step", "drop_prone"}


@pytest.mark.rule("pf2e.condition.prone")
@pytest.mark.parametrize(("kind", "taken", "ac"), [("shot", False, 16), ("shot", True, 20), ("blow", True, 16)])
def test_lying_behind_cover_in_the_open(kind: str, taken: bool, ac: int) -> None:
    effects = ["prone", *(["taking_cover"] if taken else [])]
    rows, arm = ("A.T", weapon("shortbow", "both")) if kind == "shot" else ("AT", weapon("mace"))
    moment = fight(rows, {"A": sheet(weapons=[arm]), "T": sheet(numbers={"ac": 18})}, effects={"T": effects})
    (roll,) = rolled(act(moment, "A", "strike", 2, weapon=arm["id"], target="T"), "attack")
    assert roll.against == ac


@pytest.mark.rule("pf2e.condition.dying")
def test_the_dying_of_a_file_lie_there() -> None:
    moment = fight("A.T", {"A": HERO}, {"A": {"conditions": ["dying_2"]}})
    body = moment.body("A")
    assert (body.hp, value(moment, "A", "dying")) == (0, 2)
    assert {"unconscious", "prone", "blinded", "flat_footed"} <= {one.id for one in body.effects}
    run = running(moment)
    heal(run, "A", 4)
    assert {one.id for one in run.fight.body("A").effects} == {"prone", "wounded"}


@pytest.mark.rule("pf2e.condition.unconscious")
@pytest.mark.parametrize("state", ["dying_1", "unconscious", "dead"])
def test_who_lies_there_at_the_beginning_holds_nothing(state: str) -> None:
    own = {"A": sheet(weapons=[weapon("mace"), weapon("dagger", "stowed")], shield={"id": "steel_shield"})}
    moment = fight("A.T", own, {"A": {"conditions": [state]}})
    assert {one.kind: one.holder for one in moment.items.values()} == {"mace": "", "dagger": "A", "shield": "A"}
    assert str(moment.items["A.mace"].square) == "A1"
