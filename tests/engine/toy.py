"""A tiny game for tests of the engine: a duel of coin tosses in which the target may duck."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from kit import world

from tactics.core.dice import Dice, Roll
from tactics.core.lattice import Square
from tactics.core.text import Named, Text, text
from tactics.engine.battle import Battle
from tactics.rules.action import (
    Action,
    Badge,
    Choice,
    Decision,
    NeedCreature,
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
    DoorChanged,
    EffectGained,
    EffectLost,
    Ended,
    HpChanged,
    ItemChanged,
    LeftFight,
    Moved,
    Noted,
    OrderChanged,
    Part,
    Rolled,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from tactics.rules.fighting import Run
from tactics.world.fight import Body, Duration, Effect, Fight, Item, Slot
from tactics.world.place import fits
from tactics.world.world import World

DUCK, STAND = Choice("duck", text("duck")), Choice("stand", text("stand"))
WHOM, WHERE = text("Whom?"), text("Where to?")


class Toy:
    """Roll a coin to hurt a neighbour, who may duck; step; turn a door; end the turn."""

    def __init__(self, hp: int = 3) -> None:
        self.hp = hp

    def prepare(self, world: World) -> Fight:
        bodies = {one.id: Body(self.hp, self.hp) for one in world.creatures}
        items = {f"{one.id}.coin": Item(f"{one.id}.coin", "coin", one.id, "main") for one in world.creatures}
        return Fight(world, "pf1", MappingProxyType(bodies), MappingProxyType(items))

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """Everybody sees everybody."""
        return {}

    def called(self, fight: Fight, item: str) -> Named:
        return Named("Coin", "Монета")

    def begin(self, run: Run) -> None:
        slots = []
        for who in run.fight.bodies:
            face = run.roll(6)
            run.emit(Rolled(who, "initiative", (Roll(6, face),), (), face))
            slots.append(Slot(who, face))
        run.emit(Began(tuple(sorted(slots, key=lambda one: -one.initiative)), surprise=True))
        run.emit(RoundBegan(1))
        run.emit(TurnBegan(0))

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        return (Resource("toss", text("toss"), 1 - fight.body(who).count("tossed"), 1),)

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        return tuple(Badge(one.id, text("effect"), one.value) for one in fight.body(who).effects)

    def preview(self, fight: Fight, action: Action) -> Preview:
        return Preview(takes=(str(action.arguments.get("target", "")),))

    def options(self, fight: Fight, who: str) -> tuple[Option, ...]:
        refusal = self._refusal(fight, who)
        others = tuple(one for one, body in fight.bodies.items() if one != who and not body.out)
        spent = Refusal(text("Only once."), "toy.once") if fight.body(who).count("tossed") else None
        squares = _squares(fight, who)
        return (
            _option("toss", refusal or spent, NeedCreature("target", others, WHOM)),
            _option("step", refusal, NeedSquare("to", squares, WHERE)) if squares else _option("door", refusal),
            _option("door", refusal),
            _option("end_turn", refusal),
        )

    def allowed(
        self, fight: Fight, who: str, *, ids: Collection[str] = (), groups: Collection[str] = ()
    ) -> tuple[Option, ...]:
        found = (one for one in self.options(fight, who) if one.refusal is None)
        return tuple(one for one in found if one.id in ids or one.group in groups)

    def resolve(self, run: Run, action: Action) -> None:
        refusal = self._refusal(run.fight, action.who)
        if refusal is not None:
            raise Refused(refusal)
        _DOES[action.id](run, action)

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        return None if fight.active == who else Refusal(text("It is not its turn."), "toy.turn")


def _option(id: str, refusal: Refusal | None, *needs: NeedCreature | NeedSquare) -> Option:
    return Option(id, "attack" if id == "toss" else "other", text("do it"), text("nothing"), needs, refusal)


def _squares(fight: Fight, who: str) -> tuple[Square, ...]:
    creature = fight.world.creature(who)
    near = [Square(creature.space.x + dx, creature.space.y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    return tuple(one for one in near if fits(fight.world, creature, one))


def _peek(run: Run, action: Action) -> None:
    """A secret roll."""
    face = run.roll(6)
    run.emit(Rolled(action.who, "peek", (Roll(6, face),), (), face, secret=True))


def _wonder(run: Run, action: Action) -> None:
    """A question before anything else."""
    run.ask(Decision(action.who, "wonder", text("Duck?"), (DUCK, STAND), "stand"))


def _toss(run: Run, action: Action) -> None:
    who, target = action.who, str(action.arguments["target"])
    if run.fight.body(who).count("tossed"):
        raise Refused(Refusal(text("Only once."), "toy.once"))
    run.emit(CounterSet(who, "tossed", 1))
    if _rolled(run, who, "toss", 2) == 1:
        run.emit(Noted(who, text("{name} missed.", name=who), "toy.coin"))
        return
    hurt = run.roll(2)
    answer = run.ask(Decision(target, "duck", text("Duck?"), (DUCK, STAND), "stand"))
    if answer.id == "duck":
        run.emit(EffectGained(target, Effect("prone", source=who, duration=Duration("start", target))))
        if _rolled(run, target, "duck", 6) > 3:
            return
    run.emit(HpChanged(target, "hp", -hurt, who, "toy.coin"))
    if run.fight.body(target).hp <= 0:
        run.emit(LeftFight(target, "dead", "toy.coin"))
        run.emit(ItemChanged(Item(f"{target}.coin", "coin", "", "", Square(0, 0))))
        run.emit(OrderChanged(tuple(one for one in run.fight.order if one.who != target)))
        run.emit(Ended(run.fight.world.creature(who).side))


def _step(run: Run, action: Action) -> None:
    to = action.arguments["to"]
    if to not in _squares(run.fight, action.who):
        raise Refused(Refusal(text("There is no room."), "toy.room"))
    assert isinstance(to, Square)
    run.emit(Moved(action.who, to, 5, "walk", 1, 1))


def _door(run: Run, action: Action) -> None:
    (door,) = run.fight.world.board.walls
    run.emit(DoorChanged(0, "closed" if door.state == "open" else "open"))


def _end_turn(run: Run, action: Action) -> None:
    fight = run.fight
    assert fight.turn is not None
    run.emit(CounterSet(action.who, "tossed", 0))
    run.emit(TurnEnded(action.who))
    slot = (fight.turn + 1) % len(fight.order)
    if slot == 0:
        run.emit(RoundBegan(fight.round + 1))
    run.emit(TurnBegan(slot))
    for effect in run.fight.body(run.fight.active).effects:
        if effect.duration.anchor == "start":
            run.emit(EffectLost(run.fight.active, effect))


_DOES = {"toss": _toss, "step": _step, "door": _door, "peek": _peek, "wonder": _wonder, "end_turn": _end_turn}


def _rolled(run: Run, who: str, purpose: str, sides: int) -> int:
    face = run.roll(sides)
    parts = (Part(0, text("nothing"), "luck", "toy.coin"),)
    run.emit(Rolled(who, purpose, (Roll(sides, face),), parts, face, what=_coin(sides), rule="toy.coin"))
    return face


def _coin(sides: int) -> Text:
    return text("a coin with {sides} sides", sides=sides)


def ring(**creatures: dict[str, object]) -> World:
    """Two who stand beside each other, one more, and a door."""
    door = {"line": [[0, 1], [1, 1]], "kind": "door", "state": "open"}
    return world("....\n.AB.\n.C..", walls=[door], creatures=creatures or None)


def battle(seed: int = 1, dice: Dice | None = None, hp: int = 3) -> Battle:
    """A duel that has begun."""
    return Battle.new(ring(), seed=seed, dice=dice, fighting=Toy(hp))


def act(fight: Battle, id: str, **arguments: str | Square) -> None:
    """Do something as the one whose turn it is."""
    fight.submit(Action(fight.fight.active, id, MappingProxyType(arguments)))


def play(fight: Battle, choices: list[int]) -> None:
    """Choose among everything that is allowed, or answer, by numbers; stops at the end of the fight."""
    for number in choices:
        if fight.fight.over:
            return
        decision = fight.decision
        if decision is not None:
            fight.submit(Action(decision.who, decision.choices[number % len(decision.choices)].id))
            continue
        allowed = [one for one in fight.options(fight.fight.active) if one.refusal is None]
        option = allowed[number % len(allowed)]
        arguments = {}
        for need in option.needs:
            assert isinstance(need, NeedCreature | NeedSquare)
            values = need.ids if isinstance(need, NeedCreature) else need.squares
            arguments[need.name] = values[number // 7 % len(values)]
        act(fight, option.id, **arguments)
