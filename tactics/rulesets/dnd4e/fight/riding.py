"""Riding: getting on and off, sharing a turn, and parting when one of the two falls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.lattice import Square
from tactics.core.text import as_words, text
from tactics.rules.action import Action, NeedCreature, NeedSquare, Option, Preview, Refusal
from tactics.rules.event import Mounted, Moved, OrderChanged
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.adjacency import adjacent, touching
from tactics.rulesets.dnd4e.effect import has_effect
from tactics.rulesets.dnd4e.fight import conditions, moves, order, saving, turn
from tactics.rulesets.dnd4e.fight.aiming import words
from tactics.rulesets.dnd4e.fight.asking import case_of
from tactics.rulesets.dnd4e.mount import mount_refusal
from tactics.rulesets.dnd4e.occupancy import is_free
from tactics.rulesets.dnd4e.spots import creature_spot
from tactics.world.fight import Effect, Fight, Slot

RULE, FORCED = "dnd4e.mount.basics", "dnd4e.mount.forced"


class Mount:
    """Getting onto a bigger friend beside one. Source: dnd4e.mount.basics."""

    ids = ("mount",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Friends that could carry it."""
        steeds = tuple(one for one in fight.bodies if _why_not(fight, who, one) is None)
        if steeds:
            refusal = turn.affordable(fight, who, turn.MOVE) or _tied(fight, who)
            needs = () if refusal else (NeedCreature("target", steeds, text("Which one?")),)
            yield Option("mount", "move", as_words(ACTIONS, "mount"), turn.COSTS[turn.MOVE], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Get on; the mount acts in its rider's turn from now on."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(turn.affordable(run.fight, who, turn.MOVE) or _tied(run.fight, who) or _why_not(run.fight, who, target))
        turn.spend(run, who, turn.MOVE)
        run.emit(Mounted(who, target))
        _put(run, who, run.fight.world.creature(target).space.anchor)
        if any(slot.who == target for slot in run.fight.order):
            run.emit(OrderChanged(tuple(slot for slot in run.fight.order if slot.who != target)))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nobody reacts."""
        return Preview(takes=(action.who,))


class Dismount:
    """Getting down beside the mount. Source: dnd4e.mount.basics."""

    ids = ("dismount",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Free squares beside it."""
        if fight.world.creature(who).mount not in fight.bodies:
            return
        refusal = turn.affordable(fight, who, turn.MOVE)
        squares = () if refusal else tuple(_around(fight, who))
        if refusal is None and not squares:
            refusal = Refusal(text("There is no free square beside the mount."), RULE)
        needs = () if refusal else (NeedSquare("square", squares, text("Where to?")),)
        yield Option("dismount", "move", as_words(ACTIONS, "dismount"), turn.COSTS[turn.MOVE], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Get down."""
        who, square = action.who, action.arguments.get("square")
        refuse(turn.affordable(run.fight, who, turn.MOVE))
        if run.fight.world.creature(who).mount not in run.fight.bodies:
            refuse(Refusal(text("It rides nobody."), RULE))
        if not isinstance(square, Square) or square not in _around(run.fight, who):
            refuse(Refusal(text("There is no free square beside the mount."), RULE))
            return
        turn.spend(run, who, turn.MOVE)
        part(run, who, square)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nobody reacts."""
        return Preview(takes=(action.who,))


def _why_not(fight: Fight, who: str, target: str) -> Refusal | None:
    """Why a creature cannot be mounted, None when it can. Source: dnd4e.mount.basics."""
    if target not in fight.bodies or target == who:
        return Refusal(text("There is nobody to ride."), RULE)
    case = case_of(fight)
    own, steed = case.world.creature(who), case.world.creature(target)
    taken = steed.mount or any(one.mount == target for one in case.world.creatures)
    if own.mount or taken or own.side != steed.side or not conditions.can_act(fight, target):
        return Refusal(text("There is nobody to ride."), RULE)
    if not adjacent(creature_spot(case.world, own), creature_spot(case.world, steed)):
        return Refusal(text("{name} is not beside it.", name=steed.name), RULE)
    if not has_effect(case, own.space, steed.space):
        return Refusal(text("{name} is not beside it.", name=steed.name), RULE)
    return words(mount_refusal(own, steed))


def _tied(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot get onto anything: it lies, or cannot leave its square."""
    return moves.stuck(fight, who) or moves.lies(fight, who)


def _put(run: Run, who: str, square: Square) -> None:
    creature = run.fight.world.creature(who)
    run.emit(Moved(who, square, 0, "forced", creature.space.width, creature.space.height, creature.z_ft))


def _around(fight: Fight, who: str) -> Iterator[Square]:
    """Free places beside the mount for its rider."""
    world = fight.world
    own = world.creature(who)
    steed = world.creature(own.mount or who).space
    for y in range(steed.y - own.space.height, steed.y + steed.height + 1):
        for x in range(steed.x - own.space.width, steed.x + steed.width + 1):
            there = own.space.at(Square(x, y))
            inside = all(world.board.inside(one) for one in there.squares())
            free = inside and not there.overlaps(steed) and is_free(world, own, there)
            if free and touching(there, steed) and has_effect(case_of(fight), steed, there):
                yield Square(x, y)


def part(run: Run, rider: str, square: Square | None) -> None:
    """Part a rider from its mount, which keeps its rider's place in the order, just before it.

    Source: dnd4e.mount.basics
    """
    mount = run.fight.world.creature(rider).mount or ""
    run.emit(Mounted(rider, ""))
    if square is not None:
        _put(run, rider, square)
    slots = run.fight.order
    at = next((number for number, slot in enumerate(slots) if slot.who == rider), None)
    if at is None or mount not in run.fight.bodies or run.fight.body(mount).out:
        return
    if not any(slot.who == mount for slot in slots):
        own = Slot(mount, slots[at].initiative, slots[at].tie + 1)
        run.emit(OrderChanged((*slots[:at], own, *slots[at:])))


def _falls(run: Run, rider: str) -> None:
    """Let a rider land prone beside its mount. Source: dnd4e.mount.forced."""
    part(run, rider, next(_around(run.fight, rider), None))
    if not run.fight.body(rider).out and not run.fight.body(rider).has("prone"):
        conditions.gain(run, rider, Effect("prone", rule=FORCED))


def lapse(run: Run) -> None:
    """Part riders from mounts that are down, or from which they were moved away.

    Source: dnd4e.mount.forced
    """
    for one in run.fight.world.creatures:
        if one.mount not in run.fight.bodies:
            continue
        steed = run.fight.world.creature(one.mount)
        if run.fight.body(one.id).out:
            part(run, one.id, None)
        elif not one.space.overlaps(steed.space):
            part(run, one.id, one.space.anchor)
            conditions.gain(run, one.id, Effect("prone", rule=FORCED))
        elif run.fight.body(steed.id).out or conditions.held(run.fight, steed.id) & {"unconscious", "dying"}:
            _falls(run, one.id)


def knocked(run: Run, who: str, effect: Effect) -> None:
    """A rider knocked prone may save to stay mounted; one whose mount falls lands prone beside it.

    Source: dnd4e.mount.forced
    """
    if effect.id != "prone":
        return
    if run.fight.world.creature(who).mount in run.fight.bodies:
        if saving.saving_throw(run, who, what=text("falling off"), rule=FORCED):
            conditions.lose(run, who, "prone")
        else:
            part(run, who, next(_around(run.fight, who), None))
        return
    for one in run.fight.world.creatures:
        if one.mount == who:
            _falls(run, one.id)


def begins(run: Run, who: str) -> None:
    """A mount's turn begins with its rider's. Source: dnd4e.mount.basics."""
    mount = run.fight.world.creature(who).mount
    if mount in run.fight.bodies:
        for step in order.START_STEPS:
            if not run.fight.body(mount).out:
                step(run, mount)
        turn.begin(run, mount)


def ends(run: Run, who: str) -> None:
    """A mount's turn ends with its rider's. Source: dnd4e.mount.basics."""
    mount = run.fight.world.creature(who).mount
    if mount in run.fight.bodies:
        for step in order.END_STEPS:
            if not run.fight.body(mount).out:
                step(run, mount)
