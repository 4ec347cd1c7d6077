"""Creatures as round tokens."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import atan2, ceil, cos, pi, sin, sqrt
from types import MappingProxyType

from tactics.core.space import SIZES, Space
from tactics.render.compass import direction
from tactics.render.displaylist import Circle, Group, Item, Label, Polygon, Polyline, Rect, Spot
from tactics.render.icons import has_icon, icon
from tactics.render.metrics import text_width
from tactics.render.palette import Theme
from tactics.render.view import View
from tactics.world.creature import Creature
from tactics.world.world import World

_SMALL = SIZES.index("small")
_DOWN = frozenset({"dead", "dying", "helpless", "paralyzed", "petrified", "unconscious"})
_BADGES_SHOWN = 3
_ID_SHOWN = 2
SENSED = "sensed"
"""One whose square is known but who is not seen."""
NOBODY: Mapping[str, str] = MappingProxyType({})
NO_STATES: Mapping[str, tuple[str, ...]] = MappingProxyType({})
_STANDING_SHARE, _LYING_SHARE = 0.8, 0.42
_ACROSS_SHARE, _BODY_SHARE = 0.9, 0.72
"""Of a body that lies across several squares: how big its round is in a square, and how wide the body is in that."""


def token_items(
    world: World,
    view: View,
    hidden: Mapping[str, str] = NOBODY,
    states: Mapping[str, tuple[str, ...]] = NO_STATES,
) -> list[Item]:
    """A group for every creature that stands in the window, big ones first; its origin is the token's middle.

    Args:
        world: the position.
        view: how it is drawn.
        hidden: who is not plainly seen, as `tactics.rules.fighting.Fighting.perceived` has it: the "sensed" are
            question marks, all others are left out.
        states: ids of what is shown on a creature in place of its conditions, by its id.
    """
    window = view.shown(world.board)
    sides = list(dict.fromkeys(one.side for one in world.creatures))
    system = view.system or world.rulesets[0]
    letters = token_letters(world)
    shown = [one for one in world.creatures if _is_in(one, window) and hidden.get(one.id, SENSED) == SENSED]
    shown.sort(key=lambda one: (-one.space.width * one.space.height - len(one.sprawl), -token_place(world, one)[2]))
    items: list[Item] = []
    for one in shown:
        x, y, diameter = token_place(world, one)
        if one.id in hidden:
            look = unknown_token(diameter * view.cell, view.theme)
            items.append(Group(look, x * view.cell, y * view.cell, sprite=True))
            continue
        has = one.of(system).conditions
        marks = tuple(dict.fromkeys((*sorted(has & _DOWN), *states[one.id]) if one.id in states else sorted(has)))
        head = token_head(one, view.cell)
        look = token(
            letters[one.id], diameter * view.cell, sides.index(one.side), one.z_ft, marks, view.theme, one.facing, head
        )
        items.append(Group(look, x * view.cell, y * view.cell, sprite=True))
    return items


def _is_in(creature: Creature, window: Space) -> bool:
    return creature.space.overlaps(window) or any(window.holds(one) for one in creature.sprawl)


def token_head(creature: Creature, cell: float) -> Spot | None:
    """From the middle of a token to where the head of a lying body is, in sheet units; None for one that stands."""
    if not creature.sprawl:
        return None
    space, (x, y) = creature.space, _sprawl_middle(creature)
    return (x - space.x - space.width / 2) / 2 * cell, (y - space.y - space.height / 2) / 2 * cell


def _sprawl_middle(creature: Creature) -> Spot:
    count = len(creature.sprawl)
    return sum(one.x + 0.5 for one in creature.sprawl) / count, sum(one.y + 0.5 for one in creature.sprawl) / count


def token_letters(world: World) -> dict[str, str]:
    """The one to three signs that stand on each token, by creature id; no two tokens have the same."""
    letters: dict[str, str] = {}
    for one in world.creatures:
        wanted = one.id if len(one.id) <= _ID_SHOWN else _initials(one.name.en or one.id)
        number, free = 1, wanted
        while free in letters.values():
            number += 1
            free = f"{wanted[0]}{number}"
        letters[one.id] = free
    return letters


def _initials(name: str) -> str:
    """First letters of the first words; a number in the name is kept whole after one letter."""
    words = re.findall(r"[^\W\d_]+|\d+", name)
    letters = "".join(word[0].upper() for word in words if not word.isdigit())
    number = "".join(word for word in words if word.isdigit())[:3]
    return (letters[:1] + number if number else letters[:2]) or name[:2]


def token_place(world: World, creature: Creature) -> tuple[float, float, float]:
    """Middle and diameter of a token in squares; those who share a space stand in a grid inside it.

    Who lies among others who stand is drawn small in the lower right corner; who lies across several squares has its
    middle between them.
    """
    space = creature.space
    if creature.sprawl:
        x, y = _sprawl_middle(creature)
        size = min(space.width, space.height) * _ACROSS_SHARE
        return (space.x + space.width / 2 + x) / 2, (space.y + space.height / 2 + y) / 2, size
    crowd = [one for one in world.creatures if one.space == space and not one.sprawl]
    if len(crowd) == 1:
        share = 0.62 if space.width == 1 and SIZES.index(creature.size) < _SMALL else 1.0
        size = min(space.width, space.height) * share
        return space.x + space.width / 2, space.y + space.height / 2, size
    down = [one.id for one in crowd if _is_down(one)]
    standing = [one.id for one in crowd if one.id not in down]
    if not down or not standing:
        return _in_grid(space, creature.id, [one.id for one in crowd], 0.0, 1.0)
    if creature.id in standing:
        return _in_grid(space, creature.id, standing, 0.0, _STANDING_SHARE)
    return _in_grid(space, creature.id, down, 1.0 - _LYING_SHARE, _LYING_SHARE)


def _in_grid(space: Space, who: str, crowd: list[str], at: float, share: float) -> tuple[float, float, float]:
    """The place of one of a crowd in the part of a space from `at` on."""
    side = ceil(sqrt(len(crowd)))
    row, column = divmod(crowd.index(who), side)
    return (
        space.x + space.width * (at + share * (column + 0.5) / side),
        space.y + space.height * (at + share * (row + 0.5) / side),
        min(space.width, space.height) * share / side,
    )


def _is_down(creature: Creature) -> bool:
    return any(_DOWN.intersection(one.conditions) for one in creature.stats.values())


@lru_cache(maxsize=1024)
def token(
    letters: str,
    diameter: float,
    side: int,
    z_ft: int,
    conditions: tuple[str, ...],
    theme: Theme,
    facing: int | None = None,
    head: Spot | None = None,
) -> tuple[Item, ...]:
    """The drawing of a token round (0, 0); the same tuple for the same look, so that painters may keep its pixels.

    Args:
        letters: what stands on it.
        diameter: of the space it fills, in sheet units.
        side: number of its side, which decides colour and kind of ring.
        z_ft: height above the board's zero, shown when not 0.
        conditions: ids, shown as small discs.
        theme: colours.
        facing: where it looks, None where nobody knows.
        head: from the middle to the head of one that lies across several squares, None for one that stands.
    """
    colour = theme.sides[side % len(theme.sides)]
    edge, radius = _ring_size(diameter)
    halo = Circle(0, 0, radius + edge / 2 + 1, theme.outline)
    items: list[Item] = [] if head is None else _lying(head, radius, edge, colour, theme)
    if head is None:
        items += [halo, Circle(0, 0, radius, theme.token, colour, edge), *_ring(side, radius, edge, colour)]
    down = bool(_DOWN.intersection(conditions))
    size = radius * (1.0 if len(letters) == 1 else 0.8 if len(letters) == 2 else 0.62)
    ink = theme.muted if down else theme.token_text
    items.append(Label(0, size * 0.357, letters, size, ink, bold=True, anchor="middle"))
    if down:
        reach = radius * 0.62
        for turn in (1, -1):
            items.append(Polyline(((-reach, -reach * turn), (reach, reach * turn)), theme.hazard, edge))
    looks = None if facing is None else direction(facing)
    items += _condition_marks(conditions, radius, theme, _mark_places(conditions, radius, looks if not head else None))
    if z_ft:
        items += _height_badge(z_ft, radius, theme, low=looks is not None and looks[0] > 0.5 and looks[1] < -0.5)
    if facing is not None:
        items += facing_items(diameter, facing, side, theme, head)
    return tuple(items)


def facing_items(diameter: float, facing: int, side: int, theme: Theme, head: Spot | None = None) -> list[Item]:
    """A wedge on the rim of a token that points to where it looks; arguments as for `token`."""
    edge, radius = _ring_size(diameter)
    x, y = head or (0.0, 0.0)
    if head is not None:
        radius *= _BODY_SHARE
    ux, uy = direction(facing)
    tip, foot, wide = radius * 1.2, radius * 0.74, radius * 0.42

    def wedge(grown: float) -> tuple[Spot, ...]:
        shape = ((tip + grown * 1.4, 0.0), (foot - grown, wide + grown), (foot - grown, -wide - grown))
        return tuple((x + ux * along - uy * aside, y + uy * along + ux * aside) for along, aside in shape)

    colour = theme.sides[side % len(theme.sides)]
    return [Polygon((wedge(max(1.0, edge * 0.5)),), theme.outline), Polygon((wedge(0.0),), colour)]


def _lying(head: Spot, radius: float, edge: float, colour: str, theme: Theme) -> list[Item]:
    """A body from its feet to its head, with the head as a round of its own."""
    angle = atan2(head[1], head[0])

    def outline(grown: float) -> tuple[Spot, ...]:
        wide = radius * _BODY_SHARE + grown
        turns = [angle + pi * (n / 12 - 0.5) for n in range(13)]
        ahead = [(head[0] + wide * cos(one), head[1] + wide * sin(one)) for one in turns]
        behind = [(-head[0] - wide * cos(one), -head[1] - wide * sin(one)) for one in turns]
        return (*ahead, *behind)

    x, y = head[0] + cos(angle) * radius * 0.22, head[1] + sin(angle) * radius * 0.22
    return [
        Polygon((outline(edge / 2 + 1),), theme.outline),
        Polygon((outline(edge / 2),), colour),
        Polygon((outline(-edge / 2),), theme.token),
        Circle(x, y, radius * 0.34, "", colour, edge * 0.7),
    ]


@lru_cache(maxsize=256)
def unknown_token(diameter: float, theme: Theme) -> tuple[Item, ...]:
    """Somebody whose square is known but who is not seen: a question mark in a broken ring, of no side."""
    edge = max(2.0, min(5.0, diameter * 0.055))
    radius = diameter / 2 - edge * 0.75 - max(1.0, diameter * 0.02)
    return (
        Circle(0, 0, radius + edge / 2 + 1, theme.outline),
        Circle(0, 0, radius, theme.token),
        Circle(0, 0, radius, "", theme.muted, edge, (edge * 2.0, edge * 1.2)),
        Label(0, radius * 0.42, "?", radius * 1.2, theme.token_text, bold=True, anchor="middle"),
    )


def _ring(side: int, radius: float, edge: float, colour: str) -> list[Item]:
    """What tells the sides apart beside the colour: nothing, dashes, a second ring, four notches, dots."""
    kind = side % 5
    if kind == 0:
        return []
    if kind == 1:
        return [Circle(0, 0, radius - edge * 1.5, "", colour, max(1.0, edge * 0.4), (edge * 1.1, edge * 0.8))]
    if kind == 2:
        return [Circle(0, 0, radius - edge * 1.5, "", colour, max(1.0, edge * 0.5))]
    count, big = (4, 1.1) if kind == 3 else (8, 0.6)
    inner = radius - edge * 1.2
    turns = [2 * pi * (n + 0.5) / count for n in range(count)]
    return [Circle(inner * cos(turn), inner * sin(turn), edge * big, colour) for turn in turns]


def _mark_size(radius: float) -> float:
    return max(4.0, min(10.0, radius * 0.3))


def _mark_places(conditions: tuple[str, ...], radius: float, looks: Spot | None) -> list[Spot]:
    """Middles of the discs along the lower rim, beside the wedge of one that looks down there."""
    count, big = min(_BADGES_SHOWN, len(conditions)), _mark_size(radius)
    if looks is None or looks[1] < 0.5:
        return [((number - (count - 1) / 2) * big * 2.1, radius * 0.86) for number in range(count)]
    turns = (-40, 40, -82) if abs(looks[0]) < 0.5 else (-6, -46, -86) if looks[0] > 0 else (6, 46, 86)
    away = radius * 0.95
    places = [(away * sin(turn * pi / 180), away * cos(turn * pi / 180)) for turn in turns[:count]]
    return sorted(places)


def _condition_marks(conditions: tuple[str, ...], radius: float, theme: Theme, places: Sequence[Spot]) -> list[Item]:
    """Discs with the sign of the condition, or its first letter."""
    big = _mark_size(radius)
    items: list[Item] = []
    for number, (x, y) in enumerate(places):
        items.append(Circle(x, y, big, theme.outline, theme.chosen, 1.0))
        more, condition = number == _BADGES_SHOWN - 1 and len(conditions) > len(places), conditions[number]
        if has_icon(condition) and not more:
            items += icon(condition, x, y, big * 0.66, theme.chosen)
        else:
            size = big * 1.25
            letter = "…" if more else condition[0].upper()
            items.append(Label(x, y + size * 0.357, letter, size, theme.chosen, bold=True, anchor="middle"))
    return items


def _ring_size(diameter: float) -> tuple[float, float]:
    """Width and radius of the ring of a token."""
    edge = max(2.0, min(5.0, diameter * 0.055))
    return edge, diameter / 2 - edge * 0.75 - max(1.0, diameter * 0.02)


def head_room(diameter: float, z_ft: int) -> float:
    """How far to the right of its middle the head of a token is free of the height that is shown there."""
    if not z_ft:
        return diameter / 2
    _, radius = _ring_size(diameter)
    size, wide = _pill(z_ft, radius)
    return radius * 0.95 - wide * 0.62 - size * 0.3


def _pill(z_ft: int, radius: float) -> tuple[float, float]:
    """Size of the letters and width of the pill with the height."""
    size = max(7.0, min(12.0, radius * 0.4))
    return size, text_width(str(abs(z_ft)), size, bold=True) + size * 1.3


def _height_badge(z_ft: int, radius: float, theme: Theme, *, low: bool) -> list[Item]:
    """A pill at the upper right, or a bit lower, with the height and an arrow that points up or down."""
    size, wide = _pill(z_ft, radius)
    words, high = str(abs(z_ft)), size * 1.35
    left, top = radius * 0.95 - wide * 0.62, -radius * (0.3 if low else 0.98)
    middle, up = top + high / 2, 1 if z_ft > 0 else -1
    x, tall = left + size * 0.55, size * 0.33
    wedge = ((x - tall, middle + tall * up), (x + tall, middle + tall * up), (x, middle - tall * up))
    return [
        Rect(left, top, wide, high, theme.outline, theme.chosen, 1.0, radius=high / 2),
        Polygon((wedge,), theme.chosen),
        Label(left + size * 0.98, middle + size * 0.357, words, size, theme.chosen, bold=True),
    ]
