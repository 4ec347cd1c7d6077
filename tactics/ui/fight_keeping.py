"""Where fights are kept on the disk."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def save_folder() -> Path:
    """Where fights are saved."""
    return platformdirs.user_data_path("tactics") / "fights"


def free_path(folder: Path, stem: str) -> Path:
    """A file name that is not taken."""
    path, number = folder / f"{stem}.jsonl", 2
    while path.exists():
        path = folder / f"{stem}-{number}.jsonl"
        number += 1
    return path
