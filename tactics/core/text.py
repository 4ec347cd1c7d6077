"""Texts for people: an English message with its parameters, put into words late.

A ruling is computed once and may be read in several languages, so it holds `Text` values and no sentences.
Message ids are the English sentences themselves; ``{name}`` stands for a parameter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from tactics.core.lattice import Point, Square


@dataclass(frozen=True, slots=True)
class Named:
    """A name from a file: English, and Russian where the author gave it."""

    en: str
    ru: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A message and its parameters.

    Attributes:
        msgid: the English sentence, also the key of the catalogue.
        params: name and value of each parameter; a value may be a `Text` itself.
        plural: the English plural sentence, when the sentence depends on ``count``.
        count: the number that chooses between singular and plural; available as ``{n}``.
    """

    msgid: str
    params: tuple[tuple[str, Param], ...] = ()
    plural: str = ""
    count: int = 0


Param = int | str | Square | Point | Named | Text


class Catalogue(Protocol):
    """What `gettext.NullTranslations` and its children offer."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...

    def info(self) -> Mapping[str, str]: ...


def text(msgid: str, **params: Param) -> Text:
    """A message without plural forms. Extracted into the catalogues by this function's name."""
    return Text(msgid, tuple(params.items()))


def ntext(msgid: str, plural: str, n: int, **params: Param) -> Text:
    """A message whose form depends on the number ``n``, which it may show as ``{n}``."""
    return Text(msgid, (("n", n), *params.items()), plural, n)


def composed(form: str, **params: Param) -> Text:
    """Texts put together by a form that is the same in every language, so it stands in no catalogue."""
    return Text(form, tuple(params.items()))


def listed(parts: Iterable[Param]) -> Text:
    """Several things after one another, parted by commas."""
    first, *rest = parts
    if not rest:
        return composed("{one}", one=first)
    return composed("{first}, {rest}", first=first, rest=listed(rest))


def figures(number: int, *, signed: bool = False) -> str:
    """A whole number with a true minus sign, and with its plus sign where that is wanted."""
    return f"{number:{'+d' if signed else 'd'}}".replace("-", "−")


def decimal(number: Fraction) -> Text:
    """A number with one digit behind the decimal sign of the language."""
    tenths = round(number * 10)
    return text("{whole}.{tenths}", whole=tenths // 10, tenths=tenths % 10)


def as_words(known: Mapping[str, Text], id: str) -> Text:
    """An id in words; one that is not known stands as it is, without underscores."""
    return known.get(id) or composed("{id}", id=id.replace("_", " "))


def say(message: Text, catalogue: Catalogue) -> str:
    """Put a message into the words of a catalogue's language.

    Args:
        message: the message.
        catalogue: translations, see `tactics.core.language.catalogue`.
    """
    if message.plural:
        words = catalogue.ngettext(message.msgid, message.plural, message.count)
    else:
        words = catalogue.gettext(message.msgid)
    if not message.params:
        return words
    return words.format_map({name: _say_param(value, catalogue) for name, value in message.params})


def _say_param(value: Param, catalogue: Catalogue) -> str | int:
    if isinstance(value, Text):
        return say(value, catalogue)
    if isinstance(value, Named):
        return value.ru if value.ru and catalogue.info().get("language") == "ru" else value.en
    if isinstance(value, Square | Point):
        return str(value)
    return value
