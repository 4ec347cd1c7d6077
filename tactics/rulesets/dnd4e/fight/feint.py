"""A feint: combat advantage by Bluff."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import as_words, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.adjacency import adjacent
from tactics.rulesets.dnd4e.fight import checks, conditions, turn
from tactics.rulesets.dnd4e.fight.asking import case_of
from tactics.rulesets.dnd4e.fight.own_numbers import passive
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.spots import creature_spot
from tactics.world.fight import Duration, Effect, Fight

RULE = "dnd4e.ca.bluff"
FEINT, FEINTED = "feint", "feinted"


class Feint:
    """Bluff against passive Insight, once an encounter. Source: dnd4e.ca.bluff."""

    ids = (FEINT,)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Enemies beside it."""
        refusal = _why_not(fight, who)
        targets = () if refusal else tuple(one for one in fight.bodies if _foe(fight, who, one) is None)
        if refusal is None and not targets:
            refusal = Refusal(text("No enemy is beside it."), RULE)
        needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
        yield Option(FEINT, "maneuver", as_words(ACTIONS, FEINT), turn.COSTS[turn.STANDARD], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Feint; an equal result fails."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(_why_not(run.fight, who) or _foe(run.fight, who, target))
        turn.spend(run, who, turn.STANDARD)
        run.emit(CounterSet(who, turn.USED + FEINT, 1))
        if checks.check(run, who, "bluff", dc_of(run.fight, target), RULE, target=target, beyond=True):
            until = Duration("end", who, 2 if run.fight.active == who else 1)
            conditions.gain(run, target, Effect(FEINTED, 0, who, until, who, RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        target = str(action.arguments.get("target", ""))
        refuse(_foe(fight, action.who, target))
        return checks.previewed(fight, action.who, "bluff", dc_of(fight, target), takes=(target,), beyond=True)


def dc_of(fight: Fight, target: str) -> int:
    """Passive Insight."""
    return passive(sheet_of(fight.world.creature(target)), "insight")


def _why_not(fight: Fight, who: str) -> Refusal | None:
    refusal = turn.affordable(fight, who, turn.STANDARD)
    if refusal is None and fight.body(who).count(turn.USED + FEINT):
        return Refusal(text("It has been used this encounter."), RULE)
    return refusal


def _foe(fight: Fight, who: str, target: str) -> Refusal | None:
    if target not in fight.bodies or fight.body(target).out:
        return Refusal(text("There is nobody to aim at."), RULE)
    case = case_of(fight)
    own, theirs = case.world.creature(who), case.world.creature(target)
    if own.side == theirs.side:
        return Refusal(text("That is no enemy."), RULE)
    if not adjacent(creature_spot(case.world, own), creature_spot(case.world, theirs)):
        return Refusal(text("{name} is not beside it.", name=theirs.name), RULE)
    return None
