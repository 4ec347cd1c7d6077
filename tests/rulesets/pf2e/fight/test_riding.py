"""Riding: getting on and off, commands, one multiple attack penalty, initiative, and what a rider cannot do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.ring import (
    BOOK,
    act,
    asked,
    fight,
    lost,
    options,
    refused,
    rolled,
    rules,
    running,
    sheet,
    way,
    weapon,
    where,
)

from tactics.ai.opponent import Opponent
from tactics.engine.battle import Battle
from tactics.rules.action import Action, NeedCreature, NeedSquare
from tactics.rules.event import CounterSet, EffectGained, Mounted, Moved
from tactics.rulesets.pf2e.fight.plan import plan_of
from tactics.rulesets.pf2e.fight.statistics import modifier
from tactics.world.fight import Effect, Fight

RIDER = sheet(str=4, feats=["ride"], weapons=[weapon("longsword")], proficiencies={"martial": "trained"}, hp=40)
JAWS = {"id": "jaws", "name": "Jaws", "name_ru": "Зубы", "damage": "1d6", "type": "piercing", "attack": 9}
FOE = sheet(hp=60, numbers={"ac": 12})
Table = dict[str, Any]
HORSE = sheet(traits=["animal"], hp=30, weapons=[JAWS], numbers={"will": 5, "reflex": 4, "ac": 16})
MOUNT = {"side": "heroes", "size": "large", "pf2e": {"speed": 40}}


def mounted(rows: str = "MM..T\nMM...", *, rider: Table | None = None, foe: Table | None = None, **more: Any) -> Fight:
    """A rides the Large M; T stands by."""
    own = {"A": {**RIDER, **(rider or {})}, "M": HORSE, "T": {**FOE, **(foe or {})}, "E": FOE, "G": FOE}
    creatures = {"M": MOUNT, **more.pop("creatures", {})}
    width = len(rows.split("\n")[0])
    moment = fight(f"{rows}\n{'A':.<{width}}", own, creatures, order=more.pop("order", ("A", "T")), **more)
    steed = moment.world.creature("M").space.anchor
    run = running(replace(moment, order=tuple(slot for slot in moment.order if slot.who != "M")))
    run.emit(Mounted("A", "M"))
    run.emit(Moved("A", steed, 0, "walk", 1, 1))
    if moment.order[0].who == "A":
        run.emit(CounterSet("M", "actions", 3))
    return run.fight


def on_foot(rows: str = "AMM.T\n.MM..", **more: Any) -> Fight:
    own = {"A": RIDER, "M": HORSE, "T": sheet(hp=60)}
    return fight(rows, own, {"M": {**MOUNT, **more.pop("mount", {})}}, **more)


@pytest.mark.rule("pf2e.basic.mount")
@pytest.mark.rule("pf2e.mounted.requirements")
def test_mounting_takes_an_action_and_the_mounts_squares() -> None:
    run = act(on_foot(), "A", "mount", target="M")
    assert (where(run.fight, "A"), run.fight.world.creature("A").mount) == ("B1", "M")
    assert run.fight.body("A").count("actions") == 2
    far = on_foot("A..MM.T\n...MM..")
    assert refused(far, "A", "mount", target="M") == "pf2e.basic.mount"
    medium = fight("AMT", {"M": HORSE}, {"M": {"side": "heroes"}})
    assert refused(medium, "A", "mount", target="M") == "pf2e.mounted.requirements"
    small = fight("AMT", {"M": HORSE}, {"M": {"side": "heroes"}, "A": {"size": "small"}})
    assert refused(small, "A", "mount", target="M") == ""


@pytest.mark.rule("pf2e.mounted.initiative")
def test_mount_loses_its_turn_to_the_rider_and_gets_one_back() -> None:
    moment = on_foot(order=("A", "T", "M"))
    moment = act(moment, "A", "mount", target="M").fight
    assert [slot.who for slot in moment.order] == ["A", "T"]
    assert moment.body("M").count("actions") == 3
    (option,) = options(moment, "A", "dismount")
    square = need_of(option, NeedSquare).squares[0]
    moment = act(moment, "A", "dismount", square=square).fight
    assert [(slot.who, slot.initiative) for slot in moment.order] == [("M", 20), ("A", 20), ("T", 19)]
    assert moment.active == "A"
    assert refused(moment, "M", "strike", weapon="jaws", target="T") == "pf2e.turn.act"


@pytest.mark.rule("pf2e.mounted.initiative")
def test_mount_that_has_acted_this_round_does_not_act_again() -> None:
    moment = on_foot(order=("M", "A", "T"))
    moment = act(moment, "M", "end_turn").fight
    moment = act(moment, "A", "mount", target="M").fight
    assert ([slot.who for slot in moment.order], moment.active) == (["A", "T"], "A")
    assert moment.body("M").count("actions") == 0


@pytest.mark.rule("pf2e.basic.mount")
@pytest.mark.rule("pf2e.mounted.penalties")
def test_dismounting_leads_beside_the_mount_and_is_the_only_move() -> None:
    moment = mounted()
    for id_ in ("stride", "step"):
        assert not options(moment, "A", id_)
    (option,) = options(moment, "A", "dismount")
    squares = need_of(option, NeedSquare).squares
    run = act(moment, "A", "dismount", square=way("C1")[0])
    assert way("C1")[0] in squares
    assert (where(run.fight, "A"), run.fight.world.creature("A").mount) == ("C1", "")
    assert refused(moment, "A", "dismount", square=way("E1")[0]) == "pf2e.basic.mount"
    assert refused(moment, "A", "stride", path="A1 A2") == "pf2e.mounted.penalties"


@pytest.mark.rule("pf2e.mounted.penalties")
def test_riders_dodge_worse() -> None:
    moment = mounted(rider={"numbers": {"reflex": 8}})
    assert modifier(moment, "A", "reflex") == 6
    assert modifier(act(moment, "A", "dismount", square=way("C1")[0]).fight, "A", "reflex") == 8


@pytest.mark.rule("pf2e.mounted.actions")
@pytest.mark.rule("pf2e.skill.command_animal")
def test_uncommanded_mount_stays_put_and_a_command_moves_it() -> None:
    moment = mounted("MM.T\nMM..")
    assert refused(moment, "M", "stride", path="A1 B1") == "pf2e.mounted.actions"
    run = act(moment, "A", "command_animal", choice="stride", path="A1 B1")
    assert (where(run.fight, "M"), where(run.fight, "A")) == ("B1", "B1")
    assert (run.fight.body("A").count("actions"), run.fight.body("M").count("actions")) == (2, 2)


@pytest.mark.rule("pf2e.skill.command_animal")
@pytest.mark.parametrize(("face", "moves"), [(10, True), (9, False), (1, False)])
def test_without_the_feat_the_animal_must_be_persuaded(face: int, moves: bool) -> None:
    moment = mounted(rider={"feats": [], "numbers": {"nature": 5}})
    run = act(moment, "A", "command_animal", face, choice="stride", path="A1 B1")
    (roll,) = rolled(run, "skill")
    assert (roll.total, roll.against) == (face + 5, 15)
    assert (where(run.fight, "M") == "B1") == moves
    assert run.fight.body("A").count("actions") == 2
    found = BOOK.preview(moment, Action("A", "command_animal", {"choice": "stride", "path": way("A1 B1")}))
    assert found.notes


@pytest.mark.rule("pf2e.mounted.shared_map")
@pytest.mark.rule("pf2e.mounted.actions")
def test_rider_and_mount_share_the_penalty() -> None:
    moment = mounted("MMT\nMM.")
    first = act(moment, "A", "strike", 1, weapon="longsword", target="T")
    second = act(first.fight, "A", "command_animal", 1, choice="strike", weapon="jaws", kind="melee", target="T")
    third = act(second.fight, "A", "strike", 1, weapon="longsword", target="T")
    assert [
        sum(part.amount for part in rolled(run, "attack")[0].parts if "multiple" in part.rule)
        for run in (first, second, third)
    ] == [0, -5, -10]
    assert third.fight.body("A").count("actions") == 0


@pytest.mark.rule("pf2e.mounted.actions")
def test_mount_has_three_actions_and_its_turn_ends_with_the_riders() -> None:
    moment = mounted("MM.......T\nMM........")
    path = ("A1 B1", "B1 C1", "C1 D1")
    for one in path:
        moment = act(moment, "A", "command_animal", choice="stride", path=one).fight
    assert moment.body("M").count("actions") == 0
    moment = act(moment, "A", "end_turn").fight
    assert (moment.active, moment.body("A").count("actions")) == ("T", 0)
    moment = act(moment, "T", "end_turn").fight
    assert (moment.active, moment.body("M").count("actions")) == ("A", 3)


@pytest.mark.rule("pf2e.mounted.space")
@pytest.mark.rule("pf2e.mounted.reach")
def test_rider_strikes_from_every_square_of_its_mount() -> None:
    moment = mounted("EMM.\n.MMG", order=("A", "E", "G"))
    for foe in ("E", "G"):
        assert refused(moment, "A", "strike", weapon="longsword", target=foe) == ""


@pytest.mark.rule("pf2e.mounted.targeting")
@pytest.mark.rule("pf2e.mounted.lesser_cover")
def test_foes_choose_between_rider_and_mount() -> None:
    moment = mounted("MMT\nMM.", order=("T", "A"), rider={"numbers": {"ac": 15}})
    aims = need_of(options(moment, "T", "strike")[0], NeedCreature).ids
    assert set(aims) == {"A", "M"}
    at_rider = rolled(act(moment, "T", "strike", 1, weapon="unarmed", target="A"), "attack")[0]
    at_mount = rolled(act(moment, "T", "strike", 1, weapon="unarmed", target="M"), "attack")[0]
    assert (at_rider.against, at_mount.against) == (16, 16)
    assert "pf2e.cover.lesser" in rules(plan_of(moment, "T", "A", "unarmed").armor_parts)


@pytest.mark.rule("pf2e.mounted.targeting")
@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
def test_moving_mount_is_struck_not_its_rider() -> None:
    watcher = {"reactions": ["attack_of_opportunity"]}
    moment = mounted("MM...\nMM...\n..T..", creatures={"T": watcher})
    decision = asked(moment, "A", "command_animal", choice="stride", path="A1 B1 C1 D1")
    assert (decision.who, decision.id) == ("T", "attack_of_opportunity")
    run = act(moment, "A", "command_animal", 19, 1, answers=("T strike.unarmed",), choice="stride", path="A1 B1 C1 D1")
    assert (lost(run, "M") > 0, lost(run, "A")) == (True, 0)
    assert where(run.fight, "A") == "D1"


@pytest.mark.rule("pf2e.basic.mount")
@pytest.mark.rule("pf2e.move.triggers_reactions")
def test_getting_on_and_off_gives_an_opening() -> None:
    watcher = {"T": {"reactions": ["attack_of_opportunity"]}}
    on_foot_ = fight("AMM\nTMM", {"A": RIDER, "M": HORSE, "T": FOE}, {"M": MOUNT, **watcher})
    assert asked(on_foot_, "A", "mount", target="M").who == "T"
    moment = mounted("MMT\nMM.", creatures=watcher)
    assert asked(moment, "A", "dismount", square=way("C2")[0]).who == "T"


@pytest.mark.rule("pf2e.mounted.requirements")
@pytest.mark.rule("pf2e.condition.prone")
@pytest.mark.parametrize("who", ["A", "M"])
def test_who_falls_parts_rider_and_mount(who: str) -> None:
    moment = mounted("MMT\nMM.", order=("T", "A"), foe={"numbers": {"athletics": 12}})
    run = act(moment, "T", "trip", 2, target=who)
    assert run.fight.body(who).has("prone")
    assert run.fight.world.creature("A").mount == ""
    assert run.fight.body("A").has("prone")
    assert where(run.fight, "A") not in ("A1", "B1", "A2", "B2")
    assert [slot.who for slot in run.fight.order] == ["T", "M", "A"]


@pytest.mark.rule("pf2e.condition.grabbed_immobilized_restrained")
@pytest.mark.rule("pf2e.mounted.space")
def test_held_rider_is_not_carried_off() -> None:
    moment = mounted("MMT\nMM.", order=("T", "A"), foe={"numbers": {"athletics": 10}})
    moment = act(act(moment, "T", "grapple", 5, target="A").fight, "T", "end_turn").fight
    rule = "pf2e.condition.grabbed_immobilized_restrained"
    for order in ({"choice": "stride", "path": "A1 A2"}, {"choice": "step", "path": "A1 A2"}):
        assert refused(moment, "A", "command_animal", **order) == rule
    freed = act(moment, "A", "escape", 20, how="athletics").fight
    assert refused(freed, "A", "command_animal", choice="stride", path="A1 A2") == ""


@pytest.mark.rule("pf2e.mounted.actions")
@pytest.mark.rule("pf2e.action.cannot_act")
def test_mount_that_cannot_act_is_not_commanded() -> None:
    run = running(mounted())
    run.emit(EffectGained("M", Effect("paralyzed")))
    assert refused(run.fight, "A", "command_animal", choice="stride", path="A1 B1") == "pf2e.action.cannot_act"
    assert not options(run.fight, "A", "command_animal")


@pytest.mark.rule("pf2e.mounted.actions")
def test_bad_order_is_refused_before_the_roll() -> None:
    moment = mounted(rider={"feats": []})
    assert refused(moment, "A", "command_animal", choice="stride", path="A1 D1") == "pf2e.grid.square"
    assert refused(moment, "A", "command_animal", choice="ready") == "pf2e.skill.command_animal"


@pytest.mark.rule("pf2e.mounted.initiative")
@pytest.mark.rule("pf2e.mounted.shared_map")
def test_hero_who_carries_somebody_keeps_its_turn() -> None:
    own = {"A": RIDER, "M": {**HORSE, "kind": "hero"}, "T": FOE}
    moment = fight("AMMT\n.MM.", own, {"M": MOUNT}, order=("A", "M", "T"))
    moment = act(moment, "A", "mount", target="M").fight
    assert [slot.who for slot in moment.order] == ["A", "M", "T"]
    assert not options(moment, "A", "command_animal", possible=False)
    moment = act(moment, "A", "strike", 1, weapon="longsword", target="T").fight
    moment = act(moment, "A", "end_turn").fight
    assert (moment.active, refused(moment, "M", "strike", weapon="jaws", target="T")) == ("M", "")
    (roll,) = rolled(act(moment, "M", "strike", 1, weapon="jaws", target="T"), "attack")
    assert roll.total == 10


@pytest.mark.rule("pf2e.mounted.actions")
@pytest.mark.rule("pf2e.skill.command_animal")
def test_plain_opponent_rides_up_to_its_enemy() -> None:
    battle = Battle.new(mounted("MM" + "." * 27 + "T\nMM" + "." * 28).world, seed=3, system="pf2e")
    opponent = Opponent()
    for _ in range(12):
        action = opponent.choose(battle)
        if action.id == "command_animal":
            break
        battle.submit(action)
    assert (action.who, action.arguments["choice"]) == ("A", "stride")
    battle.submit(action)
    assert battle.fight.world.creature("M").space.x > 0
