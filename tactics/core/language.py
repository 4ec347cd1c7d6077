"""Loading the message catalogues."""

from __future__ import annotations

import gettext
from functools import cache
from importlib.resources import files

from tactics.core.problems import problem

LANGUAGES = ("en", "ru")
DOMAIN = "tactics"


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Translations into a language; English is the source and needs no file.

    Raises:
        KeyError: the language is not one of `LANGUAGES`.
        ProblemError: its catalogue is not compiled.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    if language == "en":
        return gettext.NullTranslations()
    compiled = files("tactics").joinpath("locale", language, "LC_MESSAGES", f"{DOMAIN}.mo")
    try:
        with compiled.open("rb") as stream:
            return gettext.GNUTranslations(stream)
    except FileNotFoundError:
        raise problem(str(compiled), "", "is not there; `make test` compiles the message catalogues") from None
