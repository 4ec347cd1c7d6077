"""Random legal fights by every book: whatever is offered can be done, and what must hold holds after each step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit import world
from properties import warriors

from tactics.core.dice import Dice, SeededDice
from tactics.core.lattice import Square, square_name
from tactics.core.resources import resource_folder
from tactics.engine.battle import Battle
from tactics.engine.digest import digest
from tactics.render.events import PURPOSES
from tactics.rules.action import (
    MANEUVER,
    Action,
    Argument,
    Need,
    NeedArea,
    NeedChoice,
    NeedCreature,
    NeedPath,
    NeedSquare,
    Option,
    Refused,
)
from tactics.rules.event import Rolled
from tactics.rules.kinds import key_of
from tactics.rules.registry import book
from tactics.world.fight import Fight
from tactics.world.place import shares_space
from tactics.world.world import World

WIDTH, HEIGHT = 14, 10
SQUARE_FT = 5
LIES = {
    "pf2e": ("prone", "unconscious"),
    "dnd4e": ("prone", "helpless", "unconscious"),
    "dfrpg": ("prone", "unconscious"),
}
CLOSE_COMBAT = {"dfrpg"}
"""Books by which enemies may fight in one square. Source: dfrpg.grid.close_combat."""
STEPS = {"dfrpg": 36}
USUAL_STEPS = 14
TRIED = 2
"""Options tried and taken back in every step, besides the one that is done."""
BATTLES = {"pf1": 50, "pf2e": 25, "dnd4e": 25, "dfrpg": 17}
"""Fights of each of the six parts of a book."""
USUAL = ("attack", "maneuver", "power")
FIGHTING = {"pf1": USUAL, "pf2e": USUAL, "dnd4e": USUAL, "dfrpg": ("attack", "maneuver", "defend", "item")}
"""The groups of options that are chosen first of all."""
IDLE = ("do_nothing", "all_out_defense")
"""Manoeuvres that are seldom chosen, for little comes of them."""
AREA = "area"
"""The argument that says where an area lies; where it is put at random it may be refused."""
ROUGH = "##,,;no"
STAT_BLOCKS = {
    system: sorted(
        path.stem
        for path in (resource_folder("assets") / "creatures" / system).glob("*.toml")
        if "[combat" in path.read_text("utf-8")
    )
    for system in BATTLES
}


def position(chance: Random, system: str) -> World:
    """Two to six creatures near each other on rough ground, with a door."""
    if system == warriors.SYSTEM:
        return warriors.position(chance)
    rows = [["."] * WIDTH for _ in range(HEIGHT)]
    for _ in range(chance.randint(0, 20)):
        rows[chance.randrange(HEIGHT)][chance.randrange(WIDTH)] = chance.choice(ROUGH)
    creatures = {}
    for number in range(chance.randint(2, 6)):
        x, y = number % 3 * 4 + chance.randrange(2), number // 3 * 4 + chance.randrange(2)
        side = "heroes" if number in (0, 3, 5) else "foes"
        creatures["ABCDEF"[number]] = {
            "from": chance.choice(STAT_BLOCKS[system]),
            "at": square_name(Square(x, y)),
            "side": side,
        }
        for row in rows[y : y + 3]:
            row[x : x + 3] = "..."
    at = chance.randrange(1, WIDTH)
    door = {"line": [[at, 8], [at, 9]], "kind": "door", "state": chance.choice(["open", "closed"])}
    return world(["".join(row) for row in rows], (system,), creatures=creatures, walls=[door])


def value(chance: Random, fight: Fight, need: Need) -> Argument | None:
    """Something a need can be aimed at, None when there is nothing."""
    match need:
        case NeedCreature(ids=ids):
            return chance.choice(ids) if ids else None
        case NeedSquare(squares=squares):
            return chance.choice(squares) if squares else None
        case NeedPath(paths=paths):
            return paths[chance.choice(list(paths))] if paths else None
        case NeedChoice(choices=choices):
            return chance.choice(choices).id if choices else None
        case NeedArea(at=at):
            space = chance.choice(fight.world.creatures).space
            return chance.choice(space.outer_corners()) if at == "corner" else space.anchor


def aimed(
    chance: Random, fight: Fight, who: str, id: str, needs: tuple[Need, ...], **settled: Argument
) -> Action | None:
    """An action with every need met, None when that cannot be chosen here."""
    arguments = dict(settled)
    for need in needs:
        chosen = value(chance, fight, need)
        if chosen is None:
            return None
        arguments[need.name] = chosen
    return Action(who, id, arguments)


def possible(chance: Random, battle: Battle) -> Iterator[Action]:
    """Random actions that are offered, attacks and maneuvers first of all; or answers."""
    decision = battle.decision
    while decision is not None:
        chosen = chance.choice(decision.choices)
        answer = aimed(chance, battle.fight, decision.who, chosen.id, decision.needs.get(chosen.id, ()))
        assert answer is not None, f"{decision.id}: {chosen.id} needs what there is not"
        yield answer
    who = battle.fight.active
    allowed = [one for one in battle.options(who) if one.refusal is None]
    assert allowed, f"{who} can do nothing, not even end its turn"
    by_group: dict[str, list[Option]] = {}
    for one in allowed:
        by_group.setdefault(one.group, []).append(one)
    fighting = [group for group in by_group if group in FIGHTING[battle.fight.system]]
    eager = 0.95 if any(one.id == MANEUVER for one in allowed) else 0.6
    while True:
        group = chance.choice(fighting or list(by_group)) if chance.random() < eager else chance.choice(list(by_group))
        option = chance.choice(by_group[group])
        if option.arguments.get("maneuver") in IDLE and chance.random() < 0.8:
            continue
        action = aimed(chance, battle.fight, who, option.id, option.needs, **option.arguments)
        if action is not None:
            yield action


def sound(battle: Battle) -> None:
    """What holds after every step."""
    fight = battle.fight
    for who, body in fight.bodies.items():
        assert body.hp <= body.max_hp, who
        assert min(body.temp_hp, body.nonlethal, *body.counters.values(), 0) >= 0, (who, body)
        assert fight.world.creature(who).of(fight.system).conditions == {one.id for one in body.effects}
    if fight.system == warriors.SYSTEM:
        warriors.sound(fight)
    if battle.decision is None and not fight.over:
        assert fight.bodies[fight.active].out == ""
        _nobody_overlaps(fight)


def _nobody_overlaps(fight: Fight) -> None:
    standing = [
        one for one in fight.world.creatures if fight.bodies[one.id].out == "" and not _stood_upon(fight, one.id)
    ]
    for number, one in enumerate(standing):
        for other in standing[:number]:
            low, high = sorted((one, other), key=lambda it: it.z_ft)
            above = high.z_ft >= low.z_ft + SQUARE_FT * low.space.height
            fighting = fight.system in CLOSE_COMBAT and one.side != other.side
            if one.space.overlaps(other.space) and not (above or fighting or shares_space(one, other)):
                traits = one.of(fight.system).traits | other.of(fight.system).traits
                assert traits & {"swarm", "incorporeal"}, f"{one.id} and {other.id} overlap at {one.space}"


def _stood_upon(fight: Fight, who: str) -> bool:
    """Whether others may stop on a creature that lies there.

    Source: pf2e.move.prone_incapacitated_space, dnd4e.move.through_ally, dnd4e.move.end_space
    """
    return any(fight.bodies[who].has(one) for one in LIES.get(fight.system, ()))


def reasons(battle: Battle) -> None:
    """Every refusal has words and a rule of the book; options are told apart, and those of a group are found alone."""
    rules = book(battle.fight.system).rules
    for who in battle.fight.bodies:
        options = battle.options(who)
        open_to = [one for one in options if one.refusal is None]
        keys = [(key_of(one), *(need.name for need in one.needs)) for one in open_to]
        assert len(set(keys)) == len(keys), f"{who}: two options are called {max(keys, key=keys.count)}"
        for option in options:
            if option.refusal is not None:
                assert option.refusal.text.msgid, option.id
                assert option.refusal.rule in rules, f"{option.id}: {option.refusal.rule!r}"
    if battle.event_count % 4 == 0:
        _found_alone(battle)


def _found_alone(battle: Battle) -> None:
    """What is allowed of a group is found by itself as among everything; looked at now and then, for it takes time."""
    who = battle.fight.active
    options = [one for one in battle.options(who) if one.refusal is None]
    for group in {one.group for one in options}:
        wanted = [(key_of(one), one.title) for one in options if one.group == group]
        assert [(key_of(one), one.title) for one in battle.allowed(who, groups=(group,))] == wanted, f"{who}: {group}"


def told(battle: Battle) -> None:
    """Every roll is for something that has words, and every event cites a rule of the book."""
    rules = book(battle.fight.system).rules
    for event in battle.events:
        assert getattr(event, "rule", "") in ("", *rules), event
        if isinstance(event, Rolled):
            assert event.purpose in PURPOSES, event
            if event.under:
                assert sum(one.amount for one in event.parts if one.kept) == event.against, event


def tried(battle: Battle, action: Action) -> None:
    """An action that is offered is accepted, and undoing it leaves no trace."""
    before, events, rolls = digest(battle.fight), battle.event_count, position_of(battle.dice)
    if submitted(battle, action):
        sound(battle)
        assert battle.undo()
    assert (digest(battle.fight), battle.event_count, position_of(battle.dice)) == (before, events, rolls)


def position_of(dice: Dice) -> int:
    assert isinstance(dice, SeededDice)
    return dice.position


def submitted(battle: Battle, action: Action) -> bool:
    """Do what is offered; only an area may turn out not to be possible where it was put."""
    decision = battle.decision
    try:
        if decision is None:
            battle.preview(action)
        battle.submit(action)
    except Refused as refused:
        if AREA in action.arguments and refused.refusal.rule in book(battle.fight.system).rules:
            return False
        asked = f" to {decision.id}" if decision else ""
        pytest.fail(f"{action}{asked} is offered and refused: {refused.refusal}")
    return True


def fought(seed: int, system: str) -> Battle:
    """A random fight, checked at every step."""
    chance = Random(seed)
    battle = Battle.new(position(chance, system), seed=seed)
    for _ in range(STEPS.get(system, USUAL_STEPS)):
        if battle.fight.over:
            break
        sound(battle)
        reasons(battle)
        choices = possible(chance, battle)
        for _ in range(TRIED):
            tried(battle, next(choices))
        submitted(battle, next(choices))
    sound(battle)
    told(battle)
    return battle


@pytest.mark.parametrize("part", range(6))
@pytest.mark.parametrize("system", BATTLES)
def test_random_fights(system: str, part: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("fights") / "fight.jsonl"

    @settings(
        max_examples=BATTLES[system],
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(part * 2**24, (part + 1) * 2**24 - 1))
    def fight(seed: int) -> None:
        battle = fought(seed, system)
        _undo_and_redo_all(battle)
        _plays_back(battle, path)

    fight()


def _undo_and_redo_all(battle: Battle) -> None:
    end, events = digest(battle.fight), battle.events
    taken = 0
    while battle.undo():
        taken += 1
    for _ in range(taken):
        assert battle.redo()
    assert digest(battle.fight) == end
    assert battle.events == events


def _plays_back(battle: Battle, path: Path) -> None:
    battle.save(path)
    again = Battle.load(path)
    assert not again.notes
    assert again.events == battle.events
    assert digest(again.fight) == digest(battle.fight)
    assert again.decision == battle.decision
    for count in range(0, battle.event_count + 1, 7):
        assert digest(again.at(count)) == digest(battle.at(count))
    if not again.fight.over:
        choices = possible(Random(1), battle)
        action = next(one for one in choices if AREA not in one.arguments)
        assert again.submit(action) == battle.submit(action)
