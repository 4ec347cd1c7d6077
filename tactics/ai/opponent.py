"""A plain opponent: it strikes what it can hurt most, else moves where it can strike next, and ends its turn.

It knows no rule. It reads the options and previews of the battle, as a player does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product

from tactics.core.lattice import Point, Square
from tactics.core.space import Space
from tactics.engine.battle import Battle
from tactics.rules.action import (
    Action,
    Argument,
    Decision,
    NeedArea,
    NeedChoice,
    NeedCreature,
    NeedPath,
    NeedSquare,
    Option,
    Preview,
    Refused,
)
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.world.creature import Creature
from tactics.world.edit import with_door
from tactics.world.fight import Fight

_LEAST_WORTH = Fraction(1, 4)
_REACTION_COST = Fraction(3)
_HELPS = ("stand_up", "stand")
_WALKS = ("move", "stride", "command_animal", "run", "fly", "swim", "crawl")
_TAKES = ("draw", "pick_up")
_FIGHTS = ("attack", "power")
_POWERS = ("power",)
_OPENS = ("door",)
_HANDS = ("main", "both")
_LOOKS = ("seek",)
_ENDS = "end_turn"
_STAYS = ("hover", "tread_water")
"""What keeps a creature where it is in air or water, offered as long as it is needed."""
_HEIGHT = "height"
"""Argument of moves that end at some height."""
_CONDITION_WORTH = Fraction(6)
_MOST_TRIED = 48


class Opponent:
    """Chooses one action or answer at a time."""

    def choose(self, battle: Battle) -> Action:
        """What to do now for the creature that has to act.

        Args:
            battle: it is looked at, not changed.
        """
        decision = battle.decision
        if decision is not None:
            return _answer(battle.fight, decision)
        who = battle.fight.active
        return (
            self._help(battle, who)
            or self._take_up(battle, who)
            or self._stays_up_to_attack(battle, who)
            or self._look(battle, who)
            or self._approach(battle, who)
            or Action(who, _ENDS)
        )

    def _help(self, battle: Battle, who: str) -> Action | None:
        """What one does first of all, such as getting up."""
        return next((Action(who, one.id, one.arguments) for one in battle.allowed(who, ids=_HELPS)), None)

    def _take_up(self, battle: Battle, who: str) -> Action | None:
        """Something to fight with, for one whose hands are empty."""
        fight = battle.fight
        if any(item.holder == who and item.hand in _HANDS for item in fight.items.values()):
            return None
        aimed = (next(_aimed(fight, who, option), None) for option in battle.allowed(who, ids=_TAKES))
        return next((one for one in aimed if one is not None), None)

    def _stays_up_to_attack(self, battle: Battle, who: str) -> Action | None:
        """The best attack; before it what keeps it in the air or afloat, if it would otherwise go down."""
        attack = self._best_attack(battle, who)
        stays = battle.allowed(who, ids=_STAYS) if attack else ()
        return next((Action(who, one.id, one.arguments) for one in stays), attack)

    def _best_attack(self, battle: Battle, who: str) -> Action | None:
        """The attack with the most expected damage."""
        best: tuple[Fraction, Action] | None = None
        for option in battle.allowed(who, groups=_FIGHTS):
            for action in _aimed(battle.fight, who, option):
                worth = _worth(battle, action)
                if worth > _LEAST_WORTH and (best is None or worth > best[0]):
                    best = (worth, action)
        return None if best is None else best[1]

    def _look(self, battle: Battle, who: str) -> Action | None:
        """Looking around for one who knows the place of no enemy, where that takes in somebody."""
        hidden = battle.fighting.perceived(battle.fight, who)
        foes = list(_enemies(battle.fight, who))
        if any(hidden.get(one.id) in (None, "sensed") for one in foes):
            return None
        for option in battle.allowed(who, ids=_LOOKS):
            for action in _aimed(battle.fight, who, option):
                areas = (set(one.squares.get("area", ())) for one in _looked_at(battle, action))
                if any(area.intersection(foe.space.squares()) for area in areas for foe in foes):
                    return action
        return None

    def _approach(self, battle: Battle, who: str) -> Action | None:
        """The move that ends nearest to an enemy by the way one has to go, or a door on that way opened."""
        walks = [
            (option, need, option.group in _POWERS)
            for option in battle.allowed(who, ids=_WALKS, groups=_POWERS)
            for need in option.needs
            if isinstance(need, NeedPath) and _HEIGHT not in option.arguments
            if option.id in _WALKS or len(option.needs) == 1
        ]
        way = _way_to_an_enemy(battle, who) if walks else ()
        best: tuple[int, bool, int] | None = None
        found: Action | None = None
        for option, need, more in walks:
            far = next((number for number in range(len(way) - 1, 0, -1) if way[number] in need.costs), 0)
            # A power that begins with a move goes on from there, so it is worth more than the bare move.
            if far and (best is None or (far, more, -need.costs[way[far]]) > best):
                best = far, more, -need.costs[way[far]]
                found = Action(who, option.id, {**option.arguments, need.name: need.paths[way[far]]})
        return found or self._opens(battle, who) or self._comes_level(battle, who)

    def _comes_level(self, battle: Battle, who: str) -> Action | None:
        """The move with height, through air or water, that ends nearest to an enemy and most on its level."""
        fight = battle.fight
        own, enemies = fight.world.creature(who), list(_enemies(fight, who))
        if not enemies:
            return None
        best = (*_away(own.space, own.z_ft, enemies), 0)
        found: Action | None = None
        for option in battle.allowed(who, ids=_WALKS):
            height = option.arguments.get(_HEIGHT)
            need = next((one for one in option.needs if isinstance(one, NeedPath)), None)
            if need is None or not isinstance(height, int):
                continue
            for square, cost in need.costs.items():
                far = (*_away(own.space.at(square), height, enemies), cost)
                if far[:2] < best[:2] or (found is not None and far < best):
                    best, found = far, Action(who, option.id, {**option.arguments, need.name: need.paths[square]})
        return found

    def _opens(self, battle: Battle, who: str) -> Action | None:
        """Opening a closed door at hand."""
        walls = battle.fight.world.board.walls
        closed = {wall.group for wall in walls if wall.kind == "door" and wall.state == "closed"}
        for option in battle.allowed(who, ids=_OPENS) if closed else ():
            if option.arguments.get("door") in closed:
                return Action(who, option.id, option.arguments)
        return None


def _way_to_an_enemy(battle: Battle, who: str) -> tuple[Square, ...]:
    """The way to the nearest enemy as if closed doors stood open, () when there is none or somebody is in reach."""
    fight = battle.fight
    world = fight.world
    for wall in world.board.walls:
        if wall.kind == "door" and wall.state == "closed":
            world = with_door(world, wall.group, "open")
    mover = world.creature(who).mount or who
    own = world.creature(mover).space
    enemies = [one.space for one in _enemies(fight, who)]
    if not enemies or _nearest(own, enemies) <= 1:
        return ()
    return book(fight.system).way_to(world, mover, _beside(own, enemies))


def _answer(fight: Fight, decision: Decision) -> Action:
    """The choice that promises most, else the usual one."""
    worth = {id_: preview.damage_mean for id_, preview in decision.preview.items()}
    best = max(worth, key=lambda id_: worth[id_], default=decision.default)
    if worth.get(best, 0) > 0:
        return Action(decision.who, best, _settled(fight, decision, best))
    onward = _onward(fight, decision)
    if onward is not None:
        return onward
    return Action(decision.who, decision.default, _settled(fight, decision, decision.default))


def _onward(fight: Fight, decision: Decision) -> Action | None:
    """A choice to move that ends nearer to an enemy than where the creature stands, None when there is none."""
    enemies = [one.space for one in _enemies(fight, decision.who)]
    own = fight.world.creature(decision.who).space
    for choice, needs in decision.needs.items():
        if not enemies or len(needs) != 1 or not isinstance(needs[0], NeedPath):
            continue
        need = needs[0]
        near = min(need.costs, key=lambda one: (_nearest(own.at(one), enemies), need.costs[one]), default=None)
        if near is not None and _nearest(own.at(near), enemies) < _nearest(own, enemies):
            return Action(decision.who, choice, {need.name: need.paths[near]})
    return None


def _settled(fight: Fight, decision: Decision, choice: str) -> Mapping[str, Argument]:
    said: dict[str, Argument] = {}
    for need in decision.needs.get(choice, ()):
        first = next(_values(fight, decision.who, need), None)
        if first is not None:
            said[need.name] = first
    return said


def _values(fight: Fight, who: str, need: object) -> Iterator[Argument]:
    match need:
        case NeedArea(at=at):
            for enemy in _enemies(fight, who):
                yield from _corners(enemy.space) if at == "corner" else (enemy.space.anchor,)
        case NeedCreature(ids=ids):
            yield from ids
        case NeedSquare(squares=squares):
            yield from squares
        case NeedChoice(choices=choices):
            yield from (one.id for one in choices[:1])


def _corners(space: Space) -> Iterator[Point]:
    return iter(space.outer_corners())


def _enemies(fight: Fight, who: str) -> Iterator[Creature]:
    side = fight.world.creature(who).side
    return (one for one in fight.world.creatures if one.side != side and _up(fight, one))


def _aimed(fight: Fight, who: str, option: Option) -> Iterator[Action]:
    """Every way to aim an option that needs no path, up to a number."""
    if any(isinstance(one, NeedPath) for one in option.needs):
        return
    ways = [tuple(_values(fight, who, need)) for need in option.needs]
    for count, values in enumerate(product(*ways)):
        if count >= _MOST_TRIED:
            return
        named = {need.name: value for need, value in zip(option.needs, values, strict=True)}
        yield Action(who, option.id, {**option.arguments, **named})


def _worth(battle: Battle, action: Action) -> Fraction:
    """What an action promises: damage, healing where it is needed, the chance of a condition; less for reactions."""
    try:
        preview: Preview = battle.preview(action)
    except Refused:
        return Fraction(0)
    fight = battle.fight
    share = _enemy_share(fight, action.who, preview.takes)
    worth = preview.damage_mean * share
    if preview.takes and not preview.damage_most and preview.chance is not None:
        worth += _CONDITION_WORTH * preview.chance * share
    if preview.heals_mean and any(_hurt(fight, one) for one in preview.takes):
        worth += preview.heals_mean
    return worth - _REACTION_COST * len(preview.reactions)


def _enemy_share(fight: Fight, who: str, takes: tuple[str, ...]) -> Fraction:
    """Enemies less friends among those an action takes, as a share of them all; a friend weighs double."""
    if not takes:
        return Fraction(1)
    side = fight.world.creature(who).side
    friends = sum(1 for one in takes if fight.world.creature(one).side == side)
    return Fraction(len(takes) - 3 * friends, len(takes))


def _looked_at(battle: Battle, action: Action) -> tuple[Verdict, ...]:
    """The areas an action would look over, none when it is refused."""
    try:
        return battle.preview(action).verdicts
    except Refused:
        return ()


def _hurt(fight: Fight, who: str) -> bool:
    """Whether a creature has lost half of its hit points."""
    body = fight.body(who)
    return not body.out and 2 * body.hp <= body.max_hp


def _up(fight: Fight, creature: Creature) -> bool:
    body = fight.body(creature.id)
    return not body.out and body.hp > 0


def _beside(own: Space, others: Iterable[Space]) -> set[Square]:
    """Top left squares of a space that stands beside one of the others."""
    return {
        Square(x, y)
        for other in others
        for y in range(other.y - own.height, other.y + other.height + 1)
        for x in range(other.x - own.width, other.x + other.width + 1)
    }


def _away(space: Space, height: int, enemies: Iterable[Creature]) -> tuple[int, int]:
    """How far the nearest enemy is on the ground, beside it being near enough, and how much higher or lower."""
    return min((max(1, _nearest(space, [one.space])), abs(one.z_ft - height)) for one in enemies)


def _nearest(space: Space, others: Iterable[Space]) -> int:
    return min(max(space.gap_sq(other)) for other in others)
