"""Covering a target or some squares with a ready ranged weapon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from tactics.core.lattice import Square
from tactics.core.space import square_space
from tactics.core.text import Text, ntext, text
from tactics.geometry.inside import passes_inside
from tactics.geometry.scene import scene_of
from tactics.geometry.seen import seen_squares
from tactics.rules.action import (
    Action,
    Argument,
    Choice,
    Need,
    NeedChoice,
    NeedCreature,
    NeedSquare,
    Option,
    Preview,
    Refusal,
    Refused,
)
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg.arcs import arc_of
from tactics.rulesets.dfrpg.board import cells_of, grid_of, switch
from tactics.rulesets.dfrpg.distances import covering_modifier
from tactics.rulesets.dfrpg.fight import attack_action, holding, places, shooting, turn, waits
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.maneuvers import title_of
from tactics.rulesets.dfrpg.fight.sheet import Weapon
from tactics.rulesets.dfrpg.fight.waits import Wait
from tactics.rulesets.dfrpg.sight import sees
from tactics.world.board import SIGHT
from tactics.world.fight import Fight

RULE = "dfrpg.maneuver.wait.ranged_cover"
ONE, LINE = "one", "line"
SHAPES: Mapping[str, Text] = {
    ONE: text("this square"),
    "block": text("two by two squares"),
    "around": text("this square and all around it"),
    LINE: text("the straight line to it"),
}
_OFFSETS = {
    ONE: (range(1), range(1)),
    "block": (range(2), range(2)),
    "around": (range(-1, 2), range(-1, 2)),
}
"""Squares of a shape, from the one that was named."""
ANYBODY, ENEMIES = "anybody", "enemies"
AT_WHOM: Mapping[str, Text] = {
    ANYBODY: text("whoever comes"),
    ENEMIES: text("enemies only, looking first"),
}
WAYS = ("attack", "all_out_attack:ranged")
"""What a covering figure does when it shoots."""


class Cover:
    """Waiting with a ranged weapon.

    Source: dfrpg.maneuver.wait.ranged_cover, dfrpg.ranged.opportunity_fire
    """

    ids = ("cover",)
    groups = ("attack",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """A target or an area, for each ranged weapon in hand."""
        if waits.why_not_declare(fight, who) is not None:
            return
        for weapon in _weapons(fight, who):
            why = holding.unready(fight, who, weapon)
            for trigger, title in (
                (waits.COVER_TARGET, text("Cover somebody: {weapon}", weapon=weapon.name)),
                (waits.COVER_AREA, text("Cover squares: {weapon}", weapon=weapon.name)),
            ):
                needs, refusal = ((), why) if why is not None else self._needs(fight, who, weapon, trigger)
                arguments: dict[str, Argument] = {"weapon": weapon.id, "trigger": trigger}
                yield Option("cover", "attack", title, text("this maneuver"), needs, refusal, arguments)

    def _needs(self, fight: Fight, who: str, weapon: Weapon, trigger: str) -> tuple[tuple[Need, ...], Refusal | None]:
        ways = NeedChoice("choice", tuple(Choice(one, _way_words(one)) for one in WAYS), text("How will it shoot?"))
        if trigger == waits.COVER_TARGET:
            ids = _targets(fight, who)
            if ids:
                return (NeedCreature("target", ids, text("Whom?")), ways), None
            return (), Refusal(text("Nobody is there."), RULE)
        squares = coverable(fight, who, weapon)
        if not squares:
            return (), Refusal(text("It sees no square it could cover."), RULE)
        shapes = tuple(Choice(id_, title) for id_, title in SHAPES.items())
        whom = tuple(Choice(id_, title) for id_, title in AT_WHOM.items())
        return (
            NeedSquare("square", squares, text("Which square?")),
            NeedChoice("kind", shapes, text("Which squares?")),
            NeedChoice("how", whom, text("At whom will it shoot?")),
            ways,
        ), None

    def resolve(self, run: Run, action: Action) -> None:
        """Begin to wait."""
        waits.declare(run, action.who, self._settled(run.fight, action))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What the covering does to the shot."""
        wait = self._settled(fight, action)
        count = max(1, len(wait.squares))
        amount = covering_modifier(count, line=wait.line, checking=wait.checking)
        covered = ntext("{n} square is covered: {amount}", "{n} squares are covered: {amount}", count, amount=amount)
        return Preview(takes=(action.who,), notes=(waits.words(fight, action.who, wait), covered))

    def _settled(self, fight: Fight, action: Action) -> Wait:
        who, given = action.who, action.arguments
        refuse(waits.why_not_declare(fight, who))
        weapon = next((one for one in _weapons(fight, who) if one.id == given.get("weapon")), None)
        what = str(given.get("choice", ""))
        if weapon is None or what not in WAYS:
            raise Refused(Refusal(text("Say with what it covers, and how it will shoot."), RULE))
        refuse(holding.unready(fight, who, weapon))
        maneuver, _, variant = what.partition(":")
        wait = Wait(str(given.get("trigger", "")), maneuver, variant, f"{weapon.id}/")
        return _covered(fight, wait, action, weapon)


def _covered(fight: Fight, wait: Wait, action: Action, weapon: Weapon) -> Wait:
    """A Wait with what it covers.

    Raises:
        Refused: it names no target and no area. Source: dfrpg.maneuver.wait.ranged_cover.
    """
    who, given = action.who, action.arguments
    whom, square = str(given.get("target", "")), given.get("square")
    if wait.trigger == waits.COVER_TARGET and whom in _targets(fight, who):
        return Wait(wait.trigger, wait.maneuver, wait.variant, wait.act, whom)
    shape, checks = str(given.get("kind", "")), str(given.get("how", ""))
    named = isinstance(square, Square) and shape in SHAPES and checks in AT_WHOM
    if wait.trigger == waits.COVER_AREA and named and isinstance(square, Square):
        seen = coverable(fight, who, weapon)
        if square in seen:
            squares = tuple(one for one in _squares_of(fight, who, square, shape) if one in set(seen))
            line, checking = shape == LINE, checks == ENEMIES
            return Wait(wait.trigger, wait.maneuver, wait.variant, wait.act, "", squares, line, checking)
    raise Refused(Refusal(text("Say which target or which squares it covers."), RULE))


def _way_words(way: str) -> Text:
    maneuver, _, variant = way.partition(":")
    return title_of(maneuver, variant)


def _weapons(fight: Fight, who: str) -> Iterator[Weapon]:
    """Ranged weapons in hand."""
    for weapon, use in attack_action.modes(fight, who):
        if use is None:
            yield weapon


def _targets(fight: Fight, who: str) -> tuple[str, ...]:
    return tuple(one.id for one in places.foes(fight, who))


def coverable(fight: Fight, who: str, weapon: Weapon) -> tuple[Square, ...]:
    """The squares a figure sees and its weapon reaches, row by row.

    Source: dfrpg.maneuver.wait.ranged_cover, dfrpg.grid.sight_line
    """
    assert weapon.shot is not None, "only ranged weapons cover"
    world, own = fight.world, fight.world.creature(who)
    grid, cells, touch = grid_of(world), cells_of(own), str(switch(world, "loe_touch"))
    seen = seen_squares(scene_of(world), own.space, blocks=SIGHT, touch=touch)
    rows = (Square(x, y) for y in range(world.board.height) for x in range(world.board.width) if seen[y, x])
    near = (one for one in rows if 0 < grid.between(cells, (one,)) <= weapon.shot.most_yd)
    return tuple(one for one in near if arc_of(world, own, one) != "back")


def _squares_of(fight: Fight, who: str, square: Square, shape: str) -> Iterator[Square]:
    if shape != LINE:
        for dy in _OFFSETS[shape][1]:
            for dx in _OFFSETS[shape][0]:
                yield Square(square.x + dx, square.y + dy)
        return
    own = fight.world.creature(who).space
    left, right = sorted((own.x, square.x))
    top, bottom = sorted((own.y, square.y))
    start, end = own.centre, square_space(square).centre
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            if passes_inside(start, end, square_space(Square(x, y))):
                yield Square(x, y)


def in_sight(fight: Fight, who: str, other: str) -> bool:
    """Whether a covering figure sees somebody. Source: dfrpg.maneuver.wait.ranged_cover."""
    world = fight.world
    return sees(world, world.creature(who), world.creature(other))


# What covering does to the shot.


def covering(fight: Fight, who: str) -> Wait | None:
    """What a figure covers that now shoots by its Wait, None for any other shot."""
    wait = waits.wait_of(fight, who) if fight.body(who).count(turn.GRANTED) else None
    return wait if wait is not None and wait.trigger in (waits.COVER_TARGET, waits.COVER_AREA) else None


def shape(fight: Fight, attack: Attack) -> Attack:
    """A shot with what the covered area does to it. Source: dfrpg.ranged.opportunity_fire."""
    wait = None if attack.melee else covering(fight, attack.who)
    if wait is None:
        return attack
    count = max(1, len(wait.squares))
    parts = shooting.covering_parts(count, line=wait.line, checking=wait.checking)
    return replace(attack, covering=count, extra=(*attack.extra, *parts))
