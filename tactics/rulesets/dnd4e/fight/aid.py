"""Aid another: helping an ally to strike, to guard itself, or with a check."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.dice import Roll
from tactics.core.text import Text, as_words, text
from tactics.rules.action import Action, Choice, Need, NeedChoice, NeedCreature, Option, Preview, Refusal
from tactics.rules.event import Noted, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rules.vocabulary import SKILLS
from tactics.rulesets.dnd4e.adjacency import adjacent
from tactics.rulesets.dnd4e.fight import checks, conditions, helping, own_numbers, turn
from tactics.rulesets.dnd4e.fight.asking import case_of
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.spots import creature_spot
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Duration, Effect, Fight

RULE = helping.RULE
AGAINST = {"aid_attack": helping.ATTACK, "aid_defense": helping.DEFENSE}
TITLES: dict[str, Text] = {
    "aid_attack": text("Aid attack"),
    "aid_defense": text("Aid defense"),
    "aid_check": text("Aid a check"),
}

FOUR = text("Four help in that already.")


class Aid:
    """A standard action for the next attack, defense or check of an ally. Source: dnd4e.action.aid_another."""

    ids = tuple(TITLES)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Whom to help, and against whom or in what."""
        friends = _friends(fight, who)
        if not friends:
            return
        for id_, title in TITLES.items():
            refusal = turn.affordable(fight, who, turn.STANDARD)
            needs: tuple[Need, ...] = ()
            if refusal is None and id_ == "aid_check":
                refusal, needs = self._check_needs(fight, who)
            elif refusal is None:
                foes = tuple(one.id for one in fight.world.creatures if _foe(fight, who, one.id) is None)
                needs = (NeedCreature("friend", friends, text("Whom?")), NeedCreature("target", foes, text("Against?")))
                if not foes:
                    refusal, needs = Refusal(text("No enemy is beside it."), RULE), ()
            yield Option(id_, "other", title, turn.COSTS[turn.STANDARD], needs, refusal)

    def _check_needs(self, fight: Fight, who: str) -> tuple[Refusal | None, tuple[Need, ...]]:
        near = tuple(one for one in _friends(fight, who) if _beside(fight, who, one))
        if not near:
            return Refusal(text("No ally is beside it."), RULE), ()
        skills = tuple(Choice(one, as_words(SKILLS, one)) for one in table("fight")["aid"]["skills"])
        return None, (NeedCreature("friend", near, text("Whom?")), NeedChoice("skill", skills, text("In what?")))

    def resolve(self, run: Run, action: Action) -> None:
        """Help."""
        who, friend = action.who, str(action.arguments.get("friend", ""))
        refuse(turn.affordable(run.fight, who, turn.STANDARD))
        if friend not in _friends(run.fight, who):
            refuse(Refusal(text("That is no ally."), RULE))
        id_, about = _about(run.fight, action, friend)
        turn.spend(run, who, turn.STANDARD)
        amount = int(table("fight")["aid"]["bonus"])
        if action.id == "aid_check" and not _check(run, who, about, friend):
            amount = int(table("fight")["aid"]["check_penalty"])
        conditions.lose(run, friend, id_, note=helping.note(about, who))
        if _enough(run.fight, friend, id_, about):
            run.emit(Noted(who, FOUR, RULE))
            return
        until = Duration("end", who, 2 if run.fight.active == who else 1)
        conditions.gain(run, friend, Effect(id_, amount, who, until, helping.note(about, who), RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled, except for help with a check."""
        who, friend = action.who, str(action.arguments.get("friend", ""))
        id_, about = _about(fight, action, friend)
        notes = (FOUR,) if _enough(fight, friend, id_, about) else ()
        if action.id == "aid_check":
            return checks.previewed(fight, who, about, dc_of(fight, who), takes=(friend,))
        return Preview(takes=(friend,), notes=notes)


def dc_of(fight: Fight, who: str) -> int:
    """What a helper's check must reach. Source: dnd4e.action.aid_another."""
    return own_numbers.base() + sheet_of(fight.world.creature(who)).level // 2


def _check(run: Run, who: str, skill: str, friend: str) -> bool:
    parts, dc = checks.parts_of(run.fight, who, skill), dc_of(run.fight, who)
    face = run.roll(checks.DIE)
    sum_ = face + total(parts)
    outcome = "success" if sum_ >= dc else "failure"
    rolls = (Roll(checks.DIE, face),)
    run.emit(Rolled(who, "check", rolls, parts, sum_, dc, outcome, friend, as_words(SKILLS, skill), RULE))
    return sum_ >= dc


def _friends(fight: Fight, who: str) -> tuple[str, ...]:
    side = fight.world.creature(who).side
    return tuple(one for one, body in fight.bodies.items() if one != who and not body.out and _side(fight, one) == side)


def _side(fight: Fight, who: str) -> str:
    return fight.world.creature(who).side


def _beside(fight: Fight, who: str, other: str) -> bool:
    case = case_of(fight)
    return adjacent(*(creature_spot(case.world, case.world.creature(one)) for one in (who, other)))


def _foe(fight: Fight, who: str, target: str) -> Refusal | None:
    """Why help against somebody is not possible: it must be an enemy beside the helper."""
    if target not in fight.bodies or fight.body(target).out or _side(fight, target) == _side(fight, who):
        return Refusal(text("That is no enemy."), RULE)
    return None if _beside(fight, who, target) else Refusal(text("No enemy is beside it."), RULE)


def _about(fight: Fight, action: Action, friend: str) -> tuple[str, str]:
    """The effect a help gives, and in which matter.

    Raises:
        Refused: nobody can be helped so.
    """
    who = action.who
    if action.id in AGAINST:
        target = str(action.arguments.get("target", ""))
        refuse(_foe(fight, who, target))
        return AGAINST[action.id], target
    skill = str(action.arguments.get("skill", ""))
    if skill not in table("fight")["aid"]["skills"]:
        refuse(Refusal(text("Say in which skill."), RULE))
    if friend not in fight.bodies or not _beside(fight, who, friend):
        refuse(Refusal(text("No ally is beside it."), RULE))
    return helping.CHECK, skill


def _enough(fight: Fight, friend: str, id: str, about: str) -> bool:
    """Whether four others help in that, so that a fifth adds nothing. Source: dnd4e.action.aid_another."""
    return len(list(helping.helps(fight, friend, id, about))) >= int(table("fight")["aid"]["most_helpers"])
