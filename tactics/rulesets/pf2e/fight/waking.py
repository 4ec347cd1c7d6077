"""Sleepers in a fight: the noise that wakes them, and those who shake them."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import as_words, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.pf2e.fight import dying, performing, turn
from tactics.rulesets.pf2e.fight.checks import check
from tactics.rulesets.pf2e.fight.first_aid import patients
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.performing import MANIPULATE, Deed
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

WAKE = Deed("wake", 1, frozenset({MANIPULATE}))
RULE = "pf2e.unconscious.wake_above_zero"
_LIGHT_SLEEP = frozenset({"", "asleep"})
"""Notes of an unconsciousness that noise can end; magic that brings sleep leaves its own."""


def asleep(fight: Fight, who: str) -> bool:
    """Whether a creature is unconscious with hit points left. Source: pf2e.unconscious.wake_above_zero."""
    body = fight.body(who)
    return not body.out and body.hp > 0 and body.has("unconscious")


def hear(run: Run, who: str) -> None:
    """The start of a sleeper's turn: a Perception check against the noise of the battle.

    Source: pf2e.unconscious.wake_above_zero
    """
    notes = {one.note for one in run.fight.body(who).effects if one.id == "unconscious"}
    if not asleep(run.fight, who) or not notes <= _LIGHT_SLEEP:
        return
    dc, parts = int(table("fight")["noise"]["battle"]), parts_of(run.fight, who, "perception")
    what = statistic_name("perception")
    if check(run, who, "perception", parts, dc, what=what, rule=RULE, fortune=False).succeeded:
        dying.wake(run, who)


class Wake:
    """Shaking somebody awake. Source: pf2e.unconscious.wake_above_zero, pf2e.basic.interact."""

    ids = ("wake",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For who is beside a sleeper."""
        targets = _within_reach(fight, who)
        if targets:
            refusal = performing.why_not(fight, who, WAKE)
            needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
            yield Option("wake", "other", as_words(ACTIONS, "wake"), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Shake the sleeper."""
        target = str(action.arguments.get("target", ""))
        refuse(_no_waking(run.fight, action.who, target))
        if performing.begin(run, action.who, WAKE, target=target) and asleep(run.fight, target):
            dying.wake(run, target)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        target = str(action.arguments.get("target", ""))
        refuse(_no_waking(fight, action.who, target))
        return performing.previewed(fight, action.who, WAKE, Preview(takes=(target,)), target)


def _within_reach(fight: Fight, who: str) -> tuple[str, ...]:
    return tuple(one for one in patients(fight, who) if one != who and asleep(fight, one))


def _no_waking(fight: Fight, who: str, target: str) -> Refusal | None:
    refusal = performing.why_not(fight, who, WAKE)
    if refusal is None and target not in _within_reach(fight, who):
        return Refusal(text("Nobody within reach is asleep."), RULE)
    return refusal
