"""Areas of effect: bursts, blasts and walls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.core.space import Space, square_space
from tactics.core.text import Param, Text, listed, ntext, text
from tactics.geometry.area import blast_in_direction, block, close_burst, touches_block
from tactics.geometry.metric import chebyshev_sq
from tactics.rules.book import Case
from tactics.rules.question import DIRECTIONS, Place
from tactics.rules.verdict import Alternative, Verdict
from tactics.rulesets.dnd4e import wall
from tactics.rulesets.dnd4e.distance import counts
from tactics.rulesets.dnd4e.effect import effect_squares, has_effect
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.spots import Spot, called, creature_spot, height_sq, ride_together, space_of, spot

SHAPES = ("close_burst", "close_blast", "area_burst", "wall")
"""Source: dnd4e.area.kinds"""


@dataclass(frozen=True, slots=True)
class Area:
    """An area on the board.

    Attributes:
        shape: one of `SHAPES`.
        origin: where it starts.
        outline: its squares before anything is cut away.
        squares: those it takes.
        size: radius or side.
        spared: id of the creature whose close attack it is.
    """

    shape: str
    origin: Spot
    outline: frozenset[Square]
    squares: frozenset[Square]
    size: int
    spared: str = ""


def judge(case: Case) -> Verdict:
    """The squares and creatures an area takes.

    Source: dnd4e.area.kinds, dnd4e.area.burst, dnd4e.area.blast, dnd4e.area.wall
    """
    shape = case.question.shape
    if shape not in SHAPES:
        raise case.refuse("shape", f"fourth edition has no {shape}; it has {', '.join(SHAPES)}")
    refusal = origin_refusal(case)
    area = None if refusal else _build(case, shape)
    if isinstance(area, Refusal):
        refusal, area = area, None
    if area is None:
        assert refusal is not None
        case.step(refusal.rule, refusal.why)
        case.squares("area", ())
        return case.verdict(0, text("The area cannot be placed there."))
    squares = tuple(sorted(area.squares, key=lambda one: (one[1], one[0])))
    case.squares("origin", tuple(area.origin.space.squares()))
    case.squares("area", squares)
    creatures = affected(case, area)
    if case.explain:
        _explain(case, area, creatures)
    summary = ntext("The area takes {n} square.", "The area takes {n} squares.", len(squares))
    return case.verdict(len(squares), summary, creatures=creatures)


def affected(case: Case, area: Area) -> tuple[str, ...]:
    """Ids of the creatures in an area, each once, in file order.

    Source: dnd4e.area.in_area, dnd4e.attack.large_once, dnd4e.area.burst_excludes_user,
        dnd4e.area.area_burst_includes_user, dnd4e.mount.basics
    """
    found = []
    for one in case.world.creatures:
        if one.id == area.spared:
            continue
        space = space_of(case.world, one)
        with_user = area.origin.creature is not None and ride_together(one, area.origin.creature)
        inside = (with_user and area.shape == "close_burst") or any(
            square in area.squares for square in space.squares()
        )
        if inside and (area.shape == "wall" or height_sq(one.z_ft, area.origin.z_ft) <= area.size):
            found.append(one.id)
    return tuple(found)


def origin_refusal(case: Case) -> Refusal | None:
    """Why the user cannot put the area there, None when nothing is known against it.

    Source: dnd4e.loe.area_origin
    """
    question = case.question
    if question.source is None or question.shape not in ("area_burst", "wall"):
        return None
    user = spot(case, question.source, "from")
    start = question.squares[:1] if question.shape == "wall" else [question.origin]
    for place in start:
        origin = spot(case, place, "origin")
        if not has_effect(case, user.space, origin.space):
            why = text(
                "{user} has no line of effect to the origin square {square}.", user=user.name, square=origin.name
            )
            return Refusal("dnd4e.loe.area_origin", why)
    return None


def _build(case: Case, shape: str) -> Area | Refusal:
    if shape == "wall":
        return _wall(case)
    if case.question.size is None:
        raise case.refuse("size", f"a {shape} needs a size")
    question = case.question
    place = question.origin if question.origin is not None else question.who or question.source
    if shape == "area_burst":
        origin = spot(case, place, "origin")
        if origin.space.width > 1:
            raise case.refuse("origin", "an area burst starts in one square: name it")
        return _burst(case, origin, case.question.size, close=False)
    user = _user(case, place)
    if shape == "close_burst":
        return _burst(case, user, case.question.size, close=True)
    return _blast(case, user, case.question.size, place if isinstance(place, Square) else None)


def _user(case: Case, place: Place | None) -> Spot:
    """Whose close attack it is: one of a creature's squares means the creature."""
    if isinstance(place, Square):
        here = [one for one in case.world.creatures if space_of(case.world, one).holds(place)]
        named = [one for one in here if one.id in (case.question.who, case.question.source)]
        if here:
            return creature_spot(case.world, (named or here)[0])
    return spot(case, place, "origin")


def burst_squares(case: Case, origin: Space, size: int, *, close: bool) -> tuple[frozenset[Square], frozenset[Square]]:
    """The outline of a burst and the squares it takes.

    Args:
        case: the question.
        origin: the user's space or the origin square.
        size: the number of the burst.
        close: a close burst, which leaves its own squares out.

    Source: dnd4e.area.burst, dnd4e.area.close_burst_shape, dnd4e.area.burst_loe
    """
    outline = frozenset(one for one in close_burst(origin, size) if case.world.board.inside(one))
    near: Iterable[Square] = outline
    if case.switch("burst_metric") == "counted":
        near = [one for one in counts(case, origin, size) if one in outline]
    taken = effect_squares(case, origin, (one for one in near if not case.world.board.solid(one)))
    own = frozenset() if close else frozenset(origin.squares())
    return outline | own, taken | own


def _burst(case: Case, origin: Spot, size: int, *, close: bool) -> Area | Refusal:
    if not close and any(case.world.board.solid(one) for one in origin.space.squares()):
        return Refusal("dnd4e.grid.filled_square", text("The origin square {square} is filled.", square=origin.name))
    outline, taken = burst_squares(case, origin.space, size, close=close)
    shape = "close_burst" if close else "area_burst"
    return Area(shape, origin, outline, taken, size, origin.id if close else "")


def _blast(case: Case, user: Spot, size: int, chosen: Square | None) -> Area | Refusal:
    top_left = _blast_corner(case, user, size)
    if not touches_block(user.space, top_left, size):
        why = text(
            "The block at {square} does not touch the space of {name}, or covers part of it.",
            square=top_left,
            name=user.name,
        )
        return Refusal("dnd4e.area.blast_placement", why)
    outline = frozenset(one for one in block(top_left, size) if case.world.board.inside(one))
    open_squares = [one for one in outline if not case.world.board.solid(one)]
    best: tuple[Square, frozenset[Square]] | None = None
    origins = blast_origins(user.space, top_left, size)
    if chosen is not None and user.space.width > 1:
        if chosen not in origins:
            why = text(
                "The block at {square} is not adjacent to its origin square {origin}.", square=top_left, origin=chosen
            )
            return Refusal("dnd4e.area.blast_placement", why)
        origins = [chosen]
    for square in origins:
        taken = effect_squares(case, square_space(square), open_squares)
        if best is not None:
            case.alternative(
                Alternative(
                    len(taken), text("From {square} it takes {n} sq.", square=square, n=len(taken)), square=square
                )
            )
        if best is None or len(taken) > len(best[1]):
            best = square, taken
    assert best is not None
    origin = Spot(square_space(best[0]), user.name, user.creature, user.z_ft)
    return Area("close_blast", origin, outline, best[1], size, user.id)


def blast_origins(space: Space, top_left: Square, size: int) -> list[Square]:
    """The squares of a user's space that a blast may start from: those adjacent to its block.

    Source: dnd4e.area.origin_square, dnd4e.area.blast_placement
    """
    placed = Space(*top_left, size, size)
    return [one for one in space.squares() if chebyshev_sq(*square_space(one).gap_sq(placed)) == 1]


def _blast_corner(case: Case, user: Spot, size: int) -> Square:
    question = case.question
    if question.at is not None:
        return question.at
    if question.direction is not None:
        return blast_in_direction(user.space, DIRECTIONS[question.direction], size)
    if question.to is not None:
        toward = spot(case, question.to, "to").space
        step = (_sign(toward.centre.x - user.space.centre.x), _sign(toward.centre.y - user.space.centre.y))
        if step != (0, 0):
            return blast_in_direction(user.space, step, size)
    raise case.refuse("direction", "a close blast needs a direction, or `at` for its top left square")


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _wall(case: Case) -> Area | Refusal:
    squares = case.question.squares
    if not squares:
        raise case.refuse("squares", "a wall needs its squares")
    refusal = wall.shape_refusal(squares, case.question.size) or wall.place_refusal(case.world, squares)
    if refusal is not None:
        return refusal
    whole = frozenset(squares)
    return Area("wall", spot(case, squares[0], "squares"), whole, whole, len(squares))


def _explain(case: Case, area: Area, creatures: tuple[str, ...]) -> None:
    name: Param = area.origin.name
    cut = len(area.outline) - len(area.squares)
    if area.shape == "wall":
        case.step("dnd4e.area.wall", text("The wall starts in {square}.", square=name))
        case.step("dnd4e.area.wall_side_contact", text("Every square shares a side with one or two others."))
    elif area.shape == "close_blast":
        case.step("dnd4e.area.blast", text("A block of {n} by {n} beside {name}.", n=area.size, name=name))
        case.step("dnd4e.area.blast_origin_excluded", text("The origin square is not in it."))
        _cut(case, cut, "dnd4e.area.blast_loe", text("Squares without line of effect from the origin square drop out."))
    else:
        rule = "dnd4e.area.close_burst_shape" if area.shape == "close_burst" else "dnd4e.area.burst"
        case.step(rule, text("Every square within {n} of {name}, counted round what is solid.", n=area.size, name=name))
        _cut(
            case,
            cut,
            "dnd4e.area.burst_loe",
            text("Solid squares, squares counted farther and squares without line of effect drop out."),
        )
    if creatures:
        names = listed(called(case.world.creature(one)) for one in creatures)
        case.step("dnd4e.area.in_area", text("Who has a square in it is affected once: {names}.", names=names))
    if area.shape == "close_burst":
        case.step("dnd4e.area.burst_excludes_user", text("A close burst spares its user."))


def _cut(case: Case, cut: int, rule: str, why: Text) -> None:
    if cut:
        case.step(rule, why)
