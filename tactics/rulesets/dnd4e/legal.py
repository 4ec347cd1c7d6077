"""Whether an action or an area is allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tactics.core.lattice import Square
from tactics.core.text import ntext, text
from tactics.geometry.paths import path_cost
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.dnd4e import squeeze, wall
from tactics.rulesets.dnd4e.area import origin_refusal
from tactics.rulesets.dnd4e.charge import charge_path, path_as_charge
from tactics.rulesets.dnd4e.forced import KINDS, Force, swap
from tactics.rulesets.dnd4e.movement import Mover, is_prone, mover_of, path_refusal
from tactics.rulesets.dnd4e.occupancy import is_free
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.spots import called, creature_spot, spot
from tactics.rulesets.dnd4e.tables import forbidding, speed_sq
from tactics.rulesets.dnd4e.teleport import teleport_refusal
from tactics.world.creature import Creature

RUN_SQ = 2
"""What running adds to speed.

Source: dnd4e.move.run
"""


def judge(case: Case) -> Verdict:
    """Whether something may be done.

    Source: the rule of the action or the shape
    """
    question = case.question
    if question.shape is not None:
        refusal = _shape(case)
    elif question.action is None:
        raise case.refuse("action", "name an action or a shape")
    elif question.action not in _ACTIONS:
        raise case.refuse("action", f"unknown action {question.action!r}; known: {', '.join(sorted(_ACTIONS))}")
    elif question.who is None:
        raise case.refuse("who", f"{question.action} needs it")
    else:
        refusal = _ACTIONS[question.action](case, case.world.creature(question.who))
    if refusal is None:
        return case.verdict(True, text("That is allowed."))
    case.step(refusal.rule, refusal.why)
    return case.verdict(False, text("That is not allowed."))


def _shape(case: Case) -> Refusal | None:
    question = case.question
    if question.shape == "wall":
        if not question.squares:
            raise case.refuse("squares", "a wall needs its squares")
        case.squares("area", question.squares)
        refusal = wall.shape_refusal(question.squares, question.size)
        refusal = refusal or wall.place_refusal(case.world, question.squares) or _wall_origin(case)
        if refusal is None:
            case.step("dnd4e.area.wall_free_shape", text("In one piece, side by side, and nowhere branching."))
        return refusal or origin_refusal(case)
    if question.shape == "area_burst":
        return origin_refusal(case)
    raise case.refuse("shape", "only walls and area bursts are placed by rule; ask for the area")


def _wall_origin(case: Case) -> Refusal | None:
    origin = case.question.origin
    if origin is None or origin == case.question.squares[0]:
        return None
    return Refusal("dnd4e.area.wall", text("The wall does not begin with its origin square."))


def _shift(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.move.shift."""
    refusal = shift_refusal(case, who, _path(case), case.question.size or 1)
    if refusal is None:
        case.step("dnd4e.move.shift", text("A shift provokes nothing."))
    return refusal


def shift_refusal(case: Case, who: Creature, path: tuple[Square, ...], squares: int = 1) -> Refusal | None:
    """Why a creature cannot shift along a path, None when it can.

    Args:
        case: the question.
        who: who shifts.
        path: its positions, the first is where it starts.
        squares: how far the shift goes; 2 for two shifts in a row.

    Source: dnd4e.move.shift, dnd4e.move.double
    """
    if is_prone(who):
        return Refusal("dnd4e.condition.prone", text("{name} is prone and can only crawl.", name=called(who)))
    mover = mover_of(case, who, "walk")
    refusal = path_refusal(case, mover, path)
    if refusal is not None:
        return refusal
    costs = _costs(mover, path)
    if sum(costs) <= squares:
        return None
    if len(costs) <= squares:
        why = text("The way is difficult; a shift of {n} does not pay for it.", n=squares)
    else:
        why = ntext("A shift goes {n} square.", "A shift goes {n} squares.", squares)
    return Refusal("dnd4e.move.shift", why)


def _walk(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.move.walk, dnd4e.condition.prone."""
    return _along(case, who, case.question.mode, _speed(case, who), "dnd4e.move.walk")


def _run(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.move.run."""
    return _along(case, who, case.question.mode, _speed(case, who) + RUN_SQ, "dnd4e.move.run")


def _double_move(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.move.double."""
    return _along(case, who, case.question.mode, 2 * _speed(case, who), "dnd4e.move.double")


def _crawl(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.move.crawl, dnd4e.round_down."""
    if not is_prone(who):
        return Refusal("dnd4e.move.crawl", text("{name} is not prone.", name=called(who)))
    return _within(case, mover_of(case, who, "walk"), _speed(case, who) // 2, "dnd4e.move.crawl")


def _squeeze(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.move.squeeze."""
    held = forbidding(who, "move")
    if held is not None:
        return Refusal(held.rule, text("{name} is {condition}.", name=called(who), condition=held.name))
    if _path(case)[0] not in squeeze.starts(who):
        why = text("The squeezed space at {square} is not within the full one.", square=_path(case)[0])
        return Refusal("dnd4e.move.squeeze", why)
    if not squeeze.can_squeeze(who):
        case.discretion(text("For a creature of this size the game master decides what is tight."))
    return _along(case, who, "squeeze", speed_sq(who, "squeeze") or 0, "dnd4e.move.squeeze")


def _squeeze_end(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.move.squeeze_end."""
    here, there = _two(case)
    full = [one.anchor for one in squeeze.full_spaces(who, squeeze.squeezed(who, here))]
    if there not in full:
        why = text("The full space at {square} would not hold the squeezed one.", square=there)
        return Refusal("dnd4e.move.squeeze_end", why)
    if not is_free(case.world, who, who.standing_at(there)):
        return Refusal("dnd4e.move.squeeze_end", text("At {square} there is no free space.", square=there))
    return None


def _teleport(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.move.teleport."""
    source = case.question.source
    user = creature_spot(case.world, who) if source is None else spot(case, source, "from")
    refusal = teleport_refusal(case, user, who, _two(case)[1], case.question.size)
    if refusal is None:
        case.step("dnd4e.move.teleport", text("The destination is seen and free; what lies between does not matter."))
    return refusal


def _charge(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.action.charge."""
    if case.question.target is None:
        raise case.refuse("target", "a charge needs it")
    target = case.world.creature(case.question.target)
    if case.question.path:
        case.squares("path", case.question.path)
        return path_as_charge(case, who, target, case.question.path)
    found = charge_path(case, who, target)
    if isinstance(found, Refusal):
        return found
    case.squares("path", found)
    case.step(
        "dnd4e.action.charge",
        text("Every square comes closer, and {square} is a square to attack from.", square=found[-1]),
    )
    return None


def _forced(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.forced.kinds."""
    if case.question.target is None:
        raise case.refuse("target", f"a {case.question.action} needs it")
    target = case.world.creature(case.question.target)
    force = Force(case, case.question.action or "", creature_spot(case.world, who), target)
    path = _path(case)
    if path[0] != target.space.anchor:
        return Refusal("dnd4e.forced.kinds", text("{name} is not at {square}.", name=called(target), square=path[0]))
    return force.path_refusal(path, case.question.size)


def _swap(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.forced.swap."""
    if case.question.target is None:
        raise case.refuse("target", "a swap needs it")
    found = swap(case, who, case.world.creature(case.question.target))
    return found if isinstance(found, Refusal) else None


def _stand_up(case: Case, who: Creature) -> Refusal | None:
    """Source: dnd4e.move.stand_up."""
    if not is_prone(who):
        return Refusal("dnd4e.move.stand_up", text("{name} is not prone.", name=called(who)))
    if is_free(case.world, who, who.space):
        return None
    near = (Square(who.space.x + dx, who.space.y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    if any(shift_allowed(case, who, square) for square in near):
        return None
    return Refusal("dnd4e.move.stand_up", text("No free square lies beside {name} to shift into.", name=called(who)))


def shift_allowed(case: Case, who: Creature, square: Square) -> bool:
    """Whether one square of shifting takes a creature into a free space, prone or not."""
    mover = mover_of(case, who, "walk")
    costs = path_cost(mover.steps, (who.space.anchor, square), 0, mover.others.blocked)
    return costs == (1,) and is_free(case.world, who, who.space.at(square))


_ACTIONS: Mapping[str, Callable[[Case, Creature], Refusal | None]] = {
    "shift": _shift,
    "walk": _walk,
    "move": _walk,
    "run": _run,
    "double_move": _double_move,
    "crawl": _crawl,
    "squeeze": _squeeze,
    "squeeze_end": _squeeze_end,
    "teleport": _teleport,
    "charge": _charge,
    "swap": _swap,
    "stand_up": _stand_up,
    **dict.fromkeys(KINDS, _forced),
}


def _along(case: Case, who: Creature, mode: str, allowance_sq: int, rule: str) -> Refusal | None:
    if is_prone(who):
        return Refusal("dnd4e.condition.prone", text("{name} is prone and can only crawl.", name=called(who)))
    return _within(case, mover_of(case, who, mode), allowance_sq, rule)


def _within(case: Case, mover: Mover, allowance_sq: int, rule: str) -> Refusal | None:
    path = _path(case)
    refusal = path_refusal(case, mover, path)
    if refusal is not None:
        return refusal
    cost = sum(_costs(mover, path))
    if cost > allowance_sq:
        return Refusal(rule, text("The path costs {n} sq, the most is {most}.", n=cost, most=allowance_sq))
    return None


def _path(case: Case) -> tuple[Square, ...]:
    if not case.question.path:
        raise case.refuse("path", "name the squares of the move")
    case.squares("path", case.question.path)
    return case.question.path


def _costs(mover: Mover, path: tuple[Square, ...]) -> tuple[int, ...]:
    return path_cost(mover.steps, path, 0, mover.others.blocked) or ()


def _speed(case: Case, who: Creature) -> int:
    mode = "walk" if case.question.mode == "squeeze" else case.question.mode
    speed = speed_sq(who, mode)
    if speed is None:
        raise case.refuse("mode", f"{who.id} has no speed for {mode}")
    return speed


def _two(case: Case) -> tuple[Square, Square]:
    if len(case.question.path) != 2:
        raise case.refuse("path", "name where it starts and where it ends")
    return case.question.path[0], case.question.path[1]
