"""A validated file: what `tactics.files.load` gives and `tactics.world.build` takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tactics.core.lattice import Point
from tactics.core.space import Space
from tactics.core.text import Named
from tactics.files.ground import GLYPHS, Ground
from tactics.files.schema import CreatureTable, StatBlock


@dataclass(frozen=True, slots=True)
class ThinWall:
    """A polyline of thin wall, or of what is built into one.

    Attributes:
        line: its points, neighbours differ.
        kind: wall, low_wall, window, arrow_slit, portcullis, curtain, door or force.
        state: open, closed or locked for doors, else "".
        blocks: what it stops instead of what its kind stops, None for the latter.
        cover: the shelter it gives instead of what its kind gives, None for the latter.
        glazed: a window with glass.
        one_way: "left" or "right" when it stops only what comes from that side of the line, else "".
        top_ft: how high it reaches, None for all the way up.
        name: what to call it, "" for its kind.
    """

    line: tuple[Point, ...]
    kind: str = "wall"
    state: str = ""
    blocks: tuple[str, ...] | None = None
    cover: str | None = None
    glazed: bool = False
    one_way: str = ""
    top_ft: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class LightSource:
    """A lamp: bright within one radius in squares, dim out to another."""

    at: Point
    bright_sq: int
    dim_sq: int


@dataclass(frozen=True, slots=True)
class MapPicture:
    """An encoded picture and how many of its pixels make one square, a fraction as a rule."""

    data: bytes
    pixels_per_square: float

    @property
    def suffix(self) -> str:
        """The ending of a file that holds it."""
        return ".png" if self.data.startswith(b"\x89PNG") else ".webp"


@dataclass(frozen=True, slots=True)
class MapDocument:
    """The ground of a file.

    Attributes:
        rows: a glyph for every square, creatures taken off.
        legend: what the glyphs mean that are not built in.
        walls: thin walls in file order.
        light: light of the map without lamps.
        lights: lamps.
        picture: the picture behind the squares.
    """

    rows: tuple[str, ...]
    legend: Mapping[str, Ground] = field(default_factory=lambda: MappingProxyType({}))
    walls: tuple[ThinWall, ...] = ()
    light: str = "bright"
    lights: tuple[LightSource, ...] = ()
    picture: MapPicture | None = None

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    def ground(self, glyph: str) -> Ground:
        """What a glyph of the map stands for."""
        return self.legend[glyph] if glyph in self.legend else GLYPHS[glyph]


@dataclass(frozen=True, slots=True)
class CreatureDocument:
    """A creature in its place.

    Attributes:
        id: its key in the file.
        table: what the file says of it, lengths in the file's units.
        space: the squares it occupies.
        size: English id of its size.
        blocks: the stat block it is taken from, by the rule system that has it.
    """

    id: str
    table: CreatureTable
    space: Space
    size: str
    blocks: Mapping[str, StatBlock] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Expectation:
    """A question and what its answer must be.

    Attributes:
        index: place among the file's ``[[expect]]`` tables, from 0.
        ask: the question.
        arguments: by the names of the file, values as they stand there.
        expects: any of ``is``, ``count``, ``steps`` (a value, or a table by rule system), ``cells`` (a frozenset
            of squares) and ``creatures`` (a tuple of ids).
        rules: ids of the rules it proves.
        why: the author's remark.
        line: line of the file, 0 when unknown.
    """

    index: int
    ask: str
    arguments: Mapping[str, Any]
    expects: Mapping[str, Any]
    rules: tuple[str, ...] = ()
    why: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One thing somebody does in a scripted fight.

    Attributes:
        do: id of the action, "" when it is an answer.
        answer: id of the chosen answer, "" when it is an action.
        who: id of the creature, "" for the one whose turn it is or who has to decide.
        arguments: what it is aimed at: texts, numbers, squares, points, tuples of squares or texts.
        dice: faces that fall.
        answers: answers to the decisions it brings.
        expects: what must hold after it, by the names of `tactics.files.schema.AfterTable`.
        rules: ids of the rules it proves.
        why: the author's remark.
        line: line of the file, 0 when unknown.
    """

    do: str
    answer: str
    who: str
    arguments: Mapping[str, Any]
    dice: tuple[int, ...] = ()
    answers: tuple[str, ...] = ()
    expects: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    rules: tuple[str, ...] = ()
    why: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Script:
    """A fight that must come out as written.

    Attributes:
        index: place among the file's ``[[script]]`` tables, from 0.
        title: what to call it.
        system: id of the rule system it is fought by.
        order: ids of those who act, from first to last; () when `dice` say it.
        dice: faces of initiative.
        steps: in order.
        rules: ids of the rules it proves.
        why: the author's remark.
        line: line of the file, 0 when unknown.
    """

    index: int
    title: str
    system: str
    order: tuple[str, ...]
    dice: tuple[int, ...]
    steps: tuple[ScriptStep, ...]
    rules: tuple[str, ...] = ()
    why: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Journey:
    """The way to the next scenario.

    Attributes:
        miles: how far it is.
        terrain: "plain", "difficult" or "greater_difficult".
    """

    miles: int = 0
    terrain: str = "plain"


@dataclass(frozen=True, slots=True)
class Document:
    """A whole file, valid.

    Attributes:
        path: where it was read from.
        map: the ground.
        rulesets: ids of the rule systems that judge it, the one played first.
        title, description: for people.
        why: what the file is there to show.
        seed: dice seed of a played scenario, None when the file has none.
        next: the scenario that follows when this one was won, a file beside it; "" for none.
        journey: the way there.
        creatures: in file order.
        switches: house rules by system and name; the systems check them.
        expectations: in file order.
        scripts: fights that must come out as written, in file order.
        notes: what an import left out or had to guess, for the one who imports.
    """

    path: str = field(compare=False)
    map: MapDocument
    rulesets: tuple[str, ...]
    title: Named = Named("")  # noqa: RUF009 - Named is immutable
    description: Named = Named("")  # noqa: RUF009 - Named is immutable
    why: str = ""
    seed: int | None = None
    next: str = ""
    journey: Journey = Journey()
    creatures: tuple[CreatureDocument, ...] = ()
    switches: Mapping[str, Mapping[str, bool | str]] = field(default_factory=lambda: MappingProxyType({}))
    expectations: tuple[Expectation, ...] = ()
    scripts: tuple[Script, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)
