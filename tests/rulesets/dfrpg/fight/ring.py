"""Fights of a few rows of text by the Dungeon Fantasy RPG, with fixed dice."""

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
from tactics.rulesets.dfrpg.fight.book import DfrpgFighting
from tactics.world.fight import Effect, Fight, Slot

BOOK = DfrpgFighting()
PLAIN: dict[str, Any] = {
    "st": 10,
    "dx": 12,
    "iq": 10,
    "ht": 10,
    "weapons": [{"id": "broadsword", "skill": 14, "hand": "main"}],
}


def sheet(**more: Any) -> dict[str, Any]:
    """A table ``combat``: ST 10, DX 12, IQ 10, HT 10, a broadsword at 14 in hand; Speed 5.5, Move 5, Dodge 8."""
    return {**PLAIN, **more}


def weapon(id: str, skill: int = 14, hand: str = "main", **more: Any) -> dict[str, Any]:
    """A weapon that is held."""
    return {"id": id, "skill": skill, "hand": hand, **more}


def fight(
    rows: str = "AT",
    sheets: Mapping[str, Mapping[str, Any]] | None = None,
    creatures: dict[str, Any] | None = None,
    effects: Mapping[str, Iterable[str | Effect]] | None = None,
    *,
    order: Iterable[str] = (),
    facing: Mapping[str, str] | None = None,
    **tables: Any,
) -> Fight:
    """The first turn of a fight: plain sheets unless said otherwise; "A" is a hero, all others are foes.

    Args:
        rows: the map.
        sheets: ``combat`` tables by creature.
        creatures: further tables of creatures.
        effects: effects by creature.
        order: who acts first.
        facing: where creatures look, by compass names; else towards the nearest enemy.
        tables: as for `kit.world`.
    """
    letters = sorted({one for one in rows if one.isalpha() and one.isupper()})
    named = {one: {"side": "heroes" if one == "A" else "foes", **(creatures or {}).get(one, {})} for one in letters}
    here = world(rows, ("dfrpg",), creatures=named, **tables)
    own, looks = dict(sheets or {}), dict(facing or {})

    def table(who: str) -> dict[str, Any]:
        found = dict(own.get(who, sheet()))
        return {**found, "facing": looks[who]} if who in looks else found

    bodies = tuple(replace(one, sheets=MappingProxyType({"dfrpg": table(one.id)})) for one in here.creatures)
    found = settled(BOOK.prepare(replace(here, creatures=bodies)))
    names = (*order, *(one for one in sorted(found.bodies) if one not in tuple(order)))
    slots = tuple(Slot(who, 20 - number) for number, who in enumerate(names))
    run = running(replace(found, order=slots, turn=0, round=1))
    for who, several in (effects or {}).items():
        for one in several:
            run.emit(EffectGained(who, Effect(one) if isinstance(one, str) else one))
    return run.fight


def running(moment: Fight, *faces: int, answers: tuple[str, ...] = ()) -> Playing:
    """An action about to be resolved with these faces, and answers such as "T dodge"."""
    return Playing(moment, (), [_answer(one) for one in answers], FixedDice(faces))


def act(moment: Fight, who: str, id: str, *faces: int, answers: tuple[str, ...] = (), **arguments: Any) -> Playing:
    """An action carried out: with exactly these faces and answers. A ``path`` is named by its squares."""
    run = running(moment, *faces, answers=answers)
    BOOK.resolve(run, Action(who, id, _arguments(arguments)))
    assert not list(run._answers), "an answer was not asked for"
    assert len([one for one in run.trace if isinstance(one, Roll)]) == len(faces), "not every die was rolled"
    return run


def chose(moment: Fight, who: str, maneuver: str, variant: str = "", *faces: int) -> Fight:
    """The moment after a figure has chosen its manoeuvre."""
    kinds: dict[str, Any] = {"variant": variant} if variant else {}
    return act(moment, who, "maneuver", *faces, maneuver=maneuver, **kinds).fight


def ended(moment: Fight, who: str, *faces: int) -> Fight:
    """The moment after a figure has ended its turn."""
    return act(moment, who, "end_turn", *faces).fight


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


def kept(parts: Iterable[Part]) -> list[int]:
    """Amounts of the parts that count."""
    return [one.amount for one in parts if one.kept]


def rules(parts: Iterable[Part]) -> set[str]:
    """Rules of the parts that count."""
    return {one.rule for one in parts if one.kept}


def with_counter(moment: Fight, who: str, key: str, value: int) -> Fight:
    """The moment with a counter set."""
    run = running(moment)
    run.emit(CounterSet(who, key, value))
    return run.fight


def with_hp(moment: Fight, who: str, hp: int) -> Fight:
    """The moment with other hit points."""
    run = running(moment)
    run.emit(HpChanged(who, "hp", hp - moment.body(who).hp))
    return run.fight


def way(names: str) -> tuple[Square, ...]:
    """A path by the names of its squares."""
    return tuple(map(parse_square, names.split()))


def _answer(words: str) -> Action:
    who, choice, *square = words.split()
    return Action(who, choice, {"square": parse_square(square[0])} if square else {})


def _arguments(given: dict[str, Any]) -> dict[str, Any]:
    squares = {"square": parse_square, "path": way}
    return {
        name: squares[name](one) if name in squares and isinstance(one, str) else one for name, one in given.items()
    }
