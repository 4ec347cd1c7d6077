"""Reactions to a fall: Arrest a Fall and Grab an Edge."""

from __future__ import annotations

from tactics.core.space import square_space
from tactics.core.text import as_words, text
from tactics.rules.action import Choice, Preview
from tactics.rules.event import Moved, Noted
from tactics.rules.fighting import Run
from tactics.rules.vocabulary import ACTIONS, SKILLS
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.falling import grab_edge
from tactics.rulesets.pf2e.fight import chances, footing, harm, turn
from tactics.rulesets.pf2e.fight.checks import check
from tactics.rulesets.pf2e.fight.damage import Dealt
from tactics.rulesets.pf2e.fight.falls import ARRESTED, HELD, z_for
from tactics.rulesets.pf2e.fight.harm import Blow
from tactics.rulesets.pf2e.fight.holding import free_hands
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.reactions import GOES_ON, Offer, Trigger
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.speeds import speed_ft
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

_BOUND = frozenset({"restrained"})


class ArrestFall:
    """A flyer catches itself. Source: pf2e.basic.arrest_fall, pf2e.move.fly_speed."""

    id = "arrest_fall"

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """Acrobatics, for one that has a fly Speed and falls."""
        wings = speed_ft(creatures.stats(fight.world.creature(who)), "fly")
        if trigger.kind != "fall" or trigger.target != who or wings is None or not turn.has_reaction(fight, who):
            return ()
        title = text(
            "{name} falls {feet} ft. Spread the wings?", name=fight.world.creature(who).name, feet=trigger.amount
        )
        return (Offer(Choice(self.id, as_words(ACTIONS, self.id)), title, _arrest_preview(fight, who)),)

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> int:
        """Roll; success is a gentle fall."""
        turn.spend_reaction(run, who)
        dc = int(table("falling")["arrest_dc"])
        parts = parts_of(run.fight, who, "acrobatics")
        found = check(run, who, "skill", parts, dc, what=as_words(SKILLS, "acrobatics"), rule="pf2e.basic.arrest_fall")
        return ARRESTED if found.succeeded else GOES_ON


def _arrest_preview(fight: Fight, who: str) -> Preview:
    return chances.preview_of(parts_of(fight, who, "acrobatics"), int(table("falling")["arrest_dc"]))


class GrabEdge:
    """Catching hold of an edge while falling from it or past it. Source: pf2e.basic.grab_edge."""

    id = "grab_edge"

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """A Reflex save, where there is an edge and the hands are not bound."""
        if trigger.kind != "fall" or trigger.target != who or not trigger.path or not turn.has_reaction(fight, who):
            return ()
        if creatures.stats(fight.world.creature(who)).conditions & _BOUND:
            return ()
        title = text("{name} falls {feet} ft. Grab the edge?", name=fight.world.creature(who).name, feet=trigger.amount)
        preview = chances.preview_of(parts_of(fight, who, "reflex"), _dc(fight, trigger))
        return (Offer(Choice(self.id, as_words(ACTIONS, self.id)), title, preview),)

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> int:
        """Roll; who holds on hangs there, who fails badly is hurt by the edge."""
        turn.spend_reaction(run, who)
        rule = "pf2e.basic.grab_edge"
        parts = parts_of(run.fight, who, "reflex")
        found = check(run, who, "save", parts, _dc(run.fight, trigger), what=statistic_name("reflex"), rule=rule)
        creature = run.fight.world.creature(who)
        landing_ft = creatures.ground_ft(run.fight.world, creature.space)
        edge_ft = run.fight.world.board.at(trigger.path[0]).ground_z_ft
        fallen_ft = landing_ft + trigger.amount - edge_ft
        grab = grab_edge(found.degree, fallen_ft, free_hand=free_hands(run.fight, who) > 0)
        if grab.holds:
            foot_ft = max(landing_ft, edge_ft - footing.tall_ft(creature))
            space = creature.space
            run.emit(Moved(who, space.anchor, 0, "fall", space.width, space.height, z_for(foot_ft, landing_ft)))
            footing.take_posture(run, who, footing.climbing_posture(run.fight, who), rule)
            run.emit(Noted(who, text("{who} holds on to the edge.", who=creature.name), rule))
        if grab.damage:
            harm.hurt(run, who, [Dealt(grab.damage, "bludgeoning")], Blow(rule=rule))
        return HELD if grab.holds else GOES_ON


def _dc(fight: Fight, trigger: Trigger) -> int:
    """The DC to climb there. Source: pf2e.basic.grab_edge."""
    return footing.check_dc(fight.world.board, square_space(trigger.path[0]), "ledge")
