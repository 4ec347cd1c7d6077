"""Escape: out of a grab, or out of what names a DC for it."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import Text, as_words, composed, text
from tactics.rules.action import Action, Choice, Decision, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS, SKILLS
from tactics.rulesets.dnd4e.fight import aiming, checks, conditions, moves, numbers, turn
from tactics.rulesets.dnd4e.fight.conditions import GRABBED
from tactics.rulesets.dnd4e.fight.grab import grabbers_of
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Effect, Fight

RULE = "dnd4e.action.escape"
WAYS = {"acrobatics": "reflex", "athletics": "fortitude"}
"""The skills, and the defense of the grabber each of them must reach."""
BINDING = (GRABBED, "immobilized", "restrained")
SHIFT, STAY = "shift", "stay"


class Escape:
    """A move action to get free. Source: dnd4e.action.escape."""

    ids = ("escape",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Both skills, for those who are held."""
        if not _bonds(fight, who):
            return
        refusal = turn.affordable(fight, who, turn.MOVE)
        for skill in WAYS:
            title: Text = composed("{name}: {weapon}", name=as_words(ACTIONS, "escape"), weapon=as_words(SKILLS, skill))
            yield Option("escape", "move", title, turn.COSTS[turn.MOVE], (), refusal, {"how": skill})

    def resolve(self, run: Run, action: Action) -> None:
        """Try; who gets free may shift."""
        who, skill = action.who, _how(action)
        refuse(turn.affordable(run.fight, who, turn.MOVE))
        refuse(_free(run.fight, who))
        turn.spend(run, who, turn.MOVE)
        if not checks.check(run, who, skill, dc_of(run.fight, who, skill), RULE):
            return
        for effect in _bonds(run.fight, who):
            conditions.end(run, who, effect)
        _shift(run, who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        refuse(_free(fight, action.who))
        skill = _how(action)
        return checks.previewed(fight, action.who, skill, dc_of(fight, action.who, skill))


def dc_of(fight: Fight, who: str, skill: str) -> int:
    """What the check must reach: the highest of those who hold on, 2 more for each further one.

    Source: dnd4e.action.escape
    """
    own = [one for one in _bonds(fight, who) if one.value or not one.source]
    named = [one.value for one in own]
    defenses = [numbers.defense(fight, one, WAYS[skill])[0] for one in grabbers_of(fight, who)]
    several = table("fight")["escape"]
    more = min(int(several["each_more"]) * max(0, len(defenses) - 1), int(several["most_more"]))
    return max([*named, *(one for one in [max(defenses, default=0) + more] if defenses)])


def _how(action: Action) -> str:
    skill = str(action.arguments.get("how", "athletics"))
    if skill not in WAYS:
        raise Refused(Refusal(text("Acrobatics or Athletics?"), RULE))
    return skill


def _bonds(fight: Fight, who: str) -> list[Effect]:
    """What an escape gets a creature out of: grabs, and effects that name a DC."""
    return [
        one
        for one in fight.body(who).effects
        if one.id in BINDING and (one.value > 0 or (one.id == GRABBED and one.source in fight.bodies))
    ]


def _free(fight: Fight, who: str) -> Refusal | None:
    return None if _bonds(fight, who) else Refusal(text("Nobody holds it."), RULE)


def _shift(run: Run, who: str) -> None:
    """Let who got free shift one square, if it likes. Source: dnd4e.action.escape, dnd4e.move.shift."""
    if not aiming.able(run.fight, who) or moves.stuck(run.fight, who):
        return
    squares = moves.shifts(run.fight, who)
    if not squares:
        return
    start = run.fight.world.creature(who).space.anchor
    need = NeedPath("path", "walk", squares, {one: (start, one) for one in squares}, moves.WHERE)
    decision = Decision(
        who=who,
        id="escaped",
        title=text("Free. Shift?"),
        choices=(Choice(SHIFT, as_words(ACTIONS, "shift")), Choice(STAY, text("Stay"))),
        default=STAY,
        needs={SHIFT: (need,)},
    )
    answer = run.ask(decision)
    path = answer.arguments.get("path")
    if answer.id == SHIFT and isinstance(path, tuple) and len(path) == 2 and path[1] in squares and path[0] == start:
        moves.walk(run, who, (start, need.paths[next(one for one in squares if one == path[1])][1]), action="shift")
