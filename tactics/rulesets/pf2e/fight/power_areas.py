"""Areas of powers on the board: how they are aimed, what they fill, whom they take, and what cover is worth."""

from __future__ import annotations

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.problems import ProblemError
from tactics.core.space import Space
from tactics.core.text import text
from tactics.rules.action import Argument, Refusal, Refused
from tactics.rules.event import Part
from tactics.rules.question import Question
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.area import SHAPES
from tactics.rulesets.pf2e.creatures import space_of
from tactics.rulesets.pf2e.fight.asking import ask, case_of, earth_between
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.parts import part_of
from tactics.rulesets.pf2e.fight.powers import Power
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.fight import Fight

TOWARDS = frozenset({"cone", "line"})
"""Shapes that start at their user and go somewhere."""


def aim_of(power: Power) -> str:
    """How an area is aimed: "corner", "square", or "" for one round its user."""
    return "corner" if power.shape == "burst" else "square" if power.shape in TOWARDS else ""


def question_of(fight: Fight, who: str, power: Power, aim: Argument | None) -> Question:
    """The area of a power as the judge of areas is asked for it.

    Raises:
        Refused: it is not aimed, or aimed too far.

    Source: pf2e.area.general, pf2e.effect.range
    """
    shape, size = power.shape, power.size_ft
    if shape == "burst":
        if not isinstance(aim, Point):
            raise Refused(Refusal(text("Say at which corner of the grid."), "pf2e.area.burst"))
        _within(space_of(fight.world, fight.world.creature(who)), aim, power)
        return Question(ask="area", shape=shape, size=size, origin=aim, source=who)
    if shape not in TOWARDS:
        return Question(ask="area", shape=shape, size=size, origin=who)
    if not isinstance(aim, Square) or fight.world.creature(who).space.holds(aim):
        raise Refused(Refusal(text("Say towards which square."), f"pf2e.area.{shape}"))
    width = power.width_ft if shape == "line" else None
    return Question(ask="area", shape=shape, size=size, width=width, origin=who, to=aim)


def placed(fight: Fight, who: str, power: Power, aim: Argument | None, *, explain: bool = False) -> Verdict:
    """The squares of a power's area and whom it catches.

    Args:
        fight: the moment.
        who: whose power it is.
        power: one with a shape.
        aim: the corner or square it is aimed at.
        explain: whether the verdict is to be shown.

    Raises:
        Refused: it cannot be placed so.

    Source: pf2e.area.general, pf2e.line_of_effect.area
    """
    question = question_of(fight, who, power, aim)
    rule = f"pf2e.area.{power.shape}"
    try:
        verdict = ask(judged(fight), question, explain=explain)
    except ProblemError as error:
        words = text("The area cannot be placed so: {why}.", why=error.problems[0].message)
        raise Refused(Refusal(words, rule)) from error
    if not verdict.squares.get("area"):
        why = ask(judged(fight), question, explain=True)
        raise Refused(Refusal(text("The effect does not get there."), "pf2e.line_of_effect.area", why))
    return verdict


def _within(space: Space, corner: Point, power: Power) -> None:
    """Refuse a corner that is too far: a burst round it as wide as the range must take in a square of the space.

    Source: pf2e.effect.range
    """
    dx = _away(corner.x, space.x, space.width)
    dy = _away(corner.y, space.y, space.height)
    away_ft = SQUARE_FT * (max(dx, dy) + min(dx, dy) // 2)
    if away_ft > power.range_ft:
        words = text("Out of range: {away} of {range} ft.", away=away_ft, range=power.range_ft)
        raise Refused(Refusal(words, "pf2e.effect.range"))


def _away(at: int, low: int, length: int) -> int:
    """Squares from a grid line to the nearest one of a space, that square counted in."""
    line = at // UNIT
    return max(low - line + 1, line - (low + length) + 1, 1)


def caught(fight: Fight, who: str, power: Power, aim: Argument | None) -> tuple[str, ...]:
    """Ids of those an area takes; an emanation has its user in it unless it leaves him out.

    Source: pf2e.area.general, pf2e.area.emanation, pf2e.line_of_effect.area
    """
    found = list(placed(fight, who, power, aim).creatures)
    if power.shape == "emanation" and not power.spares_user and who not in found:
        found.append(who)
    return tuple(one for one in found if not fight.body(one).out and not earth_between(fight, who, one))


def start_of(fight: Fight, who: str, power: Power, aim: Argument | None) -> Point:
    """The point of origin from which cover against an area is measured. Source: pf2e.cover.area_effects."""
    case = case_of(fight, question_of(fight, who, power, aim))
    return SHAPES[power.shape](case).start


def reflex_parts(fight: Fight, who: str, power: Power, aim: Argument | None, target: str) -> tuple[Part, ...]:
    """What the position adds to a Reflex save against an area: cover, or a penalty.

    Source: pf2e.cover.area_effects, pf2e.cover.standard, pf2e.cover.greater, pf2e.cover.lesser
    """
    if power.save != "reflex" or not power.shape or target == who:
        return ()
    start = start_of(fight, who, power, aim)
    verdict = ask(judged(fight), Question(ask="modifiers", source=start, to=target, attack="area"))
    return tuple(part_of(one) for one in verdict.modifiers if one.to == "reflex" and one.kept)
