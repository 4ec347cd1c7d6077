"""Random positions of the Dungeon Fantasy RPG: figures with all kinds of sheets on ground with a bit of everything."""

from __future__ import annotations

from random import Random
from typing import Any

from kit import world

from tactics.core.lattice import Square, square_name
from tactics.core.space import SIDE_SQ
from tactics.rules.question import DIRECTIONS
from tactics.rules.registry import book
from tactics.rulesets.dfrpg.board import grid_of
from tactics.rulesets.dfrpg.fight import holding, states
from tactics.rulesets.dfrpg.fight.sheet import GEAR, TASK, TRAITS
from tactics.rulesets.dfrpg.tables import table
from tactics.world.creature import Creature
from tactics.world.fight import Fight
from tactics.world.place import open_square
from tactics.world.world import SwitchValue, World

SYSTEM = "dfrpg"
WIDTH, HEIGHT = 12, 9
GROUND = "##,,;noi~wc"
LEGEND = {
    "i": {"terrain": "stairs", "surface": "incline"},
    "~": {"terrain": "shallows", "depth": 0},
    "w": {"terrain": "water", "depth": 1},
    "c": {"terrain": "ledge", "z": 1},
}
WALLS = ("door", "door", "low_wall", "wall", "window", "arrow_slit", "portcullis")
SIZES = ("medium",) * 8 + ("small", "tiny", "large", "huge")
POSTURES = states.POSTURES
STATES = (
    "stunned",
    "surprised",
    "totally_surprised",
    "asleep",
    "undetected",
    "invisible",
    "blinded",
    "distracted",
    "badly_distracted",
    "unconscious",
)
SKILLS = (
    "brawling",
    "karate",
    "boxing",
    "judo",
    "wrestling",
    "sumo_wrestling",
    "acrobatics",
    "fast_draw_arrow",
    "tactics",
)
MARTIAL = {
    "claws": {"uses": {"rake": {"base": "sw", "add": -1, "type": "cut", "reaches": [0, 1]}}},
    "horns": {"uses": {"gore": {"base": "thr", "add": 1, "type": "imp", "reaches": [0], "parry": "-"}}},
    "spit": {"shot": {"add": "1d6", "type": "burn", "accuracy": 1, "half_yd": 3, "most_yd": 10, "hands": 1}},
}
ABILITIES: tuple[dict[str, Any], ...] = (
    {"id": "dart", "missile": True, "skill": 14, "throw_skill": 13, "range_yd": 20, "damage": "2d6", "fatigue": 1},
    {"id": "shower", "missile": True, "skill": 15, "throw_skill": 12, "range_yd": 9, "damage": "1d6", "seconds": 2},
    {"id": "daze", "skill": 15, "target": "enemy", "range_yd": 10, "resist": "ht", "condition": "stunned"},
    {"id": "sleep", "skill": 15, "target": "creature", "resist": "will", "condition": "unconscious", "seconds": 2},
    {"id": "curse", "skill": 13, "target": "enemy", "damage": "1d6", "type": "burn", "fatigue": 3},
    {"id": "mend", "skill": 14, "target": "friend", "range_yd": 1, "heals": "1d6+1", "fatigue": 2},
    {"id": "calm", "target": "self", "seconds": 2, "heals": "1d6-2"},
    {"id": "trip", "skill": 12, "target": "enemy", "resist": "ht", "condition": "prone", "lasts_turns": 2},
    {"id": "dazzle", "skill": 12, "target": "enemy", "condition": "blinded", "lasts_turns": 2},
    {"id": "stone_skin", "activation": "ready", "bonus_to": "dr", "bonus": 2},
    {"id": "ward", "activation": "always_on", "bonus_to": "defenses", "bonus": 1},
    {"id": "fury", "activation": "concentrate", "bonus_to": "attack", "bonus": 2, "seconds": 2},
)


def position(chance: Random) -> World:
    """Two to six figures near each other on rough ground, with doors and walls."""
    rows = [["."] * WIDTH for _ in range(HEIGHT)]
    for _ in range(chance.choice([0, 4, 12, 24])):
        rows[chance.randrange(HEIGHT)][chance.randrange(WIDTH)] = chance.choice(GROUND)
    creatures: dict[str, dict[str, Any]] = {}
    columns, lines = chance.choice([(3, 2), (4, 3), (8, 5)])
    free = {(2 + x, 2 + y) for x in range(columns) for y in range(lines)}
    for number in range(chance.randint(2, 6)):
        size = chance.choice(SIZES)
        wide = SIDE_SQ.get(size, 1)
        spots = [(x, y) for x, y in sorted(free) if all(one in free for one in _block(x, y, wide))]
        if not spots:
            break
        x, y = chance.choice(spots)
        free -= set(_block(x, y, wide))
        for row in rows[y : y + wide]:
            row[x : x + wide] = chance.choice("....,i~") * wide
        creatures["ABCDEF"[number]] = {
            "at": square_name(Square(x, y)),
            "side": "heroes" if number in (0, 3, 5) else "foes",
            "size": size,
            "conditions": _conditions(chance),
            SYSTEM: {"combat": combat(chance)},
        }
    walls = [_wall(chance) for _ in range(chance.choice([0, 1, 1, 3]))]
    return world(
        ["".join(row) for row in rows],
        (SYSTEM,),
        creatures=creatures,
        walls=walls,
        legend=LEGEND,
        rules={SYSTEM: _switches(chance)},
    )


def _block(x: int, y: int, wide: int) -> list[tuple[int, int]]:
    return [(x + i, y + j) for i in range(wide) for j in range(wide)]


def _conditions(chance: Random) -> list[str]:
    posture = chance.sample(POSTURES, chance.choice([0, 0, 0, 1]))
    return posture + chance.sample(STATES, chance.choice([0, 0, 0, 0, 1, 2]))


def _wall(chance: Random) -> dict[str, Any]:
    kind, x, y = chance.choice(WALLS), chance.randrange(1, WIDTH), chance.randrange(1, HEIGHT)
    line = [[x, y], [x, y + 1]] if chance.random() < 0.5 and y < HEIGHT else [[x, y], [x + 1, y]]
    door = {"state": chance.choice(["open", "closed"])} if kind == "door" else {}
    return {"line": line, "kind": kind, **door}


def _switches(chance: Random) -> dict[str, SwitchValue]:
    """All as they are, or each at random."""
    if chance.random() < 0.3:
        return {}
    return {name: chance.choice(one.values) for name, one in book(SYSTEM).switches.items()}


def combat(chance: Random) -> dict[str, Any]:
    """A table ``combat`` with any weapons, shields, things and abilities."""
    sheet: dict[str, Any] = {one: chance.randint(7, 16) for one in ("st", "dx", "iq", "ht")}
    sheet["st"] = chance.choice([sheet["st"], sheet["st"], 5, 20, 30])
    more = {
        "lost_hp": lambda: chance.choice([1, sheet["st"] - 2, sheet["st"], sheet["st"] + 3]),
        "lost_fp": lambda: chance.choice([1, sheet["ht"] - 2, sheet["ht"]]),
        "load_lb": lambda: chance.randint(0, sheet["st"] ** 2),
        "dr": lambda: chance.randint(1, 6),
        "attacks": lambda: chance.randint(2, 3),
        "move": lambda: chance.choice([0, 1, 3, 12, 20]),
        "facing": lambda: chance.choice(tuple(DIRECTIONS)),
        "hands": lambda: chance.choice([0, 1, 2]),
        "sm": lambda: chance.randint(-2, 2),
        "traits": lambda: chance.sample(sorted(TRAITS), chance.randint(1, 4)),
        "skills": lambda: {one: chance.randint(8, 18) for one in chance.sample(SKILLS, chance.randint(1, 5))},
    }
    sheet |= {key: value() for key, value in more.items() if chance.random() < 0.25}
    return {**sheet, **_things(chance, ["main", "off"][: sheet.get("hands", 2)])}


def _things(chance: Random, free: list[str]) -> dict[str, Any]:
    weapons = [
        _weapon(chance, one, free) for one in chance.sample(sorted(table("weapons")), chance.choice([0, 1, 2, 2, 3]))
    ]
    weapons += [{"id": one, "skill": 13, **MARTIAL[one]} for one in MARTIAL if chance.random() < 0.12]
    things: dict[str, Any] = {"weapons": weapons}
    if chance.random() < 0.4:
        shield = {"id": chance.choice(sorted(table("shields"))), "skill": chance.randint(8, 16)}
        things["shield"] = {**shield, **_place(chance, free, ["off", "main"])}
    things["gear"] = [_gear(chance, kind, free) for kind in GEAR if chance.random() < 0.15]
    things["abilities"] = [one for one in ABILITIES if chance.random() < 0.12]
    return things


def _weapon(chance: Random, id: str, free: list[str]) -> dict[str, Any]:
    row = table("weapons")[id]
    uses = row.get("uses", {}).values()
    hands = {one.get("hands", 1) for one in uses} | ({row["shot"].get("hands", 2)} if "shot" in row else set())
    wished = ["both"] if hands == {2} else ["main", "off", "both"] if 2 in hands else ["main", "off"]
    found: dict[str, Any] = {"id": id, "skill": chance.randint(8, 20), **_place(chance, free, wished)}
    if chance.random() < 0.2:
        found["sturdy"] = True
    return found


def _place(chance: Random, free: list[str], wished: list[str]) -> dict[str, Any]:
    """Where a thing is: in free hands if it can be, on its owner, or on the ground."""
    if chance.random() < 0.1:
        return {"at": square_name(Square(chance.randrange(WIDTH), chance.randrange(HEIGHT)))}
    can = [one for one in wished if (set(free) == {"main", "off"} if one == "both" else one in free)]
    if not can or chance.random() < 0.2:
        return {"hand": "stowed"}
    hand = chance.choice(can)
    for one in ("main", "off") if hand == "both" else (hand,):
        free.remove(one)
    return {"hand": hand}


def _gear(chance: Random, kind: str, free: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {"id": f"a_{kind}", "kind": kind, "seconds": chance.randint(1, 3)}
    if kind != TASK:
        found |= _place(chance, free, ["main", "off"])
        found["packed_seconds"] = chance.randint(1, 3)
    flags = {"keep_progress": chance.random() < 0.5, "sealed": chance.random() < 0.3}
    return {**found, **flags, **({"heals": "1d6"} if kind == "potion" else {})}


def sound(fight: Fight) -> None:
    """What holds of figures and things after every step."""
    for one in fight.world.creatures:
        body = fight.bodies[one.id]
        assert one.facing in range(grid_of(fight.world).facings), one.id
        assert all(fight.world.board.inside(cell) for cell in one.space.squares()), one.id
        postures = [effect.id for effect in body.effects if effect.id in POSTURES]
        assert len(postures) <= 1, (one.id, postures)
        _lies_well(fight, one, postures)
        hands = [hand for item in fight.items.values() if item.holder == one.id for hand in holding.hands_of(item.hand)]
        assert max(hands.count("main"), hands.count("off")) <= 1, (one.id, fight.items)
    for item in fight.items.values():
        lies = item.square is not None and fight.world.board.inside(item.square)
        assert bool(item.holder) != lies, item
        assert bool(item.holder) == bool(item.hand), item


def _lies_well(fight: Fight, one: Creature, postures: list[str]) -> None:
    """Only who lies fills two squares; they are neighbours, open, and none of them another upright figure's."""
    if not one.sprawl:
        return
    assert postures in (["prone"], ["crawling"]), (one.id, postures)
    assert len(one.sprawl) == 1, one.id
    upper = one.sprawl[0]
    assert open_square(fight.world, upper), (one.id, upper)
    assert upper in grid_of(fight.world).neighbours(one.space.anchor), (one.id, one.space.anchor, upper)
