"""Loading the message catalogues."""

from __future__ import annotations

import gettext
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "ru")
DOMAIN = "tactics"


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Translations into a language; English is the source and needs no file.

    Raises:
        KeyError: the language is not one of `LANGUAGES`.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    if language == "en":
        return gettext.NullTranslations()
    compiled = files("tactics").joinpath("locale", language, "LC_MESSAGES", f"{DOMAIN}.mo")
    with compiled.open("rb") as stream:
        return gettext.GNUTranslations(stream)
