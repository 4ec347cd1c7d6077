"""Moving along with somebody that is held."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import Named, as_words, text
from tactics.rules.action import Action, NeedCreature, NeedPath, Option, Preview, Refusal
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.adjacency import touching
from tactics.rulesets.dnd4e.fight import aiming, forcing, maneuver, moves, turn
from tactics.rulesets.dnd4e.fight.asking import provoked
from tactics.rulesets.dnd4e.fight.grab import held_by
from tactics.rulesets.dnd4e.occupancy import is_free
from tactics.rulesets.dnd4e.tables import is_helpless
from tactics.world.fight import Fight

RULE = "dnd4e.action.grab_move"
DRAG = maneuver.bare("grab_move", Named("Moving a grabbed target", "Перемещение схваченного"), "fortitude")


class GrabMove:
    """Half a move with a grabbed enemy, or a helpless ally, pulled along. Source: dnd4e.action.grab_move."""

    ids = ("grab_move",)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Those it holds, and helpless allies beside it."""
        found = movable(fight, who)
        if found:
            refusal = _why_not(fight, who)
            needs = () if refusal else (NeedCreature("target", found, text("Whom?")), _ways(fight, who))
            cost = turn.COSTS[turn.STANDARD]
            yield Option("grab_move", "maneuver", as_words(ACTIONS, "grab_move"), cost, needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Move, when the attack hits; the other one comes along."""
        who = action.who
        target, path = _meant(run.fight, action)
        turn.spend(run, who, turn.STANDARD)
        if not _unwilling(run.fight, who, target) or maneuver.hits(run, who, target, DRAG):
            moves.walk(
                run, who, path, action="grab_move", spared=target, after=lambda run, left: _pull(run, who, target, left)
            )

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the attack, and who may react on the way."""
        who = action.who
        target, path = _meant(fight, action)
        others = tuple(one for one in provoked(fight, who, "grab_move", path) if one != target)
        if not _unwilling(fight, who, target):
            return Preview(reactions=others, takes=(target,))
        found = maneuver.previewed(fight, who, target, DRAG)
        return Preview(found.chance, found.critical, found.parts, found.against, reactions=others, takes=(target,))


def movable(fight: Fight, who: str) -> tuple[str, ...]:
    """Those a creature can pull along. Source: dnd4e.action.grab_move."""
    own = fight.world.creature(who)
    allies = (
        one.id
        for one in fight.world.creatures
        if one.id != who and one.side == own.side and is_helpless(one) and not fight.body(one.id).out
        if touching(own.space, one.space)
    )
    return tuple(dict.fromkeys((*held_by(fight, who), *allies)))


def _unwilling(fight: Fight, who: str, target: str) -> bool:
    return fight.world.creature(who).side != fight.world.creature(target).side


def _why_not(fight: Fight, who: str) -> Refusal | None:
    if moves.mover_of(fight, who) != who:
        return Refusal(text("Nobody drags another one along from the saddle."), RULE)
    return turn.affordable(fight, who, turn.STANDARD) or moves.stuck(fight, who) or moves.lies(fight, who)


def _ways(fight: Fight, who: str) -> NeedPath:
    return moves.ways(fight, who, moves.speed_of(fight, who) // 2)


def _meant(fight: Fight, action: Action) -> tuple[str, tuple[Square, ...]]:
    """Whom an action pulls along, and where.

    Raises:
        Refused: it cannot.
    """
    who, target = action.who, str(action.arguments.get("target", ""))
    refuse(_why_not(fight, who))
    if target not in movable(fight, who):
        refuse(Refusal(text("It holds nobody like that."), RULE))
    path = moves.path_of(action)
    moves.within(sum(moves.path_costs(fight, who, path)), moves.speed_of(fight, who) // 2, RULE)
    moves.may_stop(fight, who, path, "walk")
    return target, path


def _pull(run: Run, who: str, target: str, left: Square) -> None:
    """Bring the target along into the space that was left, or another one beside its mover.

    Source: dnd4e.action.grab_move
    """
    if not aiming.able(run.fight, who) or run.fight.body(target).out:
        return
    own, other = run.fight.world.creature(who).space, run.fight.world.creature(target)
    if touching(own, other.space):
        return
    here = other.space
    around = (
        Square(x, y)
        for y in range(here.y - 1, here.y + 2)
        for x in range(here.x - 1, here.x + 2)
        if (x, y) != (here.x, here.y)
    )
    free = [one for one in around if touching(own, here.at(one)) and is_free(run.fight.world, other, here.at(one))]
    if free:
        forcing.step(run, target, min(free, key=lambda one: (one != left, max(here.at(one).gap_sq(own)), one.y, one.x)))
