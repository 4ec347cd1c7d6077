"""Hide and Sneak: getting out of sight behind cover, and moving without being noticed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tactics.core.lattice import Square
from tactics.core.text import as_words, text
from tactics.rules.action import Action, Option, Preview, Refusal, Refused
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.pf2e.cover_words import grade_word
from tactics.rulesets.pf2e.detection import CONCEALED, HIDDEN, OBSERVED
from tactics.rulesets.pf2e.fight import noticing, performing, turn
from tactics.rulesets.pf2e.fight.checks import DIE
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.one_roll import Opposed, chance_of_one, roll_against
from tactics.rulesets.pf2e.fight.performing import MOVE, SECRET, Deed
from tactics.rulesets.pf2e.fight.statistics import dc_of, parts_of
from tactics.rulesets.pf2e.fight.travel import legs_of, path_of, speed_of, walk, way_preview, within
from tactics.rulesets.pf2e.fight.ways import costs_of, need, no_way, way_of
from tactics.rulesets.pf2e.passing import may_end_turn
from tactics.rulesets.pf2e.stealth import can_hide, sneak_bonus, sneak_ft, sneaked, stealth_bonus
from tactics.world.fight import Fight

HIDE = Deed("hide", 1, frozenset({SECRET}))
SNEAK = Deed("sneak", 1, frozenset({MOVE, SECRET}))
_STEALTH = "stealth"


def hiding_parts(fight: Fight, who: str, grade: str, bonus: int) -> tuple[Part, ...]:
    """Modifiers of a Stealth check, with the bonus of cover. Source: pf2e.cover.stealth."""
    extra = [Part(bonus, grade_word(grade), "circumstance", "pf2e.cover.stealth")] if bonus else []
    return parts_of(fight, who, _STEALTH, extra=extra)


def _diverted(fight: Fight, who: str, observer: str) -> bool:
    return any(one.rule == noticing.DIVERTED for one in noticing.toward(fight, who, observer))


def hides_from(fight: Fight, who: str, among: Iterable[str]) -> tuple[tuple[str, ...], tuple[Opposed, ...]]:
    """Those of some who observe a creature, and those of them it may Hide from, with what it rolls against each.

    Whom a diversion has fooled for this turn counts among them: hiding lasts longer.

    Source: pf2e.skill.hide, pf2e.cover.hide
    """
    watching, found = [], []
    for one in among:
        diverted = _diverted(fight, who, one)
        if not diverted and not noticing.sees(fight, one, who):
            continue
        if not diverted:
            watching.append(one)
        grade = noticing.cover_from(judged(fight), one, who)
        if can_hide(grade, concealed=noticing.by_senses(fight, one, who) == CONCEALED):
            parts = hiding_parts(fight, who, grade, stealth_bonus(grade))
            found.append(Opposed(one, dc_of(fight, one, "perception"), parts))
    return tuple(watching), tuple(found)


def no_hiding(fight: Fight, who: str, among: Iterable[str]) -> Refusal | None:
    """Why a creature cannot Hide from some enemies now. Source: pf2e.skill.hide, pf2e.cover.hide."""
    refusal = performing.why_not(fight, who, HIDE)
    if refusal is not None:
        return refusal
    watching, several = hides_from(fight, who, among)
    if several:
        return None
    if not watching:
        return Refusal(text("No enemy observes it."), "pf2e.skill.hide")
    return Refusal(text("Hiding needs standard or greater cover, or concealment."), "pf2e.cover.hide")


class Hide:
    """A secret Stealth check to be hidden from those one has cover from. Source: pf2e.skill.hide."""

    ids = ("hide",)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Possible when an enemy one knows of can be hidden from."""
        refusal = no_hiding(fight, who, noticing.known_watchers(fight, who))
        yield Option("hide", "defend", as_words(ACTIONS, "hide"), turn.COSTS[1], refusal=refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Hide from everybody possible at once."""
        who = action.who
        refuse(no_hiding(run.fight, who, noticing.watchers(run.fight, who)))
        if not performing.begin(run, who, HIDE):
            return
        _, several = hides_from(run.fight, who, noticing.watchers(run.fight, who))
        alone = parts_of(run.fight, who, _STEALTH)
        degrees = roll_against(run, who, _STEALTH, several, rule="pf2e.skill.hide", secret=True, alone=alone)
        for observer, degree in degrees.items():
            if degree in ("success", "critical_success"):
                noticing.become(run, observer, who, HIDDEN, rule="pf2e.skill.hide")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance against the one that is hardest to fool."""
        _, several = hides_from(fight, action.who, noticing.known_watchers(fight, action.who))
        return performing.previewed(fight, action.who, HIDE, _chance(several))


def _chance(several: tuple[Opposed, ...]) -> Preview:
    """The chance of one roll against each of several, by the hardest of them."""
    if not several:
        return Preview()
    hardest = min(several, key=chance_of_one)
    return Preview(
        chance=Fraction(chance_of_one(hardest), DIE),
        parts=hardest.parts,
        against=hardest.dc,
        takes=tuple(one.who for one in several),
    )


class Sneak:
    """Up to half the Speed while hidden, with a secret Stealth check. Source: pf2e.skill.sneak."""

    ids = ("sneak",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Possible when an enemy one knows of does not observe one, or when one knows of none."""
        refusal = no_sneaking(fight, who) or no_way(fight, who, _most_ft(fight, who), "pf2e.skill.sneak")
        needs = () if refusal else (need(fight, who, _most_ft(fight, who)),)
        yield Option("sneak", "move", as_words(ACTIONS, "sneak"), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Roll, then move as well as that goes.

        The die falls before the first step, so that whoever could react on the way knows as much as the roll allows:
        the degree holds throughout the movement.
        """
        who, path, fight = action.who, path_of(action), run.fight
        refuse(no_sneaking(fight, who))
        costs = costs_of(fight, who, path, way_of(fight, who))
        within(sum(costs), _most_ft(fight, who), "pf2e.skill.sneak")
        creature = fight.world.creature(who)
        if not may_end_turn(noticing.known_position(fight, who), creature, creature.space.at(path[-1])):
            raise Refused(Refusal(text("No move may end there."), "pf2e.move.occupied_space"))
        if not performing.begin(run, who, SNEAK):
            return
        several = sneaks_past(run.fight, who, path, noticing.watchers(run.fight, who))
        alone = parts_of(run.fight, who, _STEALTH)
        degrees = roll_against(run, who, _STEALTH, several, rule="pf2e.skill.sneak", secret=True, alone=alone)
        self._becomes(run, who, degrees, path[-1])
        walk(run, who, legs_of(path, costs), action="sneak")
        self._becomes(run, who, degrees, run.fight.world.creature(who).space.anchor)

    @staticmethod
    def _becomes(run: Run, who: str, degrees: dict[str, str], square: Square) -> None:
        """What every observer makes of a creature that ends its movement on a square."""
        world = noticing.standing_at(run.fight, who, square)
        for observer, degree in degrees.items():
            able = noticing.by_senses(run.fight, observer, who, world) in (OBSERVED, CONCEALED)
            safe = noticing.sheltered(run.fight, observer, who, world)
            found = sneaked(degree, sheltered_at_end=safe, can_be_observed=able)
            noticing.become(run, observer, who, found, rule="pf2e.skill.sneak")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance against the one that is hardest to fool; who may react on the way."""
        path = path_of(action)
        known = noticing.known_watchers(fight, action.who)
        found = _chance(sneaks_past(fight, action.who, path, known))
        notes = [
            text("It will be seen there by: {name}.", name=fight.world.creature(one).name)
            for one in known
            if not noticing.sheltered(fight, one, action.who, noticing.standing_at(fight, action.who, path[-1]))
        ]
        reacting = way_preview(fight, action.who, path, "sneak").reactions
        return Preview(
            chance=found.chance,
            parts=found.parts,
            against=found.against,
            takes=found.takes,
            reactions=reacting,
            notes=tuple(notes),
        )


def _most_ft(fight: Fight, who: str) -> int:
    return sneak_ft(speed_of(fight, who))


def no_sneaking(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot Sneak now. Source: pf2e.skill.sneak."""
    refusal = performing.why_not(fight, who, SNEAK)
    if refusal is not None:
        return refusal
    known = noticing.known_watchers(fight, who)
    if known and all(noticing.sees(fight, one, who) for one in known):
        return Refusal(text("Every enemy observes it: it has to hide first."), "pf2e.skill.sneak")
    return None


def sneaks_past(fight: Fight, who: str, path: tuple[Square, ...], among: Iterable[str]) -> tuple[Opposed, ...]:
    """What a creature that sneaks along a path rolls against each of some who does not observe it.

    Cover helps if there is some on every square of the way; what Take Cover adds does not count.

    Source: pf2e.skill.sneak, pf2e.cover.stealth
    """
    worlds = [noticing.standing_at(fight, who, square) for square in path]
    found = []
    for one in among:
        if noticing.sees(fight, one, who):
            continue
        grades = [noticing.cover_from(world, one, who) for world in worlds]
        least = min(grades, key=stealth_bonus)
        parts = hiding_parts(fight, who, least, sneak_bonus(grades))
        found.append(Opposed(one, dc_of(fight, one, "perception"), parts))
    return tuple(found)
