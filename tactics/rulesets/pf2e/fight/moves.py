"""Stride, Step and Crawl."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import as_words, text
from tactics.geometry.paths import step_key
from tactics.geometry.steps import DIRECTIONS
from tactics.rules.action import Action, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.question import Question
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.pf2e.fight import noticing, performing, turn
from tactics.rulesets.pf2e.fight.asking import ask
from tactics.rulesets.pf2e.fight.performing import MOVE, MUST_MOVE_ON, Deed
from tactics.rulesets.pf2e.fight.travel import legs_of, path_of, speed_of, walk, way_preview, within
from tactics.rulesets.pf2e.fight.ways import WHERE, Way, costs_of, need, no_way, rule_of, taken, way_of
from tactics.rulesets.pf2e.passing import may_end_turn, must_move_on
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.fight import Fight

STRIDE = Deed("stride", 1, frozenset({MOVE}))
STEP = Deed("step", 1, frozenset({MOVE}))
CRAWL = Deed("crawl", 1, frozenset({MOVE}))
STEP_FT = SQUARE_FT


class Stride:
    """Moving up to one's land Speed.

    Source: pf2e.basic.stride, pf2e.move.special_speeds
    """

    ids = ("stride",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The field the Speed pays for."""
        refusal = performing.why_not(fight, who, STRIDE) or _no_speed(fight, who)
        if refusal is None:
            refusal = no_way(fight, who, speed_of(fight, who), "pf2e.basic.stride")
        needs = () if refusal else (need(fight, who, speed_of(fight, who)),)
        yield Option("stride", "move", as_words(ACTIONS, "stride"), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Move along the path."""
        who, fight = action.who, run.fight
        refuse(performing.why_not(fight, who, STRIDE) or _no_speed(fight, who))
        path = path_of(action)
        costs = costs_of(fight, who, path, way_of(fight, who))
        within(sum(costs), speed_of(fight, who), "pf2e.basic.stride")
        passes = _stops_well(fight, who, path)
        if not performing.begin(run, who, STRIDE):
            return
        arrived = walk(run, who, legs_of(path, costs), action=STRIDE.id)
        if arrived and not passes:
            run.emit(CounterSet(who, MUST_MOVE_ON, 1))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return way_preview(fight, action.who, path_of(action), action.id)


def _no_speed(fight: Fight, who: str) -> Refusal | None:
    if speed_of(fight, who):
        return None
    return Refusal(text("It has no Speed for that."), "pf2e.move.special_speeds")


def _stops_well(fight: Fight, who: str, path: tuple[Square, ...]) -> bool:
    """Whether a move may end the turn where it ends; a friend's square only lets pass to a further move action.

    Raises:
        Refused: it may not even be passed, or no action is left to move on with.

    Source: pf2e.move.occupied_space
    """
    world = noticing.known_position(fight, who)
    creature = world.creature(who)
    space = creature.space.at(path[-1])
    if may_end_turn(world, creature, space):
        return True
    if not must_move_on(world, creature, space) or turn.affordable(fight, who, 2, "stride") is not None:
        raise Refused(Refusal(text("No move may end there."), "pf2e.move.occupied_space"))
    return False


class Step:
    """5 ft that nobody reacts to. Source: pf2e.basic.step, pf2e.move.exempt_from_reactions."""

    ids = ("step",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares around."""
        refusal = performing.why_not(fight, who, STEP)
        squares = {} if refusal else single_steps(fight, who, "step")
        if refusal is None and not squares:
            refusal = Refusal(text("No square around can be stepped into."), "pf2e.basic.step")
        yield Option(
            "step", "move", as_words(ACTIONS, "step"), turn.COSTS[1], _around(fight, who, squares, refusal), refusal
        )

    def resolve(self, run: Run, action: Action) -> None:
        """Take the step."""
        _single(run, action, STEP)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nobody reacts."""
        return Preview()


class Crawl:
    """5 ft while prone. Source: pf2e.basic.crawl."""

    ids = ("crawl",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares around, for who is prone."""
        if not fight.body(who).has("prone"):
            return
        refusal = performing.why_not(fight, who, CRAWL)
        squares = {} if refusal else single_steps(fight, who, "crawl")
        if refusal is None and not squares:
            refusal = Refusal(text("No square around can be crawled into."), "pf2e.basic.crawl")
        yield Option(
            "crawl", "move", as_words(ACTIONS, "crawl"), turn.COSTS[1], _around(fight, who, squares, refusal), refusal
        )

    def resolve(self, run: Run, action: Action) -> None:
        """Crawl."""
        _single(run, action, CRAWL)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return way_preview(fight, action.who, path_of(action), "crawl")


def single_steps(fight: Fight, who: str, action: str) -> dict[Square, int]:
    """Squares around that an action of one step may lead into, with 5 ft each. Source: pf2e.basic.step."""
    start = fight.world.creature(who).space.anchor
    way = way_of(fight, who)
    around = (Square(start.x + dx, start.y + dy) for dx, dy in DIRECTIONS)
    open_ = [there for there in around if way.costs_ft((start, there))]
    return {there: STEP_FT for there in open_ if _no_single(fight, who, action, (start, there), way) is None}


def _no_single(fight: Fight, who: str, action: str, path: tuple[Square, ...], way: Way) -> Refusal | None:
    """Why an action of one step does not lead along a path. Source: pf2e.basic.step, pf2e.basic.crawl."""
    world = noticing.known_position(fight, who)
    question = Question(ask="legal", who=who, action=action, path=path, diagonals=_counted(fight, who, action))
    if ask(world, question).value is not True:
        full = ask(world, question, explain=True)
        return Refusal(full.summary, rule_of(full), full)
    if len(path) == 2 and step_key(way.steps, *path):
        return None
    try:
        costs_of(fight, who, path, way)
    except Refused as error:
        return error.refusal
    return None


def _counted(fight: Fight, who: str, action: str) -> int:
    """Diagonals that count: a Step knows which one is dear, a Crawl covers 5 ft whatever came before.

    Source: pf2e.basic.step, pf2e.basic.crawl
    """
    return taken(fight, who) if action == "step" else 0


def _around(fight: Fight, who: str, squares: dict[Square, int], refusal: Refusal | None) -> tuple[NeedPath, ...]:
    if refusal is not None:
        return ()
    start = fight.world.creature(who).space.anchor
    return (NeedPath("path", "walk", squares, {square: (start, square) for square in squares}, WHERE),)


def _single(run: Run, action: Action, deed: Deed) -> None:
    """Take an action of one step."""
    who, path, fight = action.who, path_of(action), run.fight
    refuse(performing.why_not(fight, who, deed))
    refuse(_no_single(fight, who, deed.id, path, way_of(fight, who)))
    if performing.begin(run, who, deed):
        walk(run, who, legs_of(path, [STEP_FT] * (len(path) - 1)), action=deed.id)
