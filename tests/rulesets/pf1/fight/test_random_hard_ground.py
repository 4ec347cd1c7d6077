"""Random fights in narrow, wet, dark and foggy places, with riders: what is offered can be done and taken back."""

from __future__ import annotations

from random import Random

import pytest
from kit import world
from properties.test_fights import STAT_BLOCKS, possible, reasons, sound, submitted, tried

from tactics.core.lattice import Square, square_name
from tactics.engine.battle import Battle
from tactics.world.world import World

WIDTH, HEIGHT, STEPS = 16, 12, 12
LEGEND = {
    "w": {"terrain": "deep_water", "blocks": ["movement"]},
    "r": {"terrain": "rough_rock", "blocks": ["movement"]},
}
GAPS = (2, 7, 8, 12)
"""Columns in which the halls are open."""
STATES = ("invisible", "blinded", "prone", "staggered", "entangled", "paralyzed", "grappled", "unaware")
SKILLS = {"stealth": 12, "perception": 4, "swim": 6, "climb": 6, "acrobatics": 9, "escape_artist": 20, "heal": 5}


def position(chance: Random) -> World:
    """Three to five creatures and a horse with or without its rider."""
    kind = chance.choice(["halls", "water", "dark", "fog"])
    rows = [["."] * WIDTH for _ in range(HEIGHT)]
    for y in (3, 8) if kind == "halls" else ():
        rows[y] = ["." if x in GAPS else "#" for x in range(WIDTH)]
    for y in range(5, 8) if kind == "water" else ():
        rows[y] = [chance.choice("wwwr.") for _ in range(WIDTH)]
    for _ in range(15 if kind == "fog" else 5):
        rows[chance.randrange(HEIGHT)][chance.randrange(WIDTH)] = chance.choice("%%@#,")
    creatures = {}
    for number in range(chance.randint(3, 5)):
        x, y = number % 3 * 5 + chance.randrange(2), number // 3 * 8
        states = [chance.choice(STATES)] if chance.random() < 0.3 else []
        more = {"gear": {"rope": 1}, "skills": SKILLS, "ranks": {"acrobatics": 3}} if chance.random() < 0.5 else {}
        creatures["ABCDE"[number]] = {
            "from": chance.choice(STAT_BLOCKS["pf1"]),
            "at": square_name(Square(x, y)),
            "side": "heroes" if number in (0, 3) else "foes",
            "conditions": states,
            "pf1": {"combat": more},
        }
        for row in rows[y : y + 3]:
            row[x : x + 3] = "..."
    for row in rows[4:7]:
        row[5:9] = "...."
    creatures["H"] = {"from": "horse", "at": "G6", "side": "heroes"}
    creatures["R"] = {"from": "fighter_1", "side": "heroes", "at": chance.choice(["G6", "F6"])}
    if creatures["R"]["at"] == "G6":
        creatures["R"]["mount"] = "H"
    light = "dark" if kind == "dark" else "bright"
    return world(["".join(row) for row in rows], creatures=creatures, legend=LEGEND, light=light)


@pytest.mark.rule("pf1.init.round")
@pytest.mark.parametrize("seed", range(8))
def test_random_fights_on_hard_ground(seed: int) -> None:
    chance = Random(seed)
    battle = Battle.new(position(chance), seed=seed)
    for _ in range(STEPS):
        if battle.fight.over:
            break
        sound(battle)
        reasons(battle)
        choices = possible(chance, battle)
        tried(battle, next(choices))
        submitted(battle, next(choices))
    sound(battle)
    while battle.undo():
        pass
    assert battle.begun
