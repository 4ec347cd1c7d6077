"""Options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

import typer


class Language(StrEnum):
    """Languages of the results."""

    en = "en"
    ru = "ru"


FILE: TypeAlias = Annotated[Path, typer.Argument(metavar="FILE", help="A scenario, or any map that can be imported.")]
RULESETS: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--ruleset", metavar="NAME", help="Rule system, repeatable, or all. Default: those of the file."),
]
JSON: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
LANG: TypeAlias = Annotated[Language, typer.Option("--lang", help="Language of the results.")]
SWITCHES: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="SWITCH=VALUE", help="A house rule or reading, repeatable; system.switch=value too."),
]
PICTURE: TypeAlias = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE.svg|.png", help="Draw the ruling into this file.")
]
