"""The opponent where a turn begins with a manoeuvre: each is thought through, none is known by its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from engine.stances import duel, said

from tactics.ai.maneuvers import choose_maneuver, come_to_strike, face_an_enemy
from tactics.ai.opponent import Opponent
from tactics.core.dice import FixedDice
from tactics.core.lattice import Square
from tactics.engine.battle import Battle
from tactics.engine.digest import digest
from tactics.rules.action import Action
from tactics.world.fight import Fight

EAST, WEST = 2, 6


def changed(battle: Battle, change: Callable[[Fight], Fight]) -> Battle:
    """The battle from another state on."""
    last = battle._history.done[-1]
    battle._history.done[-1] = replace(last, after=change(battle.fight))
    return battle


def with_hp(battle: Battle, **hp: int) -> Battle:
    def change(fight: Fight) -> Fight:
        bodies = {who: replace(body, hp=hp.get(who, body.hp)) for who, body in fight.bodies.items()}
        return replace(fight, bodies=MappingProxyType(bodies))

    return changed(battle, change)


def chosen(battle: Battle) -> str:
    return said(Opponent().choose(battle))


def turn_of(battle: Battle) -> list[str]:
    """What the opponent does until its turn is over, in words."""
    who, done = battle.fight.active, []
    while battle.fight.active == who and not battle.fight.over:
        action = Opponent().choose(battle)
        if battle.decision is None:
            done.append(said(action))
        battle.submit(action)
        assert len(done) < 12, done
    return done


def test_thinking_changes_nothing() -> None:
    battle = duel()
    before, count = digest(battle.fight), battle.event_count
    choose_maneuver(battle, "A")
    assert (digest(battle.fight), battle.event_count) == (before, count)


def test_it_attacks_whom_it_can_strike_and_stays_ready_to_defend() -> None:
    assert chosen(duel(facing={"A": EAST})) == "attack", "all out it would be struck without a defense"


def test_it_goes_all_out_where_nobody_can_strike_back() -> None:
    assert chosen(duel(facing={"A": EAST}, armed=False)) == "all_out_attack:strong"
    assert chosen(duel("A.B", facing={"A": EAST}, armed=False)) == "all_out_attack:strong", "after a step"
    assert chosen(duel("A.B", facing={"A": EAST})) == "attack", "there it would be struck back"


def test_it_steps_and_strikes() -> None:
    battle = duel("......\n.A.B..\n......", facing={"A": EAST})
    assert chosen(battle) == "attack"
    battle.dice = FixedDice([1] * 40)
    assert turn_of(battle)[:3] == ["attack", "step", "strike"], "a step to where it sees B"


def test_it_moves_and_strikes_or_only_moves_when_that_is_all() -> None:
    assert chosen(duel("......\nA...B.\n......", facing={"A": EAST})) == "move_and_attack"
    far = duel("..............\nA............B\n..............", facing={"A": EAST})
    assert chosen(far) == "move"
    assert turn_of(far) == ["move", "move", "end_turn"]
    assert far.fight.world.creature("A").space.x == 4


def test_it_goes_the_way_round() -> None:
    battle = duel("A.#.......\n..#.......\n..#....B..\n..#.......\n..........", facing={"A": 4})
    turn_of(battle)
    assert battle.fight.world.creature("A").space.y >= 3, "down, where the wall ends"


def test_it_turns_to_strike_who_stands_behind_it() -> None:
    battle = duel(facing={"A": WEST})
    assert chosen(battle) == "attack"
    battle.submit(Opponent().choose(battle))
    turn = come_to_strike(battle, "A")
    assert turn is not None
    assert (turn.id, turn.arguments["facing"]) == ("face", "E")
    battle.dice = FixedDice([1] * 40)
    assert turn_of(battle)[:2] == ["face", "strike"]
    assert come_to_strike(duel(facing={"A": EAST}), "A") is None, "nothing is chosen yet"


def test_it_looks_at_the_nearest_enemy_once_before_its_turn_ends() -> None:
    battle = duel("........\nA......B", facing={"A": WEST})
    battle.submit(Action("A", "maneuver", {"maneuver": "all_out_defense"}))
    turn = face_an_enemy(battle, "A")
    assert turn is not None
    assert turn.arguments["facing"] == "E"
    battle.submit(turn)
    assert face_an_enemy(battle, "A") is None, "it does"
    aside = duel("........\nA......B", facing={"A": 1})
    aside.submit(Action("A", "maneuver", {"maneuver": "all_out_defense"}))
    assert face_an_enemy(aside, "A") is None, "it still sees it in front"


@pytest.mark.parametrize("rows", [".....\n.A.B.\n.....", "A........B"])
def test_one_who_lies_gets_up_where_nothing_better_can_be_done(rows: str) -> None:
    battle = duel(rows, facing={"A": EAST}, A=("prone",))
    assert turn_of(battle)[:2] == ["change_posture", "change_posture"]
    assert not battle.fight.body("A").has("prone")


def test_one_without_a_weapon_at_hand_makes_it_ready() -> None:
    battle = duel(facing={"A": EAST}, A=("unready",))
    assert turn_of(battle)[:2] == ["ready", "ready"]
    assert battle.fight.items["A.blade"].ready


def test_one_who_is_badly_hurt_and_can_strike_nobody_defends_itself() -> None:
    near = duel("....\n.A.B\n....", facing={"A": EAST}, A=("unready",))
    assert chosen(with_hp(near, A=3)) == "ready", "first a weapon"
    walled = "..#..\nA.#.B\n..#.."
    assert chosen(with_hp(duel("A#B", facing={"A": EAST}), A=3)) == "all_out_defense"
    assert chosen(with_hp(duel(walled, facing={"A": EAST}), A=3)) != "all_out_defense", "nobody is near"


def test_without_anything_to_do_it_rests() -> None:
    assert chosen(duel("A###B")) == "do_nothing"


def test_it_defends_by_what_is_likeliest_and_goes_where_nobody_strikes() -> None:
    battle = duel("......\n.AB...\n....C.", facing={"A": EAST})
    battle.dice = FixedDice([1, 1, 1])
    battle.submit(Action("A", "maneuver", {"maneuver": "attack"}))
    battle.submit(Action("A", "strike", {"target": "B"}))
    assert battle.decision is not None
    answer = Opponent().choose(battle)
    assert answer == Action("B", "leap", {"to": Square(3, 0)}), "out of reach of A; the first of equals"


@pytest.mark.parametrize("seed", range(3))
def test_both_sides_fight_to_the_end(seed: int) -> None:
    battle = duel("........\n.A....B.\n........\n..C.....", facing={"A": WEST, "B": EAST})
    battle = Battle.new(battle.header.start.world, seed=seed, fighting=battle.fighting)
    for _ in range(600):
        if battle.fight.over:
            break
        battle.submit(Opponent().choose(battle))
    assert battle.fight.over


def test_the_same_position_gives_the_same_choice() -> None:
    position: dict[str, Any] = {"rows": "...C\n.AB.\n....", "facing": {"A": 0}}
    assert Opponent().choose(duel(**position)) == Opponent().choose(duel(**position))
