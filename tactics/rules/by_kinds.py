"""What the fights and camps of all books have in common: they are put together from kinds of actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tactics.core.problems import Problem, ProblemError
from tactics.core.text import Named, text
from tactics.rules.action import Action, Badge, Option, Preview, Refusal, Refused, Resource
from tactics.rules.camps import Passage
from tactics.rules.event import Began, RoundBegan, TurnBegan
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind, allowed
from tactics.world.creature import Creature
from tactics.world.edit import with_creature
from tactics.world.fight import Body, Fight, Item, Slot
from tactics.world.world import World


class ByKinds(ABC):
    """Options, previews and the way to the kind that carries an action out.

    Attributes:
        kinds: every kind of action, in the order of the action bar.
        turn_rule: rule of who acts, for what is refused to somebody unknown.
        action_rule: rule of what there is to do, for what is no action.
    """

    kinds: Sequence[Kind]
    turn_rule: str
    action_rule: str

    def __init__(self) -> None:
        self._of_id = {id_: kind for kind in reversed(self.kinds) for id_ in kind.ids}

    @abstractmethod
    def can_act(self, fight: Fight, who: str) -> bool:
        """Whether a creature can do anything."""

    @abstractmethod
    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """What a creature has left to spend."""

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """How a creature perceives the others; everybody is seen unless a book says otherwise."""
        return MappingProxyType({})

    def options(self, fight: Fight, who: str) -> tuple[Option, ...]:
        """Everything a creature can do now, and what it cannot do now with the reason."""
        if fight.over or not self.can_act(fight, who):
            return ()
        return tuple(option for kind in self.kinds for option in kind.options(fight, who))

    def allowed(
        self, fight: Fight, who: str, *, ids: Collection[str] = (), groups: Collection[str] = ()
    ) -> tuple[Option, ...]:
        """What a creature may do now, of some actions and groups of them."""
        if fight.over or not self.can_act(fight, who):
            return ()
        return tuple(allowed(self.kinds, fight, who, ids, groups))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What an action would probably do.

        Raises:
            Refused: the rules do not allow it.
        """
        kind = self.kind(action)
        if action.who not in fight.bodies:
            raise self.nobody(action)
        return kind.preview(fight, action)

    def kind(self, action: Action) -> Kind:
        """The kind that carries an action out.

        Raises:
            Refused: there is no action of the id.
        """
        found = self._of_id.get(action.id)
        if found is None:
            raise Refused(Refusal(text("There is no action {action}.", action=action.id), self.action_rule))
        return found

    def nobody(self, action: Action) -> Refused:
        """The refusal of an action of somebody who is not there, ready to raise."""
        return Refused(Refusal(text("Nobody is called {name}.", name=action.who), self.turn_rule))


@dataclass(frozen=True, slots=True)
class Course:
    """How fights go by a book.

    Attributes:
        begin: settles who acts when, and begins the first turn.
        can_act: whether a creature can do anything.
        resources: what is left of a creature's turn.
        end_turn: ends a creature's turn and begins the next one.
        finish: ends the fight if it is decided; whether it is over.
        badges: states to show on a creature.
    """

    begin: Callable[[Run], None]
    can_act: Callable[[Fight, str], bool]
    resources: Callable[[Fight, str], tuple[Resource, ...]]
    end_turn: Callable[[Run, str], None]
    finish: Callable[[Run], bool]
    badges: Callable[[Fight, str], tuple[Badge, ...]]


class FightByKinds(ByKinds):
    """Fights of a book; see `tactics.rules.fighting.Fighting`, which it is with the book's own methods.

    Attributes:
        system: id of the book.
        course: how its fights go.
    """

    system: str
    course: Course

    @abstractmethod
    def started(self, creature: Creature, world: World) -> tuple[Body, Creature]:
        """A creature as a fight begins.

        Raises:
            ProblemError: its sheet is missing or has faults.
        """

    @abstractmethod
    def things(self, creature: Creature) -> Iterable[Item]:
        """What a creature has as a fight begins."""

    @abstractmethod
    def thing_name(self, maker: Creature, kind: str) -> Named:
        """What a thing is called in the stat block of whoever it belonged to at first."""

    def can_act(self, fight: Fight, who: str) -> bool:
        """Whether a creature can do anything."""
        return self.course.can_act(fight, who)

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """What is left of a creature's turn."""
        return self.course.resources(fight, who)

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        """States to show on a creature."""
        return self.course.badges(fight, who)

    def begin(self, run: Run) -> None:
        """Settle who acts when, and begin the first turn."""
        self.course.begin(run)

    def finish(self, run: Run) -> bool:
        """End the fight if it is decided; whether it is over."""
        return self.course.finish(run)

    def end_turn(self, run: Run, who: str) -> None:
        """End a creature's turn and begin the next one."""
        self.course.end_turn(run, who)

    def before(self, run: Run, action: Action) -> None:
        """What comes before an action, or refuses it.

        Raises:
            Refused: the creature can do nothing of the kind; raised before any event is emitted.
        """
        return

    def follow(self, run: Run, before: Fight, action: Action) -> None:
        """What comes of an action besides, told the fight before it."""
        return

    def prepare(self, world: World) -> Fight:
        """A fight that has not begun.

        Raises:
            ProblemError: creatures without a sheet, or with a bad one, each named.
        """
        problems: list[Problem] = []
        bodies: dict[str, Body] = {}
        for creature in world.creatures:
            try:
                bodies[creature.id], own = self.started(creature, world)
            except ProblemError as error:
                problems += error.problems
                continue
            if own is not creature:
                world = with_creature(world, own)
        if problems:
            raise ProblemError(problems)
        items = {item.id: item for creature in world.creatures for item in self.things(creature)}
        return Fight(world, self.system, MappingProxyType(bodies), MappingProxyType(items))

    def called(self, fight: Fight, item: str) -> Named:
        """What players call a thing: its name in the stat block of whoever it belonged to at first."""
        maker, _, kind = item.rpartition(".")
        return self.thing_name(fight.world.creature(maker), kind)

    def resolve(self, run: Run, action: Action) -> None:
        """Carry an action out, and end the turn or the fight when nothing is left to do."""
        kind = self.kind(action)
        if action.who not in run.fight.bodies:
            raise self.nobody(action)
        before = run.fight
        self.before(run, action)
        kind.resolve(run, action)
        self.follow(run, before, action)
        active = run.fight.active
        if not self.finish(run) and active and not self.can_go_on(run.fight, active):
            self.end_turn(run, active)

    def can_go_on(self, fight: Fight, who: str) -> bool:
        """Whether one whose turn it is can go on with it."""
        return self.can_act(fight, who)


class CampByKinds(ByKinds):
    """Time between fights by a book; see `tactics.rules.resting.Resting`, which it is with the book's own methods.

    Attributes:
        hidden: ids of effects that a camp keeps for itself.
        passage: what comes into a camp and out of it.
    """

    hidden: Collection[str] = ()
    passage: Passage

    def __init__(self, fights: FightByKinds) -> None:
        super().__init__()
        self._fights = fights

    @abstractmethod
    def stretch_minutes(self) -> int:
        """Minutes of one stretch of time; `Fight.round` of a camp counts them, from 1 on."""

    @abstractmethod
    def settle(self, run: Run) -> None:
        """Let what the fight left behind run out."""

    def can_act(self, fight: Fight, who: str) -> bool:
        """Whether a creature is left."""
        return not fight.body(who).out

    def camp(self, after: Fight, miles: int, terrain: str) -> Fight:
        """The camp of the side that won a fight."""
        return self.passage.camp_of(after, miles, terrain)

    def carried(self, camp: Fight, fresh: Fight) -> Fight:
        """The next fight with what the party brings along."""
        return self.passage.carried(camp, fresh)

    def clock(self, camp: Fight) -> int:
        """Minutes since the camp began."""
        return (camp.round - 1) * self.stretch_minutes()

    def prepare(self, world: World) -> Fight:
        """A camp of everybody on the board, as fresh as their stat blocks.

        Raises:
            ProblemError: a creature has no sheet, or a bad one.
        """
        return self._fights.prepare(world)

    def begin(self, run: Run) -> None:
        """Let what the fight left behind run out, then give everybody the word."""
        slots = tuple(Slot(who, 0, -number) for number, who in enumerate(run.fight.bodies))
        run.emit(Began(slots))
        run.emit(RoundBegan(1))
        living = next((number for number, slot in enumerate(slots) if not run.fight.body(slot.who).out), None)
        if living is not None:
            run.emit(TurnBegan(living))
            self.settle(run)

    def called(self, fight: Fight, item: str) -> Named:
        """What players call a thing."""
        return self._fights.called(fight, item)

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        """Conditions of a creature; what the camp keeps for itself is left out."""
        return tuple(one for one in self._fights.badges(fight, who) if one.id not in self.hidden)

    def resolve(self, run: Run, action: Action) -> None:
        """Carry an action out.

        Raises:
            Refused: the rules do not allow it.
        """
        kind = self.kind(action)
        if action.who not in run.fight.bodies or run.fight.body(action.who).out:
            raise self.nobody(action)
        kind.resolve(run, action)
