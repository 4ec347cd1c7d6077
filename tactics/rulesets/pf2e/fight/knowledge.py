"""Recall Knowledge: what a creature knows of another, secretly rolled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.text import Text, as_words, composed, listed, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rules.vocabulary import DAMAGE_TYPES
from tactics.rulesets.pf2e.fight import legality, performing, turn
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, CRITICAL_SUCCESS, check
from tactics.rulesets.pf2e.fight.own_numbers import own_parts, statistic_name
from tactics.rulesets.pf2e.fight.performing import CONCENTRATE, SECRET, Deed
from tactics.rulesets.pf2e.fight.sheet import SAVES, sheet_of
from tactics.rulesets.pf2e.fight.statistics import modifier, parts_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

RULE = "pf2e.skill.recall_knowledge"
RECALL = Deed("recall_knowledge", 1, frozenset({CONCENTRATE, SECRET}))
TRIED = "recalled."
"""Beginning of a counter: what it knows of a creature by a skill was told already, right or wrong."""


class RecallKnowledge:
    """A fitting skill against a DC by the creature's level. Source: pf2e.skill.recall_knowledge, pf2e.check.secret."""

    ids = ("recall_knowledge",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each skill that tells something of a creature it perceives, the best one first."""
        spent = performing.why_not(fight, who, RECALL)
        others = _others(fight, who)
        open_ = {one: tuple(_open(fight, who, one)) for one in others}
        skills = dict.fromkeys(skill for one in others for skill in open_[one])
        if not skills:
            nothing = spent or Refusal(text("There is nothing more to recall."), RULE)
            yield Option("recall_knowledge", "other", text("Recall Knowledge"), turn.COSTS[1], refusal=nothing)
        for skill in sorted(skills, key=lambda one: -modifier(fight, who, one)):
            targets = tuple(one for one in others if skill in open_[one])
            needs = () if spent else (NeedCreature("target", targets, text("About whom?")),)
            title = text("{action}: {skill}", action=text("Recall Knowledge"), skill=statistic_name(skill))
            yield Option("recall_knowledge", "other", title, turn.COSTS[1], needs, spent, {"how": skill})

    def resolve(self, run: Run, action: Action) -> None:
        """Roll, and tell what comes of it; a critical failure tells something wrong."""
        who = action.who
        target, skill = _meant(run.fight, action)
        if not performing.begin(run, who, RECALL):
            return
        dc = _dc(run.fight, target)
        named = text("{action}: {skill}", action=text("Recall Knowledge"), skill=statistic_name(skill))
        parts = parts_of(run.fight, who, skill)
        found = check(run, who, "skill", parts, dc, target=target, what=named, rule=RULE, secret=True, statistic=skill)
        for words in _told(run.fight, target, found.degree):
            run.emit(Noted(who, words, RULE))
        run.emit(CounterSet(who, f"{TRIED}{target}.{skill}", 1))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing that would give the DC away."""
        target, _ = _meant(fight, action)
        return Preview(takes=(target,), notes=(text("The game master rolls secretly."),))


def _others(fight: Fight, who: str) -> tuple[str, ...]:
    """Everybody of another side whom it perceives, nearest first."""
    own = fight.world.creature(who)
    others = [
        one
        for one in fight.world.creatures
        if one.side != own.side and fight.body(one.id).out != "fled" and not legality.undetected(fight, who, one.id)
    ]
    return tuple(one.id for one in sorted(others, key=lambda one: max(own.space.gap_sq(one.space))))


def skills_for(fight: Fight, target: str) -> tuple[str, ...]:
    """Skills that know of a creature, by its traits. Source: pf2e.skill.recall_knowledge."""
    known = table("fight")["knowledge"]["skills"]
    traits = sheet_of(fight.world.creature(target)).traits
    found = tuple(dict.fromkeys(skill for trait in known if trait in traits for skill in known[trait]))
    return found or tuple(known["humanoid"])


def _open(fight: Fight, who: str, target: str) -> Iterator[str]:
    """Skills with which it has not tried yet to recall something of a creature."""
    body = fight.body(who)
    return (skill for skill in skills_for(fight, target) if not body.count(f"{TRIED}{target}.{skill}"))


def _meant(fight: Fight, action: Action) -> tuple[str, str]:
    target = str(action.arguments.get("target", ""))
    refuse(performing.why_not(fight, action.who, RECALL))
    if target not in _others(fight, action.who):
        raise Refused(Refusal(text("Say of whom."), RULE))
    skills = list(_open(fight, action.who, target))
    skill = str(action.arguments.get("how", "")) or max(
        skills, key=lambda one: modifier(fight, action.who, one), default=""
    )
    if skill not in skills:
        raise Refused(Refusal(text("That skill tells nothing more of it."), RULE))
    return target, skill


def _dc(fight: Fight, target: str) -> int:
    """The DC by level and rarity. Source: pf2e.skill.recall_knowledge."""
    numbers = table("fight")["knowledge"]
    sheet = sheet_of(fight.world.creature(target))
    levels: list[int] = numbers["dc_by_level"]
    base = levels[min(max(sheet.level + 1, 0), len(levels) - 1)]
    return base + max((amount for trait, amount in numbers["rarity"].items() if trait in sheet.traits), default=0)


def _told(fight: Fight, target: str, degree: str) -> Iterator[Text]:
    """What is told: the weakest save, and more on a critical success; on a critical failure a wrong save."""
    creature = fight.world.creature(target)
    sheet = sheet_of(creature)
    saves = sorted(SAVES, key=lambda save: total(own_parts(sheet, save)))
    if degree == CRITICAL_FAILURE or degree.endswith("success"):
        told = saves[-1] if degree == CRITICAL_FAILURE else saves[0]
        yield text("{name}: weakest is the {save}.", name=creature.name, save=statistic_name(told))
    else:
        yield text("Nothing comes to mind.")
    if degree == CRITICAL_SUCCESS:
        weak = [composed("{type} {n}", type=as_words(DAMAGE_TYPES, one.to), n=one.amount) for one in sheet.weaknesses]
        hard = [composed("{type} {n}", type=as_words(DAMAGE_TYPES, one.to), n=one.amount) for one in sheet.resistances]
        if weak:
            yield text("{name}: weak against {what}.", name=creature.name, what=listed(weak))
        if hard:
            yield text("{name}: resistant against {what}.", name=creature.name, what=listed(hard))
