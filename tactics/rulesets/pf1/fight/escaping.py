"""Getting out of a hold or of bonds."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.text import text
from tactics.rules.action import (
    Action,
    Argument,
    Choice,
    NeedChoice,
    Option,
    Preview,
    Refusal,
    Refused,
)
from tactics.rules.event import CounterSet, EffectGained, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight import conditions, turn
from tactics.rulesets.pf1.fight.grappling import (
    GRAPPLED,
    GRAPPLING,
    PINNED,
    RULE,
    held_by,
    release,
)
from tactics.rulesets.pf1.fight.maneuver import (
    NATURAL_20,
    TIED,
    attempt,
    check_preview,
)
from tactics.rulesets.pf1.fight.numbers import cmb_parts, cmd, skill_parts
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.world.fight import Effect, Fight


class Escape:
    """Getting out of a hold or of bonds.

    Source: pf1.maneuver.grapple_escape, pf1.maneuver.tie_up
    """

    ids = ("escape",)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Only for one who is held or bound."""
        bound = _bonds(fight, who)
        if not held_by(fight, who) and bound is None:
            return
        refusal = self._refusal(fight, who)
        ways = [Choice("free", text("Break free"))]
        if bound is None:
            ways.append(Choice("reverse", text("Turn the hold round")))
        if "escape_artist" in sheet_of(fight.world.creature(who)).skills:
            ways.append(Choice("wriggle", text("Wriggle free (Escape Artist)")))
        needs = () if refusal else (NeedChoice("how", tuple(ways), text("How?")),)
        yield Option("escape", "maneuver", text("Escape"), turn.COSTS[turn.STANDARD], needs, refusal)

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        bound = _bonds(fight, who)
        if bound is None and not held_by(fight, who):
            return Refusal(text("Nobody holds it."), "pf1.maneuver.grapple_escape")
        if bound is not None and bound.value > NATURAL_20 + total(cmb_parts(fight, who, "", "escape")):
            return Refusal(text("These bonds are too good for it."), "pf1.maneuver.tie_up")
        return turn.affordable(fight, who, turn.STANDARD, held=True)

    def resolve(self, run: Run, action: Action) -> None:
        """A maneuver check or Escape Artist against the holder or the bonds; it provokes nobody."""
        who, how, bound = action.who, action.arguments.get("how"), _bonds(run.fight, action.who)
        refuse(self._refusal(run.fight, who))
        turn.spend(run, who, turn.STANDARD)
        holder = held_by(run.fight, who)
        if bound is not None:
            if _check(run, who, how, bound.value, bound.source, "pf1.maneuver.tie_up"):
                conditions.lose(run, who, TIED)
                conditions.lose(run, who, PINNED)
            return
        if how == "wriggle":
            free = _check(
                run, who, how, cmd(run.fight, holder, who, "grapple")[0], holder, "pf1.maneuver.grapple_escape"
            )
        else:
            found = attempt(run, who, holder, "grapple", provokes=False)
            free = found is not None and found.success
        if not free:
            return
        release(run, holder)
        if how == "reverse":
            run.emit(EffectGained(who, Effect(GRAPPLING, source=who, note=holder, rule=RULE)))
            for one in (who, holder):
                run.emit(EffectGained(one, Effect(GRAPPLED, source=who, rule="pf1.condition.grappled")))
            run.emit(CounterSet(who, turn.HELD_ON, 1))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        who, how, bound = action.who, action.arguments.get("how"), _bonds(fight, action.who)
        holder = held_by(fight, who)
        if bound is None and not holder:
            raise Refused(Refusal(text("Nobody holds it."), "pf1.maneuver.grapple_escape"))
        if bound is None and how != "wriggle":
            return check_preview(fight, who, holder, "grapple", provokes=False)
        dc = bound.value if bound is not None else cmd(fight, holder, who, "grapple")[0]
        parts = _escape_parts(fight, who, how)
        good = sum(face + total(parts) >= dc for face in range(1, 21))
        return Preview(chance=Fraction(good, 20), parts=parts, against=dc)


def _bonds(fight: Fight, who: str) -> Effect | None:
    return next((one for one in fight.body(who).effects if one.id == TIED), None)


def _escape_parts(fight: Fight, who: str, how: Argument | None) -> tuple[Part, ...]:
    return skill_parts(fight, who, "escape_artist") if how == "wriggle" else cmb_parts(fight, who, "", "escape")


def _check(run: Run, who: str, how: Argument | None, dc: int, holder: str, rule: str) -> bool:
    """A check to get free for which a natural 20 is nothing special.

    Source: pf1.maneuver.resolve, pf1.maneuver.tie_up, pf1.maneuver.grapple_escape
    """
    parts = _escape_parts(run.fight, who, how)
    face = run.roll(20)
    sum_ = face + total(parts)
    outcome = "success" if sum_ >= dc else "failure"
    run.emit(Rolled(who, "check", (Roll(20, face),), parts, sum_, dc, outcome, holder, text("Escape"), rule))
    return sum_ >= dc
