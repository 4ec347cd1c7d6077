"""Second wind: a hero's own healing surge, once an encounter."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tactics.core.text import as_words, text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.fight import conditions, harm, turn
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Duration, Effect, Fight

RULE = "dnd4e.action.second_wind"
WIND = "second_wind"


class SecondWind:
    """A standard action that heals and guards. Source: dnd4e.action.second_wind."""

    ids = (WIND,)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For those who have one."""
        if has_one(fight, who):
            refusal = turn.affordable(fight, who, turn.STANDARD) or spent(fight, who)
            yield Option(WIND, "defend", as_words(ACTIONS, WIND), turn.COSTS[turn.STANDARD], refusal=refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Spend a surge; all defenses rise until the start of the next turn."""
        who = action.who
        refuse(turn.affordable(run.fight, who, turn.STANDARD) or spent(run.fight, who))
        turn.spend(run, who, turn.STANDARD)
        use(run, who)
        amount = int(table("fight")["second_wind"]["defenses"])
        conditions.gain(run, who, Effect(WIND, amount, who, Duration("start", who), "defenses:", RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """How much it heals."""
        return Preview(heals_mean=heals(fight, action.who), takes=(action.who,))


def has_one(fight: Fight, who: str) -> bool:
    """Whether a creature has a second wind at all: heroes do. Source: dnd4e.action.second_wind."""
    sheet = sheet_of(fight.world.creature(who))
    return sheet.hero or sheet.second_wind


def spent(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot use its second wind any more, None when it can."""
    if not has_one(fight, who):
        return Refusal(text("Only heroes have a second wind."), RULE)
    body = fight.body(who)
    if body.count(turn.USED + WIND):
        return Refusal(text("It has been used this encounter."), RULE)
    if not body.count(harm.SURGES):
        return Refusal(text("No healing surge is left."), RULE)
    return None


def use(run: Run, who: str, *, source: str = "") -> None:
    """Spend the surge of a second wind, without the defenses."""
    run.emit(CounterSet(who, turn.USED + WIND, 1))
    harm.spend_surge(run, who, source=source or who, rule=RULE)


def heals(fight: Fight, who: str) -> Fraction:
    """Hit points a second wind would restore now."""
    body = fight.body(who)
    return Fraction(min(harm.surge_value(fight, who) - min(0, body.hp), body.max_hp - body.hp))
