"""Basic attacks that a power lets somebody make at once, as a free action of theirs."""

from __future__ import annotations

from tactics.core.text import Text, text
from tactics.rules.action import Choice, Decision
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import aiming, conditions
from tactics.rulesets.dnd4e.fight.holding import weapons_for
from tactics.rulesets.dnd4e.fight.powers import Outcome, Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.dnd4e.fight.using import carry_out, previewed, title_of
from tactics.world.fight import Fight

PASS = "pass"
_Blow = tuple[str, Power, Weapon | None, str]
"""Who strikes, with what, whom."""


def basic(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """A basic attack: of an ally that is met against an enemy of its choice, of an ally against an enemy that is met.

    Source: dnd4e.action.free
    """
    fight = run.fight
    friendly = fight.world.creature(target).side == fight.world.creature(who).side
    strikers = [target] if friendly else [ally for ally in _side(fight, who) if ally != who]
    blows = [blow for striker in strikers for blow in _blows(fight, striker, one.id, "" if friendly else target)]
    if not blows:
        name = fight.world.creature(target).name
        run.emit(Noted(target, text("{name}: nobody can strike now.", name=name), "dnd4e.action.free"))
        return
    ids = {f"{number}": blow for number, blow in enumerate(blows)}
    decision = Decision(
        who=target if friendly else who,
        id="granted_attack",
        title=text("A basic attack at once: whose, against whom?"),
        choices=(
            *(Choice(id_, _words(fight, blow)) for id_, blow in ids.items()),
            Choice(PASS, text("Nobody strikes")),
        ),
        default="0",
        preview={id_: previewed(fight, blow[0], blow[1], blow[2], (blow[3],)) for id_, blow in ids.items()},
    )
    chosen = ids.get(run.ask(decision).id)
    if chosen is not None:
        striker, with_, weapon, aim = chosen
        carry_out(run, striker, with_, weapon, (aim,))


def _side(fight: Fight, who: str) -> list[str]:
    side = fight.world.creature(who).side
    return [one.id for one in fight.world.creatures if one.side == side and not fight.body(one.id).out]


def _blows(fight: Fight, who: str, kind: str, target: str) -> list[_Blow]:
    """The basic attacks a creature could make now, against a target or against any enemy."""
    if not conditions.can_act(fight, who):
        return []
    side = fight.world.creature(who).side
    against = [target] if target else [one.id for one in fight.world.creatures if one.side != side]
    return [
        (who, power, weapon, aim)
        for power in sheet_of(fight.world.creature(who)).powers.values()
        if power.basic and kind in ("any", power.basic)
        for weapon in weapons_for(fight, who, power)
        if aiming.unready(fight, who, weapon) is None
        for aim in against
        if aiming.may_target(fight, who, aim, power, weapon) is None
    ]


def _words(fight: Fight, blow: _Blow) -> Text:
    who, power, weapon, aim = blow
    return text(
        "{name} against {target}: {power}",
        name=fight.world.creature(who).name,
        target=fight.world.creature(aim).name,
        power=title_of(power, weapon),
    )
