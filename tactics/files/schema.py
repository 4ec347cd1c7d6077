"""The tables of a scenario file, what each key means and which values it takes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, ValidationInfo, field_validator

from tactics.core.lattice import Point, square_name
from tactics.files.combat import Combat
from tactics.files.table import JourneyTable, Table
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
    Surface,
    System,
    WallKind,
)
from tactics.files.values import (
    Conditions,
    CreatureId,
    Glyph,
    LampPoint,
    Numbers,
    Place,
    PointValue,
    RuleIds,
    SquareValue,
    SwitchSetting,
    Words,
)

Length = Annotated[int, Field(ge=0, le=100_000)]
Height = Annotated[int, Field(ge=-100_000, le=100_000)]
DICE_PATTERN = r"^(\d+|\d+d\d+([+-]\d+)?)$"
"""Dice as a map writes them: ``2``, ``1d6``, ``2d4+1``."""
Side = Annotated[int, Field(ge=1, le=20)]
Blocks = Annotated[tuple[Blockable, ...], Field(strict=False)]


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
    damage: str | None = Field(None, pattern=DICE_PATTERN, description="dice of what entering hazardous ground does")
    damage_type: str | None = Field(None, min_length=1, description="what kind of damage that is")
    depth: Length | None = Field(
        None, description="how deep the water is; its surface lies at the height of the ground"
    )
    surface: Surface | None = Field(None, description="where one has to balance (narrow, uneven) or climb (incline)")
    dc: int | None = Field(None, ge=0, le=60, description="of the check to move there; of water: that it is rough")


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
    conditions: Conditions | None = Field(None, description="towards one creature only: hidden:B")
    reactions: Words | None = None
    traits: Words | None = None
    weapons: Annotated[tuple[WeaponTable, ...], Field(strict=False)] | None = None
    threatening_reach: Length | None = Field(None, description="dnd4e threatening reach")
    combat: Combat | None = Field(None, description="numbers for fights, see docs/file-formats.md")

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


class AfterTable(Table):
    """What must hold after a step of a scripted fight."""

    refused: str | None = Field(None, description='id of the rule that refuses it, or "" for any')
    events: tuple[str, ...] | None = Field(
        None, strict=False, description="in this order among what happened, each by some of its words"
    )
    no_events: tuple[str, ...] | None = Field(None, strict=False, description="what must not have happened")
    asked: tuple[str, ...] | None = Field(
        None, strict=False, description="every decision that was asked for, in order: creature and id"
    )
    totals: dict[str, Numbers] | None = Field(None, description="sums of all rolls by their purpose, in order")
    against: dict[str, Numbers] | None = Field(None, description="what they had to reach, by their purpose, in order")
    hp: dict[str, int] | None = Field(None, description="hit points by creature")
    temp_hp: dict[str, int] | None = None
    nonlethal: dict[str, int] | None = None
    has: dict[str, Conditions] | None = Field(None, description="conditions and effects by creature, among others")
    lacks: dict[str, Conditions] | None = Field(None, description="conditions and effects it has not, by creature")
    at: dict[str, SquareValue] | None = Field(None, description="top left square by creature")
    holds: dict[str, Words] | None = Field(None, description="kinds of everything in its hands, by creature")
    left: dict[str, dict[str, int]] | None = Field(None, description="what is left of the turn, by creature")
    out: dict[str, str] | None = Field(None, description='why it is out of the fight, "" while it is not')
    turn: str | None = Field(None, description="whose turn it is")
    round: int | None = None
    order: tuple[str, ...] | None = Field(None, strict=False, description="who acts when, from first to last")
    over: str | None = Field(None, description='the side that won, "" while it goes on')


_Face = Annotated[int, Field(ge=1, le=1000)]
_Faces = Annotated[tuple[_Face, ...], Field(strict=False)]
_Squares = Annotated[tuple[SquareValue, ...], Field(strict=False)]


class StepTable(Table):
    """One thing somebody does in a scripted fight, or an answer; the last keys are what it is aimed at."""

    do: str | None = Field(None, min_length=1, description="id of the action")
    answer: str | None = Field(None, min_length=1, description="id of a choice, when a decision waits")
    who: str | None = Field(None, description="the one whose turn it is, or who has to decide, when left out")
    dice: _Faces = Field((), description="faces that fall, in order; all of them must be used")
    answers: tuple[str, ...] = Field((), strict=False, description="answers to decisions it brings, in order")
    expect: AfterTable | None = None
    rule: RuleIds = Field((), description="ids of the rules it proves")
    why: str = Field("", description="source or remark")
    weapon: str | None = None
    target: str | None = None
    targets: tuple[str, ...] | None = Field(None, strict=False)
    path: _Squares | None = Field(None, description="squares, the first is the start")
    to: SquareValue | None = Field(None, description="the square it goes to on the cheapest way, instead of a path")
    square: SquareValue | None = None
    squares: _Squares | None = None
    area: Place = Field(None, description="the corner an area starts from, or the square it goes towards")
    item: str | None = None
    kind: str | None = None
    style: str | None = None
    series: str | None = None
    mode: str | None = None
    after: str | None = None
    trigger: str | None = None
    power: str | None = None
    friend: str | None = None
    how: str | None = None
    choice: str | None = None
    door: int | None = None
    maneuver: str | None = Field(None, description="what the whole turn is to be")
    variant: str | None = Field(None, description="which kind of it")
    use: str | None = Field(None, description="how to strike with the weapon")
    manner: str | None = None
    facing: str | None = Field(None, description="where to turn: N, NE, E ...")
    ability: str | None = None
    hand: str | None = Field(None, description="main or off")
    hands: int | None = Field(None, description="how many hands push")
    posture: str | None = Field(None, description="standing, kneeling, sitting, crawling, face_up, face_down")
    reach: int | None = Field(None, description="the reach a weapon is to be held for, in squares")
    deceptive: int | None = Field(None, description="levels of a deceptive attack")
    rapid: bool | None = Field(None, description="whether it is a blow of a rapid strike")
    other: str | None = Field(None, description="the second weapon of a blow with two")
    other_use: str | None = Field(None, description="how to strike with it")
    other_target: str | None = Field(None, description="whom with it")
    height: int | None = Field(None, description="height a move through air, water or earth ends at, in feet")

    def arguments(self) -> Mapping[str, Any]:
        """The keys that stand in the file and say what the action is aimed at."""
        own = ("do", "answer", "who", "dice", "answers", "expect", "rule", "why")
        return {name: getattr(self, name) for name in type(self).model_fields if name in self.model_fields_set - {*own}}


class ScriptTable(Table):
    """A fight that must come out as written."""

    title: str = ""
    system: System | None = Field(None, description="the file's first one when left out")
    order: tuple[str, ...] | None = Field(
        None, strict=False, description="who acts when; the dice of initiative fall so that it comes out"
    )
    dice: _Faces = Field((), description="faces of initiative instead, in the order of the creatures")
    steps: Annotated[tuple[StepTable, ...], Field(strict=False)]
    rule: RuleIds = Field((), description="ids of the rules it proves")
    why: str = Field("", description="source or remark")

    @field_validator("steps")
    @classmethod
    def _some(cls, steps: tuple[StepTable, ...]) -> tuple[StepTable, ...]:
        if not steps:
            raise ValueError("needs at least one step")
        return steps


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
    next_: str = Field("", alias="next", description="the scenario that follows when this one was won")
    journey: JourneyTable | None = Field(None, description="the way to the next scenario")
    map: MapTable
    creatures: dict[CreatureId, CreatureTable] = Field(
        default={}, description="by id; a letter of the map that is an id is that creature"
    )
    rules: dict[System, dict[str, SwitchSetting]] = Field(default={}, description="named switches by rule system")
    expect: Annotated[tuple[ExpectTable, ...], Field(strict=False)] = ()
    script: Annotated[tuple[ScriptTable, ...], Field(strict=False)] = Field((), description="scripted fights")

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
