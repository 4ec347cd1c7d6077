"""Chains of scenarios: from the end of a fight to a camp, and from the camp into the next fight."""

from __future__ import annotations

from pathlib import Path

from tactics.core.dice import Dice, NoFace, SeededDice
from tactics.core.problems import Problem, ProblemError, problem
from tactics.engine.battle import Battle, fighting_of, resting_of
from tactics.engine.history import History
from tactics.engine.log import CAMP, Header
from tactics.engine.reduce import settled
from tactics.files.document import Document
from tactics.files.load import load
from tactics.rules.registry import book
from tactics.world.build import build
from tactics.world.world import World


def next_file(battle: Battle) -> Path | None:
    """The scenario that follows that of a fight or camp, None when its file names none.

    Raises:
        ProblemError: the fight came from no file, the file is gone or cannot be read, or what it names is not there.
    """
    if not battle.header.scenario:
        return None
    here = Path(battle.header.scenario)
    following = load(here).next
    return _beside(here, following) if following else None


def chain_problems(path: Path, document: Document) -> tuple[Problem, ...]:
    """What keeps the scenario that a file names as the next from being played.

    Args:
        path: the file.
        document: what it says.
    """
    if not document.next:
        return ()
    try:
        build(load(_beside(path, document.next)))
    except ProblemError as error:
        if error.problems[0].path == str(path):
            return error.problems
        return (Problem(str(path), "next", f"{document.next!r} cannot be played: {error.problems[0]}"),)
    return ()


def _beside(here: Path, following: str) -> Path:
    found = here.parent / following
    if not found.is_file():
        raise problem(str(here), "next", f"there is no file {following!r} beside it")
    return found


def has_camp(battle: Battle) -> bool:
    """Whether a won fight goes on with a camp: a scenario follows, and the book has rules for the time between.

    Raises:
        ProblemError: as `next_file` does.
    """
    fight = battle.fight
    won = bool(fight.over) and any(
        one.side == fight.over and not fight.body(one.id).out for one in fight.world.creatures
    )
    return won and book(fight.system).resting is not None and next_file(battle) is not None


def make_camp(battle: Battle, *, dice: Dice | None = None) -> Battle:
    """The camp after a fight that is over, as a battle by the rules between fights.

    Args:
        battle: the fight.
        dice: another source of faces than seeded ones that go on from the fight's seed.

    Raises:
        ProblemError: the book has no such rules, or the scenario cannot be read again.
    """
    header = battle.header
    rules = resting_of(header.system)
    document: Document = load(Path(header.scenario))
    start = settled(rules.camp(battle.fight, document.journey.miles, document.journey.terrain))
    seed = None if dice is not None or header.seed is None else header.seed + 1
    kind = "fixed" if dice is not None else header.dice if seed is None else "seeded"
    own = Header(header.system, start, header.title, header.scenario, seed, kind, mode=CAMP)
    camp = Battle(own, History(start), dice or (SeededDice(seed) if seed is not None else battle.dice))
    _begin(camp)
    return camp


def set_out(camp: Battle, world: World, path: Path, *, seed: int | None = None, dice: Dice | None = None) -> Battle:
    """The next fight, with what the party brings along from a camp that is over.

    Args:
        camp: the camp.
        world: the position of the next scenario.
        path: its file.
        seed: of the dice; that of the camp goes on when neither it nor `dice` is given.
        dice: another source of faces.

    Raises:
        ProblemError: a creature of the scenario has no sheet for the system.
    """
    system = camp.header.system
    fresh = fighting_of(system).prepare(world)
    start = settled(resting_of(system).carried(camp.fight, fresh))
    if dice is None and seed is None:
        seed = None if camp.header.seed is None else camp.header.seed + 1
    kind = "fixed" if dice is not None else camp.header.dice if seed is None else "seeded"
    header = Header(system, start, world.title, str(path), seed, kind)
    battle = Battle(header, History(start), dice or (SeededDice(seed) if seed is not None else camp.dice))
    _begin(battle)
    return battle


def _begin(battle: Battle) -> None:
    """Begin, or wait for `Battle.begin` when dice are rolled at the table."""
    try:
        battle.begin()
    except NoFace:
        return
