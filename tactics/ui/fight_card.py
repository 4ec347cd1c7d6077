"""Who has to act: name, hit points, states and what is left of the turn."""

from __future__ import annotations

from collections.abc import Sequence

from tactics.core.text import Param, Text, composed, figures, ntext, text
from tactics.render.displaylist import Circle, Label, Rect
from tactics.render.events import SOMEBODY
from tactics.render.flow import BODY, Flow
from tactics.render.metrics import shorten, text_width
from tactics.rules.action import Badge, Resource
from tactics.ui.fight_session import FightSession
from tactics.world.creature import Creature
from tactics.world.fight import Body

BY_COMPUTER = text("played by the computer")
UNKNOWN = text("Somebody who is not seen")
_NAME, _CHIP, _LINE = 20.0, 12.0, 20.0
_PIP, _MOST_PIPS, _BAR = 16.0, 8, 56.0
_CHIP_ROWS = 3


def write_card(flow: Flow, session: FightSession, who: str) -> None:
    """The card of a creature at the moment shown.

    Args:
        flow: where it is written.
        session: the fight.
        who: id of the creature.
    """
    fight = session.fight
    if who in session.hidden:
        flow.write(UNKNOWN, BODY, flow.theme.muted)
        return
    creature, body = fight.world.creature(who), fight.body(who)
    rules, theme = session.battle.fighting, flow.theme
    side = list(dict.fromkeys(one.side for one in fight.world.creatures)).index(creature.side)
    name = flow.say(composed("{name}", name=name_of(creature)))
    flow.items.append(Circle(flow.x + 8, flow.y + _NAME * 0.72, 6, "", theme.sides[side % len(theme.sides)], 3))
    shown = shorten(name, _NAME, flow.width - 24, bold=True)
    flow.items.append(Label(flow.x + 24, flow.y + _NAME * 1.08, shown, _NAME, theme.strong, bold=True))
    if session.is_computer(who):
        aside = flow.say(BY_COMPUTER)
        left = flow.x + 34 + text_width(shown, _NAME, bold=True)
        if left + text_width(aside, BODY) <= flow.x + flow.width:
            flow.items.append(Label(left, flow.y + _NAME * 1.08, aside, BODY, theme.muted))
    flow.gap(_NAME * 1.5)
    _write_hp(flow, body)
    write_badges(flow, rules.badges(fight, who))
    if session.seen is None:
        _write_resources(flow, rules.resources(fight, who))


def name_of(creature: Creature) -> Param:
    """A creature's name, its id when it has none."""
    return creature.name if creature.name.en else creature.id


def shown_name(session: FightSession, who: str) -> Param:
    """A creature's name as far as the player may know it."""
    return SOMEBODY if who in session.hidden else name_of(session.fight.world.creature(who))


def hp_text(body: Body) -> Text:
    """Hit points in words."""
    told = text("{hp} of {full} hit points", hp=figures(body.hp), full=body.max_hp)
    if body.temp_hp:
        told = text("{hp}, {n} temporary", hp=told, n=body.temp_hp)
    if body.nonlethal:
        told = text("{hp}, {n} nonlethal", hp=told, n=body.nonlethal)
    return composed("{told}", told=told)


def badge_text(badge: Badge) -> Text:
    """A state in words, with its number and its end where it has them."""
    told = composed("{title}", title=badge.title)
    if badge.value:
        told = composed("{title} {value}", title=badge.title, value=figures(badge.value))
    return told if badge.ends is None else composed("{told} · {ends}", told=told, ends=badge.ends)


def _write_hp(flow: Flow, body: Body) -> None:
    """A bar, and the numbers beside it."""
    theme, share = flow.theme, max(0.0, min(1.0, body.hp / max(1, body.max_hp)))
    ink = theme.clear if share > 0.5 else theme.chosen if share > 0.25 else theme.hazard
    flow.items += [
        Rect(flow.x, flow.y + 5, 90, 8, theme.outline, theme.card_edge, 1.0, radius=4),
        Rect(flow.x, flow.y + 5, max(1.0, 90 * share), 8, ink, radius=4),
        Label(flow.x + 100, flow.y + 14, flow.say(hp_text(body)), BODY, theme.text, max_width=flow.width - 100),
    ]
    flow.gap(_LINE + 4)


def write_badges(flow: Flow, badges: Sequence[Badge]) -> None:
    """States as labels beside and below each other; those that find no room are counted."""
    theme, x, row = flow.theme, flow.x, 0
    for number, badge in enumerate(badges):
        words = shorten(flow.say(badge_text(badge)), _CHIP, flow.width - 14)
        wide = text_width(words, _CHIP) + 14
        if x > flow.x and x + wide > flow.x + flow.width:
            x, row = flow.x, row + 1
            if row == _CHIP_ROWS:
                flow.gap(row * (_LINE + 2))
                flow.write(ntext("and {n} more", "and {n} more", len(badges) - number), _CHIP, theme.muted)
                return
        top = flow.y + row * (_LINE + 2)
        flow.items += [
            Rect(x, top, wide, _LINE - 1, theme.notice, theme.notice_text, 1.0, radius=6),
            Label(x + 7, top + 14, words, _CHIP, theme.notice_text),
        ]
        x += wide + 5
    if badges:
        flow.gap((row + 1) * (_LINE + 2))


def _write_resources(flow: Flow, resources: Sequence[Resource]) -> None:
    """What is left of the turn, beside each other and in more lines where there is no room."""
    x, theme = flow.x, flow.theme
    flow.gap(4)
    for one in resources:
        title = flow.say(one.title)
        wide = _sign_width(one) + text_width(title, _CHIP) + 4
        if x > flow.x and x + wide > flow.x + flow.width:
            x = flow.x
            flow.gap(_LINE)
        _sign(flow, one, x)
        ink = theme.text if one.left else theme.muted
        flow.items.append(Label(x + _sign_width(one) + 2, flow.y + 14, title, _CHIP, ink))
        x += wide + 14
    if resources:
        flow.gap(_LINE)


def _in_pips(one: Resource) -> bool:
    return one.shown == "pips" and max(one.total, one.left) <= _MOST_PIPS


def _count(one: Resource) -> str:
    """The number; of all there are where there is such a number."""
    return f"{one.left}/{one.total}" if one.total else figures(one.left)


def _sign_width(one: Resource) -> float:
    if _in_pips(one):
        return _PIP * max(1, one.total, one.left)
    words = text_width(_count(one), _CHIP, bold=True) + 4
    return words + (_BAR + 6 if one.shown == "bar" else 0)


def _sign(flow: Flow, one: Resource, x: float) -> None:
    """Pips, a number, or a bar with its number."""
    theme, y = flow.theme, flow.y + 10
    if _in_pips(one):
        for number in range(max(1, one.total, one.left)):
            fill, edge = (theme.badge, theme.badge) if number < one.left else ("", theme.card_edge)
            flow.items.append(Circle(x + 7 + _PIP * number, y, 6, fill, edge, 1.5))
        return
    if one.shown == "bar":
        share = max(0.0, min(1.0, one.left / max(1, one.total)))
        flow.items += [
            Rect(x, y - 4, _BAR, 8, theme.outline, theme.card_edge, 1.0, radius=4),
            Rect(x, y - 4, max(1.0, _BAR * share), 8, theme.badge, radius=4),
        ]
        x += _BAR + 6
    flow.items.append(Label(x, flow.y + 14, _count(one), _CHIP, theme.strong, bold=True))
