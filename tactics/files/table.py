"""What every table of a scenario file is, and the table of the way to the next scenario."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Table(BaseModel):
    """A table of the file: unknown keys are errors, values are not converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)


class JourneyTable(Table):
    """The way from one scenario to the next."""

    miles: Annotated[int, Field(ge=0, le=10_000)] = Field(0, description="how far it is")
    terrain: Literal["plain", "difficult", "greater_difficult"] = Field("plain", description="the ground on the way")
