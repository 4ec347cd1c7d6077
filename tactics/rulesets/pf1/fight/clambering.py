"""Swimming and climbing by those who have no speed for it: slowly, and with a check for each move.

A failed check brings no progress; what falling and drowning would do is not played.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from tactics.core.dice import Roll
from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import Text, as_words, text
from tactics.rules.action import Action, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.event import Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rules.vocabulary import SKILLS
from tactics.rulesets.pf1.fight import moves, turn
from tactics.rulesets.pf1.fight.checks import skill_parts
from tactics.rulesets.pf1.fight.footing import RULE, has_speed
from tactics.rulesets.pf1.fight.mounted import mount_of
from tactics.rulesets.pf1.places import called, space_of
from tactics.rulesets.pf1.surfaces import CLIMB, SWIM, surfaces
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Fight


class Pace(NamedTuple):
    """A way to swim or climb: its name, its part of the speed, its action, what it adds to the check."""

    title: Text
    share: int
    cost: str
    hurry: bool = False


PACES: dict[str, dict[str, Pace]] = {
    SWIM: {
        "slow": Pace(text("Swim"), 4, turn.MOVE),
        "fast": Pace(text("Swim, the whole turn"), 2, turn.FULL_ROUND),
    },
    CLIMB: {
        "slow": Pace(text("Climb"), 4, turn.MOVE),
        "fast": Pace(text("Climb in a hurry"), 2, turn.MOVE, True),
    },
}


class Clamber:
    """A quarter of the speed as a move action; half of it in a hurry up a wall, or for the whole turn in water.

    Source: pf1.move.climb_swim
    """

    ids = (SWIM, CLIMB)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered in or beside ground that has to be swum or climbed."""
        if mount_of(fight, who):
            return
        for mode, paces in PACES.items():
            if has_speed(fight, who, mode) or not _at_hand(fight, who, mode):
                continue
            for pace, one in paces.items():
                refusal = _refusal(fight, who, one)
                need = None if refusal else _ways(fight, who, mode, one)
                if need is not None and not need.costs:
                    continue
                arguments = {"how": pace}
                needs = () if need is None else (need,)
                yield Option(mode, "move", one.title, turn.COSTS[one.cost], needs, refusal, arguments)

    def resolve(self, run: Run, action: Action) -> None:
        """Roll against the worst of the ground, and go or stay."""
        who, mode, path = action.who, action.id, moves.path_of(action)
        pace = PACES[mode].get(str(action.arguments.get("how", "slow")))
        if pace is None:
            refuse(Refusal(text("Say how fast it goes."), RULE))
            return
        refuse(_refusal(run.fight, who, pace))
        if has_speed(run.fight, who, mode) or path[-1] not in _ways(run.fight, who, mode, pace).costs:
            refuse(Refusal(text("It does not get there that way."), RULE))
        moves.within(sum(moves.path_costs(run.fight, who, path, mode)), _budget_ft(run.fight, who, pace), RULE)
        turn.spend(run, who, pace.cost)
        if _succeeds(run, who, mode, path, pace):
            moves.walk(run, who, path, mode=mode)
            return
        run.emit(Noted(who, text("{name} makes no headway.", name=called(run.fight.world.creature(who))), RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check, and who may react."""
        pace = PACES[action.id].get(str(action.arguments.get("how", "slow")))
        if pace is None:
            raise Refused(Refusal(text("Say how fast it goes."), RULE))
        parts = _parts(fight, action.who, action.id, pace)
        dc = _dc(fight, action.who, action.id, moves.path_of(action))
        good = min(20, max(0, 21 + total(parts) - dc))
        seen = moves.way_preview(fight, action)
        return Preview(chance=Fraction(good, 20), parts=parts, against=dc, reactions=seen.reactions)


def _at_hand(fight: Fight, who: str, mode: str) -> bool:
    """Whether ground of a kind is under a creature or beside it."""
    space = space_of(fight.world, fight.world.creature(who))
    around = Space(space.x - 1, space.y - 1, space.width + 2, space.height + 2)
    return any(one.mode == mode for one in surfaces(fight.world, around))


def _ways(fight: Fight, who: str, mode: str, pace: Pace) -> NeedPath:
    """Where it leads: over such ground, or out of it."""
    found = moves.ways(fight, who, _budget_ft(fight, who, pace), mode=mode)
    space = space_of(fight.world, fight.world.creature(who))
    inside = any(one.mode == mode for one in surfaces(fight.world, space))
    ends = {
        square: cost
        for square, cost in found.costs.items()
        if inside or any(one.mode == mode for one in surfaces(fight.world, space.at(square)))
    }
    return NeedPath("path", mode, ends, {square: found.paths[square] for square in ends}, moves.WHERE)


def _budget_ft(fight: Fight, who: str, pace: Pace) -> int:
    """A share of the walking speed, in whole squares."""
    return moves.speed_ft(fight, who) // pace.share // moves.STEP_FT * moves.STEP_FT


def _refusal(fight: Fight, who: str, pace: Pace) -> Refusal | None:
    body = fight.body(who)
    if body.count(turn.STEP):
        return Refusal(text("After a 5-foot step no other distance is moved."), "pf1.action.five_foot_step")
    return turn.affordable(fight, who, pace.cost) or moves.stuck(fight, who, squeezing=True)


def _dc(fight: Fight, who: str, mode: str, path: tuple[Square, ...]) -> int:
    space = space_of(fight.world, fight.world.creature(who))
    met = (one for square in path for one in surfaces(fight.world, space.at(square)))
    return max((one.dc for one in met if one.mode == mode), default=0)


def _parts(fight: Fight, who: str, mode: str, pace: Pace) -> tuple[Part, ...]:
    hurry = Part(table("fight")["climb"]["hurry"], text("in a hurry"), "", RULE)
    return skill_parts(fight, who, mode, extra=(hurry,) if pace.hurry else ())


def _succeeds(run: Run, who: str, mode: str, path: tuple[Square, ...], pace: Pace) -> bool:
    parts, dc = _parts(run.fight, who, mode, pace), _dc(run.fight, who, mode, path)
    face = run.roll(20)
    sum_ = face + total(parts)
    outcome = "success" if sum_ >= dc else "failure"
    words = as_words(SKILLS, mode)
    run.emit(Rolled(who, "check", (Roll(20, face),), parts, sum_, dc, outcome, "", words, RULE))
    return sum_ >= dc
