"""A plain opponent: it strikes what it can hurt most, else moves where it can strike next, and ends its turn.

It knows no rule. It reads the options and previews of the battle, as a player does: what an action is worth stands in
`worth.py`, where it goes in `places.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from tactics.ai.bracing import stay_braced
from tactics.ai.caution import step_back
from tactics.ai.helping import come_up_for_air, saving, spend
from tactics.ai.maneuvers import choose_maneuver, come_to_strike, do_its_work, face_an_enemy, let_go
from tactics.ai.places import (
    HEIGHT,
    STEPS,
    STRIDES,
    away_from,
    close_in,
    come_level,
    follow,
    nearest,
    safest_square,
    stands,
    struck,
    struck_from_afar,
    threatened,
    way_to_an_enemy,
)
from tactics.ai.plans import LEAST_WORTH, Plan, aimed, candidates, plans, previewed
from tactics.ai.searching import look, search
from tactics.ai.worth import enemies, risk, worth
from tactics.core.lattice import Square
from tactics.engine.battle import Battle
from tactics.rules.action import (
    Action,
    Argument,
    Decision,
    NeedArea,
    NeedPath,
    NeedSquare,
    Preview,
)
from tactics.world.edit import moved
from tactics.world.fight import Fight

_STANDING_WORTH = Fraction(4)
_HOPELESS = Fraction(1, 20)
_GETS_UP = ("stand_up", "stand")
_WALKS = (*STRIDES, "command_animal", "run", "fly", "swim", "crawl")
_SHORT = (*STEPS, *STRIDES)
_TAKES = ("draw", "draw_weapon", "pick_up")
_POWERS = ("power",)
_STAYS = ("hover", "tread_water")
"""What keeps a creature where it is in air or water, offered as long as it is needed."""
_OPENS = ("door",)
_HANDS = ("main", "both")
_ENDS = "end_turn"
_MOST_IMAGINED = 3


class Opponent:
    """Chooses one action or answer at a time."""

    def choose(self, battle: Battle) -> Action:
        """What to do now for the creature that has to act.

        Args:
            battle: it is looked at, not changed.
        """
        decision = battle.decision
        if decision is not None:
            return _answer(battle.fight, decision)
        who = battle.fight.active
        return (
            let_go(battle, who)
            or choose_maneuver(battle, who)
            or stay_braced(battle, who)
            or do_its_work(battle, who)
            or come_up_for_air(battle, who)
            or self._get_up(battle, who)
            or self._take_up(battle, who)
            or self._stays_up_to_attack(battle, who)
            or spend(battle, who)
            or come_to_strike(battle, who)
            or step_back(battle, who)
            or look(battle, who)
            or self._approach(battle, who)
            or search(battle, who)
            or face_an_enemy(battle, who)
            or self._attack(battle, who, hopeless=True)
            or Action(who, _ENDS)
        )

    def _get_up(self, battle: Battle, who: str) -> Action | None:
        """Getting up where that is worth what those may do who react to it."""
        fight = battle.fight
        for option in battle.allowed(who, ids=_GETS_UP):
            action = Action(who, option.id, option.arguments)
            preview = previewed(battle.fighting, fight, action)
            if preview is None:
                continue
            if risk(fight, who, preview) < _STANDING_WORTH or not any(plans(battle.fighting, fight, who)):
                return action
        return None

    def _take_up(self, battle: Battle, who: str) -> Action | None:
        """Something to fight with, for one whose hands are empty."""
        fight = battle.fight
        if any(item.holder == who and item.hand in _HANDS for item in fight.items.values()):
            return None
        ways = (next(aimed(fight, who, option), None) for option in battle.allowed(who, ids=_TAKES))
        return next((one for one in ways if one is not None), None)

    def _stays_up_to_attack(self, battle: Battle, who: str) -> Action | None:
        """What promises most; before it what keeps it in the air or afloat, if it would otherwise go down."""
        attack = self._attack(battle, who)
        stays = battle.allowed(who, ids=_STAYS) if attack else ()
        return next((Action(who, one.id, one.arguments) for one in stays), attack)

    def _attack(self, battle: Battle, who: str, *, hopeless: bool = False) -> Action | None:
        """What promises most, its reactions counted; first a careful step when that would spare them.

        What hardly ever succeeds is done when nothing else is left to do.
        """
        found = [*plans(battle.fighting, battle.fight, who), *saving(battle.fighting, battle.fight, who)]
        found = [one for one in found if hopeless or one.preview.chance is None or one.preview.chance > _HOPELESS]
        if not found:
            return None
        best = max(found, key=lambda one: one.worth)
        boldest = max(found, key=lambda one: one.promise)
        step = self._step_away(battle, who, boldest, best.worth) if boldest.preview.reactions else None
        return step or (best.action if best.worth > LEAST_WORTH else None)

    def _step_away(self, battle: Battle, who: str, plan: Plan, best: Fraction) -> Action | None:
        """A step, else a move that leaves room for the plan, to where more can be done than here."""
        several = any(one.left > 1 for one in battle.resources(who))
        walks = [one for one in battle.allowed(who, ids=STRIDES) if several or one.cost != plan.option.cost]
        for options in (battle.allowed(who, ids=STEPS), walks):
            for stride in islice(away_from(battle, who, options, plan.preview.reactions), _MOST_IMAGINED):
                there = replace(battle.fight, world=moved(battle.fight.world, who, stride.square))
                worths = (one.worth for one in plans(battle.fighting, there, who))
                if max(worths, default=Fraction(0)) > max(best, LEAST_WORTH):
                    return stride.action
        return None

    def _approach(self, battle: Battle, who: str) -> Action | None:
        """A move to where it can strike, else nearer to an enemy, or a door on that way opened.

        After striking from afar it stays; after striking at all it moves only where nobody reacts.
        """
        done = struck(battle, who)
        if struck_from_afar(battle, who):
            return None
        from_afar = self._acts_from_afar(battle, who)
        if not from_afar and _stands_well(battle, who):
            return come_level(battle, who, battle.allowed(who, ids=_WALKS))
        found = None if from_afar else close_in(battle, who, battle.allowed(who, ids=_SHORT), bold=not done)
        return found or self._advance(battle, who, bold=not done) or self._otherwise(battle, who)

    def _advance(self, battle: Battle, who: str, *, bold: bool) -> Action | None:
        """On along the way to the nearest enemy, but into nobody's reach where it can help it."""
        # A power that begins with a move goes on from there, so of two ways as good it is the better one.
        moves = (*battle.allowed(who, groups=_POWERS), *battle.allowed(who, ids=_WALKS))
        walks = [one for one in moves if HEIGHT not in one.arguments]
        way = way_to_an_enemy(battle, who) if walks else ()
        if not way:
            return None
        danger = frozenset[Square]().union(*(threatened(battle, one.id) for one in enemies(battle.fight, who)))
        return follow(battle, who, walks, way=way, shun=danger, bold=bold)

    def _acts_from_afar(self, battle: Battle, who: str) -> bool:
        """Whether it need not come near: it threatens nothing, or has a power that is aimed at a place."""
        powers = battle.allowed(who, groups=("power",))
        return not threatened(battle, who) or any(isinstance(need, NeedArea) for one in powers for need in one.needs)

    def _otherwise(self, battle: Battle, who: str) -> Action | None:
        """What brings it on where no way on foot does."""
        return self._opens(battle, who) or come_level(battle, who, battle.allowed(who, ids=_WALKS))

    def _opens(self, battle: Battle, who: str) -> Action | None:
        """Opening a closed door at hand."""
        walls = battle.fight.world.board.walls
        closed = {wall.group for wall in walls if wall.kind == "door" and wall.state == "closed"}
        for option in battle.allowed(who, ids=_OPENS) if closed else ():
            if option.arguments.get("door") in closed:
                return Action(who, option.id, option.arguments)
        return None


def _stands_well(battle: Battle, who: str) -> bool:
    """Whether an enemy is in its reach."""
    world = battle.fight.world
    return world.creature(world.creature(who).mount or who).space.anchor in stands(battle, who)


def _answer(fight: Fight, decision: Decision) -> Action:
    """The choice that promises most, else the usual one."""
    gains = {id_: worth(fight, decision.who, preview) for id_, preview in decision.preview.items()}
    best = max(gains, key=lambda id_: gains[id_], default=decision.default)
    if gains.get(best, 0) > 0:
        return Action(decision.who, best, _settled(fight, decision, best))
    onward = _onward(fight, decision)
    return onward or Action(decision.who, decision.default, _settled(fight, decision, decision.default))


def _onward(fight: Fight, decision: Decision) -> Action | None:
    """A choice to move that ends nearer to an enemy than where the creature stands, None when there is none."""
    foes = [one.space for one in enemies(fight, decision.who)]
    own = fight.world.creature(decision.who).space
    for choice, needs in decision.needs.items():
        if not foes or len(needs) != 1 or not isinstance(needs[0], NeedPath):
            continue
        need = needs[0]
        near = min(need.costs, key=lambda one: (nearest(own.at(one), foes), need.costs[one]), default=None)
        if near is not None and nearest(own.at(near), foes) < nearest(own, foes):
            return Action(decision.who, choice, {need.name: need.paths[near]})
    return None


def _settled(fight: Fight, decision: Decision, choice: str) -> Mapping[str, Argument]:
    said: dict[str, Argument] = {}
    for need in decision.needs.get(choice, ()):
        first = next(candidates(fight, decision.who, need), None)
        if isinstance(need, NeedSquare) and _evades(decision.preview.get(choice)):
            first = safest_square(fight, decision.who, need.squares)
        if first is not None:
            said[need.name] = first
    return said


def _evades(preview: Preview | None) -> bool:
    """Whether a choice is to get away from harm, and does none."""
    return preview is not None and preview.chance is not None and not preview.damage_most
