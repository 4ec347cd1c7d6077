"""The strip with the order of turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tactics.core.text import Catalogue, composed, say, text
from tactics.render.displaylist import Group, Item, Label, Rect
from tactics.render.palette import Theme
from tactics.render.tokens import NOBODY, SENSED, token, token_letters, unknown_token
from tactics.rules.registry import book
from tactics.ui.camera import Area
from tactics.world.fight import Body, Fight, Slot

HEIGHT = 60
_TOKEN, _STEP, _LEFT = 36.0, 58.0, 120.0
_COUNT = 26.0
"""Room for the number of those who find no room."""


def strip_items(
    fight: Fight,
    mover: str,
    pointed: str,
    area: Area,
    theme: Theme,
    words: Catalogue,
    hidden: Mapping[str, str] = NOBODY,
) -> list[Item]:
    """Tokens in order, each with its count, as many as there is room for; the unseen are question marks.

    Args:
        fight: the moment shown.
        mover: id of the creature that has to act; it stands out.
        pointed: id of the creature under the pointer, which is marked too.
        area: where the strip lies.
        theme: colours.
        words: the language.
        hidden: who is not plainly seen; the "unnoticed" have no place at all.
    """
    items: list[Item] = [Rect(area.x, area.y, area.width, area.height, theme.panel)]
    sides = list(dict.fromkeys(one.side for one in fight.world.creatures))
    letters = token_letters(fight.world)
    round_text = say(text("Surprise") if fight.surprise else text("Round {n}", n=fight.round), words)
    items.append(Label(area.x + 16, area.y + area.height / 2 + 5, round_text, 14, theme.muted, bold=True))
    slots = known_slots(fight, hidden)
    for slot, left in _places(fight, area, slots):
        creature, body = fight.world.creature(slot.who), fight.body(slot.who)
        frame = (left - 6, area.y + 2, _STEP - 4, area.height - 4)
        if slot is _acting(fight) and not fight.over:
            items.append(Rect(*frame, theme.card, theme.chosen, 2.0, radius=8))
        elif slot.who in (mover, pointed) and slot.who:
            items.append(Rect(*frame, "", theme.blocked if slot.who == mover else theme.link, 1.5, radius=8))
        look = token(letters[slot.who], _TOKEN, sides.index(creature.side), 0, (), theme)
        if slot.who in hidden:
            look = unknown_token(_TOKEN, theme)
        middle = left + _TOKEN / 2 + 4
        items.append(Group(look, middle, area.y + area.height / 2 - 8, sprite=True))
        ink = theme.hazard if body.out else theme.muted
        count = composed("{n}", n=book(fight.system).count(slot.initiative))
        shown = "×" if body.out else say(count, words)
        items.append(Label(middle, area.y + area.height - 11, shown, 11, ink, anchor="middle"))
        if slot.who not in hidden:
            items += _health(body, middle, area.y + area.height - 7, theme)
    more = len(slots) - len(list(_places(fight, area, slots)))
    if more > 0:
        items.append(Label(area.x + area.width - 8, area.y + 14, f"+{more}", 11, theme.muted, anchor="end"))
    return items


def _acting(fight: Fight) -> Slot | None:
    return None if fight.turn is None else fight.order[fight.turn]


def known_slots(fight: Fight, hidden: Mapping[str, str]) -> tuple[Slot, ...]:
    """The slots without those of whom a player does not know at all."""
    return tuple(one for one in fight.order if hidden.get(one.who) != "unnoticed")


def slot_at(fight: Fight, area: Area, x: int, y: int, hidden: Mapping[str, str] = NOBODY) -> str:
    """Id of the creature whose token lies under a pixel, "" for none and for one whose place is not known."""
    if not area.holds(x, y):
        return ""
    slots = _places(fight, area, known_slots(fight, hidden))
    found = next((slot.who for slot, left in slots if 0 <= x - left + 6 < _STEP), "")
    return found if hidden.get(found, SENSED) == SENSED else ""


def _places(fight: Fight, area: Area, slots: tuple[Slot, ...]) -> Iterator[tuple[Slot, float]]:
    """The slots there is room for and where they begin; the one whose turn it is is among them."""
    turn = next((number for number, one in enumerate(slots) if one is _acting(fight)), 0)
    left = area.x + _LEFT
    room = max(1, int((area.x + area.width - left - _COUNT) // _STEP))
    first = max(0, min(turn - room + 2, len(slots) - room))
    for place, slot in enumerate(slots[first : first + room]):
        yield slot, left + _STEP * place


def _health(body: Body, middle: float, y: float, theme: Theme) -> list[Item]:
    if body.out:
        return []
    share = max(0.0, min(1.0, body.hp / max(1, body.max_hp)))
    ink = theme.clear if share > 0.5 else theme.chosen if share > 0.25 else theme.hazard
    return [
        Rect(middle - 16, y, 32, 3, theme.outline, radius=1.5),
        Rect(middle - 16, y, max(1.0, 32 * share), 3, ink, radius=1.5),
    ]
