"""What would change a ruling: the same question asked of slightly different positions.

Nothing here knows a rule. A change is proposed because the verdict itself names what it met (the walls and bodies on
its lines, the switches it read), it is asked like any other question, and it is kept when the answer differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.book import Book
from tactics.rules.question import Question
from tactics.rules.verdict import Contact, Verdict
from tactics.world.edit import moved, with_door, with_switch, with_terrain, without_creature, without_wall
from tactics.world.place import fits, squares_near
from tactics.world.world import World

STEPS_TRIED = 2
"""How many squares away the attacker is tried."""
_OTHER_SQUARES_SHOWN = 2
_DOORS_TRIED = 12


@dataclass(frozen=True, slots=True)
class Change:
    """A change that gives another answer.

    Attributes:
        label: the change in words: "From F6", "Without the wall G5".
        world: the changed position.
        question: the question asked of it; the same unless the attack itself was changed.
        verdict: its answer.
    """

    label: Text
    world: World
    question: Question
    verdict: Verdict


def changes(world: World, verdict: Verdict, book: Book, *, limit: int = 8) -> tuple[Change, ...]:
    """Changes of the position, the attack or the reading that give another value.

    Args:
        world: the position that was judged.
        verdict: its explained verdict.
        book: the system that judged.
        limit: most changes returned.

    Returns:
        Obstacles first, then doors, other squares of the attacker (at most two), other attacks, other readings.
    """
    found: list[Change] = []
    for proposals in (_without_obstacles, _with_doors, _from_elsewhere, _other_attacks, _other_readings):
        shown = 0
        most = _OTHER_SQUARES_SHOWN if proposals is _from_elsewhere else limit
        for label, changed, question in proposals(world, verdict, book):
            if len(found) >= limit or shown >= most:
                break
            answer = book.judge(changed, question, explain=False)
            if answer.value != verdict.value:
                found.append(Change(label, changed, question, book.judge(changed, question)))
                shown += 1
    return tuple(found)


Proposal = tuple[Text, World, Question]


def _stopping(verdict: Verdict) -> Iterator[Contact]:
    for line in verdict.lines:
        for contact in line.contacts:
            if contact.stops:
                yield contact


def _without_obstacles(world: World, verdict: Verdict, book: Book) -> Iterator[Proposal]:
    seen: set[object] = set()
    for contact in _stopping(verdict):
        key = (contact.creature, contact.wall, contact.square)
        if key in seen:
            continue
        seen.add(key)
        if contact.creature:
            changed = without_creature(world, contact.creature)
        elif contact.wall is not None:
            changed = without_wall(world, contact.wall)
        elif contact.square is not None:
            changed = with_terrain(world, contact.square)
        else:
            continue
        yield text("Without {obstacle}", obstacle=contact.what), changed, verdict.question


def _with_doors(world: World, verdict: Verdict, book: Book) -> Iterator[Proposal]:
    doors: dict[int, str] = {}
    for wall in world.board.walls:
        if wall.kind == "door":
            doors.setdefault(wall.group, wall.state)
    on_the_lines = {contact.wall for line in verdict.lines for contact in line.contacts}
    nearest_first = sorted(doors, key=lambda group: (group not in on_the_lines, group))
    for group in nearest_first[:_DOORS_TRIED]:
        door = next(wall for wall in world.board.walls if wall.group == group)
        middle = Square((door.start.x + door.end.x) // 2000, (door.start.y + door.end.y) // 2000)
        if doors[group] == "open":
            label = text("With the door at {square} closed", square=middle)
        else:
            label = text("With the door at {square} open", square=middle)
        state = "closed" if doors[group] == "open" else "open"
        yield label, with_door(world, group, state), verdict.question


def _from_elsewhere(world: World, verdict: Verdict, book: Book) -> Iterator[Proposal]:
    source = verdict.question.source
    if not isinstance(source, str) or (isinstance(verdict.question.to, str) and verdict.question.to == source):
        return
    attacker = world.creature(source)
    for square in squares_near(attacker.space, STEPS_TRIED):
        if fits(world, attacker, square):
            yield text("From {square}", square=square), moved(world, source, square), verdict.question


def _other_attacks(world: World, verdict: Verdict, book: Book) -> Iterator[Proposal]:
    question = verdict.question
    if question.ask not in ("cover", "concealment", "modifiers") or not isinstance(question.source, str):
        return
    labels = {
        "melee": text("With a melee attack"),
        "reach": text("With a reach attack"),
        "ranged": text("With a ranged attack"),
    }
    within = question.to is not None and "threatens" in book.asks
    in_reach = within and book.judge(world, _threat(question), explain=False).value is True
    for attack, label in labels.items():
        if attack != question.attack and (in_reach or attack == "ranged"):
            yield label, world, replace(question, attack=attack)


def _threat(question: Question) -> Question:
    return Question(ask="threatens", source=question.source, to=question.to)


def _other_readings(world: World, verdict: Verdict, book: Book) -> Iterator[Proposal]:
    for full_name, value in verdict.switches.items():
        name = full_name.removeprefix(f"{book.id}.")
        for other in book.switches[name].values:
            if other != value:
                shown = str(other).lower() if isinstance(other, bool) else other
                label = text("Reading {switch} = {value}", switch=name, value=shown)
                yield label, with_switch(world, book.id, name, other), verdict.question
