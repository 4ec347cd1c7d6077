"""Wriggling through a passage narrower than half a creature, with Escape Artist: the work of a minute.

Only whole squares tell such passages from others, so this is for creatures of three squares and more across.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Action, NeedSquare, Option, Preview, Refusal
from tactics.rules.event import EffectGained, Moved, Noted, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rules.question import Question
from tactics.rulesets.pf1.fight import conditions, moves, turn
from tactics.rulesets.pf1.fight.asking import case_about
from tactics.rulesets.pf1.fight.checks import skill_parts
from tactics.rulesets.pf1.fight.mounted import mount_of
from tactics.rulesets.pf1.fight.tight import narrowed
from tactics.rulesets.pf1.places import called
from tactics.rulesets.pf1.sizes import squares
from tactics.rulesets.pf1.squeeze import Squeeze, shapes
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Effect, Fight

RULE = "pf1.squeeze.escape_artist"
WRIGGLING = "wriggling"
"""Effect: it is in a passage too narrow for it, so many rounds by now; the note is where it wants to get."""


class Wriggle:
    """A full-round action each round, and at the end of the minute a check; giving up is free.

    Source: pf1.squeeze.escape_artist
    """

    ids = ("wriggle", "wriggle_back")
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered to the big before a passage that nothing else gets them through."""
        begun = _begun(fight, who)
        if begun is not None:
            refusal = turn.affordable(fight, who, turn.FULL_ROUND)
            title = text("Wriggle on, {n} of {rounds} rounds", n=begun.value, rounds=_rounds())
            yield Option("wriggle", "move", title, turn.COSTS[turn.FULL_ROUND], (), refusal)
            back = None if turn.acts(fight, who) else Refusal(text("It is not its turn."), "pf1.init.round")
            yield Option("wriggle_back", "move", text("Wriggle back"), turn.COSTS[turn.FREE], (), back)
            return
        ends = () if mount_of(fight, who) else ends_of(fight, who)
        if ends:
            refusal = self._refusal(fight, who)
            needs = () if refusal else (NeedSquare("square", ends, moves.WHERE),)
            title = text("Wriggle through (Escape Artist)")
            yield Option("wriggle", "move", title, turn.COSTS[turn.FULL_ROUND], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Begin, go on or give up; the check comes with the last round."""
        who, begun = action.who, _begun(run.fight, action.who)
        if action.id == "wriggle_back":
            refuse(None if begun is not None else Refusal(text("It is not in a narrow passage."), RULE))
            refuse(None if turn.acts(run.fight, who) else Refusal(text("It is not its turn."), "pf1.init.round"))
            conditions.lose(run, who, WRIGGLING)
            return
        refuse(self._refusal(run.fight, who))
        square = action.arguments.get("square")
        if begun is None and (not isinstance(square, Square) or square not in ends_of(run.fight, who)):
            refuse(Refusal(text("No passage leads there."), RULE))
        turn.spend(run, who, turn.FULL_ROUND)
        conditions.lose(run, who, WRIGGLING)
        goal, rounds = (str(square), 1) if begun is None else (begun.note, begun.value + 1)
        run.emit(EffectGained(who, Effect(WRIGGLING, rounds, who, note=goal, rule=RULE)))
        if rounds >= _rounds():
            self._end(run, who, goal)

    def _end(self, run: Run, who: str, goal: str) -> None:
        conditions.lose(run, who, WRIGGLING)
        parts, dc = skill_parts(run.fight, who, "escape_artist"), _dc()
        face = run.roll(20)
        sum_ = face + total(parts)
        there = next((one for one in ends_of(run.fight, who) if str(one) == goal), None)
        outcome = "success" if sum_ >= dc else "failure"
        words = text("Escape Artist")
        run.emit(Rolled(who, "check", (Roll(20, face),), parts, sum_, dc, outcome, "", words, RULE))
        creature = run.fight.world.creature(who)
        if sum_ < dc or there is None:
            run.emit(Noted(who, text("{name} makes no headway.", name=called(creature)), RULE))
            return
        space = creature.space
        run.emit(Moved(who, there, 0, "squeeze", space.width, space.height, creature.z_ft))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check at the end of the minute."""
        parts = skill_parts(fight, action.who, "escape_artist")
        good = min(20, max(0, 21 + total(parts) - _dc()))
        return Preview(chance=Fraction(good, 20), parts=parts, against=_dc())

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        body = fight.body(who)
        if body.count(turn.MOVED) or body.count(turn.STEP):
            return Refusal(text("It has moved already this turn."), "pf1.action.full_round")
        stuck = None if body.has(WRIGGLING) else moves.stuck(fight, who)
        return stuck or turn.affordable(fight, who, turn.FULL_ROUND)


def _begun(fight: Fight, who: str) -> Effect | None:
    return next((one for one in fight.body(who).effects if one.id == WRIGGLING), None)


def _rounds() -> int:
    return int(table("fight")["wriggle"]["rounds"])


def _dc() -> int:
    return int(table("fight")["wriggle"]["dc"])


def ends_of(fight: Fight, who: str) -> tuple[Square, ...]:
    """Places with room for all of a creature that it can come to by wriggling and not otherwise, the nearest first.

    Source: pf1.squeeze.escape_artist
    """
    creature = fight.world.creature(who)
    if shapes(creature.size) == shapes(creature.size, wriggling=True) or narrowed(fight, who):
        return ()
    most_sq = 2 * squares(moves.speed_ft(fight, who))
    case = case_about(fight.world, Question(ask="reachable", who=who, mode="squeeze"))
    search = Squeeze(case, creature, wriggling=True)
    if not search.narrow_near(most_sq):
        return ()
    plain = set(Squeeze(case, creature).reached(2 * most_sq))
    found = search.reached(2 * most_sq)
    ends = [
        (key, space.anchor)
        for space, (key, _) in found.items()
        if space not in plain and not search.is_squeezed(space) and search.free(space)
    ]
    return tuple(anchor for _, anchor in sorted(ends))
