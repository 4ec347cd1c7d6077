"""Who has noticed whom when a fight begins: what a file says, and what stealth on the way there has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.detection import CONCEALED, UNDETECTED, UNNOTICED
from tactics.rulesets.pf2e.fight import conditions
from tactics.rulesets.pf2e.fight.noticing import EFFECTS, become, watchers
from tactics.rulesets.pf2e.fight.statistics import dc_of
from tactics.world.creature import Creature
from tactics.world.fight import Effect

AVOIDING = "avoiding_notice"
"""Effect of who came to the fight by stealth."""


def told_words(words: frozenset[str]) -> frozenset[str]:
    """Those of some conditions that `told_effects` stands for; concealed towards everybody stays a condition."""
    return frozenset(one for one in words if one != CONCEALED and one.partition(":")[0] in EFFECTS)


def told_effects(creature: Creature, everybody: Iterable[Creature]) -> tuple[Effect, ...]:
    """Conditions of a file about a pair as effects: ``hidden:B``, or ``hidden`` towards every enemy.

    Source: pf2e.detect.states
    """
    foes = [one.id for one in everybody if one.side != creature.side]
    found = []
    for word in sorted(stats(creature).conditions):
        name, _, observer = word.partition(":")
        if name in EFFECTS and (observer or name != CONCEALED):
            notes = [observer] if observer else foes
            found += [Effect(EFFECTS[name], note=one, rule=f"pf2e.detect.{name}") for one in notes]
    return tuple(found)


def at_start(run: Run, totals: Mapping[str, int]) -> None:
    """Compare the Stealth of those who avoided notice, their initiative, with the Perception DC of every enemy.

    Whom none of them has noticed is unnoticed by all of them; whom some have, undetected by the others.

    Source: pf2e.explore.avoid_notice, pf2e.detect.unnoticed
    """
    for who, total in totals.items():
        if not run.fight.body(who).has(AVOIDING):
            continue
        foes = watchers(run.fight, who)
        fooled = [one for one in foes if total >= dc_of(run.fight, one, "perception")]
        how = UNNOTICED if len(fooled) == len(foes) else UNDETECTED
        for observer in fooled:
            become(run, observer, who, how, rule="pf2e.explore.avoid_notice")
        conditions.lose(run, who, AVOIDING)
