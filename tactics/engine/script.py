"""Playing the ``[[script]]`` tables of a file: everything that is done, and what must have come out of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tactics.core.dice import NoFace, Roll
from tactics.core.lattice import Point, Square, square_name
from tactics.core.problems import Problem, ProblemError
from tactics.engine.battle import Battle, fighting_of
from tactics.engine.compare import differences, in_english
from tactics.files.document import Script, ScriptStep
from tactics.rules.action import Action, Decision, NeedPath, Refusal, Refused
from tactics.rules.event import Event, Rolled
from tactics.rules.fighting import Fighting
from tactics.rules.registry import SYSTEMS, book
from tactics.world.world import World


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """One step of a script, played.

    Attributes:
        script: number of the script in its file.
        step: number of the step.
        line: its line, 0 when unknown.
        done: the step in a few words.
        wrong: how it differs from what was expected, nothing when it does not.
        why: the author's remark.
    """

    script: int
    step: int
    line: int
    done: str
    wrong: tuple[str, ...]
    why: str = ""

    @property
    def passed(self) -> bool:
        """Whether everything came out as written."""
        return not self.wrong


@dataclass(frozen=True, slots=True)
class Played:
    """What became of the scripts of one file."""

    outcomes: tuple[StepOutcome, ...]
    problems: tuple[Problem, ...]


class StepError(Exception):
    """A step could not be carried out."""


class Faces:
    """Dice that show what a script says."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self.waiting: deque[int] = deque(faces)

    def face(self, sides: int) -> int:
        """The next face.

        Raises:
            NoFace: there is none, or it does not fit the die.
        """
        if not self.waiting or self.waiting[0] > sides:
            raise NoFace(sides)
        return self.waiting.popleft()

    def take_back(self, rolls: Sequence[Roll]) -> None:
        """Give the last faces once more."""
        self.waiting.extendleft(roll.face for roll in reversed(rolls))

    def skip(self, rolls: Sequence[Roll]) -> None:
        """Pass over faces that were used."""
        for _ in rolls:
            self.waiting.popleft()


def play_scripts(world: World, scripts: Sequence[Script], path: str, *, fighting: Fighting | None = None) -> Played:
    """Play every script from the position of the file.

    Args:
        world: the position.
        scripts: those of the file.
        path: the file, for problems.
        fighting: rules to play by instead of those of a script's system.
    """
    outcomes: list[StepOutcome] = []
    problems: list[Problem] = []
    for one in scripts:
        found = list(_rule_problems(one, path))
        problems += found
        if found:
            continue
        try:
            outcomes += play_script(world, one, path, fighting or fighting_of(one.system))
        except ProblemError as error:
            problems += error.problems
    return Played(tuple(outcomes), tuple(problems))


def play_script(world: World, script: Script, path: str, fighting: Fighting) -> Iterator[StepOutcome]:
    """Play one script step by step; after a step that could not be carried out the others count as failed.

    Raises:
        ProblemError: the fight cannot begin: no rules for it, a bad sheet, dice that do not fit.
    """
    faces = Faces(script.dice or _faces_for(world, script, path, fighting))
    battle = Battle.new(world, dice=faces, system=script.system, fighting=fighting)
    if not battle.begun or faces.waiting:
        message = f"{len(faces.waiting)} faces are left over" if battle.begun else "more or other faces are needed"
        raise ProblemError([Problem(path, f"script[{script.index}].dice", f"to begin, {message}", script.line)])
    _answer(battle, ())
    begun = [slot.who for slot in battle.fight.order if slot.who in script.order]
    if begun != list(script.order):
        raise ProblemError([_other_order(script, path)])
    broken = False
    for number, step in enumerate(script.steps):
        waits = number + 1 < len(script.steps) and bool(script.steps[number + 1].answer)
        wrong: tuple[str, ...] = ("is not reached",)
        if not broken:
            try:
                wrong = tuple(_play(battle, faces, step, waits=waits))
            except StepError as failed:
                broken, wrong = True, (str(failed),)
        yield StepOutcome(script.index, number, step.line, _shown(step), wrong, step.why or script.why)


def _play(battle: Battle, faces: Faces, step: ScriptStep, *, waits: bool) -> Iterator[str]:
    """Carry a step out and compare."""
    events: list[Event] = []
    asked: list[Decision] = []
    refusal: Refusal | None = None
    faces.waiting.extend(step.dice)
    try:
        events += battle.submit(_action(battle, step))
        more, asked = _answer(battle, step.answers, stop=waits)
        events += more
    except Refused as refused:
        refusal = refused.refusal
    except NoFace as missing:
        raise StepError(f"a face of a die with {missing.sides} sides is wanted, {_left(faces)}") from None
    if refusal is not None and "refused" not in step.expects:
        raise StepError(f"it is refused by {refusal.rule or 'no rule'}: {in_english(refusal.text)}")
    if faces.waiting:
        raise StepError(f"not every die is used, {_left(faces)}")
    yield from differences(battle, step.expects, events, asked, refusal)


def _answer(battle: Battle, answers: Sequence[str], *, stop: bool = False) -> tuple[list[Event], list[Decision]]:
    """Answer the decisions that wait: as given, then by their defaults unless the next step answers."""
    events: list[Event] = []
    asked: list[Decision] = []
    given = deque(answers)
    while (decision := battle.decision) is not None:
        asked.append(decision)
        if not given and stop:
            break
        events += battle.submit(Action(decision.who, given.popleft() if given else decision.default))
    if given:
        raise StepError(f"nobody has to decide anything more, but answers are left: {', '.join(given)}")
    return events, asked


def _action(battle: Battle, step: ScriptStep) -> Action:
    """The action or answer a step means."""
    arguments = dict(step.arguments)
    if step.answer:
        decision = battle.decision
        if decision is None:
            raise StepError("nobody has to decide anything")
        return Action(step.who or decision.who, step.answer, MappingProxyType(arguments))
    who = step.who or battle.fight.active
    if "to" in arguments:
        arguments |= _way(battle, who, step.do, arguments)
    return Action(who, step.do, MappingProxyType(arguments))


def _way(battle: Battle, who: str, do: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The cheapest path of an option to the square a step names."""
    to, refused = arguments["to"], ""
    for option in battle.options(who):
        if option.id != do or any(arguments.get(name, value) != value for name, value in option.arguments.items()):
            continue
        if option.refusal is not None:
            refused = f": {in_english(option.refusal.text)}"
        for need in option.needs:
            if need.name == "to":
                return {}
            if isinstance(need, NeedPath) and to in need.costs:
                return {**option.arguments, need.name: need.paths[to]}
    start = battle.fight.world.creature(who).space.anchor
    if refused:
        return {"path": (start, to)}
    raise StepError(f"{do} does not lead {who} to {square_name(to)}{refused}")


def _faces_for(world: World, script: Script, path: str, fighting: Fighting) -> Sequence[int]:
    """Faces of initiative that bring the creatures into the order of a script, without ties.

    The fight is begun once with other dice, to see whose roll comes when and what is added to it. Where a book rolls
    only for some of them, the others keep their places.
    """
    trial = Battle.new(world, seed=0, system=script.system, fighting=fighting)
    rolled = [one for one in trial.events if isinstance(one, Rolled) and one.purpose == "initiative"]
    first: dict[str, Rolled] = {}
    for one in rolled:
        first.setdefault(one.who, one)
    added = {who: one.total - sum(roll.face for roll in one.rolls) for who, one in first.items()}
    order = [one for one in script.order if one in added]
    order += [one for one in first if one not in order]
    faces: dict[str, int] = {}
    count = -1000
    for who in reversed(order):
        faces[who] = max(1, count + 1 - added[who])
        count = faces[who] + added[who]
    if any(faces[who] > one.rolls[0].sides for who, one in first.items()):
        raise ProblemError([_other_order(script, path)])
    return [faces[who] for who in first]


def _other_order(script: Script, path: str) -> Problem:
    message = "the dice cannot bring them into this order; change it or Dexterity"
    return Problem(path, f"script[{script.index}].order", message, script.line)


def _rule_problems(script: Script, path: str) -> Iterator[Problem]:
    key = f"script[{script.index}]"
    places = [(script.rules, key, script.line)]
    places += ((one.rules, f"{key}.steps[{number}]", one.line) for number, one in enumerate(script.steps))
    for rules, place, line in places:
        for rule in rules:
            system = rule.partition(".")[0]
            if system not in SYSTEMS or rule not in book(system).rules:
                yield Problem(path, f"{place}.rule", f"no rule {rule!r}; `tactics rules` lists them", line)


def _left(faces: Faces) -> str:
    return f"left are {', '.join(map(str, faces.waiting))}" if faces.waiting else "none are left"


def _shown(step: ScriptStep) -> str:
    words = [step.who, step.do or step.answer]
    for name, value in step.arguments.items():
        many = value if isinstance(value, tuple) and not isinstance(value, Square | Point) else (value,)
        words.append(f"{name}={' '.join(map(str, many))}")
    return " ".join(word for word in words if word)
