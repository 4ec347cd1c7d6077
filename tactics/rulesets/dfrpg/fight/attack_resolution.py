"""An attack from its roll to its wound: attack roll, active defence, damage."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

from tactics.core.text import Text, composed
from tactics.rules.action import Preview, Refusal
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import checks, criticals, defending, harm, holding
from tactics.rulesets.dfrpg.fight.attack import Attack, parts_of
from tactics.rulesets.dfrpg.fight.checks import Result
from tactics.rulesets.dfrpg.fight.damage import Damage, damage_of
from tactics.rulesets.dfrpg.rolls import critical_chance
from tactics.world.fight import Fight

MISSED, DEFENDED, HIT, PREVENTED = "missed", "defended", "hit", "prevented"
"""How an attack ends; the last one when somebody broke in and it is made no more."""
AFTER: list[Callable[[Run, Attack, str, Result], None]] = []
"""What comes of an attack once it is over, told how it ended and its roll; other modules put it in."""
BEFORE: list[Callable[[Run, Attack], None]] = []
"""What comes with an attack before its roll; other modules put it in."""
INTERRUPTS: list[Callable[[Run, Attack], bool]] = []
"""What may break in before an attack; whether it still is made. Other modules put it in."""
INSTEAD: list[Callable[[Run, Attack, Damage], bool]] = []
"""What a hit does instead of its damage, and whether it does; other modules put it in."""
NOTES: list[Callable[[Fight, Attack], Iterable[Text]]] = []
"""What else the preview of an attack says; other modules put it in."""


def too_hard(fight: Fight, attack: Attack) -> Refusal | None:
    """Why an attack may not be tried at all: its effective skill is too low. Source: dfrpg.core.success_roll."""
    return checks.too_hard(parts_of(fight, attack))


def strike(run: Run, attack: Attack) -> str:
    """Make an attack; whether it is allowed was looked at before. Returns one of `MISSED`, `DEFENDED` ...

    Source: dfrpg.attack.sequence
    """
    if not all(interrupt(run, attack) for interrupt in INTERRUPTS):
        return PREVENTED
    for before in BEFORE:
        before(run, attack)
    parts = parts_of(run.fight, attack)
    holding.note_attack(run, attack)
    rolled = checks.roll(
        run,
        attack.who,
        "attack",
        parts,
        target=attack.target,
        what=words_of(attack),
        rule="dfrpg.attack.sequence",
        attack=True,
    )
    ended = _ended(run, attack, rolled)
    for after in AFTER:
        after(run, attack, ended, rolled)
    return ended


def _ended(run: Run, attack: Attack, rolled: Result) -> str:
    if not rolled.succeeded:
        if rolled.kind == "critical_failure":
            criticals.miss(run, attack)
        return MISSED
    critical = rolled.kind == "critical_success"
    if not critical and defending.defended(run, attack):
        return DEFENDED
    damage = damage_of(run.fight, attack)
    if critical:
        damage = criticals.hit(run, attack, rolled, damage)
    if not any(one(run, attack, damage) for one in INSTEAD):
        harm.deal(run, attack, damage)
    return HIT


def words_of(attack: Attack) -> Text:
    """Weapon and manner in words."""
    if attack.use is None or len(attack.weapon.uses) < 2:
        return composed("{weapon}", weapon=attack.weapon.name)
    return composed("{weapon}: {use}", weapon=attack.weapon.name, use=attack.use.name)


def preview_of(fight: Fight, attack: Attack) -> Preview:
    """The chance to hit, what the target may do about it, and the damage that is to be expected.

    Source: dfrpg.attack.sequence
    """
    rolled = checks.preview(parts_of(fight, attack))
    hits, critical = rolled.chance or Fraction(0), critical_chance(rolled.against or 0)
    stopped, defense = defending.best_chance(fight, attack)
    wound = hits * (1 - stopped) + critical * stopped
    damage = damage_of(fight, attack)
    least, mean, most = harm.injury_range(fight, attack.target, damage)
    notes = tuple(note for more in NOTES for note in more(fight, attack))
    if defense is not None:
        notes = (*notes, defense)
    return replace(
        rolled,
        critical=critical,
        damage_least=least,
        damage_most=most,
        damage_mean=Fraction(mean) * wound,
        takes=(attack.target,),
        notes=notes,
    )
