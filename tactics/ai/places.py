"""Where to stand: out of reach of those who would react, where an enemy can be struck next, by the safest way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tactics.ai.perils import perils, wary
from tactics.ai.worth import enemies
from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.core.space import Space
from tactics.engine.battle import Battle
from tactics.geometry.paths import counted_field
from tactics.rules.action import Action, NeedPath, NeedSquare, Option, Refused
from tactics.rules.event import HpChanged, Rolled, TurnBegan
from tactics.rules.ground import solid_ground
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.world.creature import Creature
from tactics.world.edit import with_door
from tactics.world.fight import Fight

STEPS = ("five_foot_step", "step", "shift")
"""Short moves that are made with care."""
STRIDES = ("move", "stride", "walk")
"""Moves on foot."""
HEIGHT = "height"
"""Argument of moves that end at some height."""
_ON_THE_GROUND = ("walk", "stride", "crawl", "run")
_MOST_TRIED = 6
_UNREACHED = 1000


@dataclass(frozen=True, slots=True)
class Stride:
    """A move that could be made: where it ends, what it costs, the action, the way on the ground."""

    square: Square
    cost: int
    action: Action
    way: tuple[Square, ...] = ()


def strides(who: str, options: Iterable[Option], among: Collection[Square] | None = None) -> Iterator[Stride]:
    """The places that some moves could end on.

    Args:
        who: id of the creature that moves.
        options: the moves.
        among: the places that are of interest, None for all.
    """
    for option in options:
        need = option.needs[0] if len(option.needs) == 1 else None
        if isinstance(need, NeedPath):
            for square in need.costs if among is None else among:
                if square in need.costs:
                    way = need.paths[square]
                    action = Action(who, option.id, {**option.arguments, need.name: way})
                    yield Stride(square, need.costs[square], action, way if need.mode in _ON_THE_GROUND else ())
        elif isinstance(need, NeedSquare):
            for square in need.squares:
                if among is None or square in among:
                    yield Stride(square, 0, Action(who, option.id, {**option.arguments, need.name: square}), (square,))


def away_from(battle: Battle, who: str, options: Sequence[Option], reacting: Sequence[str]) -> Iterator[Stride]:
    """Moves out of the reach of some enemies that draw no reaction, the shortest first; none for one not in it.

    Args:
        battle: the fight.
        who: id of the creature that acts.
        options: moves to choose from.
        reacting: ids of the enemies.
    """
    danger = frozenset[Square]().union(*(threatened(battle, one) for one in reacting))
    own = _mover(battle, who)
    if not danger.intersection(own.squares()):
        return
    foes = [one.space for one in enemies(battle.fight, who)]
    safe = [one for one in strides(who, options) if not danger.intersection(_at(own, one.square).squares())]
    safe = unhurt(battle.fight, who, safe)
    safe.sort(key=lambda one: (one.cost, -_gap(_at(own, one.square), foes), one.square.y, one.square.x))
    yield from (one for one in safe[:_MOST_TRIED] if _reactions(battle, one.action) == 0)


def close_in(battle: Battle, who: str, options: Sequence[Option], *, bold: bool = True) -> Action | None:
    """A move to where an enemy can be struck; the one that draws the fewest reactions, None when it stands there.

    Args:
        battle: the fight.
        who: id of the creature that acts.
        options: moves to choose from.
        bold: whether reactions are risked where there is no move without any.
    """
    ends = sorted(strides(who, options, stands(battle, who)), key=lambda one: (one.cost, one.square.y, one.square.x))
    return _safest(battle, unhurt(battle.fight, who, ends), bold=bold)


def follow(
    battle: Battle,
    who: str,
    options: Sequence[Option],
    *,
    way: Sequence[Square],
    shun: frozenset[Square] = frozenset(),
    bold: bool = True,
) -> Action | None:
    """The move that comes farthest along a way, out of some squares where that gets on at all.

    Args:
        battle: the fight.
        who: id of the creature that acts.
        options: moves to choose from.
        way: squares from its own on.
        shun: squares not to end on.
        bold: whether reactions are risked where there is no move without any.
    """
    place = {square: number for number, square in enumerate(way) if number}
    ends = list(strides(who, options, place))
    ends = unhurt(battle.fight, who, ends) or ends
    safe = [one for one in ends if one.square not in shun]
    ends = sorted(safe or ends, key=lambda one: (-place[one.square], one.cost))
    farthest = [one for one in ends if place[one.square] * 2 >= place[ends[0].square]]
    return _safest(battle, farthest, bold=bold)


def come_level(battle: Battle, who: str, options: Iterable[Option]) -> Action | None:
    """The move with height, through air or water, that ends nearest to an enemy and most on its level.

    Args:
        battle: the fight.
        who: id of the creature that acts.
        options: moves to choose from; those without a height are left out.
    """
    own, foes = battle.fight.world.creature(who), enemies(battle.fight, who)
    options = [one for one in options if HEIGHT in one.arguments]
    if not foes or not options:
        return None
    ground = solid_ground(battle.fight.world.board)
    counts = [(one, counted_field(ground, one.space, round_corner=True)) for one in foes]
    best = (*_away(own.space, own.z_ft, counts), 0)
    found: Action | None = None
    for option in options:
        height = option.arguments.get(HEIGHT)
        need = next((one for one in option.needs if isinstance(one, NeedPath)), None)
        if need is None or not isinstance(height, int):
            continue
        for square, cost in need.costs.items():
            far = (*_away(own.space.at(square), height, counts), cost)
            if far[:2] < best[:2] or (found is not None and far < best):
                best, found = far, Action(who, option.id, {**option.arguments, need.name: need.paths[square]})
    return found


def unhurt(fight: Fight, who: str, ends: Iterable[Stride]) -> list[Stride]:
    """Those of some moves on which no ground hurts it."""
    own = mover_space(fight, who)
    return [one for one in ends if not perils(fight.world, own, one.way)]


def struck_from_afar(battle: Battle, who: str) -> bool:
    """Whether a creature did something to another one far off in its turn that goes on."""
    return any(_gap(_mover(battle, who), [battle.fight.world.creature(one).space]) > 1 for one in struck(battle, who))


def struck(battle: Battle, who: str) -> frozenset[str]:
    """Ids of those to whom a creature did something in its turn that goes on."""
    found: set[str] = set()
    for event in reversed(battle.events):
        if isinstance(event, TurnBegan):
            break
        if isinstance(event, HpChanged) and event.source == who:
            found.add(event.who)
        elif isinstance(event, Rolled) and event.who == who:
            found.add(event.target)
        elif isinstance(event, Rolled) and event.target == who and event.purpose == "save":
            found.add(event.who)
    return frozenset(one for one in found if one and one != who and one in battle.fight.bodies)


def threatened(battle: Battle, who: str) -> frozenset[Square]:
    """The squares a creature threatens."""
    return threatened_in(battle.fight, who)


def threatened_in(fight: Fight, who: str) -> frozenset[Square]:
    """The squares a creature threatens at some moment."""
    try:
        verdict = book(fight.system).judge(fight.world, Question(ask="threatened", who=who), explain=False)
    except ProblemError:
        return frozenset()
    return frozenset(verdict.squares.get("threatened", ()))


def stands(battle: Battle, who: str) -> frozenset[Square]:
    """Where a creature has an enemy in reach: as it strikes round itself now, or beside one when it strikes nowhere."""
    return stands_in(battle.fight, who)


def stands_in(fight: Fight, who: str) -> frozenset[Square]:
    """The same at some moment."""
    own, foes = mover_space(fight, who), [one.space for one in enemies(fight, who)]
    struck = threatened_in(fight, who) or [
        Square(x, y) for x in range(own.x - 1, own.x + own.width + 1) for y in range(own.y - 1, own.y + own.height + 1)
    ]
    shape = [(square.x - own.x, square.y - own.y) for square in struck]
    return frozenset(Square(at.x - dx, at.y - dy) for foe in foes for at in foe.squares() for dx, dy in shape)


def way_to_an_enemy(battle: Battle, who: str) -> tuple[Square, ...]:
    """The way to the nearest enemy as if closed doors stood open, () when there is none or somebody is in reach."""
    fight = battle.fight
    world = fight.world
    for wall in world.board.walls:
        if wall.kind == "door" and wall.state == "closed":
            world = with_door(world, wall.group, "open")
    mover = world.creature(who).mount or who
    own = world.creature(mover).space
    foes = [one.space for one in enemies(fight, who)]
    if not foes or nearest(own, foes) <= 1:
        return ()
    ends, careful = _beside(own, foes), wary(world, mover)
    way = book(fight.system).way_to(careful, mover, ends) if careful is not world else ()
    return way or book(fight.system).way_to(world, mover, ends)


def safest_square(fight: Fight, who: str, squares: Sequence[Square]) -> Square | None:
    """The square where the fewest enemies strike, the farthest from them of several; None when there is none."""
    own, foes = mover_space(fight, who), enemies(fight, who)
    danger = [threatened_in(fight, one.id) for one in foes]

    def fear(square: Square) -> tuple[int, int, int]:
        there = own.at(square)
        falls = perils(fight.world, own, (square,))
        struck = sum(not one.isdisjoint(there.squares()) for one in danger)
        return falls, struck, -sum(max(there.gap_sq(one.space)) for one in foes)

    return min(squares, key=fear, default=None)


def nearest(space: Space, others: Iterable[Space]) -> int:
    """How far the nearest of some others is."""
    return min(max(space.gap_sq(other)) for other in others)


def _beside(own: Space, others: Iterable[Space]) -> set[Square]:
    """Top left squares of a space that stands beside one of the others."""
    return {
        Square(x, y)
        for other in others
        for y in range(other.y - own.height, other.y + other.height + 1)
        for x in range(other.x - own.width, other.x + other.width + 1)
    }


def _safest(battle: Battle, ends: Sequence[Stride], *, bold: bool) -> Action | None:
    """The first one that draws no reaction, of the first few the one that draws fewest."""
    best: tuple[int, Action] | None = None
    for one in ends[:_MOST_TRIED]:
        count = _reactions(battle, one.action)
        if count is not None and (best is None or count < best[0]):
            best = (count, one.action)
        if best is not None and not best[0]:
            break
    return None if best is None or (best[0] and not bold) else best[1]


def _reactions(battle: Battle, action: Action) -> int | None:
    """How many may react to an action, None when it is refused."""
    try:
        return len(battle.preview(action).reactions)
    except Refused:
        return None


def _mover(battle: Battle, who: str) -> Space:
    return mover_space(battle.fight, who)


def mover_space(fight: Fight, who: str) -> Space:
    """The space of a creature, or of what it rides."""
    world = fight.world
    return world.creature(world.creature(who).mount or who).space


def _at(own: Space, square: Square) -> Space:
    return Space(square.x, square.y, own.width, own.height)


def _gap(space: Space, others: Iterable[Space]) -> int:
    return min((max(space.gap_sq(other)) for other in others), default=0)


def _away(space: Space, height: int, foes: Iterable[tuple[Creature, Mapping[Square, int]]]) -> tuple[int, int]:
    """How far the nearest enemy is round walls, beside it being near enough, and how much higher or lower."""

    def far(foe: Creature, counts: Mapping[Square, int]) -> int:
        known = [counts[one] for one in space.squares() if one in counts]
        return max(1, min(known)) if known else _UNREACHED + _gap(space, [foe.space])

    return min((far(foe, counts), abs(foe.z_ft - height)) for foe, counts in foes)
