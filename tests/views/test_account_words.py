"""Nothing that the library of accounts says to people is in its own words, on pages or in mails."""

import re
from pathlib import Path

import allauth
import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import mail
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext, override

pytestmark = pytest.mark.django_db
LIBRARY = Path(allauth.__file__).parent / "templates"
KINDS = ("account/email", "account/messages", "mfa/email", "mfa/messages", "usersessions/messages")
UNUSED = re.compile(
    r"code|phone|unknown_account|already_exists|email_confirm_(message|subject)|confirmation_signup"
)
"""Codes instead of links, phones, and what strict silence about accounts leaves unsaid."""
SAID = [
    str(path.relative_to(LIBRARY))
    for kind in KINDS
    for path in sorted((LIBRARY / kind).glob("*.txt"))
    if not UNUSED.search(path.name.replace("recovery_codes", ""))
]
FORMS = {**settings.ACCOUNT_FORMS, **settings.MFA_FORMS}
TITLE_CASE = re.compile(r"^[A-Z]\w+ [A-Z]")


@pytest.mark.parametrize("name", SAID)
def test_the_words_are_ours(name):
    assert Path(get_template(name).origin.name).is_relative_to(settings.BASE_DIR / "templates")


def labels_of(form):
    fields = {**form.base_fields, **getattr(form, "declared_fields", {})}
    return [form.names.get(name, field.label) for name, field in fields.items() if field.label]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
@pytest.mark.parametrize("language", ["uk", "ru", "pl", "zh-hant"])
def test_labels_are_in_sentence_case_and_every_language(form, language):
    labels = labels_of(import_string(form))
    assert not [label for label in map(str, labels) if TITLE_CASE.match(label)]
    english = [str(label) for label in labels]
    with override(language):
        assert [gettext(text) for text in english if gettext(text) == text] == []


OLD, NEW = "horse staple 1", "battery correct 2"


def with_password(name):
    """Return an account with a password and a confirmed address."""
    user = get_user_model().objects.create_user(name, password=OLD)
    EmailAddress.objects.create(user=user, email=f"{name}@example.org", primary=True, verified=True)
    return user


def test_who_changes_a_password_is_told_from_where():
    browser = Client(headers={"User-Agent": "Fox <1>"})
    browser.force_login(with_password("anna"))
    browser.post(reverse("account_reauthenticate"), {"password": OLD})
    form = {"oldpassword": OLD, "password1": NEW, "password2": NEW}
    assert browser.post(reverse("account_change_password"), form).status_code == 302
    (found,) = mail.outbox
    assert found.subject == f"[{settings.SITE_NAME}] Your password has changed"
    assert "IP address: 127.0.0.1" in found.body
    assert "Browser: Fox <1>" in found.body
    assert found.body.endswith(settings.SITE_NAME)


def test_a_wrong_password_is_said_shortly():
    with_password("anna")
    page = Client().post(reverse("account_login"), {"login": "anna", "password": "no"})
    assert "Wrong username or password." in page.content.decode()
