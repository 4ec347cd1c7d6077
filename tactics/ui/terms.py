"""Ids of the window's choices as words for people."""

from __future__ import annotations

from collections.abc import Mapping

from tactics.core.text import Text, text

ASK_NAMES: Mapping[str, Text] = {
    "cover": text("Cover"),
    "concealment": text("Concealment"),
    "line_of_effect": text("Line of effect"),
    "line_of_sight": text("Line of sight"),
    "flanking": text("Flanking"),
    "modifiers": text("Modifiers"),
    "distance": text("Distance"),
    "threatens": text("Threat"),
}
"""Questions about a pair."""

TERRAINS: Mapping[str, Text] = {
    "floor": text("floor"),
    "wall": text("solid wall"),
    "difficult": text("difficult terrain"),
    "greater_difficult": text("greater difficult terrain"),
    "pillar": text("pillar"),
    "tree": text("tree"),
    "low_obstacle": text("low obstacle"),
    "light_obscurement": text("light fog"),
    "heavy_obscurement": text("dense fog"),
    "hazardous": text("hazardous ground"),
    "no_square": text("no square"),
    "water": text("water"),
    "deep_water": text("deep water"),
}
"""Kinds of ground by their id."""

LIGHTS: Mapping[str, Text] = {
    "bright": text("bright light"),
    "dim": text("dim light"),
    "dark": text("darkness"),
}
"""Levels of light."""
