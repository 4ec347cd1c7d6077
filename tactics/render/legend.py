"""What the marks on a board mean, with a sample of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tactics.core.text import Text, text
from tactics.render.displaylist import Arrow, Circle, Group, Hatch, Item, Polygon, Polyline
from tactics.render.palette import Theme
from tactics.render.ruling import cross_items, point_items

SAMPLE = 34.0
"""Width of a sample; its height is half of that, its origin the middle of the left side."""

MEANINGS: Mapping[str, Text] = {
    "clear": text("clear line"),
    "blocked": text("blocked line"),
    "met": text("where it is met"),
    "chosen": text("chosen corner"),
    "flank": text("flanking line"),
    "centre": text("line that is measured"),
    "point": text("point of origin"),
    "origin": text("from here"),
    "target": text("to here"),
    "partner": text("partner"),
    "path": text("path, cost of each step"),
    "area": text("area"),
    "reachable": text("reachable, with the cost"),
    "threatened": text("threatened"),
    "provokes": text("provokes here"),
    "overrun": text("could be overrun"),
    "swept": text("ground the charge covers"),
    "squeezed": text("squeezed space"),
    "out_of_effect": text("no effect here"),
    "blockers": text("in the way"),
    "ringed_area": text("taken by the area"),
    "ringed_provokes": text("may react"),
    "ringed_flanking": text("flanks"),
}


def meaning(key: str) -> Text:
    """What a mark means; a set of squares without an entry goes by its own name."""
    return MEANINGS.get(key) or Text(key.replace("_", " "))


def sample(key: str, theme: Theme, x: float, y: float) -> Group:
    """A small picture of a mark, its left side's middle at x, y."""
    draw = _SAMPLES.get(key)
    items = draw(theme) if draw else _square(key, theme)
    return Group(tuple(items), x, y)


def _stroke(colour: str, width: float, dash: tuple[float, ...] = ()) -> list[Item]:
    return [Polyline(((3.0, 0.0), (SAMPLE - 3, 0.0)), colour, width, dash)]


def _clear(theme: Theme) -> list[Item]:
    dots = [Circle(x, 0, 3.0, theme.clear) for x in (3.0, SAMPLE - 3)]
    return [*_stroke(theme.clear, 2.5), *dots]


def _blocked(theme: Theme) -> list[Item]:
    dots = [Circle(x, 0, 3.0, theme.blocked) for x in (3.0, SAMPLE - 3)]
    return [*_stroke(theme.blocked, 2.0, (7.0, 4.0)), *dots]


def _square(key: str, theme: Theme) -> list[Item]:
    style = theme.style(key)
    left, right, half = SAMPLE / 2 - 11, SAMPLE / 2 + 11, 8.0
    box = ((left, -half), (right, -half), (right, half), (left, half))
    hatch = Hatch(style.hatch, style.colour + "66", 8.0, 1.5) if style.hatch else None
    return [Polygon((box,), style.tint, hatch), Polyline(box, style.colour, 1.5, style.dash, closed=True)]


def _ring(name: str) -> Callable[[Theme], list[Item]]:
    return lambda theme: [Circle(SAMPLE / 2, 0, 8.0, "", theme.style(name).colour, 2.5, (6.0, 3.0))]


_SAMPLES: Mapping[str, Callable[[Theme], list[Item]]] = {
    "clear": _clear,
    "blocked": _blocked,
    "met": lambda theme: cross_items((SAMPLE / 2, 0.0), 5.0, 2.5, theme.blocked, theme.outline),
    "chosen": lambda theme: [Circle(SAMPLE / 2, 0, 6.0, theme.chosen, theme.outline, 1.5)],
    "flank": lambda theme: _stroke(theme.chosen, 3.5),
    "centre": lambda theme: _stroke(theme.text, 2.0, (2.0, 4.0)),
    "point": lambda theme: point_items((SAMPLE / 2, 0.0), 6.0, theme.chosen, theme.outline),
    "path": lambda theme: [Arrow(((2.0, 0.0), (SAMPLE - 2, 0.0)), theme.style("path").colour, 2.5, 10.0)],
    "ringed_area": _ring("area"),
    "ringed_provokes": _ring("threatened"),
    "ringed_flanking": _ring("origin"),
}


def in_order(keys: Iterable[str]) -> list[str]:
    """Keys without repeats, lines first, as they are listed in `MEANINGS`; unknown ones last."""
    known = list(MEANINGS)
    return sorted(dict.fromkeys(keys), key=lambda key: (known.index(key) if key in known else len(known), key))
