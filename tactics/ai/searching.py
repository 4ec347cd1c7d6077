"""Enemies whose place is not known: where they were known last, looking around there, going on to other places."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.ai.places import STRIDES, follow, mover_space
from tactics.ai.plans import aimed, previewed
from tactics.ai.worth import enemies, is_up, unknown
from tactics.core.lattice import Square
from tactics.core.space import square_space
from tactics.engine.battle import Battle
from tactics.rules.action import Action, NeedArea, Option
from tactics.rules.event import Rolled, TurnBegan
from tactics.rules.registry import book
from tactics.world.world import World

_LOOKS = ("seek",)
_TURNS_BACK = 3
"""Nobody remembers longer where somebody was."""
_THERE_SQ = 2
"""Who is so near has come to where it wanted to look."""


def look(battle: Battle, who: str) -> Action | None:
    """Looking around once a turn for one who knows the place of no enemy, where one was known last."""
    if not _searches(battle, who) or _has_looked(battle, who):
        return None
    places, best = frozenset(last_known(battle, who)), None
    for option in battle.allowed(who, ids=_LOOKS):
        for action in _aimed(battle, who, option):
            preview = previewed(battle.fighting, battle.fight, action)
            if preview is None:
                continue
            area = {square for one in preview.verdicts for square in one.squares.get("area", ())}
            worth = (len(area & places), len(area))
            if best is None or worth > best[0]:
                best = worth, action
    return None if best is None else best[1]


def _aimed(battle: Battle, who: str, option: Option) -> Iterator[Action]:
    """Every way to aim a look around: an area goes where somebody was known last, else over the parts of the board."""
    area = next((one for one in option.needs if isinstance(one, NeedArea)), None)
    if area is None or len(option.needs) > 1:
        yield from aimed(battle.fight, who, option)
        return
    goals = last_known(battle, who) or tuple(_round_the_board(battle.fight.world, battle.fight.round))
    for goal in goals:
        spots = square_space(goal).outer_corners() if area.at == "corner" else (goal,)
        for spot in spots:
            yield Action(who, option.id, {**option.arguments, area.name: spot})


def search(battle: Battle, who: str) -> Action | None:
    """A move towards where an enemy was known last, else to one part of the board after the other."""
    if not _searches(battle, who):
        return None
    fight = battle.fight
    own, walks = mover_space(fight, who), battle.allowed(who, ids=STRIDES)
    for goal in (*last_known(battle, who), *_round_the_board(fight.world, fight.round)) if walks else ():
        if max(own.gap_sq(own.at(goal))) <= _THERE_SQ:
            continue
        mover = fight.world.creature(who).mount or who
        way = book(fight.system).way_to(fight.world, mover, _around(goal))
        move = follow(battle, who, walks, way=way) if way else None
        if move is not None:
            return move
    return None


def last_known(battle: Battle, who: str) -> tuple[Square, ...]:
    """Where enemies whose place it does not know now were at the beginning of its last turns, the newest first."""
    lost, found = unknown(battle.fight, who), dict[str, Square]()
    order, turns = battle.fight.order, 0
    for number, event in reversed(tuple(enumerate(battle.events))) if lost else ():
        if isinstance(event, TurnBegan) and order[event.slot].who == who:
            then, turns = battle.at(number), turns + 1
            known = [one for one in lost if one not in found and one not in unknown(then, who)]
            found |= {one: then.world.creature(one).space.anchor for one in known}
            if turns > _TURNS_BACK or len(found) == len(lost):
                break
    return tuple(found.values())


def _searches(battle: Battle, who: str) -> bool:
    """Whether there are enemies up, and it knows the place of none."""
    fight = battle.fight
    return any(is_up(fight, one) for one in unknown(fight, who)) and not enemies(fight, who)


def _has_looked(battle: Battle, who: str) -> bool:
    for event in reversed(battle.events):
        if isinstance(event, TurnBegan):
            return False
        if isinstance(event, Rolled) and event.who == who:
            return True
    return False


def _around(goal: Square) -> set[Square]:
    reach = range(-_THERE_SQ, _THERE_SQ + 1)
    return {Square(goal.x + dx, goal.y + dy) for dx in reach for dy in reach}


def _round_the_board(world: World, number: int) -> Iterator[Square]:
    """The middle and the quarters of the board, from another one on each time."""
    board = world.board
    parts = ((2, 2), (1, 1), (3, 3), (3, 1), (1, 3))
    for step in range(len(parts)):
        across, down = parts[(number + step) % len(parts)]
        yield Square(board.width * across // 4, board.height * down // 4)
