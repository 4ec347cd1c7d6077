"""Enemies in one square: how they come there, what they strike and parry with, and blows of others among them."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.lattice import Square
from tactics.core.text import composed, text
from tactics.rules.action import Refusal
from tactics.rules.event import Noted, Part
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.board import grid_of, in_close_combat
from tactics.rulesets.dfrpg.fight import holding, own_numbers, states
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.defending import BLOCK, PARRY, Defense
from tactics.rulesets.dfrpg.fight.sheet import SHIELD, sheet_of
from tactics.rulesets.dfrpg.figures import called, meets
from tactics.rulesets.dfrpg.tables import table
from tactics.world.creature import Creature
from tactics.world.fight import Fight

RULE = "dfrpg.grid.close_combat"
CAME = "came_from"
"""Counter: from which neighbour it came into an enemy's square, 1 for the first direction, 0 for not at all.

Source: dfrpg.movement.occupied
"""
CAME_IN = "came_in"
"""Counter: it came into an enemy's square this turn."""
WORN = "shield"
"""Kind of shields that are strapped on; bucklers and cloaks are held. Source: dfrpg.grid.close_combat."""
SLAM = "slam"
"""Id of running into somebody, which begins outside. Source: dfrpg.attack.slam."""


def foes_in(fight: Fight, who: str) -> tuple[str, ...]:
    """Ids of the enemies in a square of a figure that still care about it. Source: dfrpg.grid.close_combat."""
    own = fight.world.creature(who)
    return tuple(one.id for one in fight.world.creatures if _shares(fight, own, one) and states.can_act(fight, one.id))


def together(fight: Fight, who: str, other: str) -> bool:
    """Whether two enemies are in close combat with each other. Source: dfrpg.grid.close_combat."""
    return _shares(fight, fight.world.creature(who), fight.world.creature(other))


def _shares(fight: Fight, own: Creature, other: Creature) -> bool:
    return in_close_combat(own, other) and meets(fight.world, own, other)


def begins(run: Run, who: str) -> None:
    """A new turn: nobody has just come in, and who is alone by now came from nowhere.

    Source: dfrpg.grid.close_combat, dfrpg.movement.occupied
    """
    states.set_counter(run, who, CAME_IN, 0)
    leaves(run, who)


def enters(run: Run, who: str, before: Square) -> None:
    """Note from where a figure came into an enemy's square. Source: dfrpg.movement.occupied."""
    foes = foes_in(run.fight, who)
    if not foes:
        return
    world = run.fight.world
    grid, here = grid_of(world), world.creature(who).space.anchor
    around = grid.neighbours(here)
    came = min(range(len(around)), key=lambda one: grid.distance(around[one], before))
    states.set_counter(run, who, CAME, came + 1)
    states.set_counter(run, who, CAME_IN, 1)
    name, foe = called(world.creature(who)), called(world.creature(foes[0]))
    run.emit(Noted(who, text("{name} is in close combat with {foe}.", name=name, foe=foe), RULE))


def came_from(fight: Fight, who: str) -> Square | None:
    """The square a figure came from into that of an enemy, None when it did not. Source: dfrpg.movement.occupied."""
    number = fight.body(who).count(CAME)
    if not number:
        return None
    return grid_of(fight.world).neighbours(fight.world.creature(who).space.anchor)[number - 1]


def leaves(run: Run, who: str) -> None:
    """Forget from where a figure came once no enemy shares its square. Source: dfrpg.movement.occupied."""
    for one in (who, *_entered(run.fight)):
        if run.fight.body(one).count(CAME) and not foes_in(run.fight, one):
            states.set_counter(run, one, CAME, 0)


def knocked_over(run: Run, who: str) -> None:
    """Who stands in the square of somebody that falls leaves it as it likes. Source: dfrpg.movement.occupied."""
    for one in _entered(run.fight):
        if together(run.fight, one, who):
            states.set_counter(run, one, CAME, 0)


def _entered(fight: Fight) -> Iterator[str]:
    return (id_ for id_, body in fight.bodies.items() if body.count(CAME))


# Attacks.


def attack_parts(fight: Fight, attack: Attack) -> Iterator[Part]:
    """A worn shield hampers in close combat, a big weapon is hard to shoot there, and others strike in badly.

    Source: dfrpg.grid.close_combat, dfrpg.attack.melee_modifiers
    """
    if not together(fight, attack.who, attack.target):
        if attack.melee and foes_in(fight, attack.target):
            yield Part(table("fight")["melee"]["into_close_combat"], text("into close combat"), "", RULE)
    elif attack.weapon.id != SLAM:
        yield from _hampered(fight, attack)


def _hampered(fight: Fight, attack: Attack) -> Iterator[Part]:
    for item in holding.in_hands(fight, attack.who):
        shield = sheet_of(fight.world.creature(holding.maker_of(item))).shield if item.kind == SHIELD else None
        if shield is not None and shield.kind == WORN:
            yield Part(-shield.defense_bonus, composed("{name}", name=shield.name), "", RULE)
    if not attack.melee and attack.weapon.shot is not None:
        yield Part(attack.weapon.shot.bulk, text("Bulk"), "", RULE)


def out_of_reach(fight: Fight, attack: Attack) -> Refusal | None:
    """On all fours only reach C strikes. Source: dfrpg.posture.table."""
    low = table("postures")[states.posture_of(fight, attack.who)]["close_only"]
    if not low or attack.use is None or together(fight, attack.who, attack.target):
        return None
    return Refusal(text("On all fours only reach C strikes."), "dfrpg.posture.table")


# Defences.


def defense_forbidden(fight: Fight, defense: Defense) -> Refusal | None:
    """In close combat nobody blocks, and only reach C parries; a foe that has just come in may count as outside.

    Source: dfrpg.grid.close_combat
    """
    attacker = defense.attack.who
    if defense.attack.weapon.id == SLAM or not together(fight, defense.who, attacker):
        return None
    just_came = fight.active == attacker and fight.body(attacker).count(CAME_IN)
    if just_came and own_numbers.switch(fight, "close_combat_entry") == "faq":
        return None
    if defense.kind == BLOCK:
        return Refusal(text("Nobody blocks in close combat."), RULE)
    if defense.kind == PARRY and defense.weapon is not None:
        parries = (one for one in defense.weapon.uses.values() if one.parry is not None)
        if not any(0 in one.reaches for one in parries):
            return Refusal(text("Only reach C parries in close combat."), RULE)
    return None
