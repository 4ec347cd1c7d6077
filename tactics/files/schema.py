"""The tables of a scenario file, what each key means and which values it takes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from tactics.core.lattice import Point, square_name
from tactics.files.terms import (
    Ask,
    Attack,
    Blockable,
    Cover,
    Direction,
    DoorState,
    Light,
    Mode,
    OpenPortals,
    Shape,
    Size,
    SpeedMode,
    Stature,
    System,
    WallKind,
)
from tactics.files.values import (
    CreatureId,
    Glyph,
    LampPoint,
    Place,
    PointValue,
    RuleIds,
    SquareValue,
    SwitchSetting,
    Words,
)

Length = Annotated[int, Field(ge=0, le=100_000)]
Height = Annotated[int, Field(ge=-100_000, le=100_000)]
Side = Annotated[int, Field(ge=1, le=20)]
Blocks = Annotated[tuple[Blockable, ...], Field(strict=False)]


class Table(BaseModel):
    """A table of the file: unknown keys are errors, values are not converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)


class LegendTable(Table):
    """What a glyph of the map stands for."""

    terrain: str = Field(min_length=1, description="English id; a known terrain brings its properties with it")
    blocks: Blocks | None = Field(None, description="what the square stops")
    cover: Cover | None = Field(None, description="the shelter it gives")
    difficulty: int | None = Field(None, ge=0, le=2, description="0 plain, 1 difficult, 2 greater difficult")
    obscurement: int | None = Field(None, ge=0, le=2, description="0 clear, 1 light, 2 heavy")
    hazardous: bool | None = Field(None, description="entering it hurts")
    z: Height | None = Field(None, description="height of the ground, in feet (yards for dfrpg)")
    light: Light | None = Field(None, description="its own light, where it differs from the map's")
    top: Length | None = Field(None, description="how high the obstacle reaches above the ground")
    shelters_up_to: Size | None = Field(None, description="the biggest size it can shelter; every size when left out")


class WallTable(Table):
    """A thin wall, or what is built into one."""

    line: Annotated[tuple[PointValue, ...], Field(strict=False)] = Field(
        description="polyline of lattice points, fractions allowed, at least two"
    )
    kind: WallKind = Field("wall", description="what it is")
    state: DoorState | None = Field(None, description="doors only; closed when left out")
    blocks: Blocks | None = Field(None, description="what it stops, when not what its kind stops")
    cover: Cover | None = Field(None, description="the shelter it gives, when not that of its kind")
    glazed: bool = Field(False, description="windows only: there is glass in it")
    one_way: Literal["left", "right"] | None = Field(
        None, description="it stops only what comes from that side of the line, seen from its first point"
    )
    top: Length | None = Field(None, description="how high it reaches, in feet (yards for dfrpg)")
    name: str = Field("", description="what to call it")

    @field_validator("line")
    @classmethod
    def _a_line(cls, line: tuple[Point, ...]) -> tuple[Point, ...]:
        if len(line) < 2:
            raise ValueError("a wall needs at least two points")
        for number, (start, end) in enumerate(pairwise(line), 1):
            if start == end:
                raise ValueError(f"points {number} and {number + 1} are both {start}; a wall cannot have no length")
        return line

    @field_validator("state")
    @classmethod
    def _a_door(cls, state: DoorState | None, info: ValidationInfo) -> DoorState | None:
        if state is not None and info.data.get("kind", "door") != "door":
            raise ValueError(f"only a door is {state}")
        return state

    @field_validator("glazed")
    @classmethod
    def _a_window(cls, glazed: bool, info: ValidationInfo) -> bool:
        if glazed and info.data.get("kind", "window") != "window":
            raise ValueError("only a window is glazed")
        return glazed


class LightTable(Table):
    """A lamp."""

    at: LampPoint
    bright: Length = Field(description="radius of its bright light, in the file's unit of length")
    dim: Length | None = Field(None, description="radius its dim light ends at; the bright one when left out")

    @field_validator("dim")
    @classmethod
    def _beyond_bright(cls, dim: int | None, info: ValidationInfo) -> int | None:
        if dim is not None and dim < info.data.get("bright", 0):
            raise ValueError("dim light reaches at least as far as bright light")
        return dim


class PictureTable(Table):
    """A map picture."""

    file: str = Field(min_length=1, description="PNG or WEBP file, relative to this file")
    pixels_per_square: float = Field(gt=0, le=10_000, strict=False, description="pixels of one square, not rounded")


class MapTable(Table):
    """The ground: rows of glyphs, or another file."""

    rows: str | None = Field(None, description="one line a row, one glyph a square")
    file: str | None = Field(None, min_length=1, description="a map to take instead of rows, relative to this file")
    open_portals: OpenPortals | None = Field(
        None, description="with file: what the portals of a Universal VTT map are that are not closed"
    )
    legend: dict[Glyph, LegendTable] = Field(default={}, description="glyphs that are not built in")
    walls: Annotated[tuple[WallTable, ...], Field(strict=False)] = Field((), description="thin walls")
    light: Light | None = Field(None, description="light of the map without lamps; bright when left out")
    lights: Annotated[tuple[LightTable, ...], Field(strict=False)] = Field((), description="lamps")
    picture: PictureTable | None = Field(None, description="picture behind the squares")


class WeaponTable(Table):
    """A way to attack."""

    name: str = Field(min_length=1)
    ranged: bool = Field(False, description="shoots or is thrown; threatens nothing")
    reach_weapon: bool = Field(False, description="adds to the natural reach as the book says")
    reach: Length | None = Field(None, description="a fixed reach instead")
    range: Length | None = Field(None, description="range increment; normal range in dnd4e")
    long_range: Length | None = Field(None, description="long range in dnd4e, greatest range elsewhere")


class SystemTable(Table):
    """What one rule system knows of a creature, lengths in that system's unit."""

    reach: Length | None = Field(None, description="natural reach; by size and stature when left out")
    reach_weapon: bool | None = Field(None, description="holds a weapon with reach")
    armed: bool | None = Field(None, description="threatens in melee; true when left out")
    speed: Length | None = Field(None, description="walking speed; six squares when left out")
    speeds: dict[SpeedMode, Length] | None = Field(None, description="speed by mode of movement")
    senses: Words | None = None
    conditions: Words | None = None
    reactions: Words | None = None
    traits: Words | None = None
    weapons: Annotated[tuple[WeaponTable, ...], Field(strict=False)] | None = None
    threatening_reach: Length | None = Field(None, description="dnd4e threatening reach")

    @field_validator("weapons")
    @classmethod
    def _named_once(cls, weapons: tuple[WeaponTable, ...] | None) -> tuple[WeaponTable, ...] | None:
        names = [weapon.name for weapon in weapons or ()]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"two weapons are called {twice[0]!r}")
        return weapons


class CreatureTable(SystemTable):
    """A creature. Lengths are in the unit of the file's first rule system (squares for dnd4e)."""

    name: str | None = Field(None, description="what players call it; its key when left out")
    name_ru: str | None = None
    side: str | None = Field(None, description="creatures of one side are allies; without one it is nobody's ally")
    at: SquareValue | None = Field(None, description="its top left square, when its letter is not on the map")
    under: Glyph | None = Field(None, description="the ground under its letter")
    z: Height | None = Field(None, description="height of its feet, in feet (yards for dfrpg)")
    size: Size | None = Field(None, description="medium when left out")
    stature: Stature | None = Field(None, description="tall when left out")
    space: tuple[Side, Side] | None = Field(
        None, strict=False, description="columns and rows of its footprint, when not those of its size"
    )
    mount: CreatureId | None = Field(None, description="the creature it rides")
    stat_block: str | None = Field(
        None, alias="from", pattern=r"^[A-Za-z0-9_-]+$", description="assets/creatures/<ruleset>/<name>.toml"
    )
    pf1: SystemTable | None = None
    pf2e: SystemTable | None = None
    dnd4e: SystemTable | None = None
    dfrpg: SystemTable | None = None

    def of(self, system: str) -> SystemTable | None:
        """The table of one rule system."""
        table = getattr(self, system)
        assert table is None or isinstance(table, SystemTable)
        return table


class StatBlock(SystemTable):
    """A stat block file: the keys of a creature it holds, whatever else is in it."""

    model_config = ConfigDict(extra="ignore")

    name: str | None = None
    name_ru: str | None = None
    size: Size | None = None
    stature: Stature | None = None


class ExpectTable(Table):
    """A question, and what its answer must be. Which arguments a question takes depends on `ask`."""

    ask: Ask
    from_: Place = Field(None, alias="from", description="who or where from")
    to: Place = Field(None, description="towards whom or where")
    attack: Attack | None = None
    who: str | None = Field(None, description="the creature that moves, threatens or acts")
    path: tuple[SquareValue, ...] | None = Field(None, strict=False, description="squares, the first is the start")
    mode: Mode | None = None
    budget: Length | None = Field(None, description="most it may spend, in the system's unit")
    diagonals: Length | None = Field(None, description="diagonal steps already taken this turn")
    weapon: str | None = None
    with_: str | None = Field(None, alias="with", description="the ally that must help to flank")
    origin: Place = Field(None, description="where an area starts")
    shape: Shape | None = None
    size: Length | None = Field(None, description="radius, length or number of squares, in the system's unit")
    width: Length | None = None
    direction: Direction | None = None
    at: SquareValue | None = Field(None, description="top left square of a close blast placed off centre")
    squares: tuple[SquareValue, ...] | None = Field(None, strict=False, description="squares of a wall")
    action: str | None = None
    target: str | None = None
    is_: Any = Field(None, alias="is", description="the value, or a table by rule system")
    count: Any = Field(None, description="number of squares, or a table by rule system")
    steps: Any = Field(None, description="cost of every step, or a table by rule system")
    cells: str | None = Field(None, description="the map drawn again, x for the squares of the set")
    creatures: tuple[str, ...] | None = Field(None, strict=False, description="ids of those affected")
    rule: RuleIds = Field((), description="ids of the rules it proves")
    why: str = Field("", description="source or remark")

    def given(self) -> Mapping[str, Any]:
        """The keys that stand in the file and their values, squares as text, without `ask`, `rule` and `why`."""
        named = {field.alias or name: name for name, field in type(self).model_fields.items()}
        out = {}
        for key, name in named.items():
            value = getattr(self, name)
            if name in self.model_fields_set and name not in ("ask", "rule", "why"):
                out[key] = _as_text(key, value)
        return out


def _as_text(key: str, value: Any) -> Any:
    if key == "at":
        return square_name(value)
    return [square_name(one) for one in value] if key in ("path", "squares") else value


class ScenarioTable(Table):
    """A scenario file: a map, the creatures on it, who judges it, and what the verdicts must be."""

    schema_: Literal[1] = Field(alias="schema", description="version of the format")
    title: str = Field("", description="what to call it")
    title_ru: str = ""
    description: str = ""
    description_ru: str = ""
    why: str = Field("", description="what the file is there to show")
    rulesets: Annotated[tuple[System, ...], Field(strict=False)] = Field(
        (), description="the first one is played, the others judge side by side"
    )
    seed: int | None = Field(None, ge=0, le=2**63 - 1, description="dice seed of a played scenario")
    map: MapTable
    creatures: dict[CreatureId, CreatureTable] = Field(
        default={}, description="by id; a letter of the map that is an id is that creature"
    )
    rules: dict[System, dict[str, SwitchSetting]] = Field(default={}, description="named switches by rule system")
    expect: Annotated[tuple[ExpectTable, ...], Field(strict=False)] = ()

    @field_validator("rulesets")
    @classmethod
    def _once_each(cls, rulesets: tuple[System, ...]) -> tuple[System, ...]:
        if len(set(rulesets)) < len(rulesets):
            raise ValueError("a rule system is named twice")
        return rulesets


def json_schema() -> dict[str, Any]:
    """The JSON schema of scenario and map files, for editors."""
    schema = ScenarioTable.model_json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "tactics scenario", **schema}
