"""What lasts on a figure: its manoeuvre, its posture, conditions; how they come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tactics.core.text import Text, text
from tactics.rules.action import Refusal
from tactics.rules.event import CounterSet, EffectGained, EffectLost
from tactics.rules.fighting import Run
from tactics.rules.registry import book
from tactics.rulesets.dfrpg.tables import SYSTEM
from tactics.world.creature import Creature
from tactics.world.fight import Duration, Effect, Fight
from tactics.world.kept import kept_by_effects

MANEUVER = "maneuver"
"""Effect: the manoeuvre chosen last, which its note names. Source: dfrpg.maneuver.governs_defense."""
STANDING, CROUCHING, KNEELING, SITTING, CRAWLING, PRONE = (
    "standing",
    "crouching",
    "kneeling",
    "sitting",
    "crawling",
    "prone",
)
POSTURES = (KNEELING, SITTING, CRAWLING, PRONE, CROUCHING)
"""Postures that are effects of a body; a standing one has none. Source: dfrpg.posture.list."""
FACE_UP, FACE_DOWN = "face_up", "face_down"
"""Notes of lying. Source: dfrpg.posture.list."""
STUNNED, UNCONSCIOUS, DEAD, SURPRISED = "stunned", "unconscious", "dead", "surprised"
ASLEEP, PARALYZED = "asleep", "paralyzed"
PHYSICAL, MENTAL = "physical", "mental"
"""Notes of being stunned. Source: dfrpg.state.stun."""
DYING, GRAPPLED, OFF_BALANCE = "dying", "grappled", "off_balance"
"""Conditions: a mortal wound; held by somebody; worse defences until the next turn, its value the points.

Source: dfrpg.injury.death, dfrpg.attack.critical_miss
"""
SHOCK = "shock"
"""Effect: its value is taken off skills on the next own turn. Source: dfrpg.injury.shock."""
OUT = frozenset({UNCONSCIOUS, DEAD})
_RULES = {
    MANEUVER: "dfrpg.maneuver.choose_one",
    STUNNED: "dfrpg.state.stun",
    UNCONSCIOUS: "dfrpg.state.unconscious",
    DEAD: "dfrpg.injury.death",
    SURPRISED: "dfrpg.state.surprise",
    PRONE: "dfrpg.posture.list",
}


def named(id: str) -> Text:
    """A condition or effect in the words of the book."""
    return book(SYSTEM).condition(id)


def effects_of(fight: Fight, who: str, id: str, note: str | None = None) -> Iterator[Effect]:
    """The effects of a kind that last on a figure."""
    return (one for one in fight.body(who).effects if one.id == id and note in (None, one.note))


def has(fight: Fight, who: str, id: str, note: str | None = None) -> bool:
    """Whether an effect of a kind lasts on a figure."""
    return any(effects_of(fight, who, id, note))


def gain(run: Run, who: str, effect: Effect) -> bool:
    """Give a figure an effect in place of an equal one; returns whether it has it from now on.

    Source: dfrpg.state.turn_state
    """
    body = run.fight.body(who)
    if body.out:
        return False
    for other in body.effects:
        if (other.id, other.note, other.source) == (effect.id, effect.note, effect.source):
            if other == effect:
                return False
            run.emit(EffectLost(who, other))
    run.emit(EffectGained(who, effect if effect.rule else replace(effect, rule=_RULES.get(effect.id, ""))))
    for follow in AFTERMATH:
        follow(run, who, effect)
    return True


AFTERMATH: list[Callable[[Run, str, Effect], None]] = []
"""What comes with an effect; other modules put it in."""


def lose(run: Run, who: str, id: str, *, note: str | None = None, source: str | None = None) -> bool:
    """End effects of a kind; whether there was one."""
    found = [one for one in effects_of(run.fight, who, id, note) if source in (None, one.source)]
    for one in found:
        run.emit(EffectLost(who, one))
    return bool(found)


def set_counter(run: Run, who: str, key: str, value: int) -> None:
    """Set a counter unless it is so already."""
    if run.fight.body(who).count(key) != value:
        run.emit(CounterSet(who, key, value))


def add(run: Run, who: str, key: str, by: int = 1) -> None:
    """Let a counter go up."""
    run.emit(CounterSet(who, key, run.fight.body(who).count(key) + by))


def posture_of(fight: Fight, who: str) -> str:
    """Its posture; crouching is a way of standing. Source: dfrpg.posture.list."""
    found = {one.id for one in fight.body(who).effects}
    return next((one for one in POSTURES if one in found), STANDING)


def maneuver_of(fight: Fight, who: str) -> tuple[str, str]:
    """The manoeuvre chosen last and its kind; Do Nothing before the first choice.

    Source: dfrpg.maneuver.governs_defense, dfrpg.maneuver.before_first_choice
    """
    return _maneuver(fight, who)


@kept_by_effects
def _maneuver(creature: Creature, effects: tuple[Effect, ...]) -> tuple[str, str]:
    for one in effects:
        if one.id == MANEUVER:
            maneuver, _, variant = one.note.partition(":")
            return maneuver, variant
    return "do_nothing", ""


def set_maneuver(run: Run, who: str, maneuver: str, variant: str, rule: str) -> None:
    """Let a manoeuvre be the one in force. Source: dfrpg.maneuver.governs_defense."""
    lose(run, who, MANEUVER)
    note = f"{maneuver}:{variant}" if variant else maneuver
    gain(run, who, Effect(MANEUVER, duration=Duration("forever"), note=note, rule=rule))


def can_act(fight: Fight, who: str) -> bool:
    """Whether a figure takes turns. Source: dfrpg.state.unconscious."""
    body = fight.body(who)
    return not body.out and not any(one.id in OUT for one in body.effects)


def numb(fight: Fight, who: str) -> bool:
    """Whether a figure can neither act nor react, though it takes turns. Source: dfrpg.state.unconscious."""
    return has(fight, who, ASLEEP) or has(fight, who, PARALYZED)


def stunned(fight: Fight, who: str) -> bool:
    """Whether a figure is stunned in any way. Source: dfrpg.state.stun."""
    return has(fight, who, STUNNED)


def not_its_turn(fight: Fight, who: str) -> Refusal | None:
    """Why a figure cannot act of itself now. Source: dfrpg.core.turn_order."""
    if not can_act(fight, who):
        return Refusal(text("{name} cannot act.", name=fight.world.creature(who).name), "dfrpg.state.unconscious")
    if fight.active != who:
        return Refusal(text("It is not its turn."), "dfrpg.core.turn_order")
    return None
