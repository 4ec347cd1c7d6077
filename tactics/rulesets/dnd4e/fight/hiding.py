"""Hiding from enemies, and what ends it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.dice import Roll
from tactics.core.text import as_words, text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import CounterSet, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rules.question import Question
from tactics.rules.turns import own_turn
from tactics.rules.vocabulary import ACTIONS, SKILLS
from tactics.rulesets.dnd4e.concealment import NONE, TOTAL
from tactics.rulesets.dnd4e.cover import NONE as NO_COVER
from tactics.rulesets.dnd4e.cover import SUPERIOR
from tactics.rulesets.dnd4e.cover import TOTAL as NO_EFFECT
from tactics.rulesets.dnd4e.fight import checks, conditions, helping, turn
from tactics.rulesets.dnd4e.fight.asking import ask
from tactics.rulesets.dnd4e.fight.own_numbers import passive
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Effect, Fight

RULE = "dnd4e.stealth.hide"
HIDDEN = helping.HIDDEN


class Hide:
    """A Stealth check after a move, against everybody it can hide from. Source: dnd4e.stealth.hide."""

    ids = ("hide",)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """In its own turn, while the last thing it did was a move."""
        cost = turn.COSTS["none"]
        yield Option("hide", "defend", as_words(ACTIONS, "hide"), cost, refusal=why_not(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """Roll once against the passive Perception of each of them."""
        refuse(why_not(run.fight, action.who))
        _roll(run, action.who, watchers(run.fight, action.who))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance to be hidden from the keenest of them."""
        who = action.who
        refuse(why_not(fight, who))
        dc = max(notice_of(fight, one) for one in watchers(fight, who))
        parts = checks.parts_of(fight, who, "stealth", _hurry(fight, who))
        return Preview(chance=checks.chance_of(dc + 1 - total(parts)), parts=parts, against=dc, takes=(who,))


def why_not(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot try to hide now, None when it can. Source: dnd4e.stealth.hide."""
    unable = conditions.why_not_act(fight, who) or own_turn(fight, who, RULE)
    if unable is not None:
        return unable
    if not fight.body(who).count(turn.STEPS):
        return Refusal(text("Hiding comes at the end of a move."), RULE)
    if not watchers(fight, who):
        return Refusal(text("Neither superior cover nor total concealment hides it."), RULE)
    return None


def watchers(fight: Fight, who: str) -> tuple[str, ...]:
    """Enemies it can hide from where it is now: superior cover, total concealment, or no line of sight."""
    return tuple(one for one in _enemies(fight, who) if _can_begin(fight, who, one))


def hidden_from(fight: Fight, viewer: str) -> tuple[str, ...]:
    """Ids of those who are hidden from a creature."""
    return tuple(
        one
        for one in fight.bodies
        if any(effect.note == viewer for effect in conditions.effects_of(fight, one, HIDDEN))
    )


def notice_of(fight: Fight, who: str) -> int:
    """Passive Perception."""
    return passive(sheet_of(fight.world.creature(who)), "perception")


def lapse(run: Run) -> None:
    """Show those who have neither cover nor concealment any more; other creatures give none.

    Source: dnd4e.stealth.hide
    """
    for who, body in list(run.fight.bodies.items()):
        for effect in body.effects:
            if effect.id == HIDDEN and not _can_stay(run.fight, who, effect.note):
                conditions.end(run, who, effect)


def moved(run: Run, who: str) -> None:
    """Who moves more than two squares while hidden rolls anew. Source: dnd4e.stealth.hide."""
    steps = run.fight.body(who).count(turn.STEPS)
    others = tuple(one.note for one in conditions.effects_of(run.fight, who, HIDDEN))
    if others and steps > int(table("fight")["stealth"]["far_sq"]):
        _roll(run, who, others)


def _roll(run: Run, who: str, others: tuple[str, ...]) -> None:
    """One roll against all of them; an equal Perception finds it."""
    parts = checks.parts_of(run.fight, who, "stealth", _hurry(run.fight, who))
    face = run.roll(checks.DIE)
    sum_ = face + total(parts)
    what = as_words(SKILLS, "stealth")
    run.emit(Rolled(who, "check", (Roll(checks.DIE, face),), parts, sum_, what=what, rule=RULE))
    helping.check_made(run, who, "stealth")
    if run.fight.body(who).count(turn.STEPS):
        run.emit(CounterSet(who, turn.STEPS, 0))
    for other in others:
        conditions.lose(run, who, HIDDEN, note=other)
        if sum_ > notice_of(run.fight, other):
            conditions.gain(run, who, Effect(HIDDEN, sum_, who, note=other, rule=RULE))


def _hurry(fight: Fight, who: str) -> tuple[Part, ...]:
    """What moving far or running takes off the check. Source: dnd4e.stealth.hide."""
    numbers = table("fight")["stealth"]
    if fight.body(who).has("running"):
        return (Part(int(numbers["running"]), text("running"), "", RULE),)
    if fight.body(who).count(turn.STEPS) > int(numbers["far_sq"]):
        return (Part(int(numbers["far"]), text("moved far"), "", RULE),)
    return ()


def _enemies(fight: Fight, who: str) -> Iterator[str]:
    side = fight.world.creature(who).side
    return (one.id for one in fight.world.creatures if one.side != side and not fight.body(one.id).out)


def _grades(fight: Fight, who: str, viewer: str) -> tuple[str, str]:
    """Cover without creatures, and concealment, by the position alone."""
    cover = ask(fight.world, Question(ask="cover", source=viewer, to=who, attack="area")).value
    concealment = ask(fight.world, Question(ask="concealment", source=viewer, to=who, attack="ranged")).value
    return str(cover), str(concealment)


def _can_begin(fight: Fight, who: str, viewer: str) -> bool:
    cover, concealment = _grades(fight, who, viewer)
    return cover in (SUPERIOR, NO_EFFECT) or concealment == TOTAL


def _can_stay(fight: Fight, who: str, viewer: str) -> bool:
    if viewer not in fight.bodies or fight.body(viewer).out:
        return False
    cover, concealment = _grades(fight, who, viewer)
    return cover != NO_COVER or concealment != NONE
