"""The catalogue tool finds every fault that would show a wrong text to somebody."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import catalogues

SOURCE = 'text("Cover: {amount} AC.", amount=4)\nntext("One line.", "{n} lines.", 3)\n'
HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: ru\\n"\n'
    '"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && '
    '(n%100<10 || n%100>=20) ? 1 : 2);\\n"\n\n'
)
COVER = 'msgid "Cover: {amount} AC."\nmsgstr "Укрытие: {amount} к КД."\n\n'
LINES = (
    'msgid "One line."\nmsgid_plural "{n} lines."\nmsgstr[0] "{n} линия."\nmsgstr[1] "{n} линии."\n'
    'msgstr[2] "{n} линий."\n'
)


def project(folder: Path, translation: str, source: str = SOURCE) -> tuple[Path, Path]:
    package = folder / "package"
    (package / "locale" / "ru" / "LC_MESSAGES").mkdir(parents=True)
    (package / "module.py").write_text(source, "utf-8")
    (package / "locale" / "ru" / "LC_MESSAGES" / "tactics.po").write_text(HEADER + translation, "utf-8")
    (package / "locale" / "tactics.pot").write_text(HEADER, "utf-8")
    return package, package / "locale"


def found(folder: Path, translation: str, source: str = SOURCE) -> str:
    package, locale = project(folder, translation, source)
    return "\n".join(one for one in catalogues.faults(package, locale) if not one.startswith("tactics.pot"))


def test_a_complete_translation_has_no_faults(tmp_path: Path) -> None:
    package, locale = project(tmp_path, COVER + LINES)
    catalogues.update(package, locale)
    assert list(catalogues.faults(package, locale)) == []


@pytest.mark.parametrize(
    ("translation", "words"),
    [
        (LINES, "not collected yet: 'Cover: {amount} AC.'"),
        (COVER + LINES + '\nmsgid "Gone."\nmsgstr "Ушло."\n', "nobody says it any more: 'Gone.'"),
        (COVER + LINES + '\n#~ msgid "Old."\n#~ msgstr "Старо."\n', "nobody says it any more: 'Old.'"),
        (COVER.replace("Укрытие: {amount} к КД.", "") + LINES, "is not translated"),
        (COVER.replace("{amount} к", "{число} к") + LINES, "shows {число} instead of {amount}"),
        (COVER.replace("{amount} к", "к") + LINES, "shows nothing instead of {amount}"),
        (COVER.replace("{amount} к", "{amount к") + LINES, "expected '}'"),
        ("#, fuzzy\n" + COVER + LINES, "is marked fuzzy"),
        (COVER + LINES.replace('"{n} линий."', '""'), "needs 3 plural forms"),
        (COVER + LINES.replace('"{n} линия."', '"Линия."'), "'Линия.' shows nothing instead of {n}"),
    ],
)
def test_each_fault_is_named(tmp_path: Path, translation: str, words: str) -> None:
    assert words in found(tmp_path, translation)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('text(f"Cover {1}")', "module.py:1: the message is not a literal string"),
        ('text("a" if x else "b")', "module.py:1: the message is not a literal string"),
        ('\nntext("One.", plural, 3)', "module.py:2: the message is not a literal string"),
        ('text("Cover {amount} {kind}", kind="x")', "has no value for {amount}"),
        ('text("Cover", amount=4)', "does not use amount"),
    ],
)
def test_calls_that_cannot_be_translated_are_named(tmp_path: Path, source: str, words: str) -> None:
    assert words in found(tmp_path, "", source)


def test_update_keeps_translations_and_drops_what_is_gone(tmp_path: Path) -> None:
    package, locale = project(tmp_path, COVER + LINES + '\nmsgid "Gone."\nmsgstr "Ушло."\n')
    (package / "more.py").write_text('text("New.")\ndraw.text("not ours")\nread_text("nor this")\n', "utf-8")
    catalogues.update(package, locale)
    written = (locale / "ru" / "LC_MESSAGES" / "tactics.po").read_text("utf-8")
    assert "Укрытие" in written
    assert 'msgid "New."\nmsgstr ""' in written
    assert "Gone" not in written
    assert "ours" not in written
    assert "{n} линий." in written
    again = written
    catalogues.update(package, locale)
    assert (locale / "ru" / "LC_MESSAGES" / "tactics.po").read_text("utf-8") == again


def test_compiled_catalogues_speak(tmp_path: Path) -> None:
    import gettext

    _, locale = project(tmp_path, COVER + LINES)
    catalogues.compile_all(locale)
    with (locale / "ru" / "LC_MESSAGES" / "tactics.mo").open("rb") as stream:
        russian = gettext.GNUTranslations(stream)
    assert russian.gettext("Cover: {amount} AC.") == "Укрытие: {amount} к КД."
    assert [russian.ngettext("One line.", "{n} lines.", n) for n in (1, 3, 5, 21)] == [
        "{n} линия.",
        "{n} линии.",
        "{n} линий.",
        "{n} линия.",
    ]


def test_wrong_usage_says_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert catalogues.main([]) == 2
    assert "Usage" in capsys.readouterr().err
