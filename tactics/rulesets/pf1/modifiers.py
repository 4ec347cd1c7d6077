"""What position, size and conditions add to an attack and to the defence against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from tactics.core.space import size_steps, square_space
from tactics.core.text import as_words, listed, text
from tactics.geometry.metric import between_sq
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rules.vocabulary import SIZES
from tactics.rulesets.pf1 import cover_words
from tactics.rulesets.pf1.concealment import NONE, explain_veil, miss, veil
from tactics.rulesets.pf1.cover import attack_kind, attack_of, of_attack
from tactics.rulesets.pf1.cover_found import TOTAL
from tactics.rulesets.pf1.flanking import allies_against, explain_pair, flanks
from tactics.rulesets.pf1.places import Spot, called, creature_spot, ground_ft, space_of, spot
from tactics.rulesets.pf1.reach import can_threaten, squares_struck
from tactics.rulesets.pf1.sight import is_unseen
from tactics.rulesets.pf1.sizes import FEET, size_modifier
from tactics.rulesets.pf1.tables import Condition, acts, conditions, moves, table
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
    if weigh(case, source, target, kind).cover == TOTAL:
        return case.verdict((), text("Total cover: the target cannot be attacked."))
    _sizes(case, source, target)
    return _close(case)


class Grades(NamedTuple):
    """How well a target is hidden from one attack: grades of cover and of concealment."""

    cover: str
    concealment: str


def weigh(case: Case, source: Spot, target: Spot, kind: str) -> Grades:
    """Add every modifier of an attack of a kind to a case; none when there is total cover.

    Source: pf1.attack.modifiers_table, pf1.ac.modifiers_table, pf1.cover.grades, pf1.conceal.miss_chance
    """
    attack = attack_of(case, source, target)
    found = of_attack(case, source, target, attack)
    if case.explain:
        cover_words.explain(case, kind, source.name, target, found, attack)
    if found.grade == TOTAL:
        return Grades(TOTAL, TOTAL)
    cover_words.armor_class(case, found)
    concealed = veil(case, source, target, kind, reached=True)
    if concealed.grade != NONE:
        explain_veil(case, source, target, concealed)
    miss(case, concealed.grade)
    group = "ranged" if kind == "ranged" else "melee"
    if group == "melee":
        _flanking(case, source, target)
        _higher_ground(case, source, target)
    else:
        _into_melee(case, source, target)
    _states(case, source, target, group)
    return Grades(found.grade, concealed.grade)


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
        for one, amount, kept in state_modifiers(creature, to, group):
            if one.id == "invisible" and target.creature is not None and not is_unseen(target.creature, creature):
                continue
            reason = text("{name}: {condition}", name=called(creature), condition=case.book.condition(one.id))
            case.modifier(amount, to, "", reason, rule, kept=kept)

    if source.creature is not None and group == "ranged" and "prone" in {one.id for one in conditions(source.creature)}:
        words = text("{name} is prone: only a crossbow or a shuriken can be used.", name=source.name)
        case.step("pf1.attack.modifiers_table", words)


def _sizes(case: Case, source: Spot, target: Spot) -> None:
    """What the sizes of the two add: named, and left to the creatures' own figures, which hold it already.

    Source: pf1.ac.size_modifier
    """
    for one, to in ((source, "attack"), (target, "ac")):
        amount = 0 if one.creature is None else size_modifier(one.creature.size)
        if one.creature is not None and amount:
            size = as_words(SIZES, one.creature.size)
            reason = text("{name} is {size}", name=one.name, size=size)
            case.modifier(amount, to, "size", reason, "pf1.ac.size_modifier", kept=False)


def state_modifiers(creature: Creature, to: str, group: str) -> Iterator[tuple[Condition, int, bool]]:
    """Conditions of a creature with what they add, and whether it is kept beside those that replace it.

    Args:
        creature: whose conditions.
        to: "attack" for its own attacks, "ac" for attacks on it.
        group: "melee" or "ranged".

    Source: pf1.attack.modifiers_table, pf1.ac.modifiers_table
    """
    held = conditions(creature)
    replaced = {name for one in held for name in one.instead_of}
    for one in held:
        amount = (one.attack if to == "attack" else one.ac).get(group, 0)
        if amount:
            yield one, amount, one.id not in replaced


def _flanking(case: Case, source: Spot, target: Spot) -> None:
    """Source: pf1.flank.basic."""
    attacker, aim = source.creature, target.creature
    if attacker is None or aim is None or attacker.side == aim.side:
        return
    pair = flanks(case, attacker, aim, allies_against(case, attacker, aim), case.question.weapon).pair
    if pair is not None:
        explain_pair(case, attacker, aim, pair)
        bonus: int = table("modifiers")["flanking"]["attack"]
        case.modifier(bonus, "attack", "flanking", text("flanking"), "pf1.flank.basic")


def _higher_ground(case: Case, source: Spot, target: Spot) -> None:
    """Standing at least 5 ft higher, not in the air.

    Source: pf1.attack.modifiers_table
    """
    numbers = table("modifiers")["higher_ground"]
    if source.z_ft - target.z_ft < numbers["least_ft"] or _flies(case, source):
        return
    words = text("{name} stands {feet} ft higher.", name=source.name, feet=source.z_ft - target.z_ft)
    case.step("pf1.attack.modifiers_table", words)
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
    words = text("{name} is in melee with {friends}.", name=target.name, friends=listed(map(called, friends)))
    case.step("pf1.attack.into_melee", words)
    if amount:
        case.modifier(amount, "attack", "", text("shooting into a melee"), "pf1.attack.into_melee")
    else:
        words = text("{name} is three sizes bigger than its opponents: no penalty.", name=target.name)
        case.step("pf1.attack.into_melee", words)


def _engaged(case: Case, friend: Creature, aim: Creature) -> bool:
    """Whether two fight each other: one threatens the other, and neither lies there unable to act or move.

    Source: pf1.attack.into_melee
    """
    if not all(acts(one) or moves(one) for one in (friend, aim)):
        return False
    one, other = creature_spot(case.world, friend), creature_spot(case.world, aim)
    height_sq = abs(one.z_ft - other.z_ft) // FEET
    return (can_threaten(friend) and bool(squares_struck(case, friend, other.space, height_sq=height_sq))) or (
        can_threaten(aim) and bool(squares_struck(case, aim, one.space, height_sq=height_sq))
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
    reasons = dict.fromkeys(one.reason for one in verdict.modifiers if one.kept)
    if not reasons:
        return verdict
    return replace(verdict, value=value, summary=text("What counts: {what}.", what=listed(reasons)))
