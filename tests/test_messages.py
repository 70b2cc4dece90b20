"""Every catalogue says everything, keeps the placeholders, and is compiled as it stands."""

import ast
import gettext
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.timesince import timesince

CATALOGUES = sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/django.po"))
IN_PLACE = re.compile(r"%\(\w+\)[a-z]|\{\w+\}|</?[a-z]+[^<>]*>")
NOT_COMPILED = re.compile(r"POT-Creation-Date:.*\n")
PLURAL_FORM = re.compile(r"msgstr\[(\d+)\]")


@pytest.fixture(params=CATALOGUES, ids=lambda path: path.parts[-3])
def path(request):
    return request.param


def messages(path):
    """The catalogue's blocks as mappings: msgid, msgstr or msgstr[0] …, and # for what is said about it."""
    return [message(block) for block in path.read_text().split("\n\n")]


def message(block):
    found, field = {"#": ""}, ""
    for line in block.splitlines():
        if line.startswith("#"):
            found["#"] += line
            continue
        word, quoted = re.fullmatch(r'([^\s"]*) ?(".*")', line).groups()
        field = word or field
        found[field] = found.get(field, "") + ast.literal_eval(quoted)
    return found


def forms(found):
    return {field: text for field, text in found.items() if field.startswith("msgstr")}


def in_place(text):
    return Counter(IN_PLACE.findall(text))


def compiled(found):
    """What a compiled catalogue holds for a message: an entry, or one for every plural form."""
    name = "\x04".join(found[field] for field in ("msgctxt", "msgid") if field in found)
    return {
        (name, int(form[1])) if (form := PLURAL_FORM.fullmatch(field)) else name: text
        for field, text in forms(found).items()
    }


def test_every_language_has_a_catalogue():
    codes = {path.parts[-3].lower().replace("_", "-") for path in CATALOGUES}
    assert codes == {code for code, _ in settings.LANGUAGES} - {"en"}


def test_nothing_is_untranslated_or_doubtful(path):
    assert [found["msgid"] for found in messages(path) if not all(forms(found).values())] == []
    assert [found["msgid"] for found in messages(path) if "fuzzy" in found["#"]] == []


def test_every_plural_has_all_forms_of_its_language(path):
    header, *rest = messages(path)
    count = int(re.search(r"nplurals=(\d)", header["msgstr"])[1])
    wanted = {f"msgstr[{form}]" for form in range(count)}
    assert [
        found["msgid"] for found in rest if "msgid_plural" in found and forms(found).keys() != wanted
    ] == []


def test_placeholders_and_tags_stay_as_they_are(path):
    _, *rest = messages(path)
    for found in rest:
        allowed = [in_place(found[field]) for field in ("msgid", "msgid_plural") if field in found]
        for text in forms(found).values():
            assert in_place(text) in allowed, text


def test_the_compiled_catalogue_is_this_one(path):
    with path.with_suffix(".mo").open("rb") as file:
        catalogue = gettext.GNUTranslations(file)._catalog
    expected = {name: text for found in messages(path) for name, text in compiled(found).items()}
    expected[""] = NOT_COMPILED.sub("", expected[""])
    assert catalogue == expected


def test_chinese_joins_hours_and_minutes_by_its_own_comma():
    began = datetime(2026, 1, 1, tzinfo=UTC)
    with translation.override("zh-hant"):
        assert "、" in timesince(began, began + timedelta(hours=7, minutes=7))
