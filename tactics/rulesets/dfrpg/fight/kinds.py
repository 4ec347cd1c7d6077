"""What every kind of action of the book offers; the fight puts the kinds together."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from tactics.rules.action import Action, Option, Preview, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.world.fight import Fight


class Kind(Protocol):
    """One kind of action, or a family of them: a manoeuvre, an attack, a step ..."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The action ids it resolves."""

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of its options."""

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """What a figure could do of this kind now; what it cannot do now carries its refusal."""

    def resolve(self, run: Run, action: Action) -> None:
        """Carry an action of this kind out.

        Raises:
            Refused: the rules do not allow it; raised before any event is emitted.
        """

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What it would probably do."""


def refuse(why: Refusal | None) -> None:
    """Raise a refusal if there is one."""
    if why is not None:
        raise Refused(why)


def allowed(
    among: Iterable[Kind], fight: Fight, who: str, ids: Collection[str], groups: Collection[str]
) -> tuple[Option, ...]:
    """What a figure may do now of some kinds, some actions and groups of them; other kinds are not asked."""
    return tuple(
        option
        for kind in among
        if not (set(ids).isdisjoint(kind.ids) and set(groups).isdisjoint(kind.groups))
        for option in kind.options(fight, who)
        if option.refusal is None and (option.id in ids or option.group in groups)
    )
