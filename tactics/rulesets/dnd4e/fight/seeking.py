"""Looking for those who hide: an active Perception check, and how much it tells."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.dice import Roll
from tactics.core.text import Text, as_words, text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import Noted, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rules.vocabulary import ACTIONS, SKILLS
from tactics.rulesets.dnd4e.fight import checks, conditions, guessing, helping, turn
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Effect, Fight

RULE = "dnd4e.target.unseen"
NOTHING, DIRECTION, SQUARE = "nothing", "direction", "square"
_WINDS = {
    (0, -1): text("north"),
    (1, -1): text("north-east"),
    (1, 0): text("east"),
    (1, 1): text("south-east"),
    (0, 1): text("south"),
    (-1, 1): text("south-west"),
    (-1, 0): text("west"),
    (-1, -1): text("north-west"),
    (0, 0): text("close by"),
}


def grade(stealth: int, perception: int) -> str:
    """What is known of somebody hidden: nothing, that something is there and where it lies, or its very square.

    Source: dnd4e.target.unseen
    """
    if perception < stealth:
        return NOTHING
    return SQUARE if perception >= stealth + int(table("fight")["unseen"]["square_by"]) else DIRECTION


class Seek:
    """A Perception check against all who hide, by a minor action. Source: dnd4e.target.unseen."""

    ids = ("seek",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Always there, so that it does not tell whether somebody hides."""
        cost = turn.COSTS[turn.MINOR]
        yield Option("seek", "other", as_words(ACTIONS, "seek"), cost, refusal=_why_not(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """Roll once, against the Stealth of each of them."""
        who = action.who
        refuse(_why_not(run.fight, who))
        turn.spend(run, who, turn.MINOR)
        parts = checks.parts_of(run.fight, who, "perception")
        face = run.roll(checks.DIE)
        sum_ = face + total(parts)
        run.emit(
            Rolled(who, "check", (Roll(checks.DIE, face),), parts, sum_, what=as_words(SKILLS, "perception"), rule=RULE)
        )
        helping.check_made(run, who, "perception")
        for one in tuple(run.fight.bodies):
            for effect in _hiding(run.fight, who, one):
                _found(run, who, one, effect, grade(effect.value, sum_))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing that tells whether somebody hides."""
        return Preview(parts=checks.parts_of(fight, action.who, "perception"))


def _why_not(fight: Fight, who: str) -> Refusal | None:
    return turn.affordable(fight, who, turn.MINOR)


def _hiding(fight: Fight, who: str, one: str) -> tuple[Effect, ...]:
    """What hides an enemy from a creature."""
    if fight.body(one).out or not guessing.hidden(fight, who, one):
        return ()
    return tuple(effect for effect in conditions.effects_of(fight, one, guessing.HIDDEN) if effect.note in ("", who))


def _found(run: Run, who: str, one: str, effect: Effect, known: str) -> None:
    if known == SQUARE:
        conditions.end(run, one, effect)
    elif known == DIRECTION:
        run.emit(Noted(who, text("Something hides: {where}.", where=direction(run.fight, who, one)), RULE))


def direction(fight: Fight, who: str, one: str) -> Text:
    """In which direction a creature is from another."""
    here, there = fight.world.creature(who).space.centre, fight.world.creature(one).space.centre
    dx, dy = there.x - here.x, there.y - here.y
    # A wind takes in all that lies within 22.5 degrees of it; 5 to 12 is near enough.
    wide, high = (abs(one_) * 12 > abs(other) * 5 for one_, other in ((dx, dy), (dy, dx)))
    return _WINDS[_sign(dx) if wide else 0, _sign(dy) if high else 0]


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
