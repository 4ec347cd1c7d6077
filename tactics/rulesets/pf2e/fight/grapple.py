"""Grapple: getting hold of somebody, and keeping it."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import text
from tactics.rules.action import Action, Choice, Decision, Option, Preview
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, holds, maneuver
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, CRITICAL_SUCCESS
from tactics.rulesets.pf2e.fight.holding import free_hands
from tactics.rulesets.pf2e.fight.maneuver import Maneuver
from tactics.rulesets.pf2e.fight.sheet import UNARMED, sheet_of
from tactics.world.fight import Fight

GRAPPLE = Maneuver("grapple", text("Grapple"), "fortitude", "pf2e.skill.grapple")


class Grapple:
    """Athletics against Fortitude: grabbed, or restrained. Source: pf2e.skill.grapple."""

    ids = ("grapple",)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """With a free hand, or with the one that holds somebody already."""
        return maneuver.options(fight, who, GRAPPLE)

    def resolve(self, run: Run, action: Action) -> None:
        """Get hold of the target, lose the hold, or be held in turn."""
        found = maneuver.attempt(run, action, GRAPPLE)
        if found is None:
            return
        target, weapon, roll = found
        if roll.succeeded:
            holds.take_hold(run, action.who, target, weapon, tight=roll.degree == CRITICAL_SUCCESS)
            return
        holds.let_go(run, action.who, target)
        if roll.degree == CRITICAL_FAILURE and conditions.can_act(run.fight, target):
            _turn_the_tables(run, action.who, target)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances."""
        return maneuver.previewed(fight, action, GRAPPLE)


def _turn_the_tables(run: Run, who: str, target: str) -> None:
    """What the target makes of a critical failure: a grip of its own, or a fall. Source: pf2e.skill.grapple."""
    choices = [Choice("prone", text("Make it fall prone"))]
    if free_hands(run.fight, target):
        choices.append(Choice("grab", text("Grab it")))
    decision = Decision(
        who=target,
        id="turn_the_tables",
        title=text("{name} left itself open. What now?", name=run.fight.world.creature(who).name),
        choices=(*choices, Choice("nothing", text("Nothing"))),
        default="prone",
    )
    answer = run.ask(decision).id
    if answer == "grab":
        fist = sheet_of(run.fight.world.creature(target)).weapons[UNARMED]
        holds.take_hold(run, target, who, fist, tight=False)
    elif answer == "prone":
        conditions.gain(run, who, "prone", source=target, rule=GRAPPLE.rule)
