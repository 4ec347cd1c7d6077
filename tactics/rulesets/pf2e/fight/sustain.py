"""Sustain a Spell: an action that keeps a power up, and uses it again where it does something each time."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import text
from tactics.rules.action import Action, Need, Option, Preview, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf2e.fight import performing, sustaining, turn
from tactics.rulesets.pf2e.fight.casting import needs_of, take_effect
from tactics.rulesets.pf2e.fight.origins import power_of
from tactics.rulesets.pf2e.fight.performing import ATTACK, CONCENTRATE, RANGED, Deed
from tactics.rulesets.pf2e.fight.power_preview import power_preview
from tactics.rulesets.pf2e.fight.power_targets import AIM, aimed_at
from tactics.rulesets.pf2e.fight.powers import Power
from tactics.world.fight import Effect, Fight

RULE = "pf2e.basic.sustain_spell"


def deed_of(power: Power) -> Deed:
    """Sustaining a power as an action; an attack it repeats is one. Source: pf2e.basic.sustain_spell."""
    traits = {CONCENTRATE}
    if power.repeats and power.attack:
        traits |= {ATTACK, RANGED} if power.attack == "ranged" else {ATTACK}
    return Deed("sustain_spell", 1, frozenset(traits))


class Sustain:
    """Keeping up a power for another round.

    Source: pf2e.basic.sustain_spell, pf2e.effect.duration_sustained
    """

    ids = ("sustain_spell",)
    groups = ("power",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each power that lasts so."""
        for effect in sustaining.sustained_of(fight, who):
            power = power_of(fight, who, effect.origin)
            if power is None:
                continue
            refusal = performing.why_not(fight, who, deed_of(power)) or _kept_up(fight, effect, who)
            needs: tuple[Need, ...] = ()
            if refusal is None and power.repeats:
                nobody, needs = needs_of(fight, who, power)
                needs = () if nobody is not None else needs
            title = text("Sustain: {power}", power=power.name)
            yield Option("sustain_spell", "power", title, turn.COSTS[1], needs, refusal, {"power": power.id})

    def resolve(self, run: Run, action: Action) -> None:
        """Sustain it; one that is disrupted ends, and so does one that has lasted as long as it can."""
        who = action.who
        effect, power = _known(run.fight, action)
        refuse(performing.why_not(run.fight, who, deed_of(power)) or _kept_up(run.fight, effect, who))
        targets = _targets(run.fight, power, action)
        if not performing.begin(run, who, deed_of(power)):
            sustaining.stop(run, who, power.id)
        elif sustaining.lasts_on(run, who, power) and power.repeats:
            take_effect(run, who, power, targets, action)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What it does again, and who may react."""
        _, power = _known(fight, action)
        found = Preview()
        if power.repeats:
            targets = _targets(fight, power, action)
            found = power_preview(fight, action.who, power, targets, action.arguments.get(AIM))
        return performing.previewed(fight, action.who, deed_of(power), found)


def _known(fight: Fight, action: Action) -> tuple[Effect, Power]:
    """What an action sustains.

    Raises:
        Refused: nothing of the kind.
    """
    named = str(action.arguments.get("power", ""))
    effect = next((one for one in sustaining.sustained_of(fight, action.who) if one.origin == named), None)
    power = power_of(fight, action.who, named)
    if effect is None or power is None:
        raise Refused(Refusal(text("It sustains no such power."), RULE))
    return effect, power


def _targets(fight: Fight, power: Power, action: Action) -> tuple[str, ...]:
    """Whom a power that does something each time takes now; nobody when nobody can be aimed at."""
    if not power.repeats or needs_of(fight, action.who, power)[0] is not None:
        return ()
    return aimed_at(fight, action.who, power, action)


def _kept_up(fight: Fight, effect: Effect, who: str) -> Refusal | None:
    """That the power lasts to the end of the next turn already."""
    if effect.duration.turns > 1 and fight.active == who:
        return Refusal(text("It lasts until the end of the next turn already."), RULE)
    return None
