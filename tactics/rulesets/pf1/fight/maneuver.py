"""The combat maneuver check, and what all maneuvers share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.space import size_steps
from tactics.core.text import Text, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal
from tactics.rules.event import EffectLost, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight import conditions, opportunity, turn
from tactics.rulesets.pf1.fight.manner import Manner
from tactics.rulesets.pf1.fight.numbers import cmb_parts, cmd, melee_weapons, miss_chance, weapon_of
from tactics.rulesets.pf1.fight.sheet import UNARMED, sheet_of
from tactics.rulesets.pf1.fight.strike import can_strike
from tactics.rulesets.pf1.fight.unseen import HIDDEN
from tactics.rulesets.pf1.places import called
from tactics.world.fight import Effect, Fight

AIDED_GRAPPLE, TIED = "aided_grapple", "tied_up"
"""Effects: help with the next grapple check against the creature in the note; bound with a rope."""
_NO_DEFENCE = frozenset({"helpless", TIED})
_STUNNED_BONUS = 4
NATURAL_20 = 20
_MELEE = Manner(kind="melee")


@dataclass(frozen=True, slots=True)
class Attempt:
    """How a maneuver check came out.

    Attributes:
        success: whether it reached the defense.
        margin: by how much the sum passed the defense; negative for a failure.
    """

    success: bool
    margin: int


def attempt(
    run: Run,
    who: str,
    target: str,
    maneuver: str,
    weapon: str | None = None,
    *,
    extra: Iterable[Part] = (),
    extra_defense: Iterable[Part] = (),
    provokes: bool = True,
) -> Attempt | None:
    """Provoke the target if the maneuver does, then roll against its defense.

    Returns:
        The outcome, None when the one who tries cannot go on after the opening it gave.

    Source: pf1.maneuver.resolve, pf1.maneuver.provoke, pf1.maneuver.auto_success, pf1.maneuver.grapple_multiple
    """
    penalty = 0
    if provokes and f"improved_{maneuver}" not in sheet_of(run.fight.world.creature(who)).feats:
        before = _wounds(run.fight, who)
        opportunity.provoke(run, who, action=maneuver, only=opportunity.armed(run.fight, (target,)))
        penalty = _wounds(run.fight, who) - before
        if not conditions.can_act(run.fight, who):
            return None
        if weapon is not None and can_strike(run.fight, who, target, weapon, _MELEE) is not None:
            return None
    parts = (*check_parts(run.fight, who, target, maneuver, weapon, extra), *_pain(penalty))
    defense, _ = cmd(run.fight, target, who, maneuver, extra=extra_defense)
    sure = bool(conditions.active(run.fight, target) & _NO_DEFENCE)
    face = NATURAL_20 if sure else run.roll(20)
    sum_ = face + total(parts)
    success = face == NATURAL_20 or (face != 1 and sum_ >= defense)
    rolls = () if sure else (Roll(20, face),)
    if sure:
        parts = (*parts, Part(NATURAL_20, text("the target cannot defend itself"), rule="pf1.maneuver.auto_success"))
    outcome = "success" if success else "failure"
    rule = "pf1.maneuver.auto_success" if sure else "pf1.maneuver.resolve"
    run.emit(Rolled(who, "maneuver", rolls, parts, sum_, defense, outcome, target, NAMES[maneuver], rule))
    for effect in _help(run.fight, who, target, maneuver):
        run.emit(EffectLost(who, effect))
    conditions.lose(run, who, HIDDEN)
    return Attempt(success and not _missed(run, who, target, weapon), sum_ - defense)


def _missed(run: Run, who: str, target: str, weapon: str | None) -> bool:
    """Whether a success is lost to concealment.

    Source: pf1.maneuver.resolve, pf1.conceal.miss_chance
    """
    percent, rule, reason = miss_chance(run.fight, target, who, weapon_of(run.fight, who, weapon or UNARMED), _MELEE)
    if not percent:
        return False
    face = run.roll(100)
    outcome = "hit" if face > percent else "miss"
    run.emit(Rolled(who, "miss_chance", (Roll(100, face),), (), face, percent + 1, outcome, target, reason, rule))
    return face <= percent


def _help(fight: Fight, who: str, target: str, maneuver: str) -> tuple[Effect, ...]:
    """Help of others with a grapple check. Source: pf1.maneuver.grapple_multiple."""
    if maneuver != "grapple":
        return ()
    return tuple(one for one in fight.body(who).effects if one.id == AIDED_GRAPPLE and one.note == target)


def check_parts(
    fight: Fight, who: str, target: str, maneuver: str, weapon: str | None, extra: Iterable[Part]
) -> tuple[Part, ...]:
    """Parts of a maneuver check against a target.

    Source: pf1.maneuver.cmb, pf1.maneuver.stunned_bonus
    """
    more = list(extra)
    if "stunned" in conditions.active(fight, target):
        more.append(Part(_STUNNED_BONUS, text("the target is stunned"), rule="pf1.maneuver.stunned_bonus"))
    for one in _help(fight, who, target, maneuver):
        reason = text("help of {name}", name=called(fight.world.creature(one.source)))
        more.append(Part(one.value, reason, rule="pf1.maneuver.grapple_multiple"))
    return cmb_parts(fight, who, target, maneuver, weapon, extra=tuple(more))


def _pain(penalty: int) -> tuple[Part, ...]:
    if penalty <= 0:
        return ()
    return (Part(-penalty, text("damage from the opening it gave"), rule="pf1.maneuver.provoke"),)


def _wounds(fight: Fight, who: str) -> int:
    body = fight.body(who)
    return body.max_hp - body.hp + body.nonlethal - body.temp_hp


def check_preview(
    fight: Fight,
    who: str,
    target: str,
    maneuver: str,
    weapon: str | None = None,
    *,
    extra: Iterable[Part] = (),
    extra_defense: Iterable[Part] = (),
    provokes: bool = True,
) -> Preview:
    """The chance of a maneuver, from the same parts as `attempt`."""
    parts = check_parts(fight, who, target, maneuver, weapon, extra)
    defense, _ = cmd(fight, target, who, maneuver, extra=extra_defense)
    if conditions.active(fight, target) & _NO_DEFENCE:
        chance = Fraction(1)
    else:
        bonus = total(parts)
        good = sum(face == NATURAL_20 or (face != 1 and face + bonus >= defense) for face in range(1, 21))
        chance = Fraction(good, 20)
    reacts: tuple[str, ...] = ()
    if provokes and f"improved_{maneuver}" not in sheet_of(fight.world.creature(who)).feats:
        reacts = tuple(one for one in opportunity.armed(fight, (target,)) if opportunity.left(fight, one))
    return Preview(chance=chance, parts=parts, against=defense, reactions=reacts)


def too_big(fight: Fight, who: str, target: str, rule: str) -> Refusal | None:
    """Refused for targets more than one size larger.

    Source: pf1.maneuver.bull_rush, pf1.maneuver.trip, pf1.maneuver.overrun
    """
    steps = size_steps(fight.world.creature(who).size, fight.world.creature(target).size)
    return Refusal(text("The target is more than one size larger."), rule) if steps > 1 else None


def within_reach(fight: Fight, who: str, target: str, rule: str, weapon: str = UNARMED) -> Refusal | None:
    """Refused for targets that cannot be attacked in melee with a weapon, bare hands when none is given.

    Source: pf1.maneuver.reach
    """
    if target not in fight.bodies or fight.body(target).out or target == who:
        return Refusal(text("There is nobody to try that on."), rule)
    found = can_strike(fight, who, target, weapon, _MELEE)
    if found is not None and found.rule == "pf1.attack.melee_band":
        return Refusal(text("The target is not within reach."), "pf1.maneuver.reach")
    return found


def arm_for(fight: Fight, who: str, target: str) -> str:
    """The first weapon at hand that reaches a target, bare hands when none does.

    Source: pf1.maneuver.reach
    """
    arms = melee_weapons(fight, who)
    return next((one for one in arms if can_strike(fight, who, target, one, _MELEE) is None), UNARMED)


class TargetedManeuver:
    """A maneuver against one creature in reach, as a standard action; the special cases inherit it."""

    id: str
    rule: str
    groups: tuple[str, ...] = ("maneuver",)

    @property
    def ids(self) -> tuple[str, ...]:
        """The action's id."""
        return (self.id,)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Whom it may be tried on."""
        spent = self.spent(fight, who) or self.unable(fight, who)
        targets = () if spent else self.targets(fight, who)
        refusal = spent or (None if targets else self._nobody(fight, who))
        needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
        yield Option(self.id, "maneuver", NAMES[self.id], self.cost(fight, who), needs, refusal)

    def cost(self, fight: Fight, who: str) -> Text:
        """What it takes of the turn, in words."""
        return turn.COSTS[turn.STANDARD]

    def spent(self, fight: Fight, who: str) -> Refusal | None:
        """Why there is no action left for it."""
        return turn.affordable(fight, who, turn.STANDARD)

    def spend(self, run: Run, who: str) -> tuple[Part, ...]:
        """Use the action up; what that adds to the check."""
        turn.spend(run, who, turn.STANDARD)
        return ()

    def unable(self, fight: Fight, who: str) -> Refusal | None:
        """Why the creature cannot try it on anybody."""
        return None

    def refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        """Why it cannot be tried on a target."""
        return within_reach(fight, who, target, self.rule)

    def targets(self, fight: Fight, who: str) -> tuple[str, ...]:
        """Ids of the enemies it can be tried on."""
        side = fight.world.creature(who).side
        foes = (one.id for one in fight.world.creatures if one.side != side)
        return tuple(foe for foe in foes if self.refusal(fight, who, foe) is None)

    def _nobody(self, fight: Fight, who: str) -> Refusal:
        side = fight.world.creature(who).side
        foes = (one.id for one in fight.world.creatures if one.side != side)
        reasons = (self.refusal(fight, who, foe) for foe in foes)
        nobody = Refusal(text("There is nobody to try that on."), self.rule)
        return next((one for one in reasons if one is not None), nobody)

    def check(self, run: Run, action: Action) -> tuple[str, tuple[Part, ...]]:
        """Refuse what is not allowed, spend the action; the target, and what the action adds to the check."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(self.spent(run.fight, who) or self.unable(run.fight, who))
        refuse(self.refusal(run.fight, who, target))
        return target, self.spend(run, who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        return check_preview(fight, action.who, str(action.arguments.get("target", "")), self.id)


NAMES: dict[str, Text] = {
    "bull_rush": text("Bull rush"),
    "disarm": text("Disarm"),
    "grapple": text("Grapple"),
    "overrun": text("Overrun"),
    "sunder": text("Sunder"),
    "trip": text("Trip"),
}
"""What maneuvers are called."""
