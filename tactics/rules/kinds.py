"""Kinds of actions: what a book puts its fighting rules together from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from typing import Protocol

from tactics.rules.action import Action, Decision, Option, Preview, Refusal, Refused
from tactics.rules.event import Event
from tactics.rules.fighting import Run
from tactics.world.fight import Fight

GROUPS = ("attack", "power", "maneuver", "move", "defend", "item", "other", "turn")
"""The groups of actions, as the action bar knows them."""


class Kind(Protocol):
    """One kind of action, or a family of them: attack, move, charge, trip ..."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The action ids it resolves."""

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of its options."""

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """What a creature could do of this kind now; what it cannot do now carries its refusal."""

    def resolve(self, run: Run, action: Action) -> None:
        """Carry an action of this kind out.

        Raises:
            Refused: the rules do not allow it; raised before any event is emitted.
        """

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What it would probably do."""


class Offering(ABC):
    """A kind that finds what is allowed without working out why the rest is refused."""

    @abstractmethod
    def offers(self, fight: Fight, who: str, *, refused: bool) -> Iterable[Option]:
        """What a creature could do of this kind now; what is refused may be left out unless it is wanted."""

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """What a creature could do of this kind now; what it cannot do now carries its refusal."""
        return self.offers(fight, who, refused=True)


def kinds_of(among: Iterable[Kind], ids: Collection[str], groups: Collection[str]) -> tuple[Kind, ...]:
    """The kinds that may offer some action, or one of some group."""
    return tuple(one for one in among if not (set(ids).isdisjoint(one.ids) and set(groups).isdisjoint(one.groups)))


def allowed(
    among: Iterable[Kind], fight: Fight, who: str, ids: Collection[str], groups: Collection[str]
) -> Iterator[Option]:
    """What a creature may do now of some actions and groups of them; kinds that offer none of them are not asked."""
    for kind in kinds_of(among, ids, groups):
        found = kind.offers(fight, who, refused=False) if isinstance(kind, Offering) else kind.options(fight, who)
        for option in found:
            if option.refusal is None and (option.id in ids or option.group in groups):
                yield option


def offered(among: Iterable[Kind], fight: Fight, who: str, ids: Collection[str]) -> Iterator[tuple[Kind, Option]]:
    """Options of some actions, each with its kind."""
    for kind in kinds_of(among, ids, ()):
        for option in kind.options(fight, who):
            if option.id in ids:
                yield kind, option


def key_of(option: Option) -> str:
    """What tells an option apart from every other one of a creature: its action and what is settled of it."""
    return ",".join((option.id, *(f"{name}={value}" for name, value in sorted(option.arguments.items()))))


def refuse(why: Refusal | None) -> None:
    """Raise a refusal if there is one.

    Raises:
        Refused: there is one.
    """
    if why is not None:
        raise Refused(why)


def refusal_of(kind: Kind, fight: Fight, action: Action) -> Refusal | None:
    """Why an action would be refused, None when it would begin; nothing is rolled."""
    try:
        kind.resolve(_Trial(fight), action)
    except Refused as refused:
        return refused.refusal
    except _Began:
        pass
    return None


class _Began(Exception):  # noqa: N818 - what was looked for
    """An action got as far as its first event, die or question."""


class _Trial:
    """A run that ends where an action begins to do something."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight

    def emit(self, event: Event) -> None:
        """Something would happen."""
        raise _Began

    def roll(self, sides: int) -> int:
        """A die would be rolled."""
        raise _Began

    def ask(self, decision: Decision) -> Action:
        """Somebody would be asked."""
        raise _Began
