"""A camp as the window plays it: who is looked at, what is being aimed. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.engine.battle import resting_of
from tactics.rules.event import Began, Event, RoundBegan, TurnBegan
from tactics.rules.resting import Resting
from tactics.ui.fight_session import FightSession
from tactics.world.creature import Creature


@dataclass(slots=True)
class CampSession(FightSession):
    """A camp, and the player in front of it; everybody in it may act at any time.

    Attributes:
        chosen: id of the creature whose options are shown, "" for the first.
    """

    chosen: str = ""

    @property
    def rules(self) -> Resting:
        """The rules between fights."""
        return resting_of(self.battle.header.system)

    @property
    def party(self) -> tuple[Creature, ...]:
        """Everybody in the camp, the dead included."""
        return self.fight.world.creatures

    @property
    def mover(self) -> str:
        """Id of the creature asked, else of the one that was chosen."""
        if self.decision is not None:
            return self.decision.who
        return self.chosen or self.fight.active

    def look_to(self, step: int) -> None:
        """Choose the next or previous member that is alive."""
        alive = [one.id for one in self.party if not self.fight.body(one.id).out]
        if alive and self.decision is None:
            at = alive.index(self.mover) if self.mover in alive else 0
            self.choose_member(alive[(at + step) % len(alive)])

    def choose_member(self, who: str) -> None:
        """Show the options of a member, or name it for what is being aimed."""
        if self.aim is not None:
            self.name(who)
        elif not self.fight.body(who).out and self.decision is None:
            self.chosen, self.message = who, None

    def told(self) -> tuple[Event, ...]:
        """What happened; stretches of time have words of their own."""
        return tuple(one for one in self.battle.events if not isinstance(one, Began | RoundBegan | TurnBegan))

    def clock_minutes(self) -> int:
        """Minutes since the camp began."""
        return self.rules.clock(self.fight)
