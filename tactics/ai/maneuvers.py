"""What the whole turn is to be, where a book has that chosen first: each way is thought through before one is taken.

No manoeuvre is known by its rules. It is chosen in thought, and what could be done then is looked at as a player would:
what the best plan promises, how near the moves lead, whether one gets up or has a weapon ready.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tactics.ai.bracing import WAITS, best_brace, comes_on
from tactics.ai.caution import DEFENDS, exposed, hard_pressed
from tactics.ai.places import (
    STEPS,
    STRIDES,
    mover_space,
    nearest,
    stands_in,
    strides,
    unhurt,
    way_to_an_enemy,
)
from tactics.ai.plans import LEAST_WORTH, aimed, may_plan, plans
from tactics.ai.worth import enemies, is_hurt
from tactics.core.lattice import Square
from tactics.engine.battle import Battle
from tactics.engine.imagine import imagined
from tactics.geometry.tiling import COMPASS, SquareTiling
from tactics.rules.action import MANEUVER, Action, NeedChoice, Option
from tactics.rules.fighting import Fighting
from tactics.world.fight import Fight

_RISING_WORTH = Fraction(4)
_POSTURES = ("standing", "crouching", "kneeling", "sitting", "crawling", "prone")
"""Postures, the best to fight in first."""
_LOW = frozenset(_POSTURES[2:])
_RISES = ("change_posture", "stand", "stand_up", "rise")
_REGAINS = ("ready_weapon",)
"""What makes a weapon in hand ready again in a single turn."""
_DRAWS, _DROPS = ("draw", "draw_weapon"), ("drop",)
_ARMED_WORTH = Fraction(2)
"""Who can do so much with its bare hands draws no weapon."""
_READIES = (*_REGAINS, "ready", "draw", "draw_weapon", "reload", "load", "pick_up")
_RESTS = "do_nothing"
_TURNS = ("face", "turn")
_NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Facings as they are named in choices, by their numbers."""
_HANDS = ("main", "off", "both")
_SHIELD = "shield"
_MOST_IMAGINED = 3
_NEAR_SQ, _SOON_SQ = 2, 5
_TILES = SquareTiling()


@dataclass(frozen=True, slots=True)
class _Stance:
    """A manoeuvre that can be chosen, and the state in which it is."""

    action: Action
    after: Fight

    @property
    def id(self) -> str:
        """The manoeuvre without its kind."""
        return str(self.action.arguments.get(MANEUVER, ""))


def choose_maneuver(battle: Battle, who: str) -> Action | None:
    """The manoeuvre that promises most, else one that gets on; None where none is to be chosen.

    Args:
        battle: the fight.
        who: id of the creature that acts.
    """
    found = list(_stances(battle, who))
    stances = [one for one in found if one.id != WAITS] or found
    if not stances:
        return None
    fighting, fight = battle.fighting, battle.fight
    worths = [_worth(fighting, one.after, who) for one in stances]
    most = max(worths)
    best = stances[worths.index(most)]
    low = _lowest(fight, who) is not None
    regaining = None if low or _is_ready(fight, who) else _allowing(fighting, who, stances, _REGAINS)
    if regaining is None and most < _ARMED_WORTH and not low and _needs_arms(fight, who):
        regaining = _allowing(fighting, who, stances, _DRAWS)
    if regaining is not None:
        return regaining.action
    defensive = next((one for one in stances if one.id == DEFENDS), None)
    if defensive is not None and hard_pressed(fight, who):
        return defensive.action
    if most > (_RISING_WORTH if low else LEAST_WORTH):
        return best.action
    other = _rising(battle, who, stances) if low else None
    other = other or (best if most > LEAST_WORTH else _braced(battle, who, found))
    chosen = other or _otherwise(battle, who, stances)
    return chosen.action if chosen is not None else stances[0].action


def let_go(battle: Battle, who: str) -> Action | None:
    """Dropping what is of no use with an enemy so close, where something else could be drawn then."""
    fight, fighting = battle.fight, battle.fighting
    if not _needs_arms(fight, who) or not battle.allowed(who, ids=(MANEUVER,)):
        return None
    for option in battle.allowed(who, ids=_DROPS):
        item = fight.items.get(str(option.arguments.get("item", "")))
        action = Action(who, option.id, option.arguments)
        there = imagined(fighting, fight, action) if item is not None and not item.ready else None
        if there is not None and not _draws(fighting, fight, who) and _draws(fighting, there, who):
            return action
    return None


def do_its_work(battle: Battle, who: str) -> Action | None:
    """What a manoeuvre was chosen for besides attacks and moves: getting up, a weapon made ready."""
    fight = battle.fight
    if not fight.body(who).has(MANEUVER):
        return None
    rises = _rise(battle.fighting, fight, who)
    if rises is not None:
        return rises
    options = battle.allowed(who, ids=_READIES) if not _is_ready(fight, who) else ()
    for option in sorted(options, key=lambda one: _needs_arms(fight, who) and one.id not in _DRAWS):
        found = next(aimed(fight, who, option), None)
        if found is not None:
            return found
    return None


def come_to_strike(battle: Battle, who: str) -> Action | None:
    """The turn or short way after which what can be done promises most, for one who chose a manoeuvre for that."""
    fighting, fight = battle.fighting, battle.fight
    if not fight.body(who).has(MANEUVER) or _best_plan(fighting, fight, who) > LEAST_WORTH:
        return None
    found = [(_best_plan(fighting, there, who), action) for action, there in _after_going(fighting, fight, who)]
    most, action = max(found, key=lambda one: one[0], default=(Fraction(0), None))
    return action if most > LEAST_WORTH else None


def face_an_enemy(battle: Battle, who: str) -> Action | None:
    """A turn towards the nearest enemy for one who looks away from it."""
    fight = battle.fight
    if _sees_an_enemy(fight, who):
        return None
    for action in _turnings(battle.fighting, fight, who):
        there = battle.imagine(action)
        if there is not None and _sees_an_enemy(there, who):
            return action
    return None


# Thinking manoeuvres through.


def _stances(battle: Battle, who: str) -> Iterator[_Stance]:
    for option in battle.allowed(who, ids=(MANEUVER,)):
        for action in aimed(battle.fight, who, option):
            # Choosing may need a die, as for one who hardly stands: then it is what came before the die that counts.
            after = imagined(battle.fighting, battle.fight, action, certain=False)
            if after is not None:
                yield _Stance(action, after)


def _worth(fighting: Fighting, fight: Fight, who: str) -> Fraction:
    """What the best plan is worth, here or after a short way, less what being defenseless there may cost."""
    here = _best_plan(fighting, fight, who)
    if here > LEAST_WORTH or not may_plan(fighting, fight, who):
        return here - exposed(fight, who)
    worths = [_best_plan(fighting, one, who) - exposed(one, who) for _, one in _after_going(fighting, fight, who)]
    return max(worths, default=here - exposed(fight, who))


def _best_plan(fighting: Fighting, fight: Fight, who: str) -> Fraction:
    return max((one.worth for one in plans(fighting, fight, who)), default=Fraction(0))


def _after_going(fighting: Fighting, fight: Fight, who: str) -> Iterator[tuple[Action, Fight]]:
    """What leads there and the fight after a turn on the spot, and after a way to where an enemy is in reach."""
    actions = list(_turnings(fighting, fight, who)) if fight.world.creature(who).facing is not None else []
    ends = list(strides(who, fighting.allowed(fight, who, ids=(*STEPS, *STRIDES)), stands_in(fight, who)))
    ends = unhurt(fight, who, ends)
    ends.sort(key=lambda one: (one.cost, one.square.y, one.square.x))
    actions += [one.action for one in ends[:_MOST_IMAGINED]]
    for action in actions:
        there = imagined(fighting, fight, action)
        if there is not None:
            yield action, there


# When nothing can be struck.


def _braced(battle: Battle, who: str, stances: Sequence[_Stance]) -> _Stance | None:
    """Waiting for enemies that come on, with something to meet them with."""
    if not _is_ready(battle.fight, who) or not comes_on(battle, who):
        return None
    waiting = (one for one in stances if one.id == WAITS)
    return next((one for one in waiting if best_brace(battle.fighting, one.after, who) is not None), None)


def _otherwise(battle: Battle, who: str, stances: Sequence[_Stance]) -> _Stance | None:
    fight, fighting = battle.fight, battle.fighting
    if not _is_ready(fight, who):
        readying = _allowing(fighting, who, stances, _READIES)
        if readying is not None:
            return readying
    hurt = is_hurt(fight, who) and _gap(fight, who) <= _NEAR_SQ
    defensive = next((one for one in stances if one.id == DEFENDS), None)
    if hurt and defensive is not None:
        return defensive
    onward = _onward(battle, who, stances)
    return onward or next((one for one in stances if one.id == _RESTS), None)


def _allowing(fighting: Fighting, who: str, stances: Sequence[_Stance], ids: tuple[str, ...]) -> _Stance | None:
    """The first manoeuvre that allows some actions now, None for none."""
    return next((one for one in stances if fighting.allowed(one.after, who, ids=ids)), None)


def _rising(battle: Battle, who: str, stances: Sequence[_Stance]) -> _Stance | None:
    return next((one for one in stances if _rise(battle.fighting, one.after, who) is not None), None)


def _rise(fighting: Fighting, fight: Fight, who: str) -> Action | None:
    """Coming into a better posture, the best there is."""
    lowest = _lowest(fight, who)
    if lowest is None:
        return None
    found = [one for option in fighting.allowed(fight, who, ids=_RISES) for one in _into(fight, who, option)]
    better = [one for one in found if one[0] < _POSTURES.index(lowest)]
    return min(better, key=lambda one: one[0], default=(0, None))[1]


def _into(fight: Fight, who: str, option: Option) -> Iterator[tuple[int, Action]]:
    """The postures an option leads to, as numbers, with the action for each."""
    need = option.needs[0] if len(option.needs) == 1 else None
    if isinstance(need, NeedChoice):
        for one in need.choices:
            if one.id in _POSTURES:
                yield _POSTURES.index(one.id), Action(who, option.id, {**option.arguments, need.name: one.id})
        return
    action = next(aimed(fight, who, option), None)
    posture = option.arguments.get("posture", _POSTURES[0])
    if action is not None and posture in _POSTURES:
        yield _POSTURES.index(str(posture)), action


def _lowest(fight: Fight, who: str) -> str | None:
    """The posture of one who does not stand, None for one who does."""
    found = [one.id for one in fight.body(who).effects if one.id in _LOW]
    return max(found, key=_POSTURES.index, default=None)


def _is_ready(fight: Fight, who: str) -> bool:
    """Whether it has something in its hands that it can fight with; a shield alone is nothing of the kind."""
    held = (one for one in fight.items.values() if one.holder == who and one.hand in _HANDS and one.kind != _SHIELD)
    return any(one.ready for one in held)


def _onward(battle: Battle, who: str, stances: Sequence[_Stance]) -> _Stance | None:
    """The one whose moves lead farthest along the way to the nearest enemy, None where no move gets nearer."""
    way = way_to_an_enemy(battle, who)
    place = {square: number for number, square in enumerate(way) if number}
    best: tuple[int, _Stance] | None = None
    for one in stances if place else ():
        options = battle.fighting.allowed(one.after, who, ids=(*STEPS, *STRIDES))
        far = max((place[end.square] for end in strides(who, options, place)), default=0)
        if far and (best is None or far > best[0]):
            best = far, one
    return None if best is None else best[1]


def _needs_arms(fight: Fight, who: str) -> bool:
    """Whether an enemy will soon be upon it and it has nothing in its hands to fight with."""
    return not _is_ready(fight, who) and _gap(fight, who) <= _SOON_SQ


def _draws(fighting: Fighting, fight: Fight, who: str) -> bool:
    """Whether some manoeuvre would let it draw something."""
    for option in fighting.allowed(fight, who, ids=(MANEUVER,)):
        after = imagined(fighting, fight, Action(who, option.id, option.arguments), certain=False)
        if after is not None and fighting.allowed(after, who, ids=_DRAWS):
            return True
    return False


def _gap(fight: Fight, who: str) -> int:
    """How far the nearest enemy is, far when there is none."""
    foes = [one.space for one in enemies(fight, who)]
    return nearest(mover_space(fight, who), foes) if foes else max(fight.world.board.width, fight.world.board.height)


# Turning on the spot.


def _turnings(fighting: Fighting, fight: Fight, who: str) -> Iterator[Action]:
    """Turns towards the nearest enemy, one of each kind that is offered."""
    towards = _towards_an_enemy(fight, who)
    for option in fighting.allowed(fight, who, ids=_TURNS) if towards is not None else ():
        need = option.needs[0] if len(option.needs) == 1 else None
        ids = [one.id for one in need.choices if one.id in _NAMES] if isinstance(need, NeedChoice) else []
        if need is None or not ids or towards is None:
            continue
        best = min(ids, key=lambda one: (_TILES.turns(_NAMES.index(one), towards), ids.index(one)))
        yield Action(who, option.id, {**option.arguments, need.name: best})


def _towards_an_enemy(fight: Fight, who: str) -> int | None:
    """The facing that looks most straight at the nearest enemy."""
    foe = _nearest_enemy(fight, who)
    if foe is None:
        return None
    here = fight.world.creature(who).space.anchor
    dx, dy = foe.x - here.x, foe.y - here.y

    def straight(facing: int) -> Fraction:
        across, down = COMPASS[facing]
        along = across * dx + down * dy
        return Fraction(along * abs(along), across * across + down * down)

    return max(range(_TILES.facings), key=straight)


def _sees_an_enemy(fight: Fight, who: str) -> bool:
    """Whether the nearest enemy is not beside or behind it; true for one who looks nowhere."""
    creature, foe = fight.world.creature(who), _nearest_enemy(fight, who)
    if creature.facing is None or foe is None:
        return True
    return _TILES.arc(creature.space.anchor, creature.facing, foe) == "front"


def _nearest_enemy(fight: Fight, who: str) -> Square | None:
    own, foes = mover_space(fight, who), enemies(fight, who)
    found = min(foes, key=lambda one: max(own.gap_sq(one.space)), default=None)
    return None if found is None else found.space.anchor
