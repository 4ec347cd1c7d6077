"""Create a Diversion: drawing eyes elsewhere for a moment."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tactics.core.text import Text, as_words, text
from tactics.rules.action import Action, Choice, NeedChoice, Option, Preview, Refusal
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.detection import HIDDEN
from tactics.rulesets.pf2e.fight import conditions, noticing, performing, turn
from tactics.rulesets.pf2e.fight.checks import DIE
from tactics.rulesets.pf2e.fight.one_roll import Opposed, chance_of_one, roll_against
from tactics.rulesets.pf2e.fight.performing import MANIPULATE, Deed
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.statistics import dc_of, parts_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Duration, Fight

DIVERT = "create_diversion"
WARY = "wary_of"
"""Effect of one who was to be diverted by the creature in its note, and looks out for that."""
WAYS: dict[str, Text] = {"gesture": text("with a gesture"), "words": text("with words")}
_RULE = noticing.DIVERTED


def _deed(way: str) -> Deed:
    """A gesture uses the hands, words do not."""
    traits = {"mental", MANIPULATE} if way == "gesture" else {"mental", "auditory", "linguistic"}
    return Deed(DIVERT, 1, frozenset(traits))


class Diversion:
    """Deception against the Perception DC of everybody who looks on. Source: pf2e.skill.create_diversion."""

    ids = (DIVERT,)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The ways that would divert some enemy one knows of."""
        refusal = performing.why_not(fight, who, _deed("words")) or _nobody(fight, who)
        known = () if refusal else noticing.known_watchers(fight, who)
        choices = tuple(
            Choice(way, title)
            for way, title in WAYS.items()
            if performing.why_not(fight, who, _deed(way)) is None and onlookers(fight, who, way, known)
        )
        if refusal is None and not choices:
            refusal = Refusal(text("Nobody can be diverted so."), _RULE)
        needs = () if refusal else (NeedChoice("how", choices, text("How?")),)
        yield Option(DIVERT, "other", as_words(ACTIONS, DIVERT), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Divert them; whoever was to be diverted is wary for a minute, whether it worked or not."""
        who, way = action.who, _way(action)
        refuse(performing.why_not(run.fight, who, _deed(way)))
        if not onlookers(run.fight, who, way, noticing.watchers(run.fight, who)):
            refuse(_nobody(run.fight, who) or Refusal(text("Nobody can be diverted so."), _RULE))
        if not performing.begin(run, who, _deed(way)):
            return
        several = onlookers(run.fight, who, way, noticing.watchers(run.fight, who))
        alone = parts_of(run.fight, who, "deception")
        degrees = roll_against(run, who, "deception", several, rule=_RULE, secret=False, alone=alone)
        minute = Duration("start", who, int(table("senses")["diversion"]["rounds"]))
        for one, degree in degrees.items():
            if degree in ("success", "critical_success"):
                noticing.become(run, one, who, HIDDEN, rule=_RULE, duration=Duration("end", who))
            conditions.lose(run, one, WARY, note=who)
            conditions.gain(run, one, WARY, note=who, source=who, duration=minute, rule=_RULE)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance against the one that is hardest to fool."""
        way = _way(action)
        several = onlookers(fight, action.who, way, noticing.known_watchers(fight, action.who))
        found = Preview()
        if several:
            hardest = min(several, key=chance_of_one)
            found = Preview(
                chance=Fraction(chance_of_one(hardest), DIE),
                parts=hardest.parts,
                against=hardest.dc,
                takes=tuple(one.who for one in several),
            )
        return performing.previewed(fight, action.who, _deed(way), found)


def _way(action: Action) -> str:
    way = str(action.arguments.get("how", "gesture"))
    if way not in WAYS:
        refuse(Refusal(text("A diversion is made with a gesture or with words."), _RULE))
    return way


def _nobody(fight: Fight, who: str) -> Refusal | None:
    if any(noticing.sees(fight, one, who) for one in noticing.known_watchers(fight, who)):
        return None
    return Refusal(text("No enemy observes it."), _RULE)


def onlookers(fight: Fight, who: str, way: str, among: Iterable[str]) -> tuple[Opposed, ...]:
    """Those of some who observe a creature and could be diverted, with their DCs.

    Source: pf2e.skill.create_diversion
    """
    parts = parts_of(fight, who, "deception")
    found = []
    for one in among:
        creature = fight.world.creature(one)
        deaf = way == "words" and "deafened" in stats(creature).conditions
        if deaf or not _has_a_mind(fight, one) or not noticing.sees(fight, one, who):
            continue
        found.append(Opposed(one, dc_of(fight, one, "perception", extra=_wary(fight, one, who)), parts))
    return tuple(found)


def _has_a_mind(fight: Fight, who: str) -> bool:
    sheet = sheet_of(fight.world.creature(who))
    return "mental" not in sheet.immunities and "mindless" not in sheet.traits


def _wary(fight: Fight, who: str, of: str) -> list[Part]:
    if not any(one.id == WARY and one.note == of for one in fight.body(who).effects):
        return []
    amount = int(table("senses")["diversion"]["wary"])
    return [Part(amount, text("wary of diversions"), "circumstance", _RULE)]
