"""What could be done now, with what it promises: every way to aim the options that a player sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from tactics.ai.worth import enemies, is_friend, is_hurt, is_up, promise, risk
from tactics.core.lattice import Point
from tactics.core.space import Space
from tactics.rules.action import (
    Action,
    Argument,
    Need,
    NeedArea,
    NeedChoice,
    NeedCreature,
    NeedPath,
    NeedSquare,
    Option,
    Preview,
    Refused,
)
from tactics.rules.fighting import Fighting
from tactics.world.fight import Fight

LEAST_WORTH = Fraction(1, 4)
"""What is worth less is not done."""
_FIGHTS = ("attack", "power")
_RECOVERS = ("second_wind", "first_aid")
_CURES = ("attack", "power", "item")
_HARMLESS = ("cover", "feint", "shove", "stop_thrust")
"""Options of fights that harm nobody by themselves, or not now."""
_PREPARES = {"aim": Fraction(2, 3), "feint": Fraction(1, 2)}
"""What makes an attack better, with what that is worth when it has to wait a turn.

An archer would spend turns on the next arrow as well; a swordsman who feints strikes once instead of twice.
"""
_PREPARED = ("aiming",)
"""Effects of one who has prepared an attack."""
_FROM_AFAR = ("aim",)
_NEAR_SQ = 2
"""Nobody takes aim with an enemy so near."""
_MOST_TRIED = 48


@dataclass(frozen=True, slots=True)
class Plan:
    """An action with its option and what it promises."""

    action: Action
    option: Option
    preview: Preview
    promise: Fraction
    worth: Fraction


def plans(fighting: Fighting, fight: Fight, who: str) -> Iterator[Plan]:
    """Everything that promises something."""
    hurt, strikes = is_hurt(fight, who), False
    for option in fighting.allowed(fight, who, ids=_RECOVERS if hurt else (), groups=_CURES if hurt else _FIGHTS):
        for action in aimed(fight, who, option) if option.id not in _HARMLESS else ():
            preview = previewed(fighting, fight, action)
            if preview is None:
                continue
            gain = promise(fight, who, preview, aimed_at(option, action))
            if gain > 0:
                strikes = True
                yield Plan(action, option, preview, gain, gain - risk(fight, who, preview))
    yield from _preparations(fighting, fight, who, at_once=strikes)


def may_plan(fighting: Fighting, fight: Fight, who: str) -> bool:
    """Whether something that `plans` looks at is offered at all, be it refused where the creature stands now."""
    ids, groups = (*_PREPARES, *_RECOVERS), _CURES if is_hurt(fight, who) else _FIGHTS
    options = fighting.options(fight, who)
    return any(one.id in ids or (one.group in groups and one.id not in _HARMLESS) for one in options)


def _preparations(fighting: Fighting, fight: Fight, who: str, *, at_once: bool) -> Iterator[Plan]:
    """What prepares an attack, worth what that promises, less for coming later; nobody takes aim twice."""
    own = fight.world.creature(who).space
    near = any(max(own.gap_sq(one.space)) <= _NEAR_SQ for one in enemies(fight, who))
    no_aim = near or any(fight.body(who).has(one) for one in _PREPARED)
    for option in fighting.allowed(fight, who, ids=_PREPARES):
        if no_aim and option.id in _FROM_AFAR:
            continue
        share = Fraction(1) if at_once else _PREPARES[option.id]
        for action in aimed(fight, who, option):
            preview = previewed(fighting, fight, action)
            if preview is None or preview.later is None:
                continue
            gain = share * promise(fight, who, preview.later, aimed_at(option, action))
            if gain > 0:
                yield Plan(action, option, preview, gain, gain)


def aimed_at(option: Option, action: Action) -> tuple[str, ...]:
    """Ids of the creatures an action names."""
    named = [action.arguments.get(one.name) for one in option.needs if isinstance(one, NeedCreature)]
    return tuple(one for one in named if isinstance(one, str))


def previewed(fighting: Fighting, fight: Fight, action: Action) -> Preview | None:
    """What an action would do, None when it is refused."""
    try:
        return fighting.preview(fight, action)
    except Refused:
        return None


def candidates(fight: Fight, who: str, need: Need) -> Iterator[Argument]:
    """What could be named for a need, ways left out."""
    match need:
        case NeedArea(at=at):
            for enemy in enemies(fight, who):
                yield from _corners(enemy.space) if at == "corner" else (enemy.space.anchor,)
        case NeedCreature(ids=ids):
            yield from _worthwhile(fight, who, ids)
        case NeedSquare(squares=squares):
            yield from squares
        case NeedChoice(choices=choices):
            yield from (one.id for one in choices[:1])


def _corners(space: Space) -> Iterator[Point]:
    return iter(space.outer_corners())


def _worthwhile(fight: Fight, who: str, ids: tuple[str, ...]) -> Iterator[str]:
    """Those who could be meant: no enemies who lie already while others stand."""
    standing = any(not is_friend(fight, who, one) and is_up(fight, one) for one in ids)
    return (one for one in ids if is_friend(fight, who, one) or is_up(fight, one) or not standing)


def aimed(fight: Fight, who: str, option: Option) -> Iterator[Action]:
    """Every way to aim an option that needs no path, up to a number."""
    if any(isinstance(one, NeedPath) for one in option.needs):
        return
    ways = [tuple(candidates(fight, who, need)) for need in option.needs]
    for count, values in enumerate(product(*ways)):
        if count >= _MOST_TRIED:
            return
        named = {need.name: value for need, value in zip(option.needs, values, strict=True)}
        yield Action(who, option.id, {**option.arguments, **named})
