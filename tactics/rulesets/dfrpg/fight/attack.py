"""One attack as it is about to be made, and what its roll is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tactics.core.text import composed, text
from tactics.rules.event import Part
from tactics.rulesets.dfrpg.fight import checks, own_numbers, states
from tactics.rulesets.dfrpg.fight.sheet import Use, Weapon, sheet_of
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight
from tactics.world.lately import LatelyBy


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack.

    Attributes:
        who, target: attacker and target.
        weapon: what with.
        use: how it strikes; None when it shoots or is thrown.
        maneuver, variant: the manoeuvre it belongs to.
        off_hand: made with the off hand.
        extra: further parts of the roll.
        against: further parts of the target's defence.
        more: points added to the damage.
        deceptive: levels of a deceptive attack.
        rapid: it is one of the blows of a rapid strike.
        covering: squares a Wait it is shot from covers, 0 for none.
    """

    who: str
    target: str
    weapon: Weapon
    use: Use | None
    maneuver: str = "attack"
    variant: str = ""
    off_hand: bool = False
    extra: tuple[Part, ...] = ()
    against: tuple[Part, ...] = ()
    more: int = 0
    deceptive: int = 0
    rapid: bool = False
    covering: int = 0

    @property
    def melee(self) -> bool:
        """Whether it strikes, and is neither shot nor thrown."""
        return self.use is not None

    @property
    def thrown(self) -> bool:
        """Whether the weapon is thrown."""
        return self.use is None and self.weapon.shot is not None and self.weapon.shot.thrown


AttackParts = Callable[[Fight, Attack], Iterable[Part]]
PARTS: list[AttackParts] = []
"""What adds to an attack roll, besides what stands here; other modules put it in."""
CAPS: list[Callable[[Fight, Attack], tuple[int, str] | None]] = []
"""What limits the effective skill of an attack: the most it may be and the rule."""


_PARTS: LatelyBy[Fight, Attack, tuple[Part, ...]] = LatelyBy()


def parts_of(fight: Fight, attack: Attack) -> tuple[Part, ...]:
    """What the effective skill of an attack is made of.

    Source: dfrpg.attack.melee_modifiers, dfrpg.ranged.attack_roll
    """
    known = _PARTS.at(fight)
    found = known.get(attack)
    if found is None:
        found = known[attack] = _parts(fight, attack)
    return found


def _parts(fight: Fight, attack: Attack) -> tuple[Part, ...]:
    found = [checks.base(attack.weapon.skill, composed("{name}", name=attack.weapon.name), "dfrpg.attack.sequence")]
    found += _own(fight, attack)
    for more in PARTS:
        found += more(fight, attack)
    found += attack.extra
    parts = tuple(one for one in found if one.amount or one is found[0])
    for cap in CAPS:
        limit = cap(fight, attack)
        if limit is not None:
            parts = checks.capped(parts, *limit)
    return parts


def shock_parts(fight: Fight, who: str) -> Iterator[Part]:
    """What a wound takes off every skill on the next own turn: not before it, nor on the turn it was dealt in.

    Source: dfrpg.injury.shock, dfrpg.state.turn_state
    """
    for one in states.effects_of(fight, who, states.SHOCK):
        if fight.active == who and one.duration.turns == 1:
            yield Part(-one.value, text("shock"), "", "dfrpg.injury.shock")


def _own(fight: Fight, attack: Attack) -> Iterator[Part]:
    numbers = table("fight")
    sheet = sheet_of(fight.world.creature(attack.who))
    posture = states.posture_of(fight, attack.who)
    if attack.use is not None:
        if attack.use.skill_by:
            yield Part(attack.use.skill_by, composed("{name}", name=attack.use.name), "", "dfrpg.attack.unarmed")
        rule = "dfrpg.posture.table"
        yield Part(table("postures")[posture]["attack"], states.named(posture), "", rule)
    need = attack.use.st if attack.use is not None else attack.weapon.shot.st if attack.weapon.shot else 0
    strength = own_numbers.strength_now(fight, attack.who)
    if need > strength:
        rule = "dfrpg.attack.melee_modifiers"
        yield Part((need - strength) * numbers["melee"]["per_missing_st"], text("too weak for the weapon"), "", rule)
    if attack.off_hand and "ambidextrous" not in sheet.traits:
        yield Part(numbers["off_hand"]["attack"], text("off hand"), "", "dfrpg.attack.off_hand")
    yield from shock_parts(fight, attack.who)
