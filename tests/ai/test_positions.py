"""What the opponent does in small positions of Pathfinder 1e, played by nothing but options and previews."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from rulesets.pf1.fight.ring import sheet, weapon
from rulesets.pf1.first import first

from tactics.ai.opponent import Opponent
from tactics.core.dice import FixedDice
from tactics.core.lattice import Square, parse_square
from tactics.engine.battle import Battle
from tactics.rules.action import Action
from tactics.world.fight import Effect

SWORD = sheet(bab=4, str=16, weapons=[weapon("longsword")])
BOW = sheet(bab=4, dex=14, weapons=[weapon("longbow", "both")])
SPEAR = sheet(bab=4, str=16, weapons=[weapon("longspear", "both")])
HEROES = {"side": "heroes"}
DYING = ("dying", "unconscious", "prone")


def position(
    rows: str,
    sheets: Mapping[str, Mapping[str, Any]],
    creatures: dict[str, Any] | None = None,
    effects: Mapping[str, tuple[str, ...]] | None = None,
    hp: Mapping[str, int] | None = None,
    **tables: Any,
) -> Battle:
    """The turn of A in the second round: nobody is flat-footed, and nobody has done anything."""
    world = first(rows, creatures, **tables)
    own = tuple(
        replace(one, sheets=MappingProxyType({"pf1": dict(sheets.get(one.id, SWORD))})) for one in world.creatures
    )
    faces = [20 - number for number in range(len(own))]
    battle = Battle.new(replace(world, creatures=own), dice=FixedDice(faces))
    while battle.fight.round < 2:
        battle.submit(Action(battle.fight.active, "end_turn"))
    assert battle.fight.active == "A"
    last, fight = battle._history.done[-1], battle.fight
    bodies = dict(fight.bodies)
    for who, left in (hp or {}).items():
        bodies[who] = replace(bodies[who], hp=left)
    for who, several in (effects or {}).items():
        bodies[who] = replace(bodies[who], effects=(*bodies[who].effects, *map(Effect, several)))
    for who in effects or {}:
        creature = fight.world.creature(who)
        conditions = frozenset(one.id for one in bodies[who].effects)
        stats = {"pf1": replace(creature.of("pf1"), conditions=conditions)}
        others = tuple(one for one in fight.world.creatures if one.id != who)
        here = replace(creature, stats=MappingProxyType(stats))
        fight = replace(fight, world=replace(fight.world, creatures=(*others, here)))
    battle._history.done[-1] = replace(last, after=replace(fight, bodies=MappingProxyType(bodies)))
    return battle


def chosen(battle: Battle) -> Action:
    return Opponent().choose(battle)


def end_of(action: Action) -> str:
    """The square a move ends on."""
    (way,) = [one for one in action.arguments.values() if isinstance(one, tuple)]
    assert isinstance(way[-1], Square)
    return str(way[-1])


def test_it_strikes_who_stands_and_not_who_lies() -> None:
    battle = position("TAU", {}, effects={"T": DYING}, hp={"T": -3})
    assert chosen(battle).arguments["target"] == "U"
    assert chosen(position("TAU", {}, effects={"U": DYING}, hp={"U": -3})).arguments["target"] == "T"


def test_it_leaves_the_dying_for_an_enemy_it_has_to_go_to() -> None:
    battle = position("TA...\n.....\n....U", {}, effects={"T": DYING}, hp={"T": -3})
    action = chosen(battle)
    assert action.arguments.get("target") != "T"


def test_it_strikes_where_it_fells_somebody() -> None:
    assert chosen(position("TAU", {}, hp={"U": 3})).arguments["target"] == "U"
    assert chosen(position("TAU", {}, hp={"T": 3})).arguments["target"] == "T"


def test_an_archer_steps_away_before_shooting() -> None:
    battle = position("......\n...AT.\n......", {"A": BOW})
    step = chosen(battle)
    assert step.id == "five_foot_step"
    end = parse_square(end_of(step))
    assert max(abs(end.x - 4), abs(end.y - 1)) == 2, "out of reach of T, and no farther than it must be"
    battle.submit(step)
    shot = chosen(battle)
    assert (shot.id, shot.arguments["target"]) == ("attack", "T")
    assert not battle.preview(shot).reactions


def test_an_archer_that_nobody_threatens_stays_and_shoots() -> None:
    assert chosen(position("A......T", {"A": BOW})).id in ("attack", "full_attack")


def test_an_archer_with_nowhere_to_step_does_not_step() -> None:
    battle = position("###\n#A#\n#T#\n###", {"A": BOW})
    assert chosen(battle).id != "five_foot_step"


def test_an_archer_steps_out_of_reach_of_a_spear() -> None:
    battle = position("........\n.A.T....\n........", {"A": BOW, "T": SPEAR})
    step = chosen(battle)
    assert step.id == "five_foot_step"
    assert parse_square(end_of(step)).x == 0, "three squares from T"
    battle.submit(step)
    assert chosen(battle).arguments["target"] == "T"
    assert not battle.preview(chosen(battle)).reactions


def test_who_shot_does_not_come_nearer() -> None:
    battle = position("A......T", {"A": BOW})
    battle.dice = FixedDice([1])
    battle.submit(chosen(battle))
    assert chosen(battle).id == "end_turn"


def test_it_walks_beside_an_enemy_and_strikes_it() -> None:
    battle = position("A.#...\n..#...\n....T.", {})
    walk = chosen(battle)
    assert walk.id == "move", "no lane for a charge"
    end = parse_square(end_of(walk))
    assert max(abs(end.x - 4), abs(end.y - 2)) == 1
    battle.submit(walk)
    assert chosen(battle).arguments["target"] == "T"


def test_a_spearman_too_near_to_strike_steps_back_and_strikes() -> None:
    battle = position("......\n...AT.\n......", {"A": SPEAR})
    step = chosen(battle)
    assert step.id == "five_foot_step"
    battle.submit(step)
    assert chosen(battle).arguments["target"] == "T"


def test_it_stays_out_of_reach_of_those_it_cannot_strike_yet() -> None:
    """Too far for a charge: it runs to where it can charge from, and not into reach of T."""
    battle = position("A...................T......\n###########################", {})
    run = chosen(battle)
    assert run.id == "run"
    assert parse_square(end_of(run)).x == 18


def test_it_stands_up_before_one_foe_but_not_among_three() -> None:
    prone = {"A": ("prone",)}
    assert chosen(position("...\n.AT\n...", {}, effects=prone)).id == "stand_up"
    among = position("T.U\n.A.\n.V.", {}, effects=prone)
    assert chosen(among).id != "stand_up"


HEALING = {
    "id": "mending",
    "name": "Mending",
    "kind": "supernatural",
    "action": "standard",
    "shape": "",
    "range": 30,
    "effect": "heal",
    "dice": "2d8",
    "uses": 3,
}
FLAMES = {
    "id": "flames",
    "name": "Flames",
    "kind": "supernatural",
    "action": "standard",
    "shape": "burst",
    "size": 5,
    "range": 60,
    "effect": "damage",
    "dice": "3d6",
    "type": "fire",
    "save": "reflex",
    "on_save": "half",
    "dc": 15,
}


def test_it_heals_a_friend_that_needs_it_and_no_enemy() -> None:
    healer = sheet(powers=[HEALING])
    friends = {"A": HEROES, "B": HEROES}
    rows = "AB........T"
    action = chosen(position(rows, {"A": healer}, friends, hp={"B": 4}))
    assert action.arguments.get("target") == "B"
    assert chosen(position(rows, {"A": healer}, friends, hp={"T": 4})).arguments.get("power") != "mending"
    dying = position(rows, {"A": healer}, friends, effects={"B": DYING}, hp={"B": -2})
    assert chosen(dying).arguments.get("target") == "B"


def test_an_area_is_used_where_it_takes_more_enemies_than_friends() -> None:
    burner = sheet(powers=[FLAMES])
    apart = position("A.......TU\n........VW\n..........", {"A": burner})
    action = chosen(apart)
    assert action.arguments.get("power") == "flames"
    assert len(apart.preview(action).takes) >= 3
    mixed = position(
        "A.......TB\n........BC\n..........".replace("BC", "DC"),
        {"A": burner},
        {
            "A": HEROES,
            "B": HEROES,
            "C": HEROES,
            "D": HEROES,
        },
    )
    action = chosen(mixed)
    takes = mixed.preview(action).takes if action.arguments.get("power") == "flames" else ()
    assert not set(takes) & {"A", "B", "C", "D"}


@pytest.mark.parametrize("rows", ["A.T", "AT", "A....\n#####\n....T"])
def test_the_same_position_gives_the_same_choice(rows: str) -> None:
    battle = position(rows, {})
    assert chosen(battle) == chosen(battle)
