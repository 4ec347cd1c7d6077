"""Coup de grace: finishing off somebody who is helpless."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tactics.core.text import as_words, composed, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.adjacency import adjacent
from tactics.rulesets.dnd4e.fight import aiming, harm, turn
from tactics.rulesets.dnd4e.fight.asking import case_of
from tactics.rulesets.dnd4e.fight.attacking import ALWAYS
from tactics.rulesets.dnd4e.fight.holding import weapons_for
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.dnd4e.fight.using import carry_out, previewed, title_of, why_not
from tactics.rulesets.dnd4e.spots import creature_spot
from tactics.rulesets.dnd4e.tables import is_helpless
from tactics.world.fight import Fight

RULE = "dnd4e.action.coup_de_grace"


class CoupDeGrace:
    """Any attack on a helpless neighbour: its hit is critical. Source: dnd4e.action.coup_de_grace."""

    ids = ("coup_de_grace",)
    groups = ("attack",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One for each attack, while somebody beside it is helpless."""
        targets = tuple(_victims(fight, who))
        if not targets:
            return
        for power, weapon in _attacks(fight, who):
            found = tuple(one for one in targets if aiming.may_target(fight, who, one, power, weapon) is None)
            refusal = why_not(fight, who, power, weapon)
            if not found and refusal is None:
                continue
            title = composed(
                "{name}: {weapon}", name=as_words(ACTIONS, "coup_de_grace"), weapon=title_of(power, weapon)
            )
            arguments = {"power": power.id} | ({"weapon": weapon.id} if weapon is not None else {})
            needs = () if refusal else (NeedCreature("target", found, text("Whom?")),)
            cost = turn.COSTS[turn.STANDARD]
            yield Option("coup_de_grace", "attack", title, cost, needs, refusal, arguments)

    def resolve(self, run: Run, action: Action) -> None:
        """Attack; a blow of half of its hit points kills."""
        who = action.who
        power, weapon, target = _meant(run.fight, action)
        turn.spend(run, who, turn.STANDARD)
        before = run.fight.body(target)
        carry_out(run, who, _sure(power), weapon, (target,))
        after = run.fight.body(target)
        dealt = before.hp + before.temp_hp - after.hp - after.temp_hp
        spared = after.hp <= 0 and not sheet_of(run.fight.world.creature(target)).hero
        if dealt >= before.max_hp // 2 and not after.out and not spared:
            harm.kill(run, target, rule=RULE)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the attack."""
        power, weapon, target = _meant(fight, action)
        return previewed(fight, action.who, _sure(power), weapon, (target,))


def _sure(power: Power) -> Power:
    """The power with every hit a critical one. Source: dnd4e.crit.coup_de_grace."""
    return replace(power, crit=ALWAYS)


def _victims(fight: Fight, who: str) -> Iterator[str]:
    case = case_of(fight)
    own = creature_spot(case.world, case.world.creature(who))
    for one in case.world.creatures:
        helpless = one.side != case.world.creature(who).side and is_helpless(one) and not fight.body(one.id).out
        if helpless and adjacent(own, creature_spot(case.world, one)):
            yield one.id


def _attacks(fight: Fight, who: str) -> Iterator[tuple[Power, Weapon | None]]:
    """Every attack on one target that takes a standard action."""
    for power in sheet_of(fight.world.creature(who)).powers.values():
        if power.rolls and power.action == turn.STANDARD and not power.area:
            for weapon in weapons_for(fight, who, power):
                yield power, weapon


def _meant(fight: Fight, action: Action) -> tuple[Power, Weapon | None, str]:
    """The attack and the victim of an action.

    Raises:
        Refused: it cannot be made.
    """
    who, target = action.who, str(action.arguments.get("target", ""))
    named, held = str(action.arguments.get("power", "")), str(action.arguments.get("weapon", ""))
    found = [
        (power, weapon)
        for power, weapon in _attacks(fight, who)
        if named in ("", power.id) and (not held or (weapon is not None and weapon.id == held))
    ]
    if not found:
        raise Refused(Refusal(text("It has no such attack."), RULE))
    power, weapon = found[0]
    refuse(why_not(fight, who, power, weapon))
    if target not in _victims(fight, who):
        raise Refused(Refusal(text("It is not helpless and beside it."), RULE))
    refuse(aiming.may_target(fight, who, target, power, weapon))
    return power, weapon, target
