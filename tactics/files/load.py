"""Reading any file the program opens: scenarios and maps in TOML, and Universal VTT maps."""

from __future__ import annotations

from pathlib import Path

from tactics.core.problems import problem
from tactics.files.document import Document
from tactics.files.pictures import picture_kind
from tactics.files.reading import as_text, read_limited
from tactics.files.scenario import read_scenario
from tactics.files.terms import OpenPortals

MAX_MAP_BYTES = 64_000_000
"""Most bytes a map with its picture may have."""

MAX_TOML_BYTES = 4_000_000
"""Most bytes a scenario or map in TOML may have."""

MAP_SUFFIXES = (".dd2vtt", ".uvtt", ".df2vtt")
_JSON_SUFFIXES = (*MAP_SUFFIXES, ".json")


def load(path: Path | str, *, open_portals: OpenPortals = "auto") -> Document:
    """Read a scenario, a map in TOML or a Universal VTT map.

    Args:
        path: the file. ``.toml`` is TOML, ``.dd2vtt``, ``.uvtt``, ``.df2vtt`` and ``.json`` are Universal VTT; any
            other file is what it begins like.
        open_portals: what the portals of a Universal VTT map are that are not closed, see
            `tactics.files.uvtt.read_uvtt`.

    Raises:
        ProblemError: with every problem of the file.
    """
    return _load(Path(path), open_portals, nested=False)


def _load(path: Path, open_portals: OpenPortals, *, nested: bool) -> Document:
    data = read_limited(path, MAX_MAP_BYTES)
    kind = picture_kind(data)
    if kind:
        raise problem(str(path), "", _no_map(kind))
    if not data.strip():
        raise problem(str(path), "", "is empty")
    suffix = path.suffix.lower()
    if suffix != ".toml" and (suffix in _JSON_SUFFIXES or data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"):
        from tactics.files.uvtt import read_uvtt  # a question about a TOML file need not wait for it

        return read_uvtt(as_text(data, str(path)), path, open_portals)
    if len(data) > MAX_TOML_BYTES:
        raise problem(str(path), "", f"has {len(data)} bytes; a TOML file may have {MAX_TOML_BYTES}")
    return read_scenario(as_text(data, str(path)), path, None if nested else _load_map)


def _load_map(path: Path, open_portals: OpenPortals) -> Document:
    return _load(path, open_portals, nested=True)


def _no_map(kind: str) -> str:
    if kind == "a zip archive":
        return "is a zip archive; version 2 of Universal VTT is not read, export the map as .dd2vtt or .uvtt instead"
    return f"is {kind}, not a map; export the map as Universal VTT (.dd2vtt) to have its walls as well"
