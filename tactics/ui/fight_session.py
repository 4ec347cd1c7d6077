"""A fight as the window plays it: whose turn it is, what is being aimed, what waits for an answer. No pygame here."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tactics.ai.opponent import Opponent
from tactics.core.dice import HandDice, NoFace
from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.core.text import Text, as_words, listed, text
from tactics.engine.answers import fits
from tactics.engine.battle import Battle
from tactics.engine.campaign import has_camp
from tactics.render.tokens import NO_STATES, NOBODY, SENSED
from tactics.rules.action import (
    Action,
    Argument,
    Decision,
    Need,
    NeedChoice,
    NeedPath,
    Option,
    Preview,
    Refusal,
    Refused,
)
from tactics.rules.event import Event
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.rules.vocabulary import SIDES
from tactics.ui.aim import Aim
from tactics.ui.point_of_view import Knowledge, hidden_from, viewers
from tactics.ui.stance import states_of
from tactics.world.edit import moved
from tactics.world.fight import Fight
from tactics.world.world import World


@dataclass(slots=True)
class FightSession:
    """A battle, and the player in front of it.

    Attributes:
        battle: the fight.
        computer: sides played by the computer.
        aim: the option being aimed, None for none.
        seen: number of events shown while the fight is looked back at, None for the present.
        message: why something was refused last, None for nothing.
        wanted_sides: sides of a die that has to be rolled by hand, 0 for none.
        showing: whether `seen` only goes along what just happened.
        all_shown: the game master's view, which keeps nothing back.
        via: the beginning of a way that the player lays himself, from the mover's own square on; () for none.
    """

    battle: Battle
    computer: frozenset[str] = frozenset()
    aim: Aim | None = None
    seen: int | None = None
    message: Text | None = None
    wanted_sides: int = 0
    showing: bool = False
    all_shown: bool = False
    via: tuple[Square, ...] = ()
    _waiting: Action | None = None
    _past: tuple[Fight, int, Fight] | None = None
    _opponent: Opponent = field(default_factory=Opponent)
    _leads: tuple[Fight, bool] | None = None
    _hidden: tuple[Hashable, Mapping[str, str]] = (None, NOBODY)
    _states: tuple[Fight | None, Mapping[str, tuple[str, ...]]] = (None, NO_STATES)
    _knowledge: dict[frozenset[str], Knowledge] = field(default_factory=dict)

    @classmethod
    def of(cls, battle: Battle) -> FightSession:
        """A session in which the computer plays every side but the first."""
        sides = tuple(dict.fromkeys(one.side for one in battle.fight.world.creatures))
        session = cls(battle, frozenset(sides[1:]))
        if not battle.begun:
            session.resume()
        return session

    def check(self) -> None:
        """Find out whether a loaded fight can be gone on with.

        Raises:
            ProblemError: its system has no rules for fights, or they do not play it as they did.
        """
        fighting, decision = self.battle.fighting, self.battle.decision
        if decision is None and self.battle.fight.active:
            fighting.options(self.battle.fight, self.battle.fight.active)

    # Looking.

    @property
    def fight(self) -> Fight:
        """The state that is shown."""
        if self.seen is None:
            return self.battle.fight
        key = (self.battle.fight, self.seen)
        if self._past is None or self._past[:2] != key:
            self._past = (*key, self.battle.at(self.seen))
        return self._past[2]

    @property
    def decision(self) -> Decision | None:
        """What waits for an answer."""
        return self.battle.decision if self.seen is None else None

    @property
    def mover(self) -> str:
        """Id of the creature somebody has to act for: the one asked, else the one whose turn it is."""
        return self.decision.who if self.decision is not None else self.fight.active

    @property
    def hidden(self) -> Mapping[str, str]:
        """Who is not plainly seen at the moment shown: "sensed", "unseen" or "unnoticed" by id; nobody for those who
        may know everything.
        """
        fight, several = self.fight, viewers(self.fight, self.mover, self.computer)
        key = (fight, several, self.all_shown)
        if self._hidden[0] != key:
            found = NOBODY if self.all_shown else hidden_from(self.battle.fighting, fight, several)
            self._hidden = key, found
        return self._hidden[1]

    def knows_place(self, who: str) -> bool:
        """Whether the player may know where a creature is."""
        return self.hidden.get(who, SENSED) == SENSED

    def veiled(self, number: int) -> frozenset[str]:
        """Ids of those who are not named in the story of an event, by its number."""
        return frozenset() if self.all_shown else self._known().veiled(number)

    @property
    def kept_from(self) -> frozenset[str]:
        """Sides whose secrets the story keeps: those the computer plays, or all but that of the one who acts."""
        mover = self.battle.fight.active
        if not mover or self.is_computer(mover):
            return self.computer
        own = self.battle.fight.world.creature(mover).side
        return frozenset(one.side for one in self.battle.fight.world.creatures) - {own}

    def _known(self) -> Knowledge:
        sides = self.kept_from
        if sides not in self._knowledge:
            self._knowledge[sides] = Knowledge(self.battle, sides)
        return self._knowledge[sides]

    @property
    def over(self) -> bool:
        """Whether the fight has ended."""
        return bool(self.battle.fight.over)

    @property
    def computer_sides(self) -> Text | str:
        """The sides the computer plays, in words."""
        return listed([as_words(SIDES, side) for side in sorted(self.computer)]) if self.computer else "–"

    @property
    def leads_on(self) -> bool:
        """Whether the fight was won and a camp follows.

        Raises:
            ProblemError: the chain of scenarios is broken.
        """
        if not self.over:
            return False
        if self._leads is None or self._leads[0] is not self.battle.fight:
            self._leads = self.battle.fight, has_camp(self.battle)
        return self._leads[1]

    @property
    def states(self) -> Mapping[str, tuple[str, ...]]:
        """Ids of the states to show on each creature at the moment shown."""
        fight, rules = self.fight, self.battle.fighting
        if self._states[0] is not fight:
            self._states = fight, {who: states_of(fight, who, rules.badges(fight, who)) for who in fight.bodies}
        return self._states[1]

    def is_computer(self, who: str) -> bool:
        """Whether the computer plays a creature."""
        return bool(who) and self.battle.fight.world.creature(who).side in self.computer

    def options(self) -> tuple[Option, ...]:
        """What the creature whose turn it is could do."""
        if self.seen is not None or self.decision is not None or self.over or self.is_computer(self.mover):
            return ()
        return self.battle.options(self.mover) if self.mover else ()

    def events(self) -> tuple[Event, ...]:
        """Everything that happened up to the moment shown."""
        return self.battle.events if self.seen is None else self.battle.events[: self.seen]

    def told(self) -> tuple[Event, ...]:
        """The events of the story, whatever moment is shown; in place of those the player knows nothing of others
        that say nothing.
        """
        return self.battle.events if self.all_shown else self._known().told()

    # Aiming.

    def choose(self, option: Option) -> None:
        """Begin to aim an option; one that needs nothing is done at once."""
        self.message, self.via = None, ()
        if option.refusal is not None:
            self.message = option.refusal.text
            return
        self.aim = Aim(option, dict(option.arguments))
        self._go_on()

    def name(self, value: Argument) -> bool:
        """Name what the option needs next; False when it does not fit."""
        need = self.aim.need if self.aim is not None else None
        if self.aim is None or need is None or not fits(need, value := self._named(need, value)):
            return False
        self.via = ()
        self.aim = Aim(self.aim.option, {**self.aim.said, need.name: value})
        self._go_on()
        return True

    def go_by(self, square: Square) -> bool:
        """Lay the way by a square; False when no way is being aimed or none leads there."""
        way = self.way_to(square)
        if len(way) < 2:
            return False
        self.via = way
        return True

    def way_to(self, square: Square) -> tuple[Square, ...]:
        """The way being aimed on to a square: the cheapest one from where the player laid it to; () for none."""
        need = self.aim.need if self.aim is not None else None
        if not isinstance(need, NeedPath) or square not in need.costs:
            return ()
        if not self.via:
            return need.paths[square]
        if square == self.via[-1]:
            return self.via
        who = self._goer()
        there = moved(self.battle.fight.world, who, self.via[-1])
        onward = self._judged(there, Question(ask="path_cost", who=who, to=square, mode=need.mode))
        rest = onward.squares.get("path", ()) if onward is not None else ()
        return (*self.via, *rest[1:]) if rest else ()

    def cost_to(self, square: Square) -> int | None:
        """What the way being aimed costs up to a square, None for none."""
        need, way = self.aim.need if self.aim is not None else None, self.way_to(square)
        if not isinstance(need, NeedPath) or not way:
            return None
        if not self.via:
            return need.costs[square]
        question = Question(ask="move_cost", who=self._goer(), path=way, mode=need.mode)
        priced = self._judged(self.battle.fight.world, question)
        return priced.value if priced is not None and isinstance(priced.value, int) else None

    def _goer(self) -> str:
        """Id of what goes: the mover, or what it rides."""
        return self.battle.fight.world.creature(self.mover).mount or self.mover

    def _judged(self, world: World, question: Question) -> Verdict | None:
        """The book's answer about a position, None when it has none."""
        try:
            return book(self.battle.fight.system).judge(world, question, explain=False)
        except ProblemError:
            return None

    def cancel(self) -> None:
        """Stop aiming, one step back at a time; drop what waits for a die."""
        self.message = None
        self._drop_waiting()
        if self.aim is None:
            return
        if self.via:
            self.via = ()
            return
        named = [need.name for need in self.aim.option.needs if need.name in self.aim.said]
        if not named:
            self.aim = None
            return
        said = {key: one for key, one in self.aim.said.items() if key != named[-1]}
        self.aim = Aim(self.aim.option, said)

    def preview(self, value: Argument | None = None) -> Preview | Refusal | None:
        """What the option would do if this were named next, or why it cannot; None while more is missing."""
        if self.aim is None:
            return None
        if self.decision is not None:
            names = self.aim.need is None or value is None or fits(self.aim.need, self._named(self.aim.need, value))
            return self.decision.preview.get(self.aim.option.id) if names else None
        said = dict(self.aim.said)
        need = self.aim.need
        if need is not None:
            if value is None or not fits(need, value := self._named(need, value)):
                return None
            said[need.name] = value
        rest = [one for one in self.aim.option.needs if one.name not in said]
        for one in rest:
            if not isinstance(one, NeedChoice):
                return None
            said[one.name] = one.choices[0].id
        try:
            return self.battle.preview(Action(self.mover, self.aim.option.id, said))
        except Refused as refused:
            return refused.refusal

    def _named(self, need: Need, value: Argument) -> Argument:
        """What pointing at something names: of a square on a way the squares up to it."""
        return self.way_to(value) if isinstance(need, NeedPath) and isinstance(value, Square) else value

    def _go_on(self) -> None:
        if self.aim is not None and self.aim.need is None:
            action = Action(self.mover, self.aim.option.id, self.aim.said)
            self.aim = None
            self.submit(action)

    # Doing.

    def submit(self, action: Action) -> tuple[Event, ...]:
        """Do something or answer; what is refused is told in `message`."""
        self.message, self.seen = None, None
        try:
            events = self.battle.submit(action)
        except Refused as refused:
            self.message = refused.refusal.text
            return ()
        except NoFace as wanted:
            self._waiting, self.wanted_sides = action, wanted.sides
            return ()
        self._waiting, self.wanted_sides, self.aim, self.via = None, 0, None, ()
        return events

    def answer(self, choice: str, arguments: Mapping[str, Argument] | None = None) -> tuple[Event, ...]:
        """Answer the decision that waits; a choice that has to be aimed begins to be."""
        decision = self.decision
        if decision is None:
            return ()
        needs = decision.needs.get(choice, ())
        if needs and arguments is None:
            title = next(one.title for one in decision.choices if one.id == choice)
            self.message, self.aim = None, Aim(Option(choice, "other", title, decision.title, needs))
            return ()
        return self.submit(Action(decision.who, choice, dict(arguments or {})))

    def computer_moves(self) -> tuple[Event, ...]:
        """Let the computer do one thing if it has to act now."""
        if self.seen is not None or self.over or self.wanted_sides or not self.is_computer(self.mover):
            return ()
        who = self.mover
        events = self.submit(self._opponent.choose(self.battle))
        if self.message is not None and self.decision is None:
            return self.submit(Action(who, "end_turn"))
        return events

    def next_dice(self) -> bool:
        """Change between dice of the program and dice rolled by hand; whether they are rolled by hand now."""
        by_hand = not isinstance(self.battle.dice, HandDice)
        self.battle.roll_by_hand(by_hand)
        if self.wanted_sides:
            self.resume()
        return by_hand

    def resume(self) -> tuple[Event, ...]:
        """Go on with what waited for a die."""
        if self._waiting is not None:
            return self.submit(self._waiting)
        self.wanted_sides = 0
        try:
            return self.battle.begin()
        except NoFace as wanted:
            self.wanted_sides = wanted.sides
            return ()

    def undo(self) -> bool:
        """Take back the newest input, and those of the computer before it; first of all what waits for a die."""
        if self._drop_waiting():
            return True
        self.aim, self.message, self.seen, self.via = None, None, None, ()
        done = self.battle.undo()
        while done and self.is_computer(self.mover) and self.battle.undo():
            pass
        return done

    def redo(self) -> bool:
        """Do again what was undone last, and what the computer did after it."""
        self._drop_waiting()
        self.aim, self.message, self.seen, self.via = None, None, None, ()
        done = self.battle.redo()
        while done and self.is_computer(self.mover) and self.battle.redo():
            pass
        return done

    def _drop_waiting(self) -> bool:
        if self._waiting is None:
            return False
        self._waiting, self.wanted_sides = None, 0
        return True

    def look_at(self, number: int | None) -> None:
        """Show the moment after so many events; None for the present."""
        self.aim = self.message = None
        self.via = ()
        last = self.battle.event_count
        self.seen = None if number is None or number >= last else max(0, number)


def percent(chance: Fraction) -> Text:
    """A chance in words."""
    return text("{n} %", n=round(chance * 100))
