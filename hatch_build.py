"""Build hook: compiles the message catalogues and packs the data folders into wheels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DATA_FOLDERS = ("assets", "maps", "scenarios")


class TacticsBuildHook(BuildHookInterface[Any]):
    """What has to happen before the files of a wheel are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile catalogues; a wheel also gets the data, an editable install uses the checkout's.

        Args:
            version: "standard" or "editable".
            build_data: the builder's settings, changed in place.
        """
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        for source in (root / "tactics" / "locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as readable, source.with_suffix(".mo").open("wb") as writable:
                write_mo(writable, read_po(readable))
        if version == "standard":
            for name in DATA_FOLDERS:
                build_data["force_include"][str(root / name)] = f"tactics/_data/{name}"
