"""The Ready manoeuvre: one thing to do with the hands each turn, some of them several turns in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from tactics.core.text import Text, composed, listed, ntext, text
from tactics.rules.action import Action, Argument, NeedChoice, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, EffectGained, EffectLost, Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg.fight import states, turn
from tactics.rulesets.dfrpg.fight.turn import Allowance
from tactics.world.fight import Effect, Fight

RULE = "dfrpg.maneuver.ready"
SEQUENCE = "dfrpg.maneuver.ready.sequence"
BUSY = "readying"
"""Effect: a task that goes on; its note names it, its value is the number of turns done.

Source: dfrpg.maneuver.ready.sequence, dfrpg.state.turn_state
"""
KEPT = "kept"
"""Origin of a task that need not be begun anew. Source: dfrpg.maneuver.ready.sequence."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing a figure could do by Ready.

    Attributes:
        id: id of the action.
        title: what it is called.
        rule: rule id.
        done: does it, told the action's arguments; called with the last turn it takes.
        arguments: what tells it apart from others of the same id.
        turns: Ready manoeuvres it takes in a row.
        why: why it cannot be done now, None when it can.
        needs: what may be chosen with the last turn, the usual choice first.
        stays: the thing is not on its person, so the figure does not step.
        keeps: it need not be begun anew after something else.
        notes: what it does.
        heals: hit points it gives back on average.
    """

    id: str
    title: Text
    rule: str
    done: Callable[[Run, str, Mapping[str, Argument]], None]
    arguments: Mapping[str, Argument] = field(default_factory=lambda: MappingProxyType({}))
    turns: int = 1
    why: Refusal | None = None
    needs: tuple[NeedChoice, ...] = ()
    stays: bool = False
    keeps: bool = False
    notes: tuple[Text, ...] = ()
    heals: Fraction = Fraction(0)

    @property
    def key(self) -> str:
        """What the progress of it is noted by."""
        return ":".join((self.id, *map(str, self.arguments.values())))


@dataclass(frozen=True, slots=True)
class Family:
    """Deeds of some action ids.

    Attributes:
        ids: the action ids.
        deeds: what a figure could do now of these, also what it cannot do for a reason.
        none: why an action is refused that none of them fits, by id.
    """

    ids: tuple[str, ...]
    deeds: Callable[[Fight, str], Iterable[Deed]]
    none: Mapping[str, Refusal]


FAMILIES: list[Family] = []
"""What Ready is good for; other modules put it in."""
BEGUN: list[Callable[[Run, str, Deed], None]] = []
"""What comes with a turn spent on something, before it; other modules put it in."""


def deeds(fight: Fight, who: str) -> Iterator[Deed]:
    """Everything a figure could ready now, and what it could but for a reason."""
    for family in FAMILIES:
        yield from family.deeds(fight, who)


def why_not(fight: Fight, who: str) -> Refusal | None:
    """Why a figure can ready nothing now. Source: dfrpg.maneuver.ready, dfrpg.maneuver.choose_one."""
    why = turn.doing(fight, who, "ready")
    if why is None and fight.body(who).count(turn.ACTS):
        why = Refusal(text("One thing a turn is readied."), RULE)
    return why


def hindered(fight: Fight, who: str, deed: Deed) -> Refusal | None:
    """Why a figure cannot do a thing now, though it may ready something. Source: dfrpg.maneuver.ready.movement."""
    if deed.why is None and deed.stays and fight.body(who).count(turn.STEPPED):
        return Refusal(
            text("It has stepped; what is not on its person takes standing still."), "dfrpg.maneuver.ready.movement"
        )
    return deed.why


def turns_done(fight: Fight, who: str, deed: Deed) -> int:
    """Turns spent on a task so far. Source: dfrpg.maneuver.ready.sequence."""
    return sum(one.value for one in states.effects_of(fight, who, BUSY, deed.key))


def cost_words(fight: Fight, who: str, deed: Deed) -> Text:
    """How many turns a thing takes, and how many are done."""
    done = turns_done(fight, who, deed)
    if done:
        return text("turn {n} of {all}", n=done + 1, all=deed.turns)
    return ntext("{n} Ready maneuver", "{n} Ready maneuvers", deed.turns)


class Ready:
    """One thing done by the Ready manoeuvre. Source: dfrpg.maneuver.ready."""

    groups = ("item",)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all families."""
        return tuple(dict.fromkeys(id_ for family in FAMILIES for id_ in family.ids))

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Everything there is to do with the hands."""
        if not turn.by(fight, who, "ready"):
            return
        why = why_not(fight, who)
        for deed in deeds(fight, who):
            refusal = why or hindered(fight, who, deed)
            needs = () if refusal is not None or not self._finishes(fight, who, deed) else deed.needs
            cost = cost_words(fight, who, deed)
            yield Option(deed.id, "item", deed.title, cost, needs, refusal, deed.arguments, deed.notes)

    def _finishes(self, fight: Fight, who: str, deed: Deed) -> bool:
        return turns_done(fight, who, deed) + 1 >= deed.turns

    def resolve(self, run: Run, action: Action) -> None:
        """Spend the turn on it; with the last turn it is done."""
        work(run, action.who, self._settled(run.fight, action), action.arguments)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What it takes and does."""
        deed = self._settled(fight, action)
        left = deed.turns - turns_done(fight, action.who, deed)
        notes = (*deed.notes, ntext("{n} turn is left.", "{n} turns are left.", left))
        return Preview(heals_mean=deed.heals / left, takes=(action.who,) if deed.heals else (), notes=notes)

    def _settled(self, fight: Fight, action: Action) -> Deed:
        who, said = action.who, action.arguments
        refuse(why_not(fight, who))
        fitting = [one for one in deeds(fight, who) if one.id == action.id and _fits(one, said)]
        deed = next((one for one in fitting if one.why is None), fitting[0] if fitting else None)
        if deed is None:
            raise Refused(next(one.none[action.id] for one in FAMILIES if action.id in one.ids))
        refuse(hindered(fight, who, deed))
        for need in deed.needs:
            if need.name in said and str(said[need.name]) not in {one.id for one in need.choices}:
                raise Refused(Refusal(text("That cannot be chosen."), deed.rule))
        return deed


def _fits(deed: Deed, said: Mapping[str, Argument]) -> bool:
    return all(str(said.get(name, value)) == str(value) for name, value in deed.arguments.items())


def work(run: Run, who: str, deed: Deed, said: Mapping[str, Argument]) -> None:
    """Spend a turn on a thing that was found possible.

    Source: dfrpg.maneuver.ready, dfrpg.maneuver.ready.sequence, dfrpg.maneuver.ready.movement
    """
    done = turns_done(run.fight, who, deed) + 1
    states.add(run, who, turn.ACTS)
    run.emit(CounterSet(who, turn.READIED, 1))
    turn.close_step(run, who)
    if deed.stays:
        run.emit(CounterSet(who, turn.ROOTED, 1))
    break_off(run, who, but=deed.key)
    for begun in BEGUN:
        begun(run, who, deed)
    for one in tuple(states.effects_of(run.fight, who, BUSY, deed.key)):
        run.emit(EffectLost(who, one))
    if done < deed.turns:
        origin = KEPT if deed.keeps else ""
        run.emit(EffectGained(who, Effect(BUSY, done, note=deed.key, rule=SEQUENCE, origin=origin)))
        words = text("{task}: turn {n} of {all}.", task=deed.title, n=done, all=deed.turns)
        run.emit(Noted(who, words, SEQUENCE))
        return
    run.emit(Noted(who, composed("{task}.", task=deed.title), deed.rule))
    usual = {need.name: need.choices[0].id for need in deed.needs}
    deed.done(run, who, {**usual, **said, **deed.arguments})


def break_off(run: Run, who: str, *, but: str = "", all_: bool = False) -> None:
    """Let tasks be given up that would have to go on turn after turn.

    Args:
        run: the action.
        who: whose tasks.
        but: the task that goes on.
        all_: also those that could be gone on with later.

    Source: dfrpg.maneuver.ready.sequence
    """
    for one in tuple(states.effects_of(run.fight, who, BUSY)):
        if one.note != but and (all_ or one.origin != KEPT):
            run.emit(EffectLost(who, one))
            name = run.fight.world.creature(who).name
            run.emit(Noted(who, text("{name} has to begin the task anew.", name=name), SEQUENCE))


# What breaks a task off, and what a turn of it forbids.


def leaves(run: Run, who: str, one: Allowance) -> None:
    """Any other manoeuvre breaks a task off. Source: dfrpg.maneuver.ready.sequence."""
    if one.id != "ready":
        break_off(run, who)


def stunned(run: Run, who: str) -> None:
    """So does being stunned, which forces another one. Source: dfrpg.maneuver.ready.sequence."""
    break_off(run, who)


def idles(run: Run, who: str) -> None:
    """So does a Ready manoeuvre spent on nothing, or on something else. Source: dfrpg.maneuver.ready.sequence."""
    if states.maneuver_of(run.fight, who)[0] == "ready" and not run.fight.body(who).count(turn.READIED):
        break_off(run, who)


def out_of_it(run: Run, who: str, effect: Effect) -> None:
    """Who is out goes on with nothing. Source: dfrpg.state.unconscious."""
    if effect.id in states.OUT:
        break_off(run, who, all_=True)


def rooted(fight: Fight, who: str) -> Refusal | None:
    """Who reaches for what is not on its person stays where it is. Source: dfrpg.maneuver.ready.movement."""
    if fight.active == who and fight.body(who).count(turn.ROOTED):
        return Refusal(text("It reaches for something and stays where it is."), "dfrpg.maneuver.ready.movement")
    return None


def tells(fight: Fight, who: str, one: Allowance) -> Iterator[Text]:
    """What could be readied now, for whoever chooses a manoeuvre. Source: dfrpg.maneuver.ready."""
    if one.id == "ready":
        found = [deed.title for deed in deeds(fight, who) if deed.why is None]
        if found:
            yield text("Possible now: {things}.", things=listed(dict.fromkeys(found)))
