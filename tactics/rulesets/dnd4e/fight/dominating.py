"""The turn of a dominated creature: whoever dominates it chooses its one action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Choice, Decision, NeedPath
from tactics.rules.fighting import Run
from tactics.rules.verdict import Verdict
from tactics.rulesets.dnd4e.fight import aiming, conditions, ground, moves, saving, turn
from tactics.rulesets.dnd4e.fight.asking import price
from tactics.rulesets.dnd4e.fight.holding import weapons_for
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.dnd4e.fight.using import ON_TURN, carry_out, previewed, title_of
from tactics.world.fight import Fight

RULE = "dnd4e.condition.dominated"
WALK, STAND, NOTHING = "walk", "stand_up", "nothing"


@dataclass(frozen=True, slots=True)
class Order:
    """An attack that can be demanded."""

    power: Power
    weapon: Weapon | None
    target: str

    @property
    def id(self) -> str:
        """Its id as an answer."""
        return f"attack.{self.power.id}.{self.weapon.id if self.weapon else ''}.{self.target}"


def command(run: Run, who: str) -> bool:
    """Let a dominated creature do what it is told; whether anybody told it anything.

    Source: dnd4e.condition.dominated
    """
    by = conditions.commander(run.fight, who)
    if not by:
        return False
    found = {one.id: one for one in orders(run.fight, who, by)}
    answer = run.ask(_decision(run.fight, who, by, found))
    if answer.id in found:
        told = found[answer.id]
        turn.spend(run, who, told.power.action)
        carry_out(run, who, told.power, told.weapon, (told.target,))
    elif answer.id == WALK:
        path = answer.arguments.get("path")
        if isinstance(path, tuple):
            _walk(run, who, tuple(one for one in path if isinstance(one, Square)))
    elif answer.id == STAND:
        turn.spend(run, who, turn.MOVE)
        conditions.lose(run, who, "prone")
    return True


def orders(fight: Fight, who: str, by: str) -> Iterator[Order]:
    """The attacks that can be demanded: at-will powers against one creature, its friends among them."""
    for power in sheet_of(fight.world.creature(who)).powers.values():
        if power.usage != "at_will" or power.action not in ON_TURN or not power.rolls or power.area:
            continue
        widened = replace(power, targets="creature")
        for weapon in weapons_for(fight, who, power):
            if aiming.unready(fight, who, weapon) is not None:
                continue
            for target in fight.bodies:
                legal = target not in (who, by) and aiming.may_target(fight, who, target, widened, weapon) is None
                if legal:
                    yield Order(power, weapon, target)


def _decision(fight: Fight, who: str, by: str, found: dict[str, Order]) -> Decision:
    name = fight.world.creature(who).name
    choices = [Choice(one.id, _words(fight, one)) for one in found.values()]
    needs: dict[str, tuple[NeedPath, ...]] = {}
    if "prone" in conditions.held(fight, who):
        choices.append(Choice(STAND, text("Stand up")))
    elif moves.stuck(fight, who) is None:
        choices.append(Choice(WALK, text("Walk")))
        needs[WALK] = (moves.ways(fight, who, moves.speed_of(fight, who)),)
    choices.append(Choice(NOTHING, text("Do nothing")))
    own = fight.world.creature(by).side
    default = next((one.id for one in found.values() if fight.world.creature(one.target).side != own), NOTHING)
    return Decision(
        who=by,
        id="dominate",
        title=text("{name} is dominated. What must it do?", name=name),
        choices=tuple(choices),
        default=default,
        needs=needs,
        preview={one.id: previewed(fight, who, one.power, one.weapon, (one.target,)) for one in found.values()},
    )


def _words(fight: Fight, one: Order) -> Text:
    attack, target = title_of(one.power, one.weapon), fight.world.creature(one.target).name
    return text("{attack} against {name}", attack=attack, name=target)


def _walk(run: Run, who: str, path: tuple[Square, ...]) -> None:
    """Walk as told; before ground that harms it a saving throw lets it stop.

    Source: dnd4e.condition.dominated, dnd4e.save.immediate
    """
    if len(path) < 2 or path[0] != run.fight.world.creature(who).space.anchor:
        return
    costs = price(run.fight, who, path)
    if isinstance(costs, Verdict) or sum(costs) > moves.speed_of(run.fight, who):
        return
    turn.spend(run, who, turn.MOVE)
    for here, there in pairwise(path):
        balks = ground.hinders(run.fight, who, here, there)
        if balks and saving.saving_throw(run, who, what=text("the edge"), rule=RULE):
            return
        if not moves.walk(run, who, (here, there), action="walk"):
            return
