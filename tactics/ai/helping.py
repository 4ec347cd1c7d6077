"""Beyond blows and moves: a dying friend helped, air fetched, a spare action bought."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tactics.ai.places import HEIGHT
from tactics.ai.plans import Plan, aimed, aimed_at, plans, previewed
from tactics.ai.worth import is_friend, risk
from tactics.engine.battle import Battle
from tactics.rules.action import Action, NeedPath
from tactics.rules.fighting import Fighting
from tactics.world.fight import Fight

_AIDS = ("first_aid", "administer_first_aid")
_DYING, _SAFE = "dying", "stable"
_SAVED = Fraction(10)
"""What it is worth that a friend does not die."""
_SPENDS = ("action_point",)
_SPENT_WORTH = Fraction(4)
"""What another action has to promise before something is spent on it that does not come back."""
_HOLDS_BREATH, _SUFFOCATES = "holding_breath", "suffocating"
_AIR = 3
"""Who has air for no more than so many rounds goes up for more."""
_SWIMS = ("swim", "move", "stride", "fly")
_MOST_TRIED = 8


def saving(fighting: Fighting, fight: Fight, who: str) -> Iterator[Plan]:
    """First aid for dying friends, worth more the likelier it helps."""
    others = (one.id for one in fight.world.creatures if one.id != who and is_friend(fight, who, one.id))
    dying = {one for one in others if fight.body(one).has(_DYING) and not fight.body(one).has(_SAFE)}
    for option in fighting.allowed(fight, who, ids=_AIDS) if dying else ():
        for action in aimed(fight, who, option):
            if not dying.issuperset(aimed_at(option, action)):
                continue
            preview = previewed(fighting, fight, action)
            if preview is not None and preview.chance and not preview.heals_mean:
                gain = _SAVED * preview.chance
                yield Plan(action, option, preview, gain, gain - risk(fight, who, preview))


def come_up_for_air(battle: Battle, who: str) -> Action | None:
    """The shortest way to where it need not hold its breath, else as high as it gets, for one with little air left."""
    body = battle.fight.body(who)
    short = any(one.id == _HOLDS_BREATH and one.value <= _AIR for one in body.effects)
    if not short and not body.has(_SUFFOCATES):
        return None
    here = battle.fight.world.creature(who).z_ft
    rising = [(height, cost, action) for height, cost, action in _ascents(battle, who) if height > here]
    rising.sort(key=lambda one: (-one[0], one[1]))
    for _, _, action in rising[:_MOST_TRIED]:
        there = battle.imagine(action)
        if there is not None and not there.body(who).has(_HOLDS_BREATH) and not there.body(who).has(_SUFFOCATES):
            return action
    return rising[0][2] if rising else None


def _ascents(battle: Battle, who: str) -> Iterator[tuple[int, int, Action]]:
    """Moves with a height: height, cost and action."""
    for option in battle.allowed(who, ids=_SWIMS):
        height = option.arguments.get(HEIGHT)
        need = option.needs[0] if len(option.needs) == 1 else None
        if isinstance(height, int) and isinstance(need, NeedPath):
            for square, cost in need.costs.items():
                yield height, cost, Action(who, option.id, {**option.arguments, need.name: need.paths[square]})


def spend(battle: Battle, who: str) -> Action | None:
    """Another action bought where what could be done with it is worth that."""
    for option in battle.allowed(who, ids=_SPENDS):
        action = Action(who, option.id, option.arguments)
        there = battle.imagine(action)
        if there is None:
            continue
        most = max((one.worth for one in plans(battle.fighting, there, who)), default=Fraction(0))
        if most >= _SPENT_WORTH:
            return action
    return None
