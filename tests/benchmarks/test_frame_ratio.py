"""What a frame of the window costs, as a share of drawing everything anew with plain pygame calls."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

import pygame
import pytest
from kit import world
from race import Table, judged, seconds

from tactics.core.lattice import Square, corner
from tactics.core.text import text
from tactics.render.board import board_layers
from tactics.render.layers import LayeredPainter
from tactics.render.png import font
from tactics.render.ruling import ruling_overlay
from tactics.render.view import View
from tactics.rules.question import Question
from tactics.rules.verdict import Line, Verdict
from tactics.world.edit import moved
from tactics.world.world import World

SIZE = (1280, 960)
COLUMNS, ROWS, CELL = 40, 30, 32
MOST_STILL, MOST_MOVING = 0.25, 0.4
"""Shares of the naive redraw: a frame where nothing changed, and one where a token has moved."""


@dataclass(frozen=True)
class Scene:
    world: World
    verdict: Verdict


def scene() -> Scene:
    dice = random.Random(5)
    at = dice.sample([(x, y) for x in range(COLUMNS) for y in range(ROWS)], 40)
    creatures = {f"c{n}": {"name": f"C {n}", "at": list(spot), "side": f"s{n % 2}"} for n, spot in enumerate(at)}
    walls = []
    for _ in range(200):
        x, y = dice.randrange(COLUMNS), dice.randrange(ROWS)
        walls.append({"line": [[x, y], [x + 1, y]] if dice.random() < 0.5 else [[x, y], [x, y + 1]]})
    near = sorted(((x - 20) ** 2 + (y - 15) ** 2, Square(x, y)) for x in range(COLUMNS) for y in range(ROWS))
    squares = tuple(square for _, square in near[:313])
    ends = [(dice.randrange(COLUMNS), dice.randrange(ROWS)) for _ in range(16)]
    verdict = Verdict(
        Question(ask="reachable", who="c0"),
        "pf1",
        313,
        text("Squares."),
        lines=tuple(Line(corner(20, 15), corner(*end), n % 2 == 0) for n, end in enumerate(ends)),
        squares=MappingProxyType({"reachable": squares}),
        costs=MappingProxyType({square: n % 60 for n, square in enumerate(squares)}),
    )
    return Scene(world(["." * COLUMNS] * ROWS, creatures=creatures, walls=walls), verdict)


def naive(screen: pygame.Surface, shown: Scene) -> None:
    """Everything drawn anew with the same colours and sizes, letters rendered on the spot."""
    screen.fill("#2b3039")
    for x in range(COLUMNS + 1):
        pygame.draw.line(screen, "#3a414d", (x * CELL, 0), (x * CELL, ROWS * CELL))
    for y in range(ROWS + 1):
        pygame.draw.line(screen, "#3a414d", (0, y * CELL), (COLUMNS * CELL, y * CELL))
    tint = pygame.Surface((CELL, CELL), pygame.SRCALPHA)
    tint.fill("#5cb8d638")
    digits, letters = font(10, False), font(16, True)
    for (x, y), cost in shown.verdict.costs.items():
        screen.blit(tint, (x * CELL, y * CELL))
        words = digits.render(str(cost), True, "#f4efe2")
        screen.blit(words, words.get_rect(center=(x * CELL + CELL // 2, y * CELL + CELL // 2)))
    for wall in shown.world.board.walls:
        ends = [(point.x * CELL // 1000, point.y * CELL // 1000) for point in (wall.start, wall.end)]
        pygame.draw.line(screen, "#a8977a", *ends, 3)
    for creature in shown.world.creatures:
        middle = creature.space.x * CELL + CELL // 2, creature.space.y * CELL + CELL // 2
        pygame.draw.aacircle(screen, "#20252d", middle, 13)
        pygame.draw.aacircle(screen, "#4fb0c6", middle, 14, 2)
        words = letters.render(creature.id, True, "#f4efe2")
        screen.blit(words, words.get_rect(center=middle))
    for line in shown.verdict.lines:
        ends = [(point.x * CELL // 1000, point.y * CELL // 1000) for point in (line.start, line.end)]
        pygame.draw.aaline(screen, "#59d3a4", *ends)


@pytest.mark.slow
def test_a_cached_frame_costs_a_share_of_a_naive_one(table: Table) -> None:
    shown = scene()
    screen = pygame.Surface(SIZE, 0, 32)
    view = View(float(CELL), coordinates=False)
    layers = board_layers(shown.world, view)
    overlay = ruling_overlay(shown.world, shown.verdict, view)
    still = [layers.ground, overlay.under, layers.light, layers.walls, layers.tokens, overlay.over]
    painter = LayeredPainter()
    turns = [board_layers(moved(shown.world, "c0", Square(n, 3)), view).tokens for n in range(8)]
    count = 0

    def frame() -> None:
        screen.blit(painter.frame(still, SIZE), (0, 0))

    def frame_of_a_move() -> None:
        nonlocal count
        count += 1
        screen.blit(painter.frame([*still[:4], turns[count % len(turns)], still[5]], SIZE), (0, 0))

    for warm in (frame, frame_of_a_move, lambda: naive(screen, shown)):
        warm()
    whole = partial(naive, screen, shown)
    rounds = [(seconds(whole), seconds(frame_of_a_move), seconds(frame), seconds(frame)) for _ in range(40)]
    table.add("frame with overlays", "naive redraw", judged((idle, full) for full, _, _, idle in rounds), MOST_STILL)
    moving = judged((moving, full) for full, moving, _, _ in rounds)
    table.add("frame after a token has moved", "naive redraw", moving, MOST_MOVING)
