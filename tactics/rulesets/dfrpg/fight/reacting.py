"""Acting by a Wait: the player is asked, and what it chooses is carried out in the middle of another one's turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from tactics.core.text import Text, composed, text
from tactics.rules.action import (
    Action,
    Argument,
    Choice,
    Decision,
    Need,
    NeedChoice,
    NeedCreature,
    NeedPath,
    NeedSquare,
    Option,
    Preview,
    Refused,
)
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind
from tactics.rulesets.dfrpg.fight import attack_action, kinds, places, states, stop_thrust, turn, waiting, waits
from tactics.rulesets.dfrpg.fight.maneuvers import VARIANTS, defense_words, title_of
from tactics.rulesets.dfrpg.fight.waits import Wait
from tactics.world.fight import Fight

RULE = "dfrpg.maneuver.wait.interrupt"
HOLD, DONE, MOVE, REFLEX = "hold", "done", "move", "reflex"
_MOST_ASKED = 8
"""How often a player is asked what a figure does in one reaction."""
_STRIKES = ("attack", "feint")
_MOVES = ("step", "kneel", "stand", "move", "turn")
AFTER: list[Callable[[Run, Fight, Action], None]] = []
"""What comes of every act of a reaction, told the moment before it; other modules put it in."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something a figure can do by its Wait.

    Attributes:
        id: the id of the choice.
        title: in words.
        kind, option: the action; None for what is no action of its own.
        way: manoeuvre and kind it belongs to.
        settled: arguments that are known.
        open: what the player still has to say.
    """

    id: str
    title: Text
    kind: Kind | None
    option: Option | None
    way: tuple[str, str]
    settled: dict[str, Argument]
    open: tuple[Need, ...] = ()


def react(run: Run, who: str, wait: Wait, cause: str) -> None:
    """Ask whether a figure that has waited acts, and let it.

    Args:
        run: the action of somebody else.
        who: who waited.
        wait: for what.
        cause: id of whoever set it off, "" for nobody.

    Source: dfrpg.maneuver.wait.interrupt, dfrpg.maneuver.wait
    """
    found = firsts(run.fight, who, wait, cause)
    if not found:
        return
    chosen, said = _asked(run, who, wait, found, cause)
    if chosen is None:
        states.set_counter(run, who, waits.DECLINED, turn.this_turn(run.fight))
        return
    _begin(run, who, wait, cause, chosen)
    _carry_out(run, who, chosen, said)
    for _ in range(_MOST_ASKED):
        if chosen.way == (REFLEX, "") or not _goes_on(run.fight, who):
            break
        more = (*acts(run.fight, who, wait, *chosen.way, cause), *_moves(run.fight, who, chosen.way))
        following, said = _asked_on(run, who, more) if more else (None, {})
        if following is None:
            break
        _carry_out(run, who, following, said)
    _end(run, who)


def _goes_on(fight: Fight, who: str) -> bool:
    goes_on = not fight.over and states.can_act(fight, who) and not states.stunned(fight, who)
    return goes_on and bool(places.foes(fight, who))


def _begin(run: Run, who: str, wait: Wait, cause: str, chosen: Act) -> None:
    """The Wait becomes another manoeuvre, which from now on decides defences.

    Source: dfrpg.maneuver.wait, dfrpg.maneuver.wait.defense, dfrpg.maneuver.wait.movement
    """
    stop_thrust.begins(run, who, wait, cause)
    for key, value in waits.granted(run.fight, who).items():
        states.set_counter(run, who, key, value)
    maneuver, variant = chosen.way
    if maneuver != REFLEX:
        states.set_maneuver(run, who, maneuver, variant, turn.allowances()[maneuver, variant].rule)


def _end(run: Run, who: str) -> None:
    states.lose(run, who, waits.WAIT)
    # What ends with a turn of its own has no turn to end with here.
    attack_action.forgets_foe(run, who)
    states.set_counter(run, who, turn.GRANTED, 0)
    stop_thrust.ends(run, who)


def _carry_out(run: Run, who: str, act: Act, said: dict[str, Argument]) -> None:
    if act.way == (REFLEX, ""):
        name = run.fight.world.creature(who).name
        told = text("{name} does what it has waited to do; the game master says what comes of it.", name=name)
        run.emit(Noted(who, told, "dfrpg.maneuver.wait.reflex_action"))
        return
    if act.kind is None or act.option is None:
        return
    action, before = Action(who, act.option.id, {**act.settled, **said}), run.fight
    try:
        act.kind.preview(before, action)
    except Refused as error:
        run.emit(Noted(who, error.refusal.text, error.refusal.rule))
        return
    act.kind.resolve(run, action)
    for after in AFTER:
        after(run, before, action)


# What can be done.


def firsts(fight: Fight, who: str, wait: Wait, cause: str) -> tuple[Act, ...]:
    """What a Wait can turn into now: an act of one of its manoeuvres, or first a move.

    Source: dfrpg.maneuver.wait.movement, dfrpg.maneuver.wait.stop_thrust
    """
    if wait.maneuver == waits.REFLEX:
        return (Act(REFLEX, text("Do it"), None, None, (REFLEX, ""), {}),)
    found: list[Act] = []
    for way in waits.ways(fight, who, wait):
        there = waits.imagined(fight, who, *way)
        found += acts(there, who, wait, *way, cause)
        if wait.trigger != waits.STOP_THRUST and waits.is_ready(there, who, wait) and _moves(there, who, way):
            title = text("{maneuver}: move first", maneuver=title_of(*way))
            found.append(Act(f"{way[1] or way[0]}.{MOVE}", title, None, None, way, {}))
    return tuple(found)


def acts(fight: Fight, who: str, wait: Wait, maneuver: str, variant: str, cause: str) -> tuple[Act, ...]:
    """What of the declared action can be done now, in a moment in which its manoeuvre is in force.

    Source: dfrpg.maneuver.wait.declaration
    """
    if maneuver not in waits.FIGHTING:
        return tuple(_task(fight, who, wait))
    found: list[Act] = []
    for kind in kinds.ALL:
        for id_ in _STRIKES:
            if id_ in kind.ids and (id_ != "feint" or "feint" in (maneuver, variant)):
                options = [one for one in kind.options(fight, who) if one.id == id_ and _meant(wait, one)]
                found += [_aimed(kind, one, (maneuver, variant), cause) for one in options]
    # Who is stopped by a thrust is the one that came.
    stops = wait.trigger == waits.STOP_THRUST
    return _named_apart(one for one in found if not stops or cause in one.settled.values())


def _meant(wait: Wait, option: Option) -> bool:
    """Whether an attack or a feint is made with what was declared; a feint names no weapon."""
    weapon, use = wait.means
    said = option.arguments
    named = option.id == "feint" or (said.get("weapon"), said.get("use", "")) == (weapon, use)
    return option.refusal is None and named


def _task(fight: Fight, who: str, wait: Wait) -> Iterator[Act]:
    for kind in kinds.ALL:
        if wait.act.partition(",")[0] not in kind.ids:
            continue
        for option in kind.options(fight, who):
            said = {} if option.refusal else _said(option, wait.act)
            if said is not None and option.refusal is None:
                left = tuple(one for one in option.needs if one.name not in said)
                settled = {**option.arguments, **said}
                yield Act(wait.maneuver, option.title, kind, option, (wait.maneuver, wait.variant), settled, left)


def _said(option: Option, act: str) -> dict[str, Argument] | None:
    """The arguments an act adds to those of its option, None when it is another act."""
    if waiting.act_of(option) == act:
        return {}
    for need in option.needs:
        if isinstance(need, NeedChoice):
            for one in need.choices:
                if waiting.act_of(option, **{need.name: one.id}) == act:
                    return {need.name: one.id}
    return None


def _aimed(kind: Kind, option: Option, way: tuple[str, str], cause: str) -> Act:
    """An option aimed at whoever set the Wait off, where it can be aimed at it."""
    settled: dict[str, Argument] = dict(option.arguments)
    left: list[Need] = []
    for need in option.needs:
        if isinstance(need, NeedCreature) and cause in need.ids:
            settled[need.name] = cause
        else:
            left.append(need)
    maneuver, variant = way
    # Ids are words: manoeuvre or kind, what is done when that is something else, and with what.
    parts = [variant or maneuver, *([] if option.id in (maneuver, "attack") else [option.id])]
    parts += [f"{name}_{one}" if isinstance(one, bool | int) else str(one) for name, one in option.arguments.items()]
    # The kind tells such answers apart, so it comes first.
    variety = VARIANTS.get(way)
    how = title_of(*way) if variety is None else text("{kind}, all out", kind=variety)
    title = composed("{maneuver}: {what}", maneuver=how, what=option.title)
    return Act(".".join(parts), title, kind, option, way, settled, tuple(left))


def _named_apart(found: Iterable[Act]) -> tuple[Act, ...]:
    """The acts under ids that differ."""
    apart: dict[str, Act] = {}
    for one in found:
        apart.setdefault(one.id, one)
    return tuple(apart.values())


def _moves(fight: Fight, who: str, way: tuple[str, str]) -> tuple[Act, ...]:
    """Steps, runs and turns of the manoeuvre. Source: dfrpg.maneuver.wait.movement."""
    found: list[Act] = []
    for kind in kinds.ALL:
        if not set(_MOVES).isdisjoint(kind.ids):
            options = [one for one in kind.options(fight, who) if one.id in _MOVES and one.refusal is None]
            found += [Act(one.id, one.title, kind, one, way, dict(one.arguments), one.needs) for one in options]
    return _named_apart(found)


# Asking.


def _asked(
    run: Run, who: str, wait: Wait, found: tuple[Act, ...], cause: str
) -> tuple[Act | None, dict[str, Argument]]:
    """Which act, and what was said of it; None to go on waiting, which one who looks at nobody first cannot.

    Source: dfrpg.maneuver.wait.declaration, dfrpg.ranged.opportunity_fire
    """
    name = run.fight.world.creature(who).name
    title = text("{name} has waited for this. What does it do?", name=name)
    if cause:
        by = run.fight.world.creature(cause).name
        title = text("{who} does what {name} has waited for. What does {name} do?", name=name, who=by)
    usual = next((one for one in found if one.kind is not None or one.way == (REFLEX, "")), None)
    if wait.trigger == waits.COVER_AREA and not wait.checking and usual is not None:
        return usual, _arguments(usual, Action(who, usual.id))
    return _choice(run, who, cause, "wait", title, found, usual, Choice(HOLD, text("Go on waiting")))


def _asked_on(run: Run, who: str, found: tuple[Act, ...]) -> tuple[Act | None, dict[str, Argument]]:
    name = run.fight.world.creature(who).name
    title = text("What else does {name} do?", name=name)
    usual = next((one for one in found if one.option is not None and one.option.id not in _MOVES), None)
    return _choice(run, who, "", "wait_on", title, found, usual, Choice(DONE, text("That is all")))


def _choice(
    run: Run, who: str, cause: str, id_: str, title: Text, found: tuple[Act, ...], usual: Act | None, none: Choice
) -> tuple[Act | None, dict[str, Argument]]:
    previews = {one.id: preview for one in found if (preview := _previewed(run.fight, who, one, cause)) is not None}
    decision = Decision(
        who,
        id_,
        title,
        (*(Choice(one.id, one.title) for one in found), none),
        none.id if usual is None else usual.id,
        {one.id: one.open for one in found if one.open},
        previews,
    )
    answer = run.ask(decision)
    chosen = next((one for one in found if one.id == answer.id), None)
    return chosen, {} if chosen is None else _arguments(chosen, answer)


def _arguments(chosen: Act, answer: Action) -> dict[str, Argument]:
    """What was said of an act; the first that fits where nothing was said."""
    return {need.name: answer.arguments.get(need.name, _first(need)) for need in chosen.open}


def _first(need: Need) -> Argument:
    match need:
        case NeedCreature(ids=ids):
            return ids[0]
        case NeedSquare(squares=squares):
            return squares[0]
        case NeedChoice(choices=choices):
            return choices[0].id
        case NeedPath(costs=costs, paths=paths):
            return paths[min(costs, key=lambda one: costs[one])]
    return ""


def _previewed(fight: Fight, who: str, act: Act, cause: str) -> Preview | None:
    """What an act would probably do, and who may make use of it when it leaves no defence."""
    if act.kind is None or act.option is None or act.option.id in _MOVES:
        return None
    there = fight if fight.body(who).count(turn.GRANTED) else waits.imagined(fight, who, *act.way)
    said = {one.name: _first(one) for one in act.open}
    try:
        found = act.kind.preview(there, Action(who, act.option.id, {**act.settled, **said}))
    except Refused:
        return None
    meant = turn.allowances()[act.way]
    if meant.defenses != "none":
        return found
    foes = (cause,) if cause and fight.world.creature(cause).side != fight.world.creature(who).side else ()
    return replace(found, reactions=(*found.reactions, *foes), notes=(*found.notes, defense_words(meant)))
