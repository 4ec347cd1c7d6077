"""Ten minutes, a night, a day: what rest gives back, and the preparations of the day."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, NeedChoice, Option, Preview, Refusal, Refused
from tactics.rules.camps import members
from tactics.rules.event import CounterSet, HpChanged, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.camp import time
from tactics.rulesets.pf2e.fight import conditions, harm
from tactics.rulesets.pf2e.fight.sheet import Sheet, sheet_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

_HEALS_A_POINT = ("doomed", "drained")
_SPENT = ("uses.", "shots.")
"""Beginnings of counters of what was used up since the last preparations."""


def rest_hp(sheet: Sheet, *, whole_day: bool = False) -> int:
    """Hit points that a night's rest, or a whole day and night, gives back.

    Source: pf2e.rest.daily, pf2e.rest.long_term
    """
    return max(1, sheet.abilities["con"]) * max(1, sheet.level) * (2 if whole_day else 1)


class TenMinutes:
    """Letting a stretch pass. Source: pf2e.condition.wounded, pf2e.action.long_activity."""

    ids = ("ten_minutes",)
    groups = ("time",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Always possible."""
        yield Option("ten_minutes", "time", text("Ten minutes pass"), text("10 minutes"))

    def resolve(self, run: Run, action: Action) -> None:
        """Pass the time."""
        time.pass_time(run, 1)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()


class Rest:
    """A night's rest, or a whole day and night; once in 24 hours.

    Source: pf2e.rest.daily, pf2e.rest.long_term, pf2e.condition.fatigued, pf2e.condition.doomed
    """

    ids = ("rest", "long_term_rest")
    groups = ("time",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """A night and a day, with armor on or off."""
        choices = (Choice("off", text("take armor off")), Choice("on", text("sleep in armor")))
        need = NeedChoice("armor", choices, text("How to sleep?"))
        for id_, title, cost in (
            ("rest", text("Rest for the night"), text("8 hours")),
            ("long_term_rest", text("Rest a day and a night"), text("24 hours")),
        ):
            refusal = _too_early(fight, id_)
            yield Option(id_, "time", title, cost, () if refusal else (need,), refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Sleep, and recover."""
        refusal = _too_early(run.fight, action.id)
        if refusal is not None:
            raise Refused(refusal)
        whole_day = action.id == "long_term_rest"
        armored = action.arguments.get("armor") == "on"
        time.pass_time(run, _stretches(action.id), asleep=True)
        for who in members(run.fight):
            _recover(run, who, whole_day=whole_day, armored=armored)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview(notes=(text("Everybody regains hit points by Constitution and level."),))


def _stretches(id: str) -> int:
    """How many stretches of time a rest takes."""
    hours = table("travel")["time"]["day_hours" if id == "long_term_rest" else "night_hours"]
    return int(hours) * 60 // time.stretch_minutes()


def _too_early(fight: Fight, id: str) -> Refusal | None:
    """Between the ends of two rests lies a day at least; a second one does nothing. Source: pf2e.rest.daily."""
    day = int(table("travel")["time"]["day_hours"]) * 60 // time.stretch_minutes()
    rested = max((fight.body(who).count(time.RESTED) for who in members(fight)), default=0)
    if rested and fight.round + _stretches(id) - rested < day:
        return Refusal(text("They have rested within the last 24 hours."), "pf2e.rest.daily")
    return None


def _recover(run: Run, who: str, *, whole_day: bool, armored: bool) -> None:
    sheet, body = sheet_of(run.fight.world.creature(who)), run.fight.body(who)
    rule = "pf2e.rest.long_term" if whole_day else "pf2e.rest.daily"
    if body.temp_hp:
        run.emit(HpChanged(who, "temp", -body.temp_hp, "", "pf2e.hp.temporary"))
    harm.heal(run, who, rest_hp(sheet, whole_day=whole_day), source=who, rule=rule)
    for condition in _HEALS_A_POINT:
        conditions.lower(run, who, condition)
    conditions.lose(run, who, "fatigued")
    if run.fight.body(who).hp == run.fight.body(who).max_hp:
        conditions.lose(run, who, "wounded")
    if armored and sheet.armor is not None:
        conditions.gain(run, who, "fatigued", rule="pf2e.condition.fatigued")
    for key, value in ((time.AWAKE, 0), (time.RESTED, run.fight.round), (time.PREPARED, 0)):
        run.emit(CounterSet(who, key, value))


class Prepare:
    """Daily preparations: an hour after a rest, once a day. Source: pf2e.rest.daily_preparations."""

    ids = ("daily_preparations",)
    groups = ("time",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For those who have rested."""
        title, cost = text("Daily preparations"), text("1 hour")
        yield Option("daily_preparations", "time", title, cost, refusal=_unrested(fight))

    def resolve(self, run: Run, action: Action) -> None:
        """Make what was used up ready again."""
        refusal = _unrested(run.fight)
        if refusal is not None:
            raise Refused(refusal)
        time.pass_time(run, int(table("travel")["time"]["preparation_hours"]) * 60 // time.stretch_minutes())
        for who in members(run.fight):
            for key, used in run.fight.body(who).counters.items():
                if used and key.startswith(_SPENT):
                    run.emit(CounterSet(who, key, 0))
            run.emit(CounterSet(who, time.PREPARED, 1))
        words: Text = text("Spells and the powers of the day are ready again.")
        run.emit(Noted(action.who, words, "pf2e.rest.daily_preparations"))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()


def _unrested(fight: Fight) -> Refusal | None:
    rule = "pf2e.rest.daily_preparations"
    bodies = [fight.body(who) for who in members(fight)]
    if not any(body.count(time.RESTED) for body in bodies):
        return Refusal(text("Preparations come after a rest."), rule)
    if all(body.count(time.PREPARED) for body in bodies):
        return Refusal(text("They have prepared since their last rest."), rule)
    return None


def may_invest(items: int) -> bool:
    """Whether so many worn magic items may be invested in one day. Source: pf2e.rest.daily_preparations."""
    return items <= int(table("travel")["time"]["most_invested"])


def rested_enough(hours: int) -> bool:
    """Whether a rest of so many hours without a break ends fatigue. Source: pf2e.condition.fatigued."""
    return hours >= int(table("travel")["time"]["unfatigued_hours"])
