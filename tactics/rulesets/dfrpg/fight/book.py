"""The fighting rules of the Dungeon Fantasy RPG, put together from the kinds of actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from tactics.core.problems import Problem, ProblemError
from tactics.core.text import Named
from tactics.rules.action import Action
from tactics.rules.by_kinds import Course, FightByKinds
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind
from tactics.rulesets.dfrpg.board import grid_of
from tactics.rulesets.dfrpg.fight import (
    aiming,
    all_out,
    attack,
    attacking,
    attacks,
    close_combat,
    concentrating,
    consciousness,
    covering,
    criticals,
    damage,
    defending,
    defense_rules,
    drawing,
    dual,
    evading,
    exhaustion,
    falling,
    feinting,
    footing,
    giving,
    harm,
    kinds,
    maneuvers,
    manners,
    melee,
    moves,
    order,
    own_numbers,
    places,
    postures,
    powers,
    reaching,
    reacting,
    readying,
    reloading,
    shooting,
    shoving,
    slamming,
    states,
    stop_thrust,
    stowing,
    surprise,
    throwing,
    triggers,
    turn,
    turn_steps,
    turning,
    using,
    waiting,
    waits,
)
from tactics.rulesets.dfrpg.fight.badges import badges_of
from tactics.rulesets.dfrpg.fight.sheet import items_of, sheet_of, thing_name
from tactics.rulesets.dfrpg.tables import SYSTEM
from tactics.world.creature import Creature
from tactics.world.fight import Body, Fight, Item
from tactics.world.world import World

KINDS: list[Kind] = [
    maneuvers.ChooseManeuver(),
    attacks.MakeAttack(),
    dual.DualWeaponAttack(),
    shoving.Shove(),
    slamming.Slam(),
    feinting.MakeFeint(),
    aiming.TakeAim(),
    concentrating.UseAbility(),
    powers.ToggleAbility(),
    readying.Ready(),
    stowing.Drop(),
    waiting.Declare(),
    stop_thrust.StopThrust(),
    covering.Cover(),
    waiting.Signal(),
    moves.Move(),
    moves.Step(),
    turning.Turn(),
    postures.ChangePosture(),
    postures.KneelByStep(),
    postures.Crouch(),
    order.END_TURN,
]
"""Every kind of action, in the order of the action bar."""

attack.PARTS += attacks.PARTS
attack.CAPS += attacks.CAPS
attacks.FORBIDS += (attacks.declared,)
attack.PARTS += (*melee.PARTS, *all_out.PARTS, manners.harder)
attack.CAPS += melee.CAPS
attacks.FORBIDS += (*all_out.FORBIDS, manners.forbidden)
attacking.NOTES += (feinting.notes,)
damage.CHANGES += all_out.CHANGES
attacking.CRITICAL_HIT += (criticals.hit,)
attacking.CRITICAL_MISS += (criticals.miss,)
attacking.AFTER += (surprise.noticed,)
defending.AFTER += (criticals.defended,)
defending.TRIED += (consciousness.owes_roll,)
defending.FORBIDS_ALL += (surprise.caught, surprise.unaware)
defending.PARTS += (surprise.unseen_parts,)
harm.STRUCK += (criticals.drops,)
harm.WOUNDED += (surprise.wakes,)
maneuvers.WHY_NOT += (surprise.sleeps,)
maneuvers.HOLDS_OUT += (consciousness.keeps_up, exhaustion.keeps_going)
maneuvers.RISKS += (consciousness.risk, exhaustion.risk)
maneuvers.TELLS += (consciousness.tells, exhaustion.tells)
order.BEGIN_STEPS += (surprise.begins,)
defending.FORBIDS_ALL += defense_rules.FORBIDS_ALL
defending.FORBIDS += defense_rules.FORBIDS
defending.PARTS += defense_rules.PARTS
defending.PARTS += (feinting.worse, footing.defense_parts, manners.deceived)
attack.PARTS += (powers.attack_parts,)
defending.PARTS += (powers.defense_parts,)
defending.TRIED += (concentrating.distracted_by_defense,)
harm.ARMOR += (powers.armor_parts,)
harm.STUNNED += (concentrating.broken_by_stun,)
harm.WOUNDED += (concentrating.distracted_by_wound,)
maneuvers.LEAVING += (concentrating.leaves,)
maneuvers.CHOSEN += (feinting.waits,)
places.FALLEN += (concentrating.distracted_by_fall,)
powers.RESISTING += (concentrating.distract,)
attack.PARTS += (*shooting.PARTS, *aiming.PARTS)
attacks.FORBIDS += shooting.FORBIDS
attacking.NOTES += shooting.NOTES
attacking.AFTER += (aiming.shot, reloading.shot, throwing.thrown)
damage.CHANGES += shooting.CHANGES
defending.TRIED += (aiming.defended,)
harm.WOUNDED += (aiming.wounded,)
harm.STUNNED += (aiming.dazed,)
maneuvers.WHY_NOT += (aiming.why_not_choose,)
maneuvers.LEAVING += (aiming.leave,)
moves.STOPS += aiming.STOPS
places.MOVED += (aiming.moved,)
places.TURNED += (aiming.watch,)
order.START_STEPS += (aiming.watch,)
order.END_STEPS += (aiming.end_of_turn,)
readying.FAMILIES += (
    drawing.TAKING,
    stowing.PUTTING_AWAY,
    reaching.WIELDING,
    reloading.FAMILY,
    giving.GIVING,
    using.USING,
)
readying.BEGUN += (giving.otherwise_busy,)
attacking.AFTER += (reaching.after_attack,)
places.FALLEN += (reaching.shaken,)
harm.STUNNED += (reaching.shaken, readying.stunned, giving.shaken)
maneuvers.LEAVING += (readying.leaves, giving.leaves)
maneuvers.TELLS += (readying.tells,)
moves.STOPS += (readying.rooted,)
order.END_STEPS += (readying.idles,)
states.AFTERMATH += (readying.out_of_it, giving.out_of_it)
attack.PARTS += (postures.target_parts, close_combat.attack_parts)
attacks.FORBIDS += (close_combat.out_of_reach,)
attacks.EXEMPT += (shoving.exempt, slamming.exempt)
attacking.BEFORE += (shoving.unhampered,)
attacking.INSTEAD += (slamming.contact,)
attacking.NOTES += (falling.far_words, slamming.dice_words)
damage.CHANGES += (shoving.pushes_only, slamming.own_damage)
defending.FORBIDS += (close_combat.defense_forbidden,)
harm.STRUCK += (falling.knocked_back,)
moves.ENTERS += (close_combat.enters,)
moves.LEAVES += (evading.leaves,)
moves.TELLS += (evading.told,)
moves.STOPS += (evading.stops,)
places.MOVED += (close_combat.leaves,)
places.FALLEN += (close_combat.knocked_over,)
order.START_STEPS += (close_combat.begins, evading.begins)
kinds.ALL += KINDS
turn.BENDS += (waits.allowance,)
defending.TRIED += (waits.defends,)
harm.STUNNED += (waits.forgets,)
moves.SETS_OUT += (triggers.sets_out,)
moves.ENTERS += (triggers.enters,)
attacking.INTERRUPTS += (triggers.interrupts,)
attacking.BEFORE += (stop_thrust.told,)
attacking.AFTER += (stop_thrust.spent,)
attacking.NOTES += (stop_thrust.notes,)
attacks.SHAPES += (covering.shape,)
damage.CHANGES += (stop_thrust.harder,)
reacting.BEGINS += (stop_thrust.begins,)
reacting.ENDS += (stop_thrust.ends,)
reacting.AFTER += (triggers.done,)
order.START_STEPS += turn_steps.START
order.END_STEPS += turn_steps.END


class DfrpgFighting(FightByKinds):
    """Fights by the Dungeon Fantasy RPG."""

    system, kinds = SYSTEM, KINDS
    turn_rule, action_rule = "dfrpg.core.turn_order", "dfrpg.maneuver.list"
    course = Course(order.begin, states.can_act, turn.resources, order.end_turn, order.finish, badges_of)

    def started(self, creature: Creature, world: World) -> tuple[Body, Creature]:
        """A figure as its stat block says, that looks where that says or towards the nearest enemy.

        Raises:
            ProblemError: its stat block has faults, a thing of it lies beside the board, or it has several postures.

        Source: dfrpg.grid.start_facing
        """
        sheet = sheet_of(creature)
        for item in items_of(creature):
            if item.square is not None and not world.board.inside(item.square):
                raise ProblemError([Problem(creature.id, "combat", f"{item.kind} lies beside the board")])
        postures = sorted(creature.of(SYSTEM).conditions & {*states.POSTURES, states.CROUCHING})
        if len(postures) > 1:
            raise ProblemError([Problem(creature.id, "conditions", f"{' and '.join(postures)} are several postures")])
        if creature.facing is None:
            facing = grid_of(world).names.index(sheet.facing) if sheet.facing else places.first_facing(world, creature)
            creature = replace(creature, facing=facing)
        tired = {own_numbers.FATIGUE: sheet.lost_fp} if sheet.lost_fp else {}
        return Body(sheet.hp - sheet.lost_hp, sheet.hp, counters=MappingProxyType(tired)), creature

    def things(self, creature: Creature) -> Iterable[Item]:
        """Weapons, shield and gear."""
        return items_of(creature)

    def thing_name(self, maker: Creature, kind: str) -> Named:
        """What its stat block calls a thing."""
        return thing_name(sheet_of(maker), kind)

    def follow(self, run: Run, before: Fight, action: Action) -> None:
        """Let those react who have waited for what was done."""
        triggers.done(run, before, action)
