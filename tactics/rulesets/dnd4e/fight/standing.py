"""Standing up and dropping prone."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import as_words, text
from tactics.geometry.steps import DIRECTIONS
from tactics.rules.action import Action, Choice, Decision, NeedSquare, Option, Preview, Refusal
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.question import Question
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.fight import conditions, turn
from tactics.rulesets.dnd4e.fight.asking import ask, case_of
from tactics.rulesets.dnd4e.fight.holding import judged
from tactics.rulesets.dnd4e.fight.moves import rule_of, take_step
from tactics.rulesets.dnd4e.legal import shift_allowed
from tactics.rulesets.dnd4e.occupancy import is_free
from tactics.world.fight import Effect, Fight


class StandUp:
    """Ending prone; nobody reacts. Source: dnd4e.move.stand_up."""

    ids = ("stand_up",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For who is prone."""
        if fight.body(who).has("prone"):
            title = as_words(ACTIONS, "stand_up")
            yield Option("stand_up", "move", title, turn.COSTS[turn.MOVE], refusal=_no_stand(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """Stand up."""
        refuse(_no_stand(run.fight, action.who))
        turn.spend(run, action.who, turn.MOVE)
        _make_room(run, action.who)
        conditions.lose(run, action.who, "prone")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()


def _make_room(run: Run, who: str) -> None:
    """Shift out of a square that somebody else stands in. Source: dnd4e.move.stand_up."""
    case = case_of(run.fight)
    own = case.world.creature(who)
    if is_free(case.world, own, own.space):
        return
    here = own.space.anchor
    around = (Square(here.x + dx, here.y + dy) for dx, dy in DIRECTIONS)
    squares = tuple(one for one in around if case.world.board.inside(one) and shift_allowed(case, own, one))
    first = squares[0]
    if len(squares) > 1:
        need = NeedSquare("square", squares, text("Where to?"))
        title = as_words(ACTIONS, "shift")
        answer = run.ask(
            Decision(who, "make_room", title, (Choice("shift", title),), "shift", needs={"shift": (need,)})
        )
        first = next((one for one in squares if one == answer.arguments.get("square")), first)
    take_step(run, who, first, 1, "walk")


def _no_stand(fight: Fight, who: str) -> Refusal | None:
    refusal = turn.affordable(fight, who, turn.MOVE)
    if refusal is not None:
        return refusal
    question = Question(ask="legal", who=who, action="stand_up")
    if ask(judged(fight), question).value is True:
        return None
    full = ask(judged(fight), question, explain=True)
    return Refusal(full.steps[-1].text, rule_of(full), full)


class DropProne:
    """Falling to the ground of one's own will. Source: dnd4e.move.drop_prone."""

    ids = ("drop_prone",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For who stands."""
        if not fight.body(who).has("prone"):
            title = as_words(ACTIONS, "drop_prone")
            refusal = _no_drop(fight, who)
            yield Option("drop_prone", "move", title, turn.COSTS[turn.MINOR], refusal=refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Lie down."""
        refuse(_no_drop(run.fight, action.who))
        turn.spend(run, action.who, turn.MINOR)
        conditions.gain(run, action.who, Effect("prone", rule="dnd4e.move.drop_prone"))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()


def _no_drop(fight: Fight, who: str) -> Refusal | None:
    if fight.body(who).has("prone"):
        return Refusal(text("It lies there already."), "dnd4e.move.drop_prone")
    return turn.affordable(fight, who, turn.MINOR)
