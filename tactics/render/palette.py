"""Colours of the drawings. Nothing is told apart by colour alone: dashes, markers and hatches say the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class SetStyle:
    """How a named set of squares looks: tint, hatch (a kind of `displaylist.HATCHES` or "") and outline."""

    colour: str
    tint: str
    hatch: str = ""
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """Every colour of a drawing.

    Attributes:
        page, panel, card, card_edge: backgrounds from back to front.
        text, strong, muted, link: words; `link` is for rule ids.
        badge, badge_text: the discs that number the steps.
        notice, notice_text: the banner that says the books differ.
        clear, blocked, chosen: lines that are free, lines that are stopped, what was picked.
        sides: ring colours of the sides, the first side first.
        sets: style by name of a set of squares.
        other_set: style of a set without a name of its own here.
    """

    name: str
    page: str
    panel: str
    card: str
    card_edge: str
    text: str
    strong: str
    muted: str
    link: str
    badge: str
    badge_text: str
    notice: str
    notice_text: str
    clear: str
    blocked: str
    chosen: str
    outline: str
    floor: str
    grid: str
    border: str
    solid: str
    solid_edge: str
    solid_hatch: str
    wood: str
    glass: str
    force: str
    cloth: str
    plant: str
    plant_mark: str
    stone: str
    stone_edge: str
    hazard: str
    water: str
    water_mark: str
    fog: str
    shade: str
    void: str
    token: str
    token_text: str
    sides: tuple[str, ...]
    sets: Mapping[str, SetStyle]
    other_set: SetStyle

    def style(self, name: str) -> SetStyle:
        """Style of a named set of squares."""
        return self.sets.get(name, self.other_set)


def _sets(area: str, reach: str, threat: str, path: str, blocker: str, lit: str) -> Mapping[str, SetStyle]:
    """Styles from one colour each; `lit` is the opacity of a tint."""
    return MappingProxyType(
        {
            "area": SetStyle(area, area + lit, "rise"),
            "reachable": SetStyle(reach, reach + lit),
            "threatened": SetStyle(threat, threat + lit, "fall"),
            "path": SetStyle(path, path + lit, "", (4.0, 3.0)),
            "blockers": SetStyle(blocker, blocker + "18", "cross"),
            "provokes": SetStyle(threat, threat + lit, "upright"),
            "overrun": SetStyle(threat, threat + "18", "cross"),
            "out_of_effect": SetStyle(area, "", "dots", (2.0, 4.0)),
            "swept": SetStyle(reach, reach + "18", "rise", (6.0, 3.0)),
            "squeezed": SetStyle(reach, reach + "18", "level", (6.0, 3.0)),
            "origin": SetStyle(path, ""),
            "target": SetStyle(path, "", "", (7.0, 4.0)),
            "partner": SetStyle(path, "", "", (2.0, 3.0)),
            "front": SetStyle(reach + "70", reach + "20"),
            "left": SetStyle(path + "50", path + "14", "", (2.0, 4.0)),
            "right": SetStyle(path + "50", path + "14", "", (2.0, 4.0)),
            "back": SetStyle(threat + "70", threat + "24", "", (6.0, 4.0)),
        }
    )


DARK = Theme(
    name="dark",
    page="#1b1f26",
    panel="#20252e",
    card="#2a303b",
    card_edge="#3c4350",
    text="#d6d8dc",
    strong="#f4efe2",
    muted="#9ba2ae",
    link="#74b3bf",
    badge="#3a6f7c",
    badge_text="#eef6f7",
    notice="#3a3418",
    notice_text="#f4d35e",
    clear="#59d3a4",
    blocked="#ff8a5c",
    chosen="#f9d65c",
    outline="#14171c",
    floor="#2b3039",
    grid="#3a414d",
    border="#566072",
    solid="#4a4238",
    solid_edge="#a8977a",
    solid_hatch="#7c6c56",
    wood="#8c5a33",
    glass="#8cc9e8",
    force="#b59cf2",
    cloth="#c77da0",
    plant="#35432f",
    plant_mark="#7d9a5c",
    stone="#5d6470",
    stone_edge="#9aa3b2",
    hazard="#e0523f",
    water="#1f4a63",
    water_mark="#5fa8cc",
    fog="#c9d3e6",
    shade="#07090d",
    void="#12151a",
    token="#20252d",
    token_text="#f4efe2",
    sides=("#4fb0c6", "#e0703f", "#b493ea", "#a5c85a", "#e58fb4", "#c3c7cf"),
    sets=_sets("#ff9d5c", "#5cb8d6", "#e86f8b", "#f9d65c", "#ff8a5c", "38"),
    other_set=SetStyle("#b493ea", "#b493ea38", "level"),
)

LIGHT = Theme(
    name="light",
    page="#ffffff",
    panel="#ffffff",
    card="#f3f1ea",
    card_edge="#cbc6b8",
    text="#272b33",
    strong="#101319",
    muted="#626976",
    link="#0f6575",
    badge="#1d6676",
    badge_text="#ffffff",
    notice="#fdf3cf",
    notice_text="#6b5200",
    clear="#007f5f",
    blocked="#c2410c",
    chosen="#b98300",
    outline="#ffffff",
    floor="#fbfaf6",
    grid="#d9d5c9",
    border="#8b8676",
    solid="#d8cdb8",
    solid_edge="#6d5d42",
    solid_hatch="#a8977a",
    wood="#b07a4c",
    glass="#3d8fb8",
    force="#7448c8",
    cloth="#a63d73",
    plant="#e3ecd6",
    plant_mark="#64854a",
    stone="#c3c7cf",
    stone_edge="#5d6470",
    hazard="#c93a28",
    water="#cfe6f2",
    water_mark="#3b86ab",
    fog="#8793a8",
    shade="#1b2030",
    void="#bdb9ae",
    token="#ffffff",
    token_text="#14171c",
    sides=("#1d7f97", "#bd4a14", "#6b46b8", "#5a7d15", "#b0427a", "#565c68"),
    sets=_sets("#d9660f", "#1f86ad", "#c22f55", "#b98300", "#c2410c", "2e"),
    other_set=SetStyle("#6b46b8", "#6b46b82e", "level"),
)

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (DARK, LIGHT)})
"""Themes by name."""
