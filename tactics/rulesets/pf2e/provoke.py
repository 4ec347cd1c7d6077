"""Who may react to a move or an action."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.text import Param, Text, as_words, listed, text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.pf2e.creatures import can_act, is_enemy, same_party, space_of, stats
from tactics.rulesets.pf2e.detection import UNDETECTED, causes_between, worst
from tactics.rulesets.pf2e.distance import Spot, spot
from tactics.rulesets.pf2e.reach import in_reach, reach_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.creature import Creature

DEFAULT_ACTION = "stride"
KINDS = ("leaves", "moves", "provokes", "exempt", "harmless")
"""How others may react to an action: lists of ``actions.toml``."""


class Trigger(NamedTuple):
    """One chance to react.

    Attributes:
        reactor: who may react.
        step: number of the step that is being taken, 0 for an action that leaves no square.
        square: the mover's square that is within reach.
    """

    reactor: Creature
    step: int
    square: Square


def action_kind(action: str) -> str | None:
    """How others may react to an action: a key of ``actions.toml``, None for an unknown action."""
    rules = table("actions")
    return next((kind for kind in KINDS if action in rules[kind]), None)


def reactors(case: Case, mover: Creature) -> list[Creature]:
    """Enemies that have such a reaction and can use it. Source: pf2e.basic.attack_of_opportunity."""
    known = table("actions")["reactions"]
    party = same_party(case.world, mover)
    return [
        one
        for one in case.world.creatures
        if one.id not in party and is_enemy(one, mover) and can_act(one) and not stats(one).reactions.isdisjoint(known)
    ]


def reaches(case: Case, reactor: Creature, mover: Spot) -> Square | None:
    """A square of the mover in which the reactor can strike it, None when there is none."""
    reach = reach_of(case.world, reactor)
    return None if reach is None else in_reach(case, reactor, reach, mover)


def first_exit(case: Case, reactor: Creature, mover: Creature, path: Sequence[Square]) -> Trigger | None:
    """The first square a move leaves that lies within a creature's reach; later ones of the same move add nothing.

    Source: pf2e.move.triggers_reactions.
    """
    here, shape = spot(case.world, mover.id), space_of(case.world, mover)
    for step, square in enumerate(squares_left(path), 1):
        seen = reaches(case, reactor, here._replace(where=shape.at(square)))
        if seen is not None:
            return Trigger(reactor, step, seen)
    return None


def squares_left(path: Sequence[Square]) -> list[Square]:
    """Every square a path leaves, those a jump passes over included."""
    left: list[Square] = []
    for before, after in pairwise(path):
        dx, dy = after.x - before.x, after.y - before.y
        steps = max(abs(dx), abs(dy), 1)
        left += [Square(before.x + _share(dx, n, steps), before.y + _share(dy, n, steps)) for n in range(steps)]
    return left


def _share(length: int, n: int, steps: int) -> int:
    """``n`` of so many steps along a length, rounded to the nearest whole square, halves away from the start."""
    part = (2 * abs(length) * n + steps) // (2 * steps)
    return part if length > 0 else -part


def triggers(case: Case, mover: Creature, action: str, path: Sequence[Square]) -> list[Trigger]:
    """Everybody who may react to an action, to a move along a path, or to an action and the move after it.

    Source: pf2e.move.triggers_reactions, pf2e.move.no_exit_trigger, pf2e.move.exempt_from_reactions.
    """
    kind = action_kind(action)
    if kind == "exempt":
        return []
    crowd = reactors(case, mover)
    leaving = [first_exit(case, reactor, mover, path) for reactor in crowd] if len(path) > 1 else []
    if kind == "leaves" and len(path) > 1:
        return [one for one in leaving if one is not None]
    found = {one.reactor.id: one for one in leaving if one is not None}
    if kind != "harmless":
        here = spot(case.world, mover.id)
        if path:
            here = here._replace(where=space_of(case.world, mover).at(path[0]))
        reached = ((reactor, reaches(case, reactor, here)) for reactor in crowd)
        found |= {reactor.id: Trigger(reactor, 0, square) for reactor, square in reached if square is not None}
    return [found[reactor.id] for reactor in crowd if reactor.id in found]


def times_triggered(case: Case, mover: Creature, moves: Sequence[Sequence[Square]]) -> dict[str, int]:
    """How often each creature may be set off by several move actions, one path each: once for each action.

    Source: pf2e.move.triggers_reactions.
    """
    times: dict[str, int] = {}
    for path in moves:
        for one in triggers(case, mover, DEFAULT_ACTION, path):
            times[one.reactor.id] = times.get(one.reactor.id, 0) + 1
    return times


def judge(case: Case) -> Verdict:
    """The creatures that may react. Source: pf2e.basic.attack_of_opportunity, pf2e.move.triggers_reactions."""
    if case.question.who is None:
        raise case.refuse("who", "say who acts")
    mover, path = case.world.creature(case.question.who), case.question.path
    action = case.question.action or DEFAULT_ACTION
    if action_kind(action) is None:
        raise case.refuse("action", f"Pathfinder 2e has no {action!r} to react to; known: {', '.join(known_actions())}")
    if case.question.action is None and not path:
        raise case.refuse("path", "say where it moves, or what it does")
    _check_path(case, path)
    case.squares("path", path)
    found = triggers(case, mover, action, path)
    case.squares("provokes", tuple(dict.fromkeys(one.square for one in found)))
    if case.explain:
        _explain(case, mover, action, found)
    ids = tuple(one.reactor.id for one in found)
    if not ids:
        return case.verdict((), text("Nobody may react."))
    names = listed(one.reactor.name for one in found)
    return case.verdict(ids, text("May react: {names}.", names=names), creatures=ids)


def known_actions() -> list[str]:
    """Actions whose reactions are judged, by their English ids."""
    return sorted({action for kind in KINDS for action in table("actions")[kind]})


def _check_path(case: Case, path: Sequence[Square]) -> None:
    jumps = table("actions")["jumps"]
    for before, after in pairwise(path):
        if max(abs(after.x - before.x), abs(after.y - before.y)) > 1 and case.question.action not in jumps:
            raise case.refuse("path", f"{before} to {after} is no step to a neighbouring square")


def _explain(case: Case, mover: Creature, action: str, found: Sequence[Trigger]) -> None:
    kind = action_kind(action)
    if kind == "exempt" or (kind == "harmless" and not found):
        words = text("This sets no reaction off: {action}.", action=as_words(ACTIONS, action))
        case.step("pf2e.move.exempt_from_reactions", words)
        return
    for one in found:
        rule, words = _words(kind or "", mover, one)
        case.step(rule, words)
    reacting = {one.reactor.id for one in found}
    enemies = [one for one in case.world.creatures if is_enemy(one, mover)]
    for creature in enemies:
        if creature.id not in reacting:
            case.step("pf2e.basic.attack_of_opportunity", _why_not(creature))
    if not enemies:
        case.step("pf2e.basic.attack_of_opportunity", text("{who} has no enemy here.", who=mover.name))
    for one in found:
        if worst(causes_between(case, spot(case.world, one.reactor.id), spot(case.world, mover.id))) == UNDETECTED:
            words = text("{who} is undetected: whether {reactor} can react is the GM's call.", **_names(mover, one))
            case.discretion(words)
    if found and kind == "leaves":
        case.step("pf2e.move.triggers_reactions", text("Once for each move action, however many squares are left."))


def _names(mover: Creature, one: Trigger) -> dict[str, Param]:
    return {"who": mover.name, "reactor": one.reactor.name}


def _words(kind: str, mover: Creature, one: Trigger) -> tuple[str, Text]:
    names = _names(mover, one)
    if one.step:
        words = text("{who} leaves {square} within reach of {reactor}.", square=one.square, **names)
        return "pf2e.move.triggers_reactions", words
    words = text("{who} does it in {square}, within reach of {reactor}.", square=one.square, **names)
    return ("pf2e.move.no_exit_trigger" if kind in ("leaves", "moves") else "pf2e.basic.attack_of_opportunity"), words


def _why_not(one: Creature) -> Text:
    if stats(one).reactions.isdisjoint(table("actions")["reactions"]):
        return text("{who} has no such reaction.", who=one.name)
    if not can_act(one):
        return text("{who} cannot act.", who=one.name)
    return text("Nothing happens within reach of {who}.", who=one.name)
