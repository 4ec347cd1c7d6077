"""Riding in a fight: getting on and off, who acts in whose turn, and parting when one of the two goes down."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Action, NeedCreature, NeedSquare, Option, Preview, Refusal
from tactics.rules.event import CounterSet, Mounted, Moved, OrderChanged
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.question import Question
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import conditions, holds, performing, reactions, turn
from tactics.rulesets.pf2e.fight.asking import ask
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.naming import action_name
from tactics.rulesets.pf2e.fight.performing import MOVE, Deed
from tactics.rulesets.pf2e.fight.reactions import Trigger
from tactics.rulesets.pf2e.mounted import dismount_squares
from tactics.world.fight import Fight, Slot

RULE = "pf2e.basic.mount"
MOUNT, DISMOUNT = Deed("mount", 1, frozenset({MOVE})), Deed("dismount", 1, frozenset({MOVE}))


class Mount:
    """Getting onto a willing, bigger creature beside one. Source: pf2e.basic.mount, pf2e.mounted.requirements."""

    ids = ("mount",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Creatures of one's own side that could be ridden from here."""
        own = fight.world.creature(who)
        if own.mount or not any(_bigger(fight, who, one.id) for one in fight.world.creatures):
            return
        refusal = performing.why_not(fight, who, MOUNT)
        steeds = () if refusal else tuple(one for one in fight.bodies if _why_not(fight, who, one) is None)
        if refusal is None and not steeds:
            reasons = (_why_not(fight, who, one.id) for one in fight.world.creatures if _bigger(fight, who, one.id))
            refusal = next((one for one in reasons if one is not None), None)
        needs = () if refusal else (NeedCreature("target", steeds, text("Which one?")),)
        yield Option("mount", "move", action_name("mount", text("Mount")), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Get on; the mount has no turn of its own from now on."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(performing.why_not(run.fight, who, MOUNT))
        refuse(_why_not(run.fight, who, target))
        if not performing.begin(run, who, MOUNT, target=target) or not _leave(run, who, MOUNT):
            return
        if _why_not(run.fight, who, target) is None:
            holds.let_all_go(run, who)
            steed = run.fight.world.creature(target).space
            run.emit(Mounted(who, target))
            _put(run, who, steed.anchor)
            _join(run, who, target)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        return _reactors(fight, action.who, MOUNT)


class Dismount:
    """Getting down beside the mount, the only move a rider has. Source: pf2e.basic.mount, pf2e.mounted.penalties."""

    ids = ("dismount",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Free squares beside the mount."""
        if not fight.world.creature(who).mount:
            return
        refusal = performing.why_not(fight, who, DISMOUNT)
        squares = () if refusal else _around(fight, who)
        if refusal is None and not squares:
            refusal = Refusal(text("There is no free square beside the mount."), RULE)
        needs = () if refusal else (NeedSquare("square", squares, text("Where to?")),)
        yield Option("dismount", "move", text("Dismount"), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Get down."""
        who, square = action.who, action.arguments.get("square")
        refuse(performing.why_not(run.fight, who, DISMOUNT))
        if not isinstance(square, Square) or square not in _around(run.fight, who):
            refuse(Refusal(text("There is no free square beside the mount."), RULE))
            return
        if performing.begin(run, who, DISMOUNT) and _leave(run, who, DISMOUNT):
            holds.let_all_go(run, who)
            part(run, who, square)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        return _reactors(fight, action.who, DISMOUNT)


def _bigger(fight: Fight, who: str, other: str) -> bool:
    """Whether somebody on the same side is there at all who could carry a creature."""
    own, steed = fight.world.creature(who), fight.world.creature(other)
    taken = any(True for _ in creatures.riders_of(fight.world, steed))
    return creatures.is_ally(own, steed) and not fight.body(other).out and not taken and not steed.mount


def _why_not(fight: Fight, who: str, target: str) -> Refusal | None:
    """Why a creature cannot get onto another one. Source: pf2e.basic.mount, pf2e.mounted.requirements."""
    if target not in fight.bodies or target == who or not _bigger(fight, who, target):
        return Refusal(text("There is nobody to ride."), RULE)
    question = Question(ask="legal", who=who, target=target, action="mount")
    if ask(judged(fight), question).value is True:
        return None
    verdict = ask(judged(fight), question, explain=True)
    return Refusal(verdict.summary, verdict.steps[-1].rule if verdict.steps else RULE, verdict)


def _around(fight: Fight, who: str) -> tuple[Square, ...]:
    world = judged(fight)
    return tuple(dismount_squares(world, world.creature(who)))


def _leave(run: Run, who: str, deed: Deed) -> bool:
    """Let others react to leaving the square; whether the move goes on. Source: pf2e.move.triggers_reactions."""
    reactions.offer(run, Trigger("leaves", who, deed.id, deed.traits))
    return conditions.can_act(run.fight, who) and conditions.why_not_move(run.fight, who) is None


def _reactors(fight: Fight, who: str, deed: Deed) -> Preview:
    trigger = Trigger("leaves", who, deed.id, deed.traits)
    others = tuple(one for one in reactions.could_react(fight, trigger) if one != who)
    return performing.previewed(fight, who, deed, Preview(reactions=others))


def _put(run: Run, who: str, square: Square) -> None:
    creature = run.fight.world.creature(who)
    run.emit(Moved(who, square, 0, "walk", creature.space.width, creature.space.height, creature.z_ft))


def _join(run: Run, rider: str, mount: str) -> None:
    """The mount acts in its rider's turn; one whose own turn has not come this round can be commanded now.

    Source: pf2e.mounted.initiative
    """
    order, now = run.fight.order, run.fight.turn
    place = next((number for number, slot in enumerate(order) if slot.who == mount), None)
    if place is None or not turn.obeys_rider(run.fight, mount):
        return
    run.emit(OrderChanged(tuple(slot for slot in order if slot.who != mount)))
    if now is not None and place > now:
        turn.regain(run, mount)


def part(run: Run, rider: str, square: Square | None) -> None:
    """Let a rider come down, and give its mount a turn of its own, at the rider's count and before it.

    Source: pf2e.mounted.initiative, pf2e.basic.mount
    """
    mount = run.fight.world.creature(rider).mount
    run.emit(Mounted(rider, ""))
    if square is not None:
        _put(run, rider, square)
    order = run.fight.order
    place = next((number for number, slot in enumerate(order) if slot.who == rider), None)
    if place is None or run.fight.body(mount).out or any(slot.who == mount for slot in order):
        return
    own = Slot(mount, order[place].initiative, order[place].tie + 1)
    run.emit(OrderChanged((*order[:place], own, *order[place:])))
    if run.fight.active == rider:
        for key in (turn.ACTIONS, turn.QUICK):
            if run.fight.body(mount).count(key):
                run.emit(CounterSet(mount, key, 0))


def settle(run: Run) -> None:
    """Part riders and mounts of whom one is prone, unconscious or dead: the rider lands beside the mount, prone.

    Source: pf2e.condition.prone, pf2e.condition.unconscious, pf2e.mounted.requirements
    """
    for creature in run.fight.world.creatures:
        if not creature.mount or creature.mount not in run.fight.bodies:
            continue
        if any(_down(run.fight, one) for one in (creature.id, creature.mount)):
            square = next(iter(_around(run.fight, creature.id)), None)
            part(run, creature.id, square)
            if not run.fight.body(creature.id).out and not run.fight.body(creature.id).has("prone"):
                conditions.gain(run, creature.id, "prone", rule="pf2e.condition.prone")


def _down(fight: Fight, who: str) -> bool:
    body = fight.body(who)
    return bool(body.out) or body.has("unconscious") or body.has("prone")
