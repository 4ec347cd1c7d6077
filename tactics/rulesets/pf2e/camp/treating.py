"""Treat Wounds: ten minutes of a healer for hit points and an end of being wounded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tactics.core.text import text
from tactics.rules.action import Action, Choice, NeedChoice, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.camps import members
from tactics.rules.dice_text import Dice, face_sum, parse_dice, roll_dice
from tactics.rules.event import EffectGained, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.camp import time
from tactics.rulesets.pf2e.fight import conditions, harm
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, CRITICAL_SUCCESS, check
from tactics.rulesets.pf2e.fight.damage import Dealt
from tactics.rulesets.pf2e.fight.sheet import RANKS, sheet_of
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Effect, Fight

RULE = "pf2e.skill.treat_wounds"


def attempts(rank: str) -> tuple[Mapping[str, Any], ...]:
    """The DCs that a rank in Medicine may try, with what each adds. Source: pf2e.skill.treat_wounds."""
    return tuple(one for one in table("travel")["treat_wounds"]["dcs"] if RANKS.index(one["rank"]) <= RANKS.index(rank))


def healing(degree: str, bonus: int) -> Dice | None:
    """The hit points a degree of success restores, None for none. Source: pf2e.skill.treat_wounds."""
    numbers = table("travel")["treat_wounds"]
    if degree not in (CRITICAL_SUCCESS, "success"):
        return None
    dice = parse_dice(numbers["critical_dice" if degree == CRITICAL_SUCCESS else "dice"])
    assert dice is not None
    return Dice(dice.dice, dice.bonus + bonus)


class TreatWounds:
    """Tending somebody for ten minutes. Source: pf2e.skill.treat_wounds."""

    ids = ("treat_wounds",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For who is trained in Medicine."""
        rank = _rank(fight, who)
        if rank == RANKS[0]:
            return
        patients = tuple(one for one in members(fight) if _needs_care(fight, one))
        refusal = _cannot(fight, who)
        if refusal is None and not patients:
            refusal = Refusal(text("Nobody can be treated now."), RULE)
        dcs = tuple(Choice(str(one["dc"]), text("DC {dc}", dc=one["dc"])) for one in attempts(rank))
        needs = (NeedCreature("target", patients, text("Whom?")), NeedChoice("dc", dcs, text("Against which DC?")))
        yield Option(
            "treat_wounds", "other", text("Treat Wounds"), text("10 minutes"), () if refusal else needs, refusal
        )

    def resolve(self, run: Run, action: Action) -> None:
        """Roll the check, and heal or hurt."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refusal = _cannot(run.fight, who)
        if refusal is None and (target not in members(run.fight) or not _needs_care(run.fight, target)):
            refusal = Refusal(text("Nobody can be treated now."), RULE)
        known = {str(one["dc"]): one for one in attempts(_rank(run.fight, who))}
        tried = known.get(str(action.arguments.get("dc", "")))
        if refusal is None and tried is None:
            refusal = Refusal(text("Its proficiency does not allow that DC."), RULE)
        if refusal is not None or tried is None:
            raise Refused(refusal or Refusal(text("Nobody can be treated now."), RULE))
        time.occupy(run, who)
        found = check(
            run, who, "skill", parts_of(run.fight, who, "medicine"), int(tried["dc"]), target=target,
            what=text("Treat Wounds"), rule=RULE,
        )  # fmt: skip
        again = run.fight.round + int(table("travel")["treat_wounds"]["immune_minutes"]) // time.stretch_minutes()
        run.emit(EffectGained(target, Effect(time.TREATED, again, source=who, rule=RULE)))
        self._outcome(run, who, target, found.degree, int(tried["bonus"]))

    def _outcome(self, run: Run, who: str, target: str, degree: str, bonus: int) -> None:
        dice = healing(degree, bonus)
        if dice is not None:
            rolls = roll_dice(run, dice)
            amount = face_sum(rolls) + dice.bonus
            run.emit(Rolled(who, "healing", rolls, (), amount, target=target, what=text("Treat Wounds"), rule=RULE))
            conditions.lose(run, target, "wounded")
            harm.heal(run, target, amount, source=who, rule=RULE)
        elif degree == CRITICAL_FAILURE:
            hurting = parse_dice(table("travel")["treat_wounds"]["failure_dice"])
            assert hurting is not None
            rolls = roll_dice(run, hurting)
            amount = face_sum(rolls)
            run.emit(Rolled(who, "damage", rolls, (), amount, target=target, what=text("Treat Wounds"), rule=RULE))
            harm.hurt(run, target, (Dealt(amount, "slashing"),), harm.Blow(who, rule=RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Whom it helps."""
        return Preview(takes=(str(action.arguments.get("target", "")),))


def _rank(fight: Fight, who: str) -> str:
    sheet = sheet_of(fight.world.creature(who))
    return sheet.rank("medicine") if "medicine" in sheet.ranks else RANKS["medicine" in sheet.totals]


def _cannot(fight: Fight, who: str) -> Refusal | None:
    if not conditions.can_act(fight, who):
        return conditions.why_not_act(fight, who)
    if fight.body(who).count(time.BUSY):
        return Refusal(text("It is busy for these ten minutes."), "pf2e.action.long_activity")
    return None


def _needs_care(fight: Fight, who: str) -> bool:
    body = fight.body(who)
    return not body.has(time.TREATED) and (body.hp < body.max_hp or body.has("wounded"))
