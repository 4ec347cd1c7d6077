"""Who may take an attack of opportunity."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.space import Space, size_steps, square_space
from tactics.core.text import Text, text
from tactics.geometry.metric import between_sq
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1.concealment import TOTAL, veil
from tactics.rulesets.pf1.cover import attack_of, of_attack
from tactics.rulesets.pf1.cover_found import NONE
from tactics.rulesets.pf1.occupancy import Refusal
from tactics.rulesets.pf1.places import Spot, called, creature_of, creature_spot, feet_ft, foes, space_of
from tactics.rulesets.pf1.reach import longest_reach_sq, melee_bands, no_threat, struck
from tactics.rulesets.pf1.sight import look
from tactics.rulesets.pf1.sizes import FEET, natural_reach_sq, very_small
from tactics.rulesets.pf1.tables import conditions, shares_squares, table
from tactics.world.creature import Creature
from tactics.world.kept import kept
from tactics.world.world import World

_ALWAYS_READY = frozenset({"combat_reflexes", "uncanny_dodge"})


def judge(case: Case) -> Verdict:
    """Who may react to a move, an action or both.

    Source: pf1.aoo.provoke_moving, pf1.aoo.provoke_action, pf1.aoo.one_per_move, pf1.action.withdraw,
    pf1.action.five_foot_step
    """
    mover, path, action = creature_of(case, case.question.who, "who"), case.question.path, case.question.action
    _check(case, path, action)
    ready = tuple(foe for foe in foes(case.world, mover) if can_react(foe))
    reacting = _reacting(case, mover, ready, path, action)
    case.squares("path", path)
    case.squares("provokes", tuple(dict.fromkeys(one for squares in reacting.values() for one in squares)))
    ids = tuple(one.id for one in case.world.creatures if one.id in reacting)
    if case.explain:
        _explain_rest(case, mover, ready, path, action, reacting)
    return case.verdict(ids, _summary(case, ids), creatures=ids)


def may_react(world: World, mover: Creature, path: Sequence[Square]) -> tuple[Creature, ...]:
    """Foes in a state to react and not too far away for that: whoever else there is does not react.

    Args:
        world: the position.
        mover: who moves or acts.
        path: its way, () when it acts where it stands.
    """
    body = space_of(world, mover)
    places = [body.at(square) for square in path] or [body]
    return tuple(
        foe
        for foe in world.creatures
        if foe.side != mover.side
        and can_react(foe)
        and _comes_near(space_of(world, foe), longest_reach_sq(foe), places)
    )


def _comes_near(space: Space, reach_sq: int, places: Sequence[Space]) -> bool:
    return any(max(space.gap_sq(place)) <= reach_sq for place in places)


def reacting_ids(case: Case, ready: Sequence[Creature]) -> tuple[str, ...]:
    """Ids of those of some foes who may react: what `judge` says, without the argument."""
    mover, path, action = creature_of(case, case.question.who, "who"), case.question.path, case.question.action
    _check(case, path, action)
    reacting = _reacting(case, mover, ready, path, action)
    return tuple(foe.id for foe in ready if foe.id in reacting)


def _reacting(
    case: Case, mover: Creature, ready: Sequence[Creature], path: tuple[Square, ...], action: str | None
) -> dict[str, tuple[Square, ...]]:
    """The squares in which each foe that may react gets its opportunity, by id."""
    reacting: dict[str, tuple[Square, ...]] = {}
    if len(path) > 1:
        for foe in ready:
            squares = _provoked_by_move(case, mover, foe, path, action or "move")
            if squares:
                reacting[foe.id] = squares
    if action is not None:
        for foe, squares in _provoked_by_act(case, mover, ready, action, path):
            if foe.id in reacting:
                words = text("{name} has two opportunities and takes both only with Combat Reflexes.", name=called(foe))
                case.step("pf1.aoo.one_per_move", words)
            reacting[foe.id] = (*reacting.get(foe.id, ()), *squares)
    return reacting


def _check(case: Case, path: Sequence[Square], action: str | None) -> None:
    actions = table("actions")
    every = [one for group in ("provoke", "from_target", "as_helped", "free") for one in actions[group]]
    if action is not None and action not in every:
        known = ", ".join(sorted(every))
        raise case.refuse("action", f"unknown action {action!r}; known: {known}")
    if not path and action is None:
        raise case.refuse("path", "give a path, an action or both")
    for here, there in pairwise(path):
        if max(abs(there.x - here.x), abs(there.y - here.y)) != 1:
            raise case.refuse("path", f"{there} is not next to {here}")
    if action == "five_foot_step" and len(path) > 2:
        raise case.refuse("path", "a 5-foot step goes one square")


def _explain_rest(
    case: Case,
    mover: Creature,
    ready: Sequence[Creature],
    path: Sequence[Square],
    action: str | None,
    reacting: Collection[str],
) -> None:
    """Why others do not react: nothing is left, nobody reaches it, or they are in no state to strike."""
    body = space_of(case.world, mover)
    if len(path) > 1:
        steps = list(pairwise(path))
        squares = tuple(dict.fromkeys(one for here, there in steps for one in _left(body.at(here), body.at(there))))
        rule, words = "pf1.aoo.provoke_moving", text("No square is left in which a foe could strike.")
    else:
        squares = tuple((body.at(path[0]) if path else body).squares())
        rule, words = "pf1.aoo.provoke_action", text("No foe could strike at {square}.", square=squares[0])
    if len(path) == 1 and action is None:
        case.step("pf1.aoo.provoke_moving", text("It leaves no square, so it provokes nobody."))
    acts = len(path) > 1 or action in table("actions")["provoke"]
    if acts and not reacting and not any(_threatened(case, mover, foe, squares) for foe in ready):
        case.step(rule, words)
    for foe in foes(case.world, mover):
        refusal = unready(foe)
        natural_sq, own = natural_reach_sq(foe), space_of(case.world, foe)
        if acts and refusal is not None and any(between_sq(own, square_space(one)) <= natural_sq for one in squares):
            case.step(*refusal)


@kept
def can_react(foe: Creature) -> bool:
    """Whether a creature is in a state to take attacks of opportunity."""
    return unready(foe) is None


@kept
def unready(foe: Creature) -> Refusal | None:
    """Why a creature is in no state to take attacks of opportunity, None when it is.

    Source: pf1.aoo.flat_footed, pf1.aoo.melee_only, pf1.threat.unarmed
    """
    threat = no_threat(foe)
    if threat is not None:
        return Refusal(*threat)
    alert = bool(foe.of("pf1").traits & _ALWAYS_READY)
    for one in conditions(foe):
        if one.id == "flat_footed" and not alert:
            return Refusal("pf1.aoo.flat_footed", text("{name} is flat-footed and cannot react.", name=called(foe)))
        if not one.reacts and one.id != "flat_footed":
            words = text("{name} cannot react in its state.", name=called(foe))
            return Refusal("pf1.aoo.provoke_moving", words)
    return None


def _summary(case: Case, ids: tuple[str, ...]) -> Text:
    if not ids:
        return text("Nobody may react.")
    names: Text | None = None
    for name in ids:
        one = called(case.world.creature(name))
        names = text("{name}", name=one) if names is None else text("{first}, {second}", first=names, second=one)
    assert names is not None
    return text("May take an attack of opportunity: {names}.", names=names)


def _provoked_by_move(
    case: Case, mover: Creature, foe: Creature, path: Sequence[Square], action: str
) -> tuple[Square, ...]:
    """The squares of a path in which a foe gets its one opportunity, none when it gets none.

    Source: pf1.aoo.provoke_moving, pf1.aoo.one_per_move, pf1.move.very_small_enter, pf1.move.three_sizes
    """
    actions, body = table("actions"), space_of(case.world, mover)
    quiet = action in actions["quiet_moves"]
    for number, (here, there) in enumerate(pairwise(path)):
        before, after = body.at(here), body.at(there)
        if quiet or (number == 0 and action in actions["first_square_free"] and _sees(case, mover, foe, before)):
            _say_free(case, mover, foe, _left(before, after), action)
        elif squares := _provoked_by_leaving(case, mover, foe, before, after):
            _say_once(case, mover, foe, path[number + 1 :])
            return squares
        if action not in actions["carried"] and _provoked_by_entering(case, mover, foe, before, after):
            own = space_of(case.world, foe)
            return tuple(square for square in after.squares() if own.holds(square))
    return ()


def _say_once(case: Case, mover: Creature, foe: Creature, rest: Sequence[Square]) -> None:
    """Say that the further squares of a path give a foe nothing more."""
    body = space_of(case.world, mover)
    left = (_left(body.at(here), body.at(there)) for here, there in pairwise(rest))
    if case.explain and any(_threatened(case, mover, foe, squares) for squares in left):
        words = text("The further squares that {name} threatens are the same opportunity.", name=called(foe))
        case.step("pf1.aoo.one_per_move", words)


def _say_free(case: Case, mover: Creature, foe: Creature, left: Sequence[Square], action: str) -> None:
    if not case.explain or not left or not _threatened(case, mover, foe, left):
        return
    if action == "withdraw":
        words = text("Withdrawing from {square}: {name} gets nothing for it.", square=left[0], name=called(foe))
        case.step("pf1.action.withdraw", words)
    elif action == "five_foot_step":
        words = text("A 5-foot step from {square} does not provoke {name}.", square=left[0], name=called(foe))
        case.step("pf1.action.five_foot_step", words)


def _left(before: Space, after: Space) -> tuple[Square, ...]:
    return tuple(square for square in before.squares() if not after.holds(square))


def _threatened(case: Case, mover: Creature, foe: Creature, squares: Sequence[Square]) -> tuple[Square, ...]:
    """Those of some squares in which a foe threatens a mover."""
    bands, space = melee_bands(case, foe), space_of(case.world, foe)
    height_sq = abs(feet_ft(case.world, mover) - feet_ft(case.world, foe)) // FEET
    return tuple(one for one in squares if struck(case, bands, space, square_space(one), height_sq))


def _provoked_by_leaving(case: Case, mover: Creature, foe: Creature, before: Space, after: Space) -> tuple[Square, ...]:
    squares = _threatened(case, mover, foe, _left(before, after))
    if not squares:
        return ()
    refusal = attack_refusal(case, foe, mover, before)
    if refusal is not None:
        case.step(*refusal)
        return ()
    words = text("Leaving {square}: {name} threatens it and may react.", square=squares[0], name=called(foe))
    case.step("pf1.aoo.provoke_moving", words)
    return squares


def attack_refusal(case: Case, foe: Creature, mover: Creature, space: Space) -> Refusal | None:
    """Why a foe that threatens a creature may not strike at it, None when it may.

    Source: pf1.aoo.cover_blocks, pf1.aoo.total_concealment_blocks
    """
    source = creature_spot(case.world, foe)
    target = Spot(space, called(mover), feet_ft(case.world, mover), mover)
    cover = of_attack(case, source, target, attack_of(case, source, target, "melee"))
    if cover.grade != NONE:
        words = text(
            "{name} cannot react: {target} has cover at {square}.",
            name=source.name,
            target=target.name,
            square=space.anchor,
        )
        return Refusal("pf1.aoo.cover_blocks", words)
    if veil(case, source, target, "melee", reached=True).grade == TOTAL:
        words = text("{name} cannot react: it does not see {target}.", name=source.name, target=target.name)
        return Refusal("pf1.aoo.total_concealment_blocks", words)
    return None


def _provoked_by_entering(case: Case, mover: Creature, foe: Creature, before: Space, after: Space) -> bool:
    """Whether coming into a foe's own square provokes it: very small movers and those three sizes apart.

    Source: pf1.move.very_small_enter, pf1.move.three_sizes
    """
    own = space_of(case.world, foe)
    if not after.overlaps(own) or before.overlaps(own) or shares_squares(foe):
        return False
    if not any(band.least_sq == 0 for band in melee_bands(case, foe)):
        return False
    apart = abs(size_steps(mover.size, foe.size)) >= table("movement")["passing"]["size_steps"]
    if not very_small(mover.size) and not apart:
        return False
    refusal = attack_refusal(case, foe, mover, after)
    if refusal is not None:
        case.step(*refusal)
        return False
    rule = "pf1.move.very_small_enter" if very_small(mover.size) else "pf1.move.three_sizes"
    case.step(rule, text("Entering the square of {name} provokes it.", name=called(foe)))
    return True


def _sees(case: Case, mover: Creature, foe: Creature, space: Space) -> bool:
    """Whether a withdrawing creature sees a foe.

    Source: pf1.action.withdraw
    """
    return look(case, space, space_of(case.world, foe), mover, foe).segment is not None


def _provoked_by_act(
    case: Case, mover: Creature, ready: Sequence[Creature], action: str, path: Sequence[Square]
) -> Iterator[tuple[Creature, tuple[Square, ...]]]:
    """The foes an action itself provokes, wherever the path begins, and the squares in which they threaten it.

    Source: pf1.aoo.provoke_action, pf1.aoo.provoking_actions
    """
    actions = table("actions")
    if action in actions["from_target"]:
        case.step("pf1.aoo.provoking_actions", text("This action provokes its target only, if that is armed."))
        case.discretion(text("Whether the target may react is for the one who names it."))
        return
    if action in actions["as_helped"]:
        case.step("pf1.aoo.provoking_actions", text("Helping provokes only if what it helps with does."))
        case.discretion(text("Whether the action that is helped provokes is asked by itself."))
        return
    if action not in actions["provoke"]:
        if len(path) < 2:
            case.step("pf1.aoo.provoking_actions", text("This action does not provoke."))
        return
    space = space_of(case.world, mover)
    here = space.at(path[0]) if path else space
    for foe in ready:
        squares = _threatened(case, mover, foe, tuple(here.squares()))
        if not squares:
            continue
        refusal = attack_refusal(case, foe, mover, here)
        if refusal is None:
            words = text("The action provokes {name}, who threatens {square}.", name=called(foe), square=here.anchor)
            case.step("pf1.aoo.provoking_actions", words)
            yield foe, squares
        else:
            case.step(*refusal)
