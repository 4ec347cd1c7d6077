"""English ids of questions and answers as words for people."""

from __future__ import annotations

from collections.abc import Mapping

from tactics.core.text import Text, composed, ntext, text

NUMBERED = frozenset({"distance", "move_cost", "path_cost"})
"""Questions whose answer is a length; other numbers count squares."""

GRADES: Mapping[tuple[str, str], Text] = {
    ("cover", "none"): text("No cover"),
    ("cover", "partial"): text("Partial cover"),
    ("cover", "lesser"): text("Lesser cover"),
    ("cover", "cover"): text("Cover"),
    ("cover", "standard"): text("Standard cover"),
    ("cover", "improved"): text("Improved cover"),
    ("cover", "greater"): text("Greater cover"),
    ("cover", "superior"): text("Superior cover"),
    ("cover", "total"): text("Total cover"),
    ("concealment", "none"): text("No concealment"),
    ("concealment", "concealment"): text("Concealment"),
    ("concealment", "total"): text("Total concealment"),
    ("concealment", "observed"): text("Observed"),
    ("concealment", "concealed"): text("Concealed"),
    ("concealment", "hidden"): text("Hidden"),
    ("concealment", "undetected"): text("Undetected"),
    ("move_cost", "illegal"): text("Not allowed"),
    ("path_cost", "unreachable"): text("Out of reach"),
}
"""Grades by question and value."""

RANKS: Mapping[tuple[str, str], int] = {
    ("cover", "none"): 0,
    ("cover", "partial"): 1,
    ("cover", "lesser"): 1,
    ("cover", "cover"): 2,
    ("cover", "standard"): 2,
    ("cover", "improved"): 3,
    ("cover", "greater"): 3,
    ("cover", "superior"): 3,
    ("cover", "total"): 4,
    ("concealment", "none"): 0,
    ("concealment", "observed"): 0,
    ("concealment", "concealment"): 1,
    ("concealment", "concealed"): 1,
    ("concealment", "total"): 2,
    ("concealment", "hidden"): 2,
    ("concealment", "undetected"): 3,
}
"""Which grades of different systems are the same thing under another name."""

YES_NO: Mapping[str, tuple[Text, Text]] = {
    "": (text("Yes"), text("No")),
    "flanking": (text("Flanking"), text("No flanking")),
    "line_of_effect": (text("Line of effect"), text("No line of effect")),
    "line_of_sight": (text("Line of sight"), text("No line of sight")),
    "legal": (text("Allowed"), text("Not allowed")),
    "threatens": (text("Threatened"), text("Not threatened")),
}
"""Yes and no by question."""

ATTACKS: Mapping[str, Text] = {
    "melee": text("melee"),
    "reach": text("melee with reach"),
    "ranged": text("ranged"),
    "area": text("area effect"),
}

SHAPES: Mapping[str, Text] = {
    "burst": text("burst"),
    "spread": text("spread"),
    "cone": text("cone"),
    "line": text("line"),
    "emanation": text("emanation"),
    "cylinder": text("cylinder"),
    "close_burst": text("close burst"),
    "close_blast": text("close blast"),
    "area_burst": text("area burst"),
    "wall": text("wall"),
}

TARGETS: Mapping[str, Text] = {
    "attack": text("attack"),
    "ac": text("AC"),
    "fortitude": text("Fortitude"),
    "reflex": text("Reflex"),
    "will": text("Will"),
    "stealth": text("Stealth"),
    "damage": text("damage"),
}
"""What modifiers change."""

KINDS_OF_BONUS: Mapping[str, Text] = {
    "cover": text("cover"),
    "concealment": text("concealment"),
    "flanking": text("flanking"),
    "combat advantage": text("combat advantage"),
    "range": text("range"),
    "circumstance": text("circumstance"),
    "status": text("status"),
    "item": text("item"),
    "dodge": text("dodge"),
    "penalty": text("penalty"),
    "size": text("size"),
}


def length_text(number: int, unit: str) -> Text:
    """A length with its unit: ``ft``, ``sq``, ``yd``, ``mp`` for movement points, or "" for the bare number."""
    if unit == "ft":
        return ntext("{n} ft", "{n} ft", number)
    if unit == "sq":
        return ntext("{n} square", "{n} squares", number)
    if unit == "yd":
        return ntext("{n} yard", "{n} yards", number)
    if unit == "mp":
        return ntext("{n} movement point", "{n} movement points", number)
    return composed("{n}", n=number)
