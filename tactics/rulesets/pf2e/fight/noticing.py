"""Who has noticed whom: the state of each pair in a fight, how it changes, and what gives somebody away.

What the senses make of a position is worked out anew whenever it is asked. What they do not say, because somebody hid,
was found or was pointed out, stands as an effect on the body of the one who is noticed or not, with the other in its
note: ``hidden_from``, ``undetected_by``, ``unnoticed_by``, ``observed_by``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType

from tactics.core.lattice import Square
from tactics.core.text import Param, text
from tactics.rules.book import Case
from tactics.rules.event import CounterSet, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e import detection, senses, taking_cover
from tactics.rulesets.pf2e.cover import TOTAL, final_grade, found_cover
from tactics.rulesets.pf2e.creatures import SYSTEM, stats
from tactics.rulesets.pf2e.detection import CONCEALED, HIDDEN, OBSERVED, UNDETECTED, UNNOTICED
from tactics.rulesets.pf2e.distance import spot
from tactics.rulesets.pf2e.effect import clear_way
from tactics.rulesets.pf2e.fight import conditions
from tactics.rulesets.pf2e.fight.asking import case_of, case_on
from tactics.rulesets.pf2e.fight.holding import PAIRED, STIRRED, judged
from tactics.rulesets.pf2e.passing import passage
from tactics.rulesets.pf2e.shelter import Shot
from tactics.rulesets.pf2e.stealth import can_hide
from tactics.rulesets.pf2e.tables import table
from tactics.world.edit import moved, with_creature
from tactics.world.fight import Duration, Effect, Fight
from tactics.world.lately import LatelyBy
from tactics.world.world import World

EFFECTS = {state: id_ for id_, state in PAIRED.items()}
"""The effect of each state of a pair."""
_HIDING = frozenset(EFFECTS[state] for state in (HIDDEN, UNDETECTED, UNNOTICED))
"""Those that come and go by what the two do; the others the game master gave."""
DIVERTED = "pf2e.skill.create_diversion"
"""Rule of the effect that hides without cover until the end of a turn."""
INVISIBLE = "invisible"
SOMEBODY = text("somebody")
SENSED, UNSEEN = "sensed", "unseen"
"""How `perceived` calls those whose square is known, and those whose square is not."""
_FOREVER = Duration()
_TOLD, _SENSED = "told", "sensed"
_known: LatelyBy[World, tuple[str, ...], World] = LatelyBy()
_states: LatelyBy[World, tuple[str, str, str], str] = LatelyBy()


def state(fight: Fight, observer: str, subject: str) -> str:
    """How a creature perceives another: observed, concealed, hidden or undetected; unnoticed is undetected here.

    Source: pf2e.detect.states
    """
    return _found(judged(fight), _TOLD, observer, subject)


def sees(fight: Fight, observer: str, subject: str) -> bool:
    """Whether a creature observes another, concealed or not. Source: pf2e.detect.observed."""
    return state(fight, observer, subject) in (OBSERVED, CONCEALED)


def unnoticed(fight: Fight, observer: str, subject: str) -> bool:
    """Whether a creature does not suspect that another is there. Source: pf2e.detect.unnoticed."""
    case = case_of(fight)
    return detection.is_unnoticed(case, spot(case.world, observer), spot(case.world, subject))


def by_senses(fight: Fight, observer: str, subject: str, world: World | None = None) -> str:
    """How well a creature could perceive another who did nothing against it.

    Args:
        fight: the moment.
        observer, subject: the pair.
        world: another position than that of the moment.

    Source: pf2e.sense.best_applies
    """
    return _found(judged(fight) if world is None else world, _SENSED, observer, subject)


def _found(world: World, what: str, observer: str, subject: str) -> str:
    """A state of a pair in a position; the same one is not worked out twice."""
    known = _states.at(world)
    found = known.get((what, observer, subject))
    if found is None:
        case, find = case_on(world), detection.causes_between if what == _TOLD else detection.unhelped
        found = detection.worst(find(case, spot(world, observer), spot(world, subject)))
        known[what, observer, subject] = found
    return found


def cover_from(world: World, observer: str, subject: str) -> str:
    """Cover of a creature from an observer: none, lesser, standard, greater or total. Source: pf2e.cover.relative."""
    case: Case = case_on(world)
    source = spot(world, observer)
    shot = Shot(source, spot(world, subject), "ranged", source)
    if clear_way(case, source.where, shot.target.where) is None:
        return TOTAL
    return final_grade(case, shot, found_cover(case, shot))


def sheltered(fight: Fight, observer: str, subject: str, world: World | None = None) -> bool:
    """Whether a creature has what it takes to stay hidden: cover, concealment, or that it cannot be seen at all.

    Source: pf2e.cover.hide, pf2e.skill.hide
    """
    found = by_senses(fight, observer, subject, world)
    return found != OBSERVED or can_hide(cover_from(judged(fight) if world is None else world, observer, subject))


def standing_at(fight: Fight, who: str, square: Square) -> World:
    """The position with a creature elsewhere, where it has not taken cover. Source: pf2e.skill.sneak."""
    world = moved(judged(fight), who, square)
    creature = world.creature(who)
    own = stats(creature)
    plain = replace(own, conditions=own.conditions - {taking_cover.CONDITION})
    return with_creature(world, replace(creature, stats=MappingProxyType({**creature.stats, SYSTEM: plain})))


def watchers(fight: Fight, who: str) -> tuple[str, ...]:
    """Ids of the enemies that could notice a creature: those who are in the fight and awake."""
    side = fight.world.creature(who).side
    return tuple(
        one.id
        for one in fight.world.creatures
        if one.side != side and not fight.body(one.id).out and not fight.body(one.id).has("unconscious")
    )


def known_watchers(fight: Fight, who: str) -> tuple[str, ...]:
    """Those enemies that could notice a creature and of whose place it knows itself: what a player may be told of."""
    hidden = perceived(fight, who)
    return tuple(one for one in watchers(fight, who) if hidden.get(one) in (None, SENSED))


def toward(fight: Fight, subject: str, observer: str) -> Iterator[Effect]:
    """What hides one of a pair from the other, as effects on the subject."""
    return (one for one in fight.body(subject).effects if one.id in _HIDING and one.note == observer)


def become(run: Run, observer: str, subject: str, wanted: str, *, rule: str, duration: Duration = _FOREVER) -> None:
    """Let a creature be perceived so by another, as well as the senses can: the invisible are hidden at best.

    Args:
        run: the action.
        observer: who perceives.
        subject: who is perceived.
        wanted: observed, hidden, undetected or unnoticed.
        rule: what makes it so.
        duration: how long it lasts.

    Source: pf2e.detect.states, pf2e.detect.invisible, pf2e.sense.imprecise
    """
    able = by_senses(run.fight, observer, subject)
    if wanted == OBSERVED and able == UNDETECTED:
        wanted = HIDDEN
    said = "" if wanted in (OBSERVED, able) else EFFECTS[wanted]
    kept = False
    for effect in tuple(toward(run.fight, subject, observer)):
        if effect.id == said and (effect.duration, effect.rule) == (duration, rule):
            kept = True
        else:
            conditions.lose(run, subject, effect.id, note=observer)
    if said and not kept:
        conditions.gain(run, subject, said, note=observer, duration=duration, rule=rule)


def show(run: Run, who: str, *, attacks: bool = False, rule: str = "pf2e.skill.hide") -> None:
    """Let a creature give itself away to everybody who could observe it.

    The invisible stay as they are, but one who attacks within hearing gives its square away.

    Args:
        run: the action.
        who: who does something.
        attacks: whether it attacks.
        rule: what says so.

    Source: pf2e.skill.hide, pf2e.skill.sneak, pf2e.detect.invisible
    """
    for observer in watchers(run.fight, who):
        if by_senses(run.fight, observer, who) != UNDETECTED:
            if any(toward(run.fight, who, observer)):
                become(run, observer, who, OBSERVED, rule=rule)
        elif attacks and _heard(run.fight, observer, who):
            become(run, observer, who, HIDDEN, rule="pf2e.detect.invisible")


def _heard(fight: Fight, observer: str, subject: str) -> bool:
    case = case_of(fight)
    ends = spot(case.world, observer), spot(case.world, subject)
    return senses.sensed_by(case, *ends, (senses.IMPRECISE, senses.PRECISE)) is not None


def lost(fight: Fight, who: str) -> tuple[str, ...]:
    """Ids of the enemies whose place a creature does not know. Source: pf2e.detect.undetected."""
    return tuple(one for one, how in perceived(fight, who).items() if how != SENSED)


def known_position(fight: Fight, who: str) -> World:
    """The position as a creature plans its way: without those whose place it does not know.

    Source: pf2e.detect.undetected
    """
    world = judged(fight)
    gone = lost(fight, who)
    if not gone:
        return world
    known = _known.at(world)
    if gone not in known:
        known[gone] = replace(world, creatures=tuple(one for one in world.creatures if one.id not in gone))
    return known[gone]


def runs_into(run: Run, who: str, square: Square, among: Iterable[str], *, last: bool) -> bool:
    """Whether somebody who was undetected when a move began stops it before a square; then its place is known.

    Args:
        run: the action.
        who: who moves.
        square: the next top left square of the way.
        among: ids of those who were undetected then.
        last: whether the way ends there.

    Source: pf2e.detect.undetected, pf2e.move.occupied_space
    """
    fight = run.fight
    mover = fight.world.creature(who)
    for one in among:
        other = fight.world.creature(one)
        may = passage(mover, other)
        if not mover.space.at(square).overlaps(other.space) or (may.stop if last else may.cross):
            continue
        run.emit(Noted(who, text("Something unseen is in the way."), "pf2e.detect.undetected"))
        if one in lost(fight, who):
            become(run, who, one, HIDDEN, rule="pf2e.detect.undetected")
        return True
    return False


def named(fight: Fight, who: str, other: str) -> Param:
    """What a creature may call another: by its name only when it sees it. Source: pf2e.detect.hidden."""
    return fight.world.creature(other).name if sees(fight, who, other) else SOMEBODY


def before_deed(run: Run, who: str, deed: str) -> None:
    """Whoever is hidden is observed just before doing anything but Hide, Sneak or Step; a Strike shows it afterwards.

    Source: pf2e.skill.hide, pf2e.skill.sneak
    """
    if deed not in table("senses")["keeps_hidden"]["deeds"] and _is_hiding(run.fight, who):
        show(run, who)


def _is_hiding(fight: Fight, who: str) -> bool:
    return any(one.id in _HIDING for one in fight.body(who).effects)


def uncovered(run: Run, before: Fight) -> None:
    """Let those be observed whom a move, a door or a light left without cover and concealment.

    Args:
        run: an action that was carried out.
        before: the moment it began at.

    Source: pf2e.skill.hide, pf2e.skill.sneak
    """
    changed = _changed(before.world, run.fight.world)
    for subject in run.fight.bodies:
        if not _is_hiding(run.fight, subject):
            continue
        for effect in tuple(run.fight.body(subject).effects):
            observer = effect.note
            if effect.id not in _HIDING or effect.rule == DIVERTED or observer not in run.fight.bodies:
                continue
            if changed.isdisjoint({subject, observer}):
                continue
            if not sheltered(run.fight, observer, subject):
                become(run, observer, subject, OBSERVED, rule="pf2e.skill.hide")


def comes_by(run: Run, who: str) -> None:
    """Whoever moves sees those who have no cover from where it is now. Source: pf2e.skill.hide."""
    for subject in run.fight.bodies:
        found = [one for one in toward(run.fight, subject, who) if one.rule != DIVERTED]
        if found and not sheltered(run.fight, who, subject):
            become(run, who, subject, OBSERVED, rule="pf2e.skill.hide")


def _changed(before: World, after: World) -> frozenset[str]:
    """Ids of the creatures that stand elsewhere; of all when the board is another one."""
    if before.board is not after.board:
        return frozenset(one.id for one in after.creatures)
    places = {one.id: (one.space, one.z_ft, one.mount) for one in before.creatures}
    return frozenset(one.id for one in after.creatures if places[one.id] != (one.space, one.z_ft, one.mount))


def stirs(run: Run, who: str) -> None:
    """Note that a creature shakes the ground, where somebody could feel that. Source: pf2e.sense.tremorsense."""
    if _felt(run.fight) and not run.fight.body(who).count(STIRRED):
        run.emit(CounterSet(who, STIRRED, 1))


def comes_to_rest(run: Run, who: str) -> None:
    """A new turn begins: what was shaken in the last one is no longer felt. Source: pf2e.sense.tremorsense."""
    if run.fight.body(who).count(STIRRED):
        run.emit(CounterSet(who, STIRRED, 0))


def _felt(fight: Fight) -> bool:
    return any(one.name == "tremorsense" for who in fight.world.creatures for one in senses.senses_of(who))


def became_invisible(run: Run, who: str) -> None:
    """Whoever is observed while it becomes invisible is at first hidden. Source: pf2e.detect.invisible."""
    world = judged(run.fight)
    creature = world.creature(who)
    own = stats(creature)
    plain = replace(own, conditions=own.conditions - {INVISIBLE})
    seen = with_creature(world, replace(creature, stats=MappingProxyType({**creature.stats, SYSTEM: plain})))
    for observer in watchers(run.fight, who):
        if not any(toward(run.fight, who, observer)) and by_senses(run.fight, observer, who, seen) != UNDETECTED:
            become(run, observer, who, HIDDEN, rule="pf2e.detect.invisible")


def became_visible(run: Run, who: str) -> None:
    """Invisibility ended: who has no other shelter is observed. Source: pf2e.detect.invisible."""
    for observer in watchers(run.fight, who):
        if any(toward(run.fight, who, observer)) and not sheltered(run.fight, observer, who):
            become(run, observer, who, OBSERVED, rule="pf2e.detect.invisible")


def perceived(fight: Fight, who: str) -> dict[str, str]:
    """Those whom a creature does not see: "sensed" when it knows their square, "unseen" when it does not, "unnoticed"
    when it does not know of them at all.

    Source: pf2e.detect.hidden, pf2e.detect.undetected, pf2e.detect.unnoticed
    """
    side = fight.world.creature(who).side
    found = {}
    for one in fight.world.creatures:
        if one.side == side or fight.body(one.id).out:
            continue
        how = state(fight, who, one.id)
        if how == HIDDEN:
            found[one.id] = SENSED
        elif how == UNDETECTED:
            found[one.id] = UNNOTICED if unnoticed(fight, who, one.id) else UNSEEN
    return found


def once_each(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    """Effects to show: of those towards somebody one of each kind, so that nobody is betrayed by his name."""
    shown: set[str] = set()
    for one in effects:
        if one.id in PAIRED and one.id in shown:
            continue
        shown.add(one.id)
        yield one
