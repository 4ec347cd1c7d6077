"""Attacking with a weapon by Attack, All-Out Attack, and Move and Attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from tactics.core.text import text
from tactics.rules.action import Action, Argument, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg import reach, sight
from tactics.rulesets.dfrpg.board import yards_between
from tactics.rulesets.dfrpg.fight import attack_resolution, checks, holding, manners, places, states, turn
from tactics.rulesets.dfrpg.fight.attack import Attack, parts_of
from tactics.rulesets.dfrpg.fight.sheet import Use, Weapon, sheet_of
from tactics.rulesets.dfrpg.tables import table
from tactics.world.board import SIGHT
from tactics.world.creature import Creature
from tactics.world.edit import with_creature
from tactics.world.fight import Effect, Fight
from tactics.world.lately import LatelyBy

AT_WHOM = text("Whom?")
COST = text("an attack")
MANEUVERS = ("attack", "all_out_attack", "move_and_attack")
DECLARED = "declared_foe"
"""Effect: the foe the attacks of an All-Out Attack go at. Source: dfrpg.maneuver.all_out_attack.double."""
FORBIDS: list[Callable[[Fight, Attack], Refusal | None]] = []
"""Why an attack is not legal, besides what stands here; other modules put it in."""
EXEMPT: list[Callable[[Fight, Attack], bool]] = []
"""Which blows Move and Attack makes no worse; other modules put it in."""
SHAPES: list[Callable[[Fight, Attack], Attack]] = []
"""What the moment makes of an attack before it is weighed; other modules put it in."""


def attacks_allowed(fight: Fight, who: str) -> int:
    """Attacks of the manoeuvre in force, with its feint where one was made.

    Source: dfrpg.maneuver.attack, dfrpg.maneuver.all_out_attack.extra_attacks, dfrpg.maneuver.all_out_attack.double
    """
    own = sheet_of(fight.world.creature(who)).attacks + fight.body(who).count(turn.FEINTS)
    own += manners.more_attacks(fight, who)
    maneuver, variant = states.maneuver_of(fight, who)
    if maneuver == "move_and_attack":
        return 1
    if maneuver == "all_out_attack" and variant == "double":
        return own + int(table("fight")["all_out"]["more_attacks"])
    return own


def why_not(fight: Fight, who: str) -> Refusal | None:
    """Why a figure cannot attack at all now. Source: dfrpg.maneuver.attack, dfrpg.maneuver.move_and_attack."""
    why = turn.doing(fight, who, *MANEUVERS)
    body = fight.body(who)
    if why is None and body.count(turn.ACTS) >= attacks_allowed(fight, who):
        why = Refusal(text("No attack is left."), turn.allowance(fight, who).rule)
    if why is None and states.maneuver_of(fight, who)[0] == "move_and_attack" and not body.count(turn.SPENT):
        why = Refusal(text("First it has to move."), "dfrpg.maneuver.move_and_attack")
    return why


def modes(fight: Fight, who: str) -> Iterator[tuple[Weapon, Use | None]]:
    """The ways a figure could attack with what it holds or is: uses, then a shot."""
    for weapon, item in holding.weapons(fight, who):
        for use in weapon.uses.values():
            yield weapon, use
        if weapon.shot is not None and item is not None:
            yield weapon, None


def targets(fight: Fight, who: str, weapon: Weapon, use: Use | None) -> tuple[str, ...]:
    """Ids of those a weapon may be used on from here.

    Source: dfrpg.maneuver.attack.melee_reach, dfrpg.maneuver.attack.ranged_max
    """
    own = fight.world.creature(who)
    return tuple(one.id for one in places.others(fight, who) if in_range(fight, own, one, weapon, use) is None)


_IN_RANGE: LatelyBy[Fight, tuple[str, str, Weapon, Use | None], Refusal | None] = LatelyBy()


def in_range(fight: Fight, own: Creature, other: Creature, weapon: Weapon, use: Use | None) -> Refusal | None:
    """Why a target cannot be struck or shot from here, None when it can.

    Who has retreated out of reach from this attacker can still be struck this turn.

    Source: dfrpg.grid.retreat, dfrpg.maneuver.attack.melee_reach, dfrpg.maneuver.attack.ranged_max, dfrpg.grid.reach
    """
    key, known = (own.id, other.id, weapon, use), _IN_RANGE.at(fight)
    if key not in known:
        known[key] = _in_range(fight, own, other, weapon, use)
    return known[key]


def _in_range(fight: Fight, own: Creature, other: Creature, weapon: Weapon, use: Use | None) -> Refusal | None:
    world = fight.world
    if use is not None:
        near = (other, places.before_retreat(fight, other.id, own.id))
        reaches = holding.reaches_of(fight, own.id, weapon, use)
        if any(one is not None and reach.strikes_at(world, own, one, reaches) for one in near):
            return None
        return Refusal(text("{name} is out of reach.", name=other.name), "dfrpg.maneuver.attack.melee_reach")
    assert weapon.shot is not None, "what does not strike shoots"
    if yards_between(world, own, other) > weapon.shot.most_yd:
        return Refusal(text("{name} is out of range.", name=other.name), "dfrpg.maneuver.attack.ranged_max")
    behind = places.arc(fight, own.id, other.id) == "back" and not places.turns_freely(fight, own.id)
    if behind or not sight.clear_between(world, own, other, SIGHT):
        return Refusal(text("{name} is not seen.", name=other.name), "dfrpg.grid.sight_line")
    return None


_ILLEGAL: LatelyBy[Fight, Attack, Refusal | None] = LatelyBy()


def illegal(fight: Fight, attack: Attack) -> Refusal | None:
    """Why an attack may not be made, None when it may. Source: dfrpg.attack.front_arc, dfrpg.state.ready."""
    known = _ILLEGAL.at(fight)
    if attack not in known:
        known[attack] = _why_illegal(fight, attack)
    return known[attack]


def _why_illegal(fight: Fight, attack: Attack) -> Refusal | None:
    world = fight.world
    why = holding.unready(fight, attack.who, attack.weapon, attack.use)
    why = why or in_range(fight, world.creature(attack.who), world.creature(attack.target), attack.weapon, attack.use)
    behind = attack.melee and places.arc(fight, attack.who, attack.target) == "back"
    if why is None and behind and not places.turns_freely(fight, attack.who):
        why = Refusal(text("The target is behind it."), "dfrpg.attack.front_arc")
    for one in FORBIDS:
        why = why or one(fight, attack)
    seen = turned_to(fight, attack)
    return why or manners.too_deceptive(seen, attack) or attack_resolution.too_hard(seen, attack)


def turned_to(fight: Fight, attack: Attack) -> Fight:
    """The moment as it will be once the attacker has turned to its target, if it may. Source: dfrpg.movement.step."""
    if not needs_turn(fight, attack):
        return fight
    own = fight.world.creature(attack.who)
    facing = places.direction_to(fight, attack.who, attack.target)
    key, known = (attack.who, facing), _TURNED.at(fight)
    found = known.get(key)
    if found is None:
        found = known[key] = fight.with_world(with_creature(fight.world, replace(own, facing=facing)))
    return found


_TURNED: LatelyBy[Fight, tuple[str, int], Fight] = LatelyBy()


def best_skill(fight: Fight, who: str, weapon: Weapon, use: Use | None) -> int:
    """Effective skill of a blow against whom it is best against; 0 where nobody asks, or nobody is in reach.

    Source: dfrpg.attack.deceptive
    """
    if use is None or not manners.may_deceive(fight):
        return 0
    attacks = (attack_of(fight, who, one, weapon, use) for one in targets(fight, who, weapon, use))
    return max((checks.total(parts_of(turned_to(fight, one), one)) for one in attacks), default=0)


def needs_turn(fight: Fight, attack: Attack) -> bool:
    """Whether an attacker has to turn to its target, and may."""
    return places.turns_freely(fight, attack.who) and places.arc(fight, attack.who, attack.target) != "front"


def moving_parts(fight: Fight, attack: Attack) -> Iterator[Part]:
    """An attack on the move.

    Source: dfrpg.maneuver.move_and_attack.melee_penalty, dfrpg.maneuver.move_and_attack.ranged_penalty
    """
    if attack.maneuver != "move_and_attack" or any(one(fight, attack) for one in EXEMPT):
        return
    numbers = table("fight")["move_and_attack"]
    words = text("attack on the move")
    if attack.melee:
        yield Part(numbers["melee"], words, "", "dfrpg.maneuver.move_and_attack.melee_penalty")
    elif attack.weapon.shot is not None:
        worse = min(int(numbers["ranged"]), attack.weapon.shot.bulk)
        yield Part(worse, words, "", "dfrpg.maneuver.move_and_attack.ranged_penalty")


def moving_cap(fight: Fight, attack: Attack) -> tuple[int, str] | None:
    """How good a blow on the move is at best. Source: dfrpg.maneuver.move_and_attack.melee_penalty."""
    exempt = not attack.melee or any(one(fight, attack) for one in EXEMPT)
    if attack.maneuver != "move_and_attack" or exempt:
        return None
    rule = "dfrpg.maneuver.move_and_attack.melee_penalty"
    return int(table("fight")["move_and_attack"]["melee_most"]), rule


class MakeAttack:
    """One attack of the manoeuvre in force.

    Source: dfrpg.maneuver.attack, dfrpg.maneuver.move_and_attack, dfrpg.maneuver.all_out_attack
    """

    ids = ("attack",)
    groups = ("attack",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Each way to attack with what is at hand, aimed at those in reach or range."""
        if not turn.by(fight, who, *MANEUVERS):
            return
        why = why_not(fight, who)
        maneuver, variant = states.maneuver_of(fight, who)
        for weapon, use in modes(fight, who):
            if maneuver == "all_out_attack" and (use is None) != (variant == "ranged"):
                continue
            for manner in manners.manners(fight, who, use, best_skill(fight, who, weapon, use)):
                refusal = why or holding.unready(fight, who, weapon, use)
                ids: tuple[str, ...] = ()
                if refusal is None:
                    ids, refusal = self._aimed(fight, who, weapon, use, manner)
                if refusal is not None and manner != manners.PLAIN:
                    continue
                need = () if refusal is not None else (NeedCreature("target", ids, AT_WHOM),)
                arguments: dict[str, Argument] = {"weapon": weapon.id, **({"use": use.id} if use is not None else {})}
                title = manner.words(attack_resolution.words_of(Attack(who, "", weapon, use)))
                settled = {**arguments, **manner.arguments}
                yield Option("attack", "attack", title, COST, need, refusal, settled)

    def _aimed(
        self, fight: Fight, who: str, weapon: Weapon, use: Use | None, manner: manners.Manner
    ) -> tuple[tuple[str, ...], Refusal | None]:
        attacks = [manner.of(attack_of(fight, who, one, weapon, use)) for one in targets(fight, who, weapon, use)]
        found = {one.target: illegal(fight, one) for one in attacks}
        ids = tuple(one for one, why in found.items() if why is None)
        if ids:
            return ids, None
        rule = "dfrpg.maneuver.attack.melee_reach" if use is not None else "dfrpg.maneuver.attack.ranged_max"
        usual = Refusal(text("Nobody is in reach."), rule)
        return (), next((why for why in found.values() if why is not None), usual)

    def resolve(self, run: Run, action: Action) -> None:
        """Turn to the target if need be, and attack."""
        attack = self._settled(run.fight, action)
        make(run, attack)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance to hit and what is to be expected."""
        attack = self._settled(fight, action)
        found = attack_resolution.preview_of(turned_to(fight, attack), attack)
        return replace(found, times=_times(fight, attack))

    def _settled(self, fight: Fight, action: Action) -> Attack:
        refuse(why_not(fight, action.who))
        attack = named(fight, action)
        maneuver, variant = states.maneuver_of(fight, action.who)
        if maneuver == "all_out_attack" and attack.melee == (variant == "ranged"):
            raise Refused(turn.not_allowed(fight, action.who))
        refuse(illegal(fight, attack))
        return attack


def _times(fight: Fight, attack: Attack) -> int:
    """How many such attacks this turn holds still. Source: dfrpg.maneuver.all_out_attack.double."""
    left = attacks_allowed(fight, attack.who) - fight.body(attack.who).count(turn.ACTS)
    stays = attack.use is None or holding.stays_ready(fight, attack.who, attack.use)
    return max(1, left + manners.still_to_come(fight, attack)) if stays else 1


def make(run: Run, attack: Attack, *, counts: bool = True) -> str:
    """Make an attack that was found legal. Source: dfrpg.maneuver.attack.step_order.

    Args:
        run: the action.
        attack: the attack.
        counts: it is an attack of its own, and not the second blow of one.
    """
    begin_act(run, attack, counts=counts)
    return attack_resolution.strike(run, attack)


def begin_act(run: Run, attack: Attack, *, counts: bool = True) -> None:
    """Turn to the target if need be, and count a blow, a shot or a feint.

    Source: dfrpg.maneuver.attack.step_order, dfrpg.maneuver.all_out_attack.double
    """
    who = attack.who
    if needs_turn(run.fight, attack):
        if turn.allowance(run.fight, who).movement == turn.STEPS:
            run.emit(CounterSet(who, turn.STEP, turn.STEP_BEGUN))
        places.face(run, who, places.direction_to(run.fight, who, attack.target))
    if attack.maneuver == "all_out_attack":
        states.gain(run, who, Effect(DECLARED, note=attack.target, rule=turn.allowance(run.fight, who).rule))
    if counts:
        states.add(run, who, turn.ACTS)
    if attack.rapid:
        states.add(run, who, turn.RAPID)
    turn.close_step(run, who)


def named(fight: Fight, action: Action) -> Attack:
    """The attack an action names.

    Raises:
        Refused: weapon, use or target are missing or unknown.
    """
    known = holding.find(fight, action.who, str(action.arguments.get("weapon", "")))
    target = str(action.arguments.get("target", ""))
    if known is None or target not in fight.bodies or target == action.who:
        raise Refused(Refusal(text("Say what with and whom to attack."), "dfrpg.maneuver.attack"))
    weapon = known[0]
    use_id = str(action.arguments.get("use", ""))
    use = weapon.uses.get(use_id)
    if (use is None and use_id) or (use is None and weapon.shot is None):
        raise Refused(Refusal(text("Say how to strike with it."), "dfrpg.maneuver.attack"))
    return manners.named(action).of(attack_of(fight, action.who, target, weapon, use))


def attack_of(fight: Fight, who: str, target: str, weapon: Weapon, use: Use | None) -> Attack:
    """An attack by the manoeuvre in force."""
    maneuver, variant = states.maneuver_of(fight, who)
    item = holding.item_of(fight, who, weapon)
    off = item is not None and item.hand == "off"
    found = Attack(who, target, weapon, use, maneuver, variant, off_hand=off)
    for shape in SHAPES:
        found = shape(fight, found)
    return found


def declared(fight: Fight, attack: Attack) -> Refusal | None:
    """All attacks of an All-Out Attack go at one foe. Source: dfrpg.maneuver.all_out_attack.double."""
    if attack.maneuver != "all_out_attack":
        return None
    foe = next((one.note for one in states.effects_of(fight, attack.who, DECLARED)), attack.target)
    if foe == attack.target:
        return None
    return Refusal(text("All its attacks go at one foe."), turn.allowance(fight, attack.who).rule)


def forgets_foe(run: Run, who: str) -> None:
    """The foe of an All-Out Attack was that of one turn. Source: dfrpg.maneuver.all_out_attack.double."""
    states.lose(run, who, DECLARED)
