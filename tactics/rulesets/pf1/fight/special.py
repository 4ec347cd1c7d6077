"""Total defense, aid another, feint and the coup de grace."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Need, NeedChoice, NeedCreature, Option, Preview, Refusal
from tactics.rules.event import EffectGained, Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import Offering, refuse
from tactics.rules.parts import total
from tactics.rulesets.pf1.concealment import TOTAL
from tactics.rulesets.pf1.fight import conditions, harm, opportunity, turn
from tactics.rulesets.pf1.fight.asking import provoked, threatens
from tactics.rulesets.pf1.fight.checks import passes
from tactics.rulesets.pf1.fight.dashes import until_next_turn
from tactics.rulesets.pf1.fight.grappling import held_by, holds
from tactics.rulesets.pf1.fight.maneuver import TIED, arm_for, within_reach
from tactics.rulesets.pf1.fight.numbers import (
    ability,
    attack_parts,
    melee_weapons,
    ready_weapons,
    saving_throw,
    skill_parts,
    weapon_of,
)
from tactics.rulesets.pf1.fight.position import position
from tactics.rulesets.pf1.fight.sheet import UNARMED, sheet_of
from tactics.rulesets.pf1.fight.strike import sure_damage
from tactics.rulesets.pf1.places import called
from tactics.world.fight import Duration, Effect, Fight

_AID_AC, _AID_BONUS = 10, 2
_FEINT_DC = 10
_NOT_HUMANOID, _ANIMAL, _ANIMAL_INT = -4, -8, 2
_COUP_DC = 10
FOUND = "found"
"""Effect: it found the unseen one in its note, to finish it off in the next round."""


class TotalDefense:
    """Doing nothing but defending oneself.

    Source: pf1.action.total_defense
    """

    ids = ("total_defense",)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """A standard action."""
        refusal = self._refusal(fight, who)
        yield Option("total_defense", "defend", text("Total defense"), turn.COSTS[turn.STANDARD], (), refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Defend until the next turn."""
        refuse(self._refusal(run.fight, action.who))
        turn.spend(run, action.who, turn.STANDARD)
        until = until_next_turn(action.who)
        run.emit(EffectGained(action.who, Effect("total_defense", duration=until, rule="pf1.action.total_defense")))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        if fight.body(who).has("fighting_defensively"):
            return Refusal(text("It fights defensively already."), "pf1.action.total_defense")
        return turn.affordable(fight, who, turn.STANDARD)


_WAYS: dict[str, Text] = {
    "attack": text("+2 on its next attack"),
    "defense": text("+2 to its Armor Class"),
    "grapple": text("+2 on its next grapple check"),
}


class AidAnother:
    """Helping a friend against an enemy one could strike.

    Source: pf1.aid.another, pf1.maneuver.grapple_multiple
    """

    ids = ("aid_another",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Friends that fight an enemy in reach, and how to help."""
        refusal = turn.affordable(fight, who, turn.STANDARD)
        cost, title = turn.COSTS[turn.STANDARD], text("Aid another")
        ways = NeedChoice("how", tuple(Choice(id_, words) for id_, words in _WAYS.items()), text("How?"))
        found = False
        for foe in () if refusal else self._foes(fight, who):
            friends = self._friends(fight, who, (foe,))
            if friends:
                found = True
                words = text("Aid another against {name}", name=called(fight.world.creature(foe)))
                needs: tuple[Need, ...] = (NeedCreature("friend", friends, text("Help whom?")), ways)
                yield Option("aid_another", "other", words, cost, needs, None, {"target": foe})
        if not found:
            nobody = Refusal(text("No friend fights an enemy within reach."), "pf1.aid.another")
            yield Option("aid_another", "other", title, cost, (), refusal or nobody)

    def resolve(self, run: Run, action: Action) -> None:
        """An attack roll against Armor Class 10."""
        who, words = action.who, action.arguments
        target, friend, how = str(words.get("target", "")), str(words.get("friend", "")), str(words.get("how", ""))
        refuse(turn.affordable(run.fight, who, turn.STANDARD))
        if target not in self._foes(run.fight, who) or friend not in self._friends(run.fight, who, (target,)):
            refuse(Refusal(text("No friend fights an enemy within reach."), "pf1.aid.another"))
        if how not in _WAYS:
            refuse(Refusal(text("Say how to help."), "pf1.aid.another"))
        turn.spend(run, who, turn.STANDARD)
        parts = attack_parts(run.fight, who, target, arm_for(run.fight, who, target))
        face = run.roll(20)
        sum_ = face + total(parts)
        outcome = "success" if passes(face, sum_, _AID_AC) else "failure"
        rule = "pf1.maneuver.grapple_multiple" if how == "grapple" else "pf1.aid.another"
        run.emit(Rolled(who, "aid", (Roll(20, face),), parts, sum_, _AID_AC, outcome, target, None, rule))
        if outcome == "success":
            run.emit(EffectGained(friend, Effect(f"aided_{how}", _AID_BONUS, who, until_next_turn(who), target, rule)))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the roll against Armor Class 10."""
        target = str(action.arguments.get("target", ""))
        parts = attack_parts(fight, action.who, target, arm_for(fight, action.who, target))
        good = sum(passes(face, face + total(parts), _AID_AC) for face in range(1, 21))
        return Preview(chance=Fraction(good, 20), parts=parts, against=_AID_AC)

    def _foes(self, fight: Fight, who: str) -> tuple[str, ...]:
        side = fight.world.creature(who).side
        return tuple(
            one.id
            for one in fight.world.creatures
            if one.side != side
            and not harm.down(fight, one.id)
            and melee_weapons(fight, who)
            and threatens(fight, who, one.id)
        )

    def _friends(self, fight: Fight, who: str, foes: Iterable[str]) -> tuple[str, ...]:
        """Friends that fight one of some enemies: one of the two threatens the other."""
        side = fight.world.creature(who).side
        return tuple(
            one.id
            for one in fight.world.creatures
            if one.side == side
            and one.id != who
            and not harm.down(fight, one.id)
            and any(_engaged(fight, one.id, foe) for foe in foes)
        )


def _engaged(fight: Fight, one: str, other: str) -> bool:
    at_grips = other in (holds(fight, one), held_by(fight, one))
    return at_grips or threatens(fight, one, other) or threatens(fight, other, one)


class Feint:
    """Misleading an enemy, so that it does not guard against the next blow.

    Source: pf1.combat.feint
    """

    ids = ("feint",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Enemies in reach that have any wits."""
        spent = turn.affordable(fight, who, turn.STANDARD)
        targets = (
            () if spent else tuple(one.id for one in fight.world.creatures if self._refusal(fight, who, one.id) is None)
        )
        refusal = spent or (None if targets else Refusal(text("There is nobody to mislead."), "pf1.combat.feint"))
        needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
        yield Option("feint", "other", text("Feint"), turn.COSTS[turn.STANDARD], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Bluff against what the target guesses."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(turn.affordable(run.fight, who, turn.STANDARD) or self._refusal(run.fight, who, target))
        turn.spend(run, who, turn.STANDARD)
        parts, dc = self._parts(run.fight, who, target), self._dc(run.fight, target)
        face = run.roll(20)
        sum_ = face + total(parts)
        outcome = "success" if sum_ >= dc else "failure"
        rule = "pf1.combat.feint"
        run.emit(Rolled(who, "feint", (Roll(20, face),), parts, sum_, dc, outcome, target, None, rule))
        if outcome == "success":
            run.emit(EffectGained(target, Effect("feinted", 0, who, Duration("end", who, 2), who, rule)))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        target = str(action.arguments.get("target", ""))
        parts, dc = self._parts(fight, action.who, target), self._dc(fight, target)
        good = sum(face + total(parts) >= dc for face in range(1, 21))
        return Preview(chance=Fraction(good, 20), parts=parts, against=dc)

    def _dc(self, fight: Fight, target: str) -> int:
        sheet = sheet_of(fight.world.creature(target))
        dc = _FEINT_DC + sheet.bab + ability(fight, target, "wis")
        if sheet.ranks.get("sense_motive", 0):
            dc = max(dc, _FEINT_DC + sheet.skills.get("sense_motive", 0))
        return dc

    def _parts(self, fight: Fight, who: str, target: str) -> tuple[Part, ...]:
        """Bluff, less against those that are hard to read."""
        sheet, rule = sheet_of(fight.world.creature(target)), "pf1.combat.feint"
        wits = sheet.abilities.get("int")
        strange: tuple[Part, ...] = ()
        if wits is not None and wits <= _ANIMAL_INT:
            strange = (Part(_ANIMAL, text("the wits of an animal"), "", rule),)
        elif sheet.type != "humanoid":
            strange = (Part(_NOT_HUMANOID, text("not a humanoid"), "", rule),)
        return skill_parts(fight, who, "bluff", extra=strange)

    def _refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        found = within_reach(fight, who, target, "pf1.combat.feint", arm_for(fight, who, target))
        if found is not None:
            return found
        if fight.world.creature(target).side == fight.world.creature(who).side:
            return Refusal(text("It is a friend."), "pf1.combat.feint")
        if sheet_of(fight.world.creature(target)).abilities.get("int") is None:
            return Refusal(text("It has no wits to mislead."), "pf1.combat.feint")
        return None


class CoupDeGrace(Offering):
    """Finishing off a helpless enemy.

    Source: pf1.combat.coup_de_grace, pf1.condition.helpless
    """

    ids = ("coup_de_grace",)
    groups = ("attack",)
    _RULE = "pf1.combat.coup_de_grace"

    def offers(self, fight: Fight, who: str, *, refused: bool) -> Iterable[Option]:
        """Helpless enemies next to it."""
        spent = turn.affordable(fight, who, turn.FULL_ROUND)
        if not refused and (spent or not any(self._helpless(fight, one.id) for one in fight.world.creatures)):
            return
        targets = (
            () if spent else tuple(one.id for one in fight.world.creatures if self._refusal(fight, who, one.id) is None)
        )
        nobody = Refusal(text("No helpless enemy is next to it."), "pf1.combat.coup_de_grace")
        refusal = spent or (None if targets else nobody)
        needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
        yield Option("coup_de_grace", "attack", text("Coup de grace"), turn.COSTS[turn.FULL_ROUND], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """A sure critical hit, then a Fortitude save or death; one that is not seen must be found a round before."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(turn.affordable(run.fight, who, turn.FULL_ROUND) or self._refusal(run.fight, who, target))
        turn.spend(run, who, turn.FULL_ROUND)
        if must_find(run.fight, who, target):
            found = Effect(FOUND, source=who, duration=Duration("end", who, 2), note=target, rule=self._RULE)
            name = called(run.fight.world.creature(target))
            run.emit(Noted(who, text("It feels for {name}, to finish it off next.", name=name), self._RULE))
            run.emit(EffectGained(who, found))
            return
        conditions.lose(run, who, FOUND)
        opportunity.provoke(run, who, action="coup_de_grace")
        if not conditions.can_act(run.fight, who):
            return
        weapon = weapon_of(run.fight, who, _finishing(run.fight, who)[0])
        dealt = sure_damage(run, who, target, weapon, critical=True)
        if dealt <= 0 or run.fight.body(target).out:
            return
        rule = "pf1.combat.coup_de_grace"
        if not saving_throw(run, target, "fortitude", _COUP_DC + dealt, source=who, rule=rule):
            run.emit(
                Noted(target, text("{name} is finished off.", name=called(run.fight.world.creature(target))), rule)
            )
            harm.kill(run, target, source=who, rule=rule)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """It hits and is critical; who may react."""
        if must_find(fight, action.who, str(action.arguments.get("target", ""))):
            return Preview(notes=(text("It is not seen: this round goes into finding it."),))
        return Preview(
            chance=Fraction(1), critical=Fraction(1), reactions=provoked(fight, action.who, (), "coup_de_grace")
        )

    def _helpless(self, fight: Fight, target: str) -> bool:
        return not conditions.active(fight, target).isdisjoint(("helpless", TIED))

    def _refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        rule = "pf1.combat.coup_de_grace"
        if target not in fight.bodies or fight.body(target).out or target == who:
            return Refusal(text("There is nobody to finish off."), rule)
        one, other = fight.world.creature(who), fight.world.creature(target)
        if one.side == other.side or max(one.space.gap_sq(other.space)) > 1:
            return Refusal(text("The target is not next to it."), rule)
        if not self._helpless(fight, target):
            return Refusal(text("The target is not helpless."), rule)
        if not _finishing(fight, who):
            return Refusal(text("It has no melee weapon, bow or crossbow at hand."), rule)
        if "critical" in sheet_of(other).immunities:
            return Refusal(text("Critical hits do nothing to it."), rule)
        return None


def must_find(fight: Fight, who: str, target: str) -> bool:
    """Whether a helpless one is not seen and was not felt for in the round before.

    Source: pf1.combat.coup_de_grace, pf1.conceal.total
    """
    if any((one.id, one.note) == (FOUND, target) for one in fight.body(who).effects):
        return False
    return position(fight, who, target, weapon_of(fight, who, UNARMED), "melee").concealment == TOTAL


def _finishing(fight: Fight, who: str) -> tuple[str, ...]:
    """What may finish somebody off: melee weapons, bows and crossbows.

    Source: pf1.combat.coup_de_grace
    """
    shooting = (one.id for one in ready_weapons(fight, who) if one.kind == "ranged" and "bow" in one.id)
    return (*melee_weapons(fight, who), *shooting)
