"""Other actions: what the game master lets somebody try, with its cost and traits."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, NeedChoice, Option, Preview, Refusal, Refused
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf2e.fight import performing, turn
from tactics.rulesets.pf2e.fight.performing import ATTACK, CONCENTRATE, MANIPULATE, MOVE, Deed
from tactics.world.fight import Fight

RULE = "pf2e.action.other"
ID = "other"
TRAITS: dict[str, Text] = {
    "": text("no trait that matters"),
    CONCENTRATE: text("concentrate"),
    MANIPULATE: text("manipulate"),
    MOVE: text("move"),
    ATTACK: text("an attack"),
}
"""Traits that others react to, that states forbid or that the economy of actions counts."""
COSTS = (1, 2, 3)


class Other:
    """A deed the rules do not cover: it takes its actions, and others react to it. Source: pf2e.action.other."""

    ids = (ID,)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each cost."""
        for cost in COSTS:
            refusal = performing.why_not(fight, who, Deed(ID, cost))
            traits = tuple(
                Choice(one or "none", title)
                for one, title in TRAITS.items()
                if performing.why_not(fight, who, Deed(ID, cost, frozenset({one}))) is None
            )
            needs = () if refusal else (NeedChoice("how", traits, text("Which trait?")),)
            yield Option(ID, "other", text("Something else"), turn.COSTS[cost], needs, refusal, {"cost": cost})

    def resolve(self, run: Run, action: Action) -> None:
        """Spend the actions; what comes of it is told, not ruled."""
        deed = _deed(action)
        refuse(performing.why_not(run.fight, action.who, deed))
        going = performing.begin(run, action.who, deed)
        if ATTACK in deed.traits:
            turn.count_attack(run, action.who)
        if going:
            said = str(action.arguments.get("text", ""))
            name = run.fight.world.creature(action.who).name
            words = text("{name}: {what}", name=name, what=said) if said else text("{name} does something.", name=name)
            run.emit(Noted(action.who, words, RULE))
            if MOVE in deed.traits:
                performing.finish_move(run, action.who, deed)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        return performing.previewed(fight, action.who, _deed(action), Preview())


def _deed(action: Action) -> Deed:
    """The deed an action describes: cost and traits, one or several.

    Raises:
        Refused: the description makes no sense.
    """
    cost, how = action.arguments.get("cost", 1), action.arguments.get("how", "none")
    named = how if isinstance(how, tuple) else (how,)
    traits = frozenset(str(one) for one in named if one != "none")
    if cost not in COSTS or not traits <= set(TRAITS):
        raise Refused(Refusal(text("It costs 1 to 3 actions and has known traits."), RULE))
    return Deed(ID, int(str(cost)), traits)
