"""What the glyphs of a map stand for."""

from __future__ import annotations

from dataclasses import dataclass

_ALL = ("movement", "sight", "effect")


@dataclass(frozen=True, slots=True)
class Ground:
    """What one glyph of a map puts into its square.

    Attributes:
        terrain: English id of the terrain.
        blocks: what it stops, any of movement, sight and effect, in that order.
        cover: the kind of shelter it gives.
        difficulty: 0 plain, 1 difficult, 2 greater difficult.
        obscurement: 0 clear, 1 light, 2 heavy.
        hazardous: entering it hurts.
        damage: dice of what entering it does, "" when the map does not say.
        damage_type: what kind of damage that is.
        hole: there is no square.
        z_ft: height of the ground in feet.
        light: its own light, "" for that of the map.
        top_ft: how high the obstacle reaches above the ground in feet, None for all the way up.
        shelters_up_to: the biggest size it can shelter, "" for every size.
        depth_ft: how deep the water is, 0 for dry ground; the height of the ground is that of the surface.
        surface: narrow, uneven or incline where one has to balance or climb, "" for firm ground.
        dc: of the check to move there, 0 for the usual one; of water: that it is rough.
    """

    terrain: str
    blocks: tuple[str, ...] = ()
    cover: str = "none"
    difficulty: int = 0
    obscurement: int = 0
    hazardous: bool = False
    hole: bool = False
    z_ft: int = 0
    light: str = ""
    top_ft: int | None = None
    shelters_up_to: str = ""
    damage: str = ""
    damage_type: str = ""
    depth_ft: int = 0
    surface: str = ""
    dc: int = 0

    @property
    def solid(self) -> bool:
        """Whether nobody can stand there."""
        return self.hole or {"movement", "effect"} <= set(self.blocks)


GLYPHS: dict[str, Ground] = {
    ".": Ground("floor"),
    "#": Ground("wall", _ALL, "solid"),
    ",": Ground("difficult", difficulty=1),
    ";": Ground("greater_difficult", difficulty=2),
    "o": Ground("pillar", cover="object"),
    "n": Ground("low_obstacle", cover="low"),
    "%": Ground("light_obscurement", obscurement=1),
    "@": Ground("heavy_obscurement", obscurement=2),
    ":": Ground("hazardous", hazardous=True),
    " ": Ground("no_square", _ALL, "solid", hole=True),
}
"""The glyphs every map understands."""

TERRAINS: dict[str, Ground] = {
    **{ground.terrain: ground for ground in GLYPHS.values()},
    "tree": Ground("tree", cover="object"),
    "water": Ground("water", depth_ft=10),
    "deep_water": Ground("deep_water", depth_ft=30),
}
"""The terrains a legend may name without describing them."""
