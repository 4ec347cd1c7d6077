"""Small random positions with a bit of everything, and every question one may ask of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from kit import document

from tactics.core.lattice import Square, square_name
from tactics.core.space import SIDE_SQ, Space
from tactics.files.document import Document
from tactics.rules.question import DIRECTIONS, Question, parse_question
from tactics.world.world import World

SYSTEMS = ("pf1", "pf2e", "dnd4e", "dfrpg")
KINDS = ("wall", "wall", "wall", "low_wall", "window", "arrow_slit", "portcullis", "curtain", "door", "force")
SIZES = ("tiny", "small", "medium", "medium", "medium", "medium", "large", "large", "huge", "gargantuan")
CONDITIONS = ("prone", "unconscious", "helpless", "blinded", "invisible", "stunned", "immobilized", "grabbed")
SWITCHES: dict[str, dict[str, tuple[bool | str, ...]]] = {
    "pf1": {
        "ten_foot_reach_diagonal": (True, False),
        "grazing_corner_blocks": (False, True),
        "partial_cover": (False, True),
        "loe_touch": ("strict", "lenient"),
        "corner_cutting": (False, True),
        "distance_3d": ("nested", "foundry"),
        "charge_lane": ("swept", "centre"),
    },
    "pf2e": {
        "corner_cutting": (False, True),
        "distance_3d": ("nested", "foundry"),
        "loe_touch": ("strict", "lenient"),
    },
    "dnd4e": {
        "melee_cover": ("phb", "dmg"),
        "creature_cover_cap": (True, False),
        "corner_cutting": (False, True),
        "loe_touch": ("strict", "lenient"),
        "burst_metric": ("counted", "outline"),
        "reach_metric": ("adjacent", "counted"),
        "count_round_corner": (False, True),
    },
    "dfrpg": {"metric": ("alternating", "chebyshev"), "corner_cutting": (False, True)},
}
AREAS: dict[str, tuple[str, ...]] = {
    "pf1": ("burst", "spread", "emanation", "cylinder", "cone", "line"),
    "pf2e": ("burst", "emanation", "cone", "line"),
    "dnd4e": ("close_burst", "area_burst", "close_blast"),
    "dfrpg": (),
}
ACTIONS: dict[str, tuple[str, ...]] = {
    "pf1": ("ranged_attack", "cast", "stand_up", "attack"),
    "pf2e": ("cast", "ranged_attack", "stand", "strike"),
    "dnd4e": ("ranged_attack", "area_attack", "stand_up", "close_attack"),
    "dfrpg": (),
}
STEPS = {"pf1": "five_foot_step", "pf2e": "step", "dnd4e": "shift", "dfrpg": None}
FEET = {"pf1": 5, "pf2e": 5, "dnd4e": 1, "dfrpg": 1}


def tables(dice: Random, *, grid_only: bool = False, plain: bool = False) -> dict[str, Any]:
    """Arguments of `kit.document` for a random position.

    Args:
        dice: where the chances come from.
        grid_only: no thin walls off the lines of the grid.
        plain: neither heights nor conditions nor switches.
    """
    width, height = dice.randint(5, 9), dice.randint(4, 9)
    glyphs = "......" + dice.choice(["", "##", "##,o", "#,;", "#on%@", "##:n", "##,;on%@: "])
    grid = [[dice.choice(glyphs) for _ in range(width)] for _ in range(height)]
    creatures = _creatures(dice, grid, plain=plain)
    switches: dict[str, dict[str, bool | str]] = {}
    if not plain and dice.random() < 0.4:
        switches = {
            system: {name: dice.choice(values) for name, values in table.items()} for system, table in SWITCHES.items()
        }
    return {
        "rows": ["".join(row) for row in grid],
        "rulesets": SYSTEMS,
        "walls": [_wall(dice, width, height, grid_only) for _ in range(dice.choice([0, 0, 1, 2, 3, 5]))],
        "creatures": creatures,
        "rules": switches,
        "light": "bright" if plain or dice.random() < 0.8 else dice.choice(["dim", "dark"]),
    }


def random_document(seed: int, **wishes: bool) -> Document:
    """The random position with a number, as a document."""
    return document(**tables(Random(seed), **wishes))


def _creatures(dice: Random, grid: list[list[str]], *, plain: bool) -> dict[str, dict[str, Any]]:
    """Up to five creatures where there is room; the ground under them is not solid."""
    width, height = len(grid[0]), len(grid)
    taken: set[tuple[int, int]] = set()
    out: dict[str, dict[str, Any]] = {}
    for id_ in "ABTEC"[: dice.randint(2, 5)]:
        size = dice.choice(SIZES)
        side = SIDE_SQ.get(size, 1)
        spots = _free(width - side + 1, height - side + 1, side, taken)
        if not spots:
            size, side = "medium", 1
            spots = _free(width, height, side, taken)
        if not spots:
            break
        x, y = dice.choice(spots)
        for i in range(side):
            for j in range(side):
                taken.add((x + i, y + j))
                if grid[y + j][x + i] in "# ":
                    grid[y + j][x + i] = "."
        out[id_] = {"at": [x, y], "size": size, "side": "heroes" if id_ in "AB" else "foes", **_facts(dice, plain)}
    return out


def _free(columns: int, rows: int, side: int, taken: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where a block of squares lies clear of those that are taken."""
    return [
        (x, y)
        for x in range(columns)
        for y in range(rows)
        if not taken & {(x + i, y + j) for i in range(side) for j in range(side)}
    ]


def _facts(dice: Random, plain: bool) -> dict[str, Any]:
    facts: dict[str, Any] = {"pf2e": {"reactions": ["attack_of_opportunity"]}}
    if dice.random() < 0.3:
        facts["reach"] = dice.choice([0, 5, 10, 15, 20])
    if dice.random() < 0.2:
        facts["reach_weapon"] = True
    if dice.random() < 0.3:
        facts["stature"] = "long"
    if dice.random() < 0.2:
        facts["speeds"] = {"fly": 30}
    if not plain:
        if dice.random() < 0.15:
            facts["z"] = dice.choice([5, 10, 20])
        if dice.random() < 0.15:
            facts["conditions"] = [dice.choice(CONDITIONS)]
        if dice.random() < 0.1:
            facts["armed"] = False
        if dice.random() < 0.1:
            facts["senses"] = ["darkvision"]
    return facts


def _wall(dice: Random, width: int, height: int, grid_only: bool) -> dict[str, Any]:
    kind = dice.choice(KINDS)
    wall: dict[str, Any] = {"kind": kind}
    if kind == "door":
        wall["state"] = dice.choice(["open", "closed", "locked"])
    if kind == "window" and dice.random() < 0.3:
        wall["glazed"] = True
    if dice.random() < 0.15:
        wall["one_way"] = dice.choice(["left", "right"])
    wall["line"] = _line(dice, width, height, grid_only or dice.random() < 0.7)
    return wall


def _line(dice: Random, width: int, height: int, on_grid: bool) -> list[list[float]]:
    if on_grid:
        x, y = dice.randint(0, width), dice.randint(0, height)
        points = [[x, y]]
        for _ in range(dice.randint(1, 3)):
            if dice.random() < 0.5:
                x = dice.choice([one for one in range(width + 1) if one != x])
            else:
                y = dice.choice([one for one in range(height + 1) if one != y])
            points.append([x, y])
        return points
    step = dice.choice([2, 4, 3])
    while True:
        points = [[dice.randint(0, width * step) / step, dice.randint(0, height * step) / step] for _ in range(2)]
        if points[0] != points[1]:
            return points


def questions(system: str, world: World, dice: Random) -> Iterator[Question]:
    """Questions a system answers about a position, every ask with every kind of argument."""
    for ask, arguments in _arguments(system, world, dice):
        yield parse_question(ask, arguments, world, "test")


def _arguments(system: str, world: World, dice: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    ids = [one.id for one in world.creatures]
    a, b = dice.sample(ids, 2)
    pair = {"from": a, "to": b}
    square, other = _open(world, dice), _open(world, dice)
    point = [dice.randint(0, world.board.width), dice.randint(0, world.board.height)]
    for ask in ("distance", "line_of_effect", "line_of_sight"):
        for source, to in ((a, b), (a, square), (square, other), (a, point)):
            yield ask, {"from": source, "to": to}
    yield from _moves(system, world, dice, a)
    yield "threatened", {"who": a}
    yield "threatens", pair
    yield "threatens", {"from": a, "to": square}
    if system == "dfrpg":
        return
    for attack in ("melee", "reach", "ranged", None):
        yield "cover", {**pair, **({"attack": attack} if attack else {})}
        yield "concealment", {**pair, **({"attack": attack} if attack else {})}
        yield "modifiers", {**pair, **({"attack": attack} if attack else {})}
    yield "cover", {"to": b, "attack": "area", "origin": point if system != "dnd4e" else square}
    yield "flanking", pair
    if len(ids) > 2:
        yield "flanking", {**pair, "with": next(one for one in ids if one not in (a, b))}
    for action in ACTIONS[system]:
        yield "provokes", {"who": a, "action": action}
    yield "legal", {"who": a, "action": "charge", "target": b} if system != "pf2e" else {"who": a, "action": "stand"}
    yield from _areas(system, dice, a, square, point)


def _open(world: World, dice: Random) -> str:
    board = world.board
    squares = [Square(x, y) for x in range(board.width) for y in range(board.height)]
    return square_name(dice.choice([one for one in squares if not board.solid(one)] or squares))


def _fits(world: World, space: Space) -> bool:
    return all(world.board.inside(one) for one in space.squares())


def _room(world: World, dice: Random, space: Space) -> str:
    """Where a mover's space lies on the board, whatever is there."""
    columns, rows = world.board.width - space.width, world.board.height - space.height
    return square_name(Square(dice.randint(0, columns), dice.randint(0, rows)))


def _moves(system: str, world: World, dice: Random, who: str) -> Iterator[tuple[str, dict[str, Any]]]:
    feet = FEET[system]
    mover = world.creature(who)
    mode = dice.choice(["walk", "walk", "fly"]) if "fly" in mover.of(system).speeds_sq else "walk"
    common = {"who": who, "mode": mode, "diagonals": dice.randint(0, 1)}
    yield "reachable", {**common, "budget": dice.randint(1, 6) * feet}
    for budget in ({}, {"budget": 4 * feet}):
        yield "path_cost", {**common, "to": _room(world, dice, mover.space), **budget}
    path = [mover.space.anchor]
    for _ in range(dice.randint(1, 4)):
        dx, dy = dice.choice(list(DIRECTIONS.values()))
        there = Square(path[-1].x + dx, path[-1].y + dy)
        if _fits(world, mover.space.at(there)):
            path.append(there)
    named = [square_name(one) for one in path]
    if len(path) > 1:
        yield "move_cost", {**common, "path": named}
        yield "provokes", {"who": who, "path": named}
        if STEPS[system]:
            yield "provokes", {"who": who, "path": named[:2], "action": STEPS[system]}
            yield "legal", {"who": who, "path": named[:2], "action": STEPS[system]}
        if system == "pf1":
            yield "provokes", {"who": who, "path": named, "action": "withdraw"}


def _areas(system: str, dice: Random, who: str, square: str, point: list[int]) -> Iterator[tuple[str, dict[str, Any]]]:
    feet = FEET[system]
    for shape in AREAS[system]:
        size = dice.randint(1, 4) * feet
        area: dict[str, Any] = {"shape": shape, "size": size}
        if shape in ("burst", "spread", "cylinder"):
            yield "area", {**area, "origin": point}
        elif shape in ("emanation", "close_burst"):
            yield "area", {**area, "origin": who}
        elif shape == "area_burst":
            yield "area", {**area, "origin": square}
        elif shape == "close_blast":
            yield "area", {**area, "origin": who, "direction": dice.choice(["NE", "SE", "NW", "SW"])}
        elif shape == "cone":
            yield (
                "area",
                {**area, "size": dice.randint(1, 3) * feet, "origin": square, "direction": dice.choice("NESW")},
            )
            yield "area", {**area, "origin": who, "direction": dice.choice(["NE", "SE", "NW", "SW"])}
            yield "area", {**area, "size": 20, "origin": point, "direction": dice.choice("NESW")}
        elif shape == "line":
            yield "area", {**area, "origin": square, "direction": dice.choice("NESW")}
            yield "area", {**area, "origin": point, "direction": dice.choice(["NE", "SE", "NW", "SW"])}
