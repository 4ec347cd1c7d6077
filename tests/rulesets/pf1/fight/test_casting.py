"""Spells: actions, openings, concentration, touches, saving throws."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf1.fight.acting import HEROES, act, options, refused, turn_of
from rulesets.pf1.fight.ring import fight, lost, rolled, running, sheet, weapon

from tactics.core.problems import ProblemError
from tactics.rules.action import NeedCreature
from tactics.rules.parts import ABILITY_NAMES
from tactics.rulesets.pf1.fight.checks import saving_throw
from tactics.world.fight import Effect, Fight

SWORD = [weapon("longsword")]


def power(**more: Any) -> dict[str, Any]:
    """A spell that scorches one creature within 30 ft, a Reflex save for half."""
    plain = {
        "id": "scorch",
        "name": "Scorch",
        "kind": "spell",
        "range": 30,
        "effect": "damage",
        "dice": "4d6",
        "type": "fire",
        "save": "reflex",
        "on_save": "half",
        "dc": 15,
        "level": 3,
        "caster_level": 5,
        "concentration": 0,
    }
    return {**plain, **more}


def duel(
    spell: dict[str, Any] | None = None, rows: str = "AT", foe: dict[str, Any] | None = None, **more: Any
) -> Fight:
    """The turn of A, who has a spell, beside T with a sword."""
    own = sheet(hp=60, powers=[spell or power()])
    return turn_of(fight(rows, {"A": own, "T": sheet(**{"weapons": SWORD, "hp": 60, **(foe or {})})}, **more), "A", "T")


def cast(moment: Fight, *faces: int, answers: tuple[str, ...] = (), **more: Any) -> Any:
    return act(moment, "A", "cast", *faces, answers=answers, **{"power": "scorch", "target": "T", **more})


@pytest.mark.rule("pf1.action.cast")
def test_a_spell_takes_the_standard_action() -> None:
    run = cast(duel(rows="A.T"), 1, 2, 3, 4, 2)
    assert run.fight.body("A").count("standard")
    assert not run.fight.body("A").count("move")
    assert refused(run.fight, "A", "cast", power="scorch", target="T") == "pf1.action.standard"


@pytest.mark.rule("pf1.action.cast")
@pytest.mark.parametrize(("level", "damage", "dc"), [(3, 9, 22), (0, 1, 11)])
def test_who_is_hurt_while_casting_must_concentrate(level: int, damage: int, dc: int) -> None:
    bonus = [weapon("longsword", bonus_damage=damage - 1)]
    for spare, cast_ in ((0, True), (-1, False)):
        moment = duel(power(level=level, concentration=dc - 10 + spare), foe={"weapons": bonus})
        faces = (15, 1, 10, *((1, 2, 3, 4, 20) if cast_ else ()))
        run = cast(moment, *faces, answers=("T strike.longsword",), how="plain")
        (check,) = rolled(run, "check")
        assert (check.against, check.outcome) == (dc, "success" if cast_ else "failure")
        assert bool(lost(run, "T")) is cast_


@pytest.mark.rule("pf1.action.cast")
@pytest.mark.parametrize(("level", "dc"), [(0, 15), (3, 21), (9, 33)])
def test_casting_defensively_gives_no_opening(level: int, dc: int) -> None:
    for spare, cast_ in ((0, True), (-1, False)):
        moment = duel(power(level=level, concentration=dc - 10 + spare))
        run = cast(moment, 10, *((1, 2, 3, 4, 20) if cast_ else ()), how="defensively")
        assert rolled(run, "check")[0].against == dc
        assert bool(lost(run, "T")) is cast_
        assert run.fight.body("A").count("standard")


@pytest.mark.rule("pf1.action.cast")
def test_swift_spells_give_no_opening() -> None:
    run = cast(duel(power(action="swift")), 1, 2, 3, 4, 20)
    assert run.fight.body("A").count("swift")
    assert not run.fight.body("A").count("standard")
    (option,) = options(duel(power(action="swift")), "A", "cast")
    assert [need.name for need in option.needs] == ["target"]
    (option,) = options(duel(), "A", "cast")
    assert [need.name for need in option.needs] == ["target", "how"]


@pytest.mark.rule("pf1.action.cast")
def test_powers_that_are_no_spells_give_no_opening() -> None:
    assert lost(cast(duel(power(kind="supernatural")), 1, 2, 3, 4, 20), "T") == [-5]


@pytest.mark.rule("pf1.action.cast")
def test_caster_level_and_ability_when_nothing_else_is_stated() -> None:
    spell = power()
    del spell["concentration"]
    own = sheet(wis=18, powers=[spell], feats=["combat_casting"])
    run = cast(turn_of(fight("AT", {"A": own, "T": sheet(weapons=SWORD)}), "A"), 8, 1, 2, 3, 4, 20, how="defensively")
    assert rolled(run, "check")[0].total == 8 + 5 + 4 + 4


@pytest.mark.rule("pf1.maneuver.grapple_escape")
def test_casting_in_a_hold() -> None:
    hold = {"T": [Effect("grappling", 0, "T", note="A"), "grappled"], "A": [Effect("grappled", 0, "T")]}
    moment = duel(power(concentration=5), foe={"bab": 4}, effects=hold)
    run = cast(moment, 12, 1, 2, 3, 4, 20)
    assert rolled(run, "check")[0].against == 10 + 4 + 3
    assert not lost(cast(moment, 11), "T")
    pinned = duel(effects={"A": ["pinned"]})
    assert refused(pinned, "A", "cast", power="scorch", target="T") == "pf1.maneuver.pin"


@pytest.mark.rule("pf1.action.cast")
def test_range_line_of_effect_and_uses() -> None:
    assert refused(duel(rows="A" + "." * 5 + "T"), "A", "cast", power="scorch", target="T") == ""
    assert refused(duel(rows="A" + "." * 6 + "T"), "A", "cast", power="scorch", target="T") == "pf1.action.cast"
    assert refused(duel(rows="A#T"), "A", "cast", power="scorch", target="T") == "pf1.loe.line_touch"
    run = cast(duel(power(uses=1, action="swift"), rows="A.T"), 1, 2, 3, 4, 20)
    again = act(act(run.fight, "A", "end_turn").fight, "T", "end_turn").fight
    assert refused(again, "A", "cast", power="scorch", target="T") == "pf1.action.cast"


@pytest.mark.rule("pf1.action.cast")
def test_spell_resistance() -> None:
    moment = duel(rows="A.T", foe={"spell_resistance": 15})
    assert lost(cast(moment, 1, 2, 3, 4, 9), "T") == []
    run = cast(moment, 1, 2, 3, 4, 10, 2)
    assert (rolled(run, "check")[0].against, lost(run, "T")) == (15, [-10])


@pytest.mark.rule("pf1.save.formula")
@pytest.mark.parametrize(("face", "saved"), [(10, True), (9, False)])
def test_a_save_that_is_just_enough(face: int, saved: bool) -> None:
    foe = {"dex": 16, "saves": {"fortitude": 0, "reflex": 2, "will": 0}}
    run = cast(duel(rows="A.T", foe=foe), 6, 6, 6, 5, face)
    (save,) = rolled(run, "save")
    assert (save.total, save.against, save.outcome) == (face + 5, 15, "success" if saved else "failure")
    assert lost(run, "T") == [-11 if saved else -23]


@pytest.mark.rule("pf1.save.types")
@pytest.mark.parametrize(("save", "ability"), [("fortitude", "con"), ("reflex", "dex"), ("will", "wis")])
def test_which_ability(save: str, ability: str) -> None:
    run = running(fight("AT", {"A": sheet(**{"con": 10, ability: 18})}), 10)
    assert saving_throw(run, "A", save, 14)
    (roll,) = rolled(run, "save")
    assert [(part.amount, part.reason) for part in roll.parts if part.amount] == [(4, ABILITY_NAMES[ability])]


@pytest.mark.rule("pf1.save.natural_1_20")
def test_the_die_decides_at_its_ends() -> None:
    sure = {"fortitude": 0, "reflex": 29, "will": 0}
    assert rolled(cast(duel(power(dc=5), "A.T", {"saves": sure}), 6, 6, 6, 6, 1), "save")[0].outcome == "failure"
    poor = {"fortitude": 0, "reflex": 1, "will": 0}
    (save,) = rolled(cast(duel(power(dc=40), "A.T", {"saves": poor}), 6, 6, 6, 6, 20), "save")
    assert (save.total, save.outcome) == (21, "success")


@pytest.mark.rule("pf1.save.dc")
def test_a_save_needs_a_number_to_reach() -> None:
    spell = power()
    del spell["dc"]
    with pytest.raises(ProblemError, match="dc"):
        fight("AT", {"A": sheet(powers=[spell])})
    assert rolled(cast(duel(power(dc=19), rows="A.T"), 1, 1, 1, 1, 5), "save")[0].against == 19


def test_conditions_last_as_long_as_the_power_says() -> None:
    hold = power(effect="condition", condition="shaken", rounds=2, save="will", on_save="negates")
    for one in ("dice", "type"):
        del hold[one]
    run = cast(duel(hold, rows="A.T"), 2)
    assert run.fight.body("T").has("shaken")
    assert not cast(duel(hold, rows="A.T"), 19).fight.body("T").has("shaken")
    moment = act(act(run.fight, "A", "end_turn").fight, "T", "end_turn").fight
    assert moment.body("T").has("shaken")
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    assert not moment.body("T").has("shaken")


@pytest.mark.rule("pf1.ac.touch")
def test_a_touch_passes_armor_by_and_may_miss() -> None:
    ray = power(touch="ranged", kind="supernatural")
    del ray["save"], ray["dc"], ray["on_save"]
    foe = {"armor": {"id": "full_plate"}, "dex": 12, "ac": {"natural": 5}}
    run = cast(duel(ray, rows="A.T", foe=foe), 11, 1, 2, 3, 4)
    assert (rolled(run, "attack")[0].against, lost(run, "T")) == (11, [-10])
    assert lost(cast(duel(ray, rows="A.T", foe=foe), 10), "T") == []


def test_healing_goes_to_friends_and_no_further_than_all_hit_points() -> None:
    heal = {"id": "mend", "name": "Mend", "kind": "supernatural", "range": 30, "effect": "heal", "dice": "1d8"}
    sheets = {"A": sheet(powers=[heal]), "F": sheet(hp=20)}
    moment = turn_of(fight("AFT", sheets, {"A": HEROES, "F": HEROES}), "A")
    (option,) = options(moment, "A", "cast")
    assert set(need_of(option, NeedCreature).ids) == {"A", "F"}
    run = act(moment, "A", "cast", 8, power="mend", target="F")
    assert run.fight.body("F").hp == 20


@pytest.mark.rule("pf1.conceal.total")
@pytest.mark.rule("pf1.attack.target_legal")
def test_no_spell_is_aimed_at_who_is_not_seen() -> None:
    moment = duel(rows="A..T", effects={"T": ["invisible"]})
    assert refused(moment, "A", "cast", power="scorch", target="T") == "pf1.conceal.total"
    assert not options(moment, "A", "cast")
    assert refused(duel(rows="A..T"), "A", "cast", power="scorch", target="T") == ""


@pytest.mark.rule("pf1.condition.other")
@pytest.mark.parametrize(("face", "through"), [(17, False), (18, True)])
def test_the_entangled_must_concentrate(face: int, through: bool) -> None:
    run = cast(duel(rows="A..T", effects={"A": ["entangled"]}), face, *([1, 2, 3, 4, 2] if through else []))
    (check,) = rolled(run, "check")
    assert (check.against, check.outcome) == (18, "success" if through else "failure")
    assert bool(rolled(run, "damage")) is through


def ray(**more: Any) -> dict[str, Any]:
    """A ray of 30 ft without a save."""
    return power(touch="ranged", save="", concentration=20, **more)


@pytest.mark.rule("pf1.action.cast")
@pytest.mark.rule("pf1.attack.range_increment")
@pytest.mark.parametrize(("gap", "rule"), [(5, ""), (6, "pf1.action.cast")])
def test_a_ray_goes_as_far_as_its_spell_and_has_no_increments(gap: int, rule: str) -> None:
    moment = duel(ray(), rows="A" + "." * gap + "T")
    assert refused(moment, "A", "cast", power="scorch", target="T") == rule
    if not rule:
        (attack,) = rolled(cast(moment, 15, 1, 2, 3, 4), "attack")
        assert "pf1.attack.range_increment" not in {part.rule for part in attack.parts}


@pytest.mark.rule("pf1.aoo.provoking_actions")
@pytest.mark.parametrize("how", ["defensively", "plain"])
def test_a_ray_is_a_ranged_attack_too_and_gives_an_opening_of_its_own(how: str) -> None:
    """Casting defensively spares the one for casting, not the one for shooting."""
    moment = duel(ray(), foe={"dex": 14, "feats": ["combat_reflexes"]})
    answers = ("T decline",) if how == "defensively" else ("T decline", "T decline")
    faces = (10, 15, 1, 2, 3, 4) if how == "defensively" else (15, 1, 2, 3, 4)
    assert rolled(cast(moment, *faces, answers=answers, how=how), "attack")
