"""What a turn holds: three actions and a reaction, and what is left of them."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from tactics.core.text import Text, text
from tactics.rules import turns
from tactics.rules.action import Choice, Decision, Refusal, Resource
from tactics.rules.event import CounterSet, EffectLost
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import conditions
from tactics.rulesets.pf2e.fight.heroes import HERO_POINTS
from tactics.rulesets.pf2e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Effect, Fight

ACTIONS, QUICK, REACTION = "actions", "quick", "reaction"
"""Counters: actions left, the restricted one of the quickened among them apart, and the reaction."""
ATTACKS, DIAGONALS, ACTED = "attacks", "diagonals", "acted"
"""Counters: attacks made this turn, diagonals walked this turn, whether a first turn has come."""
RIDDEN = "ridden"
"""Counter: squares a rider was carried since its last action but one; a Strike with a jousting weapon looks at it."""
DONE = "done"
"""Counter: actions used since the turn began, whatever they cost."""
GRANTED, KEPT_ATTACKS = "granted", "kept_attacks"
"""Counters: one single action that may be taken now though it is no action of one's own turn, and the attacks that
count for it."""
MOUNT = "mount"
"""Key of the actions a rider's mount has left, as they are shown."""
DELAYING = "delaying"
"""Effect of a creature that has left the order of turns for a while."""
NO_REACTIONS = "no_reactions"
"""Effect of one who may not react. Source: pf2e.action.gain_lose."""
COSTS: dict[int, Text] = {
    0: text("free action"),
    1: text("1 action"),
    2: text("2 actions"),
    3: text("3 actions"),
}
"""What an action costs, in words."""
REACTION_COST = text("reaction")


def is_turn(fight: Fight, who: str) -> bool:
    """Whether it is a creature's turn, or that of its rider.

    Source: pf2e.mounted.initiative
    """
    return bool(fight.active) and who in party(fight, fight.active)


def party(fight: Fight, who: str) -> tuple[str, ...]:
    """A creature and the mount that acts in its turn.

    Source: pf2e.mounted.initiative
    """
    mount = fight.world.creature(who).mount
    return (who, mount) if mount in fight.bodies and obeys_rider(fight, mount) else (who,)


def own_turn(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot do what belongs to its own turn, None when it can. Source: pf2e.turn.act."""
    return turns.own_turn(fight, who, "pf2e.turn.act")


def affordable(fight: Fight, who: str, cost: int, action: str = "") -> Refusal | None:
    """Why a creature cannot spend so many actions now, None when it can.

    Args:
        fight: the moment.
        who: who would spend them.
        cost: 0 for a free action.
        action: what for; the extra action of the quickened is good for some only.

    Source: pf2e.action.single, pf2e.action.activity, pf2e.action.free, pf2e.mounted.actions
    """
    body = fight.body(who)
    if body.count(GRANTED):
        return None if cost <= 1 else Refusal(text("Only a single action is possible."), "pf2e.action.single")
    if not is_turn(fight, who):
        return Refusal(text("It is not its turn."), "pf2e.turn.act")
    if obeys_rider(fight, who):
        return Refusal(text("It acts when its rider commands it."), "pf2e.mounted.actions")
    left = body.count(ACTIONS) + (body.count(QUICK) if _quick_for(fight, who, action) else 0)
    if left < cost:
        rule = "pf2e.action.activity" if cost > 1 else "pf2e.action.single"
        return Refusal(text("{cost} actions are needed, {left} are left.", cost=cost, left=left), rule)
    return None


def _quick_for(fight: Fight, who: str, action: str) -> bool:
    """Whether the extra action of the quickened is good for an action. Source: pf2e.condition.quickened."""
    uses = [one.note.split() for one in fight.body(who).effects if one.id == "quickened"]
    return bool(action) and any(not one or action in one for one in uses)


def obeys_rider(fight: Fight, who: str) -> bool:
    """Whether a creature acts only in its rider's turn and as that commands; a hero who carries somebody does not.

    Source: pf2e.mounted.actions
    """
    creature = fight.world.creature(who)
    return sheet_of(creature).kind != "hero" and any(creatures.riders_of(fight.world, creature))


def grant(fight: Fight, who: str, attacks: int = 0) -> tuple[CounterSet, ...]:
    """What lets a creature take one single action now: readied, or commanded by its rider.

    Args:
        fight: the moment.
        who: who acts.
        attacks: attacks that count for its multiple attack penalty outside its turn.

    Source: pf2e.basic.ready, pf2e.mounted.actions
    """
    kept = (CounterSet(who, KEPT_ATTACKS, attacks),) if fight.body(who).count(KEPT_ATTACKS) != attacks else ()
    return (*kept, CounterSet(who, GRANTED, 1))


def granted(fight: Fight, who: str, attacks: int = 0) -> Fight:
    """The same moment as if a creature had been granted an action, to look at what it could do."""
    body = fight.body(who)
    counters = MappingProxyType({**body.counters, GRANTED: 1, KEPT_ATTACKS: attacks})
    return replace(fight, bodies=MappingProxyType({**fight.bodies, who: replace(body, counters=counters)}))


def forget_grant(run: Run, who: str) -> None:
    """Take back what is left of a granted action."""
    for key in (GRANTED, KEPT_ATTACKS):
        if run.fight.body(who).count(key):
            run.emit(CounterSet(who, key, 0))


def spend(run: Run, who: str, cost: int, action: str = "") -> None:
    """Use up actions, the restricted one first.

    Source: pf2e.action.single, pf2e.condition.quickened
    """
    body = run.fight.body(who)
    if body.count(GRANTED):
        run.emit(CounterSet(who, GRANTED, 0))
        return
    quick = min(cost, body.count(QUICK)) if _quick_for(run.fight, who, action) else 0
    if quick:
        run.emit(CounterSet(who, QUICK, body.count(QUICK) - quick))
    if cost > quick:
        run.emit(CounterSet(who, ACTIONS, body.count(ACTIONS) - cost + quick))
    run.emit(CounterSet(who, DONE, body.count(DONE) + 1))
    if action != "strike" and body.count(RIDDEN):
        run.emit(CounterSet(who, RIDDEN, 0))


def has_reaction(fight: Fight, who: str) -> bool:
    """Whether a creature has its reaction.

    Source: pf2e.action.reaction, pf2e.encounter.reactions_before_first_turn, pf2e.action.gain_lose
    """
    body = fight.body(who)
    return (
        conditions.can_act(fight, who) and body.count(REACTION) > 0 and not any(map(body.has, (DELAYING, NO_REACTIONS)))
    )


def spend_reaction(run: Run, who: str) -> None:
    """Use up the reaction. Source: pf2e.action.reaction."""
    run.emit(CounterSet(who, REACTION, run.fight.body(who).count(REACTION) - 1))


def attacks_made(fight: Fight, who: str) -> int:
    """Attacks that count for the multiple attack penalty: those of this turn, of mount and rider together.

    A readied attack outside the turn counts those made before it was readied.

    Source: pf2e.attack.multiple_attack_penalty, pf2e.attack.map_own_turn, pf2e.mounted.shared_map, pf2e.basic.ready
    """
    if not is_turn(fight, who):
        return fight.body(who).count(KEPT_ATTACKS)
    return sum(fight.body(one).count(ATTACKS) for one in party(fight, fight.active))


def count_attack(run: Run, who: str) -> None:
    """Note that an attack was made, hit or miss; reactions on other turns do not count.

    Source: pf2e.attack.multiple_attack_penalty, pf2e.attack.map_own_turn
    """
    if is_turn(run.fight, who):
        run.emit(CounterSet(who, ATTACKS, run.fight.body(who).count(ATTACKS) + 1))


def attack_penalty(made: int, *, agile: bool) -> int:
    """The multiple attack penalty after so many attacks, by the weapon that is used now.

    Source: pf2e.attack.multiple_attack_penalty, pf2e.attack.map_agile
    """
    numbers = table("fight")["multiple_attack"]
    if not made:
        return 0
    key = "second" if made == 1 else "later"
    return int(numbers[f"agile_{key}" if agile else key])


def penalty_with(fight: Fight, who: str, weapon: Weapon) -> int:
    """The multiple attack penalty of the next attack with a weapon. Source: pf2e.attack.map_agile."""
    return attack_penalty(attacks_made(fight, who), agile="agile" in weapon.traits)


def resources(fight: Fight, who: str) -> tuple[Resource, ...]:
    """What is left of a creature's turn: action pips, the reaction, the next attack's penalty, those of its mount.

    Hero Points come last. Source: pf2e.turn.regain_actions, pf2e.mounted.actions
    """
    body, mine = fight.body(who), is_turn(fight, who)
    total = int(table("fight")["turn"]["actions"])
    left = body.count(ACTIONS) + body.count(QUICK) if mine else 0
    found = [
        Resource(ACTIONS, text("Actions"), left, max(total, left)),
        Resource(REACTION, text("Reaction"), body.count(REACTION), int(table("fight")["turn"]["reactions"])),
    ]
    if mine:
        penalty = attack_penalty(attacks_made(fight, who), agile=False)
        found.append(Resource(ATTACKS, text("Next attack"), penalty, 0, "number"))
    for mount in party(fight, who)[1:]:
        found.append(Resource(MOUNT, text("Mount"), fight.body(mount).count(ACTIONS) if mine else 0, total))
    if body.count(HERO_POINTS):
        most = int(table("fight")["hero_points"]["most"])
        found.append(Resource(HERO_POINTS, text("Hero Points"), body.count(HERO_POINTS), most))
    return tuple(found)


def regain(run: Run, who: str) -> None:
    """Get actions and the reaction back: the last thing of a turn's start. Whatever was left over is lost.

    Source: pf2e.turn.regain_actions, pf2e.condition.slowed, pf2e.condition.stunned, pf2e.condition.quickened
    """
    body = run.fight.body(who)
    actions, reactions, quick = 0, 0, 0
    numbers = table("fight")["turn"]
    if _regains(run.fight, who):
        actions, reactions = int(numbers["actions"]), int(numbers["reactions"])
        quick = 1 if body.has("quickened") else 0
        stunned = min(conditions.value(run.fight, who, "stunned"), actions + quick)
        if stunned:
            conditions.lower(run, who, "stunned", stunned)
        lost = min(max(stunned, conditions.value(run.fight, who, "slowed")), actions + quick)
        actions, quick = _without(run, who, actions, quick, lost)
        if run.fight.body(who).has("stunned"):
            actions, reactions, quick = 0, 0, 0
    wanted = {ACTIONS: actions, QUICK: quick, REACTION: reactions, ATTACKS: 0, DIAGONALS: 0, RIDDEN: 0, DONE: 0}
    wanted[ACTED] = 1
    for key, number in wanted.items():
        if run.fight.body(who).count(key) != number:
            run.emit(CounterSet(who, key, number))


def resume(run: Run, who: str) -> None:
    """Take up a delayed turn: its actions, less those that slowness which came meanwhile takes.

    Source: pf2e.basic.delay, pf2e.condition.slowed
    """
    body = run.fight.body(who)
    most = int(table("fight")["turn"]["actions"]) + body.count(QUICK) - conditions.value(run.fight, who, "slowed")
    if most < body.count(ACTIONS):
        run.emit(CounterSet(who, ACTIONS, max(0, most)))


def _regains(fight: Fight, who: str) -> bool:
    """Whether a creature gets actions at all; a stun with a value takes single ones, one that lasts takes all.

    Source: pf2e.action.cannot_act, pf2e.condition.stunned
    """
    held = creatures.stats(fight.world.creature(who)).conditions
    stopping = held.intersection(table("actions")["cannot_act"]) - {"stunned"}
    lasting = any(one.id == "stunned" and not one.value for one in fight.body(who).effects)
    return not fight.body(who).out and not stopping and not lasting


def _without(run: Run, who: str, actions: int, quick: int, lost: int) -> tuple[int, int]:
    """Actions less those that are lost; who has a restricted one chooses which go. Source: pf2e.action.gain_lose."""
    if not lost:
        return actions, quick
    if not quick:
        return actions - lost, 0
    decision = Decision(
        who=who,
        id="lose_action",
        title=text("Which action is lost?"),
        choices=(Choice("restricted", text("the extra one")), Choice("any", text("one of the others"))),
        default="restricted",
    )
    if lost > actions or run.ask(decision).id == "restricted":
        return actions - lost + 1, 0
    return actions - lost, quick


def count_down(run: Run, anchor: str, of: str) -> None:
    """Bring effects that end at the start or the end of a creature's turns one turn nearer to their end.

    Source: pf2e.effect.duration_rounds, pf2e.effect.duration_target_turns
    """
    turns.count_down(run, anchor, of, _end)


def _end(run: Run, who: str, effect: Effect) -> None:
    if effect in run.fight.body(who).effects:
        run.emit(EffectLost(who, effect))
        conditions.ended(run, who, effect)
