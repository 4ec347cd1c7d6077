"""What the person in front of the window may know of a fight: who is seen, and what is told. No pygame here.

A creature that a person plays shows what it perceives itself while it has to act; while the computer acts, everything
that any creature of the person perceives is shown. Where the computer plays all, and in the game master's view, nothing
is kept back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tactics.engine.battle import Battle
from tactics.render.tokens import NOBODY, SENSED
from tactics.rules.event import Began, CounterSet, Event, HpChanged, Noted, Rolled, RoundBegan, TurnBegan
from tactics.rules.fighting import Fighting
from tactics.world.fight import Fight

_ORDER = (SENSED, "unseen", "unnoticed")
_UNTOLD = CounterSet("", "untold", 0)
"""Stands in the story for what must not be told."""
_LEAVES_ALL = (CounterSet, HpChanged, Noted, Rolled, RoundBegan)
"""Events after which everybody perceives what was perceived before."""


def players(fight: Fight, computer: frozenset[str]) -> tuple[str, ...]:
    """Ids of the creatures that people play, those out of the fight left out."""
    return tuple(one.id for one in fight.world.creatures if one.side not in computer and not fight.body(one.id).out)


def viewers(fight: Fight, mover: str, computer: frozenset[str]) -> tuple[str, ...]:
    """Ids of those through whose senses the board is shown; () for all of it."""
    own = players(fight, computer)
    return (mover,) if mover in own else own


def hidden_from(fighting: Fighting, fight: Fight, several: Iterable[str]) -> Mapping[str, str]:
    """Who is not plainly seen by any of some creatures, by id, and how well the best of them perceives it."""
    found: dict[str, str] | None = None
    for who in several:
        own = fighting.perceived(fight, who)
        if found is None:
            found = dict(own)
        else:
            found = {one: min(how, own[one], key=_ORDER.index) for one, how in found.items() if one in own}
        if not found:
            return NOBODY
    return NOBODY if found is None else found


@dataclass(slots=True)
class Knowledge:
    """What was known at each event of a battle, worked out once.

    Attributes:
        battle: the fight.
        computer: sides whose creatures it is not told for, such as those the computer plays.
    """

    battle: Battle
    computer: frozenset[str]
    _known: list[_Moment] = field(default_factory=list)
    _told: list[Event] = field(default_factory=list)

    def told(self) -> tuple[Event, ...]:
        """Every event, with something that says nothing in place of those that must not be told."""
        self._catch_up()
        return tuple(self._told)

    def veiled(self, number: int) -> frozenset[str]:
        """Ids of those who are not named in what is told of an event, by its number."""
        self._catch_up()
        return frozenset(self._at(number).hidden) & frozenset(self._at(number - 1).hidden)

    def _catch_up(self) -> None:
        events = self.battle.events
        known = len(self._known)
        if len(events) < known or (known and events[known - 1] is not self._known[-1].event):
            self._known, self._told, known = [], [], 0
        if len(events) == known:
            return
        for event, (_, state) in zip(events[known:], self.battle.states(known + 1), strict=False):
            self._take(event, state)
        if any(isinstance(one, Began) for one in events[known:]):
            known = 0
        self._told[known:] = [self._masked(number) for number in range(known + 1, len(events) + 1)]

    def _take(self, event: Event, state: Fight) -> None:
        if self._known and isinstance(event, _LEAVES_ALL):
            hidden = self._known[-1].hidden
        else:
            hidden = hidden_from(self.battle.fighting, state, players(state, self.computer))
        who = state.active if isinstance(event, TurnBegan) else str(getattr(event, "who", ""))
        if isinstance(event, Began):
            # Who is noticed is settled with the order, after everybody's roll was made.
            self._known = [replace(one, hidden=hidden) for one in self._known]
        self._known.append(_Moment(event, who, hidden))

    def _at(self, number: int) -> _Moment:
        """The moment after so many events; before the first as after it."""
        return self._known[max(number, 1) - 1]

    def _masked(self, number: int) -> Event:
        """An event, or what says nothing in its place."""
        here, before = self._at(number), self._at(number - 1)
        lost = here.lost & before.lost
        if not lost:
            return here.event
        event, who = here.event, here.who
        if isinstance(event, TurnBegan):
            return _UNTOLD if here.hidden.get(who) == "unnoticed" else event
        if isinstance(event, Rolled):
            return _UNTOLD if _secretly(event, before.event, lost) else event
        return _UNTOLD if who in lost or _towards(event) in lost else event


def _secretly(event: Rolled, before: Event, lost: frozenset[str]) -> bool:
    """Whether a roll must not be told: by somebody lost from sight, unless it is aimed at one who feels it; or what
    would betray by its number against how many a secret roll is compared.
    """
    if event.who in lost:
        return event.secret or not event.target or event.target in lost
    again = (
        isinstance(before, Rolled) and before is not event and (before.who, before.rolls) == (event.who, event.rolls)
    )
    return (event.secret and again) or (not event.secret and event.target in lost)


@dataclass(frozen=True, slots=True)
class _Moment:
    """What was known after an event.

    Attributes:
        event: it.
        who: whom it is about, "" for nobody.
        hidden: who was not plainly seen.
    """

    event: Event
    who: str
    hidden: Mapping[str, str]

    @property
    def lost(self) -> frozenset[str]:
        """Ids of those whose place was not known."""
        return frozenset(one for one, how in self.hidden.items() if how != SENSED)


def _towards(event: Event) -> str:
    """The creature an effect holds towards, "" for none."""
    effect = getattr(event, "effect", None)
    return "" if effect is None else str(effect.note)
