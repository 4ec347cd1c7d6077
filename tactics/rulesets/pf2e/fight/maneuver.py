"""Athletics against somebody within reach: with what, whether it may be tried, the check, its chances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Decision, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import ItemChanged, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import noticing, performing, turn
from tactics.rulesets.pf2e.fight.asking import position
from tactics.rulesets.pf2e.fight.checks import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    DIE,
    FAILURE,
    SUCCESS,
    Check,
    check,
    degree_of,
    flat_check,
)
from tactics.rulesets.pf2e.fight.holding import free_hands, held_bare, item_of, ready_weapons
from tactics.rulesets.pf2e.fight.legality import can_strike
from tactics.rulesets.pf2e.fight.naming import action_name
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.performing import ATTACK, Deed
from tactics.rulesets.pf2e.fight.sheet import UNARMED, Weapon
from tactics.rulesets.pf2e.fight.statistics import dc_of, parts_of
from tactics.rulesets.pf2e.sizes import steps_above
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

SKILL = "athletics"


@dataclass(frozen=True, slots=True)
class Maneuver:
    """One way to use Athletics against somebody.

    Attributes:
        id: of the action, also the trait of weapons that serve for it.
        usual: what it is usually called.
        defence: whose DC of the target is rolled against.
        rule: rule id.
    """

    id: str
    usual: Text
    defence: str
    rule: str

    @property
    def title(self) -> Text:
        """What this book calls it."""
        return action_name(self.id, self.usual)

    @property
    def deed(self) -> Deed:
        """It as an action. Source: pf2e.skill.check."""
        return Deed(self.id, 1, frozenset({ATTACK}))


def tools(fight: Fight, who: str, maneuver: Maneuver) -> Iterator[Weapon]:
    """What it can be tried with: the bare hand, and weapons with the trait of its name."""
    for weapon in ready_weapons(fight, who):
        if weapon.id == UNARMED or (maneuver.id in weapon.traits and not weapon.ranged):
            yield weapon


def by_hand(weapon: Weapon, maneuver: Maneuver) -> bool:
    """Whether it is tried with the bare hand, which must be free."""
    return weapon.id == UNARMED and maneuver.id not in weapon.traits


def why_not(fight: Fight, who: str, target: str, weapon: Weapon, maneuver: Maneuver) -> Refusal | None:
    """Why it may not be tried with something against a target, None when it may; actions are not looked at.

    Source: pf2e.skill.grapple, pf2e.skill.shove, pf2e.skill.trip, pf2e.skill.disarm
    """
    if by_hand(weapon, maneuver) and not _has_hand(fight, who, target, maneuver):
        return Refusal(text("A free hand is needed."), maneuver.rule)
    refusal = can_strike(fight, who, target, weapon, "melee")
    if refusal is not None:
        return refusal
    world = fight.world
    bigger = steps_above(world.creature(target).size, world.creature(who).size)
    if bigger > int(table("fight")["athletics"]["bigger_by"]):
        return Refusal(text("{name} is too big.", name=world.creature(target).name), maneuver.rule)
    return None


def _has_hand(fight: Fight, who: str, target: str, maneuver: Maneuver) -> bool:
    """A free hand, or for Grapple the one that holds the target already."""
    return free_hands(fight, who) > 0 or (maneuver.id == "grapple" and target in held_bare(fight, who))


def options(fight: Fight, who: str, maneuver: Maneuver) -> Iterable[Option]:
    """One option for each thing it can be tried with."""
    for weapon in tools(fight, who, maneuver):
        refusal = performing.why_not(fight, who, maneuver.deed)
        targets = () if refusal else _targets(fight, who, weapon, maneuver)
        refusal = refusal or (None if targets else _nobody(fight, who, weapon, maneuver))
        needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
        bare = by_hand(weapon, maneuver)
        title = maneuver.title if bare else text("{action}: {weapon}", action=maneuver.title, weapon=weapon.name)
        yield Option(maneuver.id, "maneuver", title, turn.COSTS[1], needs, refusal, {"weapon": weapon.id})


def _targets(fight: Fight, who: str, weapon: Weapon, maneuver: Maneuver) -> tuple[str, ...]:
    return tuple(one for one in foes(fight, who) if why_not(fight, who, one, weapon, maneuver) is None)


def foes(fight: Fight, who: str) -> tuple[str, ...]:
    """Enemies who are still there and whose place is known, nearest first."""
    own, lost = fight.world.creature(who), noticing.lost(fight, who)
    there = [
        one
        for one in fight.world.creatures
        if one.side != own.side and not fight.body(one.id).out and one.id not in lost
    ]
    return tuple(one.id for one in sorted(there, key=lambda one: max(own.space.gap_sq(one.space))))


def _nobody(fight: Fight, who: str, weapon: Weapon, maneuver: Maneuver) -> Refusal:
    reasons = (why_not(fight, who, one, weapon, maneuver) for one in foes(fight, who))
    return next((one for one in reasons if one is not None), Refusal(text("There is no enemy."), maneuver.rule))


def meant(fight: Fight, action: Action, maneuver: Maneuver) -> tuple[str, Weapon]:
    """The target and the tool an action names; the bare hand when it names none.

    Raises:
        Refused: it may not be tried so.
    """
    named = str(action.arguments.get("weapon", UNARMED))
    weapon = next((one for one in tools(fight, action.who, maneuver) if one.id == named), None)
    if weapon is None:
        raise Refused(Refusal(text("It has nothing like that at hand."), maneuver.rule))
    target = str(action.arguments.get("target", ""))
    refuse(performing.why_not(fight, action.who, maneuver.deed))
    refuse(why_not(fight, action.who, target, weapon, maneuver))
    return target, weapon


def attempt(
    run: Run, action: Action, maneuver: Maneuver, *, extra: Iterable[Part] = ()
) -> tuple[str, Weapon, Check] | None:
    """Spend the action and roll the check; None when it came to nothing before that.

    Source: pf2e.skill.check, pf2e.attack.multiple_attack_penalty
    """
    who = action.who
    target, weapon = meant(run.fight, action, maneuver)
    going = performing.begin(run, who, maneuver.deed, target=target)
    why = why_not(run.fight, who, target, weapon, maneuver) if going else None
    if not going or why is not None:
        turn.count_attack(run, who)
        if why is not None:
            performing.in_vain(run, who, why)
        return None
    parts = parts_for(run.fight, who, weapon, maneuver, extra)
    dc = dc_of(run.fight, target, maneuver.defence)
    flat = _flat(run.fight, who, target, weapon)
    turn.count_attack(run, who)
    if (
        flat is not None
        and not flat_check(run, who, flat.amount, target=target, what=flat.reason, rule=flat.rule).succeeded
    ):
        return None
    named = text("{action}: {skill}", action=maneuver.title, skill=statistic_name(SKILL))
    found = check(run, who, "skill", parts, dc, target=target, what=named, rule=maneuver.rule, statistic=SKILL)
    return target, weapon, replace(found, degree=_softened(run, who, weapon, maneuver, found.degree))


def parts_for(
    fight: Fight, who: str, weapon: Weapon, maneuver: Maneuver, extra: Iterable[Part] = ()
) -> tuple[Part, ...]:
    """Parts of the check: Athletics, the multiple attack penalty, and the rune of a weapon that serves for it."""
    bare = by_hand(weapon, maneuver)
    agile = not bare and "agile" in weapon.traits
    penalty = turn.attack_penalty(turn.attacks_made(fight, who), agile=agile)
    found = list(extra)
    if penalty:
        rule = "pf2e.attack.map_agile" if agile else "pf2e.attack.multiple_attack_penalty"
        found.append(Part(penalty, text("multiple attack penalty"), "", rule))
    if not bare and weapon.potency:
        found.append(Part(weapon.potency, text("potency rune"), "item", maneuver.rule))
    return parts_of(fight, who, SKILL, extra=found, attack=True)


def _flat(fight: Fight, who: str, target: str, weapon: Weapon) -> Part | None:
    """The flat check against a target that is not plainly seen. Source: pf2e.detect.hidden, pf2e.detect.concealed."""
    found = (one for one in position(fight, who, target, weapon, "melee") if one.to == "flat_check" and one.kept)
    return next((Part(one.amount, one.reason, "", one.rule) for one in found), None)


def _softened(run: Run, who: str, weapon: Weapon, maneuver: Maneuver, degree: str) -> str:
    """The degree after a critical failure with a weapon, which may be dropped to make it a failure."""
    item = item_of(run.fight, who, weapon)
    if degree != CRITICAL_FAILURE or by_hand(weapon, maneuver) or item is None:
        return degree
    decision = Decision(
        who=who,
        id="drop_weapon",
        title=text("Drop {weapon} to make it a mere failure?", weapon=weapon.name),
        choices=(Choice("keep", text("Keep it")), Choice("drop", text("Drop it"))),
        default="keep",
    )
    if run.ask(decision).id == "keep":
        return degree
    square = creatures.space_of(run.fight.world, run.fight.world.creature(who)).anchor
    run.emit(ItemChanged(replace(item, holder="", hand="", square=square)))
    return FAILURE


def previewed(
    fight: Fight, action: Action, maneuver: Maneuver, *, notes: tuple[Text, ...] = (), extra: Iterable[Part] = ()
) -> Preview:
    """The exact chances of the check.

    Source: pf2e.check.degree_of_success
    """
    target, weapon = meant(fight, action, maneuver)
    parts = parts_for(fight, action.who, weapon, maneuver, extra)
    flat = _flat(fight, action.who, target, weapon)
    found = chances(parts, dc_of(fight, target, maneuver.defence), target)
    found = replace(found, notes=notes) if flat is None else after_flat(replace(found, notes=notes), flat.amount)
    return performing.previewed(fight, action.who, maneuver.deed, found, target)


def after_flat(found: Preview, dc: int) -> Preview:
    """Chances that depend on a flat check before the check. Source: pf2e.check.flat."""
    passed = Fraction(DIE + 1 - max(1, dc), DIE)
    words = text("First a flat check against DC {dc}.", dc=dc)
    chance = (found.chance or Fraction(0)) * passed
    return replace(found, chance=chance, critical=found.critical * passed, notes=(words, *found.notes))


def chances(parts: tuple[Part, ...], dc: int, target: str = "") -> Preview:
    """The chances of a check with these parts against a DC, face by face. Source: pf2e.check.degree_of_success."""
    added = total(parts)
    degrees = [degree_of(face, face + added, dc) for face in range(1, DIE + 1)]
    critical = Fraction(degrees.count(CRITICAL_SUCCESS), DIE)
    return Preview(
        chance=Fraction(degrees.count(SUCCESS), DIE) + critical,
        critical=critical,
        parts=parts,
        against=dc,
        takes=(target,) if target else (),
    )
