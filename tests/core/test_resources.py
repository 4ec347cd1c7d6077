"""Shipped files are found in a checkout and inside an installed package."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactics.core import resources


def test_a_checkout_uses_its_own_folders() -> None:
    assert all(resources.resource_folder(name).is_dir() for name in resources.RESOURCES)


def test_an_installed_package_uses_what_is_packed_in_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "tactics"
    (package / "_data" / "maps").mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resources.resource_folder("maps") == package / "_data" / "maps"
    assert resources.checkout() is None


def test_nothing_else_is_a_resource() -> None:
    with pytest.raises(KeyError):
        resources.resource_folder("secrets")
