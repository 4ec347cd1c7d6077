"""Hero Points between fights: awards of the game master, and a new session."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import text
from tactics.rules.action import Action, Option, Preview, Refusal, Refused
from tactics.rules.camps import members
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight.heroes import HERO_POINTS
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

RULE = "pf2e.hero.points"


class HeroPoints:
    """Awarding a Hero Point, and beginning a new session. Source: pf2e.hero.points."""

    ids = ("award_hero_point", "new_session")
    groups = ("other", "time")

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """An award for heroes, a new session for all."""
        if sheet_of(fight.world.creature(who)).kind != "hero":
            return
        free = text("no time")
        yield Option("award_hero_point", "other", text("Award a Hero Point"), free, refusal=_full(fight, who))
        yield Option("new_session", "time", text("New session"), free)

    def resolve(self, run: Run, action: Action) -> None:
        """Add a point, or let all lose theirs and begin with the first."""
        if action.id == "award_hero_point":
            refusal = _full(run.fight, action.who)
            if refusal is not None:
                raise Refused(refusal)
            run.emit(CounterSet(action.who, HERO_POINTS, run.fight.body(action.who).count(HERO_POINTS) + 1))
            return
        for who in members(run.fight):
            first = sheet_of(run.fight.world.creature(who)).hero_points
            if run.fight.body(who).count(HERO_POINTS) != first:
                run.emit(CounterSet(who, HERO_POINTS, first))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()


def _full(fight: Fight, who: str) -> Refusal | None:
    most = int(table("fight")["hero_points"]["most"])
    if sheet_of(fight.world.creature(who)).kind != "hero":
        return Refusal(text("Only heroes have Hero Points."), RULE)
    if fight.body(who).count(HERO_POINTS) >= most:
        return Refusal(text("Nobody has more than {n}.", n=most), RULE)
    return None
