"""A display list as SVG: valid XML, the same bytes for the same drawing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from tactics.render.displaylist import (
    Arrow,
    Circle,
    DisplayList,
    Group,
    Hatch,
    Item,
    Label,
    Picture,
    Polygon,
    Polyline,
    Rect,
    Spot,
    arrow_head,
)
from tactics.render.metrics import text_width

FONTS = "'Noto Sans', 'DejaVu Sans', sans-serif"
_EXACT_FROM = 4
"""Texts of so many letters state their width, so that another font cannot push them into a neighbour."""


def write_svg(drawing: DisplayList) -> str:
    """The drawing as the text of an SVG file."""
    return _Writer().write(drawing)


class _Writer:
    def __init__(self) -> None:
        self._out: list[str] = []
        self._patterns: dict[Hatch, str] = {}
        self._clips: dict[tuple[float, float, float, float], str] = {}
        self._draw: dict[type, Callable[[Any], None]] = {
            Rect: self._rect,
            Circle: self._circle,
            Polyline: self._polyline,
            Polygon: self._polygon,
            Arrow: self._arrow,
            Label: self._label,
            Picture: self._picture,
            Group: self._group,
        }

    def write(self, drawing: DisplayList) -> str:
        width, height = _n(drawing.width), _n(drawing.height)
        self._items(drawing.items)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
            f' font-family="{FONTS}" stroke-linejoin="round">'
        )
        title = [f"<title>{escape(_printable(drawing.title))}</title>"] if drawing.title else []
        defs = [_pattern(hatch, name) for hatch, name in self._patterns.items()]
        defs += [_clip(box, name) for box, name in self._clips.items()]
        block = ["<defs>", *defs, "</defs>"] if defs else []
        return "\n".join([head, *title, *block, *self._out, "</svg>"]) + "\n"

    def _items(self, items: Iterable[Item]) -> None:
        for item in items:
            self._draw[type(item)](item)

    def _rect(self, item: Rect) -> None:
        round_ = f' rx="{_n(item.radius)}"' if item.radius else ""
        box = f'x="{_n(item.x)}" y="{_n(item.y)}" width="{_n(item.width)}" height="{_n(item.height)}"{round_}'
        self._out.append(f"<rect {box}{_fill(item.fill)}{_stroke(item.stroke, item.stroke_width)}/>")

    def _circle(self, item: Circle) -> None:
        place = f'cx="{_n(item.x)}" cy="{_n(item.y)}" r="{_n(item.radius)}"'
        self._out.append(f"<circle {place}{_fill(item.fill)}{_stroke(item.stroke, item.stroke_width, item.dash)}/>")

    def _polyline(self, item: Polyline) -> None:
        path = _path(item.points, closed=item.closed)
        cap = "" if item.dash else ' stroke-linecap="round"'
        stroke = _stroke(item.stroke, item.stroke_width, item.dash)
        self._out.append(f'<path d="{path}" fill="none"{stroke}{cap}/>')

    def _polygon(self, item: Polygon) -> None:
        path = "".join(_path(ring, closed=True) for ring in item.rings)
        if item.fill:
            self._out.append(f'<path d="{path}"{_fill(item.fill)}/>')
        if item.hatch is not None:
            name = self._patterns.setdefault(item.hatch, f"h{len(self._patterns)}")
            self._out.append(f'<path d="{path}" fill="url(#{name})"/>')

    def _arrow(self, item: Arrow) -> None:
        tip = arrow_head(item.points, item.head)
        shaft = (*item.points[:-1], ((tip[1][0] + tip[2][0]) / 2, (tip[1][1] + tip[2][1]) / 2))
        self._polyline(Polyline(shaft, item.stroke, item.stroke_width, item.dash))
        self._polygon(Polygon((tip,), item.stroke))

    def _label(self, item: Label) -> None:
        words = _printable(item.text)
        wide = text_width(words, item.size, item.bold)
        if item.max_width:
            wide = min(wide, item.max_width)
        more = ' font-weight="700"' if item.bold else ""
        if item.anchor != "start":
            more += f' text-anchor="{item.anchor}"'
        if len(words) >= _EXACT_FROM:
            more += f' textLength="{_n(wide)}" lengthAdjust="spacingAndGlyphs"'
        place = f'x="{_n(item.x)}" y="{_n(item.y)}" font-size="{_n(item.size)}"'
        self._out.append(f"<text {place}{_fill(item.fill)}{more}>{escape(words)}</text>")

    def _picture(self, item: Picture) -> None:
        place = f'x="{_n(item.x)}" y="{_n(item.y)}" width="{_n(item.width)}" height="{_n(item.height)}"'
        href = f"data:{_media_type(item.data)};base64,{b64encode(item.data).decode('ascii')}"
        self._out.append(f'<image {place} preserveAspectRatio="none" href={quoteattr(href)}/>')

    def _group(self, item: Group) -> None:
        move = f' transform="translate({_n(item.x)} {_n(item.y)})"' if item.x or item.y else ""
        cut = ""
        if item.clip is not None:
            cut = f' clip-path="url(#{self._clips.setdefault(item.clip, f"c{len(self._clips)}")})"'
        self._out.append(f"<g{move}{cut}>")
        self._items(item.items)
        self._out.append("</g>")


def _n(value: float) -> str:
    """A number with at most two decimals and nothing superfluous."""
    words = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if words == "-0" else words


def _path(points: Iterable[Spot], *, closed: bool) -> str:
    places = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    return f"M{places}{'z' if closed else ''}"


def _colour(colour: str) -> tuple[str, str]:
    """The colour without its opacity, and the opacity as a number or "" when it is full."""
    if len(colour) == 9:
        return colour[:7], _n(int(colour[7:], 16) / 255)
    return colour, ""


def _fill(colour: str) -> str:
    if not colour:
        return ' fill="none"'
    plain, opacity = _colour(colour)
    return f' fill="{plain}"' + (f' fill-opacity="{opacity}"' if opacity else "")


def _stroke(colour: str, width: float, dash: tuple[float, ...] = ()) -> str:
    if not colour:
        return ""
    plain, opacity = _colour(colour)
    more = f' stroke-opacity="{opacity}"' if opacity else ""
    if width != 1:
        more += f' stroke-width="{_n(width)}"'
    if dash:
        more += f' stroke-dasharray="{" ".join(map(_n, dash))}"'
    return f' stroke="{plain}"{more}'


def _clip(box: tuple[float, float, float, float], name: str) -> str:
    x, y, width, height = map(_n, box)
    return f'<clipPath id="{name}"><rect x="{x}" y="{y}" width="{width}" height="{height}"/></clipPath>'


def _pattern(hatch: Hatch, name: str) -> str:
    gap = _n(hatch.gap)
    if hatch.kind == "dots":
        mark = f'<circle cx="{_n(hatch.gap / 2)}" cy="{_n(hatch.gap / 2)}" r="{_n(hatch.width)}"{_fill(hatch.colour)}/>'
    else:
        path = "".join(_path(line, closed=False) for line in tile_strokes(hatch.kind, hatch.gap))
        mark = f'<path d="{path}" fill="none"{_stroke(hatch.colour, hatch.width)}/>'
    return f'<pattern id="{name}" width="{gap}" height="{gap}" patternUnits="userSpaceOnUse">{mark}</pattern>'


def tile_strokes(kind: str, gap: float) -> list[tuple[Spot, ...]]:
    """The strokes of one tile of a hatch; slanting ones run past the tile so that neighbours meet."""
    half = gap / 2
    rise: list[tuple[Spot, ...]] = [
        ((-half, half), (half, -half)),
        ((0, gap), (gap, 0)),
        ((half, gap + half), (gap + half, half)),
    ]
    fall: list[tuple[Spot, ...]] = [((gap - x, y), (gap - u, v)) for (x, y), (u, v) in rise]
    marks: dict[str, list[tuple[Spot, ...]]] = {
        "rise": rise,
        "fall": fall,
        "cross": rise + fall,
        "level": [((0, half), (gap, half))],
        "upright": [((half, 0), (half, gap))],
        "tufts": [((gap * 0.28, gap * 0.68), (half, gap * 0.32), (gap * 0.72, gap * 0.68))],
    }
    return marks[kind]


def _media_type(data: bytes) -> str:
    if data.startswith(b"\x89PNG"):
        return "image/png"
    if data.startswith(b"RIFF"):
        return "image/webp"
    return "image/jpeg"


def _printable(words: str) -> str:
    """The text without signs that XML cannot hold."""
    return "".join(
        sign for sign in words if sign >= " " and not "\ud800" <= sign <= "\udfff" and sign not in "\ufffe\uffff"
    )
