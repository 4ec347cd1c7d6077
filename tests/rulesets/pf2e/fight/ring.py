"""Fights of a few rows of text by Pathfinder 2e, with fixed dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from kit import world

from tactics.core.dice import FixedDice, Roll
from tactics.core.lattice import Square, parse_square
from tactics.engine.reduce import settled
from tactics.engine.run import Playing, Waiting
from tactics.rules.action import Action, Decision, Option, Refused
from tactics.rules.event import CounterSet, EffectGained, Event, HpChanged, Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight.book import Pf2eFighting
from tactics.rulesets.pf2e.fight.turn import ACTED, ACTIONS, REACTION
from tactics.world.fight import Effect, Fight, Slot

BOOK = Pf2eFighting()
HERO = {"side": "heroes"}
FOE = {"side": "foes"}
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
PLAIN: dict[str, Any] = {"level": 1, "hp": 20, "kind": "ordinary"}


def sheet(**more: Any) -> dict[str, Any]:
    """A table ``combat`` of level 1 with 20 hit points; ability modifiers by name, everything else as its keys."""
    abilities = {key: more.pop(key) for key in tuple(more) if key in ABILITIES}
    return {**PLAIN, "abilities": abilities, **more}


def weapon(id: str, hand: str = "main", **more: Any) -> dict[str, Any]:
    """A weapon that is held."""
    return {"id": id, "hand": hand, **more}


def fight(
    rows: str = "AT",
    sheets: Mapping[str, Mapping[str, Any]] | None = None,
    creatures: dict[str, Any] | None = None,
    effects: Mapping[str, Iterable[str | Effect]] | None = None,
    *,
    order: Iterable[str] = (),
    **tables: Any,
) -> Fight:
    """The first turn of a fight: plain sheets unless said otherwise; "A" is a hero, all others are foes.

    Args:
        rows: the map.
        sheets: ``combat`` tables by creature.
        creatures: further tables of creatures.
        effects: effects by creature.
        order: who acts first; everybody has had a turn and has a reaction.
        tables: as for `kit.world`.
    """
    letters = sorted({one for one in rows if one.isalpha() and one.isupper()})
    named = {one: {"side": "heroes" if one == "A" else "foes", **(creatures or {}).get(one, {})} for one in letters}
    here = world(rows, ("pf2e",), creatures=named, **tables)
    own = dict(sheets or {})
    bodies = tuple(
        replace(one, sheets=MappingProxyType({"pf2e": dict(own.get(one.id, sheet()))})) for one in here.creatures
    )
    found = settled(BOOK.prepare(replace(here, creatures=bodies)))
    names = (*order, *(one for one in sorted(found.bodies) if one not in tuple(order)))
    slots = tuple(Slot(who, 20 - number) for number, who in enumerate(names))
    run = running(replace(found, order=slots, turn=0, round=1))
    for who in found.bodies:
        run.emit(CounterSet(who, REACTION, 1))
        run.emit(CounterSet(who, ACTED, 1))
        points = own.get(who, {}).get("hero_points", 0)
        if points:
            run.emit(CounterSet(who, "hero_points", points))
    run.emit(CounterSet(names[0], ACTIONS, 3))
    for who, several in (effects or {}).items():
        for one in several:
            run.emit(EffectGained(who, Effect(one) if isinstance(one, str) else one))
    return run.fight


def running(moment: Fight, *faces: int, answers: tuple[str, ...] = ()) -> Playing:
    """An action about to be resolved with these faces, and answers such as "T decline"."""
    return Playing(moment, (), [_answer(one) for one in answers], FixedDice(faces))


def act(moment: Fight, who: str, id: str, *faces: int, answers: tuple[str, ...] = (), **arguments: Any) -> Playing:
    """An action carried out: with exactly these faces and answers. A ``path`` is named by its squares."""
    run = running(moment, *faces, answers=answers)
    BOOK.resolve(run, Action(who, id, _arguments(arguments)))
    assert not list(run._answers), "an answer was not asked for"
    assert len([one for one in run.trace if isinstance(one, Roll)]) == len(faces), "not every die was rolled"
    return run


def asked(moment: Fight, who: str, id: str, *faces: int, answers: tuple[str, ...] = (), **arguments: Any) -> Decision:
    """The decision an action waits for, after some answers."""
    run = running(moment, *faces, answers=answers)
    try:
        BOOK.resolve(run, Action(who, id, _arguments(arguments)))
    except Waiting as waiting:
        return waiting.decision
    raise AssertionError("nobody was asked")


def refused(moment: Fight, who: str, id: str, **arguments: Any) -> str:
    """The rule that refuses an action, "" when it goes as far as a decision or a roll."""
    try:
        BOOK.resolve(running(moment, *([1] * 60)), Action(who, id, _arguments(arguments)))
    except Refused as error:
        return error.refusal.rule
    except Waiting:
        return ""
    return ""


def options(moment: Fight, who: str, id: str, *, possible: bool = True) -> list[Option]:
    """What is offered of a kind of action."""
    found = [one for one in BOOK.options(moment, who) if one.id == id]
    return [one for one in found if one.refusal is None] if possible else found


def where(moment: Fight, who: str) -> str:
    """The square a creature stands on."""
    return str(moment.world.creature(who).space.anchor)


def happened(run: Run) -> list[Event]:
    """The events so far."""
    assert isinstance(run, Playing)
    return [one for one in run.trace if not isinstance(one, Roll)]


def rolled(run: Run, purpose: str) -> list[Rolled]:
    """The rolls for a purpose."""
    return [one for one in happened(run) if isinstance(one, Rolled) and one.purpose == purpose]


def noted(run: Run) -> list[str]:
    """Rules of what was told."""
    return [one.rule for one in happened(run) if isinstance(one, Noted)]


def lost(run: Run, who: str, pool: str = "hp") -> int:
    """How much a pool of hit points lost in all."""
    return -sum(one.by for one in happened(run) if isinstance(one, HpChanged) and (one.who, one.pool) == (who, pool))


def value(moment: Fight, who: str, condition: str) -> int | None:
    """Highest value of a condition, None without it."""
    return max((one.value for one in moment.body(who).effects if one.id == condition), default=None)


def kept(parts: Iterable[Part]) -> list[int]:
    """Amounts of the parts that count."""
    return [one.amount for one in parts if one.kept]


def rules(parts: Iterable[Part]) -> set[str]:
    """Rules of the parts that count."""
    return {one.rule for one in parts if one.kept}


def way(names: str) -> tuple[Square, ...]:
    """A path by the names of its squares."""
    return tuple(map(parse_square, names.split()))


def _answer(words: str) -> Action:
    who, choice = words.split()
    return Action(who, choice)


def _arguments(given: dict[str, Any]) -> dict[str, Any]:
    return {name: way(one) if name == "path" else one for name, one in given.items()}
