"""What is argued about at tables and goes wrong in other programs: ways, interruptions, and taking back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from fight_kit import need_of
from kit import world
from rulesets.pf2e.fight.powers_kit import FIREBALL, RAY, corner, mage
from rulesets.pf2e.fight.ring import BOOK, act, fight, noted, options, refused, rolled, running, sheet, weapon

from tactics.core.dice import FixedDice, SeededDice
from tactics.core.lattice import Square
from tactics.engine.battle import Battle
from tactics.engine.digest import digest
from tactics.rules.action import Action, NeedPath
from tactics.rules.event import Moved

GUARD = sheet(str=4, hp=60, weapons=[weapon("longsword")], proficiencies={"martial": "trained"})
FRAIL = sheet(kind="hero", hp=8, numbers={"ac": 12})


def battle_of(rows: str, sheets: dict[str, Any], *faces: int, seed: int | None = None, **creatures: Any) -> Battle:
    """A whole fight of a few rows of text; "A" is a hero."""
    letters = {one for one in rows if one.isupper()}
    tables = {one: {"side": "heroes" if one == "A" else "foes", **creatures.get(one, {})} for one in letters}
    here = world(rows, ("pf2e",), creatures=tables)
    bodies = tuple(replace(one, sheets=MappingProxyType({"pf2e": sheets[one.id]})) for one in here.creatures)
    dice = FixedDice(faces) if seed is None else None
    return Battle.new(replace(here, creatures=bodies), dice=dice, seed=seed, system="pf2e")


def stepped(battle: Battle) -> list[Moved]:
    """Every square entered so far."""
    return [one for one in battle.events if isinstance(one, Moved)]


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.basic.stride")
def test_a_stride_that_is_stopped_half_way_is_stopped_there_again(tmp_path: Path) -> None:
    battle = battle_of(
        ".....\nA....\n..F..", {"A": FRAIL, "F": GUARD}, 1, 20, 10, 8, F={"reactions": ["attack_of_opportunity"]}
    )
    battle.submit(Action("F", "end_turn"))
    before, began = digest(battle.fight), battle.event_count
    battle.submit(Action("A", "stride", {"path": tuple(Square(x, 1) for x in range(5))}))
    assert battle.decision is not None
    battle.submit(Action("F", "strike.longsword"))
    after, path = digest(battle.fight), [one.to for one in stepped(battle)]
    assert battle.fight.body("A").has("dying")
    assert 0 < len(path) < 4, "the way ends where the blow fell"
    taken = 0
    while battle.event_count > began:
        assert battle.undo()
        taken += 1
    assert (digest(battle.fight), stepped(battle)) == (before, [])
    for _ in range(taken):
        assert battle.redo()
    assert (digest(battle.fight), [one.to for one in stepped(battle)]) == (after, path)
    battle.save(tmp_path / "fight.log")
    again = Battle.load(tmp_path / "fight.log", dice=FixedDice([]))
    assert not again.notes
    assert (digest(again.fight), [one.to for one in stepped(again)]) == (after, path)


@pytest.mark.rule("pf2e.attack.multiple_attack_penalty")
@pytest.mark.rule("pf2e.grid.diagonal")
@pytest.mark.rule("pf2e.effect.duration_rounds")
def test_taking_back_brings_back_turn_diagonals_penalty_reactions_and_durations() -> None:
    sword = {**GUARD, "kind": "hero", "shield": {"id": "steel_shield"}}
    battle = battle_of(
        "A....\n.....\n..F..\n.....", {"A": sword, "F": GUARD}, seed=5, F={"reactions": ["attack_of_opportunity"]}
    )
    while battle.fight.active != "A":
        battle.submit(Action(battle.fight.active, "end_turn"))
    moments = [digest(battle.fight)]
    deeds = [
        Action("A", "raise_shield"),
        Action("A", "stride", {"path": (Square(0, 0), Square(1, 1))}),
        Action("A", "strike", {"weapon": "longsword", "target": "F"}),
        Action("A", "end_turn"),
    ]
    for one in deeds:
        battle.submit(one)
        while battle.decision is not None:
            battle.submit(Action(battle.decision.who, battle.decision.default))
        moments.append(digest(battle.fight))
    assert battle.fight.active == "F"
    assert len(set(moments)) == len(moments)
    for moment in reversed(moments[:-1]):
        assert battle.undo()
        while digest(battle.fight) != moment:
            assert battle.undo()
    body = battle.fight.body("A")
    assert (body.count("actions"), body.count("attacks"), body.has("shield_raised")) == (3, 0, False)
    while battle.redo():
        pass
    assert digest(battle.fight) == moments[-1]


@pytest.mark.rule("pf2e.attack.multiple_attack_penalty")
def test_a_blow_after_taking_back_meets_the_same_die() -> None:
    battle = battle_of("AF", {"A": {**GUARD, "kind": "hero"}, "F": GUARD}, seed=11)
    while battle.fight.active != "A":
        battle.submit(Action(battle.fight.active, "end_turn"))
    blow = Action("A", "strike", {"weapon": "longsword", "target": "F"})
    assert isinstance(battle.dice, SeededDice)
    at = battle.dice.position
    battle.submit(blow)
    first, after = digest(battle.fight), battle.dice.position
    assert battle.undo()
    assert battle.dice.position == at
    battle.submit(blow)
    assert (digest(battle.fight), battle.dice.position) == (first, after)


def walks(start: Square, length: int) -> Iterator[tuple[Square, ...]]:
    """Every way of so many steps over squares of the quarter plane."""
    if not length:
        yield (start,)
        return
    for way in walks(start, length - 1):
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                there = Square(way[-1].x + dx, way[-1].y + dy)
                if (dx or dy) and there.x >= 0 and there.y >= 0:
                    yield (*way, there)


@pytest.mark.rule("pf2e.basic.stride")
@pytest.mark.rule("pf2e.grid.movement_cost")
def test_squares_that_are_lit_are_those_that_can_be_walked_to() -> None:
    moment = fight("....#\n.A,..\n.#TB.\n.....", creatures={"A": {"speed": 10}, "B": {"side": "heroes"}})
    (option,) = options(moment, "A", "stride")
    lit = set(need_of(option, NeedPath).costs)
    start = Square(1, 1)
    walked = {
        way[-1]
        for length in (1, 2)
        for way in walks(start, length)
        if way[-1] != start and not refused(moment, "A", "stride", path=" ".join(map(str, way)))
    }
    assert lit == walked


@pytest.mark.rule("pf2e.save.basic")
@pytest.mark.rule("pf2e.area.general")
@pytest.mark.parametrize(("size", "x"), [(10, 8), (30, 8)])
def test_a_big_creature_in_an_area_saves_once_however_much_of_it_is_in(size: int, x: int) -> None:
    rows = "A" + "." * 8 + "TT.\n" + "." * 9 + "TT."
    moment = fight(rows, {"A": mage({**FIREBALL, "size": size}), "T": sheet(hp=90)}, {"T": {"size": "large"}})
    run = running(moment, 10, *[1] * 6)
    BOOK.resolve(run, Action("A", "cast", {"power": "fire_burst", "area": corner(x, 1)}))
    assert [one.who for one in rolled(run, "save")] == ["T"]


@pytest.mark.rule("pf2e.attack.melee_reach")
@pytest.mark.rule("pf2e.attack.range_penalty")
def test_how_far_a_weapon_flies_is_not_how_far_it_reaches() -> None:
    thrower = sheet(str=3, weapons=[weapon("spear")], proficiencies={"simple": "trained"})
    moment = fight("A.T", {"A": thrower})
    assert refused(moment, "A", "strike", weapon="spear", kind="melee", target="T") == "pf2e.attack.melee_reach"
    assert refused(moment, "A", "strike", weapon="spear", kind="ranged", target="T") == ""
    watch = {"A": {"reactions": ["attack_of_opportunity"]}}
    walk = fight("A.T.", {"A": thrower}, watch, order=("T", "A"))
    assert not rolled(act(walk, "T", "stride", path="C1 D1"), "attack"), "nobody is asked"


@pytest.mark.rule("pf2e.flanking.effect")
@pytest.mark.rule("pf2e.flanking.requirements")
@pytest.mark.parametrize(
    ("arm", "hand", "kind", "dc"), [("longsword", "main", "melee", 14), ("longbow", "both", "ranged", 16)]
)
def test_a_bow_gains_nothing_by_standing_opposite_a_friend(arm: str, hand: str, kind: str, dc: int) -> None:
    own = sheet(str=2, dex=2, weapons=[weapon(arm, hand)], proficiencies={"martial": "trained"})
    moment = fight("ATB", {"A": own, "B": GUARD, "T": sheet(hp=60, numbers={"ac": 16})}, {"B": {"side": "heroes"}})
    run = running(moment, 3, *[1] * 3)
    BOOK.resolve(run, Action("A", "strike", {"weapon": arm, "kind": kind, "target": "T"}))
    assert [one.against for one in rolled(run, "attack")] == [dc]


BOLT = {**RAY, "range": 5, "traits": ["cold", "concentrate"]}


@pytest.mark.rule("pf2e.action.disrupt")
@pytest.mark.rule("pf2e.basic.ready")
@pytest.mark.rule("pf2e.attack.multiple_attack_penalty")
@pytest.mark.parametrize(
    ("deed", "arguments", "trigger"),
    [
        ("strike", {"weapon": "longsword", "target": "A"}, "attacks"),
        ("trip", {"weapon": "unarmed", "target": "A"}, "attacks"),
        ("cast", {"power": "frost_ray", "target": "A"}, "casts"),
    ],
)
def test_an_attack_on_one_who_got_away_in_time_is_spent(deed: str, arguments: dict[str, Any], trigger: str) -> None:
    foe = mage(BOLT, str=4, weapons=[weapon("longsword")], kind="ordinary")
    moment = fight(".AF..", {"A": FRAIL, "F": foe}, order=("A", "F"))
    moment = act(moment, "A", "ready", choice="step", trigger=trigger).fight
    if moment.active == "A":
        moment = act(moment, "A", "end_turn").fight
    left = moment.body("F").count("actions")
    run = running(moment)
    run._answers = iter((Action("A", "readied"), Action("A", "aim", {"path": (Square(1, 0), Square(0, 0))})))
    BOOK.resolve(run, Action("F", deed, arguments))
    assert not rolled(run, "attack")
    assert noted(run)[0] == "pf2e.action.disrupt", "and it is told why"
    assert len(noted(run)) == 2
    assert run.fight.body("F").count("actions") < left
    assert run.fight.body("F").count("attacks") == 1


@pytest.mark.rule("pf2e.action.disrupt")
@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.parametrize(("faces", "shoots"), [((2, 20, 4), True), ((15, 8), False)])
def test_a_shot_goes_on_after_a_blow_unless_the_shooter_fell(faces: tuple[int, ...], shoots: bool) -> None:
    archer = sheet(dex=3, hp=8, numbers={"ac": 14}, weapons=[weapon("longbow", "both")])
    watch = {"F": {"reactions": ["attack_of_opportunity"]}, "B": {"side": "heroes"}}
    moment = fight(
        "FA.T\nB...", {"A": archer, "F": GUARD, "B": FRAIL, "T": sheet(numbers={"ac": 30})}, watch, order=("A", "F")
    )
    run = running(moment, *faces)
    run._answers = iter((Action("F", "strike.longsword"),))
    BOOK.resolve(run, Action("A", "strike", {"weapon": "longbow", "target": "T"}))
    assert [one.who for one in rolled(run, "attack")] == ["F", "A"] if shoots else ["F"]
    assert bool(run.fight.body("A").out) is not shoots
    assert run.fight.active == ("A" if shoots else "F")
    assert not shoots or run.fight.body("A").count("actions") == 2
