"""Traces and clear segments as the lines of a verdict."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.text import Named, Text, text
from tactics.geometry.effect import Segment
from tactics.geometry.trace import Met, Obstacle, Pinch, Stops, Trace
from tactics.rules.verdict import Contact, Line


def obstacle_name(obstacle: Obstacle) -> Text:
    """What players call an obstacle: "wall D2", "closed door", a creature's name."""
    if obstacle.kind == "body":
        return text("{creature}", creature=obstacle.name)
    if obstacle.square is not None:
        return _square_name(obstacle.what, obstacle.square)
    return _wall_name(obstacle)


def traced_line(trace: Trace, stops: Stops, *, role: str = "cover", graze: Stops | None = None) -> Line:
    """A line of a verdict from what it met.

    Args:
        trace: the line.
        stops: which obstacles stop a line that runs through them, or pinch it.
        role: see `Line.role`.
        graze: which obstacles stop a line that only touches them; None for none.
    """
    pinches = _few(trace.pinches(stops))
    contacts = []
    for met in trace.mets:
        stopped = (met.passes and stops(met.obstacle)) or (graze is not None and graze(met.obstacle))
        contacts.append(_contact(met, obstacle_name(met.obstacle), met.kind, stopped))
        if id(met) in pinches:
            left, right = (obstacle_name(one.obstacle) for one in pinches[id(met)][:2])
            contacts.append(_contact(met, text("{left} and {right}", left=left, right=right), "pinch", True))
    return Line(trace.start, trace.end, any(one.stops for one in contacts), tuple(contacts), role)


def clear_line(segment: Segment, *, role: str = "effect") -> Line:
    """A line of effect or of sight that gets through."""
    return Line(segment.start, segment.end, False, (), role)


def _few(pinches: tuple[Pinch, ...]) -> dict[int, Pinch]:
    """One pinch for each obstacle at most, by the identity of that one of the two which the line meets later."""
    told: set[int] = set()
    later: dict[int, Pinch] = {}
    for pinch in pinches:
        if id(pinch.left) in told or id(pinch.right) in told:
            continue
        told |= {id(pinch.left), id(pinch.right)}
        assert pinch.left.span is not None
        assert pinch.right.span is not None
        last = pinch.left if pinch.left.span[0] > pinch.right.span[0] else pinch.right
        later[id(last)] = pinch
    return later


def _contact(met: Met, what: Text, kind: str, stops: bool) -> Contact:
    obstacle = met.obstacle
    return Contact(what, kind, met.at, obstacle.square, obstacle.group, obstacle.creature, stops)


def _square_name(terrain: str, square: Square) -> Text:
    match terrain:
        case "wall":
            return text("wall {square}", square=square)
        case "pillar":
            return text("pillar {square}", square=square)
        case "tree":
            return text("tree {square}", square=square)
        case "low_obstacle":
            return text("low obstacle {square}", square=square)
        case "light_obscurement":
            return text("light obscurement {square}", square=square)
        case "heavy_obscurement":
            return text("heavy obscurement {square}", square=square)
        case "dim_light":
            return text("dim light {square}", square=square)
        case "darkness":
            return text("darkness {square}", square=square)
        case "no_square":
            return text("edge of the map {square}", square=square)
    return text("{terrain} {square}", terrain=Named(terrain.replace("_", " ")), square=square)


def _wall_name(wall: Obstacle) -> Text:
    match wall.what, wall.state:
        case "wall", _:
            return text("one-way wall") if wall.one_way else text("thin wall")
        case "door", "open":
            return text("open door")
        case "door", "locked":
            return text("locked door")
        case "door", _:
            return text("closed door")
        case "low_wall", _:
            return text("low wall")
        case "window", _:
            return text("window")
        case "arrow_slit", _:
            return text("arrow slit")
        case "portcullis", _:
            return text("portcullis")
        case "curtain", _:
            return text("curtain")
        case "force", _:
            return text("wall of force")
    raise ValueError(wall.what)
