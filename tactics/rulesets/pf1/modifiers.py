"""What position and conditions add to an attack and to the defence against it."""

from __future__ import annotations

from dataclasses import replace

from tactics.core.space import size_steps, square_space
from tactics.core.text import ntext, text
from tactics.geometry.metric import between_sq
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1 import cover_words
from tactics.rulesets.pf1.concealment import miss, veil
from tactics.rulesets.pf1.cover import attack_kind, attack_of, of_attack
from tactics.rulesets.pf1.cover_found import TOTAL
from tactics.rulesets.pf1.flanking import allies_against, flanks
from tactics.rulesets.pf1.places import Spot, called, ground_ft, space_of, spot
from tactics.rulesets.pf1.reach import squares_struck
from tactics.rulesets.pf1.sizes import FEET
from tactics.rulesets.pf1.tables import Condition, conditions, table
from tactics.world.creature import Creature


def judge(case: Case) -> Verdict:
    """The net modifiers of one attack: attack roll, Armor Class, miss chance.

    Source: pf1.attack.modifiers_table, pf1.ac.modifiers_table, pf1.cover.grades, pf1.conceal.miss_chance
    """
    source, target = spot(case, case.question.source, "from"), spot(case, case.question.to, "to")
    kind = attack_kind(case, source, target)
    if kind == "area":
        raise case.refuse("attack", "an area makes no attack roll; ask for cover with its origin")
    case.squares("origin", tuple(source.space.squares()))
    case.squares("target", tuple(target.space.squares()))
    found = of_attack(case, source, target, attack_of(case, source, target))
    if found.grade == TOTAL:
        words = text("Total cover: the target cannot be attacked.")
        case.step("pf1.cover.total", words)
        return case.verdict((), words)
    cover_words.armor_class(case, found)
    miss(case, veil(case, source, target, kind).grade)
    group = "ranged" if kind == "ranged" else "melee"
    _states(case, source, target, group)
    if group == "melee":
        _flanking(case, source, target)
        _higher_ground(case, source, target)
    else:
        _into_melee(case, source, target)
    return _close(case)


def _states(case: Case, source: Spot, target: Spot, group: str) -> None:
    """What conditions of the two add.

    Source: pf1.attack.modifiers_table, pf1.ac.modifiers_table
    """
    for creature, to, rule in (
        (source.creature, "attack", "pf1.attack.modifiers_table"),
        (target.creature, "ac", "pf1.ac.modifiers_table"),
    ):
        if creature is None:
            continue
        held = conditions(creature)
        replaced = {name for one in held for name in one.instead_of}
        for one in held:
            amount = _amount(one, to, group)
            if amount:
                reason = text("{name}: {condition}", name=called(creature), condition=case.book.condition(one.id))
                case.modifier(amount, to, "", reason, rule, kept=one.id not in replaced)


def _amount(condition: Condition, to: str, group: str) -> int:
    return (condition.attack if to == "attack" else condition.ac).get(group, 0)


def _flanking(case: Case, source: Spot, target: Spot) -> None:
    """Source: pf1.flank.basic."""
    attacker, aim = source.creature, target.creature
    if attacker is None or aim is None or attacker.side == aim.side:
        return
    pair = flanks(case, attacker, aim, allies_against(case, attacker, aim), case.question.weapon).pair
    if pair is not None:
        words = text("{attacker} and {partner} flank.", attacker=called(attacker), partner=called(pair.partner))
        case.step("pf1.flank.basic", words)
        bonus: int = table("modifiers")["flanking"]["attack"]
        case.modifier(bonus, "attack", "flanking", text("flanking"), "pf1.flank.basic")


def _higher_ground(case: Case, source: Spot, target: Spot) -> None:
    """Standing at least 5 ft higher, not in the air.

    Source: pf1.attack.modifiers_table
    """
    numbers = table("modifiers")["higher_ground"]
    if source.z_ft - target.z_ft < numbers["least_ft"] or _flies(case, source):
        return
    case.modifier(numbers["attack"], "attack", "", text("higher ground"), "pf1.attack.modifiers_table")


def _flies(case: Case, source: Spot) -> bool:
    if source.creature is None or not source.creature.of("pf1").speeds_sq.get("fly"):
        return False
    return source.z_ft > ground_ft(case.world, source.space)


def _into_melee(case: Case, source: Spot, target: Spot) -> None:
    """A shot at somebody who fights a friend of the shooter.

    Source: pf1.attack.into_melee
    """
    shooter, aim = source.creature, target.creature
    if shooter is None or aim is None or "precise_shot" in shooter.of("pf1").traits:
        return
    friends = [one for one in allies_against(case, shooter, aim) if _engaged(case, one, aim)]
    if not friends or aim.side == shooter.side:
        return
    numbers = table("modifiers")["into_melee"]
    if _clear_square(case, target, friends, numbers["clear_sq"]):
        case.step("pf1.attack.into_melee", text("Part of the target is 10 ft from every friend in the melee."))
        return
    bigger = min(size_steps(one.size, aim.size) for one in friends)
    amount = numbers["bigger_by_three"] if bigger >= 3 else numbers["bigger_by_two" if bigger == 2 else "attack"]
    if amount:
        case.modifier(amount, "attack", "", text("shooting into a melee"), "pf1.attack.into_melee")


def _engaged(case: Case, friend: Creature, aim: Creature) -> bool:
    """Whether one of the two threatens the other."""
    return any(
        squares_struck(case, one, space_of(case.world, other), height_sq=abs(one.z_ft - other.z_ft) // FEET)
        for one, other in ((friend, aim), (aim, friend))
    )


def _clear_square(case: Case, target: Spot, friends: list[Creature], clear_sq: int) -> bool:
    return any(
        all(between_sq(square_space(square), space_of(case.world, one)) >= clear_sq for one in friends)
        for square in target.space.squares()
    )


def _close(case: Case) -> Verdict:
    verdict = case.verdict((), text("Nothing changes the attack."))
    totals = {one.to: verdict.net(one.to) for one in verdict.modifiers}
    value = tuple((to, amount) for to, amount in totals.items() if amount)
    if not value:
        return verdict
    return replace(verdict, value=value, summary=ntext("{n} number changes.", "{n} numbers change.", len(value)))
