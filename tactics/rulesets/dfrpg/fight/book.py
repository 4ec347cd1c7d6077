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
    attack_action,
    attack_resolution,
    balance,
    close_combat,
    concentrating,
    consciousness,
    covering,
    criticals,
    damage,
    defending,
    defense_rules,
    distraction,
    drawing,
    dual,
    evading,
    exhaustion,
    feinting,
    footing,
    giving,
    harm,
    kinds,
    lying_down,
    maneuvers,
    manners,
    melee,
    moves,
    order,
    own_numbers,
    places,
    postures,
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
    stun_recovery,
    surprise,
    throwing,
    toggling,
    triggers,
    turn,
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
    attack_action.MakeAttack(),
    dual.DualWeaponAttack(),
    shoving.Shove(),
    slamming.Slam(),
    feinting.MakeFeint(),
    aiming.TakeAim(),
    concentrating.UseAbility(),
    toggling.ToggleAbility(),
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

# What the modules leave open, filled in the order in which it is told and tried.

attack.PARTS[:] = (
    attack_action.moving_parts,
    melee.aiming_parts,
    melee.hindered_parts,
    all_out.determined_parts,
    manners.harder,
    toggling.attack_parts,
    shooting.parts,
    aiming.bonus,
    postures.target_parts,
    close_combat.attack_parts,
)
attack.CAPS[:] = (attack_action.moving_cap, melee.wild_cap)

attack_action.FORBIDS[:] = (
    attack_action.declared,
    all_out.once_more,
    manners.forbidden,
    shooting.covered,
    close_combat.out_of_reach,
)
attack_action.EXEMPT[:] = (shoving.exempt, slamming.exempt)
attack_action.SHAPES[:] = (covering.shape,)

attack_resolution.INTERRUPTS[:] = (triggers.interrupts,)
attack_resolution.BEFORE[:] = (shoving.unhampered, stop_thrust.told)
attack_resolution.INSTEAD[:] = (slamming.contact,)
attack_resolution.AFTER[:] = (
    surprise.noticed,
    aiming.shot,
    reloading.shot,
    throwing.thrown,
    reaching.after_attack,
    stop_thrust.spent,
)
attack_resolution.NOTES[:] = (
    feinting.notes,
    shooting.notes,
    balance.far_words,
    slamming.dice_words,
    stop_thrust.notes,
)

defending.FORBIDS_ALL[:] = (surprise.caught, surprise.unaware, *defense_rules.FORBIDS_ALL)
defending.FORBIDS[:] = (*defense_rules.FORBIDS, close_combat.defense_forbidden)
defending.PARTS[:] = (
    surprise.unseen_parts,
    *defense_rules.PARTS,
    feinting.worse,
    footing.defense_parts,
    manners.deceived,
    toggling.defense_parts,
)
defending.TRIED[:] = (
    consciousness.owes_roll,
    distraction.distracted_by_defense,
    aiming.defended,
    waits.defends,
)
defending.AFTER[:] = (criticals.defended,)

damage.CHANGES[:] = (
    all_out.stronger,
    shooting.halved,
    shoving.pushes_only,
    slamming.own_damage,
    stop_thrust.harder,
)
harm.ARMOR[:] = (toggling.armor_parts,)
harm.STRUCK[:] = (criticals.drops, balance.knocked_back)
harm.WOUNDED[:] = (surprise.wakes, distraction.distracted_by_wound, aiming.wounded)
harm.STUNNED[:] = (
    distraction.broken_by_stun,
    aiming.dazed,
    reaching.shaken,
    readying.stunned,
    giving.shaken,
    waits.forgets,
)

maneuvers.WHY_NOT[:] = (surprise.sleeps, aiming.why_not_choose)
maneuvers.HOLDS_OUT[:] = (consciousness.keeps_up, exhaustion.keeps_going)
maneuvers.RISKS[:] = (consciousness.risk, exhaustion.risk)
maneuvers.TELLS[:] = (consciousness.tells, exhaustion.tells, readying.tells)
maneuvers.LEAVING[:] = (distraction.leaves, aiming.leave, readying.leaves, giving.leaves)
maneuvers.CHOSEN[:] = (feinting.waits,)
turn.BENDS[:] = (waits.allowance,)
order.START_STEPS[:] = (
    aiming.watch,
    close_combat.begins,
    evading.begins,
    consciousness.pays_roll,
    surprise.own_turn,
)
order.END_STEPS[:] = (aiming.end_of_turn, readying.idles, stun_recovery.recovers, attack_action.forgets_foe)

moves.STOPS[:] = (aiming.still, readying.rooted, evading.stops)
places.MOVED[:] = (aiming.moved, close_combat.leaves)
places.TURNED[:] = (aiming.watch,)
lying_down.FALLEN[:] = (
    distraction.distracted_by_fall,
    aiming.moved,
    reaching.shaken,
    close_combat.knocked_over,
)

readying.FAMILIES[:] = (
    drawing.TAKING,
    stowing.PUTTING_AWAY,
    reaching.WIELDING,
    reloading.FAMILY,
    giving.GIVING,
    using.USING,
)
readying.BEGUN[:] = (giving.otherwise_busy,)
states.AFTERMATH[:] = (readying.out_of_it, giving.out_of_it)
reacting.AFTER[:] = (triggers.done,)
kinds.ALL[:] = KINDS


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
        postures = sorted(creature.of(SYSTEM).conditions & set(states.POSTURES))
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
