"""What happened in a fight, in words: one sentence an event, and the parts of a roll when it is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy

from tactics.core.text import Param, Text, as_words, composed, figures, listed, text
from tactics.render.compass import towards
from tactics.render.terms import length_text
from tactics.rules.action import MANEUVER
from tactics.rules.event import (
    Began,
    CounterSet,
    DoorChanged,
    EffectGained,
    EffectLost,
    Ended,
    Event,
    HpChanged,
    ItemChanged,
    ItemLost,
    LeftFight,
    Mounted,
    Moved,
    Noted,
    OrderChanged,
    Part,
    Rolled,
    RoundBegan,
    TurnBegan,
    Turned,
    TurnEnded,
)
from tactics.rules.registry import book
from tactics.rules.vocabulary import DAMAGE_TYPES, SIDES
from tactics.world.fight import Effect, Fight, Slot

PURPOSES: Mapping[str, Text] = {
    "attack": text("attack roll"),
    "confirm": text("confirming the critical hit"),
    "damage": text("damage roll"),
    "save": text("saving throw"),
    "check": text("check"),
    "initiative": text("initiative"),
    "initiative_tie": text("tie of initiative"),
    "miss_chance": text("miss chance"),
    "stabilize": text("stabilizing"),
    "maneuver": text("maneuver"),
    "aid": text("helping"),
    "feint": text("feint"),
    "skill": text("skill check"),
    "concentration": text("concentration"),
    "direction": text("direction"),
    "flat_check": text("flat check"),
    "healing": text("healing"),
    "balance": text("keeping its footing"),
    "counteract": text("counteract check"),
    "perception": text("Perception check"),
    "recharge": text("rounds until it is ready"),
    "recharging": text("recharging"),
    "death_save": text("death saving throw"),
    "recovery": text("recovery check"),
    "defense": text("defense roll"),
    "posture": text("changing posture"),
    "fall": text("staying on its feet"),
    "knockback": text("knockback"),
    "stun": text("shaking off the stun"),
    "wound": text("standing a major wound"),
    "knockdown": text("standing a major wound"),
    "consciousness": text("staying conscious"),
    "death": text("staying alive"),
    "will": text("Will roll"),
    "fright": text("fright check"),
    "contest": text("contest"),
    "hit_location": text("place that is hit"),
    "critical_table": text("table of critical results"),
    "surprise": text("seconds of freezing"),
}
"""What dice are rolled for."""

OUTCOMES: Mapping[str, Text] = {
    "hit": text("hit"),
    "miss": text("miss"),
    "threat": text("threat of a critical hit"),
    "critical": text("critical hit"),
    "success": text("success"),
    "failure": text("failure"),
    "critical_success": text("critical success"),
    "critical_failure": text("critical failure"),
    "critical_miss": text("critical miss"),
}
"""How rolls come out."""

_POOLS: Mapping[str, tuple[Text, Text]] = {
    "hp": (text("{who} takes {n} damage."), text("{who} regains {n} hit points.")),
    "temp": (text("{who} loses {n} temporary hit points."), text("{who} gains {n} temporary hit points.")),
    "max": (text("{who} has {n} hit points fewer in all."), text("{who} has {n} hit points more in all.")),
    "nonlethal": (text("{who} shakes off {n} nonlethal damage."), text("{who} takes {n} nonlethal damage.")),
}
_QUIET = frozenset({"no_step", "readying", "declared_foe", "retreated", "wait"})
_ENDS_QUIETLY = frozenset({*_QUIET, MANEUVER})
SOMEBODY = text("somebody")
"""What one is called whose square is known but who is not seen."""


def event_text(event: Event, fight: Fight, *, secrets: bool = False) -> Text | None:
    """An event as a sentence; None for what is only bookkeeping.

    Args:
        event: what happened.
        fight: a state of the fight that knows the creatures, for their names.
        secrets: whether secret rolls are told with their numbers.
    """
    return sentence(event, Names(fight, secrets=secrets))


def sentence(event: Event, names: Names, *, who: Param | None = None) -> Text | None:
    """The same by names that are known already.

    Args:
        who: several creatures to whom the same happened, in place of the event's own.
    """
    tell = _TELLERS.get(type(event))
    return None if tell is None else tell(event, names if who is None else names.together(who))


def part_text(part: Part, *, signed: bool = True) -> Text:
    """One part of a sum: "+4 Strength", or without its sign what others are added to; with a note when it does not
    count.
    """
    told = composed("{amount} {reason}", amount=figures(part.amount, signed=signed), reason=part.reason)
    return told if part.kept else text("{part} (does not add up)", part=told)


def part_texts(parts: Sequence[Part], *, under: bool) -> list[Text]:
    """All parts of a sum.

    Args:
        parts: in their order.
        under: they make up a number to stay under, of which the first part is the beginning.
    """
    return [part_text(part, signed=bool(number) or not under) for number, part in enumerate(parts)]


class Names:
    """What the things of a fight are called.

    Attributes:
        order: slots by which turns are numbered.
        condition: a condition's id in words.
        unit: the system's unit of length.
        move_unit: what turning is paid in.
        rules: of the book, by id.
        secrets: whether secret rolls are told with their numbers.
    """

    def __init__(self, fight: Fight, *, secrets: bool = False) -> None:
        """Take the names from any state of the fight; they never change."""
        own = book(fight.system)
        self.secrets = secrets
        self._veiled: frozenset[str] = frozenset()
        self._names = {one.id: one.name for one in fight.world.creatures}
        self._fight = fight
        self._all: Param | None = None
        self.order = fight.order
        self.condition = own.condition
        self.unit, self.move_unit = own.unit, own.move_unit
        self.rules = own.rules

    def in_order(self, order: tuple[Slot, ...]) -> Names:
        """The same names by another order of turns."""
        names = copy(self)
        names.order = order
        return names

    def veiling(self, veiled: frozenset[str]) -> Names:
        """The same names without those of creatures that are not plainly seen."""
        names = copy(self)
        names._veiled = veiled
        return names

    def together(self, who: Param) -> Names:
        """Names by which every creature is called as several are together."""
        names = copy(self)
        names._all = who
        return names

    def of(self, who: str) -> Param:
        """A creature's name, or its id when it has none."""
        return self.alone(who) if self._all is None else self._all

    def alone(self, who: str) -> Param:
        """The name of one who is not among those called together."""
        if who in self._veiled:
            return SOMEBODY
        name = self._names.get(who)
        return name if name is not None and name.en else who

    def knows(self, who: str) -> bool:
        """Whether something is the id of a creature."""
        return who in self._names

    def thing(self, item: str) -> Param:
        """A thing's name."""
        fighting = book(self._fight.system).fighting
        return item if fighting is None else fighting.called(self._fight, item)


def _began(event: Began, names: Names) -> Text:
    return text("The fight begins with surprise.") if event.surprise else text("The fight begins.")


def _round(event: RoundBegan, names: Names) -> Text:
    return text("Round {n}", n=event.number)


def _turn(event: TurnBegan, names: Names) -> Text | None:
    if not 0 <= event.slot < len(names.order):
        return None
    return text("Turn: {who}", who=names.of(names.order[event.slot].who))


def _moved(event: Moved, names: Names) -> Text | None:
    if event.mode == "ridden":
        return None
    if event.mode == "forced":
        return text("{who} is pushed to {square}.", who=names.of(event.who), square=event.to)
    told = {"who": names.of(event.who), "square": event.to, "cost": event.cost}
    if event.z_ft:
        return text("{who} comes to {square} at {height} ft ({cost}).", height=event.z_ft, **told)
    return text("{who} comes to {square} ({cost}).", **told)


def _turned(event: Turned, names: Names) -> Text:
    told = {"who": names.of(event.who), "towards": towards(event.facing)}
    if event.cost:
        return text("{who} turns {towards}, {cost}.", cost=length_text(event.cost, names.move_unit), **told)
    return text("{who} turns {towards}.", **told)


def _mounted(event: Mounted, names: Names) -> Text:
    if event.mount:
        return text("{who} mounts {mount}.", who=names.of(event.who), mount=names.of(event.mount))
    return text("{who} is no longer mounted.", who=names.of(event.who))


def _rolled(event: Rolled, names: Names) -> Text:
    purpose: Param = as_words(PURPOSES, event.purpose)
    if event.what is not None and event.purpose == "save":
        purpose = event.what  # names the kind of saving throw
    elif event.what is not None:
        purpose = composed("{purpose}, {what}", purpose=purpose, what=event.what)
    if event.secret and not names.secrets:
        return text("{who}, {purpose}: a secret roll", who=names.of(event.who), purpose=purpose)
    faces = ", ".join(str(one.face) for one in event.rolls) or "–"
    told = text(
        "{who}, {purpose}: {total} [{faces}]", who=names.of(event.who), purpose=purpose, total=event.total, faces=faces
    )
    if event.against is not None and event.under:
        told = text("{roll}, wanted {against} or less", roll=told, against=figures(event.against))
    elif event.against is not None:
        told = text("{roll} against {against}", roll=told, against=event.against)
    if event.target:
        told = composed("{roll} · {target}", roll=told, target=names.of(event.target))
    if event.outcome:
        told = composed("{roll} – {outcome}", roll=told, outcome=as_words(OUTCOMES, event.outcome))
    return told


def _hp(event: HpChanged, names: Names) -> Text:
    less, more = _POOLS[event.pool]
    chosen = less if event.by < 0 else more
    return text(chosen.msgid, who=names.of(event.who), n=abs(event.by))


def _gained(event: EffectGained, names: Names) -> Text | None:
    if event.effect.id in _QUIET:
        return None
    return text("{who}: {effect}", who=names.of(event.who), effect=_effect(event.effect, names))


def _lost(event: EffectLost, names: Names) -> Text | None:
    if event.effect.id in _ENDS_QUIETLY:
        return None
    return text("{who}: no longer {effect}", who=names.of(event.who), effect=_effect(event.effect, names))


def _effect(effect: Effect, names: Names) -> Text:
    """An effect with its number, and towards whom or for which damage it holds when its note says so."""
    if effect.id == MANEUVER and effect.rule in names.rules:
        return composed("{title}", title=names.rules[effect.rule].title)
    told = names.condition(effect.id)
    if effect.value:
        told = composed("{effect} {n}", effect=told, n=effect.value)
    types = effect.note.split("/")
    if all(one in DAMAGE_TYPES for one in types):
        return composed("{effect}: {other}", effect=told, other=listed(DAMAGE_TYPES[one] for one in types))
    if not names.knows(effect.note):
        return told
    return composed("{effect}: {other}", effect=told, other=names.alone(effect.note))


def _item(event: ItemChanged, names: Names) -> Text:
    thing = names.thing(event.item.id)
    if event.item.square is not None:
        return text("{thing} lies at {square}.", thing=thing, square=event.item.square)
    who = names.of(event.item.holder)
    if event.item.hand in _PUT_AWAY:
        return text("{who} puts {thing} away.", who=who, thing=thing)
    if not event.item.ready:
        return text("{who} has {thing} in hand, but not ready.", who=who, thing=thing)
    return text("{who} has {thing} at hand.", who=who, thing=thing)


_PUT_AWAY = ("stowed", "worn")


def _item_lost(event: ItemLost, names: Names) -> Text:
    return text("{thing} is gone.", thing=names.thing(event.item))


_DOORS = {"open": text("A door is opened."), "closed": text("A door is closed."), "locked": text("A door is locked.")}


def _door(event: DoorChanged, names: Names) -> Text:
    return _DOORS[event.state]


def _left(event: LeftFight, names: Names) -> Text:
    if event.why == "dead":
        return text("{who} is dead.", who=names.of(event.who))
    return text("{who} leaves the fight.", who=names.of(event.who))


def _noted(event: Noted, names: Names) -> Text:
    return event.text


def _order(event: OrderChanged, names: Names) -> Text:
    return text("The order of turns changes.")


def _ended(event: Ended, names: Names) -> Text:
    if event.winner == "nobody":
        return text("The fight is over; nobody is left standing.")
    return text("The fight is over. It is won by: {side}.", side=as_words(SIDES, event.winner))


_TELLERS: dict[type, Callable[..., Text | None]] = {
    Began: _began,
    RoundBegan: _round,
    TurnBegan: _turn,
    Moved: _moved,
    Turned: _turned,
    Rolled: _rolled,
    HpChanged: _hp,
    EffectGained: _gained,
    EffectLost: _lost,
    ItemChanged: _item,
    ItemLost: _item_lost,
    DoorChanged: _door,
    Mounted: _mounted,
    LeftFight: _left,
    Noted: _noted,
    OrderChanged: _order,
    Ended: _ended,
}
BOOKKEEPING = (CounterSet, TurnEnded)
"""Events that are not told."""
