"""Casting spells and using other powers, and what comes between."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tactics.core.dice import Roll
from tactics.core.text import Named, composed, text
from tactics.rules.action import (
    Action,
    Argument,
    Choice,
    Need,
    NeedArea,
    NeedChoice,
    NeedCreature,
    Option,
    Preview,
    Refusal,
    Refused,
)
from tactics.rules.event import CounterSet, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import Offering, refuse
from tactics.rules.parts import total
from tactics.rules.question import Question
from tactics.rulesets.pf1.fight import conditions, opportunity, turn
from tactics.rulesets.pf1.fight.asking import ask, has_effect, provoked, sees
from tactics.rulesets.pf1.fight.checks import ability_modifiers
from tactics.rulesets.pf1.fight.effect_areas import aim_of, placed
from tactics.rulesets.pf1.fight.grappling import held_by, holds
from tactics.rulesets.pf1.fight.numbers import cmb_parts
from tactics.rulesets.pf1.fight.position import distance_ft
from tactics.rulesets.pf1.fight.powers import affect, power_preview, touch, touch_manner, touch_weapon
from tactics.rulesets.pf1.fight.ready import CASTS, fire
from tactics.rulesets.pf1.fight.sheet import Power, sheet_of
from tactics.rulesets.pf1.fight.strike import can_strike
from tactics.rulesets.pf1.fight.unseen import hidden_from
from tactics.rulesets.pf1.places import called
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Fight

SPELLS = frozenset({"spell", "spell_like"})
"""Kinds of powers that need concentration and give an opening."""
AIM, TARGET, HOW = "area", "target", "how"
PLAIN, DEFENSIVELY = "plain", "defensively"
_WAYS = (Choice(DEFENSIVELY, text("casting defensively")), Choice(PLAIN, text("at the risk of an opening")))


class Cast(Offering):
    """Every spell and other power of a stat block.

    Source: pf1.action.cast
    """

    ids = ("cast",)
    groups = ("power",)

    def offers(self, fight: Fight, who: str, *, refused: bool) -> Iterable[Option]:
        """One option for each power."""
        for power in sheet_of(fight.world.creature(who)).powers.values():
            if power.kind == "splash":
                continue
            refusal = unusable(fight, who, power)
            if refusal and not refused:
                continue
            needs: list[Need] = []
            if refusal is None and not power.shape:
                targets = targets_of(fight, who, power)
                refusal = None if targets else Refusal(text("There is nobody it could be used on."), "pf1.action.cast")
                needs.append(NeedCreature(TARGET, targets, text("Whom?")))
            elif aim_of(power):
                needs.append(NeedArea(AIM, aim_of(power), text("Where?")))
            if refusal is None and in_danger(fight, who, power):
                needs.append(NeedChoice(HOW, _WAYS, text("How?")))
            title = composed("{name}", name=power.name)
            yield Option(
                "cast",
                "power",
                title,
                turn.COSTS[power.action],
                () if refusal else tuple(needs),
                refusal,
                {"power": power.id},
            )

    def resolve(self, run: Run, action: Action) -> None:
        """Concentrate where that is needed, then let the power do its work."""
        who = action.who
        power = known_power(run.fight, who, action)
        aim = action.arguments.get(AIM)
        targets = taken(run.fight, who, power, action)
        refuse(unusable(run.fight, who, power))
        turn.spend(run, who, power.action)
        _perform(run, who, power, targets, aim, defensively=action.arguments.get(HOW) == DEFENSIVELY)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What it would do to those it takes, and who may strike at the caster."""
        who = action.who
        power = known_power(fight, who, action)
        aim = action.arguments.get(AIM)
        targets = taken(fight, who, power, action)
        found = power_preview(fight, who, power, targets, aim)
        danger = in_danger(fight, who, power) and action.arguments.get(HOW) != DEFENSIVELY
        shoots = power.touch == "ranged"
        reactions = provoked(fight, who, (), "cast" if danger else "ranged_attack") if danger or shoots else ()
        verdicts = (placed(fight, who, power, aim),) if power.shape else ()
        return replace(found, reactions=reactions, verdicts=verdicts)


def _perform(
    run: Run, who: str, power: Power, targets: tuple[str, ...], aim: Argument | None, *, defensively: bool
) -> None:
    """Use a power up, concentrate on it where that is needed, and let it do its work.

    Source: pf1.action.cast
    """
    if power.uses:
        run.emit(CounterSet(who, uses_key(power), run.fight.body(who).count(uses_key(power)) + 1))
    if power.kind in SPELLS and not _concentrates(run, who, power, defensively=defensively):
        return
    if power.shape:
        affect(run, who, power, placed(run.fight, who, power, aim).creatures, aim)
    elif power.touch:
        if power.touch == "ranged":
            opportunity.provoke(run, who, action="ranged_attack")
        if not conditions.can_act(run.fight, who):
            return
        if can_strike(run.fight, who, targets[0], touch_weapon(power), touch_manner(power)) is None:
            touch(run, who, power, targets[0])
    else:
        affect(run, who, power, targets, None)


def _concentrates(run: Run, who: str, power: Power, *, defensively: bool) -> bool:
    """Whether the spell is not lost to those who strike at the caster.

    Source: pf1.action.cast, pf1.aoo.provoke_action, pf1.maneuver.grapple_escape, pf1.condition.other
    """
    if power.action == turn.SWIFT:
        return True
    numbers = table("fight")["concentration"]
    before = _vigour(run.fight, who)
    fire(run, who, CASTS)
    if conditions.can_act(run.fight, who) and in_danger(run.fight, who, power):
        if defensively:
            if not concentrate(run, who, power, numbers["defensive"] + 2 * power.level):
                return False
        else:
            opportunity.provoke(run, who, action="cast")
    if not conditions.can_act(run.fight, who):
        return False
    grip = held_by(run.fight, who) or holds(run.fight, who)
    if grip:
        dc = numbers["hurt"] + total(cmb_parts(run.fight, grip, who, "grapple")) + power.level
        if not concentrate(run, who, power, dc):
            return False
    entangled = "entangled" in conditions.active(run.fight, who)
    if entangled and not concentrate(run, who, power, numbers["entangled"] + power.level):
        return False
    lost = before - _vigour(run.fight, who)
    return lost <= 0 or concentrate(run, who, power, numbers["hurt"] + lost + power.level)


class ReadiedPower:
    """A power against one creature as what somebody waits to do.

    Source: pf1.init.ready
    """

    def powers(self, fight: Fight, who: str) -> Mapping[str, Named]:
        """Standard actions against a single enemy that are not used up, by id with their names."""
        own = sheet_of(fight.world.creature(who)).powers.values()
        return {
            one.id: one.name
            for one in own
            if one.action == turn.STANDARD
            and one.kind != "splash"
            and not one.shape
            and one.effect != "heal"
            and _exhausted(fight, who, one) is None
        }

    def unfit(self, fight: Fight, who: str, target: str, power: str) -> Refusal | None:
        """Why a power cannot be used on a creature now, whosever turn it is."""
        found = sheet_of(fight.world.creature(who)).powers[power]
        return _exhausted(fight, who, found) or not_a_target(fight, who, found, target)

    def carry_out(self, run: Run, who: str, target: str, power: str) -> None:
        """Use it; whoever threatens the caster gets the opening."""
        found = sheet_of(run.fight.world.creature(who)).powers[power]
        _perform(run, who, found, (target,), None, defensively=False)


def known_power(fight: Fight, who: str, action: Action) -> Power:
    """The power an action names.

    Raises:
        Refused: the creature has no such power.
    """
    power = sheet_of(fight.world.creature(who)).powers.get(str(action.arguments.get("power", "")))
    if power is None:
        raise Refused(Refusal(text("It has no such power."), "pf1.action.cast"))
    return power


def uses_key(power: Power) -> str:
    """The counter of how often a power was used."""
    return f"uses.{power.id}"


def unusable(fight: Fight, who: str, power: Power) -> Refusal | None:
    """Why a power cannot be used now, whoever it is aimed at.

    Source: pf1.action.cast
    """
    return turn.affordable(fight, who, power.action, held=True) or _exhausted(fight, who, power)


def _exhausted(fight: Fight, who: str, power: Power) -> Refusal | None:
    """Why a power is not at its creature's command, None when it is.

    Source: pf1.action.cast, pf1.maneuver.pin
    """
    if power.uses and fight.body(who).count(uses_key(power)) >= power.uses:
        return Refusal(text("{power} is used up.", power=power.name), "pf1.action.cast")
    held = conditions.active(fight, who)
    if power.kind in SPELLS and "pinned" in held:
        return Refusal(text("Nobody casts while pinned."), "pf1.maneuver.pin")
    return None


def in_danger(fight: Fight, who: str, power: Power) -> bool:
    """Whether casting would give somebody an opening."""
    if power.kind not in SPELLS or power.action == turn.SWIFT:
        return False
    return bool(provoked(fight, who, (), "cast"))


def targets_of(fight: Fight, who: str, power: Power) -> tuple[str, ...]:
    """Ids of those a power without an area can be used on: friends to heal, enemies else."""
    side = fight.world.creature(who).side
    friendly = power.effect == "heal"
    return tuple(
        one.id
        for one in fight.world.creatures
        if (one.side == side) == friendly and not_a_target(fight, who, power, one.id) is None
    )


def not_a_target(fight: Fight, who: str, power: Power, target: str) -> Refusal | None:
    """Why a power cannot be used on a creature, None when it can.

    Source: pf1.action.cast, pf1.loe.line_touch, pf1.conceal.total
    """
    if target not in fight.bodies or fight.body(target).out:
        return Refusal(text("There is nobody it could be used on."), "pf1.action.cast")
    if target == who and not power.touch:
        return None
    away = distance_ft(fight, who, target)
    if power.touch != "melee" and away > max(power.range_ft, 5):
        words = text("Out of range: {away} of {range} ft.", away=away, range=power.range_ft)
        return Refusal(words, "pf1.action.cast")
    if power.touch:
        return can_strike(fight, who, target, touch_weapon(power), touch_manner(power))
    if not has_effect(fight.world, who, target):
        why = ask(fight.world, Question(ask="line_of_effect", source=who, to=target), explain=True)
        return Refusal(text("There is no line of effect."), "pf1.loe.line_touch", why)
    if hidden_from(fight, target, who) or not sees(fight.world, who, target):
        words = text("{target} is not seen: no spell can be aimed at it.", target=called(fight.world.creature(target)))
        return Refusal(words, "pf1.conceal.total")
    return None


def taken(fight: Fight, who: str, power: Power, action: Action) -> tuple[str, ...]:
    """Whom a power takes when it is aimed so.

    Raises:
        Refused: it cannot be aimed so.
    """
    if power.shape:
        aim: Argument | None = action.arguments.get(AIM)
        return tuple(one for one in placed(fight, who, power, aim).creatures if not fight.body(one).out)
    target = str(action.arguments.get(TARGET, ""))
    refuse(not_a_target(fight, who, power, target))
    return (target,)


def concentrate(run: Run, who: str, power: Power, dc: int) -> bool:
    """A concentration check.

    Source: pf1.action.cast
    """
    parts = concentration_parts(run.fight, who, power)
    face = run.roll(20)
    sum_ = face + sum(part.amount for part in parts)
    success = sum_ >= dc
    outcome = "success" if success else "failure"
    what = text("concentration")
    run.emit(Rolled(who, "check", (Roll(20, face),), parts, sum_, dc, outcome, "", what, "pf1.action.cast"))
    return success


def concentration_parts(fight: Fight, who: str, power: Power) -> tuple[Part, ...]:
    """The stated bonus, else caster level and the best mental ability."""
    if power.concentration is not None:
        return (Part(power.concentration, text("concentration"), "", "pf1.action.cast"),)
    mods = ability_modifiers(fight, who)
    best = max(mods[one] for one in ("int", "wis", "cha"))
    parts: tuple[Part, ...] = (
        Part(power.caster_level, text("caster level"), "", "pf1.action.cast"),
        Part(best, text("ability"), "ability", "pf1.action.cast"),
    )
    if "combat_casting" in sheet_of(fight.world.creature(who)).feats:
        parts += (Part(4, text("Combat Casting"), "", "pf1.action.cast"),)
    return parts


def _vigour(fight: Fight, who: str) -> int:
    """Hit points with temporary ones, less nonlethal damage: what a blow takes away."""
    body = fight.body(who)
    return body.hp + body.temp_hp - body.nonlethal
