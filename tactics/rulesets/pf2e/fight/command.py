"""Command an Animal: what a rider's mount does, one action for each command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from tactics.core.text import text
from tactics.rules.action import Action, Argument, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Noted, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import GROUPS, Kind, offered, refusal_of, refuse
from tactics.rulesets.pf2e.fight import conditions, kinds, maneuver, performing, turn
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, check
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.performing import CONCENTRATE, Deed
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.statistics import dc_of, parts_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

RULE = "pf2e.skill.command_animal"
ID, WHAT = "command_animal", "choice"
SKILL = "nature"
COMMAND = Deed(ID, 1, frozenset({"auditory", CONCENTRATE}))
_RIDE = "ride"
"""Feat with which the animal one rides always obeys."""


class CommandAnimal:
    """One action of the rider for one of the mount. Source: pf2e.skill.command_animal, pf2e.mounted.actions."""

    ids = (ID,)
    groups = GROUPS

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """What the mount could do now, each as a command."""
        mount = _obedient(fight, who)
        if not mount:
            return
        refusal = _why_not(fight, who, mount)
        for _, option in _choices(fight, mount):
            title = text("{name}: {action}", name=fight.world.creature(mount).name, action=option.title)
            settled = {**option.arguments, WHAT: option.id}
            why = refusal or option.refusal
            yield replace(option, id=ID, title=title, needs=() if why else option.needs, refusal=why, arguments=settled)

    def resolve(self, run: Run, action: Action) -> None:
        """Give the command; when the animal obeys, it acts at once."""
        who, mount = action.who, _obedient(run.fight, action.who)
        kind, order = _meant(run.fight, action, mount)
        if not performing.begin(run, who, COMMAND, target=mount):
            return
        if not _obeys(run, who, mount) or not conditions.can_act(run.fight, mount):
            return
        run.emit(CounterSet(mount, turn.ACTIONS, run.fight.body(mount).count(turn.ACTIONS) - 1))
        for event in turn.grant(run.fight, mount):
            run.emit(event)
        refusal = refusal_of(kind, run.fight, order)
        if refusal is None:
            kind.resolve(run, order)
        else:
            run.emit(Noted(mount, refusal.text, refusal.rule))
        turn.forget_grant(run, mount)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of what it is to do, and that of being obeyed."""
        mount = _obedient(fight, action.who)
        kind, order = _meant(fight, action, mount)
        found = kind.preview(turn.granted(fight, mount), order)
        if not _must_roll(fight, action.who):
            return performing.previewed(fight, action.who, COMMAND, found, mount)
        obeyed = maneuver.chances(_parts(fight, action.who), dc_of(fight, mount, "will")).chance or Fraction(0)
        words = text("It obeys with a chance of {n} %.", n=int(obeyed * 100))
        chance = None if found.chance is None else found.chance * obeyed
        less = replace(
            found,
            chance=chance,
            critical=found.critical * obeyed,
            damage_mean=found.damage_mean * obeyed,
            notes=(words, *found.notes),
        )
        return performing.previewed(fight, action.who, COMMAND, less, mount)


def _obedient(fight: Fight, who: str) -> str:
    """Id of the mount that waits for a creature's commands, "" for none."""
    mount = fight.world.creature(who).mount
    return mount if mount in fight.bodies and turn.obeys_rider(fight, mount) else ""


def _why_not(fight: Fight, who: str, mount: str) -> Refusal | None:
    """Why a rider cannot command its mount now. Source: pf2e.mounted.actions, pf2e.turn.regain_actions."""
    refusal = performing.why_not(fight, who, COMMAND) or conditions.why_not_act(fight, mount)
    refusal = refusal or turn.own_turn(fight, who)
    if refusal is None and not fight.body(mount).count(turn.ACTIONS):
        refusal = Refusal(text("The mount has no actions left."), "pf2e.mounted.actions")
    return refusal


def _choices(fight: Fight, mount: str) -> Iterator[tuple[Kind, Option]]:
    return offered(kinds.ALL, turn.granted(fight, mount), mount, table("actions")["commanded"])


def _meant(fight: Fight, action: Action, mount: str) -> tuple[Kind, Action]:
    """What the mount is to do.

    Raises:
        Refused: it cannot be commanded, or cannot do it.
    """
    if not mount:
        raise Refused(Refusal(text("It rides no animal."), RULE))
    refuse(_why_not(fight, action.who, mount))
    what = str(action.arguments.get(WHAT, ""))
    given: Mapping[str, Argument] = {key: one for key, one in action.arguments.items() if key != WHAT}
    order = Action(mount, what, given)
    kind = next((kind for kind, option in _choices(fight, mount) if option.id == what), None)
    if kind is None:
        raise Refused(Refusal(text("That cannot be commanded."), RULE))
    refuse(refusal_of(kind, turn.granted(fight, mount), order))
    return kind, order


def _must_roll(fight: Fight, who: str) -> bool:
    """Whether obedience is in doubt: with the feat Ride the animal one rides always obeys."""
    return _RIDE not in sheet_of(fight.world.creature(who)).feats


def _parts(fight: Fight, who: str) -> tuple[Part, ...]:
    return parts_of(fight, who, SKILL)


def _obeys(run: Run, who: str, mount: str) -> bool:
    """Nature against the animal's Will. Source: pf2e.skill.command_animal."""
    if not _must_roll(run.fight, who):
        return True
    dc = dc_of(run.fight, mount, "will")
    named = text("{action}: {skill}", action=text("Command an Animal"), skill=statistic_name(SKILL))
    found = check(run, who, "skill", _parts(run.fight, who), dc, target=mount, what=named, rule=RULE, statistic=SKILL)
    if found.degree == CRITICAL_FAILURE:
        run.emit(Noted(mount, text("It shies and does as it likes: the game master says what."), RULE))
    elif not found.succeeded:
        run.emit(Noted(mount, text("It does not obey."), RULE))
    return found.succeeded
