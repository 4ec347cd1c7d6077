"""What turns have in common in all books: how they end, what runs out with them, and when the fight is decided."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

from tactics.core.text import text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import EffectGained, EffectLost, Ended
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.world.fight import Effect, Fight, Slot


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Ending the turn.

    Attributes:
        why_not: why a creature cannot end a turn now, None when it can.
        end: ends the turn of a creature and begins the next one.
    """

    why_not: Callable[[Fight, str], Refusal | None]
    end: Callable[[Run, str], None]

    @property
    def ids(self) -> tuple[str, ...]:
        """The one action."""
        return ("end_turn",)

    @property
    def groups(self) -> tuple[str, ...]:
        """What goes on with the turn."""
        return ("turn",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Always possible in one's own turn."""
        yield Option("end_turn", "turn", text("End turn"), text("ends the turn"), refusal=self.why_not(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """End the turn."""
        refuse(self.why_not(run.fight, action.who))
        self.end(run, action.who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()


def own_turn(fight: Fight, who: str, rule: str) -> Refusal | None:
    """Why a creature cannot do what belongs to its own turn, None when it can."""
    return None if fight.active == who else Refusal(text("It is not its turn."), rule)


def run_out(run: Run, who: str, effect: Effect) -> None:
    """Let an effect end with nothing else."""
    run.emit(EffectLost(who, effect))


def count_down(run: Run, anchor: str, of: str, end: Callable[[Run, str, Effect], None] = run_out) -> None:
    """Bring effects that end at the start or the end of a creature's turns one turn nearer to their end.

    Args:
        run: the action.
        anchor: "start" or "end".
        of: whose turns.
        end: lets an effect end whose last turn this is.
    """
    for who, body in run.fight.bodies.items():
        for effect in body.effects:
            if (effect.duration.anchor, effect.duration.of) != (anchor, of):
                continue
            if effect.duration.turns > 1:
                later = replace(effect.duration, turns=effect.duration.turns - 1)
                run.emit(EffectLost(who, effect))
                run.emit(EffectGained(who, replace(effect, duration=later)))
            else:
                end(run, who, effect)


def placed_before(order: Iterable[Slot], who: str, cause: str) -> tuple[Slot, ...]:
    """The order of turns with a creature just before another one, whose count it takes.

    Raises:
        StopIteration: the other one has no place in it.
    """
    others = [one for one in order if one.who != who]
    place = next(number for number, one in enumerate(others) if one.who == cause)
    own = Slot(who, others[place].initiative, others[place].tie + 1)
    return (*others[:place], own, *others[place:])


def decided(run: Run, sides: Collection[str]) -> bool:
    """End the fight when at most one side is left of those who can still fight; whether it is over."""
    if run.fight.over:
        return True
    if len(sides) > 1:
        return False
    run.emit(Ended(next(iter(sides), "nobody")))
    return True
