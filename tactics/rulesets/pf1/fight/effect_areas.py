"""Areas of powers on the board: what they fill, whom they take, and what cover is worth against them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.problems import ProblemError
from tactics.core.space import Space
from tactics.core.text import text
from tactics.rules.action import Argument, Refusal, Refused
from tactics.rules.event import Part
from tactics.rules.question import DIRECTIONS, Question
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1.cover_found import IMPROVED, NONE, TOTAL
from tactics.rulesets.pf1.fight.asking import ask
from tactics.rulesets.pf1.fight.sheet import Power
from tactics.world.creature import Creature
from tactics.world.fight import Fight

AT_A_POINT = frozenset({"burst", "spread", "cylinder"})
"""Shapes that start at an intersection of the grid."""
TOWARDS = frozenset({"cone", "line"})
"""Shapes that start at the creature and go somewhere."""
_SHAPES: Mapping[str, str] = MappingProxyType({"sphere": "burst"})
_NAMES = {direction: name for name, direction in DIRECTIONS.items()}


def shape_of(power: Power) -> str:
    """The shape of the area; a sphere fills what a burst does."""
    return _SHAPES.get(power.shape, power.shape)


def aim_of(power: Power) -> str:
    """How its area is aimed: "corner", "square", or "" for one around the creature."""
    shape = shape_of(power)
    return "corner" if shape in AT_A_POINT and power.range_ft else "square" if shape in TOWARDS else ""


def placed(fight: Fight, who: str, power: Power, aim: Argument | None, *, explain: bool = False) -> Verdict:
    """The squares of a power's area and whom it takes.

    Args:
        fight: the moment.
        who: whose power it is.
        power: with an area.
        aim: the intersection or the square it is aimed at.
        explain: whether the verdict is to be shown.

    Raises:
        Refused: it cannot be placed so.

    Source: pf1.area.origin, pf1.area.creature_in
    """
    question = _question(fight, who, power, aim)
    try:
        verdict = ask(fight.world, question, explain=explain)
    except ProblemError as error:
        words = text("The area cannot be placed so: {why}.", why=error.problems[0].message)
        raise Refused(Refusal(words, "pf1.area.origin")) from error
    if not verdict.squares.get("area"):
        why = ask(fight.world, question, explain=True)
        raise Refused(Refusal(text("The effect does not get there."), "pf1.area.origin", why))
    return verdict


def _question(fight: Fight, who: str, power: Power, aim: Argument | None) -> Question:
    shape = shape_of(power)
    if aim_of(power) == "corner":
        if not isinstance(aim, Point):
            raise Refused(Refusal(text("Say at which corner of the grid."), "pf1.area.origin"))
        _within(fight.world.creature(who).space, aim, power)
        return Question(ask="area", shape=shape, size=power.size_ft, origin=aim, source=who)
    if shape == "line":
        if not isinstance(aim, Square):
            raise Refused(Refusal(text("Say towards which square."), "pf1.area.line"))
        return Question(ask="area", shape=shape, size=power.size_ft, width=power.width_ft, origin=who, to=aim)
    if shape == "cone":
        if not isinstance(aim, Square):
            raise Refused(Refusal(text("Say towards which square."), "pf1.area.cone"))
        direction = direction_to(fight.world.creature(who).space, aim)
        return Question(ask="area", shape=shape, size=power.size_ft, origin=who, direction=direction)
    if shape in AT_A_POINT:
        centre = fight.world.creature(who).space
        corner = Point(centre.x * UNIT, centre.y * UNIT)
        return Question(ask="area", shape=shape, size=power.size_ft, origin=corner, source=who)
    return Question(ask="area", shape=shape, size=power.size_ft, origin=who)


def _within(space: Space, point: Point, power: Power) -> None:
    """Refuse an intersection out of range, counted from the nearest corner of the space."""
    x, y = (point.x // UNIT, point.y // UNIT)
    dx = max(space.x - x, 0, x - (space.x + space.width))
    dy = max(space.y - y, 0, y - (space.y + space.height))
    away_ft = 5 * (max(dx, dy) + min(dx, dy) // 2)
    if away_ft > power.range_ft:
        words = text("Out of range: {away} of {range} ft.", away=away_ft, range=power.range_ft)
        raise Refused(Refusal(words, "pf1.area.origin"))


def direction_to(space: Space, aim: Square) -> str:
    """The one of eight directions that leads most nearly from a space to a square.

    Raises:
        Refused: the square is its middle.
    """
    dx = 2 * aim.x + 1 - (2 * space.x + space.width)
    dy = 2 * aim.y + 1 - (2 * space.y + space.height)
    if not dx and not dy:
        raise Refused(Refusal(text("Say towards which square."), "pf1.area.cone"))
    # 2/5 is a little less than the tangent of 22.5 degrees.
    straight = Fraction(2, 5)
    step_x = 0 if abs(dx) < straight * abs(dy) else (dx > 0) - (dx < 0)
    step_y = 0 if abs(dy) < straight * abs(dx) else (dy > 0) - (dy < 0)
    return _NAMES[step_x, step_y]


def origins(fight: Fight, who: str, power: Power, aim: Argument | None) -> tuple[Point, ...]:
    """The points from which cover against an area is judged; several where the book leaves the point open."""
    if isinstance(aim, Point):
        return (aim,)
    return tuple(fight.world.creature(who).space.outer_corners())


def reflex_cover(
    fight: Fight, who: str, power: Power, aim: Argument | None, target: Creature
) -> tuple[str, Part | None]:
    """The grade of cover a creature has against an area, and what it adds to its Reflex save.

    A spread goes round corners, so it leaves no cover; so does an area around the creature itself.

    Source: pf1.cover.reflex, pf1.area.spread
    """
    if shape_of(power) in ("spread", "cylinder") or target.id == who:
        return NONE, None
    best: Verdict | None = None
    worth = 0
    for point in origins(fight, who, power, aim):
        verdict = ask(fight.world, Question(ask="cover", origin=point, to=target.id, attack="area"))
        if verdict.value == TOTAL:
            continue
        bonus = sum(one.amount for one in verdict.modifiers if one.to == "reflex" and one.kept)
        if best is None or bonus < worth:
            best, worth = verdict, bonus
        if not bonus:
            break
    if best is None or not worth:
        return NONE, None
    rule = "pf1.cover.improved" if best.value == IMPROVED else "pf1.cover.reflex"
    return str(best.value), Part(worth, text("cover"), "cover", rule)
