"""Catalogues of both languages, and a clear word when one is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactics.core import language
from tactics.core.problems import ProblemError


def test_both_languages_load() -> None:
    assert language.catalogue("en").gettext("Cover") == "Cover"
    assert language.catalogue("ru").info()["language"] == "ru"


def test_an_unknown_language_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(KeyError):
        language.catalogue("de")


def test_a_catalogue_that_is_not_compiled_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(language, "files", lambda package: tmp_path)
    language.catalogue.cache_clear()
    with pytest.raises(ProblemError, match=r"tactics\.mo: is not there; `make test` compiles"):
        language.catalogue("ru")
    language.catalogue.cache_clear()
