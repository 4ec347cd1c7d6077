"""Fatigue: what it costs to have none left."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.text import Text, text
from tactics.rules.event import Noted, Part
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import checks, harm, own_numbers, states
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.rulesets.dfrpg.fight.turn import Allowance
from tactics.rulesets.dfrpg.rolls import chance
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight

RULE = "dfrpg.injury.exhaustion"


def tire(run: Run, who: str, points: int) -> None:
    """Take fatigue points away: those below zero cost hit points as well, and far below zero is unconsciousness.

    Source: dfrpg.injury.exhaustion
    """
    if points <= 0 or not states.can_act(run.fight, who):
        return
    before = own_numbers.fatigue_left(run.fight, who)
    states.add(run, who, own_numbers.FATIGUE, points)
    left = own_numbers.fatigue_left(run.fight, who)
    creature = run.fight.world.creature(who)
    told = text(
        "{name} spends {n} FP and has {left} of {all}.",
        name=creature.name,
        n=points,
        left=left,
        all=sheet_of(creature).fp,
    )
    run.emit(Noted(who, told, RULE))
    harm.hurt(run, who, max(0, -left) - max(0, -before), rule=RULE)
    if left <= -int(table("fight")["exhaustion"]["unconscious"]) * sheet_of(run.fight.world.creature(who)).fp:
        harm.knock_out(run, who, RULE)


def keeps_going(run: Run, who: str, chosen: Allowance) -> bool:
    """The Will roll of one without fatigue points before it does anything; who fails is out of the fight.

    Source: dfrpg.injury.exhaustion, dfrpg.maneuver.do_nothing.no_collapse_roll
    """
    parts = risk(run.fight, who, chosen)
    if not parts or checks.roll(run, who, "will", parts, rule=RULE).succeeded:
        return True
    harm.knock_out(run, who, RULE)
    return False


def risk(fight: Fight, who: str, chosen: Allowance) -> tuple[Part, ...]:
    """What the Will roll for a manoeuvre is made of, nothing when there is none. Source: dfrpg.injury.exhaustion."""
    if chosen.id == "do_nothing" or own_numbers.fatigue_left(fight, who) > 0:
        return ()
    return (checks.base(sheet_of(fight.world.creature(who)).will, text("strength of will"), RULE),)


def tells(fight: Fight, who: str, chosen: Allowance) -> Iterator[Text]:
    """The risk in words, for whoever chooses. Source: dfrpg.injury.exhaustion."""
    parts = risk(fight, who, chosen)
    if parts:
        against = checks.total(parts)
        percent = checks.percent(chance(against))
        yield text("First a Will roll of {n} or less, or it collapses ({percent}%).", n=against, percent=percent)
