"""Saying what one waits for and what one will do then, and giving signals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tactics.core.lattice import Square
from tactics.core.text import Text, composed, text
from tactics.rules.action import (
    Action,
    Choice,
    Need,
    NeedChoice,
    NeedCreature,
    NeedSquare,
    Option,
    Preview,
    Refusal,
    Refused,
)
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import key_of, refuse
from tactics.rulesets.dfrpg.fight import attack_action, attack_resolution, holding, kinds, own_numbers, states, waits
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.maneuvers import title_of
from tactics.rulesets.dfrpg.fight.waits import Wait
from tactics.world.fight import Fight

WHAT = text("What will it do?")
WHOM = text("Whom does it wait for?")
_NAMED = (waits.ACTS, waits.ATTACKS, waits.FALLS)
_PLAIN = (waits.REACH, waits.AREA, waits.VISIBLE, *_NAMED, waits.SIGNAL)
_NO_TASKS = ("end_turn", "maneuver", "wait", "stop_thrust", "cover", "signal", "attack", "feint")
_USUAL = (("do_nothing", ""), ("all_out_defense", "double"))
"""Manoeuvres without an act of their own: what they allow as well, such as a step, is no task of another one."""


class Declare:
    """Waiting for something, to do something then.

    Source: dfrpg.maneuver.wait, dfrpg.maneuver.wait.declaration
    """

    ids = ("wait",)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One for each kind of trigger."""
        if waits.why_not_declare(fight, who) is not None:
            return
        whats = whats_of(fight, who)
        note = text("It acts at once when that happens, in the middle of the other's turn.")
        for trigger in _PLAIN:
            title = text("Wait: {when}", when=waits.TRIGGERS[trigger])
            needs = self._needs(fight, who, trigger, whats)
            why = None if needs else Refusal(text("There is nobody and nothing like that."), waits.DECLARATION)
            yield Option("wait", "defend", title, text("this maneuver"), needs, why, {"trigger": trigger}, (note,))

    def _needs(self, fight: Fight, who: str, trigger: str, whats: dict[str, Text]) -> tuple[Need, ...]:
        """What has to be said; () when it cannot be said now."""
        what = NeedChoice("choice", tuple(Choice(id_, title) for id_, title in whats.items()), WHAT)
        if trigger == waits.AREA:
            return (NeedSquare("square", _squares(fight), text("Which square?")), what)
        if trigger in _NAMED or trigger == waits.SIGNAL:
            ids = _nameable(fight, who, trigger)
            return (NeedCreature("target", ids, WHOM), what) if ids else ()
        return (what,)

    def resolve(self, run: Run, action: Action) -> None:
        """Begin to wait."""
        waits.declare(run, action.who, self._settled(run.fight, action))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled yet."""
        wait = self._settled(fight, action)
        return Preview(takes=(action.who,), notes=(waits.words(fight, action.who, wait),))

    def _settled(self, fight: Fight, action: Action) -> Wait:
        who, given = action.who, action.arguments
        refuse(waits.why_not_declare(fight, who))
        trigger, what = str(given.get("trigger", "")), str(given.get("choice", ""))
        if trigger not in _PLAIN:
            raise Refused(Refusal(text("Say what it waits for."), waits.DECLARATION))
        refuse(_unfit(fight, who, what))
        maneuver, act = _split(what)
        wait = Wait(trigger, *maneuver, act)
        return _pointed(fight, who, wait, action)


def _pointed(fight: Fight, who: str, wait: Wait, action: Action) -> Wait:
    """A Wait with the figure or square it watches.

    Raises:
        Refused: it names none.
    """
    if wait.trigger == waits.AREA:
        square = action.arguments.get("square")
        if not isinstance(square, Square) or not fight.world.board.inside(square):
            raise Refused(Refusal(text("Say which square."), waits.DECLARATION))
        return Wait(wait.trigger, wait.maneuver, wait.variant, wait.act, squares=(square,))
    if wait.trigger in _NAMED or wait.trigger == waits.SIGNAL:
        whom = str(action.arguments.get("target", ""))
        if whom not in _nameable(fight, who, wait.trigger):
            raise Refused(Refusal(text("Say whom it waits for."), waits.DECLARATION))
        return Wait(wait.trigger, wait.maneuver, wait.variant, wait.act, whom)
    return wait


def _split(what: str) -> tuple[tuple[str, str], str]:
    """Manoeuvre with its kind, and the act, of what is declared."""
    head, _, act = what.partition("/")
    maneuver, _, variant = head.partition(":")
    return (maneuver, variant), act


def _unfit(fight: Fight, who: str, what: str) -> Refusal | None:
    """Why something cannot be what a Wait turns into.

    Source: dfrpg.maneuver.wait, dfrpg.maneuver.wait.declaration, dfrpg.maneuver.wait.reflex_action
    """
    maneuver = _split(what)[0][0]
    if not what:
        return Refusal(text("Say what it will do."), waits.DECLARATION)
    if maneuver == waits.REFLEX and own_numbers.switch(fight, "reflex_actions") is not True:
        return Refusal(text("The game master allows no other reflexes."), "dfrpg.maneuver.wait.reflex_action")
    if maneuver not in (*waits.CONVERTIBLE, waits.REFLEX):
        return Refusal(text("A Wait does not turn into that."), waits.RULE)
    if what not in whats_of(fight, who):
        return Refusal(text("Say exactly what it will do, and with what."), waits.DECLARATION)
    return None


def _nameable(fight: Fight, who: str, trigger: str) -> tuple[str, ...]:
    own = fight.world.creature(who)
    others = (one for one in fight.world.creatures if one.id != who and states.can_act(fight, one.id))
    return tuple(one.id for one in others if trigger != waits.SIGNAL or one.side == own.side)


def _squares(fight: Fight) -> tuple[Square, ...]:
    board = fight.world.board
    return tuple(Square(x, y) for y in range(board.height) for x in range(board.width))


def whats_of(fight: Fight, who: str) -> dict[str, Text]:
    """Everything a Wait can be declared to turn into, with its words.

    Source: dfrpg.maneuver.wait, dfrpg.maneuver.wait.declaration
    """
    found = dict(_blows(fight, who))
    for maneuver in ("change_posture", "ready"):
        found |= dict(_tasks(fight, who, maneuver))
    if own_numbers.switch(fight, "reflex_actions") is True:
        found[waits.REFLEX] = text("another action of a single movement")
    return found


def _blows(fight: Fight, who: str) -> Iterator[tuple[str, Text]]:
    """A feint, and attacks with each ready weapon; shooting is for those who cover something."""
    yield "feint/", title_of("feint", "")
    for maneuver, variant in (("attack", ""), *waits.ALL_OUT):
        head = f"{maneuver}:{variant}" if variant else maneuver
        for weapon, use in attack_action.modes(fight, who):
            if use is None or holding.unready(fight, who, weapon, use) is not None:
                continue
            if not holding.reaches_of(fight, who, weapon, use):
                continue
            means = attack_resolution.words_of(Attack(who, "", weapon, use))
            title = composed("{maneuver} ({weapon})", maneuver=title_of(maneuver, variant), weapon=means)
            yield f"{head}/{weapon.id}/{use.id}", title


def _tasks(fight: Fight, who: str, maneuver: str) -> Iterator[tuple[str, Text]]:
    """What only a manoeuvre allows, each choice of it on its own."""
    usual = {act_of(option) for way in _USUAL for option in _offered(fight, who, *way)}
    for option in _offered(fight, who, maneuver):
        if act_of(option) in usual:
            continue
        choice = option.needs[0] if len(option.needs) == 1 else None
        if isinstance(choice, NeedChoice):
            for one in choice.choices:
                title = composed("{what}: {kind}", what=option.title, kind=one.title)
                yield f"{maneuver}/{act_of(option, **{choice.name: one.id})}", title
        else:
            yield f"{maneuver}/{act_of(option)}", option.title


def _offered(fight: Fight, who: str, maneuver: str, variant: str = "") -> Iterator[Option]:
    there = waits.imagined(fight, who, maneuver, variant)
    for kind in kinds.ALL:
        if set(kind.ids).isdisjoint(_NO_TASKS):
            yield from (one for one in kind.options(there, who) if one.refusal is None)


def act_of(option: Option, **more: str) -> str:
    """An option in one word: the action with what is settled."""
    return key_of(replace(option, arguments={**option.arguments, **more}))


class Signal:
    """Giving the signal a friend waits for, which costs nothing. Source: dfrpg.maneuver.wait.declaration."""

    ids = ("signal",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered as long as somebody waits for it."""
        if states.not_its_turn(fight, who) is None and self._awaited(fight, who):
            yield Option("signal", "other", text("Give the signal"), text("free"))

    def _awaited(self, fight: Fight, who: str) -> bool:
        return any(
            wait is not None and (wait.trigger, wait.whom) == (waits.SIGNAL, who) and waits.can_react(fight, one)
            for one in fight.bodies
            if (wait := waits.wait_of(fight, one)) is not None
        )

    def resolve(self, run: Run, action: Action) -> None:
        """Call out; what comes of it is noticed like any deed."""
        self._check(run.fight, action.who)
        name = run.fight.world.creature(action.who).name
        run.emit(Noted(action.who, text("{name} gives the signal.", name=name), waits.DECLARATION))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        self._check(fight, action.who)
        return Preview()

    def _check(self, fight: Fight, who: str) -> None:
        refuse(states.not_its_turn(fight, who))
        if not self._awaited(fight, who):
            raise Refused(Refusal(text("Nobody waits for its signal."), waits.DECLARATION))
