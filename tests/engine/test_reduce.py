"""What each event does, and that it does nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from engine.toy import Toy, ring

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import text
from tactics.engine.reduce import reduce, settled
from tactics.engine.sound import event_fault
from tactics.rules.event import (
    Began,
    CounterSet,
    DoorChanged,
    EffectGained,
    EffectLost,
    Ended,
    Event,
    HpChanged,
    ItemChanged,
    ItemLost,
    LeftFight,
    Moved,
    Noted,
    OrderChanged,
    Rolled,
    RoundBegan,
    TurnBegan,
    Turned,
    TurnEnded,
)
from tactics.world.fight import Effect, Fight, Item, Slot

ORDER = (Slot("A", 20), Slot("B", 15), Slot("C", 10))
PRONE, SHAKEN = Effect("prone", source="B"), Effect("shaken", 2)


def start() -> Fight:
    return settled(Toy().prepare(ring()))


def after(*events: Event, fight: Fight | None = None) -> Fight:
    fight = fight or start()
    for event in events:
        fight = reduce(fight, event)
    return fight


def test_order_rounds_and_turns() -> None:
    fight = after(Began(ORDER, surprise=True))
    assert (fight.order, fight.active, fight.round, fight.surprise) == (ORDER, "", 1, True)
    fight = after(RoundBegan(1), TurnBegan(1), fight=fight)
    assert (fight.active, fight.round, fight.surprise) == ("B", 1, False)
    assert after(TurnEnded("B"), fight=fight).active == "B"


def test_a_changed_order_leaves_the_turn_with_its_creature() -> None:
    fight = after(Began(ORDER), TurnBegan(1))
    assert after(OrderChanged((ORDER[1], ORDER[0], ORDER[2])), fight=fight).turn == 0
    later = Slot("B", 3)
    assert after(OrderChanged((ORDER[0], ORDER[2], later)), fight=fight).turn == 2
    assert after(OrderChanged((ORDER[0], ORDER[2])), fight=fight).turn is None


def test_a_square_at_a_time_with_the_ground_shared() -> None:
    before = start()
    fight = after(Moved("A", Square(0, 2), 5, "walk", 1, 1, 10), fight=before)
    creature = fight.world.creature("A")
    assert (creature.space, creature.z_ft) == (Space(0, 2, 1, 1), 10)
    assert fight.world.board is before.world.board
    assert fight.bodies is before.bodies
    assert fight.world.creature("B") is before.world.creature("B")
    assert before.world.creature("A").space == Space(1, 1, 1, 1)


def test_pools_of_hit_points() -> None:
    body = after(HpChanged("A", "hp", -5), HpChanged("A", "temp", 4), HpChanged("A", "nonlethal", 2)).body("A")
    assert (body.hp, body.max_hp, body.temp_hp, body.nonlethal) == (-2, 3, 4, 2)
    assert after(HpChanged("A", "max", -1)).body("A").max_hp == 2


def test_conditions_follow_effects() -> None:
    fight = after(EffectGained("A", PRONE), EffectGained("A", SHAKEN), EffectGained("A", PRONE))
    assert fight.body("A").effects == (PRONE, SHAKEN, PRONE)
    assert fight.world.creature("A").of("pf1").conditions == {"prone", "shaken"}
    fight = after(EffectLost("A", PRONE), fight=fight)
    assert fight.body("A").effects == (SHAKEN, PRONE)
    assert fight.world.creature("A").of("pf1").conditions == {"prone", "shaken"}
    fight = after(EffectLost("A", PRONE), fight=fight)
    assert fight.world.creature("A").of("pf1").conditions == {"shaken"}
    assert fight.world.creature("B").of("pf1").conditions == frozenset()


def test_settling_puts_conditions_and_effects_in_step() -> None:
    fight = Toy().prepare(ring(A={"conditions": ["prone", "stunned"]}))
    bodies = {**fight.bodies, "A": replace(fight.body("A"), effects=(Effect("prone", source="B"), SHAKEN))}
    fight = settled(replace(fight, bodies=bodies))
    assert fight.body("A").effects == (Effect("stunned"), Effect("prone", source="B"), SHAKEN)
    assert fight.world.creature("A").of("pf1").conditions == {"prone", "stunned", "shaken"}
    again = settled(fight)
    assert (again.world, again.bodies) == (fight.world, fight.bodies)
    assert (
        "stunned" not in after(EffectLost("A", Effect("stunned")), fight=fight).world.creature("A").of("pf1").conditions
    )


def test_counters_things_and_doors() -> None:
    before = start()
    coin = Item("A.coin", "coin", "", "", Square(0, 0))
    fight = after(
        CounterSet("A", "moves", 2), ItemChanged(coin), ItemLost("B.coin"), DoorChanged(0, "locked"), fight=before
    )
    assert fight.body("A").count("moves") == 2
    assert fight.items["A.coin"] == coin
    assert "B.coin" not in fight.items
    (door,) = fight.world.board.walls
    assert (door.state, "movement" in door.blocks) == ("locked", True)
    assert before.world.board.walls[0].state == "open"


def test_leaving_and_ending() -> None:
    fight = after(LeftFight("B", "fled"), Ended("heroes"))
    assert (fight.body("B").out, fight.over) == ("fled", "heroes")


@pytest.mark.parametrize(
    "event",
    [
        Moved("X", Square(0, 0), 5, "walk", 1, 1),
        HpChanged("X", "hp", 1),
        HpChanged("A", "mana", 1),
        EffectGained("X", PRONE),
        EffectLost("X", PRONE),
        EffectLost("A", PRONE),
        CounterSet("X", "moves", 1),
        LeftFight("X", "dead"),
        TurnBegan(7),
        TurnEnded("A"),
        ItemLost("sword"),
        DoorChanged(0, "ajar"),
        Noted("A", text("words")),
        Rolled("A", "attack", (), (), 3),
    ],
)
def test_what_concerns_nobody_changes_nothing(event: Event) -> None:
    before = after(Began(ORDER), TurnBegan(0))
    fight = reduce(before, event)
    assert fight.world is before.world
    for name in ("bodies", "items", "order", "turn", "round", "over"):
        assert getattr(fight, name) == getattr(before, name)


def test_a_creature_turns_and_lies_across_squares() -> None:
    fight = after(Turned("A", 3))
    assert fight.world.creature("A").facing == 3
    lying = after(Moved("A", Square(0, 1), 0, "walk", 1, 1, sprawl=(Square(0, 2),)), fight=fight).world.creature("A")
    assert (lying.facing, lying.sprawl) == (3, (Square(0, 2),)), "it looks where it looked"
    turned = after(Turned("A", 5), fight=fight.with_world(replace(fight.world, creatures=(lying,)))).world.creature("A")
    assert (turned.facing, turned.sprawl) == (5, (Square(0, 2),))
    up = after(Moved("A", Square(0, 1), 0, "walk", 1, 1, facing=0), fight=fight).world.creature("A")
    assert (up.facing, up.sprawl) == (0, ())
    assert after(Turned("Z", 1), fight=fight) is fight


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (Turned("A", 7), ""),
        (Turned("A", 8), "there is no facing 8"),
        (Turned("A", -1), "there is no facing -1"),
        (Turned("Z", 1), "there is no creature 'Z'"),
        (Moved("A", Square(0, 0), 0, "walk", 1, 1, facing=9), "there is no facing 9"),
        (Moved("A", Square(0, 0), 0, "walk", 1, 1, sprawl=(Square(-1, 0),)), "is no place on the board"),
        (Moved("A", Square(0, 0), 0, "walk", 1, 1, facing=2, sprawl=(Square(1, 0),)), ""),
    ],
)
def test_only_facings_and_squares_of_the_board_can_be_read_from_a_log(event: Event, fault: str) -> None:
    assert fault in event_fault(start(), event)
    assert bool(fault) == bool(event_fault(start(), event))
