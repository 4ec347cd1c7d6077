"""What a verdict draws on the board: squares, lines, corners, paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from tactics.core.lattice import UNIT, Point, Square
from tactics.render.displaylist import Arrow, Circle, Hatch, Item, Label, Polygon, Polyline, Spot
from tactics.render.regions import fill, outline
from tactics.render.tokens import token_place
from tactics.render.view import View
from tactics.rules.question import Place
from tactics.rules.verdict import Contact, Line, Verdict
from tactics.world.world import World

_OUTLINED = ("origin", "target", "partner")
_SAME = {"shadow": "out_of_effect"}
"""Names of sets that mean what another name means."""
_CORNER_ROLES = ("flank", "centre", "charge")
_RINGED = {"area": "area", "provokes": "threatened", "flanking": "origin"}


@dataclass(frozen=True, slots=True)
class Overlay:
    """A verdict as items in the board's frame.

    Attributes:
        under: tints, hatches and costs of squares, to lie below walls and tokens.
        over: outlines, lines and markers, to lie on top.
        used: what is drawn, as keys of `tactics.render.legend`.
    """

    under: tuple[Item, ...]
    over: tuple[Item, ...]
    used: tuple[str, ...]


def ruling_overlay(world: World, verdict: Verdict, view: View) -> Overlay:
    """Everything a verdict has to show on its board."""
    under: list[Item] = []
    over: list[Item] = []
    used: list[str] = []
    for given, squares in verdict.squares.items():
        name = _SAME.get(given, given)
        if squares and name not in _OUTLINED:
            under += square_items(name, squares, view)
            used.append(name)
    under += cost_items(world, verdict, view)
    over += _blockers(world, verdict, view)
    for name, space in _ends(world, verdict):
        style = view.theme.style(name)
        over += outline(space, view.cell, style.colour, view.line(0.06, 2.0), style.dash)
        used.append(name)
    path = verdict.squares.get("path") or verdict.question.path
    if len(path) > 1:
        over += path_items(world, verdict, path, view)
        used.append("path")
    over += line_items(verdict.lines, view)
    used += _line_keys(verdict.lines)
    over += _ringed(world, verdict, view)
    if verdict.creatures and verdict.question.ask in _RINGED:
        used.append(f"ringed_{verdict.question.ask}")
    markers, names = _markers(verdict, view)
    return Overlay(tuple(under), tuple(over + markers), tuple(dict.fromkeys(used + names)))


def _ends(world: World, verdict: Verdict) -> Iterator[tuple[str, Sequence[Square]]]:
    """The squares asked from and asked about: those the verdict names, else those of the question."""
    question = verdict.question
    places = {
        "origin": (question.source, question.who, question.origin),
        "target": (question.to, question.target),
        "partner": (question.partner,),
    }
    for name, candidates in places.items():
        named = [verdict.squares.get(name, ()), *(_squares_of(world, place) for place in candidates)]
        squares = next(filter(None, named), ())
        if squares:
            yield name, squares


def _squares_of(world: World, place: Place | None) -> tuple[Square, ...]:
    if isinstance(place, Square):
        return (place,)
    if isinstance(place, str) and any(one.id == place for one in world.creatures):
        return tuple(world.creature(place).space.squares())
    return ()


# Squares.


def square_items(name: str, squares: Sequence[Square], view: View) -> list[Item]:
    """A named set of squares: tint, hatch and outline by its name."""
    style = view.theme.style(name)
    gap = view.cell / max(1, round(view.cell / 10))
    hatch = Hatch(style.hatch, style.colour + "66", gap, view.line(0.022)) if style.hatch else None
    edge = outline(squares, view.cell, style.colour, view.line(0.035, 1.5), style.dash)
    return [fill(squares, view.cell, style.tint, hatch), *edge]


def cost_items(world: World, verdict: Verdict, view: View) -> list[Item]:
    """The cost of every square of a movement field, where the squares are big enough to read it."""
    size = min(15.0, view.cell * 0.3)
    if size < 7 or not verdict.costs:
        return []
    ink, half = view.theme.strong, view.cell / 2
    items: list[Item] = []
    for square, cost in verdict.costs.items():
        x, y = square[0] * view.cell + half, square[1] * view.cell + half
        terrain = world.board.at(square)
        if terrain.cover != "none" or terrain.difficulty or terrain.hazardous:
            items.append(Circle(x, y, size * 0.95, view.theme.outline + "b0"))
        items.append(Label(x, y + size * 0.357, str(cost), size, ink, anchor="middle"))
    return items


# Paths.


def path_items(world: World, verdict: Verdict, path: Sequence[Square], view: View) -> list[Item]:
    """An arrow along the middles of the mover's space, with the cost of each step where it ends.

    Who squeezes does not fill its whole space: then the arrow runs through the top left squares.
    """
    who = next((one for one in world.creatures if one.id == verdict.question.who), None)
    whole = who is not None and verdict.question.mode != "squeeze"
    wide, high = (who.space.width, who.space.height) if who and whole else (1, 1)
    spots = tuple(((x + wide / 2) * view.cell, (y + high / 2) * view.cell) for x, y in path)
    colour, width, head = view.theme.style("path").colour, view.line(0.055, 2.0), max(8.0, view.cell * 0.26)
    drawn = (_onward(spots[0], spots[1], wide * view.cell * 0.45), *spots[1:])
    shadow = Arrow(drawn, view.theme.outline, width + 3, head=head + 3)
    items: list[Item] = [shadow, Arrow(drawn, colour, width, head=head)]
    size = min(13.0, view.cell * 0.24)
    if size < 7 or len(verdict.step_costs) != len(path) - 1:
        return items
    for (before, after), cost in zip(pairwise(spots), verdict.step_costs, strict=True):
        x, y = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
        items.append(Circle(x, y, size * 0.95, view.theme.outline, colour, 1.0))
        items.append(Label(x, y + size * 0.357, str(cost), size, view.theme.strong, bold=True, anchor="middle"))
    return items


def _onward(start: Spot, end: Spot, by: float) -> Spot:
    """A place on the way from one spot to another, so that the letter on a token stays free."""
    length = max(hypot(end[0] - start[0], end[1] - start[1]), 1e-6)
    share = min(0.6, by / length)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


# Lines.


def line_items(lines: Iterable[Line], view: View) -> list[Item]:
    """Lines by role: free ones solid with dots at their ends, blocked ones dashed with a cross where they stop."""
    drawn = list(lines)
    items: list[Item] = []
    for line in sorted(drawn, key=lambda one: one.blocked):
        items += _line(line, view)
    for line in drawn:
        if line.blocked and line.role not in _CORNER_ROLES:
            items += _cross(view.spot(_stop(line)), view)
    return items


def _line(line: Line, view: View) -> list[Item]:
    theme = view.theme
    ends = view.spot(line.start), view.spot(line.end)
    dot = max(2.0, view.cell * 0.055)
    if line.role == "centre":
        return [Polyline(ends, theme.text, view.line(0.03, 1.5), (2.0, 4.0)), *_dots(ends, dot, theme.text)]
    if line.role == "flank" and not line.blocked:
        band = view.line(0.07, 2.5)
        return [
            Polyline(ends, theme.outline, band + 2),
            Polyline(ends, theme.chosen, band),
            *_dots(ends, dot, theme.chosen),
        ]
    if line.blocked:
        return [Polyline(ends, theme.blocked, view.line(0.045, 1.5), (8.0, 5.0)), *_dots(ends, dot, theme.blocked)]
    return [Polyline(ends, theme.clear, view.line(0.05, 1.5)), *_dots(ends, dot, theme.clear)]


def _dots(ends: Iterable[Spot], radius: float, colour: str) -> list[Item]:
    return [Circle(x, y, radius, colour) for x, y in ends]


def _stop(line: Line) -> Point:
    """Where a blocked line is first stopped; its middle when the verdict does not say."""
    for contact in line.contacts:
        if contact.stops:
            return contact.at
    return Point((line.start.x + line.end.x) // 2, (line.start.y + line.end.y) // 2)


def _cross(spot: Spot, view: View) -> list[Item]:
    return cross_items(spot, max(4.0, view.cell * 0.115), view.line(0.055, 2.0), view.theme.blocked, view.theme.outline)


def cross_items(spot: Spot, arm: float, width: float, colour: str, shadow: str) -> list[Item]:
    """The marker of a stopped line."""
    x, y = spot
    strokes = [((x - arm, y - arm * turn), (x + arm, y + arm * turn)) for turn in (1, -1)]
    backs: list[Item] = [Polyline(stroke, shadow, width + 2.5) for stroke in strokes]
    return [*backs, *(Polyline(stroke, colour, width) for stroke in strokes)]


def _line_keys(lines: Iterable[Line]) -> list[str]:
    keys = []
    for line in lines:
        if line.role == "centre":
            keys.append("centre")
        elif line.role == "flank" and not line.blocked:
            keys.append("flank")
        elif line.blocked:
            keys += ["blocked"] if line.role in _CORNER_ROLES else ["blocked", "met"]
        else:
            keys.append("clear")
    return sorted(set(keys), key=("clear", "blocked", "met", "flank", "centre").index)


def _blockers(world: World, verdict: Verdict, view: View) -> list[Item]:
    """Outlines of what stopped the lines."""
    stops = [one for line in verdict.lines if line.blocked for one in line.contacts if one.stops]
    colour, width = view.theme.blocked, view.line(0.05, 2.0)
    squares = {one.square for one in stops if one.square is not None and not one.creature}
    items = outline(squares, view.cell, colour, width) if squares else []
    bodies = {one.creature for one in stops if one.creature}
    for creature in world.creatures:
        if creature.id in bodies:
            items += outline(tuple(creature.space.squares()), view.cell, colour, width, (4.0, 3.0))
    for wall in world.board.walls:
        if any(_on(one, wall.group, wall.start, wall.end) for one in stops):
            items.append(Polyline((view.spot(wall.start), view.spot(wall.end)), colour + "99", width * 1.6))
    return items


def _on(contact: Contact, group: int, start: Point, end: Point) -> bool:
    """Whether a contact lies on one piece of the polyline it names, a hundredth of a square of slack."""
    if contact.wall != group:
        return False
    slack = UNIT // 100
    x, y = contact.at
    inside_x = min(start.x, end.x) - slack <= x <= max(start.x, end.x) + slack
    inside_y = min(start.y, end.y) - slack <= y <= max(start.y, end.y) + slack
    return inside_x and inside_y


# Markers.


def _ringed(world: World, verdict: Verdict, view: View) -> list[Item]:
    """Rings round the creatures the verdict names: those an area takes, who may react, who flanks."""
    style = view.theme.style(_RINGED.get(verdict.question.ask, "other"))
    items: list[Item] = []
    for creature in world.creatures:
        if creature.id in verdict.creatures and verdict.question.ask in _RINGED:
            x, y, diameter = token_place(world, creature)
            radius = diameter * view.cell / 2 + view.line(0.02)
            spot = x * view.cell, y * view.cell
            items.append(Circle(*spot, radius, "", view.theme.outline, view.line(0.09, 4.0)))
            items.append(Circle(*spot, radius, "", style.colour, view.line(0.055, 2.5), (7.0, 4.0)))
    return items


def _markers(verdict: Verdict, view: View) -> tuple[list[Item], list[str]]:
    """The chosen corner and the point an area starts from."""
    items: list[Item] = []
    names: list[str] = []
    question = verdict.question
    for place in (question.origin, question.source, question.to):
        if isinstance(place, Point):
            items += point_items(view.spot(place), max(5.0, view.cell * 0.14), view.theme.chosen, view.theme.outline)
            names.append("point")
    if verdict.chosen_corner is not None:
        x, y = view.spot(verdict.chosen_corner)
        radius = max(4.0, view.cell * 0.12)
        items.append(Circle(x, y, radius, view.theme.chosen, view.theme.outline, view.line(0.035, 1.5)))
        names.append("chosen")
    return items, names


def point_items(spot: Spot, radius: float, colour: str, shadow: str) -> list[Item]:
    """A diamond, the marker of a point of the lattice."""
    x, y = spot
    big = tuple((x + dx * radius * 1.35, y + dy * radius * 1.35) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)))
    small = tuple((x + dx * radius, y + dy * radius) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)))
    return [Polygon((big,), shadow), Polygon((small,), colour)]
