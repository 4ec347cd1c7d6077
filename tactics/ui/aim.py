"""An option that is being aimed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tactics.rules.action import Argument, Need, Option


@dataclass(frozen=True, slots=True)
class Aim:
    """An option being aimed: what was named so far.

    Attributes:
        option: what was chosen.
        said: arguments named so far, those of the option included.
    """

    option: Option
    said: Mapping[str, Argument] = field(default_factory=dict)

    @property
    def need(self) -> Need | None:
        """What has to be named next, None when nothing is missing."""
        return next((one for one in self.option.needs if one.name not in self.said), None)
