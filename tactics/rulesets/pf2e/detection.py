"""How well one creature perceives another: observed, concealed, hidden or undetected."""

from __future__ import annotations

from typing import NamedTuple

from tactics.core.space import Space
from tactics.core.text import Text, listed, text
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Trace
from tactics.rules.book import Case
from tactics.rules.lines import clear_line, obstacle_name, traced_line
from tactics.rules.verdict import Verdict
from tactics.rules.vocabulary import sense_text
from tactics.rulesets.pf2e.cover import asked_attack
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.distance import Spot, spot
from tactics.rulesets.pf2e.effect import clear_way, show_blocked, stops_sight
from tactics.rulesets.pf2e.fog import CLEAR, HEAVY, at_least, fog_between, fog_trace
from tactics.rulesets.pf2e.light import light_on, sees_in
from tactics.rulesets.pf2e.senses import HEARING, IMPRECISE, PRECISE, VAGUE, sees_otherwise, sensed_by
from tactics.rulesets.pf2e.tables import table
from tactics.world.board import SIGHT
from tactics.world.creature import Creature

OBSERVED, CONCEALED, HIDDEN, UNDETECTED = "observed", "concealed", "hidden", "undetected"
UNNOTICED = "unnoticed"
"""Undetected by one who has no idea that anybody is there; to a position it is undetected."""
OUT_OF_SIGHT = "pf2e.line_of_sight"
"""Rule of the cause that every line of sight is stopped."""


class Cause(NamedTuple):
    """One reason why a target is not plainly observed.

    Attributes:
        state: concealed, hidden or undetected.
        rule: rule id.
        why: in words.
    """

    state: str
    rule: str
    why: Text


def worst(causes: list[Cause]) -> str:
    """The state all causes together make: the worst of them."""
    states: list[str] = table("senses")["states"]
    return max((one.state for one in causes), key=states.index, default=OBSERVED)


def causes_between(case: Case, viewer: Spot, target: Spot) -> list[Cause]:
    """Every reason why a target is not plainly observed: what is told of the two, and what the senses make of it.

    Whoever is told to be hidden is no worse than that: the viewer knows the square, even of the invisible.

    Source: pf2e.detect.states, pf2e.detect.concealed, pf2e.light.dim, pf2e.light.darkness, pf2e.detect.invisible
    """
    told = _told(case, viewer, target)
    found = by_senses(case, viewer, target)
    states = {one.state for one in told}
    if OBSERVED in _towards(viewer.creature, target.creature):
        found = [one for one in found if one.state == CONCEALED]
    elif HIDDEN in states and UNDETECTED not in states:
        found = [one for one in found if one.state != UNDETECTED]
    return told + found


def by_senses(case: Case, viewer: Spot, target: Spot) -> list[Cause]:
    """Why the senses of a viewer alone do not plainly observe a target: the most precise sense that reaches it counts.

    Source: pf2e.sense.best_applies, pf2e.sense.precise, pf2e.sense.imprecise, pf2e.sense.vague
    """
    if sensed_by(case, viewer, target, (PRECISE,)) is not None:
        return []
    causes = _eyes(viewer.creature, target.creature) + _in_between(case, viewer, target)
    seen = sees_in(viewer.creature, light_on(case.world, target.where))
    if seen is not None and not seen.visible:
        causes.append(Cause(HIDDEN, seen.rule, seen.why))
    elif seen is not None and not seen.clearly:
        causes.append(Cause(CONCEALED, seen.rule, seen.why))
    if worst(causes) in (OBSERVED, CONCEALED):
        return causes
    sense = sensed_by(case, viewer, target, (IMPRECISE,))
    if sense is None:
        why = text("{who} can be neither seen nor heard.", who=target.name)
        causes.append(Cause(UNDETECTED, "pf2e.sense.imprecise", why))
    elif sense.name != HEARING:
        # Hearing does not give the invisible away, a sense for them does.
        causes = [one._replace(state=HIDDEN) if one.state == UNDETECTED else one for one in causes]
    return causes


def unhelped(case: Case, viewer: Spot, target: Spot) -> list[Cause]:
    """Why a target would not be plainly observed had it done nothing to escape notice: `by_senses` and concealment.

    Source: pf2e.detect.states
    """
    told = _towards(viewer.creature, target.creature)
    found = by_senses(case, viewer, target)
    if OBSERVED in told:
        found = [one for one in found if one.state == CONCEALED]
    if CONCEALED in told:
        found.append(Cause(CONCEALED, "pf2e.detect.concealed", text("{who} is concealed.", who=target.name)))
    return found


def _towards(viewer: Creature | None, target: Creature | None) -> frozenset[str]:
    """Conditions of a target, those towards the viewer B alone (``hidden:B``) without their ending."""
    if target is None:
        return frozenset()
    conditions = stats(target).conditions
    if viewer is None:
        return conditions
    ending = f":{viewer.id}"
    return conditions | {one.removesuffix(ending) for one in conditions if one.endswith(ending)}


def _told(case: Case, viewer: Spot, target: Spot) -> list[Cause]:
    """What the position itself says of the target, towards everybody or, as ``hidden:B``, towards the viewer B.

    Source: pf2e.detect.states, pf2e.detect.unnoticed
    """
    conditions = _towards(viewer.creature, target.creature)
    found = []
    if UNNOTICED in conditions:
        vague = sensed_by(case, viewer, target, (VAGUE,))
        why = text("{who} is unnoticed.", who=target.name)
        if vague is not None:
            why = text("Something is there, but not to be placed: {sense}.", sense=sense_text(vague.word))
        found.append(Cause(UNDETECTED, "pf2e.detect.unnoticed" if vague is None else "pf2e.sense.vague", why))
    if UNDETECTED in conditions:
        found.append(Cause(UNDETECTED, "pf2e.detect.undetected", text("{who} is undetected.", who=target.name)))
    if HIDDEN in conditions:
        found.append(Cause(HIDDEN, "pf2e.detect.hidden", text("{who} is hidden.", who=target.name)))
    if CONCEALED in conditions:
        found.append(Cause(CONCEALED, "pf2e.detect.concealed", text("{who} is concealed.", who=target.name)))
    return found


def is_unnoticed(case: Case, viewer: Spot, target: Spot) -> bool:
    """Whether a viewer has no idea that a target is there; a vague sense is enough to have one.

    Source: pf2e.detect.unnoticed, pf2e.sense.vague
    """
    return any(one.rule == "pf2e.detect.unnoticed" for one in _told(case, viewer, target))


def _eyes(viewer: Creature | None, target: Creature | None) -> list[Cause]:
    found = []
    if target is not None and "invisible" in stats(target).conditions:
        why = text("{who} is invisible.", who=target.name)
        found.append(Cause(UNDETECTED, "pf2e.detect.invisible", why))
    if viewer is not None and "dazzled" in stats(viewer).conditions and not sees_otherwise(viewer):
        why = text("{who} is dazzled.", who=viewer.name)
        found.append(Cause(CONCEALED, "pf2e.condition.dazzled", why))
    return found


def _in_between(case: Case, viewer: Spot, target: Spot) -> list[Cause]:
    found = []
    if clear_way(case, viewer.where, target.where, SIGHT) is None:
        why = text("Every line of sight to {target} is stopped.", target=target.name)
        found.append(Cause(HIDDEN, OUT_OF_SIGHT, why))
    elif (curtain := _curtain(case, viewer, target)) is not None:
        why = text("The line between the centres passes this: {what}.", what=curtain)
        found.append(Cause(CONCEALED, "pf2e.detect.concealed", why))
    fog = fog_between(case.world, viewer, target)
    if fog == HEAVY:
        why = text("Too dense to see through: {what}.", what=_fog_words(case, viewer, target, fog))
        found.append(Cause(HIDDEN, "pf2e.detect.hidden", why))
    elif fog != CLEAR:
        why = text("It blurs the view: {what}.", what=_fog_words(case, viewer, target, fog))
        found.append(Cause(CONCEALED, "pf2e.detect.concealed", why))
    return found


def _fog_words(case: Case, viewer: Spot, target: Spot, degree: int) -> Text:
    """The fog that counts: what the line enters, else that the target stands in it."""
    met = [one for one in fog_trace(case.world, viewer, target).mets if at_least(degree)(one.obstacle)]
    through = [one for one in met if one.passes] or met
    if not through:
        return text("the fog round {target}", target=target.name)
    return listed(obstacle_name(one.obstacle) for one in through)


def _curtain(case: Case, viewer: Spot, target: Spot) -> Text | None:
    """The curtain on the line between the centres, None without one: walls on it are a matter of cover."""
    line = scene_of(case.world).trace(viewer.centre, target.centre)
    curtains = Trace(line.start, line.end, tuple(one for one in line.mets if one.obstacle.what == "curtain"))
    return obstacle_name(curtains.mets[0].obstacle) if curtains.stopped(stops_sight) else None


def flat_check_dc(state: str) -> int:
    """DC of the flat check to target something in a state, 0 for none. Source: pf2e.detect.concealed."""
    return int(table("senses")["flat_check"].get(state, 0))


def flat_check_passed(die: int, state: str) -> bool:
    """Whether a d20 passes that check. Source: pf2e.detect.concealed, pf2e.detect.hidden."""
    return die >= flat_check_dc(state)


def add_flat_checks(case: Case, causes: list[Cause], attack: str) -> None:
    """The flat check an attack needs; of several only the hardest is rolled, areas need none.

    Source: pf2e.detect.concealed, pf2e.check.flat_combined.
    """
    if attack == "area":
        if causes:
            case.step("pf2e.detect.concealed", text("Areas need no flat check."))
        return
    hardest = worst(causes)
    states = {one.state: one for one in reversed(causes)}
    for state, one in sorted(states.items(), key=lambda pair: -flat_check_dc(pair[0])):
        case.modifier(flat_check_dc(state), "flat_check", "", one.why, one.rule, kept=state == hardest)
    if len(states) > 1:
        case.step("pf2e.check.flat_combined", text("One flat check is rolled, against the hardest DC."))


def judge(case: Case) -> Verdict:
    """How well the target is perceived. Source: pf2e.detect.concealed, pf2e.light.levels."""
    if case.question.source is None or case.question.to is None:
        raise case.refuse("from", "say who looks at whom")
    viewer, target = spot(case.world, case.question.source), spot(case.world, case.question.to)
    if viewer.creature is not None and viewer.creature == target.creature:
        raise case.refuse("to", "nobody looks for themselves; name two creatures")
    causes = causes_between(case, viewer, target)
    state = worst(causes)
    if case.explain:
        for name, end in (("origin", viewer), ("target", target)):
            if isinstance(end.where, Space):
                case.squares(name, tuple(end.where.squares()))
        explain_causes(case, viewer, target, causes)
    add_flat_checks(case, causes, asked_attack(case))
    return case.verdict(state, _summary(state))


def explain_causes(case: Case, viewer: Spot, target: Spot, causes: list[Cause]) -> None:
    """Draw the line of sight and argue how well the target is perceived."""
    _draw_sight(case, viewer, target, causes)
    for one in causes:
        if one.rule != OUT_OF_SIGHT:
            case.step(one.rule, one.why)
    if not causes:
        _explain_observed(case, viewer, target)
    if worst(causes) == HIDDEN:
        _explain_sensed(case, viewer, target)


def _explain_sensed(case: Case, viewer: Spot, target: Spot) -> None:
    """Say which imprecise sense tells the square of somebody who is not seen."""
    sense = sensed_by(case, viewer, target, (IMPRECISE,))
    if sense is None:
        return
    words = text("Its square is known by an imprecise sense: {sense}.", sense=sense_text(sense.word))
    if sense.name == HEARING:
        words = text("It can still be heard, so its square is known.")
    case.step("pf2e.sense.imprecise", words)


def _draw_sight(case: Case, viewer: Spot, target: Spot, causes: list[Cause]) -> None:
    if any(one.rule == OUT_OF_SIGHT for one in causes):
        show_blocked(case, viewer, target, SIGHT, OUT_OF_SIGHT)
        return
    fog = fog_trace(case.world, viewer, target)
    way = clear_way(case, viewer.where, target.where, SIGHT)
    if fog.mets:
        case.line(traced_line(fog, at_least(1), role="concealment"))
    elif way is not None:
        case.line(clear_line(way, role="sight"))


def _explain_observed(case: Case, viewer: Spot, target: Spot) -> None:
    sense = sensed_by(case, viewer, target, (PRECISE,))
    if sense is not None:
        words = text("{sense} is a precise sense and needs no light.", sense=sense_text(sense.word))
        case.step("pf2e.sense.precise", words)
        return
    seen = sees_in(viewer.creature, light_on(case.world, target.where))
    if seen is not None:
        case.step(seen.rule, seen.why)
    else:
        case.step("pf2e.light.bright", text("The target stands in bright light."))
    case.step("pf2e.detect.observed", text("Nothing on the line blurs the view of it."))


def _summary(state: str) -> Text:
    dc = flat_check_dc(state)
    return {
        OBSERVED: text("Observed."),
        CONCEALED: text("Concealed: DC {dc} flat check.", dc=dc),
        HIDDEN: text("Hidden: DC {dc} flat check.", dc=dc),
        UNDETECTED: text("Undetected: guess the square, DC {dc} flat check.", dc=dc),
    }[state]
