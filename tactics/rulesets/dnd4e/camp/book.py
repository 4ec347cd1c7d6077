"""The rules of D&D 4e between fights, put together from what a party can do in a camp."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from tactics.core.text import Named, text
from tactics.rules.action import Action, Badge, Option, Preview, Refusal, Refused, Resource
from tactics.rules.event import Began, RoundBegan, TurnBegan
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.camp import aftermath, carrying, time
from tactics.rulesets.dnd4e.camp.leaving import JOURNEY, SetOut
from tactics.rulesets.dnd4e.camp.resting import Rest, SpendSurge
from tactics.rulesets.dnd4e.fight import harm, kinds, turn
from tactics.rulesets.dnd4e.fight.book import Dnd4eFighting
from tactics.rulesets.dnd4e.fight.kinds import Kind
from tactics.world.fight import Fight, Slot
from tactics.world.world import World

KINDS: list[Kind] = [SpendSurge(), Rest(), SetOut()]
"""Everything a party can do in a camp, in the order it is shown."""


class Dnd4eCamp:
    """Between fights by D&D 4e; see `tactics.rules.resting.Resting`."""

    def __init__(self) -> None:
        self._fights = Dnd4eFighting()

    def prepare(self, world: World) -> Fight:
        """A camp of everybody on the board, as fresh as their stat blocks.

        Raises:
            ProblemError: a creature has no sheet, or a bad one.
        """
        return self._fights.prepare(world)

    def camp(self, after: Fight, miles: int, terrain: str) -> Fight:
        """The camp of the side that won a fight. Source: dnd4e.hp.rest."""
        return carrying.camp_of(after, miles, terrain)

    def carried(self, camp: Fight, fresh: Fight) -> Fight:
        """The next fight with what the party brings along."""
        return carrying.carried(camp, fresh)

    def clock(self, camp: Fight) -> int:
        """Minutes since the camp began."""
        return time.minutes(camp)

    def begin(self, run: Run) -> None:
        """Let what the fight left behind run out, count the encounter, and give everybody the word.

        Source: dnd4e.hp.rest, dnd4e.action.action_point
        """
        slots = tuple(Slot(who, 0, -number) for number, who in enumerate(run.fight.bodies))
        run.emit(Began(slots))
        run.emit(RoundBegan(1))
        living = next((number for number, slot in enumerate(slots) if not run.fight.body(slot.who).out), None)
        if living is None:
            return
        run.emit(TurnBegan(living))
        aftermath.run_out(run)
        for who in time.members(run.fight):
            aftermath.milestone(run, who)

    def called(self, fight: Fight, item: str) -> Named:
        """What players call a thing."""
        return self._fights.called(fight, item)

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """Healing surges and action points."""
        body = fight.body(who)
        points = body.count(turn.POINTS)
        return (
            Resource(harm.SURGES, text("Surges"), body.count(harm.SURGES), 0, "number"),
            Resource(turn.POINTS, text("Action points"), points, max(1, points)),
        )

    def options(self, fight: Fight, who: str) -> tuple[Option, ...]:
        """What a creature, or the party, can do now."""
        if fight.over or fight.body(who).out:
            return ()
        return tuple(option for kind in KINDS for option in kind.options(fight, who))

    def allowed(
        self, fight: Fight, who: str, *, ids: Collection[str] = (), groups: Collection[str] = ()
    ) -> tuple[Option, ...]:
        """What can be done now, of some actions and groups of them."""
        if fight.over or fight.body(who).out:
            return ()
        return kinds.allowed(KINDS, fight, who, ids, groups)

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        """Conditions of a creature; what the camp keeps for itself is left out."""
        return tuple(one for one in self._fights.badges(fight, who) if one.id != JOURNEY)

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """Nobody hides in a camp."""
        return MappingProxyType({})

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What an action would probably do."""
        return _kind(action).preview(fight, action)

    def resolve(self, run: Run, action: Action) -> None:
        """Carry an action out.

        Raises:
            Refused: the rules do not allow it.
        """
        kind = _kind(action)
        if action.who not in run.fight.bodies or run.fight.body(action.who).out:
            raise Refused(Refusal(text("Nobody is called {name}.", name=action.who), time.RULE))
        kind.resolve(run, action)


def _kind(action: Action) -> Kind:
    for kind in KINDS:
        if action.id in kind.ids:
            return kind
    raise Refused(Refusal(text("There is no action {action}.", action=action.id), time.RULE))
