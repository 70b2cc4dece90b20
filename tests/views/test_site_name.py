"""What the site is called: one setting, on every page and in every mail, and no player's name."""

import re

import pytest
from django.apps import apps
from django.conf import settings as site_settings
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory
from django.utils import translation
from django.views.defaults import server_error

from games.forms.names import guest_name, players_name
from games.models import Delivery
from games.rules import registry
from games.services.delivery.messages import message_of
from tests.views.members import account

pytestmark = pytest.mark.django_db
NAME = "Dice & Tea"


@pytest.fixture(autouse=True)
def named(settings):
    settings.SITE_NAME = NAME


def title_of(answer):
    return re.search("<title>(.*?)</title>", answer.content.decode(), re.DOTALL)[1].strip()


def test_the_start_page_is_called_as_the_site():
    page = Client().get("/")
    assert title_of(page) == "Dice &amp; Tea"
    assert '<span translate="no">Dice &amp; Tea</span>' in page.content.decode()


@pytest.mark.parametrize("address", ["/lobby/", "/accounts/login/", "/nowhere/"])
def test_every_other_page_is_called_by_its_own_name_first(address):
    own, site = title_of(Client().get(address)).split(" · ")
    assert own
    assert site == "Dice &amp; Tea"


def test_a_page_about_a_fault_has_the_name_too():
    answer = server_error(RequestFactory().get("/"))
    assert title_of(answer).endswith(" · Dice &amp; Tea")


def test_mails_about_accounts_and_messages_are_from_the_site():
    account("ada", email="ada@example.org")
    Client().post("/accounts/password/reset/", {"email": "ada@example.org"})
    assert mail.outbox
    assert NAME in mail.outbox[0].body
    assert message_of(Delivery(kind=Delivery.Kind.TEST)).title == NAME


@pytest.mark.parametrize("taken", [NAME, "dice & tea", "DICE & TEA"])
def test_no_player_is_called_as_the_site(taken):
    with pytest.raises(ValidationError):
        players_name(taken)
    with pytest.raises(ValidationError):
        guest_name(taken)


@pytest.mark.parametrize("language", [code for code, _name in site_settings.LANGUAGES])
def test_neither_the_site_nor_a_title_is_called_as_another(language, settings):
    settings.SITE_NAME = "Card City Club"
    with translation.override(language):
        names = [translation.gettext(each.name).casefold() for each in registry.rulesets()]
    names.append(settings.SITE_NAME.casefold())
    assert len(names) == len(set(names)), sorted(names)


def test_the_desk_lists_the_sites_records_under_no_title():
    titles = {each.name.casefold() for each in registry.rulesets()}
    assert apps.get_app_config("games").verbose_name.casefold() not in titles
