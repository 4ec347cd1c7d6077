"""What breaks off or threatens a task of the mind: defences, wounds, falls, having to resist."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.event import EffectLost, Noted, Part
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import checks, states
from tactics.rulesets.dfrpg.fight.defending import Defense
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.rulesets.dfrpg.fight.turn import Allowance
from tactics.rulesets.dfrpg.tables import table

RULE = "dfrpg.maneuver.concentrate.distraction"
TASK = "concentrating"
"""Effect: a task that goes on; its note is the ability, its value the seconds done.

Source: dfrpg.maneuver.concentrate
"""


def leaves(run: Run, who: str, one: Allowance) -> None:
    """Any other manoeuvre gives a task up. Source: dfrpg.maneuver.concentrate.distraction."""
    if one.id != "concentrate":
        _give_up(run, who)


def distracted_by_defense(run: Run, defense: Defense) -> None:
    """Having to roll a defence distracts. Source: dfrpg.maneuver.concentrate.distraction."""
    distract(run, defense.who)


def distracted_by_wound(run: Run, who: str, injury: int, source: str) -> None:
    """An injury distracts. Source: dfrpg.maneuver.concentrate.distraction."""
    distract(run, who)


def distracted_by_fall(run: Run, who: str) -> None:
    """Being knocked down distracts. Source: dfrpg.maneuver.concentrate.distraction, dfrpg.posture.fall."""
    distract(run, who)


def broken_by_stun(run: Run, who: str) -> None:
    """Who is stunned must do nothing, and so gives the task up. Source: dfrpg.maneuver.do_nothing.stunned_forced."""
    _give_up(run, who)


def distract(run: Run, who: str) -> None:
    """The Will roll of one whose task of several seconds goes on. Source: dfrpg.maneuver.concentrate.distraction."""
    if not states.has(run.fight, who, TASK) or not states.can_act(run.fight, who):
        return
    will = sheet_of(run.fight.world.creature(who)).will
    parts = (
        checks.base(will, text("Will"), RULE),
        Part(int(table("fight")["concentrate"]["distraction"]), text("distraction"), "", RULE),
    )
    if not checks.roll(run, who, "will", parts, rule=RULE).succeeded:
        _give_up(run, who)


def _give_up(run: Run, who: str) -> None:
    for one in tuple(states.effects_of(run.fight, who, TASK)):
        run.emit(EffectLost(who, one))
        name = run.fight.world.creature(who).name
        text_ = text("{name} has to begin the task anew.", name=name)
        run.emit(Noted(who, text_, RULE))
