"""Whom a power meets as it is used: what an option must be aimed at, and what an action names."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.text import Text, composed, text
from tactics.rules.action import (
    Action,
    Choice,
    Decision,
    Need,
    NeedArea,
    NeedChoice,
    NeedCreature,
    NeedSquare,
    Refusal,
    Refused,
)
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.question import DIRECTIONS
from tactics.rulesets.dnd4e.fight import aiming, guessing
from tactics.rulesets.dnd4e.fight.aiming import Where
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon
from tactics.world.fight import Fight

AREA, DIRECTION, GUESS, SQUARES, TARGET, TARGETS = "area", "how", "square", "squares", "target", "targets"
"""Arguments of an action that uses a power."""
ENOUGH = "enough"
SIDES = {"N": text("to the north"), "E": text("to the east"), "S": text("to the south"), "W": text("to the west")}
WHOM, WHERE = text("Whom?"), text("Where?")


def needs_of(
    fight: Fight, who: str, power: Power, weapon: Weapon | None, *, guess: bool = False
) -> tuple[Need, ...] | Refusal:
    """What a power must be aimed at, or why there is nothing to aim it at."""
    if power.kind == "personal" or power.targets == "self":
        return ()
    if guess:
        return (NeedSquare(GUESS, guessing.squares(fight, who, power, weapon), text("In which square is it?")),)
    if power.kind == "close_burst":
        found = aiming.targets_in(fight, who, power, None)
        if not found and not makes_zone(power):
            return Refusal(text("Nobody stands within its area."), "dnd4e.area.target_line")
        return (NeedCreature(TARGET, found, WHOM),) if power.count and found else ()
    if power.kind == "wall":
        return (
            NeedArea(AREA, "square", WHERE),
            NeedChoice(DIRECTION, tuple(Choice(one, words) for one, words in SIDES.items()), text("Which way?")),
        )
    if power.area:
        return (NeedArea(AREA, "square", WHERE),)
    ids = candidates(fight, who, power, weapon)
    if power.rolls:
        side = fight.world.creature(who).side
        ids = tuple(one for one in ids if fight.world.creature(one).side != side)
    return (NeedCreature(TARGET, ids, WHOM),) if ids else _nobody(fight, who, power, weapon)


def candidates(fight: Fight, who: str, power: Power, weapon: Weapon | None) -> tuple[str, ...]:
    """Those a power without an area can be aimed at. Source: dnd4e.target.legal."""
    return tuple(one for one in fight.bodies if aiming.may_target(fight, who, one, power, weapon) is None)


def makes_zone(power: Power) -> bool:
    """Whether using a power leaves a zone behind."""
    return any(one.does == "zone" for one in power.outcomes)


def _nobody(fight: Fight, who: str, power: Power, weapon: Weapon | None) -> Refusal:
    """Why nobody can be aimed at: the reason for the nearest one it could be meant for."""
    own = fight.world.creature(who)
    others = [
        one
        for one in fight.world.creatures
        if aiming.suits(fight, who, one.id, power) and one.id != who and not guessing.hidden(fight, who, one.id)
    ]
    others.sort(key=lambda one: max(own.space.gap_sq(one.space)))
    reasons = (aiming.may_target(fight, who, one.id, power, weapon) for one in others)
    return next(
        (one for one in reasons if one is not None), Refusal(text("There is nobody to aim at."), "dnd4e.target.legal")
    )


def where_of(action: Action, power: Power) -> Where:
    """Where an action places an area: one square, or those of a wall, drawn or straight."""
    where = action.arguments.get(AREA)
    if power.kind != "wall":
        return where if isinstance(where, Square) else None
    drawn = action.arguments.get(SQUARES)
    if isinstance(drawn, tuple) and not isinstance(drawn, Square):
        return tuple(one for one in drawn if isinstance(one, Square))
    direction = str(action.arguments.get(DIRECTION, ""))
    if isinstance(where, Square) and direction in DIRECTIONS:
        return aiming.straight_wall(where, direction, power.size_sq)
    return None


def targets_of(fight: Fight, action: Action, power: Power, weapon: Weapon | None) -> tuple[str, ...]:
    """Whom an action names, before anybody is asked for more.

    Raises:
        Refused: somebody cannot be aimed at, there are too many, or the area cannot be placed there.

    Source: dnd4e.target.legal, dnd4e.target.multiple
    """
    who = action.who
    if power.kind == "personal" or power.targets == "self":
        return (who,)
    named = _named(action)
    if power.area:
        where = where_of(action, power)
        refuse(aiming.place_refusal(fight, who, power, where))
        inside = aiming.targets_in(fight, who, power, where)
        if not power.count:
            return inside
        for one in named:
            if one not in inside:
                raise Refused(Refusal(text("It is not within the area."), "dnd4e.target.legal"))
    else:
        for one in named or ("",):
            refuse(aiming.may_target(fight, who, one, power, weapon))
    if power.count and len(named) > power.count:
        raise Refused(Refusal(text("Targets at most: {n}.", n=power.count), "dnd4e.target.multiple"))
    return named


def _named(action: Action) -> tuple[str, ...]:
    several = action.arguments.get(TARGETS)
    if isinstance(several, tuple):
        return tuple(dict.fromkeys(str(one) for one in several))
    one = str(action.arguments.get(TARGET, ""))
    return (one,) if one else ()


def chosen(run: Run, action: Action, power: Power, weapon: Weapon | None, targets: tuple[str, ...]) -> tuple[str, ...]:
    """The targets with those its user chooses besides, one question for each; every one must be legal by itself.

    A bow that fills an area needs an arrow for each of them.

    Source: dnd4e.target.multiple, dnd4e.attack.ammo
    """
    fight, who = run.fight, action.who
    shots = aiming.left_to_shoot(fight, who, weapon) if power.kind != "melee" else None
    if isinstance(action.arguments.get(TARGETS), tuple):
        return targets if shots is None else targets[:shots]
    most = power.count or len(targets)
    if shots is not None:
        most = min(most, shots)
    if not power.area:
        pool, found = candidates(fight, who, power, weapon), list(targets)
    elif power.count or most < len(targets):
        pool = aiming.targets_in(fight, who, power, where_of(action, power))
        found = list(targets) if power.count else []
    else:
        return targets
    while len(found) < most:
        more = _another(run, who, power, [one for one in pool if one not in found])
        if more is None:
            break
        found.append(more)
    return tuple(found)


def _another(run: Run, who: str, power: Power, pool: list[str]) -> str | None:
    """One more target, None when there is none or its user has enough."""
    if not pool:
        return None
    side = run.fight.world.creature(who).side
    harms = power.rolls or power.targets == "enemy"
    pool.sort(key=lambda one: (run.fight.world.creature(one).side == side) == harms)
    first = run.fight.world.creature(pool[0])
    decision = Decision(
        who=who,
        id="another_target",
        title=text("Another target?"),
        choices=(*(Choice(one, _called(run.fight, one)) for one in pool), Choice(ENOUGH, text("Nobody else"))),
        default=ENOUGH if (first.side == side) == harms else first.id,
    )
    answer = run.ask(decision).id
    return None if answer == ENOUGH else answer


def _called(fight: Fight, who: str) -> Text:
    return composed("{name}", name=fight.world.creature(who).name)
