"""The opponent with a spear waits for those who come, and for nobody else."""

from __future__ import annotations

import pytest
from kit import world

from tactics.ai.bracing import comes_on
from tactics.ai.opponent import Opponent
from tactics.engine.battle import Battle
from tactics.rules.action import Action

SIDES = {"A": "heroes", "T": "foes"}


def facing_each_other(rows: str, seed: int = 1, **blocks: str) -> Battle:
    """A battle of the given stat blocks: "A" is a hero, "T" a foe."""
    creatures = {who: {"from": block, "side": SIDES[who]} for who, block in blocks.items()}
    return Battle.new(world(rows, ("dfrpg",), creatures=creatures), seed=seed, system="dfrpg")


def turn_of(battle: Battle, who: str) -> list[str]:
    """What the opponent does in the next turn of a creature; others do nothing in theirs."""
    done: list[str] = []
    while not battle.fight.over and not (done and battle.fight.active != who):
        if battle.fight.active != who:
            battle.submit(Action(battle.fight.active, "end_turn"))
            continue
        action = Opponent().choose(battle)
        done.append(str(action.arguments.get("maneuver", action.id)))
        battle.submit(action)
    return done


def test_a_spear_waits_for_who_is_too_far_to_strike() -> None:
    battle = facing_each_other("A.............T", A="spear_militia", T="charging_boar")
    assert turn_of(battle, "A") == ["wait", "stop_thrust", "end_turn"]
    assert battle.fight.body("A").has("wait")


def test_what_cannot_be_braced_goes_on() -> None:
    battle = facing_each_other("A.............T", A="axe_raider", T="charging_boar")
    assert turn_of(battle, "A")[0] == "move"


def test_who_waited_for_nobody_goes_to_look_for_him() -> None:
    battle = facing_each_other("A.............T", A="spear_militia", T="spear_militia")
    assert turn_of(battle, "A")[0] == "wait"
    assert not comes_on(battle, "A") or battle.fight.active != "A"
    assert turn_of(battle, "A")[0] == "move"


def test_who_is_come_at_strikes_first() -> None:
    battle = facing_each_other("A........T", seed=3, A="long_spear_sergeant", T="charging_boar")
    asked = []
    while not battle.fight.over and battle.fight.round < 3:
        if battle.decision is not None and battle.decision.id == "wait":
            asked.append(Opponent().choose(battle).id)
        battle.submit(Opponent().choose(battle))
    assert asked
    assert asked[0].endswith("long_spear.thrust_two")


@pytest.mark.parametrize("seed", [1, 2])
def test_two_spears_do_not_wait_for_each_other_for_good(seed: int) -> None:
    battle = facing_each_other("A..........T", seed, A="spear_militia", T="spear_militia")
    for _ in range(400):
        if battle.fight.over:
            break
        battle.submit(Opponent().choose(battle))
    assert battle.fight.over
