"""What every kind of action of the book offers; the fight puts the kinds together."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from tactics.rules.action import Action, Option, Preview
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


ALL: list[Kind] = []
"""Every kind of action; the fight puts them in."""


def key_of(option: Option) -> str:
    """An option as one word: its id and its settled arguments."""
    return ",".join([option.id, *(f"{name}={value}" for name, value in sorted(option.arguments.items()))])


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
