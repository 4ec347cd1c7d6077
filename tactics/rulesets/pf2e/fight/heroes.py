"""Hero Points: whose they are, and what a player may spend them on."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.action import Choice, Decision
from tactics.rules.event import CounterSet, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.world.fight import Fight

HERO_POINTS = "hero_points"
"""Counter: Hero Points a creature has."""
TURN, RISE = "turn", "rise"
"""When Heroic Recovery is possible: the start of the turn, dying about to rise."""
_RULES = {TURN: "pf2e.hero.heroic_recovery", RISE: "pf2e.hero.avoid_death"}


def purse_of(fight: Fight, who: str) -> str:
    """Whose Hero Points can be spent for a creature: its own, or those of the hero whose companion it is; "" for none.

    Source: pf2e.hero.points
    """
    for one in (who, sheet_of(fight.world.creature(who)).companion_of):
        if one in fight.bodies and fight.body(one).count(HERO_POINTS) > 0:
            return one
    return ""


def rerolls(run: Run, who: str, sum_: int, dc: int, *, secret: bool = False) -> bool:
    """Let a player roll a check again for a Hero Point; whether it is spent. Of a secret one nothing is told.

    Source: pf2e.hero.reroll, pf2e.check.secret
    """
    purse = purse_of(run.fight, who)
    if not purse:
        return False
    open_title = text("{total} against {dc}: spend a Hero Point and roll again?", total=sum_, dc=dc)
    decision = Decision(
        who=purse,
        id="hero_point",
        title=text("A secret check: spend a Hero Point and roll again?") if secret else open_title,
        choices=(Choice("keep", text("Keep it")), Choice("reroll", text("Roll again"))),
        default="keep",
    )
    if run.ask(decision).id != "reroll":
        return False
    run.emit(CounterSet(purse, HERO_POINTS, run.fight.body(purse).count(HERO_POINTS) - 1))
    return True


def recovers(run: Run, who: str, when: str, *, deadly: bool = False) -> bool:
    """Let a player spend all Hero Points so that a creature is dying no longer; whether they are spent.

    Args:
        run: the action.
        who: who is dying, or about to.
        when: `TURN` or `RISE`.
        deadly: it dies otherwise.

    Source: pf2e.hero.heroic_recovery, pf2e.hero.avoid_death
    """
    purse = purse_of(run.fight, who)
    if not purse:
        return False
    name = run.fight.world.creature(who).name
    title = text("{name} is dying. Spend all Hero Points?", name=name)
    if deadly:
        title = text("{name} is about to die. Spend all Hero Points?", name=name)
    decision = Decision(
        who=purse,
        id="heroic_recovery",
        title=title,
        choices=(Choice("keep", text("Keep them")), Choice("spend", text("Spend all of them"))),
        default="spend" if deadly else "keep",
    )
    if run.ask(decision).id != "spend":
        return False
    run.emit(CounterSet(purse, HERO_POINTS, 0))
    run.emit(Noted(who, text("{name} is dying no longer.", name=name), _RULES[when]))
    return True
