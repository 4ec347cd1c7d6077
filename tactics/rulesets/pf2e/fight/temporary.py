"""Temporary hit points: from one source at a time, lost first, and gone when their time is over."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.action import Choice, Decision
from tactics.rules.event import HpChanged
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions
from tactics.world.fight import Duration

TEMPORARY = "temporary_hp"
"""Effect that lasts as long as some temporary hit points do."""
RULE = "pf2e.hp.temporary"
_LASTING = Duration("encounter")


def gain(run: Run, who: str, amount: int, *, source: str = "", duration: Duration = _LASTING) -> bool:
    """Give temporary hit points; who has some already keeps them or takes the new ones.

    Args:
        run: the action.
        who: who gets them.
        amount: how many.
        source: id of the creature they come from.
        duration: how long they last.

    Returns:
        Whether it has these now.

    Source: pf2e.hp.temporary
    """
    body = run.fight.body(who)
    if body.out or amount <= 0 or (body.temp_hp and not _takes(run, who, amount)):
        return False
    conditions.lose(run, who, TEMPORARY)
    run.emit(HpChanged(who, "temp", amount, source, RULE))
    conditions.gain(run, who, TEMPORARY, source=source, duration=duration, rule=RULE)
    return True


def _takes(run: Run, who: str, amount: int) -> bool:
    held = run.fight.body(who).temp_hp
    decision = Decision(
        who=who,
        id="temporary_hp",
        title=text("{held} temporary hit points are left, {new} are offered.", held=held, new=amount),
        choices=(Choice("keep", text("Keep the old ones")), Choice("take", text("Take the new ones"))),
        default="take" if amount > held else "keep",
    )
    return run.ask(decision).id == "take"


def lose(run: Run, who: str, amount: int, *, source: str = "") -> None:
    """Take temporary hit points away. Source: pf2e.hp.temporary."""
    run.emit(HpChanged(who, "temp", -amount, source, RULE))
    if not run.fight.body(who).temp_hp:
        conditions.lose(run, who, TEMPORARY)


def expired(run: Run, who: str) -> None:
    """Their time is over. Source: pf2e.hp.temporary."""
    left = run.fight.body(who).temp_hp
    if left:
        run.emit(HpChanged(who, "temp", -left, rule=RULE))
