"""The desk speaks the reader's language: names of models, fields, choices and acts are translated when shown."""

import re

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise

from games.admin.tables import Endings
from games.admin.words import ACTIONS, FIELDS, act_name
from games.models import Appeal, AuditEntry, Report, Sanction, SiteState
from games.selectors.players.sanctions import Kind
from games.services.moderation import desk
from games.templatetags.lobby import title_of
from tests.moderation.people import (
    account,
    administrator,
    banned,
    browser,
    moderator,
    reported,
    staff,
    viewer,
)
from tests.tables import LIVE, guest, running

DESK = {model: desk for model, desk in admin.site._registry.items() if model._meta.app_label == "games"}


def shown(page):
    """Return the names of everything a list or a page of the desk shows."""
    filters = [each[0] if isinstance(each, tuple) else each for each in page.list_filter]
    filters = ["ending" if each is Endings else each for each in filters]
    return {*(page.fields or ()), *page.list_display, *filters}


def fields_at_the_desk():
    pages = [(model, shown(page)) for model, page in DESK.items()]
    pages += [(inline.model, set(inline.fields)) for page in DESK.values() for inline in page.inlines]
    return [field for model, names in pages for field in model._meta.fields if field.name in names]


def test_every_model_and_field_at_the_desk_has_a_name_to_translate():
    assert len(fields_at_the_desk()) > 60
    assert [str(field) for field in fields_at_the_desk() if field.name not in FIELDS] == []
    named = [field.verbose_name for field in fields_at_the_desk()]
    named += [name for model in DESK for name in (model._meta.verbose_name, model._meta.verbose_name_plural)]
    assert all(isinstance(name, Promise) for name in named)


def test_every_choice_at_the_desk_is_translated():
    labels = [label for field in fields_at_the_desk() for _, label in field.choices or ()]
    assert len(labels) > 30
    assert all(isinstance(label, Promise) for label in labels)


def test_every_act_of_the_log_has_a_name():
    acts = {f"{act}-{kind}" for act in ("impose", "lift") for kind in Sanction.Kind.values}
    acts |= {f"appeal-{state}" for state in (Appeal.State.KEPT, Appeal.State.LIFTED)}
    assert acts <= ACTIONS.keys()
    assert act_name("something-new") == "something-new"


@pytest.mark.django_db
def test_words_ask_for_no_migration():
    with translation.override("uk"):
        call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.django_db
def test_lists_and_filters_show_names_and_no_slugs():
    game, _ = running()
    desk.end_game(moderator(), game.pk, "Broken")
    reported(guest("Ida"), viewer(account("Ben")), "insult", game=game)
    client = browser(administrator().user)
    pages = {model: client.get(reverse(f"admin:games_{model._meta.model_name}_changelist")) for model in DESK}
    log = pages[AuditEntry].content.decode()
    assert "Ended a game" in log
    assert ">end-game<" not in log
    assert pages[Report].content.decode().count("Insults, threats or hate") == 2
    assert pages.pop(SiteState).status_code == 302
    assert all(page.status_code == 200 for page in pages.values())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "foot"), [("en", "Sanctions: 0"), ("uk", "Санкції: 0"), ("pl", "Sankcje: 0")]
)
def test_the_foot_of_a_list_counts_in_words_that_need_no_case(language, foot):
    client = browser(administrator().user)
    client.cookies["django_language"] = language
    page = client.get(reverse("admin:games_sanction_changelist")).content.decode()
    said = re.search('class="paginator">(.*?)</p>', page, re.DOTALL)[1]
    assert " ".join(said.split()) == foot


@pytest.mark.django_db
def test_lists_and_pages_are_headed_by_names_that_need_no_case():
    game, _ = running("point_city")
    client = browser(staff())
    addresses = reverse("admin:games_game_changelist"), reverse("admin:games_game_change", args=[game.pk])
    pages = [client.get(address, headers={"accept-language": "uk"}) for address in addresses]
    heads = [re.search("<h1>(.*?)</h1>", page.content.decode())[1] for page in pages]
    assert heads == ["Ігри", "Гра"]
    assert (
        game.ruleset_slug not in re.search('class="breadcrumbs".*?</div>', pages[1].content.decode(), re.S)[0]
    )


@pytest.mark.django_db
def test_a_row_is_named_by_what_it_is():
    game, _ = running()
    client = browser(staff())
    html = client.get(reverse("admin:games_seat_change", args=[game.seats.first().pk])).content.decode()
    assert f"<h2>seat {game.seats.first().pk}</h2>" in html


@pytest.mark.django_db
def test_people_and_what_was_decided_about_them_are_named_by_words():
    user, client = account("Ben"), browser(administrator().user)
    made = banned(moderator(), viewer(user), Kind.SITE)
    appeal = Appeal.objects.create(sanction=made, words="Please")
    titles = {
        reverse("admin:auth_user_change", args=[user.pk]): user.username,
        reverse("admin:games_sanction_change", args=[made.pk]): f"Ban from the site · {user.username}",
        reverse("admin:games_appeal_change", args=[appeal.pk]): f"Ban from the site · {user.username}",
    }
    for address, title in titles.items():
        assert f"<h2>{title}</h2>" in client.get(address).content.decode()
    assert ">Ban from the site<" in client.get(reverse("admin:games_sanction_changelist")).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "words"), [("point_city", "Promo tokens: yes"), ("machi_koro_2", "–")])
def test_what_a_table_was_opened_with_is_told_in_words(slug, words):
    game, _ = running(slug, pace=LIVE, **({"promo": True} if slug == "point_city" else {}))
    html = browser(staff()).get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    shown = re.search('field-chosen".*?class="readonly">(.*?)</div>', html, re.S)[1]
    assert shown == words
    assert "Live: 5 min + 5 s per move" in html


def test_a_title_that_is_gone_keeps_its_slug():
    assert title_of("chess_960") == "chess_960"
