"""Overrun: running over somebody on the way of a move, or at the end of a charge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Decision, NeedCreature, Option, Preview, Refusal
from tactics.rules.event import CounterSet, Moved, Noted, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf1.fight import conditions, moves, opportunity, turn
from tactics.rulesets.pf1.fight.asking import price, provoked
from tactics.rulesets.pf1.fight.maneuver import NAMES, TargetedManeuver, attempt, check_preview, too_big
from tactics.rulesets.pf1.fight.mounted import mount_of
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.rulesets.pf1.fight.shoving import legs_part, straight_back
from tactics.rulesets.pf1.places import called
from tactics.world.fight import Fight
from tactics.world.place import open_square

_FALLS_AT = 5


class Overrun(TargetedManeuver):
    """Running somebody over on the way past.

    Source: pf1.maneuver.overrun
    """

    id, rule = "overrun", "pf1.maneuver.overrun"

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Needs a move as well: it is made while moving."""
        spent = self.spent(fight, who)
        targets = () if spent else self.targets(fight, who)
        refusal = spent or (None if targets else Refusal(text("There is nobody to try that on."), self.rule))
        needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
        yield Option("overrun", "maneuver", NAMES["overrun"], text("standard action during a move"), needs, refusal)

    def spent(self, fight: Fight, who: str) -> Refusal | None:
        """It takes the whole turn of one who walks itself."""
        if mount_of(fight, who):
            return Refusal(text("Its mount would have to do that."), "pf1.combat.mounted")
        body = fight.body(who)
        if body.count(turn.STEP) or body.count(turn.MOVED):
            return Refusal(text("It has moved already this turn."), "pf1.action.full_round")
        return turn.affordable(fight, who, turn.FULL_ROUND) or moves.stuck(fight, who)

    def refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        """Somebody not much bigger, straight ahead, with room behind."""
        if target not in fight.bodies or fight.body(target).out or target == who:
            return Refusal(text("There is nobody to try that on."), self.rule)
        found = too_big(fight, who, target, self.rule)
        if found is not None:
            return found
        lane = lane_over(fight, who, target)
        if lane is None:
            return Refusal(text("No straight way leads over the target to a free place."), self.rule)
        return _too_long(lane, fight, who)

    def resolve(self, run: Run, action: Action) -> None:
        """The target may step aside; else the check decides."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(self.spent(run.fight, who))
        refuse(self.refusal(run.fight, who, target))
        turn.spend(run, who, turn.FULL_ROUND)
        lane = lane_over(run.fight, who, target)
        assert lane is not None
        if len(lane.before) > 1 and not moves.walk(run, who, lane.before):
            return
        self._run_over(run, who, target, lane)

    @property
    def title(self) -> Text:
        """What it is called."""
        return NAMES[self.id]

    def fits(self, fight: Fight, who: str, target: str) -> bool:
        """Whether it can be tried at the end of a charge: there is a way on, and movement left for it."""
        if mount_of(fight, who) or too_big(fight, who, target, self.rule) is not None:
            return False
        lane = lane_over(fight, who, target)
        single = turn.one_action_only(fight, who) or turn.drew_ahead(fight, who)
        budget = moves.speed_ft(fight, who) * (1 if single else 2)
        return lane is not None and fight.body(who).count(turn.MOVED) + lane.cost_ft <= budget

    def attempt_on(self, run: Run, who: str, target: str, extra: tuple[Part, ...] = ()) -> None:
        """The charge goes on over the target."""
        lane = lane_over(run.fight, who, target)
        if lane is not None:
            self._run_over(run, who, target, lane, extra)

    def _run_over(self, run: Run, who: str, target: str, lane: Lane, extra: tuple[Part, ...] = ()) -> None:
        if self._avoids(run, who, target):
            _pass(run, who, target, lane)
            return
        found = attempt(run, who, target, "overrun", extra=extra, extra_defense=legs_part(run.fight, target))
        if found is not None and found.success:
            if found.margin >= _FALLS_AT:
                conditions.gain(run, target, "prone", source=who, rule=self.rule)
            _pass(run, who, target, lane)

    def _avoids(self, run: Run, who: str, target: str) -> bool:
        if "improved_overrun" in sheet_of(run.fight.world.creature(who)).feats:
            return False
        if not conditions.can_act(run.fight, target):
            return False
        name = called(run.fight.world.creature(who))
        decision = Decision(
            who=target,
            id="step_aside",
            title=text("{name} runs at it. Step aside?", name=name),
            choices=(Choice("stand", text("Stand fast")), Choice("aside", text("Step aside"))),
            default="stand",
            preview={"stand": check_preview(run.fight, who, target, "overrun")},
        )
        aside = run.ask(decision).id == "aside"
        if aside:
            run.emit(
                Noted(target, text("{name} lets it pass.", name=called(run.fight.world.creature(target))), self.rule)
            )
        return aside

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        target = str(action.arguments.get("target", ""))
        return check_preview(fight, action.who, target, "overrun", extra_defense=legs_part(fight, target))


class Lane(NamedTuple):
    """A straight way over somebody.

    Attributes:
        before: from where it starts to the last free place before the target.
        through: from there to the first free place behind the target.
        cost_ft: what all of it costs.
        through_ft: what the way through costs.
    """

    before: tuple[Square, ...]
    through: tuple[Square, ...]
    cost_ft: int
    through_ft: int


def lane_over(fight: Fight, who: str, target: str) -> Lane | None:
    """The straight way over a target, None when there is none.

    Source: pf1.maneuver.overrun
    """
    world, own = fight.world, fight.world.creature(who)
    dx, dy = straight_back(world, who, target)
    if not dx and not dy:
        return None  # they share a place: there is no way from one to the other
    path, free, over = [own.space.anchor], 0, False
    while True:
        place = own.space.at(Square(path[-1].x + dx, path[-1].y + dy))
        if not all(open_square(world, one) for one in place.squares()):
            return None
        path.append(place.anchor)
        met = [
            one for one in world.creatures if one.id != who and one.space.overlaps(place) and not fight.body(one.id).out
        ]
        over = over or any(one.id == target for one in met)
        if not met:
            if over:
                break
            free = len(path) - 1
        elif any(one.id != target and (over or one.side != own.side) for one in met):
            return None
    alone = replace(world, creatures=(own,))
    costs = price(alone, who, tuple(path), diagonals=fight.body(who).count(turn.DIAGONALS))
    if not isinstance(costs, tuple):
        return None
    return Lane(tuple(path[: free + 1]), tuple(path[free:]), sum(costs), sum(costs[free:]))


def _too_long(lane: Lane, fight: Fight, who: str) -> Refusal | None:
    speed = moves.speed_ft(fight, who)
    if lane.cost_ft <= speed:
        return None
    return Refusal(text("The way costs {cost} ft of {budget}.", cost=lane.cost_ft, budget=speed), "pf1.move.speed")


def _pass(run: Run, who: str, target: str, lane: Lane) -> None:
    """Go on over the target; others may react."""
    for here, there in zip(lane.through, lane.through[1:], strict=False):
        others = tuple(one for one in provoked(run.fight, who, (here, there)) if one != target)
        opportunity.provoke(run, who, path=(here, there), only=others)
        if not conditions.can_act(run.fight, who):
            return
    space, feet = run.fight.world.creature(who).space, run.fight.world.creature(who).z_ft
    run.emit(Moved(who, lane.through[-1], lane.through_ft, "walk", space.width, space.height, feet))
    run.emit(CounterSet(who, turn.MOVED, run.fight.body(who).count(turn.MOVED) + lane.through_ft))
