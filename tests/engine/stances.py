"""A tiny game of figures that look somewhere: each turn begins with a manoeuvre, blows are rolled under a number.

Who looks away cannot strike, who is struck may dodge or leap back to a square, who went all out may do neither.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from engine.toy import WHERE, WHOM
from kit import world

from tactics.core.dice import Roll
from tactics.core.lattice import Square
from tactics.core.space import square_space
from tactics.core.text import Named, text
from tactics.engine.battle import Battle
from tactics.geometry.tiling import COMPASS, SquareTiling
from tactics.rules.action import (
    MANEUVER,
    Action,
    Argument,
    Badge,
    Choice,
    Decision,
    Need,
    NeedChoice,
    NeedCreature,
    NeedPath,
    NeedSquare,
    Option,
    Preview,
    Refusal,
    Refused,
    Resource,
)
from tactics.rules.event import (
    Began,
    CounterSet,
    EffectGained,
    EffectLost,
    Ended,
    HpChanged,
    ItemChanged,
    LeftFight,
    Moved,
    Part,
    Rolled,
    RoundBegan,
    TurnBegan,
    Turned,
    TurnEnded,
)
from tactics.rules.fighting import Run
from tactics.rules.registry import book
from tactics.world.fight import Body, Effect, Fight, Item, Slot
from tactics.world.place import fits
from tactics.world.world import World

BOARD = SquareTiling()
NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
RULE = min(book("pf1").rules)
STANCES: Mapping[str, tuple[int, int, int]] = {
    # squares it may go, blows, what a blow does
    "do_nothing": (0, 0, 0),
    "move": (4, 0, 0),
    "attack": (1, 1, 2),
    "all_out_attack:strong": (1, 1, 4),
    "all_out_attack:double": (1, 2, 2),
    "move_and_attack": (4, 1, 1),
    "all_out_defense": (1, 0, 0),
    "change_posture": (0, 0, 0),
    "ready": (1, 0, 0),
}
NEEDED = 10


class Stances:
    """Choose a manoeuvre, go, turn, strike, end the turn."""

    def __init__(self, hp: int = 10, **states: Any) -> None:
        """Begin with hit points, and by the id of a creature effects it has, or `unready`."""
        self.hp, self.states = hp, states

    def prepare(self, world: World) -> Fight:
        bodies = {}
        for one in world.creatures:
            effects = tuple(Effect(each) for each in self.states.get(one.id, ()) if each != "unready")
            bodies[one.id] = Body(self.hp, self.hp, effects=effects)
        creatures = tuple(replace(one, facing=0 if one.facing is None else one.facing) for one in world.creatures)
        items = {
            f"{one}.blade": Item(f"{one}.blade", "blade", one, "main", ready="unready" not in self.states.get(one, ()))
            for one in bodies
        }
        return Fight(replace(world, creatures=creatures), "pf1", MappingProxyType(bodies), MappingProxyType(items))

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """Everybody sees everybody."""
        return {}

    def called(self, fight: Fight, item: str) -> Named:
        return Named("Blade", "Клинок")

    def begin(self, run: Run) -> None:
        run.emit(Began(tuple(Slot(who, -number) for number, who in enumerate(run.fight.bodies))))
        run.emit(RoundBegan(1))
        run.emit(TurnBegan(0))

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        if not _stance(fight, who):
            return ()
        return (Resource("movement", text("Movement"), _left(fight, who)[0], 4, "number"),)

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        return tuple(Badge(one.id, book("pf1").condition(one.id)) for one in fight.body(who).effects)

    def preview(self, fight: Fight, action: Action) -> Preview:
        why = _refusal(fight, action)
        if why is not None:
            raise Refused(why)
        if action.id != "strike":
            return Preview()
        harm = STANCES[_stance(fight, action.who)][2]
        return Preview(
            Fraction(1, 2),
            parts=_parts(),
            against=NEEDED,
            damage_least=harm,
            damage_most=harm,
            damage_mean=Fraction(harm, 2),
            takes=(str(action.arguments["target"]),),
            under=True,
        )

    def options(self, fight: Fight, who: str) -> tuple[Option, ...]:
        return tuple(_options(fight, who))

    def allowed(
        self, fight: Fight, who: str, *, ids: Collection[str] = (), groups: Collection[str] = ()
    ) -> tuple[Option, ...]:
        found = (one for one in self.options(fight, who) if one.refusal is None)
        return tuple(one for one in found if one.id in ids or one.group in groups)

    def resolve(self, run: Run, action: Action) -> None:
        why = _refusal(run.fight, action)
        if why is not None:
            raise Refused(why)
        _DOES[action.id](run, action)


def _stance(fight: Fight, who: str) -> str:
    return next((one.note for one in fight.body(who).effects if one.id == MANEUVER and fight.active == who), "")


def _left(fight: Fight, who: str) -> tuple[int, int]:
    squares, blows, _ = STANCES[_stance(fight, who)]
    return squares - fight.body(who).count("gone"), blows - fight.body(who).count("struck")


def _options(fight: Fight, who: str) -> Iterator[Option]:
    late = Refusal(text("It is not its turn."), "") if fight.active != who else None
    stance = _stance(fight, who)
    chosen = Refusal(text("Only once."), "") if stance else None
    for one, (squares, blows, _) in STANCES.items():
        id_, _, variant = one.partition(":")
        said: dict[str, Argument] = {"maneuver": id_, **({"variant": variant} if variant else {})}
        lies = id_ == "change_posture" and not fight.body(who).has("prone")
        why = late or chosen or (Refusal(text("There is no room."), RULE) if lies else None)
        title, notes = text("effect {n}", n=one), (text("{n} squares", n=squares), text("{n} blows", n=blows))
        yield Option(MANEUVER, MANEUVER, title, text("nothing"), (), why, said, notes)
    if late is None and stance:
        yield from _actions(fight, who, stance)
    yield Option("end_turn", "turn", text("do it"), text("nothing"), (), late)


def _actions(fight: Fight, who: str, stance: str) -> Iterator[Option]:
    squares, blows = _left(fight, who)
    ways = _ways(fight, who, squares)
    up = not fight.body(who).has("prone")
    if ways and up:
        costs = {end: len(way) - 1 for end, way in ways.items()}
        need = NeedPath("path", "walk", costs, ways, WHERE)
        yield _option("step" if STANCES[stance][0] == 1 else "move", "move", need)
    targets = tuple(one for one in fight.bodies if one != who and _strikes(fight, who, one))
    if STANCES[stance][1] and up:
        ready = blows > 0 and targets and fight.items[f"{who}.blade"].ready
        why = None if ready else Refusal(text("There is no room."), RULE)
        needs = (NeedCreature("target", targets, WHOM),) if ready else ()
        yield Option("strike", "attack", text("do it"), text("nothing"), needs, why)
    if stance == "ready" and not fight.items[f"{who}.blade"].ready:
        yield _option("ready", "item")
    if stance == "change_posture" and not up:
        yield Option("change_posture", "move", text("do it"), text("nothing"), (), None, {"posture": "sitting"})
        squares = NeedSquare("square", (fight.world.creature(who).space.anchor,), WHERE)
        yield Option(
            "change_posture", "move", text("do it"), text("nothing"), (squares,), None, {"posture": "standing"}
        )
    if stance != "do_nothing":
        sides = tuple(Choice(one, text("effect {n}", n=one)) for one in NAMES)
        yield _option("face", "move", NeedChoice("facing", sides, WHERE))


def _option(id: str, group: str, *needs: Need) -> Option:
    return Option(id, group, text("do it"), text("nothing"), needs)


def _strikes(fight: Fight, who: str, other: str) -> bool:
    own, its = fight.world.creature(who), fight.world.creature(other)
    if fight.body(other).out or own.side == its.side or max(own.space.gap_sq(its.space)) != 1:
        return False
    return BOARD.arc(own.space.anchor, own.facing or 0, its.space.anchor) == "front"


def _ways(fight: Fight, who: str, most: int) -> dict[Square, tuple[Square, ...]]:
    creature = fight.world.creature(who)
    ways = {creature.space.anchor: (creature.space.anchor,)}
    edge = list(ways)
    for _ in range(most):
        edge = [there for here in edge for there in BOARD.neighbours(here) if _open(fight, who, here, there, ways)]
    return {end: way for end, way in ways.items() if len(way) > 1}


def _open(fight: Fight, who: str, here: Square, there: Square, ways: dict[Square, tuple[Square, ...]]) -> bool:
    """Whether a step leads to a new square, which is then noted."""
    if there in ways or not fits(fight.world, fight.world.creature(who), there):
        return False
    ways[there] = (*ways[here], there)
    return True


def _refusal(fight: Fight, action: Action) -> Refusal | None:
    for one in _options(fight, action.who):
        settled = all(action.arguments.get(name) == value for name, value in one.arguments.items())
        if one.id == action.id and settled and set(one.arguments) >= {"variant"} & set(action.arguments):
            return one.refusal
    return Refusal(text("There is no room."), "")


def _choose(run: Run, action: Action) -> None:
    who, variant = action.who, action.arguments.get("variant", "")
    for one in run.fight.body(who).effects:
        if one.id in (MANEUVER, "defenseless"):
            run.emit(EffectLost(who, one))
    note = f"{action.arguments['maneuver']}:{variant}" if variant else str(action.arguments["maneuver"])
    run.emit(EffectGained(who, Effect(MANEUVER, note=note, rule=RULE)))
    if note.startswith("all_out_attack"):
        run.emit(EffectGained(who, Effect("defenseless")))


def _go(run: Run, action: Action) -> None:
    path = action.arguments["path"]
    assert isinstance(path, tuple)
    for here, there in pairwise(path):
        assert isinstance(here, Square)
        assert isinstance(there, Square)
        facing = COMPASS.index((there.x - here.x, there.y - here.y))
        run.emit(Moved(action.who, there, 1, "walk", 1, 1, facing=facing))
    run.emit(CounterSet(action.who, "gone", run.fight.body(action.who).count("gone") + len(path) - 1))


def _face(run: Run, action: Action) -> None:
    run.emit(Turned(action.who, NAMES.index(str(action.arguments["facing"]))))


def _strike(run: Run, action: Action) -> None:
    who, target = action.who, str(action.arguments["target"])
    run.emit(CounterSet(who, "struck", run.fight.body(who).count("struck") + 1))
    if not _rolled(run, who, "attack", target):
        return
    if not run.fight.body(target).has("defenseless"):
        answer = run.ask(defense(run.fight, who, target))
        if answer.id == "leap":
            to = answer.arguments["to"]
            assert isinstance(to, Square)
            run.emit(Moved(target, to, 0, "walk", 1, 1))
        if answer.id != "none" and _rolled(run, target, "defense", who):
            return
    run.emit(HpChanged(target, "hp", -STANCES[_stance(run.fight, who)][2], who))
    if run.fight.body(target).hp <= 0:
        run.emit(LeftFight(target, "dead"))
        run.emit(Ended(run.fight.world.creature(who).side))


def defense(fight: Fight, who: str, target: str) -> Decision:
    """What one who is struck is asked."""
    away = fight.world.creature(who).space.anchor
    creature = fight.world.creature(target)
    open_ = [one for one in BOARD.neighbours(creature.space.anchor) if fits(fight.world, creature, one)]
    back = tuple(one for one in open_ if max(square_space(one).gap_sq(square_space(away))) > 1)
    titles = {"dodge": text("duck"), **({"leap": text("step")} if back else {}), "none": text("stand")}
    chances = {"dodge": Fraction(1, 3), "leap": Fraction(2, 3)}
    return Decision(
        target,
        "defense",
        text("Duck?"),
        tuple(Choice(id_, title) for id_, title in titles.items()),
        "none",
        {"leap": (NeedSquare("to", back, WHERE),)} if back else {},
        {
            id_: Preview(chances[id_], parts=_parts(), against=NEEDED, under=True, takes=(who,))
            for id_ in titles
            if id_ in chances
        },
    )


def _rolled(run: Run, who: str, purpose: str, target: str) -> bool:
    faces = tuple(Roll(6, run.roll(6)) for _ in range(3))
    total = sum(one.face for one in faces)
    good = total <= NEEDED
    outcome = {"attack": ("miss", "hit")}.get(purpose, ("failure", "success"))[good]
    run.emit(Rolled(who, purpose, faces, _parts(), total, NEEDED, outcome, target, under=True))
    return good


def _parts() -> tuple[Part, ...]:
    return Part(12, text("Strength")), Part(-2, text("nothing"))


def _ready(run: Run, action: Action) -> None:
    run.emit(ItemChanged(replace(run.fight.items[f"{action.who}.blade"], ready=True)))


def _stand(run: Run, action: Action) -> None:
    """Sitting is no better than standing, but no worse to be offered."""
    if action.arguments["posture"] == "sitting":
        return
    for one in run.fight.body(action.who).effects:
        if one.id == "prone":
            run.emit(EffectLost(action.who, one))


def _end_turn(run: Run, action: Action) -> None:
    fight = run.fight
    assert fight.turn is not None
    run.emit(CounterSet(action.who, "gone", 0))
    run.emit(CounterSet(action.who, "struck", 0))
    run.emit(TurnEnded(action.who))
    slot = (fight.turn + 1) % len(fight.order)
    if slot == 0:
        run.emit(RoundBegan(fight.round + 1))
    run.emit(TurnBegan(slot))
    for one in run.fight.body(run.fight.active).effects:
        if one.id == MANEUVER:
            run.emit(EffectLost(run.fight.active, one))


_DOES = {
    MANEUVER: _choose,
    "step": _go,
    "move": _go,
    "face": _face,
    "strike": _strike,
    "ready": _ready,
    "change_posture": _stand,
    "end_turn": _end_turn,
}


def duel(
    rows: str = "....\n.AB.\n....", *, facing: Mapping[str, int] | None = None, armed: bool = True, **states: Any
) -> Battle:
    """A is a hero, everybody else a foe; A begins.

    Args:
        rows: the board.
        facing: where they look by their ids, to the north when left out.
        armed: whether the foes strike at all.
        states: see `Stances`.
    """
    ids = sorted(set(rows) - set(".\n#"))
    foe = {"side": "foes", "armed": armed}
    place = world(rows, creatures={one: {"side": "heroes"} if one == "A" else foe for one in ids})
    looks = tuple(replace(one, facing=(facing or {}).get(one.id, 0)) for one in place.creatures)
    return Battle.new(replace(place, creatures=looks), seed=1, fighting=Stances(**states))


def said(one: Action) -> str:
    """What is chosen, in a word: the manoeuvre with its kind, or the id."""
    named = [str(one.arguments[key]) for key in ("maneuver", "variant") if key in one.arguments]
    return ":".join(named) or one.id
