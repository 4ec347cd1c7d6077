"""Getting on a mount and off it, and what a rider lets its mount do besides walking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tactics.core.lattice import Square
from tactics.core.space import size_steps
from tactics.core.text import text
from tactics.rules.action import Action, NeedCreature, NeedSquare, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Mounted, Moved, OrderChanged
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind, refuse
from tactics.rulesets.pf1.fight import conditions, moves, order, turn
from tactics.rulesets.pf1.fight.attacks import Attack, FullAttack
from tactics.rulesets.pf1.fight.grappling import held_by, holds
from tactics.rulesets.pf1.fight.mounted import RULE, free_around, mount_of, part, rider_of
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.rulesets.pf1.fight.standing import StandUp
from tactics.world.fight import Fight

_MOST_LEGS_OF_WALKERS = 2


class Mount:
    """Getting into the saddle of a friendly beast beside one.

    Source: pf1.action.move, pf1.aoo.provoking_actions, pf1.combat.mounted
    """

    ids = ("mount",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered beside a beast that can carry one."""
        steeds = tuple(one.id for one in fight.world.creatures if _may_carry(fight, who, one.id))
        if not steeds or mount_of(fight, who):
            return
        refusal = self._refusal(fight, who)
        needs = () if refusal else (NeedCreature("target", steeds, text("Whom?")),)
        yield Option("mount", "move", text("Mount up"), turn.COSTS[turn.MOVE], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Get on; from now on the mount acts in its rider's turn."""
        who, steed = action.who, str(action.arguments.get("target", ""))
        refuse(self._refusal(run.fight, who))
        if steed not in run.fight.bodies or not _may_carry(run.fight, who, steed):
            raise Refused(Refusal(text("Nobody beside it can carry it."), RULE))
        turn.spend(run, who, turn.MOVE)
        own, there = run.fight.world.creature(who), run.fight.world.creature(steed)
        run.emit(Moved(who, there.space.anchor, 0, "ridden", own.space.width, own.space.height, there.z_ft))
        run.emit(Mounted(who, steed))
        _share_the_turn(run, steed)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        if mount_of(fight, who):
            return Refusal(text("It sits in the saddle already."), RULE)
        return moves.stuck(fight, who) or turn.affordable(fight, who, turn.MOVE)


def _may_carry(fight: Fight, who: str, steed: str) -> bool:
    """Whether a creature beside somebody is a friendly beast big enough to carry it, and free.

    Source: pf1.combat.mounted
    """
    one, other = fight.world.creature(who), fight.world.creature(steed)
    if who == steed or one.side != other.side or rider_of(fight, who) or rider_of(fight, steed):
        return False
    if size_steps(one.size, other.size) < 1 or sheet_of(other).legs <= _MOST_LEGS_OF_WALKERS:
        return False
    busy = holds(fight, steed) or held_by(fight, steed) or mount_of(fight, steed)
    return not busy and conditions.can_act(fight, steed) and max(one.space.gap_sq(other.space)) <= 1


def _share_the_turn(run: Run, steed: str) -> None:
    """Take a mount out of the order: a turn still to come this round begins now, one that was taken is over.

    Source: pf1.combat.mounted
    """
    fight = run.fight
    place = next((number for number, slot in enumerate(fight.order) if slot.who == steed), None)
    if place is None:
        return
    acted = fight.turn is not None and place < fight.turn
    run.emit(OrderChanged(tuple(slot for slot in fight.order if slot.who != steed)))
    if not acted:
        order.begin_own(run, steed)
        return
    for key in (turn.STANDARD, turn.MOVE, turn.SWIFT, turn.STEP):
        if not run.fight.body(steed).count(key):
            run.emit(CounterSet(steed, key, 1))


class Dismount:
    """Getting out of the saddle.

    Source: pf1.action.move, pf1.aoo.provoking_actions, pf1.combat.mounted
    """

    ids = ("dismount",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The free squares around the mount."""
        mount = mount_of(fight, who)
        if not mount:
            return
        squares = tuple(free_around(fight, who, mount))
        refusal = self._refusal(fight, who)
        if refusal is None and not squares:
            refusal = Refusal(text("There is no free place beside the mount."), RULE)
        needs = () if refusal else (NeedSquare("square", squares, moves.WHERE),)
        yield Option("dismount", "move", text("Dismount"), turn.COSTS[turn.MOVE], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Get off; the mount has its own turns again, just before those of its rider."""
        who, square = action.who, action.arguments.get("square")
        refuse(self._refusal(run.fight, who))
        mount = mount_of(run.fight, who)
        if not isinstance(square, Square) or square not in tuple(free_around(run.fight, who, mount)):
            raise Refused(Refusal(text("Name a free place beside the mount."), RULE))
        turn.spend(run, who, turn.MOVE)
        part(run, who, mount, square)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        if not mount_of(fight, who):
            return Refusal(text("It does not ride."), RULE)
        return turn.affordable(fight, who, turn.MOVE)


_DEEDS: tuple[Kind, ...] = (Attack(), FullAttack(), StandUp())


class MountActs:
    """What a mount does with its own actions in its rider's turn, besides walking.

    Source: pf1.combat.mounted
    """

    ids = ("mount_acts",)
    groups = ("attack", "move")

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Every attack of the mount, and getting up."""
        mount = mount_of(fight, who)
        if not mount or not conditions.can_act(fight, mount):
            return
        for kind in _DEEDS:
            for one in kind.options(fight, mount):
                if one.id == "stand_up" and one.refusal is not None:
                    continue
                title = text("Mount: {deed}", deed=one.title)
                yield replace(one, id="mount_acts", title=title, arguments={**one.arguments, "how": one.id})

    def resolve(self, run: Run, action: Action) -> None:
        """Let the mount do it."""
        kind, its = self._of_mount(run.fight, action)
        unable = conditions.why_not_act(run.fight, its.who)
        refuse(unable)
        kind.resolve(run, its)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What the mount's deed would probably do."""
        kind, its = self._of_mount(fight, action)
        return kind.preview(fight, its)

    def _of_mount(self, fight: Fight, action: Action) -> tuple[Kind, Action]:
        mount, deed = mount_of(fight, action.who), str(action.arguments.get("how", ""))
        kind = next((one for one in _DEEDS if deed in one.ids), None)
        if not mount or kind is None:
            raise Refused(Refusal(text("It does not ride."), RULE))
        return kind, Action(mount, deed, {key: value for key, value in action.arguments.items() if key != "how"})
