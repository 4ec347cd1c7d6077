"""What every kind of action of the book offers; the fight puts the kinds together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Protocol

from tactics.rules.action import Action, Decision, Option, Preview, Refusal, Refused
from tactics.rules.event import Event
from tactics.rules.fighting import Run
from tactics.world.fight import Fight


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


GROUPS = ("attack", "power", "maneuver", "move", "defend", "item", "other", "turn")
"""The groups of actions, as the action bar knows them."""

ALL: list[Kind] = []
"""Every kind of action of the book; the fight puts them in."""


def allowed(
    among: Iterable[Kind], fight: Fight, who: str, ids: Collection[str], groups: Collection[str]
) -> tuple[Option, ...]:
    """What a creature may do now of some kinds, some actions and groups of them; other kinds are not asked."""
    return tuple(
        option
        for kind in among
        if not (set(ids).isdisjoint(kind.ids) and set(groups).isdisjoint(kind.groups))
        for option in kind.options(fight, who)
        if option.refusal is None and (option.id in ids or option.group in groups)
    )


def key_of(option: Option) -> str:
    """What tells an option apart from every other one of a creature: its action and what is settled of it."""
    return ",".join((option.id, *(f"{name}={value}" for name, value in sorted(option.arguments.items()))))


def offered(fight: Fight, who: str, ids: Iterable[str]) -> Iterator[tuple[Kind, Option]]:
    """Options of some actions, each with its kind."""
    wanted = frozenset(ids)
    for kind in ALL:
        if wanted.intersection(kind.ids):
            for option in kind.options(fight, who):
                if option.id in wanted:
                    yield kind, option


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
