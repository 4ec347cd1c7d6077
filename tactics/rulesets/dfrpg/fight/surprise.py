"""Those who are caught by surprise, and those who do not know or do not see who attacks them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tactics.core.text import text
from tactics.rules.action import Refusal
from tactics.rules.dice_text import face_sum, parse_dice, roll_dice
from tactics.rules.event import EffectGained, EffectLost, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import sight
from tactics.rulesets.dfrpg.fight import checks, harm, own_numbers, states
from tactics.rulesets.dfrpg.fight.attack import Attack, shock_parts
from tactics.rulesets.dfrpg.fight.checks import Result
from tactics.rulesets.dfrpg.fight.defending import Defense
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.rulesets.dfrpg.fight.turn import Allowance
from tactics.rulesets.dfrpg.tables import table
from tactics.world.board import SIGHT
from tactics.world.fight import Effect, Fight

TOTALLY = "totally_surprised"
"""Condition: it does not know at all that there will be a fight; as an effect its value are the seconds it freezes."""
ASLEEP, UNDETECTED, INVISIBLE, BLINDED = states.ASLEEP, "undetected", "invisible", "blinded"
TURNS, ROLLS = "surprise_turns", "surprise_rolls"
"""Counters: own turns begun since the surprise, and rolls made to come to one's senses."""
RULE = "dfrpg.state.surprise"


def begins(run: Run) -> None:
    """The surprised start mentally stunned; the wholly unprepared freeze first, unless their reflexes are quick.

    Source: dfrpg.state.surprise
    """
    for creature in run.fight.world.creatures:
        who, wholly = creature.id, states.has(run.fight, creature.id, TOTALLY)
        if not wholly and not states.has(run.fight, who, states.SURPRISED):
            continue
        if wholly:
            states.lose(run, who, TOTALLY)
            states.gain(run, who, Effect(states.SURPRISED, rule=RULE))
            if "combat_reflexes" not in sheet_of(creature).traits:
                states.gain(run, who, Effect(TOTALLY, _freezes(run, who), rule=RULE))
        harm.stun(run, who, states.MENTAL, RULE)


def _freezes(run: Run, who: str) -> int:
    """Seconds without a roll. Source: dfrpg.state.surprise."""
    dice = parse_dice(table("fight")["surprise"]["freeze"])
    assert dice is not None, "the table names dice"
    faces = roll_dice(run, dice)
    total = face_sum(faces) + dice.bonus
    run.emit(Rolled(who, "surprise", faces, (), total, rule=RULE))
    return total


def own_turn(run: Run, who: str) -> None:
    """Count the turns of a surprised figure: with the first one it begins to defend. Source: dfrpg.defense.unaware."""
    if states.has(run.fight, who, states.SURPRISED):
        states.add(run, who, TURNS)


def comes_to(run: Run, who: str) -> None:
    """The IQ roll of a surprised figure, better each turn; a frozen one waits another second.

    Source: dfrpg.state.surprise, dfrpg.maneuver.do_nothing.stun_recovery
    """
    frozen = next(states.effects_of(run.fight, who, TOTALLY), None)
    if frozen is not None:
        run.emit(EffectLost(who, frozen))
        if frozen.value > 1:
            run.emit(EffectGained(who, replace(frozen, value=frozen.value - 1)))
        return
    sheet, numbers = sheet_of(run.fight.world.creature(who)), table("fight")["surprise"]
    rolls = run.fight.body(who).count(ROLLS)
    parts = [checks.base(sheet.iq, text("Intelligence"), RULE)]
    if rolls:
        parts.append(Part(rolls * int(numbers["per_turn"]), text("turns since the surprise"), "", RULE))
    if "combat_reflexes" in sheet.traits:
        parts.append(Part(int(numbers["combat_reflexes"]), text("Combat Reflexes"), "", RULE))
    states.set_counter(run, who, ROLLS, rolls + 1)
    if checks.roll(run, who, "stun", (*parts, *shock_parts(run.fight, who)), rule=RULE).succeeded:
        states.lose(run, who, states.STUNNED, note=states.MENTAL)
        states.lose(run, who, states.SURPRISED)


def caught(fight: Fight, attack: Attack) -> Refusal | None:
    """Why a surprised figure does not defend: by the switch before its first turn, while stunned, or it does.

    Source: dfrpg.maneuver.before_first_choice, dfrpg.defense.unaware
    """
    who, how = attack.target, own_numbers.switch(fight, "surprise_defense")
    if how == "minus_four" or not states.has(fight, who, states.SURPRISED):
        return None
    if how == "until_first_turn" and fight.body(who).count(TURNS):
        return None
    return Refusal(text("It is caught by surprise."), "dfrpg.maneuver.before_first_choice")


def unaware(fight: Fight, attack: Attack) -> Refusal | None:
    """A sleeper does not defend, and nobody against whom he has not noticed. Source: dfrpg.defense.unaware."""
    who, rule = attack.target, "dfrpg.defense.unaware"
    if states.has(fight, who, ASLEEP):
        return Refusal(text("It is asleep."), rule)
    if undetected(fight, who, attack.who):
        return Refusal(text("It does not know of the attacker."), rule)
    return None


def undetected(fight: Fight, who: str, other: str) -> bool:
    """Whether a figure has not noticed another one at all. Source: dfrpg.defense.unaware."""
    return any(states.has(fight, other, one) for one in (UNDETECTED, f"{UNDETECTED}:{who}"))


def unseen(fight: Fight, who: str, other: str) -> bool:
    """Whether a figure knows of another one but does not see it. Source: dfrpg.defense.unaware."""
    world = fight.world
    if states.has(fight, who, BLINDED) or states.has(fight, other, INVISIBLE):
        return True
    return not sight.clear_between(world, world.creature(who), world.creature(other), SIGHT)


def unseen_parts(fight: Fight, defense: Defense) -> Iterator[Part]:
    """An attacker that is not seen. Source: dfrpg.defense.unaware, dfrpg.defense.total_modifiers."""
    if unseen(fight, defense.who, defense.attack.who):
        rule = "dfrpg.defense.unaware"
        yield Part(table("fight")["defense"]["unseen"], text("the attacker is not seen"), "", rule)


def noticed(run: Run, attack: Attack, ended: str, rolled: Result) -> None:
    """Who has attacked is known from then on. Source: dfrpg.defense.unaware."""
    for effect in run.fight.body(attack.who).effects:
        if effect.id == UNDETECTED or effect.id.startswith(f"{UNDETECTED}:"):
            run.emit(EffectLost(attack.who, effect))


def sleeps(fight: Fight, who: str, chosen: Allowance) -> Refusal | None:
    """A sleeper does nothing, nor does who is paralyzed. Source: dfrpg.defense.unaware, dfrpg.state.unconscious."""
    if chosen.id == "do_nothing" or not states.numb(fight, who):
        return None
    if states.has(fight, who, ASLEEP):
        return Refusal(text("It is asleep."), "dfrpg.defense.unaware")
    return Refusal(text("{name} cannot act.", name=fight.world.creature(who).name), "dfrpg.state.unconscious")


def wakes(run: Run, who: str, points: int, source: str) -> None:
    """A wound wakes a sleeper. Source: dfrpg.defense.unaware."""
    states.lose(run, who, ASLEEP)
