"""Splash weapons: flasks that burst on whom or what they hit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from tactics.core.dice import Roll
from tactics.core.lattice import UNIT, Point, Square
from tactics.core.text import composed, text
from tactics.rules.action import Action, Need, NeedArea, NeedCreature, Option, Preview, Refusal
from tactics.rules.event import CounterSet, Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import Offering, refuse
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight import conditions, harm, opportunity, turn
from tactics.rulesets.pf1.fight.attack_numbers import attack_parts, increments
from tactics.rulesets.pf1.fight.casting import AIM, TARGET, known_power, unusable, uses_key
from tactics.rulesets.pf1.fight.checks import passes
from tactics.rulesets.pf1.fight.manner import Manner
from tactics.rulesets.pf1.fight.position import square_distance_ft, square_open
from tactics.rulesets.pf1.fight.ready import ATTACKS, fire
from tactics.rulesets.pf1.fight.sheet import Power, Weapon, sheet_of
from tactics.rulesets.pf1.fight.strike import can_strike, strike, strike_preview
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Fight

THROWN = Manner(kind="ranged", hand="main", touch="touch")
_ROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight squares around one, clockwise."""


class Throw(Offering):
    """Throwing a splash weapon at a creature or at a corner of the grid.

    Source: pf1.combat.splash
    """

    ids = ("throw_splash",)
    groups = ("power",)

    def offers(self, fight: Fight, who: str, *, refused: bool) -> Iterable[Option]:
        """At somebody, or at a point."""
        for power in splash_powers(fight, who):
            spent = unusable(fight, who, power)
            if spent and not refused:
                continue
            flask = flask_of(power)
            targets = () if spent else _targets(fight, who, flask)
            nobody = Refusal(text("There is nobody it could be used on."), "pf1.combat.splash")
            refusal = spent or (None if targets else nobody)
            cost = turn.COSTS[power.action]
            at_one: tuple[Need, ...] = () if refusal else (NeedCreature(TARGET, targets, text("Whom?")),)
            title = text("Throw: {weapon}", weapon=power.name)
            yield Option("throw_splash", "power", title, cost, at_one, refusal, {"power": power.id})
            at_point: tuple[Need, ...] = () if spent else (NeedArea(AIM, "corner", text("Where?")),)
            title = text("Throw at a point: {weapon}", weapon=power.name)
            yield Option("throw_splash", "power", title, cost, at_point, spent, {"power": power.id})

    def resolve(self, run: Run, action: Action) -> None:
        """A ranged touch attack; it bursts somewhere in any case."""
        who, power = action.who, known_power(run.fight, action.who, action)
        refuse(_no_flask(power) or unusable(run.fight, who, power))
        aim, target = action.arguments.get(AIM), str(action.arguments.get(TARGET, ""))
        if isinstance(aim, Point):
            refuse(no_point(run.fight, who, power, aim))
        else:
            refuse(can_strike(run.fight, who, target, flask_of(power), THROWN))
        turn.spend(run, who, power.action)
        if power.uses:
            run.emit(CounterSet(who, uses_key(power), run.fight.body(who).count(uses_key(power)) + 1))
        fire(run, who, ATTACKS)
        if conditions.can_act(run.fight, who):
            opportunity.provoke(run, who, action="ranged_attack")
        if not conditions.can_act(run.fight, who):
            return
        if isinstance(aim, Point):
            _at_point(run, who, power, aim)
        elif can_strike(run.fight, who, target, flask_of(power), THROWN) is None:
            _at_creature(run, who, power, target)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of a direct hit."""
        who, power = action.who, known_power(fight, action.who, action)
        aim = action.arguments.get(AIM)
        if not isinstance(aim, Point):
            return strike_preview(fight, who, str(action.arguments.get(TARGET, "")), flask_of(power), THROWN)
        refuse(no_point(fight, who, power, aim))
        hit = tuple(_standing(fight, _squares_at(aim)))
        return Preview(takes=hit, damage_least=power.splash, damage_most=power.splash)


def splash_powers(fight: Fight, who: str) -> Iterator[Power]:
    """The splash weapons of a creature."""
    return (one for one in sheet_of(fight.world.creature(who)).powers.values() if one.kind == "splash")


@lru_cache(1024)
def flask_of(power: Power) -> Weapon:
    """A splash weapon as a weapon that needs a touch only.

    Source: pf1.combat.splash, pf1.ac.touch
    """
    return Weapon(
        id=power.id,
        name=power.name,
        kind="thrown",
        hands="light",
        dice=power.dice,
        types=(power.type,) if power.type else (),
        increment_ft=power.increment_ft,
        properties=frozenset({"no_strength"}),
        touch="touch",
        hand="main",
    )


def _no_flask(power: Power) -> Refusal | None:
    return None if power.kind == "splash" else Refusal(text("It has no such power."), "pf1.combat.splash")


def _targets(fight: Fight, who: str, flask: Weapon) -> tuple[str, ...]:
    side = fight.world.creature(who).side
    return tuple(
        one.id
        for one in fight.world.creatures
        if one.side != side and not fight.body(one.id).out and can_strike(fight, who, one.id, flask, THROWN) is None
    )


def no_point(fight: Fight, who: str, power: Power, point: Point) -> Refusal | None:
    """Why a point of the grid cannot be thrown at.

    Source: pf1.combat.splash
    """
    squares = [one for one in _squares_at(point) if fight.world.board.inside(one)]
    if not squares or point.x % UNIT or point.y % UNIT:
        return Refusal(text("Say at which corner of the grid."), "pf1.combat.splash")
    most_ft = power.increment_ft * table("fight")["splash"]["most_increments"]
    if min(square_distance_ft(fight, who, one) for one in squares) > most_ft:
        return Refusal(text("Out of range: more than {range} ft.", range=most_ft), "pf1.combat.splash")
    if not any(square_open(fight, who, one) for one in squares):
        return Refusal(text("There is no line of effect."), "pf1.loe.line_touch")
    return None


def _squares_at(point: Point) -> tuple[Square, ...]:
    """The four squares that meet at a corner of the grid."""
    x, y = point.x // UNIT, point.y // UNIT
    return tuple(Square(x + dx, y + dy) for dy in (-1, 0) for dx in (-1, 0))


def _at_creature(run: Run, who: str, power: Power, target: str) -> None:
    """The target takes the direct damage, those beside it the splash; a miss bursts elsewhere.

    Source: pf1.combat.splash
    """
    space = run.fight.world.creature(target).space
    square = space.anchor
    if strike(run, who, target, flask_of(power), THROWN).hit:
        middle = {square} if max(space.width, space.height) > 1 else set(space.squares())
        near = {one for spot in middle for one in _around(spot)} | middle
        _splash(run, who, power, near, but=target)
    else:
        _astray(run, who, power, square)


def _at_point(run: Run, who: str, power: Power, point: Point) -> None:
    """A corner of the grid is easy to hit.

    Source: pf1.combat.splash
    """
    needed: int = table("fight")["splash"]["corner_ac"]
    parts = attack_parts(run.fight, who, "", flask_of(power), THROWN)
    face = run.roll(20)
    sum_ = face + total(parts)
    hit = passes(face, sum_, needed)
    what = composed("{name}", name=power.name)
    outcome = "hit" if hit else "miss"
    run.emit(Rolled(who, "attack", (Roll(20, face),), parts, sum_, needed, outcome, "", what, "pf1.combat.splash"))
    squares = _squares_at(point)
    if hit:
        _splash(run, who, power, set(squares))
    else:
        _astray(run, who, power, min(squares, key=lambda one: square_distance_ft(run.fight, who, one)))


def _astray(run: Run, who: str, power: Power, square: Square) -> None:
    """A miss comes down as many squares away as range increments were thrown: 1 towards the thrower, then clockwise.

    Source: pf1.combat.splash
    """
    face = run.roll(8)
    away = max(1, increments(flask_of(power), square_distance_ft(run.fight, who, square)))
    what = text("direction")
    run.emit(Rolled(who, "direction", (Roll(8, face),), (), face, None, "", "", what, "pf1.combat.splash"))
    start = _ROUND.index(_towards(run.fight, who, square))
    dx, dy = _ROUND[(start + face - 1) % 8]
    landed = Square(square.x + dx * away, square.y + dy * away)
    run.emit(Noted(who, text("{power} bursts at {square}.", power=power.name, square=landed), "pf1.combat.splash"))
    _splash(run, who, power, {landed, *_around(landed)})


def _towards(fight: Fight, who: str, square: Square) -> tuple[int, int]:
    """The step from a square that leads most nearly back to the thrower."""
    space = fight.world.creature(who).space
    dx = (2 * space.x + space.width) - (2 * square.x + 1)
    dy = (2 * space.y + space.height) - (2 * square.y + 1)
    step_x = 0 if 5 * abs(dx) < 2 * abs(dy) else (dx > 0) - (dx < 0)
    step_y = 0 if 5 * abs(dy) < 2 * abs(dx) else (dy > 0) - (dy < 0)
    return (step_x, step_y) if step_x or step_y else _ROUND[0]


def _around(square: Square) -> Iterator[Square]:
    return (Square(square.x + dx, square.y + dy) for dx, dy in _ROUND)


def _standing(fight: Fight, squares: Iterable[Square]) -> Iterator[str]:
    """Ids of those in any of some squares, in the order of the board."""
    inside = set(squares)
    for one in fight.world.creatures:
        if not fight.body(one.id).out and any(square in inside for square in one.space.squares()):
            yield one.id


def _splash(run: Run, who: str, power: Power, squares: Iterable[Square], *, but: str = "") -> None:
    """Everybody in the squares takes the splash.

    Source: pf1.combat.splash
    """
    for target in tuple(_standing(run.fight, squares)):
        if target != but and power.splash:
            part = Part(power.splash, text("splash"), "", "pf1.combat.splash")
            what = composed("{name}", name=power.name)
            rule = "pf1.combat.splash"
            run.emit(Rolled(who, "damage", (), (part,), power.splash, target=target, what=what, rule=rule))
            harm.hurt(run, target, power.splash, type=power.type, source=who, rule=rule)
