"""Positions, books and hand-made verdicts for the tests of drawings, and a catalogue with a few Russian texts."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType, SimpleNamespace

from kit import world

from tactics.core.lattice import Point, Square, corner, parse_square
from tactics.core.text import Named, Text, say, text
from tactics.render.displaylist import Group, Item
from tactics.rules.book import Rule, Switch
from tactics.rules.question import Question
from tactics.rules.verdict import Alternative, Contact, Line, Modifier, Step, Verdict

OGRE_ROWS = """
......#........
......#........
..W...#........
......#........
.....R#..C.....
......OO.......
...F..OO.......
...............
####....#######
...............
..........,,,..
...........,...
"""
NAMES = {
    "R": ("Rogue", "Плут"),
    "O": ("Ogre", "Огр"),
    "F": ("Fighter", "Воин"),
    "C": ("Cleric", "Жрец"),
    "W": ("Wizard", "Волшебник"),
}
RULE = "cover.melee"


def ogre_world(rulesets=("pf1", "pf2e", "dnd4e"), **ogre):
    """The ogre round the corner, with names in both languages."""
    creatures = {
        letter: {"name": name, "side": "foes" if letter == "O" else "heroes"} for letter, (name, _) in NAMES.items()
    }
    creatures["O"] |= {"size": "large", **ogre}
    walls = [
        {"line": [[4, 8.5], [5.5, 8.5]]},
        {"line": [[5.5, 8.5], [6.5, 8.5]], "kind": "door"},
        {"line": [[6.5, 8.5], [8, 8.5]]},
    ]
    plain = world(OGRE_ROWS, rulesets, creatures=creatures, walls=walls)
    named = tuple(replace(one, name=Named(one.name.en, NAMES[one.id][1])) for one in plain.creatures)
    return replace(plain, creatures=named, title=Named("The ogre and the corner", "Огр за углом"))


def shown_book(id: str, title: str = "Pathfinder 1e", unit: str = "ft", per_square: int = 5):
    """As much of a rule system as a drawing reads."""
    return SimpleNamespace(
        id=id,
        title=title,
        short=id.upper(),
        unit=unit,
        per_square=per_square,
        rules={f"{id}.{RULE}": Rule(f"{id}.{RULE}", Named("Cover in melee", "Укрытие в ближнем бою"), "", "")},
        switches={"partial_cover": Switch("partial_cover", (False, True), Named("", ""), "")},
        word=lambda key, usual: usual,
    )


BOOKS = {
    "pf1": shown_book("pf1"),
    "pf2e": shown_book("pf2e", "Pathfinder 2e"),
    "dnd4e": shown_book("dnd4e", "D&D 4th edition", "sq", 1),
    "dfrpg": shown_book("dfrpg", "Dungeon Fantasy RPG", "yd", 1),
}


def books_of(verdicts):
    """The books of some verdicts, in order."""
    return [BOOKS[one.ruleset] for one in verdicts]


def line(start, end, stop=None, role="cover") -> Line:
    """A line between whole lattice points, stopped by the wall G5 at a point or free."""
    met = () if stop is None else (wall_contact(stop),)
    return Line(corner(*start), corner(*end), stop is not None, met, role)


def wall_contact(at) -> Contact:
    return Contact(text("wall {square}", square=parse_square("G5")), "interior", Point(*at), Square(6, 4), stops=True)


QUESTION = Question(ask="cover", source="R", to="O", attack="melee")
LINES = (
    line((6, 5), (8, 7)),
    line((6, 5), (8, 5)),
    line((6, 4), (8, 5), (6400, 4200)),
    line((6, 4), (8, 7), (6300, 4450)),
)


def cover_verdict(ruleset: str = "pf1", value: str = "cover", **changes) -> Verdict:
    """A cover ruling with something of everything."""
    rule = f"{ruleset}.{RULE}"
    steps = (
        Step(text("Adjacent, reach 5 ft: the melee test applies."), rule),
        Step(text("Corner {corner}: {n} of 4 lines are blocked.", corner=corner(6, 4), n=2), rule),
        Step(
            text("Nothing else is in the way."),
            f"{ruleset}.a_rule_with_a_name.that_is_far_too_long_for_any_narrow_column",
        ),
    )
    made = Verdict(
        QUESTION,
        ruleset,
        value,
        text("Cover: +4 AC."),
        lines=LINES,
        steps=steps,
        modifiers=(
            Modifier(4, "ac", "cover", text("the wall"), rule),
            Modifier(1, "ac", "cover", text("a smaller thing"), rule, kept=False),
        ),
        alternatives=(Alternative("none", text("Free from there."), corner=corner(5, 5)),),
        switches=MappingProxyType({f"{ruleset}.partial_cover": True, f"{ruleset}.other": "text"}),
        discretion=(text("How much counts as hidden."),),
        chosen_corner=corner(6, 5),
    )
    return replace(made, **changes)


RUSSIAN = {
    "Cover: {source} on {target}, {attack}": "Укрытие: {source} — {target}, {attack}",
    "melee": "ближний бой",
    "Cover": "Укрытие",
    "No cover": "Нет укрытия",
    "Why": "Почему",
    "The books differ.": "Книги расходятся.",
    "Corner {corner}: {n} of 4 lines are blocked.": (
        "Угол {corner}: перекрыты {n} из 4 линий, и потому достопочтенный следователь отвергает его без колебаний."
    ),
    "clear line": "свободная линия",
    "AC": "КБ",
}


class RussianTexts(gettext.NullTranslations):
    """A few texts in Russian, one of them long."""

    def gettext(self, message: str) -> str:
        return RUSSIAN.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2

    def info(self):
        return {"language": "ru"}


ENGLISH = gettext.NullTranslations()


def flat(items, x: float = 0.0, y: float = 0.0, depth: int = 0) -> Iterator[tuple[Item, float, float, int]]:
    """Every item of a drawing with the place of its group's origin and how many groups it lies in."""
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items, x + item.x, y + item.y, depth + 1)
        else:
            yield item, x, y, depth


def english(message: Text) -> str:
    """A text in English."""
    return say(message, ENGLISH)
