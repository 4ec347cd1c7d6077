"""``tactics import``: maps of other programs as scenario files."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from tactics.cli.output import check_output, faults_of, put, tell, whole_file
from tactics.files.load import load
from tactics.files.toml_out import dump


class Portals(StrEnum):
    """What an opening of the map that is not closed is."""

    auto = "auto"
    door = "door"
    window = "window"


def import_(
    map_file: Annotated[Path, typer.Argument(metavar="MAP", help="A Universal VTT map (.dd2vtt, .uvtt, .df2vtt).")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE.toml", help="The scenario file to write.")],
    portals: Annotated[
        Portals, typer.Option("--portals", help="What portals that are not closed are; auto goes by their width.")
    ] = Portals.auto,
) -> None:
    """Turn a map into a scenario file, its picture beside it."""
    check_output(output, (".toml",))
    with faults_of(map_file):
        document = load(map_file, open_portals=portals.value)
    picture = document.map.picture
    beside = output.with_suffix(picture.suffix) if picture else None
    if picture and beside:
        with whole_file(beside) as partial:
            partial.write_bytes(picture.data)
    with whole_file(output) as partial:
        partial.write_text(dump(document, picture_file=beside.name if beside else ""), "utf-8", newline="\n")
    for note in document.notes:
        tell(f"{map_file}: {note}")
    put(str(output))
