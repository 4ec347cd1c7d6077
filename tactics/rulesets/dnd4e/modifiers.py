"""What a position adds to an attack roll and to the defenses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tactics.core.text import Text, text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.dnd4e import concealment, cover
from tactics.rulesets.dnd4e.adjacency import adjacent
from tactics.rulesets.dnd4e.cover import MELEE, TOTAL, Attack
from tactics.rulesets.dnd4e.distance import distance_sq
from tactics.rulesets.dnd4e.effect import can_see
from tactics.rulesets.dnd4e.flanking import find_flank
from tactics.rulesets.dnd4e.ranges import LONG, weapon_band
from tactics.rulesets.dnd4e.spots import Spot, called
from tactics.rulesets.dnd4e.tables import attack_modifiers, conditions_of, defense_modifiers, stats
from tactics.world.creature import Weapon

DEFENSES = ("ac", "fortitude", "reflex", "will")


def judge(case: Case) -> Verdict:
    """The modifiers of one attack that come from the position.

    Source: dnd4e.roll.situational, dnd4e.ca.bonus
    """
    attack = cover.attack_of(case)
    assert attack.attacker is not None
    found = cover.find_cover(case, attack)
    if case.explain:
        cover.explain(case, attack, found)
    if found.grade == TOTAL:
        return case.verdict((), text("No line of effect: {name} cannot be attacked.", name=attack.target.name))
    weapon = weapon_of(case, attack)
    if weapon is not None and _is_beyond(case, attack, weapon):
        case.step(
            "dnd4e.range.beyond_long",
            text("{name} is beyond the range of {weapon}.", name=attack.target.name, weapon=weapon.name),
        )
        return case.verdict((), text("{name} is out of range.", name=attack.target.name))
    cover.add_modifier(case, found)
    hidden = concealment.find_concealment(case, attack.attacker, attack.target, attack.kind)
    if hidden.grade != concealment.NONE:
        case.step(hidden.rule, hidden.why)
    concealment.add_modifier(case, hidden)
    _add_advantage(case, attack.attacker, attack.target, attack.kind)
    _add_conditions(case, attack.attacker)
    if weapon is not None:
        _add_range(case, attack, weapon)
    _add_defenses(case, attack)
    return _total(case, attack)


def advantages(case: Case, attacker: Spot, target: Spot, kind: str) -> Iterator[tuple[Text, str]]:
    """Every reason why an attacker has combat advantage against a target, with its rule.

    Source: dnd4e.ca.sources, dnd4e.ca.must_see, dnd4e.ca.relative, dnd4e.ca.bluff
    """
    if target.creature is None or not can_see(case, attacker, target):
        return
    for condition in conditions_of(target.creature):
        if condition.advantage == "all" or (condition.advantage == "melee" and kind in MELEE):
            yield text("{name} is {condition}", name=target.name, condition=condition.name), condition.rule
    if attacker.creature is None:
        return
    if f"feinted:{attacker.creature.id}" in stats(target.creature).conditions:
        yield text("{name} fell for a feint", name=target.name), "dnd4e.ca.bluff"
    blind = "blinded" in stats(target.creature).conditions
    if not blind and not can_see(case, target, attacker):
        yield text("{name} cannot see the attacker", name=target.name), "dnd4e.ca.sources"
    flank = find_flank(case, attacker.creature, target.creature)
    if flank is not None:
        yield text("flanked with {name}", name=called(flank.partner)), "dnd4e.flank.line"


def weapon_of(case: Case, attack: Attack) -> Weapon | None:
    """The ranged weapon of an attack: the one that is named, else the attacker's first.

    Raises:
        ProblemError: the attacker has no weapon of that name.
    """
    if attack.kind != "ranged" or attack.attacker is None or attack.attacker.creature is None:
        return None
    weapons = [one for one in stats(attack.attacker.creature).weapons if one.ranged]
    name = case.question.weapon
    if name is None:
        return weapons[0] if weapons else None
    for one in weapons:
        if one.name == name:
            return one
    raise case.refuse(
        "weapon", f"no ranged weapon {name!r}; there are: {', '.join(one.name for one in weapons) or 'none'}"
    )


def _add_advantage(case: Case, attacker: Spot, target: Spot, kind: str) -> None:
    bonus = attack_modifiers()["combat_advantage"]
    for n, (reason, rule) in enumerate(advantages(case, attacker, target, kind)):
        case.modifier(bonus, "attack", "combat advantage", reason, rule, kept=n == 0)
        if n == 0:
            case.step("dnd4e.ca.bonus", text("Combat advantage: {reason}.", reason=reason))


def _add_conditions(case: Case, attacker: Spot) -> None:
    if attacker.creature is None:
        return
    for condition in conditions_of(attacker.creature):
        if condition.attack:
            reason = text("{name} is {condition}", name=attacker.name, condition=condition.name)
            case.modifier(condition.attack, "attack", "", reason, condition.rule)


def _is_beyond(case: Case, attack: Attack, weapon: Weapon) -> bool:
    away = _away(case, attack)
    return away is None or weapon_band(weapon, away) is None


def _add_range(case: Case, attack: Attack, weapon: Weapon) -> None:
    away = _away(case, attack)
    if away is not None and weapon_band(weapon, away) == LONG:
        reason = text("long range of {weapon}", weapon=weapon.name)
        case.modifier(attack_modifiers()["long_range"], "attack", "range", reason, "dnd4e.range.long")


def _away(case: Case, attack: Attack) -> int | None:
    assert attack.attacker is not None
    return distance_sq(case, attack.attacker, attack.target)


def _add_defenses(case: Case, attack: Attack) -> None:
    target, attacker = attack.target.creature, attack.attacker
    if target is None or attacker is None:
        return
    worst = min(conditions_of(target), key=lambda one: one.defense, default=None)
    if worst is not None and worst.defense:
        reason = text("{name} is {condition}", name=attack.target.name, condition=worst.name)
        for defense in DEFENSES:
            case.modifier(worst.defense, defense, "", reason, worst.rule)
    if attack.kind != "ranged" or adjacent(attacker, attack.target):
        return
    if "prone" in stats(target).conditions:
        reason = text("{name} is prone and the attacker is not adjacent", name=attack.target.name)
        for defense in DEFENSES:
            case.modifier(defense_modifiers()["prone_at_range"], defense, "", reason, "dnd4e.condition.prone")


def _total(case: Case, attack: Attack) -> Verdict:
    case.step("dnd4e.roll.situational", text("The modifiers of the position add up."))
    verdict = case.verdict((), text("Modifiers against {name}.", name=attack.target.name))
    nets = {one.to: verdict.net(one.to) for one in verdict.modifiers}
    summary = text(
        "The position gives {n} to the attack on {name}.", n=f"{nets.get('attack', 0):+d}", name=attack.target.name
    )
    return replace(verdict, value=tuple(nets.items()), summary=summary)
