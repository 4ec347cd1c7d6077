"""Reactions to a move: there are none in this game."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.dfrpg.figures import called


def judge(case: Case) -> Verdict:
    """Who may react: nobody, unless by a Wait declared before.

    Source: dfrpg.maneuver.wait.only_reaction_attack
    """
    mover = case.world.creature(case.question.who or "")
    case.squares("path", case.question.path)
    case.step(
        "dfrpg.maneuver.wait.only_reaction_attack",
        text("Only one who declared a Wait before strikes at somebody else's move."),
    )
    return case.verdict((), text("Nobody may react to {name}.", name=called(mover)))
