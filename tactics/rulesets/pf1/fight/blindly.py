"""Moving fast without seeing the way: Acrobatics, or a fall."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.text import text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight import conditions, moves, turn
from tactics.rulesets.pf1.fight.checks import skill_parts
from tactics.rulesets.pf1.fight.mounted import mount_of
from tactics.rulesets.pf1.light import dark_squares
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Fight

RULE = "pf1.move.hampered"


class MoveBlindly:
    """A move action at full speed for one that does not see its way; a failed check lays it down.

    Source: pf1.move.hampered, pf1.condition.other
    """

    ids = ("move_blindly",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered to the blinded, and in darkness to who needs light."""
        if mount_of(fight, who) or not _sees_nothing(fight, who):
            return
        refusal = self._refusal(fight, who)
        needs = () if refusal else (moves.ways(fight, who, _budget_ft(fight, who)),)
        cost = turn.COSTS[turn.cost_of_walk(fight, who)]
        yield Option("move_blindly", "move", text("Hurry blindly (Acrobatics)"), cost, needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Roll, and go or fall."""
        who, path = action.who, moves.path_of(action)
        refuse(self._refusal(run.fight, who))
        moves.within(sum(moves.path_costs(run.fight, who, path)), _budget_ft(run.fight, who), RULE)
        moves.spend_walk(run, who)
        parts, dc = skill_parts(run.fight, who, "acrobatics"), _dc()
        face = run.roll(20)
        sum_ = face + total(parts)
        outcome = "success" if sum_ >= dc else "failure"
        run.emit(Rolled(who, "check", (Roll(20, face),), parts, sum_, dc, outcome, "", text("Acrobatics"), RULE))
        if sum_ >= dc:
            moves.walk(run, who, path)
        else:
            conditions.gain(run, who, "prone", rule=RULE)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check, and who may react."""
        parts = skill_parts(fight, action.who, "acrobatics")
        good = min(20, max(0, 21 + total(parts) - _dc()))
        seen = moves.way_preview(fight, action)
        return Preview(chance=Fraction(good, 20), parts=parts, against=_dc(), reactions=seen.reactions)

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        if not _sees_nothing(fight, who):
            return Refusal(text("It sees its way."), RULE)
        if fight.body(who).count(turn.STEP):
            return Refusal(text("After a 5-foot step no other distance is moved."), "pf1.action.five_foot_step")
        return turn.affordable(fight, who, turn.cost_of_walk(fight, who)) or moves.stuck(fight, who)


def _sees_nothing(fight: Fight, who: str) -> bool:
    """Whether a creature is blinded or stands in darkness that its eyes do not pierce."""
    creature = fight.world.creature(who)
    dark = dark_squares(fight.world, creature)
    return bool(dark) and any(square in dark for square in creature.space.squares())


def _budget_ft(fight: Fight, who: str) -> int:
    """Steps in the dark cost double, so at full speed there is twice as much to spend."""
    return 2 * moves.speed_ft(fight, who)


def _dc() -> int:
    return int(table("fight")["blindly"]["dc"])
