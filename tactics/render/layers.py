"""The window's picture kept layer by layer, so that a frame paints only what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

from tactics.render.displaylist import Box, Item, bounds
from tactics.render.png import Painter, Surface, blank

Layer = tuple[Item, ...]
PixelBox = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""

_SPARE = 3
"""Pixels round a box that soft edges may touch."""
_MOST_CHANGED = 24
"""More changed items than this are not worth looking for the places they touch."""


class _Kept:
    """One layer with everything below it painted."""

    def __init__(self, items: Layer, size: tuple[int, int]) -> None:
        self.items = items
        self.picture = blank(size)
        self._boxes: list[Box] | None = None

    def replace(self, layer: Layer) -> list[Box] | None:
        """Take another version of the layer.

        Returns:
            The boxes where it differs from the last one, None when it differs in too much.
        """
        old, self.items = self.items, layer
        if layer is old:
            return []
        start, end = _alike(old, layer)
        if len(old) + len(layer) - 2 * (start + end) > _MOST_CHANGED:
            self._boxes = None
            return None
        boxes = self._boxes if self._boxes is not None else _boxes(old)
        gone, come = boxes[start : len(old) - end], _boxes(layer[start : len(layer) - end])
        self._boxes = [*boxes[:start], *come, *boxes[len(old) - end :]]
        return gone + come

    def touching(self, box: Box) -> Iterator[Item]:
        """The items that may show inside a box."""
        if self._boxes is None:
            self._boxes = _boxes(self.items)
        left, top, right, bottom = box
        for item, (x0, y0, x1, y1) in zip(self.items, self._boxes, strict=True):
            if x0 <= right and x1 >= left and y0 <= bottom and y1 >= top:
                yield item


class LayeredPainter:
    """Keeps the picture after each layer; paints again from the first layer that differs, and only where it does."""

    def __init__(self) -> None:
        self.painter = Painter()
        self._kept: list[_Kept] = []
        self._place: tuple[object, ...] = ()
        self._scale, self._x, self._y = 1.0, 0.0, 0.0

    def frame(
        self,
        layers: Sequence[Layer],
        size: tuple[int, int],
        scale: float = 1.0,
        x: float = 0.0,
        y: float = 0.0,
        page: str = "#000000",
    ) -> Surface:
        """The picture of all layers, back to front.

        Args:
            layers: as they lie, at least one; the same tuple as last time costs nothing.
            size: of the picture in pixels.
            scale, x, y: pixels a sheet unit, and the pixel where the layers' origin comes.
            page: colour behind everything.

        Returns:
            A surface to blit; it must not be drawn on.
        """
        place = (size, scale, x, y, page, len(layers))
        if place != self._place:
            self._place, self._scale, self._x, self._y = place, scale, x, y
            self._kept = [_Kept(layer, size) for layer in layers]
            self._repaint_all(0, page)
            return self._kept[-1].picture
        self._update(layers, page)
        return self._kept[-1].picture

    def _update(self, layers: Sequence[Layer], page: str) -> None:
        """Take new versions of the layers and paint again what they change."""
        differing = [kept.replace(layer) for kept, layer in zip(self._kept, layers, strict=True)]
        count = len(layers)
        first = next((n for n, boxes in enumerate(differing) if boxes != []), count)
        whole = next((n for n, boxes in enumerate(differing) if boxes is None), count)
        for boxes in differing[first:whole]:
            for box in boxes or ():
                for number in range(first, whole):
                    self._repaint(number, box, page)
        self._repaint_all(whole, page)

    def _repaint_all(self, first: int, page: str) -> None:
        for number in range(first, len(self._kept)):
            self._repaint(number, None, page)

    def _repaint(self, number: int, box: Box | None, page: str) -> None:
        """Paint a layer on a copy of what is below it, everywhere or inside a box of its coordinates."""
        kept = self._kept[number]
        clip = None if box is None else self._pixels(box)
        kept.picture.set_clip(clip)
        if number == 0:
            kept.picture.fill(page)
        else:
            kept.picture.blit(self._kept[number - 1].picture, (0, 0))
        items = kept.items if box is None else kept.touching(_grown(box, 2 * _SPARE / self._scale))
        self.painter.paint(items, kept.picture, self._scale, self._x, self._y)
        kept.picture.set_clip(None)

    def _pixels(self, box: Box) -> PixelBox:
        left, top = floor(self._x + box[0] * self._scale), floor(self._y + box[1] * self._scale)
        right, bottom = ceil(self._x + box[2] * self._scale), ceil(self._y + box[3] * self._scale)
        return left - _SPARE, top - _SPARE, right - left + 2 * _SPARE, bottom - top + 2 * _SPARE


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _boxes(layer: Layer) -> list[Box]:
    return [bounds((item,)) for item in layer]


def _alike(old: Layer, new: Layer) -> tuple[int, int]:
    """How many items two versions of a layer share at the beginning and at the end."""
    most = min(len(old), len(new))
    start = 0
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, end
