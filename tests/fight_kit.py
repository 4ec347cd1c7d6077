"""Actions of small fights with fixed dice and answers, by any book, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from kit import world

from tactics.core.dice import FixedDice, Roll
from tactics.core.lattice import Square, parse_square
from tactics.engine.reduce import settled
from tactics.engine.run import Playing, Waiting
from tactics.rules.action import Action, Decision, Need, Option, Refused
from tactics.rules.event import EffectGained, Event, HpChanged, Noted, Part, Rolled
from tactics.rules.fighting import Fighting, Run
from tactics.world.fight import Effect, Fight, Slot

Kind = TypeVar("Kind", bound=Need)
HERO = {"side": "heroes"}
FOE = {"side": "foes"}


@dataclass(frozen=True, slots=True)
class Ring:
    """A place to fight in by one book.

    Attributes:
        book: its rules.
        every_face: every face that is given must be rolled.
    """

    book: Fighting
    every_face: bool = True

    def act(
        self, moment: Fight, who: str, id: str, *faces: int, answers: tuple[str, ...] = (), **arguments: Any
    ) -> Playing:
        """An action carried out: with exactly these faces and answers. Paths and squares are given by their names."""
        run = running(moment, *faces, answers=answers)
        self.book.resolve(run, Action(who, id, _arguments(arguments)))
        assert not list(run._answers), "an answer was not asked for"
        thrown = len([one for one in run.trace if isinstance(one, Roll)])
        assert thrown == len(faces) or not self.every_face, "not every die was rolled"
        return run

    def asked(
        self, moment: Fight, who: str, id: str, *faces: int, answers: tuple[str, ...] = (), **arguments: Any
    ) -> Decision:
        """The decision an action waits for, after some answers."""
        run = running(moment, *faces, answers=answers)
        try:
            self.book.resolve(run, Action(who, id, _arguments(arguments)))
        except Waiting as waiting:
            return waiting.decision
        raise AssertionError("nobody was asked")

    def refused(self, moment: Fight, who: str, id: str, **arguments: Any) -> str:
        """The rule that refuses an action, "" when it goes as far as a decision or a roll."""
        try:
            self.book.resolve(running(moment, *([1] * 60)), Action(who, id, _arguments(arguments)))
        except Refused as error:
            return error.refusal.rule
        except Waiting:
            return ""
        return ""

    def options(self, moment: Fight, who: str, id: str, *, possible: bool = True) -> list[Option]:
        """What is offered of a kind of action."""
        found = [one for one in self.book.options(moment, who) if one.id == id]
        return [one for one in found if one.refusal is None] if possible else found

    def first_turn(
        self,
        system: str,
        rows: str,
        table: Callable[[str], Mapping[str, Any]],
        creatures: Mapping[str, Any] | None = None,
        order: Iterable[str] = (),
        **tables: Any,
    ) -> Fight:
        """A fight in the first turn of its first round: "A" is a hero, all others are foes.

        Args:
            system: id of the book.
            rows: the map.
            table: the ``combat`` table of a creature.
            creatures: further tables of creatures.
            order: who acts first.
            tables: as for `kit.world`.
        """
        letters = sorted({one for one in rows if one.isalpha() and one.isupper()})
        named = {one: {"side": "heroes" if one == "A" else "foes", **(creatures or {}).get(one, {})} for one in letters}
        here = world(rows, (system,), creatures=named, **tables)
        bodies = tuple(replace(one, sheets=MappingProxyType({system: dict(table(one.id))})) for one in here.creatures)
        found = settled(self.book.prepare(replace(here, creatures=bodies)))
        names = (*order, *(one for one in sorted(found.bodies) if one not in tuple(order)))
        slots = tuple(Slot(who, 20 - number) for number, who in enumerate(names))
        return replace(found, order=slots, turn=0, round=1)


def weapon(id: str, hand: str = "main", **more: Any) -> dict[str, Any]:
    """A weapon of a stat block that is held."""
    return {"id": id, "hand": hand, **more}


def need_of(option: Option, kind: type[Kind], place: int = 0) -> Kind:
    """What is to be named for an option, by its place there, which is of a kind that is known here."""
    need = option.needs[place]
    assert isinstance(need, kind)
    return need


def running(moment: Fight, *faces: int, answers: tuple[str, ...] = ()) -> Playing:
    """An action about to be resolved with these faces, and answers: "T decline", "T dodge_retreat C3 facing=kept"."""
    return Playing(moment, (), [_answer(one) for one in answers], FixedDice(faces))


def with_effects(run: Playing, effects: Mapping[str, Iterable[str | Effect]] | None) -> Fight:
    """The moment with effects by creature."""
    for who, several in (effects or {}).items():
        for one in several:
            run.emit(EffectGained(who, Effect(one) if isinstance(one, str) else one))
    return run.fight


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


_READING: Mapping[str, Callable[[str], Any]] = {"path": way, "square": parse_square}


def _answer(words: str) -> Action:
    who, choice, *rest = words.split()
    named = dict(one.split("=") if "=" in one else ("square", one) for one in rest)
    return Action(who, choice, _arguments(named))


def _arguments(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _READING.get(name, str)(one) if isinstance(one, str) else one for name, one in given.items()}
