"""Where the files that come with the program lie: in a checkout beside the package, in an installed wheel inside it."""

from __future__ import annotations

from pathlib import Path

RESOURCES = ("assets", "maps", "scenarios")

_PACKAGE = Path(__file__).resolve().parents[1]


def resource_folder(name: str) -> Path:
    """The folder of shipped scenarios, maps or assets.

    Args:
        name: one of `RESOURCES`.

    Raises:
        KeyError: no such kind of resource.
    """
    if name not in RESOURCES:
        raise KeyError(name)
    packed = _PACKAGE / "_data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


def checkout() -> Path | None:
    """The root of the source checkout the program runs from, None for an installed wheel."""
    root = _PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None
