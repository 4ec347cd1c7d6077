"""Staying conscious at 0 hit points or less."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.text import Text, text
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import wounds
from tactics.rulesets.dfrpg.fight import checks, harm, states
from tactics.rulesets.dfrpg.fight.defending import Defense
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.rulesets.dfrpg.fight.turn import Allowance
from tactics.rulesets.dfrpg.rolls import chance
from tactics.world.fight import Fight

STAYED, OWED = "stayed_conscious", "owes_consciousness"
"""Counters: it has rolled this turn; it has defended while it did nothing and owes a roll.

Source: dfrpg.injury.collapse, dfrpg.maneuver.do_nothing.no_collapse_roll
"""


def keeps_up(run: Run, who: str, chosen: Allowance) -> bool:
    """Whether a figure stays conscious for the manoeuvre it has chosen; doing nothing takes no roll.

    Source: dfrpg.injury.collapse, dfrpg.maneuver.do_nothing.no_collapse_roll
    """
    return not risk(run.fight, who, chosen) or stay_conscious(run, who)


def risk(fight: Fight, who: str, chosen: Allowance) -> tuple[Part, ...]:
    """What the roll to stay conscious for a manoeuvre is made of, nothing when there is none.

    Source: dfrpg.injury.collapse, dfrpg.maneuver.do_nothing.no_collapse_roll
    """
    body = fight.body(who)
    awake = not wounds.must_stay_conscious(body.hp) or bool(body.count(STAYED))
    return () if awake or chosen.id == "do_nothing" else parts_of(fight, who)


def tells(fight: Fight, who: str, chosen: Allowance) -> Iterator[Text]:
    """The risk in words, for whoever chooses. Source: dfrpg.injury.collapse."""
    parts = risk(fight, who, chosen)
    if parts:
        against = checks.total(parts)
        percent = checks.percent(chance(against))
        yield text("First a roll of {n} or less to stay conscious ({percent}%).", n=against, percent=percent)


def parts_of(fight: Fight, who: str) -> tuple[Part, ...]:
    """What the roll to stay conscious is made of. Source: dfrpg.injury.collapse."""
    body, rule = fight.body(who), "dfrpg.injury.collapse"
    worse = wounds.collapse_modifier(body.max_hp, body.hp)
    health = checks.base(sheet_of(fight.world.creature(who)).ht, text("Health"), rule)
    return (health, Part(worse, text("below zero"), "", rule)) if worse else (health,)


def owes_roll(run: Run, defense: Defense) -> None:
    """Who defends while doing nothing has to roll after all, as its next turn begins.

    Source: dfrpg.maneuver.do_nothing.no_collapse_roll
    """
    who = defense.who
    if wounds.must_stay_conscious(run.fight.body(who).hp) and states.maneuver_of(run.fight, who)[0] == "do_nothing":
        states.set_counter(run, who, OWED, 1)


def pays_roll(run: Run, who: str) -> None:
    """The roll that was owed, in place of that of the turn that begins.

    Source: dfrpg.maneuver.do_nothing.no_collapse_roll
    """
    owed = run.fight.body(who).count(OWED)
    states.set_counter(run, who, OWED, 0)
    states.set_counter(run, who, STAYED, 0)
    if owed and states.can_act(run.fight, who) and wounds.must_stay_conscious(run.fight.body(who).hp):
        stay_conscious(run, who)


def stay_conscious(run: Run, who: str) -> bool:
    """The HT roll of a figure at 0 hit points or less before it acts. Source: dfrpg.injury.collapse."""
    rule = "dfrpg.injury.collapse"
    states.set_counter(run, who, STAYED, 1)
    if checks.roll(run, who, "consciousness", parts_of(run.fight, who), rule=rule).succeeded:
        return True
    harm.knock_out(run, who, rule)
    return False
