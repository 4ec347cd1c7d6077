"""What the window is looking at: a position, a choice of creatures and a question. No pygame here.

The window's state changes only through the methods of `Session`, so everything a player can do with the mouse or
the keyboard can be done in a test as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from tactics.core.lattice import Point, Square
from tactics.core.problems import ProblemError
from tactics.rules import whatif
from tactics.rules.book import Book
from tactics.rules.question import DIRECTIONS, Question
from tactics.rules.registry import SYSTEMS, book
from tactics.rules.verdict import Verdict
from tactics.world.creature import Creature
from tactics.world.edit import moved, with_door
from tactics.world.place import fits
from tactics.world.world import World

PAIR_ASKS = ("cover", "concealment", "line_of_effect", "line_of_sight", "flanking", "modifiers")
"""Questions about an attacker and a target, in the order they are cycled."""
ATTACK_CHOICES = (None, "melee", "reach", "ranged")
POINT_SHAPES = frozenset({"burst", "spread", "cylinder"})
TURNS = tuple(DIRECTIONS)
CORNER, FIRST_SQUARE = Point(0, 0), Square(0, 0)


@dataclass(frozen=True, slots=True)
class Template:
    """An area being placed: a shape, its size in squares, where it starts and which way it points."""

    shape: str
    size_sq: int = 3
    direction: str = "E"
    point: Point = CORNER
    square: Square = FIRST_SQUARE


@dataclass(slots=True)
class Session:
    """A position on the table and what is being asked of it.

    Attributes:
        world: the position shown, what-ifs included.
        shown: ids of the systems whose rulings are shown, in order.
        main: the system whose lines are drawn on the board and whose changes are listed.
        attacker, target: ids of the chosen creatures, "" for none.
        ask: one of `PAIR_ASKS`.
        attack: kind of attack, None for the obvious one.
        template: the area being placed, None when there is none.
        hover: the square under the pointer or the keyboard cursor.
        diagonals: 0 or 1, whether the next diagonal of the selected creature is its second.
        mode: how the selected creature moves.
    """

    world: World
    shown: tuple[str, ...]
    main: str
    attacker: str = ""
    target: str = ""
    ask: str = "cover"
    attack: str | None = None
    template: Template | None = None
    hover: Square | None = None
    diagonals: int = 0
    mode: str = "walk"
    _past: list[World] = field(default_factory=list)
    _future: list[World] = field(default_factory=list)
    _answers: dict[tuple[str, Question], Verdict | ProblemError] = field(default_factory=dict)
    _changes: dict[tuple[str, Question], tuple[whatif.Change, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, world: World, systems: Sequence[str] = ()) -> Session:
        """A session that shows a position by the systems named, or by its own."""
        shown = tuple(dict.fromkeys(systems or world.rulesets))
        return cls(world=world, shown=shown, main=shown[0])

    # What the position may be changed to.

    @property
    def changed(self) -> bool:
        """Whether a what-if is shown."""
        return bool(self._past)

    def show(self, world: World) -> None:
        """Show a changed position; `back` returns to the one before."""
        self._past.append(self.world)
        self._future.clear()
        self._set_world(world)

    def back(self) -> bool:
        """Take the last change back; False when there is none."""
        if not self._past:
            return False
        self._future.append(self.world)
        self._set_world(self._past.pop())
        return True

    def forward(self) -> bool:
        """Make the change again that was taken back last; False when there is none."""
        if not self._future:
            return False
        self._past.append(self.world)
        self._set_world(self._future.pop())
        return True

    def reset(self) -> None:
        """Return to the position as it was loaded."""
        if self._past:
            self._future.clear()
            self._set_world(self._past[0])
            self._past.clear()

    def drag(self, creature: str, square: Square) -> bool:
        """Move a creature as a what-if; False when it does not fit there."""
        who = self.world.creature(creature)
        if square == who.space.anchor or not fits(self.world, who, square):
            return False
        self.show(moved(self.world, creature, square))
        return True

    def toggle_door(self, group: int) -> None:
        """Open a closed or locked door, close an open one, as a what-if."""
        state = next(wall.state for wall in self.world.board.walls if wall.group == group)
        self.show(with_door(self.world, group, "closed" if state == "open" else "open"))

    def try_change(self, change: whatif.Change) -> None:
        """Show the position of a suggested change and ask its question."""
        self.attack = change.question.attack
        self.show(change.world)

    # What is chosen.

    def choose_attacker(self, creature: str) -> None:
        """Choose who acts; a second choice of the same creature lets it go."""
        self.template = None
        self.attacker = "" if creature == self.attacker else creature
        if self.target == self.attacker:
            self.target = ""

    def choose_target(self, creature: str) -> None:
        """Choose who is acted upon; a second choice of the same creature lets it go."""
        self.template = None
        self.target = "" if creature in (self.target, self.attacker) else creature

    def choose_next(self, *, target: bool = False, step: int = 1) -> None:
        """Choose the next creature in file order as attacker or target, for the keyboard."""
        ids = [one.id for one in self.world.creatures if not (target and one.id == self.attacker)]
        if not ids:
            return
        now = self.target if target else self.attacker
        following = ids[(ids.index(now) + step) % len(ids)] if now in ids else ids[0 if step > 0 else -1]
        if target:
            self.target = following
        else:
            self.attacker = following
            if self.target == following:
                self.target = ""

    def swap(self) -> None:
        """Attacker and target change roles."""
        self.attacker, self.target = self.target, self.attacker

    def clear(self) -> None:
        """Choose nobody and place nothing."""
        self.attacker = self.target = ""
        self.template = None

    def next_ask(self, step: int = 1) -> None:
        """The next question about the pair."""
        self.ask = PAIR_ASKS[(PAIR_ASKS.index(self.ask) + step) % len(PAIR_ASKS)]

    def next_mode(self) -> None:
        """The next way of moving the selected creature has; squeezing is open to all."""
        if self.attacker:
            speeds = self.world.creature(self.attacker).of(self.main).speeds_sq
            modes = (*dict.fromkeys(("walk", *speeds)), "squeeze")
            place = modes.index(self.mode) if self.mode in modes else -1
            self.mode = modes[(place + 1) % len(modes)]

    def next_diagonals(self) -> None:
        """Whether an odd number of diagonals was already taken this turn."""
        self.diagonals = 1 - self.diagonals

    def next_attack(self) -> None:
        """The next kind of attack."""
        self.attack = ATTACK_CHOICES[(ATTACK_CHOICES.index(self.attack) + 1) % len(ATTACK_CHOICES)]

    def toggle_system(self, system: str) -> None:
        """Show or hide a system; the last one shown stays."""
        if system in self.shown:
            if len(self.shown) == 1:
                return
            self.shown = tuple(one for one in self.shown if one != system)
            if self.main == system:
                self.main = self.shown[0]
        else:
            self.shown = tuple(one for one in SYSTEMS if one in (*self.shown, system))

    def show_lines_of(self, system: str) -> None:
        """Draw the lines of a system that is shown."""
        if system in self.shown:
            self.main = system
            self._fit_template()

    # The template.

    def shapes(self) -> tuple[str, ...]:
        """The shapes the main system knows."""
        return book(self.main).shapes

    def start_template(self) -> bool:
        """Begin placing an area at the pointer; False when the main system has none."""
        if not self.shapes():
            return False
        shape = self.template.shape if self.template and self.template.shape in self.shapes() else self.shapes()[0]
        self.template = Template(shape)
        if self.hover is not None:
            self.aim(self.hover, Point(self.hover.x * 1000, self.hover.y * 1000))
        return True

    def next_shape(self) -> None:
        """The next shape of the main system."""
        if self.template is not None:
            shapes = self.shapes()
            place = shapes.index(self.template.shape) + 1 if self.template.shape in shapes else 0
            self.template = replace(self.template, shape=shapes[place % len(shapes)])

    def aim(self, square: Square, point: Point) -> None:
        """Move the template to a square of the board and the lattice corner nearest to the pointer."""
        if self.template is not None:
            self.template = replace(self.template, square=square, point=point)

    def turn(self, step: int) -> None:
        """Turn the template by eighths of a circle."""
        if self.template is not None:
            direction = TURNS[(TURNS.index(self.template.direction) + step) % len(TURNS)]
            self.template = replace(self.template, direction=direction)

    def grow(self, step: int) -> None:
        """Make the template bigger or smaller, within 1 to 24 squares."""
        if self.template is not None:
            self.template = replace(self.template, size_sq=min(24, max(1, self.template.size_sq + step)))

    def _fit_template(self) -> None:
        if self.template is not None and self.template.shape not in self.shapes():
            self.template = replace(self.template, shape=self.shapes()[0]) if self.shapes() else None

    # What is asked.

    def question(self) -> Question | None:
        """The question of the side panel: the template's area, else the chosen pair's."""
        if self.template is not None:
            return self._area_question(self.template)
        if not self.attacker or not self.target:
            return None
        attack = self.attack if self.ask in ("cover", "concealment", "modifiers") else None
        return Question(ask=self.ask, source=self.attacker, to=self.target, attack=attack)

    def rulings(self) -> tuple[Verdict | ProblemError, ...]:
        """The answers of the shown systems to the question, in the order they are shown."""
        question = self.question()
        if question is None:
            return ()
        return tuple(self.answer(system, self._in_unit(question, system)) for system in self.shown)

    def main_ruling(self) -> Verdict | None:
        """The answer of the main system, when it has one."""
        question = self.question()
        return None if question is None else self._verdict(self._in_unit(question, self.main))

    def suggestions(self) -> tuple[whatif.Change, ...]:
        """What would change the main system's answer."""
        ruling = self.main_ruling()
        if ruling is None or self.template is not None:
            return ()
        key = (self.main, ruling.question)
        if key not in self._changes:
            self._changes[key] = whatif.changes(self.world, ruling, book(self.main))
        return self._changes[key]

    def reachable(self) -> Verdict | None:
        """Where the selected creature can go with its speed."""
        if not self.attacker or self.template is not None:
            return None
        who = self.world.creature(self.attacker)
        budget = self._speed_sq(who) * self._book.per_square
        return self._verdict(
            Question(ask="reachable", who=who.id, budget=budget, mode=self._mode(who), diagonals=self.diagonals)
        )

    def threatened(self) -> Verdict | None:
        """What the selected creature threatens."""
        if not self.attacker or self.template is not None:
            return None
        return self._verdict(Question(ask="threatened", who=self.attacker))

    def path(self) -> Verdict | None:
        """The cheapest way of the selected creature to the square under the pointer."""
        if not self.attacker or self.hover is None or self.template is not None:
            return None
        mode = self._mode(self.world.creature(self.attacker))
        return self._verdict(
            Question(ask="path_cost", who=self.attacker, to=self.hover, mode=mode, diagonals=self.diagonals)
        )

    def provoked(self) -> Verdict | None:
        """Who may react to that way."""
        way = self.path()
        steps = way.squares.get("path", ()) if way is not None else ()
        if len(steps) < 2:
            return None
        return self._verdict(Question(ask="provokes", who=self.attacker, path=steps))

    def answer(self, system: str, question: Question) -> Verdict | ProblemError:
        """A system's answer, computed once for each position."""
        key = (system, question)
        if key not in self._answers:
            try:
                self._answers[key] = book(system).judge(self.world, question)
            except ProblemError as error:
                self._answers[key] = error
        return self._answers[key]

    @property
    def _book(self) -> Book:
        return book(self.main)

    def _verdict(self, question: Question) -> Verdict | None:
        answer = self.answer(self.main, question)
        return answer if isinstance(answer, Verdict) else None

    def light_at(self, square: Square) -> str:
        """How light the main system finds a square: bright, dim or dark."""
        return self._book.light_at(self.world, square)

    def _mode(self, who: Creature) -> str:
        """The chosen mode if the creature has it."""
        known = self.mode == "squeeze" or self.mode in who.of(self.main).speeds_sq
        return self.mode if known else "walk"

    def _speed_sq(self, who: Creature) -> int:
        speeds = who.of(self.main).speeds_sq
        return speeds.get(self._mode(who), speeds.get("walk", 0))

    def _in_unit(self, question: Question, system: str) -> Question:
        """Template sizes are kept in squares; each system is asked in its own unit."""
        if question.size is None:
            return question
        return replace(question, size=question.size * book(system).per_square)

    def _area_question(self, template: Template) -> Question:
        ask: Callable[..., Question] = Question
        if template.shape in POINT_SHAPES:
            return ask(ask="area", shape=template.shape, size=template.size_sq, origin=template.point)
        if template.shape == "area_burst":
            return ask(ask="area", shape=template.shape, size=template.size_sq, origin=template.square)
        origin = self.attacker or template.square
        direction = None if template.shape in ("emanation", "close_burst") else template.direction
        return ask(ask="area", shape=template.shape, size=template.size_sq, origin=origin, direction=direction)

    def _set_world(self, world: World) -> None:
        self.world = world
        self._answers.clear()
        self._changes.clear()
        ids = {one.id for one in world.creatures}
        self.attacker = self.attacker if self.attacker in ids else ""
        self.target = self.target if self.target in ids else ""
