"""Taking damage and healing: temporary hit points, hit points, surges, and what comes at 0."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.text import composed, text
from tactics.rules.action import Choice, Decision
from tactics.rules.dice_text import Dice, chances
from tactics.rules.event import CounterSet, HpChanged, LeftFight, Noted, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rulesets.dnd4e.fight import conditions
from tactics.rulesets.dnd4e.fight.damage import defenses_of, through
from tactics.rulesets.dnd4e.fight.numbers import lasting
from tactics.rulesets.dnd4e.fight.own_numbers import bonuses
from tactics.rulesets.dnd4e.fight.parts import stacked
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Duration, Effect, Fight

SURGES, DEATH_FAILURES = "surges", "death_failures"
"""Counters: healing surges left, failed death saving throws since the last rest."""
FALLEN, KNOCKED_OUT = "dying", "knocked_out"
"""Notes of being unconscious: what healing ends, unlike sleep."""
DIE = 20


@dataclass(frozen=True, slots=True)
class Blow:
    """Where damage comes from and how it counts.

    Attributes:
        source: id of who deals it, "" for nobody.
        halves: how many things halve it: a miss, a weakened attacker.
        attack: it comes from an attack, so who deals it may choose to knock out.
        miss: it is damage on a miss, which minions do not take.
        rule: rule id.
    """

    source: str = ""
    halves: int = 0
    attack: bool = False
    miss: bool = False
    rule: str = "dnd4e.damage.order"


def hurt(run: Run, who: str, amount: int, types: tuple[str, ...], blow: Blow) -> int:
    """Deal damage of one instance; returns points that came through.

    Source: dnd4e.damage.order, dnd4e.hp.temporary
    """
    body = run.fight.body(who)
    sheet = sheet_of(run.fight.world.creature(who))
    if body.out or (blow.miss and sheet.kind == "minion"):
        return 0
    found, why = through(defenses_of(run.fight, who), amount, types, halves=blow.halves)
    name = run.fight.world.creature(who).name
    for change in why:
        run.emit(Noted(who, composed("{name}: {why}", name=name, why=change.words), change.rule))
    if found <= 0:
        return 0
    buffer = min(found, body.temp_hp)
    if buffer:
        run.emit(HpChanged(who, "temp", -buffer, blow.source, "dnd4e.hp.temporary"))
    if found > buffer:
        before = body.hp
        run.emit(HpChanged(who, "hp", buffer - found, blow.source, blow.rule))
        conditions.lose(run, who, "stable")
        if 0 < run.fight.body(who).hp <= bloodied_value(run.fight, who) < before:
            run.emit(Noted(who, text("{name} is bloodied.", name=name), "dnd4e.hp.bloodied"))
        _settle(run, who, blow, before)
    _weaken(run, who, types, blow)
    return found


def _weaken(run: Run, who: str, types: tuple[str, ...], blow: Blow) -> None:
    """What a kind of damage does to some creatures besides. Source: dnd4e.vulnerable.special_weakness."""
    for one in sheet_of(run.fight.world.creature(who)).weaknesses:
        if one.type in types and not run.fight.body(who).out:
            duration = Duration(one.until)
            if one.until == "end_target":
                duration = Duration("end", who, 2 if run.fight.active == who else 1)
            rule = "dnd4e.vulnerable.special_weakness"
            conditions.gain(run, who, Effect(one.condition, source=blow.source, duration=duration, rule=rule))


def bloodied_value(fight: Fight, who: str) -> int:
    """Half of the maximum hit points: at or below it a creature is bloodied. Source: dnd4e.hp.bloodied."""
    return fight.body(who).max_hp // 2


def _settle(run: Run, who: str, blow: Blow, before: int) -> None:
    """What comes at 0 hit points: heroes fall, all others die or are knocked out.

    Args:
        run: the action.
        who: who was hurt.
        blow: what by.
        before: hit points it had.

    Source: dnd4e.hp.dying, dnd4e.hp.death, dnd4e.hp.knock_out
    """
    body = run.fight.body(who)
    if body.hp > 0:
        return
    if not sheet_of(run.fight.world.creature(who)).hero:
        if blow.attack and before > 0 and _spared(run, who, blow.source):
            rule = "dnd4e.hp.knock_out"
            conditions.gain(run, who, Effect("unconscious", source=blow.source, note=KNOCKED_OUT, rule=rule))
        else:
            kill(run, who, rule="dnd4e.hp.dying")
    elif body.hp <= -bloodied_value(run.fight, who):
        kill(run, who)
    elif not body.has("dying"):
        conditions.gain(run, who, Effect("dying", rule="dnd4e.hp.dying"))
        conditions.gain(run, who, Effect("unconscious", note=FALLEN, rule="dnd4e.hp.dying"))


def _spared(run: Run, who: str, by: str) -> bool:
    """Whether a hero that brings somebody down knocks it out instead. Source: dnd4e.hp.knock_out."""
    if by not in run.fight.bodies or not sheet_of(run.fight.world.creature(by)).hero or by == who:
        return False
    if run.fight.world.creature(who).side == run.fight.world.creature(by).side:
        return False
    decision = Decision(
        who=by,
        id="knock_out",
        title=text("{name} falls. Kill it, or knock it out?", name=run.fight.world.creature(who).name),
        choices=(Choice("kill", text("Kill it")), Choice("spare", text("Knock it out"))),
        default="kill",
    )
    return run.ask(decision).id == "spare"


def kill(run: Run, who: str, *, rule: str = "dnd4e.hp.death") -> None:
    """Let a creature die. Source: dnd4e.hp.death."""
    if run.fight.body(who).out == "dead":
        return
    conditions.lose(run, who, "dying")
    conditions.gain(run, who, Effect("dead", rule=rule))
    run.emit(LeftFight(who, "dead", rule))
    for other in run.fight.bodies:
        conditions.lose(run, other, conditions.MARK, source=who)


def heal(run: Run, who: str, amount: int, *, source: str = "", rule: str = "dnd4e.hp.surge") -> int:
    """Restore hit points up to the maximum; a negative total counts as 0 first. Returns how many came back.

    Source: dnd4e.hp.heal_dying, dnd4e.hp.surge
    """
    body = run.fight.body(who)
    if body.out or amount <= 0:
        return 0
    restored = min(amount - min(0, body.hp), body.max_hp - body.hp)
    if restored > 0:
        run.emit(HpChanged(who, "hp", restored, source, rule))
        for id_, note in (("dying", None), ("stable", None), ("unconscious", FALLEN), ("unconscious", KNOCKED_OUT)):
            conditions.lose(run, who, id_, note=note)
    return max(0, restored)


def surge_value(fight: Fight, who: str) -> int:
    """Hit points of a healing surge. Source: dnd4e.hp.surge, dnd4e.round_down."""
    return fight.body(who).max_hp // int(table("fight")["surge"]["share"])


def spend_surge(run: Run, who: str, *, more: int = 0, source: str = "", rule: str = "dnd4e.hp.surge") -> int:
    """Spend a healing surge for its value and more; without one left a dying creature is raised to 1 hit point.

    Source: dnd4e.hp.surge, dnd4e.hp.heal_dying
    """
    left = run.fight.body(who).count(SURGES)
    if not left:
        return heal(run, who, 1, source=source, rule="dnd4e.hp.heal_dying") if run.fight.body(who).hp <= 0 else 0
    run.emit(CounterSet(who, SURGES, left - 1))
    return heal(run, who, surge_value(run.fight, who) + more, source=source, rule=rule)


def mean_healing(fight: Fight, who: str, dice: Dice, more: int, surge: str) -> Fraction:
    """Hit points some healing would restore on average, never beyond the maximum.

    Args:
        fight: the moment.
        who: who is healed.
        dice: what is rolled.
        more: what is added.
        surge: "spend" spends a healing surge, "value" counts one that is not spent, "" neither.

    Source: dnd4e.hp.surge, dnd4e.hp.heal_dying
    """
    body = fight.body(who)
    missing, fallen = body.max_hp - body.hp, min(0, body.hp)
    if body.out or (surge == "spend" and not body.count(SURGES)):
        return Fraction(1 - body.hp if not body.out and body.hp <= 0 else 0)
    fixed = dice.bonus + more + (surge_value(fight, who) if surge else 0)
    ways = chances(dice.dice)
    restored = sum(count * min(missing, max(0, sum_ + fixed) - fallen) for sum_, count in ways.items())
    return Fraction(restored, sum(ways.values()))


def gain_temporary(run: Run, who: str, amount: int, *, source: str = "") -> None:
    """Give temporary hit points; of what there is and what comes the higher number counts.

    Source: dnd4e.hp.temporary
    """
    more = amount - run.fight.body(who).temp_hp
    if more > 0 and not run.fight.body(who).out:
        run.emit(HpChanged(who, "temp", more, source, "dnd4e.hp.temporary"))


def down(fight: Fight, who: str) -> bool:
    """Whether a creature is out of action: dead or at 0 hit points."""
    body = fight.body(who)
    return bool(body.out) or body.hp <= 0


def death_save(run: Run, who: str) -> None:
    """The saving throw of a dying creature at the end of its turn. Source: dnd4e.hp.death_save."""
    body = run.fight.body(who)
    if not body.has("dying") or body.has("stable"):
        return
    numbers = table("fight")["death"]
    to = ("saves", "death_saves")
    parts = stacked((*bonuses(sheet_of(run.fight.world.creature(who)), *to), *lasting(run.fight, who, *to)))
    face = run.roll(DIE)
    sum_ = face + total(parts)
    dc = int(table("fight")["save"]["dc"])
    outcome = "success" if sum_ >= dc else "failure"
    rule = "dnd4e.hp.death_save"
    run.emit(Rolled(who, "death_save", (Roll(DIE, face),), parts, sum_, dc, outcome, rule=rule))
    if sum_ < dc:
        failures = body.count(DEATH_FAILURES) + 1
        run.emit(CounterSet(who, DEATH_FAILURES, failures))
        if failures >= int(numbers["failures"]):
            kill(run, who, rule=rule)
    elif sum_ >= int(numbers["surge_at"]) and body.count(SURGES):
        spend_surge(run, who, rule=rule)
