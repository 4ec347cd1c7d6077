"""What every test run needs first."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tools import catalogues

settings.register_profile("tactics", deadline=None)  # a busy machine is no fault
settings.load_profile("tactics")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the message catalogues when they are stale; compiled ones are not kept in the repository."""
    if hasattr(config, "workerinput"):
        return
    for source in catalogues.translations():
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            catalogues.compile_all()
            return
