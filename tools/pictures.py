"""Draw the pictures of the documentation. Usage: python tools/pictures.py"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"

RULINGS = {
    "ruling.svg": ["ask", "cover", "scenarios/ogre-round-the-corner.toml", "--from", "A", "--to", "O"],
}
"""By file name, the command whose ruling is drawn."""


def draw_all(folder: Path = PICTURES) -> None:
    """Draw every picture into a folder.

    Raises:
        subprocess.CalledProcessError: a command failed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, words in RULINGS.items():
        command = [sys.executable, "-m", "tactics", *words, "-o", str(folder / name)]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    draw_all()
