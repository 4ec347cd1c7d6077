"""What the tests of the command line share."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SCENARIO = """
schema = 1
title = "The corner"
rulesets = ["pf1", "pf2e", "dnd4e"]

[map]
rows = '''
........
.A#..T..
..#.....
........
'''

[creatures.A]
name = "Archer"
side = "heroes"

[creatures.T]
name = "Troll"
side = "monsters"
"""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output as JSON."""
        return json.loads(self.out)


Tactics = Callable[..., Done]
