"""Shields: raising one, and blocking with it."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import as_words, text
from tactics.rules.action import Action, Choice, Option, Preview, Refusal
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.pf2e.fight import conditions, performing, turn
from tactics.rulesets.pf2e.fight.holding import shield_of
from tactics.rulesets.pf2e.fight.performing import ATTACK, Deed
from tactics.rulesets.pf2e.fight.reactions import GOES_ON, Offer, Trigger
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.things_broken import damage_thing, hardness_of, left_of
from tactics.rulesets.pf2e.fight.worn import SHIELD_RAISED, is_broken
from tactics.world.fight import Duration, Fight

RAISE = Deed("raise_shield")
BLOCK = "shield_block"


class RaiseShield:
    """A shield's bonus to Armor Class until the start of the next turn. Source: pf2e.basic.raise_shield."""

    ids = ("raise_shield",)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For who has a shield at all and has not raised it."""
        if sheet_of(fight.world.creature(who)).shield is not None and not fight.body(who).has(SHIELD_RAISED):
            title, refusal = as_words(ACTIONS, "raise_shield"), _no_raise(fight, who)
            yield Option("raise_shield", "defend", title, turn.COSTS[1], refusal=refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Raise it."""
        who = action.who
        refuse(_no_raise(run.fight, who))
        shield = sheet_of(run.fight.world.creature(who)).shield
        if performing.begin(run, who, RAISE) and shield is not None:
            until = Duration("start", who)
            conditions.gain(run, who, SHIELD_RAISED, value=shield.bonus, source=who, duration=until)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The bonus."""
        refuse(_no_raise(fight, action.who))
        shield = sheet_of(fight.world.creature(action.who)).shield
        found = Preview(notes=(text("+{n} to Armor Class.", n=0 if shield is None else shield.bonus),))
        return performing.previewed(fight, action.who, RAISE, found)


def _no_raise(fight: Fight, who: str) -> Refusal | None:
    refusal = performing.why_not(fight, who, RAISE)
    if refusal is not None:
        return refusal
    item = shield_of(fight, who)
    if item is None:
        return Refusal(text("It has no shield in hand."), "pf2e.basic.raise_shield")
    if fight.body(who).has(SHIELD_RAISED):
        return Refusal(text("The shield is raised already."), "pf2e.basic.raise_shield")
    return Refusal(text("The shield is broken."), "pf2e.item.broken") if is_broken(fight, item) else None


class ShieldBlock:
    """A raised shield takes its Hardness off an attack's damage; the rest goes to its bearer and to the shield.

    Source: pf2e.basic.shield_block, pf2e.item.hardness_hp
    """

    id = BLOCK

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """For who has the feat and a raised shield, against a physical attack."""
        item = shield_of(fight, who)
        if trigger.kind != "hurt" or trigger.target != who or ATTACK not in trigger.traits or item is None:
            return ()
        able = BLOCK in sheet_of(fight.world.creature(who)).feats and fight.body(who).has(SHIELD_RAISED)
        if not able or not turn.has_reaction(fight, who):
            return ()
        hardness, left = hardness_of(fight, item), left_of(fight, item)
        rest = max(0, trigger.amount - hardness)
        note = text("{rest} of {amount} damage is left, for the shield too.", rest=rest, amount=trigger.amount)
        return (
            Offer(
                Choice(BLOCK, text("Block with the shield")),
                text("{amount} damage. Block with the shield?", amount=trigger.amount),
                Preview(notes=(note,)),
                first=rest < left,
            ),
        )

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> int:
        """Block."""
        item = shield_of(run.fight, who)
        turn.spend_reaction(run, who)
        if item is None:
            return GOES_ON
        stopped = min(hardness_of(run.fight, item), trigger.amount)
        run.emit(Noted(who, text("The shield stops {n} damage.", n=stopped), "pf2e.basic.shield_block"))
        damage_thing(run, item, trigger.amount - stopped, past_hardness=True)
        return -stopped
