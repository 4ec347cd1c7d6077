"""Short and extended rest, and the healing surges spent in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from tactics.core.text import Text, text
from tactics.rules.action import Action, Option, Preview, Refusal, Refused
from tactics.rules.camps import members
from tactics.rules.event import CounterSet, HpChanged
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.camp import time
from tactics.rulesets.dnd4e.fight import conditions, harm, second_wind, turn
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Effect, Fight

ENCOUNTERS = "encounters"
"""Counter: encounters since the last extended rest."""
_TITLES: dict[str, tuple[Text, Text]] = {
    "short_rest": (text("Short rest"), text("5 minutes")),
    "extended_rest": (text("Extended rest"), text("6 hours")),
}
_SUSTAINED = "sustain"


class Rest:
    """A short rest, any number of them, or an extended one, twelve hours after the last.

    Source: dnd4e.hp.rest, dnd4e.action.action_point, dnd4e.duration.sustain_no_rest
    """

    ids = ("short_rest", "extended_rest")
    groups = ("time",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Both kinds of rest, for the whole party."""
        for id_, (title, cost) in _TITLES.items():
            yield Option(id_, "time", title, cost, refusal=_no_rest(fight, id_))

    def resolve(self, run: Run, action: Action) -> None:
        """Rest, and have back what that gives."""
        refusal = _no_rest(run.fight, action.id)
        if refusal is not None:
            raise Refused(refusal)
        whole = action.id == "extended_rest"
        time.pass_time(run, time.extended_minutes() if whole else time.stretch_minutes())
        for who in members(run.fight):
            short_rest(run, who)
            if whole:
                extended_rest(run, who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What comes back."""
        if action.id == "extended_rest":
            return Preview(notes=(text("All hit points, healing surges and powers come back, and one action point."),))
        return Preview(notes=(text("Encounter powers come back; healing surges may be spent."),))


def _no_rest(fight: Fight, id: str) -> Refusal | None:
    """Why the party cannot rest now, None when it can. Source: dnd4e.hp.rest, dnd4e.duration.sustain_no_rest."""
    if any(True for _ in sustained(fight)):
        return Refusal(text("Nobody rests while sustaining a power."), "dnd4e.duration.sustain_no_rest")
    wait = max((fight.body(who).count(time.WAIT) for who in members(fight)), default=0)
    if id == "extended_rest" and wait:
        hours, minutes = divmod(wait, 60)
        words = text("The next extended rest may begin in {hours} h {minutes} min.", hours=hours, minutes=minutes)
        return Refusal(words, time.RULE)
    return None


def sustained(fight: Fight) -> Iterator[tuple[str, Effect]]:
    """Effects that last as long as somebody who is there sustains them, with whom they are on."""
    for who, body in fight.bodies.items():
        for effect in body.effects:
            if effect.duration.anchor == _SUSTAINED:
                yield who, effect


def short_rest(run: Run, who: str) -> None:
    """Let the effects of the encounter end, and make its powers ready again. Source: dnd4e.hp.rest."""
    body, powers = run.fight.body(who), sheet_of(run.fight.world.creature(who)).powers
    if body.temp_hp:
        run.emit(HpChanged(who, "temp", -body.temp_hp, "", time.RULE))
    end_encounter(run, who)
    daily = {turn.USED + one.id for one in powers.values() if one.usage == "daily"}
    for key, used in body.counters.items():
        if used and key.startswith((turn.USED, turn.RECHARGING)) and key not in daily:
            run.emit(CounterSet(who, key, 0))
    for key, value in ((harm.DEATH_FAILURES, 0), (turn.POINT_SPENT, 0), (time.RESTED, 1)):
        if body.count(key) != value:
            run.emit(CounterSet(who, key, value))


def end_encounter(run: Run, who: str) -> None:
    """Let effects end that last until the end of the encounter. Source: dnd4e.duration.encounter."""
    for effect in run.fight.body(who).effects:
        if effect.duration.anchor == "encounter":
            conditions.end(run, who, effect)


def extended_rest(run: Run, who: str) -> None:
    """Have everything back; of action points there is the first again.

    Source: dnd4e.hp.rest, dnd4e.action.action_point
    """
    body, sheet = run.fight.body(who), sheet_of(run.fight.world.creature(who))
    harm.heal(run, who, body.max_hp, source=who, rule=time.RULE)
    full = {harm.SURGES: sheet.surges, ENCOUNTERS: 0, time.WAIT: time.apart_minutes()}
    if sheet.hero:
        full[turn.POINTS] = int(table("fight")["action_point"]["first"])
    full |= dict.fromkeys((key for key in run.fight.body(who).counters if key.startswith(turn.USED)), 0)
    for key, value in full.items():
        if run.fight.body(who).count(key) != value:
            run.emit(CounterSet(who, key, value))


class SpendSurge:
    """A healing surge spent in a rest, as many as are left. Source: dnd4e.hp.rest, dnd4e.hp.surge."""

    ids = ("spend_surge",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For everybody who has, or had, surges."""
        if sheet_of(fight.world.creature(who)).surges:
            title = text("Spend a healing surge: {n} left", n=fight.body(who).count(harm.SURGES))
            yield Option("spend_surge", "other", title, text("no time"), refusal=_no_surge(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """Heal by the value of a surge."""
        refusal = _no_surge(run.fight, action.who)
        if refusal is not None:
            raise Refused(refusal)
        harm.spend_surge(run, action.who, source=action.who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The hit points it gives."""
        return Preview(heals_mean=Fraction(second_wind.heals(fight, action.who)), takes=(action.who,))


def _no_surge(fight: Fight, who: str) -> Refusal | None:
    body = fight.body(who)
    if not body.count(time.RESTED):
        return Refusal(text("Healing surges are spent in a short rest."), time.RULE)
    if not body.count(harm.SURGES):
        return Refusal(text("No healing surge is left."), "dnd4e.hp.surge")
    if body.hp >= body.max_hp:
        return Refusal(text("It has all its hit points."), "dnd4e.hp.surge")
    return None
