"""Moving: by points and by a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tactics.core.later import Each
from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Action, NeedPath, NeedSquare, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Moved
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg import stepping, walking
from tactics.rulesets.dfrpg.board import grid_of
from tactics.rulesets.dfrpg.facing import whole_points
from tactics.rulesets.dfrpg.field import Reached
from tactics.rulesets.dfrpg.fight import close_combat, evading, places, states, triggers, turn
from tactics.world.fight import Fight

WHERE = text("Where to?")
MANEUVER_COST, STEP_COST = text("movement points"), text("step")
STOPS: list[Callable[[Fight, str], Refusal | None]] = []
"""Why a figure cannot leave its square now; other modules put it in."""


def points_left(fight: Fight, who: str) -> int:
    """Half points of movement that are left. Source: dfrpg.movement.points."""
    return max(0, turn.budget_half(fight, who) - fight.body(who).count(turn.SPENT))


def allowance_half(fight: Fight, who: str) -> int:
    """Half points a move may take in all; for who lies, what is left buys one square.

    Source: dfrpg.movement.posture_cost, dfrpg.posture.fall
    """
    lies = states.posture_of(fight, who) == states.PRONE
    return points_left(fight, who) if lies else turn.budget_half(fight, who)


def held(fight: Fight, who: str) -> Refusal | None:
    """Why a figure cannot leave its square, None when it can."""
    return next((why for one in STOPS if (why := one(fight, who)) is not None), None)


def _why_not_walk(fight: Fight, who: str) -> Refusal | None:
    moves = [id_ for (id_, _), one in turn.allowances().items() if one.movement in (turn.FULL, turn.HALF, turn.RUN_)]
    # A Wait moves like what it is to turn into.
    why = turn.doing(fight, who, *moves, "wait") or held(fight, who)
    if why is None and turn.allowance(fight, who).movement in (turn.STEPS, turn.NONE):
        why = Refusal(text("The maneuver gives no movement points."), "dfrpg.maneuver.movement_kinds")
    runs = why is None and turn.allowance(fight, who).movement == turn.RUN_
    if runs and fight.body(who).count(turn.ACTS):
        why = Refusal(text("The run comes before the attack."), "dfrpg.maneuver.all_out_attack.movement")
    elif runs and fight.body(who).count(turn.FACED):
        why = Refusal(text("Who turns in place does not run."), "dfrpg.maneuver.all_out_attack.movement")
    elif why is None and fight.body(who).count(turn.FACED):
        why = Refusal(text("The move has ended."), "dfrpg.movement.facing_end")
    return why


def walk(
    run: Run, who: str, path: tuple[Square, ...], strides: Iterable[walking.Stride], manner: str = "turning"
) -> bool:
    """Go along a path that was found legal; whether it got to the end.

    What happens on the way may change what the rest of it costs, or end it.

    Source: dfrpg.movement.points, dfrpg.maneuver.wait.interrupt
    """
    ahead, moment, posture = tuple(strides), run.fight, states.posture_of(run.fight, who)
    triggers.sets_out(run, who)
    for number, here in enumerate(path[:-1]):
        if run.fight is not moment:
            rest = priced(run.fight, who, path[number:], manner) if _still_at(run.fight, who, here) else None
            if rest is None:
                return False
            ahead = (*ahead[:number], *rest)
        sprawl = run.fight.world.creature(who).sprawl
        # The rest of one who lies comes to where its head lay.
        if not evading.gets_away(run, who, sprawl[0] if sprawl else ahead[number].state.square):
            return False
        _enter(run, who, ahead[number])
        moment, at = run.fight, run.fight.world.creature(who).space.anchor
        goes_on = _entered(run, who, here)
        fell = states.posture_of(run.fight, who) != posture
        if not goes_on or fell or not _still_at(run.fight, who, at):
            return False
    return True


def _entered(run: Run, who: str, came: Square) -> bool:
    """What comes of entering a square; whether the figure can go on."""
    close_combat.enters(run, who, came)
    return triggers.enters(run, who, came)


def _still_at(fight: Fight, who: str, square: Square) -> bool:
    goes_on = states.can_act(fight, who) and not states.stunned(fight, who)
    return goes_on and fight.world.creature(who).space.anchor == square


def _enter(run: Run, who: str, stride: walking.Stride) -> None:
    creature, body = run.fight.world.creature(who), run.fight.body(who)
    there, here = stride.state.square, creature.space
    grid, taken = grid_of(run.fight.world), body.count(turn.DIAGONALS)
    direction = grid.direction(creature.sprawl[0] if creature.sprawl else here.anchor, there)
    yards, taken = grid.step_length(direction or 0, taken)
    # The head of one who lies goes on, and the rest comes to where the head lay.
    lower = creature.sprawl[0] if creature.sprawl else there
    sprawl = (there,) if creature.sprawl else ()
    facing = stride.state.facing
    run.emit(Moved(who, lower, yards, "walk", here.width, here.height, creature.z_ft, facing, sprawl))
    states.add(run, who, turn.SPENT, stride.points)
    states.add(run, who, turn.WALKED, yards)
    states.set_counter(run, who, turn.DIAGONALS, taken)
    for follow in places.MOVED:
        follow(run, who)


class Move:
    """Moving by points: turning as one goes, or keeping the facing.

    Source: dfrpg.movement.points, dfrpg.movement.forward, dfrpg.movement.sideways_backward
    """

    ids = ("move",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares within the points that are left, in either manner; a run goes forward only."""
        if not turn.chosen(fight, who) or turn.allowance(fight, who).movement in (turn.STEPS, turn.NONE):
            return
        why = _why_not_walk(fight, who)
        # A run keeps no facing, and who lies has only one way of crawling.
        single = turn.allowance(fight, who).movement == turn.RUN_ or states.posture_of(fight, who) == states.PRONE
        for manner, title in (("turning", text("Move")), ("facing", text("Move, looking ahead"))):
            if manner == "facing" and single:
                continue
            need = () if why is not None else (self._field(fight, who, manner),)
            refusal = why
            if need and not need[0].costs:
                refusal = Refusal(text("No movement points are left for another square."), "dfrpg.movement.points")
                need = ()
            yield Option("move", "move", title, MANEUVER_COST, need, refusal, {"manner": manner})

    def _field(self, fight: Fight, who: str, manner: str) -> NeedPath:
        found = field(fight, who, manner)
        start = fight.world.creature(who).space.anchor
        costs = {square: whole_points(one.points) for square, one in found.items() if square != start}
        return NeedPath("path", "walk", costs, Each(costs, lambda square: found[square].path()), WHERE)

    def resolve(self, run: Run, action: Action) -> None:
        """Go along the path."""
        path, strides = self._settled(run.fight, action)
        walk(run, action.who, path, strides, str(action.arguments.get("manner", "turning")))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What may keep it where it is."""
        path, _ = self._settled(fight, action)
        return Preview(notes=tuple(evading.told(fight, action.who, path[1])))

    def _settled(self, fight: Fight, action: Action) -> tuple[tuple[Square, ...], tuple[walking.Stride, ...]]:
        refuse(_why_not_walk(fight, action.who))
        path = path_of(fight, action)
        manner = str(action.arguments.get("manner", "turning"))
        strides = priced(fight, action.who, path, manner)
        if strides is None:
            raise Refused(Refusal(text("There is no way like that."), "dfrpg.movement.points"))
        return path, strides


def field(fight: Fight, who: str, manner: str) -> dict[Square, Reached]:
    """Where a figure may get with the points that are left. Source: dfrpg.movement.points, dfrpg.movement.minimum."""
    body, runs = fight.body(who), turn.allowance(fight, who).movement == turn.RUN_
    left = points_left(fight, who)
    return dict(
        walking.walk_field(
            fight.world,
            who,
            left,
            taken=body.count(turn.DIAGONALS),
            keeps_facing=manner == "facing",
            minimum=not body.count(turn.WALKED),
            run=runs,
            ran_yd=body.count(turn.WALKED),
            allowance_half=allowance_half(fight, who),
        )
    )


def priced(fight: Fight, who: str, path: tuple[Square, ...], manner: str) -> tuple[walking.Stride, ...] | None:
    """The strides of a path within the points that are left, None when it is not legal."""
    body, runs = fight.body(who), turn.allowance(fight, who).movement == turn.RUN_
    return walking.price_path(
        fight.world,
        who,
        path,
        points_left(fight, who),
        taken=body.count(turn.DIAGONALS),
        keeps_facing=manner == "facing",
        minimum=not body.count(turn.WALKED),
        run=runs,
        ran_yd=body.count(turn.WALKED),
        allowance_half=allowance_half(fight, who),
    )


def path_of(fight: Fight, action: Action) -> tuple[Square, ...]:
    """The path an action names.

    Raises:
        Refused: it names none, or it begins elsewhere.
    """
    path = action.arguments.get("path", ())
    if not isinstance(path, tuple) or len(path) < 2 or not all(isinstance(one, Square) for one in path):
        raise Refused(Refusal(text("Say where to go."), "dfrpg.movement.points"))
    if path[0] != fight.world.creature(action.who).space.anchor:
        raise Refused(Refusal(text("A path begins where the creature stands."), "dfrpg.movement.points"))
    return tuple(one for one in path if isinstance(one, Square))


class Step:
    """The step of a manoeuvre. Source: dfrpg.movement.step, dfrpg.grid.step, dfrpg.maneuver.attack.step_order."""

    ids = ("step",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares around."""
        if not turn.chosen(fight, who) or turn.allowance(fight, who).movement != turn.STEPS:
            return
        why = self._why_not(fight, who)
        squares = () if why else self._squares(fight, who)
        why = why or (None if squares else Refusal(text("No square around is free."), "dfrpg.grid.step"))
        need = () if why else (NeedSquare("square", squares, WHERE),)
        yield Option("step", "move", text("Step"), STEP_COST, need, why)

    def _why_not(self, fight: Fight, who: str) -> Refusal | None:
        why = turn.acting(fight, who) or held(fight, who)
        if why is None and turn.step_yd(fight, who) < 1:
            why = Refusal(text("No step is left."), "dfrpg.movement.step")
        if why is None and states.posture_of(fight, who) == states.SITTING:
            why = Refusal(text("Who sits takes no step."), "dfrpg.movement.step")
        return why

    def _squares(self, fight: Fight, who: str) -> tuple[Square, ...]:
        return stepping.step_cells(fight.world, who, turn.step_yd(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """Step there; the figure keeps looking where it looked."""
        there = self._settled(run.fight, action)
        who, before = action.who, run.fight.world.creature(action.who).space.anchor
        moment = run.fight
        triggers.sets_out(run, who)
        if run.fight is not moment and not self._still_leads(run.fight, who, there):
            return
        yards = grid_of(run.fight.world).distance(before, there)
        run.emit(CounterSet(who, turn.STEP, turn.STEP_BEGUN))
        states.add(run, who, turn.STEPPED, yards)
        if evading.gets_away(run, who, there):
            places.shift(run, who, there)
            _entered(run, who, before)

    def _still_leads(self, fight: Fight, who: str, there: Square) -> bool:
        """Whether a step can still be taken after somebody broke in. Source: dfrpg.maneuver.wait.interrupt."""
        return states.can_act(fight, who) and self._why_not(fight, who) is None and there in self._squares(fight, who)

    def _settled(self, fight: Fight, action: Action) -> Square:
        refuse(self._why_not(fight, action.who))
        there = action.arguments.get("square")
        if not isinstance(there, Square) or there not in self._squares(fight, action.who):
            raise Refused(Refusal(text("A step does not lead there."), "dfrpg.grid.step"))
        return there

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What may keep it where it is."""
        return Preview(notes=tuple(evading.told(fight, action.who, self._settled(fight, action))))
