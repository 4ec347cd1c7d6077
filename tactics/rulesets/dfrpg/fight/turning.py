"""Turning on the spot."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, NeedChoice, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg import walking
from tactics.rulesets.dfrpg.board import grid_of
from tactics.rulesets.dfrpg.facing import turn_prices, whole_points
from tactics.rulesets.dfrpg.fight import moves, places, states, turn
from tactics.world.fight import Fight


class Turn:
    """Turning on the spot: with a step or before a run for nothing, between moves for points, at the end by the rule.

    Source: dfrpg.movement.facing_change, dfrpg.movement.facing_end, dfrpg.movement.step,
        dfrpg.maneuver.all_out_attack.movement
    """

    ids = ("turn", "face")
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Each facing that can be had now: for points, or for good."""
        if not turn.chosen(fight, who) or turn.allowance(fight, who).movement == turn.NONE:
            return
        for id_, title in (("turn", text("Turn in place")), ("face", text("Turn at the end of the move"))):
            prices = turnings(fight, who, id_)
            if prices:
                choices = tuple(Choice(name, FACINGS[name]) for name in _ordered(fight, who, prices))
                yield Option(id_, "move", title, _cost(fight, who, id_), (_need(choices),))

    def resolve(self, run: Run, action: Action) -> None:
        """Turn."""
        who, cost = action.who, self._settled(run.fight, action)
        facing = grid_of(run.fight.world).names.index(str(action.arguments["facing"]))
        if cost:
            states.add(run, who, turn.SPENT, cost)
        if action.id == "face":
            run.emit(CounterSet(who, turn.FACED, 1))
        elif turn.allowance(run.fight, who).movement == turn.STEPS:
            run.emit(CounterSet(who, turn.STEP, turn.STEP_BEGUN))
        elif turn.allowance(run.fight, who).movement == turn.RUN_:
            run.emit(CounterSet(who, turn.FACED, 1))
        places.face(run, who, facing, whole_points(cost))

    def _settled(self, fight: Fight, action: Action) -> int:
        refuse(turn.acting(fight, action.who))
        prices = turnings(fight, action.who, action.id)
        name = str(action.arguments.get("facing", ""))
        if name not in prices:
            runs = turn.allowance(fight, action.who).movement == turn.RUN_
            rule = "dfrpg.maneuver.all_out_attack.movement" if runs else "dfrpg.movement.facing_change"
            raise Refused(Refusal(text("It cannot turn like that now."), rule))
        return prices[name]

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        self._settled(fight, action)
        return Preview()


def turnings(fight: Fight, who: str, id_: str) -> dict[str, int]:
    """The facings a figure may turn to now, with what they cost in half points.

    Source: dfrpg.grid.turn_cost, dfrpg.movement.facing_end
    """
    body, kind = fight.body(who), turn.allowance(fight, who).movement
    facing = fight.world.creature(who).facing
    if facing is None or body.count(turn.FACED) or turn.acting(fight, who):
        return {}
    if states.posture_of(fight, who) == states.PRONE or fight.world.creature(who).sprawl:
        return {}
    grid = grid_of(fight.world)
    others = {name: number for number, name in enumerate(grid.names) if number != facing}
    if kind in (turn.STEPS, turn.RUN_):
        return dict.fromkeys(others, 0) if id_ == "turn" and places.turns_freely(fight, who) else {}
    if id_ == "turn":
        priced, most = dict(turn_prices(grid, facing)), moves.points_left(fight, who)
        return {name: priced[number] for name, number in others.items() if priced[number] <= most}
    ends = walking.end_facings(grid, facing, body.count(turn.SPENT), turn.budget_half(fight, who))
    return {name: 0 for name, number in others.items() if number in ends}


def _cost(fight: Fight, who: str, id_: str) -> Text:
    """What turning is paid with: with a step, with movement points, or with nothing."""
    if turn.allowance(fight, who).movement == turn.STEPS:
        return moves.STEP_COST
    paid = id_ == "turn" and turn.allowance(fight, who).movement != turn.RUN_
    return moves.MANEUVER_COST if paid else text("free")


def _ordered(fight: Fight, who: str, prices: dict[str, int]) -> list[str]:
    """The facings, that towards the nearest enemy first."""
    enemy = places.nearest_enemy(fight, who)
    names = grid_of(fight.world).names
    first = names[places.direction_to(fight, who, enemy)] if enemy else ""
    return sorted(prices, key=lambda one: (one != first, prices[one], names.index(one)))


FACINGS = {
    "N": text("north"),
    "NE": text("north-east"),
    "E": text("east"),
    "SE": text("south-east"),
    "S": text("south"),
    "SW": text("south-west"),
    "W": text("west"),
    "NW": text("north-west"),
}


def _need(choices: tuple[Choice, ...]) -> NeedChoice:
    return NeedChoice("facing", choices, text("Which way?"))
