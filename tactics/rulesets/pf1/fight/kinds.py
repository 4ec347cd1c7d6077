"""What every kind of action of the book offers; the fight puts the kinds together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
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


class Offering(ABC):
    """A kind that finds what is allowed without working out why the rest is refused."""

    @abstractmethod
    def offers(self, fight: Fight, who: str, *, refused: bool) -> Iterable[Option]:
        """What a creature could do of this kind now; what is refused may be left out unless it is wanted."""

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """What a creature could do of this kind now; what it cannot do now carries its refusal."""
        return self.offers(fight, who, refused=True)


def allowed(kind: Kind, fight: Fight, who: str) -> Iterable[Option]:
    """What a creature may do of a kind now."""
    found = kind.offers(fight, who, refused=False) if isinstance(kind, Offering) else kind.options(fight, who)
    return (one for one in found if one.refusal is None)
