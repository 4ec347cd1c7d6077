"""Demoralize: frightening somebody with words."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf2e.detection import OBSERVED, flat_check_dc
from tactics.rulesets.pf2e.fight import conditions, legality, maneuver, noticing, performing, turn
from tactics.rulesets.pf2e.fight.asking import distance_ft, has_effect
from tactics.rulesets.pf2e.fight.checks import check, flat_check
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.performing import CONCENTRATE, Deed
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.statistics import dc_of, parts_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Duration, Fight

RULE = "pf2e.skill.demoralize"
SKILL = "intimidation"
DEMORALIZE = Deed("demoralize", 1, frozenset({"auditory", CONCENTRATE, "emotion", "fear", "mental"}))
TRIED = "demoralize_tried"
"""Effect of one who has been demoralized, whatever came of it; its note is who tried."""
_GLARE = "intimidating_glare"
"""Feat by which a look does what words do."""


class Demoralize:
    """Intimidation against Will. Source: pf2e.skill.demoralize."""

    ids = ("demoralize",)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Enemies near enough, and what keeps it from frightening the nearest one."""
        refusal = performing.why_not(fight, who, DEMORALIZE)
        targets = (
            () if refusal else tuple(one for one in maneuver.foes(fight, who) if _why_not(fight, who, one) is None)
        )
        if refusal is None and not targets:
            reasons = (_why_not(fight, who, one) for one in maneuver.foes(fight, who))
            refusal = next((one for one in reasons if one is not None), Refusal(text("There is no enemy."), RULE))
        needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
        yield Option("demoralize", "maneuver", text("Demoralize"), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Frighten the target; it is not tried again for a while."""
        who, target = action.who, _meant(run.fight, action)
        if not performing.begin(run, who, DEMORALIZE, target=target):
            return
        why = _why_not(run.fight, who, target)
        if why is not None:
            performing.in_vain(run, who, why)
            return
        flat, rule = _flat(run.fight, who, target)
        if not flat_check(run, who, flat, target=target, rule=rule).succeeded:
            return
        conditions.gain(run, target, TRIED, duration=Duration("encounter"), note=who, rule=RULE)
        parts, dc = _parts(run.fight, who, target), dc_of(run.fight, target, "will")
        named = text("{action}: {skill}", action=text("Demoralize"), skill=statistic_name(SKILL))
        found = check(run, who, "skill", parts, dc, target=target, what=named, rule=RULE, statistic=SKILL)
        value = int(table("fight")["demoralize"].get(found.degree, 0))
        if value:
            conditions.gain(run, target, "frightened", value=value, source=who, rule=RULE)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances."""
        target = _meant(fight, action)
        found = maneuver.chances(_parts(fight, action.who, target), dc_of(fight, target, "will"), target)
        flat, _ = _flat(fight, action.who, target)
        if flat:
            found = maneuver.after_flat(found, flat)
        return performing.previewed(fight, action.who, DEMORALIZE, found, target)


def _meant(fight: Fight, action: Action) -> str:
    target = str(action.arguments.get("target", ""))
    refuse(performing.why_not(fight, action.who, DEMORALIZE))
    refuse(_why_not(fight, action.who, target))
    return target


def _why_not(fight: Fight, who: str, target: str) -> Refusal | None:
    """Why somebody cannot be frightened.

    Source: pf2e.skill.demoralize, pf2e.iwr.immunity, pf2e.line_of_effect
    """
    if target not in fight.bodies or fight.body(target).out or target == who:
        return Refusal(text("There is nobody to frighten."), RULE)
    reach_ft = int(table("fight")["demoralize"]["range_ft"])
    feet = distance_ft(fight, who, target)
    if feet > reach_ft:
        return Refusal(text("{feet} ft is too far, {most} ft are possible.", feet=feet, most=reach_ft), RULE)
    if legality.undetected(fight, who, target):
        return Refusal(text("It does not know where that creature is."), RULE)
    if not has_effect(fight, who, target):
        return Refusal(text("No line of effect: the target cannot be attacked."), "pf2e.line_of_effect")
    if any((one.id, one.note) == (TRIED, who) for one in fight.body(target).effects):
        return Refusal(text("It has heard that already: no effect for 10 minutes."), RULE)
    sheet = sheet_of(fight.world.creature(target))
    if "mindless" in sheet.traits or sheet.immunities & {"mental", "emotion", "fear", "frightened"}:
        return Refusal(text("It knows no fear."), "pf2e.iwr.immunity")
    return Refusal(text("It hears nothing."), RULE) if fight.body(target).has("unconscious") else None


def _flat(fight: Fight, who: str, target: str) -> tuple[int, str]:
    """DC and rule of the flat check against somebody who is not plainly seen, 0 for none.

    Source: pf2e.detect.concealed, pf2e.detect.hidden
    """
    state = noticing.state(fight, who, target)
    return (0, "") if state == OBSERVED else (flat_check_dc(state), f"pf2e.detect.{state}")


def _parts(fight: Fight, who: str, target: str) -> tuple[Part, ...]:
    extra = []
    if not _understood(fight, who, target):
        amount = int(table("fight")["demoralize"]["not_understood"])
        extra.append(Part(amount, text("not understood"), "circumstance", RULE))
    return parts_of(fight, who, SKILL, extra=extra)


def _understood(fight: Fight, who: str, target: str) -> bool:
    """Whether the target hears and understands it; a glare needs no words. Source: pf2e.skill.demoralize."""
    own, other = sheet_of(fight.world.creature(who)), sheet_of(fight.world.creature(target))
    if _GLARE in own.feats:
        return True
    if fight.body(target).has("deafened"):
        return False
    return not (own.languages and other.languages) or bool(own.languages & other.languages)
