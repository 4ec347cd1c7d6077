"""A fight as window, command line and opponents see it: ask what can be done, do it, take it back."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from tactics.core.dice import Dice, HandDice, NoFace, SeededDice
from tactics.core.problems import Problem, ProblemError, problem
from tactics.core.text import text
from tactics.engine.answers import misfit
from tactics.engine.history import Entry, History, Mark
from tactics.engine.imagine import imagined
from tactics.engine.load import Saved, read_log
from tactics.engine.log import CAMP, Header, LogFile, write_log
from tactics.engine.reduce import settled
from tactics.engine.run import Outcome, Playing, attempt, unlike
from tactics.rules.action import Action, Badge, Decision, Option, Preview, Refusal, Refused, Resource
from tactics.rules.event import Event
from tactics.rules.fighting import Fighting
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rules.resting import Resting
from tactics.rules.verdict import Verdict
from tactics.world.fight import Fight
from tactics.world.world import World

_SEEDS = 2**31


class Battle:
    """One fight with its whole history.

    Faces of dice come in one stream. What is undone, refused or broken off gives its faces back, so the next roll
    after it shows the same face again; undoing never is a way to a better roll.

    Attributes:
        header: system, title, seed, kind of dice and the state before everything.
        dice: where faces come from.
        notes: what loading left out or found at fault.
        trouble: why the fight is no longer written down, None while it is.
    """

    def __init__(self, header: Header, history: History, dice: Dice, fighting: Fighting | None = None) -> None:
        """Put a battle together; `new` and `load` make them.

        Args:
            header: see the class.
            history: what was done so far.
            dice: stands where the history ends.
            fighting: the rules it is played by, None for those of the header's system.
        """
        self.header = header
        self.dice = dice
        self.notes: tuple[Problem, ...] = ()
        self.trouble: Problem | None = None
        self._history = history
        self._fighting = fighting
        self._file: LogFile | None = None

    @classmethod
    def new(
        cls,
        world: World,
        *,
        seed: int | None = None,
        dice: Dice | None = None,
        scenario: str = "",
        system: str = "",
        fighting: Fighting | None = None,
    ) -> Battle:
        """Begin a fight. With dice that have no face yet it waits for `begin`.

        Args:
            world: the position.
            seed: of the dice; a random one when neither it nor `dice` is given.
            dice: another source of faces.
            scenario: the file the position came from, for people.
            system: id of the rule system, the world's first one when left out.
            fighting: rules to play by instead of those of the system's book.

        Raises:
            ProblemError: the system has no rules for fights, or a creature has no sheet for it.
        """
        system = system or world.rulesets[0]
        rules = fighting or fighting_of(system)
        start = settled(rules.prepare(world))
        if dice is None and seed is None:
            seed = secrets.randbelow(_SEEDS)
        kind = "seeded" if dice is None else "hand" if isinstance(dice, HandDice) else "fixed"
        header = Header(system, start, world.title, scenario, seed if dice is None else None, kind)
        battle = cls(header, History(start), dice or SeededDice(seed or 0), fighting)
        try:
            battle.begin()
        except NoFace:
            return battle
        return battle

    @classmethod
    def load(
        cls,
        path: Path | str,
        *,
        salvage: bool = False,
        dice: Dice | None = None,
        fighting: Fighting | None = None,
    ) -> Battle:
        """Open a saved fight where it was left.

        Args:
            path: the log.
            salvage: open it as far as it is sound; `notes` say what is not.
            dice: where further faces come from; when left out, seeded dice go on where they were, others are rolled
                by hand.
            fighting: rules to play by instead of those of the system's book.

        Raises:
            ProblemError: see `read_log`.
        """
        return cls.of(read_log(path, salvage=salvage), dice=dice, fighting=fighting)

    @classmethod
    def of(cls, saved: Saved, *, dice: Dice | None = None, fighting: Fighting | None = None) -> Battle:
        """A battle from a log that was read; arguments as for `load`."""
        header, history = saved.header, saved.history
        if dice is None:
            seed = header.seed
            dice = HandDice() if seed is None else SeededDice(seed, sum(len(one.rolls) for one in history.done))
        battle = cls(header, history, dice, fighting)
        battle.notes = (*saved.faults, *saved.notes)
        return battle

    @property
    def fighting(self) -> Fighting:
        """The rules it is played by.

        Raises:
            ProblemError: the system has none.
        """
        if self._fighting is None:
            by_mode = resting_of if self.header.mode == CAMP else fighting_of
            self._fighting = by_mode(self.header.system)
        return self._fighting

    # Looking.

    @property
    def fight(self) -> Fight:
        """The present state."""
        return self._history.fight

    @property
    def events(self) -> tuple[Event, ...]:
        """Every event that counts, oldest first."""
        return tuple(self._history.events)

    @property
    def event_count(self) -> int:
        """How many events count."""
        return self._history.event_count

    @property
    def begun(self) -> bool:
        """Whether the order of turns has been asked for."""
        return self._history.last is not None

    @property
    def decision(self) -> Decision | None:
        """What a player has to answer before anything else can be done.

        Raises:
            ProblemError: after loading, the rules do not play the action as they did before.
        """
        last = self._history.last
        if last is None or last.asks is None:
            return None
        if last.decision is None:
            last = self._found_again(last)
        return last.decision

    def options(self, who: str) -> tuple[Option, ...]:
        """Everything a creature can do now, and what it cannot do with the reason; nothing while a decision waits."""
        last = self._history.last
        if last is None or last.asks is not None or self.fight.over:
            return ()
        return self.fighting.options(self.fight, who)

    def allowed(self, who: str, *, ids: Collection[str] = (), groups: Collection[str] = ()) -> tuple[Option, ...]:
        """Those of `options` that a creature may do now and whose id or group is among these; quicker than all."""
        last = self._history.last
        if last is None or last.asks is not None or self.fight.over:
            return ()
        return self.fighting.allowed(self.fight, who, ids=ids, groups=groups)

    def resources(self, who: str) -> tuple[Resource, ...]:
        """What is left of a creature's turn."""
        return self.fighting.resources(self.fight, who)

    def badges(self, who: str) -> tuple[Badge, ...]:
        """States to show on a creature."""
        return self.fighting.badges(self.fight, who)

    def preview(self, action: Action) -> Preview:
        """What an action would probably do.

        Raises:
            Refused: the rules do not allow it.
        """
        return self.fighting.preview(self.fight, action)

    def imagine(self, action: Action) -> Fight | None:
        """The state an action would lead to; None when it is refused, rolls a die or asks somebody."""
        return imagined(self.fighting, self.fight, action)

    def ask(self, question: Question) -> Verdict:
        """A ruling on the present position by the system it is played by."""
        return book(self.header.system).judge(self.fight.world, question)

    def at(self, seq: int) -> Fight:
        """The state after the first `seq` events."""
        return self._history.at(seq)

    def states(self, first: int = 0) -> Iterator[tuple[int, Fight]]:
        """Number of events and state after them, from `first` on to the present."""
        return self._history.states(first)

    # Doing.

    def begin(self) -> tuple[Event, ...]:
        """Settle the order of turns, unless that was done.

        Raises:
            NoFace: a die has to be rolled by hand first.
        """
        return () if self.begun else self._take(None, None)

    def submit(self, action: Action) -> tuple[Event, ...]:
        """Do something, or answer the decision that waits.

        Returns:
            What happened.

        Raises:
            Refused: it is not allowed; nothing has changed.
            NoFace: a die has to be rolled by hand first; nothing has changed, submit it again then.
        """
        last, decision = self._history.last, self.decision
        if last is None:
            raise Refused(Refusal(text("The fight has not begun."), ""))
        if decision is not None:
            refusal = misfit(self.fight, decision, action)
            if refusal is not None:
                raise Refused(refusal)
            return self._take(action, last)
        if self.fight.over:
            raise Refused(Refusal(text("The fight is over."), ""))
        if action.who not in self.fight.bodies:
            raise Refused(Refusal(text("Nobody here is called {name}.", name=action.who), ""))
        return self._take(action, None)

    def undo(self) -> bool:
        """Take the newest action or answer back, with the faces that fell for it.

        Returns:
            False when only the beginning is left.
        """
        if len(self._history.done) < 2:
            return False
        self.dice.take_back(self._history.undo().rolls)
        self._write("undo")
        return True

    def redo(self) -> bool:
        """Do again what was undone last; it comes out as it did.

        Returns:
            False when nothing was undone, or something else was done since.
        """
        if not self._history.undone:
            return False
        self.dice.skip(self._history.redo().rolls)
        self._write("redo")
        return True

    def roll_by_hand(self, by_hand: bool) -> None:
        """From now on dice are rolled at the table, or by the program as loading the fight would go on."""
        if by_hand:
            self.dice = HandDice()
            return
        seed = self.header.seed
        used = sum(len(one.rolls) for one in self._history.done)
        self.dice = SeededDice(secrets.randbelow(_SEEDS) if seed is None else seed, used)

    # Keeping.

    def save(self, path: Path | str) -> None:
        """Write the whole fight to a file.

        Raises:
            ProblemError: it cannot be written.
        """
        path = Path(path)
        if self._file is not None and self._file.path == path:
            self.autosave(path)
        else:
            write_log(path, self.header, self._history)

    def autosave(self, path: Path | str | None) -> None:
        """Write the fight to a file and from now on everything that happens as it happens; None ends that.

        Raises:
            ProblemError: it cannot be written.
        """
        self._file = self.trouble = None
        if path is not None:
            self._file = LogFile(Path(path), self.header, self._history)

    def _take(self, said: Action | None, earlier: Entry | None) -> tuple[Event, ...]:
        """Resolve an input; an answer resolves its action anew, from its beginning."""
        done = self._resolve(said, earlier, self.dice)
        asks = (done.decision.who, done.decision.id) if done.decision is not None else None
        before, count = self.fight, self._history.event_count
        entry = Entry(said, before, done.trace, done.fight, asks, done.decision, earlier, count)
        self._history.add(entry)
        self._write(entry)
        return entry.events

    def _resolve(self, said: Action | None, earlier: Entry | None, dice: Dice | None) -> Outcome:
        inputs = earlier.whole() if earlier is not None else ()
        said_so_far = [*(one.input for one in inputs), said]
        action, answers = said_so_far[0], [one for one in said_so_far[1:] if one is not None]
        known = [one for entry in inputs for one in entry.trace]

        def procedure(run: Playing) -> None:
            if action is None:
                self.fighting.begin(run)
            else:
                self.fighting.resolve(run, action)

        return attempt(procedure, inputs[0].before if inputs else self.fight, known, answers, dice)

    def _found_again(self, last: Entry) -> Entry:
        """The newest input with the decision it waits for, by resolving its action without dice."""
        try:
            done = self._resolve(None, last, None)
        except Refused as refused:
            raise unlike(refused.refusal.text.msgid) from None
        if done.decision is None or done.trace or (done.decision.who, done.decision.id) != last.asks:
            raise unlike(f"{last.asks} was asked before, now it is not")
        found = replace(last, decision=done.decision)
        self._history.replace_last(found)
        return found

    def _write(self, item: Entry | Mark) -> None:
        """Append to the log; a disk that fails ends the writing, not the fight."""
        if self._file is None:
            return
        try:
            self._file.append(item)
        except ProblemError as error:
            self.trouble, self._file = error.problems[0], None


def fighting_of(system: str) -> Fighting:
    """The rules of fights of a system.

    Raises:
        ProblemError: there is no such system, or it has none.
    """
    found = book(system)
    if found.fighting is None:
        raise problem(system, "", f"{found.title} has no rules for fights yet")
    return found.fighting


def resting_of(system: str) -> Resting:
    """The rules between fights of a system.

    Raises:
        ProblemError: there is no such system, or it has none.
    """
    found = book(system)
    if found.resting is None:
        raise problem(system, "", f"{found.title} has no rules between fights")
    return found.resting
