"""Whether an action is allowed: the step of a manoeuvre."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tactics.core.text import ntext, text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.dfrpg.figures import called, stats
from tactics.rulesets.dfrpg.stepping import step_cells
from tactics.rulesets.dfrpg.strength import step_yd
from tactics.world.creature import Creature


def judge(case: Case) -> Verdict:
    """Whether something may be done.

    Raises:
        ProblemError: it is nothing that a position alone decides.

    Source: the rule of the action
    """
    question = case.question
    if question.action is None or question.action not in _ACTIONS:
        known = ", ".join(sorted(_ACTIONS))
        raise case.refuse("action", f"{question.action!r} is not judged; known: {known}")
    if question.who is None:
        raise case.refuse("who", f"{question.action} needs it")
    if _ACTIONS[question.action](case, case.world.creature(question.who)):
        return case.verdict(True, text("That is allowed."))
    return case.verdict(False, text("That is not allowed."))


def _step(case: Case, who: Creature) -> bool:
    """Whether a step leads there. Source: dfrpg.grid.step, dfrpg.movement.step."""
    path = case.question.path
    if len(path) < 2 or path[0] != who.space.anchor:
        raise case.refuse("path", "a step needs its path, which begins where the figure stands")
    for name in ("metric", "corner_cutting"):
        case.switch(name)
    yards = step_yd(stats(who).speeds_sq["walk"])
    case.squares("path", path)
    case.step(
        "dfrpg.movement.step",
        ntext("{name} steps {n} yard.", "{name} steps {n} yards.", yards, name=called(who)),
    )
    allowed = path[-1] in step_cells(case.world, who.id, yards)
    if not allowed:
        case.step("dfrpg.grid.step", text("No free way of that length leads to {square}.", square=path[-1]))
    return allowed


_ACTIONS: Mapping[str, Callable[[Case, Creature], bool]] = {"step": _step}
