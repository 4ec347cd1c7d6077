"""Opportunity attacks: who may react to a move or an action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.space import Space, square_space
from tactics.core.text import Text, ntext, text
from tactics.rules.book import Case
from tactics.rules.verdict import Alternative, Verdict
from tactics.rulesets.dnd4e import squeeze
from tactics.rulesets.dnd4e.effect import can_see
from tactics.rulesets.dnd4e.reach import cannot_threaten, does_threaten
from tactics.rulesets.dnd4e.spots import Spot, called, creature_spot, enemies
from tactics.rulesets.dnd4e.tables import action_kinds, forbidding, stats
from tactics.world.creature import Creature

LEAVING, USING, NEVER = "leaving", "using", "never"


def judge(case: Case) -> Verdict:
    """Who may make an opportunity attack.

    Source: dnd4e.opportunity.movement, dnd4e.opportunity.ranged_area, dnd4e.opportunity.exempt
    """
    question = case.question
    mover = case.world.creature(question.who or "")
    if question.action is None and not question.path:
        raise case.refuse("path", "name a path or an action")
    action = question.action or "walk"
    if action not in action_kinds():
        raise case.refuse("action", f"unknown action {action!r}; known: {', '.join(sorted(action_kinds()))}")
    kind, rule = action_kinds()[action]
    case.squares("path", question.path)
    if kind == NEVER:
        case.step(rule, text("This does not provoke."))
        return _verdict(case, mover, ())
    reactors = _reactions(case, mover, kind, action)
    case.squares("provokes", tuple(dict.fromkeys(square for one in reactors.values() for square in one.squares)))
    for who, reaction in reactors.items():
        case.step(rule, reaction.why)
        if stats(case.world.creature(who)).threatening_reach_sq > 1:
            name = called(case.world.creature(who))
            case.step("dnd4e.opportunity.threatening_reach", text("{name} has threatening reach.", name=name))
    if len(question.path) > 2 and reactors:
        case.step("dnd4e.opportunity.limits", text("Each of them may do so once in this turn."))
    if case.explain:
        _explain_unable(case, mover, question.path, kind)
    return _verdict(case, mover, tuple(one.id for one in case.world.creatures if one.id in reactors))


class Reaction(NamedTuple):
    """Why somebody may react, and the squares in which it threatens the mover then."""

    why: Text
    squares: tuple[Square, ...]


def _reactions(case: Case, mover: Creature, kind: str, action: str) -> dict[str, Reaction]:
    """What lets each enemy react, by id; the first occasion counts."""
    path, name = case.question.path, called(mover)
    reactors: dict[str, Reaction] = {}
    if kind == USING:
        here = mover.space.at(path[-1]) if path else creature_spot(case.world, mover).space
        for one in able_reactors(case, mover, here):
            why = text("{name} may attack when {mover} uses that power beside it.", name=called(one), mover=name)
            reactors[one.id] = Reaction(why, _threatened_squares(case, one, mover, here))
        return reactors
    for space, square in spaces_left(mover, path, action):
        for one in able_reactors(case, mover, space):
            why = text("{name} may attack when {mover} leaves {square}.", name=called(one), mover=name, square=square)
            if one.id not in reactors:
                reactors[one.id] = Reaction(why, _threatened_squares(case, one, mover, space))
    return reactors


def _threatened_squares(case: Case, who: Creature, mover: Creature, space: Space) -> tuple[Square, ...]:
    """The squares of a mover's space that somebody threatens."""
    threat, target = creature_spot(case.world, who), creature_spot(case.world, mover)
    squares = ((one, replace(target, space=square_space(one))) for one in space.squares())
    return tuple(square for square, spot in squares if does_threaten(case, threat, spot))


def spaces_left(mover: Creature, path: Sequence[Square], action: str) -> Iterator[tuple[Space, Square]]:
    """The space a mover has before each step of a path, and its top left square.

    Args:
        mover: who moves.
        path: its positions.
        action: how it moves; squeezing makes its space smaller first, which leaves squares too.

    Source: dnd4e.opportunity.movement, dnd4e.move.squeeze
    """
    if action != "squeeze":
        for square in path[:-1]:
            yield mover.space.at(square), square
        return
    if path and squeeze.given_up(mover, squeeze.squeezed(mover, path[0])):
        for square in sorted(squeeze.given_up(mover, squeeze.squeezed(mover, path[0]))):
            yield Space(*square, 1, 1), square
    for square in path[:-1]:
        yield squeeze.squeezed(mover, square), square


def able_reactors(case: Case, mover: Creature, space: Space) -> Iterator[Creature]:
    """The enemies that threaten a mover in a space and can attack it.

    Source: dnd4e.opportunity.limits, dnd4e.opportunity.threatened, dnd4e.opportunity.threatening_reach
    """
    target = replace(creature_spot(case.world, mover), space=space)
    for one in case.world.creatures:
        if one.id != mover.id and enemies(one, mover) and _may_react(case, creature_spot(case.world, one), target):
            yield one


def _may_react(case: Case, who: Spot, target: Spot) -> bool:
    assert who.creature is not None
    if cannot_threaten(who.creature) or not does_threaten(case, who, target):
        return False
    return can_see(case, who, target)


def _explain_unable(case: Case, mover: Creature, path: Sequence[Square], kind: str) -> None:
    """Neighbours that cannot react, as rejected choices."""
    passed = [mover.space.at(square) for square in path[:-1]] if kind == LEAVING else [mover.space]
    for one in case.world.creatures:
        held = forbidding(one, "opportunity")
        near = any(max(one.space.gap_sq(space)) <= 1 for space in passed)
        if not near or one.id == mover.id or not enemies(one, mover):
            continue
        if held is not None:
            why = text("{name} is {condition} and makes no opportunity attacks.", name=called(one), condition=held.name)
        elif not stats(one).armed:
            why = text("{name} has no melee attack.", name=called(one))
        else:
            continue
        case.alternative(Alternative((one.id,), why, square=one.space.anchor))


def _verdict(case: Case, mover: Creature, reactors: tuple[str, ...]) -> Verdict:
    if not reactors:
        summary = text("Nobody may react to {name}.", name=called(mover))
    else:
        summary = ntext(
            "{n} enemy may make an opportunity attack.", "{n} enemies may make an opportunity attack.", len(reactors)
        )
    return case.verdict(reactors, summary, creatures=reactors)
