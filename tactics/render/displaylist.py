"""What to draw, as values: the one description that the window, SVG and PNG all read.

Coordinates are floats in sheet units (one pixel at scale 1), ``x`` right and ``y`` down. Colours are ``#rrggbb`` or
``#rrggbbaa``; an empty colour draws nothing. Later items lie on top of earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tactics.render.metrics import text_width

Spot = tuple[float, float]
"""A place on the sheet."""

HATCHES = ("rise", "fall", "cross", "level", "upright", "dots", "tufts")


@dataclass(frozen=True, slots=True)
class Hatch:
    """A repeated pattern that fills a shape, anchored at the origin of its coordinates.

    Attributes:
        kind: one of `HATCHES`.
        colour: of its strokes.
        gap: side of the repeated tile.
        width: of its strokes.
    """

    kind: str
    colour: str
    gap: float = 10.0
    width: float = 1.5


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, with rounded corners when `radius` is not 0. The stroke is centred on the outline."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    stroke_width: float = 1.0
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle; the stroke is centred on the outline."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    stroke_width: float = 1.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Polyline:
    """A chain of straight strokes with round joints; `dash` is lengths of strokes and gaps in turn."""

    points: tuple[Spot, ...]
    stroke: str
    stroke_width: float = 1.0
    dash: tuple[float, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled area of one or several rings that do not overlap; one hatch runs through all of them."""

    rings: tuple[tuple[Spot, ...], ...]
    fill: str = ""
    hatch: Hatch | None = None


@dataclass(frozen=True, slots=True)
class Arrow:
    """A polyline with a filled head at its last point."""

    points: tuple[Spot, ...]
    stroke: str
    stroke_width: float = 2.0
    head: float = 10.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text.

    Attributes:
        x, y: where its anchor stands; `y` is the baseline.
        text: the words, already in the reader's language.
        size: of the font.
        anchor: start, middle or end.
        max_width: a wider text is condensed to this; 0 for no limit.
    """

    x: float
    y: float
    text: str
    size: float
    fill: str
    bold: bool = False
    anchor: str = "start"
    max_width: float = 0.0


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded PNG, JPEG or WEBP stretched over a rectangle."""

    x: float
    y: float
    width: float
    height: float
    data: bytes


@dataclass(frozen=True, slots=True)
class Group:
    """Items moved together.

    Attributes:
        x, y: where their origin goes.
        clip: left, top, width and height in the group's own coordinates; what lies outside is not drawn.
        sprite: drawn often and alike, so a painter may keep its pixels as long as `items` is the same tuple.
    """

    items: tuple[Item, ...]
    x: float = 0.0
    y: float = 0.0
    clip: tuple[float, float, float, float] | None = None
    sprite: bool = False


Item = Rect | Circle | Polyline | Polygon | Arrow | Label | Picture | Group


@dataclass(frozen=True, slots=True)
class DisplayList:
    """A whole drawing of a size; what it stands for in a few words is its `title`."""

    width: float
    height: float
    items: tuple[Item, ...]
    title: str = ""


def arrow_head(points: tuple[Spot, ...], head: float) -> tuple[Spot, Spot, Spot]:
    """The triangle at the end of an arrow: tip, left, right."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1e-6)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    back_x, back_y = x1 - ux * head, y1 - uy * head
    half = head * 0.45
    return (x1, y1), (back_x - uy * half, back_y + ux * half), (back_x + uy * half, back_y - ux * half)


Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def bounds(items: Iterable[Item]) -> Box:
    """The box that holds everything drawn, strokes and the height of letters included; zeros for nothing."""
    boxes = [box for item in items if (box := _box(item)) is not None]
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _box(item: Item) -> Box | None:
    match item:
        case Rect(x, y, width, height):
            return _grown((x, y, x + width, y + height), item.stroke_width / 2 if item.stroke else 0)
        case Picture(x, y, width, height):
            return x, y, x + width, y + height
        case Circle(x, y, radius):
            return _grown((x, y, x, y), radius + (item.stroke_width / 2 if item.stroke else 0))
        case Polyline(points):
            return _grown(_around(points), item.stroke_width / 2)
        case Arrow(points):
            return _grown(_around((*points, *arrow_head(points, item.head))), item.stroke_width / 2)
        case Polygon(rings):
            return _around(tuple(spot for ring in rings for spot in ring))
        case Label():
            return label_box(item)
        case Group(items):
            return _group_box(item, bounds(items))


def _around(points: tuple[Spot, ...]) -> Box:
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _group_box(group: Group, box: Box) -> Box | None:
    left, top, right, bottom = box
    if group.clip is not None:
        x, y, width, height = group.clip
        left, top, right, bottom = max(left, x), max(top, y), min(right, x + width), min(bottom, y + height)
    if left >= right or top >= bottom:
        return None
    return left + group.x, top + group.y, right + group.x, bottom + group.y


def label_box(label: Label) -> Box:
    """The box of a label's letters, from above the capitals to below the baseline."""
    wide = text_width(label.text, label.size, label.bold)
    if label.max_width:
        wide = min(wide, label.max_width)
    left = label.x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
    return left, label.y - label.size * 0.78, left + wide, label.y + label.size * 0.24
