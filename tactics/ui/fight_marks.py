"""What a fight lays over the board: hit points, whose turn it is, what can be aimed at and what it would do."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.core.text import Catalogue, Text, composed, decimal, figures, listed, say, text
from tactics.render.compass import direction
from tactics.render.displaylist import Arrow, Circle, Group, Item, Label, Polyline, Rect
from tactics.render.events import part_texts
from tactics.render.metrics import text_width, wrap
from tactics.render.regions import outline
from tactics.render.ruling import square_items
from tactics.render.terms import length_text
from tactics.render.tokens import facing_items, head_room, token_head, token_place
from tactics.render.view import View
from tactics.rules.action import Need, NeedArea, NeedChoice, NeedCreature, NeedPath, NeedSquare, Preview, Refusal
from tactics.rules.event import HpChanged
from tactics.rules.registry import book
from tactics.ui.arcs import arcs_around
from tactics.ui.fight_card import UNKNOWN, badge_text, hp_text, name_of, shown_name
from tactics.ui.fight_cursor import FightCursor
from tactics.ui.fight_session import FightSession, percent
from tactics.world.creature import Creature
from tactics.world.fight import Body, Fight
from tactics.world.world import World

_PARTS_SHOWN = 7
_EDGE = 30.0
_TIP_WIDTH = 330.0


class FightMarks:
    """The overlays of one moment of a fight."""

    def __init__(self, session: FightSession, cursor: FightCursor, words: Catalogue) -> None:
        self._session, self._cursor, self._words = session, cursor, words
        self._hover, self._corner = cursor.square, cursor.corner
        self._fight: Fight = session.fight
        said = tuple(sorted((name, str(value)) for name, value in session.aim.said.items())) if session.aim else None
        option = session.aim.option.id if session.aim else ""
        hidden = tuple(sorted(session.hidden.items()))
        chosen = (option, said, session.via)
        self.key: Hashable = (id(self._fight), cursor.key, chosen, session.seen, session.mover, hidden, id(words))
        self._previewed: tuple[Preview | Refusal | None] | None = None

    def under(self, view: View) -> tuple[Item, ...]:
        """Where one can go, or what squares can be named."""
        need = self._need()
        items: list[Item] = self._arcs(view) if need is None or isinstance(need, NeedCreature | NeedChoice) else []
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
        if isinstance(need, NeedPath) and self._hover is not None:
            items += self._way(self._session.way_to(self._hover) or self._session.via, view)
        if isinstance(need, NeedCreature):
            items += self._targets(need, view)
        if isinstance(need, NeedArea) and need.at == "corner" and self._corner is not None:
            spot = self._corner.x / UNIT * view.cell, self._corner.y / UNIT * view.cell
            items.append(Circle(*spot, max(4.0, view.cell * 0.1), view.theme.chosen, view.theme.outline, 2.0))
        items += self._concerned(need, view)
        items += self._harm(view)
        return (*items, *self._tip(need, view))

    def _arcs(self, view: View) -> list[Item]:
        """Faintly what lies in front of, beside and behind the one pointed at, else the one who acts."""
        here, world = self._cursor.here(), self._fight.world
        who = next((one for one in (self._cursor.picked, *here, self._session.mover) if one), "")
        if not who or who in self._session.hidden or self._fight.over:
            return []
        arcs = arcs_around(world.board, world.creature(who))
        return [item for name, squares in arcs.items() for item in square_items(name, squares, view)]

    def _need(self) -> Need | None:
        return self._session.aim.need if self._session.aim is not None else None

    def _preview(self, need: Need | None) -> Preview | Refusal | None:
        """What naming the place under the pointer would do."""
        if self._previewed is None:
            value = self._cursor.value() if need is not None else None
            self._previewed = (self._session.preview(value) if value is not None else None,)
        return self._previewed[0]

    def _concerned(self, need: Need | None, view: View) -> list[Item]:
        """Rings round those whom an area takes in, and dashed ones round those who may react."""
        preview = self._preview(need)
        if not isinstance(preview, Preview):
            return []
        items: list[Item] = []
        for who in self._placed(preview.takes) if isinstance(need, NeedArea) else ():
            items.append(self._ring(who, view.theme.chosen, (), view))
        items += [self._ring(who, view.theme.hazard, (3.0, 3.0), view) for who in self._placed(preview.reactions)]
        return items

    def _placed(self, several: Iterable[str]) -> list[str]:
        """Those of some whose place the player may know."""
        return [one for one in several if self._session.knows_place(one)]

    def _ring(self, who: str, ink: str, dash: tuple[float, ...], view: View) -> Circle:
        x, y, diameter = token_place(self._fight.world, self._fight.world.creature(who))
        return Circle(x * view.cell, y * view.cell, diameter * view.cell / 2 + 3, "", ink, view.line(0.06, 3.0), dash)

    def _standing(self, view: View) -> list[Item]:
        items: list[Item] = []
        for creature in self._fight.world.creatures:
            body = self._fight.body(creature.id)
            if creature.id in self._session.hidden:
                continue
            items += _bar(self._fight, creature, body, view)
            items += self._looks(creature, view)
            if creature.id == self._session.mover and not self._fight.over:
                squares = (*creature.space.squares(), *creature.sprawl)
                items += outline(squares, view.cell, view.theme.chosen, view.line(0.06, 2.0))
        return items

    def _looks(self, creature: Creature, view: View) -> list[Item]:
        """Once more the wedge of one that looks where the hit points are shown."""
        if creature.facing is None or direction(creature.facing)[1] > -0.5 or self._fight.body(creature.id).out:
            return []
        x, y, diameter = token_place(self._fight.world, creature)
        sides = list(dict.fromkeys(one.side for one in self._fight.world.creatures))
        head = token_head(creature, view.cell)
        wedge = facing_items(diameter * view.cell, creature.facing, sides.index(creature.side), view.theme, head)
        return [Group(tuple(wedge), x * view.cell, y * view.cell)]

    def _harm(self, view: View) -> list[Item]:
        """What the event shown last did to somebody's hit points, while the fight is looked back at."""
        last = self._session.events()[-1:] if self._session.seen is not None else ()
        if not last or not isinstance(last[0], HpChanged) or not last[0].by:
            return []
        change = last[0]
        if change.who in self._session.hidden:
            return []
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
        laid = spots[len(self._session.via) - 1] if self._session.via else None
        return [
            Polyline(spots, view.theme.outline, width + 3),
            Arrow(spots, colour, width, head=max(8.0, view.cell * 0.26)),
            *([Circle(*laid, max(4.0, view.cell * 0.1), colour, view.theme.outline, 1.5)] if laid else []),
        ]

    def _tip(self, need: Need | None, view: View) -> list[Item]:
        """What naming the place would do, or who stands there."""
        if self._hover is None:
            return []
        preview = self._preview(need)
        if preview is not None:
            value = self._cursor.value()
            told = [preview.text] if isinstance(preview, Refusal) else known_lines(preview, self._session)
            if isinstance(value, str):
                told = [*self._target_lines(value), *told]
            elif isinstance(need, NeedPath) and isinstance(value, Square):
                cost = self._session.cost_to(value)
                told = [*([] if cost is None else [length_text(cost, book(self._fight.system).move_unit)]), *told]
            return self._box(told, self._aimed(value), view)
        here = self._cursor.here()
        told = [line for one in here for line in creature_lines(self._session, one)]
        return self._box(told, self._fight.world.creature(here[0]).space, view) if here else []

    def _target_lines(self, who: str) -> list[Text]:
        """Who is aimed at, and that others could be meant on the same square."""
        named = composed("{name}", name=shown_name(self._session, who))
        others = [shown_name(self._session, one) for one in self._cursor.here() if one != who]
        return [named, text("Tab for {others}", others=listed(others))] if others else [named]

    def _aimed(self, value: str | Square | Point | None) -> Space:
        assert self._hover is not None
        if isinstance(value, str):
            return self._fight.world.creature(value).space
        return Space(self._hover.x, self._hover.y, 1, 1)

    def _box(self, told: list[Text], aimed: Space, view: View) -> list[Item]:
        """Words in a box beside a space, the first line in bold."""
        lines = [(part, not n) for n, one in enumerate(told) for part in wrap(say(one, self._words), 13, _TIP_WIDTH)]
        if not lines:
            return []
        wide = max(text_width(line, 13, bold=bold) for line, bold in lines) + 20
        high = 18.0 * len(lines) + 14
        known = [one for one in self._fight.world.creatures if self._session.knows_place(one.id)]
        left, top = _tip_place(aimed, wide, high, view, self._fight.world, known)
        theme = view.theme
        items: list[Item] = [Rect(left, top, wide, high, theme.panel, theme.card_edge, 1.5, radius=6)]
        for number, (line, bold) in enumerate(lines):
            ink = theme.strong if bold else theme.text
            items.append(Label(left + 10, top + 20 + 18 * number, line, 13, ink, bold=bold))
        return items


def _tip_place(
    aimed: Space, wide: float, high: float, view: View, world: World, known: Iterable[Creature]
) -> tuple[float, float]:
    """Left and top of a box in sight beside what is pointed at, where it covers the fewest creatures."""
    cell, board = view.cell, world.board
    window = view.shown(board)
    edge = max(cell, _EDGE)  # squares at the edge may be cut, or under the coordinates
    edge_x = edge if window.width < board.width else 0
    edge_y = edge if window.height < board.height else 0
    least_x, most_x = window.x * cell + edge_x, (window.x + window.width) * cell - wide - edge_x
    least_y, most_y = window.y * cell + edge_y, (window.y + window.height) * cell - high - edge_y
    left, top = max(least_x, min(aimed.x * cell, most_x)), max(least_y, min(aimed.y * cell, most_y))
    beside = ((aimed.x + aimed.width) * cell + 8, top), (aimed.x * cell - wide - 8, top)
    across = (left, (aimed.y + aimed.height) * cell + 8), (left, aimed.y * cell - high - 8)
    seen = [(x, y) for x, y in (*beside, *across) if least_x <= x <= most_x and least_y <= y <= most_y]
    tokens = [token_place(world, one) for one in known]

    def covered(spot: tuple[float, float]) -> int:
        """How many tokens the box would lie on."""
        x, y = spot[0] / cell, spot[1] / cell
        return sum(
            x - size / 2 < at_x < x + wide / cell + size / 2 and y - size / 2 < at_y < y + high / cell + size / 2
            for at_x, at_y, size in tokens
        )

    return min(seen, key=covered, default=(left, top))


def creature_lines(session: FightSession, who: str) -> list[Text]:
    """A creature in a few lines: its name, hit points and states."""
    fight = session.fight
    if who in session.hidden:
        return [UNKNOWN]
    badges = session.battle.fighting.badges(fight, who)
    named = composed("{name}", name=name_of(fight.world.creature(who)))
    return [named, hp_text(fight.body(who)), *map(badge_text, badges)]


def known_lines(preview: Preview, session: FightSession) -> list[Text]:
    """What an action would probably do, as far as the player may know: those lost from sight are not named."""
    reactions = tuple(one for one in preview.reactions if one not in session.hidden)
    return preview_lines(replace(preview, reactions=reactions), session.fight)


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
        least, most, mean = preview.damage_least, preview.damage_most, decimal(preview.damage_mean)
        damage = text("damage {least} to {most}, {mean} with misses counted", least=least, most=most, mean=mean)
        if len(preview.takes) > 1:
            damage = text("damage {least} to {most} each, {mean} in all is likely", least=least, most=most, mean=mean)
        lines.append(damage)
    if preview.heals_mean:
        lines.append(text("restores {mean} on average", mean=decimal(preview.heals_mean)))
    bonus = sum(part.amount for part in preview.parts if part.kept)
    if preview.against is not None and preview.under:
        lines.append(text("{against} or less is wanted", against=figures(preview.against)))
    elif preview.against is not None and preview.parts:
        lines.append(text("{bonus} against {against}", bonus=figures(bonus, signed=True), against=preview.against))
    lines += part_texts(preview.parts[:_PARTS_SHOWN], under=preview.under)
    for who in preview.reactions:
        lines.append(text("may react: {who}", who=name_of(fight.world.creature(who))))
    return [*lines, *preview.notes]


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
    high = max(3.0, size * 0.075)
    wide = min(size * 0.36, head_room(size, creature.z_ft)) + size * 0.36
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
