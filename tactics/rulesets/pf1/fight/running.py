"""Running in a straight line, as long as the breath lasts."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.dice import Roll
from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Action, Need, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, EffectGained, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight import conditions, moves, turn
from tactics.rulesets.pf1.fight.asking import provoked, way_of
from tactics.rulesets.pf1.fight.checks import check_parts, score
from tactics.rulesets.pf1.fight.dashes import has_moved, no_more_steps, until_next_turn
from tactics.rulesets.pf1.fight.mounted import mover_of
from tactics.rulesets.pf1.fight.moves import speed_ft
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.rulesets.pf1.fight.unseen import HIDDEN, as_known
from tactics.rulesets.pf1.movement import Way
from tactics.rulesets.pf1.sizes import feet
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Effect, Fight


class Runs:
    """Running in a straight line.

    Source: pf1.action.run, pf1.move.encumbrance
    """

    ids = ("run",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares in the eight directions that can be run to."""
        who = mover_of(fight, who)
        refusal = self._refusal(fight, who)
        needs: tuple[Need, ...] = ()
        if refusal is None:
            lanes = self._lanes(fight, who)
            costs = {square: cost for square, (_, cost) in lanes.items()}
            paths = {square: path for square, (path, _) in lanes.items()}
            needs = (NeedPath("path", "walk", costs, paths, moves.WHERE),)
        yield Option("run", "move", text("Run"), turn.COSTS[turn.FULL_ROUND], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Run along a straight path."""
        who, path = mover_of(run.fight, action.who), moves.path_of(action)
        refuse(self._refusal(run.fight, who))
        if self._lanes(run.fight, who).get(path[-1], ((), 0))[0] != path:
            raise Refused(Refusal(text("One runs in a straight line over clear ground."), "pf1.action.run"))
        if not _has_breath(run, who):
            return
        turn.spend(run, who, turn.FULL_ROUND)
        conditions.lose(run, who, HIDDEN)
        no_more_steps(run, who)
        if "run" not in sheet_of(run.fight.world.creature(who)).feats:
            run.emit(EffectGained(who, Effect("running", duration=until_next_turn(who), rule="pf1.action.run")))
        moves.walk(run, who, path, action="run")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return Preview(reactions=provoked(fight, mover_of(fight, action.who), moves.path_of(action), "move"))

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        held = fight.world.creature(who).of("pf1").conditions
        for condition in ("fatigued", "exhausted", "blinded", "entangled"):
            if condition in held:
                return Refusal(text("It is in no state to run."), "pf1.condition.other")
        if fight.body(who).count(turn.WINDED):
            return Refusal(text("It is out of breath."), "pf1.action.run")
        found = has_moved(fight, who) or moves.stuck(fight, who)
        return found or turn.affordable(fight, who, turn.FULL_ROUND)

    def _lanes(self, fight: Fight, who: str) -> dict[Square, tuple[tuple[Square, ...], int]]:
        """Straight paths without difficult ground, each with its cost, by where they end."""
        sheet, start = sheet_of(fight.world.creature(who)), fight.world.creature(who).space.anchor
        factor = (
            (4 if "run" in sheet.feats else 3)
            if (sheet.heavy_armor or sheet.load == "heavy")
            else (5 if "run" in sheet.feats else 4)
        )
        budget = speed_ft(fight, who, "walk") * factor
        way = way_of(as_known(fight, who).world, who, diagonals=fight.body(who).count(turn.DIAGONALS))
        found: dict[Square, tuple[tuple[Square, ...], int]] = {}
        for x in (-1, 0, 1):
            for y in (-1, 0, 1):
                if x or y:
                    found.update(_lane(way, start, (x, y), budget))
        return found


def _has_breath(run: Run, who: str) -> bool:
    """Count the rounds of a run; after as many as its Constitution a creature must check for each further one.

    Source: pf1.action.run
    """
    rounds, limit = run.fight.body(who).count(turn.RAN) + 1, score(run.fight, who, "con")
    if limit is not None and rounds > limit:
        parts, dc = check_parts(run.fight, who, "con"), int(table("fight")["run"]["dc"]) + rounds - limit - 1
        face = run.roll(20)
        sum_ = face + total(parts)
        outcome, words = "success" if sum_ >= dc else "failure", text("Constitution")
        run.emit(Rolled(who, "check", (Roll(20, face),), parts, sum_, dc, outcome, "", words, "pf1.action.run"))
        if sum_ < dc:
            run.emit(CounterSet(who, turn.WINDED, 1))
            return False
    run.emit(CounterSet(who, turn.RAN, rounds))
    run.emit(CounterSet(who, turn.RUNS, 1))
    return True


def _lane(way: Way, start: Square, step: tuple[int, int], budget: int) -> dict[Square, tuple[tuple[Square, ...], int]]:
    """The squares of one direction that can be run to over clear ground, with the way to each."""
    found: dict[Square, tuple[tuple[Square, ...], int]] = {}
    path, total, dearest_sq = [start], 0, 2 if step[0] and step[1] else 1
    for there, cost_sq in way.straight(*step):
        path.append(there)
        total += feet(cost_sq)
        if total > budget or cost_sq > dearest_sq:
            break
        found[there] = tuple(path), total
    return found
