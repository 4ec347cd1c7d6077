"""What a Wait is: the thing waited for and what will be done then, kept as one effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tactics.core.lattice import Square
from tactics.core.text import Text, as_words, composed, text
from tactics.rules.action import Refusal
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import holding, states, turn
from tactics.rulesets.dfrpg.fight.defending import Defense
from tactics.rulesets.dfrpg.fight.maneuvers import title_of
from tactics.rulesets.dfrpg.fight.sheet import Use, Weapon
from tactics.rulesets.dfrpg.fight.turn import Allowance
from tactics.world.fight import Duration, Effect, Fight

WAIT = "wait"
"""Manoeuvre; effect: what is waited for, as its note says it."""
RULE, DECLARATION = "dfrpg.maneuver.wait", "dfrpg.maneuver.wait.declaration"
REACH, AREA, VISIBLE, ACTS, ATTACKS, FALLS, SIGNAL = (
    "reach",
    "area",
    "visible",
    "acts",
    "attacks",
    "falls",
    "signal",
)
STOP_THRUST, COVER_TARGET, COVER_AREA = "stop_thrust", "cover_target", "cover_area"
TRIGGERS: Mapping[str, Text] = {
    REACH: text("an enemy comes into reach"),
    AREA: text("an enemy enters a square"),
    VISIBLE: text("an enemy comes into view"),
    ACTS: text("somebody acts"),
    ATTACKS: text("somebody attacks"),
    FALLS: text("somebody falls"),
    SIGNAL: text("a friend gives a signal"),
    STOP_THRUST: text("an enemy comes at it"),
    COVER_TARGET: text("the covered target stirs"),
    COVER_AREA: text("somebody enters the covered squares"),
}
"""What can be waited for. Source: dfrpg.maneuver.wait.declaration."""
REFLEX = "reflex"
"""A Wait that ends in what the game master allows. Source: dfrpg.maneuver.wait.reflex_action."""
FIGHTING = ("attack", "feint", "all_out_attack")
CONVERTIBLE = ("change_posture", "ready", *FIGHTING)
"""Manoeuvres a Wait may turn into. Source: dfrpg.maneuver.wait."""
ALL_OUT = (
    ("all_out_attack", "determined"),
    ("all_out_attack", "strong"),
    ("all_out_attack", "double"),
    ("all_out_attack", "feint"),
)
DEFENDED, DECLINED = "wait_defended", "wait_declined"
"""Counters: it has defended while it waited; in which turn of the fight it let its chance pass."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A declared Wait.

    Attributes:
        trigger: what is waited for, one of `TRIGGERS`.
        maneuver, variant: what the Wait turns into; "attack" for a stop thrust, which may become more.
        act: what is done: weapon and use of an attack, "" for a feint, else the action with its arguments.
        whom: id of whoever is waited for, "" for anybody.
        squares: squares that are watched.
        line: they lie in one straight line.
        checking: the shooter looks whom it shoots at.
    """

    trigger: str
    maneuver: str
    variant: str
    act: str
    whom: str = ""
    squares: tuple[Square, ...] = ()
    line: bool = False
    checking: bool = False

    @property
    def note(self) -> str:
        """The Wait as the note of its effect."""
        squares = ";".join(f"{one.x},{one.y}" for one in self.squares)
        flags = ("line" if self.line else "") + ("checking" if self.checking else "")
        return "|".join((self.trigger, self.maneuver, self.variant, self.act, self.whom, squares, flags))

    @property
    def means(self) -> tuple[str, str]:
        """Ids of weapon and use of an attack."""
        weapon, _, use = self.act.partition("/")
        return weapon, use


def read(note: str) -> Wait:
    """The Wait a note describes."""
    trigger, maneuver, variant, act, whom, squares, flags = note.split("|")
    found = tuple(Square(*map(int, one.split(","))) for one in squares.split(";") if one)
    return Wait(trigger, maneuver, variant, act, whom, found, "line" in flags, "checking" in flags)


def wait_of(fight: Fight, who: str) -> Wait | None:
    """What a figure waits for, None when it waits for nothing."""
    return next((read(one.note) for one in states.effects_of(fight, who, WAIT)), None)


def why_not_declare(fight: Fight, who: str) -> Refusal | None:
    """Why a figure cannot say now what it waits for. Source: dfrpg.maneuver.wait.declaration."""
    why = states.not_its_turn(fight, who) or turn.doing(fight, who, WAIT)
    if why is None and wait_of(fight, who) is not None:
        why = Refusal(text("What it waits for is said and cannot be changed."), DECLARATION)
    return why


def declare(run: Run, who: str, wait: Wait) -> None:
    """Begin to wait, until its next turn. Source: dfrpg.maneuver.wait, dfrpg.maneuver.wait.declaration."""
    states.set_counter(run, who, DEFENDED, 0)
    name = run.fight.world.creature(who).name
    run.emit(Noted(who, text("{name} waits. {what}", name=name, what=words(run.fight, who, wait)), DECLARATION))
    states.gain(run, who, Effect(WAIT, duration=Duration("start", who), note=wait.note, rule=DECLARATION))


def can_react(fight: Fight, who: str) -> bool:
    """Whether a figure could react now, if it were what it waits for. Source: dfrpg.maneuver.wait.interrupt."""
    body = fight.body(who)
    if not body.has(WAIT) or fight.over or fight.active == who or body.count(turn.GRANTED):
        return False
    ready = states.can_act(fight, who) and not states.stunned(fight, who) and not states.numb(fight, who)
    return ready and body.count(DECLINED) != turn.this_turn(fight)


def moved(fight: Fight, who: str) -> bool:
    """Whether a figure that waits has used the movement of what it waits with. Source: dfrpg.maneuver.wait.movement."""
    body = fight.body(who)
    used = (turn.SPENT, turn.FACED, turn.KNELT)
    return body.count(turn.STEP) != turn.STEP_FREE or any(body.count(one) for one in used)


def ways(fight: Fight, who: str, wait: Wait) -> tuple[tuple[str, str], ...]:
    """The manoeuvres, with their kinds, a Wait may turn into now.

    Source: dfrpg.maneuver.wait.defense, dfrpg.maneuver.wait.stop_thrust, dfrpg.maneuver.wait.declaration
    """
    defended = bool(fight.body(who).count(DEFENDED))
    if wait.trigger == STOP_THRUST:
        # Whoever has stepped has used the movement of an Attack.
        return (("attack", ""), *(() if defended or moved(fight, who) else ALL_OUT))
    if wait.maneuver == "all_out_attack" and defended:
        return (("attack", ""),)
    return ((wait.maneuver, wait.variant),)


def imagined(fight: Fight, who: str, maneuver: str, variant: str) -> Fight:
    """The moment in which a Wait has turned into a manoeuvre.

    Source: dfrpg.maneuver.wait.movement, dfrpg.maneuver.wait.interrupt
    """
    body = fight.body(who)
    note = f"{maneuver}:{variant}" if variant else maneuver
    others = tuple(one for one in body.effects if one.id != states.MANEUVER)
    body = body.with_effects((*others, Effect(states.MANEUVER, note=note)))
    for key, value in granted(fight, who).items():
        body = body.with_counter(key, value)
    return fight.with_body(who, body)


def granted(fight: Fight, who: str) -> dict[str, int]:
    """Counters of one who acts by its Wait: it moves only if it has not moved before.

    Source: dfrpg.maneuver.wait.movement
    """
    found = {turn.GRANTED: 1, turn.ACTS: 0}
    if moved(fight, who):
        found |= {turn.STEP: turn.STEP_CLOSED, turn.FACED: 1}
    return found


def weapon_of(fight: Fight, who: str, wait: Wait) -> tuple[Weapon, Use | None] | None:
    """Weapon and use of an attack that is waited with, None for anything else or when it is gone."""
    id_, use = wait.means
    if wait.maneuver not in FIGHTING or not id_:
        return None
    found = holding.find(fight, who, id_)
    return None if found is None else (found[0], found[0].uses.get(use))


def is_ready(fight: Fight, who: str, wait: Wait) -> bool:
    """Whether a figure still has ready what it waits with. Source: dfrpg.state.ready."""
    armed = weapon_of(fight, who, wait)
    if armed is None:
        return wait.maneuver not in FIGHTING or not wait.act
    return holding.unready(fight, who, *armed) is None


def reaches(fight: Fight, who: str, wait: Wait) -> frozenset[int]:
    """The yards at which somebody comes into reach: those of the weapon, of all ready ones where none is named.

    Source: dfrpg.maneuver.wait.declaration
    """
    armed = weapon_of(fight, who, wait)
    if armed is not None:
        weapon, use = armed
        return frozenset() if use is None else holding.reaches_of(fight, who, weapon, use)
    return frozenset(_all_reaches(fight, who))


def _all_reaches(fight: Fight, who: str) -> Iterator[int]:
    for weapon, _ in holding.weapons(fight, who):
        for use in weapon.uses.values():
            if holding.unready(fight, who, weapon, use) is None:
                yield from holding.reaches_of(fight, who, weapon, use)


def words(fight: Fight, who: str, wait: Wait) -> Text:
    """A Wait in words, for a badge."""
    what = text("other action") if wait.maneuver == REFLEX else title_of(wait.maneuver, wait.variant)
    armed = weapon_of(fight, who, wait)
    if armed is not None:
        what = composed("{maneuver} ({weapon})", maneuver=what, weapon=armed[0].name)
    when = as_words(TRIGGERS, wait.trigger)
    if wait.whom:
        when = composed("{what}: {name}", what=when, name=fight.world.creature(wait.whom).name)
    return text("{what}, when: {when}", what=what, when=when)


# What waiting does to movement and defence.


def allowance(fight: Fight, who: str, one: Allowance) -> Allowance:
    """The movement of what is waited with; whoever has run to attack all-out has no defence.

    Source: dfrpg.maneuver.wait.movement, dfrpg.maneuver.wait.defense
    """
    wait = wait_of(fight, who) if one.id == WAIT else None
    if wait is None or wait.maneuver == REFLEX:
        return one
    meant = turn.allowances()[wait.maneuver, wait.variant]
    bare = meant.defenses == "none" and moved(fight, who)
    return replace(one, movement=meant.movement, defenses="none" if bare else one.defenses)


def defends(run: Run, defense: Defense) -> None:
    """Remember a defence while it waits. Source: dfrpg.maneuver.wait.defense."""
    if run.fight.body(defense.who).has(WAIT):
        states.set_counter(run, defense.who, DEFENDED, 1)


def forgets(run: Run, who: str) -> None:
    """Whoever is stunned waits no longer. Source: dfrpg.maneuver.do_nothing.stunned_forced."""
    if not run.fight.body(who).count(turn.GRANTED):
        states.lose(run, who, WAIT)
