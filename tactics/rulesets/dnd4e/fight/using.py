"""Using a power: what it costs, the attacks, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from tactics.core.lattice import Square
from tactics.core.text import Text, composed, text
from tactics.rules.action import Action, Need, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, ItemChanged, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.dnd4e.fight import (
    aiming,
    answering,
    conditions,
    guessing,
    helping,
    outcomes,
    reactions,
    targeting,
    turn,
)
from tactics.rulesets.dnd4e.fight.aiming import Where
from tactics.rulesets.dnd4e.fight.attacking import DIE, MISS, Plan, outcome_of, plan_of, preview_of, roll_damage, told
from tactics.rulesets.dnd4e.fight.describing import cost_of, notes_of
from tactics.rulesets.dnd4e.fight.harm import mean_healing
from tactics.rulesets.dnd4e.fight.holding import BY_POWER, item_of, weapon_of, weapons_for
from tactics.rulesets.dnd4e.fight.portions import Shared
from tactics.rulesets.dnd4e.fight.powers import Outcome, Power
from tactics.rulesets.dnd4e.fight.reactions import Trigger
from tactics.rulesets.dnd4e.fight.retyping import as_made
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.dnd4e.fight.zones import make
from tactics.world.fight import Fight

ON_TURN = ("standard", "move", "minor", "free")
FREE_ATTACK = "free_attack"
"""Counter: the turn in which an attack power was last used as a free action."""
__all__ = ["UsePower", "carry_out", "previewed", "refuse", "strike", "title_of", "used_up", "why_not"]


class UsePower:
    """Powers and basic attacks of a creature's own turn. Source: dnd4e.attack.types, dnd4e.action.turn_budget."""

    ids = ("use",)
    groups = ("attack", "power")

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each power and each weapon it can be made with; another one where a square can be guessed."""
        for power in sheet_of(fight.world.creature(who)).powers.values():
            if power.action not in ON_TURN or power.trigger:
                continue
            for weapon in weapons_for(fight, who, power):
                yield _option(fight, who, power, weapon)
                if guessing.must_guess(fight, who, power):
                    yield _option(fight, who, power, weapon, guess=True)

    def resolve(self, run: Run, action: Action) -> None:
        """Use the power."""
        power, weapon = _meant(run.fight, action)
        refuse(why_not(run.fight, action.who, power, weapon))
        square = action.arguments.get(targeting.GUESS)
        if isinstance(square, Square):
            _guess(run, action.who, power, weapon, square)
            return
        targets = targeting.targets_of(run.fight, action, power, weapon)
        targets = targeting.chosen(run, action, power, weapon, targets)
        turn.spend(run, action.who, power.action)
        carry_out(run, action.who, power, weapon, targets, targeting.where_of(action, power))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the attack, or whom it takes."""
        power, weapon = _meant(fight, action)
        if isinstance(action.arguments.get(targeting.GUESS), Square):
            return Preview(notes=(text("The square may be empty."),))
        targets = targeting.targets_of(fight, action, power, weapon)
        return previewed(fight, action.who, power, weapon, targets, targeting.where_of(action, power))


def _guess(run: Run, who: str, power: Power, weapon: Weapon | None, square: Square) -> None:
    """Attack a square in which somebody hidden may stand. Source: dnd4e.target.hidden_guess, dnd4e.target.unseen."""
    if not guessing.must_guess(run.fight, who, power):
        raise Refused(Refusal(text("Nobody has to be guessed."), guessing.RULE))
    if square not in guessing.squares(run.fight, who, power, weapon):
        raise Refused(Refusal(text("{square} is out of reach or taken.", square=square), "dnd4e.target.legal"))
    target = guessing.found_in(run.fight, who, square)
    if target and aiming.may_target(run.fight, who, target, power, weapon, guessed=True) is not None:
        target = ""
    turn.spend(run, who, power.action)
    if target:
        carry_out(run, who, power, weapon, (target,))
    elif _begun(run, who, power, ()):
        _shot(run, who, weapon, power)
        guessing.miss_square(run, who, power, square)


def why_not(fight: Fight, who: str, power: Power, weapon: Weapon | None) -> Refusal | None:
    """Why a power cannot be used now at all, None when it can.

    Source: dnd4e.action.turn_budget, dnd4e.condition.dominated
    """
    refusal = turn.affordable(fight, who, power.action) or used_up(fight, who, power)
    if refusal is None and power.usage != "at_will":
        refusal = conditions.limited_to_at_will(fight, who)
    if refusal is not None:
        return refusal
    if power.requires and not _meets(fight, who, power.requires):
        return Refusal(text("What it requires is not met."), "dnd4e.target.legal")
    if power.action == "free" and power.rolls and fight.body(who).count(FREE_ATTACK) == reactions.this_turn(fight):
        return Refusal(text("One attack power a turn by a free action."), "dnd4e.action.free")
    return aiming.unready(fight, who, weapon)


def used_up(fight: Fight, who: str, power: Power) -> Refusal | None:
    """Whether a power has been used and did not come back. Source: dnd4e.hp.rest."""
    if fight.body(who).count(turn.USED + power.id):
        return Refusal(text("It has been used."), "dnd4e.hp.rest")
    return None


def _meets(fight: Fight, who: str, required: str) -> bool:
    return conditions.bloodied(fight, who) if required == "bloodied" else fight.body(who).has(required)


def _option(fight: Fight, who: str, power: Power, weapon: Weapon | None, *, guess: bool = False) -> Option:
    refusal = why_not(fight, who, power, weapon)
    needs: tuple[Need, ...] = ()
    if refusal is None:
        found = targeting.needs_of(fight, who, power, weapon, guess=guess)
        refusal, needs = (found, ()) if isinstance(found, Refusal) else (None, found)
    arguments = {"power": power.id} | ({"weapon": weapon.id} if weapon is not None else {})
    group = "attack" if power.basic or (power.rolls and power.usage == "at_will") else "power"
    title = title_of(power, weapon)
    if guess:
        title = text("{power}, at a guess", power=title)
    return Option("use", group, title, cost_of(power), needs, refusal, arguments, notes_of(power))


def title_of(power: Power, weapon: Weapon | None) -> Text:
    """A power with its weapon in words."""
    if weapon is None:
        return composed("{name}", name=power.name)
    return composed("{name}: {weapon}", name=power.name, weapon=weapon.name)


def _meant(fight: Fight, action: Action) -> tuple[Power, Weapon | None]:
    """The power and the weapon an action names.

    Raises:
        Refused: there is no such power, or the weapon does not fit.
    """
    power = sheet_of(fight.world.creature(action.who)).powers.get(str(action.arguments.get("power", "")))
    if power is None or power.action not in ON_TURN or power.trigger:
        raise Refused(Refusal(text("It has no such power."), "dnd4e.target.legal"))
    usable = weapons_for(fight, action.who, power)
    named = str(action.arguments.get("weapon", ""))
    if not named:
        return power, usable[0] if usable else None
    found = [one for one in usable if one is not None and one.id == named]
    if not found:
        raise Refused(Refusal(text("It has no such weapon at hand."), "dnd4e.target.legal"))
    return power, weapon_of(fight, action.who, named)


def carry_out(
    run: Run,
    who: str,
    power: Power,
    weapon: Weapon | None,
    targets: tuple[str, ...],
    where: Where = None,
    extra: tuple[Part, ...] = (),
) -> dict[str, str]:
    """Let a power that is paid for happen; returns how each attack came out.

    Source: dnd4e.attack.melee, dnd4e.attack.ranged, dnd4e.attack.area_rolls, dnd4e.attack.ranged_provokes,
        dnd4e.attack.area_provokes
    """
    power = as_made(power, weapon)
    if not _begun(run, who, power, targets):
        return {}
    before = run.fight.bodies
    found = strike(run, who, power, weapon, targets, extra, where)
    for one in power.effect:
        happen(run, who, power, one, targets, where)
    answering.aftermath(run, who, before)
    return found


def _begun(run: Run, who: str, power: Power, targets: tuple[str, ...]) -> bool:
    """Use a power up and let others strike before it goes on; whether its user still can."""
    if power.usage != "at_will":
        run.emit(CounterSet(who, turn.USED + power.id, 1))
    if power.action == "free" and power.rolls:
        run.emit(CounterSet(who, FREE_ATTACK, reactions.this_turn(run.fight)))
    if power.sustain and run.fight.active == who:
        run.emit(CounterSet(who, turn.SUSTAINED + power.id, 1))
    if provokes(power):
        reactions.offer(run, Trigger("uses", who, action=provoking(power)))
    if power.rolls and targets and aiming.able(run.fight, who):
        reactions.offer(run, Trigger("attacks_other", who, targets=targets, action=power.id))
    return aiming.able(run.fight, who)


def strike(
    run: Run,
    who: str,
    power: Power,
    weapon: Weapon | None,
    targets: tuple[str, ...],
    extra: tuple[Part, ...] = (),
    where: Where = None,
) -> dict[str, str]:
    """The attacks of a power, one for each target, as long as its user is able to; nothing when it rolls none.

    Source: dnd4e.attack.area_rolls, dnd4e.target.multiple
    """
    found: dict[str, str] = {}
    shared: Shared = {}
    for target in targets if power.rolls else ():
        if run.fight.body(target).out or _lost(run.fight, who, target, power, weapon):
            continue
        found[target] = _attack(run, who, target, power, weapon, targets, shared, extra, where)
        if not aiming.able(run.fight, who):
            break
    if found:
        helping.reveal(run, who)
    return found


def _lost(fight: Fight, who: str, target: str, power: Power, weapon: Weapon | None) -> bool:
    """Whether a target has got away since it was chosen. Source: dnd4e.action.immediate."""
    if power.area or target == who:
        return False
    return aiming.may_target(fight, who, target, power, weapon, guessed=True) is not None


def happen(run: Run, who: str, power: Power, one: Outcome, targets: tuple[str, ...], where: Where) -> None:
    """Let an effect of a power come, to its targets, its user, or the ground it lies on."""
    if one.does == "zone":
        make(run, who, power, one, aiming.squares_of(run.fight, who, power, where))
        return
    for target in (who,) if one.to_user else targets or (() if power.area else (who,)):
        outcomes.apply(run, who, target, power, one)


def provokes(power: Power) -> bool:
    """Whether using a power next to an enemy gives it an opening."""
    return power.kind in ("ranged", "area_burst", "wall") if power.provokes is None else power.provokes


def provoking(power: Power) -> str:
    """How the table of actions calls the use of a power."""
    return "ranged_power" if power.kind == "ranged" else "area_power"


def _shot(run: Run, who: str, weapon: Weapon | None, power: Power) -> None:
    """Use up an arrow or a thrown weapon for one target. Source: dnd4e.attack.ammo."""
    if weapon is not None and weapon.ammunition is not None and power.kind != "melee":
        key = aiming.SHOTS + weapon.id
        run.emit(CounterSet(who, key, run.fight.body(who).count(key) + 1))
    item = item_of(run.fight, who, weapon) if weapon is not None and weapon.ranged else None
    if item is not None and weapon is not None and weapon.load == turn.MINOR:
        run.emit(ItemChanged(replace(item, ready=False)))


def _attack(
    run: Run,
    who: str,
    target: str,
    power: Power,
    weapon: Weapon | None,
    targets: tuple[str, ...],
    shared: Shared,
    extra: tuple[Part, ...],
    where: Where,
) -> str:
    """One attack roll and what comes of it; all damage comes where the power first deals some.

    Interrupts come between the roll and its outcome: they may raise the defense or take the target away.

    Source: dnd4e.attack.area_rolls, dnd4e.damage.half_on_miss, dnd4e.action.immediate
    """
    shot = weapon.id if weapon is not None and power.armed else BY_POWER
    extra = (*extra, *guessing.penalty(run.fight, who, target, power, shot))
    plan = plan_of(run.fight, who, target, power, weapon, targets, extra)
    _shot(run, who, weapon, power)
    face = run.roll(DIE)
    result = told(run, plan, face)
    rolled = run.fight
    answering.rolled(run, who, target, hit=result != MISS, before=True)
    if run.fight.body(target).out or not aiming.able(run.fight, who) or _lost(run.fight, who, target, power, weapon):
        return MISS
    if run.fight is not rolled:
        one, other = (plan_of(now, who, target, power, weapon, targets, extra) for now in (rolled, run.fight))
        result = _again(run, plan, one, other, face)
    dealt = False
    for one_ in power.miss if result == MISS else power.hit:
        if one_.does == "zone":
            happen(run, who, power, one_, targets, where)
        elif one_.does != "damage":
            outcomes.apply(run, who, target, power, one_)
        elif not dealt:
            dealt = True
            for damage in roll_damage(run, plan, result, shared):
                outcomes.deal(run, who, target, damage, miss=result == MISS, half=damage.half)
    answering.rolled(run, who, target, hit=result != MISS, before=False)
    return result


def _again(run: Run, plan: Plan, before: Plan, after: Plan, face: int) -> str:
    """How a roll comes out when interrupts have changed what it is compared with.

    Args:
        run: the action.
        plan: as it was rolled.
        before, after: the same attack before and after the interrupts.
        face: of the die.

    Source: dnd4e.action.immediate
    """
    more = total(after.parts) - total(before.parts)
    parts = (*plan.parts, Part(more, text("an interrupt"), "", "dnd4e.action.immediate")) if more else plan.parts
    now = replace(plan, parts=parts, defense=plan.defense + after.defense - before.defense)
    found = outcome_of(now, face)
    return found if found == outcome_of(plan, face) else told(run, now, face)


def previewed(
    fight: Fight, who: str, power: Power, weapon: Weapon | None, targets: tuple[str, ...], where: Where = None
) -> Preview:
    """What a power would probably do."""
    power = as_made(power, weapon)
    if not power.rolls:
        found = Preview(takes=targets, heals_mean=_heals(fight, who, power, targets))
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


def _heals(fight: Fight, who: str, power: Power, targets: tuple[str, ...]) -> Fraction:
    return sum(_healed(fight, who, power, targets), Fraction(0))


def _healed(fight: Fight, who: str, power: Power, targets: tuple[str, ...]) -> Iterator[Fraction]:
    for one in power.effect:
        if one.does == "heal":
            more = sheet_of(fight.world.creature(who)).modifier(one.add) if one.add else 0
            for target in (who,) if one.to_user else targets:
                yield mean_healing(fight, target, one.dice, more, one.surge)
