"""Getting by an enemy: out of its square on the far side."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Choice, Decision, Refusal
from tactics.rules.dice_text import chances
from tactics.rules.event import Noted, Part
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import arcs, stepping
from tactics.rulesets.dfrpg.fight import balance, checks, close_combat, distraction, states
from tactics.rulesets.dfrpg.fight.attack import shock_parts
from tactics.rulesets.dfrpg.figures import called
from tactics.rulesets.dfrpg.rolls import DICE, quick_contest
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight

RULE = "dfrpg.movement.evade"
STUCK = "stuck"
"""Counter: it did not get by, and moves no more this turn. Source: dfrpg.movement.evade."""
HINDER, LET_PASS = "hinder", "let_pass"


def begins(run: Run, who: str) -> None:
    """A new turn: it may try again."""
    states.set_counter(run, who, STUCK, 0)


def stops(fight: Fight, who: str) -> Refusal | None:
    """Why a figure cannot leave the square it shares with an enemy. Source: dfrpg.movement.evade."""
    if not close_combat.foes_in(fight, who):
        return None
    if states.has(fight, who, states.GRAPPLED):
        return Refusal(text("It is held and does not get away."), RULE)
    if fight.body(who).count(STUCK):
        return Refusal(text("It did not get by."), RULE)
    return None


def to_evade(fight: Fight, who: str, there: Square) -> tuple[str, ...]:
    """Ids of those a figure has to get by on its way to a neighbouring square.

    Source: dfrpg.movement.evade, dfrpg.movement.occupied
    """
    came = close_combat.came_from(fight, who)
    if came is None:
        return ()
    near = close_combat.foes_in(fight, who)
    return tuple(one for one in stepping.evading(fight.world, who, came, there) if one in near)


def parts_of(fight: Fight, who: str, foe: str) -> tuple[Part, ...]:
    """What a figure rolls against to get by a foe. Source: dfrpg.movement.evade."""
    found = (balance.dexterity(fight, who, RULE), *_by_foe(fight, who, foe), *shock_parts(fight, who))
    return tuple(one for one in found if one.amount)


def _by_foe(fight: Fight, who: str, foe: str) -> Iterator[Part]:
    posture, numbers = states.posture_of(fight, foe), table("fight")["evade"]
    yield Part(table("postures")[posture]["evade"], states.named(posture), "", RULE)
    came = close_combat.came_from(fight, who)
    arc = "front" if came is None else arcs.arc_of(fight.world, fight.world.creature(foe), came)
    if arc == "back":
        yield Part(numbers["back"], text("from behind"), "", RULE)
    elif arc != "front":
        yield Part(numbers["side"], text("from the side"), "", RULE)


def gets_away(run: Run, who: str, there: Square) -> bool:
    """Whether a figure gets by everybody in its square that has to be got by on its way to another one.

    Source: dfrpg.movement.evade
    """
    for foe in to_evade(run.fight, who, there):
        if not _let_pass(run, who, foe) and not _won(run, who, foe):
            states.set_counter(run, who, STUCK, 1)
            distraction.distract(run, who)
            return False
    return True


def told(fight: Fight, who: str, there: Square) -> Iterator[Text]:
    """How likely a figure gets by those in its way, for the preview. Source: dfrpg.movement.evade."""
    for foe in to_evade(fight, who, there):
        parts = parts_of(fight, who, foe)
        likely = _likely(checks.total(parts), balance.dexterity(fight, foe, RULE).amount)
        if checks.too_hard(parts) is not None:
            likely = Fraction(0)
        name = called(fight.world.creature(foe))
        yield text("First it has to get by {foe} ({percent}%).", foe=name, percent=checks.percent(likely))


@cache
def _likely(skill: int, foe_skill: int) -> Fraction:
    """How likely the first of two wins a contest. Source: dfrpg.core.quick_contest."""
    ways = chances(DICE)
    won = sum(
        count * other_count
        for own, count in ways.items()
        for other, other_count in ways.items()
        if quick_contest(skill, own, foe_skill, other).winner == "first"
    )
    return Fraction(won, sum(ways.values()) ** 2)


def _let_pass(run: Run, who: str, foe: str) -> bool:
    """Whether a foe does not care. Source: dfrpg.movement.evade."""
    name = called(run.fight.world.creature(who))
    title = text("{name} wants to get by.", name=name)
    choices = (Choice(HINDER, text("Hinder")), Choice(LET_PASS, text("Let pass")))
    return run.ask(Decision(foe, "evade", title, choices, HINDER)).id == LET_PASS


def _won(run: Run, who: str, foe: str) -> bool:
    hopeless = checks.too_hard(parts_of(run.fight, who, foe))
    if hopeless is not None:
        run.emit(Noted(who, hopeless.text, hopeless.rule))
        return False
    own = checks.roll(run, who, "contest", parts_of(run.fight, who, foe), target=foe, what=EVADING, rule=RULE)
    base = (balance.dexterity(run.fight, foe, RULE),)
    other = checks.roll(run, foe, "contest", base, target=who, what=EVADING, rule=RULE)
    won = quick_contest(own.against, own.total, other.against, other.total).winner == "first"
    name, its = called(run.fight.world.creature(who)), called(run.fight.world.creature(foe))
    told = text("{name} gets by {foe}.", name=name, foe=its)
    run.emit(Noted(who, told if won else text("{name} does not get by {foe}.", name=name, foe=its), RULE))
    return won


EVADING = text("getting by")
