"""The parts of the window."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.ui.camera import Area

BAR, STATUS = 52, 30
LEAST_WINDOW = (960, 600)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each part of a window of some size is.

    Attributes:
        bar: title, systems and buttons along the top.
        board: the map.
        panel: the ruling at the right.
        status: the line at the bottom.
    """

    bar: Area
    board: Area
    panel: Area
    status: Area

    @classmethod
    def of(cls, width: int, height: int) -> Layout:
        """The layout of a window; the panel takes more of a bigger one."""
        panel = max(372, min(560, width * 29 // 100))
        middle = height - BAR - STATUS
        return cls(
            bar=Area(0, 0, width, BAR),
            board=Area(0, BAR, width - panel, middle),
            panel=Area(width - panel, BAR, panel, height - BAR),
            status=Area(0, height - STATUS, width - panel, STATUS),
        )
