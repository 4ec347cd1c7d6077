"""First aid: Heal checks for somebody else."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import Text, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dnd4e.adjacency import adjacent
from tactics.rulesets.dnd4e.fight import checks, conditions, saving, second_wind, turn
from tactics.rulesets.dnd4e.fight.asking import case_of
from tactics.rulesets.dnd4e.spots import creature_spot
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Effect, Fight

WIND, STABILIZE, SAVE = "second_wind", "stabilize", "save"
RULES = {WIND: "dnd4e.action.second_wind", STABILIZE: "dnd4e.hp.heal_dying", SAVE: "dnd4e.save.immediate"}
TITLES: dict[str, Text] = {
    WIND: text("First aid: second wind"),
    STABILIZE: text("First aid: stabilize"),
    SAVE: text("First aid: saving throw"),
}


class FirstAid:
    """A standard action and a Heal check.

    Source: dnd4e.action.second_wind, dnd4e.hp.heal_dying, dnd4e.save.immediate
    """

    ids = ("first_aid",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """What there is to help with beside it."""
        for how, title in TITLES.items():
            found = tuple(one for one in fight.bodies if _why_not(fight, who, one, how) is None)
            if found:
                refusal = turn.affordable(fight, who, turn.STANDARD)
                needs = () if refusal else (NeedCreature("target", found, text("Whom?")),)
                cost = turn.COSTS[turn.STANDARD]
                yield Option("first_aid", "other", title, cost, needs, refusal, {"how": how})

    def resolve(self, run: Run, action: Action) -> None:
        """Help, when the check succeeds."""
        who, target, how = action.who, str(action.arguments.get("target", "")), _how(action)
        refuse(turn.affordable(run.fight, who, turn.STANDARD) or _why_not(run.fight, who, target, how))
        turn.spend(run, who, turn.STANDARD)
        if not checks.check(run, who, "heal", dc_of(how), RULES[how], target=target):
            return
        if how == WIND:
            second_wind.use(run, target, source=who)
        elif how == STABILIZE:
            conditions.gain(run, target, Effect("stable", source=who, rule=RULES[how]))
        else:
            saving.granted(run, target)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check, and what it heals."""
        target, how = str(action.arguments.get("target", "")), _how(action)
        refuse(_why_not(fight, action.who, target, how))
        found = checks.previewed(fight, action.who, "heal", dc_of(how), takes=(target,))
        if how != WIND or found.chance is None:
            return found
        heals = found.chance * second_wind.heals(fight, target)
        return Preview(found.chance, parts=found.parts, against=found.against, heals_mean=heals, takes=(target,))


def dc_of(how: str) -> int:
    """What the Heal check must reach."""
    return int(table("fight")["first_aid"][how])


def _how(action: Action) -> str:
    how = str(action.arguments.get("how", ""))
    if how not in TITLES:
        raise Refused(Refusal(text("Say what to help with."), RULES[STABILIZE]))
    return how


def _why_not(fight: Fight, who: str, target: str, how: str) -> Refusal | None:
    """Why somebody cannot be helped so, None when it can be."""
    if target not in fight.bodies or fight.body(target).out:
        return Refusal(text("There is nobody to help."), RULES[how])
    case = case_of(fight)
    own, other = case.world.creature(who), case.world.creature(target)
    if (
        own.side != other.side
        or who == target
        or not adjacent(*(creature_spot(case.world, one) for one in (own, other)))
    ):
        return Refusal(text("No ally is beside it."), RULES[how])
    if how == WIND:
        return second_wind.spent(fight, target)
    if how == STABILIZE:
        body = fight.body(target)
        needed = body.has("dying") and not body.has("stable")
        return None if needed else Refusal(text("It is not dying."), RULES[how])
    return None if saving.groups(fight, target) else Refusal(text("It has nothing to save against."), RULES[how])
