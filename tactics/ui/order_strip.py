"""The strip with the order of turns."""

from __future__ import annotations

from tactics.core.text import Catalogue, say, text
from tactics.render.displaylist import Group, Item, Label, Rect
from tactics.render.palette import Theme
from tactics.render.tokens import token, token_letters
from tactics.ui.camera import Area
from tactics.world.fight import Fight

HEIGHT = 54
_TOKEN, _STEP = 36.0, 58.0


def strip_items(fight: Fight, mover: str, area: Area, theme: Theme, words: Catalogue) -> list[Item]:
    """Tokens in order, each with its count, as many as there is room for; the one that has to act stands out."""
    items: list[Item] = [Rect(area.x, area.y, area.width, area.height, theme.panel)]
    sides = list(dict.fromkeys(one.side for one in fight.world.creatures))
    letters = token_letters(fight.world)
    round_text = say(text("Surprise") if fight.surprise else text("Round {n}", n=fight.round), words)
    items.append(Label(area.x + 16, area.y + area.height / 2 + 5, round_text, 14, theme.muted, bold=True))
    left = area.x + 120.0
    room = int((area.x + area.width - left) // _STEP)
    first = max(0, min((fight.turn or 0) - room + 2, len(fight.order) - room))
    for number, slot in enumerate(fight.order[first : first + room], first):
        creature, body = fight.world.creature(slot.who), fight.body(slot.who)
        if number == fight.turn and not fight.over:
            items.append(
                Rect(left - 6, area.y + 3, _STEP - 4, area.height - 6, theme.card, theme.chosen, 2.0, radius=8)
            )
        elif slot.who == mover:
            items.append(Rect(left - 6, area.y + 3, _STEP - 4, area.height - 6, "", theme.blocked, 1.5, radius=8))
        look = token(letters[slot.who], _TOKEN, sides.index(creature.side), 0, (), theme)
        items.append(Group(look, left + _TOKEN / 2 + 4, area.y + area.height / 2 - 6, sprite=True))
        ink = theme.hazard if body.out else theme.muted
        shown = "×" if body.out else str(slot.initiative)
        items.append(Label(left + _TOKEN / 2 + 4, area.y + area.height - 5, shown, 11, ink, anchor="middle"))
        left += _STEP
    return items
