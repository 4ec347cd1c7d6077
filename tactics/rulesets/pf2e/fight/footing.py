"""What a creature stands on, swims in or hangs from, and what that forbids it."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.space import Space
from tactics.core.text import Text, text
from tactics.rules.action import Refusal
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import conditions, states, turn
from tactics.rulesets.pf2e.speeds import speed_ft
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.board import Board, Terrain
from tactics.world.creature import Creature
from tactics.world.fight import Fight
from tactics.world.world import World

FLYING, CLIMBING, CLINGING, BALANCING = "flying", "climbing", "clinging", "balancing"
SWIMMING, SUBMERGED, BURROWING = "swimming", "submerged", "burrowing"
"""Postures, as effects. One with a climb Speed clings and is not flat-footed; so it is with a swim Speed in water."""
ENTERED_WATER = "entered_water"
"""Counter: how many actions had been used when water was entered this turn."""
NARROW, UNEVEN, INCLINE = "narrow", "uneven", "incline"
"""Surfaces of a square."""


def kinds_under(board: Board, space: Space) -> tuple[Terrain, ...]:
    """What the squares of a space are made of, those off the board left out."""
    return tuple(board.at(one) for one in space.squares() if board.inside(one))


def tall_ft(creature: Creature) -> int:
    """How high a creature's space is."""
    return creature.space.width * SQUARE_FT


def depth_ft(board: Board, space: Space) -> int:
    """How deep the water under a whole space is, 0 when some of it is dry."""
    return min((one.depth_ft for one in kinds_under(board, space)), default=0)


def is_deep(board: Board, creature: Creature, space: Space) -> bool:
    """Whether a creature has to swim somewhere: the water is at least as deep as it is tall."""
    return depth_ft(board, space) >= tall_ft(creature)


def in_water(world: World, creature: Creature) -> bool:
    """Whether a creature is in deep water or under it. Source: pf2e.aquatic.flat_footed."""
    own = creatures.mount_of(world, creature) or creature
    if not is_deep(world.board, own, own.space):
        return False
    return creatures.foot_ft(world, own) <= creatures.ground_ft(world, own.space)


def under_water(world: World, creature: Creature) -> bool:
    """Whether a creature's head is under water. Source: pf2e.aquatic.hold_breath."""
    return in_water(world, creature) and creatures.foot_ft(world, creature) < creatures.ground_ft(
        world, creatures.space_of(world, creature)
    )


def underground(fight: Fight, who: str) -> bool:
    """Whether a creature is in the earth. Source: pf2e.move.burrow_speed."""
    return fight.body(who).has(BURROWING)


def above_ground_ft(fight: Fight, who: str) -> int:
    """How high above the ground under it a creature is."""
    world = fight.world
    creature = world.creature(who)
    return creatures.foot_ft(world, creature) - creatures.ground_ft(world, creatures.space_of(world, creature))


def holds_on(fight: Fight, who: str) -> bool:
    """Whether a creature hangs on a wall above the ground. Source: pf2e.skill.climb."""
    return above_ground_ft(fight, who) > 0 and bool({CLIMBING, CLINGING} & _held(fight, who))


def airborne(fight: Fight, who: str) -> bool:
    """Whether a creature flies: it says so, or it has a fly Speed and nothing under its feet.

    Source: pf2e.aerial.combat
    """
    creature = fight.world.creature(who)
    if creature.mount:
        return False
    if FLYING in _held(fight, who):
        return True
    wings = speed_ft(creatures.stats(creature), "fly")
    return wings is not None and above_ground_ft(fight, who) > 0 and not holds_on(fight, who)


def surface_at(board: Board, space: Space) -> str:
    """The surface under a space on which one has to balance, "" for firm ground.

    Source: pf2e.terrain.narrow_surface, pf2e.terrain.uneven_ground
    """
    found = {one.surface for one in kinds_under(board, space)}
    return next((one for one in (NARROW, UNEVEN) if one in found), "")


def surface_of(fight: Fight, who: str) -> str:
    """The unsteady surface a creature stands on, "" for firm ground and in the air."""
    creature = fight.world.creature(who)
    if creature.mount or airborne(fight, who) or above_ground_ft(fight, who) > 0 or in_water(fight.world, creature):
        return ""
    return surface_at(fight.world.board, creature.space)


def on_incline(board: Board, space: Space) -> bool:
    """Whether some of a space is a steep incline. Source: pf2e.terrain.incline."""
    return any(one.surface == INCLINE for one in kinds_under(board, space))


def check_dc(board: Board, space: Space, what: str) -> int:
    """The DC to balance, climb or swim somewhere: the hardest the map gives for that, else the usual one.

    Args:
        board: the ground.
        space: where.
        what: a surface, "swim", or "ledge" for a wall.

    Source: pf2e.skill.balance, pf2e.skill.climb, pf2e.skill.swim
    """
    given = max((one.dc for one in kinds_under(board, space) if _asked_for(one) == what), default=0)
    return given or int(table("terrain")["usual_dc"][what])


def _asked_for(ground: Terrain) -> str:
    """What the DC of a square is meant for."""
    return ground.surface or ("swim" if ground.depth_ft else "ledge")


def postures(fight: Fight, who: str) -> tuple[tuple[str, bool, str], ...]:
    """What follows from where a creature is: posture, whether it has it, and the rule.

    Source: pf2e.aquatic.flat_footed, pf2e.terrain.narrow_surface, pf2e.terrain.uneven_ground
    """
    world = fight.world
    creature = world.creature(who)
    swims = in_water(world, creature) and speed_ft(creatures.stats(creature), "swim") is None
    found = [
        (SWIMMING, swims, "pf2e.aquatic.flat_footed"),
        (SUBMERGED, under_water(world, creature), "pf2e.aquatic.hold_breath"),
    ]
    if any(one.surface for one in world.board.kinds):
        surface = surface_of(fight, who)
        rule = "pf2e.terrain.uneven_ground" if surface == UNEVEN else "pf2e.terrain.narrow_surface"
        found.append((BALANCING, bool(surface), rule))
    return tuple(found)


def settle(run: Run, who: str) -> None:
    """Bring a creature's postures in step with where it is.

    Source: pf2e.aquatic.flat_footed, pf2e.terrain.narrow_surface, pf2e.terrain.uneven_ground
    """
    fight = run.fight
    world, creature = fight.world, fight.world.creature(who)
    for posture, wanted, rule in postures(fight, who):
        _put(run, who, posture, wanted, rule)
    if fight.body(who).has(BURROWING) and not _in_earth(world, creature):
        conditions.lose(run, who, BURROWING)
    if in_water(world, creature) and fight.body(who).has("prone"):
        conditions.lose(run, who, "prone")
    if above_ground_ft(fight, who) <= 0:
        _put(run, who, FLYING, False, "")
        if not on_incline(world.board, creature.space):
            _put(run, who, CLIMBING, False, "")
            _put(run, who, CLINGING, False, "")


def _in_earth(world: World, creature: Creature) -> bool:
    """Whether a creature is under the ground, or inside a square that is filled with earth."""
    below = creatures.foot_ft(world, creature) < creatures.ground_ft(world, creature.space)
    names = table("terrain")["diggable"]
    return below or any(one.id in names and one.blocks for one in kinds_under(world.board, creature.space))


def _put(run: Run, who: str, id: str, wanted: bool, rule: str) -> None:
    has = run.fight.body(who).has(id)
    if wanted and not has:
        conditions.gain(run, who, id, rule=rule)
    elif has and not wanted:
        conditions.lose(run, who, id)


def came_into_water(run: Run, who: str) -> None:
    """Note when a creature came into deep water: with its last action it does not sink. Source: pf2e.skill.swim."""
    if in_water(run.fight.world, run.fight.world.creature(who)):
        run.emit(CounterSet(who, ENTERED_WATER, run.fight.body(who).count(turn.DONE)))


def take_posture(run: Run, who: str, id: str, rule: str) -> None:
    """Let a creature fly, climb, cling or dig in from now on."""
    _put(run, who, id, True, rule)


def _held(fight: Fight, who: str) -> frozenset[str]:
    return creatures.stats(fight.world.creature(who)).conditions


@dataclass(frozen=True, slots=True)
class _Bar:
    words: Text
    rule: str


_GROUND = _Bar(text("It is in the air: there is no ground under its feet."), "pf2e.aerial.combat")
_WALL = _Bar(text("It hangs on a wall."), "pf2e.move.switch_type")
_WATER = _Bar(text("It swims: there is no ground under its feet."), "pf2e.aquatic.fire")
_EARTH = _Bar(text("It is in the earth."), "pf2e.move.burrow_speed")


def why_not(fight: Fight, who: str, action: str, traits: frozenset[str]) -> Refusal | None:
    """Why a creature cannot take an action where it stands, swims or hangs, None when it can.

    Source: pf2e.aerial.combat, pf2e.aquatic.fire, pf2e.move.switch_type
    """
    world, creature = fight.world, fight.world.creature(who)
    if "fire" in traits and under_water(world, creature):
        return Refusal(text("No fire under water."), "pf2e.aquatic.fire")
    numbers = table("actions")
    if action not in numbers["needs_ground"]:
        return None
    found = None
    if underground(fight, who):
        found = _EARTH
    elif airborne(fight, who):
        found = _GROUND
    elif holds_on(fight, who):
        found = _WALL
    elif in_water(world, creature) and action != "stand":
        found = _WATER
    return None if found is None else Refusal(found.words, found.rule)


def named(id: str) -> Text:
    """A posture in words."""
    return states.named(id)


def climbing_posture(fight: Fight, who: str) -> str:
    """What a creature on a wall has: one with a climb Speed is not flat-footed. Source: pf2e.move.climb_speed."""
    return CLIMBING if speed_ft(creatures.stats(fight.world.creature(who)), "climb") is None else CLINGING
