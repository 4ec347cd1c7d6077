"""Attack of Opportunity: what sets it off, and what does not."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf2e.fight.ring import (
    BOOK,
    act,
    asked,
    fight,
    happened,
    lost,
    refused,
    rolled,
    running,
    sheet,
    way,
    weapon,
    where,
)

from tactics.engine.run import Waiting
from tactics.rules.action import Action
from tactics.rules.event import EffectGained
from tactics.world.fight import Effect, Fight

WATCH = {"reactions": ["attack_of_opportunity"]}
GUARD = sheet(str=4, hp=60, weapons=[weapon("longsword")], proficiencies={"martial": "trained"})
SOFT = sheet(hp=80, numbers={"ac": 10})


def prompts(moment: Fight, who: str, id: str, **arguments: Any) -> list[str]:
    """Who is asked, one after another, when everybody lets it go."""
    found: list[str] = []
    if "path" in arguments:
        arguments["path"] = way(arguments["path"])
    while True:
        run = running(moment, *([1] * 20), answers=tuple(f"{one} decline" for one in found))
        try:
            BOOK.resolve(run, Action(who, id, arguments))
        except Waiting as waiting:
            found.append(waiting.decision.who)
        else:
            return found


def scene(rows: str, **more: Any) -> Fight:
    """A among watchers with longswords."""
    letters = {one for one in rows if one.isupper()} - {"A"}
    creatures = {one: {**WATCH, **more.get("creatures", {}).get(one, {})} for one in letters}
    own = dict.fromkeys(letters, GUARD) | {"A": SOFT} | more.get("sheets", {})
    creatures |= {"A": more.get("mover", {})}
    return fight(rows, own, creatures, more.get("effects"), order=("A",))


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.move.triggers_reactions")
@pytest.mark.parametrize(
    ("rows", "path", "who"),
    [
        ("A....\n..F..", "A1 B1 C1 D1 E1", ["F"]),
        ("A....\n..F..", "A1 B1", []),
        ("A...F", "A1 B1 C1", []),
        ("A....\n..FG.", "A1 B1 C1 D1 E1", ["F", "G"]),
    ],
)
def test_one_question_for_each_move_action(rows: str, path: str, who: list[str]) -> None:
    moment = scene(rows, mover={"pf2e": {"speed": 25}})
    assert prompts(moment, "A", "stride", path=path) == who


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.action.trigger_limits")
def test_two_strides_are_two_chances_for_who_has_the_reactions() -> None:
    moment = scene("A....\n..F..")
    first = act(moment, "A", "stride", answers=("F decline",), path="A1 B1 C1")
    assert prompts(first.fight, "A", "stride", path="C1 D1 E1") == ["F"]
    struck = act(moment, "A", "stride", 10, 5, answers=("F strike.longsword",), path="A1 B1 C1")
    assert prompts(struck.fight, "A", "stride", path="C1 D1 E1") == []


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.basic.step")
def test_nobody_strikes_at_a_step() -> None:
    assert prompts(scene(".A..\n..F."), "A", "step", path="B1 C1") == []


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
def test_large_mover_beside_a_watcher() -> None:
    moment = scene("AA......\nAA......\n....F...", mover={"size": "large", "pf2e": {"speed": 40}})
    assert prompts(moment, "A", "stride", path="A1 B1 C1 D1") == ["F"]
    beside = scene("..AA....\n..AA....\n....F...", mover={"size": "large", "pf2e": {"speed": 40}})
    assert prompts(beside, "A", "stride", path="C1 D1 E1") == ["F"]
    halt = scene("AA......\nAA......\n....F...", mover={"size": "large", "pf2e": {"speed": 40}})
    assert prompts(halt, "A", "stride", path="A1 B1 C1") == []


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.reach.measure")
@pytest.mark.parametrize("path", ["E1 E2 E3", "E1 F1", "E1 D2"])
def test_ten_feet_reach_the_second_diagonal(path: str) -> None:
    moment = scene("....A.\n......\n..C...", sheets={"C": sheet(str=4, weapons=[weapon("glaive", "both")])})
    assert prompts(moment, "A", "stride", path=path) == ["C"]


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
def test_friends_sleepers_and_those_without_it_do_nothing() -> None:
    assert prompts(scene("A..\nF..", creatures={"F": {"side": "heroes"}}), "A", "stride", path="A1 B1") == []
    asleep = scene("A..\nF..", effects={"F": ["unconscious"]})
    assert prompts(asleep, "A", "stride", path="A1 B1") == []
    without = fight("A..\nF..", {"F": GUARD})
    assert prompts(without, "A", "stride", path="A1 B1") == []


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.reach.reaction_zone")
def test_wall_between_them_keeps_it_away() -> None:
    walls = [{"line": [[0, 1], [3, 1]], "kind": "wall"}]
    moment = fight("A..\nF..", {"F": GUARD}, {"F": WATCH}, walls=walls)
    assert prompts(moment, "A", "stride", path="A1 B1 C1") == []


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.parametrize(
    ("arm", "kind", "who"), [("shortbow", "ranged", ["F"]), ("longsword", "melee", []), ("dagger", "ranged", ["F"])]
)
def test_shooting_and_throwing_set_it_off_and_blows_do_not(arm: str, kind: str, who: list[str]) -> None:
    hand = "both" if arm == "shortbow" else "main"
    moment = scene("AF", sheets={"A": {**SOFT, "weapons": [weapon(arm, hand)]}})
    assert prompts(moment, "A", "strike", weapon=arm, kind=kind, target="F") == who


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.action.disrupt")
def test_critical_hit_does_not_disrupt_a_shot_or_a_walk() -> None:
    moment = scene("AF", sheets={"A": {**SOFT, "weapons": [weapon("shortbow", "both")]}})
    run = act(moment, "A", "strike", 20, 1, 1, answers=("F strike.longsword",), weapon="shortbow", target="F")
    assert [one.who for one in rolled(run, "attack")] == ["F", "A"]
    walk = act(scene("A..\nF.."), "A", "stride", 20, 1, answers=("F strike.longsword",), path="A1 B1 C1")
    assert where(walk.fight, "A") == "C1"


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.attack.map_own_turn")
def test_it_neither_takes_nor_raises_the_penalty() -> None:
    moment = fight("FA.", {"F": GUARD, "A": SOFT}, {"F": WATCH}, order=("F", "A"))
    for _ in range(3):
        moment = act(moment, "F", "strike", 1, weapon="longsword", target="A").fight
    moment = act(moment, "F", "end_turn").fight
    run = act(moment, "A", "stride", 10, 5, answers=("F strike.longsword",), path="B1 C1")
    (roll,) = rolled(run, "attack")
    assert roll.total == 10 + 4 + 3
    moment = act(run.fight, "A", "end_turn").fight
    assert moment.body("F").count("attacks") == 0


@pytest.mark.rule("pf2e.attack.map_own_turn")
@pytest.mark.rule("pf2e.basic.ready")
def test_opportunity_in_ones_own_turn_takes_no_penalty_and_raises_none() -> None:
    moment = fight("BFA..", {"F": GUARD, "A": SOFT, "B": SOFT}, {"F": WATCH}, order=("A", "F", "B"))
    moment = act(moment, "A", "ready", choice="stride", trigger="attacks").fight
    first = act(moment, "F", "strike", 1, answers=("A decline",), weapon="longsword", target="B")
    decision = asked(first.fight, "F", "strike", answers=("A readied",), weapon="longsword", target="B")
    assert decision.id == "aim_readied"
    run = running(first.fight, 2, 3)
    run._answers = iter(
        (Action("A", "readied"), Action("A", "aim", {"path": way("C1 D1 E1")}), Action("F", "strike.longsword"))
    )
    BOOK.resolve(run, Action("F", "strike", {"weapon": "longsword", "target": "B"}))
    opportunity, second = rolled(run, "attack")
    assert (opportunity.target, opportunity.total) == ("A", 2 + 7)
    assert (second.target, second.total) == ("B", 3 + 7 - 5)
    assert run.fight.body("F").count("attacks") == 2


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
def test_mover_who_is_felled_goes_no_further() -> None:
    moment = scene("A....\n..F..", sheets={"A": {**SOFT, "hp": 5, "kind": "hero"}})
    run = act(moment, "A", "stride", 10, 8, answers=("F strike.longsword",), path="A1 B1 C1 D1")
    assert (lost(run, "A"), where(run.fight, "A")) == (5, "B1")


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.move.exempt_from_reactions")
def test_forced_movement_sets_nothing_off() -> None:
    moment = fight("AT..\n.F..", {"A": sheet(numbers={"athletics": 5}), "F": GUARD}, {"F": WATCH})
    run = act(moment, "A", "shove", 5, answers=("A stay",), target="T")
    assert where(run.fight, "T") == "C1"


@pytest.mark.rule("pf2e.action.no_nesting")
def test_nothing_is_done_in_the_middle_of_a_stride() -> None:
    moment = scene("A....\n..F..")
    decision = asked(moment, "A", "stride", path="A1 B1 C1")
    assert decision.who == "F"
    assert refused(moment, "F", "strike", weapon="longsword", target="A") == "pf2e.turn.act"
    assert not happened(running(moment))


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
def test_restrained_watcher_cannot_strike() -> None:
    run = running(scene("A..\nF.."))
    run.emit(EffectGained("F", Effect("restrained")))
    assert prompts(run.fight, "A", "stride", path="A1 B1") == []
