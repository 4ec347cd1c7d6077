"""The rules of Pathfinder 2e between fights, put together from what a party can do in a camp."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from tactics.core.text import Named, text
from tactics.rules.action import Action, Badge, Option, Preview, Refusal, Refused, Resource
from tactics.rules.event import Began, Noted, RoundBegan, TurnBegan
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.camp import carrying, time
from tactics.rulesets.pf2e.camp.exploring import EXPLORING, JOURNEY, Explore, SetOut
from tactics.rulesets.pf2e.camp.heroes import HeroPoints
from tactics.rulesets.pf2e.camp.resting import Prepare, Rest, TenMinutes
from tactics.rulesets.pf2e.camp.treating import TreatWounds
from tactics.rulesets.pf2e.fight import kinds, order, turn_end
from tactics.rulesets.pf2e.fight.book import Pf2eFighting
from tactics.rulesets.pf2e.fight.kinds import Kind
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight, Slot
from tactics.world.world import World

KINDS: list[Kind] = [TreatWounds(), Explore(), HeroPoints(), TenMinutes(), Rest(), Prepare(), SetOut()]
"""Everything a party can do in a camp, in the order it is shown."""
_ROUNDS_A_STRETCH = 100


class Pf2eCamp:
    """Between fights by Pathfinder 2e; see `tactics.rules.resting.Resting`."""

    def __init__(self) -> None:
        self._fights = Pf2eFighting()

    def prepare(self, world: World) -> Fight:
        """A camp of everybody on the board, as fresh as their stat blocks.

        Raises:
            ProblemError: a creature has no sheet, or a bad one.
        """
        return self._fights.prepare(world)

    def camp(self, after: Fight, miles: int, terrain: str) -> Fight:
        """The camp of the side that won a fight. Source: pf2e.mode.kinds."""
        return carrying.camp_of(after, miles, terrain)

    def carried(self, camp: Fight, fresh: Fight) -> Fight:
        """The next fight with what the party brings along."""
        return carrying.carried(camp, fresh)

    def clock(self, camp: Fight) -> int:
        """Minutes since the camp began."""
        return time.minutes(camp)

    def begin(self, run: Run) -> None:
        """Let what the fight left behind run out, then give everybody the word.

        Source: pf2e.mode.kinds, pf2e.dying.recovery_check, pf2e.damage.persistent
        """
        slots = tuple(Slot(who, 0, -number) for number, who in enumerate(run.fight.bodies))
        run.emit(Began(slots))
        run.emit(RoundBegan(1))
        living = next((number for number, slot in enumerate(slots) if not run.fight.body(slot.who).out), None)
        if living is None:
            return
        run.emit(TurnBegan(living))
        for who in time.members(run.fight):
            _run_out(run, who)

    def called(self, fight: Fight, item: str) -> Named:
        """What players call a thing."""
        return self._fights.called(fight, item)

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """Whether a creature is free in this stretch, and its Hero Points."""
        body = fight.body(who)
        most = int(table("fight")["hero_points"]["most"])
        free = Resource(time.BUSY, text("Free"), 0 if body.count(time.BUSY) or body.out else 1, 1)
        return (free, Resource("hero_points", text("Hero Points"), body.count("hero_points"), most))

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
        hidden = (JOURNEY, EXPLORING)
        return tuple(one for one in self._fights.badges(fight, who) if one.id not in hidden)

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
            raise Refused(Refusal(text("Nobody is called {name}.", name=action.who), "pf2e.mode.kinds"))
        kind.resolve(run, action)


def _kind(action: Action) -> Kind:
    for kind in KINDS:
        if action.id in kind.ids:
            return kind
    raise Refused(Refusal(text("There is no action {action}.", action=action.id), "pf2e.action.long_activity"))


def _run_out(run: Run, who: str) -> None:
    """Rounds of one who is still dying or takes persistent damage, until that is over or ten minutes have gone by."""
    for _ in range(_ROUNDS_A_STRETCH):
        body = run.fight.body(who)
        if body.out or not (body.has("dying") or body.has("persistent")):
            return
        for step in (*order.START_STEPS, *turn_end.STEPS):
            if not run.fight.body(who).out:
                step(run, who)
    run.emit(Noted(who, text("It does not end by itself."), "pf2e.damage.persistent"))
