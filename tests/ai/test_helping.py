"""Beyond blows: friends who are dying, air, action points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from kit import world

from tactics.ai.helping import come_up_for_air
from tactics.ai.opponent import Opponent
from tactics.core.dice import SeededDice
from tactics.engine.battle import Battle
from tactics.rules.action import Action
from tactics.world.fight import Effect

KINDS = {"pf1": "cleric_3", "pf2e": "healer_3", "dnd4e": "war_priest_1"}
FOES = {"pf1": "orc", "pf2e": "guard_3", "dnd4e": "cutter"}


def position(
    system: str,
    rows: str,
    effects: Mapping[str, tuple[Effect, ...]] | None = None,
    hp: Mapping[str, int] | None = None,
    **more: Any,
) -> Battle:
    """The turn of A, with a friend D, against B."""
    creatures: dict[str, dict[str, Any]] = {}
    for who in sorted({one for one in rows if one.isupper()}):
        friend = who in "AD"
        kind = (KINDS if friend else FOES)[system]
        creatures[who] = {"from": kind, "side": "heroes" if friend else "foes", **more.get(who, {})}
    battle = Battle.new(world(rows, (system,), creatures=creatures, legend=more.get("legend", {})), dice=SeededDice(1))
    while battle.fight.round < 2 or battle.fight.active != "A":
        battle.submit(Action(battle.fight.active, "end_turn"))
    last, fight = battle._history.done[-1], battle.fight
    bodies = dict(fight.bodies)
    for who, body in bodies.items():
        own = (*body.effects, *(effects or {}).get(who, ()))
        bodies[who] = replace(body, effects=own, hp=(hp or {}).get(who, body.hp))
    battle._history.done[-1] = replace(last, after=replace(fight, bodies=MappingProxyType(bodies)))
    return battle


DYING = (Effect("dying", 1), Effect("unconscious"), Effect("prone"))
FAR = "........................\nAD.....................B\n........................"


@pytest.mark.parametrize(
    ("system", "aid"), [("pf1", "first_aid"), ("pf2e", "administer_first_aid"), ("dnd4e", "first_aid")]
)
def test_it_saves_a_dying_friend_at_hand(system: str, aid: str) -> None:
    left = {"pf1": -3, "pf2e": 0, "dnd4e": -3}[system]
    battle = position(system, FAR, {"D": DYING}, {"D": left})
    assert aid in [one.id for one in battle.options("A")]
    done = []
    while battle.fight.active == "A" and battle.decision is None:
        action = Opponent().choose(battle)
        done.append(action)
        battle.submit(action)
    assert any(one.id == aid or battle.fight.body("D").hp > left for one in done), done


@pytest.mark.parametrize("system", ["pf1", "pf2e", "dnd4e"])
def test_it_helps_nobody_who_is_well(system: str) -> None:
    assert "aid" not in Opponent().choose(position(system, FAR)).id


def test_who_has_little_air_left_goes_up() -> None:
    rows = "wwwwwwww\nwAwwwwBw\nwwwwwwww"
    deep = {"legend": {"w": {"terrain": "deep_water"}}, "A": {"under": "w", "z": -15}, "B": {"under": "w", "z": -15}}
    battle = position("pf2e", rows, **deep)
    assert come_up_for_air(battle, "A") is None, "there is air for a while"
    body = battle.fight.body("A")
    assert body.has("holding_breath")
    last = battle._history.done[-1]
    short = tuple(replace(one, value=2) if one.id == "holding_breath" else one for one in body.effects)
    battle._history.done[-1] = replace(last, after=battle.fight.with_body("A", body.with_effects(short)))
    action = Opponent().choose(battle)
    assert int(str(action.arguments["height"])) > battle.fight.world.creature("A").z_ft


def test_an_action_point_is_spent_where_another_blow_is_worth_it() -> None:
    battle = position("dnd4e", "AB")
    ids = []
    while battle.fight.active == "A":
        decision = battle.decision
        action = Action(decision.who, decision.default) if decision is not None else Opponent().choose(battle)
        ids.append(action.id)
        battle.submit(action)
        if battle.fight.over:
            break
    assert "action_point" in ids or battle.fight.over
    assert "action_point" not in [Opponent().choose(position("dnd4e", FAR)).id], "nothing is at hand"
