"""Using a power: what it costs, whom it may be aimed at, the attacks, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from tactics.core.lattice import Square
from tactics.core.text import Text, composed, text
from tactics.rules.action import Action, Need, NeedArea, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Part
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import aiming, conditions, outcomes, reactions, turn
from tactics.rulesets.dnd4e.fight.attacking import (
    CRITICAL,
    MISS,
    Damage,
    critical_extra,
    most_damage,
    plan_of,
    preview_of,
    roll_attack,
    roll_damage,
)
from tactics.rulesets.dnd4e.fight.harm import surge_value
from tactics.rulesets.dnd4e.fight.holding import weapon_of, weapons_for
from tactics.rulesets.dnd4e.fight.powers import Outcome, Power
from tactics.rulesets.dnd4e.fight.reactions import Trigger
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.world.fight import Fight

ON_TURN = ("standard", "move", "minor", "free")
AREA = "area"
_Rolls = dict[Outcome, Damage]


class UsePower:
    """Powers and basic attacks of a creature's own turn. Source: dnd4e.attack.types, dnd4e.action.turn_budget."""

    ids = ("use",)
    groups = ("attack", "power")

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each power and each weapon it can be made with."""
        for power in sheet_of(fight.world.creature(who)).powers.values():
            if power.action in ON_TURN:
                for weapon in weapons_for(fight, who, power):
                    yield _option(fight, who, power, weapon)

    def resolve(self, run: Run, action: Action) -> None:
        """Use the power."""
        power, weapon = _meant(run.fight, action)
        refuse(why_not(run.fight, action.who, power, weapon))
        targets = _targets(run.fight, action, power, weapon)
        turn.spend(run, action.who, power.action)
        carry_out(run, action.who, power, weapon, targets, _where(action))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the attack, or whom it takes."""
        power, weapon = _meant(fight, action)
        return previewed(fight, action.who, power, weapon, _targets(fight, action, power, weapon), _where(action))


def why_not(fight: Fight, who: str, power: Power, weapon: Weapon | None) -> Refusal | None:
    """Why a power cannot be used now at all, None when it can.

    Source: dnd4e.action.turn_budget, dnd4e.condition.dominated
    """
    refusal = turn.affordable(fight, who, power.action) or used_up(fight, who, power)
    if refusal is not None:
        return refusal
    if power.requires and not _meets(fight, who, power.requires):
        return Refusal(text("What it requires is not met."), "dnd4e.target.legal")
    return aiming.unready(fight, who, weapon)


def used_up(fight: Fight, who: str, power: Power) -> Refusal | None:
    """Whether a power has been used and did not come back. Source: dnd4e.hp.rest."""
    if fight.body(who).count(turn.USED + power.id):
        return Refusal(text("It has been used."), "dnd4e.hp.rest")
    return None


def _meets(fight: Fight, who: str, required: str) -> bool:
    return conditions.bloodied(fight, who) if required == "bloodied" else fight.body(who).has(required)


def refuse(refusal: Refusal | None) -> None:
    """Raise a refusal if there is one."""
    if refusal is not None:
        raise Refused(refusal)


def _option(fight: Fight, who: str, power: Power, weapon: Weapon | None) -> Option:
    refusal = why_not(fight, who, power, weapon)
    needs: tuple[Need, ...] = ()
    if refusal is None:
        found = needs_of(fight, who, power, weapon)
        refusal, needs = (found, ()) if isinstance(found, Refusal) else (None, found)
    arguments = {"power": power.id} | ({"weapon": weapon.id} if weapon is not None else {})
    group = "attack" if power.basic or (power.rolls and power.usage == "at_will") else "power"
    return Option("use", group, title_of(power, weapon), turn.COSTS[power.action], needs, refusal, arguments)


def title_of(power: Power, weapon: Weapon | None) -> Text:
    """A power with its weapon in words."""
    if weapon is None:
        return composed("{name}", name=power.name)
    return composed("{name}: {weapon}", name=power.name, weapon=weapon.name)


def needs_of(fight: Fight, who: str, power: Power, weapon: Weapon | None) -> tuple[Need, ...] | Refusal:
    """What a power must be aimed at, or why there is nothing to aim it at."""
    if power.kind == "personal" or power.targets == "self":
        return ()
    if power.kind == "close_burst":
        if not aiming.targets_in(fight, who, power, None):
            return Refusal(text("Nobody stands within its area."), "dnd4e.area.target_line")
        return ()
    if power.area:
        return (NeedArea(AREA, "square", text("Where?")),)
    ids = tuple(one for one in fight.bodies if aiming.may_target(fight, who, one, power, weapon) is None)
    side = fight.world.creature(who).side
    if power.rolls:
        ids = tuple(one for one in ids if fight.world.creature(one).side != side)
    if not ids:
        return _nobody(fight, who, power, weapon)
    return (NeedCreature("target", ids, text("Whom?")),)


def _nobody(fight: Fight, who: str, power: Power, weapon: Weapon | None) -> Refusal:
    """Why nobody can be aimed at: the reason for the nearest one it could be meant for."""
    own = fight.world.creature(who)
    others = [one for one in fight.world.creatures if aiming.suits(fight, who, one.id, power) and one.id != who]
    others.sort(key=lambda one: max(own.space.gap_sq(one.space)))
    reasons = (aiming.may_target(fight, who, one.id, power, weapon) for one in others)
    return next(
        (one for one in reasons if one is not None), Refusal(text("There is nobody to aim at."), "dnd4e.target.legal")
    )


def _meant(fight: Fight, action: Action) -> tuple[Power, Weapon | None]:
    """The power and the weapon an action names.

    Raises:
        Refused: there is no such power, or the weapon does not fit.
    """
    power = sheet_of(fight.world.creature(action.who)).powers.get(str(action.arguments.get("power", "")))
    if power is None or power.action not in ON_TURN:
        raise Refused(Refusal(text("It has no such power."), "dnd4e.target.legal"))
    usable = weapons_for(fight, action.who, power)
    named = str(action.arguments.get("weapon", ""))
    if not named:
        return power, usable[0] if usable else None
    found = [one for one in usable if one is not None and one.id == named]
    if not found:
        raise Refused(Refusal(text("It has no such weapon at hand."), "dnd4e.target.legal"))
    return power, weapon_of(fight, action.who, named)


def _where(action: Action) -> Square | None:
    where = action.arguments.get(AREA)
    return where if isinstance(where, Square) else None


def _targets(fight: Fight, action: Action, power: Power, weapon: Weapon | None) -> tuple[str, ...]:
    """Whom the power meets.

    Raises:
        Refused: somebody cannot be aimed at, or the area cannot be placed there.
    """
    who = action.who
    if power.kind == "personal" or power.targets == "self":
        return (who,)
    if power.area:
        where = _where(action)
        if power.kind != "close_burst" and where is None:
            raise Refused(Refusal(text("Say where its area lies."), "dnd4e.target.legal"))
        if power.kind == "area_burst" and where is not None:
            refuse(aiming.origin_refusal(fight, who, power, where))
        return aiming.targets_in(fight, who, power, where)
    target = str(action.arguments.get("target", ""))
    refuse(aiming.may_target(fight, who, target, power, weapon))
    return (target,)


def carry_out(
    run: Run,
    who: str,
    power: Power,
    weapon: Weapon | None,
    targets: tuple[str, ...],
    where: Square | None = None,
    extra: tuple[Part, ...] = (),
) -> dict[str, str]:
    """Let a power that is paid for happen; returns how each attack came out.

    Source: dnd4e.attack.melee, dnd4e.attack.ranged, dnd4e.attack.area_rolls, dnd4e.attack.ranged_provokes,
        dnd4e.attack.area_provokes
    """
    if power.usage != "at_will":
        run.emit(CounterSet(who, turn.USED + power.id, 1))
    if provokes(power):
        reactions.offer(run, Trigger("uses", who, action=provoking(power)))
        if not aiming.able(run.fight, who):
            return {}
    found: dict[str, str] = {}
    shared: _Rolls = {}
    for target in targets:
        if run.fight.body(target).out:
            continue
        if power.rolls:
            found[target] = _attack(run, who, target, power, weapon, targets, shared, extra)
        if not aiming.able(run.fight, who):
            break
    for one in power.effect:
        for target in (who,) if one.to_user else targets or (who,):
            outcomes.apply(run, who, target, power, one)
    return found


def provokes(power: Power) -> bool:
    """Whether using a power next to an enemy gives it an opening."""
    return power.kind in ("ranged", "area_burst", "wall") if power.provokes is None else power.provokes


def provoking(power: Power) -> str:
    """How the table of actions calls the use of a power."""
    return "ranged_power" if power.kind == "ranged" else "area_power"


def _attack(
    run: Run,
    who: str,
    target: str,
    power: Power,
    weapon: Weapon | None,
    targets: tuple[str, ...],
    shared: _Rolls,
    extra: tuple[Part, ...],
) -> str:
    """One attack roll and what comes of it; damage of an area is rolled once.

    Source: dnd4e.attack.area_rolls, dnd4e.damage.half_on_miss
    """
    plan = plan_of(run.fight, who, target, power, weapon, targets, extra)
    result = roll_attack(run, plan)
    for one in power.miss if result == MISS else power.hit:
        if one.does != "damage":
            outcomes.apply(run, who, target, power, one)
            continue
        damage = _rolled(run, who, target, power, weapon, one, shared, critical=result == CRITICAL)
        outcomes.deal(run, who, target, damage, miss=result == MISS, half=one.half)
    if result == CRITICAL and any(one.does == "damage" for one in power.hit):
        for more in critical_extra(run, who, weapon, target):
            outcomes.deal(run, who, target, more)
    return result


def _rolled(
    run: Run,
    who: str,
    target: str,
    power: Power,
    weapon: Weapon | None,
    one: Outcome,
    shared: _Rolls,
    *,
    critical: bool,
) -> Damage:
    """The damage of one outcome: the most there is, that rolled for all, or a roll of its own."""
    if critical:
        return most_damage(run.fight, who, power, weapon, one)
    if one.half and power.hit:
        # Half of what a hit would have dealt.
        one = next((hit for hit in power.hit if hit.does == "damage"), one)
    if not power.area:
        return roll_damage(run, who, power, weapon, one, target)
    if one not in shared:
        shared[one] = roll_damage(run, who, power, weapon, one)
    return shared[one]


def previewed(
    fight: Fight, who: str, power: Power, weapon: Weapon | None, targets: tuple[str, ...], where: Square | None = None
) -> Preview:
    """What a power would probably do."""
    if not power.rolls:
        found = Preview(takes=targets, heals_mean=_heals(fight, power, targets))
    elif not targets:
        found = Preview()
    else:
        each = [preview_of(fight, plan_of(fight, who, one, power, weapon, targets)) for one in targets]
        found = replace(each[0], takes=targets, damage_mean=sum((one.damage_mean for one in each), Fraction(0)))
    if power.area:
        found = replace(found, verdicts=(aiming.area_of(fight, who, power, where),))
    if not provokes(power):
        return found
    trigger = Trigger("uses", who, action=provoking(power))
    return replace(found, reactions=tuple(one for one in reactions.could_react(fight, trigger) if one != who))


def _heals(fight: Fight, power: Power, targets: tuple[str, ...]) -> Fraction:
    return sum(_healed(fight, power, targets), Fraction(0))


def _healed(fight: Fight, power: Power, targets: tuple[str, ...]) -> Iterator[Fraction]:
    for one in power.effect:
        if one.does == "heal":
            for target in targets:
                body = fight.body(target)
                value = Fraction(one.dice.twice_mean, 2) + (surge_value(fight, target) if one.surge else 0)
                yield min(value, Fraction(body.max_hp - body.hp))
