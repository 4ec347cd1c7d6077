"""What a fight lays over the board: hit points, whose turn it is, what can be aimed at and what it would do."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.core.text import Catalogue, Text, composed, say, text
from tactics.render.displaylist import Arrow, Circle, Item, Label, Polyline, Rect
from tactics.render.events import part_text
from tactics.render.metrics import text_width
from tactics.render.regions import outline
from tactics.render.ruling import square_items
from tactics.render.tokens import token_place
from tactics.render.view import View
from tactics.rules.action import Need, NeedArea, NeedCreature, NeedPath, NeedSquare, Preview, Refusal
from tactics.rules.event import HpChanged
from tactics.ui.fight_cursor import named_at
from tactics.ui.fight_session import FightSession, percent
from tactics.world.creature import Creature
from tactics.world.fight import Body, Fight

_PARTS_SHOWN = 7
_EDGE = 30.0


class FightMarks:
    """The overlays of one moment of a fight."""

    def __init__(self, session: FightSession, hover: Square | None, corner: Point | None, words: Catalogue) -> None:
        self._session, self._hover, self._corner, self._words = session, hover, corner, words
        self._fight: Fight = session.fight
        said = tuple(sorted((name, str(value)) for name, value in session.aim.said.items())) if session.aim else None
        option = session.aim.option.id if session.aim else ""
        self.key: Hashable = (id(self._fight), hover, corner, option, said, session.seen, session.mover, id(words))

    def under(self, view: View) -> tuple[Item, ...]:
        """Where one can go, or what squares can be named."""
        need = self._need()
        items: list[Item] = []
        if isinstance(need, NeedPath):
            items += square_items("reachable", tuple(need.costs), view)
            items += _costs(need, view)
        elif isinstance(need, NeedSquare):
            items += square_items("area", need.squares, view)
        elif isinstance(need, NeedArea):
            preview = self._preview(need)
            for verdict in preview.verdicts if isinstance(preview, Preview) else ():
                items += square_items("area", verdict.squares.get("area", ()), view)
        return tuple(items)

    def over(self, view: View) -> tuple[Item, ...]:
        """Hit points, rings, the way to the pointer and the preview."""
        items = self._standing(view)
        need = self._need()
        if isinstance(need, NeedPath) and self._hover in need.costs and self._hover is not None:
            items += self._way(need.paths[self._hover], view)
        if isinstance(need, NeedCreature):
            items += self._targets(need, view)
        if isinstance(need, NeedArea) and need.at == "corner" and self._corner is not None:
            spot = self._corner.x / UNIT * view.cell, self._corner.y / UNIT * view.cell
            items.append(Circle(*spot, max(4.0, view.cell * 0.1), view.theme.chosen, view.theme.outline, 2.0))
        items += self._harm(view)
        preview = self._preview(need)
        if preview is not None:
            items += self._tip(preview, view)
        return tuple(items)

    def _need(self) -> Need | None:
        return self._session.aim.need if self._session.aim is not None else None

    def _preview(self, need: Need | None) -> Preview | Refusal | None:
        """What naming the place under the pointer would do."""
        value = named_at(self._session, self._hover, self._corner) if need is not None else None
        return self._session.preview(value) if value is not None else None

    def _standing(self, view: View) -> list[Item]:
        items: list[Item] = []
        for creature in self._fight.world.creatures:
            body = self._fight.body(creature.id)
            items += _bar(self._fight, creature, body, view)
            if creature.id == self._session.mover and not self._fight.over:
                squares = tuple(creature.space.squares())
                items += outline(squares, view.cell, view.theme.chosen, view.line(0.06, 2.0))
        return items

    def _harm(self, view: View) -> list[Item]:
        """What the event shown last did to somebody's hit points, while the fight is looked back at."""
        last = self._session.events()[-1:] if self._session.seen is not None else ()
        if not last or not isinstance(last[0], HpChanged) or not last[0].by:
            return []
        change = last[0]
        x, y, diameter = token_place(self._fight.world, self._fight.world.creature(change.who))
        size = max(13.0, view.cell * 0.34)
        words = f"{change.by:+d}".replace("-", "−")
        wide = text_width(words, size, bold=True) + 12
        middle, foot = x * view.cell, max(size + 6, (y - diameter / 2) * view.cell)
        ink = view.theme.hazard if change.by < 0 else view.theme.clear
        return [
            Rect(middle - wide / 2, foot - size - 4, wide, size + 8, view.theme.panel, ink, 1.5, radius=6),
            Label(middle, foot, words, size, ink, bold=True, anchor="middle"),
        ]

    def _targets(self, need: NeedCreature, view: View) -> list[Item]:
        items: list[Item] = []
        for id_ in need.ids:
            x, y, diameter = token_place(self._fight.world, self._fight.world.creature(id_))
            spot, radius = (x * view.cell, y * view.cell), diameter * view.cell / 2 + 2
            items.append(Circle(*spot, radius, "", view.theme.outline, view.line(0.09, 4.0)))
            items.append(Circle(*spot, radius, "", view.theme.blocked, view.line(0.055, 2.5), (7.0, 4.0)))
        return items

    def _way(self, path: tuple[Square, ...], view: View) -> list[Item]:
        space = self._fight.world.creature(self._session.mover).space
        spots = tuple(((x + space.width / 2) * view.cell, (y + space.height / 2) * view.cell) for x, y in path)
        if len(spots) < 2:
            return []
        width = view.line(0.055, 2.0)
        colour = view.theme.style("path").colour
        return [
            Polyline(spots, view.theme.outline, width + 3),
            Arrow(spots, colour, width, head=max(8.0, view.cell * 0.26)),
        ]

    def _tip_place(self, hover: Square, wide: float, high: float, view: View) -> tuple[float, float]:
        """Left and top of a box in sight beside what is pointed at: to its right, its left, below or above."""
        cell, window = view.cell, view.shown(self._fight.world.board)
        value = named_at(self._session, hover, self._corner)
        aimed = self._fight.world.creature(value).space if isinstance(value, str) else Space(hover.x, hover.y, 1, 1)
        board, edge = (
            self._fight.world.board,
            max(cell, _EDGE),
        )  # squares at the edge may be cut, or under the coordinates
        edge_x = edge if window.width < board.width else 0
        edge_y = edge if window.height < board.height else 0
        least_x, most_x = window.x * cell + edge_x, (window.x + window.width) * cell - wide - edge_x
        least_y, most_y = window.y * cell + edge_y, (window.y + window.height) * cell - high - edge_y
        top = max(least_y, min(aimed.y * cell, most_y))
        right, left = (aimed.x + aimed.width) * cell + 8, aimed.x * cell - wide - 8
        if right <= most_x:
            return right, top
        if left >= least_x:
            return left, top
        below = (aimed.y + aimed.height) * cell + 8
        return max(least_x, min(right, most_x)), below if below <= most_y else max(least_y, aimed.y * cell - high - 8)

    def _tip(self, preview: Preview | Refusal, view: View) -> list[Item]:
        """The chances, in a box beside the square under the pointer."""
        assert self._hover is not None
        told = [preview.text] if isinstance(preview, Refusal) else preview_lines(preview, self._fight)
        lines = [say(one, self._words) for one in told]
        if not lines:
            return []
        wide = max(text_width(line, 13, bold=not n) for n, line in enumerate(lines)) + 20
        high = 18.0 * len(lines) + 14
        left, top = self._tip_place(self._hover, wide, high, view)
        theme = view.theme
        items: list[Item] = [Rect(left, top, wide, high, theme.panel, theme.card_edge, 1.5, radius=6)]
        for number, line in enumerate(lines):
            ink = theme.text if number else theme.strong
            items.append(Label(left + 10, top + 20 + 18 * number, line, 13, ink, bold=not number))
        return items


def preview_lines(preview: Preview, fight: Fight) -> list[Text]:
    """What an action would probably do, the chance first."""
    lines: list[Text] = []
    if preview.chance is not None:
        if preview.critical:
            lines.append(
                text(
                    "{chance}, critical {critical}", chance=percent(preview.chance), critical=percent(preview.critical)
                )
            )
        else:
            lines.append(percent(preview.chance))
    if preview.damage_most:
        least, most, mean = preview.damage_least, preview.damage_most, _decimal(preview.damage_mean)
        lines.append(text("damage {least} to {most}, on average {mean}", least=least, most=most, mean=mean))
    if preview.heals_mean:
        lines.append(text("restores {mean} on average", mean=_decimal(preview.heals_mean)))
    if preview.against is not None and preview.parts:
        bonus = sum(part.amount for part in preview.parts if part.kept)
        lines.append(text("{bonus} against {against}", bonus=f"{bonus:+d}".replace("-", "−"), against=preview.against))
    lines += [part_text(part) for part in preview.parts[:_PARTS_SHOWN]]
    for who in preview.reactions:
        name = fight.world.creature(who).name
        lines.append(text("may react: {who}", who=name if name.en else who))
    return [*lines, *preview.notes]


def _decimal(number: Fraction) -> Text:
    """A number with one digit behind the decimal sign of the language."""
    tenths = round(number * 10)
    return text("{whole}.{tenths}", whole=tenths // 10, tenths=tenths % 10)


def _costs(need: NeedPath, view: View) -> list[Item]:
    size = min(15.0, view.cell * 0.3)
    if size < 7:
        return []
    half = view.cell / 2
    return [
        Label(
            x * view.cell + half,
            y * view.cell + half + size * 0.357,
            str(cost),
            size,
            view.theme.strong,
            anchor="middle",
        )
        for (x, y), cost in need.costs.items()
    ]


def _bar(fight: Fight, creature: Creature, body: Body, view: View) -> list[Item]:
    """Hit points at the head of a token, whose foot shows conditions; a cross over who is out of the fight."""
    x, y, diameter = token_place(fight.world, creature)
    size = diameter * view.cell
    left, top = x * view.cell - size * 0.36, y * view.cell - size * 0.46
    wide, high = size * 0.72, max(3.0, size * 0.075)
    theme = view.theme
    if body.out:
        arm = size * 0.3
        middle_x, middle_y = x * view.cell, y * view.cell
        strokes = [
            ((middle_x - arm, middle_y - arm * turn), (middle_x + arm, middle_y + arm * turn)) for turn in (1, -1)
        ]
        return [Polyline(stroke, theme.hazard, max(3.0, size * 0.07)) for stroke in strokes]
    share = max(0.0, min(1.0, body.hp / max(1, body.max_hp)))
    colour = theme.clear if share > 0.5 else theme.chosen if share > 0.25 else theme.hazard
    return [
        Rect(left - 1, top - 1, wide + 2, high + 2, theme.outline, radius=high / 2),
        Rect(left, top, max(high, wide * share), high, colour, radius=high / 2),
    ]


def hp_text(body: Body) -> Text:
    """Hit points in words."""
    told = text("{hp} of {full} hit points", hp=body.hp, full=body.max_hp)
    if body.temp_hp:
        told = text("{hp}, {n} temporary", hp=told, n=body.temp_hp)
    if body.nonlethal:
        told = text("{hp}, {n} nonlethal", hp=told, n=body.nonlethal)
    return composed("{told}", told=told)
