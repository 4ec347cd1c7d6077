"""Attacks of opportunity: who may make one, the question whether it does, and the strike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Choice, Decision
from tactics.rules.event import CounterSet, Part
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight import conditions, turn
from tactics.rulesets.pf1.fight.asking import provoked
from tactics.rulesets.pf1.fight.holding import judged
from tactics.rulesets.pf1.fight.mounted import attack_extra
from tactics.rulesets.pf1.fight.numbers import (
    Manner,
    melee_weapons,
    opportunities_each_round,
    ready_weapons,
    weapon_of,
)
from tactics.rulesets.pf1.fight.strike import can_strike, strike, strike_preview
from tactics.rulesets.pf1.places import called
from tactics.rulesets.pf1.provoke import can_react
from tactics.rulesets.pf1.reach import snap_sq
from tactics.world.fight import Fight

DECLINE = "decline"
STRIKE = Manner(kind="melee", opportunity=True)
SNAP = Manner(kind="ranged", opportunity=True)
_UNABLE = frozenset({"total_defense", "grappled", "pinned", "grappling"})


class Instead(Protocol):
    """A maneuver that may take the place of the strike."""

    id: str

    @property
    def title(self) -> Text:
        """What it is called."""

    def fits(self, fight: Fight, who: str, target: str) -> bool:
        """Whether it can be tried."""

    def attempt_on(self, run: Run, who: str, target: str, extra: tuple[Part, ...] = ()) -> None:
        """Try it, with further parts of the check."""


INSTEAD: list[Instead] = []
"""Maneuvers in place of an attack of opportunity; the fight puts them in."""


def left(fight: Fight, who: str) -> int:
    """Attacks of opportunity a creature may still make before its own turn.

    Source: pf1.aoo.one_per_round, pf1.aoo.combat_reflexes, pf1.aoo.flat_footed, pf1.action.total_defense
    """
    if fight.body(who).out or not conditions.can_act(fight, who) or not can_react(judged(fight).creature(who)):
        return 0
    if any(effect.id in _UNABLE for effect in fight.body(who).effects):
        return 0
    return max(0, opportunities_each_round(fight, who) - fight.body(who).count(turn.OPPORTUNITIES))


def provoke(
    run: Run,
    who: str,
    *,
    action: str | None = None,
    path: tuple[Square, ...] = (),
    only: Iterable[str] | None = None,
    why: Text | None = None,
    evades: Callable[[str], bool] | None = None,
) -> None:
    """Give everybody who may react the choice to strike, one after another, and let them.

    Args:
        run: the action that provokes.
        who: the one who provokes.
        action: what it does, an id of the table of actions.
        path: one step, when it leaves a square.
        only: ids of those who may react at all, such as the target of a maneuver; they need not be named by the table.
        why: what provokes, for the question.
        evades: whether it gets past a foe that could strike; asked for each of them.

    Source: pf1.aoo.definition, pf1.aoo.interrupt, pf1.aoo.one_per_move, pf1.maneuver.action
    """
    able = provoked(run.fight, who, path, action) if only is None else tuple(only)
    for foe in able:
        if not conditions.can_act(run.fight, who) and path:
            return
        if path and run.fight.body(foe).count(turn.LEFT + who):
            continue
        if left(run.fight, foe) > 0 and not (evades is not None and evades(foe)):
            _react(run, foe, who, moving=bool(path), why=why)


def _react(run: Run, foe: str, who: str, *, moving: bool, why: Text | None) -> None:
    manners = dict.fromkeys(melee_weapons(run.fight, foe), STRIKE) | dict.fromkeys(_snaps(run.fight, foe), SNAP)
    weapons = [one for one, manner in manners.items() if can_strike(run.fight, foe, who, one, manner) is None]
    if not weapons:
        return
    world = run.fight.world
    choices = tuple(
        Choice(f"strike.{one}", text("Strike: {weapon}", weapon=weapon_of(run.fight, foe, one).name)) for one in weapons
    )
    more = tuple(Choice(one.id, one.title) for one in INSTEAD if one.fits(run.fight, foe, who))
    title = why or text("{name} gives an opening. Strike?", name=called(world.creature(who)))
    decision = Decision(
        who=foe,
        id="attack_of_opportunity",
        title=title,
        choices=(*choices, *more, Choice(DECLINE, text("Let it go"))),
        default=choices[0].id,
        preview={
            f"strike.{one}": strike_preview(
                run.fight, foe, who, one, manners[one], extra=attack_extra(run.fight, foe, who, manners[one].kind)
            )
            for one in weapons
        },
    )
    answer = run.ask(decision)
    if answer.id == DECLINE:
        return
    run.emit(CounterSet(foe, turn.OPPORTUNITIES, run.fight.body(foe).count(turn.OPPORTUNITIES) + 1))
    if moving:
        run.emit(CounterSet(foe, turn.LEFT + who, 1))
    for one in INSTEAD:
        if one.id == answer.id:
            one.attempt_on(run, foe, who)
            return
    weapon = answer.id.removeprefix("strike.")
    strike(run, foe, who, weapon, manners[weapon], extra=attack_extra(run.fight, foe, who, manners[weapon].kind))


def _snaps(fight: Fight, who: str) -> tuple[str, ...]:
    """What a creature may shoot as an attack of opportunity: anything, with a feat for that.

    Source: pf1.aoo.melee_only, pf1.threat.squares
    """
    if not snap_sq(judged(fight).creature(who)):
        return ()
    return tuple(one.id for one in ready_weapons(fight, who) if one.kind == "ranged")


def armed(fight: Fight, ids: Iterable[str]) -> tuple[str, ...]:
    """Those who hold a weapon or have natural ones.

    Source: pf1.attack.unarmed_provokes
    """
    return tuple(one for one in ids if melee_weapons(fight, one))
