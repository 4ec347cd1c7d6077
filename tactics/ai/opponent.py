"""A plain opponent: it strikes what it can hurt most, else moves where it can strike next, and ends its turn.

It knows no rule. It reads the options and previews of the battle, as a player does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product

from tactics.core.space import Space
from tactics.engine.battle import Battle
from tactics.rules.action import (
    Action,
    Argument,
    Decision,
    NeedChoice,
    NeedCreature,
    NeedPath,
    NeedSquare,
    Option,
    Preview,
    Refused,
)
from tactics.world.creature import Creature
from tactics.world.fight import Fight

_LEAST_WORTH = Fraction(1, 4)
_REACTION_COST = Fraction(3)
_HELPS = ("stand_up",)
_ENDS = "end_turn"
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
            return _answer(decision)
        who = battle.fight.active
        options = [one for one in battle.options(who) if one.refusal is None]
        return (
            self._first(who, options, _HELPS)
            or self._best_attack(battle, who, options)
            or self._approach(battle, who, options)
            or Action(who, _ENDS)
        )

    def _first(self, who: str, options: Iterable[Option], ids: tuple[str, ...]) -> Action | None:
        return next((Action(who, one.id, one.arguments) for one in options if one.id in ids), None)

    def _best_attack(self, battle: Battle, who: str, options: Iterable[Option]) -> Action | None:
        """The attack with the most expected damage."""
        best: tuple[Fraction, Action] | None = None
        for option in options:
            if option.group != "attack":
                continue
            for action in _aimed(who, option):
                worth = _worth(battle, action)
                if worth > _LEAST_WORTH and (best is None or worth > best[0]):
                    best = (worth, action)
        return None if best is None else best[1]

    def _approach(self, battle: Battle, who: str, options: Iterable[Option]) -> Action | None:
        """The move that ends nearest to an enemy, if it comes nearer than now."""
        fight = battle.fight
        creature = fight.world.creature(who)
        enemies = [one.space for one in fight.world.creatures if one.side != creature.side and _up(fight, one)]
        if not enemies:
            return None
        now = _nearest(creature.space, enemies)
        best: tuple[int, int, int, int, Action] | None = None
        for option in options:
            need = next((one for one in option.needs if isinstance(one, NeedPath)), None)
            if option.group != "move" or need is None or len(option.needs) != 1:
                continue
            for square, cost in need.costs.items():
                away = _nearest(creature.space.at(square), enemies)
                if away < now and (best is None or (away, cost, square.y, square.x) < best[:4]):
                    arguments = {**option.arguments, need.name: need.paths[square]}
                    best = (away, cost, square.y, square.x, Action(who, option.id, arguments))
        return None if best is None else best[4]


def _answer(decision: Decision) -> Action:
    """The choice that promises most, else the usual one."""
    worth = {id_: preview.damage_mean for id_, preview in decision.preview.items()}
    best = max(worth, key=lambda id_: worth[id_], default=decision.default)
    chosen = best if worth.get(best, 0) > 0 else decision.default
    return Action(decision.who, chosen, _settled(decision, chosen))


def _settled(decision: Decision, choice: str) -> Mapping[str, Argument]:
    said: dict[str, Argument] = {}
    for need in decision.needs.get(choice, ()):
        first = next(_values(need), None)
        if first is not None:
            said[need.name] = first
    return said


def _values(need: object) -> Iterator[Argument]:
    match need:
        case NeedCreature(ids=ids):
            yield from ids
        case NeedSquare(squares=squares):
            yield from squares
        case NeedChoice(choices=choices):
            yield from (one.id for one in choices[:1])


def _aimed(who: str, option: Option) -> Iterator[Action]:
    """Every way to aim an option that needs no path, up to a number."""
    if any(isinstance(one, NeedPath) for one in option.needs):
        return
    ways = [tuple(_values(need)) for need in option.needs]
    for count, values in enumerate(product(*ways)):
        if count >= _MOST_TRIED:
            return
        named = {need.name: value for need, value in zip(option.needs, values, strict=True)}
        yield Action(who, option.id, {**option.arguments, **named})


def _worth(battle: Battle, action: Action) -> Fraction:
    """Expected damage, less for those who may react."""
    try:
        preview: Preview = battle.preview(action)
    except Refused:
        return Fraction(0)
    return preview.damage_mean - _REACTION_COST * len(preview.reactions)


def _up(fight: Fight, creature: Creature) -> bool:
    body = fight.body(creature.id)
    return not body.out and body.hp > 0


def _nearest(space: Space, others: Iterable[Space]) -> int:
    return min(max(space.gap_sq(other)) for other in others)
